#!/bin/sh
# Makes the recording of a desktop that does not exist: a game, its broadcast, a browser, a film, a compositor, two kiosk
# programs, jobs on an NPU, on four devices of four drivers.
#
#   sh tools/make_recording.sh examples/data/samples/drm/desktop
#
# The same file each time: randomness comes from our own generator.
set -e
[ $# -eq 1 ] || { sed -n '2,7p' "$0" >&2; exit 2; }
mkdir -p "$1"

printf '%s\t%s\t%s\n' \
    1204 mira lumen-shell \
    1251 mira lumen-panel \
    2877 mira harbor-gpu \
    3520 mira reelview \
    3702 ml scribe-npu \
    3766 ml captiond \
    4310 mira starfall \
    4388 mira castbox \
    5120 ml batch-render \
    5310 kiosk panelkiosk \
    5342 kiosk weathermap >"$1/processes.txt"

awk '
function chance(spread) { # from -spread to spread
    seed = (seed * 16807) % 2147483647
    return (seed / 2147483647 * 2 - 1) * spread
}
function share(mean, spread,    x) {
    x = mean + chance(spread)
    return x < 0 ? 0 : x
}
function whole(x) { return sprintf("%.0f", x - x % 1) }
function size(kib) { # as the core of DRM prints it
    if (kib == 0) return "0"
    if (kib % 1024 == 0) return whole(kib / 1024) " MiB"
    return kib " KiB"
}
function open_text(pid, fd) {
    if (at > 0) at += 31000 + whole(chance(9000))
    printf "@ %s %d %d\n", whole(at), pid, fd
    if (at == 0) at = 1000
}
function head(driver, id, pdev) {
    printf "drm-driver:\t%s\ndrm-client-id:\t%d\n", driver, id
    if (pdev != "") printf "drm-pdev:\t%s\n", pdev
}
# The counter of an engine of a client: it has grown by that many percent of the time since the last call.
function work(id, engine, percent,    k) {
    k = id " " engine
    if (!(k in ns)) ns[k] = percent * 1.7e9
    else ns[k] += percent / 100 * (at - last[k])
    last[k] = at
    return ns[k]
}
function amd_engine(id, engine, percent) { # an engine that never worked is not printed
    if (percent > 0 || ((id " " engine) in ns)) printf "drm-engine-%s:\t%s ns\n", engine, whole(work(id, engine, percent))
}
function amd_region(name, total, shared, resident) {
    printf "drm-total-%s:\t%s\ndrm-shared-%s:\t%s\n", name, size(total), name, size(shared)
    printf "drm-resident-%s:\t%s\ndrm-purgeable-%s:\t0\n", name, size(resident), name
    printf "drm-memory-%s:\t%d KiB\n", name, resident
}
function amdgpu(pid, fd, id, vram, gtt, gfx, compute, dma, dec, enc) {
    open_text(pid, fd)
    head("amdgpu", id, "0000:03:00.0")
    amd_region("vram", whole(vram * 1.06), 8160, vram)
    amd_region("gtt", gtt, 512, gtt)
    amd_region("cpu", 0, 0, 0)
    printf "amd-evicted-vram:\t0 KiB\namd-requested-vram:\t%d KiB\namd-requested-gtt:\t%d KiB\n", vram, gtt
    amd_engine(id, "gfx", gfx)
    amd_engine(id, "compute", compute)
    amd_engine(id, "dma", dma)
    amd_engine(id, "dec", dec)
    amd_engine(id, "enc", enc)
}
function xe_region(name, total, shared) {
    printf "drm-total-%s:\t%s\ndrm-shared-%s:\t%s\ndrm-active-%s:\t0\n", name, size(total), name, size(shared), name
    printf "drm-resident-%s:\t%s\n", name, size(total)
}
function xe_engine(id, engine, percent, capacity) { # a clock of 19.2 MHz
    printf "drm-cycles-%s:\t%s\n", engine, whole(work(id, engine, percent * capacity) * 0.0192)
    printf "drm-total-cycles-%s:\t%s\n", engine, whole((at + 7.3e12) * 0.0192)
    if (capacity > 1) printf "drm-engine-capacity-%s:\t%d\n", engine, capacity
}
function xe(pid, fd, id, system_kib, gtt, rcs, bcs, vcs, vecs) {
    open_text(pid, fd)
    head("xe", id, "0000:00:02.0")
    xe_region("system", system_kib, 16384)
    xe_region("gtt", gtt, 0)
    xe_region("stolen", 0, 0)
    xe_engine(id, "rcs", rcs, 1)
    xe_engine(id, "bcs", bcs, 1)
    xe_engine(id, "vcs", vcs, 2)
    xe_engine(id, "vecs", vecs, 2)
    xe_engine(id, "ccs", 0, 1)
}
function panthor(pid, fd, id, kib, percent) {
    open_text(pid, fd)
    head("panthor", id, "")
    percent = work(id, "panthor", percent)
    printf "drm-engine-panthor:\t%s ns\ndrm-cycles-panthor:\t%s\n", whole(percent), whole(percent * 0.71)
    printf "drm-maxfreq-panthor:\t1000000000 Hz\ndrm-curfreq-panthor:\t%d000000 Hz\n", 600 + 100 * (sweep % 4)
    printf "panthor-resident-memory:\t%d KiB\npanthor-active-memory:\t%d KiB\n", kib / 4, kib / 4
    printf "drm-total-memory:\t%s\ndrm-shared-memory:\t0\ndrm-active-memory:\t%s\n", size(kib), size(kib - 280)
    printf "drm-resident-memory:\t%s\ndrm-purgeable-memory:\t0\n", size(kib)
}
function npu(pid, fd, id, kib, percent) {
    open_text(pid, fd)
    head("amdxdna_accel_driver", id, "0000:c5:00.1")
    printf "drm-total-memory:\t%s\ndrm-shared-memory:\t%s\ndrm-active-memory:\t0\n", size(kib), size(4096)
    printf "drm-engine-npu-amdxdna:\t%s ns\n", whole(work(id, "npu", percent))
}
BEGIN {
    seed = 20260
    for (sweep = 0; sweep < 14; sweep++) {
        print "# processes " 214 + (sweep > 4) + (sweep > 6) - (sweep > 10)
        print "# refused 3"
        at = sweep * 1e9
        film = sweep == 8 ? 0 : share(37, 6) # paused for a second
        scene = 70 + 18 * sin(sweep / 2.1)
        amdgpu(1204, 12, 11, 148480, 22016, share(4, 2), 0, share(0.4, 0.3), 0, 0)
        xe(1204, 14, 12, 98304, 1024, share(13, 4), share(1, 0.8), 0, 0)
        printf "@ %s 1251 14\n", whole(at += 21000)
        # The panel holds the same client: the text that the shell has, as it is printed a moment later.
        head("xe", 12, "0000:00:02.0")
        xe_region("system", 98304, 16384)
        xe_engine(12, "rcs", 13, 1)
        xe(2877, 19, 25, 311296 + 4096 * (sweep % 5), 2048, share(22, 12), share(2, 2), sweep > 5 ? share(6, 3) : 0, 0)
        printf "drm-client-name:\twebgl\n"
        xe(3520, 17, 31, 180224, 512, share(3, 1), 0, film, film / 4)
        if (sweep < 11) npu(3702, 9, 34, 1310720, sweep < 9 ? share(86, 9) : share(12, 8))
        if (sweep > 6) npu(3766, 7, 52, 262144, share(9, 5))
        amdgpu(4310, 33, 40, 3355443 + 20480 * sweep, 262144, share(scene, 7), share(6, 3), share(1.5, 1), 0, 0)
        amdgpu(4388, 21, 41, 212992, 65536, share(5, 2), 0, share(0.8, 0.5), 0, share(31, 5))
        if (sweep > 4) amdgpu(5120, 18, 44, 524288 + 131072 * (sweep - 5), 4096, 0, share(48, 20), share(4, 3), 0, 0)
        panthor(5310, 11, 46, 65816, share(34, 8))
        panthor(5342, 11, 47, 22472, share(11, 6))
        print "="
    }
}' >"$1/sweeps.txt"
