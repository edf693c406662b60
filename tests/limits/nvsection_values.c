/* Patterns and expressions that are too large, too deep or made to be slow: linear work, bounded memory. */
#include "linear.h"
#include "nvsection_values.h"

static nvs_memory much(size_t bytes)
{
    nvs_memory m;
    memset(&m, 0, sizeof m);
    m.max_memory = bytes;
    return m;
}

/* Found at the end, however long the text is. */
static void found_at_the_end(void)
{
    char text[4000];
    nvs_pattern *p = pattern_open(nvs_text("((a?){50}){50}a{50}$"), NULL, NULL);
    nvs_view v;
    memset(text, 'a', sizeof text);
    v.ptr = text;
    v.len = sizeof text;
    if (CHECK(p != NULL)) CHECK_I64(1, nvs_pattern_match(p, v));
    nvs_pattern_close(p);
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
    CHECK(pattern_open(v, &m, &error) == NULL && error.code == NVS_LIMIT); /* more states than allowed */
    CHECK(pattern_open(v, NULL, &error) == NULL && error.code == NVS_LIMIT);
    v.len = 200000;
    p = pattern_open(v, &m, &error);
    CHECK(p != NULL && nvs_pattern_match(p, nvs_text("aaaa")) == 0);
    nvs_pattern_close(p);
    v.len = 3000;
    p = pattern_open(v, &m, &error);
    CHECK(p != NULL && nvs_pattern_match(p, v) == 1);
    v.len--;
    CHECK(p != NULL && nvs_pattern_match(p, v) == 0);
    nvs_pattern_close(p);
    memset(text, '(', len);
    v.len = len;
    CHECK(pattern_open(v, &m, &error) == NULL && error.code == NVS_LIMIT && error.offset == 100);
    for (i = 0; i + 4 <= len; i += 4) memcpy(text + i, "(?:)", 4); /* many parts that make nothing */
    p = pattern_open(v, &m, &error);
    CHECK(p != NULL && nvs_pattern_match(p, nvs_text("")) == 1);
    nvs_pattern_close(p);
    for (i = 0; i + 4 <= len; i += 4) memcpy(text + i, "(?=a", 4);
    CHECK(pattern_open(v, &m, &error) == NULL && error.offset == 400);
    CHECK(pattern_open(nvs_text("((((a{1000}){1000}){1000}){1000}){1000}"), &m, &error) == NULL && error.code == NVS_LIMIT);
    p = pattern_open(nvs_text("(((((){1000}){1000}){1000}){1000}){1000}a{0}"), &m, &error);
    CHECK(p != NULL);
    nvs_pattern_close(p);
    free(text);
}

static void prefixes(void)
{
    static const char pattern[] = "^(?=.*a[b-d])x{2,3}(?!q|\\x41)[[:alpha:]]+\\b$";
    static const char expression[] = "pmsampling:half * -(1.5e3 + reals) / nan_as_zero(two - simplify(one))";
    size_t i;
    for (i = 0; i <= sizeof pattern - 1; i++) { /* copies of the exact size: memory checkers see a read past the end */
        char *copy = (char *)malloc(i + 1);
        nvs_view v;
        nvs_error error;
        nvs_pattern *p;
        if (copy == NULL) abort();
        memcpy(copy, pattern, i);
        v.ptr = copy;
        v.len = i;
        p = pattern_open(v, NULL, &error);
        CHECK(p != NULL || (error.code == NVS_SYNTAX && error.offset <= i));
        nvs_pattern_close(p);
        free(copy);
    }
    for (i = 0; i <= sizeof expression - 1; i++) {
        char *copy = (char *)malloc(i + 1);
        nvs_definition d;
        const nvs_derivation *r;
        if (copy == NULL) abort();
        memcpy(copy, expression, i);
        d.name = nvs_text("x");
        d.expression.ptr = copy;
        d.expression.len = i;
        r = nvs_derive(&d, 1, &test_source, NULL, NULL);
        CHECK(r != NULL && r->metrics[0].column <= i + 1);
        CHECK(r != NULL && (i < sizeof expression - 1 || r->metrics[0].state == NVS_DERIVED_STATE_OK));
        nvs_derivation_close(r);
        free(copy);
    }
}

/* The same letter, and perhaps another at the end. */
static char *make_letters(const linear_shape *shape, size_t n, size_t *len)
{
    char *text = (char *)malloc(n);
    if (text == NULL) abort();
    memset(text, 'a', n);
    text[n - 1] = shape->text[2][0];
    *len = n;
    return text;
}

static void match(const linear_shape *shape, size_t n, const char *text, size_t len)
{
    nvs_pattern *p = pattern_open(nvs_text(shape->text[0]), NULL, NULL);
    nvs_view v;
    (void)n;
    v.ptr = text;
    v.len = len;
    if (CHECK(p != NULL)) CHECK_I64(shape->text[1] != NULL, nvs_pattern_match(p, v));
    nvs_pattern_close(p);
}

/* "one+one+..." of n operators. */
static char *make_sum(const linear_shape *shape, size_t n, size_t *len)
{
    char *text = (char *)malloc(n * 4 + 4);
    size_t i;
    (void)shape;
    if (text == NULL) abort();
    memcpy(text, "one", 3);
    for (i = 0; i < n; i++) memcpy(text + 3 + i * 4, "+one", 4);
    *len = n * 4 + 3;
    return text;
}

static void derive_sum(const linear_shape *shape, size_t n, const char *text, size_t len)
{
    nvs_definition d;
    nvs_derive_options o;
    const nvs_derivation *r;
    (void)shape;
    memset(&o, 0, sizeof o);
    o.memory = much((size_t)1 << 30);
    d.name = nvs_text("x");
    d.expression.ptr = text;
    d.expression.len = len;
    r = nvs_derive(&d, 1, &test_source, &o, NULL);
    if (CHECK(r != NULL)) CHECK_U64(n + 1, r->metrics[0].data.value.v.u);
    nvs_derivation_close(r);
}

/* Definitions that each use the next: 16 bytes for the name of each, and 24 for its expression. */
static char *make_row(const linear_shape *shape, size_t n, size_t *len)
{
    char *all = (char *)malloc(n * 40);
    size_t i;
    (void)shape;
    if (all == NULL) abort();
    for (i = 0; i < n; i++) {
        sprintf(all + i * 40, "d%zu", i);
        sprintf(all + i * 40 + 16, i + 1 < n ? "d%zu + one" : "one", i + 1);
    }
    *len = n * 40;
    return all;
}

static const nvs_derivation *derived_row(size_t n, const char *all, int ring)
{
    nvs_definition *d = (nvs_definition *)malloc(n * sizeof *d);
    nvs_derive_options o;
    const nvs_derivation *r;
    size_t i;
    if (d == NULL) abort();
    for (i = 0; i < n; i++) {
        d[i].name = nvs_text(all + i * 40);
        d[i].expression = nvs_text(all + i * 40 + 16);
    }
    if (ring) d[n - 1].expression = nvs_text("d0");
    memset(&o, 0, sizeof o);
    o.memory = much((size_t)1 << 30);
    r = nvs_derive(d, n, &test_source, &o, NULL);
    free(d);
    return r;
}

static void derive_row(const linear_shape *shape, size_t n, const char *all, size_t len)
{
    const nvs_derivation *r = derived_row(n, all, 0);
    (void)shape;
    (void)len;
    if (CHECK(r != NULL)) CHECK_U64(n, r->metrics[0].data.value.v.u);
    nvs_derivation_close(r);
}

static void derive_ring(const linear_shape *shape, size_t n, const char *all, size_t len)
{
    const nvs_derivation *r = derived_row(n, all, 1);
    (void)shape;
    (void)len;
    if (CHECK(r != NULL) && n > 1) { /* a name used in its own definition means a metric */
        CHECK(r->metrics[0].state == NVS_DERIVED_STATE_CYCLE && r->metrics[0].next == 1);
        CHECK(r->metrics[n - 1].state == NVS_DERIVED_STATE_CYCLE && r->metrics[n - 1].next == 0);
    }
    nvs_derivation_close(r);
}

#define PATTERN(pattern, found, last) {pattern, make_letters, match, 100000, {pattern, found, last}}
static const linear_shape shapes[] = {
    PATTERN("^(a+)+$", "found", "a"),
    PATTERN("^(a|a)*$", "found", "a"),
    PATTERN("^(a|aa)+$", "found", "a"),
    PATTERN("(a*)*b", NULL, "a"),
    PATTERN("(.*)*x", NULL, "a"),
    PATTERN("((a?){50}){50}a{50}$", NULL, "b"),
    PATTERN("^(?=(a+)+$)(?!(a*)*b)(a|b|ab)*c$", NULL, "a"),
    PATTERN("(x+x+)+y", NULL, "a"),
    PATTERN("^(([a-z])+.)+[A-Z]([a-z])+$", NULL, "a"),
    PATTERN("(a{0,30}){0,30}c$", NULL, "a"),
    {"a long sum", make_sum, derive_sum, 30000, {NULL}},
    {"definitions in a row", make_row, derive_row, 20000, {NULL}},
    {"definitions in a ring", make_row, derive_ring, 20000, {NULL}},
};

static void linear(void) { linear_large(shapes, sizeof shapes / sizeof *shapes); }

static double *many;
static uint64_t *ids;
static size_t many_count;

static nvs_reply many_metric(nvs_view name, nvs_metric *d, void *user)
{
    (void)user;
    (void)name;
    d->value = real(1);
    d->count = many_count;
    d->ids.kind = NVS_KIND_UINT64;
    d->ids.at = ids;
    d->values.kind = NVS_KIND_DOUBLE;
    d->values.at = many;
    return NVS_REPLY_YES;
}

static void many_instances(void)
{
    static const nvs_source source = {many_metric, NULL, NULL, NULL};
    nvs_definition d;
    nvs_derive_options o;
    const nvs_derivation *r;
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
    d.name = nvs_text("x");
    d.expression = nvs_text("a - b + a - b + a");
    r = nvs_derive(&d, 1, &source, &o, &error); /* room is reused: it fits into the default 64 MiB */
    if (CHECK(r != NULL)) {
        CHECK_DOUBLE(1e6, r->metrics[0].data.value.v.d);
        CHECK(nvs_derivation_memory_used(r) < (size_t)32 << 20);
        nvs_derivation_close(r);
    }
    o.memory = much((size_t)4 << 20);
    CHECK(nvs_derive(&d, 1, &source, &o, &error) == NULL && error.code == NVS_LIMIT && error.offset == 0);
    free(many);
    free(ids);
}

int main(int argc, char **argv)
{
    if (argc > 1) return linear_runs(argv[1], shapes, sizeof shapes / sizeof *shapes);
    RUN(found_at_the_end);
    RUN(large_patterns);
    RUN(prefixes);
    RUN(linear);
    RUN(many_instances);
    return run_end();
}
