/* Patterns and expressions that are too large, too deep or made to be slow: linear work, bounded memory. */
#include "nvsection_values.h"

#include <time.h>

static double seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static nvs_memory much(size_t bytes)
{
    nvs_memory m;
    memset(&m, 0, sizeof m);
    m.max_memory = bytes;
    return m;
}

static void bombs(void)
{
    static const char *const patterns[] = {"^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "(a*)*b", "(.*)*x", "((a?){50}){50}a{50}$",
                                           "^(?=(a+)+$)(?!(a*)*b)(a|b|ab)*c$", "(x+x+)+y", "^(([a-z])+.)+[A-Z]([a-z])+$",
                                           "(a{0,30}){0,30}c$"};
    char text[4001];
    size_t i;
    const double t = seconds();
    memset(text, 'a', 4000);
    text[4000] = 0;
    for (i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
        nvs_pattern *p = nvs_pattern_open(view(patterns[i]), NULL, NULL);
        if (CHECK(p != NULL)) (void)nvs_pattern_match(p, view(text));
        nvs_pattern_free(p);
    }
    CHECK(seconds() - t < 10); /* what is not linear takes years */
}

static void large_patterns(void)
{
    const size_t len = 1000000;
    char *text = (char *)malloc(len + 8);
    nvs_memory m = much((size_t)512 << 20);
    nvs_error error;
    nvs_pattern *p;
    nvs_view v;
    size_t i;
    if (text == NULL) abort();
    v.ptr = text;
    v.len = len;
    memset(text, 'a', len);
    CHECK(nvs_pattern_open(v, &m, &error) == NULL && error.code == NVS_LIMIT); /* more states than there may be */
    CHECK(nvs_pattern_open(v, NULL, &error) == NULL && error.code == NVS_LIMIT);
    v.len = 200000;
    p = nvs_pattern_open(v, &m, &error);
    CHECK(p != NULL && nvs_pattern_match(p, view("aaaa")) == 0);
    nvs_pattern_free(p);
    v.len = 3000;
    p = nvs_pattern_open(v, &m, &error);
    CHECK(p != NULL && nvs_pattern_match(p, v) == 1);
    v.len--;
    CHECK(p != NULL && nvs_pattern_match(p, v) == 0);
    nvs_pattern_free(p);
    memset(text, '(', len);
    v.len = len;
    CHECK(nvs_pattern_open(v, &m, &error) == NULL && error.code == NVS_LIMIT && error.offset == 100);
    for (i = 0; i + 4 <= len; i += 4) memcpy(text + i, "(?:)", 4); /* many parts that make nothing */
    p = nvs_pattern_open(v, &m, &error);
    CHECK(p != NULL && nvs_pattern_match(p, view("")) == 1);
    nvs_pattern_free(p);
    for (i = 0; i + 4 <= len; i += 4) memcpy(text + i, "(?=a", 4);
    CHECK(nvs_pattern_open(v, &m, &error) == NULL && error.offset == 400);
    CHECK(nvs_pattern_open(view("((((a{1000}){1000}){1000}){1000}){1000}"), &m, &error) == NULL && error.code == NVS_LIMIT);
    p = nvs_pattern_open(view("(((((){1000}){1000}){1000}){1000}){1000}a{0}"), &m, &error);
    CHECK(p != NULL);
    nvs_pattern_free(p);
    free(text);
}

static void prefixes(void)
{
    static const char pattern[] = "^(?=.*a[b-d])x{2,3}(?!q|\\x41)[[:alpha:]]+\\b$";
    static const char expression[] = "pmsampling:half * -(1.5e3 + reals) / nan_as_zero(two - simplify(one))";
    size_t i;
    for (i = 0; i <= sizeof pattern - 1; i++) { /* copies of the exact size: a read behind the end is seen by tools */
        char *copy = (char *)malloc(i + 1);
        nvs_view v;
        nvs_error error;
        nvs_pattern *p;
        if (copy == NULL) abort();
        memcpy(copy, pattern, i);
        v.ptr = copy;
        v.len = i;
        p = nvs_pattern_open(v, NULL, &error);
        CHECK(p != NULL || (error.code == NVS_SYNTAX && error.offset <= i));
        nvs_pattern_free(p);
        free(copy);
    }
    for (i = 0; i <= sizeof expression - 1; i++) {
        char *copy = (char *)malloc(i + 1);
        nvs_definition d;
        nvs_derived *r;
        if (copy == NULL) abort();
        memcpy(copy, expression, i);
        d.name = view("x");
        d.expression.ptr = copy;
        d.expression.len = i;
        r = nvs_derive(&d, 1, NULL, &test_source, NULL);
        CHECK(r != NULL && r->metrics[0].column <= i + 1);
        CHECK(r != NULL && (i < sizeof expression - 1 || r->metrics[0].status == NVS_DERIVED_OK));
        nvs_derived_free(r);
        free(copy);
    }
}

/* Time of an expression "one+one+..." of n operators; its value in *sum. */
static double chain(size_t n, uint64_t *sum)
{
    char *text = (char *)malloc(n * 4 + 4);
    nvs_definition d;
    nvs_derive_options o;
    nvs_derived *r;
    size_t i;
    double t;
    if (text == NULL) abort();
    memcpy(text, "one", 3);
    for (i = 0; i < n; i++) memcpy(text + 3 + i * 4, "+one", 4);
    memset(&o, 0, sizeof o);
    o.memory = much((size_t)1 << 30);
    d.name = view("x");
    d.expression.ptr = text;
    d.expression.len = n * 4 + 3;
    t = seconds();
    r = nvs_derive(&d, 1, &o, &test_source, NULL);
    t = seconds() - t;
    *sum = CHECK(r != NULL) ? r->metrics[0].data.value.v.u : 0;
    nvs_derived_free(r);
    free(text);
    return t;
}

static void long_expressions(void)
{
    uint64_t sum;
    double one, ten;
    (void)chain(100000, &sum);
    one = chain(100000, &sum);
    CHECK_U64(100001, sum);
    ten = chain(1000000, &sum);
    CHECK_U64(1000001, sum);
    CHECK(ten < one * 40 + 0.5); /* ten times as long, and much slack */
}

/* Definitions that lean on each other, 300000 in a row or in a ring. */
static void long_chains(void)
{
    const size_t count = 300000;
    char (*names)[16] = (char(*)[16])malloc(count * 16), (*texts)[24] = (char(*)[24])malloc(count * 24);
    nvs_definition *d = (nvs_definition *)malloc(count * sizeof *d);
    nvs_derive_options o;
    nvs_derived *r;
    size_t i;
    if (names == NULL || texts == NULL || d == NULL) abort();
    for (i = 0; i < count; i++) {
        d[i].name.ptr = names[i];
        d[i].name.len = (size_t)sprintf(names[i], "d%zu", i);
        d[i].expression.ptr = texts[i];
        d[i].expression.len = (size_t)sprintf(texts[i], i + 1 < count ? "d%zu + one" : "one", i + 1);
    }
    memset(&o, 0, sizeof o);
    o.memory = much((size_t)1 << 30);
    r = nvs_derive(d, count, &o, &test_source, NULL);
    if (CHECK(r != NULL)) {
        CHECK_U64(count, r->metrics[0].data.value.v.u);
        nvs_derived_free(r);
    }
    d[count - 1].expression = view("d0");
    r = nvs_derive(d, count, &o, &test_source, NULL);
    if (CHECK(r != NULL)) {
        CHECK(r->metrics[0].what == NVS_DERIVED_CYCLE && r->metrics[0].next == 1);
        CHECK(r->metrics[count - 1].what == NVS_DERIVED_CYCLE && r->metrics[count - 1].next == 0);
        nvs_derived_free(r);
    }
    free(names);
    free(texts);
    free(d);
}

static double *many;
static uint64_t *ids;
static size_t many_count;

static int many_metric(void *user, nvs_view name, nvs_data *d)
{
    (void)user;
    (void)name;
    d->value = real(1);
    d->count = many_count;
    d->ids.kind = NVS_KIND_UINT64;
    d->ids.at = ids;
    d->values.kind = NVS_KIND_DOUBLE;
    d->values.at = many;
    return 1;
}

static void many_instances(void)
{
    static const nvs_source source = {NULL, many_metric, NULL};
    nvs_definition d;
    nvs_derive_options o;
    nvs_derived *r;
    nvs_error error;
    size_t i;
    many_count = 1000000;
    many = (double *)malloc(many_count * sizeof *many);
    ids = (uint64_t *)malloc(many_count * sizeof *ids);
    if (many == NULL || ids == NULL) abort();
    for (i = 0; i < many_count; i++) {
        many[i] = 1;
        ids[i] = (i * 7919) % many_count; /* in no order: each is found by a search */
    }
    memset(&o, 0, sizeof o);
    d.name = view("x");
    d.expression = view("a - b + a - b + a");
    r = nvs_derive(&d, 1, &o, &source, &error); /* rooms are used again: it fits into the 64 MiB of the default */
    if (CHECK(r != NULL)) {
        CHECK_DOUBLE(1e6, r->metrics[0].data.value.v.d);
        CHECK(r->memory < (size_t)32 << 20);
        nvs_derived_free(r);
    }
    o.memory = much((size_t)4 << 20);
    CHECK(nvs_derive(&d, 1, &o, &source, &error) == NULL && error.code == NVS_LIMIT && error.offset == 0);
    free(many);
    free(ids);
}

int main(void)
{
    RUN(bombs);
    RUN(large_patterns);
    RUN(prefixes);
    RUN(long_expressions);
    RUN(long_chains);
    RUN(many_instances);
    return run_end();
}
