. tests/lib.sh
. tests/python.sh
# The wheel, built by the backend itself and, where they are, by pip and build; installed; and the library for Windows.
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
if python_ready; then
    unset NCUREP_NATIVE
    export CFLAGS=-O0
    report=$PWD/examples/samples/ncurep/saxpy.ncu-rep look='import sys, ncurep; print(ncurep.load_report(sys.argv[1])[0][0].name())'
    before=$(ls -R examples/python)
    check "backend" "$PYTHON" -c 'import sys; sys.path.insert(0, "examples/python"); import backend; backend.build_wheel(sys.argv[1])' "$dir"
    wheel=$(ls "$dir"/*.whl)
    check "unpacks" "$PYTHON" -m zipfile -e "$wheel" "$dir/site"
    installed() { (cd / && PYTHONPATH=$dir/site "$PYTHON" "$@"); }
    check "the package of the wheel" installed -c "$look" "$report"
    PYTHONPATH=$dir/site
    compat=$(cd / && "$PYTHON" -m ncurep --compat)
    check "its compat folder" sh -c "cd / && PYTHONPATH='$compat' '$PYTHON' -c 'import ncu_report, NvRules; ncu_report.IMetric, NvRules.IFrontend'"
    PYTHONPATH=$PWD/examples/python
    check "source archive" "$PYTHON" -c 'import sys; sys.path.insert(0, "examples/python"); import backend; backend.build_sdist(sys.argv[1])' "$dir"
    mkdir "$dir/unpacked"
    if tar -C "$dir/unpacked" -xzf "$dir"/*.tar.gz 2>/dev/null; then
        check "wheel of the source archive" "$PYTHON" -c 'import sys; sys.path.insert(0, sys.argv[1]); import backend; backend.build_wheel(sys.argv[1])' \
            "$dir"/unpacked/*
    else
        skip "needs tar with gzip"
    fi
    if "$PYTHON" -m pip --version >/dev/null 2>&1; then
        check "pip wheel" "$PYTHON" -m pip wheel -q --no-deps --no-index --no-cache-dir -w "$dir/pip" examples/python
        check "pip install" "$PYTHON" -m pip install -q --no-deps --no-index --no-compile --target "$dir/target" "$dir"/pip/*.whl
        check "what pip installed" sh -c "cd / && PYTHONPATH='$dir/target' '$PYTHON' -c '$look' '$report'"
    else
        skip "needs pip"
    fi
    if (cd / && "$PYTHON" -c 'import build.__main__') 2>/dev/null; then
        check "build" "$PYTHON" -m build --no-isolation -o "$dir/build" examples/python
    else
        skip "needs the package build"
    fi
    [ "$before" = "$(ls -R examples/python)" ] && ok || fail "files were left in examples/python" "$(git status --short examples/python 2>/dev/null)"
    if have x86_64-w64-mingw32-gcc; then
        check "the library for Windows" x86_64-w64-mingw32-gcc -O0 -ffp-contract=off -Wall -Wextra -Werror -shared -I. \
            -o "$dir/ncurep_native.dll" examples/python/native.c examples/python/findings.c
        if have x86_64-w64-mingw32-objdump; then
            names=$(x86_64-w64-mingw32-objdump -p "$dir/ncurep_native.dll" | grep -c ' py_[a-z_]*$')
            [ "$names" -ge 20 ] && ok || fail "exports of the library for Windows: $names"
        fi
    else
        skip "needs a compiler for Windows (x86_64-w64-mingw32-gcc)"
    fi
fi
finish
