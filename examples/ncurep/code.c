/* Machine code of a result: functions, their addresses, source lines. */
#include "pages.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static ncurep_view keep(machine_code *x, ncurep_view v)
{
    ncurep_view to;
    char *copy = (char *)cli_alloc(v.len + 1, 1);
    memcpy(copy, v.ptr, v.len);
    x->names[x->count] = copy;
    to.ptr = copy;
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
        t->path = (char *)cli_alloc(f.path.len + 1, 1);
        memcpy(t->path, f.path.ptr, f.path.len);
        t->len = f.content.len;
        t->text = (char *)cli_alloc(f.content.len + 1, 1);
        memcpy(t->text, f.content.ptr, f.content.len);
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
    memset(x, 0, sizeof *x);
}

void code_open(machine_code *x, opened *o, const ncurep_result *r)
{
    ncurep_memory memory;
    ncurep_module m;
    ncurep_source s;
    ncurep_symbol symbol;
    ncurep_error e;
    ncurep_line_function f;
    uint32_t count, i;
    uint64_t address;
    size_t k;
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
            x->cubin = (char *)cli_alloc(s.binary.len, 1);
            memcpy(x->cubin, s.binary.ptr, s.binary.len);
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
    for (i = 0; ncurep_lines_function(x->lines, i, &f); i++)
        for (k = 0; k < x->count; k++) {
            code_function *to = &x->functions[k];
            if (old ? f.name.len == to->name.len && memcmp(f.name.ptr, to->name.ptr, f.name.len) == 0 : f.symbol == to->symbol) {
                to->bytes = f.code;
                to->size = f.size;
                if (old) to->symbol = f.symbol;
            }
        }
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
