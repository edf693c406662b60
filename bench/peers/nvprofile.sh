#!/bin/sh
# Builds build/bench/nvprofile-peer (yyjson, simdjson) and build/bench/nvprofile-settings (the reader of nvidia-settings) from
# what is here, and says what is absent.
#
#   PEER_YYJSON=FOLDER_OF_yyjson.c PEER_NVIDIA_SETTINGS=SOURCE_TREE make bench-nvprofile
#
# The source of nvidia-settings (GPL) is compiled where it lies, with the jansson that comes with it.
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
rm -f "$B/bench/nvprofile-settings"
src=${PEER_NVIDIA_SETTINGS:-}/src
if [ -z "${PEER_NVIDIA_SETTINGS:-}" ]; then
    echo "nvidia-settings: absent (PEER_NVIDIA_SETTINGS names its source tree)"
elif [ ! -f "$src/app-profiles.c" ]; then
    echo "nvidia-settings: absent (no src/app-profiles.c in $PEER_NVIDIA_SETTINGS)"
else
    dir=$B/bench/peer-settings
    mkdir -p "$dir"
    echo '#define NVIDIA_VERSION "0"' >"$dir/version.h"
    if ${CC:-cc} -O2 -w -DHAVE_STDINT_H -DPROGRAM_NAME='"peer"' -I"$dir" -I"$src" -I"$src/common-utils" -I"$src/jansson" \
        -o "$B/bench/nvprofile-settings" bench/peers/nvprofile_settings.c "$src/app-profiles.c" \
        "$src/common-utils/common-utils.c" "$src/common-utils/msg.c" "$src"/jansson/*.c -lm >"$dir/log" 2>&1; then
        echo "$B/bench/nvprofile-settings built"
    else
        echo "nvidia-settings: could not be built"
        head -n 5 "$dir/log"
    fi
fi
[ -n "$flags" ] || exit 0
$CXX -std=c++17 -O2 $flags -o "$B/bench/nvprofile-peer" bench/peers/nvprofile.cc $sources
echo "$B/bench/nvprofile-peer built"
