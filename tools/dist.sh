#!/bin/sh
# The release archive: the four headers, licence, changelog, README and SHA256SUMS. The same commit gives the same bytes.
#
#   make dist                          build/profile-headers-VERSION.tar.gz and its .sha256
#   SOURCE_DATE_EPOCH=SECONDS make dist    with this time in it; else that of the last commit, else 1980
set -eu
cd "$(dirname "$0")/.."
B=${B:-build}
version=$(sed -n 's/^VERSION *= *//p' Makefile)
name=profile-headers-$version
time=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 315532800)}
for tool in tar gzip sha256sum; do
    command -v $tool >/dev/null 2>&1 || { echo "tools/dist.sh: needs $tool" >&2; exit 2; }
done
tar --version 2>/dev/null | grep -q GNU || { echo "tools/dist.sh: needs GNU tar" >&2; exit 2; }
files="CHANGELOG.md LICENSE README.md drmfdinfo.h ncurep.h nvprofile.h nvsection.h"
mkdir -p "$B"
folder=$(mktemp -d "$B/dist.XXXXXX")
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/$name"
cp $files "$folder/$name/"
(cd "$folder/$name" && sha256sum $files >SHA256SUMS)
LC_ALL=C tar -C "$folder" --sort=name --format=ustar --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --mtime="@$time" \
    -cf "$folder/archive" "$name"
gzip -n -9 -c "$folder/archive" >"$B/$name.tar.gz"
(cd "$B" && sha256sum "$name.tar.gz" >"$name.tar.gz.sha256")
cat "$B/$name.tar.gz.sha256"
