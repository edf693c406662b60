/* What is most worth knowing about a report. */
#include "digest.h"
#include "pick.h"
#include "rules.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const facts[DIGEST_FACTS][2] = {
    {"compute throughput", "sm__throughput.avg.pct_of_peak_sustained_elapsed"},
    {"memory throughput", "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed"},
    {"DRAM throughput", "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed"},
    {"L1 hit rate", "l1tex__t_sector_hit_rate.pct"},
    {"L2 hit rate", "lts__t_sector_hit_rate.pct"},
    {"theoretical occupancy", "sm__maximum_warps_per_active_cycle_pct"},
    {"achieved occupancy", "sm__warps_active.avg.pct_of_peak_sustained_active"},
    {"eligible warps per scheduler", "smsp__warps_eligible.avg.per_cycle_active"},
    {"issued per scheduler and cycle", "smsp__issue_active.avg.per_cycle_active"},
    {"threads active per warp", "smsp__thread_inst_executed_per_inst_executed.ratio"},
    {"registers per thread", "launch__registers_per_thread"},
    {"static shared memory per block", "launch__shared_mem_per_block_static"},
    {"dynamic shared memory per block", "launch__shared_mem_per_block_dynamic"},
    {"waves per SM", "launch__waves_per_multiprocessor"}};

static char *text_of(cli_buf *b)
{
    if (b->ptr == NULL) cli_put(b, "", 0);
    return b->ptr;
}

static char *safe_copy(ncurep_view v)
{
    cli_buf b = {NULL, 0, 0};
    cli_put_safe(&b, v.ptr, v.len);
    return text_of(&b);
}

/* Findings: those with a gain first, global ones before local ones, then warnings. */
static int rank_of(const finding *f)
{
    if (f->percent > 0) return f->speedup == 2 ? 0 : 1;
    return f->type == 3 ? 2 : f->type == 4 ? 3 : f->type == 2 ? 4 : 5;
}

static int by_rank(const void *a, const void *b)
{
    const finding *x = *(const finding *const *)a, *y = *(const finding *const *)b;
    const int p = rank_of(x), q = rank_of(y);
    if (p != q) return p < q ? -1 : 1;
    return x->percent > y->percent ? -1 : x->percent < y->percent ? 1 : x < y ? -1 : x > y;
}

static void add_findings(digest_kernel *k, evaluated *e)
{
    findings f;
    const finding **list;
    size_t i, n, count = 0;
    findings_of(&f, e);
    list = (const finding **)cli_alloc(f.count + 1, sizeof *list);
    for (i = 0; i < f.count; i++)
        if (rank_of(&f.list[i]) < 5) list[count++] = &f.list[i];
    if (count > 0) qsort((void *)(uintptr_t)list, count, sizeof *list, by_rank);
    k->all_findings = count;
    for (i = 0; i < count && i < DIGEST_FINDINGS; i++) {
        digest_finding *to = &k->findings[k->finding_count++];
        to->kind = finding_word(list[i]->type);
        to->scope = speedup_word(list[i]->speedup);
        to->percent = list[i]->percent;
        to->rule = safe_copy(list[i]->rule);
        to->title = safe_copy(list[i]->title);
        to->text = safe_copy(bytes_of(list[i]->text.ptr, list[i]->text.len));
        for (n = 0; n < list[i]->focus_count && n < DIGEST_EVIDENCE; n++) {
            digest_evidence *x = &to->evidence[to->evidence_count++];
            x->metric = safe_copy(list[i]->focus[n].name);
            x->info = safe_copy(list[i]->focus[n].info);
            x->value = list[i]->focus[n].value;
        }
    }
    cli_free((void *)(uintptr_t)list);
    findings_free(&f);
}

static void add_causes(digest_kernel *k, listing *l)
{
    why w;
    why_of(&w, l, DIGEST_CAUSES);
    for (; k->cause_count < DIGEST_CAUSES && k->cause_count < w.count; k->cause_count++) {
        const why_cause *c = &w.causes[k->cause_count];
        const source_row *const row = &l->rows[c->row];
        digest_cause *const to = &k->causes[k->cause_count];
        cli_buf where = {NULL, 0, 0};
        code_place place;
        row_place(l, row, &place);
        (void)code_shown(l->code->lines, &place);
        put_place(&where, &place);
        cli_putf(&where, "+0x%" PRIx64, row->address - (row->function != NULL ? row->function->address : 0));
        to->where = text_of(&where);
        to->text = c->text != NULL ? copy_text(c->text, strlen(c->text)) : NULL;
        to->kind = c->kind;
        to->is_known = c->proof != WHY_UNKNOWN;
        to->part = c->samples / w.samples;
        to->gone = c->gone;
        to->hidden = c->hidden;
    }
    why_free(&w);
}

/* Lines by what is their own, wherever they were inlined; instructions where no line is known, or no source of one. */
static void add_places(digest_kernel *k, const model *m, opened *o, const ncurep_result *r)
{
    listing l;
    code_rows rows;
    rows_query q;
    size_t *list, count, i, column, lines = 0;
    memset(&q, 0, sizeof q);
    if (open_listing(&l, m, o, r, 0) && (column = main_column(&l)) < l.column_count && l.columns[column].sum > 0) {
        k->counted = column == l.samples ? "samples" : "executed";
        for (i = 0; i < l.count && (l.code->text_count > 0 || !has_sass(l.code)); i++) lines += l.rows[i].line > 0;
        rows_open(&rows, &l, lines > 0 ? ROWS_FILES : ROWS_INSTRUCTIONS);
        q.sort = column;
        q.self = 1;
        q.top = DIGEST_PLACES;
        list = rows_pick(&rows, &q, &count);
        for (i = 0; i < count; i++) {
            digest_place *to = &k->places[k->place_count++];
            const code_row *row = &rows.list[list[i]];
            const double *values = rows_values(&rows, list[i], 1);
            const ncurep_view file = file_name(row_file(&rows, row));
            cli_buf where = {NULL, 0, 0}, stall = {NULL, 0, 0}, text = {NULL, 0, 0};
            size_t from = 0;
            if (row->line > 0) {
                cli_put_safe(&where, file.ptr, file.len);
                cli_putf(&where, ":%" PRIu32, row->line);
            } else if (row_function(&rows, row).len > 0) put_function(&where, &l, row_function(&rows, row));
            else if (lines > 0) cli_putf(&where, "(no line)");
            if (lines == 0) cli_putf(&where, "+0x%" PRIx64, row_address(&rows, row) - (l.rows[row->at].function != NULL ? l.rows[row->at].function->address : 0));
            to->value = values[column];
            to->part = share(&l, column, values[column]) / 100;
            put_stall(&stall, &l, values);
            if (lines == 0 ? has_sass(l.code) && rows_text(&text, &rows, list[i]) : rows_text(&text, &rows, list[i]))
                while (from < text.len && (text.ptr[from] == ' ' || text.ptr[from] == '\t')) from++;
            to->where = text_of(&where);
            to->stall = stall.len > 0 ? stall.ptr : NULL;
            to->text = text.len > from ? safe_copy(bytes_of(text.ptr + from, text.len - from)) : NULL;
            cli_buf_free(&text);
        }
        cli_free(list);
        rows_close(&rows);
        add_causes(k, &l);
    }
    close_listing(&l);
}

/* Looks closely at the longest launch of a kernel; 0 with a message. */
static int look(digest_kernel *k, const model *m, opened *o, section_source *sections)
{
    ncurep_result r;
    ncurep_error error;
    evaluated e;
    size_t i;
    int ok;
    memset(&e, 0, sizeof e);
    if (!ncurep_result_at(o->report, k->longest, &r, &error)) return 1; /* reported when it was counted */
    ok = evaluate_result(sections, o, &r, &e);
    if (ok) {
        for (i = 0; i < DIGEST_FACTS; i++) {
            digest_fact *f = &k->facts[i];
            f->label = facts[i][0];
            f->metric = facts[i][1];
            f->value = evaluated_number(&e, f->metric, &f->has);
            f->has &= f->value - f->value == 0;
        }
        add_findings(k, &e);
    }
    evaluated_free(&e);
    if (ok) add_places(k, m, o, &r);
    return ok;
}

static int by_time(const void *a, const void *b)
{
    const digest_kernel *x = (const digest_kernel *)a, *y = (const digest_kernel *)b;
    if (x->sums.total < y->sums.total || x->sums.total > y->sums.total) return x->sums.total > y->sums.total ? -1 : 1;
    return x->longest < y->longest ? -1 : x->longest > y->longest;
}

int digest_of(digest *d, const model *m, opened *o, section_source *sections)
{
    cli_buf devices = {NULL, 0, 0}, collector = {NULL, 0, 0};
    cursor at;
    ncurep_result r;
    size_t i;
    int code = code_of(o);
    memset(d, 0, sizeof *d);
    put_devices(&devices, o);
    put_collector(&collector, o);
    d->devices = text_of(&devices);
    d->collector = text_of(&collector);
    memset(&at, 0, sizeof at);
    while (next_result(m->c, &m->chosen, o, &at, &r, &code)) {
        const ncurep_view name = result_name(&r);
        cli_buf key = {NULL, 0, 0};
        digest_kernel *k;
        double before;
        cli_put_safe(&key, name.ptr, name.len);
        put_launch_size(&key, &r);
        i = set_add(&d->names, text_of(&key), key.len);
        cli_buf_free(&key);
        if (i == d->count) {
            d->kernels = (digest_kernel *)cli_grow(d->kernels, &d->room, d->count + 1, sizeof *d->kernels);
            memset(&d->kernels[d->count], 0, sizeof *d->kernels);
            d->kernels[d->count].longest = r.index;
            d->kernels[d->count++].sums.name = d->names.list[i].text;
        }
        k = &d->kernels[i];
        before = k->sums.total;
        if (!bunch_add(&k->sums, m, o, &r, sections)) code = CLI_INPUT;
        if (k->sums.total - before > k->time) {
            k->time = k->sums.total - before;
            k->longest = r.index;
        }
        d->total += k->sums.total - before;
        d->results++;
    }
    if (d->count > 0) qsort(d->kernels, d->count, sizeof *d->kernels, by_time);
    for (i = 0; i < d->count; i++) {
        d->timed += d->kernels[i].sums.timed;
        if (i < DIGEST_KERNELS && !look(&d->kernels[i], m, o, sections)) code = CLI_INPUT;
    }
    return code;
}

void digest_free(digest *d)
{
    size_t i, n, k;
    for (i = 0; i < d->count; i++) {
        digest_kernel *x = &d->kernels[i];
        bunch_free(&x->sums);
        for (n = 0; n < x->finding_count; n++) {
            digest_finding *f = &x->findings[n];
            for (k = 0; k < f->evidence_count; k++) {
                cli_free(f->evidence[k].metric);
                cli_free(f->evidence[k].info);
            }
            cli_free(f->rule);
            cli_free(f->title);
            cli_free(f->text);
        }
        for (n = 0; n < x->place_count; n++) {
            cli_free(x->places[n].where);
            cli_free(x->places[n].stall);
            cli_free(x->places[n].text);
        }
        for (n = 0; n < x->cause_count; n++) {
            cli_free(x->causes[n].where);
            cli_free(x->causes[n].text);
        }
    }
    cli_free(d->kernels);
    cli_free(d->devices);
    cli_free(d->collector);
    set_free(&d->names);
}
