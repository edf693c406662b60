/* The formats. */
#include "formats.h"

const format_parts *format_of(const output *to)
{
    static const format_parts list[] = { /* as out_format counts them */
        {&text_lines, &text_tables}, {&markdown_lines, &markdown_tables}, {&csv_lines, &csv_tables}, {&json_lines, &json_tables}, {&html_lines, &html_tables}};
    return &list[to->format];
}
