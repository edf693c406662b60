/* How many instructions each source line of a cubin's functions became: cubin_lines CUBIN */
#define CUBIN_IMPLEMENTATION
#include "cubin.h"

#include <stdio.h>

static void put_line(const cubin_place *at, unsigned count)
{
    if (count > 0) printf("%8u  %.*s:%u\n", count, (int)at->file.len, at->file.ptr, (unsigned)at->line);
}

/* Neighbours of one line are one row, so the order is that of the code. */
static void put_function(const cubin_file *file, const cubin_function *f)
{
    cubin_locations code;
    cubin_location at;
    cubin_place last;
    unsigned count = 0;
    printf("%.*s, %u registers\n", (int)f->name.len, f->name.ptr, (unsigned)f->registers);
    cubin_locations_begin(&code, file, f);
    while (cubin_locations_next(&code, &at)) {
        if (count > 0 && (at.source.line != last.line || at.source.file.ptr != last.file.ptr)) {
            put_line(&last, count);
            count = 0;
        }
        last = at.source;
        count++;
    }
    put_line(&last, count);
    if (code.error.code != CUBIN_OK) printf("          %s\n", code.error.message);
}

int main(int argc, char **argv)
{
    static char bytes[1 << 24];
    FILE *input = argc > 1 ? fopen(argv[1], "rb") : NULL;
    const size_t size = input != NULL ? fread(bytes, 1, sizeof bytes, input) : 0;
    cubin_error error;
    cubin_file *file = cubin_file_open(bytes, size, NULL, &error);
    cubin_function f;
    uint32_t i;
    for (i = 0; cubin_function_at(file, i, &f); i++) put_function(file, &f);
    if (file == NULL) fprintf(stderr, "byte %lu: %s\n", (unsigned long)error.offset, error.message);
    cubin_file_close(file);
    if (input != NULL) fclose(input);
    return file == NULL;
}
