/* ncurep dump: everything in a report, or names and values of its metrics. */
#include <string.h>

#include "report/pages/dump.h"
#include "verb.h"

typedef struct dump_options {
    model m;
    int instances, raw_csv;
    uint64_t cut; /* only so many bytes of the file */
} dump_options;

static const option option_table[] = {OPT_CHOOSING, OPT_METRICS, {0, "instances", &take_nothing, offsetof(dump_options, instances), NULL,
     NULL, "every instance, not only a hash of them"},
                                 {0, "raw-csv", &take_nothing, offsetof(dump_options, raw_csv), NULL,
     NULL, "names and values of all metrics as CSV"},
                                 {0, "cut", &take_number, offsetof(dump_options, cut), NULL,
     "BYTES", "as if the file ended there"}, OPTION_END};

static void set_defaults(void *user) { ((dump_options *)user)->cut = UINT64_MAX; }

/* A file as it is, or what comes before the cut; 0 with a message. */
static int open_uncut(const request *q, uint64_t cut, const char *path, opened *o)
{
    ncurep_report_options options;
    ncurep_error e;
    if (!open_input(reader_of(q), path, o, 0)) {
        close_report(o);
        return 0;
    }
    if (o->file.size > cut) o->file.size = cut;
    if (o->size > cut) o->size = (size_t)cut;
    memset(&options, 0, sizeof options);
    options.memory.max_memory = (size_t)4 << 30;
    (void)open_opened(o, &options, &e);
    ncurep_report_info(o->report, &o->info);
    if (o->report == NULL) {
        say_error(q->c, path, &e);
        close_report(o);
        return 0;
    }
    return 1;
}

static int run(request *q, void *user)
{
    const dump_options *how = (const dump_options *)user;
    output to;
    page pg;
    size_t i;
    int code = CLI_FINE;
    out_init(&to, q->c->out, how->raw_csv ? OUT_CSV : OUT_JSON);
    pg.m = &how->m;
    pg.to = &to;
    for (i = 0; i < q->path_count; i++) {
        opened o;
        choice k;
        if (!open_uncut(q, how->cut, q->paths[i], &o)) {
            code = CLI_INPUT;
            continue;
        }
        make_choice(q->c, &how->m.chosen, &o, &k, 0, &code);
        if ((how->raw_csv ? dump_values_page(&pg, &o, &k) : dump_page(&pg, &o, &k, how->instances)) != CLI_FINE) code = CLI_INPUT;
        free_choice(&k);
        close_report(&o);
    }
    return code;
}

static const verb_lack lacks[] = {{NULL, LACKS_CSV, NULL, "dump has no CSV: JSON Lines"}, LACK_END};

const verb dump_verb = {"dump", option_table, sizeof(dump_options), run, set_defaults, NULL,
    "everything, as JSON lines in a form meant for comparing readers",
    "The form: docs/FORMAT-ncurep.md.\n\n  "
    "ncurep dump report.ncu-rep",
    FILES, 0, NULL, lacks};
