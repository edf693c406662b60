/* Calls that the tools use and a browser page does not have: they fail. */
#include "wasi.h"

#include <errno.h>
#include <sys/file.h>
#include <unistd.h>

int mkstemp(char *name)
{
    (void)name;
    errno = ENOSYS;
    return -1;
}

char *realpath(const char *path, char *to)
{
    (void)path;
    (void)to;
    errno = ENOSYS;
    return NULL;
}

int fchown(int file, uid_t user, gid_t group)
{
    (void)file;
    (void)user;
    (void)group;
    errno = ENOSYS;
    return -1;
}

int fchmod(int file, mode_t mode)
{
    (void)file;
    (void)mode;
    errno = ENOSYS;
    return -1;
}

int flock(int file, int operation)
{
    (void)file;
    (void)operation;
    errno = ENOSYS;
    return -1;
}

pid_t getpid(void) { return 1; }
uid_t geteuid(void) { return 1; }

