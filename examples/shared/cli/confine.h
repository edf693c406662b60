/* Rights that a tool gives up once it knows its files, so that a mistake in reading a hostile one leads nowhere. */
#ifndef CLI_CONFINE_H
#define CLI_CONFINE_H
#include "cli.h"

/* What a process may do besides reading what is named and writing its output. */
enum {
    MAY_READ = 1,    /* files that nobody named */
    MAY_WRITE = 2,   /* other files than -o FILE */
    MAY_LISTEN = 4,  /* TCP, to connect as well */
    MAY_EXECUTE = 8,
    MAY_REPLACE = 16, /* opens -o FILE itself, maybe again and again */
    MAY_SIGNAL = 32,  /* other processes */
    MAY_LOOK = 64     /* into other processes: Landlock lets nobody whom it holds do so, hence nothing is confined */
};

typedef struct cli_rights {
    unsigned may;
    const char **reads; /* files, and folders with all that is in them; from cli_alloc or cli_grow */
    size_t read_count;
} cli_rights;

/* From here on the process can do nothing else: it reads what is named, and writes what is open already. -o FILE is put in place by
   a process that keeps the right to, and cli_scratch has to be called before. Linux 5.13 and later with Landlock; elsewhere, and if anything about it fails,
   nothing changes. The variable CLI_CONFINE=0 turns it off. 1: confined. */
int cli_confine(cli *c, const cli_rights *rights);

#endif
