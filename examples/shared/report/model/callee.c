/* A call leaves a function in two ways: a relocation names what it calls, or its address is loaded from constant bank 4,
   where a relocation names it: "MOV R2, 0x8", "LDC.64 R14, c[0x4][R2]", "CALL.ABS.NOINC R14"; on sm_50 to sm_62 "MOV32I R0,
   0x8", "LDC R3, c[0x4][R0]", "PRET L", "JMX R3".
   A function of the driver reads what PTX declares (each parameter from R4 on, at a multiple of its size), the address to
   return to, and the stack pointer: docs/FORMAT-cubin.md has the proof. What it keeps need not be known: code that goes
   on with a register after the call had its value before. */
#include "callee.h"
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

enum { STACK_POINTER = 1, RETURN_ADDRESS = 20 /* and 21 */, FARTHEST = 1024 /* instructions to look back */ };

typedef struct signature {
    const char *name;
    uint32_t parameters; /* bit n: Rn */
} signature;

static const signature known[] = {
    {"__assertfail", 0x3df0}, /* 64 bits, 64, 32, 64, 64 */
    {"vprintf", 0x00f0}       /* 64 bits, 64 */
};

static int by_offset(const void *a, const void *b)
{
    const cubin_relocation *x = (const cubin_relocation *)a, *y = (const cubin_relocation *)b;
    return x->offset < y->offset ? -1 : x->offset > y->offset;
}

static void read_list(const callees *c, const cubin_function *function, cubin_relocation **list, size_t *count, size_t *room)
{
    cubin_relocations walk;
    cubin_relocation r;
    cubin_relocations_begin(&walk, c->file, function);
    while (cubin_relocations_next(&walk, &r)) {
        *list = (cubin_relocation *)cli_grow(*list, room, *count + 1, sizeof r);
        (*list)[(*count)++] = r;
    }
    if (*count > 0) qsort(*list, *count, sizeof r, by_offset);
}

void callees_read(callees *c, const cubin_file *file, const cubin_function *function, cubin_graph *graph)
{
    memset(c, 0, sizeof *c);
    c->file = file;
    c->function = function;
    c->graph = graph;
    read_list(c, function, &c->code, &c->code_count, &c->code_room);
    read_list(c, NULL, &c->bank, &c->bank_count, &c->bank_room);
}

void callees_free(callees *c)
{
    cli_free(c->code);
    cli_free(c->bank);
    memset(c, 0, sizeof *c);
}

static const cubin_relocation *find(const cubin_relocation *list, size_t count, uint64_t offset)
{
    cubin_relocation key;
    key.offset = offset;
    return count > 0 ? (const cubin_relocation *)bsearch(&key, list, count, sizeof key, by_offset) : NULL;
}

/* The text of the only instruction that gives a register its value at offset, which becomes that of this one; 0: there are several. */
static int only_source(const callees *c, uint64_t *offset, uint32_t number, char *text, size_t room)
{
    cubin_producers walk;
    cubin_producer one, other;
    cubin_info info;
    cubin_producers_begin(&walk, c->graph, *offset, CUBIN_RESOURCE_REGISTER, number);
    walk.max_steps = FARTHEST;
    if (!cubin_producers_next(&walk, &one) || cubin_producers_next(&walk, &other) || walk.error.code != CUBIN_OK) return 0;
    *offset = one.offset;
    cubin_file_info(c->file, &info);
    return cubin_disassemble(info.arch, c->function->code.ptr + one.offset, c->function->code.len - (size_t)one.offset, one.offset, NULL, text,
                             room, NULL) == CUBIN_OK;
}

/* The number after the last of these words in a text that begins with one of the first two, so has no guard, and ends with end. */
static int number_after(const char *text, const char *one, const char *other, const char *last, int base, const char *end, uint32_t *number)
{
    const char *const at = strstr(text, last);
    char *rest;
    if ((strncmp(text, one, strlen(one)) != 0 && strncmp(text, other, strlen(other)) != 0) || at == NULL) return 0;
    *number = (uint32_t)strtoul(at + strlen(last), &rest, base);
    return strcmp(rest, end) == 0;
}

/* What constant bank 4 holds where a register was loaded from. */
static const cubin_relocation *loaded(const callees *c, uint64_t offset, uint32_t through)
{
    char text[128];
    uint32_t from, at;
    if (!only_source(c, &offset, through, text, sizeof text) || !number_after(text, "LDC.64 R", "LDC R", "c[0x4][R", 10, "]", &from)) return NULL;
    if (!only_source(c, &offset, from, text, sizeof text) || !number_after(text, "MOV R", "MOV32I R", ", 0x", 16, "", &at)) return NULL;
    return find(c->bank, c->bank_count, at);
}

int callee_symbol(const callees *c, uint64_t offset, uint32_t through, cubin_symbol_id *symbol)
{
    const cubin_relocation *const at = through < 255 ? loaded(c, offset, through) : find(c->code, c->code_count, offset);
    if (at == NULL || at->addend != 0) return 0;
    *symbol = at->symbol;
    return 1;
}

uint32_t callee_known(cubin_view name, uint32_t arch)
{
    size_t i;
    for (i = 0; i < sizeof known / sizeof *known; i++)
        if (name.len == strlen(known[i].name) && memcmp(name.ptr, known[i].name, name.len) == 0)
            return known[i].parameters | 1u << STACK_POINTER | (arch >= 70 ? 3u << RETURN_ADDRESS : 0);
    return 0;
}
