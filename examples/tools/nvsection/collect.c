/* metrics: the names that ncu has to collect. */
#include "options.h"
#include "uses.h"

#include <stdlib.h>
#include <string.h>

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
static int join_metrics(cli *c, output *to, const nvs_selection *s)
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
            out_say(to, "%s%s", first ? "" : ",", safe.ptr);
            first = 0;
        }
        cli_buf_free(&safe);
    }
    out_say(to, "\n");
    if (passes == 0) cli_error(c, "none of these needs a pass, as far as their names say");
    else cli_error(c, "at least %zu pass%s, an estimate from pass groups and kinds of metrics", passes, passes == 1 ? "" : "es");
    free(defined);
    return code;
}

static int show_metrics(cli *c, const work *w, const nvs_selection *s)
{
    static const table_column columns[] = {{'l', NULL, "metric", "", 0}, {'l', NULL, "importance", NULL, 0}};
    output to;
    int code = CLI_FINE;
    uint32_t i;
    table t;
    out_begin(&to, c);
    out_group(&to, NULL);
    out_whole(&to, "cc", w->device.cc);
    out_whole(&to, "count", s->metric_count);
    table_begin(&t, &to, "metrics", columns, 2, TABLE_UNSEEN);
    for (i = 0; i < s->metric_count; i++) {
        const nvs_view name = s->metrics[i].name;
        table_text(&t, name.ptr, name.len);
        table_string(&t, s->metrics[i].importance == NVS_IMPORTANCE_REQUIRED ? "required" : "optional");
        table_row(&t);
        if (w->join) continue;
        out_safe(&to, name.ptr, name.len);
        out_say(&to, "\n");
    }
    table_end(&t);
    out_close(&to);
    out_end(&to);
    if (out_talks(&to)) {
        cli_buf device = {NULL, 0, 0};
        if (w->join) code = join_metrics(c, &to, s);
        put_device(&device, &w->device);
        fprintf(stderr, "%u metric%s in %u section%s for %s\n", (unsigned)s->metric_count, s->metric_count == 1 ? "" : "s",
                (unsigned)s->collecting, s->collecting == 1 ? "" : "s", device.ptr);
        cli_buf_free(&device);
    }
    for (i = 0; i < s->section_count; i++) {
        const nvs_selected *d = &s->sections[i];
        uint32_t k;
        for (k = 0; k < d->use_count; k++) {
            const nvs_use *u = &d->uses[k];
            cli_buf why = {NULL, 0, 0};
            if (u->outcome != NVS_OUTCOME_MALFORMED && !(u->outcome == NVS_OUTCOME_UNAVAILABLE && is_required(u))) continue;
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
     "of the passes they need goes to standard error"}, OPTION_END};

const verb metrics_verb = {"metrics", metrics_options, sizeof(work), run_metrics, begin_work, end_work,
    "the metrics that sections ask for on a GPU, each once",
    "Exit code 1 if a required one is not available.\n"
    "  nvsection metrics --chip ga100 examples/data/sections\n"
    "  ncu --metrics \"$(nvsection metrics --join --cc 9.0 my/sections)\" ./program\n"
    "  nvsection metrics --cc 7.5 --section 'regex:.*Load.*' my/sections | wc -l",
    SECTIONS, MAY_READ, NULL, NULL};
