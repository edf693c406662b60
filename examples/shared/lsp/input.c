/* What an editor sends: messages with their headers, and those that take a request back. */
#include "server.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_BYTES = 64 << 20 };


/* Waits for more; 0 at the end. */
static int fill(input *in)
{
    enum { PIECE = 65536 };
    ssize_t got;
    if (in->at > 0) {
        memmove(in->bytes, in->bytes + in->at, in->len - in->at);
        in->len -= in->at;
        in->at = 0;
    }
    in->bytes = (char *)cli_grow(in->bytes, &in->room, in->len + PIECE, 1);
    do got = read(STDIN_FILENO, in->bytes + in->len, PIECE);
    while (got < 0 && errno == EINTR);
    if (got <= 0) return 0;
    in->len += (size_t)got;
    return 1;
}

/* Where the message after the header lines at an offset begins, and its length. 0: more is needed; -1: no proper header. */
static long header(const input *in, size_t at, size_t *begins)
{
    enum { MOST_LINE = 255 };
    long len = -1;
    while (at < in->len) {
        const char *const line = in->bytes + at, *const stop = (const char *)memchr(line, '\n', in->len - at);
        char text[MOST_LINE + 1], *end;
        size_t n;
        if (stop == NULL) return in->len - at > MOST_LINE ? -1 : 0;
        n = (size_t)(stop - line);
        if (n > MOST_LINE) return -1;
        memcpy(text, line, n);
        at += n + 1;
        if (n > 0 && text[n - 1] == '\r') n--;
        text[n] = 0;
        if (n == 0) {
            *begins = at;
            return len > 0 ? len : -1;
        }
        if (strncmp(text, "Content-Length:", 15) != 0) continue;
        len = strtol(text + 15, &end, 10);
        if (end != text + n || len <= 0 || len > MOST_BYTES) return -1;
    }
    return 0;
}

/* The next message, which stays until the one after it; 0 at the end, -1 with a message. */
long next_message(const cli *c, input *in, const char **text)
{
    size_t begins;
    for (;;) {
        const long len = header(in, in->at, &begins);
        if (len < 0) {
            cli_error(c, "standard input: a message without a proper Content-Length");
            return -1;
        }
        if (len > 0 && in->len - begins >= (size_t)len) {
            *text = in->bytes + begins;
            in->at = begins + (size_t)len;
            return len;
        }
        if (fill(in)) continue;
        if (len == 0 && in->len > in->at) cli_error(c, "standard input: a message without a proper Content-Length");
        return len == 0 && in->len > in->at ? -1 : 0;
    }
}

/* Whether a message is the cancellation of a request with this id, verbatim. */
static int cancels(const char *text, size_t len, const char *id, size_t id_len)
{
    json_text j;
    size_t of;
    int same = 0;
    if (json_read(&j, text, len) && json_is(&j, json_get(&j, 0, "method"), "$/cancelRequest")) {
        of = json_path(&j, 0, "params.id");
        same = of != JSON_NONE && j.list[of].len == id_len && memcmp(text + j.list[of].at, id, id_len) == 0;
    }
    json_free(&j);
    return same;
}

/* Whether a message is a request that the client has taken back by now. */
int is_cancelled(const input *in, const char *text, size_t len)
{
    json_text j;
    size_t at = in->at, id, begins;
    long next;
    int found = 0;
    if (at >= in->len || !json_read(&j, text, len)) {
        if (at < in->len) json_free(&j);
        return 0;
    }
    id = json_get(&j, 0, "id");
    while (id != JSON_NONE && !found && (next = header(in, at, &begins)) > 0 && in->len - begins >= (size_t)next) {
        if (next < 200) found = cancels(in->bytes + begins, (size_t)next, text + j.list[id].at, j.list[id].len);
        at = begins + (size_t)next;
    }
    json_free(&j);
    return found;
}

/* What has come meanwhile, without waiting. The message that is looked at stays where it is. */
void look_ahead(input *in, const char **text)
{
    struct pollfd p;
    p.fd = STDIN_FILENO;
    p.events = POLLIN;
    if (in->len - in->at < MOST_BYTES && poll(&p, 1, 0) > 0 && (p.revents & POLLIN) != 0) {
        const size_t held = in->at, from = (size_t)(*text - in->bytes);
        in->at = 0; /* nothing moves */
        (void)fill(in);
        in->at = held;
        *text = in->bytes + from;
    }
}
