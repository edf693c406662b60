# The action of packaging/action: its steps, run as GitHub runs them, in a folder of their own.
. tests/lib.sh
have bash || { skip "needs bash"; finish; exit; }
B=${B:-build}
action=packaging/action/action.yml
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
samples=$PWD/examples/data/samples/ncurep
PATH=$(cd "$B" && pwd):$PATH
# Each block of "run: |" becomes a script by the name of its step.
awk -v to="$tmp" '
    /^    - name: / { name = $3 }
    /^      run: \|$/ { file = to "/" name; next }
    file != "" && /^        / { print substr($0, 9) >file; next }
    { file = "" }' $action
for step in digest page gate; do
    if [ -s "$tmp/$step" ]; then ok; else fail "$action has no step $step"; fi
done
if grep -q '\${{' "$tmp/digest" "$tmp/page" "$tmp/gate"; then fail "an input stands in a script, where it could be code"; else ok; fi
# What steps ask for is an input, and what they run with is what the action gives them.
for input in $(grep -o 'inputs\.[a-z]*' $action | sed 's/.*\.//' | sort -u); do
    if grep -q "^  $input:$" $action; then ok; else fail "$action has no input $input"; fi
done
for name in REPORT BASELINE LIMITS TOLERANCE PAGE; do
    if grep -q "^        $name: \${{ inputs.$(echo $name | tr A-Z a-z) }}$" $action; then ok; else fail "no step has $name"; fi
done
step() { # NAME REPORT BASELINE LIMITS
    (cd "$tmp/tree" && REPORT=$2 BASELINE=$3 LIMITS=$4 TOLERANCE=2 PAGE="a page.html" GITHUB_STEP_SUMMARY=$tmp/summary bash --noprofile --norc -eo pipefail "$tmp/$1")
}
summary_has() { # NAME WORDS
    if grep -qF -- "$2" "$tmp/summary"; then ok; else fail "$1: the summary lacks $2" "$(cat "$tmp/summary")"; fi
}
begin() { rm -rf "$tmp/tree" "$tmp/summary"; mkdir "$tmp/tree"; : >"$tmp/summary"; }
begin
cp "$samples/canopy.ncu-rep" "$tmp/tree/-new report.ncu-rep"
cp "$samples/canopy_before.ncu-rep" "$tmp/tree/old.ncu-rep"
printf '* gpu__time_duration.sum <= 50 us\n' >"$tmp/tree/limits"
printf '* gpu__time_duration.sum <= 1 us\n' >"$tmp/tree/tight"
check "digest" step digest "-new report.ncu-rep" "" ""
summary_has digest saxpyish
check "page" step page "-new report.ncu-rep" old.ncu-rep ""
if grep -q 'id="comparison"' "$tmp/tree/a page.html"; then ok; else fail "the page is no comparison"; fi
check "a gate that passes: faster than before" step gate "-new report.ncu-rep" old.ncu-rep limits
summary_has "the gate" "pairs of kernels"
exits 1 "slower than before" step gate old.ncu-rep "-new report.ncu-rep" ""
exits 1 "above a limit" step gate "-new report.ncu-rep" "" tight
says 0 "nothing was compared" step gate "-new report.ncu-rep" gone.ncu-rep ""
head -c 3000 "$tmp/tree/old.ncu-rep" >"$tmp/tree/cut.ncu-rep"
exits 3 "a damaged report" step digest cut.ncu-rep "" ""
exits 3 "a damaged report at the gate" step gate cut.ncu-rep old.ncu-rep ""
begin
exits 3 "no report" step digest gone.ncu-rep "" ""
finish
