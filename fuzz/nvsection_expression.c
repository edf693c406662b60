/* Derived metrics over values of every kind. Byte 0: generation, fault of memory; byte 1: fault of the callback; then lines
   of NAME=EXPRESSION. */
#include "nvsection_values.h"

#define DEFINITIONS 64

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static heap h;
    nvs_definition list[DEFINITIONS];
    nvs_derive_options o;
    nvs_source source;
    nvs_error error;
    const nvs_derivation *d;
    values v;
    const char *at, *end;
    size_t count = 0, i;
    if (size < 2) return 0;
    at = (const char *)data + 2;
    end = (const char *)data + size;
    while (at < end && count < DEFINITIONS) {
        const char *line = (const char *)memchr(at, '\n', (size_t)(end - at)), *equal;
        if (line == NULL) line = end;
        equal = (const char *)memchr(at, '=', (size_t)(line - at));
        list[count].name.ptr = at;
        list[count].name.len = equal != NULL ? (size_t)(equal - at) : 0;
        list[count].expression.ptr = equal != NULL ? equal + 1 : at;
        list[count].expression.len = (size_t)(line - list[count].expression.ptr);
        count++;
        at = line < end ? line + 1 : end;
    }
    memset(&h, 0, sizeof h);
    memset(&v, 0, sizeof v);
    memset(&o, 0, sizeof o);
    o.arithmetic = (nvs_arithmetic)(data[0] & 128 ? 2 : data[0] & 1);
    h.fail_at = data[0] >> 1 & 31;
    v.fail_at = data[1] & 63;
    o.memory = memory_of(&h, (size_t)1 << (14 + (data[1] >> 6) * 3));
    source = values_source(&v);
    d = nvs_derive(list, count, data[0] & 64 ? NULL : &source, &o, &error);
    HOLDS(h.peak <= o.memory.max_memory);
    if (d == NULL) {
        HOLDS(error.code == NVS_MEMORY || error.code == NVS_LIMIT || error.code == NVS_IO);
        HOLDS(h.count == 0 && error.offset <= count);
        return 0;
    }
    HOLDS(error.code == NVS_OK && d->count == count && nvs_derivation_memory_used(d) == h.held);
    for (i = 0; i < count; i++) {
        const nvs_derived *x = &d->metrics[i];
        const nvs_derived *found = derived_named(d, list[i].name);
        HOLDS(found != NULL && found <= x);
        HOLDS((found == x) == (x->state != NVS_DERIVED_STATE_DUPLICATE && x->state != NVS_DERIVED_STATE_CONFLICT));
        HOLDS(x->column <= x->expression.len + 1);
        HOLDS((x->column != 0) == (x->state >= NVS_DERIVED_STATE_SYNTAX && x->state != NVS_DERIVED_STATE_CYCLE));
        if (x->state == NVS_DERIVED_STATE_CYCLE) {
            HOLDS(x->next < count && x->next != i && d->metrics[x->next].state == NVS_DERIVED_STATE_CYCLE);
        }
        if (x->state == NVS_DERIVED_STATE_MISSING) inside(&h, x->operand, (const char *)data, size);
        if (x->state != NVS_DERIVED_STATE_OK) HOLDS(x->data.count == 0 && x->data.value.kind == NVS_KIND_NONE);
        check_data(&x->data);
    }
    nvs_derivation_close(d);
    HOLDS(h.count == 0);
    return 0;
}
