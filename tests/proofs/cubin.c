/* frama-c: -eva-precision 4 -eva-slevel 3000 -eva-split-return full
   cubin.h: LEB128 numbers of line tables. */
#include "proof.h"
#define CUBIN_STATIC
#define CUBIN_IMPLEMENTATION
#include "cubin.h"

static void leb128(void)
{
    EACH_TEXT(16) {
        uint64_t n = 0;
        const char *p = begin;
        if (cubin_i_uleb(&p, end, &n)) proof(p > begin && p <= end);
        p = begin;
        if (cubin_i_sleb(&p, end, &n)) proof(p > begin && p <= end);
    }
}

int main(void)
{
    leb128();
    return 0;
}
