/* frama-c: -eva-precision 4 -eva-slevel 3000 -eva-split-return full
   ncurep.h: varints; at most 10 bytes are read, so any input. */
#include "proof.h"
#define NCUREP_STATIC
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"

static void varint(void)
{
    EACH_TEXT(12) {
        uint64_t n = 0;
        const char *after = ncurep_i_varint(begin, end, &n);
        proof(after == NULL || (after > begin && after <= end));
    }
}

static void varint_long(void)
{
    EACH_TEXT(12) {
        uint64_t n = 0;
        const char *after = ncurep_i_varint_long(begin, end, &n);
        proof(after == NULL || (after > begin && after <= end));
    }
}

int main(void)
{
    varint();
    varint_long();
    return 0;
}
