/* ncurep lines: from machine code to source lines, inlined calls included, and to lines of the PTX text. */
#include "cubin.h"
#include "report/input/images.h"
#include "report/input/pack.h"
#include "report/pages/lines.h"
#include "verb.h"

#include <inttypes.h>
#include <string.h>

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

/* The tables of a cubin; 0 with a message if it has a mistake: what is complete is shown all the same. where: its offset in the file. */
static int show(const page *pg, const char *path, ncurep_view cubin, uint64_t where)
{
    cubin_error error;
    cubin_file *l = cubin_file_open(cubin.ptr, cubin.len, NULL, &error);
    int good;
    lines_page(pg, l);
    good = say_cubin(pg->m->c, path, where, l, &error) == 0;
    cubin_file_close(l);
    return good;
}

typedef struct lines_options {
    model m;
    int text; /* for people */
} lines_options;

static const option option_table[] = {OPT_CHOOSING, OPT_METRICS, {0, "text", &take_nothing, offsetof(lines_options, text), NULL,
     NULL, "for people"}, OPTION_END};

static int show_report(const page *pg, opened *o)
{
    cli *const c = pg->m->c;
    ncurep_source source;
    ncurep_error error;
    choice k;
    uint32_t i;
    int code = CLI_FINE;
    make_choice(c, &pg->m->chosen, o, &k, 0, &code);
    for (i = 0; i < o->info.sources; i++) {
        if (!ncurep_source_at(o->report, i, &source, &error)) {
            say_error(c, o->path, &error);
            code = CLI_INPUT;
        } else if (source.binary.len > 0 && wants_module(&k, source.reference)) {
            const uint64_t at = source.at + (uint64_t)(source.binary.ptr - source.bytes.ptr);
            out_say(pg->to, "\nmodule %" PRIu64 "\n", source.reference);
            out_group(pg->to, NULL);
            out_whole(pg->to, "module", source.reference);
            out_close(pg->to);
            out_end(pg->to);
            if (!show(pg, o->path, source.binary, at)) code = CLI_INPUT;
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
    output to;
    page pg;
    size_t i;
    int code = CLI_FINE;
    out_begin(&to, c);
    to.format = how->text ? OUT_TEXT : OUT_JSON;
    out_lines(&to, CLI_SHORT);
    pg.m = &how->m;
    pg.to = &to;
    for (i = 0; i < q->path_count; i++) {
        int one = CLI_INPUT;
        opened o;
        memset(&o, 0, sizeof o);
        o.path = q->paths[i];
        o.data = cli_read(c, o.path, &o.size, NULL);
        if (o.data != NULL) {
            if (i > 0) out_gap(&to);
            out_safe(&to, o.path, strlen(o.path));
            out_say(&to, "\n");
        }
        if (o.data != NULL && o.size >= 4 && memcmp(o.data, "\177ELF", 4) == 0) {
            ncurep_view cubin;
            cubin.ptr = o.data;
            cubin.len = o.size;
            one = show(&pg, o.path, cubin, 0) ? CLI_FINE : CLI_INPUT;
        } else if (o.data != NULL && has_images(o.data, o.size)) {
            cli_error(c, "%s: this is a program, archive or fatbin: \"ncurep cubin --to FOLDER\" extracts its cubins", o.path);
        } else if (o.data != NULL && other_kind(o.data, o.size) != NULL) {
            cli_error(c, "%s: this is %s", o.path, other_kind(o.data, o.size));
        } else if (o.data != NULL && unpack_report(reader_of(q), &o, 0)) {
            ncurep_report_options limits;
            ncurep_error error;
            memset(&limits, 0, sizeof limits);
            limits.memory.max_memory = (size_t)4 << 30;
            if (open_opened(&o, &limits, &error) == NULL) say_error(c, o.path, &error);
            else {
                ncurep_report_info(o.report, &o.info);
                one = show_report(&pg, &o);
            }
        }
        close_report(&o);
        if (one > code) code = one;
    }
    return code;
}

static const verb_lack lacks[] = {{NULL, LACKS_CSV, NULL, "lines has no CSV: JSON Lines, or --text"}, LACK_END};

const verb lines_verb = {"lines", option_table, sizeof(lines_options), run, NULL, NULL,
    "from machine code to source lines, as JSON lines or --text; takes a cubin too",
    "ncurep lines --text kernel.cubin",
    FILES, 0, NULL, lacks};
