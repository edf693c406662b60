/* The rows of a listing put together by line. */
#include "tree.h"

#include <stdlib.h>
#include <string.h>

static uint32_t *bucket_of(const tree *t, uint32_t parent, ncurep_view file, ncurep_view function, uint32_t line)
{
    const uint64_t key = (((uint64_t)parent * 31 + line) * 31 + file.len) * 31 + function.len;
    return &t->bucket[key * 0x9e3779b97f4a7c15u >> 32 & (t->buckets - 1)];
}

static void add_values(tree *t)
{
    t->weighted = (double **)cli_grow(t->weighted, &t->weighted_room, t->parts + 1, sizeof *t->weighted);
    t->weighted[t->parts] = (double *)cli_alloc(NODES * 2 * t->average_count, sizeof **t->weighted);
    if (t->is_small) {
        t->small = (uint32_t **)cli_grow(t->small, &t->part_room, t->parts + 1, sizeof *t->small);
        t->small[t->parts++] = (uint32_t *)cli_alloc(NODES * t->columns, sizeof **t->small);
    } else {
        t->values = (double **)cli_grow(t->values, &t->part_room, t->parts + 1, sizeof *t->values);
        t->values[t->parts++] = (double *)cli_alloc(NODES * t->columns, sizeof **t->values);
    }
}

/* Adds a row to the pairs of sums. */
static void weigh(const tree *t, const listing *l, size_t row, double *pairs)
{
    size_t i;
    for (i = 0; i < t->average_count; i++) {
        const double v = value_of(l, t->averages[i], row), weight = value_of(l, l->executed, row);
        if (v - v != 0 || (l->columns[t->averages[i]].averages == AVERAGE_SOME && !(v > 0))) continue;
        pairs[2 * i] += v * weight;
        pairs[2 * i + 1] += weight;
    }
}

static void put_averages(const tree *t, const double *pairs)
{
    size_t i;
    for (i = 0; i < t->average_count; i++) t->now[t->averages[i]] = pairs[2 * i + 1] > 0 ? pairs[2 * i] / pairs[2 * i + 1] : 0;
}

static void add_row(tree *t, size_t index, const listing *l, size_t row)
{
    const size_t at = index % NODES * t->columns;
    size_t c;
    weigh(t, l, row, t->weighted[index / NODES] + index % NODES * 2 * t->average_count);
    for (c = 0; c < t->columns; c++) {
        if (t->is_small) t->small[index / NODES][at + c] += l->columns[c].small[row];
        else t->values[index / NODES][at + c] += value_of(l, c, row);
    }
}

const double *node_values(const tree *t, const listing *l, const node *n, int self)
{
    const size_t index = (size_t)(n - t->list), at = index % NODES * t->columns;
    double *pairs;
    uint32_t row;
    size_t c;
    if (self || t->is_flat) {
        pairs = t->own;
        if (t->average_count > 0) memset(pairs, 0, 2 * t->average_count * sizeof *pairs);
        if (t->columns > 0) memset(t->now, 0, t->columns * sizeof *t->now);
        for (row = n->last; row > 0; row = t->before[row - 1]) {
            for (c = 0; c < t->columns; c++) t->now[c] += value_of(l, c, row - 1);
            weigh(t, l, row - 1, pairs);
        }
    } else {
        pairs = t->weighted[index / NODES] + index % NODES * 2 * t->average_count;
        for (c = 0; c < t->columns; c++) t->now[c] = t->is_small ? t->small[index / NODES][at + c] : t->values[index / NODES][at + c];
    }
    put_averages(t, pairs);
    return t->now;
}

static uint32_t node_of(tree *t, uint32_t parent, ncurep_view file, ncurep_view function, uint32_t line)
{
    node *n;
    uint32_t i, *bucket;
    if (t->count == t->buckets) {
        t->buckets = t->buckets == 0 ? 64 : t->buckets * 2;
        cli_free(t->bucket);
        t->bucket = (uint32_t *)cli_alloc(t->buckets, sizeof *t->bucket);
        for (i = 0; i < t->count; i++) {
            n = &t->list[i];
            bucket = bucket_of(t, n->parent, n->file, n->function, n->line);
            n->next = *bucket;
            *bucket = i + 1;
        }
    }
    bucket = bucket_of(t, parent, file, function, line);
    for (i = *bucket; i > 0; i = n->next) {
        n = &t->list[i - 1];
        if (n->parent == parent && n->line == line && same_view(n->file, file) && same_view(n->function, function)) return i;
    }
    t->list = (node *)cli_grow(t->list, &t->room, t->count + 1, sizeof *t->list);
    n = &t->list[t->count++];
    memset(n, 0, sizeof *n);
    n->parent = parent;
    n->next = *bucket;
    *bucket = (uint32_t)t->count;
    n->file = file;
    n->function = function;
    n->line = line;
    if (!t->is_flat && t->count > t->parts * NODES) add_values(t);
    return (uint32_t)t->count;
}

static void add_within(tree *t, size_t row, uint32_t at)
{
    uint32_t *const end = &t->within_end[row];
    if (*end == 0 && row > 0) *end = t->within_end[row - 1];
    t->within = (uint32_t *)cli_grow(t->within, &t->within_room, *end + (size_t)1, sizeof *t->within);
    t->within[(*end)++] = at;
}

/* Whether a line comes up in the calls around it: a function may be inlined into itself. */
static int is_above(const code_place *stack, size_t k, size_t depth)
{
    size_t i;
    for (i = k + 1; i < depth; i++)
        if (stack[i].line == stack[k].line && same_view(file_name(stack[i].file), file_name(stack[k].file))) return 1;
    return 0;
}

void make_tree(tree *t, const listing *l, int how)
{
    const ncurep_view nothing = {"", 0};
    size_t i, k;
    memset(t, 0, sizeof *t);
    t->is_flat = how == TREE_LINES || how == TREE_PTX;
    t->columns = l->column_count;
    t->now = (double *)cli_alloc(t->columns, sizeof *t->now);
    t->averages = (size_t *)cli_alloc(t->columns, sizeof *t->averages);
    for (k = 0; k < t->columns; k++)
        if (l->columns[k].averages != AVERAGE_NONE) t->averages[t->average_count++] = k;
    t->own = (double *)cli_alloc(2 * t->average_count, sizeof *t->own);
    t->innermost = (uint32_t *)cli_alloc(l->count, sizeof *t->innermost);
    t->before = (uint32_t *)cli_alloc(l->count, sizeof *t->before);
    t->within_end = (uint32_t *)cli_alloc(l->count, sizeof *t->within_end);
    t->list = (node *)cli_alloc(l->count, sizeof *t->list); /* seldom more: growing leaves holes */
    t->room = l->count;
    t->is_small = 1;
    for (k = 0; k < t->columns; k++) t->is_small &= l->columns[k].small != NULL && l->columns[k].sum <= UINT32_MAX;
    for (i = 0; i < l->count; i++) {
        const source_row *row = &l->rows[i];
        const ncurep_view function = row->function != NULL ? row->function->name : nothing;
        code_place stack[DEEP];
        size_t depth = 0;
        uint32_t at = 0;
        row_place(l, row, &stack[depth++]);
        if (row->line > 0 && (how == TREE_CALLS || how == TREE_FILES)) {
            code_place p = stack[0];
            while (depth < DEEP && code_outer(l->code->lines, &p)) stack[depth++] = p;
        }
        if (how == TREE_LINES) (void)code_shown(l->code->lines, &stack[0]);
        if (how == TREE_PTX) {
            memset(&stack[0], 0, sizeof stack[0]);
            stack[0].file.ptr = "ptx";
            stack[0].file.len = 3;
            stack[0].line = row->ptx;
            stack[0].function = function;
        }
        if (row->line == 0 && how != TREE_PTX) stack[0].function = function;
        for (k = depth; k > 0; k--) {
            if (how == TREE_FILES) {
                if (is_above(stack, k - 1, depth)) continue;
                at = node_of(t, 0, file_name(stack[k - 1].file), row->line > 0 ? nothing : stack[0].function, stack[k - 1].line);
            } else at = node_of(t, at, stack[k - 1].file, stack[k - 1].function, stack[k - 1].line);
            if (!t->is_flat) add_row(t, at - 1, l, i);
            if (how == TREE_FILES) add_within(t, i, at);
        }
        if (how == TREE_FILES) at = node_of(t, 0, file_name(stack[0].file), row->line > 0 ? nothing : stack[0].function, stack[0].line);
        t->list[at - 1].instructions++;
        t->innermost[i] = at;
        t->before[i] = t->list[at - 1].last;
        t->list[at - 1].last = (uint32_t)i + 1;
    }
    cli_free(t->bucket);
    t->bucket = NULL;
}

void free_tree(tree *t)
{
    size_t i;
    for (i = 0; i < t->parts; i++) {
        if (t->is_small) cli_free(t->small[i]);
        else cli_free(t->values[i]);
        cli_free(t->weighted[i]);
    }
    cli_free(t->weighted);
    cli_free(t->averages);
    cli_free(t->own);
    cli_free(t->small);
    cli_free(t->values);
    cli_free(t->now);
    cli_free(t->innermost);
    cli_free(t->before);
    cli_free(t->within);
    cli_free(t->within_end);
    cli_free(t->list);
}

static int by_line(const node *x, const node *y)
{
    const size_t n = x->file.len < y->file.len ? x->file.len : y->file.len;
    const int c = n > 0 ? memcmp(x->file.ptr, y->file.ptr, n) : 0;
    if (x->parent != y->parent) return x->parent < y->parent ? -1 : 1;
    if (c != 0) return c;
    if (x->file.len != y->file.len) return x->file.len < y->file.len ? -1 : 1;
    return x->line != y->line ? (x->line < y->line ? -1 : 1) : x < y ? -1 : x > y;
}

/* Moves an entry down among those of a heap until none below it comes later. */
static void sift(const tree *t, uint32_t *list, size_t at, size_t count)
{
    const uint32_t moved = list[at];
    size_t below;
    for (; (below = 2 * at + 1) < count; at = below) {
        if (below + 1 < count && by_line(&t->list[list[below]], &t->list[list[below + 1]]) < 0) below++;
        if (by_line(&t->list[moved], &t->list[list[below]]) >= 0) break;
        list[at] = list[below];
    }
    list[at] = moved;
}

void order_lines(line_order *s, const tree *t)
{
    size_t i;
    s->list = (uint32_t *)cli_alloc(t->count + 1, sizeof *s->list);
    s->first = (uint32_t *)cli_alloc(t->count + 1, sizeof *s->first);
    for (i = 0; i < t->count; i++) s->list[i] = (uint32_t)i;
    for (i = 0; i <= t->count; i++) s->first[i] = (uint32_t)t->count;
    for (i = t->count / 2; i > 0; i--) sift(t, s->list, i - 1, t->count); /* qsort takes as much memory again, and no context */
    for (i = t->count; i > 1; i--) {
        const uint32_t last = s->list[0];
        s->list[0] = s->list[i - 1];
        s->list[i - 1] = last;
        sift(t, s->list, 0, i - 1);
    }
    for (i = t->count; i > 0; i--) s->first[t->list[s->list[i - 1]].parent] = (uint32_t)i - 1;
}

void free_order(line_order *s)
{
    cli_free(s->list);
    cli_free(s->first);
}
