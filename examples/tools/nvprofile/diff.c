/* diff: what changes from one set of files to another, by rule and by program. */
#include "row.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Most rules to compare for all programs; the rest is not compared, and the answer says so. */
enum { MOST_STEPS = 200000000 };

/* One difference: a setting of a rule, or one that a program gets. */
typedef struct row {
    const char *change; /* added, removed, changed */
    char *what;         /* the pattern, or the program */
    char *profile_old, *profile_new;
    char *key, *before, *after; /* NULL: missing */
} row;

typedef struct rows {
    row *list;
    size_t count, room;
} rows;

typedef struct side_rule {
    char *pattern, *profile;
    const nvp_use *use;
    int taken;
} side_rule;

typedef struct side {
    const char *name;
    texts kept;
    nvp_config *config;
    side_rule *rules;
    char **programs; /* patterns that each make a program */
} side;

static char *copy(const char *text)
{
    char *p = NULL;
    if (text != NULL) {
        p = (char *)cli_alloc(strlen(text) + 1, 1);
        strcpy(p, text);
    }
    return p;
}

static char *value_text(const nvp_value *v)
{
    cli_buf b = {NULL, 0, 0};
    cli_put(&b, "", 0);
    put_setting_value(&b, v);
    return b.ptr;
}

static char *key_text(nvp_view key)
{
    cli_buf b = {NULL, 0, 0};
    cli_put(&b, "", 0);
    cli_put_safe(&b, key.ptr, key.len);
    return b.ptr;
}

static void add_row(rows *to, const char *change, const char *what, const char *profile_old, const char *profile_new, char *key,
                    char *before, char *after)
{
    row *r;
    to->list = (row *)cli_grow(to->list, &to->room, to->count + 1, sizeof *to->list);
    r = &to->list[to->count++];
    r->change = change;
    r->what = copy(what);
    r->profile_old = copy(profile_old);
    r->profile_new = copy(profile_new);
    r->key = key;
    r->before = before;
    r->after = after;
}

static void free_rows(rows *r)
{
    size_t i;
    for (i = 0; i < r->count; i++) {
        free(r->list[i].what);
        free(r->list[i].profile_old);
        free(r->list[i].profile_new);
        free(r->list[i].key);
        free(r->list[i].before);
        free(r->list[i].after);
    }
    free(r->list);
}

static int by_rule(const void *a, const void *b)
{
    const side_rule *x = (const side_rule *)a, *y = (const side_rule *)b;
    int n = strcmp(x->pattern, y->pattern);
    if (n == 0) n = strcmp(x->profile, y->profile);
    return n != 0 ? n : x->use < y->use ? -1 : x->use > y->use;
}

/* A file, a folder, or the version of a driver whose profiles are installed. 0 with a message. */
static int open_side(tool *t, side *s, const char *operand)
{
    cli_buf b = {NULL, 0, 0};
    path_list files = {NULL, 0, 0};
    struct stat st;
    uint32_t i;
    memset(s, 0, sizeof *s);
    s->name = operand;
    if (stat(operand, &st) != 0 && strspn(operand, "0123456789.") == strlen(operand)) {
        cli_putf(&b, "%s/usr/share/nvidia/nvidia-application-profiles-%s-rc", t->root != NULL ? t->root : "", operand);
        operand = keep(&s->kept, b.ptr);
    }
    paths_of(t, &operand, 1, &files, &s->kept);
    t->c->inputs = 0;
    if (files.count > 0) s->config = load(t, NULL, NULL, files.list, (int)files.count, &s->kept);
    free(files.list);
    if (s->config == NULL) return 0;
    s->rules = (side_rule *)cli_alloc((size_t)s->config->use_count + 1, sizeof *s->rules);
    for (i = 0; i < s->config->use_count; i++) {
        const nvp_use *u = &s->config->uses[i];
        const nvp_rule *r = &s->config->files[u->file]->rules[u->rule];
        cli_buf p = {NULL, 0, 0};
        put_pattern_text(&p, r->pattern);
        s->rules[i].pattern = p.ptr;
        s->rules[i].profile = key_text(r->has_ref                                ? r->ref
                                       : u->profile != NULL && u->profile->named ? u->profile->name
                                                                                 : nvp_text("(inline)"));
        s->rules[i].use = u;
    }
    if (s->config->use_count > 0) qsort(s->rules, s->config->use_count, sizeof *s->rules, by_rule);
    return 1;
}

static void close_side(side *s)
{
    uint32_t i;
    for (i = 0; s->rules != NULL && i < s->config->use_count; i++) {
        free(s->rules[i].pattern);
        free(s->rules[i].profile);
    }
    free(s->rules);
    nvp_config_close(s->config);
    texts_free(&s->kept);
}

static int same_value(const nvp_value *a, const nvp_value *b)
{
    return a->type == b->type && a->text.len == b->text.len && memcmp(a->text.ptr, b->text.ptr, a->text.len) == 0;
}

static int same_key(const tool *t, nvp_view a, nvp_view b)
{
    size_t i;
    if (a.len != b.len) return 0;
    for (i = 0; i < a.len; i++) {
        char x = a.ptr[i], y = b.ptr[i];
        if ((t->options.flags & NVP_FLAG_EXACT_KEYS) == 0) {
            if (x >= 'A' && x <= 'Z') x = (char)(x + 32);
            if (y >= 'A' && y <= 'Z') y = (char)(y + 32);
        }
        if (x != y) return 0;
    }
    return 1;
}

/* The first setting of a key: the one that counts. */
static const nvp_setting *setting_of(const tool *t, const nvp_profile *p, nvp_view key)
{
    uint32_t i;
    for (i = 0; p != NULL && i < p->setting_count; i++)
        if (same_key(t, p->settings[i].key, key)) return &p->settings[i];
    return NULL;
}

/* The settings in which two rules of the same pattern differ. */
static void compare_rules(const tool *t, rows *to, const side_rule *a, const side_rule *b)
{
    const nvp_profile *x = a != NULL ? a->use->profile : NULL, *y = b != NULL ? b->use->profile : NULL;
    const char *pattern = a != NULL ? a->pattern : b->pattern, *from = a != NULL ? a->profile : NULL,
               *into = b != NULL ? b->profile : NULL;
    const char *change = a == NULL ? "added" : b == NULL ? "removed" : "changed";
    const size_t before = to->count;
    uint32_t i;
    for (i = 0; x != NULL && i < x->setting_count; i++) {
        const nvp_setting *s = &x->settings[i], *other = setting_of(t, y, s->key);
        if (setting_of(t, x, s->key) != s || (other != NULL && same_value(&s->value, &other->value))) continue;
        add_row(to, change, pattern, from, into, key_text(s->key), value_text(&s->value),
                other != NULL ? value_text(&other->value) : NULL);
    }
    for (i = 0; y != NULL && i < y->setting_count; i++) {
        const nvp_setting *s = &y->settings[i];
        if (setting_of(t, y, s->key) != s || setting_of(t, x, s->key) != NULL) continue;
        add_row(to, change, pattern, from, into, key_text(s->key), NULL, value_text(&s->value));
    }
    /* A profile with another name, or none to compare with, is a difference, too. */
    if (to->count == before && (a == NULL || b == NULL || strcmp(from, into) != 0 || a->use->gives != b->use->gives))
        add_row(to, change, pattern, from, into, NULL, NULL, NULL);
}

static void diff_rules(const tool *t, rows *to, side *a, side *b)
{
    const uint32_t n = a->config->use_count, m = b->config->use_count;
    uint32_t i = 0, k = 0;
    while (i < n && k < m) {
        int order = strcmp(a->rules[i].pattern, b->rules[k].pattern);
        if (order == 0) order = strcmp(a->rules[i].profile, b->rules[k].profile);
        if (order == 0) {
            a->rules[i].taken = b->rules[k].taken = 1;
            compare_rules(t, to, &a->rules[i++], &b->rules[k++]);
        } else if (order < 0) i++;
        else k++;
    }
    /* Among the rest, rules with the same pattern are pairs, whatever their profiles are called. */
    for (i = k = 0; i < n || k < m;) {
        int order;
        if (i < n && a->rules[i].taken) { i++; continue; }
        if (k < m && b->rules[k].taken) { k++; continue; }
        order = i == n ? 1 : k == m ? -1 : strcmp(a->rules[i].pattern, b->rules[k].pattern);
        compare_rules(t, to, order <= 0 ? &a->rules[i] : NULL, order >= 0 ? &b->rules[k] : NULL);
        if (order <= 0) i++;
        if (order >= 0) k++;
    }
}

/* Programs ---------------------------------------------------------------------------------------------------------------- */

/* A made-up program for which all features of a pattern hold. */
typedef struct made_up {
    const nvp_pattern *pattern; /* NULL: any other program */
    cli_buf path;
} made_up;

/* Element i of a pattern is one that has to hold: not below "not", and of "or" in the first operand. */
static int needed(const nvp_pattern *p, uint32_t i)
{
    while (i > 0) {
        const uint32_t above = i - p[i].up;
        if (p[above].feature == NVP_FEATURE_NOT || (p[above].feature == NVP_FEATURE_OR && i != above + 1)) return 0;
        i = above;
    }
    return 1;
}

/* Number `index` of the features of a kind that have to hold. */
static const nvp_pattern *feature_of(const nvp_pattern *p, nvp_feature feature, uint32_t index)
{
    uint32_t i;
    for (i = 0; p != NULL && i < p->size; i++)
        if (p[i].feature == feature && needed(p, i) && index-- == 0) return &p[i];
    return NULL;
}

static nvp_reply made_up_env(const char *name, nvp_view *out, void *user)
{
    (void)user;
    (void)name;
    (void)out;
    return NVP_REPLY_NO;
}

static nvp_reply made_up_dso(uint32_t index, nvp_view *out, void *user)
{
    const nvp_pattern *p = feature_of(((const made_up *)user)->pattern, NVP_FEATURE_DSO, index);
    if (p == NULL) return NVP_REPLY_NO;
    *out = p->matches;
    return NVP_REPLY_YES;
}

static nvp_reply made_up_entry(const char *name, void *user)
{
    uint32_t i;
    const size_t n = strlen(name);
    const nvp_pattern *p;
    for (i = 0; (p = feature_of(((const made_up *)user)->pattern, NVP_FEATURE_FINDFILE, i)) != NULL; i++) {
        const char *at = p->matches.ptr, *end = at + p->matches.len;
        while (at <= end) {
            const char *stop = (const char *)memchr(at, ':', (size_t)(end - at));
            if (stop == NULL) stop = end;
            if ((size_t)(stop - at) == n && memcmp(at, name, n) == 0) return NVP_REPLY_YES;
            at = stop + 1;
        }
    }
    return NVP_REPLY_NO;
}

static void make_up(made_up *m, const nvp_pattern *pattern, nvp_process *p)
{
    const nvp_pattern *proc = feature_of(pattern, NVP_FEATURE_PROCNAME, 0),
                      *comm = feature_of(pattern, NVP_FEATURE_COMMNAME, 0);
    const nvp_pattern *line = feature_of(pattern, NVP_FEATURE_CMDLINE, 0);
    const nvp_view other = nvp_text("another-program"), wine = nvp_text("wine64-preloader");
    memset(p, 0, sizeof *p);
    m->pattern = pattern;
    m->path.len = 0;
    cli_put(&m->path, "/", 1);
    p->exe = proc != NULL ? proc->matches : line != NULL ? wine : comm != NULL ? comm->matches : other;
    p->argv0 = line != NULL ? line->matches : p->exe;
    p->comm = comm != NULL ? comm->matches : p->argv0;
    if (p->comm.len > 15 && comm == NULL) p->comm.len = 15;
    cli_put(&m->path, p->exe.ptr, p->exe.len);
    p->exe.ptr = m->path.ptr;
    p->exe.len = m->path.len;
    p->dso_fn = made_up_dso;
    p->entry_fn = made_up_entry;
    p->env_fn = made_up_env;
    p->user = m;
}

/* The patterns of a side that each make a program: of an "or" at the top each operand does. */
typedef struct wanted {
    char *text;
    const nvp_pattern *pattern;
} wanted;

typedef struct wanteds {
    wanted *list;
    size_t count, room;
} wanteds;

static void want(wanteds *to, const nvp_pattern *p)
{
    cli_buf b = {NULL, 0, 0};
    uint32_t i, n;
    if (p->feature == NVP_FEATURE_OR) {
        for (i = 1, n = 0; n < p->count; n++, i += p[i].size)
            if (p[i].feature != NVP_FEATURE_OR) want(to, &p[i]);
        return;
    }
    if (p->feature == NVP_FEATURE_TRUE || p->feature == NVP_FEATURE_NOT || p->feature == NVP_FEATURE_UNSUPPORTED ||
        (p->feature == NVP_FEATURE_AND && p->count == 0)) return;
    put_pattern_text(&b, p);
    to->list = (wanted *)cli_grow(to->list, &to->room, to->count + 1, sizeof *to->list);
    to->list[to->count].text = b.ptr;
    to->list[to->count++].pattern = p;
}

static int by_text(const void *a, const void *b) { return strcmp(((const wanted *)a)->text, ((const wanted *)b)->text); }

static const nvp_effective *in_force(const tool *t, const nvp_result *r, nvp_view key)
{
    uint32_t i;
    for (i = 0; i < r->setting_count; i++)
        if (same_key(t, r->settings[i].setting->key, key)) return &r->settings[i];
    return NULL;
}

/* 0 if there is no result. */
static int compare_program(tool *t, rows *to, const side *a, const side *b, const char *what, const nvp_pattern *pattern)
{
    made_up m;
    nvp_process p;
    nvp_resolve_options with;
    nvp_error error;
    const nvp_result *x, *y;
    uint32_t i;
    memset(&m, 0, sizeof m);
    make_up(&m, pattern, &p);
    memset(&with, 0, sizeof with);
    with.dso = t->dso;
    x = nvp_resolve(a->config, &p, &with, &error);
    y = x != NULL ? nvp_resolve(b->config, &p, &with, &error) : NULL;
    for (i = 0; y != NULL && i < x->setting_count; i++) {
        const nvp_setting *s = x->settings[i].setting;
        const nvp_effective *other = in_force(t, y, s->key);
        if (other != NULL && same_value(&s->value, &other->setting->value)) continue;
        add_row(to, other != NULL ? "changed" : "removed", what, NULL, NULL, key_text(s->key), value_text(&s->value),
                other != NULL ? value_text(&other->setting->value) : NULL);
    }
    for (i = 0; y != NULL && i < y->setting_count; i++)
        if (in_force(t, x, y->settings[i].setting->key) == NULL)
            add_row(to, "added", what, NULL, NULL, key_text(y->settings[i].setting->key), NULL,
                    value_text(&y->settings[i].setting->value));
    if (y == NULL) failed(t->c, what, &error);
    nvp_result_close(x);
    nvp_result_close(y);
    cli_buf_free(&m.path);
    return y != NULL;
}

/* Whether all programs were compared. */
static int diff_programs(tool *t, rows *to, const side *a, const side *b)
{
    const uint64_t rules = (uint64_t)a->config->use_count + b->config->use_count;
    wanteds w = {NULL, 0, 0};
    uint64_t steps = 0;
    size_t i;
    uint32_t k;
    int all;
    for (k = 0; k < rules; k++) {
        const side *s = k < a->config->use_count ? a : b;
        const nvp_use *u = &s->config->uses[s == a ? k : k - a->config->use_count];
        const nvp_pattern *p = s->config->files[u->file]->rules[u->rule].pattern;
        if (p != NULL) want(&w, p);
    }
    if (w.count > 0) qsort(w.list, w.count, sizeof *w.list, by_text);
    all = compare_program(t, to, a, b, "any other program", NULL);
    for (i = 0; all && i < w.count; i++) {
        if (i > 0 && strcmp(w.list[i].text, w.list[i - 1].text) == 0) continue;
        steps += rules;
        all = steps <= MOST_STEPS && compare_program(t, to, a, b, w.list[i].text, w.list[i].pattern);
        cli_progress(t->c, "programs", i, w.count);
    }
    cli_progress_end(t->c);
    for (i = 0; i < w.count; i++) free(w.list[i].text);
    free(w.list);
    return all;
}

/* Output ------------------------------------------------------------------------------------------------------------------ */

static void print_rows(output *to, const char *title, const rows *r, int of_rules)
{
    static const char *const marks[] = {"+", "-", "~"};
    size_t i;
    if (r->count == 0) return;
    out_say(to, "\n%s%s%s\n", cli_style(to->color, CLI_BOLD), title, cli_style(to->color, CLI_PLAIN));
    for (i = 0; i < r->count; i++) {
        const row *d = &r->list[i], *last = i > 0 ? d - 1 : NULL;
        const int kind = d->change[0] == 'a' ? 0 : d->change[0] == 'r' ? 1 : 2;
        if (last == NULL || strcmp(last->what, d->what) != 0 ||
            (of_rules &&
             (strcmp(last->change, d->change) != 0 ||
              strcmp(last->profile_old != NULL ? last->profile_old : "", d->profile_old != NULL ? d->profile_old : "") != 0 ||
              strcmp(last->profile_new != NULL ? last->profile_new : "", d->profile_new != NULL ? d->profile_new : "") != 0))) {
            out_say(to, "%s %s", of_rules ? marks[kind] : " ", d->what);
            if (of_rules && d->profile_old != NULL) out_say(to, "  %s", d->profile_old);
            if (of_rules && d->profile_new != NULL && (d->profile_old == NULL || strcmp(d->profile_old, d->profile_new) != 0))
                out_say(to, "%s%s", d->profile_old != NULL ? " -> " : "  ", d->profile_new);
            out_say(to, "\n");
        }
        if (d->before != NULL)
            out_say(to, "    %s- %s = %s%s\n", cli_style(to->color, CLI_RED), d->key, d->before,
                    cli_style(to->color, CLI_PLAIN));
        if (d->after != NULL)
            out_say(to, "    %s+ %s = %s%s\n", cli_style(to->color, CLI_GREEN), d->key, d->after,
                    cli_style(to->color, CLI_PLAIN));
    }
}

static void tree_rows(output *to, const char *name, const rows *r, int of_rules)
{
    size_t i;
    out_list(to, name);
    for (i = 0; i < r->count; i++) {
        const row *d = &r->list[i];
        out_group(to, NULL);
        out_string(to, "change", d->change);
        out_string(to, of_rules ? "pattern" : "program", d->what);
        if (of_rules) {
            out_string(to, "profile_old", d->profile_old);
            out_string(to, "profile_new", d->profile_new);
        }
        out_string(to, "key", d->key);
        out_string(to, "old", d->before);
        out_string(to, "new", d->after);
        out_close(to);
    }
    out_close(to);
}

#define CHANGE_COLUMNS(X) \
    X('l', NULL, "kind", NULL, table_string(to, kind)) \
    X('l', NULL, "change", NULL, table_string(to, d->change)) \
    X('l', NULL, "pattern", NULL, table_string(to, d->what)) \
    X('l', NULL, "profile_old", NULL, table_string(to, d->profile_old)) \
    X('l', NULL, "profile_new", NULL, table_string(to, d->profile_new)) \
    X('l', NULL, "key", NULL, table_string(to, d->key)) \
    X('l', NULL, "old", NULL, table_string(to, d->before)) \
    X('l', NULL, "new", NULL, table_string(to, d->after))

static void csv_rows(table *to, const char *kind, const rows *r)
{
    size_t i;
    for (i = 0; i < r->count; i++) {
        const row *d = &r->list[i];
        CHANGE_COLUMNS(TABLE_CELL)
        table_row(to);
    }
}

static void print_side(output *to, const char *mark, const side *s)
{
    out_say(to, "%s ", mark);
    out_safe(to, s->name, strlen(s->name));
    out_say(to, " (%" PRIu32 " rule%s)\n", s->config->use_count, s->config->use_count == 1 ? "" : "s");
}

static int do_diff(tool *t)
{
    cli *c = t->c;
    output *to = t->to;
    table lines;
    side a, b;
    rows rules = {NULL, 0, 0}, programs = {NULL, 0, 0};
    uint32_t unused = 0;
    int whole, found;
    if (t->operand_count != 2) return cli_usage(c, "diff takes OLD and NEW: files, folders or driver versions");
    if (strcmp(t->operands[0], "-") == 0 && strcmp(t->operands[1], "-") == 0)
        return cli_usage(c, "only one of the two can be standard input");
    memset(&b, 0, sizeof b);
    if (!open_side(t, &a, t->operands[0]) || !open_side(t, &b, t->operands[1])) {
        close_side(&a);
        close_side(&b);
        return CLI_INPUT;
    }
    unused = refused(c, a.config) + refused(c, b.config);
    diff_rules(t, &rules, &a, &b);
    whole = diff_programs(t, &programs, &a, &b);
    found = rules.count > 0 || programs.count > 0;
    out_group(to, NULL);
    out_string(to, "old", a.name);
    out_string(to, "new", b.name);
    out_whole(to, "unused_files", unused);
    out_truth(to, "complete", whole);
    tree_rows(to, "rules", &rules, 1);
    tree_rows(to, "settings", &programs, 0);
    out_close(to);
    out_end(to);
    TABLE_BEGIN(&lines, to, NULL, CHANGE_COLUMNS, 0);
    csv_rows(&lines, "rule", &rules);
    csv_rows(&lines, "setting", &programs);
    table_end(&lines);
    print_side(to, "---", &a);
    print_side(to, "+++", &b);
    print_rows(to, "Rules", &rules, 1);
    print_rows(to, "What programs get", &programs, 0);
    if (!found) out_say(to, "No rule differs, and every program gets the same.\n");
    if (!whole) out_say(to, "\nunknown: programs beyond these; there are too many rules to compare all of them\n");
    free_rows(&rules);
    free_rows(&programs);
    close_side(&a);
    close_side(&b);
    return found || !whole || unused > 0 ? CLI_FINDING : CLI_FINE;
}

/* Lines ------------------------------------------------------------------------------------------------------------------- */

static const char *line_end(const char *p, const char *end)
{
    const char *stop = p < end ? (const char *)memchr(p, '\n', (size_t)(end - p)) : NULL;
    return stop != NULL ? stop + 1 : end;
}

static const char *line_start(const char *p, const char *start)
{
    if (p > start) p--;
    while (p > start && p[-1] != '\n') p--;
    return p;
}

static void put_lines(output *to, char mark, int style, const char *p, const char *end)
{
    while (p < end) {
        const char *stop = line_end(p, end);
        const int whole = stop[-1] == '\n';
        out_say(to, "%s%c", cli_style(to->color, style), mark);
        out_patch(to, p, (size_t)(stop - p) - (size_t)whole); /* a patch keeps every byte */
        out_say(to, "%s\n%s", cli_style(to->color, CLI_PLAIN), whole ? "" : "\\ No newline at end of file\n");
        p = stop;
    }
}

static unsigned long lines_in(const char *p, const char *end)
{
    unsigned long n = 0;
    for (; p < end; p = line_end(p, end)) n++;
    return n;
}

void lines_diff(output *out, const char *path, const char *a, size_t n, const char *b, size_t m)
{
    const char *x = a, *y = b, *x_end = a + n, *y_end = b + m, *from, *to;
    int i;
    while (x < a + n && y < b + m) { /* equal lines at the start */
        const char *p = line_end(x, a + n), *q = line_end(y, b + m);
        if (p - x != q - y || memcmp(x, y, (size_t)(p - x)) != 0) break;
        x = p;
        y = q;
    }
    if (x == a + n && y == b + m) return;
    while (x_end > x && y_end > y) { /* and at the end */
        const char *p = line_start(x_end, x), *q = line_start(y_end, y);
        if (x_end - p != y_end - q || memcmp(p, q, (size_t)(x_end - p)) != 0) break;
        x_end = p;
        y_end = q;
    }
    for (i = 0, from = x; i < 3 && from > a; i++) from = line_start(from, a);
    for (i = 0, to = x_end; i < 3 && to < a + n; i++) to = line_end(to, a + n);
    out_say(out, "--- ");
    out_safe(out, n > 0 ? path : "/dev/null", strlen(n > 0 ? path : "/dev/null"));
    out_say(out, "\n+++ ");
    out_safe(out, path, strlen(path));
    out_say(out, "\n%s@@ -%lu,%lu +%lu,%lu @@%s\n", cli_style(out->color, CLI_CYAN), n > 0 ? lines_in(a, from) + 1 : 0,
            lines_in(from, to), m > 0 ? lines_in(a, from) + 1 : 0, lines_in(from, x) + lines_in(y, y_end) + lines_in(x_end, to),
            cli_style(out->color, CLI_PLAIN));
    put_lines(out, ' ', CLI_PLAIN, from, x);
    put_lines(out, '-', CLI_RED, x, x_end);
    put_lines(out, '+', CLI_GREEN, y, y_end);
    put_lines(out, ' ', CLI_PLAIN, x_end, to);
}

ROW(diff, source_options, "what changes, by rule and by what programs get",
    "nvprofile diff old.rc new.rc        two files, or folders\n"
    "  nvprofile diff 535.129.03 570.133.07       installed profiles of two drivers\n"
    "  Exit code 1 if there is a difference.",
    "OLD NEW", USE_READ_ANY, NULL, MAY_READ);
