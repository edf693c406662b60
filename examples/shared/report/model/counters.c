/* Counters of instructions as sections want them shown. */
#include "counters.h"

#include <stdlib.h>
#include <string.h>

/* A counter that a section has. */
typedef struct wanted_counter {
    nvs_view name, label, group;
    uint64_t order; /* of its SectionMetrics; UINT64_MAX: none */
    size_t at;      /* among all, sections by their Order */
    uint64_t part_of; /* of one that the section names as a part of a group, that group; else 0 */
    nvs_view group_label;
    int shown;
    int integers;   /* shown only if its values are */
} wanted_counter;

typedef struct wanted_counters {
    wanted_counter *list;
    size_t count, room;
} wanted_counters;

static int by_name(const void *a, const void *b)
{
    const wanted_counter *x = (const wanted_counter *)a, *y = (const wanted_counter *)b;
    const size_t len = x->name.len < y->name.len ? x->name.len : y->name.len;
    const int c = memcmp(x->name.ptr, y->name.ptr, len);
    if (c != 0 || x->name.len != y->name.len) return c != 0 ? c : x->name.len < y->name.len ? -1 : 1;
    if (x->order != y->order) return x->order < y->order ? -1 : 1;
    return x->at < y->at ? -1 : 1;
}

/* Whether DisplayProperties leave a column visible. */
static int is_visible(const nvs_node *of)
{
    const nvs_node *const view = nvs_node_child(nvs_node_child(of, NVS_FIELD_DISPLAY_PROPERTIES), NVS_FIELD_SOURCE_VIEW);
    return nvs_node_child(view, NVS_FIELD_DEFAULT_VISIBLE) == NULL || nvs_node_uint(view, NVS_FIELD_DEFAULT_VISIBLE) != 0;
}

/* The first group of a metric that its section declares; NULL: none. */
static const nvs_node *group_of(const nvs_node *section, const nvs_node *metric)
{
    const nvs_node *n, *g;
    for (n = nvs_node_child(metric, NVS_FIELD_GROUPS); n != NULL; n = nvs_node_again(n))
        for (g = nvs_node_child(section, NVS_FIELD_GROUP); g != NULL; g = nvs_node_again(g)) {
            const nvs_view name = nvs_node_text(g, NVS_FIELD_NAME);
            if (name.len == n->v.text.len && memcmp(name.ptr, n->v.text.ptr, name.len) == 0) return g;
        }
    return NULL;
}

static nvs_view kept(listing *l, nvs_view v)
{
    nvs_view to = v;
    l->names = (char **)cli_grow(l->names, &l->name_room, l->name_count + 1, sizeof *l->names);
    to.ptr = l->names[l->name_count++] = copy_text(v.ptr, v.len);
    return to;
}

/* Views stay as long as the listing. */
static int gather(listing *l, evaluated *e, wanted_counters *all)
{
    uint32_t i;
    for (i = 0; i < e->count; i++) {
        const nvs_evaluation *v;
        const nvs_node *source = NULL;
        size_t k;
        if (nvs_node_child(e->sections[i], NVS_FIELD_METRICS) == NULL &&
            nvs_node_child(e->sections[i], NVS_FIELD_SOURCE_METRICS) == NULL) continue;
        v = evaluate_section(e, e->sections[i], 0);
        if (v == NULL) return 0;
        for (k = 0; k < v->count; k++) {
            const nvs_part *const p = &v->parts[k];
            const nvs_node *group;
            wanted_counter *w;
            if (p->kind == NVS_PART_KIND_SOURCE) source = p->node;
            if (p->kind != NVS_PART_KIND_COUNTER || p->cell.name.len == 0) continue;
            group = group_of(e->sections[i], p->cell.metric);
            all->list = (wanted_counter *)cli_grow(all->list, &all->room, all->count + 1, sizeof *all->list);
            w = &all->list[all->count];
            w->at = all->count++;
            w->name = kept(l, p->cell.name);
            w->label = kept(l, p->cell.label);
            w->group = kept(l, nvs_node_child(group, NVS_FIELD_LABEL) != NULL ? nvs_node_text(group, NVS_FIELD_LABEL)
                : nvs_node_text(group, NVS_FIELD_NAME));
            w->order = nvs_node_child(source, NVS_FIELD_ORDER) != NULL ? nvs_node_uint(source, NVS_FIELD_ORDER) : UINT64_MAX;
            w->shown = p->cell.label.len > 0 && is_visible(p->cell.metric) && (group == NULL || is_visible(group));
            w->part_of = is_list(view_of(nvs_node_text(p->cell.metric, NVS_FIELD_NAME))) ? ((uint64_t)i + 1) << 32 | p->cell.metric->offset : 0;
            w->group_label = kept(l, nvs_node_text(p->cell.metric, NVS_FIELD_LABEL));
            w->integers = source != NULL && source->name == NVS_FIELD_METRICS;
        }
        nvs_evaluation_close(v);
    }
    return 1;
}

/* The first of a name, in the order of the sections; NULL: none has it. */
static const wanted_counter *find(const wanted_counters *all, nvs_view name)
{
    size_t low = 0, high = all->count;
    wanted_counter key;
    memset(&key, 0, sizeof key);
    key.name = name;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (by_name(&all->list[middle], &key) < 0) low = middle + 1;
        else high = middle;
    }
    return low < all->count && all->list[low].name.len == name.len &&
        memcmp(all->list[low].name.ptr, name.ptr, name.len) == 0 ? &all->list[low] : NULL;
}

static int by_place(const void *a, const void *b)
{
    const source_column *x = (const source_column *)a, *y = (const source_column *)b;
    if (x->order != y->order) return x->order < y->order ? -1 : 1;
    return x->at < y->at ? -1 : x->at > y->at;
}

int arrange_evaluated(listing *l, evaluated *e)
{
    wanted_counters all;
    size_t i;
    int fine;
    memset(&all, 0, sizeof all);
    fine = gather(l, e, &all);
    if (all.count > 0) qsort(all.list, all.count, sizeof *all.list, by_name);
    for (i = 0; fine && i < l->column_count; i++) {
        source_column *const c = &l->columns[i];
        const wanted_counter *const w = find(&all, c->name);
        c->order = w != NULL ? w->order : UINT64_MAX;
        c->at = w != NULL ? w->at : all.count + i; /* without an Order, those of a section come before the others */
        if (w == NULL) continue;
        c->label = w->label;
        c->group = w->group;
        c->shown = w->shown && (!w->integers || c->integers);
    }
    if (fine && l->column_count > 0) qsort(l->columns, l->column_count, sizeof *l->columns, by_place);
    find_main_columns(l);
    cli_free(all.list);
    return fine;
}

int arrange_columns(listing *l, section_source *s)
{
    evaluated e;
    const int fine = evaluate_result(s, l->o, l->r, &e) && arrange_evaluated(l, &e);
    evaluated_free(&e);
    return fine;
}

static int by_order(const void *a, const void *b)
{
    const wanted_counter *x = (const wanted_counter *)a, *y = (const wanted_counter *)b;
    if (x->order != y->order) return x->order < y->order ? -1 : 1;
    return x->at < y->at ? -1 : x->at > y->at;
}

int page_counters_open(page_counters *x, listing *l, section_source *s)
{
    wanted_counters all;
    evaluated e;
    text_set names;
    size_t i, k, room = 0, of_room = 0;
    int fine;
    memset(x, 0, sizeof *x);
    memset(&names, 0, sizeof names);
    for (i = 0; i < l->column_count; i++) (void)set_refer(&names, l->columns[i].name.ptr, l->columns[i].name.len);
    memset(&all, 0, sizeof all);
    fine = evaluate_result(s, l->o, l->r, &e) && gather(l, &e, &all);
    if (all.count > 0) qsort(all.list, all.count, sizeof *all.list, by_order);
    for (i = 0; fine && i < all.count; i++) {
        const wanted_counter *const w = &all.list[i];
        const int again = w->part_of != 0 && i > 0 && all.list[i - 1].part_of == w->part_of;
        page_counter *to;
        k = set_find(&names, w->name.ptr, w->name.len);
        if (w->integers || (k == NOT_IN_SET && w->part_of == 0)) continue;
        if (!again) {
            x->list = (page_counter *)cli_grow(x->list, &room, x->count + 1, sizeof *x->list);
            to = &x->list[x->count++];
            memset(to, 0, sizeof *to);
            of_room = 0;
        }
        to = &x->list[x->count - 1];
        to->label = w->part_of != 0 ? w->group_label : w->label.len > 0 ? w->label : w->name;
        if (k == NOT_IN_SET) continue;
        to->of = (size_t *)cli_grow(to->of, &of_room, to->count + 1, sizeof *to->of);
        to->of[to->count++] = k;
    }
    for (i = 0; fine && x->count == i && i < l->column_count; i++) { /* no section names any */
        page_counter *to;
        x->list = (page_counter *)cli_grow(x->list, &room, i + 1, sizeof *x->list);
        to = &x->list[x->count++];
        memset(to, 0, sizeof *to);
        of_room = 0;
        to->label = l->columns[i].name;
        to->of = (size_t *)cli_grow(to->of, &of_room, 1, sizeof *to->of);
        to->of[to->count++] = i;
    }
    cli_free(all.list);
    set_free(&names);
    evaluated_free(&e);
    return fine;
}

void page_counters_close(page_counters *x)
{
    size_t i;
    for (i = 0; i < x->count; i++) cli_free(x->list[i].of);
    cli_free(x->list);
}
