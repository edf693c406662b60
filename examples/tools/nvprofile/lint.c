/* lint: what is wrong or suspicious in files. */
#include "tool.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

remark *remark_add(remarks *r, uint32_t file, uint32_t at, nvp_severity severity, const char *code, const char *format, ...)
{
    cli_buf b = {NULL, 0, 0};
    va_list list, again;
    remark *to;
    int n;
    r->list = (remark *)cli_grow(r->list, &r->room, r->count + 1, sizeof *r->list);
    to = &r->list[r->count];
    memset(to, 0, sizeof *to);
    va_start(list, format);
    va_copy(again, list);
    n = vsnprintf(NULL, 0, format, list);
    b.ptr = (char *)cli_alloc((size_t)(n > 0 ? n : 0) + 1, 1);
    vsnprintf(b.ptr, (size_t)(n > 0 ? n : 0) + 1, format, again);
    va_end(again);
    va_end(list);
    to->text = b.ptr;
    to->file = file;
    to->at = at;
    to->severity = severity;
    to->code = code;
    to->see_file = to->see = NVP_NONE;
    to->number = r->count++;
    return to;
}

static int in_order(const void *a, const void *b)
{
    const remark *x = (const remark *)a, *y = (const remark *)b;
    if (x->file != y->file) return x->file < y->file ? -1 : 1;
    if (x->at != y->at) return x->at < y->at ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

/* What is wrong with the switches; such remarks have no place. */
static void gather_switches(remarks *all, const nvp_config *config)
{
    unsigned bit;
    for (bit = 1; bit <= config->state.reports; bit <<= 1)
        if ((config->state.reports & bit) != 0)
            remark_add(all, NVP_NONE, NVP_NONE, NVP_SEVERITY_WARNING, nvp_report_name((nvp_report)bit), "%s",
                       nvp_report_text((nvp_report)bit));
    if (!config->state.enabled)
        remark_add(all, NVP_NONE, NVP_NONE, NVP_SEVERITY_WARNING, "disabled",
                   "profiles are disabled by the %s; nothing was searched",
                   config->state.by == NVP_BY_GLOBALS ? "globals file" : "environment");
}

/* Values of the right type that nevertheless cannot be intended. */
static void gather_values(remarks *all, const nvp_config *config)
{
    uint32_t f, i, k;
    for (f = 0; f < config->file_count; f++) {
        const nvp_file *file = config->files[f];
        for (i = 0; file->used && i < file->profile_count + file->rule_count; i++) {
            const nvp_profile *p = i < file->profile_count ? &file->profiles[i] : file->rules[i - file->profile_count].profile;
            for (k = 0; p != NULL && k < p->setting_count; k++) {
                cli_buf why = {NULL, 0, 0};
                const value_problem problem = keys_value(p->settings[k].key, &p->settings[k].value, &why);
                if (problem != VALUE_FINE)
                    remark_add(all, f, p->settings[k].value_at,
                               problem == VALUE_RANGE ? NVP_SEVERITY_WARNING : NVP_SEVERITY_NOTE,
                               problem == VALUE_RANGE ? "value-range" : "value-word", "%s", why.ptr);
                cli_buf_free(&why);
            }
        }
    }
}

static const char *other_member(const void *user, size_t i)
{
    static const char *const members[] = {"rules", "profiles", "pattern", "profile", "feature", "matches",
                                          "op", "sub", "name", "settings", "key", "value", ""};
    if (i >= sizeof members / sizeof *members) return NULL;
    return strcmp(members[i], (const char *)user) == 0 ? "" : members[i];
}

/* A member that does nothing because its name is a slip of another's: "rule" for "rules". Otherwise NULL. */
static const char *meant_member(const nvp_file *f, const nvp_problem *d, char *name, size_t size)
{
    const char *p = f->text.ptr + d->offset, *end;
    const char *near;
    if (d->issue != NVP_ISSUE_UNKNOWN_MEMBER || *p != '"') return NULL;
    end = (const char *)memchr(p + 1, '"', f->text.len - (size_t)d->offset - 1);
    if (end == NULL || (size_t)(end - p) > size) return NULL;
    memcpy(name, p + 1, (size_t)(end - p) - 1);
    name[end - p - 1] = 0;
    near = cli_nearest(name, other_member, name);
    return near != NULL && near[0] != 0 ? near : NULL;
}

static void gather(remarks *all, const tool *t, const nvp_config *config, const nvp_lint_result *lint, const key_list *keys)
{
    uint32_t f, i;
    for (f = 0; f < config->file_count; f++) {
        const nvp_file *file = config->files[f];
        for (i = 0; i < file->problem_count; i++) {
            const nvp_problem *d = &file->problems[i];
            char name[64];
            const char *meant = meant_member(file, d, name, sizeof name);
            remark *r = meant != NULL
                            ? remark_add(all, f, (uint32_t)d->offset, NVP_SEVERITY_ERROR, "member-name", "\"%s\" does nothing; is it \"%s\"?", name, meant)
                            : remark_add(all, f, (uint32_t)d->offset, d->severity, nvp_issue_name(d->issue), "%s", d->message);
            if (d->see != NVP_NONE) {
                r->see_file = f;
                r->see = d->see;
            }
        }
    }
    for (i = 0; i < lint->problem_count; i++) {
        const nvp_lint_problem *d = &lint->problems[i];
        const int place = d->place != NVP_NONE;
        nvp_severity severity = d->severity;
        cli_buf b = {NULL, 0, 0};
        remark *r;
        cli_putf(&b, "%s", d->kind == NVP_LINT_KIND_UNKNOWN_KEY ? "unknown key" : d->message);
        if (d->name.len > 0) {
            cli_putf(&b, ": \"");
            cli_put_safe(&b, d->name.ptr, d->name.len);
            cli_putf(&b, "\"");
        }
        if (d->kind == NVP_LINT_KIND_UNKNOWN_KEY) {
            const nvp_key *near = keys_nearest(keys, d->name);
            if (near != NULL && nvp_key_variable(near->key, 0).len > 0 && d->name.len > 4 && memcmp(d->name.ptr, "__GL", 4) == 0) {
                severity = NVP_SEVERITY_WARNING;
                cli_putf(&b, " is an environment variable; the key is \"");
                cli_put_safe(&b, near->key.ptr, near->key.len);
                cli_putf(&b, "\"");
            } else if (near != NULL) {
                severity = NVP_SEVERITY_WARNING;
                cli_putf(&b, "; is it \"");
                cli_put_safe(&b, near->key.ptr, near->key.len);
                cli_putf(&b, "\"?");
            } else if (keys_outdated(t))
                cli_putf(&b, "; driver %s is newer than this list (%s)", t->options.version.ptr, keys_newest());
            else cli_putf(&b, "; the list is not complete");
        }
        if (d->key != NULL && d->kind == NVP_LINT_KIND_KEY_SPELLING) {
            cli_putf(&b, ", documented as \"");
            cli_put_safe(&b, d->key->key.ptr, d->key->key.len);
            cli_putf(&b, "\"");
        }
        if (d->key != NULL && d->kind == NVP_LINT_KIND_VALUE_TYPE) {
            cli_putf(&b, " is of type ");
            cli_put_safe(&b, d->key->type.ptr, d->key->type.len);
        }
        r = remark_add(all, place ? NVP_NONE : d->file, place ? d->place : (uint32_t)d->offset, severity, nvp_lint_kind_name(d->kind), "%s",
                       b.ptr);
        cli_buf_free(&b);
        r->see_file = d->see_file;
        r->see = d->see;
    }
    gather_values(all, config);
    mistakes_in(t, config, all);
}

static void put_where(cli_buf *b, const nvp_config *config, uint32_t file, uint32_t at)
{
    if (file == NVP_NONE) cli_put_safe(b, config->places[at].path.ptr, config->places[at].path.len);
    else {
        const nvp_position p = nvp_file_locate(config->files[file], at);
        cli_put_safe(b, config->files[file]->name.ptr, config->files[file]->name.len);
        cli_putf(b, ":%" PRIu32 ":%" PRIu32, p.line, p.column);
    }
}

static void print(tool *t, const nvp_config *config, const remarks *all)
{
    cli *c = t->c;
    cli_json j;
    cli_csv v;
    size_t i;
    memset(&v, 0, sizeof v);
    v.f = c->out;
    cli_json_init(&j, c->out, CLI_UTF8, 2);
    if (c->format == CLI_JSON) cli_json_array(&j, NULL);
    if (c->format == CLI_CSV) fputs("file,line,column,severity,code,message,see\n", c->out);
    for (i = 0; i < all->count; i++) {
        const remark *r = &all->list[i];
        const nvp_file *f = r->file != NVP_NONE ? config->files[r->file] : NULL;
        const char *globals = config->globals.len > 0 ? config->globals.ptr : "switch";
        const char *path = r->path != NULL     ? r->path
                           : f != NULL         ? f->name.ptr
                           : r->at == NVP_NONE ? globals
                                               : config->places[r->at].path.ptr;
        const nvp_position p = nvp_file_locate(f, f != NULL ? r->at : 0);
        cli_buf see = {NULL, 0, 0};
        if (r->see != NVP_NONE) put_where(&see, config, f == NULL ? NVP_NONE : r->see_file, r->see);
        if (c->format == CLI_JSON) {
            cli_json_object(&j, NULL);
            cli_json_str(&j, "file", path);
            if (f != NULL) {
                cli_json_u64(&j, "line", p.line);
                cli_json_u64(&j, "column", p.column);
            }
            cli_json_str(&j, "severity", nvp_severity_name(r->severity));
            cli_json_str(&j, "code", r->code);
            cli_json_str(&j, "message", r->text);
            if (see.len > 0) cli_json_str(&j, "see", see.ptr);
            cli_json_end(&j);
        } else if (c->format == CLI_CSV) {
            cli_csv_field(&v, path, strlen(path));
            cli_csv_fieldf(&v, f != NULL ? "%" PRIu32 : "%.0" PRIu32, f != NULL ? p.line : 0);
            cli_csv_fieldf(&v, f != NULL ? "%" PRIu32 : "%.0" PRIu32, f != NULL ? p.column : 0);
            cli_csv_fieldf(&v, "%s", nvp_severity_name(r->severity));
            cli_csv_fieldf(&v, "%s", r->code);
            cli_csv_fieldf(&v, "%s", r->text);
            cli_csv_field(&v, see.ptr != NULL ? see.ptr : "", see.len);
            cli_csv_end(&v);
        } else if (f != NULL) {
            cli_report(c, c->out, nvp_severity_name(r->severity), path, f->text.ptr, f->text.len, r->at, "%s%s%s [%s]", r->text,
                       see.len > 0 ? "; see " : "", see.len > 0 ? see.ptr : "", r->code);
        } else {
            fputs(cli_style(c->color, CLI_BOLD), c->out);
            cli_print_safe(c->out, path, strlen(path));
            fprintf(c->out, ": %s%s:%s %s%s%s [%s]\n",
                    cli_style(c->color, r->severity == NVP_SEVERITY_NOTE ? CLI_CYAN : CLI_YELLOW), nvp_severity_name(r->severity),
                    cli_style(c->color, CLI_PLAIN), r->text, see.len > 0 ? "; see " : "", see.len > 0 ? see.ptr : "", r->code);
        }
        cli_buf_free(&see);
    }
    if (c->format == CLI_JSON) {
        cli_json_end(&j);
        cli_json_line(&j);
    }
}

int do_lint(tool *t)
{
    cli *c = t->c;
    texts kept = {NULL, 0, 0};
    path_list given = {NULL, 0, 0};
    remarks all = {NULL, 0, 0};
    const int machine = t->operand_count == 0 && t->file_count == 0;
    static program asked;
    nvp_system system;
    nvp_process process;
    nvp_config *config;
    key_list keys;
    const nvp_lint_result *lint = NULL;
    nvp_lint_options options;
    nvp_error error;
    size_t i, count[3] = {0, 0, 0};
    uint64_t cut = 0;
    int listed;
    nvp_view *known = NULL;
    if (!look(t, &asked.posix, 0, &system, &process)) return CLI_INPUT;
    program_facts(&asked, t, &process);
    home_unused(t, machine);
    paths_of(t, t->operands, t->operand_count, &given, &kept);
    c->inputs = given.count;
    if (machine && t->options.version.len == 0) driver_version(t);
    if (!machine || t->options.version.len == 0) known = know_driver_profiles(t);
    config = t->operand_count > 0 && given.count == 0 ? NULL : load(t, &system, &process, given.list, (int)given.count, &kept);
    listed = config != NULL && keys_open(t, &keys);
    memset(&options, 0, sizeof options);
    if (listed) {
        options.keys = &keys.keys;
        lint = nvp_lint(config, &options, &error);
        if (lint == NULL) failed(c, "lint", &error);
    }
    if (lint != NULL) {
        if (machine) {
            nvp_view home = {NULL, 0};
            gather_switches(&all, config);
            if (process.env_fn("HOME", &home, process.user) != NVP_REPLY_YES) home.ptr = NULL;
            mistakes_around(t, home.ptr, &all);
        }
        for (i = 0; i < given.count; i++) mistakes_of_path(t, given.list[i], &all);
        gather(&all, t, config, lint, &keys);
        if (all.count > 0) qsort(all.list, all.count, sizeof *all.list, in_order);
        for (i = 0; i < config->file_count; i++)
            cut += (uint64_t)config->files[i]->errors + config->files[i]->warnings + config->files[i]->notes -
                   config->files[i]->problem_count;
        for (i = 0; i < all.count; i++) count[all.list[i].severity]++;
        print(t, config, &all);
        if (c->format == CLI_TEXT) {
            for (i = 0; i < config->file_count; i++)
                if (!config->files[i]->used) {
                    cli_print_safe(c->out, config->files[i]->name.ptr, config->files[i]->name.len);
                    fputs(": has no effect, because a file with such an error is not used\n", c->out);
                }
            if (cut > 0) fprintf(c->out, "%" PRIu64 " more are not shown\n", cut);
            fprintf(c->out, "%u file%s: %zu error%s, %zu warning%s, %zu note%s\n", config->file_count,
                    config->file_count == 1 ? "" : "s", count[2], count[2] == 1 ? "" : "s", count[1], count[1] == 1 ? "" : "s",
                    count[0], count[0] == 1 ? "" : "s");
        }
    }
    program_close(&asked);
    for (i = 0; i < all.count; i++) {
        free(all.list[i].text);
        free(all.list[i].path);
    }
    free(all.list);
    nvp_lint_result_close(lint);
    if (listed) keys_close(&keys);
    nvp_config_close(config);
    free(given.list);
    free(known);
    texts_free(&kept);
    return lint == NULL || c->unread > 0 ? CLI_INPUT : count[2] + count[1] + cut > 0 ? CLI_FINDING : CLI_FINE;
}
