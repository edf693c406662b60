#!/bin/sh
# Builds build/bench/drmfdinfo-igt from a source tree of igt-gpu-tools that you fetched: PEER_IGT=FOLDER. Its
# lib/igt_drm_fdinfo.c is compiled as it is; reading a file is replaced by a copy of the text, so that parsing alone is timed.
# The readers of nvtop and htop stand in files that need libdrm or their whole program: they are not built here.
set -eu
B=${B:-build}
[ -z "${PEER_NVTOP:-}${PEER_HTOP:-}" ] || echo "nvtop, htop: not timed, their readers cannot be built by themselves"
if [ -z "${PEER_IGT:-}" ]; then
    echo "igt: absent (PEER_IGT=folder of igt-gpu-tools)"
    exit 0
fi
[ -f "$PEER_IGT/lib/igt_drm_fdinfo.c" ] || { echo "igt: no lib/igt_drm_fdinfo.c in $PEER_IGT"; exit 0; }
dir=$B/bench/peer-igt
mkdir -p "$dir"
cp "$PEER_IGT/lib/igt_drm_fdinfo.c" "$PEER_IGT/lib/igt_drm_fdinfo.h" "$dir"
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
if ${CC:-cc} -O2 -w -I. -I"$dir" -o "$B/bench/drmfdinfo-igt" bench/peers/drmfdinfo_igt.c "$dir/igt_drm_fdinfo.c" >"$dir/log" 2>&1; then
    echo "igt: built from $PEER_IGT"
else
    echo "igt: could not be built"
    head -n 5 "$dir/log"
fi
