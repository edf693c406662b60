/* Rows of code are picked, sorted and shown a part at a time as asked: what a viewer does with them. */
#include "report/model/counters.h"
#include "report/model/pick.h"
#include "report/pages/source.h"

#include "run.h"

#include <stdlib.h>
#include <string.h>

static cli c;
static model m;
static opened o;
static ncurep_result r;
static listing l;

static char *read_file(void *user, const char *path, size_t *len)
{
    (void)user;
    return cli_read(&c, path, len, NULL);
}

static size_t column_of(const char *name)
{
    size_t i;
    for (i = 0; i < l.column_count && !same_text(view_of(l.columns[i].name), name); i++) {}
    return i;
}

/* The picked rows as text: "3 7 5". */
static const char *picked(const code_rows *rows, const rows_query *q)
{
    static char text[400];
    size_t count, i, at = 0, *list = rows_pick(rows, q, &count);
    text[0] = 0;
    for (i = 0; i < count && at + 24 < sizeof text; i++) at += (size_t)snprintf(text + at, sizeof text - at, "%s%u", i > 0 ? " " : "", (unsigned)list[i]);
    cli_free(list);
    return text;
}

static rows_query query(size_t sort)
{
    rows_query q;
    memset(&q, 0, sizeof q);
    q.sort = sort;
    return q;
}

static void calls(void)
{
    static const double with_inlined[] = {0, 14, 18, 152, 9, 82, 17, 139}, own[] = {0, 14, 18, 61, 9, 65, 17, 139};
    static const uint32_t parents[] = {0, 0, 0, 0, 4, 4, 6, 0}, depths[] = {0, 0, 0, 0, 1, 1, 2, 0}, lines[] = {11, 12, 13, 14, 3, 8, 3, 15};
    const size_t samples = column_of(SAMPLES);
    code_rows rows;
    rows_query q;
    size_t i;
    rows_open(&rows, &l, ROWS_CALLS);
    if (!CHECK_U64(8, rows.count)) return;
    for (i = 0; i < 8; i++) {
        CHECK_U64(lines[i], rows.list[i].line);
        CHECK_U64(parents[i], rows.list[i].parent);
        CHECK_U64(depths[i], rows.list[i].depth);
        CHECK(rows.list[i].counted);
        CHECK_U64((uint64_t)with_inlined[i], (uint64_t)rows_values(&rows, i, 0)[samples]);
        CHECK_U64((uint64_t)own[i], (uint64_t)rows_values(&rows, i, 1)[samples]);
        CHECK_U64(0, row_address(&rows, &rows.list[i]));
    }
    q = query(ROWS_IN_ORDER);
    CHECK_STR("0 1 2 3 4 5 6 7", picked(&rows, &q));
    q.sort = samples;
    CHECK_STR("3 7 5 2 6 1 4 0", picked(&rows, &q));
    q.top = 3;
    CHECK_STR("3 7 5", picked(&rows, &q));
    q.top = 100; /* none without a value */
    CHECK_STR("3 7 5 2 6 1 4", picked(&rows, &q));
    q.top = 0;
    q.self = 1;
    CHECK_STR("7 5 3 2 6 1 4 0", picked(&rows, &q));
    q.ascending = 1;
    CHECK_STR("0 4 1 6 2 3 5 7", picked(&rows, &q));
    q = query(l.column_count); /* no such column */
    CHECK_STR("0 1 2 3 4 5 6 7", picked(&rows, &q));
    q = query(ROWS_IN_ORDER);
    q.find = ncurep_text("MIDDLE("); /* the text of line 14 calls it */
    CHECK_STR("3", picked(&rows, &q));
    q.find = ncurep_text("Middle"); /* and line 8 is in it */
    CHECK_STR("3 5", picked(&rows, &q));
    q.find = ncurep_text("nested.cu:3");
    CHECK_STR("4 6", picked(&rows, &q));
    q.find = ncurep_text("nowhere to be found");
    CHECK_STR("", picked(&rows, &q));
    q = query(ROWS_IN_ORDER);
    q.file = ncurep_text("nested.cu");
    CHECK_STR("0 1 2 3 4 5 6 7", picked(&rows, &q));
    q.file = ncurep_text("other.cu");
    CHECK_STR("", picked(&rows, &q));
    rows_close(&rows);
}

static void files(void)
{
    const size_t samples = column_of(SAMPLES);
    code_rows rows;
    rows_query q = query(ROWS_IN_ORDER);
    cli_buf b = {NULL, 0, 0};
    size_t i;
    rows_open(&rows, &l, ROWS_FILES);
    CHECK_U64(code_lines(l.code, ncurep_text("x/nested.cu")), rows.count);
    for (i = 0; i < rows.count; i++) CHECK_U64(i + 1, rows.list[i].line);
    CHECK(!rows.list[3].counted && rows_values(&rows, 3, 0)[samples] <= 0 && rows.list[3].instructions == 0);
    CHECK(same_text(row_file(&rows, &rows.list[3]), "nested.cu"));
    CHECK(rows_text(&b, &rows, 3) && b.len == 1 && b.ptr[0] == '}');
    CHECK_U64(26, (uint64_t)rows_values(&rows, 2, 0)[samples]); /* in two calls */
    CHECK_U64(152, (uint64_t)rows_values(&rows, 13, 0)[samples]);
    CHECK_U64(61, (uint64_t)rows_values(&rows, 13, 1)[samples]);
    q.counted = 1;
    CHECK_STR("2 7 10 11 12 13 14", picked(&rows, &q));
    CHECK_U64(0, code_lines(l.code, ncurep_text("other.cu")));
    cli_buf_free(&b);
    rows_close(&rows);
}

static void others(void)
{
    const size_t samples = column_of(SAMPLES);
    code_rows rows;
    cli_buf b = {NULL, 0, 0};
    rows_query q = query(ROWS_IN_ORDER);
    double sum = 0;
    size_t i, counted = 0;
    rows_open(&rows, &l, ROWS_INSTRUCTIONS);
    CHECK_U64(40, rows.count);
    CHECK(row_address(&rows, &rows.list[1]) == l.rows[1].address && same_text(row_function(&rows, &rows.list[1]), "saxpyish"));
    CHECK(rows_text(&b, &rows, 1));
    CHECK_BYTES("S2R R4, SR_CTAID.X", 18, b.ptr, b.len);
    CHECK_U64(18, (uint64_t)rows_values(&rows, 8, 1)[samples]);
    rows_close(&rows);
    rows_open(&rows, &l, ROWS_PTX);
    CHECK_U64(21, rows.list[0].line);
    for (i = 0; i < rows.count; i++) {
        sum += rows_values(&rows, i, 0)[samples];
        counted += (size_t)rows.list[i].counted;
        CHECK_U64(21 + i, rows.list[i].line);
        CHECK(row_file(&rows, &rows.list[i]).len == 0);
    }
    CHECK_U64(323, (uint64_t)sum);
    CHECK(counted > 5 && counted < rows.count);
    rows_close(&rows);
    rows_open(&rows, &l, ROWS_LINES);
    CHECK_STR("0 1 2 3 4 5", picked(&rows, &q)); /* an instruction counts for one line: the call, where there is one */
    rows_close(&rows);
    cli_buf_free(&b);
}

/* Bytes of a report that lies in memory. */
static void in_memory(void)
{
    char four[5] = "";
    CHECK(input_bytes(&o, 0, four, 4));
    CHECK_STR("NVR", four);
}

/* Averages and ratios are no sums. */
static void sums(void)
{
    size_t i;
    for (i = 0; i < l.column_count; i++) CHECK(l.columns[i].adds);
    CHECK(same_text(l.begins_in, "nested.cu"));
}

/* Whole figures have all of their digits, others six. */
static void digits(void)
{
    static const struct {
        double value;
        const char *text;
    } rows[] = {{0, "0"}, {7, "7"}, {999, "999"}, {1000, "1,000"}, {-1000, "-1,000"}, {102891520, "102,891,520"}, {-123456, "-123,456"}, {0.5, "0.5"},
                {-99999.25, "-99999.2"}, {99999.5, "100,000"}, {123456.75, "123,457"}, {9007199254740991.0, "9,007,199,254,740,991"},
                {999999999999999872.0, "999,999,999,999,999,872"}, {1e18, "1e+18"}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        cli_buf b = {NULL, 0, 0};
        put_digits(&b, rows[i].value);
        CHECK_STR(rows[i].text, b.ptr);
        cli_buf_free(&b);
    }
}

int main(void)
{
    reader in;
    ncurep_error e;
    section_source sections;
    size_t size;
    char *bytes;
    cli_init(&c, "test", "");
    memset(&in, 0, sizeof in);
    in.c = &c;
    in.max_size = READER_MAX_SIZE;
    m.c = &c;
    m.files = "examples/data/samples/ncurep/nested.cu";
    m.read_fn = read_file;
    bytes = cli_read(&c, "examples/data/samples/ncurep/saxpy.ncu-rep", &size, NULL);
    if (bytes == NULL || !open_bytes(&in, "saxpy", bytes, size, &o) || !ncurep_result_at(o.report, 0, &r, &e) || !sections_open(&sections, &m) ||
        !open_listing(&l, &m, &o, &r, 1) || !arrange_columns(&l, &sections)) return 1;
    RUN(calls);
    RUN(files);
    RUN(others);
    RUN(in_memory);
    RUN(sums);
    RUN(digits);
    close_listing(&l);
    (void)sections_close(&sections);
    close_report(&o);
    cli_free(bytes);
    return run_end();
}
