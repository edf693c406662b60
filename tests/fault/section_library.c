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

static int read_failed, list_failed; /* what it was that failed: a read, but for the one that finds the end; a listing */

static ssize_t test_read(int fd, void *to, size_t size)
{
    if (!call_fails()) return read(fd, to, size < read_step ? size : read_step);
    read_failed = size > 1;
    return -1;
}

static struct dirent *test_list(DIR *d)
{
    struct dirent *const e = test_readdir(d);
    list_failed |= e == NULL && calls_made == fail_at;
    return e;
}

static int test_fstatat(int dir, const char *path, struct stat *st, int flags) { return call_fails() ? -1 : fstatat(dir, path, st, flags); }

#define open(path, flags) test_open(path, flags)
#define close(fd) test_close(fd)
#define read(fd, to, size) test_read(fd, to, size)
#define stat(path, st) test_stat(path, st)
#define fstatat(dir, path, st, flags) test_fstatat(dir, path, st, flags)
#define opendir(path) test_opendir(path)
#define readdir(d) test_list(d)
#define closedir(d) test_closedir(d)
#include "report/input/section_library.c"
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

static section_library *load(const char **why)
{
    section_library *l = library_open(0);
    *why = library_load(l, &system_disk, top, 1);
    CHECK(open_files == 0 && open_dirs == 0);
    return l;
}

static void every_call(void)
{
    static const int errors[] = {EIO, ENOENT, EINTR, ENOTDIR, EACCES};
    unsigned e, n, good, wrong, unread;
    const char *why;
    section_library *l;
    uint32_t i;
    for (read_step = 1; read_step < 100; read_step += 98)
        for (e = 0; e < sizeof errors / sizeof *errors; e++)
            for (n = 0;; n++) { /* 0: none fails */
                calls_made = 0;
                read_failed = list_failed = 0;
                fail_at = n;
                fail_with = errors[e];
                l = load(&why);
                good = wrong = unread = 0;
                for (i = 0; i < l->count; i++) {
                    good += l->files[i].state == SECTION_GOOD;
                    wrong += l->files[i].state == SECTION_WRONG;
                    unread += l->files[i].state == SECTION_UNREADABLE;
                    CHECK((l->files[i].own != NULL) == (l->files[i].document != NULL));
                }
                CHECK_U64(0, wrong); /* half a file does not count */
                if (n == 0 || calls_made < n) {
                    CHECK(why == NULL);
                    CHECK_U64(3, good); /* a, b and d; the link to a is a duplicate, the others are not files */
                    CHECK(l->count == 6 && unread == 2); /* no folder that a link leads to */
                } else {
                    CHECK(why == NULL || l->count == 0);
                    CHECK(good <= 4);
                    if (list_failed) CHECK(why != NULL || unread == 3); /* half a folder does not count */
                    if (read_failed) CHECK_U64(errors[e] == EINTR ? 2 : 3, unread);
                }
                library_close(l);
                if (n > 0 && calls_made < n) break;
                if (!CHECK(n < 1000)) break;
            }
    fail_at = 0;
}

/* What the files of a folder reply; one that grows or shrinks between the check of its size and the read is left out. */
static nvs_reply reply_of(const char *name, size_t most, size_t size)
{
    char *text = NULL;
    size_t got = 77;
    const nvs_reply reply = system_disk.read_fn(in_top(name), most, &text, &got, NULL);
    CHECK((text != NULL) == (reply == NVS_REPLY_YES && size <= most) && (text == NULL || (got == size && memcmp(text, "Identifier", 10) == 0)));
    CHECK(open_files == 0);
    cli_free(text);
    return reply;
}

static void replies(void)
{
    const size_t size = strlen("Identifier: \"A\" DisplayName: \"name\" Order: 0\n");
    char text[200];
    int fd;
    read_step = 4096;
    CHECK(reply_of("a.section", size, size) == NVS_REPLY_YES && reply_of("a.section", size - 1, size) == NVS_REPLY_YES);
    CHECK(reply_of("in", 4096, 0) == NVS_REPLY_FAILED && reply_of("i.section", 4096, 0) == NVS_REPLY_FAILED);
    CHECK(reply_of("none", 4096, 0) == NVS_REPLY_NO && reply_of("h.section", 4096, 0) == NVS_REPLY_NO && reply_of("a.section/x", 4096, 0) == NVS_REPLY_NO);
    fd = open(in_top("a.section"), O_RDONLY);
    CHECK(!read_all(fd, text, size - 1) && lseek(fd, 0, SEEK_SET) == 0 && read_all(fd, text, size) && lseek(fd, 0, SEEK_SET) == 0 && !read_all(fd, text, size + 1));
    close(fd);
}

/* Memory that fails at each place in turn ends the call on a heap, which is empty then; no folder and no file stays open. */
typedef struct pieces {
    unsigned calls, fail;
    size_t live;
} pieces;

static void *resize(void *user, void *ptr, size_t size)
{
    pieces *const p = (pieces *)user;
    if (size == 0) {
        p->live--;
        free(ptr);
        return NULL;
    }
    if (++p->calls == p->fail) return NULL;
    p->live += ptr == NULL;
    return realloc(ptr, size);
}

static int on_heap(void *user)
{
    const char *why;
    section_library *const l = load(&why);
    const nvs_node *sections[20];
    uint32_t count = 0;
    (void)user;
    CHECK(l->count < 20 && library_pick(l, PICK_ALL, "", &count, NULL));
    count = library_sections(l, sections);
    library_close(l);
    return (int)count;
}

static void little_memory(void)
{
    unsigned n, ended = 0;
    int done = 0, count = 0;
    read_step = 4096;
    for (n = 1; !done && n < 1000; n++) {
        pieces p = {0, 0, 0};
        cli_heap h = {resize, NULL, NULL, NULL, NULL, 0};
        h.user = &p;
        p.fail = n;
        done = cli_heap_run(&h, on_heap, NULL, &count);
        CHECK(open_files == 0 && open_dirs == 0 && p.live == 0);
        ended += !done;
    }
    CHECK(done && count == 3 && ended > 20);
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
    RUN(replies);
    RUN(little_memory);
    RUN(clean);
    return run_end();
}
#endif
