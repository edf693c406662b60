# What must hold of every header as a file: nothing writable, no names but its own, shared blocks equal, one version
# everywhere, the program in its comment works, the code in README.md compiles, messages are unique.
. tests/lib.sh
. tests/compile.sh
same() { # what, expected, found
    if [ "$2" = "$3" ]; then ok; else fail "$1: expected $2, found $3"; fi
}
none() { # what, lines that should not be there
    if [ -z "$2" ]; then ok; else fail "$1" "$2"; fi
}

check "shared blocks" sh tools/sync.sh --check

for h in $headers; do
    p=$(prefix_of $h) n=${h%.h} low=$(lower $(prefix_of $h))
    { has_posix $h && echo "#define ${p}_POSIX"
      printf '#define %s_IMPLEMENTATION\n#include "%s"\n' "$p" "$h"; } >"$work/$n.c"
    if ! out=$($CC -std=c99 $posix -I. -O2 -fno-pic -fno-pie -c -o "$work/$n.o" "$work/$n.c" 2>&1); then
        fail "$h does not build" "$out"
        continue
    fi

    # 0 writable bytes.
    if have size; then same "$h: writable bytes" "0 0" "$(size "$work/$n.o" | awk 'NR == 2 { print $2, $3 }')"; else skip "needs size"; fi
    # Names that the linker sees, and the private ones.
    if have nm; then
        none "$h: symbols of other names" "$(nm --defined-only "$work/$n.o" | awk '{ print $NF }' | grep -vE "^${low}_|\.[0-9]+$|^\.L")"
        none "$h: public symbols that are private" "$(nm -g --defined-only "$work/$n.o" | awk '{ print $NF }' | grep "^${low}_i_")"
    else
        skip "needs nm"
    fi
    none "$h: macros of other names" "$(sed -n 's/^# *define *\([A-Za-z0-9_]*\).*/\1/p' $h | grep -vE "^${p}_|^$(printf %s "$n" | tr '[:lower:]' '[:upper:]')_" | sort -u)"
    if $CC -E -dM -x c - </dev/null >/dev/null 2>&1; then
        none "$h: private macros left" "$($CC -std=c99 $posix -I. -E -dM "$work/$n.c" | sed -n "s/^#define \(${p}_I_[A-Za-z0-9_]*\).*/\1/p")"
    else
        skip "needs a compiler with -dM"
    fi

    # One version.
    version=$(sed -n '1s/^.* - v\([0-9]*\.[0-9]*\.[0-9]*\) - .*/\1/p' $h)
    text=$(sed -n "s/^#define ${p}_VERSION \"\(.*\)\"/\1/p" $h)
    numbers=$(sed -n "s/^#define ${p}_VERSION_\(MAJOR\|MINOR\|PATCH\) \([0-9]*\).*/\2/p" $h | tr '\n' '.' | sed 's/\.$//')
    same "$h: ${p}_VERSION" "$version" "$text"
    same "$h: numbers of the version" "$version" "$numbers"
    same "$h: VERSION in Makefile" "$version" "$(sed -n 's/^VERSION *= *//p' Makefile)"
    if [ -f CHANGELOG.md ]; then
        if grep -qE "^#+ *\[?v?$version\]?( |$)" CHANGELOG.md; then ok; else fail "CHANGELOG.md has no heading for $version"; fi
    fi
    check "$h: line 1 names the file and the licences" grep -qE "^/\* $h - v$version - .* - no warranty - SPDX: MIT-0 OR Unlicense" $h

    # The program in the comment at the top.
    awk '/\*\// { exit } { line[NR] = $0; match($0, /^ */); indent[NR] = $0 ~ /^ *$/ ? 99 : RLENGTH } /^ *int main\(/ { m = NR }
         END { for (s = m; s > 1 && indent[s - 1] >= indent[m]; s--) { }
               for (e = m; e < NR && !(indent[e] == indent[m] && line[e] ~ /^ *}$/); e++) { }
               if (m) for (; s <= e; s++) print substr(line[s], indent[m] + 1) }' $h >"$work/$n-example.c"
    if [ ! -s "$work/$n-example.c" ]; then
        fail "$h has no program in its comment"
    elif out=$($CC -std=c99 $warn -Werror -I. -o "$work/$n-example" "$work/$n-example.c" 2>&1); then
        ok
        sample=$(ls examples/samples/$n/* tests/golden/$n*/* 2>/dev/null | head -n 1)
        (ulimit -t 20; "$work/$n-example" $sample >"$work/$n-example.out" 2>&1 </dev/null)
        code=$?
        if [ $code -le 1 ]; then ok; else fail "$h: its program ends with $code" "$(cat "$work/$n-example.out")"; fi
    else
        fail "$h: its program does not compile" "$out"
    fi

    # Messages: a constant stands once, so that it can be found.
    none "$h: messages that stand more than once" "$(tr '\n' ' ' <$h | grep -oE "${low}_i_[a-z_]*fail[a-z_]*\([^;]*;" |
        grep -oE '"([^"\\]|\\.)*"' | grep ' ' | sort | uniq -d)"
done

# The C code in README.md and in the pages.
for page in README.md docs/*.md; do
    [ -f "$page" ] || continue
    name=$work/$(basename "$page" .md)
    awk -v name="$name" '/^```/ { if (inside) { inside = 0; close(file) } else if ($0 ~ /^```c *$/) { inside = 1; file = name "-" ++count ".c" } next }
                         inside { print >file }' "$page"
    for block in "$name"-*.c; do
        [ -f "$block" ] || continue
        check "$block, the code of $page" $CC -std=c99 $posix -Wall -Wextra -Werror -I. -fsyntax-only "$block"
    done
done
finish
