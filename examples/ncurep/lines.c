/* ncurep lines: from machine code to source lines, inlined calls included, and to lines of the PTX text. */
#include "tool.h"

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

/* Prints the tables of a cubin as JSON lines; 0 with a message when it has a mistake (what is whole is printed all the
   same). where: offset of the cubin in the file. */
static int print_cubin(cli *c, const char *path, ncurep_view cubin, uint64_t where)
{
    ncurep_memory memory;
    ncurep_error error;
    ncurep_lines *l;
    ncurep_line_function f;
    uint32_t i;
    memset(&memory, 0, sizeof memory);
    memory.max_memory = (size_t)1 << 30;
    l = ncurep_lines_open(cubin.ptr, cubin.len, &memory, &error);
    for (i = 0; ncurep_lines_function(l, i, &f); i++) {
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
    if (l != NULL)
        fprintf(c->out, "{\"ptx_lines\":%" PRIu32 ",\"ptx_bytes\":%zu}\n", ncurep_lines_ptx_lines(l), ncurep_lines_ptx(l).len);
    ncurep_lines_free(l);
    if (error.code == NCUREP_OK) return 1;
    error.offset += where;
    say_error(c, path, &error);
    return 0;
}

static int print_report(cli *c, const char *path, ncurep_report *report)
{
    ncurep_source source;
    ncurep_info info;
    ncurep_error error;
    uint32_t i;
    int ok = 1;
    ncurep_info_of(report, &info);
    for (i = 0; i < info.sources; i++) {
        if (!ncurep_source_at(report, i, &source, &error)) {
            say_error(c, path, &error);
            ok = 0;
        } else if (source.binary.len > 0) {
            fprintf(c->out, "{\"module\":%" PRIu64 "}\n", source.reference);
            if (!print_cubin(c, path, source.binary, source.at + (uint64_t)(source.binary.ptr - source.bytes.ptr))) ok = 0;
        }
    }
    for (i = 0; ncurep_problem(report, i, &error); i++) {
        say_error(c, path, &error);
        ok = 0;
    }
    return ok;
}

int lines_verb(cli *c, cli_args *a)
{
    enum { OPT_MAX_SIZE = 1 };
    static const cli_option options[] = {{OPT_MAX_SIZE, 0, "max-size", 1}, {0, 0, NULL, 0}};
    const char *path = NULL;
    int option, ok = 0;
    opened o;
    while ((option = cli_next(c, a, options)) != CLI_END) {
        if (option == CLI_DONE) return CLI_FINE;
        if (option == OPT_MAX_SIZE) {
            if (!set_max_size(c, a->value)) return CLI_USAGE;
            continue;
        }
        if (option != CLI_OPERAND) return CLI_USAGE;
        if (path != NULL) return cli_usage(c, "lines takes one file");
        path = a->value;
    }
    if (path == NULL) return cli_usage(c, "lines needs a file: a report, or a cubin");
    if (!cli_start(c)) return CLI_INPUT;
    memset(&o, 0, sizeof o);
    o.path = path;
    o.data = cli_read(c, path, &o.size, NULL);
    if (o.data == NULL) return cli_finish(c, CLI_INPUT);
    if (o.size >= 4 && memcmp(o.data, "\177ELF", 4) == 0) {
        ncurep_view cubin;
        cubin.ptr = o.data;
        cubin.len = o.size;
        ok = print_cubin(c, path, cubin, 0);
    } else if (unpack_report(c, &o, 0)) {
        ncurep_options limits;
        ncurep_error error;
        memset(&limits, 0, sizeof limits);
        limits.memory.max_memory = (size_t)4 << 30;
        if (open_opened(&o, &limits, &error) == NULL) say_error(c, path, &error);
        else ok = print_report(c, path, o.report);
    }
    close_report(&o);
    return cli_finish(c, ok ? CLI_FINE : CLI_INPUT);
}
