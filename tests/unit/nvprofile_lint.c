/* What lint finds, and what it leaves alone. */
#define NVP_ASSERT(e) ((e) ? (void)0 : abort())
#include <stdlib.h>
#define NVP_IMPLEMENTATION
#include "nvprofile.h"

#include "heap.h"
#include "profiles.h"
#include "run.h"

/* A profile hidden by another file's. */
static void hidden_profile(void)
{
    static const char second[] = "{\"profiles\":[{\"name\":\"q\",\"settings\":[]},{\"name\":\"p\",\"settings\":[]}]}";
    nvp_config *c = parsed_in_garbage("{\"rules\":[{\"pattern\":[],\"profile\":\"p\"},{\"pattern\":[],\"profile\":\"q\"}],\"profiles\":[{\"name\":\"p\",\"settings\":[\"k\",1]}]}", 0);
    const nvp_lint_result *l;
    uint32_t i, found = 0;
    CHECK(add_text(c, "y", second, sizeof second - 1, NULL) == NVP_OK && nvp_config_link(c, NULL) == NVP_OK);
    l = lint_in(c, NULL, garbage(), NULL);
    for (i = 0; i < l->problem_count; i++)
        if (l->problems[i].kind == NVP_LINT_KIND_HIDDEN) {
            const nvp_lint_problem *f = &l->problems[i];
            found++;
            CHECK(f->file == 1 && f->offset == c->files[1]->profiles[1].name_at && f->see_file == 0 && f->see == c->files[0]->profiles[0].name_at);
            CHECK_VIEW("p", f->name);
        }
    CHECK_U64(1, found);
    nvp_lint_result_close(l);
    nvp_config_close(c);
}

/* Findings about keys: kind, place, name, documented key. */
static void key_findings(void)
{
    static const char list[] = "{\"registry_keys\":[{\"key\":\"Known\",\"type\":\"integer\",\"description\":\"\"}]}";
    static const char text[] = "{\"rules\":[{\"pattern\":[],\"profile\":[\"None\",1,\"KNOWN\",2,\"Known\",\"x\",\"knowN\",1.5,\"Known\",3]}]}";
    static const struct {
        nvp_lint_kind kind;
        const char *name;
        int key, at_value;
        uint32_t setting;
    } want[] = {{NVP_LINT_KIND_UNKNOWN_KEY, "None", 0, 0, 0}, {NVP_LINT_KIND_KEY_SPELLING, "KNOWN", 1, 0, 1}, {NVP_LINT_KIND_VALUE_TYPE, "Known", 1, 1, 2},
                {NVP_LINT_KIND_KEY_SPELLING, "knowN", 1, 0, 3}, {NVP_LINT_KIND_VALUE_TYPE, "knowN", 1, 1, 3}};
    nvp_config *c = parsed_in_garbage(text, 0);
    const nvp_keys *keys = keys_in(list, sizeof list - 1, NULL, NULL);
    const nvp_lint_result *l = lint_in(c, keys, garbage(), NULL);
    const nvp_setting *s = c->files[0]->rules[0].profile->settings;
    uint32_t i;
    CHECK_U64(5, l->problem_count);
    for (i = 0; i < 5 && i < l->problem_count; i++) {
        const nvp_lint_problem *f = &l->problems[i];
        CHECK_I64(want[i].kind, f->kind);
        CHECK_VIEW(want[i].name, f->name);
        CHECK(f->key == (want[i].key ? &keys->items[0] : NULL) && f->file == 0 && f->see == NVP_NONE && f->see_file == NVP_NONE);
        CHECK_U64(want[i].at_value ? s[want[i].setting].value_at : s[want[i].setting].key_at, f->offset);
    }
    nvp_lint_result_close(l);
    nvp_keys_close(keys);
    nvp_config_close(c);
}

/* Findings about rules and profiles have the name of the rule or profile, or none. */
static void named_findings(void)
{
    nvp_config *c = parsed_in_garbage("{\"rules\":[{\"pattern\":[],\"profile\":\"lost\"},{\"pattern\":[],\"profile\":[]}],\"profiles\":[{\"name\":\"idle\",\"settings\":[]}]}", 0);
    const nvp_lint_result *l = lint_in(c, NULL, garbage(), NULL);
    if (CHECK_U64(3, l->problem_count)) {
        CHECK(l->problems[0].kind == NVP_LINT_KIND_UNDEFINED && l->problems[1].kind == NVP_LINT_KIND_NOTHING && l->problems[2].kind == NVP_LINT_KIND_UNUSED);
        CHECK_VIEW("lost", l->problems[0].name);
        CHECK_VIEW("", l->problems[1].name);
        CHECK_VIEW("idle", l->problems[2].name);
        CHECK(l->problems[1].name.ptr != NULL && l->problems[0].key == NULL && l->problems[1].key == NULL && l->problems[2].key == NULL);
    }
    nvp_lint_result_close(l);
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
        const nvp_lint_result *l;
        sprintf(text, "{\"rules\":[{\"pattern\":%s,\"profile\":[\"k\",1]},{\"pattern\":%s,\"profile\":[\"k\",2]}]}", cases[i].one, cases[i].two);
        c = parsed_in_garbage(text, 0);
        l = lint_in(c, NULL, garbage(), NULL);
        if (!CHECK_I64(cases[i].dead, l->dead[1])) printf("    %s\n", text);
        nvp_lint_result_close(l);
        nvp_config_close(c);
    }
}

/* What is dead, and what only looks dead (row 91). */
static void dead_rules(void)
{
    static const struct {
        const char *rules;
        nvp_dead last;
    } cases[] = {
        {"{\"pattern\":[],\"profile\":[\"k\",1]}", NVP_DEAD_NOT},
        {"{\"pattern\":\"a\",\"profile\":[\"k\",1,\"K\",2]}", NVP_DEAD_NOT},
        {"{\"pattern\":\"a\",\"profile\":[\"k\",1]},{\"pattern\":\"a\",\"profile\":[\"K\",1]}", NVP_DEAD_SHADOWED},
        {"{\"pattern\":\"a\",\"profile\":[\"k\",1]},{\"pattern\":\"a\",\"profile\":[\"k\",1,\"l\",1]}", NVP_DEAD_NOT},
        {"{\"pattern\":\"a\",\"profile\":[\"k\",1]},{\"pattern\":\"b\",\"profile\":[\"k\",1]}", NVP_DEAD_NOT},
        {"{\"pattern\":\"a\",\"profile\":[\"k\",1]},{\"pattern\":[],\"profile\":[\"l\",1]},{\"pattern\":\"a\",\"profile\":[\"l\",1,\"k\",2]}", NVP_DEAD_SHADOWED},
        {"{\"pattern\":\"b\",\"profile\":[\"k\",1]},{\"pattern\":[],\"profile\":[\"k\",1]}", NVP_DEAD_NOT},
        {"{\"pattern\":[],\"profile\":[\"j\",1,\"k\",1,\"l\",1]},{\"pattern\":\"a\",\"profile\":[\"l\",2,\"k\",2]}", NVP_DEAD_SHADOWED},
        {"{\"pattern\":\"a\",\"profile\":[]}", NVP_DEAD_NOTHING},
        {"{\"pattern\":{\"op\":\"not\",\"sub\":{\"feature\":\"true\"}},\"profile\":[\"k\",1]}", NVP_DEAD_NEVER},
    };
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[400];
        nvp_config *c;
        const nvp_lint_result *lint;
        sprintf(text, "{\"rules\":[%s]}", cases[i].rules);
        c = parsed(text, NULL);
        lint = lint_in(c, NULL, NULL, NULL);
        if (!CHECK_I64(cases[i].last, lint->dead[c->use_count - 1])) printf("    %s\n", cases[i].rules);
        nvp_lint_result_close(lint);
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
        const nvp_lint_result *l = lint_in(c, NULL, NULL, NULL);
        char got[400] = "";
        uint32_t k;
        for (k = 0; k < l->problem_count; k++)
            sprintf(got + strlen(got), "%s%s@%u", k > 0 ? " " : "", nvp_lint_kind_name(l->problems[k].kind), (unsigned)l->problems[k].offset);
        for (k = 0; k < l->problem_count; k++)
            if (l->problems[k].see != NVP_NONE) sprintf(got + strlen(got), "<%u", (unsigned)l->problems[k].see);
        if (!CHECK_STR(cases[i].want, got)) printf("    %s\n", cases[i].text);
        nvp_lint_result_close(l);
        nvp_config_close(c);
    }
}

int main(void)
{
    RUN(hidden_profile);
    RUN(key_findings);
    RUN(named_findings);
    RUN(patterns_apart);
    RUN(dead_rules);
    RUN(findings);
    return run_end();
}
