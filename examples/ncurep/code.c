/* Machine code of a result: functions, their addresses, source lines. */
#include "pages.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static ncurep_view keep(machine_code *x, ncurep_view v)
{
    ncurep_view to;
    to.ptr = x->names[x->count] = copy_text(v.ptr, v.len);
    to.len = v.len;
    return to;
}

static void add_function(machine_code *x, ncurep_view name, uint64_t address, uint32_t symbol)
{
    code_function *f;
    size_t other = x->room;
    x->functions = (code_function *)cli_grow(x->functions, &x->room, x->count + 1, sizeof *x->functions);
    x->names = (char **)cli_grow(x->names, &other, x->count + 1, sizeof *x->names);
    f = &x->functions[x->count];
    memset(f, 0, sizeof *f);
    f->name = keep(x, name);
    f->address = address;
    f->symbol = symbol;
    f->bytes.ptr = "";
    x->count++;
}

static int by_address(const void *a, const void *b)
{
    const code_function *x = (const code_function *)a, *y = (const code_function *)b;
    return x->address != y->address ? (x->address < y->address ? -1 : 1) : x->symbol < y->symbol ? -1 : x->symbol > y->symbol;
}

static void add_texts(machine_code *x, ncurep_source *s)
{
    ncurep_source_file f;
    while (ncurep_next_source_file(&s->files.list, &f)) {
        code_text *t;
        x->texts = (code_text *)cli_grow(x->texts, &x->text_room, x->text_count + 1, sizeof *x->texts);
        t = &x->texts[x->text_count++];
        t->path_len = f.path.len;
        t->path = copy_text(f.path.ptr, f.path.len);
        t->len = f.content.len;
        t->text = copy_text(f.content.ptr, f.content.len);
    }
}

/* Reports before 2022.3 do not say where functions were: the kernel begins at its first program counter, or at the least
   address that a counter has. */
static int old_address(opened *o, const ncurep_result *r, uint64_t *address)
{
    static const char *const names[] = {"launch__function_pcs", "inst_executed", "smsp__pcsamp_sample_count"};
    size_t i;
    for (i = 0; i < 3; i++) {
        const uint32_t id = ncurep_string_find(o->report, names[i], strlen(names[i]));
        ncurep_metric m;
        ncurep_instance n;
        int any = 0;
        if (id == NCUREP_NONE || !ncurep_metric_find(r, id, &m)) continue;
        while (ncurep_next_instance(&m.instances, &n)) {
            const uint64_t at = ncurep_as_u64(i == 0 ? &n.value : &n.id);
            if (!any || at < *address) *address = at;
            any = 1;
            if (i == 0) break;
        }
        if (any) return 1;
    }
    return 0;
}

void code_close(machine_code *x)
{
    size_t i;
    ncurep_lines_free(x->lines);
    free(x->cubin);
    for (i = 0; i < x->count; i++) free(x->names[i]);
    free(x->names);
    free(x->functions);
    for (i = 0; i < x->text_count; i++) {
        free(x->texts[i].path);
        free(x->texts[i].text);
    }
    free(x->texts);
    sass_free(&x->sass);
    memset(x, 0, sizeof *x);
}

/* The cubin: little-endian ELF of 64 bits --------------------------------------------------------------------------- */

static uint64_t number_at(const machine_code *x, uint64_t at, unsigned bytes)
{
    uint64_t v = 0;
    unsigned i;
    if (at > x->cubin_size || bytes > x->cubin_size - at) return 0;
    for (i = 0; i < bytes; i++) v |= (uint64_t)(unsigned char)x->cubin[at + i] << (8 * i);
    return v;
}

/* Offset of the header of a section; 0: there is none. */
static uint64_t section_at(const machine_code *x, uint64_t index)
{
    const uint64_t table = number_at(x, 40, 8), size = number_at(x, 58, 2), count = number_at(x, 60, 2);
    if (index >= count || size < 64 || table > x->cubin_size || index * size > x->cubin_size - table) return 0;
    return table + index * size;
}

/* Size and machine code of the functions, from the symbol table: by number, by name where old reports have no numbers. */
static void read_symbols(machine_code *x, int by_name)
{
    uint64_t table = 0, names, i, count;
    size_t k;
    if (x->cubin_size < 64 || memcmp(x->cubin, "\177ELF\2\1", 6) != 0) return;
    for (i = 0; (table = section_at(x, i)) != 0 && number_at(x, table + 4, 4) != 2; i++) {}
    if (table == 0) return;
    names = section_at(x, number_at(x, table + 40, 4));
    count = number_at(x, table + 32, 8) / 24;
    table = number_at(x, table + 24, 8);
    if (table > x->cubin_size || count > (x->cubin_size - table) / 24) return;
    names = names != 0 ? number_at(x, names + 24, 8) : 0;
    for (k = 0; k < x->count; k++) {
        code_function *f = &x->functions[k];
        uint64_t at, section, start, room;
        for (i = 0; by_name && i < count; i++) {
            const uint64_t name = names + number_at(x, table + i * 24, 4);
            if (names > 0 && name < x->cubin_size && f->name.len < x->cubin_size - name && memcmp(x->cubin + name, f->name.ptr, f->name.len) == 0 &&
                x->cubin[name + f->name.len] == 0 && (number_at(x, table + i * 24 + 4, 1) & 15) == 2)
                break;
        }
        if (by_name && i < count) f->symbol = (uint32_t)i;
        if (f->symbol >= count) continue;
        at = table + (uint64_t)f->symbol * 24;
        f->size = number_at(x, at + 16, 8);
        section = section_at(x, number_at(x, at + 6, 2));
        if (section == 0) continue;
        start = number_at(x, at + 8, 8);
        room = number_at(x, section + 32, 8);
        /* The oldest reports hold the address at run time here: such a function is all of its section. */
        if (start > room || f->size > room - start) start = 0;
        start += number_at(x, section + 24, 8);
        if (start > x->cubin_size || f->size > x->cubin_size - start) continue;
        f->bytes.ptr = x->cubin + start;
        f->bytes.len = (size_t)f->size;
    }
}

void code_open(machine_code *x, opened *o, const ncurep_result *r)
{
    ncurep_memory memory;
    ncurep_module m;
    ncurep_source s;
    ncurep_symbol symbol;
    ncurep_error e;
    uint32_t count, i;
    uint64_t address;
    int old;
    if (x->open && x->reference == r->source.reference) return;
    code_close(x);
    x->open = 1;
    x->reference = r->source.reference;
    if (!ncurep_modules(o->report, &count, &e)) return;
    i = ncurep_module_find(o->report, r->source.reference);
    if (i == NCUREP_NONE || !ncurep_module_at(o->report, i, &m)) return;
    for (i = m.first; i != NCUREP_NONE; i = ncurep_module_next(o->report, i)) {
        if (!ncurep_source_at(o->report, i, &s, &e)) continue;
        if (s.revision != 0) x->revision = s.revision;
        if (s.binary.len > 0) {
            free(x->cubin);
            x->cubin_size = s.binary.len;
            x->cubin = copy_text(s.binary.ptr, s.binary.len);
        }
        add_texts(x, &s);
        while (ncurep_next_symbol(&s.relocation.functions, &symbol)) add_function(x, symbol.name, symbol.address, symbol.index);
    }
    old = x->count == 0 && old_address(o, r, &address);
    if (old) {
        add_function(x, r->mangled, address, NCUREP_NONE);
        x->open = 0; /* the next kernel may be another function of the same module */
    }
    if (x->count > 0) qsort(x->functions, x->count, sizeof *x->functions, by_address);
    if (x->cubin == NULL) return;
    memset(&memory, 0, sizeof memory);
    memory.max_memory = (size_t)1 << 30;
    x->lines = ncurep_lines_open(x->cubin, x->cubin_size, &memory, &e);
    read_symbols(x, old);
}

int code_find(const machine_code *x, uint64_t address, const code_function **function, ncurep_place *place)
{
    size_t low = 0, high = x->count;
    const code_function *f;
    memset(place, 0, sizeof *place);
    place->function.ptr = place->directory.ptr = place->file.ptr = "";
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (x->functions[middle].address <= address) low = middle + 1;
        else high = middle;
    }
    if (low == 0) return 0;
    f = &x->functions[low - 1];
    if (f->size > 0 && address - f->address >= f->size) return 0;
    *function = f;
    if (x->lines != NULL && f->symbol != NCUREP_NONE)
        (void)ncurep_lines_find(x->lines, NCUREP_LINES_SOURCE, f->symbol, address - f->address, place);
    return 1;
}

void put_place(cli_buf *b, const ncurep_place *place)
{
    const ncurep_view file = file_name(place->file);
    if (place->line == 0) return;
    cli_put_safe(b, file.ptr, file.len);
    cli_putf(b, ":%" PRIu32, place->line);
}
