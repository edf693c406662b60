/* The reader on hostile reports. The first byte picks the fault: bits 0 and 1 memory (0 malloc, 1 the n-th allocation
   fails, 2 a buffer of n x 64 bytes, 3 max_memory of n x 256), bits 2 and 3 the input (0 in memory, 1 through a
   callback that gives all, 2 one that gives few bytes at a time, 3 one that fails the n-th time), bit 4 NCUREP_STRICT;
   the second byte is n; the rest is the report. */
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../tests/heap.h"
#include "../tests/ncurep_read.h"

typedef struct source {
    const char *data;
    size_t size;
    unsigned calls, fail, step;
} source;

static size_t give_bytes(uint64_t offset, void *to, size_t size, ncurep_reply *reply, void *user)
{
    (void)reply;
    source *s = (source *)user;
    if (offset >= s->size || size > s->size - offset) abort(); /* it asks only for what is there */
    if (++s->calls == s->fail) return 0;
    if (s->step > 0 && size > s->step) size = s->step;
    memcpy(to, s->data + offset, size);
    return size;
}

static void must(int ok)
{
    if (!ok) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static char buffer[256 * 64];
    ncurep_report_options options;
    ncurep_report *report;
    ncurep_input input;
    ncurep_error error;
    ncurep_info info;
    heap h;
    source s;
    uint64_t sum = 0;
    unsigned mode, n, from;
    char *copy;
    if (size < 2) return 0;
    mode = bytes[0];
    n = bytes[1];
    bytes += 2;
    size -= 2;
    copy = (char *)malloc(size); /* so that its ends are checked */
    must(copy != NULL || size == 0);
    if (size > 0) memcpy(copy, bytes, size);
    memset(&options, 0, sizeof options);
    memset(&h, 0, sizeof h);
    h.skew = 1;
    memset(&s, 0, sizeof s);
    if (mode & 16) options.strict = 1;
    options.memory.allocator.alloc_fn = take;
    options.memory.allocator.free_fn = give;
    options.memory.allocator.user = &h;
    options.memory.max_memory = (size_t)16 << 20;
    if ((mode & 3) == 1) h.fail = n + 1;
    if ((mode & 3) == 2) {
        memset(&options.memory, 0, sizeof options.memory);
        options.memory.buffer = buffer;
        options.memory.buffer_size = n * 64;
    }
    if ((mode & 3) == 3) options.memory.max_memory = n * 256 + 1;
    s.data = copy;
    s.size = size;
    from = mode >> 2 & 3;
    if (from == 2) s.step = n + 1;
    if (from == 3) s.fail = n + 1;
    input.read_fn = give_bytes;
    input.user = &s;
    input.size = size;
    error.code = (ncurep_code)99;
    report = from == 0 ? ncurep_report_open(copy, size, &options, &error) : ncurep_report_open_input(&input, &options, &error);
    must((report != NULL) == (error.code == NCUREP_OK));
    if (report != NULL) {
        ncurep_report_info(report, &info);
        must(!(mode & 16) || info.problems == 0);
        sum = read_all(report); /* results and sources that are malformed become problems now */
        ncurep_report_info(report, &info);
        must((mode & 3) == 2 || ncurep_report_memory_used(report) == h.held);
        if ((mode & 15) == 0 || (mode & 15) == 4 || (mode & 15) == 8) { /* no fault: the same through both inputs */
            ncurep_report *again;
            heap other;
            memset(&other, 0, sizeof other);
            options.memory.allocator.user = &other;
            s.step = s.fail = 0;
            again = from != 0 ? ncurep_report_open(copy, size, &options, NULL) : ncurep_report_open_input(&input, &options, NULL);
            /* With a callback, what is held counts towards max_memory. */
            must(again == NULL || read_all(again) == sum || other.peak > options.memory.max_memory / 2 ||
                 h.peak > options.memory.max_memory / 2);
            ncurep_report_close(again);
            must(other.live == 0);
        }
    } else {
        must(error.message[0] != 0 && (error.code == NCUREP_MEMORY || error.code == NCUREP_IO || error.code == NCUREP_LIMIT ||
                                       error.code == NCUREP_ARGUMENT || (mode & 16) ||
                                       (error.offset == 0 && (size == 0 || copy[0] != 'N' || size < 4 || copy[1] != 'V' || copy[2] != 'R' || copy[3] != 0))));
    }
    must((mode & 3) == 2 || h.peak <= options.memory.max_memory);
    ncurep_report_close(report);
    must(h.live == 0 && h.held == 0);
    free(copy);
    return 0;
}
