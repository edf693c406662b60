# What a tool does before main: each pointer in its tables is relocated at every start, 13 instructions of some 300,000. Texts of many
# lines are arrays of characters instead (tools/strings.mk).
. tests/lib.sh
B=${B:-build}
have readelf || { skip "needs readelf"; finish; exit; }
for row in ncurep:5600 nvsection:5200 nvprofile:1700 drmfdinfo:560 drmtop:580; do
    tool=${row%:*} most=${row#*:}
    count=$(readelf -rW "$B/$tool" 2>/dev/null | grep -c '_RELATIVE')
    if [ "$count" -eq 0 ]; then skip "$tool: needs relocations that are neither packed nor done by the linker"
    elif readelf -sW "$B/$tool" | grep -q -e __asan_init -e __ubsan_handle -e __llvm_profile -e __gcov_; then skip "$tool: needs a build without tables of its compiler"
    elif [ "$count" -le "$most" ]; then ok; else fail "$tool: $count pointers are relocated, $most are allowed"; fi
done
finish
