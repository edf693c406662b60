/* Memory, and what happens where there is none. */
#define _GNU_SOURCE /* fopencookie; elsewhere funopen */
#ifndef _DARWIN_C_SOURCE
#define _DARWIN_C_SOURCE
#endif
#include "cli.h"

#include <stdlib.h>
#include <string.h>
#ifdef __wasi__ /* its C library cannot jump */
#define setjmp(back) 0
#define longjmp(back, value) abort()
typedef int jmp_buf;
#else
#include <setjmp.h>
#endif

/* What comes before each block of a heap: its neighbours. */
struct cli_block {
    cli_block *before, *after;
};

/* A file that is a buffer. */
struct cli_stream {
    cli_stream *next;
    cli_heap *of; /* NULL: of none */
    FILE *f;
    cli_buf *to;
    int is_lost; /* nothing may be written any more */
};

static __thread cli_heap *heap; /* of the call that runs on this thread */

static void *from_heap(void *ptr, size_t size)
{
    cli_block *b = ptr != NULL ? (cli_block *)ptr - 1 : NULL;
    const size_t whole = size + sizeof *b;
    b = whole < size ? NULL : (cli_block *)(heap->resize_fn != NULL ? heap->resize_fn(heap->user, b, whole) : realloc(b, whole));
    if (b == NULL) {
        heap->is_lost = 1;
        return NULL;
    }
    if (ptr == NULL) {
        b->before = NULL;
        b->after = heap->first;
    }
    if (b->before != NULL) b->before->after = b;
    else heap->first = b;
    if (b->after != NULL) b->after->before = b;
    return b + 1;
}

static void to_heap(cli_heap *h, cli_block *b)
{
    if (b->before != NULL) b->before->after = b->after;
    else h->first = b->after;
    if (b->after != NULL) b->after->before = b->before;
    if (h->resize_fn != NULL) (void)h->resize_fn(h->user, b, 0);
    else free(b);
}

void cli_heap_empty(cli_heap *h)
{
    cli_stream *s;
    for (s = h->streams; s != NULL; s = h->streams) {
        h->streams = s->next;
        s->is_lost = 1;
        fclose(s->f);
    }
    while (h->first != NULL) to_heap(h, h->first);
    h->is_lost = 0;
}

cli_heap *cli_heap_swap(cli_heap *h)
{
    cli_heap *const before = heap;
    heap = h;
    return before;
}

int cli_heap_run(cli_heap *h, int (*call)(void *user), void *user, int *result)
{
    cli_heap *const outer = heap;
    jmp_buf back;
    volatile int done = 0; /* what setjmp comes back to */
    heap = h;
    h->back = &back;
    h->is_lost = 0;
    if (setjmp(back) == 0) {
        *result = call(user);
        done = !h->is_lost;
    }
    heap = outer;
    h->back = NULL;
    if (!done) cli_heap_empty(h);
    return done;
}

static void out_of_memory(void)
{
    if (heap != NULL) longjmp(*(jmp_buf *)heap->back, 1);
    fputs("out of memory\n", stderr);
    exit(CLI_INPUT);
}

void *cli_take(size_t size, void *user)
{
    (void)user;
    return heap != NULL ? from_heap(NULL, size) : malloc(size);
}

void cli_give(void *ptr, size_t size, void *user)
{
    (void)user;
    (void)size;
    cli_free(ptr);
}

void cli_free(void *ptr)
{
    if (heap == NULL) free(ptr);
    else if (ptr != NULL) to_heap(heap, (cli_block *)ptr - 1);
}

void *cli_alloc(size_t count, size_t size)
{
    void *p;
    if (count == 0) count = 1;
    if (size == 0) size = 1;
    if (heap == NULL) p = calloc(count, size);
    else {
        p = count > (size_t)-1 / size ? NULL : from_heap(NULL, count * size);
        if (p != NULL) memset(p, 0, count * size);
    }
    if (p == NULL) out_of_memory();
    return p;
}

void *cli_grow(void *ptr, size_t *room, size_t need, size_t size)
{
    size_t now = *room;
    if (need <= now) return ptr;
    if (need > (size_t)-1 / 2 / size) out_of_memory();
    now = now < 16 ? 16 : now * 2;
    if (now < need) now = need;
    ptr = heap != NULL ? from_heap(ptr, now * size) : realloc(ptr, now * size);
    if (ptr == NULL) out_of_memory();
    *room = now;
    return ptr;
}

/* Room for so many bytes; a jump out of the C library would leave its locks held. */
static int resize_stream(cli_stream *s, size_t room)
{
    cli_heap *const now = cli_heap_swap(s->of);
    char *const to = (char *)(heap != NULL ? from_heap(s->to->ptr, room) : realloc(s->to->ptr, room));
    heap = now;
    if (to == NULL) return 0;
    s->to->ptr = to;
    s->to->room = room;
    return 1;
}

static ssize_t write_stream(void *cookie, const char *bytes, size_t len)
{
    cli_stream *const s = (cli_stream *)cookie;
    cli_buf *const b = s->to;
    if (s->is_lost || len > (size_t)-1 / 4 - b->len) return 0;
    if (b->room < b->len + len + 1 && !resize_stream(s, 2 * (b->len + len + 1))) return 0;
    memcpy(b->ptr + b->len, bytes, len);
    b->len += len;
    b->ptr[b->len] = 0;
    return (ssize_t)len;
}

static int close_stream(void *cookie)
{
    cli_stream *const s = (cli_stream *)cookie;
    cli_stream **at = s->of != NULL ? &s->of->streams : NULL;
    if (s->is_lost) return 0; /* and goes with its heap */
    if (s->to->room > s->to->len + 1) (void)resize_stream(s, s->to->len + 1); /* what was written stays, often beside much else */
    while (at != NULL && *at != s) at = &(*at)->next;
    if (at != NULL) *at = s->next;
    cli_free(s);
    return 0;
}

#if defined(__APPLE__) || defined(__FreeBSD__) || defined(__NetBSD__) || defined(__OpenBSD__) || defined(__DragonFly__)
static int write_some(void *cookie, const char *bytes, int len)
{
    return len > 0 && write_stream(cookie, bytes, (size_t)len) == len ? len : len > 0 ? -1 : 0;
}

static FILE *open_stream(cli_stream *s) { return funopen(s, NULL, write_some, NULL, close_stream); }
#else
static FILE *open_stream(cli_stream *s)
{
    cookie_io_functions_t io;
    memset(&io, 0, sizeof io);
    io.write = write_stream;
    io.close = close_stream;
    return fopencookie(s, "w", io);
}
#endif

FILE *cli_buf_open(cli_buf *to)
{
    cli_stream *const s = (cli_stream *)cli_alloc(1, sizeof *s);
    s->to = to;
    s->of = heap;
    s->f = open_stream(s);
    if (s->f == NULL) {
        cli_free(s);
        out_of_memory();
    }
    if (heap != NULL) {
        s->next = heap->streams;
        heap->streams = s;
    }
    return s->f;
}

void cli_buf_close(FILE *f)
{
    const int lost = fflush(f) != 0 || ferror(f);
    if (fclose(f) != 0 || lost) out_of_memory();
}
