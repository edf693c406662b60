/* The main job of one header on one input, in memory of its own and (but for -DJOB_LIBC) without libc: read, work out,
   write, and a number that depends on all that came out. Where it is the same on two machines, so are the results (P7).

       cc -DJOB_NVPROFILE -I. tests/job.c -o job && ./job FILE      prints the number

   tests/compile/matrix.sh runs it as WebAssembly, tests/limits/instructions.sh counts its instructions. */
#ifndef JOB_LIBC
#define NVP_NO_LIBC
#define DRMFD_NO_LIBC
#define NCUREP_NO_LIBC
#define NVS_NO_LIBC
#define CUBIN_NO_LIBC
#endif
#if defined(JOB_DRMFDINFO)
#define DRMFD_IMPLEMENTATION
#include "drmfdinfo.h"
#include "drmfdinfo_add.h"
#elif defined(JOB_NVPROFILE)
#define NVP_IMPLEMENTATION
#include "nvprofile.h"
#elif defined(JOB_NCUREP)
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"
#elif defined(JOB_CUBIN)
#define CUBIN_IMPLEMENTATION
#include "cubin.h"
#else
#define NVS_IMPLEMENTATION
#include "nvsection.h"
#include "nvsection_calls.h"
#endif

static unsigned char input[4 << 20];
static union {
    unsigned char bytes[16 << 20];
    uint64_t number;
} room;
static uint64_t sum;

static void take_bytes(const void *bytes, size_t len)
{
    const unsigned char *p = (const unsigned char *)bytes;
    size_t i;
    for (i = 0; i < len; i++) sum = (sum ^ p[i]) * 1099511628211u;
}

static void take(uint64_t value)
{
    unsigned i;
    for (i = 0; i < 64; i += 8) sum = (sum ^ (value >> i & 255)) * 1099511628211u;
}

#if !defined(JOB_NCUREP) && !defined(JOB_CUBIN)
static void take_double(double value)
{
    union {
        double d;
        uint64_t u;
    } x;
    x.d = value;
    take(x.d != x.d ? 1 : x.u);
}
#endif

#if !defined(JOB_DRMFDINFO) && !defined(JOB_NCUREP)
static size_t text_length(const char *text)
{
    size_t n = 0;
    while (text[n] != 0) n++;
    return n;
}
#endif

#ifdef JOB_DRMFDINFO
/* The text as that of forty clients, and the same a second later. */
static int job(size_t size)
{
    static drmfd_engine engines[32];
    static drmfd_region regions[32];
    drmfd_snapshot s = {0};
    drmfd_reader lines;
    drmfd_line line;
    drmfd_tracker_options o = {0};
    drmfd_tracker *tracker;
    const drmfd_sweep *sweep = NULL;
    uint32_t i, k;
    int64_t second;
    drmfd_reader_begin(&lines, input, size, 0);
    while (drmfd_reader_next(&lines, &line)) {
        take((uint64_t)line.what + (line.usable ? 100 : 0));
        take_bytes(line.name.ptr, line.name.len);
        take(line.number);
        take(line.offset);
    }
    s.engines = engines;
    s.regions = regions;
    s.engine_room = s.region_room = 32;
    if (drmfd_parse(&s, input, size, 0, NULL) != DRMFD_OK) return 0;
    take((uint64_t)s.result);
    for (i = 0; i < s.engine_count; i++) take(engines[i].ns + engines[i].cycles + engines[i].capacity);
    for (i = 0; i < s.region_count; i++) take(regions[i].total + regions[i].resident);
    o.memory.buffer = &room;
    o.memory.buffer_size = sizeof room;
    tracker = drmfd_tracker_open(&o, NULL);
    for (second = 0; second < 2; second++) {
        for (i = 0; i < 40; i++)
            if (add_text(tracker, 1000000000 * second, 1000 + i, 3, i / 10, input, size, 1) != DRMFD_OK) return 0;
        sweep = drmfd_tracker_sweep(tracker, NULL);
    }
    if (sweep == NULL) return 0;
    take(sweep->client_count);
    for (i = 0; i < sweep->client_count; i++)
        for (k = 0; k < sweep->clients[i].engine_count; k++) {
            const drmfd_usage *u = &sweep->clients[i].engines[k];
            take_bytes(u->name.ptr, u->name.len);
            if (u->best != NULL) take_double(u->best->percent);
        }
    drmfd_tracker_close(tracker);
    return 1;
}
#endif

#ifdef JOB_NVPROFILE
static nvp_reply put(const void *bytes, size_t size, void *user)
{
    (void)user;
    take_bytes((const char *)bytes, size);
    return NVP_REPLY_YES;
}

/* Reads, resolves, changes. */
static int job(size_t size)
{
    static const char *const programs[] = {"/opt/moonharbor", "/usr/bin/racer", "/usr/games/none"};
    nvp_memory other = {0};
    nvp_config_options options = {0};
    nvp_resolve_options resolving = {0};
    nvp_change change = {0};
    nvp_config *config;
    nvp_process process = {0};
    nvp_output to = {0};
    nvp_edit_options editing = {0};
    uint32_t i, k;
    options.memory.buffer = &room;
    options.memory.buffer_size = sizeof room / 2;
    other.buffer = room.bytes + sizeof room / 2;
    other.buffer_size = sizeof room / 2;
    resolving.memory = editing.memory = other;
    config = nvp_config_open(&options, NULL);
    if (config == NULL || nvp_config_add(config, nvp_text("input"), input, size, NULL) != NVP_OK || nvp_config_link(config, NULL) != NVP_OK) return 0;
    for (i = 0; i < config->files[0]->problem_count; i++) {
        const nvp_problem *d = &config->files[0]->problems[i];
        const nvp_position at = nvp_file_locate(config->files[0], (uint32_t)d->offset);
        take_bytes(nvp_issue_name(d->issue), text_length(nvp_issue_name(d->issue)));
        take(((uint64_t)at.line << 32) + at.column);
    }
    for (k = 0; k < 3; k++) {
        const nvp_result *result;
        process.exe.ptr = programs[k];
        process.exe.len = text_length(programs[k]);
        result = nvp_resolve(config, &process, &resolving, NULL);
        if (result == NULL) return 0;
        for (i = 0; i < result->setting_count; i++) {
            const nvp_setting *s = result->settings[i].setting;
            take_bytes(s->key.ptr, s->key.len);
            take((uint64_t)s->value.i);
            take_double(s->value.r);
        }
        nvp_result_close(result);
    }
    to.write_fn = put;
    change.name = nvp_text("GLSyncToVblank");
    change.value = nvp_text("0x1F");
    if (config->files[0]->profile_count > 0) take((uint64_t)nvp_edit(config->files[0], &change, 1, &to, &editing, NULL));
    nvp_config_close(config);
    return 1;
}
#endif

#ifdef JOB_NCUREP
/* Every metric with its instances, and the line tables of every module. */
static int job(size_t size)
{
    ncurep_report_options o = {{0}, 0};
    ncurep_report *report;
    ncurep_result result;
    ncurep_metric metric;
    ncurep_instance instance;
    ncurep_source source;
    ncurep_view name;
    uint32_t i;
    o.memory.buffer = &room;
    o.memory.buffer_size = sizeof room;
    report = ncurep_report_open(input, size, &o, NULL);
    if (report == NULL) return 0;
    for (i = 0; ncurep_result_at(report, i, &result, NULL); i++) {
        take_bytes(result.demangled.ptr, result.demangled.len);
        while (ncurep_metric_next(&result.metrics, &metric)) {
            ncurep_string_at(report, metric.name_id, &name);
            take_bytes(name.ptr, name.len);
            take(metric.value.bits);
            while (ncurep_instance_next(&metric.instances, &instance)) take(ncurep_value_u64(&instance.id) + instance.value.bits);
        }
    }
    for (i = 0; ncurep_source_at(report, i, &source, NULL); i++) take_bytes(source.binary.ptr, source.binary.len);
    ncurep_report_close(report);
    return 1;
}
#endif

#ifdef JOB_CUBIN
/* Reads every function: its instructions, their places, the PTX. */
static int job(size_t size)
{
    cubin_file_options o = {{0}};
    cubin_file *file;
    cubin_function f;
    cubin_locations code;
    cubin_location at;
    uint32_t i;
    o.memory.buffer = &room;
    o.memory.buffer_size = sizeof room;
    file = cubin_file_open(input, size, &o, NULL);
    if (file == NULL) return 0;
    for (i = 0; cubin_function_at(file, i, &f); i++) {
        take_bytes(f.name.ptr, f.name.len);
        take(f.registers + f.constant_size);
        cubin_locations_begin(&code, file, &f);
        while (cubin_locations_next(&code, &at)) {
            take_bytes(at.text, text_length(at.text));
            take_bytes(at.source.file.ptr, at.source.file.len);
            take(at.source.line + at.instruction.stall);
            take_bytes(at.ptx.ptr, at.ptx.len);
        }
    }
    cubin_file_close(file);
    return 1;
}
#endif

#if !defined(JOB_DRMFDINFO) && !defined(JOB_NVPROFILE) && !defined(JOB_NCUREP) && !defined(JOB_CUBIN)
static nvs_reply put(const void *bytes, size_t size, void *user)
{
    (void)user;
    take_bytes((const char *)bytes, size);
    return NVS_REPLY_YES;
}

/* Reads, writes, selects for three devices, matches, derives. */
static int job(size_t size)
{
    static const uint32_t devices[] = {70, 86, 100};
    static const nvs_definition definitions[] = {{{"a", 1}, {"1.5 * (2 + b) - nan_as_zero(c) / 3", 34}}, {{"b", 1}, {"0.1 + 7", 7}}, {{"c", 1}, {"b / 0.0", 7}}};
    nvs_document_options o = {0};
    nvs_derive_options derive = {0};
    nvs_memory half = {0};
    nvs_document *doc;
    const nvs_node *root, *n;
    const nvs_derivation *derived;
    nvs_pattern *pattern;
    nvs_view expression;
    uint32_t i, k;
    o.memory.buffer = &room;
    o.memory.buffer_size = sizeof room / 2;
    half.buffer = room.bytes + sizeof room / 2;
    half.buffer_size = sizeof room / 2;
    derive.memory = half;
    doc = nvs_document_open((const char *)input, size, &o, NULL);
    if (doc == NULL) return 0;
    root = doc->root;
    take(doc->errors + doc->fields);
    if (write_text(root, put, NULL) != NVS_OK) return 0;
    expression.ptr = "^(l1tex|smsp?)__.*(sum|avg)$";
    expression.len = text_length(expression.ptr);
    pattern = pattern_open(expression, &half, NULL);
    if (pattern == NULL) return 0;
    for (n = root; n != NULL; n = nvs_node_walk(root, n, NVS_WALK_INTO))
        if (n->type == NVS_TYPE_STRING) take((uint64_t)nvs_pattern_match(pattern, n->v.text));
    nvs_pattern_close(pattern);
    for (k = 0; k < 3; k++) {
        nvs_device device = {0};
        const nvs_selection *selection;
        device.cc = devices[k];
        selection = select_on(&root, 1, &device, NULL, &half, NULL);
        if (selection == NULL) return 0;
        for (i = 0; i < selection->metric_count; i++) take_bytes(selection->metrics[i].name.ptr, selection->metrics[i].name.len);
        nvs_selection_close(selection);
    }
    derived = nvs_derive(definitions, 3, NULL, &derive, NULL);
    if (derived == NULL) return 0;
    for (i = 0; i < 3; i++) take_double(nvs_value_number(&derived->metrics[i].data.value, NULL));
    nvs_derivation_close(derived);
    nvs_document_close(doc);
    return 1;
}
#endif

/* Visible, and called through a pointer, so that it stays a function of its own for who counts. */
int job_run(size_t size);
int job_run(size_t size)
{
    sum = 14695981039346656037u;
    return job(size);
}

#ifdef __wasm__
/* Compilers may call these for an assignment of a struct. */
void *memcpy(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
void *memcpy(void *to, const void *from, size_t size)
{
    volatile unsigned char *t = (volatile unsigned char *)to;
    const unsigned char *f = (const unsigned char *)from;
    while (size-- > 0) *t++ = *f++;
    return to;
}
void *memset(void *to, int byte, size_t size)
{
    volatile unsigned char *t = (volatile unsigned char *)to;
    while (size-- > 0) *t++ = (unsigned char)byte;
    return to;
}
#ifdef JOB_DRMFDINFO
/* A 128-bit product, from the compiler's own library, which is not here. clang calls it to see whether 64 bits are enough. */
__int128 __multi3(__int128 a, __int128 b);
__int128 __multi3(__int128 a, __int128 b)
{
    const uint64_t al = (uint64_t)a, bl = (uint64_t)b, mask = 0xffffffffu;
    const uint64_t ah = (uint64_t)((unsigned __int128)a >> 64), bh = (uint64_t)((unsigned __int128)b >> 64);
    const uint64_t low = (al & mask) * (bl & mask), one = (al >> 32) * (bl & mask), two = (al & mask) * (bl >> 32);
    const uint64_t middle = (low >> 32) + (one & mask) + (two & mask);
    const uint64_t high = (al >> 32) * (bl >> 32) + (one >> 32) + (two >> 32) + (middle >> 32) + al * bh + ah * bl;
    return (__int128)((unsigned __int128)high << 64 | (middle << 32 | (low & mask)));
}
#endif
__attribute__((export_name("place"))) unsigned char *place(void) { return input; }
__attribute__((export_name("room"))) size_t room_for(void) { return sizeof input; }
__attribute__((export_name("run"))) int run_on(size_t size) { return job_run(size); }
__attribute__((export_name("low"))) uint32_t low(void) { return (uint32_t)sum; }
__attribute__((export_name("high"))) uint32_t high(void) { return (uint32_t)(sum >> 32); }
#else
#include <stdio.h>
int main(int argc, char **argv)
{
    FILE *f = argc > 1 ? fopen(argv[1], "rb") : NULL;
    size_t size;
    int (*volatile start)(size_t) = job_run;
    if (f == NULL) return 2;
    size = fread(input, 1, sizeof input, f);
    fclose(f);
    if (!start(size)) return 1;
    printf("%08lx%08lx\n", (unsigned long)(sum >> 32), (unsigned long)(sum & 0xffffffffu));
    return 0;
}
#endif
