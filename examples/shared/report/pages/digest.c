/* A report in a few thousand bytes. */
#include "digest.h"
#include "report/draw/cells.h"

#include <inttypes.h>
#include <string.h>

/* How much a level shows. */
typedef struct measure {
    size_t rows, kernels, findings, evidence, places; /* rows: kernels in the list */
    size_t name, message, line;                       /* bytes of texts */
} measure;

static const measure levels[DIGEST_LEVELS] = {
    {12, 5, 8, 4, 6, 120, 700, 160}, {12, 4, 6, 3, 6, 120, 600, 140}, {10, 3, 5, 3, 5, 120, 500, 120}, {10, 3, 4, 2, 5, 100, 400, 100},
    {8, 2, 4, 2, 4, 80, 300, 80},    {6, 2, 3, 1, 3, 60, 200, 60},    {3, 1, 2, 1, 2, 40, 100, 40}};

/* Text of at most so many bytes, cut at a character. */
static void put_cut(cli_buf *b, const char *text, size_t most)
{
    const size_t len = strlen(text);
    size_t n = 0;
    while (n < len && n < most) {
        const size_t one = cli_utf8(text + n, text + len);
        if (n + (one > 0 ? one : 1) > most) break;
        n += one > 0 ? one : 1;
    }
    cli_put(b, text, n);
    if (n < len) cli_put(b, "...", 3);
}

static char *cut(cli_buf *b, const char *text, size_t most)
{
    b->len = 0;
    put_cut(b, text, most);
    if (b->ptr == NULL) cli_put(b, "", 0);
    return b->ptr;
}

static void put_amount(cli_buf *b, const value_style *style, const char *metric, double value)
{
    scale s;
    scale_of(&s, ncurep_text(metric), value, style);
    cli_putf(b, "%.4g%s%s", value / s.by, s.unit[0] != 0 ? " " : "", s.unit);
}

/* A line about a kernel, and its members. */
static void put_sums(const page *pg, const digest *d, const digest_kernel *k, const measure *x)
{
    output *to = pg->to;
    cli_buf b = {NULL, 0, 0};
    const bunch *s = &k->sums;
    const int is_timed = s->timed > 0, has_bound = s->weight > 0;
    const double compute = s->compute / s->weight, memory = s->memory / s->weight;
    const char *const name = cut(&b, s->name, x->name);
    out_string(to, "kernel", name);
    out_whole(to, "result_count", s->count);
    out_say(to, "- %s: %" PRIu64 " launch%s", name, s->count, s->count == 1 ? "" : "es");
    out_known(to, "total_ns", is_timed, s->total);
    out_known(to, "share", is_timed && d->total > 0, s->total / d->total);
    if (is_timed) {
        put_duration(&b, &pg->m->style, s->total);
        out_say(to, ", %s", b.ptr);
        if (d->total > 0) out_say(to, " (%.1f%%)", 100 * s->total / d->total);
    } else out_say(to, ", time not known");
    out_string(to, "bound", has_bound ? bound_of(s) : NULL);
    out_known(to, "compute_pct", has_bound, compute);
    out_known(to, "memory_pct", has_bound, memory);
    if (has_bound) out_say(to, ", %s bound (compute %.0f%%, memory %.0f%%)", bound_of(s), compute, memory);
    out_say(to, "\n");
    cli_buf_free(&b);
}

static void put_facts(const page *pg, const digest_kernel *k)
{
    output *to = pg->to;
    cli_buf b = {NULL, 0, 0};
    size_t i;
    int any = 0;
    out_group(to, "figures");
    for (i = 0; i < DIGEST_FACTS; i++) {
        if (!k->facts[i].has) continue;
        out_real(to, k->facts[i].metric, k->facts[i].value);
        b.len = 0;
        put_amount(&b, &pg->m->style, k->facts[i].metric, k->facts[i].value);
        out_say(to, "%s%s %s", any++ ? "; " : "", k->facts[i].label, b.ptr);
    }
    if (any) out_say(to, "\n");
    out_close(to);
    cli_buf_free(&b);
}

static void put_evidence(const page *pg, const digest_finding *one, const measure *x)
{
    output *to = pg->to;
    cli_buf b = {NULL, 0, 0};
    size_t n;
    out_list(to, "focus");
    for (n = 0; n < one->evidence_count && n < x->evidence; n++) {
        const char *const metric = one->evidence[n].metric, *const info = one->evidence[n].info;
        out_group(to, NULL);
        out_string(to, "metric", cut(&b, metric, x->name));
        out_say(to, "  - %s = ", b.ptr);
        out_real(to, "value", one->evidence[n].value);
        b.len = 0;
        put_amount(&b, &pg->m->style, metric, one->evidence[n].value);
        out_say(to, "%s", b.ptr);
        out_string(to, "info", cut(&b, info, x->line));
        out_say(to, "%s%s\n", info[0] != 0 ? "; " : "", b.ptr);
        out_close(to);
    }
    out_close(to);
    cli_buf_free(&b);
}

static void put_findings(const page *pg, const digest_kernel *k, const measure *x)
{
    output *to = pg->to;
    cli_buf b = {NULL, 0, 0};
    size_t i;
    out_list(to, "findings");
    for (i = 0; i < k->finding_count && i < x->findings; i++) {
        const digest_finding *one = &k->findings[i];
        out_group(to, NULL);
        out_string(to, "rule", one->rule);
        out_string(to, "type", one->kind);
        out_string(to, "title", cut(&b, one->title, x->name));
        out_say(to, "%s%s %s", i == 0 ? "\nFindings, best estimate first:\n- " : "- ", one->kind, cut(&b, one->title[0] != 0 ? one->title : one->rule, x->name));
        if (one->percent > 0) out_say(to, " (%s, estimated %.4g%% %s)", one->rule, one->percent, one->scope);
        else out_say(to, " (%s)", one->rule);
        out_string(to, "text", cut(&b, one->text, x->message));
        out_say(to, ": %s\n", b.ptr);
        out_string(to, "speedup_type", one->percent > 0 ? one->scope : NULL);
        out_known(to, "speedup", one->percent > 0, one->percent);
        put_evidence(pg, one, x);
        out_close(to);
    }
    out_close(to);
    out_whole(to, "findings_left_out", k->all_findings - i);
    if (k->all_findings > i) out_say(to, "%zu more finding%s\n", k->all_findings - i, k->all_findings - i == 1 ? "" : "s");
    cli_buf_free(&b);
}

static void put_places(const page *pg, const digest_kernel *k, const measure *x)
{
    output *to = pg->to;
    cli_buf b = {NULL, 0, 0};
    size_t i;
    out_string(to, "counted", k->counted);
    out_list(to, "hot");
    for (i = 0; i < k->place_count && i < x->places; i++) {
        const digest_place *one = &k->places[i];
        if (i == 0) out_say(to, "\nHottest code, by %s:\n", strcmp(k->counted, "samples") == 0 ? "samples" : "executed instructions");
        out_group(to, NULL);
        out_string(to, "place", cut(&b, one->where, x->name));
        out_say(to, "- %.1f%% %s", 100 * one->part, b.ptr);
        out_real(to, "value", one->value);
        out_real(to, "share", one->part);
        out_string(to, "stall", one->stall);
        if (one->stall != NULL) out_say(to, ", waits for %s", one->stall);
        out_string(to, "text", one->text != NULL ? cut(&b, one->text, x->line) : NULL);
        if (one->text != NULL) out_say(to, ": %s", b.ptr);
        out_say(to, "\n");
        out_close(to);
    }
    out_close(to);
    cli_buf_free(&b);
}

static void put_causes(const page *pg, const digest_kernel *k, const measure *x)
{
    output *to = pg->to;
    cli_buf b = {NULL, 0, 0};
    size_t i;
    out_list(to, "causes");
    for (i = 0; i < k->cause_count && i < x->places; i++) {
        const digest_cause *one = &k->causes[i];
        if (i == 0) out_say(to, "\nWhat warps wait for, by samples:\n");
        out_group(to, NULL);
        out_string(to, "place", cut(&b, one->where, x->name));
        out_string(to, "cause", why_word(one->kind));
        out_say(to, "- %.1f%% %s, %s%s", 100 * one->part, b.ptr, why_text(one->kind), one->is_known ? "" : " (no producer found)");
        out_truth(to, "is_known", one->is_known);
        out_real(to, "share", one->part);
        out_known(to, "speedup_gone", one->gone > 0, one->gone);
        if (one->gone > 0) out_say(to, ", %.2f times as fast without", one->gone);
        out_known(to, "speedup_hidden", one->hidden > 0, one->hidden);
        if (one->hidden > 0) out_say(to, ", %.2f with its latency hidden", one->hidden);
        out_string(to, "text", one->text != NULL ? cut(&b, one->text, x->line) : NULL);
        if (one->text != NULL) out_say(to, ": %s", b.ptr);
        out_say(to, "\n");
        out_close(to);
    }
    out_close(to);
    cli_buf_free(&b);
}

static void put_kernel(const page *pg, const digest_kernel *k, const measure *x)
{
    cli_buf b = {NULL, 0, 0};
    out_whole(pg->to, "result", k->longest);
    out_say(pg->to, "\n## %s, result %" PRIu32 "\n", cut(&b, k->sums.name, x->name), k->longest);
    put_facts(pg, k);
    put_findings(pg, k, x);
    put_places(pg, k, x);
    put_causes(pg, k, x);
    cli_buf_free(&b);
}

static void put_head(const page *pg, const opened *o, const digest *d, const measure *x)
{
    output *to = pg->to;
    cli_buf b = {NULL, 0, 0};
    out_say(to, "# ");
    out_safe(to, o->path, strlen(o->path));
    out_whole(to, "result_count", d->results);
    out_say(to, "\n%" PRIu64 " result%s", d->results, d->results == 1 ? "" : "s");
    out_string(to, "devices", cut(&b, d->devices, x->name));
    if (d->devices[0] != 0) out_say(to, " on %s", b.ptr);
    out_string(to, "collector", cut(&b, d->collector, 40));
    out_known(to, "total_ns", d->timed > 0, d->total);
    if (d->timed > 0) {
        put_duration(&b, &pg->m->style, d->total);
        out_say(to, ", %s of GPU time", b.ptr);
    }
    if (d->collector[0] != 0) out_say(to, ", made by Nsight Compute %s", cut(&b, d->collector, 40));
    out_say(to, "\n\n");
    cli_buf_free(&b);
}

/* People see all sums first; programs find what else is known of a kernel beside its own. */
void digest_page(const page *pg, const opened *o, const digest *d, int level)
{
    const measure *x = &levels[level];
    const size_t closer = x->kernels < DIGEST_KERNELS ? x->kernels : DIGEST_KERNELS;
    cli_buf later = {NULL, 0, 0};
    size_t i;
    put_head(pg, o, d, x);
    out_list(pg->to, "kernels");
    for (i = 0; i < d->count && i < x->rows; i++) {
        out_group(pg->to, NULL);
        put_sums(pg, d, &d->kernels[i], x);
        if (i < closer) {
            FILE *const before = out_into(pg->to, &later);
            put_kernel(pg, &d->kernels[i], x);
            out_back(pg->to, before);
        }
        out_close(pg->to);
    }
    out_close(pg->to);
    out_whole(pg->to, "kernels_left_out", d->count - i);
    if (d->count > i) out_say(pg->to, "- %zu more kernels\n", d->count - i);
    out_kept(pg->to, &later);
}
