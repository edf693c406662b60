/* Tests of the blocks that stand in several headers under their own prefix (tools/shared). Define before it, after the
   implementation of a header: PART(x) and PARTS(x), its names with the prefix in small and capital letters, and HAS_FIND,
   HAS_NUMBER, HAS_DOUBLE, HAS_REGEX for the blocks that it has. Then run_shared() in main. */
#ifndef TESTS_SHARED_PARTS_H
#define TESTS_SHARED_PARTS_H

#include "heap.h"
#include "run.h"

static void shared_code_names(void)
{
    static const char *const names[] = {"ok", "argument", "memory", "io", "truncated", "syntax", "limit", "unsupported"};
    unsigned i;
    for (i = 0; i < 8; i++) CHECK_STR(names[i], PART(code_name)((PART(code))i));
    for (i = 8; i < 100; i++) CHECK_STR("?", PART(code_name)((PART(code))i));
    CHECK(PARTS(OK) == 0 && PARTS(UNSUPPORTED) == 7);
}

/* Bytes: nothing for a length of 0, whatever the pointers. */
static void shared_bytes(void)
{
    char a[4] = "abc", b[4] = "abd";
    PART(i_copy)(a, NULL, 0);
    PART(i_zero)(NULL, 0);
    CHECK_BYTES("abc", 4, a, 4);
    CHECK(PART(i_equal)(NULL, NULL, 0) && PART(i_equal)(a, b, 2) && !PART(i_equal)(a, b, 3));
#ifdef HAS_FIND
    CHECK(PART(i_find)(a, a, 'a') == a && PART(i_find)(NULL, NULL, 'a') == NULL);
    CHECK(PART(i_find)(a, a + 3, 'c') == a + 2 && PART(i_find)(a, a + 2, 'c') == a + 2);
#endif
    PART(i_zero)(a + 1, 1);
    CHECK_BYTES("a\0c", 4, a, 4);
}

/* The arena: sizes that overflow, memory in the order buffer, then allocator; what it asks for goes back as it was. */
static void shared_arena(void)
{
    PART(memory) m;
    PART(i_arena) a;
    heap h;
    char buffer[64], *p, *q;
    size_t i, before;
    memset(&m, 0, sizeof m);
    memset(&h, 0, sizeof h);
    m.allocator.alloc_fn = take;
    CHECK(!PART(i_arena_open)(&a, &m)); /* one of two functions */
    m.allocator.alloc_fn = NULL;
    m.allocator.free_fn = give;
    CHECK(!PART(i_arena_open)(&a, &m));
    m.allocator.alloc_fn = take;
    m.allocator.user = &h;
    CHECK(PART(i_arena_open)(&a, &m));
    CHECK(PART(i_alloc)(&a, (size_t)-1, 2) == NULL && a.code == PARTS(LIMIT));
    CHECK(PART(i_alloc)(&a, (size_t)-1 / 8, 8) == NULL && a.code == PARTS(LIMIT));
    CHECK(PART(i_alloc)(&a, 1, (size_t)-1) == NULL && a.code == PARTS(LIMIT));
    CHECK_U64(0, h.calls);
    CHECK(PART(i_alloc)(&a, (size_t)-1, 0) != NULL);
    CHECK_U64(1, h.calls);
    for (i = 0; i < 1000; i++) {
        p = (char *)PART(i_alloc)(&a, i % 37, 3);
        if (!CHECK(p != NULL && (uintptr_t)p % 8 == 0)) break;
        memset(p, (int)i, i % 37 * 3);
    }
    CHECK(h.live > 2 && h.live < 20); /* blocks grow with what is held */
    PART(i_arena_close)(&a);
    CHECK_U64(0, h.live);
    CHECK_U64(0, h.held);
    /* A buffer that is not aligned, then nothing; then an allocator after it. */
    memset(&m, 0, sizeof m);
    m.buffer = buffer + 1;
    m.buffer_size = sizeof buffer - 1;
    CHECK(PART(i_arena_open)(&a, &m));
    p = (char *)PART(i_alloc)(&a, 1, 1);
    q = (char *)PART(i_alloc)(&a, 1, 24);
    CHECK(p > buffer && p - buffer <= 8 && (uintptr_t)p % 8 == 0 && q - p == 8);
    CHECK(PART(i_alloc)(&a, 1, 48) == NULL && a.code == PARTS(MEMORY));
    CHECK(PART(i_alloc)(&a, 1, (size_t)(buffer + 64 - q - 24)) == q + 24);
    PART(i_arena_close)(&a);
    for (i = 0; i < sizeof buffer; i++) { /* what fits is given, one byte more is not */
        memset(&m, 0, sizeof m);
        m.buffer = buffer;
        m.buffer_size = i;
        CHECK(PART(i_arena_open)(&a, &m));
        before = (size_t)(8 - (uintptr_t)buffer % 8) % 8;
        if (i < before) continue;
        CHECK(PART(i_alloc)(&a, 1, i - before + 1) == NULL);
        CHECK(PART(i_alloc)(&a, 1, i - before) == buffer + before);
        CHECK(PART(i_alloc)(&a, 1, 1) == NULL);
    }
    memset(&h, 0, sizeof h);
    m.buffer_size = 16;
    m.allocator.alloc_fn = take;
    m.allocator.free_fn = give;
    m.allocator.user = &h;
    h.skew = 3;
    m.max_memory = 300;
    CHECK(PART(i_arena_open)(&a, &m));
    CHECK(PART(i_alloc)(&a, 1, 8) != NULL && h.calls == 0);
    p = (char *)PART(i_alloc)(&a, 1, 100); /* all that is left, since a block of the usual size would be above the limit */
    CHECK(p != NULL && (uintptr_t)p % 8 == 0 && h.held == 300);
    if (p != NULL) memset(p, 1, 100);
    CHECK(PART(i_alloc)(&a, 1, 200) == NULL && a.code == PARTS(LIMIT));
    CHECK(PART(i_alloc)(&a, 1, 40) != NULL && h.calls == 1);
    PART(i_arena_close)(&a);
    CHECK_U64(0, h.live);
    m.buffer = NULL;
    h.fail = h.calls + 1;
    CHECK(PART(i_arena_open)(&a, &m));
    CHECK(PART(i_alloc)(&a, 1, 40) == NULL && a.code == PARTS(MEMORY));
    p = (char *)PART(i_alloc)(&a, 1, 40);
    CHECK(p != NULL);
    PART(i_arena_close)(&a);
    CHECK_U64(0, h.live);
    /* Without a limit, 64 MiB and not a byte more. */
    CHECK(PART(i_arena_open)(&a, NULL));
    CHECK(PART(i_alloc)(&a, 64, (size_t)1 << 20) == NULL && a.code == PARTS(LIMIT));
    CHECK(PART(i_alloc)(&a, 1, ((size_t)64 << 20) - 64) != NULL);
    PART(i_arena_close)(&a);
    /* Neither buffer nor allocator: malloc. */
    CHECK(PART(i_arena_open)(&a, NULL));
    p = (char *)PART(i_alloc)(&a, 1000, 10);
    if (CHECK(p != NULL)) memset(p, 1, 10000);
    CHECK(PART(i_alloc)(&a, 65, (size_t)1 << 20) == NULL && a.code == PARTS(LIMIT)); /* 64 MiB by default */
    PART(i_arena_close)(&a);
}

#ifdef HAS_NUMBER
static void shared_number(void)
{
    static const struct {
        const char *text;
        int got;
        uint64_t value;
        size_t passed;
    } cases[] = {{"", 0, 7, 0}, {"x", 0, 7, 0}, {"-1", 0, 7, 0}, {"0", 1, 0, 1}, {"000", 1, 0, 3}, {"12a", 1, 12, 2}, {"9:", 1, 9, 1}, {"9/", 1, 9, 1},
                 {"9999999999999999999", 1, 9999999999999999999u, 19}, {"18446744073709551615", 1, 18446744073709551615u, 20},
                 {"00000018446744073709551615,", 1, 18446744073709551615u, 26}, {"18446744073709551616", -1, 7, 20},
                 {"18446744073709551620", -1, 7, 20}, {"99999999999999999999", -1, 7, 20}, {"100000000000000000000", -1, 7, 21},
                 {"18446744073709551609", 1, 18446744073709551609u, 20}, {"10000000000000000000x", 1, 10000000000000000000u, 20}};
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *p = cases[i].text;
        uint64_t v = 7;
        if (!CHECK_I64(cases[i].got, PART(i_u64)(&p, p + strlen(p), &v)) || !CHECK_U64(cases[i].value, v) ||
            !CHECK_U64(cases[i].passed, (uint64_t)(p - cases[i].text)))
            printf("    %s\n", cases[i].text);
    }
}
#endif

#ifdef HAS_DOUBLE
/* The bits were computed with exact integers elsewhere; half of the long ones lie exactly between two doubles. */
static void shared_double(void)
{
    static const struct {
        const char *text;
        uint64_t bits;
    } cases[] = {
        {"0", 0x0000000000000000u},
        {"0.0", 0x0000000000000000u},
        {"0e5", 0x0000000000000000u},
        {"1", 0x3ff0000000000000u},
        {"1.", 0x3ff0000000000000u},
        {"10e-1", 0x3ff0000000000000u},
        {"5e-324", 0x0000000000000001u},
        {"2.4703282292062327e-324", 0x0000000000000000u},
        {"2.4703282292062328e-324", 0x0000000000000001u},
        {"4.9406564584124654e-324", 0x0000000000000001u},
        {"2.2250738585072011e-308", 0x000fffffffffffffu},
        {"2.2250738585072014e-308", 0x0010000000000000u},
        {"2.2250738585072012e-308", 0x0010000000000000u},
        {"1.7976931348623157e308", 0x7fefffffffffffffu},
        {"1.7976931348623158e308", 0x7fefffffffffffffu},
        {"1.7976931348623159e308", 0x7ff0000000000000u},
        {"1.797693134862315708e308", 0x7fefffffffffffffu},
        {"1e309", 0x7ff0000000000000u},
        {"1e310", 0x7ff0000000000000u},
        {"1e311", 0x7ff0000000000000u},
        {"1e400", 0x7ff0000000000000u},
        {"1e99999999999999999999", 0x7ff0000000000000u},
        {"1e-99999999999999999999", 0x0000000000000000u},
        {"1e-324", 0x0000000000000000u},
        {"1e-325", 0x0000000000000000u},
        {"1e-326", 0x0000000000000000u},
        {"0.9e-325", 0x0000000000000000u},
        {"9007199254740993", 0x4340000000000000u},
        {"9007199254740992.5", 0x4340000000000000u},
        {"123456789012345678", 0x437b69b4ba630f35u},
        {"1234567890123456789012345678901234567890", 0x480d064903ae06e0u},
        {"0.000000000000000000000000000000000000000012345678901234567890", 0x37713515ded99010u},
        {"1e22", 0x4480f0cf064dd592u},
        {"1e23", 0x44b52d02c7e14af6u},
        {"1e-22", 0x3b5e392010175ee6u},
        {"1e-23", 0x3b282db34012b251u},
        {"123456789012345e22", 0x476db89cafccd3a9u},
        {"123456789012345e23", 0x47a29361ede00449u},
        {"999999999999999e-22", 0x3e7ad7f29abcaf41u},
        {"0.1", 0x3fb999999999999au},
        {"0.30000000000000004", 0x3fd3333333333334u},
        {"6.631236846766476e-316", 0x0000000008000000u},
        {"3.2378839133029012895883524125015321748630094381391e-319", 0x000000000000ffffu},
        {"6.9294956446009195e15", 0x43389e56ee5e7a58u},
        {"8.41e21", 0x447c7e83209e90b2u},
        {"9.5e-100", 0x2b609f83d7b45314u},
        {"7.2057594037927933e16", 0x4370000000000000u},
        {"1e0000000000000000000000000022", 0x4480f0cf064dd592u},
        {"1E+5", 0x40f86a0000000000u},
        {"1E-5", 0x3ee4f8b588e368f1u},
        {"4503599627370496.5", 0x4330000000000000u},
        {"4503599627370497.5", 0x4330000000000002u},
        {"2.22507385850720113605740979670913197593481954635164564e-308", 0x000fffffffffffffu},
        {"18446744073709551616", 0x43f0000000000000u},
        {"18446744073709551615e0", 0x43f0000000000000u},
        {"4294967296e-9", 0x40112e0be826d695u},
        {"7.038531e-26", 0x3ab5c87fb0000000u},
        {"5708990770823839207320493820740630171355185152001e-3", 0x4970000000000000u},
        {"3.5844466002796428e+298", 0x7deb67769db917d9u},
        {"72057594037927928", 0x436fffffffffffffu},
        {"72057594037927936", 0x4370000000000000u},
        {"9214843084008499", 0x43405e6cec57761au},
        {"0.500000000000000166533453693773481063544750213623046875", 0x3fe0000000000002u},
        {"1963104044762173625e-3", 0x431be5bb1cfb10f6u},
        {"19631040447621736250000001e-10", 0x431be5bb1cfb10f7u},
        {"13773801591433219611644744873046875e-26", 0x41a06b6e3fd4235au},
        {"137738015914332196116447448730468750000001e-33", 0x41a06b6e3fd4235au},
        {"15503187427391574423547945378747451271317370213864705874584615230560302734375e-86", 0x3de54eb2fb7ff338u},
        {"155031874273915744235479453787474512713173702138647058745846152305603027343750000001e-93", 0x3de54eb2fb7ff338u},
        {"10978468713093492889404296875e-17", 0x42398fad621aef58u},
        {"109784687130934928894042968750000001e-24", 0x42398fad621aef58u},
        {"243484129658599785470415986052084189459374675626190380423432157661983696234118535150741211287560780849512185856e0", 0x56d9eb2c10e6d8e6u},
        {"2434841296585997854704159860520841894593746756261903804234321576619836962341185351507412112875607808495121858560000001e-7", 0x56d9eb2c10e6d8e7u},
        {"4059719825922386348247528076171875e-25", 0x41b832a40e979cf4u},
        {"40597198259223863482475280761718750000001e-32", 0x41b832a40e979cf4u},
        {"8887400590843300028940367691776e0", 0x465c0b2f5dbe440au},
        {"88874005908433000289403676917760000001e-7", 0x465c0b2f5dbe440au},
        {"2404530421125101806640625e-12", 0x42817ec973ec28d0u},
        {"24045304211251018066406250000001e-19", 0x42817ec973ec28d1u},
        {"1649183651623654478339531248565208443324081599712371826171875e-63", 0x3f5b052d76531738u},
        {"16491836516236544783395312485652084433240815997123718261718750000001e-70", 0x3f5b052d76531738u},
        {"18013065433065578300815545435422720e0", 0x470bc0e6cc170c32u},
        {"180130654330655783008155454354227200000001e-7", 0x470bc0e6cc170c32u},
        {"111271052649110328113141413182300331907424384550639071818123708988192144264672833742224611341953277587890625e-130", 0x3b2ae758355f2af4u},
        {"1112710526491103281131414131823003319074243845506390718181237089881921442646728337422246113419532775878906250000001e-137", 0x3b2ae758355f2af5u},
        {"551151240247164583288347709952538408346167935099313428537470826995559036731719970703125e-101", 0x3cf8d25757079670u},
        {"5511512402471645832883477099525384083461679350993134285374708269955590367317199707031250000001e-108", 0x3cf8d25757079671u},
        {"11226013276345691680908203125e-17", 0x423a2339af9b74f8u},
        {"112260132763456916809082031250000001e-24", 0x423a2339af9b74f9u},
        {"94008966992378577920450722270618326682916385088339961129122457350604236125946044921875e-100", 0x3d052b3f7bd9e8a2u},
        {"940089669923785779204507222706183266829163850883399611291224573506042361259460449218750000001e-107", 0x3d052b3f7bd9e8a2u},
    };
    char text[1200];
    size_t i;
    double d;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        const double got = PART(i_double)(cases[i].text, cases[i].text + strlen(cases[i].text));
        uint64_t bits;
        memcpy(&bits, &got, sizeof bits);
        if (!CHECK_U64(cases[i].bits, bits)) printf("    %s\n", cases[i].text);
    }
    /* Many digits: 1000 of them before the point, after it, and a last one that decides. */
    for (i = 0; i < 6; i++) {
        static const double want[] = {9007199254740992.0, 9007199254740994.0, 9007199254740992.0, 9007199254740994.0, 1, 9007199254740992.0};
        const size_t zeros = i < 2 ? 752 : i < 4 ? 753 : 900; /* 769 digits are kept */
        char *p = text;
        if (i < 4) p += sprintf(p, "9007199254740993.");
        if (i == 4) p += sprintf(p, "1");
        if (i == 5) p += sprintf(p, "9007199254740992.4");
        memset(p, '0', zeros);
        p += zeros;
        if (i == 1 || i == 3) *p++ = '1';
        if (i == 4) p += sprintf(p, "e-900");
        if (i == 5) p += sprintf(p, "9e0");
        d = PART(i_double)(text, p);
        if (!CHECK_DOUBLE(want[i], d)) printf("    number %u\n", (unsigned)i);
    }
    /* The longest dividend, 769 nines and a mark for the rest, with every power of ten that counts: it rounds to what the
       next power of ten rounds to. Cut off, it would not. */
    memset(text, '9', 800);
    for (i = 0; i < 634; i++) {
        char power[16];
        double want;
        int ten = (int)i - 325;
        want = PART(i_double)(power, power + sprintf(power, "1e%d", ten));
        d = PART(i_double)(text, text + 800 + sprintf(text + 800, "e%d", ten - 800));
        if (!CHECK_DOUBLE(want, d)) printf("    1e%d\n", ten);
    }
    /* Half of the least double, 5^1075 / 10^1075: exactly that is 0, a digit after all that are kept makes it the least. */
    memset(text, '0', 830);
    text[751] = '1';
    for (i = 0; i < 1075; i++) {
        unsigned carry = 0, k;
        for (k = 752; k-- > 0;) {
            carry += (unsigned)(text[k] - '0') * 5;
            text[k] = (char)('0' + carry % 10);
            carry /= 10;
        }
        if (!CHECK_U64(0, carry)) break;
    }
    CHECK(text[0] != '0');
    CHECK_DOUBLE(0, PART(i_double)(text, text + 830 + sprintf(text + 830, "e-1153")));
    text[829] = '1';
    CHECK(PART(i_double)(text, text + 836) > 0);
    memset(text, '0', 900); /* zeros in front do not count */
    memcpy(text + 900, "12.5", 4);
    CHECK_DOUBLE(12.5, PART(i_double)(text, text + 904));
    for (i = 0; i <= 22; i++) { /* one step each: the powers of ten that a double holds */
        char *end = text + sprintf(text, "3e%u", (unsigned)i);
        double power = 3;
        unsigned k;
        for (k = 0; k < i; k++) power *= 10; /* exact: below 2^53 x 2^23 with as many twos */
        CHECK_DOUBLE(power, PART(i_double)(text, end));
        end = text + sprintf(text, "3e-%u", (unsigned)i);
        for (power = 1, k = 0; k < i; k++) power *= 10;
        CHECK_DOUBLE(3 / power, PART(i_double)(text, end));
    }
    /* Every power of two that is a double, from its shortest text. */
    {
        static const char *const powers[] = {"1024", "1125899906842624", "1267650600228229401496703205376", "0.0009765625", "8.881784197001252e-16", "7.888609052210118e-31"};
        static const double two[] = {1024.0, 1125899906842624.0, 1267650600228229401496703205376.0, 0.0009765625, 8.881784197001252e-16, 7.888609052210118e-31};
        for (i = 0; i < 6; i++) CHECK_DOUBLE(two[i], PART(i_double)(powers[i], powers[i] + strlen(powers[i])));
    }
}

/* The big numbers by themselves: their ends, which no decimal reaches. */
static void shared_big(void)
{
    static PART(i_big) a, b;
    const unsigned all = sizeof a.w / sizeof *a.w;
    unsigned i;
    memset(&a, 0, sizeof a);
    memset(&b, 0, sizeof b);
    PART(i_big_shift)(&a, 64); /* 0 stays 0 */
    CHECK_U64(0, a.n);
    CHECK_U64(0, PART(i_big_bits)(&a));
    b.n = 1;
    b.w[0] = 1;
    CHECK_DOUBLE(0, PART(i_big_ratio)(&a, &b, 0));
    CHECK(!PART(i_big_take)(&a, &b)); /* 0 - 1 */
    a.n = 1;
    a.w[0] = 3;
    CHECK(PART(i_big_take)(&a, &b) && a.w[0] == 2 && a.n == 1);
    CHECK(PART(i_big_take)(&a, &b) && PART(i_big_take)(&a, &b) && a.n == 0);
    a.n = 2; /* 2^32 - 1 */
    a.w[0] = 0;
    a.w[1] = 1;
    CHECK(PART(i_big_take)(&a, &b) && a.n == 1 && a.w[0] == 0xffffffffu);
    PART(i_big_mul)(&a, 0xffffffffu, 5);
    CHECK(a.n == 2 && a.w[0] == 6 && a.w[1] == 0xfffffffeu);
    PART(i_big_shift)(&a, 33);
    CHECK(a.n == 4 && a.w[0] == 0 && a.w[1] == 12 && a.w[2] == 0xfffffffcu && a.w[3] == 1);
    CHECK_U64(97, PART(i_big_bits)(&a));
    for (i = 0; i < all; i++) a.w[i] = 0xffffffffu; /* a full one grows no more */
    a.n = all;
    PART(i_big_mul)(&a, 2, 0);
    CHECK(a.n == all && a.w[0] == 0xfffffffeu);
    PART(i_big_shift)(&a, 32);
    CHECK(a.n == all && a.w[0] == 0xfffffffeu);
    memset(&a, 0, sizeof a);
    memset(&b, 0, sizeof b);
    a.n = 40; /* 2^1248 over 1 */
    a.w[39] = 1;
    b.n = 1;
    b.w[0] = 1;
    {
        const double inf = PART(i_big_ratio)(&a, &b, 0);
        CHECK(inf > 1.7e308 && inf - inf != 0);
    }
    memset(&a, 0, sizeof a);
    memset(&b, 0, sizeof b);
    b.n = 40;
    b.w[39] = 1;
    a.n = 1;
    a.w[0] = 1;
    CHECK_DOUBLE(0, PART(i_big_ratio)(&a, &b, 0));
}
#endif

#ifdef HAS_REGEX
static PART(i_regex) *shared_regex_open(PART(i_arena) *a, const char *pattern, uint32_t most, PART(error) *e)
{
    memset(e, 0, sizeof *e);
    if (!CHECK(PART(i_arena_open)(a, NULL))) return NULL;
    return PART(i_regex_compile)(a, pattern, strlen(pattern), most, e);
}

static void shared_regex_mistakes(void)
{
    static const struct {
        const char *pattern;
        unsigned offset;
        const char *message;
    } cases[] = {
        {"a\\", 2, "a pattern ends with a backslash"},
        {"[\\", 2, "a pattern ends with a backslash"},
        {"ab\\xg1", 2, "\\x needs two hex digits"},
        {"ab\\x1", 2, "\\x needs two hex digits"},
        {"ab\\x", 2, "\\x needs two hex digits"},
        {"ab\\x1g", 2, "\\x needs two hex digits"},
        {"ab\\x:0", 2, "\\x needs two hex digits"},
        {"ab\\x0@", 2, "\\x needs two hex digits"},
        {"[a\\x1]", 2, "\\x needs two hex digits"},
        {"(a)\\1", 3, "unknown escape in a pattern (there are no back references)"},
        {"\\z", 0, "unknown escape in a pattern (there are no back references)"},
        {"[a-\\q]", 3, "unknown escape in a pattern (there are no back references)"},
        {"a[[:vowel:]]", 1, "unknown class name in a pattern"},
        {"a[[:alpha]", 1, "unknown class name in a pattern"},
        {"a[[:alpha:", 1, "unknown class name in a pattern"},
        {"a[[:alpha", 1, "unknown class name in a pattern"},
        {"a[[:alpha:x", 1, "unknown class name in a pattern"},
        {"a[[:al:]]", 1, "unknown class name in a pattern"},
        {"[[:", 0, "unknown class name in a pattern"},
        {"a[", 1, "a class is not closed"},
        {"a[^", 1, "a class is not closed"},
        {"a[bc", 1, "a class is not closed"},
        {"a[]", 1, "a class is not closed"},
        {"a[b-", 1, "a class is not closed"},
        {"a[[", 1, "a class is not closed"},
        {"a[[x", 1, "a class is not closed"},
        {"a[c-a]", 2, "bad range in a class"},
        {"a[\\d-z]", 2, "bad range in a class"},
        {"a[!-\\w]", 2, "bad range in a class"},
        {"a{x}", 1, "{ does not start a quantifier (write \\{ for the character)"},
        {"a{", 1, "{ does not start a quantifier (write \\{ for the character)"},
        {"a{2,x}", 1, "{ does not start a quantifier (write \\{ for the character)"},
        {"a{2,", 1, "{ does not start a quantifier (write \\{ for the character)"},
        {"a{1001}", 1, "a count above 1000"},
        {"a{2,99999999999999999999}", 1, "a count above 1000"},
        {"a{2", 1, "a quantifier is not closed"},
        {"a{2,3", 1, "a quantifier is not closed"},
        {"a{2,3x", 1, "a quantifier is not closed"},
        {"a{2x", 1, "a quantifier is not closed"},
        {"a{3,2}", 1, "a quantifier whose most is below its least"},
        {"(?<n>a)", 0, "unknown kind of group: (?: (?= (?! are known"},
        {"(?", 0, "unknown kind of group: (?: (?= (?! are known"},
        {"a)", 1, ") without ("},
        {"|*", 1, "a quantifier with nothing before it"},
        {"+", 0, "a quantifier with nothing before it"},
        {"(?=a)+", 5, "a quantifier on what matches no character"},
        {"$*", 1, "a quantifier on what matches no character"},
        {"\\b?", 2, "a quantifier on what matches no character"},
        {"a*?+", 3, "a second quantifier"},
        {"a**", 2, "a second quantifier"},
        {"a+?", 99, NULL},
        {"a???", 3, "a second quantifier"},
        {"a+{2}", 2, "a second quantifier"},
        {"x(ab", 1, "a group is not closed"},
        {"(", 0, "a group is not closed"},
        {"(a{1000}){1000}", 1, "a regular expression that is too large, its repeats written out"},
    };
    char deep[220];
    PART(i_arena) a;
    PART(error) e;
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        PART(i_regex) *r = shared_regex_open(&a, cases[i].pattern, 0, &e);
        if (cases[i].message == NULL) CHECK(r != NULL);
        else if (!CHECK(r == NULL) || !CHECK_STR(cases[i].message, e.message) || !CHECK_U64(cases[i].offset, e.offset))
            printf("    %s\n", cases[i].pattern);
        PART(i_arena_close)(&a);
    }
    for (i = 100; i <= 101; i++) {
        memset(deep, '(', i);
        memset(deep + i, ')', i);
        deep[2 * i] = 0;
        CHECK((shared_regex_open(&a, deep, 0, &e) != NULL) == (i == 100));
        PART(i_arena_close)(&a);
    }
    CHECK_STR("more than 100 nested groups", e.message);
    CHECK(e.code == PARTS(LIMIT) && e.offset == 100);
    /* A limit of states: with one more it fits. */
    for (i = 1; i < 40; i++) {
        PART(i_regex) *r = shared_regex_open(&a, "(?=x)[ab]{3,5}c*|d", (uint32_t)i, &e);
        const int good = r != NULL && PART(i_regex_search)(r, "xaab", 4) == 0 && PART(i_regex_search)(r, "_d", 2) == 1;
        if (r == NULL) CHECK(e.code == PARTS(LIMIT) && e.message != NULL);
        PART(i_arena_close)(&a);
        if (good) break;
        CHECK(r == NULL);
    }
    CHECK(i > 8 && i < 39);
    memset(&e, 0, sizeof e);
    CHECK(PART(i_arena_open)(&a, NULL));
    CHECK(PART(i_regex_compile)(&a, deep, (size_t)0x4000000, 0, &e) == NULL && e.code == PARTS(LIMIT));
    PART(i_arena_close)(&a);
}

static void shared_regex_matches(void)
{
    static const char *const cases[][3] = {
        {"^sm__.*\\.sum$", "sm__a.sum", "sm__a.sums"}, {"^(?!.*add)a", "amul", "aadd"}, {"[]a]", "]", "b"}, {"[^]a]", "b", "]"},
        {"[a\\-z]", "-", "b"}, {"[-a]", "-", "b"}, {"[a-]", "-", "b"}, {"\\bb", "a b", "ab"}, {"b\\b", "ab ", "bab1"}, {"\\Bb", "ab", "a b"},
        {"a{2,3}b$", "aab", "ab"}, {"^a{2,3}$", "aaa", "aaaa"}, {"^a{2}$", "aa", "a"}, {"^a{2}$", "aa", "aaa"}, {"^a{0,2}$", "", "aaa"},
        {"^a{0}b$", "b", "ab"}, {"^a{2,}$", "aaaaa", "a"}, {"^a{0,}$", "", "b"}, {"^a?b+c*$", "bb", "ac"}, {"^a?b+c*$", "abcc", "aab"},
        {"", "", NULL}, {"}]", "}]", "x"}, {"[[:xdigit:][:space:]]", "F", "g"}, {"[\\b]", "\b", "b"}, {"(|a){3}b", "b", "a"}, {"a|", "x", NULL},
        {"^", "", NULL}, {"\\x41", "A", "a"}, {"\\x7E", "~", "^"}, {"\\xaF", "\xaf", "\xfa"}, {".", "x", "\n"}, {"\\S\\D\\W", "ab-", "abc"},
        {"[[:punct:]]", "_", "a"}, {"[[:punct:]]", "!", " "}, {"[[:punct:]]", "~", "\x7f"}, {"[[:upper:]][[:lower:]][[:alnum:]]", "Ab1", "ABC"},
        {"[[:alpha:]]", "z", "{"}, {"[[:alpha:]]", "A", "@"}, {"[[:alpha:]]", "a", "`"}, {"[[:alpha:]]", "Z", "["}, {"[[:upper:]]", "Z", "a"},
        {"[[:lower:]]", "z", "Z"}, {"[[:alnum:]]", "9", ":"}, {"[[:digit:]]", "0", "/"}, {"[[:space:]]", "\t", "\x08"}, {"\\s", "\r", "\x0e"},
        {"\\w", "_", "-"}, {"[\\W]", "-", "_"}, {"[^\\S]", " ", "x"}, {"[\\D]", "x", "7"}, {"\\t\\n\\v\\f\\r", "\t\n\v\f\r", "tnvfr"}, {"\\.\\*", ".*", "xx"},
        {"[a-c\\]x]", "]", "d"}, {"[a-c]", "c", "d"}, {"[[]", "[", "]"}, {"[[x]", "x", "y"}, {"[a-\\x63]", "b", "d"}, {"(a|b)(c|d)", "bc", "ab"},
        {"(?:ab)+$", "abab", "aba"}, {"^(ab|cd|ef)$", "cd", "ce"}, {"a(?=b)", "ab", "ac"}, {"a(?=b(?!c))", "abd", "abc"}, {"(?!a)[a-z]", "b", "a"},
        {"^x(?=[ab]*c)[^c]*", "xabc", "xab"}, {"^ab", "abc", "cab"}, {"^ab", "ab", "a"}, {"^.b", "ab", "ac"}, {"^(a)b", "ab", "bb"}, {"a^", NULL, "a"},
        {"$a", NULL, "a"}, {"^$", "", "a"}, {"(^|x)a", "xa", "ya"}, {"a($|x)", "ba", "ay"}, {"\\b", "a", " "}, {"\\B", "", "a"}, {"^(a{2}){2}$", "aaaa", "aaa"},
        {"^(a?){3}$", "aa", "aaaa"}, {"^(a*){2,3}b", "aaab", "c"}, {"^((a|b){2}c){1,2}$", "abcbac", "abca"}, {"x*?y+?z??", "y", "x"}, {"^a{1,3}?$", "aaa", "aaaa"}};
    PART(i_arena) a;
    PART(error) e;
    size_t i;
    int k;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        PART(i_regex) *r = shared_regex_open(&a, cases[i][0], 0, &e);
        for (k = 0; r != NULL && k < 2; k++) { /* once more out of the cache */
            if (cases[i][1] != NULL && !CHECK(PART(i_regex_search)(r, cases[i][1], strlen(cases[i][1])) == 1)) printf("    %s\n", cases[i][0]);
            if (cases[i][2] != NULL && !CHECK(PART(i_regex_search)(r, cases[i][2], strlen(cases[i][2])) == 0)) printf("    %s\n", cases[i][0]);
        }
        if (!CHECK(r != NULL)) printf("    %s\n", cases[i][0]);
        PART(i_arena_close)(&a);
    }
}

/* With more states than the cache takes: emptied again and again, or none at all; the answers are those of plain loops. */
static void shared_regex_cache(void)
{
    static const char *const patterns[] = {"^(?=.*x.{12}y)(?=.*y.{9}x)[xyz]*z.{7}$", "^(?=.*x.{12}y)(?=.*y.{9}x)[xyz]*z.{7}(a{1000}|)$"};
    char text[64];
    unsigned which, i, k;
    for (which = 0; which < 2; which++) {
        PART(i_arena) a;
        PART(error) e;
        PART(i_regex) *r = shared_regex_open(&a, patterns[which], 0, &e);
        unsigned seed = 1, found = 0;
        for (i = 0; CHECK(r != NULL) && i < 6000; i++) {
            int one = 0, two = 0, want;
            for (k = 0; k < 40; k++) {
                seed = seed * 1103515245u + 12345u;
                text[k] = (char)('x' + (seed >> 16) % 3);
            }
            for (k = 0; k + 13 < 40; k++) one |= text[k] == 'x' && text[k + 13] == 'y';
            for (k = 0; k + 10 < 40; k++) two |= text[k] == 'y' && text[k + 10] == 'x';
            want = one && two && text[32] == 'z';
            found += (unsigned)want;
            if (which == 0 && i == 100) r->round = 0xfffffff0u; /* marks begin anew */
            if (!CHECK(PART(i_regex_search)(r, text, 40) == want)) break;
        }
        CHECK(found > 100);
        PART(i_arena_close)(&a);
    }
}

/* Words that every match has are searched first. With a second choice that never matches there are none, so the pattern
   reads each text as a whole: both must say the same. */
static void shared_regex_words(void)
{
    static const char *const patterns[] = {
        "mem", "hit.*rate", "(global|local).*(hit|rate)", "^(?=.*mem)(?=.*lsu)(?!.*avg).*\\.(sum|avg)", "(mem)+lsu", "(mem|)lsu",
        "(mem|l)su", "(mem|lsu)?_", "(?:lsu){0}mem", "(?:lsu){2,3}", "(?!lsu)mem", "(?=(lsu|hit)q)", "(?=(?=(lsu|hit))).*mem$", "^mem", "^mem.*lsu",
        "a+bc|cal", "abcdefghijklmnopq", "abcdefghijklmnop\\b", "(((((((((mem)))))))))q", "hit|rate|sum|avg|mem|lsu|cal|global|q_", "me[mx]hit",
        "((hit|rate)_){2}", "\\bmem\\b", "mem$", "m(e|x)m", "em?lsu", "(hit.|.rate)", "(hit|rate|mem|lsu)(sum|avg|global|local|cal)", "", "(|mem)"};
    static const char *const chunks[] = {"mem", "me", "em", "lsu", "_", "hit", "rate", ".sum", ".avg", "global", "cal", "abcdefghijklmnop",
                                         "q", "x", "mm", "hi", "\xff", "ra"};
    uint64_t seed = 3;
    unsigned i, k, yes = 0;
    for (i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        char other[128];
        PART(i_arena) a, b;
        PART(error) e;
        PART(i_regex) *r = shared_regex_open(&a, patterns[i], 0, &e), *slow;
        sprintf(other, "(?:%s)|\\x01[\\x02]", patterns[i]);
        slow = shared_regex_open(&b, other, 0, &e);
        if (!CHECK(r != NULL && slow != NULL)) return;
        for (k = 0; k < 2000; k++) {
            char text[128], *exact;
            size_t len;
            unsigned n;
            int want;
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            text[0] = 0;
            for (n = (unsigned)(seed >> 61); n > 0; n--) {
                seed = seed * 6364136223846793005u + 1442695040888963407u;
                strcat(text, chunks[(seed >> 33) % (sizeof chunks / sizeof *chunks)]);
            }
            len = strlen(text);
            exact = (char *)malloc(len + 1);
            if (exact == NULL) abort();
            memcpy(exact, text, len); /* no NUL after it */
            want = PART(i_regex_search)(slow, exact, len);
            yes += want != 0;
            if (!CHECK_I64(want, PART(i_regex_search)(r, exact, len))) printf("%s in %s\n", patterns[i], text);
            free(exact);
        }
        PART(i_arena_close)(&a);
        PART(i_arena_close)(&b);
    }
    CHECK(yes > 5000 && yes < 50000);
}

/* Random small patterns and texts, against the slowest matcher that can be written: backtracking over the pattern text. */
static const char *slow_part_end(const char *p)
{
    if (*p == '(') {
        int depth = 0;
        do {
            if (*p == '(') depth++;
            if (*p == ')') depth--;
            p++;
        } while (depth > 0);
    } else
        p++;
    return p;
}

/* Ends that pattern [p, end) can reach from the places in `from`, as bits; texts are shorter than 30. */
static uint32_t slow_ends(const char *p, const char *end, const char *text, unsigned len, uint32_t from)
{
    const char *bar = p;
    unsigned i;
    int depth = 0;
    for (; bar < end && !(depth == 0 && *bar == '|'); bar++) depth += (*bar == '(') - (*bar == ')');
    if (bar < end) return slow_ends(p, bar, text, len, from) | slow_ends(bar + 1, end, text, len, from);
    while (p < end && from != 0) {
        const char *rest = slow_part_end(p);
        const char what = *p, how = rest < end ? *rest : 0;
        uint32_t all = how == '*' || how == '?' ? from : 0, now = from, before;
        do {
            uint32_t to = 0;
            before = all;
            if (what == '(' && p[1] == '?') {
                for (i = 0; i <= len; i++)
                    if ((now >> i & 1) != 0 && (slow_ends(p + 3, rest - 1, text, len, (uint32_t)1 << i) != 0) == (p[2] == '=')) to |= (uint32_t)1 << i;
            } else if (what == '(')
                to = slow_ends(p + 1, rest - 1, text, len, now);
            else if (what == '^')
                to = now & 1;
            else if (what == '$')
                to = now & (uint32_t)1 << len;
            else
                for (i = 0; i < len; i++)
                    if ((now >> i & 1) != 0 && (what == '.' || text[i] == what)) to |= (uint32_t)1 << (i + 1);
            all |= to;
            now = to;
        } while ((how == '*' || how == '+') && all != before);
        from = all;
        p = rest + (how == '*' || how == '+' || how == '?');
    }
    return from;
}

static unsigned random_seed = 7;
static unsigned below(unsigned n)
{
    random_seed = random_seed * 1103515245u + 12345u;
    return (random_seed >> 16) % n;
}

static char *random_pattern(char *p, int depth)
{
    unsigned parts = 1 + below(3);
    while (parts-- > 0) {
        const unsigned kind = below(depth > 0 ? 9 : 5);
        int quantified = 1;
        if (kind < 4) *p++ = "abc."[kind];
        else if (kind == 4) {
            *p++ = "^$"[below(2)];
            quantified = 0;
        } else {
            *p++ = '(';
            if (kind == 8) {
                *p++ = '?';
                *p++ = "=!"[below(2)];
                quantified = 0;
            }
            p = random_pattern(p, depth - 1);
            if (below(2) == 0) {
                *p++ = '|';
                p = random_pattern(p, depth - 1);
            }
            *p++ = ')';
        }
        if (quantified && below(3) == 0) *p++ = "*+?"[below(3)];
    }
    *p = 0;
    return p;
}

static void shared_regex_random(void)
{
    unsigned n, k, matched = 0;
    for (n = 0; n < 1500; n++) {
        char pattern[400], text[16];
        PART(i_arena) a;
        PART(error) e;
        PART(i_regex) *r;
        random_pattern(pattern, 3);
        r = shared_regex_open(&a, pattern, 0, &e);
        for (k = 0; r != NULL && k < 8; k++) {
            const unsigned len = below(9);
            unsigned i;
            int want;
            for (i = 0; i < len; i++) text[i] = "abcd"[below(4)];
            want = slow_ends(pattern, pattern + strlen(pattern), text, len, ((uint32_t)2 << len) - 1) != 0;
            matched += (unsigned)want;
            if (!CHECK_I64(want, PART(i_regex_search)(r, text, len))) printf("    %s on %.*s\n", pattern, (int)len, text);
        }
        if (!CHECK(r != NULL)) printf("    %s: %s\n", pattern, e.message);
        PART(i_arena_close)(&a);
    }
    CHECK(matched > 2000 && matched < 10000);
}

/* Every allocation of a compile fails in turn. */
static void shared_regex_memory(void)
{
    unsigned fail;
    int good = 0;
    for (fail = 1; !good && fail < 200; fail++) {
        PART(memory) m;
        PART(i_arena) a;
        PART(error) e;
        PART(i_regex) *r;
        heap h;
        memset(&m, 0, sizeof m);
        memset(&h, 0, sizeof h);
        memset(&e, 0, sizeof e);
        h.fail = fail;
        m.allocator.alloc_fn = take;
        m.allocator.free_fn = give;
        m.allocator.user = &h;
        CHECK(PART(i_arena_open)(&a, &m));
        r = PART(i_regex_compile)(&a, "^abc(?=x)[^d-f]{2,4}\\b(a|b)*", 29, 0, &e);
        good = r != NULL;
        if (good) CHECK(PART(i_regex_search)(r, "abcxy--ab", 9) == 0);
        else CHECK(e.code == PARTS(MEMORY) && e.message != NULL);
        PART(i_arena_close)(&a);
        CHECK_U64(0, h.live);
    }
    CHECK(good && fail > 2);
    good = 0;
    for (fail = 0; !good && fail < 60000; fail += 24) { /* and in a buffer, where each ends at another place */
        static char room[60000];
        PART(memory) m;
        PART(i_arena) a;
        PART(error) e;
        memset(&m, 0, sizeof m);
        memset(&e, 0, sizeof e);
        m.buffer = room;
        m.buffer_size = fail;
        CHECK(PART(i_arena_open)(&a, &m));
        good = PART(i_regex_compile)(&a, "^abc(?=x)[^d-f]{2,4}\\b(a|b)*", 29, 0, &e) != NULL;
        if (!good) CHECK(e.code == PARTS(MEMORY));
        PART(i_arena_close)(&a);
    }
    CHECK(good);
}
#endif

static void run_shared(void)
{
    RUN(shared_code_names);
    RUN(shared_bytes);
    RUN(shared_arena);
#ifdef HAS_NUMBER
    RUN(shared_number);
#endif
#ifdef HAS_DOUBLE
    RUN(shared_double);
    RUN(shared_big);
#endif
#ifdef HAS_REGEX
    RUN(shared_regex_mistakes);
    RUN(shared_regex_matches);
    RUN(shared_regex_cache);
    RUN(shared_regex_words);
    RUN(shared_regex_random);
    RUN(shared_regex_memory);
#endif
}

#endif
