#include "drm/live.h"
#include "verbs.h"

static const verb *const verbs[] = {VERBS(VERB_ADDRESS) NULL};

static const verb_set set = {"drmfdinfo",
    "usage: drmfdinfo VERB [OPTION]...\n"
    "\n"
    "GPU and NPU usage per program, from /proc/PID/fdinfo, for scripts and services;\n"
    "drmtop is the screen for people.\n"
    "\n"
    "  drmfdinfo watch                       a table every second\n"
    "  drmfdinfo watch --json >log.jsonl     a line of JSON per client and second\n"
    "  drmfdinfo export --openmetrics --listen 9432    metrics for Prometheus\n"
    "  drmfdinfo show /proc/4310/fdinfo/33   what one text says\n",
    "\"-\" is standard input. A figure is a share of an engine, at most 100 %; one that\n"
    "cannot be known is shown as \"-\", not as 0.\n"
    "Exit codes: 0 fine; 1 show: not a DRM client, or lines not understood; watch:\n"
    "nothing matched, or no client is seen while processes are hidden; 2 wrong usage;\n"
    "3 cannot read an input or write the output.\n",
    "which verb? watch, record, export, show or dump", verbs, NULL, NULL, 0, NULL, NULL, NULL, NULL};

int main(int argc, char **argv)
{
    drm_calls calls = drm_this_machine;
    cli c;
    calls.waiting = &drm_until_signals;
    cli_init(&c, "drmfdinfo", set.intro);
    c.calls = &calls;
    return verb_main(&set, &c, argc, argv);
}
