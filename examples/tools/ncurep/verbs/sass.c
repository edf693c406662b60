/* ncurep sass: the machine code of a report or a cubin as text; encodings one per line for anybody to compare. */
#include "cubin.h"
#include "report/input/pack.h"
#include "report/model/kernels.h"
#include "report/pages/dot.h"
#include "report/pages/sass.h"
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
    int hex, check, graph;
    sass_page_options page;
    page pg;
} sass_options;

static const option_word graph_words[] = {{"dot", 1}, {NULL, 0}};

static const option option_table[] = {OPT_CHOOSING,
                                      OPT_METRICS,
                                      {0, "encodings", &take_nothing, offsetof(sass_options, page.encodings), NULL, NULL,
                                       "show the bytes of each instruction"},
                                      {0, "scheduling", &take_nothing, offsetof(sass_options, page.scheduling), NULL, NULL,
                                       "show stall, yield, barriers and wait mask"},
                                      {0, "blocks", &take_nothing, offsetof(sass_options, page.blocks), NULL, NULL,
                                       "show where basic blocks begin"},
                                      {0, "live", &take_nothing, offsetof(sass_options, page.live), NULL, NULL,
                                       "show the number of live registers at each instruction"},
                                      {0, "ranges", &take_nothing, offsetof(sass_options, page.ranges), NULL, NULL,
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
            out_line(q->pg.to, "%s", text);
            continue;
        }
        out_line(q->pg.to, "?");
        if (code == CLI_FINE) cli_error(c, "%s: line %zu: not an encoding of %u hexadecimal digits", path, line, (unsigned)(2 * wide));
        code = CLI_INPUT;
    }
    free(data);
    return code;
}

/* Prints a cubin; an exit code. where: its offset in the file. module: NULL: the file is the cubin. */
static int print_code(const sass_options *q, const char *path, const uint64_t *module, const char *data, size_t size, uint64_t where)
{
    cli *c = q->m.c;
    cubin_error error, e;
    cubin_info info;
    cubin_file *file = cubin_file_open(data, size, NULL, &error);
    assembly l;
    uint64_t unknown = 0, found = 0, no_graph = 0;
    uint32_t i;
    int good;
    cubin_file_info(file, &info);
    assembly_begin(&l, file, info.arch);
    for (i = 0; l.size != 0 && cubin_function_at(file, i, &l.function); i++) {
        if (l.function.code.len == 0 || !kernel_fits(q->m.chosen.kernel, q->m.demangle_fn, l.function.name.ptr, l.function.name.len)) continue;
        if (q->graph) {
            if (dot_page(&q->pg, file, &l.function, &e) == CLI_FINE) continue;
            cli_error(c, "%s: %s", path, e.message);
            no_graph++;
            continue;
        }
        assembly_open(&l, q->page.ranges ? FLOW_LIVE_SETS : q->page.live ? FLOW_LIVE_COUNTS : FLOW_LIVE_NONE);
        if (q->check) found += sass_check_page(&q->pg, &l, path, module);
        else unknown += sass_page(&q->pg, &l, path, module, &q->page);
        assembly_close(&l);
    }
    assembly_end(&l);
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
    wanted.demangle_fn = q->m.demangle_fn;
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
    output to;
    out_begin(&to, c);
    out_lines(&to, CLI_UTF8);
    how->pg.m = &how->m;
    how->pg.to = &to;
    how->arch = arch_of(how->arch_name);
    sass_titles(&to);
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
        } else if (o.data != NULL && other_kind(o.data, o.size) != NULL) {
            cli_error(c, "%s: this is %s", o.path, other_kind(o.data, o.size));
        } else if (o.data != NULL && unpack_report(reader_of(q), &o, 0)) {
            ncurep_report_options limits;
            ncurep_error error;
            uint32_t at;
            memset(&limits, 0, sizeof limits);
            limits.memory.max_memory = (size_t)4 << 30;
            if (open_opened(&o, &limits, &error) == NULL) say_error(c, o.path, &error);
            else {
                ncurep_report_info(o.report, &o.info);
                for (at = 0; ncurep_report_problem_at(o.report, at, &error); at++) say_error(c, o.path, &error);
                one = print_report(how, &o);
                if (code_of(&o) > one) one = code_of(&o);
            }
        }
        close_report(&o);
        if (one > code) code = one;
    }
    return code;
}

static const verb_lack lacks[] = {{"hex", LACKS_BOTH, NULL, "--hex prints plain lines: no --json, no --csv"},
                                  {"graph", LACKS_BOTH, "check", "--graph prints graphs alone: no --json, --csv or --check"},
                                  {"check", LACKS_CSV, NULL, "--check prints lines or --json, no --csv"}, LACK_END};

const verb sass_verb = {"sass", option_table, sizeof(sass_options), run, NULL, NULL,
    "the machine code as text; takes a cubin, a program or library with GPU code, or encodings (--hex)",
    "Unknown parts of an instruction are printed as ?0x and a number. Where\n"
    "  nobody knows what an instruction or a called function does, more registers\n"
    "  may be live than the listing counts. It takes what is live across one call\n"
    "  inside a function as live across all of them.\n"
    "\n"
    "  ncurep sass -k saxpy --live --blocks report.ncu-rep\n"
    "  ncurep sass --ranges --json kernel.cubin\n"
    "  echo 0000000000000f000000000500117802 | ncurep sass --arch sm_80 --hex -",
    FILES, 0, NULL, lacks};
