/* ncurep follow: the results of a report that is still being written, as they come. */
#include "report/input/report.h"
#include "report/input/follow.h"
#include "report/model/names.h"
#include "report/pages/list.h"
#include "verb.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A block with results not yet shown: what its results need may still be to come. */
typedef struct waiting {
    cli_buf block;
    uint64_t at;
} waiting;

typedef struct follow_options {
    model m;
    double interval, idle, most; /* seconds; below 0: not given */
} follow_options;

static const option option_table[] = {OPT_CHOOSING, {0, "interval", &take_seconds, offsetof(follow_options, interval), NULL,
     "SECONDS", "how often to look (default 0.5)"},
                                 {0, "idle", &take_seconds, offsetof(follow_options, idle), NULL,
     "SECONDS", "stop when nothing arrived for this long (default 2, once no program has the file open for writing)"},
                                 {0, "for", &take_seconds, offsetof(follow_options, most), NULL,
     "SECONDS", "stop after this long; -c N: after N results"}, OPTION_END};

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

/* What is shown must be visible at once; if that fails there is no point in going on. */
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
    list_row(&f->rows, &f->how->m.style, o, r, NULL);
    out_end(&f->to);
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
    for (i = 0; ncurep_report_problem_at(o.report, i, &e); i++) {
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

/* What came from the file; len 0: nothing now. 0: no more is wanted. */
static int take_part(void *user, const char *bytes, size_t len)
{
    follow *f = (follow *)user;
    take(f, bytes, len);
    if (len == 0) (void)flush_front(f, 0);
    return !f->done;
}

static void read_all(follow *f, followed *file)
{
    const char *why = followed_read(file);
    if (!f->done) (void)flush_front(f, 1);
    if (why != NULL) {
        cli_error(f->c, "%s: byte %" PRIu64 ": %s", f->path, f->g.at, why);
        f->code = CLI_INPUT;
    } else if (!f->done && !grow_is_whole(&f->g)) {
        cli_error(f->c, "%s: byte %" PRIu64 ": the block that begins here is incomplete", f->path, f->g.block_at);
        if (!stopped && cli_now() < file->until) f->code = CLI_INPUT;
    }
}

static int run(request *q, void *user)
{
    follow_options *how = (follow_options *)user;
    follow f;
    followed file;
    struct sigaction act;
    if (q->path_count != 1) return cli_usage(q->c, "follow takes one report");
    memset(&f, 0, sizeof f);
    memset(&act, 0, sizeof act);
    act.sa_handler = stop;
    (void)sigaction(SIGINT, &act, NULL);
    (void)sigaction(SIGTERM, &act, NULL);
    act.sa_handler = SIG_IGN;
    (void)sigaction(SIGIO, &act, NULL); /* somebody opens the file while followed_read looks for its writers */
    f.c = q->c;
    f.how = how;
    f.path = q->paths[0];
    f.at.quiet = 1;
    out_begin(&f.to, q->c);
    f.to.j.indent = 0;
    memset(&file, 0, sizeof file);
    file.c = q->c;
    file.path = f.path;
    file.blocks = &f.g;
    file.interval = how->interval < 0.001 ? 0.001 : how->interval;
    file.idle = how->idle;
    file.until = how->most >= 0 ? cli_now() + (uint64_t)(how->most * 1e9) : UINT64_MAX;
    file.stopped = &stopped;
    file.take_fn = take_part;
    file.user = &f;
    list_titles(&f.to);
    list_begin(&f.rows, &f.to, TABLE_STREAM | TABLE_BARE);
    flush(&f);
    if (!f.done) {
        if (followed_open(&file)) read_all(&f, &file);
        else f.code = CLI_INPUT;
        followed_close(&file);
    }
    if (f.unwritten) cli_drop(q->c);
    table_end(&f.rows);
    grow_free(&f.g);
    cli_buf_free(&f.front.block);
    cli_buf_free(&f.whole);
    return f.code;
}

const verb follow_verb = {"follow", option_table, sizeof(follow_options), run, begin, NULL,
    "a report that is still being written: results as they arrive",
    "Prints what list prints; --json prints JSON Lines. FILE may be a pipe.\n\n  "
    "ncurep follow report.ncu-rep",
    FILES, MAY_READ, NULL, NULL};
