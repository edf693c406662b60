/* Work that grows with its input and no faster. A test program lists shapes of input and hands its arguments on:
 *
 *     static const linear_shape shapes[] = {{"names", make_names, read, 2000, {NULL}}, ...};
 *     static void linear(void) { linear_large(shapes, sizeof shapes / sizeof *shapes); }
 *     int main(int argc, char **argv)
 *     {
 *         if (argc > 1) return linear_runs(argv[1], shapes, sizeof shapes / sizeof *shapes);
 *         RUN(linear);
 *
 * The test runs each shape once, large: what does not end is seen. With --linear the program runs each for a part of 1, n and
 * 4 n of it, and says so; tests/limits/linear.sh counts the instructions of each run of linear_run. */
#ifndef TESTS_LINEAR_H
#define TESTS_LINEAR_H

#include "run.h"

typedef struct linear_shape linear_shape;
struct linear_shape {
    const char *name;
    char *(*make)(const linear_shape *shape, size_t n, size_t *len); /* input of n parts, by malloc: not counted */
    void (*work)(const linear_shape *shape, size_t n, const char *input, size_t len);
    size_t n;
    const char *text[3]; /* what make and work want to know */
};

static void linear_run(const linear_shape *shape, size_t n, const char *input, size_t len) { shape->work(shape, n, input, len); }

static inline void linear_once(const linear_shape *shape, size_t n)
{
    void (*volatile run)(const linear_shape *, size_t, const char *, size_t) = linear_run; /* a call that stays one */
    size_t len = 0;
    char *input = shape->make(shape, n, &len);
    if (input == NULL) abort();
    run(shape, n, input, len);
    free(input);
}

static inline void linear_large(const linear_shape *shapes, size_t count)
{
    size_t i;
    for (i = 0; i < count; i++) {
        const unsigned bad = run_bad;
        linear_once(&shapes[i], 10 * shapes[i].n);
        if (run_bad != bad) printf("    shape \"%s\"\n", shapes[i].name);
    }
}

/* "SIZE NAME" for each run; the code to exit with. */
static inline int linear_runs(const char *option, const linear_shape *shapes, size_t count)
{
    size_t i;
    if (strcmp(option, "--linear") != 0) return 2;
    for (i = 0; i < 3 * count; i++) {
        const linear_shape *shape = &shapes[i / 3];
        const size_t n = i % 3 == 0 ? 1 : i % 3 == 1 ? shape->n : 4 * shape->n;
        linear_once(shape, n);
        printf("%zu %s\n", n, shape->name);
    }
    return run_bad != 0;
}

#endif
