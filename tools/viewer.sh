#!/bin/sh
# Makes build/viewer.html, one file that shows reports in a browser: make viewer
# and build/site/, the same page as it may fetch reports, with one sample: from where it is hosted, and from the origins that FROM names:
#   make viewer FROM="https://reports.example https://other.example"
# "tools/viewer.sh page" only puts the pages together again. "tools/viewer.sh check" only says what is missing, with exit code 1; "tools/viewer.sh sources" prints what it is made of, but for the calls that a browser lacks (examples/bindings/viewer/wasi.c).
# Needs clang that compiles for wasm32, wasm-ld, wasi-libc and libc++abi for the names of C++ (Debian: clang lld wasi-libc
# libclang-rt-14-dev-wasm32 libc++abi-14-dev-wasm32). For compressed reports also ZSTD_SOURCE, a folder with zstd.h and zstd's
# single-file sources zstd.c or zstddeclib.c; build/zstd unless set:
#   pip download --no-deps --no-binary :all: zstandard && tar -xzf zstandard-*.tar.gz && mv zstandard-*/zstd build/zstd
set -eu
cd "$(dirname "$0")/.."
# Without what waits for files to grow, and what starts a process.
sources=$(ls examples/bindings/viewer/comments.c examples/bindings/viewer/facts.c examples/bindings/viewer/reactor.c examples/shared/report/model/*.c examples/shared/report/draw/*.c examples/shared/report/pages/*.c examples/shared/write/*.c \
    examples/shared/report/input/*.c examples/shared/rules/*.c examples/shared/cli/*.c | grep -v 'input/\(follow\|grow\|disassembler\)\.c')
if [ "${1:-}" = sources ]; then
    echo "$sources"
    exit
fi
B=${B:-build} VERSION=${VERSION:-$(sed -n 's/^VERSION *= *//p' Makefile)}
WASM_CC=${WASM_CC:-clang}
signals="-D_WASI_EMULATED_SIGNAL -lwasi-emulated-signal" # wasi-libc has signal() only so
out=$B/viewer
mkdir -p "$out"
missing=
need() { missing="$missing
  $1"; }
echo 'int main(void) { return 0; }' >"$out/try.c"
if ! "$WASM_CC" --target=wasm32-wasi -fsyntax-only "$out/try.c" 2>/dev/null; then need "clang that compiles for wasm32 (Debian: clang)"
elif ! echo '#include <stdio.h>' | "$WASM_CC" --target=wasm32-wasi -x c -fsyntax-only - 2>/dev/null; then need "a C library for wasm32-wasi (Debian: wasi-libc)"
elif ! "$WASM_CC" --target=wasm32-wasi -o "$out/try" "$out/try.c" 2>/dev/null; then need "a linker and clang's runtime for wasm32 (Debian: lld, libclang-rt-dev-wasm32)"
elif ! "$WASM_CC" --target=wasm32-wasi -o "$out/try" "$out/try.c" -lc++abi 2>/dev/null; then need "libc++abi for wasm32, for names of C++ (Debian: libc++abi-dev-wasm32)"
fi
for one in gzip sha256sum base64; do
    command -v $one >/dev/null || need $one
done
if [ "$missing" ]; then
    echo "tools/viewer.sh: build/viewer.html needs$missing" >&2
    exit 1
fi
[ "${1:-}" != check ] || exit 0
compile() {
    exports="viewer_room viewer_open viewer_unpack viewer_add_text viewer_add_section viewer_close viewer_save viewer_baseline viewer_page viewer_text viewer_size viewer_messages"
    export_all() { printf -- '-Wl,--export=%s ' "$@"; }
    # Small, but for the reader of reports, which takes most of the time: pages of large reports take 6 % longer than with -Os for all, which is 20 KB more.
    reader=examples/shared/report/input/ncurep.c
    for_wasm() { # its arguments go to the compiler
        "$WASM_CC" --target=wasm32-wasi -flto -Wno-deprecated-declarations -include examples/bindings/viewer/wasi.h -D_POSIX_C_SOURCE=200809L -DVERSION="\"$VERSION\"" -I. -DHAVE_CXXABI -Iexamples/shared -I"$B/gen" "$@"
    }
    for_wasm -O2 -D_WASI_EMULATED_SIGNAL -c -o "$out/reader.o" $reader
    # shellcheck disable=SC2086,SC2046
    for_wasm -mexec-model=reactor -Oz -o "$out/viewer.wasm" $signals examples/bindings/viewer/wasi.c $(echo "$sources" | grep -vx $reader) "$out/reader.o" -lc++abi -Wl,--strip-all,--gc-sections,-z,stack-size=1048576 \
        $(export_all $exports)
    packed() { gzip -9 -n -c "$1" | base64 -w 0; }
    packed "$out/viewer.wasm" >"$out/viewer.b64"

    # Tools for files that are not reports, each a module of its own.
    tool() { # name, sources...
        name=$1
        shift
        # shellcheck disable=SC2086
        "$WASM_CC" --target=wasm32-wasi -Oz -flto -Wno-deprecated-declarations -include examples/bindings/viewer/wasi.h \
            -D_POSIX_C_SOURCE=200809L -DVERSION="\"$VERSION\"" -I. -DHAVE_CXXABI -Iexamples/shared -I"$B/gen" -o "$out/$name.wasm" $signals examples/bindings/viewer/wasi.c "$@" examples/shared/write/*.c examples/shared/cli/*.c -lc++abi \
            -Wl,--strip-all,--gc-sections
        packed "$out/$name.wasm" >"$out/$name.b64"
    }
    # shellcheck disable=SC2046
    tool nvprofile examples/bindings/viewer/profile.c $(ls examples/tools/nvprofile/*.c | grep -v '/\(diff\|dump\|edit\|editor\|game\|lsp\|lsp_help\|nvprofile\|probe\|session\)\.c') examples/shared/profiles/*.c
    tool drmfdinfo examples/bindings/viewer/drm.c $(ls examples/shared/drm/*.c | grep -v '/\(live\|nvml\)\.c') examples/tools/drmfdinfo/show.c examples/tools/drmfdinfo/watch.c

    ZSTD_SOURCE=${ZSTD_SOURCE:-$B/zstd}
    : >"$out/zstd.b64"
    for one in zstddeclib.c zstd.c; do
        if [ ! -s "$out/zstd.b64" ] && [ -f "$ZSTD_SOURCE/$one" ]; then
            # __EMSCRIPTEN__: zstd.c has threads everywhere else.
            # shellcheck disable=SC2046
            "$WASM_CC" --target=wasm32-wasi -mexec-model=reactor -Oz -flto -w -D__EMSCRIPTEN__ -DZSTD_STRIP_ERROR_STRINGS=1 -I"$ZSTD_SOURCE" -o "$out/zstd.wasm" \
                examples/bindings/viewer/zstd/step.c "$ZSTD_SOURCE/$one" -Wl,--strip-all,--gc-sections \
                $(export_all step_input step_output step_run step_took step_put)
            packed "$out/zstd.wasm" >"$out/zstd.b64"
        fi
    done
    [ -s "$out/zstd.b64" ] || echo "without compressed reports: needs zstd in $ZSTD_SOURCE (the first lines of tools/viewer.sh say how to get it)"
}
[ "${1:-}" = page ] || compile

# The hash of a script as the browser takes it.
hash_of() { printf "$(sha256sum <"$1" | awk '{for (i = 1; i <= 64; i += 2)
    printf "\\%03o", 16 * (index("0123456789abcdef", substr($1, i, 1)) - 1) + index("0123456789abcdef", substr($1, i + 1, 1)) - 1}')" | base64; }
# A script or a style without spaces in front, and without comments that are lines or end one.
bare() { awk '/^ *\/\*/ && (!/\*\// || /\*\/ *$/) { skip = 1 } skip { if (/\*\/ *$/) skip = 0; next } { sub(/^ */, ""); sub(/ *\/\*[^*]*\*\/ *$/, ""); if ($0 != "") print }' "$1"; }
page_hash=$(sed -n 's/^#define SCRIPT_HASH "\(.*\)"$/\1/p' examples/shared/report/pages/html.c)
{
    printf '\nvar WORKER = '
    # As a string of JavaScript: a script of its own, which the worker is made of.
    bare examples/bindings/viewer/worker.js | sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/$/\\n\\/' -e '1s/^/"/' -e '$s/\\n\\$/";/'
    bare examples/bindings/viewer/viewer.js
} >"$out/script"
bare examples/bindings/viewer/viewer.css >"$out/style"
put_page() { # what it may connect to, the origins it takes reports from, what it says of itself
    awk -v script="$out/script" -v style="$out/style" -v out="$out/" -v page="$page_hash" -v own="$(hash_of "$out/script")" -v connect="$1" -v from="$2" -v build="$3" '
        function put(file, line) { while ((getline line <file) > 0) print line; close(file) }
        function put_data(id, line) { getline line <(out id ".b64"); printf "<script type=\"text/plain\" id=\"%s\">%s</script>\n", id == "viewer" ? "wasm" : id, line }
        /^@STYLE@$/ { put(style); next }
        /^@SCRIPT@$/ { printf "<script>"; put(script); print "</script>"; next }
        /^@WASM@$/ { put_data("viewer"); next }
        /^@ZSTD@$/ { put_data("zstd"); next }
        /^@NVPROFILE@$/ { put_data("nvprofile"); next }
        /^@DRMFDINFO@$/ { put_data("drmfdinfo"); next }
        { sub(/@PAGE@/, page); sub(/@OWN@/, own); sub(/@CONNECT@/, connect); sub(/@FROM@/, from); sub(/@BUILD@/, build); print }
    ' examples/bindings/viewer/viewer.html
}
from=
for one in ${FROM:-}; do
    case $one in
        *[!a-z0-9.:/_-]* | http://*/* | https://*/*) ;;
        http://?* | https://?*) from="$from $one" && continue ;;
    esac
    echo "tools/viewer.sh: FROM is a list of origins like https://reports.example, not $one" >&2
    exit 2
done
put_page "'none'" none 'Nothing is sent anywhere: the page is not allowed to connect to anything.' >"$B/viewer.html"
mkdir -p "$B/site"
put_page "'self'$from" "self$from" "They are sent nowhere. This build may fetch reports from where it is hosted${from:+ and from$from}, as an address with ?report= says." >"$B/site/index.html"
cp examples/data/samples/ncurep/canopy.ncu-rep "$B/site/sample.ncu-rep"
echo "$B/viewer.html: $(wc -c <"$B/viewer.html") bytes"
