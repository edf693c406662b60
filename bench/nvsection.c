/* Times nvsection.h over a folder of section files, and what one would use instead.
 *
 *     build/bench/nvsection [FOLDER [PEER...]]   default: ../shared/corpus/section when it is there, else examples/data/sections
 *
 * Every line is the median of the processor time of many rounds over all .section files below FOLDER, which lie in memory; parsing includes
 * taking and giving back memory. A PEER is a command that prints lines of "NAME<tab>MILLISECONDS" for the files whose names
 * it gets as arguments; bench/peers/nvsection.sh makes build/bench/nvsection-peer and build/bench/nvsection-peer.py where
 * protobuf is installed, and these are run without being named. With --proto it prints the schema for them. Lines of
 * "BENCH" are for tools/bench.sh. */
#define NVS_IMPLEMENTATION
#include "bench.h"
#include "nvsection.h"
#include "report/input/section_library.h"
#include "tests/nvsection_calls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#define ROUNDS 41

static section_library *library;
static char **encoded;
static size_t *encoded_len, total, total_binary, fields;
static const nvs_node **full;
static uint32_t full_count, sink;
static double parse_ms, buffer_ms;
static nvs_catalog known;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double median(void (*job)(void))
{
    double times[ROUNDS];
    int i;
    for (i = 0; i < ROUNDS; i++) {
        const double start = now();
        job();
        times[i] = now() - start;
    }
    qsort(times, ROUNDS, sizeof times[0], by_value);
    return times[ROUNDS / 2];
}

static void show(const char *name, double ms, size_t bytes)
{
    if (bytes > 0) printf("%-44s %9.3f ms %8.0f MB/s\n", name, ms, (double)bytes / ms / 1e3);
    else printf("%-44s %9.3f ms\n", name, ms);
    fflush(stdout);
}

static void parse(void)
{
    uint32_t i;
    for (i = 0; i < library->count; i++) {
        const nvs_view text = library->files[i].document->input;
        nvs_document *doc = nvs_document_open(text.ptr, text.len, NULL, NULL);
        sink += doc->fields;
        nvs_document_close(doc);
    }
}

/* The same in a buffer that is used again for each file, and that the largest fits into. */
static char arena[8 << 20];
static void parse_buffer(void)
{
    nvs_document_options o;
    uint32_t i;
    memset(&o, 0, sizeof o);
    o.memory.buffer = arena;
    o.memory.buffer_size = sizeof arena;
    for (i = 0; i < library->count; i++) {
        const nvs_view text = library->files[i].document->input;
        nvs_document *doc = nvs_document_open(text.ptr, text.len, &o, NULL);
        if (doc == NULL) exit(2);
        sink += doc->fields;
        nvs_document_close(doc);
    }
}

static void tokens(void)
{
    uint32_t i;
    for (i = 0; i < library->count; i++) {
        const nvs_view text = library->files[i].document->input;
        nvs_reader r;
        nvs_token t;
        nvs_reader_begin(&r, text.ptr, text.len);
        while (nvs_reader_next(&r, &t)) sink++;
    }
}

static void parse_binary(void)
{
    uint32_t i;
    for (i = 0; i < library->count; i++) {
        nvs_document *doc;
        if (encoded_len[i] == 0) continue;
        doc = binary_open(encoded[i], encoded_len[i], NULL, NULL);
        sink += doc->fields;
        nvs_document_close(doc);
    }
}

static nvs_reply drop(const void *data, size_t len, void *user)
{
    const char *const p = (const char *)data;
    (void)user;
    (void)p;
    sink += (uint32_t)len;
    return NVS_REPLY_YES;
}

static void write_all(void)
{
    uint32_t i;
    for (i = 0; i < library->count; i++) (void)write_text(library->files[i].document->root, drop, NULL);
}

static void select_with(const nvs_catalog *names)
{
    nvs_device device;
    const nvs_selection *s;
    memset(&device, 0, sizeof device);
    device.cc = 90;
    s = select_on(full, full_count, &device, names, NULL, NULL);
    sink += s->metric_count;
    nvs_selection_close(s);
}

static void select_full(void) { select_with(NULL); }
static void select_known(void) { select_with(&known); }

static nvs_reply keep(const void *data, size_t len, void *user)
{
    const char *const p = (const char *)data;
    const uint32_t i = *(uint32_t *)user;
    encoded[i] = (char *)realloc(encoded[i], encoded_len[i] + len + 1);
    if (encoded[i] == NULL) exit(2);
    memcpy(encoded[i] + encoded_len[i], p, len);
    encoded_len[i] += len;
    return NVS_REPLY_YES;
}

/* The sections of set full in one folder: of the folder that has most of them. */
static void choose_full(void)
{
    uint32_t i, k;
    full = (const nvs_node **)calloc(library->count + 1, sizeof *full);
    for (i = 0; i < library->count; i++) {
        const nvs_view a = library->files[i].path;
        const size_t folder = (size_t)(strrchr(a.ptr, '/') - a.ptr) + 1;
        const nvs_node **mine = (const nvs_node **)calloc(library->count + 1, sizeof *mine);
        uint32_t n = 0;
        for (k = 0; k < library->count; k++) {
            const nvs_view b = library->files[k].path;
            const nvs_node *set;
            if (b.len <= folder || memcmp(a.ptr, b.ptr, folder) != 0 || strchr(b.ptr + folder, '/') != NULL) continue;
            for (set = nvs_node_child(library->files[k].document->root, NVS_FIELD_SETS); set != NULL; set = nvs_node_again(set)) {
                const nvs_view name = nvs_node_text(set, NVS_FIELD_IDENTIFIER);
                if (name.len == 4 && memcmp(name.ptr, "full", 4) == 0) mine[n++] = library->files[k].document->root;
            }
        }
        if (n >= full_count) {
            const nvs_node **old = full;
            full = mine;
            mine = old;
            full_count = n;
        }
        free((void *)(uintptr_t)mine);
    }
}

/* The schema as protobuf wants it. Fields without a known number get one that is free. */
static void proto(void)
{
    static const char *const types[] = {"string", "bool", "uint32", "uint64", "int64", "double"};
    nvs_field_info f;
    const char *name;
    int32_t value;
    int m, e;
    unsigned i;
    printf("syntax = \"proto2\";\npackage sections;\n");
    for (e = 0; nvs_enum_value_at(e, 0, &name, &value); e++) {
        printf("message E%d { enum T {%s", e, e == NVS_ENUM_GPU_ARCH ? " option allow_alias = true;" : "");
        for (i = 0; nvs_enum_value_at(e, i, &name, &value); i++) printf(" %s = %d;", name, (int)value);
        printf(" } }\n");
    }
    for (m = 0; nvs_message_name(m)[0] != '?'; m++) {
        printf("message %s {\n", m == NVS_MESSAGE_SECTION ? "Section" : nvs_message_name(m));
        for (i = 0; nvs_message_field_at(m, i, &f); i++) {
            printf("  %s ", f.presence == NVS_PRESENCE_REPEATED ? "repeated" : f.presence == NVS_PRESENCE_REQUIRED ? "required" : "optional");
            if (f.type == NVS_TYPE_MESSAGE) printf(".sections.%s", nvs_message_name(f.of));
            else if (f.type == NVS_TYPE_ENUM) printf(".sections.E%d.T", f.of);
            else printf("%s", types[f.type]);
            printf(" %s = %u;\n", nvs_field_name((int)f.name), f.number != 0 ? (unsigned)f.number : 1000 + i);
        }
        printf("}\n");
    }
}

static void peer(const char *command)
{
    char *line = (char *)malloc(1 << 20);
    uint32_t i;
    FILE *in;
    size_t len = (size_t)sprintf(line, "%s", command);
    for (i = 0; i < library->count && len < 1000000; i++) len += (size_t)sprintf(line + len, " '%s'", library->files[i].path.ptr);
    in = popen(line, "r");
    while (in != NULL && fgets(line, 200, in) != NULL) {
        char *tab = strchr(line, '\t');
        if (tab == NULL) continue;
        *tab = 0;
        show(line, strtod(tab + 1, NULL), total);
        bench_line("parse", parse_ms, "ms", line, strtod(tab + 1, NULL));
        bench_line("parse in a buffer", buffer_ms, "ms", line, strtod(tab + 1, NULL));
    }
    if (in != NULL) pclose(in);
    free(line);
}

int main(int argc, char **argv)
{
    struct stat st;
    const char *folder = argc > 1 ? argv[1] : stat("../shared/corpus/section", &st) == 0 ? "../shared/corpus/section" : "examples/data/sections";
    uint32_t i, k = 0;
    if (argc == 2 && strcmp(argv[1], "--proto") == 0) {
        proto();
        return 0;
    }
    library = library_open(0);
    if (library_load(library, &system_disk, folder, 1) != NULL || library->count == 0) {
        fprintf(stderr, "no section files in %s\n", folder);
        return 2;
    }
    encoded = (char **)calloc(library->count, sizeof *encoded);
    encoded_len = (size_t *)calloc(library->count, sizeof *encoded_len);
    for (i = 0; i < library->count; i++) {
        if (library->files[i].document == NULL) return 2;
        total += library->files[i].document->input.len;
        fields += library->files[i].document->fields;
        if (write_binary(library->files[i].document->root, NULL, keep, &i, NULL) != NVS_OK) encoded_len[i] = 0;
        total_binary += encoded_len[i];
    }
    choose_full();
    printf("%s: %u files, %.2f MB, %u fields\n", folder, (unsigned)library->count, (double)total / 1e6, (unsigned)fields);
    parse_ms = median(parse);
    buffer_ms = median(parse_buffer);
    show("nvs_document_open", parse_ms, total);
    show("nvs_document_open, in a buffer", buffer_ms, total);
    show("nvs_reader_next", median(tokens), total);
    show("nvs_document_open, binary", median(parse_binary), total_binary);
    show("nvs_node_write", median(write_all), 0);
    {
        nvs_device device;
        const nvs_selection *s;
        nvs_view *names;
        memset(&device, 0, sizeof device);
        device.cc = 90;
        s = select_on(full, full_count, &device, NULL, NULL, NULL);
        names = (nvs_view *)calloc(s->metric_count + 1, sizeof *names);
        for (k = 0; k < s->metric_count; k++) names[k] = s->metrics[k].name;
        known.names = names;
        known.count = s->metric_count;
        printf("set full: %u sections, %u metrics on cc 9.0\n", (unsigned)full_count, (unsigned)s->metric_count);
        show("nvs_select", median(select_full), 0);
        show("nvs_select, with a list of available names", median(select_known), 0);
        nvs_selection_close(s);
    }
    for (i = 2; i < (uint32_t)argc; i++) peer(argv[i]);
    if (argc <= 2 && stat("build/bench/nvsection-peer", &st) == 0) peer("build/bench/nvsection-peer");
    if (argc <= 2 && stat("build/bench/nvsection-peer.py", &st) == 0) peer("${PYTHON:-python3} build/bench/nvsection-peer.py");
    return sink == 0;
}
