# For the scripts of tests/compile, after tests/lib.sh.
CC=${CC:-cc} CXX=${CXX:-c++} B=${B:-build}
warn="-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-qual -Wundef -Wdouble-promotion"
posix="-D_POSIX_C_SOURCE=200809L -D_XOPEN_SOURCE=700"
headers=$(ls drmfdinfo.h nvprofile.h ncurep.h nvsection.h cubin.h 2>/dev/null)
work=$B/compile/$(basename "$0" .sh)${PART:+-$PART}
rm -rf "$work"
mkdir -p "$work"
# prefix_of HEADER: DRMFD for drmfdinfo.h and so on, as the header says itself.
prefix_of() { sed -n 's/^ *#define \([A-Z]*\)_IMPLEMENTATION$/\1/p' "$1" | head -n 1; }
lower() { printf %s "$1" | tr '[:upper:]' '[:lower:]'; }
has_posix() { grep -q "^#if.*$(prefix_of "$1")_POSIX" "$1"; }
