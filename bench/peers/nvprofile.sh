#!/bin/sh
# Builds build/bench/nvprofile-peer from what is here, and says what is absent.
#
#   PEER_YYJSON=FOLDER_OF_yyjson.c sh bench/peers/nvprofile.sh && PEER=build/bench/nvprofile-peer build/bench/nvprofile
set -eu
B=${B:-build}
CXX=${CXX:-c++}
flags= sources=
mkdir -p "$B/bench"
if [ -n "${PEER_YYJSON:-}" ] && [ -f "$PEER_YYJSON/yyjson.c" ]; then
    ${CC:-cc} -O2 -c -o "$B/bench/yyjson.o" "$PEER_YYJSON/yyjson.c"
    flags="$flags -DPEER_YYJSON -I$PEER_YYJSON" sources="$B/bench/yyjson.o"
else
    echo "yyjson: absent (PEER_YYJSON names the folder of yyjson.c)"
fi
if echo '#include <simdjson.h>' | $CXX -std=c++17 -fsyntax-only -xc++ - 2>/dev/null; then
    flags="$flags -DPEER_SIMDJSON" sources="$sources -lsimdjson"
else
    echo "simdjson: absent (simdjson.h is not installed)"
fi
echo "nvidia-settings: absent (nothing here builds its reader)"
[ -n "$flags" ] || exit 0
$CXX -std=c++17 -O2 $flags -o "$B/bench/nvprofile-peer" bench/peers/nvprofile.cc $sources
echo "$B/bench/nvprofile-peer built"
