#ifndef PFX_ASSERT
#define PFX_ASSERT(e) ((void)0)
#endif

/* Keeps compilers from turning the loops below back into calls of memcpy and memset, which NO_LIBC builds lack. */
#if defined(PFX_NO_LIBC) && (defined(__GNUC__) || defined(__clang__))
#define PFX_I_PLAIN_LOOP __asm__ __volatile__("")
#else
#define PFX_I_PLAIN_LOOP ((void)0)
#endif

static void pfx_i_copy(void *to, const void *from, size_t n)
{
#ifdef PFX_NO_LIBC
    unsigned char *t = (unsigned char *)to;
    const unsigned char *f = (const unsigned char *)from;
    for (; n > 0; n--) {
        *t++ = *f++;
        PFX_I_PLAIN_LOOP;
    }
#else
    if (n > 0) memcpy(to, from, n);
#endif
}

static void pfx_i_zero(void *to, size_t n)
{
#ifdef PFX_NO_LIBC
    unsigned char *t = (unsigned char *)to;
    for (; n > 0; n--) {
        *t++ = 0;
        PFX_I_PLAIN_LOOP;
    }
#else
    if (n > 0) memset(to, 0, n);
#endif
}

static int pfx_i_equal(const void *a, const void *b, size_t n)
{
#ifdef PFX_NO_LIBC
    const unsigned char *x = (const unsigned char *)a;
    const unsigned char *y = (const unsigned char *)b;
    for (; n > 0; n--) {
        if (*x++ != *y++) return 0;
        PFX_I_PLAIN_LOOP;
    }
    return 1;
#else
    return n == 0 || memcmp(a, b, n) == 0;
#endif
}
