/* CPU use of whole tools that refresh once a second beside processes with ten thousand descriptors.
 *
 *     make bench-drmfdinfo_tools [BENCH_SECONDS=10]
 *
 * drmtop and drmfdinfo watch are those of the build; htop and nvtop run if they are on the PATH. Each gets a terminal of its
 * own, two seconds to start, and is then measured by the time the kernel gave its threads (/proc/PID/task/TID/schedstat).
 * nvtop ends where no GPU is found, and then there is no figure. */
#define _XOPEN_SOURCE 700
#include "bench.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PROCESSES 200
#define FILES 52

static void start_processes(pid_t *pids)
{
    int n, i;
    for (n = 0; n < PROCESSES; n++) {
        pids[n] = fork();
        if (pids[n] != 0) continue;
        for (i = 0; i < FILES - 3; i++) (void)!open("/dev/null", O_RDONLY);
        for (;;) pause();
    }
}

/* ns that the threads of a process have run; -1: it is gone. */
static double time_of(pid_t pid)
{
    char path[300];
    struct dirent *e;
    double sum = -1;
    DIR *d;
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    d = opendir(path);
    while (d != NULL && (e = readdir(d)) != NULL) {
        unsigned long long ns;
        FILE *f;
        snprintf(path, sizeof path, "/proc/%d/task/%s/schedstat", (int)pid, e->d_name);
        f = e->d_name[0] != '.' ? fopen(path, "r") : NULL;
        if (f != NULL && fscanf(f, "%llu", &ns) == 1) sum = (sum < 0 ? 0 : sum) + (double)ns;
        if (f != NULL) fclose(f);
    }
    if (d != NULL) closedir(d);
    return sum;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Reads what a tool writes for so long; 0: it has ended. */
static int drain(int terminal, double seconds)
{
    const double until = now() + seconds;
    char buffer[65536];
    struct pollfd p;
    p.fd = terminal;
    p.events = POLLIN;
    while (now() < until)
        if (poll(&p, 1, 50) > 0 && read(terminal, buffer, sizeof buffer) <= 0) return 0;
    return 1;
}

/* Percent of one core; -1: no figure. */
static double run(const char *const *command, double seconds)
{
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    double before = -1, after = -1, begun = 0, ended = 0;
    pid_t pid;
    if (terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0) return -1;
    pid = fork();
    if (pid == 0) {
        int own;
        setsid();
        own = open(ptsname(terminal), O_RDWR);
        dup2(own, 0);
        dup2(own, 1);
        dup2(own, 2);
        setenv("TERM", "xterm", 1);
        setenv("COLUMNS", "120", 1);
        setenv("LINES", "40", 1);
        execvp(command[0], (char *const *)(size_t)command);
        _exit(127);
    }
    if (drain(terminal, 2)) {
        before = time_of(pid);
        begun = now();
        if (drain(terminal, seconds)) after = time_of(pid);
        ended = now();
    }
    kill(pid, SIGTERM);
    kill(pid, SIGCONT);
    drain(terminal, 0.2);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    close(terminal);
    return before < 0 || after < 0 ? -1 : 100 * (after - before) / 1e9 / (ended - begun);
}

int main(void)
{
    static pid_t pids[PROCESSES];
    char drmtop[300], drmfdinfo[300];
    const char *const b = getenv("B") != NULL ? getenv("B") : "build";
    const double seconds = getenv("BENCH_SECONDS") != NULL ? strtod(getenv("BENCH_SECONDS"), NULL) : 10;
    const char *ours[] = {drmtop, "-i", "1", NULL}, *watch[] = {drmfdinfo, "watch", "-i", "1", NULL};
    const char *htop[] = {"htop", "-d", "10", NULL}, *nvtop[] = {"nvtop", "-d", "10", NULL};
    const char *const *const commands[] = {ours, watch, htop, nvtop};
    const char *const names[] = {"drmtop", "drmfdinfo-watch", "htop", "nvtop"};
    double first = -1;
    size_t i;
    snprintf(drmtop, sizeof drmtop, "%s/drmtop", b);
    snprintf(drmfdinfo, sizeof drmfdinfo, "%s/drmfdinfo", b);
    start_processes(pids);
    printf("%d processes of %d descriptors, one refresh a second, %.0f s each\n", PROCESSES, FILES, seconds);
    for (i = 0; i < sizeof commands / sizeof *commands; i++) {
        const double percent = run(commands[i], seconds);
        if (i == 0) first = percent;
        if (percent < 0) printf("%-16s no figure: it is not there or has ended\n", names[i]);
        else {
            printf("%-16s %6.2f %% of one core\n", names[i], percent);
            if (i > 1 && first > 0) bench_line("tool-cpu", first, "percent", names[i], percent);
        }
    }
    for (i = 0; i < PROCESSES; i++) {
        kill(pids[i], SIGKILL);
        waitpid(pids[i], NULL, 0);
    }
    return 0;
}
