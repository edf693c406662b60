# What fuzz/oss-fuzz asks of OSS-Fuzz, done here without its image: the steps of the Dockerfile, then build.sh with the flags
# of each sanitizer of project.yaml, then what its "check_build" asks of every program: its seeds pass, it is instrumented,
# and it needs nothing that the image where it runs lacks. The address sanitizer gets every target, the others the first of
# each header; ALL=yes gives all of them to each, which takes minutes.
. tests/lib.sh
have clang && have git && have zip && have unzip || { skip "needs clang, git, zip and unzip"; finish; exit; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export SRC=$tmp/src
mkdir -p "$SRC" "$tmp/context" "$tmp/project"
cp fuzz/oss-fuzz/* "$tmp/context"
tar -cf - --exclude=./build --exclude=./.git . | tar -xf - -C "$tmp/project"
(cd "$tmp/project" && git init -q && git add . && git -c user.name=x -c user.email=x@example.org commit -qm x)

# The Dockerfile, a line at a time.
cd "$SRC"
while read -r word rest; do
    case $word in
    '' | '#'* | FROM | ARG) ;;
    RUN) SOURCE=file://$tmp/project sh -c "$rest" 2>"$tmp/err" && ok || fail "RUN $rest" "$(cat "$tmp/err")" ;;
    WORKDIR) cd "$rest" && ok || fail "WORKDIR $rest" ;;
    COPY) (cd "$tmp/context" && eval "cp $rest") && ok || fail "COPY $rest" ;;
    *) fail "not known here: $word $rest" ;;
    esac
done <"$tmp/context/Dockerfile"

# Flags as base-builder sets them for libFuzzer. Unsigned overflow is a signal for the fuzzer there, not a find.
common='-O1 -fno-omit-frame-pointer -gline-tables-only -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION -fsanitize=fuzzer-no-link'
undefined=array-bounds,bool,float-divide-by-zero,function,integer-divide-by-zero,return,shift,signed-integer-overflow,vla-bound,vptr
export UBSAN_OPTIONS=silence_unsigned_overflow=1
for sanitizer in $(sed -n '/^sanitizers:/,/^[a-z]*:$/s/^  - //p' "$tmp/context/project.yaml"); do
    case $sanitizer in
    address) flags='-fsanitize=address -fsanitize-address-use-after-scope' ;;
    memory) flags='-fsanitize=memory -fsanitize-memory-track-origins' ;;
    undefined) flags="-fsanitize=$undefined,unsigned-integer-overflow -fno-sanitize-recover=$undefined" ;;
    *) fail "sanitizer $sanitizer: not known here"; continue ;;
    esac
    if [ $sanitizer != address ] && [ "${ALL:-no}" = no ]; then
        (cd "$SRC/gpuloupe/fuzz" && rm -f $(ls ./*_*.c | awk -F_ 'seen[$1]++'))
    fi
    export OUT=$tmp/out-$sanitizer
    mkdir "$OUT"
    CC=clang CXX=clang++ CFLAGS="$common $flags" CXXFLAGS="$common $flags" LIB_FUZZING_ENGINE=-fsanitize=fuzzer SANITIZER=$sanitizer \
        bash -eu "$SRC/build.sh" >"$tmp/log" 2>&1 && ok || fail "build.sh, $sanitizer" "$(tail -n 20 "$tmp/log")"
    for source in "$SRC"/gpuloupe/fuzz/*.c; do
        target=$(basename "$source" .c)
        case $target in replay | viewer | lsp_*) continue ;; esac
        [ -x "$OUT/$target" ] || { fail "$sanitizer: no program $target"; continue; }
        mkdir "$tmp/seeds"
        unzip -q "$OUT/${target}_seed_corpus.zip" -d "$tmp/seeds" 2>"$tmp/err" || fail "$target: no seeds" "$(cat "$tmp/err")"
        "$OUT/$target" -runs=0 -max_len=4096 "$tmp/seeds" >"$tmp/log" 2>&1 && grep -q 'INITED cov: [1-9]' "$tmp/log" && ok ||
            fail "$target with $sanitizer on its seeds" "$(tail -n 20 "$tmp/log")"
        ldd "$OUT/$target" | awk '{ print $1 }' | grep -vE '^(linux-vdso|/lib|lib(c|m|dl|rt|pthread|resolv|gcc_s|stdc\+\+)\.)' >"$tmp/libraries"
        if [ -s "$tmp/libraries" ]; then fail "$target needs" "$(cat "$tmp/libraries")"; else ok; fi
        rm -rf "$tmp/seeds"
    done
    rm -rf "$OUT"
done
finish
