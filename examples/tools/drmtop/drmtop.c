#define _DEFAULT_SOURCE /* syscall */
#include "settings.h"
#include "term.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const char help[] =
    "drmtop: who uses the GPUs and NPUs of this machine, and how much\n"
    "\n"
    "  drmtop                          live screen; ? lists the keys, q quits\n"
    "  drmtop --once                   two samples a second apart, as text;\n"
    "                                  also in a pipe\n"
    "  drmtop --once --json | jq '.clients[] | {pid, command, engines}'\n"
    "  drmtop --once --csv -o now.csv  one line per client\n"
    "  drmtop --sort memory --filter firefox --tree process\n"
    "  drmtop -u ml -d 0000:03:00.0 --columns pid,type,busy,vram,cpu,rss,command\n"
    "  drmtop --replay DIR --speed 2   a recording of drmfdinfo, twice as fast\n"
    "  drmtop --replay DIR --sweep 8 --once\n"
    "                                  only its eighth sweep\n"
    "\n"
    "  -i, --interval S   seconds between samples (1)\n"
    "      --look S       seconds between full looks at every open file (3); new\n"
    "                     processes and files are seen at every sample, at most ten\n"
    "                     times a second; before Linux 6.2 new processes only\n"
    "  -p, --pid N        only clients of this process; repeatable, as are\n"
    "  -u, --user NAME    only clients of this user\n"
    "  -d, --device D     only this device: number, PCI address, driver or node\n"
    "      --once         print one sample as text and exit\n"
    "      --sort KEY     busy, memory, pid, user, device, command, cpu, rss (busy)\n"
    "      --reverse      reverse the order\n"
    "      --filter TEXT  only clients whose PID, user, command, device, engine or\n"
    "                     unit contains this\n"
    "      --tree BY      none, process, device (none)\n"
    "      --columns LIST pid, user, device, type, busy, engine, engines, vram, sys,\n"
    "                     cpu, rss, unit, command, with commas; auto: by the width\n"
    "      --full         whole command lines instead of program names\n"
    "      --nvml FILE    NVIDIA's NVML, if it is not found by itself; none: not used\n"
    "      --root DIR     a directory laid out like /proc, with sys beside it\n"
    "      --replay DIR   play a recording at its own pace\n"
    "      --speed X      times as fast, 0.1 to 100 (1)\n"
    "      --sweep N      start a recording here; with --once, show only this one (2)\n"
    "      --json, --csv  like --once, for programs; fields: docs/JSON-drm.md\n"
    "  -o, --output FILE  write to FILE; - is standard output\n"
    "      --color WHEN   auto, always, never; NO_COLOR is honoured\n"
    "  -h, --help, --version\n"
    "\n"
    "A figure that cannot be known (first sample, or not printed by the driver) is\n"
    "\"-\". Only root sees other users' clients; hidden processes are counted, unless\n"
    "hidepid or a PID namespace keeps their number secret, which is said.\n"
    "Exit codes: 0 fine, 1 nothing matched, or no client is seen while processes are\n"
    "hidden, 2 wrong usage, 3 cannot read the source or write the output.\n";

typedef struct top {
    cli c;
    const char *root, *replay, *nvml;
    drm_source source;
    model m;
    screen s;
    int64_t *times;     /* of the sweeps of a recording */
    size_t time_room;
    uint64_t start;     /* --sweep; 0: not given */
    int64_t look;       /* --look, ns; 0: not given */
    int only_once;      /* --once */
    cli_buf kept;       /* messages held back while the alternate screen was on */
    row detail;         /* what the detail page shows: only what row_same needs */
    uint64_t gone;      /* when that went away; 0: it is there */
    int64_t first, last;
    uint64_t taken;     /* sweeps so far; in a recording, the number of the one shown */
    int at_end;
    uint64_t said;      /* when the last line got its message */
    uint64_t doomed;    /* the process that a signal may be sent to; 0: none */
    int doomed_fd;      /* its pidfd, so that no other process gets the signal; below 0: the kernel lacks pidfds */
    uint64_t next;      /* when the next sweep is due, by cli_now */
} top;

/* When each sweep of a recording was taken: the time of its last text. */
static void read_times(top *t)
{
    drm_texts texts;
    drm_text text;
    int64_t time = 0;
    uint64_t n = 0;
    drm_texts_begin(&texts, t->source.sweeps, t->source.sweeps_len, 3);
    while (drm_texts_next(&texts, &text)) {
        if (text.kind == DRM_TEXT) time = text.time;
        if (text.kind != DRM_SWEEP_END) continue;
        t->times = (int64_t *)cli_grow(t->times, &t->time_room, (size_t)n + 1, sizeof *t->times);
        t->times[n++] = time;
    }
    t->s.sweeps = n;
}

static int open_source(top *t)
{
    drmfd_scanner_options o;
    memset(&o, 0, sizeof o);
    o.look_every = t->look;
    o.pids = t->m.want.pids;
    o.pid_count = (uint32_t)t->m.want.pid_count;
    return drm_source_open(&t->source, &t->c, t->root, t->replay, t->nvml, &o);
}

/* The next sweep: 1, 0 at the end of a recording, -1 with a message. */
static int take(top *t)
{
    int ended;
    const drmfd_sweep *sweep = drm_source_next(&t->source, &ended);
    if (sweep == NULL) return ended ? 0 : -1;
    t->last = t->source.time;
    if (t->taken++ == 0) t->first = t->source.time;
    model_sweep(&t->m, sweep);
    t->s.sweep = t->taken;
    t->s.seconds = ((double)t->source.time - (double)t->first) / 1e9;
    return 1;
}

/* Once ---------------------------------------------------------------------------------------------------------- */

static void once_json(top *t, const drm_moment *moment)
{
    const drmfd_sweep *sweep = t->m.sweep;
    cli_json j;
    size_t k;
    cli_json_init(&j, t->c.out, CLI_UTF8, 2);
    cli_json_object(&j, NULL);
    cli_json_str(&j, "time", moment->clock[0] != 0 ? moment->clock : NULL);
    cli_json_double(&j, "seconds", moment->seconds);
    if (moment->interval >= 0) cli_json_double(&j, "interval", moment->interval);
    else cli_json_null(&j, "interval");
    cli_json_object(&j, "processes");
    cli_json_u64(&j, "all", t->source.stats.processes);
    if (t->source.sight.unseen == 0) cli_json_u64(&j, "hidden", t->source.stats.refused);
    else cli_json_null(&j, "hidden"); /* nobody knows how many */
    cli_json_u64(&j, "with_clients", sweep->process_count);
    cli_json_end(&j);
    drm_lost_json(&j, &t->source);
    drm_devices_json(&j, &t->source, sweep, &t->m.want);
    cli_json_array(&j, "clients");
    for (k = 0; k < t->m.row_count; k++)
        if (t->m.rows[k].client != NULL) drm_client_json(&j, &t->source, NULL, t->m.rows[k].client);
    cli_json_end(&j);
    cli_json_end(&j);
    cli_json_line(&j);
}

static void once_text(top *t)
{
    /* The two that vary most come last. */
    static const int order[] = {COL_PID, COL_USER, COL_DEVICE, COL_TYPE, COL_BUSY, COL_TOP, COL_VRAM, COL_SYS, COL_CPU, COL_RSS,
                                COL_UNIT, COL_COMMAND, COL_ENGINES};
    const char *titles[COLS];
    char align[COLS + 1];
    unsigned on;
    cli_table table;
    cli_buf b = {NULL, 0, 0};
    size_t i;
    int k, n = 0, line, lines;
    lines = draw_devices(&t->s, &t->m, 0);
    for (line = 1; line < lines; line++) fprintf(t->c.out, "%s\n", t->s.lines[line].ptr);
    if (lines > 1) fputc('\n', t->c.out);
    on = t->s.columns_on;
    if (on == 0)
        on = 1u << COL_PID | 1u << COL_USER | 1u << COL_DEVICE | 1u << COL_BUSY | 1u << COL_VRAM | 1u << COL_SYS |
             1u << COL_COMMAND | 1u << COL_ENGINES;
    for (k = 0; k < COLS; k++)
        if ((on & 1u << order[k]) != 0) {
            titles[n] = column_titles[order[k]];
            align[n++] = column_right(order[k]) ? 'r' : 'l';
        }
    align[n] = 0;
    cli_table_init(&table, align, titles);
    for (i = 0; i < t->m.row_count; i++)
        for (k = 0; k < COLS; k++) {
            const row *r = &t->m.rows[i];
            const int style = order[k] != COL_BUSY || r->busy < 0 ? CLI_PLAIN
                              : r->busy >= 80 ? CLI_RED : r->busy >= 40 ? CLI_YELLOW : CLI_GREEN;
            if ((on & 1u << order[k]) == 0) continue;
            b.len = 0;
            draw_cell(&b, &t->s, r, order[k]);
            cli_cellf(&table, style, "%s", b.ptr);
        }
    if (table.cells > 0) cli_table_print(&t->c, &table);
    else fprintf(t->c.out, "%s\n", model_nothing(&t->m));
    b.len = 0;
    drm_put_missing(&b, &t->source);
    if (b.len > 0) fprintf(t->c.out, "\n%s\n", b.ptr);
    cli_buf_free(&b);
}

static int once(top *t)
{
    const uint64_t want = t->start > 0 ? t->start : 2;
    int64_t last = 0;
    drm_moment moment;
    if (t->replay != NULL && want > t->s.sweeps) {
        cli_error(&t->c, "%s: %" PRIu64 " sweep%s in it, not %" PRIu64, t->replay, t->s.sweeps, t->s.sweeps == 1 ? "" : "s", want);
        return CLI_INPUT;
    }
    while (t->taken < want) {
        if (t->taken > 0 && t->replay == NULL) {
            struct timespec pause;
            pause.tv_sec = (time_t)(t->s.interval / 1000000000);
            pause.tv_nsec = (long)(t->s.interval % 1000000000);
            nanosleep(&pause, NULL);
        }
        last = t->last;
        if (take(t) != 1) {
            cli_error(&t->c, "%s", t->source.why);
            return CLI_INPUT;
        }
    }
    drm_moment_of(&moment, &t->source, t->first, last, t->taken > 1);
    if (t->c.format != CLI_TEXT) t->m.tree = TREE_NONE;
    model_rows(&t->m);
    if (t->c.format == CLI_JSON) once_json(t, &moment);
    else if (t->c.format == CLI_CSV) {
        cli_csv v = {NULL, 0, 0};
        size_t i;
        v.f = t->c.out;
        drm_client_csv_titles(&v);
        for (i = 0; i < t->m.row_count; i++) drm_client_csv(&v, &t->source, &moment, t->m.rows[i].client);
    } else {
        t->s.color = t->c.color;
        t->s.utf8 = 0;
        if (t->c.out_path != NULL || !term_able()) t->s.columns = 80;
        once_text(t);
    }
    if (model_matched(&t->m)) return t->m.row_count > 0 || drm_sees_all(&t->source) ? CLI_FINE : CLI_FINDING;
    if (t->c.format != CLI_TEXT) cli_error(&t->c, "%s", model_nothing(&t->m));
    return CLI_FINDING;
}

/* The screen ---------------------------------------------------------------------------------------------------- */

/* Makes the rows again; the mark stays on its client. */
static void rows(top *t)
{
    model *m = &t->m;
    row was;
    size_t i;
    const int detail = t->s.mode == MODE_DETAIL && t->detail.kind >= 0;
    const int had = detail || t->s.selected < m->row_count;
    if (detail) was = t->detail;
    else if (had) was = m->rows[t->s.selected];
    model_rows(m);
    for (i = 0; had && i < m->row_count; i++)
        if (row_same(&m->rows[i], &was)) {
            t->s.selected = i;
            break;
        }
    if (!detail) return;
    if (i < m->row_count) t->gone = 0;
    else if (t->gone == 0) t->gone = cli_now();
    t->s.gone = t->gone != 0;
}

/* Leaves help or details. */
static void leave_page(top *t)
{
    t->s.mode = MODE_LIST;
    t->s.scroll = t->s.gone = 0;
    t->gone = 0;
}

/* How long after the sweep on the screen the next one is due, in ns. */
static int64_t pace(const top *t)
{
    double gap;
    if (t->replay == NULL) return t->s.interval;
    if (t->taken == 0 || t->taken >= t->s.sweeps) return t->s.interval;
    gap = ((double)t->times[t->taken] - (double)t->times[t->taken - 1]) / t->s.speed;
    return gap < 1e7 ? 10000000 : gap > 6e10 ? 60000000000 : (int64_t)gap;
}

/* Takes a sweep and sets when the next is due. 0: give up. */
static int step(top *t)
{
    const int got = take(t);
    if (got < 0) return 0;
    if (got == 0) t->at_end = 1;
    else rows(t);
    t->next = cli_now() + (uint64_t)pace(t);
    return 1;
}

/* Shows sweep number n of a recording; its figures need those before it to be read. */
static int go_to(top *t, uint64_t n)
{
    drm_source_close(&t->source);
    t->m.sweep = NULL;
    if (!open_source(t)) return 0;
    t->taken = 0;
    t->at_end = 0;
    model_forget_history(&t->m);
    while (t->taken < n) {
        const int got = take(t);
        if (got < 0) return 0;
        if (got == 0) break;
    }
    rows(t);
    t->next = cli_now() + (uint64_t)pace(t);
    return 1;
}

static void message(top *t, cli_buf *b, const char *format, const char *word)
{
    b->len = 0;
    cli_putf(b, format, word);
    t->s.message = b->ptr;
    t->said = cli_now();
}

/* What is on the screen as text, all of its rows, in a new file of this folder. */
static void snapshot(top *t, cli_buf *b)
{
    const screen was = t->s;
    FILE *out = t->c.out;
    const int color = t->c.color;
    char name[64], date[32];
    struct tm local;
    const time_t now = time(NULL);
    int fd, number = 1, ok;
    localtime_r(&now, &local);
    strftime(date, sizeof date, "%Y%m%d-%H%M%S", &local);
    snprintf(name, sizeof name, "drmtop-%s.txt", date);
    while ((fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666)) < 0 && errno == EEXIST && number < 100)
        snprintf(name, sizeof name, "drmtop-%s-%d.txt", date, ++number);
    t->c.out = fd >= 0 ? fdopen(fd, "wb") : NULL;
    if (t->c.out == NULL) {
        if (fd >= 0) close(fd);
        t->c.out = out;
        message(t, b, "Not saved: %s", strerror(errno));
        return;
    }
    t->c.color = t->s.color = t->s.utf8 = 0;
    if (t->s.columns < 80) t->s.columns = 80;
    t->s.columns_on = columns_shown(&t->s);
    once_text(t);
    ok = ferror(t->c.out) == 0;
    if (fclose(t->c.out) != 0) ok = 0;
    t->c.out = out;
    t->c.color = color;
    t->s.color = was.color;
    t->s.utf8 = was.utf8;
    t->s.columns = was.columns;
    t->s.columns_on = was.columns_on;
    if (!ok) unlink(name);
    message(t, b, ok ? "Saved to %s" : "Not saved: %s", ok ? name : "the disk is full, or the file cannot be written");
}

/* Anything printed to standard error would be lost with the alternate screen. */
static void keep_message(void *user, const char *text)
{
    cli_buf *b = (cli_buf *)user;
    b->len = 0;
    cli_putf(b, "%s", text);
}

static void save_settings(top *t, cli_buf *b)
{
    cli_buf path = {NULL, 0, 0};
    t->kept.len = 0;
    (void)settings_path(&path);
    if (settings_write(&t->c, &t->s, &t->m)) message(t, b, "Saved to %s", path.ptr);
    else message(t, b, "Not saved: %s", t->kept.ptr);
    t->kept.len = 0;
    cli_buf_free(&path);
}

static void setup_key(top *t, int key)
{
    screen *s = &t->s;
    if (key == KEY_UP || key == 'k') s->setup_at -= s->setup_at > 0;
    else if (key == KEY_DOWN || key == 'j') s->setup_at += s->setup_at + 1 < COLS;
    else if (key == 'a') s->columns_on = 0;
    else if (key == ' ' || key == '\r' || key == '\n') {
        const unsigned on = columns_shown(s) ^ 1u << s->setup_at;
        if (on != 0) s->columns_on = on;
    }
    /* The marked line stays on the screen, under its title. */
    if (s->scroll > s->setup_at) s->scroll = s->setup_at;
    if (s->setup_at + 2 - s->scroll > s->rows - 1) s->scroll = s->setup_at + 2 - (s->rows - 1);
}

static void filter_key(top *t, int key)
{
    cli_buf *f = &t->m.filter;
    if (key == KEY_ESCAPE || key == '\r' || key == '\n') {
        t->s.mode = MODE_LIST;
        if (key == KEY_ESCAPE) {
            f->len = 0;
            if (t->s.filter_before.len > 0) cli_put(f, t->s.filter_before.ptr, t->s.filter_before.len);
        }
    } else if (key == KEY_BACKSPACE) {
        while (f->len > 0 && ((unsigned char)f->ptr[--f->len] & 0xc0) == 0x80) {
        }
    } else if (key == 21) /* Ctrl-U */
        f->len = 0;
    else if (key >= 32 && key < 0x110000 && f->len < 200) {
        char c[4];
        size_t n = 0;
        if (key < 0x80) c[n++] = (char)key;
        else {
            if (key < 0x800) c[n++] = (char)(0xc0 | key >> 6);
            else {
                if (key < 0x10000) c[n++] = (char)(0xe0 | key >> 12);
                else {
                    c[n++] = (char)(0xf0 | key >> 18);
                    c[n++] = (char)(0x80 | (key >> 12 & 63));
                }
                c[n++] = (char)(0x80 | (key >> 6 & 63));
            }
            c[n++] = (char)(0x80 | (key & 63));
        }
        cli_put(f, c, n);
    }
    rows(t);
}

static void move(top *t, int key)
{
    const size_t count = t->m.row_count, page = (size_t)t->s.page;
    size_t *at = &t->s.selected;
    if (count == 0) return;
    if (t->s.mode != MODE_LIST) {
        int *scroll = &t->s.scroll;
        const int lines = t->s.rows > 2 ? t->s.rows - 2 : 1;
        if (key == KEY_UP || key == 'k') *scroll -= 1;
        else if (key == KEY_DOWN || key == 'j') *scroll += 1;
        else if (key == KEY_PAGE_UP) *scroll -= lines;
        else if (key == KEY_PAGE_DOWN) *scroll += lines;
        else if (key == KEY_HOME || key == 'g') *scroll = 0;
        else *scroll = 10000;
        if (*scroll < 0) *scroll = 0;
        return;
    }
    switch (key) {
    case KEY_UP:
    case 'k': *at -= *at > 0; break;
    case KEY_DOWN:
    case 'j': *at += *at + 1 < count; break;
    case KEY_PAGE_UP: *at = *at > page ? *at - page : 0; break;
    case KEY_PAGE_DOWN: *at = *at + page < count ? *at + page : count - 1; break;
    case KEY_HOME:
    case 'g': *at = 0; break;
    default: *at = count - 1; break;
    }
}

static void faster(top *t, int slower_pace, cli_buf *b)
{
    static const int64_t steps[] = {100, 200, 500, 1000, 2000, 5000, 10000, 30000, 60000};
    const size_t count = sizeof steps / sizeof *steps;
    char word[32];
    size_t i;
    if (t->replay != NULL) { /* "+" in a recording means faster */
        t->s.speed = slower_pace ? t->s.speed * 2 : t->s.speed / 2;
        if (t->s.speed > 100) t->s.speed = 100;
        if (t->s.speed < 0.1) t->s.speed = 0.1;
        snprintf(word, sizeof word, "%g", t->s.speed);
        message(t, b, "Speed: %s", word);
    } else {
        if (slower_pace) {
            for (i = 0; i + 1 < count && steps[i] * 1000000 <= t->s.interval; i++) {
            }
        } else
            for (i = count - 1; i > 0 && steps[i] * 1000000 >= t->s.interval; i--) {
            }
        t->s.interval = steps[i] * 1000000;
        snprintf(word, sizeof word, "%g", (double)t->s.interval / 1e9);
        message(t, b, "Interval: %s s", word);
    }
    t->next = cli_now() + (uint64_t)pace(t);
}

static int pidfd(uint64_t pid)
{
#ifdef SYS_pidfd_open
    return (int)syscall(SYS_pidfd_open, (pid_t)pid, 0);
#else
    (void)pid;
    return -1;
#endif
}

static int send_signal(uint64_t pid, int fd, int which)
{
#ifdef SYS_pidfd_send_signal
    if (fd >= 0) return (int)syscall(SYS_pidfd_send_signal, fd, which, NULL, 0);
#endif
    (void)fd;
    return kill((pid_t)pid, which);
}

/* Asks whether to end the process of the marked row; the next key is the answer. */
static void ask_to_end(top *t, cli_buf *b)
{
    const row *r = t->s.selected < t->m.row_count ? &t->m.rows[t->s.selected] : NULL;
    if (t->replay != NULL || strcmp(t->root, "/proc") != 0) {
        message(t, b, "%s", "These are not processes of this machine.");
        return;
    }
    if (r == NULL || r->pid <= 1 || r->pid > INT32_MAX) return;
    t->doomed = r->pid;
    t->doomed_fd = pidfd(r->pid);
    b->len = 0;
    cli_putf(b, "Send to %" PRIu64 " %s:  t: SIGTERM  k: SIGKILL  any other key: nothing", r->pid, r->command);
    t->s.message = b->ptr;
}

static void end_process(top *t, int key, cli_buf *b)
{
    if (key != 't' && key != 'k') message(t, b, "%s", "Nothing was sent.");
    else if (send_signal(t->doomed, t->doomed_fd, key == 't' ? SIGTERM : SIGKILL) == 0)
        message(t, b, "%s was sent.", key == 't' ? "SIGTERM" : "SIGKILL");
    else message(t, b, "%s", strerror(errno));
    if (t->doomed_fd >= 0) close(t->doomed_fd);
    t->doomed = 0;
}

/* Handles a key; 0: the end. *failed is set if the source can no longer be read. */
static int on_key(top *t, int key, cli_buf *b, int *failed)
{
    screen *s = &t->s;
    static const char letters[] = "PMNUDC";
    static const int sorts[] = {SORT_BUSY, SORT_MEMORY, SORT_PID, SORT_USER, SORT_DEVICE, SORT_COMMAND};
    s->message = NULL;
    if (t->doomed != 0) {
        end_process(t, key, b);
        return 1;
    }
    if (s->mode == MODE_FILTER && key != KEY_UP && key != KEY_DOWN) {
        filter_key(t, key);
        return 1;
    }
    if (s->mode == MODE_SETUP) {
        if (key == 'W') save_settings(t, b);
        else if (key == 'q' || key == 'o' || key == KEY_ESCAPE || key == KEY_F2) leave_page(t);
        else setup_key(t, key);
        return 1;
    }
    if (s->mode == MODE_HELP || s->mode == MODE_DETAIL) {
        if (key == 'q' || key == KEY_ESCAPE || key == '?' || key == 'h' || key == KEY_F1 || key == '\r' || key == '\n') {
            leave_page(t);
            return 1;
        }
    }
    switch (key) {
    case 'q':
    case KEY_F10: return 0;
    case '?':
    case 'h':
    case KEY_F1: s->mode = MODE_HELP; s->scroll = 0; break;
    case '\r':
    case '\n':
        s->mode = MODE_DETAIL;
        s->scroll = 0;
        t->detail.kind = -1;
        if (s->selected < t->m.row_count) t->detail = t->m.rows[s->selected];
        break;
    case '/':
    case KEY_F3:
    case KEY_F4:
        s->mode = MODE_FILTER;
        s->filter_before.len = 0;
        if (t->m.filter.len > 0) cli_put(&s->filter_before, t->m.filter.ptr, t->m.filter.len);
        break;
    case KEY_ESCAPE: t->m.filter.len = 0; rows(t); break;
    case ' ':
    case 'p': s->paused = !s->paused; if (!s->paused) t->next = cli_now(); break;
    case 's':
    case KEY_F6:
    case 'S':
        t->m.sort = (t->m.sort + (key == 'S' ? SORTS - 1 : 1)) % SORTS;
        message(t, b, "Sorted by %s", sort_names[t->m.sort]);
        rows(t);
        break;
    case 'r':
    case 'I': t->m.reverse = !t->m.reverse; rows(t); break;
    case 't':
    case KEY_F5:
        t->m.tree = (t->m.tree + 1) % TREES;
        message(t, b, t->m.tree == TREE_NONE ? "%s" : "Tree by %s", t->m.tree == TREE_NONE ? "List of clients" : tree_names[t->m.tree]);
        rows(t);
        break;
    case 'c': t->m.full = !t->m.full; rows(t); break;
    case 'o':
    case KEY_F2: s->mode = MODE_SETUP; s->scroll = s->setup_at = 0; break;
    case 'W': save_settings(t, b); break;
    case 'w': snapshot(t, b); break;
    case 'K':
    case KEY_F9: ask_to_end(t, b); break;
    case 'd': s->panel = (s->panel + 1) % PANELS; break;
    case '+':
    case '=': faster(t, 1, b); break;
    case '-': faster(t, 0, b); break;
    case '.':
    case KEY_RIGHT: if (!step(t)) *failed = 1; break;
    case KEY_LEFT:
        if (t->replay != NULL && t->taken > 1 && !go_to(t, t->taken - 1)) *failed = 1;
        break;
    case '0':
        if (t->replay != NULL && !go_to(t, 1)) *failed = 1;
        break;
    case KEY_UP:
    case KEY_DOWN:
    case KEY_PAGE_UP:
    case KEY_PAGE_DOWN:
    case KEY_HOME:
    case KEY_END:
    case 'j':
    case 'k':
    case 'g':
    case 'G': move(t, key); break;
    default: {
        const char *which = key < 128 && key > 0 ? strchr(letters, key) : NULL;
        if (which == NULL) break;
        t->m.sort = sorts[which - letters];
        rows(t);
        break;
    }
    }
    return 1;
}

static int interactive(top *t)
{
    cli_buf words = {NULL, 0, 0};
    int going = 1, failed = 0, again = 1;
    if (t->said != 0) t->said = cli_now(); /* a message about the settings */
    term_size(&t->s.columns, &t->s.rows);
    if (!term_open()) {
        cli_error(&t->c, "cannot set up the terminal");
        return CLI_INPUT;
    }
    t->c.error_fn = keep_message;
    t->c.user = &t->kept;
    if (t->start > 1 && !go_to(t, t->start)) failed = 1;
    else if (t->start <= 1 && !step(t)) failed = 1;
    /* The first sample has no figures, so the second comes soon. */
    if (t->replay == NULL && t->s.interval > 300000000) t->next = cli_now() + 300000000;
    while (going && !failed) {
        const uint64_t now = cli_now();
        const int waits = t->s.paused || t->at_end;
        int key;
        if (!waits && t->doomed == 0 && now >= t->next) {
            if (!step(t)) failed = 1;
            if (t->at_end) t->s.message = "End of the recording.  0: from the start  Left: back  q: quit";
        }
        if (failed) break;
        if (t->gone != 0 && now > t->gone + 3000000000u) leave_page(t);
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
            going = on_key(t, key, &words, &failed);
    }
    cli_buf_free(&words);
    if (failed) {
        term_close();
        t->c.error_fn = NULL;
        if (t->kept.len > 0) cli_error(&t->c, "%s", t->kept.ptr);
        else if (t->source.why[0] != 0) cli_error(&t->c, "%s", t->source.why);
        else cli_error(&t->c, "%s: can no longer be read", t->replay != NULL ? t->replay : t->root);
    }
    return term_end(failed ? CLI_INPUT : CLI_FINE);
}

static int word_of(const cli *c, const char *option, const char *word, const char *const *names, int count, int *to)
{
    cli_buf b = {NULL, 0, 0};
    int i;
    for (i = 0; i < count; i++)
        if (strcmp(word, names[i]) == 0) {
            *to = i;
            return 1;
        }
    for (i = 0; i < count; i++) cli_putf(&b, "%s%s", i == 0 ? "" : i + 1 < count ? ", " : " or ", names[i]);
    cli_usage(c, "%s takes %s, not '%s'", option, b.ptr, word);
    cli_buf_free(&b);
    return 0;
}

static int speed_of(const cli *c, const char *text, double *speed)
{
    int64_t milli;
    if (!drm_seconds(c, "--speed", text, 100, 100000, &milli)) return 0;
    *speed = (double)milli / 1e9;
    return 1;
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

static int columns_of(const cli *c, const char *text, unsigned *columns)
{
    cli_buf b = {NULL, 0, 0};
    const char *bad;
    size_t len;
    int i;
    if (settings_columns(text, columns, &bad, &len) == 0) return 1;
    for (i = 0; i < COLS; i++) cli_putf(&b, "%s, ", column_names[i]);
    cli_usage(c, "--columns takes %sor auto, not '%.*s'", b.ptr, (int)len, bad);
    cli_buf_free(&b);
    return 0;
}

/* Reads the options: CLI_FINE, CLI_USAGE, or CLI_DONE after --help and --version. */
static int options(top *t, int argc, char **argv)
{
    enum {
        INTERVAL = 1, ONCE, SORT, REVERSE, FULL, FILTER, TREE, ROOT, REPLAY, SPEED, SWEEP, LOOK, PID, NVML, USER, DEVICE, COLUMNS
    };
    static const cli_option table[] = {{INTERVAL, 'i', "interval", 1}, {ONCE, 0, "once", 0},     {SORT, 0, "sort", 1},
                                       {REVERSE, 0, "reverse", 0},     {FILTER, 0, "filter", 1}, {TREE, 0, "tree", 1},
                                       {ROOT, 0, "root", 1},           {REPLAY, 0, "replay", 1}, {SPEED, 0, "speed", 1},
                                       {SWEEP, 0, "sweep", 1},         {FULL, 0, "full", 0},     {LOOK, 0, "look", 1},
                                       {PID, 'p', "pid", 1},           {NVML, 0, "nvml", 1},     {USER, 'u', "user", 1},
                                       {DEVICE, 'd', "device", 1},     {COLUMNS, 0, "columns", 1}, {0, 0, NULL, 0}};
    cli_args a;
    int id;
    memset(&a, 0, sizeof a);
    a.argc = argc;
    a.argv = argv;
    a.at = 1;
    drm_want_free(&t->m.want);
    while ((id = cli_next(&t->c, &a, table)) != CLI_END) {
        int ok = 1;
        if (id == INTERVAL) ok = drm_seconds(&t->c, "--interval", a.value, 50, 3600000, &t->s.interval);
        else if (id == ONCE) t->only_once = 1;
        else if (id == SORT) ok = word_of(&t->c, "--sort", a.value, sort_names, SORTS, &t->m.sort);
        else if (id == REVERSE) t->m.reverse = 1;
        else if (id == FULL) t->m.full = 1;
        else if (id == FILTER) {
            t->m.filter.len = 0;
            cli_put(&t->m.filter, a.value, strlen(a.value));
        } else if (id == TREE) ok = word_of(&t->c, "--tree", a.value, tree_names, TREES, &t->m.tree);
        else if (id == ROOT) t->root = a.value;
        else if (id == LOOK) ok = drm_seconds(&t->c, "--look", a.value, 10, 86400000, &t->look);
        else if (id == PID) ok = drm_want_pid(&t->m.want, &t->c, a.value);
        else if (id == USER) drm_want_user(&t->m.want, a.value);
        else if (id == DEVICE) drm_want_device(&t->m.want, a.value);
        else if (id == COLUMNS) ok = columns_of(&t->c, a.value, &t->s.columns_on);
        else if (id == REPLAY) t->replay = a.value;
        else if (id == NVML) t->nvml = a.value;
        else if (id == SPEED) ok = speed_of(&t->c, a.value, &t->s.speed);
        else if (id == SWEEP) ok = cli_number(&t->c, "--sweep", a.value, 1, UINT64_MAX, &t->start);
        else {
            if (id == CLI_DONE) return CLI_DONE;
            if (id == CLI_OPERAND) cli_usage(&t->c, "unexpected '%s'; --filter TEXT limits the clients shown", a.value);
            ok = 0;
        }
        if (!ok) return CLI_USAGE;
    }
    if (t->root != NULL && t->replay != NULL) return cli_usage(&t->c, "--root and --replay exclude each other");
    if (t->replay != NULL && (t->look != 0 || t->m.want.pid_count > 0 || t->nvml != NULL))
        return cli_usage(&t->c, "--look, --pid and --nvml are not for --replay");
    if (t->start > 0 && t->replay == NULL) return cli_usage(&t->c, "--sweep is for --replay");
    return CLI_FINE;
}

int main(int argc, char **argv)
{
    static top t;
    cli_buf wrong = {NULL, 0, 0};
    int code, live = 0;
    cli_init(&t.c, "drmtop", help);
    t.s.interval = 1000000000;
    t.s.speed = 1;
    t.s.columns = 80;
    t.s.rows = 24;
    code = options(&t, argc, argv);
    if (code == CLI_FINE) {
        live = !t.only_once && t.c.format == CLI_TEXT && t.c.out_path == NULL && term_able();
        if (live) { /* options override settings */
            settings_read(&t.c, &t.s, &t.m, &wrong);
            (void)options(&t, argc, argv);
            if (wrong.len > 0) {
                t.s.message = wrong.ptr;
                t.said = 1;
            }
        }
        if (!cli_start(&t.c)) code = CLI_INPUT;
    }
    if (code != CLI_FINE) {
        model_free(&t.m);
        cli_buf_free(&wrong);
        return code == CLI_DONE ? CLI_FINE : code;
    }
    if (t.root == NULL) t.root = "/proc";
    if (open_source(&t)) {
        t.m.source = &t.source;
        t.s.color = t.c.color;
        t.s.utf8 = speaks_utf8();
        if (t.replay != NULL) read_times(&t);
        if (!live) {
            if (term_able()) term_size(&t.s.columns, &t.s.rows);
            code = once(&t);
        } else if (t.replay != NULL && t.s.sweeps == 0) {
            cli_error(&t.c, "%s: contains no sweep", t.replay);
            code = CLI_INPUT;
        } else
            code = interactive(&t);
    } else
        code = CLI_INPUT;
    model_free(&t.m);
    drm_source_close(&t.source);
    draw_free(&t.s);
    free(t.times);
    cli_buf_free(&t.kept);
    cli_buf_free(&wrong);
    return cli_finish(&t.c, code);
}
