/* What is wrong in a report: for every page, and for programs. */
#ifndef EXAMPLES_NCUREP_PAGES_DAMAGE_H
#define EXAMPLES_NCUREP_PAGES_DAMAGE_H

#include "../input/report.h"
#include "write/out.h"

typedef struct damage {
    const char *path;         /* as opened, even where nothing is wrong */
    ncurep_info info;
    uint32_t read;            /* results that can be read */
    uint32_t missing;         /* results that are known to be missing: damaged, or counted by the header of the cut block */
    int has_block;            /* that header is whole */
    ncurep_error problem[16]; /* the first ones */
    uint32_t problems;        /* of them */
} damage;

/* Best after the page, since some problems are met on the way; 0: nothing is wrong. It outlives the report. */
int damage_of(const opened *o, damage *d);

int is_damaged(const damage *d);

/* One line for people. */
void damage_words(const damage *d, cli_buf *b);

/* For people: that line and the problems. path: begins with it. */
void damage_lines(output *to, const damage *d, int path);

/* In trees, "damage": {...} in the group that is open, where there is any; */
void damage_member(output *to, const damage *d);

/* a group of the file and its damage, for a list whose elements are not reports; */
void damage_element(output *to, const damage *d);

/* and "reports": [...], for what is about all of them together. */
void damage_list(output *to, const damage *d, size_t count);

/* The list of two reports that are compared, once all of them has been read, and for people what is wrong in them. */
void damage_of_both(output *to, const opened *a, const opened *b);

#endif
