#include "draw.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* A pen writes into one line and stops at its right edge. */
typedef struct pen {
    cli_buf *b;
    int left; /* columns that are left */
    int color;
} pen;

static pen pen_of(screen *s, int line)
{
    pen p;
    const size_t had = s->line_room;
    s->lines = (cli_buf *)cli_grow(s->lines, &s->line_room, (size_t)line + 1, sizeof *s->lines);
    if (s->line_room > had) memset(s->lines + had, 0, (s->line_room - had) * sizeof *s->lines);
    p.b = &s->lines[line];
    p.b->len = 0;
    cli_put(p.b, "", 0);
    p.left = s->columns;
    p.color = s->color;
    return p;
}

static void style(pen *p, int which) { cli_putf(p->b, "%s", cli_style(p->color, which)); }

/* As much of a text, already made safe, as fits into width columns; returns the columns taken. */
static int put_clipped(pen *p, const char *text, size_t len, int width)
{
    const char *end = text + len;
    int taken = 0;
    if (width > p->left) width = p->left;
    while (text < end) {
        size_t n = cli_utf8(text, end);
        int w;
        if (n == 0) n = 1;
        w = (int)cli_width(text, n);
        if (taken + w > width) break;
        cli_put(p->b, text, n);
        taken += w;
        text += n;
    }
    p->left -= taken;
    return taken;
}

static void blanks(pen *p, int n)
{
    if (n > p->left) n = p->left;
    for (; n > 0; n--, p->left--) cli_put(p->b, " ", 1);
}

static void put(pen *p, const char *format, ...)
{
    char text[512];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    put_clipped(p, text, strlen(text), p->left);
}

/* A text in this many columns; "~" shows that some was cut off. */
static void field(pen *p, const char *text, int width, int right)
{
    const size_t len = strlen(text);
    const int have = (int)cli_width(text, len);
    int taken;
    if (width > p->left) width = p->left;
    if (width <= 0) return;
    if (right && have < width) blanks(p, width - have);
    if (have <= width) taken = put_clipped(p, text, len, width);
    else {
        taken = put_clipped(p, text, len, width - 1);
        put(p, "~");
        taken++;
    }
    if (!right || have > width) blanks(p, width - taken);
}

static void field_view(pen *p, const char *ptr, size_t len, int width)
{
    cli_buf b = {NULL, 0, 0};
    cli_put(&b, "", 0);
    cli_put_safe(&b, ptr, len);
    field(p, b.ptr, width, 0);
    cli_buf_free(&b);
}

static int heat(double percent) { return percent >= 80 ? CLI_RED : percent >= 40 ? CLI_YELLOW : CLI_GREEN; }

static void percent_text(char to[16], double percent)
{
    if (percent < 0) strcpy(to, "-");
    else snprintf(to, 16, "%.1f", percent);
}

/* Devices ------------------------------------------------------------------------------------------------------- */

/* "[|||||| 62.4%]"; without a figure "[           -]". */
static void bar(pen *p, double percent, int width)
{
    char text[16];
    int inside = width - 2, full, i, word, begun = 0;
    if (width > p->left) return;
    percent_text(text, percent);
    if (percent >= 0) strcat(text, "%");
    word = (int)strlen(text);
    if (inside < word) {
        field(p, text, width, 1);
        return;
    }
    full = percent > 0 ? (int)(percent / 100 * inside + 0.5) : 0;
    if (percent >= 0.5 && full == 0) full = 1;
    put(p, "[");
    for (i = 0; i < inside; i++) {
        if (i == 0 && full > 0) {
            style(p, heat(percent));
            begun = 1;
        }
        if (i == full && begun) {
            style(p, CLI_PLAIN);
            begun = 0;
        }
        if (i >= inside - word) cli_put(p->b, text + (i - (inside - word)), 1);
        else cli_put(p->b, i < full ? "|" : " ", 1);
        p->left--;
    }
    if (begun) style(p, CLI_PLAIN);
    put(p, "]");
}

static const drmfd_engine_sum *sum_of(const known_device *d, const known_engine *e)
{
    uint32_t i;
    for (i = 0; d->now != NULL && i < d->now->engine_count; i++)
        if (d->now->engines[i].name.len == e->len && memcmp(d->now->engines[i].name.ptr, e->name, e->len) == 0)
            return &d->now->engines[i];
    return NULL;
}

static double percent_of(const known_device *d, const known_engine *e)
{
    const drmfd_engine_sum *sum = sum_of(d, e);
    return sum != NULL && sum->best != NULL ? sum->best->percent : -1;
}

static void put_size(cli_buf *b, const char *format, uint64_t bytes)
{
    char size[16];
    drm_bytes(size, bytes);
    cli_putf(b, format, size);
}

/* "vram 3.7G (asked 3.9G, shared 1.2G), gtt 350M": resident memory of the regions that hold any; for the largest also
   the total if that differs, and how much several clients share. */
static void put_memory(cli_buf *b, const drmfd_device *d)
{
    uint32_t i, largest = 0;
    int any = 0;
    for (i = 1; i < d->region_count; i++)
        if (d->regions[i].total > d->regions[largest].total) largest = i;
    for (i = 0; i < d->region_count; i++) {
        const drmfd_region_sum *r = &d->regions[i];
        const int resident = (r->has & DRMFD_REGION_HAS_RESIDENT) != 0, total = (r->has & DRMFD_REGION_HAS_TOTAL) != 0;
        const uint64_t shared = i == largest && (r->has & DRMFD_REGION_HAS_UNSHARED) != 0 ? r->total - r->unshared : 0;
        const int more = i == largest && total && (!resident || r->total != r->resident);
        if ((!resident || r->resident == 0) && (!total || r->total == 0)) continue;
        cli_put(b, ", ", any ? 2 : 0);
        any = 1;
        cli_put_safe(b, r->name.ptr, r->name.len);
        put_size(b, " %s", resident ? r->resident : r->total);
        if (resident && more) put_size(b, " (asked %s", r->total);
        if (shared > 0) put_size(b, resident && more ? ", shared %s" : " (shared %s", shared);
        if ((resident && more) || shared > 0) cli_put(b, ")", 1);
    }
}

/* A space and blocks of an eighth to eight eighths of a line. */
static const char *const fine[] = {" ", "\xe2\x96\x81", "\xe2\x96\x82", "\xe2\x96\x83", "\xe2\x96\x84",
                                   "\xe2\x96\x85", "\xe2\x96\x86", "\xe2\x96\x87", "\xe2\x96\x88"};

/* The busiest engine in each of the last sweeps, one column per sweep. */
static void spark(pen *p, const screen *s, const known_device *d, int width)
{
    static const char *const coarse[] = {" ", "_", "_", ".", ".", "-", "-", "^", "^"};
    int i;
    if (width > HISTORY) width = HISTORY;
    style(p, CLI_CYAN);
    for (i = HISTORY - width; i < HISTORY; i++) {
        const double h = d->history[i];
        const int level = h < 0 ? 0 : h < 1 ? 1 : h >= 100 ? 8 : (int)(h / 12.5) + 1;
        const char *mark = (s->utf8 ? fine : coarse)[level > 8 ? 8 : level];
        put_clipped(p, mark, strlen(mark), 1);
    }
    style(p, CLI_PLAIN);
}

/* A row of a plot filled from below; most: the value of its top row. */
static void plot(pen *p, const screen *s, const double *history, double most, int y, int height, int width)
{
    int i;
    style(p, CLI_CYAN);
    for (i = HISTORY - width; i < HISTORY; i++) {
        const double h = history[i];
        int level = h < 0 || most <= 0 ? 0 : (int)(h / most * height * 8 + 0.5) - y * 8;
        const char *mark;
        if (y == 0 && h >= 0 && level < 1) level = 1; /* 0 is a figure too */
        if (level < 0) level = 0;
        if (level > 8) level = 8;
        mark = s->utf8 ? fine[level] : level == 0 ? " " : level < 4 ? "." : level < 8 ? ":" : "#";
        put_clipped(p, mark, strlen(mark), 1);
    }
    style(p, CLI_PLAIN);
}

/* Where the axis of memory ends: at its size; if that is unknown, at a power of two that leaves a quarter free, as a full
   plot would say that the memory is. */
static double memory_axis(const known_device *d)
{
    double most = 0, top = 1;
    int i;
    if (d->memory_size > 0) return d->memory_size;
    for (i = 0; i < HISTORY; i++)
        if (d->memory[i] > most) most = d->memory[i];
    while (most > 0 && top * 0.75 < most) top *= 2;
    return most > 0 ? top : 0;
}

/* The busiest engine and, if known and there is room, the memory in use beside it, each with an axis. */
static void graph(screen *s, int line, const known_device *d, int height)
{
    const double most = memory_axis(d);
    char size[20];
    int y, both, width;
    both = s->columns >= 60 && most > 0;
    width = both ? (s->columns - 14) / 2 : s->columns - 7;
    if (width > HISTORY) width = HISTORY;
    drm_bytes(size, (uint64_t)most);
    if (d->memory_size <= 0) strcat(size, "?");
    for (y = height - 1; y >= 0; y--) {
        pen p = pen_of(s, line++);
        put(&p, y == height - 1 ? "  100 " : y == 0 ? "    0 " : "      ");
        plot(&p, s, d->history, 100, y, height, width);
        if (!both) continue;
        put(&p, " ");
        field(&p, y == height - 1 ? size : y == 0 ? "mem" : "", 6, 1);
        put(&p, " ");
        plot(&p, s, d->memory, most, y, height, width);
    }
}

/* Whether there is anything to plot. */
static int has_history(const known_device *d)
{
    int i;
    for (i = 0; i < HISTORY; i++)
        if (d->history[i] >= 0 || d->memory[i] >= 0) return 1;
    return 0;
}

static void device_line(screen *s, pen *p, const model *m, size_t i, int history)
{
    const known_device *d = &m->devices[i];
    cli_buf b = {NULL, 0, 0};
    int room, k;
    style(p, CLI_BOLD);
    cli_putf(&b, "%zu ", i);
    cli_put_safe(&b, d->driver, d->driver_len);
    if (d->name_len != d->driver_len || memcmp(d->name, d->driver, d->name_len) != 0) {
        cli_put(&b, " ", 1);
        cli_put_safe(&b, d->name, d->name_len);
    }
    if (d->hardware != NULL && d->hardware->source == DRM_FROM_NVML) cli_putf(&b, " (NVML)");
    put_clipped(p, b.ptr, b.len, p->left);
    style(p, CLI_PLAIN);
    b.len = 0;
    for (k = 0; d->hardware != NULL && k < 2; k++) {
        const char *word = k == 0 ? d->hardware->render : d->hardware->name;
        if (word[0] == 0) continue;
        cli_put(&b, "  ", 2);
        cli_put_safe(&b, word, strlen(word));
    }
    if (d->now == NULL) cli_putf(&b, "  no client");
    else {
        cli_putf(&b, "  %" PRIu32 " client%s  ", d->now->clients, d->now->clients == 1 ? "" : "s");
        put_memory(&b, d->now);
    }
    room = p->left - (history > 0 ? history + 2 : 0);
    if (room > 0) put_clipped(p, b.ptr, b.len, room);
    if (history > 0) {
        blanks(p, p->left - history);
        spark(p, s, d, history);
    }
    cli_buf_free(&b);
}

/* busy: first says how busy it is. */
static void hardware_line(pen *p, const drm_hardware *h, int busy)
{
    cli_buf b = {NULL, 0, 0};
    const char *from;
    drm_put_hardware(&b, h);
    from = busy ? NULL : strstr(b.ptr, "mem ");
    if (from == NULL) from = b.ptr;
    put_clipped(p, from, strlen(from), p->left);
    cli_buf_free(&b);
}

/* One line for a device: its busiest engine and the rest in words. */
static void device_short(screen *s, pen *p, const model *m, size_t i)
{
    const known_device *d = &m->devices[i];
    const known_engine *top = NULL;
    cli_buf b = {NULL, 0, 0};
    double most = -1, own;
    size_t k;
    const int narrow = s->columns < 60;
    for (k = 0; k < d->engine_count; k++)
        if (top == NULL || percent_of(d, &d->engines[k]) > most) {
            top = &d->engines[k];
            most = percent_of(d, top);
        }
    style(p, CLI_BOLD);
    put(p, "%zu ", i);
    field_view(p, d->driver, d->driver_len, narrow ? 8 : 12);
    style(p, CLI_PLAIN);
    put(p, " ");
    if (most < 0 && drm_fact_get(d->hardware, DRM_FACT_BUSY, &own)) {
        most = own;
        field(p, "busy", narrow ? 4 : 8, 0);
    } else if (top != NULL) field_view(p, top->name, top->len, narrow ? 4 : 8);
    else blanks(p, narrow ? 4 : 8);
    put(p, " ");
    if (d->now != NULL || d->hardware != NULL) {
        bar(p, most, narrow ? 17 : 26);
        put(p, " ");
        if (d->hardware != NULL && !narrow) hardware_line(p, d->hardware, 0);
        else if (d->now == NULL) field(p, "-", 5, 1);
        else if (narrow) { /* one size, the name of the memory is left out */
            char size[16] = "-";
            uint64_t bytes;
            if (drm_memory_sum(d->now->regions, d->now->region_count, DRMFD_CLASS_DEVICE, &bytes) ||
                drm_memory_sum(d->now->regions, d->now->region_count, DRMFD_CLASS_SYSTEM, &bytes))
                drm_bytes(size, bytes);
            field(p, size, 5, 1);
        } else {
            put_memory(&b, d->now);
            if (b.len > 0) put_clipped(p, b.ptr, b.len, p->left);
        }
    } else
        put(p, "no client");
    cli_buf_free(&b);
}

int draw_devices(screen *s, const model *m, int graph_rows)
{
    size_t i, k, most_engines = 1, name = 3;
    int line = 1, cells, width, history = 0;
    if (s->panel == PANEL_NONE) return line;
    for (i = 0; i < m->device_count; i++) {
        const known_device *d = &m->devices[i];
        if (d->hidden) continue;
        if (d->engine_count > most_engines) most_engines = d->engine_count;
        for (k = 0; k < d->engine_count; k++)
            if (d->engines[k].len > name) name = d->engines[k].len;
    }
    cells = s->columns / 26;
    if (cells < 1) cells = 1;
    if ((size_t)cells > most_engines) cells = (int)most_engines;
    width = s->columns / cells;
    if (width > 44) width = 44;
    if (name > (size_t)(width >= 36 ? 14 : 8)) name = width >= 36 ? 14 : 8;
    if (s->columns >= 100 && graph_rows == 0) history = s->columns >= 140 ? 64 : 24;
    for (i = 0; i < m->device_count; i++) {
        const known_device *d = &m->devices[i];
        pen p;
        if (d->hidden) continue;
        p = pen_of(s, line++);
        if (s->panel == PANEL_SHORT) {
            device_short(s, &p, m, i);
            continue;
        }
        device_line(s, &p, m, i, history);
        if (d->hardware != NULL) {
            p = pen_of(s, line++);
            put(&p, "  ");
            hardware_line(&p, d->hardware, 1);
        }
        for (k = 0; k < d->engine_count; k++) {
            if (k % (size_t)cells == 0) p = pen_of(s, line++);
            put(&p, "  ");
            field_view(&p, d->engines[k].name, d->engines[k].len, (int)name);
            put(&p, " ");
            bar(&p, percent_of(d, &d->engines[k]), width - 3 - (int)name);
        }
        if (graph_rows == 0 || !has_history(d)) continue;
        graph(s, line, d, graph_rows);
        line += graph_rows;
    }
    return line;
}

/* The list ------------------------------------------------------------------------------------------------------ */

static const struct {
    const char *about;
    int width, right;
} columns[COLS] = {{"process", 7, 1},
                   {"who runs it", 8, 0},
                   {"number of the device", 3, 0},
                   {"G graphics, C compute, M media", 4, 0},
                   {"busiest engine", 5, 1},
                   {"the name of that engine", 8, 0},
                   {"all engines at work", 20, 0},
                   {"memory on the device", 5, 1},
                   {"memory in the system for the device", 5, 1},
                   {"CPU time of the process, 100 is one CPU", 5, 1},
                   {"resident memory of the process", 5, 1},
                   {"container or unit of the process", 20, 0},
                   {"program", 0, 0}};

const char *const column_names[COLS] = {"pid",  "user", "device", "type", "busy", "engine", "engines",
                                        "vram", "sys",  "cpu",    "rss",  "unit", "command"};
const char *const column_titles[COLS] = {"PID",  "USER", "DEV",  "TYPE", "BUSY%", "ENGINE", "ENGINES %",
                                         "VRAM", "SYS",  "CPU%", "RSS",  "UNIT",  "COMMAND"};

int column_right(int column) { return columns[column].right; }

unsigned columns_shown(const screen *s)
{
    unsigned on = 1u << COL_PID | 1u << COL_BUSY | 1u << COL_COMMAND;
    if (s->columns_on != 0) return s->columns_on;
    if (s->columns < 60) return on | (s->columns >= 36 ? 1u << COL_TOP : 0) | (s->columns >= 30 ? 1u << COL_VRAM : 0);
    on |= 1u << COL_USER | 1u << COL_DEVICE | 1u << COL_ENGINES | 1u << COL_VRAM | 1u << COL_SYS;
    if (s->columns >= 100) on |= 1u << COL_TYPE;
    if (s->sweeps > 0) return on; /* a recording has nothing else */
    if (s->columns >= 100) on |= 1u << COL_CPU | 1u << COL_RSS;
    if (s->columns >= 140) on |= 1u << COL_UNIT;
    return on;
}

/* Column widths for a width of the screen; 0: not shown. One cell is for the mark, and one separates two columns. Two
   columns share the rest: engines take up to two thirds of it, the command what remains. */
static void widths(const screen *s, int w[COLS])
{
    const unsigned on = columns_shown(s);
    int i, left = s->columns - 1;
    for (i = 0; i < COLS; i++) {
        w[i] = (on & 1u << i) == 0 ? 0 : columns[i].width;
        if (s->columns < 60 && i == COL_TOP && w[i] > 0) w[i] = 6;
        if (s->columns >= 100 && i == COL_USER && w[i] > 0) w[i] = 12;
        if (w[i] > 0 || (on & 1u << i) != 0) left -= w[i] + 1;
    }
    if (w[COL_ENGINES] > 0) {
        int more = (on & 1u << COL_COMMAND) != 0 ? left - (s->columns >= 100 ? left / 2 : 18) : left;
        if (more > 40) more = 40;
        if (more > 0) w[COL_ENGINES] += more;
        if (more > 0) left -= more;
    }
    if ((on & 1u << COL_COMMAND) != 0) w[COL_COMMAND] = left > 0 ? left + 1 : 0;
}

static void head_line(const model *m, pen *p, const int w[COLS])
{
    static const int sorted[SORTS] = {COL_BUSY, COL_VRAM, COL_PID, COL_USER, COL_DEVICE, COL_COMMAND, COL_CPU, COL_RSS};
    int i;
    style(p, CLI_REVERSE);
    put(p, " ");
    for (i = 0; i < COLS; i++) {
        char text[32];
        if (w[i] <= 0) continue;
        snprintf(text, sizeof text, "%s", column_titles[i]);
        if (sorted[m->sort] == i) { /* an arrow if there is room, else it replaces the last letter */
            const int largest = m->sort == SORT_BUSY || m->sort == SORT_MEMORY || m->sort == SORT_CPU || m->sort == SORT_RSS;
            const int up = largest ? m->reverse : !m->reverse;
            size_t len = strlen(text);
            if ((int)len >= w[i]) len = (size_t)w[i] - 1;
            text[len] = up ? '^' : 'v';
            text[len + 1] = 0;
        }
        field(p, text, w[i], columns[i].right);
        put(p, " ");
    }
    blanks(p, p->left);
    style(p, CLI_PLAIN);
}

static void size_text(char to[16], int has, uint64_t bytes)
{
    if (has) drm_bytes(to, bytes);
    else strcpy(to, "-");
}

void draw_cell(cli_buf *b, const screen *s, const row *r, int column)
{
    char text[32] = "";
    unsigned i;
    switch (column) {
    case COL_PID:
        if (r->kind != ROW_DEVICE) snprintf(text, sizeof text, "%" PRIu64, r->pid);
        break;
    case COL_USER: cli_putf(b, "%s", r->user); break;
    case COL_DEVICE:
        if (r->many) strcpy(text, "*");
        else if (r->device != UINT32_MAX) snprintf(text, sizeof text, "%" PRIu32, r->device);
        else strcpy(text, "-");
        break;
    case COL_TYPE:
        for (i = 0; i < 3; i++)
            if ((r->types & 1u << i) != 0) cli_putf(b, "%c", "GCM"[i]);
        if (r->types == 0 && r->kind != ROW_DEVICE) strcpy(text, "-");
        break;
    case COL_BUSY: percent_text(text, r->busy); break;
    case COL_TOP: cli_put(b, r->engines, strcspn(r->engines, " ")); break;
    case COL_ENGINES: cli_putf(b, "%s", r->engines); break;
    case COL_VRAM:
        /* Without a column for system memory, this one is for both. */
        if ((columns_shown(s) & 1u << COL_SYS) == 0 && !r->has_vram) size_text(text, r->has_sys, r->sys);
        else size_text(text, r->has_vram, r->vram);
        break;
    case COL_SYS: size_text(text, r->has_sys, r->sys); break;
    case COL_CPU:
        if (r->kind != ROW_DEVICE) percent_text(text, r->cpu);
        break;
    case COL_RSS:
        if (r->kind != ROW_DEVICE) size_text(text, r->has_rss, r->rss);
        break;
    case COL_UNIT: cli_putf(b, "%s", r->unit != NULL ? r->unit : r->kind != ROW_DEVICE ? "-" : ""); break;
    default:
        if (r->depth > 0 && s->utf8) cli_putf(b, "%s", r->last ? "\xe2\x94\x94\xe2\x94\x80 " : "\xe2\x94\x9c\xe2\x94\x80 ");
        else if (r->depth > 0) cli_putf(b, "%s", r->last ? "`- " : "|- ");
        cli_putf(b, "%s", r->command != NULL ? r->command : "");
        if (r->kind == ROW_PROCESS) cli_putf(b, " (%" PRIu32 " clients)", r->clients);
        break;
    }
    cli_putf(b, "%s", text);
}

static void row_line(const screen *s, pen *p, const int w[COLS], const row *r, int marked)
{
    cli_buf b = {NULL, 0, 0};
    int i;
    const int plain = marked || r->kind == ROW_DEVICE;
    if (marked) style(p, CLI_REVERSE);
    else if (r->kind == ROW_DEVICE) style(p, CLI_BOLD);
    put(p, marked ? ">" : " ");
    for (i = 0; i < COLS; i++) {
        const int hot = i == COL_BUSY && !plain && r->busy >= 0.05;
        if (w[i] <= 0) continue;
        b.len = 0;
        draw_cell(&b, s, r, i);
        if (hot) style(p, heat(r->busy));
        field(p, b.ptr, w[i], columns[i].right);
        if (hot) style(p, CLI_PLAIN);
        put(p, " ");
    }
    if (marked) blanks(p, p->left);
    if (plain) style(p, CLI_PLAIN);
    cli_buf_free(&b);
}

/* Whole screens ------------------------------------------------------------------------------------------------- */

/* The left and right part of a line; the right one is never cut. */
static void two_parts(pen *p, const cli_buf *left, const cli_buf *right_part)
{
    const int want = right_part->len > 0 ? (int)cli_width(right_part->ptr, right_part->len) : 0;
    const int room = p->left - (want > 0 ? want + 2 : 0);
    if (room > 0 && left->len > 0) put_clipped(p, left->ptr, left->len, room);
    if (want == 0) return;
    blanks(p, p->left - want);
    put_clipped(p, right_part->ptr, right_part->len, p->left);
}

static void title_line(screen *s, const model *m)
{
    pen p = pen_of(s, 0);
    const drm_source *source = m->source;
    const uint32_t clients = m->sweep != NULL ? m->sweep->client_count : 0;
    cli_buf left = {NULL, 0, 0}, side = {NULL, 0, 0};
    if (s->columns >= 70) {
        cli_putf(&left, "drmtop  %" PRIu32 " client%s in %" PRIu32 " process%s", clients, clients == 1 ? "" : "s",
                 m->sweep != NULL ? m->sweep->process_count : 0, m->sweep != NULL && m->sweep->process_count == 1 ? "" : "es");
        if (source->sight.unseen != 0)
            cli_putf(&left, ", others hidden (%s)", (source->sight.unseen & DRM_UNSEEN_HIDEPID) != 0 ? "hidepid" : "PID namespace");
        else if (source->stats.refused > 0) cli_putf(&left, ", %" PRIu64 " hidden (no rights)", source->stats.refused);
        if (source->stats.unlisted + source->stats.no_handle > 0)
            cli_putf(&left, ", %" PRIu64 " unread (no descriptors)", source->stats.unlisted + source->stats.no_handle);
        if (m->sweep != NULL && m->sweep->no_memory + m->sweep->forgotten > 0)
            cli_putf(&left, ", %" PRIu64 " lost (no memory)", m->sweep->no_memory + m->sweep->forgotten);
    } else {
        cli_putf(&left, "drmtop %" PRIu32 " clients", clients);
        if (source->stats.refused > 0) cli_putf(&left, ", %" PRIu64 " hidden", source->stats.refused);
        if (source->stats.unlisted + source->stats.no_handle > 0 || (m->sweep != NULL && m->sweep->no_memory > 0))
            cli_putf(&left, ", some lost");
    }
    if (s->paused) cli_putf(&side, "PAUSED  ");
    if (s->sweeps > 0) {
        if (s->columns >= 70) cli_putf(&side, "recording ");
        cli_putf(&side, "%" PRIu64 "/%" PRIu64 " %.1fs", s->sweep, s->sweeps, s->seconds);
        if (s->speed < 0.999 || s->speed > 1.001) cli_putf(&side, " x%g", s->speed);
    } else
        cli_putf(&side, "%gs", (double)s->interval / 1e9);
    style(&p, CLI_BOLD);
    two_parts(&p, &left, &side);
    style(&p, CLI_PLAIN);
    cli_buf_free(&left);
    cli_buf_free(&side);
}

static void last_line(screen *s, const model *m)
{
    pen p = pen_of(s, s->rows - 1);
    cli_buf b = {NULL, 0, 0};
    if (s->mode == MODE_FILTER) {
        put(&p, "Filter: ");
        cli_put(&b, "", 0);
        if (m->filter.len > 0) cli_put_safe(&b, m->filter.ptr, m->filter.len);
        put_clipped(&p, b.ptr, b.len, p.left - 1);
        style(&p, CLI_REVERSE);
        put(&p, p.color ? " " : "_");
        style(&p, CLI_PLAIN);
        put(&p, "  Enter: keep  Esc: give up");
        cli_buf_free(&b);
        return;
    }
    if (s->message != NULL) {
        put_clipped(&p, s->message, strlen(s->message), p.left);
        return;
    }
    if (m->filter.len > 0) {
        style(&p, CLI_YELLOW);
        put(&p, "/");
        cli_put_safe(&b, m->filter.ptr, m->filter.len);
        put_clipped(&p, b.ptr, b.len, p.left);
        style(&p, CLI_PLAIN);
        put(&p, "  ");
        cli_buf_free(&b);
    }
    if (s->columns >= 76)
        put(&p, s->sweeps > 0 ? "?:Help /:Filter s:Sort t:Tree Space:Pause Left,Right:Step +,-:Speed q:Quit"
                              : "?:Help  /:Filter  s:Sort  t:Tree  Space:Pause  +,-:Interval  q:Quit");
    else put(&p, "?:Help /:Filter s:Sort t:Tree q:Quit");
}

static void list(screen *s, model *m)
{
    int w[COLS];
    int line, room, i, devices = 0, want = s->panel;
    title_line(s, m);
    line = draw_devices(s, m, 0);
    /* Whatever the list leaves free goes to graphs, if that is at least three rows per device. */
    room = s->rows - 2 - line - (int)m->row_count;
    for (i = 0; (size_t)i < m->device_count; i++) devices += !m->devices[i].hidden && has_history(&m->devices[i]);
    if (s->panel == PANEL_FULL && devices > 0 && room / devices >= 3)
        line = draw_devices(s, m, room / devices < 6 ? room / devices : 6);
    /* The list keeps at least half of the screen: if need be, devices get one line each, or none. */
    if (s->panel == PANEL_FULL && s->rows - 2 - line < (int)m->row_count && line > s->rows * 3 / 5) {
        s->panel = PANEL_SHORT;
        line = draw_devices(s, m, 0);
    }
    if (s->panel == PANEL_SHORT && line > s->rows * 3 / 5) line = s->rows * 3 / 5 > 1 ? s->rows * 3 / 5 : 1;
    s->panel = want;
    if (line > s->rows - 1) line = s->rows - 1;
    widths(s, w);
    if (line < s->rows - 1) {
        pen p = pen_of(s, line++);
        head_line(m, &p, w);
    }
    room = s->rows - 1 - line;
    s->page = room > 1 ? room : 1;
    if (s->selected >= m->row_count) s->selected = m->row_count > 0 ? m->row_count - 1 : 0;
    if (s->selected < s->top) s->top = s->selected;
    if (room > 0 && s->selected >= s->top + (size_t)room) s->top = s->selected - (size_t)room + 1;
    if (room > 0 && s->top + (size_t)room > m->row_count) s->top = m->row_count > (size_t)room ? m->row_count - (size_t)room : 0;
    for (i = 0; i < room; i++) {
        pen p = pen_of(s, line++);
        const size_t at = s->top + (size_t)i;
        if (at < m->row_count) row_line(s, &p, w, &m->rows[at], at == s->selected);
        else if (m->row_count == 0 && i == 0) {
            if (m->sweep == NULL) put(&p, " ...");
            else put(&p, " %s%s", model_nothing(m), m->filter.len > 0 && m->hidden_by_filter > 0 ? "; Esc removes it" : "");
        }
    }
}

/* Help and details: lines of text that may be longer than the screen. */
typedef struct page {
    screen *s;
    int at;    /* of all lines */
    int first; /* the first that is shown */
} page;

/* A line that is too wide continues on the next, broken at a space if there is one. */
static void page_line(page *g, int which, const char *format, ...)
{
    char text[512];
    const char *at = text;
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    do {
        const int line = g->at++ - g->first;
        size_t len = 0, blank = 0, n;
        int width = 0;
        while (at[len] != 0) {
            n = cli_utf8(at + len, at + strlen(at));
            if (n == 0) n = 1;
            width += (int)cli_width(at + len, n);
            if (width > g->s->columns) break;
            if (at[len] == ' ') blank = len;
            len += n;
        }
        if (at[len] != 0 && blank > 0) len = blank;
        if (line >= 0 && line < g->s->rows - 1) {
            pen p = pen_of(g->s, line);
            style(&p, which);
            put_clipped(&p, at, len, p.left);
            style(&p, CLI_PLAIN);
        }
        at += len > 0 ? len : strlen(at);
        while (*at == ' ') at++;
    } while (*at != 0);
}

static void help_page(page *g)
{
    static const char *const text[] = {
        "Up Down PgUp PgDn Home End   mark a line (also j k g G)",
        "Enter      all about the marked client, and why it has no figure",
        "/          show only lines with a text: PID, user, command, device, engine, unit",
        "s S        next, previous column to sort by; P M N U D C: one of them",
        "r          reverse the order;  c: whole command lines",
        "t          list, tree by process, tree by device",
        "d          devices with all engines, with one line each, not at all",
        "o F2       which columns are shown;  W: save the settings",
        "w          write what is shown into a file, as text",
        "Space p    pause",
        "+ -        longer, shorter interval; speed of a recording",
        "Right .    next sweep at once;  Left: the one before, in a recording",
        "0          a recording from its start",
        "Esc        remove the filter;  q: quit",
        "K F9       send a signal to the process of the marked client",
        "",
        "BUSY%, graph  busiest engine: busy time by elapsed time, at most 100 %.",
        "       \"-\" is no figure: first sample, or not printed. It is not 0.",
        "TYPE   G graphics, C compute, M media: what the client did so far.",
        "CPU% RSS UNIT  of the process: CPU time, memory, container or unit.",
        "VRAM SYS  memory in use on the device and in the system.",
        "       In a device's line: in use now, asked for, and shared by several",
        "       clients, each summed over them; not the size of the memory.",
        "       Below it the device itself: busy by its own account, memory in use",
        "       and size, clock, temperature, power, fan, PCIe; \"-\" if not known.",
        "+N     this client is held by N more processes.",
        "Hidden processes may have clients too: root sees more of them.",
        "Sums cover the clients that are seen; the kernel's own work is in none.",
        NULL};
    int i;
    page_line(g, CLI_BOLD, "drmtop %s   keys", VERSION);
    for (i = 0; text[i] != NULL; i++) page_line(g, CLI_PLAIN, "%s", text[i]);
}

/* The columns, the marked one first in view. */
static void setup_page(page *g)
{
    const unsigned on = columns_shown(g->s);
    int i;
    page_line(g, CLI_BOLD, "Columns");
    for (i = 0; i < COLS; i++)
        page_line(g, i == g->s->setup_at ? CLI_REVERSE : CLI_PLAIN, "%s [%c] %-8s %s", i == g->s->setup_at ? ">" : " ",
                  (on & 1u << i) != 0 ? 'x' : ' ', column_names[i], columns[i].about);
    page_line(g, CLI_PLAIN, "%s", g->s->columns_on == 0 ? "chosen by the width of the screen" : "");
}

static void figure_text(char to[24], const drmfd_figure *f)
{
    if (f->why == DRMFD_WHY_FIGURE) snprintf(to, 24, "%.2f %%", f->raw);
    else snprintf(to, 24, "%s", f->why == DRMFD_WHY_ABSENT ? "-" : drmfd_why_text(f->why));
}

static void detail_page(page *g, const model *m, const row *r)
{
    const drmfd_client *c = r->client;
    cli_buf b = {NULL, 0, 0};
    uint32_t i;
    page_line(g, CLI_BOLD, "%s  (process %" PRIu64 " of %s)", r->command != NULL ? r->command : "", r->pid, r->user);
    if (c == NULL) {
        page_line(g, CLI_PLAIN, "%" PRIu32 " clients; busiest engine: %s", r->clients, r->engines);
        page_line(g, CLI_PLAIN, "%s", "The tree has a line for each of them.");
        return;
    }
    cli_putf(&b, "device    ");
    cli_put_safe(&b, c->driver.ptr, c->driver.len);
    cli_put(&b, " ", 1);
    cli_put_safe(&b, c->pdev.ptr, c->pdev.len);
    page_line(g, CLI_PLAIN, "%s", b.ptr);
    if (c->has_client_id) page_line(g, CLI_PLAIN, "client    %" PRIu64 ", open in %" PRIu32 " file%s", c->client_id, c->files, c->files == 1 ? "" : "s");
    else page_line(g, CLI_PLAIN, "client    without an id: one open file");
    b.len = 0;
    cli_putf(&b, "processes");
    for (i = 0; i < c->pid_count && i < 64; i++) {
        const char *command = drm_command(m->source, c->pids[i]);
        cli_putf(&b, " %" PRIu64 " ", c->pids[i]);
        cli_put_safe(&b, command, strlen(command));
        if (i + 1 < c->pid_count) cli_put(&b, ",", 1);
    }
    page_line(g, CLI_PLAIN, "%s", b.ptr);
    b.len = 0;
    if (model_command_line(m, r->pid, &b)) page_line(g, CLI_PLAIN, "command   %s", b.ptr);
    b.len = 0;
    cli_putf(&b, "process   CPU ");
    draw_cell(&b, g->s, r, COL_CPU);
    cli_putf(&b, " %%, memory ");
    draw_cell(&b, g->s, r, COL_RSS);
    cli_putf(&b, ", unit ");
    draw_cell(&b, g->s, r, COL_UNIT);
    page_line(g, CLI_PLAIN, "%s", b.ptr);
    page_line(g, CLI_PLAIN, "%s", "");
    page_line(g, CLI_BOLD, "%-16s %14s %14s %14s %5s", "ENGINE", "BUSY TIME", "CYCLE SHARE", "SPEED SHARE", "COUNT");
    for (i = 0; i < c->engine_count; i++) {
        const drmfd_usage *u = &c->engines[i];
        char busy[24], share[24], speed[24];
        figure_text(busy, &u->busy);
        figure_text(share, &u->share);
        figure_text(speed, &u->speed);
        b.len = 0;
        cli_put_safe(&b, u->name.ptr, u->name.len);
        page_line(g, CLI_PLAIN, "%-16s %14s %14s %14s %5" PRIu64, b.ptr, busy, share, speed, u->engine != NULL ? u->engine->capacity : 1);
    }
    for (i = 0; i < c->engine_count || (i == 0 && c->engine_count == 0); i++) {
        const drmfd_usage *u = c->engine_count > 0 ? &c->engines[i] : NULL;
        if (u != NULL && u->best != NULL) continue;
        b.len = 0;
        if (u != NULL) {
            cli_put_safe(&b, u->name.ptr, u->name.len);
            cli_putf(&b, " has no figure: ");
        }
        drm_put_reason(&b, c, u);
        page_line(g, CLI_PLAIN, "%s", b.ptr);
    }
    page_line(g, CLI_PLAIN, "%s", "");
    page_line(g, CLI_BOLD, "%-16s %9s %9s %9s %9s %9s  %s", "MEMORY", "RESIDENT", "TOTAL", "SHARED", "ACTIVE", "PURGEABLE", "WHERE");
    for (i = 0; i < c->region_count; i++) {
        const drmfd_region *x = &c->regions[i];
        char size[5][16];
        size_text(size[0], (x->has & DRMFD_REGION_HAS_RESIDENT) != 0, x->resident);
        size_text(size[1], (x->has & DRMFD_REGION_HAS_TOTAL) != 0, x->total);
        size_text(size[2], (x->has & DRMFD_REGION_HAS_SHARED) != 0, x->shared);
        size_text(size[3], (x->has & DRMFD_REGION_HAS_ACTIVE) != 0, x->active);
        size_text(size[4], (x->has & DRMFD_REGION_HAS_PURGEABLE) != 0, x->purgeable);
        b.len = 0;
        cli_put_safe(&b, x->name.ptr, x->name.len);
        page_line(g, CLI_PLAIN, "%-16s %9s %9s %9s %9s %9s  %s", b.ptr, size[0], size[1], size[2], size[3], size[4], drmfd_class_name(x->where));
    }
    if (c->region_count == 0) page_line(g, CLI_PLAIN, "the driver prints no memory");
    cli_buf_free(&b);
}

/* Turns a line already drawn grey. */
static void fade(screen *s, int line)
{
    cli_buf plain = {NULL, 0, 0};
    cli_buf *b = &s->lines[line];
    const char *p = b->ptr, *end = p + b->len;
    while (p < end) {
        if (*p == 27)
            while (p < end && *p++ != 'm') {
            }
        else
            cli_put(&plain, p++, 1);
    }
    b->len = 0;
    cli_putf(b, "%s%s%s", cli_style(s->color, CLI_DIM), plain.ptr != NULL ? plain.ptr : "", cli_style(s->color, CLI_PLAIN));
    cli_buf_free(&plain);
}

void draw(screen *s, model *m)
{
    page g;
    int i;
    if (s->mode == MODE_DETAIL && s->gone) { /* as it was */
        for (i = 0; i < s->rows - 1 && s->gone == 1; i++) fade(s, i);
        if (s->gone == 1) {
            pen p = pen_of(s, s->rows - 1);
            put(&p, "This client is gone.   q, Esc: back");
        }
        s->gone = 2;
        return;
    }
    for (i = 0; i < s->rows; i++) (void)pen_of(s, i);
    if (s->mode == MODE_LIST || s->mode == MODE_FILTER) {
        list(s, m);
        last_line(s, m);
        return;
    }
    for (;;) {
        g.s = s;
        g.at = 0;
        g.first = s->scroll;
        if (s->mode == MODE_HELP) help_page(&g);
        else if (s->mode == MODE_SETUP) setup_page(&g);
        else if (m->row_count > 0) detail_page(&g, m, &m->rows[s->selected < m->row_count ? s->selected : m->row_count - 1]);
        else page_line(&g, CLI_PLAIN, "%s", "nothing is marked");
        if (s->scroll == 0 || g.at - s->scroll >= s->rows - 1) break;
        /* No further down than the last line. */
        s->scroll = g.at > s->rows - 1 ? g.at - (s->rows - 1) : 0;
        if (s->scroll == g.first) break;
        for (i = 0; i < s->rows; i++) (void)pen_of(s, i);
    }
    {
        pen p = pen_of(s, s->rows - 1);
        if (s->mode == MODE_SETUP) put(&p, "Space: show or hide   a: by the width   W: save   q, Esc: back");
        else put(&p, g.at > s->rows - 1 ? "Up, Down: scroll   q, Esc: back" : "q, Esc: back");
    }
}

void draw_free(screen *s)
{
    size_t i;
    for (i = 0; i < s->line_room; i++) cli_buf_free(&s->lines[i]);
    free(s->lines);
    cli_buf_free(&s->filter_before);
    memset(s, 0, sizeof *s);
}
