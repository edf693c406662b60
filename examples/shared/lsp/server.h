/* A language server for editors, over standard input and output: messages, texts, changes and requests taken back. What is said about
   the texts comes from a language. */
#ifndef LSP_SERVER_H
#define LSP_SERVER_H

#include "json.h"

enum { PARSE_ERROR = -32700, INVALID_REQUEST = -32600, UNKNOWN_METHOD = -32601, INVALID_PARAMS = -32602, NOT_INITIALIZED = -32002,
    CANCELLED = -32800 };

/* What can replace a piece of a text. */
typedef struct text_fix {
    size_t from, to;
    char *word;
} text_fix;

typedef struct open_text {
    char *uri, *path; /* path: of the file, or the URI if it is not a file's */
    int is_file;
    char *text;
    size_t len, room;
    text_fix *fixes; /* of its diagnostics: not every client gives back what these carry */
    size_t fix_count, fix_room;
} open_text;

typedef struct server server;

/* What the server knows of the texts. Its functions find their state in s->user. */
typedef struct language {
    const char *name, *triggers;  /* of the server; bytes after which editors ask for completion */
    const char *const *providers; /* capabilities that are no more than true, up to NULL */
    const struct language_method {
        const char *method;
        void (*run_fn)(server *s, size_t params);
    } *methods;                   /* requests, up to NULL */
    void (*capabilities_fn)(server *s);             /* writes the others; NULL: there are none */
    void (*settings_fn)(server *s, size_t settings); /* at the start, and when they change; NULL: it has none */
    void (*check_fn)(server *s, open_text *d); /* writes the diagnostics of a new or changed text */
} language;

struct server {
    cli *c;
    const language *of;
    void *user;
    open_text *open;
    size_t count, room;
    int utf8, initialized, stopped;
    int nested;   /* the client takes symbols in symbols */
    json_text in; /* the current message */
    char *out;    /* the one being written */
    size_t out_len;
    FILE *to;
    cli_json j;
};

/* A session, from the first message to the last; an exit code. */
int serve(cli *c, const language *of, void *user);

/* A message to the client: begin, members, send; the first returns 0 where there is no memory. */
int message_begin(server *s);
void message_send(server *s);
int answer_begin(server *s); /* the same for the answer to a request */
void refuse(server *s, int code, const char *message);

/* The last position written; the next one usually lies after it. */
typedef struct mark {
    const char *line;
    size_t number;
} mark;

void put_position(server *s, const open_text *d, const char *key, size_t offset, mark *m);
void put_range(server *s, const open_text *d, size_t from, size_t to, mark *m);
void put_help(server *s, const char *key, const cli_buf *b);

/* Those of a text: begin, one after the other, send. word: what can replace the whole range, or NULL. */
enum { SEVERITY_ERROR = 1, SEVERITY_WARNING = 2, SEVERITY_NOTE = 3, MOST_DIAGNOSTICS = 1000 };
int diagnostics_begin(server *s, open_text *d);
void put_diagnostic(server *s, open_text *d, size_t from, size_t to, unsigned severity, const char *code, const char *message,
                    const char *word, mark *m);
void diagnostics_send(server *s);

/* The text that a request is about, and the byte; NULL after an error. */
open_text *asked_text(server *s, size_t params);
open_text *asked_place(server *s, size_t params, size_t *offset);

/* Inside: what server.c takes from text.c and input.c. */
void did_open(server *s, size_t params);
void did_change(server *s, size_t params);
void did_close(server *s, size_t params);
void close_text(server *s, open_text *d);
void code_action(server *s, size_t params);

/* What has come and is not dealt with yet. */
typedef struct input {
    char *bytes;
    size_t len, room, at;
} input;

long next_message(const cli *c, input *in, const char **text); /* which stays until the one after it; 0 at the end, -1 with a message */
void look_ahead(input *in, const char **text); /* takes what has come meanwhile, without waiting; *text is the message at hand */
int is_cancelled(const input *in, const char *text, size_t len); /* whether the client has taken a request back by now */

#endif
