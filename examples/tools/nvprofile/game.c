/* add, remove: one program's settings in the user's or the machine's file. enable, disable: the switch. */
#define _XOPEN_SOURCE 700
#include "row.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What was asked for. */
typedef struct game {
    const char *name;     /* the program, without folders */
    const char *feature;  /* procname and so on; NULL: a pattern in JSON */
    const char *matches;
    cli_buf pattern;      /* JSON */
    cli_buf shown;        /* path of the file as the process writes it */
    cli_buf real;         /* the same below --root */
    cli_buf backup;
} game;

static void game_free(game *g)
{
    cli_buf_free(&g->pattern);
    cli_buf_free(&g->shown);
    cli_buf_free(&g->real);
    cli_buf_free(&g->backup);
}

/* A message about a name that may contain anything. */
static void say(output *to, const char *before, const char *name, const char *after)
{
    out_say(to, "%s", before);
    out_safe(to, name, strlen(name));
    out_say(to, "%s", after);
}

/* The home directory: --home, else HOME. NULL with a message. */
static const char *home_of(const tool *t)
{
    const char *home = t->home != NULL ? t->home : getenv("HOME");
    if (home == NULL)
        cli_error(t->c,
                  "HOME is not set, so there is no file of the user; --home DIR names it, --system takes the machine's file");
    return home;
}

/* In a folder of profiles, a backup beside the file would be read, but one in a subfolder is not. nvidia-settings does the
   same. */
void backup_of(cli_buf *path)
{
    const char *slash = strrchr(path->ptr, '/');
    if (slash != NULL && slash > path->ptr) {
        const size_t at = (size_t)(slash - path->ptr);
        char *name = (char *)cli_alloc(strlen(slash + 1) + 1, 1);
        int folder = at >= 33 && memcmp(slash - 33, "/nvidia-application-profiles-rc.d", 33) == 0;
        folder |= at >= 31 && memcmp(slash - 31, "/nvidia-application-profiles-rc", 31) == 0;
        strcpy(name, slash + 1);
        if (folder) {
            path->len = at;
            cli_putf(path, "/.backup/%s", name);
        }
        free(name);
        if (folder) return;
    }
    cli_putf(path, ".backup");
}

/* The file to change. 0 with a message. */
static int find_file(const tool *t, game *g)
{
    const char *home = t->of_system ? "" : home_of(t);
    struct stat st;
    if (home == NULL) return 0;
    cli_putf(&g->shown, "%s/nvidia-application-profiles-rc", t->of_system ? "/etc/nvidia" : "");
    if (!t->of_system) {
        g->shown.len = 0;
        cli_putf(&g->shown, "%s/.nv/nvidia-application-profiles-rc", home);
    }
    cli_putf(&g->real, "%s%s", t->root != NULL ? t->root : "", g->shown.ptr);
    /* It may also be a folder. */
    if (stat(g->real.ptr, &st) == 0 && S_ISDIR(st.st_mode)) {
        cli_putf(&g->shown, "/nvprofile");
        cli_putf(&g->real, "/nvprofile");
    }
    cli_putf(&g->backup, "%s", g->real.ptr);
    backup_of(&g->backup);
    return 1;
}

int user_file(const tool *t, cli_buf *path)
{
    game g;
    int found;
    memset(&g, 0, sizeof g);
    found = find_file(t, &g);
    if (found) cli_putf(path, "%s", g.real.ptr);
    game_free(&g);
    return found;
}

/* Makes the folders above a file. 0 with a message. */
int make_folders(const tool *t, const char *path)
{
    char *p = (char *)cli_alloc(strlen(path) + 1, 1), *at;
    int ok = 1;
    strcpy(p, path);
    for (at = strchr(p + 1, '/'); ok && at != NULL; at = strchr(at + 1, '/')) {
        *at = 0;
        if (mkdir(p, 0777) != 0 && errno != EEXIST) {
            cli_error(t->c, "%s: %s", p, strerror(errno));
            ok = 0;
        }
        *at = '/';
    }
    free(p);
    return ok;
}

/* The program or pattern that a word means. */
static void name_game(tool *t, game *g, const char *word)
{
    static const char *const features[] = {"procname", "commname", "cmdline", "dso", "findfile", "true"};
    const char *equal = strchr(word, '='), *base = strrchr(word, '/') != NULL ? strrchr(word, '/') + 1 : word;
    const size_t n = strlen(base);
    size_t i;
    g->name = word;
    if (word[0] == '{' || word[0] == '[') {
        put_pattern(&g->pattern, word);
        return;
    }
    for (i = 0; equal != NULL && i < sizeof features / sizeof *features; i++)
        if (strlen(features[i]) == (size_t)(equal - word) && memcmp(features[i], word, (size_t)(equal - word)) == 0) {
            g->feature = features[i];
            g->matches = equal + 1;
            put_pattern(&g->pattern, word);
            return;
        }
    g->name = g->matches = base;
    g->feature = "procname";
    /* Under Wine, the executable is Wine's, and argument 0 is the program that was started. */
    if (n > 4 && base[n - 4] == '.' && tolower((unsigned char)base[n - 3]) == 'e' &&
        tolower((unsigned char)base[n - 2]) == 'x' && tolower((unsigned char)base[n - 1]) == 'e') {
        cli_buf b = {NULL, 0, 0};
        g->feature = "cmdline";
        cli_putf(&b, "cmdline=%s", base);
        put_pattern(&g->pattern, b.ptr);
        cli_buf_free(&b);
        say(t->to, "", base, " is a Windows program: the rule is for its command line; procname=NAME means a native one.\n");
        return;
    }
    put_quoted(&g->pattern, base);
}

static int same(nvp_view v, const char *text) { return v.len == strlen(text) && memcmp(v.ptr, text, v.len) == 0; }

/* Whether a rule is for this program and nothing else. */
static int is_for(const nvp_rule *r, const game *g)
{
    return g->feature != NULL && r->pattern != NULL &&
           (r->pattern->size == 1 || (r->pattern->size == 2 && r->pattern->feature == NVP_FEATURE_AND)) &&
           same(r->pattern[r->pattern->size - 1].name, g->feature) &&
           same(r->pattern[r->pattern->size - 1].matches, g->matches);
}

/* One setting of the command line. */
typedef struct given {
    nvp_view key;
    cli_buf value; /* JSON */
} given;

/* KEY=VALUE, checked against the list of keys. 0 with a message. */
static int check_setting(tool *t, const key_list *keys, const char *word, given *to)
{
    cli *c = t->c;
    const char *equal = strchr(word, '=');
    const nvp_key *key;
    nvp_config *config;
    const nvp_value *value;
    nvp_error error;
    cli_buf text = {NULL, 0, 0}, why = {NULL, 0, 0};
    int fine = 1;
    if (equal == NULL || equal == word) {
        cli_usage(c, "settings are KEY=VALUE, not '%s'", word);
        return 0;
    }
    to->key.ptr = word;
    to->key.len = (size_t)(equal - word);
    put_typed(&to->value, equal + 1);
    key = keys_find(keys, to->key);
    if (key == NULL && !t->force) {
        const nvp_key *near = keys_nearest(keys, to->key);
        if (near != NULL)
            cli_error(c, "unknown key %.*s; is it %.*s? --force takes it as it is", (int)to->key.len, to->key.ptr,
                      (int)near->key.len, near->key.ptr);
        else
            cli_error(c, "unknown key %.*s; nvprofile keys lists those that are known, --force takes it all the same",
                      (int)to->key.len, to->key.ptr);
        return 0;
    }
    if (key == NULL || t->force) return 1;
    to->key = key->key; /* as it is documented */
    /* The value is checked the way lint checks it in a file. */
    cli_putf(&text, "{\"rules\":[{\"pattern\":[],\"profile\":[\"%.*s\",%s]}]}", (int)key->key.len, key->key.ptr, to->value.ptr);
    config = nvp_config_open(NULL, &error);
    if (config == NULL || nvp_config_add(config, nvp_text(word), text.ptr, text.len, &error) != NVP_OK) {
        cli_error(c, "%s: %s", word, error.message);
        fine = 0;
    }
    value = fine && config->files[0]->rule_count == 1 && config->files[0]->rules[0].profile != NULL &&
                    config->files[0]->rules[0].profile->setting_count == 1
                ? &config->files[0]->rules[0].profile->settings[0].value
                : NULL;
    if (value != NULL && !lint_fits(value, key->type)) {
        cli_error(c, "%.*s takes a value of type %.*s, not %s; --force takes it all the same", (int)key->key.len, key->key.ptr,
                  (int)key->type.len, key->type.ptr, to->value.ptr);
        fine = 0;
    } else if (value != NULL && keys_value(key->key, value, &why) != VALUE_FINE) {
        cli_error(c, "%s, not %s; --force takes it all the same", why.ptr, to->value.ptr);
        fine = 0;
    }
    nvp_config_close(config);
    cli_buf_free(&text);
    cli_buf_free(&why);
    return fine;
}

/* What the program would get if the file had the new text. */
typedef struct outcome {
    program *asked;
    nvp_config *config;
    const nvp_result *result;
    const char *runs; /* the program this name starts here if its name differs, so that the rule may not match; or NULL */
    texts kept;
} outcome;

static void outcome_close(outcome *o)
{
    nvp_result_close(o->result);
    nvp_config_close(o->config);
    if (o->asked != NULL) program_close(o->asked);
    free(o->asked);
    texts_free(&o->kept);
}

static int outcome_open(tool *t, const game *g, const char *text, size_t size, outcome *o)
{
    nvp_system system;
    nvp_process process;
    nvp_error error;
    const char *one[1], *name, **own = t->libraries;
    const int given_count = t->library_count;
    nvp_resolve_options asked;
    memset(o, 0, sizeof *o);
    o->asked = (program *)cli_alloc(1, sizeof *o->asked);
    if (!look(t, &o->asked->posix, 0, &system, &process)) {
        free(o->asked);
        o->asked = NULL;
        return 0;
    }
    if (strcmp(g->feature, "dso") == 0) {
        one[0] = g->matches;
        t->libraries = one;
        t->library_count = 1;
    }
    name = strcmp(g->feature, "procname") == 0 ? g->name : strcmp(g->feature, "commname") == 0 ? g->matches : "program";
    program_plan(o->asked, t, &process, &name, 1);
    memset(&asked, 0, sizeof asked);
    asked.dso = t->dso;
    if (strcmp(g->feature, "procname") == 0 && o->asked->exe[0] != 0 &&
        strcmp(strrchr(o->asked->exe, '/') + 1, g->matches) != 0)
        o->runs = o->asked->exe;
    /* The rule is about this name, even if what is found here is a script or a link. */
    if (strcmp(g->feature, "procname") == 0) process.exe = nvp_text(g->matches);
    if (strcmp(g->feature, "commname") == 0) process.comm = nvp_text(g->matches);
    if (strcmp(g->feature, "cmdline") == 0) process.argv0 = nvp_text(g->matches);
    program_overlay(o->asked, &system, g->shown.ptr, text, size);
    t->file_count = 0;
    o->config = load(t, &system, &process, NULL, 0, &o->kept);
    o->result = o->config != NULL ? nvp_resolve(o->config, &process, &asked, &error) : NULL;
    if (o->config != NULL && o->result == NULL) failed(t->c, g->name, &error);
    t->libraries = own;
    t->library_count = given_count;
    return o->result != NULL;
}

/* Why a requested setting is not in force; NULL: it is. */
static const char *why_not(const game *g, const outcome *o, const given *asked)
{
    const nvp_use *u;
    nvp_effective e;
    cli_buf b = {NULL, 0, 0};
    const char *why = NULL;
    if (!o->config->state.enabled) return "profiles are disabled";
    if (!nvp_result_find(o->result, asked->key, &e)) return "no file that is used gives it";
    u = &o->config->uses[e.use];
    put_setting_value(&b, &e.setting->value);
    if (strcmp(b.ptr, asked->value.ptr) != 0) {
        if (!same(o->config->files[u->file]->name, g->shown.ptr)) why = "a rule of another file comes first";
        else if (!is_for(&o->config->files[u->file]->rules[u->rule], g) || u->definition != NVP_NONE)
            why = "another rule of this file comes first";
    }
    if (why == NULL && e.overridden == NVP_REPLY_YES) why = "the environment overrides it";
    if (why == NULL && e.unknown) why = "perhaps: a rule whose outcome is not known comes first";
    cli_buf_free(&b);
    return why;
}

static void print_outcome(tool *t, const game *g, const outcome *o, const given *asked, int count)
{
    output *to = t->to;
    cli_buf b = {NULL, 0, 0};
    uint32_t i;
    int k;
    if (!o->config->state.enabled) switches(to, &o->config->state);
    out_safe(to, g->name, strlen(g->name));
    out_say(to, "%s", o->result->setting_count > 0 ? " gets:\n" : " gets no settings.\n");
    for (i = 0; i < o->result->setting_count; i++) {
        const nvp_effective *e = &o->result->settings[i];
        const nvp_use *u = &o->config->uses[e->use];
        b.len = 0;
        cli_putf(&b, "  ");
        cli_put_safe(&b, e->setting->key.ptr, e->setting->key.len);
        cli_putf(&b, " %s ", e->unknown ? "=?" : "=");
        put_setting_value(&b, &e->setting->value);
        cli_putf(&b, "  ");
        put_profile_line(&b, o->config->files[u->profile_file], e->setting->value_at);
        if (e->overridden == NVP_REPLY_YES) cli_putf(&b, ", but %s is set and overrides it", e->environment.ptr);
        out_say(to, "%s\n", b.ptr);
    }
    if (o->runs != NULL && count > 0) {
        out_say(to, "%snote%s: ", cli_style(to->color, CLI_CYAN), cli_style(to->color, CLI_PLAIN));
        say(to, "", g->name, " is a link or a script here and starts ");
        say(to, "", o->runs, "; the rule is for processes whose own file is called ");
        say(to, "", g->matches, "\n");
    }
    for (k = 0; k < count; k++) {
        const char *why = why_not(g, o, &asked[k]);
        if (why != NULL) {
            b.len = 0;
            cli_put_safe(&b, asked[k].key.ptr, asked[k].key.len);
            cli_putf(&b, " = ");
            cli_put_safe(&b, asked[k].value.ptr, asked[k].value.len);
            out_say(to, "%snot in force%s: %s (%s)\n", cli_style(to->color, CLI_YELLOW), cli_style(to->color, CLI_PLAIN), b.ptr, why);
        }
    }
    if (o->config->failed_count > 0) out_say(to, "unknown: some files of the search path cannot be read\n");
    cli_buf_free(&b);
}

static void outcome_tree(output *to, const outcome *o)
{
    uint32_t i;
    out_string(to, "runs", o->runs);
    out_truth(to, "enabled", o->config->state.enabled);
    out_list(to, "settings");
    for (i = 0; i < o->result->setting_count; i++) {
        const nvp_effective *e = &o->result->settings[i];
        const nvp_file *f = o->config->files[o->config->uses[e->use].profile_file];
        const nvp_position p = nvp_file_locate(f, e->setting->value_at);
        out_group(to, NULL);
        out_text(to, "key", e->setting->key.ptr, e->setting->key.len);
        tree_value(to, &e->setting->value);
        out_text(to, "file", f->name.ptr, f->name.len);
        out_whole(to, "line", p.line);
        out_whole(to, "column", p.column);
        out_string(to, "environment", e->overridden == NVP_REPLY_YES ? e->environment.ptr : NULL);
        out_truth(to, "unknown", e->unknown);
        out_close(to);
    }
    out_close(to);
}

static int all_in_force(const game *g, const outcome *o, const given *asked, int count)
{
    int k;
    for (k = 0; k < count && why_not(g, o, &asked[k]) == NULL; k++) {}
    return k == count && o->config->failed_count == 0;
}

/* Writes the new text, with a backup of the old one. 0 with a message. */
int store(tool *t, const char *path, const char *backup, const cli_stamp *stamp, const char *before, size_t before_size,
                 const char *text, size_t size)
{
    if (!stamp->exists && !make_folders(t, path)) return 0;
    if (stamp->exists && (!make_folders(t, backup) || !cli_replace(t->c, backup, NULL, before, before_size))) return 0;
    return cli_replace(t->c, path, stamp, text, size);
}

/* Shows what the edit changes, writes it unless --dry-run, and says what the program then gets. */
static int finish(edit *e, game *g, const given *asked, int count)
{
    static const table_column columns[] = {{'l', NULL, "key", NULL, 0}, {'l', NULL, "value", NULL, 0}, {'l', NULL, "file", NULL, 0}};
    tool *t = e->t;
    output *to = t->to;
    table rows;
    uint32_t i;
    const char *text = e->out.ptr != NULL ? e->out.ptr : "";
    const int differs = e->out.len != e->size || memcmp(text, e->text, e->size) != 0;
    int code = CLI_FINE, known = 0, written = 0;
    outcome o;
    memset(&o, 0, sizeof o);
    if (differs && !t->dry) {
        written = store(t, e->path, g->backup.ptr, &e->stamp, e->text, e->size, text, e->out.len);
        if (!written) return edit_drop(e, CLI_INPUT);
    }
    if (g->feature != NULL) {
        known = outcome_open(t, g, text, e->out.len, &o);
        if (!known || !all_in_force(g, &o, asked, count)) code = CLI_FINDING;
    }
    out_group(to, NULL);
    out_string(to, "program", g->name);
    out_string(to, "file", e->path);
    out_truth(to, "changed", differs);
    out_truth(to, "written", written);
    out_string(to, "backup", written && e->stamp.exists ? g->backup.ptr : NULL);
    out_truth(to, "in_force", known && code == CLI_FINE);
    if (known) outcome_tree(to, &o);
    out_close(to);
    out_end(to);
    table_begin(&rows, to, NULL, columns, sizeof columns / sizeof *columns, 0);
    for (i = 0; known && i < o.result->setting_count; i++) {
        const nvp_effective *s = &o.result->settings[i];
        const nvp_view name = o.config->files[o.config->uses[s->use].profile_file]->name;
        table_text(&rows, s->setting->key.ptr, s->setting->key.len);
        table_text(&rows, s->setting->value.text.ptr, s->setting->value.text.len);
        table_text(&rows, name.ptr, name.len);
        table_row(&rows);
    }
    table_end(&rows);
    if (differs) lines_diff(to, e->path, e->text, e->size, text, e->out.len);
    else say(to, "", e->path, " has this already.\n");
    if (written && e->stamp.exists) say(to, "The old file is ", g->backup.ptr, ".\n");
    if (t->dry && differs) out_say(to, "Nothing was written (--dry-run).\n");
    if (known) print_outcome(t, g, &o, asked, count);
    outcome_close(&o);
    return edit_drop(e, code);
}

static int of_whom(tool *t)
{
    if (t->of_user && t->of_system) {
        cli_usage(t->c, "--user and --system exclude each other");
        return 0;
    }
    return 1;
}

/* Opens the file; 0 with a message, and *code. */
static int open_file(tool *t, edit *e, game *g, int create, int *code)
{
    struct stat st;
    *code = CLI_INPUT;
    if (create && !t->dry && !make_folders(t, g->real.ptr)) return 0;
    if (!create && stat(g->real.ptr, &st) != 0 && errno == ENOENT) {
        cli_error(t->c, "%s: there is no such file", g->real.ptr);
        *code = CLI_FINDING;
        return 0;
    }
    if (!edit_begin(e, t, g->real.ptr, create)) return 0;
    if (edit_broken(e)) {
        *code = edit_commit(e, NVP_SYNTAX);
        return 0;
    }
    return 1;
}

/* The settings of --recipe, one operand each after the program. */
static int take_recipe(tool *t, const recipe *r, texts *kept)
{
    const char *p = r->settings;
    const char **more = (const char **)cli_alloc((size_t)t->operand_count + strlen(p) + 1, sizeof *more);
    int i;
    for (i = 0; i < t->operand_count; i++) more[i] = t->operands[i];
    while (*p != 0) {
        const size_t n = strcspn(p, " ");
        char *word = keep(kept, (char *)cli_alloc(n + 1, 1));
        memcpy(word, p, n);
        more[t->operand_count++] = word;
        p += n + strspn(p + n, " ");
    }
    free(t->operands);
    t->operands = more;
    return t->operand_count;
}

static int add_program(tool *t, int count);

static int do_add(tool *t)
{
    const recipe *r = t->recipe != NULL ? recipe_of(t, t->recipe) : NULL;
    texts kept = {NULL, 0, 0};
    int code;
    if (t->recipe != NULL && r == NULL) return CLI_USAGE;
    if (r != NULL && r->no_key != NULL) return cli_usage(t->c, "recipe %s: %s", r->name, r->no_key);
    if (r != NULL && t->operand_count > 0) take_recipe(t, r, &kept);
    code = add_program(t, t->operand_count - 1);
    if (r != NULL && (code == CLI_FINE || code == CLI_FINDING)) recipe_after(t, r);
    texts_free(&kept);
    return code;
}

static int add_program(tool *t, int count)
{
    cli *c = t->c;
    cli_buf json = {NULL, 0, 0};
    given *asked;
    nvp_change *changes;
    key_list keys;
    game g;
    edit e;
    uint32_t r, n = 0;
    int i, code = CLI_USAGE;
    memset(&g, 0, sizeof g);
    if (count < 1) return cli_usage(c, "add takes a program and KEY=VALUE..., or --recipe NAME");
    if (!of_whom(t)) return CLI_USAGE;
    if (t->options.version.len == 0) driver_version(t);
    if (!keys_open(t, &keys)) return CLI_INPUT;
    asked = (given *)cli_alloc((size_t)count, sizeof *asked);
    changes = (nvp_change *)cli_alloc((size_t)count, sizeof *changes);
    for (i = 0; i < count && check_setting(t, &keys, t->operands[i + 1], &asked[i]); i++) {}
    if (i == count) {
        code = CLI_INPUT;
        name_game(t, &g, t->operands[0]);
        if (find_file(t, &g) && open_file(t, &e, &g, 1, &code)) {
            for (r = 0; r < e.file->rule_count; r++)
                if (is_for(&e.file->rules[r], &g) && e.file->rules[r].profile != NULL && !e.file->rules[r].profile->bad) break;
            if (r < e.file->rule_count) {
                for (i = 0; i < count; i++) {
                    changes[n].action = NVP_ACTION_SET;
                    changes[n].index = r;
                    changes[n].in_rule = 1;
                    changes[n].name = asked[i].key;
                    changes[n++].value = nvp_text(asked[i].value.ptr);
                }
            } else {
                cli_putf(&json, "{\"pattern\":%s,\"profile\":[", g.pattern.ptr);
                for (i = 0; i < count; i++) {
                    cli_buf key = {NULL, 0, 0};
                    cli_put(&key, asked[i].key.ptr, asked[i].key.len);
                    if (i > 0) cli_put(&json, ",", 1);
                    put_quoted(&json, key.ptr);
                    cli_putf(&json, ",%s", asked[i].value.ptr);
                    cli_buf_free(&key);
                }
                cli_putf(&json, "]}");
                changes[n].action = NVP_ACTION_RULE_ADD;
                changes[n++].value = nvp_text(json.ptr);
            }
            if (nvp_edit(e.file, changes, n, &e.to, NULL, &e.error) == NVP_OK) code = finish(&e, &g, asked, count);
            else code = edit_commit(&e, e.error.code);
        }
    }
    for (i = 0; i < count; i++) cli_buf_free(&asked[i].value);
    free(asked);
    free(changes);
    cli_buf_free(&json);
    game_free(&g);
    keys_close(&keys);
    return code;
}

static int do_remove(tool *t)
{
    cli *c = t->c;
    nvp_change *changes = NULL;
    size_t room = 0;
    uint32_t n = 0, r, k;
    game g;
    edit e;
    int i, code = CLI_INPUT, shared = 0;
    memset(&g, 0, sizeof g);
    if (t->operand_count < 1) return cli_usage(c, "remove takes a program, and keys if only they are to go");
    if (!of_whom(t)) return CLI_USAGE;
    name_game(t, &g, t->operands[0]);
    if (g.feature == NULL) {
        game_free(&g);
        return cli_usage(c, "remove takes a program or FEATURE=TEXT; nvprofile rule rm takes any rule by its number");
    }
    if (!find_file(t, &g) || !open_file(t, &e, &g, 0, &code)) {
        game_free(&g);
        return code;
    }
    for (r = e.file->rule_count; r-- > 0;) { /* from the last on, so that the numbers stay valid */
        const nvp_rule *rule = &e.file->rules[r];
        uint32_t left = 0, gone = n;
        if (!is_for(rule, &g)) continue;
        if (t->operand_count > 1 && rule->profile == NULL) {
            shared = 1;
            continue;
        }
        changes = (nvp_change *)cli_grow(changes, &room, (size_t)n + (size_t)t->operand_count + 1, sizeof *changes);
        memset(changes + n, 0, ((size_t)t->operand_count + 1) * sizeof *changes);
        for (k = 0; t->operand_count > 1 && k < rule->profile->setting_count; k++) {
            for (i = 1; i < t->operand_count; i++) {
                const nvp_view key = rule->profile->settings[k].key;
                size_t at;
                for (at = 0; at < key.len && t->operands[i][at] != 0 &&
                     tolower((unsigned char)key.ptr[at]) == tolower((unsigned char)t->operands[i][at]); at++) {}
                if (at == key.len && t->operands[i][at] == 0) break;
            }
            if (i == t->operand_count) left++;
            else {
                uint32_t twice;
                for (twice = gone; twice < n && strcmp(changes[twice].name.ptr, t->operands[i]) != 0; twice++) {}
                if (twice < n) continue;
                changes[n].action = NVP_ACTION_UNSET;
                changes[n].index = r;
                changes[n].in_rule = 1;
                changes[n++].name = nvp_text(t->operands[i]);
            }
        }
        if (t->operand_count > 1 && n == gone) continue;
        if (left == 0) { /* nothing of it is left */
            n = gone;
            memset(&changes[n], 0, sizeof changes[n]);
            changes[n].action = NVP_ACTION_RULE_REMOVE;
            changes[n++].index = r;
        }
    }
    if (n == 0) {
        if (shared)
            cli_error(c, "%s: the rule for %s names a profile; nvprofile unset FILE PROFILE KEY changes it for all", e.path,
                      g.name);
        else cli_error(c, "%s: no rule for %s alone%s", e.path, g.name, t->operand_count > 1 ? " has these keys" : "");
        code = edit_drop(&e, CLI_FINDING);
    } else if (nvp_edit(e.file, changes, n, &e.to, NULL, &e.error) == NVP_OK)
        code = finish(&e, &g, NULL, 0);
    else code = edit_commit(&e, e.error.code);
    free(changes);
    game_free(&g);
    return code;
}

/* The switch -------------------------------------------------------------------------------------------------------------- */

/* The text with "enabled" as requested; a text that cannot be parsed is replaced as a whole. nvidia-settings reads this
   file as plain JSON. */
static void switched(cli_buf *to, const char *text, size_t size, const char *word)
{
    nvp_reader x;
    nvp_token k;
    int depth = 0, name = 1, is_enabled = 0, wrong = 0;
    uint32_t from = NVP_NONE, until = 0, open = NVP_NONE, members = 0;
    nvp_reader_begin(&x, text, size, 0);
    while (nvp_reader_next(&x, &k)) {
        const char mark = k.kind == NVP_TOKEN_KIND_MARK ? text[k.at] : 0;
        if (k.issue != NVP_ISSUE_NONE) wrong = 1;
        if (open == NVP_NONE && mark != '{') wrong = 1;
        if (open == NVP_NONE) open = k.at;
        if (mark == '}' || mark == ']') depth--;
        if (depth == 1 && !name && is_enabled && mark == 0) {
            from = k.at;
            until = k.at + k.len;
        }
        if (depth == 1 && name && k.kind == NVP_TOKEN_KIND_STRING) {
            is_enabled = k.len == 9 && memcmp(text + k.at, "\"enabled\"", 9) == 0;
            members++;
        }
        if (depth == 1 && mark == ':') name = 0;
        if (depth == 1 && mark == ',') name = 1;
        if (mark == '{' || mark == '[') {
            if (depth == 1 && is_enabled && !name) wrong = 1; /* its value is an object or a list */
            depth++;
        }
        if (depth < 0) wrong = 1;
    }
    if (wrong || open == NVP_NONE || depth != 0) cli_putf(to, "{\n    \"enabled\": %s\n}\n", word);
    else if (from != NVP_NONE) {
        cli_put(to, text, from);
        cli_putf(to, "%s", word);
        cli_put(to, text + until, size - until);
    } else {
        cli_put(to, text, open + 1);
        cli_putf(to, "\n    \"enabled\": %s%s", word, members > 0 ? "," : "\n");
        cli_put(to, text + open + 1, size - open - 1);
    }
}

static int turn(tool *t, int on)
{
    static const table_column columns[] = {{'l', NULL, "enabled", NULL, 0}};
    cli *c = t->c;
    output *to = t->to;
    table rows;
    const char *home;
    cli_buf path = {NULL, 0, 0}, backup = {NULL, 0, 0}, out = {NULL, 0, 0};
    cli_stamp stamp;
    struct stat st;
    char *text = NULL;
    size_t size = 0;
    nvp_posix posix;
    nvp_system system;
    nvp_process process;
    nvp_config *config = NULL;
    nvp_error error;
    int code = CLI_INPUT, differs, written = 0;
    if (t->operand_count > 0)
        return cli_usage(c, "%s is the switch for all programs; add and remove are about one of them",
                         on ? "enable" : "disable");
    if (t->of_system) return cli_usage(c, "there is no switch for all users; each has one in ~/.nv");
    home = home_of(t);
    if (home == NULL) return CLI_INPUT;
    memset(&stamp, 0, sizeof stamp);
    cli_putf(&path, "%s%s/.nv/nvidia-application-profile-globals-rc", t->root != NULL ? t->root : "", home);
    cli_putf(&backup, "%s.backup", path.ptr);
    if (stat(path.ptr, &st) != 0 && errno == ENOENT) text = (char *)cli_alloc(1, 1);
    else text = cli_read_most(c, path.ptr, LARGEST, &size, &stamp);
    if (text != NULL) {
        nvp_view globals;
        switched(&out, text, size, on ? "true" : "false");
        differs = out.len != size || memcmp(out.ptr, text, size) != 0;
        if (differs && !t->dry)
            written = make_folders(t, path.ptr) && store(t, path.ptr, backup.ptr, &stamp, text, size, out.ptr, out.len);
        globals.ptr = out.ptr;
        globals.len = out.len;
        if ((written || !differs || t->dry) && look(t, &posix, 0, &system, &process)) {
            config = nvp_config_open(NULL, &error);
            if (config == NULL || nvp_config_switch(config, &process, globals, &error) != NVP_OK) failed(c, path.ptr, &error);
            else {
                code = config->state.enabled == on && !config->state.unknown ? CLI_FINE : CLI_FINDING;
                out_group(to, NULL);
                out_string(to, "file", path.ptr);
                out_truth(to, "changed", differs);
                out_truth(to, "written", written);
                out_string(to, "backup", written && stamp.exists ? backup.ptr : NULL);
                out_truth(to, "enabled", config->state.enabled);
                out_close(to);
                out_end(to);
                table_begin(&rows, to, NULL, columns, 1, 0);
                table_truth(&rows, config->state.enabled, "1", "0");
                table_row(&rows);
                table_end(&rows);
                if (differs) lines_diff(to, path.ptr, text, size, out.ptr, out.len);
                if (written && stamp.exists) say(to, "The old file is ", backup.ptr, ".\n");
                if (t->dry && differs) out_say(to, "Nothing was written (--dry-run).\n");
                switches(to, &config->state);
            }
            nvp_config_close(config);
            nvp_posix_close(&posix);
        }
    }
    free(text);
    cli_buf_free(&path);
    cli_buf_free(&backup);
    cli_buf_free(&out);
    return code;
}

static int do_enable(tool *t) { return turn(t, 1); }
static int do_disable(tool *t) { return turn(t, 0); }

static const option add_options[] = {
    {0, "recipe", &take_text, AT(recipe), NULL, "NAME", "the settings of a recipe: nvprofile recipes"},
    {0, "force", &take_nothing, AT(force), NULL, NULL, "accept what is unknown or still in use"},
    {0, "library", &take_texts, AT(library_list), NULL, "NAME", "a loaded library, for what the program then gets; repeatable"},
    WHOSE, SOURCES, OPTION_END};

ROW(add, add_options, "a rule for one program, before all others",
    "nvprofile add firefox GLSyncToVblank=0 GLYield=USLEEP\n"
    "  nvprofile add niri --recipe vram\n"
    "  nvprofile add Game.exe GLThreadedOptimizations=true    under Wine\n"
    "  nvprofile add dso=libgame.so GLYield=NOTHING --system\n"
    "  Prints the change as a diff, keeps the old file as FILE.backup, and says what\n"
    "  the program gets now; exit code 1 if that is not what was asked for.",
    "PROGRAM KEY=VALUE...", USE_VALUE, NULL, MAY_READ | MAY_WRITE);

ROW(remove, add_options, "takes the rule, or some of its keys, out again", "nvprofile remove firefox GLYield", "PROGRAM [KEY...]",
    USE_VALUE, NULL, MAY_READ | MAY_WRITE);

ROW(enable, own_options, "turns profiles on for your programs again", "nvprofile enable", "", USE_VALUE, NULL, MAY_READ | MAY_WRITE);

ROW(disable, own_options, "turns profiles off for all your programs",
    "The switch is in ~/.nv/nvidia-application-profile-globals-rc; the variable\n"
    "  __GL_APPLICATION_PROFILE overrides it: 0 is off, 1 is on.\n\n"
    "  nvprofile disable",
    "", USE_VALUE, NULL, MAY_READ | MAY_WRITE);
