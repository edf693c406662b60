#include "lines.h"

#include <inttypes.h>
#include <string.h>

#include "ncurep_parts.h"

static void quote(cli *c, ncurep_view v)
{
    cli_json_quote(c->out, CLI_SHORT, v.ptr, v.len);
}

/* [function,file,line] of a place and of the calls around it, innermost first. */
static void stack(cli *c, const ncurep_lines *l, ncurep_place place)
{
    const char *comma = "[";
    cli_buf path = {NULL, 0, 0};
    do {
        fprintf(c->out, "%s[", comma);
        quote(c, place.function);
        path.len = 0;
        if (place.directory.len > 0) {
            cli_put(&path, place.directory.ptr, place.directory.len);
            cli_put(&path, "/", 1);
        }
        cli_put(&path, place.file.ptr, place.file.len);
        fputc(',', c->out);
        cli_json_quote(c->out, CLI_SHORT, path.ptr, path.len);
        fprintf(c->out, ",%" PRIu32 "]", place.line);
        comma = ",";
    } while (ncurep_lines_outer(l, &place));
    fputc(']', c->out);
    cli_buf_free(&path);
}

int lines_print(cli *c, const char *name, const void *cubin, size_t size)
{
    ncurep_error error;
    ncurep_lines *l = ncurep_lines_open(cubin, size, NULL, &error);
    ncurep_line_function f;
    uint32_t i;
    for (i = 0; ncurep_lines_function(l, i, &f); i++) {
        ncurep_line_iter it;
        const char *comma = "";
        fputs("{\"function\":", c->out);
        quote(c, f.name);
        fprintf(c->out, ",\"size\":%" PRIu64 ",\"source\":[", f.size);
        memset(&it, 0, sizeof it);
        it.function = i;
        for (; ncurep_lines_next(l, &it); comma = ",") {
            fprintf(c->out, "%s[%" PRIu64 ",", comma, it.place.offset);
            stack(c, l, it.place);
            fputc(']', c->out);
        }
        fputs("],\"ptx\":[", c->out);
        memset(&it, 0, sizeof it);
        it.function = i;
        it.table = NCUREP_LINES_PTX;
        for (comma = ""; ncurep_lines_next(l, &it); comma = ",")
            fprintf(c->out, "%s[%" PRIu64 ",%" PRIu32 "]", comma, it.place.offset, it.place.line);
        fputs("]}\n", c->out);
    }
    if (l != NULL)
        fprintf(c->out, "{\"ptx_lines\":%" PRIu32 ",\"ptx_bytes\":%zu}\n", ncurep_lines_ptx_lines(l), ncurep_lines_ptx(l).len);
    ncurep_lines_free(l);
    if (error.code == NCUREP_OK) return CLI_FINE;
    cli_error(c, "%s: byte %" PRIu64 " of the cubin: %s", name, error.offset, error.message);
    return CLI_INPUT;
}
