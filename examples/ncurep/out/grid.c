/* Cells in columns, with rules above and below or as Markdown. */
#include "out.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

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

static void fill(FILE *f, char ch, size_t n)
{
    while (n-- > 0) putc(ch, f);
}

static void rule(FILE *f, const grid *g, const size_t *width, int indent)
{
    size_t i;
    fill(f, ' ', (size_t)indent);
    for (i = 0; i < g->columns && width[i] > 0; i++) {
        if (i > 0) putc(' ', f);
        fill(f, '-', width[i]);
    }
    putc('\n', f);
}

static void markdown(FILE *f, const grid *g)
{
    size_t i;
    for (i = 0; i < g->cells; i++) {
        fputs(i % g->columns == 0 ? "| " : " | ", f);
        put_markdown(f, g->cell[i], strlen(g->cell[i]));
        if (i % g->columns != g->columns - 1) continue;
        fputs(" |\n", f);
        if (i == g->columns - 1) {
            size_t k;
            for (k = 0; k < g->columns; k++) fputs(g->align[k] == 'r' ? "| --: " : "| --- ", f);
            fputs("|\n", f);
        }
    }
    putc('\n', f);
}

void grid_print(output *to, grid *g, int indent)
{
    FILE *f = to->f;
    size_t *width = (size_t *)cli_alloc(g->columns, sizeof *width);
    size_t i;
    for (i = 0; i < g->cells; i++) {
        const size_t w = cli_width(g->cell[i], strlen(g->cell[i]));
        if (w > width[i % g->columns]) width[i % g->columns] = w;
    }
    if (to->format == OUT_MARKDOWN) markdown(f, g);
    else {
        rule(f, g, width, indent);
        for (i = 0; i < g->cells; i++) {
            const size_t at = i % g->columns, gap = width[at] - cli_width(g->cell[i], strlen(g->cell[i]));
            const int last = at == g->columns - 1;
            if (at == 0) fill(f, ' ', (size_t)indent);
            else if (!last || g->cell[i][0] != 0) putc(' ', f);
            if (g->align[at] == 'r' && (!last || g->cell[i][0] != 0)) fill(f, ' ', gap);
            fputs(g->cell[i], f);
            if (g->align[at] == 'l' && !last) fill(f, ' ', gap);
            if (last) putc('\n', f);
            if (i == g->columns - 1) rule(f, g, width, indent);
        }
        rule(f, g, width, indent);
    }
    cli_free(width);
    grid_free(g);
}

void grid_free(grid *g)
{
    size_t i;
    for (i = 0; i < g->cells; i++) cli_free(g->cell[i]);
    cli_free(g->cell);
    memset(g, 0, sizeof *g);
}
