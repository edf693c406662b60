/* What an answer does not know: unknown is never "no". */
#include "tool.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static void add(doubts *to, const char *what, uint32_t use, const char *format, ...)
{
    cli_buf b = {NULL, 0, 0};
    char text[4096];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    to->list = (doubt *)cli_grow(to->list, &to->room, to->count + 1, sizeof *to->list);
    cli_put_safe(&b, text, strlen(text));
    to->list[to->count].what = what;
    to->list[to->count++].text = b.ptr;
    if (use != NVP_NONE) to->rules++;
    if (use != NVP_NONE && use + 1 < to->from) to->from = use + 1;
}

void doubts_free(doubts *d)
{
    size_t i;
    for (i = 0; i < d->count; i++) free(d->list[i].text);
    free(d->list);
    memset(d, 0, sizeof *d);
}

int doubts_touch(const doubts *d, const nvp_effective *e) { return e->unknown || e->use >= d->from; }

/* The versions of the driver whose files are there. */
typedef struct versions {
    cli_buf list;
    size_t count;
} versions;

static int version_name(const char *name, void *to)
{
    static const char before[] = "nvidia-application-profiles-";
    versions *v = (versions *)to;
    const char *p = name + sizeof before - 1;
    size_t n;
    if (strncmp(name, before, sizeof before - 1) != 0) return 1;
    n = strspn(p, "0123456789.");
    if (n == 0 || strcmp(p + n, "-rc") != 0) return 1;
    if (v->count++ < 4) cli_putf(&v->list, "%s--driver %.*s", v->count > 1 ? " or " : "", (int)n, p);
    return 1;
}

void doubts_driver(const tool *t, const nvp_system *system, const nvp_config *config, doubts *to)
{
    versions v = {{NULL, 0, 0}, 0};
    if (t->options.version.len > 0 || config->place_count == 0) return;
    (void)system->list_fn("/usr/share/nvidia", version_name, &v, system->user);
    if (v.count > 0)
        add(to, "driver", NVP_NONE, "the rules of the driver's own file, since its version is not known: %s%s", v.list.ptr,
            v.count > 4 ? " and so on" : "");
    cli_buf_free(&v.list);
}

/* Whether a place may hold unknown rules. */
static int lost(const nvp_place *p)
{
    return p->state == NVP_PLACE_STATE_UNREADABLE || p->state == NVP_PLACE_STATE_TOO_LARGE ||
           p->state == NVP_PLACE_STATE_MEMORY || p->state == NVP_PLACE_STATE_UNKNOWN;
}

/* The driver's file without a version, where no fact proves that it counts. */
static void of_unversioned(const tool *t, const nvp_config *config, doubts *to)
{
    const nvp_place *p = place_unversioned(config);
    const driver_fact *f = &t->known_facts[FACT_UNVERSIONED_FILE];
    uint32_t i;
    if (p == NULL || (f->rank > 0 && f->answer == NVP_REPLY_YES)) return;
    for (i = 0; i < config->use_count && config->uses[i].file != p->file; i++) {}
    if (i == config->use_count) return;
    if (i < to->from) to->from = i;
    add(to, "file", NVP_NONE, "whether the rules of %s count: %s", p->path.ptr,
        f->rank > 0 && f->answer == NVP_REPLY_NO ? "a fact says that this driver does not read it" : "no fact says that this driver reads it");
}

/* Whether a rule could set a key that no earlier one certainly sets. */
static int matters(const nvp_config *config, const nvp_result *result, uint32_t use)
{
    const nvp_profile *p = config->uses[use].profile;
    uint32_t i, k;
    for (i = 0; p != NULL && i < p->setting_count; i++) {
        for (k = 0; k < result->setting_count; k++)
            if (result->settings[k].setting->key_id == p->settings[i].key_id) break;
        if (k == result->setting_count || result->settings[k].unknown || result->settings[k].use >= use) return 1;
    }
    return 0;
}

static void of_rule(const tool *t, const nvp_config *config, const nvp_result *result, uint32_t i, doubts *to)
{
    const nvp_use *u = &config->uses[i];
    const nvp_outcome *o = &result->outcomes[i];
    const nvp_file *file = config->files[u->file];
    const nvp_rule *rule = &file->rules[u->rule];
    const int elsewhere = u->gives == NVP_GIVES_KNOWN ||
                          (u->gives == NVP_GIVES_UNDEFINED && (t->options.version.len == 0 || config->place_count == 0));
    cli_buf b = {NULL, 0, 0};
    if (!o->matched && !o->unknown) return;
    put_profile_line(&b, file, rule->at);
    if (o->unknown && (elsewhere || matters(config, result, i))) {
        cli_putf(&b, "  ");
        put_why(&b, config, result, i);
        add(to, "rule", i, "the rule at %s", b.ptr);
    } else if (o->matched && elsewhere)
        add(to, "profile", i, "the settings of profile \"%.*s\", which the rule at %s names; %s", (int)rule->ref.len, rule->ref.ptr,
            b.ptr,
            u->gives == NVP_GIVES_KNOWN ? "--known says only that it exists"
            : config->place_count == 0  ? "no given file defines it, and the driver's own file was not read"
                                        : "no file that was read defines it, and the driver's own file was left out because its "
                                          "version is not known (--driver)");
    cli_buf_free(&b);
}

void doubts_of(const tool *t, const program *p, const nvp_system *system, const nvp_config *config, const nvp_result *result,
               doubts *to)
{
    uint32_t i;
    memset(to, 0, sizeof *to);
    to->from = NVP_NONE;
    if (p->stopped[0] != 0 && t->exe == NULL) add(to, "program", NVP_NONE, "what runs: %s", p->stopped);
    else if (p->starts[0] != 0 && t->exe == NULL)
        add(to, "program", NVP_NONE, "what %s; --exe PATH names the program", p->starts);
    if (config->state.unknown)
        add(to, "switch", NVP_NONE, "whether profiles are enabled, since not all that decides it can be read");
    if (!config->state.enabled && !config->state.unknown) return; /* nothing else matters then */
    doubts_driver(t, system, config, to);
    for (i = 0; i < config->place_count; i++)
        if (lost(&config->places[i]))
            add(to, "file", NVP_NONE, "the rules of %s (%s)", config->places[i].path.ptr,
                nvp_place_state_name(config->places[i].state));
    of_unversioned(t, config, to);
    for (i = 0; i < config->use_count; i++) of_rule(t, config, result, i, to);
    for (i = 0; i < result->setting_count; i++)
        if (result->settings[i].overridden == NVP_REPLY_UNKNOWN)
            add(to, "variable", NVP_NONE, "whether %s is set", result->settings[i].environment.ptr);
}
