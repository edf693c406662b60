#include "dump.h"
#include "options.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* parse ------------------------------------------------------------------------------------------------------------ */

static void value(cli *c, const nvs_node *n)
{
    switch (n->type) {
    case NVS_TYPE_STRING: line_view(c, "value", n->v.text); break;
    case NVS_TYPE_BOOL: line_bool(c, "value", n->v.u != 0); break;
    case NVS_TYPE_INT64: line_i64(c, "value", n->v.i); break;
    case NVS_TYPE_DOUBLE: line_double(c, "value", n->v.d); break;
    case NVS_TYPE_MESSAGE: line_null(c, "value"); break;
    default: line_u64(c, "value", n->v.u); break;
    }
}

static void warnings(cli *c, const nvs_document *doc, uint32_t *next, uint32_t fields)
{
    nvs_problem p;
    for (; nvs_document_problem_at(doc, *next, &p) && p.after <= fields; (*next)++) {
        line_begin(c, "warning");
        line_str(c, "class", nvs_problem_kind_name(p.kind));
        line_u64(c, "line", p.line);
        line_u64(c, "column", p.column);
        line_view(c, "name", p.name);
        line_end(c);
    }
}

static int dump_parsed(cli *c, const dump_options *o, const char *path)
{
    static const char *const types[] = {"string", "bool", "uint", "uint", "int", "double", "enum", "message"};
    char *text;
    size_t len;
    nvs_document *doc;
    nvs_problem error;
    const nvs_node *n;
    uint32_t fields = 0, next = 0;
    uint64_t depth = 0;
    doc = load(c, path, o->lenient, &text, &len);
    if (doc == NULL) {
        free(text);
        return CLI_INPUT;
    }
    if (first_error(doc, &error)) {
        line_begin(c, "result");
        line_str(c, "status", "error");
        line_str(c, "class", nvs_problem_kind_name(error.kind));
        line_u64(c, "line", error.line);
        line_u64(c, "column", error.column);
        line_end(c);
    } else {
        for (n = nvs_node_walk(doc->root, doc->root, NVS_WALK_INTO); n != NULL; n = nvs_node_walk(doc->root, n, NVS_WALK_INTO)) {
            const nvs_node *up;
            if (n->type == NVS_TYPE_RAW) continue;
            warnings(c, doc, &next, fields);
            for (depth = 0, up = n->parent; up->parent != NULL; up = up->parent) depth++;
            line_begin(c, "field");
            line_u64(c, "depth", depth);
            line_str(c, "name", nvs_field_name(n->name));
            line_u64(c, "index", n->index);
            line_u64(c, "line", n->line);
            line_u64(c, "column", n->column);
            line_str(c, "type", types[n->type]);
            value(c, n);
            line_end(c);
            fields++;
        }
        warnings(c, doc, &next, fields);
        line_begin(c, "result");
        line_str(c, "status", "ok");
        line_u64(c, "fields", doc->fields);
        line_u64(c, "warnings", doc->warnings);
        line_end(c);
    }
    nvs_document_close(doc);
    free(text);
    return CLI_FINE;
}

static int dump_parse(cli *c, const dump_options *o)
{
    size_t i;
    int code = CLI_FINE;
    if (o->count == 0) return cli_usage(c, "which files?");
    for (i = 0; i < o->count; i++) {
        const int one = dump_parsed(c, o, o->files[i]);
        if (one > code) code = one;
    }
    return code;
}

/* select ----------------------------------------------------------------------------------------------------------- */

static void line_order(cli *c, const nvs_node *section)
{
    if (nvs_node_child(section, NVS_FIELD_ORDER) == NULL) line_null(c, "order");
    else line_u64(c, "order", nvs_node_uint(section, NVS_FIELD_ORDER));
}

static const char *importance_text(uint32_t importance)
{
    return importance == NVS_IMPORTANCE_REQUIRED ? "required" : "optional";
}

static void place(cli *c, const nvs_node *n)
{
    line_path(c, n);
    line_u64(c, "line", n->line);
    line_u64(c, "column", n->column);
}

static void metric_use(cli *c, const nvs_use *u)
{
    const int named = u->outcome != NVS_OUTCOME_DROPPED;
    nvs_name_parts parts;
    uint32_t i;
    nvs_name_split(u->choice.name, &parts);
    line_begin(c, "metric");
    place(c, u->node);
    line_view(c, "base", nvs_node_text(u->node, NVS_FIELD_NAME));
    if (u->choice.option != NULL) line_u64(c, "option", u->choice.option->index);
    else line_null(c, "option");
    if (named) line_view(c, "name", u->choice.name);
    else line_null(c, "name");
    line_str(c, "prefix", parts.prefix != NVS_PREFIX_NONE ? nvs_prefix_name(parts.prefix) : NULL);
    if (parts.depth >= 0) line_i64(c, "depth", parts.depth);
    else line_null(c, "depth");
    if (u->choice.label != NULL) line_view(c, "label", u->choice.label->v.text);
    else line_null(c, "label");
    line_str(c, "importance", importance_text(u->choice.importance));
    line_str(c, "state", nvs_outcome_name(u->outcome));
    line_str(c, "reason", u->reason != NVS_REASON_NONE ? nvs_reason_name(u->reason) : NULL);
    if (u->column != 0) line_u64(c, "at", u->column);
    else line_null(c, "at");
    line_end(c);
    for (i = 0; i < u->member_count; i++) {
        line_begin(c, "expanded");
        line_path(c, u->node);
        line_view(c, "name", u->members[i]);
        line_end(c);
    }
}

static void other_use(cli *c, const nvs_use *u)
{
    const char *const reason = u->reason != NVS_REASON_NONE ? nvs_reason_name(u->reason) : NULL;
    line_begin(c, u->kind == NVS_USE_KIND_ITEM ? "item" : "definition");
    place(c, u->node);
    if (u->kind == NVS_USE_KIND_DEFINITION) {
        line_view(c, "name", u->choice.name);
        line_view(c, "expression", nvs_node_text(u->node, NVS_FIELD_EXPRESSION));
    }
    line_str(c, "state", reason != NULL ? "dropped" : "active");
    line_str(c, "reason", reason);
    line_end(c);
}

static int dump_select(cli *c, const dump_options *o)
{
    dump_files f;
    name_lists names;
    nvs_select_options options;
    const nvs_selection *s;
    nvs_error error;
    size_t i;
    uint32_t k, at = 0;
    if (o->device.cc == 0) return cli_usage(c, "--select needs --cc");
    if (!read_names(c, o->names, o->expand, &names)) return CLI_INPUT;
    if (!dump_load(c, o, &f)) {
        free_names(&names);
        return CLI_INPUT;
    }
    memset(&options, 0, sizeof options);
    options.device.cc = o->device.cc;
    options.device.scope = o->device.scope;
    options.device.vgpu = o->device.vgpu;
    options.device.kmd = o->device.kmd;
    options.catalog = names.known;
    s = nvs_select(f.sections, f.count, &options, &error);
    if (s == NULL) cli_error(c, "%s", error.message);
    for (i = 0; s != NULL && i < o->count; i++) {
        const nvs_selected *section;
        if (!dump_file(c, o, &f, i)) continue;
        section = &s->sections[at++];
        line_begin(c, "section");
        line_view(c, "identifier", nvs_node_text(section->section, NVS_FIELD_IDENTIFIER));
        line_order(c, section->section);
        line_str(c, "state", section->metric_count > 0 ? "collected" : "empty");
        line_u64(c, "metrics", section->metric_count);
        line_end(c);
        for (k = 0; k < section->use_count; k++) {
            if (section->uses[k].kind == NVS_USE_KIND_METRIC) metric_use(c, &section->uses[k]);
            else other_use(c, &section->uses[k]);
        }
        for (k = 0; k < section->metric_count; k++) {
            line_begin(c, "collect");
            line_view(c, "name", section->metrics[k].name);
            line_str(c, "importance", importance_text(section->metrics[k].importance));
            line_end(c);
        }
    }
    if (s != NULL) {
        line_begin(c, "total");
        line_u64(c, "sections", s->collecting);
        line_u64(c, "metrics", s->metric_count);
        line_end(c);
    }
    nvs_selection_close(s);
    dump_unload(o, &f);
    free_names(&names);
    return s != NULL ? CLI_FINE : CLI_INPUT;
}

/* The verb --------------------------------------------------------------------------------------------------------- */

static int (*const runs[])(cli *, const dump_options *) = {dump_parse, dump_select, dump_derive, dump_evaluate, dump_match};

static int run(request *q, void *options)
{
    dump_options *const o = (dump_options *)options;
    unsigned i;
    o->files = q->paths;
    o->count = q->path_count;
    for (i = 0; i < sizeof runs / sizeof runs[0]; i++)
        if (o->mode == 1u << i) return runs[i](q->c, o);
    return cli_usage(q->c, "what is to be printed? --parse, --select, --derive, --evaluate or --match");
}

static void begin(void *options)
{
    ((dump_options *)options)->device.scope = NVS_SCOPE_LAUNCH;
}

/* The operand of --match is no file, but its name is. */
static void ready(const request *q, const void *options, cli_rights *r)
{
    (void)q;
    (void)options;
    r->may |= MAY_READ;
}

static const option_word parse_bit = {NULL, 1}, select_bit = {NULL, 2}, derive_bit = {NULL, 4}, evaluate_bit = {NULL, 8}, match_bit = {NULL, 16};

static const option rows[] = {
    {0, "parse", &take_bits, offsetof(dump_options, mode), &parse_bit, NULL, "what is in section files; one that ends in .chart holds one "
     "body item"},
    {0, "select", &take_bits, offsetof(dump_options, mode), &select_bit, NULL, "what they ask for on a GPU"},
    {0, "derive", &take_bits, offsetof(dump_options, mode), &derive_bit, NULL, "derived metrics of METRICS.json"},
    {0, "evaluate", &take_bits, offsetof(dump_options, mode), &evaluate_bit, NULL, "what sections show of metrics"},
    {0, "match", &take_bits, offsetof(dump_options, mode), &match_bit, NULL, "PATTERN NAMES: the names that match"},
    OPT_DEVICE_OF(dump_options, device),
    {0, "lenient", &take_nothing, offsetof(dump_options, lenient), NULL, NULL, "unknown fields are only warnings"},
    {0, "names", &take_input, offsetof(dump_options, names), NULL, "FILE", "available metrics, one per line"},
    {0, "expand", &take_input, offsetof(dump_options, expand), NULL, "FILE", "lists: group:NAME, a tab, comma-separated metrics"},
    {'m', "metrics", &take_input, offsetof(dump_options, metrics), NULL, "FILE", "values as JSON"},
    {0, "generation", &take_word, offsetof(dump_options, generation), generation_words, NULL, "of derived metrics"},
    OPTION_END};

static const verb_lack lacks[] = {{NULL, LACKS_CSV, NULL, "dump has no CSV: JSON Lines"}, LACK_END};

const verb dump_verb = {"dump", rows, sizeof(dump_options), run, begin, NULL,
    "JSON Lines in a fixed form, for comparison with another program",
    "nvsection dump --parse my/sections/Mine.section",
    "FILE...", USE_READ, NULL, 0, ready, lacks};
