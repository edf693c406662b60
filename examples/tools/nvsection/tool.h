/* What the files of this tool share. */
#ifndef EXAMPLES_NVSECTION_TOOL_H
#define EXAMPLES_NVSECTION_TOOL_H

#include "cli/verb.h"
#include "nvsection.h"

#include <string.h>

/* Every verb. */
/* Every verb, in the order of --help. */
#define VERBS(ROW) \
    ROW(metrics) ROW(select) ROW(explain) ROW(evaluate) ROW(preview) ROW(watch) ROW(derive) ROW(names) ROW(list_sections) \
    ROW(list_sets) ROW(lint) ROW(lsp) ROW(fmt) ROW(new) ROW(schema) ROW(dump)
VERBS(VERB_DECLARE)

static inline int same(nvs_view a, nvs_view b) { return a.len == b.len && memcmp(a.ptr, b.ptr, a.len) == 0; }

/* The message that a file holds: NVS_MESSAGE_BODY_ITEM if its name ends in .chart. */
int top_of(const char *path);

/* A file's name without its folders. */
const char *base_name(const char *path);

/* Reads and parses a file; *text is to be freed after the document. NULL with a message. */
nvs_document *load(const cli *c, const char *path, int lenient, char **text, size_t *len);

/* The first error of a document: 1, or 0 when it has none. */
int first_error(const nvs_document *doc, nvs_problem *out);

/* A text without errors in the layout that nvs_node_write has, comments kept; to be freed. */
cli_buf formatted(const char *text, size_t len);

/* Which result of a report. */
typedef struct result_choice {
    const char *kernel; /* NAME or regex:EXPRESSION; NULL: any */
    uint64_t skip;      /* how many of them */
} result_choice;

/* Composes the meaning of a metric name; 0 if its quantity is unknown. */
int put_meaning(cli_buf *b, nvs_view name);

/* Names of metrics, one per line, first column of a table; lists "name TAB member,member". "#" begins a comment line. */
typedef struct name_lists {
    char *names_text, *lists_text;
    nvs_view *names, *members;
    nvs_name_list *lists;
    nvs_catalog known; /* what nvs_select takes */
} name_lists;
int read_names(const cli *c, const char *names, const char *lists, name_lists *out); /* paths may be NULL; 0 with a message */
void free_names(name_lists *lists);

#endif
