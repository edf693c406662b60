/* Verbs of a tool, a row each: what one is called, takes and may do. The command line, --help, the list of verbs and the rights
   that the process gives up follow from the rows. */
#ifndef CLI_VERB_H
#define CLI_VERB_H
#include "confine.h"

/* Options ------------------------------------------------------------------------------------------------------- */

/* A word of an option and the enum value, or the bits, that it means; the last one's text is NULL. */
typedef struct option_word {
    const char *text;
    int value;
} option_word;

/* What the value of an option, or an operand, is. */
typedef enum value_use {
    USE_SWITCH,   /* an option without a value */
    USE_VALUE,    /* no file */
    USE_READ,     /* a file or folder to read */
    USE_READ_ANY, /* what leads to files to read, as links in a folder do */
    USE_WRITE,    /* a file or folder to write */
    USE_EXECUTE   /* a program to start */
} value_use;

typedef struct option option;

typedef struct option_kind {
    int (*take_fn)(const cli *c, const option *o, const char *name, const char *value, void *member); /* 0 with a message; name: "--name" */
    value_use use;
    int is_list; /* the member is a text_list */
} option_kind;

struct option {
    char letter;      /* 0: none */
    const char *name; /* without the dashes; NULL: end of the table */
    const option_kind *kind;
    size_t member;    /* where it lies in the struct of the options */
    const option_word *words;
    const char *value; /* what help calls the value; NULL: its words, or none */
    const char *about;
};

#define OPTION_END {0, NULL, NULL, 0, NULL, NULL, NULL}

typedef struct text_list {
    const char **at;
    size_t count, room;
} text_list;

void text_list_add(text_list *l, const char *text);

/* Kinds that all tools need, and the type of the member. */
extern const option_kind take_nothing,  /* int, becomes 1 */
    take_one,      /* an enum: becomes the one word in words */
    take_bits,     /* unsigned: gets the bits of it */
    take_word,     /* an enum, one of words */
    take_text,     /* const char *, as it is, */
    take_input,    /* the same of a file to read, */
    take_only_input, /* of one that is not to be given twice, */
    take_folder,   /* of one that leads to others, */
    take_output,   /* of a file to write, */
    take_program,  /* and of a program to start */
    take_texts,    /* text_list: the same, repeatable */
    take_inputs,
    take_folders,
    take_number,   /* uint64_t */
    take_positive, /* uint64_t, not 0 */
    take_maybe,    /* maybe_number */
    take_seconds,  /* double */
    take_percent,  /* double */
    take_size;     /* uint64_t: bytes, with k, M, G or T */

/* Verbs --------------------------------------------------------------------------------------------------------- */

/* What a verb does not have with an option, after '!' without it, or, where that is NULL, at all: what all tools have, and another
   option. */
enum { LACKS_JSON = 1 << CLI_JSON, LACKS_CSV = 1 << CLI_CSV, LACKS_BOTH = LACKS_JSON | LACKS_CSV, LACKS_OUT = 1 /* -o */ };

typedef struct verb_lack {
    const char *option;
    unsigned what;       /* LACKS_... */
    const char *beside;  /* NULL: none */
    const char *message; /* NULL: end of the table */
} verb_lack;

#define LACK_END {NULL, 0, NULL, NULL}

typedef struct verb verb;
typedef struct verb_set verb_set;

/* What a verb is asked for, besides its options. */
typedef struct request {
    cli *c;
    const verb_set *of;
    const verb *v;
    void *common;            /* what the options of all verbs have filled; NULL: there are none */
    char *given;             /* which of the options of the verb are there */
    char **paths;            /* its operands, */
    size_t path_count, path_room;
    size_t rest;             /* and how many of them stand before "--" */
} request;

struct verb {
    const char *name;    /* NULL: the only one of a tool without a word for it */
    const option *options;
    size_t size; /* of the struct that they fill; it is zero at first */
    int (*run_fn)(request *q, void *options); /* writes to q->c->out; an exit code */
    void (*begin_fn)(void *options); /* sets what is not 0 by default; NULL: nothing */
    void (*end_fn)(void *options);   /* frees what they hold, but text_lists; NULL: nothing */
    const char *about; /* for help: a line, */
    const char *notes; /* and what else is to be said, with an example; NULL: nothing */
    const char *operands; /* what help calls them; NULL: it takes none; "": it says so itself */
    value_use use;        /* of each */
    const char *missing;  /* what is said where there is none; NULL: then there may be none */
    unsigned may;         /* MAY_..., besides reading what is named and writing its output */
    void (*ready_fn)(const request *q, const void *options, cli_rights *r); /* before rights are given up: loads what could not be loaded
                             then, and may change them; NULL: nothing */
    const verb_lack *lacks; /* NULL: nothing */
};

/* A tool names its verbs once, in the order of --help: #define VERBS(ROW) ROW(list) ROW(raw) ... Of that VERBS(VERB_DECLARE) is what its
   files know of each other, and {VERBS(VERB_ADDRESS) NULL} what its verb_set has. */
#define VERB_DECLARE(name) extern const verb name##_verb;
#define VERB_ADDRESS(name) &name##_verb,

struct verb_set {
    const char *tool, *intro; /* what its help begins with, */
    const char *ending;       /* and that of each verb ends with */
    const char *which;        /* what it says without a verb */
    const verb *const *verbs; /* up to NULL */
    const verb *alone;        /* the one for a file in the place of a verb; NULL: none */
    const option *common;     /* options of all verbs; NULL: none */
    size_t common_size;       /* of the struct that they fill */
    void (*begin_fn)(request *q, void *options); /* of all verbs, before begin_fn of one; NULL: nothing */
    void (*end_fn)(void *options);
    const option *group;      /* options that help shows together; NULL: none, */
    const char *group_title;  /* under this title */
};

/* What --help says; of: a request, of which v may be NULL for all verbs. To be freed. */
char *verb_help(const void *of);

/* A command line from its verb on; an exit code. "TOOL --verbs", which help does not show, lists the rows for tests: verb, TAB,
   what it may do, and below each its options: TAB, name, TAB, letter, TAB, use. */
int verb_main(const verb_set *set, cli *c, int argc, char **argv);

#endif
