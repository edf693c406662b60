/* What verbs share. */
#include "report/input/demangle.h"
#include "report/pages/damage.h"
#include "cli/confine.h"
#include "png.h"
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

void request_begin(request *q, cli *c, model *m)
{
    memset(q, 0, sizeof *q);
    q->c = q->in.c = m->c = c;
    q->in.max_size = READER_MAX_SIZE;
    m->compare.tolerance = 2;
    m->read_fn = read_file;
    m->user = c;
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
        if (open_report(&q->in, q->paths[i], &o)) {
            if (object) {
                cli_json_object(&to->j, NULL);
                cli_json_str(&to->j, "file", o.path);
            }
            if (shown && ((text && (flags & EACH_BLANK)) || (to->format == OUT_CSV && (flags & EACH_BLANK_CSV)))) fputc('\n', to->f);
            if (text && (flags & EACH_NAMED) && q->path_count > 1) fprintf(to->f, "%s\n", o.path);
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

const option max_size_option = {0, "max-size", TAKE_SIZE, offsetof(reader, max_size), NULL,
     "BYTES[k|M|G|T]", "the most a compressed report may unpack to (default 16G)"};

/* The table of a verb as the command line takes it: ids are places in it, counted from 1; the last one is max_size. */
static cli_option *command_line(const option *table)
{
    cli_option *list;
    size_t n = 0, i;
    while (table[n].name != NULL) n++;
    list = (cli_option *)cli_alloc(n + 2, sizeof *list);
    for (i = 0; i <= n; i++) {
        const option *o = i < n ? &table[i] : &max_size_option;
        list[i].id = (int)i + 1;
        list[i].letter = o->letter;
        list[i].name = o->name;
        list[i].takes = o->kind != TAKE_NOTHING;
    }
    return list;
}

static int on_path(const char *program)
{
    const char *path = getenv("PATH");
    cli_buf b = {NULL, 0, 0};
    int found = 0;
    while (path != NULL && *path != 0 && !found) {
        const size_t n = strcspn(path, ":");
        b.len = 0;
        cli_putf(&b, "%.*s/%s", (int)n, path, program);
        found = access(b.ptr, X_OK) == 0;
        path += n + (path[n] == ':');
    }
    cli_buf_free(&b);
    return found;
}

/* Where fonts are: on the machine, and of this user. */
static size_t put_fonts(const char **paths, cli_buf own[3])
{
    static const char *const folders[] = {".fonts", ".local/share/fonts", ".cache/fontconfig"};
    const char *home = getenv("HOME");
    size_t n = 0, i;
    while (png_reads[n] != NULL) {
        paths[n] = png_reads[n];
        n++;
    }
    for (i = 0; i < 3 && home != NULL; i++) {
        cli_putf(&own[i], "%s/%s", home, folders[i]);
        paths[n++] = own[i].ptr;
    }
    return n;
}

/* Gives up the rights that a verb does not need, if it only shows what is in its files. */
static void confine(const cli *c, const verb *v, const request *q, const void *options)
{
    static const char *const shows[] = {"list", "raw", "details", "session", "strings", "blocks", "unknown", "check",
                                        "summary", "dump", "lines", "sass", "digest", "diff", "trend", "html", "source", "chart"};
    static const char *const names[] = {"source", "html", "digest"}; /* of functions */
    const char **paths = (const char **)cli_alloc(q->path_count + 16, sizeof *paths);
    size_t n = 0, i = 0, k;
    const option *o;
    cli_buf fonts[3] = {{NULL, 0, 0}, {NULL, 0, 0}, {NULL, 0, 0}};
    int all = 0;
    while (i < sizeof shows / sizeof *shows && strcmp(shows[i], v->name) != 0) i++;
    for (k = 0; k < sizeof names / sizeof *names; k++)
        if (strcmp(names[k], v->name) == 0) demangle_ready();
    while (n < q->path_count) {
        paths[n] = q->paths[n];
        n++;
    }
    for (o = v->options; o->name != NULL; o++) {
        const char *value = o->kind == TAKE_TEXT ? *(const char *const *)((const char *)options + o->member) : NULL;
        if (strcmp(o->name, "png") == 0 && *(const int *)((const char *)options + o->member) && png_ready())
            n += put_fonts(paths + n, fonts);
        if (value == NULL) continue;
        if (strcmp(o->name, "junit") == 0) i = sizeof shows / sizeof *shows; /* another file to write */
        else if (strcmp(o->name, "baseline") == 0 || strcmp(o->name, "limits") == 0 || strcmp(o->name, "annotate") == 0) paths[n++] = value;
        else if (strcmp(o->name, "chart") != 0) all = 1; /* a folder may hold links to anywhere */
    }
    if (i < sizeof shows / sizeof *shows && !on_path("nvdisasm")) (void)cli_confine(c, all ? NULL : paths, n);
    for (k = 0; k < 3; k++) cli_buf_free(&fonts[k]);
    free(paths);
}

int run_verb(cli *c, cli_args *a, const verb *v)
{
    cli_option *list = command_line(v->options);
    void *options = cli_alloc(1, v->size);
    request q;
    int id, code = CLI_FINE;
    c->help_fn = help_of;
    c->help_of = v;
    request_begin(&q, c, (model *)options);
    if (v->begin_fn != NULL) v->begin_fn(options);
    while (code == CLI_FINE && (id = cli_next(c, a, list)) != CLI_END && id != CLI_DONE) {
        if (id == CLI_OPERAND) {
            q.paths = (char **)cli_grow(q.paths, &q.path_room, q.path_count + 1, sizeof *q.paths);
            q.paths[q.path_count++] = (char *)(uintptr_t)a->value;
        } else if (id == CLI_BAD) code = CLI_USAGE;
        else {
            const option *o = v->options[id - 1].name != NULL ? &v->options[id - 1] : &max_size_option;
            char name[40];
            snprintf(name, sizeof name, "--%s", o->name);
            if (!take_option(c, o, name, a->value, o == &max_size_option ? (void *)&q.in : options)) code = CLI_USAGE;
        }
    }
    if (code == CLI_FINE && id != CLI_DONE) {
        if (q.path_count == 0) code = cli_usage(c, "which file?");
        else if (!cli_start(c)) code = CLI_INPUT;
        else {
            confine(c, v, &q, options);
            code = cli_finish(c, v->run_fn(&q, options));
        }
    }
    model_free((model *)options);
    free(options);
    free(list);
    free(q.paths);
    return code;
}
