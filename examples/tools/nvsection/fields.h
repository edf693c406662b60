/* What messages and fields of a section mean: for schema, for hover and completion in an editor, for the page about the
   format. */
#ifndef EXAMPLES_NVSECTION_FIELDS_H
#define EXAMPLES_NVSECTION_FIELDS_H

#include "tool.h"

typedef struct field_doc {
    const char *since;   /* the oldest version of Nsight Compute in whose files, reports or definitions it is; "guide": only
                            the guide of 2025 and later has it */
    const char *example; /* what follows the name, colon included; "" of a message by itself */
    const char *meaning; /* a sentence or two without a period at the end */
} field_doc;

/* Of a message. */
void message_doc(int message, field_doc *out);

/* Of a field; without its own, it has its message's `since`. */
void field_doc_of(int message, const nvs_field_info *field, field_doc *out);

/* "string", "enum GpuArch", "message Metric". */
void put_type(cli_buf *b, const nvs_field_info *field);

/* "optional", "required", "repeated", "one of these". */
const char *presence_text(nvs_presence presence);

/* The names of an enum's values with a separator between them; those of GpuArch shortened, as there are many. */
void put_values(cli_buf *b, int of, const char *between);

/* The message that a word names: "Metric", a field that holds one, or a path from the top such as Body.Items.Table;
   else -1 and the nearest name, or NULL. */
int message_named(const char *word, const char **nearest);

#endif
