/* The container: processes, problems, strings, small and damaged files, entries read through a callback. */
#define NCUREP_ASSERT(e) ((e) ? (void)0 : abort())
#include <stdlib.h>
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"
#include "ncurep_calls.h"

#include "heap.h"
#include "ncurep_make.h"
#include "run.h"

/* Container ------------------------------------------------------------------------------------------------------- */

static void process(const char *bytes, size_t len)
{
    w_data(&header, 6, bytes, len);
    block();
}

static void processes(void)
{
    static const struct {
        const char *bytes;
        size_t len;
        uint32_t number;
    } cases[] = {{"\x08\x01\x12\x01h\x1a\x01n", 8, 0}, {"\x08\x02\x12\x01h\x1a\x01n", 8, 1}, {"\x08\x01\x12\x02hh\x1a\x01n", 9, 2}, {"\x08\x01\x12\x01i\x1a\x01n", 8, 3},
                 {"\x08\x01\x12\x01h\x1a\x02nn", 9, 4}, {"\x08\x01\x12\x01h\x1a\x01m", 8, 5}, {"\x08\x01\x12\x01h", 5, 6}, {"\x08\x01\x12\x01h\x1a\x00", 7, 7},
                 {"", 0, 8}, {"\x08\x00", 2, 9}, {"\x08\x01\x12\x01h\x1a\x01n", 8, 0}, {"\x08\x63", 2, 10}, {"\x08\x01\x12\x01i\x1a\x01n", 8, 3},
                 {"\x08\x64", 2, 11}, {"", 0, 8}};
    const size_t n = sizeof cases / sizeof *cases;
    size_t i;
    int callback;
    for (callback = 0; callback < 2; callback++) {
        start();
        for (i = 0; i < n; i++) process(cases[i].bytes, cases[i].len);
        r = callback ? by_callback(NULL) : ncurep_report_open(file.ptr, file.len, NULL, &error);
        CHECK_U64(12, info().processes);
        for (i = 0; i < n; i++) {
            ncurep_block b;
            ncurep_process p;
            if (!CHECK(ncurep_block_at(r, (uint32_t)i, &b, &error)) || !CHECK_U64(cases[i].number, b.process)) printf("    number %u\n", (unsigned)i);
            CHECK(ncurep_process_at(r, b.process, &p) && p.host.ptr != NULL && p.name.ptr != NULL);
            if (i == 2) CHECK_VIEW("hh", p.host);
            if (i == 11) CHECK_U64(99, p.id);
            if (i == 13) CHECK_U64(100, p.id);
        }
        ncurep_report_close(r);
    }
}

static void many_problems(void) /* all are counted, 16 are kept */
{
    uint32_t i;
    start();
    for (i = 0; i < 20; i++) {
        w_bytes(&payload, "more", 4);
        block();
    }
    r = ncurep_report_open(file.ptr, file.len, NULL, NULL);
    CHECK_U64(20, info().problems);
    CHECK_U64(20, info().blocks);
    for (i = 0; i < 20; i++) {
        CHECK_I64(i < 16, ncurep_report_problem_at(r, i, &error));
        CHECK_U64(i < 16 ? 10 + 10 * (uint64_t)i + 6 : 0, error.offset);
    }
    ncurep_report_close(r);
}

static void first_problem(void) /* of several, in one block and one after the other, strict reading tells the first */
{
    ncurep_report_options strict;
    memset(&strict, 0, sizeof strict);
    strict.strict = 1;
    start();
    block();
    w_data(&header, 3, "\x0f", 1); /* the session */
    w_data(&header, 6, "\x07", 1); /* the process, read before it */
    block();
    w_bytes(&payload, "more", 4);
    block();
    CHECK(ncurep_report_open(file.ptr, file.len, &strict, &error) == NULL);
    CHECK_U64(NCUREP_SYNTAX, error.code);
    CHECK_U64(10 + 6 + 4 + 5, error.offset);
    r = ncurep_report_open(file.ptr, file.len, NULL, NULL);
    CHECK(info().problems == 3 && info().blocks == 3 && ncurep_report_problem_at(r, 1, &error) && error.offset == 10 + 6 + 4 + 2);
    ncurep_report_close(r);
    file.len = 0; /* another version, and blocks after it */
    w_report(&file, 8);
    block();
    CHECK(ncurep_report_open(file.ptr, file.len, &strict, &error) == NULL && error.code == NCUREP_UNSUPPORTED && error.offset == 8);
}

static void small_files(void) /* every length below that of the smallest report */
{
    size_t i;
    start();
    CHECK(ncurep_report_open(file.ptr, 0, NULL, &error) == NULL && error.code == NCUREP_TRUNCATED); /* empty is not cut */
    for (i = 1; i < 10; i++) {
        r = ncurep_report_open(file.ptr, i, NULL, &error);
        CHECK(r != NULL && info().is_cut && !info().is_damaged && info().problems == 1 && info().blocks == 0);
        CHECK_U64(0, info().cut_at);
        CHECK_U64(i, info().cut_have);
        CHECK_U64(i < 8 ? 8 : 10, info().cut_need);
        CHECK(info().has_version == 0);
        ncurep_report_close(r);
    }
    r = ncurep_report_open("NVR\0\0\0\0\0", 8, NULL, &error); /* an empty FileHeader */
    CHECK(!info().is_cut && info().has_version == 1 && info().version == 0 && info().problems == 1);
    CHECK(info().header.len == 0 && *info().header.ptr == 0);
    ncurep_report_close(r);
    CHECK(ncurep_report_open("PK", 2, NULL, &error) == NULL && error.code == NCUREP_SYNTAX && error.offset == 0);
    for (i = 1; i <= 4; i++) { /* four bytes of its own identify a compressed one, not what follows them */
        CHECK(ncurep_report_open("\x28\xb5\x2f\xfd", i, NULL, &error) == NULL);
        CHECK_U64(i < 4 ? NCUREP_SYNTAX : NCUREP_UNSUPPORTED, error.code);
    }
    w_bytes(&header, "\x0f", 1); /* a block header that cannot be read */
    w_little(&file, 1, 4);
    w_bytes(&file, "\x0f", 1);
    r = ncurep_report_open(file.ptr, file.len, NULL, &error);
    CHECK(info().is_damaged && info().damaged_at == 10 && info().blocks == 0 && ncurep_report_problem_at(r, 0, &error) && error.offset == 14);
    ncurep_report_close(r);
}

static void strings_without_strings(void) /* a piece of the table with nothing but other fields */
{
    ncurep_block b;
    start();
    w_number(&small, 7, 1);
    w_message(&header, 4, &small);
    block();
    w_text(&small, 1, "one");
    w_message(&header, 4, &small);
    block();
    r = ncurep_report_open(file.ptr, file.len, NULL, NULL);
    CHECK(info().strings == 1 && info().problems == 0);
    CHECK_U64(0, string_id(r, ncurep_text("one")));
    CHECK(ncurep_block_at(r, 0, &b, NULL) && b.strings == 0 && ncurep_block_at(r, 1, &b, NULL) && b.strings == 1);
    ncurep_report_close(r);
}

static void changing_input(void) /* what was complete when it was opened and no longer is */
{
    static const struct {
        size_t at;
        char value;
    } changes[] = {{10, 127}, {13, 127}, {14, 0x0f}, {15, 127}};
    size_t i;
    for (i = 0; i < sizeof changes / sizeof *changes; i++) {
        ncurep_block b;
        start();
        block(); /* 4 bytes of size, the field of the payload's size */
        r = ncurep_report_open(file.ptr, file.len, NULL, NULL);
        CHECK(ncurep_block_at(r, 0, &b, &error) && b.header_size == 2 && b.header.len == 2 && b.payload_size == 0);
        file.ptr[changes[i].at] = changes[i].value;
        if (!CHECK(!ncurep_block_at(r, 0, &b, &error) && error.code == NCUREP_IO && error.offset == 10)) printf("    number %u\n", (unsigned)i);
        CHECK(b.header.len == 0 && b.header.ptr != NULL && b.payload_size == 0);
        CHECK_STR("the input changed while it was read", error.message);
        ncurep_report_close(r);
    }
}

static void sizes_of_entries(void) /* through a callback: each is read as a whole, and memory follows the largest */
{
    static const size_t sizes[] = {0, 1, 500, 512, 513, 600, 700, 900, 1500, 2049, 3000, 4096, 4097, 5000, 5500, 6200, 9000, 20000, 20001, 21000, 100, 0};
    const size_t n = sizeof sizes / sizeof *sizes;
    size_t i, k;
    start();
    for (i = 0; i < n; i++) {
        char *text = (char *)malloc(sizes[i] + 1);
        memset(text, 'a' + (int)i, sizes[i] + 1);
        entry.len = 0;
        if (sizes[i] >= 4) w_data(&entry, 5, text, sizes[i] - (sizes[i] < 130 ? 2 : sizes[i] < 16384 + 3 ? 3 : 4));
        else w_bytes(&entry, "\x0f", sizes[i]); /* malformed, but present */
        CHECK_U64(sizes[i], entry.len);
        w_number(&header, 2, 1);
        w_entry(&payload, &entry);
        block();
        free(text);
    }
    for (k = 0; k < 3; k++) {
        r = by_callback(NULL);
        step = k == 0 ? 0 : k == 1 ? 1 : 511;
        for (i = 0; i < n; i++) {
            ncurep_result result;
            const int ok = ncurep_result_at(r, (uint32_t)i, &result, &error);
            if (!CHECK_I64(sizes[i] != 1, ok)) printf("    size %u\n", (unsigned)sizes[i]);
            if (!ok) CHECK_U64(NCUREP_SYNTAX, error.code);
            if (!ok) continue;
            CHECK_U64(sizes[i], result.bytes.len);
            CHECK_U64(result.at, result.at & 0xffffffffu);
            if (sizes[i] >= 4) CHECK(result.mangled.len > sizes[i] - 5 && *result.mangled.ptr == 'a' + (int)i && result.mangled.ptr[result.mangled.len - 1] == 'a' + (int)i);
        }
        CHECK(ncurep_report_memory_used(r) < 150000); /* the largest, and those before it */
        ncurep_report_close(r);
    }
    for (k = 0; k < 2; k++) { /* a read that gives more than requested, while opening and later */
        ncurep_result result;
        ncurep_input input;
        input.read_fn = from_file;
        input.user = NULL;
        input.size = file.len;
        if (k == 0) {
            reads = 0;
            bad_read = 3;
            too_much = 1;
            CHECK(ncurep_report_open_input(&input, NULL, &error) == NULL && error.code == NCUREP_IO);
            continue;
        }
        r = by_callback(NULL);
        reads = 0;
        bad_read = 1;
        too_much = 1;
        CHECK(!ncurep_result_at(r, 17, &result, &error) && error.code == NCUREP_IO);
        CHECK(ncurep_result_at(r, 17, &result, &error) && result.bytes.len == 20000);
        ncurep_report_close(r);
    }
}

static void read_in_turns(void) /* through a callback: two entries of one size take room for one, however often they are read */
{
    static const size_t sizes[] = {500, 511, 512, 513, 1024, 1500, 2048, 4096, 4097, 5000, 8192, 20000};
    static const char fill[20000];
    size_t i, k;
    for (k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        ncurep_result result;
        size_t held = 0;
        start();
        for (i = 0; i < 2; i++) {
            w_data(&entry, 900, fill, sizes[k] - (sizes[k] < 16384 ? 4 : 5));
            CHECK_U64(sizes[k], entry.len);
            w_number(&header, 2, 1);
            w_data(&header, 900, fill, 700); /* so that no read brings two of them */
            w_entry(&payload, &entry);
            block();
        }
        r = by_callback(NULL);
        for (i = 0; i < 200; i++) {
            if (!CHECK(ncurep_result_at(r, i % 2, &result, &error)) || !CHECK_U64(sizes[k], result.bytes.len)) break;
            if (i == 1) held = ncurep_report_memory_used(r);
        }
        if (!CHECK_U64(held, ncurep_report_memory_used(r))) printf("    size %u\n", (unsigned)sizes[k]);
        CHECK(reads > 200);
        ncurep_report_close(r);
    }
}

static void many_blocks(void) /* more than one list of pieces holds */
{
    uint32_t i;
    ncurep_block b;
    start();
    for (i = 0; i < 9000; i++) block();
    r = ncurep_report_open(file.ptr, file.len, NULL, &error);
    CHECK_U64(9000, info().blocks);
    for (i = 0; i < 9000; i++)
        if (!CHECK(ncurep_block_at(r, i, &b, NULL) && b.at == 10 + 6 * (uint64_t)i)) break;
    ncurep_report_close(r);
}

static void errors_cleared(void) /* 1, no error, and nothing from before */
{
    ncurep_memory memory;
    ncurep_source s;
    ncurep_result k;
    ncurep_pattern *p;
    ncurep_index x;
    size_t held = 0;
    unsigned i;
    heap h;
    start();
    w_number(&header, 1, 1);
    w_number(&entry, 1, 5);
    w_entry(&payload, &entry);
    w_number(&entry, 1, 6);
    w_text(&small, 1, "name");
    w_message(&header, 4, &small);
    kernel();
    error.code = NCUREP_IO;
    error.offset = 7;
    r = ncurep_report_open(file.ptr, file.len, NULL, &error);
    CHECK(error.code == NCUREP_OK && error.offset == 0);
    for (i = 0; i < 500; i++) { /* a sorted list is not sorted again */
        CHECK_I64(1, ncurep_modules_load(r, NULL, &error) == NCUREP_OK);
        CHECK(sort_strings(r));
        CHECK_I64(1, ncurep_result_at(r, 0, &k, &error));
        CHECK_I64(1, ncurep_index_build(r, &k, &x, &error) == NCUREP_OK);
        if (i == 0) held = ncurep_report_memory_used(r);
    }
    CHECK_U64(held, ncurep_report_memory_used(r));
    error.code = NCUREP_IO;
    error.offset = 7;
    CHECK_I64(1, ncurep_source_at(r, 0, &s, &error));
    CHECK(error.code == NCUREP_OK && error.offset == 0 && s.reference == 5);
    error.code = NCUREP_IO;
    error.offset = 7;
    CHECK_I64(1, ncurep_result_at(r, 0, &k, &error));
    CHECK(error.code == NCUREP_OK && error.offset == 0 && k.thread == 6);
    ncurep_report_close(r);
    HEAP_MEMORY(memory, h);
    error.code = NCUREP_IO;
    p = open_pattern(ncurep_text("regex:a+"), 0, &memory, &error);
    CHECK(p != NULL && error.code == NCUREP_OK && h.live > 0 && ncurep_pattern_match(p, ncurep_text("ba")));
    ncurep_pattern_close(p);
    CHECK_U64(0, h.live);
}

int main(void)
{
    RUN(processes);
    RUN(many_problems);
    RUN(first_problem);
    RUN(small_files);
    RUN(strings_without_strings);
    RUN(changing_input);
    RUN(sizes_of_entries);
    RUN(read_in_turns);
    RUN(many_blocks);
    RUN(errors_cleared);
    made_free();
    return run_end();
}
