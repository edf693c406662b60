/* What a command starts: scripts, env and the wrappers of NixOS are followed to the program that will run. */
#define _XOPEN_SOURCE 700
#include "tool.h"

#include <ctype.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The words of a command line, each on the heap. */
typedef struct words {
    char **at;
    size_t count, room;
} words;

static char *copy_of(const char *text, size_t n)
{
    char *to = (char *)cli_alloc(n + 1, 1);
    memcpy(to, text, n);
    return to;
}

static void words_add(words *w, size_t at, char *word)
{
    w->at = (char **)cli_grow(w->at, &w->room, w->count + 1, sizeof *w->at);
    memmove(w->at + at + 1, w->at + at, (w->count - at) * sizeof *w->at);
    w->at[at] = word;
    w->count++;
}

static void words_drop(words *w, size_t count)
{
    size_t i;
    for (i = 0; i < count; i++) free(w->at[i]);
    memmove(w->at, w->at + count, (w->count - count) * sizeof *w->at);
    w->count -= count;
}

const char *base_of(const char *path) { return strrchr(path, '/') != NULL ? strrchr(path, '/') + 1 : path; }

/* As much of a program's name as the kernel keeps. */
static void set_comm(program *p, const char *path) { snprintf(p->comm, sizeof p->comm, "%.15s", base_of(path)); }

/* Why the program that will run is not known; always 0. */
static int stop(program *p, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(p->stopped, sizeof p->stopped, format, list);
    va_end(list);
    return 0;
}

/* The environment ------------------------------------------------------------------------------------------------------- */

static void change(program *p, char *assignment)
{
    p->changes.text = (char **)cli_grow(p->changes.text, &p->changes.room, p->changes.count + 1, sizeof *p->changes.text);
    p->changes.text[p->changes.count++] = assignment;
}

int follow_variable(const program *p, const char *name, const char **value)
{
    const size_t n = strlen(name);
    size_t i;
    *value = NULL;
    for (i = p->changes.count; i-- > 0;) {
        const char *text = p->changes.text[i];
        if (strncmp(text, name, n) != 0 || (text[n] != 0 && text[n] != '=')) continue;
        if (text[n] == '=') *value = text + n + 1;
        return 1;
    }
    return p->cleared;
}

static const char *variable(const program *p, const char *name)
{
    const char *value;
    return follow_variable(p, name, &value) ? value : getenv(name);
}

/* Files ----------------------------------------------------------------------------------------------------------------- */

static int is_file(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

/* Where a command is, as execvp looks for it. */
static int locate(const program *p, const char *folder, const char *name, char *out)
{
    const char *path = variable(p, "PATH"), *end;
    if (strchr(name, '/') != NULL) {
        cli_buf b = {NULL, 0, 0};
        int found;
        cli_putf(&b, "%s%s%s", name[0] != '/' && folder != NULL ? folder : "", name[0] != '/' && folder != NULL ? "/" : "", name);
        found = b.len < PATH_MAX && is_file(b.ptr);
        if (found) strcpy(out, b.ptr);
        cli_buf_free(&b);
        return found;
    }
    for (path = path != NULL ? path : "/bin:/usr/bin";; path = end + 1) {
        cli_buf b = {NULL, 0, 0};
        int found;
        end = strchr(path, ':');
        if (end == NULL) end = path + strlen(path);
        cli_put(&b, end > path ? path : ".", end > path ? (size_t)(end - path) : 1);
        cli_putf(&b, "/%s", name);
        found = b.len < PATH_MAX && is_file(b.ptr) && access(b.ptr, X_OK) == 0;
        if (found) strcpy(out, b.ptr);
        cli_buf_free(&b);
        if (found || *end == 0) return found;
    }
}

typedef enum file_kind { FILE_BINARY, FILE_SCRIPT, FILE_OTHER } file_kind;

/* What a file is to the kernel; of a script also its interpreter and the one argument that may follow. A file that cannot be
   read cannot be a script. */
static file_kind kind_of(const char *path, words *to)
{
    char line[PATH_MAX];
    FILE *f = fopen(path, "rb");
    size_t n, from, end;
    if (f == NULL) return FILE_BINARY;
    n = fread(line, 1, sizeof line - 1, f);
    fclose(f);
    line[n] = 0;
    if (n >= 4 && memcmp(line, "\177ELF", 4) == 0) return FILE_BINARY;
    if (n < 3 || memcmp(line, "#!", 2) != 0) return FILE_OTHER;
    line[strcspn(line, "\n")] = 0;
    for (n = strlen(line); n > 2 && strchr(" \t\r", line[n - 1]) != NULL;) line[--n] = 0;
    from = 2 + strspn(line + 2, " \t");
    end = from + strcspn(line + from, " \t");
    if (end == from) return FILE_OTHER;
    words_add(to, to->count, copy_of(line + from, end - from));
    end += strspn(line + end, " \t");
    if (line[end] != 0) words_add(to, to->count, copy_of(line + end, n - end));
    return FILE_SCRIPT;
}

/* env ------------------------------------------------------------------------------------------------------------------- */

/* A word of -S from *at on, with what follows a backslash or a dollar sign put in its place; NULL at the end, and where the
   text is malformed, with *wrong. */
static char *split_word(const program *p, const char **at, int *wrong)
{
    static const char plain[] = "\"#$'\\ ", *const letters = "fnrtv", *const bytes = "\f\n\r\t\v";
    cli_buf b = {NULL, 0, 0};
    const char *q = *at;
    char quote = 0;
    while (isspace((unsigned char)*q)) q++;
    if (*q == 0 || *q == '#') return NULL;
    cli_put(&b, "", 0);
    for (; *q != 0 && (quote != 0 || !isspace((unsigned char)*q)); q++) {
        if (*q == quote || (quote == 0 && (*q == '"' || *q == '\''))) quote = quote != 0 ? 0 : *q;
        else if (*q == '\\' && quote != '\'') {
            const char *letter = q[1] != 0 ? strchr(letters, q[1]) : NULL;
            q++;
            if (*q == 'c' && quote == 0) {
                q += strlen(q);
                break;
            }
            if (*q == '_') cli_put(&b, " ", 1);
            else if (letter != NULL) cli_put(&b, bytes + (letter - letters), 1);
            else if (*q != 0 && strchr(plain, *q) != NULL) cli_put(&b, q, 1);
            else *wrong = 1;
            if (*q == 0) break;
        } else if (*q == '$' && quote != '\'') {
            const char *end = q[1] == '{' ? strchr(q, '}') : NULL, *value;
            char *name = end != NULL ? copy_of(q + 2, (size_t)(end - q) - 2) : NULL;
            if (name == NULL) {
                *wrong = 1;
                break;
            }
            value = variable(p, name);
            free(name);
            if (value != NULL) cli_put(&b, value, strlen(value));
            q = end;
        } else
            cli_put(&b, q, 1);
    }
    if (quote != 0) *wrong = 1;
    *at = q;
    return b.ptr;
}

static int split(program *p, words *w, size_t at, const char *text)
{
    const char *const whole = text;
    int wrong = 0;
    char *word;
    while (!wrong && (word = split_word(p, &text, &wrong)) != NULL) words_add(w, at++, word);
    return wrong ? stop(p, "env -S cannot split \"%s\"", whole) : 1;
}

typedef struct env_state {
    char *folder, *argv0; /* of -C and -a; NULL: not given */
} env_state;

/* One option that takes a value. */
static int env_value(program *p, words *w, size_t next, char letter, const char *value, env_state *e)
{
    char *copy;
    if (letter == 'S') return split(p, w, next, value);
    copy = copy_of(value, strlen(value));
    if (letter == 'u') change(p, copy);
    else if (letter == 'C') {
        free(e->folder);
        e->folder = copy;
    } else {
        free(e->argv0);
        e->argv0 = copy;
    }
    return 1;
}

/* The word at `at`, an option of env; *next is the word after it and its value. */
static int env_option(program *p, words *w, size_t at, size_t *next, env_state *e)
{
    static const struct {
        const char *name;
        char letter; /* i clears; u, C, S, a take a value; 0 changes nothing that counts */
    } names[] = {{"ignore-environment", 'i'}, {"unset", 'u'}, {"chdir", 'C'}, {"split-string", 'S'}, {"argv0", 'a'},
                 {"debug", 0}, {"null", 0}, {"block-signal", 0}, {"default-signal", 0}, {"ignore-signal", 0},
                 {"list-signal-handling", 0}};
    char *given = w->at[at], *equal = strchr(given, '='), *q;
    size_t i, n;
    *next = at + 1;
    if (strcmp(given, "-") == 0) {
        p->cleared = 1;
        return 1;
    }
    if (given[1] == '-') {
        n = equal != NULL ? (size_t)(equal - given) - 2 : strlen(given + 2);
        for (i = 0; i < sizeof names / sizeof *names; i++) {
            if (strlen(names[i].name) != n || memcmp(names[i].name, given + 2, n) != 0) continue;
            if (names[i].letter == 'i') p->cleared = 1;
            if (names[i].letter == 0 || names[i].letter == 'i') return 1;
            if (equal == NULL && *next >= w->count) break;
            if (equal == NULL) (*next)++;
            return env_value(p, w, *next, names[i].letter, equal != NULL ? equal + 1 : w->at[*next - 1], e);
        }
        return stop(p, "env has an option that is not known here: %s", given);
    }
    for (q = given + 1; *q != 0; q++) {
        if (*q == 'i') p->cleared = 1;
        if (strchr("iv0", *q) != NULL) continue;
        if (strchr("uCSa", *q) == NULL || (q[1] == 0 && *next >= w->count)) break;
        if (q[1] == 0) (*next)++;
        return env_value(p, w, *next, *q, q[1] != 0 ? q + 1 : w->at[*next - 1], e);
    }
    return *q == 0 ? 1 : stop(p, "env has an option that is not known here: %s", given);
}

/* Takes env with its options and assignments from the words. */
static int env_words(program *p, words *w, env_state *e)
{
    size_t at = 1, next;
    for (; at < w->count && w->at[at][0] == '-'; at = next) {
        next = at + 1;
        if (strcmp(w->at[at], "--") == 0) {
            at++;
            break;
        }
        if (!env_option(p, w, at, &next, e)) return 0;
    }
    for (; at < w->count && strchr(w->at[at], '=') != NULL; at++) change(p, copy_of(w->at[at], strlen(w->at[at])));
    if (at == w->count) return stop(p, "env starts no program here");
    words_drop(w, at);
    return 1;
}

/* Wrappers -------------------------------------------------------------------------------------------------------------- */

/* NixOS moves a program X to .X-wrapped and puts a wrapper in its place, whose text has the whole path of it. */
static int unwrap(const char *file, char *wrapped)
{
    const char *slash = strrchr(file, '/');
    cli_buf b = {NULL, 0, 0};
    int found = 0;
    if (slash == NULL) return 0;
    cli_putf(&b, "%.*s/.%s-wrapped", (int)(slash - file), file, slash + 1);
    if (b.len < PATH_MAX && is_file(b.ptr)) {
        enum { MOST = 1 << 20 };
        char *text = (char *)cli_alloc(MOST, 1);
        FILE *f = fopen(file, "rb");
        const size_t n = f != NULL ? fread(text, 1, MOST, f) : 0;
        size_t i;
        if (f != NULL) fclose(f);
        for (i = 0; !found && i + b.len <= n; i++) found = memcmp(text + i, b.ptr, b.len) == 0;
        free(text);
        if (found) strcpy(wrapped, b.ptr);
    }
    cli_buf_free(&b);
    return found;
}

static int among(const char *const *names, const char *path)
{
    for (; *names != NULL; names++)
        if (strcmp(base_of(path), *names) == 0) return 1;
    return 0;
}

static const char *const shells[] = {"sh", "bash", "dash", "ash", "zsh", "ksh", "mksh", "fish", "busybox", NULL};

/* Programs that are there to start another one. */
static const char *const starters[] = {"bwrap", "catchsegv", "chroot", "chrt", "dbus-launch", "dbus-run-session", "doas", "firejail",
    "flatpak", "gdb", "ionice", "ltrace", "nice", "nohup", "nsenter", "numactl", "perf", "pkexec", "rr", "runuser", "script", "setpriv",
    "setsid", "snap", "stdbuf", "strace", "su", "sudo", "systemd-run", "taskset", "time", "timeout", "unshare", "valgrind", "xargs",
    NULL};

/* What a shell or another program that was given words may start is another process than the one that is asked about. */
static void note_start(program *p, const char *file, size_t count)
{
    if (p->starts[0] != 0 || count < 2) return;
    if (among(shells, file)) snprintf(p->starts, sizeof p->starts, "%s starts: this is what the shell gets", file);
    else if (among(starters, file)) snprintf(p->starts, sizeof p->starts, "%s starts: this is what %s itself gets", file, base_of(file));
}

/* Following ------------------------------------------------------------------------------------------------------------- */

/* From a file that the kernel is to start to the one that it loads: w becomes the interpreter's command line. */
static int through_scripts(program *p, words *w, char *file)
{
    int level;
    for (level = 0; level < 5; level++) {
        words head = {NULL, 0, 0};
        char real[PATH_MAX];
        const file_kind kind = kind_of(file, &head);
        if (kind == FILE_BINARY) return 1;
        if (kind == FILE_OTHER) return stop(p, "%s is neither a program nor a script, so what runs it is not known", file);
        if (realpath(file, real) != NULL && unwrap(real, file)) { /* the wrapper hands its own name on as argument 0 */
            set_comm(p, file);
            free(head.at[0]);
            if (head.count > 1) free(head.at[1]);
            free(head.at);
            continue;
        }
        free(w->at[0]);
        w->at[0] = copy_of(file, strlen(file));
        while (head.count > 0) words_add(w, 0, head.at[--head.count]);
        free(head.at);
        snprintf(p->argv0, sizeof p->argv0, "%s", w->at[0]);
        if (!is_file(w->at[0])) return stop(p, "%s, which is to run %s, is not there", w->at[0], file);
        if (among(shells, w->at[0]) && p->starts[0] == 0)
            snprintf(p->starts, sizeof p->starts, "%s starts: it is a shell script, and this is what the shell gets", file);
        snprintf(file, PATH_MAX, "%s", w->at[0]);
    }
    return stop(p, "%s is a script of a script of a script, too deep for the kernel", file);
}

int follow(program *p, const char *const *command, int count)
{
    words w = {NULL, 0, 0};
    env_state e = {NULL, NULL};
    char file[PATH_MAX], real[PATH_MAX];
    int i, level, known = 0;
    for (i = 0; i < count; i++) words_add(&w, w.count, copy_of(command[i], strlen(command[i])));
    for (level = 0; level < 8; level++) {
        if (!locate(p, e.folder, w.at[0], file)) {
            known = level == 0 ? -1 : stop(p, "%s, which env is to start, is not found", w.at[0]);
            break;
        }
        set_comm(p, w.at[0]);
        snprintf(p->argv0, sizeof p->argv0, "%s", e.argv0 != NULL ? e.argv0 : w.at[0]);
        if (!through_scripts(p, &w, file)) break;
        if (strcmp(base_of(file), "env") != 0) {
            note_start(p, file, w.count);
            known = realpath(file, real) != NULL;
            break;
        }
        if (w.count == 1 || !env_words(p, &w, &e)) {
            known = w.count == 1 && realpath(file, real) != NULL;
            break;
        }
    }
    if (known == 0 && p->stopped[0] == 0) stop(p, "what %s starts is not known", command[0]);
    if (known > 0 && unwrap(real, file)) {
        strcpy(real, file);
        set_comm(p, file);
    }
    if (known > 0) strcpy(p->exe, real);
    words_drop(&w, w.count);
    free(w.at);
    free(e.folder);
    free(e.argv0);
    return known != 0;
}
