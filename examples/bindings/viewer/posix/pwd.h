/* wasi-libc has none: a browser page has no users. */
#ifndef EXAMPLES_VIEWER_PWD_H
#define EXAMPLES_VIEWER_PWD_H

#include <sys/types.h>

struct passwd {
    char *pw_name;
    uid_t pw_uid;
};

struct passwd *getpwuid(uid_t user);

#endif
