/* Sections, evaluated: for people in evaluate_text.c, for programs in evaluate.c. */
#ifndef EXAMPLES_NVSECTION_EVALUATE_H
#define EXAMPLES_NVSECTION_EVALUATE_H

#include "report/draw/cells.h"
#include "metrics.h"
#include "work.h"

extern const value_style for_people;

/* Whether a rule is one of this section. */
int in_section(const nvs_rule *rule, const nvs_node *section);

/* What a section shows, and what rules say of it; rules may be NULL. */
void say_section(output *to, const work *w, const nvs_evaluation *v, const nvs_findings *rules);

#endif
