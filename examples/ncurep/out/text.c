/* Text for people: tables, wrapped lines, bars, the values and messages of pages. */
#include "../pages/pages.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

size_t page_width(void)
{
    const char *columns = getenv("COLUMNS");
    unsigned long n = columns != NULL ? strtoul(columns, NULL, 10) : 0;
#ifdef TIOCGWINSZ
    struct winsize size;
    if (n == 0 && isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) n = size.ws_col;
#endif
    return n == 0 ? 80 : n < 40 ? 40 : n > 1000 ? 1000 : (size_t)n;
}

int page_utf8(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    size_t i;
    for (i = 0; i < 3; i++) {
        const char *v = getenv(names[i]);
        if (v != NULL && *v != 0) return strstr(v, "UTF-8") != NULL || strstr(v, "utf8") != NULL;
    }
    return 0;
}

/* Tables ---------------------------------------------------------------------------------------------------------- */

void grid_begin(grid *g, const char *align, ...)
{
    va_list list;
    size_t i;
    memset(g, 0, sizeof *g);
    g->align = align;
    g->columns = strlen(align);
    va_start(list, align);
    for (i = 0; i < g->columns; i++) {
        const char *title = va_arg(list, const char *);
        grid_text(g, title, strlen(title));
    }
    va_end(list);
}

void grid_text(grid *g, const char *bytes, size_t len)
{
    cli_buf b = {NULL, 0, 0};
    cli_put_safe(&b, bytes, len);
    cli_put(&b, "", 0);
    g->cell = (char **)cli_grow(g->cell, &g->room, g->cells + 1, sizeof *g->cell);
    g->cell[g->cells++] = b.ptr != NULL ? b.ptr : (char *)cli_alloc(1, 1);
}

void grid_put(grid *g, const char *format, ...)
{
    char text[256];
    va_list list;
    int n;
    va_start(list, format);
    n = vsnprintf(text, sizeof text, format, list);
    va_end(list);
    grid_text(g, text, n < 0 ? 0 : (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
}

static void fill(FILE *out, char ch, size_t n)
{
    while (n-- > 0) putc(ch, out);
}

static void rule(FILE *out, const grid *g, const size_t *width, int indent)
{
    size_t i;
    fill(out, ' ', (size_t)indent);
    for (i = 0; i < g->columns && width[i] > 0; i++) {
        if (i > 0) putc(' ', out);
        fill(out, '-', width[i]);
    }
    putc('\n', out);
}

void put_markdown(FILE *out, const char *text, size_t len)
{
    size_t i;
    for (i = 0; i < len; i++) {
        if (strchr("|*_`<>\\[]", text[i]) != NULL && text[i] != 0) putc('\\', out);
        putc(text[i], out);
    }
}

static void markdown(FILE *out, const grid *g)
{
    size_t i;
    for (i = 0; i < g->cells; i++) {
        fputs(i % g->columns == 0 ? "| " : " | ", out);
        put_markdown(out, g->cell[i], strlen(g->cell[i]));
        if (i % g->columns != g->columns - 1) continue;
        fputs(" |\n", out);
        if (i == g->columns - 1) {
            size_t k;
            for (k = 0; k < g->columns; k++) fputs(g->align[k] == 'r' ? "| --: " : "| --- ", out);
            fputs("|\n", out);
        }
    }
    putc('\n', out);
}

void grid_print(request *q, grid *g, int indent)
{
    FILE *out = q->c->out;
    size_t *width = (size_t *)cli_alloc(g->columns, sizeof *width);
    size_t i;
    for (i = 0; i < g->cells; i++) {
        const size_t w = cli_width(g->cell[i], strlen(g->cell[i]));
        if (w > width[i % g->columns]) width[i % g->columns] = w;
    }
    if (q->markdown) markdown(out, g);
    else {
        rule(out, g, width, indent);
        for (i = 0; i < g->cells; i++) {
            const size_t at = i % g->columns, gap = width[at] - cli_width(g->cell[i], strlen(g->cell[i]));
            const int last = at == g->columns - 1;
            if (at == 0) fill(out, ' ', (size_t)indent);
            else if (!last || g->cell[i][0] != 0) putc(' ', out);
            if (g->align[at] == 'r' && (!last || g->cell[i][0] != 0)) fill(out, ' ', gap);
            fputs(g->cell[i], out);
            if (g->align[at] == 'l' && !last) fill(out, ' ', gap);
            if (last) putc('\n', out);
            if (i == g->columns - 1) rule(out, g, width, indent);
        }
        rule(out, g, width, indent);
    }
    free(width);
    grid_free(g);
}

void grid_free(grid *g)
{
    size_t i;
    for (i = 0; i < g->cells; i++) free(g->cell[i]);
    free(g->cell);
    memset(g, 0, sizeof *g);
}

char *copy_text(const char *text, size_t len)
{
    char *to = (char *)cli_alloc(len + 1, 1);
    memcpy(to, text, len);
    return to;
}

/* Lines ----------------------------------------------------------------------------------------------------------- */

void put_wrapped(FILE *out, const char *text, size_t len, size_t column, size_t margin, size_t width)
{
    cli_buf b = {NULL, 0, 0};
    const char *p, *end;
    int first = 1;
    cli_put_safe(&b, text, len);
    p = b.ptr != NULL ? b.ptr : "";
    end = p + b.len;
    for (;;) {
        const char *word;
        size_t w;
        while (p < end && *p == ' ') p++;
        if (p == end) break;
        word = p;
        while (p < end && *p != ' ') p++;
        w = cli_width(word, (size_t)(p - word));
        if (!first && column + 1 + w > width) {
            putc('\n', out);
            fill(out, ' ', margin);
            column = margin;
            first = 1;
        }
        if (!first) putc(' ', out);
        fwrite(word, 1, (size_t)(p - word), out);
        column += w + (first ? 0 : 1);
        first = 0;
    }
    putc('\n', out);
    cli_buf_free(&b);
}

static size_t find_byte(ncurep_view v, size_t from, char ch)
{
    const char *p = from < v.len ? (const char *)memchr(v.ptr + from, ch, v.len - from) : NULL;
    return p != NULL ? (size_t)(p - v.ptr) : v.len;
}

static int begins(ncurep_view v, size_t at, const char *with)
{
    return at <= v.len && strlen(with) <= v.len - at && memcmp(v.ptr + at, with, strlen(with)) == 0;
}

/* One link, "@kind:...@", of which inner is what stands between the signs; 0: it is none. */
static int put_link(cli_buf *b, ncurep_view inner)
{
    size_t at;
    if (begins(inner, 0, "section:") || begins(inner, 0, "sass:")) {
        at = find_byte(inner, find_byte(inner, 0, ':') + 1, ':');
        if (at == inner.len) return 0;
        cli_put(b, inner.ptr + at + 1, inner.len - at - 1);
        return 1;
    }
    if (begins(inner, 0, "source:")) { /* a path may hold colons: the line is the first number between two */
        for (at = find_byte(inner, 7, ':'); at < inner.len; at = find_byte(inner, at + 1, ':')) {
            size_t n = at + 1;
            while (n < inner.len && inner.ptr[n] >= '0' && inner.ptr[n] <= '9') n++;
            if (n > at + 1 && n < inner.len && inner.ptr[n] == ':') {
                cli_put(b, inner.ptr + n + 1, inner.len - n - 1);
                return 1;
            }
        }
        for (at = 7; at < inner.len && ((inner.ptr[at] >= '0' && inner.ptr[at] <= '9') || (inner.ptr[at] >= 'a' && inner.ptr[at] <= 'f')); at++) {}
        if (at == 7 || at == inner.len || inner.ptr[at] != ':') return 0;
        cli_put(b, inner.ptr + at + 1, inner.len - at - 1); /* an address instead: up to 2021.2 */
        return 1;
    }
    if (!begins(inner, 0, "url:")) return 0;
    for (at = find_byte(inner, 4, ':'); at < inner.len && !begins(inner, at, ":http"); at = find_byte(inner, at + 1, ':')) {}
    if (at == inner.len) at = find_byte(inner, 4, ':');
    if (at == inner.len) return 0;
    cli_put(b, inner.ptr + 4, at - 4);
    cli_put(b, " (", 2);
    cli_put(b, inner.ptr + at + 1, inner.len - at - 1);
    cli_put(b, ")", 1);
    return 1;
}

void put_plain(cli_buf *b, ncurep_view text)
{
    size_t at = 0;
    while (at < text.len) {
        const size_t open = find_byte(text, at, '@'), close = find_byte(text, open + 1, '@');
        ncurep_view inner;
        cli_put(b, text.ptr + at, open - at);
        if (open == text.len) return;
        if (close < text.len) {
            inner.ptr = text.ptr + open + 1;
            inner.len = close - open - 1;
            if (put_link(b, inner)) {
                at = close + 1;
                continue;
            }
        }
        cli_put(b, "@", 1);
        at = open + 1;
    }
}

void put_result_line(cli_buf *b, const opened *o, const ncurep_result *r)
{
    char *name = short_name(r->kind == NCUREP_KERNEL ? r->demangled : result_name(r));
    char device[32], cc[32];
    device_of(o, r, device, cc, sizeof device);
    cli_put_safe(b, name, strlen(name));
    if (r->kind == NCUREP_KERNEL)
        cli_putf(b, " (%" PRIu64 ", %" PRIu64 ", %" PRIu64 ")x(%" PRIu64 ", %" PRIu64 ", %" PRIu64 ")", r->grid[0], r->grid[1],
                 r->grid[2], r->block_size.x, r->block_size.y, r->block_size.z);
    cli_putf(b, ", Context %" PRIu32 ", Stream %" PRIu32, r->context, r->stream);
    if (device[0] != 0) cli_putf(b, ", Device %s", device);
    if (cc[0] != 0) cli_putf(b, ", CC %s", cc);
    free(name);
}

/* Values ---------------------------------------------------------------------------------------------------------- */

void put_page_value(cli_buf *b, const request *q, const ncurep_value *v, const scale *s)
{
    const int whole = v->kind == NCUREP_UINT32 || v->kind == NCUREP_UINT64;
    double d = ncurep_as_double(v);
    if (v->kind == NCUREP_NOTHING || v->kind == NCUREP_STRING || d - d != 0 || q->exact) {
        put_value(b, v, s, q->exact);
        return;
    }
    if (whole && s->by == 1 && !q->fp) {
        cli_putf(b, "%" PRIu64, v->bits);
        return;
    }
    d /= s->by;
    if (!q->fp && d < 9e15 && d > -9e15 && d == (double)(int64_t)d) cli_putf(b, "%.0f", d);
    else cli_putf(b, "%.2f", d);
}

void put_bar(cli_buf *b, double part, size_t width)
{
    size_t n, i;
    if (!(part > 0)) part = 0;
    if (part > 1) part = 1;
    n = (size_t)(part * (double)width + 0.5);
    for (i = 0; i < n; i++) cli_put(b, "#", 1);
}

void put_spark(cli_buf *b, const nvs_column *values, size_t count, size_t width, double low, double high)
{
    static const char *const fine[] = {"\xe2\x96\x81", "\xe2\x96\x82", "\xe2\x96\x83", "\xe2\x96\x84",
                                       "\xe2\x96\x85", "\xe2\x96\x86", "\xe2\x96\x87", "\xe2\x96\x88"};
    static const char *const coarse[] = {"_", ".", "-", "=", "+", "*", "%", "#"};
    const char *const *signs = page_utf8() ? fine : coarse;
    const size_t columns = count < width ? count : width;
    size_t i;
    for (i = 0; i < columns; i++) { /* the largest of what falls into a column */
        const size_t from = count / columns * i + count % columns * i / columns;
        const size_t to = count / columns * (i + 1) + count % columns * (i + 1) / columns;
        double most = 0;
        size_t k, n = 0;
        for (k = from; k < to; k++) {
            const nvs_value v = nvs_column_at(values, k);
            int number;
            const double d = nvs_value_number(&v, &number);
            if (!number || d - d != 0) continue;
            if (n++ == 0 || d > most) most = d;
        }
        if (n == 0) cli_put(b, " ", 1);
        else {
            const double part = high > low ? (most - low) / (high - low) : 0;
            const char *sign = signs[part <= 0 ? 0 : part >= 1 ? 7 : (size_t)(part * 7 + 0.5)];
            cli_put(b, sign, strlen(sign));
        }
    }
}
