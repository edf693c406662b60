/* Sections, and the metrics of a result that they are filled with. */
#include "fitting.h"
#include "../input/section_folder.h"

#include <stdlib.h>
#include <string.h>

/* Built-in sections: "\001NAME", then lines. */
static const char built_in[] = {
#include "sections.inc"
    0};

ncurep_view view_of(nvs_view v)
{
    ncurep_view to;
    to.ptr = v.ptr;
    to.len = v.len;
    return to;
}

nvs_view nvs_view_of(ncurep_view v)
{
    nvs_view to;
    to.ptr = v.ptr;
    to.len = v.len;
    return to;
}

#define MOST_KEPT 512 /* sections that are kept for the next result */
#define MANY 4096     /* instances that are read again rather than kept */

/* Values ---------------------------------------------------------------------------------------------------------- */

ncurep_value report_value(const nvs_value *v)
{
    ncurep_value to;
    memset(&to, 0, sizeof to);
    to.text.ptr = "";
    switch (v->kind) {
    case NVS_KIND_DOUBLE:
    case NVS_KIND_FLOAT:
        to.kind = NCUREP_KIND_DOUBLE;
        memcpy(&to.bits, &v->v.d, sizeof to.bits);
        break;
    case NVS_KIND_UINT64:
    case NVS_KIND_UINT32:
        to.kind = v->kind == NVS_KIND_UINT64 ? NCUREP_KIND_UINT64 : NCUREP_KIND_UINT32;
        to.bits = v->v.u;
        break;
    case NVS_KIND_STRING:
        to.kind = NCUREP_KIND_STRING;
        to.text = view_of(v->v.text);
        break;
    default: break;
    }
    return to;
}

static nvs_value section_value(const ncurep_value *v)
{
    nvs_value to;
    memset(&to, 0, sizeof to);
    switch (v->kind) {
    case NCUREP_KIND_NONE: break;
    case NCUREP_KIND_STRING:
        to.kind = NVS_KIND_STRING;
        to.v.text = nvs_view_of(v->text);
        break;
    case NCUREP_KIND_UINT32:
    case NCUREP_KIND_UINT64:
        to.kind = v->kind == NCUREP_KIND_UINT64 ? NVS_KIND_UINT64 : NVS_KIND_UINT32;
        to.v.u = v->bits;
        break;
    default:
        to.kind = v->kind == NCUREP_KIND_FLOAT ? NVS_KIND_FLOAT : NVS_KIND_DOUBLE;
        to.v.d = ncurep_value_double(v);
        break;
    }
    return to;
}

/* The ids (which 0) or values (which 1) of instances, side by side. */
static nvs_column column(ncurep_list list, size_t count, int which)
{
    nvs_column to;
    ncurep_list again = list;
    ncurep_instance n;
    uint64_t *at = (uint64_t *)cli_alloc(count + 1, sizeof *at); /* or doubles */
    size_t i;
    to.kind = NVS_KIND_NONE;
    to.at = at;
    for (i = 0; i < count && to.kind != NVS_KIND_MIXED && ncurep_instance_next(&again, &n); i++) {
        const nvs_value v = section_value(which ? &n.value : &n.id);
        if (i == 0) to.kind = v.kind;
        if (v.kind != to.kind || v.kind == NVS_KIND_STRING || v.kind == NVS_KIND_NONE) to.kind = NVS_KIND_MIXED;
        if (v.kind == NVS_KIND_DOUBLE || v.kind == NVS_KIND_FLOAT) memcpy(&at[i], &v.v.d, sizeof at[i]);
        else if (v.kind != NVS_KIND_STRING) at[i] = v.v.u;
    }
    if (to.kind == NVS_KIND_MIXED) {
        nvs_value *mixed;
        cli_free(at);
        to.at = mixed = (nvs_value *)cli_alloc(count + 1, sizeof *mixed);
        for (i = 0; i < count && ncurep_instance_next(&list, &n); i++) mixed[i] = section_value(which ? &n.value : &n.id);
    }
    return to;
}

enum { KNOWN = 1, KEPT = 2, OWNS_IDS = 4 };

/* Whether these are the ids of all instances. */
static int has_ids(const nvs_metric *d, ncurep_list list)
{
    const uint64_t *at = (const uint64_t *)d->ids.at;
    ncurep_instance n;
    size_t i = 0;
    if (d->ids.kind != NVS_KIND_UINT64 && d->ids.kind != NVS_KIND_UINT32) return 0;
    while (i < d->count && ncurep_instance_next(&list, &n)) {
        const nvs_value id = section_value(&n.id);
        if (id.kind != d->ids.kind || id.v.u != at[i]) return 0;
        i++;
    }
    return i == d->count;
}

/* Ids of the metric at a place. Most counters of a kernel have the same: they share them. */
static nvs_column ids_of(evaluated *e, uint32_t place, ncurep_list list, size_t count)
{
    uint32_t i;
    for (i = 0; i < 4 && i < e->owners; i++) {
        const uint32_t other = e->owner[(e->owners - 1 - i) % 4];
        const nvs_metric *d = &e->data[other];
        if (d->count == count && (e->known[other] & KEPT) == (e->known[place] & KEPT) && has_ids(d, list)) return d->ids;
    }
    e->known[place] |= OWNS_IDS;
    e->owner[e->owners++ % 4] = place;
    return column(list, count, 0);
}

static void free_instances(evaluated *e, uint32_t place)
{
    if (e->known[place] & OWNS_IDS) cli_free((void *)(uintptr_t)e->data[place].ids.at);
    cli_free((void *)(uintptr_t)e->data[place].values.at);
}

int evaluated_has_many(const evaluated *e, size_t mark)
{
    size_t held = 0, i;
    for (i = mark; i < e->read_count && held <= MANY; i++) held += e->data[e->read[i]].count;
    return held > MANY;
}

void evaluated_forget(evaluated *e, size_t mark)
{
    if (e->read_count > mark) e->owners = 0;
    while (e->read_count > mark) {
        const uint32_t place = e->read[--e->read_count];
        free_instances(e, place);
        memset(&e->data[place], 0, sizeof e->data[place]);
        e->known[place] = 0;
    }
}

/* Attributes of the device are in the session, too, and in some reports only there. */
static int find_attribute(const evaluated *e, nvs_view name, nvs_metric *data)
{
    static const char prefix[] = "device__attribute_";
    ncurep_session s;
    ncurep_device d;
    ncurep_attribute a;
    if (name.len < sizeof prefix || memcmp(name.ptr, prefix, sizeof prefix - 1) != 0) return 0;
    (void)ncurep_report_session(e->o->report, &s);
    while (ncurep_device_next(&s.devices, &d))
        while (d.id == e->device && ncurep_attribute_next(&d.attributes, &a))
            if (a.name.len == name.len && memcmp(a.name.ptr, name.ptr, name.len) == 0) {
                data->value = section_value(&a.value);
                return 1;
            }
    return 0;
}

static nvs_reply find_metric(nvs_view name, nvs_metric *data, void *user)
{
    evaluated *e = (evaluated *)user;
    ncurep_metric m;
    uint32_t place;
    if (!ncurep_index_find(&e->index, view_of(name), &place, NULL)) return find_attribute(e, name, data);
    if (!e->known[place]) {
        nvs_metric *to = &e->data[place];
        ncurep_list list;
        if (!ncurep_index_at(&e->index, place, &m)) return NVS_REPLY_NO;
        e->known[place] = e->keep ? KNOWN | KEPT : KNOWN;
        to->value = section_value(&m.value);
        list = m.instances;
        to->count = ncurep_instances(&list, NULL, NULL, NULL, (size_t)-1);
        if (to->count > 0 && e->count_only) {
            *data = *to;
            e->known[place] = 0;
            memset(to, 0, sizeof *to);
            return NVS_REPLY_YES;
        }
        if (to->count > 0) {
            if (!e->keep) {
                e->read = (uint32_t *)cli_grow(e->read, &e->read_room, e->read_count + 1, sizeof *e->read);
                e->read[e->read_count++] = place;
            }
            to->ids = ids_of(e, place, m.instances, to->count);
            to->values = column(m.instances, to->count, 1);
        }
    }
    *data = e->data[place];
    return NVS_REPLY_YES;
}

static nvs_reply name_at(size_t i, nvs_view *name, void *user)
{
    const evaluated *e = (const evaluated *)user;
    ncurep_metric m;
    ncurep_view text;
    if (i >= e->index.count || !ncurep_index_at(&e->index, (uint32_t)i, &m) || !ncurep_string_at(e->o->report, m.name_id, &text)) return NVS_REPLY_NO;
    *name = nvs_view_of(text);
    return NVS_REPLY_YES;
}

/* Where sections come from ---------------------------------------------------------------------------------------- */

static void add_built_in(section_source *s)
{
    const char *at = built_in;
    s->library = library_open(1);
    while (*at == 1) {
        nvs_view name;
        size_t size;
        name.ptr = at + 1;
        name.len = strcspn(name.ptr, "\n");
        at = name.ptr + name.len + 1;
        size = strcspn(at, "\001");
        library_add(s->library, name, at, size, 0);
        at += size;
    }
}

static int has_folder(const model *m) { return m->sections.folder != NULL || m->sections.tree != NULL; }

int sections_open(section_source *s, const model *m)
{
    memset(s, 0, sizeof *s);
    s->m = m;
    if (!has_folder(m)) return 1;
    s->library = read_sections(m->c, m->sections.folder, m->sections.tree, m->sections.disk, &s->lost);
    return s->library != NULL;
}

static void forget_sections(section_source *s)
{
    size_t i;
    for (i = 0; i < s->kept_count; i++) nvs_document_close(s->kept[i]);
    set_free(&s->bytes);
    s->kept_count = 0;
    s->said_count = 0;
}

int sections_close(section_source *s)
{
    int code = s->lost ? CLI_INPUT : CLI_FINE;
    if (s->m != NULL && s->m->sections.count > 0 && s->results > 0 && s->matched == 0) {
        cli_error(s->m->c, "no section here is what --section asks for");
        if (code == CLI_FINE) code = CLI_FINDING;
    }
    if (s->lacking && code == CLI_FINE) code = CLI_FINDING;
    library_close(s->library);
    forget_sections(s);
    cli_free(s->kept);
    memset(s, 0, sizeof *s);
    return code;
}

static nvs_document *parse(const section_source *s, const char *bytes, size_t len)
{
    nvs_document_options options;
    nvs_error e;
    nvs_document *d;
    memset(&options, 0, sizeof options);
    options.memory.max_memory = (size_t)1 << 30;
    CLI_MEMORY(options.memory);
    options.format = NVS_FORMAT_BINARY;
    d = nvs_document_open(bytes, len, &options, &e);
    if (d == NULL) cli_error(s->m->c, "a section in the report: %s", e.message);
    return d;
}

/* The section of these bytes. Results mostly hold the same ones, so they are copied and outlive the result. */
static const nvs_node *kept(section_source *s, ncurep_view bytes)
{
    const size_t i = set_add(&s->bytes, bytes.ptr, bytes.len);
    if (i == s->kept_count) {
        s->kept = (nvs_document **)cli_grow(s->kept, &s->kept_room, i + 1, sizeof *s->kept);
        s->kept[s->kept_count++] = NULL;
    }
    if (s->kept[i] == NULL) s->kept[i] = parse(s, s->bytes.list[i].text, bytes.len);
    return s->kept[i] != NULL ? s->kept[i]->root : NULL;
}

/* A section and what it is sorted by. */
typedef struct placed {
    const nvs_node *section;
    uint64_t order; /* UINT64_MAX: none */
    nvs_view name;
    uint32_t at; /* in the list that is sorted */
} placed;

static int compare_views(nvs_view a, nvs_view b)
{
    const size_t len = a.len < b.len ? a.len : b.len;
    const int c = len > 0 ? memcmp(a.ptr, b.ptr, len) : 0;
    return c != 0 ? c : (a.len > b.len) - (a.len < b.len);
}

static int by_order(const void *a, const void *b)
{
    const placed *x = (const placed *)a, *y = (const placed *)b;
    const int c = x->order != y->order ? (x->order > y->order ? 1 : -1) : compare_views(x->name, y->name);
    return c != 0 ? c : (x->at > y->at) - (x->at < y->at);
}

static int by_name(const void *a, const void *b)
{
    const placed *x = (const placed *)a, *y = (const placed *)b;
    const int c = compare_views(x->name, y->name);
    return c != 0 ? c : (x->at > y->at) - (x->at < y->at);
}

/* The sections by the text of a field, equals as in the list. */
static placed *named(const nvs_node *const *list, uint32_t count, nvs_field field)
{
    placed *to = (placed *)cli_alloc((size_t)count + 1, sizeof *to);
    uint32_t i;
    for (i = 0; i < count; i++) {
        to[i].section = list[i];
        to[i].name = nvs_node_text(list[i], field);
        to[i].at = i;
    }
    qsort(to, count, sizeof *to, by_name);
    return to;
}

/* The first of this name or after it. */
static uint32_t first_named(const placed *sorted, uint32_t count, nvs_view name)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (compare_views(sorted[middle].name, name) < 0) low = middle + 1;
        else high = middle;
    }
    return low;
}

static int is_named(const placed *sorted, uint32_t count, uint32_t at, nvs_view name)
{
    return at < count && compare_views(sorted[at].name, name) == 0;
}

/* Order: what has none comes last; equals by what people call them. */
static void sort_sections(const nvs_node **list, uint32_t count)
{
    placed *sorted = (placed *)cli_alloc((size_t)count + 1, sizeof *sorted);
    uint32_t i;
    for (i = 0; i < count; i++) {
        sorted[i].section = list[i];
        sorted[i].order = nvs_node_child(list[i], NVS_FIELD_ORDER) != NULL ? nvs_node_uint(list[i], NVS_FIELD_ORDER) : UINT64_MAX;
        sorted[i].name = section_title(list[i]);
        sorted[i].at = i;
    }
    qsort(sorted, count, sizeof *sorted, by_order);
    for (i = 0; i < count; i++) list[i] = sorted[i].section;
    cli_free(sorted);
}

/* Puts extensions of a section after it and its other extensions. */
static void place_extensions(const nvs_node **list, uint32_t count)
{
    const nvs_node **to = (const nvs_node **)cli_alloc((size_t)count + 1, sizeof *to);
    unsigned char *taken = (unsigned char *)cli_alloc((size_t)count + 1, 1);
    placed *sections = named(list, count, NVS_FIELD_IDENTIFIER), *extensions = named(list, count, NVS_FIELD_EXTENDS);
    uint32_t n = 0, i, at = 0, base = 0, rest = 0;
    for (;;) {
        /* The next one that extends no other of the list; if all that are left extend each other, the next one. */
        for (; base < count; base++) {
            const nvs_view extends = nvs_node_text(list[base], NVS_FIELD_EXTENDS);
            const uint32_t k = first_named(sections, count, extends);
            const int itself = is_named(sections, count, k, extends) && sections[k].at == base;
            if (!taken[base] && (extends.len == 0 || !is_named(sections, count, k + (uint32_t)itself, extends))) break;
        }
        while (base == count && rest < count && taken[rest]) rest++;
        i = base < count ? base : rest;
        if (i == count) break;
        taken[i] = 1;
        to[n++] = list[i];
        for (; at < n; at++) {
            const nvs_view id = nvs_node_text(to[at], NVS_FIELD_IDENTIFIER);
            const uint32_t first = first_named(extensions, count, id);
            /* Those with one name are taken, and so examined, all at once. */
            if (id.len == 0 || !is_named(extensions, count, first, id) || extensions[first].section == NULL) continue;
            for (i = first; is_named(extensions, count, i, id); i++) {
                if (taken[extensions[i].at]) continue;
                taken[extensions[i].at] = 1;
                to[n++] = extensions[i].section;
            }
            extensions[first].section = NULL;
        }
    }
    if (n > 0) memcpy(list, to, n * sizeof *list);
    cli_free(to);
    cli_free(taken);
    cli_free(sections);
    cli_free(extensions);
}

/* A section of the report without what the device has nothing of. */
static const nvs_node *stored(section_source *s, const nvs_device *device, ncurep_view bytes)
{
    cli_buf fitting = {NULL, 0, 0};
    const nvs_node *root = put_fitting(bytes, device, &fitting) ? kept(s, bytes_of(fitting.ptr, fitting.len)) : kept(s, bytes);
    cli_buf_free(&fitting);
    return root;
}

/* A section whose rest is parsed when it is evaluated. */
static const nvs_node *stored_cut(evaluated *e, ncurep_view bytes, uint32_t at)
{
    cut_section *const c = &e->cut[e->cut_count++];
    cli_buf b = {NULL, 0, 0};
    put_cut(bytes, &b);
    c->root = kept(e->sections_of, bytes_of(b.ptr != NULL ? b.ptr : "", b.len));
    c->bytes = bytes;
    c->at = at;
    cli_buf_free(&b);
    return c->root;
}

static int by_root(const void *a, const void *b)
{
    const cut_section *x = (const cut_section *)a, *y = (const cut_section *)b;
    if (x->root != y->root) return (uintptr_t)x->root < (uintptr_t)y->root ? -1 : 1;
    return x->at < y->at ? -1 : x->at > y->at;
}

/* Sorts the cut ones. Of those that have all but what they show in common, the first is one; the others become whole. */
static int sort_cut(evaluated *e)
{
    size_t i, n = 0;
    qsort(e->cut, e->cut_count, sizeof *e->cut, by_root);
    for (i = 0; i < e->cut_count; i++) {
        const cut_section c = e->cut[i];
        if (n == 0 || e->cut[n - 1].root != c.root) e->cut[n++] = c;
        else if ((e->sections[c.at] = stored(e->sections_of, &e->on, c.bytes)) == NULL) return 0;
    }
    e->cut_count = n;
    return 1;
}

static const cut_section *cut_of(const evaluated *e, const nvs_node *root)
{
    size_t low = 0, high = e->cut_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if ((uintptr_t)e->cut[middle].root < (uintptr_t)root) low = middle + 1;
        else high = middle;
    }
    return low < e->cut_count && e->cut[low].root == root ? &e->cut[low] : NULL;
}

/* All of a section; NULL with a message. */
static const nvs_node *whole(evaluated *e, const nvs_node *section)
{
    const cut_section *const cut = cut_of(e, section);
    if (cut == NULL) return section;
    if (e->whole_of != section) {
        const ncurep_view bytes = cut->bytes;
        nvs_document_close(e->whole);
        cli_buf_free(&e->whole_bytes);
        e->whole = put_fitting(bytes, &e->on, &e->whole_bytes) ? parse(e->sections_of, e->whole_bytes.ptr, e->whole_bytes.len)
                                                               : parse(e->sections_of, bytes.ptr, bytes.len);
        e->whole_of = e->whole != NULL ? section : NULL;
    }
    return e->whole != NULL ? e->whole->root : NULL;
}

static int wanted(const model *m, const nvs_node *section)
{
    if (m->sections.count == 0) return m->chosen.metric_count == 0;
    return wants_section(&m->sections, view_of(nvs_node_text(section, NVS_FIELD_IDENTIFIER)));
}

static int gather(section_source *s, evaluated *e)
{
    ncurep_list list = e->r->sections;
    ncurep_section section;
    uint32_t i, n = 0;
    if (!has_folder(s->m) && list.count > 0) {
        e->sections = (const nvs_node **)cli_alloc((size_t)list.count + 1, sizeof *e->sections);
        e->cut = (cut_section *)cli_alloc((size_t)list.count + 1, sizeof *e->cut);
        while (ncurep_section_next(&list, &section)) {
            const nvs_node *root = e->o->info.results == 1 ? stored_cut(e, section.bytes, n) : stored(s, &e->on, section.bytes);
            if (root == NULL) return 0;
            e->sections[n++] = root;
        }
        if (!sort_cut(e)) return 0;
        sort_sections(e->sections, n);
    } else {
        if (!has_folder(s->m)) {
            if (s->library == NULL) add_built_in(s);
            e->built_in = 1;
        }
        e->sections = (const nvs_node **)cli_alloc((size_t)s->library->count + 1, sizeof *e->sections);
        (void)library_pick(s->library, PICK_ALL, "", &n, NULL);
        n = library_sections(s->library, e->sections);
    }
    place_extensions(e->sections, n);
    for (i = 0; i < n; i++)
        if (wanted(s->m, e->sections[i])) e->sections[e->count++] = e->sections[i];
    s->results++;
    s->matched += e->count;
    return 1;
}

int evaluate_result(section_source *s, opened *o, const ncurep_result *r, evaluated *e)
{
    nvs_metrics_options options;
    nvs_error error;
    ncurep_error bad;
    char device[32], cc[32];
    memset(e, 0, sizeof *e);
    e->m = s->m;
    e->o = o;
    e->r = r;
    e->sections_of = s;
    if (s->users++ == 0 && s->kept_count > MOST_KEPT) forget_sections(s);
    if (ncurep_index_build(o->report, r, &e->index, &bad) != NCUREP_OK) {
        say_error(s->m->c, o->path, &bad);
        return 0;
    }
    e->data = (nvs_metric *)cli_alloc((size_t)e->index.count + 1, sizeof *e->data);
    e->known = (unsigned char *)cli_alloc((size_t)e->index.count + 1, 1);
    e->version = version_of(o);
    device_of(o, r, device, cc, sizeof device);
    e->device = strtoul(device, NULL, 10);
    if (strchr(cc, '.') != NULL) e->cc = (uint32_t)(10 * strtoul(cc, NULL, 10) + strtoul(strchr(cc, '.') + 1, NULL, 10));
    e->source.user = e;
    e->source.metric_fn = find_metric;
    e->source.name_fn = name_at;
    memset(&options, 0, sizeof options);
    options.memory.max_memory = (size_t)1 << 30;
    CLI_MEMORY(options.memory);
    options.device.cc = e->cc;
    options.device.scope = r->kind == NCUREP_RESULT_KIND_KERNEL ? NVS_SCOPE_LAUNCH : r->kind == NCUREP_RESULT_KIND_CMDLIST ? NVS_SCOPE_CMDLIST : NVS_SCOPE_RANGE;
    options.arithmetic = e->version.year < 2023 || (e->version.year == 2023 && e->version.month < 3) ? NVS_ARITHMETIC_OLD
                                                                                                  : NVS_ARITHMETIC_CURRENT;
    e->on = options.device;
    if (!gather(s, e)) return 0;
    e->keep = 1;
    e->results = nvs_metrics_open(e->sections, e->count, &e->source, &options, &error);
    e->keep = 0;
    if (e->results == NULL) cli_error(s->m->c, "%s: sections: %s", o->path, error.message);
    return e->results != NULL;
}

void evaluated_free(evaluated *e)
{
    evaluated left;
    uint32_t i;
    nvs_metrics_close(e->results);
    for (i = 0; e->data != NULL && e->known != NULL && i < e->index.count; i++) free_instances(e, i);
    cli_free(e->data);
    cli_free(e->known);
    cli_free(e->read);
    cli_free(e->sections);
    cli_free(e->cut);
    nvs_document_close(e->whole);
    cli_buf_free(&e->whole_bytes);
    if (e->sections_of != NULL) e->sections_of->users--;
    memset(&left, 0, sizeof left);
    left.besides = e->besides;
    left.beside_count = e->beside_count;
    *e = left;
}

int evaluated_metric(const evaluated *e, const char *name, nvs_metric *data)
{
    nvs_view v;
    v.ptr = name;
    v.len = strlen(name);
    return nvs_metrics_find(e->results, v, data) == 1;
}

double evaluated_number(const evaluated *e, const char *name, int *has)
{
    nvs_metric d;
    *has = 0;
    memset(&d, 0, sizeof d);
    if (!evaluated_metric(e, name, &d)) return 0;
    return nvs_value_number(&d.value, has);
}

/* Whether a section has something else that is made of instances than source metric tables. */
static int draws_instances(const nvs_node *section)
{
    const nvs_node *n;
    for (n = section; n != NULL; n = nvs_node_walk(section, n, NVS_WALK_INTO)) {
        if (n->name == NVS_FIELD_MULTIPLIER) return 1;
        if (n->type != NVS_TYPE_MESSAGE) continue;
        if (n->of == NVS_MESSAGE_BAR_CHART || n->of == NVS_MESSAGE_LINE_CHART || n->of == NVS_MESSAGE_HISTOGRAM_CHART || n->of == NVS_MESSAGE_ROOFLINE_CHART ||
            n->of == NVS_MESSAGE_TIMELINE)
            return 1;
    }
    return 0;
}

nvs_metric column_data(evaluated *e, const nvs_cell *x)
{
    nvs_metric d = x->data;
    if (d.count > 0 && d.values.kind == NVS_KIND_NONE && d.ids.kind == NVS_KIND_NONE) (void)nvs_metrics_find(e->results, x->name, &d);
    return d;
}

/* A section, and a line of it where it is a text. */
static void say(const evaluated *e, const nvs_node *section, uint32_t line, const char *what, nvs_view name)
{
    const nvs_view id = nvs_node_text(section, NVS_FIELD_IDENTIFIER);
    char place[32] = "";
    if (line > 0) snprintf(place, sizeof place, ", line %u", (unsigned)line);
    cli_error(e->m->c, "%s: section %.*s%s: %s%.*s", e->o->path, (int)id.len, id.ptr, place, what, (int)name.len, name.ptr);
}

/* What a section asks for in vain: said once, however many results there are. */
static void say_wrong(evaluated *e, const nvs_node *section, const nvs_evaluation *v)
{
    section_source *const s = e->sections_of;
    nvs_problem p;
    uint32_t i;
    if (e->built_in) return;
    s->lacking |= v->missing_required > 0;
    for (i = 0; i < s->said_count; i++)
        if (s->said[i] == section) return;
    if ((v->missing_required == 0 && v->problem_count == 0) || s->said_count == sizeof s->said / sizeof *s->said) return;
    s->said[s->said_count++] = section;
    for (i = 0; nvs_evaluation_problem_at(v, i, &p); i++)
        say(e, section, p.line, p.kind == NVS_PROBLEM_KIND_RANGE ? "BinCount counts as 65536" : p.message, nvs_text(NULL));
    for (i = 0; i < v->missing_count; i++)
        if (v->missing[i].importance == NVS_IMPORTANCE_REQUIRED) say(e, section, v->missing[i].metric->line, "required, and not in the result: ", v->missing[i].name);
}

const nvs_evaluation *evaluate_section(evaluated *e, const nvs_node *section, int charts)
{
    nvs_evaluate_options options;
    nvs_error error;
    const nvs_evaluation *v;
    const nvs_node *const all = whole(e, section);
    if (all == NULL) return NULL;
    memset(&options, 0, sizeof options);
    options.memory.max_memory = (size_t)1 << 30;
    CLI_MEMORY(options.memory);
    e->count_only = e->m->style.instance == INSTANCES_NONE && (!charts || !draws_instances(all));
    v = nvs_evaluate(e->results, all, &options, &error);
    e->count_only = 0;
    if (v == NULL) {
        const nvs_view id = nvs_node_text(section, NVS_FIELD_IDENTIFIER);
        cli_error(e->m->c, "%s: section %.*s: %s", e->o->path, (int)id.len, id.ptr, error.message);
    } else if (!e->is_beside) say_wrong(e, section, v);
    return v;
}

nvs_view section_title(const nvs_node *section)
{
    const nvs_view name = nvs_node_text(section, NVS_FIELD_DISPLAY_NAME);
    return name.len > 0 ? name : nvs_node_text(section, NVS_FIELD_IDENTIFIER);
}
