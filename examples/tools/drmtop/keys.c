/* What keys do. */
#define _DEFAULT_SOURCE /* syscall */
#include "settings.h"
#include "term.h"
#include "top.h"
#include "write/out.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

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
    char name[64], date[32];
    struct tm local;
    const time_t now = time(NULL);
    output to;
    FILE *f;
    int fd, number = 1, ok;
    localtime_r(&now, &local);
    strftime(date, sizeof date, "%Y%m%d-%H%M%S", &local);
    snprintf(name, sizeof name, "drmtop-%s.txt", date);
    while ((fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666)) < 0 && errno == EEXIST && number < 100)
        snprintf(name, sizeof name, "drmtop-%s-%d.txt", date, ++number);
    f = fd >= 0 ? fdopen(fd, "wb") : NULL;
    if (f == NULL) {
        if (fd >= 0) close(fd);
        message(t, b, "Not saved: %s", strerror(errno));
        return;
    }
    t->s.color = t->s.utf8 = 0;
    if (t->s.columns < 80) t->s.columns = 80;
    t->s.columns_on = columns_shown(&t->s);
    out_init(&to, f, OUT_TEXT);
    top_text(t, &to);
    ok = ferror(f) == 0;
    if (fclose(f) != 0) ok = 0;
    t->s.color = was.color;
    t->s.utf8 = was.utf8;
    t->s.columns = was.columns;
    t->s.columns_on = was.columns_on;
    if (!ok) unlink(name);
    message(t, b, ok ? "Saved to %s" : "Not saved: %s", ok ? name : "the disk is full, or the file cannot be written");
}

static void save_settings(top *t, cli_buf *b)
{
    cli_buf path = {NULL, 0, 0};
    t->kept.len = 0;
    (void)settings_path(&path);
    if (settings_write(t->c, &t->s, &t->m)) message(t, b, "Saved to %s", path.ptr);
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
    top_rows(t);
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
    t->next = cli_now() + (uint64_t)top_pace(t);
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
    if (r == NULL || r->gone != 0 || r->pid <= 1 || r->pid > INT32_MAX) return;
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

/* Keys that change what is listed, and how. 0: it is none of them. */
static int list_key(top *t, int key, cli_buf *b)
{
    static const char letters[] = "PMNUDC";
    static const int sorts[] = {SORT_BUSY, SORT_MEMORY, SORT_PID, SORT_USER, SORT_DEVICE, SORT_COMMAND};
    const char *which = key < 128 && key > 0 ? strchr(letters, key) : NULL;
    switch (key) {
    case KEY_ESCAPE: t->m.filter.len = 0; break;
    case 's':
    case KEY_F6:
    case 'S':
        t->m.sort = (t->m.sort + (key == 'S' ? SORTS - 1 : 1)) % SORTS;
        message(t, b, "Sorted by %s", sort_words[t->m.sort].text);
        break;
    case 'r':
    case 'I': t->m.reverse = !t->m.reverse; break;
    case 't':
    case KEY_F5:
        t->m.tree = (t->m.tree + 1) % TREES;
        message(t, b, t->m.tree == TREE_NONE ? "%s" : "Tree by %s", t->m.tree == TREE_NONE ? "List of clients" : tree_words[t->m.tree].text);
        break;
    case 'c': t->m.full = !t->m.full; break;
    default:
        if (which == NULL) return 0;
        t->m.sort = sorts[which - letters];
        break;
    }
    top_rows(t);
    return 1;
}

/* Keys that lead to another page. 0: it is none of them. */
static int page_key(top *t, int key)
{
    screen *s = &t->s;
    switch (key) {
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
    case 'o':
    case KEY_F2: s->mode = MODE_SETUP; s->scroll = s->setup_at = 0; break;
    default: return 0;
    }
    return 1;
}

/* Keys that move on the page or in time. */
static void walk_key(top *t, int key, cli_buf *b, int *failed)
{
    screen *s = &t->s;
    switch (key) {
    case ' ':
    case 'p': s->paused = !s->paused; if (!s->paused) t->next = cli_now(); break;
    case 'W': save_settings(t, b); break;
    case 'w': snapshot(t, b); break;
    case 'K':
    case KEY_F9: ask_to_end(t, b); break;
    case 'd': s->panel = (s->panel + 1) % PANELS; break;
    case '+':
    case '=': faster(t, 1, b); break;
    case '-': faster(t, 0, b); break;
    case '.':
    case KEY_RIGHT: *failed |= !top_step(t); break;
    case KEY_LEFT: *failed |= t->replay != NULL && t->taken > 1 && !top_go_to(t, t->taken - 1); break;
    case '0': *failed |= t->replay != NULL && !top_go_to(t, 1); break;
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
    default: break;
    }
}

/* A click on the list, and the wheel. */
static void mouse_key(top *t, int key, cli_buf *b)
{
    screen *s = &t->s;
    int column, line, sort, i;
    if (key != KEY_CLICK) {
        for (i = 0; i < 3; i++) move(t, key == KEY_WHEEL_UP ? KEY_UP : KEY_DOWN);
        return;
    }
    if (s->mode != MODE_LIST) return;
    term_mouse(&column, &line);
    sort = line == s->head ? draw_sort_at(s, column) : -1;
    if (sort >= 0) {
        if (t->m.sort == sort) t->m.reverse = !t->m.reverse;
        t->m.sort = sort;
        message(t, b, "Sorted by %s", sort_words[sort].text);
        top_rows(t);
    } else if (line > s->head && line < s->rows - 1 && s->top + (size_t)(line - s->head - 1) < t->m.row_count) {
        const size_t at = s->top + (size_t)(line - s->head - 1);
        if (at == s->selected) (void)page_key(t, '\n');
        else s->selected = at;
    }
}

int top_key(top *t, int key, cli_buf *b, int *failed)
{
    screen *s = &t->s;
    s->message = NULL;
    if (t->doomed != 0) {
        end_process(t, key, b);
        return 1;
    }
    if (key == KEY_CLICK || key == KEY_WHEEL_UP || key == KEY_WHEEL_DOWN) {
        if (s->mode != MODE_SETUP) mouse_key(t, key, b);
        return 1;
    }
    if (s->mode == MODE_FILTER && key != KEY_UP && key != KEY_DOWN) {
        filter_key(t, key);
        return 1;
    }
    if (s->mode == MODE_SETUP) {
        if (key == 'W') save_settings(t, b);
        else if (key == 'q' || key == 'o' || key == KEY_ESCAPE || key == KEY_F2) top_leave_page(t);
        else setup_key(t, key);
        return 1;
    }
    if ((s->mode == MODE_HELP || s->mode == MODE_DETAIL) &&
        (key == 'q' || key == KEY_ESCAPE || key == '?' || key == 'h' || key == KEY_F1 || key == '\r' || key == '\n')) {
        top_leave_page(t);
        return 1;
    }
    if (key == 'q' || key == KEY_F10) return 0;
    if (!list_key(t, key, b) && !page_key(t, key)) walk_key(t, key, b, failed);
    return 1;
}
