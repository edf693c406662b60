/* Any bytes as machine instructions of any architecture. The first byte picks the architecture, the second the room for
   the text; then instructions follow each other. */
#define CUBIN_IMPLEMENTATION
#include "cubin.h"

#include "ncurep_fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const uint32_t archs[] = {50, 52, 60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90, 100, 103, 110, 120, 121, 0, 63, 255};
    char text[CUBIN_TEXT_ROOM + 1];
    cubin_instruction one, same;
    cubin_error error;
    uint32_t arch, step;
    size_t room;
    uint64_t address = 0;
    if (size < 2) return 0;
    arch = archs[data[0] % (sizeof archs / sizeof *archs)];
    room = data[1] < 200 ? CUBIN_TEXT_ROOM : data[1] - 200u;
    data += 2;
    size -= 2;
    step = cubin_instruction_size(arch);
    for (;;) {
        cubin_code code;
        memset(text, 'x', sizeof text);
        code = cubin_disassemble(arch, data, size, address, &one, text, room, &error);
        must(code == error.code && error.message != NULL);
        if (step == 0) {
            must(code == CUBIN_UNSUPPORTED);
            return 0;
        }
        if (size < step) {
            must(code == CUBIN_TRUNCATED);
            return 0;
        }
        must(code == CUBIN_OK && one.size == step);
        must(one.length < CUBIN_TEXT_ROOM);
        must(text[room < sizeof text ? room : sizeof text - 1] == 'x');
        if (room > 0) must(strlen(text) == (one.length < room ? one.length : room - 1));
        must(cubin_disassemble(arch, data, size, address, &same, NULL, 0, NULL) == CUBIN_OK);
        must(same.length == one.length && same.unknown == one.unknown && same.target == one.target);
        must(memcmp(same.read, one.read, sizeof one.read) == 0 && memcmp(same.written, one.written, sizeof one.written) == 0);
        must((one.read[3] | one.written[3]) >> 63 == 0); /* RZ */
        must(cubin_flow_name(one.flow)[0] != '?' && one.guard < 16 && one.barrier < 16 && one.predicates < 128);
        data += step;
        size -= step;
        address += step;
    }
}
