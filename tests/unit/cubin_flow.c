/* The instructions of a function one after another, and the flow between them: made-up code, and that of samples. */
#define CUBIN_IMPLEMENTATION
#include "cubin.h"

#include "cubin_make.h"
#include "run.h"

static const char strings[] = "\0alpha\0beta";
enum { ALPHA = 1, BETA = 7, FUNC = 18 };

static char *data;
static size_t size;
static cubin_file *file;
static cubin_function function;

/* A cubin of one function of `length` bytes, of which the file holds `held`. */
static void with_code(uint32_t arch, const void *code, size_t held, uint64_t length)
{
    const made_symbol list[] = {{ALPHA, FUNC, 1, 0, length}};
    char symbols[48];
    made_section s[3] = {{".text.alpha", NULL, 0, 1, 0, 0, 0}, {".symtab", symbols, 48, 2, 0, 0, 0}, {".strtab", strings, sizeof strings, 3, 0, 0, 0}};
    s[0].bytes = code;
    s[0].len = held;
    made_symbols(symbols, list, 1);
    data = made_cubin(s, 3, arch, &size);
    file = cubin_file_open(data, size, NULL, NULL);
    CHECK(cubin_function_at(file, 0, &function));
}

static void done(void)
{
    cubin_file_close(file);
    free(data);
}

static void put_word(char *to, uint64_t v)
{
    made_put(to, v, 8);
}

/* Each architecture by its own steps: control words of sm_50 to sm_62 are no instructions. */
static void walks(void)
{
    char code[80];
    cubin_locations walk;
    cubin_location at;
    uint32_t i;
    memset(code, 0, sizeof code);
    for (i = 0; i < 10; i++)
        if (i % 4 != 0) put_word(code + 8 * i, UINT64_C(0xe30000000007000f)); /* EXIT */
    put_word(code + 32, 5); /* stall of the first in the second group */
    with_code(61, code, 80, 80);
    cubin_locations_begin(&walk, file, &function);
    for (i = 0; cubin_locations_next(&walk, &at); i++) {
        CHECK_U64(8 * (i + 1 + i / 3), at.offset);
        CHECK_STR("EXIT", at.text);
        CHECK_U64(i == 3 ? 5 : 0, at.instruction.stall);
        CHECK_VIEW("alpha", at.function.name);
        CHECK(!at.has_source && at.ptx_line == 0 && at.ptx.ptr != NULL);
    }
    CHECK_U64(7, i);
    CHECK_U64(CUBIN_OK, walk.error.code);
    CHECK(!cubin_locations_next(&walk, &at));
    done();
    memset(code, 0, sizeof code);
    for (i = 0; i < 5; i++) put_word(code + 16 * i, 0x794d);
    with_code(80, code, 80, 80);
    cubin_locations_begin(&walk, file, &function);
    for (i = 0; cubin_locations_next(&walk, &at); i++) CHECK_U64(16 * i, at.offset);
    CHECK_U64(5, i);
    CHECK(walk.error.code == CUBIN_OK && walk.error.message[0] == '\0');
    done();
}

/* A walk ends where the code does, and says when that is not the end of the function. */
static void walks_that_end(void)
{
    char code[40];
    cubin_locations walk;
    cubin_location at;
    memset(code, 0, sizeof code);
    with_code(80, code, 40, 64); /* the file does not hold it all, so none of it */
    cubin_locations_begin(&walk, file, &function);
    CHECK(!cubin_locations_next(&walk, &at));
    CHECK_U64(CUBIN_TRUNCATED, walk.error.code);
    CHECK(at.function.name.ptr != NULL && at.text[0] == '\0' && at.instruction.size == 0);
    done();
    with_code(80, code, 40, 40); /* a function of two and a half */
    cubin_locations_begin(&walk, file, &function);
    CHECK(cubin_locations_next(&walk, &at) && cubin_locations_next(&walk, &at) && !cubin_locations_next(&walk, &at));
    CHECK_U64(CUBIN_OK, walk.error.code);
    done();
    with_code(35, code, 40, 40);
    cubin_locations_begin(&walk, file, &function);
    CHECK(!cubin_locations_next(&walk, &at));
    CHECK_U64(CUBIN_UNSUPPORTED, walk.error.code);
    cubin_locations_begin(&walk, NULL, &function);
    CHECK(!cubin_locations_next(&walk, &at) && walk.error.code == CUBIN_OK);
    cubin_locations_begin(&walk, file, NULL);
    CHECK(!cubin_locations_next(&walk, &at) && !cubin_locations_next(&walk, NULL) && !cubin_locations_next(NULL, &at));
    cubin_locations_begin(NULL, file, &function);
    cubin_locations_begin(&walk, file, &function);
    CHECK(!cubin_locations_next(&walk, NULL));
    done();
}

/* The walk gives what cubin_location_find gives. */
static void walk_of_a_sample(void)
{
    cubin_locations walk;
    cubin_location at, same;
    uint32_t n = 0;
    data = run_read("examples/data/samples/ncurep/nested_sm80.cubin", &size);
    file = cubin_file_open(data, size, NULL, NULL);
    CHECK(cubin_function_at(file, 0, &function));
    cubin_locations_begin(&walk, file, &function);
    while (cubin_locations_next(&walk, &at)) {
        CHECK(cubin_location_find(file, function.symbol, at.offset, &same));
        CHECK_STR(same.text, at.text);
        CHECK(same.source.line == at.source.line && same.ptx_line == at.ptx_line && same.ptx.ptr == at.ptx.ptr);
        n++;
    }
    CHECK_U64(function.size / 16, n);
    done();
}

int main(void)
{
    RUN(walks);
    RUN(walks_that_end);
    RUN(walk_of_a_sample);
    return run_end();
}
