# make dist, all of it, from two copies of the source in different folders, one after the other: the same bytes.
. tests/lib.sh
B=${B:-build} make=${MAKE:-make}
if ! have sha256sum || ! have sha1sum || ! tar --version 2>/dev/null | grep -q GNU || ! have $make || ! have "${PYTHON:-python3}"; then
    skip "needs sha256sum, sha1sum, GNU tar, make and python3"
    finish
    exit
fi
if ! sh tools/viewer.sh check >/dev/null 2>&1; then skip "needs clang with wasm32"; finish; fi
python=$(command -v "${PYTHON:-python3}")
[ ! -x "$B/venv/bin/python" ] || python=$PWD/$B/venv/bin/python
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
fails() { ! (cd "$one" && env -u MAKEFLAGS -u B WASM_CC=false SOURCE_DATE_EPOCH=1 PYTHON="$python" $make dist); }
check "a release without a part fails" fails
if "$python" -c 'import auditwheel' 2>/dev/null; then has "the wheel for glibc" '  ncurep-[0-9.]*-py3-none-manylinux.*\.whl$' "$one/build/$sums"
else skip "needs auditwheel"; fi
check "the list is JSON" awk -v whole=1 -f tests/json.awk "$one/build/gpuloupe-$version.spdx.json"
finish
