/* Metrics of every kind, for the fuzz targets that compute. */
#ifndef FUZZ_NVSECTION_VALUES_H
#define FUZZ_NVSECTION_VALUES_H

#include "nvsection_fuzz.h"

typedef struct values {
    unsigned calls, fail_at; /* number of the call that fails, from 1; 0: none */
} values;

static double value_doubles[6] = {1.5, -2, 0, 1e300, -0.0, 3};
static uint64_t value_wholes[6] = {1, 0, 18446744073709551615u, 7, 7, 4294967296u};
static uint64_t value_ids[6] = {16, 32, 48, 64, 80, 96};
static uint64_t value_twice[6] = {32, 16, 32, 99, 16, 7};
static nvs_value value_mixed[6];

static nvs_value value_of(nvs_kind kind, double d, uint64_t u, const char *s)
{
    nvs_value v;
    memset(&v, 0, sizeof v);
    v.kind = kind;
    if (kind == NVS_KIND_DOUBLE || kind == NVS_KIND_FLOAT) v.v.d = d;
    else if (kind == NVS_KIND_STRING) {
        v.v.text.ptr = s;
        v.v.text.len = strlen(s);
    } else v.v.u = u;
    return v;
}

static const char *const value_names[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "group:l", "breakdown:m",
                                          "pmsampling:a", "sm__x_y.sum", "lts__t.avg"};

static nvs_reply values_find(nvs_view name, nvs_metric *data, void *user)
{
    values *v = (values *)user;
    char c;
    static double zero;
    if (v->fail_at != 0 && ++v->calls == v->fail_at) return NVS_REPLY_FAILED;
    value_mixed[0] = value_of(NVS_KIND_STRING, 0, 0, "x");
    value_mixed[1] = value_of(NVS_KIND_DOUBLE, zero / zero, 0, NULL);
    value_mixed[2] = value_of(NVS_KIND_UINT32, 0, 4294967295u, NULL);
    value_mixed[3] = value_of(NVS_KIND_NONE, 0, 0, NULL);
    value_mixed[4] = value_of(NVS_KIND_FLOAT, 0.5, 0, NULL);
    value_mixed[5] = value_of(NVS_KIND_UINT64, 0, 5, NULL);
    if (name.len == 7 && memcmp(name.ptr, "group:l", 7) == 0) {
        data->value = value_of(NVS_KIND_STRING, 0, 0, "a,sm__x_y.sum,,nothing,c");
        return NVS_REPLY_YES;
    }
    if (name.len == 11 && memcmp(name.ptr, "breakdown:m", 11) == 0) {
        data->value = value_of(NVS_KIND_STRING, 0, 0, "");
        return NVS_REPLY_YES;
    }
    if (name.len == 0 || (name.len != 1 && name.ptr[name.len - 1] != 'm' && name.ptr[name.len - 1] != 'g')) return NVS_REPLY_NO;
    c = name.ptr[name.len - 1];
    data->ids.kind = data->values.kind = NVS_KIND_NONE;
    switch (c) {
    case 'a': /* doubles with ids */
        data->value = value_of(NVS_KIND_DOUBLE, 10, 0, NULL);
        data->count = 6;
        data->ids.kind = NVS_KIND_UINT64;
        data->ids.at = value_ids;
        data->values.kind = NVS_KIND_DOUBLE;
        data->values.at = value_doubles;
        return NVS_REPLY_YES;
    case 'b': /* whole numbers with ids that occur twice */
        data->value = value_of(NVS_KIND_UINT64, 0, 3, NULL);
        data->count = 6;
        data->ids.kind = NVS_KIND_UINT64;
        data->ids.at = value_twice;
        data->values.kind = NVS_KIND_UINT64;
        data->values.at = value_wholes;
        return NVS_REPLY_YES;
    case 'c': /* all kinds, without ids */
        data->value = value_of(NVS_KIND_FLOAT, 0.5, 0, NULL);
        data->count = 6;
        data->values.kind = NVS_KIND_MIXED;
        data->values.at = value_mixed;
        return NVS_REPLY_YES;
    case 'd': /* all kinds of ids */
        data->value = value_of(NVS_KIND_UINT32, 0, 4000000000u, NULL);
        data->count = 5;
        data->ids.kind = data->values.kind = NVS_KIND_MIXED;
        data->ids.at = data->values.at = value_mixed;
        return NVS_REPLY_YES;
    case 'e': data->value = value_of(NVS_KIND_DOUBLE, zero / zero, 0, NULL); return NVS_REPLY_YES;
    case 'f': data->value = value_of(NVS_KIND_STRING, 0, 0, "text"); return NVS_REPLY_YES;
    case 'g': /* no regular value */
        data->count = 3;
        data->ids.kind = NVS_KIND_UINT64;
        data->ids.at = value_ids;
        data->values.kind = NVS_KIND_DOUBLE;
        data->values.at = value_doubles;
        return NVS_REPLY_YES;
    case 'h': return NVS_REPLY_YES; /* nothing at all */
    case 'm': data->value = value_of(NVS_KIND_UINT64, 0, 42, NULL); return NVS_REPLY_YES;
    default: return NVS_REPLY_NO;
    }
}

static nvs_reply values_name(size_t index, nvs_view *name, void *user)
{
    (void)user;
    if (index >= sizeof value_names / sizeof value_names[0]) return NVS_REPLY_NO;
    name->ptr = value_names[index];
    name->len = strlen(name->ptr);
    return NVS_REPLY_YES;
}

static nvs_source values_source(values *v)
{
    nvs_source s;
    s.user = v;
    s.metric_fn = values_find;
    s.name_fn = values_name;
    return s;
}

/* Reads everything of a metric; the sum keeps the compiler from dropping that. */
static void check_data(const nvs_metric *d)
{
    static volatile double sink;
    size_t i;
    (void)sink;
    HOLDS(d->value.kind <= NVS_KIND_STRING);
    for (i = 0; i < d->count; i++) {
        const nvs_value id = nvs_column_value(&d->ids, i), v = nvs_column_value(&d->values, i);
        HOLDS(id.kind <= NVS_KIND_STRING && v.kind <= NVS_KIND_STRING);
        sink = nvs_value_number(&id, NULL);
        sink = nvs_value_number(&v, NULL);
        if (v.kind == NVS_KIND_STRING && v.v.text.len > 0) sink = v.v.text.ptr[v.v.text.len - 1];
        if (v.kind == NVS_KIND_UINT32) HOLDS(v.v.u <= 0xffffffffu);
        if (v.kind == NVS_KIND_FLOAT) HOLDS(v.v.d != v.v.d || (double)(float)v.v.d == v.v.d);
    }
}

#endif
