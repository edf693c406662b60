#include "pen.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

pen pen_of(screen *s, int line)
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

void pen_style(pen *p, int which) { cli_putf(p->b, "%s", cli_style(p->color, which)); }

int pen_clipped(pen *p, const char *text, size_t len, int width)
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

void pen_blanks(pen *p, int n)
{
    if (n > p->left) n = p->left;
    for (; n > 0; n--, p->left--) cli_put(p->b, " ", 1);
}

void pen_put(pen *p, const char *format, ...)
{
    char text[512];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    pen_clipped(p, text, strlen(text), p->left);
}

void pen_field(pen *p, const char *text, int width, int right)
{
    const size_t len = strlen(text);
    const int have = (int)cli_width(text, len);
    int taken;
    if (width > p->left) width = p->left;
    if (width <= 0) return;
    if (right && have < width) pen_blanks(p, width - have);
    if (have <= width) taken = pen_clipped(p, text, len, width);
    else {
        taken = pen_clipped(p, text, len, width - 1);
        pen_put(p, "~");
        taken++;
    }
    if (!right || have > width) pen_blanks(p, width - taken);
}

void pen_view(pen *p, const char *ptr, size_t len, int width)
{
    cli_buf b = {NULL, 0, 0};
    cli_put(&b, "", 0);
    cli_put_safe(&b, ptr, len);
    pen_field(p, b.ptr, width, 0);
    cli_buf_free(&b);
}

int heat(double percent) { return percent >= 80 ? CLI_RED : percent >= 40 ? CLI_YELLOW : CLI_GREEN; }

void percent_text(char to[16], double percent)
{
    if (percent < 0) strcpy(to, "-");
    else snprintf(to, 16, "%.1f", percent);
}

void size_text(char to[16], int has, uint64_t bytes)
{
    if (has) drm_bytes(to, bytes);
    else strcpy(to, "-");
}

const char *pen_mark(int utf8, int level)
{
    static const char *const fine[] = {" ", "\xe2\x96\x81", "\xe2\x96\x82", "\xe2\x96\x83", "\xe2\x96\x84",
                                       "\xe2\x96\x85", "\xe2\x96\x86", "\xe2\x96\x87", "\xe2\x96\x88"};
    static const char *const coarse[] = {" ", "_", "_", ".", ".", "-", "-", "^", "^"};
    return (utf8 ? fine : coarse)[level];
}

double pen_axis(double most)
{
    double top = 1;
    while (most > 0 && top * 0.75 < most) top *= 2;
    return most > 0 ? top : 0;
}
