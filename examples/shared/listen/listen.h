/* An HTTP server for a few texts: as much of HTTP as Prometheus and a browser need. */
#ifndef LISTEN_LISTEN_H
#define LISTEN_LISTEN_H

#include "cli/cli.h"

#include <signal.h>

typedef struct listener listener;

/* Answers GET and HEAD: fills the body and returns its type, or NULL if there is nothing at this path; body is then what is said instead.
   lines: those of the request. */
typedef const char *listen_answer(void *user, const char *path, const char *lines, cli_buf *body);

/* Whether a line of a request has this name, ended by a colon, and holds a text. */
int listen_line_has(const char *lines, const char *name, const char *text);

/* Listens at "PORT", "ADDRESS:PORT" or "[ADDRESS]:PORT", numbers only; the default address is 127.0.0.1. NULL with a
   message; *code is CLI_USAGE if the text is not an address, else CLI_INPUT. `at` gets the address as part of a URL. */
listener *listen_open(cli *c, const char *text, int *code, char *at, size_t room);

/* Answers requests until this time of cli_now, or until *stopped is not 0. */
void listen_until(listener *l, uint64_t time, const volatile sig_atomic_t *stopped, listen_answer *answer_fn, void *user);

void listen_close(listener *l);

#endif
