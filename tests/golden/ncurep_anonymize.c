/* ncurep anonymize, on a report with something private wherever a report can hold it. */
#define NCUREP_IMPLEMENTATION
#define NCUREP_POSIX
#include "ncurep.h"
#include "ncurep_calls.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run.h"

static char folder[256];
static ncurep_writer *w;
static const char *kernel_name = "ripen";

static void text(uint32_t field, const char *t) { ncurep_write_text(w, field, ncurep_text(t)); }
static void number(uint32_t field, uint64_t v) { ncurep_write_u64(w, field, v); }
static void begin(uint32_t field) { ncurep_write_begin(w, field); }
static void end(void) { ncurep_write_end(w); }

static void metric(const char *name, const char *t)
{
    ncurep_value v;
    memset(&v, 0, sizeof v);
    v.kind = NCUREP_KIND_STRING;
    v.text.ptr = t;
    v.text.len = strlen(t);
    ncurep_write_metric(w, ncurep_text(name), &v);
    end();
}

static void number_metric(const char *name, double d)
{
    ncurep_value v;
    memset(&v, 0, sizeof v);
    v.kind = NCUREP_KIND_DOUBLE;
    memcpy(&v.bits, &d, 8);
    ncurep_write_metric(w, ncurep_text(name), &v);
    ncurep_write_instance(w, &v, &v);
    end();
}

#define HIDDEN "_ZN46_GLOBAL__N__0123abcd_14_secretfile_cu_0a0b0c0d_876ripenEPfi"

static void session(void)
{
    ncurep_write_entry(w, NCUREP_ROOT_BLOCK);
    begin(3);
    number(1, 31337);
    number(2, 1750000000);
    begin(3);
    text(1, "Linux");
    text(2, "#7-marigold SMP Sat Oct 11");
    text(3, "Some CPU");
    text(5, "marigold-box.gardens.example");
    begin(7);
    text(1, "fe80::1234:5678%marinet0");
    number(2, 2);
    end();
    end();
    begin(5);
    begin(1);
    text(1, "owner");
    text(2, "Marguerite Pomme");
    end();
    end();
    text(7, "for the review of project Greengage");
    begin(8);
    text(1, "CUDA Version");
    text(2, "12.4");
    end();
    begin(9);
    ncurep_write_text(w, 1, view_of("C:\\Users\\marigold\\pomology\\ripener.exe\0", 39));
    text(2, "/home/marigold/pomology");
    text(3, "--token qwertzuiop --in /srv/harvest/plums.csv");
    text(4, "USER=marigold\nPATH=/usr/bin:/home/marigold/bin\nAPI_KEY=sesame-4711\nHOSTNAME=grid\n");
    end();
    begin(10);
    number(1, 1);
    begin(5);
    text(1, "regex:greengage.*");
    text(2, "Function");
    end();
    begin(6);
    number(1, 1);
    text(2, "gpu__time_duration.sum");
    end();
    text(8, "Base");
    end();
    text(11, "ncu --set full -o /home/marigold/out/greengage ./ripener --seed plumtree");
    text(99, "a newer field with marigold in it");
    end();
    ncurep_write_block(w);
}

static void module(void)
{
    ncurep_write_entry(w, NCUREP_ROOT_SOURCE);
    number(1, 0x100000001);
    text(4, "\177ELF with /home/marigold/pomology/ripen.cu in it");
    number(5, 8);
    begin(8);
    begin(1);
    text(1, "/home/marigold/pomology/ripen.cu");
    text(2, "// by Marguerite Pomme\n__global__ void ripen();\n");
    end();
    end();
    begin(9);
    begin(1);
    text(1, HIDDEN);
    number(2, 0x7f0000001000);
    number(3, 3);
    end();
    begin(2);
    text(1, "_ZN46_INTERNAL_secret_variable");
    number(2, 0x7f0000002000);
    end();
    end();
    end();
}

static void rule(void)
{
    begin(19);
    text(1, "UncoalescedGlobalAccess");
    text(2, "Uncoalesced Accesses");
    begin(3);
    begin(1);
    begin(1);
    text(1, "75% of 32 bytes/sector at PC @source:7f:0x7f@ at /home/marigold/pomology/ripen.cu:12, see @url:docs:https://docs.nvidia.com/x/y@");
    number(2, 2);
    end();
    end();
    begin(1);
    begin(1);
    text(1, "exception set\n/home/marigold/My Rules/plum_rule.py:4");
    number(2, 3);
    end();
    end();
    begin(1);
    begin(1);
    text(1, "Line at C:/Users/Quince/medlar/x.cu:90, in src/medlar.cuh and basket.py: blend_medlars() and orchard::Blender wait. "
            "Ask quince@medlar.example or quince@medlarbox, node-77.medlar.lan, 10.1.2.3, https://medlar.example/wiki. "
            "See @section:SchedulerStats:Scheduler Statistics@: 4.00x FP16, L1/TEX, 75.0% of 32-byte sectors, long_scoreboard.");
    number(2, 2);
    end();
    end();
    begin(1);
    begin(1);
    text(1, "Host fe80::2f5b:c8b:c59e:eff1 (0a:1b:2c:3d:4e:5f) runs C:\\Users\\Peach Persimmon at 12:30:45, see \\\\mulberry\\Shared Disk\\x.cu and "
            "https://loquat.example/?as=tamarind&in=sorrel.");
    number(2, 2);
    end();
    end();
    begin(1);
    begin(1);
    text(1, "Metric launch__block_size not found, says marigold");
    number(2, 3);
    end();
    end();
    end();
    text(4, "SourceCounters");
    begin(5);
    number(1, 1);
    number(2, 12);
    text(4, "This load waits, the grid is small.");
    text(6, "/home/marigold/pomology/ripen.cu");
    end();
    end();
}

static void nvtx(void)
{
    begin(21);
    begin(1);
    number(1, 0);
    text(2, "<default domain>");
    begin(4);
    number(1, 2); /* threads */
    begin(2);
    number(1, 31338);
    text(2, "harvester thread");
    end();
    end();
    end();
    begin(2);
    number(1, 31338);
    begin(2);
    number(1, 0);
    begin(3);
    text(1, "plum phase");
    begin(2);
    number(1, 2);
    number(2, 0);
    begin(4);
    number(1, 7);
    text(8, "{\"farm\": \"greengage valley\"}");
    end();
    begin(5);
    number(1, 1);
    text(2, "plum phase");
    end();
    end();
    end();
    end();
    end();
    end();
}

/* A report; with spelled, the bytes of a number spell the user's name. */
static void make(const char *path, int spelled)
{
    ncurep_output out;
    ncurep_error e;
    double d = 1.5;
    FILE *f = fopen(path, "wb");
    out.write_fn = put_in_file;
    out.user = f;
    w = ncurep_writer_open(&out, NULL, &e);
    (void)ncurep_write_string(w, ncurep_text("regex:^greengage__.*$")); /* no metric has it */
    session();
    module();
    ncurep_write_entry(w, NCUREP_ROOT_KERNEL);
    number(1, 31338);
    number(2, 5);
    text(5, HIDDEN);
    text(6, kernel_name);
    text(7, "(anonymous namespace)::ripen(float *, int) for_marigold");
    number(8, 3);
    begin(10);
    number(1, 64);
    end();
    text(12, "looks ripe, says Marguerite");
    if (spelled) memcpy(&d, "marigold", 8);
    number_metric("gpu__time_duration.sum", d);
    number_metric("launch__grid_size", 64);
    number_metric("smsp__warps_issue_stalled_long_scoreboard.avg", 1);
    metric("launch__kernel_name", "ripen");
    metric("launch__func_cache_config", "CachePreferNone");
    metric("device__attribute_gpu_uuid", "GPU-0ddba11");
    metric("sm__private_thing", "plum brandy");
    begin(15);
    number(1, 0x100000001);
    end();
    begin(17);
    text(1, "SpeedOfLight");
    text(2, "GPU Speed Of Light");
    begin(4);
    begin(2);
    text(1, "gpu__time_duration.sum");
    text(2, "Duration");
    end();
    end();
    end();
    begin(18);
    begin(1);
    text(1, "SpeedOfLight");
    end();
    text(2, "GPU Speed Of Light");
    text(3, "Marguerite: fast enough");
    end();
    rule();
    nvtx();
    text(26, "marigold's context");
    begin(28);
    begin(1);
    text(1, "/home/marigold/bin/ripener");
    number(2, 4096);
    text(3, "/home/marigold/pomology/main.cpp");
    text(4, "harvest_all(int)");
    number(5, 3);
    end();
    end();
    text(60, "unknown: marigold");
    end();
    ncurep_write_entry(w, NCUREP_ROOT_BLOCK);
    begin(6);
    number(1, 31337);
    text(2, "marigold-box.gardens.example");
    ncurep_write_text(w, 3, view_of("C:\\Users\\marigold\\pomology\\ripener.exe\0", 39));
    end();
    CHECK(end_writer(w, &e));
    fclose(f);
}

static int tool(const char *arguments)
{
    char command[1200];
    const char *b = getenv("B");
    int status;
    snprintf(command, sizeof command, "'%s/ncurep' %s >'%s/log' 2>&1 </dev/null", b != NULL ? b : "build", arguments, folder);
    status = system(command);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int anonymize(const char *options)
{
    char arguments[900];
    snprintf(arguments, sizeof arguments, "anonymize %s '%s/in' -o '%s/out'", options, folder, folder);
    return tool(arguments);
}

static char *contents(const char *name, size_t *len)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return run_read(path, len);
}

static int has(const char *data, size_t len, const char *what)
{
    const size_t n = strlen(what);
    size_t i;
    for (i = 0; i + n <= len; i++)
        if (memcmp(data + i, what, n) == 0) return 1;
    return 0;
}

static const char *const secret[] = {
    "marigold", "gardens.example", "fe80", "marinet", "Pomme", "Marguerite", "Greengage", "greengage", "pomology", "ripener", "qwertz", "plum",
    "harvest/", "sesame", "4711", "secret", "0ddba11", "brandy", "My Rules", "farm", "main.cpp", ".cu\"", "medlar", "uince", "basket", "blend", "Blender", "node-77", "10.1.2", "wiki", "__global__", "ELF", "phase", "harvester", "#7-", "SMP",
    "2f5b", "c8b", "eff1", "1b:2c", "4e:5f", "Peach", "Persimmon", "mulberry", "Shared", "Disk", "loquat", "tamarind", "sorrel"};

static void nothing_private(void)
{
    size_t len, i;
    char *data;
    CHECK_I64(0, anonymize(""));
    data = contents("out", &len);
    if (!CHECK(data != NULL)) return;
    for (i = 0; i < sizeof secret / sizeof *secret; i++)
        if (!CHECK(!has(data, len, secret[i]))) printf("    %s is left\n", secret[i]);
    CHECK(has(data, len, "ripen") && has(data, len, "harvest_all(int)") && has(data, len, "Some CPU"));
    CHECK(has(data, len, "GPU Speed Of Light") && has(data, len, "CachePreferNone") && has(data, len, "https://docs.nvidia.com/x/y"));
    CHECK(has(data, len, "the grid is small")); /* a host of this name, but an ordinary word */
    CHECK(has(data, len, "at 12:30:45, see ")); /* a time is a number */
    CHECK(has(data, len, "launch__block_size not found") && has(data, len, "32 bytes/sector"));
    /* Of a free text stay words, numbers, units and names of metrics and sections. */
    CHECK(has(data, len, "See @section:SchedulerStats:Scheduler Statistics@: 4.00x FP16, L1/TEX, 75.0% of 32-byte sectors, long_scoreboard."));
    free(data);
}

static void reads_back(void)
{
    ncurep_report_options options;
    ncurep_report *r;
    ncurep_result k;
    ncurep_source s;
    ncurep_symbol y;
    ncurep_metric m;
    ncurep_frame frame;
    ncurep_rule rl;
    ncurep_marker mark;
    ncurep_rule_item item;
    ncurep_process p;
    ncurep_session session_of;
    ncurep_source_file file;
    ncurep_nvtx_thread thread;
    ncurep_nvtx_open open;
    ncurep_nvtx_range range;
    ncurep_error e;
    size_t len, place = 0;
    char *data = contents("out", &len);
    char path[128], expected[256];
    memset(&options, 0, sizeof options);
    options.strict = 1;
    r = ncurep_report_open(data, len, &options, &e);
    if (!CHECK(r != NULL)) return;
    CHECK(ncurep_result_at(r, 0, &k, &e) && ncurep_source_at(r, 0, &s, &e) && ncurep_process_at(r, 0, &p) && ncurep_report_session(r, &session_of));
    /* One path has one made-up path, wherever it is. */
    CHECK(ncurep_source_file_next(&s.files.list, &file) && file.content.len == 0);
    snprintf(path, sizeof path, "%.*s", (int)file.path.len, file.path.ptr);
    CHECK(strcmp(path + strlen(path) - 3, ".cu") == 0 && path[0] == '/');
    CHECK(ncurep_rule_next(&k.rules, &rl) && ncurep_marker_next(&rl.markers, &mark));
    CHECK_VIEW(path, mark.path);
    CHECK(ncurep_rule_item_next(&rl.body.list, &item));
    snprintf(expected, sizeof expected, "75%% of 32 bytes/sector at PC @source:7f:0x7f@ at %s:12, see @url:docs:https://docs.nvidia.com/x/y@", path);
    CHECK_VIEW(expected, item.message.text);
    CHECK(ncurep_rule_item_next(&rl.body.list, &item));
    CHECK_VIEW("-", item.message.text);
    CHECK(ncurep_frame_next(&k.stack.frames, &frame) && frame.address == 4096 && frame.line == 3);
    for (; path[place] != 0; place++) {}
    while (path[place] != '/') place--;
    CHECK(frame.file.len > place && memcmp(frame.file.ptr, path, place) == 0); /* the same folder */
    CHECK(session_of.executable.directory.len > 2 && session_of.executable.directory.ptr[0] == '/');
    CHECK_BYTES(session_of.executable.path.ptr, session_of.executable.path.len, p.name.ptr, p.name.len);
    CHECK(p.name.len > 8 && memcmp(p.name.ptr, "C:\\d", 4) == 0 && memcmp(p.name.ptr + p.name.len - 5, ".exe", 5) == 0);
    CHECK_BYTES(session_of.host.computer.ptr, session_of.host.computer.len, p.host.ptr, p.host.len);
    /* Ids: consistent, and new. */
    CHECK(ncurep_nvtx_thread_next(&k.nvtx.threads, &thread) && thread.id == k.thread && k.thread != 31338);
    CHECK(p.id == session_of.pid && p.id != 31337 && p.id != k.thread);
    CHECK(ncurep_nvtx_open_next(&thread.domains, &open) && ncurep_nvtx_range_next(&open.ranges, &range));
    CHECK_BYTES(range.name.ptr, range.name.len, range.attributes.message.text.ptr, range.attributes.message.text.len);
    /* Numbers and names. */
    CHECK(ncurep_metric_find(&k, string_id(r, ncurep_text("gpu__time_duration.sum")), &m) && m.instances.count == 1);
    CHECK_DOUBLE(1.5, ncurep_value_double(&m.value));
    CHECK(ncurep_metric_find(&k, string_id(r, ncurep_text("sm__private_thing")), &m) && m.value.kind == NCUREP_KIND_STRING && m.value.text.len == 0);
    CHECK_U64(0, s.binary.len);
    CHECK(ncurep_symbol_next(&s.relocation.functions, &y) && y.address == 0x7f0000001000 && y.index == 3);
    CHECK_BYTES(y.name.ptr, y.name.len, k.mangled.ptr, k.mangled.len);
    CHECK_VIEW("ripen", k.function);
    ncurep_report_close(r);
    free(data);
}

static void renamed(void)
{
    size_t len;
    char *data;
    CHECK_I64(0, anonymize("--kernel-names number --nvtx keep --json"));
    data = contents("out", &len);
    if (!CHECK(data != NULL)) return;
    CHECK(!has(data, len, "ripen") && !has(data, len, "harvest_all") && has(data, len, "kernel1") && has(data, len, "plum phase"));
    CHECK(has(data, len, "function"));
    free(data);
    data = contents("log", &len);
    CHECK(data != NULL && data[0] == '{' && has(data, len, "\"searched_for\""));
    free(data);
}

/* In a report made this way nothing is private. */
static void again(void)
{
    char arguments[900];
    size_t len;
    char *data;
    CHECK_I64(0, anonymize(""));
    snprintf(arguments, sizeof arguments, "anonymize --json '%s/out' -o '%s/again'", folder, folder);
    CHECK_I64(0, tool(arguments));
    data = contents("log", &len);
    CHECK(data != NULL && has(data, len, "\"searched_for\": 0,"));
    free(data);
}

/* A number that spells the user's name cannot be changed: then nothing is written. */
static void left(void)
{
    char path[512];
    size_t len;
    char *data;
    FILE *f;
    snprintf(path, sizeof path, "%s/in", folder);
    make(path, 1);
    snprintf(path, sizeof path, "%s/out", folder);
    f = fopen(path, "wb");
    fputs("old", f);
    fclose(f);
    CHECK_I64(1, anonymize(""));
    data = contents("out", &len);
    CHECK(data != NULL && len == 3);
    free(data);
    data = contents("log", &len);
    CHECK(data != NULL && has(data, len, "\"marigold\" would be left at byte ") && has(data, len, "nothing is written"));
    free(data);
}

/* The name of a kernel stays; one in which a path is read is named, and nothing is written. */
static void shape_left(void)
{
    char path[512];
    size_t len;
    char *data;
    snprintf(path, sizeof path, "%s/in", folder);
    kernel_name = "ripen at /srv/medlar/y.cu:90";
    make(path, 0);
    kernel_name = "ripen";
    CHECK_I64(1, anonymize(""));
    data = contents("log", &len);
    CHECK(data != NULL && has(data, len, "\"/srv/medlar/y.cu\" would be left at byte ") && has(data, len, "nothing is written"));
    free(data);
}

/* What cannot be done is reported, and nothing is written. */
static void refused(void)
{
    char path[512], arguments[900];
    size_t len, n;
    char *data;
    FILE *f;
    snprintf(path, sizeof path, "%s/in", folder);
    make(path, 0);
    data = contents("in", &len);
    snprintf(path, sizeof path, "%s/again", folder);
    f = fopen(path, "wb"); /* cut */
    CHECK(fwrite(data, 1, len / 2, f) == len / 2);
    fclose(f);
    snprintf(path, sizeof path, "%s/none", folder);
    snprintf(arguments, sizeof arguments, "anonymize '%s/again' -o '%s'", folder, path);
    CHECK_I64(3, tool(arguments));
    CHECK(access(path, F_OK) != 0);
    data[9] = 8; /* version */
    snprintf(path, sizeof path, "%s/again", folder);
    f = fopen(path, "wb");
    CHECK(fwrite(data, 1, len, f) == len);
    fclose(f);
    free(data);
    CHECK_I64(3, tool(arguments));
    data = contents("log", &n);
    CHECK(data != NULL && has(data, n, "version 8 of the format"));
    free(data);
    CHECK_I64(2, anonymize("--kernel-names some"));
    CHECK_I64(2, anonymize("--nvtx number,keep"));
    snprintf(arguments, sizeof arguments, "anonymize '%s/in' '%s/in' -o '%s/none'", folder, folder, folder);
    CHECK_I64(2, tool(arguments));
    snprintf(path, sizeof path, "%s/none", folder);
    CHECK(access(path, F_OK) != 0);
}

int main(void)
{
    static const char *const names[] = {"in", "out", "again", "log"};
    const char *b = getenv("B"), *temp = getenv("TMPDIR");
    char path[512];
    size_t i;
    snprintf(path, sizeof path, "%s/ncurep", b != NULL ? b : "build");
    if (access(path, X_OK) != 0) {
        printf("skipped: needs the tool ncurep\n0 passed, 0 failed, 1 skipped\n");
        return 0;
    }
    snprintf(folder, sizeof folder, "%s/ncurep.XXXXXX", temp != NULL ? temp : "/tmp");
    if (mkdtemp(folder) == NULL) return 1;
    snprintf(path, sizeof path, "%s/in", folder);
    make(path, 0);
    RUN(nothing_private);
    RUN(reads_back);
    RUN(renamed);
    RUN(again);
    RUN(left);
    RUN(shape_left);
    RUN(refused);
    for (i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        (void)unlink(path);
    }
    (void)rmdir(folder);
    return run_end();
}
