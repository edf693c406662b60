/* What holds for a process: conversions, laziness, and statements that are true of all rules (metamorphic tests). */
#define NVP_ASSERT(e) ((e) ? (void)0 : abort())
#include <stdlib.h>
#define NVP_IMPLEMENTATION
#include "nvprofile.h"

#include "profiles.h"
#include "run.h"

/* A process that counts what it is asked. */
typedef struct asked {
    unsigned fact[3], dso, entry, env;
    char last_entry[32];
} asked;

static nvp_reply fact(nvp_fact what, nvp_view *out, void *user)
{
    static const char *const facts[] = {"/opt/game", "game", "C:\\x\\game.exe"};
    ((asked *)user)->fact[what]++;
    *out = nvp_text(facts[what]);
    return NVP_REPLY_YES;
}

static nvp_reply dso(uint32_t index, nvp_view *out, void *user)
{
    static const char *const names[] = {"/usr/lib/libz.so.1", "liba.so", "/usr/lib/libmutter-12.so.0", "/opt/lib/libm.so"};
    ((asked *)user)->dso++;
    if (index == 4) return 0;
    *out = nvp_text(names[index]);
    return 1;
}

static nvp_reply entry(const char *name, void *user)
{
    asked *a = (asked *)user;
    a->entry++;
    snprintf(a->last_entry, sizeof a->last_entry, "%s", name);
    return strcmp(name, "unknown") == 0 ? -1 : strcmp(name, "there") == 0;
}

static nvp_reply env(const char *name, nvp_view *out, void *user)
{
    ((asked *)user)->env++;
    *out = nvp_text("");
    return strcmp(name, "__GL_YIELD") == 0;
}

static void process_of(nvp_process *p, asked *a)
{
    memset(p, 0, sizeof *p);
    memset(a, 0, sizeof *a);
    p->fact_fn = fact;
    p->dso_fn = dso;
    p->entry_fn = entry;
    p->env_fn = env;
    p->user = a;
}

/* Whether a pattern matches the process above, and why. */
static int matches(const char *pattern, nvp_dso dso, int unknown, nvp_why *why)
{
    char text[500];
    nvp_process p;
    asked a;
    nvp_config *c;
    const nvp_result *r;
    int match;
    sprintf(text, "{\"rules\":[{\"pattern\":%s,\"profile\":[\"k\",1]}]}", pattern);
    c = parsed(text, NULL);
    process_of(&p, &a);
    r = resolve_as(c, &p, dso, NULL, NULL);
    match = r->outcomes[0].matched;
    CHECK_I64(unknown, r->outcomes[0].unknown);
    CHECK_U64(unknown ? 1 : 0, r->unknown_count);
    *why = r->outcomes[0].why;
    CHECK_U64(match ? 1 : 0, r->setting_count);
    nvp_result_close(r);
    nvp_config_close(c);
    return match;
}

static void features(void)
{
    static const struct {
        const char *pattern;
        int match;
        nvp_why why;
        nvp_dso dso;
    } cases[] = {
        {"\"game\"", 1, NVP_WHY_EQUAL, NVP_DSO_UNKNOWN},
        {"\"Game\"", 0, NVP_WHY_DIFFERENT, NVP_DSO_UNKNOWN},
        {"{\"feature\":\"commname\",\"matches\":\"game\"}", 1, NVP_WHY_EQUAL, NVP_DSO_UNKNOWN},
        {"{\"feature\":\"cmdline\",\"matches\":\"game.exe\"}", 1, NVP_WHY_EQUAL, NVP_DSO_UNKNOWN},
        {"{\"feature\":\"dso\",\"matches\":\"libz.so.1\"}", 1, NVP_WHY_EQUAL, NVP_DSO_UNKNOWN},
        {"{\"feature\":\"dso\",\"matches\":\"/usr/lib/libz.so.1\"}", 1, NVP_WHY_EQUAL, NVP_DSO_UNKNOWN},
        {"{\"feature\":\"dso\",\"matches\":\"lib/libz.so.1\"}", 0, NVP_WHY_DIFFERENT, NVP_DSO_UNKNOWN},
        {"{\"feature\":\"dso\",\"matches\":\"liba.so\"}", 1, NVP_WHY_EQUAL, NVP_DSO_UNKNOWN},
        {"{\"feature\":\"dso\",\"matches\":\"libmutter\"}", 0, NVP_WHY_PREFIX, NVP_DSO_UNKNOWN},
        {"{\"feature\":\"dso\",\"matches\":\"libmutter\"}", 0, NVP_WHY_PREFIX, NVP_DSO_EQUAL},
        {"{\"op\":\"not\",\"sub\":{\"feature\":\"dso\",\"matches\":\"libmutter\"}}", 1, NVP_WHY_PREFIX, NVP_DSO_EQUAL},
        {"{\"feature\":\"dso\",\"matches\":\"libmutter\"}", 1, NVP_WHY_PREFIX, NVP_DSO_PREFIX},
        {"{\"feature\":\"dso\",\"matches\":\"\"}", 0, NVP_WHY_PREFIX, NVP_DSO_UNKNOWN},
        {"{\"feature\":\"findfile\",\"matches\":\"there::there\"}", 1, NVP_WHY_PRESENT, NVP_DSO_UNKNOWN},
        {"{\"feature\":\"findfile\",\"matches\":\"there:away\"}", 0, NVP_WHY_MISSING, NVP_DSO_UNKNOWN},
        {"{\"feature\":\"findfile\",\"matches\":\"unknown\"}", 0, NVP_WHY_UNKNOWN, NVP_DSO_UNKNOWN},
        {"{\"feature\":\"findfile\",\"matches\":\":\"}", 0, NVP_WHY_EMPTY, NVP_DSO_UNKNOWN},
        {"{\"feature\":\"findfile\",\"matches\":\"a/b\"}", 0, NVP_WHY_SLASH, NVP_DSO_UNKNOWN},
        {"{\"feature\":\"window\",\"matches\":\"\"}", 0, NVP_WHY_UNSUPPORTED, NVP_DSO_UNKNOWN},
        {"{\"op\":\"not\",\"sub\":{\"feature\":\"window\",\"matches\":\"\"}}", 1, NVP_WHY_UNSUPPORTED, NVP_DSO_UNKNOWN},
        {"{\"op\":\"not\",\"sub\":[]}", 0, NVP_WHY_OPERANDS, NVP_DSO_UNKNOWN},
        {"{\"op\":\"not\",\"sub\":{\"op\":\"not\",\"sub\":[]}}", 1, NVP_WHY_OPERANDS, NVP_DSO_UNKNOWN},
        {"{\"op\":\"or\",\"sub\":[]}", 0, NVP_WHY_NONE, NVP_DSO_UNKNOWN},
        {"{\"op\":\"and\",\"sub\":[]}", 1, NVP_WHY_ALL, NVP_DSO_UNKNOWN},
        {"[]", 1, NVP_WHY_ALL, NVP_DSO_UNKNOWN},
        {"{\"feature\":\"true\"}", 1, NVP_WHY_ALWAYS, NVP_DSO_UNKNOWN},
        {"7", 0, NVP_WHY_ERROR, NVP_DSO_UNKNOWN},
    };
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        nvp_why why;
        const int open = cases[i].why == NVP_WHY_UNKNOWN || (cases[i].why == NVP_WHY_PREFIX && cases[i].dso == NVP_DSO_UNKNOWN);
        const int match = matches(cases[i].pattern, cases[i].dso, open, &why);
        if (!CHECK_I64(cases[i].match, match) || !CHECK_STR(nvp_why_name(cases[i].why), nvp_why_name(why)))
            printf("    %s\n", cases[i].pattern);
    }
}

/* Nothing is asked that no rule needs; each fact once. */
static void lazy(void)
{
    static const char none[] = "{\"rules\":[{\"pattern\":[],\"profile\":[\"k\",1]}]}";
    static const char all[] =
        "{\"rules\":[{\"pattern\":\"a\",\"profile\":[]},{\"pattern\":\"b\",\"profile\":[]},"
        "{\"pattern\":{\"feature\":\"dso\",\"matches\":\"a\"},\"profile\":[]},{\"pattern\":{\"feature\":\"dso\",\"matches\":\"/a\"},\"profile\":[]},"
        "{\"pattern\":{\"feature\":\"findfile\",\"matches\":\"there:away\"},\"profile\":[]},"
        "{\"pattern\":{\"feature\":\"findfile\",\"matches\":\"away:there\"},\"profile\":[]},"
        "{\"pattern\":{\"feature\":\"commname\",\"matches\":\"a\"},\"profile\":[]},{\"pattern\":{\"feature\":\"cmdline\",\"matches\":\"a\"},\"profile\":[]},"
        "{\"pattern\":{\"feature\":\"cmdline\",\"matches\":\"a\"},\"profile\":[]}]}";
    static const char cut[] = "{\"rules\":[{\"pattern\":[{\"feature\":\"procname\",\"matches\":\"no\"},{\"feature\":\"dso\",\"matches\":\"a\"}],"
                              "\"profile\":[]}]}";
    nvp_process p;
    asked a;
    nvp_config *c = parsed(none, NULL);
    process_of(&p, &a);
    nvp_result_close(resolve_in(c, &p, NULL, NULL));
    CHECK_U64(0, a.fact[0] + a.fact[1] + a.fact[2] + a.dso + a.entry + a.env);
    nvp_config_close(c);
    c = parsed(all, NULL);
    nvp_result_close(resolve_in(c, &p, NULL, NULL));
    CHECK_U64(1, a.fact[0]);
    CHECK_U64(1, a.fact[1]);
    CHECK_U64(1, a.fact[2]);
    CHECK_U64(5, a.dso);
    CHECK_U64(2, a.entry);
    nvp_config_close(c);
    process_of(&p, &a);
    c = parsed(cut, NULL);
    nvp_result_close(resolve_in(c, &p, NULL, NULL));
    CHECK_U64(0, a.dso);
    nvp_config_close(c);
}

/* A made-up set of rules: words and profiles from a counter that is fixed by its seed. */
static uint32_t dice(uint32_t *seed, uint32_t sides)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 8) % sides;
}

static size_t put_rule(char *to, uint32_t *seed)
{
    static const char *const patterns[] = {"\"game\"", "\"other\"", "[]", "{\"feature\":\"dso\",\"matches\":\"liba.so\"}",
                                           "{\"op\":\"not\",\"sub\":{\"feature\":\"procname\",\"matches\":\"game\"}}",
                                           "{\"op\":\"or\",\"sub\":[{\"feature\":\"commname\",\"matches\":\"x\"},{\"feature\":\"true\",\"matches\":\"\"}]}"};
    const uint32_t what = dice(seed, 4);
    size_t n = (size_t)sprintf(to, "{\"pattern\":%s,\"profile\":", patterns[dice(seed, 6)]);
    if (what < 2) n += (size_t)sprintf(to + n, "\"p%u\"}", (unsigned)dice(seed, 4));
    else n += (size_t)sprintf(to + n, "[\"k%u\",%u,\"K%u\",%u]}", (unsigned)dice(seed, 5), (unsigned)dice(seed, 9), (unsigned)dice(seed, 5),
                              (unsigned)dice(seed, 9));
    return n;
}

static const char profiles[] = "\"profiles\":[{\"name\":\"p0\",\"settings\":[\"k0\",100,\"k1\",101]},{\"name\":\"p1\",\"settings\":[\"K1\",111]},"
                               "{\"name\":\"p2\",\"settings\":[]}]";

typedef struct rules {
    char rule[12][300];
    unsigned count;
} rules;

static void make(rules *r, uint32_t seed)
{
    unsigned i;
    r->count = 1 + dice(&seed, 11);
    for (i = 0; i < r->count; i++) put_rule(r->rule[i], &seed);
}

/* One file with all rules except `without`, and `extra` before number `at`. */
static char *file_of(const rules *r, unsigned from, unsigned to, unsigned without, unsigned at, const char *extra, int with_profiles)
{
    char *text = (char *)malloc(8000);
    size_t n = (size_t)sprintf(text, "{\"rules\":[");
    unsigned i;
    int some = 0;
    for (i = from; i <= to; i++) {
        if (extra != NULL && i == at) n += (size_t)sprintf(text + n, "%s%s", some++ ? "," : "", extra);
        if (i < to && i != without) n += (size_t)sprintf(text + n, "%s%s", some++ ? "," : "", r->rule[i]);
    }
    sprintf(text + n, "]%s%s}", with_profiles ? "," : "", with_profiles ? profiles : "");
    return text;
}

/* The settings in force, as text. */
static void outcome(char *to, char *const *texts, unsigned count)
{
    nvp_process p;
    asked a;
    nvp_config *c = open_in(NULL, NULL, NULL);
    const nvp_result *r;
    unsigned i;
    process_of(&p, &a);
    for (i = 0; i < count; i++) CHECK(add_text(c, "x", texts[i], strlen(texts[i]), NULL) == NVP_OK && c->files[i]->used);
    CHECK(nvp_config_link(c, NULL) == NVP_OK);
    r = resolve_in(c, &p, NULL, NULL);
    *to = 0;
    for (i = 0; i < r->setting_count; i++)
        to += sprintf(to, "%.*s=%.*s;", (int)r->settings[i].setting->key.len, r->settings[i].setting->key.ptr,
                      (int)r->settings[i].setting->value.text.len, r->settings[i].setting->value.text.ptr);
    nvp_result_close(r);
    nvp_config_close(c);
}

static void unmatched_rule_changes_nothing(void)
{
    uint32_t seed;
    for (seed = 1; seed <= 150; seed++) {
        rules r;
        char want[4000], got[4000], *text;
        unsigned at;
        make(&r, seed);
        text = file_of(&r, 0, r.count, NVP_NONE, 0, NULL, 1);
        outcome(want, &text, 1);
        free(text);
        for (at = 0; at <= r.count; at++) {
            text = file_of(&r, 0, r.count, NVP_NONE, at, "{\"pattern\":\"nobody\",\"profile\":[\"k0\",7,\"zz\",8]}", 1);
            outcome(got, &text, 1);
            if (!CHECK_STR(want, got)) printf("    seed %u\n", (unsigned)seed);
            free(text);
        }
    }
}

static void splitting_changes_nothing(void)
{
    uint32_t seed;
    for (seed = 1; seed <= 150; seed++) {
        rules r;
        char want[4000], got[4000], *text, *parts[12];
        unsigned i;
        make(&r, seed);
        text = file_of(&r, 0, r.count, NVP_NONE, 0, NULL, 1);
        outcome(want, &text, 1);
        free(text);
        for (i = 0; i < r.count; i++) parts[i] = file_of(&r, i, i + 1, NVP_NONE, 0, NULL, i == seed % r.count);
        outcome(got, parts, r.count);
        if (!CHECK_STR(want, got)) printf("    seed %u\n", (unsigned)seed);
        for (i = 0; i < r.count; i++) free(parts[i]);
    }
}

/* Without the rule that gives a setting, the key has the value of the first setting hidden by it that another rule
   gives. */
static void origin_removed_gives_the_shadow(void)
{
    uint32_t seed;
    unsigned seen = 0;
    for (seed = 1; seed <= 150; seed++) {
        rules r;
        char *text, *less;
        nvp_process p;
        asked a;
        nvp_config *c, *d;
        const nvp_result *all, *rest;
        uint32_t i;
        make(&r, seed);
        text = file_of(&r, 0, r.count, NVP_NONE, 0, NULL, 1);
        process_of(&p, &a);
        c = parsed(text, NULL);
        all = resolve_in(c, &p, NULL, NULL);
        for (i = 0; i < all->setting_count; i++) {
            const nvp_effective *e = &all->settings[i], *now;
            const nvp_shadow *s = e->shadows;
            char key[20];
            sprintf(key, "%.*s", (int)e->setting->key.len, e->setting->key.ptr);
            less = file_of(&r, 0, r.count, e->use, 0, NULL, 1);
            d = parsed(less, NULL);
            rest = resolve_in(d, &p, NULL, NULL);
            while (s != NULL && s->use == e->use) s = s->next;
            now = find_key(rest, key);
            if (CHECK((s == NULL) == (now == NULL)) && s != NULL) {
                CHECK_I64(s->setting->value.i, now->setting->value.i);
                seen++;
            }
            nvp_result_close(rest);
            nvp_config_close(d);
            free(less);
        }
        nvp_result_close(all);
        nvp_config_close(c);
        free(text);
    }
    CHECK(seen > 50);
}

/* An escape or an unknown member sends a text through the general reader: the result must be the same. */
static void both_ways_through_a_text(void)
{
    uint32_t seed;
    for (seed = 1; seed <= 60; seed++) {
        rules r;
        char want[4000], got[4000], *text, *longer;
        make(&r, seed);
        text = file_of(&r, 0, r.count, NVP_NONE, 0, NULL, 1);
        longer = (char *)malloc(strlen(text) + 100);
        outcome(want, &text, 1);
        sprintf(longer, "{\"why\":\"\\u0041\",%s", text + 1);
        outcome(got, &longer, 1);
        CHECK_STR(want, got);
        free(text);
        free(longer);
    }
}

static void environment(void)
{
    nvp_process p;
    asked a;
    nvp_config *c = parsed("{\"rules\":[{\"pattern\":[],\"profile\":[\"glyield\",1,\"GLDoom3\",2]}]}", NULL);
    const nvp_result *r;
    process_of(&p, &a);
    r = resolve_in(c, &p, NULL, NULL);
    CHECK_VIEW("__GL_YIELD", r->settings[0].environment);
    CHECK(r->settings[1].overridden != NVP_REPLY_YES);
    CHECK(find_key(r, "GLYIELD") == &r->settings[0]);
    CHECK(find_key(r, "GLYIEL") == NULL && find_key(r, "x") == NULL && find_key(NULL, "x") == NULL);
    nvp_result_close(r);
    nvp_config_close(c);
    CHECK_VIEW("__GL_ExtensionStringVersion", nvp_key_variable(nvp_text("glextensionstringversion"), 0));
    CHECK(nvp_key_variable(nvp_text("glextensionstringversion"), 1).len == 0 && nvp_key_variable(nvp_text("EGLVisibleDGPUDevices"), 0).len == 0);
}

static void conversions(void)
{
    static const struct {
        const char *text;
        int is_bool, b, is_int;
        int64_t i;
    } cases[] = {
        {"true", 1, 1, 0, 0},       {"false", 1, 0, 0, 0},      {"1", 1, 1, 1, 1},     {"0x0", 1, 0, 1, 0},
        {"2", 0, 0, 1, 2},          {"\"1\"", 1, 1, 1, 1},      {"\"true\"", 1, 1, 0, 0}, {"\"0x10\"", 0, 0, 1, 16},
        {"\"1 \"", 0, 0, 0, 0},     {"1.0", 0, 0, 0, 0},        {"0xffffffffffffffff", 0, 0, 0, 0},
        {"\"-010\"", 0, 0, 1, -8},  {"\"\"", 0, 0, 0, 0},       {"-9223372036854775808", 0, 0, 1, INT64_MIN},
    };
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[200];
        nvp_config *c;
        const nvp_value *v;
        int b = 7;
        int64_t n = 77;
        sprintf(text, "{\"rules\":[{\"pattern\":[],\"profile\":[\"k\",%s]}]}", cases[i].text);
        c = parsed(text, NULL);
        v = &c->files[0]->rules[0].profile->settings[0].value;
        if (!CHECK_I64(cases[i].is_bool, nvp_value_bool(v, &b, NULL) == NVP_OK) || !CHECK_I64(cases[i].is_int, nvp_value_int(v, &n, NULL) == NVP_OK)) printf("    %s\n", cases[i].text);
        CHECK_I64(cases[i].is_bool ? cases[i].b : 7, b);
        CHECK_I64(cases[i].is_int ? cases[i].i : 77, n);
        nvp_config_close(c);
    }
    CHECK(!nvp_value_bool(NULL, NULL, NULL) == NVP_OK && !nvp_value_int(NULL, NULL, NULL) == NVP_OK);
}

static void numbers(void)
{
    static const struct {
        const char *text;
        nvp_token_kind kind;
        double r;
    } cases[] = {
        {"0", NVP_TOKEN_KIND_INT, 0},
        {"18446744073709551615", NVP_TOKEN_KIND_UINT, 0},
        {"0xFFFFFFFFFFFFFFFF", NVP_TOKEN_KIND_UINT, 0},
        {"18446744073709551616", NVP_TOKEN_KIND_REAL, 18446744073709551616.0},
        {"0x10000000000000000", NVP_TOKEN_KIND_REAL, 18446744073709551616.0},
        {"02000000000000000000000", NVP_TOKEN_KIND_REAL, 18446744073709551616.0},
        {"-0x8000000000000000", NVP_TOKEN_KIND_INT, 0},
        {"-0x8000000000000001", NVP_TOKEN_KIND_REAL, -9223372036854775808.0},
        {"-9223372036854775809", NVP_TOKEN_KIND_REAL, -9223372036854775808.0},
        {"-0.0", NVP_TOKEN_KIND_REAL, -0.0},
        {"1e+010", NVP_TOKEN_KIND_REAL, 1e10},
        {"0e5", NVP_TOKEN_KIND_REAL, 0},
    };
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        nvp_i_number n;
        nvp_i_number_of(cases[i].text, (uint32_t)strlen(cases[i].text), &n);
        if (!CHECK_I64(cases[i].kind, n.kind)) printf("    %s\n", cases[i].text);
        if (n.kind == NVP_TOKEN_KIND_REAL) CHECK_DOUBLE(cases[i].r, n.r);
    }
    /* Ties go to even, and a bit far down breaks them. */
    {
        nvp_i_number a, b, c;
        char far[300] = "0x20000000000001";
        nvp_i_number_of("0x20000000000001000", 19, &a);
        nvp_i_number_of("0x20000000000003000", 19, &b);
        nvp_i_number_of("0x20000000000001001", 19, &c);
        CHECK_DOUBLE(36893488147419103232.0, a.r);
        CHECK_DOUBLE(36893488147419103232.0 + 16384.0, b.r);
        CHECK_DOUBLE(36893488147419103232.0 + 8192.0, c.r);
        memset(far + 16, '0', 200);
        far[216] = 0;
        nvp_i_number_of(far, 216, &a);
        CHECK_I64(NVP_TOKEN_KIND_REAL, a.kind);
        memset(far + 16, 'f', 260);
        nvp_i_number_of(far, 276, &a);
        CHECK_I64(NVP_ISSUE_NUMBER_OVERFLOW, a.issue);
    }
}

static void tokens(void)
{
    static const char text[] = "# c\n{\"a\\n\": [0x1F, tru, 'x', ;] /* n */ }";
    static const nvp_token_kind want[] = {NVP_TOKEN_KIND_COMMENT, NVP_TOKEN_KIND_MARK, NVP_TOKEN_KIND_STRING, NVP_TOKEN_KIND_MARK, NVP_TOKEN_KIND_MARK, NVP_TOKEN_KIND_INT, NVP_TOKEN_KIND_MARK,
                                          NVP_TOKEN_KIND_WRONG, NVP_TOKEN_KIND_MARK, NVP_TOKEN_KIND_STRING, NVP_TOKEN_KIND_MARK, NVP_TOKEN_KIND_WRONG, NVP_TOKEN_KIND_MARK, NVP_TOKEN_KIND_WRONG,
                                          NVP_TOKEN_KIND_MARK, NVP_TOKEN_KIND_END};
    nvp_reader x;
    nvp_token t;
    size_t i;
    char out[10];
    nvp_reader_begin(&x, text, sizeof text - 1, 1);
    for (i = 0; i < sizeof want / sizeof *want; i++) {
        CHECK_I64(want[i] != NVP_TOKEN_KIND_END, nvp_reader_next(&x, &t));
        CHECK_I64(want[i], t.kind);
        if (i == 2) CHECK_BYTES("a\n", 2, out, decoded(text + t.at, t.len, out));
        if (i == 7) CHECK(t.issue == NVP_ISSUE_BAD_WORD);
        if (i == 13) CHECK(t.issue == NVP_ISSUE_SLASH_COMMENT);
    }
    CHECK_U64(0, decoded(NULL, 4, out));
}

static void arguments(void)
{
    nvp_error e;
    nvp_config *c = open_in(NULL, NULL, NULL);
    nvp_switch s;
    nvp_memory half;
    memset(&s, 0, sizeof s);
    memset(&half, 0, sizeof half);
    half.allocator.user = &e;
    half.allocator.free_fn = nvp_i_mfree;
    CHECK(open_in(NULL, &half, &e) == NULL && e.code == NVP_ARGUMENT);
    CHECK_I64(NVP_ARGUMENT, add_text(NULL, "x", "", 0, &e));
    CHECK_I64(NVP_ARGUMENT, add_text(c, "x", NULL, 1, &e));
    CHECK_I64(NVP_ARGUMENT, nvp_config_link(NULL, NULL));
    CHECK(resolve_in(c, NULL, NULL, &e) == NULL && e.code == NVP_ARGUMENT); /* not linked */
    CHECK_I64(NVP_OK, switch_of(NULL, NULL, NULL, &s, NULL));
    CHECK(s.enabled && s.by == NVP_BY_DEFAULT);
    CHECK_I64(NVP_ARGUMENT, nvp_config_search(c, NULL, NULL, NULL));
    CHECK_I64(NVP_ARGUMENT, nvp_config_load(c, NULL, NULL, NULL));
    CHECK(keys_in(NULL, 3, NULL, &e) == NULL && e.code == NVP_ARGUMENT);
    CHECK_I64(NVP_OK, add_text(c, NULL, NULL, 0, NULL));
    CHECK_U64(1, nvp_file_locate(NULL, 7).line);
    CHECK_U64(1, nvp_file_locate(c->files[0], 7).column);
    nvp_config_close(c);
    nvp_config_close(NULL);
    nvp_result_close(NULL);
    nvp_keys_close(NULL);
}

static void lines(void)
{
    char text[9000];
    nvp_config *c;
    uint32_t i, line = 1, column = 1;
    memset(text, ' ', sizeof text);
    for (i = 0; i < sizeof text; i += 1 + i % 97) text[i] = '\n';
    text[0] = '{';
    text[1] = '}';
    c = open_in(NULL, NULL, NULL);
    CHECK(add_text(c, "x", text, sizeof text, NULL) == NVP_OK);
    for (i = 0; i < sizeof text; i++) {
        const nvp_position p = nvp_file_locate(c->files[0], i);
        if (!CHECK(p.line == line && p.column == column)) break;
        column++;
        if (text[i] == '\n') {
            line++;
            column = 1;
        }
    }
    nvp_config_close(c);
}

int main(void)
{
    RUN(features);
    RUN(lazy);
    RUN(unmatched_rule_changes_nothing);
    RUN(splitting_changes_nothing);
    RUN(origin_removed_gives_the_shadow);
    RUN(both_ways_through_a_text);
    RUN(environment);
    RUN(conversions);
    RUN(numbers);
    RUN(tokens);
    RUN(arguments);
    RUN(lines);
    return run_end();
}
