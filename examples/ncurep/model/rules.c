/* The native rules, run on a result of a report. */
#include "../pages/details.h"
#include "examples/rules/stock.h"

#include <stdlib.h>
#include <string.h>

typedef struct rule_world {
    evaluated *e;
    const machine_code *code;
    ncurep_metric_facts facts;
} rule_world;

static int metric_of(void *user, nvs_view name, nvs_data *data)
{
    rule_world *w = (rule_world *)user;
    return nvs_results_metric(w->e->results, name, data);
}

static int name_of(void *user, size_t i, nvs_view *name)
{
    rule_world *w = (rule_world *)user;
    return w->e->source.name_fn(w->e->source.user, i, name);
}

static int unit_of(void *user, nvs_view name, nvs_view *unit)
{
    rule_world *w = (rule_world *)user;
    ncurep_metric_facts_of(name.ptr, name.len, &w->facts);
    unit->ptr = w->facts.unit;
    unit->len = strlen(unit->ptr);
    return unit->len > 0;
}

static int place_of(void *user, uint64_t address, nvs_place *place)
{
    rule_world *w = (rule_world *)user;
    const code_function *f;
    ncurep_place found;
    if (!code_find(w->code, address, &f, &found)) return 0;
    place->address = address;
    place->line = found.line;
    place->file = nvs_view_of(found.file);
    place->sass.ptr = "";
    place->sass.len = 0;
    return 1;
}

static ncurep_view view_text(const char *text)
{
    ncurep_view v;
    v.ptr = text != NULL ? text : "";
    v.len = strlen(v.ptr);
    return v;
}

void run_rules(findings *f, evaluated *e)
{
    nvs_rule_source source;
    nvs_rules_options options;
    nvs_view *ids = (nvs_view *)cli_alloc((size_t)e->count + 1, sizeof *ids);
    nvs_error error;
    rule_world w;
    uint32_t k;
    size_t i;
    memset(&source, 0, sizeof source);
    memset(&options, 0, sizeof options);
    w.e = e;
    w.code = code_open(e->o, e->r);
    source.metrics.user = &w;
    source.metrics.metric_fn = metric_of;
    source.metrics.name_fn = name_of;
    source.unit_fn = unit_of;
    source.place_fn = place_of;
    source.launch.cc = e->cc;
    source.launch.year = e->version.year;
    source.launch.month = e->version.month;
    source.launch.patch = e->version.patch;
    source.launch.range = e->r->kind != NCUREP_KERNEL;
    source.launch.kernel = nvs_view_of(e->r->demangled);
    for (k = 0; k < e->count; k++) ids[k] = nvs_text(e->sections[k], NVS_F_IDENTIFIER);
    options.memory.max_memory = (size_t)1 << 30;
    options.sections = ids;
    options.section_count = e->count;
    e->keep = 1;
    f->run = nvs_rules_run(stock_rules, stock_rule_count, &source, &options, &error);
    e->keep = 0;
    free(ids);
    if (f->run == NULL) {
        cli_error(e->q->c, "%s: rules: %s", e->o->path, error.message);
        return;
    }
    for (i = 0; i < f->run->count; i++) {
        const nvs_rule_result *r = &f->run->results[i];
        const nvs_rule_item *item;
        const size_t first = f->count;
        for (item = r->items; item != NULL; item = item->next) {
            const nvs_focus *x;
            finding *to;
            if (item->kind == NVS_ITEM_TABLE && item->message > 0 && item->message <= f->count - first)
                f->list[first + item->message - 1].table = item;
            if (item->kind != NVS_ITEM_MESSAGE) continue;
            to = findings_add(f);
            to->section = view_text(r->rule->section);
            to->rule = view_text(r->rule->identifier);
            to->name = view_text(r->rule->name);
            to->title = view_of(item->title);
            to->type = (int)item->type;
            put_plain(&to->text, view_of(item->text));
            to->speedup = (int)item->speedup;
            to->percent = item->percent;
            for (x = item->focus; x != NULL; x = x->next) finding_focus(to, view_of(x->metric), x->value, view_of(x->info));
        }
    }
}
