/* The quick way through usual lines of section files against the general way: the same text with whitespace before each
   line feed never takes the quick one. On the bundled sections, and on 20,000 random mutations of them (with a fixed
   seed). */
#define NVS_STATIC
#define NVS_IMPLEMENTATION
#include "nvsection.h"
#include "nvsection_calls.h"
#include "run.h"

static uint64_t state = 88172645463325252u;

static uint32_t random_below(uint32_t n)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 32) % n;
}

/* Line and column of an offset, counted from the start. */
static int place_is(const char *text, uint32_t offset, uint32_t line, uint32_t column)
{
    uint32_t i, l = 1, start = 0;
    for (i = 0; i < offset; i++)
        if (text[i] == '\n') {
            l++;
            start = i + 1;
        }
    return l == line && offset - start + 1 == column;
}

/* Raw text without the spaces that were put in. */
static int same_raw(nvs_view a, nvs_view b)
{
    size_t i = 0, k;
    for (k = 0; k < b.len; k++) {
        if (b.ptr[k] == ' ' && k + 1 < b.len && b.ptr[k + 1] == '\n' && i < a.len && a.ptr[i] == '\n') continue;
        if (i == a.len || a.ptr[i++] != b.ptr[k]) return 0;
    }
    return i == a.len;
}

static int same_node(const nvs_node *a, const nvs_node *b)
{
    if (a->type != b->type || a->name != b->name || a->of != b->of || a->presence != b->presence || a->number != b->number) return 0;
    if (a->line != b->line || a->column != b->column || a->index != b->index) return 0;
    if ((a->parent == NULL) != (b->parent == NULL) || (a->parent != NULL && a->parent->line != b->parent->line)) return 0;
    if (a->type == NVS_TYPE_MESSAGE) return (a->child == NULL) == (b->child == NULL);
    if (a->type == NVS_TYPE_RAW) return same_raw(a->v.text, b->v.text);
    if (a->type == NVS_TYPE_STRING)
        return a->v.text.len == b->v.text.len && memcmp(a->v.text.ptr, b->v.text.ptr, a->v.text.len) == 0;
    return a->v.u == b->v.u;
}

static int same(const nvs_document *a, const nvs_document *b)
{
    const nvs_node *x = a->root, *y = b->root;
    uint32_t i;
    if (a->fields != b->fields || a->errors != b->errors || a->warnings != b->warnings) return 0;
    if (a->problem_count != b->problem_count) return 0;
    for (i = 0; i < a->problem_count; i++) {
        const nvs_problem d = problem_of(a, i), e = problem_of(b, i);
        if (d.kind != e.kind || d.warning != e.warning || d.line != e.line || d.column != e.column) return 0;
        if (d.after != e.after || !same_raw(d.name, e.name)) return 0;
    }
    for (;;) { /* both trees, in the order of the text */
        if (!same_node(x, y)) return 0;
        if (x->parent != NULL && !place_is(a->input.ptr, x->offset, x->line, x->column)) return 0;
        if (x->type == NVS_TYPE_MESSAGE && x->child != NULL) {
            x = x->child;
            y = y->child;
            continue;
        }
        while (x != a->root && x->next == NULL) {
            if (y->next != NULL) return 0;
            x = x->parent;
            y = y->parent;
        }
        if (x == a->root) return y == b->root;
        x = x->next;
        y = y->next;
        if (y == NULL) return 0;
    }
}

static int compare(const char *text, size_t len, unsigned flags)
{
    char *exact = (char *)malloc(len + 1), *padded = (char *)malloc(2 * len + 1);
    nvs_document_options o;
    nvs_document *a, *b;
    size_t i, n = 0;
    int ok;
    for (i = 0; i < len; i++) {
        if (text[i] == '\n') padded[n++] = ' ';
        padded[n++] = text[i];
    }
    memcpy(exact, text, len);
    memset(&o, 0, sizeof o);
    set_ways(&o, flags);
    a = nvs_document_open(exact, len, &o, NULL);
    b = nvs_document_open(padded, n, &o, NULL);
    ok = a != NULL && b != NULL && same(a, b);
    if (!ok) printf("%.*s\n", (int)len, text);
    nvs_document_close(a);
    nvs_document_close(b);
    free(exact);
    free(padded);
    return ok;
}

static const char *const paths[] = {"examples/data/sections/Occupancy.section", "examples/data/sections/SpeedOfLight.section",
                                    "examples/data/sections/WarpStateStats.section", NULL};

static void bundled(void)
{
    unsigned i;
    for (i = 0; paths[i] != NULL; i++) {
        size_t len, k;
        char *text = run_read(paths[i], &len);
        CHECK(text != NULL && len > 1000);
        if (text == NULL) continue;
        CHECK(compare(text, len, 0));
        for (k = 0; k <= len; k += 7) CHECK(compare(text, k, 0));
        free(text);
    }
}

/* Lines that are nearly usual: lists, things given twice, required fields that are missing, literals that go on. */
static void nearly(void)
{
    static const char text[] = "Identifier: \"a\"\r\nIdentifier: \"b\"\nDisplayName: \"c\"\n  \"d\"\nDisplayName: \"e\"\n"
                               "Sets [{\n  Identifier: \"x\"\n}, {\n  Identifier: \"y\"\n}]\nSets [\n{\n  Label: \"no\"\n}\n]\n"
                               "Body {\n  Items {\n    Table {\n      Label: \"t\"\n      Columns: 2\n    }\n    Table {\n    }\n  }\n"
                               "  Items {\n    Table {\n    }\n    BarChart {\n    }\n  }\n}\nMetrics {\n  Metrics {\n  }\n}\n"
                               "Metrics {\n  Metrics <\n    Name: \"m\"\n  }\n}\nMetrics {\n  Metrics {\n    Name: \"m\"\n  >\n}\n}\n"
                               "Nothing {\n}\nNothing: \"n\"\nMetrics {\n  Metrics {\n    Name: \"\xff\"\n    Label: \"it's\"\n  }\n}\n";
    size_t k;
    for (k = 0; k < sizeof text; k++) {
        CHECK(compare(text, k, 0));
        CHECK(compare(text, k, READ_LENIENT));
        CHECK(compare(text, k, READ_FIRST_ERROR));
        CHECK(compare(text + k, sizeof text - 1 - k, 0));
    }
}

static void changed(void)
{
    static const char put[] = "\n\n\n\"\"::{}{}<>[][]  \r#',;aN_0-\xc3\xa9\x7f";
    size_t len, from, n;
    unsigned i, k;
    char *text = run_read(paths[0], &len), *copy = (char *)malloc(1000 + 16);
    CHECK(text != NULL && len > 1000);
    for (i = 0; text != NULL && i < 20000 && run_bad == 0; i++) {
        n = 200 + random_below(800);
        if (n > len) n = len;
        from = random_below((uint32_t)(len - n) + 1);
        while (from > 0 && text[from - 1] != '\n') from--; /* begin with a line */
        memcpy(copy, text + from, n);
        for (k = random_below(4); k > 0; k--) {
            const size_t at = random_below((uint32_t)n);
            const uint32_t what = random_below(3);
            if (what == 0) copy[at] = put[random_below((uint32_t)sizeof put - 1)];
            else if (what == 1) {
                memmove(copy + at, copy + at + 1, n - at - 1);
                n--;
            } else {
                memmove(copy + at + 1, copy + at, n - at);
                copy[at] = put[random_below((uint32_t)sizeof put - 1)];
                n++;
            }
        }
        CHECK(compare(copy, n, i % 3 == 0 ? READ_LENIENT : i % 3 == 1 ? READ_FIRST_ERROR : 0));
    }
    free(text);
    free(copy);
}

int main(void)
{
    RUN(bundled);
    RUN(nearly);
    RUN(changed);
    return run_end();
}
