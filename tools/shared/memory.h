/* Where memory comes from. alloc_fn returns NULL when it has none, memory of any alignment otherwise; free_fn gets the
   size that was asked for. Both NULL: no allocator. Called only on the calling thread, never concurrently. */
typedef struct pfx_allocator {
    void *(*alloc_fn)(size_t size, void *user);
    void (*free_fn)(void *ptr, size_t size, void *user);
    void *user;
} pfx_allocator;

/* A buffer alone: no heap. A buffer and an allocator: the buffer first. Neither: malloc and free (with PFX_NO_LIBC
   PFX_ARGUMENT). All zero is a good default. The buffer must outlive what is made in it. */
typedef struct pfx_memory {
    void *buffer;
    size_t buffer_size;
    pfx_allocator allocator;
    size_t max_memory; /* most bytes to hold from the allocator at once; 0: 64 MiB */
} pfx_memory;
