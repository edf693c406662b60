/* which: what a program gets, and why. */
#include "row.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

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

/* Whether a result has a setting that the other one does not have. */
static int has_more(const nvp_result *a, const nvp_result *other)
{
    uint32_t i;
    nvp_effective e;
    for (i = 0; i < a->setting_count; i++)
        if (!nvp_result_find(other, a->settings[i].setting->key, &e) || e.setting != a->settings[i].setting) return 1;
    return 0;
}

/* Both answers, where what dso compares makes a difference. */
static void answers_of(const nvp_config *config, const nvp_process *process, const nvp_result *result, other_answer *to)
{
    nvp_resolve_options with;
    uint32_t i;
    memset(&with, 0, sizeof with);
    for (i = 0; i < config->use_count && !(result->outcomes[i].unknown && result->outcomes[i].why == NVP_WHY_PREFIX); i++) {}
    if (i == config->use_count) return;
    for (i = 0; i < 2; i++) {
        with.dso = i == 0 ? NVP_DSO_EQUAL : NVP_DSO_PREFIX;
        to[i].word = i == 0 ? "equal" : "prefix";
        to[i].result = nvp_resolve(config, process, &with, NULL);
    }
    if (to[0].result != NULL && to[1].result != NULL && (has_more(to[0].result, to[1].result) || has_more(to[1].result, to[0].result))) return;
    for (i = 0; i < 2; i++) {
        nvp_result_close(to[i].result);
        to[i].result = NULL;
    }
}

/* The settings of one answer that the other one does not have. */
static void put_answer(output *to, const other_answer *a, const nvp_result *other)
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
        put_setting_value(&b, &s->value);
    }
    out_say(to, "%s%s\n", b.ptr, n == 0 ? " none of the other's settings" : "");
    cli_buf_free(&b);
}

static void tree_doubts(output *to, const beside *also)
{
    uint32_t i, k;
    out_list(to, "doubts");
    for (i = 0; i < also->open.count; i++) {
        out_group(to, NULL);
        out_string(to, "what", also->open.list[i].what);
        out_string(to, "text", also->open.list[i].text);
        out_close(to);
    }
    out_close(to);
    out_list(to, "answers");
    for (i = 0; i < 2 && also->answers[i].result != NULL; i++) {
        out_group(to, NULL);
        out_string(to, "dso", also->answers[i].word);
        out_list(to, "settings");
        for (k = 0; k < also->answers[i].result->setting_count; k++) {
            const nvp_setting *s = also->answers[i].result->settings[k].setting;
            out_group(to, NULL);
            out_text(to, "key", s->key.ptr, s->key.len);
            tree_value(to, &s->value);
            out_close(to);
        }
        out_close(to);
        out_close(to);
    }
    out_close(to);
}

/* The facts of the process, and each rule with what decided it. */
static void explain_text(tool *t, const nvp_config *config, const nvp_result *result, nvp_process *process, const beside *also)
{
    output *to = t->to;
    cli_buf b = {NULL, 0, 0};
    uint32_t i;
    int what;
    cli_put_safe(&b, t->root != NULL ? t->root : t->root_read, strlen(t->root != NULL ? t->root : t->root_read));
    out_say(to, "root       %s\n", b.ptr);
    for (what = 0; what < 5; what++) {
        nvp_reply answer;
        out_say(to, "%-9s  ", fact_text(process, what, &answer, &b));
        if (answer == NVP_REPLY_YES) out_safe(to, b.ptr, b.len);
        out_say(to, "%s", answer == NVP_REPLY_YES ? "\n" : answer == NVP_REPLY_NO ? "none\n" : "unknown\n");
    }
    b.len = 0;
    if (config->globals.len > 0) cli_put_safe(&b, config->globals.ptr, config->globals.len);
    else cli_putf(&b, "none");
    out_say(to, "switch     %s\nkeys       ", b.ptr);
    if (also->keys.len > 0) out_safe(to, also->keys.ptr, also->keys.len);
    else out_say(to, "built in; no documentation is installed");
    out_say(to, "\n");
    facts_print(t, config);
    switches(to, &config->state);
    for (i = 0; i < config->use_count; i++) {
        const nvp_use *u = &config->uses[i];
        const nvp_outcome *o = &result->outcomes[i];
        b.len = 0;
        put_profile_line(&b, config->files[u->file], config->files[u->file]->rules[u->rule].at);
        cli_putf(&b, "\n      ");
        put_why(&b, config, result, i);
        if (o->matched && u->gives != NVP_GIVES_SETTINGS) cli_putf(&b, "%s", gives_words(u->gives));
        else if (o->matched) {
            cli_putf(&b, ": %" PRIu32 " in force", o->won);
            if (o->lost > 0) cli_putf(&b, ", %" PRIu32 " set earlier", o->lost);
        } else if (o->why == NVP_WHY_EQUAL || o->why == NVP_WHY_PRESENT || o->why == NVP_WHY_ALWAYS ||
                   o->why == NVP_WHY_ALL)
            cli_putf(&b, ", below a 'not'");
        out_say(to, "%s%s%s %s\n", cli_style(to->color, o->matched ? CLI_GREEN : CLI_DIM),
                o->unknown ? (o->matched ? "yes? " : "no?  ") : o->matched ? "yes  " : "no   ", cli_style(to->color, CLI_PLAIN), b.ptr);
    }
    if (config->use_count > 0) out_say(to, "\n");
    cli_buf_free(&b);
}

static void which_text(tool *t, const char *name, const nvp_config *config, const nvp_result *result, nvp_process *process,
                       const beside *also)
{
    output *to = t->to;
    cli_buf b = {NULL, 0, 0};
    uint32_t i;
    if (t->explain) explain_text(t, config, result, process, also);
    if (!config->state.enabled || result->setting_count == 0) out_safe(to, name, strlen(name));
    if (!config->state.enabled)
        out_say(to, ": no settings, since profiles are disabled %s%s\n", by_words(config->state.by),
                config->state.by == NVP_BY_ENVIRONMENT ? "; whether CUDA heeds that is not certain" : "");
    else if (result->setting_count == 0)
        out_say(to, ": no settings%s (%" PRIu32 " rule%s in %" PRIu32 " file%s)\n",
                also->open.count > 0 ? " that are certain" : "", config->use_count,
                config->use_count == 1 ? "" : "s", config->file_count, config->file_count == 1 ? "" : "s");
    for (i = 0; i < result->setting_count; i++) {
        const nvp_effective *e = &result->settings[i];
        const nvp_use *u = &config->uses[e->use];
        const nvp_shadow *s;
        b.len = 0;
        cli_putf(&b, "%s", cli_style(to->color, CLI_BOLD));
        cli_put_safe(&b, e->setting->key.ptr, e->setting->key.len);
        cli_putf(&b, "%s %s %s", cli_style(to->color, CLI_PLAIN), doubts_touch(&also->open, e) ? "=?" : "=", cli_style(to->color, CLI_CYAN));
        put_setting_value(&b, &e->setting->value);
        cli_putf(&b, "%s\n    value  ", cli_style(to->color, CLI_PLAIN));
        put_profile_line(&b, config->files[u->profile_file], e->setting->value_at);
        if (u->profile->named) {
            cli_putf(&b, "  profile \"");
            cli_put_safe(&b, u->profile->name.ptr, u->profile->name.len);
            cli_putf(&b, "\"");
        }
        cli_putf(&b, "\n    rule   ");
        put_profile_line(&b, config->files[u->file], config->files[u->file]->rules[u->rule].at);
        cli_putf(&b, "  ");
        put_why(&b, config, result, e->use);
        for (s = e->shadows; s != NULL; s = s->next) {
            cli_putf(&b, "\n    over   ");
            put_profile_line(&b, config->files[config->uses[s->use].profile_file], s->setting->value_at);
            cli_putf(&b, "  ");
            put_setting_value(&b, &s->setting->value);
        }
        if (e->overridden == NVP_REPLY_YES)
            cli_putf(&b, "\n    %sbut %s is set and beats it%s", cli_style(to->color, CLI_YELLOW), e->environment.ptr,
                     cli_style(to->color, CLI_PLAIN));
        if (e->overridden == NVP_REPLY_UNKNOWN)
            cli_putf(&b, "\n    unless %s is set, which cannot be read", e->environment.ptr);
        if (doubts_touch(&also->open, e)) cli_putf(&b, "\n    perhaps: a rule that is unknown may change it");
        out_say(to, "%s\n", b.ptr);
    }
    if (t->explain) kept_print(to, &also->settings);
    for (i = 0; i < also->open.count; i++) out_say(to, "unknown: %s\n", also->open.list[i].text);
    for (i = 0; i < 2 && also->answers[i].result != NULL; i++) put_answer(to, &also->answers[i], also->answers[1 - i].result);
    cli_buf_free(&b);
}

static void setting_tree(output *to, const nvp_config *config, const nvp_effective *e, const doubts *open)
{
    const nvp_use *u = &config->uses[e->use];
    const nvp_shadow *s;
    out_group(to, NULL);
    out_text(to, "key", e->setting->key.ptr, e->setting->key.len);
    tree_value(to, &e->setting->value);
    tree_place(to, "at", config->files[u->profile_file], e->setting->value_at);
    if (u->profile->named) out_text(to, "profile", u->profile->name.ptr, u->profile->name.len);
    else out_null(to, "profile");
    out_whole(to, "rule", u->rule);
    tree_place(to, "rule_at", config->files[u->file], config->files[u->file]->rules[u->rule].at);
    out_string(to, "environment", e->overridden == NVP_REPLY_YES ? e->environment.ptr : NULL);
    out_truth(to, "unknown", doubts_touch(open, e) || e->overridden == NVP_REPLY_UNKNOWN);
    out_list(to, "shadows");
    for (s = e->shadows; s != NULL; s = s->next) {
        out_group(to, NULL);
        tree_value(to, &s->setting->value);
        tree_place(to, "at", config->files[config->uses[s->use].profile_file], s->setting->value_at);
        out_close(to);
    }
    out_close(to);
    out_close(to);
}

static void rule_tree(output *to, const nvp_config *config, const nvp_result *result, uint32_t use)
{
    const nvp_use *u = &config->uses[use];
    const nvp_outcome *o = &result->outcomes[use];
    cli_buf b = {NULL, 0, 0};
    put_why(&b, config, result, use);
    out_group(to, NULL);
    out_whole(to, "rule", u->rule);
    tree_place(to, "at", config->files[u->file], config->files[u->file]->rules[u->rule].at);
    out_truth(to, "matched", o->matched);
    out_truth(to, "unknown", o->unknown);
    out_string(to, "why", nvp_why_name(o->why));
    out_text(to, "text", b.ptr, b.len);
    tree_place(to, "decided", config->files[u->file], o->decided);
    out_string(to, "gives", nvp_gives_name(u->gives));
    out_whole(to, "won", o->won);
    out_whole(to, "lost", o->lost);
    out_close(to);
    cli_buf_free(&b);
}

static void which_tree(tool *t, const char *name, const nvp_config *config, const nvp_result *result, nvp_process *process,
                       const beside *also)
{
    output *to = t->to;
    uint32_t i;
    out_group(to, NULL);
    out_string(to, "program", name);
    out_string(to, "root", t->root != NULL ? t->root : t->root_read);
    out_group(to, "facts");
    for (i = 0; i < 5; i++) {
        cli_buf b = {NULL, 0, 0};
        nvp_reply answer;
        const char *fact = fact_text(process, (int)i, &answer, &b);
        if (answer != NVP_REPLY_YES) out_null(to, fact);
        else if (i == 4) out_whole(to, fact, strtoul(b.ptr, NULL, 10));
        else out_text(to, fact, b.ptr, b.len);
        cli_buf_free(&b);
    }
    out_list(to, "unknown");
    for (i = 0; i < 5; i++) {
        cli_buf b = {NULL, 0, 0};
        nvp_reply answer;
        const char *fact = fact_text(process, (int)i, &answer, &b);
        if (answer == NVP_REPLY_UNKNOWN) out_string(to, NULL, fact);
        cli_buf_free(&b);
    }
    out_close(to);
    out_close(to);
    tree_switches(to, &config->state);
    out_list(to, "files");
    for (i = 0; i < config->place_count; i++) {
        const nvp_place *p = &config->places[i];
        if (p->file == NVP_NONE && p->state != NVP_PLACE_STATE_UNREADABLE && p->state != NVP_PLACE_STATE_TOO_LARGE &&
            p->state != NVP_PLACE_STATE_MEMORY && p->state != NVP_PLACE_STATE_UNKNOWN) continue;
        out_group(to, NULL);
        out_text(to, "file", p->path.ptr, p->path.len);
        out_string(to, "state", nvp_place_state_name(p->state));
        out_truth(to, "used", p->file != NVP_NONE && config->files[p->file]->used);
        out_close(to);
    }
    for (i = 0; config->place_count == 0 && i < config->file_count; i++) {
        out_group(to, NULL);
        out_text(to, "file", config->files[i]->name.ptr, config->files[i]->name.len);
        out_string(to, "state", "read");
        out_truth(to, "used", config->files[i]->used);
        out_close(to);
    }
    out_close(to);
    out_whole(to, "unknown", also->open.rules);
    tree_doubts(to, also);
    out_list(to, "settings");
    for (i = 0; i < result->setting_count; i++) {
        setting_tree(to, config, &result->settings[i], &also->open);
    }
    out_close(to);
    if (t->explain) {
        out_list(to, "rules");
        for (i = 0; i < config->use_count; i++) {
            rule_tree(to, config, result, i);
        }
        out_close(to);
        out_string(to, "globals", config->globals.len > 0 ? config->globals.ptr : NULL);
        out_string(to, "key_documentation", also->keys.len > 0 ? also->keys.ptr : NULL);
        facts_tree(t, config);
        kept_tree(to, &also->settings);
    }
    out_close(to);
    out_end(to);
}

static void which_rows(tool *t, const nvp_config *config, const nvp_result *result)
{
#define SETTING_COLUMNS(X) \
    X('l', NULL, "key", NULL, table_text(&rows, e->setting->key.ptr, e->setting->key.len)) \
    X('l', NULL, "value", NULL, table_text(&rows, e->setting->value.text.ptr, e->setting->value.text.len)) \
    X('l', NULL, "environment", NULL, table_string(&rows, e->overridden == NVP_REPLY_YES ? e->environment.ptr : NULL)) \
    X('l', NULL, "file", NULL, table_text(&rows, f->name.ptr, f->name.len)) \
    X('r', NULL, "line", NULL, table_whole(&rows, p.line)) \
    X('r', NULL, "column", NULL, table_whole(&rows, p.column)) \
    X('r', NULL, "rule", NULL, table_whole(&rows, u->rule)) \
    X('l', NULL, "rule_file", NULL, table_text(&rows, rf->name.ptr, rf->name.len)) \
    X('r', NULL, "rule_line", NULL, table_whole(&rows, nvp_file_locate(rf, rf->rules[u->rule].at).line))
    table rows;
    uint32_t i;
    TABLE_BEGIN(&rows, t->to, NULL, SETTING_COLUMNS, 0);
    for (i = 0; i < result->setting_count; i++) {
        const nvp_effective *e = &result->settings[i];
        const nvp_use *u = &config->uses[e->use];
        const nvp_file *f = config->files[u->profile_file], *rf = config->files[u->file];
        const nvp_position p = nvp_file_locate(f, e->setting->value_at);
        SETTING_COLUMNS(TABLE_CELL)
        table_row(&rows);
    }
    table_end(&rows);
}

static int do_which(tool *t)
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
    int bad = 0;
    nvp_resolve_options with;
    memset(&also, 0, sizeof also);
    if (t->session && t->c->calls == NULL) return cli_usage(t->c, "the processes of this machine cannot be seen here");
    if (t->session) return ((const nvp_calls *)t->c->calls)->session_fn(t);
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
        answers_of(config, &process, result, also.answers);
        if (t->explain) {
            kept_read(&system, &process, config, result, &also.settings);
            keys_installed(t, &also.keys);
            bad |= also.settings.state[0] == 'u';
        }
        if (out_is_tree(t->to)) which_tree(t, name, config, result, &process, &also);
        which_rows(t, config, result);
        if (out_talks(t->to)) which_text(t, name, config, result, &process, &also);
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

static const option which_options[] = {
    {'e', "explain", &take_nothing, AT(explain), NULL, NULL,
     "each rule and what decided it; values that nvidia-settings keeps, which any profile overrides"},
    {0, "facts", &take_input, AT(facts), NULL, "FILE", "what is known of drivers, as probe --read prints it; overrides the built-in table"},
    {0, "session", &take_nothing, AT(session), NULL, NULL, "every process of yours"},
    {0, "with", &take_input, AT(with), NULL, "FILE", "what --session would change with FILE as your own file"},
    {0, "exe", &take_text, AT(exe), NULL, "PATH", "what is known of the process, instead of what is read:"},
    {0, "comm", &take_text, AT(comm), NULL, "NAME", "command name"},
    {0, "argv", &take_text, AT(argv0), NULL, "TEXT", "argument 0"},
    {0, "library", &take_texts, AT(library_list), NULL, "NAME", "a loaded library; repeatable, replaces the real ones"},
    SOURCES, OPTION_END};

/* Another process can be looked at only by one that is not confined itself. */
static void ready_which(const request *q, const void *how, cli_rights *r)
{
    const tool *t = (const tool *)how;
    const int pid = q->rest > 0 && q->path_count > 0 && q->paths[0][strspn(q->paths[0], "0123456789")] == 0;
    if (t->session || pid) r->may |= MAY_READ | MAY_WRITE | MAY_EXECUTE;
}

ROW_OF(which, which_options, "the settings a program gets, and why",
    "nvprofile which firefox             a program of this name\n"
    "  nvprofile which 4711                a process, as it sees the files\n"
    "  nvprofile which -- ./game -w        a command, as if started now\n"
    "  nvprofile which -e firefox          and why, rule by rule\n"
    "  nvprofile which --session --with new.rc    all processes, with another file",
    "NAME | PID | -- COMMAND...", USE_VALUE, NULL, MAY_READ, ready_which, NULL);
