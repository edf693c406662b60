/* In every header a call that succeeds leaves OK, 0 and "" in *error, whatever it held. */
#define DRMFD_POSIX
#define DRMFD_IMPLEMENTATION
#include "drmfdinfo.h"
#define NVP_POSIX
#define NVP_IMPLEMENTATION
#include "nvprofile.h"
#define NCUREP_POSIX
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"
#define NVS_IMPLEMENTATION
#include "nvsection.h"
#define CUBIN_IMPLEMENTATION
#include "cubin.h"

#include "run.h"

#define CLEARED(e, call)           \
    do {                           \
        (e).code = 5;              \
        (e).offset = 9;            \
        (e).message = "stale";     \
        (void)(call);              \
        CHECK_U64(0, (e).code);    \
        CHECK_U64(0, (e).offset);  \
        CHECK_STR("", (e).message); \
    } while (0)

static void drmfdinfo(void)
{
    static const char text[] = "drm-driver:\txe\ndrm-client-id:\t1\ndrm-engine-rcs:\t5 ns\n";
    static drmfd_engine engines[4];
    static drmfd_region regions[4];
    static char room[DRMFD_METER_BYTES(4)];
    static drmfd_snapshot s;
    static drmfd_meter m;
    static drmfd_sample sample;
    drmfd_posix files;
    drmfd_system calls;
    drmfd_tracker *t;
    drmfd_scanner *scanner;
    drmfd_error e;
    s.engines = engines;
    s.engine_room = 4;
    s.regions = regions;
    s.region_room = 4;
    m.buffer = room;
    m.buffer_size = sizeof room;
    sample.data = text;
    sample.size = sizeof text - 1;
    CLEARED(e, drmfd_parse(&s, text, sizeof text - 1, 0, &e));
    CLEARED(e, drmfd_measure(&m, &s, 1, &e));
    CLEARED(e, t = drmfd_tracker_open(NULL, &e));
    CLEARED(e, drmfd_tracker_add(t, &sample, &e));
    CLEARED(e, drmfd_tracker_sweep(t, &e));
    CLEARED(e, drmfd_posix_open(&files, "examples/data/samples/drm", &calls, &e));
    CLEARED(e, scanner = drmfd_scanner_open(&calls, NULL, &e));
    CLEARED(e, drmfd_scan(scanner, t, NULL, &e));
    drmfd_scanner_close(scanner);
    drmfd_posix_close(&files);
    drmfd_tracker_close(t);
}

static nvp_reply count_profile(const void *bytes, size_t size, void *user)
{
    (void)bytes;
    *(size_t *)user += size;
    return NVP_REPLY_YES;
}

static void nvprofile(void)
{
    static const char text[] = "{ \"rules\": [ { \"pattern\": \"a\", \"profile\": [ \"K\", 1 ] } ] }";
    static const char quoted[] = "\"a\"";
    static nvp_output to;
    static nvp_change change;
    nvp_posix state;
    nvp_system calls;
    nvp_process process;
    nvp_config *c, *other = nvp_config_open(NULL, NULL);
    const nvp_result *r;
    const nvp_keys *keys;
    nvp_view view;
    char room[8];
    size_t written = 0;
    int yes;
    int64_t whole;
    nvp_error e;
    CLEARED(e, c = nvp_config_open(NULL, &e));
    CLEARED(e, nvp_config_add(c, nvp_text("a"), text, sizeof text - 1, &e));
    CLEARED(e, nvp_config_link(c, &e));
    CLEARED(e, nvp_posix_open(&state, NULL, &calls, &process, &e));
    CLEARED(e, nvp_config_switch(c, &process, nvp_text(NULL), &e));
    CLEARED(e, r = nvp_resolve(c, &process, NULL, &e));
    CLEARED(e, nvp_config_search(other, &calls, &process, &e));
    CLEARED(e, nvp_config_load(other, &calls, &process, &e));
    CLEARED(e, keys = nvp_keys_open("[]", 2, NULL, &e));
    CLEARED(e, nvp_decode(nvp_text(quoted), room, sizeof room, &view, &e));
    CLEARED(e, nvp_value_bool(&c->files[0]->rules[0].profile->settings[0].value, &yes, &e));
    CLEARED(e, nvp_value_int(&c->files[0]->rules[0].profile->settings[0].value, &whole, &e));
    to.write_fn = count_profile;
    to.user = &written;
    change.action = NVP_ACTION_RULE_REMOVE;
    CLEARED(e, nvp_edit(c->files[0], &change, 1, &to, NULL, &e));
    CHECK(written > 0);
    nvp_keys_close(keys);
    nvp_result_close(r);
    nvp_posix_close(&state);
    nvp_config_close(c);
    nvp_config_close(other);
}

static ncurep_reply write_some(const void *bytes, size_t size, void *user)
{
    (void)user;
    (void)bytes;
    (void)size;
    return NCUREP_REPLY_YES;
}

static void ncurep(void)
{
    static ncurep_output to;
    ncurep_posix file;
    ncurep_input input;
    ncurep_report *r;
    ncurep_block block;
    ncurep_source source;
    ncurep_result result;
    ncurep_index index;
    ncurep_nvtx_filter *filter;
    ncurep_pattern *pattern;
    ncurep_writer *w;
    uint32_t modules;
    ncurep_error e;
    to.write_fn = write_some;
    CLEARED(e, ncurep_posix_open(&file, "examples/data/samples/ncurep/canopy.ncu-rep", &input, &e));
    CLEARED(e, r = ncurep_report_open_input(&input, NULL, &e));
    CLEARED(e, ncurep_block_at(r, 0, &block, &e));
    CLEARED(e, ncurep_source_at(r, 0, &source, &e));
    CLEARED(e, ncurep_modules_load(r, &modules, &e));
    CLEARED(e, ncurep_result_at(r, 0, &result, &e));
    CLEARED(e, ncurep_index_build(r, &result, &index, &e));
    CLEARED(e, filter = ncurep_nvtx_filter_open(ncurep_text("a/"), NULL, &e));
    CLEARED(e, pattern = ncurep_pattern_open(ncurep_text("a+"), NULL, &e));
    CLEARED(e, w = ncurep_writer_open(&to, NULL, &e));
    CLEARED(e, ncurep_copy_header(w, r, 0, &e));
    CLEARED(e, ncurep_copy_source(w, r, 0, &e));
    CLEARED(e, ncurep_copy_result(w, r, 0, &e));
    CLEARED(e, ncurep_writer_finish(w, &e));
    ncurep_writer_close(w);
    ncurep_pattern_close(pattern);
    ncurep_nvtx_filter_close(filter);
    ncurep_report_close(r);
    ncurep_posix_close(&file);
}

static nvs_reply count_section(const void *bytes, size_t size, void *user)
{
    (void)bytes;
    *(size_t *)user += size;
    return NVS_REPLY_YES;
}

static nvs_reply metric(nvs_view name, nvs_metric *out, void *user)
{
    (void)user;
    (void)name;
    out->value.kind = NVS_KIND_UINT64;
    return NVS_REPLY_YES;
}

static void nvsection(void)
{
    static const char text[] = "Identifier: \"A\"\nHeader { Metrics { Label: \"m\" Name: \"m\" } }\n";
    static nvs_source source;
    static nvs_output to;
    nvs_document *d;
    nvs_pattern *pattern;
    const nvs_selection *selection;
    const nvs_derivation *derivation;
    nvs_metrics *metrics;
    const nvs_evaluation *evaluation;
    const nvs_findings *findings;
    const nvs_node *root;
    size_t written = 0;
    nvs_error e;
    source.metric_fn = metric;
    to.write_fn = count_section;
    to.user = &written;
    CLEARED(e, d = nvs_document_open(text, sizeof text - 1, NULL, &e));
    root = d->root;
    CLEARED(e, nvs_node_write(root, NULL, &to, &e));
    CLEARED(e, pattern = nvs_pattern_open(nvs_text("a"), NULL, &e));
    CLEARED(e, selection = nvs_select(&root, 1, NULL, &e));
    CLEARED(e, derivation = nvs_derive(NULL, 0, &source, NULL, &e));
    CLEARED(e, metrics = nvs_metrics_open(&root, 1, &source, NULL, &e));
    CLEARED(e, evaluation = nvs_evaluate(metrics, root, NULL, &e));
    CLEARED(e, findings = nvs_rules_run(NULL, 0, &source, NULL, &e));
    nvs_findings_close(findings);
    nvs_evaluation_close(evaluation);
    nvs_metrics_close(metrics);
    nvs_derivation_close(derivation);
    nvs_selection_close(selection);
    nvs_pattern_close(pattern);
    nvs_document_close(d);
}

static void cubin(void)
{
    static const unsigned char nop[16] = {0x18, 0x79};
    size_t size;
    char *bytes = run_read("examples/data/samples/ncurep/three_sm90.cubin", &size);
    cubin_instruction instruction;
    char text[CUBIN_TEXT_ROOM];
    cubin_file *file;
    cubin_error e;
    CLEARED(e, cubin_disassemble(90, nop, sizeof nop, 0, &instruction, text, sizeof text, &e));
    CLEARED(e, file = cubin_file_open(bytes, size, NULL, &e));
    CHECK(file != NULL);
    cubin_file_close(file);
    free(bytes);
}

int main(void)
{
    RUN(drmfdinfo);
    RUN(nvprofile);
    RUN(ncurep);
    RUN(nvsection);
    RUN(cubin);
    return run_end();
}
