/* Sections of ncurep.h that are still apart from it. */
#ifndef NCUREP_PARTS_H
#define NCUREP_PARTS_H
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

/* shared: api */
#ifndef NCUREP_API
#if defined(NCUREP_STATIC) && (defined(__GNUC__) || defined(__clang__))
#define NCUREP_API static __attribute__((unused))
#elif defined(NCUREP_STATIC)
#define NCUREP_API static
#else
#define NCUREP_API extern
#endif
#endif
/* end of shared */

/* shared: types */
/* A piece of text: a pointer and a length, no terminator. ptr is never NULL in a view that this header gives out. */
typedef struct ncurep_view {
    const char *ptr;
    size_t len;
} ncurep_view;

/* What went wrong. The same order in all headers of the family. */
typedef enum ncurep_code {
    NCUREP_OK = 0,
    NCUREP_ARGUMENT,    /* the call itself is wrong: a NULL that must not be, an option out of range */
    NCUREP_MEMORY,      /* the allocator or the buffer gave no more */
    NCUREP_IO,          /* a callback failed */
    NCUREP_TRUNCATED,   /* the input ends too early; what is there is not wrong */
    NCUREP_SYNTAX,      /* the input is wrong */
    NCUREP_LIMIT,       /* a limit of the options was reached */
    NCUREP_UNSUPPORTED  /* well formed, but of a kind or version that this header does not read */
} ncurep_code;

/* A code, the byte offset in the input where it happened, and a constant English sentence without a line feed. */
typedef struct ncurep_error {
    ncurep_code code;
    uint64_t offset;
    const char *message;
} ncurep_error;
/* end of shared */

/* shared: memory */
/* Where memory comes from. alloc_fn returns NULL when it has none, memory of any alignment otherwise; free_fn gets the
   size that was asked for. Both NULL: no allocator. Called from the thread of the public call, never at the same time. */
typedef struct ncurep_allocator {
    void *(*alloc_fn)(void *user, size_t size);
    void (*free_fn)(void *user, void *ptr, size_t size);
    void *user;
} ncurep_allocator;

/* A buffer alone: no heap. A buffer and an allocator: the buffer first. Neither: malloc and free (with NCUREP_NO_LIBC an
   error, NCUREP_ARGUMENT). All zero is a good default. The buffer must outlive what is made in it. */
typedef struct ncurep_memory {
    void *buffer;
    size_t buffer_size;
    ncurep_allocator allocator;
    size_t max_memory; /* most bytes to hold from the allocator at once; 0: 64 MiB */
} ncurep_memory;
/* end of shared */

/* Line tables of a cubin ----------------------------------------------------------------------------------------- */

/* Where the code at one offset comes from: a place in a text, and behind it the places that called it, one inlined into
   the next. Views point into the cubin. Members that begin with i_ belong to the header. */
typedef struct ncurep_place {
    uint64_t offset;       /* from the start of the function: first byte that has this place */
    uint64_t end;          /* first byte behind */
    ncurep_view function;  /* name in the object file, so mangled; of the inlined function where one was inlined */
    ncurep_view directory; /* empty: file is the whole path; else directory, '/', file */
    ncurep_view file;      /* empty in the PTX table, and where the table names none */
    uint32_t line;         /* from 1; 0: not known */
    uint32_t i_row;
    uint32_t i_left;
    uint32_t i_function;
} ncurep_place;

typedef struct ncurep_line_function {
    ncurep_view name; /* of the symbol, mangled */
    ncurep_view code; /* its machine code; empty where the file does not hold it */
    uint64_t size;    /* as the symbol says */
    uint32_t symbol;  /* number in .symtab: what the relocation data of a report call index */
} ncurep_line_function;

/* The two tables: from code to source, from code to the lines of the PTX text. */
typedef enum ncurep_line_table { NCUREP_LINES_SOURCE = 0, NCUREP_LINES_PTX = 1 } ncurep_line_table;

typedef struct ncurep_lines ncurep_lines;

/* Walks one table of one function. Zero it, set function, table, then ncurep_lines_next. */
typedef struct ncurep_line_iter {
    uint32_t function;       /* index, not symbol number */
    ncurep_line_table table;
    ncurep_place place;      /* innermost place of the code from offset to end */
    uint32_t i_at;
} ncurep_line_iter;

/* Reads the line tables of a cubin: a 64-bit little-endian ELF file, as a report stores it.
   Returns the tables, to be freed with ncurep_lines_free; the cubin must stay as it is until then.
   NULL only for ARGUMENT, MEMORY and LIMIT. Mistakes in the file do not stop it: what is whole is kept, and *error holds
   the first of them (SYNTAX, TRUNCATED, UNSUPPORTED, with the offset in the cubin), or OK.
   cubin NULL: size must be 0. memory NULL: malloc, 64 MiB. error may be NULL.
   Threads: none is shared; the tables may be read by many at once.
   Cost: linear, plus n log n where the rows of a table do not ascend; about 40 bytes a row, 4 a line of PTX text.
   Facts: DWARF 2, section 6.2; opcodes 0x90 and 0x91 as elfutils' dwarf.h names them, meaning shown with compiled
   kernels. */
NCUREP_API ncurep_lines *ncurep_lines_open(const void *cubin, size_t size, const ncurep_memory *memory,
                                           ncurep_error *error);

/* Frees the tables; NULL is fine. */
NCUREP_API void ncurep_lines_free(ncurep_lines *lines);

/* Bytes held from the allocator. NULL: 0. */
NCUREP_API size_t ncurep_lines_memory(const ncurep_lines *lines);

/* Number of functions that a table names. NULL: 0. */
NCUREP_API uint32_t ncurep_lines_functions(const ncurep_lines *lines);

/* Fills *out with function index, in ascending order of symbol numbers; 0 and zeros when there is none. */
NCUREP_API int ncurep_lines_function(const ncurep_lines *lines, uint32_t index, ncurep_line_function *out);

/* 1 and the next stretch of code with one inline stack in it->place, 0 at the end. Of several rows at one offset the
   last counts; rows whose stack is that of the row before are left out. Two stacks are the same when they hold the same
   entries of the file and name tables. Cost: linear in the rows, at most 512 steps a row. */
NCUREP_API int ncurep_lines_next(const ncurep_lines *lines, ncurep_line_iter *it);

/* 1 and the innermost place of the code at offset in the function of this symbol number, 0 when the table has none.
   offset is an address less that of the function. place->offset and end are those of the row. Cost: O(log n). */
NCUREP_API int ncurep_lines_find(const ncurep_lines *lines, ncurep_line_table table, uint32_t symbol, uint64_t offset,
                                 ncurep_place *place);

/* Turns a place into that of the call one level out; 0, and nothing changed, at the outermost. A stack of more than 512
   places ends there; so does one that leads in a circle. */
NCUREP_API int ncurep_lines_outer(const ncurep_lines *lines, ncurep_place *place);

/* The PTX text as the file holds it: lines that end in a zero byte. Empty when there is none. */
NCUREP_API ncurep_view ncurep_lines_ptx(const ncurep_lines *lines);

/* Number of lines of the PTX text. */
NCUREP_API uint32_t ncurep_lines_ptx_lines(const ncurep_lines *lines);

/* Line of the PTX text, from 1, without its end; empty outside. */
NCUREP_API ncurep_view ncurep_lines_ptx_line(const ncurep_lines *lines, uint32_t line);

#ifdef __cplusplus
}
#endif
#endif /* NCUREP_PARTS_H */

/* ---------------------------------------------------------------------------------------------------------------- */

#if defined(NCUREP_IMPLEMENTATION) && !defined(NCUREP_PARTS_IMPLEMENTED)
#define NCUREP_PARTS_IMPLEMENTED
#ifndef NCUREP_NO_LIBC
#include <stdlib.h>
#include <string.h>
#endif
#ifdef __cplusplus
extern "C" {
#endif

/* shared: bytes */
#ifndef NCUREP_ASSERT
#define NCUREP_ASSERT(e) ((void)0)
#endif

/* Without libc the loops below must not be turned back into calls of memcpy and memset: the empty statement stops that. */
#if defined(NCUREP_NO_LIBC) && (defined(__GNUC__) || defined(__clang__))
#define NCUREP_I_PLAIN_LOOP __asm__ __volatile__("")
#else
#define NCUREP_I_PLAIN_LOOP ((void)0)
#endif

static void ncurep_i_copy(void *to, const void *from, size_t n)
{
#ifdef NCUREP_NO_LIBC
    unsigned char *t = (unsigned char *)to;
    const unsigned char *f = (const unsigned char *)from;
    for (; n > 0; n--) {
        *t++ = *f++;
        NCUREP_I_PLAIN_LOOP;
    }
#else
    if (n > 0) memcpy(to, from, n);
#endif
}

static void ncurep_i_zero(void *to, size_t n)
{
#ifdef NCUREP_NO_LIBC
    unsigned char *t = (unsigned char *)to;
    for (; n > 0; n--) {
        *t++ = 0;
        NCUREP_I_PLAIN_LOOP;
    }
#else
    if (n > 0) memset(to, 0, n);
#endif
}

static int ncurep_i_equal(const void *a, const void *b, size_t n)
{
#ifdef NCUREP_NO_LIBC
    const unsigned char *x = (const unsigned char *)a;
    const unsigned char *y = (const unsigned char *)b;
    for (; n > 0; n--) {
        if (*x++ != *y++) return 0;
        NCUREP_I_PLAIN_LOOP;
    }
    return 1;
#else
    return n == 0 || memcmp(a, b, n) == 0;
#endif
}
/* end of shared */

/* shared: find */
/* First byte c in [p, end), or end. */
static const char *ncurep_i_find(const char *p, const char *end, char c)
{
#ifdef NCUREP_NO_LIBC
    while (p < end && *p != c) {
        p++;
        NCUREP_I_PLAIN_LOOP;
    }
    return p;
#else
    const void *at = p < end ? memchr(p, (unsigned char)c, (size_t)(end - p)) : NULL;
    return at != NULL ? (const char *)at : end;
#endif
}
/* end of shared */

/* shared: code_name */
NCUREP_API const char *ncurep_code_name(ncurep_code code)
{
    switch (code) {
    case NCUREP_OK: return "ok";
    case NCUREP_ARGUMENT: return "argument";
    case NCUREP_MEMORY: return "memory";
    case NCUREP_IO: return "io";
    case NCUREP_TRUNCATED: return "truncated";
    case NCUREP_SYNTAX: return "syntax";
    case NCUREP_LIMIT: return "limit";
    case NCUREP_UNSUPPORTED: return "unsupported";
    default: return "?";
    }
}
/* end of shared */

/* shared: arena */
/* A bump arena over a caller's buffer, then over blocks of an allocator. There is no free of one thing. */
typedef union ncurep_i_align {
    void *p;
    uint64_t u;
    double d;
} ncurep_i_align;

typedef struct ncurep_i_block {
    struct ncurep_i_block *next;
    void *start; /* as the allocator gave it: of any alignment, so the struct may lie a few bytes behind */
    size_t size; /* as asked from the allocator, this struct included */
} ncurep_i_block;

typedef struct ncurep_i_arena {
    char *at;  /* next free byte of the current piece */
    char *end;
    ncurep_i_block *blocks;
    ncurep_allocator allocator;
    size_t max;
    size_t held; /* bytes held from the allocator */
    ncurep_code code; /* why the last ncurep_i_alloc failed: NCUREP_MEMORY or NCUREP_LIMIT */
} ncurep_i_arena;

#ifndef NCUREP_NO_LIBC
static void *ncurep_i_malloc(void *user, size_t size)
{
    (void)user;
    return malloc(size);
}

static void ncurep_i_mfree(void *user, void *ptr, size_t size)
{
    (void)user;
    (void)size;
    free(ptr);
}
#endif

/* Makes an empty arena; 0 when the options name no source of memory. */
static int ncurep_i_arena_open(ncurep_i_arena *a, const ncurep_memory *m)
{
    ncurep_i_zero(a, sizeof *a);
    a->max = (size_t)64 << 20;
    if (m != NULL) {
        if ((m->allocator.alloc_fn == NULL) != (m->allocator.free_fn == NULL)) return 0;
        a->allocator = m->allocator;
        if (m->max_memory != 0) a->max = m->max_memory;
        if (m->buffer != NULL) {
            a->at = (char *)m->buffer;
            a->end = a->at + m->buffer_size;
            return 1;
        }
    }
    if (a->allocator.alloc_fn == NULL) {
#ifdef NCUREP_NO_LIBC
        return 0;
#else
        a->allocator.alloc_fn = ncurep_i_malloc;
        a->allocator.free_fn = ncurep_i_mfree;
#endif
    }
    return 1;
}

/* Frees every block. The arena itself may lie in one of them. */
static void ncurep_i_arena_close(ncurep_i_arena *a)
{
    ncurep_i_block *b = a->blocks;
    ncurep_allocator allocator = a->allocator;
    while (b != NULL) {
        ncurep_i_block *next = b->next;
        allocator.free_fn(allocator.user, b->start, b->size);
        b = next;
    }
}

/* p, moved up to the next aligned address. */
static char *ncurep_i_aligned(char *p)
{
    const size_t unit = sizeof(ncurep_i_align);
    return p + (unit - (size_t)((uintptr_t)p % unit)) % unit;
}

/* Aligned room for count things of size bytes each, or NULL with a->code set. The one place that multiplies. */
static void *ncurep_i_alloc(ncurep_i_arena *a, size_t count, size_t size)
{
    const size_t extra = sizeof(ncurep_i_block) + 3 * sizeof(ncurep_i_align); /* the header and the two alignments */
    size_t need, skip, block;
    ncurep_i_block *b;
    char *p;
    if (size != 0 && count > ((size_t)-1 - extra) / size) {
        a->code = NCUREP_LIMIT;
        return NULL;
    }
    need = count * size;
    if (a->at != NULL) {
        skip = (size_t)(ncurep_i_aligned(a->at) - a->at);
        if (skip <= (size_t)(a->end - a->at) && need <= (size_t)(a->end - a->at) - skip) {
            p = a->at + skip;
            a->at = p + need;
            return p;
        }
    }
    if (a->allocator.alloc_fn == NULL) {
        a->code = NCUREP_MEMORY;
        return NULL;
    }
    /* Blocks grow with what is held, so that their number stays small; near the limit just what is needed. */
    block = extra + need;
    if (block < a->held / 2) block = a->held / 2;
    if (block < 4096) block = 4096;
    if (block > a->max - a->held) block = extra + need;
    if (block > a->max - a->held) {
        a->code = NCUREP_LIMIT;
        return NULL;
    }
    p = (char *)a->allocator.alloc_fn(a->allocator.user, block);
    if (p == NULL) {
        a->code = NCUREP_MEMORY;
        return NULL;
    }
    b = (ncurep_i_block *)(void *)ncurep_i_aligned(p);
    b->next = a->blocks;
    b->start = p;
    b->size = block;
    a->blocks = b;
    a->held += block;
    a->end = p + block;
    p = ncurep_i_aligned((char *)b + sizeof *b);
    a->at = p + need;
    return p;
}
/* end of shared */

/* Line tables of a cubin ----------------------------------------------------------------------------------------- */

#define NCUREP_I_STACK_MAX 512u      /* places of an inline stack */
#define NCUREP_I_SYMBOL_MAX 16384u   /* longest name that a function compiled into another is looked for under */
#define NCUREP_I_NOWHERE 0xffffffffu /* caller of a row: inlined, but the row it names is not there */
#define NCUREP_I_MARK 0x80000000u    /* in depth, while depths are being found */

typedef struct ncurep_i_row {
    uint64_t offset;
    uint32_t symbol;
    uint32_t file;   /* in files; 0: none */
    uint32_t line;
    uint32_t caller; /* 0: not inlined; else number of the row in rows, from 1, or NCUREP_I_NOWHERE */
    uint32_t name;   /* in .debug_str */
    uint32_t depth;  /* places of its stack */
} ncurep_i_row;

typedef struct ncurep_i_table {
    ncurep_i_row *rows;
    uint32_t *order; /* by symbol, then offset; one row each */
    uint32_t rows_n, order_n;
} ncurep_i_table;

typedef struct ncurep_i_line_file {
    ncurep_view directory;
    ncurep_view name;
} ncurep_i_line_file;

typedef struct ncurep_i_reloc {
    uint64_t place;
    uint32_t symbol;
} ncurep_i_reloc;

/* A function whose code lies within that of another. */
typedef struct ncurep_i_inner {
    uint64_t value, size; /* in the section, as its symbol says */
    uint32_t name;        /* in .strtab */
    uint32_t owner;       /* symbol number of the other */
} ncurep_i_inner;

typedef struct ncurep_i_function {
    uint32_t symbol;
    uint32_t first[2], count[2]; /* in the order of each table */
    uint32_t inner, inner_n;
} ncurep_i_function;

enum {
    NCUREP_I_LINE = 0,
    NCUREP_I_LINE_SASS,
    NCUREP_I_REL,
    NCUREP_I_REL_SASS,
    NCUREP_I_RELA,
    NCUREP_I_RELA_SASS,
    NCUREP_I_STR,
    NCUREP_I_PTX,
    NCUREP_I_SYMTAB,
    NCUREP_I_STRTAB,
    NCUREP_I_SECTIONS
};

struct ncurep_lines {
    ncurep_i_arena arena;
    ncurep_view cubin;
    ncurep_error error;
    ncurep_view section[NCUREP_I_SECTIONS];
    ncurep_i_table table[2];
    ncurep_i_line_file *files;
    ncurep_i_function *functions;
    ncurep_i_inner *inner;
    uint32_t *ptx; /* where each line starts, and the end */
    uint32_t files_n, functions_n, inner_n, ptx_n, symbols_n;
};

static uint32_t ncurep_i_le16(const char *p)
{
    return (uint32_t)((unsigned char)p[0] | (unsigned)(unsigned char)p[1] << 8);
}

static uint32_t ncurep_i_le32(const char *p)
{
    return ncurep_i_le16(p) | ncurep_i_le16(p + 2) << 16;
}

static uint64_t ncurep_i_le64(const char *p)
{
    return ncurep_i_le32(p) | (uint64_t)ncurep_i_le32(p + 4) << 32;
}

static ncurep_view ncurep_i_view(const char *p, size_t len)
{
    ncurep_view v;
    v.ptr = p;
    v.len = len;
    return v;
}

static ncurep_view ncurep_i_none(void)
{
    return ncurep_i_view("", 0);
}

/* Notes a mistake of the cubin; the first one stays. */
static void ncurep_i_lines_note(ncurep_lines *l, ncurep_code code, const char *at, const char *message)
{
    if (l->error.code != NCUREP_OK) return;
    l->error.code = code;
    l->error.offset = (uint64_t)(at - l->cubin.ptr);
    l->error.message = message;
}

/* The text at offset of a section of texts that end in a zero byte; empty outside. */
static ncurep_view ncurep_i_cstr(ncurep_view section, uint64_t offset)
{
    const char *p;
    if (offset >= section.len) return ncurep_i_none();
    p = section.ptr + (size_t)offset;
    return ncurep_i_view(p, (size_t)(ncurep_i_find(p, section.ptr + section.len, 0) - p));
}

/* The bytes of the section of a section header, as far as they lie in the file. */
static ncurep_view ncurep_i_section(ncurep_view file, const char *head)
{
    const uint64_t offset = ncurep_i_le64(head + 0x18);
    uint64_t size = ncurep_i_le64(head + 0x20);
    if (ncurep_i_le32(head + 4) == 8 || offset >= file.len) return ncurep_i_none(); /* SHT_NOBITS holds none */
    if (size > file.len - offset) size = file.len - offset;
    return ncurep_i_view(file.ptr + (size_t)offset, (size_t)size);
}

/* Finds the sections by name; of two with one name the first counts. */
static void ncurep_i_sections(ncurep_lines *l)
{
    static const char *const names[NCUREP_I_SECTIONS] = {
        ".debug_line", ".nv_debug_line_sass", ".rel.debug_line", ".rel.nv_debug_line_sass", ".rela.debug_line",
        ".rela.nv_debug_line_sass", ".debug_str", ".nv_debug_ptx_txt", ".symtab", ".strtab"};
    const char *const p = l->cubin.ptr;
    uint64_t heads, room;
    uint32_t size, count, at, i, k;
    ncurep_view texts;
    unsigned found = 0;
    for (k = 0; k < NCUREP_I_SECTIONS; k++) l->section[k] = ncurep_i_none();
    if (l->cubin.len < 64) {
        ncurep_i_lines_note(l, l->cubin.len >= 4 && !ncurep_i_equal(p, "\177ELF", 4) ? NCUREP_SYNTAX : NCUREP_TRUNCATED, p,
                            "a cubin begins with an ELF header of 64 bytes");
        return;
    }
    if (!ncurep_i_equal(p, "\177ELF", 4)) {
        ncurep_i_lines_note(l, NCUREP_SYNTAX, p, "a cubin begins with the bytes 7F 45 4C 46");
        return;
    }
    if (p[4] != 2 || p[5] != 1) {
        ncurep_i_lines_note(l, NCUREP_UNSUPPORTED, p + 4, "a cubin is a 64-bit little-endian ELF file");
        return;
    }
    heads = ncurep_i_le64(p + 0x28);
    size = ncurep_i_le16(p + 0x3a);
    count = ncurep_i_le16(p + 0x3c);
    at = ncurep_i_le16(p + 0x3e);
    if (count == 0) return;
    if (size < 64) {
        ncurep_i_lines_note(l, NCUREP_SYNTAX, p + 0x3a, "section headers of an ELF file have 64 bytes");
        return;
    }
    room = heads <= l->cubin.len ? (l->cubin.len - heads) / size : 0;
    if (count > room) {
        ncurep_i_lines_note(l, NCUREP_TRUNCATED, p + 0x28, "the section headers of the cubin reach behind its end");
        count = (uint32_t)room;
    }
    if (at >= count) {
        ncurep_i_lines_note(l, NCUREP_SYNTAX, p + 0x3e, "the section of the section names is not there");
        return;
    }
    texts = ncurep_i_section(l->cubin, p + (size_t)(heads + (uint64_t)at * size));
    for (i = 0; i < count; i++) {
        const char *const head = p + (size_t)(heads + (uint64_t)i * size);
        const uint64_t name = ncurep_i_le32(head);
        if (name >= texts.len) continue;
        for (k = 0; k < NCUREP_I_SECTIONS; k++) {
            size_t len = 0;
            while (names[k][len] != 0) len++;
            if ((found >> k & 1) != 0 || len + 1 > texts.len - name) continue;
            if (!ncurep_i_equal(texts.ptr + (size_t)name, names[k], len + 1)) continue;
            found |= 1u << k;
            if ((ncurep_i_le64(head + 8) & 0x800) != 0) { /* SHF_COMPRESSED */
                ncurep_i_lines_note(l, NCUREP_UNSUPPORTED, head, "a section of the cubin is compressed");
                continue;
            }
            l->section[k] = ncurep_i_section(l->cubin, head);
            if (ncurep_i_le32(head + 4) != 8 && l->section[k].len < ncurep_i_le64(head + 0x20))
                ncurep_i_lines_note(l, NCUREP_TRUNCATED, head, "a section of the cubin reaches behind its end");
        }
    }
    l->symbols_n = (uint32_t)(l->section[NCUREP_I_SYMTAB].len / 24 < NCUREP_I_MARK
                                  ? l->section[NCUREP_I_SYMTAB].len / 24
                                  : NCUREP_I_MARK);
}

static const char *ncurep_i_symbol(const ncurep_lines *l, uint32_t symbol)
{
    return l->section[NCUREP_I_SYMTAB].ptr + (size_t)symbol * 24;
}

/* Sorting: indices 0 to n - 1, so that less(context, b, a) is false for each a before b; equal ones stay in order. to and
   other have room for n. Returns the one of the two that holds the result. */
static uint32_t *ncurep_i_sort(uint32_t *to, uint32_t *other, uint32_t n, int (*less)(const void *, uint32_t, uint32_t),
                               const void *context)
{
    uint32_t i, width;
    int sorted = 1;
    for (i = 0; i < n; i++) to[i] = i;
    for (i = 1; i < n && sorted; i++) sorted = !less(context, i, i - 1);
    if (sorted) return to;
    for (width = 1; width < n; width = width < NCUREP_I_MARK ? width * 2 : n) {
        uint32_t start, *swap;
        for (start = 0; start < n;) {
            const uint32_t middle = width < n - start ? start + width : n;
            const uint32_t end = width < n - middle ? middle + width : n;
            uint32_t a = start, b = middle, k = start;
            while (k < end)
                other[k++] = b < end && (a == middle || less(context, to[b], to[a])) ? to[b++] : to[a++];
            start = end;
        }
        swap = to;
        to = other;
        other = swap;
    }
    return to;
}

static int ncurep_i_reloc_less(const void *context, uint32_t a, uint32_t b)
{
    const ncurep_i_reloc *r = (const ncurep_i_reloc *)context;
    return r[a].place < r[b].place;
}

static int ncurep_i_row_less(const void *context, uint32_t a, uint32_t b)
{
    const ncurep_i_row *r = (const ncurep_i_row *)context;
    return r[a].symbol != r[b].symbol ? r[a].symbol < r[b].symbol : r[a].offset < r[b].offset;
}

static int ncurep_i_inner_less(const void *context, uint32_t a, uint32_t b)
{
    const ncurep_i_inner *r = (const ncurep_i_inner *)context;
    return r[a].owner != r[b].owner ? r[a].owner < r[b].owner : r[a].value < r[b].value;
}

/* Relocations of one table: place in the section, symbol. */
typedef struct ncurep_i_relocs {
    ncurep_i_reloc *at;
    uint32_t *order;
    uint32_t n;
} ncurep_i_relocs;

static int ncurep_i_relocs_read(ncurep_lines *l, int table, ncurep_i_relocs *out)
{
    const ncurep_view rel = l->section[NCUREP_I_REL + table];
    const ncurep_view rela = l->section[NCUREP_I_RELA + table];
    const size_t n = rel.len / 16 + rela.len / 24;
    uint32_t *other;
    size_t i;
    out->n = 0;
    if (n >= NCUREP_I_MARK) {
        l->arena.code = NCUREP_LIMIT;
        return 0;
    }
    out->at = (ncurep_i_reloc *)ncurep_i_alloc(&l->arena, n, sizeof *out->at);
    out->order = (uint32_t *)ncurep_i_alloc(&l->arena, n, sizeof *out->order);
    other = (uint32_t *)ncurep_i_alloc(&l->arena, n, sizeof *other);
    if (out->at == NULL || out->order == NULL || other == NULL) return 0;
    for (i = 0; i < n; i++) {
        const char *p = i < rel.len / 16 ? rel.ptr + i * 16 : rela.ptr + (i - rel.len / 16) * 24;
        out->at[i].place = ncurep_i_le64(p);
        out->at[i].symbol = ncurep_i_le32(p + 12);
    }
    out->n = (uint32_t)n;
    out->order = ncurep_i_sort(out->order, other, out->n, ncurep_i_reloc_less, out->at);
    return 1;
}

/* Symbol of the relocation at place; of several the last. */
static int ncurep_i_relocs_find(const ncurep_i_relocs *r, uint64_t place, uint32_t *symbol)
{
    uint32_t low = 0, high = r->n;
    while (low < high) { /* first one behind place */
        const uint32_t middle = low + (high - low) / 2;
        if (r->at[r->order[middle]].place <= place) low = middle + 1;
        else high = middle;
    }
    if (low == 0 || r->at[r->order[low - 1]].place != place) return 0;
    *symbol = r->at[r->order[low - 1]].symbol;
    return 1;
}

/* LEB128: bits above 64 are dropped. 0 when the input ends inside. */
static int ncurep_i_uleb(const char **p, const char *end, uint64_t *out)
{
    uint64_t value = 0;
    unsigned shift = 0;
    while (*p < end) {
        const unsigned char c = (unsigned char)*(*p)++;
        if (shift < 64) value |= (uint64_t)(c & 0x7f) << shift;
        shift = shift < 64 ? shift + 7 : shift;
        if (c < 0x80) {
            *out = value;
            return 1;
        }
    }
    return 0;
}

static int ncurep_i_sleb(const char **p, const char *end, uint64_t *out)
{
    const char *const start = *p;
    if (!ncurep_i_uleb(p, end, out)) return 0;
    if (((unsigned char)(*p)[-1] & 0x40) != 0 && *p - start < 10) *out |= ~(uint64_t)0 << (7 * (*p - start));
    return 1;
}

/* The walk over a table. With a NULL table->rows it only counts, so that what is counted and what is filled cannot
   differ; the fill looks at its room all the same. */
typedef struct ncurep_i_walk {
    ncurep_lines *l;
    ncurep_i_table *table;
    const ncurep_i_relocs *relocs;
    ncurep_view section;
    size_t rows, files;           /* so far */
    size_t rows_room, files_room; /* of what is filled */
    size_t first;                 /* row of the sequence */
} ncurep_i_walk;

static void ncurep_i_walk_file(ncurep_i_walk *w, ncurep_view directory, ncurep_view name)
{
    if (w->table->rows != NULL && w->files < w->files_room) {
        w->l->files[w->files].directory = directory;
        w->l->files[w->files].name = name;
    }
    w->files++;
}

/* Depths of the rows from first on. Each row names at most one caller, so a walk along them meets the end, a row whose
   depth is known, or itself. */
static void ncurep_i_depths(ncurep_i_table *t, uint32_t first, uint32_t end)
{
    uint32_t r;
    for (r = first; r < end; r++) {
        uint32_t at = r, steps = 0, depth, circle = 0, start = 0;
        if (t->rows[r].depth != 0) continue;
        for (;;) {
            ncurep_i_row *row = &t->rows[at];
            row->depth = NCUREP_I_MARK | steps++;
            if (row->caller == 0 || row->caller == NCUREP_I_NOWHERE) {
                depth = steps;
                break;
            }
            at = row->caller - 1;
            depth = t->rows[at].depth;
            if (depth == 0) continue;
            if ((depth & NCUREP_I_MARK) != 0) { /* a row of this walk: the rows from it on are a circle */
                start = depth & ~NCUREP_I_MARK;
                circle = steps - start;
                depth = start + circle;
            } else
                depth += steps;
            break;
        }
        for (at = r; steps > 0; steps--) {
            ncurep_i_row *row = &t->rows[at];
            row->depth = depth;
            if (circle == 0 || depth > circle) depth--; /* all rows of a circle have its length */
            at = row->caller - 1;
        }
    }
}

/* Ends a sequence: its rows count when it named a function. */
static void ncurep_i_walk_end(ncurep_i_walk *w, int has_symbol, uint32_t symbol)
{
    size_t i;
    if (!has_symbol) {
        w->rows = w->first;
        return;
    }
    if (w->table->rows != NULL) {
        const size_t end = w->rows < w->rows_room ? w->rows : w->rows_room;
        const size_t count = end - w->first;
        for (i = w->first; i < end; i++) {
            ncurep_i_row *row = &w->table->rows[i];
            row->symbol = symbol;
            if (row->caller != 0)
                row->caller = row->caller <= count ? (uint32_t)(row->caller + w->first) : NCUREP_I_NOWHERE;
        }
        ncurep_i_depths(w->table, (uint32_t)w->first, (uint32_t)end);
    }
    w->first = w->rows;
}

/* Adds a row to the sequence. */
static void ncurep_i_walk_row(ncurep_i_walk *w, const ncurep_i_row *row)
{
    if (w->table->rows != NULL && w->rows < w->rows_room) w->table->rows[w->rows] = *row;
    w->rows++;
}

/* The directories and files of a line program, from *p to the end of the list; files go behind the directories into the
   one list of the cubin. *first: number of the file that the program calls 1, *count: how many. */
static int ncurep_i_walk_names(ncurep_i_walk *w, const char *p, const char *end, size_t *first, size_t *count)
{
    const size_t directories = w->files;
    size_t n;
    for (;;) {
        const char *const zero = ncurep_i_find(p, end, 0);
        if (zero == end) {
            ncurep_i_lines_note(w->l, NCUREP_TRUNCATED, p, "the directories of a line table do not end");
            return 0;
        }
        if (zero == p) break;
        ncurep_i_walk_file(w, ncurep_i_none(), ncurep_i_view(p, (size_t)(zero - p)));
        p = zero + 1;
    }
    p++;
    n = w->files - directories;
    *first = w->files;
    for (;;) {
        const char *const zero = ncurep_i_find(p, end, 0);
        const char *const name = p;
        ncurep_view folder = ncurep_i_none();
        uint64_t which, skip;
        if (zero < end && zero == p) break;
        p = zero < end ? zero + 1 : end;
        if (!ncurep_i_uleb(&p, end, &which) || !ncurep_i_uleb(&p, end, &skip) || !ncurep_i_uleb(&p, end, &skip)) {
            ncurep_i_lines_note(w->l, NCUREP_TRUNCATED, name, "the files of a line table do not end");
            return 0;
        }
        if (which > n)
            ncurep_i_lines_note(w->l, NCUREP_SYNTAX, name, "a file of a line table names a directory that is not there");
        else if (which > 0 && w->table->rows != NULL && directories + which <= w->files_room)
            folder = w->l->files[directories + (size_t)which - 1].name;
        ncurep_i_walk_file(w, folder, ncurep_i_view(name, (size_t)(zero - name)));
    }
    *count = w->files - *first;
    return 1;
}

/* One line program of at least 15 bytes: header at p, code up to end. */
static void ncurep_i_walk_unit(ncurep_i_walk *w, const char *p, const char *end)
{
    ncurep_lines *const l = w->l;
    const uint32_t head = ncurep_i_le32(p + 6);
    const unsigned step = (unsigned char)p[10], base = (unsigned char)p[12], width = (unsigned char)p[13];
    const unsigned opcodes = (unsigned char)p[14];
    const char *const sizes = p + 14; /* operands of opcode k at sizes[k] */
    size_t first, files;
    uint64_t value, file = 1, call;
    uint32_t symbol = 0;
    int has_symbol = 0;
    ncurep_i_row row;
    if (ncurep_i_le16(p + 4) != 2) {
        ncurep_i_lines_note(l, NCUREP_UNSUPPORTED, p + 4, "a line table of the cubin is not of version 2");
        return;
    }
    if (opcodes == 0 || width == 0 || opcodes - 1 > (size_t)(end - p) - 15 || head > (size_t)(end - p) - 10) {
        ncurep_i_lines_note(l, NCUREP_SYNTAX, p + 6, "the header of a line table is wrong");
        return;
    }
    if (!ncurep_i_walk_names(w, p + 14 + opcodes, end, &first, &files)) return;
    ncurep_i_zero(&row, sizeof row);
    row.line = 1;
    p += 10 + (size_t)head;
    while (p < end) {
        const unsigned op = (unsigned char)*p++;
        int emit = 0;
        if (op == 0) {
            const char *operand, *stop;
            unsigned kind;
            if (!ncurep_i_uleb(&p, end, &value) || value > (size_t)(end - p)) break;
            stop = p + (size_t)value;
            if (value == 0) continue;
            kind = (unsigned char)*p;
            operand = p + 1;
            p = stop;
            if (kind == 1) {
                ncurep_i_walk_end(w, has_symbol, symbol);
                ncurep_i_zero(&row, sizeof row);
                row.line = 1;
                file = 1;
                has_symbol = 0;
            } else if (kind == 2) {
                unsigned shift = 0;
                has_symbol = ncurep_i_relocs_find(w->relocs, (uint64_t)(operand - w->section.ptr), &symbol);
                if (has_symbol && symbol >= l->symbols_n) {
                    ncurep_i_lines_note(l, NCUREP_SYNTAX, operand, "a line table is for a symbol that is not there");
                    has_symbol = 0;
                }
                for (row.offset = 0; operand < stop && shift < 64; shift += 8)
                    row.offset |= (uint64_t)(unsigned char)*operand++ << shift;
            } else if (kind == 0x90) {
                if (!ncurep_i_uleb(&operand, stop, &call) || !ncurep_i_uleb(&operand, stop, &value)) {
                    ncurep_i_lines_note(l, NCUREP_SYNTAX, operand, "an inlined call of a line table is cut");
                    continue;
                }
                row.caller = call < NCUREP_I_NOWHERE ? (uint32_t)call : NCUREP_I_NOWHERE;
                row.name = value < NCUREP_I_NOWHERE ? (uint32_t)value : NCUREP_I_NOWHERE;
            } else if (kind == 0x91) {
                if (ncurep_i_uleb(&operand, stop, &value))
                    row.name = value < NCUREP_I_NOWHERE ? (uint32_t)value : NCUREP_I_NOWHERE;
            }
            continue;
        }
        if (op >= opcodes) {
            row.offset += (uint64_t)((op - opcodes) / width) * step;
            /* The base is a signed byte. */
            row.line += base + (op - opcodes) % width - (base >= 128 ? 256u : 0u);
            emit = 1;
        } else if (op == 1) {
            emit = 1;
        } else if (op == 2) {
            if (!ncurep_i_uleb(&p, end, &value)) break;
            row.offset += value * step;
        } else if (op == 3) {
            if (!ncurep_i_sleb(&p, end, &value)) break;
            row.line += (uint32_t)value;
        } else if (op == 4) {
            if (!ncurep_i_uleb(&p, end, &file)) break;
        } else if (op == 8) {
            row.offset += (uint64_t)((255 - opcodes) / width) * step;
        } else if (op == 9) {
            if (end - p < 2) break;
            row.offset += ncurep_i_le16(p);
            p += 2;
        } else if (op != 6 && op != 7) {
            unsigned k = op == 5 ? 1 : (unsigned char)sizes[op];
            for (; k > 0 && ncurep_i_uleb(&p, end, &value); k--) {}
            if (k > 0) break;
        }
        if (emit) {
            row.file = file > 0 && file <= files ? (uint32_t)(first + file) : 0;
            ncurep_i_walk_row(w, &row);
        }
    }
    if (p < end || w->rows > w->first)
        ncurep_i_lines_note(l, NCUREP_TRUNCATED, end, "a line table ends inside a sequence");
    w->rows = w->first;
}

static void ncurep_i_walk_table(ncurep_i_walk *w)
{
    const char *p = w->section.ptr;
    const char *const end = p + w->section.len;
    w->rows = w->first = 0;
    while (end - p >= 15) {
        const uint64_t length = ncurep_i_le32(p);
        const char *stop = end;
        if (length <= (size_t)(end - p) - 4) stop = p + 4 + (size_t)length;
        else ncurep_i_lines_note(w->l, NCUREP_TRUNCATED, p, "a line table reaches behind the end of its section");
        if (stop - p < 15) ncurep_i_lines_note(w->l, NCUREP_SYNTAX, p, "a line table is shorter than its header");
        else ncurep_i_walk_unit(w, p, stop);
        p = stop;
    }
}

/* Reads both tables: once to count, once to fill. */
static int ncurep_i_lines_tables(ncurep_lines *l)
{
    ncurep_i_relocs relocs[2];
    ncurep_i_walk w;
    size_t rows[2], files = 0;
    int k;
    ncurep_i_zero(&w, sizeof w);
    w.l = l;
    for (k = 0; k < 2; k++) {
        if (!ncurep_i_relocs_read(l, k, &relocs[k])) return 0;
        w.table = &l->table[k];
        w.relocs = &relocs[k];
        w.section = l->section[NCUREP_I_LINE + k];
        ncurep_i_walk_table(&w);
        rows[k] = w.rows;
    }
    files = w.files;
    if (rows[0] >= NCUREP_I_MARK || rows[1] >= NCUREP_I_MARK || files >= NCUREP_I_MARK) {
        l->arena.code = NCUREP_LIMIT;
        return 0;
    }
    l->files = (ncurep_i_line_file *)ncurep_i_alloc(&l->arena, files, sizeof *l->files);
    if (l->files == NULL) return 0;
    l->files_n = (uint32_t)files;
    w.files = 0;
    w.files_room = files;
    for (k = 0; k < 2; k++) {
        ncurep_i_table *const t = &l->table[k];
        uint32_t *other, i;
        t->rows = (ncurep_i_row *)ncurep_i_alloc(&l->arena, rows[k], sizeof *t->rows);
        t->order = (uint32_t *)ncurep_i_alloc(&l->arena, rows[k], sizeof *t->order);
        other = (uint32_t *)ncurep_i_alloc(&l->arena, rows[k], sizeof *other);
        if (t->rows == NULL || t->order == NULL || other == NULL) return 0;
        w.table = t;
        w.relocs = &relocs[k];
        w.section = l->section[NCUREP_I_LINE + k];
        w.rows_room = rows[k];
        ncurep_i_walk_table(&w);
        t->rows_n = (uint32_t)(w.rows < rows[k] ? w.rows : rows[k]);
        t->order = ncurep_i_sort(t->order, other, t->rows_n, ncurep_i_row_less, t->rows);
        for (i = 0; i < t->rows_n; i++) { /* the last row of each offset */
            if (t->order_n > 0 && !ncurep_i_row_less(t->rows, t->order[t->order_n - 1], t->order[i])) t->order_n--;
            t->order[t->order_n++] = t->order[i];
        }
    }
    return 1;
}

/* The functions that the tables name: the two ordered lists of symbols, merged. With NULL it counts. */
static uint32_t ncurep_i_functions_fill(const ncurep_lines *l, ncurep_i_function *to, uint32_t room)
{
    uint32_t at[2] = {0, 0};
    uint32_t n = 0;
    int k;
    for (;;) {
        uint32_t symbol = NCUREP_I_NOWHERE;
        for (k = 0; k < 2; k++)
            if (at[k] < l->table[k].order_n && l->table[k].rows[l->table[k].order[at[k]]].symbol < symbol)
                symbol = l->table[k].rows[l->table[k].order[at[k]]].symbol;
        if (symbol == NCUREP_I_NOWHERE) return n;
        if (to != NULL && n >= room) return n;
        if (to != NULL) to[n].symbol = symbol;
        for (k = 0; k < 2; k++) {
            const uint32_t first = at[k];
            while (at[k] < l->table[k].order_n && l->table[k].rows[l->table[k].order[at[k]]].symbol == symbol) at[k]++;
            if (to == NULL) continue;
            to[n].first[k] = first;
            to[n].count[k] = at[k] - first;
            to[n].inner = to[n].inner_n = 0;
        }
        n++;
    }
}

/* Index of the function of a symbol, or functions_n. */
static uint32_t ncurep_i_function_find(const ncurep_lines *l, uint32_t symbol)
{
    uint32_t low = 0, high = l->functions_n;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (l->functions[middle].symbol < symbol) low = middle + 1;
        else high = middle;
    }
    return low < l->functions_n && l->functions[low].symbol == symbol ? low : l->functions_n;
}

static int ncurep_i_owner_less(const void *context, uint32_t a, uint32_t b)
{
    const ncurep_lines *l = (const ncurep_lines *)context;
    return ncurep_i_le16(ncurep_i_symbol(l, l->functions[a].symbol) + 6) <
           ncurep_i_le16(ncurep_i_symbol(l, l->functions[b].symbol) + 6);
}

/* Whether the text at `at` of .strtab is '$', the text at `owner`, '$': then *rest is where it goes on. Names of more than
   NCUREP_I_SYMBOL_MAX bytes are not compared to their end, so that no two long ones cost more than their file is worth. */
static int ncurep_i_inside(ncurep_view strings, uint32_t at, uint32_t owner, uint32_t *rest)
{
    const char *a, *b, *const end = strings.ptr + strings.len;
    uint32_t len = 0;
    if (at >= strings.len || owner >= strings.len || strings.ptr[at] != '$') return 0;
    a = strings.ptr + at + 1;
    b = strings.ptr + owner;
    while (a < end && b < end && *b != 0 && *a == *b && len < NCUREP_I_SYMBOL_MAX) {
        a++;
        b++;
        len++;
    }
    if (a >= end || b >= end || *b != 0 || *a != '$') return 0;
    *rest = at + len + 2;
    return 1;
}

/* Finds the functions whose code lies in that of another: symbols named $outer$inner of the same section. A section
   holds one function of the tables, as a rule; of several the first four are tried. */
static int ncurep_i_lines_inner(ncurep_lines *l)
{
    const ncurep_view strings = l->section[NCUREP_I_STRTAB];
    uint32_t *order, *other, n = 0, i, k;
    ncurep_i_inner *found = NULL;
    int pass;
    order = (uint32_t *)ncurep_i_alloc(&l->arena, l->functions_n, sizeof *order);
    other = (uint32_t *)ncurep_i_alloc(&l->arena, l->functions_n, sizeof *other);
    if (order == NULL || other == NULL) return 0;
    order = ncurep_i_sort(order, other, l->functions_n, ncurep_i_owner_less, l);
    for (pass = 0; pass < 2; pass++) {
        for (n = i = 0; i < l->symbols_n; i++) {
            const char *const s = ncurep_i_symbol(l, i);
            const uint32_t section = ncurep_i_le16(s + 6), at = ncurep_i_le32(s);
            uint32_t low = 0, high = l->functions_n, rest = 0;
            if ((s[4] & 15) != 2 || at >= strings.len || strings.ptr[at] != '$') continue; /* STT_FUNC */
            while (low < high) {
                const uint32_t middle = low + (high - low) / 2;
                if (ncurep_i_le16(ncurep_i_symbol(l, l->functions[order[middle]].symbol) + 6) < section) low = middle + 1;
                else high = middle;
            }
            for (k = 0; k < 4 && low < l->functions_n; k++, low++) {
                const char *const owner = ncurep_i_symbol(l, l->functions[order[low]].symbol);
                if (ncurep_i_le16(owner + 6) != section) break;
                if (!ncurep_i_inside(strings, at, ncurep_i_le32(owner), &rest)) continue;
                if (found != NULL && n < l->inner_n) {
                    found[n].value = ncurep_i_le64(s + 8);
                    found[n].size = ncurep_i_le64(s + 16);
                    found[n].name = rest;
                    found[n].owner = l->functions[order[low]].symbol;
                }
                n++;
                break;
            }
        }
        if (n == 0) return 1;
        if (pass == 1) break;
        l->inner_n = n;
        found = (ncurep_i_inner *)ncurep_i_alloc(&l->arena, n, sizeof *found);
        if (found == NULL) return 0;
    }
    l->inner = (ncurep_i_inner *)ncurep_i_alloc(&l->arena, n, sizeof *l->inner);
    order = (uint32_t *)ncurep_i_alloc(&l->arena, n, sizeof *order);
    other = (uint32_t *)ncurep_i_alloc(&l->arena, n, sizeof *other);
    if (l->inner == NULL || order == NULL || other == NULL) return 0;
    order = ncurep_i_sort(order, other, n, ncurep_i_inner_less, found);
    for (i = k = 0; i < n; i++) {
        ncurep_i_function *f;
        l->inner[i] = found[order[i]];
        while (l->functions[k].symbol != l->inner[i].owner) k++;
        f = &l->functions[k];
        if (f->inner_n++ == 0) f->inner = i;
    }
    return 1;
}

static int ncurep_i_lines_ptx(ncurep_lines *l)
{
    const ncurep_view text = l->section[NCUREP_I_PTX];
    const char *const end = text.ptr + text.len;
    const char *p;
    uint32_t n = 0;
    if (text.len >= NCUREP_I_NOWHERE) {
        l->arena.code = NCUREP_LIMIT;
        return 0;
    }
    for (p = ncurep_i_find(text.ptr, end, 0); p < end; p = ncurep_i_find(p + 1, end, 0)) n++;
    l->ptx = (uint32_t *)ncurep_i_alloc(&l->arena, (size_t)n + 1, sizeof *l->ptx);
    if (l->ptx == NULL) return 0;
    l->ptx[0] = 0;
    for (p = ncurep_i_find(text.ptr, end, 0); p < end && l->ptx_n < n; p = ncurep_i_find(p + 1, end, 0))
        l->ptx[++l->ptx_n] = (uint32_t)(p + 1 - text.ptr);
    return 1;
}

static void ncurep_i_error_set(ncurep_error *error, ncurep_code code, uint64_t offset, const char *message)
{
    if (error == NULL) return;
    error->code = code;
    error->offset = offset;
    error->message = message;
}

NCUREP_API ncurep_lines *ncurep_lines_open(const void *cubin, size_t size, const ncurep_memory *memory, ncurep_error *error)
{
    ncurep_i_arena arena;
    ncurep_lines *l;
    ncurep_i_error_set(error, NCUREP_OK, 0, "");
    if ((cubin == NULL && size != 0) || !ncurep_i_arena_open(&arena, memory)) {
        ncurep_i_error_set(error, NCUREP_ARGUMENT, 0, "no cubin, or no source of memory");
        return NULL;
    }
    l = (ncurep_lines *)ncurep_i_alloc(&arena, 1, sizeof *l);
    if (l != NULL) {
        ncurep_i_zero(l, sizeof *l);
        l->arena = arena;
        l->cubin = size != 0 ? ncurep_i_view((const char *)cubin, size) : ncurep_i_none();
        l->error.message = "";
        ncurep_i_sections(l);
        if (ncurep_i_lines_tables(l)) {
            l->functions_n = ncurep_i_functions_fill(l, NULL, 0);
            l->functions = (ncurep_i_function *)ncurep_i_alloc(&l->arena, l->functions_n, sizeof *l->functions);
            if (l->functions != NULL) {
                (void)ncurep_i_functions_fill(l, l->functions, l->functions_n);
                if (ncurep_i_lines_inner(l) && ncurep_i_lines_ptx(l)) {
                    if (error != NULL) *error = l->error;
                    return l;
                }
            }
        }
        arena = l->arena;
    }
    ncurep_i_error_set(error, arena.code, 0, arena.code == NCUREP_LIMIT ? "the line tables need more than max_memory"
                                                                        : "no memory for the line tables");
    ncurep_i_arena_close(&arena);
    return NULL;
}

NCUREP_API void ncurep_lines_free(ncurep_lines *lines)
{
    if (lines != NULL) ncurep_i_arena_close(&lines->arena);
}

NCUREP_API size_t ncurep_lines_memory(const ncurep_lines *lines)
{
    return lines != NULL ? lines->arena.held : 0;
}

NCUREP_API uint32_t ncurep_lines_functions(const ncurep_lines *lines)
{
    return lines != NULL ? lines->functions_n : 0;
}

NCUREP_API int ncurep_lines_function(const ncurep_lines *lines, uint32_t index, ncurep_line_function *out)
{
    const char *s, *head;
    uint64_t heads, value;
    uint32_t section;
    ncurep_view code;
    ncurep_i_zero(out, sizeof *out);
    out->name = out->code = ncurep_i_none();
    if (lines == NULL || index >= lines->functions_n) return 0;
    s = ncurep_i_symbol(lines, lines->functions[index].symbol);
    out->symbol = lines->functions[index].symbol;
    out->name = ncurep_i_cstr(lines->section[NCUREP_I_STRTAB], ncurep_i_le32(s));
    out->size = ncurep_i_le64(s + 16);
    section = ncurep_i_le16(s + 6);
    value = ncurep_i_le64(s + 8);
    heads = ncurep_i_le64(lines->cubin.ptr + 0x28);
    head = lines->cubin.ptr + (size_t)heads + (size_t)section * ncurep_i_le16(lines->cubin.ptr + 0x3a);
    if (section >= ncurep_i_le16(lines->cubin.ptr + 0x3c) ||
        section >= (lines->cubin.len - (size_t)heads) / ncurep_i_le16(lines->cubin.ptr + 0x3a))
        return 1;
    code = ncurep_i_section(lines->cubin, head);
    if (value <= code.len && out->size <= code.len - value)
        out->code = ncurep_i_view(code.ptr + (size_t)value, (size_t)out->size);
    return 1;
}

/* Name of the function that holds the code at offset: f, or one compiled into it. */
static ncurep_view ncurep_i_function_at(const ncurep_lines *l, const ncurep_i_function *f, uint64_t offset)
{
    const ncurep_view strings = l->section[NCUREP_I_STRTAB];
    uint32_t low = f->inner, high = f->inner + f->inner_n;
    while (low < high) { /* first one behind offset */
        const uint32_t middle = low + (high - low) / 2;
        if (l->inner[middle].value <= offset) low = middle + 1;
        else high = middle;
    }
    if (low > f->inner && offset - l->inner[low - 1].value < l->inner[low - 1].size)
        return ncurep_i_cstr(strings, l->inner[low - 1].name);
    return ncurep_i_cstr(strings, ncurep_i_le32(ncurep_i_symbol(l, f->symbol)));
}

/* Fills the members of a place that follow from its row. */
static void ncurep_i_place(const ncurep_lines *l, ncurep_line_table table, ncurep_place *place)
{
    const ncurep_i_row *row = &l->table[table].rows[place->i_row];
    place->line = row->line;
    place->function = place->directory = place->file = ncurep_i_none();
    if (table == NCUREP_LINES_PTX) {
        place->i_left = 1;
        return;
    }
    place->function = row->caller != 0 ? ncurep_i_cstr(l->section[NCUREP_I_STR], row->name)
                                       : ncurep_i_function_at(l, &l->functions[place->i_function], place->offset);
    if (row->file != 0) {
        place->directory = l->files[row->file - 1].directory;
        place->file = l->files[row->file - 1].name;
    }
}

/* Whether two rows have the same stack. */
static int ncurep_i_same_stack(const ncurep_lines *l, ncurep_line_table table, const ncurep_i_function *f, uint32_t a, uint32_t b)
{
    const ncurep_i_row *const rows = l->table[table].rows;
    const ncurep_i_row *x = &rows[a], *y = &rows[b];
    const uint64_t x_offset = x->offset, y_offset = y->offset;
    uint32_t left = x->depth < NCUREP_I_STACK_MAX ? x->depth : NCUREP_I_STACK_MAX;
    if (table == NCUREP_LINES_PTX) return x->line == y->line;
    if (left != (y->depth < NCUREP_I_STACK_MAX ? y->depth : NCUREP_I_STACK_MAX)) return 0;
    for (;; left--) {
        if (x->line != y->line || x->file != y->file || (x->caller == 0) != (y->caller == 0)) return 0;
        if (x->caller != 0 && x->name != y->name) return 0;
        if (left <= 1) break;
        if (x->caller == y->caller && x->caller != 0 && f->inner_n == 0) return 1;
        x = &rows[x->caller - 1];
        y = &rows[y->caller - 1];
    }
    return x->caller != 0 || f->inner_n == 0 ||
           ncurep_i_function_at(l, f, x_offset).ptr == ncurep_i_function_at(l, f, y_offset).ptr;
}

NCUREP_API int ncurep_lines_next(const ncurep_lines *lines, ncurep_line_iter *it)
{
    const ncurep_i_table *t;
    const ncurep_i_function *f;
    uint32_t at, next;
    if (lines == NULL || it->function >= lines->functions_n || (unsigned)it->table > 1) return 0;
    t = &lines->table[it->table];
    f = &lines->functions[it->function];
    if (it->i_at >= f->count[it->table]) return 0;
    at = t->order[f->first[it->table] + it->i_at];
    for (next = it->i_at + 1; next < f->count[it->table]; next++)
        if (!ncurep_i_same_stack(lines, it->table, f, at, t->order[f->first[it->table] + next])) break;
    it->i_at = next;
    it->place.i_row = at;
    it->place.i_left = t->rows[at].depth < NCUREP_I_STACK_MAX ? t->rows[at].depth : NCUREP_I_STACK_MAX;
    it->place.i_function = it->function;
    it->place.offset = t->rows[at].offset;
    if (next < f->count[it->table]) it->place.end = t->rows[t->order[f->first[it->table] + next]].offset;
    else {
        it->place.end = ncurep_i_le64(ncurep_i_symbol(lines, f->symbol) + 16);
        if (it->place.end < it->place.offset) it->place.end = it->place.offset;
    }
    ncurep_i_place(lines, it->table, &it->place);
    return 1;
}

NCUREP_API int ncurep_lines_find(const ncurep_lines *lines, ncurep_line_table table, uint32_t symbol, uint64_t offset,
                                 ncurep_place *place)
{
    const ncurep_i_table *t;
    const ncurep_i_function *f;
    uint32_t index, low, high, end;
    ncurep_i_zero(place, sizeof *place);
    place->function = place->directory = place->file = ncurep_i_none();
    if (lines == NULL || (unsigned)table > 1) return 0;
    index = ncurep_i_function_find(lines, symbol);
    if (index == lines->functions_n) return 0;
    f = &lines->functions[index];
    if (offset >= ncurep_i_le64(ncurep_i_symbol(lines, symbol) + 16)) return 0;
    t = &lines->table[table];
    low = f->first[table];
    high = end = low + f->count[table];
    while (low < high) { /* first row behind offset */
        const uint32_t middle = low + (high - low) / 2;
        if (t->rows[t->order[middle]].offset <= offset) low = middle + 1;
        else high = middle;
    }
    if (low == f->first[table]) return 0;
    place->i_row = t->order[low - 1];
    place->i_left = t->rows[place->i_row].depth < NCUREP_I_STACK_MAX ? t->rows[place->i_row].depth : NCUREP_I_STACK_MAX;
    place->i_function = index;
    place->offset = t->rows[place->i_row].offset;
    place->end = low < end ? t->rows[t->order[low]].offset : ncurep_i_le64(ncurep_i_symbol(lines, symbol) + 16);
    ncurep_i_place(lines, table, place);
    return 1;
}

NCUREP_API int ncurep_lines_outer(const ncurep_lines *lines, ncurep_place *place)
{
    const ncurep_i_row *row;
    if (lines == NULL || place->i_left <= 1 || place->i_row >= lines->table[0].rows_n) return 0;
    row = &lines->table[0].rows[place->i_row];
    if (row->caller == 0 || row->caller == NCUREP_I_NOWHERE) return 0;
    place->i_row = row->caller - 1;
    place->i_left--;
    ncurep_i_place(lines, NCUREP_LINES_SOURCE, place);
    return 1;
}

NCUREP_API ncurep_view ncurep_lines_ptx(const ncurep_lines *lines)
{
    return lines != NULL ? lines->section[NCUREP_I_PTX] : ncurep_i_none();
}

NCUREP_API uint32_t ncurep_lines_ptx_lines(const ncurep_lines *lines)
{
    return lines != NULL ? lines->ptx_n : 0;
}

NCUREP_API ncurep_view ncurep_lines_ptx_line(const ncurep_lines *lines, uint32_t line)
{
    if (lines == NULL || line == 0 || line > lines->ptx_n) return ncurep_i_none();
    return ncurep_i_view(lines->section[NCUREP_I_PTX].ptr + lines->ptx[line - 1],
                         lines->ptx[line] - lines->ptx[line - 1] - 1);
}

#ifdef __cplusplus
}
#endif
#endif /* NCUREP_IMPLEMENTATION */
