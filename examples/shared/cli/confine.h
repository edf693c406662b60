/* Rights that a tool gives up once it knows its files, so that a mistake in reading a hostile one leads nowhere. */
#ifndef CLI_CONFINE_H
#define CLI_CONFINE_H
#include "cli.h"

/* From here on the process can read only what paths name (folders with all that is in them; NULL: everything), write only in the
   folder of -o FILE, if cli_start has opened that, start no program, and open no TCP connection. TMPDIR and /tmp stay open for
   temporary files. Linux 5.13 and later with Landlock; elsewhere, and if anything about it fails, nothing changes. The
   variable CLI_CONFINE=0 turns it off. 1: confined. */
int cli_confine(const cli *c, const char *const *paths, size_t count);

/* cli_start, then cli_confine with paths NULL. 0 with a message when the output cannot be opened. */
int cli_start_confined(cli *c);

#endif
