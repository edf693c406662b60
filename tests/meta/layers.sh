# The floors of examples/tools/ncurep: no file includes or calls what stands on a floor above its own, only input and verbs know of
# files, and a model and its pages neither read environment or options, nor end the program, nor keep anything between
# two calls; their memory is that of the heap they are called on.
. tests/lib.sh
B=${B:-build}
folder=examples/tools/ncurep
# From the ground up; examples/shared/cli and the headers are below all of them, ncurep.c above.
floors='input model out pages verbs ncu'
work=$B/layers
mkdir -p "$work"

# rank PATH: 0 for what is below the floors, 7 for the roof.
rank() {
    case $1 in
    "$folder"/*/*)
        rank=0
        for floor in $floors; do
            rank=$((rank + 1))
            case $1 in "$folder/$floor"/*) return ;; esac
        done
        fail "$1 stands on no floor" ;;
    "$folder"/*) rank=7 ;;
    *) rank=0 ;;
    esac
}

# By what they include.
files=0
for file in $(find $folder -name '*.[ch]'); do
    rank "$file"
    own=$rank files=$((files + 1)) up=
    for name in $(sed -n 's/^#include "\(.*\)"$/\1/p' "$file"); do
        path=$(dirname "$file")/$name
        [ -f "$path" ] || path=$name
        path=$(printf '%s\n' "$path" | sed -e ':again' -e 's,[^/.][^/]*/\.\./,,' -e 'tagain')
        rank "$path"
        [ $rank -le $own ] || up="$up $path"
    done
    if [ -z "$up" ]; then ok; else fail "$file includes from above:$up"; fi
done
if [ $files -ge 60 ]; then ok; else fail "only $files files in $folder"; fi

# A page says what it shows; only out/ asks for the format.
asks() { grep -nE 'OUT_(TEXT|MARKDOWN|CSV|JSON)|format *[=!]=|switch *\(.*format\)|\[.*(->|\.)format\]|format_of' "$@"; }
printf 'if (to->format == x) switch (pg->to->format) {}\nlist[to.format]\nc.format != OUT_JSON\n' >"$work/asks.c"
if [ "$(asks "$work/asks.c" | wc -l)" -eq 3 ]; then ok; else fail "lines that ask for a format are found"; fi
if asks $folder/pages/*.[ch] >"$work/asked"; then fail "pages that ask for the format" "$(cat "$work/asked")"; else ok; fi

if ! have nm; then skip "needs nm"; finish; exit; fi
objects=$(find $folder -name '*.c' | sed "s,^examples/\(.*\)c\$,$B/obj/\1o,")
if ! ls $objects >/dev/null 2>&1; then skip "needs the object files of ncurep"; finish; exit; fi

# By what they call: which object has each symbol, and who uses it.
for object in $objects; do
    rank "examples/${object#"$B"/obj/}"
    nm -g "$object" | awk -v r=$rank -v o="$object" '{print ($(NF - 1) == "U" ? "uses" : "has"), $NF, r, o}'
done >"$work/symbols"
awk '$1 == "has" {floor[$2] = $3; where[$2] = $4}
     $1 == "uses" {by[++n] = $0}
     END {for (i = 1; i <= n; i++) {split(by[i], f, " "); if (f[2] in floor && floor[f[2]] > f[3]) print f[4], "uses", f[2], "of", where[f[2]]}}' \
    "$work/symbols" >"$work/up"
if [ ! -s "$work/up" ]; then ok; else fail "calls to a floor above" "$(cat "$work/up")"; fi
if [ "$(grep -c ^uses "$work/symbols")" -ge 500 ]; then ok; else fail "too few symbols to judge by" "$(wc -l <"$work/symbols")"; fi

# What a model, pages and their outputs must not use.
awk '$1 == "uses" && $3 >= 2 && $3 <= 4 && $2 ~ /^(fopen|fopen64|fdopen|freopen|open|open64|stat|lstat|access|unlink|remove|rename|mkstemp|pipe|getenv|isatty|ioctl|fork|exec.*|nvs_posix.*|ncurep_posix.*|system|popen|exit|_exit|abort|cli_read.*|cli_replace|cli_start|cli_finish|cli_next|cli_usage|cli_number)$/ {print $4, "uses", $2}' \
    "$work/symbols" >"$work/forbidden"
if [ ! -s "$work/forbidden" ]; then ok; else fail "only input and verbs know of files; pages are functions of a model and an output" "$(cat "$work/forbidden")"; fi

# Memory comes from the heap of the call; only the bodies of a header have a way of their own, which nobody takes.
awk '$1 == "uses" && $3 >= 2 && $3 <= 4 && $4 !~ /model\/cubin\.o$/ && $2 ~ /^(malloc|calloc|realloc|free|open_memstream)$/ {print $4, "uses", $2}' \
    "$work/symbols" >"$work/memory"
if [ ! -s "$work/memory" ]; then ok; else fail "memory of models and pages is that of cli_alloc and cli_free" "$(cat "$work/memory")"; fi

# What is kept between two calls: none below the verbs. Tables of pointers are constant once the program is loaded.
if have size && size -A "${objects%%
*}" >/dev/null 2>&1; then
    for object in $objects; do
        rank "examples/${object#"$B"/obj/}"
        [ $rank -le 4 ] || continue
        kept=$(size -A "$object" | awk '($1 ~ /^\.data(\.rel\.local|\.rel)?$/ || $1 == ".bss") && $2 > 0')
        if [ -z "$kept" ]; then ok; else fail "$object holds variables" "$kept"; fi
    done
else
    skip "needs size -A"
fi
finish
