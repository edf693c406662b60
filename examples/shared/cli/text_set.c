/* Texts and their numbers: a tree of bits, which no choice of texts can make slow. */
#include "text_set.h"
#include "cli.h"

#include <stdlib.h>
#include <string.h>

/* Nine bits a byte: the first is 1, and 0 after the end. */
static unsigned bit_of(const char *text, size_t len, size_t bit)
{
    const size_t byte = bit / 9, in = bit % 9;
    if (byte >= len) return 0;
    return in == 0 ? 1u : (unsigned)(unsigned char)text[byte] >> (8 - in) & 1u;
}

/* The text that shares most bits with this one, of at least one. */
static size_t nearest(const text_set *n, const char *text, size_t len)
{
    size_t at = n->root;
    while (at % 2 == 0) at = n->forks[at / 2].to[bit_of(text, len, n->forks[at / 2].bit)];
    return at / 2;
}

static int is_same(const set_text *x, const char *text, size_t len)
{
    return x->len == len && memcmp(x->text, text, len) == 0;
}

size_t set_find(const text_set *n, const char *text, size_t len)
{
    size_t i;
    if (n->count == 0) return NOT_IN_SET;
    i = nearest(n, text, len);
    return is_same(&n->list[i], text, len) ? i : NOT_IN_SET;
}

static size_t add(text_set *n, const char *text, size_t len, int copy)
{
    size_t bit = 0, *at = &n->root;
    set_text *x;
    if (n->count > 0) {
        const size_t near = nearest(n, text, len);
        const set_text *other = &n->list[near];
        if (is_same(other, text, len)) return near;
        while (bit / 9 < len && bit / 9 < other->len && text[bit / 9] == other->text[bit / 9]) bit += 9;
        while (bit_of(text, len, bit) == bit_of(other->text, other->len, bit)) bit++;
        n->forks = (set_fork *)cli_grow(n->forks, &n->fork_room, n->count, sizeof *n->forks);
        while (*at % 2 == 0 && n->forks[*at / 2].bit < bit) at = &n->forks[*at / 2].to[bit_of(text, len, n->forks[*at / 2].bit)];
        n->forks[n->count - 1].bit = bit;
        n->forks[n->count - 1].to[bit_of(text, len, bit)] = 2 * n->count + 1;
        n->forks[n->count - 1].to[!bit_of(text, len, bit)] = *at;
        *at = 2 * (n->count - 1);
    } else n->root = 1;
    n->list = (set_text *)cli_grow(n->list, &n->room, n->count + 1, sizeof *n->list);
    x = &n->list[n->count];
    if (copy) {
        char *own = (char *)cli_alloc(len + 1, 1);
        if (len > 0) memcpy(own, text, len);
        text = own;
    }
    x->text = text;
    x->len = len;
    x->is_copy = copy;
    return n->count++;
}

size_t set_add(text_set *n, const char *text, size_t len) { return add(n, text, len, 1); }
size_t set_refer(text_set *n, const char *text, size_t len) { return add(n, text, len, 0); }

void set_free(text_set *n)
{
    size_t i;
    for (i = 0; i < n->count; i++)
        if (n->list[i].is_copy) cli_free((void *)(uintptr_t)n->list[i].text);
    cli_free(n->list);
    cli_free(n->forks);
    memset(n, 0, sizeof *n);
}
