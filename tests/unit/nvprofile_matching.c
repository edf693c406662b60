/* Which rules match, which profile a name leads to, and which setting wins. */
#define NVP_ASSERT(e) ((e) ? (void)0 : abort())
#include <stdlib.h>
#define NVP_IMPLEMENTATION
#include "nvprofile.h"

#include "heap.h"
#include "profiles.h"
#include "run.h"

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
                c = parsed_in_garbage(text, 0);
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
    nvp_config *c = parsed_in_garbage("{\"rules\":[ {\"profile\":[]}, {\"pattern\":\"a\",\"profile\":{\"settings\":[]}}, 7]}", 0);
    const nvp_file *f = c->files[0];
    const nvp_result *r = resolve_in(c, NULL, garbage(), NULL);
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
    CHECK(garbage_heap.live == 0);
}

/* Keys of eight bytes whose hashes are equal, as only their upper two bits differ: they are different keys all the
   same. */
static void names_that_meet(void)
{
    unsigned flags;
    for (flags = 0; flags <= NVP_FLAG_EXACT_KEYS; flags += NVP_FLAG_EXACT_KEYS) {
        nvp_config *c = parsed_in_garbage("{\"rules\":[{\"pattern\":[],\"profile\":[\"xxxxxxxa\",1,\"xxxxxxx!\",2,\"xxxxxxxa\",3,\"xxxxxxx!\",4]}],"
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

/* A backslash in the name of a library is a byte like any other. */
static nvp_reply one_library(uint32_t index, nvp_view *out, void *user)
{
    (void)user;
    *out = nvp_text("/x/a\\b");
    return index < 1;
}

static void library_names(void)
{
    nvp_config *c = parsed_in_garbage("{\"rules\":[{\"pattern\":{\"feature\":\"dso\",\"matches\":\"b\"},\"profile\":[]},{\"pattern\":{\"feature\":\"dso\",\"matches\":\"a\\\\b\"},\"profile\":[]}]}", 0);
    nvp_process p;
    const nvp_result *r;
    memset(&p, 0, sizeof p);
    p.dso_fn = one_library;
    r = resolve_in(c, &p, NULL, NULL);
    CHECK(r != NULL && r->outcomes[0].why == NVP_WHY_DIFFERENT && r->outcomes[1].why == NVP_WHY_EQUAL && r->outcomes[1].matched);
    nvp_result_close(r);
    nvp_config_close(c);
}

static nvp_reply odd_fact(nvp_fact what, nvp_view *out, void *user)
{
    (void)user;
    (void)out;
    return what == NVP_FACT_EXE ? (nvp_reply)7 : what == NVP_FACT_ARGV0 ? NVP_REPLY_NO : NVP_REPLY_UNKNOWN;
}

/* A process that gives odd answers, or none. */
static void odd_answers(void)
{
    nvp_config *c = parsed("{\"rules\":[{\"pattern\":\"a\",\"profile\":\"built-in\"},{\"pattern\":{\"feature\":\"cmdline\",\"matches\":\"\"},\"profile\":[]},"
                           "{\"pattern\":{\"feature\":\"commname\",\"matches\":\"\"},\"profile\":[]},{\"pattern\":{\"feature\":\"dso\",\"matches\":\"\"},\"profile\":[]}]}",
                           NULL);
    nvp_process p;
    const nvp_result *r;
    memset(&p, 0, sizeof p);
    p.fact_fn = odd_fact;
    r = resolve_in(c, &p, NULL, NULL);
    CHECK_I64(NVP_WHY_UNKNOWN, r->outcomes[0].why);
    CHECK_I64(NVP_WHY_DIFFERENT, r->outcomes[1].why);
    CHECK_I64(NVP_WHY_UNKNOWN, r->outcomes[2].why);
    CHECK_I64(NVP_WHY_UNKNOWN, r->outcomes[3].why);
    CHECK_I64(NVP_GIVES_UNDEFINED, c->uses[0].gives);
    nvp_result_close(r);
    nvp_config_close(c);
    {
        nvp_config_options o;
        nvp_view known[2];
        memset(&o, 0, sizeof o);
        known[0] = nvp_text("other");
        known[1] = nvp_text("built-in");
        o.known = known;
        o.known_count = 2;
        c = parsed("{\"rules\":[{\"pattern\":\"a\",\"profile\":\"built-in\"}]}", &o);
        CHECK_I64(NVP_GIVES_KNOWN, c->uses[0].gives);
        nvp_config_close(c);
    }
}

/* Which definition of a name counts, and what follows from it. */
static void definitions(void)
{
    static const char one[] = "{\"rules\":[{\"pattern\":[],\"profile\":\"a\"},{\"pattern\":[],\"profile\":{\"name\":\"a\",\"settings\":[\"k\",3]}}],"
                              "\"profiles\":[{\"name\":\"a\",\"settings\":[\"k\",1]},{\"name\":\"b\",\"settings\":[]},{\"name\":\"a\",\"settings\":[\"k\",2]}]}";
    static const char two[] = "{\"rules\":[{\"pattern\":[],\"profile\":\"b\"},{\"pattern\":[],\"profile\":\"c\"}],\"profiles\":[{\"name\":\"a\",\"settings\":[\"k\",4]},{\"name\":\"c\",\"settings\":[7]}]}";
    int last;
    for (last = 0; last < 2; last++) {
        nvp_config_options o;
        nvp_config *c;
        const nvp_result *r;
        uint32_t i;
        memset(&o, 0, sizeof o);
        o.flags = last ? NVP_FLAG_LAST_PROFILE : 0;
        c = open_in(&o, NULL, NULL);
        CHECK(add_text(c, "1", one, sizeof one - 1, NULL) == NVP_OK && add_text(c, "2", two, sizeof two - 1, NULL) == NVP_OK && nvp_config_link(c, NULL) == NVP_OK);
        CHECK_U64(6, c->definition_count);
        CHECK_U64(4, c->use_count);
        CHECK(c->uses[0].gives == NVP_GIVES_SETTINGS && c->uses[0].profile->settings[0].value.i == (last ? 4 : 1));
        CHECK(c->uses[0].profile_file == (last ? 1u : 0u) && c->uses[0].definition == (last ? 4u : 0u));
        CHECK(c->uses[1].gives == NVP_GIVES_SETTINGS && c->uses[1].definition == NVP_NONE && c->uses[1].profile_file == 0);
        CHECK(c->uses[2].gives == NVP_GIVES_NOTHING && c->uses[2].file == 1 && c->uses[2].rule == 0 && c->uses[2].profile_file == 0);
        CHECK(c->uses[3].gives == NVP_GIVES_BAD);
        for (i = 0; i < 6; i++) { /* a a' b a'' of the first, a c of the second */
            static const uint32_t first[] = {0, 1, 0, 0, 0, 5}, next[] = {2, NVP_NONE, 3, 4, NVP_NONE, NVP_NONE};
            CHECK_U64(first[i], c->definitions[i].first);
            CHECK_U64(next[i], c->definitions[i].next);
        }
        CHECK_U64(last ? 4 : 0, c->definitions[0].counts);
        r = resolve_in(c, NULL, NULL, NULL);
        CHECK(r->setting_count == 1 && r->settings[0].setting->value.i == (last ? 4 : 1) && r->settings[0].shadows->setting->value.i == 3);
        CHECK(r->outcomes[0].won == 1 && r->outcomes[1].lost == 1 && r->outcomes[2].matched && r->outcomes[2].won == 0 && r->outcomes[3].matched);
        nvp_result_close(r);
        nvp_config_close(c);
    }
}

/* Features: every answer a process can give. */
typedef struct answer {
    const char *exe, *comm, *argv0; /* NULL: asked for, but unknown */
    const char *libraries[4];
    unsigned library_count;
    int library_end, entry; /* what dso_fn gives at the end; entry_fn */
    unsigned asked_facts, asked_libraries, asked_entries;
    size_t library_len; /* not 0: of every library */
} answer;

static nvp_reply fact(nvp_fact what, nvp_view *out, void *user)
{
    answer *a = (answer *)user;
    const char *s = what == NVP_FACT_EXE ? a->exe : what == NVP_FACT_COMM ? a->comm : a->argv0;
    a->asked_facts++;
    if (s == NULL) return NVP_REPLY_UNKNOWN;
    *out = nvp_text(s);
    return NVP_REPLY_YES;
}

static nvp_reply dso(uint32_t index, nvp_view *out, void *user)
{
    answer *a = (answer *)user;
    CHECK_U64(a->asked_libraries, index);
    a->asked_libraries++;
    if (index >= a->library_count) return a->library_end;
    *out = nvp_text(a->libraries[index]);
    if (a->library_len != 0) out->len = a->library_len;
    return 1;
}

static nvp_reply entry(const char *name, void *user)
{
    answer *a = (answer *)user;
    (void)name;
    a->asked_entries++;
    return a->entry;
}

static nvp_outcome outcome(const char *pattern, answer *a, nvp_dso compares, int callbacks)
{
    char text[600];
    nvp_process p;
    nvp_config *c;
    const nvp_result *r;
    nvp_outcome got;
    memset(&p, 0, sizeof p);
    memset(&got, 0, sizeof got);
    if (callbacks) {
        p.fact_fn = fact;
        p.dso_fn = dso;
        p.entry_fn = entry;
    }
    p.user = a;
    a->asked_facts = a->asked_libraries = a->asked_entries = 0;
    sprintf(text, "{\"rules\":[{\"pattern\":%s,\"profile\":[]}]}", pattern);
    c = parsed(text, NULL);
    r = resolve_as(c, callbacks >= 0 ? &p : NULL, compares, NULL, NULL);
    if (CHECK(r != NULL)) got = r->outcomes[0];
    got.decided -= 21; /* within the pattern */
    nvp_result_close(r);
    nvp_config_close(c);
    return got;
}

#define DSO(name) "{\"feature\":\"dso\",\"matches\":\"" name "\"}"
#define FIND(list) "{\"feature\":\"findfile\",\"matches\":\"" list "\"}"
#define CMD(name) "{\"feature\":\"cmdline\",\"matches\":\"" name "\"}"
#define COMM(name) "{\"feature\":\"commname\",\"matches\":\"" name "\"}"
#define YES "{\"feature\":\"true\",\"matches\":\"\"}"
#define NO "{\"feature\":\"new\",\"matches\":\"\"}"
#define OP(op, sub) "{\"op\":\"" op "\",\"sub\":[" sub "]}"

static void features(void)
{
    static const struct {
        const char *pattern;
        int matched;
        nvp_why why;
        uint32_t decided;
    } cases[] = {
        {"\"moon\"", 1, NVP_WHY_EQUAL, 0}, {"\"moo\"", 0, NVP_WHY_DIFFERENT, 0}, {"\"/opt/moon\"", 0, NVP_WHY_DIFFERENT, 0}, {"\"Moon\"", 0, NVP_WHY_DIFFERENT, 0},
        {COMM("comm/name"), 1, NVP_WHY_EQUAL, 0}, {COMM("name"), 0, NVP_WHY_DIFFERENT, 0}, {CMD("tide.exe"), 1, NVP_WHY_EQUAL, 0}, {CMD("C:\\\\x\\\\tide.exe"), 0, NVP_WHY_DIFFERENT, 0},
        {DSO("libb.so"), 1, NVP_WHY_EQUAL, 0}, {DSO("/lib/libb.so"), 1, NVP_WHY_EQUAL, 0}, {DSO("lib/libb.so"), 0, NVP_WHY_DIFFERENT, 0},
        {DSO("libb"), 0, NVP_WHY_PREFIX, 0}, {DSO("/lib/libb"), 0, NVP_WHY_DIFFERENT, 0}, {DSO("libz"), 0, NVP_WHY_DIFFERENT, 0}, {DSO("liba.so.1"), 0, NVP_WHY_DIFFERENT, 0},
        {DSO("bare"), 1, NVP_WHY_EQUAL, 0}, {DSO(""), 0, NVP_WHY_PREFIX, 0}, {DSO("zzz"), 0, NVP_WHY_DIFFERENT, 0},
        {FIND(""), 0, NVP_WHY_EMPTY, 0}, {FIND("::"), 0, NVP_WHY_EMPTY, 0}, {FIND("a/b"), 0, NVP_WHY_SLASH, 0}, {FIND("a:b"), 1, NVP_WHY_PRESENT, 0},
        {NO, 0, NVP_WHY_UNSUPPORTED, 0}, {YES, 1, NVP_WHY_ALWAYS, 0},
        {"[]", 1, NVP_WHY_ALL, 0}, {OP("or", ""), 0, NVP_WHY_NONE, 0}, {OP("not", ""), 0, NVP_WHY_OPERANDS, 0}, {OP("not", YES "," YES), 0, NVP_WHY_OPERANDS, 0},
        {OP("not", YES), 0, NVP_WHY_ALWAYS, 19}, {OP("not", NO), 1, NVP_WHY_UNSUPPORTED, 19}, {"[" YES "," NO "]", 0, NVP_WHY_UNSUPPORTED, 33},
        {"[" NO "," YES "]", 0, NVP_WHY_UNSUPPORTED, 1}, {"[" YES "," YES "]", 1, NVP_WHY_ALL, 0}, {OP("or", NO "," YES), 1, NVP_WHY_ALWAYS, 49}, {OP("or", NO "," NO), 0, NVP_WHY_NONE, 0},
        {OP("or", YES "," NO), 1, NVP_WHY_ALWAYS, 18}, {OP("or", OP("and", YES "," NO) "," OP("not", NO)), 1, NVP_WHY_UNSUPPORTED, 0}, {"[" OP("or", NO) "]", 0, NVP_WHY_NONE, 1},
        {OP("or", "{\"op\":\"and\",\"sub\":[]}"), 1, NVP_WHY_ALL, 18}, {OP("not", "{\"op\":\"or\",\"sub\":[]}"), 1, NVP_WHY_NONE, 19},
        {"[" DSO("/lib/libb.so") "," DSO("/lib/none") "]", 0, NVP_WHY_DIFFERENT, 44}, {"[" DSO("libb.so") "," DSO("/lib/libb.so") "," DSO("libb.so") "]", 1, NVP_WHY_ALL, 0}};
    answer a;
    size_t i;
    memset(&a, 0, sizeof a);
    a.exe = "/opt/moon";
    a.comm = "comm/name";
    a.argv0 = "C:\\x/y\\tide.exe";
    a.libraries[0] = "/lib/libb.so";
    a.libraries[1] = "/usr/lib/liba.so";
    a.libraries[2] = "bare";
    a.libraries[3] = "/lib/libb.so.2";
    a.library_count = 4;
    a.entry = 1;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        const nvp_outcome o = outcome(cases[i].pattern, &a, NVP_DSO_UNKNOWN, 1);
        if (!CHECK_I64(cases[i].matched, o.matched) || !CHECK_I64((int)cases[i].why, (int)o.why)) printf("    %s\n", cases[i].pattern);
        if (cases[i].decided != 0 || strchr(cases[i].pattern, '[') == NULL)
            if (!CHECK_U64(cases[i].decided, o.decided)) printf("    %s\n", cases[i].pattern);
        CHECK(a.asked_facts <= 1 && a.asked_libraries <= 5);
    }
    CHECK(outcome(DSO("libb"), &a, NVP_DSO_PREFIX, 1).matched && !outcome(DSO("/lib/lib"), &a, NVP_DSO_PREFIX, 1).matched);
    /* Nothing is asked twice, and nothing is asked that no rule needs. */
    outcome("[" FIND("a:b:a") "," FIND("b:c") ",{\"op\":\"not\",\"sub\":" FIND("c:a") "}]", &a, 0, 1);
    CHECK(a.asked_entries == 3 && a.asked_facts == 0 && a.asked_libraries == 0);
    for (i = 0; i < 3; i++) {
        static const int says[] = {0, -1, 2, -7};
        a.entry = says[i];
        CHECK_I64(i == 0 ? NVP_WHY_MISSING : NVP_WHY_UNKNOWN, outcome(FIND("a:b"), &a, NVP_DSO_UNKNOWN, 1).why);
        CHECK_U64(i == 0 ? 1 : 2, a.asked_entries); /* a missing name settles it, so the others are asked for */
    }
    a.library_end = -1; /* libraries that end in "not known" are not known */
    CHECK_I64(NVP_WHY_UNKNOWN, outcome(DSO("libb.so"), &a, NVP_DSO_UNKNOWN, 1).why);
    a.library_end = 0;
    a.library_count = 0;
    CHECK_I64(NVP_WHY_DIFFERENT, outcome(DSO("libb.so"), &a, NVP_DSO_UNKNOWN, 1).why);
    CHECK_I64(NVP_WHY_DIFFERENT, outcome(DSO("/libb.so"), &a, NVP_DSO_UNKNOWN, 1).why);
    if (sizeof(size_t) > 4) {
        a.library_count = 1;
        a.library_len = (size_t)NVP_NONE; /* a name of 4 GiB: never read */
        CHECK_I64(NVP_WHY_UNKNOWN, outcome(DSO("libb.so"), &a, NVP_DSO_UNKNOWN, 1).why);
    }
    a.exe = a.comm = a.argv0 = NULL;
    CHECK_I64(NVP_WHY_UNKNOWN, outcome("\"moon\"", &a, NVP_DSO_UNKNOWN, 1).why);
    CHECK_I64(NVP_WHY_UNKNOWN, outcome(OP("not", COMM("moon")), &a, NVP_DSO_UNKNOWN, 1).why);
    for (i = 0; i < 2; i++) { /* a process without callbacks, and none */
        const int how = i == 0 ? 0 : -1;
        CHECK_I64(NVP_WHY_UNKNOWN, outcome("\"moon\"", &a, 0, how).why);
        CHECK_I64(NVP_WHY_UNKNOWN, outcome(COMM("moon"), &a, 0, how).why);
        CHECK_I64(NVP_WHY_UNKNOWN, outcome(CMD("moon"), &a, 0, how).why);
        CHECK_I64(NVP_WHY_UNKNOWN, outcome(DSO("moon"), &a, 0, how).why);
        CHECK_I64(NVP_WHY_UNKNOWN, outcome(FIND("moon"), &a, 0, how).why);
        CHECK_I64(NVP_WHY_ALWAYS, outcome(YES, &a, 0, how).why);
    }
}

static void facts_given(void)
{
    nvp_config *c = parsed("{\"rules\":[{\"pattern\":\"moon\",\"profile\":[\"a\",1]},{\"pattern\":\"moon\",\"profile\":[\"b\",1]},"
                           "{\"pattern\":" COMM("c") ",\"profile\":[\"c\",1]},{\"pattern\":" CMD("d") ",\"profile\":[\"d\",1]}]}", NULL);
    nvp_process p;
    answer a;
    const nvp_result *r;
    memset(&p, 0, sizeof p);
    memset(&a, 0, sizeof a);
    p.fact_fn = fact;
    p.user = &a;
    p.exe = nvp_text("/x/moon");
    p.comm = nvp_text("c");
    p.argv0 = nvp_text("x\\d");
    r = resolve_in(c, &p, NULL, NULL);
    CHECK(r != NULL && r->setting_count == 4 && a.asked_facts == 0);
    CHECK(find_key(r, "A") == &r->settings[0] && find_key(r, "d") == &r->settings[3] && find_key(r, "dd") == NULL);
    nvp_result_close(r);
    p.exe = nowhere();
    a.exe = "moon";
    r = resolve_in(c, &p, NULL, NULL);
    CHECK(r != NULL && r->setting_count == 4 && a.asked_facts == 1);
    nvp_result_close(r);
    nvp_config_close(c);
}

/* Environment variables that beat keys: each one of the list, in any letter case unless told otherwise. */
static nvp_reply set_only(const char *name, nvp_view *out, void *user)
{
    *out = nvp_text("");
    return strcmp(name, (const char *)user) == 0;
}

static void variables(void)
{
    nvp_config *c = parsed("{\"rules\":[{\"pattern\":[],\"profile\":[\"glYIELD\",1,\"GLFSAAMode\",2,\"other\",3]}]}", NULL);
    nvp_process p;
    const nvp_result *r;
    memset(&p, 0, sizeof p);
    CHECK_VIEW("__GL_YIELD", nvp_key_variable(nvp_text("GLYield"), 1));
    CHECK_VIEW("__GL_YIELD", nvp_key_variable(nvp_text("glyield"), 0));
    CHECK(nvp_key_variable(nvp_text("glyield"), 1).len == 0 && nvp_key_variable(nvp_text("GLYiel"), 0).len == 0 && nvp_key_variable(nvp_text("GLYieldx"), 0).len == 0);
    CHECK_VIEW("__GL_FSAA_MODE", nvp_key_variable(nvp_text("GLFSAAMode"), 1));
    CHECK_VIEW("__GL_SHARPEN_IGNORE_FILM_GRAIN", nvp_key_variable(nvp_text("GLSharpenIgnoreFilmGrain"), 1));
    p.env_fn = set_only;
    p.user = (void *)(uintptr_t) "__GL_YIELD";
    r = resolve_in(c, &p, NULL, NULL);
    CHECK(r->setting_count == 3 && r->settings[0].overridden == NVP_REPLY_YES && r->settings[1].overridden != NVP_REPLY_YES && r->settings[2].overridden != NVP_REPLY_YES);
    nvp_result_close(r);
    p.env_fn = NULL;
    r = resolve_in(c, &p, NULL, NULL);
    CHECK(r->settings[0].overridden != NVP_REPLY_YES);
    nvp_result_close(r);
    nvp_config_close(c);
}

/* What a process that answers nothing leaves open: 0 never matches, 1 matches, 2 may match. */
static void three_values(void)
{
    static const struct {
        const char *pattern;
        int value;
    } cases[] = {
        {"[]", 1}, {YES, 1}, {NO, 0}, {DSO("a"), 2}, {FIND(""), 0}, {FIND("a/b"), 0}, {FIND("a"), 2}, {OP("not", ""), 0}, {OP("not", YES), 0}, {OP("not", NO), 1}, {OP("not", DSO("a")), 2},
        {OP("and", YES "," NO), 0}, {OP("and", DSO("a") "," NO), 0}, {OP("and", DSO("a") "," YES), 2}, {OP("and", YES "," YES), 1}, {OP("or", ""), 0}, {OP("or", NO "," NO), 0},
        {OP("or", NO "," YES), 1}, {OP("or", DSO("a") "," YES), 1}, {OP("or", DSO("a") "," NO), 2}, {OP("or", OP("and", NO "," DSO("a")) "," OP("not", NO)), 1},
        {OP("and", OP("not", YES "," NO) "," DSO("a")), 0}, {OP("or", OP("not", YES "," DSO("a")) "," DSO("a")), 2}, {OP("and", OP("or", YES "," DSO("a")) "," OP("not", OP("not", YES))), 1},
        {OP("and", OP("or", DSO("a") "," NO) "," OP("and", YES "," YES)), 2}, {OP("or", DSO("a") "," OP("not", YES)), 2}, {OP("or", DSO("a") "," OP("not", NO)), 1},
        {OP("and", DSO("a") "," OP("not", YES "," NO)), 0}};
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[800];
        nvp_config *c;
        const nvp_result *r;
        sprintf(text, "{\"rules\":[{\"pattern\":%s,\"profile\":[\"k\",1]}]}", cases[i].pattern);
        c = parsed(text, NULL);
        r = resolve_in(c, NULL, NULL, NULL);
        if (!CHECK_I64(cases[i].value, r->outcomes[0].unknown ? 2 : r->outcomes[0].matched)) printf("    %s\n", cases[i].pattern);
        nvp_result_close(r);
        nvp_config_close(c);
    }
}

/* What an object says that it holds is what the allocator has given it. */
static void memory_used(void)
{
    static const char text[] = "{\"rules\":[{\"pattern\":\"a\",\"profile\":[\"k\",1]}]}", list[] = "{\"registry_keys\":[]}";
    heap h[3];
    nvp_memory m[3];
    nvp_config_options options;
    nvp_config *c;
    const nvp_result *r;
    const nvp_keys *k;
    int i;
    memset(h, 0, sizeof h);
    memset(m, 0, sizeof m);
    for (i = 0; i < 3; i++) {
        m[i].allocator.alloc_fn = take;
        m[i].allocator.free_fn = give;
        m[i].allocator.user = &h[i];
    }
    memset(&options, 0, sizeof options);
    options.memory = m[0];
    c = parsed(text, &options);
    r = resolve_in(c, NULL, &m[1], NULL);
    k = keys_in(list, sizeof list - 1, &m[2], NULL);
    CHECK(h[0].held > 0 && nvp_config_memory_used(c) == h[0].held);
    CHECK(h[1].held > 0 && nvp_result_memory_used(r) == h[1].held);
    CHECK(h[2].held > 0 && nvp_keys_memory_used(k) == h[2].held);
    nvp_keys_close(k);
    nvp_result_close(r);
    nvp_config_close(c);
    CHECK(nvp_config_memory_used(NULL) + nvp_result_memory_used(NULL) + nvp_keys_memory_used(NULL) == 0);
}

int main(void)
{
    RUN(letter_case);
    RUN(errors_in_rules);
    RUN(names_that_meet);
    RUN(library_names);
    RUN(odd_answers);
    RUN(definitions);
    RUN(features);
    RUN(facts_given);
    RUN(variables);
    RUN(three_values);
    RUN(memory_used);
    return run_end();
}
