/* The double with these bits. */
static double pfx_i_double_of(uint64_t bits)
{
    double d;
    pfx_i_copy(&d, &bits, sizeof d);
    return d;
}

/* Unsigned big numbers, least word first. 80 words, 2560 bits, hold all that pfx_i_double needs: at most 770 digits,
   below 10^770 < 2^2558, and powers of five up to 5^(770 + 325) < 2^2543. Lined up, neither is longer than the longer
   one was; the dividend, below the divisor from then on, needs one bit more when it is doubled. */
#define PFX_I_BIG 80

typedef struct pfx_i_big {
    uint32_t w[PFX_I_BIG];
    unsigned n; /* words in use; the last one is not 0 */
} pfx_i_big;

static void pfx_i_big_mul(pfx_i_big *b, uint32_t by, uint32_t add)
{
    uint64_t carry = add;
    unsigned i;
    for (i = 0; i < b->n; i++) {
        carry += (uint64_t)b->w[i] * by;
        b->w[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry != 0 && b->n < PFX_I_BIG) b->w[b->n++] = (uint32_t)carry;
}

/* b *= 5^five. */
static void pfx_i_big_power(pfx_i_big *b, unsigned five)
{
    for (; five >= 13; five -= 13) pfx_i_big_mul(b, 1220703125u, 0);
    for (; five > 0; five--) pfx_i_big_mul(b, 5, 0);
}

static void pfx_i_big_shift(pfx_i_big *b, unsigned bits)
{
    const unsigned words = bits / 32;
    unsigned i;
    for (i = 0; i < bits % 32; i++) pfx_i_big_mul(b, 2, 0);
    if (words == 0 || b->n == 0 || b->n + words > PFX_I_BIG) return;
    for (i = b->n; i-- > 0;) b->w[i + words] = b->w[i];
    pfx_i_zero(b->w, words * sizeof *b->w);
    b->n += words;
}

static unsigned pfx_i_big_bits(const pfx_i_big *b)
{
    unsigned bits = 0;
    uint32_t top;
    if (b->n == 0) return 0;
    for (top = b->w[b->n - 1]; top != 0; top >>= 1) bits++;
    return (b->n - 1) * 32 + bits;
}

/* a -= b if a >= b; whether it did. */
static int pfx_i_big_take(pfx_i_big *a, const pfx_i_big *b)
{
    uint64_t borrow = 0;
    unsigned i = a->n;
    if (a->n < b->n) return 0;
    if (a->n == b->n) {
        while (i > 0 && a->w[i - 1] == b->w[i - 1]) i--;
        if (i > 0 && a->w[i - 1] < b->w[i - 1]) return 0;
    }
    for (i = 0; i < a->n; i++) {
        const uint64_t take = (i < b->n ? b->w[i] : 0) + borrow;
        borrow = a->w[i] < take;
        a->w[i] = (uint32_t)(a->w[i] - take);
    }
    while (a->n > 0 && a->w[a->n - 1] == 0) a->n--;
    return 1;
}

/* num / den x 2^two, rounded to nearest, ties to even. Both are used up. den is not 0. */
static double pfx_i_big_ratio(pfx_i_big *num, pfx_i_big *den, int two)
{
    uint64_t q = 0;
    int exponent, bits, i;
    if (num->n == 0) return 0;
    /* Line them up so that 1/2 < num/den < 2; the value is num/den x 2^(exponent + two). */
    exponent = (int)pfx_i_big_bits(num) - (int)pfx_i_big_bits(den);
    if (exponent < 0) pfx_i_big_shift(num, (unsigned)(-exponent));
    else pfx_i_big_shift(den, (unsigned)exponent);
    if (pfx_i_big_take(num, den)) q = 1;
    else { /* below 1: doubling once more puts it in [1, 2) */
        pfx_i_big_mul(num, 2, 0);
        (void)pfx_i_big_take(num, den);
        q = 1;
        exponent--;
    }
    exponent += two;
    if (exponent > 1023) return pfx_i_double_of((uint64_t)0x7ff << 52);
    if (exponent < -1075) return 0;
    bits = exponent < -1022 ? 52 - (-1022 - exponent) : 52; /* after the point; -1 for the half of the least number */
    for (i = 0; i < bits; i++) {
        pfx_i_big_mul(num, 2, 0);
        q = q * 2 + (uint64_t)pfx_i_big_take(num, den);
    }
    if (bits < 0) { /* from half the least number on, below the least: only more than the half rounds up */
        q = num->n != 0;
        return pfx_i_double_of(q);
    }
    pfx_i_big_mul(num, 2, 0);
    if (pfx_i_big_take(num, den) && (num->n != 0 || (q & 1) != 0)) q++;
    /* A carry out of the fraction falls into the exponent, as it should, up to infinity. */
    if (exponent < -1022) return pfx_i_double_of(q);
    return pfx_i_double_of(((uint64_t)(exponent + 1022) << 52) + q);
}

/* The double nearest to digits [. digits] [e|E [+|-] digits], ties to even; infinity above the range. The caller has
   checked the form: at least one digit in the mantissa, and in the exponent if there is one. */
static double pfx_i_double(const char *p, const char *end)
{
    static const double ten[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
                                 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    const char *s;
    uint64_t small = 0;
    unsigned digits = 0; /* significant ones */
    int64_t scale = 0;   /* value = the digits x 10^scale */
    int64_t exponent = 0;
    int point = 0, negative = 0, rest = 0;
    pfx_i_big num, den;
    for (s = p; s < end && *s != 'e' && *s != 'E'; s++) {
        if (*s == '.') {
            point = 1;
            continue;
        }
        if (*s != '0' || digits > 0) {
            if (digits < 769) {
                digits++;
                if (digits <= 19) small = small * 10 + (uint64_t)(unsigned char)(*s - '0');
            } else {
                scale++;
                if (*s != '0') rest = 1;
            }
        }
        scale -= point;
    }
    if (s < end) {
        s++;
        if (s < end && (*s == '+' || *s == '-')) negative = *s++ == '-';
        for (; s < end; s++)
            if (exponent < ((int64_t)1 << 56)) exponent = exponent * 10 + (*s - '0');
        scale += negative ? -exponent : exponent;
    }
    if (digits == 0) return 0;
    if (digits <= 15 && scale >= -22 && scale <= 22) /* both exact, so one correctly rounded operation */
        return scale < 0 ? (double)small / ten[-scale] : (double)small * ten[scale];
    if (scale + (int64_t)digits > 310) return pfx_i_double_of((uint64_t)0x7ff << 52);
    if (scale + (int64_t)digits < -325) return 0;
    num.n = den.n = 0;
    pfx_i_big_mul(&den, 0, 1);
    digits = 0;
    for (s = p; s < end && *s != 'e' && *s != 'E'; s++) {
        if (*s == '.' || (*s == '0' && digits == 0)) continue;
        if (digits++ == 769) break;
        pfx_i_big_mul(&num, 10, (uint32_t)(unsigned char)(*s - '0'));
    }
    if (rest) { /* 769 digits decide, except for an exact tie: a last digit that means "a little more" breaks it */
        pfx_i_big_mul(&num, 10, 1);
        scale--;
    }
    if (scale >= 0) pfx_i_big_power(&num, (unsigned)scale);
    else pfx_i_big_power(&den, (unsigned)(-scale));
    return pfx_i_big_ratio(&num, &den, (int)scale); /* 10^scale is 5^scale x 2^scale */
}
