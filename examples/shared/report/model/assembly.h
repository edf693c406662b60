/* Functions of a cubin as text: what is said of each instruction besides its words. */
#ifndef EXAMPLES_NCUREP_MODEL_ASSEMBLY_H
#define EXAMPLES_NCUREP_MODEL_ASSEMBLY_H

#include "flow.h"

/* A name for code compiled into a function: its offset there, or, in the list of the whole file, in the section. */
typedef struct code_name {
    uint32_t section;
    uint64_t offset;
    cubin_view name;
} code_name;

/* A function, and what its text refers to. */
typedef struct assembly {
    const cubin_file *file;
    cubin_function function;
    uint32_t arch, size, columns;
    code_flow flow;
    code_name *all;   /* of the file, by section and offset */
    size_t all_count, all_room;
    code_name *inner; /* of the function, by offset */
    size_t inner_count, inner_room;
    cubin_relocation *relocations; /* by offset */
    size_t relocation_count, relocation_room;
} assembly;

/* What is common to the functions of a file: the names of its code; nothing else is set then. */
void assembly_begin(assembly *l, const cubin_file *file, uint32_t arch);
void assembly_end(assembly *l);

/* Reads l->function. live: solves for the live registers, too. */
void assembly_open(assembly *l, flow_live live);
void assembly_close(assembly *l);

/* The name of the code that begins at an offset of the function; NULL: none. */
const code_name *assembly_name_at(const assembly *l, uint64_t offset);

/* The parameter that a constant of the text lies in, c[0x0][0x...]; *inside: the offset in it. 0: none. */
int assembly_parameter(const assembly *l, const char *text, cubin_parameter *out, uint64_t *inside);

/* The digits of an instruction, the highest first. */
#define ENCODING_ROOM 33
void assembly_encoding(const assembly *l, uint64_t offset, char *to);

#endif
