/* Texts and their numbers. */
#ifndef EXAMPLES_CLI_TEXT_SET_H
#define EXAMPLES_CLI_TEXT_SET_H

#include <stddef.h>

#define NOT_IN_SET ((size_t)-1)

typedef struct set_text {
    const char *text; /* a NUL follows a copy */
    size_t len;
    int is_copy;
} set_text;

typedef struct set_fork {
    size_t bit, to[2]; /* twice the index of a fork, or twice that of a text and 1 */
} set_fork;

/* Texts, numbered from 0 in the order in which they were added. All zero at first. */
typedef struct text_set {
    set_text *list;
    size_t count, room;
    set_fork *forks;
    size_t fork_room, root;
} text_set;

/* The number of a text; it is copied when it is a new one. Time: the length of the text. */
size_t set_add(text_set *n, const char *text, size_t len);

/* The same without a copy: the text stays as long as the set. */
size_t set_refer(text_set *n, const char *text, size_t len);

/* The same, NOT_IN_SET for one that was not added. */
size_t set_find(const text_set *n, const char *text, size_t len);
void set_free(text_set *n);

#endif
