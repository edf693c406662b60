#!/bin/bash -eu
# Builds every target of fuzz/ into $OUT, with seeds, finds and dictionary, as OSS-Fuzz wants it. $CC, $CFLAGS and
# $LIB_FUZZING_ENGINE come from there. By hand:
#
#   OUT=build/oss-fuzz CC=clang CFLAGS='-O1 -g -fsanitize=address,fuzzer-no-link' LIB_FUZZING_ENGINE=-fsanitize=fuzzer bash fuzz/oss-fuzz/build.sh
if [ ! -f drmfdinfo.h ]; then cd "$(dirname "$0")/../.."; fi
mkdir -p "$OUT"
for source in fuzz/*.c; do
    target=$(basename "$source" .c)
    case $target in replay | viewer | lsp_*) continue ;; esac # these are tools: make fuzz FUZZ=viewer
    parts=$source
    case $target in
    nvprofile_file) parts="$parts $(echo examples/shared/profiles/*.c examples/shared/cli/*.c)" ;; # it asks the linter, too
    nvsection_library) parts="$parts $(echo examples/shared/report/input/section_library.c examples/shared/cli/*.c)" ;;
    esac
    objects=$(mktemp -d)
    for part in $parts; do
        # shellcheck disable=SC2086
        $CC $CFLAGS -std=c99 -D_POSIX_C_SOURCE=200809L -D_XOPEN_SOURCE=700 -DVERSION='"0"' -ffp-contract=off -I. -Iexamples/shared -c "$part" \
            -o "$objects/$(basename "$part" .c).o"
    done
    # shellcheck disable=SC2086
    ${CXX:-$CC} ${CXXFLAGS:-$CFLAGS} "$objects"/*.o -o "$OUT/$target" $LIB_FUZZING_ENGINE
    rm -r "$objects"
    seeds=$(mktemp -d)
    for folder in "fuzz/seeds/$target" "fuzz/regress/$target"; do
        [ ! -d "$folder" ] || for file in "$folder"/*; do cp "$file" "$seeds/$(basename "$folder")-$(sha1sum "$file" | cut -c1-12)"; done
    done
    [ ! -f "fuzz/corpus/$target.tar.gz" ] || tar -C "$seeds" -xzf "fuzz/corpus/$target.tar.gz"
    rm -f "$OUT/${target}_seed_corpus.zip"
    if command -v zip >/dev/null; then zip -qj "$OUT/${target}_seed_corpus.zip" "$seeds"/*; fi
    rm -rf "$seeds"
    [ ! -f "fuzz/dict/$target.dict" ] || cp "fuzz/dict/$target.dict" "$OUT/"
    printf '[libfuzzer]\nmax_len = 4096\n' >"$OUT/$target.options"
done
