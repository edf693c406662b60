/* realpath is of the X/Open part of POSIX. */
#define _XOPEN_SOURCE 700
#include "cli.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#ifndef __wasi__
#include <signal.h>
#endif

uint64_t cli_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* Text ---------------------------------------------------------------------------------------------------------- */

void cli_put(cli_buf *b, const char *bytes, size_t len)
{
    b->ptr = (char *)cli_grow(b->ptr, &b->room, b->len + len + 1, 1);
    if (len > 0) memcpy(b->ptr + b->len, bytes, len);
    b->len += len;
    b->ptr[b->len] = 0;
}

static void put_list(cli_buf *b, const char *format, va_list list)
{
    const size_t room = b->room - b->len;
    va_list again;
    int n;
    va_copy(again, list);
    n = vsnprintf(room > 0 ? b->ptr + b->len : NULL, room, format, list); /* mostly it has room */
    if (n >= 0 && (size_t)n >= room) {
        b->ptr = (char *)cli_grow(b->ptr, &b->room, b->len + (size_t)n + 1, 1);
        n = vsnprintf(b->ptr + b->len, (size_t)n + 1, format, again);
    }
    va_end(again);
    if (n > 0) b->len += (size_t)n;
    else if (b->room > b->len) b->ptr[b->len] = 0;
}

void cli_putf(cli_buf *b, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    put_list(b, format, list);
    va_end(list);
}

void cli_buf_free(cli_buf *b)
{
    cli_free(b->ptr);
    memset(b, 0, sizeof *b);
}

size_t cli_utf8(const char *p, const char *end)
{
    const unsigned char *s = (const unsigned char *)p;
    size_t have = (size_t)(end - p);
    size_t n, i;
    if (have == 0) return 0;
    if (s[0] < 0x80) return 1;
    n = s[0] >= 0xc2 && s[0] <= 0xdf ? 2 : (s[0] & 0xf0) == 0xe0 ? 3 : s[0] >= 0xf0 && s[0] <= 0xf4 ? 4 : 0;
    if (n == 0 || n > have) return 0;
    for (i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80) return 0;
    if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f)) return 0;
    if ((s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f)) return 0;
    return n;
}

/* Marks that change the direction of the text around them (U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069). */
static int turns(const unsigned char *p, size_t n)
{
    if (n != 3 || p[0] != 0xe2) return 0;
    if (p[1] == 0x80) return p[2] == 0x8e || p[2] == 0x8f || (p[2] >= 0xaa && p[2] <= 0xae);
    return p[1] == 0x81 && p[2] >= 0xa6 && p[2] <= 0xa9;
}

/* Whether a well-formed character of n bytes affects a terminal: C0 and C1 controls, DEL, marks that change direction. */
static int steers(const char *p, size_t n)
{
    const unsigned char *u = (const unsigned char *)p;
    return u[0] < 0x20 || u[0] == 0x7f || (n == 2 && u[0] == 0xc2 && u[1] < 0xa0) || turns(u, n);
}

/* How many bytes from here on are printable ASCII. */
static size_t printable(const char *p, const char *end)
{
    const char *const from = p;
    while (p < end && *p >= 0x20 && *p < 0x7f) p++;
    return (size_t)(p - from);
}

int cli_is_plain(const char *bytes, size_t len) { return printable(bytes, bytes + len) == len; }

void cli_put_safe(cli_buf *b, const char *bytes, size_t len)
{
    const char *p = bytes, *end = bytes + len;
    while (p < end) {
        const size_t many = printable(p, end);
        size_t n = many > 0 ? many : cli_utf8(p, end);
        const unsigned char u = (unsigned char)*p;
        if (n == 0 || steers(p, n)) {
            cli_putf(b, "\\x%02x", u);
            p++;
        } else {
            cli_put(b, p, n);
            p += n;
        }
    }
}

size_t cli_width(const char *bytes, size_t len)
{
    const char *p = bytes, *end = bytes + len;
    size_t width = 0;
    while (p < end) {
        const size_t many = printable(p, end);
        size_t n = cli_utf8(p += many, end);
        const unsigned char *s = (const unsigned char *)p;
        uint32_t code = 0;
        width += many;
        if (p == end) break;
        if (n == 3) code = (uint32_t)(s[0] & 15) << 12 | (uint32_t)(s[1] & 63) << 6 | (uint32_t)(s[2] & 63);
        if (n == 4) code = 0x10000; /* pictures and rare scripts, mostly wide */
        width += (code >= 0x1100 && code <= 0x115f) || (code >= 0x2e80 && code <= 0xa4cf) ||
                         (code >= 0xac00 && code <= 0xd7a3) || (code >= 0xf900 && code <= 0xfaff) ||
                         (code >= 0xfe30 && code <= 0xfe6f) || (code >= 0xff00 && code <= 0xff60) || code >= 0x10000
                     ? 2
                     : 1;
        p += n > 0 ? n : 1;
    }
    return width;
}

/* Options ------------------------------------------------------------------------------------------------------- */

void cli_init(cli *c, const char *tool, const char *help)
{
    memset(c, 0, sizeof *c);
    c->tool = tool;
    c->help = help;
    c->want_color = -1;
    c->out = stdout;
}

void cli_help(const cli *c)
{
    char *made = c->help_fn != NULL ? c->help_fn(c->help_of) : NULL;
    fputs(made != NULL ? made : c->help, stdout);
    free(made);
}

static int wants_color(const cli *c, int fd)
{
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    if (c->want_color >= 0) return c->want_color;
    return isatty(fd) && !(no != NULL && no[0] != 0) && !(term != NULL && strcmp(term, "dumb") == 0);
}

size_t cli_columns(const cli *c)
{
    const char *columns = getenv("COLUMNS");
    unsigned long n = columns != NULL ? strtoul(columns, NULL, 10) : 0;
#ifdef TIOCGWINSZ
    struct winsize size;
    if (n == 0 && isatty(fileno(c->out)) && ioctl(fileno(c->out), TIOCGWINSZ, &size) == 0) n = size.ws_col;
#endif
    return n == 0 ? 0 : n < 40 ? 40 : n > 1000 ? 1000 : (size_t)n;
}

int cli_is_utf8(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    size_t i;
    for (i = 0; i < 3; i++) {
        const char *v = getenv(names[i]);
        if (v != NULL && *v != 0) return strstr(v, "UTF-8") != NULL || strstr(v, "utf8") != NULL;
    }
    return 0;
}

int cli_start(cli *c)
{
    struct stat st;
    c->color = c->out_path == NULL && c->format == CLI_TEXT ? wants_color(c, 1) : c->want_color == 1;
    if (c->out_path == NULL || strcmp(c->out_path, "-") == 0) return 1;
    if (stat(c->out_path, &st) == 0 && !S_ISREG(st.st_mode)) { /* a device or a pipe: written directly */
        c->out = fopen(c->out_path, "wb");
    } else {
        cli_buf b = {NULL, 0, 0};
        cli_putf(&b, "%s.%ld.part", c->out_path, (long)getpid());
        c->out_temp = b.ptr;
#ifndef __wasi__
        (void)signal(SIGPIPE, SIG_IGN); /* messages that nobody reads would end it and leave this file behind */
#endif
        c->out = fopen(c->out_temp, "wb");
    }
    if (c->out != NULL) return 1;
    cli_error(c, "%s: %s", c->out_path, strerror(errno));
    free(c->out_temp);
    c->out_temp = NULL;
    c->out = stdout;
    c->out_path = NULL;
    return 0;
}

/* A new name must reach the disk too. */
static void sync_folder(const char *path)
{
    cli_buf folder = {NULL, 0, 0};
    const char *slash = strrchr(path, '/');
    int fd;
    if (slash == NULL) cli_put(&folder, ".", 1);
    else cli_put(&folder, path, slash == path ? 1 : (size_t)(slash - path));
    fd = open(folder.ptr, O_RDONLY);
    if (fd >= 0) {
        (void)fsync(fd);
        close(fd);
    }
    cli_buf_free(&folder);
}

int cli_settle(cli *c, int place)
{
    int why = 0;
    if (place && rename(c->out_temp, c->out_path) != 0) why = errno;
    if (!place || why != 0) unlink(c->out_temp);
    else sync_folder(c->out_path);
    return why;
}

/* The same, once, by whoever may do it. */
static int settle(cli *c, int place)
{
    int why = 0;
    if (c->out_temp != NULL) why = c->settle_fn != NULL ? c->settle_fn(c, place) : cli_settle(c, place);
    free(c->out_temp);
    c->out_temp = NULL;
    return why;
}

enum { LOST = -1 }; /* a write failed earlier, and nobody noted why */

int cli_finish(cli *c, int code)
{
    const int none = c->inputs > 0 && c->unread == c->inputs;
    int why = 0, placed;
    if (code >= CLI_USAGE && c->out_temp != NULL && (none || ftell(c->out) == 0) && !ferror(c->out)) cli_drop(c);
    cli_progress_end(c);
    if (fflush(c->out) != 0) why = errno;
    else if (ferror(c->out)) why = LOST;
    /* Else the new name could reach the disk before the bytes do: after a power cut the file would be empty. */
    if (why == 0 && c->out_temp != NULL && fsync(fileno(c->out)) != 0) why = errno;
    if (c->out != stdout && fclose(c->out) != 0 && why == 0) why = errno;
    c->out = stdout;
    placed = settle(c, why == 0);
    if (why == 0) why = placed;
    if (why == 0) return code;
    if (why != EPIPE) cli_error(c, "%s: %s", c->out_path != NULL ? c->out_path : "standard output",
        why == LOST ? "some of it could not be written" : strerror(why));
    return CLI_INPUT;
}

void cli_drop(cli *c)
{
    cli_progress_end(c);
    if (c->out != stdout) fclose(c->out);
    c->out = stdout;
    (void)settle(c, 0);
}

FILE *cli_scratch(cli *c)
{
    const char *folder = getenv("TMPDIR");
    cli_buf path = {NULL, 0, 0};
    int fd;
    if (c->scratch != NULL) return c->scratch;
    cli_putf(&path, "%s/%s.XXXXXX", folder != NULL && *folder != 0 ? folder : "/tmp", c->tool);
    fd = mkstemp(path.ptr);
    if (fd >= 0) {
        (void)unlink(path.ptr);
        c->scratch = fdopen(fd, "w+b");
        if (c->scratch == NULL) (void)close(fd);
    }
    cli_buf_free(&path);
    return c->scratch;
}

enum { OPT_JSON = 1000000, OPT_CSV, OPT_OUT, OPT_COLOR, OPT_HELP, OPT_VERSION };

static const cli_option common[] = {{OPT_JSON, 0, "json", 0},     {OPT_CSV, 0, "csv", 0},   {OPT_OUT, 'o', "output", 1},
                                    {OPT_COLOR, 0, "color", 1},   {OPT_HELP, 'h', "help", 0}, {OPT_VERSION, 0, "version", 0},
                                    {0, 0, NULL, 0}};

/* How many letters must be inserted, deleted, changed, or swapped with the next one; more than 2: 3. */
static unsigned slips(const char *a, const char *b)
{
    const size_t n = strlen(a), m = strlen(b);
    unsigned row[3][32];
    size_t i, k;
    if (n >= 32 || m >= 32 || (n > m ? n - m : m - n) > 2) return 3;
    for (k = 0; k <= m; k++) row[0][k] = (unsigned)k;
    for (i = 1; i <= n; i++) {
        unsigned *now = row[i % 3], *last = row[(i + 2) % 3], *before = row[(i + 1) % 3];
        now[0] = (unsigned)i;
        for (k = 1; k <= m; k++) {
            unsigned least = last[k - 1] + (a[i - 1] != b[k - 1]);
            if (last[k] + 1 < least) least = last[k] + 1;
            if (now[k - 1] + 1 < least) least = now[k - 1] + 1;
            if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1] && before[k - 2] + 1 < least) least = before[k - 2] + 1;
            now[k] = least;
        }
    }
    return row[n % 3][m];
}

const char *cli_nearest(const char *word, const char *(*name_fn)(const void *user, size_t i), const void *user)
{
    const char *best = NULL, *name;
    unsigned least = strlen(word) < 4 ? 2 : 3;
    size_t i;
    for (i = 0; (name = name_fn(user, i)) != NULL; i++) {
        const unsigned n = slips(word, name);
        if (n >= least) continue;
        least = n;
        best = name;
    }
    return best;
}

static const char *option_name(const void *user, size_t i)
{
    const cli_option *o = (const cli_option *)user + i;
    return o->id == 0 ? NULL : o->name != NULL ? o->name : "";
}

static const cli_option *by_letter(const cli_option *table, char letter)
{
    for (; table->id != 0; table++)
        if (table->letter == letter) return table;
    return NULL;
}

static const cli_option *by_name(const cli_option *table, const char *name, size_t len)
{
    for (; table->id != 0; table++)
        if (table->name != NULL && strlen(table->name) == len && memcmp(table->name, name, len) == 0) return table;
    return NULL;
}

static int deal(cli *c, cli_args *a, int id)
{
    switch (id) {
    case OPT_JSON: c->format = CLI_JSON; return 1;
    case OPT_CSV: c->format = CLI_CSV; return 1;
    case OPT_OUT: c->out_path = a->value; return 1;
    case OPT_COLOR:
        c->want_color = strcmp(a->value, "always") == 0 ? 1 : strcmp(a->value, "never") == 0 ? 0 : -1;
        if (c->want_color >= 0 || strcmp(a->value, "auto") == 0) return 1;
        cli_usage(c, "--color takes auto, always or never, not '%s'", a->value);
        return CLI_BAD;
    case OPT_HELP: cli_help(c); return CLI_DONE;
    default: printf("%s %s\n", c->tool, VERSION); return CLI_DONE;
    }
}

int cli_next(cli *c, cli_args *a, const cli_option *table)
{
    for (;;) {
        const cli_option *o;
        const char *word;
        int dealt;
        a->value = NULL;
        if (a->letters == NULL || *a->letters == 0) {
            a->letters = NULL;
            if (a->at >= a->argc) return CLI_END;
            word = a->argv[a->at++];
            if (a->rest || word[0] != '-' || word[1] == 0) {
                if (a->leave_options) a->rest = 1;
                a->value = word;
                return CLI_OPERAND;
            }
            if (strcmp(word, "--") == 0) {
                a->rest = 1;
                continue;
            }
            if (word[1] == '-') {
                const char *equal = strchr(word, '=');
                size_t len = equal != NULL ? (size_t)(equal - word) - 2 : strlen(word) - 2;
                o = by_name(table, word + 2, len);
                if (o == NULL) o = by_name(common, word + 2, len);
                if (o == NULL) {
                    const char *near = equal == NULL ? cli_nearest(word + 2, option_name, table) : NULL;
                    if (near != NULL) cli_usage(c, "unknown option %s; is it --%s?", word, near);
                    else cli_usage(c, "unknown option %s", word);
                    return CLI_BAD;
                }
                if (equal != NULL && !o->takes) {
                    cli_usage(c, "--%s takes no value", o->name);
                    return CLI_BAD;
                }
                if (o->takes) a->value = equal != NULL ? equal + 1 : a->at < a->argc ? a->argv[a->at++] : NULL;
                if (o->takes && a->value == NULL) {
                    cli_usage(c, "--%s needs a value", o->name);
                    return CLI_BAD;
                }
            } else {
                a->letters = word + 1;
                continue;
            }
        } else {
            const char letter = *a->letters++;
            o = by_letter(table, letter);
            if (o == NULL) o = by_letter(common, letter);
            if (o == NULL) {
                cli_usage(c, "unknown option -%c", letter);
                return CLI_BAD;
            }
            if (o->takes) {
                a->value = *a->letters != 0 ? a->letters : a->at < a->argc ? a->argv[a->at++] : NULL;
                a->letters = NULL;
                if (a->value == NULL) {
                    cli_usage(c, "-%c needs a value", letter);
                    return CLI_BAD;
                }
            }
        }
        if (o->id < OPT_JSON) return o->id;
        dealt = deal(c, a, o->id);
        if (dealt < 0) return dealt;
    }
}

static void say(const cli *c, const char *format, va_list list)
{
    cli_buf b = {NULL, 0, 0}, safe = {NULL, 0, 0};
    put_list(&b, format, list);
    cli_put_safe(&safe, b.ptr, b.len);
    fprintf(stderr, "%s: %s\n", c->tool, safe.ptr != NULL ? safe.ptr : "");
    cli_buf_free(&b);
    cli_buf_free(&safe);
}

int cli_usage(const cli *c, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    say(c, format, list);
    va_end(list);
    fprintf(stderr, "Try: %s%s%s --help\n", c->tool, c->verb != NULL ? " " : "", c->verb != NULL ? c->verb : "");
    return CLI_USAGE;
}

int cli_number(const cli *c, const char *option, const char *text, uint64_t least, uint64_t most, uint64_t *out)
{
    const char *p = text;
    uint64_t v = 0;
    int fits = *p != 0;
    for (; *p >= '0' && *p <= '9'; p++) {
        if (v > (UINT64_MAX - (uint64_t)(*p - '0')) / 10) fits = 0;
        v = v * 10 + (uint64_t)(*p - '0');
    }
    if (*p != 0 || !fits || v < least || v > most) {
        cli_usage(c, "%s takes a number from %" PRIu64 " to %" PRIu64 ", not '%s'", option, least, most, text);
        return 0;
    }
    *out = v;
    return 1;
}

/* Messages ------------------------------------------------------------------------------------------------------ */

void cli_error(const cli *c, const char *format, ...)
{
    cli_buf b = {NULL, 0, 0};
    va_list list;
    va_start(list, format);
    if (c->error_fn == NULL) say(c, format, list);
    else {
        cli_heap *own;
        put_list(&b, format, list);
        own = cli_heap_swap(NULL); /* what the caller keeps is not of the call that may fail */
        c->error_fn(c->user, b.len > 0 ? b.ptr : "");
        (void)cli_heap_swap(own);
        cli_buf_free(&b);
    }
    va_end(list);
}

void cli_line_of(const char *text, size_t len, uint64_t offset, uint64_t *line, uint64_t *column)
{
    const char *p = text, *const at = text + (offset < len ? (size_t)offset : len), *next;
    *line = 1;
    while (p < at && (next = (const char *)memchr(p, '\n', (size_t)(at - p))) != NULL) {
        (*line)++;
        p = next + 1;
    }
    *column = (uint64_t)(at - p) + 1;
}

const char *cli_style(int color, int style)
{
    static const char *const sequence[] = {"\033[0m",  "\033[1m",  "\033[2m",  "\033[31m", "\033[32m",
                                           "\033[33m", "\033[34m", "\033[35m", "\033[36m", "\033[7m"};
    return color && style >= 0 && style < (int)(sizeof sequence / sizeof *sequence) ? sequence[style] : "";
}

void cli_report(const cli *c, FILE *f, const char *kind, const char *file, const char *text, size_t len, uint64_t offset,
                const char *format, ...)
{
    const int color = wants_color(c, fileno(f));
    uint64_t line, column;
    size_t from, to, first, last, i;
    cli_buf message = {NULL, 0, 0}, shown = {NULL, 0, 0}, safe_file = {NULL, 0, 0};
    va_list list;
    va_start(list, format);
    put_list(&shown, format, list);
    va_end(list);
    cli_put_safe(&message, shown.ptr, shown.len);
    cli_put_safe(&safe_file, file, strlen(file));
    cli_line_of(text, len, offset, &line, &column);
    fprintf(f, "%s%s:%" PRIu64 ":%" PRIu64 ": %s%s:%s %s\n", cli_style(color, CLI_BOLD), safe_file.ptr, line, column,
            cli_style(color, kind[0] == 'e' ? CLI_RED : kind[0] == 'w' ? CLI_YELLOW : CLI_CYAN), kind,
            cli_style(color, CLI_PLAIN), message.ptr != NULL ? message.ptr : "");
    from = to = offset < len ? (size_t)offset : len;
    while (from > 0 && text[from - 1] != '\n') from--;
    while (to < len && text[to] != '\n') to++;
    if (to > from && text[to - 1] == '\r') to--;
    first = from + (size_t)(column - 1);
    /* A very long line is shown around the place only. */
    last = to;
    if (first > to) first = to;
    i = to - from > 110 && first - from > 60 ? first - 60 : from;
    if (last - i > 110) last = i + 110;
    shown.len = 0;
    for (; i > from && i < last && ((unsigned char)text[i] & 0xc0) == 0x80;) i++;
    {
        cli_buf before = {NULL, 0, 0};
        size_t k;
        for (k = i; k < last; k++) {
            const char tab = ' ';
            size_t n = cli_utf8(text + k, text + last);
            if (k == first) cli_put(&before, shown.ptr != NULL ? shown.ptr : "", shown.len);
            if (text[k] == '\t') cli_put(&shown, &tab, 1);
            else {
                cli_put_safe(&shown, text + k, n > 0 ? n : 1);
                if (n > 1 && !(first > k && first < k + n)) k += n - 1;
            }
        }
        if (first >= last) cli_put(&before, shown.ptr != NULL ? shown.ptr : "", shown.len);
        fprintf(f, "%5" PRIu64 " | %s\n      | %*s%s^%s\n", line, shown.len > 0 ? shown.ptr : "",
                (int)(before.ptr != NULL ? cli_width(before.ptr, before.len) : 0), "", cli_style(color, CLI_GREEN),
                cli_style(color, CLI_PLAIN));
        cli_buf_free(&before);
    }
    cli_buf_free(&shown);
    cli_buf_free(&message);
    cli_buf_free(&safe_file);
}

void cli_progress(cli *c, const char *label, uint64_t done, uint64_t total)
{
    const uint64_t now = cli_now();
    if (c->progress_start == 0) c->progress_start = now;
    if (now - c->progress_start < 500000000u || now - c->progress_last < 100000000u || !isatty(2)) return;
    c->progress_last = now;
    c->progress_shown = 1;
    if (total > 0) fprintf(stderr, "\r\033[K%s %" PRIu64 "/%" PRIu64, label, done, total);
    else fprintf(stderr, "\r\033[K%s %" PRIu64, label, done);
    fflush(stderr);
}

void cli_progress_end(cli *c)
{
    if (c->progress_shown) fputs("\r\033[K", stderr);
    c->progress_shown = 0;
    c->progress_start = 0;
}

/* Tables -------------------------------------------------------------------------------------------------------- */

void cli_table_init(cli_table *t, const char *align, const char *const *titles)
{
    memset(t, 0, sizeof *t);
    t->columns = strlen(align);
    t->align = align;
    t->titles = titles;
}

void cli_cell_text(cli_table *t, int style, const char *bytes, size_t len)
{
    cli_buf b = {NULL, 0, 0};
    cli_put_safe(&b, bytes, len);
    cli_put(&b, "", 0);
    t->cell = (cli_cell *)cli_grow(t->cell, &t->room, t->cells + 1, sizeof *t->cell);
    t->cell[t->cells].text = b.ptr;
    t->cell[t->cells++].style = style;
}

void cli_cellf(cli_table *t, int style, const char *format, ...)
{
    cli_buf b = {NULL, 0, 0};
    va_list list;
    va_start(list, format);
    put_list(&b, format, list);
    va_end(list);
    cli_cell_text(t, style, b.ptr != NULL ? b.ptr : "", b.len);
    cli_buf_free(&b);
}

static void pad(FILE *f, size_t n)
{
    for (; n > 0; n--) putc(' ', f);
}

static void blanks(cli_buf *b, size_t n)
{
    for (; n > 0; n--) cli_put(b, " ", 1);
}

enum { FOLDED = 4 }; /* how far further lines of a row are indented */

/* A row as a line, or as lines where columns do not fit, without spaces at their ends; a further line without text is left out. */
static void table_row(cli *c, const cli_table *t, const cli_cell *cells, const size_t *width)
{
    cli_buf line = {NULL, 0, 0};
    size_t owed = 0, at = 0, i; /* spaces that are written once text follows; where the column starts */
    int is_empty = 0;
    for (i = 0; i < t->columns; i++) {
        const char *text = cells[i].text;
        const size_t have = cli_width(text, strlen(text));
        const size_t room = width[i] > have ? width[i] - have : 0;
        const int color = c->color && cells[i].style != CLI_PLAIN;
        if (t->fold > 0 && i > 0 && at + width[i] > t->fold) {
            if (!is_empty) cli_put(&line, "\n", 1);
            owed = at = FOLDED;
            is_empty = 1;
        }
        at += width[i] + 2;
        is_empty &= text[0] == 0;
        if (text[0] != 0) {
            blanks(&line, owed + (t->align[i] == 'r' ? room : 0));
            cli_putf(&line, "%s%s%s", color ? cli_style(1, cells[i].style) : "", text, color ? cli_style(1, CLI_PLAIN) : "");
            owed = t->align[i] == 'r' ? 0 : room;
        } else
            owed += width[i];
        owed += 2;
    }
    if (!is_empty) cli_put(&line, "\n", 1);
    fwrite(line.ptr, 1, line.len, c->out);
    cli_buf_free(&line);
}

void cli_table_print(cli *c, cli_table *t)
{
    size_t *width = (size_t *)cli_alloc(t->columns, sizeof *width);
    cli_cell *head = (cli_cell *)cli_alloc(t->columns, sizeof *head);
    size_t i;
    for (i = 0; t->titles != NULL && i < t->columns; i++) {
        cli_buf title = {NULL, 0, 0};
        cli_put(&title, t->titles[i], strlen(t->titles[i]));
        head[i].text = title.ptr;
        head[i].style = CLI_BOLD;
        width[i] = cli_width(title.ptr, title.len);
    }
    for (i = 0; i < t->cells; i++) {
        const size_t w = cli_width(t->cell[i].text, strlen(t->cell[i].text));
        if (w > width[i % t->columns]) width[i % t->columns] = w;
    }
    if (t->titles != NULL) table_row(c, t, head, width);
    for (i = 0; i + t->columns <= t->cells; i += t->columns) table_row(c, t, t->cell + i, width);
    for (i = 0; i < t->cells; i++) cli_free(t->cell[i].text);
    for (i = 0; i < t->columns; i++) cli_free(head[i].text);
    cli_free(t->cell);
    cli_free(head);
    cli_free(width);
    memset(t, 0, sizeof *t);
}

/* CSV ----------------------------------------------------------------------------------------------------------- */

void cli_print_safe(FILE *f, const char *bytes, size_t len)
{
    cli_buf b = {NULL, 0, 0};
    cli_put_safe(&b, bytes, len);
    if (b.len > 0) fwrite(b.ptr, 1, b.len, f);
    cli_buf_free(&b);
}

static void csv_write(cli_csv *v, const char *bytes, size_t len)
{
    size_t i;
    int quote = v->always;
    if (v->inside) putc(',', v->f);
    v->inside = 1;
    for (i = 0; i < len && !quote; i++) quote = strchr(",\"\r\n", bytes[i]) != NULL && bytes[i] != 0;
    if (!quote) {
        fwrite(bytes, 1, len, v->f);
        return;
    }
    putc('"', v->f);
    for (i = 0; i < len; i++) {
        if (bytes[i] == '"') putc('"', v->f);
        putc(bytes[i], v->f);
    }
    putc('"', v->f);
}

void cli_csv_field(cli_csv *v, const char *bytes, size_t len)
{
    static const FILE *asked; /* whether a file is a terminal is asked once */
    static int terminal;
    cli_buf b = {NULL, 0, 0};
    if (v->f != asked) {
        asked = v->f;
        terminal = isatty(fileno(v->f));
    }
    if (terminal) cli_put_safe(&b, bytes, len);
    if (b.len > 0) csv_write(v, b.ptr, b.len);
    else csv_write(v, bytes, len);
    cli_buf_free(&b);
}

void cli_csv_fieldf(cli_csv *v, const char *format, ...)
{
    cli_buf b = {NULL, 0, 0};
    va_list list;
    va_start(list, format);
    put_list(&b, format, list);
    va_end(list);
    cli_csv_field(v, b.ptr != NULL ? b.ptr : "", b.len);
    cli_buf_free(&b);
}

void cli_csv_end(cli_csv *v)
{
    putc('\n', v->f);
    v->inside = 0;
}

/* JSON ---------------------------------------------------------------------------------------------------------- */

/* So many characters are written as they are. */
static size_t plain(const char *p, const char *end, int mode)
{
    const char *const from = p;
    while (p < end && *p >= ' ' && *p < 0x7f && *p != '"' && *p != '\\' && (mode != CLI_MARKUP || (*p != '<' && *p != '>' && *p != '&'))) p++;
    return (size_t)(p - from);
}

void cli_json_quote(FILE *f, int mode, const char *bytes, size_t len)
{
    static const char brief[] = "btnvfr"; /* 08 to 0d; 0b has no short form */
    const char *p = bytes, *end = bytes + len;
    const int people = mode == CLI_UTF8 || mode == CLI_MARKUP;
    putc('"', f);
    while (p < end) {
        const unsigned char u = (unsigned char)*p;
        size_t n = plain(p, end, mode);
        if (n > 0) {
            fwrite(p, 1, n, f);
            p += n;
            continue;
        }
        n = 1;
        if (u == '"' || u == '\\') fprintf(f, "\\%c", u);
        else if (u < 0x20) {
            if ((mode == CLI_SHORT || mode == CLI_MARKUP) && u >= 8 && u <= 13 && u != 11) fprintf(f, "\\%c", brief[u - 8]);
            else fprintf(f, "\\u%04x", u);
        } else if (mode == CLI_MARKUP && (u == '<' || u == '>' || u == '&')) fprintf(f, "\\u%04x", u);
        else if (u == 0x7f && mode != CLI_BYTES && !people) putc(u, f);
        else if (mode == CLI_BYTES || mode == CLI_SHORT || u == 0x7f) fprintf(f, "\\u%04x", u);
        else {
            n = cli_utf8(p, end);
            if (n == 2 && people && steers(p, n)) fprintf(f, "\\u%04x", (unsigned char)p[1]);
            else if (n == 3 && people && steers(p, n)) /* U+2000 to U+207F */
                fprintf(f, "\\u20%02x", ((unsigned char)p[1] & 1u) << 6 | ((unsigned char)p[2] & 0x3fu));
            else if (n > 0) fwrite(p, 1, n, f);
            else if (mode == CLI_SURROGATE) fprintf(f, "\\udc%02x", u);
            else fputs("\xef\xbf\xbd", f);
            if (n == 0) n = 1;
        }
        p += n;
    }
    putc('"', f);
}

void cli_json_init(cli_json *j, FILE *f, int mode, int indent)
{
    memset(j, 0, sizeof *j);
    j->f = f;
    j->mode = mode;
    j->indent = indent;
}

static void json_newline(cli_json *j)
{
    if (j->indent == 0) return;
    putc('\n', j->f);
    pad(j->f, (size_t)j->indent * j->depth);
}

/* What comes before a value: comma, new line, key. After cli_json_key nothing. */
static void json_before(cli_json *j, const char *key, size_t len)
{
    if (j->depth > 0) {
        char *filled = &j->filled[j->depth - 1];
        if (*filled == 2) {
            *filled = 1;
            return;
        }
        if (*filled) putc(',', j->f);
        *filled = 1;
        json_newline(j);
    }
    if (key == NULL) return;
    cli_json_quote(j->f, j->mode, key, len);
    fputs(j->indent > 0 ? ": " : ":", j->f);
}

static void json_value(cli_json *j, const char *key)
{
    json_before(j, key, key != NULL ? strlen(key) : 0);
}

void cli_json_key(cli_json *j, const char *bytes, size_t len)
{
    json_before(j, bytes, len);
    j->filled[j->depth - 1] = 2;
}

static void json_open(cli_json *j, const char *key, char open, char close)
{
    json_value(j, key);
    if (j->depth == CLI_JSON_DEPTH) abort();
    putc(open, j->f);
    j->close[j->depth] = close;
    j->filled[j->depth++] = 0;
}

void cli_json_object(cli_json *j, const char *key) { json_open(j, key, '{', '}'); }
void cli_json_array(cli_json *j, const char *key) { json_open(j, key, '[', ']'); }

void cli_json_end(cli_json *j)
{
    j->depth--;
    if (j->filled[j->depth]) json_newline(j);
    putc(j->close[j->depth], j->f);
}

void cli_json_line(cli_json *j) { putc('\n', j->f); }

void cli_json_text(cli_json *j, const char *key, const char *bytes, size_t len)
{
    json_value(j, key);
    cli_json_quote(j->f, j->mode, bytes, len);
}

void cli_json_str(cli_json *j, const char *key, const char *text)
{
    if (text != NULL) cli_json_text(j, key, text, strlen(text));
    else cli_json_null(j, key);
}

void cli_json_u64(cli_json *j, const char *key, uint64_t value)
{
    char digits[20];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + value % 10);
        value /= 10;
    } while (value > 0);
    json_value(j, key);
    fwrite(digits + at, 1, sizeof digits - at, j->f);
}

void cli_json_i64(cli_json *j, const char *key, int64_t value) { cli_json_raw(j, key, "%" PRId64, value); }
void cli_json_bool(cli_json *j, const char *key, int value) { cli_json_raw(j, key, "%s", value ? "true" : "false"); }
void cli_json_null(cli_json *j, const char *key) { cli_json_raw(j, key, "null"); }

void cli_json_raw(cli_json *j, const char *key, const char *format, ...)
{
    va_list list;
    json_value(j, key);
    va_start(list, format);
    vfprintf(j->f, format, list);
    va_end(list);
}

void cli_double(char *to, double value)
{
    int digits;
    if (value != value) { /* printf would show its sign, and each C library differently */
        snprintf(to, 32, "nan");
        return;
    }
    for (digits = 15; digits <= 17; digits++) {
        snprintf(to, 32, "%.*g", digits, value);
        if (strtod(to, NULL) == value) return;
    }
}

void cli_json_double(cli_json *j, const char *key, double value)
{
    char text[32];
    if (value - value != 0) { /* infinite or not a number: JSON has neither */
        cli_json_null(j, key);
        return;
    }
    if (value >= 1 && value < 1e15 && value - (double)(uint64_t)value <= 0) { /* the same digits, sooner */
        cli_json_u64(j, key, (uint64_t)value);
        return;
    }
    cli_double(text, value);
    cli_json_raw(j, key, "%s", text);
}

/* Files --------------------------------------------------------------------------------------------------------- */

static void stamp_of(cli_stamp *s, const struct stat *st)
{
    s->dev = (uint64_t)st->st_dev;
    s->ino = (uint64_t)st->st_ino;
    s->size = (uint64_t)st->st_size;
    s->sec = (int64_t)st->st_mtim.tv_sec;
    s->nsec = (int64_t)st->st_mtim.tv_nsec;
    s->exists = 1;
}

int cli_exists(const char *path) { return access(path, F_OK) == 0; }

char *cli_read(const cli *c, const char *path, size_t *len, cli_stamp *stamp)
{
    return cli_read_most(c, path, (size_t)-1, len, stamp);
}

/* The beginning of standard input, which cli_read gives once more. */
static struct {
    char bytes[8];
    size_t len;
} peeked;

size_t cli_peek(const char **bytes)
{
    while (peeked.len < sizeof peeked.bytes) {
        const ssize_t got = read(0, peeked.bytes + peeked.len, sizeof peeked.bytes - peeked.len);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        peeked.len += (size_t)got;
    }
    *bytes = peeked.bytes;
    return peeked.len;
}

char *cli_read_most(const cli *c, const char *path, size_t most, size_t *len, cli_stamp *stamp)
{
    const int standard = strcmp(path, "-") == 0;
    int fd = standard ? 0 : open(path, O_RDONLY);
    cli_buf b = {NULL, 0, 0};
    struct stat st;
    *len = 0;
    if (stamp != NULL) memset(stamp, 0, sizeof *stamp);
    if (fd < 0 || fstat(fd, &st) != 0) {
        cli_error(c, "%s: %s", path, strerror(errno));
        if (fd > 0) close(fd);
        return NULL;
    }
    if (stamp != NULL) stamp_of(stamp, &st);
    cli_put(&b, "", 0);
    if (S_ISREG(st.st_mode) && st.st_size > 0 && (uint64_t)st.st_size < most) b.ptr = (char *)cli_grow(b.ptr, &b.room, (size_t)st.st_size + 2, 1);
    if (standard && peeked.len > 0) {
        cli_put(&b, peeked.bytes, peeked.len);
        peeked.len = 0;
    }
    for (;;) {
        ssize_t got;
        if (b.room - b.len < 2) b.ptr = (char *)cli_grow(b.ptr, &b.room, b.len + 65536, 1);
        got = read(fd, b.ptr + b.len, b.room - b.len - 1);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) {
            cli_error(c, "%s: %s", path, strerror(errno));
            cli_buf_free(&b);
            if (!standard) close(fd);
            return NULL;
        }
        if (got == 0) break;
        b.len += (size_t)got;
        if (b.len > most) { /* the rest is not read */
            b.len = most + 1;
            break;
        }
    }
    if (!standard) close(fd);
    b.ptr[b.len] = 0;
    *len = b.len;
    return b.ptr;
}

/* Opens a file that is to replace `real`, and gives its name. Programs read every file of a folder whose name ends in
   ".d", so there it goes into the folder above, if that can be written. */
static int temporary(cli_buf *name, const char *real, mode_t mode)
{
    const char *slash = strrchr(real, '/'), *above = slash;
    int fd;
    if (slash != NULL && slash - real > 2 && slash[-1] == 'd' && slash[-2] == '.') {
        while (above > real && above[-1] != '/') above--;
        cli_put(name, real, (size_t)(above - real));
        cli_putf(name, "%s.%ld.part", slash + 1, (long)getpid());
        fd = open(name->ptr, O_WRONLY | O_CREAT | O_EXCL, mode);
        if (fd >= 0) return fd;
        name->len = 0;
    }
    cli_putf(name, "%s.%ld.part", real, (long)getpid());
    return open(name->ptr, O_WRONLY | O_CREAT | O_EXCL, mode);
}

int cli_replace(const cli *c, const char *path, const cli_stamp *stamp, const char *bytes, size_t len)
{
    char real[PATH_MAX];
    cli_buf temp = {NULL, 0, 0};
    struct stat st;
    cli_stamp now;
    size_t done = 0;
    int fd, ok;
    memset(&now, 0, sizeof now);
    if (realpath(path, real) == NULL) {
        if (errno != ENOENT || strlen(path) >= sizeof real) {
            cli_error(c, "%s: %s", path, strerror(errno));
            return 0;
        }
        strcpy(real, path);
    }
    if (stat(real, &st) == 0) stamp_of(&now, &st);
    if (stamp != NULL && memcmp(stamp, &now, sizeof now) != 0) {
        cli_error(c, "%s: the file changed since it was read; nothing was written", path);
        return 0;
    }
    fd = temporary(&temp, real, now.exists ? (st.st_mode & 07777) : 0666);
    if (fd < 0) {
        cli_error(c, "%s: %s", temp.ptr, strerror(errno));
        cli_buf_free(&temp);
        return 0;
    }
    ok = 1;
    if (now.exists) { /* the mask of open took bits away; only root can keep another owner */
        struct stat mine;
        if (fstat(fd, &mine) != 0 || ((mine.st_uid != st.st_uid || mine.st_gid != st.st_gid) && fchown(fd, st.st_uid, st.st_gid) != 0)) ok = 0;
        if (ok && fchmod(fd, st.st_mode & 07777) != 0) ok = 0;
    }
    while (ok && done < len) {
        const ssize_t put = write(fd, bytes + done, len - done);
        if (put < 0 && errno != EINTR) ok = 0;
        else if (put > 0) done += (size_t)put;
    }
    if (ok && fsync(fd) != 0) ok = 0;
    if (close(fd) != 0) ok = 0;
    /* Checked once more after the slow part: somebody may have written in between. */
    if (ok && stamp != NULL && stamp->exists) {
        memset(&now, 0, sizeof now);
        if (stat(real, &st) == 0) stamp_of(&now, &st);
        if (memcmp(stamp, &now, sizeof now) != 0) {
            cli_error(c, "%s: the file changed since it was read; nothing was written", path);
            unlink(temp.ptr);
            cli_buf_free(&temp);
            return 0;
        }
    }
    if (ok && rename(temp.ptr, real) != 0) ok = 0;
    if (!ok) {
        cli_error(c, "%s: %s", path, strerror(errno));
        unlink(temp.ptr);
        cli_buf_free(&temp);
        return 0;
    }
    sync_folder(real);
    cli_buf_free(&temp);
    return 1;
}
