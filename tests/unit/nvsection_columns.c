/* Derived metrics do not depend on how their operands lie in memory. The same values are given as columns of one kind
   where possible, or as mixed columns, with ids that all metrics share or with copies of them. Every expression must
   give the same, instance by instance, and at each instance of many what that instance gives alone. */
#include "nvsection_values.h"

enum { METRICS = 6, MOST = 5000 };

typedef struct metric {
    nvs_value value;
    size_t count;
    nvs_value ids[MOST], values[MOST];
    int id_kind; /* one of all ids, or -1 */
    int kind;
    uint64_t id_u[MOST], u[MOST];
    double id_d[MOST], d[MOST];
    int shares; /* shares the ids of metric 0 */
} metric;

static metric metrics[METRICS];
static int way;          /* 0: columns of one kind, shared ids; 1: the same, each with its own ids; 2: mixed columns; 3: mixed ids */
static size_t alone = (size_t)-1; /* only this instance */

static unsigned seed;
static unsigned below(unsigned n)
{
    seed = seed * 1103515245u + 12345u;
    return (seed >> 16) % n;
}

static nvs_value any_value(int kind)
{
    static const double reals[] = {0, 1, -1, 0.5, 2.5, -3, 1e300, 4294967295.0, 4294967296.0, 1e20, 3};
    static const uint64_t wholes[] = {0, 1, 2, 3, 7, 255, 4294967295u, 4294967296u, 9007199254740993u, 18446744073709551615u};
    static double zero;
    nvs_value v;
    memset(&v, 0, sizeof v);
    v.kind = (nvs_kind)kind;
    switch (kind) {
    case NVS_KIND_DOUBLE: v.v.d = below(12) == 0 ? zero / zero : reals[below(11)]; break;
    case NVS_KIND_FLOAT: v.v.d = below(12) == 0 ? zero / zero : (double)(float)reals[below(6)]; break;
    case NVS_KIND_UINT64: v.v.u = wholes[below(10)]; break;
    case NVS_KIND_UINT32: v.v.u = wholes[below(7)]; break;
    case NVS_KIND_STRING: v = text(below(2) == 0 ? "x" : "yy"); break;
    default: break;
    }
    return v;
}

static void make_metric(metric *m, size_t count, int kind, int ids)
{
    size_t i;
    uint64_t id = below(5);
    static const nvs_kind some[] = {NVS_KIND_DOUBLE, NVS_KIND_UINT64, NVS_KIND_UINT32, NVS_KIND_FLOAT, NVS_KIND_NONE, NVS_KIND_STRING};
    m->count = count;
    m->kind = kind;
    m->shares = 0;
    m->value = any_value(kind >= 0 ? kind : (int)some[below(4)]);
    for (i = 0; i < count; i++) {
        m->values[i] = any_value(kind >= 0 ? kind : (int)some[below(6)]);
        m->d[i] = m->values[i].v.d;
        m->u[i] = m->values[i].v.u;
        memset(&m->ids[i], 0, sizeof m->ids[i]);
        m->id_kind = ids == 0 ? NVS_KIND_NONE : ids == 1 || ids == 2 ? NVS_KIND_UINT64 : ids == 3 ? NVS_KIND_DOUBLE : ids == 4 ? NVS_KIND_STRING : -1;
        if (ids == 1) m->ids[i] = whole(id += 1 + below(3));
        if (ids == 2) m->ids[i] = whole(below(20));
        if (ids == 3) m->ids[i] = any_value(NVS_KIND_DOUBLE);
        if (ids == 4) m->ids[i] = text(below(2) == 0 ? "x" : below(2) == 0 ? "xx" : "z");
        if (ids == 5) m->ids[i] = any_value(below(2) == 0 ? NVS_KIND_UINT64 : below(2) == 0 ? NVS_KIND_STRING : NVS_KIND_DOUBLE);
        m->id_u[i] = m->ids[i].v.u;
        m->id_d[i] = m->ids[i].v.d;
    }
}

static void share(metric *m)
{
    memcpy(m->ids, metrics[0].ids, sizeof m->ids);
    memcpy(m->id_u, metrics[0].id_u, sizeof m->id_u);
    memcpy(m->id_d, metrics[0].id_d, sizeof m->id_d);
    m->id_kind = metrics[0].id_kind;
    m->shares = 1;
}

static void column(nvs_column *c, int kind, const nvs_value *v, const uint64_t *u, const double *d, int mixed)
{
    c->kind = NVS_KIND_MIXED;
    c->at = v;
    if (kind == NVS_KIND_NONE) {
        c->kind = NVS_KIND_NONE;
        c->at = NULL;
        return;
    }
    if (mixed || kind < 0) return;
    c->kind = (nvs_kind)kind;
    if (kind == NVS_KIND_DOUBLE || kind == NVS_KIND_FLOAT) c->at = d;
    if (kind == NVS_KIND_UINT64 || kind == NVS_KIND_UINT32) c->at = u;
}

static nvs_reply get(nvs_view name, nvs_metric *out, void *user)
{
    const metric *m, *from;
    size_t at = alone == (size_t)-1 ? 0 : alone;
    (void)user;
    if (name.len != 1 || name.ptr[0] < 'a' || name.ptr[0] >= 'a' + METRICS) return NVS_REPLY_NO;
    m = from = &metrics[name.ptr[0] - 'a'];
    out->value = m->value;
    out->count = m->count;
    if (m->count == 0) return NVS_REPLY_YES;
    if (m->shares && way == 0) from = &metrics[0];
    if (alone != (size_t)-1) out->count = 1;
    column(&out->ids, m->id_kind, from->ids + at, from->id_u + at, from->id_d + at, way == 3);
    column(&out->values, m->kind, m->values + at, m->u + at, m->d + at, way == 2);
    return NVS_REPLY_YES;
}

static const nvs_source source = {get, NULL, NULL, NULL};

static int same_value(const nvs_value *a, const nvs_value *b)
{
    if (a->kind != b->kind) return 0;
    if (a->kind == NVS_KIND_NONE) return 1;
    if (a->kind == NVS_KIND_STRING) return a->v.text.len == b->v.text.len && memcmp(a->v.text.ptr, b->v.text.ptr, a->v.text.len) == 0;
    if (a->kind == NVS_KIND_DOUBLE || a->kind == NVS_KIND_FLOAT) return a->v.d == b->v.d || (a->v.d != a->v.d && b->v.d != b->v.d);
    return a->v.u == b->v.u;
}

static int simple; /* without simplify, which makes one value of all instances */

static char *expression(char *p, int depth)
{
    const unsigned what = below(depth > 0 ? 10 : 4);
    if (what < 3) *p++ = (char)('a' + below(METRICS));
    else if (what == 3) p += sprintf(p, "%s", below(3) == 0 ? "2" : below(2) == 0 ? "0.5" : "18446744073709551615");
    else if (what < 8) {
        *p++ = '(';
        p = expression(p, depth - 1);
        *p++ = ' ';
        *p++ = "+-*/"[below(4)];
        *p++ = ' ';
        p = expression(p, depth - 1);
        *p++ = ')';
    } else {
        p += sprintf(p, "%s(", what == 8 ? "nan_as_zero" : below(3) == 0 && !simple ? "simplify" : "-");
        p = expression(p, depth - 1);
        *p++ = ')';
    }
    *p = 0;
    return p;
}

static const nvs_derivation *derive(const char *one, const char *two, int generation)
{
    nvs_definition d[2];
    nvs_derive_options o;
    nvs_error e;
    const nvs_derivation *r;
    memset(&o, 0, sizeof o);
    o.arithmetic = generation == 1 ? NVS_ARITHMETIC_OLD : NVS_ARITHMETIC_CURRENT;
    d[0].name = nvs_text("one");
    d[0].expression = nvs_text(one);
    d[1].name = nvs_text("two");
    d[1].expression = nvs_text(two);
    r = nvs_derive(d, 2, &source, &o, &e);
    CHECK(r != NULL);
    return r;
}

static void representations(void)
{
    unsigned n, instances = 0;
    for (n = 0; n < 4000; n++) {
        char one[600], two[700];
        const nvs_derivation *first, *again;
        unsigned k;
        size_t i;
        int generation;
        seed = n * 7919 + 3;
        for (k = 0; k < METRICS; k++) {
            static const int kinds[] = {NVS_KIND_DOUBLE, NVS_KIND_UINT64, NVS_KIND_FLOAT, NVS_KIND_UINT32, -1, NVS_KIND_DOUBLE, NVS_KIND_UINT64};
            make_metric(&metrics[k], below(4) == 0 ? 0 : 1 + below(9), kinds[below(7)], (int)below(6));
            if (k > 0 && below(2) == 0 && metrics[k].count > 0) {
                metrics[k].count = metrics[0].count;
                make_metric(&metrics[k], metrics[0].count, kinds[below(7)], 0);
                share(&metrics[k]);
            }
        }
        expression(one, 3);
        k = (unsigned)sprintf(two, "one %c ", "+-*/"[below(4)]);
        expression(two + k, 1);
        generation = 1 + (int)below(2);
        way = 0;
        first = derive(one, two, generation);
        for (way = 1; first != NULL && way < 4; way++) {
            again = derive(one, two, generation);
            for (k = 0; again != NULL && k < 2; k++) {
                const nvs_derived *x = &first->metrics[k], *y = &again->metrics[k];
                int same = x->state == y->state && x->lossy == y->lossy && x->data.count == y->data.count && same_value(&x->data.value, &y->data.value);
                for (i = 0; same && i < x->data.count; i++) {
                    const nvs_value a = nvs_column_value(&x->data.values, i), b = nvs_column_value(&y->data.values, i);
                    const nvs_value c = nvs_column_value(&x->data.ids, i), d = nvs_column_value(&y->data.ids, i);
                    same = same_value(&a, &b) && same_value(&c, &d);
                    instances++;
                }
                if (!CHECK(same)) printf("    number %u, way %d, generation %d: %s; %s\n", n, way, generation, one, two);
            }
            nvs_derivation_close(again);
        }
        nvs_derivation_close(first);
    }
    CHECK(instances > 20000);
}

/* The ways through long columns, which are processed in pieces. */
static void long_columns(void)
{
    static const size_t counts[] = {2, 255, 256, 257, 1023, 1024, 1025, 2048, 4096, 5000};
    unsigned n, done = 0;
    simple = 1;
    for (n = 0; n < 120; n++) {
        char one[600], two[700];
        const nvs_derivation *whole_one, *single;
        const size_t count = counts[n % 10];
        unsigned k, t;
        seed = n * 104729 + 1;
        for (k = 0; k < METRICS; k++) {
            static const int kinds[] = {NVS_KIND_DOUBLE, NVS_KIND_DOUBLE, NVS_KIND_UINT64, NVS_KIND_DOUBLE};
            make_metric(&metrics[k], count, n % 3 == 0 ? NVS_KIND_DOUBLE : n % 3 == 1 ? NVS_KIND_UINT64 : kinds[below(4)], 1);
            if (k > 0) share(&metrics[k]);
            if (k == 5) metrics[k].count = 0; /* one value */
        }
        expression(one, 3);
        k = (unsigned)sprintf(two, "one %c ", "+-*/"[below(4)]);
        expression(two + k, 2);
        way = (int)below(2);
        whole_one = derive(one, two, 2);
        for (t = 0; whole_one != NULL && t < 40; t++) {
            const size_t i = t == 0 ? 0 : t == 1 ? count - 1 : t == 2 ? count / 2 : below((unsigned)count);
            alone = i;
            single = derive(one, two, 2);
            alone = (size_t)-1;
            for (k = 0; single != NULL && k < 2; k++) {
                const nvs_metric *x = &whole_one->metrics[k].data, *y = &single->metrics[k].data;
                nvs_value a, b;
                if (!CHECK(x->count == 0 || x->count == count) || !CHECK((x->count > 0) == (y->count > 0))) continue;
                if (x->count == 0) continue;
                a = nvs_column_value(&x->values, i);
                b = nvs_column_value(&y->values, 0);
                done++;
                if (!CHECK(same_value(&a, &b))) printf("    number %u, instance %u of %u: %s; %s\n", n, (unsigned)i, (unsigned)count, one, two);
            }
            nvs_derivation_close(single);
        }
        nvs_derivation_close(whole_one);
    }
    CHECK(done > 2000);
}

static void values(void)
{
    nvs_column c;
    nvs_value v[2];
    double d[2] = {1.5, 2.5};
    uint64_t u[2] = {5, 6};
    int number = 7;
    v[0] = text("t");
    v[1] = real(3);
    c.kind = NVS_KIND_NONE;
    c.at = NULL;
    CHECK(nvs_column_value(&c, 1).kind == NVS_KIND_NONE);
    c.kind = NVS_KIND_FLOAT;
    c.at = d;
    CHECK(nvs_column_value(&c, 1).kind == NVS_KIND_FLOAT && nvs_column_value(&c, 1).v.d == 2.5);
    c.kind = NVS_KIND_UINT32;
    c.at = u;
    CHECK(nvs_column_value(&c, 1).kind == NVS_KIND_UINT32 && nvs_column_value(&c, 1).v.u == 6);
    c.kind = NVS_KIND_MIXED;
    c.at = v;
    CHECK(nvs_column_value(&c, 0).kind == NVS_KIND_STRING && nvs_column_value(&c, 1).v.d == 3);
    c.kind = NVS_KIND_STRING;
    CHECK(nvs_column_value(&c, 0).kind == NVS_KIND_STRING);
    CHECK(nvs_value_number(&v[1], &number) == 3 && number == 1 && nvs_value_number(&v[0], &number) == 0 && number == 0 && nvs_value_number(&v[1], NULL) == 3);
}

int main(void)
{
    RUN(representations);
    RUN(long_columns);
    RUN(values);
    return run_end();
}
