/* Two codes side by side. */
#include "align.h"

#include "cli/cli.h"

#define FACTOR 0x9e3779b97f4a7c15u /* of the sum that stands for a run; odd */
#define ROUNDS 8                   /* in which pairs spread where control goes */

typedef struct half {
    const align_item *list;
    size_t count;
    uint32_t *of;
    uint32_t *next; /* by place: 1 + the next place with the same run */
} half;

/* A run of items, and where it occurs. */
typedef struct run {
    uint64_t sum;
    uint32_t times[2], first; /* first: 1 + its first place in b that has not been given */
} run;

typedef struct runs {
    run *list;
    size_t room; /* a power of two */
} runs;

uint64_t align_key(uint64_t from, const char *bytes, size_t len)
{
    uint64_t key = from ^ 14695981039346656037u;
    size_t i;
    for (i = 0; i < len; i++) key = (key ^ (unsigned char)bytes[i]) * 1099511628211u;
    key ^= key >> 29;
    key *= FACTOR;
    return (key ^ key >> 32) | 1;
}

static void pair(half *a, half *b, size_t i, size_t j)
{
    if (a->of[i] != 0 || b->of[j] != 0) return;
    a->of[i] = (uint32_t)j + 1;
    b->of[j] = (uint32_t)i + 1;
}

static run *run_of(runs *r, uint64_t sum)
{
    size_t at = (size_t)(sum ^ sum >> 31) & (r->room - 1);
    while (r->list[at].sum != sum && r->list[at].sum != 0) at = (at + 1) & (r->room - 1);
    r->list[at].sum = sum;
    return &r->list[at];
}

/* Sums of the runs of a length of items that have no partner; sums[i] is 0 where none begins at i. */
static void sum_runs(const half *h, int level, size_t length, uint64_t *sums)
{
    uint64_t sum = 0, last = 1;
    size_t i, n = 0;
    for (i = 1; i < length; i++) last *= FACTOR;
    for (i = 0; i < h->count; i++) {
        const uint64_t key = h->of[i] == 0 ? h->list[i].key[level] : 0;
        if (key == 0) n = 0;
        if (n == length) {
            sum -= last * h->list[i - length].key[level];
            n--;
        }
        if (n == 0) sum = 0;
        sum = sum * FACTOR + key;
        n += key != 0;
        sums[i] = 0;
        if (n == length) sums[i + 1 - length] = sum != 0 ? sum : 1;
    }
}

/* Runs that occur as often in both, in their order. */
static void pair_runs(half *a, half *b, runs *r, uint64_t *sums[2], int level, size_t length)
{
    size_t i, k;
    sum_runs(a, level, length, sums[0]);
    sum_runs(b, level, length, sums[1]);
    for (i = 0; i < r->room; i++) r->list[i].sum = r->list[i].times[0] = r->list[i].times[1] = r->list[i].first = 0;
    for (i = 0; i < a->count; i++)
        if (sums[0][i] != 0) run_of(r, sums[0][i])->times[0]++;
    for (i = b->count; i > 0; i--) {
        run *const at = sums[1][i - 1] != 0 ? run_of(r, sums[1][i - 1]) : NULL;
        if (at == NULL) continue;
        at->times[1]++;
        b->next[i - 1] = at->first;
        at->first = (uint32_t)i;
    }
    for (i = 0; i < a->count; i++) {
        run *const at = sums[0][i] != 0 ? run_of(r, sums[0][i]) : NULL;
        size_t j;
        if (at == NULL || at->times[0] != at->times[1]) continue;
        j = at->first - 1;
        at->first = b->next[j];
        for (k = 0; k < length; k++) pair(a, b, i + k, j + k);
    }
}

static int agree(const half *a, const half *b, size_t i, size_t j, int level)
{
    return a->of[i] == 0 && b->of[j] == 0 && a->list[i].key[level] != 0 && a->list[i].key[level] == b->list[j].key[level];
}

/* From each pair on to the items after it and before it; whether control goes to another pair. */
static int spread(half *a, half *b, int level)
{
    size_t i;
    int more = 0;
    for (i = 0; i + 1 < a->count; i++) {
        const size_t j = a->of[i]; /* the item after its partner */
        if (j > 0 && j < b->count && !a->list[i + 1].begins && !b->list[j].begins && agree(a, b, i + 1, j, level)) pair(a, b, i + 1, j);
    }
    for (i = a->count; i > 1; i--) {
        const size_t j = a->of[i - 1];
        if (j > 1 && !a->list[i - 1].begins && !b->list[j - 1].begins && agree(a, b, i - 2, j - 2, level)) pair(a, b, i - 2, j - 2);
    }
    for (i = 0; i < a->count; i++) {
        const size_t x = a->of[i] > 0 ? a->list[i].to : 0, y = a->of[i] > 0 ? b->list[a->of[i] - 1].to : 0;
        if (x == 0 || y == 0 || x > a->count || y > b->count || !agree(a, b, x - 1, y - 1, level)) continue;
        pair(a, b, x - 1, y - 1);
        more = 1;
    }
    return more;
}

void align(const align_item *a, size_t a_count, uint32_t *a_of, const align_item *b, size_t b_count, uint32_t *b_of)
{
    static const size_t lengths[] = {32, 8, 4, 2, 1};
    half x = {a, a_count, a_of, NULL}, y = {b, b_count, b_of, NULL};
    uint64_t *sums[2];
    runs r;
    size_t i;
    int level, round;
    if (a_count == 0 || b_count == 0) return;
    for (r.room = 64; r.room < 2 * (a_count + b_count); r.room *= 2) {}
    r.list = (run *)cli_alloc(r.room, sizeof *r.list);
    sums[0] = (uint64_t *)cli_alloc(a_count, sizeof *sums[0]);
    sums[1] = (uint64_t *)cli_alloc(b_count, sizeof *sums[1]);
    y.next = (uint32_t *)cli_alloc(b_count, sizeof *y.next);
    for (i = 0; i < sizeof lengths / sizeof *lengths; i++)
        for (level = ALIGN_EXACT; level <= ALIGN_LOOSE; level++) {
            pair_runs(&x, &y, &r, sums, level, lengths[i]);
            for (round = 0; spread(&x, &y, level) && round < ROUNDS; round++) {}
        }
    for (round = 0; spread(&x, &y, ALIGN_COARSE) && round < ROUNDS; round++) {}
    cli_free(y.next);
    cli_free(sums[0]);
    cli_free(sums[1]);
    cli_free(r.list);
}
