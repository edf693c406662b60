/* ncurep unknown: fields that this tool does not know. */
#include "verb.h"
#include "write/table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const option option_table[] = {OPT_CHOOSING, OPT_METRICS, OPTION_END};

typedef struct unknowns {
    const page *pg;
    opened *o;
    table rows;
    uint64_t count;
    int code;
} unknowns;

#define UNKNOWN_COLUMNS(X) \
    X('l', NULL, "of", "of", table_string(t, of)) \
    X('r', NULL, "i", "i", table_whole(t, i)) \
    X('l', NULL, "path", "path", table_string(t, path.ptr)) \
    X('r', NULL, "offset", "offset", table_whole(t, u.at)) \
    X('r', NULL, "wire", "wire", table_whole(t, f->wire)) \
    X('r', NULL, NULL, "bytes", has_bytes ? table_whole(t, f->bytes.len) : table_absent(t)) \
    X('r', NULL, NULL, "value", has_bytes ? table_absent(t) : table_whole(t, f->value)) \
    X('r', NULL, "value or bytes", NULL, table_whole(t, has_bytes ? f->bytes.len : f->value))
static const table_column columns[] = {UNKNOWN_COLUMNS(TABLE_COLUMN)};

static void walk(unknowns *w, const char *of, uint32_t i, ncurep_root root, ncurep_view bytes, uint64_t at)
{
    ncurep_reader state;
    ncurep_unknown u;
    ncurep_reader_begin(&state, root, bytes, at);
    while (ncurep_reader_next(&state, &u)) {
        const ncurep_field *f = &u.field;
        const int has_bytes = f->wire == 2 || f->wire == 3;
        table *const t = &w->rows;
        cli_buf path = {NULL, 0, 0};
        uint32_t k;
        for (k = 0; k < u.depth; k++) cli_putf(&path, "%" PRIu32 "[%" PRIu32 "].", u.path[k].field, u.path[k].index);
        cli_putf(&path, "%" PRIu32, f->number);
        w->count++;
        UNKNOWN_COLUMNS(TABLE_CELL)
        if (has_bytes)
            out_line(w->pg->to, "%s %" PRIu32 ", field %s at byte %" PRIu64 ": %zu bytes%s", of, i, path.ptr, u.at, f->bytes.len, f->wire == 3 ? " (a group)" : "");
        else
            out_line(w->pg->to, "%s %" PRIu32 ", field %s at byte %" PRIu64 ": %" PRIu64 " (%s)", of, i, path.ptr, u.at, f->value,
                     f->wire == 0 ? "varint" : f->wire == 1 ? "8 bytes" : "4 bytes");
        table_row(&w->rows);
        cli_buf_free(&path);
    }
    if (state.error.code != NCUREP_OK) {
        say_error(w->pg->m->c, w->o->path, &state.error);
        w->code = CLI_INPUT;
    }
}

static int show(const page *pg, opened *o, void *user, int first)
{
    unknowns w;
    ncurep_block b;
    ncurep_source s;
    ncurep_result r;
    ncurep_error e;
    choice k;
    uint32_t i;
    (void)user;
    (void)first;
    w.pg = pg;
    w.o = o;
    w.count = 0;
    w.code = CLI_FINE;
    make_choice(pg->m->c, &pg->m->chosen, o, &k, 0, &w.code);
    table_begin(&w.rows, pg->to, "unknown", columns, sizeof columns / sizeof *columns, 0);
    walk(&w, "file", 0, NCUREP_ROOT_FILE, o->info.header, 8);
    for (i = 0; i < o->info.blocks; i++)
        if (ncurep_block_at(o->report, i, &b, &e) && wants_block(&k, &b)) walk(&w, "block", i, NCUREP_ROOT_BLOCK, b.header, b.at + 4);
    for (i = 0; i < o->info.sources; i++) {
        if (!ncurep_source_at(o->report, i, &s, &e)) {
            say_error(pg->m->c, o->path, &e);
            w.code = CLI_INPUT;
        } else if (wants_module(&k, s.reference))
            walk(&w, "source", i, NCUREP_ROOT_SOURCE, s.bytes, s.at);
    }
    for (i = 0; i < o->info.results; i++) {
        if (!wants_result(&k, i)) continue;
        if (ncurep_result_at(o->report, i, &r, &e)) walk(&w, "result", i, (ncurep_root)((int)NCUREP_ROOT_KERNEL + (int)r.kind), r.bytes, r.at);
        else {
            say_error(pg->m->c, o->path, &e);
            w.code = CLI_INPUT;
        }
    }
    table_end(&w.rows);
    if (w.count == 0) out_line(pg->to, "every field is known");
    free_choice(&k);
    return w.code;
}

static int run(request *q, void *user)
{
    output to;
    out_begin(&to, q->c);
    return each_report(q, (const model *)user, &to, EACH_BLANK | EACH_BLANK_CSV | EACH_NAMED, show, user);
}

const verb unknown_verb = {"unknown", option_table, sizeof(model), run, NULL, NULL,
    "fields this tool does not know, with their paths",
    "ncurep unknown report.ncu-rep",
    FILES, 0, NULL, NULL};
