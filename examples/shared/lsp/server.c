/* The session of a language server: what the server can do, and which function answers. */
#include "server.h"

#include <stdlib.h>
#include <string.h>

static void settings(server *s, size_t at)
{
    if (s->of->settings_fn != NULL && at != JSON_NONE) s->of->settings_fn(s, at);
}

static void did_change_configuration(server *s, size_t params)
{
    settings(s, json_get(&s->in, params, "settings"));
}

static void initialize(server *s, size_t params)
{
    const size_t encodings = json_path(&s->in, params, "capabilities.general.positionEncodings");
    const size_t nested = json_path(&s->in, params, "capabilities.textDocument.documentSymbol.hierarchicalDocumentSymbolSupport");
    const char *p;
    size_t i;
    settings(s, json_get(&s->in, params, "initializationOptions"));
    for (i = encodings; encodings != JSON_NONE && i < s->in.list[encodings].after; i++)
        if (json_is(&s->in, i, "utf-8")) s->utf8 = 1;
    s->nested = nested != JSON_NONE && s->in.list[nested].kind == 't';
    s->initialized = 1;
    if (!answer_begin(s)) return;
    cli_json_object(&s->j, "result");
    cli_json_object(&s->j, "capabilities");
    cli_json_str(&s->j, "positionEncoding", s->utf8 ? "utf-8" : "utf-16");
    cli_json_object(&s->j, "textDocumentSync");
    cli_json_bool(&s->j, "openClose", 1);
    cli_json_u64(&s->j, "change", 2); /* what changes */
    cli_json_end(&s->j);
    cli_json_object(&s->j, "completionProvider");
    cli_json_array(&s->j, "triggerCharacters");
    for (p = s->of->triggers; *p != 0; p++) cli_json_text(&s->j, NULL, p, 1);
    cli_json_end(&s->j);
    cli_json_end(&s->j);
    for (i = 0; s->of->providers[i] != NULL; i++) cli_json_bool(&s->j, s->of->providers[i], 1);
    cli_json_bool(&s->j, "codeActionProvider", 1);
    if (s->of->capabilities_fn != NULL) s->of->capabilities_fn(s);
    cli_json_end(&s->j);
    cli_json_object(&s->j, "serverInfo");
    cli_json_str(&s->j, "name", s->of->name);
    cli_json_str(&s->j, "version", VERSION);
    cli_json_end(&s->j);
    cli_json_end(&s->j);
    message_send(s);
}

static void shutdown_server(server *s, size_t params)
{
    (void)params;
    s->stopped = 1;
    if (!answer_begin(s)) return;
    cli_json_null(&s->j, "result");
    message_send(s);
}

/* What answers a method; NULL: nothing does. */
static void (*handler(const server *s, size_t method, int asks))(server *s, size_t params)
{
    static const struct language_method requests[] = {{"initialize", initialize}, {"shutdown", shutdown_server},
        {"textDocument/codeAction", code_action}, {NULL, NULL}};
    static const struct language_method notes[] = {{"textDocument/didOpen", did_open}, {"textDocument/didChange", did_change},
        {"textDocument/didClose", did_close}, {"workspace/didChangeConfiguration", did_change_configuration}, {NULL, NULL}};
    const struct language_method *m;
    for (m = asks ? requests : notes; m->method != NULL; m++)
        if (json_is(&s->in, method, m->method)) return m->run_fn;
    for (m = s->of->methods; asks && m->method != NULL; m++)
        if (json_is(&s->in, method, m->method)) return m->run_fn;
    return NULL;
}

/* Handles a message; 0 if it ends the session. */
static int message(server *s, const char *text, size_t len, int cancelled)
{
    void (*run_fn)(server *s, size_t params);
    size_t method, params;
    int asks, go_on = 1;
    if (!json_read(&s->in, text, len)) {
        s->in.count = 0;
        refuse(s, PARSE_ERROR, "this is not JSON");
        json_free(&s->in);
        return 1;
    }
    method = json_get(&s->in, 0, "method");
    params = json_get(&s->in, 0, "params");
    asks = json_get(&s->in, 0, "id") != JSON_NONE;
    run_fn = handler(s, method, asks);
    if (cancelled && s->initialized && asks) refuse(s, CANCELLED, "cancelled");
    else if (json_is(&s->in, method, "exit")) go_on = 0;
    else if (method == JSON_NONE) {
        if (json_get(&s->in, 0, "result") == JSON_NONE && json_get(&s->in, 0, "error") == JSON_NONE)
            refuse(s, INVALID_REQUEST, "a message without a method");
    } else if (s->stopped) {
        if (asks) refuse(s, INVALID_REQUEST, "the server is shut down");
    } else if (!s->initialized && run_fn != initialize) {
        if (asks) refuse(s, NOT_INITIALIZED, "initialize comes first");
    } else if (run_fn != NULL) run_fn(s, params);
    else if (asks) refuse(s, UNKNOWN_METHOD, "this server does not know the method");
    json_free(&s->in);
    return go_on;
}

int serve(cli *c, const language *of, void *user)
{
    server s;
    input in = {NULL, 0, 0, 0};
    const char *text;
    long len;
    int go_on = 1;
    memset(&s, 0, sizeof s);
    s.c = c;
    s.of = of;
    s.user = user;
    while (go_on && (len = next_message(c, &in, &text)) > 0) {
        look_ahead(&in, &text);
        go_on = message(&s, text, (size_t)len, is_cancelled(&in, text, (size_t)len));
    }
    free(in.bytes);
    while (s.count > 0) close_text(&s, &s.open[0]);
    free(s.open);
    return go_on && len < 0 ? CLI_INPUT : s.stopped && !go_on ? CLI_FINE : CLI_FINDING;
}
