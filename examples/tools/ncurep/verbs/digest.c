/* ncurep digest: a report in less than 8 KB. */
#include "report/pages/digest.h"
#include "verb.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 7600 /* bytes of one report; the rest of 8 KB is for its path and what may be damaged */

typedef struct digest_options {
    model m;
} digest_options;

static const option option_table[] = {OPT_CHOOSING, OPT_RULES, OPT_FOLDER, OPT_TREE, OPT_FILES, OPTION_END};

/* The bytes that a level takes; more than fit when there is no memory. */
static size_t size_of(const page *pg, const opened *o, const digest *d, int level)
{
    char *text = NULL;
    size_t len = 0;
    output to = *pg->to;
    page trial;
    trial.m = pg->m;
    trial.to = &to;
    to.f = open_memstream(&text, &len);
    if (to.f == NULL) return (size_t)-1;
    if (to.format == OUT_JSON) { /* as deep in the list of reports as on the page */
        cli_json_init(&to.j, to.f, pg->to->j.mode, pg->to->j.indent);
        cli_json_array(&to.j, NULL);
        cli_json_object(&to.j, NULL);
    }
    digest_page(&trial, o, d, level);
    if (fclose(to.f) != 0) len = (size_t)-1;
    free(text);
    return len;
}

static int show(const page *pg, opened *o, void *user, int first)
{
    section_source sections;
    digest d;
    int code = CLI_INPUT, level, one;
    (void)user;
    (void)first;
    if (sections_open(&sections, pg->m)) {
        code = digest_of(&d, pg->m, o, &sections);
        for (level = 0; level < DIGEST_LEVELS - 1 && size_of(pg, o, &d, level) > MOST; level++) {}
        digest_page(pg, o, &d, level);
        digest_free(&d);
    }
    one = sections_close(&sections);
    return one > code ? one : code;
}

static int run(request *q, void *user)
{
    digest_options *how = (digest_options *)user;
    output to;
    if (q->c->format == CLI_CSV) return cli_usage(q->c, "digest has no CSV: text or --json");
    output_of(q, &to, 0);
    return each_report(q, &how->m, &to, EACH_BLANK, show, NULL);
}

const verb digest_verb = {"digest", option_table, sizeof(digest_options), run, NULL, NULL,
    "a report in less than 8 KB, for a chat or a language model: time, bounds, findings with their evidence, hottest code",
    NULL,
    FILES, 0, load_demangler};
