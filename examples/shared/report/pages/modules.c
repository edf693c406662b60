/* A table of the modules of a report. */
#include "modules.h"
#include "write/table.h"

#include <inttypes.h>

static const table_column columns[] = {{'r', "Reference", "reference", "reference", 0}, {'r', "CC", "revision", NULL, 0}, {'r', NULL, NULL, "cc", 0},
                                       {'r', "Bytes", "bytes", "bytes", 0}, {'r', "Functions", "functions", "function_count", 0},
                                       {'r', "Pieces", "pieces", "piece_count", 0}};

void modules_page(const page *pg, module_codes *walk)
{
    const module_code *const x = &walk->x;
    table t;
    table_begin(&t, pg->to, "modules", columns, sizeof columns / sizeof *columns, 0);
    while (module_codes_next(walk)) {
        table_whole(&t, x->reference);
        table_show(&t, "%" PRIu32 ".%" PRIu32, x->revision >> 16, x->revision & 0xffff);
        table_whole(&t, x->revision);
        if (x->revision != 0) table_format(&t, "%" PRIu32 ".%" PRIu32, x->revision >> 16, x->revision & 0xffff);
        else table_null(&t);
        table_whole(&t, x->cubin.len);
        table_whole(&t, x->functions);
        table_whole(&t, x->pieces);
        table_row(&t);
    }
    table_end(&t);
}
