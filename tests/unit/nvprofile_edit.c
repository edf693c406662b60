/* Edits: the text before, the edit, the text after; and back again. */
#define NVP_ASSERT(e) ((e) ? (void)0 : abort())
#include <stdlib.h>
#define NVP_IMPLEMENTATION
#include "nvprofile.h"

#include "profiles.h"
#include "heap.h"
#include "run.h"

enum { SET, UNSET, RULE_ADD, RULE_RM, RULE_MOVE, PROFILE_ADD, PROFILE_RM, RENAME };

typedef struct step {
    int what;
    uint32_t a, b; /* numbers of rules or profiles; for settings a is the profile, or 100 + the rule with its own */
    const char *x, *y;
} step;

typedef struct out {
    char *ptr;
    size_t len;
    size_t fail_after; /* calls; 0: never */
} out;

static nvp_reply put(const void *bytes, size_t size, void *user)
{
    out *o = (out *)user;
    char *more;
    if (o->fail_after != 0 && --o->fail_after == 0) return 0;
    more = (char *)realloc(o->ptr, o->len + size + 1);
    if (more == NULL) abort();
    o->ptr = more;
    memcpy(o->ptr + o->len, bytes, size);
    o->len += size;
    o->ptr[o->len] = 0;
    return 1;
}

static nvp_code apply(const nvp_file *f, const step *s, const edit_sink *to, nvp_error *e)
{
    const nvp_profile *p = s->a >= 100 ? (s->a - 100 < f->rule_count ? f->rules[s->a - 100].profile : NULL)
                                       : s->a < f->profile_count ? &f->profiles[s->a] : NULL;
    switch (s->what) {
    case SET: return edit_set(f, p, nvp_text(s->x), nvp_text(s->y), to, e);
    case UNSET: return edit_unset(f, p, nvp_text(s->x), to, e);
    case RULE_ADD: return edit_rule_add(f, s->a, nvp_text(s->x), to, e);
    case RULE_RM: return edit_rule_remove(f, s->a, to, e);
    case RULE_MOVE: return edit_rule_move(f, s->a, s->b, to, e);
    case PROFILE_ADD: return edit_profile_add(f, s->a, nvp_text(s->x), to, e);
    case PROFILE_RM: return edit_profile_remove(f, s->a, to, e);
    default: return edit_profile_rename(f, nvp_text(s->x), nvp_text(s->y), to, e);
    }
}

/* The text after a step, to be freed; NULL with *code. */
static char *after(const char *text, unsigned flags, const step *s, nvp_code *code)
{
    nvp_config_options options;
    nvp_config *c;
    edit_sink to;
    nvp_error e;
    out o;
    memset(&o, 0, sizeof o);
    memset(&to, 0, sizeof to);
    memset(&options, 0, sizeof options);
    options.flags = flags;
    c = open_in(&options, NULL, NULL);
    to.write_fn = put;
    to.user = &o;
    CHECK(add_text(c, "x", text, strlen(text), NULL) == NVP_OK);
    *code = apply(c->files[0], s, &to, &e);
    if (*code != NVP_OK) CHECK(e.code == *code && strlen(e.message) > 5);
    nvp_config_close(c);
    if (*code == NVP_OK && o.ptr == NULL) put("", 0, &o);
    if (*code == NVP_OK) return o.ptr;
    free(o.ptr);
    return NULL;
}

#define R "{\"pattern\":\"n\",\"profile\":\"p\"}"

static const struct {
    const char *before;
    step step;
    const char *after;
    step undo; /* what: -1, there is none */
} cases[] = {
    /* Values keep their place, keys their spelling. */
    {"{\"profiles\":[{\"name\":\"p\",\"settings\":[\"K\", 1 ]}]}", {SET, 0, 0, "k", "0x2"},
     "{\"profiles\":[{\"name\":\"p\",\"settings\":[\"K\", 0x2 ]}]}", {SET, 0, 0, "k", "1"}},
    {"{\"profiles\":[{\"name\":\"p\",\"settings\":[{\"k\":\"K\",\"v\":1, \"value\" : \"x\"}]}]}", {SET, 0, 0, "K", "true"},
     "{\"profiles\":[{\"name\":\"p\",\"settings\":[{\"k\":\"K\",\"v\":1, \"value\" : true}]}]}", {SET, 0, 0, "K", "\"x\""}},
    /* New keys take the form of the list. */
    {"{\"profiles\":[{\"name\":\"p\",\"settings\":[ \"a\", 1 ]}]}", {SET, 0, 0, "b", "-017"},
     "{\"profiles\":[{\"name\":\"p\",\"settings\":[ \"a\", 1, \"b\", -017 ]}]}", {UNSET, 0, 0, "b", NULL}},
    {"{\"profiles\":[{\"name\":\"p\",\"settings\":[\"a\",1]}]}", {SET, 0, 0, "b", "2"},
     "{\"profiles\":[{\"name\":\"p\",\"settings\":[\"a\",1,\"b\",2]}]}", {UNSET, 0, 0, "B", NULL}},
    {"{\"profiles\":[{\"name\":\"p\",\"settings\":[\n  \"a\", 1 # one\n]}]}", {SET, 0, 0, "b\"", "2"},
     "{\"profiles\":[{\"name\":\"p\",\"settings\":[\n  \"a\", 1, # one\n  \"b\\\"\", 2\n]}]}", {UNSET, 0, 0, "b\"", NULL}},
    {"{\"profiles\":[{\"name\":\"p\",\"settings\":[\n\t{ \"k\" : \"a\", \"v\" : 1 }\n]}]}", {SET, 0, 0, "b", "2"},
     "{\"profiles\":[{\"name\":\"p\",\"settings\":[\n\t{ \"k\" : \"a\", \"v\" : 1 },\n\t{ \"k\" : \"b\", \"v\" : 2 }\n]}]}", {UNSET, 0, 0, "b", NULL}},
    {"{\"profiles\":[{\"name\":\"p\",\"settings\":[]}]}", {SET, 0, 0, "b", "2"},
     "{\"profiles\":[{\"name\":\"p\",\"settings\":[\"b\",2]}]}", {UNSET, 0, 0, "b", NULL}},
    {"{ \"profiles\": [ { \"name\": \"p\", \"settings\": [] } ] }", {SET, 0, 0, "b", "2"},
     "{ \"profiles\": [ { \"name\": \"p\", \"settings\": [ \"b\", 2 ] } ] }", {UNSET, 0, 0, "b", NULL}},
    {"{\"rules\": [ { \"pattern\": \"a\", \"profile\": [ \"x\", 1 ] } ] }", {SET, 100, 0, "y", "2"},
     "{\"rules\": [ { \"pattern\": \"a\", \"profile\": [ \"x\", 1, \"y\", 2 ] } ] }", {UNSET, 100, 0, "y", NULL}},
    /* Every setting of a key goes, wherever it is. */
    {"{\"profiles\":[{\"name\":\"p\",\"settings\":[\"a\", 1, \"b\", 2, \"A\", 3]}]}", {UNSET, 0, 0, "a", NULL},
     "{\"profiles\":[{\"name\":\"p\",\"settings\":[\"b\", 2]}]}", {-1, 0, 0, NULL, NULL}},
    {"{\"profiles\":[{\"name\":\"p\",\"settings\":[\"b\", 2, \"a\", 1, \"A\", 3]}]}", {UNSET, 0, 0, "a", NULL},
     "{\"profiles\":[{\"name\":\"p\",\"settings\":[\"b\", 2]}]}", {-1, 0, 0, NULL, NULL}},
    {"{\"profiles\":[{\"name\":\"p\",\"settings\":[\"a\", 1, \"a\", 3]}]}", {UNSET, 0, 0, "a", NULL},
     "{\"profiles\":[{\"name\":\"p\",\"settings\":[]}]}", {-1, 0, 0, NULL, NULL}},
    {"{\"profiles\":[{\"name\":\"p\",\"settings\":[\n  \"a\", 1,\n  \"A\", 3\n]}]}", {UNSET, 0, 0, "a", NULL},
     "{\"profiles\":[{\"name\":\"p\",\"settings\":[]}]}", {-1, 0, 0, NULL, NULL}},
    {"{\"profiles\":[{\"name\":\"p\",\"settings\":[\n # c\n \"a\", 1\n]}]}", {UNSET, 0, 0, "a", NULL},
     "{\"profiles\":[{\"name\":\"p\",\"settings\":[\n # c\n]}]}", {-1, 0, 0, NULL, NULL}},
    {"{\"profiles\":[{\"name\":\"p\",\"settings\":[ # c\n \"a\", 1, # d\n \"b\", 2 # e\n]}]}", {UNSET, 0, 0, "b", NULL},
     "{\"profiles\":[{\"name\":\"p\",\"settings\":[ # c\n \"a\", 1 # d\n  # e\n]}]}", {-1, 0, 0, NULL, NULL}},
    {"{\"profiles\":[{\"name\":\"p\",\"settings\":[ \"a\", 1 # c\n , \"b\", 2 ]}]}", {UNSET, 0, 0, "a", NULL},
     "{\"profiles\":[{\"name\":\"p\",\"settings\":[  # c\n  \"b\", 2 ]}]}", {-1, 0, 0, NULL, NULL}},
    /* Rules: a file that is not there yet. */
    {"", {RULE_ADD, 0, 0, R, NULL}, "{\n    \"rules\": [\n        { \"pattern\": \"n\", \"profile\": \"p\" }\n    ]\n}\n", {-1, 0, 0, NULL, NULL}},
    {"# mine", {PROFILE_ADD, 9, 0, "{\"name\":\"p\",\"settings\":[]}", NULL},
     "# mine\n{\n    \"profiles\": [\n        { \"name\": \"p\", \"settings\": [] }\n    ]\n}\n", {-1, 0, 0, NULL, NULL}},
    {"#", {RULE_ADD, 0, 0, R, NULL}, "#\n{\n    \"rules\": [\n        { \"pattern\": \"n\", \"profile\": \"p\" }\n    ]\n}\n", {-1, 0, 0, NULL, NULL}},
    {"{}", {RULE_ADD, 0, 0, R, NULL}, "{\n    \"rules\": [\n        { \"pattern\": \"n\", \"profile\": \"p\" }\n    ]\n}", {-1, 0, 0, NULL, NULL}},
    {"{\"rules\":[]}", {RULE_ADD, 0, 0, R, NULL}, "{\"rules\":[\n    {\"pattern\":\"n\",\"profile\":\"p\"}\n]}", {RULE_RM, 0, 0, NULL, NULL}},
    {"{\"profiles\":[]}", {RULE_ADD, 0, 0, R, NULL}, "{\"profiles\":[],\"rules\":[{\"pattern\":\"n\",\"profile\":\"p\"}]}", {-1, 0, 0, NULL, NULL}},
    {"{ \"profiles\": [] }", {RULE_ADD, 0, 0, R, NULL}, "{ \"profiles\": [], \"rules\": [ { \"pattern\": \"n\", \"profile\": \"p\" } ] }", {-1, 0, 0, NULL, NULL}},
    {"{\r\n  \"profiles\" : []\r\n}\r\n", {RULE_ADD, 0, 0, R, NULL},
     "{\r\n  \"profiles\" : [],\r\n  \"rules\" : [\r\n    { \"pattern\" : \"n\", \"profile\" : \"p\" }\r\n  ]\r\n}\r\n", {-1, 0, 0, NULL, NULL}},
    /* Rules: at the front, in the middle, at the end. */
    {"{ \"rules\": [\n  # first\n  { \"pattern\": \"a\", \"profile\": \"p\" }, # a\n  { \"pattern\": \"b\", \"profile\": \"p\" }  # b\n] }",
     {RULE_ADD, 0, 0, R, NULL},
     "{ \"rules\": [\n  { \"pattern\": \"n\", \"profile\": \"p\" },\n  # first\n  { \"pattern\": \"a\", \"profile\": \"p\" }, # a\n  { \"pattern\": \"b\", \"profile\": \"p\" }  # b\n] }",
     {RULE_RM, 0, 0, NULL, NULL}},
    {"{ \"rules\": [\n  { \"pattern\": \"a\", \"profile\": \"p\" }, # a\n  # second\n  { \"pattern\": \"b\", \"profile\": \"p\" }  # b\n] }",
     {RULE_ADD, 1, 0, R, NULL},
     "{ \"rules\": [\n  { \"pattern\": \"a\", \"profile\": \"p\" }, # a\n  { \"pattern\": \"n\", \"profile\": \"p\" },\n  # second\n  { \"pattern\": \"b\", \"profile\": \"p\" }  # b\n] }",
     {RULE_RM, 1, 0, NULL, NULL}},
    {"{ \"rules\": [\n  { \"pattern\": \"a\", \"profile\": \"p\" }, # a\n  { \"pattern\": \"b\", \"profile\": \"p\" }  # b\n] }",
     {RULE_ADD, 99, 0, R, NULL},
     "{ \"rules\": [\n  { \"pattern\": \"a\", \"profile\": \"p\" }, # a\n  { \"pattern\": \"b\", \"profile\": \"p\" },  # b\n  { \"pattern\": \"n\", \"profile\": \"p\" }\n] }",
     {RULE_RM, 2, 0, NULL, NULL}},
    {"{\"rules\":[{\"pattern\":\"a\",\"profile\":\"p\"}]}", {RULE_ADD, 0, 0, R, NULL},
     "{\"rules\":[{\"pattern\":\"n\",\"profile\":\"p\"},{\"pattern\":\"a\",\"profile\":\"p\"}]}", {RULE_RM, 0, 0, NULL, NULL}},
    {"{\"rules\":[{\"pattern\":\"a\",\"profile\":\"p\"}]}", {RULE_ADD, 1, 0, R, NULL},
     "{\"rules\":[{\"pattern\":\"a\",\"profile\":\"p\"},{\"pattern\":\"n\",\"profile\":\"p\"}]}", {RULE_RM, 1, 0, NULL, NULL}},
    /* Rules change places; what is between them stays. */
    {"{ \"rules\": [\n  { \"pattern\": \"a\" , \"profile\": \"p\" }, # 1\n  { \"pattern\": \"b\", \"profile\": \"p\" }, # 2\n  {\"pattern\":\"c\",\"profile\":[]} # 3\n] }",
     {RULE_MOVE, 0, 2, NULL, NULL},
     "{ \"rules\": [\n  { \"pattern\": \"b\", \"profile\": \"p\" }, # 2\n  {\"pattern\":\"c\",\"profile\":[]}, # 3\n  { \"pattern\": \"a\" , \"profile\": \"p\" } # 1\n] }",
     {RULE_MOVE, 2, 0, NULL, NULL}},
    /* A rule takes its comments along: those right above it and the one at the end of its line. */
    {"{\"rules\":[\n  # all\n\n  # one\n  # one more\n  {\"pattern\":\"a\",\"profile\":\"p\"}, # of one\n  {\"pattern\":\"b\",\"profile\":\"p\"}\n]}",
     {RULE_MOVE, 0, 1, NULL, NULL},
     "{\"rules\":[\n  # all\n\n  {\"pattern\":\"b\",\"profile\":\"p\"},\n  # one\n  # one more\n  {\"pattern\":\"a\",\"profile\":\"p\"} # of one\n]}",
     {RULE_MOVE, 1, 0, NULL, NULL}},
    {"{\"rules\":[\n  # all\n\n  # one\n  {\"pattern\":\"a\",\"profile\":\"p\"}, # of one\n  # two\n  {\"pattern\":\"b\",\"profile\":\"p\"}\n]}", {RULE_RM, 0, 0, NULL, NULL},
     "{\"rules\":[\n  # all\n\n  # two\n  {\"pattern\":\"b\",\"profile\":\"p\"}\n]}", {-1, 0, 0, NULL, NULL}},
    {"{\"rules\":[\n  {\"pattern\":\"a\",\"profile\":\"p\"},\n  # two\n  {\"pattern\":\"b\",\"profile\":\"p\"} # of two\n]}", {RULE_RM, 1, 0, NULL, NULL},
     "{\"rules\":[\n  {\"pattern\":\"a\",\"profile\":\"p\"}\n]}", {-1, 0, 0, NULL, NULL}},
    /* Rules that share a line leave comments where they are. */
    {"{\"rules\":[\n  {\"pattern\":\"a\",\"profile\":\"p\"}, {\"pattern\":\"b\",\"profile\":\"p\"} # both\n]}", {RULE_MOVE, 0, 1, NULL, NULL},
     "{\"rules\":[\n  {\"pattern\":\"b\",\"profile\":\"p\"}, {\"pattern\":\"a\",\"profile\":\"p\"} # both\n]}", {RULE_MOVE, 1, 0, NULL, NULL}},
    /* Profiles. */
    {"{ \"profiles\": [ { \"name\": \"a\", \"settings\": [] }, { \"name\": \"b\", \"settings\": [] } ] }", {PROFILE_ADD, 1, 0, "{\"name\":\"n\",\"settings\":[\"k\",0x1]}", NULL},
     "{ \"profiles\": [ { \"name\": \"a\", \"settings\": [] }, { \"name\": \"n\", \"settings\": [ \"k\", 0x1 ] }, { \"name\": \"b\", \"settings\": [] } ] }",
     {PROFILE_RM, 1, 0, NULL, NULL}},
    {"{\"rules\":[{\"pattern\":\"a\",\"profile\":\"p\\u0041\"},{\"pattern\":\"a\",\"profile\":{\"name\":\"pA\",\"settings\":[]}}],"
     "\"profiles\":[{\"name\":\"pA\",\"settings\":[]},{\"name\":\"q\",\"settings\":[]}]}",
     {RENAME, 0, 0, "pA", "new\n"},
     "{\"rules\":[{\"pattern\":\"a\",\"profile\":\"new\\u000a\"},{\"pattern\":\"a\",\"profile\":{\"name\":\"new\\u000a\",\"settings\":[]}}],"
     "\"profiles\":[{\"name\":\"new\\u000a\",\"settings\":[]},{\"name\":\"q\",\"settings\":[]}]}",
     {-1, 0, 0, NULL, NULL}},
};

static void there_and_back(void)
{
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        nvp_code code;
        char *got = after(cases[i].before, 0, &cases[i].step, &code), *back;
        if (!CHECK(got != NULL)) continue;
        if (!CHECK_STR(cases[i].after, got)) printf("    case %zu\n", i);
        if (cases[i].undo.what >= 0) {
            back = after(got, 0, &cases[i].undo, &code);
            if (CHECK(back != NULL) && !CHECK_STR(cases[i].before, back)) printf("    back, case %zu\n", i);
            free(back);
        }
        free(got);
    }
}

/* A comma after the last one, where that is allowed (row 95), never becomes one with nothing before it. */
static void comma_at_the_end(void)
{
    static const struct {
        const char *before;
        step step;
        const char *after;
    } lenient[] = {
        {"{\"rules\":[" R ",]}", {RULE_RM, 0, 0, NULL, NULL}, "{\"rules\":[]}"},
        {"{\"rules\":[\n  " R " ,\n]}", {RULE_RM, 0, 0, NULL, NULL}, "{\"rules\":[]}"},
        {"{\"rules\":[\n  # c\n  " R ",\n]}", {RULE_RM, 0, 0, NULL, NULL}, "{\"rules\":[]}"},
        {"{\"rules\":[\n  # c\n  " R ", ]}", {RULE_RM, 0, 0, NULL, NULL}, "{\"rules\":[]}"},
        {"{\"rules\":[\n  " R " # c\n  ,\n]}", {RULE_RM, 0, 0, NULL, NULL}, "{\"rules\":[\n   # c\n  \n]}"},
        {"{\"rules\":[" R ", # c\n]}", {RULE_RM, 0, 0, NULL, NULL}, "{\"rules\":[# c\n]}"},
        {"{\"rules\":[" R ", " R ",]}", {RULE_RM, 1, 0, NULL, NULL}, "{\"rules\":[" R ",]}"},
        {"{\"rules\":[" R ", " R ",]}", {RULE_RM, 0, 0, NULL, NULL}, "{\"rules\":[" R ",]}"},
        {"{\"rules\":[" R ",]}", {RULE_ADD, 9, 0, R, NULL}, "{\"rules\":[" R "," R ",]}"},
        {"{\"profiles\":[{\"name\":\"p\",\"settings\":[\"a\",1,\"A\",2,]},]}", {UNSET, 0, 0, "a", NULL}, "{\"profiles\":[{\"name\":\"p\",\"settings\":[]},]}"},
        {"{\"profiles\":[{\"name\":\"p\",\"settings\":[{\"k\":\"a\",\"v\":1},]},]}", {SET, 0, 0, "b", "2"},
         "{\"profiles\":[{\"name\":\"p\",\"settings\":[{\"k\":\"a\",\"v\":1},{\"k\":\"b\",\"v\":2},]},]}"},
    };
    size_t i;
    for (i = 0; i < sizeof lenient / sizeof *lenient; i++) {
        nvp_config_options options;
        nvp_config *c;
        nvp_code code;
        char *got = after(lenient[i].before, NVP_FLAG_LENIENT, &lenient[i].step, &code);
        if (!CHECK(got != NULL)) continue;
        if (!CHECK_STR(lenient[i].after, got)) printf("    case %zu\n", i);
        memset(&options, 0, sizeof options);
        options.flags = NVP_FLAG_LENIENT;
        c = open_in(&options, NULL, NULL);
        if (!CHECK(add_text(c, "x", got, strlen(got), NULL) == NVP_OK && c->files[0]->used && c->files[0]->errors == 0)) printf("    case %zu\n", i);
        nvp_config_close(c);
        free(got);
    }
}

static void refused(void)
{
    static const struct {
        const char *text;
        step step;
        nvp_code code;
    } wrong[] = {
        {"{\"rules\":[],}", {RULE_ADD, 0, 0, R, NULL}, NVP_SYNTAX},
        {"[]", {RULE_ADD, 0, 0, R, NULL}, NVP_SYNTAX},
        {"{}", {RULE_ADD, 0, 0, "{\"pattern\":\"n\"}", NULL}, NVP_ARGUMENT},
        {"{}", {RULE_ADD, 0, 0, "{\"pattern\":\"n\",\"profile\":[\"k\"]}", NULL}, NVP_ARGUMENT},
        {"{}", {RULE_ADD, 0, 0, "[", NULL}, NVP_ARGUMENT},
        {"{}", {RULE_ADD, 0, 0, "", NULL}, NVP_ARGUMENT},
        {"{}", {PROFILE_ADD, 0, 0, "{\"settings\":[]}", NULL}, NVP_ARGUMENT},
        {"{}", {RULE_RM, 0, 0, NULL, NULL}, NVP_ARGUMENT},
        {"{}", {RULE_MOVE, 0, 0, NULL, NULL}, NVP_ARGUMENT},
        {"{}", {PROFILE_RM, 0, 0, NULL, NULL}, NVP_ARGUMENT},
        {"{}", {RENAME, 0, 0, "a", "b"}, NVP_ARGUMENT},
        {"{}", {SET, 0, 0, "a", "1"}, NVP_ARGUMENT},
        {"{\"profiles\":[{\"name\":\"p\",\"settings\":[\"k\"]}]}", {SET, 0, 0, "a", "1"}, NVP_SYNTAX},
        {"{\"profiles\":[{\"name\":\"p\",\"settings\":[\"k\"]}]}", {UNSET, 0, 0, "k", NULL}, NVP_SYNTAX},
        {"{\"profiles\":[{\"name\":\"p\",\"settings\":[\"k\",1]}]}", {SET, 0, 0, "k", "null"}, NVP_ARGUMENT},
        {"{\"profiles\":[{\"name\":\"p\",\"settings\":[\"k\",1]}]}", {SET, 0, 0, "k", "[]"}, NVP_ARGUMENT},
        {"{\"profiles\":[{\"name\":\"p\",\"settings\":[\"k\",1]}]}", {SET, 0, 0, "k", "1,2"}, NVP_ARGUMENT},
        {"{\"profiles\":[{\"name\":\"p\",\"settings\":[\"k\",1]}]}", {UNSET, 0, 0, "z", NULL}, NVP_ARGUMENT},
    };
    size_t i;
    for (i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        nvp_code code;
        char *got = after(wrong[i].text, 0, &wrong[i].step, &code);
        if (!CHECK(got == NULL) || !CHECK_I64(wrong[i].code, code)) printf("    case %zu\n", i);
        free(got);
    }
}

/* The error of a refused edit. */
static void messages(void)
{
    static const char text[] = "{\"rules\":[{\"pattern\":\"a\",\"profile\":[\"k\",1]}],\"profiles\":[{\"name\":\"p\",\"settings\":[\"k\"]}]}";
    static const struct {
        step step;
        nvp_code code;
        const char *message;
    } said[] = {
        {{UNSET, 100, 0, "z", NULL}, NVP_ARGUMENT, "the profile has no such key"},
        {{UNSET, 0, 0, "k", NULL}, NVP_SYNTAX, "the profile has an error in it"},
        {{SET, 0, 0, "k", "1"}, NVP_SYNTAX, "the profile has an error in it"},
        {{SET, 100, 0, "k", "[]"}, NVP_ARGUMENT, "the value is not a string, number, true or false"},
        {{RULE_ADD, 0, 0, "{}", NULL}, NVP_ARGUMENT, "the JSON is not a valid rule"},
        {{PROFILE_ADD, 0, 0, "{}", NULL}, NVP_ARGUMENT, "the JSON is not a valid profile"},
        {{RENAME, 0, 0, "z", "y"}, NVP_ARGUMENT, "the file has no such profile"},
        {{RULE_RM, 1, 0, NULL, NULL}, NVP_ARGUMENT, "no such rule"},
        {{PROFILE_RM, 1, 0, NULL, NULL}, NVP_ARGUMENT, "no such profile"},
        {{RULE_MOVE, 1, 0, NULL, NULL}, NVP_ARGUMENT, "no such rule to move"},
        {{SET, 9, 0, "k", "1"}, NVP_ARGUMENT, "no profile of this number"},
        {{UNSET, 9, 0, "k", NULL}, NVP_ARGUMENT, "no profile of this number"},
    };
    nvp_config *c = open_in(NULL, NULL, NULL);
    edit_sink to;
    nvp_error e;
    out o;
    size_t i;
    memset(&to, 0, sizeof to);
    to.write_fn = put;
    to.user = &o;
    CHECK(add_text(c, "x", text, sizeof text - 1, NULL) == NVP_OK);
    for (i = 0; i < sizeof said / sizeof *said; i++) {
        memset(&o, 0, sizeof o);
        e.message = "";
        e.offset = 7;
        CHECK_I64(said[i].code, apply(c->files[0], &said[i].step, &to, &e));
        CHECK_STR(said[i].message, e.message);
        CHECK(e.offset == 0 && o.len == 0);
    }
    memset(&o, 0, sizeof o);
    o.fail_after = 1;
    CHECK_I64(NVP_IO, edit_rule_remove(c->files[0], 0, &to, &e));
    CHECK_STR("the output failed", e.message);
    nvp_config_close(c);
}

/* A writer that fails, and memory that runs out, are errors of the call and leave nothing. */
static void no_writer_no_memory(void)
{
    static const char text[] = "{\"rules\":[{\"pattern\":\"a\",\"profile\":\"p\"}],\"profiles\":[{\"name\":\"p\",\"settings\":[\"k\",1]}]}";
    nvp_config *c = open_in(NULL, NULL, NULL);
    char buffer[40000];
    size_t size, fails;
    int done = 0, enough = 0, way;
    CHECK(add_text(c, "x", text, sizeof text - 1, NULL) == NVP_OK);
    for (fails = 1; !done; fails++) {
        edit_sink to;
        out o;
        memset(&o, 0, sizeof o);
        memset(&to, 0, sizeof to);
        to.write_fn = put;
        to.user = &o;
        o.fail_after = fails;
        if (edit_profile_rename(c->files[0], nvp_text("p"), nvp_text("q"), &to, NULL) == NVP_OK) done = 1;
        free(o.ptr);
        CHECK(fails < 20);
    }
    CHECK(fails > 3);
    for (way = 0; way < 2; way++) { /* the end of a buffer, then the limit of malloc */
        for (enough = 0, size = 8; size < sizeof buffer && !enough; size += 24) {
            static const step steps[] = {{SET, 0, 0, "new", "0x1"}, {UNSET, 0, 0, "k", NULL}, {RULE_ADD, 0, 0, R, NULL},
                                         {RULE_MOVE, 0, 0, NULL, NULL}, {PROFILE_RM, 0, 0, NULL, NULL}, {RENAME, 0, 0, "p", "q"}};
            size_t i;
            enough = 1;
            for (i = 0; i < sizeof steps / sizeof *steps; i++) {
                nvp_memory m;
                edit_sink to;
                nvp_code code;
                nvp_error e;
                heap own;
                out o;
                memset(&o, 0, sizeof o);
                memset(&m, 0, sizeof m);
                m.buffer = way == 0 ? buffer : NULL;
                m.buffer_size = size;
                m.max_memory = size;
                if (way == 1) {
                    memset(&own, 0, sizeof own);
                    m.allocator.alloc_fn = take;
                    m.allocator.free_fn = give;
                    m.allocator.user = &own;
                }
                to.write_fn = put;
                to.user = &o;
                to.memory = m;
                code = apply(c->files[0], &steps[i], &to, &e);
                if (code != NVP_OK) {
                    CHECK_I64(way == 0 ? NVP_MEMORY : NVP_LIMIT, code);
                    CHECK(e.code == code && o.len == 0 && (way == 0 || own.live == 0));
                    enough = 0;
                }
                free(o.ptr);
            }
        }
        CHECK(enough);
    }
    nvp_config_close(c);
    CHECK_I64(NVP_ARGUMENT, edit_rule_remove(NULL, 0, NULL, NULL));
}

/* One allocation fails and no other: the edit fails, and nothing is written. */
static void one_allocation(void)
{
    static char key[20001], value[20003];
    const step steps[] = {{SET, 0, 0, "new", value}, {SET, 0, 0, key, "1"}, {RULE_ADD, 0, 0, R, NULL}, {RENAME, 0, 0, "p", key}, {UNSET, 0, 0, "k", NULL}, {RULE_MOVE, 0, 1, NULL, NULL}};
    static const char text[] = "{\"rules\":[{\"pattern\":\"a\",\"profile\":\"p\"},{\"pattern\":\"b\",\"profile\":\"p\"}],\"profiles\":[{\"name\":\"p\",\"settings\":[\"k\",1]}]}";
    nvp_config *c = open_in(NULL, NULL, NULL);
    size_t i;
    unsigned fail;
    memset(key, 'k', 20000);
    memset(value, 'v', 20002);
    value[0] = value[20001] = '"';
    CHECK(add_text(c, "x", text, sizeof text - 1, NULL) == NVP_OK);
    for (i = 0; i < sizeof steps / sizeof *steps; i++)
        for (fail = 1; fail < 60; fail++) {
            heap h;
            nvp_memory m;
            edit_sink to;
            nvp_code code;
            out o;
            memset(&h, 0, sizeof h);
            memset(&m, 0, sizeof m);
            memset(&o, 0, sizeof o);
            h.fail = fail;
            m.allocator.alloc_fn = take;
            m.allocator.free_fn = give;
            m.allocator.user = &h;
            to.write_fn = put;
            to.user = &o;
            to.memory = m;
            code = apply(c->files[0], &steps[i], &to, NULL);
            CHECK_I64(h.calls < fail ? NVP_OK : NVP_MEMORY, code);
            CHECK((o.len > 0) == (code == NVP_OK) && h.live == 0);
            free(o.ptr);
            if (code == NVP_OK) break;
        }
    CHECK(fail < 60);
    nvp_config_close(c);
}

int main(void)
{
    RUN(there_and_back);
    RUN(comma_at_the_end);
    RUN(refused);
    RUN(messages);
    RUN(no_writer_no_memory);
    RUN(one_allocation);
    return run_end();
}
