/* What gates leave for the machine that runs them: JUnit XML, annotations of GitHub Actions. */
#include "gate.h"
#include "write/markup.h"

#include <inttypes.h>
#include <string.h>

/* A suite for each report, one for what is about none. */
static const char *suite_of(const outcome *x, const char *rules) { return x->file != NULL ? x->file : rules; }

static void put_suite(output *to, const outcome *first, size_t count, const char *rules)
{
    static const char *const tags[] = {NULL, "failure", "skipped"};
    cli_buf kernel = {NULL, 0, 0};
    size_t of[3] = {0, 0, 0}, i;
    for (i = 0; i < count; i++) of[first[i].kind]++;
    put_markup(to, "<testsuite name=\"%s\" tests=\"%zu\" failures=\"%zu\" skipped=\"%zu\">\n", suite_of(first, rules), count, of[OUTCOME_BROKEN],
               of[OUTCOME_LEFT_OUT]);
    for (i = 0; i < count; i++) {
        const outcome *x = &first[i];
        put_markup(to, "<testcase classname=\"%s\" name=\"%s\"", outcome_kernel(x, &kernel), x->what);
        if (x->kind == OUTCOME_KEPT) put_markup(to, "/>\n");
        else put_markup(to, "><%s message=\"%s\"/></testcase>\n", tags[x->kind], x->message != NULL ? x->message : "");
    }
    put_markup(to, "</testsuite>\n");
    cli_buf_free(&kernel);
}

void junit_page(output *to, const char *rules, const outcomes *all)
{
    size_t i, first;
    put_markup(to, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    for (first = 0; first < all->count; first = i) {
        for (i = first + 1; i < all->count && strcmp(suite_of(&all->list[i], rules), suite_of(&all->list[first], rules)) == 0;) i++;
        put_suite(to, &all->list[first], i - first, rules);
    }
    put_markup(to, "</testsuites>\n");
}

/* Text of a command of GitHub's runner; in its properties, two more characters are special. */
static void put_command(cli_buf *to, const char *text, int property)
{
    cli_buf b = {NULL, 0, 0};
    size_t i;
    cli_put_safe(&b, text, strlen(text));
    for (i = 0; i < b.len; i++) {
        if (b.ptr[i] == '%' || (property && (b.ptr[i] == ':' || b.ptr[i] == ','))) cli_putf(to, "%%%02X", (unsigned)(unsigned char)b.ptr[i]);
        else cli_put(to, &b.ptr[i], 1);
    }
    cli_buf_free(&b);
}

static void put_annotation(output *to, const char *rules, const outcome *x)
{
    cli_buf kernel = {NULL, 0, 0}, line = {NULL, 0, 0};
    if (x->line > 0) {
        cli_putf(&line, "file=");
        put_command(&line, rules, 1);
        cli_putf(&line, ",line=%" PRIu64 ",", x->line);
    }
    cli_putf(&line, "title=");
    put_command(&line, outcome_kernel(x, &kernel), 1);
    cli_putf(&line, "::");
    if (x->file != NULL) {
        put_command(&line, x->file, 0);
        cli_putf(&line, ": ");
    }
    put_command(&line, x->message != NULL ? x->message : x->what, 0);
    out_line(to, "::%s %s", x->kind == OUTCOME_BROKEN ? "error" : "warning", line.ptr);
    cli_buf_free(&kernel);
    cli_buf_free(&line);
}

void annotations_page(output *to, const char *rules, const outcomes *all)
{
    size_t i;
    for (i = 0; i < all->count; i++)
        if (all->list[i].kind != OUTCOME_KEPT) put_annotation(to, rules, &all->list[i]);
    out_line(to, "::notice title=ncurep::%zu kept, %zu broken, %zu left out", all->of[OUTCOME_KEPT], all->of[OUTCOME_BROKEN], all->of[OUTCOME_LEFT_OUT]);
}
