/* Times nvprofile.h on a file of the vendor's shape, made here, and what one would use instead.
 *
 *     build/bench/nvprofile [FILE]      another file of profiles instead of the made-up ones
 *
 * Each figure is the least of many rounds. jansson is used where libjansson.so.4 can be loaded. Programs that
 * bench/peers/nvprofile.sh builds get the made-up file as their argument and print lines of NAME and MICROSECONDS: the one
 * named by the variable PEER has yyjson and simdjson in it, build/bench/nvprofile-settings the reader of nvidia-settings. All
 * of them but that one need a pass that turns comments and other bases into plain JSON; it is part of their time. */
#define _POSIX_C_SOURCE 200809L
#define NVP_IMPLEMENTATION
#include "bench.h"
#include "nvprofile.h"

#include <dlfcn.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static uint64_t sink;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

typedef struct text {
    char *ptr;
    size_t len, room;
} text;

static void put(text *t, const char *s)
{
    const size_t n = strlen(s);
    if (t->len + n + 1 > t->room) {
        t->room = (t->len + n + 1) * 2;
        t->ptr = (char *)realloc(t->ptr, t->room);
        if (t->ptr == NULL) abort();
    }
    memcpy(t->ptr + t->len, s, n + 1);
    t->len += n;
}

/* Rules and profiles in the vendor's layout: two thirds procname strings, the rest objects, dso and cmdline among them;
   144 rules and 27 profiles in 20 KB. times: how many times over. */
static text vendor_shape(unsigned times)
{
    text t = {NULL, 0, 0};
    char line[400];
    unsigned i, k;
    put(&t, "# Application profiles of a made-up driver. Do not change them here: rules in your own file come first.\n"
            "# Each profile has settings, each rule says which programs get a profile.\n{\n    \"profiles\" : [\n");
    for (i = 0; i < 27 * times; i++) {
        k = i % 27;
        if (k % 9 == 5)
            snprintf(line, sizeof line,
                     "        {\n          \"name\" : \"MadeUpProfile%u\",\n          \"settings\" : [\n            {\n"
                     "              \"key\"   : \"GLVRRAllowed\",\n              \"value\" : false\n            },\n            {\n"
                     "              \"key\"   : \"GLSharpenEnable\",\n              \"value\" : false\n            }\n          ]\n        }%s\n",
                     i, i + 1 < 27 * times ? "," : "");
        else
            snprintf(line, sizeof line,
                     "        {\n          \"name\" : \"MadeUpProfile%u\",\n          \"settings\" : [ \"%s\", %s ]\n        }%s\n", i,
                     k % 3 == 0 ? "0x4e21b7" : k % 3 == 1 ? "GLThreadedOptimizations" : "GLSyncToVblank",
                     k % 4 == 0 ? "0x00000010" : k % 4 == 1 ? "true" : "1", i + 1 < 27 * times ? "," : "");
        put(&t, line);
    }
    put(&t, "    ],\n    \"rules\" : [\n");
    for (i = 0; i < 144 * times; i++) {
        const char *end = i + 1 < 144 * times ? "," : "";
        const unsigned to = i * 7 % (27 * times);
        k = i % 9;
        if (k == 0)
            snprintf(line, sizeof line,
                     "        { \"pattern\" : { \"feature\" : \"dso\", \"matches\" : \"libengine%u.so\" },\n"
                     "          \"profile\" : \"MadeUpProfile%u\"\n        }%s\n", i, to, end);
        else if (k < 4)
            snprintf(line, sizeof line,
                     "        { \"pattern\" : { \"feature\" : \"%s\", \"matches\" : \"SomeGame%u.exe\" },   \"profile\" : \"MadeUpProfile%u\" }%s\n",
                     k == 1 ? "cmdline" : "procname", i, to, end);
        else
            snprintf(line, sizeof line, "        { \"pattern\" : \"OtherGame%u.x86_64\", \"profile\" : \"MadeUpProfile%u\" }%s\n", i, to, end);
        put(&t, line);
    }
    put(&t, "    ]\n}\n");
    return t;
}

static void report(const char *name, double us, size_t bytes)
{
    fflush(stdout);
    if (us < 10000) printf("%-58s %10.2f us", name, us);
    else printf("%-58s %10.2f ms", name, us / 1000);
    if (bytes > 0) printf("  %8.1f MB/s", (double)bytes / us);
    putchar('\n');
}

/* For tools/bench.sh's readers: our time, the peer's, and how many times ours it is. */
static void against(const char *job, double ours, const char *peer, double us)
{
    bench_line(job, ours, "us", peer, us);
}

static text input;
static void *buffer;
static size_t buffer_size;
static uint32_t last_setting;

static nvp_config *parse(int link)
{
    nvp_config_options o;
    nvp_config *c;
    memset(&o, 0, sizeof o);
    o.max_file = NVP_NONE - 1;
    o.memory.buffer = buffer;
    o.memory.buffer_size = buffer_size;
    c = nvp_config_open(&o, NULL);
    if (c == NULL || nvp_config_add(c, nvp_text("bench"), input.ptr, input.len, NULL) != NVP_OK || (link && nvp_config_link(c, NULL) != NVP_OK)) abort();
    return c;
}

static void tokens(void)
{
    nvp_reader x;
    nvp_token t;
    nvp_reader_begin(&x, input.ptr, input.len, 0);
    while (nvp_reader_next(&x, &t)) sink += t.len;
}

static void load(void)
{
    nvp_config *c = parse(0);
    sink += c->files[0]->rule_count;
    nvp_config_close(c);
}

static void load_linked(void)
{
    nvp_config *c = parse(1);
    sink += c->use_count;
    nvp_config_close(c);
}

static void load_places(void)
{
    nvp_config *c = parse(1);
    const nvp_file *f = c->files[0];
    uint32_t i;
    for (i = 0; i < f->rule_count; i++) sink += nvp_file_locate(f, f->rules[i].at).line;
    for (i = 0; i < f->profile_count; i++) sink += nvp_file_locate(f, f->profiles[i].at).column;
    nvp_config_close(c);
}

/* What a reader of plain JSON needs first: comments become spaces, other bases decimal numbers. */
static char *plain;
static size_t plain_len;

static void pre_pass(void)
{
    const char *p = input.ptr, *end = p + input.len;
    char *o = plain;
    while (p < end) {
        const char c = *p;
        if (c == '"') {
            *o++ = *p++;
            while (p < end && *p != '"') {
                if (*p == '\\' && p + 1 < end) *o++ = *p++;
                *o++ = *p++;
            }
            if (p < end) *o++ = *p++;
        } else if (c == '#') {
            const char *lf = (const char *)memchr(p, '\n', (size_t)(end - p));
            p = lf != NULL ? lf : end;
        } else if (c == '0' && p + 1 < end && (p[1] == 'x' || p[1] == 'X' || (p[1] >= '0' && p[1] <= '7'))) {
            char *stop;
            o += sprintf(o, "%llu", strtoull(p, &stop, 0));
            p = stop;
        } else
            *o++ = *p++;
    }
    plain_len = (size_t)(o - plain);
    sink += plain_len;
}

static void *(*jansson_load)(const char *, size_t, size_t, void *);
static void (*jansson_delete)(void *);

static void jansson(void)
{
    void *root;
    char error[512]; /* json_error_t of 2.14 takes 252 bytes */
    pre_pass();
    root = jansson_load(plain, plain_len, 0, error);
    if (root == NULL) abort();
    jansson_delete(root);
}

static double least(void (*f)(void), double budget)
{
    double best = 1e30, start = now();
    unsigned rounds = 0;
    while (rounds < 5 || now() - start < budget) {
        const double t = now();
        f();
        if (now() - t < best) best = now() - t;
        rounds++;
    }
    return best;
}

static nvp_config *match_config;
static nvp_process match_process;
static uint32_t libraries;

static nvp_reply dso(uint32_t index, nvp_view *out, void *user)
{
    static char names[200][64];
    (void)user;
    if (index == libraries) return NVP_REPLY_NO;
    if (names[index][0] == 0) sprintf(names[index], "/usr/lib/x86_64-linux-gnu/lib%csomething%u.so.%u", 'a' + (int)(index % 26), index, index % 7);
    out->ptr = names[index];
    out->len = strlen(names[index]);
    return NVP_REPLY_YES;
}

static void match(void)
{
    nvp_resolve_options o;
    const nvp_result *r;
    memset(&o, 0, sizeof o);
    o.memory.buffer = buffer;
    o.memory.buffer_size = buffer_size;
    r = nvp_resolve(match_config, &match_process, &o, NULL);
    if (r == NULL) abort();
    last_setting = r->setting_count;
    sink += r->setting_count;
    nvp_result_close(r);
}

static text match_rules(unsigned count, int libraries_too)
{
    text t = {NULL, 0, 0};
    char line[300];
    unsigned i;
    put(&t, "{ \"rules\": [\n");
    for (i = 0; i < count; i++) {
        snprintf(line, sizeof line, "{ \"pattern\": { \"feature\": \"%s\", \"matches\": \"%s%u\" }, \"profile\": [ \"key%u\", %u ] }%s\n",
                 libraries_too && i % 5 == 0 ? "dso" : i % 5 == 1 ? "cmdline" : "procname",
                 i % 50 == 2 ? "game" : "other", i % 50 == 2 ? 1u : i, i % 7, i, i + 1 < count ? "," : "");
        put(&t, line);
    }
    put(&t, "] }\n");
    return t;
}

static void matching(void)
{
    const unsigned counts[] = {500, 5000};
    char name[80];
    unsigned i, with;
    const text kept = input;
    memset(&match_process, 0, sizeof match_process);
    match_process.exe.ptr = "/opt/games/game1";
    match_process.exe.len = 16;
    match_process.argv0 = match_process.exe;
    match_process.dso_fn = dso;
    for (i = 0; i < 2; i++)
        for (with = 0; with < 2; with++) {
            void *mine = buffer;
            input = match_rules(counts[i], with != 0);
            libraries = 200;
            buffer = NULL;
            match_config = parse(1);
            buffer = mine;
            snprintf(name, sizeof name, "match %u rules%s", counts[i], with ? ", a fifth of them dso, 200 libraries" : "");
            report(name, least(match, 200000), 0);
            nvp_config_close(match_config);
            free(input.ptr);
        }
    input = kept;
}

/* The same shape in other sizes: the time per byte stays the same if the work is linear. */
static void growth(void)
{
    const text kept = input;
    void *mine = buffer;
    const size_t my_size = buffer_size;
    unsigned times;
    for (times = 4; times <= 256; times *= 4) {
        char name[80];
        input = vendor_shape(times);
        buffer_size = input.len * 40 + 100000;
        buffer = malloc(buffer_size);
        if (buffer == NULL) abort();
        snprintf(name, sizeof name, "load %u times as much", times);
        report(name, least(load, 300000), input.len);
        snprintf(name, sizeof name, "load and link %u times as much", times);
        report(name, least(load_linked, 300000), input.len);
        free(buffer);
        free(input.ptr);
    }
    input = kept;
    buffer = mine;
    buffer_size = my_size;
}

int main(int argc, char **argv)
{
    void *library = dlopen("libjansson.so.4", RTLD_NOW);
    const char *peer = getenv("PEER");
    char settings[1000];
    unsigned size, k;
    if (library != NULL) {
        *(void **)&jansson_load = dlsym(library, "json_loadb");
        *(void **)&jansson_delete = dlsym(library, "json_delete");
    }
    for (size = 0; size < (argc > 1 ? 1u : 2u); size++) {
        const double budget = size == 0 ? 400000 : 1500000;
        const char *job = argc > 1 ? "load-file" : size == 0 ? "load-20KB" : "load-20MB";
        double ours;
        if (argc > 1) {
            FILE *f = fopen(argv[1], "rb");
            input.room = 64 << 20;
            input.ptr = (char *)malloc(input.room);
            if (f == NULL || input.ptr == NULL) return 2;
            input.len = fread(input.ptr, 1, input.room, f);
            fclose(f);
        } else
            input = vendor_shape(size == 0 ? 1 : 980);
        buffer_size = input.len * 40 + 100000;
        buffer = malloc(buffer_size);
        plain = (char *)malloc(input.len * 3 + 100);
        if (buffer == NULL || plain == NULL) return 2;
        printf("%zu bytes\n", input.len);
        report("tokens only", least(tokens, budget), input.len);
        ours = least(load, budget);
        report("load: rules, profiles, diagnostics, offsets", ours, input.len);
        report("load and link: names tied to profiles", least(load_linked, budget), input.len);
        report("load, link, line and column of every rule and profile", least(load_places, budget), input.len);
        report("pre-pass to plain JSON, as the peers need it", least(pre_pass, budget), input.len);
        if (jansson_load != NULL && jansson_delete != NULL) {
            const double us = least(jansson, budget);
            report("jansson after it: a tree without positions", us, input.len);
            against(job, ours, "jansson", us);
        } else
            puts("jansson: absent (libjansson.so.4)");
        for (k = 0; k < 2; k++) {
            char command[4096], line[200], name[40];
            double us;
            FILE *f, *answers;
            const char *program = peer;
            if (k == 1) {
                snprintf(settings, sizeof settings, "%s/bench/nvprofile-settings", getenv("B") != NULL ? getenv("B") : "build");
                program = access(settings, X_OK) == 0 ? settings : NULL;
            }
            if (program == NULL) {
                puts(k == 0 ? "yyjson, simdjson: absent (PEER is not set; see bench/peers/nvprofile.sh)"
                            : "nvidia-settings: absent (see bench/peers/nvprofile.sh)");
                continue;
            }
            f = fopen("build/bench/nvprofile-input.rc", "wb");
            if (f == NULL) return 2;
            fwrite(input.ptr, 1, input.len, f);
            fclose(f);
            snprintf(command, sizeof command, "'%s' build/bench/nvprofile-input.rc", program);
            answers = popen(command, "r");
            while (answers != NULL && fgets(line, sizeof line, answers) != NULL)
                if (sscanf(line, "%39s %lf", name, &us) == 2) {
                    snprintf(line, sizeof line, k == 0 ? "%s after it: a tree without positions" : "%s: its rules and profiles", name);
                    report(line, us, input.len);
                    against(job, ours, name, us);
                }
            if (answers == NULL || pclose(answers) != 0)
                puts(k == 0 ? "the peer failed" : "nvidia-settings: did not end within 20 s, or failed");
        }
        if (size == 0) {
            matching();
            if (argc == 1) growth();
        }
        free(input.ptr);
        free(buffer);
        free(plain);
        putchar('\n');
    }
    return sink == 42;
}
