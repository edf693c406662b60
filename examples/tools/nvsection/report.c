#include "report.h"
#include "report/input/demangle.h"
#include "report/input/section_folder.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

ncurep_pattern *kernel_pattern(const cli *c, const char *text)
{
    ncurep_error e;
    ncurep_pattern *p = ncurep_pattern_open(ncurep_text(text), NULL, &e);
    if (p == NULL) (void)cli_usage(c, "--kernel-name: \"%s\", byte %" PRIu64 ": %s", text, e.offset, e.message);
    return p;
}

/* The first result that the options choose. A report holds one result at a time, so what comes after is looked for first. */
static int find_result(report_result *r)
{
    cursor at;
    int left = 0;
    int code = CLI_FINE;
    cli_buf b = {NULL, 0, 0};
    if (r->o.info.results == 0) {
        cli_error(r->m.c, "%s: no results in it", r->o.path);
        return 0;
    }
    memset(&at, 0, sizeof at);
    at.quiet = 1;
    left = next_result(r->m.c, &r->m.chosen, &r->o, &at, &r->r, &code) && next_result(r->m.c, &r->m.chosen, &r->o, &at, &r->r, &code);
    memset(&at, 0, sizeof at);
    if (!next_result(r->m.c, &r->m.chosen, &r->o, &at, &r->r, &code)) return 0;
    put_result_line(&b, &r->o, &r->r);
    if (r->o.info.results > 1)
        cli_error(r->m.c, "%s: result %" PRIu64 " of %" PRIu64 ": %s%s", r->o.path, (uint64_t)r->r.index + 1,
                  (uint64_t)r->o.info.results, b.ptr, left ? "; --kernel-name or --launch-skip chooses another" : "");
    cli_buf_free(&b);
    return 1;
}

report_result *report_open(cli *c, const char *path, const char *bytes, size_t size, const result_choice *which)
{
    report_result *r = (report_result *)cli_alloc(1, sizeof *r);
    memset(r, 0, sizeof *r);
    r->in.c = r->m.c = c;
    r->in.max_size = READER_MAX_SIZE;
    r->m.compare.tolerance = 2;
    r->m.demangle_fn = demangle;
    r->m.chosen.skip = which->skip;
    if (which->kernel != NULL) r->m.chosen.kernel = kernel_pattern(c, which->kernel);
    if ((bytes != NULL ? open_bytes(&r->in, path, bytes, size, &r->o) : open_report(&r->in, path, &r->o)) &&
        find_result(r))
        return r;
    report_close(r);
    return NULL;
}

int report_prepare(report_result *r)
{
    (void)sections_open(&r->sections, &r->m);
    r->m.sections.folder = ""; /* none from the report: only values are wanted */
    r->sections.library = library_open(1);
    r->open = 1;
    return evaluate_result(&r->sections, &r->o, &r->r, &r->e);
}

void report_close(report_result *r)
{
    if (r == NULL) return;
    if (r->open) {
        evaluated_free(&r->e);
        (void)sections_close(&r->sections);
    }
    model_free(&r->m);
    close_report(&r->o);
    free(r);
}
