# Compilers, language versions, options and machines: each header with all warnings as errors, and its unit tests where the
# result can be run. make check takes a sample; MATRIX=full takes everything and prints a table in Markdown.
. tests/lib.sh
. tests/compile.sh
full=${MATRIX:-}
defines="$posix -I. -Itests -ffp-contract=off"

for h in $headers; do
    p=$(prefix_of $h)
    { has_posix $h && echo "#ifndef _WIN32" && echo "#define ${p}_POSIX" && echo "#endif"
      printf '#define %s_IMPLEMENTATION\n#include "%s"\n' "$p" "$h"; } >"$work/${h%.h}.c"
done

row() { # title; cells follow in $cells
    [ "$full" ] && printf '| %s |%s\n' "$1" "$cells"
    return 0
}

# build TITLE COMMAND...: compiles every header.
build() {
    title=$1 cells=
    shift
    if ! have "$1"; then
        [ "$full" ] || skip "needs $1"
        for h in $headers; do cells="$cells needs $1 |"; done
        row "$title"
        return
    fi
    for h in $headers; do
        if out=$("$@" -c -o "$work/out.o" "$work/${h%.h}.c" 2>&1); then
            ok
            cells="$cells builds |"
        else
            fail "$title: $h" "$out"
            cells="$cells FAILS |"
        fi
    done
    row "$title"
}

# Whether a machine can build and run at all: a reason that it cannot, or nothing.
cannot() { # compiler with options, runner
    have "${1%% *}" || { echo "needs ${1%% *}"; return; }
    [ -z "$2" ] || have "${2%% *}" || { echo "needs ${2%% *}"; return; }
    echo 'int main(void) { return 0; }' >"$work/can.c"
    $1 -o "$work/can" "$work/can.c" >/dev/null 2>&1 || { echo "needs libraries for $1"; return; }
    $2 "$work/can" >/dev/null 2>&1 || echo "needs a machine that runs programs of $1"
}

# run TITLE COMPILER RUNNER [TESTS]: compiles every unit test of every header, runs it and adds up what it counts.
run() {
    title=$1 cells=
    why=$(cannot "$2" "$3")
    if [ "$why" ]; then
        [ "$full" ] || skip "$why"
        for h in $headers; do cells="$cells $why |"; done
        row "$title"
        return
    fi
    for h in $headers; do
        count=0 bad=0 left_out=0
        for t in tests/unit/"${h%.h}"_*.c; do
            [ -f "$t" ] || continue
            if ! out=$($2 -std=c99 $defines -o "$work/test" "$t" 2>&1); then
                fail "$title: $t does not build" "$out"
                bad=$((bad + 1))
                continue
            fi
            out=$($3 "$work/test" 2>&1)
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
        cells="$cells $count tests$([ $bad -eq 0 ] || echo ", $bad FAIL")$([ $left_out -eq 0 ] || echo ", $left_out skipped") |"
    done
    row "$title"
}

if [ "$full" ]; then
    echo "| compiler, language, options |$(for h in $headers; do printf ' %s |' "$h"; done)"
    echo "| --- |$(for h in $headers; do printf ' --- |'; done)"
fi

for cc in gcc clang; do
    case $cc in gcc) cxx=g++ ;; *) cxx=clang++ ;; esac
    version=$(have $cc && $cc -dumpversion)
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
    for o in -O0 -O2; do
        for std in c99 c11 c17 c2x; do
            build "$cc $version, $std, $o" $cc -std=$std $o $warn -Werror $defines
        done
        for std in c++98 c++11 c++14 c++17 c++20; do
            build "$cxx $version, $std, $o" $cxx -x c++ -std=$std $o -Wno-long-long $warn -Werror $defines
        done
        for option in -fshort-enums -funsigned-char; do
            build "$cc $version, c99, $o $option" $cc -std=c99 $o $option $warn -Werror $defines
        done
    done
    for option in -O0 -O3 "-O2 -fshort-enums" "-O2 -funsigned-char" "-O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined"; do
        run "$cc $version, c99, $option, run" "$cc $option" ""
    done
done

run "s390x (64 bit, big end first), run by qemu" "s390x-linux-gnu-gcc -O1 -static" qemu-s390x
if [ "$full" ]; then
    run "x86 (32 bit, SSE2)" "i686-linux-gnu-gcc -O2 -msse2 -mfpmath=sse -static" qemu-i386
    run "x86 (32 bit, SSE2), gcc -m32" "gcc -m32 -O2 -msse2 -mfpmath=sse" ""
    run "arm (32 bit), run by qemu" "arm-linux-gnueabihf-gcc -O2 -static" qemu-arm
    run "ppc64 (64 bit, big end first), run by qemu" "powerpc64-linux-gnu-gcc -O2 -static" qemu-ppc64
    run "Windows 64 bit, mingw-w64, run by wine" "x86_64-w64-mingw32-gcc -O2 -D__USE_MINGW_ANSI_STDIO=1 -static" wine
    run "musl" "musl-gcc -O2 -static" ""
    run "tcc" tcc ""
else
    build "x86 (32 bit)" i686-linux-gnu-gcc -std=c99 -fsyntax-only -msse2 -mfpmath=sse $warn -Werror $defines
fi
finish
