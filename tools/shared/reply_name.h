PFX_API const char *pfx_reply_name(pfx_reply reply)
{
#define PFX_I_NUMBERED_WORD(name, word, number) word "\0"
    return pfx_i_nth_word(PFX_REPLIES(PFX_I_NUMBERED_WORD), (unsigned)reply + 3);
#undef PFX_I_NUMBERED_WORD
}
