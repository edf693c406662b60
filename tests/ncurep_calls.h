/* Shorter forms of calls of ncurep.h, for tests. */
#ifndef TESTS_NCUREP_CALLS_H
#define TESTS_NCUREP_CALLS_H

#include <string.h>

#include "run.h"

static inline ncurep_view view_of(const void *ptr, size_t len)
{
    ncurep_view v;
    v.ptr = (const char *)ptr;
    v.len = len;
    return v;
}

static inline uint32_t string_id(const ncurep_report *report, ncurep_view text)
{
    uint32_t id = 0;
    const int found = ncurep_string_find(report, text, &id);
    return found == (id != NCUREP_NONE) ? id : NCUREP_NONE - 1;
}

static inline uint32_t module_index(const ncurep_report *report, uint64_t reference)
{
    ncurep_module m;
    const int found = ncurep_module_find(report, reference, &m);
    return found == (m.index != NCUREP_NONE) ? m.index : NCUREP_NONE - 1;
}

static inline void *no_memory(size_t size, void *user)
{
    (void)user;
    (void)size;
    return NULL;
}

/* Memory with only one of the two functions. */
static inline ncurep_memory half_memory(void)
{
    ncurep_memory m;
    memset(&m, 0, sizeof m);
    m.allocator.alloc_fn = no_memory;
    return m;
}

/* A bundled report; it lives until the next one is opened. */
static inline ncurep_report *open_sample(const char *name)
{
    static char *data;
    size_t size;
    char path[100];
    sprintf(path, "examples/data/samples/ncurep/%s.ncu-rep", name);
    free(data);
    data = run_read(path, &size);
    if (data == NULL) abort();
    return ncurep_report_open(data, size, NULL, NULL);
}

/* Makes the sorted index of the strings, which finding metrics by name needs. */
static inline int sort_strings(ncurep_report *report)
{
    ncurep_result nothing;
    ncurep_index index;
    memset(&nothing, 0, sizeof nothing);
    return ncurep_index_build(report, &nothing, &index, NULL) == NCUREP_OK;
}

/* How many metrics have the name. */
static inline uint32_t names_at(const ncurep_index *index, ncurep_view name, uint32_t *place)
{
    uint32_t count = 0;
    const int found = ncurep_index_find(index, name, place, &count);
    return found == (count > 0) ? count : NCUREP_NONE;
}

#ifndef NCUREP_NO_FILTERS
static inline ncurep_nvtx_filter *open_filter(ncurep_view text, const ncurep_memory *memory, ncurep_error *error)
{
    ncurep_nvtx_filter_options options;
    memset(&options, 0, sizeof options);
    if (memory != NULL) options.memory = *memory;
    return ncurep_nvtx_filter_open(text, memory != NULL ? &options : NULL, error);
}

static inline ncurep_pattern *open_pattern(ncurep_view text, int glob, const ncurep_memory *memory, ncurep_error *error)
{
    ncurep_pattern_options options;
    memset(&options, 0, sizeof options);
    if (memory != NULL) options.memory = *memory;
    options.glob = glob;
    return ncurep_pattern_open(text, memory != NULL || glob ? &options : NULL, error);
}
#endif

static inline ncurep_writer *open_writer(const ncurep_output *output, const ncurep_memory *memory, ncurep_error *error)
{
    ncurep_writer_options options;
    memset(&options, 0, sizeof options);
    if (memory != NULL) options.memory = *memory;
    return ncurep_writer_open(output, memory != NULL ? &options : NULL, error);
}

/* A write_fn whose user is a FILE. */
static inline ncurep_reply put_in_file(const void *bytes, size_t size, void *user) { return fwrite(bytes, 1, size, (FILE *)user) == size; }

/* Finishes and closes a writer; 0 with its first failure. */
static inline int end_writer(ncurep_writer *writer, ncurep_error *error)
{
    const int ok = ncurep_writer_finish(writer, error) == NCUREP_OK;
    ncurep_writer_close(writer);
    return ok;
}

#endif
