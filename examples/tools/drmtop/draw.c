#include "page.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The list ------------------------------------------------------------------------------------------------------ */

/* Column widths for a width of the screen; 0: not shown. One cell is for the mark, and one separates two columns. Two
   columns share the rest: engines take up to two thirds of it, the command what remains. */
static void widths(const screen *s, int w[COLS])
{
    const unsigned on = columns_shown(s);
    int i, left = s->columns - 1;
    for (i = 0; i < COLS; i++) {
        w[i] = (on & 1u << i) == 0 ? 0 : column_width(i);
        if (s->columns < 60 && i == COL_TOP && w[i] > 0) w[i] = 6;
        if (s->columns >= 100 && i == COL_USER && w[i] > 0) w[i] = 12;
        if (w[i] > 0 || (on & 1u << i) != 0) left -= w[i] + 1;
    }
    if (w[COL_ENGINES] > 0) {
        int more = (on & 1u << COL_COMMAND) != 0 ? left - (s->columns >= 100 ? left / 2 : 18) : left;
        if (more > 40) more = 40;
        if (more > 0) w[COL_ENGINES] += more;
        if (more > 0) left -= more;
    }
    if ((on & 1u << COL_COMMAND) != 0) w[COL_COMMAND] = left > 0 ? left + 1 : 0;
}

/* The column of each order. */
static const int sorted[SORTS] = {COL_BUSY, COL_VRAM, COL_PID, COL_USER, COL_DEVICE, COL_COMMAND, COL_CPU, COL_RSS};

int draw_sort_at(const screen *s, int column)
{
    int i;
    for (i = 0; i < SORTS; i++)
        if (column >= s->begins[sorted[i]] && column < s->ends[sorted[i]]) return i;
    return -1;
}

static void head_line(screen *s, const model *m, pen *p, const int w[COLS])
{
    int i;
    pen_style(p, CLI_REVERSE);
    pen_put(p, " ");
    for (i = 0; i < COLS; i++) {
        char text[32];
        s->begins[i] = s->ends[i] = 0;
        if (w[i] <= 0) continue;
        snprintf(text, sizeof text, "%s", column_titles[i]);
        if (sorted[m->sort] == i) { /* an arrow if there is room, else it replaces the last letter */
            const int largest = m->sort == SORT_BUSY || m->sort == SORT_MEMORY || m->sort == SORT_CPU || m->sort == SORT_RSS;
            const int up = largest ? m->reverse : !m->reverse;
            size_t len = strlen(text);
            if ((int)len >= w[i]) len = (size_t)w[i] - 1;
            text[len] = up ? '^' : 'v';
            text[len + 1] = 0;
        }
        s->begins[i] = s->columns - p->left;
        pen_field(p, text, w[i], column_right(i));
        s->ends[i] = s->columns - p->left;
        pen_put(p, " ");
    }
    pen_blanks(p, p->left);
    pen_style(p, CLI_PLAIN);
}

static void row_line(const screen *s, pen *p, const int w[COLS], const row *r, int marked)
{
    cli_buf b = {NULL, 0, 0};
    int i;
    const int plain = marked || r->kind == ROW_DEVICE || r->gone != 0;
    if (marked) pen_style(p, CLI_REVERSE);
    else if (r->kind == ROW_DEVICE) pen_style(p, CLI_BOLD);
    else if (r->gone != 0) pen_style(p, CLI_DIM);
    pen_put(p, marked ? ">" : " ");
    for (i = 0; i < COLS; i++) {
        const int hot = i == COL_BUSY && !plain && r->busy >= 0.05;
        if (w[i] <= 0) continue;
        b.len = 0;
        draw_cell(&b, s, r, i);
        if (hot) pen_style(p, heat(r->busy));
        pen_field(p, b.ptr, w[i], column_right(i));
        if (hot) pen_style(p, CLI_PLAIN);
        pen_put(p, " ");
    }
    if (marked) pen_blanks(p, p->left);
    if (plain) pen_style(p, CLI_PLAIN);
    cli_buf_free(&b);
}

/* Whole screens ------------------------------------------------------------------------------------------------- */

/* The left and right part of a line; the right one is never cut. */
static void two_parts(pen *p, const cli_buf *left, const cli_buf *right_part)
{
    const int want = right_part->len > 0 ? (int)cli_width(right_part->ptr, right_part->len) : 0;
    const int room = p->left - (want > 0 ? want + 2 : 0);
    if (room > 0 && left->len > 0) pen_clipped(p, left->ptr, left->len, room);
    if (want == 0) return;
    pen_blanks(p, p->left - want);
    pen_clipped(p, right_part->ptr, right_part->len, p->left);
}

static void title_line(screen *s, const model *m)
{
    pen p = pen_of(s, 0);
    const drm_source *source = m->source;
    const uint32_t clients = m->sweep != NULL ? m->sweep->client_count : 0;
    cli_buf left = {NULL, 0, 0}, side = {NULL, 0, 0};
    if (s->columns >= 70) {
        cli_putf(&left, "drmtop  %" PRIu32 " client%s in %" PRIu32 " process%s", clients, clients == 1 ? "" : "s",
                 m->sweep != NULL ? m->sweep->process_count : 0, m->sweep != NULL && m->sweep->process_count == 1 ? "" : "es");
        if (source->found_by_bpf) cli_putf(&left, ", found by BPF");
        if (source->sight.unseen != 0)
            cli_putf(&left, ", others hidden (%s)", (source->sight.unseen & DRM_UNSEEN_HIDEPID) != 0 ? "hidepid" : "PID namespace");
        else if (source->stats.refused > 0) cli_putf(&left, ", %" PRIu64 " hidden (no rights)", source->stats.refused);
        if (source->stats.unlisted + source->stats.no_handle > 0)
            cli_putf(&left, ", %" PRIu64 " unread (no descriptors)", source->stats.unlisted + source->stats.no_handle);
        if (m->sweep != NULL && m->sweep->no_memory + m->sweep->forgotten > 0)
            cli_putf(&left, ", %" PRIu64 " lost (no memory)", m->sweep->no_memory + m->sweep->forgotten);
    } else {
        cli_putf(&left, "drmtop %" PRIu32 " clients", clients);
        if (source->stats.refused > 0) cli_putf(&left, ", %" PRIu64 " hidden", source->stats.refused);
        if (source->stats.unlisted + source->stats.no_handle > 0 || (m->sweep != NULL && m->sweep->no_memory > 0))
            cli_putf(&left, ", some lost");
    }
    if (s->paused) cli_putf(&side, "PAUSED  ");
    if (s->sweeps > 0) {
        if (s->columns >= 70) cli_putf(&side, "recording ");
        cli_putf(&side, "%" PRIu64 "/%" PRIu64 " %.1fs", s->sweep, s->sweeps, s->seconds);
        if (s->speed < 0.999 || s->speed > 1.001) cli_putf(&side, " x%g", s->speed);
    } else
        cli_putf(&side, "%gs", (double)s->interval / 1e9);
    pen_style(&p, CLI_BOLD);
    two_parts(&p, &left, &side);
    pen_style(&p, CLI_PLAIN);
    cli_buf_free(&left);
    cli_buf_free(&side);
}

static void last_line(screen *s, const model *m)
{
    pen p = pen_of(s, s->rows - 1);
    cli_buf b = {NULL, 0, 0};
    if (s->mode == MODE_FILTER) {
        pen_put(&p, "Filter: ");
        cli_put(&b, "", 0);
        if (m->filter.len > 0) cli_put_safe(&b, m->filter.ptr, m->filter.len);
        pen_clipped(&p, b.ptr, b.len, p.left - 1);
        pen_style(&p, CLI_REVERSE);
        pen_put(&p, p.color ? " " : "_");
        pen_style(&p, CLI_PLAIN);
        pen_put(&p, "  Enter: keep  Esc: give up");
        cli_buf_free(&b);
        return;
    }
    if (s->message != NULL) {
        pen_clipped(&p, s->message, strlen(s->message), p.left);
        return;
    }
    if (m->filter.len > 0) {
        pen_style(&p, CLI_YELLOW);
        pen_put(&p, "/");
        cli_put_safe(&b, m->filter.ptr, m->filter.len);
        pen_clipped(&p, b.ptr, b.len, p.left);
        pen_style(&p, CLI_PLAIN);
        pen_put(&p, "  ");
        cli_buf_free(&b);
    }
    if (s->columns >= 76)
        pen_put(&p, s->sweeps > 0 ? "?:Help /:Filter s:Sort t:Tree Space:Pause Left,Right:Step +,-:Speed q:Quit"
                              : "?:Help  /:Filter  s:Sort  t:Tree  Space:Pause  +,-:Interval  q:Quit");
    else pen_put(&p, "?:Help /:Filter s:Sort t:Tree q:Quit");
}

static void list(screen *s, model *m)
{
    int w[COLS];
    int line, room, i, devices = 0, want = s->panel;
    title_line(s, m);
    line = draw_devices(s, m, 0);
    /* Whatever the list leaves free goes to graphs, if that is at least three rows per device. */
    room = s->rows - 2 - line - (int)m->row_count;
    for (i = 0; (size_t)i < m->device_count; i++) devices += !m->devices[i].hidden && devices_have_history(&m->devices[i]);
    if (s->panel == PANEL_FULL && devices > 0 && room / devices >= 3)
        line = draw_devices(s, m, room / devices < 6 ? room / devices : 6);
    /* The list keeps at least half of the screen: if need be, devices get one line each, or none. */
    if (s->panel == PANEL_FULL && s->rows - 2 - line < (int)m->row_count && line > s->rows * 3 / 5) {
        s->panel = PANEL_SHORT;
        line = draw_devices(s, m, 0);
    }
    if (s->panel == PANEL_SHORT && line > s->rows * 3 / 5) line = s->rows * 3 / 5 > 1 ? s->rows * 3 / 5 : 1;
    s->panel = want;
    if (line > s->rows - 1) line = s->rows - 1;
    widths(s, w);
    if (line < s->rows - 1) {
        pen p = pen_of(s, line);
        s->head = line++;
        head_line(s, m, &p, w);
    }
    room = s->rows - 1 - line;
    s->page = room > 1 ? room : 1;
    if (s->selected >= m->row_count) s->selected = m->row_count > 0 ? m->row_count - 1 : 0;
    if (s->selected < s->top) s->top = s->selected;
    if (room > 0 && s->selected >= s->top + (size_t)room) s->top = s->selected - (size_t)room + 1;
    if (room > 0 && s->top + (size_t)room > m->row_count) s->top = m->row_count > (size_t)room ? m->row_count - (size_t)room : 0;
    for (i = 0; i < room; i++) {
        pen p = pen_of(s, line++);
        const size_t at = s->top + (size_t)i;
        if (at < m->row_count) row_line(s, &p, w, &m->rows[at], at == s->selected);
        else if (m->row_count == 0 && i == 0) {
            if (m->sweep == NULL) pen_put(&p, " ...");
            else pen_put(&p, " %s%s", model_nothing(m), m->filter.len > 0 && m->hidden_by_filter > 0 ? "; Esc removes it" : "");
        }
    }
}

/* Turns a line already drawn grey. */
static void fade(screen *s, int line)
{
    cli_buf plain = {NULL, 0, 0};
    cli_buf *b = &s->lines[line];
    const char *p = b->ptr, *end = p + b->len;
    while (p < end) {
        if (*p == 27)
            while (p < end && *p++ != 'm') {
            }
        else
            cli_put(&plain, p++, 1);
    }
    b->len = 0;
    cli_putf(b, "%s%s%s", cli_style(s->color, CLI_DIM), plain.ptr != NULL ? plain.ptr : "", cli_style(s->color, CLI_PLAIN));
    cli_buf_free(&plain);
}

void draw(screen *s, model *m)
{
    page g;
    int i;
    if (s->mode == MODE_DETAIL && s->gone) { /* as it was */
        for (i = 0; i < s->rows - 1 && s->gone == 1; i++) fade(s, i);
        if (s->gone == 1) {
            pen p = pen_of(s, s->rows - 1);
            pen_put(&p, "This client is gone.   q, Esc: back");
        }
        s->gone = 2;
        return;
    }
    for (i = 0; i < s->rows; i++) (void)pen_of(s, i);
    if (s->mode == MODE_LIST || s->mode == MODE_FILTER) {
        list(s, m);
        last_line(s, m);
        return;
    }
    for (;;) {
        g.s = s;
        g.at = 0;
        g.first = s->scroll;
        if (s->mode == MODE_HELP) help_page(&g);
        else if (s->mode == MODE_SETUP) setup_page(&g);
        else if (m->row_count > 0) detail_page(&g, m, &m->rows[s->selected < m->row_count ? s->selected : m->row_count - 1]);
        else page_line(&g, CLI_PLAIN, "%s", "nothing is marked");
        if (s->scroll == 0 || g.at - s->scroll >= s->rows - 1) break;
        /* No further down than the last line. */
        s->scroll = g.at > s->rows - 1 ? g.at - (s->rows - 1) : 0;
        if (s->scroll == g.first) break;
        for (i = 0; i < s->rows; i++) (void)pen_of(s, i);
    }
    {
        pen p = pen_of(s, s->rows - 1);
        if (s->mode == MODE_SETUP) pen_put(&p, "Space: show or hide   a: by the width   W: save   q, Esc: back");
        else pen_put(&p, g.at > s->rows - 1 ? "Up, Down: scroll   q, Esc: back" : "q, Esc: back");
    }
}

void draw_free(screen *s)
{
    size_t i;
    for (i = 0; i < s->line_room; i++) cli_buf_free(&s->lines[i]);
    free(s->lines);
    cli_buf_free(&s->filter_before);
    memset(s, 0, sizeof *s);
}
