/* schema: what a section may contain. */
#include "fields.h"
#include "write/table.h"

#include <string.h>

/* The fields that hold a message, "Header.Metrics, Table.Metrics". */
static void put_places(cli_buf *b, int of, const char *between)
{
    nvs_field_info f;
    unsigned i;
    int m;
    const size_t start = b->len;
    for (m = 0; strcmp(nvs_message_name(m), "?") != 0; m++)
        for (i = 0; nvs_message_field_at(m, i, &f); i++)
            if (f.type == NVS_TYPE_MESSAGE && f.of == of)
                cli_putf(b, "%s%s.%s", b->len > start ? between : "", nvs_message_name(m), nvs_field_name((int)f.name));
}

static void since_text(char *to, size_t room, const char *since)
{
    if (strcmp(since, "guide") == 0) snprintf(to, room, "in the guide of 2025");
    else snprintf(to, room, "since %s", since);
}

static void wrapped(output *to, const char *text, unsigned indent)
{
    size_t at = 0;
    while (text[at] != 0) {
        size_t end = strlen(text + at), room = 80 - indent;
        if (end > room) {
            for (end = room; end > 0 && text[at + end] != ' '; end--) continue;
            if (end == 0) end = strcspn(text + at, " ");
        }
        out_say(to, "%*s%.*s\n", (int)indent, "", (int)end, text + at);
        for (at += end; text[at] == ' '; at++) continue;
    }
}

static void say_overview(output *to)
{
    int m;
    for (m = 0; strcmp(nvs_message_name(m), "?") != 0; m++) {
        field_doc d;
        message_doc(m, &d);
        out_say(to, "%s%s%s\n", cli_style(to->color, CLI_BOLD), nvs_message_name(m), cli_style(to->color, CLI_PLAIN));
        wrapped(to, d.meaning, 4);
    }
}

static void say_message(output *to, int m)
{
    nvs_field_info f;
    field_doc d;
    char since[32];
    unsigned i;
    cli_buf b = {NULL, 0, 0};
    message_doc(m, &d);
    since_text(since, sizeof since, d.since);
    out_say(to, "%s%s%s, %s\n", cli_style(to->color, CLI_BOLD), nvs_message_name(m), cli_style(to->color, CLI_PLAIN), since);
    wrapped(to, d.meaning, 2);
    cli_putf(&b, "In: ");
    put_places(&b, m, ", ");
    if (b.len > 4) wrapped(to, b.ptr, 2);
    for (i = 0; nvs_message_field_at(m, i, &f); i++) {
        field_doc_of(m, &f, &d);
        since_text(since, sizeof since, d.since);
        b.len = 0;
        put_type(&b, &f);
        out_say(to, "\n  %s%s%s  %s, %s, %s\n", cli_style(to->color, CLI_BOLD), nvs_field_name((int)f.name),
            cli_style(to->color, CLI_PLAIN),
                b.ptr, presence_text(f.presence), since);
        wrapped(to, d.meaning, 6);
        if (f.type == NVS_TYPE_ENUM) {
            b.len = 0;
            cli_putf(&b, "Values: ");
            put_values(&b, f.of, ", ");
            wrapped(to, b.ptr, 6);
        }
        out_say(to, "      %s%s%s%s\n", cli_style(to->color, CLI_CYAN), nvs_field_name((int)f.name), d.example,
            cli_style(to->color, CLI_PLAIN));
    }
    cli_buf_free(&b);
}

/* A message as a group of a tree. */
static void put_message(output *to, int m)
{
    nvs_field_info f;
    field_doc d;
    const char *name;
    int32_t value;
    unsigned i, k;
    cli_buf b = {NULL, 0, 0};
    message_doc(m, &d);
    out_group(to, NULL);
    out_string(to, "message", nvs_message_name(m));
    out_string(to, "since", d.since);
    out_string(to, "meaning", d.meaning);
    out_list(to, "fields");
    for (i = 0; nvs_message_field_at(m, i, &f); i++) {
        field_doc_of(m, &f, &d);
        b.len = 0;
        put_type(&b, &f);
        out_group(to, NULL);
        out_string(to, "name", nvs_field_name((int)f.name));
        out_text(to, "type", b.ptr, strcspn(b.ptr, " "));
        out_string(to, "of", strchr(b.ptr, ' ') != NULL ? strchr(b.ptr, ' ') + 1 : NULL);
        out_string(to, "presence", f.presence == NVS_PRESENCE_ONEOF ? "oneof" : presence_text(f.presence));
        if (f.number > 0) out_whole(to, "number", f.number);
        else out_null(to, "number");
        out_string(to, "since", d.since);
        out_string(to, "meaning", d.meaning);
        b.len = 0;
        cli_putf(&b, "%s%s", nvs_field_name((int)f.name), d.example);
        out_string(to, "example", b.ptr);
        if (f.type == NVS_TYPE_ENUM) {
            out_list(to, "values");
            for (k = 0; nvs_enum_value_at(f.of, k, &name, &value); k++) out_string(to, NULL, name);
            out_close(to);
        }
        out_close(to);
    }
    out_close(to);
    out_close(to);
    cli_buf_free(&b);
}

/* Its fields as rows. */
#define FIELD_COLUMNS(X) \
    X('l', NULL, "message", NULL, table_string(t, nvs_message_name(m))) \
    X('l', NULL, "field", NULL, table_string(t, nvs_field_name((int)f.name))) \
    X('l', NULL, "type", NULL, table_buf(t, &b)) \
    X('l', NULL, "presence", NULL, table_string(t, f.presence == NVS_PRESENCE_ONEOF ? "oneof" : presence_text(f.presence))) \
    X('r', NULL, "number", NULL, f.number > 0 ? table_whole(t, f.number) : table_absent(t)) \
    X('l', NULL, "since", NULL, table_string(t, d.since)) \
    X('l', NULL, "meaning", NULL, table_string(t, d.meaning)) \
    X('l', NULL, "example", NULL, table_format(t, "%s%s", nvs_field_name((int)f.name), d.example))
static const table_column columns[] = {FIELD_COLUMNS(TABLE_COLUMN)};

static void put_rows(table *t, int m)
{
    nvs_field_info f;
    field_doc d;
    unsigned i;
    for (i = 0; nvs_message_field_at(m, i, &f); i++) {
        cli_buf b = {NULL, 0, 0};
        field_doc_of(m, &f, &d);
        put_type(&b, &f);
        FIELD_COLUMNS(TABLE_CELL)
        table_row(t);
    }
}

static void say_markdown(output *to, int m)
{
    nvs_field_info f;
    field_doc d;
    unsigned i;
    cli_buf b = {NULL, 0, 0};
    message_doc(m, &d);
    out_say(to, "| **%s** | | | %s | %s | |\n", nvs_message_name(m), d.since, d.meaning);
    for (i = 0; nvs_message_field_at(m, i, &f); i++) {
        field_doc_of(m, &f, &d);
        b.len = 0;
        put_type(&b, &f);
        if (f.type == NVS_TYPE_MESSAGE || f.type == NVS_TYPE_ENUM) { /* only the name */
            const char *const of = strchr(b.ptr, ' ') + 1;
            memmove(b.ptr, of, strlen(of) + 1);
        }
        out_say(to, "| %s | %s%s%s | ", nvs_field_name((int)f.name), b.ptr, f.presence == NVS_PRESENCE_OPTIONAL ? "" : ", ",
                f.presence == NVS_PRESENCE_OPTIONAL ? "" : presence_text(f.presence));
        if (f.number > 0) out_say(to, "%u", (unsigned)f.number);
        b.len = 0;
        if (f.type == NVS_TYPE_ENUM) put_values(&b, f.of, ", ");
        out_say(to, " | %s | %s%s%s | `%s%s` |\n", d.since, d.meaning, b.len > 0 ? ": " : "", b.len > 0 ? b.ptr : "",
                nvs_field_name((int)f.name),
                d.example);
    }
    cli_buf_free(&b);
}

typedef struct schema_options {
    int markdown;
} schema_options;

static int run(request *q, void *options)
{
    const int markdown = ((const schema_options *)options)->markdown;
    const char *const word = q->path_count > 0 ? q->paths[0] : NULL, *nearest;
    cli *const c = q->c;
    int first = 0, last, m;
    output to;
    table t;
    if (q->path_count > 1) return cli_usage(c, "one message, not \"%s\" as well", q->paths[1]);
    for (last = 0; strcmp(nvs_message_name(last), "?") != 0; last++) continue;
    if (word != NULL) {
        first = message_named(word, &nearest);
        if (first < 0 && nearest != NULL) return cli_usage(c, "no message \"%s\"; is %s meant?", word, nearest);
        if (first < 0) return cli_usage(c, "no message \"%s\"", word);
        last = first + 1;
    }
    out_begin(&to, c);
    if (markdown) { /* a text, whatever else is asked for */
        out_init(&to, c->out, OUT_TEXT);
        out_say(&to, "| field | type | number | since | meaning | example |\n| --- | --- | --: | --- | --- | --- |\n");
        for (m = first; m < last; m++) say_markdown(&to, m);
        return CLI_FINE;
    }
    if (out_talks(&to) && word == NULL) say_overview(&to);
    else if (out_talks(&to)) say_message(&to, first);
    out_list(&to, NULL);
    table_begin(&t, &to, NULL, columns, sizeof columns / sizeof *columns, TABLE_BARE);
    for (m = first; m < last; m++) {
        if (out_is_tree(&to)) put_message(&to, m);
        if (table_has(&to, columns, sizeof columns / sizeof *columns)) put_rows(&t, m);
    }
    table_end(&t);
    out_close(&to);
    out_end(&to);
    return CLI_FINE;
}

static const option rows[] = {
    {0, "markdown", &take_nothing, offsetof(schema_options, markdown), NULL, NULL, "a table for a page"}, OPTION_END};

const verb schema_verb = {"schema", rows, sizeof(schema_options), run, NULL, NULL,
    "what a section may hold: the messages, or the fields of one with type, first version of Nsight Compute, meaning and example",
    "MESSAGE is a name, a field that holds one, or a path from the top of a file.\n"
    "  nvsection schema Metric\n"
    "  nvsection schema Body.Items.Table\n"
    "  nvsection schema --json | jq '.[] | select(.message == \"Filter\")'",
    "[MESSAGE]", USE_VALUE, NULL, 0, NULL, NULL};
