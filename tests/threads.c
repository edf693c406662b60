/* What may be shared between threads, shared by four of them under a race detector (tests/limits/threads.sh builds it so):
   a linked configuration, its files and edits of them; the line tables of a cubin; section documents, libraries, results;
   and objects of one's own over the same bytes. Every thread must find what one thread alone finds. */
#define NVP_IMPLEMENTATION
#include "nvprofile.h"
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"
#define CUBIN_IMPLEMENTATION
#include "cubin.h"

#include "cubin_open.h"
#include "ncurep_calls.h"
#define DRMFD_IMPLEMENTATION
#include "drmfdinfo.h"
#include "drmfdinfo_add.h"
#define NVS_IMPLEMENTATION
#include "nvsection.h"
#include "nvsection_calls.h"
#include "run.h"

#include <pthread.h>

enum { THREADS = 4, ROUNDS = 6 };

static void mix(uint64_t *sum, uint64_t n) { *sum = (*sum ^ n) * 0x9e3779b97f4a7c15u + 1; }

static void mix_bytes(uint64_t *sum, const char *p, size_t n)
{
    size_t i;
    for (i = 0; i < n; i++) mix(sum, (unsigned char)p[i]);
}

/* Calls job in all threads at once; each must give what the first call gave. */
static uint64_t (*job)(const void *shared);
static const void *shared_by_all;
static uint64_t sums[THREADS];

static void *work(void *at)
{
    uint64_t sum = 0;
    int i;
    for (i = 0; i < ROUNDS; i++) sum = job(shared_by_all);
    sums[(uint64_t *)at - sums] = sum;
    return NULL;
}

static void in_threads(uint64_t (*what)(const void *), const void *shared)
{
    pthread_t id[THREADS];
    uint64_t want;
    int i;
    job = what;
    shared_by_all = shared;
    for (i = 0; i < THREADS; i++) CHECK(pthread_create(&id[i], NULL, work, &sums[i]) == 0);
    for (i = 0; i < THREADS; i++) CHECK(pthread_join(id[i], NULL) == 0);
    want = what(shared); /* last, so that the threads were the first to touch it */
    CHECK(want != 0);
    for (i = 0; i < THREADS; i++) CHECK_U64(want, sums[i]);
}

/* Profiles. */
static nvp_reply fact(nvp_fact what, nvp_view *out, void *user)
{
    (void)user;
    out->ptr = what == NVP_FACT_ARGV0 ? "C:\\TidalRacer.exe" : "/usr/bin/lanternfish";
    out->len = strlen(out->ptr);
    return NVP_REPLY_YES;
}

static nvp_reply put(const void *bytes, size_t size, void *user)
{
    mix_bytes((uint64_t *)user, (const char *)bytes, size);
    return NVP_REPLY_YES;
}

static uint64_t profiles(const void *shared)
{
    const nvp_config *c = (const nvp_config *)shared;
    uint64_t sum = 1;
    nvp_process p;
    const nvp_result *r;
    nvp_effective e;
    nvp_output to;
    nvp_change change;
    uint32_t i;
    memset(&p, 0, sizeof p);
    memset(&to, 0, sizeof to);
    p.fact_fn = fact;
    r = nvp_resolve(c, &p, NULL, NULL);
    if (r == NULL) return 0;
    mix(&sum, r->setting_count);
    for (i = 0; i < r->setting_count; i++) {
        mix_bytes(&sum, r->settings[i].setting->key.ptr, r->settings[i].setting->key.len);
        mix(&sum, nvp_result_find(r, nvp_text("GLSyncToVblank"), &e));
    }
    for (i = 0; i < 2000; i += 37) mix(&sum, nvp_file_locate(c->files[0], i).line);
    to.write_fn = put;
    to.user = &sum;
    memset(&change, 0, sizeof change);
    change.name = change.value = nvp_text("1");
    change.to = 1;
    change.action = NVP_ACTION_RULE_MOVE;
    mix(&sum, (uint64_t)nvp_edit(c->files[0], &change, 1, &to, NULL, NULL));
    change.action = NVP_ACTION_SET;
    if (c->files[0]->profile_count > 0) mix(&sum, (uint64_t)nvp_edit(c->files[0], &change, 1, &to, NULL, NULL));
    nvp_result_close(r);
    return sum;
}

static void configuration(void)
{
    size_t size;
    char *text = run_read("examples/data/samples/nvprofile/studio.rc", &size);
    nvp_config *c = nvp_config_open(NULL, NULL);
    CHECK(nvp_config_add(c, nvp_text("studio.rc"), text, size, NULL) == NVP_OK && nvp_config_link(c, NULL) == NVP_OK);
    in_threads(profiles, c);
    nvp_config_close(c);
    free(text);
}

/* Reports: one each, over the same bytes; line tables: one for all. */
typedef struct bytes {
    char *ptr;
    size_t len;
} bytes;

static uint64_t reports(const void *shared)
{
    const bytes *b = (const bytes *)shared;
    ncurep_report *r = ncurep_report_open(b->ptr, b->len, NULL, NULL);
    ncurep_result result;
    ncurep_metric m;
    ncurep_view name;
    uint64_t sum = 1;
    uint32_t i, n;
    if (r == NULL || ncurep_modules_load(r, &n, NULL) != NCUREP_OK) return 0;
    for (i = 0; ncurep_result_at(r, i, &result, NULL); i++)
        while (ncurep_metric_next(&result.metrics, &m)) {
            (void)ncurep_string_at(r, m.name_id, &name);
            mix_bytes(&sum, name.ptr, name.len);
            mix(&sum, ncurep_value_u64(&m.value));
            mix(&sum, string_id(r, name));
        }
    ncurep_report_close(r);
    return sum;
}

static uint64_t lines(const void *shared)
{
    const cubin_file *l = (const cubin_file *)shared;
    cubin_function f;
    uint64_t sum = 1;
    uint32_t i;
    for (i = 0; cubin_function_at(l, i, &f); i++) {
        cubin_rows rows;
        cubin_place place;
        cubin_rows_begin(&rows, l, &f, CUBIN_TABLE_SOURCE);
        while (cubin_rows_next(&rows, &place)) {
            const uint64_t at = place.offset;
            do {
                mix(&sum, place.line);
                mix_bytes(&sum, place.file.ptr, place.file.len);
            } while (cubin_place_outer(l, &place));
            if (cubin_place_find(l, CUBIN_TABLE_SOURCE, f.symbol, at, &place)) mix(&sum, place.line);
        }
    }
    mix(&sum, cubin_file_memory_used(l));
    return sum;
}

static void report_bytes(void)
{
    bytes b;
    cubin_file *l;
    b.ptr = run_read("examples/data/samples/ncurep/mixed.ncu-rep", &b.len);
    in_threads(reports, &b);
    free(b.ptr);
    b.ptr = run_read("examples/data/samples/ncurep/nested_sm80.cubin", &b.len);
    l = open_cubin(b.ptr, b.len, NULL, NULL);
    in_threads(lines, l);
    cubin_file_close(l);
    free(b.ptr);
}

/* Sections. */
static nvs_reply put_section(const void *bytes, size_t size, void *user)
{
    mix_bytes((uint64_t *)user, (const char *)bytes, size);
    return NVS_REPLY_YES;
}

static nvs_reply metric(nvs_view name, nvs_metric *d, void *user)
{
    static const double reals[] = {1.5, -2, 4};
    static const uint64_t ids[] = {16, 32, 48}, wholes[] = {1, 5, 7};
    (void)user;
    if (name.len == 3 && memcmp(name.ptr, "one", 3) == 0) {
        d->value.kind = NVS_KIND_UINT64;
        d->value.v.u = 1;
    } else if (name.len == 10 && memcmp(name.ptr, "group:list", 10) == 0) {
        d->value.kind = NVS_KIND_STRING;
        d->value.v.text = nvs_text("one,gone,reals");
    } else if (name.len == 5 && memcmp(name.ptr, "reals", 5) == 0) {
        d->value.kind = NVS_KIND_DOUBLE;
        d->value.v.d = 3.5;
        d->values.kind = NVS_KIND_DOUBLE;
        d->values.at = reals;
    } else if (name.len == 6 && memcmp(name.ptr, "wholes", 6) == 0) {
        d->value.kind = NVS_KIND_UINT64;
        d->value.v.u = 13;
        d->values.kind = NVS_KIND_UINT64;
        d->values.at = wholes;
    } else
        return 0;
    if (d->values.at != NULL) {
        d->count = 3;
        d->ids.kind = NVS_KIND_UINT64;
        d->ids.at = ids;
    }
    return 1;
}

static nvs_reply metric_name(size_t index, nvs_view *name, void *user)
{
    static const char *const names[] = {"one", "group:list", "reals", "wholes"};
    (void)user;
    if (index >= 4) return 0;
    *name = nvs_text(names[index]);
    return 1;
}

static const nvs_source source = {metric, metric_name, NULL, NULL};

typedef struct sections {
    const nvs_document *doc;
    const nvs_metrics *results;
} sections;

static uint64_t section(const void *shared)
{
    const sections *s = (const sections *)shared;
    const nvs_node *root = s->doc->root, *n;
    nvs_device d;
    const nvs_selection *selection;
    const nvs_evaluation *e;
    uint64_t sum = 1;
    size_t i;
    memset(&d, 0, sizeof d);
    d.cc = 90;
    for (n = nvs_node_walk(root, root, NVS_WALK_INTO); n != NULL; n = nvs_node_walk(root, n, NVS_WALK_INTO)) mix(&sum, n->name + node_count(n->parent, (nvs_field)n->name));
    mix(&sum, (uint64_t)write_text(root, put_section, &sum));
    selection = select_on(&root, 1, &d, NULL, NULL, NULL);
    e = evaluate_in(s->results, root, NULL, NULL);
    if (selection == NULL || e == NULL) return 0;
    for (i = 0; i < selection->metric_count; i++) mix_bytes(&sum, selection->metrics[i].name.ptr, selection->metrics[i].name.len);
    for (i = 0; i < e->count; i++) {
        mix(&sum, e->parts[i].kind + e->parts[i].cell.state);
        mix_bytes(&sum, e->parts[i].cell.label.ptr, e->parts[i].cell.label.len);
    }
    mix(&sum, (uint64_t)nvs_metrics_find(s->results, nvs_text("twice"), NULL));
    mix(&sum, derived_named(s->results->derivation, nvs_text("twice")) != NULL);
    nvs_selection_close(selection);
    nvs_evaluation_close(e);
    return sum;
}

static void documents(void)
{
    static const char text_of[] =
        "Identifier: \"T\" DisplayName: \"T\" MetricDefinitions { MetricDefinitions { Name: \"twice\" Expression: \"reals * 2.0\" } }\n"
        "Header { Metrics { Name: \"one\" } Metrics { Name: \"twice\" Multiplier: 3 } }\n"
        "Body { Items { Table { Columns: 2 SortKey: ByValue Metrics { Name: \"group:list\" Label: \"{UNIT}\" } } }\n"
        "  Items { HistogramChart { Metric { Name: \"regex:^(reals|wholes)$\" } } } }\n"
        "Metrics { Metrics { Name: \"regex:s$\" Label: \"x\" } }\n";
    nvs_metrics_options o;
    nvs_document *doc = nvs_document_open(text_of, sizeof text_of - 1, NULL, NULL);
    nvs_metrics *r;
    const nvs_node *root = doc->root;
    sections s;
    memset(&o, 0, sizeof o);
    o.device.cc = 90;
    r = nvs_metrics_open(&root, 1, &source, &o, NULL);
    CHECK(doc->errors == 0 && r != NULL);
    s.doc = doc;
    s.results = r;
    in_threads(section, &s);
    nvs_metrics_close(r);
    nvs_document_close(doc);
}

/* Clients: a tracker each. */
static uint64_t clients(const void *shared)
{
    const char *t = (const char *)shared;
    drmfd_tracker *tracker = drmfd_tracker_open(NULL, NULL);
    const drmfd_sweep *sweep;
    uint64_t sum = 1;
    int64_t now;
    if (tracker == NULL) return 0;
    for (now = 1; now < 4; now++) {
        CHECK(add_text(tracker, now * 1000000000, 5, 6, 7, t, strlen(t), 1) == DRMFD_OK);
        sweep = drmfd_tracker_sweep(tracker, NULL);
        if (sweep == NULL) return 0;
        mix(&sum, sweep->client_count);
    }
    drmfd_tracker_close(tracker);
    return sum;
}

static void trackers(void)
{
    static const char t[] = "drm-driver: a\ndrm-client-id: 1\ndrm-engine-e: 5 ns\ndrm-total-m: 7 KiB\n";
    in_threads(clients, t);
}

int main(void)
{
    RUN(configuration);
    RUN(report_bytes);
    RUN(documents);
    RUN(trackers);
    return run_end();
}
