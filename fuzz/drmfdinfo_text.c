/* Any bytes as a text: lines, snapshot and figures. Bytes 0 to 3 choose the rooms, whether the text is whole, the time and
   where the text is cut in two samples. Asserted: equal to the slow reader, views inside the text, counts that add up,
   a second call gives the same, room plus dropped is room enough, figures in their range. With DRMFD_READ_OLD_AMDGPU
   nothing changes but for texts that it is about. */
#define DRMFD_STATIC
#define DRMFD_IMPLEMENTATION
#include "drmfdinfo.h"
#include "tests/drmfdinfo_slow.h"
#include "tests/drmfdinfo_sweep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MUST(e) \
    do \
        if (!(e)) { \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #e); \
            abort(); \
        } \
    while (0)

static void inside(drmfd_view v, const char *text, size_t len)
{
    MUST(v.ptr != NULL);
    if (v.len > 0) MUST(v.ptr >= text && v.len <= len && (size_t)(v.ptr - text) <= len - v.len);
}

static void check_lines(const char *text, size_t len, int whole)
{
    drmfd_reader lines;
    drmfd_line got;
    slow_line want;
    size_t at = 0;
    int cut = 0, more;
    drmfd_reader_begin(&lines, text, len, whole ? 0 : DRMFD_READ_CUT);
    do {
        const size_t start = at;
        more = slow_next(text, len, whole, &at, &want, &cut);
        MUST(drmfd_reader_next(&lines, &got) == more);
        if (!more) break;
        MUST(slow_line_differs(&want, &got) == NULL);
        MUST(got.offset == start && lines.at == text + at);
        inside(got.key, text, len);
        inside(got.name, text, len);
        inside(got.value, text, len);
        inside(got.unit, text, len);
    } while (more);
    MUST((lines.error.code == DRMFD_TRUNCATED) == cut);
}

static void check_snapshot(drmfd_snapshot *s, const char *text, size_t len, int whole)
{
    slow_text slow;
    uint32_t i;
    memset(&s->counts, 0xa5, sizeof s->counts);
    MUST(drmfd_parse(s, text, len, whole ? 0 : DRMFD_READ_CUT, NULL) == DRMFD_OK);
    slow_parse(&slow, text, len, whole, s->engine_room, s->region_room);
    MUST(slow_text_differs(&slow, s) == NULL);
    slow_free(&slow);
    inside(s->driver, text, len);
    inside(s->pdev, text, len);
    inside(s->client_name, text, len);
    for (i = 0; i < s->engine_count; i++) inside(s->engines[i].name, text, len);
    for (i = 0; i < s->region_count; i++) inside(s->regions[i].name, text, len);
}

static void check_old_amdgpu(drmfd_snapshot *s, const char *text, size_t len, int whole)
{
    slow_text slow;
    drmfd_line line;
    uint32_t i;
    MUST(drmfd_parse(s, text, len, DRMFD_READ_OLD_AMDGPU | (whole ? 0 : DRMFD_READ_CUT), NULL) == DRMFD_OK);
    slow_parse(&slow, text, len, whole, s->engine_room, s->region_room);
    if (s->driver.ptr != drmfd_i_amdgpu) MUST(slow_text_differs(&slow, s) == NULL);
    else {
        MUST(slow.driver.n == 0 && s->pdev.len > 0);
        MUST(slow.counts.lines == s->counts.lines && slow.counts.bad_lines >= s->counts.bad_lines);
        inside(s->pdev, text, len);
        for (i = 0; i < s->engine_count; i++) {
            inside(s->engines[i].name, text, len);
            MUST((s->engines[i].has & DRMFD_ENGINE_HAS_LOAD) != 0 || s->engines[i].load == 0);
        }
        for (i = 0; i < s->region_count; i++) inside(s->regions[i].name, text, len);
        MUST(drmfd_line_find(text, len, whole ? 0 : DRMFD_READ_CUT, drmfd_text("pasid"), &line) == 1);
        inside(line.value, text, len);
        MUST(!s->has_client_id || line.number == s->client_id);
    }
    slow_free(&slow);
}

static void room_for(drmfd_snapshot *s, uint32_t engines, uint32_t regions)
{
    memset(s, 0, sizeof *s);
    s->engine_room = engines;
    s->region_room = regions;
    s->engines = (drmfd_engine *)malloc(engines * sizeof *s->engines + 1);
    s->regions = (drmfd_region *)malloc(regions * sizeof *s->regions + 1);
    if (s->engines == NULL || s->regions == NULL) abort();
}

static void room_back(drmfd_snapshot *s)
{
    free(s->engines);
    free(s->regions);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text;
    size_t len, first;
    uint32_t i, round;
    int whole;
    drmfd_snapshot s;
    drmfd_meter m;
    size_t room;
    char *buffer;
    if (size < 4) return 0;
    text = (const char *)data + 4;
    len = size - 4;
    whole = data[0] & 1;
    first = len * data[3] / 256;

    check_lines(text, len, whole);
    room_for(&s, data[1] % 40, data[2] % 40);
    check_old_amdgpu(&s, text, len, whole);
    check_snapshot(&s, text, len, whole);
    if (s.counts.dropped > 0) { /* room plus dropped is room enough */
        const uint64_t more = s.counts.dropped;
        room_back(&s);
        room_for(&s, data[1] % 40 + (uint32_t)more, data[2] % 40 + (uint32_t)more);
        check_snapshot(&s, text, len, whole);
        MUST(s.counts.dropped == 0);
    }
    room_back(&s);

    /* The two halves as samples of one client, and the first one again. */
    room_for(&s, 24, 4);
    room = DRMFD_METER_BYTES(data[1] % 48) + (data[0] & 2 ? 4096 : data[2]);
    buffer = (char *)malloc(room + 1);
    if (buffer == NULL) abort();
    memset(&m, 0, sizeof m);
    m.buffer = buffer + (data[2] & 1); /* of any alignment */
    m.buffer_size = room;
    for (round = 0; round < 3; round++) {
        const char *part = round == 1 ? text + first : text;
        const size_t n = round == 1 ? len - first : first;
        const int64_t now = (data[0] & 4 ? -1 : 1) * (int64_t)round * (data[0] >> 3) * 1000;
        const uint32_t before = m.usage_count;
        MUST(drmfd_parse(&s, part, n, whole ? 0 : DRMFD_READ_CUT, NULL) == DRMFD_OK);
        MUST(drmfd_measure(&m, &s, now, NULL) == DRMFD_OK);
        MUST(m.usage_count >= before);
        MUST(m.usage == NULL || ((const char *)m.usage >= buffer && (const char *)(m.usage + m.usage_count) <= buffer + room + 1));
        MUST(m.dropped > 0 || m.usage_count >= s.engine_count);
        for (i = 0; i < m.usage_count; i++) {
            const drmfd_usage *u = &m.usage[i];
            MUST(sweep_wrong_figure(&u->busy) == NULL);
            MUST(sweep_wrong_figure(&u->share) == NULL);
            MUST(sweep_wrong_figure(&u->speed) == NULL);
            MUST(u->name.len > 0 && u->name.ptr >= buffer && u->name.ptr + u->name.len <= buffer + room + 1);
            MUST(u->engine == NULL || sweep_same(u->name, u->engine->name));
            MUST(round > 0 || u->best == NULL);
        }
    }
    free(buffer);
    room_back(&s);
    return 0;
}
