/* ncurep --import: a replacement for ncu --import. */
#include "import.h"

#include <stdlib.h>
#include <string.h>

/* What happens to an option. */
typedef enum meaning {
    TAKEN,   /* goes to a member */
    CSV, ALL_PARTS, HELP, VERSION_TEXT,
    IGNORED, /* accepted, changes nothing */
    SWITCH,  /* the same, with a word for on or off */
    REFUSED  /* has a meaning on import, but not here */
} meaning;

typedef struct entry {
    option o;
    meaning what;
} entry;

static const option_word page_words[] = {{"details", PAGE_DETAILS}, {"raw", PAGE_RAW}, {"source", PAGE_SOURCE}, {"session", PAGE_SESSION}, {NULL, 0}};
static const option_word rename_words[] = {{"none", 0}, {"kernel", 1}, {NULL, 0}};
static const option_word summary_words[] = {{"none", BY_NOTHING}, {"per-gpu", BY_DEVICE}, {"per-kernel", BY_KERNEL}, {"per-nvtx", BY_RANGE}, {NULL, 0}};
static const option_word mode_words[] = {{"global", FILTER_GLOBAL}, {"per-gpu", FILTER_DEVICE}, {"per-launch-config", FILTER_LAUNCH}, {NULL, 0}};
static const option_word view_words[] = {
    {"sass", VIEW_ADDRESS}, {"ptx", VIEW_PTX_TEXT}, {"cuda", VIEW_LINE}, {"cuda,sass", VIEW_LINE_ADDRESS}, {"ptx,sass", VIEW_PTX_ADDRESS},
    {"tileir", VIEW_TILE}, {"tileir,sass", VIEW_TILE}, {"cuda,tileir", VIEW_TILE}, {NULL, 0}};

#define AT(member) offsetof(import_options, member)

static const entry entries[] = {
    {{'i', "import", &take_text, AT(report), NULL, NULL, NULL}, TAKEN},
    {{'o', "export", &take_text, AT(export_to), NULL, NULL, NULL}, TAKEN},
    {{'f', "force-overwrite", &take_nothing, AT(force), NULL, NULL, NULL}, TAKEN},
    {{0, "log-file", &take_text, AT(log), NULL, NULL, NULL}, TAKEN},
    {{0, "page", &take_word, AT(page), page_words, NULL, NULL}, TAKEN},
    {{0, "csv", &take_nothing, 0, NULL, NULL, NULL}, CSV},
    {{0, "print-details", &take_word, AT(details.parts), part_words, NULL, NULL}, TAKEN},
    {{0, "details-all", &take_nothing, 0, NULL, NULL, NULL}, ALL_PARTS},
    {OPT_LABELS, TAKEN},
    {OPT_UNITS, TAKEN},
    {OPT_FP, TAKEN},
    {OPT_INSTANCES, TAKEN},
    {{0, "print-metric-attribution", &take_nothing, 0, NULL, NULL, NULL}, IGNORED},
    {{0, "print-kernel-base", &take_word, AT(m.chosen.shown), base_words, NULL, NULL}, TAKEN},
    {{0, "print-nvtx-rename", &take_word, AT(m.chosen.shown_is_range), rename_words, NULL, NULL}, TAKEN},
    {{0, "print-rule-details", &take_nothing, AT(details.rule_details), NULL, NULL, NULL}, TAKEN},
    {{0, "print-summary", &take_word, AT(groups.by), summary_words, NULL, NULL}, TAKEN},
    {{0, "print-source", &take_word, AT(source.view), view_words, NULL, NULL}, TAKEN},
    {OPT_FILES, TAKEN},
    {{0, "verbose", &take_nothing, 0, NULL, NULL, NULL}, IGNORED},
    {{0, "quiet", &take_nothing, 0, NULL, NULL, NULL}, IGNORED},
    {OPT_KERNEL, TAKEN},
    {OPT_KERNEL_BASE, TAKEN},
    {{0, "kernel-id", &take_text, AT(kernel_id), NULL, NULL, NULL}, TAKEN},
    {OPT_SKIP, TAKEN},
    {OPT_COUNT, TAKEN},
    {OPT_SKIP_BEFORE, TAKEN},
    {{0, "filter-mode", &take_word, AT(mode), mode_words, NULL, NULL}, TAKEN},
    {{0, "devices", &take_text, AT(devices), NULL, NULL, NULL}, TAKEN},
    {OPT_INCLUDE, TAKEN},
    {OPT_EXCLUDE, TAKEN},
    {{0, "native-include", &take_text, 0, NULL, NULL, NULL}, REFUSED},
    {{0, "native-exclude", &take_text, 0, NULL, NULL, NULL}, REFUSED},
    {{0, "python-include", &take_text, 0, NULL, NULL, NULL}, REFUSED},
    {{0, "python-exclude", &take_text, 0, NULL, NULL, NULL}, REFUSED},
    {{0, "range-filter", &take_text, 0, NULL, NULL, NULL}, REFUSED},
    {OPT_METRICS, TAKEN},
    {OPT_SECTION, TAKEN},
    {OPT_FOLDER, TAKEN},
    {OPT_TREE, TAKEN},
    {{0, "rename-kernels", &take_text, 0, NULL, NULL, NULL}, SWITCH},
    {{0, "rename-kernels-path", &take_text, 0, NULL, NULL, NULL}, REFUSED},
    {{0, "rename-kernels-export", &take_text, 0, NULL, NULL, NULL}, REFUSED},
    {{0, "config-file", &take_text, 0, NULL, NULL, NULL}, SWITCH},
    {{0, "config-file-path", &take_text, 0, NULL, NULL, NULL}, REFUSED},
    {{0, "open-in-ui", &take_nothing, 0, NULL, NULL, NULL}, REFUSED},
    {{'h', "help", &take_nothing, 0, NULL, NULL, NULL}, HELP},
    {{'v', "version", &take_nothing, 0, NULL, NULL, NULL}, VERSION_TEXT}};

#define ENTRIES (sizeof entries / sizeof *entries)

/* The arguments, with those of response files in their places. */
typedef struct words {
    char **list;
    size_t count, room;
} words;

static void add_word(words *w, const char *text, size_t len)
{
    w->list = (char **)cli_grow(w->list, &w->room, w->count + 1, sizeof *w->list);
    w->list[w->count++] = copy_text(text, len);
}

/* Words of a response file: spaces between them; quotes keep spaces, a backslash the sign after it. */
static int read_words(cli *c, words *w, const char *path)
{
    size_t len, i = 0;
    char *text = cli_read(c, path, &len, NULL);
    if (text == NULL) return 0;
    while (i < len) {
        cli_buf b = {NULL, 0, 0};
        char quote = 0;
        if (strchr(" \t\r\n", text[i]) != NULL) {
            i++;
            continue;
        }
        for (; i < len && (quote != 0 || strchr(" \t\r\n", text[i]) == NULL); i++) {
            if (quote == 0 && (text[i] == '"' || text[i] == '\'')) quote = text[i];
            else if (text[i] == quote) quote = 0;
            else if (text[i] == '\\' && i + 1 < len && quote != '\'') cli_put(&b, &text[++i], 1);
            else cli_put(&b, &text[i], 1);
        }
        add_word(w, b.ptr != NULL ? b.ptr : "", b.len);
        cli_buf_free(&b);
    }
    free(text);
    return 1;
}

static int expand(cli *c, int argc, char **argv, words *w)
{
    int i;
    for (i = 1; i < argc; i++) {
        if (argv[i][0] != '@') add_word(w, argv[i], strlen(argv[i]));
        else if (!read_words(c, w, argv[i] + 1)) return 0;
    }
    return 1;
}

/* Entry of a long name or a unique beginning of one; ENTRIES: none, ENTRIES + 1: several. */
static size_t entry_of(const char *name, size_t len)
{
    size_t i, found = ENTRIES;
    for (i = 0; i < ENTRIES; i++) {
        if (strncmp(entries[i].o.name, name, len) != 0) continue;
        if (entries[i].o.name[len] == 0) return i;
        found = found == ENTRIES ? i : ENTRIES + 1;
    }
    return found;
}

static int is_switch(const char *v)
{
    static const char *const words_of[] = {"on", "off", "yes", "no", "1", "0"};
    size_t i;
    for (i = 0; i < sizeof words_of / sizeof *words_of; i++)
        if (strcmp(v, words_of[i]) == 0) return 1;
    return 0;
}

static int take(import_options *m, cli *c, const entry *e, const char *value, int *page_given)
{
    char name[40];
    snprintf(name, sizeof name, "--%s", e->o.name);
    switch (e->what) {
    case CSV: c->format = CLI_CSV; return 1;
    case ALL_PARTS: m->details.parts = PARTS_ALL; return 1;
    case IGNORED: return 1;
    case SWITCH:
        if (is_switch(value)) return 1;
        cli_usage(c, "%s: \"%s\" is not one of on, off, yes, no", name, value);
        return 0;
    case REFUSED:
        cli_usage(c, "%s is not supported here; see docs/DIFFERENCES-ncu.md", name);
        return 0;
    default:
        *page_given |= e->o.member == AT(page);
        if (e->o.member == AT(page) && is_elsewhere(c, NULL, value)) return 0;
        return e->o.kind->take_fn(c, &e->o, name, value, (char *)m + e->o.member);
    }
}

/* 1: go on; 0: *code is the exit code. */
static int parse(import_options *m, cli *c, const words *w, int *page_given, int *code)
{
    size_t i = 0;
    *code = CLI_USAGE;
    while (i < w->count) {
        const char *text = w->list[i++], *value = NULL;
        size_t at = ENTRIES;
        if (text[0] == '-' && text[1] == '-' && text[2] != 0) {
            const char *equal = strchr(text, '=');
            const size_t len = equal != NULL ? (size_t)(equal - text) - 2 : strlen(text) - 2;
            if (is_elsewhere(c, text + 2, NULL)) return 0;
            at = entry_of(text + 2, len);
            if (equal != NULL) value = equal + 1;
            if (at > ENTRIES) {
                cli_usage(c, "%s is ambiguous", text);
                return 0;
            }
        } else if (text[0] == '-' && text[1] != 0) {
            for (at = 0; at < ENTRIES && entries[at].o.letter != text[1]; at++) {}
            if (at < ENTRIES && text[2] != 0) {
                if (entries[at].o.kind->use == USE_SWITCH) {
                    cli_usage(c, "-%c takes no value", text[1]);
                    return 0;
                }
                value = text + 2;
            }
        } else {
            if (m->report == NULL) cli_usage(c, "\"%s\": profiling is for NVIDIA's tool; this one reads reports: --import FILE", text);
            else cli_usage(c, "\"%s\" is not an option", text);
            return 0;
        }
        if (at >= ENTRIES) {
            cli_usage(c, "%s: this tool knows the options for --import, not those for profiling", text);
            return 0;
        }
        if (entries[at].what == HELP || entries[at].what == VERSION_TEXT) {
            if (entries[at].what == HELP) cli_help(c);
            else printf("%s %s\n", c->tool, VERSION);
            *code = CLI_FINE;
            return 0;
        }
        if (entries[at].o.kind->use == USE_SWITCH && value != NULL) {
            cli_usage(c, "--%s takes no value", entries[at].o.name);
            return 0;
        }
        if (entries[at].o.kind->use != USE_SWITCH && value == NULL) {
            if (i == w->count) {
                cli_usage(c, "--%s needs a value", entries[at].o.name);
                return 0;
            }
            value = w->list[i++];
        }
        if (!take(m, c, &entries[at], value, page_given)) return 0;
    }
    if (m->report == NULL) {
        cli_usage(c, "--import FILE is missing: this tool reads reports, it does not profile");
        return 0;
    }
    return 1;
}

/* Pages ----------------------------------------------------------------------------------------------------------- */

/* The pages of sections: groups, or the details. */
static int show_sections(const page *pg, opened *o, const import_options *m)
{
    section_source sections;
    int code = CLI_INPUT, one;
    if (sections_open(&sections, pg->m))
        code = m->groups.by != BY_NOTHING ? groups_page(pg, o, &sections, &m->groups) : vendor_details(pg, o, &sections, &m->details);
    one = sections_close(&sections);
    return one > code ? one : code;
}

static int show(const page *pg, opened *o, const import_options *m)
{
    if (m->groups.by != BY_NOTHING) return show_sections(pg, o, m);
    switch (m->page) {
    case PAGE_RAW: return raw_page(pg, o, &m->raw);
    case PAGE_SESSION: return session_page(pg, o, &m->session);
    case PAGE_SOURCE: return source_page(pg, o, &m->source, 1);
    default: return show_sections(pg, o, m);
    }
}

static int run(const request *q, import_options *m, int page_given)
{
    unsigned char *only;
    opened o;
    output to;
    page pg;
    int code, one = CLI_FINE;
    if (!open_report(reader_of(q), m->report, &o)) return CLI_INPUT;
    code = code_of(&o);
    m->m.style.version = version_number(&o);
    only = choose_results(m, &o);
    if (only == NULL) {
        close_report(&o);
        return CLI_USAGE;
    }
    m->m.chosen.only = only;
    m->m.chosen.skip = 0;
    m->m.chosen.count.given = 0;
    m->groups.metrics_only = m->page == PAGE_RAW;
    m->groups.parts = m->details.parts;
    if (m->export_to != NULL) one = write_report(m, &o);
    if (one > code) code = one;
    if (m->export_to == NULL || page_given) {
        out_begin(&to, q->c);
        pg.m = &m->m;
        pg.to = &to;
        one = show(&pg, &o, m);
        if (one > code) code = one;
    }
    close_report(&o);
    free(only);
    return code;
}

int import_command(cli *c, int argc, char **argv)
{
    words w;
    import_options m;
    request q;
    reader in;
    size_t i;
    int page_given = 0, code = CLI_INPUT;
    memset(&w, 0, sizeof w);
    memset(&m, 0, sizeof m);
    memset(&q, 0, sizeof q);
    q.c = c;
    q.common = &in;
    request_begin(&q, &m);
    m.details.as_vendor = m.source.as_vendor = m.session.as_vendor = 1;
    m.source.view = VIEW_ADDRESS;
    if (expand(c, argc, argv, &w) && parse(&m, c, &w, &page_given, &code)) {
        const size_t len = strlen(m.report);
        if (strcmp(m.report, "-") == 0) code = cli_usage(c, "--import takes a file");
        else if (len > 8 && strcmp(m.report + len - 8, ".ncu-bln") == 0)
            code = cli_usage(c, "%s: a list of baselines of the user interface, no report; here: ncurep diff BEFORE AFTER", m.report);
        else {
            if (m.log != NULL && strcmp(m.log, "stdout") != 0 && strcmp(m.log, "stderr") != 0) c->out_path = m.log;
            if (!cli_start(c)) code = CLI_INPUT;
            else {
                FILE *out = c->out;
                if (m.log != NULL && strcmp(m.log, "stderr") == 0) c->out = stderr;
                code = run(&q, &m, page_given);
                c->out = out;
                code = cli_finish(c, code);
            }
        }
    }
    for (i = 0; i < w.count; i++) free(w.list[i]);
    free(w.list);
    model_free(&m.m);
    return code;
}

/* It begins with an option, and names a report to import or no verb. */
int is_import(int argc, char **argv, const verb *const *verbs)
{
    int import = 0, verb_given = 0, i;
    size_t k;
    if (argc < 2 || (argv[1][0] != '-' && argv[1][0] != '@') || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "--verbs") == 0) return 0;
    for (i = 1; i < argc; i++) {
        import |= strncmp(argv[i], "--im", 4) == 0 || strncmp(argv[i], "-i", 2) == 0 || argv[i][0] == '@';
        for (k = 0; verbs[k] != NULL; k++) verb_given |= strcmp(argv[i], verbs[k]->name) == 0 && strcmp(argv[i - 1], "--page") != 0;
    }
    return import || !verb_given;
}
