/* What the hottest instruction of each kernel waits for: why REPORT
   The samples say where warps stood for a scoreboard; the flow graph of the function leads back to who sets it. */
#define NCUREP_POSIX
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"
#define CUBIN_IMPLEMENTATION
#include "cubin.h"

#include <inttypes.h>
#include <stdio.h>

/* Symbol and offset of an address: the function of the module that begins at it or last before it. */
static int locate(ncurep_report *r, const ncurep_module *module, uint64_t address, cubin_symbol_id *symbol, uint64_t *offset)
{
    ncurep_source s;
    ncurep_symbol y;
    uint32_t piece;
    int found = 0;
    for (piece = 0; ncurep_module_source_at(r, module, piece, &s, NULL); piece++) {
        while (ncurep_symbol_next(&s.relocation.functions, &y)) {
            if (y.address > address || (found && address - y.address >= *offset)) continue;
            *offset = address - y.address;
            symbol->number = y.index;
            found = 1;
        }
    }
    return found;
}

static void show(const char *what, const cubin_location *at)
{
    printf("  %s %04" PRIx64 "  %-50s %.*s:%" PRIu32 "\n", what, at->offset, at->text, (int)at->source.file.len, at->source.file.ptr, at->source.line);
}

/* Those that an instruction waits for: the last that set one of its barriers, on each way. */
static void causes(const cubin_file *code, const cubin_location *at)
{
    cubin_graph *graph = cubin_graph_open(code, &at->function, NULL, NULL);
    cubin_producers walk;
    cubin_producer p;
    cubin_location by;
    uint32_t barrier;
    for (barrier = 0; barrier < 6; barrier++) {
        if ((at->instruction.wait_mask >> barrier & 1) == 0) continue;
        cubin_producers_begin(&walk, graph, at->offset, CUBIN_RESOURCE_BARRIER, barrier);
        while (cubin_producers_next(&walk, &p))
            if (cubin_location_find(code, at->function.symbol, p.offset, &by)) show("waits for", &by);
    }
    cubin_graph_close(graph);
}

static void kernel(ncurep_report *r, const ncurep_result *result)
{
    static const char name[] = "smsp__pcsamp_warps_issue_stalled_long_scoreboard";
    ncurep_metric metric;
    ncurep_instance instance;
    ncurep_module module;
    ncurep_source source;
    cubin_location at;
    cubin_symbol_id symbol = {0};
    cubin_file *code;
    uint64_t hottest = 0, most = 0, offset = 0;
    uint32_t id;
    if (!ncurep_string_find(r, ncurep_text(name), &id) || !ncurep_metric_find(result, id, &metric)) return;
    while (ncurep_instance_next(&metric.instances, &instance)) {
        if (ncurep_value_u64(&instance.value) <= most) continue;
        most = ncurep_value_u64(&instance.value);
        hottest = ncurep_value_u64(&instance.id);
    }
    if (!ncurep_module_find(r, result->source.reference, &module) || !locate(r, &module, hottest, &symbol, &offset)) return;
    if (!ncurep_module_source_at(r, &module, 0, &source, NULL)) return;
    code = cubin_file_open(source.binary.ptr, source.binary.len, NULL, NULL);
    printf("%.*s: %" PRIu64 " of %" PRIu64 " samples\n", (int)result->demangled.len, result->demangled.ptr, most, ncurep_value_u64(&metric.value));
    if (cubin_location_find(code, symbol, offset, &at)) {
        show("at       ", &at);
        causes(code, &at);
    }
    cubin_file_close(code);
}

int main(int argc, char **argv)
{
    ncurep_posix file;
    ncurep_input input;
    ncurep_error e;
    ncurep_report *r = NULL;
    ncurep_info info;
    ncurep_result result;
    uint32_t i;
    if (argc == 2 && ncurep_posix_open(&file, argv[1], &input, &e) == NCUREP_OK) r = ncurep_report_open_input(&input, NULL, &e);
    if (r == NULL || ncurep_modules_load(r, NULL, &e) != NCUREP_OK) return fputs("usage: why REPORT\n", stderr), 2;
    ncurep_report_info(r, &info);
    for (i = 0; i < info.results; i++)
        if (ncurep_result_at(r, i, &result, NULL) && result.kind == NCUREP_RESULT_KIND_KERNEL) kernel(r, &result);
    ncurep_report_close(r);
    ncurep_posix_close(&file);
    return 0;
}
