/* fmt: section files in one layout. Works on tokens, so comments and the spelling of values stay. */
#include "options.h"

#include <stdlib.h>
#include <string.h>

enum { FIELD, BEHIND_NAME, VALUE, BEHIND_VALUE };

typedef struct layout {
    cli_buf out;
    cli_buf open;   /* '{' for each open message, '[' for each open list */
    int state;
    int line_begun; /* the last line of out is not empty */
    uint32_t line;  /* of the last token of the input */
    int first;      /* nothing written in this message yet: no blank line here */
} layout;

static void new_line(layout *y)
{
    if (y->line_begun) cli_put(&y->out, "\n", 1);
    y->line_begun = 0;
}

static void indent(layout *y)
{
    size_t i;
    for (i = 0; i < y->open.len; i++)
        if (y->open.ptr[i] == '{') cli_put(&y->out, "  ", 2);
    y->line_begun = 1;
}

static char top(const layout *y)
{
    return y->open.len > 0 ? y->open.ptr[y->open.len - 1] : '{';
}

/* Begins a line for a field or comment; a blank line in the input stays. */
static void begin(layout *y, const nvs_token *t)
{
    new_line(y);
    if (!y->first && t->line > y->line + 1) cli_put(&y->out, "\n", 1);
    y->first = 0;
    indent(y);
}

static void comment(layout *y, const nvs_token *t)
{
    size_t len = t->text.len;
    while (len > 0 && (t->text.ptr[len - 1] == ' ' || t->text.ptr[len - 1] == '\r' || t->text.ptr[len - 1] == '\t')) len--;
    if (y->line_begun && t->line == y->line) cli_put(&y->out, "  ", 2);
    else begin(y, t);
    cli_put(&y->out, t->text.ptr, len);
    cli_put(&y->out, "\n", 1);
    y->line_begun = 0;
    y->first = 0;
}

static void value(layout *y, const nvs_token *t)
{
    if (!y->line_begun) { /* a comment ended the line */
        indent(y);
        cli_put(&y->out, "  ", 2);
    } else if (y->state == BEHIND_VALUE) cli_put(&y->out, " ", 1); /* one more string */
    cli_put(&y->out, t->text.ptr, t->text.len);
    y->state = BEHIND_VALUE;
}

static void symbol(layout *y, const nvs_token *t)
{
    switch (t->symbol) {
    case ':':
        cli_put(&y->out, ":", 1);
        y->state = VALUE;
        break;
    case '-':
        if (y->line_begun && !y->first) cli_put(&y->out, " ", 1);
        value(y, t);
        y->state = VALUE;
        y->first = 1;
        break;
    case '[':
        if (y->state == FIELD) { /* an extension */
            begin(y, t);
            cli_put(&y->out, "[", 1);
            cli_put(&y->open, "(", 1);
            break;
        }
        cli_put(&y->out, " [", 2);
        cli_put(&y->open, "[", 1);
        y->state = VALUE;
        y->first = 1;
        break;
    case ']':
        cli_put(&y->out, "]", 1);
        y->state = top(y) == '(' ? BEHIND_NAME : BEHIND_VALUE;
        y->open.len--;
        break;
    case '{':
    case '<':
        if (y->out.len > 0 && y->out.ptr[y->out.len - 1] == ':') y->out.len--;
        if (!y->line_begun) indent(y);
        if (y->out.len > 0 && y->out.ptr[y->out.len - 1] != '[' && y->out.ptr[y->out.len - 1] != ' ') cli_put(&y->out, " ", 1);
        cli_put(&y->out, "{", 1);
        cli_put(&y->open, "{", 1);
        y->state = FIELD;
        y->first = 1;
        break;
    case '}':
    case '>':
        y->open.len--;
        new_line(y);
        indent(y);
        cli_put(&y->out, "}", 1);
        y->state = BEHIND_VALUE;
        y->first = 0;
        break;
    case ',':
    case ';':
        if (top(y) == '[') {
            cli_put(&y->out, ", ", 2);
            y->state = VALUE;
            y->first = 1;
        }
        break;
    default: cli_put(&y->out, &t->symbol, 1); break; /* inside the name of an extension */
    }
}

cli_buf formatted(const char *text, size_t len)
{
    layout y;
    nvs_reader r;
    nvs_token t;
    memset(&y, 0, sizeof y);
    y.first = 1;
    nvs_reader_begin(&r, text, len);
    r.comments = 1;
    while (nvs_reader_next(&r, &t)) {
        /* After a value outside a list, a field begins. */
        if (y.state == BEHIND_VALUE && top(&y) == '{' && t.kind != NVS_TOKEN_KIND_COMMENT && t.kind != NVS_TOKEN_KIND_STRING) y.state = FIELD;
        if (t.kind == NVS_TOKEN_KIND_COMMENT) comment(&y, &t);
        else if (t.kind == NVS_TOKEN_KIND_SYMBOL) symbol(&y, &t);
        else if (t.kind == NVS_TOKEN_KIND_NAME && top(&y) == '(') cli_put(&y.out, t.text.ptr, t.text.len);
        else if (t.kind == NVS_TOKEN_KIND_NAME && y.state == FIELD) {
            begin(&y, &t);
            cli_put(&y.out, t.text.ptr, t.text.len);
            y.state = BEHIND_NAME;
        } else {
            if (y.state == VALUE && y.line_begun && !y.first) cli_put(&y.out, " ", 1);
            y.first = 0;
            value(&y, &t);
        }
        y.line = t.line;
    }
    new_line(&y);
    cli_buf_free(&y.open);
    return y.out;
}

/* One file; an exit code. */
static int format_file(cli *c, const work *w, const char *path)
{
    cli_stamp stamp;
    size_t len;
    char *text = cli_read(c, path, &len, &stamp);
    nvs_document_options o;
    nvs_document *doc;
    cli_buf out;
    int changed, code = CLI_FINE;
    if (text == NULL) return CLI_INPUT;
    memset(&o, 0, sizeof o);
    o.lenient = w->lenient;
    o.top = top_of(path);
    o.memory.max_memory = (size_t)1 << 30;
    doc = nvs_document_open(text, len, &o, NULL);
    if (doc == NULL || doc->errors > 0) {
        nvs_problem p;
        if (first_error(doc, &p)) cli_report(c, stderr, "error", path, text, len, (size_t)p.offset, "%s", p.message);
        else cli_error(c, "%s: too large", path);
        nvs_document_close(doc);
        free(text);
        return CLI_INPUT;
    }
    out = formatted(text, len);
    changed = out.len != len || (len > 0 && memcmp(out.ptr, text, len) != 0);
    if (w->check && changed) {
        fprintf(c->out, "%s\n", path);
        code = CLI_FINDING;
    }
    if (!w->check && w->in_place && changed && !cli_replace(c, path, &stamp, out.ptr != NULL ? out.ptr : "", out.len)) code = CLI_INPUT;
    if (!w->check && !w->in_place && out.len > 0) fwrite(out.ptr, 1, out.len, c->out);
    cli_buf_free(&out);
    nvs_document_close(doc);
    free(text);
    return code;
}

static int run(request *q, void *options)
{
    const work *const w = work_of(q, options);
    size_t i;
    int code = CLI_FINE;
    for (i = 0; i < w->operand_count; i++) {
        const int one = format_file(q->c, w, w->operands[i]);
        if (one > code) code = one;
    }
    return code;
}

static void ready(const request *q, const void *options, cli_rights *r)
{
    (void)q;
    if (((const work *)options)->in_place) r->may |= MAY_READ | MAY_WRITE;
}

static const option rows[] = {
    {'i', "in-place", &take_nothing, offsetof(work, in_place), NULL, NULL, "write the files back"},
    {0, "check", &take_nothing, offsetof(work, check), NULL, NULL, "only say which files would change; exit code 1 if one would"},
    OPT_LENIENT, OPTION_END};

static const verb_lack lacks[] = {{NULL, LACKS_BOTH, NULL, "fmt writes sections: no --json, no --csv"}, LACK_END};

const verb fmt_verb = {"fmt", rows, sizeof(work), run, begin_work, end_work,
    "section files in one layout: one field per line, two spaces per level; comments, single blank lines and the spelling of values stay",
    "nvsection fmt --check examples/data/sections/*.section",
    "FILE...", USE_READ, "which section files?", 0, ready, lacks};
