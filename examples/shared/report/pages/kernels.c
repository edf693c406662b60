/* Tables of the GPU code in programs. */
#include "kernels.h"
#include "write/table.h"

#include <inttypes.h>
#include <string.h>

static void put_arch(table *t, const kernel_row *r)
{
    table_format(t, "%s_%" PRIu32, r->kind == CUBIN_IMAGE_KIND_PTX ? "compute" : "sm", r->arch);
}

static const char *kind_of(const kernel_row *r)
{
    return r->kind != CUBIN_IMAGE_KIND_CUBIN ? cubin_image_kind_name(r->kind) : r->is_kernel ? "kernel" : "function";
}

/* For people without what the compiler made of it. */
static void put_name(table *t, demangler fn, const kernel_row *r)
{
    cli_buf b = {NULL, 0, 0};
    if (demangled(fn, &b, r->name, strlen(r->name))) table_show(t, "%s", b.ptr);
    cli_buf_free(&b);
    table_string(t, r->name);
}

/* A figure of code; PTX has none. */
static void put_figure(table *t, const kernel_row *r, int is_known, uint64_t value)
{
    if (r->kind == CUBIN_IMAGE_KIND_CUBIN && is_known) table_whole(t, value);
    else table_null(t);
}

#define FUNCTION_COLUMNS(X) \
    X('l', NULL, "File", NULL, table_string(&t, path)) \
    X('r', NULL, "Image", "image", table_whole(&t, r->image)) \
    X('l', "Arch", "Arch", NULL, put_arch(&t, r)) \
    X('r', NULL, NULL, "arch", table_whole(&t, r->arch)) \
    X('l', "Kind", "Kind", "kind", table_string(&t, kind_of(r))) \
    X('r', "Registers", "Registers", "registers", put_figure(&t, r, r->registers != 0, r->registers)) \
    X('r', "Shared", "Shared Bytes", "shared_bytes", put_figure(&t, r, 1, r->shared)) \
    X('r', "Frame", "Frame Bytes", "frame_bytes", put_figure(&t, r, 1, r->frame)) \
    X('r', "Loads", "Local Loads", "local_load_count", put_figure(&t, r, r->is_counted, r->loads)) \
    X('r', "Stores", "Local Stores", "local_store_count", put_figure(&t, r, r->is_counted, r->stores)) \
    X('r', "Bytes", "Bytes", "bytes", table_whole(&t, r->size)) \
    X('l', "Name", "Name", "name", put_name(&t, pg->m->demangle_fn, r))
static const table_column columns[] = {FUNCTION_COLUMNS(TABLE_COLUMN)};

void kernels_page(const page *pg, const char *path, const kernels *k)
{
    table t;
    size_t i;
    table_begin(&t, pg->to, "functions", columns, COUNT_OF(columns), TABLE_AGAIN);
    for (i = 0; i < k->count; i++) {
        const kernel_row *r = &k->list[i];
        FUNCTION_COLUMNS(TABLE_CELL)
        table_row(&t);
    }
    table_end(&t);
}

void kernels_titles(output *to) { table_titles(to, columns, COUNT_OF(columns)); }

static uint64_t spills_of(const kernel_row *r) { return r->loads + r->stores; }

/* What changed, as one word; NULL: nothing. */
static const char *change_of(const kernel_row *old, const kernel_row *now)
{
    if (old == NULL) return "new";
    if (now == NULL) return "gone";
    if (old->is_counted && now->is_counted && spills_of(old) == 0 && spills_of(now) > 0) return "spills now";
    if (spills_of(now) > spills_of(old) || now->registers > old->registers || now->shared > old->shared || now->frame > old->frame) return "needs more";
    if (spills_of(now) < spills_of(old) || now->registers < old->registers || now->shared < old->shared || now->frame < old->frame) return "needs less";
    return now->size > old->size ? "grew" : now->size < old->size ? "shrank" : NULL;
}

/* A figure, where it is known; of the later one people see "40 -> 48" where it changed. */
static void put_before(table *t, int known, uint64_t value)
{
    if (known) table_whole(t, value);
    else table_null(t);
}

static void put_after(table *t, int was_known, uint64_t before, int known, uint64_t after)
{
    if (was_known && known && before != after) table_show(t, "%" PRIu64 " -> %" PRIu64, before, after);
    put_before(t, known, after);
}

static void put_word(table *t, const char *change)
{
    table_style(t, strcmp(change, "spills now") == 0 || strcmp(change, "needs more") == 0 ? CLI_RED : CLI_PLAIN);
    table_string(t, change);
}

/* A figure is two columns; KNOWN(row) says whether it is known of a row, if there is one. */
#define IS_CODE(row) code
#define HAS_REGISTERS(row) (code && (row)->registers != 0)
#define IS_COUNTED(row) (code && (row)->is_counted)
#define ANY(row) 1
#define BOTH(X, title, name, key, KNOWN, value) \
    X('r', NULL, name " Before", key "_before", put_before(t, old != NULL && KNOWN(a), a->value)) \
    X('r', title, name, key, put_after(t, old != NULL && KNOWN(a), a->value, now != NULL && KNOWN(b), b->value))
#define DIFF_COLUMNS(X) \
    X('l', "Change", "Change", "change", put_word(t, change)) \
    X('l', "Arch", "Arch", NULL, put_arch(t, r)) \
    X('r', NULL, NULL, "arch", table_whole(t, r->arch)) \
    X('l', "Kind", "Kind", "kind", table_string(t, kind_of(r))) \
    BOTH(X, "Registers", "Registers", "registers", HAS_REGISTERS, registers) \
    BOTH(X, "Shared", "Shared Bytes", "shared_bytes", IS_CODE, shared) \
    BOTH(X, "Frame", "Frame Bytes", "frame_bytes", IS_CODE, frame) \
    BOTH(X, "Loads", "Local Loads", "local_load_count", IS_COUNTED, loads) \
    BOTH(X, "Stores", "Local Stores", "local_store_count", IS_COUNTED, stores) \
    BOTH(X, "Bytes", "Bytes", "bytes", ANY, size) \
    X('l', "Name", "Name", "name", put_name(t, fn, r))
static const table_column diff_columns[] = {DIFF_COLUMNS(TABLE_COLUMN)};

static void put_change(table *t, demangler fn, const char *change, const kernel_row *old, const kernel_row *now)
{
    static const kernel_row none = {0};
    const kernel_row *const a = old != NULL ? old : &none, *const b = now != NULL ? now : &none, *const r = now != NULL ? now : old;
    const int code = r->kind == CUBIN_IMAGE_KIND_CUBIN;
    DIFF_COLUMNS(TABLE_CELL)
    table_row(t);
}

size_t kernels_diff_page(const page *pg, const char *before, const kernels *old, const char *after, const kernels *now)
{
    table t;
    size_t i, worse = 0, same = 0;
    out_group(pg->to, NULL);
    out_list(pg->to, "inputs");
    out_string(pg->to, NULL, before);
    out_string(pg->to, NULL, after);
    out_close(pg->to);
    table_begin(&t, pg->to, "changes", diff_columns, COUNT_OF(diff_columns), 0);
    for (i = 0; i < now->count; i++) {
        const kernel_row *r = &now->list[i], *was = r->matched > 0 ? &old->list[r->matched - 1] : NULL;
        const char *change = change_of(was, r);
        same += change == NULL;
        if (change == NULL) continue;
        worse += strcmp(change, "spills now") == 0 || strcmp(change, "needs more") == 0;
        put_change(&t, pg->m->demangle_fn, change, was, r);
    }
    for (i = 0; i < old->count; i++)
        if (old->list[i].matched == 0) put_change(&t, pg->m->demangle_fn, "gone", &old->list[i], NULL);
    table_end(&t);
    out_whole(pg->to, "same_count", same);
    out_whole(pg->to, "worse_count", worse);
    out_close(pg->to);
    out_gap(pg->to);
    out_line(pg->to, "%zu need more or spill now, %zu are the same", worse, same);
    out_end(pg->to);
    return worse;
}

#define CHECK_COLUMNS(X) \
    X('l', NULL, "File", NULL, table_string(&t, path)) \
    X('l', "Arch", "Arch", NULL, put_arch(&t, r)) \
    X('r', NULL, NULL, "arch", table_whole(&t, r->arch)) \
    X('l', "Name", "Name", "name", put_name(&t, pg->m->demangle_fn, r)) \
    X('l', "Message", "Message", "message", table_string(&t, b.ptr))
static const table_column check_columns[] = {CHECK_COLUMNS(TABLE_COLUMN)};

size_t kernels_check_page(const page *pg, const char *path, const kernels *k, uint32_t registers, int spills)
{
    table t;
    size_t i, broken = 0, tried = 0;
    cli_buf b = {NULL, 0, 0};
    table_begin(&t, pg->to, "broken", check_columns, COUNT_OF(check_columns), TABLE_AGAIN);
    for (i = 0; i < k->count; i++) {
        const kernel_row *r = &k->list[i];
        if (r->kind != CUBIN_IMAGE_KIND_CUBIN) continue;
        tried++;
        b.len = 0;
        if (registers > 0 && r->registers == 0 && r->is_kernel) cli_putf(&b, "its registers are not known");
        else if (registers > 0 && r->registers > registers) cli_putf(&b, "%" PRIu32 " registers, more than %" PRIu32, r->registers, registers);
        if (!spills && !r->is_counted) cli_putf(&b, "%sits loads and stores of local memory are not known", b.len > 0 ? "; " : "");
        else if (!spills && spills_of(r) > 0)
            cli_putf(&b, "%s%" PRIu64 " loads and %" PRIu64 " stores of local memory", b.len > 0 ? "; " : "", r->loads, r->stores);
        if (b.len == 0) continue;
        broken++;
        CHECK_COLUMNS(TABLE_CELL)
        table_row(&t);
    }
    table_end(&t);
    cli_buf_free(&b);
    out_whole(pg->to, "tried_count", tried);
    out_line(pg->to, "%zu functions, %zu beyond the limits", tried, broken);
    return broken;
}
