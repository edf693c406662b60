/* frama-c: -eva-precision 4 -eva-slevel 3000 -eva-split-return full
   nvsection.h: UTF-8, escapes, whitespace, the plain bytes of a string, varints of the binary form. */
#include "proof.h"
#define NVS_STATIC
#define NVS_IMPLEMENTATION
#define NVS_NO_LIBC
#include "nvsection.h"

static void varint(void)
{
    EACH_TEXT(12) {
        uint64_t n = 0;
        const char *p = begin;
        if (nvs_i_varint(&p, end, &n) > 0) proof(p > begin && p <= end);
    }
}

static void utf8(void)
{
    EACH_TEXT(8)
        if (begin < end) proof(nvs_i_utf8(begin, end) <= (size_t)(end - begin));
}

static void escape(void)
{
    EACH_TEXT(16)
        if (begin < end) {
            char out[4];
            const char *p = begin;
            const size_t n = nvs_i_escape(&p, end, out);
            proof(n <= 4 && p >= begin && p <= end);
        }
}

static void spaces(void)
{
    EACH_TEXT(24) {
        const char *p = nvs_i_spaces(begin, end);
        proof(p >= begin && p <= end);
    }
}

static void plain(void)
{
    EACH_TEXT(24) {
        const char *p = nvs_i_plain(begin, end, '"');
        proof(p >= begin && p <= end);
    }
}

int main(void)
{
    varint();
    utf8();
    escape();
    spaces();
    plain();
    return 0;
}
