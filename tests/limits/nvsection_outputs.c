/* Outputs go where the caller has room: each lies between two forbidden pages. */
#define _DEFAULT_SOURCE /* for MAP_ANONYMOUS */
#define NVS_IMPLEMENTATION
#include "nvsection.h"
#include "nvsection_calls.h"

#include "pages.h"
#include "run.h"

static pages room;

static void strings(void)
{
    static const char *const texts[] = {"\"\"", "\"a\"", "'plain text'", "\"\\n\\x41\\101\\u00e9\\U0001f600\\ud83d\\ude00\"", "\"\\\\\\\"\"", "\"\xc3\xa9\xff\""};
    size_t i, n, size;
    int side;
    for (i = 0; i < sizeof texts / sizeof *texts; i++)
        for (side = 0; side < 2; side++) {
            nvs_reader r;
            nvs_token t;
            char whole[100];
            nvs_reader_begin(&r, texts[i], strlen(texts[i]));
            CHECK(nvs_reader_next(&r, &t) && t.kind == NVS_TOKEN_KIND_STRING);
            n = nvs_token_decode(&t, whole, sizeof whole);
            for (size = 0; size <= n + 1; size++) {
                char *to = pages_at(&room, size, side);
                memset(to, 'x', size);
                CHECK_U64(n, nvs_token_decode(&t, to, size));
                CHECK(memcmp(to, size >= n ? whole : "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", size >= n ? n : size) == 0); /* all or nothing */
            }
        }
}

static void paths(void)
{
    static const char text[] = "Header { Metrics { Name: \"a\" } Metrics { Name: \"b\" Groups: [\"c\", \"d\"] } }";
    nvs_document *doc = nvs_document_open(text, sizeof text - 1, NULL, NULL);
    const nvs_node *n;
    size_t size, len;
    int side;
    for (n = nvs_node_walk(doc->root, doc->root, NVS_WALK_INTO); n != NULL; n = nvs_node_walk(doc->root, n, NVS_WALK_INTO))
        for (side = 0; side < 2; side++)
            for (len = nvs_node_path(n, NULL, 0), size = 0; size <= len + 1; size++) {
                char *to = pages_at(&room, size, side);
                CHECK(nvs_node_path(n, to, size) == len && (size == 0 || strlen(to) == (size <= len ? size - 1 : len)));
            }
    nvs_document_close(doc);
}

/* Names, expressions and patterns as input: nothing after them is read. */
static void inputs(void)
{
    static const char *const names[] = {"", "a", "regex:^a", "group:x", "breakdown:2:sm__x.avg", "breakdown:", "breakdown:2", "sm__x.avg.per_second", "pmsampling:sm__x.sum", "(a + b", "1.", "nan_as_zero(a)", "2e", "a[", "x{2", "\\"};
    size_t i;
    int side;
    for (i = 0; i < sizeof names / sizeof *names; i++)
        for (side = 0; side < 2; side++) {
            nvs_view v;
            nvs_name_parts m;
            nvs_definition d;
            const nvs_derivation *r;
            nvs_field_info f;
            v.len = strlen(names[i]);
            v.ptr = pages_put(&room, names[i], v.len, side);
            nvs_name_split(v, &m);
            CHECK(m.rest.len <= v.len && !nvs_message_field_find(NVS_MESSAGE_SECTION, v, &f));
            d.name = d.expression = v;
            r = nvs_derive(&d, 1, NULL, NULL, NULL);
            CHECK(r != NULL && r->count == 1 && derived_named(r, v) == r->metrics);
            nvs_derivation_close(r);
            nvs_pattern_close(pattern_open(v, NULL, NULL));
            {
                nvs_pattern *p = pattern_open(nvs_text("^a*$|x$"), NULL, NULL);
                CHECK_I64(i < 2, nvs_pattern_match(p, v) && strlen(names[i]) < 2);
                nvs_pattern_close(p);
            }
        }
}

int main(void)
{
    if (!pages_open(&room, 1)) {
        printf("skipped: needs guard pages\n");
        run_skipped++;
        return run_end();
    }
    RUN(strings);
    RUN(paths);
    RUN(inputs);
    pages_close(&room);
    return run_end();
}
