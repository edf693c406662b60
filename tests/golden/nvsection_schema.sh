# nvsection schema: text, JSON, CSV, and the table of docs/FORMAT-nvsection.md, which it writes: UPDATE=1 sh tests/golden/nvsection_schema.sh
. tests/lib.sh
tool=${B:-build}/nvsection
page=docs/FORMAT-nvsection.md
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
$tool schema --markdown >"$tmp/table"
if [ -n "${UPDATE:-}" ]; then
    awk -v table="$tmp/table" '/^<!-- end of schema -->$/ { skip = 0 } !skip
        /^<!-- schema: .*-->$/ { print ""; while ((getline line <table) > 0) print line; print ""; skip = 1 }' $page >"$tmp/page" && cp "$tmp/page" $page
    $tool schema MetricDefinition >tests/golden/nvsection/schema.txt
fi
sed -n '/^<!-- schema: /,/^<!-- end of schema -->/p' $page | sed '1d;$d;/^$/d' >"$tmp/block"
if [ "$(wc -l <"$tmp/block")" -gt 200 ] && cmp -s "$tmp/block" "$tmp/table"; then ok; else fail "$page: its table is not what nvsection schema --markdown says" "$(diff "$tmp/block" "$tmp/table")"; fi
$tool schema MetricDefinition >"$tmp/out"
if cmp -s "$tmp/out" tests/golden/nvsection/schema.txt; then ok; else fail "schema MetricDefinition" "$(diff tests/golden/nvsection/schema.txt "$tmp/out")"; fi
prints "schema MetricOption as CSV" $tool schema --csv MetricOption <<'END'
message,field,type,presence,number,since,meaning,example
MetricOption,Name,string,required,1,2019,The metric to collect there,"Name: ""lts__t_bytes.sum"""
MetricOption,Label,string,optional,2,2021.2,Its label; without one that of the metric,"Label: ""L2 Bytes"""
MetricOption,Filter,message Filter,optional,3,2019,Where this option is taken; without one everywhere,Filter { MinArch: CC_75 MaxArch: CC_89 }
END
$tool schema >"$tmp/overview"
names=$(grep -c '^[A-Z]' "$tmp/overview")
fields=$($tool schema --csv | tail -n +2 | wc -l)
if [ "$(awk 'length > 80' "$tmp/overview" | wc -l)" = 0 ] && [ "$names" -gt 50 ] && [ "$fields" = $(($(wc -l <"$tmp/table") - 2 - names)) ]; then ok; else
    fail "the overview has the messages of the table, the CSV its fields" "$names messages, $fields fields"
fi
exits 0 "a path" $tool schema Body.Items.Table.Metrics
exits 2 "an unknown message" $tool schema Nothing
exits 2 "two messages" $tool schema Metric Filter
exits 3 "an output that cannot be written" $tool schema -o "$tmp/none/a"
if $tool schema Metrc 2>&1 | grep -q 'is Metric meant'; then ok; else fail "the nearest message is named"; fi
if have python3; then
    $tool schema --json >"$tmp/json"
    check "JSON: every field has what the page says" python3 - "$tmp/json" <<'END'
import json, sys
all = json.load(open(sys.argv[1]))
assert sum(len(m["fields"]) for m in all) > 200
for m in all:
    assert set(m) == {"message", "since", "meaning", "fields"}, m
    for f in m["fields"]:
        assert set(f) - {"values"} == {"name", "type", "of", "presence", "number", "since", "meaning", "example"}, f
        assert ("values" in f) == (f["type"] == "enum") and f["presence"] in ("optional", "required", "repeated", "oneof"), f
END
else
    skip "needs python3"
fi
# A new section of each template.
for template in table bars roofline timeline source; do
    $tool new Mine --template $template >"$tmp/Mine.section"
    exits 0 "new --template $template lints clean" $tool lint "$tmp/Mine.section"
done
exits 2 "an unknown template" $tool new Mine --template pie
exits 2 "no Identifier" $tool new 'My section'
finish
