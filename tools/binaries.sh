#!/bin/sh
# The tools as programs that need nothing installed, for five systems from one machine, by the C compiler of Zig, which brings the C
# libraries of all of them (pip install ziglang): make binaries
#
#   make binaries                                 all, into build/binaries
#   make binaries TARGETS='x86_64-windows'        one
#   ZSTD_SOURCE=FOLDER make binaries              compressed reports by the zstd.c there; build/zstd unless set. tools/viewer.sh says
#                                                 how to get it; without it the programs say that they cannot read such reports
# An archive has the programs, their manual pages, completions, licences, and build/viewer.html where that has been made. The same
# source and the same Zig give the same bytes. Beside each archive lies a wheel with the same programs, so that pip, pipx and uvx
# install them as commands.
set -eu
cd "$(dirname "$0")/.."
B=${B:-build}
PYTHON=${PYTHON:-python3}
version=$(sed -n 's/^VERSION *= *//p' Makefile)
time=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 315532800)}
mkdir -p "$B/binaries"
rm -f "$B"/binaries/gpuloupe-*
for python in "$PYTHON" "$B/venv/bin/python"; do
    ! "$python" -c 'import ziglang' 2>/dev/null || { zig="$python -m ziglang"; break; }
done
[ "${zig:-}" ] || { echo "tools/binaries.sh: needs Zig's compiler: pip install ziglang" >&2; exit 1; }
zstd=$(cd "${ZSTD_SOURCE:-$B/zstd}" 2>/dev/null && pwd) || zstd=
[ -f "$zstd/zstd.c" ] || { zstd=; echo "tools/binaries.sh: without compressed reports: no zstd.c in ${ZSTD_SOURCE:-$B/zstd}" >&2; }
out=$(cd "$B" && pwd)/binaries
libc=$(${zig% -m*} -c 'import os, ziglang; print(os.path.dirname(ziglang.__file__))')/lib/libc

for target in ${*:-x86_64-linux aarch64-linux x86_64-windows x86_64-macos aarch64-macos}; do
    name=gpuloupe-$version-$target
    folder=$out/$name
    rm -rf "$folder"
    mkdir -p "$folder/man" "$folder/completions"
    case $target in
        *-linux) triple=$target-musl ;;
        *-windows) triple=$target-gnu ;;
        *) triple=$target.13.0 ;;
    esac
    ${MAKE:-make} -s B="$B/obj-$target" CC="$zig cc -target $triple" CFLAGS='-Os -s -DNDEBUG -g0' CXXABI=-lc++ ZSTD= ZSTD_STATIC="$zstd" \
        V=quiet JOBS="${JOBS:-2}" all
    for tool in ncurep nvsection nvprofile drmtop drmfdinfo; do
        for program in "$B/obj-$target/$tool" "$B/obj-$target/$tool.exe"; do
            [ -f "$program" ] || continue
            cp "$program" "$folder/"
            cp "man/$tool.1" "$folder/man/"
            cp "$B/obj-$target/completions/$tool" "$B/obj-$target/completions/_$tool" "$B/obj-$target/completions/$tool.fish" "$folder/completions/"
        done
    done
    cp LICENSE README.md "$folder/"
    [ -z "$zstd" ] || cp "$zstd/LICENSE" "$folder/LICENSE-zstd"
    case $target in
        *-linux) cp "$libc/musl/COPYRIGHT" "$folder/LICENSE-musl" ;;
        *-windows) cp "$libc/mingw/COPYING" "$folder/LICENSE-mingw-w64" ;;
    esac
    [ ! -f "$B/viewer.html" ] || cp "$B/viewer.html" "$folder/"
    SOURCE_DATE_EPOCH=$time "$PYTHON" -B tools/program_wheel.py "$folder" "$target" "$version" "$out" >/dev/null
    find "$folder" -exec touch -h -d "@$time" {} +
    case $target in
        *-windows) (cd "$out" && rm -f "$name.zip" && "$PYTHON" - "$name" "$time" <<'EOF'
import os, sys, time, zipfile
name, when = sys.argv[1], time.gmtime(max(int(sys.argv[2]), 315532800))[:6]
with zipfile.ZipFile(name + ".zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as z:
    for path in sorted(os.path.join(d, f) for d, _, files in os.walk(name) for f in files):
        entry = zipfile.ZipInfo(path, when)
        entry.external_attr = 0o100644 << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
        z.writestr(entry, open(path, "rb").read())
EOF
            ) ;;
        *) LC_ALL=C tar -C "$out" --sort=name --format=ustar --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --mtime="@$time" -cf - "$name" |
            gzip -n -9 >"$out/$name.tar.gz" ;;
    esac
    rm -rf "$folder"
done
(cd "$out" && ls -l gpuloupe-"$version"-*.tar.gz gpuloupe-"$version"-*.zip gpuloupe-"$version"-*.whl 2>/dev/null | awk '{print $9 ": " $5 " bytes"}')
