# What derive, evaluate and their rules print. New outputs: UPDATE=1 sh tests/golden/nvsection_values.sh
. tests/lib.sh
tool=${B:-build}/nvsection
samples=examples/samples/nvsection
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
golden() { # name, command...
    golden_name=$1
    shift
    "$@" >"$tmp/out" 2>&1 </dev/null
    echo "exit $?" >>"$tmp/out"
    [ -z "${UPDATE:-}" ] || cp "$tmp/out" "tests/golden/nvsection_values/$golden_name.txt"
    if cmp -s "$tmp/out" "tests/golden/nvsection_values/$golden_name.txt"; then ok; else
        fail "$golden_name" "$(diff "tests/golden/nvsection_values/$golden_name.txt" "$tmp/out")"
    fi
}
golden derive $tool derive -n 2 $samples/wave.json
golden derive_old $tool derive --generation 1 $samples/wave.json 'x=2.0 * memory_l2_theoretical_sectors_global'
golden derive_csv $tool derive --csv -n 9 $samples/wave.json
golden derive_json $tool derive --json -n 1 $samples/wave.json
golden derive_one $tool derive $samples/wave.json 'launch__thread_count / 7.5'
golden evaluate $tool evaluate -m $samples/wave.json -n 2 $samples/wave.section
golden evaluate_no_rules $tool evaluate -m $samples/wave.json --no-rules --cc 9.0 $samples/wave.section
golden evaluate_csv $tool evaluate -m $samples/wave.json --csv $samples/wave.section
golden evaluate_json $tool evaluate -m $samples/wave.json --json $samples/wave.section
golden rules $tool evaluate -m $samples/wave.json examples/sections
golden dump $tool dump --evaluate --metrics $samples/wave.json $samples/wave.section
golden dump_derive $tool dump --derive $samples/wave.json
printf '%s\n' '# names' sm__a.sum 'sm__b.sum	more' lts__a.max >"$tmp/names"
golden match $tool dump --match '^sm__.\.sum$' "$tmp/names"
golden match_wrong $tool dump --match 'a{2' "$tmp/names"
for case in '{"metrics":{"a":{"value":["int",1]}}}' '{"metrics":{"a":{"value":["uint64",-1]}}}' '{"metrics":[]}' \
    '{"metrics":{"a":{"value":["double",1]}}' '{"generation":3}' '{} x' '{"metrics":{"a":{"value":["string","\u1234"]}}}' \
    '{"metrics":{"a":{"value":["uint64",18446744073709551616]}}}' '{"metrics":{"a":{"instances":[[null]]}}}'; do
    printf '%s' "$case" >"$tmp/wrong.json"
    $tool derive "$tmp/wrong.json" 1 2>&1 | sed "s|$tmp/||"
done >"$tmp/wrong"
golden wrong_metrics cat "$tmp/wrong"
exits 3 "no such file" $tool derive "$tmp/nothing.json" 1
exits 2 "no metrics" $tool evaluate $samples/wave.section
exits 2 "no generation 3" $tool derive --generation 3 $samples/wave.json
exits 0 "help" $tool evaluate --help
exits 0 "help" $tool derive --help
finish
