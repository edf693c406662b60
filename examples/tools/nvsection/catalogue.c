/* names: the metrics that public reports and stock sections name, with unit, meaning and where they are used. */
#include "report/model/values.h"
#include "write/table.h"
#include "grammar.h"
#include "metrics.h"
#include "options.h"

#include <stdlib.h>
#include <string.h>

/* The list ------------------------------------------------------------------------------------------------------------ */

typedef struct catalogue {
    cli *c;
    output to;
    table t;
    nvs_pattern *regex;
    ncurep_pattern *glob;
    const char *part;
    unsigned cc, bit; /* of the requested GPU */
    size_t count;
    int has_gpu; /* some report is from this GPU */
    grammar *grammar;
} catalogue;

static int fits(catalogue *k, const char *name, size_t len)
{
    nvs_view v;
    v.ptr = name;
    v.len = len;
    if (k->regex != NULL) return nvs_pattern_match(k->regex, v);
    if (k->glob != NULL) return ncurep_pattern_match(k->glob, bytes_of(name, len));
    return k->part == NULL || strstr(name, k->part) != NULL;
}

static const char *type_word(char type)
{
    return type == 'c' ? "counter" : type == 'r' ? "ratio" : type == 't' ? "throughput" : NULL;
}

#define NAME_COLUMNS(X) \
    X('l', "Metric", "metric", "name", table_style(t, CLI_BOLD); table_text(t, name, len)) \
    X('l', "Unit", "unit", "unit", table_string(t, unit.ptr)) \
    X('l', "Seen on", NULL, NULL, table_style(t, CLI_DIM); table_string(t, gpus.len > 0 ? gpus.ptr : "?")) \
    X('l', "Meaning", "meaning", "meaning", table_show(t, "%s", known ? meaning.ptr : "?"); table_string(t, known ? meaning.ptr : NULL)) \
    X('l', NULL, "compute_capabilities", NULL, table_string(t, gpus.len > 0 ? gpus.ptr : "")) \
    X('l', NULL, NULL, "type", table_string(t, type_word(f.type))) \
    X('l', NULL, NULL, "state", table_string(t, f.state == NAME_KNOWN ? "known" : f.state == NAME_POSSIBLE ? "possible" : "unknown")) \
    X('l', "Stock sections", "sections", NULL, table_style(t, CLI_DIM); table_string(t, sections))

/* seen: a bit for each GPU of the catalogue; sections: with spaces between. */
static void show(catalogue *k, const char *name, unsigned seen, const char *sections)
{
    table *const t = &k->t;
    const unsigned *const ccs = catalogue_ccs();
    const size_t len = strlen(name);
    cli_buf meaning = {NULL, 0, 0}, gpus = {NULL, 0, 0}, unit = {NULL, 0, 0};
    name_facts f;
    nvs_view v;
    const char *p;
    size_t i;
    int known;
    if ((k->cc != 0 && seen != 0 && (seen & k->bit) == 0) || !fits(k, name, len)) return;
    v.ptr = name;
    v.len = len;
    known = put_meaning(&meaning, v);
    grammar_ask(k->grammar, v, &f);
    cli_putf(&unit, "%s", "");
    put_unit(&unit, k->grammar, v);
    for (i = 0; ccs[i] != 0; i++)
        if (seen >> i & 1) cli_putf(&gpus, "%s%u.%u", gpus.len > 0 ? " " : "", ccs[i] / 10, ccs[i] % 10);
    k->count++;
    NAME_COLUMNS(TABLE_CELL)
    out_list(&k->to, "compute_capabilities");
    for (i = 0; ccs[i] != 0; i++)
        if (seen >> i & 1) out_whole(&k->to, NULL, ccs[i]);
    out_close(&k->to);
    out_list(&k->to, "sections");
    for (p = sections; *p != 0; p += i + (p[i] != 0)) {
        i = strcspn(p, " ");
        out_text(&k->to, NULL, p, i);
    }
    out_close(&k->to);
    table_row(t);
    cli_buf_free(&meaning);
    cli_buf_free(&unit);
    cli_buf_free(&gpus);
}

/* The names of metrics in public reports and stock sections, by a base name. */
static void show_base(const base_row *row, void *user)
{
    const char *suffix = row->suffixes;
    while (*suffix != 0) {
        const size_t n = strcspn(suffix, " ");
        char name[512];
        if (*suffix == '-') snprintf(name, sizeof name, "%s", row->base);
        else snprintf(name, sizeof name, "%s.%.*s", row->base, (int)n, suffix);
        show((catalogue *)user, name, row->seen, row->sections);
        suffix += n + (suffix[n] != 0);
    }
}

/* Names of --names, of which the catalogue need not have heard. */
static void show_given(catalogue *k, const nvs_catalog *given)
{
    size_t i;
    for (i = 0; i < given->count; i++) {
        char *const name = copy_view(given->names[i]);
        name_facts f;
        grammar_ask(k->grammar, given->names[i], &f);
        show(k, name, f.seen, "");
        free(name);
    }
}

static void show_all(catalogue *k, const nvs_catalog *given)
{
    const unsigned *const ccs = catalogue_ccs();
    size_t i;
    for (i = 0; ccs[i] != 0; i++)
        if (ccs[i] == k->cc) k->bit = 1u << i;
    k->has_gpu = k->bit != 0;
    out_begin(&k->to, k->c);
    TABLE_BEGIN(&k->t, &k->to, NULL, NAME_COLUMNS, 0);
    if (given == NULL) each_base(show_base, k);
    else show_given(k, given);
    table_end(&k->t);
    out_end(&k->to);
}

static int pattern_of(catalogue *k, const char *text)
{
    ncurep_pattern_options options;
    nvs_error e;
    ncurep_error bad;
    if (strncmp(text, "regex:", 6) == 0) {
        k->regex = nvs_pattern_open(nvs_text(text + 6), NULL, &e);
        if (k->regex == NULL) (void)cli_usage(k->c, "\"%s\", character %u: %s", text, (unsigned)e.offset + 7, e.message);
        return k->regex != NULL;
    }
    k->part = text;
    if (strpbrk(text, "*?") == NULL) return 1;
    memset(&options, 0, sizeof options);
    options.glob = 1;
    k->glob = ncurep_pattern_open(ncurep_text(text), &options, &bad);
    if (k->glob == NULL) (void)cli_usage(k->c, "\"%s\": %s", text, bad.message);
    return k->glob != NULL;
}

static int run(request *q, void *options)
{
    work *const w = work_of(q, options);
    cli *const c = q->c;
    catalogue k;
    int code = CLI_USAGE;
    memset(&k, 0, sizeof k);
    k.c = c;
    k.cc = w->device.cc;
    k.grammar = grammar_open();
    if (w->operand_count > 1) code = cli_usage(c, "one pattern at most");
    else if (!read_names(c, w->names, NULL, &w->lists)) code = CLI_INPUT;
    else if (w->operand_count == 0 || pattern_of(&k, w->operands[0])) {
        show_all(&k, w->names != NULL ? &w->lists.known : NULL);
        if (k.count == 0) cli_error(c, "no such name is known; a GPU may have it all the same");
        else if (k.cc != 0 && !k.has_gpu)
            cli_error(c, "no report of cc %u.%u was there to look at: these names are of sections alone", k.cc / 10, k.cc % 10);
        code = k.count == 0 ? CLI_FINDING : CLI_FINE;
    }
    grammar_close(k.grammar);
    nvs_pattern_close(k.regex);
    ncurep_pattern_close(k.glob);
    return code;
}

static const option rows[] = {OPT_DEVICE,
    {0, "names", &take_input, offsetof(work, names), NULL, "FILE", "these instead, one per line"}, OPTION_END};

const verb names_verb = {"names", rows, sizeof(work), run, begin_work, end_work,
    "metrics that public reports and stock sections name: unit, meaning, GPUs that they were seen on, stock sections that use them; "
    "? means not known",
    "PATTERN is a part of the name; the whole name if it holds * or ?, which stand\n"
    "  for any characters and any one; regex:EXPRESSION. With a GPU: only those seen\n"
    "  on it, or in sections alone. A GPU has more metrics than were seen on it.\n"
    "  Exit code 1 if there is no such name.\n"
    "  nvsection names --cc 9.0 dram__bytes\n"
    "  nvsection names 'lts__t_sectors*.sum'\n"
    "  nvsection names --json regex:stalled",
    "[PATTERN]", USE_VALUE, NULL, 0, NULL, NULL};
