/* Makes machine code, of sm_80 if nothing else is said, an instruction at a time, and cubins of one function with it. Include it after cubin.h. */
#ifndef TESTS_CUBIN_CODE_H
#define TESTS_CUBIN_CODE_H

#include "cubin_make.h"
#include "run.h"

enum { CODE_MOST = 64, CODE_NONE = 7 };
enum { OP_NOP = 0x918, OP_BRA = 0x947, OP_EXIT = 0x94d, OP_RET = 0x950, OP_BSSY = 0x945, OP_BSYNC = 0x941, OP_CALL = 0x944, OP_BRX = 0x949 };

/* What a test says of an instruction: zero is a NOP under P0 that sets barrier 0, so begin with code_op. */
typedef struct code_op {
    uint32_t op, guard, to;           /* to: number of the instruction that it goes to */
    uint32_t barrier;                 /* of BSSY and BSYNC */
    uint32_t sets, reads, waits;      /* write barrier, read barrier, mask */
} code_op;

static inline code_op op_of(uint32_t op, uint32_t to)
{
    code_op o = {0, CODE_NONE, 0, 0, CODE_NONE, CODE_NONE, 0};
    o.op = op;
    o.to = to;
    return o;
}

static inline void op_put(char *to, uint32_t at, const code_op *o)
{
    uint64_t low = o->op | (uint64_t)o->guard << 12, high = 0;
    const int64_t words = ((int64_t)o->to - (int64_t)at - 1) * 4;
    if (o->op == OP_BRA || o->op == OP_BSSY || o->op == OP_CALL) {
        low |= (uint64_t)words << 34;
        high |= (uint64_t)words >> 30 & 0x3ffff;
    }
    if (o->op == OP_BSSY || o->op == OP_BSYNC) low |= (uint64_t)o->barrier << 16;
    if (o->op != OP_NOP) high |= (uint64_t)7 << 23; /* PT */
    if (o->op == OP_CALL || o->op == OP_RET) high |= (uint64_t)3 << 21; /* .REL.NODEC */
    if (o->op == OP_RET || o->op == OP_BRX) low |= (uint64_t)20 << 24;
    high |= (uint64_t)o->sets << 46 | (uint64_t)o->reads << 49 | (uint64_t)o->waits << 52;
    made_put(to + 16 * at, low, 8);
    made_put(to + 16 * at + 8, high, 8);
}

typedef struct code_cubin {
    char code[16 * CODE_MOST];
    char *data;
    cubin_file *file;
    cubin_function function;
} code_cubin;

/* A cubin of this architecture with n instructions, and the bytes of its .nv.info section; NULL: none. */
static inline void ops_open_for(code_cubin *x, uint32_t arch, const code_op *list, uint32_t n, const void *info, size_t info_size)
{
    static const char strings[] = "\0alpha";
    const made_symbol symbol[] = {{1, 18, 1, 0, 16 * (uint64_t)n}};
    char symbols[48];
    made_section s[4] = {{".text.alpha", NULL, 0, 1, 0, 0, 0}, {".symtab", symbols, 48, 2, 0, 0, 0},
                         {".strtab", strings, sizeof strings, 3, 0, 0, 0}, {".nv.info.alpha", NULL, 0, 0x70000000, 1, 0x40, 0}};
    size_t size;
    uint32_t i;
    for (i = 0; i < n; i++) op_put(x->code, i, &list[i]);
    s[0].bytes = x->code;
    s[0].len = 16 * (size_t)n;
    s[3].bytes = info;
    s[3].len = info_size;
    made_symbols(symbols, symbol, 1);
    x->data = made_cubin(s, info != NULL ? 4 : 3, arch, &size);
    x->file = cubin_file_open(x->data, size, NULL, NULL);
    CHECK(cubin_function_at(x->file, 0, &x->function));
}

static inline void ops_open(code_cubin *x, const code_op *list, uint32_t n, const void *info, size_t info_size)
{
    ops_open_for(x, 80, list, n, info, info_size);
}

static inline void ops_close(code_cubin *x)
{
    cubin_file_close(x->file);
    free(x->data);
}

#endif
