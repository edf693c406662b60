/* From machine code to source lines, inlined calls included, and to lines of the PTX text. */
#include "lines.h"
#include "../model/names.h"
#include "write/table.h"

#include <inttypes.h>
#include <string.h>

/* [function,file,line] of a place and of the calls around it, innermost first. */
static void put_stack(output *to, const cubin_file *l, cubin_place place)
{
    cli_buf path = {NULL, 0, 0};
    out_list(to, NULL);
    do {
        path.len = 0;
        if (place.directory.len > 0) {
            cli_put(&path, place.directory.ptr, place.directory.len);
            cli_put(&path, "/", 1);
        }
        cli_put(&path, place.file.ptr, place.file.len);
        out_list(to, NULL);
        out_text(to, NULL, place.function.ptr, place.function.len);
        out_text(to, NULL, path.ptr, path.len);
        out_whole(to, NULL, place.line);
        out_close(to);
    } while (cubin_place_outer(l, &place));
    out_close(to);
    cli_buf_free(&path);
}

/* "FILE:LINE", the file without its folders. */
static void put_line(cli_buf *b, const cubin_place *place)
{
    ncurep_view file;
    file.ptr = place->file.ptr;
    file.len = place->file.len;
    file = file_name(file);
    cli_put_safe(b, file.ptr, file.len);
    cli_putf(b, ":%" PRIu32, place->line);
}

/* A function as a table: a row wherever the line, the calls around it or the line of the PTX text changes. */
#define PLACE_COLUMNS(X) \
    X('r', "Offset", NULL, NULL, table_format(&t, "0x%04" PRIx64, at)) \
    X('l', "Line", NULL, NULL, table_text(&t, line.len > 0 ? line.ptr : "", line.len)) \
    X('l', "Inlined into", NULL, NULL, table_text(&t, calls.len > 0 ? calls.ptr : "", calls.len)) \
    X('r', "PTX", NULL, NULL, table_string(&t, number))

static void say_rows(output *to, const cubin_file *l, const cubin_function *function)
{
    cubin_rows sources, ptxs;
    cubin_place source, ptx;
    table t;
    cli_buf line = {NULL, 0, 0}, calls = {NULL, 0, 0};
    char number[16] = "";
    int more, more_ptx;
    cubin_rows_begin(&sources, l, function, CUBIN_TABLE_SOURCE);
    cubin_rows_begin(&ptxs, l, function, CUBIN_TABLE_PTX);
    TABLE_BEGIN(&t, to, NULL, PLACE_COLUMNS, 0);
    more = cubin_rows_next(&sources, &source);
    more_ptx = cubin_rows_next(&ptxs, &ptx);
    while (more || more_ptx) {
        const uint64_t at = more && (!more_ptx || source.offset <= ptx.offset) ? source.offset : ptx.offset;
        if (more_ptx && ptx.offset == at) {
            snprintf(number, sizeof number, "%" PRIu32, ptx.line);
            more_ptx = cubin_rows_next(&ptxs, &ptx);
        }
        if (more && source.offset == at) {
            line.len = calls.len = 0;
            put_line(&line, &source);
            while (cubin_place_outer(l, &source)) {
                if (calls.len > 0) cli_put(&calls, ", ", 2);
                put_line(&calls, &source);
            }
            more = cubin_rows_next(&sources, &source);
        }
        PLACE_COLUMNS(TABLE_CELL)
        table_row(&t);
    }
    table_end(&t);
    cli_buf_free(&line);
    cli_buf_free(&calls);
}

/* Whether a table has a row for a function. */
static int has_rows(const cubin_file *l, const cubin_function *function)
{
    cubin_rows rows;
    cubin_place place;
    cubin_rows_begin(&rows, l, function, CUBIN_TABLE_SOURCE);
    if (cubin_rows_next(&rows, &place)) return 1;
    cubin_rows_begin(&rows, l, function, CUBIN_TABLE_PTX);
    return cubin_rows_next(&rows, &place);
}

static void put_function(output *to, const cubin_file *l, const cubin_function *f)
{
    cubin_rows rows;
    cubin_place place;
    out_say(to, "\n%s", cli_style(to->color, CLI_BOLD));
    out_safe(to, f->name.ptr, f->name.len);
    out_say(to, "%s, %" PRIu64 " bytes\n", cli_style(to->color, CLI_PLAIN), f->size);
    if (out_talks(to)) {
        say_rows(to, l, f);
        return;
    }
    out_group(to, NULL);
    out_text(to, "function", f->name.ptr, f->name.len);
    out_whole(to, "size", f->size);
    out_list(to, "source");
    for (cubin_rows_begin(&rows, l, f, CUBIN_TABLE_SOURCE); cubin_rows_next(&rows, &place);) {
        out_list(to, NULL);
        out_whole(to, NULL, f->address + place.offset);
        put_stack(to, l, place);
        out_close(to);
    }
    out_close(to);
    out_list(to, "ptx");
    for (cubin_rows_begin(&rows, l, f, CUBIN_TABLE_PTX); cubin_rows_next(&rows, &place);) {
        out_list(to, NULL);
        out_whole(to, NULL, f->address + place.offset);
        out_whole(to, NULL, place.line);
        out_close(to);
    }
    out_close(to);
    out_close(to);
    out_end(to);
}

void lines_page(const page *pg, const cubin_file *l)
{
    output *const to = pg->to;
    cubin_function f;
    cubin_info info;
    uint32_t i;
    for (i = 0; cubin_function_at(l, i, &f); i++)
        if (has_rows(l, &f)) put_function(to, l, &f);
    if (l == NULL) return;
    cubin_file_info(l, &info);
    if (cubin_ptx(l).len > 0) out_say(to, "\nPTX text: %" PRIu32 " lines, %zu bytes\n", info.ptx_lines, cubin_ptx(l).len);
    out_group(to, NULL);
    out_whole(to, "ptx_lines", info.ptx_lines);
    out_whole(to, "ptx_bytes", cubin_ptx(l).len);
    out_close(to);
    out_end(to);
}
