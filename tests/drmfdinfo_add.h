/* A sample in one line. Include it after drmfdinfo.h. Nothing of libc: tests/job.c also runs without. */
#ifndef TESTS_DRMFDINFO_ADD_H
#define TESTS_DRMFDINFO_ADD_H

static inline drmfd_code add_text(drmfd_tracker *t, int64_t now, uint64_t pid, uint64_t fd, uint64_t device,
                                  const void *text, size_t len, int whole)
{
    static drmfd_sample none;
    drmfd_sample s = none;
    s.time = now;
    s.pid = pid;
    s.fd = fd;
    s.device = device;
    s.data = text;
    s.size = len;
    s.flags = whole ? 0 : DRMFD_READ_CUT;
    return drmfd_tracker_add(t, &s, NULL);
}

#endif
