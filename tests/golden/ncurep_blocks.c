/* The details of a result hold the same blocks in every format: a made-up report with a finding and a comment in each place
   that they can have. */
#define NCUREP_POSIX
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"
#include "ncurep_calls.h"

#include <limits.h>
#include <math.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run.h"

static ncurep_writer *w;

static void text(uint32_t field, const char *t) { ncurep_write_text(w, field, ncurep_text(t)); }

static void metric(const char *name, double d)
{
    ncurep_value v;
    memset(&v, 0, sizeof v);
    v.kind = NCUREP_KIND_DOUBLE;
    v.text.ptr = "";
    memcpy(&v.bits, &d, sizeof d);
    ncurep_write_metric(w, ncurep_text(name), &v);
    ncurep_write_end(w);
}

static void rule(const char *section, const char *id, const char *message, double percent)
{
    ncurep_write_begin(w, 19);
    text(1, id);
    text(2, id);
    ncurep_write_begin(w, 3);
    ncurep_write_begin(w, 1);
    ncurep_write_begin(w, 1);
    text(1, message);
    ncurep_write_u64(w, 2, 4);
    ncurep_write_end(w);
    ncurep_write_begin(w, 10);
    ncurep_write_u64(w, 1, 2);
    ncurep_write_double(w, 2, percent);
    ncurep_write_end(w);
    ncurep_write_end(w);
    ncurep_write_end(w);
    text(4, section);
    ncurep_write_end(w);
}

static void comment(const char *section, const char *name, const char *words)
{
    ncurep_write_begin(w, 18);
    ncurep_write_begin(w, 1);
    text(1, section);
    ncurep_write_end(w);
    text(2, name);
    text(3, words);
    ncurep_write_end(w);
}

static ncurep_reply put(const void *bytes, size_t size, void *user) { return fwrite(bytes, 1, size, (FILE *)user) == size; }

static int make_report(const char *path)
{
    ncurep_output out;
    ncurep_error e;
    int ok;
    out.write_fn = put;
    out.user = fopen(path, "wb");
    if (out.user == NULL) return 0;
    w = ncurep_writer_open(&out, NULL, &e);
    ncurep_write_entry(w, NCUREP_ROOT_BLOCK);
    ncurep_write_block(w);
    ncurep_write_entry(w, NCUREP_ROOT_KERNEL);
    text(5, "cedar");
    text(6, "cedar");
    text(7, "cedar(int)");
    metric("gpu__time_duration.sum", 1000);
    metric("a.sum", 5);
    metric("c.sum", (double)NAN);
    rule("First", "FirstRule", "said of the first", 10);
    rule("Elsewhere", "LostRule", "said of no section", 20);
    comment("Second", "The second", "");
    comment("First", "The first", "on the first section");
    comment("Elsewhere", "The absent", "on a section that is not here");
    text(12, "on all of it");
    ncurep_write_end(w);
    ncurep_write_block(w);
    ok = end_writer(w, &e);
    return (fclose((FILE *)out.user) == 0) & ok;
}

static int make_sections(const char *path)
{
    FILE *f = fopen(path, "wb");
    if (f == NULL) return 0;
    fputs("Identifier: \"First\" DisplayName: \"The first\" Description: \"What it is.\" Header { Metrics { Label: \"A\" Name: \"a.sum\" } "
          "Metrics { Label: \"B\" Name: \"b.sum\" } }\n", f);
    return fclose(f) == 0;
}

static char folder[64], *page;

static int read_page(const char *options)
{
    char command[PATH_MAX + 256];
    const char *b = getenv("B");
    char bin[PATH_MAX];
    size_t room = 1 << 18, n, len = 0;
    FILE *f;
    int status;
    if (realpath(b != NULL && *b != 0 ? b : "build", bin) == NULL) return -1;
    snprintf(command, sizeof command, "cd %s && %s/ncurep %s a.ncu-rep", folder, bin, options);
    f = popen(command, "r");
    free(page);
    page = (char *)malloc(room + 1);
    if (f == NULL || page == NULL) return -1;
    while (len < room && (n = fread(page + len, 1, room - len, f)) > 0) len += n;
    page[len] = 0;
    status = pclose(f);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* These texts, one after the other; NULL ends them. */
static void holds(const char *options, const char *const *texts)
{
    const char *at;
    CHECK_U64(0, (uint64_t)read_page(options));
    at = page;
    for (; *texts != NULL; texts++) {
        const char *found = strstr(at, *texts);
        if (found == NULL) printf("%s: no \"%s\"%s\n", options, *texts, strstr(page, *texts) != NULL ? " in this place" : "");
        if (!CHECK(found != NULL)) return;
        at = found + 1;
    }
}

static void lacks(const char *text_of_none)
{
    if (strstr(page, text_of_none) != NULL) printf("there is \"%s\"\n", text_of_none);
    CHECK(strstr(page, text_of_none) == NULL);
}

/* People read a terminal from its end, so what is said about all of it stands there. */
static void to_people(void)
{
    static const char *const as_text[] = {"cedar", "Section: The first", "A ", "Not in this result: b.sum", "said of the first", "Comment: on the first section",
                                          "said of no section", "Estimated speedups", "20%", "10%", "Comment: on all of it",
                                          "Comment on The absent: on a section that is not here", NULL};
    static const char *const as_markdown[] = {"## ", "### The first", "| A |", "Not in this result: b.sum", "- **OPT** Est. Speedup: 10%. said of the first",
                                              "Comment: on the first section", "said of no section", "### Estimated speedups", "Comment: on all of it",
                                              "Comment on The absent: on a section that is not here", NULL};
    static const char *const as_html[] = {"Comment: on all of it</p>", "said of no section", "What the rules would gain", "The first</h3>", "What it is.", "A<td>",
                                          "Not in this result: 1 metric<", "b.sum", "said of the first", "Comment: on the first section</p>",
                                          "Comment on The absent: on a section that is not here</p>", NULL};
    holds("details --section-folder .", as_text);
    lacks("The second");
    holds("details --md --section-folder .", as_markdown);
    lacks("The second");
    holds("html --section-folder .", as_html);
    lacks("The second");
}

static void to_programs(void)
{
    static const char *const as_json[] = {"\"sections\": [", "\"identifier\": \"First\"", "\"header\": [", "\"label\": \"A\"", "\"missing\": [", "\"b.sum\"",
                                          "\"rules\": [", "said of the first", "\"other_rules\": [", "said of no section", "\"speedups\": [", "LostRule",
                                          "FirstRule", "\"comments\": [", "on all of it", "\"section\": \"First\"", "\"name\": \"The first\"",
                                          "\"text\": \"on the first section\"", "\"section\": \"Elsewhere\"", NULL};
    static const char *const as_csv[] = {"\"Section Name\"", "\"The first\",\"A\",\"\",\"5\"", "said of the first", "said of no section", NULL};
    holds("details --json --section-folder .", as_json);
    lacks("\"Second\"");
    holds("details --csv --section-folder .", as_csv);
    lacks("on all of it");
}

/* JSON has no number for it. */
static void no_number(void)
{
    static const char *const as_json[] = {"\"name\": \"c.sum\"", "\"value\": \"nan\"", NULL};
    holds("raw --json", as_json);
}

/* With a choice of sections, what is said of others is left out in every format. */
static void chosen(void)
{
    static const char *const formats[] = {"details --section First --section-folder .", "details --md --section First --section-folder .", "details --json --section First --section-folder .",
                                          "details --csv --section First --section-folder .", "html --section First --section-folder ."};
    static const char *const first[] = {"said of the first", NULL};
    size_t i;
    for (i = 0; i < sizeof formats / sizeof *formats; i++) {
        holds(formats[i], first);
        lacks("said of no section");
        lacks("LostRule");
        lacks("would gain");
    }
}

int main(void)
{
    char path[100];
    snprintf(folder, sizeof folder, "/tmp/ncurep_blocks.XXXXXX");
    if (mkdtemp(folder) == NULL) return 1;
    snprintf(path, sizeof path, "%s/a.section", folder);
    if (!CHECK(make_sections(path))) return 1;
    snprintf(path, sizeof path, "%s/a.ncu-rep", folder);
    if (!CHECK(make_report(path))) return 1;
    RUN(to_people);
    RUN(to_programs);
    RUN(no_number);
    RUN(chosen);
    (void)unlink(path);
    snprintf(path, sizeof path, "%s/a.section", folder);
    (void)unlink(path);
    (void)rmdir(folder);
    free(page);
    return run_end();
}
