/* show: the files of this machine, and what is in them. */
#include "row.h"

#include <inttypes.h>
#include <stdlib.h>

/* The settings of a profile, one after the other. */
static void put_settings(output *to, const nvp_profile *p)
{
    uint32_t i;
    out_list(to, "settings");
    for (i = 0; p != NULL && i < p->setting_count; i++) {
        const nvp_setting *s = &p->settings[i];
        cli_buf b = {NULL, 0, 0};
        out_group(to, NULL);
        out_text(to, "key", s->key.ptr, s->key.len);
        tree_value(to, &s->value);
        out_close(to);
        put_setting_value(&b, &s->value);
        if (i > 0) out_say(to, ", ");
        out_safe(to, s->key.ptr, s->key.len);
        out_say(to, " = %s", b.ptr);
        cli_buf_free(&b);
    }
    out_close(to);
}

#define RULE_COLUMNS(X) \
    X('l', NULL, "file", NULL, table_text(rows, file->name.ptr, file->name.len)) \
    X('l', NULL, "kind", NULL, table_string(rows, pattern != NULL ? "rule" : "profile")) \
    X('r', NULL, "number", NULL, table_whole(rows, number)) \
    X('r', NULL, "line", NULL, table_whole(rows, nvp_file_locate(file, at).line)) \
    X('l', NULL, "pattern", NULL, table_string(rows, pattern)) \
    X('l', NULL, "profile", NULL, table_text(rows, name.ptr, name.len)) \
    X('l', NULL, "key", NULL, table_text(rows, set != NULL ? set->key.ptr : "", set != NULL ? set->key.len : 0)) \
    X('l', NULL, "value", NULL, table_text(rows, set != NULL ? set->value.text.ptr : "", set != NULL ? set->value.text.len : 0))

/* A rule or profile as rows, one a setting. */
static void put_rows(table *rows, const nvp_file *file, uint32_t number, uint32_t at, const char *pattern, nvp_view name,
                     const nvp_profile *p)
{
    uint32_t i = 0;
    do {
        const nvp_setting *set = p != NULL && i < p->setting_count ? &p->settings[i] : NULL;
        RULE_COLUMNS(TABLE_CELL)
        table_row(rows);
    } while (p != NULL && ++i < p->setting_count);
}

static void put_at(output *to, const nvp_file *f, uint32_t at)
{
    const nvp_position p = nvp_file_locate(f, at);
    out_whole(to, "line", p.line);
    out_whole(to, "column", p.column);
}

static void show_rule(table *rows, const nvp_file *file, uint32_t i, const nvp_use *u)
{
    output *to = rows->to;
    const nvp_rule *r = &file->rules[i];
    const nvp_profile *p = u != NULL ? u->profile : r->profile;
    const nvp_view name = r->has_ref ? r->ref : p != NULL && p->named ? p->name : nvp_text("");
    cli_buf b = {NULL, 0, 0};
    put_pattern_text(&b, r->pattern);
    put_rows(rows, file, i, r->at, r->pattern != NULL ? b.ptr : "", name, p);
    out_say(to, "%5" PRIu32 "  %s\n       %s", i, b.ptr, cli_style(to->color, CLI_DIM));
    if (name.len > 0) {
        out_say(to, "profile \"");
        out_safe(to, name.ptr, name.len);
        out_say(to, p != NULL && p->setting_count > 0 ? "\": " : "\"");
    }
    out_group(to, NULL);
    out_whole(to, "rule", i);
    put_at(to, file, r->at);
    out_string(to, "pattern", r->pattern != NULL ? b.ptr : NULL);
    if (name.len > 0 || r->has_ref) out_text(to, "profile", name.ptr, name.len);
    else out_null(to, "profile");
    out_string(to, "gives", u != NULL ? nvp_gives_name(u->gives) : NULL);
    put_settings(to, p);
    out_close(to);
    if (u != NULL && u->gives != NVP_GIVES_SETTINGS) out_say(to, "%s", gives_words(u->gives));
    out_say(to, "%s\n", cli_style(to->color, CLI_PLAIN));
    cli_buf_free(&b);
}

static void show_profile(table *rows, const nvp_file *file, uint32_t i)
{
    output *to = rows->to;
    const nvp_profile *p = &file->profiles[i];
    put_rows(rows, file, i, p->at, NULL, p->name, p);
    out_say(to, "  profile \"");
    out_safe(to, p->name.ptr, p->name.len);
    out_say(to, p->bad ? "\": an error, so nothing" : p->setting_count > 0 ? "\": " : "\": nothing");
    out_group(to, NULL);
    if (p->named) out_text(to, "profile", p->name.ptr, p->name.len);
    else out_null(to, "profile");
    put_at(to, file, p->at);
    out_truth(to, "bad", p->bad);
    put_settings(to, p);
    out_close(to);
    out_say(to, "\n");
}

/* A file with its rules and profiles; *next: its first rule among all that are used. */
static void show_file(table *rows, const nvp_config *config, uint32_t f, uint32_t *next)
{
    output *to = rows->to;
    const nvp_file *file = config->files[f];
    uint32_t i;
    out_say(to, "%s%s", f > 0 ? "\n" : "", cli_style(to->color, CLI_BOLD));
    out_safe(to, file->name.ptr, file->name.len);
    out_say(to, "%s: %s%s%s, %" PRIu32 " rule%s, %" PRIu32 " profile%s, %" PRIu32 " error%s\n", cli_style(to->color, CLI_PLAIN),
            cli_style(to->color, file->used ? CLI_GREEN : CLI_RED), file->used ? "used" : "not used",
            cli_style(to->color, CLI_PLAIN), file->rule_count, file->rule_count == 1 ? "" : "s", file->profile_count,
            file->profile_count == 1 ? "" : "s", file->errors, file->errors == 1 ? "" : "s");
    out_group(to, NULL);
    out_text(to, "file", file->name.ptr, file->name.len);
    out_truth(to, "used", file->used);
    out_whole(to, "errors", file->errors);
    out_whole(to, "warnings", file->warnings);
    out_whole(to, "notes", file->notes);
    out_list(to, "rules");
    for (i = 0; i < file->rule_count; i++)
        show_rule(rows, file, i, file->used && *next < config->use_count ? &config->uses[(*next)++] : NULL);
    out_close(to);
    out_list(to, "profiles");
    for (i = 0; i < file->profile_count; i++) show_profile(rows, file, i);
    out_close(to);
    out_close(to);
}

/* The contents of named files: each rule with where it leads, each profile with its settings. */
static int show_files(tool *t)
{
    cli *c = t->c;
    texts kept = {NULL, 0, 0};
    path_list given = {NULL, 0, 0};
    nvp_config *config;
    table rows;
    uint32_t f, next = 0;
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
    out_list(t->to, NULL);
    TABLE_BEGIN(&rows, t->to, NULL, RULE_COLUMNS, 0);
    for (f = 0; f < config->file_count; f++) {
        unused |= !config->files[f]->used;
        show_file(&rows, config, f, &next);
    }
    table_end(&rows);
    out_close(t->to);
    out_end(t->to);
    refused(c, config);
    nvp_config_close(config);
    texts_free(&kept);
    return c->unread > 0 ? CLI_INPUT : unused ? CLI_FINDING : CLI_FINE;
}

static void put_state(table *rows, const nvp_place *p, const nvp_file *f)
{
    table_style(rows, f != NULL ? (f->used ? CLI_GREEN : CLI_RED) : p->state == NVP_PLACE_STATE_UNREADABLE ? CLI_RED : CLI_DIM);
    if (f != NULL && !f->used) table_show(rows, "refused");
    table_string(rows, nvp_place_state_name(p->state));
}

static void put_count(table *rows, const nvp_file *f, uint32_t n)
{
    if (f != NULL) table_whole(rows, n);
    else table_absent(rows);
}

#define COUNT(member) put_count(rows, f, f != NULL ? f->member : 0)
#define PLACE_COLUMNS(X) \
    X('r', "ENTRY", "entry", "entry", table_whole(rows, p->entry)) \
    X('l', NULL, NULL, "path", table_text(rows, p->path.ptr, p->path.len)) \
    X('l', "STATE", "state", "state", put_state(rows, p, f)) \
    X('l', NULL, "leftover", "leftover", table_truth(rows, p->leftover, "1", "0")) \
    X('l', NULL, "used", "used", f != NULL ? table_truth(rows, f->used, "1", "0") : table_absent(rows)) \
    X('r', "RULES", "rules", "rules", COUNT(rule_count)) \
    X('r', "PROFILES", "profiles", "profiles", COUNT(profile_count)) \
    X('r', "ERRORS", "errors", "errors", if (f != NULL && f->errors > 0) table_style(rows, CLI_RED); COUNT(errors)) \
    X('r', NULL, "warnings", "warnings", COUNT(warnings)) \
    X('r', NULL, "notes", "notes", COUNT(notes)) \
    X('l', "PATH", "path", NULL, if (p->leftover) table_show(rows, "%s  (looks like a leftover)", p->path.ptr); table_text(rows, p->path.ptr, p->path.len))

/* A place of the search path, and what was read there. */
static void show_place(table *rows, const nvp_place *p, const nvp_file *f)
{
    PLACE_COLUMNS(TABLE_CELL)
    table_row(rows);
}

static int do_show(tool *t)
{
    cli *c = t->c;
    output *to = t->to;
    texts kept = {NULL, 0, 0};
    static program asked;
    nvp_system system;
    nvp_process process;
    nvp_config *config;
    doubts open = {NULL, 0, 0, 0, NVP_NONE};
    table rows;
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
    switches(to, &config->state);
    if (config->state.enabled)
        out_say(to, "Driver version %s. The first rule for a key wins:\n\n",
                t->options.version.len > 0 ? t->options.version.ptr : "not known, so entry 5 is left out (--driver)");
    out_group(to, NULL);
    tree_switches(to, &config->state);
    out_string(to, "globals", config->globals.len > 0 ? config->globals.ptr : NULL);
    out_string(to, "driver", t->options.version.len > 0 ? t->options.version.ptr : NULL);
    TABLE_BEGIN(&rows, to, "places", PLACE_COLUMNS, config->state.enabled ? 0 : TABLE_UNSEEN);
    for (i = 0; i < config->place_count; i++) {
        const nvp_file *f = config->places[i].file != NVP_NONE ? config->files[config->places[i].file] : NULL;
        unused |= f != NULL && !f->used;
        show_place(&rows, &config->places[i], f);
    }
    table_end(&rows);
    out_close(to);
    out_end(to);
    if (config->state.enabled && unused) out_say(to, "\nA refused file has an error and no effect: nvprofile lint reports where.\n");
    if (config->state.enabled && config->failed_count > 0) out_say(to, "\nWhat cannot be read may hold rules as well.\n");
    if (open.count > 0) out_say(to, "\nunknown: %s\n", open.list[0].text);
    unused |= open.count > 0;
    doubts_free(&open);
    unused |= config->failed_count > 0 || config->state.reports != 0;
    nvp_config_close(config);
    texts_free(&kept);
    return unused ? CLI_FINDING : CLI_FINE;
}

ROW(show, source_options, "this machine's files in search order, or what is in files",
    "nvprofile show --root /mnt          those of another installation\n"
    "  nvprofile show my.rc                its rules and profiles",
    "[FILE | FOLDER]...", USE_READ_ANY, NULL, MAY_READ);
