/* The native rules, run on a result of a report. */
#include "code.h"
#include "rules.h"
#include "rules/stock.h"

#include <stdlib.h>
#include <string.h>

typedef struct rule_world {
    evaluated *e;
    const machine_code *code;
} rule_world;

static nvs_reply metric_of(nvs_view name, nvs_metric *data, void *user)
{
    rule_world *w = (rule_world *)user;
    const int found = nvs_metrics_find(w->e->results, name, data);
    return found > 0 ? NVS_REPLY_YES : found == 0 ? NVS_REPLY_NO : NVS_REPLY_FAILED;
}

static nvs_reply name_of(size_t i, nvs_view *name, void *user)
{
    rule_world *w = (rule_world *)user;
    return w->e->source.name_fn(i, name, w->e->source.user);
}

static nvs_reply place_of(uint64_t address, nvs_place *place, void *user)
{
    rule_world *w = (rule_world *)user;
    const code_function *f;
    code_place found;
    if (!code_find(w->code, address, &f, &found)) return NVS_REPLY_NO;
    place->address = address;
    (void)code_shown(w->code->lines, &found);
    place->line = found.line;
    place->file = nvs_view_of(found.file);
    place->sass.ptr = "";
    place->sass.len = 0;
    return NVS_REPLY_YES;
}

static ncurep_view view_text(const char *text)
{
    ncurep_view v;
    v.ptr = text != NULL ? text : "";
    v.len = strlen(v.ptr);
    return v;
}

static void run_rules(findings *f, evaluated *e)
{
    nvs_source source;
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
    source.user = &w;
    source.metric_fn = metric_of;
    source.name_fn = name_of;
    source.place_fn = place_of;
    options.launch.cc = e->cc;
    options.launch.year = e->version.year;
    options.launch.month = e->version.month;
    options.launch.patch = e->version.patch;
    options.launch.range = e->r->kind != NCUREP_RESULT_KIND_KERNEL;
    options.launch.kernel = nvs_view_of(full_name(e->r));
    for (k = 0; k < e->count; k++) ids[k] = nvs_node_text(e->sections[k], NVS_FIELD_IDENTIFIER);
    options.memory.max_memory = (size_t)1 << 30;
    CLI_MEMORY(options.memory);
    options.sections = ids;
    options.section_count = e->count;
    e->keep = 1;
    f->run = nvs_rules_run(stock_rules, stock_rule_count, &source, &options, &error);
    e->keep = 0;
    cli_free(ids);
    if (f->run == NULL) {
        cli_error(e->m->c, "%s: rules: %s", e->o->path, error.message);
        return;
    }
    for (i = 0; i < f->run->count; i++) {
        const nvs_rule_result *r = &f->run->results[i];
        const size_t first = f->count;
        uint32_t n;
        for (n = 0; n < r->count; n++) {
            const nvs_finding *const item = &r->findings[n];
            finding *to;
            if (item->kind == NVS_FINDING_KIND_FOCUS)
                finding_focus(&f->list[first + item->message - 1], view_of(item->metric), item->value, view_of(item->text));
            if (item->kind != NVS_FINDING_KIND_MESSAGE) continue;
            to = findings_add(f);
            to->section = view_text(r->rule->section);
            to->rule = view_text(r->rule->identifier);
            to->name = view_text(r->rule->name);
            to->title = view_of(item->title);
            to->type = (int)item->level;
            to->marked = view_of(item->text);
            put_plain(&to->text, to->marked);
            to->speedup = (int)item->speedup;
            to->percent = item->percent;
        }
    }
}

void findings_of(findings *f, evaluated *e)
{
    memset(f, 0, sizeof *f);
    if (e->m->sections.run_rules) run_rules(f, e);
    else findings_stored(f, e);
}
