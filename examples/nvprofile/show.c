/* show: the files of this machine. which: what a program gets. */
/* realpath is of the X/Open part of POSIX. */
#define _XOPEN_SOURCE 700
#include "tool.h"

#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const by[] = {"by default", "by the environment", "by the globals file"};

static const struct {
    unsigned bit;
    const char *name, *text;
} reports[] = {
    {NVP_REPORT_SWITCH_VALUE, "switch-value", "__GL_APPLICATION_PROFILE is not a number and counts for nothing"},
    {NVP_REPORT_LOG_VALUE, "log-value", "__GL_APPLICATION_PROFILE_LOG is not a number and counts for nothing"},
    {NVP_REPORT_GLOBALS_MALFORMED, "globals-malformed", "the globals file has an error and counts for nothing"},
    {NVP_REPORT_GLOBALS_NO_ENABLED, "globals-no-enabled", "the globals file has no member 'enabled'"},
    {NVP_REPORT_GLOBALS_TYPE, "globals-type", "'enabled' in the globals file is neither true nor false"},
};

static void switches(cli *c, const nvp_switch *s)
{
    size_t i;
    fprintf(c->out, "Profiles are %s%s%s %s.\n", cli_style(c->color, s->enabled ? CLI_GREEN : CLI_RED),
            s->enabled ? "enabled" : "disabled", cli_style(c->color, CLI_PLAIN), by[s->by]);
    for (i = 0; i < sizeof reports / sizeof *reports; i++)
        if ((s->reports & reports[i].bit) != 0) fprintf(c->out, "Note: %s.\n", reports[i].text);
}

static void json_switches(cli_json *j, const nvp_switch *s)
{
    static const char *const names[] = {"default", "environment", "globals"};
    size_t i;
    cli_json_bool(j, "enabled", s->enabled);
    cli_json_str(j, "by", names[s->by]);
    cli_json_bool(j, "log", s->log);
    cli_json_array(j, "reports");
    for (i = 0; i < sizeof reports / sizeof *reports; i++)
        if ((s->reports & reports[i].bit) != 0) cli_json_str(j, NULL, reports[i].name);
    cli_json_end(j);
}

static void csv_count(cli_csv *v, int known, uint32_t n)
{
    if (known) cli_csv_fieldf(v, "%" PRIu32, n);
    else cli_csv_field(v, "", 0);
}

int verb_show(tool *t)
{
    static const char *const titles[] = {"ENTRY", "FATE", "RULES", "PROFILES", "ERRORS", "PATH"};
    cli *c = &t->c;
    texts kept = {NULL, 0, 0};
    nvp_posix state;
    nvp_system system;
    nvp_process process;
    nvp_config *config;
    cli_table table;
    cli_json j;
    cli_csv csv;
    uint32_t i;
    int unused = 0;
    if (t->operand_count > 0 || t->file_count > 0)
        return cli_usage(c, "show is about the files of the search path; lint takes others");
    if (!look(t, &state, 0, &system, &process)) return CLI_INPUT;
    config = load(t, &system, &process, NULL, 0, &kept);
    nvp_posix_close(&state);
    if (config == NULL) return CLI_INPUT;
    memset(&csv, 0, sizeof csv);
    csv.f = c->out;
    cli_json_init(&j, c->out, CLI_UTF8, 2);
    if (c->format == CLI_JSON) {
        cli_json_object(&j, NULL);
        json_switches(&j, &config->state);
        cli_json_str(&j, "globals", config->globals.len > 0 ? config->globals.ptr : NULL);
        cli_json_str(&j, "driver", t->options.version.len > 0 ? t->options.version.ptr : NULL);
        cli_json_array(&j, "places");
    } else if (c->format == CLI_CSV) {
        fputs("entry,fate,leftover,used,rules,profiles,errors,warnings,notes,path\n", c->out);
    } else {
        switches(c, &config->state);
        if (config->state.enabled) {
            fprintf(c->out, "Driver version %s. The first rule for a key wins:\n\n",
                    t->options.version.len > 0 ? t->options.version.ptr : "not known, so entry 5 is left out (--driver)");
            cli_table_init(&table, "rlrrrl", titles);
        }
    }
    for (i = 0; i < config->place_count; i++) {
        const nvp_place *p = &config->places[i];
        const nvp_file *f = p->file != NVP_NONE ? config->files[p->file] : NULL;
        if (f != NULL && !f->used) unused = 1;
        if (c->format == CLI_JSON) {
            cli_json_object(&j, NULL);
            cli_json_u64(&j, "entry", p->entry);
            cli_json_text(&j, "path", p->path.ptr, p->path.len);
            cli_json_str(&j, "fate", nvp_place_state_name(p->state));
            cli_json_bool(&j, "leftover", p->leftover);
            if (f != NULL) {
                cli_json_bool(&j, "used", f->used);
                cli_json_u64(&j, "rules", f->rule_count);
                cli_json_u64(&j, "profiles", f->profile_count);
                cli_json_u64(&j, "errors", f->errors);
                cli_json_u64(&j, "warnings", f->warnings);
                cli_json_u64(&j, "notes", f->notes);
            }
            cli_json_end(&j);
        } else if (c->format == CLI_CSV) {
            cli_csv_fieldf(&csv, "%u", p->entry);
            cli_csv_fieldf(&csv, "%s", nvp_place_state_name(p->state));
            cli_csv_fieldf(&csv, "%d", p->leftover);
            cli_csv_fieldf(&csv, "%s", f == NULL ? "" : f->used ? "1" : "0");
            csv_count(&csv, f != NULL, f != NULL ? f->rule_count : 0);
            csv_count(&csv, f != NULL, f != NULL ? f->profile_count : 0);
            csv_count(&csv, f != NULL, f != NULL ? f->errors : 0);
            csv_count(&csv, f != NULL, f != NULL ? f->warnings : 0);
            csv_count(&csv, f != NULL, f != NULL ? f->notes : 0);
            cli_csv_field(&csv, p->path.ptr, p->path.len);
            cli_csv_end(&csv);
        } else {
            const int style = f != NULL ? (f->used ? CLI_GREEN : CLI_RED) : p->state == NVP_PLACE_STATE_UNREADABLE ? CLI_RED : CLI_DIM;
            cli_cellf(&table, CLI_PLAIN, "%u", p->entry);
            cli_cellf(&table, style, "%s", f != NULL && !f->used ? "refused" : nvp_place_state_name(p->state));
            if (f != NULL) {
                cli_cellf(&table, CLI_PLAIN, "%" PRIu32, f->rule_count);
                cli_cellf(&table, CLI_PLAIN, "%" PRIu32, f->profile_count);
                cli_cellf(&table, f->errors > 0 ? CLI_RED : CLI_PLAIN, "%" PRIu32, f->errors);
            } else {
                cli_cellf(&table, CLI_PLAIN, "%s", "");
                cli_cellf(&table, CLI_PLAIN, "%s", "");
                cli_cellf(&table, CLI_PLAIN, "%s", "");
            }
            cli_cellf(&table, CLI_PLAIN, "%s%s", p->path.ptr, p->leftover ? "  (looks like a leftover)" : "");
        }
    }
    if (c->format == CLI_JSON) {
        cli_json_end(&j);
        cli_json_end(&j);
        cli_json_line(&j);
    } else if (c->format == CLI_TEXT && config->state.enabled) {
        cli_table_print(c, &table);
        if (unused) fputs("\nA refused file has an error and gives nothing: nvprofile lint tells where.\n", c->out);
    }
    nvp_config_close(config);
    texts_free(&kept);
    return unused ? CLI_FINDING : CLI_FINE;
}

/* A program that does not run: what can be known of it before it starts. */
typedef struct planned {
    char exe[PATH_MAX];
    char folder[PATH_MAX];
} planned;

static nvp_answer planned_env(void *user, const char *name, nvp_view *out)
{
    const char *value = getenv(name);
    (void)user;
    if (value == NULL) return NVP_ANSWER_NO;
    *out = nvp_text(value);
    return NVP_ANSWER_YES;
}

static nvp_answer planned_entry(void *user, const char *name)
{
    const planned *p = (const planned *)user;
    cli_buf b = {NULL, 0, 0};
    struct stat st;
    int there;
    if (p->folder[0] == 0) return NVP_ANSWER_UNKNOWN;
    cli_putf(&b, "%s/%s", p->folder, name);
    there = lstat(b.ptr, &st) == 0;
    cli_buf_free(&b);
    return there ? NVP_ANSWER_YES : NVP_ANSWER_NO;
}

/* The file that a command name leads to, as a shell would find it. */
static int find_program(const char *name, char *out)
{
    const char *path = getenv("PATH"), *end;
    if (strchr(name, '/') != NULL) return realpath(name, out) != NULL;
    for (path = path != NULL ? path : "/usr/bin:/bin"; *path != 0; path = *end != 0 ? end + 1 : end) {
        cli_buf b = {NULL, 0, 0};
        int found;
        end = strchr(path, ':');
        if (end == NULL) end = path + strlen(path);
        cli_put(&b, path, (size_t)(end - path));
        cli_putf(&b, "/%s", name);
        found = access(b.ptr, X_OK) == 0 && realpath(b.ptr, out) != NULL;
        cli_buf_free(&b);
        if (found) return 1;
    }
    return 0;
}

static void plan(planned *p, nvp_process *out, const char *name)
{
    const char *base;
    char *slash;
    memset(p, 0, sizeof *p);
    memset(out, 0, sizeof *out);
    if (find_program(name, p->exe)) {
        strcpy(p->folder, p->exe);
        slash = strrchr(p->folder, '/');
        if (slash != NULL) *slash = 0;
        out->exe.ptr = p->exe;
    } else
        out->exe.ptr = name;
    out->exe.len = strlen(out->exe.ptr);
    out->argv0.ptr = name;
    out->argv0.len = strlen(name);
    base = strrchr(name, '/') != NULL ? strrchr(name, '/') + 1 : name;
    out->comm.ptr = base; /* the kernel keeps 15 bytes of it */
    out->comm.len = strlen(base) > 15 ? 15 : strlen(base);
    out->entry_fn = planned_entry;
    out->env_fn = planned_env;
    out->user = p;
}

/* "procname is "x"" and so on, for the pattern that decided. */
static void put_why(cli_buf *b, const nvp_config *config, const nvp_use *u, const nvp_outcome *o)
{
    const nvp_rule *r = &config->files[u->file]->rules[u->rule];
    const nvp_pattern *p = r->pattern;
    uint32_t i = 0;
    if (o->why == NVP_WHY_ERROR) {
        cli_putf(b, r->at == o->decided && p == NULL ? "an error in its pattern, or no pattern" : "an error");
        return;
    }
    while (i + 1 < p->size && p[i].at != o->decided) i++;
    p += i;
    switch (o->why) {
    case NVP_WHY_ALWAYS: cli_putf(b, "always"); return;
    case NVP_WHY_ALL: cli_putf(b, p->count > 0 ? "all patterns hold" : "no pattern, so always"); return;
    case NVP_WHY_NONE: cli_putf(b, "no pattern holds"); return;
    case NVP_WHY_OPERANDS: cli_putf(b, "'not' needs exactly one operand"); return;
    default: break;
    }
    cli_put_safe(b, p->name.ptr, p->name.len);
    switch (o->why) {
    case NVP_WHY_EQUAL: cli_putf(b, p->feature == NVP_FEATURE_DSO ? " has \"" : " is \""); break;
    case NVP_WHY_DIFFERENT: cli_putf(b, p->feature == NVP_FEATURE_DSO ? " has no \"" : " is not \""); break;
    case NVP_WHY_PREFIX: cli_putf(b, " has a library whose name only begins with \""); break;
    case NVP_WHY_PRESENT: cli_putf(b, " finds \""); break;
    case NVP_WHY_MISSING: cli_putf(b, " misses \""); break;
    case NVP_WHY_EMPTY: cli_putf(b, " without a name: \""); break;
    case NVP_WHY_SLASH: cli_putf(b, " with a slash: \""); break;
    case NVP_WHY_UNKNOWN: cli_putf(b, " is not known here: \""); break;
    default: cli_putf(b, " is no known feature: \""); break;
    }
    cli_put_safe(b, p->matches.ptr, p->matches.len);
    cli_put(b, "\"", 1);
}

static void put_place(cli_buf *b, const nvp_file *f, uint32_t at)
{
    const nvp_position p = nvp_file_locate(f, at);
    cli_put_safe(b, f->name.ptr, f->name.len);
    cli_putf(b, ":%" PRIu32 ":%" PRIu32, p.line, p.column);
}

static void json_place(cli_json *j, const char *key, const nvp_file *f, uint32_t at)
{
    const nvp_position p = nvp_file_locate(f, at);
    cli_json_object(j, key);
    cli_json_text(j, "file", f->name.ptr, f->name.len);
    cli_json_u64(j, "line", p.line);
    cli_json_u64(j, "column", p.column);
    cli_json_end(j);
}

static void which_text(tool *t, const char *name, const nvp_config *config, const nvp_result *result)
{
    static const char *const gives[] = {"", ", whose profile has no settings", ", whose profile has an error",
                                        ", whose profile no file defines", ", whose profile is built in"};
    cli *c = &t->c;
    cli_buf b = {NULL, 0, 0};
    uint32_t i;
    if (t->explain) {
        switches(c, &config->state);
        for (i = 0; i < config->use_count; i++) {
            const nvp_use *u = &config->uses[i];
            const nvp_outcome *o = &result->outcomes[i];
            b.len = 0;
            put_place(&b, config->files[u->file], config->files[u->file]->rules[u->rule].at);
            cli_putf(&b, "\n      ");
            put_why(&b, config, u, o);
            if (o->matched && u->gives != NVP_GIVES_SETTINGS) cli_putf(&b, "%s", gives[u->gives]);
            else if (o->matched) {
                cli_putf(&b, ": %" PRIu32 " in force", o->won);
                if (o->lost > 0) cli_putf(&b, ", %" PRIu32 " set earlier", o->lost);
            } else if (o->why == NVP_WHY_EQUAL || o->why == NVP_WHY_PRESENT || o->why == NVP_WHY_ALWAYS || o->why == NVP_WHY_ALL)
                cli_putf(&b, ", below a 'not'");
            fprintf(c->out, "%s%s%s %s\n", cli_style(c->color, o->matched ? CLI_GREEN : CLI_DIM), o->matched ? "yes  " : "no   ",
                    cli_style(c->color, CLI_PLAIN), b.ptr);
        }
        if (config->use_count > 0) putc('\n', c->out);
    }
    if (!config->state.enabled || result->setting_count == 0) cli_print_safe(c->out, name, strlen(name));
    if (!config->state.enabled) fprintf(c->out, ": no settings, since profiles are disabled %s\n", by[config->state.by]);
    else if (result->setting_count == 0)
        fprintf(c->out, ": no settings (%" PRIu32 " rule%s in %" PRIu32 " file%s)\n", config->use_count,
                config->use_count == 1 ? "" : "s", config->file_count, config->file_count == 1 ? "" : "s");
    for (i = 0; i < result->setting_count; i++) {
        const nvp_effective *e = &result->settings[i];
        const nvp_use *u = &config->uses[e->use];
        const nvp_shadow *s;
        b.len = 0;
        cli_putf(&b, "%s", cli_style(c->color, CLI_BOLD));
        cli_put_safe(&b, e->setting->key.ptr, e->setting->key.len);
        cli_putf(&b, "%s = %s", cli_style(c->color, CLI_PLAIN), cli_style(c->color, CLI_CYAN));
        put_value(&b, &e->setting->value);
        cli_putf(&b, "%s\n    value  ", cli_style(c->color, CLI_PLAIN));
        put_place(&b, config->files[u->profile_file], e->setting->value_at);
        if (u->profile->named) {
            cli_putf(&b, "  profile \"");
            cli_put_safe(&b, u->profile->name.ptr, u->profile->name.len);
            cli_putf(&b, "\"");
        }
        cli_putf(&b, "\n    rule   ");
        put_place(&b, config->files[u->file], config->files[u->file]->rules[u->rule].at);
        cli_putf(&b, "  ");
        put_why(&b, config, u, &result->outcomes[e->use]);
        for (s = e->shadows; s != NULL; s = s->next) {
            cli_putf(&b, "\n    over   ");
            put_place(&b, config->files[config->uses[s->use].profile_file], s->setting->value_at);
            cli_putf(&b, "  ");
            put_value(&b, &s->setting->value);
        }
        if (e->overridden == NVP_ANSWER_YES) cli_putf(&b, "\n    %sbut %s is set and beats it%s", cli_style(c->color, CLI_YELLOW), e->environment.ptr,
                                             cli_style(c->color, CLI_PLAIN));
        fprintf(c->out, "%s\n", b.ptr);
    }
    cli_buf_free(&b);
}

static void which_json(tool *t, const char *name, const nvp_config *config, const nvp_result *result)
{
    static const char *const gives[] = {"settings", "nothing", "bad", "undefined", "known"};
    cli_json j;
    uint32_t i;
    cli_json_init(&j, t->c.out, CLI_UTF8, 2);
    cli_json_object(&j, NULL);
    cli_json_str(&j, "program", name);
    json_switches(&j, &config->state);
    cli_json_array(&j, "settings");
    for (i = 0; i < result->setting_count; i++) {
        const nvp_effective *e = &result->settings[i];
        const nvp_use *u = &config->uses[e->use];
        const nvp_shadow *s;
        cli_json_object(&j, NULL);
        cli_json_text(&j, "key", e->setting->key.ptr, e->setting->key.len);
        json_value(&j, &e->setting->value);
        json_place(&j, "at", config->files[u->profile_file], e->setting->value_at);
        if (u->profile->named) cli_json_text(&j, "profile", u->profile->name.ptr, u->profile->name.len);
        else cli_json_null(&j, "profile");
        cli_json_u64(&j, "rule", u->rule);
        json_place(&j, "rule_at", config->files[u->file], config->files[u->file]->rules[u->rule].at);
        cli_json_str(&j, "environment", e->overridden == NVP_ANSWER_YES ? e->environment.ptr : NULL);
        cli_json_array(&j, "shadows");
        for (s = e->shadows; s != NULL; s = s->next) {
            cli_json_object(&j, NULL);
            json_value(&j, &s->setting->value);
            json_place(&j, "at", config->files[config->uses[s->use].profile_file], s->setting->value_at);
            cli_json_end(&j);
        }
        cli_json_end(&j);
        cli_json_end(&j);
    }
    cli_json_end(&j);
    if (t->explain) {
        cli_json_array(&j, "rules");
        for (i = 0; i < config->use_count; i++) {
            const nvp_use *u = &config->uses[i];
            const nvp_outcome *o = &result->outcomes[i];
            cli_buf b = {NULL, 0, 0};
            put_why(&b, config, u, o);
            cli_json_object(&j, NULL);
            cli_json_u64(&j, "rule", u->rule);
            json_place(&j, "at", config->files[u->file], config->files[u->file]->rules[u->rule].at);
            cli_json_bool(&j, "matched", o->matched);
            cli_json_str(&j, "why", nvp_why_name(o->why));
            cli_json_text(&j, "text", b.ptr, b.len);
            json_place(&j, "decided", config->files[u->file], o->decided);
            cli_json_str(&j, "gives", gives[u->gives]);
            cli_json_u64(&j, "won", o->won);
            cli_json_u64(&j, "lost", o->lost);
            cli_json_end(&j);
            cli_buf_free(&b);
        }
        cli_json_end(&j);
    }
    cli_json_end(&j);
    cli_json_line(&j);
}

static void which_csv(tool *t, const nvp_config *config, const nvp_result *result)
{
    cli_csv v;
    uint32_t i;
    memset(&v, 0, sizeof v);
    v.f = t->c.out;
    fputs("key,value,environment,file,line,column,rule,rule_file,rule_line\n", v.f);
    for (i = 0; i < result->setting_count; i++) {
        const nvp_effective *e = &result->settings[i];
        const nvp_use *u = &config->uses[e->use];
        const nvp_file *f = config->files[u->profile_file], *rf = config->files[u->file];
        const nvp_position p = nvp_file_locate(f, e->setting->value_at);
        cli_csv_field(&v, e->setting->key.ptr, e->setting->key.len);
        cli_csv_field(&v, e->setting->value.text.ptr, e->setting->value.text.len);
        cli_csv_fieldf(&v, "%s", e->overridden == NVP_ANSWER_YES ? e->environment.ptr : "");
        cli_csv_field(&v, f->name.ptr, f->name.len);
        cli_csv_fieldf(&v, "%" PRIu32, p.line);
        cli_csv_fieldf(&v, "%" PRIu32, p.column);
        cli_csv_fieldf(&v, "%" PRIu32, u->rule);
        cli_csv_field(&v, rf->name.ptr, rf->name.len);
        cli_csv_fieldf(&v, "%" PRIu32, nvp_file_locate(rf, rf->rules[u->rule].at).line);
        cli_csv_end(&v);
    }
}

/* A file with an error gives nothing, which is the first thing to know where a setting is missed. */
static void refused(const cli *c, const nvp_config *config)
{
    uint32_t i, k;
    for (i = 0; i < config->file_count; i++) {
        const nvp_file *f = config->files[i];
        if (f->used) continue;
        for (k = 0; k + 1 < f->diagnostic_count && f->diagnostics[k].severity != NVP_SEVERITY_ERROR; k++) {}
        if (k < f->diagnostic_count) {
            const nvp_position p = nvp_file_locate(f, f->diagnostics[k].at);
            cli_error(c, "%s:%" PRIu32 ":%" PRIu32 ": %s; the file is not used", f->name.ptr, p.line, p.column,
                      nvp_issue_text(f->diagnostics[k].issue));
        }
    }
}

int verb_which(tool *t)
{
    cli *c = &t->c;
    texts kept = {NULL, 0, 0};
    nvp_posix state;
    nvp_system system;
    static planned program;
    nvp_process process;
    nvp_config *config;
    const nvp_result *result;
    nvp_error error;
    const char *name;
    char *end;
    long pid = 0;
    if (t->operand_count == 0) return cli_usage(c, "which takes a process id, a program name, or -- and a command");
    if (t->operand_count > 1 && t->command_at != 0) return cli_usage(c, "which takes one process or name; a command follows --");
    name = t->operands[0];
    if (t->command_at != 0 && isdigit((unsigned char)name[0])) {
        pid = strtol(name, &end, 10);
        if (*end != 0) pid = 0;
    }
    if (!look(t, &state, pid, &system, &process)) return CLI_INPUT;
    if (pid == 0) plan(&program, &process, name);
    config = load(t, &system, &process, NULL, 0, &kept);
    if (config == NULL) return CLI_INPUT;
    refused(c, config);
    result = nvp_resolve(config, &process, NULL, &error);
    nvp_posix_close(&state);
    if (result == NULL) {
        nvp_config_close(config);
        texts_free(&kept);
        return failed(c, name, &error);
    }
    if (c->format == CLI_JSON) which_json(t, name, config, result);
    else if (c->format == CLI_CSV) which_csv(t, config, result);
    else which_text(t, name, config, result);
    nvp_result_close(result);
    nvp_config_close(config);
    texts_free(&kept);
    return CLI_FINE;
}
