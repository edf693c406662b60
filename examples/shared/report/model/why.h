/* Which instructions make warps wait: the samples of a kernel, carried back from where warps stood to what they stood for. */
#ifndef EXAMPLES_NCUREP_MODEL_WHY_H
#define EXAMPLES_NCUREP_MODEL_WHY_H

#include "listing.h"

/* What a cause is: enumerator, word, for people, for a column. */
#define WHY_KINDS(ROW) \
    ROW(WHY_GLOBAL, "global_memory", "access to global memory", "global") \
    ROW(WHY_LOCAL, "local_memory", "access to local memory", "local") \
    ROW(WHY_TEXTURE, "texture", "access to a texture or surface", "texture") \
    ROW(WHY_COPY, "async_copy", "copy to shared memory", "copy") \
    ROW(WHY_SHARED, "shared_memory", "access to shared memory", "shared") \
    ROW(WHY_CONSTANT, "constant_memory", "access to constant memory", "constant") \
    ROW(WHY_SPECIAL, "variable_latency", "instruction of variable latency", "variable") \
    ROW(WHY_ARITHMETIC, "fixed_latency", "latency of arithmetic", "arithmetic") \
    ROW(WHY_BARRIER, "barrier", "barrier: other warps of the block", "barrier") \
    ROW(WHY_MBARRIER, "mbarrier", "mbarrier: whoever arrives there", "mbarrier") \
    ROW(WHY_FENCE, "memory_fence", "memory fence", "fence") \
    ROW(WHY_BRANCH, "branch", "branch, divergence", "branch") \
    ROW(WHY_CACHE, "instruction_cache", "instruction cache", "icache") \
    ROW(WHY_QUEUE, "full_queue", "queue that is full", "queue") \
    ROW(WHY_PIPE, "busy_pipe", "pipe that is busy", "pipe") \
    ROW(WHY_DRAIN, "drain", "stores at the end of the warp", "drain") \
    ROW(WHY_SLEEP, "sleep", "sleep", "sleep") \
    ROW(WHY_OTHERS, "other_warps", "other warps were issued", "others") \
    ROW(WHY_ELSE, "other", "something else", "other")

#define WHY_ENUMERATOR(name, word, text, brief) name,
typedef enum why_kind { WHY_KINDS(WHY_ENUMERATOR) WHY_KIND_COUNT } why_kind;
#undef WHY_ENUMERATOR

const char *why_word(why_kind kind);
const char *why_text(why_kind kind);
const char *why_brief(why_kind kind);

/* How it is known that an instruction is the cause. */
typedef enum why_proof {
    WHY_PRODUCED, /* it sets the barrier, or comes before */
    WHY_ITSELF,   /* the reason is one of the instruction that waits */
    WHY_UNKNOWN   /* no producer was found: the instruction is the one that waits */
} why_proof;

const char *why_known_by(why_proof proof);

#define WHY_WAITERS 3

typedef struct why_waiter {
    size_t row;
    double samples;
} why_waiter;

typedef struct why_cause {
    size_t row;           /* of the listing */
    why_kind kind;
    why_proof proof;
    size_t reason;        /* column of the listing: the reason with the most of its samples */
    double samples;       /* that wait for it */
    double gone, hidden;  /* how many times as fast without it, and with its latency hidden */
    why_waiter waiters[WHY_WAITERS]; /* most samples first */
    size_t waiter_count;  /* all of them */
    uint32_t distance;    /* instructions to the nearest one that waits; 0: not known */
    int in_loop;
    uint32_t overwritten; /* 1 + a register that the first one that waits writes, and for which alone it waits: it has yet to be read; 0: none */
    char *text, *advice;  /* of the instruction, NULL: not known; what facts say, NULL: nothing */
} why_cause;

/* A reason: what was sampled is what causes of it have, with what has no producer. */
typedef struct why_reason {
    size_t column;
    double samples, produced, itself, unknown;
} why_reason;

/* Samples of one reason at one row, blamed on another or on itself. */
typedef struct why_blame { /* small: a long kernel has ten for each instruction */
    double samples;
    uint32_t row, waiter, distance;
    uint16_t reason;
    uint8_t kind, proof;   /* why_kind, why_proof */
} why_blame;

/* Warps that fit on a multiprocessor at a time, of those that it has room for, where most cycles pass without an instruction. */
typedef struct why_fit {
    double warps, of;  /* 0: at least half, or not known */
    char missing[64];  /* what others lack: "registers and shared memory" */
} why_fit;

/* Instructions that write to memory and return nothing, as often as warps executed them. */
typedef struct why_writes {
    double plain, atomic;
} why_writes;

typedef struct why {
    double samples, issued; /* all; those in which the warp was issued */
    why_cause *causes;      /* most samples first */
    size_t count, room, most;
    why_reason *reasons;    /* most samples first; not those in which warps were issued */
    size_t reason_count;
    const char *missing;    /* what the report lacks; NULL: nothing */
    why_fit fit;
} why;

/* At most so many causes, those with most samples. */
void why_of(why *w, listing *l, size_t most);
void why_free(why *w);

/* What each instruction waits for, by the row that waits, then by row, kind and proof; nothing of it is kept. */
void why_each(listing *l, void (*take_fn)(const why_blame *x, void *user), void *user);

/* For why_of: what the report says of the launch, and one sentence that facts of the report give of a cause. writes: those of its
   function, NULL: not known, or not asked for. */
void why_find_fit(why_fit *fit, const listing *l);
void why_advise(const why *w, const listing *l, why_cause *c, const why_writes *writes);

/* What kind of cause all samples of a reason are, if it is one of the instruction itself (WHY_ITSELF); else WHY_KIND_COUNT. */
why_kind why_own_kind(const listing *l, size_t column);

/* The short name of a reason: long_scoreboard. */
ncurep_view why_reason_name(const listing *l, size_t column);

/* The same, as short as a column is wide: long_sb; "" for other columns. */
void brief_label(char *to, size_t room, const source_column *c);

/* The reasons with most samples, at most so many; not that a warp was issued. How many there are. */
size_t largest_waits(const listing *l, size_t *columns, size_t most);

#endif
