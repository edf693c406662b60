/* A file that is still being written, or a pipe. */
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE /* F_SETLEASE */
#endif
#include "follow.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Whether some program has the file open for writing: 1, 0, or -1 where that cannot be known. */
static int has_writer(int fd)
{
#ifdef F_SETLEASE
    if (fcntl(fd, F_SETLEASE, F_RDLCK) == 0) {
        (void)fcntl(fd, F_SETLEASE, F_UNLCK);
        return 0;
    }
    return errno == EAGAIN ? 1 : -1;
#else
    (void)fd;
    return -1;
#endif
}

/* What happened to the file besides growing; NULL: nothing. */
static const char *changed(const followed *f)
{
    struct stat now, named;
    if (fstat(f->fd, &now) != 0) return strerror(errno);
    if ((uint64_t)now.st_size < f->blocks->at) return "the file was cut while it was read";
    if (f->fd == 0) return NULL;
    if (stat(f->path, &named) != 0) return "the file was removed";
    if (named.st_dev != now.st_dev || named.st_ino != now.st_ino) return "another file replaced it";
    return NULL;
}

static void wait_for(followed *f)
{
    const uint64_t now = cli_now();
    uint64_t left = (uint64_t)(f->interval * 1e9);
    if (f->until - now < left) left = f->until > now ? f->until - now : 0;
    if (f->regular || f->fd < 0) {
        struct timespec t;
        t.tv_sec = (time_t)(left / 1000000000u);
        t.tv_nsec = (long)(left % 1000000000u);
        (void)nanosleep(&t, NULL);
    } else {
        struct pollfd p;
        p.fd = f->fd;
        p.events = POLLIN;
        p.revents = 0;
        (void)poll(&p, 1, (int)(left / 1000000u) + 1);
    }
}

int followed_open(followed *f)
{
    struct stat st;
    int told = 0;
    f->fd = strcmp(f->path, "-") == 0 ? 0 : -1;
    while (f->fd < 0) {
        f->fd = open(f->path, O_RDONLY);
        if (f->fd >= 0) break;
        if (errno != ENOENT) {
            cli_error(f->c, "%s: %s", f->path, strerror(errno));
            return 0;
        }
        if (*f->stopped || cli_now() >= f->until) {
            cli_error(f->c, "%s: no such file appeared", f->path);
            return 0;
        }
        if (!told) cli_error(f->c, "%s: waiting for it", f->path);
        told = 1;
        wait_for(f);
    }
    f->regular = fstat(f->fd, &st) == 0 && S_ISREG(st.st_mode);
    return 1;
}

/* Skips what is not needed, as far as the file reaches; 0: no more is wanted. */
static int pass_over(followed *f)
{
    struct stat st;
    uint64_t n;
    if (!f->regular || f->blocks->skip < 65536 || fstat(f->fd, &st) != 0 || (uint64_t)st.st_size <= f->blocks->at) return 1;
    n = (uint64_t)st.st_size - f->blocks->at;
    if (n > f->blocks->skip) n = f->blocks->skip;
    if (lseek(f->fd, (off_t)n, SEEK_CUR) < 0) return 1;
    grow_skipped(f->blocks, n);
    return f->take_fn(f->user, "", 0); /* it may have been the rest of the block */
}

const char *followed_read(followed *f)
{
    enum { PART = 1 << 16 };
    char *part = (char *)cli_alloc(PART, 1);
    uint64_t idle = 0; /* since when nothing has come */
    int told = 0, more = 1;
    const char *why = NULL;
    while (more && !*f->stopped && cli_now() < f->until) {
        ssize_t got = -1;
        struct pollfd p;
        p.fd = f->fd;
        p.events = POLLIN;
        p.revents = 0;
        more = pass_over(f);
        if (f->regular || poll(&p, 1, 0) > 0) {
            got = read(f->fd, part, PART);
            if (got < 0 && errno != EINTR && errno != EAGAIN) {
                why = strerror(errno);
                break;
            }
        }
        if (got > 0) {
            idle = 0;
            more = f->take_fn(f->user, part, (size_t)got);
            continue;
        }
        if (got == 0) {
            more = f->take_fn(f->user, "", 0);
            if (!f->regular) break; /* the end of a pipe */
            why = changed(f);
            if (why != NULL) break;
            if (idle == 0) idle = cli_now();
            if ((double)(cli_now() - idle) / 1e9 >= (f->idle >= 0 ? f->idle : 2)) {
                const int writer = f->idle >= 0 ? 0 : has_writer(f->fd);
                if (writer == 0) break;
                if (writer < 0 && !told) cli_error(f->c, "note: cannot tell whether a program still writes %s; --idle SECONDS ends it", f->path);
                told |= writer < 0;
            }
        }
        wait_for(f);
    }
    free(part);
    return why;
}

void followed_close(followed *f)
{
    if (f->fd > 0) (void)close(f->fd);
}
