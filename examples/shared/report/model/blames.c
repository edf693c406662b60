/* Who waits for whom. */
#include "blames.h"

#include <string.h>

typedef struct joining {
    why_blame last;
    int has;
    void (*take_fn)(const why_blame *x, void *user);
    void *user;
} joining;

static void join(const why_blame *one, void *user)
{
    joining *const x = (joining *)user;
    if (x->has && x->last.waiter == one->waiter && x->last.row == one->row && x->last.kind == one->kind && x->last.proof == one->proof) {
        x->last.samples += one->samples;
        return;
    }
    if (x->has) x->take_fn(&x->last, x->user);
    x->last = *one;
    x->has = 1;
}

void blames_each(listing *l, void (*take_fn)(const why_blame *x, void *user), void *user)
{
    joining x;
    memset(&x, 0, sizeof x);
    x.take_fn = take_fn;
    x.user = user;
    why_each(l, join, &x);
    if (x.has) take_fn(&x.last, user);
}

static void take(const why_blame *one, void *user)
{
    blames *const x = (blames *)user;
    x->list = (why_blame *)cli_grow(x->list, &x->room, x->count + 1, sizeof *x->list);
    x->list[x->count++] = *one;
    x->first[one->waiter + 1] = (uint32_t)x->count;
}

void blames_of(blames *x, listing *l)
{
    size_t i, sum = 0;
    memset(x, 0, sizeof *x);
    x->first = (uint32_t *)cli_alloc(l->count + 1, sizeof *x->first);
    x->of = (uint32_t *)cli_alloc(l->count + 2, sizeof *x->of);
    blames_each(l, take, x);
    for (i = 0; i < l->count; i++)
        if (x->first[i + 1] == 0) x->first[i + 1] = x->first[i];
    x->by_row = (uint32_t *)cli_alloc(x->count, sizeof *x->by_row);
    for (i = 0; i < x->count; i++) x->of[x->list[i].row + 1] += x->list[i].row != x->list[i].waiter;
    for (i = 0; i < l->count + 1; i++) {
        const uint32_t here = x->of[i + 1];
        x->of[i + 1] = (uint32_t)sum; /* moves to its end as it is filled */
        sum += here;
    }
    for (i = 0; i < x->count; i++)
        if (x->list[i].row != x->list[i].waiter) x->by_row[x->of[x->list[i].row + 1]++] = (uint32_t)i;
}

void blames_free(blames *x)
{
    cli_free(x->list);
    cli_free(x->first);
    cli_free(x->by_row);
    cli_free(x->of);
    memset(x, 0, sizeof *x);
}
