/* System calls of which one fails, for tests of the callbacks for POSIX: number fail_at, with errno fail_with. What is open
   is counted. The C file puts these functions in place of the real ones by macros, and only around the header that it
   tests; calls that it needs otherwise are its own. */
#ifndef TESTS_CALLS_H
#define TESTS_CALLS_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static unsigned calls_made, fail_at; /* fail_at 0: none fails */
static int fail_with, open_files, open_dirs;

static inline int call_fails(void)
{
    if (++calls_made != fail_at) return 0;
    errno = fail_with;
    return 1;
}

static inline int test_open(const char *path, int flags)
{
    const int fd = call_fails() ? -1 : open(path, flags);
    open_files += fd >= 0;
    return fd;
}

static inline int test_close(int fd)
{
    open_files--;
    return close(fd);
}

static inline int test_stat(const char *path, struct stat *st) { return call_fails() ? -1 : stat(path, st); }
static inline int test_fstat(int fd, struct stat *st) { return call_fails() ? -1 : fstat(fd, st); }

static inline DIR *test_opendir(const char *path)
{
    DIR *d = call_fails() ? NULL : opendir(path);
    open_dirs += d != NULL;
    return d;
}

static inline struct dirent *test_readdir(DIR *d) { return call_fails() ? NULL : readdir(d); }

static inline int test_closedir(DIR *d)
{
    open_dirs--;
    return closedir(d);
}

#endif
