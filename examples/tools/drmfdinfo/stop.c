/* The end of a verb that goes on until it is interrupted. */
#include "verbs.h"

#include <string.h>
#include <time.h>

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

const volatile sig_atomic_t *stop_flag(void) { return &asked; }

int sleep_until(uint64_t ns)
{
    struct timespec t;
    t.tv_sec = (time_t)(ns / 1000000000);
    t.tv_nsec = (long)(ns % 1000000000);
    while (!asked && clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) != 0) {
    }
    return !asked;
}

const drm_waiting drm_until_signals = {stop_prepare, stop_asked, sleep_until};
