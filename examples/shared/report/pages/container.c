/* The string table, the blocks, and the fields that nobody knows. */
#include "container.h"
#include "../model/unknown.h"
#include "write/table.h"

#include <inttypes.h>

int strings_page(const page *pg, const opened *o)
{
    static const table_column columns[] = {{'r', "", "", NULL, 6}, {'l', "", "", "", 0}};
    table t;
    ncurep_view text;
    choice k;
    unsigned char *wanted;
    uint32_t i;
    int code = CLI_FINE;
    make_choice(pg->m->c, &pg->m->chosen, o, &k, 0, &code);
    wanted = wanted_strings(&pg->m->chosen, o, &k);
    table_begin(&t, pg->to, "strings", columns, sizeof columns / sizeof *columns, TABLE_STREAM | TABLE_UNTITLED | TABLE_AGAIN);
    for (i = 0; ncurep_string_at(o->report, i, &text); i++) {
        if (wanted != NULL && !wanted[i]) continue;
        table_whole(&t, i);
        table_text(&t, text.ptr, text.len);
        table_row(&t);
    }
    table_end(&t);
    cli_free(wanted);
    free_choice(&k);
    return code;
}

static void put_contents(table *t, const ncurep_block *k)
{
    const struct {
        uint32_t n;
        const char *name;
    } parts[] = {{k->sources, "source"}, {k->kernels, "kernel"}, {k->ranges, "range"}, {k->cmdlists, "command list"},
                 {k->graphs, "graph"}, {k->strings, "string"}};
    cli_buf b = {NULL, 0, 0};
    size_t i;
    for (i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i].n > 0)
            cli_putf(&b, "%s%" PRIu32 " %s%s", b.len > 0 ? ", " : "", parts[i].n, parts[i].name, parts[i].n > 1 ? "s" : "");
    if (k->has_session) cli_putf(&b, "%ssession", b.len > 0 ? ", " : "");
    if (k->rest_size > 0) cli_putf(&b, "%s%" PRIu32 " bytes of an unknown kind", b.len > 0 ? ", " : "", k->rest_size);
    table_buf(t, &b);
}

#define BLOCK_COLUMNS(X) \
    X('r', "Block", "block", "index", table_whole(&t, i)) \
    X('r', "Offset", "offset", "offset", table_whole(&t, k.at)) \
    X('r', "Header", "header", "header_bytes", table_whole(&t, k.header_size)) \
    X('r', "Payload", "payload", "payload_bytes", table_whole(&t, k.payload_size)) \
    X('r', NULL, "sources", "source_count", table_whole(&t, k.sources)) \
    X('r', NULL, "kernels", "kernel_count", table_whole(&t, k.kernels)) \
    X('r', NULL, "ranges", "range_count", table_whole(&t, k.ranges)) \
    X('r', NULL, "cmdlists", "cmdlist_count", table_whole(&t, k.cmdlists)) \
    X('r', NULL, "graphs", "graph_count", table_whole(&t, k.graphs)) \
    X('r', NULL, "strings", "string_count", table_whole(&t, k.strings)) \
    X('r', NULL, "rest", "rest_bytes", table_whole(&t, k.rest_size)) \
    X('r', NULL, "session", "session", table_truth(&t, k.has_session, "1", "0")) \
    X('l', "Contents", NULL, NULL, put_contents(&t, &k))

int blocks_page(const page *pg, const opened *o)
{
    table t;
    ncurep_block k;
    ncurep_error e;
    choice chosen;
    uint32_t i;
    int code = CLI_FINE;
    make_choice(pg->m->c, &pg->m->chosen, o, &chosen, 0, &code);
    TABLE_BEGIN(&t, pg->to, "blocks", BLOCK_COLUMNS, 0);
    for (i = 0; ncurep_block_at(o->report, i, &k, &e); i++) {
        if (!wants_block(&chosen, &k)) continue;
        BLOCK_COLUMNS(TABLE_CELL)
        table_row(&t);
    }
    table_end(&t);
    free_choice(&chosen);
    if (e.code == NCUREP_OK) return code;
    say_error(pg->m->c, o->path, &e);
    return CLI_INPUT;
}

#define UNKNOWN_COLUMNS(X) \
    X('l', NULL, "of", "of", table_string(t, of)) \
    X('r', NULL, "i", "i", table_whole(t, i)) \
    X('l', NULL, "path", "path", table_string(t, path.ptr)) \
    X('r', NULL, "offset", "offset", table_whole(t, u->at)) \
    X('r', NULL, "wire", "wire", table_whole(t, f->wire)) \
    X('r', NULL, NULL, "bytes", has_bytes ? table_whole(t, f->bytes.len) : table_absent(t)) \
    X('r', NULL, NULL, "value", has_bytes ? table_absent(t) : table_whole(t, f->value)) \
    X('r', NULL, "value or bytes", NULL, table_whole(t, has_bytes ? f->bytes.len : f->value))

static void put_unknown(const char *of, uint32_t i, const ncurep_unknown *u, void *user)
{
    table *const t = (table *)user;
    const ncurep_field *const f = &u->field;
    const int has_bytes = f->wire == 2 || f->wire == 3;
    cli_buf path = {NULL, 0, 0};
    uint32_t k;
    for (k = 0; k < u->depth; k++) cli_putf(&path, "%" PRIu32 "[%" PRIu32 "].", u->path[k].field, u->path[k].index);
    cli_putf(&path, "%" PRIu32, f->number);
    UNKNOWN_COLUMNS(TABLE_CELL)
    if (has_bytes)
        out_line(t->to, "%s %" PRIu32 ", field %s at byte %" PRIu64 ": %zu bytes%s", of, i, path.ptr, u->at, f->bytes.len, f->wire == 3 ? " (a group)" : "");
    else
        out_line(t->to, "%s %" PRIu32 ", field %s at byte %" PRIu64 ": %" PRIu64 " (%s)", of, i, path.ptr, u->at, f->value,
                 f->wire == 0 ? "varint" : f->wire == 1 ? "8 bytes" : "4 bytes");
    table_row(t);
    cli_buf_free(&path);
}

int unknown_page(const page *pg, const opened *o)
{
    table t;
    choice k;
    int code = CLI_FINE;
    make_choice(pg->m->c, &pg->m->chosen, o, &k, 0, &code);
    TABLE_BEGIN(&t, pg->to, "unknown", UNKNOWN_COLUMNS, 0);
    if (each_unknown(pg->m->c, o, &k, put_unknown, &t, &code) == 0) out_line(pg->to, "every field is known");
    table_end(&t);
    free_choice(&k);
    return code;
}
