/* What became of the results that were held to limits. */
#include "limits.h"
#include "write/table.h"

#include <inttypes.h>
#include <string.h>

#define OUTCOME_COLUMNS(X) \
    X('l', "File", "File", NULL, table_string(t, x->file)) \
    X('r', "Line", "Line", "line", table_whole(t, x->line)) \
    X('l', "Limit", "Limit", "limit", table_string(t, x->what)) \
    X('l', "Kernel", "Kernel", NULL, table_string(t, outcome_kernel(x, &kernel))) \
    X('r', NULL, NULL, "result", x->result != NO_RESULT ? table_whole(t, x->result) : table_null(t)) \
    X('l', NULL, NULL, "kernel", table_string(t, x->kernel)) \
    X('l', "Outcome", "Outcome", NULL, table_string(t, words_of[x->kind])) \
    X('l', NULL, NULL, "outcome", table_string(t, names_of[x->kind])) \
    X('l', "Message", "Message", "message", table_string(t, x->message))

static const char *const words_of[] = {"kept", "broken", "left out"}, *const names_of[] = {"kept", "broken", "left_out"};

static void put_outcome(table *t, const outcome *x)
{
    cli_buf kernel = {NULL, 0, 0};
    OUTCOME_COLUMNS(TABLE_CELL)
    table_row(t);
    cli_buf_free(&kernel);
}

/* For readers of text what is not kept. */
static void say_outcome(output *to, const char *path, const outcome *x, int many)
{
    static const int style[] = {CLI_PLAIN, CLI_RED, CLI_YELLOW};
    cli_buf kernel = {NULL, 0, 0};
    if (x->kind == OUTCOME_KEPT) return;
    out_safe(to, path, strlen(path));
    if (x->line > 0) out_say(to, ":%" PRIu64, x->line);
    out_say(to, ": %s%s%s: ", cli_style(to->color, style[x->kind]), words_of[x->kind], cli_style(to->color, CLI_PLAIN));
    if (many && x->file != NULL) {
        out_safe(to, x->file, strlen(x->file));
        out_say(to, ": ");
    }
    out_say(to, "%s: ", outcome_kernel(x, &kernel)); /* which was made safe */
    out_safe(to, x->message, strlen(x->message));
    out_say(to, "\n");
    cli_buf_free(&kernel);
}

void limits_page(output *to, const char *path, const outcomes *all, const held_report *reports, size_t count, int many)
{
    table t;
    size_t i, at = 0;
    out_list(to, NULL);
    TABLE_BEGIN(&t, to, NULL, OUTCOME_COLUMNS, TABLE_BARE | TABLE_SAID);
    for (i = 0; i < count || at < all->count; i++) { /* after the reports limits that apply to no kernel */
        const size_t end = i < count ? reports[i].end : all->count;
        out_group(to, NULL);
        out_string(to, "file", i < count ? reports[i].d.path : NULL);
        out_list(to, "limits");
        for (; at < end; at++) {
            put_outcome(&t, &all->list[at]);
            say_outcome(to, path, &all->list[at], many);
        }
        out_close(to);
        if (i < count) damage_member(to, &reports[i].d);
        out_close(to);
    }
    table_end(&t);
    out_close(to);
    out_end(to);
    if (all->of[OUTCOME_LEFT_OUT] == 0) out_line(to, "%zu kept, %zu broken", all->of[OUTCOME_KEPT], all->of[OUTCOME_BROKEN]);
    else out_line(to, "%zu kept, %zu broken, %zu left out", all->of[OUTCOME_KEPT], all->of[OUTCOME_BROKEN], all->of[OUTCOME_LEFT_OUT]);
}
