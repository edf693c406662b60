# Every public function that asks for memory, reads or writes must be called by a test of tests/fault, where each allocation,
# read and write fails in turn; every other one by some test. TABLE=1 prints which test calls which function.
. tests/lib.sh
. tests/compile.sh
for h in $headers; do
    n=${h%.h} p=$(prefix_of "$h")
    # One declaration a line, up to the end of the interface.
    awk -v api="${p}_API" '/IMPLEMENTATION/ && /^#if/ { exit } $1 == api { on = 1; d = "" }
        on { d = d " " $0 } on && /;/ { on = 0; print d }' "$h" >"$work/declared"
    # The tests with the files of tests/ that they include. A name before a comma is given to a macro or a function that calls it.
    for t in tests/fault/"$n"*.c tests/unit/"$n"*.c tests/golden/"$n"*.c tests/limits/"$n"*.c tests/differential/"$n"*.c; do
        [ -f "$t" ] || continue
        { cat "$t"; for i in $(sed -n 's/^#include "\([a-z_]*\.h\)"$/tests\/\1/p' "$t"); do [ -f "$i" ] && cat "$i"; done; } |
            sed "s/PART(\([a-z_]*\))/$(lower "$p")_\1/g" | grep -oE '\b[a-z][a-z0-9_]*[(,]' | tr , '(' | sort -u >"$work/calls-$(printf %s "$t" | tr / -)"
    done
    while read -r line; do
        f=$(printf %s "$line" | sed 's/(.*//; s/.*[ *]//')
        case $f in "$(lower "$p")"_*) ;; *) continue ;; esac
        faults= others=
        for c in "$work"/calls-tests-*-"$n"*.c; do
            grep -qxF "$f(" "$c" || continue
            name=${c##*/calls-tests-}
            case $name in fault-*) faults="$faults ${name#fault-}" ;; *) others="$others $name" ;; esac
        done
        can=no
        # What takes memory, an error or callbacks can fail; what closes, frees or only gives names cannot.
        case $line in *memory*|*error*|*options*|*write_fn*|*"_system *"*|*"_files *"*|*"_writer *w"*|*"_input *"*) can=yes ;; esac
        case $f in *_free|*_close|*_name|*_text|*_memory|*_memory_used) can=no ;; esac
        case $f in *writer_close|*writer_end) can=yes ;; esac
        [ "${TABLE:-}" ] && printf '%-28s %-4s %s\n' "$f" "$can" "${faults:-  (${others# })}"
        if [ $can = yes ] && [ -z "$faults" ]; then fail "$f can fail, and no test of tests/fault calls it"
        elif [ -z "$faults$others" ]; then fail "$f is called by no test"
        else ok; fi
    done <"$work/declared"
done
finish
