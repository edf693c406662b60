/* HTML and SVG. */
#include "markup.h"

#include <limits.h>
#include <stdarg.h>
#include <string.h>

/* A call of memchr for each character takes longer. */
static int is_sign(char c) { return c == '&' || c == '<' || c == '>' || c == '"' || c == '\''; }

/* A text without what markup is made of. */
static void put_escaped(FILE *f, const char *text, size_t len)
{
    static const char *const names[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    static const char signs[] = "&<>\"'";
    const char *p = text, *from, *const end = text + len;
    while (p < end) {
        for (from = p; p < end && *p >= ' ' && *p < 0x7f && !is_sign(*p); p++) {}
        fwrite(from, 1, (size_t)(p - from), f);
        for (; p < end && is_sign(*p); p++) fputs(names[strchr(signs, *p) - signs], f);
        for (from = p; p < end && !(*p >= ' ' && *p < 0x7f); p++) {}
        if (p > from) cli_print_safe(f, from, (size_t)(p - from));
    }
}

int text_length(size_t len) { return len < INT_MAX ? (int)len : INT_MAX; }

/* One conversion, a number: its letter, how long it is, and the specification to print it by. */
static void put_number(FILE *f, const char *spec, size_t len, va_list *list)
{
    const char kind = spec[len - 1], size = spec[len - 2];
    if (strchr("aefgAEFG", kind) != NULL) fprintf(f, spec, va_arg(*list, double));
    else if (size == 'z') fprintf(f, spec, va_arg(*list, size_t));
    else if (size == 'l' && spec[len - 3] == 'l') fprintf(f, spec, va_arg(*list, unsigned long long));
    else if (size == 'l') fprintf(f, spec, va_arg(*list, unsigned long));
    else fprintf(f, spec, va_arg(*list, unsigned));
}

/* How long a specification is, from its % to its letter. */
static size_t spec_length(const char *spec)
{
    size_t n = 1;
    while (spec[n] == '#' || (spec[n] > '%' && spec[n] <= '9') || spec[n] == 'l' || spec[n] == 'z') n++;
    return n + 1;
}

void put_markup(output *to, const char *format, ...)
{
    const char *next;
    va_list list;
    if (to->format != OUT_HTML) return;
    va_start(list, format);
    while ((next = strchr(format, '%')) != NULL) {
        const size_t len = spec_length(next);
        char spec[16];
        fwrite(format, 1, (size_t)(next - format), to->f);
        format = next + len;
        if (next[1] == '%') putc('%', to->f);
        else if (format[-1] == 's') {
            const int most = len == 4 ? va_arg(list, int) : -1; /* %.*s */
            const char *text = va_arg(list, const char *);
            put_escaped(to->f, text, most < 0 ? strlen(text) : (size_t)most);
        } else if (len < sizeof spec) {
            memcpy(spec, next, len);
            spec[len] = 0;
            put_number(to->f, spec, len, &list);
        }
    }
    va_end(list);
    fputs(format, to->f);
}

void put_markup_buf(output *to, cli_buf *text)
{
    put_markup(to, "%.*s", text_length(text->len), text->len > 0 ? text->ptr : "");
    cli_buf_free(text);
}

void put_markup_bytes(output *to, const char *markup, size_t len) { fwrite(markup, 1, len, to->f); }

void put_exact(output *to, double v)
{
    char text[32];
    cli_double(text, v);
    if (v - v == 0) fputs(text, to->f);
    else if (v == v) fputs(v > 0 ? "Infinity" : "-Infinity", to->f);
}

void markup_tree(output *tree, const output *to)
{
    out_init(tree, to->f, OUT_JSON);
    cli_json_init(&tree->j, to->f, CLI_MARKUP, 0);
}

void put_page(output *to, const char *title)
{
    put_markup(to, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
               "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
               "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\"/>\n"
               "<title>%s</title>\n<style>\n:root{color-scheme:light dark}\n"
               "body{font:15px/1.4 system-ui,sans-serif;margin:1rem auto;max-width:75rem;padding:0 1rem}\n"
               "h2{font-size:1rem;margin-bottom:0;overflow-wrap:anywhere}\np{margin:.2rem 0}\nli{overflow-wrap:anywhere}\n"
               "table{border-collapse:collapse}\nth,td{padding:.15rem .6rem;text-align:right;border-bottom:1px solid #8884}\n.t{text-align:left}\n"
               "svg{width:100%%;max-width:40rem}\nline{stroke:#2a78c8;stroke-width:2}\n.axis{stroke:#888;stroke-width:1}\ncircle{fill:#2a78c8}\n"
               "</style>\n</head>\n<body>\n<main>\n<h1>%s</h1>\n", title, title);
}

void put_page_end(output *to) { put_markup(to, "</main>\n</body>\n</html>\n"); }
