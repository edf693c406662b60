/* The sections in folders, and the sets they belong to: list-sections, list-sets. */
#include "options.h"
#include "write/table.h"

#include <stdlib.h>
#include <string.h>

static void put_sets(cli_buf *b, const nvs_node *section)
{
    const nvs_node *n;
    for (n = nvs_node_child(section, NVS_FIELD_SETS); n != NULL; n = nvs_node_again(n)) {
        const nvs_view set = nvs_node_text(n, NVS_FIELD_IDENTIFIER);
        cli_putf(b, "%s%.*s", b->len > 0 ? ";" : "", (int)set.len, set.ptr);
    }
}

static void list_sections(cli *c, const work *w)
{
    static const table_column columns[] = {{'r', "Order", "order", NULL, 0}, {'l', "Identifier", "identifier", "identifier", 0},
        {'l', "Title", "title", "title", 0}, {'r', NULL, NULL, "order", 0}, {'l', NULL, "sets", NULL, 0}, {'l', NULL, "extends", "extends", 0},
        {'l', "File", "file", "file", 0}};
    output to;
    table t;
    uint32_t i;
    out_begin(&to, c);
    table_begin(&t, &to, NULL, columns, sizeof columns / sizeof *columns, 0);
    for (i = 0; i < w->root_count; i++) {
        const nvs_node *const r = w->roots[i], *const order = nvs_node_child(r, NVS_FIELD_ORDER), *n;
        const nvs_view id = nvs_node_text(r, NVS_FIELD_IDENTIFIER), title = nvs_node_text(r, NVS_FIELD_DISPLAY_NAME), extends = nvs_node_text(r, NVS_FIELD_EXTENDS);
        cli_buf sets = {NULL, 0, 0};
        put_sets(&sets, r);
        if (order != NULL) table_whole(&t, order->v.u);
        else table_absent(&t);
        table_style(&t, CLI_BOLD);
        table_text(&t, id.ptr, id.len);
        if (to.is_narrow && title.len > 28) table_show(&t, "%.28s", title.ptr);
        table_text(&t, title.ptr, title.len);
        if (order != NULL) table_whole(&t, order->v.u);
        else table_absent(&t);
        table_text(&t, sets.ptr != NULL ? sets.ptr : "", sets.len);
        if (extends.len > 0) table_text(&t, extends.ptr, extends.len);
        else table_absent(&t);
        out_list(&to, "sets");
        for (n = nvs_node_child(r, NVS_FIELD_SETS); n != NULL; n = nvs_node_again(n)) {
            const nvs_view set = nvs_node_text(n, NVS_FIELD_IDENTIFIER);
            out_text(&to, NULL, set.ptr, set.len);
        }
        out_close(&to);
        table_style(&t, CLI_DIM);
        table_string(&t, work_file(w, r)->path.ptr);
        table_row(&t);
        cli_buf_free(&sets);
    }
    table_end(&t);
    out_end(&to);
}

typedef struct set_of {
    nvs_view name;
    uint32_t sections;
} set_of;

/* The sets in the order in which sections name them; to be freed. */
static set_of *sets_of(const work *w, size_t *count)
{
    set_of *sets = NULL;
    size_t room = 0, k;
    uint32_t i;
    const nvs_node *n;
    *count = 0;
    for (i = 0; i < w->root_count; i++)
        for (n = nvs_node_child(w->roots[i], NVS_FIELD_SETS); n != NULL; n = nvs_node_again(n)) {
            const nvs_view name = nvs_node_text(n, NVS_FIELD_IDENTIFIER);
            for (k = 0; k < *count && !same(sets[k].name, name); k++) continue;
            if (k == *count) {
                sets = (set_of *)cli_grow(sets, &room, *count + 1, sizeof *sets);
                sets[*count].name = name;
                sets[(*count)++].sections = 0;
            }
            sets[k].sections++;
        }
    return sets;
}

static void list_sets(cli *c, const work *w)
{
    static const table_column columns[] = {{'l', "Set", NULL, "set", 0}, {'r', "Sections", NULL, NULL, 0}, {'l', "Identifiers", NULL, NULL, 0}};
    static const table_column row_columns[] = {{'l', NULL, "set", NULL, 0}, {'l', NULL, "section", NULL, 0}};
    size_t count, k;
    set_of *const sets = sets_of(w, &count);
    const nvs_node *n;
    output to;
    table t, rows;
    uint32_t i;
    out_begin(&to, c);
    table_begin(&t, &to, NULL, columns, 3, 0);
    table_begin(&rows, &to, NULL, row_columns, 2, TABLE_BARE); /* for programs that read rows: one for each section */
    for (k = 0; k < count; k++) {
        cli_buf names = {NULL, 0, 0};
        table_style(&t, CLI_BOLD);
        table_text(&t, sets[k].name.ptr, sets[k].name.len);
        table_whole(&t, sets[k].sections);
        out_list(&to, "sections");
        for (i = 0; i < w->root_count; i++)
            for (n = nvs_node_child(w->roots[i], NVS_FIELD_SETS); n != NULL; n = nvs_node_again(n)) {
                const nvs_view id = nvs_node_text(w->roots[i], NVS_FIELD_IDENTIFIER);
                if (!same(nvs_node_text(n, NVS_FIELD_IDENTIFIER), sets[k].name)) continue;
                out_text(&to, NULL, id.ptr, id.len);
                table_text(&rows, sets[k].name.ptr, sets[k].name.len);
                table_text(&rows, id.ptr, id.len);
                table_row(&rows);
                cli_putf(&names, "%s%.*s", names.len > 0 ? " " : "", (int)id.len, id.ptr);
            }
        out_close(&to);
        table_style(&t, CLI_DIM);
        if (to.is_narrow && names.len > 52) table_show_cut(&t, names.ptr, 49);
        table_buf(&t, &names);
        table_row(&t);
    }
    table_end(&rows);
    table_end(&t);
    out_end(&to);
    free(sets);
}

static int listing(const request *q, work *w, void (*show)(cli *c, const work *w))
{
    if (work_files(q->c, w, 0) != CLI_FINE) return CLI_USAGE;
    if (!work_load(q->c, w, 0)) return CLI_INPUT;
    show(q->c, w);
    return work_code(w, CLI_FINE);
}

static int run_list_sections(request *q, void *options)
{
    return listing(q, work_of(q, options), list_sections);
}

static int run_list_sets(request *q, void *options)
{
    return listing(q, work_of(q, options), list_sets);
}

static const option list_options[] = {OPT_PICK, OPTION_END};

const verb list_sections_verb = {"list-sections", list_options, sizeof(work), run_list_sections, begin_work, end_work,
    "the sections in folders, by their Order, and the file that each is in; --json and --csv add their sets",
    "nvsection list-sections\n"
    "  nvsection list-sections examples/data/sections",
    SECTIONS, MAY_READ, NULL, NULL};

const verb list_sets_verb = {"list-sets", list_options, sizeof(work), run_list_sets, begin_work, end_work,
    "the sets that sections belong to",
    "nvsection list-sets examples/data/sections",
    SECTIONS, MAY_READ, NULL, NULL};
