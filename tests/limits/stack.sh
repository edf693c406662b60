# P6: the C stack that a public call needs, from the frames and the call graph that gcc writes out, and clang, whose graph is
# that of its LLVM code; callbacks and libc do not count (-O2). A graph without cycles means no recursion. tests/limits/stack.txt names what may need more than 2 KiB, and why.
. tests/lib.sh
. tests/compile.sh
echo 'int f(void); int f(void) { return 1; }' >"$work/can.c"
if ! have gcc || ! gcc -fcallgraph-info=su -c -o "$work/can.o" "$work/can.c" 2>/dev/null; then
    skip "needs gcc 10 or later"
    finish
    exit
fi
for h in $headers; do
    p=$(prefix_of $h) n=${h%.h}
    { has_posix $h && echo "#define ${p}_POSIX"
      printf '#define %s_IMPLEMENTATION\n#include "%s"\n' "$p" "$h"; } >"$work/$n.c"
    for cc in gcc clang; do
        have $cc || { skip "needs $cc"; continue; }
        if [ $cc = gcc ]; then
            out=$(gcc -std=c99 $posix -I. -O2 -fcallgraph-info=su -c -o "$work/$n.o" "$work/$n.c" 2>&1)
        else
            out=$(clang -std=c99 $posix -I. -O2 -fstack-usage -c -o "$work/$n.o" "$work/$n.c" 2>&1 &&
                clang -std=c99 $posix -I. -O2 -S -emit-llvm -o "$work/$n.ll" "$work/$n.c" 2>&1)
        fi || {
            fail "$h does not build with $cc" "$out"
            continue
        }
        # What gcc writes, from frames ("FILE:LINE:NAME<tab>BYTES<tab>static") and code. A call adds its return address.
        [ $cc = gcc ] || awk -F '\t' '
            FILENAME ~ /\.su$/ { name = $1; sub(/^.*:/, "", name)
                printf "node: { title: \"%s\" label: \"%s\\n%d bytes (%s)\" }\n", name, name, $2 + 8, $3; next }
            /^define / { match($0, /@[A-Za-z0-9_.]+/); from = substr($0, RSTART + 1, RLENGTH - 1) }
            / (call|invoke) / && match($0, /@[A-Za-z0-9_.]+\(/) {
                printf "edge: { sourcename: \"%s\" targetname: \"%s\" }\n", from, substr($0, RSTART + 1, RLENGTH - 2) }
        ' "$work/$n.su" "$work/$n.ll" >"$work/$n.ci"
        out=$(LC_ALL=C awk -v low="$(lower "$p")" '
            FILENAME ~ /stack.txt$/ { if ($1 !~ /^#/) more[$1] = $2; next }
            # node: { title: "NAME" label: "NAME\nFILE:LINE\nN bytes (static)" }   edge: { sourcename: "A" targetname: "B" ... }
            /^node:/ {
                name = $0; sub(/^node: \{ title: "/, "", name); sub(/".*/, "", name); sub(/^.*:/, "", name)
                if (match($0, /[0-9]+ bytes/)) { size[name] = substr($0, RSTART, RLENGTH) + 0; all[++count] = name }
                if ($0 ~ /bytes \(dynamic\)/) print name " has a frame of no fixed size"
            }
            /^edge:/ {
                a = b = $0
                sub(/.*sourcename: "/, "", a); sub(/".*/, "", a); sub(/^.*:/, "", a)
                sub(/.*targetname: "/, "", b); sub(/".*/, "", b); sub(/^.*:/, "", b)
                calls[a, ++edges[a]] = b
            }
            function deep(f,    i, most, d) {
                if (f in done) return done[f]
                if (f in now) { print "recursion through " f; return 0 }
                now[f] = 1
                for (i = 1; i <= edges[f]; i++) { d = deep(calls[f, i]); if (d > most) { most = d; best[f] = calls[f, i] } }
                delete now[f]
                return done[f] = size[f] + most
            }
            END {
                for (i = 1; i <= count; i++) {
                    f = all[i]
                    d = deep(f)
                    if (index(f, low "_") != 1 || index(f, low "_i_") == 1) continue
                    public++
                    may = f in more ? more[f] : 2048
                    if (d <= may) continue
                    way = ""
                    for (g = f; g != ""; g = best[g]) way = way " " g " " size[g]
                    print f " needs " d " bytes of stack, may have " may ":" way
                }
                print public + 0 " public functions"
            }' tests/limits/stack.txt "$work/$n.ci")
        bad=$(printf '%s\n' "$out" | sed '$d')
        number=$(printf '%s\n' "$out" | tail -n 1)
        if [ "${number%% *}" -eq 0 ]; then fail "$h $cc: no function found" "$out"
        elif [ "$bad" ]; then fail "$h $cc" "$bad"
        else ok; fi
    done
done
finish
