# drmfdinfo-reader.h, which make single writes, in both styles: it compiles without a warning, is the code of drmfdinfo.h without
# tracker and scanner, and the program on its first page finds the figures of drmfdinfo.
. tests/lib.sh
. tests/compile.sh
drmfdinfo=$B/drmfdinfo
# single FOLDER VARIABLE=VALUE...: what make writes into a folder.
single() {
    single_folder=$1
    shift
    ${MAKE:-make} -s --no-print-directory single B="$single_folder" "$@"
}
check "make single" single "$work/spaces" PART=reader STYLE=
check "make single, tabs" single "$work/tabs" PART=reader STYLE=tabs
exits 2 "make single without a part" single "$work/none" PART=
exits 2 "make single of another part" single "$work/none" PART=writer
exits 2 "make single in another style" single "$work/none" PART=reader STYLE=spaces
if [ -e "$work/none/drmfdinfo-reader.h" ]; then fail "a file in spite of an error"; else ok; fi
tab=$(printf '\t')
lacks "spaces" "$tab" "$work/spaces/drmfdinfo-reader.h"
has "tabs" "^$tab${tab}return" "$work/tabs/drmfdinfo-reader.h"
lacks "tabs, indentation" '^    ' "$work/tabs/drmfdinfo-reader.h"
for style in spaces tabs; do
    for name in tracker scanner posix malloc shared: NO_TRACKER NO_MEASURE; do
        lacks "$style" $name "$work/$style/drmfdinfo-reader.h"
    done
done

# Texts of two sweeps of the bundled recording, by client.
mkdir "$work/texts"
awk -v to="$work/texts" '/^# processes/ { sweep++ } /^#/ { next } sweep > 2 { exit } /^@/ { file = to "/" $3 "-" $4 "." sweep; next } { print >file }' \
    examples/data/samples/drm/desktop/sweeps.txt
# figures FILE FILE: those that drmfdinfo prefers for engines, if one second lies between them.
figures() {
    "$drmfdinfo" dump --pair --ns 1000000000 "$1" "$2" | sed 's/{"name":/\
&/g' | sed -n 's/^{"name":"\([^"]*\)".*"\([a-z]*\)":{"of[^}]*"figure":\([^}]*\)}.*"default":"\2".*/\1 \3 %/p'
}
for before in "$work"/texts/*.1; do
    after=${before%.1}.2
    [ ! -f "$after" ] || figures "$before" "$after"
done >"$work/want"
if [ "$(wc -l <"$work/want")" -ge 20 ]; then ok; else fail "figures of drmfdinfo" "$(cat "$work/want")"; fi

printf '#include <stdlib.h>\n#include FILE\n' >"$work/code.c"
# code_of INCLUDE FILE FLAGS...: the code of a header, as assembler.
code_of() {
    code_folder=$1 code_file=$2
    shift 2
    $CC -std=c99 -O1 -S -o - -I"$code_folder" "-DFILE=\"$code_file\"" -DDRMFD_IMPLEMENTATION "$@" "$work/code.c"
}
code_of . drmfdinfo.h -DDRMFD_NO_TRACKER >"$work/code"
plus="-x c++ -std=c++98 -Wno-long-long"
for style in spaces tabs; do
    folder=$work/$style
    code_of "$folder" drmfdinfo-reader.h >"$folder/code"
    same "$style: the code of drmfdinfo.h" "$work/code" "$folder/code"
    awk '/^[ *]*#define DRMFD_IMPLEMENTATION/ { n++ } /^[ *]*PROMISES/ { exit } n == 2 { sub(/^ \* ?/, ""); print }' \
        "$folder/drmfdinfo-reader.h" >"$folder/program.c"
    for how in "gcc -std=c99" "clang -std=c99" "g++ $plus" "clang++ $plus"; do
        if ! have "${how%% *}"; then skip "needs ${how%% *}"; continue; fi
        for macros in "" -DDRMFD_NO_LIBC -DDRMFD_STATIC; do
            # shellcheck disable=SC2086
            check "$style, $how $macros" $how -O1 $warn -Werror $macros -I"$folder" -o "$folder/program" "$folder/program.c"
        done
        for before in "$work"/texts/*.1; do
            after=${before%.1}.2
            [ ! -f "$after" ] || "$folder/program" "$before" "$after"
        done >"$folder/got"
        same "$style, $how: the figures of drmfdinfo" "$work/want" "$folder/got"
    done
done

# What the script cannot work out it does not guess.
for line in '#if defined(DRMFD_NO_TRACKER) && defined(OTHER)' '#if defined(DRMFD_NO_TRACKER) || defined(OTHER)'; do
    { sed '/^#ifndef DRMFDINFO_H/,$d' drmfdinfo.h; printf '%s\n' "$line" '#endif'; } >"$work/guess.h"
    says 2 "cannot work out $line" awk -f tools/single.awk tools/single/reader.txt "$work/guess.h"
done
sed '/^#endif.*DRMFD_IMPLEMENTATION/d' drmfdinfo.h >"$work/short.h"
says 2 "ends too early" awk -f tools/single.awk tools/single/reader.txt "$work/short.h"
finish
