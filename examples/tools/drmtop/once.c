/* One sweep, as text and for programs. */
#include "term.h"
#include "top.h"
#include "drm/list.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

static void out_moment(output *to, const top *t, const drm_moment *moment)
{
    out_string(to, "time", moment->clock[0] != 0 ? moment->clock : NULL);
    out_real(to, "seconds", moment->seconds);
    out_known(to, "interval", moment->interval >= 0, moment->interval);
    drm_out_processes(to, &t->source);
}

static void put_programs(output *to, top *t, const drm_moment *moment)
{
    drm_list list;
    size_t k;
    out_group(to, NULL);
    out_moment(to, t, moment);
    drm_out_lost(to, &t->source);
    drm_out_devices(to, &t->source, t->m.want);
    drm_list_titles(to);
    drm_list_begin(&list, to, "clients", 0);
    for (k = 0; k < t->m.row_count; k++)
        if (t->m.rows[k].client != NULL) drm_list_client(&list, &t->source, moment, t->m.rows[k].client);
    drm_list_end(&list);
    out_close(to);
    out_end(to);
}

/* The columns of the list; the two that vary most come last. */
static const int order[] = {COL_PID, COL_USER, COL_DEVICE, COL_TYPE, COL_BUSY, COL_TOP, COL_VRAM, COL_SYS, COL_CPU, COL_RSS,
                            COL_UNIT, COL_COMMAND, COL_ENGINES};

static void put_rows(output *to, const top *t)
{
    const unsigned usual = 1u << COL_PID | 1u << COL_USER | 1u << COL_DEVICE | 1u << COL_BUSY | 1u << COL_VRAM | 1u << COL_SYS |
                           1u << COL_COMMAND | 1u << COL_ENGINES;
    const unsigned on = t->s.columns_on != 0 ? t->s.columns_on : usual;
    table_column columns[COLS];
    table list;
    size_t i, n = 0;
    int k;
    memset(columns, 0, sizeof columns);
    for (k = 0; k < COLS; k++) {
        if ((on & 1u << order[k]) == 0) continue;
        columns[n].title = column_titles[order[k]];
        columns[n++].align = column_right(order[k]) ? 'r' : 'l';
    }
    table_begin(&list, to, NULL, columns, n, 0);
    for (i = 0; i < t->m.row_count; i++) {
        const row *r = &t->m.rows[i];
        for (k = 0; k < COLS; k++) {
            cli_buf b = {NULL, 0, 0};
            if ((on & 1u << order[k]) == 0) continue;
            draw_cell(&b, &t->s, r, order[k]);
            if (order[k] == COL_BUSY && r->busy >= 0) table_style(&list, r->busy >= 80 ? CLI_RED : r->busy >= 40 ? CLI_YELLOW : CLI_GREEN);
            table_buf(&list, &b);
        }
        table_row(&list);
    }
    table_end(&list);
}

void top_text(top *t, output *to)
{
    cli_buf b = {NULL, 0, 0};
    const int lines = draw_devices(&t->s, &t->m, 0);
    int line;
    for (line = 1; line < lines; line++) out_say(to, "%s\n", t->s.lines[line].ptr);
    if (lines > 1) out_say(to, "\n");
    if (t->m.row_count > 0) put_rows(to, t);
    else out_line(to, "%s", model_nothing(&t->m));
    drm_put_missing(&b, &t->source);
    if (b.len > 0) out_say(to, "\n%s\n", b.ptr);
    cli_buf_free(&b);
}

int top_once(top *t)
{
    const uint64_t want = t->start > 0 ? t->start : 2;
    int64_t last = 0;
    drm_moment moment;
    output to;
    if (t->replay != NULL && want > t->s.sweeps) {
        cli_error(t->c, "%s: %" PRIu64 " sweep%s in it, not %" PRIu64, t->replay, t->s.sweeps, t->s.sweeps == 1 ? "" : "s", want);
        return CLI_INPUT;
    }
    while (t->taken < want) {
        if (t->taken > 0 && t->replay == NULL) {
            struct timespec pause;
            pause.tv_sec = (time_t)(t->s.interval / 1000000000);
            pause.tv_nsec = (long)(t->s.interval % 1000000000);
            nanosleep(&pause, NULL);
        }
        last = t->last;
        if (top_take(t) != 1) {
            cli_error(t->c, "%s", t->source.why);
            return CLI_INPUT;
        }
    }
    drm_moment_of(&moment, &t->source, t->first, last, t->taken > 1);
    out_begin(&to, t->c);
    if (!out_talks(&to)) t->m.tree = TREE_NONE;
    model_rows(&t->m);
    if (out_talks(&to)) {
        t->s.color = to.color;
        t->s.utf8 = 0;
        if (t->c->out_path != NULL || !term_able()) t->s.columns = 80;
        top_text(t, &to);
    } else
        put_programs(&to, t, &moment);
    if (model_matched(&t->m)) return t->m.row_count > 0 || drm_sees_all(&t->source) ? CLI_FINE : CLI_FINDING;
    if (!out_talks(&to)) cli_error(t->c, "%s", model_nothing(&t->m));
    return CLI_FINDING;
}
