/* Folders of real section files with failing system calls, each in turn, with each errno that matters: a file that
   cannot be read is left out and reported, and nothing stays open. */
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

static size_t read_step;

static ssize_t test_read(int fd, void *to, size_t size) { return call_fails() ? -1 : read(fd, to, size < read_step ? size : read_step); }
static int test_fstatat(int dir, const char *path, struct stat *st, int flags) { return call_fails() ? -1 : fstatat(dir, path, st, flags); }

#define open(path, flags) test_open(path, flags)
#define close(fd) test_close(fd)
#define read(fd, to, size) test_read(fd, to, size)
#define stat(path, st) test_stat(path, st)
#define fstatat(dir, path, st, flags) test_fstatat(dir, path, st, flags)
#define opendir(path) test_opendir(path)
#define readdir(d) test_readdir(d)
#define closedir(d) test_closedir(d)
#define NVS_POSIX
#define NVS_IMPLEMENTATION
#include "nvsection.h"
#include "nvsection_calls.h"
#undef open
#undef close
#undef read
#undef stat
#undef fstatat
#undef opendir
#undef readdir
#undef closedir
#include "run.h"

static char top[64];

static const char *in_top(const char *name)
{
    static char path[160];
    snprintf(path, sizeof path, "%s/%s", top, name);
    return path;
}

static void write_file(const char *name, const char *text)
{
    FILE *f = fopen(in_top(name), "wb");
    if (!CHECK(f != NULL)) return;
    fputs(text, f);
    fclose(f);
}

static const char *const files[] = {"a.section", "b.section", "c.txt", "in/d.section", "ignored/e.section", "ignored/.ncu-ignore", "f.section.bak"};

static void make(void)
{
    size_t i;
    strcpy(top, "/tmp/nvsection.XXXXXX");
    CHECK(mkdtemp(top) != NULL && mkdir(in_top("in"), 0755) == 0 && mkdir(in_top("ignored"), 0755) == 0);
    for (i = 0; i < sizeof files / sizeof *files; i++) {
        char text[100];
        sprintf(text, "Identifier: \"%c\" DisplayName: \"name\" Order: %u\n", 'A' + (int)i, (unsigned)i);
        write_file(files[i], text);
    }
    CHECK(symlink("in", in_top("link")) == 0 && symlink("a.section", in_top("g.section")) == 0 && symlink("none", in_top("h.section")) == 0 && mkfifo(in_top("i.section"), 0644) == 0);
}

static nvs_library *load(nvs_code *code)
{
    nvs_files from;
    nvs_library *l = nvs_library_open(NULL, NULL);
    nvs_posix_files(&from);
    *code = nvs_library_load(l, &from, nvs_text(top), 1, NULL);
    CHECK(open_files == 0 && open_dirs == 0);
    return l;
}

static void every_call(void)
{
    static const int errors[] = {EIO, ENOENT, EINTR, ENOTDIR, EACCES};
    unsigned e, n, good, wrong;
    nvs_code code;
    nvs_library *l;
    uint32_t i;
    for (read_step = 1; read_step < 100; read_step += 98)
        for (e = 0; e < sizeof errors / sizeof *errors; e++)
            for (n = 0;; n++) { /* 0: none fails */
                calls_made = 0;
                fail_at = n;
                fail_with = errors[e];
                l = load(&code);
                good = wrong = 0;
                for (i = 0; i < l->count; i++) {
                    good += l->files[i].state == NVS_FILE_STATE_OK;
                    wrong += l->files[i].state == NVS_FILE_STATE_WRONG;
                }
                CHECK_U64(0, wrong); /* half a file does not count */
                if (n == 0 || calls_made < n) {
                    CHECK(code == NVS_OK);
                    CHECK_U64(3, good); /* a, b and d; the link to a is a duplicate, the others are not files */
                } else {
                    CHECK(code == NVS_OK || (code == NVS_IO && l->count == 0));
                    CHECK(good <= 4);
                }
                nvs_library_close(l);
                if (n > 0 && calls_made < n) break;
                if (!CHECK(n < 1000)) break;
            }
    fail_at = 0;
}

/* A file that grows or shrinks between the check of its size and the read is left out. */
static void changing(void)
{
    nvs_files from;
    char text[200];
    const size_t size = strlen("Identifier: \"A\" DisplayName: \"name\" Order: 0\n");
    uint64_t found = 0;
    read_step = 4096;
    nvs_posix_files(&from);
    CHECK(from.size_fn(in_top("a.section"), &found, from.user) == NVS_REPLY_YES && found == size);
    CHECK(from.size_fn(in_top("in"), &found, from.user) == NVS_REPLY_FAILED && from.size_fn(in_top("i.section"), &found, from.user) == NVS_REPLY_FAILED);
    CHECK(from.size_fn(in_top("none"), &found, from.user) == NVS_REPLY_NO);
    CHECK(from.read_fn(in_top("a.section"), text, size, from.user) == NVS_REPLY_YES && memcmp(text, "Identifier", 10) == 0);
    CHECK(from.read_fn(in_top("a.section"), text, size - 1, from.user) == NVS_REPLY_FAILED && from.read_fn(in_top("a.section"), text, size + 1, from.user) == NVS_REPLY_FAILED);
    CHECK(from.read_fn(in_top("none"), text, 1, from.user) == NVS_REPLY_NO);
    CHECK(open_files == 0);
}

/* If memory runs out while a folder is listed, it is still closed. */
static void little_memory(void)
{
    nvs_files from;
    size_t most;
    unsigned stopped = 0, loaded = 0;
    read_step = 4096;
    nvs_posix_files(&from);
    for (most = 400; most < 30000 && loaded < 3; most += 8) {
        nvs_library_options o;
        nvs_library *l;
        nvs_code code;
        memset(&o, 0, sizeof o);
        o.memory.max_memory = most;
        l = nvs_library_open(&o, NULL);
        if (l == NULL) continue;
        code = nvs_library_load(l, &from, nvs_text(top), 1, NULL);
        CHECK(code == NVS_OK || (code == NVS_LIMIT && l->count == 0));
        CHECK(open_files == 0 && open_dirs == 0);
        stopped += code == NVS_LIMIT;
        loaded += code == NVS_OK;
        nvs_library_close(l);
    }
    CHECK(stopped > 10 && loaded > 0);
}

static void clean(void)
{
    size_t i;
    for (i = 0; i < sizeof files / sizeof *files; i++) CHECK(unlink(in_top(files[i])) == 0);
    CHECK(unlink(in_top("link")) == 0 && unlink(in_top("g.section")) == 0 && unlink(in_top("h.section")) == 0 && unlink(in_top("i.section")) == 0);
    CHECK(rmdir(in_top("in")) == 0 && rmdir(in_top("ignored")) == 0 && rmdir(top) == 0);
}

int main(void)
{
    RUN(make);
    RUN(every_call);
    RUN(changing);
    RUN(little_memory);
    RUN(clean);
    return run_end();
}
#endif
