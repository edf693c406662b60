# The program of each header's first page: as C with and without _GNU_SOURCE and as C++, the header included before and after
# those of the system. It compiles without a warning and ends with 0 or 1, the same each time; it prints the same each time
# where it reads only what it is given.
. tests/lib.sh
. tests/compile.sh
# others MINE NAME...: my compiler, and those of the names that exist and are a different program.
others() {
    others_mine=$1 others_real=$(readlink -f "$(command -v "${1%% *}")" 2>/dev/null) others_all=
    have "${1%% *}" && others_all=$1
    shift
    for other in "$@"; do
        have "$other" && [ "$(readlink -f "$(command -v "$other")")" != "$others_real" ] && others_all="$others_all $other"
    done
    echo "$others_all"
}
c=$(others "$CC" gcc clang) cxx=$(others "$CXX" g++ clang++)
[ "$cxx" ] || skip "needs a C++ compiler"
# {0} for a struct is C; a long long in the program is C++11.
cpp="-x c++ -Wno-long-long -Wno-c++11-long-long -Wno-missing-field-initializers -Wno-missing-braces"

# order PROGRAM first|last: with the lines that bring the header before or after the other includes; feature macros stay on top.
order() {
    awk -v how="$2" '
        /^#define _[A-Z_]+SOURCE/ { top = top $0 "\n"; next }
        /^#define |^#include "/ { own = own $0 "\n"; next }
        /^#include </ { system_own = system_own $0 "\n"; next }
        { rest = rest $0 "\n" }
        END { printf "%s%s%s%s", top, how == "first" ? own : system_own, how == "first" ? system_own : own, rest }' "$1"
}
input_of() { # header: a file for its program, where it takes one
    case $1 in
    ncurep.h) echo examples/data/samples/ncurep/saxpy.ncu-rep ;;
    cubin.h) echo examples/data/samples/ncurep/three_sm90.cubin ;;
    nvsection.h) echo examples/data/sections/LaunchStats.section ;;
    *) ls examples/data/samples/"${1%.h}"/* 2>/dev/null | head -n 1 ;;
    esac
}
# try HEADER: the modes of one header.
try() {
    n=$(basename "$1" .h) base=
    awk -f tests/sample.awk "$1" >"$work/$n.c"
    if [ ! -s "$work/$n.c" ]; then fail "$1 has no program on its first page"; return; fi
    for how in first last; do
        order "$work/$n.c" $how >"$work/$n-$how.c"
        for mode in "$c:-std=c99" "$c:-std=c99 -D_GNU_SOURCE" "$c:-std=gnu11" "$c:-std=gnu11 -D_GNU_SOURCE" \
            "$cxx:-std=c++98 $cpp" "$cxx:-std=c++17 $cpp"; do
            for compiler in ${mode%%:*}; do
                flags=${mode#*:}
                if ! out=$($compiler $warn $flags -Werror -I. -I"$(dirname "$1")" -o "$work/$n" "$work/$n-$how.c" 2>&1); then
                    fail "$1: the program of its first page, included $how, $compiler $flags" "$out"
                    continue
                fi
                (ulimit -t 20; "$work/$n" $(input_of "$1") >"$work/$n.out" 2>&1 </dev/null)
                code=$?
                if grep -q '_POSIX$' "$work/$n.c"; then found="code $code"; else found="code $code
$(cat "$work/$n.out")"; fi
                [ "$base" ] || base=$found
                if [ $code -gt 1 ]; then fail "$1: its program, $compiler $flags, ends with $code" "$(cat "$work/$n.out")"
                elif [ "$found" != "$base" ]; then fail "$1: its program, included $how, $compiler $flags" "$found" "not" "$base"
                else ok; fi
            done
        done
    done
    grep -q '_POSIX$' "$work/$n.c" || [ -s "$work/$n.out" ] || fail "$1: its program prints nothing"
}
for h in $headers; do try $h; done

# The made-up header passes; broken, it does not.
before=$failed
try tests/meta/toy/toy.h
mkdir -p "$work/broken"
# breaks WHAT SED_SCRIPT
breaks() {
    sed "$2" tests/meta/toy/toy.h >"$work/broken/toy.h"
    broken=$(try "$work/broken/toy.h" | grep -c '^FAILED')
    if [ "$broken" -gt 0 ]; then ok; else fail "a broken program is not found: $1"; fi
}
breaks "no program" 's/int main(void)/int other(void)/'
breaks "an error" 's/toy_word word;/toy_word words;/'
breaks "not C++" 's/toy_words words;/toy_words words; char *p = (void *)0; (void)p;/'
breaks "needs stdio.h before" 's/^#include <stddef.h>/static inline void toy_say(void) { puts(""); }/'
breaks "fails" 's/^        return 0;$/        return 3;/'
finish
