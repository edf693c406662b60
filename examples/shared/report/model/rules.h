/* What rules say about a result, stored or run now. */
#ifndef EXAMPLES_NCUREP_MODEL_RULES_H
#define EXAMPLES_NCUREP_MODEL_RULES_H

#include "findings.h"

/* What the stored rules of a result say; or what the rules of this tool say now, where the model asks for them. To be freed. */
void findings_of(findings *f, evaluated *e);

#endif
