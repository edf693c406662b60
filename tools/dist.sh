#!/bin/sh
# The release: an archive of the headers, one of the whole source, the viewer, the programs of make binaries, the Python packages, a
# list of what is in them (SPDX 2.3) and checksums. All but the first two are made from what the source archive holds. With the same
# compilers the same commit gives the same bytes.
#
#   make dist                              into build/; where a part cannot be made, it says what is missing and fails
#   make dist PARTS=source                 only the first two
#   make dist TARGETS=x86_64-linux         programs of this system only
#   SOURCE_DATE_EPOCH=SECONDS make dist    with this time in it; else that of the last commit, else 1980
#   URL=ADDRESS MAINTAINER='NAME <MAIL>' make dist
#                                          also recipes that fetch the source archive from ADDRESS/NAME: build/recipes
set -eu
cd "$(dirname "$0")/.."
B=${B:-build}
version=$(sed -n 's/^VERSION *= *//p' Makefile)
name=gpuloupe-$version
time=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 315532800)}
for tool in tar gzip sha256sum sha1sum; do
    command -v $tool >/dev/null 2>&1 || { echo "tools/dist.sh: needs $tool" >&2; exit 2; }
done
tar --version 2>/dev/null | grep -q GNU || { echo "tools/dist.sh: needs GNU tar" >&2; exit 2; }
headers=$(ls drmfdinfo.h nvprofile.h ncurep.h nvsection.h cubin.h 2>/dev/null | LC_ALL=C sort | tr '\n' ' ')
files="CHANGELOG.md LICENSE README.md $headers"
# What git has, else what is there but build.
source=$(git ls-files 2>/dev/null | grep . || find . -type f ! -path './build/*' | sed 's/^\.\///')
source=$(printf '%s\n' "$source" | LC_ALL=C sort)
mkdir -p "$B"
folder=$(mktemp -d "$B/dist.XXXXXX")
trap 'rm -rf "$folder"' EXIT

# archive NAME: a folder of that name in $folder, as NAME.tar.gz.
archive() {
    LC_ALL=C tar -C "$folder" --sort=name --format=ustar --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --mtime="@$time" \
        -cf "$folder/archive" "$1"
    gzip -n -9 -c "$folder/archive" >"$B/$1.tar.gz"
}
mkdir "$folder/$name" "$folder/$name-source"
cp $files "$folder/$name/"
(cd "$folder/$name" && sha256sum $files >SHA256SUMS)
archive "$name"
printf '%s\n' "$source" | tar -cf "$folder/source" -T -
tar -C "$folder/$name-source" -xf "$folder/source"
archive "$name-source"

# What the other parts need, before any of them is made.
python=${PYTHON:-python3}
[ ! -x "$B/venv/bin/python" ] || python=$(cd "$B" && pwd)/venv/bin/python
zstd=${ZSTD_SOURCE:-$(cd "$B" && pwd)/zstd}
licences='/usr/share/doc/wasi-libc/copyright /usr/share/doc/libc++abi-*-dev-wasm32/copyright'
missing=
need() { missing="$missing
  $1"; }
if [ "${PARTS:-all}" != source ]; then
    # shellcheck disable=SC2086
    ls $licences >/dev/null 2>&1 || need "viewer: the licences of wasi-libc and libc++abi: $licences"
    [ -f "$zstd/zstd.c" ] || need "viewer and programs: zstd.c in $zstd (tools/viewer.sh says how to get it)"
    for module in ziglang:programs auditwheel:wheels; do
        "$python" -c "import ${module%:*}" 2>/dev/null || need "${module#*:}: $python -m pip install ${module%:*}"
    done
    command -v musl-gcc >/dev/null || need "wheels: musl-gcc (Debian: musl-tools)"
    sh tools/viewer.sh check 2>"$folder/viewer" || need "viewer: $(sed 's/^.*viewer.html needs//; s/^  *//; /^$/d' "$folder/viewer" | paste -sd, -)"
fi
[ ! "$missing" ] || { echo "tools/dist.sh: no release without$missing" >&2; exit 1; }

# The viewer and what is linked into it, with its licences; the programs, with the viewer; the Python packages.
made="$name.tar.gz $name-source.tar.gz"
linked='' linked_sum='' archives=''
if [ "${PARTS:-all}" != source ]; then
    tree=$folder/$name-source
    export SOURCE_DATE_EPOCH="$time" ZSTD_SOURCE="$zstd"
    part() { ${MAKE:-make} -s -C "$tree" B=build PYTHON="$python" "$@" || { echo "tools/dist.sh: no release: make $1 fails" >&2; exit 1; }; }
    part viewer
    cp "$tree/build/viewer.html" "$B/$name-viewer.html"
    # shellcheck disable=SC2086
    cat $licences "$zstd/LICENSE" >"$B/$name-viewer-licences.txt"
    made="$made $name-viewer.html $name-viewer-licences.txt"
    linked=$name-viewer.html linked_sum=$(sha256sum "$B/$name-viewer.html" | cut -d' ' -f1)
    part binaries TARGETS="${TARGETS:-}"
    part wheels
    for package in "$tree"/build/binaries/gpuloupe-* "$tree"/build/dist/*; do
        cp "$package" "$B/"
        made="$made ${package##*/}"
    done
    archives=$(cd "$tree/build/binaries" && sha256sum gpuloupe-*.tar.gz gpuloupe-*.zip 2>/dev/null | sed 's/^\([0-9a-f]*\)  /\1 /' | tr '\n' ' ')
fi

# Sums of names and sums, one per line, in the order of the source.
printf '%s\n' "$source" | tr '\n' '\0' | xargs -0 sha1sum >"$folder/sha1"
printf '%s\n' "$source" | tr '\n' '\0' | xargs -0 sha256sum >"$folder/sha256"
code=$(sed 's/ .*//' "$folder/sha1" | LC_ALL=C sort | tr -d '\n' | sha1sum | cut -d' ' -f1)
archive_sum=$(sha256sum "$B/$name-source.tar.gz" | cut -d' ' -f1)
paste -d' ' "$folder/sha1" "$folder/sha256" | awk -v linked="$linked" -v linked_sum="$linked_sum" -v archives="$archives" \
    -v name="$name" -v version="$version" -v code="$code" -v sum="$archive_sum" \
    -v created="$(TZ=UTC date -u -d "@$time" +%Y-%m-%dT%H:%M:%SZ)" '
    function quoted(s) { gsub(/[\\"]/, "\\\\&", s); return "\"" s "\"" }
    function id(what) { gsub(/\+\+/, "xx", what); gsub(/_/, "-", what); return "SPDXRef-" what }
    # A package whose files are not listed.
    function other(what, version, file, sum, licence) {
        print "  ,{\n    \"name\": " quoted(what) ",\n    \"SPDXID\": \"" id(what) "\","
        if (version != "") print "    \"versionInfo\": " quoted(version) ","
        if (file != "") print "    \"packageFileName\": " quoted(file) ",\n    \"checksums\": [{\"algorithm\": \"SHA256\", \"checksumValue\": " quoted(sum) "}],"
        print "    \"downloadLocation\": \"NOASSERTION\",\n    \"filesAnalyzed\": false,"
        print "    \"licenseConcluded\": " quoted(licence) ",\n    \"licenseDeclared\": " quoted(licence) ",\n    \"copyrightText\": \"NOASSERTION\"\n  }"
    }
    function related(what, how, whom) {
        print "    {\"spdxElementId\": \"" id(what) "\", \"relationshipType\": \"" how "\", \"relatedSpdxElement\": \"" id(whom) "\"},"
    }
    # The archives of programs, and what is linked into each.
    function system_of(archive) { sub("^" name "-", "", archive); sub(/\.(tar\.gz|zip)$/, "", archive); return archive }
    function relate_programs(what) {
        related(what, "GENERATED_FROM", "Package")
        related(what, "STATIC_LINK", "zstd")
        if (what ~ /linux$/) related(what, "STATIC_LINK", "musl")
        if (what ~ /windows$/) related(what, "STATIC_LINK", "mingw-w64")
        if (what !~ /macos$/) related(what, "STATIC_LINK", "libc++abi")
    }
    BEGIN {
        archive_count = split(archives, archive, " ") / 2
        print "{\n  \"spdxVersion\": \"SPDX-2.3\",\n  \"dataLicense\": \"CC0-1.0\",\n  \"SPDXID\": \"SPDXRef-DOCUMENT\","
        print "  \"name\": " quoted(name) ",\n  \"documentNamespace\": " quoted("https://spdx.org/spdxdocs/" name "-" sum) ","
        print "  \"creationInfo\": {\"created\": " quoted(created) ", \"creators\": [\"Tool: tools/dist.sh\"]},"
        print "  \"packages\": [{\n    \"name\": \"gpuloupe\",\n    \"SPDXID\": \"SPDXRef-Package\",\n    \"versionInfo\": " quoted(version) ","
        print "    \"packageFileName\": " quoted(name "-source.tar.gz") ",\n    \"checksums\": [{\"algorithm\": \"SHA256\", \"checksumValue\": " quoted(sum) "}],"
        print "    \"downloadLocation\": \"NOASSERTION\",\n    \"filesAnalyzed\": true,"
        print "    \"packageVerificationCode\": {\"packageVerificationCodeValue\": " quoted(code) "},"
        print "    \"licenseConcluded\": \"MIT-0 OR MIT OR Unlicense\",\n    \"licenseDeclared\": \"MIT-0 OR MIT OR Unlicense\","
        print "    \"licenseInfoFromFiles\": [\"MIT-0\", \"MIT\", \"Unlicense\"],\n    \"copyrightText\": \"NONE\"\n  }"
        if (linked != "") {
            other("viewer", version, linked, linked_sum, "MIT-0 OR MIT OR Unlicense")
            other("wasi-libc", "", "", "", "Apache-2.0 WITH LLVM-exception AND MIT")
            other("libc++abi", "", "", "", "Apache-2.0 WITH LLVM-exception")
            other("zstd", "", "", "", "BSD-3-Clause")
            other("musl", "", "", "", "MIT")
            other("mingw-w64", "", "", "", "ZPL-2.1")
            for (i = 1; i <= archive_count; i++) other("programs-" system_of(archive[2 * i]), version, archive[2 * i], archive[2 * i - 1], "MIT-0 OR MIT OR Unlicense")
        }
        print "  ],\n  \"files\": ["
    }
    {
        file = $0; sub(/^[0-9a-f]+  /, "", file); sub(/ [0-9a-f]+  .*$/, "", file)
        sha256 = $0; sub(/^[0-9a-f]+  /, "", sha256); sha256 = substr(sha256, length(file) + 2); sub(/ .*/, "", sha256)
        printf "%s    {\"fileName\": %s, \"SPDXID\": \"SPDXRef-File-%d\", \"checksums\": [{\"algorithm\": \"SHA1\", \"checksumValue\": \"%s\"}, {\"algorithm\": \"SHA256\", \"checksumValue\": \"%s\"}], \"licenseConcluded\": \"MIT-0 OR MIT OR Unlicense\", \"licenseInfoInFiles\": [\"NOASSERTION\"], \"copyrightText\": \"NONE\"}",
            (NR > 1 ? ",\n" : ""), quoted("./" file), NR, $1, sha256
    }
    END {
        print "\n  ],\n  \"relationships\": ["
        print "    {\"spdxElementId\": \"SPDXRef-DOCUMENT\", \"relationshipType\": \"DESCRIBES\", \"relatedSpdxElement\": \"SPDXRef-Package\"},"
        if (linked != "") {
            related("viewer", "GENERATED_FROM", "Package")
            related("viewer", "STATIC_LINK", "wasi-libc")
            related("viewer", "STATIC_LINK", "libc++abi")
            related("viewer", "STATIC_LINK", "zstd")
            for (i = 1; i <= archive_count; i++) relate_programs("programs-" system_of(archive[2 * i]))
        }
        for (i = 1; i <= NR; i++) printf "    {\"spdxElementId\": \"SPDXRef-Package\", \"relationshipType\": \"CONTAINS\", \"relatedSpdxElement\": \"SPDXRef-File-%d\"}%s\n", i, (i < NR ? "," : "")
        print "  ]\n}"
    }' >"$B/$name.spdx.json"
# shellcheck disable=SC2086
(cd "$B" && sha256sum $made "$name.spdx.json" >"$name.sha256")
cat "$B/$name.sha256"

# Recipes with the address and the sum of the source archive in them.
if [ "${URL:-}" ]; then
    sum512=$(sha512sum "$B/$name-source.tar.gz" | cut -d' ' -f1)
    rm -rf "$B/recipes"
    cp -r packaging "$B/recipes"
    find "$B/recipes" -type f | while read -r f; do
        sed "s|@URL@|$URL|g; s|@MAINTAINER@|${MAINTAINER:-Profile headers <root@localhost>}|g; s|@DATE@|$(TZ=UTC LC_ALL=C date -u -d "@$time" '+%a, %d %b %Y %H:%M:%S +0000')|g; s|@VERSION@|$version|g; s|@SHA256@|$archive_sum|g; s|@SHA512@|$sum512|g" "$f" >"$folder/recipe"
        cat "$folder/recipe" >"$f"
    done
    echo "$B/recipes"
fi
