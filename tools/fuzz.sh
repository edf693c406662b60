#!/bin/sh
# Fuzzes each target of fuzz/, or those named, one after the other, for TIME seconds each.
#
#   make fuzz TIME=600 FUZZ="drmfdinfo_text drmfdinfo_tracker"
#   FUZZER=libfuzzer make fuzz          afl, libfuzzer or replay instead of the first that is here
#   FUZZER=coverage make fuzz           lines and branches of the headers that all inputs known so far reach, assertions
#                                       aside, by target and by header; needs gcc and gcov
#   SANITIZE=no make fuzz               without the sanitizers, at -O2: several times as many executions. What the targets
#                                       and NAME_ASSERT assert still ends a run, and so does a crash; a read outside that
#                                       hits other memory does not. Use it beside runs with them, not instead
#
# AFL++ in its persistent mode, with CmpLog, where afl-clang-fast is installed, else libFuzzer, else a replay of what is
# known; all with the address and undefined behaviour sanitizers, unless told otherwise. Dictionary, seeds and kept corpus of
# the target are used; what is learned is in build/corpus/TARGET and used again. For libFuzzer inputs are at most MAX_LEN
# bytes long, 4096 unless set; with KEEP=yes the least part of the corpus that reaches the same replaces fuzz/corpus/TARGET.tar.gz. Prints a line for each target; exit code 1 when something was found, which is in build/finds/TARGET.
set -u
cd "$(dirname "$0")/.."
TIME=${TIME:-60} B=${B:-build} FUZZER=${FUZZER:-} SANITIZE=${SANITIZE:-yes} KEEP=${KEEP:-no}
[ $# -gt 0 ] || set -- $(ls fuzz/*.c | sed 's|fuzz/||; s|\.c$||; /^replay$/d')
flags="-std=c99 -D_POSIX_C_SOURCE=200809L -D_XOPEN_SOURCE=700 -ffp-contract=off -I."
case $SANITIZE in
no) flags="$flags -O2 -g1" afl_with='' with='' plain=-plain ;;
*) flags="$flags -O1 -g" afl_with='AFL_USE_ASAN=1 AFL_USE_UBSAN=1' with='address,undefined -fno-sanitize-recover=undefined' plain='' ;;
esac
# What a target is linked with besides its own file.
parts_of() { # TARGET
    parts_files=
    case $1 in
    viewer) parts_files=$(sh tools/viewer.sh sources | grep -v reactor) ;;
    nvprofile_file) parts_files=$(ls examples/shared/profiles/*.c examples/shared/cli/*.c) ;;
    nvsection_library) parts_files=$(ls examples/shared/report/input/section_library.c examples/shared/cli/*.c) ;;
    lsp_*)
        parts_files=$(ls examples/tools/${1#lsp_}/*.c examples/shared/cli/*.c examples/shared/write/*.c examples/shared/lsp/*.c |
            grep -v "/${1#lsp_}\.c")
        [ "$1" != lsp_nvprofile ] || parts_files="$parts_files $(ls examples/shared/profiles/*.c)"
        [ "$1" != lsp_nvsection ] || parts_files="$parts_files $(ls examples/shared/report/*/*.c examples/shared/rules/*.c examples/shared/listen/*.c)" ;;
    esac
    [ -z "$parts_files" ] || echo "-DVERSION=\"0\" -Iexamples/shared -I$B/gen" $parts_files -ldl -lm
}
have() { command -v "$1" >/dev/null 2>&1; }
if [ -z "$FUZZER" ]; then
    if have afl-clang-fast && have afl-fuzz; then FUZZER=afl
    elif have clang && echo 'int LLVMFuzzerTestOneInput(const char *d, unsigned long n) { return !d && n; }' |
        clang -x c -fsanitize=fuzzer,address - -o /dev/null 2>/dev/null; then FUZZER=libfuzzer
    else FUZZER=replay; fi
fi
export AFL_SKIP_CPUFREQ=1 AFL_NO_AFFINITY=1 AFL_NO_UI=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_AUTORESUME=1 AFL_QUIET=1
export UBSAN_OPTIONS=halt_on_error=1:abort_on_error=1:print_stacktrace=1:symbolize=0
status=0
mkdir -p "$B/fuzzers"
reached() { # TARGET_OR_HEADER HEADER GCOV_OUTPUT
    awk -v h="$2" -f tools/coverage.awk "$B/fuzzers/excepted" "$3" | while read -r good lines full branches rest; do
        echo "$1 $good $lines $full $branches" |
            awk '{ printf "%-24s %6d of %6d lines, %5.1f %%; %6d of %6d branches, %5.1f %%\n", $1, $2, $3, 100 * $2 / $3, $4, $5, 100 * $4 / $5 }'
    done
}
if [ "$FUZZER" = coverage ]; then
    have gcc && have gcov || { echo "tools/fuzz.sh: coverage needs gcc and gcov" >&2; exit 2; }
    dir=$B/fuzzers/coverage
    rm -rf "$dir"
    mkdir -p "$dir"
    : >"$B/fuzzers/excepted"
    gcc $flags -c -o "$dir/replay.o" fuzz/replay.c || exit 2
    for t in "$@"; do
        h=${t%%_*}.h
        [ -f "$h" ] || continue
        gcc $flags -O0 --coverage -c -o "$dir/$t.o" "fuzz/$t.c" && gcc --coverage -o "$dir/$t" "$dir/$t.o" "$dir/replay.o" || exit 2
        set --
        for f in "fuzz/seeds/$t" "fuzz/regress/$t" "$B/corpus/$t" "$B/corpus/$t/afl/default/queue"; do [ -d "$f" ] && set -- "$@" "$f"; done
        "$dir/$t" "$@" >"$dir/$t.log" 2>&1 || { cat "$dir/$t.log"; exit 1; }
        gcov -b -c -t -o "$dir" "$dir/$t.o" 2>/dev/null >"$dir/$t.gcov"
        cat "$dir/$t.gcov" >>"$dir/$h"
        reached "$t" "$h" "$dir/$t.gcov"
    done
    for f in "$dir"/*.h; do reached "${f##*/}" "${f##*/}" "$f"; done
    exit
fi
printf '%-24s %-15s %12s %10s %8s %6s\n' target with executions coverage corpus finds
for t in "$@"; do
    if [ ! -f "fuzz/$t.c" ]; then echo "tools/fuzz.sh: no target fuzz/$t.c" >&2; exit 2; fi
    corpus=$B/corpus/$t finds=$B/finds/$t program=$B/fuzzers/$t-$FUZZER$plain log=$B/fuzzers/$t$plain.log
    seeds="fuzz/seeds/$t"
    [ -d "fuzz/regress/$t" ] && seeds="$seeds fuzz/regress/$t"
    dict=fuzz/dict/$t.dict
    [ -f "$dict" ] || dict=
    kept=fuzz/corpus/$t.tar.gz
    mkdir -p "$corpus" "$finds"
    if [ -f "$kept" ] && [ -z "$(ls -A "$corpus")" ]; then tar -C "$corpus" -xzf "$kept"; fi
    known=$(ls "$finds" | wc -l)
    case $FUZZER in
    afl)
        env $afl_with afl-clang-fast $flags -fsanitize=fuzzer "fuzz/$t.c" $(parts_of $t) -o "$program" >"$log" 2>&1 ||
            { cat "$log"; exit 2; }
        # CmpLog: a second program shows the fuzzer what the first one compares.
        AFL_LLVM_CMPLOG=1 afl-clang-fast $flags -fsanitize=fuzzer "fuzz/$t.c" $(parts_of $t) -o "$program-cmplog" >"$log" 2>&1 ||
            { cat "$log"; exit 2; }
        rm -rf "$B/fuzzers/$t.in"
        mkdir -p "$B/fuzzers/$t.in"
        for s in $seeds; do cp "$s"/* "$B/fuzzers/$t.in/"; done
        find "$corpus" -maxdepth 1 -type f -exec cp -t "$B/fuzzers/$t.in" {} +
        stats=$corpus/afl/default/fuzzer_stats before=0
        stat() { sed -n "s/^$1 *: *//p" "$stats"; }
        # It goes on with what it left there, and counts on from there, too.
        if [ -f "$stats" ]; then before=$(stat execs_done); fi
        AFL_AUTORESUME=1 ASAN_OPTIONS=abort_on_error=1:detect_leaks=0:symbolize=0 afl-fuzz -V "$TIME" -t 2000+ -i "$B/fuzzers/$t.in" \
            -o "$corpus/afl" -c "$program-cmplog" ${dict:+-x "$dict"} -- "$program" >>"$log" 2>&1 </dev/null
        ended=$?
        # A server that it has stopped and forgotten keeps the folder locked.
        for p in /proc/[0-9]*; do
            case $(readlink "$p/exe" 2>/dev/null) in "$(pwd -P)/$program" | "$(pwd -P)/$program-cmplog") kill -9 "${p#/proc/}" ;; esac
        done
        if [ $ended -ne 0 ] || [ ! -f "$stats" ]; then tail -n 20 "$log"; exit 2; fi
        for f in "$corpus"/afl/default/crashes/id* "$corpus"/afl/default/hangs/id*; do
            [ -f "$f" ] && cp "$f" "$finds/$(basename "$f" | tr ':,' '--')"
        done
        executions=$(($(stat execs_done) - before)) coverage=$(stat bitmap_cvg) size=$(stat corpus_count)
        ;;
    libfuzzer)
        clang $flags -fsanitize=fuzzer${with:+,}$with "fuzz/$t.c" $(parts_of $t) -o "$program" >"$log" 2>&1 ||
            { cat "$log"; exit 2; }
        "$program" -max_total_time="$TIME" -print_final_stats=1 -timeout=10 -max_len="${MAX_LEN:-4096}" ${dict:+-dict="$dict"} \
            -artifact_prefix="$finds/" "$corpus" $seeds >>"$log" 2>&1 </dev/null
        executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log" | tail -n 1)
        coverage=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$log" | tail -n 1) size=$(ls "$corpus" | wc -l)
        if [ "$KEEP" = yes ]; then
            least=$B/fuzzers/$t.least queue=$corpus/afl/default/queue
            rm -rf "$least"
            mkdir -p "$least" fuzz/corpus
            [ -d "$queue" ] || queue=
            "$program" -merge=1 -max_len=4096 "$least" "$corpus" $queue $seeds >>"$log" 2>&1
            tar -C "$least" --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -cf - . | gzip -9n >"$kept"
            size=$(ls "$least" | wc -l)
        fi
        ;;
    replay)
        ${CC:-cc} $flags ${with:+-fsanitize=$with} "fuzz/$t.c" fuzz/replay.c $(parts_of $t) -o "$program" 2>/dev/null ||
            ${CC:-cc} $flags "fuzz/$t.c" fuzz/replay.c $(parts_of $t) -o "$program" || exit 2
        for f in $(find $seeds "$corpus" -type f); do
            "$program" "$f" >"$log" 2>&1 || cp "$f" "$finds/"
        done
        executions=$(find $seeds "$corpus" -type f | wc -l) coverage=- size=$executions
        ;;
    *) echo "tools/fuzz.sh: FUZZER is afl, libfuzzer, replay or coverage" >&2; exit 2 ;;
    esac
    found=$(ls "$finds" | wc -l)
    printf '%-24s %-15s %12s %10s %8s %6s\n' "$t" "$FUZZER$plain" "${executions:-?}" "${coverage:-?}" "$size" "$found"
    if [ "$found" -gt "$known" ]; then
        echo "    new finds in $finds; the log is $log"
        status=1
    fi
done
exit $status
