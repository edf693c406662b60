/* Makes small cubins of any sections, for the tests of cubin.h: section 0, those given from number 1 on, then the names. */
#ifndef TESTS_CUBIN_MAKE_H
#define TESTS_CUBIN_MAKE_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct made_section {
    const char *name;
    const void *bytes;
    size_t len;
    uint32_t type, info;
    uint64_t flags;
    uint64_t size; /* as its header says; 0: len */
} made_section;

typedef struct made_symbol {
    uint32_t name;
    unsigned type, section; /* type: of ELF; from bit 8 on st_other */
    uint64_t value, size;
} made_symbol;

static inline void made_put(char *to, uint64_t v, int bytes)
{
    int i;
    for (i = 0; i < bytes; i++) to[i] = (char)(unsigned char)(v >> 8 * i);
}

/* The bytes of a .symtab with these from symbol 1 on, 24 each. */
static inline void made_symbols(char *to, const made_symbol *symbols, size_t n)
{
    size_t i;
    memset(to, 0, 24 * (n + 1));
    for (i = 0; i < n; i++) {
        char *const s = to + 24 * (i + 1);
        made_put(s, symbols[i].name, 4);
        made_put(s + 4, symbols[i].type, 2);
        made_put(s + 6, symbols[i].section, 2);
        made_put(s + 8, symbols[i].value, 8);
        made_put(s + 16, symbols[i].size, 8);
    }
}

/* The file, to be freed. The section headers lie right after the ELF header. */
static inline char *made_cubin(const made_section *sections, size_t n, uint32_t arch, size_t *size)
{
    size_t room = 64 + 64 * (n + 2) + 11, at, name = 1, i;
    char *p, *names;
    for (i = 0; i < n; i++) room += sections[i].len + strlen(sections[i].name) + 1;
    p = (char *)calloc(1, room);
    if (p == NULL) abort();
    memcpy(p, "\177ELF\2\1\1", 7);
    p[0x12] = (char)190; /* EM_CUDA */
    p[0x10] = 2;
    made_put(p + 0x28, 64, 8);
    made_put(p + 0x30, arch, 4);
    p[0x3a] = 64;
    made_put(p + 0x3c, n + 2, 2);
    made_put(p + 0x3e, n + 1, 2);
    at = 64 + 64 * (n + 2);
    for (i = 0; i < n; i++) {
        char *const head = p + 64 * (i + 2);
        made_put(head, name, 4);
        name += strlen(sections[i].name) + 1;
        made_put(head + 4, sections[i].type, 4);
        made_put(head + 8, sections[i].flags, 8);
        made_put(head + 0x18, at, 8);
        made_put(head + 0x20, sections[i].size != 0 ? sections[i].size : sections[i].len, 8);
        made_put(head + 0x2c, sections[i].info, 4);
        if (sections[i].len > 0) memcpy(p + at, sections[i].bytes, sections[i].len);
        at += sections[i].len;
    }
    names = p + 64 * (n + 2);
    made_put(names, name, 4);
    names[4] = 3;
    made_put(names + 0x18, at, 8);
    made_put(names + 0x20, room - at, 8);
    at++;
    for (i = 0; i < n; i++) {
        strcpy(p + at, sections[i].name);
        at += strlen(sections[i].name) + 1;
    }
    strcpy(p + at, ".shstrtab");
    *size = room;
    return p;
}

#endif
