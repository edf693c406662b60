/* Reports of 1 GiB, 4 GiB and 20 GB, mostly holes: the tool ncurep slices them, anonymizes them and follows them in
   bounded memory. */
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include "run.h"

static char folder[256];

static size_t varint(unsigned char *to, uint64_t v)
{
    size_t n = 0;
    for (; v >= 128; v >>= 7) to[n++] = (unsigned char)(v & 127) | 128;
    to[n++] = (unsigned char)v;
    return n;
}

static void u32(unsigned char *to, uint64_t v)
{
    int k;
    for (k = 0; k < 4; k++) to[k] = (unsigned char)(v >> 8 * k & 255);
}

/* A report with one kernel at the front, and modules of `size` bytes of machine code, all zero. */
static int make(const char *path, unsigned modules, uint64_t size)
{
    static const char start[] = "NVR\0\2\0\0\0\10\7";
    static const char kernel[] = "\6\0\0\0\10\0\20\1\50\13" /* header: a result, 11 bytes */
                                 "\7\0\0\0\62\5apple";      /* function name */
    uint64_t at = sizeof start - 1;
    unsigned i;
    const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    int ok = fd >= 0 && pwrite(fd, start, at, 0) == (ssize_t)at && pwrite(fd, kernel, sizeof kernel - 1, (off_t)at) == sizeof kernel - 1;
    at += sizeof kernel - 1;
    for (i = 0; ok && i < modules; i++) {
        unsigned char head[32], body[32];
        size_t h = 4, b = 4;
        body[b++] = 1 << 3; /* reference */
        b += varint(body + b, i + 1);
        body[b++] = 4 << 3 | 2; /* machine code */
        b += varint(body + b, size);
        u32(body, b - 4 + size);
        head[h++] = 1 << 3; /* one source */
        head[h++] = 1;
        head[h++] = 5 << 3; /* payload */
        h += varint(head + h, b + size);
        u32(head, h - 4);
        ok = pwrite(fd, head, h, (off_t)at) == (ssize_t)h && pwrite(fd, body, b, (off_t)(at + h)) == (ssize_t)b;
        at += h + b + size;
    }
    ok = ok && ftruncate(fd, (off_t)at) == 0;
    if (fd >= 0) (void)close(fd);
    return ok;
}

/* Runs the tool with 256 MiB of address space; its exit code. */
static int tool(const char *arguments, const char *in)
{
    char command[1024];
    const char *b = getenv("B");
    snprintf(command, sizeof command, "ulimit -v 262144; '%s/ncurep' %s '%s/%s' -o '%s/out' >'%s/log' 2>&1", b != NULL ? b : "build", arguments,
             folder, in, folder, folder);
    return system(command);
}

/* Runs a verb over such a report; the result has between these two numbers of bytes. */
static void shrinks(const char *arguments, const char *in, uint64_t file_size, unsigned modules, uint64_t size, long least, long most)
{
    char path[512];
    struct stat st;
    snprintf(path, sizeof path, "%s/%s", folder, in);
    if (!make(path, modules, size) || stat(path, &st) != 0) {
        SKIP("needs a file system with holes in files");
        (void)unlink(path);
        return;
    }
    CHECK((uint64_t)st.st_size >= file_size);
    CHECK_I64(0, tool(arguments, in));
    snprintf(path, sizeof path, "%s/out", folder);
    if (CHECK(stat(path, &st) == 0)) CHECK(st.st_size > least && st.st_size < most);
    (void)unlink(path);
    snprintf(path, sizeof path, "%s/%s", folder, in);
    (void)unlink(path);
}

static void slice_one(void) { shrinks("slice", "one", (uint64_t)1 << 30, 33, (uint64_t)1 << 25, 30, 200); } /* reads all of it */
static void slice_four(void) { shrinks("slice --sources none", "four", (uint64_t)4 << 30, 129, (uint64_t)1 << 25, 30, 200); }
static void slice_twenty(void) { shrinks("slice --sources none", "twenty", 20000000000u, 6, 3500000000u, 30, 200); }
static void anonymize_one(void) { shrinks("anonymize", "one", (uint64_t)1 << 30, 33, (uint64_t)1 << 25, 300, 800); }
static void follow_four(void) { shrinks("follow --csv --idle 0", "four", (uint64_t)4 << 30, 129, (uint64_t)1 << 25, 100, 400); }
static void follow_twenty(void) { shrinks("follow --csv --idle 0", "twenty", 20000000000u, 6, 3500000000u, 100, 400); }

int main(void)
{
    const char *b = getenv("B"), *temp = getenv("TMPDIR");
    char path[512];
    snprintf(path, sizeof path, "%s/ncurep", b != NULL ? b : "build");
    if (access(path, X_OK) != 0) {
        printf("skipped: needs the tool ncurep\n0 passed, 0 failed, 1 skipped\n");
        return 0;
    }
    snprintf(folder, sizeof folder, "%s/ncurep.XXXXXX", temp != NULL ? temp : "/tmp");
    if (mkdtemp(folder) == NULL) return 1;
    RUN(slice_one);
    RUN(slice_four);
    RUN(slice_twenty);
    RUN(anonymize_one);
    RUN(follow_four);
    RUN(follow_twenty);
    snprintf(path, sizeof path, "%s/log", folder);
    (void)unlink(path);
    (void)rmdir(folder);
    return run_end();
}
