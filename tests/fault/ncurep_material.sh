# Reading or writing fails at each call in turn, or the program ends there: the old file stays whole.
. tests/lib.sh
tool=${B:-build}/ncurep
samples=examples/samples/ncurep
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ ! -x "$tool" ]; then skip "needs the tool ncurep"; finish; exit; fi
if ! ${CC:-cc} -shared -fPIC -o "$work/preload.so" tests/preload.c -ldl 2>/dev/null || ! LD_PRELOAD=$work/preload.so "$tool" --version >/dev/null 2>&1; then
    skip "needs a linker for libraries that are loaded before others"
    finish
    exit
fi

# broken NAME CALL HOW ARGUMENT...: runs the tool with -o; each of its CALLs fails in turn.
broken() {
    broken_name=$1 call=$2 how=$3
    shift 3
    at=1 hits=0
    while [ $at -le 200 ]; do
        mkdir "$work/out"
        echo old >"$work/out/report"
        FAIL_CALL=$call FAIL_AT=$at FAIL_HOW=$how LD_PRELOAD=$work/preload.so "$tool" "$@" -o "$work/out/report" >/dev/null 2>"$work/errors" </dev/null
        code=$?
        left=$(ls "$work/out" | wc -l)
        old=$(head -c 4 "$work/out/report" | tr -d '\000')
        rm -r "$work/out"
        if [ $code -eq 0 ]; then # all calls went well; that for the first bytes, which tell a packed report, may fail
            [ $at -eq 1 ] || break
            at=2
            continue
        fi
        if [ "$old" != old ]; then fail "$broken_name, $call $at: the old file is not whole"; return; fi
        if [ "$how" = fail ] && { [ $code -ne 3 ] || [ "$left" -ne 1 ] || [ ! -s "$work/errors" ]; }; then
            fail "$broken_name, $call $at: exit code $code, $left files" "$(cat "$work/errors")"
            return
        fi
        ok
        hits=$((hits + 1))
        at=$((at + 1))
    done
    if [ $hits -eq 0 ]; then fail "$broken_name: $call is never called, or does not matter"; fi
}
writer() {
    for fault in pread fwrite fflush fsync rename; do broken "$1" $fault fail "$@"; done
    for fault in fwrite fsync rename; do broken "$1" $fault kill "$@"; done
}
writer slice -c 2 --metrics 'gpu__*' $samples/orchard.ncu-rep
writer merge $samples/saxpy.ncu-rep $samples/mixed.ncu-rep
head -c 20000 $samples/orchard.ncu-rep >"$work/cut"
writer salvage "$work/cut"
if "$tool" pack $samples/orchard.ncu-rep >"$work/z" 2>/dev/null; then
    writer pack $samples/orchard.ncu-rep
    writer unpack "$work/z"
else
    skip "needs libzstd at build time"
fi
finish
