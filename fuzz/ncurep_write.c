/* The writer of ncurep.h from scratch: bytes 0 and 1 pick the allocation and the write that fail, the rest are calls:
   what, field, length of a text, text. Calls in a valid order give a report that opens without a problem and says the
   same. */
#define NCUREP_ASSERT(e) ((e) ? (void)0 : abort())
#include <stdlib.h>
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"
#include "../tests/ncurep_calls.h"

#include "ncurep_fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    heap h;
    sink f;
    ncurep_memory memory;
    ncurep_output out;
    ncurep_error error;
    ncurep_writer *w;
    size_t i = 2;
    unsigned depth = 0, results = 0, order = 0, metric_at = 0, sources = 0, metrics = 0, calls = 0;
    int closed;
    if (size < 2) return 0;
    memset(&h, 0, sizeof h);
    memset(&f, 0, sizeof f);
    memset(&memory, 0, sizeof memory);
    h.fail = data[0];
    f.fail = data[1];
    memory.allocator.alloc_fn = take;
    memory.allocator.free_fn = give;
    memory.allocator.user = &h;
    memory.max_memory = (size_t)8 << 20;
    out.write_fn = put;
    out.user = &f;
    w = open_writer(&out, &memory, &error);
    must(w != NULL || error.code == NCUREP_MEMORY);
    while (w != NULL && i + 3 <= size && calls++ < 4096) {
        const unsigned what = data[i], field = data[i + 1] % 64 + 100;
        size_t len = data[i + 2] % 64;
        const char *text = (const char *)data + i + 3;
        ncurep_value value;
        i += 3;
        if (len > size - i) len = size - i;
        i += len;
        memset(&value, 0, sizeof value);
        value.kind = (ncurep_kind)(data[i - 1] % 6);
        value.bits = (uint64_t)len * 0x0101010101010101u;
        if (value.kind == NCUREP_KIND_STRING) {
            value.text.ptr = text;
            value.text.len = len;
        } else if (value.kind == NCUREP_KIND_FLOAT || value.kind == NCUREP_KIND_UINT32) value.bits &= 0xffffffffu;
        switch (what % 12) {
        case 0: /* the entries of a block come in a fixed order */
            if (depth > 0) break;
            if (what / 12 % 5 < order) {
                ncurep_write_block(w);
                order = 0;
            }
            order = what / 12 % 5;
            ncurep_write_entry(w, (ncurep_root)(NCUREP_ROOT_SOURCE + order));
            if (order == 0) sources++;
            else results++;
            depth = 1;
            break;
        case 1:
            if (depth == 0 || depth >= 32) break;
            ncurep_write_begin(w, field);
            depth++;
            break;
        case 2:
            if (depth == 0) break;
            if (depth == metric_at) metric_at = 0;
            ncurep_write_end(w);
            depth--;
            break;
        case 3: if (depth > 0) ncurep_write_u64(w, field, value.bits); break;
        case 4: if (depth > 0) ncurep_write_double(w, field, (double)len); break;
        case 5: if (depth > 0) ncurep_write_fields(w, ncurep_text("\015len ")) /* a float of field 1 */; break;
        case 6: if (depth > 0) ncurep_write_text(w, field, view_of(text, len)); break;
        case 7: if (depth > 0) ncurep_write_value(w, field, &value); break;
        case 8:
            if (depth != 1 || order == 0) break;
            ncurep_write_metric(w, view_of(text, len), len % 2 ? &value : NULL);
            metric_at = ++depth;
            metrics++;
            break;
        case 9: if (metric_at > 0 && depth == metric_at) ncurep_write_instance(w, len % 3 ? &value : NULL, &value); break;
        case 10:
            must(ncurep_write_string(w, view_of(text, len)) != NCUREP_NONE || h.fail > 0 || f.fail > 0 || h.held + 4096 > memory.max_memory / 4);
            break;
        default:
            if (depth > 0) break;
            ncurep_write_block(w);
            order = 0;
            break;
        }
        must(h.held <= memory.max_memory);
    }
    while (w != NULL && depth > 0) {
        ncurep_write_end(w);
        depth--;
    }
    closed = w != NULL && end_writer(w, &error);
    must(h.live == 0);
    if (w != NULL && !closed) must(error.code == NCUREP_MEMORY || error.code == NCUREP_IO || error.code == NCUREP_LIMIT);
    if (closed) {
        ncurep_report *r = ncurep_report_open(f.data, f.len, NULL, &error);
        ncurep_info info;
        ncurep_result result;
        ncurep_metric metric;
        uint32_t k, seen = 0;
        must(r != NULL);
        ncurep_report_info(r, &info);
        must(info.problems == 0 && !info.is_cut && !info.is_damaged && info.results == results && info.sources == sources);
        for (k = 0; k < results; k++) {
            must(ncurep_result_at(r, k, &result, &error));
            while (ncurep_metric_next(&result.metrics, &metric)) {
                ncurep_view name;
                must(ncurep_string_at(r, metric.name_id, &name));
                seen++;
            }
            must(result.metrics.error.code == NCUREP_OK);
        }
        must(seen == metrics);
        ncurep_report_close(r);
    }
    free(f.data);
    return 0;
}
