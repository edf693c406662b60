/* Made-up kernels, each with one known cause for one reason to wait: what ncurep why makes of their samples, and that no sample is
   lost or counted twice. */
#include "report/model/why.h"

#include "cubin_code.h"

enum { OP_LDG = 0x981, OP_LDS = 0x984, OP_LDL = 0x983, OP_LDGSTS = 0xfae, OP_LDGDEPBAR = 0x9af, OP_DEPBAR = 0x91a, OP_S2R = 0x919, OP_BAR = 0xb1d,
       OP_TEX = 0xb60, OP_MUFU = 0x308, OP_LDC = 0xb82, OP_MEMBAR = 0x992 };

static code_op list[CODE_MOST];
static uint32_t count;
static code_cubin cubin;
static machine_code code;
static code_function function;
static source_row rows[CODE_MOST];
static source_column columns[4];
static double values[4][CODE_MOST];
static listing l;
static why w;

static uint32_t put(uint32_t op)
{
    list[count] = op_of(op, 0);
    return count++;
}

static void begin(void)
{
    count = 0;
    memset(values, 0, sizeof values);
    memset(columns, 0, sizeof columns);
    memset(&l, 0, sizeof l);
}

static size_t column(const char *name)
{
    size_t i;
    for (i = 0; i < l.column_count; i++)
        if (strcmp(columns[i].name.ptr, name) == 0) return i;
    columns[i].name.ptr = name;
    columns[i].name.len = strlen(name);
    columns[i].stall = strncmp(name, STALL, strlen(STALL)) == 0;
    columns[i].values = values[i];
    l.column_count++;
    return i;
}

static void sample(uint32_t row, const char *name, double samples)
{
    values[column(name)][row] += samples;
}

/* What blame makes of it, and that it adds up. */
static void solve(int has_code)
{
    uint32_t i;
    size_t k;
    double sum = 0;
    ops_open(&cubin, list, count, NULL, 0);
    memset(&code, 0, sizeof code);
    memset(&function, 0, sizeof function);
    code.lines = has_code ? cubin.file : NULL;
    code.arch = has_code ? 80 : 0;
    code.functions = &function;
    code.count = 1;
    function.name = ncurep_text("alpha");
    function.address = 0x7000;
    function.size = 16 * (uint64_t)count;
    function.symbol = 1;
    function.bytes.ptr = cubin.code;
    function.bytes.len = 16 * (size_t)count;
    for (i = 0; i < count; i++) {
        memset(&rows[i], 0, sizeof rows[i]);
        rows[i].address = 0x7000 + 16 * (uint64_t)i;
        rows[i].function = &function;
    }
    l.code = &code;
    l.rows = rows;
    l.count = count;
    l.columns = columns;
    l.samples = l.executed = l.column_count;
    for (k = 0; k < l.column_count; k++)
        if (strcmp(columns[k].name.ptr, "inst_executed") == 0) l.executed = k;
    why_of(&w, &l);
    for (k = 0; k < w.count; k++) sum += w.causes[k].samples;
    CHECK(sum + w.issued > w.samples - 1e-6 && sum + w.issued < w.samples + 1e-6);
    for (k = 0, sum = 0; k < w.reason_count; k++) {
        const why_reason *r = &w.reasons[k];
        const double of = r->produced + r->itself + r->unknown;
        CHECK(of > r->samples - 1e-6 && of < r->samples + 1e-6);
        sum += r->samples;
    }
    CHECK(sum + w.issued > w.samples - 1e-6 && sum + w.issued < w.samples + 1e-6);
}

static void done(void)
{
    why_free(&w);
    ops_close(&cubin);
}

/* Whether cause n is this one. */
static int is(size_t n, uint32_t row, why_kind kind, why_proof proof, double samples)
{
    const why_cause *c = &w.causes[n];
    if (n < w.count && c->row == row && c->kind == kind && c->proof == proof && c->samples > samples - 1e-6 && c->samples < samples + 1e-6) return 1;
    if (n < w.count) printf("    cause %zu: row %zu, %s, %d, %g samples\n", n, c->row, why_word(c->kind), (int)c->proof, c->samples);
    return 0;
}

/* A load of any kind, something between, and its first use. */
static void each_load(void)
{
    static const struct {
        uint32_t op;
        const char *reason;
        why_kind kind;
    } loads[] = {{OP_LDG, STALL "long_scoreboard", WHY_GLOBAL}, {OP_LDL, STALL "long_scoreboard", WHY_LOCAL}, {OP_TEX, STALL "long_scoreboard", WHY_TEXTURE},
                 {OP_LDS, STALL "short_scoreboard", WHY_SHARED}, {OP_LDC, STALL "short_scoreboard", WHY_CONSTANT}, {OP_S2R, STALL "short_scoreboard", WHY_SPECIAL},
                 {OP_MUFU, STALL "short_scoreboard", WHY_SPECIAL}};
    size_t i;
    for (i = 0; i < sizeof loads / sizeof *loads; i++) {
        uint32_t at, use;
        begin();
        at = put(loads[i].op);
        list[at].sets = 2;
        put(OP_NOP);
        use = put(OP_NOP);
        list[use].waits = 4;
        put(OP_EXIT);
        sample(use, loads[i].reason, 60);
        sample(at, STALL "selected", 40);
        solve(1);
        CHECK(w.count == 1 && is(0, at, loads[i].kind, WHY_PRODUCED, 60));
        CHECK(w.causes[0].distance == 2 && w.causes[0].waiter_count == 1 && w.causes[0].waiters[0].row == use);
        CHECK(w.causes[0].gone > 2.49 && w.causes[0].gone < 2.51);     /* 100 / 40 */
        CHECK(w.causes[0].hidden > 1.66 && w.causes[0].hidden < 1.67); /* 100 / (100 - 40) */
        CHECK(w.missing == NULL && w.causes[0].text != NULL);
        done();
    }
}

/* Two loads set one barrier: each reason goes to the one that fits it, and the store of the same barrier is passed over. */
static void one_barrier_for_two(void)
{
    uint32_t load, shared, use;
    begin();
    load = put(OP_LDG);
    list[load].sets = 0;
    shared = put(OP_LDS);
    list[shared].sets = 0;
    use = put(OP_NOP);
    list[use].waits = 1;
    put(OP_EXIT);
    sample(use, STALL "long_scoreboard", 30);
    sample(use, STALL "short_scoreboard", 10);
    solve(1);
    CHECK(w.count == 2 && is(0, load, WHY_GLOBAL, WHY_PRODUCED, 30) && is(1, shared, WHY_SHARED, WHY_PRODUCED, 10));
    done();
}

/* On two ways to one use: blame goes by how often each ran, and by how far away it is. */
static void two_ways(void)
{
    uint32_t branch, one, skip, two, use;
    begin();
    branch = put(OP_BRA);
    one = put(OP_LDG);
    skip = put(OP_BRA);
    two = put(OP_LDG);
    use = put(OP_NOP);
    put(OP_EXIT);
    list[branch].guard = 0;
    list[branch].to = two;
    list[one].sets = list[two].sets = 1;
    list[skip].to = use;
    list[use].waits = 2;
    sample(one, "inst_executed", 6);
    sample(two, "inst_executed", 3);
    sample(use, STALL "long_scoreboard", 120);
    solve(1);
    CHECK(w.count == 2 && w.causes[0].samples + w.causes[1].samples > 119.9); /* 6 / 2 and 3 / 1 */
    CHECK(is(0, one, WHY_GLOBAL, WHY_PRODUCED, 60) && is(1, two, WHY_GLOBAL, WHY_PRODUCED, 60));
    done();
}

/* Around a loop: the load of the round before. */
static void around_a_loop(void)
{
    uint32_t use, load, branch;
    begin();
    put(OP_NOP);
    use = put(OP_NOP);
    load = put(OP_LDG);
    branch = put(OP_BRA);
    put(OP_EXIT);
    list[use].waits = 8;
    list[load].sets = 3;
    list[branch].guard = 1;
    list[branch].to = use;
    sample(use, STALL "long_scoreboard", 50);
    sample(branch, STALL "selected", 25);
    sample(0, STALL "selected", 25); /* not in the loop */
    solve(1);
    CHECK(w.count == 1 && is(0, load, WHY_GLOBAL, WHY_PRODUCED, 50) && w.causes[0].in_loop);
    CHECK(w.causes[0].hidden > 1.33 && w.causes[0].hidden < 1.34); /* 100 / (100 - 25) */
    CHECK(w.causes[0].advice != NULL && strstr(w.causes[0].advice, "in a loop") != NULL);
    done();
}

/* Copies to shared memory: LDGDEPBAR counts the group, DEPBAR waits, and warps stand at what comes after it. */
static void groups_of_copies(void)
{
    uint32_t first, second, older, bar, depbar, use;
    begin();
    older = put(OP_LDGSTS);
    bar = put(OP_LDGDEPBAR);
    list[bar].sets = 0;
    first = put(OP_LDGSTS);
    second = put(OP_LDGSTS);
    bar = put(OP_LDGDEPBAR);
    list[bar].sets = 0;
    put(OP_NOP);
    depbar = put(OP_DEPBAR);
    use = put(OP_NOP);
    put(OP_EXIT);
    sample(use, STALL "long_scoreboard", 90);
    sample(depbar, STALL "long_scoreboard", 10);
    solve(1);
    CHECK(w.count == 2 && w.causes[0].row != older && w.causes[1].row != older);
    CHECK(w.causes[0].kind == WHY_COPY && w.causes[1].kind == WHY_COPY && w.causes[0].proof == WHY_PRODUCED);
    CHECK(w.causes[0].row + w.causes[1].row == first + second && w.causes[0].samples > 50);
    CHECK_U64(2, w.causes[0].waiter_count);
    done();
}

/* wait is for the instruction before, on each way to it. */
static void fixed_latency(void)
{
    uint32_t before, at;
    begin();
    put(OP_NOP);
    before = put(OP_NOP);
    at = put(OP_NOP);
    put(OP_EXIT);
    sample(at, STALL "wait", 7);
    solve(1);
    CHECK(w.count == 1 && is(0, before, WHY_ARITHMETIC, WHY_PRODUCED, 7));
    done();
}

/* Reasons that are those of the instruction itself, or of nobody in this warp. */
static void itself(void)
{
    static const struct {
        const char *reason;
        why_kind kind;
    } reasons[] = {{STALL "barrier", WHY_BARRIER}, {STALL "membar", WHY_FENCE}, {STALL "branch_resolving", WHY_BRANCH}, {STALL "no_instructions", WHY_CACHE},
                   {STALL "mio_throttle", WHY_QUEUE}, {STALL "lg_throttle", WHY_QUEUE}, {STALL "tex_throttle", WHY_QUEUE}, {STALL "drain", WHY_DRAIN},
                   {STALL "math_pipe_throttle", WHY_PIPE}, {STALL "dispatch_stall", WHY_PIPE}, {STALL "sleeping", WHY_SLEEP},
                   {STALL "not_selected", WHY_OTHERS}, {STALL "imc_miss", WHY_CONSTANT}, {STALL "of_a_new_kind", WHY_ELSE}};
    size_t i;
    for (i = 0; i < sizeof reasons / sizeof *reasons; i++) {
        uint32_t at;
        begin();
        put(OP_NOP);
        at = put(OP_BAR);
        put(OP_EXIT);
        sample(at, reasons[i].reason, 5);
        solve(1);
        CHECK(w.count == 1 && is(0, at, reasons[i].kind, WHY_ITSELF, 5));
        done();
    }
}

/* What cannot be told is called so, and kept. */
static void unknown(void)
{
    uint32_t at;
    begin();
    put(OP_LDG);
    at = put(OP_NOP);
    put(OP_EXIT);
    sample(at, STALL "long_scoreboard", 8); /* it waits for no barrier, and nothing sets one */
    sample(at, STALL "long_scoreboard_not_issued", 8);
    solve(1);
    CHECK(w.count == 1 && is(0, at, WHY_GLOBAL, WHY_UNKNOWN, 8) && w.missing == NULL);
    CHECK(w.reason_count == 1 && w.reasons[0].unknown > 7.9);
    done();
    solve(0);
    CHECK(w.count == 1 && is(0, at, WHY_GLOBAL, WHY_UNKNOWN, 8) && strstr(w.missing, "no machine code") != NULL);
    done();
    begin();
    put(OP_EXIT);
    solve(1);
    CHECK(w.count == 0 && strstr(w.missing, "no samples") != NULL);
    done();
}

int main(void)
{
    RUN(each_load);
    RUN(one_barrier_for_two);
    RUN(two_ways);
    RUN(around_a_loop);
    RUN(groups_of_copies);
    RUN(fixed_latency);
    RUN(itself);
    RUN(unknown);
    return run_end();
}
