/* What became of the results that were held to limits. */
#ifndef EXAMPLES_NCUREP_PAGES_LIMITS_H
#define EXAMPLES_NCUREP_PAGES_LIMITS_H

#include "../model/outcomes.h"
#include "damage.h"

typedef struct held_report {
    damage d;
    size_t end; /* of its outcomes */
} held_report;

/* path: the file of limits; many: more than one report was named. */
void limits_page(output *to, const char *path, const outcomes *all, const held_report *reports, size_t count, int many);

#endif
