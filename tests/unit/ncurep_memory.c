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

typedef struct text {
    char bytes[300000];
    size_t len;
} text;

static ncurep_reply add_text(const void *bytes, size_t size, void *user)
{
    text *t = (text *)user;
    if (size > sizeof t->bytes - t->len) return NCUREP_REPLY_FAILED;
    memcpy(t->bytes + t->len, bytes, size);
    t->len += size;
    return NCUREP_REPLY_YES;
}

static size_t read_text(uint64_t offset, void *to, size_t size, ncurep_reply *reply, void *user)
{
    const text *t = (const text *)user;
    (void)reply;
    memcpy(to, t->bytes + offset, size);
    return size;
}

/* Strings of a file are in memory once, also where a large header is followed by a larger one and by small ones. */
static void strings_once(void)
{
    static const size_t counts[] = {300, 700, 2, 500, 1};
    static text file;
    static char device[6000]; /* much, but little of its header */
    char name[120];
    ncurep_output to;
    ncurep_input input;
    ncurep_report_options options;
    ncurep_report *report, *same;
    ncurep_writer *w;
    ncurep_info info;
    ncurep_view a, b;
    heap memory;
    size_t block, i, total = 0;
    uint32_t id;
    memset(&to, 0, sizeof to);
    memset(&input, 0, sizeof input);
    memset(&options, 0, sizeof options);
    to.write_fn = add_text;
    to.user = &file;
    memset(device, 'd', sizeof device - 1);
    w = ncurep_writer_open(&to, NULL, NULL);
    ncurep_write_entry(w, NCUREP_ROOT_BLOCK);
    ncurep_write_begin(w, 3); /* its session */
    ncurep_write_text(w, 99, ncurep_text(device));
    ncurep_write_end(w);
    for (block = 0; block < sizeof counts / sizeof *counts; block++) {
        for (i = 0; i < counts[block]; i++, total++) {
            sprintf(name, "%zu: the name of string %zu in a block, of some hundred bytes, as %zu metrics have", total, i, total * 7919 % 1000);
            CHECK_U64(total, ncurep_write_string(w, ncurep_text(name)));
        }
        ncurep_write_entry(w, NCUREP_ROOT_KERNEL);
        ncurep_write_end(w);
        ncurep_write_block(w);
    }
    CHECK(ncurep_writer_finish(w, NULL) == NCUREP_OK);
    ncurep_writer_close(w);
    input.size = file.len;
    input.read_fn = read_text;
    input.user = &file;
    HEAP_MEMORY(options.memory, memory);
    report = ncurep_report_open_input(&input, &options, NULL);
    same = ncurep_report_open(file.bytes, file.len, NULL, NULL);
    ncurep_report_info(report, &info);
    CHECK_U64(total, info.strings);
    for (id = 0; id < info.strings; id++) {
        sprintf(name, "%u: ", (unsigned)id);
        CHECK(ncurep_string_at(report, id, &a) && ncurep_string_at(same, id, &b) && a.len == b.len && memcmp(a.ptr, b.ptr, a.len) == 0);
        CHECK(a.len > strlen(name) && memcmp(a.ptr, name, strlen(name)) == 0);
    }
    if (!CHECK(2 * memory.held < 5 * file.len)) printf("    %zu bytes held for %zu\n", memory.held, file.len);
    ncurep_report_close(same);
    ncurep_report_close(report);
}

int main(void)
{
    RUN(strings_once);
    RUN(memory_used);
    return run_end();
}
