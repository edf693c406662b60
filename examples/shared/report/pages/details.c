/* What the sections of a report show, and what the rules say. */
#include "details.h"
#include "../model/rules.h"
#include "report/draw/figure.h"

#include <string.h>

/* Nobody asked for what built-in sections show. */
static int misses(const evaluated *e, const nvs_evaluation *v, const details_options *how)
{
    return v->missing_count > 0 && !how->as_vendor && !e->built_in;
}

int section_has(const evaluated *e, const findings *f, const nvs_node *section, const nvs_evaluation *v,
                const details_options *how)
{
    size_t i;
    if (v == NULL) return 0;
    for (i = 0; i < f->count; i++)
        if (of_section(&f->list[i], section)) return 1;
    for (i = 0; i < v->count && how->parts != PARTS_BODY; i++)
        if (v->parts[i].kind == NVS_PART_KIND_HEADER && is_shown(&v->parts[i].cell)) return 1;
    return misses(e, v, how) || (how->parts != PARTS_HEADER && figures_have(e, v));
}

/* The section of the baselines, by the same nodes: marks are paired by them. */
static void open_besides(evaluated *e, const nvs_node *section, int charts)
{
    size_t i;
    for (i = 0; i < e->beside_count; i++) {
        beside *const b = &e->besides[i];
        b->v = b->e != NULL ? evaluate_section(b->e, section, charts) : NULL;
        b->at = 0;
    }
}

static void close_besides(evaluated *e)
{
    size_t i;
    for (i = 0; i < e->beside_count; i++) {
        nvs_evaluation_close(e->besides[i].v);
        e->besides[i].v = NULL;
        if (e->besides[i].e != NULL && evaluated_has_many(e->besides[i].e, 0)) evaluated_forget(e->besides[i].e, 0);
    }
}

static void put_section(details *d, unsigned char *has, const details_options *how)
{
    const block_back_end *b = block_back_end_of(d->to);
    cell_list list;
    memset(&list, 0, sizeof list);
    d->section = d->e->sections[d->number];
    d->title = section_title(d->section);
    d->v = evaluate_section(d->e, d->section, how->parts != PARTS_HEADER);
    if (d->v == NULL) return;
    if (has != NULL) has[d->number] = (unsigned char)section_has(d->e, d->f, d->section, d->v, how);
    if (d->has[d->number] || b->all) {
        open_besides(d->e, d->v->section, how->parts != PARTS_HEADER);
        if (b->section_fn != NULL) b->section_fn(d);
        if (how->parts != PARTS_BODY) {
            list.header = header_of(d->v, &list.count);
            out_list(d->to, "header");
            if (list.count > 0) b->metrics_fn(d, &list);
            out_close(d->to);
            cli_free((void *)(uintptr_t)list.header);
        }
        if (how->parts != PARTS_HEADER) b->figures_fn(d);
        out_list(d->to, "missing");
        if (misses(d->e, d->v, how) && b->missing_fn != NULL) b->missing_fn(d);
        out_close(d->to);
        out_list(d->to, "rules");
        b->findings_fn(d);
        out_close(d->to);
        if (b->comments_fn != NULL) b->comments_fn(d);
        if (b->section_end_fn != NULL) b->section_end_fn(d);
        close_besides(d->e);
    }
    nvs_evaluation_close(d->v);
    if (evaluated_has_many(d->e, 0)) evaluated_forget(d->e, 0);
}

static void put_chosen(details *d)
{
    static const char title[] = "Chosen metrics";
    const block_back_end *b = block_back_end_of(d->to);
    cell_list list;
    memset(&list, 0, sizeof list);
    list.e = d->e;
    d->title = nvs_text(title);
    if (b->section_fn != NULL) b->section_fn(d);
    out_list(d->to, "metrics");
    b->metrics_fn(d, &list);
    out_close(d->to);
    if (b->section_end_fn != NULL) b->section_end_fn(d);
}

/* What is said about the result as a whole. */
static void put_findings(details *d, int gains)
{
    const block_back_end *b = block_back_end_of(d->to);
    size_t count = 0;
    const finding **list = gains ? findings_by_gain(d->f, &count) : NULL;
    out_list(d->to, "other_rules");
    b->findings_fn(d);
    out_close(d->to);
    out_list(d->to, "speedups");
    if (count > 0 && b->gains_fn != NULL) b->gains_fn(d, list, count);
    out_close(d->to);
    cli_free((void *)(uintptr_t)list);
}

static void put_blocks(const page *pg, details *d, unsigned char *has, const details_options *how)
{
    const block_back_end *b = block_back_end_of(d->to);
    const int gains = !how->as_vendor && pg->m->sections.count == 0 && pg->m->chosen.metric_count == 0;
    d->rule_details = how->rule_details;
    d->section = NULL;
    if (b->leads) put_findings(d, gains);
    if (d->e->built_in && d->e->count > 0 && b->note_fn != NULL)
        b->note_fn(d, "The report has no sections: these are built into this tool.");
    out_list(d->to, "sections");
    for (d->number = 0; d->number < d->e->count; d->number++)
        if (has != NULL || d->has[d->number]) put_section(d, has, how);
    out_close(d->to);
    d->section = NULL;
    if (pg->m->chosen.metric_count > 0) put_chosen(d);
    if (!b->leads) put_findings(d, gains);
    out_list(d->to, "comments");
    if (b->comments_fn != NULL) b->comments_fn(d);
    out_close(d->to);
}

void put_details(const page *pg, details *d, const details_options *how)
{
    d->to = pg->to;
    put_blocks(pg, d, NULL, how);
}

int details_page(const page *pg, opened *o, section_source *sections, const details_options *how)
{
    const block_back_end *b = block_back_end_of(pg->to);
    cursor at;
    ncurep_result r;
    details d;
    int code = code_of(o);
    memset(&at, 0, sizeof at);
    memset(&d, 0, sizeof d);
    d.to = pg->to;
    if (b->begin_fn != NULL) b->begin_fn(&d);
    while (next_result(pg->m->c, &pg->m->chosen, o, &at, &r, &code)) {
        evaluated e;
        findings f;
        if (!evaluate_result(sections, o, &r, &e)) code = CLI_INPUT;
        else {
            unsigned char *has = (unsigned char *)cli_alloc((size_t)e.count + 1, 1);
            findings_of(&f, &e);
            d.e = &e;
            d.f = &f;
            d.has = has;
            d.section = NULL;
            if (b->result_fn != NULL) b->result_fn(&d);
            put_blocks(pg, &d, has, how);
            if (b->result_end_fn != NULL) b->result_end_fn(&d);
            findings_free(&f);
            cli_free(has);
        }
        evaluated_free(&e);
    }
    if (b->end_fn != NULL) b->end_fn(&d);
    return code;
}
