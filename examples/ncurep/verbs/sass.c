/* ncurep sass: the machine code of a report or a cubin as text; encodings one per line for anybody to compare. */
#include "cubin.h"
#include "../input/pack.h"
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
    int hex, encodings, scheduling;
} sass_options;

static const option option_table[] = {OPT_CHOOSING,
                                      OPT_METRICS,
                                      {0, "encodings", TAKE_NOTHING, offsetof(sass_options, encodings), NULL, NULL,
                                       "show the bytes of each instruction"},
                                      {0, "scheduling", TAKE_NOTHING, offsetof(sass_options, scheduling), NULL, NULL,
                                       "show stall, yield, barriers and wait mask"},
                                      {0, "hex", TAKE_NOTHING, offsetof(sass_options, hex), NULL, NULL,
                                       "FILE holds encodings, one per line: hexadecimal, the high word first; "
                                       "after a space, the address"},
                                      {0, "arch", TAKE_TEXT, offsetof(sass_options, arch_name), NULL, "sm_NN",
                                       "the GPU of the encodings"},
                                      OPT_END};

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

/* The name of a function without its parameters and namespaces, out of a mangled one: _ZN3foo3barEi has bar. */
static cubin_view plain_name(cubin_view name)
{
    cubin_view out = name;
    size_t i = 2;
    if (name.len < 3 || name.ptr[0] != '_' || name.ptr[1] != 'Z') return name;
    if (name.ptr[i] == 'N') i++;
    while (i < name.len && name.ptr[i] >= '0' && name.ptr[i] <= '9') {
        size_t n = 0;
        for (; i < name.len && name.ptr[i] >= '0' && name.ptr[i] <= '9' && n < name.len; i++) n = 10 * n + (size_t)(name.ptr[i] - '0');
        if (n > name.len - i) break;
        out.ptr = name.ptr + i;
        out.len = n;
        i += n;
    }
    return out;
}

static int wants_function(const sass_options *q, cubin_view name)
{
    const cubin_view plain = plain_name(name);
    ncurep_pattern *const kernel = q->m.chosen.kernel;
    ncurep_view whole, part;
    whole.ptr = name.ptr;
    whole.len = name.len;
    part.ptr = plain.ptr;
    part.len = plain.len;
    return kernel == NULL || ncurep_pattern_match(kernel, whole) || ncurep_pattern_match(kernel, part);
}

/* The first parameter that the text names as c[0x0][0x...]; 0: none. */
static int parameter_of(const cubin_file *file, const cubin_function *f, const char *text, cubin_parameter *out)
{
    const char *p = strstr(text, "c[0x0][0x");
    char *end;
    uint64_t at;
    if (p == NULL) return 0;
    at = strtoull(p + 7, &end, 16);
    return *end == ']' && cubin_parameter_find(file, f, at, out);
}

static int by_offset(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* What a walk over the code of one function needs. */
typedef struct listing {
    const cubin_file *file;
    cubin_function function;
    uint32_t arch, size;
    uint64_t *targets; /* of branches, sorted; offsets in the function */
    size_t target_count, target_room;
    uint64_t unknown;
} listing;

/* 1 and one instruction; 0 at the end. */
static int listed(const listing *l, uint64_t offset, cubin_instruction *out, char *text)
{
    cubin_location at;
    if (offset >= l->function.code.len || !cubin_location_find(l->file, l->function.symbol, offset, &at)) return 0;
    *out = at.instruction;
    memcpy(text, at.text, CUBIN_TEXT_ROOM);
    return 1;
}

static void find_targets(listing *l)
{
    uint64_t offset;
    cubin_instruction i;
    char text[CUBIN_TEXT_ROOM];
    for (offset = 0; listed(l, offset, &i, text); offset += l->size)
        if (i.has_target && i.target < l->function.size) {
            l->targets = (uint64_t *)cli_grow(l->targets, &l->target_room, l->target_count + 1, sizeof *l->targets);
            l->targets[l->target_count++] = i.target;
        }
    if (l->target_count > 0) qsort(l->targets, l->target_count, sizeof *l->targets, by_offset);
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

static void put_text(const sass_options *q, listing *l)
{
    cli *c = q->m.c;
    uint64_t offset;
    size_t at = 0;
    cubin_instruction i;
    cubin_parameter parameter;
    char text[CUBIN_TEXT_ROOM];
    cli_buf name = {NULL, 0, 0};
    cli_put_safe(&name, l->function.name.ptr, l->function.name.len);
    fprintf(c->out, "\n%s%s%s, sm_%u, %" PRIu64 " bytes, %u registers\n", cli_style(c->color, CLI_BOLD), name.len > 0 ? name.ptr : "",
            cli_style(c->color, CLI_PLAIN), (unsigned)l->arch, l->function.size, (unsigned)l->function.registers);
    for (offset = 0; listed(l, offset, &i, text); offset += l->size) {
        if (i.size == 0) continue; /* a control word */
        if (at < l->target_count && l->targets[at] == offset) fprintf(c->out, "L%04" PRIx64 ":\n", offset);
        while (at < l->target_count && l->targets[at] <= offset) at++;
        fprintf(c->out, "    %04" PRIx64 "  ", offset);
        if (q->encodings) {
            put_encoding(c, l, offset);
            fputs("  ", c->out);
        }
        if (q->scheduling) {
            fprintf(c->out, "%2u%c", (unsigned)i.stall, i.yield ? ' ' : 'Y');
            put_barrier(c, 'W', i.write_barrier);
            put_barrier(c, 'R', i.read_barrier);
            fprintf(c->out, " %02x  ", (unsigned)i.wait_mask);
        }
        fputs(text, c->out);
        if (i.has_target && i.target < l->function.size) fprintf(c->out, " -> L%04" PRIx64, i.target);
        if (parameter_of(l->file, &l->function, text, &parameter)) fprintf(c->out, "  // parameter %u", (unsigned)parameter.ordinal);
        fputc('\n', c->out);
        l->unknown += i.unknown;
    }
    cli_buf_free(&name);
}

static void put_json(const sass_options *q, listing *l)
{
    cli *c = q->m.c;
    uint64_t offset;
    cubin_instruction i;
    char text[CUBIN_TEXT_ROOM];
    const char *comma = "";
    fputs("{\"function\":", c->out);
    cli_json_quote(c->out, CLI_SHORT, l->function.name.ptr, l->function.name.len);
    fprintf(c->out, ",\"arch\":%u,\"size\":%" PRIu64 ",\"registers\":%u,\"shared\":%" PRIu64 ",\"frame\":%" PRIu64 ",\"code\":[", (unsigned)l->arch,
            l->function.size, (unsigned)l->function.registers, l->function.shared_size, l->function.frame_size);
    for (offset = 0; listed(l, offset, &i, text); offset += l->size) {
        if (i.size == 0) continue;
        fprintf(c->out, "%s{\"offset\":%" PRIu64 ",\"text\":", comma, offset);
        cli_json_quote(c->out, CLI_SHORT, text, strlen(text));
        if (q->encodings) {
            fputs(",\"encoding\":\"", c->out);
            put_encoding(c, l, offset);
            fputc('"', c->out);
        }
        if (q->scheduling) {
            fprintf(c->out, ",\"stall\":%u,\"yield\":%u,\"wait_mask\":%u,\"reuse\":%u", (unsigned)i.stall, (unsigned)i.yield, (unsigned)i.wait_mask,
                    (unsigned)i.reuse);
            if (i.write_barrier < 6) fprintf(c->out, ",\"write_barrier\":%u", (unsigned)i.write_barrier);
            if (i.read_barrier < 6) fprintf(c->out, ",\"read_barrier\":%u", (unsigned)i.read_barrier);
        }
        if (i.has_target) fprintf(c->out, ",\"target\":%" PRIu64, i.target);
        if (i.unknown > 0) fprintf(c->out, ",\"unknown\":%u", (unsigned)i.unknown);
        fputc('}', c->out);
        comma = ",";
        l->unknown += i.unknown;
    }
    fputs("]}\n", c->out);
}

/* Prints a cubin; 0 with a message if it has a mistake. where: its offset in the file. */
static int print_code(const sass_options *q, const char *path, const char *data, size_t size, uint64_t where)
{
    cli *c = q->m.c;
    cubin_error error;
    cubin_info info;
    cubin_file *file = cubin_file_open(data, size, NULL, &error);
    listing l;
    uint64_t unknown = 0;
    uint32_t i;
    cubin_file_info(file, &info);
    memset(&l, 0, sizeof l);
    l.file = file;
    l.arch = info.arch;
    l.size = cubin_instruction_size(info.arch);
    if (file != NULL && l.size == 0 && error.code == CUBIN_OK) {
        error.code = CUBIN_UNSUPPORTED;
        error.message = "no tables for the architecture of the cubin";
    }
    for (i = 0; l.size != 0 && cubin_function_at(file, i, &l.function); i++) {
        if (l.function.code.len == 0 || !wants_function(q, l.function.name)) continue;
        l.target_count = 0;
        l.unknown = 0;
        find_targets(&l);
        if (c->format == CLI_JSON) put_json(q, &l);
        else put_text(q, &l);
        unknown += l.unknown;
    }
    free(l.targets);
    cubin_file_close(file);
    if (unknown > 0) cli_error(c, "%s: %" PRIu64 " parts of instructions are not known: ?0x in the text", path, unknown);
    if (error.code == CUBIN_OK) return 1;
    cli_error(c, "%s: byte %" PRIu64 ": %s", path, where + error.offset, error.message);
    return 0;
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
            if (!print_code(q, o->path, source.binary.ptr, source.binary.len, at)) code = CLI_INPUT;
        }
    }
    free_choice(&k);
    return code;
}

/* NN of sm_NN; 0: not such a name. */
static uint32_t arch_of(const char *name)
{
    char *end;
    unsigned long n;
    if (name == NULL) return 0;
    if (strncmp(name, "sm_", 3) == 0) name += 3;
    n = strtoul(name, &end, 10);
    return end > name && *end == 0 && n < 1000 ? (uint32_t)n : 0;
}

static int run(request *q, void *user)
{
    sass_options *how = (sass_options *)user;
    cli *c = q->c;
    size_t i;
    int code = CLI_FINE;
    how->arch = arch_of(how->arch_name);
    for (i = 0; i < q->path_count; i++) {
        int one = CLI_INPUT;
        opened o;
        if (how->hex) {
            one = print_hex(c, how, q->paths[i]);
            if (one > code) code = one;
            continue;
        }
        memset(&o, 0, sizeof o);
        o.path = q->paths[i];
        o.data = cli_read(c, o.path, &o.size, NULL);
        if (o.data != NULL && o.size >= 4 && memcmp(o.data, "\177ELF", 4) == 0) {
            one = print_code(how, o.path, o.data, o.size, 0) ? CLI_FINE : CLI_INPUT;
        } else if (o.data != NULL && unpack_report(&q->in, &o, 0)) {
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

const verb sass_verb = {"sass", option_table, sizeof(sass_options), run, NULL,
    "the machine code as text; takes a cubin, or encodings (--hex)",
    "Unknown parts of an instruction are printed as ?0x and a number."};
