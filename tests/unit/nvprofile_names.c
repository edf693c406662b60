/* Many names, short rules and profiles, and names made to collide in the index: each must lead to its own profile. */
#define NVP_ASSERT(e) ((e) ? (void)0 : abort())
#include <stdlib.h>
#define NVP_IMPLEMENTATION
#include "nvprofile.h"

#include "profiles.h"
#include "heap.h"
#include "run.h"

typedef struct text {
    char *ptr;
    size_t len, room;
} text;

static void put(text *t, const char *s)
{
    const size_t n = strlen(s);
    if (t->len + n + 1 > t->room) t->ptr = (char *)realloc(t->ptr, t->room = 2 * (t->len + n + 1));
    memcpy(t->ptr + t->len, s, n + 1);
    t->len += n;
}

static nvp_config *parsed_bytes(const char *ptr, size_t len)
{
    nvp_config *c = open_in(NULL, NULL, NULL);
    CHECK(add_text(c, "x", ptr, len, NULL) == NVP_OK && nvp_config_link(c, NULL) == NVP_OK);
    return c;
}

/* This many profiles, then a rule for each, from last to first; all of them so short that there are more than the size
   of the text suggests. Every thousandth name occurs twice. */
static text many(unsigned count)
{
    text t = {NULL, 0, 0};
    char line[100];
    unsigned i;
    put(&t, "{\"profiles\":[");
    for (i = 0; i < count; i++) {
        snprintf(line, sizeof line, "%s{\"name\":\"p%u\",\"settings\":[]}", i > 0 ? "," : "", i % 1000 == 999 ? i - 1 : i);
        put(&t, line);
    }
    put(&t, "],\"rules\":[");
    for (i = 0; i < count; i++) {
        snprintf(line, sizeof line, "%s{\"pattern\":\"\",\"profile\":\"p%u\"}", i > 0 ? "," : "", count - 1 - i);
        put(&t, line);
    }
    put(&t, "]}");
    return t;
}

static void each_leads_to_its_own(void)
{
    const unsigned count = 20000;
    text t = many(count), u;
    nvp_config *c = parsed_bytes(t.ptr, t.len);
    uint32_t i;
    CHECK_U64(count, c->files[0]->profile_count);
    CHECK_U64(count, c->files[0]->rule_count);
    CHECK_U64(count / 1000, c->files[0]->warnings);
    for (i = 0; i < c->use_count; i++) {
        const uint32_t k = count - 1 - i;
        if (k % 1000 == 999) CHECK(c->uses[i].gives == NVP_GIVES_UNDEFINED && c->uses[i].profile == NULL);
        else CHECK(c->uses[i].profile == &c->files[0]->profiles[k]);
    }
    for (i = 0; i < c->files[0]->problem_count; i++) {
        const nvp_problem *d = &c->files[0]->problems[i];
        CHECK(d->issue == NVP_ISSUE_DUPLICATE_PROFILE && d->offset == c->files[0]->profiles[i * 1000 + 999].name_at);
        CHECK_U64(c->files[0]->profiles[i * 1000 + 998].name_at, d->see);
    }
    u = (text){NULL, 0, 0};
    put(&u, "{\"rules\":[");
    for (i = 0; i < count; i++) {
        char line[100];
        snprintf(line, sizeof line, "%s{\"pattern\":\"\",\"profile\":\"q%u\"}", i > 0 ? "," : "", i);
        put(&u, line);
    }
    put(&u, "]}");
    CHECK(add_text(c, "y", u.ptr, u.len, NULL) == NVP_OK && nvp_config_link(c, NULL) == NVP_OK);
    for (i = count; i < c->use_count; i++) CHECK(c->uses[i].gives == NVP_GIVES_UNDEFINED);
    CHECK_U64(2 * count, c->use_count);
    nvp_config_close(c);
    free(u.ptr);
    free(t.ptr);
}

/* Names with the same length, first and last eight bytes; or the same hash of these, which the first byte enters at the
   bottom. */
static void meetings(void)
{
    static const char *const names[] = {"b2345678-one-12345678", "b2345678-two-12345678", "b2345678+12345678", "a2345678++12345678",
                                        "b2345678-TWO-12345678", "B2345678-two-12345678",
                                        "b2345678-six-12345678", "b2345678-ten-12345678", "b2345678-own-12345678", "b2345678-key-12345678"};
    enum { COUNT = sizeof names / sizeof *names };
    text t = {NULL, 0, 0};
    char line[200];
    nvp_config *c;
    const nvp_profile *p;
    unsigned i, k, round;
    put(&t, "{\"profiles\":[");
    for (i = 0; i < COUNT; i++) {
        snprintf(line, sizeof line, "%s{\"name\":\"%s\",\"settings\":[\"%s\",%u]}", i > 0 ? "," : "", names[i], names[i], i);
        put(&t, line);
    }
    put(&t, "],\"rules\":[");
    for (round = 0; round < 2; round++)
        for (i = 0; i < COUNT; i++) {
            snprintf(line, sizeof line, "%s{\"pattern\":\"\",\"profile\":\"%s\"}", i + round > 0 ? "," : "", names[COUNT - 1 - i]);
            put(&t, line);
        }
    put(&t, ",{\"pattern\":\"\",\"profile\":\"b2345678-not-12345678\"}]}");
    c = parsed_bytes(t.ptr, t.len);
    p = c->files[0]->profiles;
    CHECK_U64(0, c->files[0]->problem_count);
    for (i = 0; i < 2 * COUNT; i++) CHECK(c->uses[i].profile == &p[COUNT - 1 - i % COUNT]);
    CHECK(c->uses[i].gives == NVP_GIVES_UNDEFINED);
    for (i = 0; i < COUNT; i++) /* keys: letter case does not count */
        for (k = 0; k < i; k++)
            CHECK((p[i].settings[0].key_id == p[k].settings[0].key_id) == ((i == 4 || i == 5) && (k == 1 || k == 4)));
    nvp_config_close(c);
    free(t.ptr);
}

/* Each allocation in turn fails, and each size of a buffer ends somewhere else: between rules, profiles and nodes. */
static void memory_ends(void)
{
    text t = many(300);
    char *buffer = (char *)malloc(400000);
    nvp_memory m;
    nvp_config *c;
    heap h;
    unsigned i, texts, fail_at, good = 0;
    size_t size;
    memset(&m, 0, sizeof m);
    m.allocator.alloc_fn = take;
    m.allocator.free_fn = give;
    m.allocator.user = &h;
    for (fail_at = 1; good == 0; fail_at++) {
        memset(&h, 0, sizeof h);
        h.fail = fail_at;
        c = open_in(NULL, &m, NULL);
        if (c == NULL) continue;
        good = add_text(c, "x", t.ptr, t.len, NULL) == NVP_OK && nvp_config_link(c, NULL) == NVP_OK;
        CHECK(good || c->use_count == 0);
        nvp_config_close(c);
        CHECK(h.live == 0 && h.held == 0);
    }
    CHECK(fail_at > 5);
    for (texts = 0; texts < 3; texts++) {
        if (texts > 0) { /* one profile with many nodes, of an odd and of an even number */
            t.len = 0;
            put(&t, texts == 1 ? "{\"profiles\":[{\"settings\":[" : "{\"profiles\":[{\"name\":\"x\",\"settings\":[");
            for (i = 0; i < 300; i++) put(&t, i > 0 ? ",{\"k\":\"a\",\"v\":[{\"k\":\"b\"}]}" : "{\"k\":\"a\",\"v\":1}");
            put(&t, "]}]}");
        }
        for (size = 64, good = 0; size < 400000; size += texts == 0 ? 400 : 16 + size / 40) {
            memset(&m, 0, sizeof m);
            m.buffer = buffer;
            m.buffer_size = size;
            c = open_in(NULL, &m, NULL);
            if (c == NULL) continue;
            if (add_text(c, "x", t.ptr, t.len, NULL) != NVP_OK) CHECK_U64(0, c->file_count);
            else good++;
            nvp_config_close(c);
        }
        CHECK(good > 0);
    }
    free(buffer);
    free(t.ptr);
}

/* Rules for the quick reader, and ones that nearly are, with whitespace everywhere. */
static void forms(void)
{
    static const char *const rules[] = {"{\"feature\":\"dso\"\n,\"matches\":\"m\"}", "{\"feature\":\"procname\" , \"matches\":\"m\"\t}",
                                        "{ # here\n\"feature\":\"cmdline\",\r\n\"matches\" :\"m\"}", "\n\"m\"",
                                        "{\"matches\":\"m\",\"feature\":\"dso\"}"};
    char line[300];
    unsigned i;
    for (i = 0; i < sizeof rules / sizeof *rules; i++) {
        nvp_config *c;
        snprintf(line, sizeof line, "{\"rules\":[{\"pattern\":%s\n , \"profile\"\n: \"p\" }\n]\n}\n", rules[i]);
        c = parsed_bytes(line, strlen(line));
        CHECK_U64(0, c->files[0]->problem_count);
        CHECK_U64(1, c->files[0]->rule_count);
        CHECK_VIEW("m", c->files[0]->rules[0].pattern->matches);
        CHECK_VIEW("p", c->files[0]->rules[0].ref);
        nvp_config_close(c);
    }
}

int main(void)
{
    RUN(each_leads_to_its_own);
    RUN(meetings);
    RUN(memory_ends);
    RUN(forms);
    return run_end();
}
