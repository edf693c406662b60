#define _GNU_SOURCE
#include "confine.h"

#include <stdlib.h>
#include <string.h>

#if defined(__linux__) && defined(__has_include)
#if __has_include(<linux/landlock.h>)
#define HAVE_LANDLOCK
#endif
#endif

#ifdef HAVE_LANDLOCK
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/landlock.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Bits of linux/landlock.h, which may be older than the kernel; the calls have these numbers on every machine. */
enum {
    CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446,
    EXECUTE = 1 << 0, WRITE_FILE = 1 << 1, READ_FILE = 1 << 2, READ_DIR = 1 << 3, REMOVE_FILE = 1 << 5, MAKE_REG = 1 << 8, ALL_OF_1 = (1 << 13) - 1,
    REFER = 1 << 13, TRUNCATE = 1 << 14, /* since 2, 3 */
    READING = READ_FILE | READ_DIR,
    WRITING = READING | WRITE_FILE | REMOVE_FILE | MAKE_REG | REFER | TRUNCATE,
    ON_FILES = WRITE_FILE | READ_FILE | TRUNCATE
};

/* As struct landlock_ruleset_attr of version 6. */
typedef struct rules {
    uint64_t fs, net, scoped;
} rules;

/* 0 only if the path is there and the kernel did not take the rule: then nothing may be confined. */
static int allow(int set, uint64_t handled, const char *path, uint64_t rights)
{
    struct landlock_path_beneath_attr rule;
    struct stat st;
    int ok = 1;
    const int fd = open(path, O_PATH | O_CLOEXEC);
    if (fd < 0) return 1;
    if (fstat(fd, &st) == 0 && !S_ISDIR(st.st_mode)) rights &= ON_FILES;
    memset(&rule, 0, sizeof rule);
    rule.allowed_access = rights & handled;
    rule.parent_fd = fd;
    /* Pipes and sockets have no place in the file system, and no rule is needed for them. */
    if (syscall(ADD_RULE, set, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) != 0 && errno != EBADFD) ok = 0;
    close(fd);
    return ok;
}

/* The folder that -o FILE is written in. */
static int allow_folder(int set, uint64_t handled, const char *path)
{
    char folder[PATH_MAX];
    const char *slash = strrchr(path, '/');
    const size_t n = slash == NULL || slash == path ? 1 : (size_t)(slash - path);
    if (n >= sizeof folder) return 0;
    memcpy(folder, slash == NULL ? "." : path, n);
    folder[n] = 0;
    return allow(set, handled, folder, WRITING);
}

int cli_confine(const cli *c, const cli_rights *rights)
{
    const char *off = getenv("CLI_CONFINE"), *temporary = getenv("TMPDIR");
    const long version = off != NULL && strcmp(off, "0") == 0 ? -1 : syscall(CREATE_RULESET, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    size_t i, size = sizeof(uint64_t);
    rules r;
    int set, ok;
    if (version < 1) return 0;
    memset(&r, 0, sizeof r);
    r.fs = ALL_OF_1 | (version >= 2 ? REFER : 0) | (version >= 3 ? TRUNCATE : 0);
    if (rights->may & MAY_READ) r.fs &= ~(uint64_t)READING;
    if (rights->may & MAY_WRITE) r.fs &= READING | EXECUTE;
    if (rights->may & MAY_EXECUTE) r.fs &= ~(uint64_t)EXECUTE;
    if (r.fs == 0) return 0; /* an empty set is refused */
    if (version >= 4 && !(rights->may & MAY_LISTEN)) {
        r.net = 3; /* bind and connect of TCP */
        size = 2 * sizeof(uint64_t);
    }
    if (version >= 6 && !(rights->may & (MAY_EXECUTE | MAY_LISTEN))) {
        r.scoped = 3; /* abstract sockets and signals of others */
        size = sizeof r;
    }
    set = (int)syscall(CREATE_RULESET, &r, size, 0);
    if (set < 0) return 0;
    ok = allow(set, r.fs, "/tmp", WRITING) && (temporary == NULL || allow(set, r.fs, temporary, WRITING)) &&
         allow(set, r.fs, "/dev/null", ON_FILES);
    for (i = 0; ok && i < rights->read_count; i++) ok = allow(set, r.fs, rights->reads[i], READING);
    if (ok && c->out_temp != NULL) ok = allow_folder(set, r.fs, c->out_temp);
    ok = ok && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(RESTRICT_SELF, set, 0) == 0;
    close(set);
    return ok;
}
#else
int cli_confine(const cli *c, const cli_rights *rights)
{
    (void)c;
    (void)rights;
    return 0;
}
#endif

int cli_start_confined(cli *c)
{
    static const cli_rights reads = {MAY_READ, NULL, 0};
    if (!cli_start(c)) return 0;
    (void)cli_confine(c, &reads);
    return 1;
}
