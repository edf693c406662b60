/* ncurep lines: from machine code to source lines, inlined calls included, and to lines of the PTX text. */
#include "../input/pack.h"
#include "../model/names.h"
#include "verb.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void quote(cli *c, ncurep_view v)
{
    cli_json_quote(c->out, CLI_SHORT, v.ptr, v.len);
}

/* [function,file,line] of a place and of the calls around it, innermost first. */
static void stack(cli *c, const ncurep_lines *l, ncurep_place place)
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
    } while (ncurep_lines_outer(l, &place));
    fputc(']', c->out);
    cli_buf_free(&path);
}

/* "FILE:LINE", the file without its folders. */
static void put_line(cli_buf *b, const ncurep_place *place)
{
    const ncurep_view file = file_name(place->file);
    cli_put_safe(b, file.ptr, file.len);
    cli_putf(b, ":%" PRIu32, place->line);
}

/* A function as a table: a row wherever the line, the calls around it or the line of the PTX text changes. */
static void print_table(cli *c, const ncurep_lines *l, uint32_t function)
{
    static const char *const titles[] = {"Offset", "Line", "Inlined into", "PTX"};
    ncurep_line_iter source, ptx;
    cli_table t;
    cli_buf line = {NULL, 0, 0}, calls = {NULL, 0, 0};
    char number[16] = "";
    int more, more_ptx;
    memset(&source, 0, sizeof source);
    source.function = function;
    ptx = source;
    ptx.table = NCUREP_LINES_PTX;
    cli_table_init(&t, "rllr", titles);
    more = ncurep_lines_next(l, &source);
    more_ptx = ncurep_lines_next(l, &ptx);
    while (more || more_ptx) {
        const uint64_t at = more && (!more_ptx || source.place.offset <= ptx.place.offset) ? source.place.offset : ptx.place.offset;
        if (more_ptx && ptx.place.offset == at) {
            snprintf(number, sizeof number, "%" PRIu32, ptx.place.line);
            more_ptx = ncurep_lines_next(l, &ptx);
        }
        if (more && source.place.offset == at) {
            ncurep_place outer = source.place;
            line.len = calls.len = 0;
            put_line(&line, &outer);
            while (ncurep_lines_outer(l, &outer)) {
                if (calls.len > 0) cli_put(&calls, ", ", 2);
                put_line(&calls, &outer);
            }
            more = ncurep_lines_next(l, &source);
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

/* Prints the tables of a cubin for people. */
static void print_tables(cli *c, const ncurep_lines *l)
{
    ncurep_line_function f;
    uint32_t i;
    for (i = 0; ncurep_lines_function(l, i, &f); i++) {
        cli_buf name = {NULL, 0, 0};
        cli_put_safe(&name, f.name.ptr, f.name.len);
        fprintf(c->out, "\n%s%s%s, %" PRIu64 " bytes\n", cli_style(c->color, CLI_BOLD), name.len > 0 ? name.ptr : "", cli_style(c->color, CLI_PLAIN), f.size);
        print_table(c, l, i);
        cli_buf_free(&name);
    }
    if (l != NULL && ncurep_lines_ptx(l).len > 0)
        fprintf(c->out, "\nPTX text: %" PRIu32 " lines, %zu bytes\n", ncurep_lines_ptx_lines(l), ncurep_lines_ptx(l).len);
}

/* Prints the tables of a cubin, as JSON lines unless they are for people; 0 with a message when it has a mistake (what is
   whole is printed all the same). where: offset of the cubin in the file. */
static int print_cubin(cli *c, const char *path, ncurep_view cubin, uint64_t where, int text)
{
    ncurep_memory memory;
    ncurep_error error;
    ncurep_lines *l;
    ncurep_line_function f;
    uint32_t i;
    memset(&memory, 0, sizeof memory);
    memory.max_memory = (size_t)1 << 30;
    l = ncurep_lines_open(cubin.ptr, cubin.len, &memory, &error);
    if (text) print_tables(c, l);
    for (i = 0; !text && ncurep_lines_function(l, i, &f); i++) {
        ncurep_line_iter it;
        const char *comma = "";
        fputs("{\"function\":", c->out);
        quote(c, f.name);
        fprintf(c->out, ",\"size\":%" PRIu64 ",\"source\":[", f.size);
        memset(&it, 0, sizeof it);
        it.function = i;
        for (; ncurep_lines_next(l, &it); comma = ",") {
            fprintf(c->out, "%s[%" PRIu64 ",", comma, it.place.offset);
            stack(c, l, it.place);
            fputc(']', c->out);
        }
        fputs("],\"ptx\":[", c->out);
        memset(&it, 0, sizeof it);
        it.function = i;
        it.table = NCUREP_LINES_PTX;
        for (comma = ""; ncurep_lines_next(l, &it); comma = ",")
            fprintf(c->out, "%s[%" PRIu64 ",%" PRIu32 "]", comma, it.place.offset, it.place.line);
        fputs("]}\n", c->out);
    }
    if (l != NULL && !text)
        fprintf(c->out, "{\"ptx_lines\":%" PRIu32 ",\"ptx_bytes\":%zu}\n", ncurep_lines_ptx_lines(l), ncurep_lines_ptx(l).len);
    ncurep_lines_free(l);
    if (error.code == NCUREP_OK) return 1;
    error.offset += where;
    say_error(c, path, &error);
    return 0;
}

typedef struct lines_options {
    model m;
    int text; /* for people */
} lines_options;

static const option option_table[] = {OPT_CHOOSING, OPT_METRICS, {0, "text", TAKE_NOTHING, offsetof(lines_options, text), NULL,
     NULL, "for people"}, OPT_END};

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
    for (i = 0; ncurep_problem_at(o->report, i, &error); i++) {
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
        } else if (o.data != NULL && unpack_report(&q->in, &o, 0)) {
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

const verb lines_verb = {"lines", option_table, sizeof(lines_options), run, NULL,
    "from machine code to source lines, as JSON lines or --text; takes a cubin too",
    NULL};
