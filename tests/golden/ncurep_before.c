/* Rows beside those of a baseline: what has moved finds its pair, what is new and what is gone is told, and differences add up. */
#include "report/model/pick.h"

#include "cubin_code.h"

enum { OP_LDG = 0x981, OP_LDS = 0x984, OP_LDL = 0x983, OP_STG = 0x986, OP_MUFU = 0x308, OP_BAR = 0xb1d, OP_S2R = 0x919, OP_MEMBAR = 0x992, OP_TEX = 0xb60,
       OP_SULD = 0x99a, OP_STS = 0x388 };

/* Items of texts: a letter is what an item is exactly, its case does not matter where it has to agree loosely, and digits agree
   coarsely alone. A space: nothing leads on from there. */
static size_t items_of(align_item *to, const char *text)
{
    size_t n = 0;
    int begins = 1;
    memset(to, 0, 64 * sizeof *to);
    for (; *text != 0; text++) {
        const char loose = *text >= 'A' && *text <= 'Z' ? (char)(*text + 'a' - 'A') : *text, coarse = *text >= '0' && *text <= '9' ? '#' : loose;
        if (*text == ' ') {
            begins = 1;
            continue;
        }
        to[n].key[ALIGN_EXACT] = align_key(1, text, 1);
        to[n].key[ALIGN_LOOSE] = align_key(2, &loose, 1);
        to[n].key[ALIGN_COARSE] = align_key(3, &coarse, 1);
        to[n++].begins = begins;
        begins = 0;
    }
    return n;
}

static align_item now_items[64], old_items[64];
static uint32_t of_now[64], of_old[64];

/* The partners of the items of now, as letters: a is the first item of then, - none. What then has is the same the other way. */
static const char *aligned(size_t now, size_t then)
{
    static char said[65];
    size_t i;
    memset(of_now, 0, sizeof of_now);
    memset(of_old, 0, sizeof of_old);
    align(now_items, now, of_now, old_items, then, of_old);
    for (i = 0; i < now; i++) {
        said[i] = of_now[i] == 0 ? '-' : (char)('a' + of_now[i] - 1);
        if (of_now[i] > 0) CHECK_U64(i + 1, of_old[of_now[i] - 1]);
    }
    for (i = 0; i < then; i++)
        if (of_old[i] > 0) CHECK_U64(i + 1, of_now[of_old[i] - 1]);
    said[now] = 0;
    return said;
}

static const char *align_texts(const char *now, const char *then)
{
    const size_t n = items_of(now_items, now);
    return aligned(n, items_of(old_items, then));
}

static void the_same(void)
{
    CHECK_STR("abcdef", align_texts("qwerty", "qwerty"));
    CHECK_STR("abcdef", align_texts("xxxxxx", "xxxxxx"));
    CHECK_STR("", align_texts("", "abc"));
    CHECK_STR("---", align_texts("abc", ""));
}

static void moved(void)
{
    CHECK_STR("efghabcd", align_texts("tyuiqwer", "qwertyui"));
    CHECK_STR("bcdefa", align_texts("wertyq", "qwerty"));
}

static void new_and_gone(void)
{
    CHECK_STR("abc-def", align_texts("qwezrty", "qwerty"));
    CHECK_STR("abdef", align_texts("qwrty", "qwerty"));
    CHECK_STR("abcdefgh--", align_texts("qweqweasqw", "qweqweas")); /* what is more of the same is new */
}

/* A repeated item goes with its neighbours. */
static void repeated(void)
{
    CHECK_STR("abcdefg-", align_texts("qzwzezrz", "qzwzezr"));
    CHECK_STR("efcdab", align_texts("ezwzqz", "qzwzez"));
}

static void registers_have_other_names(void)
{
    CHECK_STR("abcdef", align_texts("QWERTY", "qwerty"));
    CHECK_STR("defabc", align_texts("RTYQWE", "qwerty"));
    CHECK_STR("abc", align_texts("q2e", "q1e")); /* another form of the same, between its neighbours */
    CHECK_STR("--", align_texts("2z", "q1"));    /* but not where nothing leads there */
}

/* Where control goes: the targets of a pair are a pair. */
static void by_flow(void)
{
    size_t now, then;
    now = items_of(now_items, "qb 2 2");
    then = items_of(old_items, "qb 1 1");
    now_items[1].to = 4;
    old_items[1].to = 3;
    CHECK_STR("ab-c", aligned(now, then));
    now = items_of(now_items, "qbz");
    then = items_of(old_items, "qb");
    now_items[1].to = 9; /* outside */
    old_items[1].to = 1;
    CHECK_STR("ab-", aligned(now, then));
}

/* Two kernels ------------------------------------------------------------------------------------------------------- */

typedef struct kernel {
    code_cubin cubin;
    machine_code code;
    code_function function;
    source_row rows[CODE_MOST];
    source_column columns[2];
    double values[2][CODE_MOST];
    ncurep_result result;
    opened o;
    listing l;
} kernel;

static kernel one, two;

static void make(kernel *k, const char *name, const code_op *list, uint32_t count, const char *second)
{
    static const char *const first = SAMPLES;
    uint32_t i;
    memset(k, 0, sizeof *k);
    ops_open(&k->cubin, list, count, NULL, 0);
    k->code.lines = k->cubin.file;
    k->code.arch = 80;
    k->code.revision = 8 << 16;
    k->code.functions = &k->function;
    k->code.count = 1;
    sass_open(&k->code);
    k->function.name = k->result.mangled = ncurep_text(name);
    k->function.address = 0x7000;
    k->function.size = 16 * (uint64_t)count;
    k->function.symbol = 1;
    k->function.bytes.ptr = k->cubin.code;
    k->function.bytes.len = 16 * (size_t)count;
    for (i = 0; i < count; i++) {
        k->rows[i].address = 0x7000 + 16 * (uint64_t)i;
        k->rows[i].function = &k->function;
        k->values[0][i] = 10 * (i + 1);
        k->values[1][i] = i;
        k->columns[0].sum += k->values[0][i];
    }
    for (i = 0; i < 2; i++) {
        const char *const text = i > 0 ? second : first;
        k->columns[i].name = nvs_text(text);
        k->columns[i].values = k->values[i];
        k->columns[i].adds = 1;
    }
    k->l.o = &k->o;
    k->l.r = &k->result;
    k->l.code = &k->code;
    k->l.rows = k->rows;
    k->l.count = count;
    k->l.columns = k->columns;
    k->l.column_count = 2;
    k->l.executed = 2;
}

static void unmake(kernel *k)
{
    ops_close(&k->cubin);
    sass_close(&k->code);
}

static code_op op(uint32_t what) { return op_of(what, 0); }

/* Now the loop comes last, with a load from shared memory in place of two others. */
static void a_loop_that_moved(void)
{
    static const char *const texts[] = {"S2R", "STG", "LDG", "LDS", "BRA", "EXIT"};
    const code_op before[] = {op(OP_S2R), op(OP_LDG), op(OP_MUFU), op(OP_TEX), op_of(OP_BRA, 1), op(OP_STG), op(OP_EXIT)};
    const code_op after[] = {op(OP_S2R), op(OP_STG), op(OP_LDG), op(OP_LDS), op_of(OP_BRA, 2), op(OP_EXIT)};
    static const int was[] = {0, 5, 1, -1, 4, 6};
    code_before x;
    code_rows rows;
    rows_query q;
    const old_row *gone;
    size_t i, at = 0, count, *list;
    double sum = 0;
    cli_buf b = {NULL, 0, 0};
    make(&one, "alpha", before, 7, "inst_executed");
    make(&two, "alpha<2>", after, 6, "other_counter"); /* the kernel itself, whatever it is called */
    before_open(&x, &one.l, "before.ncu-rep", 0);
    unmake(&one); /* and its report may go */
    memset(&one, 0, sizeof one);
    two.l.before = &x;
    rows_open_beside(&rows, &two.l, ROWS_INSTRUCTIONS);
    CHECK_U64(6, rows.count);
    for (i = 0; i < 6; i++) {
        const old_row *const old = row_before(&rows, i);
        const double *const then = old_values(&rows, old, 0);
        b.len = 0;
        CHECK(rows_text(&b, &rows, i) && strncmp(b.ptr, texts[i], strlen(texts[i])) == 0);
        if (!CHECK((old != NULL) == (was[i] >= 0))) continue;
        CHECK(then[1] != then[1]); /* the baseline has no such counter */
        CHECK_DOUBLE(was[i] >= 0 ? 10 * (was[i] + 1) : 0, then[0]);
        if (old != NULL) CHECK_U64(16 * (uint64_t)was[i], old->offset);
        sum += rows_values(&rows, i, 0)[0] - old_values(&rows, old, 0)[0];
    }
    for (i = 0; i < 2; i++) {
        gone = next_gone(&rows, &at);
        if (!CHECK(gone != NULL)) continue;
        CHECK(strncmp(old_text(&rows, gone->text).ptr, i == 0 ? "MUFU" : "TEX", 3) == 0);
        CHECK_U64(3, gone_after(&rows, gone)); /* after LDG */
        sum -= old_values(&rows, gone, 0)[0];
    }
    CHECK(next_gone(&rows, &at) == NULL);
    CHECK_DOUBLE(210 - 280, sum);
    memset(&q, 0, sizeof q);
    q.change = 1;
    q.top = 3;
    list = rows_pick(&rows, &q, &count); /* STG has 40 less, the new one 40, LDG 10 more */
    if (CHECK_U64(3, count)) CHECK(list[0] == 1 && list[1] == 3 && list[2] == 2);
    cli_free(list);
    cli_buf_free(&b);
    rows_close_beside(&rows);
    rows_open_beside(&rows, &two.l, ROWS_PTX); /* a kind that was not kept */
    CHECK(rows.before == NULL && next_gone(&rows, &at) == NULL);
    rows_close_beside(&rows);
    before_close(&x);
    unmake(&two);
}

/* Another function is another function, whatever its code is. */
static void other_functions(void)
{
    const code_op code[] = {op(OP_S2R), op(OP_LDG), op(OP_EXIT)};
    code_before x;
    code_rows rows;
    size_t at = 0, n = 0;
    make(&one, "alpha", code, 3, "inst_executed");
    make(&two, "alpha", code, 3, "inst_executed");
    one.function.name = ncurep_text("helper");
    before_open(&x, &one.l, "before.ncu-rep", 0);
    two.l.before = &x;
    rows_open_beside(&rows, &two.l, ROWS_INSTRUCTIONS);
    while (next_gone(&rows, &at) != NULL) n++;
    CHECK_U64(3, n);
    CHECK(row_before(&rows, 0) == NULL);
    rows_close_beside(&rows);
    before_close(&x);
    unmake(&one);
    unmake(&two);
}

int main(void)
{
    RUN(the_same);
    RUN(moved);
    RUN(new_and_gone);
    RUN(repeated);
    RUN(registers_have_other_names);
    RUN(by_flow);
    RUN(a_loop_that_moved);
    RUN(other_functions);
    return run_end();
}
