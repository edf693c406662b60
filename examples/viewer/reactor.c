/* Reports in a browser page. */
#include "reactor.h"
#include "examples/ncurep/pages/details.h"
#include "examples/ncurep/pages/diff.h"
#include "examples/ncurep/pages/digest.h"
#include "examples/ncurep/pages/html.h"
#include "examples/ncurep/pages/list.h"
#include "examples/ncurep/pages/raw.h"
#include "examples/ncurep/pages/source.h"

#include <stdlib.h>
#include <string.h>

typedef struct input_file {
    uint32_t number;
    uint64_t size;
    char *name; /* NULL: unused */
} input_file;

typedef struct open_file {
    input_file file;
    opened o;
} open_file;

static struct viewer {
    cli_heap heap; /* of everything open */
    open_file reports[VIEWER_REPORTS];
    input_file texts[VIEWER_TEXTS];
    char *room;
    size_t room_size;
    cli_buf text, messages;
} viewer;

static uint64_t min_size(uint64_t a, uint64_t b) { return a < b ? a : b; }

static size_t read_input(void *user, uint64_t at, void *to, size_t size)
{
    return viewer_read(((const input_file *)user)->number, (double)at, to, (uint32_t)min_size(size, 1u << 30));
}

static void keep_message(void *user, const char *message)
{
    (void)user;
    cli_putf(&viewer.messages, "%s\n", message);
}

/* A job on the heap; if memory runs out, its unfinished work is gone. */
typedef struct job {
    open_file *own, *base;
    input_file file;
    size_t name_size;
    int what, match, all;
} job;

static void begin(cli *c, reader *in, model *m)
{
    cli_init(c, "ncurep", "");
    c->error_fn = keep_message;
    memset(in, 0, sizeof *in);
    in->c = c;
    in->max_size = READER_MAX_SIZE;
    memset(m, 0, sizeof *m);
    m->c = c;
    m->compare.tolerance = 2;
}

/* Runs a job; 4 if memory ran out, and then everything open has been closed. */
static int run(int (*call)(void *user), job *x)
{
    int code;
    viewer.text.len = viewer.messages.len = 0;
    if (cli_heap_run(&viewer.heap, call, x, &code)) return code;
    memset(viewer.reports, 0, sizeof viewer.reports);
    memset(viewer.texts, 0, sizeof viewer.texts);
    memset(&viewer.text, 0, sizeof viewer.text);
    memset(&viewer.messages, 0, sizeof viewer.messages);
    return 4;
}

char *viewer_room(size_t size)
{
    if (size > viewer.room_size) {
        char *room = (char *)realloc(viewer.room, size);
        if (room == NULL) return NULL;
        viewer.room = room;
        viewer.room_size = size;
    }
    return viewer.room;
}

static char *copy_name(size_t size)
{
    return copy_text(viewer.room != NULL ? viewer.room : "", viewer.room != NULL ? (size_t)min_size(size, viewer.room_size) : 0);
}

static int open_job(void *user)
{
    job *const x = (job *)user;
    cli c;
    reader in;
    model m;
    ncurep_input file;
    begin(&c, &in, &m);
    x->own->file = x->file;
    x->own->file.name = copy_name(x->name_size);
    file.read_fn = read_input;
    file.user = &x->own->file;
    file.size = x->file.size;
    if (ncurep_is_packed(&file)) keep_message(NULL, "a compressed report; \"ncurep unpack\" makes the one that this page reads");
    else if (open_source(&in, x->own->file.name, &file, &x->own->o)) return CLI_FINE;
    cli_free(x->own->file.name);
    memset(x->own, 0, sizeof *x->own);
    return CLI_INPUT;
}

static int is_size(double size) { return size >= 0 && size < 9e15; }

int viewer_open(uint32_t file, double size, size_t name_size)
{
    job x;
    int i;
    memset(&x, 0, sizeof x);
    for (i = 0; i < VIEWER_REPORTS && viewer.reports[i].file.name != NULL;) i++;
    if (i == VIEWER_REPORTS || !is_size(size)) return -1;
    x.own = &viewer.reports[i];
    x.file.number = file;
    x.file.size = (uint64_t)size;
    x.name_size = name_size;
    return run(open_job, &x) == CLI_FINE ? i : -1;
}

static int text_job(void *user)
{
    job *const x = (job *)user;
    x->file.name = copy_name(x->name_size);
    return CLI_FINE;
}

int viewer_add_text(uint32_t file, double size, size_t name_size)
{
    job x;
    int i;
    memset(&x, 0, sizeof x);
    for (i = 0; i < VIEWER_TEXTS && viewer.texts[i].name != NULL;) i++;
    if (i == VIEWER_TEXTS || !is_size(size)) return -1;
    x.file.number = file;
    x.file.size = (uint64_t)size;
    x.name_size = name_size;
    if (run(text_job, &x) != CLI_FINE) return -1;
    viewer.texts[i] = x.file;
    return 0;
}

/* The text of a source file that was added, in the form model.read_fn wants. */
static char *read_text(void *user, const char *path, size_t *len)
{
    size_t i;
    (void)user;
    for (i = 0; i < VIEWER_TEXTS; i++) {
        const input_file *t = &viewer.texts[i];
        char *text;
        if (t->name == NULL || strcmp(t->name, path) != 0 || t->size > (64u << 20)) continue;
        text = (char *)cli_alloc((size_t)t->size + 1, 1);
        *len = t->size > 0 ? viewer_read(t->number, 0, text, (uint32_t)t->size) : 0;
        if (*len == t->size) return text;
        cli_free(text);
        break;
    }
    return NULL;
}

static int close_job(void *user)
{
    open_file *const own = ((job *)user)->own;
    close_report(&own->o);
    cli_free(own->file.name);
    memset(own, 0, sizeof *own);
    return CLI_FINE;
}

static open_file *report_at(int i)
{
    return i >= 0 && i < VIEWER_REPORTS && viewer.reports[i].file.name != NULL ? &viewer.reports[i] : NULL;
}

void viewer_close(int report)
{
    job x;
    memset(&x, 0, sizeof x);
    x.own = report_at(report);
    if (x.own != NULL) (void)run(close_job, &x);
}

static int compared(const page *pg, section_source *sections, const job *x, int html)
{
    static const html_options plain = {0, HTML_MOST_BYTES}, whole = {1, HTML_MOST_BYTES};
    side own, base;
    outcomes all;
    int code, one;
    memset(&own, 0, sizeof own);
    memset(&base, 0, sizeof base);
    memset(&all, 0, sizeof all);
    own.o = &x->own->o;
    base.o = &x->base->o;
    code = read_side(pg->m, &base);
    one = read_side(pg->m, &own);
    if (one > code) code = one;
    if (html) one = html_page(pg, own.o, sections, &base, &own, x->all ? &whole : &plain);
    else one = diff_page(pg, sections, &base, &own, FAIL_ON_ANY, &all);
    if (one > code) code = one;
    outcomes_free(&all);
    free_side(&own);
    free_side(&base);
    return code;
}

static int digested(const page *pg, opened *o, section_source *sections)
{
    digest d;
    const int code = digest_of(&d, pg->m, o, sections);
    digest_page(pg, o, &d, 0);
    digest_free(&d);
    return code;
}

static int render(const page *pg, section_source *sections, const job *x)
{
    static const html_options plain = {0, HTML_MOST_BYTES}, whole = {1, HTML_MOST_BYTES};
    static const details_options details = {PARTS_ALL, 1, 0};
    static const raw_options raw = {0};
    static const source_options source = {VIEW_AUTO, COUNTERS_AUTO, 0, NULL, 0, 0};
    opened *o = &x->own->o;
    switch (x->what) {
    case VIEWER_HTML: return x->base != NULL ? compared(pg, sections, x, 1) : html_page(pg, o, sections, NULL, NULL, x->all ? &whole : &plain);
    case VIEWER_LIST: return list_page(pg, o);
    case VIEWER_DETAILS: return details_page(pg, o, sections, &details);
    case VIEWER_RAW: return raw_page(pg, o, &raw);
    case VIEWER_SOURCE: return source_page(pg, o, &source, 1);
    case VIEWER_DIGEST: return digested(pg, o, sections);
    default: return compared(pg, sections, x, 0);
    }
}

static int page_job(void *user)
{
    static const out_format formats[VIEWER_WHATS] = {OUT_HTML, OUT_JSON, OUT_JSON, OUT_CSV, OUT_CSV, OUT_TEXT, OUT_TEXT};
    const job *const x = (const job *)user;
    cli c;
    reader in;
    model m;
    section_source sections;
    output to;
    page pg;
    cli_buf files = {NULL, 0, 0};
    FILE *f;
    size_t i;
    int code = CLI_INPUT, one;
    begin(&c, &in, &m);
    m.compare.match = (match_by)x->match;
    m.compare.all = x->all;
    for (i = 0; i < VIEWER_TEXTS; i++)
        if (viewer.texts[i].name != NULL) cli_putf(&files, "%s%s", files.len > 0 ? "," : "", viewer.texts[i].name);
    m.files = files.ptr;
    m.read_fn = read_text;
    f = cli_buf_open(&viewer.text);
    out_init(&to, f, formats[x->what]);
    to.utf8 = 1;
    to.width = 100;
    pg.m = &m;
    pg.to = &to;
    if (to.format == OUT_JSON) cli_json_object(&to.j, NULL);
    if (sections_open(&sections, &m)) code = render(&pg, &sections, x);
    one = sections_close(&sections);
    if (to.format == OUT_JSON) {
        cli_json_end(&to.j);
        cli_json_line(&to.j);
    }
    cli_buf_close(f);
    cli_buf_free(&files);
    return one > code ? one : code;
}

int viewer_page(int report, int what, int baseline, int match, int all)
{
    job x;
    memset(&x, 0, sizeof x);
    x.own = report_at(report);
    x.base = report_at(baseline);
    x.what = what;
    x.match = match;
    x.all = all != 0;
    if (x.own == NULL || what < 0 || what >= VIEWER_WHATS || match < 0 || match > MATCH_RANGE || (what == VIEWER_DIFF && x.base == NULL) ||
        (baseline >= 0 && x.base == NULL))
        return CLI_USAGE;
    return run(page_job, &x);
}

const char *viewer_text(void) { return viewer.text.ptr != NULL ? viewer.text.ptr : ""; }
size_t viewer_size(void) { return viewer.text.len; }
const char *viewer_messages(void) { return viewer.messages.len > 0 ? viewer.messages.ptr : ""; }
