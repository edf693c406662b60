/* ncurep lines: from machine code to source lines, inlined calls included, and to lines of the PTX text. */
#include "cubin.h"
#include "report/input/pack.h"
#include "report/model/names.h"
#include "verb.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void quote(cli *c, cubin_view v)
{
    cli_json_quote(c->out, CLI_SHORT, v.ptr, v.len);
}

/* [function,file,line] of a place and of the calls around it, innermost first. */
static void stack(cli *c, const cubin_file *l, cubin_place place)
{
    const char *comma = "[";
    cli_buf path = {NULL, 0, 0};
    do {
        fprintf(c->out, "%s[", comma);
        quote(c, place.function);
        path.len = 0;
        if (place.directory.len > 0) {
            cli_put(&path, place.directory.ptr, place.directory.len);
            cli_put(&path, "/", 1);
        }
        cli_put(&path, place.file.ptr, place.file.len);
        fputc(',', c->out);
        cli_json_quote(c->out, CLI_SHORT, path.ptr, path.len);
        fprintf(c->out, ",%" PRIu32 "]", place.line);
        comma = ",";
    } while (cubin_place_outer(l, &place));
    fputc(']', c->out);
    cli_buf_free(&path);
}

/* "FILE:LINE", the file without its folders. */
static void put_line(cli_buf *b, const cubin_place *place)
{
    ncurep_view file;
    file.ptr = place->file.ptr;
    file.len = place->file.len;
    file = file_name(file);
    cli_put_safe(b, file.ptr, file.len);
    cli_putf(b, ":%" PRIu32, place->line);
}

/* A function as a table: a row wherever the line, the calls around it or the line of the PTX text changes. */
static void print_table(cli *c, const cubin_file *l, const cubin_function *function)
{
    static const char *const titles[] = {"Offset", "Line", "Inlined into", "PTX"};
    cubin_rows sources, ptxs;
    cubin_place source, ptx;
    cli_table t;
    cli_buf line = {NULL, 0, 0}, calls = {NULL, 0, 0};
    char number[16] = "";
    int more, more_ptx;
    cubin_rows_begin(&sources, l, function, CUBIN_TABLE_SOURCE);
    cubin_rows_begin(&ptxs, l, function, CUBIN_TABLE_PTX);
    cli_table_init(&t, "rllr", titles);
    more = cubin_rows_next(&sources, &source);
    more_ptx = cubin_rows_next(&ptxs, &ptx);
    while (more || more_ptx) {
        const uint64_t at = more && (!more_ptx || source.offset <= ptx.offset) ? source.offset : ptx.offset;
        if (more_ptx && ptx.offset == at) {
            snprintf(number, sizeof number, "%" PRIu32, ptx.line);
            more_ptx = cubin_rows_next(&ptxs, &ptx);
        }
        if (more && source.offset == at) {
            line.len = calls.len = 0;
            put_line(&line, &source);
            while (cubin_place_outer(l, &source)) {
                if (calls.len > 0) cli_put(&calls, ", ", 2);
                put_line(&calls, &source);
            }
            more = cubin_rows_next(&sources, &source);
        }
        cli_cellf(&t, CLI_PLAIN, "0x%04" PRIx64, at);
        cli_cell_text(&t, CLI_PLAIN, line.len > 0 ? line.ptr : "", line.len);
        cli_cell_text(&t, CLI_PLAIN, calls.len > 0 ? calls.ptr : "", calls.len);
        cli_cell_text(&t, CLI_PLAIN, number, strlen(number));
    }
    cli_table_print(c, &t);
    cli_buf_free(&line);
    cli_buf_free(&calls);
}

/* Whether a table has a row for a function. */
static int has_rows(const cubin_file *l, const cubin_function *function)
{
    cubin_rows rows;
    cubin_place place;
    cubin_rows_begin(&rows, l, function, CUBIN_TABLE_SOURCE);
    if (cubin_rows_next(&rows, &place)) return 1;
    cubin_rows_begin(&rows, l, function, CUBIN_TABLE_PTX);
    return cubin_rows_next(&rows, &place);
}

/* Prints the tables of a cubin for people. */
static void print_tables(cli *c, const cubin_file *l)
{
    cubin_function f;
    cubin_info info;
    uint32_t i;
    for (i = 0; cubin_function_at(l, i, &f); i++) {
        cli_buf name = {NULL, 0, 0};
        if (!has_rows(l, &f)) continue;
        cli_put_safe(&name, f.name.ptr, f.name.len);
        fprintf(c->out, "\n%s%s%s, %" PRIu64 " bytes\n", cli_style(c->color, CLI_BOLD), name.len > 0 ? name.ptr : "", cli_style(c->color, CLI_PLAIN), f.size);
        print_table(c, l, &f);
        cli_buf_free(&name);
    }
    cubin_file_info(l, &info);
    if (cubin_ptx(l).len > 0) fprintf(c->out, "\nPTX text: %" PRIu32 " lines, %zu bytes\n", info.ptx_lines, cubin_ptx(l).len);
}

int say_cubin(cli *c, const char *path, uint64_t where, const cubin_file *file, const cubin_error *error)
{
    cubin_problem problem;
    int n;
    if (file == NULL) {
        cli_error(c, "%s: byte %" PRIu64 ": %s", path, where + error->offset, error->message);
        return 1;
    }
    for (n = 0; cubin_file_problem_at(file, (uint32_t)n, &problem); n++)
        cli_error(c, "%s: byte %" PRIu64 ": %s", path, where + problem.offset, problem.message);
    return n;
}

/* Prints the tables of a cubin, as JSON lines unless they are for people; the JSON has the offsets that the file
   stores, which in reports before 2022.3 are run-time addresses. 0 with a message if the cubin has a mistake: what is
   complete is printed all the same. where: offset of the cubin in the file. */
static int print_cubin(cli *c, const char *path, ncurep_view cubin, uint64_t where, int text)
{
    cubin_error error;
    cubin_info info;
    cubin_file *l = cubin_file_open(cubin.ptr, cubin.len, NULL, &error);
    cubin_function f;
    uint32_t i;
    if (text) print_tables(c, l);
    for (i = 0; !text && cubin_function_at(l, i, &f); i++) {
        cubin_rows rows;
        cubin_place place;
        const char *comma = "";
        if (!has_rows(l, &f)) continue;
        fputs("{\"function\":", c->out);
        quote(c, f.name);
        fprintf(c->out, ",\"size\":%" PRIu64 ",\"source\":[", f.size);
        for (cubin_rows_begin(&rows, l, &f, CUBIN_TABLE_SOURCE); cubin_rows_next(&rows, &place); comma = ",") {
            fprintf(c->out, "%s[%" PRIu64 ",", comma, f.address + place.offset);
            stack(c, l, place);
            fputc(']', c->out);
        }
        fputs("],\"ptx\":[", c->out);
        comma = "";
        for (cubin_rows_begin(&rows, l, &f, CUBIN_TABLE_PTX); cubin_rows_next(&rows, &place); comma = ",")
            fprintf(c->out, "%s[%" PRIu64 ",%" PRIu32 "]", comma, f.address + place.offset, place.line);
        fputs("]}\n", c->out);
    }
    cubin_file_info(l, &info);
    if (l != NULL && !text) fprintf(c->out, "{\"ptx_lines\":%" PRIu32 ",\"ptx_bytes\":%zu}\n", info.ptx_lines, cubin_ptx(l).len);
    i = (uint32_t)say_cubin(c, path, where, l, &error);
    cubin_file_close(l);
    return i == 0;
}

typedef struct lines_options {
    model m;
    int text; /* for people */
} lines_options;

static const option option_table[] = {OPT_CHOOSING, OPT_METRICS, {0, "text", &take_nothing, offsetof(lines_options, text), NULL,
     NULL, "for people"}, OPTION_END};

static int print_report(const lines_options *how, opened *o)
{
    cli *c = how->m.c;
    ncurep_source source;
    ncurep_error error;
    choice k;
    uint32_t i;
    int code = CLI_FINE;
    make_choice(c, &how->m.chosen, o, &k, 0, &code);
    for (i = 0; i < o->info.sources; i++) {
        if (!ncurep_source_at(o->report, i, &source, &error)) {
            say_error(c, o->path, &error);
            code = CLI_INPUT;
        } else if (source.binary.len > 0 && wants_module(&k, source.reference)) {
            const uint64_t at = source.at + (uint64_t)(source.binary.ptr - source.bytes.ptr);
            if (how->text) fprintf(c->out, "\nmodule %" PRIu64 "\n", source.reference);
            else fprintf(c->out, "{\"module\":%" PRIu64 "}\n", source.reference);
            if (!print_cubin(c, o->path, source.binary, at, how->text)) code = CLI_INPUT;
        }
    }
    for (i = 0; ncurep_report_problem_at(o->report, i, &error); i++) {
        say_error(c, o->path, &error);
        code = CLI_INPUT;
    }
    free_choice(&k);
    return code;
}

static int run(request *q, void *user)
{
    const lines_options *how = (const lines_options *)user;
    cli *c = q->c;
    size_t i;
    int code = CLI_FINE;
    if (q->c->format == CLI_CSV) return cli_usage(q->c, "lines has no CSV: JSON Lines, or --text");
    for (i = 0; i < q->path_count; i++) {
        int one = CLI_INPUT;
        opened o;
        memset(&o, 0, sizeof o);
        o.path = q->paths[i];
        o.data = cli_read(c, o.path, &o.size, NULL);
        if (o.data != NULL && how->text) {
            if (i > 0) putc('\n', c->out);
            cli_print_safe(c->out, o.path, strlen(o.path));
            putc('\n', c->out);
        }
        if (o.data != NULL && o.size >= 4 && memcmp(o.data, "\177ELF", 4) == 0) {
            ncurep_view cubin;
            cubin.ptr = o.data;
            cubin.len = o.size;
            one = print_cubin(c, o.path, cubin, 0, how->text) ? CLI_FINE : CLI_INPUT;
        } else if (o.data != NULL && unpack_report(reader_of(q), &o, 0)) {
            ncurep_report_options limits;
            ncurep_error error;
            memset(&limits, 0, sizeof limits);
            limits.memory.max_memory = (size_t)4 << 30;
            if (open_opened(&o, &limits, &error) == NULL) say_error(c, o.path, &error);
            else {
                ncurep_report_info(o.report, &o.info);
                one = print_report(how, &o);
            }
        }
        close_report(&o);
        if (one > code) code = one;
    }
    return code;
}

const verb lines_verb = {"lines", option_table, sizeof(lines_options), run, NULL, NULL,
    "from machine code to source lines, as JSON lines or --text; takes a cubin too",
    NULL,
    FILES, 0, NULL};
