/* The viewer's reader (examples/bindings/viewer/reactor.h), called as its page calls it. Bytes 0 and 1: which allocation fails (0: none),
   byte 2: which read gives nothing, byte 3: how many calls follow. Each call is five bytes, its kind and four arguments; what comes
   after them is a report. File 0 is all of it, file 1 the first half, file 2 the same in a frame that needs no decompressor. */
#include "../examples/bindings/viewer/reactor.c"


int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static struct tape {
    const uint8_t *data;
    size_t size;
    unsigned reads, fail_read, allocations, fail_allocation;
    size_t live, written;
} tape;

static void must(int ok)
{
    if (!ok) abort();
}

static const unsigned char frame[] = {0x28, 0xb5, 0x2f, 0xfd};

static size_t size_of(uint32_t file)
{
    return file == 1 ? tape.size / 2 : file == 2 ? tape.size + sizeof frame : tape.size;
}

uint32_t viewer_read(uint32_t file, double at, void *to, uint32_t size)
{
    const size_t skip = file == 2 ? sizeof frame : 0, from = (size_t)at;
    size_t i;
    must(at >= 0 && at + size <= (double)size_of(file));
    if (++tape.reads == tape.fail_read) return 0;
    for (i = 0; i < size; i++) ((unsigned char *)to)[i] = from + i < skip ? frame[from + i] : tape.data[from + i - skip];
    return size;
}

int viewer_write(const void *bytes, uint32_t size)
{
    must(bytes != NULL && size > 0);
    tape.written += size;
    return tape.written < 1u << 20;
}

/* A frame is all that follows its four bytes; a byte 0xee is malformed. */
int viewer_step(const void *in, uint32_t *in_size, void *out, uint32_t *out_size)
{
    const unsigned char *from = (const unsigned char *)in;
    const uint32_t n = *in_size < *out_size ? *in_size : *out_size;
    must(*out_size > 0);
    if (n > 0 && from[0] == 0xee) return 0;
    memcpy(out, in, n);
    *in_size = *out_size = n;
    return n > 0 && from[n - 1] == 0 ? 2 : 1;
}

static void *resize(void *user, void *ptr, size_t size)
{
    void *to;
    (void)user;
    if (size == 0) {
        must(ptr != NULL);
        free(ptr);
        tape.live--;
        return NULL;
    }
    if (++tape.allocations == tape.fail_allocation) return NULL;
    to = realloc(ptr, size);
    must(to != NULL);
    tape.live += ptr == NULL;
    return to;
}

static void fill_room(const char *text)
{
    char *room = viewer_room(strlen(text) + 1);
    must(room != NULL);
    memcpy(room, text, strlen(text) + 1);
}

/* A page is one text with all its bytes; one of JSON is an object. Where memory ran out nothing is left. */
static void look_at(int code, int is_json)
{
    const char *text = viewer_text();
    const size_t n = viewer_size();
    must(code >= 0 && code <= 4);
    must(viewer_messages() != NULL && text != NULL && (n == 0 || strlen(text) <= n));
    if (code == 4) must(tape.live == 0 && n == 0);
    else if (code != CLI_USAGE && is_json) must(n > 2 && text[0] == '{' && text[n - 2] == '}' && text[n - 1] == '\n');
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static const char *const words[] = {"", "ADD", "r1, c[", "saxpy.cu", "gpu__time_duration.sum"};
    static const char *const comments[] = {"", "0\037\037\037all\0370\037SpeedOfLight\037Speed\037\037", "1\037Occupancy\037x\037y\0371\037Occupancy\037"};
    const uint8_t *call;
    size_t calls, i;
    if (size < 4) return 0;
    calls = bytes[3] % 16;
    if (size < 4 + 5 * calls) return 0;
    memset(&tape, 0, sizeof tape);
    memset(&viewer, 0, sizeof viewer);
    tape.fail_allocation = bytes[0] + 256u * bytes[1];
    tape.fail_read = bytes[2];
    tape.data = bytes + 4 + 5 * calls;
    tape.size = size - 4 - 5 * calls;
    viewer.heap.resize_fn = resize;
    for (i = 0, call = bytes + 4; i < calls; i++, call += 5) {
        const int a = call[1] % 5 - 1, b = call[2] % 9 - 1, c = call[3] % 5 - 1;
        switch (call[0] % 8) {
        case 0:
        case 1: {
            const uint32_t file = call[1] % 3;
            int id;
            fill_room("file");
            id = viewer_open(file, (double)size_of(file), 4);
            must(id >= -2 && id < VIEWER_REPORTS);
            break;
        }
        case 2:
            fill_room("packed");
            must(viewer_unpack(call[1] % 3, (double)size_of(call[1] % 3), call[2] * 64.0, 6) <= 0);
            break;
        case 3:
            if (call[2] % 4 == 0) viewer_close(a);
            else if (call[2] % 4 == 1) {
                fill_room(call[3] % 2 ? "a.section" : "b.section");
                must(viewer_add_section(call[1] % 3, (double)size_of(call[1] % 3), 9) <= 1);
            }
            else if (call[2] % 4 == 2) {
                const int code = (fill_room(comments[call[3] % 3]), viewer_save(a));
                must(code >= 0 && code <= 4);
                if (code == 4) must(tape.live == 0);
            } else {
                fill_room("saxpy.cu");
                must(viewer_add_text(0, (double)size_of(0), 8) <= 0);
            }
            break;
        default: {
            const int what = call[4] % (VIEWER_WHATS + 2) - 1;
            fill_room(words[call[4] / 17 % 5]);
            (void)viewer_baseline(c, call[3] / 5 % 4 - 1);
            if (call[3] >= 100) (void)viewer_baseline(a, call[3] / 20 % 4 - 1);
            look_at(viewer_page(what, a, b, call[2] / 9 % 6 - 1, call[1] / 32),
                    what == VIEWER_LIST || what == VIEWER_DETAILS || what >= VIEWER_METRICS);
            break;
        }
        }
    }
    for (i = 0; i < VIEWER_REPORTS; i++) viewer_close((int)i);
    for (i = 0; i < VIEWER_REPORTS; i++) must(viewer.reports[i].file.name == NULL && viewer.reports[i].kept.list == NULL);
    cli_heap_empty(&viewer.heap);
    must(tape.live == 0);
    cli_buf_free(&viewer.messages);
    free(viewer.room);
    return 0;
}
