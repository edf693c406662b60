/* What the files of the language server share. */
#ifndef EXAMPLES_NVSECTION_LSP_H
#define EXAMPLES_NVSECTION_LSP_H

#include "fields.h"
#include "lint.h"
#include "lsp/server.h"

/* What the server knows besides texts. */
typedef struct knowledge {
    const work *options;
    grammar *grammar;
    char *report;     /* of the settings: where values of hover come from; NULL: none */
    uint64_t skip;    /* and which result of it */
} knowledge;

int serve_sections(cli *c, knowledge *k); /* a session; an exit code */
knowledge *known_to(const server *s);
nvs_view text_view(const open_text *d);

/* A text with the other sections of its folder, those that are open in place of those on disk. */
typedef struct folder {
    work w;
    section_file chart;
} folder;
void folder_open(server *s, folder *f, const open_text *d);
void folder_close(folder *f);
int same_folder(const open_text *a, const open_text *b);

/* Completion and hover: lsp_help.c. */
void completion(server *s, size_t params);
void hover(server *s, size_t params);

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
void formatting(server *s, size_t params);
void put_legend(server *s);

#endif
