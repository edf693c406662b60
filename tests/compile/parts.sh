# The parts that can be left out, from the table on each header's first page: every combination of their macros compiles
# without a warning, alone and together also as C++, static, without libc and with files; functions and types of a part are
# gone with it; and the table's sizes are within 5 % of those of gcc 12 on x86-64.
#
#   UPDATE=1 HEADER=x.h sh tests/compile/parts.sh        writes the sizes into the table of a header
. tests/lib.sh
. tests/compile.sh
[ -z "${HEADER:-}" ] || headers=$HEADER
have "${CXX%% *}" && cxx="$CXX -std=c++98 -Wno-long-long" || { skip "needs a C++ compiler"; cxx=; }
sizes=
if ! have gcc || ! have size || [ "$(gcc -dumpversion | cut -d. -f1)-$(gcc -dumpmachine | cut -d- -f1)" != 12-x86_64 ]; then
    skip "needs gcc 12 for x86-64 and size"
else sizes=yes; fi

# macros_of HEADER: those of its table. table_size HEADER LINE: the figure of the line that begins so.
table() { awk '/^PARTS that can be left out/ { on = 1; next } on && /^[A-Z]|\*\// { exit } on && / [0-9]+$/' "$1"; }
macros_of() { table "$1" | sed -n 's/^    \([A-Z]*_NO_[A-Z_]*\) .*/\1/p'; }
table_size() { table "$1" | awk -v line="    $2" 'index($0, line " ") == 1 { print $NF }'; }
# public_of HEADER FLAGS...: the names of its public functions and types.
public_of() {
    public_header=$1 public_prefix=$(prefix_of "$1")
    shift
    $CC -E -P "-D${public_prefix}_API=PUBLIC" -I. "$@" -x c "$public_header" 2>/dev/null | tr '\n' ' ' | awk -v low="$(lower $public_prefix)" '
        { s = $0; gsub(/PUBLIC/, "\nPUBLIC", s); n = split(s, line, "\n")
          for (i = 1; i <= n; i++) if (line[i] ~ /^PUBLIC/ && match(line[i], /[a-z_0-9]+ ?\(/)) { f = substr(line[i], RSTART, RLENGTH); sub(/ ?\(/, "", f); print "function " f }
          s = $0; while (match(s, /(struct|enum|union) [a-z_0-9]+/)) { print "type " substr(s, RSTART, RLENGTH); s = substr(s, RSTART + RLENGTH) } }' |
        grep -E " $(lower $public_prefix)(_|\$)" | sort -u
}
# measure HEADER MACRO...: bytes of code and constants.
measure() {
    measure_header=$1
    shift
    { printf '#define %s\n' $(prefix_of "$measure_header")_IMPLEMENTATION "$@"; echo "#include \"$(basename "$measure_header")\""; } >"$work/size.c"
    gcc -std=c99 -Os -I"$(dirname "$measure_header")" -c -o "$work/size.o" "$work/size.c" 2>"$work/log" && size "$work/size.o" | awk 'NR == 2 { print $1 }'
}
# one SIZE_LINE HEADER MACRO...
one_size() {
    size_line=$1 size_header=$2
    shift 2
    found=$(measure "$size_header" "$@")
    if [ -z "$found" ]; then fail "$size_header, $size_line does not build" "$(cat "$work/log")"; return; fi
    if [ "${UPDATE:-}" ]; then
        awk -v line="    $size_line" -v n="$found" 'index($0, line " ") == 1 && / [0-9]+$/ && !done { sub(/[0-9]+$/, n); done = 1 } { print }' \
            "$size_header" >"$work/new" && cat "$work/new" >"$size_header"
        return
    fi
    want=$(table_size "$size_header" "$size_line")
    if [ -z "$want" ]; then fail "$size_header: PARTS has no line \"$size_line\""
    elif [ $((found * 100)) -le $((want * 105)) ] && [ $((found * 100)) -ge $((want * 95)) ]; then ok
    else fail "$size_header, $size_line: the table says $want bytes, there are $found"; fi
}

# parts HEADER
parts() {
    h=$1 p=$(prefix_of "$1") macros=$(macros_of "$1") all=
    if [ -z "$macros" ]; then fail "$h: PARTS has no macros"; return; fi
    dir=-I$(dirname "$h")
    # Every combination, as a number whose bits choose macros.
    count=1
    for m in $macros; do count=$((count * 2)) all="$all $m"; done
    b=0
    while [ $b -lt $count ]; do
        k=$b flags= chosen=
        for m in $macros; do
            [ $((k % 2)) -eq 0 ] || chosen="$chosen $m"
            k=$((k / 2))
        done
        set -- $chosen
        for m in $chosen; do flags="$flags -D$m"; done
        build="$warn -Werror -I. $dir -ffp-contract=off -D${p}_IMPLEMENTATION $flags"
        check "$h without:$chosen" $CC -std=c99 $build -c -o "$work/out.o" -x c "$h"
        if [ $# -le 1 ] || [ $b -eq $((count - 1)) ]; then
            check "$h without:$chosen, static" $CC -std=c99 $build -D${p}_STATIC -c -o "$work/out.o" -x c "$h"
            check "$h without:$chosen, without libc" $CC -std=c99 $build -D${p}_NO_LIBC -c -o "$work/out.o" -x c "$h"
            if has_posix "$h"; then check "$h without:$chosen, with files" $CC -std=c99 $posix $build -D${p}_POSIX -c -o "$work/out.o" -x c "$h"; fi
            [ -z "$cxx" ] || check "$h without:$chosen, C++" $cxx $build -fsyntax-only -x c++ "$h"
        fi
        b=$((b + 1))
    done
    full=$(public_of "$h")
    for m in $macros; do
        public_of "$h" -D$m >"$work/less"
        gone=$(printf '%s\n' "$full" | comm -23 - "$work/less")
        for what in function type; do
            case $gone in *"$what "*) ok ;; *) fail "$h: $m leaves every $what" ;; esac
        done
    done
    [ "$sizes" ] || return
    one_size "(everything)" "$h"
    for m in $macros; do one_size $m "$h" $m; done
    one_size "(all of them left out)" "$h" $all
}
for h in $headers; do parts $h; done
[ -z "${UPDATE:-}" ] || exit 0

# The made-up header has sizes of 0 in its table: with its own written in it passes, and each break is found.
mkdir -p "$work/toy"
cp tests/meta/toy/toy.h "$work/toy/toy.h"
if [ "$sizes" ]; then (UPDATE=1 parts "$work/toy/toy.h" >/dev/null); fi
parts "$work/toy/toy.h"
# breaks WHAT SED_SCRIPT
mkdir -p "$work/broken"
breaks() {
    sed "$2" "$work/toy/toy.h" >"$work/broken/toy.h"
    if (parts "$work/broken/toy.h") | grep -q "^FAILED.*$1"; then ok; else fail "not found: $1"; fi
}
breaks "without: TOY_NO_WORDS" '/^#endif .. TOY_IMPL/i\
int toy_i_use(toy_words *w);'
breaks "without: TOY_NO_WORDS" '/^#endif .. TOY_IMPL/i\
static void toy_i_unused(void) { }'
breaks "leaves every function" 's/^#ifndef TOY_NO_WORDS$/#if 1/'
breaks "PARTS has no macros" '/^    TOY_NO_WORDS/d'
if [ "$sizes" ]; then
    breaks "TOY_NO_WORDS: the table says" 's/^\(    TOY_NO_WORDS .*\) [0-9]*$/\1 9000/'
    breaks 'PARTS has no line "(everything)"' '/^    (everything)/d'
fi
finish
