/* The formats. */
#include "formats.h"

const format_parts *format_of(const output *to)
{
#define PARTS(name, prefix, figures, blocks) {&prefix##_lines, &prefix##_tables},
    static const format_parts list[] = {OUT_FORMATS(PARTS)};
    return &list[to->format];
}
