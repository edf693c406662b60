/* Cubins opened with memory and errors of ncurep.h, for tests that do the same to both. Include it after both headers. */
#ifndef TESTS_CUBIN_OPEN_H
#define TESTS_CUBIN_OPEN_H

#include "cubin_inside.h"

static inline cubin_file *open_cubin(const void *data, size_t size, const ncurep_memory *memory, ncurep_error *error)
{
    cubin_file_options options;
    cubin_error e;
    cubin_file *file;
    memset(&options, 0, sizeof options);
    if (memory != NULL) {
        options.memory.buffer = memory->buffer;
        options.memory.buffer_size = memory->buffer_size;
        options.memory.allocator.alloc_fn = memory->allocator.alloc_fn;
        options.memory.allocator.free_fn = memory->allocator.free_fn;
        options.memory.allocator.user = memory->allocator.user;
        options.memory.max_memory = memory->max_memory;
    }
    file = open_noting(data, size, &options, &e);
    if (error != NULL) {
        error->code = (ncurep_code)e.code;
        error->offset = e.offset;
        error->message = e.message;
    }
    return file;
}

static inline cubin_info cubin_info_of(const cubin_file *file)
{
    cubin_info info;
    cubin_file_info(file, &info);
    return info;
}

#endif
