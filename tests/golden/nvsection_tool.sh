# What the verbs of the tool print, and their exit codes. New outputs: UPDATE=1 sh tests/golden/nvsection_tool.sh
. tests/lib.sh
tool=${B:-build}/nvsection
samples=examples/data/samples/nvsection sections=examples/data/sections
want=tests/golden/nvsection
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
golden lint $tool lint $samples/Mistakes.section
golden lint_csv $tool lint --csv $samples/Mistakes.section
golden lint_json $tool lint --json $samples/Mistakes.section
golden lint_fine $tool lint $sections
golden mistakes $tool lint $want/mistakes.section
for name in b a c; do printf 'Identifier: "%s" DisplayName: "%s"\nNo: 1\n  Such: 2 Field: 3\n' $name $name >"$tmp/order_$name.section"; done
equal "findings by file and place" 'b,2,1 b,3,3 b,3,11 a,2,1 a,3,3 a,3,11 c,2,1 c,3,3 c,3,11 ' "$($tool lint --csv "$tmp/order_b.section" "$tmp/order_a.section" \
    "$tmp/order_c.section" | sed -n 's|.*order_\(.\).section,\([0-9]*,[0-9]*\),.*|\1,\2|p' | tr '\n' ' ')"
golden select $tool select --cc 8.0 --section 'regex:Mem.*|Launch.*' --dropped $sections
golden select_range $tool select --cc 80 --scope range --dropped $sections/Occupancy.section
golden select_csv $tool select --chip gh100 --csv $sections/MemoryWorkloadAnalysis.section
golden select_json $tool select --chip tu102 --json $sections/PmSampling.section
golden metrics $tool metrics --cc 7.5 --set basic $sections
golden metrics_json $tool metrics --cc 7.5 --section LaunchStats --json $sections
golden explain $tool explain lts__gcomp_input_sectors.sum $sections
golden explain_cc $tool explain lts__gcomp_input_sectors.sum --cc 9.0 $sections
golden explain_none $tool explain no__such.sum $sections
golden list_sections $tool list-sections $sections
printf 'Identifier: "L" DisplayName: "A title of more than twenty-eight letters"\n' >"$tmp/long.section"
says 0 'A title of more than twenty-eight letters' $tool list-sections "$tmp/long.section"
golden list_sets $tool list-sets $sections
golden list_sets_csv $tool list-sets --csv $sections
printf '# first\nIdentifier:"i",DisplayName: "a" "b"  # behind\n\n\n\nSets[{Identifier:"s"},<Identifier:"t">]Header<Rows:2;Metrics:{Name:"m"Multiplier: - 1.5 Groups:["x" , "y"]}Metrics:{Name:"n"Multiplier:-inf}>\n# last' >"$tmp/a.section"
golden fmt $tool fmt "$tmp/a.section"
$tool fmt "$tmp/a.section" >"$tmp/b.section"
$tool fmt "$tmp/b.section" >"$tmp/c.section"
check "fmt twice changes nothing" cmp "$tmp/b.section" "$tmp/c.section"
exits 1 "fmt --check tells" $tool fmt --check "$tmp/a.section"
exits 0 "fmt --check is content" $tool fmt --check "$tmp/b.section" $sections/*.section
printf 'Identifier: "A"\nDisplayName: "A"\nNothing: 1\n[my.extension]: 2\n' >"$tmp/unknown.section"
says 3 'unknown.section:3:1: error: unknown field' $tool fmt --check "$tmp/unknown.section"
prints "fmt --lenient takes fields that it does not know" $tool fmt --lenient "$tmp/unknown.section" <"$tmp/unknown.section"
equal "fmt in place prints nothing" 0 "$($tool fmt -i "$tmp/a.section"; echo $?)"
check "fmt wrote it back" cmp "$tmp/a.section" "$tmp/b.section"
exits 3 "fmt of a bad file" $tool fmt $samples/../nvsection
printf 'Identifier: }' >"$tmp/bad.section"
printf 'Identifier: "A" DisplayName: "A" Heder { }\nOrder: many\n' >"$tmp/two.section"
says 3 'two.section:1:34: error: unknown field: Heder' $tool metrics --cc 8.0 "$tmp/two.section"
says 3 'two.section:2:8: error: ' $tool metrics --cc 8.0 "$tmp/two.section" # and the second mistake
exits 3 "fmt of a text with a mistake" $tool fmt "$tmp/bad.section"
exits 3 "a bad file does not stop the others, and is not passed over in silence" $tool metrics --cc 8.0 "$tmp/bad.section" $sections
exits 2 "no verb" $tool
exits 2 "an unknown verb" $tool frobnicate
exits 2 "no GPU" $tool select $sections
exits 2 "an unknown chip" $tool select --chip xx1 $sections
# Every chip and its compute capability.
while read -r cc chips; do
    for chip in $chips; do
        equal "$chip" "2 metrics in 1 section for cc $cc, launch" "$($tool metrics --chip $chip "$tmp/b.section" 2>&1 >/dev/null)"
    done
done <<'END'
6.0 gp100
6.1 gp102 gp104 gp106 gp107 gp108
6.2 gp10b
7.0 gv100
7.2 gv11b
7.5 tu102 tu104 tu106 tu116 tu117
8.0 ga100
8.6 ga102 ga103 ga104 ga106 ga107
8.7 ga10b
8.9 ad102 ad103 ad104 ad106 ad107
9.0 gh100
10.0 gb100
12.0 gb202 gb203 gb205 gb206 gb207
END
exits 2 "a bad compute capability" $tool metrics --cc nine $sections
exits 2 "no files" $tool metrics --cc 9.0
exits 3 "a section that is not there" $tool metrics --cc 9.0 --section Nothing $sections
exits 3 "a malformed expression" $tool metrics --cc 9.0 --section 'regex:(' $sections
exits 3 "a folder that is not there" $tool list-sets "$tmp/none"
exits 0 "help" $tool --help
# A line for ncu --metrics, and an estimate of passes; names by what is known of them.
printf 'Identifier: "J" DisplayName: "J" Metrics { Metrics { Name: "sm__cycles_active.avg" } Metrics { Name: "launch__grid_size" } Metrics { Name: "inst_executed" } Metrics { Name: "pmsampling:sm__a.sum" Groups: "sampling_0" } Metrics { Name: "pmsampling:sm__b.sum" Groups: "sampling_1" } Metrics { Name: "pmsampling:sm__c.sum" Groups: "sampling_1" } }' >"$tmp/J.section"
golden metrics_join $tool metrics --cc 9.0 --join "$tmp/J.section"
printf 'Identifier: "R" DisplayName: "R" Metrics { Metrics { Name: "launch__grid_size" } Metrics { Name: "a,b" } }' >"$tmp/R.section"
golden metrics_join_comma $tool metrics --cc 9.0 --join "$tmp/R.section"
printf 'Identifier: "D" DisplayName: "D" Metrics { Metrics { Name: "sm__cycles_active.avg" } Metrics { Name: "mine" } } MetricDefinitions { MetricDefinitions { Name: "mine" Expression: "2.0 * sm__cycles_active.avg" } }' >"$tmp/D.section"
check "--join leaves out what only a section defines" [ "$($tool metrics --cc 9.0 --join "$tmp/D.section" 2>"$tmp/said")" = sm__cycles_active.avg ]
has "--join says so" 'mine: left out, since only a section defines it' "$tmp/said"
golden names $tool names --cc 8.0 'smsp__inst_executed_op_*.sum'
golden names_json $tool names --json dram__bytes_read.sum.per_second
golden names_csv $tool names --csv regex:stalled_barrier.*ratio
golden names_unknown $tool names --cc 8.9 C.TriageSCG.smsp__inst_executed_pipe_fmalite
exits 1 "a name that nobody has seen" $tool names no__such
exits 2 "a malformed expression for names" $tool names 'regex:('
exits 2 "two patterns" $tool names a b
# Nothing is listed twice, every name is well formed, and each pattern is obeyed.
$tool names --csv | cut -d, -f1 | sed 1d >"$tmp/names"
if [ "$(wc -l <"$tmp/names")" -gt 2000 ] && [ -z "$(sort "$tmp/names" | uniq -d)" ] && ! grep -qvE '^[A-Za-z0-9_.]+$' "$tmp/names"; then ok; else fail "the catalogue"; fi
if [ "$($tool names --csv l1tex__ | sed 1d | cut -d, -f1)" = "$(grep -F l1tex__ "$tmp/names")" ]; then ok; else fail "a part of the name"; fi

# Where sections are found: in folders that are named, else where Nsight Compute deploys them for the newest version.
mkdir -p "$tmp/home/Documents/NVIDIA Nsight Compute/2024.10.1/Sections/sub" "$tmp/home/Documents/NVIDIA Nsight Compute/2024.9/Sections" \
    "$tmp/home/Documents/NVIDIA Nsight Compute/2025.1" "$tmp/home/Documents/NVIDIA Nsight Compute/x/Sections" "$tmp/tree/sub"
printf 'Identifier: "Deployed" DisplayName: "Deployed"' >"$tmp/home/Documents/NVIDIA Nsight Compute/2024.10.1/Sections/a.section"
printf 'Identifier: "Older" DisplayName: "Older"' >"$tmp/home/Documents/NVIDIA Nsight Compute/2024.9/Sections/a.section"
printf 'Identifier: "Sub" DisplayName: "Sub"' >"$tmp/tree/sub/a.section"
printf 'Identifier: "Top" DisplayName: "Top"' >"$tmp/tree/a.section"
identifiers() { HOME=$tmp/home $tool list-sections --csv "$@" 2>"$tmp/err" | cut -d, -f2 | sed 1d | sort | tr '\n' ' '; }
found() { # what, identifiers, arguments...
    found_what=$1 found_want=$2
    shift 2
    found_got=$(identifiers "$@")
    if [ "$found_got" = "$found_want" ]; then ok; else fail "$found_what: $found_got, not $found_want"; fi
}
found "deployed sections of the newest version" 'Deployed '
if grep -q "sections of $tmp/home/Documents/NVIDIA Nsight Compute/2024.10.1/Sections" "$tmp/err"; then ok; else fail "which sections are taken is not said" "$(cat "$tmp/err")"; fi
found "--section-folder" 'Top ' --section-folder "$tmp/tree"
found "--section-folder-recursive" 'Sub Top ' --section-folder-recursive "$tmp/tree"
found "folders and operands together" 'Sub Top ' --section-folder "$tmp/tree" "$tmp/tree/sub/a.section"
HOME=$tmp exits 2 "nothing is deployed" $tool list-sections
HOME='' exits 2 "no home" $tool list-sections
HOME=$tmp/home exits 0 "evaluate with deployed sections" $tool evaluate -m examples/data/samples/ncurep/saxpy.ncu-rep
HOME=$tmp/home exits 1 "explain with deployed sections" $tool explain no__such

# A report as the source of metrics.
reports=examples/data/samples/ncurep
printf 'Identifier: "Mine" DisplayName: "Mine" Header { Metrics { Name: "twice" Label: "Twice" } Metrics { Name: "launch__grid_size" } } MetricDefinitions { MetricDefinitions { Name: "twice" Expression: "2 * launch__block_size" } }' >"$tmp/Mine.section"
golden report_evaluate $tool evaluate -m $reports/saxpy.ncu-rep "$tmp/Mine.section"
printf 'Identifier: "E" DisplayName: "E" Header { Metrics { Label: "None" Name: "regex:^no_such" } } Body { Items { Table { Columns: 1 Metrics { Label: "Lost" Name: "group:no_such" } Metrics { Name: "regex:^launch__grid_size$" } } } }' >"$tmp/E.section"
golden report_rows $tool evaluate -m $reports/saxpy.ncu-rep "$tmp/E.section"
golden report_json $tool evaluate -m $reports/canopy.ncu-rep -s 1 --json "$tmp/Mine.section"
golden report_derive $tool derive -n 2 -m $reports/canopy.ncu-rep -k regex:sax 'twice=2 * launch__block_size' 'no__such / 2'
golden report_preview_json $tool preview -m $reports/saxpy.ncu-rep --json "$tmp/Mine.section"
golden report_preview $tool preview -m $reports/saxpy.ncu-rep "$tmp/Mine.section"
check "a report as the first argument of derive" [ "$($tool derive $reports/saxpy.ncu-rep 'launch__block_size')" = 'launch__block_size = 256  (1 instance)' ]
check "a report on standard input" [ "$($tool derive - 'launch__block_size' <$reports/saxpy.ncu-rep)" = 'launch__block_size = 256  (1 instance)' ]
check "--html is one page with this section alone" [ "$($tool preview -m $reports/saxpy.ncu-rep --html "$tmp/Mine.section" | grep -c '<!DOCTYPE html>')" = 1 ]
exits 3 "a kernel that no result has" $tool evaluate -m $reports/canopy.ncu-rep -k nothing "$tmp/Mine.section"
exits 2 "a malformed pattern of kernels" $tool evaluate -m $reports/canopy.ncu-rep -k 'regex:(' "$tmp/Mine.section"
exits 3 "a report that is not there" $tool evaluate -m "$tmp/none.ncu-rep" "$tmp/Mine.section"
head -c 3000 $reports/saxpy.ncu-rep >"$tmp/cut.ncu-rep"
exits 3 "a report that is cut" $tool derive -m "$tmp/cut.ncu-rep" '1 + 1'
"${B:-build}/ncurep" merge $reports/canopy.ncu-rep $reports/saxpy.ncu-rep -o "$tmp/merged.ncu-rep" 2>"$tmp/said"
head -c 60000 "$tmp/merged.ncu-rep" >"$tmp/cut.ncu-rep"
says 3 'Section: Mine' $tool preview -m "$tmp/cut.ncu-rep" -s 1 "$tmp/Mine.section" # what is left of a report that is cut
says 3 'its last block is not complete' $tool preview -m "$tmp/cut.ncu-rep" -s 1 "$tmp/Mine.section"
exits 2 "preview without a report" $tool preview "$tmp/Mine.section"
exits 2 "preview as HTML and JSON" $tool preview -m $reports/saxpy.ncu-rep --html --json "$tmp/Mine.section"
for verb in $($tool --verbs | cut -f 1); do
    exits 0 "$verb --help" $tool $verb --help
    wide=$($tool $verb --help | awk 'length > 80 || /[\001-\037]/')
    if [ -z "$wide" ]; then ok; else fail "$verb --help is wider than 80 columns, or has a control character" "$wide"; fi
done
if [ "$($tool dump --parse $samples/wave.section - <$samples/wave.section | grep -c '"kind":"result"')" = 2 ]; then ok; else fail "dump --parse of two files"; fi
finish
