#include "dump.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: nvsection dump --parse [--lenient] FILE...\n"
    "       nvsection dump --select --cc N [--scope launch|range|cmdlist] [--vgpu]\n"
    "                      [--kmd N] [--names FILE] [--expand FILE] FILE...\n"
    "       nvsection dump --derive [--generation 1|2] METRICS.json\n"
    "       nvsection dump --evaluate --metrics METRICS.json [--cc N]\n"
    "                      [--generation N]\n"
    "                      [--scope launch|range|cmdlist] [--vgpu] [--kmd N] FILE...\n"
    "       nvsection dump --match PATTERN NAMES\n"
    "\n"
    "Prints JSON Lines in a fixed form, for comparison with another program.\n"
    "A file that ends in .chart holds one body item, any other a section.\n";

/* Lines ------------------------------------------------------------------------------------------------------------ */

static void line_key(cli *c, const char *key)
{
    if (key != NULL) fprintf(c->out, ",\"%s\":", key);
}

void line_begin(cli *c, const char *kind)
{
    fprintf(c->out, "{\"kind\":\"%s\"", kind);
}

void line_view(cli *c, const char *key, nvs_view v)
{
    line_key(c, key);
    cli_json_quote(c->out, CLI_BYTES, v.ptr, v.len);
}

void line_str(cli *c, const char *key, const char *s)
{
    line_key(c, key);
    if (s == NULL) fputs("null", c->out);
    else cli_json_quote(c->out, CLI_BYTES, s, strlen(s));
}

void line_u64(cli *c, const char *key, uint64_t v)
{
    line_key(c, key);
    fprintf(c->out, "%" PRIu64, v);
}

void line_i64(cli *c, const char *key, int64_t v)
{
    line_key(c, key);
    fprintf(c->out, "%" PRId64, v);
}

void line_double(cli *c, const char *key, double v)
{
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    if (v != v) bits = (uint64_t)0x7ff80 << 44;
    line_key(c, key);
    fprintf(c->out, "\"%016" PRIx64 "\"", bits);
}

void line_bool(cli *c, const char *key, int v)
{
    line_key(c, key);
    fputs(v ? "true" : "false", c->out);
}

void line_null(cli *c, const char *key)
{
    line_key(c, key);
    fputs("null", c->out);
}

void line_path(cli *c, const nvs_node *node)
{
    const size_t len = nvs_node_path(node, NULL, 0);
    char *path = (char *)cli_alloc(len + 1, 1);
    (void)nvs_node_path(node, path, len + 1);
    line_str(c, "path", path);
    free(path);
}

void line_end(cli *c)
{
    fputs("}\n", c->out);
}

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
    for (; *next < doc->diagnostic_count && doc->diagnostics[*next].after <= fields; (*next)++) {
        const nvs_diagnostic *d = &doc->diagnostics[*next];
        line_begin(c, "warning");
        line_str(c, "class", nvs_issue_name(d->issue));
        line_u64(c, "line", d->line);
        line_u64(c, "column", d->column);
        line_view(c, "name", d->name);
        line_end(c);
    }
}

static int dump_parsed(cli *c, const dump_options *o, const char *path)
{
    static const char *const types[] = {"string", "bool", "uint", "uint", "int", "double", "enum", "message"};
    char *text;
    size_t len;
    nvs_document *doc;
    const nvs_diagnostic *error;
    const nvs_node *n;
    uint32_t fields = 0, next = 0;
    uint64_t depth = 0;
    doc = load(c, path, o->lenient, &text, &len);
    if (doc == NULL) {
        free(text);
        return CLI_INPUT;
    }
    error = first_error(doc);
    if (error != NULL) {
        line_begin(c, "result");
        line_str(c, "status", "error");
        line_str(c, "class", nvs_issue_name(error->issue));
        line_u64(c, "line", error->line);
        line_u64(c, "column", error->column);
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

int dump_parse(cli *c, const dump_options *o)
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

/* Files ------------------------------------------------------------------------------------------------------------ */

int dump_load(cli *c, const dump_options *o, dump_files *f)
{
    size_t i, k, len;
    memset(f, 0, sizeof *f);
    f->texts = (char **)cli_alloc(o->count, sizeof *f->texts);
    f->docs = (nvs_document **)cli_alloc(o->count, sizeof *f->docs);
    f->duplicate = (unsigned char *)cli_alloc(o->count, 1);
    f->sections = (const nvs_node **)cli_alloc(o->count, sizeof *f->sections);
    for (i = 0; i < o->count; i++) {
        nvs_view id;
        f->docs[i] = load(c, o->files[i], 0, &f->texts[i], &len);
        if (f->docs[i] == NULL) {
            dump_unload(o, f);
            return 0;
        }
        if (f->docs[i]->errors > 0) continue;
        id = nvs_node_text(f->docs[i]->root, NVS_FIELD_IDENTIFIER);
        for (k = 0; k < f->count; k++) {
            const nvs_view other = nvs_node_text(f->sections[k], NVS_FIELD_IDENTIFIER);
            if (other.len == id.len && memcmp(other.ptr, id.ptr, id.len) == 0) f->duplicate[i] = 1;
        }
        if (!f->duplicate[i]) f->sections[f->count++] = f->docs[i]->root;
    }
    return 1;
}

int dump_file(cli *c, const dump_options *o, const dump_files *f, size_t i)
{
    const nvs_diagnostic *error = first_error(f->docs[i]);
    line_begin(c, "file");
    line_str(c, "name", base_name(o->files[i]));
    line_str(c, "state", error != NULL ? "error" : f->duplicate[i] ? "duplicate" : "ok");
    if (error != NULL) {
        line_str(c, "class", nvs_issue_name(error->issue));
        line_u64(c, "line", error->line);
        line_u64(c, "column", error->column);
    }
    line_end(c);
    return error == NULL && !f->duplicate[i];
}

void dump_unload(const dump_options *o, dump_files *f)
{
    size_t i;
    for (i = 0; i < o->count; i++) {
        nvs_document_close(f->docs[i]);
        free(f->texts[i]);
    }
    free(f->texts);
    free(f->docs);
    free(f->duplicate);
    free(f->sections);
    memset(f, 0, sizeof *f);
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
    static const char *const states[] = {"selected", "dropped", "filler", "unavailable", "error"};
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
    line_str(c, "state", states[u->outcome]);
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

int dump_select(cli *c, const dump_options *o)
{
    dump_files f;
    name_lists names;
    nvs_select_options options;
    const nvs_selection *s;
    nvs_error error;
    size_t i;
    uint32_t k, at = 0;
    if (o->cc == 0) return cli_usage(c, "--select needs --cc");
    if (!read_names(c, o->names, o->expand, &names)) return CLI_INPUT;
    if (!dump_load(c, o, &f)) {
        free_names(&names);
        return CLI_INPUT;
    }
    memset(&options, 0, sizeof options);
    options.device.cc = o->cc;
    options.device.scope = o->scope;
    options.device.vgpu = o->vgpu;
    options.device.kmd = o->kmd;
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

enum { PARSE = 1, SELECT, DERIVE, EVALUATE, MATCH, LAST_MODE, LENIENT, CC, SCOPE, VGPU, KMD, NAMES, EXPAND, METRICS, GENERATION };

/* Takes an option; 0 with a message if its value is wrong. */
static int take(cli *c, dump_options *o, int option, const char *value)
{
    static const char *const scopes[] = {"launch", "range", "cmdlist"};
    uint64_t number;
    uint32_t i;
    switch (option) {
    case LENIENT: o->lenient = 1; break;
    case VGPU: o->vgpu = 1; break;
    case NAMES: o->names = value; break;
    case METRICS: o->metrics = value; break;
    case EXPAND: o->expand = value; break;
    case CC:
        if (!cli_number(c, "--cc", value, 1, 100000, &number)) return 0;
        o->cc = (uint32_t)number;
        break;
    case KMD:
        if (!cli_number(c, "--kmd", value, 1, 0xffffffff, &number)) return 0;
        o->kmd = (uint32_t)number;
        break;
    case GENERATION:
        if (!cli_number(c, "--generation", value, 1, 2, &number)) return 0;
        o->generation = (int)number;
        break;
    default: /* SCOPE */
        for (i = 0; i < 3 && strcmp(value, scopes[i]) != 0; i++) continue;
        if (i == 3) {
            (void)cli_usage(c, "--scope is launch, range or cmdlist");
            return 0;
        }
        o->scope = i + NVS_SCOPE_LAUNCH;
        break;
    }
    return 1;
}

int verb_dump(cli *c, int argc, char **argv)
{
    static const cli_option table[] = {{PARSE, 0, "parse", 0}, {SELECT, 0, "select", 0}, {DERIVE, 0, "derive", 0}, {EVALUATE, 0, "evaluate", 0},
                                       {MATCH, 0, "match", 0},
                                       {LENIENT, 0, "lenient", 0},
                                       {CC, 0, "cc", 1}, {SCOPE, 0, "scope", 1}, {VGPU, 0, "vgpu", 0},
                                       {KMD, 0, "kmd", 1}, {NAMES, 0, "names", 1}, {EXPAND, 0, "expand", 1},
                                       {METRICS, 0, "metrics", 1}, {GENERATION, 0, "generation", 1}, {0, 0, NULL, 0}};
    static int (*const runs[])(cli *, const dump_options *) = {NULL, dump_parse, dump_select, dump_derive, dump_evaluate, dump_match};
    cli_args a;
    dump_options o;
    int option, mode = 0, code = CLI_FINE, go = 1;
    memset(&a, 0, sizeof a);
    memset(&o, 0, sizeof o);
    a.argc = argc;
    a.argv = argv;
    a.at = 1;
    o.scope = NVS_SCOPE_LAUNCH;
    o.files = (char **)cli_alloc((size_t)argc, sizeof *o.files);
    c->help = help;
    while (go && (option = cli_next(c, &a, table)) != CLI_END) {
        if (option == CLI_OPERAND) o.files[o.count++] = argv[a.at - 1];
        else if (option == CLI_BAD || option == CLI_DONE) {
            code = option == CLI_BAD ? CLI_USAGE : CLI_FINE;
            go = 0;
        } else if (option < LAST_MODE) mode = option;
        else if (!take(c, &o, option, a.value)) {
            code = CLI_USAGE;
            go = 0;
        }
    }
    if (go && mode == 0) code = cli_usage(c, "what is to be printed? --parse, --select, --derive, --evaluate, --match");
    else if (go && !cli_start_confined(c)) code = CLI_INPUT;
    else if (go) code = cli_finish(c, runs[mode](c, &o));
    free(o.files);
    return code;
}
