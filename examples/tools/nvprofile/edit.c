/* set, unset, rule, profile: changes that keep every other byte. fmt: a new layout. */
#include "row.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static nvp_reply collect(const void *bytes, size_t size, void *user)
{
    cli_put((cli_buf *)user, (const char *)bytes, size);
    return NVP_REPLY_YES;
}

/* Waits until no other nvprofile is changing a file in this folder; -1 if it cannot be locked. The folder itself is
   locked, because the file gets replaced and a lock file beside it would be read as configuration. */
static int lock_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    cli_buf b = {NULL, 0, 0};
    int fd;
    if (slash != NULL) cli_put(&b, path, (size_t)(slash - path) + 1);
    else cli_put(&b, ".", 1);
    fd = open(b.ptr, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    cli_buf_free(&b);
    while (fd >= 0 && flock(fd, LOCK_EX) != 0)
        if (errno != EINTR) break;
    return fd;
}

/* Whether a path is a link to a file that does not exist, with a message: the link would be lost. */
int leads_nowhere(const cli *c, const char *path)
{
    struct stat st;
    char target[4096];
    ssize_t n;
    if (lstat(path, &st) != 0 || !S_ISLNK(st.st_mode) || stat(path, &st) == 0 || errno != ENOENT) return 0;
    n = readlink(path, target, sizeof target);
    cli_error(c, "%s: a link to %.*s, which does not exist; nothing was written", path, n > 0 ? (int)n : 0, target);
    return 1;
}

/* Reads the file; one that does not exist counts as empty when `create`. 0 with a message. */
int edit_begin(edit *e, tool *t, const char *path, int create)
{
    struct stat st;
    memset(e, 0, sizeof *e);
    e->t = t;
    e->path = path;
    e->lock = strcmp(path, "-") != 0 && t->c->out_path == NULL ? lock_folder(path) : -1;
    if (create && leads_nowhere(t->c, path)) e->text = NULL;
    else if (create && strcmp(path, "-") != 0 && stat(path, &st) != 0 && errno == ENOENT) e->text = (char *)cli_alloc(1, 1);
    else e->text = cli_read_most(t->c, path, LARGEST, &e->size, &e->stamp);
    if (e->text == NULL) {
        if (e->lock >= 0) close(e->lock);
        return 0;
    }
    e->config = nvp_config_open(&t->options, &e->error);
    if (e->config == NULL || nvp_config_add(e->config, nvp_text(path), e->text, e->size, &e->error) != NVP_OK) {
        failed(t->c, path, &e->error);
        nvp_config_close(e->config);
        free(e->text);
        if (e->lock >= 0) close(e->lock);
        return 0;
    }
    e->file = e->config->files[0];
    e->to.write_fn = collect;
    e->to.user = &e->out;
    return 1;
}

/* Puts the new text where it belongs; returns the exit code. */
int edit_commit(edit *e, nvp_code code)
{
    cli *c = e->t->c;
    int result = CLI_FINE;
    if (code == NVP_SYNTAX && e->file->problem_count > 0) {
        const nvp_problem *d = &e->file->problems[0];
        uint32_t i;
        for (i = 0; i < e->file->problem_count && e->file->problems[i].severity != NVP_SEVERITY_ERROR; i++) {}
        if (i < e->file->problem_count) d = &e->file->problems[i];
        cli_report(c, stderr, "error", e->path, e->text, e->size, d->offset, "%s; nothing was written", nvp_issue_text(d->issue));
        result = CLI_INPUT;
    } else if (code != NVP_OK) {
        cli_error(c, "%s: %s; nothing was written", e->path, e->error.message);
        result = code == NVP_ARGUMENT ? CLI_USAGE : CLI_INPUT;
    } else if (e->prints || c->out_path != NULL || strcmp(e->path, "-") == 0) {
        if (e->out.len > 0) fwrite(e->out.ptr, 1, e->out.len, c->out);
    } else if (e->out.len != e->size || memcmp(e->out.ptr, e->text, e->size) != 0) {
        if (!cli_replace(c, e->path, &e->stamp, e->out.ptr != NULL ? e->out.ptr : "", e->out.len)) result = CLI_INPUT;
    }
    cli_buf_free(&e->out);
    nvp_config_close(e->config);
    free(e->text);
    if (e->lock >= 0) close(e->lock);
    return result;
}

void put_quoted(cli_buf *b, const char *text)
{
    cli_put(b, "\"", 1);
    for (; *text != 0; text++) {
        const unsigned char u = (unsigned char)*text;
        if (u < 32) cli_putf(b, "\\u%04x", u);
        else {
            if (u == '"' || u == '\\') cli_put(b, "\\", 1);
            cli_put(b, text, 1);
        }
    }
    cli_put(b, "\"", 1);
}

/* A value as typed: a number, true, false or a quoted string stands for itself, any other word is a string. */
void put_typed(cli_buf *b, const char *text)
{
    nvp_reader x;
    nvp_token t;
    nvp_reader_begin(&x, text, strlen(text), 0);
    if (nvp_reader_next(&x, &t) && t.kind >= NVP_TOKEN_KIND_STRING && t.kind <= NVP_TOKEN_KIND_FALSE && t.at == 0 &&
        t.len == strlen(text) && (t.kind != NVP_TOKEN_KIND_STRING || (text[0] == '"' && t.issue == NVP_ISSUE_NONE)))
        cli_put(b, text, t.len);
    else put_quoted(b, text);
}

/* Makes the one change; returns the exit code. */
static int change(edit *e, const nvp_change *c) { return edit_commit(e, nvp_edit(e->file, c, 1, &e->to, NULL, &e->error)); }

/* Stores the profile that a word means in c->index and c->in_rule: a name, or rule:N for the one written inside a rule.
   NULL with a message. */
static const nvp_profile *find(const edit *e, const char *word, nvp_change *c)
{
    const nvp_file *f = e->file;
    const nvp_profile *found = NULL;
    uint64_t n;
    uint32_t i;
    memset(c, 0, sizeof *c);
    if (strncmp(word, "rule:", 5) == 0) {
        if (!cli_number(e->t->c, "rule:", word + 5, 0, NVP_NONE - 1, &n)) return NULL;
        c->index = (uint32_t)n;
        c->in_rule = 1;
        if (n >= f->rule_count)
            cli_error(e->t->c, "%s: no rule %" PRIu64 "; the last one is %ld", e->path, n, (long)f->rule_count - 1);
        else if (f->rules[n].profile == NULL) cli_error(e->t->c, "%s: rule %" PRIu64 " has no inline settings", e->path, n);
        else return f->rules[n].profile;
        return NULL;
    }
    for (i = 0; i < f->profile_count + f->rule_count; i++) {
        const nvp_profile *p = i < f->profile_count ? &f->profiles[i] : f->rules[i - f->profile_count].profile;
        if (p == NULL || !p->named || p->name.len != strlen(word) || memcmp(p->name.ptr, word, p->name.len) != 0) continue;
        c->in_rule = i >= f->profile_count;
        c->index = c->in_rule ? i - f->profile_count : i;
        found = p;
        if ((e->t->options.flags & NVP_FLAG_LAST_PROFILE) == 0) break; /* the definition that counts */
    }
    if (found != NULL) return found;
    cli_error(e->t->c, "%s: no profile \"%s\"; nvprofile profile add makes one", e->path, word);
    return NULL;
}

int edit_drop(edit *e, int code)
{
    cli_buf_free(&e->out);
    nvp_config_close(e->config);
    free(e->text);
    if (e->lock >= 0) close(e->lock);
    return code;
}

/* Refuses a file with syntax errors before searching it. */
int edit_broken(const edit *e)
{
    return e->file->errors > 0 && !e->file->used && e->size > 0 &&
           !(e->file->errors == 1 && e->file->problems[0].issue == NVP_ISSUE_NO_ROOT);
}

static int do_set(tool *t)
{
    cli_buf value = {NULL, 0, 0};
    nvp_change c;
    edit e;
    int code;
    if (t->operand_count != 4) return cli_usage(t->c, "set takes FILE PROFILE KEY VALUE");
    if (!edit_begin(&e, t, t->operands[0], 0)) return CLI_INPUT;
    if (edit_broken(&e)) return edit_commit(&e, NVP_SYNTAX);
    if (find(&e, t->operands[1], &c) == NULL) return edit_drop(&e, CLI_INPUT);
    put_typed(&value, t->operands[3]);
    c.action = NVP_ACTION_SET;
    c.name = nvp_text(t->operands[2]);
    c.value = nvp_text(value.ptr);
    code = change(&e, &c);
    cli_buf_free(&value);
    return code;
}

static int do_unset(tool *t)
{
    nvp_change c;
    edit e;
    if (t->operand_count != 3) return cli_usage(t->c, "unset takes FILE PROFILE KEY");
    if (!edit_begin(&e, t, t->operands[0], 0)) return CLI_INPUT;
    if (edit_broken(&e)) return edit_commit(&e, NVP_SYNTAX);
    if (find(&e, t->operands[1], &c) == NULL) return edit_drop(&e, CLI_INPUT);
    c.action = NVP_ACTION_UNSET;
    c.name = nvp_text(t->operands[2]);
    return change(&e, &c);
}

/* KEY=VALUE words as a list of settings; 0 with a message. */
static int put_settings(tool *t, cli_buf *b, const char **words, int count)
{
    int i;
    cli_put(b, "[", 1);
    for (i = 0; i < count; i++) {
        const char *equal = strchr(words[i], '=');
        cli_buf key = {NULL, 0, 0};
        if (equal == NULL || equal == words[i]) {
            cli_usage(t->c, "settings are KEY=VALUE, not '%s'", words[i]);
            return 0;
        }
        cli_put(&key, words[i], (size_t)(equal - words[i]));
        if (i > 0) cli_put(b, ",", 1);
        put_quoted(b, key.ptr);
        cli_put(b, ",", 1);
        put_typed(b, equal + 1);
        cli_buf_free(&key);
    }
    cli_put(b, "]", 1);
    return 1;
}

/* A pattern as typed: JSON, FEATURE=TEXT, or the name of a program. */
void put_pattern(cli_buf *b, const char *word)
{
    static const char *const features[] = {"true", "procname", "commname", "cmdline", "dso", "findfile"};
    const char *equal = strchr(word, '=');
    size_t i;
    if (word[0] == '{' || word[0] == '[') {
        cli_put(b, word, strlen(word));
        return;
    }
    for (i = 0; equal != NULL && i < sizeof features / sizeof *features; i++)
        if (strlen(features[i]) == (size_t)(equal - word) && memcmp(features[i], word, (size_t)(equal - word)) == 0) {
            cli_putf(b, "{\"feature\":\"%s\",\"matches\":", features[i]);
            put_quoted(b, equal + 1);
            cli_put(b, "}", 1);
            return;
        }
    put_quoted(b, word);
}

static int do_rule(tool *t)
{
    const char *what = t->operand_count > 0 ? t->operands[0] : "";
    cli_buf json = {NULL, 0, 0};
    uint64_t from, to;
    nvp_change c;
    int result;
    edit e;
    memset(&c, 0, sizeof c);
    if (strcmp(what, "add") == 0) {
        const char *profile;
        if (t->operand_count < 4)
            return cli_usage(t->c, "rule add takes FILE PATTERN PROFILE, or KEY=VALUE... instead of the profile");
        profile = t->operands[3];
        cli_putf(&json, "{\"pattern\":");
        put_pattern(&json, t->operands[2]);
        cli_putf(&json, ",\"profile\":");
        if (t->operand_count == 4 && (profile[0] == '[' || profile[0] == '{')) cli_putf(&json, "%s", profile);
        else if (t->operand_count == 4 && strchr(profile, '=') == NULL) put_quoted(&json, profile);
        else if (!put_settings(t, &json, t->operands + 3, t->operand_count - 3)) return CLI_USAGE;
        cli_put(&json, "}", 1);
        if (!edit_begin(&e, t, t->operands[1], 1)) return CLI_INPUT;
        c.action = NVP_ACTION_RULE_ADD;
        c.index = t->at.given ? (uint32_t)t->at.value : 0;
        c.value = nvp_text(json.ptr);
        result = change(&e, &c);
        cli_buf_free(&json);
        return result;
    }
    if (strcmp(what, "move") == 0) {
        if (t->operand_count != 4) return cli_usage(t->c, "rule move takes FILE N TO");
        if (!cli_number(t->c, "rule move", t->operands[2], 0, NVP_NONE - 1, &from) ||
            !cli_number(t->c, "rule move", t->operands[3], 0, NVP_NONE - 1, &to)) return CLI_USAGE;
        if (!edit_begin(&e, t, t->operands[1], 0)) return CLI_INPUT;
        if (edit_broken(&e)) return edit_commit(&e, NVP_SYNTAX);
        if (from < e.file->rule_count && (from == to || (from + 1 == e.file->rule_count && to > from))) {
            cli_error(t->c, "%s: rule %" PRIu64 " is there already; nothing was written", e.path, from);
            return edit_drop(&e, CLI_FINDING);
        }
        c.action = NVP_ACTION_RULE_MOVE;
        c.index = (uint32_t)from;
        c.to = (uint32_t)to;
        return change(&e, &c);
    }
    if (strcmp(what, "rm") == 0) {
        if (t->operand_count != 3) return cli_usage(t->c, "rule rm takes FILE N");
        if (!cli_number(t->c, "rule rm", t->operands[2], 0, NVP_NONE - 1, &from)) return CLI_USAGE;
        if (!edit_begin(&e, t, t->operands[1], 0)) return CLI_INPUT;
        if (edit_broken(&e)) return edit_commit(&e, NVP_SYNTAX);
        c.action = NVP_ACTION_RULE_REMOVE;
        c.index = (uint32_t)from;
        return change(&e, &c);
    }
    return cli_usage(t->c, "rule takes add, move or rm");
}

static int do_profile(tool *t)
{
    const char *what = t->operand_count > 0 ? t->operands[0] : "";
    cli_buf json = {NULL, 0, 0};
    const nvp_profile *p;
    uint32_t i, named = 0;
    nvp_change c;
    int result;
    edit e;
    memset(&c, 0, sizeof c);
    if (strcmp(what, "add") == 0) {
        if (t->operand_count < 3) return cli_usage(t->c, "profile add takes FILE NAME KEY=VALUE...");
        cli_putf(&json, "{\"name\":");
        put_quoted(&json, t->operands[2]);
        cli_putf(&json, ",\"settings\":");
        if (!put_settings(t, &json, t->operands + 3, t->operand_count - 3)) return CLI_USAGE;
        cli_put(&json, "}", 1);
        if (!edit_begin(&e, t, t->operands[1], 1)) return CLI_INPUT;
        for (i = 0; i < e.file->profile_count; i++)
            if (e.file->profiles[i].named && e.file->profiles[i].name.len == strlen(t->operands[2]) &&
                memcmp(e.file->profiles[i].name.ptr, t->operands[2], e.file->profiles[i].name.len) == 0) {
                cli_error(t->c, "%s: there is a profile \"%s\" ; nvprofile set changes it", e.path, t->operands[2]);
                cli_buf_free(&json);
                return edit_drop(&e, CLI_FINDING);
            }
        c.action = NVP_ACTION_PROFILE_ADD;
        c.index = t->at.given ? (uint32_t)t->at.value : NVP_NONE;
        c.value = nvp_text(json.ptr);
        result = change(&e, &c);
        cli_buf_free(&json);
        return result;
    }
    if (strcmp(what, "rm") == 0) {
        if (t->operand_count != 3) return cli_usage(t->c, "profile rm takes FILE NAME");
        if (!edit_begin(&e, t, t->operands[1], 0)) return CLI_INPUT;
        if (edit_broken(&e)) return edit_commit(&e, NVP_SYNTAX);
        p = find(&e, t->operands[2], &c);
        if (p == NULL) return edit_drop(&e, CLI_INPUT);
        for (i = 0; i < e.file->rule_count; i++) {
            const nvp_rule *r = &e.file->rules[i];
            if (r->has_ref && r->ref.len == p->name.len && memcmp(r->ref.ptr, p->name.ptr, p->name.len) == 0) named++;
        }
        if (named > 0 && !t->force) {
            cli_error(t->c, "%s: %" PRIu32 " rule%s this profile; --force removes it anyway", e.path, named,
                      named == 1 ? " names" : "s name");
            return edit_drop(&e, CLI_FINDING);
        }
        if (c.in_rule) {
            cli_error(t->c, "%s: this profile is written inside a rule; nvprofile rule rm removes the rule", e.path);
            return edit_drop(&e, CLI_INPUT);
        }
        c.action = NVP_ACTION_PROFILE_REMOVE;
        return change(&e, &c);
    }
    if (strcmp(what, "rename") == 0) {
        if (t->operand_count != 4) return cli_usage(t->c, "profile rename takes FILE OLD NEW");
        if (!edit_begin(&e, t, t->operands[1], 0)) return CLI_INPUT;
        if (edit_broken(&e)) return edit_commit(&e, NVP_SYNTAX);
        c.action = NVP_ACTION_PROFILE_RENAME;
        c.name = nvp_text(t->operands[2]);
        c.value = nvp_text(t->operands[3]);
        return change(&e, &c);
    }
    return cli_usage(t->c, "profile takes add, rm or rename");
}

/* fmt -------------------------------------------------------------------------------------------------------------------- */

enum { FMT_WIDTH = 100, FMT_STEP = 4 };

typedef struct piece {
    nvp_token t;
    size_t pair;     /* of an opening bracket: its closing one */
    size_t width;    /* of all pieces before this one, on one line */
    int comment;     /* comments before this one */
    int own_line;    /* comment: only spaces before it on its line */
    int blank_line;  /* an empty line comes before it */
} piece;

static void newline(cli_buf *b, int level)
{
    cli_put(b, "\n", 1);
    for (level *= FMT_STEP; level > 0; level--) cli_put(b, " ", 1);
}

/* Lays out a text without errors anew: four spaces a level, short lists on one line, comments kept. */
void put_formatted(cli_buf *b, const char *text, size_t size)
{
    piece *p = NULL;
    size_t count = 0, room = 0, i, width = 0, *open = NULL, open_room = 0, depth = 0;
    int comments = 0, level = 0;
    char *wide; /* per piece: an opening bracket whose elements go on lines of their own */
    nvp_reader x;
    nvp_token t;
    nvp_reader_begin(&x, text, size, 1);
    while (nvp_reader_next(&x, &t)) {
        const char mark = t.kind == NVP_TOKEN_KIND_MARK ? text[t.at] : 0;
        const size_t before = count > 0 ? p[count - 1].t.at + p[count - 1].t.len : 0;
        size_t k, lines = 0;
        piece *q;
        p = (piece *)cli_grow(p, &room, count + 1, sizeof *p);
        q = &p[count];
        memset(q, 0, sizeof *q);
        q->t = t;
        for (k = before; k < t.at; k++) lines += text[k] == '\n';
        q->own_line = lines > 0 || count == 0;
        q->blank_line = lines > 1 && count > 0;
        q->width = width;
        q->comment = comments;
        if (t.kind == NVP_TOKEN_KIND_COMMENT) comments++;
        width += t.len + (mark == ',' || mark == ':' || mark == '{' || mark == '[' || mark == '}' || mark == ']');
        if (mark == '{' || mark == '[') {
            open = (size_t *)cli_grow(open, &open_room, depth + 1, sizeof *open);
            open[depth++] = count;
        }
        if ((mark == '}' || mark == ']') && depth > 0) p[open[--depth]].pair = count;
        count++;
    }
    wide = (char *)cli_alloc(count + 1, 1);
    depth = 0;
    for (i = 0; i < count; i++) {
        const char mark = p[i].t.kind == NVP_TOKEN_KIND_MARK ? text[p[i].t.at] : 0;
        const char last = i > 0 && p[i - 1].t.kind == NVP_TOKEN_KIND_MARK ? text[p[i - 1].t.at] : 0;
        const int opens = mark == '{' || mark == '[', closes = mark == '}' || mark == ']';
        const int after_comment = i > 0 && p[i - 1].t.kind == NVP_TOKEN_KIND_COMMENT;
        int broken_line = after_comment;
        if (closes && depth > 0) {
            const size_t from = open[--depth];
            if (wide[from]) {
                level--;
                broken_line = from + 1 != i;
            } else if (last != '{' && last != '[')
                cli_put(b, " ", 1);
        } else if (i > 0 && mark != ',' && mark != ':' && !after_comment) {
            if ((last == ',' || last == '{' || last == '[') && depth > 0 && wide[open[depth - 1]]) broken_line = 1;
            else if (last == ',' || last == ':' || last == '{' || last == '[') cli_put(b, " ", 1);
        }
        if (p[i].t.kind == NVP_TOKEN_KIND_COMMENT && !p[i].own_line) {
            if (b->len > 0 && b->ptr[b->len - 1] == ' ') b->len--;
            cli_put(b, "  ", 2);
            broken_line = 0;
        } else if (p[i].t.kind == NVP_TOKEN_KIND_COMMENT && i > 0)
            broken_line = 1;
        if (broken_line) {
            while (b->len > 0 && b->ptr[b->len - 1] == ' ') b->len--;
            if (p[i].blank_line && !closes) cli_put(b, "\n", 1);
            newline(b, level);
        }
        {
            size_t len = p[i].t.len;
            while (p[i].t.kind == NVP_TOKEN_KIND_COMMENT && len > 1 && strchr(" \t\r", text[p[i].t.at + len - 1]) != NULL)
                len--;
            cli_put(b, text + p[i].t.at, len);
        }
        if (opens) {
            /* The root and its two lists are always spread out, as is whatever is too long or contains a comment. */
            wide[i] = p[i].pair > i + 1 && (depth < 2 || p[p[i].pair].comment != p[i].comment ||
                                            p[p[i].pair].width - p[i].width > FMT_WIDTH - (size_t)level * FMT_STEP);
            open[depth++] = i;
            level += wide[i];
        }
    }
    if (count > 0) cli_put(b, "\n", 1);
    free(open);
    free(wide);
    free(p);
}

static int do_fmt(tool *t)
{
    static const table_column columns[] = {{'l', NULL, "file", "", 0}};
    table rows;
    int i, worst = CLI_FINE;
    if (t->operand_count == 0) return cli_usage(t->c, "fmt takes files");
    table_begin(&rows, t->to, NULL, columns, t->check ? 1 : 0, 0);
    for (i = 0; i < t->operand_count; i++) {
        edit e;
        int code;
        if (!edit_begin(&e, t, t->operands[i], 0)) {
            worst = CLI_INPUT;
            continue;
        }
        if (edit_broken(&e)) code = edit_commit(&e, NVP_SYNTAX);
        else {
            put_formatted(&e.out, e.text, e.size);
            e.prints = !t->in_place;
            if (t->check) {
                const int differs = e.out.len != e.size || memcmp(e.out.ptr, e.text, e.size) != 0;
                if (differs) {
                    table_string(&rows, e.path);
                    table_row(&rows);
                    out_say(t->to, "%s\n", e.path);
                }
                code = edit_drop(&e, differs ? CLI_FINDING : CLI_FINE);
            } else
                code = edit_commit(&e, NVP_OK);
        }
        if (code > worst) worst = code;
    }
    table_end(&rows);
    if (t->check) out_end(t->to);
    return worst;
}

static const option change_options[] = {
    {0, "at", &take_maybe, AT(at), NULL, "N", "rule add, profile add: insert before number N"},
    {0, "force", &take_nothing, AT(force), NULL, NULL, "accept what is unknown or still in use"},
    SOURCES, OPTION_END};

ROW_LACKS(set, change_options, "changes a setting in a file and leaves the rest as it is",
    "PROFILE is a name, or rule:N for the one written inside rule N. -o - prints\n  instead.\n\n"
    "  nvprofile set my.rc quiet GLSyncToVblank 0\n"
    "  nvprofile set my.rc rule:0 GLYield USLEEP", "FILE PROFILE KEY VALUE", USE_VALUE, NULL,
    MAY_READ | MAY_WRITE, file_lacks);

ROW_LACKS(unset, change_options, "takes a setting out", "nvprofile unset my.rc quiet GLSyncToVblank", "FILE PROFILE KEY", USE_VALUE, NULL, MAY_READ | MAY_WRITE, file_lacks);

ROW_LACKS(rule, change_options, "add, move, rm: rules of a file, counted from 0",
    "nvprofile rule add FILE PATTERN PROFILE       before all others, or --at N\n"
    "  nvprofile rule add FILE game KEY=VALUE...     a rule with its own settings\n"
    "  nvprofile rule add FILE dso=libfoo.so PROFILE\n"
    "  nvprofile rule move FILE N TO\n"
    "  nvprofile rule rm FILE N",
    "add|move|rm FILE...", USE_VALUE, NULL, MAY_READ | MAY_WRITE, file_lacks);

ROW_LACKS(profile, change_options, "add, rm, rename: profiles of a file",
    "nvprofile profile add FILE NAME KEY=VALUE...\n"
    "  nvprofile profile rm FILE NAME                --force: even if rules name it\n"
    "  nvprofile profile rename FILE OLD NEW",
    "add|rm|rename FILE...", USE_VALUE, NULL, MAY_READ | MAY_WRITE, file_lacks);

static const option fmt_options[] = {
    {'i', "in-place", &take_nothing, AT(in_place), NULL, NULL, "write the files back"},
    {0, "check", &take_nothing, AT(check), NULL, NULL, "only say which files would change; exit code 1 if one would"}, SOURCES, OPTION_END};
static const verb_lack fmt_lacks[] = {{"!check", LACKS_BOTH, NULL, IN_FILES " but of --check"}, LACK_END};

ROW_LACKS(fmt, fmt_options, "files in one layout, with all comments and the same meaning", "nvprofile fmt --check profiles.d/*", "FILE...",
    USE_VALUE, NULL, MAY_READ | MAY_WRITE, fmt_lacks);
