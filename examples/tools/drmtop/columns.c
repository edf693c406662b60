/* Columns of the list: names, which are shown, and their cells. */
#include "pen.h"

#include <inttypes.h>
#include <string.h>

static const struct {
    const char *about;
    int width, right;
} columns[COLS] = {{"process", 7, 1},
                   {"who runs it", 8, 0},
                   {"number of the device", 3, 0},
                   {"G graphics, C compute, M media", 4, 0},
                   {"busiest engine", 5, 1},
                   {"the name of that engine", 8, 0},
                   {"all engines at work", 20, 0},
                   {"memory on the device", 5, 1},
                   {"memory in the system for the device", 5, 1},
                   {"CPU time of the process, 100 is one CPU", 5, 1},
                   {"resident memory of the process", 5, 1},
                   {"container or unit of the process", 20, 0},
                   {"program", 0, 0}};

const char *const column_names[COLS] = {"pid",  "user", "device", "type", "busy", "engine", "engines",
                                        "vram", "sys",  "cpu",    "rss",  "unit", "command"};
const char *const column_titles[COLS] = {"PID",  "USER", "DEV",  "TYPE", "BUSY%", "ENGINE", "ENGINES %",
                                         "VRAM", "SYS",  "CPU%", "RSS",  "UNIT",  "COMMAND"};

int column_width(int column) { return columns[column].width; }
int column_right(int column) { return columns[column].right; }
const char *column_about(int column) { return columns[column].about; }

unsigned columns_shown(const screen *s)
{
    unsigned on = 1u << COL_PID | 1u << COL_BUSY | 1u << COL_COMMAND;
    if (s->columns_on != 0) return s->columns_on;
    if (s->columns < 60) return on | (s->columns >= 36 ? 1u << COL_TOP : 0) | (s->columns >= 30 ? 1u << COL_VRAM : 0);
    on |= 1u << COL_USER | 1u << COL_DEVICE | 1u << COL_ENGINES | 1u << COL_VRAM | 1u << COL_SYS;
    if (s->columns >= 100) on |= 1u << COL_TYPE;
    if (s->sweeps > 0) return on; /* a recording has nothing else */
    if (s->columns >= 100) on |= 1u << COL_CPU | 1u << COL_RSS;
    if (s->columns >= 140) on |= 1u << COL_UNIT;
    return on;
}

void draw_cell(cli_buf *b, const screen *s, const row *r, int column)
{
    char text[32] = "";
    unsigned i;
    switch (column) {
    case COL_PID:
        if (r->kind != ROW_DEVICE) snprintf(text, sizeof text, "%" PRIu64, r->pid);
        break;
    case COL_USER: cli_putf(b, "%s", r->user); break;
    case COL_DEVICE:
        if (r->many) strcpy(text, "*");
        else if (r->device != UINT32_MAX) snprintf(text, sizeof text, "%" PRIu32, r->device);
        else strcpy(text, "-");
        break;
    case COL_TYPE:
        for (i = 0; i < 3; i++)
            if ((r->types & 1u << i) != 0) cli_putf(b, "%c", "GCM"[i]);
        if (r->types == 0 && r->kind != ROW_DEVICE) strcpy(text, "-");
        break;
    case COL_BUSY: percent_text(text, r->busy); break;
    case COL_TOP: cli_put(b, r->engines, strcspn(r->engines, " ")); break;
    case COL_ENGINES: cli_putf(b, "%s", r->engines); break;
    case COL_VRAM:
        /* Without a column for system memory, this one is for both. */
        if ((columns_shown(s) & 1u << COL_SYS) == 0 && !r->has_vram) size_text(text, r->has_sys, r->sys);
        else size_text(text, r->has_vram, r->vram);
        break;
    case COL_SYS: size_text(text, r->has_sys, r->sys); break;
    case COL_CPU:
        if (r->kind != ROW_DEVICE) percent_text(text, r->cpu);
        break;
    case COL_RSS:
        if (r->kind != ROW_DEVICE) size_text(text, r->has_rss, r->rss);
        break;
    case COL_UNIT: cli_putf(b, "%s", r->unit != NULL ? r->unit : r->kind != ROW_DEVICE ? "-" : ""); break;
    default:
        for (i = 1; i < (unsigned)r->depth; i++) cli_putf(b, "%s", (r->open >> i & 1) == 0 ? "   " : s->utf8 ? "\xe2\x94\x82  " : "|  ");
        if (r->depth > 0 && s->utf8) cli_putf(b, "%s", r->last ? "\xe2\x94\x94\xe2\x94\x80 " : "\xe2\x94\x9c\xe2\x94\x80 ");
        else if (r->depth > 0) cli_putf(b, "%s", r->last ? "`- " : "|- ");
        cli_putf(b, "%s", r->command != NULL ? r->command : "");
        if (r->gone != 0) cli_putf(b, " (gone)");
        if (r->kind == ROW_PROCESS) cli_putf(b, " (%" PRIu32 " clients)", r->clients);
        break;
    }
    cli_putf(b, "%s", text);
}
