/* lint: what is wrong or suspicious in files. keys: what the driver documents. */
#include "tool.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* One thing to say about a file, from its diagnostics or across files. */
typedef struct remark {
    uint32_t file, at;
    nvp_severity severity;
    const char *code;
    char *text;
    uint32_t see_file, see; /* NVP_NONE: no other place */
    size_t number;          /* keeps the order of equals */
} remark;

typedef struct remarks {
    remark *list;
    size_t count, room;
} remarks;

static const char *const severities[] = {"note", "warning", "error"};

static remark *add(remarks *r, uint32_t file, uint32_t at, nvp_severity severity, const char *code)
{
    remark *to;
    r->list = (remark *)cli_grow(r->list, &r->room, r->count + 1, sizeof *r->list);
    to = &r->list[r->count];
    memset(to, 0, sizeof *to);
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

/* The key documentation that --keys names, or that is installed; NULL when there is none (*bad: it cannot be read). */
static const nvp_keys *key_list(tool *t, texts *kept, int *bad)
{
    const char *path = t->keys_path;
    cli_buf b = {NULL, 0, 0};
    const nvp_keys *keys = NULL;
    nvp_error error;
    size_t size;
    char *text;
    int i;
    *bad = 0;
    for (i = 0; path == NULL && i < 2; i++) {
        b.len = 0;
        cli_putf(&b, "%s/usr/share/nvidia/nvidia-application-profiles-", t->root != NULL ? t->root : "");
        if (i == 0 && t->options.version.len == 0) continue;
        if (i == 0) cli_putf(&b, "%s-", t->options.version.ptr);
        cli_putf(&b, "key-documentation");
        if (access(b.ptr, R_OK) == 0) path = b.ptr;
    }
    if (path != NULL) {
        text = keep(kept, cli_read_most(&t->c, path, LARGEST, &size, NULL));
        keys = text != NULL ? nvp_keys_open(text, size, NULL, &error) : NULL;
        if (text != NULL && keys == NULL) failed(&t->c, path, &error);
        if (keys != NULL && !keys->used) {
            cli_error(&t->c, "%s: no key documentation", path);
            nvp_keys_close(keys);
            keys = NULL;
        }
        *bad = keys == NULL;
    }
    cli_buf_free(&b);
    return keys;
}

/* How grave each kind of finding is. */
static const nvp_severity grave[] = {
    NVP_SEVERITY_WARNING, /* never matches */
    NVP_SEVERITY_WARNING, /* gives nothing */
    NVP_SEVERITY_WARNING, /* shadowed */
    NVP_SEVERITY_WARNING, /* undefined */
    NVP_SEVERITY_NOTE,    /* unused: another file may name it */
    NVP_SEVERITY_WARNING, /* hidden */
    NVP_SEVERITY_NOTE,    /* unknown key */
    NVP_SEVERITY_NOTE,    /* spelling */
    NVP_SEVERITY_WARNING, /* value type */
    NVP_SEVERITY_WARNING, /* leftover */
    NVP_SEVERITY_NOTE,    /* same file */
    NVP_SEVERITY_WARNING, /* unreadable */
    NVP_SEVERITY_NOTE,    /* ignored */
    NVP_SEVERITY_NOTE,    /* order */
};

/* What is wrong with the switches: remarks without a place. */
static void gather_switches(remarks *all, const nvp_config *config)
{
    int i;
    for (i = 0; i < report_count(); i++) {
        const char *name, *text = report_of(&config->state, i, &name);
        cli_buf b = {NULL, 0, 0};
        if (text == NULL) continue;
        cli_putf(&b, "%s", text);
        add(all, NVP_NONE, NVP_NONE, NVP_SEVERITY_WARNING, name)->text = b.ptr;
    }
    if (!config->state.enabled) {
        cli_buf b = {NULL, 0, 0};
        cli_putf(&b, "profiles are disabled by the %s; nothing was searched", config->state.by == NVP_BY_GLOBALS ? "globals file" : "environment");
        add(all, NVP_NONE, NVP_NONE, NVP_SEVERITY_WARNING, "disabled")->text = b.ptr;
    }
}

static void gather(remarks *all, const nvp_config *config, const nvp_findings *lint)
{
    uint32_t f, i;
    for (f = 0; f < config->file_count; f++) {
        const nvp_file *file = config->files[f];
        for (i = 0; i < file->diagnostic_count; i++) {
            const nvp_diagnostic *d = &file->diagnostics[i];
            remark *r = add(all, f, d->at, d->severity, nvp_issue_name(d->issue));
            cli_buf b = {NULL, 0, 0};
            cli_putf(&b, "%s", nvp_issue_text(d->issue));
            r->text = b.ptr;
            if (d->see != NVP_NONE) {
                r->see_file = f;
                r->see = d->see;
            }
        }
    }
    for (i = 0; i < lint->count; i++) {
        const nvp_finding *d = &lint->items[i];
        const int place = d->kind >= NVP_FINDING_KIND_LEFTOVER;
        const int lost = place && config->places[d->at].state == NVP_PLACE_STATE_TOO_LARGE;
        remark *r = add(all, place ? NVP_NONE : d->file, d->at, lost ? NVP_SEVERITY_WARNING : grave[d->kind], nvp_finding_kind_name(d->kind));
        cli_buf b = {NULL, 0, 0};
        cli_putf(&b, "%s", nvp_finding_kind_text(d->kind));
        if (d->name.len > 0) {
            cli_putf(&b, ": \"");
            cli_put_safe(&b, d->name.ptr, d->name.len);
            cli_putf(&b, "\"");
        }
        if (d->key != NULL && d->kind == NVP_FINDING_KIND_KEY_SPELLING) {
            cli_putf(&b, ", documented as \"");
            cli_put_safe(&b, d->key->key.ptr, d->key->key.len);
            cli_putf(&b, "\"");
        }
        if (d->key != NULL && d->kind == NVP_FINDING_KIND_VALUE_TYPE) {
            cli_putf(&b, " is of type ");
            cli_put_safe(&b, d->key->type.ptr, d->key->type.len);
        }
        r->text = b.ptr;
        r->see_file = d->see_file;
        r->see = d->see;
    }
    if (all->count > 0) qsort(all->list, all->count, sizeof *all->list, in_order);
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
    cli *c = &t->c;
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
        const char *path = f != NULL ? f->name.ptr : r->at == NVP_NONE ? globals : config->places[r->at].path.ptr;
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
            cli_json_str(&j, "severity", severities[r->severity]);
            cli_json_str(&j, "code", r->code);
            cli_json_str(&j, "message", r->text);
            if (see.len > 0) cli_json_str(&j, "see", see.ptr);
            cli_json_end(&j);
        } else if (c->format == CLI_CSV) {
            cli_csv_field(&v, path, strlen(path));
            cli_csv_fieldf(&v, f != NULL ? "%" PRIu32 : "%.0" PRIu32, f != NULL ? p.line : 0);
            cli_csv_fieldf(&v, f != NULL ? "%" PRIu32 : "%.0" PRIu32, f != NULL ? p.column : 0);
            cli_csv_fieldf(&v, "%s", severities[r->severity]);
            cli_csv_fieldf(&v, "%s", r->code);
            cli_csv_fieldf(&v, "%s", r->text);
            cli_csv_field(&v, see.ptr != NULL ? see.ptr : "", see.len);
            cli_csv_end(&v);
        } else if (f != NULL) {
            cli_report(c, c->out, severities[r->severity], path, f->text.ptr, f->text.len, r->at, "%s%s%s [%s]", r->text,
                       see.len > 0 ? "; see " : "", see.len > 0 ? see.ptr : "", r->code);
        } else {
            fputs(cli_style(c->color, CLI_BOLD), c->out);
            cli_print_safe(c->out, path, strlen(path));
            fprintf(c->out, ": %s%s:%s %s%s%s [%s]\n",
                    cli_style(c->color, r->severity == NVP_SEVERITY_NOTE ? CLI_CYAN : CLI_YELLOW), severities[r->severity],
                    cli_style(c->color, CLI_PLAIN), r->text, see.len > 0 ? "; see " : "", see.len > 0 ? see.ptr : "", r->code);
        }
        cli_buf_free(&see);
    }
    if (c->format == CLI_JSON) {
        cli_json_end(&j);
        cli_json_line(&j);
    }
}

int verb_lint(tool *t)
{
    cli *c = &t->c;
    texts kept = {NULL, 0, 0};
    remarks all = {NULL, 0, 0};
    nvp_posix state;
    nvp_system system;
    nvp_process process;
    nvp_config *config;
    const nvp_keys *keys;
    const nvp_findings *lint;
    nvp_lint_options options;
    nvp_error error;
    size_t i, count[3] = {0, 0, 0};
    uint64_t cut = 0;
    int bad;
    if (!look(t, &state, 0, &system, &process)) return CLI_INPUT;
    config = load(t, &system, &process, t->operands, t->operand_count, &kept);
    nvp_posix_close(&state);
    if (config == NULL) {
        texts_free(&kept);
        return CLI_INPUT;
    }
    keys = key_list(t, &kept, &bad);
    memset(&options, 0, sizeof options);
    options.keys = keys;
    lint = bad ? NULL : nvp_lint(config, &options, &error);
    if (lint == NULL) {
        if (!bad) failed(c, "lint", &error);
    } else {
        if (t->operand_count == 0 && t->file_count == 0) gather_switches(&all, config);
        gather(&all, config, lint);
        for (i = 0; i < config->file_count; i++)
            cut += (uint64_t)config->files[i]->errors + config->files[i]->warnings + config->files[i]->notes - config->files[i]->diagnostic_count;
        for (i = 0; i < all.count; i++) count[all.list[i].severity]++;
        print(t, config, &all);
        if (c->format == CLI_TEXT) {
            for (i = 0; i < config->file_count; i++)
                if (!config->files[i]->used) {
                    cli_print_safe(c->out, config->files[i]->name.ptr, config->files[i]->name.len);
                    fputs(": has no effect, because a file with such an error is not used\n", c->out);
                }
            if (cut > 0) fprintf(c->out, "%" PRIu64 " more are not shown\n", cut);
            fprintf(c->out, "%u file%s: %zu error%s, %zu warning%s, %zu note%s\n", config->file_count, config->file_count == 1 ? "" : "s",
                    count[2], count[2] == 1 ? "" : "s", count[1], count[1] == 1 ? "" : "s", count[0], count[0] == 1 ? "" : "s");
        }
    }
    for (i = 0; i < all.count; i++) free(all.list[i].text);
    free(all.list);
    nvp_findings_close(lint);
    nvp_keys_close(keys);
    nvp_config_close(config);
    texts_free(&kept);
    return lint == NULL ? CLI_INPUT : count[2] + count[1] + cut > 0 ? CLI_FINDING : CLI_FINE;
}

/* Words in lines of at most 76 columns, four spaces before each. */
static void wrap(FILE *f, const char *text, size_t len)
{
    size_t column = 0, i = 0;
    int started = 0;
    while (i < len) {
        cli_buf word = {NULL, 0, 0};
        size_t end, width;
        for (; i < len && strchr(" \t\r\n", text[i]) != NULL && text[i] != 0; i++)
            if (text[i] == '\n') column = 0;
        for (end = i; end < len && (text[end] == 0 || strchr(" \t\r\n", text[end]) == NULL);) end++;
        if (end == i) break;
        cli_put_safe(&word, text + i, end - i);
        width = cli_width(word.ptr, word.len);
        if (column > 0 && column + 1 + width > 76) column = 0;
        fprintf(f, "%s%s", column > 0 ? " " : started ? "\n    " : "    ", word.ptr);
        started = 1;
        column = column > 0 ? column + 1 + width : 4 + width;
        cli_buf_free(&word);
        i = end;
    }
    putc('\n', f);
}

int verb_keys(tool *t)
{
    cli *c = &t->c;
    texts kept = {NULL, 0, 0};
    const nvp_keys *keys;
    cli_json j;
    cli_csv v;
    uint32_t i;
    int bad;
    if (t->operand_count == 1) t->keys_path = t->operands[0];
    if (t->operand_count > 1) return cli_usage(c, "keys takes one file");
    keys = key_list(t, &kept, &bad);
    if (keys == NULL) {
        if (!bad) cli_error(c, "no key documentation is installed; --keys FILE names one");
        texts_free(&kept);
        return CLI_INPUT;
    }
    memset(&v, 0, sizeof v);
    v.f = c->out;
    cli_json_init(&j, c->out, CLI_UTF8, 2);
    if (c->format == CLI_JSON) cli_json_array(&j, NULL);
    if (c->format == CLI_CSV) fputs("key,type,variable,description\n", c->out);
    for (i = 0; i < keys->count; i++) {
        const nvp_key *k = &keys->items[i];
        const nvp_view name = nvp_key_variable(k->key, 0);
        const char *variable = name.len > 0 ? name.ptr : NULL;
        if (c->format == CLI_JSON) {
            cli_json_object(&j, NULL);
            cli_json_text(&j, "key", k->key.ptr, k->key.len);
            cli_json_text(&j, "type", k->type.ptr, k->type.len);
            cli_json_str(&j, "variable", variable);
            cli_json_text(&j, "description", k->description.ptr, k->description.len);
            cli_json_end(&j);
        } else if (c->format == CLI_CSV) {
            cli_csv_field(&v, k->key.ptr, k->key.len);
            cli_csv_field(&v, k->type.ptr, k->type.len);
            cli_csv_fieldf(&v, "%s", variable != NULL ? variable : "");
            cli_csv_field(&v, k->description.ptr, k->description.len);
            cli_csv_end(&v);
        } else {
            cli_buf b = {NULL, 0, 0};
            cli_put_safe(&b, k->key.ptr, k->key.len);
            fprintf(c->out, "%s%s%s (", cli_style(c->color, CLI_BOLD), b.ptr != NULL ? b.ptr : "", cli_style(c->color, CLI_PLAIN));
            b.len = 0;
            cli_put_safe(&b, k->type.ptr, k->type.len);
            fprintf(c->out, "%s)%s%s\n", b.ptr != NULL ? b.ptr : "", variable != NULL ? ", beaten by " : "", variable != NULL ? variable : "");
            cli_buf_free(&b);
            wrap(c->out, k->description.ptr, k->description.len);
        }
    }
    if (c->format == CLI_JSON) {
        cli_json_end(&j);
        cli_json_line(&j);
    }
    nvp_keys_close(keys);
    texts_free(&kept);
    return CLI_FINE;
}
