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
    const void *at = p < end ? memchr(p, (unsigned char)c, (size_t)(end - p)) : NULL;
    return at != NULL ? (const char *)at : end;
#endif
}
