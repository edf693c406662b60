# Replays the seeds and the former finds of every fuzz target, an input a test, and checks the syntax of every dictionary.
. tests/lib.sh
for source in fuzz/*.c; do
    t=${source#fuzz/} t=${t%.c}
    [ "$t" = replay ] && continue
    program=${B:-build}/fuzz/$t
    if [ ! -x "$program" ]; then skip "needs $program"; continue; fi
    inputs=
    for folder in fuzz/seeds/$t fuzz/regress/$t; do
        [ -d "$folder" ] && inputs="$inputs $(find "$folder" -type f | sort | tr '\n' ' ')"
    done
    set -- $inputs
    if [ $# -eq 0 ]; then fail "$t has no seeds"; continue; fi
    # All in one program first, which is quick; one by one when that fails.
    if out=$("$program" "$@" 2>&1) && [ "$out" = "$# inputs" ]; then
        passed=$((passed + $#))
    else
        for input in "$@"; do check "$t $input" "$program" "$input"; done
        [ $failed -gt 0 ] || fail "$t: all inputs in one program" "$out"
    fi
done
# Entries are NAME="..." or "...": printable characters, \\, \" and \xHH.
for dict in fuzz/dict/*.dict; do
    [ -f "$dict" ] || continue
    [ -f "fuzz/$(basename "$dict" .dict).c" ] || fail "$dict belongs to no target"
    wrong=$(LC_ALL=C grep -vE '^[[:space:]]*(#.*)?$|^([A-Za-z0-9_]+(@[0-9]+)?=)?"([] !#-[^-~]|\\\\|\\"|\\x[0-9A-Fa-f]{2})+"$' "$dict")
    if [ -z "$wrong" ]; then ok; else fail "$dict" "$wrong"; fi
done
finish
