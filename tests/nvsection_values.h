/* Metrics for tests: a few of every kind, and a way to write down what came out. */
#ifndef TESTS_NVSECTION_VALUES_H
#define TESTS_NVSECTION_VALUES_H

#include "run.h"

#define NVS_IMPLEMENTATION
#include "nvsection.h"
#include "nvsection_calls.h"

static const double test_reals[] = {1.5, -2, 4};
static const double test_others[] = {0.5, 2, 0, 8};
static const uint64_t test_ids[] = {16, 32, 48};
static const uint64_t test_mixed_up[] = {48, 16, 64, 16};
static const uint64_t test_wholes[] = {1, 18446744073709551615u, 7};
static nvs_value test_mixed[4];
static unsigned test_calls, test_fail; /* the call that fails, from 1; 0: none */

static inline nvs_value real(double d)
{
    nvs_value v;
    memset(&v, 0, sizeof v);
    v.kind = NVS_KIND_DOUBLE;
    v.v.d = d;
    return v;
}

static inline nvs_value whole(uint64_t u)
{
    nvs_value v;
    memset(&v, 0, sizeof v);
    v.kind = NVS_KIND_UINT64;
    v.v.u = u;
    return v;
}

static inline nvs_value text(const char *s)
{
    nvs_value v;
    memset(&v, 0, sizeof v);
    v.kind = NVS_KIND_STRING;
    v.v.text = nvs_text(s);
    return v;
}

static inline int is(nvs_view v, const char *s) { return v.len == strlen(s) && memcmp(v.ptr, s, v.len) == 0; }

/* one, two, half, zero, nan, big, word: single values; none: nothing; reals, others, plain, wholes, mixed: with instances; solo, lone: with
   one, of an id and of none. */
static inline nvs_reply test_metric(nvs_view name, nvs_metric *d, void *user)
{
    static double zero;
    (void)user;
    if (++test_calls == test_fail) return NVS_REPLY_FAILED;
    test_mixed[0] = text("x");
    test_mixed[1] = real(2.5);
    test_mixed[2] = whole(3);
    memset(&test_mixed[3], 0, sizeof test_mixed[3]);
    if (is(name, "one")) d->value = whole(1);
    else if (is(name, "two")) d->value = whole(2);
    else if (is(name, "half") || is(name, "pmsampling:half")) d->value = real(0.5);
    else if (is(name, "zero")) d->value = real(0);
    else if (is(name, "nan")) d->value = real(zero / zero);
    else if (is(name, "big")) d->value = whole(9007199254740993u);
    else if (is(name, "word")) d->value = text("text");
    else if (is(name, "list") || is(name, "group:list")) d->value = text("one,half,gone");
    else if (is(name, "small")) {
        d->value.kind = NVS_KIND_UINT32;
        d->value.v.u = 4294967295u;
    } else if (is(name, "single")) {
        d->value.kind = NVS_KIND_FLOAT;
        d->value.v.d = 0.5;
    } else if (is(name, "reals") || is(name, "sm__inst_executed.sum")) {
        d->value = real(100);
        d->count = 3;
        d->ids.kind = NVS_KIND_UINT64;
        d->ids.at = test_ids;
        d->values.kind = NVS_KIND_DOUBLE;
        d->values.at = test_reals;
    } else if (is(name, "others")) {
        d->value = real(7);
        d->count = 4;
        d->ids.kind = NVS_KIND_UINT64;
        d->ids.at = test_mixed_up;
        d->values.kind = NVS_KIND_DOUBLE;
        d->values.at = test_others;
    } else if (is(name, "plain")) {
        d->value = real(3);
        d->count = 2;
        d->values.kind = NVS_KIND_DOUBLE;
        d->values.at = test_others;
    } else if (is(name, "wholes") || is(name, "lts__t_sectors.sum")) {
        d->value = whole(10);
        d->count = 3;
        d->ids.kind = NVS_KIND_UINT64;
        d->ids.at = test_ids;
        d->values.kind = NVS_KIND_UINT64;
        d->values.at = test_wholes;
    } else if (is(name, "solo") || is(name, "lone")) {
        static const double ten = 10, three = 3;
        const int by_id = is(name, "solo");
        d->value = real(by_id ? 5 : 6);
        d->count = 1;
        d->ids.kind = by_id ? NVS_KIND_UINT64 : NVS_KIND_NONE;
        d->ids.at = by_id ? test_ids + 1 : NULL;
        d->values.kind = NVS_KIND_DOUBLE;
        d->values.at = by_id ? &ten : &three;
    } else if (is(name, "mixed")) {
        d->value = real(1);
        d->count = 4;
        d->ids.kind = NVS_KIND_NONE;
        d->values.kind = NVS_KIND_MIXED;
        d->values.at = test_mixed;
    } else if (is(name, "no_value")) {
        d->count = 3;
        d->ids.kind = NVS_KIND_UINT64;
        d->ids.at = test_ids;
        d->values.kind = NVS_KIND_DOUBLE;
        d->values.at = test_reals;
    } else return is(name, "none");
    return NVS_REPLY_YES;
}

static inline nvs_reply test_name(size_t index, nvs_view *name, void *user)
{
    static const char *const names[] = {"one", "two", "half", "reals", "wholes", "group:list", "sm__inst_executed.sum",
                                        "lts__t_sectors.sum"};
    (void)user;
    if (index >= sizeof names / sizeof names[0]) return NVS_REPLY_NO;
    *name = nvs_text(names[index]);
    return NVS_REPLY_YES;
}

static const nvs_source test_source = {test_metric, test_name, NULL, NULL};

static inline char *put_value(char *to, const nvs_value *v)
{
    switch (v->kind) {
    case NVS_KIND_NONE: return to + sprintf(to, "-");
    case NVS_KIND_STRING: return to + sprintf(to, "\"%.*s\"", (int)v->v.text.len, v->v.text.ptr);
    case NVS_KIND_DOUBLE: return to + sprintf(to, "%.17g", v->v.d == v->v.d ? v->v.d : 0) + (v->v.d == v->v.d ? 0 : sprintf(to, "nan") - 1);
    case NVS_KIND_FLOAT: return to + sprintf(to, "%.9gf", v->v.d);
    default: return to + sprintf(to, "%" PRIu64 "%s", v->v.u, v->kind == NVS_KIND_UINT32 ? "u32" : "u");
    }
}

/* "100 [16=1.5 32=-2]" */
static inline char *put_data(char *to, const nvs_metric *d)
{
    size_t i;
    to = put_value(to, &d->value);
    for (i = 0; i < d->count; i++) {
        const nvs_value id = nvs_column_value(&d->ids, i), v = nvs_column_value(&d->values, i);
        to += sprintf(to, i == 0 ? " [" : " ");
        if (id.kind != NVS_KIND_NONE) {
            to = put_value(to, &id);
            *to++ = '=';
        }
        to = put_value(to, &v);
    }
    return to + sprintf(to, d->count > 0 ? "]" : "");
}

#endif
