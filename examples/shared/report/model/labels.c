/* Names of kernels that are told apart. */
#include "labels.h"
#include "names.h"

#include <stdlib.h>
#include <string.h>

size_t labels_add(labels *x, const ncurep_result *r, name_base base)
{
    const ncurep_view full = full_name(r), name = base == BASE_DEFAULT ? result_name(r) : full;
    cli_buf key = {NULL, 0, 0};
    size_t i;
    cli_put(&key, name.ptr, name.len);
    cli_put(&key, "", 1);
    cli_put(&key, full.ptr, full.len);
    i = set_add(&x->keys, key.ptr, key.len);
    cli_buf_free(&key);
    if (i < x->count) return i;
    x->list = (label *)cli_grow(x->list, &x->room, x->count + 1, sizeof *x->list);
    memset(&x->list[i], 0, sizeof *x->list);
    x->list[i].name = copy_text(name.ptr, name.len);
    x->list[i].full = copy_text(full.ptr, full.len);
    return x->count++;
}

/* A word, a number, or any other character. */
typedef struct token {
    const char *ptr;
    size_t len;
} token;

static int in_word(char ch)
{
    return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || (ch >= '0' && ch <= '9') || ch == '_' || ch == '$' || (ch & 0x80) != 0;
}

static token *tokens_of(const char *text, size_t *count)
{
    token *list = (token *)cli_alloc(strlen(text) + 1, sizeof *list);
    *count = 0;
    while (*text != 0) {
        token *t = &list[*count];
        t->ptr = text;
        if (in_word(*text))
            while (in_word(*text)) text++;
        else text++;
        t->len = (size_t)(text - t->ptr);
        *count += *t->ptr != ' ';
    }
    return list;
}

static int same_token(const token *a, const token *b) { return a->len == b->len && memcmp(a->ptr, b->ptr, a->len) == 0; }

#define LONG 160

/* Tokens that are kept, with commas for what is left out between them. */
static char *join(const char *name, const token *t, size_t count, const unsigned char *keep)
{
    cli_buf b = {NULL, 0, 0};
    size_t i, before = count;
    cli_putf(&b, "%s<", name);
    for (i = 0; i < count; i++) {
        if (!keep[i]) continue;
        if (before < count && before + 1 < i) cli_put(&b, ",", 1);
        else if (before < count && in_word(t[before].ptr[0]) && in_word(*t[i].ptr)) cli_put(&b, " ", 1);
        cli_put(&b, t[i].ptr, t[i].len);
        before = i;
        if (b.len > LONG) { /* the full name is elsewhere */
            cli_put(&b, "...", 3);
            break;
        }
    }
    cli_put(&b, ">", 1);
    return b.ptr;
}

/* Kernels of one name: what is the same token by token goes; where they are not of as many tokens, what is the same at the
   begin and at the end. */
static void tell_apart(label **list, size_t count)
{
    token **tokens = (token **)cli_alloc(count, sizeof *tokens);
    size_t *counts = (size_t *)cli_alloc(count, sizeof *counts), most = 0, first, last = 0, i, k;
    unsigned char *keep;
    int even = 1;
    for (i = 0; i < count; i++) {
        tokens[i] = tokens_of(list[i]->full, &counts[i]);
        even &= counts[i] == counts[0];
        if (counts[i] > most) most = counts[i];
    }
    first = counts[0];
    for (i = 1; i < count; i++) {
        for (k = 0; k < first && k < counts[i] && same_token(&tokens[0][k], &tokens[i][k]); k++) {}
        first = k;
    }
    last = counts[0] - first;
    for (i = 1; i < count; i++) {
        for (k = 0; k < last && k < counts[i] - first && same_token(&tokens[0][counts[0] - 1 - k], &tokens[i][counts[i] - 1 - k]); k++) {}
        last = k;
    }
    keep = (unsigned char *)cli_alloc(most + 1, 1);
    for (i = 1; even && i < count; i++)
        for (k = 0; k < most; k++) keep[k] |= (unsigned char)!same_token(&tokens[0][k], &tokens[i][k]);
    for (i = 0; i < count; i++) {
        for (k = 0; !even && k < most; k++) keep[k] = k >= first && k < counts[i] - last;
        list[i]->text = join(list[i]->name, tokens[i], counts[i], keep);
        cli_free(tokens[i]);
    }
    cli_free(keep);
    cli_free(counts);
    cli_free(tokens);
}

static int by_name(const void *a, const void *b)
{
    const label *x = *(label *const *)a, *y = *(label *const *)b;
    const int c = strcmp(x->name, y->name);
    return c != 0 ? c : x < y ? -1 : x > y;
}

void labels_make(labels *x)
{
    label **list = (label **)cli_alloc(x->count + 1, sizeof *list);
    size_t i, from;
    for (i = 0; i < x->count; i++) list[i] = &x->list[i];
    if (x->count > 0) qsort(list, x->count, sizeof *list, by_name);
    for (from = 0; from < x->count; from = i) {
        for (i = from; i < x->count && strcmp(list[i]->name, list[from]->name) == 0; i++) {}
        if (i - from > 1) tell_apart(list + from, i - from);
        else list[from]->text = copy_text(list[from]->name, strlen(list[from]->name));
    }
    cli_free(list);
}

void labels_free(labels *x)
{
    size_t i;
    for (i = 0; i < x->count; i++) {
        cli_free(x->list[i].name);
        cli_free(x->list[i].full);
        cli_free(x->list[i].text);
    }
    cli_free(x->list);
    set_free(&x->keys);
    memset(x, 0, sizeof *x);
}
