/* ncurep study: what the kernels of many reports lose time to. */
#include "report/pages/study.h"
#include "verb.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_DEPTH = 32 };

typedef struct study_options {
    model m;
    study_weigh weigh;
    out_format people;
} study_options;

static const option_word weigh_words[] = {{"folder", WEIGH_FOLDER}, {"report", WEIGH_REPORT}, {"result", WEIGH_RESULT}, {NULL, 0}};

static const option option_table[] = {OPT_CHOOSING, {0, "weigh", &take_word, offsetof(study_options, weigh), weigh_words,
     NULL, "what counts the same, however many results it holds (default folder)"}, OPT_UNITS, OPT_RULES, OPT_FOLDER, OPT_TREE,
                                 OPT_MD(study_options, people), OPT_HTML(study_options, people, "a page for a browser"), OPTION_END};

/* Files that are looked at, and what of each is known. */
typedef struct study_file {
    char *path;
    uint64_t size, hash;
} study_file;

typedef struct study_files {
    study_file *list;
    size_t count, room;
} study_files;

static void add_file(study_files *all, const char *path)
{
    all->list = (study_file *)cli_grow(all->list, &all->room, all->count + 1, sizeof *all->list);
    memset(&all->list[all->count], 0, sizeof *all->list);
    all->list[all->count++].path = copy_text(path, strlen(path));
}

static int is_report(const char *name)
{
    static const char *const ends[] = {".ncu-rep", ".ncu-repz", ".nsight-cuprof-report"};
    const size_t len = strlen(name);
    size_t i;
    for (i = 0; i < sizeof ends / sizeof *ends; i++)
        if (len > strlen(ends[i]) && strcmp(name + len - strlen(ends[i]), ends[i]) == 0) return 1;
    return 0;
}

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* The reports in a folder and those below it, by name. 0 with a message. */
static int add_folder(cli *c, study_files *all, const char *path, unsigned depth)
{
    DIR *d = opendir(path);
    struct dirent *entry;
    char **names = NULL;
    size_t count = 0, room = 0, i;
    int good = d != NULL;
    if (d == NULL) cli_error(c, "%s: %s", path, strerror(errno));
    while (d != NULL && (entry = readdir(d)) != NULL) {
        if (entry->d_name[0] == '.') continue;
        names = (char **)cli_grow(names, &room, count + 1, sizeof *names);
        names[count++] = copy_text(entry->d_name, strlen(entry->d_name));
    }
    if (d != NULL) closedir(d);
    if (count > 0) qsort(names, count, sizeof *names, by_text);
    for (i = 0; i < count; i++) {
        cli_buf b = {NULL, 0, 0};
        struct stat st;
        cli_putf(&b, "%s/%s", path, names[i]);
        if (is_report(names[i])) add_file(all, b.ptr);
        else if (depth > 0 && lstat(b.ptr, &st) == 0 && S_ISDIR(st.st_mode)) good &= add_folder(c, all, b.ptr, depth - 1);
        cli_buf_free(&b);
        cli_free(names[i]);
    }
    cli_free(names);
    return good;
}

/* Size and hash of the bytes; 0: it cannot be read. */
static int read_hash(study_file *x)
{
    unsigned char buffer[65536];
    FILE *f = fopen(x->path, "rb");
    size_t n, i;
    int good;
    if (f == NULL) return 0;
    x->hash = 14695981039346656037u;
    while ((n = fread(buffer, 1, sizeof buffer, f)) > 0) {
        for (i = 0; i < n; i++) x->hash = (x->hash ^ buffer[i]) * 1099511628211u;
        x->size += n;
    }
    good = !ferror(f);
    fclose(f);
    return good;
}

/* The earlier file with the same bytes, of those that could be read. */
static const study_file *same_as(const study_files *all, size_t at)
{
    size_t i;
    for (i = 0; i < at; i++)
        if (all->list[i].size == all->list[at].size && all->list[i].hash == all->list[at].hash && all->list[i].size > 0) return &all->list[i];
    return NULL;
}

static int add_report(const request *q, study_options *how, study *s, const char *path, section_source *sections, study_sources *of)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash != NULL ? copy_text(path, (size_t)(slash - path)) : copy_text(".", 1);
    opened o;
    int one = CLI_INPUT;
    if (open_report(reader_of(q), path, &o)) {
        one = study_add(s, &how->m, &o, folder, sections);
        if (code_of(&o) > one) one = code_of(&o);
        of->reports = (damage *)cli_grow(of->reports, &of->report_room, of->report_count + 1, sizeof *of->reports);
        (void)damage_of(&o, &of->reports[of->report_count++]);
        close_report(&o);
    }
    cli_free(folder);
    return one;
}

static int run_over(request *q, study_options *how, study_files *all, section_source *sections)
{
    study s;
    study_sources of;
    output to;
    page pg;
    size_t i;
    int code = CLI_FINE;
    memset(&s, 0, sizeof s);
    memset(&of, 0, sizeof of);
    for (i = 0; i < all->count; i++) {
        const study_file *same;
        int one = CLI_FINE;
        cli_progress(q->c, "reports", i, all->count);
        same = read_hash(&all->list[i]) ? same_as(all, i) : NULL;
        if (same != NULL) {
            of.copies = (study_copy *)cli_grow(of.copies, &of.copy_room, of.copy_count + 1, sizeof *of.copies);
            of.copies[of.copy_count].path = all->list[i].path;
            of.copies[of.copy_count++].of = same->path;
        } else one = add_report(q, how, &s, all->list[i].path, sections, &of);
        if (one > code) code = one;
    }
    cli_progress_end(q->c);
    study_weigh_all(&s, how->weigh);
    out_begin_as(&to, q->c, how->people);
    pg.m = &how->m;
    pg.to = &to;
    study_page(&pg, &s, &of);
    if (s.case_count == 0 && code == CLI_FINE) code = CLI_FINDING;
    cli_free(of.copies);
    cli_free(of.reports);
    study_free(&s);
    return code;
}

static int run(request *q, void *user)
{
    study_options *how = (study_options *)user;
    section_source sections;
    study_files all;
    size_t i;
    int code = CLI_FINE, one;
    memset(&all, 0, sizeof all);
    for (i = 0; i < q->path_count; i++) {
        struct stat st;
        if (stat(q->paths[i], &st) != 0 || !S_ISDIR(st.st_mode)) add_file(&all, q->paths[i]);
        else if (!add_folder(q->c, &all, q->paths[i], MOST_DEPTH)) code = CLI_INPUT;
    }
    if (!sections_open(&sections, &how->m)) one = CLI_INPUT;
    else one = run_over(q, how, &all, &sections);
    if (one > code) code = one;
    one = sections_close(&sections);
    if (one > code) code = one;
    for (i = 0; i < all.count; i++) cli_free(all.list[i].path);
    cli_free(all.list);
    return code;
}

static const verb_lack lacks[] = {{NULL, LACKS_CSV, NULL, "study is text, --json, --md or --html; ncurep export makes tables of results"},
                                  {"html", LACKS_JSON, "md", "--html, --md or --json, not two of them"},
                                  {"md", LACKS_JSON, NULL, "--html, --md or --json, not two of them"}, LACK_END};

const verb study_verb = {"study", option_table, sizeof(study_options), run, NULL, NULL,
    "what the kernels of many reports lose time to",
    "FILE is a report or a folder of reports. Reports that hold the same bytes\n  count once. Exit code 1 if there is no result.\n\n  "
    "ncurep study --md reports/",
    FILES, 0, NULL, lacks};
