/* What gates leave for the machine that runs them. */
#ifndef EXAMPLES_NCUREP_VERBS_GATE_H
#define EXAMPLES_NCUREP_VERBS_GATE_H

#include "report/model/outcomes.h"

typedef struct gate_options {
    const char *junit; /* file for JUnit XML; NULL: none */
    int github;        /* annotations for GitHub Actions on standard error */
} gate_options;

#define OPT_GATE(options, gate) {0, "junit", &take_output, offsetof(options, gate.junit), NULL, \
    "FILE", "also write the outcome as JUnit XML"}, {0, "github", &take_nothing, offsetof(options, gate.github), NULL, \
    NULL, "also print the outcome as GitHub annotations, on standard error"}

/* rules: the file of rules, for outcomes with a line; else what the gate is called. 0 with a message. */
int gate_write(const cli *c, const gate_options *how, const char *rules, const outcomes *all);

#endif
