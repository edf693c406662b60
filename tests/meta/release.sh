# make dist, all of it but the programs of some systems, from two copies of the source in different folders, one after the other: the
# same bytes. TARGETS names the systems.
. tests/lib.sh
B=${B:-build} make=${MAKE:-make}
if ! have sha256sum || ! have sha1sum || ! tar --version 2>/dev/null | grep -q GNU || ! have $make || ! have "${PYTHON:-python3}"; then
    skip "needs sha256sum, sha1sum, GNU tar, make and python3"
    finish
    exit
fi
if ! sh tools/viewer.sh check >/dev/null 2>&1; then skip "needs clang with wasm32"; finish; exit; fi
python=$(command -v "${PYTHON:-python3}")
[ ! -x "$B/venv/bin/python" ] || python=$PWD/$B/venv/bin/python
if ! "$python" -c 'import ziglang, auditwheel' 2>/dev/null || ! have musl-gcc; then skip "needs ziglang, auditwheel and musl-gcc"; finish; exit; fi
zstd=${ZSTD_SOURCE:-$PWD/build/zstd}
if [ ! -f "$zstd/zstd.c" ]; then skip "needs zstd.c: the first lines of tools/viewer.sh say how to get it"; finish; exit; fi
export ZSTD_SOURCE="$zstd" TARGETS="${TARGETS:-x86_64-linux x86_64-windows}"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
{ git ls-files 2>/dev/null | grep . || find . -type f ! -path './build/*'; } >"$tmp/source"
one=$tmp/one two=$tmp/another-of-a-longer-name
mkdir "$one" "$two"
tar -cf - -T "$tmp/source" 2>/dev/null | tar -C "$one" -xf -
(umask 077 && tar -cf - -T "$tmp/source" 2>/dev/null | tar -C "$two" -xf - --touch)
# released FOLDER: without git, so the time is given.
released() { (cd "$1" && env -u MAKEFLAGS -u B SOURCE_DATE_EPOCH=1700000000 PYTHON="$python" $make dist); }
check "the first" released "$one"
sleep 1
check "the second" env TZ=Asia/Tokyo LC_ALL=C.UTF-8 sh -c '. tests/lib.sh; umask 077; cd "$1" && SOURCE_DATE_EPOCH=1700000000 env -u MAKEFLAGS -u B PYTHON="$2" '$make' dist' sh "$two" "$python"
version=$(sed -n 's/^VERSION *= *//p' Makefile)
sums=gpuloupe-$version.sha256
if [ -s "$one/build/$sums" ]; then ok; else fail "no sums"; fi
same "the same sums" "$one/build/$sums" "$two/build/$sums"
check "sums of what is there" sh -c "cd '$one/build' && sha256sum -c $sums"
for name in "gpuloupe-$version.tar.gz" "gpuloupe-$version-source.tar.gz" "gpuloupe-$version.spdx.json" \
    "ncurep-$version.tar.gz" "ncu_report_shim-$version-py3-none-any.whl"; do
    has "$name" "  $name\$" "$one/build/$sums"
done
has "what is linked into the viewer" '"STATIC_LINK", "relatedSpdxElement": "SPDXRef-wasi-libc"' "$one/build/gpuloupe-$version.spdx.json"
lacks "a folder in the viewer" "$tmp" "$one/build/gpuloupe-$version-viewer.html"
has "the wheel for glibc" '  ncurep-[0-9.]*-py3-none-manylinux.*\.whl$' "$one/build/$sums"
for system in $TARGETS; do
    archive=$(cd "$one/build" && ls "gpuloupe-$version-$system".*)
    has "$system" "  $archive\$" "$one/build/$sums"
    has "$system in the list" "\"packageFileName\": \"$archive\"" "$one/build/gpuloupe-$version.spdx.json"
    case $archive in
        *.zip) "$python" -m zipfile -l "$one/build/$archive" | sed 's|^gpuloupe-[^/]*/\([^ ]*\) .*|\1|' >"$tmp/files" ;;
        *) tar -tzf "$one/build/$archive" | sed 's|^[^/]*/||' >"$tmp/files" ;;
    esac
    for file in 'ncurep\(.exe\)*' man/ncurep.1 completions/_ncurep completions/ncurep completions/ncurep.fish LICENSE LICENSE-zstd README.md viewer.html; do
        has "$archive" "^$file\$" "$tmp/files"
    done
done
has "the programs as a wheel" '  gpuloupe-[0-9.]*-py3-none-manylinux.*\.whl$' "$one/build/$sums"
# lacking WORDS VARIABLE=VALUE...: a release without a part fails and names what is missing.
lacking() {
    words=$1
    shift
    out=$(cd "$one" && env -u MAKEFLAGS -u B SOURCE_DATE_EPOCH=1 PYTHON="$python" "$@" $make dist 2>&1 </dev/null)
    code=$?
    if [ $code -ne 0 ]; then ok; else fail "a release without a part: $*"; fi
    holds "the part that is missing" "$words" "$out"
}
lacking 'viewer: clang that compiles for wasm32' WASM_CC=false
lacking 'zstd.c in /no-such-folder' ZSTD_SOURCE=/no-such-folder
printf '#!/bin/sh\ncase "$*" in *"import ziglang"*) exit 1 ;; esac\nexec "%s" "$@"\n' "$python" >"$tmp/python"
chmod +x "$tmp/python"
lacking 'programs: .* -m pip install ziglang' PYTHON="$tmp/python"
lacking 'no release: make binaries fails' TARGETS=x86_64-none
check "the list is JSON" awk -v whole=1 -f tests/json.awk "$one/build/gpuloupe-$version.spdx.json"
finish
