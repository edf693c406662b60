#include "settings.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const option_word panels[] = {{"full", PANEL_FULL}, {"short", PANEL_SHORT}, {"none", PANEL_NONE}, {NULL, 0}};
static const option_word answers[] = {{"no", 0}, {"yes", 1}, {NULL, 0}};

int settings_path(cli_buf *path)
{
    const char *folder = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    /* A relative path is to be ignored [XDG Base Directory Specification]. */
    if (folder != NULL && folder[0] == '/') cli_putf(path, "%s/drmtop/settings", folder);
    else if (home != NULL && home[0] == '/') cli_putf(path, "%s/.config/drmtop/settings", home);
    else return 0;
    return 1;
}

int settings_columns(const char *text, unsigned *columns, const char **bad, size_t *len)
{
    unsigned on = 0;
    const char *p = text + strspn(text, ", ");
    if (strcmp(text, "auto") == 0) {
        *columns = 0;
        return 0;
    }
    *bad = text;
    *len = strlen(text);
    for (; *p != 0; p += strspn(p, ", ")) {
        const size_t n = strcspn(p, ", ");
        int i;
        for (i = 0; i < COLS && !(strlen(column_names[i]) == n && memcmp(column_names[i], p, n) == 0); i++) {
        }
        if (i == COLS) {
            *bad = p;
            *len = n;
            return -1;
        }
        on |= 1u << i;
        p += n;
    }
    if (on == 0) return -1;
    *columns = on;
    return 0;
}

static int word_in(const char *word, const option_word *words, int *to)
{
    for (; words->text != NULL; words++)
        if (strcmp(word, words->text) == 0) {
            *to = words->value;
            return 1;
        }
    return 0;
}

/* One setting; 0: it is not understood. */
static int take(screen *s, model *m, const char *key, const char *word)
{
    char *end;
    const char *bad;
    size_t len;
    double seconds;
    if (strcmp(key, "interval") == 0) {
        seconds = word[0] >= '0' && word[0] <= '9' ? strtod(word, &end) : 0;
        if (seconds < 0.05 || seconds > 3600 || *end != 0) return 0;
        s->interval = (int64_t)(seconds * 1000 + 0.5) * 1000000;
        return 1;
    }
    if (strcmp(key, "sort") == 0) return word_in(word, sort_words, &m->sort);
    if (strcmp(key, "reverse") == 0) return word_in(word, answers, &m->reverse);
    if (strcmp(key, "tree") == 0) return word_in(word, tree_words, &m->tree);
    if (strcmp(key, "full") == 0) return word_in(word, answers, &m->full);
    if (strcmp(key, "devices") == 0) return word_in(word, panels, &s->panel);
    if (strcmp(key, "columns") == 0) return settings_columns(word, &s->columns_on, &bad, &len) == 0;
    return 0;
}

void settings_read(const cli *c, screen *s, model *m, cli_buf *b)
{
    cli_buf path = {NULL, 0, 0};
    struct stat st;
    char *text, *line, *next;
    size_t len;
    int number = 0;
    if (!settings_path(&path) || stat(path.ptr, &st) != 0) {
        cli_buf_free(&path);
        return;
    }
    text = cli_read_most(c, path.ptr, 65536, &len, NULL);
    for (line = text; line != NULL; line = next) {
        char *word;
        next = strchr(line, '\n');
        if (next != NULL) *next++ = 0;
        number++;
        line += strspn(line, " \t");
        if (line[0] == 0 || line[0] == '#') continue;
        word = line + strcspn(line, " \t");
        if (*word != 0) *word++ = 0;
        word += strspn(word, " \t");
        if (take(s, m, line, word) || b->len > 0) continue;
        cli_putf(b, "%s:%d:1: error: not understood: ", path.ptr, number);
        cli_put_safe(b, line, strlen(line));
    }
    free(text);
    cli_buf_free(&path);
}

/* The folders of a path. */
static void make_folders(char *path)
{
    char *slash = path;
    while ((slash = strchr(slash + 1, '/')) != NULL) {
        *slash = 0;
        (void)mkdir(path, 0700); /* writing the file says what is wrong */
        *slash = '/';
    }
}

int settings_write(const cli *c, const screen *s, const model *m)
{
    cli_buf path = {NULL, 0, 0}, b = {NULL, 0, 0};
    int i, ok;
    if (!settings_path(&path)) {
        cli_error(c, "neither XDG_CONFIG_HOME nor HOME says where settings go");
        return 0;
    }
    cli_putf(&b, "# Written by drmtop, key W. Options override it.\n");
    cli_putf(&b, "interval %g\nsort %s\nreverse %s\n", (double)s->interval / 1e9, sort_words[m->sort].text, answers[m->reverse].text);
    cli_putf(&b, "tree %s\nfull %s\ndevices %s\ncolumns", tree_words[m->tree].text, answers[m->full].text, panels[s->panel].text);
    if (s->columns_on == 0) cli_putf(&b, " auto");
    for (i = 0; i < COLS; i++)
        if ((s->columns_on & 1u << i) != 0) cli_putf(&b, " %s", column_names[i]);
    cli_putf(&b, "\n");
    make_folders(path.ptr);
    ok = cli_replace(c, path.ptr, NULL, b.ptr, b.len);
    cli_buf_free(&path);
    cli_buf_free(&b);
    return ok;
}
