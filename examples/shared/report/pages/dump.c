/* Everything in a report, one JSON object per line, in a form that two readers print identically, byte for byte. */
#include "dump.h"
#include "dump_parts.h"
#include "write/table.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static void put_container(dump *d)
{
    ncurep_info info;
    ncurep_block b;
    uint32_t i, modules;
    ncurep_report_info(d->report, &info);
    if (ncurep_modules_load(d->report, &modules, &d->error) != NCUREP_OK) return;
    dump_begin(d, "file");
    out_whole(d->to, "size", info.size);
    number_or_null(d, "version", info.version, info.has_version);
    out_whole(d->to, "blocks", info.blocks);
    out_whole(d->to, "sources", info.sources);
    out_whole(d->to, "modules", modules);
    out_whole(d->to, "results", info.results);
    out_whole(d->to, "strings", info.strings);
    dump_end(d);
    for (i = 0; ncurep_block_at(d->report, i, &b, &d->error); i++) {
        dump_begin(d, "block");
        out_whole(d->to, "i", i);
        out_whole(d->to, "at", b.at);
        out_whole(d->to, "header", b.header_size);
        out_whole(d->to, "payload", b.payload_size);
        out_whole(d->to, "sources", b.sources);
        out_whole(d->to, "kernels", b.kernels);
        out_whole(d->to, "ranges", b.ranges);
        out_whole(d->to, "cmdlists", b.cmdlists);
        out_whole(d->to, "graphs", b.graphs);
        out_whole(d->to, "strings", b.strings);
        out_truth(d->to, "session", b.has_session);
        number_or_null(d, "process", b.process, b.process != NCUREP_NONE);
        if (b.has_field10) out_whole(d->to, "field10", b.field10);
        dump_end(d);
    }
    if (info.is_cut) {
        dump_begin(d, "truncated");
        out_whole(d->to, "at", info.cut_at);
        out_whole(d->to, "have", info.cut_have);
        out_whole(d->to, "need", info.cut_need);
        dump_end(d);
    }
}

/* Unknown fields -------------------------------------------------------------------------------------------------- */

static int put_unknown(dump *d, const char *of, uint32_t i, ncurep_root root, ncurep_view bytes, uint64_t at)
{
    ncurep_reader walk;
    ncurep_unknown u;
    uint32_t k;
    ncurep_reader_begin(&walk, root, bytes, at);
    while (ncurep_reader_next(&walk, &u)) {
        dump_begin(d, "unknown");
        out_string(d->to, "of", of);
        out_whole(d->to, "i", i);
        out_list(d->to, "path");
        for (k = 0; k < u.depth; k++) {
            out_whole(d->to, NULL, u.path[k].field);
            out_whole(d->to, NULL, u.path[k].index);
        }
        out_close(d->to);
        out_whole(d->to, "number", u.field.number);
        out_whole(d->to, "wire", u.field.wire);
        number_or_null(d, "value", u.field.value, u.field.wire == 0 || u.field.wire == 1 || u.field.wire == 5);
        blob_or_null(d, "data", &u.field.bytes, u.field.wire == 2);
        dump_end(d);
    }
    d->error = walk.error;
    return walk.error.code == NCUREP_OK;
}

/* Every field of every message is read here, so whatever passes can be dumped. */
static int walk_all(dump *d)
{
    ncurep_info info;
    ncurep_block b;
    ncurep_source s;
    ncurep_result r;
    uint32_t i;
    ncurep_report_info(d->report, &info);
    if (!put_unknown(d, "file", 0, NCUREP_ROOT_FILE, info.header, 8)) return 0;
    for (i = 0; ncurep_block_at(d->report, i, &b, &d->error); i++)
        if (wants_block(d->k, &b) && !put_unknown(d, "block", i, NCUREP_ROOT_BLOCK, b.header, b.at + 4)) return 0;
    if (d->error.code != NCUREP_OK) return 0;
    for (i = 0; ncurep_source_at(d->report, i, &s, &d->error); i++)
        if (wants_module(d->k, s.reference) && !put_unknown(d, "source", i, NCUREP_ROOT_SOURCE, s.bytes, s.at)) return 0;
    if (d->error.code != NCUREP_OK) return 0;
    for (i = 0; ncurep_result_at(d->report, i, &r, &d->error); i++)
        if (wants_result(d->k, i) && !put_unknown(d, "result", i, (ncurep_root)((int)NCUREP_ROOT_KERNEL + (int)r.kind), r.bytes, r.at)) return 0;
    return d->error.code == NCUREP_OK;
}
/* Whether a canonical dump exists: the file may be cut, or of another version, but not damaged. */
static int is_whole(const cli *c, const char *path, ncurep_report *report)
{
    ncurep_error e;
    uint32_t i;
    for (i = 0; ncurep_report_problem_at(report, i, &e); i++) {
        ncurep_info info;
        ncurep_report_info(report, &info);
        if (e.code == NCUREP_TRUNCATED || (e.code == NCUREP_UNSUPPORTED && e.offset == 8 && !info.is_damaged)) continue;
        say_error(c, path, &e);
        return 0;
    }
    return 1;
}
int dump_page(const page *pg, opened *o, choice *k, int instances)
{
    output unknown;
    dump d;
    ncurep_result r;
    cli_buf kept = {NULL, 0, 0};
    uint32_t i;
    int ok;
    if (!is_whole(pg->m->c, o->path, o->report)) return CLI_INPUT;
    memset(&d, 0, sizeof d);
    d.report = o->report;
    d.chosen = &pg->m->chosen;
    d.k = k;
    d.to = &unknown; /* what is unknown comes last, */
    out_lines(pg->to, CLI_SURROGATE);
    out_apart(&unknown, pg->to, &kept);
    ok = walk_all(&d); /* but this finds what cannot be read */
    out_apart_end(&unknown);
    if (ok) {
        d.to = pg->to;
        put_container(&d);
        dump_session(&d);
        dump_sources(&d);
        for (i = 0; ncurep_result_at(o->report, i, &r, &d.error); i++)
            if (wants_result(k, i)) dump_result(&d, &r, instances);
        out_kept(pg->to, &kept);
        ok = d.error.code == NCUREP_OK;
    }
    cli_buf_free(&kept);
    if (!ok) say_error(pg->m->c, o->path, &d.error);
    return ok ? CLI_FINE : CLI_INPUT;
}

/* Names and values ------------------------------------------------------------------------------------------------ */

static void put_cell(table *t, const ncurep_value *value)
{
    const double d = ncurep_value_double(value);
    switch (value->kind) {
    case NCUREP_KIND_NONE: table_null(t); break;
    case NCUREP_KIND_STRING: table_text(t, value->text.ptr, value->text.len); break;
    case NCUREP_KIND_FLOAT:
    case NCUREP_KIND_DOUBLE: table_format(t, "%.17g", d != d ? (double)NAN : d); break; /* a NaN without its sign */
    default: table_whole(t, value->bits); break;
    }
}

#define VALUE_COLUMNS(X) \
    X('r', NULL, "result", NULL, table_whole(&t, i)) \
    X('l', NULL, "name", NULL, table_text(&t, name.ptr, name.len)) \
    X('r', NULL, "value", NULL, put_cell(&t, &m.value))

int dump_values_page(const page *pg, opened *o, choice *k)
{
    table t;
    ncurep_result r;
    ncurep_index index;
    ncurep_error e;
    uint32_t i, place;
    if (!is_whole(pg->m->c, o->path, o->report)) return CLI_INPUT;
    TABLE_BEGIN(&t, pg->to, NULL, VALUE_COLUMNS, 0);
    for (i = 0; ncurep_result_at(o->report, i, &r, &e); i++) {
        if (!wants_result(k, i)) continue;
        if (ncurep_index_build(o->report, &r, &index, &e) != NCUREP_OK) break;
        for (place = 0; place < index.count; place++) {
            ncurep_metric m;
            ncurep_view name;
            (void)ncurep_index_at(&index, place, &m);
            if (!ncurep_string_at(o->report, m.name_id, &name)) continue;
            if (name.len >= 10 && memcmp(name.ptr, "breakdown:", 10) == 0) continue;
            if (!wants_metric(&pg->m->chosen, name)) continue;
            VALUE_COLUMNS(TABLE_CELL)
            table_row(&t);
        }
    }
    table_end(&t);
    if (e.code != NCUREP_OK) say_error(pg->m->c, o->path, &e);
    return e.code == NCUREP_OK ? CLI_FINE : CLI_INPUT;
}
