/* The meanings of fields that the tool shows: each field has one, and each example is what the reader takes. */
#define _POSIX_C_SOURCE 200809L
#include "run.h"
#include "../../examples/cli/cli.c"
#include "../../examples/nvsection/fields.c"

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
            nvs_error error;
            char text[400];
            uint32_t k;
            fields++;
            field_doc_of(m, &f, &d);
            if (d.meaning[0] == 0 || d.example[0] == 0 || !is_version(d.since)) {
                printf("%s.%s: meaning \"%s\", example \"%s\", since \"%s\"\n", nvs_message_name(m), nvs_field_name((int)f.name), d.meaning,
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
            CHECK_U64(1, (uint64_t)(doc->root->child != NULL && doc->root->child->name == f.name && doc->root->v.last->name == f.name));
            CHECK_U64(0, doc->warnings);
            for (k = 0; k < doc->diagnostic_count; k++) { /* the other required fields of the message are not there */
                const int top = doc->diagnostics[k].issue == NVS_ISSUE_REQUIRED && doc->diagnostics[k].offset == 0;
                if (!top) printf("%s: %s\n", text, nvs_issue_text(doc->diagnostics[k].issue));
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
        if (!nvs_message_field_find(docs[i].message, nvs_text(name), &f)) printf("%s.%s\n", nvs_message_name(docs[i].message), name);
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

int main(void)
{
    RUN(every_field_has_a_meaning_and_an_example_that_reads);
    RUN(a_row_of_the_table_is_of_a_field_that_is_there);
    RUN(messages_are_found_by_name_field_and_path);
    return run_end();
}
