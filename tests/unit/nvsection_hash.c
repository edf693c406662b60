/* The hash of names, and a tree that names cannot make deep. */
#define NVS_IMPLEMENTATION
#include "nvsection.h"
#include "nvsection_calls.h"
#include "run.h"

static uint64_t rotated(uint64_t v, unsigned by) { return (v << by) + (v >> (64 - by)); }

static void round_of(uint64_t *a, uint64_t *b, uint64_t *c, uint64_t *d)
{
    *a += *b, *b = rotated(*b, 13), *b ^= *a, *a = rotated(*a, 32);
    *c += *d, *d = rotated(*d, 16), *d ^= *c;
    *a += *d, *d = rotated(*d, 21), *d ^= *a;
    *c += *b, *b = rotated(*b, 17), *b ^= *c, *c = rotated(*c, 32);
}

/* SipHash-1-3 over the name, zeros up to a whole word, and its length as one more word. */
static uint64_t slow(const char *name, size_t len)
{
    uint64_t a = 0x2d1f0e9c6c8b7a55u, b = 0x1b8735939e3779b9u, c = 0x7f4a7c1585ebca6bu, d = 0x52dce72938495ab5u;
    size_t words = (len + 7) / 8, i, k;
    for (i = 0; i <= words; i++) {
        uint64_t w = i == words ? len : 0;
        for (k = 0; i < words && k < 8 && 8 * i + k < len; k++) w += (uint64_t)(unsigned char)name[8 * i + k] << (8 * k);
        d ^= w;
        round_of(&a, &b, &c, &d);
        a ^= w;
    }
    c ^= 0xff;
    for (i = 0; i < 3; i++) round_of(&a, &b, &c, &d);
    return a ^ b ^ c ^ d;
}

static void as_described(void)
{
    char name[64];
    nvs_view v;
    unsigned seed = 5, i;
    for (v.len = 0; v.len < sizeof name; v.len++) {
        for (i = 0; i < sizeof name; i++) {
            seed = seed * 1103515245u + 12345u;
            name[i] = (char)(unsigned char)(seed >> 16);
        }
        v.ptr = name;
        CHECK_U64(slow(name, v.len), nvs_i_hash(v));
    }
}

/* Names that differ little make a tree as flat as names that differ in everything. */
static void flat(void)
{
    enum { NAMES = 20000 };
    static char names[NAMES][24];
    nvs_i_arena arena;
    nvs_i_tree tree;
    unsigned i, deepest = 0;
    memset(&tree, 0, sizeof tree);
    if (!CHECK(nvs_i_arena_open(&arena, NULL))) return;
    for (i = 0; i < NAMES; i++) {
        const nvs_i_entry *e;
        nvs_view v;
        uint64_t bits;
        unsigned depth = 0;
        sprintf(names[i], "sm__inst_%u", i);
        v.ptr = names[i];
        v.len = strlen(names[i]);
        if (!CHECK(nvs_i_entry_of(&tree, v, &arena) != NULL)) break;
        bits = nvs_i_hash(v);
        for (e = tree.top; e != NULL && e->name.ptr != names[i]; e = e->branch[bits & 3], bits = bits >> 2 | bits << 62) depth++;
        CHECK(e != NULL && e->hash == nvs_i_hash(v));
        if (depth > deepest) deepest = depth;
    }
    CHECK(deepest >= 7 && deepest < 20); /* 4^7 < 20000 */
    nvs_i_arena_close(&arena);
}

int main(void)
{
    RUN(as_described);
    RUN(flat);
    return run_end();
}
