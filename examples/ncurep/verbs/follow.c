/* ncurep follow: the results of a report that is still being written, as they come. */
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE /* F_SETLEASE */
#endif
#include "../input/report.h"
#include "../input/grow.h"
#include "../model/names.h"
#include "../pages/list.h"
#include "verb.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* A block with results that is not shown yet: what its results need may still be to come. */
typedef struct waiting {
    cli_buf block;
    uint64_t at;
} waiting;

typedef struct follow_options {
    model m;
    double interval, idle, most; /* seconds; below 0: not given */
} follow_options;

static const option option_table[] = {OPT_CHOOSING, {0, "interval", TAKE_SECONDS, offsetof(follow_options, interval), NULL,
     "SECONDS", "how often to look (default 0.5)"},
                                 {0, "idle", TAKE_SECONDS, offsetof(follow_options, idle), NULL,
     "SECONDS", "stop when nothing arrived for this long (default 2, once no program has the file open for writing)"},
                                 {0, "for", TAKE_SECONDS, offsetof(follow_options, most), NULL,
     "SECONDS", "stop after this long; -c N: after N results"}, OPT_END};

static void begin(void *user)
{
    follow_options *how = (follow_options *)user;
    how->interval = 0.5;
    how->idle = how->most = -1;
}

typedef struct follow {
    cli *c;
    const follow_options *how;
    const char *path;
    int fd, regular;
    grow g;
    waiting front;
    int has_front;
    cursor at;
    uint32_t results; /* in the blocks before the front */
    cli_buf whole;    /* a report: what is known, and one block */
    output to;
    table rows; /* its columns cannot wait for the longest text */
    int code, done, unwritten;
} follow;

static volatile sig_atomic_t stopped;

static void stop(int signal_number)
{
    (void)signal_number;
    stopped = 1;
}

/* Showing -------------------------------------------------------------------------------------------------------------- */

/* What is shown is to be seen at once; when that fails there is no use in going on. */
static void flush(follow *f)
{
    cli *const c = f->c;
    if (fflush(c->out) == 0 || f->unwritten) return;
    cli_error(c, "%s: %s", c->out_path != NULL ? c->out_path : "standard output", strerror(errno));
    f->unwritten = f->done = 1;
    f->code = CLI_INPUT;
}

static void show(follow *f, const opened *o, const ncurep_result *r)
{
    list_row(&f->rows, &f->how->m.style, o, r);
    if (f->to.format == OUT_JSON) cli_json_line(&f->to.j);
    flush(f);
}

/* Makes a report of what is known and one block. */
static int open_front(follow *f, opened *o, ncurep_error *e)
{
    ncurep_report_options options;
    memset(&options, 0, sizeof options);
    options.memory.max_memory = (size_t)-1 / 2;
    memset(o, 0, sizeof *o);
    o->path = f->path;
    f->whole.len = 0;
    cli_put(&f->whole, f->g.known.ptr, f->g.known.len);
    cli_put(&f->whole, f->front.block.ptr, f->front.block.len);
    o->report = ncurep_report_open(f->whole.ptr, f->whole.len, &options, e);
    if (o->report != NULL) ncurep_report_info(o->report, &o->info);
    return o->report != NULL;
}

/* Whether all that is shown of the results is known by now. */
static int is_known(const opened *o)
{
    ncurep_result r;
    uint32_t i;
    for (i = 0; ncurep_result_at(o->report, i, &r, NULL); i++) {
        ncurep_metric m;
        char device[24], cc[24];
        device_of(o, &r, device, cc, sizeof cc);
        if (device[0] == 0 || cc[0] == 0) return 0;
        while (ncurep_metric_next(&r.metrics, &m))
            if (m.name_id >= o->info.strings) return 0;
    }
    return 1;
}

/* Shows the results that wait; unless forced, only when all about them is known. 0: they still wait. */
static int flush_front(follow *f, int force)
{
    opened o;
    ncurep_error e;
    ncurep_result r;
    uint32_t i;
    int code = CLI_FINE;
    if (!f->has_front) return 1;
    if (!open_front(f, &o, &e)) {
        cli_error(f->c, "%s: the block at byte %" PRIu64 ": %s", f->path, f->front.at, e.message);
        f->code = CLI_INPUT;
        f->has_front = 0;
        return 1;
    }
    if (!force && !is_known(&o)) {
        close_report(&o);
        return 0;
    }
    for (i = 0; ncurep_problem_at(o.report, i, &e); i++) {
        cli_error(f->c, "%s: the block at byte %" PRIu64 ": %s", f->path, f->front.at, e.message);
        if (e.code != NCUREP_UNSUPPORTED || o.info.is_damaged) f->code = CLI_INPUT;
    }
    f->at.next = 0;
    f->at.before = f->results;
    while (!f->done && next_result(f->c, &f->how->m.chosen, &o, &f->at, &r, &code)) {
        show(f, &o, &r);
        if (f->how->m.chosen.count.given && f->at.taken >= f->how->m.chosen.count.value) f->done = 1;
    }
    if (code != CLI_FINE) {
        cli_error(f->c, "%s: the block at byte %" PRIu64 ": a result cannot be read", f->path, f->front.at);
        f->code = code;
    }
    f->results += o.info.results;
    f->has_front = 0;
    close_report(&o);
    return 1;
}

static void take(follow *f, const char *bytes, size_t len)
{
    int more;
    while (!f->done && (more = grow_feed(&f->g, &bytes, &len)) != 0) {
        if (more < 0) {
            cli_error(f->c, "%s: byte %" PRIu64 ": %s", f->path, f->g.block_at, f->g.error);
            f->code = CLI_INPUT;
            f->done = 1;
            break;
        }
        (void)flush_front(f, 1);
        if (f->g.block.len == 0) {
            cli_error(f->c, "%s: byte %" PRIu64 ": left out: a result of more than 256 MiB", f->path, f->g.block_at);
            f->code = CLI_INPUT;
            f->results++;
            continue;
        }
        f->front.block.len = 0;
        cli_put(&f->front.block, f->g.block.ptr, f->g.block.len);
        f->front.at = f->g.block_at;
        f->has_front = 1;
        (void)flush_front(f, 0);
    }
}

/* The file ------------------------------------------------------------------------------------------------------------- */

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
static const char *changed(const follow *f)
{
    struct stat now, named;
    if (fstat(f->fd, &now) != 0) return strerror(errno);
    if ((uint64_t)now.st_size < f->g.at) return "the file was cut while it was read";
    if (f->fd == 0) return NULL;
    if (stat(f->path, &named) != 0) return "the file was removed";
    if (named.st_dev != now.st_dev || named.st_ino != now.st_ino) return "another file replaced it";
    return NULL;
}

static void wait_for(follow *f, uint64_t until)
{
    const uint64_t now = cli_now();
    uint64_t left = (uint64_t)(f->how->interval * 1e9);
    if (until - now < left) left = until > now ? until - now : 0;
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

/* Opens the file, and waits until there is one; 0 when there is nothing to read. */
static int open_file(follow *f, uint64_t until)
{
    struct stat st;
    int told = 0;
    if (strcmp(f->path, "-") == 0) f->fd = 0;
    while (f->fd < 0) {
        f->fd = open(f->path, O_RDONLY);
        if (f->fd >= 0) break;
        if (errno != ENOENT) {
            cli_error(f->c, "%s: %s", f->path, strerror(errno));
            f->code = CLI_INPUT;
            return 0;
        }
        if (stopped || cli_now() >= until) {
            cli_error(f->c, "%s: no such file appeared", f->path);
            f->code = CLI_INPUT;
            return 0;
        }
        if (!told) cli_error(f->c, "%s: waiting for it", f->path);
        told = 1;
        wait_for(f, until);
    }
    f->regular = fstat(f->fd, &st) == 0 && S_ISREG(st.st_mode);
    return 1;
}

/* Passes over what is not looked at, as far as the file reaches. */
static void pass_over(follow *f)
{
    struct stat st;
    uint64_t n;
    if (!f->regular || f->g.skip < 65536 || fstat(f->fd, &st) != 0 || (uint64_t)st.st_size <= f->g.at) return;
    n = (uint64_t)st.st_size - f->g.at;
    if (n > f->g.skip) n = f->g.skip;
    if (lseek(f->fd, (off_t)n, SEEK_CUR) < 0) return;
    grow_skipped(&f->g, n);
    take(f, "", 0); /* it may have been the rest of the block */
}

static void read_all(follow *f, uint64_t until)
{
    enum { PART = 1 << 16 };
    char *part = (char *)cli_alloc(PART, 1);
    uint64_t idle = 0; /* since when nothing came */
    int told = 0;
    const char *why = NULL;
    while (!f->done && !stopped && cli_now() < until) {
        ssize_t got = -1;
        struct pollfd p;
        p.fd = f->fd;
        p.events = POLLIN;
        p.revents = 0;
        pass_over(f);
        if (f->regular || poll(&p, 1, 0) > 0) {
            got = read(f->fd, part, PART);
            if (got < 0 && errno != EINTR && errno != EAGAIN) {
                why = strerror(errno);
                break;
            }
        }
        if (got > 0) {
            idle = 0;
            take(f, part, (size_t)got);
            continue;
        }
        if (got == 0) {
            (void)flush_front(f, 0);
            if (!f->regular) break; /* the end of a pipe */
            why = changed(f);
            if (why != NULL) break;
            if (idle == 0) idle = cli_now();
            if ((double)(cli_now() - idle) / 1e9 >= (f->how->idle >= 0 ? f->how->idle : 2)) {
                const int writer = f->how->idle >= 0 ? 0 : has_writer(f->fd);
                if (writer == 0) break;
                if (writer < 0 && !told) cli_error(f->c, "note: cannot tell whether a program still writes %s; --idle SECONDS ends it", f->path);
                told |= writer < 0;
            }
        }
        wait_for(f, until);
    }
    if (!f->done) (void)flush_front(f, 1);
    if (why != NULL) {
        cli_error(f->c, "%s: byte %" PRIu64 ": %s", f->path, f->g.at, why);
        f->code = CLI_INPUT;
    } else if (!f->done && !grow_is_whole(&f->g)) {
        cli_error(f->c, "%s: byte %" PRIu64 ": the block that begins here is incomplete", f->path, f->g.block_at);
        if (!stopped && cli_now() < until) f->code = CLI_INPUT;
    }
    free(part);
}

static int run(request *q, void *user)
{
    follow_options *how = (follow_options *)user;
    follow f;
    struct sigaction act;
    uint64_t until;
    if (q->path_count != 1) return cli_usage(q->c, "follow takes one report");
    memset(&f, 0, sizeof f);
    memset(&act, 0, sizeof act);
    act.sa_handler = stop;
    (void)sigaction(SIGINT, &act, NULL);
    (void)sigaction(SIGTERM, &act, NULL);
    act.sa_handler = SIG_IGN;
    (void)sigaction(SIGIO, &act, NULL); /* somebody opens the file while has_writer looks */
    f.c = q->c;
    f.how = how;
    f.path = q->paths[0];
    f.fd = -1;
    f.at.quiet = 1;
    output_of(q, &f.to, 0);
    f.to.j.indent = 0;
    until = how->most >= 0 ? cli_now() + (uint64_t)(how->most * 1e9) : UINT64_MAX;
    if (how->interval < 0.001) how->interval = 0.001;
    list_titles(&f.to);
    list_begin(&f.rows, &f.to, TABLE_STREAM | TABLE_BARE);
    flush(&f);
    if (!f.done && open_file(&f, until)) read_all(&f, until);
    if (f.unwritten) cli_drop(q->c);
    if (f.fd > 0) (void)close(f.fd);
    table_end(&f.rows);
    grow_free(&f.g);
    cli_buf_free(&f.front.block);
    cli_buf_free(&f.whole);
    return f.code;
}

const verb follow_verb = {"follow", option_table, sizeof(follow_options), run, begin,
    "a report that is still being written: results as they arrive",
    "Output as of list; --json: JSON Lines. FILE may be a pipe."};
