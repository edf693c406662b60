/* Fields of a report that ncurep.h does not know. */
#include "unknown.h"

typedef struct unknowns {
    const cli *c;
    const opened *o;
    unknown_fn fn;
    void *user;
    uint64_t count;
    int *code;
} unknowns;

static void lost(const unknowns *w, const ncurep_error *e)
{
    say_error(w->c, w->o->path, e);
    *w->code = CLI_INPUT;
}

static void walk(unknowns *w, const char *of, uint32_t i, ncurep_root root, ncurep_view bytes, uint64_t at)
{
    ncurep_reader state;
    ncurep_unknown u;
    ncurep_reader_begin(&state, root, bytes, at);
    for (; ncurep_reader_next(&state, &u); w->count++) w->fn(of, i, &u, w->user);
    if (state.error.code != NCUREP_OK) lost(w, &state.error);
}

uint64_t each_unknown(const cli *c, const opened *o, const choice *k, unknown_fn fn, void *user, int *code)
{
    unknowns w;
    ncurep_block b;
    ncurep_source s;
    ncurep_result r;
    ncurep_error e;
    uint32_t i;
    w.c = c;
    w.o = o;
    w.fn = fn;
    w.user = user;
    w.count = 0;
    w.code = code;
    walk(&w, "file", 0, NCUREP_ROOT_FILE, o->info.header, 8);
    for (i = 0; i < o->info.blocks; i++)
        if (ncurep_block_at(o->report, i, &b, &e) && wants_block(k, &b)) walk(&w, "block", i, NCUREP_ROOT_BLOCK, b.header, b.at + 4);
    for (i = 0; i < o->info.sources; i++)
        if (!ncurep_source_at(o->report, i, &s, &e)) lost(&w, &e);
        else if (wants_module(k, s.reference)) walk(&w, "source", i, NCUREP_ROOT_SOURCE, s.bytes, s.at);
    for (i = 0; i < o->info.results; i++)
        if (!wants_result(k, i)) continue;
        else if (ncurep_result_at(o->report, i, &r, &e)) walk(&w, "result", i, (ncurep_root)((int)NCUREP_ROOT_KERNEL + (int)r.kind), r.bytes, r.at);
        else lost(&w, &e);
    return w.count;
}
