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
    m->user = q->c;
}

void load_demangler(const request *q, const void *options, cli_rights *r)
{
    (void)q;
    (void)options;
    (void)r;
    demangle_ready();
}

void output_of(const request *q, output *to, int markdown)
{
    out_begin(to, q->c);
    if (markdown && to->format == OUT_TEXT) to->format = OUT_MARKDOWN;
}

int each_report(const request *q, const model *m, output *to, int flags, report_fn fn, void *user)
{
    const int text = to->format == OUT_TEXT || to->format == OUT_MARKDOWN;
    model own = *m;
    page pg;
    size_t i;
    int code = CLI_FINE, shown = 0;
    if (text && own.chosen.shown == BASE_DEFAULT) own.chosen.shown = own.chosen.base; /* people see what they choose by */
    pg.m = &own;
    pg.to = to;
    if (to->format == OUT_JSON) cli_json_array(&to->j, NULL);
    for (i = 0; i < q->path_count; i++) {
        const int object = to->format == OUT_JSON && !(flags & EACH_BARE);
        opened o;
        damage d;
        int one = CLI_INPUT;
        if (open_report(reader_of(q), q->paths[i], &o)) {
            if (object) {
                cli_json_object(&to->j, NULL);
                cli_json_str(&to->j, "file", o.path);
            }
            if (shown && ((text && (flags & EACH_BLANK)) || (to->format == OUT_CSV && (flags & EACH_BLANK_CSV)))) fputc('\n', to->f);
            if (text && (flags & EACH_NAMED) && q->path_count > 1) fprintf(to->f, "%s\n", o.path);
            one = fn(&pg, &o, user, !shown);
            shown = 1;
            if (code_of(&o) > one) one = code_of(&o);
            if ((text || to->format == OUT_JSON) && damage_of(&o, &d)) {
                if (object) damage_json(&to->j, &d);
                else if (to->format == OUT_JSON) damage_element(&to->j, &d);
                else {
                    fputc('\n', to->f);
                    damage_lines(to, &d, 0);
                }
            }
            if (object) cli_json_end(&to->j);
            close_report(&o);
        }
        if (one > code) code = one;
    }
    if (to->format == OUT_JSON) {
        cli_json_end(&to->j);
        cli_json_line(&to->j);
    }
    return code;
}

int wrote_begin(const request *q, cli_json *j)
{
    const long size = q->c->out != stdout ? ftell(q->c->out) : -1;
    size_t i;
    if (q->c->format != CLI_JSON) return 0;
    cli_json_init(j, q->c->out != stdout ? stdout : stderr, CLI_UTF8, 2);
    cli_json_object(j, NULL);
    cli_json_str(j, "file", q->c->out != stdout ? q->c->out_path : NULL);
    if (size >= 0) cli_json_u64(j, "bytes", (uint64_t)size);
    else cli_json_null(j, "bytes");
    cli_json_array(j, "inputs");
    for (i = 0; i < q->path_count; i++) cli_json_str(j, NULL, q->paths[i]);
    cli_json_end(j);
    return 1;
}

void wrote_end(cli_json *j)
{
    cli_json_end(j);
    cli_json_line(j);
}
