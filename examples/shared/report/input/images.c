/* GPU code where programs have it. What has been passed is given back to the system, so that a library of any size takes little. */
#ifdef __linux__
#define _DEFAULT_SOURCE /* for madvise */
#endif
#include "images.h"

#include <inttypes.h>
#include <string.h>

#ifndef __wasi__ /* where there are no files */
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

#ifdef HAVE_ZSTD
#include <zstd.h>
#endif

enum { PASSED = 4 << 20, BEGINNING = 512 };

int has_images(const char *data, size_t size)
{
    static const char *const begins[] = {"\177ELF", "!<arch>\n", "MZ", "\120\355\125\272"};
    size_t i;
    for (i = 0; i < sizeof begins / sizeof *begins; i++)
        if (size >= strlen(begins[i]) && memcmp(data, begins[i], strlen(begins[i])) == 0) return 1;
    return 0;
}

static int is_text(const char *data, size_t size)
{
    size_t i;
    for (i = 0; i < size && i < BEGINNING; i++) {
        const unsigned char b = (unsigned char)data[i];
        if (b == 127 || (b < 32 && b != '\n' && b != '\r' && b != '\t' && b != '\f')) return 0;
    }
    return 1;
}

const char *other_kind(const char *data, size_t size)
{
    static const struct {
        const char *begins, *kind;
    } rows[] = {{"!<thin>\n", "a thin archive: the code is in the files that it names"},
                {"PK\3\4", "a ZIP file, as wheels are: unpack it first"},
                {"\37\213", "a gzip file: unpack it first"},
                {"\317\372\355\376", "a Mach-O file, not a report or GPU code"},
                {"\316\372\355\376", "a Mach-O file of 32 bits, not a report or GPU code"}};
    size_t i;
    if (size == 0) return "an empty file, not a report or GPU code";
    for (i = 0; i < sizeof rows / sizeof *rows; i++)
        if (size >= strlen(rows[i].begins) && memcmp(data, rows[i].begins, strlen(rows[i].begins)) == 0) return rows[i].kind;
    if (size >= 4 && memcmp(data, "\50\265\57\375", 4) == 0) return NULL; /* a packed report */
    return is_text(data, size) ? "text, not a report or GPU code" : NULL;
}

void images_of(images *x, const cli *c, const char *path, const char *data, size_t size)
{
    memset(x, 0, sizeof *x);
    x->c = c;
    x->path = path;
    x->data = data;
    x->size = size;
    cubin_fatbin_begin(&x->walk, data, size);
}

#ifdef __wasi__
static void unmap(images *x) { (void)x; }

int images_are(const char *path)
{
    (void)path;
    return 0;
}

int images_refuse(const cli *c, const char *path)
{
    (void)c;
    (void)path;
    return 0;
}

int images_open(images *x, const cli *c, const char *path)
{
    (void)x;
    (void)c;
    (void)path;
    return 0;
}
#else
static void unmap(images *x)
{
    if (x->is_mapped) (void)munmap((void *)(uintptr_t)x->data, x->size);
}

/* The first bytes of a file, in begin where they have no other place; how many. *is_known: they are all that are needed. */
static size_t beginning(const char *path, char *begin, const char **bytes, int *is_known)
{
    struct stat st;
    ssize_t got = 0;
    int fd;
    *bytes = begin;
    *is_known = 1;
    if (strcmp(path, "-") == 0) return cli_peek(bytes);
    *is_known = 0;
    fd = open(path, O_RDONLY);
    if (fd < 0) return 0;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode)) { /* a pipe would lose it */
        got = read(fd, begin, BEGINNING);
        *is_known = got >= 0;
    }
    (void)close(fd);
    return got > 0 ? (size_t)got : 0;
}

int images_are(const char *path)
{
    char begin[BEGINNING];
    const char *bytes;
    int is_known;
    const size_t size = beginning(path, begin, &bytes, &is_known);
    return has_images(bytes, size);
}

int images_refuse(const cli *c, const char *path)
{
    char begin[BEGINNING];
    const char *bytes, *kind;
    int is_known;
    const size_t size = beginning(path, begin, &bytes, &is_known);
    kind = is_known ? other_kind(bytes, size) : NULL;
    if (kind != NULL) cli_error(c, "%s: this is %s", path, kind);
    return kind != NULL;
}

/* A pipe cannot be mapped. */
static int images_read(images *x, const cli *c)
{
    size_t size;
    char *data;
    if (!images_are("-")) return 0;
    data = cli_read(c, "-", &size, NULL);
    if (data == NULL) return 0;
    images_of(x, c, "-", data, size);
    x->owned = data;
    return 1;
}

int images_open(images *x, const cli *c, const char *path)
{
    const int fd = strcmp(path, "-") != 0 ? open(path, O_RDONLY) : -1;
    struct stat st;
    void *data = MAP_FAILED;
    if (fd < 0) return strcmp(path, "-") == 0 && images_read(x, c);
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0 && (uint64_t)st.st_size < (size_t)-1)
        data = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    (void)close(fd);
    if (data == MAP_FAILED) return 0;
    images_of(x, c, path, (const char *)data, (size_t)st.st_size);
    x->is_mapped = 1;
    if (has_images(x->data, x->size)) return 1;
    images_close(x);
    return 0;
}
#endif

#ifdef HAVE_ZSTD
static size_t unzstd(void *to, size_t room, const void *data, size_t size, cubin_reply *reply, void *user)
{
    const size_t len = ZSTD_decompress(to, room, data, size);
    (void)user;
    *reply = ZSTD_isError(len) ? CUBIN_REPLY_FAILED : CUBIN_REPLY_YES;
    return ZSTD_isError(len) ? 0 : len;
}
#endif

static void give_back(images *x, size_t end)
{
#ifdef MADV_DONTNEED
    if (!x->is_mapped || end < x->passed + PASSED) return;
    end -= end % PASSED;
    (void)madvise((void *)(uintptr_t)(x->data + x->passed), end - x->passed, MADV_DONTNEED);
    x->passed = end;
#else
    (void)x;
    (void)end;
#endif
}

static int unpack(images *x)
{
    cubin_decompress with = {NULL, NULL};
    cubin_error e;
#ifdef HAVE_ZSTD
    with.zstd_fn = unzstd;
#endif
    if (x->image.packing == CUBIN_PACKING_NONE) {
        x->bytes = x->image.bytes.ptr;
        x->len = x->image.bytes.len;
        return 1;
    }
    if (x->image.size > (uint64_t)1 << 31) {
        cli_error(x->c, "%s: byte %" PRIu64 ": an image of more than 2 GiB", x->path, x->image.offset);
        return 0;
    }
    if (x->room_size < x->image.size) {
        cli_free(x->room);
        x->room_size = (size_t)x->image.size;
        x->room = (char *)cli_alloc(x->room_size, 1);
    }
    x->bytes = x->room;
    x->len = (size_t)x->image.size;
    if (cubin_image_unpack(&x->image, x->room, x->room_size, &with, &e) == CUBIN_OK) return 1;
    cli_error(x->c, "%s: byte %" PRIu64 ": %s", x->path, x->image.offset, e.message);
    return 0;
}

int images_next(images *x)
{
    while (cubin_fatbin_next(&x->walk, &x->image)) {
        x->index = x->count++;
        give_back(x, (size_t)x->image.offset);
        if (unpack(x)) return 1;
        x->is_damaged = 1;
    }
    if (x->walk.error.code == CUBIN_OK && x->count == 0) {
        cli_error(x->c, "%s: there is no GPU code in it", x->path);
        x->is_damaged = 1;
    }
    if (x->walk.error.code != CUBIN_OK && !x->is_damaged)
        cli_error(x->c, "%s: byte %" PRIu64 ": %s", x->path, x->walk.error.offset, x->walk.error.message);
    x->is_damaged |= x->walk.error.code != CUBIN_OK;
    return 0;
}

void images_close(images *x)
{
    cli_free(x->room);
    cli_free(x->owned);
    unmap(x);
    memset(x, 0, sizeof *x);
}
