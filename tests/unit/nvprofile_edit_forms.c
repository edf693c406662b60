/* Edits of texts in seldom-used forms, of key documentation, and under other options. */
#define NVP_ASSERT(e) ((e) ? (void)0 : abort())
#include <stdlib.h>
#define NVP_IMPLEMENTATION
#include "nvprofile.h"

#include "heap.h"
#include "profiles.h"
#include "run.h"

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
        const nvp_keys *k = keys_in(cases[i].text, strlen(cases[i].text), garbage(), NULL);
        edit_sink to;
        char out[200] = "";
        memset(&to, 0, sizeof to);
        to.write_fn = append;
        to.user = out;
        if (!CHECK(k != NULL)) continue;
        if (!CHECK_I64(cases[i].code, edit_rule_add(k->file, 0, nvp_text("{\"pattern\":\"a\",\"profile\":\"p\"}"), &to, NULL)) || !CHECK_STR(cases[i].after, out))
            printf("    %s\n", cases[i].text);
        nvp_keys_close(k);
    }
    CHECK(garbage_heap.live == 0);
}

/* Keys under NVP_FLAG_EXACT_KEYS, for edits as well. */
static void exact_edits(void)
{
    nvp_config *c = parsed_in_garbage("{\"profiles\":[{\"name\":\"p\",\"settings\":[\"K\",1]}]}", NVP_FLAG_EXACT_KEYS);
    const nvp_file *f = c->files[0];
    edit_sink to;
    size_t before;
    char out[200] = "";
    memset(&to, 0, sizeof to);
    to.write_fn = append;
    to.user = out;
    to.memory = *garbage();
    before = garbage_heap.live;
    CHECK_I64(NVP_ARGUMENT, edit_unset(f, &f->profiles[0], nvp_text("k"), &to, NULL));
    CHECK(garbage_heap.live == before);
    CHECK_I64(NVP_OK, edit_set(f, &f->profiles[0], nvp_text("k"), nvp_text("2"), &to, NULL));
    CHECK_STR("{\"profiles\":[{\"name\":\"p\",\"settings\":[\"K\",1,\"k\",2]}]}", out);
    CHECK(garbage_heap.live == before);
    nvp_config_close(c);
}

static void edits(void)
{
    nvp_config *c = parsed("{\n  \"profiles\": [\n    {\"name\":\"p\",\"settings\":[]} ] }", NULL);
    char out[500] = "";
    edit_sink to;
    memset(&to, 0, sizeof to);
    CHECK_I64(NVP_ARGUMENT, edit_rule_add(c->files[0], 0, nvp_text("{}"), &to, NULL));
    to.write_fn = append;
    to.user = out;
    CHECK_I64(NVP_OK, edit_profile_add(c->files[0], NVP_NONE, nvp_text("{\"name\":\"q\",\"settings\":[]}"), &to, NULL));
    CHECK_STR("{\n  \"profiles\": [\n    {\"name\":\"p\",\"settings\":[]},\n    {\"name\":\"q\",\"settings\":[]} ] }", out);
    nvp_config_close(c);
}

static void edit_arguments(void)
{
    static const char text[] = "{\"rules\":[{\"pattern\":\"a\",\"profile\":\"p\"}],\"profiles\":[{\"name\":\"p\",\"settings\":[\"k\",1]}]}";
    nvp_config *c = parsed(text, NULL);
    const nvp_file *f = c->files[0];
    const nvp_profile *p = f->profiles;
    const nvp_view good = nvp_text("1"), key = nvp_text("k"), rule = nvp_text("{\"pattern\":\"b\",\"profile\":\"p\"}");
    edit_sink to, half;
    nvp_memory memory;
    nvp_error e;
    nvp_view big = nvp_text("1");
    char out[400] = "";
    memset(&to, 0, sizeof to);
    memset(&memory, 0, sizeof memory);
    memory.allocator.free_fn = nvp_i_mfree;
    to.user = out;
    half = to;
    to.write_fn = append;
    big.len = 0x40000000u;
    CHECK(edit_set(f, NULL, key, good, &to, &e) == NVP_ARGUMENT && edit_set(f, p, nowhere(), good, &to, &e) == NVP_ARGUMENT);
    CHECK(edit_set(f, p, key, nowhere(), &to, &e) == NVP_ARGUMENT && edit_set(f, p, key, big, &to, &e) == NVP_ARGUMENT);
    CHECK(edit_set(NULL, p, key, good, &to, &e) == NVP_ARGUMENT);
    CHECK(edit_set(f, p, key, good, NULL, &e) == NVP_ARGUMENT && edit_set(f, p, key, good, &half, &e) == NVP_ARGUMENT);
    CHECK(edit_unset(f, NULL, key, &to, &e) == NVP_ARGUMENT && edit_unset(f, p, nowhere(), &to, &e) == NVP_ARGUMENT);
    CHECK(edit_unset(NULL, p, key, &to, &e) == NVP_ARGUMENT);
    CHECK(edit_rule_add(NULL, 0, rule, &to, &e) == NVP_ARGUMENT && edit_rule_add(f, 0, nowhere(), &to, &e) == NVP_ARGUMENT);
    CHECK(edit_rule_add(f, 0, nvp_text("[]"), &to, &e) == NVP_ARGUMENT && edit_rule_add(f, 0, nvp_text("7"), &to, &e) == NVP_ARGUMENT);
    CHECK_STR("the JSON is not a valid rule", e.message);
    CHECK(edit_profile_add(NULL, 0, rule, &to, &e) == NVP_ARGUMENT && edit_profile_add(f, 0, nvp_text("[]"), &to, &e) == NVP_ARGUMENT);
    CHECK_STR("the JSON is not a valid profile", e.message);
    CHECK(edit_rule_remove(NULL, 0, &to, &e) == NVP_ARGUMENT && edit_rule_remove(f, 1, &to, &e) == NVP_ARGUMENT);
    CHECK(edit_profile_remove(NULL, 0, &to, &e) == NVP_ARGUMENT && edit_profile_remove(f, 1, &to, &e) == NVP_ARGUMENT);
    CHECK(edit_rule_move(NULL, 0, 0, &to, &e) == NVP_ARGUMENT && edit_rule_move(f, 1, 0, &to, &e) == NVP_ARGUMENT);
    CHECK(edit_rule_remove(f, 0, NULL, &e) == NVP_ARGUMENT && edit_rule_move(f, 0, 0, &half, &e) == NVP_ARGUMENT);
    CHECK(edit_profile_rename(f, nowhere(), key, &to, &e) == NVP_ARGUMENT && edit_profile_rename(f, key, nowhere(), &to, &e) == NVP_ARGUMENT);
    CHECK(edit_profile_rename(NULL, key, key, &to, &e) == NVP_ARGUMENT && edit_profile_rename(f, nvp_text("q"), key, &to, &e) == NVP_ARGUMENT);
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
        o.max_problems = 1;
        c = parsed("\0", &o); /* an empty text: two things that look alike */
        out[0] = 0;
        CHECK(edit_rule_add(c->files[0], 0, rule, &to, &e) == NVP_OK);
        nvp_config_close(c);
        c = open_in(&o, NULL, NULL);
        CHECK(add_text(c, "x", "\0 ", 2, NULL) == NVP_OK); /* a NUL, and no root */
        CHECK_U64(2, c->files[0]->errors);
        CHECK(c->files[0]->problem_count == 1 && edit_rule_add(c->files[0], 0, rule, &to, &e) == NVP_SYNTAX);
        nvp_config_close(c);
        c = parsed("{\"rules\":{}}", NULL); /* one error, of another kind */
        CHECK(c->files[0]->errors == 1 && edit_rule_add(c->files[0], 0, rule, &to, &e) == NVP_SYNTAX && e.offset == 9);
        nvp_config_close(c);
    }
}

/* Rare ways to write a file. */
static void forms(void)
{
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
        edit_sink to;
        char out[600] = "";
        memset(&to, 0, sizeof to);
        to.write_fn = append;
        to.user = out;
        CHECK(add_text(c, "x", cases[i].before, strlen(cases[i].before), NULL) == NVP_OK);
        f = c->files[0];
        p = f->profile_count > 0 ? &f->profiles[cases[i].what / 10] : NULL;
        if (cases[i].what % 10 == 0) CHECK(edit_set(f, p, nvp_text("k"), nvp_text("7"), &to, NULL) == NVP_OK);
        else if (cases[i].what == 1) CHECK(edit_unset(f, p, nvp_text("K"), &to, NULL) == NVP_OK);
        else CHECK(edit_rule_add(f, 0, nvp_text("{\"pattern\":\"b\",\"profile\":\"p\"}"), &to, NULL) == NVP_OK);
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
        edit_sink to;
        nvp_error e;
        heap none;
        char out[600] = "";
        memset(&o, 0, sizeof o);
        memset(&m, 0, sizeof m);
        memset(&to, 0, sizeof to);
        to.write_fn = append;
        to.user = out;
        o.flags = NVP_FLAG_LENIENT; /* one error, but not the only diagnostic */
        c = parsed("\xef\xbb\xbf", &o);
        CHECK(c->files[0]->errors == 1 && c->files[0]->problem_count == 2);
        CHECK(edit_rule_add(c->files[0], 0, nvp_text("{\"pattern\":\"b\",\"profile\":\"p\"}"), &to, &e) == NVP_SYNTAX && out[0] == 0);
        nvp_config_close(c);
        c = parsed("{}", NULL);
        m.max_memory = 300;
        to.memory = m;
        CHECK(edit_rule_add(c->files[0], 0, nvp_text("{\"pattern\":\"b\",\"profile\":\"p\"}"), &to, &e) == NVP_LIMIT && e.code == NVP_LIMIT && out[0] == 0);
        CHECK_STR("more memory needed than max_memory", e.message);
        HEAP_MEMORY(to.memory, none);
        none.fail = 1;
        CHECK(edit_rule_add(c->files[0], 0, nvp_text("{\"pattern\":\"b\",\"profile\":\"p\"}"), &to, &e) == NVP_MEMORY);
        CHECK_STR("no memory", e.message);
        nvp_config_close(c);
    }
}

int main(void)
{
    RUN(key_edits);
    RUN(exact_edits);
    RUN(edits);
    RUN(edit_arguments);
    RUN(forms);
    return run_end();
}
