/* A report that comes piece by piece. */
#include "grow.h"

#include <string.h>

enum { MAGIC, FILE_SIZE, FILE_HEADER, SIZE, HEADER, PAYLOAD, OVER };

static uint32_t u32_of(const char *p)
{
    return (uint32_t)(unsigned char)p[0] | (uint32_t)(unsigned char)p[1] << 8 | (uint32_t)(unsigned char)p[2] << 16 | (uint32_t)(unsigned char)p[3] << 24;
}

static void put_u32(cli_buf *b, size_t v)
{
    char bytes[4];
    int k;
    for (k = 0; k < 4; k++) bytes[k] = (char)(unsigned char)(v >> 8 * k & 255);
    cli_put(b, bytes, 4);
}

/* Copies the fields of a header with these numbers (or, not wanted, all others), with their size in front. */
static void put_fields(cli_buf *to, ncurep_view header, int known)
{
    const size_t start = to->len;
    ncurep_list list = ncurep_fields(header, 0);
    const char *from = list.ptr;
    ncurep_field f;
    size_t size;
    int k;
    put_u32(to, 0);
    for (; ncurep_field_next(&list, &f); from = list.ptr)
        if (known == (f.wire == 2 && (f.number == 3 || f.number == 4))) cli_put(to, from, (size_t)(list.ptr - from));
    size = to->len - start - 4;
    for (k = 0; k < 4; k++) to->ptr[start + (size_t)k] = (char)(unsigned char)(size >> 8 * k & 255);
    if (known && size == 0) to->len = start; /* it says nothing */
}

static int stop(grow *g, const char *why)
{
    g->error = why;
    g->stage = OVER;
    return -1;
}

/* The header of a block is there. */
static int begin_payload(grow *g)
{
    ncurep_view header;
    ncurep_list list;
    ncurep_field f;
    uint64_t payload = 0;
    header.ptr = g->part.ptr;
    header.len = g->part.len;
    g->results = 0;
    list = ncurep_fields(header, 0);
    while (ncurep_field_next(&list, &f)) {
        if (f.wire != 0) continue;
        if (f.number == 5) payload = f.value & 0xffffffffu;
        if ((f.number == 2 || (f.number >= 7 && f.number <= 9)) && (f.value & 0xffffffffu) != 0) g->results = 1;
    }
    if (list.error.code != NCUREP_OK) return stop(g, "the header of a block is malformed");
    put_fields(&g->known, header, 1);
    if (g->known.len > GROW_KNOWN_MAX) return stop(g, "strings and session are larger than 256 MiB");
    g->block.len = 0;
    if (g->results) put_fields(&g->block, header, 0);
    g->part.len = 0;
    g->stage = PAYLOAD;
    if (g->results && payload <= GROW_BLOCK_MAX) g->need = payload;
    else g->skip = payload;
    if (g->results && payload > GROW_BLOCK_MAX) g->results = 2;
    return 0;
}

/* What was needed is there. 1: a block with results is whole. */
static int next(grow *g)
{
    const int stage = g->stage;
    uint32_t size;
    switch (stage) {
    case MAGIC:
        if (memcmp(g->part.ptr, "\x28\xb5\x2f\xfd", 4) == 0) return stop(g, "a compressed report cannot be followed");
        if (memcmp(g->part.ptr, "NVR\0", 4) != 0) return stop(g, "not a report");
        cli_put(&g->known, "NVR\0", 4);
        g->need = 4;
        g->stage = FILE_SIZE;
        break;
    case FILE_SIZE:
    case SIZE:
        size = u32_of(g->part.ptr);
        if (size > (uint32_t)1 << 26) return stop(g, "a header is larger than 64 MiB");
        if (stage == FILE_SIZE) cli_put(&g->known, g->part.ptr, 4);
        g->need = size;
        g->stage = stage == SIZE ? HEADER : FILE_HEADER;
        break;
    case FILE_HEADER:
        cli_put(&g->known, g->part.ptr != NULL ? g->part.ptr : "", g->part.len);
        break;
    case HEADER: return begin_payload(g);
    default:
        if (g->results == 1) cli_put(&g->block, g->part.ptr != NULL ? g->part.ptr : "", g->part.len);
        break;
    }
    g->part.len = 0;
    if (stage == FILE_HEADER || stage == PAYLOAD) {
        g->need = 4;
        g->stage = SIZE;
    }
    return stage == PAYLOAD && g->results != 0;
}

void grow_skipped(grow *g, uint64_t bytes)
{
    g->skip -= bytes;
    g->at += bytes;
}

int grow_feed(grow *g, const char **bytes, size_t *len)
{
    if (g->stage == OVER) return -1;
    if (g->at == 0 && g->need == 0) g->need = 4;
    for (;;) {
        size_t take;
        int done;
        if (g->skip > 0) {
            take = *len < g->skip ? *len : (size_t)g->skip;
            grow_skipped(g, take);
        } else {
            take = *len < g->need ? *len : (size_t)g->need;
            if (g->stage == SIZE && g->part.len == 0 && take > 0) g->block_at = g->at;
            cli_put(&g->part, *bytes, take);
            g->need -= take;
            g->at += take;
        }
        *bytes += take;
        *len -= take;
        if (g->skip > 0 || g->need > 0) return 0;
        done = next(g);
        if (done == 1 && g->results == 2) g->block.len = 0;
        if (done != 0) return done;
    }
}

int grow_is_whole(const grow *g) { return (g->stage == SIZE && g->part.len == 0) || g->stage == OVER; }

void grow_free(grow *g)
{
    cli_buf_free(&g->known);
    cli_buf_free(&g->block);
    cli_buf_free(&g->part);
}
