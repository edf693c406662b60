/* Which rows of the code are shown, and in which order. */
#include "pick.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FEW 64 /* rows that are kept in order while the others go by */

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c; }

static int holds(const char *text, size_t len, ncurep_view words)
{
    size_t i, k;
    for (i = 0; i + words.len <= len; i++) {
        for (k = 0; k < words.len && lower(text[i + k]) == lower(words.ptr[k]); k++) {}
        if (k == words.len) return 1;
    }
    return 0;
}

static int found(const code_rows *x, size_t row, ncurep_view words)
{
    const code_row *r = &x->list[row];
    cli_buf b = {NULL, 0, 0};
    int is;
    (void)rows_text(&b, x, row);
    cli_put(&b, "\n", 1);
    if (r->line > 0) {
        const ncurep_view file = file_name(row_file(x, r));
        cli_put(&b, file.ptr, file.len);
        cli_putf(&b, ":%u\n", (unsigned)r->line);
    }
    if (row_function(x, r).len > 0) put_function(&b, x->l, row_function(x, r));
    is = holds(b.ptr, b.len, words);
    cli_buf_free(&b);
    return is;
}

typedef struct picked {
    size_t row;
    double key;
} picked;

static int by_key(const void *a, const void *b)
{
    const picked *x = (const picked *)a, *y = (const picked *)b;
    return x->key < y->key || x->key > y->key ? (x->key > y->key ? -1 : 1) : x->row < y->row ? -1 : x->row > y->row;
}

static int is_chosen(const code_rows *x, const rows_query *q, size_t row)
{
    const code_row *r = &x->list[row];
    return !(q->counted && !r->counted) && (q->file.len == 0 || same_view(file_name(row_file(x, r)), q->file)) &&
           (q->find.len == 0 || found(x, row, q->find));
}

static double sort_value(const code_rows *x, const rows_query *q, size_t row)
{
    const double now = rows_values(x, row, q->self)[q->sort];
    return q->change ? fabs(now - old_values(x, row_before(x, row), q->self)[q->sort]) : now;
}

size_t *rows_pick(const code_rows *x, const rows_query *q, size_t *count)
{
    const int sorted = q->sort < x->l->column_count, few = sorted && q->top > 0 && q->top <= FEW;
    picked *list = sorted ? (picked *)cli_alloc(few ? (size_t)q->top + 1 : x->count, sizeof *list) : NULL;
    size_t *rows = sorted ? NULL : (size_t *)cli_alloc(x->count, sizeof *rows), i, n = 0;
    for (i = 0; i < x->count; i++) {
        const double exact = sorted ? sort_value(x, q, i) : 0, v = exact == exact ? exact : 0;
        picked now;
        size_t at = n;
        if ((sorted && q->top > 0 && !(v > 0)) || !is_chosen(x, q, i)) continue;
        if (!sorted) {
            rows[n++] = i;
            continue;
        }
        now.row = i;
        now.key = q->ascending ? -v : v;
        for (; few && at > 0 && by_key(&now, &list[at - 1]) < 0; at--) list[at] = list[at - 1];
        list[at] = now;
        n += !few || n < q->top;
    }
    if (sorted) {
        if (n > 0 && !few) qsort(list, n, sizeof *list, by_key);
        rows = (size_t *)cli_alloc(n, sizeof *rows);
        for (i = 0; i < n; i++) rows[i] = list[i].row;
        cli_free(list);
    }
    *count = q->top > 0 && n > q->top ? (size_t)q->top : n;
    return rows;
}
