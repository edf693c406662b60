/* What a driver does: it asks for the settings of its own process when it is loaded, with no heap. The header calls
 * nothing of libc here (NVP_NO_LIBC); all that reaches the system are the callbacks below, and they make plain system calls.
 *
 *     cc -shared -fPIC -I. -o libdriver.so examples/profile_driver.c && LD_PRELOAD=./libdriver.so some-game
 *
 * As a program it asks for itself. Linux. */
#define _GNU_SOURCE
#define NVP_STATIC
#define NVP_NO_LIBC
#define NVP_IMPLEMENTATION
#include "nvprofile.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* All memory there is: files, rules and results. */
static char memory[768 * 1024], results[192 * 1024];

static void stat_fn(void *user, const char *path, nvp_stat *out)
{
    struct stat st;
    (void)user;
    if (stat(path, &st) != 0) return; /* NVP_MISSING is 0 */
    out->kind = S_ISREG(st.st_mode) ? NVP_REGULAR : S_ISDIR(st.st_mode) ? NVP_DIRECTORY : NVP_OTHER;
    out->size = (uint64_t)st.st_size;
}

static void *open_fn(void *user, const char *path)
{
    const int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    (void)user;
    return fd >= 0 ? (void *)((intptr_t)fd + 1) : NULL;
}

static int64_t read_fn(void *user, void *handle, void *buffer, size_t size)
{
    (void)user;
    return read((int)((intptr_t)handle - 1), buffer, size);
}

static void close_fn(void *user, void *handle)
{
    (void)user;
    close((int)((intptr_t)handle - 1));
}

/* readdir would need the heap. */
static int list_fn(void *user, const char *path, int (*add_fn)(void *to, const char *name), void *to)
{
    const int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    static char entries[4096];
    long got, at;
    (void)user;
    if (fd < 0) return 0;
    while ((got = syscall(SYS_getdents64, fd, entries, sizeof entries)) > 0)
        for (at = 0; at < got;) {
            unsigned short size; /* of the entry; it stands behind two numbers of 8 bytes, the name behind it and a byte */
            memcpy(&size, entries + at + 16, sizeof size);
            if (!add_fn(to, entries + at + 19)) got = 0;
            at += size;
        }
    close(fd);
    return got == 0;
}

/* A small file of /proc, without its last line feed. */
static size_t small_file(const char *path, char *to, size_t room)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t got = fd >= 0 ? read(fd, to, room) : -1;
    if (fd >= 0) close(fd);
    return got <= 0 ? 0 : (size_t)got - (to[got - 1] == '\n');
}

static int fact_fn(void *user, nvp_fact what, nvp_view *out)
{
    static char answer[4096];
    ssize_t len;
    (void)user;
    if (what == NVP_EXE) len = readlink("/proc/self/exe", answer, sizeof answer);
    else len = (ssize_t)small_file(what == NVP_COMM ? "/proc/self/comm" : "/proc/self/cmdline", answer, sizeof answer - 1);
    if (len <= 0) return 0;
    if (what == NVP_ARGV0) {
        answer[len] = 0;
        len = (ssize_t)strlen(answer);
    }
    out->ptr = answer;
    out->len = (size_t)len;
    return 1;
}

static int env_fn(void *user, const char *name, nvp_view *out)
{
    const char *value = getenv(name);
    (void)user;
    if (value == NULL) return 0;
    out->ptr = value;
    out->len = strlen(value);
    return 1;
}

static void say(const char *bytes, size_t len)
{
    if (write(2, bytes, len) < 0) return;
}

#if defined(__GNUC__)
__attribute__((constructor))
#endif
static void ask(void)
{
    nvp_system system;
    nvp_process process;
    nvp_memory m;
    nvp_config *config;
    const nvp_result *result;
    uint32_t i;
    memset(&system, 0, sizeof system);
    memset(&process, 0, sizeof process);
    memset(&m, 0, sizeof m);
    system.stat_fn = stat_fn;
    system.open_fn = open_fn;
    system.read_fn = read_fn;
    system.close_fn = close_fn;
    system.list_fn = list_fn;
    process.fact_fn = fact_fn;
    process.env_fn = env_fn; /* libraries and files beside the program: not asked here, so such rules do not match */
    m.buffer = memory;
    m.buffer_size = sizeof memory;
    config = nvp_new(NULL, &m, NULL);
    if (config == NULL || nvp_load(config, &system, &process, NULL) != NVP_OK) return; /* then without profiles */
    m.buffer = results;
    m.buffer_size = sizeof results;
    result = nvp_resolve(config, &process, &m, NULL);
    for (i = 0; result != NULL && i < result->setting_count; i++) {
        const nvp_setting *s = result->settings[i].setting;
        if (result->settings[i].environment != NULL) continue; /* the variable decides */
        say("driver: ", 8);
        say(s->key.ptr, s->key.len);
        say(" = ", 3);
        say(s->value.text.ptr, s->value.text.len);
        say("\n", 1);
    }
    nvp_result_free(result);
    nvp_free(config);
}

int main(void) { return 0; }
