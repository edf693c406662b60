/* First byte c in [p, end), or end. */
static const char *pfx_i_find(const char *p, const char *end, char c)
{
#ifdef PFX_NO_LIBC
    while (p < end && *p != c) {
        p++;
        PFX_I_PLAIN_LOOP;
    }
    return p;
#else
    const void *at = p < end ? memchr(p, PFX_I_CAST(unsigned char, c), PFX_I_CAST(size_t, end - p)) : NULL;
    return at != NULL ? PFX_I_PTR(const char *, at) : end;
#endif
}
