/* Canonical JSON: one line, members in a fixed order, every byte outside 20 to 7e as \u00xx. For tests and programs;
   the other verbs are for people. */
#include "row.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void quote(FILE *f, nvp_view v) { cli_json_quote(f, CLI_BYTES, v.ptr, v.len); }

static void boolean(FILE *f, int b) { fputs(b ? "true" : "false", f); }

/* ,"NAME":[line,column], null for NVP_NONE. */
static void place(FILE *f, const char *name, const nvp_file *file, uint32_t at)
{
    const nvp_position p = nvp_file_locate(file, at);
    fputs(name, f);
    if (at == NVP_NONE) fputs("null", f);
    else fprintf(f, "[%" PRIu32 ",%" PRIu32 "]", p.line, p.column);
}

/* "type":...,"value":...,"text":... */
static void value(FILE *f, const nvp_value *v)
{
    static const char *const types[] = {"string", "int", "uint", "real", "bool"};
    fprintf(f, "\"type\":\"%s\",\"value\":", types[v->type]);
    switch (v->type) {
    case NVP_TYPE_STRING: quote(f, v->text); break;
    case NVP_TYPE_INT: fprintf(f, "%" PRId64, v->i); break;
    case NVP_TYPE_UINT: fprintf(f, "%" PRIu64, v->u); break;
    case NVP_TYPE_REAL: fprintf(f, "%.17g", v->r); break;
    default: boolean(f, v->i == 1); break;
    }
    fputs(",\"text\":", f);
    if (v->type == NVP_TYPE_STRING || v->type == NVP_TYPE_BOOL) fputs("null", f);
    else quote(f, v->text);
}

static void profile(FILE *f, const nvp_file *file, const nvp_profile *p)
{
    uint32_t i;
    fputs("{\"name\":", f);
    if (p->named) quote(f, p->name);
    else fputs("null", f);
    place(f, ",\"name_at\":", file, p->name_at);
    place(f, ",\"at\":", file, p->at);
    fputs(",\"bad\":", f);
    boolean(f, p->bad);
    fputs(",\"settings\":[", f);
    for (i = 0; i < p->setting_count; i++) {
        const nvp_setting *s = &p->settings[i];
        fputs(i > 0 ? ",{\"key\":" : "{\"key\":", f);
        quote(f, s->key);
        putc(',', f);
        value(f, &s->value);
        place(f, ",\"key_at\":", file, s->key_at);
        place(f, ",\"value_at\":", file, s->value_at);
        putc('}', f);
    }
    fputs("]}", f);
}

static void pattern(FILE *f, const nvp_file *file, const nvp_pattern *p)
{
    uint32_t *left; /* elements still to come, for each open operator */
    uint32_t i, depth = 0;
    if (p == NULL) {
        fputs("null", f);
        return;
    }
    left = (uint32_t *)cli_alloc(p->size, sizeof *left);
    for (i = 0; i < p->size; i++) {
        place(f, "{\"at\":", file, p[i].at);
        fputs(p[i].feature < NVP_FEATURE_AND ? ",\"feature\":" : ",\"op\":", f);
        quote(f, p[i].name);
        if (p[i].feature < NVP_FEATURE_AND) {
            fputs(",\"matches\":", f);
            if (p[i].has_matches) quote(f, p[i].matches);
            else fputs("null", f);
            putc('}', f);
        } else {
            fputs(",\"sub\":[", f);
            left[depth++] = p[i].count + 1;
        }
        while (depth > 0 && --left[depth - 1] == 0) {
            fputs("]}", f);
            depth--;
        }
        if (i + 1 < p->size && left[depth - 1] != p[i].count) putc(',', f);
        else if (i + 1 < p->size && p[i].feature < NVP_FEATURE_AND) putc(',', f);
    }
    free(left);
}

static void diagnostics(FILE *f, const nvp_file *file)
{
    static const char *const severities[] = {"note", "warning", "error"};
    uint32_t i;
    fputs("\"diagnostics\":[", f);
    for (i = 0; i < file->problem_count; i++) {
        const nvp_problem *d = &file->problems[i];
        const nvp_position at = nvp_file_locate(file, (uint32_t)d->offset), see = nvp_file_locate(file, d->see);
        fprintf(f, "%s[\"%s\",\"%s\",%" PRIu32 ",%" PRIu32, i > 0 ? "," : "", severities[d->severity], nvp_issue_name(d->issue),
                at.line, at.column);
        if (d->see != NVP_NONE) fprintf(f, ",%" PRIu32 ",%" PRIu32, see.line, see.column);
        putc(']', f);
    }
    putc(']', f);
}

int dump_file(cli *c, const char *path, unsigned flags)
{
    size_t size;
    char *text = cli_read_most(c, path, LARGEST, &size, NULL);
    nvp_config_options options;
    nvp_config *config;
    nvp_error error;
    const nvp_file *file;
    uint32_t i;
    int code = CLI_FINE;
    memset(&options, 0, sizeof options);
    options.flags = flags;
    options.max_problems = NVP_NONE;
    if (text == NULL) return CLI_INPUT;
    config = nvp_config_open(&options, &error);
    if (config == NULL || nvp_config_add(config, nvp_text(path), text, size, &error) != NVP_OK) code = failed(c, path, &error);
    else {
        file = config->files[0];
        fputs("{\"used\":", c->out);
        boolean(c->out, file->used);
        fputs(",\"rules\":[", c->out);
        for (i = 0; i < file->rule_count; i++) {
            const nvp_rule *r = &file->rules[i];
            place(c->out, i > 0 ? ",{\"at\":" : "{\"at\":", file, r->at);
            fputs(",\"pattern\":", c->out);
            pattern(c->out, file, r->pattern);
            fputs(",\"profile\":", c->out);
            if (r->has_ref) {
                fputs("{\"ref\":", c->out);
                quote(c->out, r->ref);
                place(c->out, ",\"at\":", file, r->ref_at);
                putc('}', c->out);
            } else if (r->profile != NULL)
                profile(c->out, file, r->profile);
            else
                fputs("null", c->out);
            putc('}', c->out);
        }
        fputs("],\"profiles\":[", c->out);
        for (i = 0; i < file->profile_count; i++) {
            if (i > 0) putc(',', c->out);
            profile(c->out, file, &file->profiles[i]);
        }
        fputs("],", c->out);
        diagnostics(c->out, file);
        fputs("}\n", c->out);
    }
    nvp_config_close(config);
    free(text);
    return code;
}

static int dump_keys(cli *c, const char *path)
{
    size_t size;
    char *text = cli_read_most(c, path, LARGEST, &size, NULL);
    const nvp_keys *keys;
    nvp_error error;
    uint32_t i;
    if (text == NULL) return CLI_INPUT;
    keys = nvp_keys_open(text, size, NULL, &error);
    if (keys == NULL) {
        free(text);
        return failed(c, path, &error);
    }
    fputs("{\"used\":", c->out);
    boolean(c->out, keys->used);
    fputs(",\"keys\":[", c->out);
    for (i = 0; i < keys->count; i++) {
        fputs(i > 0 ? ",{\"key\":" : "{\"key\":", c->out);
        quote(c->out, keys->items[i].key);
        fputs(",\"type\":", c->out);
        quote(c->out, keys->items[i].type);
        fputs(",\"description\":", c->out);
        quote(c->out, keys->items[i].description);
        putc('}', c->out);
    }
    fprintf(c->out, "],\"skipped\":%" PRIu32 ",", keys->skipped);
    diagnostics(c->out, keys->file);
    fputs("}\n", c->out);
    nvp_keys_close(keys);
    free(text);
    return CLI_FINE;
}

/* Scenarios ------------------------------------------------------------------------------------------------------------ */

/* A JSON value read with the tokens of the header. Code points U+0000 to U+00FF of strings stand for bytes. */
typedef struct json {
    char *text; /* of a string; NULL for everything else */
    size_t len;
    char *name; /* as a member */
    struct json *first, *last, *next;
} json;

static char *bytes_of(const char *text, const nvp_token *t, size_t *len)
{
    char *out = (char *)cli_alloc(t->len + 1, 1);
    nvp_view raw, said;
    size_t i, n, k = 0;
    raw.ptr = text + t->at;
    raw.len = t->len;
    n = nvp_decode(raw, out, t->len, &said, NULL) == NVP_OK ? said.len : 0;
    for (i = 0; i < n; i++) {
        const unsigned char u = (unsigned char)out[i];
        if ((u == 0xc2 || u == 0xc3) && i + 1 < n) {
            out[k++] = (char)((u & 3) << 6 | ((unsigned char)out[i + 1] & 63));
            i++;
        } else
            out[k++] = out[i];
    }
    out[k] = 0;
    *len = k;
    return out;
}

static void json_free(json *j)
{
    while (j != NULL) {
        json *next = j->next;
        json_free(j->first);
        free(j->text);
        free(j->name);
        free(j);
        j = next;
    }
}

/* Reads a value whose first token is t; NULL if it is not a value. Containers are followed to a depth of 8. */
static json *json_read(nvp_reader *x, const char *text, const nvp_token *t, int depth)
{
    json *j = (json *)cli_alloc(1, sizeof *j);
    const char open = t->kind == NVP_TOKEN_KIND_MARK ? text[t->at] : 0;
    nvp_token inner;
    if (t->kind == NVP_TOKEN_KIND_STRING && t->issue == NVP_ISSUE_NONE) j->text = bytes_of(text, t, &j->len);
    if (open == 0 && t->kind >= NVP_TOKEN_KIND_STRING && t->kind <= NVP_TOKEN_KIND_NULL) return j;
    while ((open == '{' || open == '[') && depth < 8 && nvp_reader_next(x, &inner)) {
        const char mark = inner.kind == NVP_TOKEN_KIND_MARK ? text[inner.at] : 0;
        json *child;
        char *name = NULL;
        size_t len;
        if (mark == (open == '{' ? '}' : ']')) return j;
        if (mark == ',') continue;
        if (open == '{') {
            if (inner.kind != NVP_TOKEN_KIND_STRING) break;
            name = bytes_of(text, &inner, &len);
            if (!nvp_reader_next(x, &inner) || inner.kind != NVP_TOKEN_KIND_MARK || text[inner.at] != ':' ||
                !nvp_reader_next(x, &inner)) {
                free(name);
                break;
            }
        }
        child = json_read(x, text, &inner, depth + 1);
        if (child == NULL) {
            free(name);
            break;
        }
        child->name = name;
        if (j->last != NULL) j->last->next = child;
        else j->first = child;
        j->last = child;
    }
    json_free(j);
    return NULL;
}

static json *member(const json *j, const char *name)
{
    json *m = j != NULL ? j->first : NULL;
    while (m != NULL && (m->name == NULL || strcmp(m->name, name) != 0)) m = m->next;
    return m;
}

static json *scenario(cli *c, const char *path)
{
    size_t size;
    char *text = cli_read_most(c, path, LARGEST, &size, NULL);
    nvp_reader x;
    nvp_token t;
    json *j = NULL;
    if (text == NULL) return NULL;
    nvp_reader_begin(&x, text, size, 0);
    if (nvp_reader_next(&x, &t)) j = json_read(&x, text, &t, 0);
    if (j == NULL) cli_error(c, "%s: not a scenario", path);
    free(text);
    return j;
}

static int has_text(const json *list, const char *text)
{
    const json *j = list != NULL ? list->first : NULL;
    while (j != NULL && (j->text == NULL || strcmp(j->text, text) != 0)) j = j->next;
    return j != NULL;
}

static nvp_view view_of(const json *j)
{
    nvp_view v;
    v.ptr = j->text != NULL ? j->text : "";
    v.len = j->len;
    return v;
}

static nvp_reply scenario_fact(nvp_fact what, nvp_view *out, void *user)
{
    static const char *const names[] = {"exe", "comm", "argv"};
    const json *j = member((const json *)user, names[what]);
    if (j == NULL) return NVP_REPLY_UNKNOWN;
    if (what == NVP_FACT_ARGV0) j = j->first;
    if (j == NULL) return NVP_REPLY_NO;
    *out = view_of(j);
    return NVP_REPLY_YES;
}

static nvp_reply scenario_dso(uint32_t index, nvp_view *out, void *user)
{
    const json *j = member((const json *)user, "dso");
    if (j == NULL) return NVP_REPLY_UNKNOWN;
    for (j = j->first; j != NULL && index > 0; index--) j = j->next;
    if (j == NULL) return NVP_REPLY_NO;
    *out = view_of(j);
    return NVP_REPLY_YES;
}

static nvp_reply scenario_entry(const char *name, void *user)
{
    const json *j = member((const json *)user, "dir");
    return j == NULL ? NVP_REPLY_UNKNOWN : has_text(j, name) ? NVP_REPLY_YES : NVP_REPLY_NO;
}

static nvp_reply scenario_env(const char *name, nvp_view *out, void *user)
{
    const json *j = member(member((const json *)user, "env"), name);
    if (j == NULL) return NVP_REPLY_NO;
    *out = view_of(j);
    return NVP_REPLY_YES;
}

static void scenario_process(json *j, nvp_process *p)
{
    memset(p, 0, sizeof *p);
    p->fact_fn = scenario_fact;
    p->dso_fn = scenario_dso;
    p->entry_fn = scenario_entry;
    p->env_fn = scenario_env;
    p->user = j;
}

/* `name`, from the folder of `beside`. */
static char *sibling(const char *beside, const char *name)
{
    const char *slash = strrchr(beside, '/');
    cli_buf b = {NULL, 0, 0};
    if (slash != NULL && name[0] != '/') cli_put(&b, beside, (size_t)(slash - beside) + 1);
    cli_put(&b, name, strlen(name));
    return b.ptr;
}

static void rules(FILE *f, const nvp_config *config, const nvp_result *result, const lint_findings *found)
{
    static const char *const gives[] = {"settings", "nothing", "bad", "undefined", "known"};
    static const char *const dead[] = {"null", "\"never\"", "\"nothing\"", "\"shadowed\""};
    uint32_t i;
    fputs("\"rules\":[", f);
    for (i = 0; i < config->use_count; i++) {
        const nvp_use *u = &config->uses[i];
        const nvp_file *file = config->files[u->file];
        const nvp_rule *r = &file->rules[u->rule];
        const nvp_outcome *o = &result->outcomes[i];
        fprintf(f, "%s{\"file\":%" PRIu32 ",\"rule\":%" PRIu32, i > 0 ? "," : "", u->file, u->rule);
        place(f, ",\"at\":", file, r->at);
        fputs(",\"matched\":", f);
        boolean(f, o->matched);
        fprintf(f, ",\"why\":\"%s\"", nvp_why_name(o->why));
        place(f, ",\"decided\":", file, o->decided);
        fputs(",\"profile\":", f);
        if (r->has_ref) quote(f, r->ref);
        else if (r->profile != NULL && r->profile->named) quote(f, r->profile->name);
        else fputs("null", f);
        fprintf(f, ",\"gives\":\"%s\",\"won\":%" PRIu32 ",\"lost\":%" PRIu32 ",\"dead\":%s}", gives[u->gives], o->won, o->lost,
                dead[found->dead[i]]);
    }
    fputs("],", f);
}

static void settings(FILE *f, const nvp_config *config, const nvp_result *result)
{
    uint32_t i;
    fputs("\"settings\":[", f);
    for (i = 0; i < result->setting_count; i++) {
        const nvp_effective *e = &result->settings[i];
        const nvp_use *u = &config->uses[e->use];
        const nvp_shadow *h;
        fputs(i > 0 ? ",{\"key\":" : "{\"key\":", f);
        quote(f, e->setting->key);
        putc(',', f);
        value(f, &e->setting->value);
        fprintf(f, ",\"file\":%" PRIu32 ",\"rule\":%" PRIu32, u->file, u->rule);
        place(f, ",\"rule_at\":", config->files[u->file], config->files[u->file]->rules[u->rule].at);
        fputs(",\"profile\":", f);
        if (u->profile->named) quote(f, u->profile->name);
        else fputs("null", f);
        fprintf(f, ",\"profile_file\":%" PRIu32, u->profile_file);
        place(f, ",\"profile_at\":", config->files[u->profile_file], u->profile->at);
        place(f, ",\"value_at\":", config->files[u->profile_file], e->setting->value_at);
        fputs(",\"environment\":", f);
        if (e->overridden == NVP_REPLY_YES) quote(f, e->environment);
        else fputs("null", f);
        fputs(",\"shadows\":[", f);
        for (h = e->shadows; h != NULL; h = h->next) {
            const nvp_use *by = &config->uses[h->use];
            if (h != e->shadows) putc(',', f);
            putc('{', f);
            value(f, &h->setting->value);
            fprintf(f, ",\"file\":%" PRIu32 ",\"rule\":%" PRIu32 ",\"profile_file\":%" PRIu32, by->file, by->rule,
                    by->profile_file);
            place(f, ",\"value_at\":", config->files[by->profile_file], h->setting->value_at);
            putc('}', f);
        }
        fputs("]}", f);
    }
    fputs("],", f);
}

static void names(FILE *f, const nvp_config *config)
{
    uint32_t i, k;
    int more = 0;
    fputs("\"profiles\":[", f);
    for (i = 0; i < config->definition_count; i++) {
        const nvp_definition *first = &config->definitions[i];
        const nvp_definition *counts = &config->definitions[first->counts];
        int inner = 0;
        if (first->first != i) continue;
        fputs(more ? ",{\"name\":" : "{\"name\":", f);
        more = 1;
        quote(f, first->profile->name);
        fprintf(f, ",\"file\":%" PRIu32, counts->file);
        place(f, ",\"at\":", config->files[counts->file], counts->profile->at);
        fputs(",\"also\":[", f);
        for (k = i; k != NVP_NONE; k = config->definitions[k].next) {
            const nvp_definition *d = &config->definitions[k];
            const nvp_position at = nvp_file_locate(config->files[d->file], d->profile->at);
            if (d == counts) continue;
            fprintf(f, "%s[%" PRIu32 ",%" PRIu32 ",%" PRIu32 "]", inner ? "," : "", d->file, at.line, at.column);
            inner = 1;
        }
        fputs("]}", f);
    }
    fputs("]}\n", f);
}

/* The switches, then how each file was read. */
static void state(FILE *f, const nvp_config *config)
{
    static const char *const reports[] = {"switch-value", "log-value", "globals-malformed", "globals-no-enabled",
                                          "globals-type"};
    size_t i;
    int more = 0;
    fputs("{\"enabled\":", f);
    boolean(f, config->state.enabled);
    fprintf(f, ",\"by\":\"%s\",\"log\":", nvp_by_name(config->state.by));
    boolean(f, config->state.log);
    fputs(",\"reports\":[", f);
    for (i = 0; i < sizeof reports / sizeof *reports; i++)
        if ((config->state.reports >> i & 1) != 0) {
            fprintf(f, "%s\"%s\"", more ? "," : "", reports[i]);
            more = 1;
        }
    fputs("],\"files\":[", f);
    for (i = 0; i < config->file_count; i++) {
        fputs(i > 0 ? ",{\"file\":" : "{\"file\":", f);
        quote(f, config->files[i]->name);
        fputs(",\"used\":", f);
        boolean(f, config->files[i]->used);
        fprintf(f, ",\"errors\":%" PRIu32 ",\"warnings\":%" PRIu32 ",\"notes\":%" PRIu32 "}", config->files[i]->errors,
                config->files[i]->warnings, config->files[i]->notes);
    }
    fputs("],", f);
}

static int dump_resolve(cli *c, const char *path, const char **files, int file_count)
{
    static const struct {
        const char *name;
        unsigned flag;
    } flags[] = {{"exact-keys", NVP_FLAG_EXACT_KEYS},     {"last-profile", NVP_FLAG_LAST_PROFILE}, {"atomic", NVP_FLAG_ATOMIC},
                 {"lenient", NVP_FLAG_LENIENT},           {"strict", NVP_FLAG_STRICT}};
    json *s = scenario(c, path), *j;
    nvp_process process;
    nvp_config_options options;
    nvp_resolve_options asked;
    nvp_view globals, *known;
    nvp_config *config;
    const nvp_result *result = NULL;
    lint_findings found;
    nvp_error error;
    texts kept = {NULL, 0, 0};
    size_t size, i;
    int code = CLI_FINE;
    if (s == NULL) return CLI_INPUT;
    memset(&options, 0, sizeof options);
    memset(&error, 0, sizeof error);
    scenario_process(s, &process);
    memset(&asked, 0, sizeof asked);
    asked.dso = has_text(member(s, "options"), "dso-prefix") ? NVP_DSO_PREFIX : NVP_DSO_EQUAL;
    for (i = 0; i < sizeof flags / sizeof *flags; i++)
        if (has_text(member(s, "options"), flags[i].name)) options.flags |= flags[i].flag;
    options.max_problems = 1;
    j = member(s, "known");
    for (j = j != NULL ? j->first : NULL; j != NULL; j = j->next) options.known_count++;
    known = (nvp_view *)cli_alloc(options.known_count, sizeof *known);
    j = member(s, "known");
    i = 0;
    for (j = j != NULL ? j->first : NULL; j != NULL; j = j->next) known[i++] = view_of(j);
    options.known = known;
    memset(&globals, 0, sizeof globals);
    j = member(s, "globals");
    if (j != NULL && j->text != NULL) {
        char *name = keep(&kept, sibling(path, j->text));
        globals.ptr = keep(&kept, cli_read(c, name, &size, NULL));
        globals.len = size;
    }
    config = nvp_config_open(&options, &error);
    if (config == NULL || nvp_config_switch(config, &process, globals, &error) != NVP_OK)
        code = failed(c, path, &error);
    j = member(s, "files");
    j = j != NULL ? j->first : NULL;
    for (i = 0; code == CLI_FINE && config->state.enabled && (file_count > 0 ? (int)i < file_count : j != NULL); i++) {
        const char *name = file_count > 0 ? files[i] : j->text != NULL ? j->text : "";
        char *where = keep(&kept, file_count > 0 ? sibling("", name) : sibling(path, name));
        char *text = keep(&kept, cli_read(c, where, &size, NULL));
        if (text == NULL) code = CLI_INPUT;
        else if (nvp_config_add(config, nvp_text(name), text, size, &error) != NVP_OK) code = failed(c, name, &error);
        if (j != NULL) j = j->next;
    }
    if (code == CLI_FINE &&
        (nvp_config_link(config, &error) != NVP_OK || (result = nvp_resolve(config, &process, &asked, &error)) == NULL))
        code = failed(c, path, &error);
    if (code == CLI_FINE) {
        state(c->out, config);
        lint_config(&found, config, NULL);
        rules(c->out, config, result, &found);
        lint_findings_free(&found);
        settings(c->out, config, result);
        names(c->out, config);
    }
    nvp_result_close(result);
    nvp_config_close(config);
    free(known);
    texts_free(&kept);
    json_free(s);
    return code;
}

/* Search path ---------------------------------------------------------------------------------------------------------- */

/* Follows links in the imagined tree, 40 of them. */
static const json *walk_links(const json *tree, const char **path, const char **kind)
{
    const json *j = NULL;
    int links;
    *kind = "missing";
    for (links = 0; links <= 40; links++) {
        j = member(tree, *path);
        if (j == NULL || j->text == NULL) return NULL;
        if (strncmp(j->text, "link:", 5) != 0) {
            *kind = j->text;
            return j;
        }
        *path = j->text + 5;
    }
    return NULL;
}

/* Links in parent folders are followed as well: /a/b where /a is a link to /c is looked up as /c/b. */
static char *real_path(const json *tree, const char *path)
{
    const char *slash = strrchr(path, '/'), *kind, *folder;
    cli_buf b = {NULL, 0, 0};
    if (member(tree, path) == NULL && slash != NULL && slash != path) {
        cli_put(&b, path, (size_t)(slash - path));
        folder = b.ptr;
        if (walk_links(tree, &folder, &kind) != NULL && folder != b.ptr) {
            cli_buf there = {NULL, 0, 0};
            cli_putf(&there, "%s%s", folder, slash);
            cli_buf_free(&b);
            return there.ptr;
        }
        cli_buf_free(&b);
    }
    cli_put(&b, path, strlen(path));
    return b.ptr;
}

static void tree_stat(const char *path, nvp_stat *out, void *user)
{
    const json *tree = (const json *)user;
    char *real = real_path(tree, path);
    const char *at = real, *kind;
    const json *there = member(tree, real);
    walk_links(tree, &at, &kind);
    out->kind = strcmp(kind, "file") == 0 ? NVP_KIND_REGULAR : strcmp(kind, "dir") == 0 ? NVP_KIND_DIRECTORY
                : strcmp(kind, "unreadable") == 0 ? NVP_KIND_UNREADABLE
                : strcmp(kind, "missing") == 0 ? (there != NULL ? NVP_KIND_BROKEN_LINK : NVP_KIND_MISSING) : NVP_KIND_OTHER;
    free(real);
}

static nvp_reply tree_list(const char *path, int (*add_fn)(const char *name, void *to), void *to, void *user)
{
    const json *tree = (const json *)user, *j;
    const char *at = path, *kind;
    size_t len;
    walk_links(tree, &at, &kind);
    len = strlen(at);
    for (j = tree != NULL ? tree->first : NULL; j != NULL; j = j->next) {
        const char *slash = strrchr(j->name, '/');
        if (slash == NULL || (size_t)(slash - j->name) != len || strncmp(j->name, at, len) != 0) continue;
        if (!add_fn(slash + 1, to)) break;
    }
    return NVP_REPLY_YES;
}

static int dump_path(cli *c, const char *path)
{
    json *s = scenario(c, path), *version;
    nvp_process process;
    nvp_system system;
    nvp_config_options options;
    nvp_config *config;
    nvp_error error;
    uint32_t i;
    int code = CLI_FINE;
    if (s == NULL) return CLI_INPUT;
    memset(&options, 0, sizeof options);
    memset(&system, 0, sizeof system);
    scenario_process(s, &process);
    version = member(s, "version");
    options.version = nvp_text(version != NULL ? version->text : NULL);
    system.stat_fn = tree_stat;
    system.list_fn = tree_list;
    system.user = member(s, "tree");
    config = nvp_config_open(&options, &error);
    if (config == NULL || nvp_config_search(config, &system, &process, &error) != NVP_OK) code = failed(c, path, &error);
    else {
        fputs("{\"globals\":", c->out);
        if (config->globals.len > 0) quote(c->out, config->globals);
        else fputs("null", c->out);
        fputs(",\"places\":[", c->out);
        for (i = 0; i < config->place_count; i++) {
            const nvp_place *p = &config->places[i];
            fprintf(c->out, "%s{\"entry\":%u,\"path\":", i > 0 ? "," : "", p->entry);
            quote(c->out, p->path);
            fprintf(c->out, ",\"outcome\":\"%s\",\"leftover\":", nvp_place_state_name(p->state));
            boolean(c->out, p->leftover);
            putc('}', c->out);
        }
        fputs("]}\n", c->out);
    }
    nvp_config_close(config);
    json_free(s);
    return code;
}

static int do_dump(tool *t)
{
    if (t->dump_resolve != NULL) return dump_resolve(t->c, t->dump_resolve, t->operands, t->operand_count);
    if (t->dump_path != NULL) return dump_path(t->c, t->dump_path);
    if (t->keys_path != NULL) return dump_keys(t->c, t->keys_path);
    if (t->operand_count != 1) return cli_usage(t->c, "dump takes one file");
    return dump_file(t->c, t->operands[0], t->options.flags);
}

static const option dump_options[] = {
    {0, "resolve", &take_folder, AT(dump_resolve), NULL, "SCENARIO", "settings on a made-up machine"},
    {0, "path", &take_folder, AT(dump_path), NULL, "SCENARIO", "its search path"}, SOURCES, OPTION_END};
static const verb_lack dump_lacks[] = {{NULL, LACKS_CSV, NULL, "dump has no CSV: JSON"}, LACK_END};

ROW_LACKS(dump, dump_options, "one line of JSON in a fixed form, for comparing readers", "nvprofile dump --keys FILE          a key documentation",
    "[FILE]", USE_READ_ANY, NULL, MAY_READ, dump_lacks);
