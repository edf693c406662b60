/* Tables and charts as JSON: the parts of an item. */
#include "figure.h"

static void json_real(cli_json *j, const char *key, int has, double v)
{
    if (has) cli_json_double(j, key, v);
    else cli_json_null(j, key);
}

static void json_points(cli_json *j, const nvs_metric *d)
{
    size_t i;
    cli_json_array(j, "points");
    for (i = 0; i < d->count; i++) {
        const nvs_value id = nvs_column_value(&d->ids, i), value = nvs_column_value(&d->values, i);
        const ncurep_value x = report_value(&id), y = report_value(&value);
        cli_json_array(j, NULL);
        put_json_value(j, NULL, &x);
        put_json_value(j, NULL, &y);
        cli_json_end(j);
    }
    cli_json_end(j);
}

static void json_part(evaluated *e, const nvs_part *p, cli_json *j)
{
    static const char *const marks[] = {"roof", "achieved", "wall"};
    uint64_t i;
    if (is_metric(p)) {
        if (p->cell.state == NVS_CELL_STATE_FILLER) return;
        cli_json_object(j, NULL);
        put_json_cell(j, &e->m->style, &p->cell);
        if (p->kind == NVS_PART_KIND_CELL) {
            cli_json_u64(j, "row", p->row);
            cli_json_u64(j, "column", p->column);
        } else if (p->kind == NVS_PART_KIND_BAR) {
            const ncurep_value id = report_value(&p->u.id);
            if (id.kind != NCUREP_KIND_NONE) put_json_value(j, "id", &id);
        } else if (p->kind == NVS_PART_KIND_HIGHLIGHT)
            cli_json_bool(j, "highlight", 1);
        else if ((p->kind == NVS_PART_KIND_LINE || p->kind == NVS_PART_KIND_SERIES) && e->m->style.instance == INSTANCES_NONE)
            json_points(j, &p->cell.data);
        cli_json_end(j);
    } else if (is_mark(p)) {
        const nvs_view label = nvs_node_text(nvs_node_child(p->node, NVS_FIELD_OPTIONS), NVS_FIELD_LABEL);
        cli_json_object(j, NULL);
        cli_json_str(j, "kind", marks[p->kind - NVS_PART_KIND_CEILING]);
        cli_json_text(j, "label", label.ptr, label.len);
        json_real(j, "work", p->u.point.has_work, p->u.point.work);
        json_real(j, "traffic", p->u.point.has_traffic, p->u.point.traffic);
        json_real(j, "intensity", p->u.point.has_intensity, p->u.point.intensity);
        cli_json_bool(j, "shown", p->kind == NVS_PART_KIND_WALL || p->shown);
        cli_json_end(j);
    } else if (p->kind == NVS_PART_KIND_BINS) {
        for (i = 0; i < p->u.bins.count; i++) {
            cli_json_object(j, NULL);
            cli_json_double(j, "from", p->u.bins.low + p->u.bins.width * (double)i);
            cli_json_double(j, "to", p->u.bins.low + p->u.bins.width * (double)(i + 1));
            cli_json_u64(j, "count", p->u.bins.counts[i]);
            cli_json_end(j);
        }
    }
}

static void put(const figure *f)
{
    cli_json *j = &f->to->j;
    const nvs_part *p;
    cli_json_object(j, NULL);
    cli_json_str(j, "type", nvs_field_name(f->item->node->name));
    cli_json_text(j, "label", f->label.ptr, f->label.len);
    cli_json_array(j, "parts");
    for (p = f->item + 1; p < f->end; p++) json_part(f->e, p, j);
    cli_json_end(j);
    cli_json_end(j);
}

const figure_back_end json_figures = {NULL, put, put, put, put, put, put, put, put, NULL, 1};
