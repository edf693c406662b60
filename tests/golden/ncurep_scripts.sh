# Command lines that public scripts give to ncu with a report (ncurep_scripts.txt; the report's name left out): each runs, and its
# first line that scripts look for has ncu's names.
. tests/lib.sh
n=${B:-build}/ncurep
s=examples/data/samples/ncurep/saxpy.ncu-rep
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
LC_ALL=C
export LC_ALL
unset COLUMNS
result='"ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC",'
rule='"Rule Name","Rule Type","Rule Description","Estimated Speedup Type","Estimated Speedup"'
group='"Process ID","Process Name","Host Name","Kernel Name","Block Size","Grid Size","Device","CC",'
line='"Invocations","Section Name","Metric Name","Metric Unit","Minimum","Maximum","Average"'
lines=0
while IFS='|' read -r kind options; do
    case $kind in
    raw) want="^$result\"[a-z]" ;;
    details) want="^$result\"Section Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\",$rule\$" ;;
    body) want="^$result\"Section Name\",\"Body Item Label\",\"Metric Name\",\"Metric Unit\",\"Metric Value\",$rule\$" ;;
    summary) want="^$group$line\$" ;;
    ranges) want="^$group\"NVTX Range\",$line\$" ;;
    text) want='^    Metric Name  *Metric Unit  *Metric Value$' ;;
    lines) want='^    Metric Name  *Metric Unit  *Minimum  *Maximum  *Average$' ;;
    sass) want='^"Address","Source"' ;;
    both) want='^"Line No","Source","Address","Source"' ;;
    cuda) want='^"Line No","Source"' ;;
    rows) want='gpu__time_duration.sum' ;;
    session) want='^Session Attribute  *Value' ;;
    esac
    options=$(printf '%s' "$options" | sed "s,OUT,$tmp,g")
    for import in "--import" "-i"; do
        # shellcheck disable=SC2086
        "$n" $import $s $options >"$tmp/out" 2>"$tmp/err"
        code=$?
        case $options in *--log-file*) cp "${options##* --log-file }" "$tmp/out" ;; esac
        if [ $code -eq 0 ] && [ ! -s "$tmp/err" ] && grep -q -e "$want" "$tmp/out"; then ok
        else fail "ncu $import REPORT $options: exit code $code" "$(cat "$tmp/err")$(head -n 5 "$tmp/out")"; fi
    done
    lines=$((lines + 1))
done <tests/golden/ncurep_scripts.txt
equal "command lines" 45 $lines
# What only ncu and its user interface have: a line that says so, and what to use here.
says 2 "here: ncurep summary" "$n" --import $s --page summary --csv
says 2 "here: ncurep diff BEFORE AFTER" "$n" --import $s --page diff
says 2 "here: --page details" "$n" --import $s --page detail
says 2 "takes NVIDIA's tool and a GPU; here: those of the report" "$n" --import $s --nvtx
says 2 "here: what they said is in the report; ncurep details --rules runs ours" "$n" --import $s --apply-rules yes
says 2 "here: --section chooses among the sections of the report" "$n" --set full ./program
says 2 "a list of baselines" "$n" --import run.ncu-bln
finish
