. tests/lib.sh
. tests/python.sh
# The wheels of make wheels and the source archive: their names, the same bytes each time, and what they do in a fresh virtual
# environment of each Python that is here. Then pip, build, another libc and Windows.
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
pythons() {
    for python in "$PYTHON" python3.8 python3.9 python3.10 python3.11 python3.12 python3.13 python3.14 \
        "${PYENV_ROOT:-$HOME/.pyenv}"/versions/*/bin/python3; do
        have "$python" && "$python" -c 'import sys; sys.exit(sys.version_info < (3, 8))' 2>/dev/null || continue
        # Each version once.
        version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
        case " $seen " in *" $version "*) continue ;; esac
        seen="$seen $version"
        echo "$python"
    done
}
# tried PYTHON: both wheels in a virtual environment of it.
tried() {
    rm -rf "$dir/venv"
    if ! "$1" -m venv "$dir/venv" >/dev/null 2>&1; then
        skip "needs venv for $1"
        return
    fi
    in=$dir/venv/bin
    check "$1: pip install" "$in/pip" install -q --no-index --no-cache-dir --disable-pip-version-check "$wheel" "$dir"/dist/ncu_report_shim-*.whl
    check "$1: ncurep-py --version" test "$(cd / && "$in/ncurep-py" --version)" = "ncurep-py 1.0.0, Python $("$1" -c 'import platform; print(platform.python_version())')"
    check "$1: a script for the vendor's module" test "$(cd / && "$in/python" -c "$look" "$report" 2>&1)" = saxpyish
    check "$1: rules" test "$(cd / && "$in/ncurep-py" rules "$report" --rules-folder "$("$in/ncurep-py" --rules)" --csv | wc -l)" -gt 1
    check "$1: sections" test -f "$("$in/ncurep-py" --sections)/SpeedOfLight.section"
}
if python_ready; then
    unset NCUREP_NATIVE PYTHONPATH
    report=$PWD/examples/data/samples/ncurep/saxpy.ncu-rep look='import sys, ncu_report; print(ncu_report.load_report(sys.argv[1])[0][0].name())'
    before=$(ls -R examples/bindings/python)
    export SOURCE_DATE_EPOCH=1700000000
    mkdir "$dir/again"
    check "make wheels" env B="$dir" sh tools/wheels.sh
    check "make wheels once more" env B="$dir/again" TZ=Asia/Tokyo sh -c 'umask 077; sh tools/wheels.sh'
    check "the same bytes" diff -r "$dir/dist" "$dir/again/dist"
    [ "$before" = "$(ls -R examples/bindings/python)" ] && ok || fail "files were left in examples/bindings/python" "$(git status --short examples/bindings/python 2>/dev/null)"
    check "the version of make" grep -q "^VERSION = $(sed -n 's/^__version__ = "\(.*\)"/\1/p' examples/bindings/python/ncurep/__init__.py)\$" Makefile
    wheel=$(ls "$dir"/dist/ncurep-*linux*.whl | grep -v musl)
    python_counts tests/unit/python_wheel.py "$dir"/dist/*.whl "$dir"/dist/*.tar.gz
    pythons >"$dir/pythons"
    while read -r python; do tried "$python"; done <"$dir/pythons"

    # The shim and NVIDIA's module: the script that finds both hears of it, and gets the one it names first.
    if [ -x "$dir/venv/bin/python" ]; then
        mkdir "$dir/vendor" && echo 'name = "theirs"' >"$dir/vendor/ncu_report.py"
        site=$("$in/python" -c 'import ncu_report, os; print(os.path.dirname(os.path.dirname(ncu_report.__file__)))')
        run() { (cd / && "$in/python" -c "$@"); }
        look='import ncu_report; print(ncu_report.load_report)'
        says 1 "would hide NVIDIA's ncu_report ($dir/vendor/ncu_report.py)" run "import sys; sys.path.append('$dir/vendor'); $look"
        PYTHONPATH=$dir/vendor says 0 theirs run 'import ncu_report; print(ncu_report.name)'
        says 0 load_report run "import sys; sys.path.append('$PWD/examples/bindings/python/compat'); $look"
        PYTHONPATH="$("$in/ncurep-py" --compat)" says 0 load_report run "import NvRules; $look"
        cp "$dir/vendor/ncu_report.py" "$site/"
        says 1 "would hide NVIDIA's ncu_report ($site/ncu_report.py)" run "$look"
        rm "$site/ncu_report.py"
        mkdir "$site/ncu_report-2026.1.dist-info"
        printf 'Metadata-Version: 2.1\nName: ncu-report\nVersion: 2026.1\n' >"$site/ncu_report-2026.1.dist-info/METADATA"
        says 1 "would hide NVIDIA's ncu_report (the package ncu-report" run "$look"
        rm -r "$site/ncu_report-2026.1.dist-info"
        says 0 load_report run "$look"
    fi

    # For musl: its own loader resolves every symbol of the shared object and reads a report with it.
    musl=$(ls "$dir"/dist/ncurep-*musllinux*.whl 2>/dev/null)
    if [ -n "$musl" ]; then
        check "unpack the wheel for musl" "$PYTHON" -m zipfile -e "$musl" "$dir/musl"
        check "a program on musl" musl-gcc -o "$dir/load" tests/python_load.c
        check "the wheel for musl on musl" "$dir/load" "$dir/musl/ncurep/ncurep_native.so" "$report"
        check "its page on musl" "$dir/load" "$dir/musl/ncurep/ncurep_page.so"
        check "the wheel for glibc is not for musl" sh -c "! cmp -s '$dir/musl/ncurep/ncurep_native.so' '$site/ncurep/ncurep_native.so'"
    else
        skip "needs auditwheel and musl-gcc"
    fi

    if "$PYTHON" -m pip --version >/dev/null 2>&1; then
        check "pip wheel" env NCUREP_BUILT="$PWD/$B/python" "$PYTHON" -m pip wheel -q --no-deps --no-index --no-cache-dir -w "$dir/pip" examples/bindings/python
        check "pip wheel of the source archive" env CFLAGS=-O0 "$PYTHON" -m pip wheel -q --no-deps --no-index --no-cache-dir -w "$dir/pip2" "$dir"/dist/*.tar.gz
    else
        skip "needs pip"
    fi
    if (cd / && "$PYTHON" -c 'import build.__main__') 2>/dev/null; then
        check "build" env NCUREP_BUILT="$PWD/$B/python" "$PYTHON" -m build --no-isolation -o "$dir/build" examples/bindings/python
    else
        skip "needs the package build"
    fi
    if have x86_64-w64-mingw32-gcc; then
        check "the library for Windows" x86_64-w64-mingw32-gcc -O0 -ffp-contract=off -Wall -Wextra -Werror -shared -I. -Iexamples/shared \
            -o "$dir/ncurep_native.dll" examples/bindings/python/native.c examples/bindings/python/findings.c \
            examples/shared/report/model/metric_text.c
        if have x86_64-w64-mingw32-objdump; then
            names=$(x86_64-w64-mingw32-objdump -p "$dir/ncurep_native.dll" | grep -c ' py_[a-z_]*$')
            [ "$names" -ge 20 ] && ok || fail "exports of the library for Windows: $names"
        fi
    else
        skip "needs a compiler for Windows (x86_64-w64-mingw32-gcc)"
    fi
fi
finish
