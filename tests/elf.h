/* Makes small cubins with a line table, for the tests of ncurep.h: one function "f" of symbol 1, files d/a.cu and b.cu,
   names "g" at 1 and "h" at 3 of .debug_str. */
#ifndef TESTS_ELF_H
#define TESTS_ELF_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* One line program with one sequence. */
typedef struct elf_part {
    const char *program; /* between the set-address and the end of the sequence */
    size_t len;
    uint32_t symbol;     /* of the relocation */
    int no_end;          /* the sequence does not end */
} elf_part;

/* How many functions lie within f: 4 bytes each, from 8 on every 8 bytes, named "$f$a", "$f$b"... in falling order; before
   them one of another section and one that is no function. */
static unsigned elf_inner;
/* Type of the section .debug_str: 1, or 8 for one without bytes. */
static int elf_str_type = 1;

/* More symbols after these, and the texts that stand after the names in .strtab, from ELF_STRINGS on. */
typedef struct elf_symbol {
    unsigned name, type, section;
    uint64_t value, size;
} elf_symbol;
static const elf_symbol *elf_symbols;
static unsigned elf_symbols_n;
static const char *elf_strings = "";
static size_t elf_strings_len;
#define ELF_STRINGS 30
/* The first special opcode, 10 to 13: opcode 10 has two operands, 11 one, 12 none. */
static unsigned elf_base = 10;

#define ELF_LINE(text) {text, sizeof(text) - 1, 1, 0}
#define ELF_LINE_AT 64 /* where .debug_line begins */

static inline void elf_u32(char *to, uint64_t v)
{
    int k;
    for (k = 0; k < 4; k++) to[k] = (char)(unsigned char)(v >> 8 * k);
}

static inline void elf_u64(char *to, uint64_t v)
{
    elf_u32(to, v);
    elf_u32(to + 4, v >> 32);
}

/* The file, to be freed. */
static inline char *elf_make(const elf_part *parts, size_t n, size_t *size)
{
    static const char counts[] = "\0\1\1\1\1\0\0\0\1\2\1\0"; /* operands of opcodes 1 to 12 */
    static const char files[] = "d\0\0a.cu\0\1\0\0b.cu\0\0\0\0"; /* directories, files; their end is the last zero */
    static const char names[] = "\0.debug_line\0.rel.debug_line\0.debug_str\0.symtab\0.strtab\0.shstrtab";
    static const char strings[] = "\0g\0h";
    static const char symbols[] = "\0f\0$f$a\0$f$b\0$f$c\0$g$a\0$fa\0$f";
    size_t room = 65536 + elf_strings_len + 24 * (size_t)elf_symbols_n, at, start, i, section[7][2];
    char *p;
    for (i = 0; i < n; i++) room += parts[i].len;
    p = (char *)calloc(1, room);
    if (p == NULL) abort();
    memcpy(p, "\177ELF\2\1\1", 7);
    p[0x12] = (char)190; /* EM_CUDA */
    at = start = ELF_LINE_AT;
    section[1][0] = at;
    for (i = 0; i < n; i++) {
        char *unit = p + at, *to = unit + 15;
        unit[4] = 2;
        unit[10] = 1;
        unit[11] = 1;
        unit[12] = -5;
        unit[13] = 14;
        unit[14] = (char)elf_base;
        memcpy(to, counts, elf_base - 1);
        to += elf_base - 1;
        memcpy(to, files, sizeof files);
        to += sizeof files;
        elf_u32(unit + 6, (uint64_t)(to - unit - 10));
        memcpy(to, "\0\11\2\0\0\0\0\0\0\0\0", 11);
        to += 11;
        memcpy(to, parts[i].program, parts[i].len);
        to += parts[i].len;
        if (!parts[i].no_end) {
            memcpy(to, "\0\1\1", 3);
            to += 3;
        }
        elf_u32(unit, (uint64_t)(to - unit - 4));
        at = (size_t)(to - p);
    }
    section[1][1] = at - start;
    section[2][0] = at;
    start = ELF_LINE_AT;
    for (i = 0; i < n; i++) { /* relocations: of each set-address */
        const size_t length = 4 + ((size_t)(unsigned char)p[start] | (size_t)(unsigned char)p[start + 1] << 8 |
                                   (size_t)(unsigned char)p[start + 2] << 16 | (size_t)(unsigned char)p[start + 3] << 24);
        elf_u64(p + at, start - ELF_LINE_AT + 15 + elf_base - 1 + sizeof files + 3);
        elf_u64(p + at + 8, (uint64_t)parts[i].symbol << 32 | 2);
        at += 16;
        start += length;
    }
    section[2][1] = at - section[2][0];
    section[3][0] = at;
    memcpy(p + at, strings, sizeof strings);
    at += section[3][1] = sizeof strings;
    section[4][0] = at;
    p[at + 24] = 1;      /* name */
    p[at + 24 + 4] = 18; /* a global function */
    p[at + 24 + 6] = 1;
    elf_u64(p + at + 24 + 16, 1 << 20);
    section[4][1] = 48;
    if (elf_inner > 0) {
        static const unsigned char kinds[6][3] = {{3, 2, 2}, {3, 1, 1}, {18, 2, 1}, {23, 2, 1}, {27, 2, 1}, {1, 2, 1}};
        for (i = 0; i < 6 + elf_inner; i++) { /* name, type, section */
            char *symbol = p + at + section[4][1];
            const unsigned inner = (unsigned)(i < 6 ? 0 : elf_inner - (i - 6));
            symbol[0] = (char)(i < 6 ? kinds[i][0] : 3 + 5 * (inner - 1));
            symbol[4] = (char)(i < 6 ? kinds[i][1] : 2);
            symbol[6] = (char)(i < 6 ? kinds[i][2] : 1);
            elf_u64(symbol + 8, 8 * inner);
            elf_u64(symbol + 16, 4);
            section[4][1] += 24;
        }
    }
    for (i = 0; i < elf_symbols_n; i++) {
        char *symbol = p + at + section[4][1];
        elf_u32(symbol, elf_symbols[i].name);
        symbol[4] = (char)elf_symbols[i].type;
        symbol[6] = (char)elf_symbols[i].section;
        elf_u64(symbol + 8, elf_symbols[i].value);
        elf_u64(symbol + 16, elf_symbols[i].size);
        section[4][1] += 24;
    }
    at += section[4][1];
    section[5][0] = at;
    memcpy(p + at, symbols, ELF_STRINGS);
    memcpy(p + at + ELF_STRINGS, elf_strings, elf_strings_len);
    at += section[5][1] = ELF_STRINGS + elf_strings_len;
    section[6][0] = at;
    memcpy(p + at, names, sizeof names);
    at += section[6][1] = sizeof names;
    elf_u64(p + 0x28, at);
    p[0x3a] = 64;
    p[0x3c] = 7;
    p[0x3e] = 6;
    {
        size_t name = 1;
        for (i = 1; i < 7; i++) {
            char *h = p + at + 64 * i;
            elf_u32(h, name);
            h[4] = (char)(i == 3 ? elf_str_type : 1);
            elf_u64(h + 0x18, section[i][0]);
            elf_u64(h + 0x20, section[i][1]);
            name += strlen(names + name) + 1;
        }
    }
    *size = at + 64 * 7;
    return p;
}

#endif
