/* What sections use of metrics, as a selection has it. */
#ifndef EXAMPLES_NVSECTION_USES_H
#define EXAMPLES_NVSECTION_USES_H

#include "work.h"
#include "write/table.h"

int is_required(const nvs_use *u);

/* The reason in words: the filter that dropped it, or what is wrong with its name. */
void put_why(cli_buf *b, const nvs_use *u);

/* Runs a verb that selects. */
int selecting(const request *q, work *w, int (*show)(cli *c, const work *w, const nvs_selection *s));

#endif
