/* Evaluation of a section over values of every kind. Bytes 0 to 2: device, fault of memory, fault of the callback; the rest
   is the section. */
#include "nvsection_values.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static heap h, g;
    nvs_document *doc;
    nvs_metrics_options o;
    nvs_metrics *results;
    const nvs_evaluation *e;
    nvs_source source;
    nvs_memory memory;
    nvs_error error;
    nvs_document_options lenient;
    const nvs_node *root;
    values v;
    size_t i;
    if (size < 3) return 0;
    memset(&lenient, 0, sizeof lenient);
    lenient.lenient = 1;
    doc = nvs_document_open((const char *)data + 3, size - 3, &lenient, NULL);
    if (doc == NULL || doc->errors > 0) {
        nvs_document_close(doc);
        return 0;
    }
    root = doc->root;
    memset(&h, 0, sizeof h);
    memset(&g, 0, sizeof g);
    memset(&v, 0, sizeof v);
    memset(&o, 0, sizeof o);
    o.device.cc = data[0] & 1 ? 90 : 75;
    o.device.scope = data[0] >> 1 & 3;
    o.device.vgpu = data[0] >> 3 & 1;
    o.arithmetic = (nvs_arithmetic)(data[0] >> 4 & 1);
    h.fail_at = data[1] & 15;
    g.fail_at = data[1] >> 4;
    v.fail_at = data[2] & 63;
    o.memory = memory_of(&h, (size_t)1 << 20);
    memory = memory_of(&g, (size_t)4 << 20);
    source = values_source(&v);
    results = nvs_metrics_open(&root, 1, &source, &o, &error);
    HOLDS(h.peak <= o.memory.max_memory);
    if (results != NULL) {
        e = evaluate_in(results, root, &memory, &error);
        HOLDS(g.peak <= memory.max_memory);
        if (e != NULL) {
            HOLDS(nvs_evaluation_memory_used(e) == g.held && e->section == root && error.code == NVS_OK);
            for (i = 0; i < e->count; i++) {
                const nvs_part *p = &e->parts[i];
                HOLDS(p->node != NULL && p->cell.label.ptr != NULL && p->cell.name.ptr != NULL);
                HOLDS(p->kind <= NVS_PART_KIND_COUNTER && p->cell.state <= NVS_CELL_STATE_FILLER);
                HOLDS(p->kind != NVS_PART_KIND_DROPPED || p->reason != NVS_REASON_NONE);
                if (p->kind == NVS_PART_KIND_BINS) {
                    uint64_t sum = 0, k;
                    for (k = 0; k < p->u.bins.count; k++) sum += p->u.bins.counts[k];
                    HOLDS(sum > 0 && sum <= e->parts[i - 1].cell.data.count);
                }
                if (p->kind == NVS_PART_KIND_SERIES && p->u.range.count > 0) {
                    HOLDS(p->u.range.min <= p->u.range.first && p->u.range.last <= p->u.range.max);
                    HOLDS(p->u.range.count <= p->cell.data.count);
                }
                if (p->cell.state == NVS_CELL_STATE_MISSING || p->cell.state == NVS_CELL_STATE_FILLER) HOLDS(p->cell.data.count == 0);
                check_data(&p->cell.data);
            }
            nvs_evaluation_close(e);
        } else {
            HOLDS(error.code == NVS_MEMORY || error.code == NVS_LIMIT || error.code == NVS_IO);
            HOLDS(error.offset <= size);
        }
        HOLDS(g.count == 0);
        nvs_metrics_close(results);
    } else HOLDS(error.code == NVS_MEMORY || error.code == NVS_LIMIT || error.code == NVS_IO);
    HOLDS(h.count == 0);
    nvs_document_close(doc);
    return 0;
}
