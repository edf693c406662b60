/* watch: the page of sections beside an editor, made again whenever a file changes. */
#include "listen/listen.h"
#include "options.h"
#include "preview.h"

#include <dirent.h>
#include <stdlib.h>
#include <poll.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

/* The page around the one that is made, which takes over what changes. */
static const char frame[] = {
#include "watch.html.inc"
};

typedef struct watch_options {
    work w; /* first, as of all verbs on sections */
    const char *listen;
    double interval;
    uint64_t count;
} watch_options;

typedef struct watch {
    cli *c;
    const watch_options *how;
    report_result *result;
    char *report; /* its bytes */
    size_t report_size;
    uint64_t pages, report_stamp;
    int code;        /* of the last page */
    cli_buf page, problems; /* of --listen: what the browser sees; a JSON text each line */
} watch;

static volatile sig_atomic_t stopped;

static void stop(int signal_number)
{
    (void)signal_number;
    stopped = 1;
}

/* Files -------------------------------------------------------------------------------------------------------------- */

static void mix(uint64_t *hash, const void *bytes, size_t size)
{
    const unsigned char *const p = (const unsigned char *)bytes;
    size_t i;
    for (i = 0; i < size; i++) *hash = (*hash ^ p[i]) * 1099511628211u;
}

/* Adds what changes with a file: that it is saved in place, or by another that takes its name. 0: it is not there now. */
static int mix_file(uint64_t *hash, const char *path, struct stat *st)
{
    if (stat(path, st) != 0) return 0;
    mix(hash, path, strlen(path));
    mix(hash, &st->st_ino, sizeof st->st_ino);
    mix(hash, &st->st_size, sizeof st->st_size);
    mix(hash, &st->st_mtim, sizeof st->st_mtim);
    return 1;
}

/* The same of the files in a folder and, down to a level, below it; in whatever order they come. */
static void mix_folder(uint64_t *hash, const char *path, int levels)
{
    DIR *const d = opendir(path);
    const struct dirent *e;
    while (d != NULL && (e = readdir(d)) != NULL) {
        cli_buf b = {NULL, 0, 0};
        uint64_t one = 14695981039346656037u;
        struct stat st;
        if (e->d_name[0] == '.') continue;
        cli_putf(&b, "%s/%s", path, e->d_name);
        if (mix_file(&one, b.ptr, &st)) {
            *hash += one;
            if (S_ISDIR(st.st_mode) && levels > 0) mix_folder(hash, b.ptr, levels - 1);
        }
        cli_buf_free(&b);
    }
    if (d != NULL) closedir(d);
}

static uint64_t stamp_of(const char *path)
{
    uint64_t hash = 14695981039346656037u;
    struct stat st;
    return mix_file(&hash, path, &st) ? hash : 0;
}

/* One number for all sections; 0: a file is not there now, as while an editor replaces it. */
static uint64_t stamp_of_all(const work *w)
{
    enum { MOST_LEVELS = 8 };
    const text_list *const folders[] = {&w->folders, &w->trees};
    uint64_t hash = 14695981039346656037u;
    struct stat st;
    size_t i, k;
    for (i = 0; i < w->operand_count; i++) {
        if (!mix_file(&hash, w->operands[i], &st)) return 0;
        if (S_ISDIR(st.st_mode)) mix_folder(&hash, w->operands[i], w->recursive ? MOST_LEVELS : 0);
    }
    for (k = 0; k < 2; k++)
        for (i = 0; i < folders[k]->count; i++) mix_folder(&hash, folders[k]->at[i], k == 1 ? MOST_LEVELS : 0);
    if (w->deployed != NULL) mix_folder(&hash, w->deployed, 0);
    return hash != 0 ? hash : 1;
}

/* Pages -------------------------------------------------------------------------------------------------------------- */

static void put_problem(watch *x, const char *text)
{
    char *out = NULL;
    size_t len;
    FILE *const f = open_memstream(&out, &len);
    cli_json j;
    if (f == NULL) return;
    cli_json_init(&j, f, CLI_UTF8, 0);
    cli_json_array(&j, NULL);
    cli_json_str(&j, NULL, text);
    cli_json_end(&j);
    if (fclose(f) == 0) cli_putf(&x->problems, "%s%.*s", x->problems.len > 0 ? "," : "", (int)len - 2, out + 1); /* without its brackets */
    free(out);
}

static void keep_message(void *user, const char *message)
{
    put_problem((watch *)user, message);
}

/* What is wrong with the files, for the browser. */
static void put_mistakes(watch *x, const work *w)
{
    nvs_problem p;
    uint32_t i, k;
    for (i = 0; i < w->library->count; i++)
        for (k = 0; w->library->files[i].document != NULL && nvs_document_problem_at(w->library->files[i].document, k, &p); k++) {
            cli_buf b = {NULL, 0, 0};
            cli_putf(&b, "%s:%u:%u: %s: %s", w->library->files[i].path.ptr, (unsigned)p.line, (unsigned)p.column, p.warning ? "warning" : "error",
                     nvs_problem_kind_text(p.kind));
            if (p.name.len > 0) cli_putf(&b, ": ");
            cli_put_safe(&b, p.name.ptr, p.name.len);
            put_problem(x, b.ptr);
            cli_buf_free(&b);
        }
}

/* Reads the report again if it changed; 0: it cannot be read. */
static int read_report(watch *x)
{
    const char *const path = x->how->w.metrics;
    const uint64_t stamp = stamp_of(path);
    size_t size;
    char *bytes;
    if (x->report != NULL && (stamp == 0 || stamp == x->report_stamp)) return 1;
    bytes = cli_read(x->c, path, &size, NULL);
    if (bytes == NULL) return x->report != NULL;
    free(x->report);
    x->report = bytes;
    x->report_size = size;
    x->report_stamp = stamp;
    return 1;
}

/* A page into memory, in place of the last one; a text that cannot be used leaves that. */
static int page_to_browser(watch *x, report_result *r, work *w)
{
    char *out = NULL;
    size_t len;
    FILE *const f = open_memstream(&out, &len);
    int code = CLI_INPUT;
    output to;
    if (f == NULL) return code;
    w->people = OUT_HTML;
    out_init(&to, f, w->people);
    code = preview_page(r, w, &to);
    if (fclose(f) == 0) {
        x->page.len = 0;
        cli_put(&x->page, out, len);
    }
    free(out);
    return code;
}

static int page_to_output(watch *x, report_result *r, work *w)
{
    cli *const c = x->c;
    output to;
    int code;
    out_begin(&to, c);
    if (c->out_path == NULL && isatty(fileno(c->out))) out_say(&to, "\033[H\033[2J");
    else if (x->pages > 1) out_gap(&to);
    code = preview_page(r, w, &to);
    return fflush(c->out) == 0 ? code : CLI_INPUT;
}

/* The page as the files are now. */
static void show(watch *x)
{
    work one = x->how->w;
    report_result *r = NULL;
    x->problems.len = 0;
    x->pages++;
    x->code = CLI_INPUT;
    one.silent = x->how->listen != NULL;
    if (read_report(x) && work_load(x->c, &one, 0) && one.root_count > 0 &&
        (r = report_open(x->c, one.metrics, x->report, x->report_size, &one.which)) != NULL)
        x->code = work_code(&one, x->how->listen != NULL ? page_to_browser(x, r, &one) : page_to_output(x, r, &one));
    if (x->how->listen != NULL && one.library != NULL) put_mistakes(x, &one);
    report_close(r);
    one.deployed = NULL; /* stays */
    work_free(&one);
}

/* The browser -------------------------------------------------------------------------------------------------------- */

/* Whether the browser asks by an address, or for this machine: a page of the network whose name leads here is not to read it. */
static int asks_by_address(const char *lines)
{
    const char *line = strchr(lines, '\n'), *end;
    while (line != NULL && strncasecmp(line + 1, "host:", 5) != 0) line = strchr(line + 1, '\n');
    if (line == NULL) return 0;
    line += 6;
    line += strspn(line, " ");
    if (strncmp(line, "localhost", 9) == 0) line += 9;
    end = line + strspn(line, line[0] == '[' ? "0123456789abcdefABCDEF.:[]" : "0123456789.:");
    return *end == '\r' || *end == '\n';
}

static const char *answer(void *user, const char *path, const char *lines, cli_buf *body)
{
    const watch *const x = (const watch *)user;
    if (!asks_by_address(lines)) {
        cli_putf(body, "open the address that nvsection printed\n");
        return NULL;
    }
    if (strcmp(path, "/") == 0) {
        cli_put(body, frame, sizeof frame);
        return "text/html; charset=utf-8";
    }
    if (strcmp(path, "/page") == 0) {
        cli_put(body, x->page.ptr, x->page.len);
        return "text/html; charset=utf-8";
    }
    if (strcmp(path, "/state") == 0) {
        cli_putf(body, "{\"page\":%u,\"code\":%d,\"title\":\"nvsection\",\"problems\":[%.*s]}\n", (unsigned)x->pages, x->code, (int)x->problems.len,
                 x->problems.len > 0 ? x->problems.ptr : "");
        return "application/json";
    }
    cli_putf(body, "see /\n");
    return NULL;
}

/* The verb ----------------------------------------------------------------------------------------------------------- */

static void follow(watch *x, listener *l)
{
    const uint64_t interval = (uint64_t)(x->how->interval * 1e9);
    uint64_t seen = 0;
    while (!stopped) {
        const uint64_t sections = stamp_of_all(&x->how->w);
        const uint64_t now = sections != 0 ? sections + stamp_of(x->how->w.metrics) : 0;
        if (now != 0 && now != seen) {
            seen = now;
            show(x);
        }
        if (x->pages == x->how->count) break;
        if (l != NULL) listen_until(l, cli_now() + interval, &stopped, answer, x);
        else (void)poll(NULL, 0, (int)(x->how->interval * 1e3));
    }
}

static int run(request *q, void *options)
{
    watch_options *const how = (watch_options *)options;
    work *const w = work_of(q, &how->w);
    cli *const c = q->c;
    struct sigaction act;
    listener *l = NULL;
    char at[80];
    int code;
    watch x;
    memset(&x, 0, sizeof x);
    memset(&act, 0, sizeof act);
    x.c = c;
    x.how = how;
    if (w->metrics == NULL) return cli_usage(c, "--report REPORT is missing");
    if (how->interval < 0.001 || how->interval > 3600) return cli_usage(c, "--interval takes 0.001 to 3600 seconds");
    if (work_files(c, w, 0) != CLI_FINE) return CLI_USAGE;
    if (stamp_of_all(w) == 0) return cli_error(c, "a file is missing"), CLI_INPUT;
    if (how->listen != NULL && (l = listen_open(c, how->listen, &code, at, sizeof at)) == NULL) return code;
    act.sa_handler = stop;
    (void)sigaction(SIGINT, &act, NULL);
    (void)sigaction(SIGTERM, &act, NULL);
    if (l != NULL) {
        fprintf(stderr, "%s: http://%s/\n", c->tool, at);
        c->error_fn = keep_message;
        c->user = &x;
    }
    follow(&x, l);
    c->error_fn = NULL;
    listen_close(l);
    free(x.report);
    cli_buf_free(&x.page);
    cli_buf_free(&x.problems);
    return x.code;
}

static void begin(void *options)
{
    watch_options *const how = (watch_options *)options;
    begin_work(&how->w);
    how->interval = 0.1;
    how->count = UINT64_MAX;
}

static void end(void *options)
{
    end_work(&((watch_options *)options)->w);
}

static const option rows[] = {{'m', "report", &take_input, offsetof(work, metrics), NULL, "REPORT", "what fills the sections in"}, OPT_RESULT,
    {0, "listen", &take_text, offsetof(watch_options, listen), NULL, "PORT|ADDRESS:PORT", "show the page in a browser, which redraws only the cells that change"},
    {0, "interval", &take_seconds, offsetof(watch_options, interval), NULL, "SECONDS", "how often to look for changes (default 0.1)"},
    {'c', "count", &take_positive, offsetof(watch_options, count), NULL, "N", "stop after N pages (default: at Ctrl-C)"}, OPT_PICK, OPTION_END};

static const verb_lack lacks[] = {{"listen", LACKS_BOTH | LACKS_OUT, NULL, "--listen has no --json, --csv and -o"}, LACK_END};

const verb watch_verb = {"watch", rows, sizeof(watch_options), run, begin, end,
    "the page of preview beside an editor: sections on a result of a report, made again at every save",
    "Exit code: that of the last page, as of preview.\n"
    "  nvsection watch my/Mine.section --report run.ncu-rep\n"
    "  nvsection watch my/Mine.section --report run.ncu-rep --listen 8080",
    SECTIONS, MAY_READ | MAY_LISTEN, NULL, lacks};
