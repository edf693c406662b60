/* Copies of reports with comments of readers. Where a report keeps those: docs/FORMAT-ncurep.md, "Comments" and "SectionComments". */
#include "comments.h"
#include "report/input/copy.h"
#include "report/model/names.h"

#include <stdlib.h>
#include <string.h>

typedef struct comment {
    uint32_t result;
    ncurep_view section, name, text;
    int written;
} comment;

typedef struct commented {
    comment *list;
    size_t count;
    const ncurep_result *r; /* the one that is copied */
} commented;

/* The next part of the text, up to its end. */
static ncurep_view next_part(const char **at)
{
    const size_t len = strcspn(*at, "\x1f");
    const ncurep_view part = bytes_of(*at, len);
    *at += len + ((*at)[len] != 0);
    return part;
}

static comment *read_comments(const char *at, size_t *count)
{
    comment *list = NULL;
    size_t room = 0;
    for (*count = 0; *at != 0; (*count)++) {
        list = (comment *)cli_grow(list, &room, *count + 1, sizeof *list);
        list[*count].result = (uint32_t)strtoul(next_part(&at).ptr, NULL, 10);
        list[*count].section = next_part(&at);
        list[*count].name = next_part(&at);
        list[*count].text = next_part(&at);
        list[*count].written = 0;
    }
    return list;
}

/* The field with the comment on a result as a whole. */
static uint32_t whole_field(const ncurep_result *r) { return r->kind == NCUREP_RESULT_KIND_KERNEL ? 12 : 3; }

static comment *find(const commented *x, ncurep_view section)
{
    size_t i;
    for (i = 0; i < x->count; i++)
        if (x->list[i].result == x->r->index && same_view(x->list[i].section, section)) return &x->list[i];
    return NULL;
}

/* Once; 0: it could not be written. */
static int put_whole(const commented *x, ncurep_writer *w, comment *own)
{
    if (own->written) return 1;
    own->written = 1;
    return own->text.len == 0 || ncurep_write_text(w, whole_field(x->r), own->text) == NCUREP_OK;
}

static int put_on_section(ncurep_writer *w, uint32_t field, comment *own)
{
    if (own->written) return 1;
    own->written = 1;
    return ncurep_write_begin(w, field) == NCUREP_OK && ncurep_write_begin(w, 1) == NCUREP_OK && ncurep_write_text(w, 1, own->section) == NCUREP_OK &&
           ncurep_write_end(w) == NCUREP_OK && ncurep_write_text(w, 2, own->name) == NCUREP_OK && ncurep_write_text(w, 3, own->text) == NCUREP_OK &&
           ncurep_write_end(w) == NCUREP_OK;
}

static int replace(void *user, ncurep_writer *w, const ncurep_field *f)
{
    const commented *x = (const commented *)user;
    comment *own = find(x, bytes_of("", 0));
    if (own != NULL && f->number >= whole_field(x->r)) {
        if (!put_whole(x, w, own)) return -1;
        if (f->number == whole_field(x->r) && f->wire == 2) return 1;
    }
    if (f->number != field_of(x->r->kind, FIELD_COMMENTS) || f->wire != 2) return 0;
    own = find(x, text_of(text_of(f->bytes, 1), 1));
    return own == NULL ? 0 : put_on_section(w, f->number, own) ? 1 : -1;
}

/* Those that no field of the report stood for. */
static int put_more(void *user, ncurep_writer *w, uint32_t field)
{
    const commented *x = (const commented *)user;
    comment *own = find(x, bytes_of("", 0));
    size_t i;
    if (own != NULL && !put_whole(x, w, own)) return 0;
    for (i = 0; i < x->count && field == field_of(x->r->kind, FIELD_COMMENTS); i++)
        if (x->list[i].result == x->r->index && x->list[i].section.len > 0 && !put_on_section(w, field, &x->list[i])) return 0;
    return 1;
}

static int copy_block(cli *c, opened *o, ncurep_writer *w, commented *x, uint32_t i, ncurep_error *e)
{
    ncurep_block b;
    ncurep_result r;
    change how;
    uint32_t n, sources, results;
    size_t k;
    int any = 0;
    if (!block_ends(o, i, &b, &sources, &results, e)) return 0;
    for (k = 0; k < x->count; k++) any |= x->list[k].result >= b.first_result && x->list[k].result < results;
    if (!any) return ncurep_copy_block(w, o->report, i, e) == NCUREP_OK;
    say_rest(c, o, &b);
    memset(&how, 0, sizeof how);
    how.text_fn = replace;
    how.more_fn = put_more;
    how.user = x;
    x->r = &r;
    for (n = b.first_source; n < sources; n++)
        if (ncurep_copy_source(w, o->report, n, e) != NCUREP_OK) return 0;
    for (n = b.first_result; n < results; n++)
        if (!ncurep_result_at(o->report, n, &r, e) || !copy_changed(w, o, &r, &how, e)) return 0;
    return ncurep_copy_header(w, o->report, i, e) == NCUREP_OK && ncurep_write_block(w) == NCUREP_OK;
}

int write_comments(cli *c, opened *o, const char *comments, const ncurep_output *to)
{
    ncurep_writer_options options;
    ncurep_writer *w;
    ncurep_error e = {NCUREP_OK, 0, ""}, last;
    commented x;
    uint32_t i;
    int ok;
    memset(&options, 0, sizeof options);
    CLI_MEMORY(options.memory);
    options.memory.max_memory = (size_t)-1 / 2;
    x.list = read_comments(comments, &x.count);
    w = ncurep_writer_open(to, &options, &e);
    ok = w != NULL;
    for (i = 0; ok && i < o->info.blocks; i++) ok = copy_block(c, o, w, &x, i, &e);
    if (w != NULL && !end_writer(w, &last) && ok) {
        ok = 0;
        e = last;
    }
    if (!ok) say_error(c, o->path, &e);
    cli_free(x.list);
    return ok ? CLI_FINE : CLI_INPUT;
}
