/* Binary form. Bytes 0 to 2: flags, fault, device. */
#include "nvsection_fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static heap h, g;
    nvs_document_options o;
    nvs_error error;
    nvs_document *doc, *again;
    bytes out = {0}, wire = {0}, other = {0};
    if (size < 3) return 0;
    memset(&h, 0, sizeof h);
    memset(&g, 0, sizeof g);
    memset(&o, 0, sizeof o);
    set_ways(&o, data[0] & 2);
    o.top = data[0] & 4 ? NVS_MESSAGE_BODY_ITEM : NVS_MESSAGE_SECTION;
    o.max_problems = data[0] >> 4;
    o.memory = memory_of(&h, (size_t)8 << 20);
    h.fail_at = data[1];
    doc = binary_open(data + 3, size - 3, &o, &error);
    HOLDS(h.peak <= (size_t)8 << 20);
    if (doc == NULL) {
        HOLDS(error.code == NVS_MEMORY || error.code == NVS_LIMIT);
        HOLDS(h.count == 0);
        return 0;
    }
    HOLDS(error.code == NVS_OK && nvs_document_memory_used(doc) == h.held);
    check_document(&h, doc, (const char *)data + 3, size - 3);
    if (doc->errors == 0) {
        o.memory = memory_of(&g, (size_t)64 << 20);
        HOLDS(write_binary(doc->root, NULL, put, &wire, NULL) == NVS_OK);
        again = binary_open(wire.ptr, wire.len, &o, NULL);
        HOLDS(again != NULL && again->errors == 0 && again->fields == doc->fields);
        HOLDS(write_binary(again->root, NULL, put, &other, NULL) == NVS_OK);
        HOLDS(same_bytes(&wire, &other));
        nvs_document_close(again);
        HOLDS(write_text(doc->root, put, &out) == NVS_OK);
        again = nvs_document_open(out.ptr, out.len, &o, NULL);
        HOLDS(again != NULL && again->errors == 0 && again->fields == doc->fields);
        nvs_document_close(again);
        if (o.top == NVS_MESSAGE_SECTION) check_selection(doc->root, data[2]);
    }
    nvs_document_close(doc);
    HOLDS(h.count == 0 && g.count == 0);
    free(out.ptr);
    free(wire.ptr);
    free(other.ptr);
    return 0;
}
