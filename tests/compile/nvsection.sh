# nvsection.h by itself: every language version of the compilers that are here without a warning, its macros, what the
# object holds, and the program of its first page.
. tests/lib.sh
h=nvsection X=NVS
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
warn='-Werror -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-qual -Wundef -Wdouble-promotion'
printf '#define %s_IMPLEMENTATION\n#include "%s.h"\n#include "%s.h"\n' $X $h $h >"$tmp/body.c"
cp "$tmp/body.c" "$tmp/body.cpp"
for cc in gcc clang; do
    if ! have $cc; then skip "needs $cc"; continue; fi
    for std in c99 c11 c2x; do
        check "$cc $std" $cc -std=$std $warn -I. -fsyntax-only "$tmp/body.c"
    done
    check "$cc posix" $cc -std=c99 -D_POSIX_C_SOURCE=200809L -D${X}_POSIX $warn -I. -fsyntax-only "$tmp/body.c"
    check "$cc static" $cc -std=c99 -D${X}_STATIC $warn -I. -fsyntax-only "$tmp/body.c"
    check "$cc no libc" $cc -std=c99 -D${X}_NO_LIBC $warn -I. -fsyntax-only "$tmp/body.c"
done
for cxx in g++ clang++; do
    if ! have $cxx; then skip "needs $cxx"; continue; fi
    check "$cxx c++98" $cxx -std=c++98 -Wno-long-long $warn -I. -fsyntax-only "$tmp/body.cpp"
    check "$cxx c++20" $cxx -std=c++20 $warn -I. -fsyntax-only "$tmp/body.cpp"
    check "$cxx c++20 static posix" $cxx -std=c++20 -D_POSIX_C_SOURCE=200809L -D${X}_STATIC -D${X}_POSIX $warn -I. -fsyntax-only "$tmp/body.cpp"
done
cc=${CC:-cc}
# Parts that are left out, alone and together, leave nothing that is not used.
for parts in NO_WRITE NO_LIBRARY NO_EVALUATE NO_RULES "NO_WRITE NO_LIBRARY" "NO_EVALUATE NO_RULES" "NO_LIBRARY NO_EVALUATE NO_RULES" \
    "NO_WRITE NO_EVALUATE" "NO_WRITE NO_LIBRARY NO_EVALUATE NO_RULES"; do
    defines=$(for p in $parts; do echo "-D${X}_$p"; done)
    check "without $parts" $cc -std=c99 $warn $defines -I. -fsyntax-only "$tmp/body.c"
    check "without $parts, posix, static, no libc" $cc -std=c99 -D_POSIX_C_SOURCE=200809L -D${X}_POSIX -D${X}_STATIC -D${X}_NO_LIBC $warn $defines -I. -fsyntax-only "$tmp/body.c"
done
# POSIX mode says what it needs; fast math is refused.
if $cc -std=c99 -U_POSIX_C_SOURCE -D${X}_POSIX -I. -fsyntax-only "$tmp/body.c" 2>"$tmp/err"; then fail "POSIX without _POSIX_C_SOURCE"; else ok; fi
if $cc -std=c99 -ffast-math -I. -fsyntax-only "$tmp/body.c" 2>"$tmp/err"; then fail "fast math is not refused"; else ok; fi
# Nothing writable, nothing undefined without libc, no name that is not ours.
check "object" $cc -std=c99 -O2 -D${X}_NO_LIBC -ffreestanding -I. -c -o "$tmp/free.o" "$tmp/body.c"
if have nm && have size; then
    undefined=$(nm -u "$tmp/free.o" | grep -v _GLOBAL_OFFSET_TABLE_)
    if [ -z "$undefined" ]; then ok; else fail "undefined symbols without libc" "$undefined"; fi
    writable=$(size "$tmp/free.o" | awk 'NR == 2 { print $2 + $3 }')
    if [ "$writable" = 0 ]; then ok; else fail "$writable writable bytes"; fi
    names=$(nm -g --defined-only "$tmp/free.o" | awk '{ print $3 }' | grep -v '^nvs_')
    if [ -z "$names" ]; then ok; else fail "names that are not ours" "$names"; fi
    inner=$(nm -g --defined-only "$tmp/free.o" | awk '{ print $3 }' | grep '^nvs_i_')
    if [ -z "$inner" ]; then ok; else fail "private names that are visible" "$inner"; fi
else
    skip "needs nm and size"
fi
# Private macros end with the header.
printf '#define %s_IMPLEMENTATION\n#include "%s.h"\n' $X $h | $cc -std=c99 -I. -dM -E - | awk '{ print $2 }' | grep "^${X}_I_" >"$tmp/macros"
if [ ! -s "$tmp/macros" ]; then ok; else fail "private macros that are left" "$(cat "$tmp/macros")"; fi
# Two files, one of them with the bodies.
printf '#include "%s.h"\nint main(void) { return nvs_code_name(NVS_OK)[0] != 111; }\n' $h >"$tmp/main.c"
check "two files" $cc -std=c99 -I. -o "$tmp/two" "$tmp/main.c" "$tmp/body.c"
check "two files run" "$tmp/two"
# The program of the first page.
sed -n '/^A whole program/,/^PROMISES/p' $h.h | sed '1d;$d' | sed 's/^    //' >"$tmp/page.c"
check "the program of the first page" $cc -std=c99 $warn -I. -o "$tmp/page" "$tmp/page.c"
if [ "$("$tmp/page")" = "SM cycles: 1500" ]; then ok; else fail "what that program prints" "$("$tmp/page")"; fi
finish
