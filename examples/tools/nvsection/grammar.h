/* Names of metrics as a grammar: unit, two underscores, words with one between them, roll-up, submetric. Which words follow each
   other in which unit is learned from the names of the catalogue. */
#ifndef EXAMPLES_NVSECTION_GRAMMAR_H
#define EXAMPLES_NVSECTION_GRAMMAR_H

#include "tool.h"

typedef struct grammar grammar;

typedef enum name_state {
    NAME_UNKNOWN,  /* it has a unit or a word that no known name has there */
    NAME_POSSIBLE, /* its unit is known, and all its words follow each other in known names */
    NAME_KNOWN     /* the catalogue has it, roll-up and submetric aside */
} name_state;

typedef struct name_facts {
    name_state state;
    char type;     /* c: counter, r: ratio, t: throughput, -: it has no roll-ups; 0: not known */
    unsigned seen; /* GPUs, a bit for each of the catalogue */
    const char *unit; /* of the base, as a GPU lists it; "": none, or not known */
} name_facts;

grammar *grammar_open(void);
void grammar_close(grammar *g);

/* What is known of a name, with or without prefix and suffix. */
void grammar_ask(const grammar *g, nvs_view name, name_facts *out);

/* The known or possible name that differs by one letter from one that is unknown: appends it, suffix included, and returns 1. 0 for
   opcodes, of which many differ by one letter. Cost: some 1,500 look-ups. */
int grammar_meant(const grammar *g, nvs_view name, cli_buf *meant);

/* Where a counter leaves what is known: its first word that no known name has after the one before, with that one; base: the unit and
   counter that it is in. Empty: nowhere, or it does so in its unit. */
nvs_view grammar_new_words(const grammar *g, nvs_view name, nvs_view *base);

/* What a type of metric can be asked for; NULL: this suffix. Of names with a known type. */
const char *grammar_rollups(const name_facts *f, const nvs_name_parts *n);

/* Bases of the catalogue one by one: how they are rolled up, and by which sections they are used, with spaces between. */
typedef struct base_row {
    const char *base, *suffixes, *sections, *unit; /* suffixes: "-" is none */
    unsigned seen;
    char type;
} base_row;
void each_base(void (*each_fn)(const base_row *row, void *user), void *user);

/* The base unit of a metric: as the pages of reports show it, else as a GPU lists it. */
void put_unit(cli_buf *b, const grammar *g, nvs_view name);

/* Compute capabilities of the catalogue, ended by 0; bit I of seen is the I-th. */
const unsigned *catalogue_ccs(void);

#endif
