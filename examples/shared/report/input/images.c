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

enum { PASSED = 4 << 20 };

int has_images(const char *data, size_t size)
{
    static const char *const begins[] = {"\177ELF", "!<arch>\n", "MZ", "\120\355\125\272"};
    size_t i;
    for (i = 0; i < sizeof begins / sizeof *begins; i++)
        if (size >= strlen(begins[i]) && memcmp(data, begins[i], strlen(begins[i])) == 0) return 1;
    return 0;
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

int images_are(const char *path)
{
    char begin[8];
    const char *bytes;
    struct stat st;
    ssize_t got = 0;
    int fd;
    if (strcmp(path, "-") == 0) {
        const size_t size = cli_peek(&bytes);
        return has_images(bytes, size);
    }
    fd = open(path, O_RDONLY);
    if (fd < 0) return 0;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode)) got = read(fd, begin, sizeof begin); /* a pipe would lose it */
    (void)close(fd);
    return has_images(begin, got > 0 ? (size_t)got : 0);
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
