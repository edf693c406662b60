/* Parts of the reader that real files rarely reach. */
#define NVP_ASSERT(e) ((e) ? (void)0 : abort())
#include <stdlib.h>
#define NVP_IMPLEMENTATION
#include "nvprofile.h"

#include "profiles.h"
#include "run.h"

static nvp_view view_of(const char *text)
{
    nvp_view v;
    v.ptr = text;
    v.len = strlen(text);
    return v;
}

static nvp_config *parsed(const char *text, const nvp_config_options *o)
{
    nvp_config *c = open_in(o, NULL, NULL);
    CHECK(add_text(c, "x", text, strlen(text), NULL) == NVP_OK && nvp_config_link(c, NULL) == NVP_OK);
    return c;
}

static void names_of_codes(void)
{
    CHECK_STR("limit", nvp_code_name(NVP_LIMIT));
    CHECK_STR("unsupported", nvp_code_name(NVP_UNSUPPORTED));
    CHECK_STR("?", nvp_code_name((nvp_code)99));
    CHECK_STR("shadowed", nvp_finding_kind_name(NVP_FINDING_KIND_SHADOWED));
    CHECK_STR("ignored", nvp_finding_kind_name(NVP_FINDING_KIND_IGNORED));
    CHECK_STR("?", nvp_finding_kind_name((nvp_finding_kind)99));
    CHECK_STR("?", nvp_finding_kind_text((nvp_finding_kind)99));
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
        CHECK_U64(23, c->files[0]->diagnostics[0].at);
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
        for (k = 0; k < c->files[0]->diagnostic_count; k++)
            sprintf(got + strlen(got), "%s%s", k > 0 ? " " : "", nvp_issue_name(c->files[0]->diagnostics[k].issue));
        if (!CHECK_STR(cases[i].codes, got)) printf("    %s\n", cases[i].text);
        nvp_config_close(c);
    }
}

static nvp_answer odd_fact(void *user, nvp_fact what, nvp_view *out)
{
    (void)user;
    (void)out;
    return what == NVP_FACT_EXE ? (nvp_answer)7 : what == NVP_FACT_ARGV0 ? NVP_ANSWER_NO : NVP_ANSWER_UNKNOWN;
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
        known[0] = view_of("other");
        known[1] = view_of("built-in");
        o.known = known;
        o.known_count = 2;
        c = parsed("{\"rules\":[{\"pattern\":\"a\",\"profile\":\"built-in\"}]}", &o);
        CHECK_I64(NVP_GIVES_KNOWN, c->uses[0].gives);
        nvp_config_close(c);
    }
}

static void keys(void)
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
    CHECK_U64(5, list->count);
    CHECK_U64(3, list->skipped);
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        char rule[200];
        nvp_config *c;
        const nvp_findings *lint;
        uint32_t k, wrong = 0;
        sprintf(rule, "{\"rules\":[{\"pattern\":\"a\",\"profile\":[%s]}]}", cases[i].settings);
        c = parsed(rule, NULL);
        lint = lint_in(c, list, NULL, NULL);
        for (k = 0; k < lint->count; k++) wrong += lint->items[k].kind == NVP_FINDING_KIND_VALUE_TYPE;
        if (!CHECK_U64(cases[i].wrong, wrong)) printf("    %s\n", cases[i].settings);
        nvp_findings_close(lint);
        nvp_config_close(c);
    }
    nvp_keys_close(list);
    list = keys_in("{\"registry_keys\":{}}", 20, NULL, NULL);
    CHECK(list->used && list->count == 0 && list->skipped == 0);
    nvp_keys_close(list);
    list = keys_in("[]", 2, NULL, NULL);
    CHECK(!list->used && list->file->errors == 0);
    nvp_keys_close(list);
    if (sizeof(size_t) > 4) CHECK(keys_in("", (size_t)NVP_NONE, NULL, NULL) == NULL);
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
        const nvp_findings *lint;
        sprintf(text, "{\"rules\":[%s]}", cases[i].rules);
        c = parsed(text, NULL);
        lint = lint_in(c, NULL, NULL, NULL);
        if (!CHECK_I64(cases[i].last, lint->dead[c->use_count - 1])) printf("    %s\n", cases[i].rules);
        nvp_findings_close(lint);
        nvp_config_close(c);
    }
}

/* A root without "rules" whose last member shares its line with the bracket. */
static int put(void *user, const char *bytes, size_t size)
{
    strncat((char *)user, bytes, size);
    return 1;
}

static void edits(void)
{
    nvp_config *c = parsed("{\n  \"profiles\": [\n    {\"name\":\"p\",\"settings\":[]} ] }", NULL);
    char out[500] = "";
    nvp_writer to;
    memset(&to, 0, sizeof to);
    CHECK_I64(NVP_ARGUMENT, edit_rule_add(c->files[0], 0, view_of("{}"), &to, NULL));
    to.write_fn = put;
    to.user = out;
    CHECK_I64(NVP_OK, edit_profile_add(c->files[0], NVP_NONE, view_of("{\"name\":\"q\",\"settings\":[]}"), &to, NULL));
    CHECK_STR("{\n  \"profiles\": [\n    {\"name\":\"p\",\"settings\":[]},\n    {\"name\":\"q\",\"settings\":[]} ] }", out);
    nvp_config_close(c);
}

int main(void)
{
    RUN(names_of_codes);
    RUN(characters);
    RUN(reals);
    RUN(structure);
    RUN(odd_answers);
    RUN(keys);
    RUN(dead_rules);
    RUN(edits);
    return run_end();
}
