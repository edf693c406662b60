/* Reads decimal digits from *p; moves *p past them. 1: a number; 0: no digit; -1: more than 64 bits (all digits are
   passed over). */
static int pfx_i_u64(const char **p, const char *end, uint64_t *out)
{
    const char *s = *p;
    const char *first;
    uint64_t v = 0;
    int fits = 1;
    const char *start = s;
    while (s < end && *s == '0') s++;
    first = s;
    for (; s < end && (unsigned char)(*s - '0') < 10; s++) {
        const uint64_t digit = (uint64_t)(unsigned char)(*s - '0');
        /* Nineteen digits always fit; the twentieth may. */
        if (s - first >= 19) {
            if (s - first >= 20 || v > (~(uint64_t)0 - digit) / 10) fits = 0;
        }
        v = v * 10 + digit;
    }
    *p = s;
    if (s == start) return 0;
    if (!fits) return -1;
    *out = v;
    return 1;
}
