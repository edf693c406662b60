/* Texts of made-up clients, in the shape of what the drivers print. */
#ifndef TESTS_DRMFDINFO_TEXTS_H
#define TESTS_DRMFDINFO_TEXTS_H

#include <stddef.h>

/* 30 lines: four of every file, four that name the client, 18 of memory, 4 engines. */
static const char text_amdgpu[] =
    "pos:\t0\n"
    "flags:\t02100002\n"
    "mnt_id:\t31\n"
    "ino:\t1207\n"
    "drm-driver:\tamdgpu\n"
    "drm-client-id:\t7731\n"
    "drm-pdev:\t0000:0b:00.0\n"
    "pasid:\t32791\n"
    "drm-total-cpu:\t0\n"
    "drm-shared-cpu:\t0\n"
    "drm-active-cpu:\t0\n"
    "drm-resident-cpu:\t0\n"
    "drm-purgeable-cpu:\t0\n"
    "drm-total-gtt:\t188740 KiB\n"
    "drm-shared-gtt:\t2052 KiB\n"
    "drm-resident-gtt:\t188740 KiB\n"
    "drm-total-vram:\t3381 MiB\n"
    "drm-shared-vram:\t33 MiB\n"
    "drm-resident-vram:\t3464364 KiB\n"
    "drm-purgeable-vram:\t768 KiB\n"
    "drm-memory-vram: \t3464364 KiB\n"
    "drm-memory-gtt: \t188740 KiB\n"
    "drm-memory-cpu: \t0 KiB\n"
    "amd-evicted-vram:\t0 KiB\n"
    "amd-requested-vram:\t3461120 KiB\n"
    "amd-requested-gtt:\t186692 KiB\n"
    "drm-engine-gfx:\t812345678901 ns\n"
    "drm-engine-compute:\t52233445566 ns\n"
    "drm-engine-dma:\t9817263544 ns\n"
    "drm-engine-dec:\t120045 ns\n";

/* 37 lines: five regions, six classes of engines with two clocks each. */
static const char text_xe[] =
    "pos:\t0\n"
    "flags:\t0100002\n"
    "mnt_id:\t29\n"
    "ino:\t914\n"
    "drm-driver:\txe\n"
    "drm-client-id:\t52\n"
    "drm-pdev:\t0000:04:00.0\n"
    "drm-client-name:\tviewer\n"
    "drm-total-system:\t1200 KiB\n"
    "drm-shared-system:\t0\n"
    "drm-active-system:\t0\n"
    "drm-resident-system:\t64 KiB\n"
    "drm-purgeable-system:\t0\n"
    "drm-total-gtt:\t448 KiB\n"
    "drm-shared-gtt:\t0\n"
    "drm-active-gtt:\t0\n"
    "drm-resident-gtt:\t448 KiB\n"
    "drm-total-vram0:\t70344 KiB\n"
    "drm-shared-vram0:\t24 MiB\n"
    "drm-active-vram0:\t0\n"
    "drm-resident-vram0:\t70344 KiB\n"
    "drm-total-stolen:\t0\n"
    "drm-cycles-rcs:\t91827364\n"
    "drm-total-cycles-rcs:\t84410029991\n"
    "drm-cycles-bcs:\t1002003\n"
    "drm-total-cycles-bcs:\t84410029991\n"
    "drm-cycles-vcs:\t0\n"
    "drm-total-cycles-vcs:\t84410029991\n"
    "drm-engine-capacity-vcs:\t2\n"
    "drm-cycles-vecs:\t0\n"
    "drm-total-cycles-vecs:\t84410029991\n"
    "drm-engine-capacity-vecs:\t2\n"
    "drm-cycles-ccs:\t5551212\n"
    "drm-total-cycles-ccs:\t84410029991\n"
    "drm-engine-capacity-ccs:\t4\n"
    "drm-cycles-other:\t0\n"
    "drm-total-cycles-other:\t84410029991\n";

static const char text_i915[] =
    "pos:\t0\n"
    "flags:\t02\n"
    "mnt_id:\t24\n"
    "ino:\t333\n"
    "drm-driver:\ti915\n"
    "drm-client-id:\t9\n"
    "drm-pdev:\t0000:00:02.0\n"
    "drm-total-system0:\t42 MiB\n"
    "drm-shared-system0:\t1536\n"
    "drm-active-system0:\t0\n"
    "drm-resident-system0:\t30 MiB\n"
    "drm-purgeable-system0:\t52 KiB\n"
    "drm-total-stolen-system0:\t0\n"
    "drm-engine-render:\t25662044495 ns\n"
    "drm-engine-copy:\t0 ns\n"
    "drm-engine-video:\t88112 ns\n"
    "drm-engine-capacity-video:\t2\n"
    "drm-engine-video-enhance:\t0 ns\n";

/* ns, cycles and a clock: two figures an engine. No PCI address. */
static const char text_panfrost[] =
    "pos:\t0\n"
    "flags:\t02400002\n"
    "mnt_id:\t27\n"
    "ino:\t531\n"
    "drm-driver:\tpanfrost\n"
    "drm-client-id:\t3\n"
    "drm-engine-fragment:\t1846584880 ns\n"
    "drm-cycles-fragment:\t1424359409\n"
    "drm-maxfreq-fragment:\t799999987 Hz\n"
    "drm-curfreq-fragment:\t799999987 Hz\n"
    "drm-engine-vertex-tiler:\t71932239 ns\n"
    "drm-cycles-vertex-tiler:\t52617357\n"
    "drm-maxfreq-vertex-tiler:\t800 MHz\n"
    "drm-curfreq-vertex-tiler:\t799999987 Hz\n"
    "drm-total-memory:\t290 MiB\n"
    "drm-shared-memory:\t0\n"
    "drm-active-memory:\t6 MiB\n"
    "drm-resident-memory:\t290 MiB\n"
    "drm-purgeable-memory:\t12 MiB\n";

/* A blank and a tab after the colon, lines of its own. */
static const char text_v3d[] =
    "pos:\t0\n"
    "flags:\t02\n"
    "mnt_id:\t22\n"
    "ino:\t77\n"
    "drm-driver:\tv3d\n"
    "drm-client-id:\t18\n"
    "drm-engine-bin: \t4004004 ns\n"
    "v3d-jobs-bin: \t90 jobs\n"
    "drm-engine-render: \t8123123 ns\n"
    "v3d-jobs-render: \t91 jobs\n"
    "drm-engine-cache_clean: \t0 ns\n"
    "v3d-jobs-cache_clean: \t0 jobs\n"
    "drm-total-memory:\t18 MiB\n"
    "drm-shared-memory:\t7 MiB\n";

/* An accelerator: memory alone. */
static const char text_npu[] =
    "pos:\t0\n"
    "flags:\t02\n"
    "mnt_id:\t22\n"
    "ino:\t78\n"
    "drm-driver:\tintel_vpu\n"
    "drm-client-id:\t64\n"
    "drm-pdev:\t0000:00:0b.0\n"
    "drm-total-memory:\t6 MiB\n"
    "drm-shared-memory:\t0\n"
    "drm-resident-memory:\t512 KiB\n";

/* An eventfd: no DRM client. */
static const char text_other[] =
    "pos:\t0\n"
    "flags:\t02004002\n"
    "mnt_id:\t14\n"
    "ino:\t1057\n"
    "eventfd-count:                0\n"
    "eventfd-id: 41\n";

/* All that a text should not have. */
static const char text_hostile[] =
    "drm-driver:\t\n"
    "drm-driver: odd:name here \r\n"
    "drm-client-id: -1\n"
    "drm-client-id: 18446744073709551615\n"
    "drm-client-name:\tna\xc3\xafve\n"
    "drm-pdev: 0000:00:02.9\n"
    "drm-pdev: 10000:e1.1f.7\n"
    "\n"
    "\r\n"
    "no colon here\n"
    " drm-driver: x\n"
    ": 1\n"
    "drm-engine-: 5 ns\n"
    "drm-engine-a b: 5 ns\n"
    "drm-engine-2D/3D: 00000000000000000000000000005 ns\t\n"
    "drm-engine-2D/3D: 18446744073709551611 ns\n"
    "drm-engine-2D/3D: 1\n"
    "drm-engine-dec: 18446744073709551616 ns\n"
    "drm-engine-capacity-dec: 0\n"
    "drm-engine-capacity-dec: 3 ns\n"
    "drm-cycles-dec: 12cycles\n"
    "drm-total-cycles-dec: 99\n"
    "drm-maxfreq-dec: 2 kHz\n"
    "drm-maxfreq-dec: 18446744073709552 KHz\n"
    "drm-total-a: 17179869184 GiB\n"
    "drm-total-a: 17179869183 GiB\n"
    "drm-total-a: 1 GB\n"
    "drm-memory-a: 2 KiB x\n"
    "drm-memory-a: 3 KiB\n"
    "drm-evicted-a: 4 KiB\n"
    "drm-curfreq-dec: 1 Hz\n"
    "key\0with: nul\n"
    "drm-active-a: 7 \t MiB \t\r\n"
    "drm-active-a:8\r\r\n"
    "drm-shared-\xff\x80: 9 MiB\n"
    "drm-purgeable-a: 1";

#define TEXT(t) {#t, t, sizeof t - 1}
static const struct text_sample {
    const char *name, *text;
    size_t len;
} text_samples[] = {TEXT(text_amdgpu), TEXT(text_xe),  TEXT(text_i915),  TEXT(text_panfrost),
                    TEXT(text_v3d),    TEXT(text_npu), TEXT(text_other), TEXT(text_hostile)};
#define TEXT_SAMPLES (sizeof text_samples / sizeof *text_samples)

#endif
