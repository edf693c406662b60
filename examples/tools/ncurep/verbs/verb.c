/* What verbs share. */
#include "report/input/demangle.h"
#include "report/pages/damage.h"
#include "report/model/names.h"
#include "verb.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* Columns of the terminal, or of the variable COLUMNS; 0: neither says, as for a file or a pipe. */
static size_t page_width(FILE *out)
{
    const char *columns = getenv("COLUMNS");
    unsigned long n = columns != NULL ? strtoul(columns, NULL, 10) : 0;
#ifdef TIOCGWINSZ
    struct winsize size;
    if (n == 0 && isatty(fileno(out)) && ioctl(fileno(out), TIOCGWINSZ, &size) == 0) n = size.ws_col;
#endif
    return n == 0 ? 0 : n < 40 ? 40 : n > 1000 ? 1000 : (size_t)n;
}

/* Whether the terminal shows more than ASCII, by LC_ALL, LC_CTYPE and LANG. */
static int page_utf8(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    size_t i;
    for (i = 0; i < 3; i++) {
        const char *v = getenv(names[i]);
        if (v != NULL && *v != 0) return strstr(v, "UTF-8") != NULL || strstr(v, "utf8") != NULL;
    }
    return 0;
}

static char *read_file(void *user, const char *path, size_t *len) { return cli_read((const cli *)user, path, len, NULL); }

void request_begin(request *q, void *options)
{
    reader *in = (reader *)q->common;
    model *m = (model *)options;
    in->c = m->c = q->c;
    in->max_size = READER_MAX_SIZE;
    m->compare.tolerance = 2;
    m->read_fn = read_file;
    m->user = q->c;
}

void load_demangler(const request *q, const void *options, cli_rights *r)
{
    (void)q;
    (void)options;
    (void)r;
    demangle_ready();
}

void output_of(const request *q, output *to, int markdown)
{
    out_init(to, q->c->out, q->c->format == CLI_JSON ? OUT_JSON : q->c->format == CLI_CSV ? OUT_CSV : markdown ? OUT_MARKDOWN : OUT_TEXT);
    to->color = q->c->color;
    to->utf8 = page_utf8();
    to->width = page_width(to->f);
    to->is_narrow = to->width > 0;
    if (!to->is_narrow) to->width = 80;
}

int each_report(const request *q, const model *m, output *to, int flags, report_fn fn, void *user)
{
    const int text = to->format == OUT_TEXT || to->format == OUT_MARKDOWN;
    model own = *m;
    page pg;
    size_t i;
    int code = CLI_FINE, shown = 0;
    if (text && own.chosen.shown == BASE_DEFAULT) own.chosen.shown = own.chosen.base; /* people see what they choose by */
    pg.m = &own;
    pg.to = to;
    if (to->format == OUT_JSON) cli_json_array(&to->j, NULL);
    for (i = 0; i < q->path_count; i++) {
        const int object = to->format == OUT_JSON && !(flags & EACH_BARE);
        opened o;
        damage d;
        int one = CLI_INPUT;
        if (open_report(reader_of(q), q->paths[i], &o)) {
            if (object) {
                cli_json_object(&to->j, NULL);
                cli_json_str(&to->j, "file", o.path);
            }
            if (shown && ((text && (flags & EACH_BLANK)) || (to->format == OUT_CSV && (flags & EACH_BLANK_CSV)))) fputc('\n', to->f);
            if (text && (flags & EACH_NAMED) && q->path_count > 1) fprintf(to->f, "%s\n", o.path);
            own.style.version = version_number(&o);
            one = fn(&pg, &o, user, !shown);
            shown = 1;
            if (code_of(&o) > one) one = code_of(&o);
            if ((text || to->format == OUT_JSON) && damage_of(&o, &d)) {
                if (object) damage_json(&to->j, &d);
                else if (to->format == OUT_JSON) damage_element(&to->j, &d);
                else {
                    fputc('\n', to->f);
                    damage_lines(to, &d, 0);
                }
            }
            if (object) cli_json_end(&to->j);
            close_report(&o);
        }
        if (one > code) code = one;
    }
    if (to->format == OUT_JSON) {
        cli_json_end(&to->j);
        cli_json_line(&to->j);
    }
    return code;
}

int wrote_begin(const request *q, cli_json *j)
{
    const long size = q->c->out != stdout ? ftell(q->c->out) : -1;
    size_t i;
    if (q->c->format != CLI_JSON) return 0;
    cli_json_init(j, q->c->out != stdout ? stdout : stderr, CLI_UTF8, 2);
    cli_json_object(j, NULL);
    cli_json_str(j, "file", q->c->out != stdout ? q->c->out_path : NULL);
    if (size >= 0) cli_json_u64(j, "bytes", (uint64_t)size);
    else cli_json_null(j, "bytes");
    cli_json_array(j, "inputs");
    for (i = 0; i < q->path_count; i++) cli_json_str(j, NULL, q->paths[i]);
    cli_json_end(j);
    return 1;
}

void wrote_end(cli_json *j)
{
    cli_json_end(j);
    cli_json_line(j);
}
