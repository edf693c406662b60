/* show: the files of this machine. which: what a program gets. */
/* realpath belongs to the X/Open part of POSIX. */
#define _XOPEN_SOURCE 700
#include "tool.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const gives_texts[] = {"", ", whose profile has no settings", ", whose profile has an error",
                                          ", whose profile no file defines", ", whose profile is built in"};
static const char *const by[] = {"by default", "by the environment", "by the globals file"};

void switches(cli *c, const nvp_switch *s)
{
    unsigned bit;
    fprintf(c->out, "Profiles are %s%s%s%s %s.\n", s->unknown ? "perhaps " : "",
            cli_style(c->color, s->enabled ? CLI_GREEN : CLI_RED), s->enabled ? "enabled" : "disabled",
            cli_style(c->color, CLI_PLAIN), by[s->by]);
    for (bit = 1; bit <= s->reports; bit <<= 1)
        if ((s->reports & bit) != 0) fprintf(c->out, "Note: %s.\n", nvp_report_text((nvp_report)bit));
}

static void json_switches(cli_json *j, const nvp_switch *s)
{
    unsigned bit;
    cli_json_bool(j, "enabled", s->enabled);
    cli_json_bool(j, "enabled_unknown", s->unknown);
    cli_json_str(j, "by", nvp_by_name(s->by));
    cli_json_bool(j, "log", s->log);
    cli_json_array(j, "reports");
    for (bit = 1; bit <= s->reports; bit <<= 1)
        if ((s->reports & bit) != 0) cli_json_str(j, NULL, nvp_report_name((nvp_report)bit));
    cli_json_end(j);
}

static void csv_count(cli_csv *v, int known, uint32_t n)
{
    if (known) cli_csv_fieldf(v, "%" PRIu32, n);
    else cli_csv_field(v, "", 0);
}

void put_pattern_text(cli_buf *b, const nvp_pattern *p)
{
    uint32_t i, n;
    if (p == NULL) {
        cli_putf(b, "(no pattern, or an error in it)");
        return;
    }
    if (p->feature < NVP_FEATURE_AND) {
        if (p->feature == NVP_FEATURE_TRUE) {
            cli_putf(b, "every program");
            return;
        }
        if (p->feature == NVP_FEATURE_UNSUPPORTED) cli_put_safe(b, p->name.ptr, p->name.len);
        else cli_putf(b, "%s", nvp_feature_name(p->feature));
        cli_putf(b, " \"");
        cli_put_safe(b, p->matches.ptr, p->matches.len);
        cli_putf(b, "\"");
        return;
    }
    if (p->feature == NVP_FEATURE_NOT) cli_putf(b, "not ");
    else if (p->count == 0) cli_putf(b, p->feature == NVP_FEATURE_AND ? "every program" : "no program");
    if (p->count > 1 || (p->feature == NVP_FEATURE_NOT && p->count != 1)) cli_putf(b, "(");
    for (i = 1, n = 0; n < p->count; n++, i += p[i].size) {
        if (n > 0) cli_putf(b, p->feature == NVP_FEATURE_OR ? " or " : " and ");
        put_pattern_text(b, &p[i]);
    }
    if (p->count > 1 || (p->feature == NVP_FEATURE_NOT && p->count != 1)) cli_putf(b, ")");
}

static void settings_of(cli *c, cli_json *j, const nvp_profile *p)
{
    uint32_t i;
    if (j != NULL) cli_json_array(j, "settings");
    for (i = 0; p != NULL && i < p->setting_count; i++) {
        const nvp_setting *s = &p->settings[i];
        if (j != NULL) {
            cli_json_object(j, NULL);
            cli_json_text(j, "key", s->key.ptr, s->key.len);
            json_value(j, &s->value);
            cli_json_end(j);
        } else {
            cli_buf b = {NULL, 0, 0};
            cli_put_safe(&b, s->key.ptr, s->key.len);
            cli_putf(&b, " = ");
            put_value(&b, &s->value);
            fprintf(c->out, "%s%s", i > 0 ? ", " : "", b.ptr);
            cli_buf_free(&b);
        }
    }
    if (j != NULL) cli_json_end(j);
}

static void csv_settings(cli_csv *v, const nvp_file *f, int of_rule, uint32_t index, uint32_t at, const char *pattern,
                         nvp_view profile, const nvp_profile *p)
{
    uint32_t i = 0;
    do {
        cli_csv_field(v, f->name.ptr, f->name.len);
        cli_csv_fieldf(v, "%s", of_rule ? "rule" : "profile");
        cli_csv_fieldf(v, "%" PRIu32, index);
        cli_csv_fieldf(v, "%" PRIu32, nvp_file_locate(f, at).line);
        cli_csv_fieldf(v, "%s", pattern);
        cli_csv_field(v, profile.ptr, profile.len);
        if (p != NULL && i < p->setting_count) {
            cli_csv_field(v, p->settings[i].key.ptr, p->settings[i].key.len);
            cli_csv_field(v, p->settings[i].value.text.ptr, p->settings[i].value.text.len);
        } else {
            cli_csv_field(v, "", 0);
            cli_csv_field(v, "", 0);
        }
        cli_csv_end(v);
    } while (p != NULL && ++i < p->setting_count);
}

/* The contents of named files: each rule with where it leads, each profile with its settings. */
static int show_files(tool *t)
{
    cli *c = t->c;
    texts kept = {NULL, 0, 0};
    path_list given = {NULL, 0, 0};
    nvp_config *config;
    cli_json j;
    cli_csv v;
    uint32_t f, i, next = 0;
    int unused = 0;
    nvp_view *known = know_driver_profiles(t);
    home_unused(t, 0);
    paths_of(t, t->operands, t->operand_count, &given, &kept);
    c->inputs = given.count;
    config = given.count > 0 ? load(t, NULL, NULL, given.list, (int)given.count, &kept) : NULL;
    free(given.list);
    free(known);
    if (config == NULL) {
        texts_free(&kept);
        return CLI_INPUT;
    }
    memset(&v, 0, sizeof v);
    v.f = c->out;
    cli_json_init(&j, c->out, CLI_UTF8, 2);
    if (c->format == CLI_JSON) cli_json_array(&j, NULL);
    if (c->format == CLI_CSV) fputs("file,kind,number,line,pattern,profile,key,value\n", c->out);
    for (f = 0; f < config->file_count; f++) {
        const nvp_file *file = config->files[f];
        if (!file->used) unused = 1;
        if (c->format == CLI_JSON) {
            cli_json_object(&j, NULL);
            cli_json_text(&j, "file", file->name.ptr, file->name.len);
            cli_json_bool(&j, "used", file->used);
            cli_json_u64(&j, "errors", file->errors);
            cli_json_u64(&j, "warnings", file->warnings);
            cli_json_u64(&j, "notes", file->notes);
            cli_json_array(&j, "rules");
        } else if (c->format == CLI_TEXT) {
            if (f > 0) putc('\n', c->out);
            fputs(cli_style(c->color, CLI_BOLD), c->out);
            cli_print_safe(c->out, file->name.ptr, file->name.len);
            fprintf(c->out, "%s: %s%s%s, %" PRIu32 " rule%s, %" PRIu32 " profile%s, %" PRIu32 " error%s\n",
                    cli_style(c->color, CLI_PLAIN), cli_style(c->color, file->used ? CLI_GREEN : CLI_RED),
                    file->used ? "used" : "not used", cli_style(c->color, CLI_PLAIN), file->rule_count,
                    file->rule_count == 1 ? "" : "s", file->profile_count, file->profile_count == 1 ? "" : "s", file->errors,
                    file->errors == 1 ? "" : "s");
        }
        for (i = 0; i < file->rule_count; i++) {
            const nvp_rule *r = &file->rules[i];
            const nvp_use *u = file->used && next < config->use_count ? &config->uses[next++] : NULL;
            const nvp_profile *p = u != NULL ? u->profile : r->profile;
            const nvp_view name = r->has_ref ? r->ref : p != NULL && p->named ? p->name : nvp_text("");
            cli_buf b = {NULL, 0, 0};
            put_pattern_text(&b, r->pattern);
            if (c->format == CLI_JSON) {
                const nvp_position at = nvp_file_locate(file, r->at);
                cli_json_object(&j, NULL);
                cli_json_u64(&j, "rule", i);
                cli_json_u64(&j, "line", at.line);
                cli_json_u64(&j, "column", at.column);
                cli_json_str(&j, "pattern", r->pattern != NULL ? b.ptr : NULL);
                if (name.len > 0 || r->has_ref) cli_json_text(&j, "profile", name.ptr, name.len);
                else cli_json_null(&j, "profile");
                cli_json_str(&j, "gives", u != NULL ? nvp_gives_name(u->gives) : NULL);
                settings_of(c, &j, p);
                cli_json_end(&j);
            } else if (c->format == CLI_CSV)
                csv_settings(&v, file, 1, i, r->at, r->pattern != NULL ? b.ptr : "", name, p);
            else {
                fprintf(c->out, "%5" PRIu32 "  %s\n       %s", i, b.ptr, cli_style(c->color, CLI_DIM));
                if (name.len > 0) {
                    fputs("profile \"", c->out);
                    cli_print_safe(c->out, name.ptr, name.len);
                    fputs(p != NULL && p->setting_count > 0 ? "\": " : "\"", c->out);
                }
                settings_of(c, NULL, p);
                if (u != NULL && u->gives != NVP_GIVES_SETTINGS) fputs(gives_texts[u->gives], c->out);
                fprintf(c->out, "%s\n", cli_style(c->color, CLI_PLAIN));
            }
            cli_buf_free(&b);
        }
        if (c->format == CLI_JSON) {
            cli_json_end(&j);
            cli_json_array(&j, "profiles");
        }
        for (i = 0; i < file->profile_count; i++) {
            const nvp_profile *p = &file->profiles[i];
            if (c->format == CLI_JSON) {
                const nvp_position at = nvp_file_locate(file, p->at);
                cli_json_object(&j, NULL);
                if (p->named) cli_json_text(&j, "profile", p->name.ptr, p->name.len);
                else cli_json_null(&j, "profile");
                cli_json_u64(&j, "line", at.line);
                cli_json_u64(&j, "column", at.column);
                cli_json_bool(&j, "bad", p->bad);
                settings_of(c, &j, p);
                cli_json_end(&j);
            } else if (c->format == CLI_CSV)
                csv_settings(&v, file, 0, i, p->at, "", p->name, p);
            else {
                fputs("  profile \"", c->out);
                cli_print_safe(c->out, p->name.ptr, p->name.len);
                fputs(p->bad ? "\": an error, so nothing" : p->setting_count > 0 ? "\": " : "\": nothing", c->out);
                settings_of(c, NULL, p);
                putc('\n', c->out);
            }
        }
        if (c->format == CLI_JSON) {
            cli_json_end(&j);
            cli_json_end(&j);
        }
    }
    if (c->format == CLI_JSON) {
        cli_json_end(&j);
        cli_json_line(&j);
    }
    refused(c, config);
    nvp_config_close(config);
    texts_free(&kept);
    return c->unread > 0 ? CLI_INPUT : unused ? CLI_FINDING : CLI_FINE;
}

int do_show(tool *t)
{
    static const char *const titles[] = {"ENTRY", "STATE", "RULES", "PROFILES", "ERRORS", "PATH"};
    cli *c = t->c;
    texts kept = {NULL, 0, 0};
    static program asked;
    nvp_system system;
    nvp_process process;
    nvp_config *config;
    doubts open = {NULL, 0, 0, 0, NVP_NONE};
    cli_table table;
    cli_json j;
    cli_csv csv;
    uint32_t i;
    int unused = 0;
    if (t->file_count > 0) return cli_usage(c, "show takes files and folders without --file");
    if (t->operand_count > 0) return show_files(t);
    if (!look(t, &asked.posix, 0, &system, &process)) return CLI_INPUT;
    program_facts(&asked, t, &process);
    config = load(t, &system, &process, NULL, 0, &kept);
    if (config != NULL && config->state.enabled) doubts_driver(t, &system, config, &open);
    program_close(&asked);
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
        fputs("entry,state,leftover,used,rules,profiles,errors,warnings,notes,path\n", c->out);
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
            cli_json_str(&j, "state", nvp_place_state_name(p->state));
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
            const int style = f != NULL                                ? (f->used ? CLI_GREEN : CLI_RED)
                              : p->state == NVP_PLACE_STATE_UNREADABLE ? CLI_RED
                                                                       : CLI_DIM;
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
        if (unused) fputs("\nA refused file has an error and no effect: nvprofile lint reports where.\n", c->out);
        if (config->failed_count > 0) fputs("\nWhat cannot be read may hold rules as well.\n", c->out);
        if (open.count > 0) fprintf(c->out, "\nunknown: %s\n", open.list[0].text);
    }
    unused |= open.count > 0;
    doubts_free(&open);
    unused |= config->failed_count > 0 || config->state.reports != 0;
    nvp_config_close(config);
    texts_free(&kept);
    return unused ? CLI_FINDING : CLI_FINE;
}

static nvp_reply program_env(const char *name, nvp_view *out, void *user)
{
    const program *p = (const program *)user;
    const char *value = strcmp(name, "HOME") == 0 ? p->t->home : NULL;
    if (value == NULL && !follow_variable(p, name, &value)) return p->real.env_fn(name, out, user);
    *out = nvp_text(value);
    return value != NULL ? NVP_REPLY_YES : NVP_REPLY_NO;
}

static nvp_reply program_dso(uint32_t index, nvp_view *out, void *user)
{
    const program *p = (const program *)user;
    if (p->t->library_count == 0) return p->planned ? NVP_REPLY_UNKNOWN : p->real.dso_fn(index, out, user);
    if (index >= (uint32_t)p->t->library_count) return NVP_REPLY_NO;
    *out = nvp_text(p->t->libraries[index]);
    return NVP_REPLY_YES;
}

static nvp_reply program_entry(const char *name, void *user)
{
    const program *p = (const program *)user;
    cli_buf b = {NULL, 0, 0};
    struct stat st;
    nvp_reply answer;
    if (!p->planned && p->t->exe == NULL) return p->real.entry_fn(name, user);
    if (p->folder[0] == 0) return NVP_REPLY_UNKNOWN;
    cli_putf(&b, "%s/%s", p->folder, name);
    answer = lstat(b.ptr, &st) == 0 ? NVP_REPLY_YES : errno == ENOENT || errno == ENOTDIR ? NVP_REPLY_NO : NVP_REPLY_UNKNOWN;
    cli_buf_free(&b);
    return answer;
}

static nvp_reply program_fact(nvp_fact what, nvp_view *out, void *user)
{
    const program *p = (const program *)user;
    return p->planned ? NVP_REPLY_UNKNOWN : p->real.fact_fn(what, out, user);
}

static void plan(program *p, nvp_process *out, const char *const *command, int count)
{
    char *slash;
    p->planned = 1;
    out->exe.ptr = out->argv0.ptr = out->comm.ptr = NULL;
    if (!follow(p, command, count)) return;
    out->comm = nvp_text(p->comm[0] != 0 ? p->comm : strrchr(command[0], '/') != NULL ? strrchr(command[0], '/') + 1 : command[0]);
    if (out->comm.len > 15) out->comm.len = 15;
    out->exe = nvp_text(p->exe[0] != 0 ? p->exe : command[0]);
    out->argv0 = nvp_text(p->exe[0] != 0 ? p->argv0 : command[0]);
    strcpy(p->folder, p->exe);
    slash = strrchr(p->folder, '/');
    if (slash != NULL) *slash = 0;
}

/* Callbacks for a program, with whatever the command line sets. */
static void facts_of(program *p, nvp_process *out)
{
    const tool *t = p->t;
    p->real = *out;
    out->fact_fn = program_fact;
    out->dso_fn = program_dso;
    out->entry_fn = program_entry;
    out->env_fn = program_env;
    if (t->exe != NULL) {
        const char *slash = strrchr(t->exe, '/');
        out->exe = nvp_text(t->exe);
        if (slash != NULL && (size_t)(slash - t->exe) < sizeof p->folder) {
            memcpy(p->folder, t->exe, (size_t)(slash - t->exe));
            p->folder[slash - t->exe] = 0;
        }
    }
    if (t->comm != NULL) out->comm = nvp_text(t->comm);
    if (t->argv0 != NULL) out->argv0 = nvp_text(t->argv0);
}

void home_unused(const tool *t, int used)
{
    if (t->home != NULL && !used) cli_error(t->c, "--home changes nothing where files are named");
}

void program_facts(program *p, tool *t, nvp_process *out)
{
    p->t = t;
    facts_of(p, out);
}

void program_plan(program *p, tool *t, nvp_process *out, const char *const *command, int count)
{
    p->t = t;
    plan(p, out, command, count);
    facts_of(p, out);
}

void program_close(program *p)
{
    nvp_posix_close(&p->posix);
    texts_free(&p->changes);
    memset(&p->changes, 0, sizeof p->changes);
}

static int overlaid(const program *p, const char *path) { return strcmp(path, p->path) == 0; }

static void overlay_stat(const char *path, nvp_stat *out, void *user)
{
    const program *p = (const program *)user;
    p->files.stat_fn(path, out, user);
    if (!overlaid(p, path)) return;
    out->kind = NVP_KIND_REGULAR;
    out->size = p->size;
}

static nvp_reply overlay_open(const char *path, void **handle, void *user)
{
    program *p = (program *)user;
    if (!overlaid(p, path)) return p->files.open_fn(path, handle, user);
    p->at = 0;
    *handle = p;
    return NVP_REPLY_YES;
}

static size_t overlay_read(void *handle, void *buffer, size_t size, nvp_reply *reply, void *user)
{
    program *p = (program *)user;
    if (handle != p) return p->files.read_fn(handle, buffer, size, reply, user);
    if (size > p->size - p->at) size = p->size - p->at;
    memcpy(buffer, p->text + p->at, size);
    p->at += size;
    if (size == 0) *reply = NVP_REPLY_NO;
    return size;
}

static void overlay_close(void *handle, void *user)
{
    if (handle != user) ((program *)user)->files.close_fn(handle, user);
}

static int overlay_name(const char *name, void *to)
{
    program *p = (program *)to;
    if (strcmp(strrchr(p->path, '/') + 1, name) == 0) p->listed = 1;
    return p->add_fn(name, p->add_to);
}

static nvp_reply overlay_list(const char *path, int (*add_fn)(const char *name, void *to), void *to, void *user)
{
    program *p = (program *)user;
    const char *base = strrchr(p->path, '/');
    const int here = strlen(path) == (size_t)(base - p->path) && memcmp(path, p->path, strlen(path)) == 0;
    nvp_reply answer;
    p->add_fn = add_fn;
    p->add_to = to;
    p->listed = 0;
    answer = p->files.list_fn(path, overlay_name, p, user);
    if (here && !p->listed) (void)add_fn(base + 1, to);
    return answer;
}

void program_overlay(program *p, nvp_system *system, const char *path, const char *text, size_t size)
{
    p->files = *system;
    p->path = path;
    p->text = text;
    p->size = size;
    system->stat_fn = overlay_stat;
    system->open_fn = overlay_open;
    system->read_fn = overlay_read;
    system->close_fn = overlay_close;
    system->list_fn = overlay_list;
}

/* One fact: its name, *answer and its text; libraries are counted. */
static const char *fact_text(nvp_process *p, int what, nvp_reply *answer, cli_buf *b)
{
    static const char *const names[] = {"exe", "comm", "argv0", "home", "libraries"};
    nvp_view v = {NULL, 0};
    uint32_t i = 0;
    *answer = NVP_REPLY_YES;
    b->len = 0;
    cli_put(b, "", 0);
    if (what < 3) {
        v = what == 0 ? p->exe : what == 1 ? p->comm : p->argv0;
        if (v.ptr == NULL) *answer = p->fact_fn((nvp_fact)what, &v, p->user);
    } else if (what == 3)
        *answer = p->env_fn("HOME", &v, p->user);
    else {
        while ((*answer = p->dso_fn(i, &v, p->user)) == NVP_REPLY_YES) i++;
        if (*answer == NVP_REPLY_NO) {
            cli_putf(b, "%" PRIu32, i);
            *answer = NVP_REPLY_YES;
        }
        return names[what];
    }
    if (*answer == NVP_REPLY_YES) cli_put(b, v.ptr, v.len);
    return names[what];
}

/* "procname is "x"" and so on, for the pattern that decided. */
void put_why(cli_buf *b, const nvp_config *config, const nvp_use *u, const nvp_outcome *o)
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
    default: cli_putf(b, " is not a known feature: \""); break;
    }
    cli_put_safe(b, p->matches.ptr, p->matches.len);
    cli_put(b, "\"", 1);
}

void put_place(cli_buf *b, const nvp_file *f, uint32_t at)
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

/* The settings that differ where dso compares names in the other way. */
typedef struct other_answer {
    const char *word;
    const nvp_result *result;
} other_answer;

/* What else decides, apart from the files of the search path. */
typedef struct beside {
    doubts open;
    other_answer answers[2]; /* where a rule depends on what dso compares: with equal, with prefix */
    kept_values settings;
    cli_buf keys; /* path of the installed key documentation; empty: none */
} beside;

/* The settings of one answer that the other one does not have. */
static void put_answer(cli *c, const other_answer *a, const nvp_result *other)
{
    cli_buf b = {NULL, 0, 0};
    uint32_t i, n = 0;
    cli_putf(&b, "    with --dso %s:", a->word);
    for (i = 0; i < a->result->setting_count; i++) {
        const nvp_setting *s = a->result->settings[i].setting;
        nvp_effective e;
        if (nvp_result_find(other, s->key, &e) && e.setting == s) continue;
        cli_putf(&b, "%s ", n++ > 0 ? "," : "");
        cli_put_safe(&b, s->key.ptr, s->key.len);
        cli_putf(&b, " = ");
        put_value(&b, &s->value);
    }
    fprintf(c->out, "%s%s\n", b.ptr, n == 0 ? " none of the other's settings" : "");
    cli_buf_free(&b);
}

static void json_doubts(cli_json *j, const beside *also)
{
    uint32_t i, k;
    cli_json_array(j, "doubts");
    for (i = 0; i < also->open.count; i++) {
        cli_json_object(j, NULL);
        cli_json_str(j, "what", also->open.list[i].what);
        cli_json_str(j, "text", also->open.list[i].text);
        cli_json_end(j);
    }
    cli_json_end(j);
    cli_json_array(j, "answers");
    for (i = 0; i < 2 && also->answers[i].result != NULL; i++) {
        cli_json_object(j, NULL);
        cli_json_str(j, "dso", also->answers[i].word);
        cli_json_array(j, "settings");
        for (k = 0; k < also->answers[i].result->setting_count; k++) {
            const nvp_setting *s = also->answers[i].result->settings[k].setting;
            cli_json_object(j, NULL);
            cli_json_text(j, "key", s->key.ptr, s->key.len);
            json_value(j, &s->value);
            cli_json_end(j);
        }
        cli_json_end(j);
        cli_json_end(j);
    }
    cli_json_end(j);
}

static void which_text(tool *t, const char *name, const nvp_config *config, const nvp_result *result, nvp_process *process,
                       const beside *also)
{
    cli *c = t->c;
    cli_buf b = {NULL, 0, 0};
    uint32_t i;
    if (t->explain) {
        int what;
        cli_put_safe(&b, t->root != NULL ? t->root : t->root_read, strlen(t->root != NULL ? t->root : t->root_read));
        fprintf(c->out, "root       %s\n", b.ptr);
        for (what = 0; what < 5; what++) {
            nvp_reply answer;
            fprintf(c->out, "%-9s  ", fact_text(process, what, &answer, &b));
            if (answer == NVP_REPLY_YES) cli_print_safe(c->out, b.ptr, b.len);
            fputs(answer == NVP_REPLY_YES ? "\n" : answer == NVP_REPLY_NO ? "none\n" : "unknown\n", c->out);
        }
        b.len = 0;
        if (config->globals.len > 0) cli_put_safe(&b, config->globals.ptr, config->globals.len);
        else cli_putf(&b, "none");
        fprintf(c->out, "switch     %s\nkeys       ", b.ptr);
        if (also->keys.len > 0) cli_print_safe(c->out, also->keys.ptr, also->keys.len);
        else fputs("built in; no documentation is installed", c->out);
        putc('\n', c->out);
        facts_print(t, config);
        switches(c, &config->state);
        for (i = 0; i < config->use_count; i++) {
            const nvp_use *u = &config->uses[i];
            const nvp_outcome *o = &result->outcomes[i];
            b.len = 0;
            put_place(&b, config->files[u->file], config->files[u->file]->rules[u->rule].at);
            cli_putf(&b, "\n      ");
            put_why(&b, config, u, o);
            if (o->matched && u->gives != NVP_GIVES_SETTINGS) cli_putf(&b, "%s", gives_texts[u->gives]);
            else if (o->matched) {
                cli_putf(&b, ": %" PRIu32 " in force", o->won);
                if (o->lost > 0) cli_putf(&b, ", %" PRIu32 " set earlier", o->lost);
            } else if (o->why == NVP_WHY_EQUAL || o->why == NVP_WHY_PRESENT || o->why == NVP_WHY_ALWAYS ||
                       o->why == NVP_WHY_ALL)
                cli_putf(&b, ", below a 'not'");
            fprintf(c->out, "%s%s%s %s\n", cli_style(c->color, o->matched ? CLI_GREEN : CLI_DIM),
                    o->matched ? "yes  " : "no   ", cli_style(c->color, CLI_PLAIN), b.ptr);
        }
        if (config->use_count > 0) putc('\n', c->out);
    }
    if (!config->state.enabled || result->setting_count == 0) cli_print_safe(c->out, name, strlen(name));
    if (!config->state.enabled) fprintf(c->out, ": no settings, since profiles are disabled %s\n", by[config->state.by]);
    else if (result->setting_count == 0)
        fprintf(c->out, ": no settings%s (%" PRIu32 " rule%s in %" PRIu32 " file%s)\n",
                also->open.count > 0 ? " that are certain" : "", config->use_count,
                config->use_count == 1 ? "" : "s", config->file_count, config->file_count == 1 ? "" : "s");
    for (i = 0; i < result->setting_count; i++) {
        const nvp_effective *e = &result->settings[i];
        const nvp_use *u = &config->uses[e->use];
        const nvp_shadow *s;
        b.len = 0;
        cli_putf(&b, "%s", cli_style(c->color, CLI_BOLD));
        cli_put_safe(&b, e->setting->key.ptr, e->setting->key.len);
        cli_putf(&b, "%s %s %s", cli_style(c->color, CLI_PLAIN), doubts_touch(&also->open, e) ? "=?" : "=", cli_style(c->color, CLI_CYAN));
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
        if (e->overridden == NVP_REPLY_YES)
            cli_putf(&b, "\n    %sbut %s is set and beats it%s", cli_style(c->color, CLI_YELLOW), e->environment.ptr,
                     cli_style(c->color, CLI_PLAIN));
        if (e->overridden == NVP_REPLY_UNKNOWN)
            cli_putf(&b, "\n    unless %s is set, which cannot be read", e->environment.ptr);
        if (doubts_touch(&also->open, e)) cli_putf(&b, "\n    perhaps: a rule that is unknown may change it");
        fprintf(c->out, "%s\n", b.ptr);
    }
    if (t->explain) kept_print(c, &also->settings);
    for (i = 0; i < also->open.count; i++) fprintf(c->out, "unknown: %s\n", also->open.list[i].text);
    for (i = 0; i < 2 && also->answers[i].result != NULL; i++) put_answer(c, &also->answers[i], also->answers[1 - i].result);
    cli_buf_free(&b);
}

static void which_json(tool *t, const char *name, const nvp_config *config, const nvp_result *result, nvp_process *process,
                       const beside *also)
{
    cli_json j;
    uint32_t i;
    cli_json_init(&j, t->c->out, CLI_UTF8, 2);
    cli_json_object(&j, NULL);
    cli_json_str(&j, "program", name);
    cli_json_str(&j, "root", t->root != NULL ? t->root : t->root_read);
    cli_json_object(&j, "facts");
    for (i = 0; i < 5; i++) {
        cli_buf b = {NULL, 0, 0};
        nvp_reply answer;
        const char *fact = fact_text(process, (int)i, &answer, &b);
        if (answer != NVP_REPLY_YES) cli_json_null(&j, fact);
        else if (i == 4) cli_json_raw(&j, fact, "%s", b.ptr);
        else cli_json_text(&j, fact, b.ptr, b.len);
        cli_buf_free(&b);
    }
    cli_json_array(&j, "unknown");
    for (i = 0; i < 5; i++) {
        cli_buf b = {NULL, 0, 0};
        nvp_reply answer;
        const char *fact = fact_text(process, (int)i, &answer, &b);
        if (answer == NVP_REPLY_UNKNOWN) cli_json_str(&j, NULL, fact);
        cli_buf_free(&b);
    }
    cli_json_end(&j);
    cli_json_end(&j);
    json_switches(&j, &config->state);
    cli_json_array(&j, "files");
    for (i = 0; i < config->place_count; i++) {
        const nvp_place *p = &config->places[i];
        if (p->file == NVP_NONE && p->state != NVP_PLACE_STATE_UNREADABLE && p->state != NVP_PLACE_STATE_TOO_LARGE &&
            p->state != NVP_PLACE_STATE_MEMORY && p->state != NVP_PLACE_STATE_UNKNOWN) continue;
        cli_json_object(&j, NULL);
        cli_json_text(&j, "file", p->path.ptr, p->path.len);
        cli_json_str(&j, "state", nvp_place_state_name(p->state));
        cli_json_bool(&j, "used", p->file != NVP_NONE && config->files[p->file]->used);
        cli_json_end(&j);
    }
    for (i = 0; config->place_count == 0 && i < config->file_count; i++) {
        cli_json_object(&j, NULL);
        cli_json_text(&j, "file", config->files[i]->name.ptr, config->files[i]->name.len);
        cli_json_str(&j, "state", "read");
        cli_json_bool(&j, "used", config->files[i]->used);
        cli_json_end(&j);
    }
    cli_json_end(&j);
    cli_json_u64(&j, "unknown", also->open.rules);
    json_doubts(&j, also);
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
        cli_json_str(&j, "environment", e->overridden == NVP_REPLY_YES ? e->environment.ptr : NULL);
        cli_json_bool(&j, "unknown", doubts_touch(&also->open, e) || e->overridden == NVP_REPLY_UNKNOWN);
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
            cli_json_bool(&j, "unknown", o->unknown);
            cli_json_str(&j, "why", nvp_why_name(o->why));
            cli_json_text(&j, "text", b.ptr, b.len);
            json_place(&j, "decided", config->files[u->file], o->decided);
            cli_json_str(&j, "gives", nvp_gives_name(u->gives));
            cli_json_u64(&j, "won", o->won);
            cli_json_u64(&j, "lost", o->lost);
            cli_json_end(&j);
            cli_buf_free(&b);
        }
        cli_json_end(&j);
        cli_json_str(&j, "globals", config->globals.len > 0 ? config->globals.ptr : NULL);
        cli_json_str(&j, "key_documentation", also->keys.len > 0 ? also->keys.ptr : NULL);
        facts_json(t, &j, config);
        kept_json(&j, &also->settings);
    }
    cli_json_end(&j);
    cli_json_line(&j);
}

static void which_csv(tool *t, const nvp_config *config, const nvp_result *result)
{
    cli_csv v;
    uint32_t i;
    memset(&v, 0, sizeof v);
    v.f = t->c->out;
    fputs("key,value,environment,file,line,column,rule,rule_file,rule_line\n", v.f);
    for (i = 0; i < result->setting_count; i++) {
        const nvp_effective *e = &result->settings[i];
        const nvp_use *u = &config->uses[e->use];
        const nvp_file *f = config->files[u->profile_file], *rf = config->files[u->file];
        const nvp_position p = nvp_file_locate(f, e->setting->value_at);
        cli_csv_field(&v, e->setting->key.ptr, e->setting->key.len);
        cli_csv_field(&v, e->setting->value.text.ptr, e->setting->value.text.len);
        cli_csv_fieldf(&v, "%s", e->overridden == NVP_REPLY_YES ? e->environment.ptr : "");
        cli_csv_field(&v, f->name.ptr, f->name.len);
        cli_csv_fieldf(&v, "%" PRIu32, p.line);
        cli_csv_fieldf(&v, "%" PRIu32, p.column);
        cli_csv_fieldf(&v, "%" PRIu32, u->rule);
        cli_csv_field(&v, rf->name.ptr, rf->name.len);
        cli_csv_fieldf(&v, "%" PRIu32, nvp_file_locate(rf, rf->rules[u->rule].at).line);
        cli_csv_end(&v);
    }
}

/* A file with an error has no effect, the first thing to know when a setting is missing. */
uint32_t refused(const cli *c, const nvp_config *config)
{
    uint32_t i, k, count = 0;
    for (i = 0; i < config->file_count; i++) {
        const nvp_file *f = config->files[i];
        if (f->used) continue;
        count++;
        for (k = 0; k + 1 < f->problem_count && f->problems[k].severity != NVP_SEVERITY_ERROR; k++) {}
        if (k < f->problem_count) {
            const nvp_position p = nvp_file_locate(f, (uint32_t)f->problems[k].offset);
            cli_error(c, "%s:%" PRIu32 ":%" PRIu32 ": %s; the file is not used", f->name.ptr, p.line, p.column,
                      nvp_issue_text(f->problems[k].issue));
        }
    }
    return count;
}

int do_which(tool *t)
{
    cli *c = t->c;
    texts kept = {NULL, 0, 0};
    static program asked;
    char root[64];
    nvp_system system;
    nvp_process process;
    nvp_config *config;
    const nvp_result *result = NULL;
    nvp_error error;
    beside also;
    const char *name;
    char *end;
    long pid = 0;
    uint32_t i;
    int bad = 0, differs = 0;
    nvp_resolve_options with;
    memset(&also, 0, sizeof also);
    if (t->session) return do_session(t);
    if (t->with != NULL) return cli_usage(c, "--with goes with --session");
    if (t->operand_count == 0) return cli_usage(c, "which takes a process id, a program name, or -- and a command");
    if (t->operand_count > 1 && t->command_at != 0)
        return cli_usage(c, "which takes one process or name; a command follows --");
    name = t->operands[0];
    if (t->command_at != 0 && isdigit((unsigned char)name[0])) {
        pid = strtol(name, &end, 10);
        if (*end != 0) pid = 0;
    }
    if (!take_facts(t) || !look(t, &asked.posix, pid, &system, &process)) return CLI_INPUT;
    snprintf(root, sizeof root, "/proc/%ld/root", pid);
    t->root_read = pid > 0 ? root : "/";
    if (pid == 0) program_plan(&asked, t, &process, t->operands, t->operand_count);
    else program_facts(&asked, t, &process);
    memset(&with, 0, sizeof with);
    with.dso = t->dso;
    config = load(t, &system, &process, NULL, 0, &kept);
    if (config != NULL) {
        bad = refused(c, config) > 0;
        result = nvp_resolve(config, &process, &with, &error);
        if (result == NULL) failed(c, name, &error);
    }
    if (result != NULL) {
        doubts_of(t, &asked, &system, config, result, &also.open);
        bad |= also.open.count > 0;
        for (i = 0; i < config->use_count && !differs; i++)
            differs = result->outcomes[i].unknown && result->outcomes[i].why == NVP_WHY_PREFIX;
        for (i = 0; differs && i < 2; i++) {
            with.dso = i == 0 ? NVP_DSO_EQUAL : NVP_DSO_PREFIX;
            also.answers[i].word = i == 0 ? "equal" : "prefix";
            also.answers[i].result = nvp_resolve(config, &process, &with, &error);
        }
        if (t->explain) {
            kept_read(&system, &process, config, result, &also.settings);
            keys_installed(t, &also.keys);
            bad |= also.settings.state[0] == 'u';
        }
        if (c->format == CLI_JSON) which_json(t, name, config, result, &process, &also);
        else if (c->format == CLI_CSV) which_csv(t, config, result);
        else which_text(t, name, config, result, &process, &also);
        kept_free(&also.settings);
        cli_buf_free(&also.keys);
        doubts_free(&also.open);
        for (i = 0; i < 2; i++) nvp_result_close(also.answers[i].result);
    }
    program_close(&asked);
    nvp_result_close(result);
    nvp_config_close(config);
    texts_free(&kept);
    return result == NULL ? CLI_INPUT : bad ? CLI_FINDING : CLI_FINE;
}
