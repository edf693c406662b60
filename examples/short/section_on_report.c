/* section_on_report FILE.section REPORT.ncu-rep: the header of a section for every result of a report. */
#define NCUREP_POSIX
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"
#define NVS_IMPLEMENTATION
#include "nvsection.h"
#include "report_source.h"
#include <stdio.h>

int main(int argc, char **argv)
{
    static char text[1 << 16];
    FILE *file = argc == 3 ? fopen(argv[1], "rb") : NULL;
    const size_t size = file != NULL ? fread(text, 1, sizeof text, file) : 0;
    nvs_document *section = file != NULL && fclose(file) == 0 ? nvs_document_open(text, size, NULL, NULL) : NULL;
    const nvs_node *root = section != NULL && section->errors == 0 ? section->root : NULL;
    ncurep_posix disk;
    ncurep_input input;
    ncurep_result result;
    ncurep_report *report = ncurep_posix_open(&disk, argc == 3 ? argv[2] : NULL, &input, NULL) == NCUREP_OK ? ncurep_report_open_input(&input, NULL, NULL) : NULL;
    uint32_t i;
    size_t k;
    for (i = 0; root != NULL && ncurep_result_at(report, i, &result, NULL); i++) {
        report_source of;
        nvs_source source;
        nvs_metrics *metrics = report_source_begin(&of, report, &result, &source, NULL) == NCUREP_OK ? nvs_metrics_open(&root, 1, &source, NULL, NULL) : NULL;
        const nvs_evaluation *shown = nvs_evaluate(metrics, root, NULL, NULL);
        printf("%.*s\n", (int)result.function.len, result.function.ptr);
        for (k = 0; shown != NULL && k < shown->count; k++)
            if (shown->parts[k].kind == NVS_PART_KIND_HEADER && shown->parts[k].cell.state == NVS_CELL_STATE_VALUE)
                printf("  %.*s: %g\n", (int)shown->parts[k].cell.label.len, shown->parts[k].cell.label.ptr, nvs_value_number(&shown->parts[k].cell.data.value, NULL));
        nvs_evaluation_close(shown);
        nvs_metrics_close(metrics);
        report_source_end(&of);
    }
    ncurep_report_close(report);
    ncurep_posix_close(&disk);
    nvs_document_close(section);
    return root == NULL || i == 0 ? 3 : 0;
}
