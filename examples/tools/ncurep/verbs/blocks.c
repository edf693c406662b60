/* ncurep blocks: the blocks of the file and what is in them. */
#include "write/table.h"
#include "verb.h"

#include <inttypes.h>

static const option option_table[] = {OPT_CHOOSING, OPT_METRICS, OPTION_END};

static void put_contents(cli_buf *b, const ncurep_block *k)
{
    const struct {
        uint32_t n;
        const char *name;
    } parts[] = {{k->sources, "source"}, {k->kernels, "kernel"}, {k->ranges, "range"}, {k->cmdlists, "command list"},
                 {k->graphs, "graph"}, {k->strings, "string"}};
    size_t i;
    for (i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i].n > 0)
            cli_putf(b, "%s%" PRIu32 " %s%s", b->len > 0 ? ", " : "", parts[i].n, parts[i].name, parts[i].n > 1 ? "s" : "");
    if (k->has_session) cli_putf(b, "%ssession", b->len > 0 ? ", " : "");
    if (k->rest_size > 0) cli_putf(b, "%s%" PRIu32 " bytes of an unknown kind", b->len > 0 ? ", " : "", k->rest_size);
}

static const table_column columns[] = {
    {'r', "Block", "block", "index", 0}, {'r', "Offset", "offset", "offset", 0}, {'r', "Header", "header", "header_bytes", 0},
    {'r', "Payload", "payload", "payload_bytes", 0}, {'r', NULL, "sources", "source_count", 0}, {'r', NULL, "kernels", "kernel_count", 0},
    {'r', NULL, "ranges", "range_count", 0}, {'r', NULL, "cmdlists", "cmdlist_count", 0}, {'r', NULL, "graphs", "graph_count", 0},
    {'r', NULL, "strings", "string_count", 0}, {'r', NULL, "rest", "rest_bytes", 0}, {'r', NULL, "session", "session", 0},
    {'l', "Contents", NULL, NULL, 0}};

#define COLUMNS (sizeof columns / sizeof *columns)

static int show(const page *pg, opened *o, void *user, int first)
{
    table t;
    ncurep_block k;
    ncurep_error e;
    choice chosen;
    uint32_t i;
    size_t n;
    int code = CLI_FINE;
    (void)user;
    (void)first;
    make_choice(pg->m->c, &pg->m->chosen, o, &chosen, 0, &code);
    table_begin(&t, pg->to, "blocks", columns, COLUMNS, 0);
    for (i = 0; ncurep_block_at(o->report, i, &k, &e); i++) {
        const uint64_t number[COLUMNS - 2] = {i, k.at, k.header_size, k.payload_size, k.sources, k.kernels, k.ranges, k.cmdlists, k.graphs,
                                              k.strings, k.rest_size};
        cli_buf b = {NULL, 0, 0};
        if (!wants_block(&chosen, &k)) continue;
        for (n = 0; n < COLUMNS - 2; n++) table_whole(&t, number[n]);
        table_truth(&t, k.has_session, "1", "0");
        put_contents(&b, &k);
        table_text(&t, b.len > 0 ? b.ptr : "", b.len);
        table_row(&t);
        cli_buf_free(&b);
    }
    table_end(&t);
    free_choice(&chosen);
    if (e.code == NCUREP_OK) return code;
    say_error(pg->m->c, o->path, &e);
    return CLI_INPUT;
}

static int run(request *q, void *user)
{
    output to;
    out_begin(&to, q->c);
    return each_report(q, (const model *)user, &to, EACH_BLANK | EACH_BLANK_CSV | EACH_NAMED, show, user);
}

const verb blocks_verb = {"blocks", option_table, sizeof(model), run, NULL, NULL,
    "the blocks of the file and what is in them",
    "ncurep blocks report.ncu-rep",
    FILES, 0, NULL, NULL};
