# The extension of JupyterLab, as the wheel brings it, in a JupyterLab of its own and headless Chromium.
. tests/lib.sh
. tests/python.sh
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
find_browser
if ! python_ready; then finish; exit; fi
if ! (cd / && "$PYTHON" -c 'import jupyterlab, ipykernel') 2>/dev/null; then skip "needs jupyterlab"; finish; exit; fi
if [ -z "$browser" ]; then skip "needs Chromium"; finish; exit; fi
if ! sh tools/viewer.sh check >/dev/null 2>&1; then skip "needs clang with wasm32"; finish; exit; fi
check "make viewer" ${MAKE:-make} -s B="$B" viewer
# Without the viewer the wheel is as it was; with it, it has four files more, at the place from which JupyterLab takes them.
built() { NCUREP_BUILT=$PWD/$B/python "$@" "$PYTHON" -B examples/bindings/python/backend.py wheel "$dir" >/dev/null; }
files() { "$PYTHON" -m zipfile -l "$dir"/ncurep-*.whl | sed -n 's/^\(ncurep[^ ]*\).*/\1/p' | sort; }
check "a wheel without the viewer" built env
files >"$dir/without"
check "a wheel with it" built env NCUREP_VIEWER="$PWD/$B/viewer.html"
files | comm -13 "$dir/without" - | sed 's|^ncurep-[0-9.]*\.data/||' >"$dir/more"
equal "the files of the extension" "$(printf 'data/share/jupyter/labextensions/ncurep/%s\n' install.json package.json static/remoteEntry.js static/viewer.html)" "$(cat "$dir/more")"
says 1 "no/viewer.html" built env NCUREP_VIEWER=no/viewer.html
mkdir "$dir/site" && (cd "$dir/site" && "$PYTHON" -m zipfile -e "$dir"/ncurep-*.whl .)
python_counts tests/jupyter.py "$browser" "$dir/site" examples/data/samples/ncurep/canopy.ncu-rep examples/data/samples/nvsection/wave.section "$B/ncurep"
finish
