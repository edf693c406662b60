/* Made-up kernels, each with one known cause for one reason to wait: what ncurep why makes of their samples, and that no sample is
   lost or counted twice. */
#include "report/model/notes.h"

#include "cubin_code.h"

#include <math.h>

enum { OP_LDG = 0x981, OP_LDS = 0x984, OP_LDL = 0x983, OP_LDGSTS = 0xfae, OP_LDGDEPBAR = 0x9af, OP_DEPBAR = 0x91a, OP_S2R = 0x919, OP_BAR = 0xb1d,
       OP_TEX = 0xb60, OP_MUFU = 0x308, OP_LDC = 0xb82, OP_MEMBAR = 0x992, OP_LD = 0x980, OP_ATOMG = 0x9a8, OP_STG = 0x986, OP_ST = 0x985, OP_SUST = 0x99c, OP_RED = 0x98e, OP_STL = 0x387,
       OP_SULD = 0x99a, OP_LDSM = 0x83b, OP_ATOMS = 0x38c, OP_STS = 0x388, OP_SHFL = 0x389, OP_REDUX = 0x3c4, OP_NANOSLEEP = 0x95d, OP_HMMA = 0x23c, OP_NO_TABLE = 0x1fe };

static code_op list[CODE_MOST];
static uint32_t count, arch = 80;
static code_cubin cubin;
static machine_code code;
static code_function function, twin;
static source_row rows[CODE_MOST];
static source_column columns[4];
static double values[4][CODE_MOST];
static listing l;
static why w;

/* The report of the kernel: what it says of the launch. */
static char bytes[4096];
static size_t size;
static opened made;
static ncurep_result result;

typedef struct fact {
    const char *name;
    double value;
} fact;

static ncurep_reply keep(const void *from, size_t n, void *user)
{
    (void)user;
    if (n > sizeof bytes - size) return NCUREP_REPLY_NO;
    memcpy(bytes + size, from, n);
    size += n;
    return NCUREP_REPLY_YES;
}

static void made_of(const fact *facts, size_t n)
{
    ncurep_output to;
    ncurep_writer *writer;
    ncurep_error error;
    size_t i;
    size = 0;
    to.write_fn = keep;
    to.user = NULL;
    writer = ncurep_writer_open(&to, NULL, &error);
    ncurep_write_entry(writer, NCUREP_ROOT_KERNEL);
    for (i = 0; i < n; i++) {
        ncurep_value v = {NCUREP_KIND_DOUBLE, 0, {"", 0}};
        memcpy(&v.bits, &facts[i].value, sizeof v.bits);
        ncurep_write_metric(writer, ncurep_text(facts[i].name), &v);
        ncurep_write_end(writer);
    }
    ncurep_write_end(writer);
    CHECK(ncurep_writer_finish(writer, &error) == NCUREP_OK);
    ncurep_writer_close(writer);
    ncurep_report_close(made.report);
    made.report = ncurep_report_open(bytes, size, NULL, &error);
    CHECK(made.report != NULL && ncurep_result_at(made.report, 0, &result, NULL));
}

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
    l.o = &made;
    l.r = &result;
}

static size_t column(const char *name)
{
    size_t i;
    for (i = 0; i < l.column_count; i++)
        if (strcmp(columns[i].name.ptr, name) == 0) return i;
    columns[i].name.ptr = name;
    columns[i].name.len = strlen(name);
    columns[i].stall = is_stall(ncurep_text(name));
    columns[i].values = values[i];
    l.column_count++;
    return i;
}

static void sample(uint32_t row, const char *name, double samples)
{
    values[column(name)][row] += samples;
}

/* So many of the instructions once more, as those of another function. */
static uint32_t again;

/* What blame makes of it, and that it adds up. */
static void solve(int has_code)
{
    uint32_t i;
    size_t k;
    double sum = 0;
    ops_open_for(&cubin, arch, list, count, NULL, 0);
    memset(&code, 0, sizeof code);
    memset(&function, 0, sizeof function);
    code.lines = has_code ? cubin.file : NULL;
    code.arch = has_code ? arch : 0;
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
    twin = function;
    twin.address = 0x9000;
    for (i = 0; i < again; i++) {
        rows[count + i] = rows[i];
        rows[count + i].address = 0x9000 + 16 * (uint64_t)i;
        rows[count + i].function = &twin;
    }
    l.code = &code;
    l.rows = rows;
    l.count = count + again;
    l.columns = columns;
    l.samples = l.executed = l.column_count;
    for (k = 0; k < l.column_count; k++)
        if (strcmp(columns[k].name.ptr, "inst_executed") == 0) l.executed = k;
    why_of(&w, &l, SIZE_MAX);
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

/* Whatever sets a barrier when its result is there, or when it has read its operands, something between, and the first use. */
static void each_producer(void)
{
    static const char wait_long[] = STALL "long_scoreboard", wait_short[] = STALL "short_scoreboard";
    static const struct {
        uint32_t op;
        int reads; /* the barrier is that of its operands */
        const char *reason;
        why_kind kind;
    } loads[] = {{OP_LDG, 0, wait_long, WHY_GLOBAL}, {OP_LD, 0, wait_long, WHY_GLOBAL}, {OP_ATOMG, 0, wait_long, WHY_GLOBAL}, {OP_STG, 1, wait_long, WHY_GLOBAL},
                 {OP_RED, 1, wait_long, WHY_GLOBAL}, {OP_LDL, 0, wait_long, WHY_LOCAL}, {OP_STL, 1, wait_long, WHY_LOCAL}, {OP_TEX, 0, wait_long, WHY_TEXTURE},
                 {OP_SULD, 0, wait_long, WHY_TEXTURE}, {OP_LDS, 0, wait_short, WHY_SHARED}, {OP_LDSM, 0, wait_short, WHY_SHARED},
                 {OP_ATOMS, 0, wait_short, WHY_SHARED}, {OP_STS, 1, wait_short, WHY_SHARED}, {OP_LDC, 0, wait_short, WHY_CONSTANT},
                 {OP_S2R, 0, wait_short, WHY_SPECIAL}, {OP_MUFU, 0, wait_short, WHY_SPECIAL}, {OP_SHFL, 0, wait_short, WHY_SPECIAL},
                 {OP_REDUX, 0, wait_short, WHY_SPECIAL}};
    size_t i;
    for (i = 0; i < sizeof loads / sizeof *loads; i++) {
        uint32_t at, use;
        begin();
        at = put(loads[i].op);
        *(loads[i].reads ? &list[at].reads : &list[at].sets) = 2;
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

/* A block that waits at its barrier for copies: for those that no LDGDEPBAR counted, too. */
static void copies_at_a_barrier(void)
{
    uint32_t copy, bar;
    begin();
    copy = put(OP_LDGSTS);
    put(OP_NOP);
    bar = put(OP_BAR);
    put(OP_EXIT);
    sample(bar, STALL "long_scoreboard", 6);
    solve(1);
    CHECK(w.count == 1 && is(0, copy, WHY_COPY, WHY_PRODUCED, 6) && w.causes[0].distance == 2);
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

/* Reasons that are those of the instruction itself, or of nobody in this warp: the load before, for which it waits, is not to blame. */
static void itself(void)
{
    static const struct {
        const char *reason;
        uint32_t op;
        why_kind kind;
    } reasons[] = {{STALL "barrier", OP_BAR, WHY_BARRIER}, {STALL "membar", OP_MEMBAR, WHY_FENCE}, {STALL "branch_resolving", OP_BRA, WHY_BRANCH},
                   {STALL "no_instructions", OP_NOP, WHY_CACHE}, {STALL "mio_throttle", OP_STS, WHY_QUEUE}, {STALL "lg_throttle", OP_STG, WHY_QUEUE},
                   {STALL "tex_throttle", OP_TEX, WHY_QUEUE}, {STALL "drain", OP_EXIT, WHY_DRAIN}, {STALL "math_pipe_throttle", OP_HMMA, WHY_PIPE},
                   {STALL "dispatch_stall", OP_HMMA, WHY_PIPE}, {STALL "sleeping", OP_NANOSLEEP, WHY_SLEEP}, {STALL "not_selected", OP_NOP, WHY_OTHERS},
                   {STALL "imc_miss", OP_NOP, WHY_CONSTANT}, {STALL "misc", OP_NOP, WHY_ELSE}, {STALL "of_a_new_kind", OP_NOP, WHY_ELSE}};
    size_t i;
    for (i = 0; i < sizeof reasons / sizeof *reasons; i++) {
        uint32_t load, at;
        begin();
        load = put(OP_LDG);
        list[load].sets = 0;
        at = put(reasons[i].op);
        list[at].waits = 1;
        if (reasons[i].op == OP_BRA) list[at].to = load;
        put(OP_EXIT);
        sample(at, reasons[i].reason, 5);
        solve(1);
        CHECK(w.count == 1 && is(0, at, reasons[i].kind, WHY_ITSELF, 5));
        done();
    }
}

/* Since Hopper: copies by the tensor memory accelerator, waits at an mbarrier, the queue of matrix products. */
static void since_hopper(void)
{
    static const struct {
        uint32_t op;
        const char *reason;
        why_kind kind;
        why_proof proof;
    } cases[] = {{0x3a7, STALL "long_scoreboard", WHY_MBARRIER, WHY_PRODUCED}, {0x3a7, STALL "short_scoreboard", WHY_MBARRIER, WHY_PRODUCED}, /* SYNCS */
                 {0x3ba, STALL "long_scoreboard", WHY_COPY, WHY_PRODUCED}, {0x3b4, STALL "long_scoreboard", WHY_COPY, WHY_PRODUCED}, /* UBLKCP, UTMALDG */
                 {0x3f0, STALL "gmma", WHY_PIPE, WHY_ITSELF}}; /* HGMMA */
    size_t i;
    arch = 90;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t load, at, use;
        begin();
        load = put(OP_LDG);
        at = put(cases[i].op);
        list[load].sets = list[at].sets = 4; /* the last is to blame */
        use = put(OP_NOP);
        list[use].waits = 16;
        put(OP_EXIT);
        sample(cases[i].proof == WHY_ITSELF ? at : use, cases[i].reason, 3);
        solve(1);
        CHECK(w.count == 1 && is(0, at, cases[i].kind, cases[i].proof, 3));
        done();
    }
    arch = 80;
}

/* All at once: each reason finds its own cause, and nothing is lost between them. */
/* What a function writes is its own: in one all is atomic, in the other nothing, and a third cause goes back to the first. */
static void writes_of_two_functions(void)
{
    uint32_t red, store, first, end;
    size_t i;
    begin();
    red = put(OP_RED);
    store = put(OP_STG);
    first = put(OP_EXIT);
    end = put(OP_EXIT);
    again = count;
    sample(red, "inst_executed", 50);
    sample(count + store, "inst_executed", 70);
    sample(end, STALL "drain", 4);
    sample(count + end, STALL "drain", 3);
    sample(first, STALL "drain", 2);
    solve(1);
    CHECK(w.count == 3 && is(0, end, WHY_DRAIN, WHY_ITSELF, 4) && is(1, count + end, WHY_DRAIN, WHY_ITSELF, 3) && is(2, first, WHY_DRAIN, WHY_ITSELF, 2));
    for (i = 0; i < 3; i++) CHECK((w.causes[i].advice != NULL && strstr(w.causes[i].advice, "50 are atomic") != NULL) == (i != 1));
    CHECK(w.causes[1].advice == NULL);
    again = 0;
    done();
}

/* A store that has yet to read R0 when it is loaded again: the register is to blame, unless its result is waited for, too, or another
   instruction waits. */
static void registers_used_again(void)
{
    uint32_t store, use, i;
    for (i = 0; i < 3; i++) {
        begin();
        store = put(i == 1 ? OP_ATOMG : OP_STG);
        list[store].reads = 0;
        if (i == 1) list[store].sets = 1;
        put(OP_NOP);
        use = put(i == 2 ? OP_NOP : OP_LDS);
        list[use].waits = i == 1 ? 3 : 1;
        put(OP_EXIT);
        sample(use, STALL "long_scoreboard", 40);
        solve(1);
        CHECK(is(0, store, WHY_GLOBAL, WHY_PRODUCED, 40));
        CHECK((w.causes[0].advice != NULL && strstr(w.causes[0].advice, "overwrites R0, ") != NULL) == (i == 0));
        done();
    }
}

static void all_at_once(void)
{
    uint32_t load, shared, before, use, bar;
    begin();
    load = put(OP_LDG);
    list[load].sets = 0;
    shared = put(OP_LDS);
    list[shared].sets = 1;
    before = put(OP_NOP);
    use = put(OP_NOP);
    list[use].waits = 3;
    bar = put(OP_BAR);
    put(OP_EXIT);
    sample(use, STALL "long_scoreboard", 40);
    sample(use, STALL "short_scoreboard", 20);
    sample(use, STALL "wait", 10);
    sample(bar, STALL "barrier", 30);
    solve(1);
    CHECK(w.count == 4 && w.reason_count == 4);
    CHECK(is(0, load, WHY_GLOBAL, WHY_PRODUCED, 40) && is(1, bar, WHY_BARRIER, WHY_ITSELF, 30));
    CHECK(is(2, shared, WHY_SHARED, WHY_PRODUCED, 20) && is(3, before, WHY_ARITHMETIC, WHY_PRODUCED, 10));
    done();
}

/* Warps that do not fit are a fact of the launch, said where nothing better is, and only where they are missed. */
static void few_warps(void)
{
    static const fact facts[] = {{"sm__maximum_warps_avg_per_active_cycle", 8}, {"sm__maximum_warps_per_active_cycle_pct", 12.5},
                                 {"launch__occupancy_limit_registers", 2}, {"launch__occupancy_limit_shared_mem", 3}, {"launch__occupancy_limit_blocks", 32},
                                 {"launch__occupancy_limit_warps", 16}, {"launch__waves_per_multiprocessor", 4}, {"smsp__issue_active.avg.per_cycle_active", 0.3}};
    static const struct {
        size_t fact; /* that has another value */
        double value;
        const char *load, *special; /* what is said of a load, and of another instruction that sets a barrier; NULL: nothing */
    } cases[] = {{0, 8, "The first wait for it comes 1 instruction later, and only 8 of 64 warps fit on a multiprocessor, for want of registers: little else runs meanwhile.",
                  "Only 8 of 64 warps fit on a multiprocessor, for want of registers: little else runs meanwhile."},
                 {2, 4, "The first wait for it comes 1 instruction later, and only 8 of 64 warps fit on a multiprocessor, for want of shared memory: little else runs meanwhile.",
                  "Only 8 of 64 warps fit on a multiprocessor, for want of shared memory: little else runs meanwhile."},
                 {3, 2, "The first wait for it comes 1 instruction later, and only 8 of 64 warps fit on a multiprocessor, for want of registers and shared memory: little else runs meanwhile.",
                  "Only 8 of 64 warps fit on a multiprocessor, for want of registers and shared memory: little else runs meanwhile."},
                 {0, (double)NAN, "The first wait for it comes 1 instruction later: little else runs meanwhile.", NULL},
                 {1, 50, "The first wait for it comes 1 instruction later: little else runs meanwhile.", NULL},
                 {2, (double)NAN, "The first wait for it comes 1 instruction later: little else runs meanwhile.", NULL},
                 {6, 0.9, "The first wait for it comes 1 instruction later: little else runs meanwhile.", NULL},
                 {7, 0.5, "The first wait for it comes 1 instruction later: little else runs meanwhile.", NULL}};
    size_t i, k;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        fact own[8];
        memcpy(own, facts, sizeof own);
        own[cases[i].fact].value = cases[i].value;
        made_of(own, 8);
        for (k = 0; k < 2; k++) {
            const char *const expected = k == 0 ? cases[i].load : cases[i].special;
            uint32_t at, use;
            begin();
            at = put(k == 0 ? OP_LDG : OP_MUFU);
            list[at].sets = 0;
            use = put(OP_NOP);
            list[use].waits = 1;
            put(OP_EXIT);
            sample(use, k == 0 ? STALL "long_scoreboard" : STALL "short_scoreboard", 9);
            solve(1);
            CHECK(w.count == 1 && (expected == NULL ? w.causes[0].advice == NULL : w.causes[0].advice != NULL && strcmp(w.causes[0].advice, expected) == 0));
            done();
        }
    }
    made_of(NULL, 0);
}

/* What a warp still has to write when it ends: said where most of it is atomic. */
static void writes_at_the_end(void)
{
    static const struct {
        double atomic, plain;
        const char *advice;
    } cases[] = {{5000, 0, "Of this function's 5,000 writes to memory, 5,000 are atomic: combine them in the warp or block first."},
                 {3, 2, "Of this function's 5 writes to memory, 3 are atomic: combine them in the warp or block first."}, {2, 2, NULL}, {0, 0, NULL}};
    static const uint32_t plain[] = {OP_STG, OP_STL, OP_ST, OP_SUST};
    size_t i, k;
    for (i = 0; i < sizeof cases / sizeof *cases; i++)
        for (k = 0; k < sizeof plain / sizeof *plain; k++) {
            uint32_t red, store, end;
            begin();
            red = put(OP_RED);
            store = put(plain[k]);
            put(OP_REDUX); /* writes nothing */
            end = put(OP_EXIT);
            sample(red, "inst_executed", cases[i].atomic);
            sample(store, "inst_executed", cases[i].plain);
            sample(store + 1, "inst_executed", 9);
            sample(end, STALL "drain", 4);
            solve(1);
            CHECK(w.count == 1 && is(0, end, WHY_DRAIN, WHY_ITSELF, 4));
            CHECK(cases[i].advice == NULL ? w.causes[0].advice == NULL : w.causes[0].advice != NULL && strcmp(w.causes[0].advice, cases[i].advice) == 0);
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
    begin();
    at = put(OP_NO_TABLE);
    list[at].sets = 0;
    list[put(OP_NOP)].waits = 1;
    put(OP_EXIT);
    sample(at + 1, STALL "long_scoreboard", 8);
    solve(1);
    CHECK(w.count == 1 && w.causes[0].row == at && w.causes[0].proof == WHY_PRODUCED && w.missing != NULL && strstr(w.missing, "no table has") != NULL);
    done();
}

/* What the text of an access says of its memory, with and without a predicate. */
static void memory(void)
{
    static const struct {
        const char *text, *space;
        uint32_t bytes;
    } all[] = {{"LDG.E R2, desc[UR4][R2.64]", "global", 4}, {"@!P0 LDG.E.U8.CONSTANT R2, [R2.64]", "global", 1}, {"STG.E.128 [R2.64], R4", "global", 16},
               {"RED.E.ADD.F64.RN.STRONG.GPU [R2.64], R4", "generic", 8}, {"ATOMG.MAX.S64.STRONG.GPU PT, R2, [R2.64], R4", "global", 8},
               {"RED.E.ADD.U64 [R2.64], R4", "generic", 8}, {"ATOM.E.ADD.F16x2.RN.STRONG.GPU PT, R0, [R2.64], R0", "generic", 4},
               {"ATOMS.CAST.SPIN.64 R2, [R2], R4, R6", "shared", 8}, {"LDGSTS.E.BYPASS.LTC128B.64 [R2], [R4.64]", "global to shared", 8},
               {"LDSM.16.MT88.4 R4, [R2]", "shared", 0}, {"UBLKCP.S.G [UR8], [UR4], UR6", "global to shared", 0}, {"UBLKCP.G.S [UR4], [UR8], UR6", "shared to global", 0},
               {"UTMAREDG.2D.ADD [UR8], [UR4]", "shared to global", 0}, {"LDTM.x4 R4, tmem[UR4]", "tensor", 0}, {"TXD.B R0, R0, R2", "texture", 0},
               {"LDGDEPBAR", NULL, 0}, {"REDUX.SUM UR4, R2", NULL, 0}, {"IADD3 R2, R2, R4, RZ", NULL, 0}};
    size_t i;
    for (i = 0; i < sizeof all / sizeof *all; i++) {
        uint32_t n = 99;
        const char *const space = memory_of(all[i].text, &n);
        if (space != all[i].space) CHECK(space != NULL && all[i].space != NULL && strcmp(space, all[i].space) == 0);
        CHECK_U64(all[i].bytes, n);
    }
}

int main(void)
{
    made_of(NULL, 0);
    RUN(memory);
    RUN(each_producer);
    RUN(one_barrier_for_two);
    RUN(two_ways);
    RUN(around_a_loop);
    RUN(groups_of_copies);
    RUN(copies_at_a_barrier);
    RUN(fixed_latency);
    RUN(itself);
    RUN(since_hopper);
    RUN(writes_of_two_functions);
    RUN(registers_used_again);
    RUN(all_at_once);
    RUN(few_warps);
    RUN(writes_at_the_end);
    RUN(unknown);
    ncurep_report_close(made.report);
    return run_end();
}
