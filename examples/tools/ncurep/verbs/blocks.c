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

#define BLOCK_COLUMNS(X) \
    X('r', "Block", "block", "index", table_whole(&t, i)) \
    X('r', "Offset", "offset", "offset", table_whole(&t, k.at)) \
    X('r', "Header", "header", "header_bytes", table_whole(&t, k.header_size)) \
    X('r', "Payload", "payload", "payload_bytes", table_whole(&t, k.payload_size)) \
    X('r', NULL, "sources", "source_count", table_whole(&t, k.sources)) \
    X('r', NULL, "kernels", "kernel_count", table_whole(&t, k.kernels)) \
    X('r', NULL, "ranges", "range_count", table_whole(&t, k.ranges)) \
    X('r', NULL, "cmdlists", "cmdlist_count", table_whole(&t, k.cmdlists)) \
    X('r', NULL, "graphs", "graph_count", table_whole(&t, k.graphs)) \
    X('r', NULL, "strings", "string_count", table_whole(&t, k.strings)) \
    X('r', NULL, "rest", "rest_bytes", table_whole(&t, k.rest_size)) \
    X('r', NULL, "session", "session", table_truth(&t, k.has_session, "1", "0")) \
    X('l', "Contents", NULL, NULL, table_text(&t, b.len > 0 ? b.ptr : "", b.len))
static const table_column columns[] = {BLOCK_COLUMNS(TABLE_COLUMN)};

#define COLUMNS (sizeof columns / sizeof *columns)

static int show(const page *pg, opened *o, void *user, int first)
{
    table t;
    ncurep_block k;
    ncurep_error e;
    choice chosen;
    uint32_t i;
    int code = CLI_FINE;
    (void)user;
    (void)first;
    make_choice(pg->m->c, &pg->m->chosen, o, &chosen, 0, &code);
    table_begin(&t, pg->to, "blocks", columns, COLUMNS, 0);
    for (i = 0; ncurep_block_at(o->report, i, &k, &e); i++) {
        cli_buf b = {NULL, 0, 0};
        if (!wants_block(&chosen, &k)) continue;
        put_contents(&b, &k);
        BLOCK_COLUMNS(TABLE_CELL)
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
