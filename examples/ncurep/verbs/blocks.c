/* ncurep blocks: the blocks of the file and what is in them. */
#include "verb.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const option option_table[] = {OPT_CHOOSING, OPT_METRICS, OPT_END};

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

static int show(const page *pg, opened *o, void *user, int first)
{
    static const char *const titles[] = {"Block", "Offset", "Header", "Payload", "Contents"};
    static const char *const names[] = {"block", "offset", "header", "payload", "sources", "kernels", "ranges", "cmdlists",
                                        "graphs", "strings", "session", "rest"};
    cli_table t;
    ncurep_block k;
    ncurep_error e;
    choice chosen;
    uint32_t i;
    size_t n;
    int code = CLI_FINE;
    (void)user;
    (void)first;
    make_choice(pg->m->c, &pg->m->chosen, o, &chosen, 0, &code);
    if (pg->to->format == OUT_JSON) cli_json_array(&pg->to->j, "blocks");
    if (pg->to->format == OUT_TEXT) cli_table_init(&t, "rrrrl", titles);
    if (pg->to->format == OUT_CSV) {
        for (n = 0; n < 12; n++) cli_csv_field(&pg->to->v, names[n], strlen(names[n]));
        cli_csv_end(&pg->to->v);
    }
    for (i = 0; ncurep_block_at(o->report, i, &k, &e); i++) {
        const uint64_t number[] = {i, k.at, k.header_size, k.payload_size, k.sources, k.kernels, k.ranges, k.cmdlists, k.graphs,
                                   k.strings, (uint64_t)k.has_session, k.rest_size};
        if (!wants_block(&chosen, &k)) continue;
        if (pg->to->format == OUT_JSON) {
            cli_json_object(&pg->to->j, NULL);
            for (n = 0; n < 12; n++) cli_json_u64(&pg->to->j, names[n], number[n]);
            cli_json_end(&pg->to->j);
        } else if (pg->to->format == OUT_CSV) {
            for (n = 0; n < 12; n++) cli_csv_fieldf(&pg->to->v, "%" PRIu64, number[n]);
            cli_csv_end(&pg->to->v);
        } else {
            cli_buf b = {NULL, 0, 0};
            put_contents(&b, &k);
            for (n = 0; n < 4; n++) cli_cellf(&t, CLI_PLAIN, "%" PRIu64, number[n]);
            cli_cell_text(&t, CLI_PLAIN, b.len > 0 ? b.ptr : "", b.len);
            cli_buf_free(&b);
        }
    }
    if (pg->to->format == OUT_JSON) cli_json_end(&pg->to->j);
    if (pg->to->format == OUT_TEXT) out_table(pg->to, &t);
    free_choice(&chosen);
    if (e.code == NCUREP_OK) return code;
    say_error(pg->m->c, o->path, &e);
    return CLI_INPUT;
}

static int run(request *q, void *user)
{
    output to;
    output_of(q, &to, 0);
    return each_report(q, (const model *)user, &to, EACH_BLANK | EACH_BLANK_CSV | EACH_NAMED, show, user);
}

const verb blocks_verb = {"blocks", option_table, sizeof(model), run, NULL};
