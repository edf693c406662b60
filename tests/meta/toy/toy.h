/* toy.h - v1.0.0 - a made-up header that checks are tried on - no warranty - SPDX: MIT-0 OR MIT OR Unlicense

Do this in one C file:
    #define TOY_IMPLEMENTATION
    #include "toy.h"
and include it plainly everywhere else.

A whole program: the words of a text.

    #define TOY_IMPLEMENTATION
    #include "toy.h"
    #include <stdio.h>
    int main(void)
    {
        toy_words words;
        toy_word word;
        toy_words_begin(&words, "one two", 7);
        while (toy_words_next(&words, &word)) printf("%.*s\n", (int)word.text.len, word.text.ptr);
        return 0;
    }

PROMISES, each tested
    P1  No read outside the input.
    P2  No write outside the library's own memory and what the caller passes in.
    P3  Every view lies in the input or in the memory of the object that gave it.
    P4  Time is linear in input plus output, n log n where a comment says so.
    P5  Memory stays within max_memory.
    P6  At most 2 KiB of C stack below a public call, callbacks not counted. No recursion. It uses 100 bytes.
    P7  The same input gives the same result on every machine.
    P8  A failed call changes nothing visible.
    P9  No other effect: no locale, environment, signals or globals; files only in the POSIX part.

TRUST
    INPUT                      may be hostile
    texts                      yes

OWNERSHIP      A toy owns nothing but itself.
THREADS        No shared state: different objects in different threads are fine, one object in one thread at a time.
ERRORS         In toy_error.
NULL           Every function accepts NULL for every pointer: it does nothing and returns the neutral value.
LIMITS         None.
NOT SUPPORTED  Toys of others.

MACROS, all optional; define them identically everywhere the header is included
    TOY_IMPLEMENTATION  compile the bodies here
    TOY_STATIC          make everything static
    TOY_API             linkage of the functions; default extern
    TOY_NO_LIBC         call nothing of libc: slower, and memory must be given
    TOY_ASSERT(e)       internal checks; default nothing

PARTS that can be left out                           bytes of code, gcc -Os
    (everything)                                     0
    TOY_NO_WORDS        without toy_words            0
    (all of them left out)                           0

SOURCES
    [ours] */

#ifndef TOY_H
#define TOY_H

#define TOY_VERSION_MAJOR 1
#define TOY_VERSION_MINOR 0
#define TOY_VERSION_PATCH 0
#define TOY_VERSION "1.0.0"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ==== interface =================================================================================================== */

/* ---- Basics ------------------------------------------------------------------------------------------------------ */

/* shared: api */
#ifndef TOY_API
#if defined(TOY_STATIC) && (defined(__GNUC__) || defined(__clang__))
#define TOY_API static __attribute__((unused))
#elif defined(TOY_STATIC)
#define TOY_API static
#else
#define TOY_API extern
#endif
#endif
/* end of shared */

/* shared: types */
/* A piece of text: a pointer and a length, no terminator. ptr is never NULL in a view that this header gives out. */
typedef struct toy_view {
    const char *ptr;
    size_t len;
} toy_view;

/* Each enum is one list of rows: enumerator, the word that its _name function gives, and what else belongs to it. */
#define TOY_I_ENUMERATOR(name, word) name,
#define TOY_I_NUMBERED(name, word, number) name = number,

/* What went wrong. The same order in all headers of the family. */
#define TOY_CODES(ROW) \
    ROW(TOY_OK, "ok") \
    ROW(TOY_ARGUMENT, "argument")       /* the call is wrong: NULL where none may be, an option out of range */ \
    ROW(TOY_MEMORY, "memory")           /* the allocator or the buffer is exhausted */ \
    ROW(TOY_IO, "io")                   /* a callback failed */ \
    ROW(TOY_TRUNCATED, "truncated")     /* the input ends too early; what is there is fine */ \
    ROW(TOY_SYNTAX, "syntax")           /* the input is wrong */ \
    ROW(TOY_LIMIT, "limit")             /* a limit of the options was reached */ \
    ROW(TOY_UNSUPPORTED, "unsupported") /* well formed, but of a kind or version that this header does not read */
typedef enum toy_code { TOY_CODES(TOY_I_ENUMERATOR) TOY_CODE_COUNT } toy_code;

/* A code, the byte offset in the input where it happened, and a constant English sentence without a line feed. A call
   that succeeds sets TOY_OK, 0 and "". */
typedef struct toy_error {
    toy_code code;
    uint64_t offset;
    const char *message;
} toy_error;
/* end of shared */

/* shared: reply */
/* What a callback answers that is asked; any other value counts as FAILED. A callback that delivers returns how much,
   and says in *reply, which is FAILED before the call, why it gave nothing. */
#define TOY_REPLIES(ROW) \
    ROW(TOY_REPLY_FAILED, "failed", -3)   /* for a reason without a reply of its own */ \
    ROW(TOY_REPLY_REFUSED, "refused", -2) /* no permission */ \
    ROW(TOY_REPLY_UNKNOWN, "unknown", -1) /* nothing says */ \
    ROW(TOY_REPLY_NO, "no", 0) \
    ROW(TOY_REPLY_YES, "yes", 1)
typedef enum toy_reply { TOY_REPLIES(TOY_I_NUMBERED) TOY_REPLY_COUNT = 5 } toy_reply;
/* end of shared */

/* shared: memory */
/* Where memory comes from. alloc_fn returns NULL when it has none, memory of any alignment otherwise; free_fn gets the
   size that was asked for. Both NULL: no allocator. Called only on the calling thread, never concurrently. */
typedef struct toy_allocator {
    void *(*alloc_fn)(size_t size, void *user);
    void (*free_fn)(void *ptr, size_t size, void *user);
    void *user;
} toy_allocator;

/* A buffer alone: no heap. A buffer and an allocator: the buffer first. Neither: malloc and free (with TOY_NO_LIBC
   TOY_ARGUMENT). All zero is a good default. The buffer must outlive what is made in it. */
typedef struct toy_memory {
    void *buffer;
    size_t buffer_size;
    toy_allocator allocator;
    size_t max_memory; /* most bytes to hold from the allocator at once; 0: 64 MiB */
} toy_memory;
/* end of shared */

/* A view of a NUL-terminated string; the empty view for NULL. */
TOY_API toy_view toy_text(const char *string);

/* The stable name of a code; "?" for an invalid one. */
TOY_API const char *toy_code_name(toy_code code);
/* The same for a reply. */
TOY_API const char *toy_reply_name(toy_reply reply);

/* ---- Toys -------------------------------------------------------------------------------------------------------- */

#define TOY_KINDS(ROW) \
    ROW(TOY_KIND_BALL, "ball") \
    ROW(TOY_KIND_DOLL, "doll")
typedef enum toy_kind { TOY_KINDS(TOY_I_ENUMERATOR) TOY_KIND_COUNT } toy_kind;

/* "ball", "doll"; "?" for an invalid kind. */
TOY_API const char *toy_kind_name(toy_kind kind);

typedef struct toy_toy_options {
    toy_memory memory;
    toy_reply (*paint_fn)(toy_kind kind, void *user); /* may be NULL */
    size_t (*dress_fn)(void *to, size_t size, toy_reply *reply, void *user);
    void *user;
} toy_toy_options;

typedef struct toy_toy toy_toy;

/* A toy, closed by toy_toy_close; NULL and an error when there is no memory. */
TOY_API toy_toy *toy_toy_open(const void *data, size_t size, const toy_toy_options *options, toy_error *error);
TOY_API void toy_toy_close(toy_toy *toy);
TOY_API size_t toy_toy_size(const toy_toy *toy);
/* Bytes that it holds now. */
TOY_API size_t toy_toy_memory_used(const toy_toy *toy);
TOY_API toy_code toy_toy_check(const toy_toy *toy, toy_error *error);

/* What is wrong with a toy. */
typedef struct toy_problem {
    toy_code code;
    uint64_t offset;
    const char *message;
    toy_kind kind;
} toy_problem;

/* Returns 1 and problem index, or 0. */
TOY_API int toy_toy_problem_at(const toy_toy *toy, uint32_t index, toy_problem *out);

/* Where a toy is drawn. */
typedef struct toy_output {
    toy_reply (*write_fn)(const void *bytes, size_t size, void *user);
    void *user;
} toy_output;

TOY_API toy_code toy_toy_draw(const toy_toy *toy, const toy_output *output, toy_error *error);

#ifndef TOY_NO_WORDS
/* ---- Words ------------------------------------------------------------------------------------------------------- */

typedef struct toy_word {
    toy_view text;
} toy_word;

/* The words of a text, a reader in the caller's memory. */
typedef struct toy_words {
    toy_view rest;
    toy_error error;
} toy_words;

TOY_API void toy_words_begin(toy_words *words, const void *data, size_t size);
TOY_API int toy_words_next(toy_words *words, toy_word *word);
#endif

#undef TOY_I_ENUMERATOR
#undef TOY_I_NUMBERED

/* ==== end of the interface ======================================================================================== */

#ifdef __cplusplus
}
#endif
#endif /* TOY_H */

/* ==== implementation ============================================================================================== */

#if defined(TOY_IMPLEMENTATION) && !defined(TOY_IMPLEMENTED)
#define TOY_IMPLEMENTED

#ifndef TOY_NO_LIBC
#include <stdlib.h>
#include <string.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Basics ------------------------------------------------------------------------------------------------------ */

#define TOY_I_PLAIN_LOOP ((void)0)

/* shared: text */
/* A view of a NUL-terminated string; the empty view for NULL. The string must outlive the view. */
TOY_API toy_view toy_text(const char *string)
{
    toy_view view;
    view.ptr = string != NULL ? string : "";
    for (view.len = 0; view.ptr[view.len] != '\0';) {
        view.len++;
        TOY_I_PLAIN_LOOP;
    }
    return view;
}
/* end of shared */

/* shared: code_name */
/* Words lie one after the other in one literal, each ended by a zero byte: pointers to them would be relocated. */
#define TOY_I_WORD(name, word) word "\0"

/* Word i, or "?". */
static const char *toy_i_nth_word(const char *words, unsigned i)
{
    for (; *words != '\0'; words++) {
        if (i-- == 0) return words;
        for (; *words != '\0'; words++) TOY_I_PLAIN_LOOP;
    }
    return "?";
}

/* Defines the function that gives the words of an enum. */
#define TOY_I_DEFINE_NAME(noun, ROWS) \
    TOY_API const char *toy_##noun##_name(toy_##noun value) \
    { \
        return toy_i_nth_word(ROWS(TOY_I_WORD), (unsigned)value); \
    }

TOY_I_DEFINE_NAME(code, TOY_CODES)
/* end of shared */

/* shared: reply_name */
TOY_API const char *toy_reply_name(toy_reply reply)
{
#define TOY_I_NUMBERED_WORD(name, word, number) word "\0"
    return toy_i_nth_word(TOY_REPLIES(TOY_I_NUMBERED_WORD), (unsigned)reply + 3);
#undef TOY_I_NUMBERED_WORD
}
/* end of shared */

static void toy_i_fail(toy_error *error, toy_code code, const char *message)
{
    if (error == NULL) return;
    error->code = code;
    error->offset = 0;
    error->message = message;
}

/* ---- Toys -------------------------------------------------------------------------------------------------------- */

struct toy_toy {
    size_t size;
};

TOY_I_DEFINE_NAME(kind, TOY_KINDS)

TOY_API toy_toy *toy_toy_open(const void *data, size_t size, const toy_toy_options *options, toy_error *error)
{
    toy_toy *toy = NULL;
    const void *buffer = options != NULL ? options->memory.buffer : NULL;
    (void)buffer;
#ifndef TOY_NO_LIBC
    if (data != NULL && buffer == NULL) toy = (toy_toy *)malloc(sizeof *toy);
#endif
    if (toy == NULL) toy_i_fail(error, data == NULL ? TOY_ARGUMENT : TOY_MEMORY, "no toy");
    else toy->size = size;
    return toy;
}

TOY_API void toy_toy_close(toy_toy *toy)
{
#ifndef TOY_NO_LIBC
    free(toy);
#else
    (void)toy;
#endif
}

TOY_API size_t toy_toy_size(const toy_toy *toy)
{
    return toy != NULL ? toy->size : 0;
}

TOY_API size_t toy_toy_memory_used(const toy_toy *toy)
{
    return toy != NULL ? sizeof *toy : 0;
}

TOY_API toy_code toy_toy_check(const toy_toy *toy, toy_error *error)
{
    if (toy != NULL) return TOY_OK;
    toy_i_fail(error, TOY_ARGUMENT, "a toy is needed");
    return TOY_ARGUMENT;
}

TOY_API int toy_toy_problem_at(const toy_toy *toy, uint32_t index, toy_problem *out)
{
    const int found = toy != NULL && out != NULL && index == 0 && toy->size == 0;
    if (out == NULL) return 0;
    out->code = found ? TOY_TRUNCATED : TOY_OK;
    out->offset = 0;
    out->message = found ? "a toy of nothing" : "";
    out->kind = TOY_KIND_BALL;
    return found;
}

TOY_API toy_code toy_toy_draw(const toy_toy *toy, const toy_output *output, toy_error *error)
{
    if (toy != NULL && output != NULL && output->write_fn != NULL) {
        if (output->write_fn("o", 1, output->user) == TOY_REPLY_YES) return TOY_OK;
        toy_i_fail(error, TOY_IO, "the output takes nothing");
        return TOY_IO;
    }
    toy_i_fail(error, TOY_ARGUMENT, "a toy and an output are needed");
    return TOY_ARGUMENT;
}

#ifndef TOY_NO_WORDS
/* ---- Words ------------------------------------------------------------------------------------------------------- */

TOY_API void toy_words_begin(toy_words *words, const void *data, size_t size)
{
    if (words == NULL) return;
    words->rest.ptr = data != NULL ? (const char *)data : "";
    words->rest.len = data != NULL ? size : 0;
    words->error.code = TOY_OK;
    words->error.offset = 0;
    words->error.message = "";
}

TOY_API int toy_words_next(toy_words *words, toy_word *word)
{
    toy_view view;
    size_t n = 0;
    view.ptr = "";
    view.len = 0;
    if (words != NULL) {
        while (words->rest.len > 0 && *words->rest.ptr == ' ') {
            words->rest.ptr++;
            words->rest.len--;
        }
        while (n < words->rest.len && words->rest.ptr[n] != ' ') n++;
        if (n > 0) view.ptr = words->rest.ptr;
        view.len = n;
        words->rest.ptr += words->rest.len > 0 ? n : 0;
        words->rest.len -= n;
    }
    if (word != NULL) word->text = view;
    return n > 0 && word != NULL;
}
#endif

#ifdef __cplusplus
}
#endif

#undef TOY_I_PLAIN_LOOP
#undef TOY_I_WORD
#undef TOY_I_DEFINE_NAME
#endif /* TOY_IMPLEMENTATION */
