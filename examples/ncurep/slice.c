/* ncurep slice: a smaller report. */
#include "copy.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What is kept of one report. */
typedef struct kept {
    unsigned char *result; /* by index: 1 for the chosen ones */
    uint64_t *key;         /* modules of the chosen results, sorted */
    size_t keys, key_room;
    uint64_t results, sources;
} kept;

static int by_number(const void *a, const void *b)
{
    const uint64_t *x = (const uint64_t *)a, *y = (const uint64_t *)b;
    return *x < *y ? -1 : *x > *y;
}

static void add_key(kept *k, uint64_t key)
{
    k->key = (uint64_t *)cli_grow(k->key, &k->key_room, k->keys + 1, sizeof *k->key);
    k->key[k->keys++] = key;
}

static int choose(request *q, opened *o, kept *k)
{
    cursor at;
    ncurep_result r;
    uint64_t key;
    int code = CLI_FINE;
    memset(&at, 0, sizeof at);
    k->result = (unsigned char *)cli_alloc((size_t)o->info.results + 1, 1);
    while (next_result(q, o, &at, &r, &code)) {
        ncurep_list keys = r.references;
        k->result[r.index] = 1;
        k->results++;
        if (r.kind == NCUREP_KERNEL) add_key(k, r.source.reference);
        else while (ncurep_next_reference(&keys, &key)) add_key(k, key);
    }
    if (k->keys > 0) qsort(k->key, k->keys, sizeof *k->key, by_number);
    return code == CLI_FINE;
}

static int wants_source(request *q, opened *o, const kept *k, uint32_t i, ncurep_error *e)
{
    ncurep_source s;
    if (q->sources == SOURCES_NONE) return 0;
    if (!ncurep_source_at(o->report, i, &s, e)) return -1;
    return q->sources == SOURCES_ALL || (k->keys > 0 && bsearch(&s.reference, k->key, k->keys, sizeof *k->key, by_number) != NULL);
}

static int block(request *q, opened *o, ncurep_writer *w, kept *k, uint32_t i, ncurep_error *e)
{
    ncurep_block b;
    ncurep_result r;
    change x;
    uint32_t n, sources, results;
    int wanted, any = 0;
    if (!block_ends(o, i, &b, &sources, &results, e)) return 0;
    say_rest(q->c, o, &b);
    memset(&x, 0, sizeof x);
    x.q = q;
    for (n = b.first_source; n < sources; n++) {
        wanted = wants_source(q, o, k, n, e);
        if (wanted < 0 || (wanted && !ncurep_copy_source(w, o->report, n, e))) return 0;
        k->sources += (uint64_t)wanted;
        any |= wanted;
    }
    for (n = b.first_result; n < results; n++) {
        if (!k->result[n]) continue;
        any = 1;
        if (!ncurep_result_at(o->report, n, &r, e) || !copy_changed(w, o, &r, &x, e)) return 0;
    }
    return !(any || header_has_more(&b)) || (ncurep_copy_header(w, o->report, i, e) && ncurep_write_block(w));
}

int slice_verb(request *q)
{
    opened o;
    kept k;
    ncurep_writer *w = NULL;
    ncurep_error e = {NCUREP_OK, 0, ""};
    uint32_t i;
    int ok, code = may_write(q->c);
    if (code == CLI_FINE && q->path_count != 1) code = cli_usage(q->c, "slice takes one report");
    if (code != CLI_FINE || !open_whole(q->c, q->paths[0], &o)) {
        cli_drop(q->c);
        return code != CLI_FINE ? code : CLI_INPUT;
    }
    memset(&k, 0, sizeof k);
    ok = choose(q, &o, &k);
    if (ok) {
        w = start_output(q->c, &e);
        ok = w != NULL;
        for (i = 0; ok && i < o.info.blocks; i++) ok = block(q, &o, w, &k, i, &e);
    }
    code = end_output(q->c, w, ok, o.path, &e);
    if (code == CLI_FINE && q->c->out != stdout)
        fprintf(stderr, "%" PRIu64 " of %" PRIu32 " results, %" PRIu64 " of %" PRIu32 " sources\n", k.results, o.info.results, k.sources, o.info.sources);
    free(k.result);
    free(k.key);
    close_report(&o);
    return code;
}
