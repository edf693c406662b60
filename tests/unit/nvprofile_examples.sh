. tests/lib.sh
B=${B:-build}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
unset __GL_APPLICATION_PROFILE __GL_APPLICATION_PROFILE_LOG __GL_YIELD
mkdir -p "$dir/.nv/nvidia-application-profiles-rc.d"
echo '{"rules":[{"pattern":"profile_driver","profile":["GLYield","USLEEP","k",0x1]},{"pattern":"copied","profile":["t",1]}]}' \
    >"$dir/.nv/nvidia-application-profiles-rc.d/mine"
mkfifo "$dir/.nv/nvidia-application-profiles-rc.d/pipe" 2>/dev/null
if [ -e /proc/self/exe ] && [ ! -e /etc/nvidia ]; then
    equal "a driver asks for itself" "driver: GLYield = USLEEP
driver: k = 0x1" "$(HOME=$dir "$B/examples/profile_driver" 2>&1)"
    equal "a variable beats a profile" "driver: k = 0x1" "$(HOME=$dir __GL_YIELD=x "$B/examples/profile_driver" 2>&1)"
    if ${CC:-cc} -shared -fPIC -O2 -I. -o "$dir/libdriver.so" examples/short/profile_driver.c 2>/dev/null; then
        equal "loaded into another program" "driver: t = 1" "$(exec 2>&1; cp "$(command -v env)" "$dir/copied"; HOME=$dir LD_PRELOAD=$dir/libdriver.so "$dir/copied" -i)"
    else
        skip "needs a compiler for shared objects"
    fi
    equal "which" "k = 0x1 ($dir/.nv/nvidia-application-profiles-rc.d/mine, line 1)" \
        "$(HOME=$dir "$B/examples/profile_which" profile_driver | sed -n 2p)"
else
    skip "needs /proc and a machine without profiles of its own"
fi
exits 1 "lint" "$B/examples/profile_lint" examples/data/samples/nvprofile/broken.rc
exits 2 "lint of nothing" "$B/examples/profile_lint"
exits 2 "lint of a folder" "$B/examples/profile_lint" "$dir"
exits 2 "lint of no file" "$B/examples/profile_lint" "$dir/nowhere"
equal "lint says what is wrong with the call" "usage: profile_lint FILE
$dir/nowhere: No such file or directory" "$({ "$B/examples/profile_lint"; LC_ALL=C "$B/examples/profile_lint" "$dir/nowhere"; } 2>&1)"
exits 2 "which without a name" "$B/examples/profile_which"
exits 0 "lint of a good file" "$B/examples/profile_lint" examples/data/samples/nvprofile/studio.rc
# A row that is added to an enum without what belongs to it does not compile.
if have cc; then
    printf '#define NVP_IMPLEMENTATION\n#include "half.h"\n' >"$dir/half.c"
    half() { # NAME, PATTERN, ROW before it
        sed "s/^    ROW($2,/    ROW($3) \\\\\n&/" nvprofile.h >"$dir/half.h"
        if cmp -s nvprofile.h "$dir/half.h"; then fail "$1: no row $2"
        elif cc -c -o "$dir/half.o" "$dir/half.c" 2>/dev/null; then fail "$1 compiles half-done"; else ok; fi
    }
    half "a feature without what decides it" NVP_FEATURE_UNSUPPORTED 'NVP_FEATURE_WINDOW, "window", TITLE'
    half "an issue without a class" NVP_ISSUE_BOM 'NVP_ISSUE_BAD_THING, "bad-thing", , "a bad thing"'
else
    skip "needs cc"
fi
finish
