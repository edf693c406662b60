. tests/lib.sh
. tests/python.sh
# Types of the installed package and shim: mypy --strict finds nothing, and a script for the vendor's module gets real types.
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
if python_ready; then
    mypy="$PYTHON -m mypy --cache-dir $(cd "$B/python" && pwd)/mypy --strict --config-file $PWD/examples/bindings/python/pyproject.toml"
    if ! "$PYTHON" -c 'import mypy' 2>/dev/null; then
        skip "needs mypy"
    else
        top=$PWD
        mkdir "$dir/package" "$dir/user"
        cp -r "$PYTHONPATH/ncurep" "$dir/package/"
        cd "$dir/package" || exit 1
        rm -r ncurep/rule_files
        mv ncurep/rule_helpers ncurep/compat ./
        check "the package" $mypy -p ncurep
        # These find each other by plain names.
        cd rule_helpers || exit 1
        MYPYPATH=$dir/package:$dir/package/compat check "modules for rules" $mypy --explicit-package-bases ./*.py
        # A user sees the installed package.
        cd "$dir/user" || exit 1
        cp "$top/tests/unit/python_types.py" script.py
        $mypy script.py 2>&1 | sed -n 's/^script.py:\([0-9]*\): note: Revealed type is "\(.*\)"$/\1 \2/p; s/^[^:]*:[0-9]*: error.*/&/p' >found
        sed -n '/reveal_type/{=;s/.*  # //p;}' script.py | paste -d' ' - - >wanted
        check "what is revealed" diff wanted found
        sed '/reveal_type/d' script.py >plain.py
        check "no error" $mypy plain.py
        echo 'import ncu_report; ncu_report.load_report("x")[0][0].no_such_method()' >wrong.py
        says 1 'no attribute "no_such_method"' $mypy wrong.py
        check "the shim's types are there" "$PYTHON" -m mypy.stubtest --ignore-missing-stub --mypy-config-file "$top/examples/bindings/python/pyproject.toml" ncu_report
        for sample in "$top"/examples/bindings/python/samples/*.py; do
            sed 's/import ncurep as ncu_report/import ncu_report/' "$sample" >sample.py
            check "$sample" ${mypy%--strict*} --config-file= --check-untyped-defs --disable-error-code var-annotated sample.py
        done
    fi
fi
finish
