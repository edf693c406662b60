/* A bump arena over a caller's buffer, then over blocks of an allocator. Nothing is freed individually. */
typedef union pfx_i_align {
    void *p;
    uint64_t u;
    double d;
} pfx_i_align;

typedef struct pfx_i_block {
    struct pfx_i_block *next;
    void *start; /* as the allocator gave it: of any alignment, so the struct may start a few bytes later */
    size_t size; /* as asked from the allocator, this struct included */
} pfx_i_block;

typedef struct pfx_i_arena {
    char *at;  /* next free byte of the current piece */
    char *end;
    pfx_i_block *blocks;
    pfx_allocator allocator;
    size_t max;
    size_t held; /* bytes held from the allocator */
    pfx_code code; /* why the last pfx_i_alloc failed: PFX_MEMORY or PFX_LIMIT */
} pfx_i_arena;

#ifndef PFX_NO_LIBC
static void *pfx_i_malloc(size_t size, void *user)
{
    (void)user;
    return malloc(size);
}

static void pfx_i_mfree(void *ptr, size_t size, void *user)
{
    (void)user;
    (void)size;
    free(ptr);
}
#endif

/* Makes an empty arena; 0 when the options name no source of memory. */
static int pfx_i_arena_open(pfx_i_arena *a, const pfx_memory *m)
{
    pfx_i_zero(a, sizeof *a);
    a->max = (size_t)64 << 20;
    if (m != NULL) {
        if ((m->allocator.alloc_fn == NULL) != (m->allocator.free_fn == NULL)) return 0;
        a->allocator = m->allocator;
        if (m->max_memory != 0) a->max = m->max_memory;
        if (m->buffer != NULL) {
            a->at = (char *)m->buffer;
            a->end = a->at + m->buffer_size;
            return 1;
        }
    }
    if (a->allocator.alloc_fn == NULL) {
#ifdef PFX_NO_LIBC
        return 0;
#else
        a->allocator.alloc_fn = pfx_i_malloc;
        a->allocator.free_fn = pfx_i_mfree;
#endif
    }
    return 1;
}

/* Frees every block. The arena itself may lie in one of them. */
static void pfx_i_arena_close(pfx_i_arena *a)
{
    pfx_i_block *b = a->blocks;
    pfx_allocator allocator = a->allocator;
    while (b != NULL) {
        pfx_i_block *next = b->next;
        allocator.free_fn(b->start, b->size, allocator.user);
        b = next;
    }
}

/* p, moved up to the next aligned address. */
static char *pfx_i_aligned(char *p)
{
    const size_t unit = sizeof(pfx_i_align);
    return p + (unit - (uintptr_t)p % unit) % unit;
}

/* Aligned room for count things of size bytes each, or NULL with a->code set. The one place that multiplies. */
static void *pfx_i_alloc(pfx_i_arena *a, size_t count, size_t size)
{
    const size_t extra = sizeof(pfx_i_block) + 3 * sizeof(pfx_i_align); /* the header and the two alignments */
    size_t need, skip, block;
    pfx_i_block *b;
    char *p;
    if (size != 0 && count > ((size_t)(-1) - extra) / size) {
        a->code = PFX_LIMIT;
        return NULL;
    }
    need = count * size;
    if (a->at != NULL) {
        skip = (size_t)(pfx_i_aligned(a->at) - a->at);
        if (skip <= (size_t)(a->end - a->at) && need <= (size_t)(a->end - a->at) - skip) {
            p = a->at + skip;
            a->at = p + need;
            return p;
        }
    }
    if (a->allocator.alloc_fn == NULL) {
        a->code = PFX_MEMORY;
        return NULL;
    }
    /* Blocks grow with what is held, so that they stay few; the last one is all that is left. */
    block = extra + need;
    if (block < a->held / 2) block = a->held / 2;
    if (block < 4096) block = 4096;
    if (block > a->max - a->held) block = a->max - a->held;
    if (block < extra + need) {
        a->code = PFX_LIMIT;
        return NULL;
    }
    p = (char *)a->allocator.alloc_fn(block, a->allocator.user);
    if (p == NULL) {
        a->code = PFX_MEMORY;
        return NULL;
    }
    b = (pfx_i_block *)(void *)pfx_i_aligned(p);
    b->next = a->blocks;
    b->start = p;
    b->size = block;
    a->blocks = b;
    a->held += block;
    a->end = p + block;
    p = pfx_i_aligned((char *)b + sizeof *b);
    a->at = p + need;
    return p;
}
