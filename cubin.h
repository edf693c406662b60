/* cubin.h - v1.0.0 - cubins: functions, lines, PTX, disassembly, flow - no warranty - SPDX: MIT-0 OR MIT OR Unlicense

Do this in one C file:
    #define CUBIN_IMPLEMENTATION
    #include "cubin.h"
and include it plainly everywhere else.

A whole program: list the machine code of a cubin with its source lines.

    #include <stdio.h>
    #define CUBIN_IMPLEMENTATION
    #include "cubin.h"
    int main(int argc, char **argv)
    {
        static char bytes[1 << 24];
        FILE *input = argc > 1 ? fopen(argv[1], "rb") : NULL;
        const size_t size = input != NULL ? fread(bytes, 1, sizeof bytes, input) : 0;
        cubin_error error;
        cubin_file *file = cubin_file_open(bytes, size, NULL, &error);
        cubin_function function;
        cubin_locations code;
        cubin_location at;
        uint32_t i;
        for (i = 0; cubin_function_at(file, i, &function); i++) {
            printf("%.*s: %u registers\n", (int)function.name.len, function.name.ptr, (unsigned)function.registers);
            cubin_locations_begin(&code, file, &function);
            while (cubin_locations_next(&code, &at))
                printf("%6x  %-60s %.*s:%u\n", (unsigned)at.offset, at.text, (int)at.source.file.len,
                       at.source.file.ptr, (unsigned)at.source.line);
        }
        cubin_file_close(file);
        return input == NULL || error.code != CUBIN_OK;
    }

PROMISES, each tested
    P1  No read outside the input.
    P2  No write outside the library's own memory and what the caller passes in.
    P3  Every view lies in the input or in the memory of the object that gave it.
    P4  Time is linear in input plus output, n log n where a comment says so.
    P5  Memory stays within max_memory.
    P6  At most 2 KiB of C stack below a public call, callbacks not counted. No recursion.
    P7  The same input gives the same result on every machine.
    P8  A failed call changes nothing visible.
    P9  No other effect: no locale, environment, signals or globals.

TRUST
    INPUT                                    may be hostile
    files, code                              yes
    names, offsets, symbol numbers, arch     yes
    options, callbacks, objects handed out   no: they are yours

OWNERSHIP      cubin_file_open has its cubin_file_close, cubin_graph_open its cubin_graph_close. Views point into the
               input, which must outlive the file, and the file its graphs.
               Everything else is the caller's memory; cubin_disassemble and the iterators need no other.
THREADS        No shared state: different objects in different threads are fine, one object in one thread at a time.
               A file is read-only once it is open: threads may share it.
ERRORS         cubin_file_open returns NULL for a wrong argument, no memory, a limit, and what is another kind of file.
               cubin_file_problem_at lists what is wrong in a cubin; what is whole stays readable. Parts of an
               instruction that no table has print as ?0x..., and operands that may be wrong as ?.
NULL           Every function accepts NULL for every pointer: it does nothing and returns the neutral value.
LIMITS         Files below 2 GiB; inline stacks of 512 places; sections and symbols as ELF has them; memory: see
               cubin_file_options.
NOT SUPPORTED  thin archives, compressed sections, 64-bit DWARF, sm_8x dialects with desc[]; images packed
               with zstd without your decompressor.

MACROS, all optional; define them identically everywhere the header is included
    CUBIN_IMPLEMENTATION  compile the bodies here
    CUBIN_STATIC          make everything static
    CUBIN_API             linkage of the functions; default extern
    CUBIN_NO_LIBC         call nothing of libc: slower, and memory must be given
    CUBIN_ASSERT(e)       internal checks; default nothing

PARTS that can be left out                           bytes of code, gcc -Os
    (everything)                                     64598
    CUBIN_NO_DISASSEMBLY  without disassembly        22875
    CUBIN_NO_LINES        without line tables, PTX   54791
    CUBIN_NO_FATBINS      without fatbins            59574
    CUBIN_NO_FLOW         without flow graphs        57221
    (all of them left out)                           8192

SOURCES
    Instructions: encodings and texts that users published beside each other (CuAssembler, tinygrad, gpuocelot), field
    positions as Mesa NAK and envytools encode them. Attributes: CuAssembler. Files: the ELF specification; DWARF 2
    to 5, section 6.2; opcodes 0x90, 0x91 as elfutils' dwarf.h names them, their meaning shown with compiled kernels. */
#ifndef CUBIN_H
#define CUBIN_H

#define CUBIN_VERSION_MAJOR 1
#define CUBIN_VERSION_MINOR 0
#define CUBIN_VERSION_PATCH 0
#define CUBIN_VERSION "1.0.0"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ==== interface =================================================================================================== */

/* ---- Basics ------------------------------------------------------------------------------------------------------ */

/* shared: api */
#ifndef CUBIN_API
#if defined(CUBIN_STATIC) && (defined(__GNUC__) || defined(__clang__))
#define CUBIN_API static __attribute__((unused))
#elif defined(CUBIN_STATIC)
#define CUBIN_API static
#else
#define CUBIN_API extern
#endif
#endif
/* end of shared */

/* shared: types */
/* A piece of text: a pointer and a length, no terminator. ptr is never NULL in a view that this header gives out. */
typedef struct cubin_view {
    const char *ptr;
    size_t len;
} cubin_view;

/* Each enum is one list of rows: enumerator, the word that its _name function gives, and what else belongs to it. */
#define CUBIN_I_ENUMERATOR(name, word) name,
#define CUBIN_I_NUMBERED(name, word, number) name = number,

/* What went wrong. The same order in all headers of the family. */
#define CUBIN_CODES(ROW) \
    ROW(CUBIN_OK, "ok") \
    ROW(CUBIN_ARGUMENT, "argument")       /* the call is wrong: NULL where none may be, an option out of range */ \
    ROW(CUBIN_MEMORY, "memory")           /* the allocator or the buffer is exhausted */ \
    ROW(CUBIN_IO, "io")                   /* a callback failed */ \
    ROW(CUBIN_TRUNCATED, "truncated")     /* the input ends too early; what is there is fine */ \
    ROW(CUBIN_SYNTAX, "syntax")           /* the input is wrong */ \
    ROW(CUBIN_LIMIT, "limit")             /* a limit of the options was reached */ \
    ROW(CUBIN_UNSUPPORTED, "unsupported") /* well formed, but of a kind or version that this header does not read */
typedef enum cubin_code { CUBIN_CODES(CUBIN_I_ENUMERATOR) CUBIN_CODE_COUNT } cubin_code;

/* A code, the byte offset in the input where it happened, and a constant English sentence without a line feed. A call
   that succeeds sets CUBIN_OK, 0 and "". */
typedef struct cubin_error {
    cubin_code code;
    uint64_t offset;
    const char *message;
} cubin_error;
/* end of shared */

/* shared: memory */
/* Where memory comes from. alloc_fn returns NULL when it has none, memory of any alignment otherwise; free_fn gets the
   size that was asked for. Both NULL: no allocator. Called only on the calling thread, never concurrently. */
typedef struct cubin_allocator {
    void *(*alloc_fn)(size_t size, void *user);
    void (*free_fn)(void *ptr, size_t size, void *user);
    void *user;
} cubin_allocator;

/* A buffer alone: no heap. A buffer and an allocator: the buffer first. Neither: malloc and free (with CUBIN_NO_LIBC
   CUBIN_ARGUMENT). All zero is a good default. The buffer must outlive what is made in it. */
typedef struct cubin_memory {
    void *buffer;
    size_t buffer_size;
    cubin_allocator allocator;
    size_t max_memory; /* most bytes to hold from the allocator at once; 0: 64 MiB */
} cubin_memory;
/* end of shared */

/* A view of a NUL-terminated string; the empty view for NULL. The string must outlive the view. */
CUBIN_API cubin_view cubin_text(const char *string);

/* A word for a code: "ok", "syntax"; "?" for an invalid one. */
CUBIN_API const char *cubin_code_name(cubin_code code);

/* shared: reply */
/* What a callback answers that is asked; any other value counts as FAILED. A callback that delivers returns how much,
   and says in *reply, which is FAILED before the call, why it gave nothing. */
#define CUBIN_REPLIES(ROW) \
    ROW(CUBIN_REPLY_FAILED, "failed", -3)   /* for a reason without a reply of its own */ \
    ROW(CUBIN_REPLY_REFUSED, "refused", -2) /* no permission */ \
    ROW(CUBIN_REPLY_UNKNOWN, "unknown", -1) /* nothing says */ \
    ROW(CUBIN_REPLY_NO, "no", 0) \
    ROW(CUBIN_REPLY_YES, "yes", 1)
typedef enum cubin_reply { CUBIN_REPLIES(CUBIN_I_NUMBERED) CUBIN_REPLY_COUNT = 5 } cubin_reply;
/* end of shared */

/* A word for a reply: "failed", "yes"; "?" for an invalid one. */
CUBIN_API const char *cubin_reply_name(cubin_reply reply);

/* ---- Disassembly ------------------------------------------------------------------------------------------------- */

#ifndef CUBIN_NO_DISASSEMBLY
/* Enough room for any text. */
#define CUBIN_TEXT_ROOM 256

/* Where a thread goes on after an instruction: enumerator and word.
   BRANCH: at target. INDIRECT: where a register or a table says. CALL: at target, if it has one; in the end at the next
   instruction. SET (BSSY, SSY, PBK): at the next one; a SYNC of the same barrier (BSYNC, SYNC, BRK) goes on at
   target. */
#define CUBIN_FLOWS(ROW) \
    ROW(CUBIN_FLOW_NEXT, "next") \
    ROW(CUBIN_FLOW_BRANCH, "branch") \
    ROW(CUBIN_FLOW_INDIRECT, "indirect") \
    ROW(CUBIN_FLOW_CALL, "call") \
    ROW(CUBIN_FLOW_RETURN, "return") \
    ROW(CUBIN_FLOW_EXIT, "exit") \
    ROW(CUBIN_FLOW_SET, "set") \
    ROW(CUBIN_FLOW_SYNC, "sync")

typedef enum cubin_flow { CUBIN_FLOWS(CUBIN_I_ENUMERATOR) CUBIN_FLOW_COUNT } cubin_flow;

/* What an instruction says about itself. The fields from stall on are its scheduling: bits 105 to 125 of 16 bytes.
   Instructions of 8 bytes have theirs in the control word of their group. */
typedef struct cubin_instruction {
    uint32_t size;         /* bytes: 16 from sm_70 on, else 8 */
    uint32_t length;       /* of the whole text, even where it did not fit */
    uint32_t unknown;      /* parts printed as ?0x... because no table has them; 0: the text is complete */
    int has_target;        /* a branch, call or synchronisation within the function */
    uint64_t target;       /* as its address; in a function of sm_50 to sm_62 never a control word, but what follows */
    cubin_flow flow;
    int is_conditional;    /* a branch or exit that depends on more than its guard */
    uint8_t guard;         /* the predicate it is under, 7 for none; plus 8: where that is false */
    uint8_t barrier;       /* of SET and SYNC */
    int has_registers;     /* read and written are complete; 0: no source says what it does with registers */
    uint64_t read[4];      /* bit k % 64 of element k / 64: general register k; RZ is in none */
    uint64_t written[4];   /* where its guard holds */
    uint8_t predicates;    /* bit k: it writes predicate k */
    uint8_t stall;         /* cycles to wait before the next instruction, 0 to 15 */
    uint8_t yield;         /* 0: prefer this warp, 1: it may be switched */
    uint8_t write_barrier; /* 0 to 5: set until the result is written; 7: none */
    uint8_t read_barrier;  /* 0 to 5: set until the sources are read; 7: none */
    uint8_t wait_mask;     /* bit k: wait for barrier k */
    uint8_t reuse;         /* bit k: source k stays in the reuse cache */
} cubin_instruction;

/* Writes the text of one instruction to text, NUL-terminated, cut to room; text NULL: only *out. out may be NULL.
   arch: 86 for sm_86. address: of the instruction, for targets. size: at least that of an instruction. sm_50 to sm_62
   have theirs in 8 bytes; where size is 16, the next 8 hold the 21 bits of its control word.
   Errors: ARGUMENT, TRUNCATED, UNSUPPORTED (no tables for arch); an unknown encoding is no error: see out->unknown.
   Cost: below 20 us. Proved on listings: sm_70, 75, 80, 86, 89, 90, 100, 110, 120; sm_72, 87, 88, 103, 121 use their
   neighbour's tables and are unproven. Source of the facts: see SOURCES. */
CUBIN_API cubin_code cubin_disassemble(uint32_t arch, const void *data, size_t size, uint64_t address,
                                       cubin_instruction *out, char *text, size_t room, cubin_error *error);

/* A word for a flow: "next", "branch"; "?" for an invalid one. */
CUBIN_API const char *cubin_flow_name(cubin_flow flow);

/* Bytes of an instruction of this architecture: 16, 8, or 0 when there are no tables for it. */
CUBIN_API uint32_t cubin_instruction_size(uint32_t arch);
#endif

/* ---- Files ------------------------------------------------------------------------------------------------------- */

/* An open cubin. */
typedef struct cubin_file cubin_file;

typedef struct cubin_file_options {
    cubin_memory memory; /* max_memory 0: 64 MiB or 16 times the size of the file, whichever is more */
} cubin_file_options;

typedef struct cubin_info {
    uint32_t arch;        /* 86 for sm_86; 0: not known */
    int is_linked;        /* an executable, not a relocatable object */
    uint32_t sections;
    uint32_t functions;
    uint32_t ptx_lines;   /* lines of the PTX text */
} cubin_info;

/* Something that is wrong in a file. */
typedef struct cubin_problem {
    cubin_code code; /* SYNTAX, TRUNCATED, UNSUPPORTED */
    uint64_t offset; /* in the file */
    const char *message;
} cubin_problem;

/* The number of a symbol in .symtab, which the relocation data of a report call index. It is no index of
   cubin_function_at. */
typedef struct cubin_symbol_id {
    uint32_t number;
} cubin_symbol_id;

/* Sizes are in bytes. What the file does not say is 0. */
typedef struct cubin_function {
    cubin_view name;      /* of the symbol, mangled */
    cubin_view code;      /* its machine code; empty where the file does not hold it */
    uint64_t size;        /* as the symbol says */
    uint64_t start;       /* of the code in its section */
    uint64_t address;     /* where it was loaded, in reports before 2022.3; else 0 */
    cubin_symbol_id symbol;
    uint32_t section;     /* number of the section that holds it */
    uint32_t registers;   /* per thread; 0: unknown */
    uint32_t barriers;
    int is_kernel;        /* started from the host, not called */
    uint64_t shared_size;
    uint64_t constant_size; /* of bank 0: what the driver passes, then the parameters */
    uint64_t frame_size;    /* local memory per thread, calls not counted */
} cubin_function;

/* A name for a place in a section. */
typedef struct cubin_symbol {
    cubin_view name;
    uint64_t offset; /* in its section; in reports before 2022.3 a run-time address */
    uint64_t size;
    uint32_t section;
    uint32_t type; /* as ELF numbers them: 2 a function, 1 an object */
} cubin_symbol;

/* What a linker or loader is to put into the code of a function. */
typedef struct cubin_relocation {
    uint64_t offset; /* in the function */
    uint32_t type;
    cubin_symbol_id symbol;
    uint64_t addend; /* 0 where the entry holds none */
} cubin_relocation;

/* A walk over relocations. */
typedef struct cubin_relocations {
    const cubin_file *file;
    cubin_function function;
    cubin_error error; /* ARGUMENT: no file; else OK */
    uint32_t i_kind;
    uint64_t i_entry;
    int i_of_bank;
} cubin_relocations;

/* An attribute of .nv.info: a kind and its value, as stored. */
typedef struct cubin_attribute {
    uint32_t kind;
    cubin_view value; /* 0 to 2 bytes, or what the entry holds */
} cubin_attribute;

/* A walk over attributes. */
typedef struct cubin_attributes {
    cubin_view rest;
    cubin_error error; /* why it ended */
} cubin_attributes;

/* A parameter of a kernel. */
typedef struct cubin_parameter {
    uint32_t ordinal;
    uint32_t offset; /* in the parameters */
    uint32_t size;
    uint32_t bank_offset; /* in constant bank 0 */
} cubin_parameter;

/* Opens a cubin: a 64-bit little-endian ELF file, linked or not, as a report stores it. It must not change until
   cubin_file_close. Damage does not stop it: what is intact is kept, and cubin_file_problem_at says what is not.
   NULL for ARGUMENT, MEMORY and LIMIT, and for other bytes than a cubin: SYNTAX, TRUNCATED (no header), UNSUPPORTED
   (another kind of file, which the message names). Threads: a file that is open may be read by many at once.
   Cost: linear, plus n log n where the rows of a line table do not ascend; about 40 bytes a row. */
CUBIN_API cubin_file *cubin_file_open(const void *data, size_t size, const cubin_file_options *options,
                                      cubin_error *error);

/* Frees what cubin_file_open made. */
CUBIN_API void cubin_file_close(cubin_file *file);

/* Fills *out. */
CUBIN_API void cubin_file_info(const cubin_file *file, cubin_info *out);

/* Bytes from the allocator. */
CUBIN_API size_t cubin_file_memory_used(const cubin_file *file);

/* A problem by its index, in the order in which they were found; the first 16 are kept. 1 found, 0 not. */
CUBIN_API int cubin_file_problem_at(const cubin_file *file, uint32_t index, cubin_problem *out);

/* Function by its index, in ascending order of symbol numbers: every function with code, and those that a line table
   names. 1 found, 0 not. */
CUBIN_API int cubin_function_at(const cubin_file *file, uint32_t index, cubin_function *out);

/* Symbol by its number. 1 found, 0 not. */
CUBIN_API int cubin_symbol_at(const cubin_file *file, cubin_symbol_id symbol, cubin_symbol *out);

/* The relocations of a function: those of .rel.text, then those of .rela.text. For a NULL function those of constant
   bank 4, which holds addresses for all functions of the file: what they load from there to call something that the
   driver has (__assertfail, vprintf) has its symbol here; offsets are in the bank. */
CUBIN_API void cubin_relocations_begin(cubin_relocations *relocations, const cubin_file *file,
                                       const cubin_function *function);

/* 1 and the next relocation, 0 at the end. Cost: linear in the entries for the section of the function. */
CUBIN_API int cubin_relocations_next(cubin_relocations *relocations, cubin_relocation *out);

/* The attributes of a function's .nv.info section; of the whole file for a NULL function. */
CUBIN_API void cubin_attributes_begin(cubin_attributes *attributes, const cubin_file *file,
                                      const cubin_function *function);

/* 1 and the next attribute, 0 at the end or where the section is cut (attributes->error). */
CUBIN_API int cubin_attributes_next(cubin_attributes *attributes, cubin_attribute *out);

/* The parameter that holds the byte at offset of constant bank 0. 1 found, 0 not. Cost: linear in the attributes. */
CUBIN_API int cubin_parameter_find(const cubin_file *file, const cubin_function *function, uint64_t offset,
                                   cubin_parameter *out);

/* ---- Fatbins ----------------------------------------------------------------------------------------------------- */

#ifndef CUBIN_NO_FATBINS
/* The images that fatbins hold: enumerator and word. */
#define CUBIN_IMAGE_KINDS(ROW) \
    ROW(CUBIN_IMAGE_KIND_OTHER, "other") \
    ROW(CUBIN_IMAGE_KIND_PTX, "ptx") \
    ROW(CUBIN_IMAGE_KIND_CUBIN, "cubin")

/* How their bytes are packed. */
#define CUBIN_PACKINGS(ROW) \
    ROW(CUBIN_PACKING_NONE, "none") \
    ROW(CUBIN_PACKING_LZ4, "lz4") \
    ROW(CUBIN_PACKING_ZSTD, "zstd")

typedef enum cubin_image_kind { CUBIN_IMAGE_KINDS(CUBIN_I_ENUMERATOR) CUBIN_IMAGE_KIND_COUNT } cubin_image_kind;
typedef enum cubin_packing { CUBIN_PACKINGS(CUBIN_I_ENUMERATOR) CUBIN_PACKING_COUNT } cubin_packing;

/* Code for one architecture. */
typedef struct cubin_image {
    cubin_image_kind kind;
    cubin_packing packing;
    uint32_t arch;    /* 86 for sm_86; of PTX: the least one that it is for */
    cubin_view name;  /* of the source or object; empty: none is given */
    cubin_view bytes; /* as the input holds them; padding may follow those of an image that is not packed */
    uint64_t size;    /* once unpacked */
    uint64_t offset;  /* of bytes in the input */
} cubin_image;

/* A walk over images. */
typedef struct cubin_fatbin {
    cubin_error error; /* the first mistake in the input; what is whole after it is still found */
    cubin_view i_input;
    uint64_t i_archive; /* the next member of an archive; 0: the input is none */
    cubin_view i_file;  /* a program, library or object */
    uint64_t i_heads;   /* its section headers */
    uint32_t i_kind, i_head;
    uint64_t i_section, i_sections;
    cubin_view i_names; /* of its sections */
    cubin_view i_rest;  /* of a section: what follows the fatbin */
    cubin_view i_bin;   /* what follows the image in its fatbin */
    size_t i_left;      /* bytes that sections may still have: none is read twice */
} cubin_fatbin;

/* A decompressor of zstd frames. zstd_fn returns how many bytes it put into to, at most room; 0 where it cannot, and
   then *reply says why: FAILED (the frame is damaged, no memory) or REFUSED (it does not want to). */
typedef struct cubin_decompress {
    size_t (*zstd_fn)(void *to, size_t room, const void *data, size_t size, cubin_reply *reply, void *user);
    void *user;
} cubin_decompress;

/* The images of a program, library, object file or archive of those (ELF of 64 bits, little-endian; PE), of a fatbin,
   or the one of a cubin. data must not change during the walk.
   Source of the facts: n-eiling/cuda-fatbin-decompression; wrappers (0x466243B1): gdev, fatbin.h. */
CUBIN_API void cubin_fatbin_begin(cubin_fatbin *fatbin, const void *data, size_t size);

/* 1 and the next image, 0 at the end. fatbin->error: SYNTAX, TRUNCATED, UNSUPPORTED, with the offset in the input.
   Cost: the whole walk is linear in the input. */
CUBIN_API int cubin_fatbin_next(cubin_fatbin *fatbin, cubin_image *out);

/* Writes the image->size bytes of an image to to. with may be NULL, and is needed for zstd alone.
   Errors: ARGUMENT, LIMIT (room is smaller), SYNTAX, IO (zstd_fn failed), UNSUPPORTED (no zstd_fn, or it refused); then
   what to holds is undefined. Cost: linear in image->size. */
CUBIN_API cubin_code cubin_image_unpack(const cubin_image *image, void *to, size_t room, const cubin_decompress *with,
                                        cubin_error *error);

/* "ptx", "cubin", "other"; "?" for an invalid one. */
CUBIN_API const char *cubin_image_kind_name(cubin_image_kind kind);

/* "none", "lz4", "zstd"; "?" for an invalid one. */
CUBIN_API const char *cubin_packing_name(cubin_packing packing);
#endif

/* ---- Lines ------------------------------------------------------------------------------------------------------- */

#ifndef CUBIN_NO_LINES
/* Where the code at one offset comes from: a place in a text, and after it the places that called it, one inlined into
   the next. Views point into the file. */
typedef struct cubin_place {
    uint64_t offset;       /* from the start of the function: first byte that has this place */
    uint64_t end;          /* first byte after it */
    cubin_view function;   /* name in the object file, so mangled; of the inlined function where one was inlined */
    cubin_view directory;  /* empty: file is the whole path; else directory, '/', file */
    cubin_view file;       /* empty in the PTX table, and where the table names none */
    uint32_t line;         /* from 1; 0: not known */
    uint32_t i_state[3];
} cubin_place;

/* The two tables: from code to source, from code to the lines of the PTX text. */
#define CUBIN_TABLES(ROW) \
    ROW(CUBIN_TABLE_SOURCE, "source") \
    ROW(CUBIN_TABLE_PTX, "ptx")

typedef enum cubin_table { CUBIN_TABLES(CUBIN_I_ENUMERATOR) CUBIN_TABLE_COUNT } cubin_table;

/* "source", "ptx"; "?" for an invalid one. */
CUBIN_API const char *cubin_table_name(cubin_table table);

/* A walk over the rows of a function. */
typedef struct cubin_rows {
    const cubin_file *file;
    cubin_table table;
    cubin_error error; /* ARGUMENT: no such file, function or table; else OK */
    uint32_t i_function;
    uint32_t i_state;
} cubin_rows;

/* The rows of one table of one function. Cost: O(log n). */
CUBIN_API void cubin_rows_begin(cubin_rows *rows, const cubin_file *file, const cubin_function *function,
                                cubin_table table);

/* 1 and the next stretch of code with one inline stack, its innermost place in *out; 0 at the end. Of several rows at
   one offset the last wins; rows whose stack is that of the row before are left out. Two stacks are the same when
   they hold the same entries of the file and name tables. Cost: linear in the rows, at most 512 steps a row. */
CUBIN_API int cubin_rows_next(cubin_rows *rows, cubin_place *out);

/* 1 and the innermost place of the code at offset in the function of this symbol, 0 when the table has none.
   offset is an address less that of the function. out->offset and end are those of the row. Cost: O(log n). */
CUBIN_API int cubin_place_find(const cubin_file *file, cubin_table table, cubin_symbol_id symbol, uint64_t offset,
                               cubin_place *out);

/* Moves a place to the call one level out: 1; 0 at the outermost, where nothing changes. A stack of more than 512
   places ends there; so does a cyclic one. */
CUBIN_API int cubin_place_outer(const cubin_file *file, cubin_place *place);

/* Moves an innermost place to the one that counts as that of its code and returns how many calls outward that is; 0: it
   counts itself. Compilers write a row for a call and, at the same offset, one for what was inlined there: the call
   counts. Source: markers that the vendor's rules stored in reports. Cost: at most 512 steps. */
CUBIN_API uint32_t cubin_place_shown(const cubin_file *file, cubin_place *place);

/* The PTX text as the file holds it: lines that end in a zero byte. Empty without one. */
CUBIN_API cubin_view cubin_ptx(const cubin_file *file);

/* Line of the PTX text, from 1, without its end. 1 found, 0 not. */
CUBIN_API int cubin_ptx_at(const cubin_file *file, uint32_t line, cubin_view *out);
#endif

/* ---- Locations --------------------------------------------------------------------------------------------------- */

#ifndef CUBIN_NO_DISASSEMBLY
/* Everything about the code at one offset of a function. */
typedef struct cubin_location {
    cubin_function function;
    uint64_t offset;               /* of the instruction */
    cubin_instruction instruction; /* size 0: no code in the file, no tables for it, or a control word (sm_50 to 62) */
    char text[CUBIN_TEXT_ROOM];    /* "" then */
#ifndef CUBIN_NO_LINES
    int has_source;
    cubin_place source;            /* innermost place; cubin_place_outer gives its callers */
    uint32_t ptx_line;             /* 0: not known */
    cubin_view ptx;
#endif
} cubin_location;

/* A walk over the instructions of a function. */
typedef struct cubin_locations {
    const cubin_file *file;
    cubin_function function;
    cubin_error error; /* why it ended: OK, UNSUPPORTED (no tables for arch), TRUNCATED (the file holds less code) */
    uint64_t i_offset;
} cubin_locations;

/* The instructions of a function, and those that go to local memory: for arrays, calls, what registers do not hold. */
typedef struct cubin_counts {
    uint64_t instructions;
    uint64_t local_loads;  /* LDL */
    uint64_t local_stores; /* STL */
} cubin_counts;

/* Counts the instructions of a function. 1 and *out; 0: there are no tables for its architecture, or the file does not
   hold all of its code. Cost: linear in the code, without a disassembly. */
CUBIN_API int cubin_function_count(const cubin_file *file, const cubin_function *function, cubin_counts *out);

/* The code at offset in the function of this symbol: its instruction, the source place, the PTX line. Targets
   are offsets in the function. 1 found, 0 when there is no such function or the offset lies outside.
   Cost: O(log n) and one disassembly. */
CUBIN_API int cubin_location_find(const cubin_file *file, cubin_symbol_id symbol, uint64_t offset,
                                  cubin_location *out);

/* The instructions of a function, whatever their size. */
CUBIN_API void cubin_locations_begin(cubin_locations *locations, const cubin_file *file,
                                     const cubin_function *function);

/* 1 and the next instruction, 0 at the end (locations->error). Cost: O(log n) and one disassembly. */
CUBIN_API int cubin_locations_next(cubin_locations *locations, cubin_location *out);
#endif

/* ---- Flow -------------------------------------------------------------------------------------------------------- */

#if !defined(CUBIN_NO_FLOW) && !defined(CUBIN_NO_DISASSEMBLY)
/* How one block comes after another: enumerator and word. */
#define CUBIN_EDGE_KINDS(ROW) \
    ROW(CUBIN_EDGE_KIND_NEXT, "next")             /* it follows in the code */ \
    ROW(CUBIN_EDGE_KIND_BRANCH, "branch") \
    ROW(CUBIN_EDGE_KIND_INDIRECT, "indirect")     /* a target that .nv.info lists */ \
    ROW(CUBIN_EDGE_KIND_CALL, "call")             /* into code that the function has inside */ \
    ROW(CUBIN_EDGE_KIND_RETURNED, "returned")     /* to what follows a call */ \
    ROW(CUBIN_EDGE_KIND_SYNC, "sync")             /* where the threads of a barrier meet */

/* What an instruction may have to wait for. */
#define CUBIN_RESOURCES(ROW) \
    ROW(CUBIN_RESOURCE_BARRIER, "barrier")        /* a scoreboard barrier, 0 to 5 */ \
    ROW(CUBIN_RESOURCE_REGISTER, "register")      /* a general register */ \
    ROW(CUBIN_RESOURCE_PREDICATE, "predicate") \
    ROW(CUBIN_RESOURCE_ISSUE, "issue")            /* the issue of the instruction before; it has no number */

typedef enum cubin_edge_kind { CUBIN_EDGE_KINDS(CUBIN_I_ENUMERATOR) CUBIN_EDGE_KIND_COUNT } cubin_edge_kind;
typedef enum cubin_resource { CUBIN_RESOURCES(CUBIN_I_ENUMERATOR) CUBIN_RESOURCE_COUNT } cubin_resource;

#define CUBIN_NONE 0xffffffffu /* no block, no loop */

/* The flow graph of a function. */
typedef struct cubin_graph cubin_graph;

typedef struct cubin_graph_options {
    cubin_memory memory; /* max_memory 0: 64 MiB or 32 times the size of the code, whichever is more */
} cubin_graph_options;

typedef struct cubin_graph_facts {
    uint32_t instructions;
    uint32_t blocks;
    uint32_t edges;
    uint32_t loops;
    uint32_t reachable;  /* blocks that the first one leads to */
    int is_open;         /* some block is */
    int is_reducible;    /* every loop is entered at its head alone */
} cubin_graph_facts;

/* Instructions that run one after the other. */
typedef struct cubin_block {
    uint32_t index;      /* its number */
    uint64_t offset;     /* of the first one in the function */
    uint64_t end;        /* first byte after the last one */
    uint32_t dominator;  /* the last block that every way here goes through; NONE: the first one, or not reachable */
    uint32_t loop;       /* innermost loop around it, or that it is the head of; NONE: none */
    int is_reachable;
    int is_open;         /* it may lead to places that nothing in the file names: edges are missing */
} cubin_block;

typedef struct cubin_edge {
    uint32_t from;       /* blocks */
    uint32_t to;
    cubin_edge_kind kind;
    uint8_t guard;       /* the predicate it is taken under, as in cubin_instruction */
} cubin_edge;

/* Blocks that lead back to the first of them, the head, which all ways into the loop go through if it is_reducible. */
typedef struct cubin_loop {
    uint32_t head;       /* block */
    uint32_t outer;      /* the loop around it; NONE: none */
    uint32_t depth;      /* from 1 */
    uint32_t blocks;     /* in it, those of inner loops included */
} cubin_loop;

/* An instruction that another one waits for. */
typedef struct cubin_producer {
    uint64_t offset;
    uint32_t distance;   /* instructions until the other one on a way through few blocks; 1: it comes right before */
} cubin_producer;

/* A walk back over all ways that lead to an instruction. */
typedef struct cubin_producers {
    cubin_error error;   /* LIMIT: it has taken max_steps; ARGUMENT: another walk over the graph has begun */
    uint32_t max_steps;  /* instructions to look at, may be set after _begin */
    cubin_graph *i_graph;
    cubin_resource i_what;
    uint32_t i_number, i_ticket, i_start, i_block, i_at, i_stop, i_distance, i_head, i_tail;
    int i_ended;         /* nothing before this block is asked for */
    int i_given;         /* a producer that ends its way, unless it is passed */
} cubin_producers;

/* Makes the graph of a function. file must stay open. NULL for ARGUMENT, MEMORY, LIMIT (max_memory), UNSUPPORTED (no
   tables for the architecture) and TRUNCATED (the file does not hold all of its code).
   A call leads into what it calls and, as if that had returned, to the next instruction; what returns leads nowhere.
   Cost: n log n and one disassembly of each instruction; at most 300 bytes an instruction, usually 100. */
CUBIN_API cubin_graph *cubin_graph_open(const cubin_file *file, const cubin_function *function,
                                        const cubin_graph_options *options, cubin_error *error);

/* Frees what cubin_graph_open made. */
CUBIN_API void cubin_graph_close(cubin_graph *graph);

/* Bytes from the allocator. */
CUBIN_API size_t cubin_graph_memory_used(const cubin_graph *graph);

/* Fills *out. */
CUBIN_API void cubin_graph_info(const cubin_graph *graph, cubin_graph_facts *out);

/* Block by its number, in the order of the code. 1 found, 0 not. */
CUBIN_API int cubin_block_at(const cubin_graph *graph, uint32_t block, cubin_block *out);

/* The block that the instruction at offset is in. 1 found, 0 not. */
CUBIN_API int cubin_block_find(const cubin_graph *graph, uint64_t offset, cubin_block *out);

/* Edges that leave a block, by their index from 0. 1 found, 0 not. */
CUBIN_API int cubin_exit_at(const cubin_graph *graph, uint32_t block, uint32_t index, cubin_edge *out);

/* Edges that lead to a block. 1 found, 0 not. */
CUBIN_API int cubin_entry_at(const cubin_graph *graph, uint32_t block, uint32_t index, cubin_edge *out);

/* Loop by its number; outer ones come before inner ones. 1 found, 0 not. */
CUBIN_API int cubin_loop_at(const cubin_graph *graph, uint32_t loop, cubin_loop *out);

/* Walks back from the instruction at offset to those that it may wait for: on each way the last one that sets the
   barrier, writes the register or predicate, or comes before it. A setter under a guard does not end its way, an
   instruction that waits for the barrier does. Calls are passed over. One walk over a graph at a time. */
CUBIN_API void cubin_producers_begin(cubin_producers *producers, cubin_graph *graph, uint64_t offset,
                                     cubin_resource what, uint32_t number);

/* 1 and the next producer, 0 at the end (producers->error). Cost: the whole walk is linear in the function. */
CUBIN_API int cubin_producers_next(cubin_producers *producers, cubin_producer *out);

/* The producer just found is not it: looks for others before it on its way, too. */
CUBIN_API void cubin_producers_pass(cubin_producers *producers);

/* "next", "branch"; "?" for an invalid one. */
CUBIN_API const char *cubin_edge_kind_name(cubin_edge_kind kind);

/* "barrier", "register"; "?" for an invalid one. */
CUBIN_API const char *cubin_resource_name(cubin_resource what);
#endif
#undef CUBIN_I_ENUMERATOR
#undef CUBIN_I_NUMBERED

#ifdef __cplusplus
}
#endif

/* ==== end of the interface ======================================================================================== */

#endif /* CUBIN_H */

/* ==== implementation ============================================================================================== */

#if defined(CUBIN_IMPLEMENTATION) && !defined(CUBIN_IMPLEMENTED)
#define CUBIN_IMPLEMENTED

#if defined(__cplusplus) && defined(__GNUC__) /* the bodies are C, casts included */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"
#endif

#ifndef CUBIN_NO_LIBC
#include <stdlib.h>
#include <string.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Basics ------------------------------------------------------------------------------------------------------ */

/* shared: bytes */
#ifndef CUBIN_ASSERT
#define CUBIN_ASSERT(e) ((void)0)
#endif

/* Keeps compilers from turning the loops below back into calls of memcpy and memset, which NO_LIBC builds lack. */
#if defined(CUBIN_NO_LIBC) && (defined(__GNUC__) || defined(__clang__))
#define CUBIN_I_PLAIN_LOOP __asm__ __volatile__("")
#else
#define CUBIN_I_PLAIN_LOOP ((void)0)
#endif

static void cubin_i_copy(void *to, const void *from, size_t n)
{
#ifdef CUBIN_NO_LIBC
    unsigned char *t = (unsigned char *)to;
    const unsigned char *f = (const unsigned char *)from;
    for (; n > 0; n--) {
        *t++ = *f++;
        CUBIN_I_PLAIN_LOOP;
    }
#else
    if (n > 0) memcpy(to, from, n);
#endif
}

static void cubin_i_zero(void *to, size_t n)
{
#ifdef CUBIN_NO_LIBC
    unsigned char *t = (unsigned char *)to;
    for (; n > 0; n--) {
        *t++ = 0;
        CUBIN_I_PLAIN_LOOP;
    }
#else
    if (n > 0) memset(to, 0, n);
#endif
}

static int cubin_i_equal(const void *a, const void *b, size_t n)
{
#ifdef CUBIN_NO_LIBC
    const unsigned char *x = (const unsigned char *)a;
    const unsigned char *y = (const unsigned char *)b;
    for (; n > 0; n--) {
        if (*x++ != *y++) return 0;
        CUBIN_I_PLAIN_LOOP;
    }
    return 1;
#else
    return n == 0 || memcmp(a, b, n) == 0;
#endif
}
/* end of shared */

/* shared: find */
/* First byte c in [p, end), or end. */
static const char *cubin_i_find(const char *p, const char *end, char c)
{
#ifdef CUBIN_NO_LIBC
    while (p < end && *p != c) {
        p++;
        CUBIN_I_PLAIN_LOOP;
    }
    return p;
#else
    const void *at = p < end ? memchr(p, (unsigned char)c, (size_t)(end - p)) : NULL;
    return at != NULL ? (const char *)at : end;
#endif
}
/* end of shared */

/* shared: code_name */
/* Words lie one after the other in one literal, each ended by a zero byte: pointers to them would be relocated. */
#define CUBIN_I_WORD(name, word) word "\0"

/* Word i, or "?". */
static const char *cubin_i_nth_word(const char *words, unsigned i)
{
    for (; *words != '\0'; words++) {
        if (i-- == 0) return words;
        for (; *words != '\0'; words++) CUBIN_I_PLAIN_LOOP;
    }
    return "?";
}

/* Defines the function that gives the words of an enum. */
#define CUBIN_I_DEFINE_NAME(noun, ROWS) \
    CUBIN_API const char *cubin_##noun##_name(cubin_##noun value) \
    { \
        return cubin_i_nth_word(ROWS(CUBIN_I_WORD), (unsigned)value); \
    }

CUBIN_I_DEFINE_NAME(code, CUBIN_CODES)
/* end of shared */

/* shared: text */
/* A view of a NUL-terminated string; the empty view for NULL. The string must outlive the view. */
CUBIN_API cubin_view cubin_text(const char *string)
{
    cubin_view view;
    view.ptr = string != NULL ? string : "";
    for (view.len = 0; view.ptr[view.len] != '\0';) {
        view.len++;
        CUBIN_I_PLAIN_LOOP;
    }
    return view;
}
/* end of shared */

/* shared: arena */
/* A bump arena over a caller's buffer, then over blocks of an allocator. Nothing is freed individually. */
typedef union cubin_i_align {
    void *p;
    uint64_t u;
    double d;
} cubin_i_align;

typedef struct cubin_i_block {
    struct cubin_i_block *next;
    void *start; /* as the allocator gave it: of any alignment, so the struct may start a few bytes later */
    size_t size; /* as asked from the allocator, this struct included */
} cubin_i_block;

typedef struct cubin_i_arena {
    char *at;  /* next free byte of the current piece */
    char *end;
    cubin_i_block *blocks;
    cubin_allocator allocator;
    size_t max;
    size_t held; /* bytes held from the allocator */
    cubin_code code; /* why the last cubin_i_alloc failed: CUBIN_MEMORY or CUBIN_LIMIT */
} cubin_i_arena;

#ifndef CUBIN_NO_LIBC
static void *cubin_i_malloc(size_t size, void *user)
{
    (void)user;
    return malloc(size);
}

static void cubin_i_mfree(void *ptr, size_t size, void *user)
{
    (void)user;
    (void)size;
    free(ptr);
}
#endif

/* Makes an empty arena; 0 when the options name no source of memory. */
static int cubin_i_arena_open(cubin_i_arena *a, const cubin_memory *m)
{
    cubin_i_zero(a, sizeof *a);
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
#ifdef CUBIN_NO_LIBC
        return 0;
#else
        a->allocator.alloc_fn = cubin_i_malloc;
        a->allocator.free_fn = cubin_i_mfree;
#endif
    }
    return 1;
}

/* Frees every block. The arena itself may lie in one of them. */
static void cubin_i_arena_close(cubin_i_arena *a)
{
    cubin_i_block *b = a->blocks;
    cubin_allocator allocator = a->allocator;
    while (b != NULL) {
        cubin_i_block *next = b->next;
        allocator.free_fn(b->start, b->size, allocator.user);
        b = next;
    }
}

/* p, moved up to the next aligned address. */
static char *cubin_i_aligned(char *p)
{
    const size_t unit = sizeof(cubin_i_align);
    return p + (unit - (uintptr_t)p % unit) % unit;
}

/* Aligned room for count things of size bytes each, or NULL with a->code set. The one place that multiplies. */
static void *cubin_i_alloc(cubin_i_arena *a, size_t count, size_t size)
{
    const size_t extra = sizeof(cubin_i_block) + 3 * sizeof(cubin_i_align); /* the header and the two alignments */
    size_t need, skip, block;
    cubin_i_block *b;
    char *p;
    if (size != 0 && count > ((size_t)(-1) - extra) / size) {
        a->code = CUBIN_LIMIT;
        return NULL;
    }
    need = count * size;
    if (a->at != NULL) {
        skip = (size_t)(cubin_i_aligned(a->at) - a->at);
        if (skip <= (size_t)(a->end - a->at) && need <= (size_t)(a->end - a->at) - skip) {
            p = a->at + skip;
            a->at = p + need;
            return p;
        }
    }
    if (a->allocator.alloc_fn == NULL) {
        a->code = CUBIN_MEMORY;
        return NULL;
    }
    /* Blocks grow with what is held, so that they stay few; the last one is all that is left. */
    block = extra + need;
    if (block < a->held / 2) block = a->held / 2;
    if (block < 4096) block = 4096;
    if (block > a->max - a->held) block = a->max - a->held;
    if (block < extra + need) {
        a->code = CUBIN_LIMIT;
        return NULL;
    }
    p = (char *)a->allocator.alloc_fn(block, a->allocator.user);
    if (p == NULL) {
        a->code = CUBIN_MEMORY;
        return NULL;
    }
    b = (cubin_i_block *)(void *)cubin_i_aligned(p);
    b->next = a->blocks;
    b->start = p;
    b->size = block;
    a->blocks = b;
    a->held += block;
    a->end = p + block;
    p = cubin_i_aligned((char *)b + sizeof *b);
    a->at = p + need;
    return p;
}
/* end of shared */

static cubin_code cubin_i_fail(cubin_error *e, cubin_code code, uint64_t offset, const char *message)
{
    if (e != NULL) {
        e->code = code;
        e->offset = offset;
        e->message = message;
    }
    return code;
}

static cubin_code cubin_i_fine(cubin_error *e)
{
    return cubin_i_fail(e, CUBIN_OK, 0, "");
}

static uint32_t cubin_i_u16(const char *p)
{
    return (uint32_t)((unsigned char)p[0] | (unsigned)(unsigned char)p[1] << 8);
}

static uint32_t cubin_i_u32(const char *p)
{
    return cubin_i_u16(p) | cubin_i_u16(p + 2) << 16;
}

static uint64_t cubin_i_u64(const char *p) { return (uint64_t)cubin_i_u32(p) | (uint64_t)cubin_i_u32(p + 4) << 32; }

static cubin_view cubin_i_view(const char *p, size_t len)
{
    cubin_view v;
    v.ptr = p;
    v.len = len;
    return v;
}

static cubin_view cubin_i_none(void)
{
    return cubin_i_view("", 0);
}

/* shared: reply_name */
CUBIN_API const char *cubin_reply_name(cubin_reply reply)
{
#define CUBIN_I_NUMBERED_WORD(name, word, number) word "\0"
    return cubin_i_nth_word(CUBIN_REPLIES(CUBIN_I_NUMBERED_WORD), (unsigned)reply + 3);
#undef CUBIN_I_NUMBERED_WORD
}
/* end of shared */

/* ---- Disassembly ------------------------------------------------------------------------------------------------- */

#ifndef CUBIN_NO_DISASSEMBLY
/* tables: written by tools/sass.py from tools/sass; edit those */
static const unsigned char cubin_i_code[] = {
    77, 79, 86, 1, 9, 3, 2, 10, 46, 54, 52, 133, 18, 13, 24, 64, 4, 15, 5, 80, 1, 134, 2, 5, 88, 1, 140, 2, 133, 23, 7,
    52, 0, 0, 1, 9, 3, 2, 3, 219, 4, 5, 15, 208, 2, 219, 205, 0, 80, 50, 82, 5, 76, 2, 136, 1, 133, 80, 82, 20, 152, 0,
    0, 82, 50, 80, 32, 80, 82, 20, 22, 5, 76, 2, 136, 1, 1, 32, 8, 255, 2, 4, 2, 20, 23, 0, 6, 8, 1, 0, 67, 83, 50, 82,
    5, 80, 1, 149, 2, 133, 5, 72, 8, 155, 2, 0, 15, 208, 1, 219, 0, 86, 79, 84, 69, 5, 72, 2, 54, 5, 32, 1, 16, 8, 255,
    2, 4, 2, 21, 20, 17, 9, 81, 165, 0, 83, 69, 76, 1, 9, 3, 3, 8, 46, 54, 52, 133, 204, 143, 4, 16, 1, 9, 3, 2, 9, 46,
    54, 52, 133, 204, 20, 170, 4, 2, 133, 152, 165, 0, 6, 10, 1, 1, 9, 3, 2, 2, 219, 229, 1, 9, 3, 3, 3, 219, 229, 205,
    0, 70, 83, 69, 76, 140, 147, 184, 165, 0, 70, 193, 7, 27, 0, 0, 70, 174, 46, 66, 70, 7, 2, 0, 147, 184, 165, 0, 70,
    174, 80, 7, 2, 0, 7, 15, 0, 184, 165, 0, 216, 166, 17, 9, 84, 20, 152, 165, 15, 200, 6, 20, 17, 10, 68, 4, 3, 9,
    68, 4, 0, 15, 208, 2, 229, 205, 0, 86, 73, 193, 51, 5, 72, 3, 230, 5, 133, 152, 198, 165, 0, 73, 168, 51, 203, 154,
    1, 84, 3, 7, 2, 4, 4, 20, 17, 9, 84, 20, 7, 66, 0, 15, 202, 7, 165, 20, 17, 10, 77, 4, 6, 9, 87, 4, 9, 77, 4, 0, 7,
    28, 0, 154, 220, 202, 9, 64, 8, 0, 7, 6, 0, 250, 21, 20, 152, 198, 20, 18, 13, 72, 8, 165, 0, 73, 65, 66, 83, 133,
    10, 3, 1, 0, 7, 42, 0, 172, 133, 152, 198, 209, 0, 7, 42, 0, 52, 5, 73, 1, 6, 6, 5, 75, 1, 12, 6, 133, 152, 198,
    209, 0, 7, 29, 0, 0, 7, 22, 0, 165, 9, 77, 4, 9, 81, 3, 9, 84, 3, 0, 15, 202, 3, 219, 229, 205, 0, 218, 0, 7, 51,
    0, 0, 7, 68, 0, 0, 80, 217, 166, 17, 9, 84, 165, 20, 17, 10, 77, 20, 15, 195, 5, 17, 12, 68, 4, 3, 17, 10, 68, 20,
    16, 17, 20, 18, 13, 16, 8, 0, 73, 183, 68, 15, 202, 5, 172, 46, 88, 4, 123, 1, 24, 8, 255, 17, 1, 9, 3, 1, 12, 1,
    32, 8, 255, 7, 46, 77, 79, 86, 172, 4, 101, 1, 24, 8, 255, 17, 1, 10, 2, 1, 12, 1, 64, 8, 255, 7, 46, 77, 79, 86,
    172, 4, 79, 1, 9, 3, 4, 17, 1, 48, 16, 0, 12, 1, 32, 16, 0, 7, 46, 77, 79, 86, 172, 4, 57, 1, 9, 3, 4, 27, 1, 48,
    16, 0, 22, 1, 32, 16, 1, 17, 1, 64, 8, 255, 6, 46, 77, 79, 86, 4, 3, 46, 73, 168, 172, 4, 25, 1, 9, 3, 4, 19, 1,
    64, 8, 255, 14, 12, 12, 1, 48, 144, 1, 7, 46, 83, 72, 76, 172, 4, 1, 172, 133, 10, 2, 2, 20, 10, 5, 1, 20, 10, 6,
    2, 202, 209, 0, 7, 78, 0, 154, 20, 208, 202, 0, 219, 6, 3, 2, 0, 73, 68, 80, 15, 204, 15, 46, 50, 65, 5, 77, 1, 86,
    6, 5, 73, 1, 95, 6, 4, 8, 46, 52, 65, 5, 73, 1, 106, 6, 5, 74, 1, 106, 6, 133, 152, 198, 0, 73, 183, 68, 46, 72,
    73, 172, 203, 154, 20, 208, 202, 0, 6, 3, 2, 0, 73, 168, 5, 73, 1, 134, 2, 203, 154, 20, 10, 2, 2, 20, 10, 3, 2,
    202, 0, 15, 201, 3, 219, 229, 205, 0, 86, 73, 168, 5, 73, 3, 115, 6, 133, 10, 2, 1, 20, 10, 3, 1, 0, 73, 50, 73, 5,
    76, 2, 133, 6, 46, 83, 227, 46, 83, 65, 84, 133, 23, 0, 73, 50, 73, 80, 5, 76, 2, 152, 6, 46, 83, 227, 46, 83, 65,
    84, 133, 152, 198, 0, 86, 73, 168, 193, 5, 72, 1, 217, 5, 5, 76, 1, 167, 6, 133, 244, 10, 5, 1, 20, 26, 165, 0, 6,
    10, 1, 0, 5, 0, 12, 132, 2, 133, 22, 143, 198, 5, 60, 4, 175, 6, 5, 72, 8, 175, 6, 5, 87, 4, 132, 2, 0, 5, 0, 12,
    132, 2, 32, 5, 16, 48, 132, 2, 0, 86, 73, 193, 5, 72, 3, 178, 6, 5, 76, 1, 167, 6, 133, 152, 165, 209, 8, 84, 3, 7,
    0, 85, 86, 73, 193, 5, 72, 3, 178, 6, 133, 152, 210, 209, 8, 84, 3, 7, 0, 70, 231, 7, 10, 0, 23, 1, 9, 3, 4, 5, 9,
    88, 1, 4, 15, 1, 9, 3, 2, 5, 9, 88, 1, 4, 5, 5, 88, 1, 203, 1, 0, 7, 49, 0, 219, 0, 85, 86, 73, 82, 84, 67, 79, 85,
    78, 84, 46, 68, 69, 65, 76, 76, 79, 67, 46, 83, 77, 80, 79, 79, 76, 32, 18, 13, 32, 32, 0, 7, 69, 0, 0, 70, 168,
    140, 162, 180, 10, 38, 4, 0, 70, 83, 87, 90, 168, 5, 77, 1, 242, 6, 133, 22, 198, 20, 1, 32, 16, 0, 10, 80, 80, 80,
    80, 80, 80, 80, 80, 4, 35, 1, 32, 16, 204, 10, 90, 80, 80, 80, 90, 80, 80, 80, 4, 20, 1, 32, 16, 240, 10, 90, 80,
    90, 80, 80, 80, 80, 80, 4, 5, 5, 32, 16, 132, 2, 0, 70, 70, 183, 140, 162, 180, 243, 0, 70, 70, 183, 7, 10, 0, 25,
    1, 9, 3, 4, 5, 9, 88, 1, 4, 5, 5, 88, 1, 203, 1, 20, 26, 7, 21, 0, 0, 219, 7, 49, 0, 15, 213, 2, 4, 3, 6, 3, 2, 0,
    70, 168, 7, 10, 0, 23, 1, 9, 3, 4, 5, 9, 85, 1, 4, 3, 7, 21, 0, 0, 219, 15, 210, 2, 4, 1, 229, 15, 213, 2, 4, 1,
    205, 0, 70, 193, 51, 140, 5, 81, 1, 70, 5, 147, 184, 20, 10, 4, 4, 165, 0, 81, 231, 52, 133, 22, 5, 74, 3, 249, 6,
    143, 5, 59, 3, 20, 7, 8, 77, 4, 13, 8, 88, 3, 5, 0, 70, 67, 72, 75, 166, 10, 2, 4, 20, 184, 0, 77, 85, 70, 85, 5,
    74, 4, 46, 7, 133, 1, 9, 3, 4, 10, 1, 75, 2, 3, 5, 17, 16, 32, 4, 1, 184, 0, 7, 9, 0, 5, 60, 1, 107, 7, 0, 1, 75,
    3, 3, 1, 219, 1, 84, 2, 3, 1, 205, 0, 134, 1, 84, 2, 1, 5, 5, 60, 1, 107, 7, 0, 7, 48, 0, 0, 235, 1, 9, 3, 4, 2, 4,
    17, 1, 84, 2, 0, 7, 5, 60, 2, 136, 1, 4, 5, 5, 60, 2, 150, 1, 0, 6, 10, 1, 7, 48, 0, 0, 70, 82, 78, 68, 140, 7, 77,
    0, 9, 75, 2, 15, 214, 4, 8, 77, 1, 1, 133, 184, 0, 1, 84, 2, 3, 2, 219, 205, 0, 7, 9, 0, 0, 134, 0, 70, 50, 70, 80,
    15, 218, 119, 46, 83, 65, 84, 70, 73, 78, 73, 84, 69, 7, 63, 0, 15, 215, 17, 15, 214, 7, 5, 76, 1, 113, 7, 4, 5, 5,
    76, 1, 119, 7, 4, 25, 15, 213, 17, 15, 214, 7, 5, 76, 1, 132, 7, 4, 5, 5, 76, 1, 145, 7, 4, 5, 5, 87, 1, 175, 6, 1,
    77, 2, 1, 26, 5, 83, 1, 153, 7, 7, 24, 0, 95, 7, 71, 0, 7, 47, 0, 23, 198, 9, 24, 8, 8, 73, 1, 1, 4, 28, 7, 25, 0,
    65, 66, 95, 7, 71, 0, 5, 81, 1, 165, 7, 7, 47, 0, 152, 198, 5, 72, 1, 107, 7, 8, 77, 2, 3, 4, 186, 15, 217, 134,
    15, 214, 36, 5, 77, 1, 171, 7, 7, 63, 0, 46, 84, 70, 227, 7, 25, 0, 66, 5, 79, 2, 97, 1, 133, 23, 9, 24, 8, 8, 76,
    1, 1, 8, 78, 1, 1, 4, 93, 7, 63, 0, 5, 76, 1, 153, 7, 15, 210, 47, 5, 73, 2, 184, 7, 7, 24, 0, 5, 72, 1, 175, 6,
    133, 1, 9, 3, 3, 17, 17, 7, 32, 5, 88, 1, 107, 7, 20, 5, 24, 8, 132, 2, 255, 4, 9, 23, 1, 9, 3, 1, 3, 9, 24, 8, 4,
    23, 15, 211, 7, 5, 73, 2, 204, 7, 4, 5, 5, 73, 2, 211, 7, 7, 24, 0, 133, 23, 9, 24, 8, 1, 9, 3, 3, 2, 4, 5, 5, 88,
    1, 107, 7, 4, 49, 15, 206, 12, 46, 7, 71, 0, 133, 184, 198, 9, 24, 8, 4, 34, 5, 77, 1, 171, 7, 7, 63, 0, 5, 76, 1,
    153, 7, 7, 25, 0, 65, 66, 5, 79, 2, 97, 1, 5, 81, 1, 165, 7, 147, 184, 15, 209, 1, 198, 9, 64, 8, 0, 70, 50, 73,
    80, 5, 76, 1, 106, 6, 46, 70, 227, 46, 78, 84, 90, 7, 63, 0, 133, 152, 198, 8, 74, 1, 1, 0, 248, 0, 68, 231, 162,
    147, 184, 0, 219, 229, 205, 0, 68, 168, 162, 147, 10, 6, 4, 0, 219, 229, 6, 3, 2, 0, 68, 174, 80, 5, 76, 4, 237, 7,
    5, 74, 2, 159, 5, 7, 15, 0, 10, 38, 4, 165, 0, 229, 6, 3, 2, 0, 68, 70, 183, 162, 147, 243, 0, 219, 229, 205, 6, 3,
    2, 0, 72, 168, 249, 180, 10, 38, 4, 0, 72, 70, 183, 249, 7, 62, 0, 0, 72, 231, 249, 180, 184, 0, 72, 174, 50, 5,
    71, 1, 63, 8, 7, 67, 0, 147, 10, 38, 4, 165, 0, 72, 174, 80, 50, 5, 65, 1, 121, 2, 7, 67, 0, 7, 15, 0, 10, 38, 4,
    165, 0, 72, 70, 183, 50, 46, 77, 183, 5, 85, 1, 121, 2, 140, 7, 62, 0, 0, 72, 193, 50, 5, 85, 1, 121, 2, 7, 27, 0,
    0, 72, 77, 183, 46, 56, 56, 52, 5, 76, 1, 69, 8, 5, 78, 1, 69, 8, 5, 79, 2, 80, 8, 133, 22, 5, 73, 1, 109, 8, 20,
    23, 5, 74, 1, 109, 8, 198, 0, 73, 77, 183, 5, 72, 1, 120, 8, 1, 85, 2, 0, 7, 46, 56, 56, 49, 54, 4, 29, 1, 85, 2,
    1, 6, 46, 56, 56, 227, 4, 18, 1, 85, 2, 2, 7, 5, 75, 1, 126, 8, 4, 6, 46, 49, 54, 56, 54, 52, 15, 211, 7, 5, 76, 1,
    141, 8, 4, 5, 5, 76, 1, 106, 6, 15, 212, 7, 5, 78, 1, 141, 8, 4, 5, 5, 78, 1, 106, 6, 5, 82, 1, 235, 6, 133, 22,
    46, 82, 79, 87, 20, 15, 200, 3, 17, 7, 32, 15, 72, 1, 23, 46, 67, 79, 76, 198, 15, 200, 9, 20, 17, 7, 40, 20, 18,
    13, 48, 2, 8, 74, 1, 1, 0, 15, 200, 27, 7, 20, 0, 15, 211, 4, 229, 205, 4, 15, 1, 85, 2, 2, 4, 229, 205, 4, 6, 6,
    1, 4, 6, 2, 4, 4, 51, 1, 85, 2, 0, 6, 219, 6, 3, 2, 4, 40, 1, 85, 2, 1, 6, 219, 6, 3, 2, 4, 29, 7, 20, 0, 1, 85, 2,
    2, 6, 15, 75, 3, 229, 4, 15, 1, 85, 2, 2, 6, 15, 211, 3, 229, 4, 4, 6, 1, 4, 205, 0, 72, 77, 183, 5, 73, 1, 120, 8,
    15, 203, 7, 5, 78, 1, 126, 8, 4, 5, 5, 78, 1, 150, 8, 5, 76, 1, 69, 8, 5, 82, 1, 163, 8, 5, 83, 1, 171, 8, 133,
    244, 15, 201, 3, 17, 7, 32, 15, 73, 1, 23, 198, 15, 201, 14, 20, 17, 7, 40, 5, 50, 1, 179, 8, 20, 18, 13, 48, 2, 0,
    15, 204, 5, 7, 20, 0, 4, 4, 219, 6, 3, 2, 15, 201, 33, 15, 203, 26, 15, 206, 8, 6, 1, 4, 6, 2, 4, 4, 13, 15, 211,
    8, 6, 1, 4, 6, 2, 4, 4, 2, 229, 205, 4, 2, 229, 205, 4, 37, 15, 203, 12, 15, 206, 3, 6, 4, 1, 6, 1, 4, 205, 4, 22,
    15, 211, 12, 15, 206, 3, 229, 4, 4, 6, 1, 4, 205, 4, 7, 15, 206, 3, 6, 4, 1, 229, 0, 66, 77, 183, 15, 203, 9, 46,
    49, 54, 56, 49, 50, 56, 4, 18, 15, 204, 9, 46, 49, 54, 56, 50, 53, 54, 4, 6, 46, 56, 56, 49, 50, 56, 5, 78, 1, 188,
    8, 46, 80, 79, 80, 67, 133, 22, 46, 82, 79, 87, 20, 23, 46, 67, 79, 76, 198, 8, 80, 1, 1, 8, 74, 1, 1, 0, 15, 203,
    6, 7, 20, 0, 229, 4, 16, 15, 204, 9, 7, 20, 0, 6, 1, 4, 205, 4, 4, 219, 6, 3, 2, 0, 68, 77, 183, 1, 76, 2, 0, 17,
    2, 100, 8, 46, 56, 120, 56, 120, 52, 4, 4, 46, 56, 56, 52, 4, 5, 5, 76, 2, 132, 2, 162, 147, 184, 20, 10, 4, 4, 0,
    6, 10, 1, 1, 76, 2, 0, 10, 6, 0, 4, 229, 205, 6, 3, 4, 4, 37, 6, 0, 8, 6, 3, 8, 1, 76, 2, 1, 4, 6, 1, 4, 205, 1,
    76, 2, 2, 6, 6, 1, 8, 6, 2, 4, 1, 76, 2, 3, 6, 6, 1, 16, 6, 2, 8, 0, 81, 77, 183, 46, 49, 54, 56, 227, 46, 70, 227,
    1, 82, 2, 0, 7, 5, 78, 1, 199, 8, 4, 29, 1, 82, 2, 1, 7, 5, 78, 1, 212, 8, 4, 17, 1, 82, 2, 2, 7, 5, 78, 1, 220, 8,
    4, 5, 5, 82, 2, 132, 2, 1, 84, 2, 0, 7, 5, 79, 1, 199, 8, 4, 29, 1, 84, 2, 1, 7, 5, 79, 1, 212, 8, 4, 17, 1, 84, 2,
    2, 7, 5, 79, 1, 220, 8, 4, 5, 5, 84, 2, 132, 2, 133, 22, 3, 100, 4, 46, 82, 79, 87, 20, 23, 3, 100, 4, 46, 67, 79,
    76, 198, 1, 87, 3, 0, 2, 4, 4, 20, 17, 29, 87, 8, 74, 2, 3, 8, 77, 1, 1, 0, 7, 76, 0, 0, 5, 0, 12, 132, 2, 133, 22,
    143, 198, 20, 17, 7, 40, 20, 17, 7, 52, 5, 60, 4, 132, 2, 5, 72, 8, 132, 2, 5, 80, 4, 132, 2, 0, 6, 10, 1, 7, 76,
    0, 0, 77, 79, 86, 77, 46, 49, 54, 46, 77, 84, 56, 56, 133, 22, 0, 197, 83, 77, 5, 75, 3, 233, 8, 5, 78, 3, 1, 9, 5,
    72, 2, 30, 9, 133, 17, 22, 32, 0, 6, 10, 1, 15, 208, 16, 1, 72, 2, 0, 1, 219, 1, 72, 2, 1, 3, 6, 0, 4, 4, 14, 1,
    72, 2, 1, 1, 219, 1, 72, 2, 2, 3, 6, 0, 4, 0, 83, 84, 83, 77, 15, 203, 13, 46, 56, 46, 77, 84, 49, 54, 56, 9, 79,
    1, 4, 8, 46, 49, 54, 5, 78, 1, 39, 9, 5, 72, 2, 30, 9, 32, 17, 22, 64, 143, 0, 1, 72, 2, 1, 1, 205, 1, 72, 2, 2, 3,
    6, 2, 4, 0, 72, 247, 1, 76, 2, 2, 4, 120, 56, 4, 3, 120, 49, 54, 5, 75, 1, 69, 8, 5, 76, 2, 51, 9, 135, 1, 76, 2,
    2, 4, 8, 58, 1, 1, 0, 1, 9, 3, 6, 3, 6, 1, 4, 15, 203, 5, 7, 75, 0, 4, 10, 13, 0, 2, 53, 133, 13, 3, 2, 53, 133, 0,
    73, 247, 120, 227, 5, 76, 1, 66, 9, 5, 82, 1, 66, 9, 135, 0, 7, 75, 0, 1, 9, 3, 6, 3, 6, 1, 4, 0, 81, 247, 120,
    227, 5, 75, 1, 69, 8, 46, 69, 52, 77, 51, 46, 69, 52, 77, 51, 135, 0, 85, 77, 79, 86, 1, 9, 3, 2, 10, 46, 54, 52,
    133, 18, 13, 24, 64, 4, 7, 5, 80, 1, 134, 2, 133, 23, 0, 85, 80, 50, 85, 82, 5, 76, 2, 136, 1, 133, 85, 80, 82, 20,
    152, 0, 85, 7, 22, 0, 210, 9, 77, 4, 9, 81, 3, 9, 84, 3, 0, 86, 79, 84, 69, 85, 5, 72, 2, 54, 5, 32, 2, 100, 11, 1,
    16, 8, 255, 2, 4, 2, 21, 20, 4, 9, 1, 16, 6, 63, 2, 4, 2, 21, 20, 17, 11, 81, 165, 0, 85, 83, 69, 76, 1, 9, 3, 2,
    3, 46, 54, 52, 133, 244, 1, 9, 3, 2, 3, 170, 4, 1, 23, 210, 0, 85, 216, 7, 41, 0, 20, 152, 210, 15, 200, 6, 20, 17,
    12, 68, 4, 3, 9, 68, 4, 0, 85, 73, 168, 51, 203, 7, 32, 0, 7, 66, 0, 15, 202, 7, 210, 20, 17, 12, 77, 4, 6, 9, 87,
    4, 9, 77, 4, 0, 85, 7, 28, 0, 176, 220, 7, 19, 0, 9, 64, 8, 0, 85, 7, 6, 0, 7, 53, 0, 21, 20, 152, 198, 20, 18, 13,
    72, 8, 210, 0, 85, 7, 29, 0, 0, 85, 73, 168, 51, 46, 54, 52, 7, 32, 0, 10, 2, 1, 20, 10, 3, 1, 20, 10, 4, 1, 9, 87,
    4, 9, 77, 4, 0, 85, 218, 0, 85, 7, 51, 0, 0, 85, 7, 68, 0, 0, 85, 80, 217, 7, 41, 0, 210, 20, 17, 12, 77, 20, 17,
    12, 68, 20, 16, 17, 20, 18, 13, 16, 8, 0, 85, 73, 183, 68, 172, 203, 133, 208, 7, 19, 0, 209, 0, 85, 7, 78, 0, 176,
    20, 208, 7, 19, 0, 0, 85, 197, 67, 7, 55, 0, 91, 18, 13, 38, 16, 93, 0, 85, 197, 67, 7, 55, 0, 16, 26, 0, 85, 70,
    76, 79, 172, 5, 74, 1, 108, 9, 176, 20, 10, 3, 3, 0, 85, 66, 82, 69, 86, 133, 23, 0, 85, 80, 79, 80, 67, 133, 10,
    3, 3, 0, 82, 50, 85, 82, 5, 84, 1, 114, 9, 5, 86, 1, 120, 9, 5, 87, 1, 128, 9, 250, 191, 22, 0, 82, 50, 85, 82,
    250, 191, 22, 0, 67, 83, 50, 85, 82, 5, 80, 1, 149, 2, 32, 191, 5, 72, 8, 155, 2, 0, 67, 82, 69, 68, 85, 88, 5, 79,
    1, 141, 9, 5, 73, 1, 152, 9, 5, 74, 1, 56, 8, 5, 77, 1, 70, 5, 32, 191, 22, 0, 83, 50, 85, 82, 32, 191, 5, 72, 8,
    155, 2, 0, 82, 69, 68, 85, 88, 5, 78, 3, 159, 9, 5, 73, 1, 152, 9, 32, 191, 22, 0, 85, 70, 83, 69, 76, 140, 147,
    184, 210, 0, 85, 70, 174, 80, 7, 2, 0, 7, 41, 0, 20, 10, 2, 4, 20, 184, 210, 0, 85, 70, 168, 140, 162, 180, 1, 9,
    3, 1, 5, 10, 4, 4, 4, 3, 10, 38, 4, 1, 9, 3, 1, 4, 8, 32, 8, 0, 0, 85, 70, 70, 183, 140, 162, 180, 243, 0, 85, 7,
    69, 0, 0, 85, 235, 0, 85, 134, 0, 85, 248, 0, 69, 76, 69, 67, 84, 166, 191, 15, 219, 8, 5, 72, 1, 187, 9, 246, 4,
    3, 17, 10, 87, 0, 197, 67, 85, 7, 55, 0, 91, 1, 24, 8, 255, 2, 4, 2, 246, 43, 18, 13, 37, 17, 93, 0, 70, 76, 79,
    172, 5, 74, 1, 108, 9, 154, 20, 10, 3, 3, 0, 66, 82, 69, 86, 133, 23, 0, 80, 79, 80, 67, 133, 10, 3, 3, 0, 78, 79,
    80, 0, 83, 50, 82, 133, 5, 72, 8, 155, 2, 0, 66, 50, 82, 5, 77, 2, 191, 9, 154, 0, 80, 82, 69, 69, 88, 73, 84, 0,
    65, 67, 81, 66, 85, 76, 75, 0, 68, 69, 80, 228, 5, 47, 1, 203, 9, 32, 83, 66, 18, 15, 44, 3, 20, 18, 13, 38, 6, 16,
    27, 0, 69, 78, 68, 7, 80, 0, 207, 0, 228, 5, 77, 2, 209, 9, 1, 77, 2, 2, 5, 5, 74, 2, 227, 9, 5, 80, 1, 244, 9, 32,
    1, 9, 3, 5, 9, 18, 13, 54, 4, 7, 46, 0, 4, 17, 1, 9, 3, 2, 8, 17, 7, 32, 7, 46, 0, 4, 4, 17, 7, 32, 143, 1, 77, 2,
    2, 3, 165, 4, 3, 9, 87, 4, 0, 66, 254, 7, 11, 0, 207, 0, 6, 7, 7, 0, 66, 82, 69, 65, 75, 5, 72, 1, 6, 10, 32, 7,
    61, 0, 66, 18, 15, 16, 4, 0, 67, 65, 76, 76, 46, 65, 66, 83, 5, 86, 1, 34, 10, 32, 1, 9, 3, 1, 3, 204, 4, 5, 19,
    13, 34, 48, 4, 207, 0, 6, 7, 3, 229, 0, 67, 65, 76, 76, 46, 82, 69, 76, 5, 86, 1, 34, 10, 32, 1, 9, 3, 1, 2, 204,
    32, 16, 18, 207, 0, 66, 83, 83, 89, 7, 11, 0, 20, 16, 20, 207, 0, 6, 7, 6, 0, 89, 73, 69, 197, 207, 0, 66, 82, 65,
    5, 32, 2, 43, 10, 5, 84, 1, 59, 10, 32, 1, 9, 3, 2, 10, 15, 155, 1, 33, 17, 11, 24, 20, 4, 12, 15, 219, 9, 5, 30,
    1, 187, 9, 17, 30, 24, 20, 7, 61, 0, 16, 18, 9, 91, 1, 0, 6, 7, 1, 1, 32, 130, 0, 3, 6, 5, 1, 1, 87, 132, 7, 3, 6,
    5, 1, 1, 9, 131, 4, 8, 1, 9, 131, 5, 3, 6, 5, 1, 0, 87, 65, 82, 80, 254, 1, 9, 3, 1, 61, 2, 90, 33, 15, 214, 11,
    46, 7, 80, 0, 32, 204, 20, 16, 18, 4, 17, 5, 85, 1, 66, 10, 32, 1, 32, 8, 0, 3, 204, 4, 3, 17, 7, 32, 4, 23, 15,
    214, 16, 46, 69, 88, 67, 76, 85, 83, 73, 86, 69, 32, 17, 7, 32, 4, 4, 32, 17, 7, 32, 4, 26, 2, 90, 18, 1, 32, 16,
    0, 6, 46, 65, 76, 76, 4, 5, 32, 18, 13, 32, 32, 4, 5, 32, 18, 13, 32, 32, 207, 0, 1, 9, 3, 1, 12, 15, 214, 9, 2,
    90, 6, 6, 7, 1, 6, 5, 1, 0, 66, 82, 88, 32, 204, 32, 16, 19, 207, 0, 6, 7, 2, 229, 0, 69, 88, 73, 84, 1, 87, 4, 7,
    2, 4, 4, 32, 17, 10, 87, 0, 6, 7, 5, 1, 87, 132, 7, 3, 6, 5, 1, 0, 76, 69, 80, 67, 32, 21, 1, 9, 3, 4, 3, 20, 16,
    21, 0, 219, 0, 82, 69, 84, 5, 85, 1, 79, 10, 5, 86, 1, 90, 10, 32, 204, 32, 15, 213, 4, 16, 19, 4, 2, 16, 18, 207,
    0, 6, 7, 4, 229, 0, 82, 80, 67, 77, 79, 86, 46, 227, 32, 82, 112, 99, 5, 31, 1, 86, 6, 20, 23, 0, 82, 80, 67, 77,
    79, 86, 46, 227, 133, 82, 112, 99, 5, 31, 1, 86, 6, 0, 66, 77, 79, 86, 46, 227, 5, 84, 1, 99, 10, 32, 1, 9, 3, 7,
    13, 66, 18, 15, 16, 4, 20, 5, 24, 8, 108, 10, 4, 7, 21, 20, 66, 18, 15, 24, 4, 0, 66, 77, 79, 86, 46, 227, 5, 84,
    1, 173, 10, 32, 1, 9, 3, 7, 13, 5, 24, 8, 108, 10, 20, 66, 18, 15, 16, 4, 4, 20, 66, 18, 15, 24, 4, 20, 1, 9, 3, 4,
    6, 18, 13, 32, 32, 4, 3, 17, 7, 32, 0, 66, 82, 88, 85, 32, 246, 32, 16, 19, 207, 0, 6, 7, 2, 0, 66, 80, 84, 5, 84,
    3, 182, 10, 32, 18, 13, 34, 20, 0, 1, 84, 3, 3, 3, 6, 7, 5, 0, 78, 65, 78, 79, 83, 76, 69, 69, 80, 5, 84, 1, 193,
    10, 5, 85, 1, 202, 10, 32, 1, 9, 3, 1, 5, 17, 7, 32, 4, 4, 18, 13, 32, 32, 207, 0, 84, 69, 88, 167, 190, 142, 136,
    0, 137, 15, 216, 3, 6, 2, 1, 0, 84, 69, 88, 167, 190, 136, 0, 7, 23, 0, 142, 136, 0, 137, 0, 7, 23, 0, 136, 0, 7,
    13, 0, 142, 136, 0, 137, 15, 216, 3, 6, 2, 1, 15, 188, 9, 15, 189, 6, 15, 191, 3, 6, 4, 1, 0, 7, 13, 0, 136, 0, 7,
    50, 0, 142, 136, 0, 161, 15, 188, 3, 6, 4, 1, 6, 1, 1, 15, 204, 6, 15, 63, 3, 6, 1, 1, 15, 11, 3, 6, 1, 1, 15, 191,
    3, 6, 1, 1, 205, 15, 189, 4, 6, 1, 1, 205, 0, 7, 50, 0, 136, 0, 84, 88, 81, 148, 20, 5, 62, 2, 10, 11, 20, 142, 18,
    13, 72, 4, 0, 161, 15, 11, 1, 229, 0, 84, 88, 81, 5, 59, 1, 217, 10, 148, 20, 5, 62, 2, 10, 11, 20, 18, 13, 72, 4,
    0, 83, 85, 197, 177, 133, 91, 204, 93, 173, 209, 7, 31, 0, 0, 149, 178, 0, 83, 85, 197, 177, 133, 91, 204, 93, 255,
    209, 7, 31, 0, 0, 230, 173, 7, 31, 0, 0, 149, 1, 73, 3, 1, 1, 205, 0, 230, 255, 7, 31, 0, 0, 7, 79, 0, 173, 7, 31,
    0, 0, 149, 0, 7, 79, 0, 255, 7, 31, 0, 0, 197, 7, 26, 0, 15, 219, 6, 18, 22, 32, 1, 4, 2, 16, 37, 7, 60, 0, 9, 101,
    1, 0, 178, 160, 0, 197, 71, 7, 26, 0, 18, 22, 32, 1, 7, 60, 0, 209, 9, 101, 1, 0, 197, 67, 157, 5, 78, 2, 152, 11,
    133, 99, 91, 253, 93, 16, 25, 0, 178, 0, 197, 76, 7, 45, 0, 133, 17, 22, 32, 0, 197, 83, 5, 76, 1, 167, 11, 157,
    133, 18, 22, 32, 2, 0, 83, 84, 171, 7, 45, 0, 130, 32, 15, 219, 7, 18, 22, 64, 1, 143, 4, 3, 16, 37, 255, 9, 101,
    1, 0, 159, 160, 0, 83, 84, 71, 171, 7, 45, 0, 130, 32, 18, 22, 64, 1, 143, 9, 101, 1, 0, 83, 84, 76, 7, 45, 0, 32,
    17, 22, 64, 143, 0, 159, 0, 83, 84, 83, 157, 32, 18, 22, 64, 2, 143, 0, 83, 72, 70, 76, 5, 58, 2, 172, 11, 166, 21,
    20, 204, 20, 1, 9, 3, 1, 5, 17, 7, 32, 4, 14, 1, 9, 3, 2, 5, 17, 7, 32, 4, 4, 18, 13, 53, 5, 20, 1, 9, 3, 1, 3, 24,
    4, 12, 1, 9, 3, 4, 3, 24, 4, 4, 18, 13, 40, 13, 0, 192, 187, 0, 158, 223, 0, 192, 199, 0, 15, 202, 5, 219, 205, 6,
    3, 2, 160, 0, 192, 83, 7, 74, 0, 133, 18, 22, 64, 2, 1, 9, 3, 7, 2, 4, 1, 143, 9, 64, 8, 0, 158, 0, 192, 83, 7, 73,
    0, 32, 1, 9, 3, 2, 5, 17, 9, 81, 4, 1, 21, 20, 18, 22, 0, 2, 143, 255, 0, 15, 202, 5, 219, 205, 6, 3, 2, 0, 7, 37,
    0, 5, 87, 3, 213, 11, 5, 73, 3, 213, 0, 130, 32, 18, 22, 64, 4, 143, 179, 9, 101, 1, 0, 158, 160, 0, 67, 67, 84,
    76, 171, 5, 87, 4, 253, 11, 1, 87, 4, 4, 2, 4, 3, 32, 16, 37, 9, 24, 8, 0, 15, 200, 1, 229, 0, 67, 67, 84, 76, 46,
    69, 46, 67, 46, 197, 67, 85, 46, 73, 86, 46, 68, 69, 69, 80, 32, 91, 246, 93, 8, 79, 1, 1, 8, 86, 3, 7, 8, 91, 1,
    1, 0, 77, 69, 77, 228, 5, 79, 2, 30, 12, 5, 76, 3, 42, 12, 0, 183, 84, 67, 72, 5, 79, 1, 69, 12, 5, 73, 1, 80, 12,
    32, 15, 207, 2, 4, 4, 17, 9, 81, 20, 21, 20, 22, 209, 0, 15, 201, 1, 229, 0, 192, 7, 3, 0, 0, 151, 223, 0, 192, 71,
    7, 3, 0, 0, 7, 37, 0, 46, 168, 5, 73, 4, 87, 12, 130, 32, 18, 22, 64, 4, 143, 179, 0, 151, 160, 0, 254, 83, 1, 9,
    3, 2, 29, 46, 80, 72, 65, 83, 69, 67, 72, 75, 46, 84, 82, 65, 78, 83, 54, 52, 5, 72, 1, 203, 12, 166, 17, 22, 64,
    143, 4, 30, 46, 65, 82, 82, 73, 86, 69, 46, 84, 82, 65, 78, 83, 54, 52, 5, 74, 1, 214, 12, 5, 84, 3, 221, 12, 133,
    17, 22, 64, 143, 9, 70, 1, 9, 76, 1, 0, 6, 10, 1, 219, 0, 192, 71, 187, 0, 192, 71, 199, 0, 81, 83, 80, 67, 171, 5,
    73, 2, 249, 12, 166, 21, 20, 17, 22, 32, 9, 90, 1, 0, 1, 9, 3, 2, 9, 67, 71, 65, 69, 82, 82, 228, 4, 4, 69, 82, 82,
    228, 0, 197, 71, 83, 84, 83, 46, 69, 5, 81, 1, 6, 13, 5, 72, 1, 16, 13, 15, 211, 12, 5, 73, 1, 16, 13, 5, 74, 2,
    27, 13, 4, 1, 157, 5, 82, 1, 36, 13, 130, 32, 16, 23, 1, 87, 3, 7, 2, 4, 1, 165, 179, 9, 101, 1, 0, 6, 10, 1, 15,
    219, 15, 2, 100, 6, 15, 211, 3, 229, 4, 4, 15, 198, 1, 229, 4, 4, 15, 200, 1, 229, 0, 197, 71, 68, 69, 80, 228, 0,
    65, 82, 82, 73, 86, 69, 83, 46, 197, 71, 83, 84, 83, 228, 46, 54, 52, 2, 100, 12, 5, 76, 1, 45, 13, 5, 77, 1, 55,
    13, 4, 10, 5, 70, 1, 45, 13, 5, 71, 1, 55, 13, 32, 17, 22, 64, 9, 73, 1, 9, 75, 1, 0, 254, 83, 46, 67, 67, 84, 76,
    15, 219, 9, 46, 73, 86, 32, 17, 22, 64, 4, 6, 46, 73, 86, 65, 76, 76, 0, 254, 83, 46, 69, 88, 67, 72, 46, 54, 52,
    32, 191, 17, 24, 24, 20, 17, 8, 32, 8, 72, 1, 1, 0, 85, 84, 183, 197, 71, 5, 79, 3, 67, 13, 1, 79, 3, 1, 7, 5, 84,
    1, 90, 13, 4, 5, 5, 84, 1, 175, 6, 5, 82, 1, 101, 13, 5, 75, 1, 111, 13, 7, 59, 0, 169, 15, 203, 6, 20, 17, 8, 64,
    4, 7, 15, 210, 4, 20, 17, 8, 64, 241, 0, 85, 84, 183, 83, 84, 71, 5, 79, 3, 67, 13, 5, 82, 1, 101, 13, 169, 241, 0,
    85, 84, 183, 82, 69, 68, 71, 5, 79, 3, 67, 13, 5, 87, 3, 213, 11, 169, 241, 0, 85, 84, 183, 67, 77, 68, 70, 76, 85,
    83, 72, 0, 85, 84, 183, 67, 67, 84, 76, 5, 82, 1, 132, 13, 32, 91, 246, 93, 0, 85, 84, 183, 80, 70, 46, 76, 50, 5,
    79, 3, 67, 13, 169, 0, 85, 66, 76, 75, 67, 80, 5, 73, 2, 141, 13, 169, 20, 17, 8, 64, 0, 85, 66, 76, 75, 82, 69,
    68, 5, 73, 2, 141, 13, 5, 87, 3, 213, 11, 169, 20, 17, 8, 64, 0, 83, 84, 65, 83, 157, 32, 91, 204, 5, 90, 1, 134,
    2, 93, 143, 2, 100, 5, 9, 64, 8, 4, 3, 9, 64, 6, 8, 75, 1, 1, 8, 91, 1, 1, 0, 159, 15, 218, 1, 229, 0, 87, 65, 82,
    80, 71, 82, 79, 85, 80, 15, 208, 20, 46, 68, 69, 80, 228, 46, 76, 69, 32, 103, 115, 98, 48, 20, 18, 13, 72, 3, 4,
    7, 46, 65, 82, 82, 73, 86, 69, 9, 47, 1, 0, 70, 69, 78, 67, 69, 46, 86, 73, 69, 87, 46, 65, 254, 5, 73, 1, 154, 13,
    5, 72, 1, 175, 6, 0, 1, 9, 3, 6, 12, 85, 67, 71, 65, 228, 95, 87, 65, 73, 84, 4, 9, 85, 67, 71, 65, 228, 95, 65,
    82, 86, 8, 91, 1, 1, 0, 85, 174, 183, 88, 82, 69, 71, 5, 72, 3, 161, 13, 46, 67, 84, 65, 80, 79, 79, 76, 7, 53, 0,
    18, 13, 32, 32, 8, 91, 1, 1, 0, 85, 174, 83, 72, 77, 83, 90, 15, 200, 8, 46, 70, 76, 85, 83, 72, 4, 5, 32, 18, 13,
    32, 32, 8, 91, 1, 1, 0, 85, 71, 69, 84, 78, 69, 88, 84, 87, 79, 82, 75, 73, 68, 5, 72, 1, 185, 13, 32, 91, 246, 93,
    20, 91, 17, 31, 24, 93, 0, 85, 84, 67, 192, 83, 87, 83, 7, 59, 0, 1, 9, 3, 2, 27, 46, 70, 73, 78, 68, 95, 65, 78,
    68, 95, 174, 5, 75, 1, 207, 13, 32, 17, 11, 81, 20, 191, 17, 8, 32, 4, 9, 46, 65, 78, 68, 32, 191, 17, 8, 32, 0,
    85, 84, 67, 67, 80, 46, 84, 46, 83, 7, 59, 0, 5, 83, 2, 216, 13, 1, 83, 2, 2, 4, 8, 88, 1, 1, 32, 215, 246, 1, 40,
    16, 0, 2, 4, 5, 43, 18, 13, 40, 16, 93, 20, 103, 242, 17, 8, 32, 93, 0, 85, 84, 67, 83, 72, 73, 70, 84, 46, 68, 79,
    87, 78, 32, 215, 246, 93, 8, 80, 1, 1, 0, 85, 84, 67, 228, 7, 59, 0, 5, 75, 1, 111, 13, 32, 91, 246, 93, 20, 17, 8,
    32, 15, 203, 6, 20, 17, 8, 64, 4, 4, 8, 64, 8, 255, 0, 1, 72, 2, 0, 19, 15, 191, 8, 85, 84, 67, 79, 77, 183, 4, 6,
    85, 84, 67, 72, 77, 183, 4, 34, 1, 72, 2, 1, 8, 85, 84, 67, 73, 77, 183, 4, 21, 1, 72, 2, 3, 8, 85, 84, 67, 81, 77,
    183, 4, 8, 85, 84, 67, 5, 72, 2, 132, 2, 7, 59, 0, 15, 191, 6, 15, 62, 3, 46, 52, 88, 32, 1, 9, 3, 4, 5, 215, 246,
    93, 4, 4, 103, 242, 246, 93, 20, 103, 242, 17, 8, 32, 93, 20, 215, 17, 8, 64, 93, 20, 215, 17, 8, 40, 93, 20, 105,
    242, 17, 31, 40, 93, 1, 48, 8, 255, 2, 4, 16, 1, 9, 3, 2, 5, 15, 63, 2, 4, 6, 20, 215, 17, 8, 48, 93, 210, 5, 78,
    1, 246, 13, 5, 83, 1, 175, 6, 0, 83, 84, 84, 77, 7, 18, 0, 5, 83, 3, 65, 14, 32, 215, 17, 8, 64, 201, 143, 0, 15,
    215, 12, 13, 0, 1, 83, 3, 13, 2, 1, 83, 3, 4, 45, 1, 81, 2, 0, 10, 13, 0, 2, 83, 3, 13, 2, 2, 83, 3, 1, 81, 2, 1,
    10, 13, 0, 4, 83, 3, 13, 2, 4, 83, 3, 1, 81, 2, 2, 10, 13, 0, 1, 83, 3, 13, 2, 1, 83, 3, 0, 197, 84, 77, 1, 9, 3,
    2, 5, 46, 83, 84, 65, 84, 7, 18, 0, 5, 80, 1, 100, 14, 5, 83, 3, 65, 14, 1, 9, 3, 2, 40, 1, 64, 5, 22, 15, 46, 183,
    88, 65, 66, 83, 46, 70, 227, 46, 78, 65, 78, 4, 20, 5, 67, 1, 141, 9, 5, 64, 2, 113, 14, 5, 66, 1, 175, 6, 5, 68,
    1, 175, 6, 32, 1, 9, 3, 2, 4, 17, 42, 24, 20, 21, 20, 215, 17, 8, 32, 201, 0, 70, 168, 7, 58, 0, 7, 36, 0, 240,
    128, 139, 0, 70, 231, 7, 58, 0, 5, 41, 3, 104, 15, 7, 36, 0, 240, 128, 7, 43, 0, 0, 70, 70, 183, 5, 53, 1, 4, 1, 5,
    51, 2, 97, 1, 240, 226, 0, 70, 168, 227, 73, 5, 55, 1, 4, 1, 206, 252, 222, 22, 222, 20, 15, 181, 1, 45, 15, 185,
    1, 124, 16, 36, 15, 185, 1, 124, 0, 70, 231, 227, 73, 5, 53, 1, 4, 1, 5, 55, 1, 235, 6, 206, 244, 16, 36, 0, 70, 7,
    54, 0, 5, 55, 1, 4, 1, 196, 0, 70, 174, 80, 5, 48, 4, 88, 5, 5, 47, 1, 4, 1, 211, 0, 70, 67, 77, 80, 1, 48, 4, 4,
    2, 4, 5, 5, 48, 4, 88, 5, 5, 47, 1, 4, 1, 225, 152, 198, 9, 43, 1, 0, 70, 193, 7, 58, 0, 128, 139, 164, 0, 70, 67,
    72, 75, 46, 68, 73, 86, 73, 68, 69, 32, 17, 9, 3, 20, 139, 0, 82, 82, 79, 5, 39, 1, 123, 15, 225, 200, 15, 177, 1,
    124, 0, 77, 85, 70, 85, 5, 20, 4, 137, 15, 240, 225, 7, 34, 0, 0, 70, 83, 87, 90, 168, 5, 38, 1, 242, 6, 225, 244,
    17, 7, 20, 20, 1, 28, 8, 0, 10, 80, 80, 80, 80, 80, 80, 80, 80, 4, 35, 1, 28, 8, 204, 10, 90, 80, 80, 80, 90, 80,
    80, 80, 4, 20, 1, 28, 8, 240, 10, 90, 80, 90, 80, 80, 80, 80, 80, 4, 5, 5, 28, 8, 132, 2, 0, 68, 168, 7, 36, 0,
    128, 139, 0, 68, 231, 7, 36, 0, 128, 7, 43, 0, 0, 68, 70, 183, 5, 50, 2, 97, 1, 226, 0, 68, 7, 54, 0, 196, 0, 229,
    205, 0, 68, 174, 80, 5, 48, 4, 88, 5, 211, 0, 68, 193, 128, 139, 164, 0, 70, 50, 70, 7, 58, 0, 5, 8, 2, 192, 15, 5,
    10, 2, 192, 15, 15, 170, 7, 5, 39, 2, 217, 15, 4, 3, 7, 36, 0, 240, 7, 44, 0, 0, 1, 8, 2, 3, 1, 219, 1, 10, 2, 3,
    1, 205, 0, 70, 50, 73, 7, 58, 0, 186, 5, 10, 2, 192, 15, 5, 39, 2, 32, 1, 7, 44, 0, 0, 73, 50, 70, 5, 8, 2, 192,
    15, 185, 7, 36, 0, 181, 0, 73, 50, 73, 186, 185, 240, 181, 0, 73, 168, 5, 43, 1, 243, 5, 240, 128, 15, 177, 1, 45,
    7, 43, 0, 0, 73, 168, 227, 73, 5, 53, 1, 243, 5, 5, 54, 1, 235, 6, 206, 252, 244, 16, 36, 0, 73, 168, 51, 5, 48, 1,
    243, 5, 1, 60, 4, 5, 5, 5, 37, 2, 245, 15, 128, 15, 179, 1, 45, 22, 1, 60, 4, 5, 5, 5, 35, 2, 0, 16, 20, 15, 178,
    1, 45, 23, 1, 60, 4, 5, 5, 5, 33, 2, 0, 16, 20, 15, 177, 1, 45, 24, 1, 60, 4, 5, 5, 5, 31, 2, 0, 16, 0, 66, 70, 69,
    238, 5, 40, 1, 11, 16, 128, 152, 0, 66, 70, 73, 128, 152, 198, 0, 73, 83, 67, 168, 128, 15, 177, 1, 45, 7, 43, 0,
    20, 18, 13, 39, 5, 0, 73, 83, 67, 168, 227, 73, 206, 244, 16, 36, 20, 18, 13, 53, 5, 0, 83, 72, 76, 5, 39, 1, 60,
    6, 5, 43, 1, 243, 5, 128, 152, 0, 83, 72, 82, 238, 5, 39, 1, 60, 6, 5, 40, 1, 11, 16, 5, 44, 1, 243, 5, 128, 152,
    0, 83, 72, 70, 46, 76, 234, 0, 83, 72, 70, 46, 82, 234, 0, 80, 79, 80, 67, 225, 15, 168, 1, 126, 23, 0, 70, 76, 79,
    238, 5, 41, 1, 108, 9, 128, 15, 168, 1, 126, 23, 0, 76, 79, 80, 5, 41, 2, 32, 16, 5, 43, 1, 243, 5, 5, 44, 2, 55,
    16, 32, 1, 44, 2, 0, 2, 4, 4, 17, 9, 48, 20, 7, 35, 0, 15, 167, 1, 126, 244, 15, 168, 1, 126, 23, 1, 44, 2, 0, 4,
    8, 48, 3, 7, 0, 76, 79, 80, 227, 73, 5, 53, 2, 32, 16, 206, 15, 183, 1, 126, 244, 15, 184, 1, 126, 16, 36, 0, 217,
    128, 244, 16, 33, 198, 20, 18, 13, 48, 8, 0, 217, 128, 152, 198, 20, 18, 13, 48, 8, 0, 217, 5, 36, 2, 55, 16, 32,
    1, 36, 2, 0, 2, 4, 4, 17, 9, 48, 20, 7, 35, 0, 152, 198, 20, 18, 13, 28, 8, 1, 36, 2, 0, 4, 8, 48, 3, 7, 0, 76, 69,
    65, 5, 46, 1, 243, 5, 188, 15, 173, 1, 45, 152, 1, 39, 5, 0, 2, 4, 5, 20, 18, 13, 39, 5, 0, 76, 69, 65, 46, 72, 73,
    5, 38, 1, 243, 5, 188, 15, 165, 1, 45, 152, 198, 1, 28, 5, 0, 2, 4, 5, 20, 18, 13, 28, 5, 0, 76, 69, 65, 46, 72,
    73, 5, 57, 1, 243, 5, 188, 252, 244, 16, 33, 198, 1, 51, 5, 0, 2, 4, 5, 20, 18, 13, 51, 5, 0, 73, 193, 238, 5, 43,
    2, 65, 16, 128, 152, 164, 0, 73, 67, 77, 80, 5, 49, 3, 175, 5, 238, 225, 152, 198, 0, 73, 174, 5, 44, 1, 63, 8, 7,
    57, 0, 239, 128, 152, 164, 0, 73, 174, 80, 7, 57, 0, 150, 20, 152, 164, 0, 80, 82, 77, 84, 5, 48, 3, 19, 6, 225,
    152, 198, 0, 73, 231, 5, 39, 1, 248, 5, 128, 152, 8, 40, 2, 3, 0, 73, 231, 227, 73, 5, 54, 1, 226, 7, 5, 55, 1,
    226, 7, 206, 244, 16, 36, 0, 182, 18, 7, 20, 82, 7, 70, 0, 0, 182, 16, 33, 7, 70, 0, 0, 77, 79, 86, 225, 23, 1, 39,
    4, 15, 2, 4, 5, 20, 18, 13, 39, 4, 0, 77, 79, 86, 227, 73, 225, 16, 36, 1, 12, 4, 15, 2, 4, 5, 20, 18, 13, 12, 4,
    0, 83, 69, 76, 225, 152, 164, 0, 80, 50, 82, 5, 41, 2, 136, 1, 225, 5, 40, 1, 78, 16, 20, 152, 0, 82, 50, 80, 32,
    5, 40, 1, 78, 16, 20, 22, 5, 41, 2, 136, 1, 14, 20, 19, 255, 255, 2, 0, 4, 2, 20, 23, 0, 15, 168, 2, 4, 3, 6, 8, 1,
    0, 194, 18, 13, 20, 16, 198, 0, 194, 17, 7, 20, 5, 35, 1, 107, 7, 198, 0, 7, 39, 0, 5, 55, 1, 114, 16, 5, 56, 1,
    121, 16, 7, 4, 0, 16, 33, 5, 52, 1, 107, 7, 198, 0, 7, 39, 0, 7, 4, 0, 17, 7, 39, 5, 52, 1, 107, 7, 20, 16, 33, 0,
    72, 168, 7, 30, 0, 0, 7, 65, 0, 16, 41, 0, 7, 65, 0, 252, 222, 16, 33, 222, 0, 72, 231, 7, 30, 0, 0, 7, 64, 0, 16,
    41, 0, 7, 64, 0, 222, 16, 33, 222, 0, 72, 70, 183, 195, 5, 37, 2, 216, 16, 5, 32, 1, 235, 6, 7, 14, 0, 15, 159, 1,
    45, 17, 7, 20, 5, 28, 2, 172, 16, 5, 82, 1, 179, 8, 20, 15, 158, 1, 45, 17, 7, 39, 5, 35, 2, 172, 16, 5, 83, 1,
    179, 8, 0, 155, 16, 41, 20, 15, 179, 1, 45, 237, 0, 155, 252, 16, 33, 20, 15, 179, 1, 45, 237, 0, 155, 252, 237,
    20, 15, 179, 1, 45, 16, 33, 0, 72, 174, 50, 5, 49, 2, 229, 16, 5, 35, 4, 88, 5, 239, 145, 153, 164, 0, 7, 1, 0,
    252, 16, 33, 164, 0, 7, 1, 0, 16, 41, 164, 0, 72, 174, 80, 50, 5, 35, 4, 88, 5, 5, 6, 1, 4, 1, 150, 153, 164, 0, 7,
    12, 0, 252, 222, 16, 33, 222, 164, 0, 7, 12, 0, 16, 41, 164, 0, 86, 168, 146, 175, 0, 86, 193, 146, 5, 56, 1, 100,
    17, 175, 0, 86, 83, 72, 82, 5, 54, 1, 41, 17, 7, 16, 0, 5, 50, 1, 106, 17, 5, 49, 1, 60, 6, 7, 5, 0, 18, 13, 20,
    16, 7, 70, 0, 0, 7, 42, 0, 52, 5, 48, 2, 113, 17, 5, 53, 2, 124, 17, 225, 244, 18, 7, 20, 82, 7, 70, 0, 8, 36, 2,
    3, 8, 51, 2, 3, 8, 32, 4, 4, 8, 28, 4, 4, 0, 80, 174, 80, 5, 24, 2, 159, 5, 150, 20, 17, 10, 12, 20, 17, 10, 29,
    164, 0, 80, 174, 5, 44, 1, 63, 8, 5, 24, 2, 159, 5, 239, 128, 17, 10, 12, 20, 17, 10, 29, 164, 0, 67, 174, 80, 5,
    8, 5, 133, 17, 150, 20, 67, 67, 164, 0, 83, 50, 82, 225, 5, 20, 8, 45, 18, 0, 67, 83, 50, 82, 225, 5, 20, 8, 45,
    18, 0, 86, 79, 84, 69, 5, 48, 2, 54, 5, 32, 1, 0, 8, 255, 2, 4, 3, 16, 7, 20, 17, 9, 45, 164, 0, 78, 79, 80, 9, 8,
    5, 0, 66, 82, 65, 5, 7, 1, 167, 11, 32, 1, 0, 5, 15, 2, 4, 6, 5, 0, 5, 132, 14, 20, 16, 18, 0, 6, 7, 1, 214, 0, 66,
    82, 88, 32, 22, 32, 16, 19, 8, 0, 5, 15, 0, 67, 65, 76, 32, 16, 18, 9, 0, 8, 0, 6, 7, 3, 0, 74, 67, 65, 76, 32, 18,
    13, 20, 32, 9, 0, 8, 0, 74, 77, 88, 32, 22, 8, 0, 5, 15, 0, 83, 83, 89, 32, 16, 18, 0, 80, 66, 75, 32, 16, 18, 0,
    6, 7, 6, 6, 6, 1, 0, 80, 82, 69, 84, 32, 16, 18, 9, 0, 8, 0, 69, 88, 73, 84, 189, 0, 6, 7, 5, 214, 0, 82, 69, 84,
    189, 0, 6, 7, 4, 214, 0, 66, 82, 75, 189, 0, 6, 7, 7, 6, 6, 1, 214, 0, 254, 189, 0, 6, 7, 7, 214, 0, 83, 65, 77, 0,
    82, 65, 77, 0, 66, 80, 84, 5, 6, 3, 182, 10, 32, 18, 13, 20, 20, 0, 1, 6, 3, 3, 3, 6, 7, 5, 0, 68, 69, 80, 228, 5,
    29, 1, 203, 9, 15, 157, 12, 32, 83, 66, 18, 15, 26, 3, 20, 18, 13, 20, 6, 16, 27, 0, 66, 50, 82, 5, 32, 2, 40, 21,
    145, 1, 45, 3, 7, 2, 4, 4, 20, 17, 9, 45, 9, 8, 8, 0, 228, 15, 161, 11, 46, 82, 69, 68, 5, 35, 2, 227, 9, 4, 2, 46,
    254, 32, 15, 172, 6, 18, 13, 8, 8, 4, 1, 22, 15, 171, 14, 1, 20, 12, 0, 2, 4, 5, 20, 18, 13, 20, 12, 4, 4, 20, 17,
    7, 20, 15, 161, 3, 164, 4, 3, 9, 39, 4, 9, 34, 1, 0, 77, 69, 77, 228, 5, 8, 2, 52, 21, 5, 0, 1, 68, 21, 0, 197, 71,
    5, 45, 1, 95, 11, 5, 46, 2, 78, 21, 7, 56, 0, 225, 18, 22, 20, 24, 0, 156, 15, 173, 1, 229, 0, 83, 84, 71, 5, 45,
    1, 95, 11, 5, 46, 2, 92, 21, 236, 0, 6, 9, 1, 156, 15, 173, 1, 229, 0, 197, 76, 5, 44, 2, 106, 21, 7, 56, 0, 225,
    18, 22, 20, 24, 0, 156, 0, 197, 83, 5, 44, 1, 167, 11, 1, 48, 3, 4, 7, 5, 44, 1, 114, 21, 4, 3, 7, 56, 0, 225, 18,
    22, 20, 24, 0, 83, 84, 76, 5, 44, 2, 120, 21, 236, 0, 6, 9, 1, 156, 0, 83, 84, 83, 236, 0, 197, 67, 7, 56, 0, 5,
    44, 2, 152, 11, 225, 99, 91, 18, 13, 36, 5, 93, 18, 22, 20, 16, 0, 197, 5, 52, 1, 95, 11, 5, 56, 2, 124, 21, 5, 53,
    3, 72, 9, 225, 18, 22, 20, 32, 20, 17, 9, 58, 0, 213, 0, 83, 84, 5, 52, 1, 95, 11, 5, 56, 2, 135, 21, 5, 53, 3, 72,
    9, 32, 18, 22, 20, 32, 20, 16, 7, 20, 17, 9, 58, 0, 6, 9, 1, 213, 0, 192, 5, 48, 1, 95, 11, 5, 52, 4, 146, 21, 5,
    49, 3, 194, 21, 225, 18, 22, 28, 20, 20, 17, 7, 20, 0, 1, 49, 3, 2, 2, 219, 205, 1, 49, 3, 5, 2, 219, 205, 1, 49,
    3, 6, 2, 219, 205, 15, 176, 1, 229, 0, 192, 5, 48, 1, 95, 11, 46, 67, 65, 83, 5, 49, 1, 134, 2, 225, 18, 22, 28,
    20, 20, 17, 7, 20, 20, 15, 177, 6, 18, 39, 20, 2, 4, 3, 17, 39, 20, 0, 15, 177, 6, 219, 6, 2, 4, 4, 1, 205, 15,
    176, 1, 229, 0, 192, 83, 5, 52, 4, 146, 21, 5, 28, 2, 242, 21, 225, 16, 37, 20, 17, 7, 20, 0, 1, 28, 2, 2, 2, 219,
    205, 0, 192, 83, 46, 67, 65, 83, 5, 52, 1, 134, 2, 225, 16, 37, 20, 17, 7, 20, 20, 15, 180, 6, 18, 39, 20, 2, 4, 3,
    17, 39, 20, 9, 53, 2, 0, 15, 180, 6, 219, 6, 2, 4, 4, 1, 205, 0, 82, 69, 68, 5, 48, 1, 95, 11, 5, 23, 3, 213, 11,
    5, 20, 3, 194, 21, 32, 18, 22, 28, 20, 20, 16, 7, 0, 6, 9, 1, 1, 20, 3, 2, 1, 219, 1, 20, 3, 5, 1, 219, 1, 20, 3,
    6, 1, 219, 15, 176, 1, 229, 0, 83, 72, 70, 76, 5, 30, 2, 172, 11, 32, 17, 9, 48, 20, 16, 7, 20, 244, 15, 156, 6,
    18, 13, 20, 5, 4, 3, 17, 7, 20, 20, 15, 157, 6, 18, 13, 34, 13, 4, 1, 24, 0, 83, 85, 197, 46, 68, 46, 66, 65, 5,
    33, 3, 34, 11, 5, 20, 3, 72, 9, 5, 49, 2, 70, 11, 225, 91, 22, 93, 7, 40, 0, 8, 23, 1, 1, 9, 52, 1, 0, 7, 38, 0,
    251, 0, 83, 85, 83, 84, 15, 180, 7, 46, 68, 46, 66, 65, 4, 2, 46, 80, 5, 33, 3, 34, 11, 15, 180, 5, 5, 20, 3, 72,
    9, 15, 180, 2, 4, 5, 5, 20, 4, 255, 21, 5, 49, 2, 70, 11, 32, 91, 22, 93, 20, 16, 7, 7, 40, 0, 9, 23, 1, 0, 6, 9,
    1, 7, 38, 0, 15, 180, 3, 251, 4, 12, 15, 150, 5, 6, 0, 4, 4, 4, 15, 149, 1, 219, 0, 84, 69, 88, 5, 55, 3, 122, 22,
    5, 54, 1, 238, 10, 221, 131, 0, 132, 1, 55, 131, 0, 8, 1, 55, 131, 1, 3, 6, 2, 1, 15, 182, 3, 6, 2, 1, 233, 0, 84,
    69, 88, 46, 66, 5, 37, 3, 122, 22, 5, 36, 1, 238, 10, 221, 138, 141, 48, 120, 48, 163, 0, 132, 6, 2, 1, 1, 37, 131,
    0, 8, 1, 37, 131, 1, 3, 6, 2, 1, 15, 164, 3, 6, 2, 1, 233, 0, 84, 69, 88, 83, 5, 59, 1, 148, 22, 5, 53, 4, 155, 22,
    7, 8, 0, 20, 5, 53, 4, 211, 22, 7, 7, 0, 0, 212, 15, 183, 3, 229, 4, 13, 15, 184, 3, 229, 4, 7, 15, 181, 4, 15,
    182, 1, 229, 15, 181, 9, 15, 54, 6, 1, 53, 132, 1, 1, 205, 0, 84, 197, 7, 0, 0, 0, 132, 7, 33, 0, 0, 84, 197, 46,
    66, 7, 0, 0, 0, 132, 6, 2, 1, 7, 33, 0, 0, 84, 197, 83, 5, 59, 1, 148, 22, 5, 53, 4, 43, 23, 7, 8, 0, 20, 5, 53, 4,
    100, 23, 7, 7, 0, 0, 212, 15, 183, 6, 1, 53, 132, 6, 1, 229, 15, 184, 1, 205, 0, 84, 197, 52, 5, 56, 2, 253, 10, 5,
    54, 2, 139, 23, 221, 131, 0, 132, 1, 54, 2, 1, 3, 6, 2, 1, 1, 54, 2, 2, 1, 205, 233, 0, 84, 197, 52, 5, 38, 2, 253,
    10, 46, 66, 5, 36, 2, 139, 23, 221, 138, 141, 48, 120, 48, 163, 0, 132, 6, 2, 1, 1, 36, 2, 1, 3, 6, 2, 1, 1, 36, 2,
    2, 1, 205, 233, 0, 84, 197, 52, 83, 5, 55, 1, 154, 23, 5, 52, 2, 253, 10, 5, 51, 1, 238, 10, 5, 50, 1, 247, 10, 7,
    8, 0, 0, 15, 183, 3, 6, 4, 1, 219, 1, 28, 136, 255, 3, 6, 11, 2, 15, 178, 3, 229, 4, 4, 15, 179, 1, 229, 15, 178,
    4, 15, 179, 1, 205, 0, 84, 88, 68, 5, 35, 1, 238, 10, 131, 0, 232, 0, 84, 88, 68, 46, 66, 5, 35, 1, 238, 10, 138,
    141, 48, 120, 48, 163, 0, 232, 6, 1, 1, 0, 84, 88, 81, 245, 0, 144, 0, 84, 88, 81, 46, 66, 245, 0, 144, 229, 0,
    145, 5, 47, 1, 126, 14, 20, 0, 20, 15, 171, 1, 45, 15, 172, 1, 124, 17, 7, 8, 5, 47, 2, 172, 16, 15, 172, 1, 124,
    5, 81, 1, 179, 8, 20, 0, 2, 80, 7, 5, 77, 4, 0, 0, 4, 5, 5, 77, 4, 54, 0, 0, 138, 141, 18, 13, 36, 13, 163, 0, 144,
    6, 1, 1, 15, 156, 3, 6, 1, 1, 15, 158, 3, 229, 4, 6, 15, 157, 3, 6, 1, 1, 0, 32, 21, 20, 0, 70, 50, 73, 140, 15,
    72, 36, 1, 75, 2, 0, 3, 46, 85, 56, 1, 75, 2, 1, 4, 46, 85, 49, 54, 1, 75, 2, 2, 3, 46, 85, 227, 1, 75, 2, 3, 4,
    46, 85, 54, 52, 4, 26, 1, 75, 2, 0, 3, 46, 83, 56, 1, 75, 2, 1, 4, 46, 83, 49, 54, 1, 75, 2, 3, 4, 46, 83, 54, 52,
    7, 77, 0, 5, 77, 1, 54, 1, 133, 184, 0, 133, 1, 9, 3, 6, 10, 204, 20, 103, 242, 17, 30, 32, 93, 4, 6, 103, 242, 17,
    30, 24, 93, 5, 61, 1, 82, 2, 5, 62, 1, 91, 2, 255, 1, 87, 4, 0, 2, 4, 13, 20, 5, 90, 1, 100, 2, 85, 80, 5, 87, 3,
    104, 2, 1, 84, 3, 7, 2, 4, 9, 8, 84, 3, 0, 20, 103, 115, 98, 48, 9, 91, 1, 0, 5, 61, 3, 158, 1, 7, 52, 0, 209, 179,
    0, 161, 15, 188, 3, 6, 12, 1, 6, 1, 1, 15, 190, 3, 229, 4, 6, 15, 189, 3, 6, 1, 1, 15, 191, 3, 6, 1, 1, 15, 204, 3,
    6, 2, 1, 15, 206, 3, 6, 2, 1, 15, 11, 3, 6, 2, 1, 0, 5, 49, 1, 12, 22, 5, 81, 1, 21, 22, 5, 82, 1, 26, 22, 32, 0,
    7, 34, 0, 20, 200, 15, 177, 1, 124, 0, 5, 80, 1, 4, 1, 0, 16, 7, 20, 17, 7, 8, 1, 20, 8, 255, 2, 4, 4, 20, 17, 7,
    20, 20, 0, 1, 9, 3, 7, 7, 17, 30, 40, 20, 253, 4, 6, 253, 20, 18, 13, 40, 14, 20, 0, 20, 17, 7, 32, 0, 15, 159, 3,
    6, 0, 1, 15, 160, 3, 6, 0, 1, 15, 161, 3, 6, 0, 1, 15, 162, 3, 6, 0, 1, 0, 32, 16, 7, 0, 5, 54, 1, 41, 17, 15, 176,
    18, 1, 36, 3, 6, 13, 15, 177, 10, 15, 178, 7, 1, 28, 3, 6, 2, 4, 52, 15, 176, 13, 1, 36, 3, 6, 8, 15, 177, 5, 15,
    50, 2, 4, 36, 7, 16, 0, 15, 178, 17, 15, 177, 7, 5, 28, 3, 237, 16, 4, 5, 5, 28, 3, 246, 16, 4, 13, 15, 177, 6, 46,
    83, 49, 54, 4, 4, 46, 85, 49, 54, 0, 133, 10, 2, 4, 20, 0, 32, 17, 42, 64, 20, 21, 20, 204, 0, 6, 1, 1, 1, 61, 131,
    0, 3, 6, 1, 1, 15, 191, 3, 6, 1, 1, 1, 73, 3, 5, 1, 205, 1, 73, 3, 6, 3, 6, 2, 4, 1, 73, 3, 7, 3, 6, 2, 4, 0, 239,
    32, 17, 9, 3, 20, 16, 9, 0, 1, 73, 4, 1, 2, 219, 205, 1, 73, 4, 2, 6, 6, 0, 4, 6, 2, 4, 1, 73, 4, 4, 2, 219, 205,
    1, 73, 4, 5, 6, 6, 0, 4, 6, 2, 4, 1, 73, 4, 10, 2, 219, 205, 1, 73, 4, 11, 6, 6, 0, 4, 6, 2, 4, 1, 73, 4, 15, 2,
    219, 205, 0, 244, 23, 0, 129, 15, 159, 1, 45, 15, 158, 1, 124, 17, 7, 20, 5, 28, 2, 172, 16, 15, 158, 1, 124, 5,
    82, 1, 179, 8, 0, 32, 21, 1, 81, 3, 7, 2, 4, 4, 20, 17, 9, 81, 0, 72, 70, 183, 195, 5, 57, 2, 216, 16, 5, 52, 1,
    235, 6, 7, 14, 0, 0, 1, 48, 3, 5, 1, 219, 1, 48, 3, 6, 3, 6, 0, 4, 1, 48, 3, 7, 3, 6, 0, 4, 0, 5, 73, 3, 72, 9, 0,
    1, 73, 3, 2, 2, 219, 205, 1, 73, 3, 5, 2, 219, 205, 1, 73, 3, 6, 2, 219, 205, 0, 1, 73, 3, 5, 4, 205, 6, 3, 2, 1,
    73, 3, 6, 6, 6, 2, 4, 6, 3, 4, 1, 73, 3, 7, 6, 6, 2, 4, 6, 3, 4, 0, 15, 219, 6, 15, 218, 1, 229, 4, 4, 15, 200, 1,
    229, 0, 1, 72, 132, 1, 16, 1, 72, 132, 2, 11, 1, 72, 132, 4, 6, 1, 72, 132, 8, 1, 219, 1, 72, 4, 15, 3, 6, 11, 2,
    0, 5, 78, 2, 97, 1, 0, 20, 15, 156, 7, 5, 29, 2, 31, 22, 4, 5, 5, 29, 2, 62, 22, 20, 18, 13, 31, 4, 0, 20, 17, 10,
    39, 0, 20, 17, 10, 87, 0, 32, 17, 9, 81, 20, 0, 5, 60, 1, 210, 10, 5, 59, 1, 217, 10, 5, 87, 3, 222, 10, 5, 76, 1,
    238, 10, 0, 65, 68, 68, 0, 32, 91, 17, 8, 32, 93, 20, 91, 246, 93, 0, 1, 64, 8, 0, 6, 18, 13, 32, 32, 4, 44, 14,
    32, 16, 255, 255, 32, 0, 14, 48, 16, 255, 255, 25, 0, 1, 64, 8, 1, 20, 48, 120, 102, 102, 102, 102, 102, 102, 102,
    102, 102, 102, 102, 102, 102, 102, 102, 102, 4, 5, 5, 32, 40, 132, 2, 0, 5, 72, 1, 95, 11, 0, 5, 73, 1, 217, 5, 0,
    1, 9, 3, 7, 8, 20, 17, 30, 40, 20, 253, 4, 7, 20, 253, 20, 18, 13, 40, 14, 0, 83, 69, 84, 0, 7, 5, 0, 15, 178, 11,
    18, 7, 20, 82, 5, 28, 3, 23, 17, 4, 13, 15, 177, 6, 18, 40, 20, 16, 4, 4, 18, 13, 20, 16, 7, 70, 0, 0, 32, 21, 1,
    81, 3, 7, 2, 4, 4, 20, 17, 11, 81, 0, 46, 68, 46, 66, 65, 5, 61, 3, 34, 11, 157, 130, 5, 59, 2, 70, 11, 0, 1, 73,
    3, 5, 1, 219, 1, 73, 3, 6, 3, 6, 0, 4, 1, 73, 3, 7, 3, 6, 0, 4, 0, 8, 84, 1, 1, 0, 5, 77, 1, 235, 6, 147, 0, 128,
    200, 1, 60, 4, 3, 2, 4, 22, 1, 10, 2, 0, 7, 5, 41, 2, 136, 1, 4, 10, 1, 10, 2, 1, 5, 5, 41, 2, 209, 15, 15, 177, 1,
    124, 0, 73, 68, 80, 15, 176, 15, 46, 50, 65, 5, 50, 1, 86, 6, 5, 49, 1, 95, 6, 4, 12, 46, 52, 65, 5, 49, 1, 106, 6,
    8, 50, 1, 0, 5, 47, 1, 106, 6, 225, 244, 0, 77, 65, 0, 10, 3, 4, 0, 1, 10, 2, 0, 5, 5, 13, 1, 106, 6, 1, 10, 2, 1,
    5, 5, 13, 1, 95, 6, 1, 10, 2, 2, 5, 5, 13, 1, 226, 7, 1, 10, 2, 3, 5, 5, 13, 1, 206, 5, 0, 1, 8, 2, 0, 5, 5, 12, 1,
    106, 6, 1, 8, 2, 1, 5, 5, 12, 1, 95, 6, 1, 8, 2, 2, 5, 5, 12, 1, 226, 7, 1, 8, 2, 3, 5, 5, 12, 1, 206, 5, 0, 171,
    7, 74, 0, 130, 166, 21, 20, 18, 22, 64, 3, 1, 9, 3, 7, 2, 4, 1, 143, 179, 9, 101, 1, 15, 219, 2, 4, 3, 9, 64, 8, 0,
    32, 1, 48, 3, 7, 2, 4, 4, 17, 9, 48, 20, 7, 35, 0, 0, 1, 0, 5, 15, 2, 4, 6, 32, 5, 0, 5, 132, 14, 0, 5, 78, 1, 247,
    10, 5, 77, 1, 242, 6, 148, 143, 20, 0, 17, 8, 16, 20, 0, 65, 84, 79, 77, 0, 77, 78, 77, 88, 0, 7, 39, 0, 5, 36, 1,
    114, 16, 5, 37, 1, 121, 16, 5, 38, 1, 243, 5, 5, 50, 3, 128, 16, 128, 22, 5, 53, 1, 107, 7, 20, 0, 50, 5, 49, 2,
    193, 16, 0, 239, 128, 15, 171, 1, 45, 222, 22, 222, 20, 15, 181, 1, 45, 7, 72, 0, 0, 76, 68, 0, 20, 24, 0, 171, 7,
    73, 0, 1, 87, 2, 0, 1, 130, 166, 21, 20, 18, 22, 0, 1, 143, 255, 179, 9, 101, 1, 0, 15, 173, 1, 45, 15, 177, 1,
    124, 23, 0, 1, 40, 24, 0, 6, 8, 72, 8, 0, 4, 21, 1, 72, 8, 0, 7, 43, 18, 13, 40, 24, 4, 9, 43, 18, 40, 40, 24, 8,
    72, 8, 255, 93, 0, 15, 202, 3, 165, 4, 3, 9, 87, 4, 0, 5, 74, 1, 243, 5, 0, 17, 7, 24, 0, 6, 2, 2, 0, 145, 5, 52,
    1, 126, 14, 20, 0, 8, 87, 3, 7, 0, 10, 2, 1, 20, 10, 5, 1, 20, 10, 6, 2, 0, 8, 81, 3, 7, 0, 20, 17, 12, 87, 0, 150,
    20, 15, 171, 1, 45, 15, 135, 1, 124, 22, 15, 135, 1, 124, 20, 15, 134, 1, 45, 7, 72, 0, 0, 15, 187, 2, 4, 3, 6, 4,
    1, 1, 28, 8, 255, 6, 15, 180, 1, 219, 4, 7, 219, 15, 180, 3, 6, 11, 2, 0, 1, 53, 3, 5, 1, 219, 1, 53, 3, 6, 3, 6,
    0, 4, 1, 53, 3, 7, 3, 6, 0, 4, 15, 180, 1, 229, 0, 1, 0, 133, 15, 3, 6, 5, 1, 0, 116, 109, 101, 109, 91, 0, 73,
    174, 80, 5, 76, 3, 175, 5, 15, 208, 7, 5, 73, 1, 206, 5, 4, 1, 172, 5, 74, 2, 159, 5, 5, 72, 1, 224, 5, 0, 76, 79,
    80, 51, 46, 76, 85, 84, 0, 83, 72, 70, 5, 76, 1, 53, 6, 5, 75, 1, 60, 6, 5, 73, 2, 65, 6, 5, 80, 1, 248, 5, 133,
    244, 25, 20, 26, 0, 6, 0, 2, 0, 20, 10, 2, 2, 20, 1, 9, 3, 2, 3, 25, 4, 3, 10, 5, 2, 15, 208, 5, 15, 73, 2, 20, 26,
    20, 18, 13, 75, 5, 0, 5, 50, 1, 247, 10, 5, 35, 1, 242, 6, 0, 15, 182, 1, 124, 0, 15, 219, 15, 2, 100, 6, 15, 191,
    1, 229, 4, 4, 15, 198, 1, 229, 4, 4, 15, 200, 1, 229, 0, 5, 59, 1, 217, 10, 5, 76, 1, 238, 10, 0, 145, 20, 0, 128,
    244, 1, 60, 4, 3, 8, 23, 5, 48, 1, 116, 15, 4, 5, 15, 176, 1, 45, 23, 20, 15, 177, 1, 45, 24, 0, 51, 50, 0, 66, 65,
    82, 0, 6, 1, 2, 0, 83, 85, 83, 84, 46, 80, 5, 61, 3, 34, 11, 130, 5, 73, 3, 84, 11, 5, 59, 2, 70, 11, 32, 91, 204,
    93, 143, 0, 77, 85, 76, 0, 144, 6, 1, 1, 15, 157, 4, 6, 1, 1, 205, 15, 156, 5, 6, 1, 1, 4, 6, 15, 163, 3, 6, 1, 1,
    205, 0, 15, 178, 3, 6, 2, 1, 0, 5, 50, 1, 60, 6, 5, 37, 2, 19, 16, 128, 244, 1, 60, 4, 3, 6, 18, 13, 20, 6, 4, 1,
    23, 198, 0, 73, 50, 70, 5, 75, 3, 11, 1, 15, 202, 7, 5, 84, 2, 61, 1, 4, 5, 5, 84, 2, 77, 1, 162, 133, 23, 0, 7,
    56, 0, 32, 18, 22, 20, 24, 20, 16, 7, 0, 17, 7, 39, 5, 53, 2, 172, 16, 5, 83, 1, 179, 8, 0, 5, 48, 1, 217, 5, 0, 5,
    45, 2, 159, 5, 0, 5, 50, 1, 235, 6, 0, 15, 204, 6, 20, 242, 17, 8, 40, 93, 0, 100, 101, 115, 99, 91, 0, 10, 5, 4,
    20, 10, 6, 4, 0, 22, 20, 0, 138, 16, 7, 20, 17, 7, 8, 20, 5, 22, 6, 161, 23, 20, 18, 13, 36, 13, 20, 18, 13, 31, 4,
    0, 17, 8, 24, 0, 71, 77, 183, 46, 54, 52, 120, 5, 53, 5, 222, 1, 0, 73, 50, 70, 80, 46, 70, 227, 5, 74, 1, 226, 7,
    162, 133, 23, 8, 75, 2, 2, 8, 85, 1, 1, 0, 50, 5, 85, 1, 121, 2, 5, 78, 1, 56, 8, 140, 0, 32, 1, 81, 3, 7, 2, 4, 4,
    17, 9, 81, 20, 0, 1, 20, 3, 5, 1, 219, 1, 20, 3, 6, 3, 6, 0, 4, 1, 20, 3, 7, 3, 6, 0, 4, 0, 15, 184, 1, 45, 0, 18,
    13, 54, 5, 0, 83, 89, 78, 67, 0, 20, 17, 7, 64, 0, 5, 55, 1, 22, 23, 5, 35, 1, 238, 10, 5, 50, 1, 31, 23, 5, 54, 1,
    37, 23, 131, 0, 72, 174, 50, 5, 53, 1, 63, 8, 5, 49, 4, 88, 5, 5, 54, 1, 4, 1, 239, 145, 129, 0, 5, 76, 4, 88, 5,
    140, 5, 74, 2, 159, 5, 0, 171, 46, 168, 5, 73, 4, 87, 12, 130, 166, 21, 20, 18, 22, 64, 5, 143, 179, 0, 5, 54, 1,
    243, 5, 5, 50, 2, 154, 16, 128, 22, 5, 53, 1, 107, 7, 20, 0, 5, 55, 1, 235, 6, 5, 51, 3, 47, 17, 128, 22, 5, 36, 3,
    23, 17, 20, 0, 76, 79, 80, 51, 15, 208, 7, 46, 80, 65, 78, 68, 4, 4, 46, 76, 85, 84, 0, 20, 1, 28, 8, 255, 7, 5,
    50, 3, 77, 22, 4, 5, 5, 50, 3, 98, 22, 0, 138, 17, 42, 28, 20, 141, 18, 13, 36, 13, 0, 70, 50, 70, 140, 5, 75, 3,
    111, 1, 5, 84, 3, 111, 1, 162, 133, 184, 0, 50, 140, 133, 22, 5, 82, 1, 203, 1, 20, 0, 5, 72, 1, 6, 10, 5, 73, 1,
    18, 10, 32, 66, 18, 15, 16, 4, 0, 72, 174, 80, 50, 5, 49, 4, 88, 5, 5, 6, 1, 4, 1, 150, 129, 0, 84, 197, 167, 148,
    20, 1, 32, 8, 255, 2, 4, 4, 17, 7, 32, 20, 0, 225, 17, 7, 8, 5, 47, 2, 172, 16, 5, 81, 1, 179, 8, 20, 0, 166, 17,
    9, 84, 20, 10, 2, 4, 20, 0, 15, 176, 7, 5, 36, 3, 237, 16, 4, 5, 5, 36, 3, 246, 16, 0, 5, 52, 1, 235, 6, 145, 129,
    0, 15, 215, 7, 5, 81, 2, 254, 13, 4, 5, 5, 81, 2, 38, 14, 0, 15, 202, 3, 210, 4, 3, 9, 87, 4, 0, 6, 0, 4, 6, 3, 4,
    0, 1, 9, 3, 2, 5, 9, 85, 1, 4, 5, 5, 85, 1, 203, 1, 0, 73, 193, 15, 202, 7, 5, 73, 1, 206, 5, 4, 1, 172, 133, 152,
    0, 84, 197, 52, 5, 60, 1, 210, 10, 5, 87, 2, 253, 10, 224, 190, 0, 46, 85, 78, 80, 65, 67, 75, 95, 66, 0, 46, 70,
    227, 46, 80, 65, 67, 75, 95, 0, 171, 5, 84, 3, 100, 11, 5, 68, 2, 124, 11, 157, 130, 133, 0, 140, 5, 81, 1, 70, 5,
    5, 82, 1, 77, 5, 147, 184, 165, 0, 76, 69, 65, 5, 80, 1, 248, 5, 203, 5, 73, 1, 254, 5, 0, 80, 82, 77, 84, 5, 72,
    3, 19, 6, 133, 244, 25, 20, 26, 0, 195, 5, 39, 1, 4, 1, 5, 32, 1, 235, 6, 145, 153, 0, 179, 8, 72, 1, 1, 0, 176, 1,
    84, 3, 7, 2, 4, 4, 20, 17, 11, 84, 20, 0, 15, 183, 3, 6, 2, 1, 15, 163, 3, 6, 2, 1, 233, 0, 15, 176, 1, 45, 15,
    174, 1, 124, 22, 15, 174, 1, 124, 0, 16, 7, 5, 47, 1, 126, 14, 20, 0, 5, 39, 2, 97, 1, 0, 2, 100, 6, 82, 69, 68,
    71, 4, 3, 82, 69, 68, 171, 0, 6, 1, 1, 15, 162, 3, 6, 1, 1, 15, 163, 1, 229, 0, 88, 183, 68, 5, 48, 2, 85, 16, 0,
    20, 15, 179, 6, 18, 13, 36, 13, 4, 3, 17, 7, 39, 0, 32, 17, 11, 81, 20, 17, 11, 84, 0, 86, 65, 66, 83, 68, 73, 70,
    70, 0, 244, 15, 176, 1, 45, 23, 0, 128, 200, 15, 169, 3, 46, 72, 49, 15, 177, 1, 124, 0, 5, 84, 3, 100, 11, 157, 0,
    1, 42, 12, 0, 2, 4, 5, 20, 18, 13, 42, 12, 0, 15, 215, 8, 15, 214, 5, 5, 79, 2, 97, 1, 133, 0, 1, 75, 2, 3, 1, 219,
    1, 84, 2, 3, 1, 205, 0, 15, 210, 2, 4, 1, 229, 15, 216, 2, 4, 1, 205, 0, 84, 88, 68, 5, 60, 1, 210, 10, 224, 148,
    143, 20, 0, 83, 71, 88, 84, 5, 75, 1, 60, 6, 172, 133, 152, 0, 1, 72, 4, 15, 2, 4, 5, 20, 18, 13, 72, 4, 0, 32, 1,
    81, 3, 7, 2, 4, 4, 17, 11, 81, 20, 0, 174, 5, 52, 1, 63, 8, 5, 48, 4, 88, 5, 0, 157, 32, 191, 99, 91, 253, 93, 0,
    5, 48, 3, 72, 9, 0, 5, 49, 3, 175, 5, 238, 5, 43, 1, 243, 5, 0, 5, 44, 1, 4, 1, 0, 5, 85, 1, 124, 13, 0, 1, 64, 3,
    0, 2, 4, 4, 20, 17, 28, 64, 0, 1, 87, 4, 7, 2, 4, 4, 17, 10, 87, 20, 0, 5, 79, 1, 167, 6, 180, 243, 15, 207, 1,
    165, 0, 5, 75, 1, 167, 6, 0, 72, 231, 195, 5, 39, 2, 216, 16, 7, 17, 0, 0, 72, 168, 195, 5, 39, 1, 4, 1, 7, 17, 0,
    0, 10, 2, 2, 20, 10, 3, 2, 20, 10, 4, 2, 0, 5, 76, 4, 88, 5, 140, 5, 69, 2, 159, 5, 0, 66, 77, 83, 75, 5, 75, 1,
    60, 6, 133, 152, 0, 70, 231, 140, 5, 84, 3, 217, 6, 162, 180, 184, 0, 20, 18, 7, 39, 83, 0, 77, 69, 82, 71, 69, 95,
    67, 0, 15, 172, 1, 124, 23, 15, 172, 1, 124, 164, 0, 5, 87, 2, 194, 11, 5, 74, 1, 134, 2, 0, 5, 87, 4, 131, 0, 5,
    73, 3, 213, 0, 0, 13, 0, 4, 53, 133, 13, 3, 4, 53, 133, 0, 6, 0, 4, 6, 1, 4, 205, 6, 3, 4, 0, 5, 84, 3, 11, 1, 5,
    78, 2, 32, 1, 0, 73, 183, 68, 46, 87, 73, 68, 69, 172, 203, 0, 83, 85, 83, 84, 177, 32, 91, 204, 93, 143, 0, 67,
    79, 76, 76, 69, 67, 84, 73, 86, 69, 0
};
static const unsigned char cubin_i_texts[] = {
    0, 2, 3, 46, 67, 79, 78, 83, 84, 65, 78, 84, 0, 46, 83, 84, 82, 79, 78, 71, 46, 83, 77, 0, 1, 46, 83, 84, 82, 79,
    78, 71, 46, 71, 80, 85, 0, 2, 2, 46, 83, 84, 82, 79, 78, 71, 46, 83, 89, 83, 0, 2, 5, 3, 2, 2, 46, 67, 79, 78, 83,
    84, 65, 78, 84, 46, 71, 80, 85, 0, 46, 67, 79, 78, 83, 84, 65, 78, 84, 46, 83, 89, 83, 0, 2, 3, 46, 83, 89, 83, 0,
    46, 83, 84, 82, 79, 78, 71, 46, 67, 84, 65, 0, 1, 46, 83, 84, 82, 79, 78, 71, 46, 71, 80, 85, 0, 46, 83, 84, 82,
    79, 78, 71, 46, 83, 89, 83, 0, 2, 4, 3, 46, 65, 68, 68, 0, 46, 77, 73, 78, 0, 46, 77, 65, 88, 0, 46, 73, 78, 67, 0,
    46, 68, 69, 67, 0, 46, 65, 78, 68, 0, 46, 79, 82, 0, 46, 88, 79, 82, 0, 46, 69, 88, 67, 72, 0, 46, 65, 82, 82, 73,
    86, 69, 0, 46, 80, 79, 80, 67, 46, 73, 78, 67, 46, 51, 50, 0, 46, 80, 79, 80, 67, 46, 73, 78, 67, 46, 51, 50, 0, 2,
    4, 3, 0, 46, 83, 51, 50, 0, 46, 54, 52, 0, 46, 70, 51, 50, 46, 70, 84, 90, 46, 82, 78, 0, 46, 70, 49, 54, 120, 50,
    46, 82, 78, 0, 46, 83, 54, 52, 0, 46, 70, 54, 52, 46, 82, 78, 0, 1, 3, 0, 46, 70, 84, 90, 0, 3, 1, 46, 70, 49, 54,
    0, 0, 46, 70, 54, 52, 0, 46, 66, 70, 49, 54, 0, 2, 3, 3, 0, 46, 70, 76, 79, 79, 82, 0, 46, 67, 69, 73, 76, 0, 46,
    84, 82, 85, 78, 67, 0, 3, 0, 46, 78, 84, 90, 0, 3, 46, 83, 56, 0, 46, 83, 49, 54, 0, 0, 46, 83, 54, 52, 0, 3, 46,
    85, 56, 0, 46, 85, 49, 54, 0, 46, 85, 51, 50, 0, 46, 85, 54, 52, 0, 3, 0, 46, 82, 77, 0, 46, 82, 80, 0, 46, 82, 90,
    0, 3, 1, 46, 70, 49, 54, 0, 46, 70, 51, 50, 0, 46, 70, 54, 52, 0, 46, 66, 70, 49, 54, 0, 2, 3, 3, 0, 46, 66, 49, 0,
    46, 66, 50, 0, 46, 66, 51, 0, 3, 0, 46, 72, 49, 0, 2, 2, 3, 49, 68, 0, 50, 68, 0, 51, 68, 0, 67, 85, 66, 69, 0, 65,
    82, 82, 65, 89, 95, 49, 68, 0, 65, 82, 82, 65, 89, 95, 50, 68, 0, 1, 65, 82, 82, 65, 89, 95, 67, 85, 66, 69, 0, 3,
    46, 70, 51, 50, 120, 50, 46, 72, 73, 95, 76, 79, 0, 46, 70, 51, 50, 0, 3, 56, 0, 49, 54, 0, 50, 52, 0, 51, 50, 0,
    52, 48, 0, 52, 56, 0, 53, 54, 0, 54, 52, 0, 55, 50, 0, 56, 48, 0, 56, 56, 0, 57, 54, 0, 49, 48, 52, 0, 49, 49, 50,
    0, 49, 50, 48, 0, 49, 50, 56, 0, 49, 51, 54, 0, 49, 52, 52, 0, 49, 53, 50, 0, 49, 54, 48, 0, 49, 54, 56, 0, 49, 55,
    54, 0, 49, 56, 52, 0, 49, 57, 50, 0, 50, 48, 48, 0, 50, 48, 56, 0, 50, 49, 54, 0, 50, 50, 52, 0, 50, 51, 50, 0, 50,
    52, 48, 0, 50, 52, 56, 0, 50, 53, 54, 0, 3, 0, 46, 116, 110, 115, 112, 65, 0, 3, 0, 46, 116, 110, 115, 112, 66, 0,
    3, 0, 33, 0, 3, 84, 0, 54, 0, 53, 0, 52, 0, 51, 0, 50, 0, 49, 0, 48, 0, 3, 0, 46, 66, 70, 49, 54, 95, 86, 50, 0, 3,
    1, 3, 0, 46, 54, 52, 0, 3, 0, 46, 83, 80, 73, 76, 76, 0, 3, 46, 51, 50, 0, 0, 3, 83, 82, 95, 76, 65, 78, 69, 73,
    68, 0, 83, 82, 95, 67, 76, 79, 67, 75, 0, 83, 82, 95, 86, 73, 82, 84, 67, 70, 71, 0, 83, 82, 95, 86, 73, 82, 84,
    73, 68, 0, 2, 11, 83, 82, 95, 79, 82, 68, 69, 82, 73, 78, 71, 95, 84, 73, 67, 75, 69, 84, 0, 83, 82, 95, 80, 82,
    73, 77, 95, 84, 89, 80, 69, 0, 83, 82, 95, 73, 78, 86, 79, 67, 65, 84, 73, 79, 78, 95, 73, 68, 0, 83, 82, 95, 89,
    95, 68, 73, 82, 69, 67, 84, 73, 79, 78, 0, 83, 82, 95, 84, 72, 82, 69, 65, 68, 95, 75, 73, 76, 76, 0, 83, 82, 95,
    83, 72, 65, 68, 69, 82, 95, 84, 89, 80, 69, 0, 2, 3, 83, 82, 95, 77, 65, 67, 72, 73, 78, 69, 95, 73, 68, 95, 48, 0,
    83, 82, 95, 77, 65, 67, 72, 73, 78, 69, 95, 73, 68, 95, 49, 0, 83, 82, 95, 77, 65, 67, 72, 73, 78, 69, 95, 73, 68,
    95, 50, 0, 83, 82, 95, 77, 65, 67, 72, 73, 78, 69, 95, 73, 68, 95, 51, 0, 83, 82, 95, 65, 70, 70, 73, 78, 73, 84,
    89, 0, 2, 3, 83, 82, 95, 84, 73, 68, 0, 83, 82, 95, 84, 73, 68, 46, 88, 0, 83, 82, 95, 84, 73, 68, 46, 89, 0, 83,
    82, 95, 84, 73, 68, 46, 90, 0, 83, 82, 95, 67, 84, 65, 95, 80, 65, 82, 65, 77, 0, 83, 82, 95, 67, 84, 65, 73, 68,
    46, 88, 0, 83, 82, 95, 67, 84, 65, 73, 68, 46, 89, 0, 83, 82, 95, 67, 84, 65, 73, 68, 46, 90, 0, 83, 82, 95, 78,
    84, 73, 68, 0, 2, 6, 83, 82, 95, 83, 87, 73, 78, 72, 73, 0, 83, 82, 95, 83, 87, 73, 78, 76, 79, 0, 83, 82, 95, 83,
    87, 73, 78, 83, 90, 0, 83, 82, 95, 83, 77, 69, 77, 83, 90, 0, 83, 82, 95, 83, 77, 69, 77, 66, 65, 78, 75, 83, 0,
    83, 82, 95, 76, 87, 73, 78, 76, 79, 0, 83, 82, 95, 76, 87, 73, 78, 83, 90, 0, 83, 82, 95, 76, 77, 69, 77, 76, 79,
    83, 90, 0, 83, 82, 95, 76, 77, 69, 77, 72, 73, 79, 70, 70, 0, 83, 82, 95, 69, 81, 77, 65, 83, 75, 0, 83, 82, 95,
    76, 84, 77, 65, 83, 75, 0, 83, 82, 95, 76, 69, 77, 65, 83, 75, 0, 83, 82, 95, 71, 84, 77, 65, 83, 75, 0, 83, 82,
    95, 71, 69, 77, 65, 83, 75, 0, 83, 82, 95, 82, 69, 71, 65, 76, 76, 79, 67, 0, 2, 2, 83, 82, 95, 71, 76, 79, 66, 65,
    76, 69, 82, 82, 79, 82, 83, 84, 65, 84, 85, 83, 0, 1, 83, 82, 95, 87, 65, 82, 80, 69, 82, 82, 79, 82, 83, 84, 65,
    84, 85, 83, 0, 83, 82, 95, 86, 73, 82, 84, 85, 65, 76, 83, 77, 73, 68, 0, 83, 82, 95, 86, 73, 82, 84, 85, 65, 76,
    69, 78, 71, 73, 78, 69, 73, 68, 0, 2, 11, 83, 82, 95, 67, 76, 79, 67, 75, 76, 79, 0, 83, 82, 95, 67, 76, 79, 67,
    75, 72, 73, 0, 83, 82, 95, 71, 76, 79, 66, 65, 76, 84, 73, 77, 69, 82, 76, 79, 0, 83, 82, 95, 71, 76, 79, 66, 65,
    76, 84, 73, 77, 69, 82, 72, 73, 0, 2, 16, 83, 82, 95, 80, 77, 48, 0, 1, 83, 82, 95, 80, 77, 49, 0, 1, 83, 82, 95,
    80, 77, 50, 0, 1, 83, 82, 95, 80, 77, 51, 0, 2, 29, 83, 82, 95, 67, 103, 97, 67, 116, 97, 73, 100, 0, 1, 83, 82,
    95, 67, 103, 97, 83, 105, 122, 101, 0, 2, 116, 83, 82, 90, 0, 3, 46, 65, 76, 76, 0, 46, 65, 78, 89, 0, 46, 69, 81,
    0, 1, 3, 0, 46, 78, 65, 78, 0, 3, 0, 46, 88, 79, 82, 83, 73, 71, 78, 0, 3, 46, 70, 0, 46, 76, 84, 0, 46, 69, 81, 0,
    46, 76, 69, 0, 46, 71, 84, 0, 46, 78, 69, 0, 46, 71, 69, 0, 46, 78, 85, 77, 0, 46, 78, 65, 78, 0, 46, 76, 84, 85,
    0, 46, 69, 81, 85, 0, 46, 76, 69, 85, 0, 46, 71, 84, 85, 0, 46, 78, 69, 85, 0, 46, 71, 69, 85, 0, 46, 84, 0, 3, 46,
    65, 78, 68, 0, 46, 79, 82, 0, 46, 88, 79, 82, 0, 1, 3, 46, 70, 0, 46, 76, 84, 0, 46, 69, 81, 0, 46, 76, 69, 0, 46,
    71, 84, 0, 46, 78, 69, 0, 46, 71, 69, 0, 46, 84, 0, 3, 46, 85, 54, 52, 0, 46, 83, 54, 52, 0, 3, 46, 85, 51, 50, 0,
    0, 3, 0, 46, 69, 88, 0, 3, 46, 85, 51, 50, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 46, 88, 0, 3, 0, 46, 72, 73, 0, 3, 0, 46,
    83, 88, 51, 50, 0, 3, 46, 85, 56, 0, 0, 3, 0, 46, 65, 67, 67, 0, 3, 0, 46, 70, 52, 69, 0, 46, 66, 52, 69, 0, 46,
    82, 67, 56, 0, 46, 69, 67, 76, 0, 46, 69, 67, 82, 0, 46, 82, 67, 49, 54, 0, 1, 3, 46, 76, 0, 46, 82, 0, 3, 0, 46,
    87, 0, 3, 46, 83, 54, 52, 0, 46, 85, 54, 52, 0, 46, 83, 51, 50, 0, 46, 85, 51, 50, 0, 3, 46, 76, 79, 0, 46, 72, 73,
    0, 3, 46, 85, 49, 54, 0, 46, 83, 49, 54, 0, 3, 46, 85, 56, 0, 46, 83, 56, 0, 3, 0, 46, 49, 54, 120, 50, 0, 2, 2,
    46, 85, 56, 120, 52, 0, 2, 3, 3, 46, 85, 56, 0, 46, 83, 56, 0, 46, 85, 49, 54, 0, 46, 83, 49, 54, 0, 3, 46, 85, 56,
    0, 46, 83, 56, 0, 1, 46, 83, 49, 54, 0, 3, 0, 46, 82, 69, 76, 85, 0, 3, 0, 1, 3, 46, 85, 51, 50, 0, 46, 83, 51, 50,
    0, 46, 85, 49, 54, 120, 50, 0, 46, 83, 49, 54, 120, 50, 0, 46, 85, 56, 120, 52, 0, 46, 83, 56, 120, 52, 0, 2, 2, 3,
    2, 2, 46, 68, 52, 0, 46, 68, 50, 0, 0, 0, 46, 77, 52, 0, 1, 3, 0, 46, 83, 65, 84, 0, 3, 0, 46, 78, 68, 86, 0, 3, 2,
    5, 46, 72, 73, 71, 72, 69, 82, 52, 0, 46, 76, 79, 87, 69, 82, 52, 0, 46, 78, 54, 52, 50, 48, 0, 3, 46, 66, 51, 50,
    49, 48, 0, 46, 66, 51, 0, 46, 66, 50, 0, 46, 66, 49, 0, 46, 66, 48, 0, 2, 3, 3, 46, 67, 79, 83, 0, 46, 83, 73, 78,
    0, 46, 69, 88, 50, 0, 46, 76, 71, 50, 0, 46, 82, 67, 80, 0, 46, 82, 83, 81, 0, 46, 82, 67, 80, 54, 52, 72, 0, 46,
    82, 83, 81, 54, 52, 72, 0, 46, 83, 81, 82, 84, 0, 46, 84, 65, 78, 72, 0, 2, 6, 3, 0, 46, 72, 49, 0, 3, 46, 69, 56,
    0, 1, 3, 46, 69, 53, 77, 50, 0, 46, 69, 52, 77, 51, 0, 3, 46, 69, 50, 77, 51, 0, 46, 69, 51, 77, 50, 0, 3, 1, 46,
    69, 50, 77, 49, 0, 3, 46, 70, 49, 54, 0, 46, 66, 70, 49, 54, 0, 3, 0, 46, 82, 83, 0, 3, 0, 46, 83, 65, 84, 70, 73,
    78, 73, 84, 69, 0, 3, 1, 46, 69, 50, 77, 49, 0, 46, 69, 50, 77, 51, 0, 46, 69, 51, 77, 50, 0, 3, 2, 3, 46, 69, 56,
    0, 3, 2, 2, 46, 69, 53, 77, 50, 0, 46, 69, 52, 77, 51, 0, 3, 46, 85, 51, 50, 0, 46, 83, 51, 50, 0, 3, 46, 77, 73,
    78, 0, 46, 76, 84, 0, 46, 69, 81, 0, 46, 76, 69, 0, 46, 71, 84, 0, 46, 78, 69, 0, 46, 71, 69, 0, 46, 78, 85, 77, 0,
    46, 78, 65, 78, 0, 46, 76, 84, 85, 0, 46, 69, 81, 85, 0, 46, 76, 69, 85, 0, 46, 71, 84, 85, 0, 46, 78, 69, 85, 0,
    46, 71, 69, 85, 0, 46, 77, 65, 88, 0, 3, 0, 46, 70, 51, 50, 0, 3, 0, 46, 66, 70, 0, 3, 46, 70, 49, 54, 0, 46, 70,
    51, 50, 0, 3, 46, 83, 84, 69, 80, 48, 0, 46, 83, 84, 69, 80, 49, 0, 46, 83, 84, 69, 80, 50, 0, 46, 83, 84, 69, 80,
    51, 0, 3, 46, 82, 79, 87, 0, 46, 67, 79, 76, 0, 3, 0, 46, 83, 80, 0, 3, 46, 49, 54, 56, 49, 54, 0, 46, 49, 54, 56,
    51, 50, 0, 3, 46, 85, 52, 0, 46, 83, 52, 0, 3, 46, 49, 54, 56, 56, 0, 46, 49, 54, 56, 52, 0, 3, 0, 46, 66, 70, 49,
    54, 0, 3, 0, 46, 84, 70, 51, 50, 0, 3, 0, 46, 114, 101, 117, 115, 101, 0, 3, 46, 88, 79, 82, 0, 46, 65, 78, 68, 0,
    3, 46, 69, 52, 77, 51, 0, 46, 69, 53, 77, 50, 0, 3, 1, 46, 69, 51, 77, 50, 0, 3, 46, 69, 50, 77, 51, 0, 46, 69, 50,
    77, 49, 0, 3, 46, 49, 54, 0, 2, 4, 46, 85, 52, 120, 49, 54, 80, 54, 52, 84, 79, 56, 0, 1, 46, 56, 0, 3, 46, 77, 56,
    56, 0, 46, 77, 84, 56, 56, 0, 46, 77, 56, 49, 54, 0, 1, 46, 77, 84, 49, 54, 49, 54, 0, 2, 3, 3, 0, 46, 50, 0, 46,
    52, 0, 1, 3, 46, 77, 56, 56, 0, 46, 77, 84, 56, 56, 0, 3, 0, 46, 66, 70, 49, 54, 0, 46, 84, 70, 51, 50, 0, 1, 3, 1,
    46, 83, 56, 0, 3, 46, 85, 56, 0, 46, 83, 56, 0, 46, 85, 49, 54, 0, 46, 83, 49, 54, 0, 0, 46, 54, 52, 0, 46, 49, 50,
    56, 0, 46, 85, 46, 49, 50, 56, 0, 3, 0, 46, 83, 72, 0, 3, 0, 46, 79, 82, 0, 3, 0, 46, 70, 73, 76, 76, 0, 3, 0, 46,
    66, 82, 79, 65, 68, 67, 65, 83, 84, 0, 3, 46, 77, 65, 88, 0, 46, 77, 73, 78, 0, 3, 0, 46, 83, 51, 50, 0, 3, 0, 46,
    79, 82, 0, 46, 88, 79, 82, 0, 46, 83, 85, 77, 0, 46, 77, 73, 78, 0, 46, 77, 65, 88, 0, 2, 2, 3, 0, 126, 0, 3, 2, 2,
    46, 82, 69, 83, 85, 76, 84, 0, 1, 3, 0, 46, 76, 69, 0, 3, 46, 83, 89, 78, 67, 0, 46, 65, 82, 86, 0, 46, 82, 69, 68,
    0, 1, 3, 46, 80, 79, 80, 67, 0, 46, 65, 78, 68, 0, 46, 79, 82, 0, 1, 3, 0, 46, 68, 69, 70, 69, 82, 95, 66, 76, 79,
    67, 75, 73, 78, 71, 0, 3, 0, 46, 82, 69, 76, 73, 65, 66, 76, 69, 0, 3, 0, 46, 82, 69, 67, 79, 78, 86, 69, 82, 71,
    69, 78, 84, 0, 3, 0, 46, 78, 79, 73, 78, 67, 0, 3, 0, 46, 85, 0, 46, 68, 73, 86, 0, 46, 67, 79, 78, 86, 0, 3, 0,
    46, 65, 78, 89, 0, 3, 0, 46, 69, 88, 67, 76, 85, 83, 73, 86, 69, 0, 3, 46, 82, 69, 76, 0, 46, 65, 66, 83, 0, 3, 0,
    46, 78, 79, 68, 69, 67, 0, 3, 0, 46, 67, 76, 69, 65, 82, 0, 3, 66, 48, 0, 66, 49, 0, 66, 50, 0, 66, 51, 0, 66, 52,
    0, 66, 53, 0, 66, 54, 0, 66, 55, 0, 66, 56, 0, 66, 57, 0, 66, 49, 48, 0, 66, 49, 49, 0, 66, 49, 50, 0, 66, 49, 51,
    0, 66, 49, 52, 0, 66, 49, 53, 0, 2, 10, 77, 65, 67, 84, 73, 86, 69, 0, 3, 0, 46, 80, 81, 85, 65, 68, 0, 3, 2, 3,
    46, 84, 82, 65, 80, 0, 2, 4, 3, 0, 46, 83, 89, 78, 67, 83, 0, 3, 0, 46, 87, 65, 82, 80, 0, 3, 0, 46, 83, 67, 82, 0,
    3, 0, 46, 66, 0, 3, 0, 46, 76, 90, 0, 46, 76, 66, 0, 46, 76, 76, 0, 2, 4, 3, 0, 46, 65, 79, 70, 70, 73, 0, 3, 0,
    46, 68, 67, 0, 3, 46, 82, 0, 46, 71, 0, 46, 66, 0, 46, 65, 0, 3, 84, 69, 88, 95, 72, 69, 65, 68, 69, 82, 95, 68,
    73, 77, 69, 78, 83, 73, 79, 78, 0, 2, 3, 3, 46, 49, 68, 0, 1, 46, 49, 68, 95, 65, 82, 82, 65, 89, 0, 46, 50, 68, 0,
    46, 50, 68, 95, 65, 82, 82, 65, 89, 0, 46, 51, 68, 0, 2, 2, 3, 46, 73, 71, 78, 0, 0, 46, 84, 82, 65, 80, 0, 1, 3,
    46, 82, 0, 46, 82, 71, 0, 2, 5, 0, 3, 0, 46, 69, 0, 3, 46, 69, 70, 0, 0, 46, 69, 76, 0, 46, 76, 85, 0, 46, 69, 85,
    0, 46, 78, 65, 0, 2, 2, 3, 0, 46, 76, 84, 67, 54, 52, 66, 0, 46, 76, 84, 67, 49, 50, 56, 66, 0, 46, 76, 84, 67, 50,
    53, 54, 66, 0, 3, 0, 46, 73, 76, 0, 46, 73, 83, 0, 46, 73, 83, 76, 0, 3, 0, 46, 85, 0, 3, 46, 73, 68, 88, 0, 46,
    85, 80, 0, 46, 68, 79, 87, 78, 0, 46, 66, 70, 76, 89, 0, 3, 46, 67, 65, 83, 0, 2, 2, 46, 67, 65, 83, 84, 46, 83,
    80, 73, 78, 0, 3, 46, 65, 68, 68, 0, 46, 77, 73, 78, 0, 46, 77, 65, 88, 0, 46, 73, 78, 67, 0, 46, 68, 69, 67, 0,
    46, 65, 78, 68, 0, 46, 79, 82, 0, 46, 88, 79, 82, 0, 3, 46, 80, 70, 49, 0, 46, 80, 70, 50, 0, 1, 46, 73, 86, 0, 46,
    73, 86, 65, 76, 76, 0, 2, 6, 46, 82, 77, 76, 50, 0, 2, 4, 3, 46, 83, 67, 0, 46, 65, 76, 76, 0, 0, 1, 3, 46, 67, 84,
    65, 0, 46, 83, 77, 0, 46, 71, 80, 85, 0, 46, 83, 89, 83, 0, 1, 46, 86, 67, 0, 2, 2, 3, 46, 65, 76, 76, 0, 46, 65,
    78, 89, 0, 3, 0, 46, 85, 54, 52, 0, 3, 46, 70, 49, 54, 120, 50, 46, 82, 78, 0, 46, 70, 49, 54, 120, 52, 46, 82, 78,
    0, 46, 70, 49, 54, 120, 56, 46, 82, 78, 0, 46, 66, 70, 49, 54, 120, 50, 46, 82, 78, 0, 46, 66, 70, 49, 54, 120, 52,
    46, 82, 78, 0, 46, 66, 70, 49, 54, 120, 56, 46, 82, 78, 0, 2, 3, 46, 70, 51, 50, 46, 70, 84, 90, 46, 82, 78, 0, 46,
    70, 51, 50, 120, 50, 46, 70, 84, 90, 46, 82, 78, 0, 46, 70, 51, 50, 120, 52, 46, 70, 84, 90, 46, 82, 78, 0, 2, 3,
    46, 70, 54, 52, 46, 82, 78, 0, 3, 0, 46, 84, 82, 89, 87, 65, 73, 84, 0, 3, 0, 46, 82, 69, 68, 0, 3, 0, 46, 65, 49,
    84, 48, 0, 46, 65, 48, 84, 49, 0, 46, 65, 48, 84, 82, 0, 46, 65, 48, 84, 88, 0, 2, 3, 3, 46, 71, 0, 46, 76, 0, 46,
    83, 0, 46, 68, 0, 3, 46, 66, 89, 80, 65, 83, 83, 0, 0, 3, 0, 46, 76, 84, 67, 49, 50, 56, 66, 0, 3, 0, 0, 46, 49,
    50, 56, 0, 1, 3, 0, 46, 90, 70, 73, 76, 76, 0, 3, 0, 46, 65, 82, 86, 67, 78, 84, 0, 3, 0, 46, 84, 82, 65, 78, 83,
    67, 78, 84, 0, 3, 46, 49, 68, 0, 46, 50, 68, 0, 46, 51, 68, 0, 46, 52, 68, 0, 46, 53, 68, 0, 2, 3, 3, 0, 46, 71,
    65, 84, 72, 69, 82, 52, 0, 3, 0, 46, 73, 77, 50, 67, 79, 76, 0, 3, 0, 46, 77, 85, 76, 84, 73, 67, 65, 83, 84, 0, 3,
    0, 46, 50, 67, 84, 65, 0, 3, 46, 73, 86, 0, 46, 80, 70, 0, 3, 1, 46, 83, 46, 71, 0, 46, 71, 46, 83, 0, 1, 3, 46,
    83, 0, 46, 84, 0, 3, 2, 5, 46, 68, 69, 65, 76, 76, 79, 67, 0, 46, 84, 82, 89, 95, 65, 76, 76, 79, 67, 0, 1, 3, 46,
    83, 69, 76, 70, 67, 65, 83, 84, 0, 46, 66, 82, 79, 65, 68, 67, 65, 83, 84, 0, 3, 0, 46, 65, 76, 73, 71, 78, 0, 3,
    2, 2, 46, 52, 120, 51, 50, 100, 112, 49, 50, 56, 98, 105, 116, 0, 46, 49, 50, 56, 100, 112, 49, 50, 56, 98, 105,
    116, 0, 3, 0, 44, 32, 48, 120, 56, 0, 3, 46, 49, 54, 100, 112, 51, 50, 98, 105, 116, 95, 116, 48, 95, 116, 49, 53,
    0, 46, 49, 54, 100, 112, 51, 50, 98, 105, 116, 95, 116, 49, 54, 95, 116, 51, 49, 0, 2, 2, 3, 46, 49, 54, 100, 112,
    49, 50, 56, 98, 105, 116, 0, 46, 49, 54, 100, 112, 50, 53, 54, 98, 105, 116, 0, 0, 1, 3, 0, 46, 120, 50, 0, 46,
    120, 52, 0, 46, 120, 56, 0, 46, 120, 49, 54, 0, 46, 120, 51, 50, 0, 46, 120, 54, 52, 0, 46, 120, 49, 50, 56, 0, 3,
    0, 46, 80, 65, 67, 75, 49, 54, 66, 73, 84, 0, 3, 0, 46, 83, 51, 50, 0, 46, 70, 51, 50, 0, 1, 3, 0, 46, 67, 67, 0,
    3, 67, 67, 46, 70, 0, 67, 67, 46, 76, 84, 0, 67, 67, 46, 69, 81, 0, 67, 67, 46, 76, 69, 0, 67, 67, 46, 71, 84, 0,
    67, 67, 46, 78, 69, 0, 67, 67, 46, 71, 69, 0, 67, 67, 46, 78, 85, 77, 0, 67, 67, 46, 78, 65, 78, 0, 67, 67, 46, 76,
    84, 85, 0, 67, 67, 46, 69, 81, 85, 0, 67, 67, 46, 76, 69, 85, 0, 67, 67, 46, 71, 84, 85, 0, 67, 67, 46, 78, 69, 85,
    0, 67, 67, 46, 71, 69, 85, 0, 0, 67, 67, 46, 79, 70, 70, 0, 67, 67, 46, 76, 79, 0, 67, 67, 46, 83, 70, 70, 0, 67,
    67, 46, 76, 83, 0, 67, 67, 46, 72, 73, 0, 67, 67, 46, 83, 70, 84, 0, 67, 67, 46, 72, 83, 0, 67, 67, 46, 79, 70, 84,
    0, 67, 67, 46, 67, 83, 77, 95, 84, 65, 0, 67, 67, 46, 67, 83, 77, 95, 84, 82, 0, 67, 67, 46, 67, 83, 77, 95, 77,
    88, 0, 67, 67, 46, 70, 67, 83, 77, 95, 84, 65, 0, 67, 67, 46, 70, 67, 83, 77, 95, 84, 82, 0, 67, 67, 46, 70, 67,
    83, 77, 95, 77, 88, 0, 67, 67, 46, 82, 76, 69, 0, 67, 67, 46, 82, 71, 84, 0, 3, 0, 46, 68, 50, 0, 46, 68, 52, 0, 2,
    5, 3, 0, 46, 78, 69, 71, 0, 3, 46, 83, 73, 78, 67, 79, 83, 0, 46, 69, 88, 50, 0, 3, 46, 67, 79, 83, 0, 46, 83, 73,
    78, 0, 46, 69, 88, 50, 0, 46, 76, 71, 50, 0, 46, 82, 67, 80, 0, 46, 82, 83, 81, 0, 46, 82, 67, 80, 54, 52, 72, 0,
    46, 82, 83, 81, 54, 52, 72, 0, 46, 83, 81, 82, 84, 0, 2, 7, 3, 1, 46, 70, 49, 54, 0, 46, 70, 51, 50, 0, 46, 70, 54,
    52, 0, 3, 0, 1, 46, 72, 49, 0, 1, 3, 46, 82, 79, 85, 78, 68, 0, 46, 70, 76, 79, 79, 82, 0, 46, 67, 69, 73, 76, 0,
    46, 84, 82, 85, 78, 67, 0, 3, 0, 46, 82, 83, 0, 46, 76, 83, 0, 1, 3, 0, 46, 72, 48, 0, 46, 72, 49, 0, 1, 3, 0, 46,
    66, 82, 69, 86, 0, 3, 0, 1, 46, 85, 54, 52, 0, 46, 83, 54, 52, 0, 3, 46, 65, 78, 68, 0, 46, 79, 82, 0, 46, 88, 79,
    82, 0, 46, 80, 65, 83, 83, 95, 66, 0, 3, 0, 1, 46, 90, 0, 46, 78, 90, 0, 3, 0, 46, 88, 76, 79, 0, 1, 46, 88, 72,
    73, 0, 3, 80, 82, 0, 67, 67, 0, 3, 0, 46, 83, 49, 54, 46, 85, 49, 54, 0, 46, 85, 49, 54, 46, 83, 49, 54, 0, 46, 83,
    49, 54, 46, 83, 49, 54, 0, 3, 0, 46, 80, 83, 76, 0, 3, 0, 46, 77, 82, 71, 0, 3, 0, 46, 67, 76, 79, 0, 46, 67, 72,
    73, 0, 46, 67, 83, 70, 85, 0, 46, 67, 66, 67, 67, 0, 2, 3, 3, 0, 46, 67, 76, 79, 0, 46, 67, 72, 73, 0, 46, 67, 83,
    70, 85, 0, 3, 0, 46, 70, 51, 50, 0, 46, 72, 48, 95, 72, 48, 0, 46, 72, 49, 95, 72, 49, 0, 3, 0, 46, 70, 51, 50, 0,
    46, 77, 82, 71, 95, 72, 48, 0, 46, 77, 82, 71, 95, 72, 49, 0, 3, 0, 46, 70, 84, 90, 0, 46, 70, 77, 90, 0, 1, 3, 0,
    46, 66, 70, 0, 2, 2, 3, 2, 6, 46, 83, 51, 50, 0, 1, 3, 46, 85, 56, 0, 46, 85, 56, 0, 46, 85, 56, 0, 46, 85, 56, 0,
    46, 85, 49, 54, 0, 46, 85, 49, 54, 0, 46, 85, 51, 50, 0, 1, 3, 0, 46, 66, 49, 0, 46, 66, 50, 0, 46, 66, 51, 0, 0,
    1, 0, 1, 3, 46, 85, 68, 0, 0, 3, 46, 77, 82, 71, 95, 49, 54, 72, 0, 46, 77, 82, 71, 95, 49, 54, 76, 0, 46, 77, 82,
    71, 95, 56, 66, 48, 0, 46, 77, 82, 71, 95, 56, 66, 50, 0, 46, 65, 67, 67, 0, 46, 77, 73, 78, 0, 46, 77, 65, 88, 0,
    0, 3, 0, 46, 77, 88, 0, 3, 46, 85, 49, 54, 0, 1, 3, 46, 85, 56, 46, 85, 56, 0, 2, 2, 0, 3, 0, 46, 65, 67, 67, 0, 2,
    2, 3, 46, 70, 0, 46, 76, 84, 0, 46, 69, 81, 0, 46, 76, 69, 0, 46, 71, 84, 0, 46, 78, 69, 0, 46, 71, 69, 0, 46, 78,
    85, 77, 0, 46, 78, 65, 78, 0, 46, 76, 84, 85, 0, 46, 69, 81, 85, 0, 46, 76, 69, 85, 0, 46, 71, 84, 85, 0, 46, 78,
    69, 85, 0, 46, 71, 69, 85, 0, 46, 84, 0, 46, 79, 70, 70, 0, 46, 76, 79, 0, 46, 83, 70, 70, 0, 46, 76, 83, 0, 46,
    72, 73, 0, 46, 83, 70, 84, 0, 46, 72, 83, 0, 46, 79, 70, 84, 0, 46, 67, 83, 77, 95, 84, 65, 0, 46, 67, 83, 77, 95,
    84, 82, 0, 46, 67, 83, 77, 95, 77, 88, 0, 46, 70, 67, 83, 77, 95, 84, 65, 0, 46, 70, 67, 83, 77, 95, 84, 82, 0, 46,
    70, 67, 83, 77, 95, 77, 88, 0, 46, 82, 76, 69, 0, 46, 82, 71, 84, 0, 3, 83, 82, 95, 76, 65, 78, 69, 73, 68, 0, 83,
    82, 95, 67, 76, 79, 67, 75, 0, 83, 82, 95, 86, 73, 82, 84, 67, 70, 71, 0, 83, 82, 95, 86, 73, 82, 84, 73, 68, 0,
    83, 82, 95, 80, 77, 48, 0, 83, 82, 95, 80, 77, 49, 0, 83, 82, 95, 80, 77, 50, 0, 83, 82, 95, 80, 77, 51, 0, 83, 82,
    95, 80, 77, 52, 0, 83, 82, 95, 80, 77, 53, 0, 83, 82, 95, 80, 77, 54, 0, 83, 82, 95, 80, 77, 55, 0, 2, 4, 83, 82,
    95, 80, 82, 73, 77, 95, 84, 89, 80, 69, 0, 83, 82, 95, 73, 78, 86, 79, 67, 65, 84, 73, 79, 78, 95, 73, 68, 0, 83,
    82, 95, 89, 95, 68, 73, 82, 69, 67, 84, 73, 79, 78, 0, 83, 82, 95, 84, 72, 82, 69, 65, 68, 95, 75, 73, 76, 76, 0,
    83, 82, 95, 83, 72, 65, 68, 69, 82, 95, 84, 89, 80, 69, 0, 2, 3, 83, 82, 95, 77, 65, 67, 72, 73, 78, 69, 95, 73,
    68, 95, 48, 0, 83, 82, 95, 77, 65, 67, 72, 73, 78, 69, 95, 73, 68, 95, 49, 0, 83, 82, 95, 77, 65, 67, 72, 73, 78,
    69, 95, 73, 68, 95, 50, 0, 83, 82, 95, 77, 65, 67, 72, 73, 78, 69, 95, 73, 68, 95, 51, 0, 83, 82, 95, 65, 70, 70,
    73, 78, 73, 84, 89, 0, 83, 82, 95, 73, 78, 86, 79, 67, 65, 84, 73, 79, 78, 95, 73, 78, 70, 79, 0, 83, 82, 95, 87,
    83, 67, 65, 76, 69, 70, 65, 67, 84, 79, 82, 95, 88, 89, 0, 83, 82, 95, 87, 83, 67, 65, 76, 69, 70, 65, 67, 84, 79,
    82, 95, 90, 0, 83, 82, 95, 84, 73, 68, 0, 83, 82, 95, 84, 73, 68, 46, 88, 0, 83, 82, 95, 84, 73, 68, 46, 89, 0, 83,
    82, 95, 84, 73, 68, 46, 90, 0, 83, 82, 95, 67, 84, 65, 95, 80, 65, 82, 65, 77, 0, 83, 82, 95, 67, 84, 65, 73, 68,
    46, 88, 0, 83, 82, 95, 67, 84, 65, 73, 68, 46, 89, 0, 83, 82, 95, 67, 84, 65, 73, 68, 46, 90, 0, 83, 82, 95, 78,
    84, 73, 68, 0, 2, 7, 83, 82, 95, 83, 87, 73, 78, 76, 79, 0, 83, 82, 95, 83, 87, 73, 78, 83, 90, 0, 83, 82, 95, 83,
    77, 69, 77, 83, 90, 0, 83, 82, 95, 83, 77, 69, 77, 66, 65, 78, 75, 83, 0, 83, 82, 95, 76, 87, 73, 78, 76, 79, 0,
    83, 82, 95, 76, 87, 73, 78, 83, 90, 0, 83, 82, 95, 76, 77, 69, 77, 76, 79, 83, 90, 0, 83, 82, 95, 76, 77, 69, 77,
    72, 73, 79, 70, 70, 0, 83, 82, 95, 69, 81, 77, 65, 83, 75, 0, 83, 82, 95, 76, 84, 77, 65, 83, 75, 0, 83, 82, 95,
    76, 69, 77, 65, 83, 75, 0, 83, 82, 95, 71, 84, 77, 65, 83, 75, 0, 83, 82, 95, 71, 69, 77, 65, 83, 75, 0, 83, 82,
    95, 82, 69, 71, 65, 76, 76, 79, 67, 0, 83, 82, 95, 67, 84, 88, 65, 68, 68, 82, 0, 1, 83, 82, 95, 71, 76, 79, 66,
    65, 76, 69, 82, 82, 79, 82, 83, 84, 65, 84, 85, 83, 0, 1, 83, 82, 95, 87, 65, 82, 80, 69, 82, 82, 79, 82, 83, 84,
    65, 84, 85, 83, 0, 83, 82, 95, 87, 65, 82, 80, 69, 82, 82, 79, 82, 83, 84, 65, 84, 85, 83, 67, 76, 69, 65, 82, 0,
    2, 4, 83, 82, 95, 80, 77, 95, 72, 73, 48, 0, 83, 82, 95, 80, 77, 95, 72, 73, 49, 0, 83, 82, 95, 80, 77, 95, 72, 73,
    50, 0, 83, 82, 95, 80, 77, 95, 72, 73, 51, 0, 83, 82, 95, 80, 77, 95, 72, 73, 52, 0, 83, 82, 95, 80, 77, 95, 72,
    73, 53, 0, 83, 82, 95, 80, 77, 95, 72, 73, 54, 0, 83, 82, 95, 80, 77, 95, 72, 73, 55, 0, 83, 82, 95, 67, 76, 79,
    67, 75, 76, 79, 0, 83, 82, 95, 67, 76, 79, 67, 75, 72, 73, 0, 83, 82, 95, 71, 76, 79, 66, 65, 76, 84, 73, 77, 69,
    82, 76, 79, 0, 83, 82, 95, 71, 76, 79, 66, 65, 76, 84, 73, 77, 69, 82, 72, 73, 0, 3, 1, 46, 82, 69, 83, 85, 76, 84,
    0, 2, 2, 3, 46, 67, 84, 65, 0, 46, 71, 76, 0, 46, 83, 89, 83, 0, 1, 3, 0, 46, 73, 86, 65, 76, 76, 68, 0, 3, 0, 46,
    67, 71, 0, 46, 67, 73, 0, 46, 67, 86, 0, 3, 0, 46, 67, 71, 0, 46, 67, 83, 0, 46, 87, 84, 0, 3, 0, 46, 76, 85, 0, 2,
    2, 3, 0, 46, 51, 50, 0, 3, 0, 2, 3, 3, 0, 46, 67, 71, 0, 1, 46, 67, 86, 0, 3, 0, 46, 67, 71, 0, 1, 46, 87, 84, 0,
    3, 46, 65, 68, 68, 0, 46, 77, 73, 78, 0, 46, 77, 65, 88, 0, 46, 73, 78, 67, 0, 46, 68, 69, 67, 0, 46, 65, 78, 68,
    0, 46, 79, 82, 0, 46, 88, 79, 82, 0, 46, 69, 88, 67, 72, 0, 2, 7, 3, 0, 46, 83, 51, 50, 0, 46, 85, 54, 52, 0, 46,
    70, 51, 50, 46, 70, 84, 90, 46, 82, 78, 0, 46, 70, 49, 54, 120, 50, 46, 82, 78, 0, 46, 83, 54, 52, 0, 46, 70, 54,
    52, 46, 82, 78, 0, 1, 3, 0, 46, 83, 51, 50, 0, 46, 85, 54, 52, 0, 1, 3, 1, 46, 82, 0, 1, 46, 82, 71, 0, 2, 11, 0,
    3, 0, 46, 78, 79, 68, 69, 80, 0, 3, 0, 46, 84, 0, 3, 0, 46, 80, 0, 3, 65, 82, 82, 65, 89, 95, 49, 68, 0, 65, 82,
    82, 65, 89, 95, 50, 68, 0, 1, 65, 82, 82, 65, 89, 95, 67, 85, 66, 69, 0, 3, 49, 68, 0, 50, 68, 0, 51, 68, 0, 67,
    85, 66, 69, 0, 3, 82, 0, 71, 0, 66, 0, 65, 0, 82, 71, 0, 82, 65, 0, 71, 65, 0, 66, 65, 0, 3, 82, 71, 66, 0, 82, 71,
    65, 0, 82, 66, 65, 0, 71, 66, 65, 0, 82, 71, 66, 65, 0, 2, 3, 3, 0, 46, 76, 90, 0, 46, 76, 66, 0, 46, 76, 76, 0, 2,
    2, 46, 76, 66, 65, 0, 46, 76, 76, 65, 0, 3, 46, 70, 49, 54, 0, 0, 3, 46, 76, 90, 0, 0, 46, 76, 90, 0, 46, 76, 76,
    0, 46, 68, 67, 0, 46, 76, 76, 46, 68, 67, 0, 46, 76, 90, 46, 68, 67, 0, 0, 46, 76, 90, 0, 46, 76, 90, 46, 68, 67,
    0, 0, 46, 76, 90, 0, 0, 46, 76, 76, 0, 2, 2, 3, 49, 68, 0, 50, 68, 0, 50, 68, 0, 50, 68, 0, 50, 68, 0, 50, 68, 0,
    50, 68, 0, 65, 82, 82, 65, 89, 95, 50, 68, 0, 65, 82, 82, 65, 89, 95, 50, 68, 0, 65, 82, 82, 65, 89, 95, 50, 68, 0,
    51, 68, 0, 51, 68, 0, 67, 85, 66, 69, 0, 67, 85, 66, 69, 0, 2, 2, 3, 46, 76, 90, 0, 46, 76, 76, 0, 3, 0, 46, 77,
    83, 0, 3, 0, 46, 67, 76, 0, 3, 46, 76, 90, 0, 46, 76, 76, 0, 46, 76, 90, 0, 1, 46, 76, 90, 46, 65, 79, 70, 70, 73,
    0, 46, 76, 76, 0, 46, 76, 90, 46, 77, 90, 0, 46, 76, 90, 0, 46, 76, 90, 0, 2, 3, 46, 76, 76, 46, 65, 79, 70, 70,
    73, 0, 2, 3, 3, 49, 68, 0, 49, 68, 0, 50, 68, 0, 1, 50, 68, 0, 50, 68, 0, 50, 68, 0, 51, 68, 0, 65, 82, 82, 65, 89,
    95, 50, 68, 0, 2, 3, 50, 68, 0, 2, 3, 3, 0, 46, 65, 79, 70, 70, 73, 0, 46, 80, 84, 80, 0, 1, 3, 0, 46, 70, 49, 54,
    0, 3, 1, 84, 69, 88, 95, 72, 69, 65, 68, 69, 82, 95, 68, 73, 77, 69, 78, 83, 73, 79, 78, 0, 3
};
static const uint16_t cubin_i_calls[] = {
    8871, 8879, 8907, 8923, 8931, 8954, 8958, 9038, 9111, 9122, 9169, 9186, 9196, 9202, 9221, 9241, 9246, 9271, 9275,
    9354, 9360, 9369, 9409, 9418, 9480, 9483, 9510, 9524, 9542, 9565, 9571, 9593, 9625, 9639, 9669, 9675, 9697, 9702,
    9707, 9713, 9734, 9738, 9749, 9805, 9811, 9817, 9838, 9842, 9876, 9890, 9908, 9931, 9936, 9943, 9979, 10020, 10023,
    10027, 10068, 10109, 10142, 10158, 10172, 10186, 10191, 10196, 10201, 10233, 10240, 10258, 10261, 10264, 10288,
    10298, 10332, 10342, 10348, 10352, 10356, 10364, 10369, 10381, 10386, 10391, 10415, 10442, 10469, 10478, 10484,
    10514, 10523, 10552, 10556, 10586, 10597, 10602, 10625, 10636, 10639, 10666, 10669, 10673, 10677, 10705, 10709,
    10736, 10743, 10769, 10796, 10808, 10822, 10828, 10834, 10840, 10850, 10856, 10864, 10867, 10891, 10895, 10908,
    10932, 10945, 10958, 10981, 10986, 10991, 10996, 11001, 11023, 11045, 11057, 11076, 11095, 11114, 11133, 11152,
    11163, 11181, 11192, 11209, 11226, 11243, 11259, 11269, 11285, 11293, 11309, 11319, 11326, 11342, 11358, 11374,
    11384, 11394, 11409, 11424, 11439, 11454, 11468, 11474, 11488, 11502, 11516, 11525, 11531, 11545, 11559, 11568,
    11582, 11591, 11600, 11607, 11620, 11627, 11640, 11653, 11666, 11679, 11692, 11705, 11718, 11731, 11743, 11751,
    11757, 11769, 11775, 11781, 11793, 11805, 11817, 11823, 11835, 11847, 11859, 11871, 11883, 11895, 11901, 11909,
    11920, 11931, 11942, 11953, 11964, 11975, 11986, 11997
};
static const uint16_t cubin_i_sayings[] = {
    34, 62, 86, 106, 169, 248, 385, 591, 647, 670, 755, 868, 1018, 1051, 1154, 1179, 1209, 1237, 1602, 1614, 1641,
    1653, 1909, 2060, 2211, 2275, 2463, 2500, 2545, 2621, 2671, 2714, 3509, 3562, 3604, 3664, 3796, 3824, 3845, 3872,
    3901, 4044, 4062, 4115, 4136, 4149, 4180, 4242, 4283, 4306, 4328, 4360, 4396, 4447, 4480, 4556, 4562, 4594, 4621,
    4655, 4682, 4768, 4778, 4806, 4882, 4989, 5342, 5860, 6318, 6371, 7092, 7578, 7606, 7647, 7671, 7681, 7691, 7702,
    7729, 7887, 7908, 7933, 7973, 8032, 8064, 8095, 8159, 8194, 8237, 8275, 8381, 8444, 8485, 8530, 8582, 8621, 8634,
    8668, 8699, 8739, 8787, 8830, 8849, 8859, 8868
};
static const unsigned char cubin_i_eighths[] = {
    0, 6, 12, 20, 24, 32, 39, 49, 57, 63, 69, 74, 78, 78, 78, 79, 82, 87, 88, 93, 97, 100, 100, 100, 105, 105, 108,
    108, 108, 108, 108, 108, 108, 115, 117, 121, 127, 127, 127, 127, 127, 135, 139, 144, 147, 153, 156, 157, 157, 165,
    173, 174, 180, 185, 192, 199, 204, 210, 213, 213, 213, 216, 220, 223, 223
};
static const uint16_t cubin_i_spans[] = {
    20294, 22859, 23130, 25419, 65350, 65355, 65360, 65369, 65370, 65380
};
static const uint16_t cubin_i_wide[] = {
    4098, 0, 4099, 48, 4100, 63, 4101, 90, 4102, 111, 4103, 135, 4112, 188, 4113, 197, 4114, 203, 4115, 215, 4108, 227,
    8207, 254, 4104, 268, 4097, 305, 4098, 315, 4107, 330, 4100, 339, 4101, 348, 4102, 367, 4111, 371, 4097, 392, 4098,
    394, 4099, 398, 4100, 402, 4112, 904, 4113, 908, 4098, 917, 4115, 982, 4108, 434, 4109, 583, 4102, 596, 4111, 634,
    4120, 1596, 4121, 1606, 4122, 1620, 4123, 1646, 8197, 3389, 8198, 3397, 8199, 3290, 4128, 1660, 4129, 1668, 4130,
    1676, 4139, 1682, 4140, 1699, 3109, 1719, 9229, 651, 6, 1748, 8198, 677, 5127, 1786, 4096, 694, 4097, 712, 5122,
    2507, 5123, 2522, 5124, 1991, 5125, 2146, 4118, 1251, 6151, 2237, 4128, 1736, 4099, 1567, 8196, 2582, 4109, 1594,
    8206, 732, 8199, 759, 8200, 796, 9233, 990, 9930, 818, 9234, 836, 9235, 1031, 4100, 873, 9937, 3210, 9939, 3220,
    9940, 3238, 9941, 3267, 9942, 3276, 9930, 3281, 9859, 784, 9940, 3284, 9414, 3287, 9238, 1065, 7170, 2331, 9220,
    1082, 9223, 2467, 5314, 2747, 5315, 2774, 9421, 2791, 5190, 2806, 5319, 2845, 5324, 2870, 5320, 2891, 5313, 2919,
    5314, 2932, 5318, 2950, 6351, 2955, 5313, 2983, 5314, 2986, 5315, 2991, 5252, 2996, 5324, 3020, 5325, 3033, 9862,
    784, 5249, 3044, 5251, 3057, 5317, 3066, 5318, 3082, 5319, 3090, 8194, 3100, 9219, 3131, 9220, 3149, 4096, 3334,
    4097, 3349, 4114, 1107, 4116, 1145, 4117, 1167, 4110, 1183, 4119, 1216, 4112, 1118, 4097, 3356, 4120, 1245, 4121,
    1249, 4106, 1183, 4123, 1216, 4096, 3365, 4097, 3369, 4098, 3405, 8195, 3429, 4100, 3379, 4101, 3437, 9216, 4687,
    4097, 3502, 4098, 3513, 4099, 3533, 4100, 3567, 4101, 3592, 4102, 3608, 4103, 3614, 4096, 3697, 4097, 3814, 4101,
    3829, 4102, 3857, 4096, 3874, 4098, 3906, 4099, 3926, 4101, 3944, 4102, 3982, 5120, 4033, 4100, 4048, 4101, 4071,
    4096, 4107, 4097, 4123, 4099, 4130, 4100, 4138, 4102, 4143, 4103, 4169, 4100, 4174, 4101, 4220, 4103, 4225, 4096,
    4248, 4096, 4338, 4097, 4363, 4098, 4380, 4099, 4398, 4100, 4408, 4101, 4422, 4102, 4450, 4103, 4468, 4096, 4482,
    4097, 4493, 4098, 4553, 4099, 4559, 4100, 4572, 4101, 4596, 4102, 4630, 4103, 4658, 4098, 4724, 4097, 4269, 4098,
    4286, 4099, 4300, 4100, 4314, 4101, 4320, 4102, 4330, 4097, 4739, 8194, 4773, 8195, 4781, 8198, 4787, 8199, 4809,
    4096, 4887, 4097, 4891, 4098, 4895, 4099, 4915, 9348, 3312, 6150, 4934, 6151, 5015, 6144, 5022, 8193, 5075, 8322,
    5101, 8324, 5125, 8325, 5184, 8326, 5203, 8327, 5223, 8320, 5252, 8321, 5235, 8322, 5267, 8323, 5284, 8197, 5307,
    1026, 3123, 5123, 3179, 6148, 3191, 8197, 5348, 8198, 5391, 8327, 5415, 8320, 5446, 8321, 5478, 9346, 5506, 9347,
    5536, 9350, 5638, 9351, 5588, 9345, 5660, 9346, 5694, 9221, 5840, 9222, 5921, 2176, 2636, 2177, 2698, 2179, 2726
};
static const unsigned char cubin_i_wide_says[] = {
    0, 1, 2, 3, 1, 4, 1, 1, 1, 1, 5, 1, 1, 1, 1, 1, 1, 1, 1, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 7, 1, 8, 18, 19, 20, 21, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 9, 21, 1, 22, 1, 1, 1, 28, 23, 24, 10, 25, 1, 1, 29, 10, 10, 10, 1, 12, 1, 11, 13, 1, 1, 1,
    1, 1, 1, 1, 10, 1, 1, 1, 26, 10, 27, 1, 1, 1, 1, 10, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 10, 1, 1, 1, 1, 1, 10, 1,
    1, 1, 1, 1, 14, 15, 16, 17, 1, 1, 14, 15, 15, 17, 1, 1, 1, 1, 1, 1, 1, 32, 1, 33, 33, 34, 1, 35, 36, 37, 38, 39,
    40, 1, 1, 1, 1, 41, 42, 1, 43, 43, 44, 44, 45, 45, 46, 46, 47, 47, 51, 51, 52, 52, 52, 53, 53, 54, 54, 1, 55, 56,
    57, 58, 59, 60, 1, 48, 48, 49, 49, 50, 50, 61, 62, 62, 63, 64, 55, 56, 60, 1, 1, 65, 1, 1, 1, 1, 10, 1, 1, 1, 1, 1,
    1, 1, 66, 1, 1, 1, 1, 10, 1, 1, 1, 1, 1, 1, 10, 1, 10, 67, 67, 30, 31, 30
};
static const unsigned char cubin_i_narrow_from[] = {
    0, 4, 9, 10, 55, 98, 166, 167, 177, 177, 178, 178, 179, 181, 192, 222
};
static const uint16_t cubin_i_masks[] = {
    57344, 62976, 63488, 63616, 64512, 64568, 65024, 65152, 65216, 65264, 65272, 65280, 65336, 65344, 65408, 65472,
    65504, 65520, 65528, 65532
};
static const uint16_t cubin_i_narrow_kinds[] = {
    6217, 256, 6464, 256, 6531, 256, 6543, 256, 6716, 256, 6739, 256, 6761, 256, 6826, 256, 6857, 256, 6939, 256, 6966,
    256, 6985, 256, 6994, 256, 7001, 256, 7019, 256, 7047, 256, 7064, 17920, 7101, 256, 7108, 256, 7119, 256, 7144,
    256, 7162, 256, 7168, 256, 7174, 256, 7183, 256, 7189, 256, 7195, 256, 7203, 256, 7256, 256, 7266, 256, 7277, 256,
    7288, 256, 7306, 256, 7314, 256, 7321, 256, 7339, 256, 7349, 256, 7356, 256, 7361, 256, 7371, 256, 7404, 256, 7444,
    256, 7463, 256, 7486, 256, 7500, 256, 7510, 256, 7521, 256, 7546, 256, 7553, 18176, 7583, 10496, 7623, 10496, 7665,
    18944, 7676, 19200, 7686, 19456, 7699, 19712, 7738, 256, 7765, 256, 7789, 256, 7851, 256, 7866, 20224, 7893, 20480,
    7917, 20736, 7935, 20736, 7963, 20992, 7978, 20992, 7983, 20736, 8006, 21248, 8034, 21504, 8069, 21760, 8121,
    22016, 8174, 22272, 8202, 22528, 8248, 22784, 8301, 256, 8343, 23040, 8386, 23296, 8469, 23552, 8507, 23808, 8555,
    24064, 8615, 24320, 8626, 24576, 8642, 24832, 8683, 25088, 8716, 25344, 8759, 25600, 8820, 25856, 8832, 26112,
    8854, 26368, 8861, 26624, 6405, 17665, 6419, 17665, 6427, 257, 6444, 257, 6550, 257, 6568, 257, 6584, 257, 6600,
    257, 6622, 257, 6629, 257, 6636, 257, 6647, 257, 6663, 257, 6751, 257, 6799, 257, 6887, 257, 6899, 257, 6913, 257,
    6928, 257, 6952, 257, 7040, 257, 6010, 258, 6022, 258, 6041, 258, 6057, 258, 6087, 258, 6106, 258, 6117, 258, 6132,
    258, 6160, 258, 6169, 258, 6187, 258, 6202, 258, 6337, 17666, 6384, 17666, 6284, 4611, 6292, 4611, 6302, 5379,
    6312, 17411, 6321, 17411, 6331, 4611, 7596, 18464, 7610, 18464, 7633, 8736, 7640, 18720, 7654, 288, 7707, 288,
    7711, 288, 7715, 20000
};
static const uint16_t cubin_i_narrow[] = {
    256, 3601, 512, 1286, 1024, 1028, 2048, 28930, 5120, 24068, 6144, 2052, 7168, 23558, 7680, 29195, 7936, 2571, 8192,
    9483, 12288, 29446, 12800, 32519, 12928, 28679, 13824, 4360, 13888, 26889, 13904, 27145, 13920, 27401, 13936,
    32265, 13952, 32777, 13984, 29961, 14000, 29705, 14016, 2314, 14032, 26378, 14064, 778, 14072, 24842, 14336, 522,
    14344, 25354, 14352, 23306, 14360, 23818, 14368, 26634, 14376, 24586, 14384, 25610, 14392, 27658, 14400, 25866,
    14408, 24330, 14416, 33034, 14424, 28170, 14432, 30218, 14440, 28426, 14448, 31754, 14464, 32010, 14472, 30474,
    14480, 30730, 14488, 3338, 14496, 27914, 14504, 31242, 14512, 31498, 14520, 22794, 14528, 265, 14560, 23050, 14568,
    3850, 14576, 4106, 14584, 25098, 14848, 9734, 15360, 26118, 18432, 29451, 18688, 32526, 18816, 28686, 19264, 26897,
    19280, 27153, 19296, 27409, 19312, 32273, 19328, 32785, 19360, 29969, 19376, 29713, 19392, 2322, 19408, 26386,
    19440, 786, 19448, 24850, 19456, 530, 19464, 25362, 19472, 23314, 19480, 23826, 19488, 26642, 19496, 24594, 19504,
    25618, 19512, 27666, 19520, 25874, 19528, 24338, 19536, 33042, 19544, 28178, 19552, 30226, 19560, 28434, 19568,
    31762, 19584, 32018, 19592, 30482, 19600, 30738, 19608, 3346, 19616, 27922, 19624, 31250, 19632, 31506, 19640,
    22802, 19648, 273, 19680, 23058, 19688, 3858, 19696, 4114, 19704, 25106, 19968, 4870, 20480, 10254, 20608, 30994,
    20616, 10770, 20624, 10514, 20640, 11026, 20656, 12050, 20680, 11538, 20696, 11794, 20728, 18, 20736, 5134, 20864,
    28686, 21312, 26897, 21360, 32273, 21440, 2322, 21464, 3090, 21488, 786, 21496, 2834, 22016, 9995, 22528, 29451,
    22784, 32526, 22912, 28686, 23296, 4623, 23360, 26897, 23376, 27153, 23392, 27409, 23408, 32273, 23424, 32785,
    23456, 29969, 23472, 29713, 23488, 2322, 23504, 26386, 23512, 1810, 23520, 1554, 23536, 786, 23544, 24850, 23552,
    530, 23560, 25362, 23568, 23314, 23576, 23826, 23584, 26642, 23592, 24594, 23600, 25618, 23608, 27666, 23616,
    25874, 23624, 24338, 23632, 33042, 23640, 28178, 23648, 30226, 23656, 28434, 23664, 31762, 23680, 32018, 23688,
    30482, 23696, 30738, 23704, 3346, 23712, 27922, 23720, 31250, 23728, 31506, 23736, 22802, 23744, 273, 23776, 23058,
    23784, 3858, 23792, 4114, 23800, 25106, 23808, 6930, 23816, 6162, 23824, 5394, 23832, 7954, 23840, 8722, 24704,
    7683, 28672, 7171, 28800, 7427, 30720, 6407, 30848, 6663, 31232, 5639, 31360, 5895, 31744, 8455, 31872, 8199,
    32256, 9223, 32384, 8967, 32768, 16896, 40960, 17152, 49208, 19461, 51256, 20997, 53248, 19969, 53760, 20737,
    56376, 20236, 56632, 20492, 56888, 21779, 56952, 22035, 57016, 19730, 57080, 21266, 57088, 21517, 57160, 22290,
    57168, 22546, 57856, 12817, 57888, 33553, 57920, 12305, 57936, 12561, 57952, 33297, 57968, 34321, 58000, 33809,
    58016, 34065, 58112, 13073, 58144, 13329, 58176, 13585, 58224, 34577, 58240, 34833, 58272, 35089, 60160, 18960,
    60192, 19216, 60408, 18450, 60416, 17931, 60672, 17419, 60928, 18190, 61136, 15122, 61144, 15378, 61168, 17682,
    61200, 18706, 61248, 15634, 61256, 15890, 61264, 16146, 61272, 16402, 61328, 16658, 61336, 14866, 61608, 14610,
    61624, 14354, 61640, 11282, 61680, 14098, 61688, 13842
};
/* end of tables */

/* Registers that the operands d, a, b and c take, 0 for one; then facts. tools/sass.py has the same numbers. */
enum {
    CUBIN_I_SAYS_D, CUBIN_I_SAYS_A, CUBIN_I_SAYS_B, CUBIN_I_SAYS_C, CUBIN_I_SAYS_UNKNOWN, CUBIN_I_SAYS_CONDITIONAL,
    CUBIN_I_SAYS_BARRIER, CUBIN_I_SAYS_FLOW, CUBIN_I_SAYS_PREDICATES, CUBIN_I_SAYS_STORE, CUBIN_I_SAYS_SURE,
    CUBIN_I_SAYS_WRITTEN, /* a register that is written besides d */
    CUBIN_I_SAYS_SPREAD,  /* what a and b hold together is in two registers at most in each */
    CUBIN_I_SAYS
};

/* An instruction being turned into text. */
typedef struct cubin_i_sass {
    uint64_t low, high;           /* the encoding; high is 0 for instructions of 64 bits */
    uint64_t used_low, used_high; /* bits that a row has read */
    uint64_t address;
    uint64_t target;
    uint32_t arch;
    uint32_t flags;   /* of the row */
    uint32_t unknown; /* parts that no row explains */
    int has_target;
    int wide; /* 128 bits */
    int spaced; /* the name is over, operands follow */
    int unsure; /* of the operands in bits 24 to 63, some of which the row does not explain */
    char *text;
    size_t room, length, start; /* of the name */
    cubin_instruction *out;
    uint8_t says[CUBIN_I_SAYS]; /* what the row says about registers and flow: CUBIN_I_SAYS_ */
} cubin_i_sass;

enum {
    /* kinds of immediates */
    CUBIN_I_UNSIGNED, CUBIN_I_SIGNED, CUBIN_I_FLOAT, CUBIN_I_DOUBLE, CUBIN_I_HALVES, CUBIN_I_HALVES_65,
    CUBIN_I_KIND = 7, CUBIN_I_UNIFORM = 8, CUBIN_I_UNIFORM_GUARD = 16, CUBIN_I_UNGUARDED = 32,
    CUBIN_I_ONLY_UNIFORM = 64 /* a row for instructions whose bit 91 is set */
};

static void cubin_i_put(cubin_i_sass *s, char c)
{
    if (c == ' ') s->spaced = 1;
    if (s->length + 1 < s->room) s->text[s->length] = c;
    s->length++;
}

static void cubin_i_puts(cubin_i_sass *s, const char *text)
{
    while (*text != '\0') cubin_i_put(s, *text++);
}

static void cubin_i_put_decimal(cubin_i_sass *s, uint32_t v)
{
    char digits[10];
    int n = 0;
    if (v < 10) {
        cubin_i_put(s, (char)('0' + v));
        return;
    }
    do {
        digits[n++] = (char)('0' + v % 10);
        v /= 10;
    } while (v != 0);
    while (n > 0) cubin_i_put(s, digits[--n]);
}

static void cubin_i_put_hex(cubin_i_sass *s, uint64_t v)
{
    int shift = 60;
    cubin_i_puts(s, "0x");
    while (shift > 0 && v >> shift == 0) shift -= 4;
    for (; shift >= 0; shift -= 4) cubin_i_put(s, "0123456789abcdef"[v >> shift & 15]);
}

static void cubin_i_put_signed(cubin_i_sass *s, uint64_t v)
{
    if (v >> 63 != 0) {
        cubin_i_put(s, '-');
        v = 0 - v;
    }
    cubin_i_put_hex(s, v);
}

/* A value that no table explains, in its place. */
static void cubin_i_put_unknown(cubin_i_sass *s, uint64_t v)
{
    if (!s->spaced && s->length > s->start) cubin_i_put(s, '.');
    cubin_i_put(s, '?');
    cubin_i_put_hex(s, v);
    s->unknown++;
}

/* n from 1 to 64. */
static uint64_t cubin_i_ones(uint32_t n) { return ~(uint64_t)0 >> (64 - n); }

/* n bits from bit at, which are noted as read. */
static uint64_t cubin_i_bits(cubin_i_sass *s, uint32_t at, uint32_t n)
{
    const uint64_t mask = cubin_i_ones(n);
    if (at >= 64) {
        s->used_high |= mask << (at - 64);
        return s->high >> (at - 64) & mask;
    }
    s->used_low |= mask << at;
    if (at + n <= 64) return s->low >> at & mask;
    s->used_high |= mask >> (64 - at);
    return (s->low >> at | s->high << (64 - at)) & mask;
}

static uint64_t cubin_i_sign(uint64_t v, uint32_t n)
{
    const uint64_t top = (uint64_t)1 << (n - 1);
    return (v ^ top) - top;
}

/* mantissa * 2^exponent with 20 significant digits, as %.20g; from 2^31 on with 21 as %.20e. Immediates have at most 24
   bits of mantissa and, as the upper half of a double, exponents from -1042 to 1023. */
static void cubin_i_put_real(cubin_i_sass *s, uint64_t mantissa, int exponent)
{
    uint32_t limb[96]; /* base 10^9, lowest first: at most 5^1042 times 2^24 */
    char digit[40];
    uint64_t carry;
    int limbs = 0, count = 0, point = 0, sticky = 0, scale, large, i;
    while ((mantissa & 1) == 0) {
        mantissa >>= 1;
        exponent++;
    }
    for (carry = mantissa; carry != 0; carry /= 1000000000) limb[limbs++] = (uint32_t)(carry % 1000000000);
    large = exponent > 31 || (exponent >= 0 && mantissa >> (31 - exponent) != 0);
    scale = exponent < 0 ? exponent - 1 : -1;
    while (exponent != 0) {
        uint32_t factor = 1;
        if (exponent < 0)
            for (i = 0; i < 12 && exponent < 0; i++, exponent++) factor *= 5;
        else
            for (i = 0; i < 28 && exponent > 0; i++, exponent--) factor *= 2;
        for (i = 0, carry = 0; i < limbs; i++) {
            carry += (uint64_t)limb[i] * factor;
            limb[i] = (uint32_t)(carry % 1000000000);
            carry /= 1000000000;
        }
        CUBIN_ASSERT(limbs < 96);
        if (carry != 0) limb[limbs++] = (uint32_t)carry;
    }
    cubin_i_zero(digit, sizeof digit);
    for (i = limbs - 1; i >= 0; i--) {
        uint32_t v = limb[i], unit = 100000000;
        if (i < limbs - 4) {
            sticky |= v != 0;
            scale += 9;
            continue;
        }
        for (; unit != 0; v %= unit, unit /= 10)
            if (count != 0 || v / unit != 0) {
                digit[count++] = (char)(v / unit);
                scale++; /* the decimal exponent of the first digit, in the end */
            }
    }
    while (count-- > 21 + large) sticky |= digit[count] != 0;
    count = 20 + large;
    sticky |= digit[count - 1] & 1; /* half goes to even */
    if (digit[count] + sticky > 5) /* no such number begins with 20 nines */
        for (i = count - 1; ++digit[i] > 9; i--) digit[i] = 0;
    if (!large)
        while (count > 1 && digit[count - 1] == 0) count--;
    large |= scale < -4; /* from here on: with an exponent */
    if (!large) {
        point = scale;
        if (count <= point) count = point + 1;
        if (scale < 0) cubin_i_puts(s, "0.");
        for (i = scale; i < -1; i++) cubin_i_put(s, '0');
    }
    for (i = 0; i < count; i++) {
        cubin_i_put(s, (char)('0' + digit[i]));
        if (i == point && i + 1 < count) cubin_i_put(s, '.');
    }
    if (large) {
        cubin_i_put(s, 'e');
        cubin_i_put(s, scale < 0 ? '-' : '+');
        if (scale < 0) scale = -scale;
        if (scale < 10) cubin_i_put(s, '0');
        cubin_i_put_decimal(s, (uint32_t)scale);
    }
}

/* A binary floating-point number: a sign, `exponents` bits of exponent, `fraction` bits of fraction. */
static void cubin_i_put_float(cubin_i_sass *s, uint64_t v, uint32_t exponents, uint32_t fraction)
{
    const uint64_t part = v & cubin_i_ones(fraction), top = cubin_i_ones(exponents);
    const uint64_t power = v >> fraction & top;
    const int negative = (int)(v >> (exponents + fraction) & 1), bias = (int)(top >> 1);
    if (power == top) {
        cubin_i_put(s, negative ? '-' : '+');
        cubin_i_puts(s, part == 0 ? "INF" : part >> (fraction - 1) != 0 ? "QNAN" : "SNAN");
        return;
    }
    if (negative) cubin_i_put(s, '-');
    if (power == 0 && part == 0) {
        cubin_i_put(s, '0');
    } else if (power == 0) {
        cubin_i_put_real(s, part, 1 - bias - (int)fraction);
    } else {
        cubin_i_put_real(s, part | (uint64_t)1 << fraction, (int)power - bias - (int)fraction);
    }
}

/* A register by its number; the last one is zero. */
static void cubin_i_put_number(cubin_i_sass *s, const char *name, uint32_t r, uint32_t last)
{
    cubin_i_puts(s, name);
    if (r == last)
        cubin_i_put(s, 'Z');
    else
        cubin_i_put_decimal(s, r);
}

/* Notes that the registers of an operand, from r on, are read, or written. */
static void cubin_i_use(cubin_i_sass *s, uint64_t *set, uint32_t r, uint32_t operand)
{
    uint32_t n = s->says[operand];
    do {
        if (r < 255) set[r / 64] |= (uint64_t)1 << r % 64;
        r++;
    } while (n-- > 1);
}

/* Prints ? for an operand at a bit that the row may have wrong; 0: it has it right. */
static int cubin_i_put_unsure(cubin_i_sass *s, uint32_t at)
{
    if (!s->unsure || (at != 24 && at != 32)) return 0;
    cubin_i_put(s, '?');
    return 1;
}

/* A register at a bit, read as one of the operands. */
static void cubin_i_put_register(cubin_i_sass *s, uint32_t at, uint32_t operand)
{
    uint32_t r;
    if (cubin_i_put_unsure(s, at)) return;
    r = (uint32_t)cubin_i_bits(s, at, 8);
    if (operand == CUBIN_I_SAYS_WRITTEN || (operand == CUBIN_I_SAYS_D && s->says[CUBIN_I_SAYS_STORE] == 0))
        cubin_i_use(s, s->out->written, r, operand);
    else
        cubin_i_use(s, s->out->read, r, operand);
    cubin_i_put_number(s, "R", r, 255);
}

/* Uniform registers have 8 bits from sm_100 on, 6 before. */
static void cubin_i_put_uniform(cubin_i_sass *s, uint32_t at, uint32_t more)
{
    const uint32_t n = s->arch >= 100 ? 8 : 6;
    uint32_t r;
    if (cubin_i_put_unsure(s, at)) return;
    (void)cubin_i_bits(s, 91, 1); /* that there is one */
    r = (uint32_t)cubin_i_bits(s, at, n) + more;
    cubin_i_put_number(s, "UR", r, (1u << n) - 1);
}

static void cubin_i_put_predicate(cubin_i_sass *s, const char *name, uint32_t p)
{
    cubin_i_puts(s, name);
    if (p == 7)
        cubin_i_put(s, 'T');
    else
        cubin_i_put_decimal(s, p);
}

/* An immediate of n bits, the upper ones of a number. */
static void cubin_i_put_immediate(cubin_i_sass *s, uint64_t v, uint32_t n)
{
    const uint32_t kind = s->flags & CUBIN_I_KIND;
    uint32_t bits;
    switch (kind) {
    case CUBIN_I_SIGNED: cubin_i_put_signed(s, cubin_i_sign(v, n)); break;
    case CUBIN_I_FLOAT: cubin_i_put_float(s, v << (32 - n), 8, 23); break;
    case CUBIN_I_DOUBLE: cubin_i_put_float(s, v << (64 - n), 11, 52); break;
    case CUBIN_I_HALVES:
    case CUBIN_I_HALVES_65:
        bits = cubin_i_bits(s, kind == CUBIN_I_HALVES ? 85 : 65, 1) != 0 ? 8 : 5;
        cubin_i_put_float(s, v >> 16, bits, 15 - bits);
        cubin_i_puts(s, ", ");
        cubin_i_put_float(s, v & 0xffff, bits, 15 - bits);
        break;
    default: cubin_i_put_hex(s, v); break;
    }
}

/* c[bank][offset]; with bank 0 only what follows the bank. */
static void cubin_i_put_constant(cubin_i_sass *s, uint32_t bank, uint32_t at)
{
    if (bank != 0) {
        cubin_i_puts(s, "c[");
        cubin_i_put_hex(s, cubin_i_bits(s, bank, 5));
    }
    cubin_i_puts(s, "][");
    cubin_i_put_hex(s, cubin_i_bits(s, at, 14) * 4);
    cubin_i_put(s, ']');
}

/* A source at bit 24, 32 or 64 with its signs, of the kind that the form of the opcode (bits 9 to 11) says. */
static void cubin_i_put_source(cubin_i_sass *s, uint32_t at, uint32_t flags, uint32_t reuse)
{
    const uint32_t form = (uint32_t)(s->low >> 9 & 7), kind = s->flags & CUBIN_I_KIND;
    const int halves = kind >= CUBIN_I_HALVES;
    uint32_t negate = at == 24 ? 72 : at == 32 ? 63 : halves ? 84 : 75, v;
    const uint32_t absolute = at == 24 ? 73 : at == 32 ? 62 : halves ? 83 : 74;
    int bars = 0;
    if (cubin_i_put_unsure(s, at)) return;
    if (at == 32 && (form == 2 || form == 4)) {
        cubin_i_put_immediate(s, cubin_i_bits(s, 32, 32), 32);
        return;
    }
    if (flags != 0 && cubin_i_bits(s, negate, 1) != 0)
        cubin_i_put(s, flags == 3 || (flags == 2 && cubin_i_bits(s, 74, 1) != 0) ? '~' : '-');
    if ((flags & 4) != 0 && cubin_i_bits(s, absolute, 1) != 0) bars = 1;
    if (bars) cubin_i_put(s, '|');
    if (at == 32 && (form == 3 || form == 5)) {
        if ((s->high >> 27 & 1) != 0) {
            cubin_i_puts(s, "cx[");
            cubin_i_put_uniform(s, 32, 0);
            cubin_i_put_constant(s, 0, 40);
        } else {
            cubin_i_put_constant(s, 54, 40);
        }
    } else if ((s->flags & CUBIN_I_UNIFORM) != 0 || (at == 32 && (form == 6 || form == 7))) {
        cubin_i_put_uniform(s, at, 0);
    } else {
        cubin_i_put_register(s, at, reuse - 121); /* sources are numbered as their bits of reuse */
        if (bars) cubin_i_put(s, '|');
        bars = 0;
        if ((s->high >> (reuse - 64) & 1) != 0) cubin_i_puts(s, ".reuse");
    }
    if ((flags & 4) != 0 && halves) {
        v = (uint32_t)cubin_i_bits(s, at == 24 ? 74 : at == 32 ? 60 : 81, 2);
        if (v != 0) cubin_i_puts(s, v == 1 ? ".F32" : v == 2 ? ".H0_H0" : ".H1_H1");
    }
    if (bars) cubin_i_put(s, '|');
}

/* "+0x10" after something, "0x10" alone; nothing for 0. */
static void cubin_i_put_offset(cubin_i_sass *s, uint64_t v, int after)
{
    if (v == 0) return;
    if (after) cubin_i_put(s, '+');
    cubin_i_put_signed(s, v);
}

/* [register+uniform+offset]. base and uniform: their bits, uniform 0 for none; suffix of the register. */
static void cubin_i_put_place(cubin_i_sass *s, uint32_t base, uint32_t uniform, uint64_t offset, const char *suffix)
{
    const uint32_t r = (uint32_t)cubin_i_bits(s, base, 8);
    int after = 0;
    cubin_i_put(s, '[');
    if (r != 255 || (uniform == 0 && offset == 0)) {
        cubin_i_put_register(s, base, base == 24 ? CUBIN_I_SAYS_A : CUBIN_I_SAYS_B);
        cubin_i_puts(s, suffix);
        after = 1;
    }
    if (uniform != 0) {
        if (after) cubin_i_put(s, '+');
        cubin_i_put_uniform(s, uniform, 0);
        after = 1;
    }
    cubin_i_put_offset(s, offset, after);
    cubin_i_put(s, ']');
}

/* Where the flags of an address are: a descriptor, a 64-bit register. The plain kinds have neither. */
enum { CUBIN_I_PLAIN, CUBIN_I_GLOBAL, CUBIN_I_SCALED, CUBIN_I_ATOMIC, CUBIN_I_REDUCTION, CUBIN_I_ATOMIC_FLOAT };

static void cubin_i_put_memory(cubin_i_sass *s, uint32_t uniform, uint32_t kind)
{
    static const char scale[4][5] = {"", ".X4", ".X8", ".X16"};
    const int late = s->arch >= 100, atomic = kind == CUBIN_I_ATOMIC || kind == CUBIN_I_ATOMIC_FLOAT;
    const uint32_t n = atomic && late ? 23 : 24;
    const uint64_t offset = cubin_i_sign(cubin_i_bits(s, 40, n), n);
    const char *suffix = "";
    if (uniform == 0 || (s->high >> 27 & 1) == 0) {
        uniform = 0;
    } else {
        (void)cubin_i_bits(s, 91, 1);
        if (kind != CUBIN_I_PLAIN && kind != CUBIN_I_SCALED) {
            const uint32_t descriptor = kind == CUBIN_I_ATOMIC_FLOAT && late ? 90
                                        : kind == CUBIN_I_GLOBAL || (atomic && late) ? 76
                                        : late ? 81 : 71;
            suffix = cubin_i_bits(s, !atomic ? 90 : late ? 63 : 70, 1) != 0 ? ".64" : ".U32";
            if (cubin_i_bits(s, descriptor, 1) != 0) {
                if (s->arch >= 90) {
                    cubin_i_puts(s, "desc[");
                    cubin_i_put_uniform(s, uniform, 0);
                    cubin_i_put(s, ']');
                } else {
                    (void)cubin_i_bits(s, uniform, 6);
                }
                uniform = 0;
            }
        }
    }
    if (kind == CUBIN_I_SCALED) suffix = scale[cubin_i_bits(s, 78, 2)];
    cubin_i_put_place(s, 24, uniform, offset, suffix);
}

static void cubin_i_put_target(cubin_i_sass *s, uint64_t v)
{
    s->target = v;
    s->has_target = 1;
    cubin_i_put_hex(s, v);
}

/* Offset of a branch in bytes. */
static uint64_t cubin_i_jump(cubin_i_sass *s)
{
    const uint64_t v = cubin_i_bits(s, 34, 48);
    if (s->arch < 90) return 4 * cubin_i_sign(v, 48);
    return 4 * cubin_i_sign(v << 8 | cubin_i_bits(s, 16, 8), 56);
}

/* The operands that are places in memory, and a set of barriers. */
static void cubin_i_operand_place(cubin_i_sass *s, uint32_t kind, uint32_t a, uint32_t b)
{
    const uint32_t form = (uint32_t)(s->low >> 9 & 7);
    uint64_t v;
    int i, n;
    switch (kind) {
    case 22: cubin_i_put_memory(s, a, b); break;
    case 24: case 26: /* a uniform base; 26: at bit 24, its offset as 25 has it */
        n = kind == 24 ? 24 : 16;
        cubin_i_put(s, '[');
        cubin_i_put_uniform(s, kind == 24 ? a : 24, 0);
        cubin_i_put_offset(s, cubin_i_sign(cubin_i_bits(s, kind == 24 ? 40 : 38, (uint32_t)n), (uint32_t)n), 1);
        cubin_i_put(s, ']');
        break;
    case 23: /* LDGSTS: to shared memory, from global */
        n = (int)cubin_i_bits(s, 91, 1);
        i = (int)cubin_i_bits(s, 76, 1);
        b = s->arch >= 100 && cubin_i_bits(s, 83, 1) != 0 ? 83 : 70; /* the bit of a 64-bit register */
        cubin_i_put_place(s, 16, form == 6 ? 64 : 0, cubin_i_sign(cubin_i_bits(s, 44, 20), 20), "");
        cubin_i_puts(s, ", ");
        (void)cubin_i_bits(s, 64, 6);
        if (i && s->arch >= 90) {
            cubin_i_puts(s, "desc[");
            cubin_i_put_uniform(s, 64, form == 6);
            cubin_i_put(s, ']');
        }
        if (cubin_i_bits(s, 64, s->arch >= 100 ? 8 : 6) == (s->arch >= 100 ? 255u : 63u)) i = 1; /* URZ is left out */
        cubin_i_put_place(s, 24, form == 7 && !i && n ? 64 : 0, cubin_i_sign(cubin_i_bits(s, 32, 12), 12),
                          !n ? "" : cubin_i_bits(s, b, 1) != 0 ? ".64" : ".U32");
        break;
    case 25: case 37:
        b = kind == 37 ? 32 : 16;
        cubin_i_put_place(s, 24, 0, cubin_i_sign(cubin_i_bits(s, kind == 37 ? 32 : 38, b), b), "");
        break;
    default: /* 27, k: a set of barriers, the highest first */
        v = cubin_i_bits(s, s->wide ? 32 : 0, 6);
        if (v == 0) break;
        cubin_i_puts(s, (s->low >> 29 & 1) == 0 && !s->wide ? " {" : ", {");
        for (i = 5, n = 0; i >= 0; i--)
            if ((v >> i & 1) != 0) {
                if (n++ != 0) cubin_i_put(s, ',');
                cubin_i_put_decimal(s, (uint32_t)i);
            }
        cubin_i_put(s, '}');
        break;
    }
}

static void cubin_i_operand(cubin_i_sass *s, uint32_t kind, uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t form = (uint32_t)(s->low >> 9 & 7);
    uint64_t v;
    switch (kind) {
    case 1:
        if ((s->flags & CUBIN_I_UNIFORM) != 0)
            cubin_i_put_uniform(s, 16, 0);
        else
            cubin_i_put_register(s, 16, CUBIN_I_SAYS_D);
        break;
    case 2: cubin_i_put_source(s, 24, a, 122); break;
    case 3: cubin_i_put_source(s, 32, a, 123); break;
    case 38: cubin_i_put_source(s, 32, a, 124); break; /* E: a second operand that counts as the third */
    case 4: cubin_i_put_source(s, 64, a, 124); break;
    case 5: cubin_i_put_source(s, form == 2 || form == 3 || form == 7 ? 64 : 32, a, 123); break;
    case 6: cubin_i_put_source(s, form == 2 || form == 3 || form == 7 ? 32 : 64, a, 124); break;
    case 7:
        cubin_i_put_register(s, a, a == 24   ? CUBIN_I_SAYS_A
                                   : a == 32 ? CUBIN_I_SAYS_B
                                   : a == 64 ? CUBIN_I_SAYS_C
                                             : CUBIN_I_SAYS_UNKNOWN); /* of no width: one register */
        break;
    case 42: cubin_i_put_register(s, a, CUBIN_I_SAYS_WRITTEN); break; /* W: one that is written besides d */
    case 8: cubin_i_put_uniform(s, a, 0); break; /* v: a uniform register */
    case 31: cubin_i_put_uniform(s, a, 1); break;
    case 30:
        (void)cubin_i_bits(s, 91, 1);
        cubin_i_put_number(s, "UR", (uint32_t)cubin_i_bits(s, a, 6), 63);
        break;
    case 10: case 12: /* P, Q: with a bit after it that negates */
        if (cubin_i_bits(s, a + 3, 1) != 0) cubin_i_put(s, '!');
        cubin_i_put_predicate(s, kind == 10 ? "P" : "UP", (uint32_t)cubin_i_bits(s, a, 3));
        break;
    case 9: case 11: /* p, u: predicates that are written */
        v = cubin_i_bits(s, a, 3);
        if (kind == 9) s->out->predicates |= (uint8_t)(1u << v & 127u);
        cubin_i_put_predicate(s, kind == 9 ? "P" : "UP", (uint32_t)v);
        break;
    case 28:
    case 29: cubin_i_put_predicate(s, kind == 28 ? "P" : "UP", 7 - (uint32_t)cubin_i_bits(s, a, 3)); break;
    case 13:
        if (!cubin_i_put_unsure(s, a)) cubin_i_put_hex(s, cubin_i_bits(s, a, b) * (c != 0 ? c : 1));
        break;
    case 15: cubin_i_put_decimal(s, (uint32_t)cubin_i_bits(s, a, b)); break;
    case 16: cubin_i_put_float(s, cubin_i_bits(s, 32, 32) << 32, 11, 52); break;
    case 17: cubin_i_put_hex(s, cubin_i_bits(s, 64, 3) | cubin_i_bits(s, 72, 5) << 3); break;
    case 18: cubin_i_put_target(s, s->address + 16 + cubin_i_jump(s)); break;
    case 19: cubin_i_put_signed(s, cubin_i_jump(s)); break;
    case 20: cubin_i_put_target(s, s->address + 16 + 4 * cubin_i_sign(cubin_i_bits(s, 34, 30), 30)); break;
    case 21:
        v = cubin_i_sign(cubin_i_bits(s, 32, 32), 32) << 8;
        cubin_i_put_target(s, s->address + 16 + (v | cubin_i_bits(s, 24, 8)));
        break;
    case 40: cubin_i_put_signed(s, cubin_i_sign(cubin_i_bits(s, a, b), b)); break;
    default: cubin_i_operand_place(s, kind, a, b); break;
    }
}

/* Text v of the list at offset `at`; 0 when no source gives one. */
static int cubin_i_put_word(cubin_i_sass *s, uint32_t at, uint64_t v)
{
    const unsigned char *p = cubin_i_texts + at;
    for (;;) {
        if (*p == 3 || ((*p == 1 || *p == 2) && v < (*p == 1 ? 1u : p[1]))) return 0;
        if (*p == 1 || *p == 2) {
            v -= *p == 1 ? 1u : p[1];
            p += *p;
        } else if (v-- == 0) {
            while (*p != 0) cubin_i_put(s, (char)*p++);
            return 1;
        } else {
            while (*p++ != 0) {}
        }
    }
}

static void cubin_i_narrow_operand(cubin_i_sass *s, uint32_t kind, uint32_t a, uint32_t b);

static void cubin_i_operand_of(cubin_i_sass *s, uint32_t kind, uint32_t a, uint32_t b, uint32_t c)
{
    if (s->wide) cubin_i_operand(s, kind, a, b, c);
    else cubin_i_narrow_operand(s, kind, a, b);
}

static uint32_t cubin_i_pair(const unsigned char *p) { return (uint32_t)p[0] | (uint32_t)p[1] << 8; }

/* Where the code goes on after a test. */
static const unsigned char *cubin_i_test(cubin_i_sass *s, const unsigned char *p)
{
    uint64_t v;
    switch (*p) {
    case 1: return p + ((cubin_i_bits(s, p[1], p[2] & 127u) == p[3]) != (p[2] >> 7 != 0) ? 5 : 5 + p[4]);
    case 15: /* 1 with a bit, whose value is the top bit of its number */
        return p + (cubin_i_bits(s, p[1] & 127u, 1) == (p[1] >> 7) ? 3 : 3 + p[2]);
    case 14: /* 1 with 16 bits for the value and the distance */
        return p + (cubin_i_bits(s, p[1], p[2]) == cubin_i_pair(p + 3) ? 7 : 7 + cubin_i_pair(p + 5));
    case 2: return p + (s->arch >= p[1] ? 3 : 3 + p[2]);
    case 3: return p + (s->arch < p[1] ? 3 : 3 + p[2]);
    default: /* 12: whether an immediate is a power of two */
        v = s->low >> 63 != 0 ? 0 : s->low >> 32;
        return p + (v != 0 && (v & (v - 1)) == 0 ? 2 : 2 + p[1]);
    }
}

/* Runs the code of a row. Jumps go forward and calls are at most 16 deep (tools/sass.py counts), so it ends. */
static void cubin_i_run(cubin_i_sass *s, uint32_t at)
{
    const unsigned char *back[16], *p = cubin_i_code + at;
    int depth = 0;
    uint64_t v;
    for (;;) {
        while (*p >= 128) {
            back[depth++] = p + 1;
            p = cubin_i_code + cubin_i_calls[*p - 128];
        }
        switch (*p) {
        case 0:
            if (depth == 0) return;
            p = back[--depth];
            break;
        case 1: case 2: case 3: case 12: case 14: case 15: p = cubin_i_test(s, p); break;
        case 4: p += 2 + p[1]; break;
        case 5:
            v = cubin_i_bits(s, p[1], p[2]);
            if (!cubin_i_put_word(s, cubin_i_pair(p + 3), v)) cubin_i_put_unknown(s, v);
            p += 5;
            break;
        case 7:
            back[depth++] = p + 3;
            p = cubin_i_code + cubin_i_calls[128 + cubin_i_pair(p + 1)];
            break;
        case 6:
            s->says[p[1]] = (uint8_t)(s->says[p[1]] + p[2]);
            p += 3;
            break;
        case 8:
            v = cubin_i_bits(s, p[1], p[2]);
            if (v != p[3]) cubin_i_put_unknown(s, v);
            p += 4;
            break;
        case 9:
            (void)cubin_i_bits(s, p[1], p[2]);
            p += 3;
            break;
        case 10:
            cubin_i_operand_of(s, p[1], p[2], 0, 0);
            p += 3;
            break;
        case 16: case 17: case 18: case 19: /* an operand with up to three numbers */
            cubin_i_operand_of(s, p[1], *p > 16 ? p[2] : 0, *p > 17 ? p[3] : 0, *p > 18 ? p[4] : 0);
            p += *p - 14;
            break;
        case 20:
            cubin_i_put(s, ',');
            cubin_i_put(s, ' ');
            p++;
            break;
        case 21: case 22: case 23: case 24: case 25: case 26: /* 10 without a flag */
            cubin_i_operand_of(s, *p++ - 20u, 0, 0, 0);
            break;
        case 13: /* a width: a number times a field plus one, or shifted left by a field */
            v = cubin_i_bits(s, p[3], p[4] & 127u);
            s->says[p[1]] = (uint8_t)(p[4] >> 7 != 0 ? p[2] * (v + 1) : (uint64_t)p[2] << v);
            p += 5;
            break;
        default: { /* a letter: seldom alone */
            size_t n = s->length;
            do {
                if (*p == ' ') s->spaced = 1;
                if (n + 1 < s->room) s->text[n] = (char)*p;
                n++;
                p++;
            } while (*p >= ' ' && *p < 128);
            s->length = n;
            break;
        }
        }
    }
}

static void cubin_i_guard(cubin_i_sass *s, uint32_t at, const char *name)
{
    const uint32_t v = (uint32_t)cubin_i_bits(s, at, 4);
    s->out->guard = name[0] == 'P' ? (uint8_t)v : 7;
    if (v == 7) return;
    if (name[0] != 'P') s->out->is_conditional = 1;
    cubin_i_puts(s, v >= 8 ? "@!" : "@");
    cubin_i_put_predicate(s, name, v & 7);
    cubin_i_put(s, ' ');
    s->spaced = 0;
    s->start = s->length;
}

/* Bits that no row has read, each run in its place. */
static void cubin_i_rest(cubin_i_sass *s, uint64_t low, uint64_t high)
{
    if ((low | high) == 0) return;
    cubin_i_put(s, ' ');
    cubin_i_put(s, '?');
    s->unknown++;
    if (high != 0) {
        cubin_i_put_hex(s, high);
        cubin_i_put(s, ':');
    }
    cubin_i_put_hex(s, low);
}

/* What a row says about registers and flow, which looks at bits without printing them. */
static void cubin_i_say(cubin_i_sass *s, uint32_t at)
{
    const uint64_t low = s->used_low, high = s->used_high;
    cubin_i_run(s, at);
    s->used_low = low;
    s->used_high = high;
    s->out->flow = (cubin_flow)s->says[CUBIN_I_SAYS_FLOW];
    s->out->barrier = s->says[CUBIN_I_SAYS_BARRIER];
    s->out->predicates = s->says[CUBIN_I_SAYS_PREDICATES] != 0 ? 127 : 0;
    s->out->is_conditional |= s->says[CUBIN_I_SAYS_CONDITIONAL];
    s->out->has_registers = s->says[CUBIN_I_SAYS_UNKNOWN] == 0;
    if (s->says[CUBIN_I_SAYS_SPREAD] == 0) return;
    s->says[CUBIN_I_SAYS_B] = (uint8_t)(s->says[CUBIN_I_SAYS_B] + s->says[CUBIN_I_SAYS_A]);
    s->says[CUBIN_I_SAYS_A] = s->says[CUBIN_I_SAYS_B] > 2 ? 2 : 1;
    s->says[CUBIN_I_SAYS_B] = (uint8_t)(s->says[CUBIN_I_SAYS_B] - s->says[CUBIN_I_SAYS_A]);
    s->out->has_registers &= s->says[CUBIN_I_SAYS_B] < 3;
}

/* The operands of 64-bit instructions. Their form is in the high bits: 3 an immediate of 20 bits, 4 a constant, 5 a
   register as second operand; 51 and 53 have the constant as third. */
static void cubin_i_narrow_register(cubin_i_sass *s, uint32_t at, uint32_t reuse)
{
    cubin_i_put_register(s, at, reuse - 80);
    if (cubin_i_bits(s, reuse, 1) != 0) cubin_i_puts(s, ".reuse");
}

static void cubin_i_narrow_source(cubin_i_sass *s, int third)
{
    const uint32_t top = (uint32_t)(s->low >> 60), next = (uint32_t)(s->low >> 56 & 15);
    const int swapped = top == 5 && (next == 1 || next == 3);
    if (third ? swapped : top == 4) {
        cubin_i_put_constant(s, 34, 20);
    } else if (third || top == 5) {
        cubin_i_narrow_register(s, third || swapped ? 39 : 20, third ? 83 : 82);
    } else {
        cubin_i_put_immediate(s, cubin_i_bits(s, 20, 19) | cubin_i_bits(s, 56, 1) << 19, 20);
    }
}

/* [register+offset], the offset of b bits at a. */
static void cubin_i_narrow_memory(cubin_i_sass *s, uint64_t offset)
{
    const uint32_t r = (uint32_t)cubin_i_bits(s, 8, 8);
    cubin_i_put(s, '[');
    if (r != 255 || offset == 0) cubin_i_put_register(s, 8, CUBIN_I_SAYS_A);
    cubin_i_put_offset(s, offset, r != 255);
    cubin_i_put(s, ']');
}

static void cubin_i_narrow_operand(cubin_i_sass *s, uint32_t kind, uint32_t a, uint32_t b)
{
    uint64_t v;
    switch (kind) {
    case 2: cubin_i_narrow_register(s, 8, 81); break;
    case 3: cubin_i_narrow_source(s, 0); break;
    case 4: cubin_i_narrow_source(s, 1); break;
    case 33: cubin_i_put_constant(s, 34, 20); break;
    case 36: cubin_i_put_immediate(s, cubin_i_bits(s, 20, 32), 32); break;
    case 22: cubin_i_narrow_memory(s, cubin_i_sign(cubin_i_bits(s, a, b), b)); break;
    case 37: cubin_i_narrow_memory(s, 4 * cubin_i_sign(cubin_i_bits(s, 30, 22), 22)); break; /* mo: in words */
    case 39: /* R: the register after one or two */
        v = cubin_i_bits(s, a, 8) + (b != 0 ? b : 1);
        cubin_i_put_number(s, "R", v < 255 ? (uint32_t)v : 255, 255);
        break;
    case 7: /* r: with the bit of its reuse */
        if (b != 0)
            cubin_i_narrow_register(s, a, b);
        else
            cubin_i_put_register(s, a, a == 0    ? CUBIN_I_SAYS_D
                                       : a == 8  ? CUBIN_I_SAYS_A
                                       : a == 20 ? CUBIN_I_SAYS_B
                                                 : CUBIN_I_SAYS_C);
        break;
    case 41: /* hi: two halves, the upper ten bits of each */
        cubin_i_put_float(s, cubin_i_bits(s, 30, 9) << 6 | cubin_i_bits(s, 56, 1) << 15, 5, 10);
        cubin_i_puts(s, ", ");
        cubin_i_put_float(s, cubin_i_bits(s, 20, 10) << 6, 5, 10);
        break;
    case 18: cubin_i_put_target(s, s->address + 8 + cubin_i_sign(cubin_i_bits(s, 20, 24), 24)); break;
    case 19: cubin_i_put_signed(s, cubin_i_sign(cubin_i_bits(s, 20, 24), 24)); break;
    default: cubin_i_operand(s, kind, a, b, 0); break;
    }
}

/* The 21 bits of scheduling. */
static void cubin_i_schedule(cubin_instruction *out, uint64_t control)
{
    out->stall = (uint8_t)(control & 15);
    out->yield = (uint8_t)(control >> 4 & 1);
    out->write_barrier = (uint8_t)(control >> 5 & 7);
    out->read_barrier = (uint8_t)(control >> 8 & 7);
    out->wait_mask = (uint8_t)(control >> 11 & 63);
    out->reuse = (uint8_t)(control >> 17 & 15);
}

static void cubin_i_narrow_text(cubin_i_sass *s, cubin_instruction *out)
{
    const uint32_t top = (uint32_t)(s->low >> 48);
    const size_t n = sizeof cubin_i_narrow / sizeof cubin_i_narrow[0] / 2;
    size_t i = cubin_i_narrow_from[top >> 12];
    const uint16_t *row = cubin_i_narrow + 2 * i, *kind = NULL;
    cubin_i_schedule(out, s->high);
    for (; i < n && (top & cubin_i_masks[row[1] & 255]) != row[0]; i++) row += 2;
    if (i < n) {
        kind = cubin_i_narrow_kinds + 2 * (row[1] >> 8);
        s->flags = kind[1] & 255u;
    }
    if ((s->flags & CUBIN_I_UNGUARDED) == 0)
        cubin_i_guard(s, 16, "P");
    else {
        out->guard = 7;
        (void)cubin_i_bits(s, 16, 4);
    }
    if (kind == NULL) {
        s->spaced = 1;
        cubin_i_put_unknown(s, s->low);
        return;
    }
    s->used_low |= (uint64_t)cubin_i_masks[row[1] & 255] << 48;
    cubin_i_say(s, cubin_i_sayings[kind[1] >> 8]);
    cubin_i_run(s, kind[0]);
    s->spaced = 1;
    cubin_i_rest(s, s->low & ~s->used_low, 0);
}

enum { CUBIN_I_NO_ROW = 256 };

/* Number of the row of a 128-bit instruction; NO_ROW: it has none. */
static uint32_t cubin_i_row(uint32_t arch, uint32_t opcode, int uniform)
{
    uint32_t i;
    for (i = cubin_i_eighths[opcode / 8]; i < cubin_i_eighths[opcode / 8 + 1]; i++) {
        const uint32_t row = cubin_i_wide[2 * i], span = cubin_i_spans[row >> 10];
        if ((row & 7) == (opcode & 7) && arch >= (span & 255) && arch <= span >> 8 &&
            (uniform || (row >> 3 & CUBIN_I_ONLY_UNIFORM) == 0))
            return i;
    }
    return CUBIN_I_NO_ROW;
}

/* Leaves s->unsure set for a second pass, in which operands that may be wrong are ?. */
static void cubin_i_wide_text(cubin_i_sass *s, cubin_instruction *out)
{
    const int uniform = (s->high >> 27 & 1) != 0 && (s->low >> 9 & 7) < 6;
    const uint32_t row = cubin_i_row(s->arch, (uint32_t)(s->low & 511), uniform);
    cubin_i_schedule(out, s->high >> 41);
    s->used_low = 0xfff;
    s->used_high = ~(cubin_i_ones(41));
    s->flags = row != CUBIN_I_NO_ROW ? cubin_i_wide[2 * row] >> 3 & 127u : 0;
    cubin_i_guard(s, 12, (s->flags & CUBIN_I_UNIFORM_GUARD) != 0 ? "UP" : "P");
    if (row == CUBIN_I_NO_ROW) {
        s->spaced = 1;
        cubin_i_put_unknown(s, s->low & 0xfff);
    } else {
        cubin_i_say(s, cubin_i_sayings[cubin_i_wide_says[row]]);
        if (out->flow >= CUBIN_FLOW_SET) out->barrier = (uint8_t)(s->low >> 16 & 15);
        cubin_i_run(s, cubin_i_wide[2 * row + 1]);
        if (!s->unsure && (s->low & ~s->used_low) != 0) {
            s->unsure = 1;
            return;
        }
    }
    s->spaced = 1;
    cubin_i_rest(s, s->low & ~s->used_low, s->high & ~s->used_high);
}

CUBIN_API uint32_t cubin_instruction_size(uint32_t arch)
{
    return arch >= 70 && arch <= 121 ? 16 : arch >= 50 && arch <= 62 ? 8 : 0;
}

static void cubin_i_begin(cubin_i_sass *s, uint32_t arch, const char *p, uint64_t address, cubin_instruction *out,
                          char *text, size_t room)
{
    cubin_i_zero(s, sizeof *s);
    out->size = cubin_instruction_size(arch);
    s->arch = arch;
    s->address = address;
    s->out = out;
    s->text = text;
    s->room = text != NULL ? room : 0;
    s->low = cubin_i_u64(p);
    s->wide = out->size == 16;
    if (s->wide) s->high = cubin_i_u64(p + 8);
}

CUBIN_API cubin_code cubin_disassemble(uint32_t arch, const void *data, size_t size, uint64_t address,
                                       cubin_instruction *out, char *text, size_t room, cubin_error *error)
{
    cubin_instruction unused;
    cubin_i_sass s;
    const char *p = (const char *)data;
    if (out == NULL) out = &unused;
    cubin_i_zero(out, sizeof *out);
    if (text != NULL && room > 0) text[0] = '\0';
    if (data == NULL) return cubin_i_fail(error, CUBIN_ARGUMENT, 0, "no bytes of an instruction");
    out->size = cubin_instruction_size(arch);
    if (out->size == 0) return cubin_i_fail(error, CUBIN_UNSUPPORTED, 0, "no tables for this architecture");
    if (size < out->size) return cubin_i_fail(error, CUBIN_TRUNCATED, size, "an instruction is longer than its bytes");
    cubin_i_begin(&s, arch, p, address, out, text, room);
    if (s.wide) {
        cubin_i_wide_text(&s, out);
        if (s.unsure) {
            cubin_i_zero(out, sizeof *out);
            cubin_i_begin(&s, arch, p, address, out, text, room);
            s.unsure = 1;
            cubin_i_wide_text(&s, out);
        }
    } else {
        if (size >= 16) s.high = cubin_i_u64(p + 8) & cubin_i_ones(21);
        cubin_i_narrow_text(&s, out);
    }
    if (s.room > 0) text[s.length < s.room ? s.length : s.room - 1] = '\0';
    out->length = (uint32_t)s.length;
    out->unknown = s.unknown;
    /* Of what a register says, the text has only a part. */
    if (s.has_target && (out->flow < CUBIN_FLOW_INDIRECT ||
                         (out->read[0] | out->read[1] | out->read[2] | out->read[3]) == 0)) {
        out->has_target = 1;
        out->target = s.target;
    }
    if (s.unknown > 0 && (s.says[CUBIN_I_SAYS_SURE] == 0 || s.unsure)) out->has_registers = 0;
    return cubin_i_fine(error);
}

CUBIN_I_DEFINE_NAME(flow, CUBIN_FLOWS)
#endif

/* ---- Files ------------------------------------------------------------------------------------------------------- */

#define CUBIN_I_MARK 0x80000000u    /* above every size, so above every count; in depth, while depths are being found */
#define CUBIN_I_PROBLEMS 16         /* kept */
#define CUBIN_I_NOWHERE 0xffffffffu /* no index; as caller of a row: inlined, but the row it names is not there */

enum {
    CUBIN_I_ELF_LINE = 0,
    CUBIN_I_ELF_LINE_SASS,
    CUBIN_I_ELF_REL,
    CUBIN_I_ELF_REL_SASS,
    CUBIN_I_ELF_RELA,
    CUBIN_I_ELF_RELA_SASS,
    CUBIN_I_ELF_STR,
    CUBIN_I_ELF_LINE_STR,
    CUBIN_I_ELF_PTX,
    CUBIN_I_ELF_SYMTAB,
    CUBIN_I_ELF_STRTAB,
    CUBIN_I_ELF_INFO,
    CUBIN_I_ELF_BANK_REL,
    CUBIN_I_ELF_BANK_RELA,
    CUBIN_I_ELF_SECTIONS
};

/* Sections that belong to the code of a section: their sh_info is its index. */
enum {
    CUBIN_I_OF_INFO, CUBIN_I_OF_CONSTANT, CUBIN_I_OF_SHARED, CUBIN_I_OF_REL, CUBIN_I_OF_RELA, CUBIN_I_OF
};

typedef struct cubin_i_function {
    uint32_t symbol;
    uint32_t registers;
    uint64_t frame;
    uint32_t first[2], count[2]; /* in the order of each line table */
    uint32_t inner, inner_n;     /* functions compiled into it */
} cubin_i_function;

typedef struct cubin_i_line_row {
    uint64_t offset;
    uint32_t symbol;
    uint32_t file;   /* in files; 0: none */
    uint32_t line;
    uint32_t caller; /* 0: not inlined; else number of the row in rows, from 1, or CUBIN_I_NOWHERE */
    uint32_t name;   /* in .debug_str */
    uint32_t depth;  /* places of its stack */
} cubin_i_line_row;

typedef struct cubin_i_line_rows {
    cubin_i_line_row *rows;
    uint32_t *order; /* by symbol, then offset; one row each */
    uint32_t rows_n, order_n;
} cubin_i_line_rows;

typedef struct cubin_i_line_file {
    cubin_view directory;
    cubin_view name;
} cubin_i_line_file;

/* A function whose code is within another's. */
typedef struct cubin_i_inner {
    uint64_t value, size; /* in the section, as its symbol says */
    uint32_t name;        /* in .strtab */
    uint32_t owner;       /* symbol number of the other */
} cubin_i_inner;

struct cubin_file {
    cubin_i_arena arena;
    cubin_view bytes;
    cubin_problem problems[CUBIN_I_PROBLEMS];
    uint32_t problems_n;
    cubin_view names; /* of the sections */
    uint64_t heads;   /* offset of the section headers */
    uint32_t head, sections_n, symbols_n, functions_n;
    cubin_view section[CUBIN_I_ELF_SECTIONS];
    uint32_t *of;   /* CUBIN_I_OF numbers of sections for each section; 0: none */
    uint64_t *base; /* for each section: where it was loaded, 0 if not given */
    cubin_i_function *functions;
    cubin_i_line_rows table[2];
    cubin_i_line_file *files;
    cubin_i_inner *inner;
    uint32_t *ptx; /* where each line starts, and the end */
    uint32_t files_n, inner_n, ptx_n;
};

#ifndef CUBIN_NO_LINES
static int cubin_i_lines_tables(cubin_file *f);
static int cubin_i_lines_inner(cubin_file *f);
static int cubin_i_lines_ptx(cubin_file *f);
#endif

/* Notes a mistake in the file. */
static void cubin_i_note(cubin_file *f, cubin_code code, const char *at, const char *message)
{
    cubin_problem *const p = f->problems + f->problems_n;
    if (f->problems_n == CUBIN_I_PROBLEMS) return;
    f->problems_n++;
    p->code = code;
    p->offset = (uint64_t)(at - f->bytes.ptr);
    p->message = message;
}

/* The text at offset of a section of texts that end in a zero byte; empty outside. */
static cubin_view cubin_i_cstr(cubin_view section, uint64_t offset)
{
    const char *p;
    if (offset >= section.len) return cubin_i_none();
    p = section.ptr + (size_t)offset;
    return cubin_i_view(p, (size_t)(cubin_i_find(p, section.ptr + section.len, 0) - p));
}

static const char *cubin_i_elf_head(const cubin_file *f, uint32_t section)
{
    return f->bytes.ptr + (size_t)(f->heads + (uint64_t)section * f->head);
}

/* Whether a section of this header lies in the file: those of type SHT_NOBITS do not, nor does .nv_debug.shared. */
static int cubin_i_elf_has_bytes(const char *head)
{
    const uint32_t type = cubin_i_u32(head + 4);
    return type != 8 && type != 0x7000000a;
}

/* The bytes of the section of a section header, as far as they lie in the file. */
static cubin_view cubin_i_elf_section(cubin_view file, const char *head)
{
    const uint64_t offset = cubin_i_u64(head + 0x18);
    uint64_t size = cubin_i_u64(head + 0x20);
    if (!cubin_i_elf_has_bytes(head) || offset >= file.len) return cubin_i_none();
    if (size > file.len - offset) size = file.len - offset;
    return cubin_i_view(file.ptr + (size_t)offset, (size_t)size);
}

static int cubin_i_begins(cubin_view text, const char *with)
{
    const cubin_view v = cubin_text(with);
    return text.len >= v.len && cubin_i_equal(text.ptr, v.ptr, v.len);
}

/* Whether the bytes are an ELF file for NVIDIA's GPUs, with 64 bits and little-endian. */
static int cubin_i_is_cubin(cubin_view v)
{
    return v.len >= 64 && cubin_i_equal(v.ptr, "\177ELF\2\1", 6) && cubin_i_u16(v.ptr + 0x12) == 190; /* EM_CUDA */
}

/* Of a cubin: the second byte of the flags from ABI version 8 (CUDA 13) on, the first before. */
static uint32_t cubin_i_arch_of(cubin_view v)
{
    const uint32_t flags = cubin_i_u32(v.ptr + 0x30);
    return (unsigned char)v.ptr[8] >= 8 ? flags >> 8 & 255 : flags & 255;
}

/* A sentence about a file that is something else than a cubin, or NULL. */
static const char *cubin_i_other_file(cubin_view v)
{
    if (cubin_i_begins(v, "\120\355\125\272")) return "this is a fatbin: cubins lie in it, it is none itself";
    if (cubin_i_begins(v, "MZ")) return "this is a Windows program or library, not a cubin";
    if (cubin_i_begins(v, "!<arch>\n")) return "this is an archive of object files, not a cubin";
    if (!cubin_i_begins(v, "\177ELF") || cubin_i_is_cubin(v)) return NULL;
    if (v.ptr[4] != 2 || v.ptr[5] != 1) return "a cubin is a 64-bit little-endian ELF file";
    switch (cubin_i_u16(v.ptr + 0x12)) {
    case 62: return "this is an ELF file for x86-64 processors, not a cubin";
    case 183: return "this is an ELF file for ARM64 processors, not a cubin";
    default: return "this is an ELF file for another machine than NVIDIA's GPUs, not a cubin";
    }
}

/* Why the bytes are no cubin: the code, and a sentence about what they are. */
static cubin_code cubin_i_no_cubin(cubin_view v, const char **message)
{
    *message = "a cubin begins with an ELF header of 64 bytes";
    if (v.len < 64 && cubin_i_equal(v.ptr, "\177ELF", v.len < 4 ? v.len : 4)) return CUBIN_TRUNCATED;
    *message = cubin_i_other_file(v);
    if (*message != NULL) return CUBIN_UNSUPPORTED;
    *message = "a cubin begins with the bytes 7F 45 4C 46";
    return cubin_i_is_cubin(v) ? CUBIN_OK : CUBIN_SYNTAX;
}

/* Finds where the section headers are; 0 when there are none. */
static int cubin_i_elf_open(cubin_file *f)
{
    const char *const p = f->bytes.ptr;
    uint64_t room;
    uint32_t at;
    f->heads = cubin_i_u64(p + 0x28);
    f->head = cubin_i_u16(p + 0x3a);
    f->sections_n = cubin_i_u16(p + 0x3c);
    at = cubin_i_u16(p + 0x3e);
    if (f->sections_n == 0) return 0;
    if (f->head < 64) {
        cubin_i_note(f, CUBIN_SYNTAX, p + 0x3a, "section headers of an ELF file have 64 bytes");
        f->sections_n = 0;
        return 0;
    }
    room = f->heads <= f->bytes.len ? (f->bytes.len - f->heads) / f->head : 0;
    if (f->sections_n > room) {
        cubin_i_note(f, CUBIN_TRUNCATED, p + 0x28, "the section headers of the cubin reach past its end");
        f->sections_n = (uint32_t)room;
    }
    if (at >= f->sections_n)
        cubin_i_note(f, CUBIN_SYNTAX, p + 0x3e, "the section with the section names is missing");
    else
        f->names = cubin_i_elf_section(f->bytes, cubin_i_elf_head(f, at));
    return 1;
}

/* Finds the sections by name; of two with the same name the first counts. 0: no memory. */
static int cubin_i_elf_sections(cubin_file *f)
{
    static const char names[CUBIN_I_ELF_SECTIONS][28] = {
        ".debug_line", ".nv_debug_line_sass", ".rel.debug_line", ".rel.nv_debug_line_sass", ".rela.debug_line",
        ".rela.nv_debug_line_sass", ".debug_str", ".debug_line_str", ".nv_debug_ptx_txt", ".symtab", ".strtab",
        ".nv.info", ".rel.nv.constant4", ".rela.nv.constant4"};
    static const char belong[CUBIN_I_OF][16] = {".nv.info.", ".nv.constant0.", ".nv.shared.", ".rel.text.",
                                               ".rela.text."};
    uint32_t i, k;
    unsigned found = 0;
    for (k = 0; k < CUBIN_I_ELF_SECTIONS; k++) f->section[k] = cubin_i_none();
    if (!cubin_i_elf_open(f)) return 1;
    f->of = (uint32_t *)cubin_i_alloc(&f->arena, f->sections_n, CUBIN_I_OF * sizeof *f->of);
    f->base = (uint64_t *)cubin_i_alloc(&f->arena, f->sections_n, sizeof *f->base);
    if (f->of == NULL || f->base == NULL) return 0;
    cubin_i_zero(f->of, f->sections_n * CUBIN_I_OF * sizeof *f->of);
    cubin_i_zero(f->base, f->sections_n * sizeof *f->base);
    for (i = 0; i < f->sections_n; i++) {
        const char *const head = cubin_i_elf_head(f, i);
        const uint64_t name = cubin_i_u32(head);
        const uint32_t info = cubin_i_u32(head + 0x2c);
        if (i > 0 && cubin_i_elf_has_bytes(head) &&
            cubin_i_elf_section(f->bytes, head).len < cubin_i_u64(head + 0x20))
            cubin_i_note(f, CUBIN_TRUNCATED, head, "a section of the cubin reaches past its end");
        if (name >= f->names.len) continue;
        for (k = 0; k < CUBIN_I_OF; k++)
            if (info > 0 && info < f->sections_n && f->of[info * CUBIN_I_OF + k] == 0 &&
                cubin_i_begins(cubin_i_view(f->names.ptr + (size_t)name, f->names.len - (size_t)name), belong[k]))
                f->of[info * CUBIN_I_OF + k] = i;
        for (k = 0; k < CUBIN_I_ELF_SECTIONS; k++) {
            const size_t room = f->names.len - (size_t)name;
            size_t len;
            if ((found >> k & 1) != 0 || room < 5 || f->names.ptr[(size_t)name + 4] != names[k][4]) continue;
            len = cubin_text(names[k]).len;
            if (len + 1 > room) continue;
            if (!cubin_i_equal(f->names.ptr + (size_t)name, names[k], len + 1)) continue;
            found |= 1u << k;
            if ((cubin_i_u64(head + 8) & 0x800) != 0) { /* SHF_COMPRESSED */
                cubin_i_note(f, CUBIN_UNSUPPORTED, head, "a section of the cubin is compressed");
                continue;
            }
            f->section[k] = cubin_i_elf_section(f->bytes, head);
        }
    }
    f->symbols_n = (uint32_t)(f->section[CUBIN_I_ELF_SYMTAB].len / 24);
    return 1;
}

static const char *cubin_i_elf_symbol(const cubin_file *f, uint32_t symbol)
{
    return f->section[CUBIN_I_ELF_SYMTAB].ptr + (size_t)symbol * 24;
}

/* Whether a symbol is a function with its own code. $outer$inner is within another one, whose size covers it. */
static int cubin_i_is_function(const cubin_file *f, uint32_t symbol)
{
    const char *const s = cubin_i_elf_symbol(f, symbol);
    const uint32_t section = cubin_i_u16(s + 6);
    const uint64_t name = section < f->sections_n ? cubin_i_u32(cubin_i_elf_head(f, section)) : f->names.len;
    const uint32_t own = cubin_i_u32(s);
    const cubin_view strings = f->section[CUBIN_I_ELF_STRTAB];
    if (own < strings.len && strings.ptr[own] == '$') return 0;
    return (s[4] & 15) == 2 && name < f->names.len && /* STT_FUNC */
           cubin_i_begins(cubin_i_view(f->names.ptr + (size_t)name, f->names.len - (size_t)name), ".text");
}

/* Where a function was loaded: reports before 2022.3 store run-time addresses, as symbol values past the section's end
   and in the line tables. 0 for a value within the section. */
static uint64_t cubin_i_loaded(const cubin_file *f, uint32_t symbol)
{
    const char *const s = cubin_i_elf_symbol(f, symbol);
    const uint32_t section = cubin_i_u16(s + 6);
    const uint64_t value = cubin_i_u64(s + 8);
    if (section >= f->sections_n || value == 0) return 0;
    return value >= cubin_i_u64(cubin_i_elf_head(f, section) + 0x20) ? value : 0;
}

/* The load address of each section: the lowest of its functions. */
static void cubin_i_bases(cubin_file *f)
{
    uint32_t symbol;
    for (symbol = 0; symbol < f->symbols_n; symbol++) {
        const uint64_t loaded = cubin_i_is_function(f, symbol) ? cubin_i_loaded(f, symbol) : 0;
        uint64_t *const base = loaded != 0 ? &f->base[cubin_i_u16(cubin_i_elf_symbol(f, symbol) + 6)] : NULL;
        if (base != NULL && (*base == 0 || loaded < *base)) *base = loaded;
    }
}

/* The functions: symbols with code, and those that a line table names. With NULL it counts. */
static uint32_t cubin_i_functions_fill(const cubin_file *f, cubin_i_function *to)
{
    uint32_t at[2] = {0, 0};
    uint32_t n = 0, symbol;
    int k;
    for (symbol = 0; symbol < f->symbols_n; symbol++) {
        int named = 0;
        for (k = 0; k < 2; k++)
            named |= at[k] < f->table[k].order_n && f->table[k].rows[f->table[k].order[at[k]]].symbol == symbol;
        if (!named && !cubin_i_is_function(f, symbol)) continue;
        if (to != NULL) {
            cubin_i_zero(&to[n], sizeof to[n]);
            to[n].symbol = symbol;
        }
        for (k = 0; k < 2; k++) {
            const cubin_i_line_rows *const t = &f->table[k];
            const uint32_t first = at[k];
            while (at[k] < t->order_n && t->rows[t->order[at[k]]].symbol == symbol) at[k]++;
            if (to == NULL) continue;
            to[n].first[k] = first;
            to[n].count[k] = at[k] - first;
        }
        n++;
    }
    return n;
}

/* Index of the function of a symbol, or functions_n. */
static uint32_t cubin_i_function_find(const cubin_file *f, uint32_t symbol)
{
    uint32_t low = 0, high = f->functions_n;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (f->functions[middle].symbol < symbol)
            low = middle + 1;
        else
            high = middle;
    }
    return low < f->functions_n && f->functions[low].symbol == symbol ? low : f->functions_n;
}

/* Registers and frames from the attributes of the whole file. Kinds as CuAssembler names them: 0x2f REGCOUNT,
   0x11 FRAME_SIZE; each has a symbol and a number. */
static void cubin_i_functions_info(cubin_file *f)
{
    cubin_attributes a;
    cubin_attribute one;
    cubin_attributes_begin(&a, f, NULL);
    while (cubin_attributes_next(&a, &one)) {
        uint32_t index;
        if ((one.kind != 0x2f && one.kind != 0x11) || one.value.len < 8) continue;
        index = cubin_i_function_find(f, cubin_i_u32(one.value.ptr));
        if (index == f->functions_n) continue;
        if (one.kind == 0x2f)
            f->functions[index].registers = cubin_i_u32(one.value.ptr + 4);
        else
            f->functions[index].frame = cubin_i_u32(one.value.ptr + 4);
    }
    if (a.error.code != CUBIN_OK) cubin_i_note(f, a.error.code, f->bytes.ptr + (size_t)a.error.offset, a.error.message);
}

/* Everything of a file that needs memory. */
static int cubin_i_file_read(cubin_file *f)
{
    if (!cubin_i_elf_sections(f)) return 0;
    cubin_i_bases(f);
#ifndef CUBIN_NO_LINES
    if (!cubin_i_lines_tables(f)) return 0;
#endif
    f->functions_n = cubin_i_functions_fill(f, NULL);
    f->functions = (cubin_i_function *)cubin_i_alloc(&f->arena, f->functions_n, sizeof *f->functions);
    if (f->functions == NULL) return 0;
    (void)cubin_i_functions_fill(f, f->functions);
    cubin_i_functions_info(f);
#ifndef CUBIN_NO_LINES
    if (!cubin_i_lines_inner(f) || !cubin_i_lines_ptx(f)) return 0;
#endif
    return 1;
}

CUBIN_API cubin_file *cubin_file_open(const void *data, size_t size, const cubin_file_options *options,
                                      cubin_error *error)
{
    cubin_i_arena arena;
    cubin_memory memory;
    cubin_view bytes;
    cubin_code code;
    const char *message;
    cubin_file *f;
    (void)cubin_i_fine(error);
    cubin_i_zero(&memory, sizeof memory);
    if (options != NULL) cubin_i_copy(&memory, &options->memory, sizeof memory);
    if (memory.max_memory == 0) {
        memory.max_memory = (size_t)64 << 20;
        if (size > memory.max_memory / 16) memory.max_memory = size < (size_t)(-1) / 16 ? size * 16 : (size_t)(-1);
    }
    if ((data == NULL && size != 0) || !cubin_i_arena_open(&arena, &memory)) {
        (void)cubin_i_fail(error, CUBIN_ARGUMENT, 0, "no cubin, or no source of memory");
        return NULL;
    }
    if (size >= CUBIN_I_MARK) {
        (void)cubin_i_fail(error, CUBIN_LIMIT, 0, "a cubin is smaller than 2 GiB");
        return NULL;
    }
    bytes = size != 0 ? cubin_i_view((const char *)data, size) : cubin_i_none();
    code = cubin_i_no_cubin(bytes, &message);
    if (code != CUBIN_OK) {
        (void)cubin_i_fail(error, code, 0, message);
        return NULL;
    }
    f = (cubin_file *)cubin_i_alloc(&arena, 1, sizeof *f);
    if (f != NULL) {
        cubin_i_zero(f, sizeof *f);
        f->arena = arena;
        f->bytes = bytes;
        f->names = cubin_i_none();
        if (cubin_i_file_read(f)) return f;
        arena = f->arena;
    }
    (void)cubin_i_fail(error, arena.code, 0,
                       arena.code == CUBIN_LIMIT ? "the cubin needs more than max_memory" : "no memory for the cubin");
    cubin_i_arena_close(&arena);
    return NULL;
}

CUBIN_API void cubin_file_close(cubin_file *file)
{
    if (file != NULL) cubin_i_arena_close(&file->arena);
}

CUBIN_API void cubin_file_info(const cubin_file *file, cubin_info *out)
{
    if (out == NULL) return;
    cubin_i_zero(out, sizeof *out);
    if (file == NULL) return;
    out->arch = cubin_i_arch_of(file->bytes);
    out->is_linked = cubin_i_u16(file->bytes.ptr + 0x10) == 2; /* ET_EXEC */
    out->sections = file->sections_n;
    out->functions = file->functions_n;
    out->ptx_lines = file->ptx_n;
}

CUBIN_API size_t cubin_file_memory_used(const cubin_file *file)
{
    return file != NULL ? file->arena.held : 0;
}

CUBIN_API int cubin_file_problem_at(const cubin_file *file, uint32_t index, cubin_problem *out)
{
    if (out == NULL) return 0;
    cubin_i_zero(out, sizeof *out);
    out->message = "";
    if (file == NULL || index >= file->problems_n) return 0;
    *out = file->problems[index];
    return 1;
}

CUBIN_API int cubin_function_at(const cubin_file *file, uint32_t index, cubin_function *out)
{
    const char *s, *head;
    const uint32_t *of;
    cubin_view code;
    if (out == NULL) return 0;
    cubin_i_zero(out, sizeof *out);
    out->name = out->code = cubin_i_none();
    if (file == NULL || index >= file->functions_n) return 0;
    out->symbol.number = file->functions[index].symbol;
    s = cubin_i_elf_symbol(file, out->symbol.number);
    out->name = cubin_i_cstr(file->section[CUBIN_I_ELF_STRTAB], cubin_i_u32(s));
    out->size = cubin_i_u64(s + 16);
    out->section = cubin_i_u16(s + 6);
    out->address = cubin_i_loaded(file, out->symbol.number);
    out->start = cubin_i_u64(s + 8);
    if (out->address != 0 && out->start >= file->base[out->section])
        out->start -= file->base[out->section];
    out->is_kernel = (s[5] & 0x10) != 0; /* STO_CUDA_ENTRY */
    out->registers = file->functions[index].registers;
    out->frame_size = file->functions[index].frame;
    if (out->section >= file->sections_n) return 1;
    head = cubin_i_elf_head(file, out->section);
    code = cubin_i_elf_section(file->bytes, head);
    if (out->start <= code.len && out->size <= code.len - out->start)
        out->code = cubin_i_view(code.ptr + (size_t)out->start, (size_t)out->size);
    if (out->registers == 0) out->registers = cubin_i_u32(head + 0x2c) >> 24;
    out->barriers = (uint32_t)(cubin_i_u64(head + 8) >> 20 & 127);
    of = file->of + (size_t)out->section * CUBIN_I_OF;
    if (of[CUBIN_I_OF_CONSTANT] != 0)
        out->constant_size = cubin_i_u64(cubin_i_elf_head(file, of[CUBIN_I_OF_CONSTANT]) + 0x20);
    if (of[CUBIN_I_OF_SHARED] != 0)
        out->shared_size = cubin_i_u64(cubin_i_elf_head(file, of[CUBIN_I_OF_SHARED]) + 0x20);
    return 1;
}

CUBIN_API int cubin_symbol_at(const cubin_file *file, cubin_symbol_id symbol, cubin_symbol *out)
{
    const char *s;
    if (out == NULL) return 0;
    cubin_i_zero(out, sizeof *out);
    out->name = cubin_i_none();
    if (file == NULL || symbol.number >= file->symbols_n) return 0;
    s = cubin_i_elf_symbol(file, symbol.number);
    out->name = cubin_i_cstr(file->section[CUBIN_I_ELF_STRTAB], cubin_i_u32(s));
    out->offset = cubin_i_u64(s + 8);
    out->size = cubin_i_u64(s + 16);
    out->section = cubin_i_u16(s + 6);
    out->type = (uint32_t)(s[4] & 15);
    return 1;
}

CUBIN_API void cubin_relocations_begin(cubin_relocations *relocations, const cubin_file *file,
                                       const cubin_function *function)
{
    if (relocations == NULL) return;
    cubin_i_zero(relocations, sizeof *relocations);
    (void)cubin_i_fine(&relocations->error);
    relocations->file = file;
    relocations->i_of_bank = function == NULL;
    if (function != NULL) relocations->function = *function;
    else relocations->function.size = (uint64_t)-1;
    if (file == NULL) (void)cubin_i_fail(&relocations->error, CUBIN_ARGUMENT, 0, "no file to have relocations");
}

/* The section that a walk is in; none: empty. */
static cubin_view cubin_i_relocations_section(const cubin_relocations *r)
{
    const cubin_file *const f = r->file;
    uint32_t at;
    if (r->i_of_bank) return f->section[CUBIN_I_ELF_BANK_REL + r->i_kind];
    at = r->function.section >= f->sections_n
             ? 0 : f->of[(size_t)r->function.section * CUBIN_I_OF + CUBIN_I_OF_REL + r->i_kind];
    return at != 0 ? cubin_i_elf_section(f->bytes, cubin_i_elf_head(f, at)) : cubin_i_none();
}

CUBIN_API int cubin_relocations_next(cubin_relocations *relocations, cubin_relocation *out)
{
    const cubin_file *file;
    if (out == NULL) return 0;
    cubin_i_zero(out, sizeof *out);
    file = relocations != NULL ? relocations->file : NULL;
    if (file == NULL) return 0;
    for (; relocations->i_kind < 2; relocations->i_kind++) {
        const size_t entry = relocations->i_kind == 0 ? 16 : 24;
        const cubin_view bytes = cubin_i_relocations_section(relocations);
        while (relocations->i_entry < bytes.len / entry) {
            const char *const p = bytes.ptr + (size_t)relocations->i_entry++ * entry;
            const uint64_t offset = cubin_i_u64(p) - relocations->function.start;
            if (offset >= relocations->function.size) continue;
            out->offset = offset;
            out->type = cubin_i_u32(p + 8);
            out->symbol.number = cubin_i_u32(p + 12);
            out->addend = entry == 24 ? cubin_i_u64(p + 16) : 0;
            return 1;
        }
        relocations->i_entry = 0;
    }
    return 0;
}

CUBIN_API void cubin_attributes_begin(cubin_attributes *attributes, const cubin_file *file,
                                      const cubin_function *function)
{
    uint32_t at = 0;
    if (attributes == NULL) return;
    cubin_i_zero(attributes, sizeof *attributes);
    attributes->error.message = "";
    attributes->rest = cubin_i_none();
    if (file == NULL) return;
    if (function == NULL) {
        attributes->rest = file->section[CUBIN_I_ELF_INFO];
    } else if (function->section < file->sections_n) {
        at = file->of[(size_t)function->section * CUBIN_I_OF + CUBIN_I_OF_INFO];
        if (at != 0) attributes->rest = cubin_i_elf_section(file->bytes, cubin_i_elf_head(file, at));
    }
    attributes->error.offset = (uint64_t)(attributes->rest.len != 0 ? attributes->rest.ptr - file->bytes.ptr : 0);
}

CUBIN_API int cubin_attributes_next(cubin_attributes *attributes, cubin_attribute *out)
{
    uint32_t kind, format;
    size_t len = 2, skip = 4;
    const char *p;
    if (out == NULL) return 0;
    cubin_i_zero(out, sizeof *out);
    out->value = cubin_i_none();
    if (attributes == NULL || attributes->error.code != CUBIN_OK || attributes->rest.len == 0) return 0;
    p = attributes->rest.ptr;
    if (attributes->rest.len >= 4) {
        format = (unsigned char)p[0];
        kind = (unsigned char)p[1];
        if (format == 4) {
            len = cubin_i_u16(p + 2);
            skip = 4 + len;
        }
        if (format >= 1 && format <= 4 && skip <= attributes->rest.len) {
            out->kind = kind;
            if (format == 4) out->value = cubin_i_view(p + 4, len);
            if (format == 2 || format == 3) out->value = cubin_i_view(p + 2, format - 1);
            attributes->rest = cubin_i_view(p + skip, attributes->rest.len - skip);
            attributes->error.offset += skip;
            return 1;
        }
    }
    attributes->error.code = CUBIN_SYNTAX;
    attributes->error.message = "an attribute of the cubin is cut or of an unknown form";
    return 0;
}

/* Kinds as CuAssembler names them: 0x0a PARAM_CBANK (a symbol, then offset and size of 16 bits each), 0x17 KPARAM_INFO
   (an index, ordinal and offset of 16 bits, then the size from bit 18 on). */
CUBIN_API int cubin_parameter_find(const cubin_file *file, const cubin_function *function, uint64_t offset,
                                   cubin_parameter *out)
{
    cubin_attributes a;
    cubin_attribute one;
    uint32_t base = 0;
    if (out == NULL) return 0;
    cubin_i_zero(out, sizeof *out);
    if (function == NULL) return 0;
    cubin_attributes_begin(&a, file, function);
    while (cubin_attributes_next(&a, &one))
        if (one.kind == 0x0a && one.value.len >= 8) base = cubin_i_u16(one.value.ptr + 4);
    cubin_attributes_begin(&a, file, function);
    while (base != 0 && offset >= base && cubin_attributes_next(&a, &one)) {
        uint32_t at, size;
        if (one.kind != 0x17 || one.value.len < 12) continue;
        at = cubin_i_u16(one.value.ptr + 6);
        size = cubin_i_u32(one.value.ptr + 8) >> 18;
        if (offset - base < at || offset - base - at >= size) continue;
        out->ordinal = cubin_i_u16(one.value.ptr + 4);
        out->offset = at;
        out->size = size;
        out->bank_offset = base + at;
        return 1;
    }
    return 0;
}

/* ---- Fatbins ----------------------------------------------------------------------------------------------------- */

#ifndef CUBIN_NO_FATBINS
CUBIN_I_DEFINE_NAME(image_kind, CUBIN_IMAGE_KINDS)
CUBIN_I_DEFINE_NAME(packing, CUBIN_PACKINGS)

static int cubin_i_same(cubin_view a, cubin_view b)
{
    return a.len == b.len && cubin_i_equal(a.ptr, b.ptr, a.len);
}

enum { CUBIN_I_IN_NONE, CUBIN_I_IN_ELF, CUBIN_I_IN_PE, CUBIN_I_IN_CUBIN };

/* Notes a mistake at a place in the input; the first one is kept. */
static void cubin_i_fat_note(cubin_fatbin *w, cubin_code code, const char *at, const char *message)
{
    if (w->error.code != CUBIN_OK) return;
    (void)cubin_i_fail(&w->error, code, (uint64_t)(at - w->i_input.ptr), message);
}

/* What follows the first n bytes, which must be there. */
static cubin_view cubin_i_after(cubin_view v, uint64_t n)
{
    const size_t skip = (size_t)n;
    return skip < v.len ? cubin_i_view(v.ptr + skip, v.len - skip) : cubin_i_none();
}

/* size bytes from offset on, as far as v has them. */
static cubin_view cubin_i_part(cubin_view v, uint64_t offset, uint64_t size)
{
    v = offset < v.len ? cubin_i_after(v, offset) : cubin_i_none();
    if (size < v.len) v.len = (size_t)size;
    return v.len > 0 ? v : cubin_i_none();
}

/* The entry that w->i_bin begins with, which is taken off; 0: it has no image. */
static int cubin_i_fat_entry(cubin_fatbin *w, cubin_image *out)
{
    const char *const p = w->i_bin.ptr;
    const size_t room = w->i_bin.len;
    uint64_t size, flags, at, packed;
    uint32_t kind, head;
    w->i_bin = cubin_i_none();
    if (room < 64) {
        cubin_i_fat_note(w, CUBIN_TRUNCATED, p, "an image in a fatbin begins with a header of at least 64 bytes");
        return 0;
    }
    kind = cubin_i_u16(p);
    head = cubin_i_u32(p + 4);
    size = cubin_i_u64(p + 8);
    packed = cubin_i_u32(p + 16);
    flags = cubin_i_u64(p + 40);
    if (head < 64 || head > room) {
        cubin_i_fat_note(w, CUBIN_SYNTAX, p, "an image in a fatbin has a header of a size that cannot be");
        return 0;
    }
    if (size > room - head) {
        cubin_i_fat_note(w, CUBIN_TRUNCATED, p, "an image reaches past the end of its fatbin");
        size = room - head;
    }
    w->i_bin = cubin_i_after(cubin_i_view(p, room), head + size);
    out->kind = kind == 1 ? CUBIN_IMAGE_KIND_PTX : kind == 2 ? CUBIN_IMAGE_KIND_CUBIN : CUBIN_IMAGE_KIND_OTHER;
    out->arch = cubin_i_u32(p + 28);
    at = cubin_i_u32(p + 32);
    if (at >= 64) out->name = cubin_i_part(cubin_i_view(p, head), at, cubin_i_u32(p + 36));
    out->packing = (flags & 0x8000) != 0   ? CUBIN_PACKING_ZSTD
                   : (flags & 0x2000) != 0 ? CUBIN_PACKING_LZ4
                                           : CUBIN_PACKING_NONE;
    if (out->packing == CUBIN_PACKING_NONE || packed > size) {
        if (out->packing != CUBIN_PACKING_NONE)
            cubin_i_fat_note(w, CUBIN_SYNTAX, p, "the packed bytes of an image are more than there are");
        packed = size;
    }
    out->bytes = cubin_i_part(cubin_i_view(p, room), head, packed);
    out->offset = (uint64_t)(p - w->i_input.ptr) + head;
    out->size = out->packing == CUBIN_PACKING_NONE ? size : cubin_i_u64(p + 56);
    /* A byte of LZ4 stands for 255 at most, so a caller need not take memory for more. */
    if (out->packing == CUBIN_PACKING_LZ4 && out->size / 255 > packed) {
        cubin_i_fat_note(w, CUBIN_SYNTAX, p, "an image cannot be as large as its header says");
        return 0;
    }
    return 1;
}

/* Takes the next fatbin off w->i_rest, and what is before it; 0: there is none. */
static int cubin_i_fat_bin(cubin_fatbin *w)
{
    while (w->i_rest.len >= 16) {
        const char *const p = w->i_rest.ptr;
        const uint32_t head = cubin_i_u16(p + 6), magic = cubin_i_u32(p);
        const size_t room = w->i_rest.len;
        uint64_t size = cubin_i_u64(p + 8);
        if (magic == 0xba55ed50u && head >= 16 && head <= room) {
            if (size > room - head) {
                cubin_i_fat_note(w, CUBIN_TRUNCATED, p, "a fatbin reaches past the end of its section");
                size = room - head;
            }
            w->i_bin = cubin_i_part(w->i_rest, head, size);
            /* The next one is at a multiple of 8. */
            size = head + size;
            size += (0 - size) & 7;
            w->i_rest = size < room ? cubin_i_after(w->i_rest, size) : cubin_i_none();
            if (cubin_i_u16(p + 4) == 1) return 1;
            cubin_i_fat_note(w, CUBIN_UNSUPPORTED, p, "a fatbin of another version than 1");
            w->i_bin = cubin_i_none();
            continue;
        }
        if (magic != 0 && magic != 0x466243b1u) /* padding; a wrapper, which points to a fatbin */
            cubin_i_fat_note(w, CUBIN_SYNTAX, p, "no fatbin begins here");
        w->i_rest = cubin_i_after(w->i_rest, magic == 0x466243b1u && room >= 24 ? 24 : 8);
    }
    return 0;
}

/* The next section with fatbins, into w->i_rest; 0: there is none. */
static int cubin_i_fat_section(cubin_fatbin *w)
{
    while (w->i_section < w->i_sections) {
        const char *const head = w->i_file.ptr + (size_t)(w->i_heads + w->i_section++ * w->i_head);
        uint64_t at, size;
        if (w->i_kind == CUBIN_I_IN_ELF) {
            const cubin_view name = cubin_i_cstr(w->i_names, cubin_i_u32(head));
            if (!cubin_i_same(name, cubin_text(".nv_fatbin")) && !cubin_i_same(name, cubin_text("__nv_relfatbin")))
                continue;
            at = cubin_i_u64(head + 0x18);
            size = cubin_i_u64(head + 0x20);
            if (cubin_i_u32(head + 4) == 8) continue; /* SHT_NOBITS */
            if ((cubin_i_u64(head + 8) & 0x800) != 0) { /* SHF_COMPRESSED */
                cubin_i_fat_note(w, CUBIN_UNSUPPORTED, head, "a section with fatbins is compressed");
                continue;
            }
        } else {
            if (!cubin_i_equal(head, ".nv_fatb", 8) && !cubin_i_equal(head, ".nvFatBi", 8)) continue;
            at = cubin_i_u32(head + 20);
            size = cubin_i_u32(head + 16);
            if (cubin_i_u32(head + 8) < size) size = cubin_i_u32(head + 8);
        }
        w->i_rest = cubin_i_part(w->i_file, at, size);
        if (w->i_rest.len < size)
            cubin_i_fat_note(w, CUBIN_TRUNCATED, head, "a section with fatbins reaches past the end");
        if (w->i_rest.len <= w->i_left) {
            w->i_left -= w->i_rest.len;
            return 1;
        }
        w->i_rest = cubin_i_none();
        cubin_i_fat_note(w, CUBIN_SYNTAX, head, "sections with fatbins lie over each other");
    }
    return 0;
}

/* Finds the sections of a program, library or object in ELF. */
static void cubin_i_fat_elf(cubin_fatbin *w)
{
    const cubin_view v = w->i_file;
    const char *const p = v.ptr;
    uint64_t count, names;
    if (v.len < 64) {
        cubin_i_fat_note(w, CUBIN_TRUNCATED, p, "an ELF file begins with a header of 64 bytes");
        return;
    }
    if (p[4] != 2 || p[5] != 1) {
        cubin_i_fat_note(w, CUBIN_UNSUPPORTED, p, "an ELF file that is not 64-bit and little-endian");
        return;
    }
    w->i_heads = cubin_i_u64(p + 0x28);
    w->i_head = cubin_i_u16(p + 0x3a);
    count = cubin_i_u16(p + 0x3c);
    names = cubin_i_u16(p + 0x3e);
    if (w->i_heads == 0) return;
    if (w->i_head < 64 || w->i_heads > v.len || v.len - w->i_heads < w->i_head) {
        cubin_i_fat_note(w, CUBIN_TRUNCATED, p + 0x28, "an ELF file without its section headers");
        return;
    }
    if (count == 0) count = cubin_i_u64(p + (size_t)w->i_heads + 0x20);
    if (names == 0xffff) names = cubin_i_u32(p + (size_t)w->i_heads + 0x28);
    if (count > (v.len - w->i_heads) / w->i_head) {
        cubin_i_fat_note(w, CUBIN_TRUNCATED, p + 0x28, "the section headers of an ELF file reach past its end");
        count = (v.len - w->i_heads) / w->i_head;
    }
    if (names >= count) {
        cubin_i_fat_note(w, CUBIN_SYNTAX, p + 0x3e, "the section with the section names is missing");
        return;
    }
    w->i_names = cubin_i_elf_section(v, p + (size_t)(w->i_heads + names * w->i_head));
    w->i_sections = count;
    w->i_kind = CUBIN_I_IN_ELF;
}

/* Finds the sections of a program or library of Windows. */
static void cubin_i_fat_pe(cubin_fatbin *w)
{
    const cubin_view v = w->i_file;
    const uint64_t at = v.len >= 64 ? cubin_i_u32(v.ptr + 0x3c) : v.len;
    const cubin_view head = cubin_i_part(v, at, 24);
    if (head.len < 24 || !cubin_i_equal(head.ptr, "PE\0\0", 4)) return; /* a program of DOS */
    w->i_sections = cubin_i_u16(head.ptr + 6);
    w->i_heads = at + 24 + cubin_i_u16(head.ptr + 20);
    w->i_head = 40;
    w->i_kind = CUBIN_I_IN_PE;
    if (w->i_heads > v.len || w->i_sections > (v.len - w->i_heads) / 40) {
        cubin_i_fat_note(w, CUBIN_TRUNCATED, head.ptr, "the section headers of a Windows file reach past its end");
        w->i_sections = w->i_heads > v.len ? 0 : (v.len - w->i_heads) / 40;
    }
}

/* The next file of the input, which is the only one or a member of an archive; 0: there is none. */
static int cubin_i_fat_file(cubin_fatbin *w)
{
    const char *p;
    w->i_sections = w->i_section = 0;
    w->i_kind = CUBIN_I_IN_NONE;
    if (w->i_archive == 0) {
        if (w->i_file.len > 0) return 0;
        w->i_file = w->i_input;
    } else {
        cubin_view head = cubin_i_part(w->i_input, w->i_archive, 60);
        uint64_t size = 0;
        uint32_t i;
        w->i_file = cubin_i_none();
        if (head.len == 0) return 0;
        if (head.len < 60 || !cubin_i_equal(head.ptr + 58, "`\n", 2)) {
            cubin_i_fat_note(w, CUBIN_SYNTAX, head.ptr, "no member of the archive begins here");
            return 0;
        }
        for (i = 48; i < 58 && head.ptr[i] >= '0' && head.ptr[i] <= '9'; i++)
            size = 10 * size + (uint64_t)(head.ptr[i] - '0');
        w->i_file = cubin_i_part(w->i_input, w->i_archive + 60, size);
        if (w->i_file.len < size)
            cubin_i_fat_note(w, CUBIN_TRUNCATED, head.ptr, "a member of the archive reaches past its end");
        w->i_archive += 60 + size + (size & 1);
    }
    p = w->i_file.ptr;
    if (cubin_i_is_cubin(w->i_file)) w->i_kind = CUBIN_I_IN_CUBIN;
    else if (cubin_i_begins(w->i_file, "\177ELF")) cubin_i_fat_elf(w);
    else if (cubin_i_begins(w->i_file, "MZ")) cubin_i_fat_pe(w);
    else if (cubin_i_begins(w->i_file, "\120\355\125\272")) w->i_rest = w->i_file;
    else if (w->i_archive == 0 && cubin_i_begins(w->i_file, "!<arch>\n")) w->i_archive = 8;
    else if (w->i_archive == 0)
        cubin_i_fat_note(w, CUBIN_UNSUPPORTED, p, "no program, library, archive of objects, fatbin or cubin");
    return 1;
}

CUBIN_API void cubin_fatbin_begin(cubin_fatbin *fatbin, const void *data, size_t size)
{
    if (fatbin == NULL) return;
    cubin_i_zero(fatbin, sizeof *fatbin);
    (void)cubin_i_fine(&fatbin->error);
    fatbin->i_input = fatbin->i_file = fatbin->i_names = fatbin->i_rest = fatbin->i_bin = cubin_i_none();
    if (data != NULL && size > 0) fatbin->i_input = cubin_i_view((const char *)data, size);
    fatbin->i_left = fatbin->i_input.len;
}

CUBIN_API int cubin_fatbin_next(cubin_fatbin *fatbin, cubin_image *out)
{
    if (out == NULL) return 0;
    cubin_i_zero(out, sizeof *out);
    out->name = out->bytes = cubin_i_none();
    if (fatbin == NULL || fatbin->i_input.len == 0) return 0;
    for (;;) {
        while (fatbin->i_bin.len > 0) {
            if (cubin_i_fat_entry(fatbin, out)) return 1;
            cubin_i_zero(out, sizeof *out);
            out->name = out->bytes = cubin_i_none();
        }
        if (cubin_i_fat_bin(fatbin) || cubin_i_fat_section(fatbin)) continue;
        if (!cubin_i_fat_file(fatbin)) return 0;
        if (fatbin->i_kind == CUBIN_I_IN_CUBIN) {
            out->kind = CUBIN_IMAGE_KIND_CUBIN;
            out->arch = cubin_i_arch_of(fatbin->i_file);
            out->bytes = fatbin->i_file;
            out->size = fatbin->i_file.len;
            out->offset = (uint64_t)(fatbin->i_file.ptr - fatbin->i_input.ptr);
            return 1;
        }
    }
}

/* A length of LZ4: 15 goes on in bytes, up to one below 255. 0: they end too early. */
static int cubin_i_lz4_length(const unsigned char **p, const unsigned char *end, size_t *n)
{
    unsigned char more = 255;
    if (*n < 15) return 1;
    while (more == 255) {
        if (*p == end) return 0;
        more = *(*p)++;
        *n += more;
    }
    return 1;
}

/* A block of LZ4: tokens, each with literals and, but for the last, a match. 0: it is damaged. */
static int cubin_i_lz4(const unsigned char *p, const unsigned char *end, unsigned char *to, size_t room)
{
    size_t at = 0;
    while (p < end) {
        const unsigned char token = *p++;
        size_t n = token >> 4, back;
        if (!cubin_i_lz4_length(&p, end, &n)) return 0;
        if (n > (size_t)(end - p) || n > room - at) return 0;
        cubin_i_copy(to + at, p, n);
        p += n;
        at += n;
        if (p == end) return at == room;
        if (end - p < 2) return 0;
        back = (size_t)(p[0] | p[1] << 8);
        p += 2;
        n = token & 15;
        if (!cubin_i_lz4_length(&p, end, &n)) return 0;
        n += 4;
        if (back == 0 || back > at || n > room - at) return 0;
        for (; n > 0; n--, at++) to[at] = to[at - back]; /* they may overlap */
    }
    return 0;
}

CUBIN_API cubin_code cubin_image_unpack(const cubin_image *image, void *to, size_t room, const cubin_decompress *with,
                                        cubin_error *error)
{
    const unsigned char *p;
    cubin_reply reply;
    size_t len;
    if (image == NULL || to == NULL) return cubin_i_fail(error, CUBIN_ARGUMENT, 0, "no image, or no room for it");
    if (image->size > room) return cubin_i_fail(error, CUBIN_LIMIT, image->offset, "the image is larger than its room");
    room = (size_t)image->size;
    p = (const unsigned char *)image->bytes.ptr;
    switch (image->packing) {
    case CUBIN_PACKING_NONE:
        if (image->bytes.len < room)
            return cubin_i_fail(error, CUBIN_ARGUMENT, image->offset, "an image without its bytes");
        cubin_i_copy(to, p, room);
        break;
    case CUBIN_PACKING_LZ4:
        if (!cubin_i_lz4(p, p + image->bytes.len, (unsigned char *)to, room))
            return cubin_i_fail(error, CUBIN_SYNTAX, image->offset, "the packed bytes of an image are damaged");
        break;
    case CUBIN_PACKING_ZSTD:
        if (with == NULL || with->zstd_fn == NULL)
            return cubin_i_fail(error, CUBIN_UNSUPPORTED, image->offset, "an image is packed with zstd");
        reply = CUBIN_REPLY_FAILED;
        len = with->zstd_fn(to, room, p, image->bytes.len, &reply, with->user);
        if (len == 0 && room != 0 && reply == CUBIN_REPLY_REFUSED)
            return cubin_i_fail(error, CUBIN_UNSUPPORTED, image->offset, "zstd_fn refused an image");
        if (len == 0 && room != 0)
            return cubin_i_fail(error, CUBIN_IO, image->offset, "zstd_fn could not unpack an image");
        if (len != room)
            return cubin_i_fail(error, CUBIN_SYNTAX, image->offset, "an image has another size than its fatbin says");
        break;
    default: return cubin_i_fail(error, CUBIN_ARGUMENT, image->offset, "an image that is packed in an unknown way");
    }
    return cubin_i_fine(error);
}
#endif

/* ---- Lines ------------------------------------------------------------------------------------------------------- */

#ifndef CUBIN_NO_LINES
/* Sorts n numbers without recursion; equal ones keep their order. spare has room for n. */
static void cubin_i_sort(uint32_t *list, uint32_t *spare, uint32_t n,
                         int (*less)(const void *, uint32_t, uint32_t), const void *user)
{
    uint32_t *from = list, *to = spare, *t;
    uint64_t width;
    for (width = 1; width < n; width *= 2) {
        uint64_t start;
        for (start = 0; start < n; start += 2 * width) {
            const uint64_t middle = start + width < n ? start + width : n;
            const uint64_t end = start + 2 * width < n ? start + 2 * width : n;
            uint64_t a = start, b = middle, k;
            for (k = start; k < end; k++) {
                if (a < middle && (b == end || !less(user, from[b], from[a]))) to[k] = from[a++];
                else to[k] = from[b++];
            }
        }
        t = from;
        from = to;
        to = t;
    }
    if (from != list) cubin_i_copy(list, from, n * sizeof *list);
}

#define CUBIN_I_STACK_MAX 512u      /* places of an inline stack */
#define CUBIN_I_SYMBOL_MAX 16384u   /* longest symbol name compared when looking for inlined functions */
typedef struct cubin_i_reloc {
    uint64_t place;
    uint32_t symbol;
} cubin_i_reloc;

/* Puts 0 to n - 1 in order; spare has room for n. Cost: linear when they are in order. */
static void cubin_i_line_sort(uint32_t *list, uint32_t *spare, uint32_t n,
                              int (*less)(const void *, uint32_t, uint32_t), const void *user)
{
    uint32_t i;
    int sorted = 1;
    for (i = 0; i < n; i++) list[i] = i;
    for (i = 1; i < n && sorted; i++) sorted = !less(user, i, i - 1);
    if (!sorted) cubin_i_sort(list, spare, n, less, user);
}

static int cubin_i_reloc_less(const void *context, uint32_t a, uint32_t b)
{
    const cubin_i_reloc *r = (const cubin_i_reloc *)context;
    return r[a].place < r[b].place;
}

static int cubin_i_line_row_less(const void *context, uint32_t a, uint32_t b)
{
    const cubin_i_line_row *r = (const cubin_i_line_row *)context;
    return r[a].symbol != r[b].symbol ? r[a].symbol < r[b].symbol : r[a].offset < r[b].offset;
}

static int cubin_i_inner_less(const void *context, uint32_t a, uint32_t b)
{
    const cubin_i_inner *r = (const cubin_i_inner *)context;
    return r[a].owner != r[b].owner ? r[a].owner < r[b].owner : r[a].value < r[b].value;
}

/* Relocations of one table: place in the section, symbol. */
typedef struct cubin_i_relocs {
    cubin_i_reloc *at;
    uint32_t *order;
    uint32_t n;
} cubin_i_relocs;

static int cubin_i_relocs_read(cubin_file *l, int table, cubin_i_relocs *out)
{
    const cubin_view rel = l->section[CUBIN_I_ELF_REL + table];
    const cubin_view rela = l->section[CUBIN_I_ELF_RELA + table];
    const size_t n = rel.len / 16 + rela.len / 24;
    uint32_t *other;
    size_t i;
    out->n = 0;
    out->at = (cubin_i_reloc *)cubin_i_alloc(&l->arena, n, sizeof *out->at);
    out->order = (uint32_t *)cubin_i_alloc(&l->arena, n, sizeof *out->order);
    other = (uint32_t *)cubin_i_alloc(&l->arena, n, sizeof *other);
    if (out->at == NULL || out->order == NULL || other == NULL) return 0;
    for (i = 0; i < n; i++) {
        const char *p = i < rel.len / 16 ? rel.ptr + i * 16 : rela.ptr + (i - rel.len / 16) * 24;
        out->at[i].place = cubin_i_u64(p);
        out->at[i].symbol = cubin_i_u32(p + 12);
    }
    out->n = (uint32_t)n;
    cubin_i_line_sort(out->order, other, out->n, cubin_i_reloc_less, out->at);
    return 1;
}

/* Symbol of the relocation at place; of several the last. */
static int cubin_i_relocs_find(const cubin_i_relocs *r, uint64_t place, uint32_t *symbol)
{
    uint32_t low = 0, high = r->n;
    while (low < high) { /* first one after place */
        const uint32_t middle = low + (high - low) / 2;
        if (r->at[r->order[middle]].place <= place) low = middle + 1;
        else high = middle;
    }
    if (low == 0 || r->at[r->order[low - 1]].place != place) return 0;
    *symbol = r->at[r->order[low - 1]].symbol;
    return 1;
}

/* LEB128: bits above 64 are dropped. 0 when the input ends inside. */
static int cubin_i_uleb(const char **p, const char *end, uint64_t *out)
{
    uint64_t value = 0;
    unsigned shift = 0;
    while (*p < end) {
        const unsigned char c = (unsigned char)*(*p)++;
        if (shift < 64) value |= (uint64_t)(c & 0x7f) << shift;
        shift = shift < 64 ? shift + 7 : shift;
        if (c < 0x80) {
            *out = value;
            return 1;
        }
    }
    return 0;
}

static int cubin_i_sleb(const char **p, const char *end, uint64_t *out)
{
    const char *const start = *p;
    if (!cubin_i_uleb(p, end, out)) return 0;
    if (((unsigned char)(*p)[-1] & 0x40) != 0 && *p - start < 10) *out |= ~(uint64_t)0 << (7 * (*p - start));
    return 1;
}

/* The walk over a table. With a NULL table->rows it only counts, so that what is counted and what is filled cannot
   differ; the fill looks at its room all the same. */
typedef struct cubin_i_dwarf {
    cubin_file *l;
    cubin_i_line_rows *table;
    const cubin_i_relocs *relocs;
    cubin_view section;
    size_t rows, files;           /* so far */
    size_t rows_room, files_room; /* of what is filled */
    size_t first;                 /* row of the sequence */
} cubin_i_dwarf;

/* Adds a file whose directory is number `which` of the n at `folders`, the first one 0, or UINT64_MAX for none. */
static void cubin_i_dwarf_file(cubin_i_dwarf *w, size_t folders, size_t n, uint64_t which, cubin_view name)
{
    cubin_view folder = cubin_i_none();
    if (which >= n && which != UINT64_MAX)
        cubin_i_note(w->l, CUBIN_SYNTAX, name.ptr, "a line table refers to a missing directory");
    else if (which < n && w->table->rows != NULL && folders + which < w->files_room)
        folder = w->l->files[folders + (size_t)which].name;
    if (w->table->rows != NULL && w->files < w->files_room) {
        w->l->files[w->files].directory = folder;
        w->l->files[w->files].name = name;
    }
    w->files++;
}

/* Depths of the rows from first on. Each row names at most one caller, so a walk along them meets the end, a row whose
   depth is known, or itself. */
static void cubin_i_depths(cubin_i_line_rows *t, uint32_t first, uint32_t end)
{
    uint32_t r;
    for (r = first; r < end; r++) {
        uint32_t at = r, steps = 0, depth, circle = 0, start = 0;
        if (t->rows[r].depth != 0) continue;
        for (;;) {
            cubin_i_line_row *row = &t->rows[at];
            row->depth = CUBIN_I_MARK | steps++;
            if (row->caller == 0 || row->caller == CUBIN_I_NOWHERE) {
                depth = steps;
                break;
            }
            at = row->caller - 1;
            depth = t->rows[at].depth;
            if (depth == 0) continue;
            if ((depth & CUBIN_I_MARK) != 0) { /* a row of this walk: the rows from it on are a circle */
                start = depth & ~CUBIN_I_MARK;
                circle = steps - start;
                depth = start + circle;
            } else
                depth += steps;
            break;
        }
        for (at = r; steps > 0; steps--) {
            cubin_i_line_row *row = &t->rows[at];
            row->depth = depth;
            if (circle == 0 || depth > circle) depth--; /* all rows of a circle have its length */
            at = row->caller - 1;
        }
    }
}

/* Ends a sequence: its rows count when it named a function. */
static void cubin_i_dwarf_end(cubin_i_dwarf *w, int has_symbol, uint32_t symbol)
{
    size_t i;
    if (!has_symbol) {
        w->rows = w->first;
        return;
    }
    if (w->table->rows != NULL) {
        const size_t end = w->rows < w->rows_room ? w->rows : w->rows_room;
        const size_t count = end - w->first;
        for (i = w->first; i < end; i++) {
            cubin_i_line_row *row = &w->table->rows[i];
            row->symbol = symbol;
            if (row->caller != 0)
                row->caller = row->caller <= count ? (uint32_t)(row->caller + w->first) : CUBIN_I_NOWHERE;
        }
        cubin_i_depths(w->table, (uint32_t)w->first, (uint32_t)end);
    }
    w->first = w->rows;
}

/* Adds a row to the sequence. */
static void cubin_i_dwarf_row(cubin_i_dwarf *w, const cubin_i_line_row *row)
{
    if (w->table->rows != NULL && w->rows < w->rows_room) w->table->rows[w->rows] = *row;
    w->rows++;
}

/* A line program: what its header says, and its registers. */
typedef struct cubin_i_program {
    unsigned version, step, base, width, opcodes;
    const char *sizes;   /* operands of opcode k at sizes[k] */
    size_t first, files; /* its files in the list of the cubin */
    uint64_t file;
    uint32_t symbol;
    int has_symbol;
    cubin_i_line_row row;
} cubin_i_program;

/* The directories and files of a header before version 5; files go after the directories into the one list of the
   cubin. */
static int cubin_i_dwarf_names(cubin_i_dwarf *w, cubin_i_program *g, const char *p, const char *end)
{
    const size_t directories = w->files;
    for (;;) {
        const char *const zero = cubin_i_find(p, end, 0);
        if (zero == end) {
            cubin_i_note(w->l, CUBIN_TRUNCATED, p, "the directories of a line table do not end");
            return 0;
        }
        if (zero == p) break;
        cubin_i_dwarf_file(w, 0, 0, UINT64_MAX, cubin_i_view(p, (size_t)(zero - p)));
        p = zero + 1;
    }
    p++;
    g->first = w->files;
    for (;;) {
        const char *const zero = cubin_i_find(p, end, 0);
        const char *const name = p;
        uint64_t which, skip;
        if (zero < end && zero == p) break;
        p = zero < end ? zero + 1 : end;
        if (!cubin_i_uleb(&p, end, &which) || !cubin_i_uleb(&p, end, &skip) || !cubin_i_uleb(&p, end, &skip)) {
            cubin_i_note(w->l, CUBIN_TRUNCATED, name, "the files of a line table do not end");
            return 0;
        }
        cubin_i_dwarf_file(w, directories, g->first - directories, which - 1,
                           cubin_i_view(name, (size_t)(zero - name)));
    }
    g->files = w->files - g->first;
    return 1;
}

/* A value of a form of DWARF 5: a text, or a number of at most 64 bits. The length of a text in another section is not
   looked for yet, since many files may share it. 0 where the input ends, or the form is not known: *form is 0 then. */
static int cubin_i_dwarf_value(const cubin_i_dwarf *w, const char **p, const char *end, uint32_t *form,
                               cubin_view *text, uint64_t *number)
{
    const cubin_view strings = w->l->section[*form == 0x1f ? CUBIN_I_ELF_LINE_STR : CUBIN_I_ELF_STR];
    size_t n = 0, k;
    switch (*form) {
    case 0x08: /* string */
        *text = cubin_i_view(*p, (size_t)(cubin_i_find(*p, end, 0) - *p));
        if (*p + text->len == end) return 0;
        *p += text->len + 1;
        return 1;
    case 0x0b: n = 1; break;  /* data1 */
    case 0x05: n = 2; break;
    case 0x06: case 0x0e: case 0x1f: n = 4; break; /* data4, strp, line_strp */
    case 0x07: n = 8; break;
    case 0x1e: n = 16; break;
    case 0x09: case 0x0f: /* block, udata */
        if (!cubin_i_uleb(p, end, number)) return 0;
        if (*form == 0x0f) return 1;
        if (*number > (size_t)(end - *p)) return 0;
        *p += (size_t)*number;
        return 1;
    default: *form = 0; return 0;
    }
    if (n > (size_t)(end - *p)) return 0;
    for (*number = 0, k = 0; k < n && k < 8; k++) *number |= (uint64_t)(unsigned char)(*p)[k] << 8 * k;
    *p += n;
    *text = cubin_i_none();
    if ((*form == 0x0e || *form == 0x1f) && *number < strings.len)
        *text = cubin_i_view(strings.ptr + (size_t)*number, (strings.len - (size_t)*number) | CUBIN_I_MARK);
    return 1;
}

/* A list of version 5, of directories or files: kinds and forms, then the entries. Those name directories among the n
   at `folders`. */
static int cubin_i_dwarf_list(cubin_i_dwarf *w, const char **p, const char *end, size_t folders, size_t n)
{
    uint32_t columns, kind[8], form[8], k;
    uint64_t left = 0, value = 0, which;
    const char *const start = *p;
    int whole = *p < end;
    columns = whole ? (unsigned char)*(*p)++ : 0;
    for (k = 0; whole && k < 2 * columns && k < 16; k++) {
        whole = cubin_i_uleb(p, end, &value);
        (k % 2 == 0 ? kind : form)[k / 2] = value < 256 ? (uint32_t)value : 0;
    }
    whole = whole && (columns > 8 || cubin_i_uleb(p, end, &left));
    if (columns > 8 || (whole && columns == 0 && left > 0)) {
        cubin_i_note(w->l, CUBIN_UNSUPPORTED, start, "the entries of a line table have an unknown format");
        return 0;
    }
    for (; whole && left > 0; left--) {
        cubin_view name = cubin_i_none(), text;
        for (which = UINT64_MAX, k = 0; whole && k < columns; k++) {
            const char *const at = *p;
            uint32_t known = form[k];
            whole = cubin_i_dwarf_value(w, p, end, &known, &text, &value);
            if (known == 0) {
                cubin_i_note(w->l, CUBIN_UNSUPPORTED, at, "the entries of a line table have a form that is not read");
                return 0;
            }
            if (kind[k] == 1) name = text;
            if (kind[k] == 2) which = value;
        }
        if (whole) cubin_i_dwarf_file(w, folders, n, which, name);
    }
    if (!whole) cubin_i_note(w->l, CUBIN_TRUNCATED, start, "the names of a line table are cut");
    return whole;
}

/* Reads the header of a line program at p; returns where its code begins, NULL when it cannot be read. */
static const char *cubin_i_dwarf_header(cubin_i_dwarf *w, cubin_i_program *g, const char *p, const char *end)
{
    const char *sizes, *head;
    size_t first;
    cubin_i_zero(g, sizeof *g);
    g->version = cubin_i_u16(p + 4);
    if (g->version < 2 || g->version > 5) {
        cubin_i_note(w->l, CUBIN_UNSUPPORTED, p + 4, "a line table of the cubin is not of version 2 to 5");
        return NULL;
    }
    head = p + (g->version == 5 ? 8 : 6);
    sizes = head + (g->version >= 4 ? 9 : 8);
    if (end - sizes > 0) g->opcodes = (unsigned char)sizes[0];
    if (g->opcodes == 0 || sizes[-1] == 0 || g->opcodes > (size_t)(end - sizes) ||
        cubin_i_u32(head) > (size_t)(end - head) - 4) {
        cubin_i_note(w->l, CUBIN_SYNTAX, head, "the header of a line table is wrong");
        return NULL;
    }
    if (g->version >= 4 && head[5] != 1) {
        cubin_i_note(w->l, CUBIN_UNSUPPORTED, head + 5, "a line table is for instructions of several operations");
        return NULL;
    }
    g->sizes = sizes;
    g->step = (unsigned char)head[4];
    g->base = (unsigned char)sizes[-2];
    g->width = (unsigned char)sizes[-1];
    g->row.line = 1;
    g->file = 1;
    p = sizes + g->opcodes;
    if (g->version < 5) {
        if (!cubin_i_dwarf_names(w, g, p, end)) return NULL;
    } else {
        first = w->files;
        if (!cubin_i_dwarf_list(w, &p, end, 0, 0)) return NULL;
        g->first = w->files;
        if (!cubin_i_dwarf_list(w, &p, end, first, g->first - first)) return NULL;
        g->files = w->files - g->first;
    }
    return head + 4 + (size_t)cubin_i_u32(head);
}

/* An extended opcode and its operands, from p up to stop. */
static void cubin_i_dwarf_extended(cubin_i_dwarf *w, cubin_i_program *g, const char *p, const char *stop)
{
    const unsigned kind = (unsigned char)*p++;
    uint64_t call, name;
    unsigned shift = 0;
    switch (kind) {
    case 1:
        cubin_i_dwarf_end(w, g->has_symbol, g->symbol);
        cubin_i_zero(&g->row, sizeof g->row);
        g->row.line = 1;
        g->file = 1;
        g->has_symbol = 0;
        break;
    case 2:
        g->has_symbol = cubin_i_relocs_find(w->relocs, (uint64_t)(p - w->section.ptr), &g->symbol);
        if (g->has_symbol && g->symbol >= w->l->symbols_n) {
            cubin_i_note(w->l, CUBIN_SYNTAX, p, "a line table refers to a missing symbol");
            g->has_symbol = 0;
        }
        for (g->row.offset = 0; p < stop && shift < 64; shift += 8)
            g->row.offset |= (uint64_t)(unsigned char)*p++ << shift;
        break;
    case 0x90:
        if (!cubin_i_uleb(&p, stop, &call) || !cubin_i_uleb(&p, stop, &name)) {
            cubin_i_note(w->l, CUBIN_SYNTAX, p, "an inlined call of a line table is cut");
            break;
        }
        g->row.caller = call < CUBIN_I_NOWHERE ? (uint32_t)call : CUBIN_I_NOWHERE;
        g->row.name = name < CUBIN_I_NOWHERE ? (uint32_t)name : CUBIN_I_NOWHERE;
        break;
    case 0x91:
        if (!cubin_i_uleb(&p, stop, &name))
            cubin_i_note(w->l, CUBIN_SYNTAX, p, "the name of an inlined function of a line table is cut");
        else
            g->row.name = name < CUBIN_I_NOWHERE ? (uint32_t)name : CUBIN_I_NOWHERE;
        break;
    default: break;
    }
}

/* A standard opcode; 0 when its operands are cut. */
static int cubin_i_dwarf_standard(cubin_i_program *g, unsigned op, const char **p, const char *end)
{
    uint64_t value;
    unsigned k;
    switch (op) {
    case 1: case 6: case 7: return 1;
    case 2:
        if (!cubin_i_uleb(p, end, &value)) return 0;
        g->row.offset += value * g->step;
        return 1;
    case 3:
        if (!cubin_i_sleb(p, end, &value)) return 0;
        g->row.line += (uint32_t)value;
        return 1;
    case 4: return cubin_i_uleb(p, end, &g->file);
    case 8: g->row.offset += (uint64_t)((255 - g->opcodes) / g->width) * g->step; return 1;
    case 9:
        if (end - *p < 2) return 0;
        g->row.offset += cubin_i_u16(*p);
        *p += 2;
        return 1;
    default:
        for (k = op == 5 ? 1 : (unsigned char)g->sizes[op]; k > 0 && cubin_i_uleb(p, end, &value); k--) {}
        return k == 0;
    }
}

/* One line program of at least 15 bytes: header at p, code up to end. */
static void cubin_i_dwarf_unit(cubin_i_dwarf *w, const char *p, const char *end)
{
    cubin_i_program g;
    p = cubin_i_dwarf_header(w, &g, p, end);
    if (p == NULL) return;
    while (p < end) {
        const unsigned op = (unsigned char)*p++;
        uint64_t value;
        if (op == 0) {
            if (!cubin_i_uleb(&p, end, &value) || value > (size_t)(end - p)) break;
            if (value > 0) cubin_i_dwarf_extended(w, &g, p, p + (size_t)value);
            p += (size_t)value;
            continue;
        }
        if (op >= g.opcodes) {
            const unsigned k = op - g.opcodes;
            g.row.offset += (uint64_t)(k / g.width) * g.step;
            g.row.line += g.base + k % g.width - (g.base >= 128 ? 256u : 0u); /* the base is a signed byte */
        } else if (!cubin_i_dwarf_standard(&g, op, &p, end))
            break;
        if (op == 1 || op >= g.opcodes) { /* files count from 1, in version 5 from 0 */
            value = g.version == 5 ? g.file : g.file - 1;
            g.row.file = value < g.files ? (uint32_t)(g.first + value + 1) : 0;
            cubin_i_dwarf_row(w, &g.row);
        }
    }
    if (p < end || w->rows > w->first)
        cubin_i_note(w->l, CUBIN_TRUNCATED, end, "a line table ends inside a sequence");
    w->rows = w->first;
}

static void cubin_i_dwarf_table(cubin_i_dwarf *w)
{
    const char *p = w->section.ptr;
    const char *const end = p + w->section.len;
    w->rows = w->first = 0;
    while (end - p >= 15) {
        const uint64_t length = cubin_i_u32(p);
        const char *stop = end;
        if (length <= (size_t)(end - p) - 4)
            stop = p + 4 + (size_t)length;
        else cubin_i_note(w->l, CUBIN_TRUNCATED, p, "a line table reaches past the end of its section");
        if (stop - p < 15) cubin_i_note(w->l, CUBIN_SYNTAX, p, "a line table is shorter than its header");
        else cubin_i_dwarf_unit(w, p, stop);
        p = stop;
    }
}

/* Reads both tables: once to count, once to fill. */
static int cubin_i_lines_tables(cubin_file *l)
{
    cubin_i_relocs relocs[2];
    cubin_i_dwarf w;
    size_t rows[2], files = 0;
    int k;
    cubin_i_zero(&w, sizeof w);
    w.l = l;
    for (k = 0; k < 2; k++) {
        if (!cubin_i_relocs_read(l, k, &relocs[k])) return 0;
        w.table = &l->table[k];
        w.relocs = &relocs[k];
        w.section = l->section[CUBIN_I_ELF_LINE + k];
        cubin_i_dwarf_table(&w);
        rows[k] = w.rows;
    }
    files = w.files;
    l->files = (cubin_i_line_file *)cubin_i_alloc(&l->arena, files, sizeof *l->files);
    if (l->files == NULL) return 0;
    l->files_n = (uint32_t)files;
    w.files = 0;
    w.files_room = files;
    for (k = 0; k < 2; k++) {
        cubin_i_line_rows *const t = &l->table[k];
        uint32_t *other, i;
        t->rows = (cubin_i_line_row *)cubin_i_alloc(&l->arena, rows[k], sizeof *t->rows);
        t->order = (uint32_t *)cubin_i_alloc(&l->arena, rows[k], sizeof *t->order);
        other = (uint32_t *)cubin_i_alloc(&l->arena, rows[k], sizeof *other);
        if (t->rows == NULL || t->order == NULL || other == NULL) return 0;
        w.table = t;
        w.relocs = &relocs[k];
        w.section = l->section[CUBIN_I_ELF_LINE + k];
        w.rows_room = rows[k];
        cubin_i_dwarf_table(&w);
        t->rows_n = (uint32_t)(w.rows < rows[k] ? w.rows : rows[k]);
        for (i = 0; i < t->rows_n; i++) {
            const uint64_t loaded = cubin_i_loaded(l, t->rows[i].symbol);
            if (t->rows[i].offset >= loaded) t->rows[i].offset -= loaded;
        }
        cubin_i_line_sort(t->order, other, t->rows_n, cubin_i_line_row_less, t->rows);
        for (i = 0; i < t->rows_n; i++) { /* the last row of each offset */
            if (t->order_n > 0 && !cubin_i_line_row_less(t->rows, t->order[t->order_n - 1], t->order[i])) t->order_n--;
            t->order[t->order_n++] = t->order[i];
        }
    }
    return 1;
}

static int cubin_i_owner_less(const void *context, uint32_t a, uint32_t b)
{
    const cubin_file *l = (const cubin_file *)context;
    return cubin_i_u16(cubin_i_elf_symbol(l, l->functions[a].symbol) + 6) <
           cubin_i_u16(cubin_i_elf_symbol(l, l->functions[b].symbol) + 6);
}

/* Whether the text at `at` of .strtab, which begins with '$', continues with the text at `owner` and '$'; if so, *rest
   is what follows. Names of more than CUBIN_I_SYMBOL_MAX bytes are not compared to their end, so that no two long ones
   cost more than their file is worth. */
static int cubin_i_inside(cubin_view strings, uint32_t at, uint32_t owner, uint32_t *rest)
{
    const char *a, *b, *const end = strings.ptr + strings.len;
    uint32_t len = 0;
    if (owner >= strings.len) return 0;
    a = strings.ptr + at + 1;
    b = strings.ptr + owner;
    while (a < end && b < end && *b != 0 && *a == *b && len < CUBIN_I_SYMBOL_MAX) {
        a++;
        b++;
        len++;
    }
    if (a >= end || b >= end || *b != 0 || *a != '$') return 0;
    *rest = at + len + 2;
    return 1;
}

/* Finds the functions whose code is within another's: symbols named $outer$inner of the same section. As a rule a
   section has one function in the tables; of several the first four are tried. */
static int cubin_i_lines_inner(cubin_file *l)
{
    const cubin_view strings = l->section[CUBIN_I_ELF_STRTAB];
    uint32_t *order, *other, n = 0, i, k;
    cubin_i_inner *found = NULL;
    int pass;
    order = (uint32_t *)cubin_i_alloc(&l->arena, l->functions_n, sizeof *order);
    other = (uint32_t *)cubin_i_alloc(&l->arena, l->functions_n, sizeof *other);
    if (order == NULL || other == NULL) return 0;
    cubin_i_line_sort(order, other, l->functions_n, cubin_i_owner_less, l);
    for (pass = 0;; pass++) { /* once to count, once to fill */
        for (n = i = 0; i < l->symbols_n; i++) {
            const char *const s = cubin_i_elf_symbol(l, i);
            const uint32_t section = cubin_i_u16(s + 6), at = cubin_i_u32(s);
            uint32_t low = 0, high = l->functions_n, rest = 0;
            if ((s[4] & 15) != 2 || at >= strings.len || strings.ptr[at] != '$') continue; /* STT_FUNC */
            while (low < high) {
                const uint32_t middle = low + (high - low) / 2;
                const char *const owner = cubin_i_elf_symbol(l, l->functions[order[middle]].symbol);
                if (cubin_i_u16(owner + 6) < section)
                    low = middle + 1;
                else
                    high = middle;
            }
            for (k = 0; k < 4 && low < l->functions_n; k++, low++) {
                const char *const owner = cubin_i_elf_symbol(l, l->functions[order[low]].symbol);
                if (cubin_i_u16(owner + 6) != section) break;
                if (!cubin_i_inside(strings, at, cubin_i_u32(owner), &rest)) continue;
                if (found != NULL) {
                    if (n == l->inner_n) break;
                    found[n].value = cubin_i_u64(s + 8);
                    if (found[n].value >= cubin_i_loaded(l, l->functions[order[low]].symbol))
                        found[n].value -= cubin_i_loaded(l, l->functions[order[low]].symbol);
                    found[n].size = cubin_i_u64(s + 16);
                    found[n].name = rest;
                    found[n].owner = l->functions[order[low]].symbol;
                }
                n++;
                break;
            }
        }
        if (n == 0) return 1;
        if (pass == 1) break;
        l->inner_n = n;
        found = (cubin_i_inner *)cubin_i_alloc(&l->arena, n, sizeof *found);
        if (found == NULL) return 0;
    }
    l->inner = (cubin_i_inner *)cubin_i_alloc(&l->arena, n, sizeof *l->inner);
    order = (uint32_t *)cubin_i_alloc(&l->arena, n, sizeof *order);
    other = (uint32_t *)cubin_i_alloc(&l->arena, n, sizeof *other);
    if (l->inner == NULL || order == NULL || other == NULL) return 0;
    cubin_i_line_sort(order, other, n, cubin_i_inner_less, found);
    for (i = k = 0; i < n; i++) {
        cubin_i_function *f;
        l->inner[i] = found[order[i]];
        while (l->functions[k].symbol != l->inner[i].owner) k++;
        f = &l->functions[k];
        if (f->inner_n++ == 0) f->inner = i;
    }
    return 1;
}

static int cubin_i_lines_ptx(cubin_file *l)
{
    const cubin_view text = l->section[CUBIN_I_ELF_PTX];
    const char *const end = text.ptr + text.len;
    const char *p;
    uint32_t n = 0;
    for (p = cubin_i_find(text.ptr, end, 0); p < end; p = cubin_i_find(p + 1, end, 0)) n++;
    l->ptx = (uint32_t *)cubin_i_alloc(&l->arena, (size_t)n + 1, sizeof *l->ptx);
    if (l->ptx == NULL) return 0;
    l->ptx[0] = 0;
    for (p = cubin_i_find(text.ptr, end, 0); p < end && l->ptx_n < n; p = cubin_i_find(p + 1, end, 0))
        l->ptx[++l->ptx_n] = (uint32_t)(p + 1 - text.ptr);
    return 1;
}

/* Name of the function that holds the code at offset: f, or one compiled into it. */
static cubin_view cubin_i_function_at(const cubin_file *l, const cubin_i_function *f, uint64_t offset)
{
    const cubin_view strings = l->section[CUBIN_I_ELF_STRTAB];
    uint32_t low = f->inner, high = f->inner + f->inner_n;
    while (low < high) { /* first one after offset */
        const uint32_t middle = low + (high - low) / 2;
        if (l->inner[middle].value <= offset) low = middle + 1;
        else high = middle;
    }
    if (low > f->inner && offset - l->inner[low - 1].value < l->inner[low - 1].size)
        return cubin_i_cstr(strings, l->inner[low - 1].name);
    return cubin_i_cstr(strings, cubin_i_u32(cubin_i_elf_symbol(l, f->symbol)));
}

/* A name of a file, which in version 5 may reach to the end of its section. */
static cubin_view cubin_i_file_text(cubin_view v)
{
    if ((v.len & CUBIN_I_MARK) == 0) return v;
    v.len &= ~(size_t)CUBIN_I_MARK;
    return cubin_i_cstr(v, 0);
}

/* Fills the members of a place that follow from its row. */
static void cubin_i_place(const cubin_file *l, cubin_table table, cubin_place *place)
{
    const cubin_i_line_row *row = &l->table[table].rows[place->i_state[0]];
    place->line = row->line;
    place->function = place->directory = place->file = cubin_i_none();
    if (table == CUBIN_TABLE_PTX) {
        place->i_state[1] = 1;
        return;
    }
    place->function = row->caller != 0 ? cubin_i_cstr(l->section[CUBIN_I_ELF_STR], row->name)
                                       : cubin_i_function_at(l, &l->functions[place->i_state[2]], place->offset);
    if (row->file != 0 && row->file <= l->files_n) {
        place->directory = cubin_i_file_text(l->files[row->file - 1].directory);
        place->file = cubin_i_file_text(l->files[row->file - 1].name);
    }
}

/* Whether two rows have the same stack. */
static int cubin_i_same_stack(const cubin_file *l, cubin_table table, const cubin_i_function *f, uint32_t a, uint32_t b)
{
    const cubin_i_line_row *const rows = l->table[table].rows;
    const cubin_i_line_row *x = &rows[a], *y = &rows[b];
    const uint64_t x_offset = x->offset, y_offset = y->offset;
    uint32_t left = x->depth < CUBIN_I_STACK_MAX ? x->depth : CUBIN_I_STACK_MAX;
    if (table == CUBIN_TABLE_PTX) return x->line == y->line;
    if (left != (y->depth < CUBIN_I_STACK_MAX ? y->depth : CUBIN_I_STACK_MAX)) return 0;
    for (;; left--) {
        if (x->line != y->line || x->file != y->file || (x->caller == 0) != (y->caller == 0)) return 0;
        if (x->caller != 0 && x->name != y->name) return 0;
        if (left <= 1) break;
        if (x->caller == y->caller && f->inner_n == 0) return 1;
        x = &rows[x->caller - 1];
        y = &rows[y->caller - 1];
    }
    return x->caller != 0 || f->inner_n == 0 ||
           cubin_i_function_at(l, f, x_offset).ptr == cubin_i_function_at(l, f, y_offset).ptr;
}

CUBIN_I_DEFINE_NAME(table, CUBIN_TABLES)

CUBIN_API void cubin_rows_begin(cubin_rows *rows, const cubin_file *file, const cubin_function *function,
                                cubin_table table)
{
    if (rows == NULL) return;
    cubin_i_zero(rows, sizeof *rows);
    (void)cubin_i_fine(&rows->error);
    rows->table = table;
    if (file != NULL && function != NULL) rows->i_function = cubin_i_function_find(file, function->symbol.number);
    if (file != NULL && function != NULL && rows->i_function < file->functions_n && (unsigned)table < CUBIN_TABLE_COUNT)
        rows->file = file;
    else
        (void)cubin_i_fail(&rows->error, CUBIN_ARGUMENT, 0, "no such file, function or table to have rows");
}

static void cubin_i_place_none(cubin_place *place)
{
    cubin_i_zero(place, sizeof *place);
    place->function = place->directory = place->file = cubin_i_none();
}

CUBIN_API int cubin_rows_next(cubin_rows *rows, cubin_place *out)
{
    const cubin_file *l;
    const cubin_i_line_rows *t;
    const cubin_i_function *f;
    uint32_t at, next;
    if (out != NULL) cubin_i_place_none(out);
    if (rows == NULL || out == NULL || rows->file == NULL) return 0;
    l = rows->file;
    t = &l->table[rows->table];
    f = &l->functions[rows->i_function];
    if (rows->i_state >= f->count[rows->table]) return 0;
    at = t->order[f->first[rows->table] + rows->i_state];
    for (next = rows->i_state + 1; next < f->count[rows->table]; next++)
        if (!cubin_i_same_stack(l, rows->table, f, at, t->order[f->first[rows->table] + next])) break;
    rows->i_state = next;
    out->i_state[0] = at;
    out->i_state[1] = t->rows[at].depth < CUBIN_I_STACK_MAX ? t->rows[at].depth : CUBIN_I_STACK_MAX;
    out->i_state[2] = rows->i_function;
    out->offset = t->rows[at].offset;
    if (next < f->count[rows->table]) {
        out->end = t->rows[t->order[f->first[rows->table] + next]].offset;
    } else {
        out->end = cubin_i_u64(cubin_i_elf_symbol(l, f->symbol) + 16);
        if (out->end < out->offset) out->end = out->offset;
    }
    cubin_i_place(l, rows->table, out);
    return 1;
}

CUBIN_API int cubin_place_find(const cubin_file *file, cubin_table table, cubin_symbol_id symbol, uint64_t offset,
                               cubin_place *out)
{
    const cubin_i_line_rows *t;
    const cubin_i_function *f;
    uint32_t index, low, high, end;
    if (out == NULL) return 0;
    cubin_i_place_none(out);
    if (file == NULL || (unsigned)table >= CUBIN_TABLE_COUNT) return 0;
    index = cubin_i_function_find(file, symbol.number);
    if (index == file->functions_n) return 0;
    f = &file->functions[index];
    if (offset >= cubin_i_u64(cubin_i_elf_symbol(file, symbol.number) + 16)) return 0;
    t = &file->table[table];
    low = f->first[table];
    high = end = low + f->count[table];
    while (low < high) { /* first row after offset */
        const uint32_t middle = low + (high - low) / 2;
        if (t->rows[t->order[middle]].offset <= offset) low = middle + 1;
        else high = middle;
    }
    if (low == f->first[table]) return 0;
    out->i_state[0] = t->order[low - 1];
    out->i_state[1] = t->rows[out->i_state[0]].depth;
    if (out->i_state[1] > CUBIN_I_STACK_MAX) out->i_state[1] = CUBIN_I_STACK_MAX;
    out->i_state[2] = index;
    out->offset = t->rows[out->i_state[0]].offset;
    out->end = low < end ? t->rows[t->order[low]].offset : cubin_i_u64(cubin_i_elf_symbol(file, symbol.number) + 16);
    cubin_i_place(file, table, out);
    return 1;
}

CUBIN_API int cubin_place_outer(const cubin_file *file, cubin_place *place)
{
    const cubin_i_line_row *row;
    if (file == NULL || place == NULL || place->i_state[1] <= 1 || place->i_state[0] >= file->table[0].rows_n) return 0;
    row = &file->table[0].rows[place->i_state[0]];
    if (row->caller == 0 || row->caller == CUBIN_I_NOWHERE) return 0;
    place->i_state[0] = row->caller - 1;
    place->i_state[1]--;
    cubin_i_place(file, CUBIN_TABLE_SOURCE, place);
    return 1;
}

CUBIN_API uint32_t cubin_place_shown(const cubin_file *file, cubin_place *place)
{
    cubin_place outer;
    uint32_t steps = 0;
    if (place == NULL) return 0;
    outer = *place;
    while (cubin_place_outer(file, &outer) && file->table[0].rows[outer.i_state[0]].offset == place->offset) {
        *place = outer;
        steps++;
    }
    return steps;
}

CUBIN_API cubin_view cubin_ptx(const cubin_file *file)
{
    return file != NULL ? file->section[CUBIN_I_ELF_PTX] : cubin_i_none();
}

CUBIN_API int cubin_ptx_at(const cubin_file *file, uint32_t line, cubin_view *out)
{
    if (out == NULL) return 0;
    *out = cubin_i_none();
    if (file == NULL || line == 0 || line > file->ptx_n) return 0;
    *out = cubin_i_view(file->section[CUBIN_I_ELF_PTX].ptr + file->ptx[line - 1],
                        file->ptx[line] - file->ptx[line - 1] - 1);
    return 1;
}
#endif

/* ---- Locations --------------------------------------------------------------------------------------------------- */

#ifndef CUBIN_NO_DISASSEMBLY
/* Where in its group of 32 bytes an instruction of 8 is: 0 is the control word. Groups count from the start of the
   section, functions may begin inside one. */
static uint32_t cubin_i_group(const cubin_function *function, uint64_t offset)
{
    return (uint32_t)((function->start % 32 / 8 * 8 + offset) % 32);
}

/* Where who goes to offset goes on: after a control word. */
static uint64_t cubin_i_landing(const cubin_function *function, uint32_t size, uint64_t offset)
{
    return size == 8 && cubin_i_group(function, offset) == 0 ? offset + 8 : offset;
}

/* The instruction at offset, a multiple of its size; its size is 0 where there is none. */
static void cubin_i_decode(const cubin_function *function, uint32_t arch, uint64_t offset, cubin_instruction *out,
                           char *text, size_t room)
{
    const uint32_t size = cubin_instruction_size(arch), group = cubin_i_group(function, offset);
    const char *p;
    size_t left;
    char narrow[16];
    int k;
    cubin_i_zero(out, sizeof *out);
    if (size == 0 || offset >= function->code.len || (size == 8 && group < 8)) return;
    p = function->code.ptr + (size_t)offset;
    left = function->code.len - (size_t)offset;
    if (size == 8 && left >= 8) { /* with its 21 bits of the control word that begins its group */
        const uint64_t word = cubin_i_u64(p - group / 8 * 8) >> 21 * (group / 8 - 1);
        cubin_i_copy(narrow, p, 8);
        for (k = 0; k < 8; k++) narrow[8 + k] = (char)(word >> 8 * k & 255);
        p = narrow;
        left = sizeof narrow;
    }
    if (cubin_disassemble(arch, p, left, offset, out, text, room, NULL) != CUBIN_OK) cubin_i_zero(out, sizeof *out);
    if (out->has_target) out->target = cubin_i_landing(function, size, out->target);
}

static uint32_t cubin_i_arch(const cubin_file *file)
{
    cubin_info info;
    cubin_file_info(file, &info);
    return info.arch;
}

/* Everything of a location but its function and offset. */
static void cubin_i_location(const cubin_file *file, cubin_location *out)
{
#ifndef CUBIN_NO_LINES
    cubin_place ptx;
#endif
    cubin_i_decode(&out->function, cubin_i_arch(file), out->offset, &out->instruction, out->text, sizeof out->text);
#ifndef CUBIN_NO_LINES
    out->has_source = cubin_place_find(file, CUBIN_TABLE_SOURCE, out->function.symbol, out->offset, &out->source);
    if (cubin_place_find(file, CUBIN_TABLE_PTX, out->function.symbol, out->offset, &ptx)) {
        out->ptx_line = ptx.line;
        (void)cubin_ptx_at(file, ptx.line, &out->ptx);
    }
#endif
}

static void cubin_i_location_none(cubin_location *out)
{
    cubin_i_zero(out, sizeof *out);
    out->function.name = out->function.code = cubin_i_none();
#ifndef CUBIN_NO_LINES
    out->ptx = cubin_i_none();
    cubin_i_place_none(&out->source);
#endif
}

CUBIN_API int cubin_location_find(const cubin_file *file, cubin_symbol_id symbol, uint64_t offset, cubin_location *out)
{
    uint32_t size;
    if (out == NULL) return 0;
    cubin_i_location_none(out);
    if (file == NULL || !cubin_function_at(file, cubin_i_function_find(file, symbol.number), &out->function)) return 0;
    if (offset >= out->function.size) return 0;
    size = cubin_instruction_size(cubin_i_arch(file));
    out->offset = size != 0 ? offset - offset % size : offset;
    cubin_i_location(file, out);
    return 1;
}

CUBIN_API int cubin_function_count(const cubin_file *file, const cubin_function *function, cubin_counts *out)
{
    uint32_t size;
    size_t at;
    if (out == NULL) return 0;
    cubin_i_zero(out, sizeof *out);
    if (file == NULL || function == NULL || function->code.len < function->size) return 0;
    size = cubin_instruction_size(cubin_i_arch(file));
    if (size == 0) return 0;
    for (at = 0; function->code.len - at >= size; at += size) {
        const uint64_t word = cubin_i_u64(function->code.ptr + at), key = size == 8 ? word >> 48 & 0xfff8 : word & 511;
        if (size == 8 && cubin_i_group(function, at) == 0) continue; /* a control word */
        out->instructions++;
        out->local_loads += key == (size == 8 ? 0xef40u : 0x183u);
        out->local_stores += key == (size == 8 ? 0xef50u : 0x187u);
    }
    return 1;
}

CUBIN_API void cubin_locations_begin(cubin_locations *locations, const cubin_file *file,
                                     const cubin_function *function)
{
    if (locations == NULL) return;
    cubin_i_zero(locations, sizeof *locations);
    locations->function.name = locations->function.code = cubin_i_none();
    (void)cubin_i_fine(&locations->error);
    if (file == NULL || function == NULL) return;
    locations->file = file;
    locations->function = *function;
}

CUBIN_API int cubin_locations_next(cubin_locations *locations, cubin_location *out)
{
    uint32_t size;
    if (out != NULL) cubin_i_location_none(out);
    if (locations == NULL || out == NULL || locations->file == NULL) return 0;
    if (locations->i_offset >= locations->function.size) return 0;
    size = cubin_instruction_size(cubin_i_arch(locations->file));
    if (size == 0) {
        (void)cubin_i_fail(&locations->error, CUBIN_UNSUPPORTED, 0, "its architecture has no tables");
        return 0;
    }
    if (size == 8 && cubin_i_group(&locations->function, locations->i_offset) == 0) locations->i_offset += 8;
    if (locations->function.code.len < size || locations->i_offset > locations->function.code.len - size) {
        if (locations->function.code.len < locations->function.size)
            (void)cubin_i_fail(&locations->error, CUBIN_TRUNCATED, locations->i_offset,
                               "the file does not hold all code of the function");
        return 0;
    }
    out->function = locations->function;
    out->offset = locations->i_offset;
    locations->i_offset += size;
    cubin_i_location(locations->file, out);
    return 1;
}
#endif

/* ---- Flow -------------------------------------------------------------------------------------------------------- */

#if !defined(CUBIN_NO_FLOW) && !defined(CUBIN_NO_DISASSEMBLY)
CUBIN_I_DEFINE_NAME(edge_kind, CUBIN_EDGE_KINDS)
CUBIN_I_DEFINE_NAME(resource, CUBIN_RESOURCES)

#define CUBIN_I_ALWAYS 7u /* a guard that holds; with 8 added, one that never does */

/* What is kept of an instruction. */
typedef struct cubin_i_step {
    uint64_t written[4];
    uint32_t target; /* number of an instruction, of an indirect branch the first of its jumps; NONE: none */
    uint32_t block;  /* until blocks are made: 1, where one begins */
    uint8_t flow, guard, is_conditional, predicates;
    uint8_t barrier, write_barrier, read_barrier, wait_mask;
} cubin_i_step;

/* A target of an indirect branch. */
typedef struct cubin_i_indirect {
    uint32_t to, next;
} cubin_i_indirect;

typedef struct cubin_i_node { /* a block */
    uint32_t first, end; /* instructions */
    uint32_t exits, entries; /* where its edges begin in edges and entries */
    uint32_t order;      /* its number in the order of a walk into depth; NONE: not reachable */
    uint32_t dominator, loop;
    uint32_t ticket;     /* of the last walk back that has seen it */
    int is_open;
} cubin_i_node;

struct cubin_graph {
    cubin_i_arena arena;
    const cubin_file *file;
    cubin_function function;
    uint32_t size;    /* of an instruction */
    uint32_t skipped; /* instructions of the group that the function begins in, before it */
    uint32_t steps_n, jumps_n, nodes_n, edges_n, loops_n, reached, ticket;
    int is_irreducible, is_open;
    cubin_i_step *steps;
    cubin_i_indirect *jumps;
    cubin_i_node *nodes;
    cubin_edge *edges;  /* by the block that they leave */
    uint32_t *entries;  /* numbers of edges, by the block that they lead to */
    cubin_loop *loops;
    uint32_t *queue;    /* of a walk back: blocks, and how many instructions are after each */
};

/* Numbers of blocks in the order of the walk into depth, which all of these go by. */
typedef struct cubin_i_tree {
    uint32_t *block;
    uint32_t *parent;
    uint32_t *last;   /* highest number below it */
    uint32_t *semi;   /* semidominator; then the head of the innermost loop around it */
    uint32_t *above;  /* towards the root, shortened; then the head that it has become one with */
    uint32_t *label;  /* with the lowest semidominator up to there; then the loop whose body has it */
    uint32_t *bucket; /* the first that it is the semidominator of; then whether it is the head of a loop */
    uint32_t *next;   /* the next in the same bucket; then a list of the body of a loop */
    uint32_t *path;
} cubin_i_tree;

static uint64_t cubin_i_step_offset(const cubin_graph *g, uint32_t step)
{
    const uint64_t n = (uint64_t)step + g->skipped;
    return g->size == 16 ? 16 * (uint64_t)step : 8 * (n + n / 3 + 1) - cubin_i_group(&g->function, 0);
}

/* Number of the instruction at offset; NONE: there is none. */
static uint32_t cubin_i_step_at(const cubin_graph *g, uint64_t offset)
{
    uint64_t step = offset / 16;
    if (offset % g->size != 0 || offset >= g->function.size) return CUBIN_NONE;
    if (g->size == 8) {
        const uint64_t unit = (offset + cubin_i_group(&g->function, 0)) / 8;
        if (unit % 4 == 0) return CUBIN_NONE; /* a control word */
        step = unit - unit / 4 - 1 - g->skipped;
    }
    return step < g->steps_n ? (uint32_t)step : CUBIN_NONE;
}

static int cubin_i_steps_read(cubin_graph *g)
{
    const uint64_t before = cubin_i_group(&g->function, 0) / 8, units = g->function.size / g->size + before;
    const uint32_t arch = cubin_i_arch(g->file);
    cubin_relocations relocations;
    cubin_relocation r;
    uint32_t i;
    g->skipped = before > 0 ? (uint32_t)before - 1 : 0;
    g->steps_n = (uint32_t)(g->size == 16 ? units - before : units - units / 4 - (units % 4 != 0) - g->skipped);
    g->steps = (cubin_i_step *)cubin_i_alloc(&g->arena, g->steps_n, sizeof *g->steps);
    if (g->steps == NULL) return 0;
    for (i = 0; i < g->steps_n; i++) {
        cubin_i_step *const s = &g->steps[i];
        cubin_instruction in;
        cubin_i_decode(&g->function, arch, cubin_i_step_offset(g, i), &in, NULL, 0);
        cubin_i_zero(s, sizeof *s);
        cubin_i_copy(s->written, in.written, sizeof s->written);
        s->target = in.has_target ? cubin_i_step_at(g, in.target) : CUBIN_NONE;
        s->flow = (uint8_t)in.flow;
        s->guard = in.guard;
        s->is_conditional = in.is_conditional != 0;
        s->predicates = in.predicates;
        s->barrier = in.barrier;
        s->write_barrier = in.write_barrier;
        s->read_barrier = in.read_barrier;
        s->wait_mask = in.wait_mask;
    }
    /* A call whose target a linker has yet to put in leads out of the function, whatever its bits say. */
    cubin_relocations_begin(&relocations, g->file, &g->function);
    while (cubin_relocations_next(&relocations, &r)) {
        i = cubin_i_step_at(g, r.offset);
        if (i != CUBIN_NONE && g->steps[i].flow == CUBIN_FLOW_CALL) g->steps[i].target = CUBIN_NONE;
    }
    return 1;
}

/* The targets of indirect branches that attribute 0x34 lists: offset of the branch, 0, how many targets, those; words
   of 32 bits. to NULL: only counts them. */
static uint32_t cubin_i_jumps_read(cubin_graph *g, cubin_i_indirect *to)
{
    cubin_attributes attributes;
    cubin_attribute a;
    uint32_t n = 0;
    cubin_attributes_begin(&attributes, g->file, &g->function);
    while (cubin_attributes_next(&attributes, &a)) {
        const char *p = a.value.ptr, *const end = p + a.value.len;
        while (a.kind == 0x34 && end - p >= 12) {
            const uint32_t from = cubin_i_step_at(g, cubin_i_u32(p));
            const int has = from != CUBIN_NONE && g->steps[from].flow == CUBIN_FLOW_INDIRECT;
            uint32_t left = cubin_i_u32(p + 8);
            for (p += 12; left > 0 && end - p >= 4; left--, p += 4) {
                const uint32_t step = cubin_i_step_at(g, cubin_i_landing(&g->function, g->size, cubin_i_u32(p)));
                if (!has || step == CUBIN_NONE) continue;
                if (to != NULL) {
                    to[n].to = step;
                    to[n].next = g->steps[from].target;
                    g->steps[from].target = n;
                }
                n++;
            }
        }
    }
    return n;
}

static int cubin_i_step_ends(const cubin_i_step *s)
{
    return s->flow != CUBIN_FLOW_NEXT && s->flow != CUBIN_FLOW_SET;
}

static int cubin_i_nodes_make(cubin_graph *g)
{
    uint32_t i;
    for (i = 0; i < g->jumps_n; i++) g->steps[g->jumps[i].to].block = 1;
    for (i = 0; i < g->steps_n; i++) {
        cubin_i_step *const s = &g->steps[i];
        if (i == 0 || cubin_i_step_ends(s - 1)) s->block = 1;
        if (s->target != CUBIN_NONE && s->flow != CUBIN_FLOW_INDIRECT) g->steps[s->target].block = 1;
    }
    for (i = 0; i < g->steps_n; i++) g->nodes_n += g->steps[i].block;
    g->nodes = (cubin_i_node *)cubin_i_alloc(&g->arena, g->nodes_n, sizeof *g->nodes);
    if (g->nodes == NULL) return 0;
    cubin_i_zero(g->nodes, g->nodes_n * sizeof *g->nodes);
    g->nodes_n = 0;
    for (i = 0; i < g->steps_n; i++) {
        if (g->steps[i].block != 0) g->nodes[g->nodes_n++].first = i;
        g->steps[i].block = g->nodes_n - 1;
        g->nodes[g->nodes_n - 1].end = i + 1;
    }
    return 1;
}

static void cubin_i_edge_add(cubin_graph *g, uint32_t from, uint32_t step, cubin_edge_kind kind, uint32_t guard)
{
    cubin_edge *const e = &g->edges[g->edges_n];
    if (guard == CUBIN_I_ALWAYS + 8) return;
    e->from = from;
    e->to = g->steps[step].block;
    e->kind = kind;
    e->guard = (uint8_t)guard;
    g->edges_n++;
}

/* The target of the innermost setting of its barrier around a SYNC, in the order of the code; NONE: none is around it.
   set: 1 + the last setting of each barrier, around: that of the one before it. Asked for in ascending order. */
static uint32_t cubin_i_meets_at(const cubin_graph *g, uint32_t step, uint32_t *set, const uint32_t *around)
{
    uint32_t *const last = &set[g->steps[step].barrier % 16];
    for (; *last > 0; *last = around[*last - 1]) {
        const uint32_t target = g->steps[*last - 1].target;
        if (target != CUBIN_NONE && target > step) return target;
    }
    return CUBIN_NONE;
}

/* The edges that leave block n, which ends with a step; meets: where a SYNC goes on. */
static void cubin_i_edges_of(cubin_graph *g, uint32_t n, uint32_t meets)
{
    cubin_i_node *const node = &g->nodes[n];
    const uint32_t last = node->end - 1;
    const cubin_i_step *const s = &g->steps[last];
    uint32_t otherwise = s->is_conditional ? CUBIN_I_ALWAYS : s->guard ^ 8u; /* what holds where it has no effect */
    cubin_edge_kind kind = CUBIN_EDGE_KIND_NEXT;
    uint32_t jump;
    switch (s->flow) {
    case CUBIN_FLOW_BRANCH:
        if (s->target == CUBIN_NONE) node->is_open = 1;
        else cubin_i_edge_add(g, n, s->target, CUBIN_EDGE_KIND_BRANCH, s->guard);
        break;
    case CUBIN_FLOW_INDIRECT:
        node->is_open = s->target == CUBIN_NONE;
        for (jump = s->target; jump != CUBIN_NONE; jump = g->jumps[jump].next)
            cubin_i_edge_add(g, n, g->jumps[jump].to, CUBIN_EDGE_KIND_INDIRECT, s->guard);
        break;
    case CUBIN_FLOW_CALL:
        if (s->target != CUBIN_NONE) cubin_i_edge_add(g, n, s->target, CUBIN_EDGE_KIND_CALL, s->guard);
        kind = CUBIN_EDGE_KIND_RETURNED;
        otherwise = CUBIN_I_ALWAYS;
        break;
    case CUBIN_FLOW_SYNC:
        if (meets != CUBIN_NONE) cubin_i_edge_add(g, n, meets, CUBIN_EDGE_KIND_SYNC, s->guard);
        else {
            node->is_open = 1;
            otherwise = CUBIN_I_ALWAYS;
        }
        break;
    case CUBIN_FLOW_RETURN:
    case CUBIN_FLOW_EXIT: break;
    default: otherwise = CUBIN_I_ALWAYS; break;
    }
    if (node->end < g->steps_n) cubin_i_edge_add(g, n, node->end, kind, otherwise);
    else node->is_open |= otherwise != CUBIN_I_ALWAYS + 8;
}

static int cubin_i_edges_make(cubin_graph *g)
{
    uint32_t *const around = (uint32_t *)cubin_i_alloc(&g->arena, g->steps_n, sizeof *around);
    uint32_t set[16], i, n = 0, sum = 0;
    g->edges = (cubin_edge *)cubin_i_alloc(&g->arena, 2 * (size_t)g->nodes_n + g->jumps_n, sizeof *g->edges);
    g->entries = (uint32_t *)cubin_i_alloc(&g->arena, 2 * (size_t)g->nodes_n + g->jumps_n, sizeof *g->entries);
    g->queue = (uint32_t *)cubin_i_alloc(&g->arena, 2 * (size_t)g->nodes_n, sizeof *g->queue);
    if (around == NULL || g->edges == NULL || g->entries == NULL || g->queue == NULL) return 0;
    cubin_i_zero(set, sizeof set);
    for (i = 0; i < g->steps_n; i++) {
        const cubin_i_step *const s = &g->steps[i];
        uint32_t meets = CUBIN_NONE;
        if (i == g->nodes[n].first) g->nodes[n].exits = g->edges_n;
        if (s->flow == CUBIN_FLOW_SET) {
            around[i] = set[s->barrier % 16];
            set[s->barrier % 16] = i + 1;
        } else if (s->flow == CUBIN_FLOW_SYNC) meets = cubin_i_meets_at(g, i, set, around);
        if (i + 1 < g->nodes[n].end) continue;
        cubin_i_edges_of(g, n++, meets);
    }
    for (i = 0; i < g->edges_n; i++) g->nodes[g->edges[i].to].entries++;
    for (n = 0; n < g->nodes_n; n++) sum = g->nodes[n].entries += sum; /* where those of the next begin */
    for (i = g->edges_n; i > 0; i--) g->entries[--g->nodes[g->edges[i - 1].to].entries] = i - 1;
    return 1;
}

static uint32_t cubin_i_exits_end(const cubin_graph *g, uint32_t n)
{
    return n + 1 < g->nodes_n ? g->nodes[n + 1].exits : g->edges_n;
}

static uint32_t cubin_i_entries_end(const cubin_graph *g, uint32_t n)
{
    return n + 1 < g->nodes_n ? g->nodes[n + 1].entries : g->edges_n;
}

/* Numbers what the first block leads to. */
static int cubin_i_tree_make(cubin_graph *g, cubin_i_tree *t)
{
    uint32_t *list[9];
    uint32_t i, at = 0;
    for (i = 0; i < 9; i++) {
        list[i] = (uint32_t *)cubin_i_alloc(&g->arena, g->nodes_n, sizeof **list);
        if (list[i] == NULL) return 0;
    }
    t->block = list[0];
    t->parent = list[1];
    t->last = list[2];
    t->semi = list[3];
    t->above = list[4];
    t->label = list[5];
    t->bucket = list[6];
    t->next = list[7];
    t->path = list[8];
    for (i = 0; i < g->nodes_n; i++) {
        g->nodes[i].order = CUBIN_NONE;
        g->nodes[i].loop = g->nodes[i].dominator = CUBIN_NONE;
    }
    if (g->nodes_n == 0) return 1;
    g->nodes[0].order = t->block[0] = t->parent[0] = 0;
    t->next[0] = g->nodes[0].exits;
    g->reached = 1;
    for (;;) {
        const uint32_t n = t->block[at];
        if (t->next[at] < cubin_i_exits_end(g, n)) {
            const uint32_t to = g->edges[t->next[at]++].to;
            if (g->nodes[to].order != CUBIN_NONE) continue;
            i = g->reached++;
            g->nodes[to].order = i;
            t->block[i] = to;
            t->parent[i] = at;
            t->next[i] = g->nodes[to].exits;
            at = i;
        } else {
            t->last[at] = g->reached - 1;
            if (at == 0) return 1;
            at = t->parent[at];
        }
    }
}

/* Of what is above v in the forest, v included, but for its root: the one with the lowest semidominator. */
static uint32_t cubin_i_lowest(cubin_i_tree *t, uint32_t v)
{
    uint32_t depth = 0, x = v;
    if (t->above[v] == CUBIN_NONE) return v;
    for (; t->above[t->above[x]] != CUBIN_NONE; x = t->above[x]) t->path[depth++] = x;
    while (depth > 0) {
        const uint32_t y = t->path[--depth], up = t->above[y];
        if (t->semi[t->label[up]] < t->semi[t->label[y]]) t->label[y] = t->label[up];
        t->above[y] = t->above[up];
    }
    return t->label[v];
}

/* Lengauer and Tarjan, "A fast algorithm for finding dominators in a flowgraph", with path compression alone. */
static void cubin_i_dominators(cubin_graph *g, cubin_i_tree *t)
{
    uint32_t w, v;
    for (w = 0; w < g->reached; w++) {
        t->semi[w] = t->label[w] = w;
        t->above[w] = t->bucket[w] = CUBIN_NONE;
    }
    for (w = g->reached; w-- > 1;) {
        const uint32_t n = t->block[w], up = t->parent[w];
        uint32_t i;
        for (i = g->nodes[n].entries; i < cubin_i_entries_end(g, n); i++) {
            const uint32_t from = g->nodes[g->edges[g->entries[i]].from].order;
            uint32_t u;
            if (from == CUBIN_NONE) continue;
            u = cubin_i_lowest(t, from);
            if (t->semi[u] < t->semi[w]) t->semi[w] = t->semi[u];
        }
        t->next[w] = t->bucket[t->semi[w]];
        t->bucket[t->semi[w]] = w;
        t->above[w] = up;
        for (v = t->bucket[up]; v != CUBIN_NONE; v = t->next[v]) {
            const uint32_t u = cubin_i_lowest(t, v);
            g->nodes[t->block[v]].dominator = t->semi[u] < t->semi[v] ? u : up; /* a number of the tree until below */
        }
        t->bucket[up] = CUBIN_NONE;
    }
    for (w = 1; w < g->reached; w++) {
        cubin_i_node *const node = &g->nodes[t->block[w]];
        if (node->dominator != t->semi[w]) node->dominator = g->nodes[t->block[node->dominator]].dominator;
    }
    for (w = 1; w < g->reached; w++) g->nodes[t->block[w]].dominator = t->block[g->nodes[t->block[w]].dominator];
}

/* The head of the outermost loop found so far around v. */
static uint32_t cubin_i_head_of(cubin_i_tree *t, uint32_t v)
{
    for (; t->above[v] != v; v = t->above[v]) t->above[v] = t->above[t->above[v]];
    return v;
}

/* Adds what leads to member x of the loop with head w to the list of its body; x is w: what leads back to the head. */
static uint32_t cubin_i_body_add(cubin_graph *g, cubin_i_tree *t, uint32_t w, uint32_t x, uint32_t count)
{
    const uint32_t n = t->block[x];
    uint32_t i;
    for (i = g->nodes[n].entries; i < cubin_i_entries_end(g, n); i++) {
        const uint32_t from = g->nodes[g->edges[g->entries[i]].from].order;
        uint32_t v;
        if (from == CUBIN_NONE) continue;
        v = cubin_i_head_of(t, from);
        if (v < w || v > t->last[w]) {
            g->is_irreducible |= x != w; /* a way into the loop past its head */
            continue;
        }
        if (x == w) t->bucket[w] = 1;
        if (v == w || t->label[v] == w) continue;
        t->label[v] = w;
        t->next[count++] = v;
    }
    return count;
}

/* Loops from the inside out; what is found of one is one with its head then. Havlak, "Nesting of reducible and
   irreducible loops". */
static int cubin_i_loops(cubin_graph *g, cubin_i_tree *t)
{
    uint32_t w, i, count;
    for (w = 0; w < g->reached; w++) {
        t->above[w] = w;
        t->semi[w] = t->label[w] = CUBIN_NONE;
        t->bucket[w] = 0;
    }
    for (w = g->reached; w-- > 0;) {
        count = cubin_i_body_add(g, t, w, w, 0);
        for (i = 0; i < count; i++) count = cubin_i_body_add(g, t, w, t->next[i], count);
        for (i = 0; i < count; i++) t->above[t->next[i]] = t->semi[t->next[i]] = w;
        g->loops_n += t->bucket[w];
    }
    g->loops = (cubin_loop *)cubin_i_alloc(&g->arena, g->loops_n, sizeof *g->loops);
    if (g->loops == NULL) return 0;
    for (count = w = 0; w < g->reached; w++) {
        cubin_i_node *const node = &g->nodes[t->block[w]];
        const uint32_t outer = t->semi[w] != CUBIN_NONE ? g->nodes[t->block[t->semi[w]]].loop : CUBIN_NONE;
        node->loop = outer;
        if (!t->bucket[w]) continue;
        node->loop = count;
        g->loops[count].head = t->block[w];
        g->loops[count].outer = outer;
        g->loops[count].depth = outer != CUBIN_NONE ? g->loops[outer].depth + 1 : 1;
        g->loops[count++].blocks = 0;
    }
    for (w = 0; w < g->reached; w++) {
        const uint32_t loop = g->nodes[t->block[w]].loop;
        if (loop != CUBIN_NONE) g->loops[loop].blocks++;
    }
    for (i = g->loops_n; i > 0; i--)
        if (g->loops[i - 1].outer != CUBIN_NONE) g->loops[g->loops[i - 1].outer].blocks += g->loops[i - 1].blocks;
    return 1;
}

static int cubin_i_graph_make(cubin_graph *g)
{
    cubin_i_tree tree;
    uint32_t i;
    if (!cubin_i_steps_read(g)) return 0;
    g->jumps_n = cubin_i_jumps_read(g, NULL);
    g->jumps = (cubin_i_indirect *)cubin_i_alloc(&g->arena, g->jumps_n, sizeof *g->jumps);
    if (g->jumps == NULL) return 0;
    (void)cubin_i_jumps_read(g, g->jumps);
    if (!cubin_i_nodes_make(g) || !cubin_i_edges_make(g) || !cubin_i_tree_make(g, &tree)) return 0;
    for (i = 0; i < g->reached; i++) g->is_open |= g->nodes[tree.block[i]].is_open;
    cubin_i_dominators(g, &tree);
    return cubin_i_loops(g, &tree);
}

CUBIN_API cubin_graph *cubin_graph_open(const cubin_file *file, const cubin_function *function,
                                        const cubin_graph_options *options, cubin_error *error)
{
    cubin_i_arena arena;
    cubin_memory memory;
    cubin_graph *g;
    (void)cubin_i_fine(error);
    cubin_i_zero(&memory, sizeof memory);
    if (options != NULL) cubin_i_copy(&memory, &options->memory, sizeof memory);
    if (memory.max_memory == 0) {
        memory.max_memory = (size_t)64 << 20;
        if (function != NULL && function->code.len > memory.max_memory / 32)
            memory.max_memory = function->code.len < (size_t)-1 / 32 ? function->code.len * 32 : (size_t)-1;
    }
    if (file == NULL || function == NULL || !cubin_i_arena_open(&arena, &memory)) {
        (void)cubin_i_fail(error, CUBIN_ARGUMENT, 0, "no function, or no source of memory");
        return NULL;
    }
    if (cubin_instruction_size(cubin_i_arch(file)) == 0) {
        (void)cubin_i_fail(error, CUBIN_UNSUPPORTED, 0, "there are no tables for the architecture of the function");
        return NULL;
    }
    if (function->code.len < function->size) {
        (void)cubin_i_fail(error, CUBIN_TRUNCATED, function->code.len, "the file holds a part of the function's code");
        return NULL;
    }
    g = (cubin_graph *)cubin_i_alloc(&arena, 1, sizeof *g);
    if (g != NULL) {
        cubin_i_zero(g, sizeof *g);
        g->arena = arena;
        g->file = file;
        g->function = *function;
        g->size = cubin_instruction_size(cubin_i_arch(file));
        if (cubin_i_graph_make(g)) return g;
        arena = g->arena;
    }
    (void)cubin_i_fail(error, arena.code, 0,
                       arena.code == CUBIN_LIMIT ? "the graph needs more than max_memory" : "no memory for the graph");
    cubin_i_arena_close(&arena);
    return NULL;
}

CUBIN_API void cubin_graph_close(cubin_graph *graph)
{
    if (graph != NULL) cubin_i_arena_close(&graph->arena);
}

CUBIN_API size_t cubin_graph_memory_used(const cubin_graph *graph)
{
    return graph != NULL ? graph->arena.held : 0;
}

CUBIN_API void cubin_graph_info(const cubin_graph *graph, cubin_graph_facts *out)
{
    if (out == NULL) return;
    cubin_i_zero(out, sizeof *out);
    if (graph == NULL) return;
    out->instructions = graph->steps_n;
    out->blocks = graph->nodes_n;
    out->edges = graph->edges_n;
    out->loops = graph->loops_n;
    out->reachable = graph->reached;
    out->is_open = graph->is_open;
    out->is_reducible = !graph->is_irreducible;
}

CUBIN_API int cubin_block_at(const cubin_graph *graph, uint32_t block, cubin_block *out)
{
    const cubin_i_node *n;
    if (out == NULL) return 0;
    cubin_i_zero(out, sizeof *out);
    out->index = out->dominator = out->loop = CUBIN_NONE;
    if (graph == NULL || block >= graph->nodes_n) return 0;
    n = &graph->nodes[block];
    out->index = block;
    out->offset = cubin_i_step_offset(graph, n->first);
    out->end = cubin_i_step_offset(graph, n->end - 1) + graph->size;
    out->dominator = n->dominator;
    out->loop = n->loop;
    out->is_reachable = n->order != CUBIN_NONE;
    out->is_open = n->is_open;
    return 1;
}

CUBIN_API int cubin_block_find(const cubin_graph *graph, uint64_t offset, cubin_block *out)
{
    const uint32_t step = graph != NULL ? cubin_i_step_at(graph, offset) : CUBIN_NONE;
    return cubin_block_at(graph, step != CUBIN_NONE ? graph->steps[step].block : CUBIN_NONE, out);
}

static int cubin_i_edge_out(const cubin_edge *e, cubin_edge *out)
{
    if (out == NULL) return 0;
    cubin_i_zero(out, sizeof *out);
    out->from = out->to = CUBIN_NONE;
    if (e == NULL) return 0;
    *out = *e;
    return 1;
}

CUBIN_API int cubin_exit_at(const cubin_graph *graph, uint32_t block, uint32_t index, cubin_edge *out)
{
    const cubin_edge *e = NULL;
    if (graph != NULL && block < graph->nodes_n &&
        index < cubin_i_exits_end(graph, block) - graph->nodes[block].exits)
        e = &graph->edges[graph->nodes[block].exits + index];
    return cubin_i_edge_out(e, out);
}

CUBIN_API int cubin_entry_at(const cubin_graph *graph, uint32_t block, uint32_t index, cubin_edge *out)
{
    const cubin_edge *e = NULL;
    if (graph != NULL && block < graph->nodes_n &&
        index < cubin_i_entries_end(graph, block) - graph->nodes[block].entries)
        e = &graph->edges[graph->entries[graph->nodes[block].entries + index]];
    return cubin_i_edge_out(e, out);
}

CUBIN_API int cubin_loop_at(const cubin_graph *graph, uint32_t loop, cubin_loop *out)
{
    if (out == NULL) return 0;
    cubin_i_zero(out, sizeof *out);
    out->head = out->outer = CUBIN_NONE;
    if (graph == NULL || loop >= graph->loops_n) return 0;
    *out = graph->loops[loop];
    return 1;
}

CUBIN_API void cubin_producers_begin(cubin_producers *producers, cubin_graph *graph, uint64_t offset,
                                     cubin_resource what, uint32_t number)
{
    uint32_t step;
    if (producers == NULL) return;
    cubin_i_zero(producers, sizeof *producers);
    (void)cubin_i_fine(&producers->error);
    producers->max_steps = CUBIN_NONE;
    step = graph != NULL ? cubin_i_step_at(graph, offset) : CUBIN_NONE;
    if (step == CUBIN_NONE) return;
    producers->i_graph = graph;
    producers->i_what = what;
    producers->i_number = number;
    producers->i_ticket = ++graph->ticket;
    producers->i_start = producers->i_at = step;
    producers->i_block = graph->steps[step].block;
    producers->i_stop = graph->nodes[producers->i_block].first;
}

static int cubin_i_produces(const cubin_producers *w, const cubin_i_step *s)
{
    const uint32_t n = w->i_number;
    switch (w->i_what) {
    case CUBIN_RESOURCE_BARRIER: return n < 6 && (s->write_barrier == n || s->read_barrier == n);
    case CUBIN_RESOURCE_REGISTER: return n < 255 && (s->written[n / 64] >> n % 64 & 1) != 0;
    case CUBIN_RESOURCE_PREDICATE: return n < 7 && (s->predicates >> n & 1) != 0;
    default: return w->i_what == CUBIN_RESOURCE_ISSUE;
    }
}

/* Looks no further back on the way that it is on. */
static void cubin_i_way_end(cubin_producers *w)
{
    w->i_at = w->i_stop;
    w->i_ended = 1;
}

/* Goes on with the ends of the blocks that lead to the one whose start was reached. */
static int cubin_i_producers_block(cubin_producers *w)
{
    cubin_graph *const g = w->i_graph;
    uint32_t i, n;
    for (i = w->i_ended ? CUBIN_NONE : g->nodes[w->i_block].entries; i < cubin_i_entries_end(g, w->i_block); i++) {
        n = g->edges[g->entries[i]].from;
        if (g->nodes[n].ticket == w->i_ticket) continue;
        g->nodes[n].ticket = w->i_ticket;
        g->queue[2 * w->i_tail] = n;
        g->queue[2 * w->i_tail + 1] = w->i_distance;
        w->i_tail++;
    }
    if (w->i_head == w->i_tail) return 0;
    n = w->i_block = g->queue[2 * w->i_head];
    w->i_distance = g->queue[2 * w->i_head + 1];
    w->i_head++;
    w->i_at = g->nodes[n].end;
    w->i_stop = g->nodes[n].first;
    w->i_ended = n == g->steps[w->i_start].block; /* what is before the start was looked at first */
    if (w->i_ended) w->i_stop = w->i_start;
    return 1;
}

CUBIN_API int cubin_producers_next(cubin_producers *producers, cubin_producer *out)
{
    cubin_producers *const w = producers;
    cubin_graph *const g = w != NULL ? w->i_graph : NULL;
    if (out != NULL) cubin_i_zero(out, sizeof *out);
    if (g == NULL || out == NULL) return 0;
    if (g->ticket != w->i_ticket) {
        (void)cubin_i_fail(&w->error, CUBIN_ARGUMENT, 0, "another walk back over the graph has begun");
        return 0;
    }
    if (w->i_given) cubin_i_way_end(w);
    w->i_given = 0;
    do {
        while (w->i_at > w->i_stop) {
            const cubin_i_step *const s = &g->steps[--w->i_at];
            out->offset = cubin_i_step_offset(g, w->i_at);
            if (w->max_steps == 0) {
                (void)cubin_i_fail(&w->error, CUBIN_LIMIT, out->offset, "the way back has more than max_steps");
                cubin_i_zero(out, sizeof *out);
                w->i_graph = NULL;
                return 0;
            }
            w->max_steps--;
            out->distance = ++w->i_distance;
            w->i_given = s->guard == CUBIN_I_ALWAYS || w->i_what == CUBIN_RESOURCE_ISSUE;
            if (w->i_what == CUBIN_RESOURCE_BARRIER && (s->wait_mask >> (w->i_number & 7) & 1) != 0) {
                cubin_i_way_end(w); /* nothing older is pending */
                w->i_given = 0;
            }
            if (cubin_i_produces(w, s)) return 1;
        }
        w->i_given = 0;
    } while (cubin_i_producers_block(w));
    cubin_i_zero(out, sizeof *out);
    return 0;
}

CUBIN_API void cubin_producers_pass(cubin_producers *producers)
{
    if (producers != NULL) producers->i_given = 0;
}

#undef CUBIN_I_ALWAYS
#endif

#ifdef __cplusplus
}
#endif

#undef CUBIN_I_PLAIN_LOOP
#undef CUBIN_I_WORD
#undef CUBIN_I_DEFINE_NAME
#undef CUBIN_I_STACK_MAX
#undef CUBIN_I_SYMBOL_MAX
#undef CUBIN_I_NOWHERE
#undef CUBIN_I_PROBLEMS
#undef CUBIN_I_MARK

#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
#endif /* CUBIN_IMPLEMENTATION */

/* Last changes
   v1.0.0  first version

This software is available under three licences. Choose whichever you prefer.

------------------------------------------------------------------------------
ALTERNATIVE A - MIT No Attribution (MIT-0)

Permission is hereby granted, free of charge, to any person obtaining a copy of
this software and associated documentation files (the "Software"), to deal in
the Software without restriction, including without limitation the rights to
use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies
of the Software, and to permit persons to whom the Software is furnished to do
so.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.

------------------------------------------------------------------------------
ALTERNATIVE B - Public Domain (Unlicense, unlicense.org)

This is free and unencumbered software released into the public domain.

Anyone is free to copy, modify, publish, use, compile, sell, or distribute this
software, either in source code form or as a compiled binary, for any purpose,
commercial or non-commercial, and by any means.

In jurisdictions that recognize copyright laws, the author or authors of this
software dedicate any and all copyright interest in the software to the public
domain. We make this dedication for the benefit of the public at large and to
the detriment of our heirs and successors. We intend this dedication to be an
overt act of relinquishment in perpetuity of all present and future rights to
this software under copyright law.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN
ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION
WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.

------------------------------------------------------------------------------
ALTERNATIVE C - MIT

Copyright (c) 2026 the authors of cubin.h

The text of A with, after "do so", "subject to the following conditions: The
above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software."
*/
