# make dist: what is in the archive, its checksums, and that the same bytes come out twice. make install: what it puts where.
. tests/lib.sh
headers=$(ls drmfdinfo.h nvprofile.h ncurep.h nvsection.h cubin.h 2>/dev/null | sed 's/\.h$//')
B=${B:-build} CC=${CC:-cc}
work=$B/dist-test
rm -rf "$work"
mkdir -p "$work/one" "$work/two" "$work/out"
if have sha256sum && have gzip && tar --version 2>/dev/null | grep -q GNU; then
    version=$(sed -n 's/^VERSION *= *//p' Makefile)
    name=gpuloupe-$version
    check "make dist" env PARTS=source B="$work/one" sh tools/dist.sh
    check "make dist again" sh -c "umask 077; TZ=Asia/Tokyo LC_ALL=C.UTF-8 PARTS=source B='$work/two' sh tools/dist.sh"
    check "the same bytes" cmp "$work/one/$name.tar.gz" "$work/two/$name.tar.gz"
    check "the same source" cmp "$work/one/$name-source.tar.gz" "$work/two/$name-source.tar.gz"
    check "the same list" cmp "$work/one/$name.spdx.json" "$work/two/$name.spdx.json"
    check "another time, other bytes" sh -c "SOURCE_DATE_EPOCH=1 PARTS=source B='$work/two' sh tools/dist.sh && ! cmp -s '$work/one/$name.tar.gz' '$work/two/$name.tar.gz'"
    check "its sums" sh -c "cd '$work/one' && sha256sum -c $name.sha256"
    check "the list is JSON" awk -v whole=1 -f tests/json.awk "$work/one/$name.spdx.json"
    # Each file of the source is in the list with its sum.
    tar -C "$work/out" -xzf "$work/one/$name-source.tar.gz"
    (cd "$work/out/$name-source" && find . -type f -exec sha256sum {} +) | sed 's/^\([0-9a-f]*\)  /\1 /' | LC_ALL=C sort >"$work/files"
    sed -n 's/.*"fileName": "\([^"]*\)".*"SHA256", "checksumValue": "\([0-9a-f]*\)".*/\2 \1/p' "$work/one/$name.spdx.json" | LC_ALL=C sort >"$work/listed"
    if [ -s "$work/listed" ] && cmp -s "$work/files" "$work/listed"; then ok; else fail "the list and the source" "$(diff "$work/files" "$work/listed")"; fi
    tar -C "$work/out" -xzf "$work/one/$name.tar.gz"
    expected="$(printf '%s\n' CHANGELOG.md LICENSE README.md SHA256SUMS $(printf '%s.h ' $headers) | LC_ALL=C sort | tr '\n' ' ')"
    found=$(cd "$work/out/$name" && ls | LC_ALL=C sort | tr '\n' ' ')
    if [ "$found" = "$expected" ]; then ok; else fail "the archive holds" "$found" "not" "$expected"; fi
    check "SHA256SUMS" sh -c "cd '$work/out/$name' && sha256sum -c SHA256SUMS"
    for h in $headers; do
        check "$h.h of the archive" $CC -std=c99 -fsyntax-only -x c "$work/out/$name/$h.h"
    done
else
    skip "needs sha256sum, gzip and GNU tar"
fi

# make install into a folder, and out again.
make=${MAKE:-make}
if have $make; then
    check "make install" $make --no-print-directory B="$B" DESTDIR="$PWD/$work/root" PREFIX=/usr install
    missing=
    for h in $headers; do
        for f in include/$h.h lib/pkgconfig/$h.pc; do [ -f "$work/root/usr/$f" ] || missing="$missing $f"; done
    done
    for t in drmtop drmfdinfo nvprofile ncurep nvsection; do
        for f in bin/$t share/man/man1/$t.1; do [ -f "$work/root/usr/$f" ] || missing="$missing $f"; done
    done
    if [ -z "$missing" ]; then ok; else fail "make install leaves out" "$missing"; fi
    # The man of small images says only that there is none.
    if have man && [ -f "$(MANPATH="$PWD/$work/root/usr/share/man" man -w drmtop 2>/dev/null)" ]; then
        out=$(man -l "$work/root/usr/share/man/man1/drmtop.1" 2>&1 | col -b 2>/dev/null | head -n 20)
        case $out in *drmtop*who\ uses*) ok ;; *) fail "man -l drmtop.1" "$out" ;; esac
    else
        skip "needs man"
    fi
    check "make uninstall" $make --no-print-directory B="$B" DESTDIR="$PWD/$work/root" PREFIX=/usr uninstall
    left=$(find "$work/root" -type f)
    if [ -z "$left" ]; then ok; else fail "make uninstall leaves" "$left"; fi
else
    skip "needs make"
fi
finish
