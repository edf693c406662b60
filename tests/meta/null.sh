# Every public function of every header takes NULL: with all pointers NULL it gives the neutral value, with one pointer NULL
# and the others valid it does not crash. The calls are written from the declarations by tests/meta/null.awk, each made in a
# process of its own, under sanitizers where there are any. tests/meta/null/NAME.h makes the objects that cannot be made
# without knowing the format.
. tests/lib.sh
. tests/compile.sh
echo 'int main(void) { return 0; }' >"$work/can.c"
sanitize=
for flags in "-fsanitize=address,undefined -fno-sanitize-recover=all"; do
    if $CC $flags -o "$work/can" "$work/can.c" 2>/dev/null && "$work/can"; then sanitize=$flags; fi
done
[ "$sanitize" ] || skip "needs -fsanitize=address,undefined"

# null HEADER: writes, builds and runs the program; its failures and, last, what it counts are printed.
null() {
    p=$(prefix_of "$1") n=$(basename "$1" .h) low=$(lower "$(prefix_of "$1")")
    table=tests/meta/null/$n.h made=
    [ -f "$table" ] && made=$(sed -n 's/^static .*[ *]made_\([a-z0-9_]*\)(void).*/\1/p' "$table" | tr '\n' ' ')
    posix_macro=
    has_posix "$1" && posix_macro="-D${p}_POSIX"
    {
        echo "#define ${p}_IMPLEMENTATION"
        echo "#include \"$(basename "$1")\""
        echo '#include "null.h"'
        echo "static inline ${low}_view null_view(void) { ${low}_view v; v.ptr = NULL; v.len = 0; return v; }"
        echo "static inline ${low}_view some_view(void) { ${low}_view v; v.ptr = \"a\"; v.len = 1; return v; }"
        [ -f "$table" ] && echo "#include \"null/$n.h\""
        $CC -E -P -std=c99 $posix $posix_macro "-D${p}_API=PUBLIC" "$1" | awk -v low="${low}_" -v up="${p}_" -v made="$made" -f tests/meta/null.awk
        echo 'int main(void) { return null_main(one, names, (int)(sizeof names / sizeof *names)); }'
    } >"$work/$n.c"
    if ! out=$($CC -std=c99 $posix -D_DEFAULT_SOURCE $posix_macro -O1 -g $sanitize -pthread -w -I"$(dirname "$1")" -I. -Itests/meta -o "$work/$n" "$work/$n.c" 2>&1); then
        echo "FAILED $1: its program does not build"
        echo "$out" | head -20
        echo "0 1 0"
        return
    fi
    ASAN_OPTIONS=detect_leaks=0:exitcode=99 UBSAN_OPTIONS=exitcode=99 "$work/$n" 2>"$work/$n.log"
}
# count HEADER: takes over what null counts.
count() {
    null "$1" >"$work/out"
    set -- $(tail -n 1 "$work/out") "$1"
    sed '$d' "$work/out" | sed "s|^FAILED |FAILED $4: |"
    passed=$((passed + $1)) failed=$((failed + $2))
}
for h in $headers; do count $h; done

# The made-up header passes; each break is found.
count tests/meta/toy/toy.h
mkdir -p "$work/broken"
breaks() { # what is said, sed script
    sed "$2" tests/meta/toy/toy.h >"$work/broken/toy.h"
    if null "$work/broken/toy.h" | grep -q "FAILED.*$1"; then ok; else fail "not found: $1"; fi
}
breaks 'toy_toy_size, everything NULL.*ended' 's/return toy != NULL ? toy->size : 0/return toy->size/'
breaks 'toy_toy_size, everything NULL.*neutral' 's/return toy != NULL ? toy->size : 0/return toy != NULL ? toy->size : 7/'
breaks 'toy_toy_check, error NULL.*ended\|toy_toy_check, everything NULL.*ended' 's/if (error == NULL) return;//'
breaks 'toy_toy_check, everything NULL.*ARGUMENT' 's/return TOY_ARGUMENT;/return TOY_SYNTAX;/'
breaks 'toy_words_next, word NULL.*ended' 's/if (word != NULL) word->text/word->text/'
breaks 'toy_toy_open, data NULL.*ended' 's/if (data != NULL \&\& buffer == NULL)/if (*(const char *)data != 1 \&\& buffer == NULL)/'
breaks 'no object' 's/toy_toy \*toy = NULL;/toy_toy *toy = NULL; if (size > 0) return NULL;/'
finish
