/* An HTTP server for one text: as much as Prometheus asks of one, and a browser. */
#ifndef EXAMPLES_DRMFDINFO_LISTEN_H
#define EXAMPLES_DRMFDINFO_LISTEN_H

#include "../cli/cli.h"

typedef struct listener listener;

/* The body for GET /metrics; openmetrics: whether the client asked for that format. */
typedef void listen_body(void *user, int openmetrics, cli_buf *body);

/* Listens at "PORT", "ADDRESS:PORT" or "[ADDRESS]:PORT", numbers only; without an address at 127.0.0.1. NULL with a message:
   *code is CLI_USAGE for a text that is no address, else CLI_INPUT. at gets the address as part of a URL. */
listener *listen_open(cli *c, const char *text, int *code, char *at, size_t room);

/* Answers until this time of cli_now, or until an end is asked for. */
void listen_until(listener *l, uint64_t time, listen_body *body, void *user);

void listen_close(listener *l);

#endif
