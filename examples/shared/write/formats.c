/* The formats. */
#include "formats.h"

const format_parts *format_of(const output *to)
{
    static const format_parts list[] = { /* as out_format counts them */
        {&text_lines, &text_tables, &text_figures, &text_blocks},
        {&markdown_lines, &markdown_tables, &text_figures, &markdown_blocks},
        {&csv_lines, &csv_tables, &text_figures, &csv_blocks},
        {&json_lines, &json_tables, &json_figures, &json_blocks},
        {&html_lines, &html_tables, &html_figures, &html_blocks}};
    return &list[to->format];
}
