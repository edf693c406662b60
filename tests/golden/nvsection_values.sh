# What derive, evaluate and their rules print. New outputs: UPDATE=1 sh tests/golden/nvsection_values.sh
. tests/lib.sh
tool=${B:-build}/nvsection
samples=examples/data/samples/nvsection
want=tests/golden/nvsection_values
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
golden derive $tool derive -n 2 $samples/wave.json
golden derive_old $tool derive --generation 1 $samples/wave.json 'x=2.0 * memory_l2_theoretical_sectors_global'
cat >"$tmp/ids.json" <<'END'
{"metrics":{"a":{"value":["uint64",3],"instances":[[["uint64",1],["uint64",1]],[["uint64",2],["uint64",2]]]},
 "b":{"value":["uint64",15],"instances":[[["uint64",2],["uint64",10]],[["uint64",3],["uint64",5]]]},"c":{"value":["uint64",100]}}}
END
for generation in 1 2 guide; do golden derive_ids_$generation $tool derive -n 9 --generation $generation "$tmp/ids.json" x=a+b y=c+b; done
# A year alone is its end: of 2022 the first generation, of 2023 the second.
for year in 2022 2023; do
    sed "s/^{/{\"ncu_version\":\"$year\",/" "$tmp/ids.json" >"$tmp/year.json"
    $tool derive -n 9 "$tmp/year.json" x=a+b y=c+b >"$tmp/year" 2>&1
    echo "exit $?" >>"$tmp/year"
    same "arithmetic of $year" $want/derive_ids_$((year - 2021)).txt "$tmp/year"
done
exits 2 "another generation" $tool derive --generation 3 "$tmp/ids.json" x=a
golden derive_csv $tool derive --csv -n 9 $samples/wave.json
golden derive_json $tool derive --json -n 1 $samples/wave.json
golden derive_one $tool derive $samples/wave.json 'launch__thread_count / 7.5'
golden evaluate $tool evaluate -m $samples/wave.json -n 2 $samples/wave.section
golden evaluate_no_rules $tool evaluate -m $samples/wave.json --no-rules --cc 9.0 $samples/wave.section
golden evaluate_csv $tool evaluate -m $samples/wave.json --csv $samples/wave.section
golden evaluate_json $tool evaluate -m $samples/wave.json --json $samples/wave.section
golden rules $tool evaluate -m $samples/wave.json examples/data/sections
# Whatever rules say before it, room for improvement ends evaluate with 1.
{
    printf '{"ncu_version":"2025.1.0","compute_capability":80,"metrics":{'
    for level in l1tex__ lts__ gpu__dram_; do printf '"%sthroughput.avg.pct_of_peak_sustained_elapsed":{"value":["double",%s]},' $level ${#level}0; done
    for kind in global_op_ld local_op_st; do
        for figure in ratio:12 max_rate:32; do
            printf '"smsp__sass_average_data_bytes_per_sector_mem_%s.%s":{"value":["double",%s]},' $kind ${figure%:*} ${figure#*:}
        done
    done
    printf '"lts__t_sector_op_write_hit_rate.pct":{"value":["double",20]},"l1tex__t_sector_pipe_lsu_mem_local_op_st_hit_rate.pct":{"value":["double",5]}}}'
} >"$tmp/two.json"
printf 'Identifier: "MemoryWorkloadAnalysis_Tables" DisplayName: "T"\n' >"$tmp/two.section"
golden rule_twice $tool evaluate -m "$tmp/two.json" "$tmp/two.section"
golden dump $tool dump --evaluate --metrics $samples/wave.json $samples/wave.section
golden dump_derive $tool dump --derive $samples/wave.json
# A section with every kind of part, in each form; what it asks for, and why.
kinds="$want/kinds.section"
golden kinds_parse $tool dump --parse $kinds
printf 'Identifier: "A"\nNothing: 1\nDisplayName: 2\n' >"$tmp/later.section"
says_line 0 '{"kind":"result","status":"error","class":"type","line":3,"column":14}' $tool dump --parse --lenient "$tmp/later.section" # a mistake after a warning
printf '%s\n' b__reads.sum b__writes.sum b__wide.sum spread zero b__busy.avg >"$tmp/listed"
printf 'group:pair\tb__reads.sum,b__writes.sum\nbreakdown:3:b__busy.avg\tspread,gone\n' >"$tmp/lists"
golden kinds_select $tool dump --select --cc 86 --names "$tmp/listed" --expand "$tmp/lists" $kinds
golden kinds_range sh -c '"$0" dump --select --cc 89 --scope range --vgpu --kmd 549 "$1" | grep -v "\"selected\""' $tool $kinds
golden kinds_explain sh -c 'for name in b__virtual b__driver b__items new__one b__writes.sum twice; do
    "$0" explain "$name" "$1"; "$0" explain "$name" --cc 7.5 --scope cmdlist --vgpu --kmd 571 "$1"; done; "$0" explain --json b__reads.sum "$1"' $tool $kinds
golden kinds_select_json $tool select --json --cc 86 --names "$tmp/listed" --expand "$tmp/lists" $kinds
golden kinds_dump $tool dump --evaluate -m $want/kinds.json $kinds
printf 'Identifier: "B"\nDisplayName: "B"\n  Headr { }\n' >"$tmp/bad.section"
golden kinds_dump_old sh -c '"$0" dump --evaluate --cc 75 --scope range -m "$1" "$2" "$2" "$3" | grep -E "header|dropped|file"' $tool $want/kinds.json $kinds "$tmp/bad.section"
golden kinds_evaluate $tool evaluate --no-rules -m $want/kinds.json $kinds
# The colours of each verb, with ~ for ESC.
golden kinds_color sh -c '{ "$0" evaluate --color always --no-rules -m "$1" "$2"; "$0" evaluate --color always -m "$3" "$4"
    "$0" derive --color always -n 1 "$1"; "$0" list-sections --color always "$2"; "$0" list-sets --color always "$2"
    "$0" select -a --color always --cc 86 "$2"; "$0" explain --color always b__reads.sum "$2"; "$0" lint --color always "$2"
    "$0" names --color always dram__bytes_read.sum; "$0" schema --color always Filter; } 2>"$5" | tr "\\033" "~"; tr "\\033" "~" <"$5" >&2' \
    $tool $want/kinds.json $kinds $samples/wave.json $samples/wave.section "$tmp/said_in_color"
golden kinds_json $tool evaluate --no-rules -n 2 --json -m $want/kinds.json $kinds
golden kinds_csv $tool evaluate --no-rules --csv -m $want/kinds.json $kinds
golden kinds_derive sh -c 'for how in "" --json --csv; do "$0" derive -n 2 $how "$1"; "$0" derive -n 2 $how -m "$1" half=spread/2 "5 - spread" zero*; done' \
    $tool $want/kinds.json
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

# One name has one value: the definition's, for display and for whatever needs it. The file's own value is shown beside it.
printf '%s' '{"ncu_version":"2025.1.0","compute_capability":90,"metrics":{"a":{"value":["uint64",21]},"n":{"value":["double","nan"]},
"p":{"value":["double","inf"]},"m":{"value":["double","-inf"]},"zero":{"value":["double",0.0]},"x.sum":{"value":["uint64",1]},"x_y":{"value":["uint64",2]},
"i":{"value":["uint64",3],"instances":[[["uint64",1],["uint64",1]],[["uint64",2],["uint64",9]]]}}}' >"$tmp/m.json"
body() { printf 'Identifier: "T" DisplayName: "Title"\n%s\n' "$2" >"$tmp/$1.section"; }
show="$tool evaluate -m $tmp/m.json --no-rules"
body redefined 'MetricDefinitions { MetricDefinitions { Name: "a" Expression: "2*a" } MetricDefinitions { Name: "b" Expression: "a+0" } }
Header { Metrics { Name: "a" } Metrics { Name: "b" } }'
says_line 0 '  a  42  (stored 21)' $show "$tmp/redefined.section" # a redefined metric
says_line 0 '  b  42' $show "$tmp/redefined.section" # what needs a redefined metric
says_line 0 '        "stored": 21,' $show --json "$tmp/redefined.section" # the stored value in JSON
body nan 'MetricDefinitions { MetricDefinitions { Name: "d" Expression: "0.0 / zero" } }
Header { Metrics { Name: "n" } Metrics { Name: "d" } Metrics { Name: "p" } Metrics { Name: "m" } }'
says_line 0 '  n   nan' $show "$tmp/nan.section" # NaN of a file
says_line 0 '  d   nan' $show "$tmp/nan.section" # NaN that was computed
for value in nan inf -inf; do says_line 0 "        \"value\": \"$value\"," $show --json "$tmp/nan.section"; done
says_line 0 'T,header,d,d,,value,nan,0' $show --csv "$tmp/nan.section" # NaN in CSV
body suffix 'Body { Items { SuffixTable { Suffixes { Suffix { Name: ".sum" Label: "Sum" } Suffix { Name: "_y" } } BaseNames { BaseName { Name: "x" Label: "Cycles" } } } } }'
says_line 0 '    Cycles    1   2' $show "$tmp/suffix.section" # a suffix table in text
says_line 0 'T,cell,Cycles Sum,x.sum,,value,1,0' $show --csv "$tmp/suffix.section" # rows of a suffix table in CSV
says_line 0 'T,cell,Cycles _y,x_y,,value,2,0' $show --csv "$tmp/suffix.section" # rows of a suffix table in CSV, named by the suffix
says_line 0 '1 file: 0 errors, 0 warnings' $tool lint "$tmp/suffix.section" # a suffix without a dot
body columns 'Body { Items { Table { Columns: 2 Rows: 2 Order: ColumnMajor Metrics { Name: "a" Unit: "apples" } Metrics { Name: "" } Metrics { Name: "zero" } Metrics { Name: "i" } } } }'
says_line 0 '    a  21  apples  zero  0' $show "$tmp/columns.section" # a table by columns
says_line 0 '                   i     3  (2 instances)' $show "$tmp/columns.section" # a filler keeps its place
body missing 'Header { Metrics { Name: "gone" } Metrics { Name: "a" } Metrics { Name: "gone" } Metrics { Name: "away" } }'
says_line 0 '  not in the file: gone, away' $show "$tmp/missing.section" # missing metrics are named once
says_line 0 '        "metric": "away",' $show --json "$tmp/missing.section" # missing metrics in JSON
body required 'Header { Metrics { Name: "gone" Filter { CollectionFilter { Importance: Required } } } }'
says_line 1 "nvsection: $tmp/required.section:2: required, and not in the file: gone" $show "$tmp/required.section" # a required metric that is missing
printf 'a\n' >"$tmp/names"
says_line 1 "nvsection: $tmp/required.section:2: gone: not among the names given, and required" $tool metrics --cc 9.0 --names "$tmp/names" "$tmp/required.section" # a required metric that is not available
body bins 'Header { Metrics { Name: "a" } } Body { Items { HistogramChart { HistogramAxis { BinCount: 100000000000 } Metric { Name: "i" } } } }'
says_line 1 '  a  21' $show "$tmp/bins.section" # what else a section with too many bins shows
says_line 1 "$tmp/bins.section:2:82: warning: number out of range: BinCount" $show "$tmp/bins.section" # too many bins, at their place
mkdir "$tmp/empty"
says_line 3 "nvsection: $tmp/empty: no section files in it (--recursive looks into subfolders)" $tool metrics --cc 9.0 "$tmp/empty" # a folder without sections
printf 'SourceMetricTable { Label: "l" Metrics { Name: "a" Label: " b" } }\n' >"$tmp/a.chart"
says_line 1 '1 file: 0 errors, 1 warning' $tool lint "$tmp/a.chart" # a chart is linted as a chart
says_line 3 "nvsection: $tmp/a.chart: a chart, not a section" $tool metrics --cc 9.0 "$tmp/a.chart" # a chart is no section
body scopes 'Filter { MinArch: CC_80 CollectionFilter { CollectionScopes: CollectionScope_Launch } }
Header { Metrics { Name: "m1" Filter { CollectionFilter { CollectionScopes: CollectionScope_Range } } } Metrics { Name: "m2" Options { Name: "o2" } } }'
says_line 0 '  - m1  arch: wants cc 8.0 and newer (filter of the section)' $tool select --cc 7.5 -a "$tmp/scopes.section" # a section filter, without the scope that the metric overrides
says_line 0 '    filter: cc 8.0 and newer, scope range' $tool explain m1 "$tmp/scopes.section" # the filters of both count
says_line 0 '    option 1: o2 for cc 8.0 and newer, scope launch' $tool explain m2 "$tmp/scopes.section" # an option without a filter has that of the section
says_line 0 '    an operand: b = a+0 (a definition collects nothing)' $tool explain a "$tmp/redefined.section" # who asks for an operand
printf '%s\n' 'Identifier: "T" DisplayName: "t" Headr { }' \
    'MetricDefinitions { MetricDefinitions { Name: "d" Expression: "1.0 * a / b" } MetricDefinitions { Name: "e" Expression: "d + device__attribute_x" } }' \
    'Header { Metrics { Name: "regex:(" } Metrics { Name: "group:" } Metrics { Name: "a" } }' \
    'Body { Items { Table { Columns: 0 } } Items { HistogramChart { HistogramAxis { BinCount: -1 } Metric { Name: "a" } } }' \
    'Items { RooflineChart { Walls { Value { } } } } }' >"$tmp/lint.section"
lints() { says_line 1 "$tmp/lint.section:$2 [$1]" $tool lint --lenient "$tmp/lint.section"; }
lints unknown-field '1:34: warning: unknown field: Headr; is "Header" meant?'
lints operand '2:51: warning: the expression needs "b", which no section here collects'
lints regex '3:20: error: malformed expression, character 1: a group is not closed'
lints prefix '3:48: error: "group:" without a name'
lints columns '4:24: warning: a table without columns is shown with one'
lints bins '4:80: warning: BinCount is shown as 1'
lints roofline '5:33: warning: a roofline value without Constant, Metric or expression has no value'
says_line 1 '1 file: 2 errors, 5 warnings' $tool lint --lenient "$tmp/lint.section" # lint: and nothing else
for template in table bars roofline timeline source; do
    $tool new My_section -t $template -o "$tmp/new.section"
    says_line 0 '1 file: 0 errors, 0 warnings' $tool lint "$tmp/new.section"
    $tool metrics --cc 9.0 "$tmp/new.section" >"$tmp/said" 2>/dev/null
    if [ -s "$tmp/said" ]; then ok; else fail "new: a $template that collects nothing"; fi
done
says_line 2 "nvsection: an Identifier has letters, digits and _: not \"My section\"" $tool new 'My section' # new: a name with a space
says_line 2 "nvsection: --template: \"pie\" is not one of table, bars, roofline, timeline, source" $tool new A -t pie # new: no such template
finish
