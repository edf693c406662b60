/* Words lie one after the other in one literal, each ended by a zero byte: pointers to them would be relocated. */
#define PFX_I_WORD(name, word) word "\0"

/* Word i, or "?". */
static const char *pfx_i_nth_word(const char *words, unsigned i)
{
    for (; *words != '\0'; words++) {
        if (i-- == 0) return words;
        for (; *words != '\0'; words++) PFX_I_PLAIN_LOOP;
    }
    return "?";
}

/* Defines the function that gives the words of an enum. */
#define PFX_I_DEFINE_NAME(noun, ROWS) \
    PFX_API const char *pfx_##noun##_name(pfx_##noun value) \
    { \
        return pfx_i_nth_word(ROWS(PFX_I_WORD), (unsigned)value); \
    }

PFX_I_DEFINE_NAME(code, PFX_CODES)
