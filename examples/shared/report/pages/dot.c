/* The flow of a function as a graph in the language of Graphviz: a box a block, an arrow an edge. */
#include "dot.h"

#include <inttypes.h>
#include <string.h>

/* Between double quotes. */
static void put_quoted(output *to, const char *text, size_t len)
{
    cli_buf b = {NULL, 0, 0}, quoted = {NULL, 0, 0};
    size_t i;
    cli_put_safe(&b, text, len);
    for (i = 0; i < b.len; i++) {
        if (b.ptr[i] == '"' || b.ptr[i] == '\\') cli_put(&quoted, "\\", 1);
        cli_put(&quoted, b.ptr + i, 1);
    }
    out_say(to, "%s", quoted.len > 0 ? quoted.ptr : "");
    cli_buf_free(&quoted);
    cli_buf_free(&b);
}

static void put_block(output *to, const cubin_file *file, const cubin_function *function, const cubin_graph *graph, const cubin_block *b)
{
    cubin_location at;
    cubin_loop loop;
    uint64_t offset;
    out_say(to, "  b%" PRIu32 " [label=\"%" PRIu32 "%s", b->index, b->index, b->is_reachable ? "" : ", not reached");
    if (cubin_loop_at(graph, b->loop, &loop)) out_say(to, ", %s %" PRIu32 ", depth %" PRIu32, loop.head == b->index ? "head of loop" : "loop", b->loop, loop.depth);
    out_say(to, "\\l");
    for (offset = b->offset; offset < b->end; offset += at.instruction.size) {
        if (!cubin_location_find(file, function->symbol, offset, &at)) break;
        if (at.instruction.size == 0) { /* a control word */
            at.instruction.size = 8;
            continue;
        }
        out_say(to, "%04" PRIx64 "  ", offset);
        put_quoted(to, at.text, strlen(at.text));
        out_say(to, "\\l");
    }
    out_say(to, "\"%s];\n", b->is_open ? ", style=dashed" : "");
}

static void put_edge(output *to, const cubin_edge *e)
{
    out_say(to, "  b%" PRIu32 " -> b%" PRIu32 " [label=\"%s", e->from, e->to, e->kind == CUBIN_EDGE_KIND_NEXT ? "" : cubin_edge_kind_name(e->kind));
    if (e->guard != 7) out_say(to, "%s@%sP%u", e->kind == CUBIN_EDGE_KIND_NEXT ? "" : " ", e->guard >= 8 ? "!" : "", (unsigned)e->guard % 8);
    out_say(to, "\"%s];\n", e->kind == CUBIN_EDGE_KIND_CALL ? ", style=dotted" : "");
}

int dot_page(const page *pg, const cubin_file *file, const cubin_function *function, cubin_error *error)
{
    output *const to = pg->to;
    cubin_graph_options options;
    cubin_graph *graph;
    cubin_block b;
    cubin_edge e;
    uint32_t i, k;
    memset(&options, 0, sizeof options);
    CLI_MEMORY(options.memory);
    graph = cubin_graph_open(file, function, &options, error);
    if (graph == NULL) return CLI_INPUT;
    out_say(to, "digraph \"");
    put_quoted(to, function->name.ptr, function->name.len);
    out_say(to, "\" {\n  node [shape=box, fontname=monospace];\n");
    for (i = 0; cubin_block_at(graph, i, &b); i++) put_block(to, file, function, graph, &b);
    for (i = 0; cubin_block_at(graph, i, &b); i++)
        for (k = 0; cubin_exit_at(graph, i, k, &e); k++) put_edge(to, &e);
    out_say(to, "}\n");
    cubin_graph_close(graph);
    return CLI_FINE;
}
