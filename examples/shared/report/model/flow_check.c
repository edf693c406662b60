/* Checks of a disassembly that need no other listing: each is something that every compiler's code has. */
#include "flow_check.h"
#include "cli/cli.h"

#include <string.h>

#define WORD(name, word, sentence) word,
#define SENTENCE(name, word, sentence) sentence,
static const char *const words[] = {FLOW_FINDINGS(WORD)}, *const sentences[] = {FLOW_FINDINGS(SENTENCE)};

const char *flow_finding_word(flow_finding_kind kind) { return words[kind]; }
const char *flow_finding_sentence(flow_finding_kind kind) { return sentences[kind]; }

typedef struct checking {
    const code_flow *f;
    const cubin_function *function;
    uint32_t arch;
    flow_found *found;
    void *user;
} checking;

static void find(const checking *k, flow_finding_kind kind, uint64_t offset, uint32_t number)
{
    flow_finding one;
    one.kind = kind;
    one.offset = offset;
    one.number = number;
    k->found(&one, k->user);
}

/* Bits 0 to 8 of an instruction of 16 bytes; of 8 bytes the last one and 0x200. */
static uint32_t opcode_of(const checking *k, uint64_t offset)
{
    const unsigned char *const p = (const unsigned char *)k->function->code.ptr + offset;
    return cubin_instruction_size(k->arch) == 16 ? (uint32_t)p[0] | ((uint32_t)p[1] & 1) << 8 : 0x200 | (uint32_t)p[7];
}

enum { OPCODE_MOV = 2, OPCODE_IMAD = 0x24, OPCODE_LOP3 = 0x12, OPCODE_PRMT = 0x16, OPCODE_STL = 0x187, OPCODE_USETMAXREG = 0x1c8 };

/* Registers that the function may have: what its file says, or as many as it asks for while it runs. */
static uint32_t registers_of(const checking *k)
{
    uint32_t most = k->function->registers;
    size_t i;
    for (i = 0; i < k->f->count; i++) {
        const uint64_t at = k->f->rows[i].offset;
        const uint32_t asked = (unsigned char)k->function->code.ptr[at + 4];
        if (k->arch >= 90 && opcode_of(k, at) == OPCODE_USETMAXREG && asked > most) most = asked;
    }
    return most;
}

static void check_rows(const checking *k)
{
    const uint32_t registers = registers_of(k);
    size_t i;
    uint32_t r;
    for (i = 0; i < k->f->count; i++) {
        const flow_row *const row = &k->f->rows[i];
        if (row->i.has_target && row->i.target >= k->function->size) find(k, FLOW_FINDING_TARGET, row->offset, (uint32_t)row->i.target);
        for (r = 255; registers > 0 && r > registers; r--)
            if (flow_has(row->i.read, r - 1) || flow_has(row->i.written, r - 1)) {
                find(k, FLOW_FINDING_REGISTER, row->offset, r - 1);
                break;
            }
        if (row->i.unknown > 0) find(k, FLOW_FINDING_UNKNOWN, row->offset, row->i.unknown);
    }
}

/* What may have happened on some way to a place. */
typedef struct past {
    uint64_t written[4]; /* general registers */
    uint32_t barriers;   /* set */
} past;

/* Adds what a row does. What is called may do anything. */
static void pass(const flow_row *row, past *p)
{
    const int calls = row->i.flow == CUBIN_FLOW_CALL || row->is_opaque;
    int n;
    if (row->i.write_barrier < 6) p->barriers |= 1u << row->i.write_barrier;
    if (row->i.read_barrier < 6) p->barriers |= 1u << row->i.read_barrier;
    if (calls) p->barriers = 63;
    for (n = 0; n < 4; n++) p->written[n] |= calls ? ~(uint64_t)0 : row->i.written[n];
}

/* Adds one past to another; 0: nothing new. */
static int join(past *to, const past *from)
{
    const past old = *to;
    int n;
    to->barriers |= from->barriers;
    for (n = 0; n < 4; n++) to->written[n] |= from->written[n];
    return memcmp(&old, to, sizeof old) != 0;
}

/* Code that waits at its first instruction, where nothing can be set, waits by habit: that of debug builds. */
static int waits_by_habit(const checking *k)
{
    return k->f->count > 0 && k->f->rows[0].i.wait_mask != 0;
}

/* Compilers read what was never written where they drop it later: PRMT joins a half with another, on sm_50 to sm_62 XMAD
   does; LOP3 sets one bit of a register that holds predicates, STL saves such a register; MOV copies both words of a pair. */
static int may_be_unset(const checking *k, const flow_row *row, uint32_t r)
{
    switch (opcode_of(k, row->offset)) {
    case OPCODE_MOV:
    case OPCODE_PRMT: return 1;
    case OPCODE_IMAD: /* .MOV: it multiplies RZ with RZ */
        return ((unsigned char)k->function->code.ptr[row->offset + 3] & (unsigned char)k->function->code.ptr[row->offset + 4]) == 255;
    case OPCODE_LOP3:
    case 0x236: case 0x237: case 0x24e: case 0x24f: case 0x251: case 0x25b: /* XMAD */
        return flow_has(row->i.written, r);
    case OPCODE_STL: return r != (unsigned char)k->function->code.ptr[row->offset + 3]; /* but not where to */
    default: return 0;
    }
}

static void check_row(const checking *k, const flow_row *row, const past *p)
{
    const uint32_t missing = waits_by_habit(k) ? 0 : row->i.wait_mask & ~p->barriers;
    uint32_t n;
    for (n = 0; n < 6; n++)
        if ((missing >> n & 1) != 0) find(k, FLOW_FINDING_BARRIER, row->offset, n);
    for (n = 0; n < 255; n++)
        if (flow_has(row->i.read, n) && !flow_has(p->written, n) && !may_be_unset(k, row, n)) find(k, FLOW_FINDING_UNSET, row->offset, n);
}

/* Spreads the past of each block along the edges; a block is looked at again only when that brings something new. */
static void spread(const code_flow *f, uint32_t blocks, past *at)
{
    uint32_t *const wait = (uint32_t *)cli_alloc(blocks + 1u, sizeof *wait);
    unsigned char *const waits = (unsigned char *)cli_alloc(blocks + 1u, 1);
    uint32_t count = 0, e;
    cubin_block block;
    cubin_edge edge;
    for (; count < blocks; count++) {
        wait[count] = blocks - 1 - count; /* the first block first */
        waits[count] = 1;
    }
    while (count > 0) {
        const uint32_t one = wait[--count];
        past after = at[one];
        size_t row;
        waits[one] = 0;
        (void)cubin_block_at(f->graph, one, &block);
        for (row = flow_row_at(f, block.offset); row < f->count && f->rows[row].offset < block.end; row++) pass(&f->rows[row], &after);
        for (e = 0; cubin_exit_at(f->graph, one, e, &edge); e++) {
            if (!join(&at[edge.to], &after) || waits[edge.to]) continue;
            waits[edge.to] = 1;
            wait[count++] = edge.to;
        }
    }
    cli_free(wait);
    cli_free(waits);
}

/* What is used and nothing on any way there has made. Code that is called, or that nobody knows how it is reached, may
   have anything. */
static void check_pasts(const checking *k)
{
    cubin_graph_facts facts;
    cubin_block block;
    past *at;
    uint32_t i;
    cubin_graph_info(k->f->graph, &facts);
    at = (past *)cli_alloc(facts.blocks + 1u, sizeof *at);
    memset(at, 0, (facts.blocks + 1u) * sizeof *at);
    for (i = 0; cubin_block_at(k->f->graph, i, &block); i++)
        if (!k->function->is_kernel || facts.is_open || !block.is_reachable) {
            memset(at[i].written, 255, sizeof at[i].written);
            at[i].barriers = 63;
        }
    spread(k->f, facts.blocks, at);
    for (i = 0; cubin_block_at(k->f->graph, i, &block); i++) {
        size_t row;
        for (row = flow_row_at(k->f, block.offset); row < k->f->count && k->f->rows[row].offset < block.end; row++) {
            check_row(k, &k->f->rows[row], &at[i]);
            pass(&k->f->rows[row], &at[i]);
        }
    }
    cli_free(at);
}

void flow_check(const code_flow *f, const cubin_file *file, const cubin_function *function, flow_found *found, void *user)
{
    checking k;
    cubin_info info;
    cubin_file_info(file, &info);
    k.f = f;
    k.function = function;
    k.arch = info.arch;
    k.found = found;
    k.user = user;
    check_rows(&k);
    check_pasts(&k);
}
