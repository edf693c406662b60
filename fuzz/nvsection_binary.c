/* Binary form. Bytes 0 to 2: flags, fault, device. */
#include "nvsection_fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static heap h, g;
    nvs_options o;
    nvs_error error;
    nvs_document *doc, *again;
    bytes out = {0}, wire = {0}, other = {0};
    if (size < 3) return 0;
    memset(&h, 0, sizeof h);
    memset(&g, 0, sizeof g);
    memset(&o, 0, sizeof o);
    o.flags = data[0] & 2;
    o.top = data[0] & 4 ? NVS_M_BODY_ITEM : NVS_M_SECTION;
    o.max_diagnostics = data[0] >> 4;
    o.memory = memory_of(&h, (size_t)8 << 20);
    h.fail_at = data[1];
    doc = nvs_parse_binary(data + 3, size - 3, &o, &error);
    HOLDS(h.peak <= (size_t)8 << 20);
    if (doc == NULL) {
        HOLDS(error.code == NVS_MEMORY || error.code == NVS_LIMIT);
        HOLDS(h.count == 0);
        return 0;
    }
    HOLDS(error.code == NVS_OK && doc->memory == h.held);
    check_document(&h, doc, (const char *)data + 3, size - 3);
    if (doc->errors == 0) {
        o.memory = memory_of(&g, (size_t)64 << 20);
        HOLDS(nvs_write_binary(doc->root, NULL, put, &wire, NULL) == NVS_OK);
        again = nvs_parse_binary(wire.ptr, wire.len, &o, NULL);
        HOLDS(again != NULL && again->errors == 0 && again->fields == doc->fields);
        HOLDS(nvs_write_binary(again->root, NULL, put, &other, NULL) == NVS_OK);
        HOLDS(same_bytes(&wire, &other));
        nvs_free(again);
        HOLDS(nvs_write_text(doc->root, put, &out) == NVS_OK);
        again = nvs_parse(out.ptr, out.len, &o, NULL);
        HOLDS(again != NULL && again->errors == 0 && again->fields == doc->fields);
        nvs_free(again);
        if (o.top == NVS_M_SECTION) check_selection(doc->root, data[2]);
    }
    nvs_free(doc);
    HOLDS(h.count == 0 && g.count == 0);
    free(out.ptr);
    free(wire.ptr);
    free(other.ptr);
    return 0;
}
