/* Images in fatbins, programs, libraries and archives made here: what is found, what is said to be wrong, and that nothing
   outside is read. */
#define _DEFAULT_SOURCE /* for MAP_ANONYMOUS */
#define CUBIN_IMPLEMENTATION
#include "cubin.h"

#include "cubin_make.h"
#include "pages.h"
#include "run.h"

enum { RAW = 0, LZ4 = 0x2000, ZSTD = 0x8000 };

static char box[1 << 16]; /* the input of a test */
static size_t used, bin, entry_at;
static pages room;

static char *put(const void *bytes, size_t n)
{
    char *const at = box + used;
    if (n > sizeof box - used) abort();
    if (bytes != NULL) memcpy(at, bytes, n);
    else memset(at, 0, n);
    used += n;
    return at;
}

static void number(uint64_t v, int bytes) { made_put(put(NULL, (size_t)bytes), v, bytes); }

static void bin_begin(void)
{
    put(NULL, (8 - used % 8) % 8);
    bin = used;
    number(0xba55ed50u, 4);
    number(1, 2);
    number(16, 2);
    number(0, 8);
}

static void bin_end(void) { made_put(box + bin + 8, used - bin - 16, 8); }

/* A header of 64 bytes and a name, the data, and padding up to a multiple of 8. */
static void entry(unsigned kind, unsigned arch, unsigned flags, const void *data, size_t len, uint64_t size, const char *name)
{
    const size_t named = (strlen(name) + 7) / 8 * 8, padded = (len + 7) / 8 * 8;
    char *p;
    entry_at = used;
    p = put(NULL, 64 + named + padded);
    made_put(p, kind, 2);
    made_put(p + 4, 64 + named, 4);
    made_put(p + 8, padded, 8);
    made_put(p + 16, flags != RAW ? len : 0, 4);
    made_put(p + 28, arch, 4);
    made_put(p + 32, named > 0 ? 64 : 0, 4);
    made_put(p + 36, strlen(name), 4);
    made_put(p + 40, flags, 8);
    made_put(p + 56, size, 8);
    memcpy(p + 64, name, strlen(name));
    memcpy(p + 64 + named, data, len);
}

/* "sm_80 cubin lz4 12 of 20 name; ..." for what is found in the box, then what is wrong and where. */
static const char *found(void)
{
    static char text[2000];
    int n = 0;
    cubin_fatbin walk;
    cubin_image image;
    const char *const data = pages_put(&room, box, used, 1);
    text[0] = 0;
    cubin_fatbin_begin(&walk, data, used);
    while (cubin_fatbin_next(&walk, &image)) {
        CHECK(image.bytes.len == 0 || (image.bytes.ptr == data + image.offset && image.bytes.len <= used - image.offset));
        n += snprintf(text + n, sizeof text - (size_t)n, "sm_%u %s %s %u of %u%s%.*s; ", (unsigned)image.arch, cubin_image_kind_name(image.kind),
                      cubin_packing_name(image.packing), (unsigned)image.bytes.len, (unsigned)image.size, image.name.len > 0 ? " " : "",
                      (int)image.name.len, image.name.ptr);
    }
    CHECK(!cubin_fatbin_next(&walk, &image) && image.bytes.len == 0);
    if (walk.error.code != CUBIN_OK)
        snprintf(text + n, sizeof text - (size_t)n, "%s at %u: %s", cubin_code_name(walk.error.code), (unsigned)walk.error.offset, walk.error.message);
    used = 0;
    return text;
}

static void fatbins(void)
{
    bin_begin();
    entry(2, 80, RAW, "0123456789", 10, 0, "");
    entry(1, 86, RAW, "ptx", 3, 0, "a.cu");
    entry(77, 90, RAW, "", 0, 0, "");
    bin_end();
    put(NULL, 16);
    number(0x466243b1u, 4); /* a wrapper, and the end of one */
    put("abcdefghijklmnopqrst", 20);
    bin_begin();
    entry(2, 75, LZ4, "\0", 1, 0, "");
    bin_end();
    number(0x466243b1u, 4);
    put("abcdefghijkl", 12);
    CHECK_STR("sm_80 cubin none 16 of 16; sm_86 ptx none 8 of 8 a.cu; sm_90 other none 0 of 0; sm_75 cubin lz4 1 of 0; ", found());
    bin_begin();
    entry(2, 80, ZSTD, "0123", 4, 99, "");
    bin_end();
    CHECK_STR("sm_80 cubin zstd 4 of 99; ", found());
    bin_begin();
    bin_end();
    bin_begin();
    bin_end();
    CHECK_STR("", found());
    CHECK_STR("", found()); /* nothing at all */
}

static void damaged_fatbins(void)
{
    int i;
    for (i = 0; i < 14; i++) {
        static const char *const want[] = {
            "sm_80 cubin none 8 of 8; sm_90 ptx none 8 of 8; ",
            "sm_90 ptx none 8 of 8; unsupported at 0: a fatbin of another version than 1",
            "sm_90 ptx none 8 of 8; syntax at 0: no fatbin begins here",
            "sm_80 cubin none 8 of 8; syntax at 88: no fatbin begins here",
            "sm_90 ptx none 8 of 8; syntax at 16: an image in a fatbin has a header of a size that cannot be",
            "sm_90 ptx none 8 of 8; syntax at 16: an image in a fatbin has a header of a size that cannot be",
            "sm_80 cubin none 8 of 8; sm_90 ptx none 8 of 8; truncated at 16: an image reaches past the end of its fatbin",
            "sm_80 cubin lz4 8 of 9; sm_90 ptx none 8 of 8; syntax at 16: the packed bytes of an image are more than there are",
            "sm_90 ptx none 8 of 8; syntax at 16: an image cannot be as large as its header says",
            "sm_80 cubin none 8 of 8; sm_90 ptx none 8 of 8; truncated at 88: a fatbin reaches past the end of its section",
            "sm_80 cubin none 8 of 8; sm_90 ptx none 8 of 8; truncated at 176: an image in a fatbin begins with a header of at least 64 bytes",
            "sm_80 cubin none 8 of 8 ; sm_90 ptx none 8 of 8; ",
            "sm_90 ptx none 8 of 8; syntax at 0: no fatbin begins here",
            "sm_80 cubin none 8 of 8; truncated at 0: a fatbin reaches past the end of its section"};
        size_t second;
        bin_begin();
        entry(2, 80, RAW, "01234567", 8, 9, "");
        bin_end();
        bin_begin();
        second = bin;
        entry(1, 90, RAW, "01234567", 8, 0, "");
        if (i == 10) number(1, 8);
        bin_end();
        if (i == 1) box[4] = 2;
        if (i == 2) box[6] = 8; /* the header of the fatbin: of 8 bytes, */
        if (i == 3) made_put(box + second + 6, 0x8000, 2); /* past the end */
        if (i == 4) box[16 + 4] = 63;
        if (i == 5) made_put(box + 16 + 4, 73, 4);
        if (i == 6) box[16 + 8] = 9;
        if (i == 7) made_put(box + 16 + 16, 9, 4), made_put(box + 16 + 40, LZ4, 8);
        if (i == 8) made_put(box + 16 + 16, 8, 4), made_put(box + 16 + 40, LZ4, 8), made_put(box + 16 + 56, 9 * 255, 8);
        if (i == 9) made_put(box + second + 8, UINT64_MAX, 8);
        if (i == 11) made_put(box + 16 + 32, 64, 4), made_put(box + 16 + 36, 1, 4); /* a name past the header */
        if (i == 12) box[6] = 15; /* a header one byte too short */
        if (i == 13) made_put(box + 8, UINT64_MAX, 8); /* all that follows is its own, and is not found a second time */
        if (i != 11) CHECK_STR(want[i], found());
        else CHECK_STR(want[0], found());
    }
}

/* Sections of 64 bytes each from 64 on: 0, the names (1), then those given by name and where they lie. */
static void elf_begin(unsigned sections)
{
    static const char names[] = "\0.nv_fatbin\0__nv_relfatbin\0.text";
    char *p = put(NULL, 64 + 64 * (size_t)(sections + 2));
    memcpy(p, "\177ELF\2\1\1", 7);
    p[0x12] = 62;
    made_put(p + 0x28, 64, 8);
    p[0x3a] = 64;
    p[0x3c] = (char)(sections + 2);
    p[0x3e] = 1;
    p[128 + 4] = 3;
    made_put(p + 128 + 0x18, used, 8);
    made_put(p + 128 + 0x20, sizeof names, 8);
    put(names, sizeof names);
    put(NULL, (8 - used % 8) % 8);
}

static char *elf_section(unsigned number_of, unsigned name, size_t at, size_t len)
{
    char *const p = box + 64 + 64 * (number_of + 2);
    made_put(p, name, 4);
    p[4] = 1;
    made_put(p + 0x18, at, 8);
    made_put(p + 0x20, len, 8);
    return p;
}

#define TWO "sm_80 cubin none 8 of 8; sm_90 ptx none 8 of 8; "

/* A program with two sections of fatbins and one of code. */
static char *elf_program(void)
{
    size_t first;
    elf_begin(3);
    bin_begin();
    entry(2, 80, RAW, "01234567", 8, 0, "");
    bin_end();
    first = bin;
    elf_section(0, 1, bin, used - bin);
    elf_section(1, 28, bin, used - bin);
    bin_begin();
    entry(1, 90, RAW, "01234567", 8, 0, "");
    bin_end();
    elf_section(2, 12, bin, used - bin);
    return box + first;
}

static void programs(void)
{
    size_t n;
    elf_program();
    CHECK_STR(TWO, found());
    elf_program(); /* more sections than 16 bits can count */
    made_put(box + 0x3c, 0, 2);
    made_put(box + 0x3e, 0xffff, 2);
    made_put(box + 64 + 0x20, 5, 8);
    made_put(box + 64 + 0x28, 1, 4);
    CHECK_STR(TWO, found());
    elf_program();
    elf_section(0, 1, 0, 0)[4] = 8; /* SHT_NOBITS */
    CHECK_STR("sm_90 ptx none 8 of 8; ", found());
    elf_program();
    box[64 + 128 + 9] = 8; /* SHF_COMPRESSED */
    CHECK_STR("sm_90 ptx none 8 of 8; unsupported at 192: a section with fatbins is compressed", found());
    elf_program();
    elf_section(2, 12, bin, SIZE_MAX / 2);
    CHECK_STR(TWO "truncated at 320: a section with fatbins reaches past the end", found());
    elf_program(); /* the same bytes again and again are read once */
    n = used;
    elf_section(0, 1, 0, n);
    elf_section(1, 1, 0, n);
    elf_section(2, 12, 0, n);
    CHECK_STR(TWO "syntax at 0: no fatbin begins here", found());
    elf_program();
    box[4] = 1;
    CHECK_STR("unsupported at 0: an ELF file that is not 64-bit and little-endian", found());
    elf_program();
    box[5] = 2;
    CHECK_STR("unsupported at 0: an ELF file that is not 64-bit and little-endian", found());
    elf_program();
    box[0x28] = 0; /* no sections */
    CHECK_STR("", found());
    elf_program();
    box[0x3a] = 63;
    CHECK_STR("truncated at 40: an ELF file without its section headers", found());
    elf_program();
    made_put(box + 0x28, used + 1, 8);
    CHECK_STR("truncated at 40: an ELF file without its section headers", found());
    elf_program();
    made_put(box + 0x28, used - 63, 8);
    CHECK_STR("truncated at 40: an ELF file without its section headers", found());
    elf_program();
    box[0x3e] = 5;
    CHECK_STR("syntax at 62: the section with the section names is missing", found());
    elf_program();
    made_put(box + 0x3c, 200, 2);
    CHECK(strstr(found(), TWO "truncated at 40: the section headers of an ELF file reach past its end") != NULL);
    elf_program();
    made_put(box + 0x3c, 0, 2);
    made_put(box + 64 + 0x20, UINT64_MAX, 8);
    CHECK(strstr(found(), "truncated at 40: the section headers of an ELF file reach past its end") != NULL);
}

/* Sections that say to hold the whole file, so that reading each would be quadratic. */
static void overlap(void)
{
    unsigned i;
    elf_begin(100);
    bin_begin();
    entry(2, 80, RAW, "01234567", 8, 0, "");
    bin_end();
    for (i = 0; i < 100; i++) elf_section(i, 1, bin, used - bin);
    CHECK(strstr(found(), "sections with fatbins lie over each other") != NULL);
    elf_begin(100);
    bin_begin();
    bin_end();
    put(NULL, 1000);
    for (i = 0; i < 100; i++) elf_section(i, 1, bin, used - bin);
    CHECK(strstr(found(), "sections with fatbins lie over each other") != NULL);
}

/* Of Windows: the header at 0x40, sections from 0x58 on, after 0 bytes of the optional one. */
static void pe_program(void)
{
    char *p = put(NULL, 64 + 24 + 3 * 40);
    int i;
    memcpy(p, "MZ", 2);
    p[0x3c] = 64;
    memcpy(p + 64, "PE\0\0", 4);
    p[64 + 6] = 3;
    memcpy(p + 88, ".text\0\0\0.nv_fatb.nvFatBi", 8);
    memcpy(p + 128, ".nv_fatb", 8);
    memcpy(p + 168, ".nvFatBi", 8);
    for (i = 1; i < 3; i++) {
        bin_begin();
        entry(i == 1 ? 2 : 1, i == 1 ? 80 : 90, RAW, "01234567", 8, 0, "");
        bin_end();
        p = box + 88 + 40 * i;
        made_put(p + 8, used - bin, 4);
        made_put(p + 16, used - bin + 8, 4);
        made_put(p + 20, bin, 4);
        put(NULL, 8);
    }
}

static void windows(void)
{
    pe_program();
    CHECK_STR(TWO, found());
    pe_program();
    made_put(box + 128 + 8, 10000, 4); /* larger in memory */
    CHECK_STR(TWO, found());
    pe_program();
    memcpy(box + 88, box + 128, 40); /* in the first section already */
    memcpy(box + 128, ".text\0\0", 8);
    CHECK_STR(TWO, found());
    pe_program();
    box[64] = 'L'; /* a program of DOS */
    CHECK_STR("", found());
    pe_program();
    used = 63;
    CHECK_STR("", found());
    pe_program();
    made_put(box + 0x3c, used - 23, 4);
    CHECK_STR("", found());
    pe_program();
    made_put(box + 64 + 6, 1000, 2);
    CHECK(strstr(found(), TWO "truncated at 64: the section headers of a Windows file reach past its end") != NULL);
    pe_program();
    made_put(box + 64 + 20, 60000, 2);
    CHECK_STR("truncated at 64: the section headers of a Windows file reach past its end", found());
}

static void member(const char *size)
{
    char head[61];
    snprintf(head, sizeof head, "%-48s%-10.10s`\n", "a.o/            0           0     0     644", size);
    put(head, 60);
}

static void archives(void)
{
    char size[30];
    size_t at;
    put("!<arch>\n", 8);
    member("7");
    put("abcdefg", 7);
    put("\n", 1);
    at = used;
    member("0");
    bin_begin();
    entry(2, 80, RAW, "01234567", 8, 0, "");
    bin_end();
    snprintf(size, sizeof size, "%u", (unsigned)(used - at - 60));
    memcpy(box + at + 48, size, strlen(size));
    member("9"); /* an archive in an archive is not one */
    put("!<arch>\n-", 9);
    CHECK_STR("sm_80 cubin none 8 of 8; ", (put("\n", 1), found()));
    put("!<arch>\n", 8);
    member("1000");
    put("\177ELF", 4);
    CHECK_STR("truncated at 8: a member of the archive reaches past its end", found());
    put("!<arch>\n", 8);
    member("4");
    put("\177ELF", 4);
    CHECK_STR("truncated at 68: an ELF file begins with a header of 64 bytes", found());
    put("!<arch>\n", 8);
    member("0");
    put("xxx", 3);
    CHECK_STR("syntax at 68: no member of the archive begins here", found());
    put("!<arch>\n", 8);
    member("9999999999");
    box[8 + 58] = 'x';
    CHECK_STR("syntax at 8: no member of the archive begins here", found());
    put("!<arch>\n", 8);
    member("9999999999");
    CHECK_STR("truncated at 8: a member of the archive reaches past its end", found());
    put("!<arch>\n", 8);
    member("0:");
    CHECK_STR("", found());
    put("!<arch>\n", 8);
    CHECK_STR("", found());
    put("!<thin>\n", 8);
    CHECK_STR("unsupported at 0: no program, library, archive of objects, fatbin or cubin", found());
}

static void nothing(void)
{
    cubin_fatbin walk;
    cubin_image image;
    cubin_fatbin_begin(NULL, box, 8);
    cubin_fatbin_begin(&walk, NULL, 8);
    CHECK(!cubin_fatbin_next(&walk, &image) && walk.error.code == CUBIN_OK);
    cubin_fatbin_begin(&walk, box, 0);
    CHECK(!cubin_fatbin_next(&walk, &image) && walk.error.code == CUBIN_OK);
    CHECK(image.bytes.ptr != NULL && image.name.ptr != NULL);
    CHECK(!cubin_fatbin_next(&walk, NULL));
    CHECK(!cubin_fatbin_next(NULL, &image) && image.bytes.ptr != NULL && image.name.ptr != NULL);
}

static void cubins(void)
{
    size_t size;
    char *data = run_read("examples/data/samples/ncurep/three_sm90.cubin", &size);
    if (!CHECK(data != NULL)) return;
    put(data, size);
    free(data);
    CHECK_STR("sm_90 cubin none 9376 of 9376; ", found());
}

static const char *unpacked(const void *packed, size_t len, uint64_t size)
{
    static char to[5000];
    cubin_image image;
    cubin_error error;
    memset(&image, 0, sizeof image);
    image.packing = CUBIN_PACKING_LZ4;
    image.bytes.ptr = pages_put(&room, packed, len, 1);
    image.bytes.len = len;
    image.size = size;
    image.offset = 7;
    memset(to, '#', sizeof to);
    if (cubin_image_unpack(&image, to, sizeof to - 1, NULL, &error) != CUBIN_OK) {
        CHECK_U64(7, error.offset);
        return cubin_code_name(error.code);
    }
    CHECK(to[size] == '#');
    to[size] = 0;
    return to;
}

static void lz4(void)
{
    char text[4000], want[4001];
    CHECK_STR("abc", unpacked("\x30" "abc", 4, 3));
    CHECK_STR("abcabcabc", unpacked("\x32" "abc\3\0\0", 7, 9));
    CHECK_STR("aaaaaaaaaaaaaaaaaaaaaaaz", unpacked("\x1f" "a\1\0\3\x10z", 7, 24));
    memset(text, 'a', sizeof text); /* 15 + 255 + 255 + 1 literals, then a match of 4 + 15 + 255 + 0 */
    memcpy(text, "\xff\xff\xff\1", 4);
    memcpy(text + 4 + 526, "\1\0\xff\0\0", 5);
    memset(want, 'a', 800);
    want[800] = 0;
    CHECK_STR(want, unpacked(text, 4 + 526 + 5, 800));
    CHECK_STR("syntax", unpacked(text, 4 + 526 + 5, 801));
    CHECK_STR("syntax", unpacked(text, 4 + 526 + 5, 799));
    CHECK_STR("syntax", unpacked(text, 2, 800));
    CHECK_STR("syntax", unpacked(text, 4 + 526 + 3, 800));
    CHECK_STR("syntax", unpacked(text, 4 + 526 + 4, 800));
    CHECK_STR("syntax", unpacked(text, 4 + 526 + 1, 800));
    CHECK_STR("syntax", unpacked(text, 4 + 525, 800));
    CHECK_STR("syntax", unpacked(text, 4 + 526 + 5, 500)); /* more literals than room */
    CHECK_STR("syntax", unpacked("\x32" "abc\4\0\0", 7, 9)); /* from before its start */
    CHECK_STR("syntax", unpacked("\x32" "abc\0\0\0", 7, 9));
    CHECK_STR("syntax", unpacked("", 0, 0));
    CHECK_STR("", unpacked("\0", 1, 0));
    CHECK_STR("limit", unpacked("\0", 1, 5000));
}

static size_t zstd_made(void *to, size_t size, const void *data, size_t len, cubin_reply *reply, void *user)
{
    if (user == NULL || user == data) {
        *reply = user == NULL ? CUBIN_REPLY_FAILED : CUBIN_REPLY_REFUSED;
        return 0;
    }
    memset(to, *(const char *)data, size);
    return size - len + 1;
}

static void other_packings(void)
{
    char to[8];
    cubin_image image;
    cubin_decompress with = {NULL, NULL};
    cubin_error error;
    memset(&image, 0, sizeof image);
    image.bytes = cubin_text("abcd");
    image.size = 4;
    CHECK_U64(CUBIN_OK, cubin_image_unpack(&image, to, 4, NULL, &error));
    CHECK_BYTES("abcd", 4, to, 4);
    image.size = 5;
    CHECK_U64(CUBIN_ARGUMENT, cubin_image_unpack(&image, to, 8, NULL, &error));
    CHECK_U64(CUBIN_ARGUMENT, cubin_image_unpack(&image, NULL, 8, NULL, &error));
    CHECK_U64(CUBIN_ARGUMENT, cubin_image_unpack(NULL, to, 8, NULL, &error));
    image.packing = CUBIN_PACKING_ZSTD;
    CHECK_U64(CUBIN_UNSUPPORTED, cubin_image_unpack(&image, to, 8, NULL, &error));
    CHECK_U64(CUBIN_UNSUPPORTED, cubin_image_unpack(&image, to, 8, &with, &error));
    with.zstd_fn = zstd_made;
    CHECK_U64(CUBIN_IO, cubin_image_unpack(&image, to, 8, &with, &error));
    with.user = (void *)(uintptr_t)image.bytes.ptr;
    CHECK_U64(CUBIN_UNSUPPORTED, cubin_image_unpack(&image, to, 8, &with, &error)); /* refused is not damaged */
    image.size = 0;
    CHECK_U64(CUBIN_OK, cubin_image_unpack(&image, to, 8, &with, &error));
    image.size = 5;
    with.user = to;
    CHECK_U64(CUBIN_SYNTAX, cubin_image_unpack(&image, to, 8, &with, &error)); /* fewer bytes than its header says */
    image.bytes.len = 1;
    CHECK_U64(CUBIN_OK, cubin_image_unpack(&image, to, 8, &with, &error));
    CHECK_BYTES("aaaaa", 5, to, 5);
    image.packing = CUBIN_PACKING_COUNT;
    CHECK_U64(CUBIN_ARGUMENT, cubin_image_unpack(&image, to, 8, &with, &error));
    CHECK_STR("?", cubin_packing_name(CUBIN_PACKING_COUNT));
    CHECK_STR("?", cubin_image_kind_name(CUBIN_IMAGE_KIND_COUNT));
    CHECK_STR("zstd", cubin_packing_name(CUBIN_PACKING_ZSTD));
}

/* Each prefix of each kind of file, at the end of what may be read. */
static void prefixes(void)
{
    static char whole[sizeof box];
    int kind;
    for (kind = 0; kind < 3; kind++) {
        size_t n, size;
        if (kind == 2) {
            put("!<arch>\n", 8);
            member("1200");
        }
        if (kind == 1) pe_program();
        else if (kind == 0) elf_program();
        else {
            bin_begin();
            entry(2, 80, RAW, "01234567", 8, 0, "a.cu");
            bin_end();
        }
        size = used;
        memcpy(whole, box, size);
        for (n = 0; n < size; n++) {
            memcpy(box, whole, size);
            used = n;
            found();
        }
        used = 0;
    }
}

int main(void)
{
    if (!pages_open(&room, sizeof box / 4096 + 1)) {
        printf("0 passed, 0 failed, 1 skipped: needs mmap\n");
        return 0;
    }
    RUN(fatbins);
    RUN(damaged_fatbins);
    RUN(programs);
    RUN(overlap);
    RUN(windows);
    RUN(archives);
    RUN(nothing);
    RUN(cubins);
    RUN(lz4);
    RUN(other_packings);
    RUN(prefixes);
    pages_close(&room);
    return run_end();
}
