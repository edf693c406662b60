/* Reports in a zstd frame (.ncu-repz). */
#include "pack.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef HAVE_ZSTD
#include <zstd.h>
#include <zstd_errors.h>
#endif

#define LACKING "this build of ncurep has no libzstd (zstd -d unpacks such reports)"

enum { PART = 1 << 17 };

static size_t read_data(void *user, uint64_t at, void *to, size_t size)
{
    memcpy(to, (const char *)user + at, size);
    return size;
}

void memory_input(char *data, size_t size, ncurep_input *out)
{
    out->read_fn = read_data;
    out->user = data;
    out->size = size;
}

static int put(void *user, const void *bytes, size_t size) { return fwrite(bytes, 1, size, (FILE *)user) == size; }

#ifdef HAVE_ZSTD
typedef struct stream {
    ZSTD_DStream *zstd;
    const char *why;
    int window; /* it is too large, which is no damage */
} stream;

/* What is remembered of a frame is part of what it unpacks to: up to 2 GiB, as far as --max-size goes. */
static int window_log(uint64_t max_size)
{
    int log = 27; /* what every frame may have */
    while (log < 31 && (uint64_t)1 << (log + 1) <= max_size) log++;
    return log;
}

static int step(void *user, const void *in, size_t *in_size, void *out, size_t *out_size)
{
    stream *s = (stream *)user;
    ZSTD_inBuffer from;
    ZSTD_outBuffer to;
    size_t left;
    from.src = in;
    from.size = *in_size;
    from.pos = 0;
    to.dst = out;
    to.size = *out_size;
    to.pos = 0;
    left = ZSTD_decompressStream(s->zstd, &to, &from);
    *in_size = from.pos;
    *out_size = to.pos;
    if (ZSTD_isError(left)) s->why = ZSTD_getErrorName(left);
    s->window = ZSTD_isError(left) && ZSTD_getErrorCode(left) == ZSTD_error_frameParameter_windowTooLarge;
    return ZSTD_isError(left) ? 0 : left == 0 ? 2 : 1;
}
#endif

int unpack_to(const reader *in, const char *path, const ncurep_input *packed, FILE *f)
{
#ifdef HAVE_ZSTD
    ncurep_decompress with;
    ncurep_output out;
    ncurep_error e;
    stream s;
    void *buffer = cli_alloc(2, PART);
    const char *why = NULL;
    int ok;
    s.zstd = ZSTD_createDStream();
    s.why = NULL;
    s.window = 0;
    if (s.zstd != NULL) (void)ZSTD_DCtx_setParameter(s.zstd, ZSTD_d_windowLogMax, window_log(in->max_size));
    with.step_fn = step;
    with.user = &s;
    out.write_fn = put;
    out.user = f;
    errno = 0;
    ok = s.zstd != NULL && ncurep_unpack(packed, &with, &out, buffer, 2 * (size_t)PART, in->max_size, &e) == NCUREP_OK;
    if (s.zstd == NULL) cli_error(in->c, "%s: out of memory", path);
    else if (!ok && s.window)
        cli_error(in->c, "%s: its frame asks for a window larger than %" PRIu64 " bytes (--max-size allows up to 2 GiB)", path,
                  (uint64_t)1 << window_log(in->max_size));
    else if (!ok && e.code == NCUREP_LIMIT)
        cli_error(in->c, "%s: the report in it is larger than %" PRIu64 " bytes (--max-size allows more)", path, in->max_size);
    else if (!ok) {
        if (e.code == NCUREP_IO && errno != 0) why = strerror(errno);
        else if (e.code == NCUREP_SYNTAX) why = s.why;
        cli_error(in->c, "%s: byte %" PRIu64 ": %s%s%s", path, e.offset, e.message, why != NULL ? ": " : "", why != NULL ? why : "");
    }
    if (s.zstd != NULL && !ok && !s.window && (e.code == NCUREP_TRUNCATED || e.code == NCUREP_SYNTAX)) ok = -1;
    ZSTD_freeDStream(s.zstd);
    free(buffer);
    return ok;
#else
    (void)packed;
    (void)f;
    (void)put;
    cli_error(in->c, "%s: compressed, and " LACKING, path);
    return 0;
#endif
}

struct scratch_part {
    cli *c;
    FILE *f;
    off_t from;
};

static size_t read_temp(void *user, uint64_t at, void *to, size_t size)
{
    const scratch_part *t = (const scratch_part *)user;
    ssize_t n;
    do n = pread(fileno(t->f), to, size < (size_t)1 << 30 ? size : (size_t)1 << 30, t->from + (off_t)at);
    while (n < 0 && errno == EINTR);
    return n > 0 ? (size_t)n : 0;
}

scratch_part *temp_open(cli *c, FILE **f)
{
    scratch_part *t;
    const int there = cli_scratch(c) != NULL && fseeko(c->scratch, 0, SEEK_END) == 0;
    if (!there) {
        cli_error(c, "temporary file: %s", strerror(errno));
        return NULL;
    }
    t = (scratch_part *)cli_alloc(1, sizeof *t);
    t->c = c;
    t->f = *f = c->scratch;
    t->from = ftello(t->f);
    c->scratch_parts++;
    return t;
}

int temp_input(scratch_part *t, ncurep_input *out)
{
    const off_t end = fflush(t->f) == 0 ? ftello(t->f) : -1;
    out->read_fn = read_temp;
    out->user = t;
    out->size = end < t->from ? 0 : (uint64_t)(end - t->from);
    return end >= 0;
}

void temp_close(scratch_part *t)
{
    if (t == NULL) return;
    if (--t->c->scratch_parts == 0) {
        (void)fflush(t->f);
        clearerr(t->f);
        (void)ftruncate(fileno(t->f), 0);
    }
    cli_free(t);
}

int unpack_report(const reader *in, opened *o, int beginning)
{
    ncurep_input packed = o->file;
    FILE *f;
    int ok;
    if (o->data != NULL) memory_input(o->data, o->size, &packed);
    if (!ncurep_is_packed(&packed)) return 1;
    o->unpacked = temp_open(in->c, &f);
    if (o->unpacked == NULL) return 0;
    ok = unpack_to(in, o->path, &packed, f);
    ncurep_posix_close(&o->posix);
    free(o->data);
    o->data = NULL;
    if (ok == 0 || (ok < 0 && !beginning)) return 0;
    if (temp_input(o->unpacked, &o->file)) return 1;
    cli_error(in->c, "%s: unpacking: %s", o->path, strerror(errno));
    return 0;
}

/* Packing --------------------------------------------------------------------------------------------------------- */

int pack_to(cli *c, const char *path, const ncurep_input *from)
{
#ifdef HAVE_ZSTD
    ZSTD_CCtx *z = ZSTD_createCCtx();
    char *buffer = (char *)cli_alloc(2, PART);
    uint64_t at = 0;
    int ok = z != NULL;
    if (ok) {
        (void)ZSTD_CCtx_setParameter(z, ZSTD_c_checksumFlag, 1);
        (void)ZSTD_CCtx_setPledgedSrcSize(z, from->size);
    } else
        cli_error(c, "%s: out of memory", path);
    while (ok && at < from->size) {
        ZSTD_inBuffer in;
        const size_t want = from->size - at < PART ? (size_t)(from->size - at) : PART;
        size_t left;
        in.src = buffer;
        in.pos = 0;
        in.size = from->read_fn(from->user, at, buffer, want);
        if (in.size == 0) {
            cli_error(c, "%s: byte %" PRIu64 ": the file could not be read", path, at);
            ok = 0;
            break;
        }
        at += in.size;
        do {
            ZSTD_outBuffer out;
            out.dst = buffer + PART;
            out.size = PART;
            out.pos = 0;
            left = ZSTD_compressStream2(z, &out, &in, at == from->size ? ZSTD_e_end : ZSTD_e_continue);
            if (ZSTD_isError(left) || fwrite(out.dst, 1, out.pos, c->out) != out.pos) {
                cli_error(c, "%s: %s", c->out_path != NULL ? c->out_path : "standard output",
                          ZSTD_isError(left) ? ZSTD_getErrorName(left) : strerror(errno));
                ok = 0;
            }
        } while (ok && (at == from->size ? left != 0 : in.pos < in.size));
    }
    ZSTD_freeCCtx(z);
    free(buffer);
    return ok;
#else
    (void)path;
    (void)from;
    cli_error(c, LACKING);
    return 0;
#endif
}
