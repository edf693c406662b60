/* Which instructions make warps wait: the samples of a kernel, carried back from where warps stood to what they stood for. */
#ifndef EXAMPLES_NCUREP_MODEL_WHY_H
#define EXAMPLES_NCUREP_MODEL_WHY_H

#include "listing.h"

/* What a cause is: enumerator, word, for people. */
#define WHY_KINDS(ROW) \
    ROW(WHY_GLOBAL, "global_memory", "access to global memory") \
    ROW(WHY_LOCAL, "local_memory", "access to local memory") \
    ROW(WHY_TEXTURE, "texture", "access to a texture or surface") \
    ROW(WHY_COPY, "async_copy", "copy to shared memory") \
    ROW(WHY_SHARED, "shared_memory", "access to shared memory") \
    ROW(WHY_CONSTANT, "constant_memory", "access to constant memory") \
    ROW(WHY_SPECIAL, "variable_latency", "instruction of variable latency") \
    ROW(WHY_ARITHMETIC, "fixed_latency", "latency of arithmetic") \
    ROW(WHY_BARRIER, "barrier", "barrier: other warps of the block") \
    ROW(WHY_MBARRIER, "mbarrier", "mbarrier: whoever arrives there") \
    ROW(WHY_FENCE, "memory_fence", "memory fence") \
    ROW(WHY_BRANCH, "branch", "branch, divergence") \
    ROW(WHY_CACHE, "instruction_cache", "instruction cache") \
    ROW(WHY_QUEUE, "full_queue", "queue that is full") \
    ROW(WHY_PIPE, "busy_pipe", "pipe that is busy") \
    ROW(WHY_DRAIN, "drain", "stores at the end of the warp") \
    ROW(WHY_SLEEP, "sleep", "sleep") \
    ROW(WHY_OTHERS, "other_warps", "other warps were issued") \
    ROW(WHY_ELSE, "other", "something else")

#define WHY_ENUMERATOR(name, word, text) name,
typedef enum why_kind { WHY_KINDS(WHY_ENUMERATOR) WHY_KIND_COUNT } why_kind;
#undef WHY_ENUMERATOR

const char *why_word(why_kind kind);
const char *why_text(why_kind kind);

/* How it is known that an instruction is the cause. */
typedef enum why_proof {
    WHY_PRODUCED, /* it sets the barrier, or comes before */
    WHY_ITSELF,   /* the reason is one of the instruction that waits */
    WHY_UNKNOWN   /* no producer was found: the instruction is the one that waits */
} why_proof;

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
    char *text, *advice;  /* of the instruction, NULL: not known; what facts say, NULL: nothing */
} why_cause;

/* A reason: what was sampled is what causes of it have, with what has no producer. */
typedef struct why_reason {
    size_t column;
    double samples, produced, itself, unknown;
} why_reason;

typedef struct why {
    double samples, issued; /* all; those in which the warp was issued */
    why_cause *causes;      /* most samples first */
    size_t count, room;
    why_reason *reasons;    /* most samples first; not those in which warps were issued */
    size_t reason_count;
    const char *missing;    /* what the report lacks; NULL: nothing */
} why;

void why_of(why *w, listing *l);
void why_free(why *w);

/* The short name of a reason: long_scoreboard. */
ncurep_view why_reason_name(const listing *l, size_t column);

#endif
