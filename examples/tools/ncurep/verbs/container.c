/* ncurep strings, blocks, unknown: what the container of a report holds. */
#include "report/pages/container.h"
#include "verb.h"

static const option option_table[] = {OPT_CHOOSING, OPT_METRICS, OPTION_END};

typedef int (*container_page)(const page *pg, const opened *o);

static int show(const page *pg, opened *o, void *user)
{
    return (*(const container_page *)user)(pg, o);
}

static int put(const request *q, const void *options, container_page one)
{
    output to;
    out_begin(&to, q->c);
    return each_report(q, (const model *)options, &to, EACH_BLANK | EACH_BLANK_CSV | EACH_NAMED, show, &one);
}

static int strings(request *q, void *options) { return put(q, options, strings_page); }
static int blocks(request *q, void *options) { return put(q, options, blocks_page); }
static int unknown(request *q, void *options) { return put(q, options, unknown_page); }

#define CONTAINER(name, about) \
    const verb name##_verb = {#name, option_table, sizeof(model), name, NULL, NULL, about, "ncurep " #name " report.ncu-rep", FILES, 0, NULL, NULL}
CONTAINER(strings, "the string table");
CONTAINER(blocks, "the blocks of the file and what is in them");
CONTAINER(unknown, "fields this tool does not know, with their paths");
