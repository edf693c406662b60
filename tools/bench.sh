#!/bin/sh
# Runs one benchmark: what the figures were made with, then the figures. "make bench-NAME" builds it first.
#
#   BENCH <job> <ours> <unit> <peer> <peer's> <ratio>      ratio: the peer's time divided by ours, above 1 is ahead
#
# bench/peers/NAME.sh builds what is compared with, where that can be had; it says what is missing.
set -u
cd "$(dirname "$0")/.."
B=${B:-build} CC=${CC:-cc}
export B CC
name=${1:?usage: tools/bench.sh NAME}
[ -x "$B/bench/$name" ] || { echo "tools/bench.sh: no $B/bench/$name; make bench-$name builds it" >&2; exit 2; }
echo "== $name, $(date -u +%Y-%m-%d)"
echo "cpu       $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1), $(getconf _NPROCESSORS_ONLN 2>/dev/null) cores"
echo "system    $(uname -sr)"
echo "compiler  $($CC --version | head -n 1)"
echo "flags     $(sed -n 's/^CFLAGS *= *//p' Makefile)${CFLAGS:+; CFLAGS of the environment: $CFLAGS}"
if [ -f "bench/peers/$name.sh" ]; then
    sh "bench/peers/$name.sh" || echo "bench/peers/$name.sh failed"
fi
[ -x "$B/bench/$name-peer" ] && export PEER="${PEER:-$B/bench/$name-peer}"
exec "$B/bench/$name"
