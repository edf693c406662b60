#include "dump.h"
#include "verbs.h"

#include <signal.h>
#include <string.h>
#include <time.h>

static const char intro[] =
    "drmfdinfo: GPU and NPU usage per program, from /proc/PID/fdinfo\n"
    "\n"
    "  drmfdinfo watch                      a table every second until Ctrl-C\n"
    "  drmfdinfo watch --json >log.jsonl    a line of JSON per client and second\n"
    "  drmfdinfo watch --interval 0.2 --count 50 --pid 4310\n"
    "                                       one process, five times a second, for\n"
    "                                       ten seconds\n"
    "  drmfdinfo record DIR --count 30      30 seconds of what the kernel prints, for\n"
    "                                       a bug report; no names of programs, users\n"
    "                                       or clients\n"
    "  drmfdinfo watch --replay DIR --csv   figures of a recording, as CSV\n"
    "                                       (drmtop --replay DIR plays it)\n"
    "  drmfdinfo show /proc/4310/fdinfo/33  explain one text, pointing at what is not\n"
    "                                       understood\n"
    "  drmfdinfo export --openmetrics --listen 127.0.0.1:9432\n"
    "                                       metrics for Prometheus, until Ctrl-C\n"
    "  drmfdinfo export --openmetrics -o /var/lib/node_exporter/gpu.prom\n"
    "                                       once, for the textfile collector\n"
    "  drmfdinfo dump FILE...               one line of JSON with every value, for\n"
    "                                       exact comparison\n"
    "\n";

static const char ending[] =
    "\n"
    "All: --json, --csv, -o FILE, --color auto|always|never, --help, --version.\n"
    "\"-\" is standard input. A figure is a share of an engine, at most 100 %; one that\n"
    "cannot be known is shown as \"-\", not as 0.\n"
    "Exit codes: 0 fine; 1 show: not a DRM client, or lines not understood; 2 wrong\n"
    "usage; 3 cannot read an input or write the output.\n";

static const struct {
    const char *name;
    int (*run)(cli *, cli_args *);
    const char *help;
} verbs[] = {
    {"watch", watch,
     "watch [--interval S] [--count N] [--look S] [--root DIR | --replay DIR]\n"
     "      [--pid N]... [--user NAME]... [--device D]... [--nvml FILE]\n"
     "  -i, --interval S  seconds between samples (1)\n"
     "  -n, --count N     stop after N intervals (default: at Ctrl-C or the end of the\n"
     "                    recording)\n"
     "  --look S          seconds between full looks at every open file (3); new\n"
     "                    processes and files are seen at every sample, at most ten\n"
     "                    times a second; before Linux 6.2 new processes only\n"
     "  --nvml FILE       NVIDIA's NVML, if it is not found by itself; none: not used\n"
     "  --root DIR        a directory laid out like /proc, with sys beside it\n"
     "  --replay DIR      play a recording as fast as it can be read\n"
     "  -p, --pid N, -u, --user NAME, -d, --device D\n"
     "                    only clients of these; each is repeatable\n"},
    {"record", record,
     "record DIR [--interval S] [--count N] [--names] [--force] [--root DIR]\n"
     "  -n, --count N     stop after N sweeps (default: at Ctrl-C)\n"
     "  --names           also record program, user and client names\n"
     "  -f, --force       overwrite a recording in DIR\n"
     "  --interval, --root: as for watch\n"},
    {"export", export,
     "export [--openmetrics] [--listen [ADDRESS:]PORT | -o FILE] [--interval S]\n"
     "      [--count N] [--clients N] [--look S] [--nvml FILE] [--root DIR]\n"
     "  --openmetrics     the format, which is the only one\n"
     "  --listen WHERE    answer HTTP at this address (127.0.0.1) and port (0: any)\n"
     "  -n, --count N     stop after N intervals (default: one, with --listen never)\n"
     "  --clients N       also the N busiest clients: a series each (none)\n"
     "  --interval, --look, --nvml, --root: as for watch\n"},
    {"show", show,
     "show [--cut] FILE...\n"
     "  --cut             the text may end mid-line; ignore that line\n"},
    {"dump", dump,
     "dump [--cut] FILE..., dump --pair BEFORE AFTER --ns N, dump --series FILE,\n"
     "dump --sweeps FILE\n"}};

/* The whole help, or one verb's examples and options. of: the verb, or NULL. */
static char *make_help(const void *of)
{
    cli_buf b = {NULL, 0, 0};
    const char *line = intro, *only = (const char *)of;
    int shown = 1;
    size_t i;
    for (; *line != 0; line += strcspn(line, "\n") + 1) {
        if (only != NULL && strncmp(line, "  drmfdinfo ", 12) == 0)
            shown = strncmp(line + 12, only, strlen(only)) == 0 && line[12 + strlen(only)] == ' ';
        else if (strncmp(line, "   ", 3) != 0) shown = 1;
        if (shown) cli_put(&b, line, strcspn(line, "\n") + 1);
    }
    for (i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (only == NULL || strcmp(only, verbs[i].name) == 0) cli_putf(&b, "%s", verbs[i].help);
    cli_putf(&b, "%s", ending);
    return b.ptr;
}

static volatile sig_atomic_t asked;

static void ask(int signal)
{
    (void)signal;
    asked = 1;
}

void stop_prepare(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = ask; /* no SA_RESTART, so that sleeping ends */
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

int stop_asked(void) { return asked != 0; }

int sleep_until(uint64_t ns)
{
    struct timespec t;
    t.tv_sec = (time_t)(ns / 1000000000);
    t.tv_nsec = (long)(ns % 1000000000);
    while (!asked && clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) != 0) {
    }
    return !asked;
}

int main(int argc, char **argv)
{
    static const cli_option none[] = {{0, 0, NULL, 0}};
    cli c;
    cli_args a;
    size_t i;
    int id;
    cli_init(&c, "drmfdinfo", intro);
    c.help_fn = make_help;
    memset(&a, 0, sizeof a);
    a.argc = argc;
    a.argv = argv;
    a.at = 1;
    id = cli_next(&c, &a, none);
    if (id == CLI_DONE) return CLI_FINE;
    if (id == CLI_BAD) return CLI_USAGE;
    if (id == CLI_END) return cli_usage(&c, "which verb? watch, record, export, show or dump");
    for (i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (strcmp(a.value, verbs[i].name) == 0) {
            c.help_of = verbs[i].name;
            return verbs[i].run(&c, &a);
        }
    return cli_usage(&c, "unknown verb '%s': watch, record, export, show or dump", a.value);
}
