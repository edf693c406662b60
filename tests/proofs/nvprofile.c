/* frama-c: -eva-precision 1 -eva-slevel 600 -eva-split-return-function nvp_i_unit:65536
   nvprofile.h: the scan of decimal digits (tools/shared/number.h), UTF-8, escapes, the plain bytes of a string. */
#include "proof.h"
#define NVP_STATIC
#define NVP_IMPLEMENTATION
#define NVP_NO_LIBC
#include "nvprofile.h"

static void digits(void)
{
    EACH_TEXT(24) {
        uint64_t n = 0;
        const char *p = begin;
        nvp_i_u64(&p, end, &n);
        proof(p >= begin && p <= end);
    }
}

static void utf8(void)
{
    EACH_TEXT(8)
        if (begin < end) proof(nvp_i_utf8(begin, end) <= (size_t)(end - begin));
}

static void escape(void)
{
    EACH_TEXT(12)
        if (begin < end) {
            uint32_t len = 0, character = 0;
            nvp_i_escape(begin, end, &len, &character);
            proof(len >= 1 && len <= (size_t)(end - begin));
        }
}

static void plain(void)
{
    EACH_TEXT(24) {
        const char *p = nvp_i_plain(begin, end, '"');
        proof(p >= begin && p <= end);
    }
}

static void base(void)
{
    /* Digits, not all 0, as the caller has checked. */
    EACH_TEXT(17) {
        const char *p = begin;
        while (p < end && *p == '0') p++;
        if (p < end && nvp_i_hex(*p) < 16) nvp_i_base(begin, end, 4);
    }
}

int main(void)
{
    digits();
    utf8();
    escape();
    plain();
    base();
    return 0;
}
