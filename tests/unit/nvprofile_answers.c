/* What each public function of nvprofile.h does with NULL, with numbers out of range, and with callbacks that give
   nothing, too much, or something else each time. */
#define NVP_ASSERT(e) ((e) ? (void)0 : abort())
#include <stdlib.h>
#define NVP_POSIX
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

static const nvp_view nothing = {NULL, 0};

static nvp_config *parsed(const char *text, const nvp_config_options *o)
{
    nvp_config *c = open_in(o, NULL, NULL);
    CHECK(add_text(c, "x", text, strlen(text), NULL) == NVP_OK && nvp_config_link(c, NULL) == NVP_OK);
    return c;
}

static int put(void *user, const char *bytes, size_t size)
{
    strncat((char *)user, bytes, size);
    return 1;
}

static void names(void)
{
    int i;
    for (i = 0; i <= NVP_ISSUE_WRONG_BRACKET; i++) { /* in alphabetical order, except for the first */
        CHECK(strlen(nvp_issue_name((nvp_issue)i)) > 1 && strlen(nvp_issue_text((nvp_issue)i)) > 5);
        if (i > 1) CHECK(strcmp(nvp_issue_name((nvp_issue)(i - 1)), nvp_issue_name((nvp_issue)i)) < 0);
    }
    CHECK_STR("?", nvp_issue_name((nvp_issue)i));
    CHECK_STR("?", nvp_issue_text((nvp_issue)i));
    for (i = 0; i <= NVP_WHY_ERROR; i++) CHECK(strlen(nvp_why_name((nvp_why)i)) > 2);
    CHECK_STR("?", nvp_why_name((nvp_why)i));
    CHECK_STR("always", nvp_why_name(NVP_WHY_ALWAYS));
    CHECK_STR("error", nvp_why_name(NVP_WHY_ERROR));
    for (i = 0; i <= NVP_FINDING_KIND_ORDER; i++) CHECK(strlen(nvp_finding_kind_name((nvp_finding_kind)i)) > 2 && strlen(nvp_finding_kind_text((nvp_finding_kind)i)) > 5);
    CHECK_STR("?", nvp_finding_kind_name((nvp_finding_kind)i));
    CHECK_STR("?", nvp_finding_kind_text((nvp_finding_kind)i));
}

static void arguments(void)
{
    nvp_config *c = open_in(NULL, NULL, NULL);
    nvp_memory half;
    nvp_error e;
    nvp_switch s = {0};
    nvp_posix posix;
    nvp_system system, broken;
    const nvp_keys *k;
    char out[8] = "abc";
    int i, b = 7;
    int64_t n = 7;
    nvp_value value;
    memset(&half, 0, sizeof half);
    memset(&value, 0, sizeof value);
    half.allocator.user = &half;
    half.allocator.alloc_fn = nvp_i_malloc;
    CHECK(open_in(NULL, &half, &e) == NULL && e.code == NVP_ARGUMENT && e.offset == 0);
    CHECK_STR("neither a buffer nor an allocator", e.message);
    CHECK(open_in(NULL, &half, NULL) == NULL);
    nvp_config_close(NULL);
    nvp_result_close(NULL);
    nvp_keys_close(NULL);
    nvp_findings_close(NULL);
    CHECK(add_text(NULL, "x", "{}", 2, &e) == NVP_ARGUMENT && e.code == NVP_ARGUMENT);
    CHECK(add_text(c, "x", NULL, 2, &e) == NVP_ARGUMENT && c->file_count == 0);
    if (sizeof(size_t) > 4) CHECK(add_text(c, "x", "", (size_t)NVP_NONE, &e) == NVP_LIMIT && c->file_count == 0);
    CHECK(add_text(c, NULL, NULL, 0, &e) == NVP_OK && c->file_count == 1 && c->files[0]->name.len == 0);
    CHECK(c->files[0]->text.ptr != NULL && c->files[0]->text.len == 0 && c->files[0]->errors == 1);
    CHECK(nvp_config_link(NULL, &e) == NVP_ARGUMENT);
    CHECK(resolve_in(NULL, NULL, NULL, &e) == NULL && e.code == NVP_ARGUMENT);
    CHECK(resolve_in(c, NULL, NULL, &e) == NULL && e.code == NVP_ARGUMENT); /* not linked */
    CHECK(lint_in(NULL, NULL, NULL, &e) == NULL && e.code == NVP_ARGUMENT);
    CHECK(lint_in(c, NULL, NULL, &e) == NULL && e.code == NVP_ARGUMENT);
    CHECK(nvp_config_link(c, NULL) == NVP_OK);
    CHECK(resolve_in(c, NULL, &half, &e) == NULL && e.code == NVP_ARGUMENT);
    CHECK(lint_in(c, NULL, &half, &e) == NULL && e.code == NVP_ARGUMENT);
    CHECK(keys_in(NULL, 1, NULL, &e) == NULL && e.code == NVP_ARGUMENT);
    CHECK(keys_in("{}", 2, &half, &e) == NULL && e.code == NVP_ARGUMENT);
    if (sizeof(size_t) > 4) CHECK(keys_in("", (size_t)NVP_NONE, NULL, &e) == NULL && e.code == NVP_LIMIT);
    k = keys_in(NULL, 0, NULL, &e);
    CHECK(k != NULL && !k->used && k->file->errors == 1 && k->file->diagnostics[0].issue == NVP_ISSUE_NO_ROOT);
    nvp_keys_close(k);
    CHECK(nvp_config_switch(NULL, NULL, nothing, &e) == NVP_ARGUMENT);
    CHECK(switch_of(NULL, NULL, NULL, &s, NULL) == NVP_OK && s.enabled == 1 && s.by == NVP_BY_DEFAULT);
    CHECK(s.unknown == 1 && s.reports == NVP_REPORT_ENVIRONMENT_UNKNOWN); /* nothing is known: not the same as not set */
    CHECK(switch_of(homeless(), NULL, NULL, &s, NULL) == NVP_OK && s.enabled == 1 && s.unknown == 0 && s.reports == 0);
    CHECK(find_key(NULL, NULL) == NULL && find_key(NULL, "k") == NULL);
    {
        const nvp_result *r = resolve_in(c, NULL, NULL, NULL);
        CHECK(find_key(r, NULL) == NULL && find_key(r, "k") == NULL && find_key(r, "k") == NULL);
        nvp_result_close(r);
    }
    CHECK(nvp_key_variable(nothing, 0).len == 0 && nvp_key_variable(view_of(""), 0).len == 0);
    CHECK(nvp_value_bool(NULL, &b, NULL) == NVP_ARGUMENT && nvp_value_bool(&value, NULL, NULL) == NVP_ARGUMENT && b == 7);
    CHECK(nvp_value_int(NULL, &n, NULL) == NVP_ARGUMENT && nvp_value_int(&value, NULL, NULL) == NVP_ARGUMENT && n == 7);
    CHECK_U64(0, decoded(NULL, 2, out));
    CHECK_U64(0, decoded("\"\"", 2, NULL));
    CHECK_U64(0, decoded("\"", 1, out));
    CHECK_U64(0, decoded("\"\"", 2, out));
    CHECK_STR("abc", out);
    CHECK(nvp_file_locate(NULL, 7).line == 1 && nvp_file_locate(NULL, 7).column == 1);
    memset(&broken, 0, sizeof broken);
    CHECK(nvp_config_search(NULL, &broken, NULL, &e) == NVP_ARGUMENT && nvp_config_search(c, NULL, NULL, &e) == NVP_ARGUMENT);
    CHECK(nvp_config_load(NULL, &broken, NULL, &e) == NVP_ARGUMENT && nvp_config_load(c, NULL, NULL, &e) == NVP_ARGUMENT);
    CHECK(posix_of(&posix, 0, NULL, &system, NULL) == NVP_OK);
    nvp_posix_close(&posix); /* a missing callback, one after the other */
    for (i = 0; i < 5; i++) {
        broken = system;
        if (i == 0) broken.stat_fn = NULL;
        if (i == 1) broken.list_fn = NULL;
        if (i == 2) broken.open_fn = NULL;
        if (i == 3) broken.read_fn = NULL;
        if (i == 4) broken.close_fn = NULL;
        if (i < 2) CHECK(nvp_config_search(c, &broken, homeless(), &e) == NVP_ARGUMENT);
        CHECK(nvp_config_load(c, &broken, homeless(), &e) == NVP_ARGUMENT && e.code == NVP_ARGUMENT);
        CHECK(c->file_count == 1 && c->place_count == 0);
    }
    nvp_config_close(c);
}

static void edit_arguments(void)
{
    static const char text[] = "{\"rules\":[{\"pattern\":\"a\",\"profile\":\"p\"}],\"profiles\":[{\"name\":\"p\",\"settings\":[\"k\",1]}]}";
    nvp_config *c = parsed(text, NULL);
    const nvp_file *f = c->files[0];
    const nvp_profile *p = f->profiles;
    const nvp_view good = view_of("1"), key = view_of("k"), rule = view_of("{\"pattern\":\"b\",\"profile\":\"p\"}");
    nvp_writer to, half;
    nvp_memory memory;
    nvp_error e;
    nvp_view big = view_of("1");
    char out[400] = "";
    memset(&to, 0, sizeof to);
    memset(&memory, 0, sizeof memory);
    memory.allocator.free_fn = nvp_i_mfree;
    to.user = out;
    half = to;
    to.write_fn = put;
    big.len = 0x40000000u;
    CHECK(edit_set(f, NULL, key, good, &to, &e) == NVP_ARGUMENT && edit_set(f, p, nothing, good, &to, &e) == NVP_ARGUMENT);
    CHECK(edit_set(f, p, key, nothing, &to, &e) == NVP_ARGUMENT && edit_set(f, p, key, big, &to, &e) == NVP_ARGUMENT);
    CHECK(edit_set(NULL, p, key, good, &to, &e) == NVP_ARGUMENT);
    CHECK(edit_set(f, p, key, good, NULL, &e) == NVP_ARGUMENT && edit_set(f, p, key, good, &half, &e) == NVP_ARGUMENT);
    CHECK(edit_unset(f, NULL, key, &to, &e) == NVP_ARGUMENT && edit_unset(f, p, nothing, &to, &e) == NVP_ARGUMENT);
    CHECK(edit_unset(NULL, p, key, &to, &e) == NVP_ARGUMENT);
    CHECK(edit_rule_add(NULL, 0, rule, &to, &e) == NVP_ARGUMENT && edit_rule_add(f, 0, nothing, &to, &e) == NVP_ARGUMENT);
    CHECK(edit_rule_add(f, 0, view_of("[]"), &to, &e) == NVP_ARGUMENT && edit_rule_add(f, 0, view_of("7"), &to, &e) == NVP_ARGUMENT);
    CHECK_STR("the JSON is not a valid rule", e.message);
    CHECK(edit_profile_add(NULL, 0, rule, &to, &e) == NVP_ARGUMENT && edit_profile_add(f, 0, view_of("[]"), &to, &e) == NVP_ARGUMENT);
    CHECK_STR("the JSON is not a valid profile", e.message);
    CHECK(edit_rule_remove(NULL, 0, &to, &e) == NVP_ARGUMENT && edit_rule_remove(f, 1, &to, &e) == NVP_ARGUMENT);
    CHECK(edit_profile_remove(NULL, 0, &to, &e) == NVP_ARGUMENT && edit_profile_remove(f, 1, &to, &e) == NVP_ARGUMENT);
    CHECK(edit_rule_move(NULL, 0, 0, &to, &e) == NVP_ARGUMENT && edit_rule_move(f, 1, 0, &to, &e) == NVP_ARGUMENT);
    CHECK(edit_rule_remove(f, 0, NULL, &e) == NVP_ARGUMENT && edit_rule_move(f, 0, 0, &half, &e) == NVP_ARGUMENT);
    CHECK(edit_profile_rename(f, nothing, key, &to, &e) == NVP_ARGUMENT && edit_profile_rename(f, key, nothing, &to, &e) == NVP_ARGUMENT);
    CHECK(edit_profile_rename(NULL, key, key, &to, &e) == NVP_ARGUMENT && edit_profile_rename(f, view_of("q"), key, &to, &e) == NVP_ARGUMENT);
    CHECK_STR("the file has no such profile", e.message);
    to.memory = memory; /* one of two functions */
    CHECK(edit_set(f, p, key, good, &to, &e) == NVP_ARGUMENT && e.code == NVP_ARGUMENT && edit_set(f, p, key, good, &to, NULL) == NVP_ARGUMENT);
    memset(&to.memory, 0, sizeof to.memory);
    CHECK_STR("", out);
    CHECK(edit_rule_move(f, 0, 77, &to, &e) == NVP_OK); /* to the end, where it is */
    CHECK_STR(text, out);
    nvp_config_close(c);
    /* The place of the first mistake, or none if no diagnostic is kept. */
    {
        nvp_config_options o;
        memset(&o, 0, sizeof o);
        c = parsed("{\"rules\":[1,]}", NULL);
        CHECK(edit_rule_add(c->files[0], 0, rule, &to, &e) == NVP_SYNTAX && e.code == NVP_SYNTAX && e.offset == 10);
        nvp_config_close(c);
        o.max_diagnostics = 1;
        c = parsed("\0", &o); /* an empty text: two things that look alike */
        out[0] = 0;
        CHECK(edit_rule_add(c->files[0], 0, rule, &to, &e) == NVP_OK);
        nvp_config_close(c);
        c = open_in(&o, NULL, NULL);
        CHECK(add_text(c, "x", "\0 ", 2, NULL) == NVP_OK); /* a NUL, and no root */
        CHECK_U64(2, c->files[0]->errors);
        CHECK(c->files[0]->diagnostic_count == 1 && edit_rule_add(c->files[0], 0, rule, &to, &e) == NVP_SYNTAX);
        nvp_config_close(c);
        c = parsed("{\"rules\":{}}", NULL); /* one error, of another kind */
        CHECK(c->files[0]->errors == 1 && edit_rule_add(c->files[0], 0, rule, &to, &e) == NVP_SYNTAX && e.offset == 9);
        nvp_config_close(c);
    }
}

/* An allocator that has nothing, and notes what was asked for. */
typedef struct refusal {
    size_t size;
} refusal;

static void *refuse(void *user, size_t size)
{
    ((refusal *)user)->size = size;
    return NULL;
}

static void nothing_to_free(void *user, void *p, size_t size)
{
    (void)user;
    (void)p;
    (void)size;
}

/* Rare ways to write a file. */
static void corners_of_edits(void)
{
    refusal last;
    static const struct {
        const char *before;
        int what; /* 0 set k, 1 unset k, 2 add a rule; and 10 times the profile */
        const char *after;
    } cases[] = {
        {"\n{}", 2, "\n{\n    \"rules\": [\n        { \"pattern\": \"b\", \"profile\": \"p\" }\n    ]\n}"},
        {"# c\n", 2, "# c\n{\n    \"rules\": [\n        { \"pattern\": \"b\", \"profile\": \"p\" }\n    ]\n}\n"},
        {"\r\n", 2, "\r\n{\r\n    \"rules\": [\r\n        { \"pattern\": \"b\", \"profile\": \"p\" }\r\n    ]\r\n}\r\n"},
        {"   {\n\"profiles\":[]}", 2, "   {\n\"profiles\":[],\n\"rules\":[\n    { \"pattern\":\"b\",\"profile\":\"p\" }\n]}"},
        {"{\"profiles\":\t[{\"name\":\t\"p\",\t\"settings\":[\t\"a\",\t1]}]}", 0, "{\"profiles\":\t[{\"name\":\t\"p\",\t\"settings\":[\t\"a\",\t1, \"k\", 7]}]}"},
        {"{\"profiles\":[{\"name\":\"p\",\"settings\":[\n]}]}", 0, "{\"profiles\":[{\"name\":\"p\",\"settings\":[\n    \"k\",7\n]}]}"},
        {"{\"profiles\":[{\"name\":\"q\",\"settings\":[{\"k\":\"x\",\"value\":1}]},{\"name\":\"p\",\"settings\":[]}]}", 10,
         "{\"profiles\":[{\"name\":\"q\",\"settings\":[{\"k\":\"x\",\"value\":1}]},{\"name\":\"p\",\"settings\":[{\"k\":\"k\",\"value\":7}]}]}"},
        {"{\"profiles\":[{\"name\": \"p\", \"settings\":[{\"k\":\"a\", \"v\" : 1}]}]}", 0, "{\"profiles\":[{\"name\": \"p\", \"settings\":[{\"k\":\"a\", \"v\" : 1}, {\"k\":\"k\", \"v\":7}]}]}"},
        {"{\"profiles\":[{\"name\":\"q\",\"settings\":[7]},{\"name\":\"p\",\"settings\":[]}]}", 10, "{\"profiles\":[{\"name\":\"q\",\"settings\":[7]},{\"name\":\"p\",\"settings\":[\"k\",7]}]}"},
        {"{\"profiles\":[{\"name\":\"p\",\"settings\":[\"k\",1,# c\n\"k\",2]}]}", 1, "{\"profiles\":[{\"name\":\"p\",\"settings\":[# c\n]}]}"},
        {"{\"profiles\":[{\"name\":\"p\",\"settings\":[\"k\",1,# c\n\"k\",2,\"k\",3]}]}", 1, NULL},
        {"{\"profiles\":[{\"name\":\"p\",\"settings\":[\"k\",1# c\n,\"k\",2]}]}", 1, "{\"profiles\":[{\"name\":\"p\",\"settings\":[# c\n]}]}"},
        {"{\"profiles\":[{\"name\":\"p\",\"settings\":[\"k\",1,\t\"b\",2]}]}", 1, "{\"profiles\":[{\"name\":\"p\",\"settings\":[\"b\",2]}]}"},
        {"{\"profiles\":[{\"name\":\"p\",\"settings\":[\"a\",1,\n\"k\",1,\"k\",2]}]}", 1, NULL},
        {"{\"profiles\":[{\"name\":\"p\",\"settings\":[\"a\",1, \"k\",1,\"k\",2]}]}", 1, "{\"profiles\":[{\"name\":\"p\",\"settings\":[\"a\",1]}]}"},
    };
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        nvp_config *c = open_in(NULL, NULL, NULL), *after = open_in(NULL, NULL, NULL);
        const nvp_file *f;
        const nvp_profile *p;
        nvp_writer to;
        char out[600] = "";
        memset(&to, 0, sizeof to);
        to.write_fn = put;
        to.user = out;
        CHECK(add_text(c, "x", cases[i].before, strlen(cases[i].before), NULL) == NVP_OK);
        f = c->files[0];
        p = f->profile_count > 0 ? &f->profiles[cases[i].what / 10] : NULL;
        if (cases[i].what % 10 == 0) CHECK(edit_set(f, p, view_of("k"), view_of("7"), &to, NULL) == NVP_OK);
        else if (cases[i].what == 1) CHECK(edit_unset(f, p, view_of("K"), &to, NULL) == NVP_OK);
        else CHECK(edit_rule_add(f, 0, view_of("{\"pattern\":\"b\",\"profile\":\"p\"}"), &to, NULL) == NVP_OK);
        if (cases[i].after != NULL && !CHECK_STR(cases[i].after, out)) printf("    %s\n", cases[i].before);
        CHECK(add_text(after, "y", out, strlen(out), NULL) == NVP_OK && after->files[0]->errors <= f->errors);
        if (cases[i].what == 1) CHECK(after->files[0]->profiles[0].setting_count + 1 <= p->setting_count && strchr(out, 'k') == NULL);
        nvp_config_close(after);
        nvp_config_close(c);
    }
    {
        nvp_config_options o;
        nvp_memory m;
        nvp_config *c;
        nvp_writer to;
        nvp_error e;
        char out[600] = "";
        memset(&o, 0, sizeof o);
        memset(&m, 0, sizeof m);
        memset(&to, 0, sizeof to);
        to.write_fn = put;
        to.user = out;
        o.flags = NVP_FLAG_LENIENT; /* one error, but not the only diagnostic */
        c = parsed("\xef\xbb\xbf", &o);
        CHECK(c->files[0]->errors == 1 && c->files[0]->diagnostic_count == 2);
        CHECK(edit_rule_add(c->files[0], 0, view_of("{\"pattern\":\"b\",\"profile\":\"p\"}"), &to, &e) == NVP_SYNTAX && out[0] == 0);
        nvp_config_close(c);
        c = parsed("{}", NULL);
        m.max_memory = 300;
        to.memory = m;
        CHECK(edit_rule_add(c->files[0], 0, view_of("{\"pattern\":\"b\",\"profile\":\"p\"}"), &to, &e) == NVP_LIMIT && e.code == NVP_LIMIT && out[0] == 0);
        CHECK_STR("more memory needed than max_memory", e.message);
        to.memory.max_memory = 0;
        to.memory.allocator.alloc_fn = refuse;
        to.memory.allocator.free_fn = nothing_to_free;
        to.memory.allocator.user = &last;
        CHECK(edit_rule_add(c->files[0], 0, view_of("{\"pattern\":\"b\",\"profile\":\"p\"}"), &to, &e) == NVP_MEMORY);
        CHECK_STR("no memory", e.message);
        nvp_config_close(c);
    }
}

/* What a tokenizer cannot read is an error in the tokenizer, which then has no tokens. */
static void tokenizer(void)
{
    nvp_lexer x;
    nvp_token t;
    nvp_lexer_begin(&x, "{}", 2, 0);
    CHECK(x.error.code == NVP_OK && nvp_lexer_next(&x, &t) && t.kind == NVP_TOKEN_KIND_MARK && t.at == 0);
    CHECK(nvp_lexer_next(&x, &t) && t.at == 1 && !nvp_lexer_next(&x, &t) && t.kind == NVP_TOKEN_KIND_END && t.at == 2);
    nvp_lexer_begin(&x, NULL, 2, 0);
    CHECK(x.error.code == NVP_ARGUMENT && !nvp_lexer_next(&x, &t) && t.kind == NVP_TOKEN_KIND_END);
    nvp_lexer_begin(&x, NULL, 0, 0); /* an empty text */
    CHECK(x.error.code == NVP_OK && !nvp_lexer_next(&x, &t) && t.kind == NVP_TOKEN_KIND_END && t.at == 0 && x.error.code == NVP_OK);
    if (sizeof(size_t) > 4) {
        nvp_lexer_begin(&x, "", (size_t)NVP_NONE, 0);
        CHECK(x.error.code == NVP_LIMIT && !nvp_lexer_next(&x, &t));
    }
    nvp_lexer_begin(NULL, "{}", 2, 0);
    memset(&t, 7, sizeof t);
    CHECK(!nvp_lexer_next(NULL, &t) && t.kind == NVP_TOKEN_KIND_END && !nvp_lexer_next(&x, NULL));
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
    CHECK(!c->files[0]->used && c->files[0]->diagnostics[0].issue == NVP_ISSUE_TOO_LARGE && nvp_file_locate(c->files[0], 5).column == 1);
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

static nvp_answer fact(void *user, nvp_fact what, nvp_view *out)
{
    answer *a = (answer *)user;
    const char *s = what == NVP_FACT_EXE ? a->exe : what == NVP_FACT_COMM ? a->comm : a->argv0;
    a->asked_facts++;
    if (s == NULL) return NVP_ANSWER_UNKNOWN;
    *out = view_of(s);
    return NVP_ANSWER_YES;
}

static nvp_answer dso(void *user, uint32_t index, nvp_view *out)
{
    answer *a = (answer *)user;
    CHECK_U64(a->asked_libraries, index);
    a->asked_libraries++;
    if (index >= a->library_count) return a->library_end;
    *out = view_of(a->libraries[index]);
    if (a->library_len != 0) out->len = a->library_len;
    return 1;
}

static nvp_answer entry(void *user, const char *name)
{
    answer *a = (answer *)user;
    (void)name;
    a->asked_entries++;
    return a->entry;
}

static nvp_outcome outcome(const char *pattern, answer *a, unsigned flags, int callbacks)
{
    char text[600];
    nvp_config_options o;
    nvp_process p;
    nvp_config *c;
    const nvp_result *r;
    nvp_outcome got;
    memset(&o, 0, sizeof o);
    memset(&p, 0, sizeof p);
    memset(&got, 0, sizeof got);
    o.flags = flags;
    if (callbacks) {
        p.fact_fn = fact;
        p.dso_fn = dso;
        p.entry_fn = entry;
    }
    p.user = a;
    a->asked_facts = a->asked_libraries = a->asked_entries = 0;
    sprintf(text, "{\"rules\":[{\"pattern\":%s,\"profile\":[]}]}", pattern);
    c = parsed(text, &o);
    r = resolve_in(c, callbacks >= 0 ? &p : NULL, NULL, NULL);
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
        const nvp_outcome o = outcome(cases[i].pattern, &a, 0, 1);
        if (!CHECK_I64(cases[i].matched, o.matched) || !CHECK_I64((int)cases[i].why, (int)o.why)) printf("    %s\n", cases[i].pattern);
        if (cases[i].decided != 0 || strchr(cases[i].pattern, '[') == NULL)
            if (!CHECK_U64(cases[i].decided, o.decided)) printf("    %s\n", cases[i].pattern);
        CHECK(a.asked_facts <= 1 && a.asked_libraries <= 5);
    }
    CHECK(outcome(DSO("libb"), &a, NVP_FLAG_DSO_PREFIX, 1).matched && !outcome(DSO("/lib/lib"), &a, NVP_FLAG_DSO_PREFIX, 1).matched);
    /* Nothing is asked twice, and nothing is asked that no rule needs. */
    outcome("[" FIND("a:b:a") "," FIND("b:c") ",{\"op\":\"not\",\"sub\":" FIND("c:a") "}]", &a, 0, 1);
    CHECK(a.asked_entries == 3 && a.asked_facts == 0 && a.asked_libraries == 0);
    for (i = 0; i < 4; i++) {
        static const int says[] = {0, -1, 2, -7};
        a.entry = says[i];
        CHECK_I64(i == 0 ? NVP_WHY_MISSING : NVP_WHY_UNKNOWN, outcome(FIND("a:b"), &a, 0, 1).why);
        CHECK_U64(i == 0 ? 1 : 2, a.asked_entries); /* a missing name settles it, so the others are asked for */
    }
    a.library_end = -1; /* libraries that end in "not known" are not known */
    CHECK_I64(NVP_WHY_UNKNOWN, outcome(DSO("libb.so"), &a, 0, 1).why);
    a.library_end = 0;
    a.library_count = 0;
    CHECK_I64(NVP_WHY_DIFFERENT, outcome(DSO("libb.so"), &a, 0, 1).why);
    CHECK_I64(NVP_WHY_DIFFERENT, outcome(DSO("/libb.so"), &a, 0, 1).why);
    if (sizeof(size_t) > 4) {
        a.library_count = 1;
        a.library_len = (size_t)NVP_NONE; /* a name of 4 GiB: never read */
        CHECK_I64(NVP_WHY_UNKNOWN, outcome(DSO("libb.so"), &a, 0, 1).why);
    }
    a.exe = a.comm = a.argv0 = NULL;
    CHECK_I64(NVP_WHY_UNKNOWN, outcome("\"moon\"", &a, 0, 1).why);
    CHECK_I64(NVP_WHY_UNKNOWN, outcome(OP("not", COMM("moon")), &a, 0, 1).why);
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
    p.exe = view_of("/x/moon");
    p.comm = view_of("c");
    p.argv0 = view_of("x\\d");
    r = resolve_in(c, &p, NULL, NULL);
    CHECK(r != NULL && r->setting_count == 4 && a.asked_facts == 0);
    CHECK(find_key(r, "A") == &r->settings[0] && find_key(r, "d") == &r->settings[3] && find_key(r, "dd") == NULL);
    nvp_result_close(r);
    p.exe = nothing;
    a.exe = "moon";
    r = resolve_in(c, &p, NULL, NULL);
    CHECK(r != NULL && r->setting_count == 4 && a.asked_facts == 1);
    nvp_result_close(r);
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

/* Environment variables that beat keys: each one of the list, in any letter case unless told otherwise. */
static nvp_answer set_only(void *user, const char *name, nvp_view *out)
{
    *out = view_of("");
    return strcmp(name, (const char *)user) == 0;
}

static void variables(void)
{
    nvp_config *c = parsed("{\"rules\":[{\"pattern\":[],\"profile\":[\"glYIELD\",1,\"GLFSAAMode\",2,\"other\",3]}]}", NULL);
    nvp_process p;
    const nvp_result *r;
    memset(&p, 0, sizeof p);
    CHECK_VIEW("__GL_YIELD", nvp_key_variable(view_of("GLYield"), 1));
    CHECK_VIEW("__GL_YIELD", nvp_key_variable(view_of("glyield"), 0));
    CHECK(nvp_key_variable(view_of("glyield"), 1).len == 0 && nvp_key_variable(view_of("GLYiel"), 0).len == 0 && nvp_key_variable(view_of("GLYieldx"), 0).len == 0);
    CHECK_VIEW("__GL_FSAA_MODE", nvp_key_variable(view_of("GLFSAAMode"), 1));
    CHECK_VIEW("__GL_SHARPEN_IGNORE_FILM_GRAIN", nvp_key_variable(view_of("GLSharpenIgnoreFilmGrain"), 1));
    p.env_fn = set_only;
    p.user = (void *)(uintptr_t) "__GL_YIELD";
    r = resolve_in(c, &p, NULL, NULL);
    CHECK(r->setting_count == 3 && r->settings[0].overridden == NVP_ANSWER_YES && r->settings[1].overridden != NVP_ANSWER_YES && r->settings[2].overridden != NVP_ANSWER_YES);
    nvp_result_close(r);
    p.env_fn = NULL;
    r = resolve_in(c, &p, NULL, NULL);
    CHECK(r->settings[0].overridden != NVP_ANSWER_YES);
    nvp_result_close(r);
    nvp_config_close(c);
}

/* A system that gives another answer the second time, or reads too much. */
typedef struct disk {
    nvp_kind first, second;
    unsigned looks;
    int64_t got;
    const char *name;
    int listed, added;
} disk;

static void stat_two(void *user, const char *path, nvp_stat *out)
{
    disk *d = (disk *)user;
    out->kind = NVP_KIND_MISSING;
    if (strcmp(path, "/etc/nvidia/nvidia-application-profiles-rc") == 0) {
        out->kind = d->looks++ == 0 ? d->first : d->second;
        out->size = 20;
        out->id[0] = 3;
        out->id[1] = 4;
    }
    if (strcmp(path, "/etc/nvidia/nvidia-application-profiles-rc.d") == 0 && d->name != NULL) out->kind = NVP_KIND_DIRECTORY;
    if (strncmp(path, "/etc/nvidia/nvidia-application-profiles-rc.d/", 45) == 0) out->kind = NVP_KIND_DIRECTORY;
}

static nvp_answer open_one(void *user, const char *path, void **handle)
{
    (void)path;
    *handle = user;
    return NVP_ANSWER_YES;
}

static int64_t read_too_much(void *user, void *handle, void *buffer, size_t size)
{
    disk *d = (disk *)user;
    (void)handle;
    (void)buffer;
    return d->got < 0 ? d->got : (int64_t)size + d->got;
}

static void close_one(void *user, void *handle) { CHECK(user == handle); }

static nvp_answer list_one(void *user, const char *path, int (*add_fn)(void *to, const char *name), void *to)
{
    disk *d = (disk *)user;
    (void)path;
    d->listed++;
    d->added = add_fn(to, d->name[0] == '0' ? NULL : d->name + 1);
    return 1;
}

static int64_t read_rules(void *user, void *handle, void *buffer, size_t size)
{
    disk *d = (disk *)user;
    static const char text[] = "{\"rules\":[ ]       }"; /* as long as stat_two says */
    size_t n = 20 - (size_t)d->got;
    (void)handle;
    if (n > size) n = size;
    memcpy(buffer, text + d->got, n);
    d->got += (int64_t)n;
    return (int64_t)n;
}

/* A file of exactly the largest size, and one that is a byte larger. */
static void largest_file(void)
{
    unsigned most;
    for (most = 19; most <= 21; most++) {
        nvp_config_options o;
        nvp_system s;
        nvp_config *c;
        disk d;
        memset(&o, 0, sizeof o);
        memset(&s, 0, sizeof s);
        memset(&d, 0, sizeof d);
        d.first = d.second = NVP_KIND_REGULAR;
        s.stat_fn = stat_two;
        s.open_fn = open_one;
        s.read_fn = read_rules;
        s.close_fn = close_one;
        s.list_fn = list_one;
        s.user = &d;
        o.max_file = most;
        c = open_in(&o, NULL, NULL);
        CHECK(nvp_config_load(c, &s, homeless(), NULL) == NVP_OK && c->file_count == (most >= 20));
        CHECK(c->places[0].state == (most >= 20 ? NVP_PLACE_STATE_READ : NVP_PLACE_STATE_TOO_LARGE));
        if (most >= 20) CHECK(c->files[0]->used && c->files[0]->text.len == 20);
        nvp_config_close(c);
    }
}

static void odd_system(void)
{
    static const struct {
        nvp_kind second;
        int64_t got;
        nvp_place_state outcome;
    } cases[] = {{NVP_KIND_MISSING, 0, NVP_PLACE_STATE_MISSING}, {NVP_KIND_BROKEN_LINK, 0, NVP_PLACE_STATE_BROKEN_LINK}, {NVP_KIND_UNREADABLE, 0, NVP_PLACE_STATE_UNREADABLE}, {NVP_KIND_DIRECTORY, 0, NVP_PLACE_STATE_IGNORED},
                 {NVP_KIND_OTHER, 0, NVP_PLACE_STATE_IGNORED}, {NVP_KIND_REGULAR, -1, NVP_PLACE_STATE_UNREADABLE}, {NVP_KIND_REGULAR, 1, NVP_PLACE_STATE_UNREADABLE}, {NVP_KIND_REGULAR, INT32_MAX, NVP_PLACE_STATE_UNREADABLE}};
    static const struct {
        const char *name; /* after a letter */
        unsigned places;
        int leftover;
    } names_of[] = {{"0", 4, 0}, {"-", 4, 0}, {"-.", 4, 0}, {"-..", 4, 0}, {"-...", 5, 1}, {"-.a", 5, 1}, {"-..a", 5, 1}, {"-a", 5, 0}, {"-a~", 5, 1}, {"-~", 5, 1},
                    {"-a.swp", 5, 1}, {"-.swp", 5, 1}, {"-swp", 5, 0}, {"-a.rpmsave", 5, 1}, {"-a.pacnew", 5, 1}, {"-a.pacnews", 5, 0}};
    nvp_system s;
    size_t i;
    memset(&s, 0, sizeof s);
    s.stat_fn = stat_two;
    s.open_fn = open_one;
    s.read_fn = read_too_much;
    s.close_fn = close_one;
    s.list_fn = list_one;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        nvp_config *c = open_in(NULL, NULL, NULL);
        disk d;
        memset(&d, 0, sizeof d);
        d.first = NVP_KIND_REGULAR;
        d.second = cases[i].second;
        d.got = cases[i].got;
        s.user = &d;
        CHECK(nvp_config_load(c, &s, homeless(), NULL) == NVP_OK && c->file_count == 0 && c->globals.len == 0);
        CHECK(c->place_count == 3 && c->places[0].entry == 3 && c->places[0].state == cases[i].outcome && c->places[0].id[0] == 3 && c->places[0].id[1] == 4);
        nvp_config_close(c);
    }
    for (i = 0; i < sizeof names_of / sizeof *names_of; i++) {
        nvp_config *c = open_in(NULL, NULL, NULL);
        disk d;
        memset(&d, 0, sizeof d);
        d.name = names_of[i].name;
        s.user = &d;
        CHECK(nvp_config_search(c, &s, homeless(), NULL) == NVP_OK && d.listed == 1 && d.added == 1);
        if (!CHECK_U64(names_of[i].places - 1, c->place_count)) printf("    %s\n", d.name);
        if (c->place_count == 4 && !CHECK(c->places[2].state == NVP_PLACE_STATE_IGNORED && c->places[2].leftover == names_of[i].leftover)) printf("    %s\n", d.name);
        nvp_config_close(c);
    }
}

/* In an order where all names are equal, bytes decide. */
static int all_equal(void *user, const char *a, const char *b)
{
    (void)a;
    (void)b;
    ++*(unsigned *)user;
    return 0;
}

static int backwards(void *user, const char *a, const char *b)
{
    (void)user;
    return strcmp(b, a);
}

static void stat_folder(void *user, const char *path, nvp_stat *out)
{
    (void)user;
    out->kind = strcmp(path, "/etc/nvidia/nvidia-application-profiles-rc.d") == 0 ? NVP_KIND_DIRECTORY : NVP_KIND_OTHER;
}

static nvp_answer list_many(void *user, const char *path, int (*add_fn)(void *to, const char *name), void *to)
{
    static const char *const given[] = {"profile-b2", "profile-b", "profile-a-long-one", "profile-a-long", "b", "a", "profile-", "profile", "profile-a-lonf"};
    size_t i;
    (void)user;
    (void)path;
    for (i = 0; i < 9; i++) add_fn(to, given[i]);
    return 1;
}

static void order(void)
{
    static const char *const want[] = {"a", "b", "profile", "profile-", "profile-a-lonf", "profile-a-long", "profile-a-long-one", "profile-b", "profile-b2"};
    unsigned asked = 0, i, way;
    for (way = 0; way < 3; way++) {
        nvp_config *c = open_in(NULL, NULL, NULL);
        nvp_system s;
        memset(&s, 0, sizeof s);
        s.stat_fn = stat_folder;
        s.list_fn = list_many;
        s.compare_fn = way == 0 ? NULL : way == 1 ? all_equal : backwards;
        s.user = &asked;
        CHECK(nvp_config_search(c, &s, homeless(), NULL) == NVP_OK && c->place_count == 12);
        for (i = 0; i < 9; i++) CHECK_STR(want[way == 2 ? 8 - i : i], strrchr(c->places[2 + i].path.ptr, '/') + 1);
        nvp_config_close(c);
    }
    CHECK(asked > 8);
}

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
        const nvp_findings *l;
        sprintf(text, "{\"rules\":[{\"pattern\":%s,\"profile\":[\"k\",1]},{\"pattern\":\"other\",\"profile\":[\"K\",2]}]}", cases[i].pattern);
        c = parsed(text, NULL);
        l = lint_in(c, NULL, NULL, NULL);
        if (!CHECK_I64(cases[i].dead == 1 ? NVP_DEAD_NEVER : NVP_DEAD_NOT, l->dead[0]) || !CHECK_I64(cases[i].dead == 2 ? NVP_DEAD_SHADOWED : NVP_DEAD_NOT, l->dead[1]))
            printf("    %s\n", cases[i].pattern);
        nvp_findings_close(l);
        nvp_config_close(c);
    }
}

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
    nvp_view known = view_of("known");
    nvp_config_options o;
    size_t i;
    memset(&o, 0, sizeof o);
    o.known = &known;
    o.known_count = 1;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        nvp_config *c = parsed(cases[i].text, &o);
        const nvp_findings *l = lint_in(c, NULL, NULL, NULL);
        char got[400] = "";
        uint32_t k;
        for (k = 0; k < l->count; k++)
            sprintf(got + strlen(got), "%s%s@%u", k > 0 ? " " : "", nvp_finding_kind_name(l->items[k].kind), (unsigned)l->items[k].at);
        for (k = 0; k < l->count; k++)
            if (l->items[k].see != NVP_NONE) sprintf(got + strlen(got), "<%u", (unsigned)l->items[k].see);
        if (!CHECK_STR(cases[i].want, got)) printf("    %s\n", cases[i].text);
        nvp_findings_close(l);
        nvp_config_close(c);
    }
}

/* Entries of a key documentation that are no keys, each for another reason. */
static void key_entries(void)
{
    static const char *const bad[] = {"7", "[]", "{}", "{\"key\":\"k\"}", "{\"key\":\"k\",\"type\":\"t\"}", "{\"type\":\"t\",\"description\":\"d\"}", "{\"key\":\"k\",\"description\":\"d\"}",
                                      "{\"key\":1,\"type\":\"t\",\"description\":\"d\"}", "{\"key\":\"k\",\"type\":1,\"description\":\"d\"}", "{\"key\":\"k\",\"type\":\"t\",\"description\":1}"};
    size_t i;
    for (i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[300];
        const nvp_keys *k;
        sprintf(text, "{\"registry_keys\":[%s,{\"key\":\"a\",\"type\":\"b\",\"description\":\"c\"}]}", bad[i]);
        k = keys_in(text, strlen(text), NULL, NULL);
        if (!CHECK(k != NULL && k->used && k->skipped == 1 && k->count == 1)) printf("    %s\n", bad[i]);
        CHECK_VIEW("a", k->items[0].key);
        CHECK_VIEW("b", k->items[0].type);
        CHECK_VIEW("c", k->items[0].description);
        nvp_keys_close(k);
    }
}

static nvp_answer home_of(void *user, const char *name, nvp_view *out)
{
    *out = view_of("/home/mira");
    return strcmp(name, "HOME") == 0 && user == NULL;
}

static void globals(void)
{
    static const struct {
        const char *text;
        int enabled, by;
        unsigned reports;
    } cases[] = {{"{\"enabled\":true}", 1, NVP_BY_GLOBALS, 0}, {"{\"enabled\":false}", 0, NVP_BY_GLOBALS, 0}, {"{\"enabled\":0}", 1, NVP_BY_DEFAULT, NVP_REPORT_GLOBALS_TYPE},
                 {"{\"enabled\":null}", 1, NVP_BY_DEFAULT, NVP_REPORT_GLOBALS_TYPE}, {"{\"enabled\":\"true\"}", 1, NVP_BY_DEFAULT, NVP_REPORT_GLOBALS_TYPE},
                 {"{}", 1, NVP_BY_DEFAULT, NVP_REPORT_GLOBALS_NO_ENABLED}, {"{\"x\":false}", 1, NVP_BY_DEFAULT, NVP_REPORT_GLOBALS_NO_ENABLED}, {"[]", 1, NVP_BY_DEFAULT, NVP_REPORT_GLOBALS_MALFORMED},
                 {"", 1, NVP_BY_DEFAULT, NVP_REPORT_GLOBALS_MALFORMED}, {"{\"enabled\":false", 1, NVP_BY_DEFAULT, NVP_REPORT_GLOBALS_MALFORMED}, {"false", 1, NVP_BY_DEFAULT, NVP_REPORT_GLOBALS_MALFORMED},
                 {"{\"enabled\":true,\"enabled\":false}", 0, NVP_BY_GLOBALS, 0}, {"{\"enabled\":false,\"rules\":7}", 0, NVP_BY_GLOBALS, 0}};
    nvp_process p;
    nvp_switch s = {0};
    nvp_error e;
    nvp_view big = view_of("");
    size_t i;
    int home;
    memset(&p, 0, sizeof p);
    p.env_fn = home_of;
    for (home = 0; home < 2; home++)
        for (i = 0; i < sizeof cases / sizeof *cases; i++) {
            const nvp_view text = view_of(cases[i].text);
            p.user = home ? NULL : &p;
            CHECK(switch_of(&p, &text, NULL, &s, NULL) == NVP_OK);
            if (!home) CHECK(s.enabled == 1 && s.by == NVP_BY_DEFAULT && s.reports == 0); /* row 69 */
            else if (!CHECK(s.enabled == cases[i].enabled && (int)s.by == cases[i].by && s.reports == cases[i].reports)) printf("    %s\n", cases[i].text);
        }
    CHECK(switch_of(&p, NULL, NULL, &s, NULL) == NVP_OK && s.enabled == 1);
    big.len = (size_t)NVP_NONE;
    CHECK(switch_of(&p, &big, NULL, &s, &e) == NVP_LIMIT && e.code == NVP_LIMIT);
    {
        nvp_memory m;
        const nvp_view text = view_of("{}");
        memset(&m, 0, sizeof m);
        m.allocator.free_fn = nvp_i_mfree;
        CHECK(switch_of(&p, &text, &m, &s, &e) == NVP_ARGUMENT);
    }
}

/* Sizes near the end of 32 bits and of size_t, far beyond any input. */
static nvp_answer endless_fact(void *user, nvp_fact what, nvp_view *out)
{
    (void)user;
    (void)what;
    out->ptr = "x";
    out->len = (size_t)-1;
    return NVP_ANSWER_YES;
}

static void huge_sizes(void)
{
    nvp_config *c = parsed("{\"rules\":[{\"pattern\":\"a\",\"profile\":[]}]}", NULL);
    nvp_process p;
    nvp_error e;
    nvp_memory m;
    nvp_i_arena a;
    nvp_i_text t;
    refusal got;
    uint32_t room = (uint32_t)1 << 31;
    char old[16];
    memset(&p, 0, sizeof p);
    p.fact_fn = endless_fact;
    e.code = NVP_OK;
    CHECK(resolve_in(c, &p, NULL, &e) == NULL && e.code == NVP_LIMIT);
    nvp_config_close(c);
    memset(&m, 0, sizeof m);
    memset(&got, 0, sizeof got);
    m.allocator.alloc_fn = refuse;
    m.allocator.free_fn = nothing_to_free;
    m.allocator.user = &got;
    m.max_memory = (size_t)-1;
    CHECK(nvp_i_arena_open(&a, &m));
    if (sizeof(size_t) > 4) {
        CHECK(nvp_i_grow(&a, old, 0, &room, 1) == NULL && a.code == NVP_MEMORY);
        CHECK(got.size > NVP_NONE && got.size < (size_t)NVP_NONE + 4096); /* not twice, as 32 bits could not hold it */
        CHECK_U64((uint32_t)1 << 31, room);
    }
    a.code = NVP_OK;
    got.size = 0;
    room = NVP_NONE; /* no more can be counted */
    CHECK(nvp_i_grow(&a, old, 0, &room, 1) == NULL && a.code == NVP_LIMIT && got.size == 0);
    memset(&t, 0, sizeof t);
    a.code = NVP_OK;
    t.arena = &a;
    t.ptr = old;
    t.len = t.room = NVP_NONE;
    nvp_i_puts(&t, "x");
    CHECK(t.failed && a.code == NVP_LIMIT && t.len == NVP_NONE);
}

int main(void)
{
    RUN(names);
    RUN(arguments);
    RUN(edit_arguments);
    RUN(corners_of_edits);
    RUN(tokenizer);
    RUN(places);
    RUN(definitions);
    RUN(features);
    RUN(facts_given);
    RUN(values);
    RUN(variables);
    RUN(largest_file);
    RUN(odd_system);
    RUN(order);
    RUN(constants);
    RUN(findings);
    RUN(key_entries);
    RUN(globals);
    RUN(huge_sizes);
    return run_end();
}
