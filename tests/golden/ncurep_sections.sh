# Sections from a folder, on a report: definitions, units, suffixes, what is missing, and what is wrong with the folder.
. tests/lib.sh
n=${B:-build}/ncurep
s=examples/samples/ncurep/saxpy.ncu-rep
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir "$tmp/sections" "$tmp/empty" "$tmp/bad" "$tmp/some"
cat >"$tmp/sections/mine.section" <<'END'
Identifier: "Mine"
DisplayName: "Mine"
MetricDefinitions { MetricDefinitions { Name: "launch__block_size" Expression: "2 * launch__block_size" } }
Header {
  Metrics { Label: "Threads" Name: "launch__block_size" }
  Metrics { Label: "Grid" Name: "launch__grid_size" Unit: "tiles" }
  Metrics { Label: "Gone" Name: "launch__gone" }
}
Body { Items { SuffixTable { Suffixes { Suffix { Name: "block_size" Label: "Block" } Suffix { Name: "grid_size" } } BaseNames { BaseName { Label: "Size" Name: "launch__" } } } } }
END
printf 'Identifier: }' >"$tmp/bad/a.section"
cp "$tmp/bad/a.section" "$tmp/sections/mine.section" "$tmp/some"
says() { # description, text of a line, exit code, command...
    what=$1 text=$2 want=$3
    shift 3
    "$@" >"$tmp/said" 2>&1 </dev/null
    code=$?
    if [ $code != "$want" ]; then fail "$what: expected exit code $want, found $code" "$(cat "$tmp/said")"
    elif ! grep -qF -e "$text" "$tmp/said"; then fail "$what: no line with \"$text\"" "$(cat "$tmp/said")"; else ok; fi
}
d="$n details -c 1 --section-folder $tmp/sections --print-details all"
says "a definition wins, and the stored value is named" 'Threads                 512 (stored 256)' 0 $d $s
says "the same in JSON" '"stored": 256' 0 $d --json $s
says "CSV has the value alone" '"Mine","Threads","","512",' 0 $d --csv $s
says "the section's own unit" 'Grid              tiles             1024' 0 $d $s
says "a suffix is a column" 'Metric Name Block grid_size' 0 $d $s
says "its values stand below it" 'Size          512      1024' 0 $d $s
says "a suffix keeps its place in the label" '"Mine","Size Block","","512",' 0 $d --csv $s
says "a suffix without a label is named" '"Mine","Size grid_size","","1024",' 0 $d --csv $s
says "what is missing" '    Not in this result: launch__gone' 0 $d $s
says "what is missing, in JSON" '"name": "launch__gone"' 0 $d --json $s
says "a folder without sections" "$tmp/empty: no sections in it" 3 $n details --section-folder "$tmp/empty" $s
says "a folder without a good section" "$tmp/bad/a.section: not a section, skipped" 3 $n details --section-folder "$tmp/bad" $s
says "one bad section takes only itself down" 'Threads                 512 (stored 256)' 3 $n details -c 1 --section-folder "$tmp/some" $s
mkdir -p "$tmp/tree/below"
cp "$tmp/sections/mine.section" "$tmp/tree/below"
says "--section-folder does not look below" "$tmp/tree: no sections in it (--section-folder-recursive looks into subfolders)" 3 $n details --section-folder "$tmp/tree" $s
says "--section-folder-recursive does" 'Threads                 512 (stored 256)' 0 $n details -c 1 --section-folder-recursive "$tmp/tree" $s
says "a folder and a tree" 'Threads                 512 (stored 256)' 0 $n details -c 1 --section-folder examples/sections --section-folder-recursive "$tmp/tree" $s
says "a folder that is not there" 'no such folder' 3 $n details --section-folder "$tmp/none" $s
says "a section that is not there" 'no section here is what --section asks for' 1 $n details --section Nothing $s
says "a section that is there" 'Duration' 0 $n details --section SpeedOfLight $s
# Columns and Order lay a table out, in text as in HTML; of what is too wide for the terminal each metric has a line.
mkdir "$tmp/layout"
for order in RowMajor ColumnMajor; do
    cat >"$tmp/layout/$order.section" <<END
Identifier: "$order"
DisplayName: "$order"
Body { Items { Table { Label: "Launch" Columns: 2 Order: $order
  Metrics { Label: "Grid" Name: "launch__grid_size" } Metrics { Label: "Block" Name: "launch__block_size" }
  Metrics { Label: "Registers" Name: "launch__registers_per_thread" } Metrics { Label: "" Name: "" }
  Metrics { Label: "Threads" Name: "launch__thread_count" } } } }
END
done
lay() { LC_ALL=C COLUMNS=$1 $n details -c 1 --section-folder "$tmp/layout" --print-details body --section "$2" $s | sed -n '/    ---/,$s/ *$//p'; }
laid() { # description, expected
    if [ "$got" = "$2" ]; then ok; else fail "$1" "expected:" "$2" "found:" "$got"; fi
}
got=$(lay 80 RowMajor)
laid "rows first" '    --------- ------------------ ----- ---
    Grid                    1024 Block 256
    Registers 16 register/thread
    Threads        262144 thread
    --------- ------------------ ----- ---'
got=$(lay 80 ColumnMajor)
laid "columns first" '    --------- ------------------ ------- -------------
    Grid                    1024
    Block                    256 Threads 262144 thread
    Registers 16 register/thread
    --------- ------------------ ------- -------------'
got=$(lay 44 ColumnMajor)
laid "a narrow terminal" '    ----------- ------------------
    Metric Name       Metric Value
    ----------- ------------------
    Grid                      1024
    Block                      256
    Registers   16 register/thread
    Threads          262144 thread
    ----------- ------------------'
got=$($n html -c 1 --section-folder "$tmp/layout" --section ColumnMajor $s | grep -c '<th>Block<td[^>]*>256<th>Threads<td[^>]*>262144 thread$')
laid "columns first in HTML" 1
got=$($n details -c 1 --section-folder "$tmp/layout" --section ColumnMajor --print-details body --md $s | sed -n '/^|/p')
laid "Markdown has titles" '| Metric Name | Metric Value | Metric Name | Metric Value |
| --- | --: | --- | --: |
| Grid | 1024 |  |  |
| Block | 256 | Threads | 262144 thread |
| Registers | 16 register/thread |  |  |'
real=../shared/corpus/ncurep/2023.1.0_rtx4090_lashi0812_850e0f8b.ncu-rep
if [ -f $real ]; then
    says "columns first in a real report" 'Read Sectors       1000 sector Write Sectors        956 sector' 0 $n details -c 1 --section DeviceMemoryTable --print-details body $real
else skip "needs $real"; fi
suffixes=../shared/corpus/ncurep/2025.2.1_b200_codegandee_b28316d4.ncu-rep
if [ -f $suffixes ]; then
    says "suffixes are columns" 'SMSP Active Cycles 20929.59 cycle     0 cycle 50767 cycle 12390317 cycle' 0 $n details -c 1 --section WorkloadDistribution --print-details body $suffixes
else skip "needs $suffixes"; fi
# Only a terminal cuts.
long=../shared/corpus/ncurep/2025.1.0_gh200480gb_alprielse_076bc542.ncu-rep name=distribution_elementwise_grid_stride_kernel
if [ -f $long ]; then
    says "list in a pipe" $name 0 env -u COLUMNS $n list $long
    says "summary in a pipe" $name 0 env -u COLUMNS $n summary $long
    says "list on a terminal" 'distribution_elementwise_grid...' 0 env COLUMNS=80 $n list $long
else skip "needs $long"; fi
if [ -f ../shared/corpus/ncurep/2024.3.0_a100pcie40gb_bwcurless_4376efaa.ncu-rep ]; then
    wide=$(env -u COLUMNS $n source ../shared/corpus/ncurep/2024.3.0_a100pcie40gb_bwcurless_4376efaa.ncu-rep | awk '{if (length($0) > most) most = length($0)} END {print most}')
    cut=$(COLUMNS=80 $n source ../shared/corpus/ncurep/2024.3.0_a100pcie40gb_bwcurless_4376efaa.ncu-rep | awk '{if (length($0) > most) most = length($0)} END {print most}')
    if [ "$wide" -gt "$cut" ]; then ok; else fail "source lines in a pipe are no longer than in a terminal" "$wide $cut"; fi
else skip "needs 2024.3.0_a100pcie40gb_bwcurless_4376efaa"; fi
# Labels are those of the collector of the time: they stand in the report, and in no section of today.
old=../shared/corpus/ncurep/old_gtx1080_jhiems_39866c38.nsight-cuprof-report
if [ -f "$old" ]; then
    for label in 'SOL FB                     %          0.00' 'SM Active Cycles       cycle 2217604991.50' 'Executed Ipc Elapsed  inst/cycle         0.01'; do
        says "a label of 2018" "    $label" 0 $n details -c 1 "$old"
        name=$(printf '%s' "$label" | sed 's/  .*//')
        if grep -qaF "$name" "$old"; then ok; else fail "$name is not stored in the report"; fi
    done
else skip "needs $old"; fi
mkdir "$tmp/wants"
cat >"$tmp/wants/w.section" <<'END'
Identifier: "Wants"
DisplayName: "Wants"
Header { Metrics { Name: "gone.sum" Filter { CollectionFilter { Importance: Required } } } }
Body { Items { HistogramChart { Metric { Name: "launch__block_size" } HistogramAxis { BinCount: 100000000000 } } } }
END
for format in --csv --json ''; do
    says "a required metric that is missing is a finding, with its place ($format)" 'section Wants, line 3: required, and not in the result: gone.sum' 1 \
        $n details $format --section-folder "$tmp/wants" --print-details all $s
    says "a BinCount beyond all bounds is named ($format)" 'section Wants, line 4: BinCount counts as 65536' 1 $n details $format --section-folder "$tmp/wants" --print-details all $s
done
if [ "$($n details --section-folder "$tmp/wants" --print-details all $s 2>/dev/null | wc -l)" -lt 100 ]; then ok; else fail "of so many bins only those with values"; fi
if [ "$($n details --section-folder "$tmp/wants" $s 2>&1 >/dev/null | grep -c 'required')" = 1 ]; then ok; else fail "said once for all results"; fi
mkdir "$tmp/bins"
sed 's/BinCount: [0-9]*/BinCount: 5000/' examples/samples/sections/BlockTimes.section >"$tmp/bins/b.section"
says "a histogram that the page cannot draw is named" 'A histogram of 5000 bins is too large to draw.' 0 \
    $n html --section-folder "$tmp/bins" -c 1 examples/samples/ncurep/canopy.ncu-rep
finish
