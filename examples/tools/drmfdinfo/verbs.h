/* The verbs of drmfdinfo except dump. Each reads its own options and returns the exit code. */
#ifndef EXAMPLES_DRMFDINFO_VERBS_H
#define EXAMPLES_DRMFDINFO_VERBS_H

#include "drm/client.h"

int watch(cli *c, cli_args *args);
int record(cli *c, cli_args *args);
int show(cli *c, cli_args *args);
int export(cli *c, cli_args *args);

/* Makes SIGINT and SIGTERM request an end instead of ending the program at once. */
void stop_prepare(void);
int stop_asked(void);

/* Sleeps until this time of cli_now; 0 if an end was requested. */
int sleep_until(uint64_t ns);

#endif
