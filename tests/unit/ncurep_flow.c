/* Basic blocks and live registers: code made up here, a line for each way that a value takes. */
#define CUBIN_IMPLEMENTATION
#include "cubin.h"
#include "cubin_make.h"
#include "run.h"
#include "cli/cli.h"

void *cli_alloc(size_t count, size_t size)
{
    void *const p = calloc(count, size);
    if (p == NULL) abort();
    return p;
}

void *cli_grow(void *ptr, size_t *room, size_t need, size_t size)
{
    if (need <= *room) return ptr;
    *room = 2 * need;
    ptr = realloc(ptr, *room * size);
    if (ptr == NULL) abort();
    return ptr;
}

void cli_free(void *ptr) { free(ptr); }

void *cli_take(size_t size, void *user)
{
    (void)user;
    return malloc(size);
}

void cli_give(void *ptr, size_t size, void *user)
{
    (void)size;
    (void)user;
    free(ptr);
}

#include "report/model/callee.c"
#include "report/model/flow.c"

#define P0 0u
#define NOT_P0 8u
#define PT 7u

static unsigned char code[16 * 4000];
static size_t used;
static code_flow flow;

static void word(uint64_t high, uint64_t low, uint32_t guard)
{
    made_put((char *)code + used, (low & ~(uint64_t)0xf000) | (uint64_t)guard << 12, 8);
    made_put((char *)code + used + 8, high, 8);
    used += 16;
}

static void mov(uint32_t d, uint32_t guard) { word(0xf00, 0x0000000500000802 | (uint64_t)d << 16, guard); }

/* STG.E [R4], of register r: reads R4, R5 and that one. */
static void store(uint32_t r, uint32_t guard) { word(0x100900, 0x0000000004000986 | (uint64_t)r << 32, guard); }

static void set_p0(void) { word(0x3f05270, 0x000000030200020c, PT); } /* ISETP.GE.AND P0, PT, R2, R3, PT */

/* An instruction that names a place, at an index of instructions. */
static void jump(uint32_t opcode, uint32_t to, uint32_t guard, uint64_t high)
{
    const uint64_t off = (uint64_t)to * 16 - (used + 16);
    word(high | (off >> 32 & 0x3ffff), off << 32 | opcode, guard);
}

static void bra(uint32_t to, uint32_t guard) { jump(0x947, to, guard, 0x3800000); }
static void call(uint32_t to) { jump(0x944, to, PT, 0x3c00000); }
static void ret(void) { word(0x3c00000, 0x0000000014000950, PT); } /* RET.REL.NODEC R20 0x... */
static void leave(uint32_t guard) { word(0x3800000, 0x000000000000094d, guard); }
static void bsync(void) { word(0x3800000, 0x0000000000000941, PT); }

static uint32_t arch = 80;

/* Reads the flow of the first function of a file. */
static void read_made(const made_section *sections, size_t n)
{
    size_t size;
    char *const data = made_cubin(sections, n, arch, &size);
    cubin_file *const file = cubin_file_open(data, size, NULL, NULL);
    cubin_function f;
    flow_free(&flow);
    if (CHECK(cubin_function_at(file, 0, &f))) flow_read(&flow, file, &f, FLOW_LIVE_SETS);
    cubin_file_close(file);
    free(data);
    used = 0;
}

/* Reads the flow of what was made; other: of the symbol, 0x10 for a kernel. info: bytes of its .nv.info. */
static void read_flow(unsigned other, const void *info, size_t info_len, const void *relocation)
{
    static const char strings[] = "\0k";
    const made_symbol symbol = {1, 0x12 | other << 8, 1, 0, used};
    char symbols[48];
    made_section s[5] = {{".text.k", code, used, 1, 0, 0, 0}, {".symtab", symbols, 48, 2, 0, 0, 0}, {".strtab", strings, sizeof strings, 3, 0, 0, 0},
                         {".nv.info.k", info, info_len, 0x70000000, 1, 0, 0}, {".rel.text.k", relocation, relocation != NULL ? 16 : 0, 9, 1, 0, 0}};
    made_symbols(symbols, &symbol, 1);
    read_made(s, 5);
}

/* "R2 R4 R5": live before the first instruction, or why that is not known. */
static const char *entry(void)
{
    static char text[2048];
    uint32_t r;
    int n = 0;
    text[0] = 0;
    if (flow.unknown != NULL) return flow.unknown;
    for (r = 0; r < 255 && flow.count > 0; r++)
        if (flow_has(flow.before[0].of, r)) n += sprintf(text + n, "%sR%u", n > 0 ? " " : "", (unsigned)r);
    return text;
}

static const char *of_kernel(void)
{
    read_flow(0x10, NULL, 0, NULL);
    return entry();
}

static void straight(void)
{
    mov(2, PT);
    store(2, PT);
    leave(PT);
    CHECK_STR("R4 R5", of_kernel());
    CHECK_U64(1, flow.blocks);
    CHECK_U64(3, flow.count);
    CHECK_U64(3, flow.most);
    CHECK_U64(3, flow.rows[1].live);
    CHECK_U64(0, flow.rows[2].live);
    store(2, PT);
    leave(PT);
    CHECK_STR("R2 R4 R5", of_kernel());
    CHECK_STR("", (used = 0, of_kernel())); /* no code at all */
}

/* A value under a guard is wanted under that guard alone, while its predicate stays. */
static void guards(void)
{
    mov(2, P0);
    store(2, P0);
    leave(PT);
    CHECK_STR("R4 R5", of_kernel());
    mov(2, P0);
    store(2, PT);
    leave(PT);
    CHECK_STR("R2 R4 R5", of_kernel());
    mov(2, P0);
    store(2, NOT_P0);
    leave(PT);
    CHECK_STR("R2 R4 R5", of_kernel());
    mov(2, P0);
    mov(2, NOT_P0);
    store(2, PT);
    leave(PT);
    CHECK_STR("R4 R5", of_kernel());
    mov(7, P0);
    set_p0();
    store(7, P0);
    leave(PT);
    CHECK_STR("R2 R3 R4 R5 R7", of_kernel());
    store(2, PT | 8); /* @!PT: never */
    leave(PT);
    CHECK_STR("", of_kernel());
}

static void branches(void)
{
    bra(3, P0); /* on the way where P0 does not hold R2 is written before it is read */
    mov(2, PT);
    store(2, PT);
    store(3, PT);
    leave(PT);
    CHECK_STR("R3 R4 R5", of_kernel());
    CHECK_U64(3, flow.blocks);
    CHECK(flow.rows[3].is_target && flow.rows[3].begins && flow.rows[1].begins && !flow.rows[1].is_target && !flow.rows[2].begins);
    mov(2, P0); /* the branch says that P0 holds there */
    bra(3, P0);
    leave(PT);
    store(2, PT);
    leave(PT);
    CHECK_STR("R4 R5", of_kernel());
    store(2, PT); /* a loop wants what it leaves */
    mov(2, PT);
    bra(0, P0);
    leave(PT);
    CHECK_STR("R2 R4 R5", of_kernel());
    CHECK(flow.alive[2].of[0] == 0x34);
    leave(P0);
    store(2, NOT_P0);
    leave(PT);
    CHECK_STR("R2 R4 R5", of_kernel());
    bra(100, PT);
    CHECK_STR("a branch leaves the function", of_kernel());
    CHECK_U64(0, flow.where);
}

static void calls(void)
{
    static const unsigned char relocation[16] = {16, 0, 0, 0, 0, 0, 0, 0, 58, 0, 0, 0, 1};
    mov(2, PT);
    call(4);
    store(2, PT); /* what the callee does not write lives through it */
    leave(PT);
    mov(7, PT);
    ret();
    CHECK_STR("R4 R5 R20 R21", of_kernel());
    CHECK(flow_has(flow.before[4].of, 2));
    call(3);
    store(2, PT); /* and what it writes does not */
    leave(PT);
    mov(2, PT);
    ret();
    CHECK_STR("R4 R5 R20 R21", of_kernel());
    call(2);
    leave(PT);
    ret();
    read_flow(0, NULL, 0, NULL);
    CHECK_STR("it returns to a caller that is not known", entry());
    CHECK_U64(32, flow.where);
    mov(2, PT);
    call(0);
    leave(PT);
    read_flow(0x10, NULL, 0, relocation);
    CHECK_STR("it calls a function whose registers are not known", entry());
    CHECK_U64(16, flow.where);
}

static void set(uint32_t d, uint32_t value) { word(0xf00, (uint64_t)value << 32 | 0x802 | (uint64_t)d << 16, PT); } /* MOV Rd, value */
static void load(uint32_t d, uint32_t from) { word(0xa00, 0x0100000000000b82 | (uint64_t)d << 16 | (uint64_t)from << 24, PT); } /* LDC.64 Rd, c[0x4][Rfrom] */
static void call_through(uint32_t r) { word(0x3c00000, 0x0000000000000343 | (uint64_t)r << 24, PT); } /* CALL.ABS.NOINC Rr */

#define NOTHING ((uint32_t)-1)

/* What a file says of a call: a relocation of the function, at an instruction, and one of the bank, each for symbol 2, which has a name
   and, if there is code after the first function, that. */
typedef struct calling {
    const char *name;
    uint32_t at, in_bank; /* NOTHING: none */
    uint64_t addend;
    size_t caller;        /* bytes of the first function; 0: all */
} calling;

static uint32_t registers; /* of the first function; 0: the file does not say */

/* What is live before a kernel that calls. */
static const char *of_calling(const calling *c)
{
    const size_t own = c->caller != 0 ? c->caller : used;
    const made_symbol symbols[2] = {{1, 0x12 | 0x10 << 8, 1, 0, own}, {3, 0x12, own < used ? 2u : 0u, 0, used - own}};
    char table[72], strings[64] = "\0k", in_code[24], in_bank[24];
    made_section s[6] = {{".text.k", code, own, 1, registers << 24, 0, 0}, {".text.c", code + own, used - own, 1, 0, 0, 0}, {".symtab", table, 72, 2, 0, 0, 0},
                         {".strtab", strings, sizeof strings, 3, 0, 0, 0}, {".rela.text.k", in_code, c->at != NOTHING ? 24 : 0, 4, 1, 0, 0},
                         {".rela.nv.constant4", in_bank, c->in_bank != NOTHING ? 24 : 0, 4, 0, 0, 0}};
    strcpy(strings + 3, c->name);
    made_symbols(table, symbols, 2);
    made_put(in_code, (uint64_t)c->at * 16, 8);
    made_put(in_code + 8, (uint64_t)2 << 32 | 58, 8);
    made_put(in_code + 16, c->addend, 8);
    made_put(in_bank, c->in_bank, 8);
    made_put(in_bank + 8, (uint64_t)2 << 32 | 2, 8);
    made_put(in_bank + 16, c->addend, 8);
    read_made(s, 6);
    return entry();
}

#define OUT "it calls a function whose registers are not known"

/* Functions of the driver: named by a relocation of the call, or of what was loaded from constant bank 4. */
static void calls_of_the_driver(void)
{
    calling c = {"__assertfail", 0, NOTHING, 0, 0};
    call_through(255);
    store(30, PT); /* it is wanted after the call, so it is there before */
    leave(PT);
    CHECK_STR("R1 R4 R5 R6 R7 R8 R10 R11 R12 R13 R20 R21 R30", of_calling(&c));
    CHECK_U64(13, flow.rows[0].live);
    c.name = "vprintf";
    call_through(255);
    leave(PT);
    CHECK_STR("R1 R4 R5 R6 R7 R20 R21", of_calling(&c));
    c.name = "vprint";
    call_through(255);
    leave(PT);
    CHECK_STR(OUT, of_calling(&c));
    c.name = "vprintf";
    c.addend = 16; /* not where it begins */
    call_through(255);
    leave(PT);
    CHECK_STR(OUT, of_calling(&c));
    c.addend = 0;
    c.at = 1; /* not this call */
    call_through(255);
    leave(PT);
    CHECK_STR(OUT, of_calling(&c));
    CHECK_U64(0xf2, callee_known(cubin_text("vprintf"), 61)); /* the address to return to is in no register there */
}

/* The ways in which the address of a call may have come into its register. */
static void calls_through_the_bank(void)
{
    calling c = {"vprintf", NOTHING, 8, 0, 0};
    set(2, 8);
    load(14, 2);
    call_through(14);
    leave(PT);
    CHECK_STR("R1 R4 R5 R6 R7 R20 R21", of_calling(&c));
    set(2, 16); /* there is another thing */
    load(14, 2);
    call_through(14);
    leave(PT);
    CHECK_STR(OUT, of_calling(&c));
    set(2, 8);
    load(16, 2); /* another register */
    call_through(14);
    leave(PT);
    CHECK_STR(OUT, of_calling(&c));
    set(2, 8);
    word(0xa00, UINT64_C(0x01000400020e0b82), PT); /* LDC.64 R14, c[0x4][R2+0x10] */
    call_through(14);
    leave(PT);
    CHECK_STR(OUT, of_calling(&c));
    set(14, 8); /* not loaded */
    call_through(14);
    leave(PT);
    CHECK_STR(OUT, of_calling(&c));
    load(2, 4); /* nobody knows from where */
    load(14, 2);
    call_through(14);
    leave(PT);
    CHECK_STR(OUT, of_calling(&c));
    set(2, 16);
    word(0xf00, UINT64_C(8) << 32 | 0x802 | 2 << 16, P0); /* one of two */
    load(14, 2);
    call_through(14);
    leave(PT);
    CHECK_STR(OUT, of_calling(&c));
    set(2, 16);
    load(14, 2);
    set(2, 8);
    word(0xa00, UINT64_C(0x01000000020e0b82), P0); /* @P0 LDC.64 R14, c[0x4][R2] */
    call_through(14);
    leave(PT);
    CHECK_STR(OUT, of_calling(&c));
    c.in_bank = NOTHING;
    set(2, 8);
    load(14, 2);
    call_through(14);
    leave(PT);
    CHECK_STR(OUT, of_calling(&c));
}

/* Those of sm_50 to sm_62: "PRET L", "JMX R3" calls what R3 holds and comes back to L. */
static void old_calls(void)
{
    static const uint64_t words[2][8] = {{0, UINT64_C(0x010000000087f000), UINT64_C(0xef94004000070003), UINT64_C(0xe270000001000040), /* MOV32I, LDC, PRET */
                                          0, UINT64_C(0xe20000000007030f), UINT64_C(0xeede200000070204), UINT64_C(0xe30000000007000f)}, /* JMX, STG.E.128, EXIT */
                                         {0, UINT64_C(0x010000000087f000), UINT64_C(0xef94004000070003), UINT64_C(0xe270000001000040),
                                          0, UINT64_C(0xe30000000007000f), UINT64_C(0xe20000000007030f), UINT64_C(0xe30000000007000f)}};
    calling c = {"vprintf", NOTHING, 8, 0, 0};
    int i, k;
    arch = 61;
    for (k = 0; k < 4; k++) {
        for (i = 0; i < 8; i++, used += 8) made_put((char *)code + used, words[k == 3][i], 8);
        c.in_bank = k == 1 ? 16 : 8;
        c.name = k == 2 ? "printf" : "vprintf";
        CHECK_STR(k == 0 ? "R1 R2 R4 R5 R6 R7" : "a branch has no known target", of_calling(&c));
    }
    arch = 80;
}

/* A function of the same file: what it reads is wanted, what it writes on every way is not, the rest lives through it. */
static void calls_of_the_file(void)
{
    calling c = {"c", 0, NOTHING, 0, 64};
    size_t i;
    call_through(255);
    word(0x100900, 0x0000000906000986, PT); /* STG.E [R6], R9 */
    word(0x100900, 0x0000000a08000986, P0); /* @P0 STG.E [R8], R10 */
    leave(PT);
    store(11, PT);
    mov(10, P0);
    mov(6, PT);
    ret();
    CHECK_STR("R4 R5 R7 R8 R9 R10 R11 R20 R21", of_calling(&c));
    c.caller = 48;
    call_through(255);
    store(9, PT);
    leave(PT);
    mov(9, PT);
    ret();
    CHECK_STR("R4 R5 R20 R21", of_calling(&c));
    CHECK_U64(5, flow.rows[0].live); /* R9 is live after the call, so it counts there */
    c.caller = 32;
    for (i = 0; i < 2; i++) { /* as much code as is read, and more */
        call_through(255);
        leave(PT);
        while (used < c.caller + CALLED_MOST - 16 + 16 * i) mov(2, PT);
        ret();
        CHECK_STR(i == 0 ? "R20 R21" : OUT, of_calling(&c));
    }
    call_through(255); /* it calls, too */
    leave(PT);
    call_through(255);
    ret();
    CHECK_STR(OUT, of_calling(&c));
    registers = 5; /* what it has not is none of it */
    call_through(255);
    leave(PT);
    store(9, PT);
    mov(2, PT);
    ret();
    CHECK_STR("R4", of_calling(&c));
    CHECK_U64(4, flow.rows[0].i.written[0]);
    registers = 0;
    c.caller = 0; /* it has no code */
    call_through(255);
    leave(PT);
    CHECK_STR(OUT, of_calling(&c));
}

/* BSYNC goes on where the BSSY of its barrier says. */
static void barriers(void)
{
    jump(0x945, 4, PT, 0x3800000);
    bra(3, P0);
    mov(2, PT);
    bsync();
    store(2, PT);
    leave(PT);
    CHECK_STR("R2 R4 R5", of_kernel());
    CHECK(flow.rows[4].is_target);
    jump(0x945, 3, PT, 0x3800000);
    bsync();
    leave(PT); /* not the way */
    store(2, PT);
    leave(PT);
    CHECK_STR("R2 R4 R5", of_kernel());
}

static void tables(void)
{
    /* 0x34: the branch at 0 goes to 0x20 or 0x30; a second entry that is cut, and one of another branch. */
    unsigned char info[4 + 32 + 16];
    size_t k;
    for (k = 0; k < 3; k++) {
        memset(info, 0, sizeof info);
        info[0] = 4;
        info[1] = 0x34;
        info[2] = (unsigned char)(sizeof info - 4);
        info[4 + 8] = 2;
        info[4 + 12] = 0x20;
        info[4 + 16] = 0x30;
        info[4 + 20] = k == 1 ? 0x50 : 0x10; /* the next one */
        info[4 + 28] = 200;
        info[4 + 32] = 0x20;
        if (k == 2) info[4] = 0x10;
        word(0x3800000, 0x0000000002000949, PT); /* BRX R2 */
        leave(PT);
        store(7, PT);
        leave(PT);
        leave(PT);
        read_flow(0x10, info, sizeof info, NULL);
        CHECK_STR(k == 2 ? "a branch has no known target" : "R2 R3 R4 R5 R7", entry());
    }
}

static void not_known(void)
{
    mov(2, PT);
    word(0, 0x0000000000000fff, PT);
    CHECK_STR("an instruction whose registers are not known", of_kernel());
    CHECK_U64(16, flow.where);
    CHECK_U64(2, flow.count);
}

/* Work is limited: made-up code whose flow would take long is told, not computed. Each block leads back to the one before it and
   wants something that no other wants, which moves by one block a round. */
static void tangled(void)
{
    const uint32_t n = (uint32_t)(sizeof code / 16);
    uint32_t i;
    for (i = 0; i + 2 < n; i += 2) {
        store(i / 2 % 250, i / 500 % 6 + (i / 500 >= 6 ? 8 : 0));
        bra(i > 0 ? i - 2 : 0, 6);
    }
    leave(PT);
    CHECK_STR("its flow is too tangled", of_kernel());
    CHECK(!flow.has_live);
    CHECK_U64(n - 1, flow.count);
}

int main(void)
{
    RUN(straight);
    RUN(guards);
    RUN(branches);
    RUN(calls);
    RUN(calls_of_the_driver);
    RUN(calls_through_the_bank);
    RUN(old_calls);
    RUN(calls_of_the_file);
    RUN(barriers);
    RUN(tables);
    RUN(not_known);
    RUN(tangled);
    flow_free(&flow);
    return run_end();
}
