/* Files and compressed input with calls and callbacks that fail, each in turn: nothing stays open, what was written
   before is a prefix of the whole, and the error says what failed. */
#ifdef _WIN32
#include "run.h"
int main(void)
{
    SKIP("needs POSIX");
    run_skipped++;
    return run_end();
}
#else
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calls.h"

static ssize_t test_pread(int fd, void *to, size_t size, off_t at) { return call_fails() ? -1 : pread(fd, to, size, at); }

static int open_with; /* flags of the last call */
#define open(path, flags) test_open(path, open_with = (flags))
#define close(fd) test_close(fd)
#define fstat(fd, st) test_fstat(fd, st)
#define pread(fd, to, size, at) test_pread(fd, to, size, at)
#define NCUREP_POSIX
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"
#undef open
#undef close
#undef fstat
#undef pread
#include "ncurep_read.h"
#include "run.h"

static uint64_t want;

/* Opens the file, and the report in it; 1 if all of it could be read. */
static int whole(ncurep_error *e)
{
    ncurep_posix file;
    ncurep_input in;
    ncurep_report *r;
    int good = 0;
    if (ncurep_posix_open(&file, "examples/data/samples/ncurep/mixed.ncu-rep", &in, e) != NCUREP_OK) {
        CHECK(e->code == NCUREP_IO && in.read_fn == NULL);
        CHECK(open_files == 0);
        return 0;
    }
    CHECK_I64(1, open_files);
    CHECK_I64(O_RDONLY | O_CLOEXEC, open_with); /* a program that is started does not inherit it */
    r = ncurep_report_open_input(&in, NULL, e);
    if (r == NULL) CHECK_U64(NCUREP_IO, e->code);
    else good = read_all(r) == want && read_errors == 0;
    ncurep_report_close(r);
    ncurep_posix_close(&file);
    CHECK_I64(0, open_files);
    return good;
}

static void files(void)
{
    static const int errors[] = {EINTR, EIO, EACCES};
    size_t size;
    char *data = run_read("examples/data/samples/ncurep/mixed.ncu-rep", &size);
    ncurep_report *r = ncurep_report_open(data, size, NULL, NULL);
    ncurep_error e;
    unsigned n, which;
    want = read_all(r);
    ncurep_report_close(r);
    free(data);
    for (which = 0; which < 3; which++)
        for (n = 1; n < 3000; n++) {
            int good;
            calls_made = 0;
            fail_at = n;
            fail_with = errors[which];
            good = whole(&e);
            if (calls_made < n) {
                CHECK(good);
                break;
            }
            /* An interrupted open or read is tried again; everything else is reported. */
            if (which == 0) CHECK(good == (n != 2));
            else CHECK(!good);
        }
    CHECK(n > 10 && n < 3000);
    fail_at = 0;
}

/* Frames that hold each byte twice, in reads of any length. */
typedef struct packed {
    unsigned reads, steps, writes, fail_read, fail_step, fail_write;
    size_t piece, len;
    char out[400];
} packed;

static size_t read_some(uint64_t offset, void *to, size_t size, ncurep_reply *reply, void *user)
{
    (void)reply;
    packed *p = (packed *)user;
    size_t i;
    if (++p->reads == p->fail_read) return 0;
    if (size > p->piece) size = p->piece;
    for (i = 0; i < size; i++) ((char *)to)[i] = (char)('a' + (offset + i) % 26);
    if (offset == 0) memcpy(to, "\x28\xb5\x2f\xfd", size < 4 ? size : 4);
    else if (offset < 4) memcpy(to, &"\x28\xb5\x2f\xfd"[offset], size < 4 - (size_t)offset ? size : 4 - (size_t)offset);
    return size;
}

static ncurep_reply unpack_some(const void *in, size_t *in_size, void *out, size_t *out_size, void *user)
{
    packed *p = (packed *)user;
    size_t n = *in_size, i;
    if (++p->steps == p->fail_step) return NCUREP_REPLY_FAILED;
    if (n > *out_size / 2) n = *out_size / 2;
    for (i = 0; i < n; i++) ((char *)out)[2 * i] = ((char *)out)[2 * i + 1] = ((const char *)in)[i];
    *in_size = n;
    *out_size = 2 * n;
    return NCUREP_REPLY_YES;
}

static ncurep_reply write_some(const void *from, size_t n, void *user)
{
    packed *p = (packed *)user;
    if (++p->writes == p->fail_write || n > sizeof p->out - p->len) return NCUREP_REPLY_NO;
    memcpy(p->out + p->len, from, n);
    p->len += n;
    return NCUREP_REPLY_YES;
}

static int unpacked(packed *p, size_t room, ncurep_error *e)
{
    static char buffer[64];
    ncurep_input in;
    ncurep_decompress with;
    ncurep_output out;
    in.read_fn = read_some;
    in.size = 100;
    in.user = with.user = out.user = p;
    with.step_fn = unpack_some;
    out.write_fn = write_some;
    return ncurep_unpack(&in, &with, &out, buffer, room, 0, e) == NCUREP_OK;
}

static void unpacking(void)
{
    static packed all, p;
    ncurep_error e;
    ncurep_input in;
    size_t piece, room;
    unsigned n, what;
    memset(&all, 0, sizeof all);
    all.piece = 100;
    CHECK(unpacked(&all, 64, &e) && all.len == 200 && memcmp(all.out, "\x28\x28\xb5\xb5\x2f\x2f\xfd\xfd", 8) == 0 && memcmp(all.out + 8, "eeff", 4) == 0);
    for (piece = 1; piece < 40; piece += 13)
        for (room = 4; room <= 64; room += 10)
            for (what = 0; what < 3; what++)
                for (n = 1; n < 500; n++) {
                    unsigned calls;
                    int good;
                    memset(&p, 0, sizeof p);
                    p.piece = piece;
                    *(what == 0 ? &p.fail_read : what == 1 ? &p.fail_step : &p.fail_write) = n;
                    good = unpacked(&p, room, &e);
                    calls = what == 0 ? p.reads : what == 1 ? p.steps : p.writes;
                    CHECK(memcmp(all.out, p.out, p.len) == 0 && good == (calls < n));
                    if (good) {
                        CHECK_U64(200, p.len);
                        break;
                    }
                    CHECK_U64(what == 1 ? NCUREP_SYNTAX : NCUREP_IO, e.code);
                    CHECK(e.offset <= 100 && e.message[0] != 0);
                }
    in.read_fn = read_some;
    in.user = &p;
    in.size = 100;
    for (n = 1; n < 6; n++) {
        memset(&p, 0, sizeof p);
        p.piece = 1;
        p.fail_read = n;
        CHECK_I64(n > 4, ncurep_is_packed(&in));
    }
}

int main(void)
{
    RUN(files);
    RUN(unpacking);
    return run_end();
}
#endif
