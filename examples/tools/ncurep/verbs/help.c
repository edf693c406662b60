/* --help, from the tables of the verbs. */
#include "verb.h"

#include <string.h>

#define WIDTH 80
#define MARGIN 28 /* where the texts of options begin */

static const option choosing[] = {OPT_CHOOSING, OPT_METRICS, OPT_END};

/* A text from a column on, broken at spaces. */
static void put_text(cli_buf *b, const char *text, size_t column, size_t margin)
{
    while (*text != 0) {
        const size_t len = strcspn(text, " ");
        if (column > margin && column + 1 + len > WIDTH) {
            cli_putf(b, "\n%*s", (int)margin, "");
            column = margin;
        } else if (column > margin) {
            cli_put(b, " ", 1);
            column++;
        }
        cli_put(b, text, len);
        column += len;
        text += len + (text[len] == ' ');
    }
    cli_put(b, "\n", 1);
}

static void put_option(cli_buf *b, const option *o)
{
    const size_t start = b->len;
    const option_word *w;
    size_t column;
    cli_putf(b, "  ");
    if (o->letter != 0) cli_putf(b, "-%c, ", o->letter);
    cli_putf(b, "--%s", o->name);
    if (o->value != NULL) cli_putf(b, " %s", o->value);
    else
        for (w = o->words; w != NULL && w->text != NULL; w++) cli_putf(b, "%s%s", w == o->words ? " " : "|", w->text);
    column = b->len - start;
    if (column + 2 > MARGIN) cli_putf(b, "\n%*s", MARGIN, "");
    else cli_putf(b, "%*s", (int)(MARGIN - column), "");
    put_text(b, o->about, MARGIN, MARGIN);
}

static int has_option(const option *table, const char *name)
{
    for (; table->name != NULL; table++)
        if (strcmp(table->name, name) == 0) return 1;
    return 0;
}

static int chooses(const verb *v) { return has_option(v->options, "kernel-name"); }

static void put_common(cli_buf *b)
{
    cli_putf(b, "\nall verbs\n");
    put_option(b, &max_size_option);
    cli_putf(b, "  --json, --csv             instead of text (not lines and dump)\n"
                "  -o FILE                   write there; --color always|never|auto\n"
                "\n"
                "exit code: 0 fine, 1 check, diff or anonymize found something, 2 wrong usage,\n"
                "3 a file is cut, damaged or cannot be read (whatever is intact is shown)\n"
                "Where the kernel has Landlock, verbs that show reports can only read these; the\n"
                "variable CLI_CONFINE=0 turns that off.\n");
}

char *help_of(const void *of)
{
    const verb *v = (const verb *)of;
    cli_buf b = {NULL, 0, 0};
    const option *o;
    int any = 0;
    cli_putf(&b, "usage: ncurep %s [OPTION]... FILE...\n\n", v->name);
    put_text(&b, v->about, 0, 0);
    for (o = v->options; o->name != NULL; o++) {
        if (has_option(choosing, o->name)) continue;
        if (!any) cli_put(&b, "\n", 1);
        any = 1;
        put_option(&b, o);
    }
    if (v->notes != NULL) cli_putf(&b, "\n  %s\n", v->notes);
    if (chooses(v)) {
        cli_putf(&b, "\nchoosing results and metrics\n");
        for (o = v->options; o->name != NULL; o++)
            if (has_option(choosing, o->name)) put_option(&b, o);
    }
    put_common(&b);
    return b.ptr;
}

/* Whether one of the verbs before this one has the option. */
static int is_known(const verb *const *verbs, const verb *v, const char *name)
{
    for (; *verbs != v; verbs++)
        if (has_option((*verbs)->options, name)) return 1;
    return 0;
}

char *help_of_all(const verb *const *verbs, const char *examples)
{
    cli_buf b = {NULL, 0, 0};
    const verb *const *v;
    const option *o;
    cli_putf(&b, "%s\nverbs (ncurep VERB --help says more)\n", examples);
    for (v = verbs; *v != NULL; v++) {
        cli_putf(&b, "  %-10s", (*v)->name);
        put_text(&b, (*v)->about, 12, 12);
    }
    cli_putf(&b, "\nchoosing results and metrics (what belongs to no chosen result is left out;\n"
                 "not for merge, salvage, anonymize, pack and unpack)\n");
    for (o = choosing; o->name != NULL; o++) put_option(&b, o);
    for (v = verbs; *v != NULL; v++) {
        cli_buf more = {NULL, 0, 0};
        int own = 0;
        for (o = (*v)->options; o->name != NULL; o++) {
            const int is_own = strcmp(o->name, "all") == 0 || !is_known(verbs, *v, o->name);
            if (has_option(choosing, o->name)) continue;
            own |= is_own;
            if (!is_own) cli_putf(&more, "%s --%s", more.len > 0 ? "," : "", o->name);
        }
        if (!own && (*v)->notes == NULL) {
            cli_buf_free(&more);
            continue;
        }
        cli_putf(&b, "\n%s\n", (*v)->name);
        for (o = (*v)->options; o->name != NULL; o++)
            if (!has_option(choosing, o->name) && (strcmp(o->name, "all") == 0 || !is_known(verbs, *v, o->name))) put_option(&b, o);
        if (more.len > 0) {
            cli_putf(&b, "  also");
            put_text(&b, more.ptr + 1, 7, 2);
        }
        if ((*v)->notes != NULL) cli_putf(&b, "  %s\n", (*v)->notes);
        cli_buf_free(&more);
    }
    put_common(&b);
    return b.ptr;
}
