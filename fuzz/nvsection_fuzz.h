/* What the fuzz targets of nvsection.h share: an allocator that counts and fails on demand, and checks of promises. */
#ifndef FUZZ_NVSECTION_FUZZ_H
#define FUZZ_NVSECTION_FUZZ_H

#define NVS_IMPLEMENTATION
#include "nvsection.h"
#include "tests/nvsection_calls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HOLDS(e) \
    do { \
        if (!(e)) { \
            fprintf(stderr, "%s:%d: broken promise: %s\n", __FILE__, __LINE__, #e); \
            abort(); \
        } \
    } while (0)

typedef struct heap {
    struct piece {
        char *at;
        size_t size;
    } pieces[4096];
    size_t count, held, peak, calls, fail_at; /* fail_at: number of the call that fails, from 1; 0: none */
} heap;

static void *heap_alloc(size_t size, void *user)
{
    heap *h = (heap *)user;
    if (++h->calls == h->fail_at || h->count == 4096) return NULL;
    h->pieces[h->count].at = (char *)malloc(size);
    if (h->pieces[h->count].at == NULL) return NULL;
    h->pieces[h->count++].size = size;
    h->held += size;
    if (h->held > h->peak) h->peak = h->held;
    return h->pieces[h->count - 1].at;
}

static void heap_free(void *ptr, size_t size, void *user)
{
    heap *h = (heap *)user;
    size_t i;
    for (i = 0; i < h->count && h->pieces[i].at != ptr; i++) continue;
    HOLDS(i < h->count && h->pieces[i].size == size);
    h->held -= size;
    h->pieces[i] = h->pieces[--h->count];
    free(ptr);
}

static nvs_memory memory_of(heap *h, size_t max)
{
    nvs_memory m;
    memset(&m, 0, sizeof m);
    m.allocator.alloc_fn = heap_alloc;
    m.allocator.free_fn = heap_free;
    m.allocator.user = h;
    m.max_memory = max;
    return m;
}

/* P3: a view lies in the input or in memory of the object. */
static void inside(const heap *h, nvs_view v, const char *input, size_t len)
{
    size_t i;
    HOLDS(v.ptr != NULL);
    if (v.len == 0) return;
    if (v.ptr >= input && v.ptr <= input + len && v.len <= (size_t)(input + len - v.ptr)) return;
    for (i = 0; i < h->count; i++)
        if (v.ptr >= h->pieces[i].at && v.ptr < h->pieces[i].at + h->pieces[i].size &&
            v.len <= (size_t)(h->pieces[i].at + h->pieces[i].size - v.ptr))
            return;
    HOLDS(v.len == 0); /* it lies elsewhere */
}

static inline void check_document(const heap *h, const nvs_document *doc, const char *input, size_t len)
{
    const nvs_node *n;
    uint32_t fields = 0, i;
    char path[64];
    for (n = doc->root; n != NULL; n = nvs_node_walk(doc->root, n, NVS_WALK_INTO)) {
        HOLDS(n->offset <= len);
        if (n->type == NVS_TYPE_STRING || n->type == NVS_TYPE_RAW) inside(h, n->v.text, input, len);
        if (n != doc->root && n->type != NVS_TYPE_RAW) fields++;
        if (n->type != NVS_TYPE_MESSAGE) HOLDS(n->child == NULL);
        HOLDS(nvs_node_path(n, path, sizeof path) == nvs_node_path(n, NULL, 0));
    }
    HOLDS(fields == doc->fields);
    for (i = 0; i < doc->problem_count; i++) {
        HOLDS(problem_of(doc, i).offset <= len);
        HOLDS(i == 0 || problem_of(doc, i).after >= problem_of(doc, i - 1).after);
    }
    HOLDS(doc->problem_count <= doc->errors + doc->warnings);
}

typedef struct bytes {
    char *ptr;
    size_t len, room;
} bytes;

static inline nvs_reply put(const void *data, size_t len, void *user)
{
    const char *const p = (const char *)data;
    bytes *b = (bytes *)user;
    if (b->len + len > b->room) {
        b->room = (b->len + len) * 2;
        b->ptr = (char *)realloc(b->ptr, b->room);
        if (b->ptr == NULL) abort();
    }
    if (len > 0) memcpy(b->ptr + b->len, p, len);
    b->len += len;
    return NVS_REPLY_YES;
}

static inline int same_bytes(const bytes *a, const bytes *b)
{
    return a->len == b->len && (a->len == 0 || memcmp(a->ptr, b->ptr, a->len) == 0);
}

/* A selection over a good section, and its promises. */
static inline void check_selection(const nvs_node *root, unsigned mode)
{
    static heap h;
    static const char *const texts[] = {"sm__cycles_active.avg", "a", "regex:a", "gpu__time_duration.sum"};
    nvs_memory m = memory_of(&h, (size_t)4 << 20);
    nvs_view views[4];
    nvs_catalog names;
    nvs_device device;
    const nvs_selection *s;
    uint32_t i, k, metrics = 0;
    memset(&h, 0, sizeof h);
    memset(&device, 0, sizeof device);
    memset(&names, 0, sizeof names);
    for (i = 0; i < 4; i++) {
        views[i].ptr = texts[i];
        views[i].len = strlen(texts[i]);
    }
    names.names = views;
    names.count = 4;
    device.cc = mode & 1 ? 90 : 75;
    device.scope = mode >> 1 & 3;
    device.vgpu = mode >> 3 & 1;
    device.kmd = mode & 16 ? 560 : 0;
    h.fail_at = mode >> 5;
    s = select_on(&root, 1, &device, mode & 4 ? &names : NULL, &m, NULL);
    HOLDS(h.peak <= (size_t)4 << 20);
    if (s != NULL) {
        for (i = 0; i < s->section_count; i++) {
            metrics += s->sections[i].metric_count;
            for (k = 0; k < s->sections[i].use_count; k++) HOLDS(s->sections[i].uses[k].node != NULL);
            for (k = 0; k < s->sections[i].metric_count; k++) HOLDS(s->sections[i].metrics[k].use < s->sections[i].use_count);
        }
        HOLDS(metrics == s->metric_count);
    }
    nvs_selection_close(s);
    HOLDS(h.count == 0);
}

#endif
