/* The modules of a report: where its machine code lies. */
#include "modules.h"

#include <string.h>

int module_codes_begin(module_codes *w, const model *m, opened *o, const maybe_number *only, int *code)
{
    ncurep_error e;
    memset(w, 0, sizeof *w);
    w->o = o;
    w->only = *only;
    if (ncurep_modules_load(o->report, NULL, &e) != NCUREP_OK) {
        say_error(m->c, o->path, &e);
        return 0;
    }
    make_choice(m->c, &m->chosen, o, &w->chosen, 0, code);
    return 1;
}

int module_codes_next(module_codes *w)
{
    ncurep_module m;
    ncurep_source s;
    ncurep_error e;
    uint32_t k, with = NCUREP_NONE;
    do {
        if (!ncurep_module_at(w->o->report, w->next++, &m)) return 0;
    } while ((w->only.given && m.reference != w->only.value) || !wants_module(&w->chosen, m.reference));
    w->found++;
    memset(&w->x, 0, sizeof w->x);
    w->x.reference = m.reference;
    w->x.pieces = m.pieces;
    for (k = 0; ncurep_module_source_at(w->o->report, &m, k, &s, &e); k++) {
        w->x.functions += s.relocation.functions.count;
        if (NCUREP_HAS(&s, 4)) with = s.index; /* the last one counts */
    }
    if (with != NCUREP_NONE && ncurep_source_at(w->o->report, with, &s, &e)) {
        w->x.cubin = s.binary;
        w->x.revision = s.revision;
    }
    return 1;
}

void module_codes_end(module_codes *w) { free_choice(&w->chosen); }
