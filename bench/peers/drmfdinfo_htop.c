/* Times htop's function on the texts of bench/drmfdinfo.c; it reads three of the keys. Built by bench/peers/drmfdinfo.sh,
   which gives its file as HTOP_GPU. It opens and lists a folder: these calls are replaced, and one file is listed that holds
   the text. */
#include "config.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *peer_text;
static size_t peer_len;
static int peer_listed;

static struct dirent *peer_readdir(DIR *folder)
{
    static struct dirent entry;
    (void)folder;
    entry.d_name[0] = '5';
    return peer_listed++ == 0 ? &entry : NULL;
}

static ssize_t peer_read(char *to, size_t room)
{
    const size_t n = peer_len < room - 1 ? peer_len : room - 1;
    memcpy(to, peer_text, n);
    to[n] = 0;
    return (ssize_t)n;
}

#include "linux/Compat.h"
#define Compat_openat(at, name, flags) (1)
#define Compat_readfileat(at, name, to, room) peer_read(to, room)
#define fdopendir(fd) ((DIR *)&peer_listed)
#define readdir peer_readdir
#define closedir(folder) ((void)(folder))
#define dirfd(folder) (0)
#define close(fd) ((void)(fd))
#include HTOP_GPU
#include "tests/drmfdinfo_texts.h"

#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void job(const char *name, const char *text, size_t len)
{
    static LinuxMachine machine;
    static LinuxProcessTable table;
    static LinuxProcess process;
    double best = 1e18;
    int round, i;
    peer_text = text;
    peer_len = len;
    table.super.super.host = &machine.super;
    process.super.super.host = &machine.super;
    for (round = 0; round < 60; round++) {
        double t = now();
        for (i = 0; i < 2000; i++) {
            machine.super.monotonicMs += 10000;
            peer_listed = 0;
            GPU_readProcessData(&table, &process, 0);
        }
        t = (now() - t) / 2000;
        if (t < best) best = t;
    }
    printf("%s htop,-3-keys %.0f\n", name, best);
}

int main(void)
{
    job("parse-amdgpu", text_amdgpu, sizeof text_amdgpu - 1);
    job("parse-xe", text_xe, sizeof text_xe - 1);
    return 0;
}
