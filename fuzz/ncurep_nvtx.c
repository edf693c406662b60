/* An NVTX filter expression against a hostile NVTX state. Bytes: how memory fails, a number for it, the length of the
   expression, the expression, then the message of a kernel result. */
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"
#include "../tests/ncurep_calls.h"

#include "ncurep_fuzz.h"

static void u32(uint8_t *to, size_t v)
{
    to[0] = (uint8_t)v;
    to[1] = (uint8_t)(v >> 8);
    to[2] = (uint8_t)(v >> 16);
    to[3] = (uint8_t)(v >> 24);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint64_t buffer[1 << 13];
    heap h = {0, 0, 0, 0, 0, 0};
    ncurep_memory memory = {NULL, 0, {take, give, NULL}, 0};
    ncurep_nvtx_filter *f, *again;
    ncurep_report *report;
    ncurep_result result;
    ncurep_error e;
    char *text;
    uint8_t *file;
    size_t len;
    if (size < 3) return 0;
    memory.allocator.user = &h;
    if (data[0] & 1) {
        memory.buffer = buffer;
        memory.buffer_size = data[1] * 256u;
    }
    memory.max_memory = data[0] & 2 ? 4096u + data[1] * 256u : 1u << 20;
    if (data[0] & 4) h.fail = data[1];
    len = data[2] < size - 3 ? data[2] : size - 3;
    text = (char *)malloc(len + 1);
    if (text == NULL) return 0;
    memcpy(text, data + 3, len);
    f = open_filter(view_of(text, len), &memory, &e);
    must(h.held <= memory.max_memory && e.message != NULL && e.offset <= len);
    must(f != NULL || e.code == NCUREP_SYNTAX || e.code == NCUREP_MEMORY || e.code == NCUREP_LIMIT);
    again = ncurep_nvtx_filter_open(view_of(text, len), NULL, &e);
    memset(text, 'x', len); /* the text need not be kept */
    free(text);
    data += 3 + len;
    size -= 3 + len;
    /* A report with the rest as its only kernel. */
    file = (uint8_t *)malloc(size + 64);
    if (file != NULL && size < 1 << 20) {
        static const uint8_t head[] = {'N', 'V', 'R', 0, 2, 0, 0, 0, 8, 7, 0, 0, 0, 0, 16, 1, 40};
        size_t n = sizeof head, payload = size + 4;
        int yes;
        memcpy(file, head, n);
        for (; payload >= 128; payload >>= 7) file[n++] = (uint8_t)(payload | 128);
        file[n++] = (uint8_t)payload;
        u32(file + 10, n - 14);
        u32(file + n, size);
        memcpy(file + n + 4, data, size);
        report = ncurep_report_open(file, n + 4 + size, NULL, &e);
        must(report != NULL);
        if (ncurep_result_at(report, 0, &result, &e)) {
            yes = ncurep_nvtx_filter_match(f, &result);
            must(yes == 0 || (yes == 1 && f != NULL && NCUREP_HAS(&result, 21)));
            must(yes == ncurep_nvtx_filter_match(f, &result));
            if (f != NULL) must(again != NULL && yes == ncurep_nvtx_filter_match(again, &result));
        }
        ncurep_report_close(report);
    }
    free(file);
    ncurep_nvtx_filter_close(again);
    ncurep_nvtx_filter_close(f);
    must(h.live == 0 && h.held == 0);
    return 0;
}
