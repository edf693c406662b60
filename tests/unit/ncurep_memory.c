/* What each object says it holds is what the allocator gave it. */
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"

#include "heap.h"
#include "run.h"

static ncurep_reply written(const void *bytes, size_t size, void *user)
{
    (void)bytes;
    (void)size;
    (void)user;
    return NCUREP_REPLY_YES;
}

static void memory_used(void)
{
    size_t size;
    char *bytes = run_read("examples/data/samples/ncurep/canopy.ncu-rep", &size);
    heap heaps[4];
    ncurep_report_options rep;
    ncurep_nvtx_filter_options fil;
    ncurep_pattern_options pat;
    ncurep_writer_options wri;
    ncurep_output to;
    ncurep_report *report;
    ncurep_nvtx_filter *filter;
    ncurep_pattern *pattern;
    ncurep_writer *writer;
    memset(&rep, 0, sizeof rep);
    memset(&fil, 0, sizeof fil);
    memset(&pat, 0, sizeof pat);
    memset(&wri, 0, sizeof wri);
    memset(&to, 0, sizeof to);
    to.write_fn = written;
    HEAP_MEMORY(rep.memory, heaps[0]);
    HEAP_MEMORY(fil.memory, heaps[1]);
    HEAP_MEMORY(pat.memory, heaps[2]);
    HEAP_MEMORY(wri.memory, heaps[3]);
    report = ncurep_report_open(bytes, size, &rep, NULL);
    filter = ncurep_nvtx_filter_open(ncurep_text("domain@a/b/"), &fil, NULL);
    pattern = ncurep_pattern_open(ncurep_text("a+b"), &pat, NULL);
    writer = ncurep_writer_open(&to, &wri, NULL);
    CHECK(ncurep_write_string(writer, ncurep_text("a name")) != NCUREP_NONE);
    CHECK(report != NULL && filter != NULL && pattern != NULL && writer != NULL && heaps[0].held > 0 && heaps[3].held > 0);
    CHECK_U64(heaps[0].held, ncurep_report_memory_used(report));
    CHECK_U64(heaps[1].held, ncurep_nvtx_filter_memory_used(filter));
    CHECK_U64(heaps[2].held, ncurep_pattern_memory_used(pattern));
    CHECK_U64(heaps[3].held, ncurep_writer_memory_used(writer));
    ncurep_writer_close(writer);
    ncurep_pattern_close(pattern);
    ncurep_nvtx_filter_close(filter);
    ncurep_report_close(report);
    free(bytes);
    CHECK(ncurep_report_memory_used(NULL) + ncurep_nvtx_filter_memory_used(NULL) + ncurep_pattern_memory_used(NULL) +
              ncurep_writer_memory_used(NULL) == 0);
}

int main(void)
{
    RUN(memory_used);
    return run_end();
}
