/* Verbs: from a command line to the row that it asks for. */
#include "verb.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

/* Kinds of options ------------------------------------------------------------------------------------------------ */

/* What a word sets is an enum, of which the tables know only that it has the size of an int. */
typedef enum any_enum { ANY_WORD } any_enum;
typedef char enums_are_ints[sizeof(any_enum) == sizeof(int) ? 1 : -1];

void text_list_add(text_list *l, const char *text)
{
    l->at = (const char **)cli_grow(l->at, &l->room, l->count + 1, sizeof *l->at);
    l->at[l->count++] = text;
}

static int nothing(const cli *c, const option *o, const char *name, const char *value, void *member)
{
    (void)c;
    (void)o;
    (void)name;
    (void)value;
    *(int *)member = 1;
    return 1;
}

static int one(const cli *c, const option *o, const char *name, const char *value, void *member)
{
    (void)c;
    (void)name;
    (void)value;
    memcpy(member, &o->words->value, sizeof o->words->value);
    return 1;
}

static int bits(const cli *c, const option *o, const char *name, const char *value, void *member)
{
    (void)c;
    (void)name;
    (void)value;
    *(unsigned *)member |= (unsigned)o->words->value;
    return 1;
}

static int word(const cli *c, const option *o, const char *name, const char *value, void *member)
{
    cli_buf b = {NULL, 0, 0};
    const option_word *w;
    for (w = o->words; w->text != NULL; w++)
        if (strcmp(value, w->text) == 0) {
            memcpy(member, &w->value, sizeof w->value);
            return 1;
        }
    for (w = o->words; w->text != NULL; w++) cli_putf(&b, "%s%s", w > o->words ? ", " : "", w->text);
    cli_usage(c, "%s: \"%s\" is not one of %s", name, value, b.ptr);
    cli_buf_free(&b);
    return 0;
}

static int text(const cli *c, const option *o, const char *name, const char *value, void *member)
{
    (void)c;
    (void)o;
    (void)name;
    *(const char **)member = value;
    return 1;
}

/* A second file would take the place of the first without a word. */
static int input(const cli *c, const option *o, const char *name, const char *value, void *member)
{
    if (*(const char **)member == NULL) return text(c, o, name, value, member);
    cli_usage(c, "%s takes one file, and is given twice", name);
    return 0;
}

static int texts(const cli *c, const option *o, const char *name, const char *value, void *member)
{
    (void)c;
    (void)o;
    (void)name;
    text_list_add((text_list *)member, value);
    return 1;
}

static int number(const cli *c, const option *o, const char *name, const char *value, void *member)
{
    return cli_number(c, name, value, o->kind == &take_positive, UINT64_MAX, (uint64_t *)member);
}

static int maybe(const cli *c, const option *o, const char *name, const char *value, void *member)
{
    maybe_number *n = (maybe_number *)member;
    (void)o;
    n->given = 1;
    return cli_number(c, name, value, 0, UINT64_MAX, &n->value);
}

static int real(const cli *c, const option *o, const char *name, const char *value, void *member)
{
    const int percent = o->kind == &take_percent;
    char *end;
    const double v = strtod(value, &end);
    if (end > value && *end == '%' && percent) end++;
    *(double *)member = v;
    if (end > value && *end == 0 && v >= 0 && v <= (percent ? DBL_MAX : 1e9)) return 1;
    cli_usage(c, "%s: \"%s\" is no %s", name, value, percent ? "percentage" : "number of seconds");
    return 0;
}

static int size(const cli *c, const option *o, const char *name, const char *value, void *member)
{
    static const char units[] = "kMGT";
    uint64_t n = 0;
    const char *p = value, *unit = NULL;
    unsigned shift = 0;
    int fits = *p >= '0' && *p <= '9';
    (void)o;
    for (; *p >= '0' && *p <= '9'; p++) {
        fits &= n <= (UINT64_MAX - 9) / 10;
        n = n * 10 + (uint64_t)(*p - '0');
    }
    if (*p != 0) unit = strchr(units, *p == 'K' ? 'k' : *p);
    if (unit != NULL) {
        shift = 10 * (unsigned)(unit - units + 1);
        p++;
    }
    if (!fits || *p != 0 || n == 0 || n > UINT64_MAX >> shift) {
        cli_usage(c, "%s takes a number of bytes, with k, M, G or T for powers of 1024, not '%s'", name, value);
        return 0;
    }
    *(uint64_t *)member = n << shift;
    return 1;
}

const option_kind take_nothing = {nothing, USE_SWITCH, 0}, take_one = {one, USE_SWITCH, 0}, take_bits = {bits, USE_SWITCH, 0}, take_word = {word, USE_VALUE, 0},
                  take_text = {text, USE_VALUE, 0}, take_input = {text, USE_READ, 0}, take_only_input = {input, USE_READ, 0}, take_folder = {text, USE_READ_ANY, 0},
                  take_output = {text, USE_WRITE, 0}, take_program = {text, USE_EXECUTE, 0}, take_texts = {texts, USE_VALUE, 1},
                  take_inputs = {texts, USE_READ, 1}, take_folders = {texts, USE_READ_ANY, 1}, take_number = {number, USE_VALUE, 0},
                  take_positive = {number, USE_VALUE, 0}, take_maybe = {maybe, USE_VALUE, 0}, take_seconds = {real, USE_VALUE, 0},
                  take_percent = {real, USE_VALUE, 0}, take_size = {size, USE_VALUE, 0};

/* Rights ---------------------------------------------------------------------------------------------------------- */

static void allow(cli_rights *r, text_list *reads, value_use use, const char *path)
{
    char real[4096];
    if (path == NULL) return;
    if (use == USE_READ) text_list_add(reads, path);
    if (use == USE_READ && strlen(path) < sizeof real && realpath(path, real) != NULL && strncmp(real, "/proc/", 6) == 0) r->may |= MAY_LOOK;
    if (use == USE_READ_ANY) r->may |= MAY_READ;
    if (use == USE_WRITE) r->may |= MAY_WRITE;
    if (use == USE_EXECUTE) r->may |= MAY_EXECUTE | MAY_READ | MAY_WRITE; /* a program has its own libraries and files */
}

/* Files that options name. */
static void allow_options(cli_rights *r, text_list *reads, const option *o, const void *options)
{
    for (; o != NULL && o->name != NULL; o++) {
        const void *member = (const char *)options + o->member;
        const text_list *l = (const text_list *)member;
        size_t i;
        if (o->kind->use <= USE_VALUE) continue;
        if (!o->kind->is_list) allow(r, reads, o->kind->use, *(const char *const *)member);
        else
            for (i = 0; i < l->count; i++) allow(r, reads, o->kind->use, l->at[i]);
    }
}

/* Gives up every right that the row does not have. */
static void confine(const request *q, const void *options)
{
    text_list reads = {NULL, 0, 0};
    cli_rights r;
    size_t i;
    memset(&r, 0, sizeof r);
    r.may = q->v->may;
    for (i = 0; i < q->path_count; i++) allow(&r, &reads, q->v->use, q->paths[i]);
    allow_options(&r, &reads, q->v->options, options);
    allow_options(&r, &reads, q->of->common, q->common);
    if (q->v->ready_fn != NULL) q->v->ready_fn(q, options, &r);
    for (i = 0; i < r.read_count; i++) text_list_add(&reads, r.reads[i]);
    free(r.reads);
    r.reads = reads.at;
    r.read_count = reads.count;
    /* Where it cannot be had, whoever needs it says so; who may write can still make it then, and needs no descriptor now. */
    if ((r.may & MAY_WRITE) == 0) (void)cli_scratch(q->c);
    (void)cli_confine(q->c, &r);
    free(reads.at);
}

/* Command line ---------------------------------------------------------------------------------------------------- */

static size_t count_of(const option *o)
{
    size_t n = 0;
    while (o != NULL && o[n].name != NULL) n++;
    return n;
}

/* The options of a verb as the command line takes them: ids are places in its table and then in that of all, counted from 1. */
static cli_option *command_line(const option *own, const option *common)
{
    const size_t n = count_of(own), all = n + count_of(common);
    cli_option *list = (cli_option *)cli_alloc(all + 1, sizeof *list);
    size_t i;
    for (i = 0; i < all; i++) {
        const option *o = i < n ? &own[i] : &common[i - n];
        list[i].id = (int)i + 1;
        list[i].letter = o->letter;
        list[i].name = o->name;
        list[i].takes = o->kind->use != USE_SWITCH;
    }
    return list;
}

static int take_option(const request *q, size_t id, const char *value, void *options)
{
    const size_t n = count_of(q->v->options);
    const option *o = id <= n ? &q->v->options[id - 1] : &q->of->common[id - n - 1];
    char name[40];
    snprintf(name, sizeof name, "--%s", o->name);
    if (id <= n) q->given[id - 1] = 1;
    return o->kind->take_fn(q->c, o, name, value, (char *)(id <= n ? options : q->common) + o->member);
}

/* Lists that options have filled. */
static void free_lists(const option *o, void *options)
{
    for (; o != NULL && o->name != NULL; o++)
        if (o->kind->is_list) free(((text_list *)(void *)((char *)options + o->member))->at);
}

static int is_given(const request *q, const char *name)
{
    size_t i;
    for (i = 0; q->v->options[i].name != NULL; i++)
        if (strcmp(q->v->options[i].name, name) == 0) return q->given[i];
    return 0;
}

/* CLI_USAGE with a message where the verb does not have what the command line asks for. */
static int find_lack(const request *q)
{
    const unsigned asked = (1u << q->c->format & LACKS_BOTH) | (q->c->out_path != NULL ? LACKS_OUT : 0);
    const verb_lack *l;
    for (l = q->v->lacks; l != NULL && l->message != NULL; l++) {
        const int counts = l->option == NULL || (l->option[0] == '!' ? !is_given(q, l->option + 1) : is_given(q, l->option));
        if (counts && ((l->what & asked) != 0 || (l->beside != NULL && is_given(q, l->beside)))) return cli_usage(q->c, "%s", l->message);
    }
    return CLI_FINE;
}

static int parse(request *q, cli_args *a, void *options)
{
    cli_option *list = command_line(q->v->options, q->of->common);
    int id, code = CLI_FINE;
    q->rest = (size_t)-1;
    while (code == CLI_FINE && (id = cli_next(q->c, a, list)) != CLI_END) {
        if (id == CLI_DONE) code = CLI_DONE;
        else if (id == CLI_BAD) code = CLI_USAGE;
        else if (id == CLI_OPERAND && q->v->operands == NULL) code = cli_usage(q->c, "unexpected '%s'; %s takes options only", a->value, q->v->name != NULL ? q->v->name : q->of->tool);
        else if (id == CLI_OPERAND) {
            if (a->rest && q->rest > q->path_count) q->rest = q->path_count;
            q->paths = (char **)cli_grow(q->paths, &q->path_room, q->path_count + 1, sizeof *q->paths);
            q->paths[q->path_count++] = (char *)(uintptr_t)a->value;
        } else if (!take_option(q, (size_t)id, a->value, options)) code = CLI_USAGE;
    }
    if (q->rest > q->path_count) q->rest = q->path_count;
    if (code == CLI_FINE && q->path_count == 0 && q->v->missing != NULL) code = cli_usage(q->c, "%s", q->v->missing);
    free(list);
    return code == CLI_FINE ? find_lack(q) : code;
}

static int run_verb(const verb_set *set, cli *c, cli_args *a, const verb *v)
{
    void *options = cli_alloc(1, v->size > 0 ? v->size : 1);
    request q;
    int code;
    memset(&q, 0, sizeof q);
    q.c = c;
    q.of = set;
    q.v = v;
    if (set->common_size > 0) q.common = cli_alloc(1, set->common_size);
    q.given = (char *)cli_alloc(count_of(v->options) + 1, 1);
    c->verb = v->name;
    c->help_fn = verb_help;
    c->help_of = &q;
    if (set->begin_fn != NULL) set->begin_fn(&q, options);
    if (v->begin_fn != NULL) v->begin_fn(options);
    code = parse(&q, a, options);
    if (code == CLI_FINE && (v->may & MAY_REPLACE)) {
        confine(&q, options);
        code = v->run_fn(&q, options);
    } else if (code == CLI_FINE && !cli_start(c)) code = CLI_INPUT;
    else if (code == CLI_FINE) {
        confine(&q, options);
        code = cli_finish(c, v->run_fn(&q, options));
    }
    if (v->end_fn != NULL) v->end_fn(options);
    if (set->end_fn != NULL) set->end_fn(options);
    free_lists(v->options, options);
    free_lists(set->common, q.common);
    free(q.common);
    free(q.given);
    free(options);
    free(q.paths);
    return code == CLI_DONE ? CLI_FINE : code;
}

static void list_options(const option *o)
{
    static const char *const uses[] = {"switch", "value", "read", "read-any", "write", "execute"};
    for (; o != NULL && o->name != NULL; o++) {
        printf("\t%s\t", o->name);
        if (o->letter != 0) putchar(o->letter);
        printf("\t%s\n", uses[o->kind->use]);
    }
}

/* The rows, for tests. */
static void list_verbs(const verb_set *set)
{
    static const char *const rights[] = {"read", "write", "listen", "execute", NULL, "signal"};
    const verb *const *v;
    unsigned i;
    for (v = set->verbs; *v != NULL; v++) {
        printf("%s\t", (*v)->name != NULL ? (*v)->name : set->tool);
        for (i = 0; i < 6; i++)
            if (((*v)->may >> i & 1) != 0 && rights[i] != NULL) printf("%s ", rights[i]);
        putchar('\n');
        list_options((*v)->options);
        list_options(set->common);
    }
}

static const char *verb_name(const void *user, size_t i)
{
    const verb *v = ((const verb *const *)user)[i];
    return v != NULL ? v->name : NULL;
}

int verb_main(const verb_set *set, cli *c, int argc, char **argv)
{
    enum { VERBS = 1 };
    static const cli_option table[] = {{VERBS, 0, "verbs", 0}, {0, 0, NULL, 0}};
    const verb *const *v;
    const char *near, *name;
    request all;
    cli_args a;
    int id, helps;
    memset(&all, 0, sizeof all);
    memset(&a, 0, sizeof a);
    all.of = set;
    a.argc = argc;
    a.argv = argv;
    a.at = 1;
    if (set->verbs[0]->name == NULL && !(argc == 2 && strcmp(argv[1], "--verbs") == 0)) return run_verb(set, c, &a, set->verbs[0]);
    c->help_fn = verb_help;
    c->help_of = &all;
    id = cli_next(c, &a, table);
    if (id == CLI_DONE) return CLI_FINE;
    if (id == CLI_BAD) return CLI_USAGE;
    if (id == CLI_END) return cli_usage(c, "%s", set->which);
    if (id == VERBS) {
        list_verbs(set);
        return CLI_FINE;
    }
    name = a.value;
    helps = strcmp(name, "help") == 0 && a.at + 1 >= argc; /* "help VERB", as of git */
    if (helps && a.at < argc) name = argv[a.at];
    for (v = set->verbs; *v != NULL && strcmp(name, (*v)->name) != 0;) v++;
    if (*v != NULL && !helps) return run_verb(set, c, &a, *v);
    if (*v != NULL || (helps && a.at == argc)) {
        all.v = *v;
        cli_help(c);
        return CLI_FINE;
    }
    if (!helps && set->alone != NULL && cli_exists(name)) {
        a.at--;
        return run_verb(set, c, &a, set->alone);
    }
    near = cli_nearest(name, verb_name, set->verbs);
    if (near != NULL) return cli_usage(c, "unknown verb \"%s\"; is it %s?", name, near);
    return cli_usage(c, "unknown verb \"%s\"%s", name, !helps && set->alone != NULL ? ", and no such file" : "");
}
