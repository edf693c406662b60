# Compilers, language versions, options and machines: each header with all warnings as errors, and where the result can be
# run its unit tests, and tests/job.c, whose result must be the same everywhere. make check takes a sample; MATRIX=full
# takes everything, in three parts at the same time (PART=gcc, clang or machines is one of them alone), and PAGE=FILE then
# writes the table there, in Markdown.
. tests/lib.sh
. tests/compile.sh
full=${MATRIX:-} part=${PART:-} page=$work/page rows=$work/rows
parts="gcc clang machines"

# What the parts found, in Markdown, with the tables in $rows.
write_page() {
    echo "# Portability"
    echo
    echo "Made by \`make matrix\` on $(date -u +%Y-%m-%d), $(uname -s), $(uname -m): $passed passed, $failed failed."
    echo
    echo "Builds: \`pass\` means no warning under \`$warn -Werror\`. Runs: \`pass: N\` counts the header's"
    echo "unit tests and \`tests/job.c\`, whose result on bundled samples must equal, bit for bit, that of the machine that made this page."
    echo "Tests or cells marked \`skipped\` need something that was not there."
    cat "$rows"
    echo
    echo "32-bit x86 needs SSE2 (\`-msse2 -mfpmath=sse\`) for equal doubles. On wasm32 without any library the compiler itself needs memcpy"
    echo "and memset, and with drmfdinfo.h \`__multi3\` from its runtime library: \`tests/job.c\` brings them. \`c2x\` is C23 as these compilers"
    echo "know it. C++98 is built with \`-Wno-long-long\`, because it has no 64-bit type."
    echo
    echo "## Versions"
    echo
    for tool in gcc clang i686-linux-gnu-gcc s390x-linux-gnu-gcc arm-linux-gnueabihf-gcc powerpc64-linux-gnu-gcc x86_64-w64-mingw32-gcc; do
        have $tool && echo "- $tool $($tool -dumpfullversion 2>/dev/null || $tool -dumpversion)"
    done
    have musl-gcc && have dpkg-query && echo "- musl $(dpkg-query -W -f '${Version}' musl-dev 2>/dev/null)"
    have tcc && echo "- $(tcc -v)"
    for tool in qemu-s390x qemu-arm qemu-ppc64 wasm-ld; do
        have $tool && echo "- $tool: $($tool --version | head -n 1)"
    done
    have wine && echo "- wine: $(wine --version 2>/dev/null)"
    have node && echo "- node $(node --version)"
}

if [ "$full" ] && [ -z "$part" ]; then
    rm -rf "$work"-*
    for part in $parts; do PART=$part sh "$0" & done
    wait
    for part in $parts; do
        if [ -f "$work-$part/count" ] && read -r good bad left <"$work-$part/count"; then
            passed=$((passed + good)) failed=$((failed + bad)) skipped=$((skipped + left))
            cat "$work-$part/rows" >>"$rows"
        else
            fail "the part $part did not end"
        fi
    done
    if [ "${PAGE:-}" ]; then
        write_page >"$page"
        cp "$page" "$PAGE"
    fi
    finish
    exit
fi
wanted() { [ -z "$part" ] || [ "$part" = "$1" ]; }
# Some unit tests look into a part of a tool.
defines="$posix -I. -Itests -Iexamples/shared -ffp-contract=off -DVERSION=\"0\""
limit=
if have timeout; then limit="timeout 300"; fi
export WINEDEBUG=-all WINEPREFIX=$PWD/$work/wine

for h in $headers; do
    p=$(prefix_of $h)
    { has_posix $h && echo "#ifndef _WIN32" && echo "#define ${p}_POSIX" && echo "#endif"
      printf '#define %s_IMPLEMENTATION\n#include "%s"\n' "$p" "$h"; } >"$work/${h%.h}.c"
done

row() { # title; cells follow in $cells
    if [ "$full" ]; then
        printf '| %s |%s\n' "$1" "$cells" >>"$rows"
        echo "$part, $1:$cells"
    fi
}
# table TITLE
table() {
    [ "$full" ] || return 0
    { echo
      echo "| $1 |$(for h in $headers; do printf ' %s |' "$h"; done)"
      echo "| --- |$(for h in $headers; do printf ' --- |'; done)"; } >>"$rows"
}

# The inputs of tests/job.c for a header, and what it gives for them here.
job_inputs() {
    case $1 in
    drmfdinfo.h) echo examples/data/samples/drm/xe.txt ;;
    nvprofile.h) echo examples/data/samples/nvprofile/studio.rc examples/data/samples/nvprofile/broken.rc ;;
    ncurep.h) echo examples/data/samples/ncurep/saxpy.ncu-rep examples/data/samples/ncurep/orchard.ncu-rep ;;
    cubin.h) echo examples/data/samples/ncurep/nested_sm80.cubin examples/data/samples/ncurep/three_sm90.cubin ;;
    nvsection.h) echo examples/data/sections/Occupancy.section examples/data/sections/WarpStateStats.section ;;
    esac
}
job_macro() { echo "-DJOB_$(printf %s "${1%.h}" | tr '[:lower:]' '[:upper:]')"; }
for h in $headers; do
    $CC -std=c99 -O1 $defines $(job_macro $h) -o "$work/job" tests/job.c 2>"$work/log" || fail "tests/job.c for $h does not build" "$(cat "$work/log")"
    for f in $(job_inputs $h); do "$work/job" $f; done >"$work/${h%.h}.numbers"
done

# build TITLE COMMAND...: compiles every header.
build() {
    title=$1 cells=
    shift
    if ! have "$1"; then
        [ "$full" ] || skip "needs $1"
        for h in $headers; do cells="$cells skipped: needs $1 |"; done
        row "$title"
        return
    fi
    for h in $headers; do
        if out=$("$@" -c -o "$work/out.o" "$work/${h%.h}.c" 2>&1); then
            ok
            cells="$cells pass |"
        else
            fail "$title: $h" "$out"
            cells="$cells FAILS |"
        fi
    done
    row "$title"
}

# Whether a machine can build and run at all: the reason if it cannot, or nothing.
cannot() { # compiler with options, runner
    have "${1%% *}" || { echo "needs ${1%% *}"; return; }
    [ -z "$2" ] || have "${2%% *}" || { echo "needs ${2%% *}"; return; }
    echo 'int main(void) { return 0; }' >"$work/can.c"
    $1 -o "$work/can" "$work/can.c" >/dev/null 2>&1 || { echo "needs libraries for $1"; return; }
    $limit $2 "$work/can" >/dev/null 2>&1 || echo "needs a machine that runs programs of $1"
}

# run TITLE COMPILER RUNNER [short]: compiles every unit test of every header (short: none) and tests/job.c, runs them and
# adds up what they count.
run() {
    short=${4:-}
    title=$1 cells=
    why=$(cannot "$2" "$3")
    if [ "$why" ]; then
        [ "$full" ] || skip "$why"
        for h in $headers; do cells="$cells skipped: $why |"; done
        row "$title"
        return
    fi
    for h in $headers; do
        count=0 bad=0 left_out=0
        for t in tests/unit/"${h%.h}"_*.c; do
            [ -f "$t" ] && [ -z "$short" ] || continue
            if [ "$3" = wine ] && grep -q '^#define [A-Z]*_POSIX$\|examples/shared/cli' "$t"; then # parts for POSIX, and tools
                left_out=$((left_out + 1))
                continue
            fi
            if ! out=$($2 -std=c99 $defines -o "$work/test" "$t" 2>&1); then
                fail "$title: $t does not build" "$out"
                bad=$((bad + 1))
                continue
            fi
            out=$($limit $3 "$work/test" 2>&1)
            last=$(printf '%s\n' "$out" | tr -d '\r' | tail -n 1 | sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed, \([0-9]*\) skipped$/\1 \2 \3/p')
            if [ -z "$last" ]; then
                fail "$title: $t ended without a count" "$out"
                bad=$((bad + 1))
                continue
            fi
            set -- "$1" "$2" "$3" $last
            count=$((count + $4)) left_out=$((left_out + $6))
            passed=$((passed + $4))
            [ "$5" -eq 0 ] || { fail "$title: $t" "$out"; bad=$((bad + $5)); }
        done
        if out=$($2 -std=c99 $defines $(job_macro $h) -o "$work/job" tests/job.c 2>&1); then
            for f in $(job_inputs $h); do $limit $3 "$work/job" $f; done 2>&1 | tr -d '\r' >"$work/job.out"
            numbers $h && count=$((count + 1)) || bad=$((bad + 1))
        else
            fail "$title: tests/job.c does not build" "$out"
            bad=$((bad + 1))
        fi
        cells="$cells $([ $bad -eq 0 ] && echo pass || echo "$bad FAIL"): $count$([ $left_out -eq 0 ] || echo ", $left_out skipped") |"
    done
    row "$title"
}

# numbers HEADER: whether what tests/job.c gave is what it gives here.
numbers() {
    if cmp -s "$work/job.out" "$work/${1%.h}.numbers"; then ok; else
        fail "$title: $1: tests/job.c gives" "$(cat "$work/job.out")" "and here" "$(cat "$work/${1%.h}.numbers")"
        return 1
    fi
}

# refused TITLE COMMAND...: a header stops by #error, or its results do not depend on such an option.
refused() {
    title=$1 cells=
    shift
    for h in $headers; do
        if ! have "$1"; then cells="$cells skipped: needs $1 |"
        elif ! grep -q __FAST_MATH__ $h; then
            "$@" $(job_macro $h) -o "$work/job" tests/job.c >"$work/log" 2>&1
            for f in $(job_inputs $h); do "$work/job" $f; done >"$work/job.out" 2>&1
            numbers $h && cells="$cells same results |" || cells="$cells FAILS |"
        elif out=$("$@" -fsyntax-only "$work/${h%.h}.c" 2>&1) || ! echo "$out" | grep -q '#error'; then
            fail "$title: $h" "$out"
            cells="$cells FAILS |"
        else
            ok
            cells="$cells pass |"
        fi
    done
    row "$title"
}

# WebAssembly without any library, run by node.
wasm() {
    title=$1 cells= why=
    for tool in clang wasm-ld node; do have $tool || why="needs $tool"; done
    if [ "$why" ]; then
        [ "$full" ] || skip "$why"
        for h in $headers; do cells="$cells skipped: $why |"; done
        row "$title"
        return
    fi
    for h in $headers; do
        if out=$(clang --target=wasm32 -ffreestanding -nostdlib -Wl,--no-entry -std=c99 -O2 $warn -Wno-pedantic -Werror -I. -ffp-contract=off \
            $(job_macro $h) -o "$work/job.wasm" tests/job.c 2>&1); then
            $limit node tests/job.mjs "$work/job.wasm" $(job_inputs $h) >"$work/job.out" 2>&1
            numbers $h && cells="$cells pass: 1 |" || cells="$cells FAILS |"
        else
            fail "$title: $h" "$out"
            cells="$cells FAILS |"
        fi
    done
    row "$title"
}

for cc in gcc clang; do
    wanted $cc || continue
    case $cc in gcc) cxx=g++ ;; *) cxx=clang++ ;; esac
    if [ -z "$full" ]; then
        case $cc in
        gcc)
            build "gcc C++20" $cxx -std=c++20 -x c++ -fsyntax-only $warn -Werror $defines
            build "gcc -fshort-enums -funsigned-char" $cc -std=c2x -fsyntax-only -fshort-enums -funsigned-char $warn -Werror $defines
            ;;
        clang)
            build "clang C99" $cc -std=c99 -fsyntax-only $warn -Werror $defines
            build "clang C++98" $cxx -std=c++98 -x c++ -fsyntax-only -Wno-long-long $warn -Werror $defines
            ;;
        esac
        continue
    fi
    table "built with every warning as an error by $cc"
    for std in c99 c11 c17 c2x; do
        build "$std, -O2" $cc -std=$std -O2 $warn -Werror $defines
    done
    for std in c++98 c++11 c++14 c++17 c++20; do
        build "$std, -O2" $cxx -x c++ -std=$std -O2 -Wno-long-long $warn -Werror $defines
    done
    for o in -O0 -O1 -O3 -Os; do
        build "c99, $o" $cc -std=c99 $o $warn -Werror $defines
    done
    refused "c99, -O2 -ffast-math: refused by #error" $cc -std=c99 -O2 -ffast-math $defines
    table "tests built by $cc as C99, and run"
    for option in -O0 -O2 -Os "-O2 -fshort-enums -funsigned-char"; do
        run "$option" "$cc $option" ""
    done
    for option in -O1 -O3; do
        run "$option, only tests/job.c" "$cc $option" "" short
    done
    run "-O1, address and undefined behaviour sanitizers" "$cc -O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined" ""
    [ $cc = gcc ] || run "-O1, memory sanitizer" "$cc -O1 -fsanitize=memory" ""
done

if wanted machines; then
    table "other machines, systems and compilers"
    run "s390x (64-bit, big-endian), run by qemu" "s390x-linux-gnu-gcc -O1 -static" qemu-s390x
    wasm "wasm32, no libraries, run by node"
    if [ "$full" ]; then
        run "x86 (32-bit, SSE2)" "i686-linux-gnu-gcc -O2 -msse2 -mfpmath=sse -static" ""
        # Offsets in folders of the host do not fit 32 bits: without large ones no listing works under the emulator.
        run "arm (32-bit), run by qemu" "arm-linux-gnueabihf-gcc -O2 -static -D_FILE_OFFSET_BITS=64" qemu-arm
        run "ppc64 (64-bit, big-endian), run by qemu" "powerpc64-linux-gnu-gcc -O2 -static" qemu-ppc64
        run "Windows, 64 bit, mingw-w64, run by wine" "x86_64-w64-mingw32-gcc -O2 -D__USE_MINGW_ANSI_STDIO=1 -static" wine
        run "musl" "musl-gcc -O2 -static" ""
        run "tcc" tcc ""
    else
        build "x86 (32-bit)" i686-linux-gnu-gcc -std=c99 -fsyntax-only -msse2 -mfpmath=sse $warn -Werror $defines
    fi
fi

[ -z "$part" ] || echo "$passed $failed $skipped" >"$work/count"
finish
