/* For tests of tools, as a library that is loaded before the others: the call number FAIL_AT of the function FAIL_CALL
   fails (FAIL_HOW=kill: the program ends there as in a power cut). READ_MOST=n: read gives at most n bytes. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static long calls;

static int fails(const char *name)
{
    const char *call = getenv("FAIL_CALL"), *at = getenv("FAIL_AT"), *how = getenv("FAIL_HOW");
    if (call == NULL || at == NULL || strcmp(call, name) != 0 || ++calls != atol(at)) return 0;
    if (how != NULL && strcmp(how, "kill") == 0) kill(getpid(), SIGKILL);
    errno = EIO;
    return 1;
}

/* A pointer to data as one to a function, which C has no cast for. */
#define NEXT(name) \
    void *found = dlsym(RTLD_NEXT, name); \
    memcpy(&next, &found, sizeof next)

ssize_t pread(int fd, void *to, size_t size, off_t at)
{
    ssize_t (*next)(int, void *, size_t, off_t);
    NEXT("pread");
    return fails("pread") ? -1 : next(fd, to, size, at);
}

ssize_t read(int fd, void *to, size_t size)
{
    const char *most = getenv("READ_MOST");
    ssize_t (*next)(int, void *, size_t);
    NEXT("read");
    if (most != NULL && size > (size_t)atol(most)) size = (size_t)atol(most);
    return fails("read") ? -1 : next(fd, to, size);
}

size_t fwrite(const void *from, size_t size, size_t n, FILE *f)
{
    size_t (*next)(const void *, size_t, size_t, FILE *);
    NEXT("fwrite");
    return f != stderr && fails("fwrite") ? 0 : next(from, size, n, f);
}

int fflush(FILE *f)
{
    int (*next)(FILE *);
    NEXT("fflush");
    return fails("fflush") ? EOF : next(f);
}

int fsync(int fd)
{
    int (*next)(int);
    NEXT("fsync");
    return fails("fsync") ? -1 : next(fd);
}

int rename(const char *from, const char *to)
{
    int (*next)(const char *, const char *);
    NEXT("rename");
    return fails("rename") ? -1 : next(from, to);
}
