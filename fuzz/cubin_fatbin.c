/* A hostile program, library, archive or fatbin: images, and their bytes unpacked. The first byte: bit 0 zstd_fn fails
   (with bit 2: it refuses), bit 1 it gives what it was not asked for. The rest is the input. */
#define CUBIN_IMPLEMENTATION
#include "cubin.h"

#include "ncurep_fuzz.h"

static size_t unzstd(void *to, size_t size, const void *data, size_t len, cubin_reply *reply, void *user)
{
    const unsigned how = *(const uint8_t *)user;
    memset(to, len > 0 ? *(const uint8_t *)data : 0, size);
    if (how & 1) {
        *reply = how & 4 ? CUBIN_REPLY_REFUSED : CUBIN_REPLY_FAILED;
        return 0;
    }
    return how & 2 ? size / 2 : size;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    cubin_decompress with;
    cubin_fatbin walk, again;
    cubin_image image, same;
    uint8_t how;
    size_t images = 0, work = 0;
    if (size < 1) return 0;
    how = data[0];
    with.zstd_fn = unzstd;
    with.user = &how;
    data++;
    size--;
    cubin_fatbin_begin(&walk, data, size);
    cubin_fatbin_begin(&again, data, size);
    while (cubin_fatbin_next(&walk, &image)) {
        cubin_error error;
        cubin_code code;
        must(cubin_fatbin_next(&again, &same));
        must(same.offset == image.offset && same.size == image.size && same.arch == image.arch && same.kind == image.kind);
        must(++images <= size / 64 + 1);
        must(image.bytes.ptr != NULL && image.name.ptr != NULL);
        must(image.bytes.len <= size && image.offset <= size);
        if (image.bytes.len > 0) must((const uint8_t *)image.bytes.ptr == data + image.offset && image.bytes.len <= size - image.offset);
        if (image.name.len > 0) must((const uint8_t *)image.name.ptr >= data && (const uint8_t *)image.name.ptr + image.name.len <= data + size);
        must(cubin_image_kind_name(image.kind)[0] != '?' && cubin_packing_name(image.packing)[0] != '?');
        if (image.packing == CUBIN_PACKING_LZ4) must(image.size / 255 <= image.bytes.len);
        if (image.packing == CUBIN_PACKING_NONE) must(image.size == image.bytes.len);
        if (image.size > (1 << 20) || (work += (size_t)image.size) > (1 << 22)) continue;
        {
            uint8_t *const to = (uint8_t *)malloc((size_t)image.size + 1); /* the byte after it must stay */
            must(to != NULL);
            to[image.size] = 77;
            code = cubin_image_unpack(&image, to, (size_t)image.size, &with, &error);
            must(code == error.code && to[image.size] == 77);
            must(code == CUBIN_OK || image.packing != CUBIN_PACKING_NONE);
            if (image.packing == CUBIN_PACKING_ZSTD) must((code == CUBIN_OK) == ((how & 3) == 0 || image.size == 0));
            free(to);
        }
    }
    must(!cubin_fatbin_next(&again, &same));
    must(walk.error.code == again.error.code && walk.error.offset == again.error.offset && walk.error.offset <= size);
    return 0;
}
