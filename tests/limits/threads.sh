# What may be shared between threads, under a race detector: tests/threads.c built with -fsanitize=thread. A small program with
# a race shows first that the detector sees one.
. tests/lib.sh
. tests/compile.sh
cat >"$work/race.c" <<'END'
#include <pthread.h>
static long n;
static void *add(void *p) { for (int i = 0; i < 100000; i++) n++; return p; }
int main(void)
{
    pthread_t a, b;
    return pthread_create(&a, NULL, add, NULL) || pthread_create(&b, NULL, add, NULL) || pthread_join(a, NULL) || pthread_join(b, NULL);
}
END
for cc in "$CC" gcc clang; do
    have "${cc%% *}" || continue
    $cc -std=c99 -O1 -g -fsanitize=thread -pthread -o "$work/race" "$work/race.c" >/dev/null 2>&1 || continue
    if "$work/race" >"$work/race.out" 2>&1 || ! grep -q 'data race' "$work/race.out"; then continue; fi
    found=yes
    if out=$($cc -std=c99 $posix -O1 -g -fsanitize=thread -pthread -I. -Itests -Iexamples/shared -o "$work/threads" tests/threads.c 2>&1); then ok; else fail "tests/threads.c does not build" "$out"; fi
    check "threads with $cc" env TSAN_OPTIONS=halt_on_error=1 "$work/threads"
    break
done
[ "${found:-}" ] || skip "needs -fsanitize=thread"
finish
