/* What the linter of profiles finds, and what it leaves alone. */
#include "profiles/lint.h"

#include <stdlib.h>

#include "heap.h"
#include "profiles.h"
#include "run.h"

static lint_findings linted(const nvp_config *c, const nvp_keys *keys)
{
    lint_findings l;
    lint_config(&l, c, keys);
    return l;
}

/* A profile hidden by another file's. */
static void hidden_profile(void)
{
    static const char second[] = "{\"profiles\":[{\"name\":\"q\",\"settings\":[]},{\"name\":\"p\",\"settings\":[]}]}";
    nvp_config *c = parsed_in_garbage("{\"rules\":[{\"pattern\":[],\"profile\":\"p\"},{\"pattern\":[],\"profile\":\"q\"}],\"profiles\":[{\"name\":\"p\",\"settings\":[\"k\",1]}]}", 0);
    lint_findings l;
    uint32_t i, found = 0;
    CHECK(add_text(c, "y", second, sizeof second - 1, NULL) == NVP_OK && nvp_config_link(c, NULL) == NVP_OK);
    l = linted(c, NULL);
    for (i = 0; i < l.count; i++)
        if (l.list[i].kind == LINT_HIDDEN) {
            const lint_finding *f = &l.list[i];
            found++;
            CHECK(f->file == 1 && f->at == c->files[1]->profiles[1].name_at && f->see_file == 0 && f->see == c->files[0]->profiles[0].name_at);
            CHECK_VIEW("p", f->name);
        }
    CHECK_U64(1, found);
    lint_findings_free(&l);
    nvp_config_close(c);
}

/* Findings about keys: kind, place, name, documented key. */
static void key_findings(void)
{
    static const char list[] = "{\"registry_keys\":[{\"key\":\"Known\",\"type\":\"integer\",\"description\":\"\"}]}";
    static const char text[] = "{\"rules\":[{\"pattern\":[],\"profile\":[\"None\",1,\"KNOWN\",2,\"Known\",\"x\",\"knowN\",1.5,\"Known\",3]}]}";
    static const struct {
        lint_kind kind;
        const char *name;
        int key, at_value;
        uint32_t setting;
    } want[] = {{LINT_UNKNOWN_KEY, "None", 0, 0, 0}, {LINT_KEY_SPELLING, "KNOWN", 1, 0, 1}, {LINT_VALUE_TYPE, "Known", 1, 1, 2},
                {LINT_KEY_SPELLING, "knowN", 1, 0, 3}, {LINT_VALUE_TYPE, "knowN", 1, 1, 3}};
    nvp_config *c = parsed_in_garbage(text, 0);
    const nvp_keys *keys = keys_in(list, sizeof list - 1, NULL, NULL);
    lint_findings l = linted(c, keys);
    const nvp_setting *s = c->files[0]->rules[0].profile->settings;
    uint32_t i;
    CHECK_U64(5, l.count);
    for (i = 0; i < 5 && i < l.count; i++) {
        const lint_finding *f = &l.list[i];
        CHECK_I64(want[i].kind, f->kind);
        CHECK_VIEW(want[i].name, f->name);
        CHECK(f->key == (want[i].key ? &keys->items[0] : NULL) && f->file == 0 && f->see == NVP_NONE && f->see_file == NVP_NONE);
        CHECK_U64(want[i].at_value ? s[want[i].setting].value_at : s[want[i].setting].key_at, f->at);
    }
    lint_findings_free(&l);
    nvp_keys_close(keys);
    nvp_config_close(c);
}

/* Findings about rules and profiles have the name of the rule or profile, or none. */
static void named_findings(void)
{
    nvp_config *c = parsed_in_garbage("{\"rules\":[{\"pattern\":[],\"profile\":\"lost\"},{\"pattern\":[],\"profile\":[]}],\"profiles\":[{\"name\":\"idle\",\"settings\":[]}]}", 0);
    lint_findings l = linted(c, NULL);
    if (CHECK_U64(3, l.count)) {
        CHECK(l.list[0].kind == LINT_UNDEFINED && l.list[1].kind == LINT_NOTHING && l.list[2].kind == LINT_UNUSED);
        CHECK_VIEW("lost", l.list[0].name);
        CHECK_VIEW("", l.list[1].name);
        CHECK_VIEW("idle", l.list[2].name);
        CHECK(l.list[1].name.ptr != NULL && l.list[0].key == NULL && l.list[1].key == NULL && l.list[2].key == NULL);
    }
    lint_findings_free(&l);
    nvp_config_close(c);
}

/* An unknown feature is a pattern in its own right: another driver may know one and not the other. */
static void patterns_apart(void)
{
#define EITHER(name, matches) "{\"op\":\"or\",\"sub\":[{\"feature\":\"" name "\",\"matches\":\"" matches "\"},{\"feature\":\"dso\",\"matches\":\"x\"}]}"
    static const struct {
        const char *one, *two;
        lint_dead dead;
    } cases[] = {{EITHER("gpu", "a"), EITHER("gpu", "a"), LINT_DEAD_SHADOWED}, {EITHER("gpu", "a"), EITHER("gpu", "b"), LINT_DEAD_NOT},
                 {EITHER("gpu", "abcdef"), EITHER("cpu", "abcdef"), LINT_DEAD_NOT}, {EITHER("gpu", "a"), EITHER("gp", "ua"), LINT_DEAD_NOT},
                 {EITHER("dso", "ab"), EITHER("dso", "ac"), LINT_DEAD_NOT}, {EITHER("dso", "ab"), EITHER("cmdline", "ab"), LINT_DEAD_NOT}};
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[600];
        nvp_config *c;
        lint_findings l;
        sprintf(text, "{\"rules\":[{\"pattern\":%s,\"profile\":[\"k\",1]},{\"pattern\":%s,\"profile\":[\"k\",2]}]}", cases[i].one, cases[i].two);
        c = parsed_in_garbage(text, 0);
        l = linted(c, NULL);
        if (!CHECK_I64(cases[i].dead, l.dead[1])) printf("    %s\n", text);
        lint_findings_free(&l);
        nvp_config_close(c);
    }
}

/* What is dead, and what only looks dead (row 91). */
static void dead_rules(void)
{
    static const struct {
        const char *rules;
        lint_dead last;
    } cases[] = {
        {"{\"pattern\":[],\"profile\":[\"k\",1]}", LINT_DEAD_NOT},
        {"{\"pattern\":\"a\",\"profile\":[\"k\",1,\"K\",2]}", LINT_DEAD_NOT},
        {"{\"pattern\":\"a\",\"profile\":[\"k\",1]},{\"pattern\":\"a\",\"profile\":[\"K\",1]}", LINT_DEAD_SHADOWED},
        {"{\"pattern\":\"a\",\"profile\":[\"k\",1]},{\"pattern\":\"a\",\"profile\":[\"k\",1,\"l\",1]}", LINT_DEAD_NOT},
        {"{\"pattern\":\"a\",\"profile\":[\"k\",1]},{\"pattern\":\"b\",\"profile\":[\"k\",1]}", LINT_DEAD_NOT},
        {"{\"pattern\":\"a\",\"profile\":[\"k\",1]},{\"pattern\":[],\"profile\":[\"l\",1]},{\"pattern\":\"a\",\"profile\":[\"l\",1,\"k\",2]}", LINT_DEAD_SHADOWED},
        {"{\"pattern\":\"b\",\"profile\":[\"k\",1]},{\"pattern\":[],\"profile\":[\"k\",1]}", LINT_DEAD_NOT},
        {"{\"pattern\":[],\"profile\":[\"j\",1,\"k\",1,\"l\",1]},{\"pattern\":\"a\",\"profile\":[\"l\",2,\"k\",2]}", LINT_DEAD_SHADOWED},
        {"{\"pattern\":\"a\",\"profile\":[]}", LINT_DEAD_NOTHING},
        {"{\"pattern\":{\"op\":\"not\",\"sub\":{\"feature\":\"true\"}},\"profile\":[\"k\",1]}", LINT_DEAD_NEVER},
    };
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[400];
        nvp_config *c;
        lint_findings lint;
        sprintf(text, "{\"rules\":[%s]}", cases[i].rules);
        c = parsed(text, NULL);
        lint = linted(c, NULL);
        if (!CHECK_I64(cases[i].last, lint.dead[c->use_count - 1])) printf("    %s\n", cases[i].rules);
        lint_findings_free(&lint);
        nvp_config_close(c);
    }
}

#define NO "{\"feature\":\"new\",\"matches\":\"\"}"

static void findings(void)
{
    static const struct {
        const char *text, *want; /* kind@at of each, in order */
    } cases[] = {
        {"{\"rules\":[{\"pattern\":[],\"profile\":\"q\"}]}", "undefined-profile@34"},
        {"{\"rules\":[{\"pattern\":" NO ",\"profile\":\"q\"}]}", "undefined-profile@62 never-matches@10"},
        {"{\"rules\":[{\"pattern\":[],\"profile\":\"known\"}]}", ""},
        {"{\"rules\":[{\"pattern\":[],\"profile\":[]}]}", "gives-nothing@10"},
        {"{\"rules\":[{\"pattern\":[],\"profile\":7}]}", "gives-nothing@10"},
        {"{\"rules\":[{\"pattern\":7,\"profile\":[\"k\",1]}]}", "never-matches@10"},
        {"{\"profiles\":[{\"name\":\"p\",\"settings\":[]}]}", "unused-profile@21"},
        {"{\"rules\":[{\"pattern\":\"a\",\"profile\":\"p\"}],\"profiles\":[{\"name\":\"p\",\"settings\":[\"k\",1]},{\"name\":\"p\",\"settings\":[]}]}", ""},
        {"{\"rules\":[{\"pattern\":\"a\",\"profile\":{\"name\":\"p\",\"settings\":[\"k\",1]}}]}", ""},
        {"{\"rules\":[{\"pattern\":\"a\",\"profile\":{\"name\":\"p\",\"settings\":[\"k\",1]}}],\"profiles\":[{\"name\":\"q\",\"settings\":[]}]}", "unused-profile@89"},
        {"{\"rules\":[{\"pattern\":\"a\",\"profile\":[\"k\",1]},{\"pattern\":\"a\",\"profile\":[\"K\",2]}]}", "shadowed@44<10"},
        {"{\"rules\":[{\"pattern\":\"a\",\"profile\":[\"k\",1,\"l\",1]},{\"pattern\":\"a\",\"profile\":[\"l\",2]}]}", "shadowed@50<10"},
        {"{\"rules\":[{\"pattern\":[],\"profile\":[\"l\",1]},{\"pattern\":\"a\",\"profile\":[\"k\",1]},{\"pattern\":\"a\",\"profile\":[\"l\",2,\"k\",2]}]}", "shadowed@77<10"}};
    nvp_view known = nvp_text("known");
    nvp_config_options o;
    size_t i;
    memset(&o, 0, sizeof o);
    o.known = &known;
    o.known_count = 1;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        nvp_config *c = parsed(cases[i].text, &o);
        lint_findings l = linted(c, NULL);
        char got[400] = "";
        uint32_t k;
        for (k = 0; k < l.count; k++)
            sprintf(got + strlen(got), "%s%s@%u", k > 0 ? " " : "", lint_kind_name(l.list[k].kind), (unsigned)l.list[k].at);
        for (k = 0; k < l.count; k++)
            if (l.list[k].see != NVP_NONE) sprintf(got + strlen(got), "<%u", (unsigned)l.list[k].see);
        if (!CHECK_STR(cases[i].want, got)) printf("    %s\n", cases[i].text);
        lint_findings_free(&l);
        nvp_config_close(c);
    }
}

#define DSO(name) "{\"feature\":\"dso\",\"matches\":\"" name "\"}"
#define FIND(list) "{\"feature\":\"findfile\",\"matches\":\"" list "\"}"
#define CMD(name) "{\"feature\":\"cmdline\",\"matches\":\"" name "\"}"
#define COMM(name) "{\"feature\":\"commname\",\"matches\":\"" name "\"}"
#define YES "{\"feature\":\"true\",\"matches\":\"\"}"
#define OP(op, sub) "{\"op\":\"" op "\",\"sub\":[" sub "]}"

/* What is the same for every process (row 91). */
static void constants(void)
{
    static const struct {
        const char *pattern;
        int dead; /* 1: never, 0: sometimes, 2: always, so that a later rule with the same key is dead */
    } cases[] = {
        {"[]", 2}, {YES, 2}, {NO, 1}, {COMM("123456789012345"), 0}, {COMM("1234567890123456"), 1}, {FIND(""), 1}, {FIND("::"), 1}, {FIND("a"), 0}, {FIND("a/b"), 1},
        {FIND(":a:"), 0}, {"\"x\"", 0}, {DSO("a/b"), 0}, {CMD("1234567890123456"), 0}, {OP("not", ""), 1}, {OP("not", YES "," NO), 1}, {OP("not", YES), 1}, {OP("not", NO), 2},
        {OP("not", DSO("a")), 0}, {OP("and", YES "," NO), 1}, {OP("and", DSO("a") "," NO), 1}, {OP("and", DSO("a") "," YES), 0}, {OP("and", YES "," YES), 2}, {OP("or", ""), 1},
        {OP("or", NO "," NO), 1}, {OP("or", NO "," YES), 2}, {OP("or", DSO("a") "," YES), 2}, {OP("or", DSO("a") "," NO), 0}, {OP("or", OP("and", NO "," DSO("a")) "," OP("not", NO)), 2},
        {OP("and", OP("or", YES "," DSO("a")) "," OP("not", OP("not", YES))), 2}};
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[800];
        nvp_config *c;
        lint_findings l;
        sprintf(text, "{\"rules\":[{\"pattern\":%s,\"profile\":[\"k\",1]},{\"pattern\":\"other\",\"profile\":[\"K\",2]}]}", cases[i].pattern);
        c = parsed(text, NULL);
        l = linted(c, NULL);
        if (!CHECK_I64(cases[i].dead == 1 ? LINT_DEAD_NEVER : LINT_DEAD_NOT, l.dead[0]) || !CHECK_I64(cases[i].dead == 2 ? LINT_DEAD_SHADOWED : LINT_DEAD_NOT, l.dead[1]))
            printf("    %s\n", cases[i].pattern);
        lint_findings_free(&l);
        nvp_config_close(c);
    }
}

/* Whether values are of the documented type. */
static void value_types(void)
{
    static const char text[] =
        "{\"registry_keys\":[{\"key\":\"B\",\"type\":\"boolean\",\"description\":\"\"},{\"key\":\"I\",\"type\":\"integer\",\"description\":\"\"},"
        "{\"key\":\"F\",\"type\":\"float\",\"description\":\"\"},{\"key\":\"S\",\"type\":\"string\",\"description\":\"\"},"
        "{\"key\":\"O\",\"type\":\"other\",\"description\":\"\"},7,{\"key\":\"x\"},{\"key\":1,\"type\":\"\",\"description\":\"\"}]}";
    static const struct {
        const char *settings;
        unsigned wrong;
    } cases[] = {{"\"B\",true,\"b\",\"0\"", 0}, {"\"B\",2", 1}, {"\"I\",0x1,\"i\",\"07\"", 0}, {"\"I\",1.5", 1}, {"\"I\",\"1.5\"", 1}, {"\"I\",true", 1},
                 {"\"I\",18446744073709551615", 0}, {"\"F\",1.5,\"f\",\"1e3\"", 0}, {"\"F\",\"x\"", 1}, {"\"S\",\"x\"", 0}, {"\"S\",1", 1}, {"\"O\",1", 0},
                 {"\"I\",\"\"", 1}, {"\"I\",\"1 2\"", 1}};
    const nvp_keys *list = keys_in(text, sizeof text - 1, NULL, NULL);
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        char rule[200];
        nvp_config *c;
        lint_findings lint;
        uint32_t k, wrong = 0;
        sprintf(rule, "{\"rules\":[{\"pattern\":\"a\",\"profile\":[%s]}]}", cases[i].settings);
        c = parsed(rule, NULL);
        lint = linted(c, list);
        for (k = 0; k < lint.count; k++) wrong += lint.list[k].kind == LINT_VALUE_TYPE;
        if (!CHECK_U64(cases[i].wrong, wrong)) printf("    %s\n", cases[i].settings);
        lint_findings_free(&lint);
        nvp_config_close(c);
    }
    nvp_keys_close(list);
}

/* Places: what is in a row, and whether that is found. */
static void places(void)
{
    static const struct {
        const char *path;
        unsigned entry;
        nvp_place_state state;
        uint64_t id;
        int leftover;
        const char *found; /* kind, and place that it refers to */
    } rows[] = {
        {"/home/rc", 1, NVP_PLACE_STATE_UNKNOWN, 0, 0, "unreadable"},
        {"/home/rc.d", 2, NVP_PLACE_STATE_MISSING, 0, 0, ""},
        {"/etc/B", 4, NVP_PLACE_STATE_READ, 7, 0, ""},
        {"/etc/a", 4, NVP_PLACE_STATE_READ, 5, 0, ""},
        {"/etc/a~", 4, NVP_PLACE_STATE_READ, 9, 1, "leftover"},
        {"/etc/.b~", 4, NVP_PLACE_STATE_UNREADABLE, 11, 1, "unreadable"}, /* in no file: not called a leftover */
        {"/etc/C", 4, NVP_PLACE_STATE_READ, 7, 0, "order<4 same-file<2"},
        {"/etc/fifo", 4, NVP_PLACE_STATE_IGNORED, 0, 0, "ignored"},
        {"/etc/large", 4, NVP_PLACE_STATE_TOO_LARGE, 0, 0, "too-large"},
        {"/etc/none", 4, NVP_PLACE_STATE_BROKEN_LINK, 0, 0, ""},
        {"/etc/out", 4, NVP_PLACE_STATE_MEMORY, 0, 0, "unreadable"},
        {"/a", 5, NVP_PLACE_STATE_READ, 0, 0, ""}, /* in another directory than the one before */
        {"/b", 6, NVP_PLACE_STATE_READ, 0, 0, ""}, /* of which nothing is known, as of the one before */
        {"/usr/x", 6, NVP_PLACE_STATE_READ, 7, 0, "same-file<2"},
        {"/usr/y", 6, NVP_PLACE_STATE_READ, 5, 0, "same-file<3"}};
    enum { COUNT = sizeof rows / sizeof *rows };
    nvp_place all[COUNT];
    nvp_config c;
    lint_findings l;
    uint32_t i, k, file = 0;
    memset(&c, 0, sizeof c);
    memset(all, 0, sizeof all);
    for (i = 0; i < COUNT; i++) {
        all[i].path = nvp_text(rows[i].path);
        all[i].entry = rows[i].entry;
        all[i].state = rows[i].state;
        all[i].id[1] = rows[i].id;
        all[i].leftover = rows[i].leftover;
        all[i].file = rows[i].state == NVP_PLACE_STATE_READ ? file++ : NVP_NONE;
    }
    c.places = all;
    c.place_count = COUNT;
    lint_config(&l, &c, NULL);
    for (i = 0; i < COUNT; i++) {
        char got[200] = "";
        for (k = 0; k < l.count; k++) {
            const lint_finding *f = &l.list[k];
            if (f->place != i) continue;
            sprintf(got + strlen(got), "%s%s", got[0] != 0 ? " " : "", lint_kind_name(f->kind));
            if (f->see != NVP_NONE) sprintf(got + strlen(got), "<%u", (unsigned)f->see);
            CHECK(f->file == all[i].file && f->at == 0 && (f->see == NVP_NONE ? f->see_file == NVP_NONE : f->see_file == all[f->see].file));
        }
        if (!CHECK_STR(rows[i].found, got)) printf("    %s\n", rows[i].path);
    }
    lint_findings_free(&l);
}

/* Each kind has a word of its own and a sentence. */
static void words(void)
{
    int i, k;
    for (i = 0; i < LINT_KIND_COUNT; i++) {
        CHECK(strlen(lint_kind_name((lint_kind)i)) > 2 && strlen(lint_kind_text((lint_kind)i)) > 5);
        for (k = 0; k < i; k++) CHECK(strcmp(lint_kind_name((lint_kind)i), lint_kind_name((lint_kind)k)) != 0);
    }
    CHECK_STR("never-matches", lint_kind_name(LINT_NEVER));
    CHECK_STR("order", lint_kind_name(LINT_ORDER));
}

int main(void)
{
    RUN(hidden_profile);
    RUN(key_findings);
    RUN(named_findings);
    RUN(patterns_apart);
    RUN(dead_rules);
    RUN(findings);
    RUN(constants);
    RUN(value_types);
    RUN(places);
    RUN(words);
    return run_end();
}
