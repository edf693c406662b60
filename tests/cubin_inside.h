/* The sections of an ELF file, functions and symbols of a cubin by number, problems as an error: for tests of what
   the interface of cubin.h hides. */
#ifndef TESTS_CUBIN_INSIDE_H
#define TESTS_CUBIN_INSIDE_H

#include <string.h>

typedef struct shdr {
    cubin_view name, bytes; /* as far as the file holds them */
    uint64_t size, flags;
    uint32_t type, info;
} shdr;

static inline uint64_t inside_number(const char *p, int n)
{
    uint64_t v = 0;
    while (n-- > 0) v = v << 8 | (unsigned char)p[n];
    return v;
}

static inline int section_at(const char *data, size_t size, uint64_t index, shdr *out)
{
    uint64_t heads, name, names, offset;
    const char *head;
    memset(out, 0, sizeof *out);
    out->name = out->bytes = cubin_text("");
    if (size < 64) return 0;
    heads = inside_number(data + 0x28, 8);
    if (index >= inside_number(data + 0x3c, 2) || heads > size || index >= (size - heads) / 64) return 0;
    head = data + heads + 64 * index;
    out->type = (uint32_t)inside_number(head + 4, 4);
    out->flags = inside_number(head + 8, 8);
    out->size = inside_number(head + 0x20, 8);
    out->info = (uint32_t)inside_number(head + 0x2c, 4);
    offset = inside_number(head + 0x18, 8);
    if (out->type != 8 && offset < size) {
        out->bytes.ptr = data + offset;
        out->bytes.len = (size_t)(out->size < size - offset ? out->size : size - offset);
    }
    if (inside_number(data + 0x3e, 2) >= (size - heads) / 64) return 1;
    names = inside_number(data + heads + 64 * inside_number(data + 0x3e, 2) + 0x18, 8);
    name = inside_number(head, 4);
    if (names < size && name < size - names && memchr(data + names + name, 0, (size_t)(size - names - name)) != NULL) out->name = cubin_text(data + names + name);
    return 1;
}

static inline int section_find(const char *data, size_t size, const char *name, shdr *out)
{
    uint32_t i;
    for (i = 0; section_at(data, size, i, out); i++)
        if (out->name.len == strlen(name) && memcmp(out->name.ptr, name, out->name.len) == 0) return 1;
    return 0;
}

static inline cubin_symbol_id symbol_id(uint32_t number)
{
    cubin_symbol_id id;
    id.number = number;
    return id;
}

static inline int function_of(const cubin_file *file, uint32_t symbol, cubin_function *out)
{
    uint32_t i;
    for (i = 0; cubin_function_at(file, i, out); i++)
        if (out->symbol.number == symbol) return 1;
    return 0;
}

/* Opens a cubin; of one that is damaged *error has the first problem. */
static inline cubin_file *open_noting(const void *data, size_t size, const cubin_file_options *options, cubin_error *error)
{
    cubin_file *const file = cubin_file_open(data, size, options, error);
    cubin_problem problem;
    if (file != NULL && cubin_file_problem_at(file, 0, &problem)) {
        error->code = problem.code;
        error->offset = problem.offset;
        error->message = problem.message;
    }
    return file;
}

#endif
