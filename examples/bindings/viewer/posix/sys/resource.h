/* wasi-libc has none of this: a browser page has no limits to ask for. */
#ifndef EXAMPLES_VIEWER_RESOURCE_H
#define EXAMPLES_VIEWER_RESOURCE_H

enum { RLIMIT_NOFILE = 7 };

typedef unsigned long long rlim_t;

struct rlimit {
    rlim_t rlim_cur, rlim_max;
};

int getrlimit(int what, struct rlimit *to);
int setrlimit(int what, const struct rlimit *to);

#endif
