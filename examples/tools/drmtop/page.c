#include "page.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

void page_line(page *g, int which, const char *format, ...)
{
    char text[1536];
    const char *at = text;
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    do {
        const int line = g->at++ - g->first;
        size_t len = 0, blank = 0, n;
        int width = 0;
        while (at[len] != 0) {
            n = cli_utf8(at + len, at + strlen(at));
            if (n == 0) n = 1;
            width += (int)cli_width(at + len, n);
            if (width > g->s->columns) break;
            if (at[len] == ' ') blank = len;
            len += n;
        }
        if (at[len] != 0 && blank > 0) len = blank;
        if (line >= 0 && line < g->s->rows - 1) {
            pen p = pen_of(g->s, line);
            pen_style(&p, which);
            pen_clipped(&p, at, len, p.left);
            pen_style(&p, CLI_PLAIN);
        }
        at += len > 0 ? len : strlen(at);
        while (*at == ' ') at++;
    } while (*at != 0);
}

void help_page(page *g)
{
    static const char *const text[] = {
        "Up Down PgUp PgDn Home End   mark a line (also j k g G)",
        "Enter      all about the marked client and its process: figures over time, and",
        "           why there is none",
        "/          show only lines with a text: PID, user, command, device, engine, unit",
        "s S        next, previous column to sort by; P M N U D C: one of them",
        "r          reverse the order;  c: whole command lines",
        "t          list, tree by process, by device, by parent",
        "d          devices with all engines, with one line each, not at all",
        "o F2       which columns are shown;  W: save the settings",
        "w          write what is shown into a file, as text",
        "Space p    pause",
        "+ -        longer, shorter interval; speed of a recording",
        "Right .    next sweep at once;  Left: the one before, in a recording",
        "0          a recording from its start",
        "Esc        remove the filter;  q: quit",
        "K F9       send a signal to the process of the marked client",
        "Mouse      a click marks a line, a second one opens its page, one on a title",
        "           sorts; the wheel scrolls; with Shift the terminal selects text",
        "",
        "BUSY%, graph  busiest engine: busy time by elapsed time, at most 100 %.",
        "       \"-\" is no figure: first sample, or not printed. It is not 0.",
        "TYPE   G graphics, C compute, M media: what the client did so far.",
        "CPU% RSS UNIT  of the process: CPU time, memory, container or unit.",
        "VRAM SYS  memory in use on the device and in the system.",
        "       In a device's line: in use now, asked for, and shared by several",
        "       clients, each summed over them; not the size of the memory.",
        "       Below it the device itself: busy by its own account, memory in use",
        "       and size, clock, temperature, power, fan, PCIe; \"-\" if not known.",
        "+N     this client is held by N more processes. (gone): it has just ended.",
        "Hidden processes may have clients too: root sees more of them.",
        "Sums cover the clients that are seen; the kernel's own work is in none.",
        NULL};
    int i;
    page_line(g, CLI_BOLD, "drmtop %s   keys", VERSION);
    for (i = 0; text[i] != NULL; i++) page_line(g, CLI_PLAIN, "%s", text[i]);
}

/* The columns, the marked one first in view. */
void setup_page(page *g)
{
    const unsigned on = columns_shown(g->s);
    int i;
    page_line(g, CLI_BOLD, "Columns");
    for (i = 0; i < COLS; i++)
        page_line(g, i == g->s->setup_at ? CLI_REVERSE : CLI_PLAIN, "%s [%c] %-8s %s", i == g->s->setup_at ? ">" : " ",
                  (on & 1u << i) != 0 ? 'x' : ' ', column_names[i], column_about(i));
    page_line(g, CLI_PLAIN, "%s", g->s->columns_on == 0 ? "chosen by the width of the screen" : "");
}

static void figure_text(char to[24], const drmfd_figure *f)
{
    if (f->why == DRMFD_WHY_FIGURE) snprintf(to, 24, "%.2f %%", f->raw);
    else snprintf(to, 24, "%s", f->why == DRMFD_WHY_ABSENT ? "-" : drmfd_why_text(f->why));
}

/* Who it is: device, processes, command line. */
static void detail_client(page *g, const model *m, const row *r)
{
    const drmfd_client *c = r->client;
    cli_buf b = {NULL, 0, 0};
    uint64_t units, evicted;
    uint32_t i;
    cli_putf(&b, "device    ");
    cli_put_safe(&b, c->driver.ptr, c->driver.len);
    cli_put(&b, " ", 1);
    cli_put_safe(&b, c->pdev.ptr, c->pdev.len);
    page_line(g, CLI_PLAIN, "%s", b.ptr);
    if (c->has_client_id) page_line(g, CLI_PLAIN, "client    %" PRIu64 ", open in %" PRIu32 " file%s", c->client_id, c->files, c->files == 1 ? "" : "s");
    else page_line(g, CLI_PLAIN, "client    without an id: one open file");
    b.len = 0;
    cli_putf(&b, "processes");
    for (i = 0; i < c->pid_count && i < 64; i++) {
        const char *command = drm_command(m->source, c->pids[i]);
        cli_putf(&b, " %" PRIu64 " ", c->pids[i]);
        cli_put_safe(&b, command, strlen(command));
        if (i + 1 < c->pid_count) cli_put(&b, ",", 1);
    }
    page_line(g, CLI_PLAIN, "%s", b.ptr);
    b.len = 0;
    if (model_command_line(m, r->pid, &b)) page_line(g, CLI_PLAIN, "command   %s", b.ptr);
    cli_buf_free(&b);
    if (drm_kfd_value(c, DRM_KFD_UNITS_KEY, &units)) page_line(g, CLI_PLAIN, "compute   holds %" PRIu64 " compute units now", units);
    if (drm_kfd_value(c, DRM_KFD_EVICTED_KEY, &evicted) && evicted > 0)
        page_line(g, CLI_PLAIN, "evicted   for %" PRIu64 " ms so far: the device's memory did not suffice for all", evicted);
}

static void detail_process(page *g, const row *r)
{
    cli_buf b = {NULL, 0, 0};
    cli_putf(&b, "process   CPU ");
    draw_cell(&b, g->s, r, COL_CPU);
    cli_putf(&b, " %%, memory ");
    draw_cell(&b, g->s, r, COL_RSS);
    cli_putf(&b, ", unit ");
    draw_cell(&b, g->s, r, COL_UNIT);
    page_line(g, CLI_PLAIN, "%s", b.ptr);
    cli_buf_free(&b);
}

/* Its engines: figures, what was printed, and why there is no figure. */
static void detail_engines(page *g, const drmfd_client *c)
{
    cli_buf b = {NULL, 0, 0};
    uint32_t i;
    int k;
    page_line(g, CLI_BOLD, "%-16s %14s %14s %14s", "ENGINE", "BUSY TIME", "CYCLE SHARE", "SPEED SHARE");
    for (i = 0; i < c->engine_count; i++) {
        const drmfd_usage *u = &c->engines[i];
        char busy[24], share[24], speed[24];
        figure_text(busy, &u->busy);
        figure_text(share, &u->share);
        figure_text(speed, &u->speed);
        b.len = 0;
        cli_put_safe(&b, u->name.ptr, u->name.len);
        page_line(g, CLI_PLAIN, "%-16s %14s %14s %14s", b.ptr, busy, share, speed);
        b.len = 0;
        for (k = 0; u->engine != NULL && k < DRM_ENGINE_MEMBERS; k++) {
            const drm_member *m = &drm_engine_members[k];
            uint64_t value;
            if (!drm_engine_get(m, u->engine, &value)) continue;
            cli_putf(&b, "%s%s ", b.len > 0 ? ", " : "", m->word);
            drm_put_engine_value(&b, m, u->engine);
        }
        if (b.len > 0) page_line(g, CLI_DIM, "  %s", b.ptr);
    }
    for (i = 0; i < c->engine_count || (i == 0 && c->engine_count == 0); i++) {
        const drmfd_usage *u = c->engine_count > 0 ? &c->engines[i] : NULL;
        if (u != NULL && u->best != NULL) continue;
        b.len = 0;
        if (u != NULL) {
            cli_put_safe(&b, u->name.ptr, u->name.len);
            cli_putf(&b, " has no figure: ");
        }
        drm_put_reason(&b, c, u);
        page_line(g, CLI_PLAIN, "%s", b.ptr);
    }
    cli_buf_free(&b);
}

static void detail_regions(page *g, const drmfd_client *c)
{
    cli_buf b = {NULL, 0, 0};
    uint32_t i;
    int k;
    cli_putf(&b, "%-10s", "REGION");
    for (k = 0; k < DRM_REGION_MEMBERS; k++) {
        char title[32];
        cli_putf(&b, " %9s", drm_member_title(&drm_region_members[k], title));
    }
    page_line(g, CLI_BOLD, "%s  WHERE", b.ptr);
    for (i = 0; i < c->region_count; i++) {
        cli_buf name = {NULL, 0, 0};
        cli_put_safe(&name, c->regions[i].name.ptr, c->regions[i].name.len);
        b.len = 0;
        cli_putf(&b, "%-10s", name.ptr);
        cli_buf_free(&name);
        for (k = 0; k < DRM_REGION_MEMBERS; k++) {
            char size[16];
            uint64_t bytes;
            const int known = drm_region_get(&drm_region_members[k], &c->regions[i], &bytes);
            size_text(size, known, bytes);
            cli_putf(&b, " %9s", size);
        }
        page_line(g, CLI_PLAIN, "%s  %s", b.ptr, drmfd_class_name(c->regions[i].where));
    }
    if (c->region_count == 0) page_line(g, CLI_PLAIN, "the driver prints no memory");
    cli_buf_free(&b);
}

/* Its engines and regions over time, the newest figure at the right. */
static void detail_history(page *g, const model *m, const row *r)
{
    const known_process *p = model_process(m, r->pid);
    const int width = g->s->columns - 44 < 8 ? 8 : g->s->columns - 44 > HISTORY ? HISTORY : g->s->columns - 44;
    size_t i;
    int k;
    if (p == NULL || p->series_count == 0) return;
    page_line(g, CLI_PLAIN, "%s", "");
    page_line(g, CLI_BOLD, "THE PROCESS OVER TIME (a column is a sample)");
    for (i = 0; i < p->series_count; i++) {
        const series *s = &p->history[i];
        cli_buf b = {NULL, 0, 0};
        double most = s->is_region ? 0 : 100;
        char now[16] = "-", top[16] = "100 %";
        for (k = 0; s->is_region && k < HISTORY; k++)
            if ((double)s->at[k] > most) most = (double)s->at[k];
        if (s->is_region) drm_bytes(top, (uint64_t)(most = pen_axis(most)));
        if (s->at[HISTORY - 1] >= 0 && s->is_region) drm_bytes(now, (uint64_t)s->at[HISTORY - 1]);
        else if (s->at[HISTORY - 1] >= 0) snprintf(now, sizeof now, "%.1f %%", (double)s->at[HISTORY - 1]);
        for (k = HISTORY - width; k < HISTORY; k++) {
            const double at = (double)s->at[k];
            const int level = at < 0 ? 0 : most <= 0 || at / most * 8 < 1 ? 1 : at >= most ? 8 : (int)(at / most * 8);
            cli_putf(&b, "%s", pen_mark(g->s->utf8, level));
        }
        page_line(g, CLI_PLAIN, "%-24.24s %8s |%s| %s", s->name, now, b.ptr, top);
        cli_buf_free(&b);
    }
}

void detail_page(page *g, const model *m, const row *r)
{
    if (r->kind == ROW_DEVICE) page_line(g, CLI_BOLD, "%s", r->command);
    else page_line(g, CLI_BOLD, "%s  (process %" PRIu64 " of %s)", r->command != NULL ? r->command : "", r->pid, r->user);
    if (r->client == NULL) {
        if (r->gone != 0) page_line(g, CLI_PLAIN, "This client is gone.");
        else page_line(g, CLI_PLAIN, "%" PRIu32 " client%s; busiest engine: %s", r->clients, r->clients == 1 ? "" : "s", r->engines);
        if (r->kind == ROW_PROCESS) detail_process(g, r);
        if (r->kind != ROW_DEVICE) detail_history(g, m, r);
        return;
    }
    detail_client(g, m, r);
    detail_process(g, r);
    page_line(g, CLI_PLAIN, "%s", "");
    detail_engines(g, r->client);
    page_line(g, CLI_PLAIN, "%s", "");
    detail_regions(g, r->client);
    detail_history(g, m, r);
}
