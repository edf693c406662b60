/* Seldom-used members of structs, places and counts, in memory full of garbage. */
#define NVP_ASSERT(e) ((e) ? (void)0 : abort())
#include <stdlib.h>
#define NVP_IMPLEMENTATION
#include "nvprofile.h"

#include "profiles.h"
#include "heap.h"
#include "run.h"

static heap h;
static nvp_memory garbage;

static nvp_view view_of(const char *text)
{
    nvp_view v;
    v.ptr = text;
    v.len = strlen(text);
    return v;
}

static nvp_config *parsed(const char *text, unsigned flags)
{
    nvp_config_options o;
    nvp_config *c;
    memset(&o, 0, sizeof o);
    o.flags = flags;
    garbage.allocator.alloc_fn = take;
    garbage.allocator.free_fn = give;
    garbage.allocator.user = &h;
    c = open_in(&o, &garbage, NULL);
    CHECK(add_text(c, "x", text, strlen(text), NULL) == NVP_OK && nvp_config_link(c, NULL) == NVP_OK);
    return c;
}

static int put(void *user, const char *bytes, size_t size)
{
    strncat((char *)user, bytes, size);
    return 1;
}

/* What is wrong with the string of a token, and where. */
static void strings_of_tokens(void)
{
    static const struct {
        const char *text;
        nvp_issue issue;
        uint32_t at, len;
    } cases[] = {{"\"abc\" ", NVP_ISSUE_NONE, 0, 5}, {"\"a\\nb\" ", NVP_ISSUE_NONE, 0, 6}, {"\"\\u00e9\" ", NVP_ISSUE_NONE, 0, 8}, {"\"a\\q\" ", NVP_ISSUE_BAD_ESCAPE, 2, 5},
                 {"'a\tb' ", NVP_ISSUE_CONTROL_CHARACTER, 2, 5}, {"\"ab\xff\" ", NVP_ISSUE_INVALID_UTF8, 3, 5}, {"\"\xc3\xa9\" ", NVP_ISSUE_NONE, 0, 4}, {"\"ab\n\" ", NVP_ISSUE_UNTERMINATED_STRING, 0, 3},
                 {"\"ab\\", NVP_ISSUE_UNTERMINATED_STRING, 0, 4}, {"\"\\ud800\" ", NVP_ISSUE_LONE_SURROGATE, 1, 8}, {"\"x\\u0000\" ", NVP_ISSUE_NUL_ESCAPE, 2, 9},
                 {"\"\xe2\x82\" ", NVP_ISSUE_INVALID_UTF8, 1, 4}, {"\"\x7f\xc3\xa9\" ", NVP_ISSUE_NONE, 0, 5}};
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        nvp_lexer x;
        nvp_token t;
        memset(&t, 0xa5, sizeof t);
        nvp_lexer_begin(&x, cases[i].text, strlen(cases[i].text), 0);
        if (!CHECK(nvp_lexer_next(&x, &t) && t.kind == NVP_TOKEN_KIND_STRING && t.at == 0) || !CHECK_I64(cases[i].issue, t.issue) || !CHECK_U64(cases[i].len, t.len) ||
            (t.issue != NVP_ISSUE_NONE && !CHECK_U64(cases[i].at, t.issue_at)))
            printf("    %s\n", cases[i].text);
    }
}

/* Names and strings with escapes, several in one text: each is decoded separately. */
static void escapes(void)
{
    nvp_config *c = parsed("{\"\\u0061\":1,\"rule\\u0073\":[{\"\\u0070attern\":\"\\u0061\\u0062\",\"profil\\u0065\":{\"n\\u0061me\":\"\\u0063\","
                           "\"setting\\u0073\":[{\"\\u006b\":\"\\u0064\",\"\\u0076\":\"\\u0065\"},{\"k\\u0065\":\"f\",\"s\\u0075\":1,\"k\":\"g\",\"v\":2}]}}]}", 0);
    const nvp_file *f = c->files[0];
    const nvp_profile *p;
    if (CHECK(f->errors == 0 && f->rule_count == 1 && f->notes == 3)) { /* a, ke, su are unknown */
        CHECK_VIEW("ab", f->rules[0].pattern->matches);
        p = f->rules[0].profile;
        CHECK_VIEW("c", p->name);
        CHECK_U64(2, p->setting_count);
        CHECK_VIEW("d", p->settings[0].key);
        CHECK_VIEW("e", p->settings[0].value.text);
        CHECK_VIEW("g", p->settings[1].key);
    }
    nvp_config_close(c);
}

/* Memory full of a few letters: a decoded name ends where it ends, whatever follows it. */
static void *letters(void *user, size_t size)
{
    const char *text = *(const char **)user;
    char *p = (char *)malloc(size);
    size_t i, len = strlen(text);
    for (i = 0; p != NULL && i < size; i++) p[i] = text[i % len];
    return p;
}

static void letters_free(void *user, void *p, size_t size)
{
    (void)user;
    (void)size;
    free(p);
}

#define KEY_LIST "{\"registry_keys\":[{\"key\":\"a\",\"type\":\"b\",\"descrip\\u0074\":\"c\"}]}"

static void short_names(void)
{
    static const struct {
        const char *letters;
        const char *text; /* one name unknown to the format, and nothing else to report */
    } cases[] = {{"s", "{\"rul\\u0065\":7}"}, {"s", "{\"profil\\u0065\":7}"},
                 {"e", "{\"profiles\":[{\"na\\u006d\":7,\"name\":\"p\",\"settings\":[]}]}"},
                 {"s", "{\"profiles\":[{\"settin\\u0067\":7,\"name\":\"p\",\"settings\":[]}]}"},
                 {"y", "{\"profiles\":[{\"name\":\"p\",\"settings\":[{\"k\\u0065\":\"a\",\"k\":\"b\",\"v\":1}]}]}"},
                 {"e", "{\"profiles\":[{\"name\":\"p\",\"settings\":[{\"k\":\"b\",\"val\\u0075\":2,\"v\":1}]}]}"},
                 {"b", "{\"rules\":[{\"pattern\":{\"op\":\"or\",\"s\\u0075\":7,\"sub\":[{\"feature\":\"dso\",\"matches\":\"\"}]},\"profile\":[]}]}"},
                 {"es", "{\"rules\":[{\"pattern\":{\"matc\\u0068\":7,\"feature\":\"dso\",\"matches\":\"\"},\"profile\":[]}]}"},
                 {"se", "{\"rules\":[{\"pattern\":{\"matc\\u0068\":7,\"feature\":\"dso\",\"matches\":\"\"},\"profile\":[]}]}"},
                 {"p", "{\"rules\":[{\"pattern\":{\"\\u006f\":7,\"feature\":\"dso\",\"matches\":\"\"},\"profile\":[]}]}"}};
    static const struct {
        const char *letters, *text;
        uint32_t skipped;
    } lists[] = {{"ion", KEY_LIST, 1}, {"oni", KEY_LIST, 1}, {"nio", KEY_LIST, 1}, {"ys", "{\"registry_k\\u0065\":[7]}", 0}, {"sy", "{\"registry_k\\u0065\":[7]}", 0}};
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        nvp_memory m;
        nvp_config *c;
        const char *fill = cases[i].letters;
        memset(&m, 0, sizeof m);
        m.allocator.alloc_fn = letters;
        m.allocator.free_fn = letters_free;
        m.allocator.user = (void *)&fill;
        c = open_in(NULL, &m, NULL);
        CHECK(add_text(c, "x", cases[i].text, strlen(cases[i].text), NULL) == NVP_OK);
        if (!CHECK(c->files[0]->errors == 0 && c->files[0]->warnings == 0 && c->files[0]->notes == 1) || !CHECK(c->files[0]->diagnostics[0].issue == NVP_ISSUE_UNKNOWN_MEMBER))
            printf("    %s\n", cases[i].text);
        nvp_config_close(c);
    }
    for (i = 0; i < sizeof lists / sizeof *lists; i++) {
        nvp_memory m;
        const nvp_keys *k;
        const char *fill = lists[i].letters;
        memset(&m, 0, sizeof m);
        m.allocator.alloc_fn = letters;
        m.allocator.free_fn = letters_free;
        m.allocator.user = (void *)&fill;
        k = keys_in(lists[i].text, strlen(lists[i].text), &m, NULL);
        if (!CHECK(k != NULL && k->used && k->count == 0) || !CHECK_U64(lists[i].skipped, k->skipped)) printf("    %s\n", lists[i].text);
        nvp_keys_close(k);
    }
}

/* Rules almost like the usual ones: no byte of them may be skipped. */
static void nearly_usual_rules(void)
{
    static const char rule[] = "{\"rules\":[{\"pattern\":{\"feature\":\"dso\",\"matches\":\"m\"},\"profile\":\"p\"},{\"pattern\":\"m\",\"profile\":\"p\"}]}";
    char text[200];
    size_t i, k, n, at;
    nvp_config *c = parsed(rule, 0);
    CHECK(c->files[0]->used && c->files[0]->rule_count == 2);
    nvp_config_close(c);
    for (i = 0; i < sizeof rule - 1; i++)
        for (k = i; k < sizeof rule - 1; k++) { /* without a mark, or without two quotes that begin names or strings */
            if (strchr("{}[]\",:", rule[i]) == NULL) continue;
            if (k > i && (rule[i] != '"' || rule[k] != '"' || strchr("{:,", rule[i - 1]) == NULL || strchr("{:,", rule[k - 1]) == NULL)) continue;
            for (n = at = 0; n < sizeof rule; n++)
                if (n != i && n != k) text[at++] = rule[n];
            c = parsed(text, 0);
            if (!CHECK(!c->files[0]->used && c->files[0]->errors > 0)) printf("    %s\n", text);
            nvp_config_close(c);
        }
}

/* Letter case of keys: only A to Z have two cases, anywhere in keys of every length (row 52). */
static void letter_case(void)
{
    static const size_t lengths[] = {1, 3, 7, 8, 9, 16, 17, 20};
    size_t l, at;
    unsigned u;
    for (u = 0x20; u < 0x60; u++) {
        const char high = (char)u, low = (char)(u ^ 0x20);
        const int letter = u >= 'A' && u <= 'Z';
        if (high == '"' || high == '\\' || low == '"' || low == '\\' || low < 0x20 || low == 0x7f) continue;
        for (l = 0; l < sizeof lengths / sizeof *lengths; l++)
            for (at = 0; at < lengths[l]; at += lengths[l] > 1 ? lengths[l] - 1 : 1) {
                char a[24], b[24], text[200];
                nvp_config *c;
                const nvp_result *r;
                memset(a, 'm', sizeof a);
                a[lengths[l]] = 0;
                memcpy(b, a, sizeof b);
                a[at] = high;
                b[at] = low;
                sprintf(text, "{\"rules\":[{\"pattern\":[],\"profile\":[\"%s\",1,\"%s\",2]}]}", a, b);
                c = parsed(text, 0);
                r = resolve_in(c, NULL, NULL, NULL);
                if (!CHECK_U64(letter ? 1 : 2, r->setting_count) || !CHECK_U64(letter ? 1 : 0, c->files[0]->warnings)) printf("    %s %s\n", a, b);
                nvp_result_close(r);
                nvp_config_close(c);
            }
    }
}

/* All that is reported for a rule with errors; no view lacks its place. */
static void errors_in_rules(void)
{
    nvp_config *c = parsed("{\"rules\":[ {\"profile\":[]}, {\"pattern\":\"a\",\"profile\":{\"settings\":[]}}, 7]}", 0);
    const nvp_file *f = c->files[0];
    const nvp_result *r = resolve_in(c, NULL, &garbage, NULL);
    uint32_t i;
    if (CHECK(r != NULL && f->rule_count == 3)) {
        for (i = 0; i < 3; i++) {
            CHECK(f->rules[i].ref.ptr != NULL && f->rules[i].ref.len == 0 && !f->rules[i].has_ref && f->rules[i].ref_at == NVP_NONE);
            CHECK_U64(f->rules[i].at, r->outcomes[i].decided + (i == 1 ? f->rules[i].at - f->rules[i].pattern->at : 0));
            CHECK(!r->outcomes[i].matched && r->outcomes[i].won == 0 && r->outcomes[i].lost == 0);
        }
        CHECK(r->outcomes[0].why == NVP_WHY_ERROR && r->outcomes[1].why == NVP_WHY_UNKNOWN && r->outcomes[2].why == NVP_WHY_ERROR);
        CHECK(f->rules[1].profile->name.ptr != NULL && f->rules[1].profile->name.len == 0 && !f->rules[1].profile->named);
        CHECK(f->rules[1].profile->name_at == NVP_NONE);
    }
    nvp_result_close(r);
    CHECK(add_text(c, NULL, "{}", 2, NULL) == NVP_OK);
    CHECK(c->uses == NULL && c->use_count == 0 && c->definitions == NULL && c->definition_count == 0);
    CHECK(c->files[1]->name.ptr != NULL && c->files[1]->name.len == 0);
    CHECK(resolve_in(c, NULL, NULL, NULL) == NULL);
    nvp_config_close(c);
    CHECK(h.live == 0);
}

/* Many definitions of one name and a few of another, in one file: each has the first as its earlier place. */
static void same_names(void)
{
    char text[4000], *p = text;
    nvp_config *c;
    uint32_t i, first = 0, other = 0;
    p += sprintf(p, "{\"profiles\":[");
    for (i = 0; i < 60; i++) {
        if (i == 0) first = (uint32_t)(p - text) + 8; /* after {"name": and, from the second on, a comma */
        if (i == 20) other = (uint32_t)(p - text) + 9;
        p += sprintf(p, "%s{\"name\":\"%s\",\"settings\":[]}", i > 0 ? "," : "", i % 20 == 0 && i > 0 ? "The other" : "One");
    }
    sprintf(p, "]}");
    c = parsed(text, 0);
    CHECK_U64(58, c->files[0]->warnings);
    for (i = 0; i < c->files[0]->diagnostic_count; i++) {
        const nvp_diagnostic *d = &c->files[0]->diagnostics[i];
        CHECK_I64(NVP_ISSUE_DUPLICATE_PROFILE, d->issue);
        CHECK_U64(text[d->at + 1] == 'O' ? first : other, d->see);
        CHECK(text[d->at] == '"' && text[d->see] == '"');
    }
    nvp_config_close(c);
}

/* Every byte that can begin a value, and what it means (section 3.5). */
static void first_bytes(void)
{
    unsigned u;
    for (u = 1; u < 256; u++) {
        const char c = (char)u;
        const int letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
        const int number = (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
        char text[8] = "?zz ";
        nvp_lexer x;
        nvp_token t;
        if (strchr(" \t\r\n\"'#/{}[],:", c) != NULL) continue;
        text[0] = c;
        nvp_lexer_begin(&x, text, 4, 0);
        if (!CHECK(nvp_lexer_next(&x, &t) && t.kind == NVP_TOKEN_KIND_WRONG && t.at == 0) || !CHECK_I64(letter ? NVP_ISSUE_BAD_WORD : number ? NVP_ISSUE_BAD_NUMBER : NVP_ISSUE_UNEXPECTED_BYTE, t.issue) ||
            !CHECK_U64(letter || number ? 3 : 1, t.len))
            printf("    byte %u\n", u);
    }
}

/* Keys of eight bytes whose hashes are equal, as only their upper two bits differ: they are different keys all the
   same. */
static void names_that_meet(void)
{
    unsigned flags;
    for (flags = 0; flags <= NVP_FLAG_EXACT_KEYS; flags += NVP_FLAG_EXACT_KEYS) {
        nvp_config *c = parsed("{\"rules\":[{\"pattern\":[],\"profile\":[\"xxxxxxxa\",1,\"xxxxxxx!\",2,\"xxxxxxxa\",3,\"xxxxxxx!\",4]}],"
                               "\"profiles\":[{\"name\":\"yyyyyyya\",\"settings\":[]},{\"name\":\"yyyyyyy!\",\"settings\":[]}]}", flags);
        const nvp_result *r = resolve_in(c, NULL, NULL, NULL);
        if (CHECK(r != NULL && r->setting_count == 2)) {
            CHECK(r->settings[0].setting->value.i == 1 && r->settings[0].shadows != NULL && r->settings[0].shadows->setting->value.i == 3);
            CHECK(r->settings[1].setting->value.i == 2 && r->settings[1].shadows != NULL && r->settings[1].shadows->setting->value.i == 4);
        }
        CHECK(c->files[0]->warnings == 2 && c->definition_count == 2 && c->definitions[0].first == 0 && c->definitions[1].first == 1);
        nvp_result_close(r);
        nvp_config_close(c);
    }
}

/* A profile hidden by another file's. */
static void hidden_profile(void)
{
    static const char second[] = "{\"profiles\":[{\"name\":\"q\",\"settings\":[]},{\"name\":\"p\",\"settings\":[]}]}";
    nvp_config *c = parsed("{\"rules\":[{\"pattern\":[],\"profile\":\"p\"},{\"pattern\":[],\"profile\":\"q\"}],\"profiles\":[{\"name\":\"p\",\"settings\":[\"k\",1]}]}", 0);
    const nvp_findings *l;
    uint32_t i, found = 0;
    CHECK(add_text(c, "y", second, sizeof second - 1, NULL) == NVP_OK && nvp_config_link(c, NULL) == NVP_OK);
    l = lint_in(c, NULL, &garbage, NULL);
    for (i = 0; i < l->count; i++)
        if (l->items[i].kind == NVP_FINDING_KIND_HIDDEN) {
            const nvp_finding *f = &l->items[i];
            found++;
            CHECK(f->file == 1 && f->at == c->files[1]->profiles[1].name_at && f->see_file == 0 && f->see == c->files[0]->profiles[0].name_at);
            CHECK_VIEW("p", f->name);
        }
    CHECK_U64(1, found);
    nvp_findings_close(l);
    nvp_config_close(c);
}

/* The default number of diagnostics that are kept; all are counted. */
static void many_diagnostics(void)
{
    static const char late[] = "{\"rules\":[{\"pattern\":7,\"profile\":[],},{\"pattern\":[],\"profile\":[],}]}";
    static char text[20000];
    nvp_config_options o;
    char *p = text;
    nvp_config *c;
    unsigned i;
    p += sprintf(p, "{\"rules\":[");
    for (i = 0; i < 1100; i++) p += sprintf(p, "%s7", i > 0 ? "," : "");
    sprintf(p, "]}");
    c = parsed(text, 0);
    CHECK(c->files[0]->errors == 1100 && c->files[0]->diagnostic_count == 1024 && c->files[0]->diagnostics[1023].at == 10 + 2 * 1023);
    nvp_config_close(c);
    /* The list is full at the end of the first rule: mistakes in the commas of the whole text are still kept, before
       those in its meaning. */
    memset(&o, 0, sizeof o);
    o.max_diagnostics = 2;
    c = open_in(&o, NULL, NULL);
    CHECK(add_text(c, "x", late, sizeof late - 1, NULL) == NVP_OK && c->files[0]->errors == 3 && c->files[0]->diagnostic_count == 2);
    for (i = 0; i < 2; i++) CHECK(c->files[0]->diagnostics[i].issue == NVP_ISSUE_TRAILING_COMMA && c->files[0]->diagnostics[i].at == 35 + i * 29);
    nvp_config_close(c);
}

/* After a container that is nested too deep nothing is read or reported. */
static void depth_one(void)
{
    nvp_config_options o;
    nvp_config *c;
    memset(&o, 0, sizeof o);
    o.max_depth = 1;
    c = open_in(&o, NULL, NULL);
    CHECK(add_text(c, "x", "{\"x\":[1]}", 9, NULL) == NVP_OK && c->files[0]->diagnostic_count == 1 && c->files[0]->diagnostics[0].issue == NVP_ISSUE_DEPTH);
    CHECK(c->files[0]->errors == 1 && !c->files[0]->used);
    nvp_config_close(c);
}

/* A key documentation of many short values, one of which the quick reader does not know: all are counted once. */
static void many_short_values(void)
{
    char text[1000], *p = text;
    const nvp_keys *k;
    unsigned i;
    p += sprintf(p, "{\"registry_keys\":[");
    for (i = 0; i < 300; i++) p += sprintf(p, "1,");
    sprintf(p, "null]}");
    k = keys_in(text, strlen(text), &garbage, NULL);
    CHECK(k != NULL && k->used && k->skipped == 301 && k->count == 0 && k->file->errors == 0);
    nvp_keys_close(k);
}

/* Members of a value that its type does not use are 0. */
static void unused_members(void)
{
    static const char *const values[] = {"\"7\"", "-7", "18446744073709551615", "1.5", "true", "false", "\"\\u0041\""};
    static const struct {
        nvp_type type;
        int64_t i;
        uint64_t u;
        double r;
    } want[] = {{NVP_TYPE_STRING, 0, 0, 0}, {NVP_TYPE_INT, -7, 0, 0}, {NVP_TYPE_UINT, 0, UINT64_MAX, 0}, {NVP_TYPE_REAL, 0, 0, 1.5},
                {NVP_TYPE_BOOL, 1, 0, 0}, {NVP_TYPE_BOOL, 0, 0, 0}, {NVP_TYPE_STRING, 0, 0, 0}};
    size_t i;
    for (i = 0; i < sizeof values / sizeof *values; i++) {
        char text[100];
        nvp_config *c;
        const nvp_value *v;
        sprintf(text, "{\"rules\":[{\"pattern\":[],\"profile\":[\"k\",%s]}]}", values[i]);
        c = parsed(text, 0);
        v = &c->files[0]->rules[0].profile->settings[0].value;
        CHECK(v->type == want[i].type && v->i == want[i].i && v->u == want[i].u);
        CHECK_DOUBLE(want[i].r, v->r);
        nvp_config_close(c);
    }
}

/* A backslash in the name of a library is a byte like any other. */
static nvp_answer one_library(void *user, uint32_t index, nvp_view *out)
{
    (void)user;
    *out = view_of("/x/a\\b");
    return index < 1;
}

static void library_names(void)
{
    nvp_config *c = parsed("{\"rules\":[{\"pattern\":{\"feature\":\"dso\",\"matches\":\"b\"},\"profile\":[]},{\"pattern\":{\"feature\":\"dso\",\"matches\":\"a\\\\b\"},\"profile\":[]}]}", 0);
    nvp_process p;
    const nvp_result *r;
    memset(&p, 0, sizeof p);
    p.dso_fn = one_library;
    r = resolve_in(c, &p, NULL, NULL);
    CHECK(r != NULL && r->outcomes[0].why == NVP_WHY_DIFFERENT && r->outcomes[1].why == NVP_WHY_EQUAL && r->outcomes[1].matched);
    nvp_result_close(r);
    nvp_config_close(c);
}

/* A file that is too large: reported at its first byte, and nothing else about it. */
static void too_large(void)
{
    nvp_config_options o;
    nvp_config *c;
    memset(&o, 0, sizeof o);
    o.max_file = 5;
    c = open_in(&o, NULL, NULL);
    CHECK(add_text(c, "x", "{    }", 6, NULL) == NVP_OK && !c->files[0]->used && c->files[0]->errors == 1 && c->files[0]->diagnostic_count == 1);
    CHECK(c->files[0]->diagnostics[0].issue == NVP_ISSUE_TOO_LARGE && c->files[0]->diagnostics[0].at == 0 && c->files[0]->diagnostics[0].see == NVP_NONE);
    nvp_config_close(c);
}

/* What is reported about the text of a key documentation. */
static void key_files(void)
{
    static const char text[] = "{\"registry_keys\":[{\"key\":\"K\",\"type\":\"integer\",\"description\":\"d\"},[],\n  7],\"a\":1,\n \"a\":2,'b':3}";
    const nvp_keys *k;
    nvp_position p;
    nvp_config *unused = parsed("{}", 0);
    k = keys_in(text, sizeof text - 1, &garbage, NULL);
    if (CHECK(k != NULL)) {
        const nvp_file *f = k->file;
        CHECK(k->used && f->used && k->count == 1 && k->skipped == 2);
        CHECK(f->name.ptr != NULL && f->name.len == 0 && f->text.ptr == text && f->text.len == sizeof text - 1);
        CHECK(f->errors == 0 && f->warnings == 2 && f->notes == 0 && f->diagnostic_count == 2 && f->rule_count == 0 && f->profile_count == 0);
        CHECK(f->diagnostics[0].issue == NVP_ISSUE_DUPLICATE_MEMBER && f->diagnostics[1].issue == NVP_ISSUE_SINGLE_QUOTED_NAME);
        CHECK(f->diagnostics[0].at == 82 && f->diagnostics[0].see == 74 && f->diagnostics[1].at == 88);
        p = nvp_file_locate(f, 88);
        CHECK(p.line == 3 && p.column == 8);
        nvp_keys_close(k);
    }
    k = keys_in("{\"x\":-0x1}", 10, NULL, NULL);
    CHECK(k != NULL && k->file->notes == 1 && k->file->diagnostics[0].issue == NVP_ISSUE_SIGNED_BASE);
    nvp_keys_close(k);
    nvp_config_close(unused);
}

/* The text of a key documentation is edited like any other, but not if it has errors or is not an object. */
static void key_edits(void)
{
    static const struct {
        const char *text;
        nvp_code code;
        const char *after;
    } cases[] = {{"{\"x\":1}", NVP_OK, "{\"x\":1,\"rules\":[{\"pattern\":\"a\",\"profile\":\"p\"}]}"}, {"{", NVP_SYNTAX, ""}, {"[1]", NVP_SYNTAX, ""}, {"7", NVP_SYNTAX, ""},
                 {"", NVP_OK, "{\n    \"rules\": [\n        { \"pattern\": \"a\", \"profile\": \"p\" }\n    ]\n}\n"}, {"{\"x\":1,}", NVP_SYNTAX, ""}};
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        const nvp_keys *k = keys_in(cases[i].text, strlen(cases[i].text), &garbage, NULL);
        nvp_writer to;
        char out[200] = "";
        memset(&to, 0, sizeof to);
        to.write_fn = put;
        to.user = out;
        if (!CHECK(k != NULL)) continue;
        if (!CHECK_I64(cases[i].code, edit_rule_add(k->file, 0, view_of("{\"pattern\":\"a\",\"profile\":\"p\"}"), &to, NULL)) || !CHECK_STR(cases[i].after, out))
            printf("    %s\n", cases[i].text);
        nvp_keys_close(k);
    }
    CHECK(h.live == 0);
}

/* Findings about keys: kind, place, name, documented key. */
static void key_findings(void)
{
    static const char list[] = "{\"registry_keys\":[{\"key\":\"Known\",\"type\":\"integer\",\"description\":\"\"}]}";
    static const char text[] = "{\"rules\":[{\"pattern\":[],\"profile\":[\"None\",1,\"KNOWN\",2,\"Known\",\"x\",\"knowN\",1.5,\"Known\",3]}]}";
    static const struct {
        nvp_finding_kind kind;
        const char *name;
        int key, at_value;
        uint32_t setting;
    } want[] = {{NVP_FINDING_KIND_UNKNOWN_KEY, "None", 0, 0, 0}, {NVP_FINDING_KIND_KEY_SPELLING, "KNOWN", 1, 0, 1}, {NVP_FINDING_KIND_VALUE_TYPE, "Known", 1, 1, 2},
                {NVP_FINDING_KIND_KEY_SPELLING, "knowN", 1, 0, 3}, {NVP_FINDING_KIND_VALUE_TYPE, "knowN", 1, 1, 3}};
    nvp_config *c = parsed(text, 0);
    const nvp_keys *keys = keys_in(list, sizeof list - 1, NULL, NULL);
    const nvp_findings *l = lint_in(c, keys, &garbage, NULL);
    const nvp_setting *s = c->files[0]->rules[0].profile->settings;
    uint32_t i;
    CHECK_U64(5, l->count);
    for (i = 0; i < 5 && i < l->count; i++) {
        const nvp_finding *f = &l->items[i];
        CHECK_I64(want[i].kind, f->kind);
        CHECK_VIEW(want[i].name, f->name);
        CHECK(f->key == (want[i].key ? &keys->items[0] : NULL) && f->file == 0 && f->see == NVP_NONE && f->see_file == NVP_NONE);
        CHECK_U64(want[i].at_value ? s[want[i].setting].value_at : s[want[i].setting].key_at, f->at);
    }
    nvp_findings_close(l);
    nvp_keys_close(keys);
    nvp_config_close(c);
}

/* Findings about rules and profiles have the name of the rule or profile, or none. */
static void named_findings(void)
{
    nvp_config *c = parsed("{\"rules\":[{\"pattern\":[],\"profile\":\"lost\"},{\"pattern\":[],\"profile\":[]}],\"profiles\":[{\"name\":\"idle\",\"settings\":[]}]}", 0);
    const nvp_findings *l = lint_in(c, NULL, &garbage, NULL);
    if (CHECK_U64(3, l->count)) {
        CHECK(l->items[0].kind == NVP_FINDING_KIND_UNDEFINED && l->items[1].kind == NVP_FINDING_KIND_NOTHING && l->items[2].kind == NVP_FINDING_KIND_UNUSED);
        CHECK_VIEW("lost", l->items[0].name);
        CHECK_VIEW("", l->items[1].name);
        CHECK_VIEW("idle", l->items[2].name);
        CHECK(l->items[1].name.ptr != NULL && l->items[0].key == NULL && l->items[1].key == NULL && l->items[2].key == NULL);
    }
    nvp_findings_close(l);
    nvp_config_close(c);
}

/* An unknown feature is a pattern in its own right: another driver may know one and not the other. */
static void patterns_apart(void)
{
#define EITHER(name, matches) "{\"op\":\"or\",\"sub\":[{\"feature\":\"" name "\",\"matches\":\"" matches "\"},{\"feature\":\"dso\",\"matches\":\"x\"}]}"
    static const struct {
        const char *one, *two;
        nvp_dead dead;
    } cases[] = {{EITHER("gpu", "a"), EITHER("gpu", "a"), NVP_DEAD_SHADOWED}, {EITHER("gpu", "a"), EITHER("gpu", "b"), NVP_DEAD_NOT},
                 {EITHER("gpu", "abcdef"), EITHER("cpu", "abcdef"), NVP_DEAD_NOT}, {EITHER("gpu", "a"), EITHER("gp", "ua"), NVP_DEAD_NOT},
                 {EITHER("dso", "ab"), EITHER("dso", "ac"), NVP_DEAD_NOT}, {EITHER("dso", "ab"), EITHER("cmdline", "ab"), NVP_DEAD_NOT}};
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[600];
        nvp_config *c;
        const nvp_findings *l;
        sprintf(text, "{\"rules\":[{\"pattern\":%s,\"profile\":[\"k\",1]},{\"pattern\":%s,\"profile\":[\"k\",2]}]}", cases[i].one, cases[i].two);
        c = parsed(text, 0);
        l = lint_in(c, NULL, &garbage, NULL);
        if (!CHECK_I64(cases[i].dead, l->dead[1])) printf("    %s\n", text);
        nvp_findings_close(l);
        nvp_config_close(c);
    }
}

/* Keys under NVP_FLAG_EXACT_KEYS, for edits as well. */
static void exact_edits(void)
{
    nvp_config *c = parsed("{\"profiles\":[{\"name\":\"p\",\"settings\":[\"K\",1]}]}", NVP_FLAG_EXACT_KEYS);
    const nvp_file *f = c->files[0];
    nvp_writer to;
    size_t before;
    char out[200] = "";
    memset(&to, 0, sizeof to);
    to.write_fn = put;
    to.user = out;
    to.memory = garbage;
    before = h.live;
    CHECK_I64(NVP_ARGUMENT, edit_unset(f, &f->profiles[0], view_of("k"), &to, NULL));
    CHECK(h.live == before);
    CHECK_I64(NVP_OK, edit_set(f, &f->profiles[0], view_of("k"), view_of("2"), &to, NULL));
    CHECK_STR("{\"profiles\":[{\"name\":\"p\",\"settings\":[\"K\",1,\"k\",2]}]}", out);
    CHECK(h.live == before);
    nvp_config_close(c);
}

/* Files of a folder, with what identifies them; a text is as long as it is, not as long as stat says. */
typedef struct entry {
    const char *name, *text;
    uint64_t size, id;
} entry;
static const entry *entries;
static size_t entry_count, open_at;
static const char folder[] = "/etc/nvidia/nvidia-application-profiles-rc.d";

static const entry *entry_of(const char *path)
{
    size_t i;
    for (i = 0; i < entry_count; i++)
        if (strncmp(path, folder, sizeof folder - 1) == 0 && path[sizeof folder - 1] == '/' && strcmp(path + sizeof folder, entries[i].name) == 0) return &entries[i];
    return NULL;
}

static void stat_entry(void *user, const char *path, nvp_stat *out)
{
    const entry *e = entry_of(path);
    (void)user;
    out->kind = strcmp(path, folder) == 0 ? NVP_KIND_DIRECTORY : e != NULL ? NVP_KIND_REGULAR : NVP_KIND_MISSING;
    if (e != NULL) {
        out->size = e->size;
        out->id[0] = e->id;
        out->id[1] = e->id * 3;
    }
}

static nvp_answer open_entry(void *user, const char *path, void **handle)
{
    (void)user;
    open_at = 0;
    *handle = (void *)(uintptr_t)entry_of(path);
    return NVP_ANSWER_YES;
}

static int64_t read_entry(void *user, void *handle, void *buffer, size_t size)
{
    const entry *e = (const entry *)handle;
    const size_t left = strlen(e->text) - open_at, n = left < size ? left : size;
    (void)user;
    memcpy(buffer, e->text + open_at, n);
    open_at += n;
    return (int64_t)n;
}

static void close_entry(void *user, void *handle)
{
    (void)user;
    (void)handle;
}

static nvp_answer list_entries(void *user, const char *path, int (*add_fn)(void *to, const char *name), void *to)
{
    size_t i;
    (void)user;
    (void)path;
    for (i = 0; i < entry_count && add_fn(to, entries[i].name); i++) {}
    return 1;
}

static void system_of(nvp_system *s)
{
    memset(s, 0, sizeof *s);
    s->stat_fn = stat_entry;
    s->open_fn = open_entry;
    s->read_fn = read_entry;
    s->close_fn = close_entry;
    s->list_fn = list_entries;
}

/* One file under several names, with others between them (row 67). */
static void same_files(void)
{
    static const entry files[] = {{"a", "{}", 2, 7}, {"b", "{}", 2, 5}, {"c", "{}", 2, 7}, {"d", "{}", 2, 0}, {"e", "{}", 2, 5}, {"f", "{}", 2, 0}, {"g", "{}", 2, 7},
                                  {"h", "{}", 2, 20}, {"i", "{}", 2, 19}, {"j", "{}", 2, 18}, {"k", "{}", 2, 17}, {"l", "{}", 2, 16}, {"m", "{}", 2, 15},
                                  {"n", "{}", 2, 14}, {"o", "{}", 2, 13}, {"p", "{}", 2, 12}, {"q", "{}", 2, 11}, {"r", "{}", 2, 10}, {"s", "{}", 2, 9}};
    static const uint32_t want[][2] = {{4, 1}, {2, 0}, {6, 0}}; /* files: again, first */
    nvp_config *c = parsed("{}", 0);
    nvp_system s;
    const nvp_findings *l;
    uint32_t i, found = 0, k;
    entries = files;
    entry_count = sizeof files / sizeof *files;
    system_of(&s);
    CHECK(nvp_config_load(c, &s, homeless(), NULL) == NVP_OK && c->file_count == 20 && c->place_count == 22);
    l = lint_in(c, NULL, &garbage, NULL);
    CHECK(l->count == 3);
    for (i = 0; i < l->count; i++) {
        const nvp_finding *f = &l->items[i];
        CHECK_I64(NVP_FINDING_KIND_SAME_FILE, f->kind);
        for (k = 0; k < 3; k++)
            if (f->file == want[k][0] + 1 && f->see_file == want[k][1] + 1 && f->at == want[k][0] + 2 && f->see == want[k][1] + 2) found |= 1u << k;
    }
    CHECK_U64(7, found);
    nvp_findings_close(l);
    nvp_config_close(c);
}

/* A file that grows while it is read, up to the last byte allowed. */
static void growing_file(void)
{
    entry file = {"a", NULL, 0, 1};
    unsigned most, size, length;
    char text[60];
    for (most = 13; most <= 40; most++)
        for (size = 0; size <= most; size += size < 2 ? 1 : 4)
            for (length = most - 1; length <= most + 1; length++) {
                nvp_config_options o;
                nvp_config *c;
                nvp_system s;
                memset(text, ' ', sizeof text);
                memcpy(text, "{\"rules\":[", 10);
                memcpy(text + length - 2, "]}", 3);
                file.text = text;
                file.size = size;
                entries = &file;
                entry_count = 1;
                system_of(&s);
                memset(&o, 0, sizeof o);
                o.max_file = most;
                c = open_in(&o, &garbage, NULL);
                CHECK(nvp_config_load(c, &s, homeless(), NULL) == NVP_OK);
                if (length <= most) {
                    if (!CHECK(c->file_count == 1 && c->files[0]->used && c->files[0]->errors == 0) || !CHECK_BYTES(text, length, c->files[0]->text.ptr, c->files[0]->text.len))
                        printf("    %u of %u, %u at first\n", length, most, size);
                } else
                    CHECK(c->file_count == 0 && c->places[2].state == NVP_PLACE_STATE_TOO_LARGE);
                nvp_config_close(c);
            }
    CHECK(h.live == 0);
}

/* After a failed load the configuration goes on as before, with room for further files. */
static void after_a_failure(void)
{
    static const entry files[] = {{"a", "{\"rules\":[]}", 5000, 1}, {"b", "{\"rules\":[]}", 9000, 2}, {"c", "{\"profiles\":[]}", 20000, 3}};
    unsigned fail, i;
    int good = 0, whole = 0;
    uint32_t loaded;
    entries = files;
    entry_count = 3;
    for (fail = 1; !whole && fail < 50; fail++) {
        nvp_memory m;
        nvp_system s;
        nvp_config *c;
        heap own;
        HEAP_MEMORY(m, own);
        system_of(&s);
        c = open_in(NULL, &m, NULL);
        for (i = 0; i < 15; i++) CHECK(add_text(c, "first", "{}", 2, NULL) == NVP_OK);
        CHECK(nvp_config_link(c, NULL) == NVP_OK && nvp_config_search(c, &s, homeless(), NULL) == NVP_OK);
        own.fail = own.calls + fail;
        good = nvp_config_load(c, &s, homeless(), NULL) == NVP_OK;
        own.fail = 0;
        /* One file less is a place that says so; the call may fail as well. */
        CHECK(c->file_count == (good ? 18u - c->failed_count : 15u) && c->place_count == 6);
        loaded = c->file_count;
        whole = good && c->failed_count == 0;
        for (i = 0; i < 40; i++) CHECK(add_text(c, "next", "{ }", 3, NULL) == NVP_OK);
        CHECK_U64(loaded + 40, c->file_count);
        for (i = 0; i < 15; i++) CHECK_VIEW("first", c->files[i]->name);
        for (i = c->file_count - 40; i < c->file_count; i++) CHECK(c->files[i]->name.len == 4 && c->files[i]->text.len == 3);
        CHECK(nvp_config_search(c, &s, homeless(), NULL) == NVP_OK && c->place_count == 6);
        nvp_config_close(c);
        CHECK(own.live == 0);
    }
    CHECK(good && fail > 4);
}

int main(void)
{
    RUN(strings_of_tokens);
    RUN(escapes);
    RUN(short_names);
    RUN(nearly_usual_rules);
    RUN(letter_case);
    RUN(errors_in_rules);
    RUN(same_names);
    RUN(first_bytes);
    RUN(names_that_meet);
    RUN(hidden_profile);
    RUN(many_diagnostics);
    RUN(depth_one);
    RUN(many_short_values);
    RUN(unused_members);
    RUN(library_names);
    RUN(too_large);
    RUN(key_files);
    RUN(key_edits);
    RUN(key_findings);
    RUN(named_findings);
    RUN(patterns_apart);
    RUN(exact_edits);
    RUN(same_files);
    RUN(growing_file);
    RUN(after_a_failure);
    return run_end();
}
