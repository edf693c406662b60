/* ncurep salvage: a valid report from what is left of one. */
#include "report/input/copy.h"
#include "report/input/pack.h"
#include "verb.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A report whose last, cut block gets a new header that counts only the complete entries. */
typedef struct patched {
    const opened *o;
    uint64_t at;    /* where the new header starts, in both */
    cli_buf header; /* its size in front */
    uint64_t from;  /* where the payload of that block starts in the file */
    uint64_t keep;  /* bytes of it */
} patched;

static size_t read_patched(uint64_t at, void *to, size_t size, ncurep_reply *reply, void *user)
{
    (void)reply;
    const patched *p = (const patched *)user;
    if (at < p->at) return input_read(p->o, at, to, size < p->at - at ? size : (size_t)(p->at - at));
    at -= p->at;
    if (at >= p->header.len) return input_read(p->o, p->from + (at - p->header.len), to, size);
    if (size > p->header.len - (size_t)at) size = p->header.len - (size_t)at;
    memcpy(to, p->header.ptr + at, size);
    return size;
}

static uint32_t u32_of(const unsigned char *p) { return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24; }

static void put_field(cli_buf *b, uint32_t number, uint64_t value)
{
    char to[11];
    size_t n = 0;
    to[n++] = (char)(number << 3);
    for (; value >= 128; value >>= 7) to[n++] = (char)(unsigned char)((value & 127) | 128);
    to[n++] = (char)(unsigned char)value;
    cli_put(b, to, n);
}

/* Which count of the header this is; -1: none. */
static int count_of(const ncurep_field *f)
{
    static const unsigned char numbers[] = {1, 2, 7, 8, 9};
    int i;
    for (i = 0; f->wire == 0 && i < 5; i++)
        if (f->number == numbers[i]) return i;
    return -1;
}

/* Makes the new header of the cut block; 0: it is incomplete, or cannot be read (*failed). */
static int patch(patched *p, int *failed)
{
    static const unsigned char numbers[] = {1, 2, 7, 8, 9};
    const opened *o = p->o;
    unsigned char size[4];
    uint64_t count[5] = {0, 0, 0, 0, 0}, whole[5] = {0, 0, 0, 0, 0};
    ncurep_view header;
    ncurep_list list;
    ncurep_field f;
    const char *start;
    char *bytes;
    uint32_t k;
    int ok;
    p->at = o->info.cut_at;
    if (o->info.cut_have < 4) return 0;
    *failed = !input_bytes(o, p->at, size, 4);
    if (*failed || u32_of(size) > o->info.cut_have - 4) return 0;
    header.len = u32_of(size);
    bytes = (char *)cli_alloc(header.len + 1, 1);
    header.ptr = bytes;
    p->from = p->at + 4 + header.len;
    *failed = !input_bytes(o, p->at + 4, bytes, header.len);
    ok = !*failed;
    list = ncurep_fields(header, p->at + 4);
    while (ok && ncurep_field_next(&list, &f))
        if (count_of(&f) >= 0) count[count_of(&f)] = f.value & 0xffffffffu;
    ok = ok && list.error.code == NCUREP_OK;
    for (k = 0; ok && k < 5; k++)
        while (whole[k] < count[k]) {
            const uint64_t left = o->info.size - p->from - p->keep;
            if (left >= 4 && !input_bytes(o, p->from + p->keep, size, 4)) *failed = 1;
            if (left < 4 || *failed || u32_of(size) > left - 4) {
                k = 5; /* those after are cut too */
                break;
            }
            p->keep += 4 + (uint64_t)u32_of(size);
            whole[k]++;
        }
    if (ok && !*failed) {
        cli_put(&p->header, "\0\0\0\0", 4);
        list = ncurep_fields(header, 0);
        for (start = list.ptr; ncurep_field_next(&list, &f); start = list.ptr)
            if (count_of(&f) < 0 && !(f.number == 5 && f.wire == 0)) cli_put(&p->header, start, (size_t)(list.ptr - start));
        for (k = 0; k < 5; k++) put_field(&p->header, numbers[k], whole[k]);
        put_field(&p->header, 5, p->keep);
        for (k = 0; k < 4; k++) p->header.ptr[k] = (char)(unsigned char)((p->header.len - 4) >> 8 * k & 255);
    }
    free(bytes);
    return ok && !*failed;
}

/* What was saved, and what was not. */
typedef struct saved {
    uint64_t results, sources, bad;
    uint64_t metrics; /* malformed ones of results that are saved */
    uint64_t lost;    /* bytes at the end */
    change x;
} saved;

/* Whether only the bytes of the report are to blame. */
static int is_content(const ncurep_error *e) { return e->code == NCUREP_SYNTAX || e->code == NCUREP_TRUNCATED || e->code == NCUREP_LIMIT; }

static int bad(request *q, opened *o, saved *s, const ncurep_error *e)
{
    if (!is_content(e)) return 0;
    say_error(q->c, o->path, e);
    s->bad++;
    return 1;
}

/* Leaves out the metrics of a result that are malformed: its bytes are then those of *kept. 0: that does not help. */
static int mend(request *q, opened *o, ncurep_result *r, cli_buf *kept, saved *s, ncurep_error *e)
{
    const ncurep_root root = root_of(r->kind);
    ncurep_list list;
    const char *start;
    ncurep_error why;
    ncurep_field f;
    uint64_t lost = 0;
    int pass;
    if (is_whole(root, r->bytes, r->at, e)) return 1;
    if (!is_content(e)) return 0;
    for (pass = 0; pass < 2; pass++) { /* nothing is said of metrics where the result is lost anyway */
        list = ncurep_fields(r->bytes, r->at);
        for (start = list.ptr; ncurep_field_next(&list, &f); start = list.ptr) {
            const ncurep_view field = bytes_of(start, (size_t)(list.ptr - start));
            if (f.number == field_of(r->kind, FIELD_METRICS) && f.wire == 2 && !is_whole(root, field, r->at + (uint64_t)(start - r->bytes.ptr), &why)) {
                if (pass == 1) say_error(q->c, o->path, &why);
                lost += pass == 1;
            } else if (pass == 0) cli_put(kept, field.ptr, field.len);
        }
        if (pass == 0 && (list.error.code != NCUREP_OK || !is_whole(root, bytes_of(kept->len > 0 ? kept->ptr : "", kept->len), r->at, &why))) return 0;
    }
    r->bytes = bytes_of(kept->len > 0 ? kept->ptr : "", kept->len);
    s->metrics += lost;
    return 1;
}

static int block(request *q, opened *o, ncurep_writer *w, saved *s, uint32_t i, ncurep_error *e)
{
    ncurep_block b;
    ncurep_result r;
    ncurep_source source;
    uint32_t n, sources, results;
    if (!block_ends(o, i, &b, &sources, &results, e)) return bad(q, o, s, e);
    say_rest(q->c, o, &b);
    for (n = b.first_source; n < sources; n++) {
        if (ncurep_source_at(o->report, n, &source, e) && is_whole(NCUREP_ROOT_SOURCE, source.bytes, source.at, e)) {
            if (ncurep_copy_source(w, o->report, n, e) != NCUREP_OK) return 0;
            s->sources++;
        } else if (!bad(q, o, s, e))
            return 0;
    }
    for (n = b.first_result; n < results; n++) {
        cli_buf kept = {NULL, 0, 0};
        const int ok = ncurep_result_at(o->report, n, &r, e) && mend(q, o, &r, &kept, s, e) && copy_changed(w, o, &r, &s->x, e);
        cli_buf_free(&kept);
        if (ok) s->results++;
        else if (!bad(q, o, s, e)) return 0;
    }
    if (!ncurep_block_at(o->report, i, &b, e)) return bad(q, o, s, e);
    if (!is_whole(NCUREP_ROOT_BLOCK, b.header, b.at + 4, e)) { /* without its session and process */
        if (!bad(q, o, s, e)) return 0;
    } else if (ncurep_copy_header(w, o->report, i, e) != NCUREP_OK)
        return 0;
    return ncurep_write_block(w) == NCUREP_OK;
}

/* Reads what was written: 1 if all of it can be read, else 0 and why. */
static int prove(const ncurep_input *file, ncurep_error *e)
{
    ncurep_report_options options;
    ncurep_report *report;
    ncurep_info info;
    ncurep_block b;
    ncurep_source s;
    ncurep_result r;
    uint32_t i;
    int ok;
    memset(&options, 0, sizeof options);
    options.memory.max_memory = (size_t)-1 / 2;
    report = ncurep_report_open_input(file, &options, e);
    if (report == NULL) return 0;
    ncurep_report_info(report, &info);
    ok = 1;
    for (i = 0; ok && ncurep_report_problem_at(report, i, e); i++) ok = e->code == NCUREP_UNSUPPORTED; /* another version stays one */
    for (i = 0; ok && i < info.blocks; i++)
        ok = ncurep_block_at(report, i, &b, e) && is_whole(NCUREP_ROOT_BLOCK, b.header, b.at + 4, e);
    for (i = 0; ok && i < info.sources; i++)
        ok = ncurep_source_at(report, i, &s, e) && is_whole(NCUREP_ROOT_SOURCE, s.bytes, s.at, e);
    for (i = 0; ok && i < info.results; i++)
        ok = ncurep_result_at(report, i, &r, e) && is_whole(root_of(r.kind), r.bytes, r.at, e);
    ncurep_report_close(report);
    return ok;
}

/* Ends the new report in its temporary file, proves it, and copies it to the output; an exit code. */
static int finish(request *q, ncurep_writer *w, scratch_part *part, int ok, const char *path, ncurep_error *e)
{
    ncurep_error why;
    ncurep_input file;
    if (w != NULL && !end_writer(w, &why) && (ok || e->code == NCUREP_OK)) {
        *e = why;
        ok = 0;
    }
    if (!ok && e->code != NCUREP_OK) say_error(q->c, path, e);
    if (ok && !temp_input(part, &file)) {
        cli_error(q->c, "writing the new report: %s", strerror(errno));
        ok = 0;
    }
    if (ok && !prove(&file, e)) {
        cli_error(q->c, "%s: what was saved cannot be read: byte %" PRIu64 ": %s; nothing is written", path, e->offset, e->message);
        ok = 0;
    }
    ok = ok && copy_out(q->c, &file);
    if (!ok) cli_drop(q->c);
    return ok ? CLI_FINE : CLI_INPUT;
}

/* Opens what is left as a report that ends well. */
static int open_patched(request *q, patched *p, ncurep_input *input, opened *whole, ncurep_error *e)
{
    ncurep_report_options options;
    int failed = 0, ok;
    memset(&options, 0, sizeof options);
    options.memory.max_memory = (size_t)-1 / 2;
    ok = p->o->info.is_cut && patch(p, &failed);
    if (failed) {
        e->code = NCUREP_IO;
        e->offset = p->at;
        e->message = "the file could not be read";
        return 0;
    }
    if (!ok) p->at = p->o->info.is_cut ? p->o->info.cut_at : p->o->info.is_damaged ? p->o->info.damaged_at : p->o->info.size;
    input->read_fn = read_patched;
    input->user = p;
    input->size = p->at + p->header.len + p->keep;
    whole->path = q->paths[0];
    whole->report = ncurep_report_open_input(input, &options, e);
    if (whole->report != NULL) ncurep_report_info(whole->report, &whole->info);
    return whole->report != NULL;
}

static void tell(const request *q, const opened *o, const saved *s)
{
    output said;
    wrote_begin(q, &said);
    out_whole(&said, "result_count", s->results);
    out_whole(&said, "source_count", s->sources);
    out_whole(&said, "entries_left_out", s->bad);
    out_whole(&said, "malformed_metrics_left_out", s->metrics);
    out_whole(&said, "nameless_metrics_left_out", s->x.left_out);
    out_whole(&said, "bytes_lost", s->lost);
    wrote_end(&said);
    out_say(&said, "saved %" PRIu64 " results and %" PRIu64 " modules or pieces of modules", s->results, s->sources);
    if (s->bad > 0) out_say(&said, "; %" PRIu64 " are malformed", s->bad);
    if (s->metrics > 0) out_say(&said, "; left out %" PRIu64 " metrics that are malformed", s->metrics);
    if (s->x.left_out > 0) out_say(&said, "; left out %" PRIu64 " metrics whose names are lost", s->x.left_out);
    if (o->info.is_cut) out_say(&said, "; lost %" PRIu64 " bytes at the end", s->lost);
    if (o->info.is_damaged) out_say(&said, "; lost everything after byte %" PRIu64, o->info.damaged_at);
    out_say(&said, "\n");
}

static const option option_table[] = {OPTION_END};

static int run(request *q, void *user)
{
    opened o, whole;
    patched p;
    saved s;
    ncurep_input input;
    ncurep_writer *w = NULL;
    scratch_part *part = NULL;
    FILE *f = NULL;
    ncurep_error e = {NCUREP_OK, 0, ""};
    uint32_t i;
    int ok, code = may_write(q->c);
    (void)user;
    if (code == CLI_FINE && q->path_count != 1) code = cli_usage(q->c, "salvage takes one report");
    if (code != CLI_FINE || !open_part(reader_of(q), q->paths[0], &o)) {
        cli_drop(q->c);
        return code != CLI_FINE ? code : CLI_INPUT;
    }
    memset(&p, 0, sizeof p);
    memset(&s, 0, sizeof s);
    memset(&whole, 0, sizeof whole);
    s.x.named_only = 1;
    p.o = &o;
    ok = open_patched(q, &p, &input, &whole, &e);
    if (ok && whole.info.blocks == 0) {
        cli_error(q->c, "%s: no complete block", o.path);
        ok = 0;
    }
    if (ok) {
        part = temp_open(q->c, &f);
        w = part != NULL ? start_writer(f, &e) : NULL;
        ok = w != NULL;
        for (i = 0; ok && i < whole.info.blocks; i++) ok = block(q, &whole, w, &s, i, &e);
    }
    if (ok && s.results + s.sources == 0 && (s.bad > 0 || o.info.is_cut || o.info.is_damaged)) {
        cli_error(q->c, "%s: nothing could be saved", o.path);
        e.code = NCUREP_OK;
        ok = 0;
    }
    code = finish(q, w, part, ok, o.path, &e);
    temp_close(part);
    if (code == CLI_FINE) {
        s.lost = o.info.is_cut ? o.info.size - (p.header.len > 0 ? p.from + p.keep : p.at) : o.info.is_damaged ? o.info.size - o.info.damaged_at : 0;
        tell(q, &o, &s);
    }
    ncurep_report_close(whole.report);
    cli_buf_free(&p.header);
    close_report(&o);
    return code;
}

const verb salvage_verb = {"salvage", option_table, sizeof(model), run, NULL, NULL,
    "a valid report from one that is cut or damaged",
    "ncurep salvage cut.ncu-rep -o whole.ncu-rep",
    FILES, 0, NULL, binary_lacks};
