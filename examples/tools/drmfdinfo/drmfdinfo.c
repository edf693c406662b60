#include "verbs.h"

#include <signal.h>
#include <string.h>
#include <time.h>

static const verb *const verbs[] = {&watch_verb, &record_verb, &export_verb, &show_verb, &dump_verb, NULL};

static const verb_set set = {"drmfdinfo",
    "drmfdinfo: GPU and NPU usage per program, from /proc/PID/fdinfo\n",
    "  --json, --csv, -o FILE, --color auto|always|never, --help, --version\n"
    "\n"
    "\"-\" is standard input. A figure is a share of an engine, at most 100 %; one that\n"
    "cannot be known is shown as \"-\", not as 0.\n"
    "Exit codes: 0 fine; 1 show: not a DRM client, or lines not understood; watch:\n"
    "nothing matched, or no client is seen while processes are hidden; 2 wrong usage;\n"
    "3 cannot read an input or write the output.\n"
    "Where the kernel has Landlock, a verb can do only what it is for; the variable\n"
    "CLI_CONFINE=0 turns that off.\n",
    "which verb? watch, record, export, show or dump", verbs, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL};

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
    cli c;
    cli_init(&c, "drmfdinfo", set.intro);
    return verb_main(&set, &c, argc, argv);
}
