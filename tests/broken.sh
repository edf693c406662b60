# For tests that break the output of tools, after lib.sh and with $work and $tool set: a library that is loaded before others, and
# broken, which runs a tool with it. have_preload is 0, and the test skipped, where that cannot be.
have_preload=1
if ! ${CC:-cc} -shared -fPIC -o "$work/preload.so" tests/preload.c -ldl 2>/dev/null ||
    ! LD_PRELOAD=$work/preload.so "$tool" --version >/dev/null 2>&1; then
    skip "needs a linker for libraries that are loaded before others, and a tool without sanitizers"
    have_preload=0
fi

# broken NAME CALL HOW ARGUMENT...: runs $tool with -o over an old file; each of its CALLs fails in turn, or ends it. The file
# is then the old one or, after the rename, the whole new one.
broken() {
    broken_name=$1 call=$2 how=$3
    shift 3
    at=1 hits=0
    "$tool" "$@" -o "$work/whole" >/dev/null 2>&1 </dev/null
    while [ $at -le 200 ]; do
        mkdir "$work/out"
        echo old >"$work/out/report"
        FAIL_CALL=$call FAIL_AT=$at FAIL_HOW=$how LD_PRELOAD=$work/preload.so "$tool" "$@" -o "$work/out/report" >/dev/null 2>"$work/errors" </dev/null
        code=$?
        left=$(ls "$work/out" | wc -l)
        is=other
        if [ "$(head -c 4 "$work/out/report" | tr -d '\000')" = old ]; then is=old
        elif cmp -s "$work/whole" "$work/out/report"; then is=new; fi
        rm -r "$work/out"
        if [ $is = other ] || { [ $code -eq 0 ] && [ $is = old ]; }; then fail "$broken_name, $call $at: exit code $code, and the file is not whole"; return; fi
        if [ $code -eq 0 ]; then # all calls went well; those for the first bytes, and for the folder, may fail
            [ $at -eq 1 ] || break
            at=2
            continue
        fi
        if [ "$how" = fail ] && { [ $code -ne 3 ] || [ "$left" -ne 1 ] || [ $is != old ] || [ ! -s "$work/errors" ]; }; then
            fail "$broken_name, $call $at: exit code $code, $left files, $is" "$(cat "$work/errors")"
            return
        fi
        ok
        hits=$((hits + 1))
        at=$((at + 1))
    done
    if [ $hits -eq 0 ]; then fail "$broken_name: $call is never called, or does not matter"; fi
}
