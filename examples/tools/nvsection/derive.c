/* derive: computes expressions over the metrics of a file. */
#include "metrics.h"
#include "options.h"

#include <stdlib.h>
#include <string.h>

/* Why one has no value, in words. */
static void put_problem(cli_buf *b, const nvs_derivation *all, const nvs_derived *d)
{
    const nvs_derived *x = d;
    size_t i;
    switch (d->state) {
    case NVS_DERIVED_STATE_OK:
        if (d->lossy) cli_putf(b, "a conversion lost digits");
        break;
    case NVS_DERIVED_STATE_MISSING: cli_putf(b, "missing: %.*s", (int)d->operand.len, d->operand.ptr); break;
    case NVS_DERIVED_STATE_DUPLICATE: cli_putf(b, "defined before, the same way"); break;
    case NVS_DERIVED_STATE_CONFLICT: cli_putf(b, "defined before, in another way"); break;
    case NVS_DERIVED_STATE_SYNTAX: cli_putf(b, "syntax error at character %u", (unsigned)d->column); break;
    case NVS_DERIVED_STATE_NUMBER: cli_putf(b, "malformed number at character %u", (unsigned)d->column); break;
    case NVS_DERIVED_STATE_FUNCTION: cli_putf(b, "unknown function at character %u", (unsigned)d->column); break;
    case NVS_DERIVED_STATE_DEPTH: cli_putf(b, "nested too deep at character %u", (unsigned)d->column); break;
    case NVS_DERIVED_STATE_CYCLE:
        cli_putf(b, "needs itself: %.*s", (int)x->name.len, x->name.ptr);
        for (i = 0; i < 8; i++) {
            x = &all->metrics[x->next];
            cli_putf(b, " > %.*s", (int)x->name.len, x->name.ptr);
            if (x == d) break;
        }
        if (x != d) cli_putf(b, " > ...");
        break;
    default: break;
    }
}

static const char *status_of(const nvs_derived *d)
{
    return d->state >= NVS_DERIVED_STATE_SYNTAX ? "error" : nvs_derived_state_name(d->state);
}

/* For people: the value or why there is none, the place of a mistake, the first instances. */
static void say_derived(output *to, const nvs_derivation *all, const nvs_derived *d, uint64_t most)
{
    const int good = d->state == NVS_DERIVED_STATE_OK;
    cli_buf b = {NULL, 0, 0};
    size_t k;
    cli_put_safe(&b, d->name.ptr, d->name.len);
    out_say(to, "%s%s%s = ", cli_style(to->color, CLI_BOLD), b.ptr != NULL ? b.ptr : "", cli_style(to->color, CLI_PLAIN));
    cli_buf_free(&b);
    if (good) value_text(&b, &d->data.value);
    else put_problem(&b, all, d);
    out_say(to, "%s%s%s", good ? "" : cli_style(to->color, CLI_RED), b.ptr, good ? "" : cli_style(to->color, CLI_PLAIN));
    if (d->data.count > 0) out_say(to, "  (%zu instance%s)", d->data.count, d->data.count == 1 ? "" : "s");
    if (good && d->lossy) out_say(to, "  %sa conversion lost digits%s", cli_style(to->color, CLI_YELLOW), cli_style(to->color, CLI_PLAIN));
    out_say(to, "\n");
    cli_buf_free(&b);
    if (d->column != 0 && d->expression.len < 200) {
        cli_put_safe(&b, d->expression.ptr, d->expression.len);
        out_say(to, "    %s\n    %*s%s^%s\n", b.ptr != NULL ? b.ptr : "", (int)d->column - 1, "", cli_style(to->color, CLI_GREEN),
                cli_style(to->color, CLI_PLAIN));
        cli_buf_free(&b);
    }
    for (k = 0; k < d->data.count && k < most; k++) {
        const nvs_value id = nvs_column_value(&d->data.ids, k), value = nvs_column_value(&d->data.values, k);
        if (id.kind == NVS_KIND_NONE) cli_putf(&b, "#%zu", k);
        else if (id.kind == NVS_KIND_UINT64 && id.v.u >= 4096) cli_putf(&b, "0x%llx", (unsigned long long)id.v.u);
        else value_text(&b, &id);
        out_say(to, "    %-20s ", b.ptr);
        cli_buf_free(&b);
        value_text(&b, &value);
        out_say(to, "%s\n", b.ptr);
        cli_buf_free(&b);
    }
    if (most > 0 && d->data.count > most) out_say(to, "    ... and %zu more\n", d->data.count - (size_t)most);
}

static void put_derived(output *to, const metrics *m, const nvs_derivation *all, const nvs_derived *d, uint64_t most)
{
    cli_buf b = {NULL, 0, 0};
    size_t k;
    out_group(to, NULL);
    put_whose(to, m);
    out_text(to, "name", d->name.ptr, d->name.len);
    out_text(to, "expression", d->expression.ptr, d->expression.len);
    out_string(to, "status", status_of(d));
    put_problem(&b, all, d);
    if (d->state != NVS_DERIVED_STATE_OK) out_string(to, "problem", b.ptr);
    cli_buf_free(&b);
    out_value(to, "value", &d->data.value);
    out_string(to, "kind", nvs_kind_name(d->data.value.kind));
    out_truth(to, "lossy", d->lossy);
    out_whole(to, "instance_count", d->data.count);
    if (most > 0) out_list(to, "instances");
    for (k = 0; k < d->data.count && k < most; k++) {
        const nvs_value id = nvs_column_value(&d->data.ids, k), value = nvs_column_value(&d->data.values, k);
        out_list(to, NULL);
        out_value(to, NULL, &id);
        out_value(to, NULL, &value);
        out_close(to);
    }
    if (most > 0) out_close(to);
    out_close(to);
}

#define DERIVED_COLUMNS(X) \
    X('l', NULL, "name", NULL, table_text(t, d->name.ptr, d->name.len)) \
    X('l', NULL, "status", NULL, table_string(t, status_of(d))) \
    X('l', NULL, "kind", NULL, table_string(t, nvs_kind_name(value.kind))) \
    X('r', NULL, "value", NULL, table_value(t, &value)) \
    X('r', NULL, "instances", NULL, table_whole(t, k > 0 ? 0 : d->data.count)) \
    X('l', NULL, "id", NULL, table_value(t, &id)) \
    X('l', NULL, "problem", NULL, table_string(t, b.ptr != NULL ? b.ptr : ""))

/* A row, and one for each instance. */
static void put_rows(table *t, const nvs_derivation *all, const nvs_derived *d, uint64_t most)
{
    const nvs_value none = {NVS_KIND_NONE, {0}};
    cli_buf b = {NULL, 0, 0};
    size_t k;
    put_problem(&b, all, d);
    for (k = 0; k == 0 || (k <= d->data.count && k <= most); k++) {
        const nvs_value id = k > 0 ? nvs_column_value(&d->data.ids, k - 1) : none;
        const nvs_value value = k > 0 ? nvs_column_value(&d->data.values, k - 1) : d->data.value;
        DERIVED_COLUMNS(TABLE_CELL)
        table_row(t);
    }
    cli_buf_free(&b);
}

static void show(cli *c, const metrics *m, const nvs_derivation *all, uint64_t most)
{
    output to;
    table t;
    size_t i;
    out_begin(&to, c);
    out_list(&to, NULL);
    TABLE_BEGIN(&t, &to, NULL, DERIVED_COLUMNS, TABLE_BARE);
    for (i = 0; i < all->count; i++) {
        say_derived(&to, all, &all->metrics[i], most);
        put_derived(&to, m, all, &all->metrics[i], most);
        put_rows(&t, all, &all->metrics[i], most);
    }
    table_end(&t);
    out_close(&to);
    out_end(&to);
}

/* "NAME=EXPRESSION", or an expression that is its own name. */
static nvs_definition definition_of(const char *text)
{
    const char *const equal = strchr(text, '=');
    nvs_definition d;
    d.name.ptr = text;
    d.name.len = equal != NULL ? (size_t)(equal - text) : strlen(text);
    d.expression.ptr = equal != NULL ? equal + 1 : text;
    d.expression.len = strlen(d.expression.ptr);
    return d;
}

static int derive(cli *c, const work *w, metrics *m, const char *path, size_t first)
{
    const size_t count = w->operand_count - first;
    nvs_definition *const given = (nvs_definition *)cli_alloc(count + 1, sizeof *given);
    nvs_source source;
    nvs_derive_options how;
    const nvs_derivation *d;
    nvs_error error;
    size_t i;
    int code = CLI_FINE;
    for (i = 0; i < count; i++) given[i] = definition_of(w->operands[i + first]);
    metrics_source(m, &source);
    memset(&how, 0, sizeof how);
    how.arithmetic = arithmetic_of(w->generation, m);
    how.memory.max_memory = (size_t)2 << 30;
    d = nvs_derive(count > 0 ? given : m->derived, count > 0 ? count : m->derived_count, &source, &how, &error);
    if (d == NULL) {
        cli_error(c, "%s: %s", path, error.message);
        code = CLI_INPUT;
    } else if (d->count == 0) code = cli_usage(c, "%s has no list \"derived\": give an expression", path);
    else {
        show(c, m, d, w->instances);
        for (i = 0; i < d->count; i++)
            if (d->metrics[i].state == NVS_DERIVED_STATE_MISSING || d->metrics[i].state >= NVS_DERIVED_STATE_SYNTAX) code = CLI_FINDING;
        code = metrics_code(m, code);
    }
    nvs_derivation_close(d);
    free(given);
    return code;
}

/* Without -m the file of metrics comes first. */
static const char *file_of(const work *w, const request *q)
{
    return w->metrics != NULL ? w->metrics : q->path_count > 0 ? q->paths[0] : NULL;
}

static int run(request *q, void *options)
{
    work *const w = work_of(q, options);
    const char *const path = file_of(w, q);
    metrics m;
    int code = CLI_INPUT;
    if (path == NULL) return cli_usage(q->c, "which report or file of metrics?");
    if (metrics_read(q->c, path, &w->which, &m)) code = derive(q->c, w, &m, path, w->metrics == NULL);
    metrics_free(&m);
    return code;
}

static void ready(const request *q, const void *options, cli_rights *r)
{
    const char *const path = file_of((const work *)options, q);
    if (path == NULL) return;
    r->reads = (const char **)cli_alloc(1, sizeof *r->reads);
    r->reads[r->read_count++] = path;
}

static const option rows[] = {OPT_VALUES, OPT_RESULT, OPT_ARITHMETIC, OPT_INSTANCES, OPTION_END};

const verb derive_verb = {"derive", rows, sizeof(work), run, NULL, end_work,
    "derived metrics: expressions, with or without a name, or else the list \"derived\" of the JSON file; with -m all operands are "
    "expressions",
    "nvsection derive run.json\n"
    "  nvsection derive run.ncu-rep '100.0 * inst_executed / sm__cycles_active.sum'\n"
    "  nvsection derive -n 5 run.json 'missed=sectors_total - sectors_hit'\n"
    "\n"
    "  METRICS.json: {\"ncu_version\":\"2025.1.0\",\"compute_capability\":90,\n"
    "    \"metrics\":{\"NAME\":{\"value\":[\"double\",1.5],\"instances\":[[ID,VALUE],...]},\n"
    "    ...},\"derived\":[{\"name\":N,\"expression\":E},...]}\n"
    "  Operators + - * /, minus, parentheses, simplify(), nan_as_zero(). A result has\n"
    "  the type of the left operand: write 100.0, not 100, to get fractions.\n"
    "  Exit code 1 if a metric cannot be computed.",
    "[REPORT|METRICS.json] [NAME=EXPRESSION]...", USE_VALUE, NULL, 0, ready, NULL};
