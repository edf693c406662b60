/* A smaller report: ncurep_pick OUT.ncu-rep IN.ncu-rep KERNEL
   Keeps the results whose function name is KERNEL, and all that belongs to them: session, modules, processes. Of the names
   of metrics those that are still used. */
#define NCUREP_POSIX
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static ncurep_reply put(const void *bytes, size_t size, void *user)
{
    return fwrite(bytes, 1, size, (FILE *)user) == size;
}

static int fail(const char *path, const ncurep_error *e)
{
    fprintf(stderr, "ncurep_pick: %s: byte %" PRIu64 ": %s\n", path, e->offset, e->message);
    return 3;
}

/* Sources and chosen results of one block; a block that has none of them keeps its piece of the session. */
static int block(ncurep_writer *w, ncurep_report *r, uint32_t i, const char *name, ncurep_error *e)
{
    ncurep_info info;
    ncurep_block b, next;
    ncurep_result result;
    uint32_t k, sources, results;
    ncurep_report_info(r, &info);
    sources = info.sources;
    results = info.results;
    if (!ncurep_block_at(r, i, &b, e)) return 0;
    if (ncurep_block_at(r, i + 1, &next, e)) {
        sources = next.first_source;
        results = next.first_result;
    }
    if (ncurep_copy_header(w, r, i, e) != NCUREP_OK) return 0;
    for (k = b.first_source; k < sources; k++)
        if (ncurep_copy_source(w, r, k, e) != NCUREP_OK) return 0;
    for (k = b.first_result; k < results; k++) {
        if (!ncurep_result_at(r, k, &result, e)) return 0;
        if (result.function.len == strlen(name) && memcmp(result.function.ptr, name, result.function.len) == 0 &&
            ncurep_copy_result(w, r, k, e) != NCUREP_OK)
            return 0;
    }
    return ncurep_write_block(w) == NCUREP_OK;
}

int main(int argc, char **argv)
{
    ncurep_report_options options = {{NULL, 0, {NULL, NULL, NULL}, (size_t)4 << 30}, 0};
    ncurep_writer_options writing = {{NULL, 0, {NULL, NULL, NULL}, (size_t)4 << 30}};
    ncurep_posix file;
    ncurep_input input;
    ncurep_report *r = NULL;
    ncurep_output out;
    ncurep_writer *w;
    ncurep_info info;
    ncurep_error e, last;
    uint32_t i;
    int ok = 1;
    if (argc != 4) {
        fputs("usage: ncurep_pick OUT.ncu-rep IN.ncu-rep KERNEL\n", stderr);
        return 2;
    }
    if (ncurep_posix_open(&file, argv[2], &input, &e) == NCUREP_OK) r = ncurep_report_open_input(&input, &options, &e);
    if (r == NULL) return fail(argv[2], &e);
    out.write_fn = put;
    out.user = fopen(argv[1], "wb");
    if (out.user == NULL) {
        perror(argv[1]);
        return 3;
    }
    w = ncurep_writer_open(&out, &writing, &e);
    ncurep_report_info(r, &info);
    for (i = 0; ok && i < info.blocks; i++) ok = block(w, r, i, argv[3], &e);
    if (ncurep_writer_finish(w, &last) != NCUREP_OK && ok) {
        e = last;
        ok = 0;
    }
    ncurep_writer_close(w);
    if (fclose((FILE *)out.user) != 0) ok = 0;
    ncurep_report_close(r);
    ncurep_posix_close(&file);
    return ok ? 0 : fail(argv[2], &e);
}
