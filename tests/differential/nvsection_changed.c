/* Sections changed in ways that change nothing that counts: fields in another order, a section split in two by Extends,
   metrics under other names. What is selected, computed and shown stays the same. Our sections; real ones where they are. */
#define _POSIX_C_SOURCE 200809L
#define NVS_IMPLEMENTATION
#include "nvsection.h"
#include "run.h"

#include <dirent.h>

/* Texts ------------------------------------------------------------------------------------------------------------ */

typedef struct text {
    char *ptr;
    size_t len, room;
} text;

static void put(text *t, const char *p, size_t len)
{
    if (t->len + len + 1 > t->room) {
        t->room = (t->len + len + 1) * 2;
        t->ptr = (char *)realloc(t->ptr, t->room);
        if (t->ptr == NULL) abort();
    }
    if (len > 0) memcpy(t->ptr + t->len, p, len);
    t->len += len;
    t->ptr[t->len] = 0;
}

static void puts_to(text *t, const char *s) { put(t, s, strlen(s)); }

static uint64_t state = 1;
static unsigned chance(unsigned below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % below;
}

/* What a writer does with the fields of a section. */
typedef struct change {
    int shuffle;
    int rename;                      /* NEW before each metric */
    int (*keep)(const nvs_node *top); /* of a field of the section; NULL: all */
} change;

#define NEW "new_"

static int is_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' || (c >= '0' && c <= '9');
}

/* The names of an expression; what is called is not one. */
static void put_expression(text *t, nvs_view e)
{
    size_t i = 0, k;
    while (i < e.len) {
        for (k = i; k < e.len && is_name(e.ptr[k]); k++) {}
        if (k > i && !(e.ptr[i] >= '0' && e.ptr[i] <= '9')) {
            size_t after = k;
            while (after < e.len && e.ptr[after] == ' ') after++;
            if (after == e.len || e.ptr[after] != '(') puts_to(t, NEW);
        }
        if (k == i) k++;
        put(t, e.ptr + i, k - i);
        i = k;
    }
}

static void put_metric_name(text *t, nvs_view name)
{
    nvs_name_parts n;
    nvs_name_split(name, &n);
    put(t, name.ptr, name.len - n.rest.len);
    if (name.len > 0) puts_to(t, NEW);
    put(t, n.rest.ptr, n.rest.len);
}

static void put_string(text *t, nvs_view v)
{
    size_t i;
    puts_to(t, "\"");
    for (i = 0; i < v.len; i++) {
        char c[8];
        const unsigned char b = (unsigned char)v.ptr[i];
        if (b >= 32 && b < 127 && b != '"' && b != '\\') put(t, &v.ptr[i], 1);
        else {
            snprintf(c, sizeof c, "\\%03o", b);
            puts_to(t, c);
        }
    }
    puts_to(t, "\"");
}

static void put_fields(text *t, const nvs_node *message, const change *how);

static void put_field(text *t, const nvs_node *n, const change *how)
{
    char number[64];
    puts_to(t, nvs_field_name(n->name));
    puts_to(t, n->type == NVS_TYPE_MESSAGE ? " {\n" : ": ");
    number[0] = 0;
    switch (n->type) {
    case NVS_TYPE_MESSAGE:
        put_fields(t, n, how);
        puts_to(t, "}");
        break;
    case NVS_TYPE_STRING:
        if (!how->rename) put_string(t, n->v.text);
        else {
            text changed = {NULL, 0, 0};
            nvs_view v;
            const unsigned of = n->parent->of;
            put(&changed, "", 0);
            if (n->name == NVS_FIELD_EXPRESSION) put_expression(&changed, n->v.text);
            else if (n->name == NVS_FIELD_NAME &&
                (of == NVS_MESSAGE_METRIC || of == NVS_MESSAGE_METRIC_OPTION || of == NVS_MESSAGE_METRIC_DEFINITION))
                put_metric_name(&changed, n->v.text);
            else put(&changed, n->v.text.ptr, n->v.text.len);
            v.ptr = changed.ptr;
            v.len = changed.len;
            put_string(t, v);
            free(changed.ptr);
        }
        break;
    case NVS_TYPE_BOOL: snprintf(number, sizeof number, "%s", n->v.u ? "true" : "false"); break;
    case NVS_TYPE_INT64: snprintf(number, sizeof number, "%" PRId64, n->v.i); break;
    case NVS_TYPE_DOUBLE: snprintf(number, sizeof number, "%.17g", n->v.d); break;
    default: snprintf(number, sizeof number, "%" PRIu64, n->v.u); break;
    }
    puts_to(t, number);
    puts_to(t, "\n");
}

/* Fields of one name stay in their order. */
static void put_fields(text *t, const nvs_node *message, const change *how)
{
    const nvs_node *list[4096], *n;
    size_t count = 0, i, k;
    for (n = message->child; n != NULL && count < 4096; n = n->next)
        if (message->parent != NULL || how->keep == NULL || how->keep(n)) list[count++] = n;
    if (n != NULL) abort();
    for (i = 0; how->shuffle && i + 1 < count; i++) { /* pick a name, take its first field */
        const unsigned name = list[i + chance((unsigned)(count - i))]->name;
        for (k = i; list[k]->name != name; k++) {}
        n = list[k];
        memmove(&list[i + 1], &list[i], (k - i) * sizeof *list);
        list[i] = n;
    }
    for (i = 0; i < count; i++) put_field(t, list[i], how);
}

/* Made-up metrics -------------------------------------------------------------------------------------------------- */

static const uint64_t ids[] = {1, 2, 3};

/* A value for any name, the same for its new name; a fifth of the names are of nothing, a third has instances. */
static nvs_reply any_metric(nvs_view name, nvs_metric *m, void *user)
{
    static double values[3 * 8192];
    static size_t used;
    uint32_t h = 2166136261u;
    size_t i;
    nvs_name_parts n;
    nvs_name_split(name, &n);
    if (user != NULL && n.rest.len >= sizeof NEW - 1 && memcmp(n.rest.ptr, NEW, sizeof NEW - 1) == 0) {
        n.rest.ptr += sizeof NEW - 1;
        n.rest.len -= sizeof NEW - 1;
    } else if (user != NULL) return NVS_REPLY_NO; /* an old name: it should not be asked for */
    for (i = 0; i < n.rest.len; i++) h = (h ^ (unsigned char)n.rest.ptr[i]) * 16777619u;
    h ^= h >> 15;
    if (h % 5 == 0) return NVS_REPLY_NO;
    if (h % 2) {
        m->value.kind = NVS_KIND_UINT64;
        m->value.v.u = h % 1000;
    } else {
        m->value.kind = NVS_KIND_DOUBLE;
        m->value.v.d = h % 1000 / 8.0;
    }
    if (h % 3 == 0) {
        double *const v = &values[used++ % 8192 * 3];
        for (i = 0; i < 3; i++) v[i] = (double)((h >> (8 * i)) % 256);
        m->count = 3;
        m->ids.kind = NVS_KIND_UINT64;
        m->ids.at = ids;
        m->values.kind = NVS_KIND_DOUBLE;
        m->values.at = v;
    }
    return NVS_REPLY_YES;
}

static void line(text *t, const char *what, nvs_view name, int renamed)
{
    nvs_name_parts n;
    nvs_name_split(name, &n);
    puts_to(t, what);
    if (renamed && n.rest.len >= sizeof NEW - 1 && memcmp(n.rest.ptr, NEW, sizeof NEW - 1) == 0) {
        put(t, name.ptr, name.len - n.rest.len);
        put(t, n.rest.ptr + sizeof NEW - 1, n.rest.len - (sizeof NEW - 1));
    } else put(t, name.ptr, name.len);
    puts_to(t, " ");
}

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static const uint32_t ccs[] = {70, 75, 80, 90, 100};

/* The metrics that sections select, sorted, on several devices. */
static void put_selection(text *t, const nvs_node *const *sections, uint32_t count, int renamed)
{
    size_t c;
    for (c = 0; c < sizeof ccs / sizeof ccs[0]; c++) {
        nvs_select_options o;
        const nvs_selection *s;
        char **list;
        uint32_t i;
        memset(&o, 0, sizeof o);
        o.device.cc = ccs[c];
        s = nvs_select(sections, count, &o, NULL);
        if (s == NULL) abort();
        list = (char **)calloc(s->metric_count + 1, sizeof *list);
        for (i = 0; i < s->metric_count; i++) {
            text one = {NULL, 0, 0};
            line(&one, s->metrics[i].importance == NVS_IMPORTANCE_REQUIRED ? "required " : "", s->metrics[i].name, renamed);
            list[i] = one.ptr;
        }
        qsort(list, s->metric_count, sizeof *list, by_text);
        for (i = 0; i < s->metric_count; i++) {
            puts_to(t, list[i]);
            puts_to(t, "\n");
            free(list[i]);
        }
        free(list);
        nvs_selection_close(s);
    }
}

/* What a section shows on one device, without what names its place in a file. */
static void put_shown(text *t, const nvs_metrics *metrics, const nvs_node *section, int renamed)
{
    const nvs_evaluation *const e = nvs_evaluate(metrics, section, NULL, NULL);
    char number[128];
    size_t i, k;
    if (e == NULL) abort();
    for (i = 0; i < e->count; i++) {
        const nvs_part *const p = &e->parts[i];
        snprintf(number, sizeof number, "%d %" PRIu64 " %" PRIu64 " %" PRIu64 " %d %d ", (int)p->kind, p->row, p->column,
            p->index, p->shown, (int)p->reason);
        puts_to(t, number);
        if (p->kind == NVS_PART_KIND_CEILING || p->kind == NVS_PART_KIND_ACHIEVED) {
            snprintf(number, sizeof number, "%.17g %.17g ", p->u.point.work, p->u.point.traffic);
            puts_to(t, number);
        }
        line(t, "", p->cell.name, renamed);
        line(t, "", p->cell.label, renamed);
        snprintf(number, sizeof number, "%d %.17g %d:", (int)p->cell.state, nvs_value_number(&p->cell.data.value, NULL),
            (int)p->cell.data.value.kind);
        puts_to(t, number);
        for (k = 0; k < p->cell.data.count; k++) {
            const nvs_value v = nvs_column_value(&p->cell.data.values, k);
            snprintf(number, sizeof number, " %.17g", nvs_value_number(&v, NULL));
            puts_to(t, number);
        }
        puts_to(t, "\n");
    }
    nvs_evaluation_close(e);
}

/* What sections say, one after the other. */
static text all_of(const nvs_node *const *sections, uint32_t count, int renamed)
{
    text t = {NULL, 0, 0};
    size_t c;
    put_selection(&t, sections, count, renamed);
    for (c = 0; c < sizeof ccs / sizeof ccs[0]; c++) {
        static int yes = 1;
        nvs_source source = {any_metric, NULL, NULL, NULL};
        nvs_metrics_options o;
        nvs_metrics *m;
        uint32_t i;
        if (renamed) source.user = &yes;
        memset(&o, 0, sizeof o);
        o.device.cc = ccs[c];
        m = nvs_metrics_open(sections, count, &source, &o, NULL);
        if (m == NULL) abort();
        for (i = 0; i < count; i++) put_shown(&t, m, sections[i], renamed);
        nvs_metrics_close(m);
    }
    return t;
}

/* The changes ------------------------------------------------------------------------------------------------------ */

static nvs_document *changed(const nvs_node *root, const change *how, const char *more, text *t)
{
    nvs_document *doc;
    memset(t, 0, sizeof *t);
    puts_to(t, more);
    put_fields(t, root, how);
    doc = nvs_document_open(t->ptr, t->len, NULL, NULL);
    if (doc == NULL || doc->errors > 0) {
        nvs_problem p;
        (void)nvs_document_problem_at(doc, 0, &p);
        printf("%s\n%s:%u\n", t->ptr, p.message, (unsigned)p.line);
        abort();
    }
    return doc;
}

static const char *now = ""; /* the file at hand */

static void compare(const text *a, const text *b)
{
    if (a->len == b->len && memcmp(a->ptr, b->ptr, a->len) == 0) return;
    printf("%s\n", now);
    CHECK_STR(a->ptr, b->ptr);
}

static int stays(const nvs_node *n)
{
    return n->name != NVS_FIELD_BODY && n->name != NVS_FIELD_METRICS && n->name != NVS_FIELD_SOURCE_METRICS;
}

static int moves(const nvs_node *n)
{
    return !stays(n) || n->name == NVS_FIELD_FILTER || n->name == NVS_FIELD_GROUP || n->name == NVS_FIELD_ORDER ||
        n->name == NVS_FIELD_SETS;
}

enum { SHUFFLE, SPLIT, RENAME };

static unsigned sections_seen;

static void change_one(const nvs_document *doc, int what)
{
    change how;
    text t, t2, a, b;
    nvs_document *one, *two = NULL;
    const nvs_node *roots[2];
    const nvs_node *n;
    const int renamed = what == RENAME;
    /* A regular expression would have to match new names. */
    for (n = doc->root; renamed && n != NULL; n = nvs_node_walk(doc->root, n, NVS_WALK_INTO)) {
        nvs_name_parts parts;
        if (n->type != NVS_TYPE_STRING || n->name != NVS_FIELD_NAME) continue;
        nvs_name_split(n->v.text, &parts);
        if (parts.prefix == NVS_PREFIX_REGEX) return;
    }
    memset(&how, 0, sizeof how);
    how.shuffle = what == SHUFFLE;
    how.rename = renamed;
    if (what == SPLIT) how.keep = stays;
    one = changed(doc->root, &how, "", &t);
    roots[0] = doc->root;
    a = all_of(roots, 1, 0);
    roots[0] = one->root;
    memset(&t2, 0, sizeof t2);
    if (what == SPLIT) {
        text head = {NULL, 0, 0};
        puts_to(&head, "Identifier: \"Split\" DisplayName: \"Split\" Extends: ");
        put_string(&head, nvs_node_text(doc->root, NVS_FIELD_IDENTIFIER));
        puts_to(&head, "\n");
        how.keep = moves;
        two = changed(doc->root, &how, head.ptr, &t2);
        free(head.ptr);
        roots[1] = two->root;
    }
    b = all_of(roots, two != NULL ? 2 : 1, renamed);
    compare(&a, &b);
    sections_seen += a.len > 0;
    nvs_document_close(one);
    nvs_document_close(two);
    free(t.ptr);
    free(t2.ptr);
    free(a.ptr);
    free(b.ptr);
}

static void change_folder(const char *folder, int what)
{
    DIR *d = opendir(folder);
    struct dirent *e;
    while (d != NULL && (e = readdir(d)) != NULL) {
        static char path[1024];
        size_t len;
        char *bytes;
        nvs_document *doc;
        const size_t n = strlen(e->d_name);
        if (n < 8 || strcmp(e->d_name + n - 8, ".section") != 0) continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        now = path;
        bytes = run_read(path, &len);
        doc = nvs_document_open(bytes, len, NULL, NULL);
        CHECK(doc != NULL);
        if (doc != NULL && doc->errors == 0) change_one(doc, what);
        nvs_document_close(doc);
        free(bytes);
    }
    if (d != NULL) closedir(d);
}

static void change_all(int what)
{
    static const char corpus[] = "../shared/corpus/section";
    DIR *d = opendir(corpus);
    struct dirent *e;
    unsigned own;
    sections_seen = 0;
    change_folder("examples/data/sections", what);
    change_folder("examples/data/samples/sections", what);
    own = sections_seen;
    CHECK(own >= 10);
    while (d != NULL && (e = readdir(d)) != NULL) {
        char folder[512];
        snprintf(folder, sizeof folder, "%s/%s", corpus, e->d_name);
        if (e->d_name[0] != '.') change_folder(folder, what);
    }
    if (d != NULL) {
        closedir(d);
        CHECK(sections_seen - own >= 150);
    }
}

static void fields_in_another_order(void) { change_all(SHUFFLE); }
static void a_section_split_by_extends(void) { change_all(SPLIT); }
static void metrics_under_other_names(void) { change_all(RENAME); }

/* That the comparison sees what it is there to see. */
static void a_change_that_counts_is_seen(void)
{
    static const char *const texts[] = {
        "Identifier: \"A\" DisplayName: \"A\" Header { Metrics { Name: \"b.sum\" } Metrics { Name: \"c.sum\" } }",
        "Identifier: \"A\" DisplayName: \"A\" Header { Metrics { Name: \"c.sum\" } Metrics { Name: \"b.sum\" } }",
        "Identifier: \"A\" DisplayName: \"A\" "
        "Header { Metrics { Name: \"b.sum\" } Metrics { Name: \"c.sum\" Filter { MinArch: CC_90 } } }",
        "Identifier: \"A\" DisplayName: \"A\" "
        "Header { Metrics { Name: \"b.sum\" } Metrics { Name: \"c.sum\" Multiplier: 2 } }"};
    text all[4];
    size_t i, k;
    for (i = 0; i < 4; i++) {
        nvs_document *doc = nvs_document_open(texts[i], strlen(texts[i]), NULL, NULL);
        const nvs_node *root = doc->root;
        all[i] = all_of(&root, 1, 0);
        for (k = 0; k < i; k++) CHECK(strcmp(all[i].ptr, all[k].ptr) != 0);
        nvs_document_close(doc);
    }
    for (i = 0; i < 4; i++) free(all[i].ptr);
}

int main(void)
{
    RUN(fields_in_another_order);
    RUN(a_section_split_by_extends);
    RUN(metrics_under_other_names);
    RUN(a_change_that_counts_is_seen);
    return run_end();
}
