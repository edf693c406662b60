/* Times derived metrics against plain loops over the same arrays, and patterns against what one would use instead.
 *
 *     build/bench/nvsection_derive
 *
 * Each figure is the least of many rounds. PCRE2 is used where libpcre2-8.so.0 can be loaded, with and without its
 * compiler to machine code; the regcomp of libc has no look-ahead, so it gets patterns without. A program named by the
 * variable PEER gets a pattern and names on its input and prints microseconds; bench/peers/nvsection_derive.sh builds one
 * from std::regex. */
#define _POSIX_C_SOURCE 200809L
#define NVS_IMPLEMENTATION
#include "bench.h"
#include "nvsection.h"
#include "tests/nvsection_calls.h"

#include <dlfcn.h>
#include <regex.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define COUNT 1000000
#define NAMES 10000
#define ROUNDS 15

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); /* others may be using the machine, too */
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

static double *a, *b, *out;
static uint64_t *u, *w, *id, *other_id;
static volatile double sink;

static nvs_reply find(nvs_view name, nvs_metric *data, void *user)
{
    (void)user;
    data->count = COUNT;
    data->ids.kind = NVS_KIND_UINT64;
    data->ids.at = *name.ptr == 'b' ? other_id : id;
    data->values.kind = data->value.kind = *name.ptr < 'u' ? NVS_KIND_DOUBLE : NVS_KIND_UINT64;
    data->values.at = *name.ptr == 'a' ? (const void *)a : *name.ptr == 'b' ? (const void *)b : *name.ptr == 'u' ? u : w;
    if (*name.ptr < 'u') data->value.v.d = 1;
    else data->value.v.u = 1;
    return NVS_REPLY_YES;
}

/* What the loop of an expression is by hand: the same operations, and the sum that the regular value is. */
static double plain(int which)
{
    double sum;
    uint64_t whole;
    size_t i;
    switch (which) {
    case 0:
        for (i = 0; i < COUNT; i++) out[i] = a[i] / b[i];
        break;
    case 1:
        for (i = 0; i < COUNT; i++) out[i] = 100 * (a[i] - b[i]) / a[i];
        break;
    default:
        for (i = 0; i < COUNT; i++) ((uint64_t *)(void *)out)[i] = u[i] - w[i];
        for (whole = 0, i = 0; i < COUNT; i++) whole += ((uint64_t *)(void *)out)[i];
        return (double)whole;
    }
    for (sum = out[0], i = 1; i < COUNT; i++) sum += out[i];
    return sum;
}

static void derived(int which, const char *expression)
{
    nvs_definition d;
    nvs_derive_options options;
    nvs_source source = {find, NULL, NULL, NULL};
    double least = 1e18, loop = 1e18;
    char job[128];
    int round;
    memset(&options, 0, sizeof options);
    options.memory.buffer_size = (size_t)64 << 20;
    options.memory.buffer = malloc(options.memory.buffer_size);
    d.name.ptr = "x";
    d.name.len = 1;
    d.expression.ptr = expression;
    d.expression.len = strlen(expression);
    for (round = 0; round < ROUNDS; round++) {
        double t = now(), want;
        const nvs_derivation *r = nvs_derive(&d, 1, &source, &options, NULL);
        double got;
        t = now() - t;
        if (t < least) least = t;
        if (r == NULL || r->metrics[0].state != NVS_DERIVED_STATE_OK) exit(2);
        got = nvs_value_number(&r->metrics[0].data.value, NULL);
        nvs_derivation_close(r);
        t = now();
        want = plain(which);
        t = now() - t;
        if (t < loop) loop = t;
        if (memcmp(&got, &want, sizeof got) != 0) {
            printf("%s: %.17g and %.17g differ\n", expression, got, want);
            exit(1);
        }
        sink = want;
    }
    printf("derive %-22s %8.0f us, plain loop %8.0f us, %.2f times (%d instances)\n", expression, least, loop, least / loop, COUNT);
    snprintf(job, sizeof job, "derive %s", expression);
    bench_line(job, least, "us", "plain loop", loop);
    free(options.memory.buffer);
}

/* Patterns ---------------------------------------------------------------------------------------------------------- */

static char *names[NAMES];
static size_t lens[NAMES];

static void make_names(void)
{
    static const char *const units[] = {"sm", "smsp", "l1tex", "lts", "dram", "gpu", "launch", "fbpa"};
    static const char *const words[] = {"inst", "executed", "cycles", "active", "t", "sectors", "pipe", "lsu", "mem", "global",
                                        "op", "ld", "st", "hit", "rate", "throughput", "warps", "issue", "stalled", "bytes"};
    static const char *const ends[] = {"sum", "avg", "max", "min", "sum.per_second", "avg.pct_of_peak_sustained_elapsed"};
    uint64_t seed = 1;
    size_t i, k, n;
    for (i = 0; i < NAMES; i++) {
        char text[256];
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        n = (size_t)sprintf(text, "%s_", units[seed >> 33 & 7]);
        for (k = 0; k < 2 + (seed >> 40 & 3); k++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            n += (size_t)sprintf(text + n, "_%s", words[(seed >> 33) % 20]);
        }
        n += (size_t)sprintf(text + n, ".%s", ends[(seed >> 45) % 6]);
        names[i] = (char *)malloc(n + 1);
        memcpy(names[i], text, n + 1);
        lens[i] = n;
    }
}

typedef struct pcre {
    void *(*compile)(const unsigned char *, size_t, uint32_t, int *, size_t *, void *);
    int (*jit)(void *, uint32_t);
    void *(*data)(void *, void *);
    int (*match)(void *, const unsigned char *, size_t, size_t, uint32_t, void *, void *);
} pcre;

static int load_pcre(pcre *p)
{
    void *lib = dlopen("libpcre2-8.so.0", RTLD_NOW);
    if (lib == NULL) return 0;
    *(void **)(void *)&p->compile = dlsym(lib, "pcre2_compile_8");
    *(void **)(void *)&p->jit = dlsym(lib, "pcre2_jit_compile_8");
    *(void **)(void *)&p->data = dlsym(lib, "pcre2_match_data_create_from_pattern_8");
    *(void **)(void *)&p->match = dlsym(lib, "pcre2_match_8");
    return p->compile != NULL && p->jit != NULL && p->data != NULL && p->match != NULL;
}

/* What a peer took, beside our time for the same pattern. */
static void beside(const char *pattern, double ours, const char *peer, double us, int same)
{
    char job[128];
    printf("    %-20s %8.0f us%s\n", peer, us, same ? "" : " (another answer)");
    snprintf(job, sizeof job, "match %s", pattern);
    bench_line(job, ours, "us", peer, us);
}

static void by_pcre(const pcre *p, const char *pattern, size_t want, double ours, int jit)
{
    int error, round;
    size_t offset, i, found = 0;
    double least = 1e18;
    for (round = 0; round < ROUNDS; round++) {
        double t = now();
        void *code = p->compile((const unsigned char *)pattern, strlen(pattern), 0, &error, &offset, NULL), *data;
        if (code == NULL) exit(2);
        if (jit && p->jit(code, 1) != 0) return;
        data = p->data(code, NULL);
        for (found = 0, i = 0; i < NAMES; i++)
            found += p->match(code, (const unsigned char *)names[i], lens[i], 0, 0, data, NULL) >= 0;
        t = now() - t;
        if (t < least) least = t;
    }
    beside(pattern, ours, jit ? "pcre2, machine code" : "pcre2", least, found == want);
}

static void by_libc(const char *pattern, size_t want, double ours)
{
    size_t i, found = 0;
    double least = 1e18;
    int round;
    for (round = 0; round < 3; round++) {
        double t = now();
        regex_t r;
        if (regcomp(&r, pattern, REG_EXTENDED | REG_NOSUB) != 0) return;
        for (found = 0, i = 0; i < NAMES; i++) found += regexec(&r, names[i], 0, NULL, 0) == 0;
        regfree(&r);
        t = now() - t;
        if (t < least) least = t;
    }
    beside(pattern, ours, "regcomp of libc", least, found == want);
}

static void by_peer(const char *pattern, double ours)
{
    const char *peer = getenv("PEER");
    char command[1024];
    FILE *f;
    size_t i;
    if (peer == NULL) return;
    snprintf(command, sizeof command, "%s '%s' %.6g", peer, pattern, ours);
    fflush(stdout);
    f = popen(command, "w");
    for (i = 0; f != NULL && i < NAMES; i++) fprintf(f, "%s\n", names[i]);
    if (f != NULL) pclose(f);
}

static void matching(const pcre *p, const char *pattern)
{
    nvs_view view;
    size_t i, found = 0;
    double least = 1e18;
    int round;
    view.ptr = pattern;
    view.len = strlen(pattern);
    for (round = 0; round < ROUNDS; round++) {
        double t = now();
        nvs_pattern *r = pattern_open(view, NULL, NULL);
        if (r == NULL) exit(2);
        for (found = 0, i = 0; i < NAMES; i++) {
            nvs_view name;
            name.ptr = names[i];
            name.len = lens[i];
            found += (size_t)nvs_pattern_match(r, name);
        }
        nvs_pattern_close(r);
        t = now() - t;
        if (t < least) least = t;
    }
    printf("match %s (%d names, %zu match)\n    %-20s %8.0f us\n", pattern, NAMES, found, "nvsection.h", least);
    if (p != NULL) {
        by_pcre(p, pattern, found, least, 0);
        by_pcre(p, pattern, found, least, 1);
    }
    if (strstr(pattern, "(?") == NULL) by_libc(pattern, found, least);
    by_peer(pattern, least);
}

int main(void)
{
    pcre p;
    size_t i;
    int pcre_there;
    a = (double *)malloc(COUNT * sizeof *a);
    b = (double *)malloc(COUNT * sizeof *b);
    out = (double *)malloc(COUNT * sizeof *out);
    u = (uint64_t *)malloc(COUNT * sizeof *u);
    w = (uint64_t *)malloc(COUNT * sizeof *w);
    id = (uint64_t *)malloc(COUNT * sizeof *id);
    other_id = (uint64_t *)malloc(COUNT * sizeof *id);
    for (i = 0; i < COUNT; i++) {
        a[i] = (double)(i % 1000) + 1.5;
        b[i] = (double)(i % 777) + 0.25;
        u[i] = i * 3;
        w[i] = i;
        id[i] = other_id[i] = 0x7f0000000000u + i * 16;
    }
    derived(0, "a / b");
    derived(1, "100.0 * (a - b) / a");
    derived(2, "u - w");
    make_names();
    pcre_there = load_pcre(&p);
    if (!pcre_there) printf("pcre2 is not installed\n");
    matching(pcre_there ? &p : NULL, "^sm__.*\\.sum$");
    matching(pcre_there ? &p : NULL, "(global|local).*(hit|rate)");
    matching(pcre_there ? &p : NULL, "^(?=.*mem)(?=.*lsu)(?!.*per_second).*\\.(sum|avg)");
    matching(pcre_there ? &p : NULL, "cycles_active\\.avg");
    return 0;
}
