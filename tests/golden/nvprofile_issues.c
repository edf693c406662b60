/* Everything that nvprofile.h can report about a text, in readable form: the text, then "severity code line:column"
   (and "> line:column" for the earlier place), one after the other. */
#define NVP_ASSERT(e) ((e) ? (void)0 : abort())
#include <stdlib.h>
#define NVP_IMPLEMENTATION
#include "nvprofile.h"

#include "profiles.h"
#include "run.h"

#define RULE(pattern) "{\"rules\":[{\"pattern\":" pattern ",\"profile\":[]}]}"
#define PROFILE(profile) "{\"rules\":[{\"pattern\":\"a\",\"profile\":" profile "}]}"

static const struct {
    const char *text, *want;
    int used;
    unsigned flags;
} cases[] = {
    {"", "error no-root 1:1", 0, 0},
    {"# nothing\n", "error no-root 2:1", 0, 0},
    {"{}", "", 1, 0},
    {"[]", "error root-not-object 1:1", 0, 0},
    {"{\"rules\":{}}", "error rules-not-array 1:10", 0, 0},
    {"{\"profiles\":7}", "error profiles-not-array 1:13", 0, 0},
    {"\xef\xbb\xbf{}", "error bom 1:1", 0, 0},
    {"\xef\xbb\xbf{}", "warning bom 1:1", 1, NVP_FLAG_LENIENT},
    {"{} x", "error text-after-root 1:4", 0, 0},
    {"{}\n{}", "error text-after-root 2:1", 0, 0},
    {"{", "error unexpected-end 1:2", 0, 0},
    {"{\"x\":1,}", "note unknown-member 1:2, error trailing-comma 1:7", 0, 0},
    {"{\"rules\":[],}", "error trailing-comma 1:12", 0, 0},
    {"{\"rules\":[],}", "warning trailing-comma 1:12", 1, NVP_FLAG_LENIENT},
    {"{\"rules\":[] \"profiles\":[]}", "error missing-comma 1:13", 0, 0},
    {"{\"rules\" []}", "error missing-colon 1:10", 0, 0},
    {"{\"rules\":}", "error missing-value 1:10", 0, 0},
    {"{\"rules\":[}", "error wrong-bracket 1:11", 0, 0},
    {"{]}", "error wrong-bracket 1:2", 0, 0},
    {"{,}", "error trailing-comma 1:2, error unexpected-token 1:2", 0, 0},
    {"{1:2}", "error unexpected-token 1:2", 0, 0},
    {"{\"rules\":[]}\0", "", 1, 0},
    {"{\"x\": tru}", "error bad-word 1:7", 0, 0},
    {"{\"x\": 0xFG}", "error bad-number 1:10", 0, 0},
    {"{\"x\": 08}", "error bad-number 1:8", 0, 0},
    {"{\"x\": 1.}", "error bad-number 1:9", 0, 0},
    {"{\"x\": +1}", "error bad-number 1:7", 0, 0},
    {"{\"x\": 1e999}", "error number-overflow 1:7", 0, 0},
    {"{\"x\": -0x10}", "note unknown-member 1:2, note signed-base 1:7", 1, 0},
    {"{\"x\": 18446744073709551616}", "note unknown-member 1:2, warning integer-range 1:7", 1, 0},
    {"{\"x\": ; 1}", "error unexpected-byte 1:7", 0, 0},
    {"{\"x\": / 1}", "error unexpected-byte 1:7", 0, 0},
    {"{ // c\n}", "error slash-comment 1:3", 0, 0},
    {"{ /* \n */ }", "error slash-comment 1:3", 0, 0},
    {"{'rules':[]}", "warning single-quoted-name 1:2", 1, 0},
    {"{\"x\":'a'}", "error single-quoted-value 1:6", 0, 0},
    {"{\"x\":\"a\n\"}", "error unterminated-string 1:6, error missing-comma 2:1, error unterminated-string 2:1, "
                         "error unexpected-end 2:3", 0, 0},
    {"{\"x\":\"a\tb\"}", "error control-character 1:8", 0, 0},
    {"{\"x\":\"a\\qb\"}", "error bad-escape 1:8", 0, 0},
    {"{\"x\":\"\\ud800\"}", "error lone-surrogate 1:7", 0, 0},
    {"{\"x\":\"\\u0000\"}", "error nul-escape 1:7", 0, 0},
    {"{\"x\":\"\xff\"}", "note unknown-member 1:2, warning invalid-utf8 1:7", 1, 0},
    {"{\"x\":\"\xff\"}", "note unknown-member 1:2, error invalid-utf8 1:7", 0, NVP_FLAG_STRICT},
    {"{\"x\":1,\"x\":2}", "warning duplicate-member 1:8 > 1:2, note unknown-member 1:8", 1, 0},
    {"{\"x\":1,\"x\":2}", "error duplicate-member 1:8 > 1:2, note unknown-member 1:8", 0, NVP_FLAG_STRICT},
    {"{\"rules\":[7]}", "error rule-not-object 1:11", 1, 0},
    {"{\"rules\":[7]}", "error rule-not-object 1:11", 0, NVP_FLAG_ATOMIC},
    {"{\"rules\":[{\"profile\":[]}]}", "error rule-no-pattern 1:11", 1, 0},
    {"{\"rules\":[{\"pattern\":\"a\"}]}", "error rule-no-profile 1:11", 1, 0},
    {RULE("7"), "error pattern-type 1:22", 1, 0},
    {RULE("[\"a\"]"), "error pattern-string 1:23", 1, 0},
    {RULE("[\"a\"]"), "warning pattern-string 1:23", 1, NVP_FLAG_LENIENT},
    {RULE("{\"op\":\"or\",\"sub\":[],\"feature\":\"true\"}"), "error pattern-both 1:22", 1, 0},
    {RULE("{}"), "error pattern-neither 1:22", 1, 0},
    {RULE("{\"op\":\"AND\",\"sub\":[]}"), "error pattern-op 1:28", 1, 0},
    {RULE("{\"op\":\"or\"}"), "error pattern-sub 1:22", 1, 0},
    {RULE("{\"op\":\"or\",\"sub\":1}"), "error pattern-sub 1:39", 1, 0},
    {RULE("{\"op\":\"or\",\"sub\":[]}"), "warning empty-sub 1:39", 1, 0},
    {RULE("{\"op\":\"not\",\"sub\":[]}"), "warning not-operands 1:40", 1, 0},
    {RULE("{\"feature\":1,\"matches\":\"\"}"), "error pattern-feature 1:33", 1, 0},
    {RULE("{\"feature\":\"dso\"}"), "error pattern-matches 1:22", 1, 0},
    {RULE("{\"feature\":\"true\"}"), "warning true-matches 1:22", 1, 0},
    {RULE("{\"feature\":\"window\",\"matches\":\"\"}"), "warning unknown-feature 1:33", 1, 0},
    {RULE("{\"feature\":\"commname\",\"matches\":\"0123456789abcdef\"}"), "warning commname-long 1:54", 1, 0},
    {RULE("{\"feature\":\"findfile\",\"matches\":\"::\"}"), "warning findfile-empty 1:54", 1, 0},
    {RULE("{\"feature\":\"findfile\",\"matches\":\"a/b\"}"), "warning findfile-slash 1:54", 1, 0},
    {PROFILE("7"), "error profile-type 1:36", 1, 0},
    {"{\"profiles\":[7]}", "error profile-not-object 1:14", 1, 0},
    {"{\"profiles\":[{\"settings\":[]}]}", "error profile-no-name 1:14", 1, 0},
    {"{\"profiles\":[{\"name\":1,\"settings\":[]}]}", "error profile-name-type 1:22", 1, 0},
    {"{\"profiles\":[{\"name\":\"\",\"settings\":[]}]}", "warning empty-name 1:22", 1, 0},
    {"{\"profiles\":[{\"name\":\"p\",\"settings\":[]},{\"name\":\"p\",\"settings\":[]}]}",
     "warning duplicate-profile 1:49 > 1:22", 1, 0},
    {PROFILE("{}"), "error profile-no-settings 1:36", 1, 0},
    {PROFILE("{\"settings\":{}}"), "error settings-type 1:48", 1, 0},
    {PROFILE("[\"k\"]"), "error settings-odd 1:37", 1, 0},
    {PROFILE("[1,2]"), "error settings-key-type 1:37", 1, 0},
    {PROFILE("[\"k\",null]"), "error settings-value-type 1:41", 1, 0},
    {PROFILE("[\"k\",1,{\"k\":\"a\",\"v\":1}]"), "error settings-mixed 1:43", 1, 0},
    {PROFILE("[{\"v\":1}]"), "error setting-no-key 1:37", 1, 0},
    {PROFILE("[{\"k\":\"a\"}]"), "error setting-no-value 1:37", 1, 0},
    {PROFILE("[{\"k\":\"a\",\"key\":\"b\",\"v\":1}]"), "warning setting-both 1:38", 1, 0},
    {PROFILE("[\"k\",1,\"k\",2]"), "warning duplicate-key 1:43 > 1:37", 1, 0},
    {PROFILE("[\"k\",1,\"K\",2]"), "warning key-case 1:43 > 1:37", 1, 0},
};

static unsigned seen[NVP_ISSUE_WRONG_BRACKET + 1];

static void parse(const char *text, size_t len, const nvp_config_options *options, const char *want, int used)
{
    static const char *const severities[] = {"note", "warning", "error"};
    char got[1000];
    size_t n = 0;
    nvp_config *c = open_in(options, NULL, NULL);
    const nvp_file *f;
    uint32_t i;
    CHECK(c != NULL && add_text(c, "x", text, len, NULL) == NVP_OK);
    f = c->files[0];
    got[0] = 0;
    for (i = 0; i < f->problem_count && n < sizeof got - 100; i++) {
        const nvp_problem *d = &f->problems[i];
        const nvp_position at = nvp_file_locate(f, (uint32_t)d->offset), see = nvp_file_locate(f, d->see);
        seen[d->issue]++;
        n += (size_t)sprintf(got + n, "%s%s %s %u:%u", i > 0 ? ", " : "", severities[d->severity], nvp_issue_name(d->issue), at.line, at.column);
        if (d->see != NVP_NONE) n += (size_t)sprintf(got + n, " > %u:%u", see.line, see.column);
        CHECK(strlen(nvp_issue_text(d->issue)) > 5);
    }
    if (!CHECK_STR(want, got)) printf("    in %s\n", text);
    CHECK_I64(used, f->used);
    nvp_config_close(c);
}

static void every_case(void)
{
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        nvp_config_options o;
        memset(&o, 0, sizeof o);
        o.flags = cases[i].flags;
        parse(cases[i].text, strlen(cases[i].text), &o, cases[i].want, cases[i].used);
    }
}

static void with_limits(void)
{
    nvp_config_options o;
    memset(&o, 0, sizeof o);
    parse("{\0}", 3, &o, "error nul-byte 1:2", 0);
    parse("{}\0", 3, &o, "error nul-byte 1:3", 0);
    parse("{#\0\n}", 5, &o, "error nul-byte 1:3", 0);
    o.max_depth = 2;
    parse("{\"rules\":[{}]}", 14, &o, "error depth 1:11", 0);
    o.max_file = 13;
    parse("{\"rules\":[{}]}", 14, &o, "error too-large 1:1", 0);
}

/* Members of the same name, further apart than are compared one by one. */
static void many_members(void)
{
    char text[2000];
    size_t n = (size_t)sprintf(text, "{");
    unsigned i;
    nvp_config_options o;
    memset(&o, 0, sizeof o);
    o.max_problems = 1;
    for (i = 0; i < 40; i++) n += (size_t)sprintf(text + n, "\"m%02u\":1,", i % 37);
    sprintf(text + n, "\"rules\":[]}");
    parse(text, strlen(text), &o, "warning duplicate-member 1:298 > 1:2", 1);
    o.flags = NVP_FLAG_STRICT;
    o.max_problems = 0;
    {
        nvp_config *c = open_in(&o, NULL, NULL);
        CHECK(add_text(c, "x", text, strlen(text), NULL) == NVP_OK);
        CHECK_U64(3, c->files[0]->errors);
        CHECK_U64(37, c->files[0]->notes);
        nvp_config_close(c);
    }
}

static void all_were_said(void)
{
    int i;
    for (i = 1; i <= NVP_ISSUE_WRONG_BRACKET; i++)
        if (!CHECK(seen[i] > 0)) printf("    no case for %s\n", nvp_issue_name((nvp_issue)i));
    for (i = 1; i < NVP_ISSUE_WRONG_BRACKET; i++) CHECK(strcmp(nvp_issue_name((nvp_issue)i), nvp_issue_name((nvp_issue)(i + 1))) < 0 || i == 0);
    CHECK_STR("?", nvp_issue_name((nvp_issue)(NVP_ISSUE_WRONG_BRACKET + 1)));
    CHECK_STR("?", nvp_issue_text((nvp_issue)-1));
}

int main(void)
{
    RUN(every_case);
    RUN(with_limits);
    RUN(many_members);
    RUN(all_were_said);
    return run_end();
}
