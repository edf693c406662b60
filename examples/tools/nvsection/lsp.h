/* What the files of the language server share. */
#ifndef EXAMPLES_NVSECTION_LSP_H
#define EXAMPLES_NVSECTION_LSP_H

#include "fields.h"
#include "json.h"
#include "lint.h"

enum { PARSE_ERROR = -32700, INVALID_REQUEST = -32600, UNKNOWN_METHOD = -32601, INVALID_PARAMS = -32602, NOT_INITIALIZED = -32002,
    CANCELLED = -32800 };

typedef struct open_text {
    char *uri, *path; /* path: of the file, or the URI if it is not a file's */
    int is_file;
    char *text;
    size_t len;
} open_text;

typedef struct server {
    cli *c;
    const work *options;
    open_text *open;
    size_t count, room;
    int utf8, initialized, stopped;
    grammar *grammar;
    char *report;     /* of the settings: where values of hover come from; NULL: none */
    uint64_t skip;    /* and which result of it */
    char **names;     /* of metrics, in the sections checked last: sorted, unique */
    size_t name_count, name_room;
    json_text in;     /* the current message */
    char *out;        /* the one being written */
    size_t out_len;
    FILE *to;
    cli_json j;
} server;

/* A message to the client: begin, members, send; the first returns 0 where there is no memory. */
int message_begin(server *s);
void message_send(server *s);
void put_id(server *s); /* of the request it answers */
void refuse(server *s, int code, const char *message);

/* The last position written; the next one usually lies after it. */
typedef struct mark {
    const char *line;
    size_t number;
} mark;

size_t offset_of(const server *s, const open_text *d, long line, long character);
void put_position(server *s, const open_text *d, const char *key, size_t offset, mark *m);
void put_range(server *s, const open_text *d, size_t from, size_t to, mark *m);

nvs_view text_view(const open_text *d);
open_text *open_text_of(server *s, size_t params); /* the one that a message is about; NULL: it is not open */

/* The text and byte that a request is about; 0 after an error. */
int asked(server *s, size_t params, open_text **d, size_t *offset);

/* A text with the other sections of its folder, those that are open in place of those on disk. */
typedef struct folder {
    work w;
    nvs_file chart;
} folder;
int folder_open(server *s, folder *f, const open_text *d);
void folder_close(folder *f);

/* Names that sections define and use: lsp_names.c. */
void definition(server *s, size_t params);
void references(server *s, size_t params);
void prepare_rename(server *s, size_t params);
void rename_symbol(server *s, size_t params);
void workspace_symbols(server *s, size_t params);

/* Of the metric of a folder that its definition makes: what it is computed from, its unit and, with a report in the settings, its
   value. 0: no section here defines it. */
int put_definition(server *s, cli_buf *b, const open_text *d, nvs_view name);

/* The shape of a text: lsp_outline.c. */
void document_symbols(server *s, size_t params);
void folding_ranges(server *s, size_t params);
void semantic_tokens(server *s, size_t params);
void put_legend(server *s);

#endif
