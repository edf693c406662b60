/* What a format is made of. */
#ifndef EXAMPLES_NCUREP_OUT_FORMATS_H
#define EXAMPLES_NCUREP_OUT_FORMATS_H

#include "block.h"
#include "figure.h"

typedef struct format_parts {
    const table_back_end *tables;
    const figure_back_end *figures;
    const block_back_end *blocks;
} format_parts;

const format_parts *format_of(const output *to);

#endif
