/* What sections ask for, for people: select, metrics, explain, list-sections, list-sets. */
#include "options.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The name that a use is about, whatever came of it. */
static nvs_view use_name(const nvs_use *u)
{
    if (u->kind == NVS_USE_KIND_METRIC && u->outcome == NVS_OUTCOME_DROPPED) return nvs_node_text(u->node, NVS_FIELD_NAME);
    return u->choice.name;
}

static int required(const nvs_use *u)
{
    return u->kind == NVS_USE_KIND_METRIC && u->choice.importance == NVS_IMPORTANCE_REQUIRED;
}

/* The reason in words: the filter that dropped it, or what is wrong with its name. */
static void put_why(cli_buf *b, const nvs_use *u)
{
    switch (u->reason) {
    case NVS_REASON_NONE: break;
    case NVS_REASON_UNKNOWN: cli_putf(b, "not among the names given%s", required(u) ? ", and required" : ""); break;
    case NVS_REASON_EMPTY: cli_putf(b, "expands to no metric%s", required(u) ? ", and required" : ""); break;
    case NVS_REASON_UNLISTED: cli_putf(b, "needs --names to be expanded%s", required(u) ? ", and required" : ""); break;
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

/* A use as JSON members. */
static void use_json(cli_json *j, const work *w, const nvs_use *u)
{
    char *path = path_of(u->node);
    const nvs_view name = use_name(u);
    uint32_t i;
    cli_buf why = {NULL, 0, 0};
    cli_json_str(j, "kind", u->kind == NVS_USE_KIND_ITEM ? "item" : u->kind == NVS_USE_KIND_DEFINITION ? "definition" : "metric");
    cli_json_str(j, "file", work_file(w, u->node)->path.ptr);
    cli_json_str(j, "path", path);
    cli_json_u64(j, "line", u->node->line);
    cli_json_u64(j, "column", u->node->column);
    if (u->kind != NVS_USE_KIND_ITEM) cli_json_text(j, "name", name.ptr, name.len);
    if (u->choice.option != NULL) {
        const nvs_view base = nvs_node_text(u->node, NVS_FIELD_NAME);
        cli_json_u64(j, "option", u->choice.option->index);
        cli_json_text(j, "base", base.ptr, base.len);
    }
    if (u->choice.label != NULL) cli_json_text(j, "label", u->choice.label->v.text.ptr, u->choice.label->v.text.len);
    if (u->kind == NVS_USE_KIND_METRIC)
        cli_json_str(j, "importance", u->choice.importance == NVS_IMPORTANCE_REQUIRED ? "required" : "optional");
    cli_json_str(j, "state", nvs_outcome_name(u->outcome));
    if (u->reason != NVS_REASON_NONE) {
        put_why(&why, u);
        cli_json_str(j, "reason", nvs_reason_name(u->reason));
        cli_json_str(j, "why", why.ptr);
        cli_buf_free(&why);
    }
    if (u->member_count > 0) {
        cli_json_array(j, u->kind == NVS_USE_KIND_DEFINITION ? "operands" : "members");
        for (i = 0; i < u->member_count; i++) cli_json_text(j, NULL, u->members[i].ptr, u->members[i].len);
        cli_json_end(j);
    }
    free(path);
}

/* select ----------------------------------------------------------------------------------------------------------- */

static void select_json(cli *c, const work *w, const nvs_selection *s)
{
    cli_json j;
    uint32_t i, k;
    cli_json_init(&j, c->out, CLI_UTF8, 2);
    cli_json_object(&j, NULL);
    cli_json_u64(&j, "cc", w->device.cc);
    cli_json_u64(&j, "sections_collected", s->collecting);
    cli_json_u64(&j, "metrics", s->metric_count);
    cli_json_array(&j, "sections");
    for (i = 0; i < s->section_count; i++) {
        const nvs_selected *d = &s->sections[i];
        const nvs_view id = nvs_node_text(d->section, NVS_FIELD_IDENTIFIER);
        cli_json_object(&j, NULL);
        cli_json_text(&j, "identifier", id.ptr, id.len);
        cli_json_str(&j, "file", work_file(w, d->section)->path.ptr);
        cli_json_u64(&j, "metrics", d->metric_count);
        cli_json_array(&j, "uses");
        for (k = 0; k < d->use_count; k++) {
            cli_json_object(&j, NULL);
            use_json(&j, w, &d->uses[k]);
            cli_json_end(&j);
        }
        cli_json_end(&j);
        cli_json_end(&j);
    }
    cli_json_end(&j);
    cli_json_end(&j);
    cli_json_line(&j);
}

static void select_csv(cli *c, const work *w, const nvs_selection *s)
{
    cli_csv v = {NULL, 0, 0};
    uint32_t i, k;
    v.f = c->out;
    fputs("section,kind,name,label,state,reason,file,line,column,path\n", c->out);
    for (i = 0; i < s->section_count; i++)
        for (k = 0; k < s->sections[i].use_count; k++) {
            const nvs_use *u = &s->sections[i].uses[k];
            const nvs_view id = nvs_node_text(s->sections[i].section, NVS_FIELD_IDENTIFIER), name = use_name(u);
            char *path = path_of(u->node);
            cli_csv_field(&v, id.ptr, id.len);
            cli_csv_fieldf(&v, "%s", u->kind == NVS_USE_KIND_ITEM ? "item" : u->kind == NVS_USE_KIND_DEFINITION ? "definition" : "metric");
            cli_csv_field(&v, name.ptr, name.len);
            if (u->choice.label != NULL) cli_csv_field(&v, u->choice.label->v.text.ptr, u->choice.label->v.text.len);
            else cli_csv_field(&v, "", 0);
            cli_csv_fieldf(&v, "%s", nvs_outcome_name(u->outcome));
            cli_csv_fieldf(&v, "%s", u->reason != NVS_REASON_NONE ? nvs_reason_name(u->reason) : "");
            cli_csv_fieldf(&v, "%s", work_file(w, u->node)->path.ptr);
            cli_csv_fieldf(&v, "%u", (unsigned)u->node->line);
            cli_csv_fieldf(&v, "%u", (unsigned)u->node->column);
            cli_csv_fieldf(&v, "%s", path);
            cli_csv_end(&v);
            free(path);
        }
}

/* A line per use: a mark, the name, and remarks. */
static void select_text_use(cli *c, const nvs_use *u)
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
    fprintf(c->out, "%s  %s %s%s", cli_style(c->color, style), mark, line.ptr != NULL ? line.ptr : "", cli_style(c->color, CLI_PLAIN));
    if (note.len > 0) {
        const char *const between = line.len + note.len + 6 > 80 ? "\n      " : "  ";
        fprintf(c->out, "%s%s%s%s", between, cli_style(c->color, CLI_DIM), note.ptr, cli_style(c->color, CLI_PLAIN));
    }
    fputc('\n', c->out);
    cli_buf_free(&line);
    cli_buf_free(&note);
}

static void select_text(cli *c, const work *w, const nvs_selection *s)
{
    cli_buf device = {NULL, 0, 0};
    uint32_t i, k, dropped = 0;
    put_device(&device, &w->device);
    for (i = 0; i < s->section_count; i++) {
        const nvs_selected *d = &s->sections[i];
        const nvs_view id = nvs_node_text(d->section, NVS_FIELD_IDENTIFIER);
        fputs(cli_style(c->color, CLI_BOLD), c->out);
        cli_print_safe(c->out, id.ptr, id.len);
        fprintf(c->out, "%s  %u metric%s\n", cli_style(c->color, CLI_PLAIN), (unsigned)d->metric_count, d->metric_count == 1 ? "" : "s");
        for (k = 0; k < d->use_count; k++) {
            const nvs_use *u = &d->uses[k];
            if (u->outcome == NVS_OUTCOME_FILLER) continue;
            if (u->outcome == NVS_OUTCOME_DROPPED) dropped++;
            if (u->outcome == NVS_OUTCOME_DROPPED && !w->everything) continue;
            select_text_use(c, u);
        }
    }
    fprintf(c->out, "%s: %u metric%s in %u section%s", device.ptr, (unsigned)s->metric_count, s->metric_count == 1 ? "" : "s",
            (unsigned)s->collecting, s->collecting == 1 ? "" : "s");
    if (dropped > 0) fprintf(c->out, ", %u not for this device%s", (unsigned)dropped, w->everything ? "" : " (--dropped shows them)");
    fputc('\n', c->out);
    cli_buf_free(&device);
}

/* Runs a verb that selects. */
static int selecting(const request *q, work *w, int (*show)(cli *c, const work *w, const nvs_selection *s))
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

static int show_select(cli *c, const work *w, const nvs_selection *s)
{
    if (c->format == CLI_JSON) select_json(c, w, s);
    else if (c->format == CLI_CSV) select_csv(c, w, s);
    else select_text(c, w, s);
    return s->missing > 0 ? CLI_FINDING : CLI_FINE;
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
    SECTIONS, MAY_READ, NULL};

/* metrics ---------------------------------------------------------------------------------------------------------- */

static int begins(nvs_view v, const char *text)
{
    return v.len >= strlen(text) && memcmp(v.ptr, text, strlen(text)) == 0;
}

/* How often a kernel has to run at least, as far as names and sections show: once for each pass group of sampling
   (sampling_0 and so on), once for counters, once instrumented for instruction metrics; not at all for facts of the
   launch or the device. Which counters fit into one pass only the vendor knows. */
static size_t passes_of(const nvs_selection *s)
{
    nvs_view *seen = NULL;
    size_t count = 0, room = 0, k;
    int counters = 0, instructions = 0;
    uint32_t i, u;
    for (i = 0; i < s->section_count; i++)
        for (u = 0; u < s->sections[i].use_count; u++) {
            const nvs_use *use = &s->sections[i].uses[u];
            const nvs_node *group;
            nvs_name_parts parts;
            int sampled = 0;
            if (use->outcome != NVS_OUTCOME_SELECTED || use->node->of != NVS_MESSAGE_METRIC || use->choice.name.len == 0 ||
                memchr(use->choice.name.ptr, ',', use->choice.name.len) != NULL)
                continue;
            for (group = nvs_node_child(use->node, NVS_FIELD_GROUPS); group != NULL; group = nvs_node_again(group)) {
                if (!begins(group->v.text, "sampling_")) continue;
                sampled = 1;
                for (k = 0; k < count; k++)
                    if (seen[k].len == group->v.text.len && memcmp(seen[k].ptr, group->v.text.ptr, seen[k].len) == 0) break;
                if (k < count) continue;
                seen = (nvs_view *)cli_grow(seen, &room, count + 1, sizeof *seen);
                seen[count++] = group->v.text;
            }
            nvs_name_split(use->choice.name, &parts);
            if (sampled || begins(parts.rest, "launch__") || begins(parts.rest, "device__")) continue;
            if (parts.unit.len == 0 || begins(parts.rest, "sass__") || begins(parts.rest, "smsp__sass_")) instructions = 1;
            else counters = 1;
        }
    free(seen);
    return count + (size_t)(counters + instructions);
}

static int by_view(const void *a, const void *b)
{
    const nvs_view *const x = (const nvs_view *)a, *const y = (const nvs_view *)b;
    const int d = memcmp(x->ptr, y->ptr, x->len < y->len ? x->len : y->len);
    return d != 0 ? d : x->len < y->len ? -1 : x->len > y->len;
}

/* Names that sections define for this device, sorted; to be freed. */
static nvs_view *definitions_of(const nvs_selection *s, size_t *count)
{
    nvs_view *list = NULL;
    size_t room = 0;
    uint32_t i, u;
    *count = 0;
    for (i = 0; i < s->section_count; i++)
        for (u = 0; u < s->sections[i].use_count; u++) {
            const nvs_use *const use = &s->sections[i].uses[u];
            if (use->kind != NVS_USE_KIND_DEFINITION || use->outcome != NVS_OUTCOME_SELECTED) continue;
            list = (nvs_view *)cli_grow(list, &room, *count + 1, sizeof *list);
            list[(*count)++] = nvs_node_text(use->node, NVS_FIELD_NAME);
        }
    if (*count > 0) qsort(list, *count, sizeof *list, by_view);
    return list;
}

/* One line, as ncu --metrics takes it. Neither a name with a comma, which only an expression can have, can be in it, nor one
   that only a section defines. */
static int join_metrics(cli *c, const nvs_selection *s)
{
    const size_t passes = passes_of(s);
    size_t count;
    nvs_view *const defined = definitions_of(s, &count);
    int code = CLI_FINE, first = 1;
    uint32_t i;
    for (i = 0; i < s->metric_count; i++) {
        const nvs_view name = s->metrics[i].name;
        cli_buf safe = {NULL, 0, 0};
        cli_put_safe(&safe, name.ptr, name.len);
        if (memchr(name.ptr, ',', name.len) != NULL) {
            cli_error(c, "%s: left out, since ncu --metrics separates names by commas", safe.ptr);
            code = CLI_FINDING;
        } else if (count > 0 && bsearch(&name, defined, count, sizeof name, by_view) != NULL)
            cli_error(c, "%s: left out, since only a section defines it", safe.ptr);
        else {
            fprintf(c->out, "%s%s", first ? "" : ",", safe.ptr);
            first = 0;
        }
        cli_buf_free(&safe);
    }
    fputc('\n', c->out);
    if (passes == 0) cli_error(c, "none of these needs a pass, as far as their names say");
    else cli_error(c, "at least %zu pass%s, an estimate from pass groups and kinds of metrics", passes, passes == 1 ? "" : "es");
    free(defined);
    return code;
}

static int show_metrics(cli *c, const work *w, const nvs_selection *s)
{
    int code = CLI_FINE;
    uint32_t i;
    if (c->format == CLI_JSON) {
        cli_json j;
        cli_json_init(&j, c->out, CLI_UTF8, 2);
        cli_json_object(&j, NULL);
        cli_json_u64(&j, "cc", w->device.cc);
        cli_json_u64(&j, "count", s->metric_count);
        cli_json_array(&j, "metrics");
        for (i = 0; i < s->metric_count; i++) cli_json_text(&j, NULL, s->metrics[i].name.ptr, s->metrics[i].name.len);
        cli_json_end(&j);
        cli_json_end(&j);
        cli_json_line(&j);
    } else if (c->format == CLI_CSV) {
        cli_csv v = {NULL, 0, 0};
        v.f = c->out;
        fputs("metric,importance\n", c->out);
        for (i = 0; i < s->metric_count; i++) {
            cli_csv_field(&v, s->metrics[i].name.ptr, s->metrics[i].name.len);
            cli_csv_fieldf(&v, "%s", s->metrics[i].importance == NVS_IMPORTANCE_REQUIRED ? "required" : "optional");
            cli_csv_end(&v);
        }
    } else {
        cli_buf safe = {NULL, 0, 0};
        if (w->join) code = join_metrics(c, s);
        for (i = 0; i < s->metric_count && !w->join; i++) {
            safe.len = 0;
            cli_put_safe(&safe, s->metrics[i].name.ptr, s->metrics[i].name.len);
            fprintf(c->out, "%s\n", safe.ptr);
        }
        safe.len = 0;
        put_device(&safe, &w->device);
        fprintf(stderr, "%u metric%s in %u section%s for %s\n", (unsigned)s->metric_count, s->metric_count == 1 ? "" : "s",
                (unsigned)s->collecting, s->collecting == 1 ? "" : "s", safe.ptr);
        cli_buf_free(&safe);
    }
    for (i = 0; i < s->section_count; i++) {
        const nvs_selected *d = &s->sections[i];
        uint32_t k;
        for (k = 0; k < d->use_count; k++) {
            const nvs_use *u = &d->uses[k];
            cli_buf why = {NULL, 0, 0};
            if (u->outcome != NVS_OUTCOME_MALFORMED && !(u->outcome == NVS_OUTCOME_UNAVAILABLE && required(u))) continue;
            put_why(&why, u);
            cli_error(c, "%s:%u: %.*s: %s", work_file(w, u->node)->path.ptr, (unsigned)u->node->line, (int)u->choice.name.len,
                      u->choice.name.ptr, why.ptr);
            cli_buf_free(&why);
        }
    }
    return s->missing > 0 ? CLI_FINDING : code;
}

static int run_metrics(request *q, void *options)
{
    return selecting(q, work_of(q, options), show_metrics);
}

static const option metrics_options[] = {OPT_DEVICE, OPT_PICK, OPT_NAMES,
    {0, "join", &take_nothing, offsetof(work, join), NULL, NULL, "on one line with commas, as ncu --metrics takes them; an estimate "
     "of the passes that needs goes to standard error"}, OPTION_END};

const verb metrics_verb = {"metrics", metrics_options, sizeof(work), run_metrics, begin_work, end_work,
    "the metrics that sections ask for on a GPU, each once",
    "Exit code 1 if a required one is not available.\n"
    "  nvsection metrics --chip ga100 examples/data/sections\n"
    "  ncu --metrics \"$(nvsection metrics --join --cc 9.0 my/sections)\" ./program\n"
    "  nvsection metrics --cc 7.5 --section 'regex:.*Load.*' my/sections | wc -l",
    SECTIONS, MAY_READ, NULL};

/* explain ---------------------------------------------------------------------------------------------------------- */

static int same(nvs_view v, const char *text)
{
    return v.len == strlen(text) && memcmp(v.ptr, text, v.len) == 0;
}

/* Whether a use is about this name: its base, an option of it, what came of it, or a member. */
static int about(const nvs_use *u, const char *name)
{
    const nvs_node *o;
    uint32_t i;
    if (u->kind == NVS_USE_KIND_ITEM) {
        for (o = nvs_node_walk(u->node, u->node, NVS_WALK_INTO); o != NULL; o = nvs_node_walk(u->node, o, NVS_WALK_INTO))
            if (o->type == NVS_TYPE_STRING && o->name == NVS_FIELD_NAME && same(o->v.text, name)) return 1;
        return 0;
    }
    if (same(u->choice.name, name) || same(nvs_node_text(u->node, NVS_FIELD_NAME), name)) return 1;
    for (o = nvs_node_child(u->node, NVS_FIELD_OPTIONS); o != NULL; o = nvs_node_again(o))
        if (same(nvs_node_text(o, NVS_FIELD_NAME), name)) return 1;
    for (i = 0; i < u->member_count; i++)
        if (same(u->members[i], name)) return 1;
    return 0;
}

static void explain_name(cli *c, const char *name)
{
    nvs_name_parts n;
    nvs_view v;
    v.ptr = name;
    v.len = strlen(name);
    nvs_name_split(v, &n);
    fprintf(c->out, "%s%s%s\n", cli_style(c->color, CLI_BOLD), name, cli_style(c->color, CLI_PLAIN));
    if (n.prefix != NVS_PREFIX_NONE) fprintf(c->out, "  prefix     %s\n", nvs_prefix_name(n.prefix));
    if (n.depth >= 0) fprintf(c->out, "  depth      %d\n", (int)n.depth);
    if (n.unit.len > 0) fprintf(c->out, "  unit       %.*s\n", (int)n.unit.len, n.unit.ptr);
    if (n.unit.len > 0) fprintf(c->out, "  base name  %.*s\n", (int)n.base.len, n.base.ptr);
    if (n.rollup.len > 0)
        fprintf(c->out, "  suffix     %.*s%s\n", (int)(n.rollup.len + (n.submetric.len > 0 ? n.submetric.len + 1 : 0)), n.rollup.ptr,
                n.known ? "" : "  (not listed in the guide)");
}

/* One use: where it is, and what comes of it. */
static void explain_use(cli *c, const work *w, const nvs_use *u, const char *name)
{
    cli_buf text = {NULL, 0, 0};
    char *path = path_of(u->node);
    const nvs_node *o, *section = u->node;
    const nvs_view base = nvs_node_text(u->node, NVS_FIELD_NAME), file = work_file(w, u->node)->path;
    nvs_conditions outer, own;
    cli_print_safe(c->out, file.ptr, file.len);
    fprintf(c->out, ":%u:%u: %s\n", (unsigned)u->node->line, (unsigned)u->node->column, path);
    if (u->choice.label != NULL && u->choice.label->v.text.len > 0) {
        cli_put_safe(&text, u->choice.label->v.text.ptr, u->choice.label->v.text.len);
        fprintf(c->out, "    label \"%s\"\n", text.ptr);
        text.len = 0;
    }
    if (u->kind == NVS_USE_KIND_METRIC && !same(base, name) && base.len > 0) {
        cli_put_safe(&text, base.ptr, base.len);
        fprintf(c->out, "    %s of %s\n", u->member_count > 0 ? "a member" : "an option", text.ptr);
        text.len = 0;
    }
    if (u->kind == NVS_USE_KIND_DEFINITION && !same(base, name)) {
        const nvs_view e = nvs_node_text(u->node, NVS_FIELD_EXPRESSION);
        cli_put_safe(&text, base.ptr, base.len);
        cli_putf(&text, " = ");
        cli_put_safe(&text, e.ptr, e.len);
        fprintf(c->out, "    an operand: %s (a definition collects nothing)\n", text.ptr);
        text.len = 0;
    }
    while (section->parent != NULL) section = section->parent;
    nvs_conditions_of(section, NULL, &outer);
    nvs_conditions_of(u->node, u->kind == NVS_USE_KIND_ITEM ? NULL : &outer, &own);
    if (own.arch != NULL || own.scopes != NULL || own.vgpu != NULL || own.kmd != NULL) {
        put_conditions(&text, &own);
        fprintf(c->out, "    filter: %s\n", text.ptr);
        text.len = 0;
    }
    for (o = nvs_node_child(u->node, NVS_FIELD_OPTIONS); o != NULL; o = nvs_node_again(o)) {
        const nvs_view other = nvs_node_text(o, NVS_FIELD_NAME);
        cli_put_safe(&text, other.ptr, other.len);
        cli_putf(&text, " for ");
        nvs_conditions_of(o, &outer, &own);
        put_conditions(&text, &own);
        fprintf(c->out, "    option %u: %s\n", (unsigned)o->index + 1, text.ptr);
        text.len = 0;
    }
    if (w->device.cc != 0) {
        put_why(&text, u);
        fprintf(c->out, "    %s%s%s%s", cli_style(c->color, u->outcome == NVS_OUTCOME_SELECTED ? CLI_GREEN : CLI_YELLOW), nvs_outcome_name(u->outcome),
                text.len > 0 ? ", " : "", text.len > 0 ? text.ptr : "");
        if (u->outcome == NVS_OUTCOME_SELECTED && u->kind == NVS_USE_KIND_METRIC && !same(u->choice.name, name)) {
            fputs(" as ", c->out);
            cli_print_safe(c->out, u->choice.name.ptr, u->choice.name.len);
        }
        fprintf(c->out, "%s\n", cli_style(c->color, CLI_PLAIN));
    } else if (u->kind == NVS_USE_KIND_METRIC) {
        size_t k, n = 0;
        fputs("    selected on", c->out);
        for (k = 0; known_cc[k] != 0; k++) {
            nvs_device d = w->device;
            nvs_choice choice;
            d.cc = known_cc[k];
            nvs_metric_choose(u->node, &outer, &d, &choice);
            if (choice.reason != NVS_REASON_NONE || (!same(choice.name, name) && !same(u->choice.name, name))) continue;
            if (!same(choice.name, name) && nvs_node_child(u->node, NVS_FIELD_OPTIONS) != NULL) continue;
            fprintf(c->out, "%s %u.%u", n++ > 0 ? "," : "", (unsigned)(known_cc[k] / 10), (unsigned)(known_cc[k] % 10));
        }
        fputs(n == 0 ? " no known GPU\n" : "\n", c->out);
    }
    free(path);
    cli_buf_free(&text);
}

static void explain_uses(cli *c, const work *w, const nvs_selection *s, uint32_t *found)
{
    uint32_t i, k;
    cli_json j;
    cli_json_init(&j, c->out, CLI_UTF8, 2);
    if (c->format == CLI_JSON) cli_json_array(&j, NULL);
    else {
        cli_buf name = {NULL, 0, 0};
        cli_put_safe(&name, w->operands[0], strlen(w->operands[0]));
        explain_name(c, name.ptr != NULL ? name.ptr : "");
        cli_buf_free(&name);
    }
    for (i = 0; i < s->section_count; i++)
        for (k = 0; k < s->sections[i].use_count; k++) {
            const nvs_use *u = &s->sections[i].uses[k];
            if (!about(u, w->operands[0])) continue;
            ++*found;
            if (c->format == CLI_JSON) {
                cli_json_object(&j, NULL);
                use_json(&j, w, u);
                cli_json_end(&j);
            } else explain_use(c, w, u, w->operands[0]);
        }
    if (c->format == CLI_JSON) {
        cli_json_end(&j);
        cli_json_line(&j);
    } else if (*found == 0) fputs("  no section here asks for it\n", c->out);
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
    "METRIC [FILE|FOLDER]...", USE_READ_ANY, "which metric, and which section files or folders?", MAY_READ, NULL};

/* Lists ------------------------------------------------------------------------------------------------------------ */

static void put_sets(cli_buf *b, const nvs_node *section, const char *between)
{
    const nvs_node *n;
    for (n = nvs_node_child(section, NVS_FIELD_SETS); n != NULL; n = nvs_node_again(n)) {
        const nvs_view set = nvs_node_text(n, NVS_FIELD_IDENTIFIER);
        cli_putf(b, "%s%.*s", b->len > 0 ? between : "", (int)set.len, set.ptr);
    }
}

static void list_sections(cli *c, const work *w)
{
    static const char *const titles[] = {"Order", "Identifier", "Title", "File", NULL};
    const int tty = isatty(fileno(c->out)); /* output to a pipe is never shortened */
    cli_json j;
    cli_csv v = {NULL, 0, 0};
    cli_table t;
    uint32_t i;
    cli_json_init(&j, c->out, CLI_UTF8, 2);
    v.f = c->out;
    if (c->format == CLI_JSON) cli_json_array(&j, NULL);
    else if (c->format == CLI_CSV) fputs("order,identifier,title,sets,extends,file\n", c->out);
    else cli_table_init(&t, "rlll", titles);
    for (i = 0; i < w->root_count; i++) {
        const nvs_node *r = w->roots[i], *order = nvs_node_child(r, NVS_FIELD_ORDER), *n;
        const nvs_view id = nvs_node_text(r, NVS_FIELD_IDENTIFIER), title = nvs_node_text(r, NVS_FIELD_DISPLAY_NAME), extends = nvs_node_text(r, NVS_FIELD_EXTENDS);
        cli_buf sets = {NULL, 0, 0}, number = {NULL, 0, 0};
        put_sets(&sets, r, c->format == CLI_CSV ? ";" : ", ");
        cli_putf(&number, order != NULL ? "%u" : "", (unsigned)nvs_node_uint(r, NVS_FIELD_ORDER));
        if (c->format == CLI_JSON) {
            cli_json_object(&j, NULL);
            cli_json_text(&j, "identifier", id.ptr, id.len);
            cli_json_text(&j, "title", title.ptr, title.len);
            if (order != NULL) cli_json_u64(&j, "order", order->v.u);
            if (extends.len > 0) cli_json_text(&j, "extends", extends.ptr, extends.len);
            cli_json_array(&j, "sets");
            for (n = nvs_node_child(r, NVS_FIELD_SETS); n != NULL; n = nvs_node_again(n)) {
                const nvs_view set = nvs_node_text(n, NVS_FIELD_IDENTIFIER);
                cli_json_text(&j, NULL, set.ptr, set.len);
            }
            cli_json_end(&j);
            cli_json_str(&j, "file", work_file(w, r)->path.ptr);
            cli_json_end(&j);
        } else if (c->format == CLI_CSV) {
            cli_csv_fieldf(&v, "%s", number.ptr);
            cli_csv_field(&v, id.ptr, id.len);
            cli_csv_field(&v, title.ptr, title.len);
            cli_csv_field(&v, sets.ptr != NULL ? sets.ptr : "", sets.len);
            cli_csv_field(&v, extends.ptr, extends.len);
            cli_csv_fieldf(&v, "%s", work_file(w, r)->path.ptr);
            cli_csv_end(&v);
        } else {
            cli_cellf(&t, CLI_PLAIN, "%s", number.ptr);
            cli_cell_text(&t, CLI_BOLD, id.ptr, id.len);
            cli_cell_text(&t, CLI_PLAIN, title.ptr, tty && title.len > 28 ? 28 : title.len);
            cli_cell_text(&t, CLI_DIM, work_file(w, r)->path.ptr, work_file(w, r)->path.len);
        }
        cli_buf_free(&sets);
        cli_buf_free(&number);
    }
    if (c->format == CLI_JSON) {
        cli_json_end(&j);
        cli_json_line(&j);
    } else if (c->format == CLI_TEXT) cli_table_print(c, &t);
}

typedef struct set_of {
    nvs_view name;
    uint32_t sections;
} set_of;

static void list_sets(cli *c, const work *w)
{
    static const char *const titles[] = {"Set", "Sections", "Identifiers", NULL};
    const int tty = isatty(fileno(c->out));
    set_of *sets = NULL;
    size_t room = 0, count = 0, k;
    uint32_t i;
    const nvs_node *n;
    cli_json j;
    cli_csv v = {NULL, 0, 0};
    cli_table t;
    for (i = 0; i < w->root_count; i++)
        for (n = nvs_node_child(w->roots[i], NVS_FIELD_SETS); n != NULL; n = nvs_node_again(n)) {
            const nvs_view name = nvs_node_text(n, NVS_FIELD_IDENTIFIER);
            for (k = 0; k < count && !(sets[k].name.len == name.len && memcmp(sets[k].name.ptr, name.ptr, name.len) == 0); k++) continue;
            if (k == count) {
                sets = (set_of *)cli_grow(sets, &room, count + 1, sizeof *sets);
                sets[count].name = name;
                sets[count++].sections = 0;
            }
            sets[k].sections++;
        }
    cli_json_init(&j, c->out, CLI_UTF8, 2);
    v.f = c->out;
    if (c->format == CLI_JSON) cli_json_array(&j, NULL);
    else if (c->format == CLI_CSV) fputs("set,section\n", c->out);
    else cli_table_init(&t, "lrl", titles);
    for (k = 0; k < count; k++) {
        cli_buf names = {NULL, 0, 0};
        if (c->format == CLI_JSON) {
            cli_json_object(&j, NULL);
            cli_json_text(&j, "set", sets[k].name.ptr, sets[k].name.len);
            cli_json_array(&j, "sections");
        }
        for (i = 0; i < w->root_count; i++)
            for (n = nvs_node_child(w->roots[i], NVS_FIELD_SETS); n != NULL; n = nvs_node_again(n)) {
                const nvs_view name = nvs_node_text(n, NVS_FIELD_IDENTIFIER), id = nvs_node_text(w->roots[i], NVS_FIELD_IDENTIFIER);
                if (name.len != sets[k].name.len || memcmp(name.ptr, sets[k].name.ptr, name.len) != 0) continue;
                if (c->format == CLI_JSON) cli_json_text(&j, NULL, id.ptr, id.len);
                else if (c->format == CLI_CSV) {
                    cli_csv_field(&v, name.ptr, name.len);
                    cli_csv_field(&v, id.ptr, id.len);
                    cli_csv_end(&v);
                } else cli_putf(&names, "%s%.*s", names.len > 0 ? " " : "", (int)id.len, id.ptr);
            }
        if (c->format == CLI_JSON) {
            cli_json_end(&j);
            cli_json_end(&j);
        } else if (c->format == CLI_TEXT) {
            cli_cell_text(&t, CLI_BOLD, sets[k].name.ptr, sets[k].name.len);
            cli_cellf(&t, CLI_PLAIN, "%u", (unsigned)sets[k].sections);
            if (tty && names.len > 52) {
                names.len = 49;
                cli_putf(&names, "...");
            }
            cli_cell_text(&t, CLI_DIM, names.ptr != NULL ? names.ptr : "", names.len);
        }
        cli_buf_free(&names);
    }
    if (c->format == CLI_JSON) {
        cli_json_end(&j);
        cli_json_line(&j);
    } else if (c->format == CLI_TEXT) cli_table_print(c, &t);
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
    SECTIONS, MAY_READ, NULL};

const verb list_sets_verb = {"list-sets", list_options, sizeof(work), run_list_sets, begin_work, end_work,
    "the sets that sections belong to",
    "nvsection list-sets examples/data/sections",
    SECTIONS, MAY_READ, NULL};
