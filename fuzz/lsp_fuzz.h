/* Sessions of a language server, in one process: each line of an input is a message, which gets its header here; an input that begins
   with "Content-" is taken as it is. What the server writes are whole messages of JSON, and each request has one answer. */
#include "lsp/json.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(int ok)
{
    if (!ok) abort();
}

/* How many answers a message asks for; *ends: it ends the session. */
static unsigned asks(const char *text, size_t len, int *ends)
{
    json_text j;
    unsigned n = 1;
    if (json_read(&j, text, len)) {
        const size_t method = json_get(&j, 0, "method");
        *ends = json_is(&j, method, "exit");
        if (method != JSON_NONE) n = !*ends && json_get(&j, 0, "id") != JSON_NONE;
        else n = json_get(&j, 0, "result") == JSON_NONE && json_get(&j, 0, "error") == JSON_NONE;
    }
    json_free(&j);
    return n;
}

/* Writes the input where the server reads it; the answers that it asks for, or -1 where that is not known. */
static long send(int to, const char *data, size_t size)
{
    const char *const end = data + size, *p, *stop;
    char head[64];
    unsigned long wanted = 0;
    int ends = 0, n;
    if (size >= 8 && memcmp(data, "Content-", 8) == 0) {
        must(write(to, data, size) == (ssize_t)size);
        return -1;
    }
    for (p = data; p < end; p = stop + 1) {
        stop = (const char *)memchr(p, '\n', (size_t)(end - p));
        if (stop == NULL) stop = end;
        if (stop == p) continue;
        n = snprintf(head, sizeof head, "Content-Length: %zu\r\n\r\n", (size_t)(stop - p));
        must(write(to, head, (size_t)n) == n && write(to, p, (size_t)(stop - p)) == stop - p);
        if (!ends) wanted += asks(p, (size_t)(stop - p), &ends);
    }
    return (long)wanted;
}

/* Reads what the server wrote; how many messages are answers. */
static long answers(const char *p, size_t size)
{
    const char *const end = p + size;
    long count = 0;
    while (p < end) {
        json_text j;
        char *text;
        unsigned long len;
        must(end - p > 20 && memcmp(p, "Content-Length: ", 16) == 0);
        len = strtoul(p + 16, &text, 10);
        must(end - text >= 4 && memcmp(text, "\r\n\r\n", 4) == 0 && len > 0 && len <= (size_t)(end - text) - 4);
        must(json_read(&j, text + 4, len) && json_get(&j, 0, "jsonrpc") != JSON_NONE);
        count += json_get(&j, 0, "method") == JSON_NONE;
        json_free(&j);
        p = text + 4 + len;
    }
    return count;
}

static void hear(void *user, const char *message)
{
    (void)user;
    must(message[0] != 0);
}

/* A session of the server that serve_fn is. */
static void run_session(const uint8_t *data, size_t size, const char *name, int (*serve_fn)(cli *c))
{
    static FILE *in;
    char *out = NULL;
    size_t len = 0;
    long wanted;
    int code;
    cli c;
    if (in == NULL) must((in = tmpfile()) != NULL && dup2(fileno(in), STDIN_FILENO) == STDIN_FILENO);
    must(ftruncate(STDIN_FILENO, 0) == 0 && lseek(STDIN_FILENO, 0, SEEK_SET) == 0);
    wanted = send(STDIN_FILENO, (const char *)data, size);
    must(lseek(STDIN_FILENO, 0, SEEK_SET) == 0);
    cli_init(&c, name, "");
    c.error_fn = hear;
    must((c.out = open_memstream(&out, &len)) != NULL);
    code = serve_fn(&c);
    must(fclose(c.out) == 0 && (code == CLI_FINE || code == CLI_FINDING || (code == CLI_INPUT && wanted < 0)));
    must(answers(out, len) == wanted || wanted < 0);
    free(out);
}
