/* Reports in a browser page. */
#include "reactor.h"
#include "comments.h"
#include "facts.h"
#include "report/draw/html.h"
#include "report/input/demangle.h"
#include "report/pages/details.h"
#include "report/pages/diff.h"
#include "report/pages/digest.h"
#include "report/pages/html.h"
#include "report/pages/list.h"
#include "report/pages/raw.h"
#include "report/pages/source.h"

#include <stdlib.h>
#include <string.h>

typedef struct input_file {
    uint32_t number;
    uint64_t size;
    char *name; /* NULL: unused */
} input_file;

/* What the pieces of an HTML page have in common, for one choice of baselines. */
typedef struct chosen_base {
    int report, kernel;
} chosen_base;

typedef struct base_choice {
    chosen_base list[MOST_BESIDES];
    size_t count;
} base_choice;

typedef struct kept_list {
    html_list *list; /* NULL: none */
    side own[MOST_BESIDES], base[MOST_BESIDES];
    base_choice with;
    int match, dropped, rules;
} kept_list;

typedef struct open_file {
    input_file file;
    opened o;
    kept_list kept;
} open_file;

static struct viewer {
    cli_heap heap; /* of everything open */
    open_file reports[VIEWER_REPORTS];
    input_file texts[VIEWER_TEXTS], sections[VIEWER_TEXTS];
    char *room;
    size_t room_size;
    base_choice with; /* of the next page */
    cli_buf text, messages;
} viewer;

static uint64_t min_size(uint64_t a, uint64_t b) { return a < b ? a : b; }

static size_t read_input(uint64_t at, void *to, size_t size, ncurep_reply *reply, void *user)
{
    (void)reply;
    return viewer_read(((const input_file *)user)->number, (double)at, to, (uint32_t)min_size(size, 1u << 30));
}

static void keep_message(void *user, const char *message)
{
    (void)user;
    cli_putf(&viewer.messages, "%s\n", message);
}

/* A job on the heap; if memory runs out, its unfinished work is gone. */
typedef struct job {
    open_file *own;
    base_choice with;
    input_file file;
    size_t name_size;
    int what, kernel, match, all, dropped, rules;
    uint64_t most;
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
    memset(viewer.sections, 0, sizeof viewer.sections);
    memset(&viewer.text, 0, sizeof viewer.text); /* messages are kept outside of the heap */
    return 4;
}

char *viewer_room(size_t size)
{
    if (size > viewer.room_size) {
        char *room = (char *)realloc(viewer.room, size + 1);
        if (room == NULL) return NULL;
        room[size] = 0;
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
    x->kernel = ncurep_is_packed(&file);
    if (!x->kernel && open_source(&in, x->own->file.name, &file, &x->own->o)) return CLI_FINE;
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
    return run(open_job, &x) == CLI_FINE ? i : x.kernel ? -2 : -1;
}

static ncurep_reply step(const void *in, size_t *in_size, void *out, size_t *out_size, void *user)
{
    uint32_t sizes[2];
    int state;
    (void)user;
    sizes[0] = (uint32_t)*in_size;
    sizes[1] = (uint32_t)*out_size;
    state = viewer_step(in, &sizes[0], out, &sizes[1]);
    *in_size = sizes[0];
    *out_size = sizes[1];
    return state == 2 ? NCUREP_REPLY_YES : state == 1 ? NCUREP_REPLY_NO : NCUREP_REPLY_FAILED;
}

static ncurep_reply put(const void *bytes, size_t size, void *user)
{
    (void)user;
    return viewer_write(bytes, (uint32_t)size) ? NCUREP_REPLY_YES : NCUREP_REPLY_FAILED;
}

#define PART ((size_t)1 << 17)

static int unpack_job(void *user)
{
    job *const x = (job *)user;
    cli c;
    reader in;
    model m;
    ncurep_input file;
    ncurep_decompress with;
    ncurep_output out;
    ncurep_error e;
    void *buffer;
    int code = CLI_FINE;
    begin(&c, &in, &m);
    x->file.name = copy_name(x->name_size);
    file.read_fn = read_input;
    file.user = &x->file;
    file.size = x->file.size;
    with.step_fn = step;
    with.user = NULL;
    out.write_fn = put;
    out.user = NULL;
    buffer = cli_alloc(2, PART);
    if (ncurep_unpack(&file, &with, &out, buffer, 2 * PART, x->most, &e) != NCUREP_OK) {
        say_error(&c, x->file.name, &e);
        code = CLI_INPUT;
    }
    cli_free(buffer);
    cli_free(x->file.name);
    return code;
}

int viewer_unpack(uint32_t file, double size, double most, size_t name_size)
{
    job x;
    memset(&x, 0, sizeof x);
    if (!is_size(size) || !is_size(most)) return -1;
    x.file.number = file;
    x.file.size = (uint64_t)size;
    x.most = (uint64_t)most;
    x.name_size = name_size;
    return run(unpack_job, &x) == CLI_FINE ? 0 : -1;
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

static void drop_list(kept_list *l)
{
    size_t i;
    if (l->list == NULL) return;
    html_list_close(l->list);
    for (i = 0; i < l->with.count; i++) {
        free_side(&l->own[i]);
        free_side(&l->base[i]);
    }
    memset(l, 0, sizeof *l);
}

/* The sections that were added, as a folder. */
static const char folder[] = "dropped";

static const input_file *section_at(const char *path)
{
    size_t i;
    if (strncmp(path, folder, sizeof folder - 1) != 0 || path[sizeof folder - 1] != '/') return NULL;
    for (i = 0; i < VIEWER_TEXTS; i++)
        if (viewer.sections[i].name != NULL && strcmp(viewer.sections[i].name, path + sizeof folder) == 0) return &viewer.sections[i];
    return NULL;
}

static nvs_reply list_sections(const char *path, nvs_reply (*found_fn)(const char *name, int is_folder, void *to), void *to, void *user)
{
    size_t i;
    (void)user;
    if (strcmp(path, folder) != 0) return NVS_REPLY_NO;
    for (i = 0; i < VIEWER_TEXTS; i++)
        if (viewer.sections[i].name != NULL && !found_fn(viewer.sections[i].name, 0, to)) break;
    return NVS_REPLY_YES;
}

static nvs_reply read_section(const char *path, size_t most, char **text, size_t *size, void *user)
{
    const input_file *f = section_at(path);
    (void)user;
    if (f == NULL) return NVS_REPLY_NO;
    if (f->size > most) return NVS_REPLY_YES;
    *size = (size_t)f->size;
    *text = (char *)cli_take(*size + 1, NULL);
    if (*text == NULL || *size == 0 || viewer_read(f->number, 0, *text, (uint32_t)*size) == *size) return NVS_REPLY_YES;
    cli_free(*text);
    *text = NULL;
    return NVS_REPLY_FAILED;
}

static const section_disk dropped = {list_sections, read_section, NULL};

/* Its mistakes, a message each; an exit code. */
static int lint_section(cli *c, const input_file *f)
{
    char *text = (char *)cli_alloc((size_t)f->size + 1, 1);
    nvs_document_options options;
    nvs_document *doc;
    nvs_error e;
    nvs_problem p;
    uint32_t i;
    int code = CLI_FINE;
    memset(&options, 0, sizeof options);
    CLI_MEMORY(options.memory);
    if (f->size > 0 && viewer_read(f->number, 0, text, (uint32_t)f->size) != f->size) {
        cli_error(c, "%s: it cannot be read", f->name);
        cli_free(text);
        return CLI_INPUT;
    }
    doc = nvs_document_open(text, (size_t)f->size, &options, &e);
    if (doc == NULL) cli_error(c, "%s: %s", f->name, e.message);
    for (i = 0; nvs_document_problem_at(doc, i, &p); i++)
        cli_error(c, "%s:%u:%u: %s: %s%s%.*s", f->name, (unsigned)p.line, (unsigned)p.column, p.warning ? "warning" : "error", p.message,
                  p.name.len > 0 ? ": " : "", (int)p.name.len, p.name.ptr);
    if (doc == NULL || doc->errors > 0 || doc->warnings > 0) code = CLI_FINDING;
    nvs_document_close(doc);
    cli_free(text);
    return code;
}

#define MOST_OF_SECTION ((uint64_t)16 << 20)

static int section_job(void *user)
{
    job *const x = (job *)user;
    cli c;
    reader in;
    model m;
    size_t i;
    begin(&c, &in, &m);
    for (i = 0; i < VIEWER_REPORTS; i++) drop_list(&viewer.reports[i].kept);
    x->file.name = copy_name(x->name_size);
    for (i = 0; i < VIEWER_TEXTS && (viewer.sections[i].name == NULL || strcmp(viewer.sections[i].name, x->file.name) != 0);) i++;
    if (i == VIEWER_TEXTS)
        for (i = 0; i < VIEWER_TEXTS && viewer.sections[i].name != NULL;) i++;
    if (i == VIEWER_TEXTS || x->file.size > MOST_OF_SECTION) {
        cli_error(&c, "%s: %s", x->file.name, i == VIEWER_TEXTS ? "too many section files are open" : "too large for a section");
        cli_free(x->file.name);
        return CLI_INPUT;
    }
    cli_free(viewer.sections[i].name);
    viewer.sections[i] = x->file;
    return lint_section(&c, &viewer.sections[i]);
}

int viewer_add_section(uint32_t file, double size, size_t name_size)
{
    job x;
    int code;
    memset(&x, 0, sizeof x);
    if (!is_size(size)) return -1;
    x.file.number = file;
    x.file.size = (uint64_t)size;
    x.name_size = name_size;
    code = run(section_job, &x);
    return code == CLI_FINE || code == CLI_FINDING ? code : -1;
}

static int close_job(void *user)
{
    open_file *const own = ((job *)user)->own;
    size_t i, k;
    drop_list(&own->kept);
    for (i = 0; i < VIEWER_REPORTS; i++) {
        kept_list *const l = &viewer.reports[i].kept;
        for (k = 0; l->list != NULL && k < l->with.count; k++)
            if (l->with.list[k].report == (int)(own - viewer.reports)) drop_list(l);
    }
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

static int save_job(void *user)
{
    job *const x = (job *)user;
    cli c;
    reader in;
    model m;
    ncurep_output out;
    begin(&c, &in, &m);
    out.write_fn = put;
    out.user = NULL;
    return write_comments(&c, &x->own->o, viewer.room != NULL ? viewer.room : "", &out);
}

int viewer_save(int report)
{
    job x;
    memset(&x, 0, sizeof x);
    x.own = report_at(report);
    return x.own == NULL ? CLI_USAGE : run(save_job, &x);
}

static const html_options plain_html = {0, HTML_MOST_BYTES}, whole_html = {1, HTML_MOST_BYTES};

/* The report and one that it is compared with; an exit code. Both to be freed. */
static int read_sides(const page *pg, const job *x, size_t k, side *own, side *base)
{
    const chosen_base *with = &x->with.list[k];
    model m = *pg->m;
    unsigned char *only = NULL;
    int code, one;
    memset(own, 0, sizeof *own);
    memset(base, 0, sizeof *base);
    own->o = &x->own->o;
    base->o = &viewer.reports[with->report].o;
    if (with->kernel >= 0) {
        only = (unsigned char *)cli_alloc((size_t)base->o->info.results + 1, 1);
        if ((uint32_t)with->kernel < base->o->info.results) only[with->kernel] = 1;
        m.chosen.only = only;
        base->is_one = 1;
    }
    code = read_side(&m, base);
    cli_free(only);
    one = read_side(pg->m, own);
    return one > code ? one : code;
}

/* The same with each; an exit code. */
static int read_all_sides(const page *pg, const job *x, side *own, side *base, html_base *bases)
{
    int code = CLI_FINE, one;
    size_t k;
    for (k = 0; k < x->with.count; k++) {
        one = read_sides(pg, x, k, &own[k], &base[k]);
        if (one > code) code = one;
        bases[k].own = &own[k];
        bases[k].base = &base[k];
        bases[k].name = NULL;
    }
    return code;
}

static int compared(const page *pg, section_source *sections, const job *x, int html)
{
    side own[MOST_BESIDES], base[MOST_BESIDES];
    html_base bases[MOST_BESIDES];
    outcomes all;
    size_t k;
    int one, code = read_all_sides(pg, x, own, base, bases);
    memset(&all, 0, sizeof all);
    if (html) {
        one = html_page(pg, &x->own->o, sections, bases, x->with.count, x->all ? &whole_html : &plain_html);
        if (one > code) code = one;
    }
    for (k = 0; k < x->with.count; k++) {
        one = html ? CLI_FINE : diff_page(pg, sections, &base[k], &own[k], FAIL_ON_ANY, &all);
        if (one > code) code = one;
        free_side(&own[k]);
        free_side(&base[k]);
    }
    outcomes_free(&all);
    return code;
}

static int is_same_choice(const base_choice *a, const base_choice *b)
{
    return a->count == b->count && memcmp(a->list, b->list, a->count * sizeof *a->list) == 0;
}

/* What the pieces have in common, made again where other baselines are chosen; an exit code. */
static int keep_list(const page *pg, section_source *sections, const job *x)
{
    kept_list *l = &x->own->kept;
    html_base bases[MOST_BESIDES];
    int code, one;
    if (l->list != NULL && is_same_choice(&l->with, &x->with) && l->match == x->match && l->dropped == x->dropped && l->rules == x->rules)
        return CLI_FINE;
    drop_list(l);
    code = read_all_sides(pg, x, l->own, l->base, bases);
    l->list = html_list_open(pg, &x->own->o, sections, bases, x->with.count, &one);
    l->with = x->with;
    l->match = x->match;
    l->dropped = x->dropped;
    l->rules = x->rules;
    return one > code ? one : code;
}

/* A piece of the HTML page. */
static int piece_of_page(const page *pg, section_source *sections, const job *x)
{
    const html_options *how = x->all ? &whole_html : &plain_html;
    opened *o = &x->own->o;
    const int code = keep_list(pg, sections, x);
    html_list *list = x->own->kept.list;
    int one;
    if (x->what == VIEWER_KERNEL) one = html_kernel(pg, o, sections, list, how, (uint32_t)x->kernel);
    else if (x->what == VIEWER_COMPARISON) one = html_comparison(pg, o, sections, list, how);
    else one = html_frame(pg, o, sections, list, how);
    return one > code ? one : code;
}

/* The metrics of a result; "partners": of each baseline the result that it is compared with, null: none. */
static int metrics_of(const page *pg, section_source *sections, const job *x)
{
    uint32_t partner;
    size_t k;
    int code = CLI_FINE, one;
    if (x->with.count > 0) code = keep_list(pg, sections, x);
    cli_json_array(&pg->to->j, "partners");
    for (k = 0; k < x->with.count; k++) {
        if (html_partner(x->own->kept.list, (uint32_t)x->kernel, k, &partner)) cli_json_u64(&pg->to->j, NULL, partner);
        else cli_json_null(&pg->to->j, NULL);
    }
    cli_json_end(&pg->to->j);
    one = facts_metrics(pg, &x->own->o, (uint32_t)x->kernel);
    return one > code ? one : code;
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
    static const details_options all = {PARTS_ALL, 1, 0};
    static const raw_options raw = {0};
    static const source_options source = {VIEW_AUTO, COUNTERS_AUTO, 0, NULL, 0, 0, 0, 0, NULL, NULL};
    opened *o = &x->own->o;
    switch (x->what) {
    case VIEWER_HTML: return compared(pg, sections, x, 1);
    case VIEWER_LIST: return list_page(pg, o);
    case VIEWER_DETAILS: return details_page(pg, o, sections, &all);
    case VIEWER_RAW: return raw_page(pg, o, &raw);
    case VIEWER_SOURCE: return source_page(pg, o, &source, 1);
    case VIEWER_DIGEST: return digested(pg, o, sections);
    case VIEWER_DIFF: return compared(pg, sections, x, 0);
    case VIEWER_METRICS: return metrics_of(pg, sections, x);
    case VIEWER_CONTEXT: return facts_context(pg, o, sections, (uint32_t)x->kernel);
    case VIEWER_FIND: return facts_find(pg, o, (uint32_t)x->kernel, viewer.room != NULL ? viewer.room : "");
    case VIEWER_NAMES: return facts_names(pg, o);
    case VIEWER_METRIC: return facts_metric(pg, o, sections, (uint32_t)x->kernel, viewer.room != NULL ? viewer.room : "");
    default: return piece_of_page(pg, sections, x);
    }
}

static int page_job(void *user)
{
    static const out_format formats[VIEWER_WHATS] = {OUT_HTML, OUT_JSON, OUT_JSON, OUT_CSV, OUT_CSV, OUT_TEXT, OUT_TEXT,
                                                    OUT_HTML, OUT_HTML, OUT_HTML, OUT_JSON, OUT_JSON, OUT_JSON, OUT_JSON, OUT_JSON};
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
    m.sections.run_rules = x->rules;
    if (x->dropped) {
        m.sections.folder = folder;
        m.sections.disk = &dropped;
    }
    for (i = 0; i < VIEWER_TEXTS; i++)
        if (viewer.texts[i].name != NULL) cli_putf(&files, "%s%s", files.len > 0 ? "," : "", viewer.texts[i].name);
    m.files = files.ptr;
    m.read_fn = read_text;
    m.demangle_fn = demangle;
    f = cli_buf_open(&viewer.text);
    out_init(&to, f, formats[x->what]);
    to.utf8 = 1;
    to.width = 100;
    pg.m = &m;
    pg.to = &to;
    out_group(&to, NULL);
    if (sections_open(&sections, &m)) code = render(&pg, &sections, x);
    one = sections_close(&sections);
    out_close(&to);
    out_end(&to);
    cli_buf_close(f);
    cli_buf_free(&files);
    return one > code ? one : code;
}

int viewer_baseline(int report, int kernel)
{
    if (report_at(report) == NULL || viewer.with.count == MOST_BESIDES) return CLI_USAGE;
    viewer.with.list[viewer.with.count].report = report;
    viewer.with.list[viewer.with.count++].kernel = kernel;
    return CLI_FINE;
}

int viewer_page(int what, int report, int kernel, int match, int flags)
{
    job x;
    memset(&x, 0, sizeof x);
    x.own = report_at(report);
    x.with = viewer.with;
    viewer.with.count = 0;
    x.what = what;
    x.kernel = kernel;
    x.match = match;
    x.all = (flags & VIEWER_EVERY) != 0;
    x.dropped = (flags & VIEWER_DROPPED) != 0;
    x.rules = (flags & VIEWER_RULES) != 0;
    if (x.own == NULL || what < 0 || what >= VIEWER_WHATS || match < 0 || match > MATCH_RANGE || (what == VIEWER_DIFF && x.with.count == 0))
        return CLI_USAGE;
    return run(page_job, &x);
}

const char *viewer_text(void) { return viewer.text.ptr != NULL ? viewer.text.ptr : ""; }
size_t viewer_size(void) { return viewer.text.len; }
const char *viewer_messages(void) { return viewer.messages.len > 0 ? viewer.messages.ptr : ""; }
