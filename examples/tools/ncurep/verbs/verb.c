/* What verbs share. */
#include "report/input/demangle.h"
#include "report/pages/damage.h"
#include "verb.h"

#include <stdlib.h>
#include <string.h>

static char *read_file(void *user, const char *path, size_t *len) { return cli_read((const cli *)user, path, len, NULL); }

void request_begin(request *q, void *options)
{
    reader *in = (reader *)q->common;
    model *m = (model *)options;
    in->c = m->c = q->c;
    in->max_size = READER_MAX_SIZE;
    m->compare.tolerance = 2;
    m->read_fn = read_file;
    m->demangle_fn = demangle;
    m->user = q->c;
}

void load_demangler(const request *q, const void *options, cli_rights *r)
{
    (void)q;
    (void)options;
    (void)r;
    demangle_ready();
}

int each_report(const request *q, const model *m, output *to, int flags, report_fn fn, void *user)
{
    model own = *m;
    page pg;
    size_t i;
    int code = CLI_FINE, shown = 0;
    if (out_talks(to) && own.chosen.shown == BASE_DEFAULT) own.chosen.shown = own.chosen.base; /* people see what they choose by */
    pg.m = &own;
    pg.to = to;
    out_list(to, NULL);
    for (i = 0; i < q->path_count; i++) {
        opened o;
        damage d;
        int one = CLI_INPUT;
        if (open_report(reader_of(q), q->paths[i], &o)) {
            if (!(flags & EACH_BARE)) {
                out_group(to, NULL);
                out_string(to, "file", o.path);
            }
            if (shown && flags & EACH_BLANK) out_gap(to);
            if (shown && flags & EACH_BLANK_CSV) out_gap_of_rows(to);
            if (flags & EACH_NAMED && q->path_count > 1) out_line(to, "%s", o.path);
            one = fn(&pg, &o, user);
            shown = 1;
            if (code_of(&o) > one) one = code_of(&o);
            if (damage_of(&o, &d)) {
                if (flags & EACH_BARE) damage_element(to, &d);
                else damage_member(to, &d);
                out_gap(to);
                damage_lines(to, &d, 0);
            }
            if (!(flags & EACH_BARE)) out_close(to);
            close_report(&o);
        }
        if (one > code) code = one;
    }
    out_close(to);
    out_end(to);
    return code;
}

const verb_lack binary_lacks[] = {{NULL, LACKS_CSV, NULL, "a report is binary: no --csv"}, LACK_END};

void wrote_begin(const request *q, output *to)
{
    const long size = q->c->out != stdout ? ftell(q->c->out) : -1;
    size_t i;
    out_aside(to, q->c, q->c->out != stdout ? stdout : stderr, stderr);
    out_group(to, NULL);
    out_string(to, "file", q->c->out != stdout ? q->c->out_path : NULL);
    if (size >= 0) out_whole(to, "bytes", (uint64_t)size);
    else out_null(to, "bytes");
    out_list(to, "inputs");
    for (i = 0; i < q->path_count; i++) out_string(to, NULL, q->paths[i]);
    out_close(to);
}

void wrote_end(output *to)
{
    out_close(to);
    out_end(to);
}
