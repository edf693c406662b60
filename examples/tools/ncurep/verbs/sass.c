/* ncurep sass: the machine code of a report or a cubin as text; encodings one per line for anybody to compare. */
#include "cubin.h"
#include "report/input/pack.h"
#include "report/model/flow_check.h"
#include "report/model/kernels.h"
#include "report/pages/dot.h"
#include "verb.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* One line: digits of an encoding, the most significant first, and an address after a space. Instructions of 8 bytes
   may have the 21 bits of their control word before them. *n: bytes. 0: not an encoding. */
static int parse_line(const char *p, const char *end, uint32_t size, unsigned char *bytes, uint32_t *n, uint64_t *address)
{
    uint32_t digits = 0, i;
    memset(bytes, 0, 16);
    while (p + digits < end && hex_digit(p[digits]) >= 0) digits++;
    if (digits != 2 * size && (size != 8 || digits < 16 || digits > 22)) return 0;
    for (i = 0; i < digits; i++) bytes[i / 2] = (unsigned char)(bytes[i / 2] | hex_digit(p[digits - 1 - i]) << (i % 2 * 4));
    *n = digits > 16 ? 16 : size;
    p += digits;
    *address = 0;
    while (p < end && *p == ' ') p++;
    if (end - p > 2 && p[0] == '0' && (p[1] == 'x' || p[1] == 'X')) p += 2;
    for (; p < end && hex_digit(*p) >= 0; p++) *address = *address << 4 | (uint64_t)hex_digit(*p);
    return p == end;
}

typedef struct sass_options {
    model m;
    const char *arch_name; /* sm_NN */
    uint32_t arch;
    int hex, encodings, scheduling, blocks, live, ranges, check, graph;
    cli_csv *csv;
} sass_options;

static const option_word graph_words[] = {{"dot", 1}, {NULL, 0}};

static const option option_table[] = {OPT_CHOOSING,
                                      OPT_METRICS,
                                      {0, "encodings", &take_nothing, offsetof(sass_options, encodings), NULL, NULL,
                                       "show the bytes of each instruction"},
                                      {0, "scheduling", &take_nothing, offsetof(sass_options, scheduling), NULL, NULL,
                                       "show stall, yield, barriers and wait mask"},
                                      {0, "blocks", &take_nothing, offsetof(sass_options, blocks), NULL, NULL,
                                       "show where basic blocks begin"},
                                      {0, "live", &take_nothing, offsetof(sass_options, live), NULL, NULL,
                                       "show the number of live registers at each instruction"},
                                      {0, "ranges", &take_nothing, offsetof(sass_options, ranges), NULL, NULL,
                                       "show the live range of each register: ^ written, v read, x both, : kept"},
                                      {0, "check", &take_nothing, offsetof(sass_options, check), NULL, NULL,
                                       "list what cannot be true of compiled code instead; exit code 1 for any"},
                                      {0, "hex", &take_nothing, offsetof(sass_options, hex), NULL, NULL,
                                       "FILE holds encodings, one per line: hexadecimal, the high word first; "
                                       "after a space, the address"},
                                      {0, "graph", &take_word, offsetof(sass_options, graph), graph_words, NULL,
                                       "the flow of each function for Graphviz: blocks, edges, loops"},
                                      {0, "arch", &take_text, offsetof(sass_options, arch_name), NULL, "sm_NN",
                                       "the GPU of the encodings, or of the code wanted of a program"},
                                      OPTION_END};

/* Encodings of a file, one per line; a text for each, "?" for a line that is not one. */
static int print_hex(cli *c, const sass_options *q, const char *path)
{
    size_t size, line = 0;
    const uint32_t wide = cubin_instruction_size(q->arch);
    char *data, *p, *end;
    int code = CLI_FINE;
    if (wide == 0) return cli_usage(c, "--hex needs --arch, such as sm_80");
    data = cli_read(c, path, &size, NULL);
    if (data == NULL) return CLI_INPUT;
    for (p = data; p < data + size; p = end + 1) {
        unsigned char bytes[16];
        uint32_t n = 0;
        uint64_t address = 0;
        char text[CUBIN_TEXT_ROOM];
        char *stop;
        end = (char *)memchr(p, '\n', (size_t)(data + size - p));
        if (end == NULL) end = data + size;
        stop = end > p && end[-1] == '\r' ? end - 1 : end;
        line++;
        if (parse_line(p, stop, wide, bytes, &n, &address) &&
            cubin_disassemble(q->arch, bytes, n, address, NULL, text, sizeof text, NULL) == CUBIN_OK) {
            fprintf(c->out, "%s\n", text);
            continue;
        }
        fputs("?\n", c->out);
        if (code == CLI_FINE) cli_error(c, "%s: line %zu: not an encoding of %u hexadecimal digits", path, line, (unsigned)(2 * wide));
        code = CLI_INPUT;
    }
    free(data);
    return code;
}

/* The parameter that a constant of the text lies in, c[0x0][0x...]; *inside: the offset in it. 0: none. */
static int parameter_of(const cubin_file *file, const cubin_function *f, const char *text, cubin_parameter *out, uint64_t *inside)
{
    const char *p = text;
    while ((p = strstr(p, "c[0x0][0x")) != NULL) {
        char *end;
        const uint64_t at = strtoull(p += 7, &end, 16);
        *inside = 0;
        if (*end != ']' || !cubin_parameter_find(file, f, at, out)) continue;
        *inside = at - out->bank_offset;
        return 1;
    }
    return 0;
}

/* A name for code compiled into a function: its offset there, or, in the list of the whole file, in the section. */
typedef struct inner {
    uint32_t section;
    uint64_t offset;
    cubin_view name;
} inner;

/* What the listing of one function needs. */
typedef struct listing {
    const cubin_file *file;
    cubin_function function;
    uint32_t arch, size, columns;
    code_flow flow;
    inner *all;   /* of the file, by section and offset */
    size_t all_count, all_room;
    inner *inner; /* of the function, by offset */
    size_t inner_count, inner_room;
    cubin_relocation *relocations; /* by offset */
    size_t relocation_count, relocation_room;
    uint64_t unknown;
} listing;

static int by_inner(const void *a, const void *b)
{
    const inner *x = (const inner *)a, *y = (const inner *)b;
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
    uint32_t most = 0, r;
    size_t i;
    for (i = 0; i < f->count; i++)
        for (r = most; r < 255; r++)
            if (flow_has(f->rows[i].i.read, r) || flow_has(f->rows[i].i.written, r)) most = r + 1;
    return most;
}

static void list_names(listing *l)
{
    cubin_symbol s;
    cubin_symbol_id id;
    for (id.number = 0; cubin_symbol_at(l->file, id, &s); id.number++) {
        inner *one;
        if (s.type != 2) continue; /* not a function */
        l->all = (inner *)cli_grow(l->all, &l->all_room, l->all_count + 1, sizeof *l->all);
        one = &l->all[l->all_count++];
        one->section = s.section;
        one->offset = s.offset;
        one->name = s.name;
    }
    if (l->all_count > 0) qsort(l->all, l->all_count, sizeof *l->all, by_inner);
}

static void listing_open(listing *l, int live)
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
        inner one = l->all[low];
        one.offset -= l->function.address != 0 && one.offset >= l->function.address ? l->function.address : l->function.start;
        if (one.offset >= l->function.size || (one.name.ptr == l->function.name.ptr && one.offset == 0)) continue;
        l->inner = (inner *)cli_grow(l->inner, &l->inner_room, l->inner_count + 1, sizeof *l->inner);
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

static void listing_close(listing *l)
{
    flow_free(&l->flow);
    cli_free(l->inner);
    cli_free(l->relocations);
    l->inner = NULL;
    l->relocations = NULL;
    l->inner_count = l->inner_room = l->relocation_count = l->relocation_room = 0;
    l->unknown = 0;
}

/* The name of the code that begins at an offset; NULL: none. */
static const inner *inner_at(const listing *l, uint64_t offset)
{
    size_t low = 0, high = l->inner_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (l->inner[middle].offset < offset) low = middle + 1;
        else high = middle;
    }
    return low < l->inner_count && l->inner[low].offset == offset ? &l->inner[low] : NULL;
}

static void put_view(FILE *f, cubin_view v)
{
    cli_buf b = {NULL, 0, 0};
    cli_put_safe(&b, v.ptr, v.len);
    fputs(b.len > 0 ? b.ptr : "", f);
    cli_buf_free(&b);
}

static void put_encoding(cli *c, const listing *l, uint64_t offset)
{
    uint32_t i;
    for (i = l->size; i > 0; i--) fprintf(c->out, "%02x", (unsigned char)l->function.code.ptr[offset + i - 1]);
}

/* "W0" for a barrier, "--" for none. */
static void put_barrier(cli *c, char letter, uint32_t barrier)
{
    if (barrier < 6) fprintf(c->out, " %c%u", letter, (unsigned)barrier);
    else fputs(" --", c->out);
}

/* One character a register: written ^, read v, both x, kept :. */
static void put_ranges(cli *c, const listing *l, const flow_row *row)
{
    uint32_t r;
    for (r = 0; r < l->columns; r++) {
        const int reads = flow_has(row->i.read, r), writes = flow_has(row->i.written, r);
        fputc(reads && writes ? 'x' : reads ? 'v' : writes ? '^' : flow_has(row->alive, r) ? ':' : ' ', c->out);
    }
    fputs("| ", c->out);
}

/* The numbers of the registers above the columns of their ranges: tens, then ones. */
static void put_numbers(cli *c, const listing *l, int indent)
{
    uint32_t r, unit;
    for (unit = 100; unit > 0; unit /= 10) {
        if (unit > 1 && l->columns <= unit) continue;
        fprintf(c->out, "%*s", indent, "");
        for (r = 0; r < l->columns; r++) fputc(unit > 1 && (r % 10 != 0 || r < unit) ? ' ' : (char)('0' + r / unit % 10), c->out);
        fputs("|\n", c->out);
    }
}

static void put_text(const sass_options *q, listing *l)
{
    cli *c = q->m.c;
    const code_flow *const f = &l->flow;
    const int lives = f->has_live;
    size_t i, at = 0;
    cubin_location here;
    cubin_parameter parameter;
    uint64_t inside;
    fprintf(c->out, "\n%s", cli_style(c->color, CLI_BOLD));
    put_view(c->out, l->function.name);
    fprintf(c->out, "%s, sm_%u, %" PRIu64 " bytes, %u registers", cli_style(c->color, CLI_PLAIN), (unsigned)l->arch, l->function.size,
            (unsigned)l->function.registers);
    if (lives) fprintf(c->out, ", at %s %u live", f->unknown != NULL ? "least" : "most", (unsigned)f->most);
    else if (q->live || q->ranges) fputs(", live registers not known", c->out);
    if ((q->live || q->ranges) && f->unknown != NULL) fprintf(c->out, ": %s (%04" PRIx64 ")", f->unknown, f->where);
    fputc('\n', c->out);
    if (lives && q->ranges) put_numbers(c, l, 10 + (q->encodings ? (int)l->size * 2 + 2 : 0) + (q->scheduling ? 15 : 0) + (q->live ? 5 : 0));
    for (i = 0; i < f->count; i++) {
        const flow_row *const row = &f->rows[i];
        const inner *name = inner_at(l, row->offset);
        (void)cubin_location_find(l->file, l->function.symbol, row->offset, &here);
        if (q->blocks && row->begins && i > 0) fputc('\n', c->out);
        if (name != NULL) {
            put_view(c->out, name->name);
            fputs(":\n", c->out);
        }
        if (q->blocks && row->begins) fprintf(c->out, "L%04" PRIx64 ":  // block %u\n", row->offset, (unsigned)row->block);
        else if (row->is_target) fprintf(c->out, "L%04" PRIx64 ":\n", row->offset);
        fprintf(c->out, "    %04" PRIx64 "  ", row->offset);
        if (q->encodings) {
            put_encoding(c, l, row->offset);
            fputs("  ", c->out);
        }
        if (q->scheduling) {
            fprintf(c->out, "%2u%c", (unsigned)row->i.stall, row->i.yield ? ' ' : 'Y');
            put_barrier(c, 'W', row->i.write_barrier);
            put_barrier(c, 'R', row->i.read_barrier);
            fprintf(c->out, " %02x  ", (unsigned)row->i.wait_mask);
        }
        if (q->live && lives) fprintf(c->out, "%3u  ", (unsigned)row->live);
        if (q->ranges && lives) put_ranges(c, l, row);
        fputs(here.text, c->out);
        if (row->i.has_target && flow_row_at(f, row->i.target) < f->count) {
            fprintf(c->out, " -> L%04" PRIx64, row->i.target);
            name = inner_at(l, row->i.target);
            if (name != NULL && row->i.flow == CUBIN_FLOW_CALL) {
                fputc(' ', c->out);
                put_view(c->out, name->name);
            }
        }
        if (parameter_of(l->file, &l->function, here.text, &parameter, &inside)) {
            fprintf(c->out, "  // parameter %u", (unsigned)parameter.ordinal);
            if (inside > 0) fprintf(c->out, "+0x%" PRIx64, inside);
        }
        for (; at < l->relocation_count && l->relocations[at].offset < row->offset + l->size; at++) {
            const cubin_relocation *const r = &l->relocations[at];
            cubin_symbol symbol;
            if (r->offset < row->offset) continue;
            (void)cubin_symbol_at(l->file, r->symbol, &symbol);
            fprintf(c->out, "  // relocation %u: ", (unsigned)r->type);
            put_view(c->out, symbol.name);
            if (r->addend != 0) fprintf(c->out, "+0x%" PRIx64, r->addend);
        }
        fputc('\n', c->out);
        l->unknown += row->i.unknown;
    }
}

static void json_registers(cli *c, const char *key, const uint64_t *set)
{
    const char *comma = "";
    uint32_t r;
    fprintf(c->out, ",\"%s\":[", key);
    for (r = 0; r < 255; r++)
        if (flow_has(set, r)) {
            fprintf(c->out, "%s%u", comma, (unsigned)r);
            comma = ",";
        }
    fputc(']', c->out);
}

static void json_view(cli *c, const char *key, cubin_view v)
{
    fprintf(c->out, ",\"%s\":", key);
    cli_json_quote(c->out, CLI_UTF8, v.ptr, v.len);
}

static void json_row(const sass_options *q, listing *l, const flow_row *row, size_t *at)
{
    cli *c = q->m.c;
    cubin_location here;
    cubin_parameter parameter;
    uint64_t inside;
    const inner *name = inner_at(l, row->offset);
    const char *comma = "";
    (void)cubin_location_find(l->file, l->function.symbol, row->offset, &here);
    fprintf(c->out, "{\"offset\":%" PRIu64 ",\"text\":", row->offset);
    cli_json_quote(c->out, CLI_UTF8, here.text, strlen(here.text));
    if (name != NULL) json_view(c, "name", name->name);
    if (q->encodings) {
        fputs(",\"encoding\":\"", c->out);
        put_encoding(c, l, row->offset);
        fputc('"', c->out);
    }
    if (q->scheduling) {
        fprintf(c->out, ",\"stall_cycles\":%u,\"yield\":%u,\"wait_mask\":%u,\"reuse\":%u", (unsigned)row->i.stall, (unsigned)row->i.yield,
                (unsigned)row->i.wait_mask, (unsigned)row->i.reuse);
        if (row->i.write_barrier < 6) fprintf(c->out, ",\"write_barrier\":%u", (unsigned)row->i.write_barrier);
        if (row->i.read_barrier < 6) fprintf(c->out, ",\"read_barrier\":%u", (unsigned)row->i.read_barrier);
    }
    if (q->blocks) fprintf(c->out, ",\"basic_block\":%u", (unsigned)row->block);
    if (row->i.flow != CUBIN_FLOW_NEXT) fprintf(c->out, ",\"flow\":\"%s\"", cubin_flow_name(row->i.flow));
    if (row->i.has_target) fprintf(c->out, ",\"target\":%" PRIu64, row->i.target);
    if (row->i.has_target && row->i.flow == CUBIN_FLOW_CALL && (name = inner_at(l, row->i.target)) != NULL) json_view(c, "calls", name->name);
    if (parameter_of(l->file, &l->function, here.text, &parameter, &inside)) {
        fprintf(c->out, ",\"parameter\":%u", (unsigned)parameter.ordinal);
        if (inside > 0) fprintf(c->out, ",\"parameter_offset\":%" PRIu64, inside);
    }
    if (l->flow.has_live) {
        fprintf(c->out, ",\"live\":%u", (unsigned)row->live);
        if (q->ranges) json_registers(c, "live_registers", row->alive);
    }
    if (q->ranges && row->i.has_registers) {
        json_registers(c, "reads", row->i.read);
        json_registers(c, "writes", row->i.written);
    }
    for (; *at < l->relocation_count && l->relocations[*at].offset < row->offset + l->size; ++*at) {
        const cubin_relocation *const r = &l->relocations[*at];
        cubin_symbol symbol;
        if (r->offset < row->offset) continue;
        (void)cubin_symbol_at(l->file, r->symbol, &symbol);
        fprintf(c->out, "%s{\"elf_type\":%u", comma[0] == 0 ? ",\"relocations\":[" : comma, (unsigned)r->type);
        json_view(c, "symbol", symbol.name);
        fprintf(c->out, ",\"addend\":%" PRIu64 "}", r->addend);
        comma = ",";
    }
    if (comma[0] != 0) fputc(']', c->out);
    if (row->i.unknown > 0) fprintf(c->out, ",\"unknown_parts\":%u", (unsigned)row->i.unknown);
    fputc('}', c->out);
    l->unknown += row->i.unknown;
}

/* An object of a function, left open. */
static void json_function(const sass_options *q, const char *path, const uint64_t *module, const listing *l)
{
    cli *c = q->m.c;
    fputs("{\"file\":", c->out);
    cli_json_quote(c->out, CLI_UTF8, path, strlen(path));
    if (module != NULL) fprintf(c->out, ",\"module\":%" PRIu64, *module);
    else fputs(",\"module\":null", c->out);
    fputs(",\"function\":", c->out);
    cli_json_quote(c->out, CLI_UTF8, l->function.name.ptr, l->function.name.len);
    fprintf(c->out, ",\"is_kernel\":%s,\"arch\":%u,\"bytes\":%" PRIu64 ",\"registers\":%u,\"shared_bytes\":%" PRIu64 ",\"frame_bytes\":%" PRIu64,
            l->function.is_kernel ? "true" : "false", (unsigned)l->arch, l->function.size, (unsigned)l->function.registers, l->function.shared_size,
            l->function.frame_size);
}

static void put_json(const sass_options *q, const char *path, const uint64_t *module, listing *l)
{
    cli *c = q->m.c;
    size_t i, at = 0;
    json_function(q, path, module, l);
    if (q->blocks) fprintf(c->out, ",\"block_count\":%u", (unsigned)l->flow.blocks);
    if (l->flow.has_live) fprintf(c->out, ",\"live\":%u", (unsigned)l->flow.most);
    else if (q->live || q->ranges) fputs(",\"live\":null", c->out);
    if ((q->live || q->ranges) && l->flow.unknown != NULL)
        fprintf(c->out, ",\"live_unknown\":\"%s\",\"live_unknown_at\":%" PRIu64, l->flow.unknown, l->flow.where);
    fputs(",\"instructions\":[", c->out);
    for (i = 0; i < l->flow.count; i++) {
        if (i > 0) fputc(',', c->out);
        json_row(q, l, &l->flow.rows[i], &at);
    }
    fputs("]}\n", c->out);
}

static const char *const csv_titles[] = {"Function", "Offset", "Block", "Text", "Encoding", "Stall", "Yield", "Write Barrier", "Read Barrier", "Wait Mask",
                                         "Reuse", "Flow", "Target", "Parameter", "Live", "Unknown"};

static void csv_barrier(cli_csv *v, uint32_t barrier)
{
    if (barrier < 6) cli_csv_fieldf(v, "%u", (unsigned)barrier);
    else cli_csv_field(v, "", 0);
}

/* Every column, whatever the options: rows of all functions are alike. */
static void put_csv(cli_csv *v, listing *l)
{
    size_t i;
    for (i = 0; i < l->flow.count; i++) {
        const flow_row *const row = &l->flow.rows[i];
        cubin_location here;
        cubin_parameter parameter;
        uint64_t inside;
        char encoding[33];
        uint32_t k;
        (void)cubin_location_find(l->file, l->function.symbol, row->offset, &here);
        for (k = 0; k < l->size; k++) snprintf(encoding + 2 * k, 3, "%02x", (unsigned char)l->function.code.ptr[row->offset + l->size - 1 - k]);
        cli_csv_field(v, l->function.name.ptr, l->function.name.len);
        cli_csv_fieldf(v, "%" PRIu64, row->offset);
        cli_csv_fieldf(v, "%u", (unsigned)row->block);
        cli_csv_field(v, here.text, strlen(here.text));
        cli_csv_field(v, encoding, 2 * (size_t)l->size);
        cli_csv_fieldf(v, "%u", (unsigned)row->i.stall);
        cli_csv_fieldf(v, "%u", (unsigned)row->i.yield);
        csv_barrier(v, row->i.write_barrier);
        csv_barrier(v, row->i.read_barrier);
        cli_csv_fieldf(v, "%u", (unsigned)row->i.wait_mask);
        cli_csv_fieldf(v, "%u", (unsigned)row->i.reuse);
        cli_csv_fieldf(v, "%s", cubin_flow_name(row->i.flow));
        if (row->i.has_target) cli_csv_fieldf(v, "%" PRIu64, row->i.target);
        else cli_csv_field(v, "", 0);
        if (parameter_of(l->file, &l->function, here.text, &parameter, &inside)) cli_csv_fieldf(v, "%u", (unsigned)parameter.ordinal);
        else cli_csv_field(v, "", 0);
        if (l->flow.has_live) cli_csv_fieldf(v, "%u", (unsigned)row->live);
        else cli_csv_field(v, "", 0);
        cli_csv_fieldf(v, "%u", (unsigned)row->i.unknown);
        cli_csv_end(v);
        l->unknown += row->i.unknown;
    }
}

/* Where findings go, and how many there were. */
typedef struct found_in {
    cli *c;
    const char *path;
    const listing *l;
    uint64_t count;
} found_in;

static void put_finding(const flow_finding *one, void *user)
{
    found_in *const to = (found_in *)user;
    cli *const c = to->c;
    char sentence[80];
    cubin_location here;
    (void)cubin_location_find(to->l->file, to->l->function.symbol, one->offset, &here);
    snprintf(sentence, sizeof sentence, flow_finding_sentence(one->kind), (unsigned)one->number);
    if (c->format == CLI_JSON) {
        fprintf(c->out, "%s{\"kind\":\"%s\",\"offset\":%" PRIu64 ",\"number\":%u,\"text\":", to->count > 0 ? "," : "",
                flow_finding_word(one->kind), one->offset, (unsigned)one->number);
        cli_json_quote(c->out, CLI_UTF8, here.text, strlen(here.text));
        fputc('}', c->out);
    } else {
        fprintf(c->out, "%s: ", to->path);
        put_view(c->out, to->l->function.name);
        fprintf(c->out, ": %04" PRIx64 ": %s: %s\n", one->offset, here.text, sentence);
    }
    to->count++;
}

/* What cannot be true of a function; how many findings. */
static uint64_t put_check(const sass_options *q, const char *path, const uint64_t *module, listing *l)
{
    found_in to;
    to.c = q->m.c;
    to.path = path;
    to.l = l;
    to.count = 0;
    if (to.c->format == CLI_JSON) {
        json_function(q, path, module, l);
        fputs(",\"findings\":[", to.c->out);
    }
    flow_check(&l->flow, l->file, &l->function, put_finding, &to);
    if (to.c->format == CLI_JSON) fputs("]}\n", to.c->out);
    return to.count;
}

static int put_graph(const sass_options *q, const char *path, const listing *l)
{
    output to;
    page pg;
    cubin_error e;
    out_init(&to, q->m.c->out, OUT_TEXT);
    pg.m = &q->m;
    pg.to = &to;
    if (dot_page(&pg, l->file, &l->function, &e) == CLI_FINE) return 1;
    cli_error(q->m.c, "%s: %s", path, e.message);
    return 0;
}

/* Prints a cubin; an exit code. where: its offset in the file. module: NULL: the file is the cubin. */
static int print_code(const sass_options *q, const char *path, const uint64_t *module, const char *data, size_t size, uint64_t where)
{
    cli *c = q->m.c;
    cubin_error error;
    cubin_info info;
    cubin_file *file = cubin_file_open(data, size, NULL, &error);
    listing l;
    uint64_t unknown = 0, found = 0, no_graph = 0;
    uint32_t i;
    int good;
    cubin_file_info(file, &info);
    memset(&l, 0, sizeof l);
    l.file = file;
    l.arch = info.arch;
    l.size = cubin_instruction_size(info.arch);
    if (l.size != 0) list_names(&l);
    for (i = 0; l.size != 0 && cubin_function_at(file, i, &l.function); i++) {
        if (l.function.code.len == 0 || !kernel_fits(q->m.chosen.kernel, l.function.name.ptr, l.function.name.len)) continue;
        if (q->graph) {
            no_graph += !put_graph(q, path, &l);
            continue;
        }
        listing_open(&l, q->live || q->ranges);
        if (q->check) found += put_check(q, path, module, &l);
        else if (c->format == CLI_JSON) put_json(q, path, module, &l);
        else if (c->format == CLI_CSV) put_csv(q->csv, &l);
        else put_text(q, &l);
        unknown += l.unknown;
        listing_close(&l);
    }
    cli_free(l.all);
    if (unknown > 0) cli_error(c, "%s: %" PRIu64 " parts of instructions are not known: ?0x in the text", path, unknown);
    good = say_cubin(c, path, where, file, &error) == 0;
    if (file != NULL && l.size == 0) cli_error(c, "%s: no tables for the architecture of the cubin", path);
    cubin_file_close(file);
    return !good || l.size == 0 || no_graph > 0 ? CLI_INPUT : found > 0 ? CLI_FINDING : CLI_FINE;
}

static int print_report(const sass_options *q, opened *o)
{
    ncurep_source source;
    ncurep_error error;
    choice k;
    uint32_t i;
    int code = CLI_FINE;
    make_choice(q->m.c, &q->m.chosen, o, &k, 0, &code);
    for (i = 0; i < o->info.sources; i++) {
        if (!ncurep_source_at(o->report, i, &source, &error)) {
            say_error(q->m.c, o->path, &error);
            code = CLI_INPUT;
        } else if (source.binary.len > 0 && wants_module(&k, source.reference)) {
            const uint64_t at = source.at + (uint64_t)(source.binary.ptr - source.bytes.ptr);
            const int one = print_code(q, o->path, &source.reference, source.binary.ptr, source.binary.len, at);
            if (one > code) code = one;
        }
    }
    free_choice(&k);
    return code;
}

/* Programs, libraries and the like: the code of each architecture, or of one. */
static int print_images(const sass_options *q, images *x)
{
    int code = CLI_FINE;
    kernel_choice wanted;
    wanted.kernel = q->m.chosen.kernel;
    wanted.arch = q->arch;
    while (images_next(x)) {
        const int one =
            x->image.kind == CUBIN_IMAGE_KIND_CUBIN && image_fits(&wanted, x) ? print_code(q, x->path, NULL, x->bytes, x->len, 0) : CLI_FINE;
        if (one > code) code = one;
    }
    return x->is_damaged ? CLI_INPUT : code;
}

static int run(request *q, void *user)
{
    sass_options *how = (sass_options *)user;
    cli *c = q->c;
    size_t i;
    int code = CLI_FINE;
    cli_csv csv;
    memset(&csv, 0, sizeof csv);
    csv.f = c->out;
    how->csv = &csv;
    how->arch = arch_of(how->arch_name);
    if (how->hex && c->format != CLI_TEXT) return cli_usage(c, "--hex prints plain lines: no --json, no --csv");
    if (how->graph && (c->format != CLI_TEXT || how->check)) return cli_usage(c, "--graph prints graphs alone: no --json, --csv or --check");
    if (how->check && c->format == CLI_CSV) return cli_usage(c, "--check prints lines or --json, no --csv");
    for (i = 0; c->format == CLI_CSV && i < sizeof csv_titles / sizeof *csv_titles; i++) cli_csv_field(&csv, csv_titles[i], strlen(csv_titles[i]));
    if (c->format == CLI_CSV) cli_csv_end(&csv);
    for (i = 0; i < q->path_count; i++) {
        int one = CLI_INPUT;
        opened o;
        images x;
        if (how->hex) {
            one = print_hex(c, how, q->paths[i]);
            if (one > code) code = one;
            continue;
        }
        memset(&o, 0, sizeof o);
        o.path = q->paths[i];
        o.data = cli_read(c, o.path, &o.size, NULL);
        if (o.data != NULL && has_images(o.data, o.size)) {
            images_of(&x, c, o.path, o.data, o.size);
            one = print_images(how, &x);
            images_close(&x);
        } else if (o.data != NULL && unpack_report(reader_of(q), &o, 0)) {
            ncurep_report_options limits;
            ncurep_error error;
            uint32_t at;
            memset(&limits, 0, sizeof limits);
            limits.memory.max_memory = (size_t)4 << 30;
            if (open_opened(&o, &limits, &error) == NULL) say_error(c, o.path, &error);
            else {
                ncurep_report_info(o.report, &o.info);
                for (at = 0; ncurep_problem_at(o.report, at, &error); at++) say_error(c, o.path, &error);
                one = print_report(how, &o);
                if (code_of(&o) > one) one = code_of(&o);
            }
        }
        close_report(&o);
        if (one > code) code = one;
    }
    return code;
}

const verb sass_verb = {"sass", option_table, sizeof(sass_options), run, NULL, NULL,
    "the machine code as text; takes a cubin, a program or library with GPU code, or encodings (--hex)",
    "Unknown parts of an instruction are printed as ?0x and a number. Where\n"
    "  it is unknown what an instruction or a called function does, at least so\n"
    "  many registers are live as the listing counts. What is live across one\n"
    "  call inside a function is so across all.\n"
    "\n"
    "  ncurep sass -k saxpy --live --blocks report.ncu-rep\n"
    "  ncurep sass --ranges --json kernel.cubin\n"
    "  echo 0000000000000f000000000500117802 | ncurep sass --arch sm_80 --hex -",
    FILES, 0, NULL};
