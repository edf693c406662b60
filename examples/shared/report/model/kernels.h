/* The functions of GPU code that programs carry, and what each needs. */
#ifndef EXAMPLES_NCUREP_MODEL_KERNELS_H
#define EXAMPLES_NCUREP_MODEL_KERNELS_H

#include "../input/images.h"
#include "model.h"

/* A function, or an image that has none to show: PTX. */
typedef struct kernel_row {
    char *name;            /* mangled; of PTX that of its source, or "" */
    uint32_t image, arch;
    cubin_image_kind kind;
    int is_kernel;         /* started from the host, not called */
    int is_counted;        /* loads and stores are known */
    uint32_t registers;    /* 0: not known */
    uint64_t shared, frame, loads, stores;
    uint64_t size;         /* of the code; of PTX its text */
    int matched;           /* by kernels_match */
} kernel_row;

typedef struct kernels {
    kernel_row *list;
    size_t count, room;
    int code;              /* CLI_INPUT when something in the file is damaged */
} kernels;

typedef struct kernel_choice {
    ncurep_pattern *kernel; /* NULL: all */
    uint32_t arch;          /* 0: all */
    demangler demangle_fn;
} kernel_choice;

/* NN of sm_NN, compute_NN or NN; 0: it is none. */
uint32_t arch_of(const char *name);

/* Whether a pattern fits the mangled name of a function, its plain one or the one that people read. */
int kernel_fits(ncurep_pattern *pattern, demangler fn, const char *name, size_t len);

int image_fits(const kernel_choice *wanted, const images *x);

/* Adds what an image has. */
void kernels_add(kernels *k, const kernel_choice *wanted, const images *x);

/* Everything in a file; 0: it holds no GPU code, or cannot be read. */
int kernels_read(kernels *k, const kernel_choice *wanted, const cli *c, const char *path);
void kernels_free(kernels *k);

/* Sorts by kind, architecture and name; those that are alike stay in their order. */
void kernels_sort(kernels *k);

/* Sets matched of rows of both, which are sorted, to 1 + the index of the same one in the other; 0: there is none. */
void kernels_match(kernels *a, kernels *b);

#endif
