/* frama-c: -eva-precision 3 -eva-slevel 20000
   drmfdinfo.h: numbers with their units, PCI addresses, prefixes of keys, the search for line ends. */
#include "proof.h"
#define DRMFD_STATIC
#define DRMFD_IMPLEMENTATION
#define DRMFD_NO_LIBC
#include "drmfdinfo.h"

/* As drmfd_i_line passes a value on: no whitespace at its end. The three ranges are all bytes but space and tab. */
static void number_that_ends(int least, int most)
{
    EACH_TEXT(8) {
        drmfd_view value, unit = {"", 0};
        uint64_t n = 0;
        value.ptr = begin;
        value.len = (size_t)(end - begin);
        if (begin < end) {
            proof_bytes[end - start - 1] = (char)Frama_C_interval(least, most);
            drmfd_i_number(DRMFD_I_NS, value, &unit, &n);
        }
    }
}

static void number(void)
{
    number_that_ends(-128, 8);
    number_that_ends(10, 31);
    number_that_ends(33, 127);
}

static void factor(void)
{
    EACH_TEXT(6) {
        drmfd_view unit;
        unit.ptr = begin;
        unit.len = (size_t)(end - begin);
        drmfd_i_factor(DRMFD_I_BYTES, unit);
        drmfd_i_factor(DRMFD_I_NS, unit);
        drmfd_i_factor(DRMFD_I_HZ, unit);
    }
}

static void pdev(void)
{
    EACH_TEXT(20) {
        drmfd_view v;
        v.ptr = begin;
        v.len = (size_t)(end - begin);
        drmfd_i_is_pdev(v);
    }
}

static void find(void)
{
    EACH_TEXT(24) {
        const char *p = drmfd_i_find(begin, end, '\n');
        proof(p >= begin && p <= end);
    }
}

static void row(void)
{
    EACH_TEXT(24) {
        const drmfd_i_row *r = drmfd_i_row_at(begin, end);
        proof(r == NULL || r->len <= (size_t)(end - begin));
    }
}

int main(void)
{
    number();
    factor();
    pdev();
    find();
    row();
    return 0;
}
