/* An HTTP server for one text: as much of HTTP as Prometheus and a browser need. */
#ifndef EXAMPLES_DRMFDINFO_LISTEN_H
#define EXAMPLES_DRMFDINFO_LISTEN_H

#include "cli/cli.h"

typedef struct listener listener;

/* The body for GET /metrics; openmetrics: whether the client asked for that format. */
typedef void listen_body(void *user, int openmetrics, cli_buf *body);

/* Listens at "PORT", "ADDRESS:PORT" or "[ADDRESS]:PORT", numbers only; the default address is 127.0.0.1. NULL with a
   message; *code is CLI_USAGE if the text is not an address, else CLI_INPUT. `at` gets the address as part of a URL. */
listener *listen_open(cli *c, const char *text, int *code, char *at, size_t room);

/* Answers requests until this time of cli_now, or until asked to end. */
void listen_until(listener *l, uint64_t time, listen_body *body, void *user);

void listen_close(listener *l);

#endif
