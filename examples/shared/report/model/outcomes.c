/* What became of the things a gate looked at. */
#include "outcomes.h"
#include "names.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static char *text_of(const char *text) { return text != NULL ? copy_text(text, strlen(text)) : NULL; }

void outcome_add(outcomes *all, outcome_kind kind, const char *file, uint32_t result, const char *kernel, const char *what, uint64_t line, const char *message)
{
    outcome *to;
    all->list = (outcome *)cli_grow(all->list, &all->room, all->count + 1, sizeof *all->list);
    to = &all->list[all->count++];
    to->kind = kind;
    to->file = text_of(file);
    to->result = result;
    to->kernel = text_of(kernel);
    to->what = text_of(what);
    to->message = text_of(message);
    to->line = line;
    all->of[kind]++;
}

void outcomes_free(outcomes *all)
{
    size_t i;
    for (i = 0; i < all->count; i++) {
        cli_free(all->list[i].file);
        cli_free(all->list[i].kernel);
        cli_free(all->list[i].what);
        cli_free(all->list[i].message);
    }
    cli_free(all->list);
}

const char *outcome_kernel(const outcome *x, cli_buf *b)
{
    b->len = 0;
    if (x->result != NO_RESULT) cli_putf(b, "%" PRIu32 " ", x->result);
    cli_putf(b, "%s", x->kernel != NULL ? x->kernel : "-");
    return b->ptr;
}
