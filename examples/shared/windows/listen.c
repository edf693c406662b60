/* There is no server on Windows yet; what asks for one is told so. */
#include "listen/listen.h"

int listen_line_has(const char *lines, const char *name, const char *text)
{
    (void)lines;
    (void)name;
    (void)text;
    return 0;
}

listener *listen_open(cli *c, const char *text, int *code, char *at, size_t room)
{
    (void)at;
    (void)room;
    cli_error(c, "--listen %s: not on Windows", text);
    *code = CLI_INPUT;
    return NULL;
}

void listen_until(listener *l, uint64_t time, const volatile sig_atomic_t *stopped, listen_answer *answer_fn, void *user)
{
    (void)l;
    (void)time;
    (void)stopped;
    (void)answer_fn;
    (void)user;
}

void listen_close(listener *l) { (void)l; }
