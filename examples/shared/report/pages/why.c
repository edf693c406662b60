/* Which instructions make warps wait, and what it would bring to mend them. */
#include "why.h"
#include "../draw/cells.h"
#include "../model/names.h"
#include "../model/values.h"
#include "write/table.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static void put_share(table *t, double value, double of)
{
    table_show(t, "%.1f%%", 100 * value / of);
    table_real(t, value / of);
}

static uint64_t row_offset(const source_row *r) { return r->address - (r->function != NULL ? r->function->address : 0); }

/* Samples that were shared out are no whole ones. */
static void put_samples(table *t, double value)
{
    cli_buf b = {NULL, 0, 0};
    put_digits(&b, floor(value + 0.5));
    table_show(t, "%s", b.ptr);
    table_real(t, value);
    cli_buf_free(&b);
}

/* Where an instruction is: in its function, in the source. */
static void put_offset(table *t, const listing *l, size_t row)
{
    const uint64_t offset = row_offset(&l->rows[row]);
    table_show(t, "%04" PRIx64, offset);
    table_whole(t, offset);
}

static void put_place_of(table *t, const listing *l, size_t row)
{
    cli_buf b = {NULL, 0, 0};
    code_place place;
    row_place(l, &l->rows[row], &place);
    (void)code_shown(l->code->lines, &place);
    put_place(&b, &place);
    table_buf(t, &b);
}

#define REASON_COLUMNS(X) \
    X('l', "Reason", NULL, "stall", table_text(&t, name.ptr, name.len)) \
    X('r', "Samples", NULL, "samples", put_samples(&t, r->samples)) \
    X('r', "Share", NULL, "share", put_share(&t, r->samples, w->samples)) \
    X('r', "Producer", NULL, "with_producer", put_share(&t, r->produced, w->samples)) \
    X('r', "Itself", NULL, "itself", put_share(&t, r->itself, w->samples)) \
    X('r', "Unknown", NULL, "without_producer", put_share(&t, r->unknown, w->samples))

static void put_reasons(const page *pg, const why *w, const listing *l)
{
    table t;
    size_t i;
    TABLE_BEGIN(&t, pg->to, "reasons", REASON_COLUMNS, w->samples > 0 ? 0 : TABLE_UNSEEN);
    for (i = 0; i < w->reason_count; i++) {
        const why_reason *r = &w->reasons[i];
        const ncurep_view name = why_reason_name(l, r->column);
        REASON_COLUMNS(TABLE_CELL)
        table_row(&t);
    }
    table_end(&t);
}

#define WAITER_COLUMNS(X) \
    X('r', NULL, NULL, "offset", put_offset(&t, l, c->waiters[i].row)) \
    X('l', NULL, NULL, "place", put_place_of(&t, l, c->waiters[i].row)) \
    X('l', NULL, NULL, "text", table_string(&t, text)) \
    X('r', NULL, NULL, "samples", table_real(&t, c->waiters[i].samples))

static void put_waiters(const page *pg, const why_cause *c, const listing *l)
{
    table t;
    size_t i;
    TABLE_BEGIN(&t, pg->to, "waiters", WAITER_COLUMNS, TABLE_UNSEEN);
    for (i = 0; i < c->waiter_count && i < WHY_WAITERS; i++) {
        const source_row *const r = &l->rows[c->waiters[i].row];
        const char *text = r->function != NULL ? sass_at(l->code, r->function, row_offset(r)) : NULL;
        WAITER_COLUMNS(TABLE_CELL)
        table_row(&t);
    }
    table_end(&t);
}

#define CAUSE_COLUMNS(X) \
    X('r', NULL, "ID", NULL, table_whole(t, l->r->index)) \
    X('l', NULL, "Kernel Name", NULL, table_text(t, kernel.ptr, kernel.len)) \
    X('r', "#", "#", NULL, table_whole(t, number + 1)) \
    X('r', "Samples", "Samples", "samples", put_samples(t, c->samples)) \
    X('r', "Share", "Share", "share", put_share(t, c->samples, w->samples)) \
    X('r', "Gone", "Gone", "speedup_gone", put_times(t, c->gone)) \
    X('r', "Hidden", "Hidden", "speedup_hidden", put_times(t, c->hidden)) \
    X('l', "Cause", "Cause", NULL, table_format(t, "%s%s", why_text(c->kind), c->proof == WHY_UNKNOWN ? ", no producer found" : "")) \
    X('l', NULL, NULL, "cause", table_string(t, why_word(c->kind))) \
    X('l', NULL, "Known By", "known_by", table_string(t, why_known_by(c->proof))) \
    X('l', "Mostly", "Reason", "stall", table_text(t, reason.ptr, reason.len)) \
    X('l', "At", NULL, NULL, put_waiting(t, c, l)) \
    X('r', "Offset", "Offset", "offset", put_offset(t, l, c->row)) \
    X('l', "Place", "Place", "place", put_place_of(t, l, c->row)) \
    X('l', "Instruction", "Instruction", "text", table_string(t, c->text)) \
    X('r', NULL, "Distance", "distance", c->distance > 0 ? table_whole(t, c->distance) : table_null(t)) \
    X('l', NULL, NULL, "in_loop", table_truth(t, c->in_loop, "yes", "no")) \
    X('r', NULL, "Waiters", "waiter_count", table_whole(t, c->waiter_count)) \
    X('l', NULL, "Advice", "advice", table_string(t, c->advice))
static const table_column cause_columns[] = {CAUSE_COLUMNS(TABLE_COLUMN)};

static void put_times(table *t, double times)
{
    if (times > 0) {
        table_show(t, "%.2fx", times);
        table_real(t, times);
    } else table_null(t);
}

/* Where most of its samples stand, and at how many other instructions; nothing where it is the one that waits. */
static void put_waiting(table *t, const why_cause *c, const listing *l)
{
    const source_row *const r = &l->rows[c->waiters[0].row];
    if (c->waiter_count == 0 || (c->waiter_count == 1 && c->waiters[0].row == c->row)) table_absent(t);
    else if (c->waiter_count == 1) table_format(t, "%04" PRIx64, row_offset(r));
    else table_format(t, "%04" PRIx64 " +%zu", row_offset(r), c->waiter_count - 1);
}

static void put_cause(table *t, const why *w, const listing *l, size_t number)
{
    const why_cause *c = &w->causes[number];
    const ncurep_view kernel = result_name(l->r), reason = why_reason_name(l, c->reason);
    CAUSE_COLUMNS(TABLE_CELL)
}

static void show_result(const page *pg, const why *w, const listing *l, uint64_t top)
{
    const size_t shown = top > 0 ? (top < w->count ? (size_t)top : w->count) : out_most(pg->to, WHY_SHOWN, w->count);
    cli_buf b = {NULL, 0, 0};
    table t;
    size_t i;
    put_digits(&b, w->samples);
    if (w->samples > 0) out_line(pg->to, "%s samples, in %.1f%% of them the warp was issued", b.ptr, 100 * w->issued / w->samples);
    cli_buf_free(&b);
    put_reasons(pg, w, l);
    out_gap(pg->to);
    if (w->missing != NULL) out_alert(pg->to, w->missing);
    table_begin(&t, pg->to, "causes", cause_columns, COUNT_OF(cause_columns), TABLE_AGAIN | TABLE_FOLDED | (w->count > 0 ? 0 : TABLE_UNSEEN));
    for (i = 0; i < shown; i++) {
        put_cause(&t, w, l, i);
        put_waiters(pg, &w->causes[i], l);
        table_row(&t);
    }
    table_end(&t);
    for (i = 0; i < shown; i++) {
        if (w->causes[i].advice == NULL) continue;
        cli_putf(&b, "%zu: %s", i + 1, w->causes[i].advice);
        out_paragraph(pg->to, b.ptr, b.len);
        cli_buf_free(&b);
    }
}

int why_page(const page *pg, opened *o, uint64_t top)
{
    cursor at;
    ncurep_result r;
    int code = CLI_FINE, shown = 0;
    memset(&at, 0, sizeof at);
    out_list(pg->to, "results");
    table_titles(pg->to, cause_columns, COUNT_OF(cause_columns));
    while (next_result(pg->m->c, &pg->m->chosen, o, &at, &r, &code)) {
        listing l;
        why w;
        if (shown++) out_gap(pg->to);
        out_group(pg->to, NULL);
        put_result_head(pg->to, o, &r);
        if (open_listing(&l, pg->m, o, &r, 1)) {
            why_of(&w, &l, SIZE_MAX);
            out_whole(pg->to, "result", r.index);
            out_real(pg->to, "samples", w.samples);
            out_real(pg->to, "issued_samples", w.issued);
            out_string(pg->to, "lacks", w.missing);
            show_result(pg, &w, &l, top);
            why_free(&w);
        } else code = CLI_INPUT;
        close_listing(&l);
        out_close(pg->to);
    }
    out_close(pg->to);
    return code;
}
