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
#include <linux/landlock.h>
#include <signal.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Bits of linux/landlock.h, which may be older than the kernel; the calls have these numbers on every machine. */
enum {
    CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446,
    EXECUTE = 1 << 0, READ_FILE = 1 << 2, READ_DIR = 1 << 3, ALL_OF_1 = (1 << 13) - 1,
    REFER = 1 << 13, TRUNCATE = 1 << 14, /* since 2, 3 */
    READING = READ_FILE | READ_DIR
};

/* As struct landlock_ruleset_attr of version 6. */
typedef struct rules {
    uint64_t fs, net, scoped;
} rules;

/* 0 only if the path is there and the kernel did not take the rule: then nothing may be confined. */
static int allow(int set, uint64_t handled, uint64_t rights, const char *path)
{
    struct landlock_path_beneath_attr rule;
    struct stat st;
    int ok = 1;
    const int fd = open(path, O_PATH | O_CLOEXEC);
    if (fd < 0) return 1;
    if (fstat(fd, &st) == 0 && !S_ISDIR(st.st_mode)) rights &= READ_FILE;
    memset(&rule, 0, sizeof rule);
    rule.allowed_access = rights & handled;
    rule.parent_fd = fd;
    /* Pipes and sockets have no place in the file system, and no rule is needed for them. */
    if (syscall(ADD_RULE, set, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) != 0 && errno != EBADFD) ok = 0;
    close(fd);
    return ok;
}

/* Keeps the right to put -o FILE in place, in a process that reads no input: it takes one byte, and answers with an errno. If none
   comes, the other has ended without a word. */
static void keep(cli *c, int fd)
{
    char place = 0;
    int why;
    (void)signal(SIGINT, SIG_IGN);
    (void)signal(SIGTERM, SIG_IGN);
    (void)signal(SIGHUP, SIG_IGN);
    (void)signal(SIGPIPE, SIG_IGN);
    while (read(fd, &place, 1) < 0 && errno == EINTR) {
    }
    why = cli_settle(c, place);
    _exit(write(fd, &why, sizeof why) != sizeof why);
}

static int ask_keeper(cli *c, int place)
{
    const char byte = place != 0;
    int why = EIO;
    if (write(c->keeper[0], &byte, 1) != 1 || read(c->keeper[0], &why, sizeof why) != sizeof why) why = EIO;
    close(c->keeper[0]);
    while (waitpid(c->keeper[1], NULL, 0) < 0 && errno == EINTR) {
    }
    return why;
}

static int start_keeper(cli *c)
{
    int pair[2];
    pid_t child;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) return 0;
    child = fork();
    if (child == 0) {
        close(pair[0]);
        keep(c, pair[1]);
    }
    close(pair[1]);
    if (child < 0) close(pair[0]);
    if (child < 0) return 0;
    c->keeper[0] = pair[0];
    c->keeper[1] = (int)child;
    c->settle_fn = ask_keeper;
    return 1;
}

int cli_confine(cli *c, const cli_rights *rights)
{
    const char *off = getenv("CLI_CONFINE");
    const long version = off != NULL && strcmp(off, "0") == 0 ? -1 : syscall(CREATE_RULESET, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    size_t i, size = sizeof(uint64_t);
    rules r;
    int set, ok = 1;
    if (version < 1 || (rights->may & MAY_LOOK)) return 0;
    memset(&r, 0, sizeof r);
    r.fs = ALL_OF_1 | (version >= 2 ? REFER : 0) | (version >= 3 ? TRUNCATE : 0);
    if (rights->may & MAY_READ) r.fs &= ~(uint64_t)READING;
    if (rights->may & MAY_WRITE) r.fs &= READING | EXECUTE;
    if (rights->may & MAY_EXECUTE) r.fs &= ~(uint64_t)EXECUTE;
    if (r.fs == 0) return 0; /* an empty set is refused */
    if ((rights->may & MAY_WRITE) && version >= 2) r.fs |= REFER; /* refused unless a rule allows it: renaming into another folder */
    if (version >= 4 && !(rights->may & MAY_LISTEN)) {
        r.net = 3; /* bind and connect of TCP */
        size = 2 * sizeof(uint64_t);
    }
    if (version >= 6 && !(rights->may & (MAY_EXECUTE | MAY_LISTEN | MAY_SIGNAL))) {
        r.scoped = 3; /* abstract sockets and signals of others */
        size = sizeof r;
    }
    set = (int)syscall(CREATE_RULESET, &r, size, 0);
    if (set < 0) return 0;
    if (rights->may & MAY_WRITE) ok = allow(set, r.fs, REFER, "/");
    for (i = 0; ok && i < rights->read_count && (r.fs & READING) != 0; i++) ok = allow(set, r.fs, READING, rights->reads[i]);
    ok = ok && (c->out_temp == NULL || start_keeper(c)) && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(RESTRICT_SELF, set, 0) == 0;
    close(set);
    return ok;
}
#else
int cli_confine(cli *c, const cli_rights *rights)
{
    (void)c;
    (void)rights;
    return 0;
}
#endif
