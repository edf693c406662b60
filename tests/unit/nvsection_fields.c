/* The meanings of fields that the tool shows: each field has one, and each example is what the reader takes. */
#define NVS_IMPLEMENTATION
#include "cli/heap.c" /* first: it asks for more than POSIX */
#include <dirent.h>
#include "run.h"
#include "cli/cli.c"
#include "../../examples/tools/nvsection/fields.c"

static int is_version(const char *s)
{
    return strcmp(s, "guide") == 0 || (strlen(s) >= 4 && s[0] == '2' && s[1] == '0' && strspn(s, "0123456789.") == strlen(s));
}

static void every_field_has_a_meaning_and_an_example_that_reads(void)
{
    int m, fields = 0;
    unsigned i;
    for (m = 0; strcmp(nvs_message_name(m), "?") != 0; m++) {
        nvs_field_info f;
        field_doc d;
        message_doc(m, &d);
        CHECK(d.meaning[0] != 0 && is_version(d.since));
        for (i = 0; nvs_message_field_at(m, i, &f); i++) {
            nvs_document_options o;
            nvs_document *doc;
            nvs_problem p;
            nvs_error error;
            char text[400];
            uint32_t k;
            fields++;
            field_doc_of(m, &f, &d);
            if (d.meaning[0] == 0 || d.example[0] == 0 || !is_version(d.since)) {
                printf("%s.%s: meaning \"%s\", example \"%s\", since \"%s\"\n", nvs_message_name(m),
                    nvs_field_name((int)f.name), d.meaning,
                       d.example, d.since);
                CHECK(0);
            }
            CHECK(strchr(d.meaning, '|') == NULL && strchr(d.example, '|') == NULL && d.meaning[strlen(d.meaning) - 1] != '.');
            snprintf(text, sizeof text, "%s%s", nvs_field_name((int)f.name), d.example);
            memset(&o, 0, sizeof o);
            o.top = m;
            doc = nvs_document_open(text, strlen(text), &o, &error);
            if (doc == NULL) {
                CHECK(doc != NULL);
                continue;
            }
            CHECK_U64(1, (uint64_t)(doc->root->child != NULL && doc->root->child->name == f.name &&
                doc->root->v.last->name == f.name));
            CHECK_U64(0, doc->warnings);
            for (k = 0; nvs_document_problem_at(doc, k, &p); k++) { /* the other required fields of the message are not there */
                const int top = p.kind == NVS_PROBLEM_KIND_REQUIRED && p.offset == 0;
                if (!top) printf("%s: %s\n", text, p.message);
                CHECK(top);
            }
            nvs_document_close(doc);
        }
    }
    CHECK(fields > 200);
}

static void a_row_of_the_table_is_of_a_field_that_is_there(void)
{
    size_t i, k;
    for (i = 0; i < sizeof docs / sizeof docs[0]; i++) {
        const char *const name = nvs_field_name(docs[i].field);
        nvs_field_info f;
        for (k = 0; k < i; k++) CHECK(docs[k].message != docs[i].message || docs[k].field != docs[i].field);
        if (docs[i].message == ANY || docs[i].field == NVS_FIELD_NONE) continue;
        if (!nvs_message_field_find(docs[i].message, nvs_text(name), &f))
            printf("%s.%s\n", nvs_message_name(docs[i].message), name);
        CHECK(nvs_message_field_find(docs[i].message, nvs_text(name), &f));
    }
}

static void messages_are_found_by_name_field_and_path(void)
{
    const char *near;
    CHECK_U64(NVS_MESSAGE_METRIC, (uint64_t)message_named("Metric", &near));
    CHECK_U64(NVS_MESSAGE_VALUE_AXIS, (uint64_t)message_named("AxisX", &near));
    CHECK_U64(NVS_MESSAGE_RANGE, (uint64_t)message_named("Body.Items.BarChart.ValueAxis.Range", &near));
    CHECK(message_named("Body.Items.Nothing", &near) == -1 && near == NULL);
    CHECK(message_named("Body.", &near) == -1 && message_named("", &near) == -1 && message_named("Identifier", &near) == -1);
    CHECK(message_named("Fliter", &near) == -1 && near != NULL && strcmp(near, "Filter") == 0);
}

/* "2025.1.1" as 202501; 0 for anything else. */
static unsigned version(const char *s)
{
    unsigned year = 0, minor = 0;
    if (sscanf(s, "%4u.%2u", &year, &minor) < 1) return 0;
    return year * 100 + minor;
}

static void no_real_file_is_older_than_its_fields(void)
{
    static const char corpus[] = "../shared/corpus/section";
    DIR *d = opendir(corpus), *in;
    struct dirent *e, *file;
    unsigned fields = 0;
    if (d == NULL) {
        SKIP("needs ../shared/corpus");
        return;
    }
    while ((e = readdir(d)) != NULL) {
        char path[900];
        const unsigned of = strncmp(e->d_name, "ncu-", 4) == 0 ? version(e->d_name + 4)
            : strncmp(e->d_name, "nersc-", 6) == 0 ? 202001 : 0;
        snprintf(path, sizeof path, "%s/%s", corpus, e->d_name);
        in = of != 0 ? opendir(path) : NULL;
        while (in != NULL && (file = readdir(in)) != NULL) {
            char name[1200];
            size_t len;
            char *text;
            nvs_document *doc;
            const nvs_node *n;
            if (strstr(file->d_name, ".section") == NULL) continue;
            snprintf(name, sizeof name, "%s/%s", path, file->d_name);
            text = run_read(name, &len);
            doc = nvs_document_open(text, len, NULL, NULL);
            for (n = doc->root->child; n != NULL; n = nvs_node_walk(doc->root, n, NVS_WALK_INTO)) {
                nvs_field_info f;
                field_doc docs_of;
                if (n->type == NVS_TYPE_RAW ||
                    !nvs_message_field_find(n->parent->of, nvs_text(nvs_field_name(n->name)), &f)) continue;
                field_doc_of(n->parent->of, &f, &docs_of);
                fields++;
                if (version(docs_of.since) <= of && version(docs_of.since) > 0) continue;
                printf("%s:%u: %s.%s, which is said to be of %s\n", name, (unsigned)n->line,
                    nvs_message_name(n->parent->of), nvs_field_name(n->name), docs_of.since);
                CHECK(0);
            }
            nvs_document_close(doc);
            free(text);
        }
        if (in != NULL) closedir(in);
    }
    closedir(d);
    CHECK(fields > 10000);
}

int main(void)
{
    RUN(every_field_has_a_meaning_and_an_example_that_reads);
    RUN(a_row_of_the_table_is_of_a_field_that_is_there);
    RUN(no_real_file_is_older_than_its_fields);
    RUN(messages_are_found_by_name_field_and_path);
    return run_end();
}
