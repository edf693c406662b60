/* The block of devices. */
#include "pen.h"

#include <inttypes.h>
#include <string.h>

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
        pen_field(p, text, width, 1);
        return;
    }
    full = percent > 0 ? (int)(percent / 100 * inside + 0.5) : 0;
    if (percent >= 0.5 && full == 0) full = 1;
    pen_put(p, "[");
    for (i = 0; i < inside; i++) {
        if (i == 0 && full > 0) {
            pen_style(p, heat(percent));
            begun = 1;
        }
        if (i == full && begun) {
            pen_style(p, CLI_PLAIN);
            begun = 0;
        }
        if (i >= inside - word) cli_put(p->b, text + (i - (inside - word)), 1);
        else cli_put(p->b, i < full ? "|" : " ", 1);
        p->left--;
    }
    if (begun) pen_style(p, CLI_PLAIN);
    pen_put(p, "]");
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
   the total if that is more (less is of a few clients only), and how much several clients share. */
static void put_memory(cli_buf *b, const drmfd_device *d)
{
    uint32_t i, largest = 0;
    int any = 0;
    for (i = 1; i < d->region_count; i++)
        if (d->regions[i].total > d->regions[largest].total) largest = i;
    for (i = 0; i < d->region_count; i++) {
        const drmfd_region_sum *r = &d->regions[i];
        const int resident = (r->has & DRMFD_REGION_HAS_RESIDENT) != 0, total = (r->has & DRMFD_REGION_HAS_TOTAL) != 0;
        const uint64_t shared = i == largest && (r->has & DRMFD_REGION_HAS_SHARED) != 0 ? r->shared : 0;
        const int more = i == largest && total && (!resident || r->total > r->resident);
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

/* The busiest engine in each of the last sweeps, one column per sweep. */
static void spark(pen *p, const screen *s, const known_device *d, int width)
{
    int i;
    if (width > HISTORY) width = HISTORY;
    pen_style(p, CLI_CYAN);
    for (i = HISTORY - width; i < HISTORY; i++) {
        const double h = d->history[i];
        const int level = h < 0 ? 0 : h < 1 ? 1 : h >= 100 ? 8 : (int)(h / 12.5) + 1;
        const char *mark = pen_mark(s->utf8, level > 8 ? 8 : level);
        pen_clipped(p, mark, strlen(mark), 1);
    }
    pen_style(p, CLI_PLAIN);
}

/* A row of a plot filled from below; most: the value of its top row. */
static void plot(pen *p, const screen *s, const double *history, double most, int y, int height, int width)
{
    int i;
    pen_style(p, CLI_CYAN);
    for (i = HISTORY - width; i < HISTORY; i++) {
        const double h = history[i];
        int level = h < 0 || most <= 0 ? 0 : (int)(h / most * height * 8 + 0.5) - y * 8;
        const char *mark;
        if (y == 0 && h >= 0 && level < 1) level = 1; /* 0 is a figure too */
        if (level < 0) level = 0;
        if (level > 8) level = 8;
        mark = s->utf8 ? pen_mark(1, level) : level == 0 ? " " : level < 4 ? "." : level < 8 ? ":" : "#";
        pen_clipped(p, mark, strlen(mark), 1);
    }
    pen_style(p, CLI_PLAIN);
}

/* Where the axis of memory ends: at its size, if that is known. */
static double memory_axis(const known_device *d)
{
    double most = 0;
    int i;
    if (d->memory_size > 0) return d->memory_size;
    for (i = 0; i < HISTORY; i++)
        if (d->memory[i] > most) most = d->memory[i];
    return pen_axis(most);
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
        pen_put(&p, y == height - 1 ? "  100 " : y == 0 ? "    0 " : "      ");
        plot(&p, s, d->history, 100, y, height, width);
        if (!both) continue;
        pen_put(&p, " ");
        pen_field(&p, y == height - 1 ? size : y == 0 ? "mem" : "", 6, 1);
        pen_put(&p, " ");
        plot(&p, s, d->memory, most, y, height, width);
    }
}

int devices_have_history(const known_device *d)
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
    pen_style(p, CLI_BOLD);
    cli_putf(&b, "%zu ", i);
    cli_put_safe(&b, d->driver, d->driver_len);
    if (d->name_len != d->driver_len || memcmp(d->name, d->driver, d->name_len) != 0) {
        cli_put(&b, " ", 1);
        cli_put_safe(&b, d->name, d->name_len);
    }
    if (d->hardware != NULL && d->hardware->source == DRM_FROM_NVML) cli_putf(&b, " (NVML)");
    pen_clipped(p, b.ptr, b.len, p->left);
    pen_style(p, CLI_PLAIN);
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
    if (room > 0) pen_clipped(p, b.ptr, b.len, room);
    if (history > 0) {
        pen_blanks(p, p->left - history);
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
    pen_clipped(p, from, strlen(from), p->left);
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
    pen_style(p, CLI_BOLD);
    pen_put(p, "%zu ", i);
    pen_view(p, d->driver, d->driver_len, narrow ? 8 : 12);
    pen_style(p, CLI_PLAIN);
    pen_put(p, " ");
    if (most < 0 && drm_fact_get(d->hardware, DRM_FACT_BUSY, &own)) {
        most = own;
        pen_field(p, "busy", narrow ? 4 : 8, 0);
    } else if (top != NULL) pen_view(p, top->name, top->len, narrow ? 4 : 8);
    else pen_blanks(p, narrow ? 4 : 8);
    pen_put(p, " ");
    if (d->now != NULL || d->hardware != NULL) {
        bar(p, most, narrow ? 17 : 26);
        pen_put(p, " ");
        if (d->hardware != NULL && !narrow) hardware_line(p, d->hardware, 0);
        else if (d->now == NULL) pen_field(p, "-", 5, 1);
        else if (narrow) { /* one size, the name of the memory is left out */
            char size[16] = "-";
            uint64_t bytes;
            if (drm_memory_sum(d->now->regions, d->now->region_count, DRMFD_CLASS_DEVICE, &bytes) ||
                drm_memory_sum(d->now->regions, d->now->region_count, DRMFD_CLASS_SYSTEM, &bytes))
                drm_bytes(size, bytes);
            pen_field(p, size, 5, 1);
        } else {
            put_memory(&b, d->now);
            if (b.len > 0) pen_clipped(p, b.ptr, b.len, p->left);
        }
    } else
        pen_put(p, "no client");
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
            pen_put(&p, "  ");
            hardware_line(&p, d->hardware, 1);
        }
        for (k = 0; k < d->engine_count; k++) {
            if (k % (size_t)cells == 0) p = pen_of(s, line++);
            pen_put(&p, "  ");
            pen_view(&p, d->engines[k].name, d->engines[k].len, (int)name);
            pen_put(&p, " ");
            bar(&p, percent_of(d, &d->engines[k]), width - 3 - (int)name);
        }
        if (graph_rows == 0 || !devices_have_history(d)) continue;
        graph(s, line, d, graph_rows);
        line += graph_rows;
    }
    return line;
}
