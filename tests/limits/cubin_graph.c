/* Flow graphs take time that grows with the code: many blocks, loops in loops, ways into loops past their heads, meetings of
   barriers that never end, and ways back over all of it. */
#define CUBIN_IMPLEMENTATION
#include "cubin.h"

#include "cubin_code.h"
#include "linear.h"

/* n instructions by the letters of the shape, again and again: branches that may be taken to the start (b), the end (e), the
   last thousand (n), the mirrored place (m), s BSSY, y BSYNC, others NOP. */
static char *make(const linear_shape *shape, size_t n, size_t *len)
{
    const char *const letters = shape->text[0];
    const size_t period = strlen(letters);
    char *const code = (char *)malloc(16 * n + 16);
    size_t i;
    if (code == NULL) abort();
    for (i = 0; i < n; i++) {
        const char c = letters[i % period];
        const size_t to = c == 'b' ? 0 : c == 'n' ? i - i % 1000 : c == 'm' ? n - 1 - i : c == 's' ? n : n - 1;
        code_op o = op_of(c == '.' ? OP_NOP : c == 's' ? OP_BSSY : c == 'y' ? OP_BSYNC : OP_BRA, (uint32_t)to);
        o.guard = c == '.' || c == 's' || c == 'y' ? 7 : 0;
        if (i == n / 2) o.sets = 1;
        op_put(code, (uint32_t)i, &o);
    }
    *len = 16 * n;
    return code;
}

static void work(const linear_shape *shape, size_t n, const char *code, size_t len)
{
    static const char strings[] = "\0alpha";
    const made_symbol symbol[] = {{1, 18, 1, 0, len}};
    char symbols[48];
    made_section s[3] = {{".text.alpha", NULL, 0, 1, 0, 0, 0}, {".symtab", symbols, 48, 2, 0, 0, 0}, {".strtab", strings, sizeof strings, 3, 0, 0, 0}};
    cubin_function function;
    cubin_producers walk;
    cubin_producer p;
    cubin_graph_facts facts;
    cubin_graph *graph;
    cubin_file *file;
    size_t size, found = 0;
    char *data;
    (void)shape;
    s[0].bytes = code;
    s[0].len = len;
    made_symbols(symbols, symbol, 1);
    data = made_cubin(s, 3, 80, &size);
    file = cubin_file_open(data, size, NULL, NULL);
    CHECK(cubin_function_at(file, 0, &function));
    graph = cubin_graph_open(file, &function, NULL, NULL);
    cubin_graph_info(graph, &facts);
    CHECK_U64(n, facts.instructions);
    CHECK(cubin_graph_memory_used(graph) < 300 * n + 8192);
    cubin_producers_begin(&walk, graph, len - 16, CUBIN_RESOURCE_BARRIER, 1);
    while (cubin_producers_next(&walk, &p)) {
        found++;
        cubin_producers_pass(&walk);
    }
    CHECK(found == 1 || n < 2);
    cubin_graph_close(graph);
    cubin_file_close(file);
    free(data);
}

static const linear_shape shapes[] = {{"straight", make, work, 4000, {".", NULL, NULL}},
                                      {"all to the end", make, work, 4000, {"e", NULL, NULL}},
                                      {"all to the start", make, work, 4000, {"b", NULL, NULL}},
                                      {"loops in loops", make, work, 4000, {"n", NULL, NULL}},
                                      {"crossed", make, work, 4000, {"m", NULL, NULL}},
                                      {"knots", make, work, 4000, {"em.bn", NULL, NULL}},
                                      {"barriers", make, work, 4000, {"s", NULL, NULL}},
                                      {"meetings", make, work, 4000, {"sy.", NULL, NULL}}};

static void linear(void)
{
    linear_large(shapes, sizeof shapes / sizeof *shapes);
}

int main(int argc, char **argv)
{
    if (argc > 1) return linear_runs(argv[1], shapes, sizeof shapes / sizeof *shapes);
    RUN(linear);
    return run_end();
}
