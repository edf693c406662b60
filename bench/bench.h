/* The line of a figure that programs can read: BENCH job ours unit peer peer's ratio. The ratio is the peer's time by ours. */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <stdio.h>

/* A word without spaces: each run of bytes other than letters, digits and . _ + becomes one dash. */
static inline void bench_word(const char *text)
{
    int dash = 0, any = 0;
    for (; *text != 0; text++) {
        const char c = *text;
        const int plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
                          c == '+';
        if (plain && dash && any) putchar('-');
        if (plain) putchar(c);
        any |= plain;
        dash = !plain;
    }
}

static inline void bench_line(const char *job, double ours, const char *unit, const char *peer, double peers)
{
    printf("BENCH ");
    bench_word(job);
    printf(" %.6g %s ", ours, unit);
    bench_word(peer);
    printf(" %.6g %.2f\n", peers, peers / ours);
}

#endif
