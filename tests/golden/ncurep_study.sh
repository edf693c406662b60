# ncurep study: many reports, each kind of file, on one page.
. tests/lib.sh
n=${B:-build}/ncurep
s=examples/data/samples/ncurep
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
LC_ALL=C
export LC_ALL
mkdir -p "$tmp/reports/a" "$tmp/reports/b/c" "$tmp/empty"
cp $s/orchard.ncu-rep "$tmp/reports/a"
cp $s/saxpy.ncu-rep "$tmp/reports/b/c"
cp $s/orchard.ncu-rep "$tmp/reports/b/again.ncu-rep"
echo text >"$tmp/reports/b/notes.txt"
cd "$tmp" || exit
case $n in /*) ;; *) n=$OLDPWD/$n ;; esac
"$n" study reports >"$tmp/page"
has "what is counted" '^5 results of 2 reports in 2 folders; 1 copy of reports left out$' "$tmp/page"
"$n" study --json reports >"$tmp/json"
has "the copy" '"file": "reports/b/again.ncu-rep"' "$tmp/json"
has "and what it is one of" '"same_as": "reports/a/orchard.ncu-rep"' "$tmp/json"
# A folder counts the same, however many results it holds: half of the weight is the one of saxpy.
equal "medians by folder" "18432" "$("$n" study --json reports | sed -n 's/^ *"p50": \([0-9]*\),/\1/p' | head -n 1)"
equal "medians by result" "23040" "$("$n" study --weigh result --json reports | sed -n 's/^ *"p50": \([0-9]*\),/\1/p' | head -n 1)"
has "rules" '^DeviceMemory\|^[A-Za-z]* .*[0-9]$' "$tmp/page"
"$n" study --html reports -o "$tmp/page.html"
has "HTML" '<h1>Study</h1>' "$tmp/page.html"
has "HTML is whole" '^</html>$' "$tmp/page.html"
"$n" study --md reports >"$tmp/md"
has "Markdown" '^## Distributions$' "$tmp/md"
exits 1 "nothing to study" "$n" study empty
exits 3 "no such folder" "$n" study nowhere
says 2 "not two of them" "$n" study --html --json reports
says 2 "ncurep export makes tables" "$n" study --csv reports
# A report that is cut counts with what it has, is named with what is wrong, and takes no other down.
head -c 12000 reports/b/c/saxpy.ncu-rep >reports/b/cut.ncu-rep
"$n" study --json reports >json
equal "exit code of a cut report" 3 $?
has "it is named" '"file": "reports/b/cut.ncu-rep",$' json
equal "and no other has damage" 1 "$(grep -c '"damage": {' json)"
equal "the others count" 5 "$(sed -n 's/^  "result_count": \([0-9]*\),/\1/p' json)"
"$n" study reports >page 2>/dev/null
has "people see it too" 'reports/b/cut.ncu-rep: This report is cut' page
rm reports/b/cut.ncu-rep
# Of what rules say, warnings (2) and optimizations (4) count: not what is well (1), wrong with the rule itself (3) or unknown.
while read -r type counted; do
    sed "s/$(printf 'Memory@\\.\020\004')/$(printf "Memory@.\020\\00$type")/" reports/b/c/saxpy.ncu-rep >"type_$type.ncu-rep"
    "$n" study --json "type_$type.ncu-rep" >json
    equal "a message of type $type" "1 result, $counted" "$(sed -n 's/^  "result_count": \([0-9]*\),/\1/p' json) result, $(grep -c '"rule": "OrchardBottleneck",$' json)"
done <<END
1 0
2 2
3 0
4 2
5 0
END
printf 'broken' >reports/a/broken.ncu-rep
exits 3 "a report that cannot be read" "$n" study reports
finish
