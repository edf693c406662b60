/* Sections, and the metrics of a result that they are filled with. */
#define NVS_IMPLEMENTATION
#define NVS_POSIX
#include "nvsection.h"

#include "pages.h"

#include <stdlib.h>
#include <string.h>

/* Built-in sections: "\001NAME", then lines. */
static const char *const built_in[] = {
#include "sections.inc"
};

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

int same_text(ncurep_view v, const char *text)
{
    return v.len == strlen(text) && memcmp(v.ptr, text, v.len) == 0;
}

/* Values ---------------------------------------------------------------------------------------------------------- */

ncurep_value report_value(const nvs_value *v)
{
    ncurep_value to;
    memset(&to, 0, sizeof to);
    to.text.ptr = "";
    switch (v->kind) {
    case NVS_KIND_DOUBLE:
    case NVS_KIND_FLOAT:
        to.kind = NCUREP_DOUBLE;
        memcpy(&to.bits, &v->v.d, sizeof to.bits);
        break;
    case NVS_KIND_UINT64:
    case NVS_KIND_UINT32:
        to.kind = v->kind == NVS_KIND_UINT64 ? NCUREP_UINT64 : NCUREP_UINT32;
        to.bits = v->v.u;
        break;
    case NVS_KIND_STRING:
        to.kind = NCUREP_STRING;
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
    case NCUREP_NOTHING: break;
    case NCUREP_STRING:
        to.kind = NVS_KIND_STRING;
        to.v.text = nvs_view_of(v->text);
        break;
    case NCUREP_UINT32:
    case NCUREP_UINT64:
        to.kind = v->kind == NCUREP_UINT64 ? NVS_KIND_UINT64 : NVS_KIND_UINT32;
        to.v.u = v->bits;
        break;
    default:
        to.kind = v->kind == NCUREP_FLOAT ? NVS_KIND_FLOAT : NVS_KIND_DOUBLE;
        to.v.d = ncurep_as_double(v);
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
    nvs_value v;
    size_t i;
    to.kind = NVS_KIND_NONE;
    to.at = NULL;
    for (i = 0; i < count && ncurep_next_instance(&again, &n); i++) {
        v = section_value(which ? &n.value : &n.id);
        if (i == 0) to.kind = v.kind;
        if (v.kind != to.kind || v.kind == NVS_KIND_STRING || v.kind == NVS_KIND_NONE) to.kind = NVS_KIND_MIXED;
    }
    if (to.kind == NVS_KIND_MIXED) {
        nvs_value *at = (nvs_value *)cli_alloc(count + 1, sizeof *at);
        for (i = 0; i < count && ncurep_next_instance(&list, &n); i++) at[i] = section_value(which ? &n.value : &n.id);
        to.at = at;
    } else if (to.kind == NVS_KIND_DOUBLE || to.kind == NVS_KIND_FLOAT) {
        double *at = (double *)cli_alloc(count + 1, sizeof *at);
        for (i = 0; i < count && ncurep_next_instance(&list, &n); i++) at[i] = ncurep_as_double(which ? &n.value : &n.id);
        to.at = at;
    } else if (to.kind != NVS_KIND_NONE) {
        uint64_t *at = (uint64_t *)cli_alloc(count + 1, sizeof *at);
        for (i = 0; i < count && ncurep_next_instance(&list, &n); i++) at[i] = (which ? &n.value : &n.id)->bits;
        to.at = at;
    }
    return to;
}

/* Attributes of the device stand in the session, too, and in some reports only there. */
static int find_attribute(const evaluated *e, nvs_view name, nvs_data *data)
{
    static const char prefix[] = "device__attribute_";
    ncurep_session s;
    ncurep_device d;
    ncurep_attribute a;
    if (name.len < sizeof prefix || memcmp(name.ptr, prefix, sizeof prefix - 1) != 0) return 0;
    (void)ncurep_session_of(e->o->report, &s);
    while (ncurep_next_device(&s.devices, &d))
        while (d.id == e->device && ncurep_next_attribute(&d.attributes, &a))
            if (a.name.len == name.len && memcmp(a.name.ptr, name.ptr, name.len) == 0) {
                data->value = section_value(&a.value);
                return 1;
            }
    return 0;
}

static int find_metric(void *user, nvs_view name, nvs_data *data)
{
    evaluated *e = (evaluated *)user;
    ncurep_metric m;
    uint32_t place;
    if (ncurep_index_find(&e->index, name.ptr, name.len, &place) == 0) return find_attribute(e, name, data);
    if (!e->known[place]) {
        nvs_data *to = &e->data[place];
        ncurep_list list;
        ncurep_instance n;
        if (!ncurep_index_metric(&e->index, place, &m)) return 0;
        e->known[place] = 1;
        to->value = section_value(&m.value);
        list = m.instances;
        while (ncurep_next_instance(&list, &n)) to->count++;
        if (to->count > 0) {
            to->ids = column(m.instances, to->count, 0);
            to->values = column(m.instances, to->count, 1);
        }
    }
    *data = e->data[place];
    return 1;
}

static int name_at(void *user, size_t i, nvs_view *name)
{
    const evaluated *e = (const evaluated *)user;
    ncurep_metric m;
    ncurep_view text;
    if (i >= e->index.count || !ncurep_index_metric(&e->index, (uint32_t)i, &m) || !ncurep_string(e->o->report, m.name_id, &text)) return 0;
    *name = nvs_view_of(text);
    return 1;
}

/* Where sections come from ---------------------------------------------------------------------------------------- */

static int open_library(section_source *s)
{
    nvs_options options;
    nvs_error e;
    memset(&options, 0, sizeof options);
    options.memory.max_memory = (size_t)1 << 30;
    options.flags = NVS_LENIENT;
    s->library = nvs_library_open(&options, &e);
    if (s->library == NULL) cli_error(s->q->c, "sections: %s", e.message);
    return s->library != NULL;
}

static int add_built_in(section_source *s)
{
    const size_t count = sizeof built_in / sizeof *built_in;
    size_t i = 0;
    if (!open_library(s)) return 0;
    while (i < count) {
        cli_buf b = {NULL, 0, 0};
        nvs_view name;
        name.ptr = built_in[i] + 1;
        name.len = strlen(name.ptr);
        for (i++; i < count && built_in[i][0] != 1; i++) cli_putf(&b, "%s\n", built_in[i]);
        s->texts = (char **)cli_grow(s->texts, &s->text_room, s->text_count + 1, sizeof *s->texts);
        s->texts[s->text_count++] = b.ptr;
        if (nvs_library_add(s->library, name, b.ptr, b.len) != NVS_OK) return 0;
    }
    return 1;
}

int sections_open(section_source *s, request *q)
{
    nvs_files files;
    uint32_t i;
    memset(s, 0, sizeof *s);
    s->q = q;
    if (q->section_folder == NULL) return 1;
    if (!open_library(s)) return 0;
    nvs_posix_files(&files);
    if (nvs_library_load(s->library, &files, q->section_folder, 1) != NVS_OK) {
        cli_error(q->c, "%s: cannot read the folder", q->section_folder);
        return 0;
    }
    for (i = 0; i < s->library->count; i++) {
        const nvs_file *f = &s->library->files[i];
        if (f->state != NVS_FILE_OK && f->state != NVS_FILE_DUPLICATE)
            cli_error(q->c, "%s: %s", f->path.ptr, f->state == NVS_FILE_WRONG ? "not a section, passed over" : "cannot be read");
    }
    return 1;
}

void sections_close(section_source *s)
{
    size_t i;
    nvs_library_close(s->library);
    for (i = 0; i < s->text_count; i++) free(s->texts[i]);
    free(s->texts);
    for (i = 0; i < s->kept_count; i++) {
        nvs_free(s->kept[i].document);
        free(s->kept[i].bytes);
    }
    free(s->kept);
    memset(s, 0, sizeof *s);
}

/* The section of these bytes. Results of a report mostly hold the same sections at the same places, so near is looked at
   first. */
static const nvs_node *stored(section_source *s, ncurep_view bytes, size_t near)
{
    nvs_options options;
    nvs_error e;
    kept_section *k;
    size_t i;
    for (i = 0; i < s->kept_count; i++) {
        k = &s->kept[(near + i) % s->kept_count];
        if (k->len == bytes.len && memcmp(k->bytes, bytes.ptr, bytes.len) == 0) return k->document->root;
    }
    s->kept = (kept_section *)cli_grow(s->kept, &s->kept_room, s->kept_count + 1, sizeof *s->kept);
    k = &s->kept[s->kept_count];
    k->len = bytes.len;
    k->bytes = copy_text(bytes.ptr, bytes.len);
    memset(&options, 0, sizeof options);
    options.memory.max_memory = (size_t)1 << 30;
    k->document = nvs_parse_binary(k->bytes, k->len, &options, &e);
    if (k->document == NULL) {
        cli_error(s->q->c, "a section that the report holds: %s", e.message);
        free(k->bytes);
        return NULL;
    }
    s->kept_count++;
    return k->document->root;
}

/* Order: what has none comes last; equals stay as they are. */
static void sort_sections(const nvs_node **list, uint32_t count)
{
    uint32_t i, k;
    for (i = 1; i < count; i++) {
        const nvs_node *moved = list[i];
        const uint64_t order = nvs_child(moved, NVS_F_ORDER) != NULL ? nvs_uint(moved, NVS_F_ORDER) : UINT64_MAX;
        for (k = i; k > 0; k--) {
            const uint64_t before = nvs_child(list[k - 1], NVS_F_ORDER) != NULL ? nvs_uint(list[k - 1], NVS_F_ORDER) : UINT64_MAX;
            if (before <= order) break;
            list[k] = list[k - 1];
        }
        list[k] = moved;
    }
}

static int equal(nvs_view a, nvs_view b)
{
    return a.len == b.len && memcmp(a.ptr, b.ptr, a.len) == 0;
}

/* Puts what extends a section behind it and its other extensions. */
static void place_extensions(const nvs_node **list, uint32_t count)
{
    const nvs_node **to = (const nvs_node **)cli_alloc((size_t)count + 1, sizeof *to);
    unsigned char *taken = (unsigned char *)cli_alloc((size_t)count + 1, 1);
    uint32_t n = 0, i, k, at = 0;
    for (;;) {
        /* The next one that extends none of the list; when all that is left extend each other, the next one. */
        uint32_t pick = count;
        for (i = 0; i < count && pick == count; i++) {
            const nvs_view extends = nvs_text(list[i], NVS_F_EXTENDS);
            int inside = 0;
            for (k = 0; k < count && extends.len > 0 && !inside; k++) inside = k != i && equal(nvs_text(list[k], NVS_F_IDENTIFIER), extends);
            if (!taken[i] && !inside) pick = i;
        }
        for (i = 0; i < count && pick == count; i++)
            if (!taken[i]) pick = i;
        if (pick == count) break;
        taken[pick] = 1;
        to[n++] = list[pick];
        for (; at < n; at++) {
            const nvs_view id = nvs_text(to[at], NVS_F_IDENTIFIER);
            for (i = 0; i < count; i++)
                if (!taken[i] && id.len > 0 && equal(nvs_text(list[i], NVS_F_EXTENDS), id)) {
                    taken[i] = 1;
                    to[n++] = list[i];
                }
        }
    }
    if (n > 0) memcpy(list, to, n * sizeof *list);
    free(to);
    free(taken);
}

static int wanted(request *q, const nvs_node *section)
{
    const nvs_view id = nvs_text(section, NVS_F_IDENTIFIER);
    size_t i;
    for (i = 0; i < q->section_count; i++)
        if (ncurep_pattern_match(q->sections[i], id.ptr, id.len)) return 1;
    return q->section_count == 0 && q->chosen.metric_count == 0;
}

static int gather(section_source *s, evaluated *e)
{
    ncurep_list list = e->r->sections;
    ncurep_section section;
    uint32_t i, n = 0;
    if (s->q->section_folder == NULL && list.count > 0) {
        e->sections = (const nvs_node **)cli_alloc((size_t)list.count + 1, sizeof *e->sections);
        while (ncurep_next_section(&list, &section)) {
            const nvs_node *root = stored(s, section.bytes, n);
            if (root == NULL) return 0;
            e->sections[n++] = root;
        }
        sort_sections(e->sections, n);
    } else {
        if (s->q->section_folder == NULL) {
            if (s->library == NULL && !add_built_in(s)) return 0;
            e->built_in = 1;
        }
        e->sections = (const nvs_node **)cli_alloc((size_t)s->library->count + 1, sizeof *e->sections);
        n = nvs_library_sections(s->library, NULL, e->sections);
    }
    place_extensions(e->sections, n);
    for (i = 0; i < n; i++)
        if (wanted(s->q, e->sections[i])) e->sections[e->count++] = e->sections[i];
    return 1;
}

report_version version_of(const opened *o)
{
    report_version v = {0, 0, 0};
    uint32_t *part[3];
    ncurep_session s;
    ncurep_pair p;
    part[0] = &v.year;
    part[1] = &v.month;
    part[2] = &v.patch;
    (void)ncurep_session_of(o->report, &s);
    while (ncurep_next_pair(&s.versions, &p)) {
        size_t i, k = 0;
        if (!same_text(p.name, "Nsight Compute Target")) continue;
        for (i = 0; i < p.value.len && k < 3; i++) {
            const char ch = p.value.ptr[i];
            if (ch == '.') k++;
            else if (ch < '0' || ch > '9') break;
            else if (*part[k] < 100000) *part[k] = *part[k] * 10 + (uint32_t)(ch - '0');
        }
    }
    return v;
}

int evaluate_result(section_source *s, opened *o, const ncurep_result *r, evaluated *e)
{
    nvs_results_options options;
    nvs_error error;
    ncurep_error bad;
    char device[32], cc[32];
    memset(e, 0, sizeof *e);
    e->q = s->q;
    e->o = o;
    e->r = r;
    if (!ncurep_index_metrics(o->report, r, &e->index, &bad)) {
        say_error(s->q->c, o->path, &bad);
        return 0;
    }
    e->data = (nvs_data *)cli_alloc((size_t)e->index.count + 1, sizeof *e->data);
    e->known = (unsigned char *)cli_alloc((size_t)e->index.count + 1, 1);
    if (!gather(s, e)) return 0;
    e->version = version_of(o);
    device_of(o, r, device, cc, sizeof device);
    e->device = strtoul(device, NULL, 10);
    if (strchr(cc, '.') != NULL) e->cc = (uint32_t)(10 * strtoul(cc, NULL, 10) + strtoul(strchr(cc, '.') + 1, NULL, 10));
    e->source.user = e;
    e->source.metric_fn = find_metric;
    e->source.name_fn = name_at;
    memset(&options, 0, sizeof options);
    options.memory.max_memory = (size_t)1 << 30;
    options.device.cc = e->cc;
    options.device.scope = r->kind == NCUREP_KERNEL ? NVS_SCOPE_LAUNCH : r->kind == NCUREP_CMDLIST ? NVS_SCOPE_CMDLIST : NVS_SCOPE_RANGE;
    /* The second generation came with 2023.3. */
    options.generation = e->version.year == 0 || e->version.year < 2023 || (e->version.year == 2023 && e->version.month < 3) ? 1 : 2;
    e->results = nvs_results_open(e->sections, e->count, &e->source, &options, &error);
    if (e->results == NULL) cli_error(s->q->c, "%s: sections: %s", o->path, error.message);
    return e->results != NULL;
}

void evaluated_free(evaluated *e)
{
    uint32_t i;
    nvs_results_close(e->results);
    for (i = 0; e->data != NULL && i < e->index.count; i++) {
        free((void *)(uintptr_t)e->data[i].ids.at);
        free((void *)(uintptr_t)e->data[i].values.at);
    }
    free(e->data);
    free(e->known);
    free(e->sections);
    memset(e, 0, sizeof *e);
}

int evaluated_metric(const evaluated *e, const char *name, nvs_data *data)
{
    nvs_view v;
    v.ptr = name;
    v.len = strlen(name);
    return nvs_results_metric(e->results, v, data) == 1;
}

double evaluated_number(const evaluated *e, const char *name, int *has)
{
    nvs_data d;
    *has = 0;
    memset(&d, 0, sizeof d);
    if (!evaluated_metric(e, name, &d)) return 0;
    return nvs_value_number(&d.value, has);
}

nvs_evaluation *evaluate_section(evaluated *e, const nvs_node *section)
{
    nvs_memory memory;
    nvs_error error;
    nvs_evaluation *v;
    memset(&memory, 0, sizeof memory);
    memory.max_memory = (size_t)1 << 30;
    v = nvs_evaluate(e->results, section, &memory, &error);
    if (v == NULL) {
        const nvs_view id = nvs_text(section, NVS_F_IDENTIFIER);
        cli_error(e->q->c, "%s: section %.*s: %s", e->o->path, (int)id.len, id.ptr, error.message);
    }
    return v;
}
