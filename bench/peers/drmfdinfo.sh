#!/bin/sh
# Builds build/bench/drmfdinfo-NAME from source trees that you fetched: PEER_IGT=FOLDER of igt-gpu-tools, PEER_NVTOP=FOLDER
# of nvtop (needs libdrm's headers), PEER_HTOP=FOLDER of htop (needs those of curses). Their files are compiled as they are;
# what they call besides, and does not run here, is left out of the link.
set -eu
B=${B:-build} CC=${CC:-cc}
rm -f "$B"/bench/drmfdinfo-igt "$B"/bench/drmfdinfo-nvtop* "$B"/bench/drmfdinfo-htop*

# build NAME FOLDER FILE_THAT_MUST_BE_THERE FLAGS... : says what came of it
build()
{
    name=$1 folder=$2 file=$3
    shift 3
    if [ -z "$folder" ]; then
        echo "$name: absent (PEER_$(echo "$name" | tr '[:lower:]' '[:upper:]')=folder of its sources)"
    elif [ ! -f "$folder/$file" ]; then
        echo "$name: no $file in $folder"
    elif $CC -O2 -w -D_GNU_SOURCE -I. -o "$B/bench/drmfdinfo-$name" "bench/peers/drmfdinfo_$name.c" "$@" >"$B/bench/peer-$name/log" 2>&1; then
        echo "$name: built from $folder"
    else
        echo "$name: could not be built"
        head -n 5 "$B/bench/peer-$name/log"
    fi
}

mkdir -p "$B/bench/peer-igt" "$B/bench/peer-nvtop" "$B/bench/peer-htop" "$B/bench/peer-nvtop_look" "$B/bench/peer-htop_look"
part="-no-pie -ffunction-sections -Wl,--gc-sections -Wl,--unresolved-symbols=ignore-all -Wl,-z,lazy"

# igt: reading a file is replaced by a copy of the text.
igt=${PEER_IGT:-} dir=$B/bench/peer-igt
cat >"$dir/drmtest.h" <<'END'
#include <stddef.h>
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
extern const char *peer_text;
extern size_t peer_len;
static inline size_t peer_read(char *to, size_t room)
{
    const size_t n = peer_len < room ? peer_len : room;
    memcpy(to, peer_text, n);
    return n;
}
#define openat(at, name, flags) (1)
#define read(fd, to, room) peer_read(to, room)
#define close(fd) ((void)(fd))
END
if [ -f "$igt/lib/igt_drm_fdinfo.c" ]; then cp "$igt/lib/igt_drm_fdinfo.c" "$igt/lib/igt_drm_fdinfo.h" "$dir"; fi
build igt "$igt" lib/igt_drm_fdinfo.c -I"$dir" "$dir/igt_drm_fdinfo.c"

nvtop=${PEER_NVTOP:-}
# shellcheck disable=SC2086
build nvtop "$nvtop" src/extract_gpuinfo_intel_xe.c $part -I"$nvtop/include" -I"$nvtop/src" -I/usr/include/libdrm \
    -DNVTOP_AMDGPU="\"$nvtop/src/extract_gpuinfo_amdgpu.c\"" -DNVTOP_XE="\"$nvtop/src/extract_gpuinfo_intel_xe.c\"" \
    "$nvtop/src/extract_gpuinfo.c" -lm -ldl
build nvtop_look "$nvtop" src/extract_processinfo_fdinfo.c -I"$nvtop/include" -DHAS_REALLOCARRAY \
    -DNVTOP_SWEEP="\"$nvtop/src/extract_processinfo_fdinfo.c\""

htop=${PEER_HTOP:-} dir=$B/bench/peer-htop
cat >"$dir/config.h" <<'END'
#define PACKAGE "htop"
#define PROCDIR "/proc"
#define HTOP_LINUX 1
#define HAVE_OPENAT 1
#define HAVE_CURSES_H 1
END
# shellcheck disable=SC2086
build htop "$htop" linux/GPU.c $part -I"$dir" -I"$htop" -I"$htop/linux" -DHTOP_GPU="\"$htop/linux/GPU.c\"" "$htop/XUtils.c"
# shellcheck disable=SC2086
build htop_look "$htop" linux/GPU.c $part -I"$dir" -I"$htop" -I"$htop/linux" -DHTOP_GPU="\"$htop/linux/GPU.c\"" "$htop/XUtils.c" "$htop/linux/Compat.c"
