#include "dump.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: nvsection dump --parse [--lenient] FILE\n"
    "       nvsection dump --derive [--generation 1|2] METRICS.json\n"
    "       nvsection dump --match PATTERN NAMES\n"
    "\n"
    "Prints JSON lines of a fixed form, for comparison with another program.\n"
    "A file that ends in .chart holds one body item, all others a section.\n";

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
    const size_t len = nvs_path(node, NULL, 0);
    char *path = (char *)cli_alloc(len + 1, 1);
    (void)nvs_path(node, path, len + 1);
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
    case NVS_STRING: line_view(c, "value", n->v.text); break;
    case NVS_BOOL: line_bool(c, "value", n->v.u != 0); break;
    case NVS_INT64: line_i64(c, "value", n->v.i); break;
    case NVS_DOUBLE: line_double(c, "value", n->v.d); break;
    case NVS_MESSAGE: line_null(c, "value"); break;
    default: line_u64(c, "value", n->v.u); break;
    }
}

static void warnings(cli *c, const nvs_document *doc, uint32_t *next, uint32_t fields)
{
    for (; *next < doc->diagnostic_count && doc->diagnostics[*next].after <= fields; (*next)++) {
        const nvs_diagnostic *d = &doc->diagnostics[*next];
        line_begin(c, "warning");
        line_str(c, "class", nvs_class_name(d->what));
        line_u64(c, "line", d->line);
        line_u64(c, "column", d->column);
        line_view(c, "name", d->name);
        line_end(c);
    }
}

int dump_parse(cli *c, const dump_options *o)
{
    static const char *const types[] = {"string", "bool", "uint", "uint", "int", "double", "enum", "message"};
    char *text;
    size_t len;
    nvs_document *doc;
    const nvs_diagnostic *error;
    const nvs_node *n;
    uint32_t fields = 0, next = 0;
    uint64_t depth = 0;
    if (o->count != 1) return cli_usage(c, "one file, please");
    doc = load(c, o->files[0], o->lenient ? NVS_LENIENT : 0, &text, &len);
    if (doc == NULL) {
        free(text);
        return CLI_INPUT;
    }
    error = first_error(doc);
    if (error != NULL) {
        line_begin(c, "result");
        line_str(c, "status", "error");
        line_str(c, "class", nvs_class_name(error->what));
        line_u64(c, "line", error->line);
        line_u64(c, "column", error->column);
        line_end(c);
    } else {
        for (n = nvs_walk(doc->root, doc->root, NVS_INTO); n != NULL; n = nvs_walk(doc->root, n, NVS_INTO)) {
            const nvs_node *up;
            if (n->type == NVS_RAW) continue;
            warnings(c, doc, &next, fields);
            for (depth = 0, up = n->parent; up->parent != NULL; up = up->parent) depth++;
            line_begin(c, "field");
            line_u64(c, "depth", depth);
            line_str(c, "name", nvs_name_text(n->name));
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
    nvs_free(doc);
    free(text);
    return CLI_FINE;
}

/* The verb --------------------------------------------------------------------------------------------------------- */

int verb_dump(cli *c, int argc, char **argv)
{
    enum { PARSE = 1, DERIVE, MATCH, LENIENT, GENERATION };
    static const cli_option table[] = {{PARSE, 0, "parse", 0}, {DERIVE, 0, "derive", 0}, {MATCH, 0, "match", 0},
                                       {LENIENT, 0, "lenient", 0}, {GENERATION, 0, "generation", 1}, {0, 0, NULL, 0}};
    static int (*const runs[])(cli *, const dump_options *) = {NULL, dump_parse, dump_derive, dump_match};
    cli_args a;
    dump_options o;
    int option, mode = 0, code;
    uint64_t n;
    memset(&a, 0, sizeof a);
    memset(&o, 0, sizeof o);
    a.argc = argc;
    a.argv = argv;
    a.at = 1;
    o.scope = NVS_SCOPE_LAUNCH;
    o.files = (char **)cli_alloc((size_t)argc, sizeof *o.files);
    c->help = help;
    while ((option = cli_next(c, &a, table)) != CLI_END) {
        switch (option) {
        case CLI_BAD:
        case CLI_DONE:
            free(o.files);
            return option == CLI_BAD ? CLI_USAGE : CLI_FINE;
        case CLI_OPERAND: o.files[o.count++] = (char *)(uintptr_t)a.value; break;
        case LENIENT: o.lenient = 1; break;
        case GENERATION:
            if (!cli_number(c, "--generation", a.value, 1, 2, &n)) {
                free(o.files);
                return CLI_USAGE;
            }
            o.generation = (int)n;
            break;
        default: mode = option; break;
        }
    }
    if (mode == 0) code = cli_usage(c, "what is to be printed? --parse, --derive, --match");
    else if (!cli_start(c)) code = CLI_INPUT;
    else code = cli_finish(c, runs[mode](c, &o));
    free(o.files);
    return code;
}
