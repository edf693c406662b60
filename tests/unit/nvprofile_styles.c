/* Edits of files in every style. A file is made from a list of rules and profiles with random whitespace, line ends,
   comments and forms; after each edit the text must read as the changed list, keep its comments, and differ only where
   the edit was. */
#define NVP_ASSERT(e) ((e) ? (void)0 : abort())
#include <stdlib.h>
#define NVP_IMPLEMENTATION
#include "nvprofile.h"

#include "profiles.h"
#include "run.h"

enum { MOST = 8 };

typedef struct setting_model {
    char key[16];
    int value;
} setting_model;

typedef struct profile_model {
    char name[16];
    setting_model settings[MOST + 1];
    unsigned count;
} profile_model;

typedef struct rule_model {
    char pattern[16], ref[16]; /* ref "": an inline profile without settings */
} rule_model;

typedef struct file_model {
    rule_model rules[MOST + 1];
    profile_model profiles[MOST + 1];
    unsigned rule_count, profile_count;
    int has_rules, has_profiles;
} file_model;

static unsigned seed;
static unsigned below(unsigned n)
{
    seed = seed * 1103515245u + 12345u;
    return (seed >> 16) % n;
}

/* Writing. style: how this file does it. */
typedef struct style {
    int lines, crlf, comments, colon, comma, pad, objects, tabs;
} style;

static char text[200000];
static size_t at;

static void say(const char *s)
{
    const size_t n = strlen(s);
    if (at + n + 1 > sizeof text) abort();
    memcpy(text + at, s, n + 1);
    at += n;
}

static void new_line(const style *s, unsigned depth)
{
    unsigned i;
    if (s->comments && below(4) == 0) say(" # keep, this: [one] {\"x\"");
    say(s->crlf ? "\r\n" : "\n");
    if (s->comments && below(5) == 0) {
        say("   # a line\t");
        say(s->crlf ? "\r\n" : "\n");
    }
    if (s->comments && below(8) == 0) say(s->crlf ? "\r\n" : "\n");
    for (i = 0; i < depth; i++) say(s->tabs ? "\t" : "  ");
}

static void open(const style *s, const char *bracket, unsigned depth, int lines)
{
    say(bracket);
    if (lines) new_line(s, depth);
    else if (s->pad) say(" ");
}

static void close(const style *s, const char *bracket, unsigned depth, int lines)
{
    if (lines) new_line(s, depth);
    else if (s->pad) say(" ");
    say(bracket);
}

static void comma(const style *s, unsigned depth, int lines)
{
    if (s->comma == 2) say(" ");
    say(",");
    if (lines) new_line(s, depth);
    else if (s->comma == 1) say(" ");
}

static void name(const style *s, const char *what)
{
    say("\"");
    say(what);
    say(s->colon == 0 ? "\":" : s->colon == 1 ? "\": " : "\" : ");
}

static void write_settings(const style *s, const profile_model *p, unsigned depth)
{
    char number[40];
    const int lines = s->lines > 2 && p->count > 0;
    const int full = p->count > 0 || below(2) == 0;
    unsigned i;
    if (!full) {
        say("[]");
        return;
    }
    open(s, "[", depth + 1, lines);
    for (i = 0; i < p->count; i++) {
        if (i > 0) comma(s, depth + 1, lines);
        if (s->objects) {
            open(s, "{", 0, 0);
            name(s, s->objects == 1 ? "key" : "k");
        }
        sprintf(number, "\"%s\"", p->settings[i].key);
        say(number);
        comma(s, 0, 0);
        if (s->objects) name(s, s->objects == 1 ? "value" : "v");
        sprintf(number, "%d", p->settings[i].value);
        say(number);
        if (s->objects) close(s, "}", 0, 0);
    }
    close(s, "]", depth, lines);
}

static void write_file(const style *s, const file_model *m)
{
    unsigned i;
    at = 0;
    text[0] = 0;
    if (s->comments && below(2) == 0) say("# top\n");
    open(s, "{", 1, s->lines > 0);
    if (m->has_rules) {
        name(s, "rules");
        open(s, "[", 2, s->lines > 1 && m->rule_count > 0);
        for (i = 0; i < m->rule_count; i++) {
            if (i > 0) comma(s, 2, s->lines > 1);
            open(s, "{", 0, 0);
            name(s, "pattern");
            say("\"");
            say(m->rules[i].pattern);
            say("\"");
            comma(s, 0, 0);
            name(s, "profile");
            if (m->rules[i].ref[0] == 0) say("[]");
            else {
                say("\"");
                say(m->rules[i].ref);
                say("\"");
            }
            close(s, "}", 0, 0);
        }
        close(s, "]", 1, s->lines > 1 && m->rule_count > 0);
        if (m->has_profiles) comma(s, 1, s->lines > 0);
    }
    if (m->has_profiles) {
        name(s, "profiles");
        open(s, "[", 2, s->lines > 1 && m->profile_count > 0);
        for (i = 0; i < m->profile_count; i++) {
            if (i > 0) comma(s, 2, s->lines > 1);
            open(s, "{", 3, s->lines > 2);
            name(s, "name");
            say("\"");
            say(m->profiles[i].name);
            say("\"");
            comma(s, 3, s->lines > 2);
            name(s, "settings");
            write_settings(s, &m->profiles[i], 3);
            close(s, "}", 2, s->lines > 2);
        }
        close(s, "]", 1, s->lines > 1 && m->profile_count > 0);
    }
    close(s, "}", 0, s->lines > 0);
    if (below(2) == 0) say(s->crlf ? "\r\n" : "\n");
}

/* Reading back. */
static int is(nvp_view v, const char *s) { return v.len == strlen(s) && memcmp(v.ptr, s, v.len) == 0; }

static int same(const nvp_file *f, const file_model *m)
{
    unsigned i, k;
    if (f->errors != 0 || f->rule_count != m->rule_count || f->profile_count != m->profile_count) return 0;
    for (i = 0; i < m->rule_count; i++) {
        const nvp_rule *r = &f->rules[i];
        if (r->pattern == NULL || !is(r->pattern->matches, m->rules[i].pattern)) return 0;
        if (r->has_ref != (m->rules[i].ref[0] != 0) || (r->has_ref && !is(r->ref, m->rules[i].ref))) return 0;
    }
    for (i = 0; i < m->profile_count; i++) {
        const nvp_profile *p = &f->profiles[i];
        if (!is(p->name, m->profiles[i].name) || p->setting_count != m->profiles[i].count) return 0;
        for (k = 0; k < p->setting_count; k++)
            if (!is(p->settings[k].key, m->profiles[i].settings[k].key) || p->settings[k].value.i != m->profiles[i].settings[k].value) return 0;
    }
    return 1;
}

static unsigned comments_of(const char *s, size_t size)
{
    nvp_reader x;
    nvp_token t;
    unsigned n = 0;
    nvp_reader_begin(&x, s, size, 1);
    while (nvp_reader_next(&x, &t)) n += t.kind == NVP_TOKEN_KIND_COMMENT;
    return n;
}

static char out[200000];
static size_t out_len;
static nvp_reply put(const void *bytes, size_t size, void *user)
{
    (void)user;
    if (out_len + size > sizeof out) abort();
    memcpy(out + out_len, bytes, size);
    out_len += size;
    return 1;
}

static void make(file_model *m)
{
    unsigned i, k;
    memset(m, 0, sizeof *m);
    m->has_rules = below(5) != 0;
    m->has_profiles = below(5) != 0;
    if (m->has_rules) m->rule_count = below(4);
    if (m->has_profiles) m->profile_count = below(4);
    for (i = 0; i < m->rule_count; i++) {
        sprintf(m->rules[i].pattern, "r%u", i);
        if (below(3) != 0) sprintf(m->rules[i].ref, "p%u", below(4));
    }
    for (i = 0; i < m->profile_count; i++) {
        sprintf(m->profiles[i].name, "p%u", i);
        m->profiles[i].count = below(4);
        for (k = 0; k < m->profiles[i].count; k++) {
            sprintf(m->profiles[i].settings[k].key, "k%u", k);
            m->profiles[i].settings[k].value = (int)below(100);
        }
    }
}

/* One edit, done to the list and to the file; NVP_ARGUMENT if the list says that it is impossible. */
static nvp_code edit(const nvp_file *f, file_model *m, const edit_sink *to, unsigned *lost)
{
    nvp_code code = NVP_OK;
    const unsigned what = below(9), n = m->profile_count > 0 ? below(m->profile_count) : 0;
    unsigned i, k, from, index;
    char json[100], number[20];
    profile_model *p = &m->profiles[n];
    *lost = 0;
    switch (what) {
    case 0: case 1: /* a value, or a new key */
        if (m->profile_count == 0) return NVP_ARGUMENT;
        k = below(p->count + 1);
        p->settings[k].value = 100 + (int)below(100);
        if (k == p->count) sprintf(p->settings[p->count++].key, "n%u", below(50));
        sprintf(number, "%d", p->settings[k].value);
        code = edit_set(f, &f->profiles[n], nvp_text(p->settings[k].key), nvp_text(number), to, NULL);
        break;
    case 2:
        if (m->profile_count == 0 || p->count == 0) return NVP_ARGUMENT;
        k = below(p->count);
        *lost = 1;
        code = edit_unset(f, &f->profiles[n], nvp_text(p->settings[k].key), to, NULL);
        memmove(&p->settings[k], &p->settings[k + 1], (p->count-- - k) * sizeof *p->settings);
        break;
    case 3:
        index = below(m->rule_count + 2);
        code = edit_rule_add(f, index, nvp_text("{ \"pattern\":\"new\" ,\"profile\" : \"p1\"}"), to, NULL);
        if (index > m->rule_count) index = m->rule_count;
        memmove(&m->rules[index + 1], &m->rules[index], (m->rule_count++ - index) * sizeof *m->rules);
        memset(&m->rules[index], 0, sizeof *m->rules);
        strcpy(m->rules[index].pattern, "new");
        strcpy(m->rules[index].ref, "p1");
        m->has_rules = 1;
        break;
    case 4:
        index = below(m->profile_count + 2);
        sprintf(json, "{\"name\":\"new\",\"settings\":[%s]}", below(2) == 0 ? "" : "\"x\",7");
        code = edit_profile_add(f, index, nvp_text(json), to, NULL);
        if (index > m->profile_count) index = m->profile_count;
        memmove(&m->profiles[index + 1], &m->profiles[index], (m->profile_count++ - index) * sizeof *m->profiles);
        p = &m->profiles[index];
        memset(p, 0, sizeof *p);
        strcpy(p->name, "new");
        if (strstr(json, "7") != NULL) {
            p->count = 1;
            strcpy(p->settings[0].key, "x");
            p->settings[0].value = 7;
        }
        m->has_profiles = 1;
        break;
    case 5:
        if (m->rule_count == 0) return NVP_ARGUMENT;
        k = below(m->rule_count);
        *lost = 2; /* its own profile goes with it */
        code = edit_rule_remove(f, k, to, NULL);
        memmove(&m->rules[k], &m->rules[k + 1], (m->rule_count-- - k) * sizeof *m->rules);
        break;
    case 6:
        if (m->profile_count == 0) return NVP_ARGUMENT;
        *lost = 20; /* those inside go away with it */
        code = edit_profile_remove(f, n, to, NULL);
        memmove(&m->profiles[n], &m->profiles[n + 1], (m->profile_count-- - n) * sizeof *m->profiles);
        break;
    case 7: {
        rule_model moved;
        if (m->rule_count == 0) return NVP_ARGUMENT;
        from = below(m->rule_count);
        index = below(m->rule_count + 1);
        code = edit_rule_move(f, from, index, to, NULL);
        if (index >= m->rule_count) index = m->rule_count - 1;
        moved = m->rules[from];
        memmove(&m->rules[from], &m->rules[from + 1], (m->rule_count - from) * sizeof *m->rules);
        memmove(&m->rules[index + 1], &m->rules[index], (m->rule_count - index) * sizeof *m->rules);
        m->rules[index] = moved;
        memset(&m->rules[m->rule_count], 0, sizeof *m->rules);
        break;
    }
    default: {
        unsigned found = 0;
        sprintf(json, "p%u", below(4));
        for (i = 0; i < m->profile_count; i++)
            if (strcmp(m->profiles[i].name, json) == 0) {
                strcpy(m->profiles[i].name, "\xc3\xa9x");
                found++;
            }
        for (i = 0; i < m->rule_count; i++)
            if (strcmp(m->rules[i].ref, json) == 0) {
                strcpy(m->rules[i].ref, "\xc3\xa9x");
                found++;
            }
        code = edit_profile_rename(f, nvp_text(json), nvp_text("\xc3\xa9x"), to, NULL);
        if (found == 0) CHECK_I64(NVP_ARGUMENT, code);
        break;
    }
    }
    return code;
}

static void every_style(void)
{
    unsigned n, done = 0;
    for (n = 0; n < 6000; n++) {
        nvp_config *c = open_in(NULL, NULL, NULL), *after;
        edit_sink to;
        nvp_code code;
        file_model m;
        style s;
        unsigned before, lost;
        seed = n * 977 + 5;
        s.lines = (int)below(4);
        s.crlf = below(4) == 0;
        s.comments = s.lines > 0 && below(2) == 0;
        s.colon = (int)below(3);
        s.comma = (int)below(3);
        s.pad = (int)below(2);
        s.objects = (int)below(3);
        s.tabs = (int)below(2);
        make(&m);
        write_file(&s, &m);
        memset(&to, 0, sizeof to);
        to.write_fn = put;
        out_len = 0;
        CHECK(add_text(c, "x", text, at, NULL) == NVP_OK);
        if (!CHECK(same(c->files[0], &m))) printf("%s\n", text);
        code = edit(c->files[0], &m, &to, &lost);
        if (code == NVP_OK) {
            done++;
            after = open_in(NULL, NULL, NULL);
            CHECK(add_text(after, "y", out, out_len, NULL) == NVP_OK);
            before = comments_of(text, at);
            if (!CHECK(same(after->files[0], &m)) || !CHECK(comments_of(out, out_len) + lost >= before) || !CHECK(comments_of(out, out_len) <= before))
                printf("%s\n----\n%.*s\n----\n", text, (int)out_len, out);
            if (s.crlf && s.lines > 0) { /* no bare line feed is added */
                size_t i, bare = 0;
                for (i = 0; i < out_len; i++) bare += out[i] == '\n' && (i == 0 || out[i - 1] != '\r');
                for (i = 0; i < at; i++) bare -= text[i] == '\n' && (i == 0 || text[i - 1] != '\r');
                if (text[0] != '#' && !CHECK(bare == 0)) printf("%s\n----\n%.*s\n----\n", text, (int)out_len, out);
            }
            nvp_config_close(after);
        } else {
            CHECK_I64(NVP_ARGUMENT, code);
            CHECK_U64(0, out_len);
        }
        nvp_config_close(c);
    }
    CHECK(done > 3000);
}

int main(void)
{
    RUN(every_style);
    return run_end();
}
