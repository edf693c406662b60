/* A page of a report without the tool: ncurep_page list|details|source|session|chart|html REPORT [text|md|csv|json|html]
   The report is bytes in memory, the page is bytes in memory, and what is wrong is an exit code and messages, lack of memory
   included: as a viewer or another language would use the files in examples/shared. */
#include "report/input/demangle.h"
#include "report/pages/chart.h"
#include "report/pages/details.h"
#include "report/pages/html.h"
#include "report/pages/list.h"
#include "report/pages/session.h"
#include "report/pages/source.h"

#include <stdlib.h>
#include <string.h>

typedef struct job {
    const char *page, *path;
    out_format format;
    const char *bytes; /* of the report */
    size_t size;
    cli_buf text;        /* the page, on the heap */
    char messages[2048]; /* a line each */
} job;

static void keep_message(void *user, const char *message)
{
    job *const x = (job *)user;
    const size_t n = strlen(x->messages);
    snprintf(x->messages + n, sizeof x->messages - n, "%s\n", message);
}

/* The page of this name; an exit code. */
static int render(const model *m, opened *o, const char *name, out_format format, FILE *f)
{
    static const details_options all = {PARTS_ALL, 1, 0};
    static const session_options brief = {0, 0};
    static const html_options plain = {0, HTML_MOST_BYTES};
    static const chart_options every = {NULL, 0, 0};
    static const source_options source = {VIEW_AUTO, COUNTERS_AUTO, 0, NULL, 0, 0, 0, 0, NULL, NULL};
    section_source sections;
    output to;
    page pg;
    int code = CLI_USAGE;
    out_init(&to, f, strcmp(name, "html") == 0 ? OUT_HTML : format);
    pg.m = m;
    pg.to = &to;
    out_group(&to, NULL); /* of JSON */
    if (!sections_open(&sections, m)) code = CLI_INPUT;
    else if (strcmp(name, "list") == 0) code = list_page(&pg, o);
    else if (strcmp(name, "details") == 0) code = details_page(&pg, o, &sections, &all);
    else if (strcmp(name, "source") == 0) code = source_page(&pg, o, &source, 1);
    else if (strcmp(name, "session") == 0) code = session_page(&pg, o, &brief);
    else if (strcmp(name, "chart") == 0) code = chart_list(&pg, o, &sections, &every);
    else if (strcmp(name, "html") == 0) code = html_page(&pg, o, &sections, NULL, 0, &plain);
    sections_close(&sections);
    out_close(&to);
    out_end(&to);
    return code;
}

static int run(void *user)
{
    job *const x = (job *)user;
    cli c;
    reader in;
    model m;
    opened o;
    int code = CLI_INPUT;
    cli_init(&c, "ncurep_page", "");
    c.error_fn = keep_message;
    c.user = x;
    memset(&m, 0, sizeof m);
    m.c = in.c = &c;
    m.demangle_fn = demangle;
    in.max_size = READER_MAX_SIZE;
    if (open_bytes(&in, x->path, x->bytes, x->size, &o)) {
        FILE *f = cli_buf_open(&x->text);
        code = render(&m, &o, x->page, x->format, f);
        cli_buf_close(f);
        close_report(&o);
    }
    return code;
}

int main(int argc, char **argv)
{
    static const char *const formats[] = {"text", "md", "csv", "json", "html"}; /* as out_format counts them */
    cli c;
    cli_heap heap;
    job x;
    char *bytes;
    int code;
    memset(&x, 0, sizeof x);
    memset(&heap, 0, sizeof heap);
    cli_init(&c, "ncurep_page", "usage: ncurep_page list|details|source|session|chart|html REPORT [text|md|csv|json|html]\n");
    while (argc == 4 && x.format <= OUT_HTML && strcmp(argv[3], formats[x.format]) != 0) x.format = (out_format)(x.format + 1);
    if (argc < 3 || argc > 4 || x.format > OUT_HTML) {
        fputs(c.help, stderr);
        return CLI_USAGE;
    }
    x.page = argv[1];
    x.path = argv[2];
    x.bytes = bytes = cli_read(&c, x.path, &x.size, NULL);
    if (bytes == NULL) return CLI_INPUT;
    if (cli_heap_run(&heap, run, &x, &code)) fwrite(x.text.ptr, 1, x.text.len, stdout);
    else {
        fputs("not enough memory for this page\n", stderr);
        code = CLI_INPUT;
    }
    fputs(x.messages, stderr);
    cli_heap_empty(&heap);
    free(bytes);
    return code;
}
