/* A decompressor of zstd frames for the viewer, a module of its own: zstd's, and a way to call it. One stream an instance. */
#include <zstd.h>

#include <stdint.h>

enum { ROOM = 1 << 17 };

static struct {
    char input[ROOM], output[ROOM];
    ZSTD_DStream *stream;
    size_t took, put;
} step;

char *step_input(void);
char *step_output(void);
int step_run(uint32_t input_size, uint32_t output_size);
uint32_t step_took(void);
uint32_t step_put(void);

char *step_input(void) { return step.input; }
char *step_output(void) { return step.output; }

/* 2 at the end of a frame, 1 within one, 0: malformed. */
int step_run(uint32_t input_size, uint32_t output_size)
{
    ZSTD_inBuffer from;
    ZSTD_outBuffer to;
    size_t left;
    if (step.stream == NULL) step.stream = ZSTD_createDStream();
    if (step.stream == NULL || input_size > ROOM || output_size > ROOM) return 0;
    from.src = step.input;
    from.size = input_size;
    from.pos = 0;
    to.dst = step.output;
    to.size = output_size;
    to.pos = 0;
    left = ZSTD_decompressStream(step.stream, &to, &from);
    step.took = from.pos;
    step.put = to.pos;
    return ZSTD_isError(left) ? 0 : left == 0 ? 2 : 1;
}

uint32_t step_took(void) { return (uint32_t)step.took; }
uint32_t step_put(void) { return (uint32_t)step.put; }
