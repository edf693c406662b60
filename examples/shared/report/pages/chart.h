/* The charts of sections, each by itself. */
#ifndef EXAMPLES_NCUREP_PAGES_CHART_H
#define EXAMPLES_NCUREP_PAGES_CHART_H

#include "page.h"
#include "../model/sections.h"

#define CHART_WIDEST 16384 /* pixels */

typedef struct chart_options {
    ncurep_pattern *which; /* its number or title; NULL: any */
    int dark;
    uint64_t width;        /* of the picture in pixels; 0: as on the page */
} chart_options;

/* The titles of CSV, once for all reports. */
void chart_titles(output *to);

/* Lists what can be drawn of the chosen results. CLI_FINDING: nothing. */
int chart_list(const page *pg, opened *o, section_source *sections, const chart_options *how);

/* Writes the one chart that is meant as an SVG document. CLI_FINDING, after a message: there is none; CLI_USAGE: several. */
int chart_page(const page *pg, opened *o, section_source *sections, const chart_options *how);

#endif
