/* Names of kernels that are told apart: kernels of one template differ in a few of its arguments. */
#ifndef EXAMPLES_NCUREP_MODEL_LABELS_H
#define EXAMPLES_NCUREP_MODEL_LABELS_H

#include "choice.h"
#include "cli/text_set.h"

typedef struct label {
    char *name, *full; /* of the function; as it was demangled */
    char *text;        /* after labels_make: name, or name<what differs> */
} label;

/* All zero at first. */
typedef struct labels {
    label *list;
    size_t count, room;
    text_set keys;
} labels;

/* The number of the name of a result. base: what people want names to be; BASE_DEFAULT: the short ones. */
size_t labels_add(labels *x, const ncurep_result *r, name_base base);
void labels_make(labels *x);
void labels_free(labels *x);

#endif
