/* A piece of text: a pointer and a length, no terminator. ptr is never NULL in a view that this header gives out. */
typedef struct pfx_view {
    const char *ptr;
    size_t len;
} pfx_view;

/* What went wrong. The same order in all headers of the family. */
typedef enum pfx_code {
    PFX_OK = 0,
    PFX_ARGUMENT,    /* the call itself is wrong: NULL where it is not allowed, an option out of range */
    PFX_MEMORY,      /* the allocator or the buffer is exhausted */
    PFX_IO,          /* a callback failed */
    PFX_TRUNCATED,   /* the input ends too early; what is there is fine */
    PFX_SYNTAX,      /* the input is wrong */
    PFX_LIMIT,       /* a limit of the options was reached */
    PFX_UNSUPPORTED  /* well formed, but of a kind or version that this header does not read */
} pfx_code;

/* A code, the byte offset in the input where it happened, and a constant English sentence without a line feed. A call
   that succeeds sets PFX_OK, 0 and "". */
typedef struct pfx_error {
    pfx_code code;
    uint64_t offset;
    const char *message;
} pfx_error;
