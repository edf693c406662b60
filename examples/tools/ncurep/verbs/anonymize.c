/* ncurep anonymize: a report that can be shown to others. Every field that may stay is in the table below; all others
   go. Three walks: private texts are collected, the new report is written, and then searched. */
#include "report/input/copy.h"
#include "report/input/pack.h"
#include "private.h"
#include "verb.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Messages and their fields: a number, then what the field holds, or > and the message in it. After the name of a message:
   a letter when nothing of it stays, but what it holds is private. */
static const char *const schema[][2] = {
    {"process", "1i 2h 3p"},
    {"session", "1i 2n 3>system 4>system 5o>properties 6>device 7o 8>pair 9>executable 10>settings 11a"},
    {"system", "1t 2w 3t 4t 5h 6n 7w>address"},
    {"address", "1w 2n"},
    {"pair", "1t 2t"},
    {"properties", "1>property"},
    {"property", "1o 2o"},
    {"device", "1n 2t 3>attribute"},
    {"attribute", "1q 2>value"},
    {"executable", "1p 2p 3a 4e"},
    {"settings", "1n 2n 3n 4t 5>filters 6>other 7u 8t 9>numbers 10n 11t 12n 13>numbers 14t 15t 16n"},
    {"filters", "1u 2t 3u 4n 5n 6n 7u"},
    {"other", "1n 2u"},
    {"numbers", "1n 2n 3n 4n 5n"},
    {"strings", "1d"},
    {"source", "1n 2c 3c 4c 5n 6n 7n 8>files 9>relocation"},
    {"files", "1>source_file"},
    {"source_file", "1p 2s"},
    {"relocation", "1>symbol 2>object"},
    {"symbol", "1k 2n 3n"},
    {"object", "1j 2n 3n"},
    {"kernel", "1i 2n 3n 4n 5k 6k 7k 8n 9>numbers 10>numbers 11>numbers 12o 13>metric 14n 15>source 16n 17>section 18o>comment "
               "19>rule 20n 21>nvtx 22n 23n 24>series 25>numbers 26x 27x 28>stack 31z 35n 36>warp_samples 38z"},
    {"range", "1i 2n 3o 4>metric 5n 6n 7>section 8o>comment 9n 10>nvtx 11n 12>numbers 13x 14>stack 15n"},
    {"cmdlist", "1i 2n 3o 4>metric 5n 6n 7>section 8o>comment 9n 10>nvtx 11n 12n 13>numbers 14x 15x 16>stack 17n 18k"},
    {"graph", "1i 2n 3o 4>metric 5n 6n 7>section 8o>comment 9n 10>nvtx 11n 12n 13>numbers 14x 15x 16>stack 17n"},
    {"comment", "1>comment_id 2f 3o"},
    {"comment_id", "1y"},
    {"series", "1n 2t"},
    {"metric", "1n 2>value 3>instance 4n"},
    {"instance", "1>value 2>value"},
    {"value", "1v 2n 3n 4n 5n"},
    {"nvtx", "1>nvtx_domain 2>nvtx_thread 3>nvtx_open 4n 5n"},
    {"nvtx_domain", "1n 2x 3>nvtx_string 4>nvtx_names"},
    {"nvtx_string", "1n 2x"},
    {"nvtx_names", "1n 2>nvtx_string"},
    {"nvtx_threads", "1n 2>nvtx_id"}, /* nvtx_names of threads */
    {"nvtx_id", "1i 2x"},
    {"nvtx_thread", "1i 2>nvtx_stack"},
    {"nvtx_stack", "1n 3>nvtx_push"},
    {"nvtx_push", "1x 2>nvtx_attributes 3n"},
    {"nvtx_open", "1n 3>nvtx_start"},
    {"nvtx_start", "1n 2x 3>nvtx_attributes 4n 5i"},
    {"nvtx_attributes", "1n 2n 3>numbers 4>nvtx_payload 5>nvtx_message"},
    {"nvtx_payload", "1n 2n 3n 4n 5n 6n 7n 8x"},
    {"nvtx_message", "1n 2x 3n"},
    {"stack", "1>frame 2n"},
    {"warp_samples", "1q 2>warp_list"},
    {"warp_list", "1>warp_series"},
    {"warp_series", "1n 2b 3b"},
    {"frame", "1p 2n 3p 4k 5n"},
    {"rule", "1y 2f 3>rule_body 4y 5>marker"},
    {"rule_body", "1>rule_item"},
    {"rule_item", "1>message 2>table 3>bar_chart 4>histogram 5>line_chart 6>text 7>roofline_chart 8>focus 9>source_table 10>numbers"},
    {"message", "1f 2n 3n 4f"},
    {"error", "1m 2n 3n 4m"}, /* a message of this type */
    {"focus", "1n 2q 3n 4n 5f"},
    {"marker", "1n 2n 3n 4f 5n 6p"},
    {"section", "1y 2f 3n 4>header 5>body 6>metrics 7f 8>text 9f 10>definitions 11>filter 12>group 13>metrics"},
    {"header", "1n 2>label"},
    {"body", "1>body_item 2f 3n"},
    {"metrics", "1>label 2n"},
    {"text", "1f"},
    {"definitions", "1>definition"},
    {"definition", "1q 2t 3>filter"},
    {"group", "1y 2f 3>display 4>hints"},
    {"hints", "1>ctr_domain"},
    {"ctr_domain", "1t 2n"},
    {"display", "1>numbers 2>numbers"},
    {"label", "1q 2f 3n 4n 5t 6>filter 7>option 8>display 9t 11t 13n 15t 16n"},
    {"option", "1q 2f 3>filter"},
    {"filter", "1n 2n 3>numbers 4>numbers 5n 6n 7n"},
    {"body_item", "1>table 2>bar_chart 3>histogram 4>line_chart 5>container 6>roofline_chart 7>source_table 8>suffix_table 101>memory "
                  "102>memory 103>memory 104>memory 105>memory 106>memory 107>memory 108>memory 109>memory 110>memory 111>memory "
                  "112>memory 113>timeline 150>widget 200>filter"},
    {"memory", "1f 2n 3n 4n 5n 6n 7n 8n 9n 10n 11n 12n 13n"},
    {"container", "1>body_item"},
    {"table", "1f 2n 3n 4n 5>label 6n 7n 8f"},
    {"bar_chart", "1f 2n 3>text 4>value_axis 5>label 6n 7n 8n 9f"},
    {"histogram", "1f 2>axis 3>value_axis 4>label 5f"},
    {"line_chart", "1f 2>value_axis 3>value_axis 4>label 5>labels 6f"},
    {"labels", "1>label"},
    {"axis", "1f 2n 3n 4n"},
    {"value_axis", "1f 2>numbers 3n 4n 5n"},
    {"roofline_chart", "1f 2>axis 3>axis 4>roofline 5>roofline 6>wall 7f 8>text"},
    {"roofline", "1>roofline_value 2>roofline_value 3>roofline_options"},
    {"wall", "1>roofline_value 2>roofline_options"},
    {"roofline_value", "1n 2>label 3>cycles"},
    {"cycles", "1>label 2>label"},
    {"roofline_options", "1f 2>numbers 3n 4n 5>roofline_value"},
    {"source_table", "1f 2n 3>label 4n 5f"},
    {"suffix_table", "1f 2>labels 3>labels"},
    {"timeline", "2>metric_group 3>label"},
    {"metric_group", "1t 3n 4>metric_row"},
    {"metric_row", "1t 2t 3n 4>label"},
    {"widget", "1t 2t 3>label"}};

enum { MESSAGES = sizeof schema / sizeof *schema, FIELDS = 201 };

/* What a field holds, and what becomes of it. */
static const struct {
    char letter;
    const char *what, *how;
} kinds[] = {{'p', "paths and file names", "made up"},
             {'h', "host names", "made up"},
             {'w', "network addresses, OS builds", "removed"},
             {'i', "process and thread ids", "renumbered"},
             {'a', "command lines", "removed"},
             {'e', "environments", "removed"},
             {'u', "filters and lists typed by a user", "removed"},
             {'o', "comments, properties", "removed"},
             {'s', "source texts", "removed"},
             {'c', "machine code and PTX, with line tables", "removed"},
             {'j', "names of device variables", "made up"},
             {'x', "NVTX texts", "made up"},
             {'k', "names of kernels and functions", "made up"},
             {'m', "rule errors with paths", "removed"},
             {'v', "texts of unknown metrics", "removed"},
             {'t', "paths and names in other texts", "made up"},
             {'d', "strings that no metric uses", "removed"},
             {'?', "unknown fields", "removed"}};

enum { KINDS = sizeof kinds / sizeof *kinds };

enum { COLLECT, WRITE, VERIFY };

/* Bytes of the new file that belong to kept text. */
typedef struct region {
    uint64_t from, to;
    char kind;
} region;

typedef enum names_kept { NAMES_KEEP, NAMES_NUMBER } names_kept;

typedef struct anonymize_options {
    model m;
    names_kept kernels, nvtx;
} anonymize_options;

static const option_word kept_words[] = {{"keep", NAMES_KEEP}, {"number", NAMES_NUMBER}, {NULL, 0}};

static const option option_table[] = {{0, "kernel-names", &take_word, offsetof(anonymize_options, kernels), kept_words,
     NULL, "names of kernels and host functions (default keep)"},
                                 {0, "nvtx", &take_word, offsetof(anonymize_options, nvtx), kept_words,
     NULL, "names of ranges and everything else from NVTX (default number)"}, OPTION_END};

static void begin(void *user) { ((anonymize_options *)user)->nvtx = NAMES_NUMBER; }

typedef struct anon {
    cli *c;
    const anonymize_options *how;
    opened *o;
    int mode, dropped; /* dropped: in a message that goes, of this kind */
    unsigned char rule[MESSAGES][FIELDS], sub[MESSAGES][FIELDS];
    secrets s;
    dict name;           /* of kernels and functions; value: index in made */
    dict function;       /* value: how many variants it has */
    cli_buf *made;
    size_t mades, made_room;
    dict used;           /* strings of metrics */
    ncurep_writer *w;
    ncurep_view metric;  /* whose values are read */
    uint64_t fields[KINDS], bytes[KINDS], left; /* left: private texts found in the new report */
    region *region;
    size_t regions, region_room;
    cli_buf text;
    unsigned metric_message, instance_message, attribute_message, rule_message, names_message;
} anon;

static unsigned message_of(const char *name, size_t len)
{
    unsigned i;
    for (i = 0; i < MESSAGES; i++)
        if (strlen(schema[i][0]) == len && memcmp(schema[i][0], name, len) == 0) return i;
    return 0;
}

static unsigned message_named(const char *name) { return message_of(name, strlen(name)); }

static void read_schema(anon *a)
{
    unsigned i;
    for (i = 0; i < MESSAGES; i++) {
        const char *p = schema[i][1];
        while (*p != 0) {
            char *end;
            const unsigned long number = strtoul(p, &end, 10);
            size_t len;
            p = end;
            a->rule[i][number] = (unsigned char)*p;
            if (*p != '>') p++;
            len = strcspn(p, " ");
            if (*p == '>') a->sub[i][number] = (unsigned char)(message_of(p + 1, len - 1) + 1);
            p += len;
            p += *p == ' ';
        }
    }
    a->metric_message = message_named("metric");
    a->instance_message = message_named("instance");
    a->attribute_message = message_named("attribute");
    a->rule_message = message_named("message");
    a->names_message = message_named("nvtx_names");
}

static void count(anon *a, char letter, size_t bytes)
{
    unsigned i = 0;
    if (a->mode != WRITE) return;
    while (kinds[i].letter != letter) i++;
    a->fields[i]++;
    a->bytes[i] += bytes;
}

/* Metrics -------------------------------------------------------------------------------------------------------------- */

static int begins(ncurep_view v, const char *with) { return v.len >= strlen(with) && memcmp(v.ptr, with, strlen(with)) == 0; }

static int holds(ncurep_view v, const char *what)
{
    const size_t len = strlen(what);
    size_t i;
    for (i = 0; i + len <= v.len; i++)
        if (memcmp(v.ptr + i, what, len) == 0) return 1;
    return 0;
}

/* Whether a text consists of what names of metrics consist of: no whitespace, no slash. */
static int is_metric_like(ncurep_view v)
{
    size_t i;
    for (i = 0; i < v.len; i++)
        if ((unsigned char)v.ptr[i] <= ' ' || (unsigned char)v.ptr[i] >= 0x7f || v.ptr[i] == '/') return 0;
    return 1;
}

/* Texts of metrics that the vendor's tool writes. */
static int is_known_text(ncurep_view metric)
{
    static const char *const known[] = {"breakdown:", "group:", "regex:", "sass__", "launch__", "device__", "nvlink__", "numa__", "c2clink__", "profiler__", "pmsampling:"};
    size_t i;
    if (holds(metric, "uuid") || holds(metric, "serial")) return 0;
    for (i = 0; i < sizeof known / sizeof *known; i++)
        if (begins(metric, known[i])) return 1;
    return 0;
}

static int is_list_of_metrics(ncurep_view metric)
{
    return begins(metric, "breakdown:") || begins(metric, "group:") || begins(metric, "regex:") || begins(metric, "profiler__");
}

/* Names of kernels and functions --------------------------------------------------------------------------------------- */

static size_t new_name(anon *a)
{
    a->made = (cli_buf *)cli_grow(a->made, &a->made_room, a->mades + 1, sizeof *a->made);
    memset(&a->made[a->mades], 0, sizeof *a->made);
    return a->mades++;
}

static int has_name(const anon *a, ncurep_view v) { return dict_find(&a->name, v.ptr, v.len) != NOWHERE; }

static void set_name(anon *a, ncurep_view v, size_t made)
{
    const size_t i = dict_add(&a->name, v.ptr, v.len);
    a->name.at[i].value = made;
}

/* kernel1 for a function; kernel1, kernel1_2 and so on for its variants, which differ in their mangled names. */
static void number_kernel(anon *a, const ncurep_result *r)
{
    const ncurep_view mangled = r->mangled.len > 0 ? r->mangled : r->demangled;
    const size_t functions = a->function.count;
    const size_t f = dict_add(&a->function, r->function.ptr, r->function.len);
    size_t made;
    if (f == functions) {
        made = new_name(a);
        cli_putf(&a->made[made], "kernel%zu", f + 1);
        set_name(a, r->function, made);
    }
    if (has_name(a, mangled) && mangled.len > 0) return;
    made = new_name(a);
    cli_putf(&a->made[made], "kernel%zu", f + 1);
    if (++a->function.at[f].value > 1) cli_putf(&a->made[made], "_%" PRIu64, a->function.at[f].value);
    set_name(a, mangled, made);
    if (!has_name(a, r->demangled)) set_name(a, r->demangled, made);
}

static void put_kernel(anon *a, cli_buf *b, ncurep_view v)
{
    size_t made;
    if (a->how->kernels == NAMES_KEEP) {
        put_name(&a->s, b, v);
        return;
    }
    if (!has_name(a, v)) {
        made = new_name(a);
        cli_putf(&a->made[made], "function%zu", made + 1);
        set_name(a, v, made);
    }
    made = (size_t)a->name.at[dict_find(&a->name, v.ptr, v.len)].value;
    cli_put(b, a->made[made].ptr, a->made[made].len);
}

/* Fields --------------------------------------------------------------------------------------------------------------- */

/* Which kind a text of a metric is. */
static char kind_of_value(const anon *a)
{
    static const char name[] = "launch__kernel_name";
    if (a->metric.len == sizeof name - 1 && memcmp(a->metric.ptr, name, sizeof name - 1) == 0) return 'k';
    if (!is_known_text(a->metric)) return 'v';
    return is_list_of_metrics(a->metric) ? 'q' : 't';
}

/* The name that every default domain of NVTX has. */
static int is_default(ncurep_view v)
{
    static const char name[] = "<default domain>";
    return v.len == sizeof name - 1 && memcmp(v.ptr, name, v.len) == 0;
}

/* Errors of rules that say where: paths there contain spaces, so nothing of the text stays. */
static int has_path(ncurep_view v) { return memchr(v.ptr, '/', v.len) != NULL || memchr(v.ptr, '\\', v.len) != NULL; }

static void collect(anon *a, char kind, ncurep_view v)
{
    switch (kind) {
    case 'p': add_path(&a->s, v); break;
    case 'h': add_host(&a->s, v); break;
    case 'w':
        if (a->dropped) add_host(&a->s, v);
        else add_text(&a->s, v);
        break;
    case 'a':
    case 'e':
    case 'u':
    case 'o':
    case 'v': add_text(&a->s, v); break;
    case 'm':
        if (has_path(v)) add_text(&a->s, v);
        break;
    case 'x':
        if (a->how->nvtx == NAMES_NUMBER && !is_default(v)) add_text(&a->s, v);
        break;
    case 'j': add_word(&a->s, v.ptr, v.len, 0); break;
    case 'k':
        if (a->how->kernels == NAMES_NUMBER) add_word(&a->s, v.ptr, v.len, v.len >= 8 && memchr(v.ptr, '_', v.len) != NULL ? WORD_STRONG : 0);
        else (void)dict_add(&a->s.known, v.ptr, v.len);
        break;
    case 'c': add_paths_in(&a->s, v, 12); break;
    case 's':
    case 'f':
    case 't': add_paths_in(&a->s, v, 0); break;
    case 'q':
    case 'y':
        add_paths_in(&a->s, v, 0);
        add_known(&a->s, v);
        break;
    default: break;
    }
}

/* Makes the new text in a->text; 0: the field goes. */
static int replace(anon *a, char kind, ncurep_view v)
{
    cli_buf *const b = &a->text;
    b->len = 0;
    if (v.len == 0) return 1;
    switch (kind) {
    case 'p': put_path(&a->s, b, v); break;
    case 'h':
        if (is_public(v.ptr, v.len)) cli_put(b, v.ptr, v.len);
        else put_made_up(&a->s, &a->s.who, b, "h", v);
        break;
    case 'j': put_made_up(&a->s, &a->s.object, b, "v", v); break;
    case 'x':
        if (is_default(v)) cli_put(b, v.ptr, v.len);
        else if (a->how->nvtx == NAMES_KEEP) put_text(&a->s, b, v);
        else put_made_up(&a->s, &a->s.range, b, "r", v);
        break;
    case 'k': put_kernel(a, b, v); break;
    case 'm':
        if (has_path(v)) cli_put(b, "-", 1);
        else put_free(&a->s, b, v);
        break;
    case 'v': /* a text must be there */
        cli_put(b, "", 0);
        break;
    case 'd':
    case 'q':
        if (is_metric_like(v)) cli_put(b, v.ptr, v.len);
        else put_text(&a->s, b, v);
        break;
    case 'f': put_free(&a->s, b, v); break;
    case 't':
    case 'y': put_text(&a->s, b, v); break;
    default: count(a, kind, v.len); return 0;
    }
    if (b->len != v.len || (v.len > 0 && memcmp(b->ptr, v.ptr, v.len) != 0)) count(a, strchr("qdfy", kind) != NULL ? 't' : kind, v.len);
    return 1;
}

static void left_over(anon *a, const char *text, size_t len, uint64_t at)
{
    if (a->left++ < 10) cli_error(a->c, "%s: \"%.*s\" would be left at byte %" PRIu64 " of the new report", a->o->path, (int)len, text, at);
}

/* A text of the new report: what it holds may be private by its form. */
static void keep_region(anon *a, char kind, uint64_t at, ncurep_view v)
{
    region *r;
    size_t i = 0, len = v.len;
    if (len < 4 || (strchr("tkdqmxfy", kind) == NULL)) return;
    for (; (len = private_shape(v, &i)) > 0; i += len) left_over(a, v.ptr + i, len, at + i);
    len = v.len;
    a->region = (region *)cli_grow(a->region, &a->region_room, a->regions + 1, sizeof *a->region);
    r = &a->region[a->regions++];
    r->from = at;
    r->to = at + len;
    r->kind = kind;
}

static int put_text_field(anon *a, char kind, uint32_t number, ncurep_view v, uint64_t at)
{
    if (kind == 'v') kind = kind_of_value(a);
    if (kind == 'z' && v.len > 0) kind = '?';
    if (a->mode == COLLECT) collect(a, kind, v);
    if (a->mode == VERIFY) keep_region(a, kind, at, v);
    if (a->mode != WRITE) return 1;
    if (kind == 'z') return ncurep_write_text(a->w, number, ncurep_text("")) == NCUREP_OK;
    if (kind == 'b') return ncurep_write_text(a->w, number, bytes_of(v.ptr, v.len - v.len % 16)) == NCUREP_OK; /* entries of warp samples */
    return !replace(a, kind, v) || ncurep_write_text(a->w, number, bytes_of(a->text.ptr != NULL ? a->text.ptr : "", a->text.len)) == NCUREP_OK;
}

static int put_id(anon *a, const ncurep_field *f)
{
    char key[8];
    size_t i;
    if (a->mode != WRITE) return 1;
    if (f->value == 0) return ncurep_write_u64(a->w, f->number, 0) == NCUREP_OK;
    for (i = 0; i < 8; i++) key[i] = (char)(unsigned char)(f->value >> 8 * i & 255);
    count(a, 'i', 0);
    return ncurep_write_u64(a->w, f->number, dict_add(&a->s.id, key, 8) + 1) == NCUREP_OK;
}

/* An instance that holds numbers only: copied as it is. */
static int is_numbers(ncurep_view bytes)
{
    ncurep_list list = ncurep_fields(bytes, 0), inner;
    ncurep_field f, g;
    while (ncurep_field_next(&list, &f)) {
        if (f.number > 2 || f.wire != 2) return 0;
        inner = ncurep_fields(f.bytes, 0);
        while (ncurep_field_next(&inner, &g))
            if (g.number < 2 || g.number > 5 || (g.wire != 0 && g.wire != 1 && g.wire != 5)) return 0;
        if (inner.error.code != NCUREP_OK) return 0;
    }
    return list.error.code == NCUREP_OK;
}

/* The message that replaces another one with the same fields. */
static unsigned variant(const anon *a, unsigned message, ncurep_view bytes)
{
    ncurep_list list = ncurep_fields(bytes, 0);
    ncurep_field f;
    const int rule = message == a->rule_message;
    if (!rule && message != a->names_message) return message;
    while (ncurep_field_next(&list, &f)) {
        if (rule && f.number == 2 && f.wire == 0 && f.value == 3) return message_named("error");
        if (!rule && f.number == 1 && f.wire == 0 && f.value == 2) return message_named("nvtx_threads");
    }
    return message;
}

/* The name of the metric; its id in the new report. */
static int put_metric_name(anon *a, const ncurep_field *f)
{
    uint32_t id = NCUREP_NONE;
    a->metric.ptr = "";
    a->metric.len = 0;
    (void)ncurep_string_at(a->o->report, (uint32_t)f->value, &a->metric);
    if (a->mode == COLLECT) {
        if (a->metric.len > 0) {
            (void)dict_add(&a->used, a->metric.ptr, a->metric.len);
            add_known(&a->s, a->metric);
        }
        return 1;
    }
    if (a->mode != WRITE) return 1;
    if (a->metric.len > 0) {
        (void)replace(a, 'd', a->metric);
        id = ncurep_write_string(a->w, bytes_of(a->text.ptr, a->text.len));
    }
    return ncurep_write_u64(a->w, 1, id) == NCUREP_OK;
}

enum { DEEPEST = 32 };

/* One message; 0 when it is malformed or nested too deep, or the writer failed. */
static int walk(anon *a, unsigned message, ncurep_view bytes, uint64_t at, unsigned depth)
{
    ncurep_list list = ncurep_fields(bytes, at);
    const char *start = list.ptr;
    ncurep_field f;
    int ok = depth < DEEPEST;
    for (; ok && ncurep_field_next(&list, &f); start = list.ptr) {
        const unsigned char rule = f.number < FIELDS ? a->rule[message][f.number] : 0;
        const unsigned sub = f.number < FIELDS ? a->sub[message][f.number] : 0;
        const uint64_t inside = at + (uint64_t)(f.bytes.ptr - bytes.ptr);
        const int number = f.wire == 0 || f.wire == 1 || f.wire == 5;
        if (rule == 0 || (sub != 0 || (rule != 'n' && rule != 'i') ? f.wire != 2 : rule == 'i' ? f.wire != 0 : !number)) {
            count(a, '?', (size_t)(list.ptr - start));
        } else if (sub != 0 && rule != '>' && f.bytes.len > 0) { /* nothing of it stays */
            if (a->mode == COLLECT) {
                a->dropped = rule;
                ok = walk(a, sub - 1, f.bytes, inside, depth + 1);
                a->dropped = 0;
            }
            count(a, (char)rule, f.bytes.len);
        } else if (sub - 1 == a->instance_message && is_numbers(f.bytes)) {
            ok = a->mode != WRITE || ncurep_write_fields(a->w, bytes_of(start, (size_t)(list.ptr - start))) == NCUREP_OK;
        } else if (sub != 0) {
            ok = a->mode != WRITE || ncurep_write_begin(a->w, f.number) == NCUREP_OK;
            ok = ok && walk(a, variant(a, sub - 1, f.bytes), f.bytes, inside, depth + 1);
            ok = ok && (a->mode != WRITE || ncurep_write_end(a->w) == NCUREP_OK);
        } else if (message == a->metric_message && f.number == 1) {
            ok = put_metric_name(a, &f);
        } else if (rule == 'i') {
            ok = put_id(a, &f);
        } else if (rule == 'n') {
            ok = a->mode != WRITE || ncurep_write_fields(a->w, bytes_of(start, (size_t)(list.ptr - start))) == NCUREP_OK;
        } else {
            if (message == a->attribute_message) a->metric = f.bytes;
            ok = put_text_field(a, (char)rule, f.number, f.bytes, inside);
        }
    }
    return ok && list.error.code == NCUREP_OK;
}

/* A name that also occurs in names of metrics, such as "shared" after /home, reveals nothing: taking it out would spoil
   the texts. */
static void weaken(anon *a)
{
    size_t i, k;
    for (i = 0; i < a->s.word.count; i++) {
        entry *e = &a->s.word.at[i];
        if ((e->value & WORD_STRONG) == 0 || (e->value & WORD_FILE) != 0 || strcspn(e->ptr, "/\\ =") < e->len) continue;
        for (k = 0; k < a->used.count && (e->value & WORD_STRONG) != 0; k++) {
            ncurep_view name;
            name.ptr = a->used.at[k].ptr;
            name.len = a->used.at[k].len;
            if (holds(name, e->ptr)) e->value &= ~(uint64_t)WORD_STRONG;
        }
    }
}

/* The report ----------------------------------------------------------------------------------------------------------- */

static int put_header(anon *a, const ncurep_block *b)
{
    ncurep_list list = ncurep_fields(b->header, b->at + 4);
    const char *start = list.ptr;
    ncurep_field f;
    int ok = 1;
    for (; ok && ncurep_field_next(&list, &f); start = list.ptr) {
        const uint64_t inside = b->at + 4 + (uint64_t)(f.bytes.ptr - b->header.ptr);
        if (f.number == 4 && f.wire == 2) {
            if (a->mode == VERIFY) ok = walk(a, message_named("strings"), f.bytes, inside, 1);
        } else if ((f.number == 3 || f.number == 6) && f.wire == 2) {
            ok = a->mode != WRITE || (ncurep_write_entry(a->w, NCUREP_ROOT_BLOCK) == NCUREP_OK && ncurep_write_begin(a->w, f.number) == NCUREP_OK);
            ok = ok && walk(a, message_named(f.number == 3 ? "session" : "process"), f.bytes, inside, 1);
            ok = ok && (a->mode != WRITE || ncurep_write_end(a->w) == NCUREP_OK);
        } else if (f.number == 10 && f.wire == 0)
            ok = a->mode != WRITE || (ncurep_write_entry(a->w, NCUREP_ROOT_BLOCK) == NCUREP_OK && ncurep_write_u64(a->w, 10, f.value) == NCUREP_OK);
        else if (f.number > 9 || f.wire != 0)
            count(a, '?', (size_t)(list.ptr - start));
    }
    return ok;
}

static int put_block(anon *a, uint32_t i, ncurep_error *e)
{
    static const char *const results_of[] = {"kernel", "range", "cmdlist", "graph"};
    ncurep_block b;
    ncurep_result r;
    ncurep_source s;
    uint32_t n, sources, results;
    int ok = 1;
    if (!block_ends(a->o, i, &b, &sources, &results, e)) return 0;
    if (a->mode == WRITE) say_rest(a->c, a->o, &b);
    for (n = b.first_source; ok && n < sources; n++) {
        if (!ncurep_source_at(a->o->report, n, &s, e) || (a->mode == COLLECT && !is_whole(NCUREP_ROOT_SOURCE, s.bytes, s.at, e))) return 0;
        ok = a->mode != WRITE || ncurep_write_entry(a->w, NCUREP_ROOT_SOURCE) == NCUREP_OK;
        ok = ok && walk(a, message_named("source"), s.bytes, s.at, 0);
        ok = ok && (a->mode != WRITE || ncurep_write_end(a->w) == NCUREP_OK);
    }
    for (n = b.first_result; ok && n < results; n++) {
        if (!ncurep_result_at(a->o->report, n, &r, e) || (a->mode == COLLECT && !is_whole(root_of(r.kind), r.bytes, r.at, e))) return 0;
        if (a->mode == COLLECT && a->how->kernels == NAMES_NUMBER && r.kind == NCUREP_RESULT_KIND_KERNEL) number_kernel(a, &r);
        ok = a->mode != WRITE || ncurep_write_entry(a->w, root_of(r.kind)) == NCUREP_OK;
        ok = ok && walk(a, message_named(results_of[r.kind]), r.bytes, r.at, 0);
        ok = ok && (a->mode != WRITE || ncurep_write_end(a->w) == NCUREP_OK);
    }
    ok = ok && put_header(a, &b) && (a->mode != WRITE || ncurep_write_block(a->w) == NCUREP_OK);
    if (!ok) {
        e->code = NCUREP_SYNTAX;
        e->offset = b.at;
        e->message = a->mode == WRITE ? "the block could not be written" : "the block is malformed";
    }
    return ok;
}

static int put_blocks(anon *a, int mode, ncurep_error *e)
{
    uint32_t i;
    a->mode = mode;
    for (i = 0; i < a->o->info.blocks; i++)
        if (!put_block(a, i, e)) return 0;
    return 1;
}

/* The check ------------------------------------------------------------------------------------------------------------ */

static int by_place(const void *a, const void *b)
{
    const region *x = (const region *)a, *y = (const region *)b;
    return x->from < y->from ? -1 : x->from > y->from;
}

/* The text that stays in which these bytes lie, or NULL. */
static const region *region_at(const anon *a, uint64_t from, uint64_t to)
{
    size_t low = 0, high = a->regions;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (a->region[middle].from <= from) low = middle + 1;
        else high = middle;
    }
    return low > 0 && a->region[low - 1].to >= to ? &a->region[low - 1] : NULL;
}

/* Looks for every word in all bytes. 0: the file could not be read. */
static int search(anon *a, const ncurep_input *file)
{
    enum { PART = 1 << 16 };
    const size_t more = a->s.longest;
    char *part = (char *)cli_alloc(PART + more, 1);
    uint64_t at = 0;
    size_t have = 0;
    if (a->regions > 0) qsort(a->region, a->regions, sizeof *a->region, by_place);
    while (at < file->size) { /* part holds the bytes from at on */
        size_t i, w, looked;
        while (have < PART + more && at + have < file->size) {
            const uint64_t left = file->size - at - have;
            const size_t want = left < PART + more - have ? (size_t)left : PART + more - have;
            ncurep_reply reply = NCUREP_REPLY_FAILED;
            const size_t got = file->read_fn(at + have, part + have, want, &reply, file->user);
            if (got == 0) {
                free(part);
                return 0;
            }
            have += got;
        }
        looked = have < PART ? have : PART;
        for (i = 0; i < looked; i++)
            for (w = word_at(&a->s, part + i, have - i, NOWHERE); w != NOWHERE; w = word_at(&a->s, part + i, have - i, w)) {
                entry *e = &a->s.word.at[w];
                const region *r = region_at(a, at + i, at + i + e->len);
                if (r != NULL && (e->value & WORD_STRONG) == 0 && (r->kind == 'k' || r->kind == 'x')) e->value |= WORD_NAMED;
                else if (r != NULL && ((e->value & WORD_STRONG) == 0 || strchr("dqy", r->kind) != NULL)) e->value |= WORD_KEPT;
                else left_over(a, e->ptr, e->len, at + i);
            }
        memmove(part, part + looked, have - looked);
        have -= looked;
        at += looked;
    }
    free(part);
    return 1;
}

/* Report -------------------------------------------------------------------------------------------------------------- */

/* The words with this flag, as a list and, where they are said, as lines of at most 80 columns. */
static void tell_words(const anon *a, output *to, const char *key, uint64_t flag, int said)
{
    cli_buf line = {NULL, 0, 0}, word = {NULL, 0, 0};
    size_t i;
    out_list(to, key);
    for (i = 0; i < a->s.word.count; i++) {
        const entry *e = &a->s.word.at[i];
        if ((e->value & flag) == 0) continue;
        out_text(to, NULL, e->ptr, e->len);
        word.len = 0;
        cli_put_safe(&word, e->ptr, e->len);
        if (line.len > 0 && cli_width(line.ptr, line.len) + cli_width(word.ptr, word.len) > 76) {
            if (said) out_line(to, "  %s", line.ptr);
            line.len = 0;
        }
        cli_putf(&line, "%s%s", line.len > 0 ? " " : "", word.ptr);
    }
    if (said && line.len > 0) out_line(to, "  %s", line.ptr);
    out_close(to);
    cli_buf_free(&line);
    cli_buf_free(&word);
}

static void tell(const anon *a, const request *q)
{
    output said;
    size_t i, named = 0, kept = 0;
    unsigned k;
    wrote_begin(q, &said);
    out_say(&said, "%-38s %8s %12s  %s\n", "what", "fields", "bytes", "now");
    out_list(&said, "removed");
    for (k = 0; k < KINDS; k++) {
        if (a->fields[k] == 0) continue;
        out_group(&said, NULL);
        out_string(&said, "what", kinds[k].what);
        out_whole(&said, "field_count", a->fields[k]);
        out_whole(&said, "bytes", a->bytes[k]);
        out_string(&said, "now", kinds[k].how);
        out_close(&said);
        out_say(&said, "%-38s %8" PRIu64 " ", kinds[k].what, a->fields[k]);
        if (a->bytes[k] > 0) out_say(&said, "%12" PRIu64, a->bytes[k]);
        else out_say(&said, "%12s", "");
        out_say(&said, "  %s\n", kinds[k].how);
    }
    out_close(&said);
    out_whole(&said, "searched_for", a->s.word.count);
    for (i = 0; i < a->s.word.count; i++) {
        named += (a->s.word.at[i].value & WORD_NAMED) != 0;
        kept += (a->s.word.at[i].value & WORD_KEPT) != 0;
    }
    out_say(&said, "searched the new report for %zu private strings: none left", a->s.word.count);
    if (named + kept > 0) out_say(&said, ", except parts of\npaths and commands that also occur in what was kept");
    if (kept > 0) out_say(&said, "\nin names of metrics, texts of sections and rules: %zu", kept);
    if (named > 0) out_say(&said, "\nin names of kernels, functions and ranges:");
    out_say(&said, "\n");
    tell_words(a, &said, "also_in_names", WORD_NAMED, 1);
    tell_words(a, &said, "also_in_texts", WORD_KEPT, 0);
    wrote_end(&said);
}

/* The verb ------------------------------------------------------------------------------------------------------------- */

/* Writes the new report to a file that has no name. */
static int write_temp(anon *a, FILE *f, ncurep_error *e)
{
    ncurep_error why;
    uint32_t i;
    int ok;
    a->w = start_writer(f, e);
    if (a->w == NULL) return 0;
    ok = put_blocks(a, WRITE, e);
    for (i = 0; ok && i < a->o->info.strings; i++) {
        ncurep_view v;
        if (ncurep_string_at(a->o->report, i, &v) && dict_find(&a->used, v.ptr, v.len) == NOWHERE) count(a, 'd', v.len);
    }
    if (!end_writer(a->w, &why) || fflush(f) != 0) {
        cli_error(a->c, "writing the new report: %s", why.code == NCUREP_OK || (why.code == NCUREP_IO && errno != 0) ? strerror(errno) : why.message);
        e->code = NCUREP_OK; /* told */
        return 0;
    }
    return ok;
}

/* 1: nothing private is left; 0: something is; -1 with a message. */
static int verify(anon *a, const ncurep_input *file)
{
    ncurep_report_options options;
    ncurep_error e = {NCUREP_OK, 0, "it could not be read"};
    opened new_one, *old = a->o;
    int ok = 0;
    memset(&options, 0, sizeof options);
    options.memory.max_memory = (size_t)-1 / 2;
    memset(&new_one, 0, sizeof new_one);
    new_one.path = old->path;
    new_one.report = ncurep_report_open_input(file, &options, &e);
    if (new_one.report != NULL) {
        ncurep_report_info(new_one.report, &new_one.info);
        a->o = &new_one;
        ok = put_blocks(a, VERIFY, &e) && search(a, file);
        a->o = old;
    }
    ncurep_report_close(new_one.report);
    if (!ok) cli_error(a->c, "%s: searching the new report: byte %" PRIu64 ": %s", old->path, e.offset, e.message);
    else if (a->left > 0) cli_error(a->c, "%s: %" PRIu64 " private strings would be left; nothing is written", old->path, a->left);
    return ok ? a->left == 0 : -1;
}

static void free_anon(anon *a)
{
    size_t i;
    secrets_free(&a->s);
    dict_free(&a->name);
    dict_free(&a->function);
    dict_free(&a->used);
    for (i = 0; i < a->mades; i++) cli_buf_free(&a->made[i]);
    free(a->made);
    free(a->region);
    cli_buf_free(&a->text);
    free(a);
}

static int run(request *q, void *user)
{
    opened o;
    anon *a;
    scratch_part *part = NULL;
    FILE *f;
    ncurep_input file;
    ncurep_error e = {NCUREP_OK, 0, ""};
    int ok, code = may_write(q->c);
    if (code == CLI_FINE && q->path_count != 1) code = cli_usage(q->c, "anonymize takes one report");
    if (code != CLI_FINE || !open_whole(reader_of(q), q->paths[0], &o)) {
        cli_drop(q->c);
        return code != CLI_FINE ? code : CLI_INPUT;
    }
    a = (anon *)cli_alloc(1, sizeof *a);
    a->c = q->c;
    a->how = (const anonymize_options *)user;
    a->o = &o;
    read_schema(a);
    ok = o.info.version == 7;
    if (!ok) cli_error(q->c, "%s: version %" PRIu32 " of the format: its fields are unknown", o.path, o.info.version);
    ok = ok && put_blocks(a, COLLECT, &e);
    weaken(a);
    seal(&a->s);
    code = CLI_INPUT;
    if (ok && (part = temp_open(q->c, &f)) != NULL && write_temp(a, f, &e)) {
        ok = -1;
        if (temp_input(part, &file)) ok = verify(a, &file);
        else cli_error(q->c, "writing the new report: %s", strerror(errno));
        if (ok == 0) code = CLI_FINDING;
        if (ok > 0 && copy_out(q->c, &file)) code = CLI_FINE;
    } else if (e.code != NCUREP_OK)
        say_error(q->c, o.path, &e);
    if (code == CLI_FINE) tell(a, q);
    else cli_drop(q->c);
    temp_close(part);
    free_anon(a);
    close_report(&o);
    return code;
}

const verb anonymize_verb = {"anonymize", option_table, sizeof(anonymize_options), run, begin, NULL,
    "the same report without anything private",
    "Removed: hosts, users, paths (replaced consistently), command lines,\n  environment, source, machine code, comments, unknown fields. Kept: numbers,\n  times, metrics, texts of sections and rules. If a private string would be\n  left: exit code 1, no file. More: docs/REPORTS.md.\n\n  "
    "ncurep anonymize report.ncu-rep -o public.ncu-rep",
    FILES, 0, NULL, binary_lacks};
