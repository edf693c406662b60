/* ncurep unknown: fields that this tool does not know. */
#include "verb.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const option option_table[] = {OPT_CHOOSING, OPT_METRICS, OPTION_END};

typedef struct unknowns {
    const page *pg;
    opened *o;
    uint64_t count;
    int code;
} unknowns;

static void walk(unknowns *w, const char *of, uint32_t i, ncurep_root root, ncurep_view bytes, uint64_t at)
{
    ncurep_reader state;
    ncurep_unknown u;
    ncurep_reader_begin(&state, root, bytes, at);
    while (ncurep_reader_next(&state, &u)) {
        const ncurep_field *f = &u.field;
        cli_buf path = {NULL, 0, 0};
        uint32_t k;
        for (k = 0; k < u.depth; k++) cli_putf(&path, "%" PRIu32 "[%" PRIu32 "].", u.path[k].field, u.path[k].index);
        cli_putf(&path, "%" PRIu32, f->number);
        w->count++;
        if (w->pg->to->format == OUT_JSON) {
            cli_json_object(&w->pg->to->j, NULL);
            cli_json_str(&w->pg->to->j, "of", of);
            cli_json_u64(&w->pg->to->j, "i", i);
            cli_json_str(&w->pg->to->j, "path", path.ptr);
            cli_json_u64(&w->pg->to->j, "offset", u.at);
            cli_json_u64(&w->pg->to->j, "wire", f->wire);
            if (f->wire == 2 || f->wire == 3) cli_json_u64(&w->pg->to->j, "bytes", f->bytes.len);
            else cli_json_u64(&w->pg->to->j, "value", f->value);
            cli_json_end(&w->pg->to->j);
        } else if (w->pg->to->format == OUT_CSV) {
            cli_csv *v = &w->pg->to->v;
            cli_csv_field(v, of, strlen(of));
            cli_csv_fieldf(v, "%" PRIu32, i);
            cli_csv_field(v, path.ptr, path.len);
            cli_csv_fieldf(v, "%" PRIu64, u.at);
            cli_csv_fieldf(v, "%" PRIu32, f->wire);
            cli_csv_fieldf(v, "%" PRIu64, f->wire == 2 || f->wire == 3 ? f->bytes.len : f->value);
            cli_csv_end(v);
        } else {
            fprintf(w->pg->to->f, "%s %" PRIu32 ", field %s at byte %" PRIu64 ": ", of, i, path.ptr, u.at);
            if (f->wire == 2 || f->wire == 3) fprintf(w->pg->to->f, "%zu bytes%s\n", f->bytes.len, f->wire == 3 ? " (a group)" : "");
            else fprintf(w->pg->to->f, "%" PRIu64 " (%s)\n", f->value, f->wire == 0 ? "varint" : f->wire == 1 ? "8 bytes" : "4 bytes");
        }
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
    if (pg->to->format == OUT_JSON) cli_json_array(&pg->to->j, "unknown");
    if (pg->to->format == OUT_CSV) fputs("of,i,path,offset,wire,value or bytes\n", pg->to->f);
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
        if (ncurep_result_at(o->report, i, &r, &e)) walk(&w, "result", i, (ncurep_root)(NCUREP_ROOT_KERNEL + r.kind), r.bytes, r.at);
        else {
            say_error(pg->m->c, o->path, &e);
            w.code = CLI_INPUT;
        }
    }
    if (pg->to->format == OUT_JSON) cli_json_end(&pg->to->j);
    if (pg->to->format == OUT_TEXT && w.count == 0) fputs("every field is known\n", pg->to->f);
    free_choice(&k);
    return w.code;
}

static int run(request *q, void *user)
{
    output to;
    output_of(q, &to, 0);
    return each_report(q, (const model *)user, &to, EACH_BLANK | EACH_BLANK_CSV | EACH_NAMED, show, user);
}

const verb unknown_verb = {"unknown", option_table, sizeof(model), run, NULL, NULL,
    "fields this tool does not know, with their paths",
    NULL,
    FILES, 0, NULL};
