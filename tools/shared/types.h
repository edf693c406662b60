/* A piece of text: a pointer and a length, no terminator. ptr is never NULL in a view that this header gives out. */
typedef struct pfx_view {
    const char *ptr;
    size_t len;
} pfx_view;

/* Each enum is one list of rows: enumerator, the word that its _name function gives, and what else belongs to it. */
#define PFX_I_ENUMERATOR(name, word) name,
#define PFX_I_NUMBERED(name, word, number) name = number,

/* What went wrong. The same order in all headers of the family. */
#define PFX_CODES(ROW) \
    ROW(PFX_OK, "ok") \
    ROW(PFX_ARGUMENT, "argument")       /* the call is wrong: NULL where none may be, an option out of range */ \
    ROW(PFX_MEMORY, "memory")           /* the allocator or the buffer is exhausted */ \
    ROW(PFX_IO, "io")                   /* a callback failed */ \
    ROW(PFX_TRUNCATED, "truncated")     /* the input ends too early; what is there is fine */ \
    ROW(PFX_SYNTAX, "syntax")           /* the input is wrong */ \
    ROW(PFX_LIMIT, "limit")             /* a limit of the options was reached */ \
    ROW(PFX_UNSUPPORTED, "unsupported") /* well formed, but of a kind or version that this header does not read */
typedef enum pfx_code { PFX_CODES(PFX_I_ENUMERATOR) PFX_CODE_COUNT } pfx_code;

/* A code, the byte offset in the input where it happened, and a constant English sentence without a line feed. A call
   that succeeds sets PFX_OK, 0 and "". */
typedef struct pfx_error {
    pfx_code code;
    uint64_t offset;
    const char *message;
} pfx_error;
