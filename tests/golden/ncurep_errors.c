/* Every message of the reader, with bytes that provoke it and the place it gives. */
#define NCUREP_POSIX
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"
#include "ncurep_calls.h"

#include <unistd.h>

#include "ncurep_wire.h"
#include "run.h"

static ncurep_error error;
static wire w, h, p, e;

static void fresh(void)
{
    w.len = h.len = p.len = e.len = 0;
    w_report(&w, 7);
}

/* What cannot be opened at all. */
static void no_report(ncurep_code code, const char *message)
{
    CHECK(ncurep_report_open(w.ptr, w.len, NULL, &error) == NULL);
    CHECK_U64(code, error.code);
    CHECK_U64(0, error.offset);
    CHECK_STR(message, error.message);
}

/* The first problem of the report. */
static void problem(ncurep_code code, uint64_t offset, const char *message)
{
    ncurep_error got;
    ncurep_report_options strict;
    ncurep_report *r = ncurep_report_open(w.ptr, w.len, NULL, &error);
    CHECK(r != NULL);
    CHECK(ncurep_report_problem_at(r, 0, &got));
    CHECK_U64(code, got.code);
    CHECK_U64(offset, got.offset);
    CHECK_STR(message, got.message);
    ncurep_report_close(r);
    memset(&strict, 0, sizeof strict);
    strict.strict = 1;
    CHECK(ncurep_report_open(w.ptr, w.len, &strict, &error) == NULL);
    CHECK_U64(code, error.code);
    CHECK_U64(offset, error.offset);
    CHECK_STR(message, error.message);
}

static void bytes(const char *text, size_t n)
{
    w.len = 0;
    w_bytes(&w, text, n);
}

static void file_header(void)
{
    ncurep_report *r;
    ncurep_info info;
    bytes("PK\3\4abcd", 8);
    no_report(NCUREP_SYNTAX, "not a report: it does not begin with NVR and a zero byte");
    bytes("\x28\xb5\x2f\xfd....", 8);
    no_report(NCUREP_UNSUPPORTED, "a compressed report (.ncu-repz): unpack it first, as with zstd -d");
    w.len = 0;
    no_report(NCUREP_TRUNCATED, "an empty file: no report");
    bytes("NVR\0\2\0", 6);
    problem(NCUREP_TRUNCATED, 0, "the file is cut: its last block is not complete");
    bytes("NVR\0\2\0\0\0\x08", 9);
    problem(NCUREP_TRUNCATED, 0, "the file is cut: its last block is not complete");
    bytes("NVR\0\1\0\0\0\x07", 9);
    problem(NCUREP_SYNTAX, 8, "a field has the number 0");
    r = ncurep_report_open(w.ptr, w.len, NULL, &error);
    ncurep_report_info(r, &info); /* nothing after a malformed FileHeader is read */
    CHECK_U64(1, info.problems);
    ncurep_report_close(r);
    w.len = 0;
    w_report(&w, 8);
    problem(NCUREP_UNSUPPORTED, 8, "a version of the file format other than 7: what is known of it is read");
}

/* A block header with these bytes. */
static void bad_header(const char *text, size_t n, uint64_t offset, const char *message)
{
    fresh();
    w_little(&w, n, 4);
    w_bytes(&w, text, n);
    problem(NCUREP_SYNTAX, 14 + offset, message);
}

static void block_header(void)
{
    fresh();
    w_bytes(&w, "\1\0", 2);
    problem(NCUREP_TRUNCATED, 10, "the file is cut: its last block is not complete");
    fresh();
    w_little(&w, 0xffffffffu, 4);
    problem(NCUREP_TRUNCATED, 10, "the file is cut: its last block is not complete");
    bad_header("\x08\x01\xff\xff\xff\xff\xff\xff", 8, 2, "the tag of a field is cut off or too long");
    bad_header("\x80\x80\x80\x80\x10\x00", 6, 0, "the tag of a field is cut off or too long");
    bad_header("\x00\x00", 2, 0, "a field has the number 0");
    bad_header("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", 11, 0, "a varint is cut off or has more than 64 bits");
    bad_header("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 12, 0, "a varint is cut off or has more than 64 bits");
    bad_header("\x1a\x05xx", 4, 0, "a field runs past the end of its message");
    bad_header("\x31\1\2\3\4\5\6\7", 8, 0, "a field runs past the end of its message");
    bad_header("\x35\1\2\3", 4, 0, "a field runs past the end of its message");
    bad_header("\x0e\0", 2, 0, "a field has a wire type that does not exist");
    bad_header("\x0c\0", 2, 0, "a group ends that did not begin");
    bad_header("\x0b\x08\x01", 3, 0, "a group does not end, or a field in it has no number");
    bad_header("\x0b\x14", 2, 0, "a field in a group is malformed");
    bad_header("\x0b\x12\x05\x0c", 4, 0, "a field in a group is malformed");
    {
        char deep[66];
        memset(deep, 0x0b, sizeof deep);
        bad_header(deep, sizeof deep, 0, "groups are nested too deep");
    }
    /* within the header's messages */
    bad_header("\x1a\x02\x00\x00", 4, 2, "a field has the number 0");
    bad_header("\x22\x02\x0a\x05", 4, 2, "a field runs past the end of its message");
    bad_header("\x32\x02\x0e\x05", 4, 2, "a field has a wire type that does not exist");
}

static void payload(void)
{
    fresh();
    w_number(&h, 1, 2);
    w_number(&e, 1, 5);
    w_entry(&p, &e);
    w_block(&w, &h, &p);
    problem(NCUREP_SYNTAX, w.len, "a payload ends before all entries that its block header counts");
    fresh();
    w_number(&h, 2, 1);
    w_little(&p, 100, 4);
    w_block(&w, &h, &p);
    problem(NCUREP_SYNTAX, w.len - 4, "an entry runs past the end of its payload");
    fresh();
    w_bytes(&p, "more", 4);
    w_block(&w, &h, &p);
    problem(NCUREP_UNSUPPORTED, w.len - 4, "a payload holds more than its block header counts: a newer kind of result");
    {
        ncurep_report *r = ncurep_report_open(w.ptr, w.len, NULL, NULL);
        ncurep_block b;
        CHECK(ncurep_block_at(r, 0, &b, NULL) && b.rest_size == 4 && b.rest_at == w.len - 4);
        ncurep_report_close(r);
    }
}

static void packed(void)
{
    ncurep_report *r;
    ncurep_result k;
    uint64_t n;
    fresh();
    w_number(&h, 7, 1);
    w_data(&e, 15, "\x05\xff", 2);
    w_entry(&p, &e);
    w_block(&w, &h, &p);
    r = ncurep_report_open(w.ptr, w.len, NULL, NULL);
    CHECK(ncurep_result_at(r, 0, &k, NULL) && k.references.count == 1);
    CHECK(ncurep_reference_next(&k.references, &n) && n == 5);
    CHECK(!ncurep_reference_next(&k.references, &n) && n == 0);
    CHECK_STR("a packed number is cut off or too long", k.references.error.message);
    CHECK_U64(w.len - 1, k.references.error.offset);
    ncurep_report_close(r);
}

static void nesting(void)
{
    ncurep_reader walk;
    ncurep_unknown u;
    ncurep_view v;
    unsigned i;
    e.len = p.len = 0;
    for (i = 0; i < 41; i++) { /* a container in a container: body item 5, container 1 */
        w_data(&e, i % 2 == 0 ? 5 : 1, p.ptr, p.len);
        p.len = 0;
        w_bytes(&p, e.ptr, e.len);
        e.len = 0;
    }
    w_data(&e, 1, p.ptr, p.len);
    p.len = 0;
    w_data(&p, 5, e.ptr, e.len);
    e.len = 0;
    w_data(&e, 17, p.ptr, p.len);
    v.ptr = e.ptr;
    v.len = e.len;
    ncurep_reader_begin(&walk, NCUREP_ROOT_KERNEL, v, 1000);
    CHECK(!ncurep_reader_next(&walk, &u));
    CHECK_U64(NCUREP_LIMIT, walk.error.code);
    CHECK_STR("messages are nested deeper than 32", walk.error.message);
}

static size_t short_read(uint64_t offset, void *to, size_t size, ncurep_reply *reply, void *user)
{
    (void)reply;
    (void)user;
    if (offset > 0) return size + 1; /* a breach of contract */
    memset(to, 0, size);
    memcpy(to, "NVR\0\2\0\0\0\010\007", 10);
    return size;
}

static size_t from_w(uint64_t offset, void *to, size_t size, ncurep_reply *reply, void *user)
{
    (void)reply;
    (void)user;
    memcpy(to, w.ptr + offset, size);
    return size;
}

/* The error of a call: all of it. */
static void told(ncurep_code code, uint64_t offset, const char *message, const ncurep_error *got)
{
    CHECK_U64(code, got->code);
    CHECK_U64(offset, got->offset);
    CHECK_STR(message, got->message);
}

static size_t refused_read(uint64_t at, void *to, size_t size, ncurep_reply *reply, void *user)
{
    (void)at;
    (void)to;
    (void)size;
    (void)user;
    *reply = NCUREP_REPLY_REFUSED;
    return 0;
}

static void callers(void)
{
    ncurep_report_options options;
    ncurep_input input;
    ncurep_report *r;
    ncurep_result k;
    ncurep_error got;
    ncurep_index x;
    ncurep_session s;
    size_t end;
    memset(&options, 0, sizeof options);
    memset(&input, 0, sizeof input);
    CHECK(ncurep_report_open_input(&input, NULL, &error) == NULL);
    told(NCUREP_ARGUMENT, 0, "no input", &error);
    input.read_fn = short_read;
    input.size = (uint64_t)1 << 61;
    CHECK(ncurep_report_open_input(&input, NULL, &error) == NULL);
    told(NCUREP_ARGUMENT, 0, "the input is larger than 2^61 bytes", &error);
    input.size = 1000;
    r = ncurep_report_open_input(&input, NULL, &error);
    CHECK(r == NULL && error.code == NCUREP_IO);
    ncurep_report_close(r);
    input.read_fn = refused_read;
    CHECK(ncurep_report_open_input(&input, NULL, &error) == NULL);
    told(NCUREP_IO, 0, "there is no permission to read the input", &error);
    input.read_fn = short_read;
    options.memory.allocator.free_fn = NULL;
    options.memory.allocator.alloc_fn = (void *(*)(size_t, void *))0;
    options.memory.max_memory = 10;
    CHECK(ncurep_report_open("", 0, &options, &error) == NULL);
    told(NCUREP_LIMIT, 0, "more memory is needed than max_memory allows", &error);
    {
        char buffer[10];
        options.memory.buffer = buffer;
        options.memory.buffer_size = sizeof buffer;
        CHECK(ncurep_report_open("", 0, &options, &error) == NULL && error.code == NCUREP_MEMORY);
        told(NCUREP_MEMORY, 0, "out of memory", &error);
    }
    /* a block header that does not fit, through a callback: what is before it stays */
    memset(&options, 0, sizeof options);
    fresh();
    w_block(&w, &h, &p);
    w_little(&w, 200000, 4);
    end = w.len + 200000;
    w_bytes(&w, "\x22", 1);
    w_varint(&w, 199996);
    while (w.len < end) w_bytes(&w, "\n\0", 2);
    input.read_fn = from_w;
    input.size = w.len;
    options.memory.max_memory = 20000;
    r = ncurep_report_open_input(&input, &options, &error);
    CHECK(r != NULL && ncurep_report_problem_at(r, 0, &got));
    told(NCUREP_LIMIT, end - 200000 - 4, "a block header is larger than max_memory allows; the file may be damaged here", &got);
    CHECK(ncurep_index_build(r, NULL, &x, &got) != NCUREP_OK);
    told(NCUREP_ARGUMENT, 0, "no report, no result, or no room for the index", &got);
    CHECK(ncurep_index_build(r, &k, NULL, &got) != NCUREP_OK);
    told(NCUREP_ARGUMENT, 0, "no report, no result, or no room for the index", &got);
    CHECK(!ncurep_result_at(r, 0, NULL, &got));
    told(NCUREP_ARGUMENT, 0, "no room for the result", &got);
    CHECK(!ncurep_source_at(r, 0, NULL, &got));
    told(NCUREP_ARGUMENT, 0, "no room for the source", &got);
    CHECK(!ncurep_block_at(r, 0, NULL, &got));
    told(NCUREP_ARGUMENT, 0, "no room for the block", &got);
    CHECK(ncurep_modules_load(NULL, NULL, &got) != NCUREP_OK);
    told(NCUREP_ARGUMENT, 0, "no report to find the modules of", &got);
    CHECK(ncurep_report_open(NULL, 3, NULL, &got) == NULL);
    told(NCUREP_ARGUMENT, 0, "a size, but no bytes", &got);
    CHECK(!ncurep_report_session(r, NULL) && ncurep_report_session(r, &s));
    ncurep_report_close(r);
    /* the input changes after it was opened */
    fresh();
    w_number(&h, 1, 0);
    w_block(&w, &h, &p);
    memset(&options, 0, sizeof options);
    while (w.len < 1000) w_block(&w, &h, &p);
    input.size = w.len;
    r = ncurep_report_open_input(&input, &options, &error);
    CHECK(r != NULL);
    memset(w.ptr + 10, 0xff, w.len - 10);
    {
        ncurep_block b;
        ncurep_info info;
        ncurep_report_info(r, &info);
        CHECK(!ncurep_block_at(r, 0, &b, &got) && got.code == NCUREP_IO);
        told(NCUREP_IO, 10, "the input changed while it was read", &got);
    }
    ncurep_report_close(r);
}

static void *no_bytes(size_t n, void *user)
{
    (void)user;
    (void)n;
    return NULL;
}

static ncurep_reply no_output(const void *from, size_t n, void *user)
{
    (void)user;
    (void)from;
    (void)n;
    return NCUREP_REPLY_YES;
}

/* Errors of the call itself: reported without a place. */
static void arguments(void)
{
    ncurep_report_options options;
    ncurep_output output;
    ncurep_writer *to;
    ncurep_report *r;
    ncurep_error got;
    memset(&options, 0, sizeof options);
    options.memory.allocator.alloc_fn = no_bytes; /* and no function to free */
    output.write_fn = NULL;
    output.user = NULL;
    CHECK(ncurep_report_open("", 0, &options, &got) == NULL);
    told(NCUREP_ARGUMENT, 0, "no memory to work with: neither an allocator nor a buffer", &got);
    CHECK(open_filter(ncurep_text("a"), &options.memory, &got) == NULL);
    told(NCUREP_ARGUMENT, 0, "no NVTX filter, or no source of memory", &got);
    CHECK(open_pattern(ncurep_text("a"), 0, &options.memory, &got) == NULL);
    told(NCUREP_ARGUMENT, 0, "no pattern, or no source of memory", &got);
    CHECK(ncurep_writer_open(&output, NULL, &got) == NULL);
    told(NCUREP_ARGUMENT, 0, "no write_fn, or no source of memory", &got);
    CHECK(!end_writer(NULL, &got));
    told(NCUREP_ARGUMENT, 0, "no writer to finish", &got);
    CHECK(ncurep_unpack(NULL, NULL, NULL, NULL, 0, 0, &got) != NCUREP_OK);
    told(NCUREP_ARGUMENT, 0, "something to unpack with is missing", &got);
    output.write_fn = no_output;
    to = ncurep_writer_open(&output, NULL, &got);
    told(NCUREP_OK, 0, "", &got);
    r = ncurep_report_open("NVR\0\2\0\0\0\10\7", 10, NULL, &got);
    told(NCUREP_OK, 0, "", &got);
    CHECK(ncurep_copy_header(NULL, r, 0, &got) != NCUREP_OK);
    told(NCUREP_ARGUMENT, 0, "no writer to copy to", &got);
    CHECK(ncurep_copy_header(to, r, 0, &got) != NCUREP_OK);
    told(NCUREP_ARGUMENT, 0, "no block to copy the header of", &got);
    CHECK(ncurep_copy_source(to, r, 0, &got) != NCUREP_OK);
    told(NCUREP_ARGUMENT, 0, "no such source", &got);
    CHECK(ncurep_copy_result(to, r, 0, &got) != NCUREP_OK);
    told(NCUREP_ARGUMENT, 0, "no such result", &got);
    CHECK(ncurep_copy_block(to, r, 0, &got) != NCUREP_OK);
    told(NCUREP_ARGUMENT, 0, "no block to copy", &got);
    CHECK(end_writer(to, &got));
    told(NCUREP_OK, 0, "", &got);
    ncurep_report_close(r);
}

/* A successful call says so: no error, no place, an empty text, whatever was there before. */
static void no_error(void)
{
    ncurep_output output;
    ncurep_writer *to;
    ncurep_report *r;
    ncurep_error got;
    ncurep_block block;
    ncurep_source source;
    ncurep_result result;
    ncurep_index index;
    ncurep_nvtx_filter *filter;
    ncurep_pattern *pattern;
    uint32_t count;
    fresh();
    w_number(&e, 1, 5);
    w_entry(&p, &e);
    w_entry(&p, &e); /* a result without metrics, */
    w_data(&e, 13, "\x08\x00", 2);
    w_entry(&p, &e); /* and one that has one */
    w_number(&h, 1, 1);
    w_number(&h, 2, 2);
    w_block(&w, &h, &p);
#define OK(call) \
    do { \
        memset(&got, 0x5a, sizeof got); \
        CHECK(call); \
        told(NCUREP_OK, 0, "", &got); \
    } while (0)
    OK((r = ncurep_report_open(w.ptr, w.len, NULL, &got)) != NULL);
    OK(ncurep_block_at(r, 0, &block, &got) == 1);
    OK(ncurep_source_at(r, 0, &source, &got) == 1);
    OK(ncurep_result_at(r, 0, &result, &got) == 1);
    OK(ncurep_modules_load(r, &count, &got) == NCUREP_OK && count == 1);
    OK(ncurep_index_build(r, &result, &index, &got) == NCUREP_OK && index.count == 0);
    OK(ncurep_result_at(r, 1, &result, &got) == 1);
    OK(ncurep_index_build(r, &result, &index, &got) == NCUREP_OK && index.count == 1);
    OK((filter = ncurep_nvtx_filter_open(ncurep_text("a"), NULL, &got)) != NULL);
    OK((pattern = open_pattern(ncurep_text("regex:a"), 0, NULL, &got)) != NULL);
    output.write_fn = no_output;
    output.user = NULL;
    OK((to = ncurep_writer_open(&output, NULL, &got)) != NULL);
    OK(ncurep_copy_header(to, r, 0, &got) == NCUREP_OK);
    OK(ncurep_copy_source(to, r, 0, &got) == NCUREP_OK);
    OK(ncurep_copy_result(to, r, 0, &got) == NCUREP_OK);
    OK(ncurep_copy_block(to, r, 0, &got) == NCUREP_OK);
    OK(end_writer(to, &got) == 1);
#undef OK
    ncurep_pattern_close(pattern);
    ncurep_nvtx_filter_close(filter);
    ncurep_report_close(r);
}

static void files(void)
{
    ncurep_posix file;
    ncurep_input input;
    ncurep_report *r;
    char path[] = "/tmp/ncurep_errors_XXXXXX";
    const int fd = mkstemp(path);
    CHECK(fd >= 0);
    CHECK(ncurep_posix_open(&file, "/nowhere/at/all", &input, &error) != NCUREP_OK && error.code == NCUREP_IO);
    told(NCUREP_IO, 0, "the file cannot be opened", &error);
    CHECK(ncurep_posix_open(&file, "/tmp", &input, &error) == NCUREP_IO);
    told(NCUREP_IO, 0, "not a regular file", &error);
    CHECK(input.read_fn == NULL);
    ncurep_posix_close(&file);
    ncurep_posix_close(NULL);
    fresh();
    w_block(&w, &h, &p);
    CHECK_U64(w.len, (uint64_t)write(fd, w.ptr, w.len));
    CHECK(ncurep_posix_open(&file, path, &input, &error) == NCUREP_OK && input.size == w.len);
    CHECK(ftruncate(fd, 9) == 0);
    CHECK(ncurep_report_open_input(&input, NULL, &error) == NULL);
    CHECK_U64(NCUREP_IO, error.code);
    CHECK_STR("the input could not be read, or is shorter than its size", error.message);
    ncurep_posix_close(&file);
    CHECK(ncurep_posix_open(&file, path, &input, &error) == NCUREP_OK);
    r = ncurep_report_open_input(&input, NULL, &error);
    CHECK(r != NULL);
    ncurep_report_close(r);
    ncurep_posix_close(&file);
    close(fd);
    unlink(path);
}

int main(void)
{
    RUN(file_header);
    RUN(block_header);
    RUN(payload);
    RUN(packed);
    RUN(nesting);
    RUN(callers);
    RUN(arguments);
    RUN(no_error);
    RUN(files);
    free(w.ptr);
    free(h.ptr);
    free(p.ptr);
    free(e.ptr);
    return run_end();
}
