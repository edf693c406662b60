/* What of a listing is on its page. */
#include "source_parts.h"

#include <string.h>

int wants_column(const shown *x, size_t column) { return x->how->counters != COUNTERS_SHOWN || x->l.columns[column].shown; }

size_t *chosen_rows(const shown *x, const code_rows *rows, int counted, size_t *count)
{
    rows_query q;
    memset(&q, 0, sizeof q);
    q.sort = x->how->top > 0 ? main_column(&x->l) : ROWS_IN_ORDER;
    q.top = x->how->top;
    q.self = x->how->self;
    q.change = rows->before != NULL;
    q.counted = counted;
    if (x->how->annotate != NULL) q.file = file_name(bytes_of(x->how->annotate, strlen(x->how->annotate)));
    return rows_pick(rows, &q, count);
}
