# JSON and CSV of nvprofile against docs/nvprofile.schema.json and docs/JSON-nvprofile.md.
. tests/lib.sh
python=${PYTHON:-python3}
if ! have "$python"; then
    skip "needs python3"
    finish
    exit
fi
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"$python" -B tests/golden/nvprofile_json.py "${B:-build}/nvprofile" examples/data/samples/nvprofile "$dir"
