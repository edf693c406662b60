/* schema: what a section may contain. */
#include "fields.h"

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

static void wrapped(FILE *out, const char *text, unsigned indent)
{
    size_t at = 0;
    while (text[at] != 0) {
        size_t end = strlen(text + at), room = 80 - indent;
        if (end > room) {
            for (end = room; end > 0 && text[at + end] != ' '; end--) continue;
            if (end == 0) end = strcspn(text + at, " ");
        }
        fprintf(out, "%*s%.*s\n", (int)indent, "", (int)end, text + at);
        for (at += end; text[at] == ' '; at++) continue;
    }
}

static void text_overview(cli *c)
{
    int m;
    for (m = 0; strcmp(nvs_message_name(m), "?") != 0; m++) {
        field_doc d;
        message_doc(m, &d);
        fprintf(c->out, "%s%s%s\n", cli_style(c->color, CLI_BOLD), nvs_message_name(m), cli_style(c->color, CLI_PLAIN));
        wrapped(c->out, d.meaning, 4);
    }
}

static void text_message(cli *c, int m)
{
    nvs_field_info f;
    field_doc d;
    char since[32];
    unsigned i;
    cli_buf b = {NULL, 0, 0};
    message_doc(m, &d);
    since_text(since, sizeof since, d.since);
    fprintf(c->out, "%s%s%s, %s\n", cli_style(c->color, CLI_BOLD), nvs_message_name(m), cli_style(c->color, CLI_PLAIN), since);
    wrapped(c->out, d.meaning, 2);
    cli_putf(&b, "In: ");
    put_places(&b, m, ", ");
    if (b.len > 4) wrapped(c->out, b.ptr, 2);
    for (i = 0; nvs_message_field_at(m, i, &f); i++) {
        field_doc_of(m, &f, &d);
        since_text(since, sizeof since, d.since);
        b.len = 0;
        put_type(&b, &f);
        fprintf(c->out, "\n  %s%s%s  %s, %s, %s\n", cli_style(c->color, CLI_BOLD), nvs_field_name((int)f.name),
            cli_style(c->color, CLI_PLAIN),
                b.ptr, presence_text(f.presence), since);
        wrapped(c->out, d.meaning, 6);
        if (f.type == NVS_TYPE_ENUM) {
            b.len = 0;
            cli_putf(&b, "Values: ");
            put_values(&b, f.of, ", ");
            wrapped(c->out, b.ptr, 6);
        }
        fprintf(c->out, "      %s%s%s%s\n", cli_style(c->color, CLI_CYAN), nvs_field_name((int)f.name), d.example,
            cli_style(c->color, CLI_PLAIN));
    }
    cli_buf_free(&b);
}

static void json_message(cli_json *j, int m)
{
    nvs_field_info f;
    field_doc d;
    const char *name;
    int32_t value;
    unsigned i, k;
    cli_buf b = {NULL, 0, 0};
    message_doc(m, &d);
    cli_json_object(j, NULL);
    cli_json_str(j, "message", nvs_message_name(m));
    cli_json_str(j, "since", d.since);
    cli_json_str(j, "meaning", d.meaning);
    cli_json_array(j, "fields");
    for (i = 0; nvs_message_field_at(m, i, &f); i++) {
        field_doc_of(m, &f, &d);
        b.len = 0;
        put_type(&b, &f);
        cli_json_object(j, NULL);
        cli_json_str(j, "name", nvs_field_name((int)f.name));
        cli_json_text(j, "type", b.ptr, strcspn(b.ptr, " "));
        cli_json_str(j, "of", strchr(b.ptr, ' ') != NULL ? strchr(b.ptr, ' ') + 1 : NULL);
        cli_json_str(j, "presence", f.presence == NVS_PRESENCE_ONEOF ? "oneof" : presence_text(f.presence));
        if (f.number > 0) cli_json_u64(j, "number", f.number);
        else cli_json_null(j, "number");
        cli_json_str(j, "since", d.since);
        cli_json_str(j, "meaning", d.meaning);
        b.len = 0;
        cli_putf(&b, "%s%s", nvs_field_name((int)f.name), d.example);
        cli_json_str(j, "example", b.ptr);
        if (f.type == NVS_TYPE_ENUM) {
            cli_json_array(j, "values");
            for (k = 0; nvs_enum_value_at(f.of, k, &name, &value); k++) cli_json_str(j, NULL, name);
            cli_json_end(j);
        }
        cli_json_end(j);
    }
    cli_json_end(j);
    cli_json_end(j);
    cli_buf_free(&b);
}

static void csv_message(cli_csv *v, int m)
{
    nvs_field_info f;
    field_doc d;
    unsigned i;
    for (i = 0; nvs_message_field_at(m, i, &f); i++) {
        cli_buf b = {NULL, 0, 0};
        field_doc_of(m, &f, &d);
        put_type(&b, &f);
        cli_csv_fieldf(v, "%s", nvs_message_name(m));
        cli_csv_fieldf(v, "%s", nvs_field_name((int)f.name));
        cli_csv_fieldf(v, "%s", b.ptr);
        cli_csv_fieldf(v, "%s", f.presence == NVS_PRESENCE_ONEOF ? "oneof" : presence_text(f.presence));
        if (f.number > 0) cli_csv_fieldf(v, "%u", (unsigned)f.number);
        else cli_csv_field(v, "", 0);
        cli_csv_fieldf(v, "%s", d.since);
        cli_csv_fieldf(v, "%s", d.meaning);
        cli_csv_fieldf(v, "%s%s", nvs_field_name((int)f.name), d.example);
        cli_csv_end(v);
        cli_buf_free(&b);
    }
}

static void markdown_message(FILE *out, int m)
{
    nvs_field_info f;
    field_doc d;
    unsigned i;
    cli_buf b = {NULL, 0, 0};
    message_doc(m, &d);
    fprintf(out, "| **%s** | | | %s | %s | |\n", nvs_message_name(m), d.since, d.meaning);
    for (i = 0; nvs_message_field_at(m, i, &f); i++) {
        field_doc_of(m, &f, &d);
        b.len = 0;
        put_type(&b, &f);
        if (f.type == NVS_TYPE_MESSAGE || f.type == NVS_TYPE_ENUM) { /* only the name */
            const char *const of = strchr(b.ptr, ' ') + 1;
            memmove(b.ptr, of, strlen(of) + 1);
        }
        fprintf(out, "| %s | %s%s%s | ", nvs_field_name((int)f.name), b.ptr, f.presence == NVS_PRESENCE_OPTIONAL ? "" : ", ",
                f.presence == NVS_PRESENCE_OPTIONAL ? "" : presence_text(f.presence));
        if (f.number > 0) fprintf(out, "%u", (unsigned)f.number);
        b.len = 0;
        if (f.type == NVS_TYPE_ENUM) put_values(&b, f.of, ", ");
        fprintf(out, " | %s | %s%s%s | `%s%s` |\n", d.since, d.meaning, b.len > 0 ? ": " : "", b.len > 0 ? b.ptr : "",
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
    cli_json j;
    cli_csv v;
    memset(&v, 0, sizeof v);
    if (q->path_count > 1) return cli_usage(c, "one message, not \"%s\" as well", q->paths[1]);
    for (last = 0; strcmp(nvs_message_name(last), "?") != 0; last++) continue;
    if (word != NULL) {
        first = message_named(word, &nearest);
        if (first < 0 && nearest != NULL) return cli_usage(c, "no message \"%s\"; is %s meant?", word, nearest);
        if (first < 0) return cli_usage(c, "no message \"%s\"", word);
        last = first + 1;
    }
    cli_json_init(&j, c->out, CLI_UTF8, 2);
    v.f = c->out;
    if (markdown)
        fputs("| field | type | number | since | meaning | example |\n| --- | --- | --: | --- | --- | --- |\n",
        c->out);
    else if (c->format == CLI_JSON) cli_json_array(&j, NULL);
    else if (c->format == CLI_CSV) fputs("message,field,type,presence,number,since,meaning,example\n", c->out);
    else if (word == NULL) text_overview(c);
    else text_message(c, first);
    for (m = first; m < last; m++) {
        if (markdown) markdown_message(c->out, m);
        else if (c->format == CLI_JSON) json_message(&j, m);
        else if (c->format == CLI_CSV) csv_message(&v, m);
    }
    if (!markdown && c->format == CLI_JSON) {
        cli_json_end(&j);
        cli_json_line(&j);
    }
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
    "[MESSAGE]", USE_VALUE, NULL, 0, NULL};
