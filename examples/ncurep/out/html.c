/* Text in HTML. */
#include "out.h"

#include <string.h>

void put_html(FILE *f, const char *text, size_t len)
{
    cli_buf b = {NULL, 0, 0};
    size_t i;
    cli_put_safe(&b, text, len);
    for (i = 0; i < b.len; i++)
        switch (b.ptr[i]) {
        case '&': fputs("&amp;", f); break;
        case '<': fputs("&lt;", f); break;
        case '>': fputs("&gt;", f); break;
        case '"': fputs("&quot;", f); break;
        case '\'': fputs("&#39;", f); break;
        default: putc(b.ptr[i], f); break;
        }
    cli_buf_free(&b);
}

void put_html_text(FILE *f, const char *text) { put_html(f, text, strlen(text)); }

void put_html_buf(FILE *f, cli_buf *b)
{
    put_html(f, b->ptr != NULL ? b->ptr : "", b->len);
    cli_buf_free(b);
}
