/* What a driver does: it asks for the settings of its own process when it is loaded, with no heap. The header calls
 * nothing of libc here (NVP_NO_LIBC); all that reaches the system are the callbacks below, and they make plain system calls.
 *
 *     cc -shared -fPIC -I. -o libdriver.so examples/short/profile_driver.c && LD_PRELOAD=./libdriver.so some-game
 *
 * As a program it asks for itself. Linux. */
#define _GNU_SOURCE
#define NVP_STATIC
#define NVP_NO_LIBC
#define NVP_IMPLEMENTATION
#include "nvprofile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* All memory there is: files, rules and results. */
static char memory[768 * 1024], results[192 * 1024];

static void stat_fn(const char *path, nvp_stat *out, void *user)
{
    struct stat st;
    (void)user;
    if (stat(path, &st) != 0) {
        out->kind = errno == ENOENT || errno == ENOTDIR ? NVP_KIND_MISSING : NVP_KIND_UNREADABLE;
        return;
    }
    out->kind = S_ISREG(st.st_mode) ? NVP_KIND_REGULAR : S_ISDIR(st.st_mode) ? NVP_KIND_DIRECTORY : NVP_KIND_OTHER;
    out->size = (uint64_t)st.st_size;
}

static nvp_reply open_fn(const char *path, void **handle, void *user)
{
    const int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    (void)user;
    if (fd < 0) return errno == ENOENT ? NVP_REPLY_NO : NVP_REPLY_UNKNOWN;
    *handle = (void *)((intptr_t)fd + 1);
    return NVP_REPLY_YES;
}

static size_t read_fn(void *handle, void *buffer, size_t size, nvp_reply *reply, void *user)
{
    const ssize_t got = read((int)((intptr_t)handle - 1), buffer, size);
    (void)user;
    if (got == 0) *reply = NVP_REPLY_NO;
    return got < 0 ? 0 : (size_t)got;
}

static void close_fn(void *handle, void *user)
{
    (void)user;
    close((int)((intptr_t)handle - 1));
}

/* readdir would need the heap. */
static nvp_reply list_fn(const char *path, int (*add_fn)(const char *name, void *to), void *to, void *user)
{
    const int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    static char entries[4096];
    long got, at;
    (void)user;
    if (fd < 0) return errno == ENOENT ? NVP_REPLY_NO : NVP_REPLY_UNKNOWN;
    while ((got = syscall(SYS_getdents64, fd, entries, sizeof entries)) > 0)
        for (at = 0; at < got;) {
            unsigned short size; /* of the entry; it follows two numbers of 8 bytes; the name and a byte follow it */
            memcpy(&size, entries + at + 16, sizeof size);
            if (!add_fn(entries + at + 19, to)) got = 0;
            at += size;
        }
    close(fd);
    return got == 0 ? NVP_REPLY_YES : NVP_REPLY_UNKNOWN;
}

/* A small file of /proc, without its last line feed. */
static size_t small_file(const char *path, char *to, size_t room)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t got = fd >= 0 ? read(fd, to, room) : -1;
    if (fd >= 0) close(fd);
    return got <= 0 ? 0 : (size_t)got - (to[got - 1] == '\n');
}

static nvp_reply fact_fn(nvp_fact what, nvp_view *out, void *user)
{
    static char answer[4096];
    ssize_t len;
    (void)user;
    if (what == NVP_FACT_EXE) len = readlink("/proc/self/exe", answer, sizeof answer);
    else len = (ssize_t)small_file(what == NVP_FACT_COMM ? "/proc/self/comm" : "/proc/self/cmdline", answer, sizeof answer - 1);
    if (len <= 0) return NVP_REPLY_UNKNOWN;
    if (what == NVP_FACT_ARGV0) {
        answer[len] = 0;
        len = (ssize_t)strlen(answer);
    }
    out->ptr = answer;
    out->len = (size_t)len;
    return NVP_REPLY_YES;
}

static nvp_reply env_fn(const char *name, nvp_view *out, void *user)
{
    const char *value = getenv(name);
    (void)user;
    if (value == NULL) return NVP_REPLY_NO;
    *out = nvp_text(value);
    return NVP_REPLY_YES;
}

static void say(const char *bytes, size_t len)
{
    if (write(2, bytes, len) < 0) return;
}

/* What the process asked for with __GL_APPLICATION_PROFILE_LOG=1. */
static void log_fn(nvp_event event, nvp_view what, nvp_view detail, void *user)
{
    static const char *const events[] = {"file ", "rule for ", "setting "};
    (void)user;
    say("driver log: ", 12);
    say(events[event], strlen(events[event]));
    say(what.ptr, what.len);
    say(": ", 2);
    say(detail.ptr, detail.len);
    say("\n", 1);
}

#if defined(__GNUC__)
__attribute__((constructor))
#endif
static void ask(void)
{
    nvp_system system;
    nvp_process process;
    nvp_config_options options;
    nvp_resolve_options ask_for;
    nvp_config *config;
    const nvp_result *result;
    uint32_t i;
    memset(&system, 0, sizeof system);
    memset(&process, 0, sizeof process);
    memset(&options, 0, sizeof options);
    memset(&ask_for, 0, sizeof ask_for);
    system.stat_fn = stat_fn;
    system.open_fn = open_fn;
    system.read_fn = read_fn;
    system.close_fn = close_fn;
    system.list_fn = list_fn;
    process.fact_fn = fact_fn;
    process.env_fn = env_fn; /* libraries and files beside the program: not asked here, so such rules do not match */
    options.memory.buffer = memory;
    options.memory.buffer_size = sizeof memory;
    options.log.log_fn = ask_for.log.log_fn = log_fn;
    config = nvp_config_open(&options, NULL);
    if (config == NULL || nvp_config_load(config, &system, &process, NULL) != NVP_OK) return; /* then without profiles */
    ask_for.memory.buffer = results;
    ask_for.memory.buffer_size = sizeof results;
    result = nvp_resolve(config, &process, &ask_for, NULL);
    for (i = 0; result != NULL && i < result->setting_count; i++) {
        const nvp_setting *s = result->settings[i].setting;
        if (result->settings[i].overridden == NVP_REPLY_YES) continue; /* the variable decides */
        say("driver: ", 8);
        say(s->key.ptr, s->key.len);
        say(" = ", 3);
        say(s->value.text.ptr, s->value.text.len);
        say("\n", 1);
    }
    nvp_result_close(result);
    nvp_config_close(config);
}

int main(void) { return 0; }
