/* The documentation of keys, and what is said of a file of it. */
#define NVP_ASSERT(e) ((e) ? (void)0 : abort())
#include <stdlib.h>
#define NVP_IMPLEMENTATION
#include "nvprofile.h"

#include "heap.h"
#include "profiles.h"
#include "run.h"

/* A key documentation of many short values, one of which the quick reader does not know: all are counted once. */
static void many_short_values(void)
{
    char text[1000], *p = text;
    const nvp_keys *k;
    unsigned i;
    p += sprintf(p, "{\"registry_keys\":[");
    for (i = 0; i < 300; i++) p += sprintf(p, "1,");
    sprintf(p, "null]}");
    k = keys_in(text, strlen(text), garbage(), NULL);
    CHECK(k != NULL && k->used && k->skipped == 301 && k->count == 0 && k->file->errors == 0);
    nvp_keys_close(k);
}

/* What is reported about the text of a key documentation. */
static void key_files(void)
{
    static const char text[] = "{\"registry_keys\":[{\"key\":\"K\",\"type\":\"integer\",\"description\":\"d\"},[],\n  7],\"a\":1,\n \"a\":2,'b':3}";
    const nvp_keys *k;
    nvp_position p;
    nvp_config *unused = parsed_in_garbage("{}", 0);
    k = keys_in(text, sizeof text - 1, garbage(), NULL);
    if (CHECK(k != NULL)) {
        const nvp_file *f = k->file;
        CHECK(k->used && f->used && k->count == 1 && k->skipped == 2);
        CHECK(f->name.ptr != NULL && f->name.len == 0 && f->text.ptr == text && f->text.len == sizeof text - 1);
        CHECK(f->errors == 0 && f->warnings == 2 && f->notes == 0 && f->problem_count == 2 && f->rule_count == 0 && f->profile_count == 0);
        CHECK(f->problems[0].issue == NVP_ISSUE_DUPLICATE_MEMBER && f->problems[1].issue == NVP_ISSUE_SINGLE_QUOTED_NAME);
        CHECK(f->problems[0].offset == 82 && f->problems[0].see == 74 && f->problems[1].offset == 88);
        p = nvp_file_locate(f, 88);
        CHECK(p.line == 3 && p.column == 8);
        nvp_keys_close(k);
    }
    k = keys_in("{\"x\":-0x1}", 10, NULL, NULL);
    CHECK(k != NULL && k->file->notes == 1 && k->file->problems[0].issue == NVP_ISSUE_SIGNED_BASE);
    nvp_keys_close(k);
    nvp_config_close(unused);
}

static void keys(void)
{
    static const char text[] =
        "{\"registry_keys\":[{\"key\":\"B\",\"type\":\"boolean\",\"description\":\"\"},{\"key\":\"I\",\"type\":\"integer\",\"description\":\"\"},"
        "{\"key\":\"F\",\"type\":\"float\",\"description\":\"\"},{\"key\":\"S\",\"type\":\"string\",\"description\":\"\"},"
        "{\"key\":\"O\",\"type\":\"other\",\"description\":\"\"},7,{\"key\":\"x\"},{\"key\":1,\"type\":\"\",\"description\":\"\"}]}";
    const nvp_keys *list = keys_in(text, sizeof text - 1, NULL, NULL);
    CHECK_U64(5, list->count);
    CHECK_U64(3, list->skipped);
    nvp_keys_close(list);
    list = keys_in("{\"registry_keys\":{}}", 20, NULL, NULL);
    CHECK(list->used && list->count == 0 && list->skipped == 0);
    nvp_keys_close(list);
    list = keys_in("[]", 2, NULL, NULL);
    CHECK(!list->used && list->file->errors == 0);
    nvp_keys_close(list);
    if (sizeof(size_t) > 4) CHECK(keys_in("", (size_t)NVP_NONE, NULL, NULL) == NULL);
}

/* Entries of a key documentation that are no keys, each for another reason. */
static void key_entries(void)
{
    static const char *const bad[] = {"7", "[]", "{}", "{\"key\":\"k\"}", "{\"key\":\"k\",\"type\":\"t\"}", "{\"type\":\"t\",\"description\":\"d\"}", "{\"key\":\"k\",\"description\":\"d\"}",
                                      "{\"key\":1,\"type\":\"t\",\"description\":\"d\"}", "{\"key\":\"k\",\"type\":1,\"description\":\"d\"}", "{\"key\":\"k\",\"type\":\"t\",\"description\":1}"};
    size_t i;
    for (i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[300];
        const nvp_keys *k;
        sprintf(text, "{\"registry_keys\":[%s,{\"key\":\"a\",\"type\":\"b\",\"description\":\"c\"}]}", bad[i]);
        k = keys_in(text, strlen(text), NULL, NULL);
        if (!CHECK(k != NULL && k->used && k->skipped == 1 && k->count == 1)) printf("    %s\n", bad[i]);
        CHECK_VIEW("a", k->items[0].key);
        CHECK_VIEW("b", k->items[0].type);
        CHECK_VIEW("c", k->items[0].description);
        nvp_keys_close(k);
    }
}

int main(void)
{
    RUN(many_short_values);
    RUN(key_files);
    RUN(keys);
    RUN(key_entries);
    return run_end();
}
