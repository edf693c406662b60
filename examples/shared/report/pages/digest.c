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

/* Text ------------------------------------------------------------------------------------------------------------ */

static void text_sums(const page *pg, const digest *d, const digest_kernel *k, const measure *x)
{
    FILE *f = pg->to->f;
    cli_buf b = {NULL, 0, 0};
    const bunch *s = &k->sums;
    fprintf(f, "- %s: %" PRIu64 " launch%s", cut(&b, s->name, x->name), s->count, s->count == 1 ? "" : "es");
    if (s->timed > 0) {
        put_duration(&b, &pg->m->style, s->total);
        fprintf(f, ", %s", b.ptr);
        if (d->total > 0) fprintf(f, " (%.1f%%)", 100 * s->total / d->total);
    } else fputs(", time not known", f);
    if (s->weight > 0) fprintf(f, ", %s bound (compute %.0f%%, memory %.0f%%)", bound_of(s), s->compute / s->weight, s->memory / s->weight);
    fputs("\n", f);
    cli_buf_free(&b);
}

static void text_causes(FILE *f, const digest_kernel *k, const measure *x, cli_buf *b)
{
    size_t i;
    for (i = 0; i < k->cause_count && i < x->places; i++) {
        const digest_cause *one = &k->causes[i];
        if (i == 0) fputs("\nWhat warps wait for, by samples:\n", f);
        fprintf(f, "- %.1f%% %s, %s%s", 100 * one->part, cut(b, one->where, x->name), why_text(one->kind), one->is_known ? "" : " (no producer found)");
        if (one->gone > 0) fprintf(f, ", %.2f times as fast without", one->gone);
        if (one->text != NULL) fprintf(f, ": %s", cut(b, one->text, x->line));
        fputs("\n", f);
    }
}

static void text_kernel(const page *pg, const digest_kernel *k, const measure *x)
{
    FILE *f = pg->to->f;
    cli_buf b = {NULL, 0, 0};
    size_t i, n;
    int any = 0;
    fprintf(f, "\n## %s, result %" PRIu32 "\n", cut(&b, k->sums.name, x->name), k->longest);
    for (i = 0; i < DIGEST_FACTS; i++) {
        if (!k->facts[i].has) continue;
        b.len = 0;
        put_amount(&b, &pg->m->style, k->facts[i].metric, k->facts[i].value);
        fprintf(f, "%s%s %s", any++ ? "; " : "", k->facts[i].label, b.ptr);
    }
    if (any) fputs("\n", f);
    for (i = 0; i < k->finding_count && i < x->findings; i++) {
        const digest_finding *one = &k->findings[i];
        fprintf(f, "%s%s %s", i == 0 ? "\nFindings, best estimate first:\n- " : "- ", one->kind, cut(&b, one->title[0] != 0 ? one->title : one->rule, x->name));
        if (one->percent > 0) fprintf(f, " (%s, estimated %.4g%% %s)", one->rule, one->percent, one->scope);
        else fprintf(f, " (%s)", one->rule);
        fprintf(f, ": %s\n", cut(&b, one->text, x->message));
        for (n = 0; n < one->evidence_count && n < x->evidence; n++) {
            b.len = 0;
            put_cut(&b, one->evidence[n].metric, x->name);
            cli_put(&b, " = ", 3);
            put_amount(&b, &pg->m->style, one->evidence[n].metric, one->evidence[n].value);
            if (one->evidence[n].info[0] != 0) {
                cli_put(&b, "; ", 2);
                put_cut(&b, one->evidence[n].info, x->line);
            }
            fprintf(f, "  - %s\n", b.ptr);
        }
    }
    if (k->all_findings > i) fprintf(f, "%zu more finding%s\n", k->all_findings - i, k->all_findings - i == 1 ? "" : "s");
    for (i = 0; i < k->place_count && i < x->places; i++) {
        const digest_place *one = &k->places[i];
        if (i == 0) fprintf(f, "\nHottest code, by %s:\n", strcmp(k->counted, "samples") == 0 ? "samples" : "executed instructions");
        fprintf(f, "- %.1f%% %s", 100 * one->part, cut(&b, one->where, x->name));
        if (one->stall != NULL) fprintf(f, ", waits for %s", one->stall);
        if (one->text != NULL) fprintf(f, ": %s", cut(&b, one->text, x->line));
        fputs("\n", f);
    }
    text_causes(f, k, x, &b);
    cli_buf_free(&b);
}

static void text_digest(const page *pg, const opened *o, const digest *d, const measure *x)
{
    FILE *f = pg->to->f;
    cli_buf b = {NULL, 0, 0};
    size_t i;
    b.len = 0;
    cli_put_safe(&b, o->path, strlen(o->path));
    fprintf(f, "# %s\n", b.ptr);
    fprintf(f, "%" PRIu64 " result%s", d->results, d->results == 1 ? "" : "s");
    if (d->devices[0] != 0) fprintf(f, " on %s", cut(&b, d->devices, x->name));
    if (d->timed > 0) {
        put_duration(&b, &pg->m->style, d->total);
        fprintf(f, ", %s of GPU time", b.ptr);
    }
    if (d->collector[0] != 0) fprintf(f, ", made by Nsight Compute %s", cut(&b, d->collector, 40));
    fputs("\n\n", f);
    for (i = 0; i < d->count && i < x->rows; i++) text_sums(pg, d, &d->kernels[i], x);
    if (d->count > i) fprintf(f, "- %zu more kernels\n", d->count - i);
    for (i = 0; i < d->count && i < x->kernels && i < DIGEST_KERNELS; i++) text_kernel(pg, &d->kernels[i], x);
    cli_buf_free(&b);
}

/* JSON ------------------------------------------------------------------------------------------------------------ */

static void json_causes(cli_json *j, const digest_kernel *k, const measure *x, cli_buf *b)
{
    size_t i;
    cli_json_array(j, "causes");
    for (i = 0; i < k->cause_count && i < x->places; i++) {
        const digest_cause *one = &k->causes[i];
        cli_json_object(j, NULL);
        cli_json_str(j, "place", cut(b, one->where, x->name));
        cli_json_str(j, "cause", why_word(one->kind));
        cli_json_bool(j, "is_known", one->is_known);
        cli_json_double(j, "share", one->part);
        put_json_known(j, "speedup_gone", one->gone > 0, one->gone);
        cli_json_str(j, "text", one->text != NULL ? cut(b, one->text, x->line) : NULL);
        cli_json_end(j);
    }
    cli_json_end(j);
}

static void json_kernel(cli_json *j, const digest *d, const digest_kernel *k, const measure *x, int close)
{
    cli_buf b = {NULL, 0, 0};
    const bunch *s = &k->sums;
    size_t i, n;
    cli_json_object(j, NULL);
    cli_json_str(j, "kernel", cut(&b, s->name, x->name));
    cli_json_u64(j, "result_count", s->count);
    put_json_known(j, "total_ns", s->timed > 0, s->total);
    put_json_known(j, "share", s->timed > 0 && d->total > 0, s->total / d->total);
    cli_json_str(j, "bound", s->weight > 0 ? bound_of(s) : NULL);
    put_json_known(j, "compute_pct", s->weight > 0, s->compute / s->weight);
    put_json_known(j, "memory_pct", s->weight > 0, s->memory / s->weight);
    if (close) {
        cli_json_u64(j, "result", k->longest);
        cli_json_object(j, "figures");
        for (i = 0; i < DIGEST_FACTS; i++)
            if (k->facts[i].has) cli_json_double(j, k->facts[i].metric, k->facts[i].value);
        cli_json_end(j);
        cli_json_array(j, "findings");
        for (i = 0; i < k->finding_count && i < x->findings; i++) {
            const digest_finding *one = &k->findings[i];
            cli_json_object(j, NULL);
            cli_json_str(j, "rule", one->rule);
            cli_json_str(j, "type", one->kind);
            cli_json_str(j, "title", cut(&b, one->title, x->name));
            cli_json_str(j, "text", cut(&b, one->text, x->message));
            put_json_speedup(j, one->percent, one->scope);
            cli_json_array(j, "focus");
            for (n = 0; n < one->evidence_count && n < x->evidence; n++) {
                cli_json_object(j, NULL);
                cli_json_str(j, "metric", cut(&b, one->evidence[n].metric, x->name));
                cli_json_double(j, "value", one->evidence[n].value);
                cli_json_str(j, "info", cut(&b, one->evidence[n].info, x->line));
                cli_json_end(j);
            }
            cli_json_end(j);
            cli_json_end(j);
        }
        cli_json_end(j);
        cli_json_u64(j, "findings_left_out", k->all_findings - i);
        cli_json_str(j, "counted", k->counted);
        cli_json_array(j, "hot");
        for (i = 0; i < k->place_count && i < x->places; i++) {
            const digest_place *one = &k->places[i];
            cli_json_object(j, NULL);
            cli_json_str(j, "place", cut(&b, one->where, x->name));
            cli_json_double(j, "value", one->value);
            cli_json_double(j, "share", one->part);
            cli_json_str(j, "stall", one->stall);
            cli_json_str(j, "text", one->text != NULL ? cut(&b, one->text, x->line) : NULL);
            cli_json_end(j);
        }
        cli_json_end(j);
        json_causes(j, k, x, &b);
    }
    cli_json_end(j);
    cli_buf_free(&b);
}

static void json_digest(cli_json *j, const digest *d, const measure *x)
{
    cli_buf b = {NULL, 0, 0};
    size_t i;
    cli_json_u64(j, "result_count", d->results);
    cli_json_str(j, "devices", cut(&b, d->devices, x->name));
    cli_json_str(j, "collector", cut(&b, d->collector, 40));
    put_json_known(j, "total_ns", d->timed > 0, d->total);
    cli_json_array(j, "kernels");
    for (i = 0; i < d->count && i < x->rows; i++) json_kernel(j, d, &d->kernels[i], x, i < x->kernels && i < DIGEST_KERNELS);
    cli_json_end(j);
    cli_json_u64(j, "kernels_left_out", d->count - i);
    cli_buf_free(&b);
}

void digest_page(const page *pg, const opened *o, const digest *d, int level)
{
    if (shape_of(pg->to) == SHAPE_TREE) json_digest(&pg->to->j, d, &levels[level]);
    else text_digest(pg, o, d, &levels[level]);
}
