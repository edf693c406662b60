/* Tokens, schema, documents, the writer and the binary form. */
#define NVS_IMPLEMENTATION
#include "nvsection.h"
#include "nvsection_calls.h"
#include "nvsection_samples.h"

#include <ctype.h>

typedef struct bytes {
    char ptr[65536];
    size_t len;
} bytes;

static nvs_reply put(const void *data, size_t len, void *user)
{
    const char *const p = (const char *)data;
    bytes *b = (bytes *)user;
    if (len > sizeof b->ptr - b->len) return NVS_REPLY_NO;
    memcpy(b->ptr + b->len, p, len);
    b->len += len;
    return NVS_REPLY_YES;
}

static nvs_document *parsed(const char *text, unsigned flags)
{
    nvs_document_options o;
    memset(&o, 0, sizeof o);
    set_ways(&o, flags);
    return nvs_document_open(text, strlen(text), &o, NULL);
}

static void tokens(void)
{
    static const char text[] = "\xef\xbb\xbf" "Name:'a\\x41' -0x1F 08 .5f 1.e\n# end\n @";
    static const struct {
        nvs_token_kind kind;
        unsigned line, column;
        const char *text;
    } want[] = {{NVS_TOKEN_KIND_NAME, 1, 1, "Name"},   {NVS_TOKEN_KIND_SYMBOL, 1, 5, ":"},       {NVS_TOKEN_KIND_STRING, 1, 6, "'a\\x41'"},
                {NVS_TOKEN_KIND_SYMBOL, 1, 14, "-"},   {NVS_TOKEN_KIND_INTEGER, 1, 15, "0x1F"},  {NVS_TOKEN_KIND_BAD, 1, 20, "08"},
                {NVS_TOKEN_KIND_FLOAT, 1, 23, ".5f"},  {NVS_TOKEN_KIND_BAD, 1, 27, "1.e"},       {NVS_TOKEN_KIND_COMMENT, 2, 1, "# end"},
                {NVS_TOKEN_KIND_BAD, 3, 2, "@"}};
    nvs_reader r;
    nvs_token t;
    char out[8];
    size_t i;
    nvs_reader_begin(&r, text, sizeof text - 1);
    r.comments = 1;
    for (i = 0; i < sizeof want / sizeof want[0]; i++) {
        CHECK(nvs_reader_next(&r, &t));
        CHECK_U64(want[i].kind, t.kind);
        CHECK_U64(want[i].line, t.line);
        CHECK_U64(want[i].column, t.column);
        CHECK_VIEW(want[i].text, t.text);
        if (t.kind == NVS_TOKEN_KIND_STRING) {
            CHECK_U64(2, nvs_token_decode(&t, NULL, 0));
            CHECK_U64(2, nvs_token_decode(&t, out, 2));
            CHECK_BYTES("aA", 2, out, 2);
        } else CHECK_U64(0, nvs_token_decode(&t, out, 2));
    }
    CHECK(!nvs_reader_next(&r, &t));
    CHECK_U64(NVS_TOKEN_KIND_END, t.kind);
    CHECK(!nvs_reader_next(&r, &t));
    nvs_reader_begin(&r, NULL, 0);
    CHECK(!nvs_reader_next(&r, &t));
}

/* DisplayName is NVS_FIELD_DISPLAY_NAME: the text of each name in capitals without its underscores. */
static void schema(void)
{
    nvs_field_info f, g;
    int m, n;
    unsigned i, fields = 0;
    nvs_view v;
    const char *name;
    int32_t value;
    for (m = 0; nvs_message_name(m)[0] != '?'; m++) {
        unsigned numbers = 0;
        for (i = 0; nvs_message_field_at(m, i, &f); i++, fields++) {
            CHECK(nvs_field_name((int)f.name)[0] != '?');
            v.ptr = nvs_field_name((int)f.name);
            v.len = strlen(v.ptr);
            CHECK(nvs_message_field_find(m, v, &g) && g.name == f.name && g.number == f.number);
            if (f.type == NVS_TYPE_MESSAGE) CHECK(nvs_message_name(f.of)[0] != '?');
            if (f.type == NVS_TYPE_ENUM) CHECK(nvs_enum_value_at(f.of, 0, &name, &value));
            CHECK((f.presence == NVS_PRESENCE_ONEOF) == (nvs_message_field_at(m, 0, &g) && g.presence == NVS_PRESENCE_ONEOF)); /* a oneof is all of a message */
            if (f.number != 0) {
                CHECK(f.number > numbers);
                numbers = f.number;
            }
        }
        CHECK(i > 0);
    }
    CHECK_U64(NVS_MESSAGE_GFX_METRICS_WIDGET + 1, (unsigned)m);
    CHECK(fields > 230);
    for (n = 1; nvs_field_name(n)[0] != '?'; n++) CHECK(isupper((unsigned char)nvs_field_name(n)[0]));
    CHECK_U64(NVS_FIELD_TYPE + 1, (unsigned)n);
    CHECK_STR("DisplayName", nvs_field_name(NVS_FIELD_DISPLAY_NAME));
    CHECK_STR("MemoryL2CacheEvictPolicyTable", nvs_field_name(NVS_FIELD_MEMORY_L2_CACHE_EVICT_POLICY_TABLE));
    CHECK_STR("Type", nvs_field_name(NVS_FIELD_TYPE));
    CHECK_STR("?", nvs_field_name(-1));
    CHECK_STR("?", nvs_field_name(0));
    CHECK_STR("?", nvs_message_name(1000));
    CHECK(!nvs_message_field_at(-1, 0, &f) && !nvs_message_field_at(NVS_MESSAGE_SET, 1, &f) && !nvs_message_field_find(9999, v, &f));
    memset(&f, 0xa5, sizeof f);
    CHECK(nvs_message_field_at(NVS_MESSAGE_SECTION, 0, &f) && f.name == NVS_FIELD_IDENTIFIER && f.type == NVS_TYPE_STRING && f.presence == NVS_PRESENCE_REQUIRED && f.of == 0 && f.number == 1);
    memset(&f, 0xa5, sizeof f);
    v.ptr = "Importance";
    v.len = 10;
    CHECK(nvs_message_field_find(NVS_MESSAGE_COLLECTION_FILTER, v, &f) && f.name == NVS_FIELD_IMPORTANCE && f.type == NVS_TYPE_ENUM && f.presence == NVS_PRESENCE_OPTIONAL && f.of == NVS_ENUM_IMPORTANCE && f.number == 0);
    memset(&f, 0xa5, sizeof f);
    v.ptr = "Metrics";
    v.len = 7;
    CHECK(nvs_message_field_find(NVS_MESSAGE_HEADER, v, &f) && f.type == NVS_TYPE_MESSAGE && f.presence == NVS_PRESENCE_REPEATED && f.of == NVS_MESSAGE_METRIC && f.number == 2);
    CHECK_STR("CC_90", enum_word(NVS_ENUM_GPU_ARCH, 90));
    CHECK_STR("CollectionScope_Cmdlist", enum_word(NVS_ENUM_COLLECTION_SCOPE, NVS_SCOPE_CMDLIST));
    CHECK(enum_word(NVS_ENUM_GPU_ARCH, 91) == NULL && enum_word(-1, 0) == NULL && enum_word(99, 0) == NULL);
}

/* What a byte begins, and what it does inside a string, worked out without a table. */
static void every_byte(void)
{
    unsigned c;
    for (c = 0; c < 256; c++) {
        char text[12];
        nvs_reader r;
        nvs_token t;
        const int letter = isalpha((int)c) || c == '_', digit = isdigit((int)c), blank = c == ' ' || (c >= 9 && c <= 13);
        const int symbol = c != 0 && c < 128 && strchr("{}<>[]:,;-./", (int)c) != NULL;
        text[0] = (char)(unsigned char)c;
        text[1] = ' ';
        nvs_reader_begin(&r, text, 2);
        r.comments = 1;
        if (blank) {
            CHECK(!nvs_reader_next(&r, &t) && t.kind == NVS_TOKEN_KIND_END);
            continue;
        }
        CHECK(nvs_reader_next(&r, &t));
        if (!CHECK_U64(letter ? NVS_TOKEN_KIND_NAME : digit ? NVS_TOKEN_KIND_INTEGER : symbol ? NVS_TOKEN_KIND_SYMBOL : c == '#' ? NVS_TOKEN_KIND_COMMENT : NVS_TOKEN_KIND_BAD, t.kind))
            printf("    byte %u\n", c);
        CHECK_U64(c == '#' ? 2 : c == '"' || c == '\'' ? 2 : 1, t.text.len);
        memcpy(text, "\"abcdefg?x\"", 12);
        text[8] = (char)(unsigned char)c;
        nvs_reader_begin(&r, text, 11);
        CHECK(nvs_reader_next(&r, &t));
        if (!CHECK(c == 0 || c == '\\' ? t.kind == NVS_TOKEN_KIND_BAD : t.kind == NVS_TOKEN_KIND_STRING && t.text.len == (c == '"' ? 9u : 11u) && t.utf8 == (c < 128) && t.plain == 1))
            printf("    byte %u in a string\n", c);
        text[8] = '?';
        text[9] = (char)(unsigned char)c; /* after a name */
        nvs_reader_begin(&r, text + 1, 9);
        CHECK(nvs_reader_next(&r, &t) && t.kind == NVS_TOKEN_KIND_NAME && t.text.len == 7);
        memcpy(text, "abc?", 4);
        text[3] = (char)(unsigned char)c;
        nvs_reader_begin(&r, text, 4);
        CHECK(nvs_reader_next(&r, &t) && t.kind == NVS_TOKEN_KIND_NAME && t.text.len == (letter || digit ? 4u : 3u));
    }
}

/* Every member of a node is set, whatever memory held before. */
static void nodes_of(const nvs_document *doc)
{
    const nvs_node *n;
    unsigned raw = 0;
    CHECK(doc != NULL && doc->errors == 0);
    for (n = doc->root; n != NULL; n = nvs_node_walk(doc->root, n, NVS_WALK_INTO)) {
        if (n->type == NVS_TYPE_MESSAGE) CHECK((n->child == NULL) == (n->v.last == NULL) && (n->v.last == NULL || (n->v.last->next == NULL && n->v.last->parent == n)));
        else CHECK(n->child == NULL);
        if (n->type == NVS_TYPE_RAW) {
            char path[40];
            CHECK(n->name == NVS_FIELD_NONE && n->index == 0 && n->of == 0 && n->presence == NVS_PRESENCE_OPTIONAL && n->number == 0);
            CHECK_U64(n->parent == doc->root ? 0 : 7, nvs_node_path(n, path, sizeof path));
            raw++;
        } else if (n->type != NVS_TYPE_ENUM && n->type != NVS_TYPE_MESSAGE) CHECK(n->of == 0);
    }
    CHECK_U64(2, raw);
}

static void whole_nodes(void)
{
    static const char text[] = "Identifier: \"i\"\nDisplayName: \"d\"\nNew: 1\nHeader {\n  New: 2\n}\nBody {\n}\nBody {}\nGroup {}\n"
                               "Description: \"more than eighty bytes, so that lines before it are read the quick way: ...............\"\n";
    static const unsigned char wire[] = {0x0a, 1, 'i', 0x12, 1, 'd', 0x7a, 1, 'q', 0x22, 3, 0x7a, 1, 'q', 0x2a, 0, 0x2a, 0};
    static char room[20000];
    nvs_document_options o;
    nvs_document *doc;
    memset(room, 0xa5, sizeof room);
    memset(&o, 0, sizeof o);
    o.memory.buffer = room;
    o.memory.buffer_size = sizeof room;
    o.lenient = 1;
    doc = nvs_document_open(text, sizeof text - 1, &o, NULL);
    nodes_of(doc);
    nvs_document_close(doc);
    memset(room, 0xa5, sizeof room);
    doc = binary_open(wire, sizeof wire, &o, NULL);
    nodes_of(doc);
    nvs_document_close(doc);
}

/* Messages within messages, as deep as allowed, come out as they went in. */
static void deep(void)
{
    static bytes out;
    static char text[40000];
    char *to;
    unsigned levels, i;
    for (levels = 1; levels < 49; levels++) {
        nvs_document *doc;
        to = text;
        to += sprintf(to, "Identifier: \"i\"\nDisplayName: \"d\"\nBody {\n");
        for (i = 0; i < levels; i++) to += sprintf(to, "%*sItems {\n%*sHorizontalContainer {\n", (int)(4 * i + 2), "", (int)(4 * i + 4), "");
        for (i = levels; i-- > 0;) to += sprintf(to, "%*s}\n%*s}\n", (int)(4 * i + 4), "", (int)(4 * i + 2), "");
        to += sprintf(to, "}\n");
        doc = parsed(text, 0);
        if (!CHECK(doc != NULL && doc->errors == 0)) return;
        CHECK_U64(3 + 2 * levels, doc->fields);
        out.len = 0;
        CHECK(write_text(doc->root, put, &out) == NVS_OK);
        if (!CHECK_BYTES(text, (size_t)(to - text), out.ptr, out.len)) return;
        nvs_document_close(doc);
    }
}

static void accessors(void)
{
    nvs_document *doc = parsed(sample_text, 0);
    const nvs_node *header, *m, *axis;
    char path[100];
    if (!CHECK(doc != NULL)) return;
    CHECK_U64(0, doc->errors);
    CHECK_VIEW("Everything", nvs_node_text(doc->root, NVS_FIELD_IDENTIFIER));
    CHECK_VIEW("tab\there \"quoted\" \xc3\xa9\xf0\x9f\x98\x80\xf0\x9f\x98\x80", nvs_node_text(doc->root, NVS_FIELD_DISPLAY_NAME));
    CHECK_U64(16, nvs_node_uint(doc->root, NVS_FIELD_ORDER));
    CHECK_DOUBLE(16, nvs_node_real(doc->root, NVS_FIELD_ORDER));
    CHECK_U64(2, node_count(doc->root, NVS_FIELD_SETS));
    header = nvs_node_child(doc->root, NVS_FIELD_HEADER);
    CHECK_U64(3, node_count(header, NVS_FIELD_METRICS));
    m = nvs_node_child(header, NVS_FIELD_METRICS);
    CHECK_DOUBLE(-1500, nvs_node_real(m, NVS_FIELD_MULTIPLIER));
    CHECK_U64(1, nvs_node_uint(m, NVS_FIELD_SHOW_INSTANCES));
    CHECK_U64(2, node_count(m, NVS_FIELD_GROUPS));
    CHECK_VIEW("b", nvs_node_again(nvs_node_child(m, NVS_FIELD_GROUPS))->v.text);
    CHECK_U64(1, nvs_node_again(m)->index);
    CHECK_U64(17, nvs_node_path(nvs_node_again(m), path, sizeof path));
    CHECK_STR("Header.Metrics[1]", path);
    CHECK_U64(17, nvs_node_path(nvs_node_again(m), path, 7));
    CHECK_STR("Header", path);
    CHECK_U64(0, nvs_node_path(doc->root, path, sizeof path));
    CHECK_STR("", path);
    axis = nvs_node_child(nvs_node_child(nvs_node_child(nvs_node_again(nvs_node_child(nvs_node_child(doc->root, NVS_FIELD_BODY), NVS_FIELD_ITEMS)), NVS_FIELD_HISTOGRAM_CHART),
                               NVS_FIELD_VALUE_AXIS), NVS_FIELD_RANGE);
    CHECK_I64(-5, nvs_node_child(axis, NVS_FIELD_MIN)->v.i);
    CHECK_I64(511, nvs_node_child(axis, NVS_FIELD_MAX)->v.i);
    CHECK_DOUBLE(-5, nvs_node_real(axis, NVS_FIELD_MIN));
    CHECK(nvs_node_child(axis->parent, NVS_FIELD_TICK_COUNT)->v.i == INT64_MIN);
    /* what is missing, of another type, or not a message at all */
    CHECK_VIEW("", nvs_node_text(doc->root, NVS_FIELD_ORDER));
    CHECK_VIEW("", nvs_node_text(doc->root, NVS_FIELD_EXTENDS));
    CHECK_U64(0, nvs_node_uint(doc->root, NVS_FIELD_IDENTIFIER));
    CHECK_U64(0, nvs_node_uint(axis, NVS_FIELD_MIN));
    CHECK_DOUBLE(0, nvs_node_real(NULL, NVS_FIELD_BASE));
    CHECK(nvs_node_child(NULL, NVS_FIELD_BODY) == NULL && nvs_node_again(NULL) == NULL);
    CHECK(nvs_node_child(nvs_node_child(doc->root, NVS_FIELD_ORDER), NVS_FIELD_ORDER) == NULL);
    CHECK(nvs_node_walk(doc->root, NULL, NVS_WALK_INTO) == NULL);
    CHECK(nvs_node_walk(m, m, NVS_WALK_OVER) == NULL);
    { /* a node that is not below the top: everything after it, and an end */
        const nvs_node *n = m;
        unsigned count = 0;
        while ((n = nvs_node_walk(axis, n, NVS_WALK_OVER)) != NULL && count < 1000) count++;
        CHECK_U64(5, count); /* two Metrics, and MetricDefinitions, Body, Metrics of the section */
    }
    nvs_document_close(doc);
    doc = parsed("Identifier: \"i\" DisplayName: \"d\" Group { SchedulingHints { CtrDomains { Ctrs: [9223372036854775808, 5] } CtrDomains { Ctrs: 9223372036854775807 } } }", 0);
    m = nvs_node_child(nvs_node_child(nvs_node_child(doc->root, NVS_FIELD_GROUP), NVS_FIELD_SCHEDULING_HINTS), NVS_FIELD_CTR_DOMAINS);
    CHECK_U64(0, doc->errors);
    CHECK(nvs_node_uint(m, NVS_FIELD_CTRS) == 9223372036854775808u);
    CHECK_DOUBLE(9223372036854775808.0, nvs_node_real(m, NVS_FIELD_CTRS));
    nvs_document_close(doc);
    nvs_document_close(NULL);
}

/* After an error, reading resumes at a name followed by a colon or a message: what may lie in between. */
static void behind_an_error(void)
{
    unsigned c;
    for (c = 0; c < 256; c++) {
        char wrong[] = "Order: \"x\" Body?: {} ";
        const int blank = c == ' ' || (c >= 9 && c <= 13), opens = c == ':' || c == '{' || c == '<';
        nvs_document *doc;
        wrong[15] = (char)(unsigned char)c;
        doc = nvs_document_open(wrong, sizeof wrong - 1, NULL, NULL);
        if (!CHECK_U64(blank || opens, node_count(doc->root, NVS_FIELD_BODY))) printf("    byte %u\n", c);
        nvs_document_close(doc);
    }
}

/* Text to document to text to document; text to binary to text to binary. */
static void round_trip(void)
{
    static bytes a, b, x, y;
    nvs_document *doc = parsed(sample_text, 0), *again, *wire, *last;
    nvs_error where;
    a.len = b.len = x.len = y.len = 0;
    CHECK(write_text(doc->root, put, &a) == NVS_OK);
    again = nvs_document_open(a.ptr, a.len, NULL, NULL);
    CHECK_U64(0, again->errors);
    CHECK_U64(doc->fields, again->fields);
    CHECK(write_text(again->root, put, &b) == NVS_OK);
    CHECK_BYTES(a.ptr, a.len, b.ptr, b.len);
    nvs_document_close(again);
    /* Importance has no known number. */
    CHECK(write_binary(doc->root, NULL, put, &x, NULL) == NVS_UNSUPPORTED);
    CHECK(write_binary(doc->root, NULL, put, &x, &where) == NVS_UNSUPPORTED);
    CHECK_U64(nvs_node_child(nvs_node_child(nvs_node_child(doc->root, NVS_FIELD_FILTER), NVS_FIELD_COLLECTION_FILTER), NVS_FIELD_IMPORTANCE)->offset, where.offset);
    CHECK_U64(0, x.len);
    CHECK(write_binary(nvs_node_child(doc->root, NVS_FIELD_BODY), NULL, put, &x, NULL) == NVS_OK);
    {
        nvs_document_options o;
        memset(&o, 0, sizeof o);
        o.top = NVS_MESSAGE_BODY;
        wire = binary_open(x.ptr, x.len, &o, NULL);
        CHECK_U64(0, wire->errors);
        CHECK(wire->binary && wire->root->line == 0);
        b.len = 0;
        CHECK(write_text(wire->root, put, &b) == NVS_OK);
        last = nvs_document_open(b.ptr, b.len, &o, NULL);
        CHECK_U64(0, last->errors);
        CHECK(write_binary(last->root, NULL, put, &y, NULL) == NVS_OK);
        CHECK_BYTES(x.ptr, x.len, y.ptr, y.len);
        nvs_document_close(wire);
        nvs_document_close(last);
    }
    nvs_document_close(doc);
}

static void binary(void)
{
    static const unsigned char good[] = {0x0a, 1, 'i', 0x12, 1, 'd', 0x18, 0xac, 2, 0x22, 6, 0x12, 4, 0x0a, 2, 'a', 'b', 0x7a, 1, 'q', 0x98, 6, 5};
    static const struct {
        const char *data;
        size_t len;
        nvs_problem_kind what;
        int warning;
        unsigned offset;
    } bad[] = {{"\x0a\x01i\x12\x01", 5, NVS_PROBLEM_KIND_TRUNCATED, 0, 3},
               {"\x0a\x01i\x12\x05x", 6, NVS_PROBLEM_KIND_TRUNCATED, 0, 3},
               {"\x0a\x01i\x12\x01x\x18\x80", 8, NVS_PROBLEM_KIND_TRUNCATED, 0, 6},
               {"\x0a\x01i\x12\x01x\x19", 7, NVS_PROBLEM_KIND_TRUNCATED, 0, 6},
               {"\x0a\x01i\x12\x01x\x19\1\2\3\4\5\6\7\x08", 14, NVS_PROBLEM_KIND_TRUNCATED, 0, 6}, /* seven of eight bytes, three of four */
               {"\x0a\x01i\x12\x01x\x1d\1\2\3\4", 10, NVS_PROBLEM_KIND_TRUNCATED, 0, 6},
               {"\x0a\x01i\x12\x01x\x80", 7, NVS_PROBLEM_KIND_TRUNCATED, 0, 6},
               {"\x0a\x01i\x12\x01x\xf8\xff\xff\xff\xff\x01", 12, NVS_PROBLEM_KIND_WIRE, 0, 6}, /* number of a field above 32 bits */
               {"\x0a\x01i\x12\x01x\x18\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 18, NVS_PROBLEM_KIND_WIRE, 0, 6},
               {"\x0a\x01i\x12\x01x\x1b", 7, NVS_PROBLEM_KIND_WIRE, 0, 6},
               {"\x0a\x01i\x12\x01x\x00\x00", 8, NVS_PROBLEM_KIND_WIRE, 0, 6},
               {"\x0a\x01i\x12\x01x\x18\x01\x18\x02", 10, NVS_PROBLEM_KIND_DUPLICATE, 0, 8},
               {"\x0a\x01i\x12\x02\xff!", 7, NVS_PROBLEM_KIND_UTF8, 1, 5},
               {"\x0a\x01i\x12\x02x\xc3", 7, NVS_PROBLEM_KIND_UTF8, 1, 6},
               {"\x0a\x01i\x12\x02\xc3x", 7, NVS_PROBLEM_KIND_UTF8, 1, 5},
               {"\x0a\x01i\x12\x03x\xe2\x82", 8, NVS_PROBLEM_KIND_UTF8, 1, 6},
               {"\x0a\x01i\x12\x03\xe2x\x82", 8, NVS_PROBLEM_KIND_UTF8, 1, 5},
               {"\x0a\x01i\x12\x03\xe2\x82x", 8, NVS_PROBLEM_KIND_UTF8, 1, 5},
               {"\x0a\x01i\x12\x03\xf0\x9f\x98", 8, NVS_PROBLEM_KIND_UTF8, 1, 5},
               {"\x0a\x01i\x12\x04\xf0x\x98\x80", 9, NVS_PROBLEM_KIND_UTF8, 1, 5},
               {"\x0a\x01i\x12\x04\xf0\x9fx\x80", 9, NVS_PROBLEM_KIND_UTF8, 1, 5},
               {"\x0a\x01i\x12\x04\xf0\x9f\x98x", 9, NVS_PROBLEM_KIND_UTF8, 1, 5},
               {"\x0a\x01i\x12\x01x\x5a\x02\x08\x5b", 10, NVS_PROBLEM_KIND_ARCH, 1, 8},
               {"\x0a\x01i\x12\x01x\x5a\x02\x28\x07", 10, NVS_PROBLEM_KIND_ENUM, 1, 8},
               {"\x0a\x01i\x12\x01x\x5a\x06\x08\x80\x80\x80\x80\x08", 14, NVS_PROBLEM_KIND_ENUM, 1, 8},
               {"\x0a\x01i", 3, NVS_PROBLEM_KIND_REQUIRED, 0, 0},
               {"\x0a\x01i\x12\x01x\x22\x02\x12", 9, NVS_PROBLEM_KIND_TRUNCATED, 0, 6}};
    static bytes out;
    nvs_document *doc = binary_open(good, sizeof good, NULL, NULL);
    const nvs_node *n;
    size_t i;
    CHECK_U64(0, doc->errors);
    CHECK_U64(300, nvs_node_uint(doc->root, NVS_FIELD_ORDER));
    CHECK_VIEW("ab", nvs_node_text(nvs_node_child(nvs_node_child(doc->root, NVS_FIELD_HEADER), NVS_FIELD_METRICS), NVS_FIELD_NAME));
    n = nvs_node_child(doc->root, NVS_FIELD_NONE);
    CHECK(n != NULL && n->type == NVS_TYPE_RAW && n->v.text.len == 3);
    CHECK(nvs_node_again(n) != NULL && nvs_node_again(n)->offset == 20);
    out.len = 0;
    CHECK(write_binary(doc->root, NULL, put, &out, NULL) == NVS_OK);
    CHECK_BYTES((const char *)good, sizeof good, out.ptr, out.len);
    out.len = 0;
    CHECK(write_text(doc->root, put, &out) == NVS_OK);
    out.ptr[out.len] = 0;
    CHECK(strstr(out.ptr, "# unknown field: 7a 01 71\n") != NULL);
    nvs_document_close(doc);
    { /* unknown fields of eight and of four bytes are skipped, those of groups are not */
        static const char fixed[] = "\x0a\x01i\x79\x01\x02\x03\x04\x05\x06\x07\x08\x7d\x12\x01x\x18\x12\x01y";
        static const char *const groups[] = {"\x0a\x01i\x12\x01y\x7b\x7c\x18\x01", "\x0a\x01i\x12\x01y\x7c\x18\x01\x18\x01"};
        doc = binary_open(fixed, sizeof fixed - 1, NULL, NULL);
        CHECK_VIEW("y", nvs_node_text(doc->root, NVS_FIELD_DISPLAY_NAME));
        n = nvs_node_child(doc->root, NVS_FIELD_NONE);
        if (CHECK(doc->errors == 0 && doc->fields == 2 && node_count(doc->root, NVS_FIELD_NONE) == 2))
            CHECK(n->v.text.len == 9 && nvs_node_again(n)->v.text.len == 5 && nvs_node_again(n)->offset == 12);
        nvs_document_close(doc);
        for (i = 0; i < 2; i++) {
            doc = binary_open(groups[i], strlen(groups[i]), NULL, NULL);
            CHECK(doc->errors == 1 && doc->fields == 2 && problem_of(doc, 0).kind == NVS_PROBLEM_KIND_WIRE && problem_of(doc, 0).offset == 6);
            nvs_document_close(doc);
        }
    }
    for (i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        doc = binary_open(bad[i].data, bad[i].len, NULL, NULL);
        CHECK_U64(bad[i].warning ? 0 : 1, doc->errors);
        CHECK_U64(1, doc->problem_count);
        CHECK_U64(bad[i].what, problem_of(doc, 0).kind);
        CHECK_U64(bad[i].offset, problem_of(doc, 0).offset);
        nvs_document_close(doc);
    }
    { /* two fields given twice: the first error ends it, or both are kept raw */
        static const char twice[] = "\x0a\x01i\x12\x01x\x18\x01\x18\x02\x18\x03";
        nvs_document_options o;
        memset(&o, 0, sizeof o);
        doc = binary_open(twice, sizeof twice - 1, &o, NULL);
        CHECK(doc->errors == 2 && nvs_node_uint(doc->root, NVS_FIELD_ORDER) == 1 && node_count(doc->root, NVS_FIELD_NONE) == 2);
        nvs_document_close(doc);
        o.first_error = 1;
        doc = binary_open(twice, sizeof twice - 1, &o, NULL);
        CHECK(doc->errors == 1 && problem_of(doc, 0).offset == 8 && node_count(doc->root, NVS_FIELD_NONE) == 0);
        nvs_document_close(doc);
    }
}

/* Doubles are written as the shortest text that reads back the same. */
static void doubles(void)
{
    static const struct {
        double value;
        const char *text;
    } want[] = {{0.1, "0.1"}, {1e22, "1e22"}, {-2.5, "-2.5"}, {123456789012345680.0, "1.2345678901234568e17"}, {5e-324, "5e-324"},
                {1.7976931348623157e308, "1.7976931348623157e308"}, {2.2250738585072014e-308, "2.2250738585072014e-308"},
                {0.3, "0.3"}, {1.0 / 3, "0.3333333333333333"}, {1e-5, "0.00001"}, {1e-6, "1e-6"}, {1e-7, "1e-7"}, {9007199254740993.0, "9007199254740992"},
                {0, "0"}, {65536, "65536"}, {1e21 + 1e5, "1.0000000000000001e21"}};
    uint64_t seed = 88172645463325252u;
    size_t i;
    for (i = 0; i < sizeof want / sizeof want[0] + 3000; i++) {
        double value, back;
        char text[33];
        if (i < sizeof want / sizeof want[0]) value = want[i].value;
        else {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            memcpy(&value, &seed, sizeof value);
            if (value != value) continue;
        }
        text[nvs_i_real_text(value, text)] = 0;
        if (i < sizeof want / sizeof want[0]) CHECK_STR(want[i].text, text);
        back = strtod(text, NULL);
        CHECK_DOUBLE(value, back);
    }
}

/* Every escape, and what it means. */
static void escapes(void)
{
    static const char text[] = "Identifier: \"i\" DisplayName: '\\a\\b\\f\\n\\r\\t\\v\\?\\\\\\'\\\"' \"\\0\\18\\377\\x4\\x414\\u0041\\u00df\\u20ac\\U0010ffff\"";
    static const char want[] = "\a\b\f\n\r\t\v?\\'\"\0\1" "8\377\x04" "A4A\xc3\x9f\xe2\x82\xac\xf4\x8f\xbf\xbf";
    nvs_document *doc = parsed(text, 0);
    const nvs_view v = nvs_node_text(doc->root, NVS_FIELD_DISPLAY_NAME);
    CHECK_U64(0, doc->errors + doc->warnings);
    CHECK_BYTES(want, sizeof want - 1, v.ptr, v.len);
    nvs_document_close(doc);
}

static unsigned refused;
static nvs_reply refuse(const void *data, size_t len, void *user)
{
    const char *const p = (const char *)data;
    (void)user;
    (void)p;
    (void)len;
    refused++;
    return NVS_REPLY_NO;
}

static void writer(void)
{
    static bytes out;
    static const char from[] = "Identifier: 'a\"b\\\\c\\n\\001\\377\\t' DisplayName: \"d\" Header < Rows: 0xffffffff > Group { SchedulingHints { CtrDomains {\n"
                               "Ctrs: [0, 0xffffffffffffffff] } } } Body { SetDefault: 1 Items { Table { Columns: 01 Order: 1 } }\n"
                               "Items { HistogramChart { Metric < Name: \"\" Multiplier: -INF > ValueAxis { TickCount: - 9223372036854775808 } } }\n"
                               "Items { NumaIdTable {} RooflineChart { AxisWork { Min: nan Max: 1e2 } } } }";
    static const char want[] = "Identifier: \"a\\\"b\\\\c\\n\\001\\377\\t\"\nDisplayName: \"d\"\nHeader {\n  Rows: 4294967295\n}\n"
                               "Group {\n  SchedulingHints {\n    CtrDomains {\n      Ctrs: 0\n      Ctrs: 18446744073709551615\n    }\n  }\n}\n"
                               "Body {\n  SetDefault: true\n  Items {\n    Table {\n      Columns: 1\n      Order: ColumnMajor\n    }\n  }\n"
                               "  Items {\n    HistogramChart {\n      Metric {\n        Name: \"\"\n        Multiplier: -inf\n      }\n"
                               "      ValueAxis {\n        TickCount: -9223372036854775808\n      }\n    }\n  }\n"
                               "  Items {\n    NumaIdTable {\n    }\n    RooflineChart {\n      AxisWork {\n        Min: nan\n        Max: 100\n      }\n    }\n  }\n}\n";
    nvs_error e;
    nvs_write_options how;
    nvs_document *doc = parsed(from, 0);
    if (!CHECK(doc != NULL)) return;
    CHECK_U64(0, doc->errors);
    out.len = 0;
    CHECK(write_text(doc->root, put, &out) == NVS_OK);
    CHECK_BYTES(want, strlen(want), out.ptr, out.len);
    /* a writer that refuses is asked once */
    refused = 0;
    CHECK(write_text(doc->root, refuse, NULL) == NVS_IO && refused == 1);
    memset(&how, 0, sizeof how);
    how.format = (nvs_format)2;
    CHECK(nvs_node_write(doc->root, &how, NULL, &e) == NVS_ARGUMENT && e.code == NVS_ARGUMENT && nvs_node_write(NULL, NULL, NULL, NULL) == NVS_ARGUMENT);
    CHECK(write_text(nvs_node_child(doc->root, NVS_FIELD_IDENTIFIER), put, &out) == NVS_ARGUMENT && write_text(doc->root, NULL, NULL) == NVS_ARGUMENT);
    nvs_document_close(doc);
    CHECK(write_text(NULL, put, &out) == NVS_ARGUMENT);
    CHECK(write_binary(NULL, NULL, put, &out, NULL) == NVS_ARGUMENT);
    /* raw fields stay */
    doc = parsed("Identifier: \"i\" DisplayName: \"d\" New { a: [1, 2] } Body { Items { Table { Columns: 1 Order: Sideways } } }", READ_LENIENT);
    CHECK_U64(0, doc->errors);
    CHECK_U64(2, doc->warnings);
    out.len = 0;
    CHECK(write_text(doc->root, put, &out) == NVS_OK);
    out.ptr[out.len] = 0;
    CHECK(strstr(out.ptr, "\nNew { a: [1, 2] }\n") != NULL && strstr(out.ptr, "      Order: Sideways\n") != NULL);
    CHECK(write_binary(doc->root, NULL, put, &out, NULL) == NVS_UNSUPPORTED);
    nvs_document_close(doc);
}

static void arguments(void)
{
    nvs_error e;
    nvs_document_options o;
    CHECK(nvs_document_open("", (size_t)0xfffffff1u, NULL, &e) == NULL && e.code == NVS_LIMIT);
    CHECK(binary_open("", (size_t)0xfffffff1u, NULL, &e) == NULL && e.code == NVS_LIMIT);
    CHECK(nvs_document_open(NULL, 1, NULL, &e) == NULL && e.code == NVS_ARGUMENT);
    memset(&o, 0, sizeof o);
    o.top = -1;
    CHECK(nvs_document_open("", 0, &o, &e) == NULL && e.code == NVS_ARGUMENT);
    o.top = 1000;
    CHECK(nvs_document_open("", 0, &o, NULL) == NULL);
    memset(&o, 0, sizeof o);
    o.memory.allocator.alloc_fn = (void *(*)(size_t, void *))(uintptr_t)put;
    CHECK(nvs_document_open("", 0, &o, &e) == NULL && e.code == NVS_ARGUMENT);
    memset(&o, 0, sizeof o);
    o.memory.max_memory = 1;
    CHECK(nvs_document_open("", 0, &o, &e) == NULL && e.code == NVS_LIMIT);
}

int main(void)
{
    RUN(tokens);
    RUN(schema);
    RUN(every_byte);
    RUN(whole_nodes);
    RUN(deep);
    RUN(accessors);
    RUN(behind_an_error);
    RUN(round_trip);
    RUN(binary);
    RUN(doubles);
    RUN(escapes);
    RUN(writer);
    RUN(arguments);
    return run_end();
}
