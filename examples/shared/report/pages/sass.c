/* The machine code of functions as text, and what cannot be true of it. */
#include "sass.h"
#include "../model/flow_check.h"
#include "write/table.h"

#include <inttypes.h>
#include <string.h>

/* Of programs that read rows. */
#define INSTRUCTION_COLUMNS(X) \
    X('l', NULL, "Function", NULL, table_text(t, l->function.name.ptr, l->function.name.len)) \
    X('r', NULL, "Offset", NULL, table_whole(t, x->row->offset)) \
    X('r', NULL, "Block", NULL, table_whole(t, x->row->block)) \
    X('l', NULL, "Text", NULL, table_string(t, x->here.text)) \
    X('l', NULL, "Encoding", NULL, table_string(t, x->encoding)) \
    X('r', NULL, "Stall", NULL, table_whole(t, i->stall)) \
    X('r', NULL, "Yield", NULL, table_whole(t, i->yield)) \
    X('r', NULL, "Write Barrier", NULL, put_known(t, i->write_barrier < 6, i->write_barrier)) \
    X('r', NULL, "Read Barrier", NULL, put_known(t, i->read_barrier < 6, i->read_barrier)) \
    X('r', NULL, "Wait Mask", NULL, table_whole(t, i->wait_mask)) \
    X('r', NULL, "Reuse", NULL, table_whole(t, i->reuse)) \
    X('l', NULL, "Flow", NULL, table_string(t, cubin_flow_name(i->flow))) \
    X('r', NULL, "Target", NULL, put_known(t, i->has_target, i->target)) \
    X('r', NULL, "Parameter", NULL, put_known(t, x->has_parameter, x->parameter.ordinal)) \
    X('r', NULL, "Live", NULL, put_known(t, l->flow.has_live, x->row->live)) \
    X('r', NULL, "Unknown", NULL, table_whole(t, i->unknown))
static const table_column columns[] = {INSTRUCTION_COLUMNS(TABLE_COLUMN)};
#define COLUMNS (sizeof columns / sizeof *columns)

void sass_titles(output *to) { table_titles(to, columns, COLUMNS); }

/* An instruction, and what is known of it besides its row. */
typedef struct instruction {
    const flow_row *row;
    cubin_location here;
    const code_name *name, *callee;
    int has_parameter;
    cubin_parameter parameter;
    uint64_t inside;             /* offset in the parameter */
    size_t relocation, relocation_end;
    char encoding[ENCODING_ROOM];
} instruction;

static void read_instruction(instruction *x, const assembly *l, const flow_row *row)
{
    x->row = row;
    (void)cubin_location_find(l->file, l->function.symbol, row->offset, &x->here);
    x->name = assembly_name_at(l, row->offset);
    x->callee = row->i.has_target && row->i.flow == CUBIN_FLOW_CALL ? assembly_name_at(l, row->i.target) : NULL;
    x->has_parameter = assembly_parameter(l, x->here.text, &x->parameter, &x->inside);
    assembly_encoding(l, row->offset, x->encoding);
    for (x->relocation = x->relocation_end; x->relocation < l->relocation_count && l->relocations[x->relocation].offset < row->offset;) x->relocation++;
    for (x->relocation_end = x->relocation; x->relocation_end < l->relocation_count && l->relocations[x->relocation_end].offset < row->offset + l->size;)
        x->relocation_end++;
}

/* Text ------------------------------------------------------------------------------------------------------------ */

/* "W0" for a barrier, "--" for none. */
static void say_barrier(output *to, char letter, uint32_t barrier)
{
    if (barrier < 6) out_say(to, " %c%u", letter, (unsigned)barrier);
    else out_say(to, " --");
}

/* One character a register: written ^, read v, both x, kept :. */
static void say_ranges(output *to, const assembly *l, const flow_row *row)
{
    char signs[256];
    uint32_t r;
    for (r = 0; r < l->columns; r++) {
        const int reads = flow_has(row->i.read, r), writes = flow_has(row->i.written, r);
        signs[r] = reads && writes ? 'x' : reads ? 'v' : writes ? '^' : flow_has(l->flow.alive[row - l->flow.rows].of, r) ? ':' : ' ';
    }
    out_say(to, "%.*s| ", (int)l->columns, signs);
}

/* The numbers of the registers above the columns of their ranges: tens, then ones. */
static void say_numbers(output *to, const assembly *l, int indent)
{
    char digits[256];
    uint32_t r, unit;
    for (unit = 100; unit > 0; unit /= 10) {
        if (unit > 1 && l->columns <= unit) continue;
        for (r = 0; r < l->columns; r++) digits[r] = unit > 1 && (r % 10 != 0 || r < unit) ? ' ' : (char)('0' + r / unit % 10);
        out_say(to, "%*s%.*s|\n", indent, "", (int)l->columns, digits);
    }
}

static void say_function(output *to, const assembly *l, const sass_page_options *how)
{
    const code_flow *const f = &l->flow;
    const int asked = how->live || how->ranges;
    out_say(to, "\n%s", cli_style(to->color, CLI_BOLD));
    out_safe(to, l->function.name.ptr, l->function.name.len);
    out_say(to, "%s, sm_%u, %" PRIu64 " bytes, %u registers", cli_style(to->color, CLI_PLAIN), (unsigned)l->arch, l->function.size,
            (unsigned)l->function.registers);
    if (f->has_live) out_say(to, ", at %s %u live", f->unknown != NULL ? "least" : "most", (unsigned)f->most);
    else if (asked) out_say(to, ", live registers not known");
    if (asked && f->unknown != NULL) out_say(to, ": %s (%04" PRIx64 ")", f->unknown, f->where);
    out_say(to, "\n");
    if (f->has_live && how->ranges)
        say_numbers(to, l, 10 + (how->encodings ? (int)l->size * 2 + 2 : 0) + (how->scheduling ? 15 : 0) + (how->live ? 5 : 0));
}

/* Names of what begins here. */
static void say_labels(output *to, const instruction *x, const assembly *l, const sass_page_options *how)
{
    const flow_row *const row = x->row;
    if (how->blocks && row->begins && row > l->flow.rows) out_say(to, "\n");
    if (x->name != NULL) {
        out_safe(to, x->name->name.ptr, x->name->name.len);
        out_say(to, ":\n");
    }
    if (how->blocks && row->begins) out_say(to, "L%04" PRIx64 ":  // block %u\n", row->offset, (unsigned)row->block);
    else if (row->is_target) out_say(to, "L%04" PRIx64 ":\n", row->offset);
}

static void say_instruction(output *to, const instruction *x, const assembly *l, const sass_page_options *how)
{
    const flow_row *const row = x->row;
    size_t i;
    say_labels(to, x, l, how);
    out_say(to, "    %04" PRIx64 "  ", row->offset);
    if (how->encodings) out_say(to, "%s  ", x->encoding);
    if (how->scheduling) {
        out_say(to, "%2u%c", (unsigned)row->i.stall, row->i.yield ? ' ' : 'Y');
        say_barrier(to, 'W', row->i.write_barrier);
        say_barrier(to, 'R', row->i.read_barrier);
        out_say(to, " %02x  ", (unsigned)row->i.wait_mask);
    }
    if (how->live && l->flow.has_live) out_say(to, "%3u  ", (unsigned)row->live);
    if (how->ranges && l->flow.has_live) say_ranges(to, l, row);
    out_say(to, "%s", x->here.text);
    if (row->i.has_target && flow_row_at(&l->flow, row->i.target) < l->flow.count) {
        out_say(to, " -> L%04" PRIx64, row->i.target);
        if (x->callee != NULL) {
            out_say(to, " ");
            out_safe(to, x->callee->name.ptr, x->callee->name.len);
        }
    }
    if (x->has_parameter) out_say(to, "  // parameter %u", (unsigned)x->parameter.ordinal);
    if (x->has_parameter && x->inside > 0) out_say(to, "+0x%" PRIx64, x->inside);
    for (i = x->relocation; i < x->relocation_end; i++) {
        const cubin_relocation *const r = &l->relocations[i];
        cubin_symbol symbol;
        (void)cubin_symbol_at(l->file, r->symbol, &symbol);
        out_say(to, "  // relocation %u: ", (unsigned)r->type);
        out_safe(to, symbol.name.ptr, symbol.name.len);
        if (r->addend != 0) out_say(to, "+0x%" PRIx64, r->addend);
    }
    out_say(to, "\n");
}

/* Trees ----------------------------------------------------------------------------------------------------------- */

static void put_registers(output *to, const char *key, const uint64_t *set)
{
    uint32_t r;
    out_list(to, key);
    for (r = 0; r < 255; r++)
        if (flow_has(set, r)) out_whole(to, NULL, r);
    out_close(to);
}

static void put_relocations(output *to, const instruction *x, const assembly *l)
{
    size_t i;
    if (x->relocation == x->relocation_end) return;
    out_list(to, "relocations");
    for (i = x->relocation; i < x->relocation_end; i++) {
        const cubin_relocation *const r = &l->relocations[i];
        cubin_symbol symbol;
        (void)cubin_symbol_at(l->file, r->symbol, &symbol);
        out_group(to, NULL);
        out_whole(to, "elf_type", r->type);
        out_text(to, "symbol", symbol.name.ptr, symbol.name.len);
        out_whole(to, "addend", r->addend);
        out_close(to);
    }
    out_close(to);
}

static void put_scheduling(output *to, const flow_instruction *i)
{
    out_whole(to, "stall_cycles", i->stall);
    out_whole(to, "yield", i->yield);
    out_whole(to, "wait_mask", i->wait_mask);
    out_whole(to, "reuse", i->reuse);
    if (i->write_barrier < 6) out_whole(to, "write_barrier", i->write_barrier);
    if (i->read_barrier < 6) out_whole(to, "read_barrier", i->read_barrier);
}

static void put_instruction(output *to, const instruction *x, const assembly *l, const sass_page_options *how)
{
    const flow_row *const row = x->row;
    out_group(to, NULL);
    out_whole(to, "offset", row->offset);
    out_string(to, "text", x->here.text);
    if (x->name != NULL) out_text(to, "name", x->name->name.ptr, x->name->name.len);
    if (how->encodings) out_string(to, "encoding", x->encoding);
    if (how->scheduling) put_scheduling(to, &row->i);
    if (how->blocks) out_whole(to, "basic_block", row->block);
    if (row->i.flow != CUBIN_FLOW_NEXT) out_string(to, "flow", cubin_flow_name((cubin_flow)row->i.flow));
    if (row->i.has_target) out_whole(to, "target", row->i.target);
    if (x->callee != NULL) out_text(to, "calls", x->callee->name.ptr, x->callee->name.len);
    if (x->has_parameter) out_whole(to, "parameter", x->parameter.ordinal);
    if (x->has_parameter && x->inside > 0) out_whole(to, "parameter_offset", x->inside);
    if (l->flow.has_live) out_whole(to, "live", row->live);
    if (l->flow.has_live && how->ranges) put_registers(to, "live_registers", l->flow.alive[row - l->flow.rows].of);
    if (how->ranges && row->i.has_registers) {
        put_registers(to, "reads", row->i.read);
        put_registers(to, "writes", row->i.written);
    }
    put_relocations(to, x, l);
    if (row->i.unknown > 0) out_whole(to, "unknown_parts", row->i.unknown);
    out_close(to);
}

/* The group of a function, left open. */
static void put_function(output *to, const assembly *l, const char *path, const uint64_t *module)
{
    const cubin_function *const f = &l->function;
    out_group(to, NULL);
    out_string(to, "file", path);
    if (module != NULL) out_whole(to, "module", *module);
    else out_null(to, "module");
    out_text(to, "function", f->name.ptr, f->name.len);
    out_truth(to, "is_kernel", f->is_kernel);
    out_whole(to, "arch", l->arch);
    out_whole(to, "bytes", f->size);
    out_whole(to, "registers", f->registers);
    out_whole(to, "shared_bytes", f->shared_size);
    out_whole(to, "frame_bytes", f->frame_size);
}

static void put_live_unknown(output *to, const code_flow *f)
{
    if (f->unknown == NULL) return;
    out_string(to, "live_unknown", f->unknown);
    out_whole(to, "live_unknown_at", f->where);
}

static void put_flow(output *to, const code_flow *f, const sass_page_options *how)
{
    const int asked = how->live || how->ranges;
    if (how->blocks) out_whole(to, "block_count", f->blocks);
    if (f->has_live) out_whole(to, "live", f->most);
    else if (asked) out_null(to, "live");
    if (asked) put_live_unknown(to, f);
}

/* Rows ------------------------------------------------------------------------------------------------------------ */

static void put_known(table *t, int known, uint64_t value)
{
    if (known) table_whole(t, value);
    else table_absent(t);
}

static void put_row(table *t, const instruction *x, const assembly *l)
{
    const flow_instruction *const i = &x->row->i;
    INSTRUCTION_COLUMNS(TABLE_CELL)
    table_row(t);
}

uint64_t sass_page(const page *pg, const assembly *l, const char *path, const uint64_t *module, const sass_page_options *how)
{
    output *const to = pg->to;
    instruction x;
    uint64_t unknown = 0;
    table t;
    size_t i;
    memset(&x, 0, sizeof x);
    say_function(to, l, how);
    put_function(to, l, path, module);
    put_flow(to, &l->flow, how);
    out_list(to, "instructions");
    table_begin(&t, to, NULL, columns, COLUMNS, TABLE_AGAIN);
    for (i = 0; i < l->flow.count; i++) {
        read_instruction(&x, l, &l->flow.rows[i]);
        say_instruction(to, &x, l, how);
        put_instruction(to, &x, l, how);
        put_row(&t, &x, l);
        unknown += x.row->i.unknown;
    }
    table_end(&t);
    out_close(to);
    out_close(to);
    out_end(to);
    return unknown;
}

/* Findings -------------------------------------------------------------------------------------------------------- */

/* Where findings go, and how many there were. */
typedef struct found_in {
    output *to;
    const char *path;
    const assembly *l;
    uint64_t count;
} found_in;

static void put_finding(const flow_finding *one, void *user)
{
    found_in *const in = (found_in *)user;
    output *const to = in->to;
    cubin_location here;
    (void)cubin_location_find(in->l->file, in->l->function.symbol, one->offset, &here);
    out_say(to, "%s: ", in->path);
    out_safe(to, in->l->function.name.ptr, in->l->function.name.len);
    out_say(to, ": %04" PRIx64 ": %s: ", one->offset, here.text);
    out_say(to, flow_finding_sentence(one->kind), (unsigned)one->number);
    out_say(to, "\n");
    out_group(to, NULL);
    out_string(to, "kind", flow_finding_word(one->kind));
    out_whole(to, "offset", one->offset);
    out_whole(to, "number", one->number);
    out_string(to, "text", here.text);
    out_close(to);
    in->count++;
}

uint64_t sass_check_page(const page *pg, const assembly *l, const char *path, const uint64_t *module)
{
    output *const to = pg->to;
    found_in in;
    in.to = to;
    in.path = path;
    in.l = l;
    in.count = 0;
    put_function(to, l, path, module);
    out_whole(to, "instruction_count", l->flow.count);
    put_live_unknown(to, &l->flow);
    out_list(to, "findings");
    flow_check(&l->flow, l->file, &l->function, put_finding, &in);
    out_close(to);
    out_close(to);
    out_end(to);
    return in.count;
}
