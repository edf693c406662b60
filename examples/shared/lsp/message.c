/* Messages to the client. */
#include "server.h"

#include <stdlib.h>

int message_begin(server *s)
{
    s->out = NULL;
    s->to = open_memstream(&s->out, &s->out_len);
    if (s->to == NULL) return 0;
    cli_json_init(&s->j, s->to, CLI_UTF8, 0);
    cli_json_object(&s->j, NULL);
    cli_json_str(&s->j, "jsonrpc", "2.0");
    return 1;
}

void message_send(server *s)
{
    cli_json_end(&s->j);
    if (fclose(s->to) == 0) {
        fprintf(s->c->out, "Content-Length: %zu\r\n\r\n", s->out_len);
        fwrite(s->out, 1, s->out_len, s->c->out);
        fflush(s->c->out);
    }
    free(s->out);
}

/* The id of the current request, verbatim. */
static void put_id(server *s)
{
    const size_t id = json_get(&s->in, 0, "id");
    const json_item *const v = id != JSON_NONE ? &s->in.list[id] : NULL;
    if (v != NULL && v->kind == '0') cli_json_raw(&s->j, "id", "%.*s", (int)v->len, s->in.text + v->at);
    else if (v != NULL && v->kind == '"') cli_json_raw(&s->j, "id", "\"%.*s\"", (int)v->len, s->in.text + v->at);
    else cli_json_null(&s->j, "id");
}

int answer_begin(server *s)
{
    if (!message_begin(s)) return 0;
    put_id(s);
    return 1;
}

void refuse(server *s, int code, const char *message)
{
    if (!answer_begin(s)) return;
    cli_json_object(&s->j, "error");
    cli_json_i64(&s->j, "code", code);
    cli_json_str(&s->j, "message", message);
    cli_json_end(&s->j);
    message_send(s);
}
