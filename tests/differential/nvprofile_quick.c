/* The quick reading of texts as they mostly are against the general one. A member whose name has an escape, put in front of
 * the last brace, makes the second text one for the general reading; all before it must come out the same. */
#define NVP_ASSERT(e) ((e) ? (void)0 : abort())
#include <stdlib.h>
#define NVP_IMPLEMENTATION
#include "nvprofile.h"

#include "profiles.h"
#include "run.h"

static const char last_member[] = ",\"\\u0078\":0}";
static unsigned compared;
static uint32_t seed = 1;

static uint32_t chance(uint32_t below)
{
    seed = seed * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)(seed >> 8) * below >> 24);
}

/* Views of the two texts: the same bytes at the same place, or the same words elsewhere. */
static int same(const nvp_file *a, nvp_view x, const nvp_file *b, nvp_view y)
{
    const int in_a = x.ptr >= a->text.ptr && x.ptr < a->text.ptr + a->text.len;
    const int in_b = y.ptr >= b->text.ptr && y.ptr < b->text.ptr + b->text.len;
    if (x.len != y.len || memcmp(x.ptr, y.ptr, x.len) != 0) return 0;
    return !in_a || !in_b || x.len == 0 || x.ptr - a->text.ptr == y.ptr - b->text.ptr;
}

static int same_profile(const nvp_file *a, const nvp_profile *x, const nvp_file *b, const nvp_profile *y)
{
    uint32_t i;
    if ((x == NULL) != (y == NULL)) return 0;
    if (x == NULL) return 1;
    if (x->at != y->at || x->bad != y->bad || x->named != y->named || x->name_at != y->name_at ||
        !same(a, x->name, b, y->name) || x->setting_count != y->setting_count)
        return 0;
    for (i = 0; i < x->setting_count; i++) {
        const nvp_setting *s = &x->settings[i], *t = &y->settings[i];
        if (!same(a, s->key, b, t->key) || s->key_at != t->key_at || s->value_at != t->value_at || s->value.type != t->value.type ||
            !same(a, s->value.text, b, t->value.text) || s->value.i != t->value.i || s->value.u != t->value.u ||
            memcmp(&s->value.r, &t->value.r, sizeof s->value.r) != 0)
            return 0;
    }
    return 1;
}

static int same_pattern(const nvp_file *a, const nvp_pattern *x, const nvp_file *b, const nvp_pattern *y)
{
    uint32_t i;
    if ((x == NULL) != (y == NULL)) return 0;
    for (i = 0; x != NULL && i < x->size; i++)
        if (x[i].feature != y[i].feature || !same(a, x[i].name, b, y[i].name) || !same(a, x[i].matches, b, y[i].matches) ||
            x[i].has_matches != y[i].has_matches || x[i].at != y[i].at || x[i].count != y[i].count || x[i].size != y[i].size ||
            x[i].up != y[i].up)
            return 0;
    return 1;
}

static int same_file(const nvp_file *a, const nvp_file *b, uint32_t added)
{
    uint32_t i, k;
    if (a->errors != b->errors || a->warnings != b->warnings || a->notes + 1 != b->notes || a->used != b->used ||
        a->rule_count != b->rule_count || a->profile_count != b->profile_count)
        return 0;
    for (i = k = 0; i < b->problem_count; i++) {
        const nvp_problem *x, *y = &b->problems[i];
        if (y->issue == NVP_ISSUE_UNKNOWN_MEMBER && y->offset == added) continue;
        if (k == a->problem_count) return 0;
        x = &a->problems[k++];
        if (x->issue != y->issue || x->severity != y->severity || x->offset != y->offset || x->see != y->see)
            return 0;
    }
    for (i = 0; i < a->profile_count; i++)
        if (!same_profile(a, &a->profiles[i], b, &b->profiles[i])) return 0;
    for (i = 0; i < a->rule_count; i++) {
        const nvp_rule *x = &a->rules[i], *y = &b->rules[i];
        if (x->at != y->at || x->has_ref != y->has_ref || x->ref_at != y->ref_at ||
            !same(a, x->ref, b, y->ref) || !same_pattern(a, x->pattern, b, y->pattern) ||
            !same_profile(a, x->profile, b, y->profile))
            return 0;
    }
    return k == a->problem_count;
}

/* Line and column as they are defined, for every byte of the text. */
static void places(const nvp_file *f)
{
    uint32_t at, line = 1, start = 0;
    for (at = 0; at <= f->text.len; at++) {
        const nvp_position p = nvp_file_locate(f, at);
        CHECK_U64(line, p.line);
        CHECK_U64(at - start + 1, p.column);
        if (at < f->text.len && f->text.ptr[at] == '\n') {
            line++;
            start = at + 1;
        }
    }
}

static void both(const char *text, size_t size)
{
    const unsigned syntax = 1u << NVP_I_SYNTAX | 1u << NVP_I_REPAIRED;
    char *exact = (char *)malloc(size + 1), *other; /* so that tools see a byte too many */
    nvp_config *c = open_in(NULL, NULL, NULL);
    const nvp_file *f;
    size_t brace = size;
    memcpy(exact, text, size);
    CHECK(add_text(c, "x", exact, size, NULL) == NVP_OK);
    f = c->files[0];
    if (compared % 64 == 0) places(f);
    while (brace > 0 && text[brace - 1] != '}') brace--;
    if ((nvp_i_file_of(f)->classes & syntax) == 0 && f->rule_count + f->profile_count > 0 && brace-- > 0 &&
        memchr(text + brace, '#', size - brace) == NULL) {
        nvp_config *k = open_in(NULL, NULL, NULL);
        const size_t tail = size - brace - 1, n = sizeof last_member - 1;
        other = (char *)malloc(size + n);
        memcpy(other, text, brace);
        memcpy(other + brace, last_member, n);
        memcpy(other + brace + n, text + brace + 1, tail);
        CHECK(add_text(k, "x", other, brace + n + tail, NULL) == NVP_OK);
        /* A brace in a comment hides the new member: then there is nothing to compare. */
        if (k->files[0]->notes != f->notes || k->files[0]->errors != f->errors) {
            compared++;
            if (!same_file(f, k->files[0], (uint32_t)brace + 1))
                run_true(0, "the same from both readings", text, (int)size);
        }
        nvp_config_close(k);
        free(other);
    }
    nvp_config_close(c);
    free(exact);
}

static void samples(void)
{
    static const char *const texts[] = {
        "{\"rules\":[{\"pattern\":\"a\",\"profile\":\"p\"},]}",
        "{\"rules\":[{\"pattern\":\"a\",\"profile\":\"p\"} {\"pattern\":\"a\",\"profile\":\"p\"}]}",
        "{\"rules\":[{\"pattern\":{\"feature\":\"dso\",\"matches\":\"x\"},\"profile\":\"p\"}],\"profiles\":[{\"name\":\"p\",\"settings\":[]}]}",
        "{\"rules\":[{\"pattern\":{\"feature\":\"cmdline\",\"matches\":\"x\"},\"profile\":[\"k\",0x12]},{\"pattern\":\"\",\"profile\":\"\"}]}\n\t #x\n",
        "{\"rules\":[{\"pattern\":{\"feature\":\"commname\",\"matches\":\"x\"},\"profile\":{\"settings\":[{\"k\":\"a\",\"v\":-1.5e3}]}}]}",
        "{\"rules\":[{\"pattern\":{\"feature\":\"new\",\"matches\":\"x\"},\"profile\":3}],\"profiles\":[{\"name\":\"p\"},{\"name\":\"p\"}]}",
        "{\"rules\":[{\"pattern\":{\"feature\":\"new\"},\"profile\":\"p\"},3,[],{}]}",
        "{\"profiles\":[{\"name\":\"p\",\"settings\":[\"a\",01,\"b\",0,\"c\",18446744073709551615,\"d\",false,\"e\",\"f\",\"A\",0X1]}]}",
        "{\"profiles\":[{\"name\":\"abcdefghijklmnopqrstuvw\",\"settings\":[\"key\",\"a longer value than sixteen bytes\"]}]}"};
    static const char *const files[] = {"studio.rc", "oneline.rc", "broken.rc", "lost-rules.rc"};
    static const char bytes[] = "{}[],:\"\"\\'# \n\t0x19aefpk-.\x01\x80";
    size_t i, k, n;
    unsigned round;
    for (i = 0; i < sizeof texts / sizeof *texts + sizeof files / sizeof *files; i++) {
        char path[200], *text, *work;
        size_t size;
        if (i < sizeof texts / sizeof *texts) {
            size = strlen(texts[i]);
            text = (char *)malloc(size + 1);
            memcpy(text, texts[i], size + 1);
        } else {
            snprintf(path, sizeof path, "examples/data/samples/nvprofile/%s", files[i - sizeof texts / sizeof *texts]);
            text = run_read(path, &size);
        }
        CHECK(text != NULL && size < 8000);
        if (text == NULL) return;
        work = (char *)malloc(3 * size + 100);
        both(text, size);
        for (round = 0; round < 4000; round++) {
            memcpy(work, text, n = size);
            for (k = chance(3) + 1; k > 0 && n > 2; k--) {
                const uint32_t at = chance((uint32_t)n), len = chance((uint32_t)(n - at < 40 ? n - at : 40)) + 1;
                switch (chance(4)) {
                case 0: work[at] = bytes[chance(sizeof bytes - 1)]; break;
                case 1: /* take a piece out */
                    if (len < n) memmove(work + at, work + at + len, n - at - len);
                    n -= len < n ? len : 0;
                    break;
                case 2: /* a byte more */
                    memmove(work + at + 1, work + at, n++ - at);
                    work[at] = bytes[chance(sizeof bytes - 1)];
                    break;
                default: /* a piece twice */
                    memmove(work + at + len, work + at, n - at);
                    n += len;
                    break;
                }
            }
            both(work, n);
        }
        free(work);
        free(text);
    }
    CHECK(compared > 3000);
}

int main(void)
{
    RUN(samples);
    return run_end();
}
