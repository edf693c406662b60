/* Hashes and sums of what is in a report. */
#include "hash.h"

#include <string.h>

static uint64_t hash_u32(uint64_t h, uint64_t n)
{
    unsigned char bytes[4];
    unsigned i;
    for (i = 0; i < 4; i++) bytes[i] = (unsigned char)(n >> (8 * i));
    return hash_bytes(h, bytes, sizeof bytes);
}

uint64_t hash_value(uint64_t h, const ncurep_value *v)
{
    unsigned char packed[9];
    size_t n = v->kind == NCUREP_KIND_NONE ? 0 : v->kind == NCUREP_KIND_DOUBLE || v->kind == NCUREP_KIND_UINT64 ? 8 : 4, i;
    const uint64_t bits = v->kind == NCUREP_KIND_STRING ? v->text.len : v->bits;
    packed[0] = (unsigned char)v->kind;
    for (i = 0; i < n; i++) packed[i + 1] = (unsigned char)(bits >> (8 * i));
    h = hash_bytes(h, packed, n + 1);
    return v->kind == NCUREP_KIND_STRING ? hash_bytes(h, v->text.ptr, v->text.len) : h;
}

uint64_t hash_strings(ncurep_report *report, uint32_t *count, uint64_t *bytes)
{
    ncurep_view v;
    uint64_t h = HASH_START;
    *bytes = 0;
    for (*count = 0; ncurep_string_at(report, *count, &v); ++*count) {
        h = hash_bytes(hash_u32(h, v.len), v.ptr, v.len);
        *bytes += v.len;
    }
    return h;
}

void source_sum_add(source_sum *a, const ncurep_source *s)
{
    const ncurep_view *const blob[3] = {&s->code, &s->intermediate, &s->binary};
    unsigned k;
    if (NCUREP_HAS(s, 5)) {
        a->has_sass = 1;
        a->sass = s->sass;
    }
    if (NCUREP_HAS(s, 6)) {
        a->has_revision = 1;
        a->revision = s->revision;
    }
    if (NCUREP_HAS(s, 7)) {
        a->has_flags = 1;
        a->flags = s->flags;
    }
    for (k = 0; k < 3; k++) {
        if (!NCUREP_HAS(s, k + 2)) continue;
        a->blob[k].present = 1;
        a->blob[k].size = blob[k]->len;
        a->blob[k].hash = hash_bytes(HASH_START, blob[k]->ptr, blob[k]->len);
    }
    a->files += s->files.list.count;
    a->functions += s->relocation.functions.count;
    a->objects += s->relocation.objects.count;
}

void warp_tally_of(warp_tally *t, const ncurep_warp_samples *samples)
{
    ncurep_list all = samples->series.list;
    ncurep_warp_series s;
    ncurep_warp_sample w;
    memset(t, 0, sizeof *t);
    t->hash = HASH_START;
    while (ncurep_warp_series_next(&all, &s)) {
        const size_t ticks = s.times.len / 16, count = s.records.len / 16;
        t->hash = hash_bytes(hash_u32(hash_u32(t->hash, s.unit), ticks), s.times.ptr, ticks * 16);
        t->hash = hash_bytes(hash_u32(t->hash, count), s.records.ptr, count * 16);
        t->times += ticks;
        t->records += count;
        while (ncurep_warp_sample_next(&s, &w)) {
            t->reasons[w.reason]++;
            t->not_issued += w.not_issued != 0;
        }
    }
}
