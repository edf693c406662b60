# JSON of ncurep against docs/ncurep.schema.json and docs/JSON-ncurep.md.
. tests/lib.sh
python=${PYTHON:-python3}
if ! have "$python"; then
    skip "needs python3"
    finish
    exit
fi
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"$python" -B tests/golden/ncurep_json.py "${B:-build}/ncurep" examples/data/samples/ncurep "$dir" ../shared/corpus/ncurep
