/* How a text is read: tokens, strings, numbers, brackets, names; and what is counted and where it is said to be. */
#define NVP_ASSERT(e) ((e) ? (void)0 : abort())
#include <stdlib.h>
#define NVP_IMPLEMENTATION
#include "nvprofile.h"

#include "heap.h"
#include "profiles.h"
#include "run.h"

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
        nvp_reader x;
        nvp_token t;
        memset(&t, 0xa5, sizeof t);
        nvp_reader_begin(&x, cases[i].text, strlen(cases[i].text), 0);
        if (!CHECK(nvp_reader_next(&x, &t) && t.kind == NVP_TOKEN_KIND_STRING && t.at == 0) || !CHECK_I64(cases[i].issue, t.issue) || !CHECK_U64(cases[i].len, t.len) ||
            (t.issue != NVP_ISSUE_NONE && !CHECK_U64(cases[i].at, t.issue_at)))
            printf("    %s\n", cases[i].text);
    }
}

/* Names and strings with escapes, several in one text: each is decoded separately. */
static void escapes(void)
{
    nvp_config *c = parsed_in_garbage("{\"\\u0061\":1,\"rule\\u0073\":[{\"\\u0070attern\":\"\\u0061\\u0062\",\"profil\\u0065\":{\"n\\u0061me\":\"\\u0063\","
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
static void *letters(size_t size, void *user)
{
    const char *text = *(const char **)user;
    char *p = (char *)malloc(size);
    size_t i, len = strlen(text);
    for (i = 0; p != NULL && i < size; i++) p[i] = text[i % len];
    return p;
}

static void letters_free(void *p, size_t size, void *user)
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
        if (!CHECK(c->files[0]->errors == 0 && c->files[0]->warnings == 0 && c->files[0]->notes == 1) || !CHECK(c->files[0]->problems[0].issue == NVP_ISSUE_UNKNOWN_MEMBER))
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
    nvp_config *c = parsed_in_garbage(rule, 0);
    CHECK(c->files[0]->used && c->files[0]->rule_count == 2);
    nvp_config_close(c);
    for (i = 0; i < sizeof rule - 1; i++)
        for (k = i; k < sizeof rule - 1; k++) { /* without a mark, or without two quotes that begin names or strings */
            if (strchr("{}[]\",:", rule[i]) == NULL) continue;
            if (k > i && (rule[i] != '"' || rule[k] != '"' || strchr("{:,", rule[i - 1]) == NULL || strchr("{:,", rule[k - 1]) == NULL)) continue;
            for (n = at = 0; n < sizeof rule; n++)
                if (n != i && n != k) text[at++] = rule[n];
            c = parsed_in_garbage(text, 0);
            if (!CHECK(!c->files[0]->used && c->files[0]->errors > 0)) printf("    %s\n", text);
            nvp_config_close(c);
        }
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
    c = parsed_in_garbage(text, 0);
    CHECK_U64(58, c->files[0]->warnings);
    for (i = 0; i < c->files[0]->problem_count; i++) {
        const nvp_problem *d = &c->files[0]->problems[i];
        CHECK_I64(NVP_ISSUE_DUPLICATE_PROFILE, d->issue);
        CHECK_U64(text[d->offset + 1] == 'O' ? first : other, d->see);
        CHECK(text[d->offset] == '"' && text[d->see] == '"');
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
        nvp_reader x;
        nvp_token t;
        if (strchr(" \t\r\n\"'#/{}[],:", c) != NULL) continue;
        text[0] = c;
        nvp_reader_begin(&x, text, 4, 0);
        if (!CHECK(nvp_reader_next(&x, &t) && t.kind == NVP_TOKEN_KIND_WRONG && t.at == 0) || !CHECK_I64(letter ? NVP_ISSUE_BAD_WORD : number ? NVP_ISSUE_BAD_NUMBER : NVP_ISSUE_UNEXPECTED_BYTE, t.issue) ||
            !CHECK_U64(letter || number ? 3 : 1, t.len))
            printf("    byte %u\n", u);
    }
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
    c = parsed_in_garbage(text, 0);
    CHECK(c->files[0]->errors == 1100 && c->files[0]->problem_count == 1024 && c->files[0]->problems[1023].offset == 10 + 2 * 1023);
    nvp_config_close(c);
    /* The list is full at the end of the first rule: mistakes in the commas of the whole text are still kept, before
       those in its meaning. */
    memset(&o, 0, sizeof o);
    o.max_problems = 2;
    c = open_in(&o, NULL, NULL);
    CHECK(add_text(c, "x", late, sizeof late - 1, NULL) == NVP_OK && c->files[0]->errors == 3 && c->files[0]->problem_count == 2);
    for (i = 0; i < 2; i++) CHECK(c->files[0]->problems[i].issue == NVP_ISSUE_TRAILING_COMMA && c->files[0]->problems[i].offset == 35 + i * 29);
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
    CHECK(add_text(c, "x", "{\"x\":[1]}", 9, NULL) == NVP_OK && c->files[0]->problem_count == 1 && c->files[0]->problems[0].issue == NVP_ISSUE_DEPTH);
    CHECK(c->files[0]->errors == 1 && !c->files[0]->used);
    nvp_config_close(c);
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
        c = parsed_in_garbage(text, 0);
        v = &c->files[0]->rules[0].profile->settings[0].value;
        CHECK(v->type == want[i].type && v->i == want[i].i && v->u == want[i].u);
        CHECK_DOUBLE(want[i].r, v->r);
        nvp_config_close(c);
    }
}

/* A file that is too large: reported at its first byte, and nothing else about it. */
static void too_large(void)
{
    nvp_config_options o;
    nvp_config *c;
    memset(&o, 0, sizeof o);
    o.max_file = 5;
    c = open_in(&o, NULL, NULL);
    CHECK(add_text(c, "x", "{    }", 6, NULL) == NVP_OK && !c->files[0]->used && c->files[0]->errors == 1 && c->files[0]->problem_count == 1);
    CHECK(c->files[0]->problems[0].issue == NVP_ISSUE_TOO_LARGE && c->files[0]->problems[0].offset == 0 && c->files[0]->problems[0].see == NVP_NONE);
    nvp_config_close(c);
}

/* Escapes of every length in UTF-8, and bytes that are not UTF-8. */
static void characters(void)
{
    static const char text[] = "{\"rules\":[{\"pattern\":\"\\u0041\\u00e9\\u20ac\\ud83d\\ude00\\/\\b\\f\\n\\r\\t\\\"\\\\\",\"profile\":[]},"
                               "{\"pattern\":\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\",\"profile\":[]}]}";
    static const char *const bad[] = {"\xc3", "\xe0\x80\x80", "\xed\xa0\x80", "\xf0\x80\x80\x80", "\xf4\x90\x80\x80", "\xe2\x82\x41", "\x80", "\xff"};
    nvp_config *c = parsed(text, NULL);
    char out[20];
    size_t i;
    CHECK_U64(0, c->files[0]->errors + c->files[0]->warnings);
    CHECK_VIEW("A\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80/\b\f\n\r\t\"\\", c->files[0]->rules[0].pattern->matches);
    CHECK_VIEW("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", c->files[0]->rules[1].pattern->matches);
    nvp_config_close(c);
    for (i = 0; i < sizeof bad / sizeof *bad; i++) {
        char one[100];
        sprintf(one, "{\"rules\":[{\"pattern\":\"a%s\",\"profile\":[]}]}", bad[i]);
        c = parsed(one, NULL);
        CHECK_U64(1, c->files[0]->warnings);
        CHECK_U64(23, c->files[0]->problems[0].offset);
        nvp_config_close(c);
    }
    CHECK_BYTES("\\q1", 3, out, decoded("\"\\q1\"", 5, out));
}

/* Reals near the ends of their range, and with more digits than a double can hold. */
static void reals(void)
{
    static const struct {
        const char *text;
        double want;
    } cases[] = {{"1.7976931348623157e308", 1.7976931348623157e308}, {"2.2250738585072014e-308", 2.2250738585072014e-308},
                 {"4.9406564584124654e-324", 4.9406564584124654e-324}, {"2.4703282292062327e-324", 0}, {"2.4703282292062329e-324", 4.9406564584124654e-324},
                 {"1e-400", 0}, {"123456789012345678901234567890E-10", 12345678901234567890.1234567890}, {"123456789012345678901234567890e-10", 12345678901234567890.1234567890}, {"0.1", 0.1}, {"9007199254740993e0", 9007199254740992.0}, {"9007199254740993e1", 90071992547409936.0}};
    char text[1400];
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        nvp_config *c;
        sprintf(text, "{\"rules\":[{\"pattern\":[],\"profile\":[\"k\",%s]}]}", cases[i].text);
        c = parsed(text, NULL);
        if (!CHECK_DOUBLE(cases[i].want, c->files[0]->rules[0].profile->settings[0].value.r)) printf("    %s\n", cases[i].text);
        nvp_config_close(c);
    }
    for (i = 0; i < 2; i++) { /* halfway between two doubles, with a digit after 800 others that decides */
        nvp_config *c;
        char zeros[801];
        memset(zeros, '0', 800);
        zeros[800] = 0;
        sprintf(text, "{\"rules\":[{\"pattern\":[],\"profile\":[\"k\",9007199254740993.%s%s]}]}", zeros, i == 0 ? "" : "1");
        c = parsed(text, NULL);
        CHECK_DOUBLE(i == 0 ? 9007199254740992.0 : 9007199254740994.0, c->files[0]->rules[0].profile->settings[0].value.r);
        nvp_config_close(c);
    }
}

static void structure(void)
{
    static const struct {
        const char *text, *codes;
    } cases[] = {
        {",{}", "unexpected-token"},
        {":{}", "unexpected-token"},
        {"]{}", "unexpected-token"},
        {"{\"rules\":[] 7}", "unexpected-token"},
        {"{\"rules\":[] {}}", "unexpected-token"},
        {"{{}:1}", "unexpected-token unexpected-token unexpected-token"},
        {"{\"a\"}", "missing-colon"},
        {"{\"a\",}", "missing-colon trailing-comma"},
        {"{\"a\":,}", "missing-value trailing-comma"},
        {"{\"rules\":[[}", "wrong-bracket"},
        {"{\"a\":[{]}", "wrong-bracket"},
        {"{\"a\":[[} x", "wrong-bracket text-after-root"},
        {"{\"x\":{\"x\":1}}", "unknown-member"},
        {"{\"a\":{\"b\":1},\"b\":{\"a\":1},\"c\":1,\"d\":1,\"e\":1,\"f\":1,\"g\":1,\"h\":1,\"i\":1,\"j\":1,\"k\":1,\"l\":1,\"m\":1,\"c\":1,\"rules\":[]}",
         "unknown-member unknown-member unknown-member unknown-member unknown-member unknown-member unknown-member unknown-member unknown-member "
         "unknown-member unknown-member unknown-member duplicate-member unknown-member"},
        {"{\"rules\":[{\"pattern\" \"a\",\"profile\" \"p\"}]}", "missing-colon missing-colon"},
        {"{\"rules\":[{\"pattern\":{\"feature\" \"dso\",\"matches\" \"a\"},\"profile\":\"p\"}]}", "missing-colon missing-colon"},
        {"{\"rules\":[{\"pattern\":\"a\" \"profile\":\"p\"}]}", "missing-comma"},
        {"{\"rules\":[{\"pattern\":{\"feature\":\"dso\" \"matches\":\"a\"},\"profile\":\"p\"}]}", "missing-comma"},
        {"{\"rules\":[{\"x\":\"a\",\"profile\":\"p\"}]}", "rule-no-pattern unknown-member"},
        {"{\"rules\":[{\"pattern\":\"a\",\"x\":\"p\"}]}", "rule-no-profile unknown-member"},
        {"{\"name\":[1],\"rules\":[7]}", "unknown-member rule-not-object"},
        {"\"x\"", "root-not-object"},
        {"'x'", "single-quoted-value"},
        {"7", "root-not-object"},
        {"{\"x\":18446744073709551615}", "unknown-member"},
    };
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        nvp_config *c = parsed(cases[i].text, NULL);
        char got[400] = "";
        uint32_t k;
        for (k = 0; k < c->files[0]->problem_count; k++)
            sprintf(got + strlen(got), "%s%s", k > 0 ? " " : "", nvp_issue_name(c->files[0]->problems[k].issue));
        if (!CHECK_STR(cases[i].codes, got)) printf("    %s\n", cases[i].text);
        nvp_config_close(c);
    }
}

/* What a tokenizer cannot read is an error in the tokenizer, which then has no tokens. */
static void tokenizer(void)
{
    nvp_reader x;
    nvp_token t;
    nvp_reader_begin(&x, "{}", 2, 0);
    CHECK(x.error.code == NVP_OK && nvp_reader_next(&x, &t) && t.kind == NVP_TOKEN_KIND_MARK && t.at == 0);
    CHECK(nvp_reader_next(&x, &t) && t.at == 1 && !nvp_reader_next(&x, &t) && t.kind == NVP_TOKEN_KIND_END && t.at == 2);
    nvp_reader_begin(&x, NULL, 2, 0);
    CHECK(x.error.code == NVP_ARGUMENT && !nvp_reader_next(&x, &t) && t.kind == NVP_TOKEN_KIND_END);
    nvp_reader_begin(&x, NULL, 0, 0); /* an empty text */
    CHECK(x.error.code == NVP_OK && !nvp_reader_next(&x, &t) && t.kind == NVP_TOKEN_KIND_END && t.at == 0 && x.error.code == NVP_OK);
    if (sizeof(size_t) > 4) {
        nvp_reader_begin(&x, "", (size_t)NVP_NONE, 0);
        CHECK(x.error.code == NVP_LIMIT && !nvp_reader_next(&x, &t));
    }
    nvp_reader_begin(NULL, "{}", 2, 0);
    memset(&t, 7, sizeof t);
    CHECK(!nvp_reader_next(NULL, &t) && t.kind == NVP_TOKEN_KIND_END && !nvp_reader_next(&x, NULL));
}

static void places(void)
{
    nvp_config_options o;
    nvp_config *c;
    char text[5000];
    uint32_t i, line = 1, column = 1;
    memset(&o, 0, sizeof o);
    o.max_file = 10;
    c = parsed("{\"a\":1    }", &o);
    CHECK(!c->files[0]->used && c->files[0]->problems[0].issue == NVP_ISSUE_TOO_LARGE && nvp_file_locate(c->files[0], 5).column == 1);
    nvp_config_close(c);
    c = parsed("{\"a\":1   }", &o);
    CHECK(c->files[0]->used);
    nvp_config_close(c);
    for (i = 0; i < sizeof text - 1; i++) text[i] = i % 41 == 40 || i == 1023 || i == 1024 || i == 2047 ? '\n' : i % 7 == 0 ? '\r' : ' ';
    text[sizeof text - 1] = 0;
    c = parsed(text, NULL);
    for (i = 0; i <= sizeof text + 5; i++) {
        const nvp_position p = nvp_file_locate(c->files[0], i);
        if (!CHECK_U64(line, p.line) || !CHECK_U64(column, p.column)) break;
        if (i >= sizeof text - 1) continue; /* past the end: the end */
        column++;
        if (text[i] == '\n') {
            line++;
            column = 1;
        }
    }
    nvp_config_close(c);
}

static void values(void)
{
    static const struct {
        const char *text;
        int bool_ok, b, int_ok;
        int64_t i;
    } cases[] = {{"true", 1, 1, 0, 0}, {"false", 1, 0, 0, 0}, {"0", 1, 0, 1, 0}, {"1", 1, 1, 1, 1}, {"2", 0, 0, 1, 2}, {"-1", 0, 0, 1, -1}, {"0x1", 1, 1, 1, 1},
                 {"1.0", 0, 0, 0, 0}, {"18446744073709551615", 0, 0, 0, 0}, {"\"true\"", 1, 1, 0, 0}, {"\"false\"", 1, 0, 0, 0}, {"\"1\"", 1, 1, 1, 1},
                 {"\"0\"", 1, 0, 1, 0}, {"\"TRUE\"", 0, 0, 0, 0}, {"\"01\"", 0, 0, 1, 1}, {"\"0x10\"", 0, 0, 1, 16}, {"\"-017\"", 0, 0, 1, -15}, {"\" 1\"", 0, 0, 0, 0},
                 {"\"1 \"", 0, 0, 0, 0}, {"\"1.5\"", 0, 0, 0, 0}, {"\"18446744073709551615\"", 0, 0, 0, 0}, {"\"9223372036854775807\"", 0, 0, 1, INT64_MAX},
                 {"\"-9223372036854775808\"", 0, 0, 1, INT64_MIN}, {"\"\"", 0, 0, 0, 0}, {"\"x\"", 0, 0, 0, 0}, {"\"1x\"", 0, 0, 0, 0}, {"\"08\"", 0, 0, 0, 0}, {"\"-1\"", 0, 0, 1, -1}, {"\"-0\"", 0, 0, 1, 0}, {"-0", 1, 0, 1, 0}};
    size_t i;
    char zeros[600];
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[200];
        nvp_config *c;
        const nvp_value *v;
        int b = 7;
        int64_t n = 7;
        sprintf(text, "{\"rules\":[{\"pattern\":[],\"profile\":[\"k\",%s]}]}", cases[i].text);
        c = parsed(text, NULL);
        v = &c->files[0]->rules[0].profile->settings[0].value;
        if (!CHECK_I64(cases[i].bool_ok, nvp_value_bool(v, &b, NULL) == NVP_OK) || !CHECK_I64(cases[i].bool_ok ? cases[i].b : 7, b) || !CHECK_I64(cases[i].int_ok, nvp_value_int(v, &n, NULL) == NVP_OK) ||
            !CHECK_I64(cases[i].int_ok ? cases[i].i : 7, n))
            printf("    %s\n", cases[i].text);
        nvp_config_close(c);
    }
    for (i = 398; i <= 401; i++) { /* a text of up to 400 bytes may be a number */
        nvp_value v;
        int64_t n;
        memset(&v, 0, sizeof v);
        memset(zeros, '0', sizeof zeros);
        zeros[1] = 'x';
        v.type = NVP_TYPE_STRING;
        v.text.ptr = zeros;
        v.text.len = i;
        CHECK_I64(i <= 400, nvp_value_int(&v, &n, NULL) == NVP_OK);
    }
}

int main(void)
{
    RUN(strings_of_tokens);
    RUN(escapes);
    RUN(short_names);
    RUN(nearly_usual_rules);
    RUN(same_names);
    RUN(first_bytes);
    RUN(many_diagnostics);
    RUN(depth_one);
    RUN(unused_members);
    RUN(too_large);
    RUN(characters);
    RUN(reals);
    RUN(structure);
    RUN(tokenizer);
    RUN(places);
    RUN(values);
    return run_end();
}
