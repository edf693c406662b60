/* What is wrong in a text, each mistake with its class and place; reading goes on after an error, so a file may have
   several. */
#define NVS_IMPLEMENTATION
#include "nvsection.h"
#include "nvsection_calls.h"
#include "run.h"

#define LONG "Description: \"more than eighty bytes, so that lines before it are read the quick way: ...............\"\n"
#define GOOD "Identifier: \"i\" DisplayName: \"d\"\n"

static const struct {
    const char *name, *text, *strict, *lenient; /* lenient NULL: the same */
} cases[] = {
    {"good", GOOD, "", NULL},
    {"character", GOOD "Order: @ 5", "character 2:8", NULL},
    {"character outside", GOOD "\x01 Order: 5", "character 2:1", NULL},
    {"slash comment", GOOD "// no", "syntax 2:1", NULL},
    {"NUL in a string", "", "", NULL}, /* below */
    {"string", GOOD "Description: \"open\nOrder: 5", "string 2:14", NULL},
    {"string ends the file", GOOD "Description: 'open", "string 2:14", NULL},
    {"string ends with a backslash", GOOD "Description: \"open\\", "string 2:14", NULL},
    {"backslash ends the line", GOOD "Description: \"open\\\nOrder: x", "string 2:14; type 3:8", NULL},
    {"escape", GOOD "Description: \"a\\qb\" Order: 1\nOrder: 2", "escape 2:16", NULL},
    {"octal above 377", GOOD "Description: \"\\400\"", "escape 2:15", NULL},
    {"lone surrogate", GOOD "Description: \"\\ud800x\"", "escape 2:15", NULL},
    {"number", GOOD "Order: 08", "number 2:8", NULL},
    {"number glued", GOOD "Order: 10Header {}", "number 2:8", NULL},
    {"no hex digit", GOOD "Order: 0x", "number 2:8", NULL},
    {"no exponent", GOOD "Body { Items { RooflineChart { AxisWork { Base: 1e } } } }", "number 2:49", NULL},
    {"truncated", GOOD "Header { Rows: 1", "truncated 2:17", NULL},
    {"truncated value", GOOD "Order:", "truncated 2:7", NULL},
    {"closes nothing", GOOD "} Order: 5", "delimiter 2:1", NULL},
    {"closes the wrong one", GOOD "Header { Rows: 1 >\nOrder: \"x\"", "delimiter 2:18; type 3:8", NULL},
    {"syntax", GOOD "Order 5", "syntax 2:7", NULL},
    {"two separators", GOOD "Order: 5,,", "syntax 2:10", NULL},
    {"trailing comma", GOOD "Sets [{ Identifier: \"s\" },]", "syntax 2:27", NULL},
    {"separator in front", GOOD "Sets [{, Identifier: \"s\" }]\nHeader {; Rows: 1 }", "syntax 2:8; syntax 3:9", NULL},
    {"list on one", GOOD "Header [{}]", "syntax 2:8", NULL},
    {"type", GOOD "Order: \"x\" Description: 5 Order: -1", "type 2:8; type 2:25; type 2:34", NULL},
    {"minus word", GOOD "Order: -x", "type 2:8", NULL},
    {"bool", GOOD "Body { SetDefault: TRUE }", "type 2:20", NULL},
    {"number as a bool", GOOD "Body { SetDefault: 2 }", "type 2:20", NULL},
    {"large number as a bool", GOOD "Body { SetDefault: 99999999999999999999 }", "type 2:20", NULL},
    {"octal double", GOOD "Header { Metrics { Name: \"m\" Multiplier: 010 } }", "type 2:42", NULL},
    {"range", GOOD "Order: 4294967296\nOrder: 99999999999999999999\nOrder: 1", "range 2:8; range 3:8", NULL},
    {"int64", GOOD "Body { Items { LineChart { AxisX { Size: 9223372036854775808 TickCount: -9223372036854775809 } } } }", "range 2:42; range 2:73", NULL},
    {"above 64 bits", GOOD "Body { Items { LineChart { AxisX { Size: 99999999999999999999 } } } }", "range 2:42", NULL},
    {"uint64", GOOD "Group { SchedulingHints { CtrDomains { Ctrs: [18446744073709551615, 18446744073709551616] } } }", "range 2:69", NULL},
    {"enum", GOOD "Body { Items { Table { Columns: 1 Order: Sideways SortKey: 7 } } }", "enum 2:42; enum 2:60", "(enum 2:42); (enum 2:60)"},
    {"unknown field", GOOD "New: 1 Header { Old { a: \"x\" } }", "unknown-field 2:1; unknown-field 2:17", "(unknown-field 2:1); (unknown-field 2:17)"},
    {"unknown extension", GOOD "[a.b / c]: 5", "unknown-extension 2:1", "(unknown-extension 2:1)"},
    {"unknown, bad inside", GOOD "New { a 5 } Order: \"x\"", "unknown-field 2:1; syntax 2:9; type 2:20", "(unknown-field 2:1); syntax 2:9; type 2:20"},
    {"unknown, minus word", GOOD "New: -word", "unknown-field 2:1; type 2:6", "(unknown-field 2:1); type 2:6"},
    {"unknown, minus inf", GOOD "New: -Inf Other: - nan", "unknown-field 2:1; unknown-field 2:11", "(unknown-field 2:1); (unknown-field 2:11)"},
    {"unknown, wrong end inside", GOOD "New { a { b: 1 > } }", "unknown-field 2:1; delimiter 2:16; delimiter 2:20", "(unknown-field 2:1); delimiter 2:16; delimiter 2:20"},
    {"unknown, number as name", GOOD "New { 5 }", "unknown-field 2:1; syntax 2:7", "(unknown-field 2:1); syntax 2:7"},
    {"unknown, all kinds", GOOD "New { [x.y]: 1; a: 'b' \"c\", d <e: [f, -1]> g [{}, {}] h: [] }", "unknown-field 2:1", "(unknown-field 2:1)"},
    {"unknown, bad inside a message", GOOD "Header { New { a 5 } Rows: \"x\" } Order: \"x\"", "unknown-field 2:10; syntax 2:18; type 2:28; type 2:41", "(unknown-field 2:10); syntax 2:18; type 2:28; type 2:41"},
    {"unknown, number after a message", GOOD "New: [{ a {} }, 5]", "unknown-field 2:1", "(unknown-field 2:1)"},
    {"unknown, number after a message, no colon", GOOD "New [{ a: 1 }, 5]", "unknown-field 2:1; syntax 2:16", "(unknown-field 2:1); syntax 2:16"},
    {"unknown, nested lists", GOOD "New: [1, [2]]\nOrder: 5", "unknown-field 2:1; syntax 2:10", "(unknown-field 2:1); syntax 2:10"},
    {"duplicate", GOOD "Order: 1 Order: 2 Header {} Header { Rows: 3 }", "duplicate 2:10; duplicate 2:29", NULL},
    {"second member", GOOD "Body { Items { RooflineChart { Walls { Value { Constant: 0 Metric { Name: \"m\" } } } } } }", "duplicate 2:60", NULL},
    {"required", "Identifier: \"i\"", "required 1:1", NULL},
    {"required inside", GOOD "Header { Metrics { Label: \"l\" } Metrics {} }", "required 2:10; required 2:33", NULL},
    {"required in a list", GOOD "Sets [{}, {Identifier: \"x\"}]", "required 2:7", NULL},
    {"nothing required after an error", GOOD "Header { Metrics { Nmae: \"m\" Label: 5 } }", "unknown-field 2:20; type 2:37", "(unknown-field 2:20); type 2:37"},
    {"utf8", GOOD "Description: \"a\xff\" \"\xc0\x80\"", "(utf8 2:16); (utf8 2:20)", NULL},
    {"utf8 of three and four bytes", GOOD "Description: \"\xe2\x82\xac \xf0\x9f\x98\x80\" \"\xe0\x80\x80\" \"\xed\xa0\x80\" \"\xf4\x90\x80\x80\" \"\xe2\x82\" \"\xf0\x9f\x98\"",
     "(utf8 2:26); (utf8 2:32); (utf8 2:38); (utf8 2:45); (utf8 2:50)", NULL},
    {"arch", GOOD "Filter { MinArch: CC_91 MaxArch: 999 }", "(arch 2:19); (arch 2:34)", NULL},
    {"arch that is none", GOOD "Filter { MinArch: CC_ MaxArch: cc_90 }", "enum 2:19; enum 2:32", "(enum 2:19); (enum 2:32)"},
    {"arch with a sign", GOOD "Filter { MinArch: -CC_91 MaxArch: -90 }", "enum 2:19; enum 2:35", "(enum 2:19); (enum 2:35)"},
    {"arch above the last one", GOOD "Filter { MinArch: 2147483648 MaxArch: 99999999999999999999 }", "enum 2:19; enum 2:39", "(enum 2:19); (enum 2:39)"},
    {"unknown, character inside", GOOD "New { a: 1 @ b: 2 }\nOrder: x", "unknown-field 2:1; character 2:12; type 3:8", "(unknown-field 2:1); character 2:12; type 3:8"},
    {"enum, character after", GOOD "Filter { MinArch: Foo @ }", "enum 2:19; character 2:23", "(enum 2:19); character 2:23"},
    {"required, long lines after", GOOD "Header {\n  Metrics {\n  }\n}\n" LONG "Order: x", "required 3:3; type 7:8", NULL},
    {"one letter alone in a line", GOOD "Header {\nx\n}\n" LONG, "unknown-field 3:1; syntax 4:1", "(unknown-field 3:1); syntax 4:1"},
    {"field over two lines after an error", GOOD "Order: x\nHeader\n{ Rows: \"x\" }", "type 2:8; type 4:9", NULL},
    {"several", "Identifier: 5\nDisplayName: \"d\nOrder: x\nHeader { Rows: -1 Metrics { Name: \"m\" Foo: 1 } }\nOrder: 7",
     "type 1:13; string 2:14; type 3:8; type 4:16; unknown-field 4:39", "type 1:13; string 2:14; type 3:8; type 4:16; (unknown-field 4:39)"}};

static void show(const nvs_document *doc, char *to)
{
    uint32_t i;
    *to = 0;
    for (i = 0; i < doc->problem_count; i++) {
        nvs_problem d_at;
        const nvs_problem *const d = &d_at;
        (void)nvs_document_problem_at(doc, i, &d_at);
        to += sprintf(to, "%s%s%s %u:%u%s", i > 0 ? "; " : "", d->warning ? "(" : "", nvs_problem_kind_name(d->kind), (unsigned)d->line,
                      (unsigned)d->column, d->warning ? ")" : "");
    }
}

/* What else a diagnostic says, and which raw nodes are left. */
static void details(const nvs_document *doc)
{
    const nvs_node *n;
    uint32_t i, raw = 0, kept = 0;
    for (i = 0; i < doc->problem_count; i++) {
        nvs_problem d_at;
        const nvs_problem *const d = &d_at;
        (void)nvs_document_problem_at(doc, i, &d_at);
        uint32_t before = 0;
        CHECK(d->name.ptr != NULL);
        switch (d->kind) {
        case NVS_PROBLEM_KIND_UNKNOWN_FIELD:
            for (n = doc->root; n != NULL; n = nvs_node_walk(doc->root, n, NVS_WALK_INTO)) before += n != doc->root && n->type != NVS_TYPE_RAW && n->offset < d->offset;
            CHECK_U64(before, d->after);
            CHECK(d->name.len > 0 && d->name.ptr == doc->input.ptr + d->offset);
            raw++;
            break;
        case NVS_PROBLEM_KIND_UNKNOWN_EXTENSION:
        case NVS_PROBLEM_KIND_ENUM: raw++; /* fall through */
        case NVS_PROBLEM_KIND_REQUIRED:
        case NVS_PROBLEM_KIND_DUPLICATE:
        case NVS_PROBLEM_KIND_ARCH: CHECK(d->name.len > 0); break;
        default: CHECK_U64(0, d->name.len); break;
        }
    }
    for (n = doc->root; n != NULL; n = nvs_node_walk(doc->root, n, NVS_WALK_INTO)) kept += n->type == NVS_TYPE_RAW;
    if (doc->errors == 0) CHECK_U64(raw, kept);
}

static void one(const char *text, size_t len, const char *want, unsigned flags)
{
    static char found[4096];
    nvs_document_options o;
    nvs_document *doc;
    memset(&o, 0, sizeof o);
    set_ways(&o, flags);
    doc = nvs_document_open(text, len, &o, NULL);
    if (!CHECK(doc != NULL)) return;
    show(doc, found);
    if (!CHECK_STR(want, found)) printf("    in: %s\n", text);
    details(doc);
    nvs_document_close(doc);
}

static void places(void)
{
    size_t i;
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (cases[i].text[0] == 0) continue;
        one(cases[i].text, strlen(cases[i].text), cases[i].strict, 0);
        one(cases[i].text, strlen(cases[i].text), cases[i].lenient != NULL ? cases[i].lenient : cases[i].strict, READ_LENIENT);
    }
    one(GOOD "Description: \"a\0b\"", sizeof GOOD "Description: \"a\0b\"" - 1, "character 2:16", 0);
    one(GOOD "Description: \"a\0b\" Order: x\nOrder: y", sizeof GOOD "Description: \"a\0b\" Order: x\nOrder: y" - 1, "character 2:16; type 3:8", 0); /* the rest of the line belongs to it */
}

/* With READ_FIRST_ERROR there is one error, the first; of those after warnings, too. */
static void first_error_of(unsigned lenient)
{
    size_t i;
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *all = lenient && cases[i].lenient != NULL ? cases[i].lenient : cases[i].strict;
        nvs_document_options o;
        nvs_document *doc;
        memset(&o, 0, sizeof o);
        set_ways(&o, READ_FIRST_ERROR | lenient);
        doc = nvs_document_open(cases[i].text, strlen(cases[i].text), &o, NULL);
        CHECK(doc->errors <= 1);
        if (doc->errors == 1) {
            char found[100], want[100];
            nvs_problem d_at;
            const nvs_problem *const d = &d_at;
            (void)nvs_document_problem_at(doc, doc->problem_count - 1, &d_at);
            sprintf(found, "%s %u:%u", nvs_problem_kind_name(d->kind), (unsigned)d->line, (unsigned)d->column);
            while (all[0] == '(') { /* warnings */
                all += strcspn(all, ";");
                all += all[0] != 0 ? 2 : 0;
            }
            sprintf(want, "%.*s", (int)strcspn(all, ";"), all);
            if (cases[i].text[0] != 0) CHECK_STR(want, found);
        } else CHECK(all[0] == 0 || all[0] == '(');
        nvs_document_close(doc);
    }
}

static void first_error(void)
{
    first_error_of(0);
    first_error_of(READ_LENIENT);
}

/* The name of an extension is reported without what separates its words. */
static void extension(void)
{
    static const char text[] = GOOD "[ a . b # c\n / d ]: 5";
    nvs_document *doc = nvs_document_open(text, sizeof text - 1, NULL, NULL);
    CHECK(doc != NULL && doc->problem_count == 1);
    CHECK_VIEW("a.b/d", problem_of(doc, 0).name);
    nvs_document_close(doc);
}

/* 60 containers nest 122 messages; the first above 100 is the place. */
static void depth(void)
{
    char text[4096] = GOOD "Body {";
    int i;
    for (i = 0; i < 60; i++) strcat(text, " Items { HorizontalContainer {");
    for (i = 0; i < 60; i++) strcat(text, " } }");
    strcat(text, " }\nOrder: \"x\"");
    one(text, strlen(text), "depth 2:1506; type 3:8", 0);
}

/* Only so many are kept; all are counted. */
static void bounded(void)
{
    static char text[3000];
    nvs_document_options o;
    nvs_document *doc;
    int i;
    for (i = 0; i < 300; i++) strcat(text, "Foo: 1\n");
    memset(&o, 0, sizeof o);
    doc = nvs_document_open(text, strlen(text), &o, NULL);
    CHECK_U64(100, doc->problem_count);
    CHECK_U64(302, doc->errors);
    nvs_document_close(doc);
    o.max_problems = 7;
    doc = nvs_document_open(text, strlen(text), &o, NULL);
    CHECK_U64(7, doc->problem_count);
    CHECK_U64(302, doc->errors);
    nvs_document_close(doc);
}

/* Every class has a name and a sentence of its own. */
static void texts(void)
{
    int i, k;
    for (i = NVS_PROBLEM_KIND_CHARACTER; i <= NVS_PROBLEM_KIND_WIRE; i++)
        for (k = NVS_PROBLEM_KIND_CHARACTER; k < i; k++) {
            CHECK(strcmp(nvs_problem_kind_name((nvs_problem_kind)i), nvs_problem_kind_name((nvs_problem_kind)k)) != 0);
            CHECK(strcmp(nvs_problem_kind_text((nvs_problem_kind)i), nvs_problem_kind_text((nvs_problem_kind)k)) != 0);
        }
}

int main(void)
{
    RUN(places);
    RUN(first_error);
    RUN(extension);
    RUN(depth);
    RUN(bounded);
    RUN(texts);
    return run_end();
}
