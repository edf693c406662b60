/* ncurep pack, unpack: reports in a zstd frame (.ncu-repz), and how all verbs read those. */
#include "copy.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef HAVE_ZSTD
#include <zstd.h>
#endif

#define LACKING "this build of ncurep has no libzstd (zstd -d unpacks such reports)"

enum { PART = 1 << 17 };

/* Most bytes that a compressed report may unpack to: a few kilobytes can hold more than the disk does. */
static uint64_t max_size = (uint64_t)16 << 30;

int set_max_size(const cli *c, const char *text)
{
    static const char units[] = "kMGT";
    uint64_t n = 0;
    const char *p = text, *unit = NULL;
    unsigned shift = 0;
    int fits = *p >= '0' && *p <= '9';
    for (; *p >= '0' && *p <= '9'; p++) {
        fits &= n <= (UINT64_MAX - 9) / 10;
        n = n * 10 + (uint64_t)(*p - '0');
    }
    if (*p != 0) unit = strchr(units, *p == 'K' ? 'k' : *p);
    if (unit != NULL) {
        shift = 10 * (unsigned)(unit - units + 1);
        p++;
    }
    if (!fits || *p != 0 || n == 0 || n > UINT64_MAX >> shift) {
        cli_usage(c, "--max-size takes a number of bytes, with k, M, G or T behind it for so many times 1024, not '%s'", text);
        return 0;
    }
    max_size = n << shift;
    return 1;
}

static size_t read_data(void *user, uint64_t at, void *to, size_t size)
{
    memcpy(to, (const char *)user + at, size);
    return size;
}

static int put(void *user, const void *bytes, size_t size) { return fwrite(bytes, 1, size, (FILE *)user) == size; }

#ifdef HAVE_ZSTD
typedef struct stream {
    ZSTD_DStream *zstd;
    const char *why;
} stream;

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
    return ZSTD_isError(left) ? 0 : left == 0 ? 2 : 1;
}
#endif

/* Unpacks to f; 1, or with a message 0, or -1 when only the beginning is in f, since the rest is cut or damaged. */
static int unpack_to(cli *c, const char *path, const ncurep_input *packed, FILE *f)
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
    with.step_fn = step;
    with.user = &s;
    out.write_fn = put;
    out.user = f;
    errno = 0;
    ok = s.zstd != NULL && ncurep_unpack(packed, &with, &out, buffer, 2 * (size_t)PART, max_size, &e);
    if (s.zstd == NULL) cli_error(c, "%s: out of memory", path);
    else if (!ok && e.code == NCUREP_LIMIT)
        cli_error(c, "%s: the report in it is larger than %" PRIu64 " bytes (--max-size allows more)", path, max_size);
    else if (!ok) {
        if (e.code == NCUREP_IO && errno != 0) why = strerror(errno);
        else if (e.code == NCUREP_SYNTAX) why = s.why;
        cli_error(c, "%s: byte %" PRIu64 ": %s%s%s", path, e.offset, e.message, why != NULL ? ": " : "", why != NULL ? why : "");
    }
    if (s.zstd != NULL && !ok && (e.code == NCUREP_TRUNCATED || e.code == NCUREP_SYNTAX)) ok = -1;
    ZSTD_freeDStream(s.zstd);
    free(buffer);
    return ok;
#else
    (void)packed;
    (void)f;
    (void)put;
    (void)max_size;
    cli_error(c, "%s: compressed, and " LACKING, path);
    return 0;
#endif
}

static size_t read_temp(void *user, uint64_t at, void *to, size_t size)
{
    ssize_t n;
    do n = pread(fileno((FILE *)user), to, size < (size_t)1 << 30 ? size : (size_t)1 << 30, (off_t)at);
    while (n < 0 && errno == EINTR);
    return n > 0 ? (size_t)n : 0;
}

FILE *temp_file(const cli *c)
{
    const char *folder = getenv("TMPDIR");
    cli_buf path = {NULL, 0, 0};
    FILE *f = NULL;
    int fd;
    cli_putf(&path, "%s/ncurep.XXXXXX", folder != NULL && *folder != 0 ? folder : "/tmp");
    fd = mkstemp(path.ptr);
    if (fd >= 0) {
        (void)unlink(path.ptr);
        f = fdopen(fd, "w+b");
        if (f == NULL) (void)close(fd);
    }
    if (f == NULL) cli_error(c, "%s: %s", path.ptr, strerror(errno));
    cli_buf_free(&path);
    return f;
}

int temp_input(FILE *f, ncurep_input *out)
{
    const off_t end = fflush(f) == 0 ? ftello(f) : -1;
    out->read_fn = read_temp;
    out->user = f;
    out->size = end < 0 ? 0 : (uint64_t)end;
    return end >= 0;
}

int unpack_report(cli *c, opened *o, int beginning)
{
    ncurep_input packed = o->file;
    int ok;
    if (o->data != NULL) {
        packed.read_fn = read_data;
        packed.user = o->data;
        packed.size = o->size;
    }
    if (!ncurep_is_packed(&packed)) return 1;
    o->unpacked = temp_file(c);
    if (o->unpacked == NULL) return 0;
    ok = unpack_to(c, o->path, &packed, o->unpacked);
    ncurep_file_close(&o->file);
    free(o->data);
    o->data = NULL;
    if (ok == 0 || (ok < 0 && !beginning)) return 0;
    if (temp_input(o->unpacked, &o->file)) return 1;
    cli_error(c, "%s: unpacking: %s", o->path, strerror(errno));
    return 0;
}

/* The verbs ------------------------------------------------------------------------------------------------------------ */

#ifdef HAVE_ZSTD
static int pack(cli *c, const opened *o, const ncurep_input *from)
{
    ZSTD_CCtx *z = ZSTD_createCCtx();
    char *buffer = (char *)cli_alloc(2, PART);
    uint64_t at = 0;
    int ok = z != NULL;
    if (ok) {
        (void)ZSTD_CCtx_setParameter(z, ZSTD_c_checksumFlag, 1);
        (void)ZSTD_CCtx_setPledgedSrcSize(z, from->size);
    } else
        cli_error(c, "%s: out of memory", o->path);
    while (ok && at < from->size) {
        ZSTD_inBuffer in;
        const size_t want = from->size - at < PART ? (size_t)(from->size - at) : PART;
        size_t left;
        in.src = buffer;
        in.pos = 0;
        in.size = from->read_fn(from->user, at, buffer, want);
        if (in.size == 0) {
            cli_error(c, "%s: byte %" PRIu64 ": the file could not be read", o->path, at);
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
}
#endif

int pack_verb(request *q)
{
#ifdef HAVE_ZSTD
    opened o;
    ncurep_input from;
    int ok, code = may_write(q->c);
    if (code == CLI_FINE && q->path_count != 1) code = cli_usage(q->c, "pack takes one report");
    if (code != CLI_FINE || !open_report(q->c, q->paths[0], &o)) {
        cli_drop(q->c);
        return code != CLI_FINE ? code : CLI_INPUT;
    }
    from = o.file;
    if (o.data != NULL) {
        from.read_fn = read_data;
        from.user = o.data;
        from.size = o.info.size;
    }
    ok = pack(q->c, &o, &from);
    if (!ok) cli_drop(q->c);
    close_report(&o);
    return ok ? CLI_FINE : CLI_INPUT;
#else
    cli_drop(q->c);
    cli_error(q->c, LACKING);
    return CLI_INPUT;
#endif
}

int unpack_verb(request *q)
{
    ncurep_input from;
    ncurep_error e;
    char *data = NULL;
    size_t size = 0;
    int ok = 0, code = may_write(q->c);
    if (code == CLI_FINE && q->path_count != 1) code = cli_usage(q->c, "unpack takes one report");
    if (code != CLI_FINE) {
        cli_drop(q->c);
        return code;
    }
    memset(&from, 0, sizeof from);
    if (strcmp(q->paths[0], "-") != 0 && ncurep_file_open(q->paths[0], &from, &e)) ok = 1;
    else if ((data = cli_read(q->c, q->paths[0], &size, NULL)) != NULL) { /* a pipe, or what cli_read says */
        from.read_fn = read_data;
        from.user = data;
        from.size = size;
        ok = 1;
    }
    if (ok && !ncurep_is_packed(&from)) {
        cli_error(q->c, "%s: not a compressed report", q->paths[0]);
        ok = 0;
    }
    ok = ok && unpack_to(q->c, q->paths[0], &from, q->c->out) > 0;
    if (!ok) cli_drop(q->c);
    if (data == NULL) ncurep_file_close(&from);
    free(data);
    return ok ? CLI_FINE : CLI_INPUT;
}
