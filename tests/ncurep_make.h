/* One report made by hand at a time, from parts that tests fill as they need. Include it after ncurep.h and run.h. */
#ifndef TESTS_NCUREP_MAKE_H
#define TESTS_NCUREP_MAKE_H

#include "ncurep_calls.h"
#include "ncurep_wire.h"

static wire file, header, payload, entry, part, small, tiny;
static ncurep_report *r;
static ncurep_error error;

static inline void start(void)
{
    file.len = header.len = payload.len = entry.len = part.len = small.len = tiny.len = 0;
    w_report(&file, 7);
}

static inline void block(void) { w_block(&file, &header, &payload); }

static inline void kernel(void)
{
    w_number(&header, 2, 1);
    w_entry(&payload, &entry);
    block();
}

/* The fields with this number in these bytes, from offset 100. */
static inline ncurep_list list_of(const char *bytes, size_t len, uint32_t field)
{
    ncurep_list l = ncurep_fields(view_of(bytes, len), 100);
    l.field = field;
    l.count = 9;
    return l;
}

/* An input that gives at most `step` bytes at a time. */
static size_t step;
static unsigned reads, bad_read;
static size_t too_much;

static inline size_t from_file(uint64_t offset, void *to, size_t size, ncurep_reply *reply, void *user)
{
    (void)reply;
    (void)user;
    if (offset >= file.len || size > file.len - offset) abort();
    if (++reads == bad_read) return too_much > 0 ? size + too_much : 0;
    if (step > 0 && size > step) size = step;
    memcpy(to, file.ptr + offset, size);
    return size;
}

static inline ncurep_report *by_callback(const ncurep_report_options *options)
{
    ncurep_input input;
    input.read_fn = from_file;
    input.user = NULL;
    input.size = file.len;
    reads = bad_read = 0;
    too_much = step = 0;
    return ncurep_report_open_input(&input, options, &error);
}

static inline ncurep_info info(void)
{
    ncurep_info i;
    ncurep_report_info(r, &i);
    return i;
}

static inline void made_free(void)
{
    free(file.ptr);
    free(header.ptr);
    free(payload.ptr);
    free(entry.ptr);
    free(part.ptr);
    free(small.ptr);
    free(tiny.ptr);
}

#endif
