/* What many reports say together: how long results take, what bounds them, what warps wait for, which rules fire. */
#ifndef EXAMPLES_NCUREP_MODEL_STUDY_H
#define EXAMPLES_NCUREP_MODEL_STUDY_H

#include "findings.h"

typedef enum study_weigh { WEIGH_FOLDER, WEIGH_REPORT, WEIGH_RESULT } study_weigh; /* each counts the same */

typedef enum study_figure { STUDY_DURATION, STUDY_COMPUTE, STUDY_MEMORY, STUDY_OCCUPANCY, STUDY_FIGURES } study_figure;

typedef struct study_case {
    size_t report, folder;      /* numbers */
    uint32_t result;
    char *kernel;
    double figure[STUDY_FIGURES]; /* NaN: not known */
    double gain;                /* the best estimate for the kernel, percent; 0: none */
    size_t rule;                /* that gave it */
    char *text;                 /* what it says */
    size_t stall;               /* what warps wait for most; NOT_IN_SET: not known */
    double stall_share;         /* of all waiting, 0 to 1 */
    double weight;              /* of study_weigh_all: all cases together have 1 */
} study_case;

/* A rule that fired at a result. */
typedef struct study_firing {
    size_t at, rule;
    double percent; /* the best estimate; 0: none */
} study_firing;

/* All zero at first. */
typedef struct study {
    study_case *cases;
    study_firing *firings;
    size_t case_count, case_room, firing_count, firing_room;
    text_set reports, folders, stalls, rules;
    double *waiting; /* by case and stall: see study_waiting */
    size_t waiting_room;
} study;

/* Most reasons that are told apart; the hardware has about twenty. */
enum { STUDY_STALLS = 32 };

/* Adds the chosen results of a report that lies in folder; an exit code. */
int study_add(study *s, const model *m, const opened *o, const char *folder, section_source *sections);

void study_weigh_all(study *s, study_weigh by);

/* Share of a reason in the waiting of a case, 0 to 1; negative: not known. */
double study_waiting(const study *s, size_t at, size_t stall);

/* The value below which so much of the weight of the cases with this figure lies; NaN: none has it. */
double study_quantile(const study *s, study_figure figure, double part);

/* Indexes of the results with the best estimates, one a report, at most so many; how many. */
size_t study_telling(const study *s, size_t *list, size_t most);

void study_free(study *s);

#endif
