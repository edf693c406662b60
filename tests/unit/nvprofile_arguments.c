/* What each public function does with NULL, with half an allocator, and with sizes beyond any input; the words of the enums. */
#define NVP_ASSERT(e) ((e) ? (void)0 : abort())
#include <stdlib.h>
#define NVP_POSIX
#define NVP_IMPLEMENTATION
#include "nvprofile.h"

#include "profiles.h"
#include "run.h"

static void names(void)
{
    int i;
    CHECK_STR("?", nvp_why_name((nvp_why)99));
    for (i = 0; i <= NVP_ISSUE_WRONG_BRACKET; i++) { /* in alphabetical order, except for the first */
        CHECK(strlen(nvp_issue_name((nvp_issue)i)) > 1 && strlen(nvp_issue_text((nvp_issue)i)) > 5);
        if (i > 1) CHECK(strcmp(nvp_issue_name((nvp_issue)(i - 1)), nvp_issue_name((nvp_issue)i)) < 0);
    }
    CHECK_STR("?", nvp_issue_name((nvp_issue)i));
    CHECK_STR("?", nvp_issue_text((nvp_issue)i));
    for (i = 0; i <= NVP_WHY_ERROR; i++) CHECK(strlen(nvp_why_name((nvp_why)i)) > 2);
    CHECK_STR("?", nvp_why_name((nvp_why)i));
    CHECK_STR("always", nvp_why_name(NVP_WHY_ALWAYS));
    CHECK_STR("error", nvp_why_name(NVP_WHY_ERROR));
}

static void arguments(void)
{
    nvp_config *c = open_in(NULL, NULL, NULL);
    nvp_memory half;
    nvp_error e;
    nvp_switch s = {0};
    nvp_posix posix;
    nvp_system system, broken;
    const nvp_keys *k;
    char out[8] = "abc";
    int i, b = 7;
    int64_t n = 7;
    nvp_value value;
    memset(&half, 0, sizeof half);
    memset(&value, 0, sizeof value);
    half.allocator.user = &half;
    half.allocator.alloc_fn = nvp_i_malloc;
    CHECK(open_in(NULL, &half, &e) == NULL && e.code == NVP_ARGUMENT && e.offset == 0);
    CHECK_STR("neither a buffer nor an allocator", e.message);
    CHECK(open_in(NULL, &half, NULL) == NULL);
    nvp_config_close(NULL);
    nvp_result_close(NULL);
    nvp_keys_close(NULL);
    CHECK(add_text(NULL, "x", "{}", 2, &e) == NVP_ARGUMENT && e.code == NVP_ARGUMENT);
    CHECK(add_text(c, "x", NULL, 2, &e) == NVP_ARGUMENT && c->file_count == 0);
    if (sizeof(size_t) > 4) CHECK(add_text(c, "x", "", (size_t)NVP_NONE, &e) == NVP_LIMIT && c->file_count == 0);
    CHECK(add_text(c, NULL, NULL, 0, &e) == NVP_OK && c->file_count == 1 && c->files[0]->name.len == 0);
    CHECK(c->files[0]->text.ptr != NULL && c->files[0]->text.len == 0 && c->files[0]->errors == 1);
    CHECK(nvp_config_link(NULL, &e) == NVP_ARGUMENT);
    CHECK(resolve_in(NULL, NULL, NULL, &e) == NULL && e.code == NVP_ARGUMENT);
    CHECK(resolve_in(c, NULL, NULL, &e) == NULL && e.code == NVP_ARGUMENT); /* not linked */
    CHECK(nvp_config_link(c, NULL) == NVP_OK);
    CHECK(resolve_in(c, NULL, &half, &e) == NULL && e.code == NVP_ARGUMENT);
    CHECK(keys_in(NULL, 1, NULL, &e) == NULL && e.code == NVP_ARGUMENT);
    CHECK(keys_in("{}", 2, &half, &e) == NULL && e.code == NVP_ARGUMENT);
    if (sizeof(size_t) > 4) CHECK(keys_in("", (size_t)NVP_NONE, NULL, &e) == NULL && e.code == NVP_LIMIT);
    k = keys_in(NULL, 0, NULL, &e);
    CHECK(k != NULL && !k->used && k->file->errors == 1 && k->file->problems[0].issue == NVP_ISSUE_NO_ROOT);
    nvp_keys_close(k);
    CHECK(nvp_config_switch(NULL, NULL, nowhere(), &e) == NVP_ARGUMENT);
    CHECK(switch_of(NULL, NULL, NULL, &s, NULL) == NVP_OK && s.enabled == 1 && s.by == NVP_BY_DEFAULT);
    CHECK(s.unknown == 1 && s.reports == NVP_REPORT_ENVIRONMENT_UNKNOWN); /* nothing is known: not the same as not set */
    CHECK(switch_of(homeless(), NULL, NULL, &s, NULL) == NVP_OK && s.enabled == 1 && s.unknown == 0 && s.reports == 0);
    CHECK(find_key(NULL, NULL) == NULL && find_key(NULL, "k") == NULL);
    {
        const nvp_result *r = resolve_in(c, NULL, NULL, NULL);
        CHECK(find_key(r, NULL) == NULL && find_key(r, "k") == NULL && find_key(r, "k") == NULL);
        nvp_result_close(r);
    }
    CHECK(nvp_key_variable(nowhere(), 0).len == 0 && nvp_key_variable(nvp_text(""), 0).len == 0);
    CHECK(nvp_value_bool(NULL, &b, NULL) == NVP_ARGUMENT && nvp_value_bool(&value, NULL, NULL) == NVP_ARGUMENT && b == 7);
    CHECK(nvp_value_int(NULL, &n, NULL) == NVP_ARGUMENT && nvp_value_int(&value, NULL, NULL) == NVP_ARGUMENT && n == 7);
    CHECK_U64(0, decoded(NULL, 2, out));
    CHECK_U64(0, decoded("\"\"", 2, NULL));
    CHECK_U64(0, decoded("\"", 1, out));
    CHECK_U64(0, decoded("\"\"", 2, out));
    CHECK_STR("abc", out);
    CHECK(nvp_file_locate(NULL, 7).line == 1 && nvp_file_locate(NULL, 7).column == 1);
    memset(&broken, 0, sizeof broken);
    CHECK(nvp_config_search(NULL, &broken, NULL, &e) == NVP_ARGUMENT && nvp_config_search(c, NULL, NULL, &e) == NVP_ARGUMENT);
    CHECK(nvp_config_load(NULL, &broken, NULL, &e) == NVP_ARGUMENT && nvp_config_load(c, NULL, NULL, &e) == NVP_ARGUMENT);
    CHECK(posix_of(&posix, 0, NULL, &system, NULL) == NVP_OK);
    nvp_posix_close(&posix); /* a missing callback, one after the other */
    for (i = 0; i < 5; i++) {
        broken = system;
        if (i == 0) broken.stat_fn = NULL;
        if (i == 1) broken.list_fn = NULL;
        if (i == 2) broken.open_fn = NULL;
        if (i == 3) broken.read_fn = NULL;
        if (i == 4) broken.close_fn = NULL;
        if (i < 2) CHECK(nvp_config_search(c, &broken, homeless(), &e) == NVP_ARGUMENT);
        CHECK(nvp_config_load(c, &broken, homeless(), &e) == NVP_ARGUMENT && e.code == NVP_ARGUMENT);
        CHECK(c->file_count == 1 && c->place_count == 0);
    }
    nvp_config_close(c);
}

/* An allocator that has nothing, and notes what was asked for. */
typedef struct refusal {
    size_t size;
} refusal;

static void *refuse(size_t size, void *user)
{
    ((refusal *)user)->size = size;
    return NULL;
}

static void nothing_to_free(void *p, size_t size, void *user)
{
    (void)user;
    (void)p;
    (void)size;
}

/* Sizes near the end of 32 bits and of size_t, far beyond any input. */
static nvp_reply endless_fact(nvp_fact what, nvp_view *out, void *user)
{
    (void)user;
    (void)what;
    out->ptr = "x";
    out->len = (size_t)-1;
    return NVP_REPLY_YES;
}

static void huge_sizes(void)
{
    nvp_config *c = parsed("{\"rules\":[{\"pattern\":\"a\",\"profile\":[]}]}", NULL);
    nvp_process p;
    nvp_error e;
    nvp_memory m;
    nvp_i_arena a;
    nvp_i_text t;
    refusal got;
    uint32_t room = (uint32_t)1 << 31;
    char old[16];
    memset(&p, 0, sizeof p);
    p.fact_fn = endless_fact;
    e.code = NVP_OK;
    CHECK(resolve_in(c, &p, NULL, &e) == NULL && e.code == NVP_LIMIT);
    nvp_config_close(c);
    memset(&m, 0, sizeof m);
    memset(&got, 0, sizeof got);
    m.allocator.alloc_fn = refuse;
    m.allocator.free_fn = nothing_to_free;
    m.allocator.user = &got;
    m.max_memory = (size_t)-1;
    CHECK(nvp_i_arena_open(&a, &m));
    if (sizeof(size_t) > 4) {
        CHECK(nvp_i_grow(&a, old, 0, &room, 1) == NULL && a.code == NVP_MEMORY);
        CHECK(got.size > NVP_NONE && got.size < (size_t)NVP_NONE + 4096); /* not twice, as 32 bits could not hold it */
        CHECK_U64((uint32_t)1 << 31, room);
    }
    a.code = NVP_OK;
    got.size = 0;
    room = NVP_NONE; /* no more can be counted */
    CHECK(nvp_i_grow(&a, old, 0, &room, 1) == NULL && a.code == NVP_LIMIT && got.size == 0);
    memset(&t, 0, sizeof t);
    a.code = NVP_OK;
    t.arena = &a;
    t.ptr = old;
    t.len = t.room = NVP_NONE;
    nvp_i_puts(&t, "x");
    CHECK(t.failed && a.code == NVP_LIMIT && t.len == NVP_NONE);
}

int main(void)
{
    RUN(names);
    RUN(arguments);
    RUN(huge_sizes);
    return run_end();
}
