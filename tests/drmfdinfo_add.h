/* A sample in one line. Include it after drmfdinfo.h. */
#ifndef TESTS_DRMFDINFO_ADD_H
#define TESTS_DRMFDINFO_ADD_H

#include <string.h>

static inline drmfd_code add_text(drmfd_tracker *t, int64_t now, uint64_t pid, uint64_t fd, uint64_t device,
                                  const void *text, size_t len, int whole)
{
    drmfd_sample s;
    memset(&s, 0, sizeof s);
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
