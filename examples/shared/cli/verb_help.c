/* --help, from the rows of the verbs. */
#include "verb.h"

#include <string.h>

#define WIDTH 80
#define MARGIN 28 /* where the texts of options begin */

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
    else if (o->kind->use != USE_SWITCH)
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

/* Whether help shows an option among those of the group. */
static int in_group(const verb_set *set, const char *name) { return set->group != NULL && has_option(set->group, name); }

static void put_common(cli_buf *b, const verb_set *set)
{
    const option *o;
    for (o = set->common; o != NULL && o->name != NULL; o++) put_option(b, o);
    cli_putf(b, "  --json, --csv, -o FILE, --color auto|always|never, --help, --version\n\n%s"
                "On a kernel with Landlock a verb gives up what it does not need; the variable\n"
                "CLI_CONFINE=0 turns that off.\n", set->ending);
}

static char *help_of_one(const verb_set *set, const verb *v)
{
    cli_buf b = {NULL, 0, 0};
    const option *o;
    int any = 0, grouped = 0;
    cli_putf(&b, "usage: %s%s%s [OPTION]...%s%s\n\n", set->tool, v->name != NULL ? " " : "", v->name != NULL ? v->name : "",
             v->operands != NULL && v->operands[0] != 0 ? " " : "", v->operands != NULL ? v->operands : "");
    put_text(&b, v->about, 0, 0);
    for (o = v->options; o->name != NULL; o++) {
        grouped |= in_group(set, o->name);
        if (in_group(set, o->name)) continue;
        if (!any) cli_put(&b, "\n", 1);
        any = 1;
        put_option(&b, o);
    }
    if (v->notes != NULL) cli_putf(&b, "\n  %s\n", v->notes);
    if (grouped) {
        cli_putf(&b, "\n%s\n", set->group_title);
        for (o = v->options; o->name != NULL; o++)
            if (in_group(set, o->name)) put_option(&b, o);
    }
    cli_putf(&b, v->name != NULL ? "\nall verbs\n" : "\n");
    put_common(&b, set);
    return b.ptr;
}

static char *help_of_all(const verb_set *set)
{
    cli_buf b = {NULL, 0, 0};
    const verb *const *v;
    size_t column = 10;
    cli_putf(&b, "%s\nverbs (%s VERB --help says more)\n", set->intro, set->tool);
    for (v = set->verbs; *v != NULL; v++)
        if (strlen((*v)->name) >= column) column = strlen((*v)->name) + 1;
    for (v = set->verbs; *v != NULL; v++) {
        cli_putf(&b, "  %-*s", (int)column, (*v)->name);
        put_text(&b, (*v)->about, column + 2, column + 2);
    }
    cli_putf(&b, "\nall verbs\n");
    put_common(&b, set);
    return b.ptr;
}

char *verb_help(const void *of)
{
    const request *q = (const request *)of;
    return q->v != NULL ? help_of_one(q->of, q->v) : help_of_all(q->of);
}
