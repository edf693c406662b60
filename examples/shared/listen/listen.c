#include "listen.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#define CONNECTIONS 32
#define PATIENCE 5000000000u /* ns for a whole exchange */

typedef struct connection {
    int fd;
    uint64_t until;
    char request[8192];
    size_t len;
    cli_buf answer; /* empty: the request is incomplete */
    size_t sent;
} connection;

struct listener {
    int fd;
    connection of[CONNECTIONS];
    size_t count;
};

static int plain(int fd) { return fcntl(fd, F_SETFL, O_NONBLOCK) == 0 && fcntl(fd, F_SETFD, FD_CLOEXEC) == 0; }

/* Splits at the last colon; an address in brackets loses them. */
static int split(const char *text, char host[64], char port[8])
{
    const char *colon = strrchr(text, ':');
    const char *digits = colon != NULL ? colon + 1 : text;
    size_t len = colon != NULL ? (size_t)(colon - text) : 0;
    if (digits[0] == 0 || digits[strspn(digits, "0123456789")] != 0 || strlen(digits) > 5 || atoi(digits) > 65535) return 0;
    snprintf(port, 8, "%s", digits);
    snprintf(host, 64, "127.0.0.1");
    if (colon == NULL) return 1;
    if (len > 2 && text[0] == '[' && text[len - 1] == ']') {
        text++;
        len -= 2;
    } else if (memchr(text, ':', len) != NULL) return 0;
    if (len == 0 || len >= 64) return 0;
    snprintf(host, 64, "%.*s", (int)len, text);
    return 1;
}

listener *listen_open(cli *c, const char *text, int *code, char *at, size_t room)
{
    char host[64], port[8];
    struct addrinfo want, *found = NULL;
    struct sockaddr_storage name;
    socklen_t size = sizeof name;
    listener *l;
    int fd, yes = 1;
    *code = CLI_USAGE;
    memset(&want, 0, sizeof want);
    want.ai_socktype = SOCK_STREAM;
    want.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
    if (strlen(text) >= sizeof host || !split(text, host, port) ||
        getaddrinfo(host, port, &want, &found) != 0) {
        cli_usage(c, "--listen takes PORT, ADDRESS:PORT or [ADDRESS]:PORT in numbers, not '%s'", text);
        return NULL;
    }
    *code = CLI_INPUT;
    fd = socket(found->ai_family, SOCK_STREAM, 0);
    if (fd < 0 || !plain(fd) || setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
        bind(fd, found->ai_addr, found->ai_addrlen) != 0 || listen(fd, 16) != 0 ||
        getsockname(fd, (struct sockaddr *)&name, &size) != 0 ||
        getnameinfo((struct sockaddr *)&name, size, host, sizeof host, port, sizeof port,
                    NI_NUMERICHOST | NI_NUMERICSERV) != 0) {
        cli_error(c, "%s: %s", text, strerror(errno));
        if (fd >= 0) close(fd);
        freeaddrinfo(found);
        return NULL;
    }
    freeaddrinfo(found);
    snprintf(at, room, strchr(host, ':') != NULL ? "[%s]:%s" : "%s:%s", host, port);
    l = (listener *)cli_alloc(1, sizeof *l);
    l->fd = fd;
    *code = CLI_FINE;
    return l;
}

static void drop(listener *l, size_t i)
{
    close(l->of[i].fd);
    cli_buf_free(&l->of[i].answer);
    l->of[i] = l->of[--l->count];
}

int listen_line_has(const char *request, const char *name, const char *text)
{
    const char *line = request;
    while ((line = strchr(line, '\n')) != NULL) {
        line++;
        if (strncasecmp(line, name, strlen(name)) == 0) {
            const char *const word = strstr(line, text);
            return word != NULL && word < line + strcspn(line, "\n");
        }
    }
    return 0;
}

static void answer(connection *k, listen_answer *answer_fn, void *user)
{
    const int head = strncmp(k->request, "HEAD ", 5) == 0, get = strncmp(k->request, "GET ", 4) == 0;
    const char *const from = k->request + (head ? 5 : 4);
    const char *status = "200 OK", *type = NULL;
    cli_buf text = {NULL, 0, 0};
    cli_put(&text, "", 0);
    if (!head && !get) {
        status = "405 Method Not Allowed";
        cli_putf(&text, "GET and HEAD are understood\n");
    } else {
        char path[64];
        snprintf(path, sizeof path, "%.*s", (int)strcspn(from, " ?\r\n"), from);
        type = answer_fn(user, path, k->request, &text);
        if (type == NULL) status = "404 Not Found";
    }
    cli_putf(&k->answer, "HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\nConnection: close\r\n%s\r\n", status,
             type != NULL ? type : "text/plain; charset=utf-8", text.len, get || head ? "" : "Allow: GET, HEAD\r\n");
    if (!head) cli_put(&k->answer, text.ptr, text.len);
    cli_buf_free(&text);
}

/* Reads or writes as much as possible; 0: the connection is done. */
static int go_on(connection *k, listen_answer *answer_fn, void *user)
{
    ssize_t n;
    if (k->answer.len == 0) {
        n = recv(k->fd, k->request + k->len, sizeof k->request - 1 - k->len, 0);
        if (n < 0) return errno == EAGAIN || errno == EINTR;
        k->len += (size_t)n;
        k->request[k->len] = 0;
        if (strstr(k->request, "\r\n\r\n") == NULL && strstr(k->request, "\n\n") == NULL)
            return n > 0 && k->len < sizeof k->request - 1;
        answer(k, answer_fn, user);
    }
    n = send(k->fd, k->answer.ptr + k->sent, k->answer.len - k->sent, MSG_NOSIGNAL);
    if (n < 0) return errno == EAGAIN || errno == EINTR;
    k->sent += (size_t)n;
    if (k->sent < k->answer.len) return 1;
    shutdown(k->fd, SHUT_WR);
    return 0;
}

void listen_until(listener *l, uint64_t time, const volatile sig_atomic_t *stopped, listen_answer *answer_fn, void *user)
{
    uint64_t now;
    while (!*stopped && (now = cli_now()) < time) {
        struct pollfd polled[CONNECTIONS + 1];
        const size_t count = l->count;
        uint64_t wait = time - now;
        size_t i;
        memset(polled, 0, sizeof polled);
        for (i = 0; i < count; i++) {
            polled[i].fd = l->of[i].fd;
            polled[i].events = l->of[i].answer.len == 0 ? POLLIN : POLLOUT;
            if (l->of[i].until < now + wait) wait = l->of[i].until > now ? l->of[i].until - now : 0;
        }
        polled[count].fd = count < CONNECTIONS ? l->fd : -1;
        polled[count].events = POLLIN;
        if (wait > 60000000000u) wait = 60000000000u;
        if (poll(polled, (nfds_t)count + 1, (int)((wait + 999999) / 1000000)) < 0) continue;
        now = cli_now();
        for (i = count; i-- > 0;) /* from the end, since drop moves the last one into the gap */
            if ((polled[i].revents != 0 && !go_on(&l->of[i], answer_fn, user)) || l->of[i].until <= now) drop(l, i);
        if (polled[count].revents != 0) {
            const int fd = accept(l->fd, NULL, NULL);
            connection *k = &l->of[l->count];
            if (fd < 0 && (errno == EMFILE || errno == ENFILE)) poll(NULL, 0, 100); /* the next sweep may free some */
            if (fd < 0) continue;
            memset(k, 0, sizeof *k);
            k->fd = fd;
            k->until = now + PATIENCE;
            if (plain(fd)) l->count++;
            else close(fd);
        }
    }
}

void listen_close(listener *l)
{
    if (l == NULL) return;
    while (l->count > 0) drop(l, l->count - 1);
    close(l->fd);
    free(l);
}
