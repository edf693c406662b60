/* Calls that wasi-libc does not declare. */
#ifndef EXAMPLES_VIEWER_WASI_H
#define EXAMPLES_VIEWER_WASI_H

#include <sys/types.h>

int mkstemp(char *name);
char *realpath(const char *path, char *to);
int fchown(int file, uid_t user, gid_t group);
int fchmod(int file, mode_t mode);
uid_t geteuid(void);

#endif
