/* What sections ask for: select, and explain for one metric. */
#include "options.h"
#include "uses.h"

#include <stdlib.h>
#include <string.h>

/* The name that a use is about, whatever came of it. */
static nvs_view use_name(const nvs_use *u)
{
    if (u->kind == NVS_USE_KIND_METRIC && u->outcome == NVS_OUTCOME_DROPPED) return nvs_node_text(u->node, NVS_FIELD_NAME);
    return u->choice.name;
}

int is_required(const nvs_use *u)
{
    return u->kind == NVS_USE_KIND_METRIC && u->choice.importance == NVS_IMPORTANCE_REQUIRED;
}

void put_why(cli_buf *b, const nvs_use *u)
{
    switch (u->reason) {
    case NVS_REASON_NONE: break;
    case NVS_REASON_UNKNOWN: cli_putf(b, "not among the names given%s", is_required(u) ? ", and required" : ""); break;
    case NVS_REASON_EMPTY: cli_putf(b, "expands to no metric%s", is_required(u) ? ", and required" : ""); break;
    case NVS_REASON_UNLISTED: cli_putf(b, "needs --names to be expanded%s", is_required(u) ? ", and required" : ""); break;
    case NVS_REASON_REGEX: cli_putf(b, "malformed expression at character %u", (unsigned)u->column); break;
    default:
        cli_putf(b, "%s: wants ", nvs_reason_name(u->reason));
        put_filter(b, u->choice.filter, u->reason);
        if (u->choice.filter->parent->of == NVS_MESSAGE_SECTION) cli_putf(b, " (filter of the section)");
        break;
    }
}

static char *path_of(const nvs_node *n)
{
    const size_t len = nvs_node_path(n, NULL, 0);
    char *path = (char *)cli_alloc(len + 1, 1);
    (void)nvs_node_path(n, path, len + 1);
    return path;
}

static const char *kind_of(const nvs_use *u)
{
    return u->kind == NVS_USE_KIND_ITEM ? "item" : u->kind == NVS_USE_KIND_DEFINITION ? "definition" : "metric";
}

/* A use as members of a tree. */
static void put_use(output *to, const work *w, const nvs_use *u)
{
    char *path = path_of(u->node);
    const nvs_view name = use_name(u);
    uint32_t i;
    cli_buf why = {NULL, 0, 0};
    out_string(to, "kind", kind_of(u));
    out_string(to, "file", work_file(w, u->node)->path.ptr);
    out_string(to, "path", path);
    out_whole(to, "line", u->node->line);
    out_whole(to, "column", u->node->column);
    if (u->kind != NVS_USE_KIND_ITEM) out_text(to, "name", name.ptr, name.len);
    if (u->choice.option != NULL) {
        const nvs_view base = nvs_node_text(u->node, NVS_FIELD_NAME);
        out_whole(to, "option", u->choice.option->index);
        out_text(to, "base", base.ptr, base.len);
    }
    if (u->choice.label != NULL) out_text(to, "label", u->choice.label->v.text.ptr, u->choice.label->v.text.len);
    if (u->kind == NVS_USE_KIND_METRIC)
        out_string(to, "importance", u->choice.importance == NVS_IMPORTANCE_REQUIRED ? "required" : "optional");
    out_string(to, "state", nvs_outcome_name(u->outcome));
    if (u->reason != NVS_REASON_NONE) {
        put_why(&why, u);
        out_string(to, "reason", nvs_reason_name(u->reason));
        out_string(to, "why", why.ptr);
        cli_buf_free(&why);
    }
    if (u->member_count > 0) {
        out_list(to, u->kind == NVS_USE_KIND_DEFINITION ? "operands" : "members");
        for (i = 0; i < u->member_count; i++) out_text(to, NULL, u->members[i].ptr, u->members[i].len);
        out_close(to);
    }
    free(path);
}

/* A use as a row, for programs that read rows. */
#define USE_COLUMNS(X) \
    X('l', NULL, "section", NULL, table_text(t, id.ptr, id.len)) \
    X('l', NULL, "kind", NULL, table_string(t, kind_of(u))) \
    X('l', NULL, "name", NULL, table_text(t, name.ptr, name.len)) \
    X('l', NULL, "label", NULL, table_text(t, label.ptr, label.len)) \
    X('l', NULL, "state", NULL, table_string(t, nvs_outcome_name(u->outcome))) \
    X('l', NULL, "reason", NULL, table_string(t, u->reason != NVS_REASON_NONE ? nvs_reason_name(u->reason) : "")) \
    X('l', NULL, "file", NULL, table_string(t, work_file(w, u->node)->path.ptr)) \
    X('r', NULL, "line", NULL, table_whole(t, u->node->line)) \
    X('r', NULL, "column", NULL, table_whole(t, u->node->column)) \
    X('l', NULL, "path", NULL, table_string(t, path))
static const table_column use_columns[] = {USE_COLUMNS(TABLE_COLUMN)};

static void put_use_row(table *t, const work *w, const nvs_node *section, const nvs_use *u)
{
    const nvs_view id = nvs_node_text(section, NVS_FIELD_IDENTIFIER), name = use_name(u);
    const nvs_view label = u->choice.label != NULL ? u->choice.label->v.text : nvs_text(NULL);
    char *const path = path_of(u->node);
    USE_COLUMNS(TABLE_CELL)
    table_row(t);
    free(path);
}

/* select ----------------------------------------------------------------------------------------------------------- */

/* A line per use: a mark, the name, and remarks. */
static void say_use(output *to, const nvs_use *u)
{
    const nvs_view name = use_name(u);
    cli_buf line = {NULL, 0, 0}, note = {NULL, 0, 0};
    const int style = u->outcome == NVS_OUTCOME_SELECTED ? CLI_PLAIN : u->outcome == NVS_OUTCOME_DROPPED ? CLI_DIM : CLI_YELLOW;
    const char *mark = u->outcome == NVS_OUTCOME_SELECTED ? "+" : u->outcome == NVS_OUTCOME_DROPPED ? "-" : "!";
    put_why(&note, u);
    if (u->outcome == NVS_OUTCOME_SELECTED && u->choice.option != NULL) cli_putf(&note, "option %u", (unsigned)u->choice.option->index + 1);
    if (u->kind == NVS_USE_KIND_METRIC && u->member_count > 0) cli_putf(&note, "%s%u metrics", note.len > 0 ? ", " : "", (unsigned)u->member_count);
    if (u->kind == NVS_USE_KIND_DEFINITION) cli_putf(&note, "%sdefinition", note.len > 0 ? ", " : "");
    if (u->kind == NVS_USE_KIND_ITEM) {
        char *path = path_of(u->node);
        cli_putf(&line, "%s", path);
        free(path);
    } else cli_put_safe(&line, name.ptr, name.len);
    out_say(to, "%s  %s %s%s", cli_style(to->color, style), mark, line.ptr != NULL ? line.ptr : "", cli_style(to->color, CLI_PLAIN));
    if (note.len > 0) {
        const char *const between = line.len + note.len + 6 > 80 ? "\n      " : "  ";
        out_say(to, "%s%s%s%s", between, cli_style(to->color, CLI_DIM), note.ptr, cli_style(to->color, CLI_PLAIN));
    }
    out_say(to, "\n");
    cli_buf_free(&line);
    cli_buf_free(&note);
}

static int show_select(cli *c, const work *w, const nvs_selection *s)
{
    cli_buf device = {NULL, 0, 0};
    uint32_t i, k, dropped = 0;
    output to;
    table t;
    out_begin(&to, c);
    out_group(&to, NULL);
    out_whole(&to, "cc", w->device.cc);
    out_whole(&to, "sections_collected", s->collecting);
    out_whole(&to, "metrics", s->metric_count);
    out_list(&to, "sections");
    table_begin(&t, &to, NULL, use_columns, sizeof use_columns / sizeof *use_columns, TABLE_BARE);
    for (i = 0; i < s->section_count; i++) {
        const nvs_selected *const d = &s->sections[i];
        const nvs_view id = nvs_node_text(d->section, NVS_FIELD_IDENTIFIER);
        out_group(&to, NULL);
        out_text(&to, "identifier", id.ptr, id.len);
        out_string(&to, "file", work_file(w, d->section)->path.ptr);
        out_whole(&to, "metrics", d->metric_count);
        out_list(&to, "uses");
        out_say(&to, "%s", cli_style(to.color, CLI_BOLD));
        out_safe(&to, id.ptr, id.len);
        out_say(&to, "%s  %u metric%s\n", cli_style(to.color, CLI_PLAIN), (unsigned)d->metric_count, d->metric_count == 1 ? "" : "s");
        for (k = 0; k < d->use_count; k++) {
            const nvs_use *const u = &d->uses[k];
            out_group(&to, NULL);
            put_use(&to, w, u);
            out_close(&to);
            put_use_row(&t, w, d->section, u);
            dropped += u->outcome == NVS_OUTCOME_DROPPED;
            if (u->outcome != NVS_OUTCOME_FILLER && (u->outcome != NVS_OUTCOME_DROPPED || w->everything)) say_use(&to, u);
        }
        out_close(&to);
        out_close(&to);
    }
    table_end(&t);
    out_close(&to);
    out_close(&to);
    put_device(&device, &w->device);
    out_say(&to, "%s: %u metric%s in %u section%s", device.ptr, (unsigned)s->metric_count, s->metric_count == 1 ? "" : "s",
            (unsigned)s->collecting, s->collecting == 1 ? "" : "s");
    if (dropped > 0) out_say(&to, ", %u not for this device%s", (unsigned)dropped, w->everything ? "" : " (--dropped shows them)");
    out_say(&to, "\n");
    out_end(&to);
    cli_buf_free(&device);
    return s->missing > 0 ? CLI_FINDING : CLI_FINE;
}

int selecting(const request *q, work *w, int (*show)(cli *c, const work *w, const nvs_selection *s))
{
    const nvs_selection *s;
    int code = CLI_INPUT;
    if (w->device.cc == 0) return cli_usage(q->c, "for which GPU? --cc 9.0 or --chip gh100");
    if (work_files(q->c, w, 0) != CLI_FINE) return CLI_USAGE;
    if (!work_load(q->c, w, 0) || (s = work_select(q->c, w)) == NULL) return code;
    code = work_code(w, show(q->c, w, s));
    nvs_selection_close(s);
    return code;
}

static int run_select(request *q, void *options)
{
    return selecting(q, work_of(q, options), show_select);
}

static const option select_options[] = {OPT_DEVICE, OPT_PICK, OPT_NAMES,
    {'a', "dropped", &take_nothing, offsetof(work, everything), NULL, NULL, "also what filters drop, and which filter"}, OPTION_END};

const verb select_verb = {"select", select_options, sizeof(work), run_select, begin_work, end_work,
    "what each section asks for on a GPU, in file order: + a metric that is collected, - one that a filter drops, ! one that does "
    "not exist",
    "nvsection select --cc 9.0 examples/data/sections\n"
    "  nvsection select --chip ga102 --set basic --dropped examples/data/sections",
    SECTIONS, MAY_READ, NULL, NULL};

/* explain ---------------------------------------------------------------------------------------------------------- */

/* Whether a use is about this name: its base, an option of it, what came of it, or a member. */
static int about(const nvs_use *u, const char *name)
{
    const nvs_node *o;
    uint32_t i;
    if (u->kind == NVS_USE_KIND_ITEM) {
        for (o = nvs_node_walk(u->node, u->node, NVS_WALK_INTO); o != NULL; o = nvs_node_walk(u->node, o, NVS_WALK_INTO))
            if (o->type == NVS_TYPE_STRING && o->name == NVS_FIELD_NAME && same(o->v.text, nvs_text(name))) return 1;
        return 0;
    }
    if (same(u->choice.name, nvs_text(name)) || same(nvs_node_text(u->node, NVS_FIELD_NAME), nvs_text(name))) return 1;
    for (o = nvs_node_child(u->node, NVS_FIELD_OPTIONS); o != NULL; o = nvs_node_again(o))
        if (same(nvs_node_text(o, NVS_FIELD_NAME), nvs_text(name))) return 1;
    for (i = 0; i < u->member_count; i++)
        if (same(u->members[i], nvs_text(name))) return 1;
    return 0;
}

static void explain_name(output *to, const char *name)
{
    nvs_name_parts n;
    nvs_view v;
    v.ptr = name;
    v.len = strlen(name);
    nvs_name_split(v, &n);
    out_say(to, "%s%s%s\n", cli_style(to->color, CLI_BOLD), name, cli_style(to->color, CLI_PLAIN));
    if (n.prefix != NVS_PREFIX_NONE) out_say(to, "  prefix     %s\n", nvs_prefix_name(n.prefix));
    if (n.depth >= 0) out_say(to, "  depth      %d\n", (int)n.depth);
    if (n.unit.len > 0) out_say(to, "  unit       %.*s\n", (int)n.unit.len, n.unit.ptr);
    if (n.unit.len > 0) out_say(to, "  base name  %.*s\n", (int)n.base.len, n.base.ptr);
    if (n.rollup.len > 0)
        out_say(to, "  suffix     %.*s%s\n", (int)(n.rollup.len + (n.submetric.len > 0 ? n.submetric.len + 1 : 0)), n.rollup.ptr,
                n.known ? "" : "  (not listed in the guide)");
}

/* One use: where it is, and what comes of it. */
static void explain_use(output *to, const work *w, const nvs_use *u, const char *name)
{
    cli_buf text = {NULL, 0, 0};
    char *path = path_of(u->node);
    const nvs_node *o, *section = u->node;
    const nvs_view base = nvs_node_text(u->node, NVS_FIELD_NAME), file = work_file(w, u->node)->path;
    nvs_conditions outer, own;
    out_safe(to, file.ptr, file.len);
    out_say(to, ":%u:%u: %s\n", (unsigned)u->node->line, (unsigned)u->node->column, path);
    if (u->choice.label != NULL && u->choice.label->v.text.len > 0) {
        cli_put_safe(&text, u->choice.label->v.text.ptr, u->choice.label->v.text.len);
        out_say(to, "    label \"%s\"\n", text.ptr);
        text.len = 0;
    }
    if (u->kind == NVS_USE_KIND_METRIC && !same(base, nvs_text(name)) && base.len > 0) {
        cli_put_safe(&text, base.ptr, base.len);
        out_say(to, "    %s of %s\n", u->member_count > 0 ? "a member" : "an option", text.ptr);
        text.len = 0;
    }
    if (u->kind == NVS_USE_KIND_DEFINITION && !same(base, nvs_text(name))) {
        const nvs_view e = nvs_node_text(u->node, NVS_FIELD_EXPRESSION);
        cli_put_safe(&text, base.ptr, base.len);
        cli_putf(&text, " = ");
        cli_put_safe(&text, e.ptr, e.len);
        out_say(to, "    an operand: %s (a definition collects nothing)\n", text.ptr);
        text.len = 0;
    }
    while (section->parent != NULL) section = section->parent;
    nvs_conditions_of(section, NULL, &outer);
    nvs_conditions_of(u->node, u->kind == NVS_USE_KIND_ITEM ? NULL : &outer, &own);
    if (own.arch != NULL || own.scopes != NULL || own.vgpu != NULL || own.kmd != NULL) {
        put_conditions(&text, &own);
        out_say(to, "    filter: %s\n", text.ptr);
        text.len = 0;
    }
    for (o = nvs_node_child(u->node, NVS_FIELD_OPTIONS); o != NULL; o = nvs_node_again(o)) {
        const nvs_view other = nvs_node_text(o, NVS_FIELD_NAME);
        cli_put_safe(&text, other.ptr, other.len);
        cli_putf(&text, " for ");
        nvs_conditions_of(o, &outer, &own);
        put_conditions(&text, &own);
        out_say(to, "    option %u: %s\n", (unsigned)o->index + 1, text.ptr);
        text.len = 0;
    }
    if (w->device.cc != 0) {
        put_why(&text, u);
        out_say(to, "    %s%s%s%s", cli_style(to->color, u->outcome == NVS_OUTCOME_SELECTED ? CLI_GREEN : CLI_YELLOW), nvs_outcome_name(u->outcome),
                text.len > 0 ? ", " : "", text.len > 0 ? text.ptr : "");
        if (u->outcome == NVS_OUTCOME_SELECTED && u->kind == NVS_USE_KIND_METRIC && !same(u->choice.name, nvs_text(name))) {
            out_say(to, " as ");
            out_safe(to, u->choice.name.ptr, u->choice.name.len);
        }
        out_say(to, "%s\n", cli_style(to->color, CLI_PLAIN));
    } else if (u->kind == NVS_USE_KIND_METRIC) {
        size_t k, n = 0;
        out_say(to, "    selected on");
        for (k = 0; known_cc[k] != 0; k++) {
            nvs_device d = w->device;
            nvs_choice choice;
            d.cc = known_cc[k];
            nvs_metric_choose(u->node, &outer, &d, &choice);
            if (choice.reason != NVS_REASON_NONE || (!same(choice.name, nvs_text(name)) && !same(u->choice.name, nvs_text(name)))) continue;
            if (!same(choice.name, nvs_text(name)) && nvs_node_child(u->node, NVS_FIELD_OPTIONS) != NULL) continue;
            out_say(to, "%s %u.%u", n++ > 0 ? "," : "", (unsigned)(known_cc[k] / 10), (unsigned)(known_cc[k] % 10));
        }
        out_say(to, "%s", n == 0 ? " no known GPU\n" : "\n");
    }
    free(path);
    cli_buf_free(&text);
}

static void explain_uses(cli *c, const work *w, const nvs_selection *s, uint32_t *found)
{
    uint32_t i, k;
    cli_buf name = {NULL, 0, 0};
    output to;
    table t;
    out_begin(&to, c);
    out_list(&to, NULL);
    table_begin(&t, &to, NULL, use_columns, sizeof use_columns / sizeof *use_columns, TABLE_BARE);
    cli_put_safe(&name, w->operands[0], strlen(w->operands[0]));
    explain_name(&to, name.ptr != NULL ? name.ptr : "");
    cli_buf_free(&name);
    for (i = 0; i < s->section_count; i++)
        for (k = 0; k < s->sections[i].use_count; k++) {
            const nvs_use *const u = &s->sections[i].uses[k];
            if (!about(u, w->operands[0])) continue;
            ++*found;
            out_group(&to, NULL);
            put_use(&to, w, u);
            out_close(&to);
            put_use_row(&t, w, s->sections[i].section, u);
            explain_use(&to, w, u, w->operands[0]);
        }
    if (*found == 0) out_say(&to, "  no section here asks for it\n");
    table_end(&t);
    out_close(&to);
    out_end(&to);
}

static int run_explain(request *q, void *options)
{
    work *const w = work_of(q, options);
    const int any = w->device.cc == 0;
    const nvs_selection *s;
    uint32_t found = 0;
    if (work_files(q->c, w, 1) != CLI_FINE) return CLI_USAGE;
    if (!work_load(q->c, w, 1)) return CLI_INPUT;
    if (any) w->device.cc = 90; /* any one: the uses are those of all devices */
    s = work_select(q->c, w);
    if (any) w->device.cc = 0;
    if (s == NULL) return CLI_INPUT;
    explain_uses(q->c, w, s, &found);
    nvs_selection_close(s);
    return work_code(w, found > 0 ? CLI_FINE : CLI_FINDING);
}

static const option explain_options[] = {OPT_DEVICE, OPT_PICK, OPT_NAMES, OPTION_END};

const verb explain_verb = {"explain", explain_options, sizeof(work), run_explain, begin_work, end_work,
    "where a metric is used, with which filters, and on which GPUs it is chosen",
    "Exit code 1 if no section asks for it.\n"
    "  nvsection explain launch__registers_per_thread examples/data/sections",
    "METRIC [FILE|FOLDER]...", USE_READ_ANY, "which metric, and which section files or folders?", MAY_READ, NULL, NULL};
