/* What rules say about a result. */
#ifndef EXAMPLES_NCUREP_MODEL_FINDINGS_H
#define EXAMPLES_NCUREP_MODEL_FINDINGS_H

#include "sections.h"

typedef struct focus {
    ncurep_view name, info;
    double value;
} focus;

enum { SPEEDUP_NONE, SPEEDUP_LOCAL, SPEEDUP_GLOBAL }; /* as in reports */

/* A message of a rule. */
typedef struct finding {
    ncurep_view section, rule, name, title; /* identifiers of section and rule; names for people */
    int type;            /* as in reports: 1 ok, 2 warning, 3 error, 4 optimization */
    cli_buf text;        /* plain */
    ncurep_view marked;  /* with its links: next_piece */
    int speedup;         /* SPEEDUP_... */
    double percent;
    focus *focus;        /* and the metrics of tables that reports store with a rule */
    size_t focus_count, focus_room;
} finding;

typedef struct findings {
    finding *list;
    size_t count, room;
    const nvs_findings *run; /* of rules that were run afresh: what views point into */
} findings;

/* Adds what the stored rules of a result say; rules.h has both those and the rules of this tool. */
void findings_stored(findings *f, const evaluated *e);
void findings_free(findings *f);
finding *findings_add(findings *f);
void finding_focus(finding *to, ncurep_view name, double value, ncurep_view info);

/* Those with an estimated speedup, best first; those of the kernel come before those of a part. To be freed. */
const finding **findings_by_gain(const findings *f, size_t *count);

const char *finding_word(int type);  /* OPT, INF, WRN, ERR */
const char *speedup_word(int type);  /* global, local, "" */

int of_section(const finding *f, const nvs_node *section);

/* Whether a finding belongs to none of the sections of the page; with a choice of sections those are left out. */
int is_homeless(const evaluated *e, const finding *f);

/* A piece of a text of a rule: plain, or a link and where it leads. */
enum { PIECE_PLAIN, PIECE_SECTION, PIECE_ADDRESS, PIECE_LINE, PIECE_URL };
typedef struct piece {
    int kind;
    ncurep_view text, target; /* target: identifier of a section, path, address in the net */
    uint64_t number;          /* address of an instruction; line, which rules count from 0 or from 1 */
} piece;
int next_piece(ncurep_view text, size_t *at, piece *x); /* *at: 0 at first */

/* Text of a rule with its links as people read them. */
void put_plain(cli_buf *b, ncurep_view text);

#endif
