/* Room between two pages that nothing may touch, for tests: what is read or written outside ends the program. */
#ifndef TESTS_PAGES_H
#define TESTS_PAGES_H

#include <stddef.h>
#include <string.h>

typedef struct pages {
    char *start; /* of the room */
    size_t size;
} pages;

#ifdef _WIN32
static inline int pages_open(pages *p, size_t count)
{
    (void)p;
    (void)count;
    return 0;
}
static inline void pages_close(pages *p) { (void)p; }
#else
#include <sys/mman.h>
#include <unistd.h>

/* Room of `count` pages; 0 where the machine gives none. */
static inline int pages_open(pages *p, size_t count)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const int none = -1;
    char *map;
#ifdef MAP_ANONYMOUS
    map = (char *)mmap(NULL, (count + 2) * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, none, 0);
#elif defined(MAP_ANON)
    map = (char *)mmap(NULL, (count + 2) * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, none, 0);
#else
    map = (char *)MAP_FAILED;
#endif
    (void)none;
    if (map == (char *)MAP_FAILED) return 0;
    p->start = map + page;
    p->size = count * page;
    return mprotect(map, page, PROT_NONE) == 0 && mprotect(map + (count + 1) * page, page, PROT_NONE) == 0;
}

static inline void pages_close(pages *p)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    munmap(p->start - page, p->size + 2 * page);
}
#endif

/* Room for size bytes, side 0: right after the first forbidden page, 1: right before the last. */
static inline char *pages_at(pages *p, size_t size, int side)
{
    return side == 0 ? p->start : p->start + p->size - size;
}

static inline char *pages_put(pages *p, const void *from, size_t size, int side)
{
    char *to = pages_at(p, size, side);
    if (size > 0) memcpy(to, from, size);
    return to;
}

#endif
