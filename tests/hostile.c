/* Names that attack terminals and pages, for tests/limits/hostile_names.sh.
 *
 *     hostile put WORD... <IN >OUT      each WORD replaced by as many bytes of a hostile name
 *     hostile name LENGTH               such a name
 *     hostile see WHAT <IN              exit 1 and the place of a byte that WHAT must not show. text: control characters,
 *                                       marks that turn text, ill-formed UTF-8; page: those and our element
 *     hostile terminal COMMAND...       runs it on a terminal of its own, prints what arrives there, exits as it does
 */
#define _XOPEN_SOURCE 700
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Title, clear, colours, C1 as UTF-8 and as a byte, a mark for right to left, line feeds for a forged line, an element. */
static const char attack[] = "\033]0;x\007<xss>\302\233\342\200\256\033[2J\233\r&\"',\033[31m\177";

static char *slurp(FILE *f, size_t *len)
{
    char *data = NULL;
    size_t room = 0, got;
    *len = 0;
    do {
        if (*len + 65536 > room) data = (char *)realloc(data, room = room * 2 + 131072);
        if (data == NULL) abort();
        got = fread(data + *len, 1, 65536, f);
        *len += got;
    } while (got > 0);
    return data;
}

static void put(char *to, size_t len)
{
    size_t i;
    for (i = 0; i < len; i++) to[i] = attack[i % (sizeof attack - 1)];
}

/* Length of the well-formed character at p, 0 for none; enough of UTF-8 for what this test looks for. */
static size_t character(const unsigned char *p, size_t n)
{
    size_t i, want = p[0] < 0x80 ? 1 : p[0] >= 0xc2 && p[0] < 0xe0 ? 2 : p[0] >= 0xe0 && p[0] < 0xf0 ? 3 : p[0] >= 0xf0 && p[0] < 0xf5 ? 4 : 0;
    if (want == 0 || want > n) return 0;
    for (i = 1; i < want; i++)
        if ((p[i] & 0xc0) != 0x80) return 0;
    return want;
}

static int see(const char *what)
{
    size_t len, i = 0, n;
    const unsigned char *p;
    char *data = slurp(stdin, &len);
    p = (const unsigned char *)data;
    if (strcmp(what, "page") == 0)
        for (i = 0; i + 4 <= len; i++)
            if (memcmp(data + i, "<xss", 4) == 0) {
                printf("byte %lu: an element\n", (unsigned long)i);
                return 1;
            }
    for (i = 0; i < len; i += n) {
        const char *why = NULL;
        n = character(p + i, len - i);
        if (n == 0) why = "ill-formed UTF-8";
        else if (n == 1 && (p[i] == 0x7f || (p[i] < 0x20 && p[i] != '\n' && p[i] != '\t'))) why = "a control character";
        else if (n == 2 && p[i] == 0xc2 && p[i + 1] < 0xa0) why = "a control character of 8 bits";
        else if (n == 3 && p[i] == 0xe2 && ((p[i + 1] == 0x80 && p[i + 2] >= 0xaa && p[i + 2] <= 0xae) || (p[i + 1] == 0x81 && p[i + 2] >= 0xa6 && p[i + 2] <= 0xa9)))
            why = "a mark that turns text";
        if (why != NULL) {
            size_t from = i > 30 ? i - 30 : 0, k;
            printf("byte %lu: %s: ", (unsigned long)i, why);
            for (k = from; k < len && k < i + 10; k++) printf(p[k] < 0x20 || p[k] > 0x7e ? "\\x%02x" : "%c", p[k]);
            printf("\n");
            return 1;
        }
    }
    free(data);
    return 0;
}

static int terminal(char **command)
{
    int master = posix_openpt(O_RDWR | O_NOCTTY), slave, status = 0;
    char bytes[4096];
    ssize_t got, i;
    pid_t child;
    if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0 || (slave = open(ptsname(master), O_RDWR | O_NOCTTY)) < 0) return 125;
    child = fork();
    if (child == 0) {
        close(master);
        dup2(slave, 1);
        dup2(slave, 2);
        close(slave);
        execvp(command[0], command);
        _exit(127);
    }
    close(slave);
    if (child < 0) return 125;
    while ((got = read(master, bytes, sizeof bytes)) > 0) {
        /* The terminal sends a carriage return before each line feed of its own. */
        for (i = 0; i < got; i++)
            if (bytes[i] != '\r' || (i + 1 < got && bytes[i + 1] != '\n')) putchar(bytes[i]);
    }
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 126;
}

int main(int argc, char **argv)
{
    if (argc > 2 && strcmp(argv[1], "put") == 0) {
        size_t len, i;
        char *data = slurp(stdin, &len);
        int k, missing = 0;
        for (k = 2; k < argc; k++) {
            const size_t n = strlen(argv[k]);
            int found = 0;
            for (i = 0; i + n <= len; i++)
                if (memcmp(data + i, argv[k], n) == 0) {
                    put(data + i, n);
                    found = 1;
                }
            if (!found) fprintf(stderr, "no \"%s\"\n", argv[k]);
            missing += !found;
        }
        fwrite(data, 1, len, stdout);
        return missing > 0;
    }
    if (argc == 3 && strcmp(argv[1], "name") == 0) {
        char name[256];
        const size_t n = (size_t)atoi(argv[2]);
        put(name, n < sizeof name ? n : sizeof name);
        fwrite(name, 1, n < sizeof name ? n : sizeof name, stdout);
        return 0;
    }
    if (argc == 3 && strcmp(argv[1], "see") == 0) return see(argv[2]);
    if (argc > 2 && strcmp(argv[1], "terminal") == 0) return terminal(argv + 2);
    return 2;
}
