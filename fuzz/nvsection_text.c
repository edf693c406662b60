/* Text form: tokens, documents, the writer, selection. Bytes 0 to 2: flags, fault, device. */
#include "nvsection_fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static heap h, g;
    const char *text;
    size_t len, decoded;
    nvs_document_options o;
    nvs_error error;
    nvs_document *doc, *again;
    nvs_reader r;
    nvs_token t;
    uint32_t before = 0;
    char *room;
    bytes out = {0}, wire = {0}, other = {0};
    if (size < 3) return 0;
    text = (const char *)data + 3;
    len = size - 3;
    memset(&h, 0, sizeof h);
    memset(&g, 0, sizeof g);

    nvs_reader_begin(&r, text, len);
    r.comments = data[0] >> 3 & 1;
    while (nvs_reader_next(&r, &t)) {
        HOLDS(t.offset >= before && t.text.len > 0 && t.offset + t.text.len <= len && t.text.ptr == text + t.offset);
        HOLDS(t.kind != NVS_TOKEN_KIND_BAD || t.at_offset <= len);
        before = t.offset + (uint32_t)t.text.len;
        decoded = nvs_token_decode(&t, NULL, 0);
        HOLDS(decoded <= t.text.len);
        room = (char *)malloc(decoded + 1);
        room[decoded] = 'x';
        HOLDS(nvs_token_decode(&t, room, decoded) == decoded && room[decoded] == 'x');
        free(room);
    }
    HOLDS(t.offset == len || t.kind == NVS_TOKEN_KIND_END);

    memset(&o, 0, sizeof o);
    set_ways(&o, data[0] & 3);
    o.top = data[0] & 4 ? NVS_MESSAGE_BODY_ITEM : NVS_MESSAGE_SECTION;
    o.max_problems = data[0] >> 4;
    o.memory = memory_of(&h, (size_t)8 << 20);
    h.fail_at = data[1];
    doc = nvs_document_open(text, len, &o, &error);
    HOLDS(h.peak <= (size_t)8 << 20);
    if (doc == NULL) {
        HOLDS(error.code == NVS_MEMORY || error.code == NVS_LIMIT);
        HOLDS(h.count == 0);
        return 0;
    }
    HOLDS(error.code == NVS_OK && nvs_document_memory_used(doc) == h.held);
    check_document(&h, doc, text, len);
    if (doc->errors == 0) {
        nvs_code code;
        HOLDS(write_text(doc->root, put, &out) == NVS_OK);
        o.memory = memory_of(&g, (size_t)64 << 20);
        again = nvs_document_open(out.ptr, out.len, &o, NULL);
        HOLDS(again != NULL && again->errors == 0 && again->fields == doc->fields);
        HOLDS(write_text(again->root, put, &other) == NVS_OK);
        HOLDS(same_bytes(&out, &other));
        nvs_document_close(again);
        other.len = 0;
        code = write_binary(doc->root, NULL, put, &wire, NULL);
        HOLDS(code == NVS_OK || code == NVS_UNSUPPORTED);
        if (code == NVS_OK) {
            again = binary_open(wire.ptr, wire.len, &o, NULL);
            HOLDS(again != NULL && again->errors == 0 && again->fields == doc->fields);
            HOLDS(write_binary(again->root, NULL, put, &other, NULL) == NVS_OK);
            HOLDS(same_bytes(&wire, &other));
            nvs_document_close(again);
        }
        if (o.top == NVS_MESSAGE_SECTION) check_selection(doc->root, data[2]);
    }
    nvs_document_close(doc);
    HOLDS(h.count == 0 && g.count == 0);
    free(out.ptr);
    free(wire.ptr);
    free(other.ptr);
    return 0;
}
