/* Puts reports together: ncurep_join OUT.ncu-rep IN.ncu-rep...
   Blocks go over one by one, so memory holds one of them at a time. Names are stored once, however many reports have
   them. */
#define NCUREP_POSIX
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static int put(void *user, const void *bytes, size_t size)
{
    return fwrite(bytes, 1, size, (FILE *)user) == size;
}

static void fail(const char *path, const ncurep_error *e)
{
    fprintf(stderr, "ncurep_join: %s: byte %" PRIu64 ": %s\n", path, e->offset, e->message);
}

int main(int argc, char **argv)
{
    ncurep_options options = {{NULL, 0, {NULL, NULL, NULL}, (size_t)4 << 30}, 0};
    ncurep_input *inputs;
    ncurep_report **reports; /* all stay open until the writer is closed */
    ncurep_output out;
    ncurep_writer *writer;
    ncurep_error e;
    FILE *f;
    int i, ok = 1;
    if (argc < 3) {
        fputs("usage: ncurep_join OUT.ncu-rep IN.ncu-rep...\n", stderr);
        return 2;
    }
    f = fopen(argv[1], "wb");
    inputs = (ncurep_input *)calloc((size_t)argc, sizeof *inputs);
    reports = (ncurep_report **)calloc((size_t)argc, sizeof *reports);
    if (f == NULL || inputs == NULL || reports == NULL) {
        perror(argv[1]);
        return 3;
    }
    out.write_fn = put;
    out.user = f;
    writer = ncurep_writer_open(&out, &options.memory, &e);
    for (i = 2; i < argc && writer != NULL && ok; i++) {
        ncurep_info info;
        uint32_t block;
        ok = ncurep_file_open(argv[i], &inputs[i], &e) && (reports[i] = ncurep_open(&inputs[i], &options, &e)) != NULL;
        ncurep_info_of(reports[i], &info);
        for (block = 0; ok && block < info.blocks; block++) ok = ncurep_copy_block(writer, reports[i], block, &e);
        if (!ok) fail(argv[i], &e);
    }
    if (writer == NULL || !ncurep_writer_close(writer, &e)) {
        fail(argv[1], &e);
        ok = 0;
    }
    for (i = 2; i < argc; i++) {
        ncurep_close(reports[i]);
        if (reports[i] != NULL) ncurep_file_close(&inputs[i]);
    }
    free(reports);
    free(inputs);
    if (fclose(f) != 0) ok = 0;
    return ok ? 0 : 3;
}
