/* The output of the verbs that write reports, and copies of results with changes. */
#include "copy.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

uint32_t field_of(ncurep_result_kind kind, int what)
{
    static const unsigned char fields[4][FIELD_KINDS] = {
        {13, 17, 18, 19, 15}, {4, 7, 8, 0, 15}, {4, 7, 8, 0, 17}, {4, 7, 8, 0, 17}};
    return fields[kind][what];
}

ncurep_root root_of(ncurep_result_kind kind)
{
    static const ncurep_root roots[] = {NCUREP_ROOT_KERNEL, NCUREP_ROOT_RANGE, NCUREP_ROOT_CMDLIST, NCUREP_ROOT_GRAPH};
    return roots[kind];
}

int may_write(const cli *c)
{
    if (c->out == stdout && isatty(1)) return cli_usage(c, "a report is binary: use -o FILE, or redirect the output");
    return CLI_FINE;
}

static ncurep_reply put(const void *bytes, size_t size, void *user) { return fwrite(bytes, 1, size, (FILE *)user) == size; }

ncurep_writer *start_writer(FILE *f, ncurep_error *e)
{
    ncurep_writer_options options;
    ncurep_output out;
    memset(&options, 0, sizeof options);
    options.memory.max_memory = (size_t)-1 / 2;
    out.write_fn = put;
    out.user = f;
    return ncurep_writer_open(&out, &options, e);
}

int end_writer(ncurep_writer *w, ncurep_error *e)
{
    const int ok = ncurep_writer_finish(w, e) == NCUREP_OK;
    ncurep_writer_close(w);
    return ok;
}

ncurep_writer *start_output(cli *c, ncurep_error *e) { return start_writer(c->out, e); }

int end_output(cli *c, ncurep_writer *w, int ok, const char *path, const ncurep_error *e)
{
    ncurep_error why;
    if (w != NULL && !end_writer(w, &why)) {
        cli_error(c, "%s: %s", c->out_path != NULL ? c->out_path : "standard output", why.code == NCUREP_IO && errno != 0 ? strerror(errno) : why.message);
        ok = 0;
    } else if (!ok && e->code != NCUREP_OK)
        say_error(c, path, e);
    if (!ok) cli_drop(c);
    return ok ? CLI_FINE : CLI_INPUT;
}

int copy_out(cli *c, const ncurep_input *file)
{
    char part[8192];
    uint64_t at = 0;
    while (at < file->size) {
        const size_t want = file->size - at < sizeof part ? (size_t)(file->size - at) : sizeof part;
        ncurep_reply reply = NCUREP_REPLY_FAILED;
        const size_t got = file->read_fn(at, part, want, &reply, file->user);
        if (got == 0 || fwrite(part, 1, got, c->out) != got) {
            cli_error(c, "%s: %s", c->out_path != NULL ? c->out_path : "standard output", strerror(errno));
            return 0;
        }
        at += got;
    }
    return 1;
}

ncurep_view text_of(ncurep_view message, uint32_t field)
{
    ncurep_list list = ncurep_fields(message, 0);
    ncurep_field f;
    ncurep_view found = {"", 0};
    while (ncurep_field_next(&list, &f))
        if (f.number == field && f.wire == 2) found = f.bytes;
    return found;
}

int is_whole(ncurep_root root, ncurep_view bytes, uint64_t at, ncurep_error *e)
{
    ncurep_reader walk;
    ncurep_unknown u;
    ncurep_reader_begin(&walk, root, bytes, at);
    while (ncurep_reader_next(&walk, &u)) {}
    if (walk.error.code == NCUREP_OK) return 1;
    *e = walk.error;
    return 0;
}

int copy_metric(ncurep_writer *w, const ncurep_report *from, uint32_t field, ncurep_view metric)
{
    ncurep_list list = ncurep_fields(metric, 0);
    const char *start = list.ptr;
    ncurep_field f;
    ncurep_view name;
    if (ncurep_write_begin(w, field) != NCUREP_OK) return 0;
    for (; ncurep_field_next(&list, &f); start = list.ptr) {
        uint32_t id = NCUREP_NONE;
        if (f.number != 1 || f.wire != 0) {
            if (ncurep_write_fields(w, bytes_of(start, (size_t)(list.ptr - start))) != NCUREP_OK) return 0;
            continue;
        }
        if (ncurep_string_at(from, (uint32_t)f.value, &name)) {
            id = ncurep_write_string(w, name);
            if (id == NCUREP_NONE) return 0;
        }
        if (ncurep_write_u64(w, 1, id) != NCUREP_OK) return 0;
    }
    return ncurep_write_end(w) == NCUREP_OK;
}

/* Whether this field of the result goes into the copy. */
static int wants_field(const opened *o, const ncurep_result *r, change *x, const ncurep_field *f)
{
    ncurep_view name = {"", 0};
    if (f->wire != 2) return 1;
    if (f->number == field_of(r->kind, FIELD_METRICS)) {
        ncurep_list list = ncurep_fields(f->bytes, 0);
        ncurep_field id;
        int found = 0;
        while (ncurep_field_next(&list, &id))
            if (id.number == 1 && id.wire == 0) found = ncurep_string_at(o->report, (uint32_t)id.value, &name);
        if (!found && x->named_only) {
            x->left_out++;
            return 0;
        }
        return x->wants_fn == NULL || x->wants_fn(x->wanted, FIELD_METRICS, name);
    }
    if (x->wants_fn == NULL) return 1;
    if (f->number == field_of(r->kind, FIELD_SECTIONS)) name = text_of(f->bytes, 1);
    else if (f->number == field_of(r->kind, FIELD_COMMENTS)) name = text_of(text_of(f->bytes, 1), 1);
    else if (f->number == field_of(r->kind, FIELD_RULES)) name = text_of(f->bytes, 4);
    else return 1;
    return x->wants_fn(x->wanted, FIELD_SECTIONS, name);
}

/* The key of the module, in a message of its own. */
static int copy_origin(ncurep_writer *w, uint32_t field, ncurep_view origin, const change *x)
{
    ncurep_list list = ncurep_fields(origin, 0);
    const char *start = list.ptr;
    ncurep_field f;
    if (ncurep_write_begin(w, field) != NCUREP_OK) return 0;
    for (; ncurep_field_next(&list, &f); start = list.ptr)
        if (!(f.number == 1 && f.wire == 0 ? ncurep_write_u64(w, 1, x->reference_fn(x->user, f.value)) == NCUREP_OK
                                           : ncurep_write_fields(w, bytes_of(start, (size_t)(list.ptr - start))) == NCUREP_OK))
            return 0;
    return ncurep_write_end(w) == NCUREP_OK;
}

int copy_changed(ncurep_writer *w, opened *o, const ncurep_result *r, change *x, ncurep_error *e)
{
    ncurep_list list = ncurep_fields(r->bytes, r->at), keys = r->references;
    const uint32_t references = field_of(r->kind, FIELD_REFERENCES);
    const char *start = list.ptr;
    ncurep_field f;
    int next = 0, ok, others = 0, done;
    if (!is_whole(root_of(r->kind), r->bytes, r->at, e)) return 0;
    ok = ncurep_write_entry(w, root_of(r->kind)) == NCUREP_OK;
    for (; ok && ncurep_field_next(&list, &f); start = list.ptr) {
        for (; x->more_fn != NULL && ok && next < FIELD_REFERENCES && f.number > field_of(r->kind, next); next++)
            ok = x->more_fn(x->user, w, field_of(r->kind, next));
        if (!ok || !wants_field(o, r, x, &f)) continue;
        done = x->text_fn != NULL ? x->text_fn(x->user, w, &f) : 0;
        if (done != 0) ok = done > 0;
        else if (f.number == field_of(r->kind, FIELD_METRICS) && f.wire == 2) ok = copy_metric(w, o->report, f.number, f.bytes);
        else if (f.number != references || x->reference_fn == NULL) ok = ncurep_write_fields(w, bytes_of(start, (size_t)(list.ptr - start))) == NCUREP_OK;
        else if (r->kind == NCUREP_RESULT_KIND_KERNEL && f.wire == 2) ok = copy_origin(w, f.number, f.bytes, x);
        else if (!others) { /* all of them at once */
            uint64_t key;
            others = 1;
            while (ok && ncurep_reference_next(&keys, &key)) ok = ncurep_write_u64(w, references, x->reference_fn(x->user, key)) == NCUREP_OK;
        }
    }
    for (; x->more_fn != NULL && ok && next < FIELD_REFERENCES; next++) ok = x->more_fn(x->user, w, field_of(r->kind, next));
    if (ok && ncurep_write_end(w) == NCUREP_OK) return 1;
    e->code = NCUREP_IO;
    e->offset = r->at;
    e->message = "the result could not be written";
    return 0;
}

int block_ends(opened *o, uint32_t i, ncurep_block *b, uint32_t *sources, uint32_t *results, ncurep_error *e)
{
    ncurep_block next;
    *sources = o->info.sources;
    *results = o->info.results;
    if (i + 1 < o->info.blocks) {
        if (!ncurep_block_at(o->report, i + 1, &next, e)) return 0;
        *sources = next.first_source;
        *results = next.first_result;
    }
    return ncurep_block_at(o->report, i, b, e);
}

int header_has_more(const ncurep_block *b)
{
    ncurep_list list = ncurep_fields(b->header, 0);
    ncurep_field f;
    while (ncurep_field_next(&list, &f))
        if (f.number == 3 || f.number > 9) return 1;
    return 0;
}

void say_rest(const cli *c, const opened *o, const ncurep_block *b)
{
    if (b->rest_size > 0)
        cli_error(c, "%s: byte %" PRIu64 ": left out: %" PRIu32 " bytes of results of an unknown kind", o->path, b->rest_at, b->rest_size);
}
