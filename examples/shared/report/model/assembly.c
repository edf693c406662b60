/* Functions of a cubin as text. */
#include "assembly.h"
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

static int by_inner(const void *a, const void *b)
{
    const code_name *x = (const code_name *)a, *y = (const code_name *)b;
    if (x->section != y->section) return x->section < y->section ? -1 : 1;
    return x->offset < y->offset ? -1 : x->offset > y->offset;
}

static int by_relocation(const void *a, const void *b)
{
    const cubin_relocation *x = (const cubin_relocation *)a, *y = (const cubin_relocation *)b;
    return x->offset < y->offset ? -1 : x->offset > y->offset;
}

/* Registers that have a column: up to the last that the code names, whatever the file says. */
static uint32_t columns_of(const code_flow *f)
{
    uint64_t named[4] = {0, 0, 0, 0};
    uint32_t most = 255, k;
    size_t i;
    for (i = 0; i < f->count; i++)
        for (k = 0; k < 4; k++) named[k] |= f->rows[i].i.read[k] | f->rows[i].i.written[k];
    while (most > 0 && !flow_has(named, most - 1)) most--;
    return most;
}

void assembly_begin(assembly *l, const cubin_file *file, uint32_t arch)
{
    cubin_symbol s;
    cubin_symbol_id id;
    memset(l, 0, sizeof *l);
    l->file = file;
    l->arch = arch;
    l->size = cubin_instruction_size(arch);
    for (id.number = 0; l->size != 0 && cubin_symbol_at(l->file, id, &s); id.number++) {
        code_name *one;
        if (s.type != 2) continue; /* not a function */
        l->all = (code_name *)cli_grow(l->all, &l->all_room, l->all_count + 1, sizeof *l->all);
        one = &l->all[l->all_count++];
        one->section = s.section;
        one->offset = s.offset;
        one->name = s.name;
    }
    if (l->all_count > 0) qsort(l->all, l->all_count, sizeof *l->all, by_inner);
}

void assembly_end(assembly *l) { cli_free(l->all); }

void assembly_open(assembly *l, flow_live live)
{
    cubin_relocations walk;
    cubin_relocation r;
    size_t low = 0, high = l->all_count;
    flow_read(&l->flow, l->file, &l->function, live);
    l->columns = columns_of(&l->flow);
    while (low < high) { /* the first of its section */
        const size_t middle = low + (high - low) / 2;
        if (l->all[middle].section < l->function.section) low = middle + 1;
        else high = middle;
    }
    for (; low < l->all_count && l->all[low].section == l->function.section; low++) {
        code_name one = l->all[low];
        one.offset -= l->function.address != 0 && one.offset >= l->function.address ? l->function.address : l->function.start;
        if (one.offset >= l->function.size || (one.name.ptr == l->function.name.ptr && one.offset == 0)) continue;
        l->inner = (code_name *)cli_grow(l->inner, &l->inner_room, l->inner_count + 1, sizeof *l->inner);
        l->inner[l->inner_count++] = one;
    }
    if (l->inner_count > 0) qsort(l->inner, l->inner_count, sizeof *l->inner, by_inner);
    cubin_relocations_begin(&walk, l->file, &l->function);
    while (cubin_relocations_next(&walk, &r)) {
        l->relocations = (cubin_relocation *)cli_grow(l->relocations, &l->relocation_room, l->relocation_count + 1, sizeof *l->relocations);
        l->relocations[l->relocation_count++] = r;
    }
    if (l->relocation_count > 0) qsort(l->relocations, l->relocation_count, sizeof *l->relocations, by_relocation);
}

void assembly_close(assembly *l)
{
    flow_free(&l->flow);
    cli_free(l->inner);
    cli_free(l->relocations);
    l->inner = NULL;
    l->relocations = NULL;
    l->inner_count = l->inner_room = l->relocation_count = l->relocation_room = 0;
}

const code_name *assembly_name_at(const assembly *l, uint64_t offset)
{
    size_t low = 0, high = l->inner_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (l->inner[middle].offset < offset) low = middle + 1;
        else high = middle;
    }
    return low < l->inner_count && l->inner[low].offset == offset ? &l->inner[low] : NULL;
}

int assembly_parameter(const assembly *l, const char *text, cubin_parameter *out, uint64_t *inside)
{
    const char *p = text;
    while ((p = strstr(p, "c[0x0][0x")) != NULL) {
        char *end;
        const uint64_t at = strtoull(p += 7, &end, 16);
        *inside = 0;
        if (*end != ']' || !cubin_parameter_find(l->file, &l->function, at, out)) continue;
        *inside = at - out->bank_offset;
        return 1;
    }
    return 0;
}

void assembly_encoding(const assembly *l, uint64_t offset, char *to)
{
    static const char digits[] = "0123456789abcdef";
    uint32_t i;
    for (i = l->size; i > 0; i--) {
        const unsigned char byte = (unsigned char)l->function.code.ptr[offset + i - 1];
        *to++ = digits[byte >> 4];
        *to++ = digits[byte & 15];
    }
    *to = 0;
}
