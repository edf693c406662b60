/* The row of drmtop, and its screen. */
#include "settings.h"
#include "term.h"
#include "top.h"
#include "drm/live.h"
#include "drm/options.h"
#include "write/out.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void keep_message(void *user, const char *text)
{
    cli_buf *b = (cli_buf *)user;
    b->len = 0;
    cli_putf(b, "%s", text);
}

static int interactive(top *t)
{
    cli_buf words = {NULL, 0, 0};
    int going = 1, failed = 0, again = 1;
    if (t->said != 0) t->said = cli_now(); /* a message about the settings */
    term_size(&t->s.columns, &t->s.rows);
    if (!term_open()) {
        cli_error(t->c, "cannot set up the terminal");
        return CLI_INPUT;
    }
    t->c->error_fn = keep_message;
    t->c->user = &t->kept;
    if (t->start > 1 && !top_go_to(t, t->start)) failed = 1;
    else if (t->start <= 1 && !top_step(t)) failed = 1;
    /* The first sample has no figures, so the second comes soon. */
    if (t->replay == NULL && t->s.interval > 300000000) t->next = cli_now() + 300000000;
    while (going && !failed) {
        const uint64_t now = cli_now();
        const int waits = t->s.paused || t->at_end;
        int key;
        if (!waits && t->doomed == 0 && now >= t->next) {
            if (!top_step(t)) failed = 1;
            if (t->at_end) t->s.message = "End of the recording.  0: from the start  Left: back  q: quit";
        }
        if (failed) break;
        if (t->gone != 0 && now > t->gone + 3000000000u) top_leave_page(t);
        if (!t->at_end && t->doomed == 0 && now - t->said > 3000000000u) t->s.message = NULL;
        draw(&t->s, &t->m);
        term_show(t->s.lines, t->s.rows, again);
        again = 0;
        key = term_key(t->s.paused || t->at_end || t->doomed != 0 ? 3600000000000 : t->next > now ? (int64_t)(t->next - now) : 0);
        if (key == KEY_QUIT) going = 0;
        else if (key == KEY_RESIZE) {
            term_size(&t->s.columns, &t->s.rows);
            again = 1;
        } else if (key != KEY_NONE)
            going = top_key(t, key, &words, &failed);
    }
    cli_buf_free(&words);
    if (failed) {
        term_close();
        t->c->error_fn = NULL;
        if (t->kept.len > 0) cli_error(t->c, "%s", t->kept.ptr);
        else if (t->source.why[0] != 0) cli_error(t->c, "%s", t->source.why);
        else cli_error(t->c, "%s: can no longer be read", t->replay != NULL ? t->replay : t->root);
    }
    return term_end(failed ? CLI_INPUT : CLI_FINE);
}

static int speaks_utf8(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    size_t i;
    for (i = 0; i < 3; i++) {
        const char *value = getenv(names[i]);
        if (value == NULL || value[0] == 0) continue;
        return strstr(value, "UTF-8") != NULL || strstr(value, "utf8") != NULL || strstr(value, "utf-8") != NULL ||
               strstr(value, "UTF8") != NULL;
    }
    return 0;
}


/* The command line ---------------------------------------------------------------------------------------------- */

enum { NOT_GIVEN = -1 };

typedef struct top_options {
    const char *root, *replay, *nvml, *filter;
    int64_t interval, look; /* ns; 0: not given, as below */
    uint64_t sweep;
    double speed;
    unsigned columns;
    int columns_given, only_once, reverse, full, sort, tree; /* sort, tree: NOT_GIVEN */
    drm_want want;
} top_options;

static int pace(const cli *c, const option *o, const char *name, const char *value, void *member)
{
    (void)o;
    return drm_seconds(c, name, value, 50, 3600000, (int64_t *)member);
}

static int speed(const cli *c, const option *o, const char *name, const char *value, void *member)
{
    int64_t milli;
    (void)o;
    if (!drm_seconds(c, name, value, 100, 100000, &milli)) return 0;
    *(double *)member = (double)milli / 1e9;
    return 1;
}

/* The member is columns; columns_given follows it. */
static int columns(const cli *c, const option *o, const char *name, const char *value, void *member)
{
    top_options *how = (top_options *)(void *)((char *)member - o->member);
    cli_buf b = {NULL, 0, 0};
    const char *bad;
    size_t len;
    int i;
    how->columns_given = 1;
    if (settings_columns(value, &how->columns, &bad, &len) == 0) return 1;
    for (i = 0; i < COLS; i++) cli_putf(&b, "%s, ", column_names[i]);
    cli_usage(c, "%s takes %sor auto, not '%.*s'", name, b.ptr, (int)len, bad);
    cli_buf_free(&b);
    return 0;
}

static const option_kind take_pace = {pace, USE_VALUE, 0}, take_speed = {speed, USE_VALUE, 0}, take_columns = {columns, USE_VALUE, 0};

#define AT(member) offsetof(top_options, member)
static const option options[] = {
    {'i', "interval", &take_pace, AT(interval), NULL, "S", "seconds between samples (1)"},
    {0, "look", &take_interval, AT(look), NULL, "S",
     "seconds between full looks at every open file (3); new processes and files are seen at every sample, at most ten times a "
     "second; before Linux 6.2 new processes only"},
    {'p', "pid", &take_pid, AT(want), NULL, "N", "only clients of this process; repeatable, as are the next two"},
    {'u', "user", &take_user, AT(want), NULL, "NAME", "only clients of this user"},
    {'d', "device", &take_device, AT(want), NULL, "D", "only this device: number, PCI address, driver or node"},
    {0, "once", &take_nothing, AT(only_once), NULL, NULL, "print one sample as text and exit"},
    {0, "sort", &take_word, AT(sort), sort_words, "KEY", "busy, memory, pid, user, device, command, cpu, rss (busy)"},
    {0, "reverse", &take_nothing, AT(reverse), NULL, NULL, "reverse the order"},
    {0, "filter", &take_text, AT(filter), NULL, "TEXT", "only clients whose PID, user, command, device, engine or unit contains this"},
    {0, "tree", &take_word, AT(tree), tree_words, "BY", "none, process, device, parent (none)"},
    {0, "columns", &take_columns, AT(columns), NULL, "LIST",
     "pid, user, device, type, busy, engine, engines, vram, sys, cpu, rss, unit, command, with commas; auto: by the width"},
    {0, "full", &take_nothing, AT(full), NULL, NULL, "whole command lines instead of program names"},
    {0, "nvml", &take_input, AT(nvml), NULL, "FILE", "NVIDIA's NVML, if it is not found by itself; none: not used"},
    {0, "root", &take_input, AT(root), NULL, "DIR", "a directory laid out like /proc, with sys beside it"},
    {0, "replay", &take_input, AT(replay), NULL, "DIR", "play a recording at its own pace"},
    {0, "speed", &take_speed, AT(speed), NULL, "X", "times as fast, 0.1 to 100 (1)"},
    {0, "sweep", &take_positive, AT(sweep), NULL, "N", "start a recording here; with --once, show only this one (2)"},
    OPTION_END};

static void begin(void *user)
{
    top_options *how = (top_options *)user;
    how->sort = how->tree = NOT_GIVEN;
}

static void end(void *user) { drm_want_free(&((top_options *)user)->want); }

static int is_live(const cli *c, const top_options *how)
{
    output to;
    out_begin(&to, c);
    return !how->only_once && out_talks(&to) && c->out_path == NULL && term_able();
}

/* A recording that is only printed needs nothing but itself. */
static void ready(const request *q, const void *user, cli_rights *r)
{
    const top_options *how = (const top_options *)user;
    if (how->replay != NULL && !is_live(q->c, how)) r->may = 0;
}

static int check(const cli *c, const top_options *how)
{
    if (how->root != NULL && how->replay != NULL) return cli_usage(c, "--root and --replay exclude each other");
    if (how->replay != NULL && (how->look != 0 || how->want.pid_count > 0 || how->nvml != NULL))
        return cli_usage(c, "--look, --pid and --nvml are not for --replay");
    return how->sweep > 0 && how->replay == NULL ? cli_usage(c, "--sweep is for --replay") : CLI_FINE;
}

/* Options override settings. */
static void apply(top *t, const top_options *how)
{
    t->root = how->root != NULL ? how->root : "/proc";
    t->replay = how->replay;
    t->nvml = how->nvml;
    t->look = how->look;
    t->start = how->sweep;
    if (how->interval > 0) t->s.interval = how->interval;
    if (how->speed > 0) t->s.speed = how->speed;
    if (how->columns_given) t->s.columns_on = how->columns;
    if (how->sort != NOT_GIVEN) t->m.sort = how->sort;
    if (how->tree != NOT_GIVEN) t->m.tree = how->tree;
    t->m.reverse |= how->reverse;
    t->m.full |= how->full;
    if (how->filter != NULL) cli_put(&t->m.filter, how->filter, strlen(how->filter));
    t->m.want = &how->want;
}

static int show(top *t, int live)
{
    t->m.source = &t->source;
    t->s.color = t->c->color;
    t->s.utf8 = speaks_utf8();
    if (t->replay != NULL) top_read_times(t);
    if (!live) {
        if (term_able()) term_size(&t->s.columns, &t->s.rows);
        return top_once(t);
    }
    if (t->replay == NULL || t->s.sweeps > 0) return interactive(t);
    cli_error(t->c, "%s: contains no sweep", t->replay);
    return CLI_INPUT;
}

static int run(request *q, void *user)
{
    const top_options *how = (const top_options *)user;
    const int live = is_live(q->c, how);
    cli_buf wrong = {NULL, 0, 0};
    int code = check(q->c, how);
    top t;
    if (code != CLI_FINE) return code;
    memset(&t, 0, sizeof t);
    t.c = q->c;
    t.s.interval = 1000000000;
    t.s.speed = 1;
    t.s.columns = 80;
    t.s.rows = 24;
    t.m.keeps_history = live;
    if (live) settings_read(t.c, &t.s, &t.m, &wrong);
    apply(&t, how);
    if (wrong.len > 0) {
        t.s.message = wrong.ptr;
        t.said = 1;
    }
    code = top_open_source(&t) ? show(&t, live) : CLI_INPUT;
    model_end(&t.m);
    drm_source_close(&t.source);
    draw_free(&t.s);
    free(t.times);
    cli_buf_free(&t.kept);
    cli_buf_free(&wrong);
    return code;
}

static const verb only = {NULL, options, sizeof(top_options), run, begin, end,
    "drmtop: who uses the GPUs and NPUs of this machine, and how much",
    "drmtop                             live screen; ? lists the keys, q quits\n"
    "  drmtop --once                      two samples a second apart, as text; also\n"
    "                                     in a pipe\n"
    "  drmtop --once --json | jq '.clients[] | {pid, command, engines}'\n"
    "  drmtop --once --csv -o now.csv     one line per client\n"
    "  drmtop --sort memory --filter firefox --tree process\n"
    "  drmtop -u ml -d 0000:03:00.0 --columns pid,type,busy,vram,cpu,rss,command\n"
    "  drmtop --replay DIR --speed 2      a recording of drmfdinfo, twice as fast\n"
    "  drmtop --replay DIR --sweep 8 --once   only its eighth sweep",
    NULL, USE_VALUE, NULL, MAY_READ | MAY_WRITE | MAY_SIGNAL | MAY_LOOK, ready, NULL}; /* settings and NVML write; any process may be ended */

static const verb *const verbs[] = {&only, NULL};

static const verb_set set = {"drmtop", "",
    "--json and --csv are like --once, for programs; fields: docs/JSON-drm.md.\n"
    "A figure that cannot be known (first sample, or not printed by the driver) is\n"
    "\"-\". Only root sees other users' clients; drmtop counts the processes that it\n"
    "cannot see, or says that hidepid or a PID namespace hides their number.\n"
    "Exit codes: 0 fine, 1 nothing matched, or no client is seen while processes are\n"
    "hidden, 2 wrong usage, 3 cannot read the source or write the output.\n",
    NULL, verbs, NULL, NULL, 0, NULL, NULL, NULL, NULL};

int main(int argc, char **argv)
{
    cli c;
    cli_init(&c, "drmtop", "");
    c.calls = &drm_this_machine;
    return verb_main(&set, &c, argc, argv);
}
