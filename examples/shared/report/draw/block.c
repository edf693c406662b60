/* What the back ends of blocks share. */
#include "block.h"
#include "figure.h"

#include <string.h>

const block_back_end *block_back_end_of(const output *to)
{
#define BLOCKS(name, prefix, figures, blocks) &blocks##_blocks,
    static const block_back_end *const list[] = {OUT_FORMATS(BLOCKS)};
    return list[to->format];
}

const nvs_cell *next_cell(cell_list *c)
{
    if (c->header != NULL) return c->at < c->count ? &c->header[c->at++]->cell : NULL;
    while (c->at < c->e->index.count) {
        ncurep_metric m;
        ncurep_view name;
        if (!ncurep_index_at(&c->e->index, (uint32_t)c->at++, &m) || !ncurep_string_at(c->e->o->report, m.name_id, &name) ||
            is_list(name) || !wants_metric(&c->e->m->chosen, name))
            continue;
        memset(&c->own, 0, sizeof c->own);
        c->own.name = c->own.label = nvs_view_of(name);
        if (c->e->source.metric_fn(c->own.name, &c->own.data, c->e->source.user) == 1) return &c->own;
    }
    return NULL;
}

const finding *next_finding(const details *d, size_t *at)
{
    while (*at < d->f->count) {
        const finding *f = &d->f->list[(*at)++];
        if (d->section != NULL ? of_section(f, d->section) : is_homeless(d->e, f)) return f;
    }
    return NULL;
}

void put_section_figures(details *d) { put_figures(d->to, d->e, d->v); }

static int is_on(const ncurep_comment *c, const nvs_node *section)
{
    const nvs_view id = nvs_node_text(section, NVS_FIELD_IDENTIFIER);
    return c->id.section.len == id.len && memcmp(c->id.section.ptr, id.ptr, id.len) == 0;
}

/* Whether its section is on the page. */
static int is_placed(const details *d, const ncurep_comment *c)
{
    uint32_t k;
    for (k = 0; k < d->e->count; k++)
        if (d->has[k] && is_on(c, d->e->sections[k])) return 1;
    return 0;
}

int next_comment(const details *d, ncurep_list *list, int all, ncurep_comment *out)
{
    while (ncurep_comment_next(list, out))
        if (out->text.len > 0 && (all || (d->section != NULL ? is_on(out, d->section) : !is_placed(d, out)))) return 1;
    return 0;
}

void missing_names(cli_buf *b, const nvs_evaluation *v)
{
    uint32_t i;
    for (i = 0; i < v->missing_count; i++)
        cli_putf(b, "%s%.*s%s", i > 0 ? ", " : "", (int)v->missing[i].name.len, v->missing[i].name.ptr,
                 v->missing[i].importance == NVS_IMPORTANCE_REQUIRED ? " (required)" : "");
}

void comment_words(cli_buf *b, const details *d, const ncurep_comment *c)
{
    const ncurep_view text = c != NULL ? c->text : d->e->r->comments;
    cli_put(b, "Comment", 7);
    if (c != NULL && d->section == NULL) {
        cli_put(b, " on ", 4);
        if (c->name.len > 0) cli_put(b, c->name.ptr, c->name.len);
        else cli_put(b, c->id.section.ptr, c->id.section.len);
    }
    cli_put(b, ": ", 2);
    cli_put(b, text.ptr, text.len);
}

int next_line(const cli_buf *b, size_t *at, ncurep_view *line)
{
    const size_t begin = *at;
    if (begin > b->len) return 0;
    while (*at < b->len && b->ptr[*at] != '\n') (*at)++;
    *line = bytes_of(b->ptr + begin, *at - begin);
    (*at)++;
    return 1;
}
