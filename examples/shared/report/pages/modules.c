/* A table of the modules of a report. */
#include "modules.h"
#include "write/table.h"

#include <inttypes.h>

#define MODULE_COLUMNS(X) \
    X('r', "Reference", "reference", "reference", table_whole(&t, x->reference)) \
    X('r', "CC", "revision", NULL, put_revision(&t, x->revision)) \
    X('r', NULL, NULL, "cc", x->revision != 0 ? table_format(&t, "%" PRIu32 ".%" PRIu32, x->revision >> 16, x->revision & 0xffff) : table_null(&t)) \
    X('r', "Bytes", "bytes", "bytes", table_whole(&t, x->cubin.len)) \
    X('r', "Functions", "functions", "function_count", table_whole(&t, x->functions)) \
    X('r', "Pieces", "pieces", "piece_count", table_whole(&t, x->pieces))

static void put_revision(table *t, uint32_t revision)
{
    table_show(t, "%" PRIu32 ".%" PRIu32, revision >> 16, revision & 0xffff);
    table_whole(t, revision);
}

void modules_page(const page *pg, module_codes *walk)
{
    const module_code *const x = &walk->x;
    table t;
    TABLE_BEGIN(&t, pg->to, "modules", MODULE_COLUMNS, 0);
    while (module_codes_next(walk)) {
        MODULE_COLUMNS(TABLE_CELL)
        table_row(&t);
    }
    table_end(&t);
}
