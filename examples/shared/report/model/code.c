/* Machine code of a result: functions, their addresses, source lines. */
#include "code.h"
#include "names.h"

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

/* Those of a source. kept: its bytes stay where they are. */
static void add_texts(machine_code *x, ncurep_source *s, int kept)
{
    ncurep_source_file f;
    while (ncurep_source_file_next(&s->files.list, &f)) {
        code_text *t;
        x->texts = (code_text *)cli_grow(x->texts, &x->text_room, x->text_count + 1, sizeof *x->texts);
        t = &x->texts[x->text_count++];
        memset(t, 0, sizeof *t);
        t->path_len = f.path.len;
        t->path = copy_text(f.path.ptr, f.path.len);
        t->len = f.content.len;
        if (!kept) t->own = copy_text(f.content.ptr, f.content.len);
        t->text = kept ? f.content.ptr : t->own;
    }
}

/* Reports before 2022.3 do not say where functions were: the kernel begins at its first program counter, or at the
   lowest address of any counter. */
static int old_address(opened *o, const ncurep_result *r, uint64_t *address)
{
    static const char *const names[] = {"launch__function_pcs", "inst_executed", "smsp__pcsamp_sample_count"};
    size_t i;
    for (i = 0; i < 3; i++) {
        const uint32_t id = string_id(o->report, ncurep_text(names[i]));
        ncurep_metric m;
        ncurep_instance n;
        int any = 0;
        if (id == NCUREP_NONE || !ncurep_metric_find(r, id, &m)) continue;
        while (ncurep_instance_next(&m.instances, &n)) {
            const uint64_t at = ncurep_value_u64(i == 0 ? &n.value : &n.id);
            if (!any || at < *address) *address = at;
            any = 1;
            if (i == 0) break;
        }
        if (any) return 1;
    }
    return 0;
}

static void free_files(code_files *f)
{
    set_free(&f->names);
    cli_free(f->first);
    cli_free(f->list);
    cli_free(f->most);
    memset(f, 0, sizeof *f);
}

static void drop_code(void *kept)
{
    machine_code *x = (machine_code *)kept;
    size_t i;
    cubin_file_close(x->lines);
    for (i = 0; i < x->count; i++) cli_free(x->names[i]);
    cli_free(x->names);
    cli_free(x->functions);
    for (i = 0; i < x->text_count; i++) {
        cli_free(x->texts[i].path);
        cli_free(x->texts[i].own);
        cli_free(x->texts[i].feeds);
    }
    cli_free(x->texts);
    free_files(&x->files);
    sass_close(x);
    for (i = 0; x->flows != NULL && i < x->count; i++) cli_free(x->flows[i]);
    cli_free(x->flows);
    cli_free(x);
}

static void code_close(opened *o)
{
    if (o->drop_fn != NULL) o->drop_fn(o->kept);
    o->kept = NULL;
    o->drop_fn = NULL;
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

/* Offset of the header of a section; 0: none. */
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
        /* The oldest reports have the run-time address here: such a function is its whole section. */
        if (start > room || f->size > room - start) start = 0;
        start += number_at(x, section + 24, 8);
        if (start > x->cubin_size || f->size > x->cubin_size - start) continue;
        f->bytes.ptr = x->cubin + start;
        f->bytes.len = (size_t)f->size;
    }
}

/* The last piece of a module with a cubin, else its last one. */
static uint32_t piece_to_keep(opened *o, const ncurep_module *m)
{
    ncurep_source s;
    ncurep_error e;
    uint32_t i, keep = NCUREP_NONE;
    int cubin = 0;
    for (i = 0; ncurep_module_source_at(o->report, m, i, &s, &e); i++) {
        if (cubin && s.binary.len == 0) continue;
        keep = s.index;
        cubin = s.binary.len > 0;
    }
    return keep;
}

static void read_module(machine_code *x, opened *o, const ncurep_module *m)
{
    const uint32_t keep = piece_to_keep(o, m);
    ncurep_source s;
    ncurep_symbol symbol;
    ncurep_source_file f;
    ncurep_error e;
    size_t text = 0, texts = 0;
    uint32_t i;
    for (i = 0; ncurep_module_source_at(o->report, m, i, &s, &e); i++) {
        if (s.revision != 0) x->revision = s.revision;
        if (s.index == keep) text = x->text_count;
        add_texts(x, &s, s.index == keep);
        if (s.index == keep) texts = x->text_count;
        while (ncurep_symbol_next(&s.relocation.functions, &symbol)) add_function(x, symbol.name, symbol.address, symbol.index);
    }
    /* Pieces that came after it took its place in memory. */
    if (ncurep_source_at(o->report, keep, &s, &e)) {
        x->cubin = s.binary.len > 0 ? s.binary.ptr : NULL;
        x->cubin_size = s.binary.len;
    }
    for (; text < texts; text++) {
        const int found = ncurep_source_file_next(&s.files.list, &f) && f.content.len == x->texts[text].len;
        x->texts[text].text = found ? f.content.ptr : "";
        if (!found) x->texts[text].len = 0;
    }
}

machine_code *code_open(opened *o, const ncurep_result *r)
{
    machine_code *x = (machine_code *)o->kept;
    ncurep_module m;
    cubin_file_options options;
    cubin_info info;
    ncurep_error e;
    uint32_t count;
    uint64_t address = 0;
    int old;
    if (x != NULL && x->reference == r->source.reference && (x->result == NCUREP_NONE || x->result == r->index)) return x;
    code_close(o);
    x = (machine_code *)cli_alloc(1, sizeof *x);
    o->kept = x;
    o->drop_fn = drop_code;
    x->reference = r->source.reference;
    x->result = NCUREP_NONE;
    if (ncurep_modules_load(o->report, &count, &e) != NCUREP_OK) return x;
    if (!ncurep_module_find(o->report, r->source.reference, &m)) return x;
    read_module(x, o, &m);
    old = x->count == 0 && old_address(o, r, &address);
    if (old) {
        add_function(x, r->mangled, address, NCUREP_NONE);
        x->result = r->index; /* the next kernel may be another function of the same module */
    }
    if (x->count > 0) qsort(x->functions, x->count, sizeof *x->functions, by_address);
    if (x->cubin == NULL) return x;
    memset(&options, 0, sizeof options);
    CLI_MEMORY(options.memory);
    x->lines = cubin_file_open(x->cubin, x->cubin_size, &options, NULL);
    cubin_file_info(x->lines, &info);
    x->arch = info.arch;
    sass_open(x);
    read_symbols(x, old);
    return x;
}

/* Lines of source files --------------------------------------------------------------------------------------------- */

#define FEEDS 1024 /* bytes for which line feeds are counted together */

static void count_lines(code_text *t)
{
    const size_t blocks = t->len / FEEDS + 1;
    const char *p = t->text, *end = t->text + t->len;
    size_t i;
    t->feeds = (uint64_t *)cli_alloc(blocks, sizeof *t->feeds);
    for (i = 0; i < blocks; i++) {
        const char *stop = (size_t)(end - p) < FEEDS ? end : p + FEEDS;
        t->feeds[i] = t->lines;
        while (p < stop && (p = (const char *)memchr(p, '\n', (size_t)(stop - p))) != NULL) {
            t->lines++;
            p++;
        }
        p = stop;
    }
    if (t->len > 0 && end[-1] != '\n') t->lines++;
}

static void sort_files(machine_code *x)
{
    code_files *f = &x->files;
    size_t *numbers = (size_t *)cli_alloc(x->text_count, sizeof *numbers), i, sum = 0;
    free_files(f);
    f->count = x->text_count;
    f->list = (size_t *)cli_alloc(f->count, sizeof *f->list);
    f->most = (uint64_t *)cli_alloc(f->count, sizeof *f->most);
    for (i = 0; i < f->count; i++) {
        ncurep_view path;
        path.ptr = x->texts[i].path;
        path.len = x->texts[i].path_len;
        path = file_name(path);
        numbers[i] = set_add(&f->names, path.ptr, path.len);
        if (x->texts[i].feeds == NULL) count_lines(&x->texts[i]);
    }
    f->first = (size_t *)cli_alloc(f->names.count + 1, sizeof *f->first);
    for (i = 0; i < f->count; i++) f->first[numbers[i]]++;
    for (i = 0; i <= f->names.count; i++) {
        const size_t n = f->first[i];
        f->first[i] = sum;
        sum += n;
    }
    for (i = 0; i < f->count; i++) f->list[f->first[numbers[i]]++] = i;
    for (i = f->names.count; i > 0; i--) f->first[i] = f->first[i - 1];
    f->first[0] = 0;
    for (i = 0; i < f->count; i++) {
        const uint64_t lines = x->texts[f->list[i]].lines;
        const int begins = f->first[numbers[f->list[i]]] == i;
        f->most[i] = begins || lines > f->most[i - 1] ? lines : f->most[i - 1];
    }
    cli_free(numbers);
}

/* Where a line begins that the text has. */
static const char *line_start(const code_text *t, uint64_t line)
{
    size_t low = 0, high = t->len / FEEDS;
    const char *p;
    uint64_t n;
    if (line == 1) return t->text;
    while (low < high) { /* the last KiB with fewer line feeds before it than before the line */
        const size_t middle = high - (high - low) / 2;
        if (t->feeds[middle] < line - 1) low = middle;
        else high = middle - 1;
    }
    p = t->text + low * FEEDS;
    for (n = t->feeds[low]; n < line - 1; n++) p = (const char *)memchr(p, '\n', (size_t)(t->text + t->len - p)) + 1;
    return p;
}

ncurep_view code_line(machine_code *x, ncurep_view file, uint32_t line)
{
    const ncurep_view name = file_name(file);
    const code_files *f = &x->files;
    const code_text *t;
    ncurep_view found;
    const char *stop;
    size_t number, low, high;
    found.ptr = "";
    found.len = 0;
    if (f->count != x->text_count) sort_files(x);
    number = line > 0 ? set_find(&f->names, name.ptr, name.len) : NOT_IN_SET;
    if (number == NOT_IN_SET) return found;
    low = f->first[number];
    high = f->first[number + 1];
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (f->most[middle] < line) low = middle + 1;
        else high = middle;
    }
    if (low == f->first[number + 1]) return found;
    t = &x->texts[f->list[low]];
    found.ptr = line_start(t, line);
    stop = (const char *)memchr(found.ptr, '\n', (size_t)(t->text + t->len - found.ptr));
    found.len = (size_t)((stop != NULL ? stop : t->text + t->len) - found.ptr);
    if (found.len > 0 && found.ptr[found.len - 1] == '\r') found.len--;
    return found;
}

uint64_t code_lines(machine_code *x, ncurep_view file)
{
    const ncurep_view name = file_name(file);
    size_t number;
    if (x->files.count != x->text_count) sort_files(x);
    number = set_find(&x->files.names, name.ptr, name.len);
    return number == NOT_IN_SET ? 0 : x->files.most[x->files.first[number + 1] - 1];
}

/* Places ------------------------------------------------------------------------------------------------------------ */

static ncurep_view as_view(cubin_view v)
{
    ncurep_view to;
    to.ptr = v.ptr;
    to.len = v.len;
    return to;
}

static void fill_place(code_place *place)
{
    place->offset = place->at.offset;
    place->end = place->at.end;
    place->function = as_view(place->at.function);
    place->directory = as_view(place->at.directory);
    place->file = as_view(place->at.file);
    place->line = place->at.line;
}

int code_place_at(const cubin_file *lines, cubin_table table, uint32_t symbol, uint64_t offset, code_place *place)
{
    cubin_symbol_id id;
    int found;
    id.number = symbol;
    found = cubin_place_find(lines, table, id, offset, &place->at);
    fill_place(place);
    return found;
}

int code_outer(const cubin_file *lines, code_place *place)
{
    const int found = cubin_place_outer(lines, &place->at);
    if (found) fill_place(place);
    return found;
}

uint32_t code_shown(const cubin_file *lines, code_place *place)
{
    const uint32_t steps = cubin_place_shown(lines, &place->at);
    if (steps > 0) fill_place(place);
    return steps;
}

ncurep_view ptx_line(const cubin_file *lines, uint32_t line)
{
    cubin_view text;
    (void)cubin_ptx_at(lines, line, &text);
    return as_view(text);
}

int code_find(const machine_code *x, uint64_t address, const code_function **function, code_place *place)
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
        (void)code_place_at(x->lines, CUBIN_TABLE_SOURCE, f->symbol, address - f->address, place);
    return 1;
}

void put_place(cli_buf *b, const code_place *place)
{
    const ncurep_view file = file_name(place->file);
    if (place->line == 0) return;
    cli_put_safe(b, file.ptr, file.len);
    cli_putf(b, ":%" PRIu32, place->line);
}
