/* Everything that a text can do to nvprofile.h. The first four bytes pick options, where memory comes from and what is
   edited; the rest is one or two files, separated by a byte 1e. */
#define NVP_ASSERT(e) ((e) ? (void)0 : abort())
#include <stdlib.h>
#define NVP_IMPLEMENTATION
#include "nvprofile.h"

#include "profiles/lint.h"
#include "tests/profiles.h"

#include <string.h>

#define EXPECT(e) ((e) ? (void)0 : abort())

/* An allocator that counts, gives unaligned memory and fails at the n-th call. */
typedef struct source {
    struct piece {
        char *ptr;
        size_t size;
    } live[64];
    size_t held, peak;
    unsigned calls, fail_at, skew;
} source;

static void *source_alloc(size_t size, void *user)
{
    source *s = (source *)user;
    size_t i;
    char *p;
    if (++s->calls == s->fail_at) return NULL;
    for (i = 0; i < 64 && s->live[i].ptr != NULL; i++) {}
    EXPECT(i < 64); /* blocks grow, so there are few */
    p = (char *)malloc(size + s->skew);
    if (p == NULL) return NULL;
    s->live[i].ptr = p + s->skew;
    s->live[i].size = size;
    s->held += size;
    if (s->held > s->peak) s->peak = s->held;
    return p + s->skew;
}

static void source_free(void *ptr, size_t size, void *user)
{
    source *s = (source *)user;
    size_t i;
    for (i = 0; i < 64 && s->live[i].ptr != ptr; i++) {}
    EXPECT(i < 64 && s->live[i].size == size);
    free(s->live[i].ptr - s->skew);
    s->live[i].ptr = NULL;
    s->held -= size;
}

typedef struct world {
    source source;
    nvp_memory memory;
    const char *text;
    size_t size;
    char *buffer;
    size_t buffer_size;
} world;

/* P3 */
static void inside(const world *w, nvp_view v)
{
    size_t i;
    EXPECT(v.ptr != NULL);
    if (v.len == 0) return;
    if (v.ptr >= w->text && v.len <= w->size && v.ptr <= w->text + (w->size - v.len)) return;
    if (w->buffer != NULL && v.ptr >= w->buffer && v.ptr + v.len <= w->buffer + w->buffer_size) return;
    for (i = 0; i < 64; i++)
        if (w->source.live[i].ptr != NULL && v.ptr >= w->source.live[i].ptr &&
            v.ptr + v.len <= w->source.live[i].ptr + w->source.live[i].size)
            return;
    abort();
}

static void check_profile(const world *w, const nvp_file *f, const nvp_profile *p)
{
    uint32_t i;
    EXPECT(p->at < f->text.len);
    if (p->named) inside(w, p->name);
    EXPECT(!p->bad || p->setting_count == 0);
    for (i = 0; i < p->setting_count; i++) {
        inside(w, p->settings[i].key);
        inside(w, p->settings[i].value.text);
        EXPECT(p->settings[i].key_at < f->text.len && p->settings[i].value_at < f->text.len);
    }
}

static void check_file(const world *w, const nvp_file *f)
{
    uint32_t i, k, listed[3] = {0, 0, 0};
    nvp_position last = {1, 1};
    for (i = 0; i < f->problem_count; i++) {
        const nvp_problem *d = &f->problems[i];
        const nvp_position p = nvp_file_locate(f, (uint32_t)d->offset);
        EXPECT(d->offset <= f->text.len && (d->see == NVP_NONE || d->see < d->offset));
        EXPECT(p.line > last.line || (p.line == last.line && p.column >= last.column));
        EXPECT(nvp_issue_name(d->issue)[0] != '?');
        last = p;
        listed[d->severity]++;
    }
    EXPECT(listed[NVP_SEVERITY_ERROR] <= f->errors && listed[NVP_SEVERITY_WARNING] <= f->warnings && listed[NVP_SEVERITY_NOTE] <= f->notes);
    for (i = 0; i < f->profile_count; i++) check_profile(w, f, &f->profiles[i]);
    for (i = 0; i < f->rule_count; i++) {
        const nvp_rule *r = &f->rules[i];
        EXPECT(r->at < f->text.len);
        if (r->has_ref) inside(w, r->ref);
        if (r->profile != NULL) check_profile(w, f, r->profile);
        for (k = 0; r->pattern != NULL && k < r->pattern->size; k++) {
            const nvp_pattern *p = &r->pattern[k];
            inside(w, p->matches);
            EXPECT(p->name.ptr != NULL && p->size <= r->pattern->size - k && (k == 0) == (p->up == 0) && p->up <= k);
        }
    }
}

/* A text that grows; an edit writes into it. */
typedef struct text {
    char *ptr;
    size_t len;
} text;

static nvp_reply put(const void *bytes, size_t size, void *user)
{
    text *t = (text *)user;
    char *more = (char *)realloc(t->ptr, t->len + size + 1);
    EXPECT(more != NULL);
    t->ptr = more;
    memcpy(t->ptr + t->len, bytes, size);
    t->len += size;
    return 1;
}

static nvp_config *parsed_bytes(const char *ptr, size_t len)
{
    nvp_config *c = open_in(NULL, NULL, NULL);
    EXPECT(c != NULL && add_text(c, "edited", ptr, len, NULL) == NVP_OK);
    return c;
}

/* Each edit leaves a file without new errors; undone, it gives the same bytes. */
static void edits(const char *ptr, size_t len, unsigned pick)
{
    nvp_config *before = parsed_bytes(ptr, len), *after = NULL;
    const nvp_file *f = before->files[0];
    const nvp_profile *p = NULL;
    const nvp_view rule = nvp_text("{\"pattern\":\"zz-new\",\"profile\":[\"zz\",1]}");
    text there = {NULL, 0}, back = {NULL, 0};
    edit_sink to, undo;
    uint32_t i = pick / 8, k = pick / 64;
    int exact = 0;
    nvp_code code = NVP_ARGUMENT;
    memset(&to, 0, sizeof to);
    to.write_fn = put;
    undo = to;
    to.user = &there;
    undo.user = &back;
    if (f->profile_count > 0) p = &f->profiles[i % f->profile_count];
    if (f->rule_count > 0) {
        i %= f->rule_count;
        k %= f->rule_count;
        if (p == NULL || (pick & 64) != 0) p = f->rules[i].profile != NULL ? f->rules[i].profile : p;
    }
    switch (pick % 8) {
    case 0:
        code = edit_rule_add(f, i, rule, &to, NULL);
        if (code == NVP_OK) {
            after = parsed_bytes(there.ptr, there.len);
            EXPECT(after->files[0]->rule_count == f->rule_count + 1 && after->files[0]->errors == (f->text.len == 0 ? 0 : f->errors - (f->used ? 0 : 1)));
            exact = f->rule_count > 0;
            EXPECT(edit_rule_remove(after->files[0], f->rule_count > 0 ? i : 0, &undo, NULL) == NVP_OK);
        }
        break;
    case 1:
        code = edit_rule_add(f, NVP_NONE, rule, &to, NULL);
        if (code == NVP_OK) {
            after = parsed_bytes(there.ptr, there.len);
            EXPECT(after->files[0]->rule_count == f->rule_count + 1);
            exact = f->rule_count > 0;
            EXPECT(edit_rule_remove(after->files[0], f->rule_count, &undo, NULL) == NVP_OK);
        }
        break;
    case 2:
        if (p == NULL) break;
        code = edit_set(f, p, nvp_text("zz-key"), nvp_text("0x10"), &to, NULL);
        if (code == NVP_OK) {
            const nvp_profile *q;
            after = parsed_bytes(there.ptr, there.len);
            for (k = 0; k < f->rule_count && f->rules[k].profile != p; k++) {}
            q = k < f->rule_count ? after->files[0]->rules[k].profile : &after->files[0]->profiles[p - f->profiles];
            EXPECT(q->setting_count == p->setting_count + 1 && q->settings[p->setting_count].value.i == 16);
            exact = p->setting_count > 0;
            EXPECT(edit_unset(after->files[0], q, nvp_text("zz-key"), &undo, NULL) == NVP_OK);
        }
        break;
    case 3: /* the value a key has anyway: nothing changes */
        if (p == NULL || p->setting_count == 0 || p->settings[0].value.type == NVP_TYPE_STRING) break;
        code = edit_set(f, p, p->settings[0].key, p->settings[0].value.text, &to, NULL);
        if (code == NVP_OK) {
            exact = 1;
            put(there.ptr, there.len, &back);
        }
        break;
    case 4:
        if (f->rule_count == 0) break;
        code = edit_rule_move(f, i, k, &to, NULL);
        if (code == NVP_OK) {
            after = parsed_bytes(there.ptr, there.len);
            EXPECT(after->files[0]->rule_count == f->rule_count && after->files[0]->errors == f->errors);
            exact = 1;
            EXPECT(edit_rule_move(after->files[0], k, i, &undo, NULL) == NVP_OK);
        }
        break;
    case 5:
        if (p == NULL || p->setting_count == 0) break;
        code = edit_unset(f, p, p->settings[pick % p->setting_count].key, &to, NULL);
        if (code == NVP_OK) {
            after = parsed_bytes(there.ptr, there.len);
            EXPECT(after->files[0]->errors == f->errors && after->files[0]->rule_count == f->rule_count);
        }
        break;
    case 6:
        if (p == NULL || !p->named) break;
        code = edit_profile_rename(f, p->name, nvp_text("zz \"new\"\n"), &to, NULL);
        if (code == NVP_OK) {
            after = parsed_bytes(there.ptr, there.len);
            EXPECT(after->files[0]->errors == f->errors && after->files[0]->rule_count == f->rule_count);
            EXPECT(edit_profile_rename(after->files[0], nvp_text("zz \"new\"\n"), p->name, &undo, NULL) == NVP_OK);
        }
        break;
    default:
        if (f->profile_count > 0) code = edit_profile_remove(f, pick / 8 % f->profile_count, &to, NULL);
        if (code == NVP_OK) {
            after = parsed_bytes(there.ptr, there.len);
            EXPECT(after->files[0]->profile_count == f->profile_count - 1 && after->files[0]->rule_count == f->rule_count);
            EXPECT(after->files[0]->errors <= f->errors);
        }
        break;
    }
    EXPECT(code != NVP_MEMORY && code != NVP_IO);
    if (exact) EXPECT(back.len == len && memcmp(back.ptr, ptr, len) == 0);
    free(there.ptr);
    free(back.ptr);
    nvp_config_close(after);
    nvp_config_close(before);
}

static nvp_reply dso(uint32_t index, nvp_view *out, void *user)
{
    static const char *const names[] = {"/usr/lib/libalpha.so.1", "libbeta.so", "/opt/x/libmutter-12.so"};
    (void)user;
    if (index == 3) return 0;
    *out = nvp_text(names[index]);
    return 1;
}

static nvp_reply entry(const char *name, void *user)
{
    (void)user;
    return (int)(name[0] % 3) - 1;
}

static nvp_reply env(const char *name, nvp_view *out, void *user)
{
    *out = nvp_text("/home/u");
    return name[0] == 'H' || (name[5] + *(const unsigned char *)user) % 7 == 0;
}

static void one(world *w, const nvp_config_options *options, const char *second, uint32_t *kinds)
{
    nvp_process process;
    nvp_error error;
    nvp_config *c = open_in(options, &w->memory, &error);
    const nvp_result *result;
    lint_findings lint;
    const nvp_keys *keys;
    const size_t first_size = second != NULL ? (size_t)(second - w->text) - 1 : w->size;
    unsigned char salt = (unsigned char)w->size;
    uint32_t i, k;
    if (c == NULL) {
        EXPECT(error.code == NVP_MEMORY || error.code == NVP_LIMIT);
        return;
    }
    for (i = 0; i < (second != NULL ? 2u : 1u); i++) {
        const uint32_t before = c->file_count;
        const nvp_code code = i == 0 ? add_text(c, "a", w->text, first_size, &error)
                                     : add_text(c, "b", second, w->size - first_size - 1, &error);
        EXPECT(c->file_count == before + (code == NVP_OK)); /* P8 */
        EXPECT(code == NVP_OK || code == error.code);
    }
    for (i = 0; i < c->file_count; i++) check_file(w, c->files[i]);
    if (c->file_count > 0 && c->files[0]->name.ptr[0] == 'a') {
        kinds[0] = c->files[0]->errors;
        kinds[1] = c->files[0]->rule_count;
    }
    memset(&process, 0, sizeof process);
    process.exe = nvp_text("/opt/game");
    process.comm = nvp_text("game");
    process.argv0 = nvp_text("C:\\game");
    process.dso_fn = dso;
    process.entry_fn = entry;
    process.env_fn = env;
    process.user = &salt;
    keys = keys_in(w->text, w->size, &w->memory, NULL);
    if (nvp_config_link(c, NULL) == NVP_OK) {
        result = resolve_in(c, &process, &w->memory, NULL);
        if (result != NULL) {
            uint32_t won = 0;
            for (i = 0; i < c->use_count; i++) won += result->outcomes[i].won;
            EXPECT(won == result->setting_count);
            for (i = 0; i < result->setting_count; i++) {
                const nvp_effective *e = &result->settings[i];
                const nvp_shadow *s = e->shadows;
                EXPECT(result->outcomes[e->use].matched);
                inside(w, e->setting->key);
                for (k = e->use; s != NULL; k = s->use, s = s->next) EXPECT(s->use >= k && s->setting->key_id == e->setting->key_id);
            }
            lint_config(&lint, c, keys);
            for (i = 0; i < c->use_count; i++) {
                if (lint.dead[i] == LINT_DEAD_NEVER) EXPECT(!result->outcomes[i].matched);
                if (lint.dead[i] != LINT_DEAD_NOT) EXPECT(result->outcomes[i].won == 0);
            }
            for (i = 0; i < lint.count; i++) {
                inside(w, lint.list[i].name);
                EXPECT(lint_kind_name(lint.list[i].kind)[0] != 0 && lint.list[i].file < c->file_count);
            }
            lint_findings_free(&lint);
            nvp_result_close(result);
        }
    }
    nvp_keys_close(keys);
    nvp_config_close(c);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const size_t sizes[] = {600, 3000, 9000, 40000};
    world w;
    nvp_config_options options;
    nvp_switch state;
    nvp_view globals;
    const char *second;
    uint32_t kinds[2] = {0, 0}, again[2] = {0, 0};
    size_t i;
    if (size < 4) return 0;
    memset(&w, 0, sizeof w);
    memset(&options, 0, sizeof options);
    w.text = (const char *)data + 4;
    w.size = size - 4;
    second = w.size > 0 ? (const char *)memchr(w.text, 0x1e, w.size) : NULL;
    if (second != NULL) second++;
    options.flags = data[0] & 63;
    if ((data[0] & 64) != 0) options.max_depth = 3;
    if ((data[0] & 128) != 0) options.max_problems = 2;
    w.source.skew = data[1] & 7;
    w.memory.allocator.alloc_fn = source_alloc;
    w.memory.allocator.free_fn = source_free;
    w.memory.allocator.user = &w.source;
    one(&w, &options, second, kinds);
    EXPECT(w.source.held == 0);
    for (i = 0; i < 64; i++) EXPECT(w.source.live[i].ptr == NULL);
    /* The same once more, with less of everything. */
    w.source.calls = 0;
    if ((data[1] & 8) != 0) w.source.fail_at = 1 + (data[1] >> 5);
    if ((data[1] & 16) != 0) {
        w.buffer_size = sizes[data[1] >> 6];
        w.buffer = (char *)malloc(w.buffer_size);
        EXPECT(w.buffer != NULL);
        w.memory.buffer = w.buffer;
        w.memory.buffer_size = w.buffer_size;
        if ((data[1] & 8) != 0) memset(&w.memory.allocator, 0, sizeof w.memory.allocator);
    }
    w.source.peak = 0;
    w.memory.max_memory = 20000;
    if (w.buffer == NULL) one(&w, &options, second, again);
    else { /* one object at a time fits a buffer */
        nvp_config *c = open_in(&options, &w.memory, NULL);
        if (c != NULL && add_text(c, "a", w.text, w.size, NULL) == NVP_OK) {
            check_file(&w, c->files[0]);
            (void)nvp_config_link(c, NULL);
        }
        nvp_config_close(c);
    }
    EXPECT(w.source.held == 0 && w.source.peak <= 4 * 20000);
    if (w.buffer == NULL && (data[1] & 8) == 0 && (again[0] != 0 || again[1] != 0))
        EXPECT(memcmp(kinds, again, sizeof kinds) == 0);
    free(w.buffer);
    globals.ptr = w.text;
    globals.len = w.size;
    EXPECT(switch_of(NULL, &globals, NULL, &state, NULL) == NVP_OK);
    edits(w.text, w.size, data[2] | (unsigned)data[3] << 8);
    return 0;
}
