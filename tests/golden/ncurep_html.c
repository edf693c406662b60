/* The HTML page of ncurep: well formed, and nothing of a report but text, for reports and sections whose names are markup.
 *
 *     build/tests/golden/ncurep_html              the tests
 *     build/tests/golden/ncurep_html PAGE...      looks at pages that are there
 *     build/tests/golden/ncurep_html --make FOLDER   hostile.ncu-rep and hostile.section, for other tests
 */
#define NCUREP_POSIX
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"
#include "ncurep_calls.h"

#include <sys/wait.h>
#include <unistd.h>

#include "run.h"

/* Pages ----------------------------------------------------------------------------------------------------------- */

#define DEEP 200
#define MANY 100000

typedef struct words {
    const char *ptr[MANY];
    size_t len[MANY], count;
} words;

static words ids, wanted; /* ids of elements, and those that addresses and labels name */
static char message[200];

static int same(const char *p, size_t n, const char *text) { return strlen(text) == n && memcmp(p, text, n) == 0; }

static const char *add(words *w, const char *p, size_t n)
{
    if (w->count == MANY) return "too many ids for this test";
    w->ptr[w->count] = p;
    w->len[w->count++] = n;
    return NULL;
}

static int by_word(const void *a, const void *b)
{
    const char *const *x = (const char *const *)a, *const *y = (const char *const *)b;
    return strcmp(*x, *y);
}

/* Text, or the value of an attribute: references that we write, no markup, UTF-8 without controls. */
static const char *check_text(const char *p, const char *end)
{
    static const char *const known[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;", "&#9;"};
    while (p < end) {
        const unsigned char c = (unsigned char)*p;
        size_t i, n;
        if (c == '&') {
            for (i = 0; i < sizeof known / sizeof *known; i++)
                if ((size_t)(end - p) >= strlen(known[i]) && memcmp(p, known[i], strlen(known[i])) == 0) break;
            if (i == sizeof known / sizeof *known) return "& that begins no reference";
        }
        if (c == '<' || c == '>') return "< or > in a text";
        if ((c < 0x20 && c != '\n') || c == 0x7f) return "a control character";
        n = c < 0x80 ? 1 : c >= 0xc2 && c < 0xe0 ? 2 : c >= 0xe0 && c < 0xf0 ? 3 : c >= 0xf0 && c < 0xf5 ? 4 : 0;
        if (n == 0 || (size_t)(end - p) < n) return "no UTF-8";
        for (i = 1; i < n; i++)
            if (((unsigned char)p[i] & 0xc0) != 0x80) return "no UTF-8";
        p += n;
    }
    return NULL;
}

static const char *check_attribute(const char *name, size_t n, const char *value, const char *end)
{
    const char *bad = check_text(value, end);
    const char *p;
    if (bad != NULL) return bad;
    if (n > 2 && name[0] == 'o' && name[1] == 'n') return "an attribute with a script";
    if (same(name, n, "src") || same(name, n, "srcset") || same(name, n, "action")) return "an attribute that fetches";
    if (same(name, n, "href") && (value == end || *value != '#')) return "an address that leads elsewhere";
    if (same(name, n, "href") && !same(value, (size_t)(end - value), "#all")) return add(&wanted, value + 1, (size_t)(end - value) - 1);
    if (same(name, n, "id")) return add(&ids, value, (size_t)(end - value));
    if (same(name, n, "aria-labelledby") || same(name, n, "for")) return add(&wanted, value, (size_t)(end - value));
    if (same(name, n, "data-m") || same(name, n, "data-a") || same(name, n, "data-f")) {
        static char names[MANY][8]; /* ids that begin with m or f */
        snprintf(names[wanted.count], sizeof names[0], "%c%.*s", name[5] == 'f' ? 'f' : 'm', (int)(end - value), value);
        return add(&wanted, names[wanted.count], strlen(names[wanted.count]));
    }
    if (same(name, n, "style")) {
        /* how much of a bar is filled, and how deep a row of a tree is */
        if ((size_t)(end - value) < 5 || (memcmp(value, "--h:", 4) != 0 && memcmp(value, "--d:", 4) != 0)) return "a style that is none of ours";
        for (p = value + 4; p < end; p++)
            if (*p < '0' || *p > '9') return "a style that is none of ours";
        if (value[2] == 'd' && (end - value != 5 || value[4] < '1' || value[4] > '4')) return "a style that is none of ours";
    }
    if (same(name, n, "class"))
        for (p = value; p < end; p++)
            if (!(*p == ' ' || (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || (*p >= '0' && *p <= '9'))) return "a class that is none of ours";
    return NULL;
}

/* Elements that need no end tag: the next one, or the end of what surrounds them, ends them. */
static int is_cell(const char *name, size_t n) { return same(name, n, "td") || same(name, n, "th") || same(name, n, "tr"); }

/* What is wrong in a page; NULL: nothing. */
static const char *check_page(const char *page, size_t len, size_t *offset)
{
    static const char doctype[] = "<!DOCTYPE html>\n";
    const char *p = page, *end = page + len, *bad;
    const char *open[DEEP];
    size_t size[DEEP], depth = 0, scripts = 0, i;
    ids.count = wanted.count = 0;
    *offset = 0;
    if (len < sizeof doctype || memcmp(page, doctype, sizeof doctype - 1) != 0) return "no doctype";
    for (p += sizeof doctype - 1; p < end;) {
        const char *start = p, *name;
        size_t n;
        *offset = (size_t)(p - page);
        if (*p != '<') {
            while (p < end && *p != '<') p++;
            bad = check_text(start, p);
            if (bad != NULL) return bad;
            if (depth == 0)
                for (; start < p; start++)
                    if (*start != '\n') return "text outside the page";
            continue;
        }
        p++;
        if (p < end && *p == '/') {
            for (name = ++p; p < end && *p != '>'; p++) {}
            while (depth > 0 && is_cell(open[depth - 1], size[depth - 1])) depth--;
            if (depth == 0 || size[depth - 1] != (size_t)(p - name) || memcmp(open[depth - 1], name, size[depth - 1]) != 0) return "an end of what is not open";
            depth--;
            p++;
            continue;
        }
        for (name = p; p < end && ((*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || (*p >= '1' && *p <= '6')); p++) {}
        n = (size_t)(p - name);
        if (n == 0) return "< without a name";
        while (p < end && *p == ' ') {
            const char *key = ++p, *value;
            size_t k;
            for (; p < end && ((*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || (*p >= '0' && *p <= '9') || *p == '-'); p++) {}
            k = (size_t)(p - key);
            if (k == 0 || p + 1 >= end || p[0] != '=' || p[1] != '"') return "an attribute without a value in quotes";
            for (value = p += 2; p < end && *p != '"'; p++) {}
            bad = same(key, k, "content") ? NULL : check_attribute(key, k, value, p);
            if (bad != NULL) return bad;
            p++;
        }
        if (p < end && *p == '/') {
            p++;
            if (p >= end || *p != '>') return "/ without >";
            p++;
            continue;
        }
        if (p >= end || *p != '>') return "a tag without >";
        p++;
        if ((same(name, n, "script") && !(name[n] == ' ' && strncmp(name + n, " type=\"text/html\"", 17) == 0)) || same(name, n, "style")) {
            const char *stop = name[1] == 'c' ? "</script>" : "</style>";
            const size_t m = strlen(stop);
            scripts += name[1] == 'c';
            while ((size_t)(end - p) >= m && memcmp(p, stop, m) != 0) {
                if (p[0] == '<' && p[1] == '!') return "<! in the script or the style";
                p++;
            }
            if ((size_t)(end - p) < m) return "a script or style without an end";
            p += m;
            continue;
        }
        while (depth > 0 && is_cell(open[depth - 1], size[depth - 1]) && is_cell(name, n) && (same(name, n, "tr") || !same(open[depth - 1], size[depth - 1], "tr")))
            depth--;
        if (depth == DEEP) return "too deep";
        open[depth] = name;
        size[depth++] = n;
    }
    *offset = len;
    if (depth > 0) return "an element without an end";
    if (scripts != 1) return "not one script";
    {
        char **list = (char **)calloc(ids.count + 1, sizeof *list);
        const char *said = NULL;
        for (i = 0; i < ids.count; i++) {
            list[i] = (char *)calloc(ids.len[i] + 1, 1);
            memcpy(list[i], ids.ptr[i], ids.len[i]);
        }
        qsort(list, ids.count, sizeof *list, by_word);
        for (i = 1; i < ids.count && said == NULL; i++)
            if (strcmp(list[i - 1], list[i]) == 0) said = "an id twice";
        for (i = 0; i < wanted.count && said == NULL; i++) {
            char key[64], *at = key;
            snprintf(key, sizeof key, "%.*s", (int)wanted.len[i], wanted.ptr[i]);
            if (bsearch(&at, list, ids.count, sizeof *list, by_word) == NULL) {
                snprintf(message, sizeof message, "no id \"%s\"", key);
                said = message;
            }
        }
        for (i = 0; i < ids.count; i++) free(list[i]);
        free(list);
        return said;
    }
}

static char *page;
static size_t page_len;

/* What a command prints; its exit code. */
static int read_page(const char *command)
{
    FILE *f = popen(command, "r");
    size_t room = 1 << 16, n;
    int status;
    free(page);
    page = (char *)malloc(room);
    page_len = 0;
    if (f == NULL || page == NULL) return -1;
    while ((n = fread(page + page_len, 1, room - page_len, f)) > 0) {
        page_len += n;
        if (page_len == room) page = (char *)realloc(page, room *= 2);
        if (page == NULL) abort();
    }
    status = pclose(f);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static const char *tool(void)
{
    static char path[512];
    const char *b = getenv("B");
    snprintf(path, sizeof path, "%s/ncurep", b != NULL && *b != 0 ? b : "build");
    return path;
}

static int html(const char *options, const char *report)
{
    char command[2048];
    snprintf(command, sizeof command, "%s html %s %s 2>/dev/null", tool(), options, report);
    return read_page(command);
}

static void is_whole(const char *what)
{
    size_t offset;
    const char *bad = check_page(page, page_len, &offset);
    if (bad == NULL) return;
    printf("%s: byte %zu of the page: %s: %.80s\n", what, offset, bad, offset < page_len ? page + offset : "");
    CHECK(bad == NULL);
}

static int holds(const char *text)
{
    size_t n = strlen(text), i;
    for (i = 0; i + n <= page_len; i++)
        if (page[i] == text[0] && memcmp(page + i, text, n) == 0) return 1;
    return 0;
}

static void samples(void)
{
    static const char *const names[] = {"saxpy", "orchard", "mixed"};
    static const char *const options[] = {"", "--section-folder examples/data/sections", "--rules --all", "--section Occupancy --print-units base -c 1",
                                          "--baseline examples/data/samples/ncurep/saxpy.ncu-rep --match order --tolerance 0",
                                          "--resolve-source-file examples/data/samples/ncurep/nested.cu", "-k nothing"};
    size_t i, k;
    for (i = 0; i < 3; i++)
        for (k = 0; k < sizeof options / sizeof *options; k++) {
            char path[100];
            snprintf(path, sizeof path, "examples/data/samples/ncurep/%s.ncu-rep", names[i]);
            CHECK_U64(0, (uint64_t)html(options[k], path));
            is_whole(path);
            CHECK(k == 6 || holds("<h2 id=\"k0h\">"));
        }
}

/* A report of markup ------------------------------------------------------------------------------------------------ */

#define EVIL "</title></style><script>document.documentElement.title='ran'</script>\"'><img src=x onerror=\"document.documentElement.title='ran'\">&amp;<!-- ]]>\x01\xff\xe2\x80\xae"

static ncurep_writer *w;

static void text(uint32_t field, const char *t) { ncurep_write_text(w, field, ncurep_text(t)); }

static ncurep_value number(double d)
{
    ncurep_value v;
    memset(&v, 0, sizeof v);
    v.kind = NCUREP_KIND_DOUBLE;
    v.text.ptr = "";
    memcpy(&v.bits, &d, sizeof d);
    return v;
}

static ncurep_value integer(uint64_t u)
{
    ncurep_value v;
    memset(&v, 0, sizeof v);
    v.kind = NCUREP_KIND_UINT64;
    v.text.ptr = "";
    v.bits = u;
    return v;
}

#define LOST 2500 /* after so many instances some are missing */

static void metric(const char *name, double d, size_t instances, double step)
{
    ncurep_value v = number(d);
    size_t i;
    ncurep_write_metric(w, ncurep_text(name), &v);
    for (i = 0; i < instances; i++) {
        ncurep_value id = integer(i * 100 + (i > LOST ? 7000 : 0)), one = number(step * (double)(i % 7));
        ncurep_write_instance(w, &id, &one);
    }
    ncurep_write_end(w);
}

static void opcodes(const char *name)
{
    ncurep_value v = number(6);
    size_t i;
    ncurep_write_metric(w, ncurep_text(name), &v);
    for (i = 0; i < 3; i++) {
        ncurep_value id, one = number((double)i + 1);
        memset(&id, 0, sizeof id);
        id.kind = NCUREP_KIND_STRING;
        id.text.ptr = EVIL;
        id.text.len = strlen(EVIL);
        ncurep_write_instance(w, &id, &one);
    }
    ncurep_write_end(w);
}

static void rule(double gain)
{
    ncurep_write_begin(w, 19);
    text(1, EVIL);
    text(2, EVIL);
    ncurep_write_begin(w, 3);
    ncurep_write_begin(w, 1);
    ncurep_write_begin(w, 1);
    text(1, EVIL "@url:" EVIL ":javascript:alert(1)@");
    ncurep_write_u64(w, 2, 4);
    text(4, EVIL);
    ncurep_write_end(w);
    ncurep_write_begin(w, 8);
    ncurep_write_u64(w, 1, 1);
    text(2, EVIL);
    ncurep_write_double(w, 3, 82.4);
    text(5, EVIL);
    ncurep_write_end(w);
    ncurep_write_begin(w, 10);
    ncurep_write_u64(w, 1, 2);
    ncurep_write_double(w, 2, gain);
    ncurep_write_end(w);
    ncurep_write_end(w);
    ncurep_write_end(w);
    text(4, "Hostile");
    ncurep_write_end(w);
}

static void put_u64(char *to, uint64_t v)
{
    int i;
    for (i = 0; i < 8; i++) to[i] = (char)(unsigned char)(v >> 8 * i & 255);
}

/* Four warp samples: one before the first tick, two at 1000 ns, one at 2000 ns; the last tick ends them at 3000 ns. */
static void warps(void)
{
    static const unsigned char reasons[4] = {8, 8, 200, 6};
    static const unsigned char before[3] = {1, 3, 4};
    char times[3 * 16], records[4 * 16];
    ncurep_view v;
    size_t i;
    memset(records, 0, sizeof records);
    for (i = 0; i < 3; i++) {
        put_u64(times + i * 16, (i + 1) * 1000);
        put_u64(times + i * 16 + 8, before[i]);
    }
    for (i = 0; i < 4; i++) {
        records[i * 16 + 13] = (char)reasons[i];
        records[i * 16 + 14] = i < 2;
    }
    ncurep_write_begin(w, 36);
    text(1, EVIL);
    ncurep_write_begin(w, 2);
    ncurep_write_begin(w, 1);
    ncurep_write_u64(w, 1, 3);
    v.ptr = times;
    v.len = sizeof times;
    ncurep_write_text(w, 2, v);
    v.ptr = records;
    v.len = sizeof records;
    ncurep_write_text(w, 3, v);
    ncurep_write_end(w);
    ncurep_write_end(w);
    ncurep_write_end(w);
}

static int make_report(const char *path)
{
    ncurep_output out;
    ncurep_error e;
    int k, ok;
    out.write_fn = put_in_file;
    out.user = fopen(path, "wb");
    if (out.user == NULL) return 0;
    w = ncurep_writer_open(&out, NULL, &e);
    ncurep_write_entry(w, NCUREP_ROOT_BLOCK);
    ncurep_write_begin(w, 3);
    ncurep_write_begin(w, 6);
    ncurep_write_u64(w, 1, 0);
    text(2, EVIL);
    ncurep_write_end(w);
    ncurep_write_begin(w, 8);
    text(1, "Nsight Compute Target");
    text(2, "2025.1.0" EVIL);
    ncurep_write_end(w);
    text(11, EVIL);
    ncurep_write_end(w);
    ncurep_write_begin(w, 6);
    ncurep_write_u64(w, 1, 1);
    text(3, EVIL);
    ncurep_write_end(w);
    ncurep_write_block(w);
    for (k = 0; k < 2; k++) {
        ncurep_write_entry(w, NCUREP_ROOT_KERNEL);
        ncurep_write_u64(w, 1, 7);
        text(5, EVIL);
        text(6, EVIL);
        text(7, EVIL "(int)");
        metric("gpu__time_duration.sum", k ? 1e300 : 1000, 0, 0);
        metric("a.sum", 5, 50, 1.5);
        metric("b.sum", 7, 700, -1e308);
        metric("dram__bytes_read.sum", 1e6, 0, 0);
        metric("dram__bytes_write.sum", 0, 0, 0);
        metric("l1tex__m_xbar2l1tex_read_bytes.sum", 2e300, 0, 0);
        metric("l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", 12345, 0, 0);
        metric("pmsampling:a", 0, 5000, 1e300);
        metric("pmsampling:zero", 0, 50, 0);
        metric("profiler__pmsampler_dropped_samples", 3, 0, 0);
        metric(EVIL, 1, 3, 1);
        opcodes("sass__inst_executed_per_opcode");
        rule(k ? 17.6 : 99); /* most of a short kernel, and less of a long one, which is more */
        ncurep_write_begin(w, 21);
        ncurep_write_begin(w, 1);
        text(2, "<default domain>");
        ncurep_write_end(w);
        ncurep_write_begin(w, 2);
        ncurep_write_u64(w, 1, 7);
        ncurep_write_begin(w, 2);
        ncurep_write_begin(w, 3);
        text(1, EVIL);
        ncurep_write_end(w);
        ncurep_write_end(w);
        ncurep_write_end(w);
        ncurep_write_end(w);
        if (k == 0) warps();
        ncurep_write_end(w);
        ncurep_write_block(w);
    }
    ok = end_writer(w, &e);
    return (fclose((FILE *)out.user) == 0) & ok;
}

/* Every kind of item, with labels that are markup. In a section file the text is escaped as in C. */
#define EVIL_TEXT "\"</title></style><script>document.documentElement.title='ran'</script>\\\"'><img src=x onerror=document.documentElement.title='ran'>&amp;<!-- ]]>\""
#define METRIC(name) "Metrics { Label: " EVIL_TEXT " Name: \"" name "\" } "

static int make_section(const char *path)
{
    static const char *const lines[] = {
        "Identifier: \"Hostile\" DisplayName: ", EVIL_TEXT, " Description: ", EVIL_TEXT, " Header { ", METRIC("a.sum"), METRIC("gpu__time_duration.sum"), "}\n",
        "Body { DisplayName: ", EVIL_TEXT, "\n",
        "Items { Table { Label: ", EVIL_TEXT, " Columns: 2 ", METRIC("a.sum"), METRIC("b.sum"), "} }\n",
        "Items { Table { Label: ", EVIL_TEXT, " Columns: 1 ", METRIC("a.sum"), "} }\n",
        "Items { BarChart { Label: ", EVIL_TEXT, METRIC("a.sum"), METRIC("b.sum"), "} }\n",
        "Items { BarChart { Label: ", EVIL_TEXT, " Metrics { Label: ", EVIL_TEXT, " Name: \"sass__inst_executed_per_opcode\" ShowInstances: true } } }\n",
        "Items { HistogramChart { Label: ", EVIL_TEXT, " HistogramAxis { Label: ", EVIL_TEXT, " } Metric { Label: ", EVIL_TEXT, " Name: \"b.sum\" } } }\n",
        "Items { HistogramChart { Label: ", EVIL_TEXT, " Metric { Label: ", EVIL_TEXT, " Name: \"a.sum\" } } }\n",
        "Items { LineChart { Label: ", EVIL_TEXT, " AxisX { Label: ", EVIL_TEXT, " } AxisY { Label: ", EVIL_TEXT, " } ", METRIC("a.sum"), METRIC("b.sum"),
        "HighlightX { ", METRIC("gpu__time_duration.sum"), "} } }\n",
        "Items { Timeline { MetricGroups { Label: ", EVIL_TEXT, " MetricRows { ", METRIC("pmsampling:a"), "} MetricRows { ", METRIC("pmsampling:zero"), "} } } }\n",
        "Items { LineChart { Label: ", EVIL_TEXT, " Metrics { Name: \"not__there\" } } }\n",
        "Items { MemoryChart { Label: ", EVIL_TEXT, " } }\n",
        "Items { SourceMetricTable { Label: ", EVIL_TEXT, METRIC("a.sum"), "} }\n",
        "Items { RooflineChart { Label: ", EVIL_TEXT, " AxisIntensity { Label: ", EVIL_TEXT, " } AxisWork { Label: ", EVIL_TEXT, " }\n",
        "Rooflines { PeakWork { Metric { Name: \"dram__bytes_read.sum\" } } PeakTraffic { Metric { Name: \"a.sum\" } } Options { Label: ", EVIL_TEXT, " } }\n",
        "AchievedValues { AchievedWork { Metric { Name: \"b.sum\" } } AchievedTraffic { Metric { Name: \"a.sum\" } } Options { Label: ", EVIL_TEXT, " } } } }\n",
        "}\n"};
    FILE *f = fopen(path, "wb");
    size_t i;
    if (f == NULL) return 0;
    for (i = 0; i < sizeof lines / sizeof *lines; i++) fputs(lines[i], f);
    return fclose(f) == 0;
}

static int make(const char *folder)
{
    char path[600];
    snprintf(path, sizeof path, "%s/hostile.ncu-rep", folder);
    if (!make_report(path)) return 0;
    snprintf(path, sizeof path, "%s/hostile.section", folder);
    return make_section(path);
}

static char folder[64];

static void hostile(void)
{
    static const char *const charts[] = {"Line chart", "Histogram", "Roofline", "over time", "Traffic between", "class=\"stack\"", "class=\"bars\""};
    char options[300], report[200];
    size_t i;
    snprintf(report, sizeof report, "%s/hostile.ncu-rep", folder);
    snprintf(options, sizeof options, "--all --section-folder %s --baseline %s", folder, report);
    CHECK_U64(0, (uint64_t)html(options, report));
    is_whole("hostile.ncu-rep with hostile.section");
    for (i = 0; i < sizeof charts / sizeof *charts; i++) {
        if (!holds(charts[i])) printf("no %s\n", charts[i]);
        CHECK(holds(charts[i]));
    }
    CHECK(holds("4 samples of warps") && holds("not in the picture: 1.") && holds("at most 2 in 1 us"));
    CHECK(holds("<path class=\"c1\" d=\"M0.0 120.0h333.3V60.0h-333.3z\"><title>long_scoreboard</title>"));
    CHECK(holds("<path class=\"c2\" d=\"M333.3 120.0h333.3V60.0h-333.3z\"><title>wait</title>"));
    CHECK(holds("<path class=\"c3\" d=\"M0.0 60.0h333.3V0.0h-333.3z\"><title>reason 200</title>"));
    CHECK(holds("<tr><th>long_scoreboard<td>2<td>50.0%<td>2\n<tr><th>wait<td>1<td>25.0%<td>0\n<tr><th>reason 200<td>1<td>25.0%<td>0\n"));
    CHECK(holds("&lt;/title&gt;&lt;/style&gt;&lt;script&gt;document"));
    CHECK(!holds("<img"));
    CHECK(holds("<dt>Best estimated gain</dt><dd>17.6% <small>1 "));
    /* Samples that are missing are said and marked; rows of zeros fold; an empty chart says why. */
    CHECK(holds("The profiler dropped 3 samples. Samples are missing: usually they are 100 ns apart, and up to 7.1 us where the rows are marked.</p>"));
    CHECK(holds("<path class=\"gap\" d=\"M") && holds("<summary>1 row is 0 throughout</summary>"));
    CHECK(holds("<p class=\"about\">Nothing to draw: the report does not hold not__there.</p>"));
    CHECK(holds(" req, ") || holds(" req</text>"));
    CHECK(holds("data-f=\"")); /* both kernels have the same chart */
    CHECK(!holds("nan") && !holds("\"inf") && !holds("-inf"));
    CHECK_U64(0, (uint64_t)html("--rules", report));
    is_whole("hostile.ncu-rep with built-in sections");
}

/* Reports with wrong bytes give a complete page, or none. */
static void damaged(void)
{
    char path[100];
    char *data;
    size_t len, i;
    unsigned seed = 12345;
    FILE *f = fopen("examples/data/samples/ncurep/orchard.ncu-rep", "rb");
    CHECK(f != NULL);
    if (f == NULL) return;
    data = (char *)malloc(1 << 20);
    len = fread(data, 1, 1 << 20, f);
    fclose(f);
    snprintf(path, sizeof path, "%s/damaged.ncu-rep", folder);
    for (i = 0; i < 60; i++) {
        size_t at[4], k;
        char was[4];
        int code;
        for (k = 0; k < 4; k++) {
            seed = seed * 1664525u + 1013904223u;
            at[k] = 8 + (seed >> 4) % (len - 8);
            was[k] = data[at[k]];
            data[at[k]] = k % 2 ? '<' : (char)(unsigned char)(seed >> 24);
        }
        f = fopen(path, "wb");
        CHECK(f != NULL && fwrite(data, 1, i % 3 == 2 ? len * (i + 1) / 61 : len, f) > 0);
        if (f != NULL) fclose(f);
        code = html("", path);
        CHECK(code == 0 || code == 3);
        if (page_len > 0) is_whole("damaged.ncu-rep");
        for (k = 4; k > 0; k--) data[at[k - 1]] = was[k - 1];
    }
    unlink(path);
    free(data);
}

/* The checker sees what is wrong. */
static void sees(void)
{
    static const struct {
        const char *body, *message;
    } cases[] = {{"<p>a & b</p>", "& that begins no reference"}, {"<p>a > b</p>", "< or > in a text"}, {"<p title=\"<\"/>", "< or > in a text"},
                 {"<p></b>", "an end of what is not open"}, {"<p>", "an end of what is not open"}, {"<p class=x/>", "an attribute without a value in quotes"},
                 {"<p onclick=\"x\"/>", "an attribute with a script"}, {"<img src=\"x\"/>", "an attribute that fetches"},
                 {"<a href=\"http://x\"/>", "an address that leads elsewhere"}, {"<a href=\"#none\"/>", "no id \"none\""},
                 {"<b id=\"x\"/><b id=\"x\"/>", "an id twice"}, {"<p style=\"color:red\"/>", "a style that is none of ours"}, {"<p style=\"--d:1px\"/>", "a style that is none of ours"}, {"<p style=\"--d:5\"/>", "a style that is none of ours"},
                 {"<script>2</script>", "not one script"}, {"<p>\x01</p>", "a control character"}, {"<p>\xff</p>", "no UTF-8"}};
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text_of[500];
        size_t offset;
        const char *bad;
        snprintf(text_of, sizeof text_of, "<!DOCTYPE html>\n<html><script>1</script>%s</html>\n", cases[i].body);
        bad = check_page(text_of, strlen(text_of), &offset);
        CHECK(bad != NULL);
        if (bad != NULL) CHECK_STR(cases[i].message, bad);
    }
}

int main(int argc, char **argv)
{
    char path[100];
    int i;
    if (argc == 3 && strcmp(argv[1], "--make") == 0) return make(argv[2]) ? 0 : 1;
    for (i = 1; i < argc; i++) {
        char command[1100];
        size_t offset;
        const char *bad;
        snprintf(command, sizeof command, "cat '%s'", argv[i]);
        (void)read_page(command);
        bad = check_page(page, page_len, &offset);
        if (bad != NULL) {
            printf("%s: byte %zu: %s: %.80s\n", argv[i], offset, bad, offset < page_len ? page + offset : "");
            return 1;
        }
    }
    if (argc > 1) return 0;
    RUN(sees);
    snprintf(folder, sizeof folder, "/tmp/ncurep-html-XXXXXX");
    if (mkdtemp(folder) == NULL || !make(folder)) return 1;
    RUN(samples);
    RUN(hostile);
    RUN(damaged);
    snprintf(path, sizeof path, "%s/hostile.ncu-rep", folder);
    unlink(path);
    snprintf(path, sizeof path, "%s/hostile.section", folder);
    unlink(path);
    rmdir(folder);
    free(page);
    return run_end();
}
