/* Names of metrics and kernels in ncurep.h: what a name says, its description, patterns. Byte 0: flags, byte 1: where
   the pattern ends; then the pattern and the name. */
#define NCUREP_ASSERT(e) ((e) ? (void)0 : abort())
#include <stdlib.h>
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"
#include "../tests/ncurep_calls.h"

#include "../examples/shared/report/model/metric_text.c"
#include "ncurep_fuzz.h"

/* A glob matched the slow way: "*" is any bytes, "?" one. A table of ends makes it neither recursive nor clever. */
static int glob(const char *p, size_t pn, const char *s, size_t sn)
{
    static unsigned char reach[2][1025];
    size_t i, k;
    unsigned row = 0;
    memset(reach[0], 0, sizeof reach[0]);
    reach[0][0] = 1;
    for (i = 0; i < pn; i++, row ^= 1) {
        memset(reach[row ^ 1], 0, sizeof reach[0]);
        for (k = 0; k <= sn; k++) {
            if (p[i] == '*') reach[row ^ 1][k] = reach[row][k] || (k > 0 && reach[row ^ 1][k - 1]);
            else if (k > 0) reach[row ^ 1][k] = reach[row][k - 1] && (p[i] == '?' || p[i] == s[k - 1]);
        }
    }
    return reach[row][sn];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    heap h;
    ncurep_memory memory;
    ncurep_error error;
    metric_facts facts, again;
    ncurep_pattern *pattern;
    const char *text, *name;
    size_t pn, n;
    if (size < 2) return 0;
    memset(&h, 0, sizeof h);
    memset(&memory, 0, sizeof memory);
    text = (const char *)data + 2;
    pn = data[1] < size - 2 ? data[1] : size - 2;
    name = text + pn;
    n = size - 2 - pn;
    memory.allocator.alloc_fn = take;
    memory.allocator.free_fn = give;
    memory.allocator.user = &h;
    h.fail = data[0] >> 4;

    metric_describe(view_of(name, n), &facts);
    must(facts.prefix.len + facts.base.len + facts.suffix.len <= n && memchr(facts.unit, 0, sizeof facts.unit) != NULL);
    if (facts.base.len > 0) must(facts.base.ptr >= name && facts.base.ptr + facts.base.len <= name + n);
    metric_describe(view_of(name, n), &again);
    must(again.type == facts.type && again.subtype == facts.subtype && again.rollup == facts.rollup && strcmp(again.unit, facts.unit) == 0);

    pattern = open_pattern(view_of(text, pn), data[0] & 1 ? 1 : 0, &memory, &error);
    if (pattern == NULL) {
        must(error.code == NCUREP_MEMORY || error.code == NCUREP_SYNTAX || error.code == NCUREP_LIMIT);
        must(error.code != NCUREP_SYNTAX || error.offset <= pn);
    } else {
        const int matches = ncurep_pattern_match(pattern, view_of(name, n));
        must(matches == ncurep_pattern_match(pattern, view_of(name, n)));
        if (pn < 6 || memcmp(text, "regex:", 6) != 0) {
            if ((data[0] & 1) == 0) must(matches == (pn == n && memcmp(text, name, n) == 0));
            else if (n <= 1024) must(matches == glob(text, pn, name, n));
        }
    }
    ncurep_pattern_close(pattern);
    must(h.live == 0);
    return 0;
}
