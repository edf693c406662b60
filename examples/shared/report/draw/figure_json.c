/* Tables and charts as JSON: the parts of an item. */
#include "figure.h"

static void json_points(output *to, const nvs_metric *d)
{
    size_t i;
    out_list(to, "points");
    for (i = 0; i < d->count; i++) {
        const nvs_value id = nvs_column_value(&d->ids, i), value = nvs_column_value(&d->values, i);
        const ncurep_value x = report_value(&id), y = report_value(&value);
        out_list(to, NULL);
        put_json_value(to, NULL, &x);
        put_json_value(to, NULL, &y);
        out_close(to);
    }
    out_close(to);
}

static void json_part(const figure *f, const nvs_part *p)
{
    evaluated *const e = f->e;
    output *const to = f->to;
    static const char *const marks[] = {"roof", "achieved", "wall"};
    uint64_t i;
    if (is_metric(p)) {
        if (p->cell.state == NVS_CELL_STATE_FILLER) return;
        out_group(to, NULL);
        put_json_cell(to, &e->m->style, &p->cell);
        if (p->kind == NVS_PART_KIND_CELL) {
            out_whole(to, "row", p->row);
            out_whole(to, "column", p->column);
        } else if (p->kind == NVS_PART_KIND_BAR) {
            const ncurep_value id = report_value(&p->u.id);
            if (id.kind != NCUREP_KIND_NONE) put_json_value(to, "id", &id);
        } else if (p->kind == NVS_PART_KIND_HIGHLIGHT)
            out_truth(to, "highlight", 1);
        else if ((p->kind == NVS_PART_KIND_LINE || p->kind == NVS_PART_KIND_SERIES) && e->m->style.instance == INSTANCES_NONE)
            json_points(to, &p->cell.data);
        out_close(to);
    } else if (is_mark(p)) {
        const nvs_view label = mark_label(p);
        double part = 0;
        const nvs_part *roof = p->kind == NVS_PART_KIND_ACHIEVED ? roof_of(f, p, &part) : NULL;
        out_group(to, NULL);
        out_string(to, "kind", marks[p->kind - NVS_PART_KIND_CEILING]);
        out_text(to, "label", label.ptr, label.len);
        out_known(to, "work", p->u.point.has_work, p->u.point.work);
        out_known(to, "traffic", p->u.point.has_traffic, p->u.point.traffic);
        out_known(to, "intensity", p->u.point.has_intensity, p->u.point.intensity);
        out_truth(to, "shown", p->kind == NVS_PART_KIND_WALL || p->shown);
        if (p->kind == NVS_PART_KIND_ACHIEVED) out_known(to, "of_roof_pct", roof != NULL, 100 * part);
        if (roof != NULL) out_text(to, "roof", mark_label(roof).ptr, mark_label(roof).len);
        out_close(to);
    } else if (p->kind == NVS_PART_KIND_BINS) {
        for (i = 0; i < p->u.bins.count; i++) {
            out_group(to, NULL);
            out_real(to, "from", p->u.bins.low + p->u.bins.width * (double)i);
            out_real(to, "to", p->u.bins.low + p->u.bins.width * (double)(i + 1));
            out_whole(to, "count", p->u.bins.counts[i]);
            out_close(to);
        }
    }
}

static void put(const figure *f)
{
    output *to = f->to;
    const nvs_part *p;
    out_group(to, NULL);
    out_string(to, "type", nvs_field_name(f->item->node->name));
    out_text(to, "label", f->label.ptr, f->label.len);
    out_list(to, "parts");
    for (p = f->item + 1; p < f->end; p++) json_part(f, p);
    out_close(to);
    (void)memory_table(to, f->e, f->item->node->name);
    out_close(to);
}

const figure_back_end json_figures = {NULL, put, put, put, put, put, put, put, put, NULL, 1};
