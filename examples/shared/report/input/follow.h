/* A file that is still being written, or a pipe. */
#ifndef EXAMPLES_NCUREP_INPUT_FOLLOW_H
#define EXAMPLES_NCUREP_INPUT_FOLLOW_H

#include "grow.h"

#include <signal.h>

typedef struct followed {
    cli *c;                                /* where messages go */
    const char *path;                      /* "-": standard input */
    grow *blocks;                          /* what take_fn feeds: how far it is, and what need not be read */
    double interval;                       /* seconds between two looks */
    double idle;                           /* seconds: how long nothing may come; below 0: 2, once no program has it open for writing */
    uint64_t until;                        /* as cli_now */
    const volatile sig_atomic_t *stopped;  /* not 0: to end now */
    int (*take_fn)(void *user, const char *bytes, size_t len); /* what came; len 0: nothing now. 0: no more is wanted */
    void *user;
    int fd, regular;                       /* of followed_open */
} followed;

/* Opens the file, waiting until there is one; 0 with a message if there is nothing to read. */
int followed_open(followed *f);

/* Passes on what is there and what comes; NULL at the end, else what is wrong with the file. */
const char *followed_read(followed *f);
void followed_close(followed *f);

#endif
