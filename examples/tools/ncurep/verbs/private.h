/* What ncurep anonymize takes out of a report, and what it puts there instead. */
#ifndef EXAMPLES_NCUREP_PRIVATE_H
#define EXAMPLES_NCUREP_PRIVATE_H

#include "report/input/report.h"

#define NOWHERE ((size_t)-1)

/* Texts, each once, with a number. */
typedef struct entry {
    char *ptr;
    size_t len;
    uint64_t value;
} entry;

typedef struct dict {
    entry *at;
    size_t count, room;
    size_t *slot; /* index + 1, or 0 */
    size_t slots; /* a power of two */
} dict;

size_t dict_find(const dict *d, const char *ptr, size_t len); /* NOWHERE when it is not in */
size_t dict_add(dict *d, const char *ptr, size_t len);        /* its index; a copy is kept */
void dict_free(dict *d);

/* The private strings of a report, of 4 bytes or more. */
enum {
    WORD_STRONG = 1, /* may be nowhere in the new report: it is taken out of kept texts too */
    WORD_FILE = 2,   /* a file name with an ending */
    WORD_KEPT = 4,   /* occurs in a text that stays */
    WORD_NAMED = 8   /* in the name of a kernel, function or range that stays */
};

typedef struct secrets {
    dict word; /* value: WORD_... */
    dict part, who, range, object, name, id; /* part: of paths; name: of anything in free text */
    dict known; /* metrics, sections and rules of the report, and their words */
    uint32_t *bucket, *next; /* words by their first four bytes; index + 1 */
    size_t longest;
} secrets;

/* Collecting. */
void add_word(secrets *s, const char *text, size_t len, uint64_t flags);
void add_path(secrets *s, ncurep_view path);
void add_host(secrets *s, ncurep_view name);
void add_text(secrets *s, ncurep_view text); /* free text, a command line, an environment: the words and paths in it */
/* Only what looks like a path; of machine code, where bytes happen to look like one, only ASCII of this length or more. */
void add_paths_in(secrets *s, ncurep_view text, size_t least);
void add_known(secrets *s, ncurep_view name); /* free text may use it, and its words */
void seal(secrets *s);                       /* no more words; the functions below may be used */
void secrets_free(secrets *s);

/* Index of the next word at p after that of index `after` (NOWHERE: the first), or NOWHERE. */
size_t word_at(const secrets *s, const char *p, size_t left, size_t after);

/* Replacements, appended to b. The same text gives the same one. */
void put_path(secrets *s, cli_buf *b, ncurep_view path);
void put_made_up(secrets *s, dict *of, cli_buf *b, const char *stem, ncurep_view text);
void put_text(secrets *s, cli_buf *b, ncurep_view text); /* paths and strong words replaced */
void put_free(secrets *s, cli_buf *b, ncurep_view text); /* words, numbers, units and known names stay, nothing else does */
void put_name(secrets *s, cli_buf *b, ncurep_view name); /* strong words, and file names that a compiler put in, by others as long */

/* The length of the next thing from *at on that has the form of a path, a file, a host, an address or a mail address and was
   not made up; 0: none. *at is its place. */
size_t private_shape(ncurep_view text, size_t *at);

/* Texts that are no one's: loopback addresses, accounts that every system has. */
int is_public(const char *text, size_t len);

#endif
