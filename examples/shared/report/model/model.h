/* How reports are viewed: what pages are made from, besides the reports themselves. All zero but c: everything in them,
   shown in the default way. */
#ifndef EXAMPLES_NCUREP_MODEL_MODEL_H
#define EXAMPLES_NCUREP_MODEL_MODEL_H

#include "choice.h"
#include "values.h"

/* Sections, and who says what is found. */
typedef struct section_choice {
    const char *folder;    /* both NULL: the sections of the report */
    const char *tree;      /* a folder with all below it */
    const struct section_disk *disk; /* how to reach them; NULL: as the system does */
    ncurep_pattern **list; /* whole identifiers; none: all */
    size_t count, room;
    int run_rules;         /* the rules of this tool, run now, instead of what the report holds */
} section_choice;

/* What kernels of two reports have in common. */
typedef enum match_by { MATCH_LAUNCH, MATCH_NAME, MATCH_ORDER, MATCH_RANGE } match_by;

typedef struct compare_choice {
    match_by match;
    double tolerance; /* percent: smaller changes do not count */
    int all;      /* every metric, not the usual ones */
    int by_line;
} compare_choice;

/* Appends a name of C++ as people read it; 0: it does not know it. */
typedef int (*demangler)(cli_buf *b, const char *mangled, size_t len);

typedef struct model {
    cli *c;               /* where messages go */
    selection chosen;
    value_style style;
    section_choice sections;
    compare_choice compare;
    const char *files;    /* texts of source that reports have not imported: paths with commas between; NULL: none */
    char *(*read_fn)(void *user, const char *path, size_t *len); /* the text of such a file, for free; NULL with a message */
    const char *disassembler; /* a program for the text of instructions; NULL: cubin.h has it */
    int (*disassemble_fn)(const cli *c, const char *program, cli_buf *out, const void *cubin, size_t size); /* what it prints; 0 with a message */
    demangler demangle_fn; /* NULL: names stay as they are */
    void *user;
} model;

void model_free(model *m);

/* What a demangler says; NULL knows no name. */
int demangled(demangler fn, cli_buf *b, const char *mangled, size_t len);

/* Whether a section of this identifier is chosen. */
int wants_section(const section_choice *s, ncurep_view identifier);

#endif
