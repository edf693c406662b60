/* For the proofs: a text of LENGTH bytes with any content, at the very end of an object (so that a read after it is a read
   outside) or at its very start, for each LENGTH from 0 to MOST; and what must hold. */
#ifndef PROOF_H
#define PROOF_H
#include <stddef.h>
#include <stdint.h>
#include "__fc_builtin.h"

static char proof_bytes[64];

/*@ requires holds: condition != 0;
    assigns \nothing; */
void proof(int condition);

#define EACH_TEXT(most) \
    const char *const start = proof_bytes, *begin = start, *end = start; \
    size_t length; \
    for (length = 0; length <= 2 * (most) + 1; length++) \
        if (begin = length > (most) ? start : start + sizeof proof_bytes - length, \
            end = length > (most) ? start + (length - (most) - 1) : start + sizeof proof_bytes, \
            Frama_C_make_unknown(proof_bytes, sizeof proof_bytes), 1)
#endif
