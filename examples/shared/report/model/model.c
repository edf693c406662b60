/* How reports are looked at. */
#include "model.h"

#include <stdlib.h>

void model_free(model *m)
{
    size_t i;
    selection_free(&m->chosen);
    for (i = 0; i < m->sections.count; i++) ncurep_pattern_close(m->sections.list[i]);
    cli_free(m->sections.list);
}

int wants_section(const section_choice *s, ncurep_view identifier)
{
    size_t i;
    for (i = 0; i < s->count; i++)
        if (ncurep_pattern_match(s->list[i], identifier)) return 1;
    return s->count == 0;
}

int demangled(demangler fn, cli_buf *b, const char *mangled, size_t len) { return fn != NULL && fn(b, mangled, len); }
