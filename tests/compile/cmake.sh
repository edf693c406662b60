# The CMake targets: as a subfolder, and installed and found.
. tests/lib.sh
if ! have cmake; then
    skip "needs cmake"
    finish
    exit
fi
top=$(pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
names=$(ls drmfdinfo.h nvprofile.h ncurep.h nvsection.h cubin.h 2>/dev/null | sed 's/\.h$//')

project() { # folder, line that brings the targets
    mkdir -p "$1"
    {
        echo 'cmake_minimum_required(VERSION 3.14)'
        echo 'project(user C)'
        echo "$2"
        for n in $names; do
            printf '#include <%s.h>\n' "$n" >"$1/$n.c"
            echo "add_library(use_$n STATIC $n.c)"
            echo "target_link_libraries(use_$n PRIVATE gpuloupe::$n)"
        done
    } >"$1/CMakeLists.txt"
}

project "$work/sub" "add_subdirectory($top headers)"
check "add_subdirectory" sh -c "cmake -S '$work/sub' -B '$work/sub/build' && cmake --build '$work/sub/build'"
check "install" sh -c "cmake -S . -B '$work/self' -DCMAKE_INSTALL_PREFIX='$work/prefix' && cmake --install '$work/self'"
project "$work/found" "find_package(gpuloupe 1.0 REQUIRED)"
check "find_package" sh -c "cmake -S '$work/found' -B '$work/found/build' -DCMAKE_PREFIX_PATH='$work/prefix' && cmake --build '$work/found/build'"
check "make install" make -s install PREFIX=/usr DESTDIR="$work/dest" CC="${CC:-cc}" B="${B:-build}"
for n in $names; do
    check "installed $n.h" test -f "$work/dest/usr/include/$n.h"
    if have pkg-config; then
        flags=$(PKG_CONFIG_PATH="$work/dest/usr/lib/pkgconfig" PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1 pkg-config --cflags "$n" 2>&1)
        case $flags in *-I/usr/include*) ok ;; *) fail "pkg-config $n" "$flags" ;; esac
    else skip "needs pkg-config"; fi
done
project "$work/made" "find_package(gpuloupe 1.0 REQUIRED)"
check "find_package after make install" sh -c "cmake -S '$work/made' -B '$work/made/build' -DCMAKE_PREFIX_PATH='$work/dest/usr' && cmake --build '$work/made/build'"
project "$work/newer" "find_package(gpuloupe 2.0)
if(gpuloupe_FOUND)
    message(FATAL_ERROR \"a version of the future is found\")
endif()
return()"
check "find_package of a later version" cmake -S "$work/newer" -B "$work/newer/build" -DCMAKE_PREFIX_PATH="$work/dest/usr"
for t in ncurep drmtop; do
    if have readelf && [ -n "$(readelf -S "$work/dest/usr/bin/$t" 2>/dev/null | grep debug_info)" ]; then fail "$t is installed with debug information"; else ok; fi
done
check "make uninstall" make -s uninstall PREFIX=/usr DESTDIR="$work/dest"
left=$(find "$work/dest" -type f)
if [ -z "$left" ]; then ok; else fail "make uninstall leaves files" "$left"; fi
finish
