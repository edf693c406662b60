/* Where in a section's structure a byte of the text is, even while the text is being written: for completion and hover. */
#ifndef EXAMPLES_NVSECTION_PLACE_H
#define EXAMPLES_NVSECTION_PLACE_H

#include "tool.h"

typedef struct place {
    int message;          /* nvs_message around it; -1: in something not in the schema */
    uint64_t seen;        /* a bit for each field of the message, by position, that comes before it */
    nvs_field_info field; /* whose value it is, or whose name is token */
    int has_field, in_value;
    int in_comment, in_string; /* in a comment; in an unterminated string */
    nvs_token token;      /* the token that holds the byte; NVS_TOKEN_KIND_END if there is none */
} place;

/* The place of the byte at offset of a text that holds one message of kind top. */
void place_of(nvs_view text, size_t offset, int top, place *out);

#endif
