/* What the files of the details page share. */
#ifndef EXAMPLES_NCUREP_DETAILS_H
#define EXAMPLES_NCUREP_DETAILS_H

#include "pages.h"

typedef struct focus {
    ncurep_view name, info;
    double value;
} focus;

/* A message of a rule. */
typedef struct finding {
    ncurep_view section, rule, name, title; /* identifiers of section and rule; names for people */
    int type;            /* as in reports: 1 ok, 2 warning, 3 error, 4 optimization */
    cli_buf text;        /* plain */
    int speedup;         /* 0 none, 1 local, 2 global */
    double percent;
    focus *focus;        /* and the metrics of tables that reports store with a rule */
    size_t focus_count, focus_room;
    const nvs_rule_item *table; /* of a rule that was run afresh; NULL: none */
} finding;

typedef struct findings {
    finding *list;
    size_t count, room;
    nvs_rule_results *run; /* of rules that were run afresh: what views point into */
} findings;

/* What the stored rules of a result say; with --rules what the native rules say now. To be freed. */
void findings_of(findings *f, evaluated *e);
void findings_free(findings *f);
finding *findings_add(findings *f);
void finding_focus(finding *to, ncurep_view name, double value, ncurep_view info);
void run_rules(findings *f, evaluated *e);

/* Those with an estimated speedup, best first. To be freed. */
const finding **findings_by_gain(const findings *f, size_t *count);

const char *finding_word(int type);  /* OPT, INF, WRN, ERR */
const char *speedup_word(int type);  /* global, local, "" */
void put_heading(request *q, const char *signs, const char *text, size_t len); /* Markdown, then a blank line */
void put_findings_text(request *q, const finding *f);
void put_rule_cell(cli_buf *b, const request *q, const nvs_value *cell); /* of a table that a rule made */
void put_json_finding(cli_json *j, const finding *f);
void put_json_cell(cli_json *j, const request *q, const nvs_cell *x);

/* Cells of a section. */
int is_shown(const nvs_cell *x);
void cell_scale(const request *q, const nvs_cell *x, double value, scale *s);
void put_cell_name(cli_buf *b, const request *q, const nvs_cell *x);
void put_cell_value(cli_buf *b, const request *q, const nvs_cell *x, scale *s);
void put_cell_amount(cli_buf *b, const request *q, const nvs_cell *x, const nvs_value *value); /* with its unit */

/* Header metrics that the result has, by name. To be freed. */
const nvs_part **header_of(const nvs_evaluation *v, size_t *count);

nvs_view section_title(const nvs_node *section);
int of_section(const finding *f, const nvs_node *section);

/* Whether a finding belongs to none of the sections of the page; with a choice of sections those are left out. */
int is_homeless(const evaluated *e, const finding *f);

/* Tables and charts of a section (bodies.c). */
int bodies_have(const evaluated *e, const nvs_evaluation *v);

/* A table of the memory system that an item asks for by its name; 0: it is none, or there is nothing to show. To be printed
   or freed. */
int memory_table(grid *g, const evaluated *e, nvs_name item);

/* Index behind the parts of an item, of which the first has index at. */
size_t item_end(const nvs_evaluation *v, size_t at);

/* Whether an item, its parts up to before end, shows anything. */
int item_has(const evaluated *e, const nvs_part *item, const nvs_part *end);

/* Roofs that are shown, points that did any work: what nothing of was executed fills pages otherwise. */
int is_drawn(const nvs_part *p);

/* An instance: its id, mostly an address. */
typedef struct line_value {
    nvs_value id;
    double value;
    size_t at; /* index */
} line_value;

/* The largest instances, largest first, and how many of so many there are. To be freed. */
line_value *by_heat(const nvs_data *d, uint64_t most, size_t *count);

/* Where an id is in the code, "file.cu:12  +0x40"; texts are themselves. */
void put_where(cli_buf *b, const machine_code *x, const nvs_value *id);

/* Lowest and highest value of the instances; both 0 when there is none. */
void range_of(const nvs_data *d, double *low, double *high);
void put_bodies_text(evaluated *e, const nvs_evaluation *v);
void put_bodies_json(evaluated *e, const nvs_evaluation *v, cli_json *j);

#endif
