# ncurep source: order, labels, groups and visibility of counters are those of the sections.
. tests/lib.sh
n=${B:-build}/ncurep
s=examples/data/samples/ncurep/canopy.ncu-rep
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir "$tmp/a" "$tmp/b" "$tmp/empty"
cat >"$tmp/a/one.section" <<'END'
Identifier: "One"
DisplayName: "One"
Order: 2
Group { Name: "work" Label: "Work" }
Group { Name: "hidden" Label: "Hidden" DisplayProperties { SourceView { DefaultVisible: false } } }
SourceMetrics {
  Order: 7
  Metrics { Label: "Threads" Name: "thread_inst_executed" Groups: "hidden" }
  Metrics { Label: "Warps" Name: "inst_executed" Groups: "work" }
  Metrics { Label: "" Name: "smsp__pcsamp_warps_issue_stalled_wait" }
}
END
cat >"$tmp/b/two.section" <<'END'
Identifier: "Two"
DisplayName: "Two"
Order: 1
SourceMetrics {
  Metrics { Label: "Later" Name: "smsp__pcsamp_warps_issue_stalled_wait" }
  Metrics { Label: "Not this one" Name: "inst_executed" DisplayProperties { SourceView { DefaultVisible: false } } }
}
END
cp "$tmp/a/one.section" "$tmp/b/"
cat >"$tmp/names.awk" <<'END'
NR == 1 { for (i = 11; i <= NF; i++) printf "%s%s", (i > 11 ? " " : ""), $i; print "" }
END
# columns DESCRIPTION WANTED OPTIONS...: the first of the CSV.
columns() {
    what=$1 want=$2
    shift 2
    got=$($n source --csv -c 1 "$@" $s | awk -F, -f "$tmp/names.awk" | cut -d' ' -f1-3)
    if [ "$got" = "$want" ]; then ok; else fail "$what: expected $want" "found $got"; fi
}
columns "the order of a section, then the report's" 'thread_inst_executed inst_executed smsp__pcsamp_warps_issue_stalled_wait' --section-folder "$tmp/a"
columns "an Order of SourceMetrics comes before none, whatever the sections' Order" 'thread_inst_executed inst_executed smsp__pcsamp_warps_issue_stalled_wait' --section-folder "$tmp/b"
sed -i 's/Order: 7//' "$tmp/b/one.section"
columns "without one the sections' Order counts" 'smsp__pcsamp_warps_issue_stalled_wait inst_executed thread_inst_executed' --section-folder "$tmp/b"
columns "--counters shown" 'inst_executed' --counters shown --section-folder "$tmp/a"
columns "--counters main" "$($n source --csv -c 1 --counters main $s | awk -F, -f "$tmp/names.awk" | cut -d' ' -f1-3)" --counters main --section-folder "$tmp/a"
all=$($n source --csv -c 1 $s | head -n 1 | tr , '\n' | sort)
if [ "$($n source --csv -c 1 --section-folder "$tmp/a" $s | head -n 1 | tr , '\n' | sort)" = "$all" ]; then ok; else fail "no column comes or goes with the sections"; fi
$n source --csv -c 1 $s >"$tmp/plain.csv"
# The vendor's page has what the sections name, by its labels.
vendor() { $n --import $s --page source --csv -c 1 "$@" | sed -n 2p; }
equal "labels of the vendor's page" '"Address","Source","Threads","Warps","smsp__pcsamp_warps_issue_stalled_wait"' "$(vendor --section-folder "$tmp/a")"
equal "its order" '"Address","Source","Later","Not this one","Threads","Warps","smsp__pcsamp_warps_issue_stalled_wait"' "$(vendor --section-folder "$tmp/b")"
# Values go with their columns; SASS text has commas.
awk -F, 'NR == 1 { count = NF; for (i = 1; i <= NF; i++) name[i] = $i; next } { for (i = 11; i <= count; i++) sum[name[i]] += $(i + NF - count) } END { for (k in sum) print k, sum[k] }' "$tmp/plain.csv" | sort >"$tmp/sums"
$n source --csv -c 1 --section-folder "$tmp/b" $s |
    awk -F, 'NR == 1 { count = NF; for (i = 1; i <= NF; i++) name[i] = $i; next } { for (i = 11; i <= count; i++) sum[name[i]] += $(i + NF - count) } END { for (k in sum) print k, sum[k] }' | sort >"$tmp/sums2"
if [ "$(wc -l <"$tmp/sums")" -ge 3 ] && cmp -s "$tmp/sums" "$tmp/sums2"; then ok; else fail "sums of columns" "$(diff "$tmp/sums" "$tmp/sums2")"; fi
$n source --json -c 1 --section-folder "$tmp/a" $s >"$tmp/json"
for text in '"label": "Threads",' '"group": "Hidden",' '"label": "Warps",' '"group": "Work",'; do
    if grep -qF "$text" "$tmp/json"; then ok; else fail "JSON: $text"; fi
done
if [ "$(grep -c '"shown": true' "$tmp/json")" = 1 ]; then ok; else fail "one counter is shown at first" "$(grep -c '"shown": true' "$tmp/json")"; fi
$n source --counters shown -c 1 --section-folder "$tmp/a" $s | sed -n 2p >"$tmp/titles"
if [ "$(cat "$tmp/titles")" = 'Line  Work: Warps  File' ]; then ok; else fail "titles of the text" "$(cat "$tmp/titles")"; fi
exits 3 "a folder without sections" $n source --counters all --section-folder "$tmp/empty" $s
exits 3 "a folder that is not there" $n source --counters shown --section-folder "$tmp/none" $s
exits 2 "unknown counters" $n source --counters some $s
# On a real report: each column that the stored sections show has a label, and is where SourceCounters has it.
r=../shared/corpus/ncurep/2024.1.1_a10080gbpcie_panjd123_4fb3ff3f.ncu-rep
if [ -f $r ]; then
    columns2=$($n source --csv -c 1 --counters shown $r | awk -F, -f "$tmp/names.awk")
    case $columns2 in
    "inst_executed smsp__pcsamp_warps_issue_stalled_barrier "*" memory_type memory_access_type memory_access_size_type"*) ok ;;
    *) fail "columns of a real report" "$columns2" ;;
    esac
else
    skip "needs ../shared/corpus"
fi
finish
