/* What is most worth knowing about a report. */
#ifndef EXAMPLES_NCUREP_MODEL_DIGEST_H
#define EXAMPLES_NCUREP_MODEL_DIGEST_H

#include "figures.h"
#include "why.h"

#define DIGEST_KERNELS 5   /* looked at closely */
#define DIGEST_FINDINGS 8  /* of each */
#define DIGEST_EVIDENCE 4  /* of each finding */
#define DIGEST_PLACES 6    /* of each */

typedef struct digest_fact {
    const char *label, *metric;
    int has;
    double value;
} digest_fact;

#define DIGEST_CAUSES 3    /* of each */

/* An instruction that makes warps wait. */
typedef struct digest_cause {
    char *where, *text; /* text may be NULL */
    why_kind kind;
    int is_known;       /* a producer, or a reason that needs none */
    double part;        /* of the samples */
    double gone, hidden; /* how many times as fast without it, with its latency hidden; 0: not known */
} digest_cause;

#define DIGEST_FACTS 14

typedef struct digest_evidence {
    char *metric, *info; /* info: what the rule says about it, such as "Decrease the value" */
    double value;
} digest_evidence;

typedef struct digest_finding {
    char *rule, *title, *text;
    const char *kind, *scope; /* OPT, WRN, ...; global, local, or "" */
    double percent;           /* estimated gain; 0: none is given */
    digest_evidence evidence[DIGEST_EVIDENCE];
    size_t evidence_count;
} digest_finding;

/* A line of source, or an instruction where no lines are known. */
typedef struct digest_place {
    char *where, *stall, *text; /* the two last may be NULL */
    double value, part;         /* of the samples, or of what was executed */
} digest_place;

/* Launches of one kernel with one size; sums.name has both. */
typedef struct digest_kernel {
    bunch sums;
    uint32_t longest; /* index of the result that is looked at */
    double time;      /* of it */
    digest_fact facts[DIGEST_FACTS];
    digest_finding findings[DIGEST_FINDINGS];
    digest_place places[DIGEST_PLACES];
    digest_cause causes[DIGEST_CAUSES];
    size_t finding_count, all_findings, place_count, cause_count;
    const char *counted; /* what places are counted by: samples or executed; NULL: nothing */
} digest_kernel;

typedef struct digest {
    char *devices, *collector;
    digest_kernel *kernels; /* the most time first */
    size_t count, room;
    text_set names;
    double total; /* ns */
    uint64_t results, timed;
} digest;

/* An exit code. To be freed in any case, before the report is closed. */
int digest_of(digest *d, const model *m, opened *o, section_source *sections);
void digest_free(digest *d);

#endif
