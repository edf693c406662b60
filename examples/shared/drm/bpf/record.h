/* What the programs print, in the byte order of the machine: a HEAD, a FILE for each open file of a device, an END. */
#ifndef EXAMPLES_DRM_BPF_RECORD_H
#define EXAMPLES_DRM_BPF_RECORD_H

#define DRM_BPF_MAGIC 0x31736c6966646472ull /* "rddfils1"; a change of the struct changes it */

enum { DRM_BPF_HEAD = 1, DRM_BPF_FILE = 2, DRM_BPF_END = 3 };

struct drm_bpf_record {
    unsigned kind;
    unsigned pid, fd;       /* of a file; pid as in the first namespace. Of the END, pid: 1 if closes are counted */
    unsigned major, minor;  /* of the device node */
    unsigned unused;
    unsigned long long number; /* of the HEAD, the magic; of the END, how many clients closed so far */
};

#endif
