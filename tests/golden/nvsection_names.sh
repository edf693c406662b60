# Names of metrics: the grammar explains those that the catalogue has not seen, finds mistakes of one letter and raises no false alarm.
. tests/lib.sh
b=${B:-build}
tool=$b/nvsection
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
printf 'sm__cycles_actve.avg\nlts__t_sectors_aperture_peer_op_atom_lookup_miss.sum\nsyslts__t_sectors_op_write.sum\nlaunch__uses_mps\n' >"$tmp/names"
states=$($tool names --names "$tmp/names" --json | sed -n 's/.*"state": "\(.*\)".*/\1/p' | tr '\n' ' ')
check "each name has a state: $states" [ "$states" = "unknown known possible known " ]
# lints NAME RULE: the finding of a section that collects it; RULE empty: none.
lints() {
    printf 'Identifier: "A" DisplayName: "A" Metrics { Metrics { Name: "%s" } }' "$1" >"$tmp/a.section"
    found=$($tool lint --csv "$tmp/a.section" | sed 1d | cut -d, -f5-)
    case $found in "$2"*) [ -n "$2" ] || [ -z "$found" ] && ok || fail "$1" "$found" ;; *) fail "$1" "$found" ;; esac
}
lints sm__cycles_actve.avg 'unknown-metric,"no known report or section has ""sm__cycles_actve.avg""; is ""sm__cycles_active.avg"" meant?"'
lints sn__cycles_active.avg 'unknown-metric,"no known report or section has ""sn__cycles_active.avg""; is ""sm__'
lints sm__kycles_active.avg 'unknown-metric,"no known report or section has ""sm__kycles_active.avg""; is ""sm__cycles_active.avg""'
lints sm__cylces_active.avg 'unknown-metric,"no known report or section has ""sm__cylces_active.avg""; is ""sm__cycles_active.avg""'
lints lts__r_sectors_op_read.sum 'unknown-metric,"no known report or section has ""lts__r_sectors_op_read.sum""; is ""lts__t_sectors_op_read.sum""'
lints dramm__bytes_read.sum 'unknown-metric,"no known report or section has ""dramm__bytes_read.sum""; is ""dram__bytes_read.sum""'
lints lts__t_sectorsop_read.sum 'unknown-metric,"no known report or section has ""lts__t_sectorsop_read.sum""; is ""lts__t_sectors_op_read.sum""'
lints lts__t_sector_hit_rate.sum 'suffix,"lts__t_sector_hit_rate.sum is no such metric: a ratio has .pct, .ratio and .max_rate"'
lints sm__throughput.avg 'suffix,sm__throughput.avg is no such metric: a throughput is a percentage of the peak: .avg.pct_of_peak_sustained_elapsed'
lints sm__cycles_active.ratio 'suffix,"sm__cycles_active.ratio is no such metric: a counter has .sum, .avg, .min and .max"'
lints smsp__inst_executed_op_qadd.sum ''
lints sm__dcc_requests.sum ''
lints new__unit_of_next_year.sum ''
lints syslts__t_sectors_op_write.sum ''
# A word that several metrics have is a new one; with one metric, in whatever form, it is a slip.
printf 'Identifier: "A" DisplayName: "A" Metrics { Metrics { Name: "lts__t_sectorss_op_read.sum" } Metrics { Name: "lts__t_sectorss_op_read.avg" } }' >"$tmp/b.section"
equal "one metric with a word that is not known" 2 "$($tool lint --csv "$tmp/b.section" | grep -c unknown-metric)"
printf 'Identifier: "A" DisplayName: "A" Metrics { Metrics { Name: "lts__t_sectorss_op_read.sum" } Metrics { Name: "lts__t_sectorss_op_write.sum" } }' >"$tmp/b.section"
equal "two of them" file,line,column,severity,rule,message "$($tool lint --csv "$tmp/b.section")"
printf 'Identifier: "A" DisplayName: "A" Metrics { Metrics { Name: "lts__r_sectors_op_read.sum" } Metrics { Name: "lts__r_sectors_op_write.sum" } }' >"$tmp/b.section"
equal "two of one letter" file,line,column,severity,rule,message "$($tool lint --csv "$tmp/b.section")"

reports=../shared/corpus/ncurep metrics=../shared/corpus/metrics
if ! have python3; then skip "needs python3"; finish; exit; fi
if [ ! -d $reports ] || [ ! -d $metrics ]; then skip "needs ../shared/corpus"; finish; exit; fi
# measure NAME ARGUMENT...
measure() {
    measure_name=$1
    shift
    if python3 tests/golden/nvsection_names.py "$b" "$@" >"$tmp/out" 2>&1; then ok; else fail "$measure_name" "$(cat "$tmp/out")"; fi
}
measure "mistakes of one letter" mistakes $reports/*.ncu-rep
measure "all reports" unseen "$tool" 0 $reports/*.ncu-rep
finish
