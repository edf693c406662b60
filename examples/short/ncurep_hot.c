/* Where a kernel spends its time: ncurep_hot REPORT [METRIC]
   Sums a metric that is kept by address (inst_executed, smsp__pcsamp_sample_count and the like) by source line and prints
   the ten largest of each kernel, with the calls that lead there where the compiler inlined them. */
#define NCUREP_POSIX
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"
#define CUBIN_IMPLEMENTATION
#include "cubin.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct spot {
    cubin_place place; /* innermost */
    uint64_t sum;
} spot;

/* Symbol and offset of an address: the function of the module that begins at it or last before it. */
static int locate(ncurep_report *r, const ncurep_module *module, uint64_t address, uint32_t *symbol, uint64_t *offset)
{
    ncurep_source s;
    ncurep_symbol y;
    uint32_t piece;
    int found = 0;
    for (piece = 0; ncurep_module_source_at(r, module, piece, &s, NULL); piece++) {
        while (ncurep_symbol_next(&s.relocation.functions, &y)) {
            if (y.address > address || (found && address - y.address >= *offset)) continue;
            *offset = address - y.address;
            *symbol = y.index;
            found = 1;
        }
    }
    return found;
}

static int larger(const void *a, const void *b)
{
    const uint64_t x = ((const spot *)a)->sum, y = ((const spot *)b)->sum;
    return x < y ? 1 : x > y ? -1 : 0;
}

static int same_text(cubin_view a, cubin_view b) { return a.len == b.len && memcmp(a.ptr, b.ptr, a.len) == 0; }

static void kernel(ncurep_report *r, const ncurep_result *result, const char *name)
{
    ncurep_metric metric;
    ncurep_module m;
    ncurep_source s;
    cubin_file *lines;
    ncurep_instance instance;
    spot *spots;
    size_t count = 0, i;
    uint64_t total = 0;
    uint32_t id;
    char *cubin;
    if (!ncurep_string_find(r, ncurep_text(name), &id) || !ncurep_metric_find(result, id, &metric)) return;
    if (!ncurep_module_find(r, result->source.reference, &m)) return;
    if (!ncurep_module_source_at(r, &m, 0, &s, NULL) || s.binary.len == 0) return;
    /* The view of the cubin lives until the next source is read, and the tables need it longer. */
    cubin = (char *)malloc(s.binary.len);
    spots = (spot *)malloc((metric.instances.count + 1u) * sizeof *spots);
    if (cubin == NULL || spots == NULL) exit(3);
    memcpy(cubin, s.binary.ptr, s.binary.len);
    lines = cubin_file_open(cubin, s.binary.len, NULL, NULL);
    while (ncurep_instance_next(&metric.instances, &instance)) {
        const uint64_t value = ncurep_value_u64(&instance.value);
        cubin_place p;
        cubin_symbol_id symbol;
        uint64_t offset = 0;
        if (value == 0 || !locate(r, &m, ncurep_value_u64(&instance.id), &symbol.number, &offset)) continue;
        total += value;
        if (!cubin_place_find(lines, CUBIN_TABLE_SOURCE, symbol, offset, &p)) continue;
        for (i = 0; i < count && !(spots[i].place.line == p.line && same_text(spots[i].place.file, p.file)); i++) {}
        if (i == count) {
            spots[count].place = p;
            spots[count++].sum = 0;
        }
        spots[i].sum += value;
    }
    qsort(spots, count, sizeof *spots, larger);
    printf("%.*s: %s %" PRIu64 "\n", (int)result->demangled.len, result->demangled.ptr, name, total);
    for (i = 0; i < count && i < 10; i++) {
        cubin_place p = spots[i].place;
        printf("%6.2f %%  ", 100.0 * (double)spots[i].sum / (double)total);
        do
            printf(" %.*s:%" PRIu32, (int)p.file.len, p.file.ptr, p.line);
        while (cubin_place_outer(lines, &p) && fputs(" <", stdout) >= 0);
        putchar('\n');
    }
    cubin_file_close(lines);
    free(spots);
    free(cubin);
}

int main(int argc, char **argv)
{
    ncurep_report_options options = {{NULL, 0, {NULL, NULL, NULL}, (size_t)1 << 30}, 0};
    ncurep_posix file;
    ncurep_input input;
    ncurep_error e;
    ncurep_report *r = NULL;
    ncurep_info info;
    ncurep_result result;
    uint32_t i;
    if (argc < 2) return fputs("usage: ncurep_hot REPORT [METRIC]\n", stderr) < 0 ? 3 : 2;
    if (ncurep_posix_open(&file, argv[1], &input, &e) == NCUREP_OK) r = ncurep_report_open_input(&input, &options, &e);
    if (r == NULL || ncurep_modules_load(r, NULL, &e) != NCUREP_OK) {
        fprintf(stderr, "ncurep_hot: %s: byte %" PRIu64 ": %s\n", argv[1], e.offset, e.message);
        return 3;
    }
    ncurep_report_info(r, &info);
    for (i = 0; i < info.results; i++)
        if (ncurep_result_at(r, i, &result, NULL) && result.kind == NCUREP_RESULT_KIND_KERNEL) kernel(r, &result, argc > 2 ? argv[2] : "smsp__pcsamp_sample_count");
    ncurep_report_close(r);
    ncurep_posix_close(&file);
    return 0;
}
