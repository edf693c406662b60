/* What gates leave for the machine that runs them: JUnit XML, annotations of GitHub Actions. */
#include "gate.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

static void put_xml(FILE *f, const char *text)
{
    const char *p, *end = text + strlen(text);
    for (p = text; p < end;) {
        const size_t n = cli_utf8(p, end);
        if (n == 0 || (unsigned char)*p < ' ') fputc('?', f);
        else if (*p == '&') fputs("&amp;", f);
        else if (*p == '<') fputs("&lt;", f);
        else if (*p == '>') fputs("&gt;", f);
        else if (*p == '"') fputs("&quot;", f);
        else fwrite(p, 1, n, f);
        p += n > 0 ? n : 1;
    }
}

static const char *suite_of(const outcome *x, const char *rules) { return x->file != NULL ? x->file : rules; }

/* The outcomes from the one at first that belong to the same suite. */
static void put_suite(FILE *f, const outcomes *all, size_t first, size_t end, const char *rules)
{
    static const char *const tags[] = {NULL, "failure", "skipped"};
    cli_buf kernel = {NULL, 0, 0};
    size_t of[3] = {0, 0, 0}, i;
    for (i = first; i < end; i++) of[all->list[i].kind]++;
    fputs("<testsuite name=\"", f);
    put_xml(f, suite_of(&all->list[first], rules));
    fprintf(f, "\" tests=\"%zu\" failures=\"%zu\" skipped=\"%zu\">\n", end - first, of[OUTCOME_BROKEN], of[OUTCOME_LEFT_OUT]);
    for (i = first; i < end; i++) {
        const outcome *x = &all->list[i];
        fputs("<testcase classname=\"", f);
        put_xml(f, outcome_kernel(x, &kernel));
        fputs("\" name=\"", f);
        put_xml(f, x->what);
        if (x->kind == OUTCOME_KEPT) {
            fputs("\"/>\n", f);
            continue;
        }
        fprintf(f, "\"><%s message=\"", tags[x->kind]);
        put_xml(f, x->message != NULL ? x->message : "");
        fputs("\"/></testcase>\n", f);
    }
    fputs("</testsuite>\n", f);
    cli_buf_free(&kernel);
}

static int write_junit(const cli *c, const char *path, const char *rules, const outcomes *all)
{
    FILE *f = fopen(path, "w");
    size_t i, first;
    int bad;
    if (f == NULL) {
        cli_error(c, "%s: %s", path, strerror(errno));
        return 0;
    }
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n", f);
    for (first = 0; first < all->count; first = i) {
        for (i = first + 1; i < all->count && strcmp(suite_of(&all->list[i], rules), suite_of(&all->list[first], rules)) == 0;) i++;
        put_suite(f, all, first, i, rules);
    }
    fputs("</testsuites>\n", f);
    bad = ferror(f);
    if (fclose(f) != 0 || bad) {
        cli_error(c, "%s: %s", path, strerror(errno));
        return 0;
    }
    return 1;
}

/* Text of a command of GitHub's runner; in its properties, two more characters are special. */
static void put_command(FILE *f, const char *text, int property)
{
    cli_buf b = {NULL, 0, 0};
    size_t i;
    cli_put_safe(&b, text, strlen(text));
    for (i = 0; i < b.len; i++) {
        if (b.ptr[i] == '%' || (property && (b.ptr[i] == ':' || b.ptr[i] == ','))) fprintf(f, "%%%02X", (unsigned)(unsigned char)b.ptr[i]);
        else putc(b.ptr[i], f);
    }
    cli_buf_free(&b);
}

static void put_annotation(FILE *f, const char *rules, const outcome *x)
{
    cli_buf kernel = {NULL, 0, 0};
    fputs(x->kind == OUTCOME_BROKEN ? "::error " : "::warning ", f);
    if (x->line > 0) {
        fputs("file=", f);
        put_command(f, rules, 1);
        fprintf(f, ",line=%" PRIu64 ",", x->line);
    }
    fputs("title=", f);
    put_command(f, outcome_kernel(x, &kernel), 1);
    cli_buf_free(&kernel);
    fputs("::", f);
    if (x->file != NULL) {
        put_command(f, x->file, 0);
        fputs(": ", f);
    }
    put_command(f, x->message != NULL ? x->message : x->what, 0);
    putc('\n', f);
}

int gate_write(const cli *c, const gate_options *how, const char *rules, const outcomes *all)
{
    size_t i;
    for (i = 0; how->github && i < all->count; i++)
        if (all->list[i].kind != OUTCOME_KEPT) put_annotation(stderr, rules, &all->list[i]);
    if (how->github)
        fprintf(stderr, "::notice title=ncurep::%zu kept, %zu broken, %zu left out\n", all->of[OUTCOME_KEPT], all->of[OUTCOME_BROKEN],
                all->of[OUTCOME_LEFT_OUT]);
    return how->junit == NULL || write_junit(c, how->junit, rules, all);
}
