/* The functions of GPU code that programs carry, and what each needs. */
#include "kernels.h"
#include "names.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

uint32_t arch_of(const char *name)
{
    static const char *const begins[] = {"sm_", "compute_"};
    char *end;
    unsigned long n;
    size_t i;
    if (name == NULL) return 0;
    for (i = 0; i < 2; i++)
        if (strncmp(name, begins[i], strlen(begins[i])) == 0) name += strlen(begins[i]);
    n = strtoul(name, &end, 10);
    if (*end == 'a' || *end == 'f') end++; /* what an architecture or a family of them has alone */
    return end > name && *end == 0 && n < 1000 ? (uint32_t)n : 0;
}

/* The name of a function without its parameters and namespaces, out of a mangled one: _ZN3foo3barEi has bar. */
static ncurep_view plain_name(ncurep_view name)
{
    ncurep_view out = name;
    size_t i = 2;
    if (name.len < 3 || name.ptr[0] != '_' || name.ptr[1] != 'Z') return name;
    if (name.ptr[i] == 'N') i++;
    while (i < name.len && name.ptr[i] >= '0' && name.ptr[i] <= '9') {
        size_t n = 0;
        for (; i < name.len && name.ptr[i] >= '0' && name.ptr[i] <= '9' && n < name.len; i++) n = 10 * n + (size_t)(name.ptr[i] - '0');
        if (n > name.len - i) break;
        out.ptr = name.ptr + i;
        out.len = n;
        i += n;
    }
    return out;
}

int kernel_fits(ncurep_pattern *pattern, demangler fn, const char *name, size_t len)
{
    const ncurep_view whole = bytes_of(name, len);
    cli_buf people = {NULL, 0, 0};
    int fits;
    if (pattern == NULL || ncurep_pattern_match(pattern, whole) || ncurep_pattern_match(pattern, plain_name(whole))) return 1;
    fits = demangled(fn, &people, name, len) && ncurep_pattern_match(pattern, bytes_of(people.ptr, people.len));
    cli_buf_free(&people);
    return fits;
}

int image_fits(const kernel_choice *wanted, const images *x)
{
    return wanted->arch == 0 || wanted->arch == x->image.arch;
}

static kernel_row *add_row(kernels *k, const images *x, cubin_view name)
{
    kernel_row *row;
    k->list = (kernel_row *)cli_grow(k->list, &k->room, k->count + 1, sizeof *k->list);
    row = &k->list[k->count++];
    memset(row, 0, sizeof *row);
    row->name = copy_text(name.ptr, name.len);
    row->image = x->index;
    row->arch = x->image.arch;
    row->kind = x->image.kind;
    return row;
}

static void add_functions(kernels *k, const kernel_choice *wanted, const images *x)
{
    cubin_file_options options;
    cubin_error error;
    cubin_function f;
    cubin_counts counts;
    cubin_file *file;
    uint32_t i;
    memset(&options, 0, sizeof options);
    CLI_MEMORY(options.memory);
    file = cubin_file_open(x->bytes, x->len, &options, &error);
    if (error.code != CUBIN_OK) {
        cli_error(x->c, "%s: image %" PRIu32 ": byte %" PRIu64 ": %s", x->path, x->index, error.offset, error.message);
        k->code = CLI_INPUT;
    }
    for (i = 0; cubin_function_at(file, i, &f); i++) {
        kernel_row *row;
        if (f.size == 0 || f.section == 0 || !kernel_fits(wanted->kernel, wanted->demangle_fn, f.name.ptr, f.name.len)) continue;
        row = add_row(k, x, f.name);
        row->is_kernel = f.is_kernel;
        row->registers = f.registers;
        row->shared = f.shared_size;
        row->frame = f.frame_size;
        row->size = f.size;
        row->is_counted = cubin_function_count(file, &f, &counts);
        row->loads = counts.local_loads;
        row->stores = counts.local_stores;
    }
    cubin_file_close(file);
}

void kernels_add(kernels *k, const kernel_choice *wanted, const images *x)
{
    if (!image_fits(wanted, x)) return;
    if (x->image.kind == CUBIN_IMAGE_KIND_CUBIN) add_functions(k, wanted, x);
    else if (wanted->kernel == NULL) add_row(k, x, x->image.name)->size = x->len;
}

int kernels_read(kernels *k, const kernel_choice *wanted, const cli *c, const char *path)
{
    images x;
    memset(k, 0, sizeof *k);
    if (!images_open(&x, c, path)) return 0;
    while (images_next(&x)) kernels_add(k, wanted, &x);
    if (x.is_damaged) k->code = CLI_INPUT;
    images_close(&x);
    return 1;
}

void kernels_free(kernels *k)
{
    size_t i;
    for (i = 0; i < k->count; i++) cli_free(k->list[i].name);
    cli_free(k->list);
    memset(k, 0, sizeof *k);
}

/* Without the image: those that are alike are told apart by their order. */
static int compare(const kernel_row *a, const kernel_row *b)
{
    if (a->kind != b->kind) return a->kind < b->kind ? 1 : -1;
    if (a->arch != b->arch) return a->arch < b->arch ? -1 : 1;
    return strcmp(a->name, b->name);
}

static int by_name(const void *a, const void *b)
{
    const kernel_row *x = (const kernel_row *)a, *y = (const kernel_row *)b;
    const int c = compare(x, y);
    if (c != 0) return c;
    return x->image != y->image ? (x->image < y->image ? -1 : 1) : x->size < y->size ? -1 : x->size > y->size;
}

void kernels_sort(kernels *k)
{
    if (k->count > 0) qsort(k->list, k->count, sizeof *k->list, by_name);
}

void kernels_match(kernels *a, kernels *b)
{
    size_t i = 0, k = 0;
    while (i < a->count && k < b->count) {
        const int c = compare(&a->list[i], &b->list[k]);
        if (c == 0) {
            a->list[i].matched = (int)k + 1;
            b->list[k].matched = (int)i + 1;
        }
        i += c <= 0;
        k += c >= 0;
    }
}
