/* frama-c: -eva-precision 4 -eva-slevel 3000 -eva-split-return full
   ncurep.h: varints (at most 10 bytes are read, so any input), LEB128 numbers of line tables, one field of a message. */
#include "proof.h"
#define NCUREP_STATIC
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"

static void varint(void)
{
    EACH_TEXT(12) {
        uint64_t n = 0;
        const char *behind = ncurep_i_varint(begin, end, &n);
        proof(behind == NULL || (behind > begin && behind <= end));
    }
}

static void varint_long(void)
{
    EACH_TEXT(12) {
        uint64_t n = 0;
        const char *behind = ncurep_i_varint_long(begin, end, &n);
        proof(behind == NULL || (behind > begin && behind <= end));
    }
}

static void leb128(void)
{
    EACH_TEXT(16) {
        uint64_t n = 0;
        const char *p = begin;
        if (ncurep_i_uleb(&p, end, &n)) proof(p > begin && p <= end);
        p = begin;
        if (ncurep_i_sleb(&p, end, &n)) proof(p > begin && p <= end);
    }
}

int main(void)
{
    varint();
    varint_long();
    leb128();
    return 0;
}
