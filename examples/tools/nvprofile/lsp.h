/* What the files of the language server share. */
#ifndef EXAMPLES_NVPROFILE_LSP_H
#define EXAMPLES_NVPROFILE_LSP_H

#include "lsp/server.h"
#include "tool.h"

/* What the server knows besides texts. */
typedef struct knowledge {
    tool *t;
    key_list keys;
} knowledge;

/* A text and, in a folder of profiles, the files beside it; open ones as they are in the editor. */
typedef struct folder {
    nvp_config *config; /* NULL: it could not be read; see error */
    nvp_error error;
    texts kept;
} folder;
void folder_open(server *s, folder *f, const open_text *d);
void folder_close(folder *f);
int same_folder(const open_text *a, const open_text *b); /* read as one by the driver */

/* Completion and hover: lsp_help.c. */
void completion(server *s, size_t params);
void hover(server *s, size_t params);

#endif
