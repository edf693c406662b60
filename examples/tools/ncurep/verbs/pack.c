/* ncurep pack, unpack: reports in a zstd frame (.ncu-repz), and back. */
#include "report/input/copy.h"
#include "report/input/pack.h"
#include "verb.h"

#include <stdlib.h>
#include <string.h>

static const option option_table[] = {OPTION_END};

static int run_pack(request *q, void *user)
{
    opened o;
    ncurep_input from;
    output said;
    int ok, code = may_write(q->c);
    (void)user;
    if (code == CLI_FINE && q->path_count != 1) code = cli_usage(q->c, "pack takes one report");
    if (code != CLI_FINE || !open_report(reader_of(q), q->paths[0], &o)) {
        cli_drop(q->c);
        return code != CLI_FINE ? code : CLI_INPUT;
    }
    from = o.file;
    if (o.data != NULL) memory_input(o.data, (size_t)o.info.size, &from);
    ok = pack_to(q->c, o.path, &from);
    if (!ok) cli_drop(q->c);
    else {
        wrote_begin(q, &said);
        out_whole(&said, "bytes_before", from.size);
        wrote_end(&said);
    }
    close_report(&o);
    return ok ? CLI_FINE : CLI_INPUT;
}

static int run_unpack(request *q, void *user)
{
    ncurep_posix file;
    ncurep_input from;
    ncurep_error e;
    output said;
    char *data = NULL;
    size_t size = 0;
    int ok = 0, code = may_write(q->c);
    (void)user;
    if (code == CLI_FINE && q->path_count != 1) code = cli_usage(q->c, "unpack takes one report");
    if (code != CLI_FINE) {
        cli_drop(q->c);
        return code;
    }
    memset(&file, 0, sizeof file);
    memset(&from, 0, sizeof from);
    if (strcmp(q->paths[0], "-") != 0 && ncurep_posix_open(&file, q->paths[0], &from, &e) == NCUREP_OK) ok = 1;
    else if ((data = cli_read(q->c, q->paths[0], &size, NULL)) != NULL) { /* a pipe, or what cli_read says */
        memory_input(data, size, &from);
        ok = 1;
    }
    if (ok && !ncurep_is_packed(&from)) {
        cli_error(q->c, "%s: not a compressed report", q->paths[0]);
        ok = 0;
    }
    ok = ok && unpack_to(reader_of(q), q->paths[0], &from, q->c->out) > 0;
    if (!ok) cli_drop(q->c);
    else {
        wrote_begin(q, &said);
        out_whole(&said, "bytes_before", from.size);
        wrote_end(&said);
    }
    if (data == NULL) ncurep_posix_close(&file);
    free(data);
    return ok ? CLI_FINE : CLI_INPUT;
}

const verb pack_verb = {"pack", option_table, sizeof(model), run_pack, NULL, NULL,
    "a compressed report (.ncu-repz); all verbs except follow read those too",
    "ncurep pack report.ncu-rep -o report.ncu-repz",
    FILES, 0, NULL, binary_lacks};
const verb unpack_verb = {"unpack", option_table, sizeof(model), run_unpack, NULL, NULL,
    "the report in a compressed one",
    "ncurep unpack report.ncu-repz -o report.ncu-rep",
    FILES, 0, NULL, binary_lacks};
