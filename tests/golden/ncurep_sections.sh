# Sections from a folder, on a report: definitions, units, suffixes, what is missing, and what is wrong with the folder.
. tests/lib.sh
n=${B:-build}/ncurep
s=examples/data/samples/ncurep/saxpy.ncu-rep
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
d="$n details -c 1 --section-folder $tmp/sections --print-details all"
says 0 'Threads                 512 (stored 256)' $d $s # a definition wins, and the stored value is named
says 0 '"stored": 256' $d --json $s # the same in JSON
says 0 '"Mine","Threads","","512",' $d --csv $s # CSV has the value alone
says 0 'Grid              tiles             1024' $d $s # the section's own unit
says 0 'Metric Name Block grid_size' $d $s # a suffix is a column
says 0 'Size          512      1024' $d $s # its values stand below it
says 0 '"Mine","Size Block","","512",' $d --csv $s # a suffix keeps its place in the label
says 0 '"Mine","Size grid_size","","1024",' $d --csv $s # a suffix without a label is named
says 0 '    Not in this result: launch__gone' $d $s # what is missing
says 0 '"name": "launch__gone"' $d --json $s # what is missing, in JSON
says 3 "$tmp/empty: no sections in it" $n details --section-folder "$tmp/empty" $s # a folder without sections
says 3 "$tmp/bad/a.section: not a section, skipped" $n details --section-folder "$tmp/bad" $s # a folder without a good section
says 3 'Threads                 512 (stored 256)' $n details -c 1 --section-folder "$tmp/some" $s # one bad section takes only itself down
mkdir -p "$tmp/tree/below"
cp "$tmp/sections/mine.section" "$tmp/tree/below"
says 3 "$tmp/tree: no sections in it (--section-folder-recursive looks into subfolders)" $n details --section-folder "$tmp/tree" $s # --section-folder does not look below
says 0 'Threads                 512 (stored 256)' $n details -c 1 --section-folder-recursive "$tmp/tree" $s # --section-folder-recursive does
says 0 'Threads                 512 (stored 256)' $n details -c 1 --section-folder examples/data/sections --section-folder-recursive "$tmp/tree" $s # a folder and a tree
says 3 'no such folder' $n details --section-folder "$tmp/none" $s # a folder that is not there
says 1 'no section here is what --section asks for' $n details --section Nothing $s # a section that is not there
says 0 'Duration' $n details --section SpeedOfLight $s # a section that is there
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
got=$(lay 80 RowMajor)
equal "rows first" '    --------- ------------------ ----- ---
    Grid                    1024 Block 256
    Registers 16 register/thread
    Threads        262144 thread
    --------- ------------------ ----- ---' "$got"
got=$(lay 80 ColumnMajor)
equal "columns first" '    --------- ------------------ ------- -------------
    Grid                    1024
    Block                    256 Threads 262144 thread
    Registers 16 register/thread
    --------- ------------------ ------- -------------' "$got"
got=$(lay 44 ColumnMajor)
equal "a narrow terminal" '    ----------- ------------------
    Metric Name       Metric Value
    ----------- ------------------
    Grid                      1024
    Block                      256
    Registers   16 register/thread
    Threads          262144 thread
    ----------- ------------------' "$got"
got=$($n html -c 1 --section-folder "$tmp/layout" --section ColumnMajor $s | grep -c '<th>Block<td[^>]*>256<th>Threads<td[^>]*>262144 thread$')
equal "columns first in HTML" 1 "$got"
got=$($n details -c 1 --section-folder "$tmp/layout" --section ColumnMajor --print-details body --md $s | sed -n '/^|/p')
equal "Markdown has titles" '| Metric Name | Metric Value | Metric Name | Metric Value |
| --- | --: | --- | --: |
| Grid | 1024 |  |  |
| Block | 256 | Threads | 262144 thread |
| Registers | 16 register/thread |  |  |' "$got"
real=../shared/corpus/ncurep/2023.1.0_rtx4090_lashi0812_850e0f8b.ncu-rep
if [ -f $real ]; then
    says 0 'Read Sectors       1000 sector Write Sectors        956 sector' $n details -c 1 --section DeviceMemoryTable --print-details body $real
else skip "needs $real"; fi
suffixes=../shared/corpus/ncurep/2025.2.1_b200_codegandee_b28316d4.ncu-rep
if [ -f $suffixes ]; then
    says 0 'SMSP Active Cycles 20929.59 cycle     0 cycle 50767 cycle 12390317 cycle' $n details -c 1 --section WorkloadDistribution --print-details body $suffixes
else skip "needs $suffixes"; fi
# Only a terminal cuts.
long=../shared/corpus/ncurep/2025.1.0_gh200480gb_alprielse_076bc542.ncu-rep name=distribution_elementwise_grid_stride_kernel
if [ -f $long ]; then
    says 0 $name env -u COLUMNS $n list $long
    says 0 $name env -u COLUMNS $n summary $long
    says 0 'distribution_elementwise_grid...' env COLUMNS=80 $n list $long
else skip "needs $long"; fi
if [ -f ../shared/corpus/ncurep/2024.3.0_a100pcie40gb_bwcurless_4376efaa.ncu-rep ]; then
    wide=$(env -u COLUMNS $n source ../shared/corpus/ncurep/2024.3.0_a100pcie40gb_bwcurless_4376efaa.ncu-rep | awk '{if (length($0) > most) most = length($0)} END {print most}')
    cut=$(COLUMNS=80 $n source ../shared/corpus/ncurep/2024.3.0_a100pcie40gb_bwcurless_4376efaa.ncu-rep | awk '{if (length($0) > most) most = length($0)} END {print most}')
    if [ "$wide" -gt "$cut" ]; then ok; else fail "source lines in a pipe are no longer than in a terminal" "$wide $cut"; fi
else skip "needs ../shared/corpus"; fi
# Labels are those of the collector of the time: they stand in the report, and in no section of today.
old=../shared/corpus/ncurep/old_gtx1080_jhiems_39866c38.nsight-cuprof-report
if [ -f "$old" ]; then
    for label in 'SOL FB                     %          0.00' 'SM Active Cycles       cycle 2217604991.50' 'Executed Ipc Elapsed  inst/cycle         0.01'; do
        says 0 "    $label" $n details -c 1 "$old"
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
    says 1 'section Wants, line 3: required, and not in the result: gone.sum' \
        $n details $format --section-folder "$tmp/wants" --print-details all $s
    says 1 'section Wants, line 4: BinCount counts as 65536' $n details $format --section-folder "$tmp/wants" --print-details all $s
done
if [ "$($n details --section-folder "$tmp/wants" --print-details all $s 2>/dev/null | wc -l)" -lt 100 ]; then ok; else fail "of so many bins only those with values"; fi
if [ "$($n details --section-folder "$tmp/wants" $s 2>&1 >/dev/null | grep -c 'required')" = 1 ]; then ok; else fail "said once for all results"; fi
mkdir "$tmp/bins"
sed 's/BinCount: [0-9]*/BinCount: 5000/' examples/data/samples/sections/BlockTimes.section >"$tmp/bins/b.section"
says 0 'A histogram of 5000 bins is too large to draw.' \
    $n html --section-folder "$tmp/bins" -c 1 examples/data/samples/ncurep/canopy.ncu-rep
finish
