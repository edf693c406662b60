/* The parts of dump that need values: derive and match. */
#include "dump.h"
#include "metrics.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void line_value(cli *c, const char *key, const nvs_value *v)
{
    uint64_t bits;
    if (v->kind == NVS_KIND_NONE) {
        line_null(c, key);
        return;
    }
    fprintf(c->out, ",\"%s\":[\"%s\",", key, nvs_kind_name(v->kind));
    switch (v->kind) {
    case NVS_KIND_STRING: cli_json_quote(c->out, CLI_BYTES, v->v.text.ptr, v->v.text.len); break;
    case NVS_KIND_UINT64: case NVS_KIND_UINT32: fprintf(c->out, "%" PRIu64, v->v.u); break;
    default:
        memcpy(&bits, &v->v.d, sizeof bits);
        if (v->v.d != v->v.d) bits = (uint64_t)0x7ff80 << 44;
        fprintf(c->out, "\"%016" PRIx64 "\"", bits);
        break;
    }
    fputc(']', c->out);
}

int dump_derive(cli *c, const dump_options *o)
{
    metrics m;
    nvs_source source;
    nvs_derive_options options;
    const nvs_derivation *d;
    nvs_error error;
    size_t i, k;
    if (o->count != 1) return cli_usage(c, "which file of metrics?");
    if (!metrics_read(c, o->files[0], NULL, &m)) {
        metrics_free(&m);
        return CLI_INPUT;
    }
    metrics_source(&m, &source);
    memset(&options, 0, sizeof options);
    options.arithmetic = arithmetic_of(o->generation, &m);
    options.memory.max_memory = (size_t)1 << 30;
    d = nvs_derive(m.derived, m.derived_count, &source, &options, &error);
    if (d == NULL) cli_error(c, "%s: %s", o->files[0], error.message);
    for (i = 0; d != NULL && i < d->count; i++) {
        const nvs_derived *x = &d->metrics[i];
        line_begin(c, "derived");
        line_view(c, "name", x->name);
        line_view(c, "expression", x->expression);
        line_str(c, "status", x->state >= NVS_DERIVED_STATE_SYNTAX ? "error" : nvs_derived_state_name(x->state));
        line_str(c, "class", x->state >= NVS_DERIVED_STATE_SYNTAX ? nvs_derived_state_name(x->state) : NULL);
        if (x->column != 0) line_u64(c, "column", x->column);
        else line_null(c, "column");
        if (x->state == NVS_DERIVED_STATE_MISSING) line_view(c, "operand", x->operand);
        else line_null(c, "operand");
        line_value(c, "value", &x->data.value);
        line_u64(c, "instances", x->data.count);
        line_bool(c, "lossy", x->lossy);
        line_end(c);
        for (k = 0; k < x->data.count; k++) {
            const nvs_value id = nvs_column_value(&x->data.ids, k), value = nvs_column_value(&x->data.values, k);
            line_begin(c, "instance");
            line_value(c, "id", &id);
            line_value(c, "value", &value);
            line_end(c);
        }
    }
    i = d != NULL;
    nvs_derivation_close(d);
    metrics_free(&m);
    return i ? CLI_FINE : CLI_INPUT;
}

int dump_match(cli *c, const dump_options *o)
{
    nvs_pattern *p;
    nvs_error error;
    name_lists lists;
    nvs_view pattern, *names;
    size_t count, found = 0, i;
    if (o->count != 2) return cli_usage(c, "which pattern, and which file of names?");
    pattern.ptr = o->files[0];
    pattern.len = strlen(o->files[0]);
    if (!read_names(c, o->files[1], NULL, &lists)) return CLI_INPUT;
    names = lists.names;
    count = lists.known.count;
    p = nvs_pattern_open(pattern, NULL, &error);
    line_begin(c, "regex");
    line_view(c, "pattern", pattern);
    line_str(c, "status", p != NULL ? "ok" : "error");
    if (p == NULL) line_u64(c, "column", error.offset + 1);
    for (i = 0; p != NULL && i < count; i++) {
        if (!nvs_pattern_match(p, names[i])) names[i].len = 0;
        else found++;
    }
    if (p != NULL) line_u64(c, "matches", found);
    line_end(c);
    for (i = 0; p != NULL && i < count; i++) {
        if (names[i].len == 0) continue;
        line_begin(c, "match");
        line_view(c, "name", names[i]);
        line_end(c);
    }
    nvs_pattern_close(p);
    free_names(&lists);
    return CLI_FINE;
}
