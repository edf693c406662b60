# What lint finds: a section for each kind of finding, and one beside it that is fine; the counts on real sections.
. tests/lib.sh
tool=${B:-build}/nvsection
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
f=$tmp/x.section
# write TEXT: a section whose second line is TEXT.
write() { printf 'Identifier: "X" DisplayName: "X"\n%s\n' "$1" >"$f"; }
# finds TEXT FINDING...: these findings, in order and no others. No finding: nothing.
finds() {
    write "$1"
    what=$1
    shift
    : >"$tmp/want"
    for finding; do echo "$finding" >>"$tmp/want"; done
    $tool lint ${extra:-} "$f" >"$tmp/all" 2>&1
    code=$?
    sed -n "s|^$f:2:[0-9]*: ||p" "$tmp/all" >"$tmp/got"
    if cmp -s "$tmp/want" "$tmp/got" && [ $code = $(($# > 0)) ]; then ok; else fail "$what: exit code $code" "$(diff "$tmp/want" "$tmp/got"; cat "$tmp/all")"; fi
}
needs='Metrics { Metrics { Name: "n" } Metrics { Name: "x.sum" } Metrics { Name: "launch__y" } }'
# trap EXPRESSION MESSAGE: of integers.
traps() { finds "$needs MetricDefinitions { MetricDefinitions { Name: \"d\" Expression: \"$1\" } }" ${2:+"warning: $2 [integer]"}; }

# Fields and values.
finds 'Heder { }' 'error: unknown field: Heder; is "Header" meant? [unknown-field]'
finds 'Body { Items { Table { Columns: 1 Metrics { Name: "a" Lable: "b" } } } }' 'error: unknown field: Lable; is "Label" meant? [unknown-field]'
finds 'Header { Rowsabc: 2 }' 'error: unknown field: Rowsabc [unknown-field]'
finds 'Header { abcRows: 2 }' 'error: unknown field: abcRows [unknown-field]'
finds 'Header { Rosw: 2 }' 'error: unknown field: Rosw; is "Rows" meant? [unknown-field]'
finds 'Body { Items { Table { Columns: 1 SortKey: ByValu } } }' 'error: this field has no such value: ByValu; is "ByValue" meant? [enum]'
finds 'Zzz: 1' 'error: unknown field: Zzz [unknown-field]'
# Names.
finds 'Metrics { Metrics { Name: "regex:a(b" } }' 'error: malformed expression, character 2: a group is not closed [regex]'
finds 'Metrics { Metrics { Name: "regex:a(b)" } }'
finds 'Metrics { Metrics { Name: "group:" } }' 'error: "group:" without a name [prefix]'
finds 'Metrics { Metrics { Name: "gruop:x" } }' 'warning: "gruop:" is not a prefix; is "group:" meant? [prefix]'
finds 'Metrics { Metrics { Name: "sm__x.summ" } }' 'warning: the guide does not list the suffix ".summ" [suffix]'
finds 'Metrics { Metrics { Name: "sm__x.sum " } }' 'warning: a name of a metric has letters, digits, _ and dots: "sm__x.sum " [name]'
finds 'Metrics { Metrics { Name: "group:a b" } }' 'warning: a name of a metric has letters, digits, _ and dots: "group:a b" [name]'
finds 'Metrics { Metrics { Name: "dram__byts_read.sum.per_second" } }' \
    'warning: no known report or section has "dram__byts_read.sum.per_second"; is "dram__bytes_read.sum.per_second" meant? [unknown-metric]'
finds 'Metrics { Metrics { Name: "dram__bytes_read.sum.per_second" } Metrics { Name: "dram__nothing_like_it.sum" } }'
finds 'Metrics { Metrics { Name: "smsp__sass_thread_inst_executed_op_hadd_pred_on.sum" } Metrics { Name: "smsp__sass_thread_inst_executed_op_qadd_pred_on.sum" } }'
printf 'sm__cycles_active.avg\nsm__cycles_elapsed.avg\n' >"$tmp/names"
extra="--names $tmp/names"
finds 'Metrics { Metrics { Name: "sm__cycles_actve.avg" } }' 'warning: "sm__cycles_actve.avg" is not among the names given; is "sm__cycles_active.avg" meant? [unknown-metric]'
finds 'Metrics { Metrics { Name: "sm__other.avg" } }' 'warning: "sm__other.avg" is not among the names given [unknown-metric]'
finds 'Metrics { Metrics { Name: "sm__cycles_active.avg" } }'
finds 'Metrics { Metrics { Name: "sm__cycles_active.avg" } } MetricDefinitions { MetricDefinitions { Name: "d" Expression: "sm__cycles_active.avg + sm__gone.avg" } }' \
    'warning: "sm__gone.avg" is neither defined nor among the names given [operand]'
finds 'Metrics { Metrics { Name: "sm__cycles_active.avg" } } MetricDefinitions { MetricDefinitions { Name: "d" Expression: "e + e" } MetricDefinitions { Name: "e" Expression: "2.0 * sm__cycles_active.avg" } }'
printf 'group:g\tsm__cycles_active.avg\n' >"$tmp/lists"
extra="--names $tmp/names --expand $tmp/lists"
finds 'Metrics { Metrics { Name: "group:g" } }'
finds 'Metrics { Metrics { Name: "group:h" } }' 'warning: no list has the name "group:h" [group]'
extra=
# Names that sections define themselves.
ratio='MetricDefinitions { MetricDefinitions { Name: "my_ratio" Expression: "1.0" } }'
finds "$ratio Header { Metrics { Name: \"my_ratoi\" } Metrics { Name: \"my_ratio\" } Metrics { Name: \"my_ratio2\" } }" \
    'warning: no known report or section has "my_ratoi"; is "my_ratio" meant? [unknown-metric]'
# Operands.
define() { echo "MetricDefinitions { MetricDefinitions { Name: \"${2:-d}\" Expression: \"$1\" ${3:-} } }"; }
lacks='which no section here collects'
finds "$needs $(define 'gone.sum + gone.sum')" "warning: the expression needs \"gone.sum\", $lacks [operand]"
finds "$needs $(define 'x.sum + gone.sum')" "warning: the expression needs \"gone.sum\", $lacks [operand]"
finds "$needs $(define 'x.sum + device__attribute_clock_rate')"
finds "Metrics { Metrics { Name: \"sm__cycles_active.avg\" } } $(define '2.0 * sm__cycles_actve.avg')" \
    "warning: the expression needs \"sm__cycles_actve.avg\", $lacks; is \"sm__cycles_active.avg\" meant? [operand]"
finds "Metrics { Metrics { Name: \"u__hadd.sum\" } } $(define '2.0 * u__fadd.sum')" "warning: the expression needs \"u__fadd.sum\", $lacks [operand]"
finds "Metrics { Metrics { Name: \"regex:^u__[a-z]*.sum\" } } $(define '2.0 * u__fadd.sum')"
finds "Metrics { Metrics { Name: \"regex:^v__[a-z]*.sum\" } } $(define '2.0 * u__fadd.sum')" "warning: the expression needs \"u__fadd.sum\", $lacks [operand]"
finds "Metrics { Metrics { Name: \"group:u__x_all\" } } $(define '2.0 * u__x_fadd')"
finds "Metrics { Metrics { Name: \"a.sum\" Filter { MinArch: CC_80 } } } $(define '2.0 * a.sum')" \
    "warning: the expression needs \"a.sum\", $lacks on cc 6.0 to 7.5 [operand]"
finds "Metrics { Metrics { Name: \"a.sum\" Filter { MinArch: CC_80 } } } $(define '2.0 * a.sum' d 'Filter { MinArch: CC_80 }')"
finds "Metrics { Metrics { Name: \"a.sum\" Options { Name: \"b.sum\" Filter { MinArch: CC_90 } } } } $(define '2.0 * a.sum' d 'Filter { MinArch: CC_89 MaxArch: CC_90 }')" \
    "warning: the expression needs \"a.sum\", $lacks on cc 9.0 [operand]"
finds "$needs MetricDefinitions { $(define 'e + x.sum' d | sed 's/^MetricDefinitions {\(.*\)}$/\1/') $(define '2.0 * x.sum' e | sed 's/^MetricDefinitions {\(.*\)}$/\1/') }"
# Integers.
traps '100 * n / n' '100 * n is an integer, so the quotient loses its fraction: write 100.0'
traps '100.0 * n / n'
traps 'n / n' 'n is an integer, so the quotient loses its fraction: write 1.0 * n'
traps '1.0 * n / n'
traps 'x.sum / n'
traps 'launch__y / n'
traps '100 * x.sum' '100 is an integer, so x.sum loses its fraction: write 100.0'
traps 'n + x.sum / n' 'n is an integer, so x.sum / n loses its fraction: write 1.0 * n'
traps 'n * 0.5' 'n is an integer, so 0.5 loses its fraction: put the number on the left'
traps '0.5 * n'
traps 'n * 2.0'
traps '100 - n' '100 is an integer: where n is greater, the difference wraps around; write 100.0'
traps 'n - n'
traps '-n / n'
traps '4294967296 * 4294967296 + n' '4294967296 and 4294967296 are integers: the result does not fit into 64 bits without a sign and wraps around'
traps '3 - 5 + n' '3 and 5 are integers: the result does not fit into 64 bits without a sign and wraps around'
traps '7 / 2 * x.sum' '7 and 2 are integers: the fraction of the quotient is lost'
traps '6 / 3 * n'
traps 'x.sum / 0' 'division by 0: an integer stays as it is, anything else becomes infinite'
traps 'x.sum / 0.0' 'division by 0: an integer stays as it is, anything else becomes infinite'
traps '( n * 100 ) / device__attribute_clock_rate' '( n * 100 ) is an integer, so the quotient loses its fraction: write 1.0 * n'
traps 'simplify(n) / simplify(n)' 'simplify(n) is an integer, so the quotient loses its fraction: write 1.0 * simplify(n)'
traps 'nan_as_zero(x.sum / n)'
# Conflicts.
two() { echo "$needs MetricDefinitions { MetricDefinitions { Name: \"d\" Expression: \"2.0 * n\" $1 } MetricDefinitions { Name: \"d\" Expression: \"3.0 * n\" $2 } }"; }
wins="warning: \"d\" has another expression in $f:2, which wins"
finds "$(two '' '')" "$wins [conflict]"
finds "$(two 'Filter { MaxArch: CC_75 }' 'Filter { MinArch: CC_80 }')"
finds "$(two 'Filter { MaxArch: CC_86 }' 'Filter { MinArch: CC_80 }')" "$wins on cc 8.0 to 8.6 [conflict]"
finds "$(two 'Filter { VGpu: Platform_NotSupported }' '')" "$wins [conflict]"
finds "$(two 'Filter { MaxKmd: 559 }' 'Filter { MinKmd: 560 }')"
finds "$(two 'Filter { MaxKmd: 560 }' 'Filter { MinKmd: 560 }')" "$wins [conflict]"
finds "$(two 'Filter { MaxKmd: 0 }' 'Filter { MinKmd: 5 }')"
finds "$(two 'Filter { CollectionFilter { CollectionScopes: CollectionScope_Launch } }' 'Filter { CollectionFilter { CollectionScopes: CollectionScope_Range } }')"
mkdir "$tmp/folder"
for i in 1 2; do printf 'Identifier: "S%s" DisplayName: "S" Order: %s Metrics { Metrics { Name: "n" } }\nMetricDefinitions { MetricDefinitions { Name: "d" Expression: "%s.0 * n" } }\n' $i $i $i >"$tmp/folder/$i.section"; done
if $tool lint "$tmp/folder" | grep -qF "2.section:2:21: warning: \"d\" has another expression in $tmp/folder/1.section:2, which wins [conflict]"; then ok; else fail "a conflict of two files" "$($tool lint "$tmp/folder")"; fi
# Groups and counter domains.
finds 'Group { Name: "memory" } SourceMetrics { Metrics { Name: "n" Groups: "memory" } }'
finds 'Group { Name: "memory" } SourceMetrics { Metrics { Name: "n" Groups: "memroy" } }' 'warning: no Group "memroy" is declared in this section; is "memory" meant? [group]'
finds 'SourceMetrics { Metrics { Name: "n" Groups: "g" } }' 'warning: no Group "g" is declared in this section [group]'
finds 'Body { Items { Timeline { MetricGroups { MetricRows { Metrics { Name: "pmsampling:a" Groups: "pass_1" CtrDomains: "gpu_sm_a" } } } } } }'
finds 'Metrics { Metrics { Name: "n" CtrDomains: "gpu_smm_a" } }' 'warning: no known section has the counter domain "gpu_smm_a"; is "gpu_sm_a" meant? [domain]'
finds 'Group { Name: "g" SchedulingHints { CtrDomains { Name: "elsewhere" Ctrs: 1 } } }' 'warning: no known section has the counter domain "elsewhere" [domain]'
# Rooflines and tables.
value() { echo "Body { Items { RooflineChart { Rooflines { PeakWork { $1 } PeakTraffic { Constant: 1 } } } } }"; }
finds "$(value 'Constant: 1')"
finds "$(value '')" 'warning: a roofline value without Constant, Metric or expression has no value [roofline]'
finds "$(value 'Metric { Name: "" }')" 'warning: a roofline value of a metric without a name has no value [roofline]'
finds "$(value 'ValueCyclesPerSecondExpression { CyclesPerSecondMetric { Name: "c" } }')" 'warning: without ValuePerCycleMetrics this has no value [roofline]'
finds "$(value 'ValueCyclesPerSecondExpression { ValuePerCycleMetrics { Name: "c" } }')" 'warning: without CyclesPerSecondMetric this has no value [roofline]'
finds 'Body { Items { RooflineChart { } } }' 'warning: a roofline chart without Rooflines and AchievedValues shows nothing [roofline]'
finds 'Body { Items { Table { Columns: 0 } } }' 'warning: a table without columns is shown with one [columns]'
finds 'Body { Items { HistogramChart { Metric { Name: "n" } HistogramAxis { BinCount: 100000 } } } }' 'warning: BinCount is shown as 65536 [bins]'

# Expressions that need each other in many ways are looked at once each.
{
    printf 'Identifier: "X" DisplayName: "X" MetricDefinitions {\n'
    awk 'BEGIN { for (i = 0; i < 300; i++) printf "MetricDefinitions { Name: \"d%d\" Expression: \"d%d * d%d * d%d * d%d\" }\n", i, i + 1, i + 1, i + 1, i + 2 }'
    echo '}'
} >"$f"
exits 1 "a tree of definitions that would have no end" timeout 20 $tool lint "$f"

# What is said of real sections, by rule. Each was looked at: folders with one section of a pair (extends), a space at the end of
# a label, op_wite for op_write, operands that no section of 2025.1.1 and 2025.3 collects, a prefix that is misspelt, an option behind one that always
# passes, quotients of integer counters and a difference from the integer 32.
corpus=../shared/corpus/section
if [ -d $corpus ]; then
    for folder in $corpus/ncu-* $corpus/nersc-*; do $tool lint --csv "$folder" | tail -n +2; done | cut -d, -f5 | sort | uniq -c | awk '{ printf "%s%s %s", (NR > 1 ? ", " : ""), $2, $1 }' >"$tmp/counts"
    want='extends 9, integer 23, label 1, operand 10, prefix 1, unknown-metric 1, unreachable 1'
    if [ "$(cat "$tmp/counts")" = "$want" ]; then ok; else fail "lint of real sections" "expected $want" "found    $(cat "$tmp/counts")"; fi
else
    skip "needs $corpus"
fi
# The page names every rule.
grep -ohE '[01], "[a-z-]+"' examples/tools/nvsection/lint*.c | sed 's/.*"\(.*\)"/\1/' | sort -u >"$tmp/rules"
missing=$(while read -r rule; do grep -qF "\`$rule\`" docs/EDITORS.md || echo "$rule"; done <"$tmp/rules")
if [ "$(wc -l <"$tmp/rules")" -ge 18 ] && [ -z "$missing" ]; then ok; else fail "rules that docs/EDITORS.md lacks" "$missing" "$(cat "$tmp/rules")"; fi
finish
