/* lint: what is wrong or suspicious in files. */
#include "row.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

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

void lint_gather(remarks *all, const tool *t, const nvp_config *config, const lint_findings *found, const key_list *keys)
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
    for (i = 0; i < found->count; i++) {
        const lint_finding *d = &found->list[i];
        const int place = d->place != NVP_NONE;
        nvp_severity severity = d->severity;
        cli_buf b = {NULL, 0, 0};
        remark *r;
        cli_putf(&b, "%s", d->kind == LINT_UNKNOWN_KEY ? "unknown key" : lint_kind_text(d->kind));
        if (d->name.len > 0) {
            cli_putf(&b, ": \"");
            cli_put_safe(&b, d->name.ptr, d->name.len);
            cli_putf(&b, "\"");
        }
        if (d->kind == LINT_UNKNOWN_KEY) {
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
        if (d->key != NULL && d->kind == LINT_KEY_SPELLING) {
            cli_putf(&b, ", documented as \"");
            cli_put_safe(&b, d->key->key.ptr, d->key->key.len);
            cli_putf(&b, "\"");
        }
        if (d->key != NULL && d->kind == LINT_VALUE_TYPE) {
            cli_putf(&b, " is of type ");
            cli_put_safe(&b, d->key->type.ptr, d->key->type.len);
        }
        r = remark_add(all, place ? NVP_NONE : d->file, place ? d->place : d->at, severity, lint_kind_name(d->kind), "%s", b.ptr);
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

/* How many problems the files have beyond those in their lists. */
static uint64_t unlisted(const nvp_config *config)
{
    uint64_t cut = 0;
    uint32_t i;
    for (i = 0; i < config->file_count; i++)
        cut += (uint64_t)config->files[i]->errors + config->files[i]->warnings + config->files[i]->notes -
               config->files[i]->problem_count;
    return cut;
}

#define REMARK_COLUMNS(X) \
    X('l', NULL, "file", "file", table_string(rows, path)) \
    X('r', NULL, "line", "line", f != NULL ? table_whole(rows, p.line) : table_absent(rows)) \
    X('r', NULL, "column", "column", f != NULL ? table_whole(rows, p.column) : table_absent(rows)) \
    X('l', NULL, "severity", "severity", table_string(rows, word)) \
    X('l', NULL, "code", "code", table_string(rows, r->code)) \
    X('l', NULL, "message", "message", table_string(rows, r->text)) \
    X('l', NULL, "see", "see", see.len > 0 ? table_text(rows, see.ptr, see.len) : table_absent(rows))

/* A remark as a row, and for people with the line that it is about. */
static void put_remark(table *rows, const nvp_config *config, const remark *r)
{
    output *to = rows->to;
    const nvp_file *f = r->file != NVP_NONE ? config->files[r->file] : NULL;
    const char *globals = config->globals.len > 0 ? config->globals.ptr : "switch", *word = nvp_severity_name(r->severity);
    const char *path = r->path != NULL     ? r->path
                       : f != NULL         ? f->name.ptr
                       : r->at == NVP_NONE ? globals
                                           : config->places[r->at].path.ptr;
    const nvp_position p = nvp_file_locate(f, f != NULL ? r->at : 0);
    cli_buf see = {NULL, 0, 0}, said = {NULL, 0, 0};
    if (r->see != NVP_NONE) put_where(&see, config, f == NULL ? NVP_NONE : r->see_file, r->see);
    REMARK_COLUMNS(TABLE_CELL)
    table_row(rows);
    cli_putf(&said, "%s%s%s [%s]", r->text, see.len > 0 ? "; see " : "", see.len > 0 ? see.ptr : "", r->code);
    if (f != NULL) out_report(to, word, path, f->text.ptr, f->text.len, r->at, "%s", said.ptr);
    else {
        out_say(to, "%s", cli_style(to->color, CLI_BOLD));
        out_safe(to, path, strlen(path));
        out_say(to, ": %s%s:%s %s\n", cli_style(to->color, r->severity == NVP_SEVERITY_NOTE ? CLI_CYAN : CLI_YELLOW), word,
                cli_style(to->color, CLI_PLAIN), said.ptr);
    }
    cli_buf_free(&see);
    cli_buf_free(&said);
}

static void print(output *to, const nvp_config *config, const remarks *all, const size_t *count)
{
    table rows;
    uint64_t cut = unlisted(config);
    size_t i;
    TABLE_BEGIN(&rows, to, NULL, REMARK_COLUMNS, 0);
    for (i = 0; i < all->count; i++) put_remark(&rows, config, &all->list[i]);
    table_end(&rows);
    out_end(to);
    for (i = 0; i < config->file_count; i++)
        if (!config->files[i]->used) {
            out_safe(to, config->files[i]->name.ptr, config->files[i]->name.len);
            out_say(to, ": has no effect, because a file with such an error is not used\n");
        }
    if (cut > 0) out_say(to, "%" PRIu64 " more are not shown\n", cut);
    out_say(to, "%u file%s: %zu error%s, %zu warning%s, %zu note%s\n", config->file_count, config->file_count == 1 ? "" : "s",
            count[2], count[2] == 1 ? "" : "s", count[1], count[1] == 1 ? "" : "s", count[0], count[0] == 1 ? "" : "s");
}

static int do_lint(tool *t)
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
    lint_findings found;
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
    memset(&found, 0, sizeof found);
    if (listed) {
        lint_config(&found, config, &keys.keys);
        if (machine) {
            nvp_view home = {NULL, 0};
            gather_switches(&all, config);
            if (process.env_fn("HOME", &home, process.user) != NVP_REPLY_YES) home.ptr = NULL;
            mistakes_around(t, home.ptr, &all);
        }
        for (i = 0; i < given.count; i++) mistakes_of_path(t, given.list[i], &all);
        lint_gather(&all, t, config, &found, &keys);
        if (all.count > 0) qsort(all.list, all.count, sizeof *all.list, in_order);
        for (i = 0; i < all.count; i++) count[all.list[i].severity]++;
        cut = unlisted(config);
        print(t->to, config, &all, count);
    }
    program_close(&asked);
    for (i = 0; i < all.count; i++) {
        free(all.list[i].text);
        free(all.list[i].path);
    }
    free(all.list);
    lint_findings_free(&found);
    if (listed) keys_close(&keys);
    nvp_config_close(config);
    free(given.list);
    free(known);
    texts_free(&kept);
    return !listed || c->unread > 0 ? CLI_INPUT : count[2] + count[1] + cut > 0 ? CLI_FINDING : CLI_FINE;
}

ROW(lint, source_options, "mistakes, with line and column; exit code 1 if any",
    "nvprofile lint                      this machine's files, and files that lie\n"
    "                                      where the driver does not look\n"
    "  nvprofile lint profiles.d           every file in a folder\n"
    "  Notes are not mistakes and do not change the exit code.",
    "[FILE | FOLDER]...", USE_READ_ANY, NULL, MAY_READ);
