# What ncurep prints of a report that has every field, and sums of what it prints of this and of the samples in every format.
# UPDATE=1 sh tests/golden/ncurep_full.sh writes both anew; read the difference before you keep it. KEEP=FOLDER keeps what was summed
# there: where a sum differs, compare with that of the code before.
. tests/lib.sh
b=${B:-build}
case $b in /*) ;; *) b=$PWD/$b ;; esac
n=$b/ncurep
want=$PWD/tests/golden/ncurep_full
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
LC_ALL=C COLUMNS=100 PATH=/usr/bin:/bin
export LC_ALL COLUMNS PATH
for program in full html; do
    if [ ! -x "$b/tests/golden/ncurep_$program" ]; then skip "needs $b/tests/golden/ncurep_$program"; finish; fi
done
cp -r examples/data/samples/ncurep "$tmp/r"
cp -r examples/data/samples/sections "$tmp/sections"
"$b/tests/golden/ncurep_full" "$tmp/r/full.ncu-rep" || fail "the report is made"
mkdir "$tmp/hostile"
"$b/tests/golden/ncurep_html" --make "$tmp/hostile" || fail "the report with thousands of samples is made"
cd "$tmp/r" || exit

page dump.jsonl "$n" dump --instances full.ncu-rep
page session.txt "$n" session --all full.ncu-rep
page raw.csv "$n" raw --csv --print-metric-instances values full.ncu-rep
page details.json "$n" details --json --print-details all -c 1 full.ncu-rep
page warps.csv "$n" export --table warp-samples full.ncu-rep

# Copies hold the same; only where it stands may differ.
content() { "$n" dump --instances "$1" | sed -e '1d' -e '/^{"line":"block"/d' -e 's/"block":[0-9]*,"at":[0-9]*,"size":[0-9]*,//'; }
content full.ncu-rep >"$tmp/content"
copied() { # NAME FILE COMMAND...
    copied_name=$1 copied_file=$2
    shift 2
    check "$copied_name" "$n" "$@"
    content "$copied_file" >"$tmp/copied"
    same "$copied_name" "$tmp/content" "$tmp/copied"
}
copied "a part that is the whole" "$tmp/a.ncu-rep" slice --sources all full.ncu-rep -o "$tmp/a.ncu-rep"
copied "a report joined to itself" "$tmp/b.ncu-rep" merge --join full.ncu-rep full.ncu-rep -o "$tmp/b.ncu-rep"
copied "what can be saved of a whole report" "$tmp/c.ncu-rep" salvage full.ncu-rep -o "$tmp/c.ncu-rep"
copied "a packed report" "$tmp/d.ncu-repz" pack full.ncu-rep -o "$tmp/d.ncu-repz"
copied "an export" "$tmp/e.ncu-rep" --import full.ncu-rep --export "$tmp/e.ncu-rep"
# Metrics of a report in two parts, and a report after another: nothing is lost.
for half in 'gpu__*,words,by_name' 'launch__*,a.sum,nothing,breakdown:*'; do check "a part" "$n" slice --sources all --metrics "$half" full.ncu-rep -o "$tmp/part${#half}.ncu-rep"; done
check "parts joined" "$n" merge --join "$tmp/part20.ncu-rep" "$tmp/part35.ncu-rep" -o joined.ncu-rep
says 0 "saxpy.ncu-rep: another device had this number in an earlier report" "$n" merge full.ncu-rep saxpy.ncu-rep -o both.ncu-rep
check "without anything private" "$n" anonymize --kernel-names number full.ncu-rep -o anonymous.ncu-rep
equal "what was private" "" "$("$n" dump anonymous.ncu-rep | grep -oE 'host os [a-z]*|(host|target) computer|10\\.0\\.0|/src/|command 133|comments? [0-9]+|path 109' | tr '\n' ' ')"
# What is chosen brings the code that it needs, and nothing else.
check "one result" "$n" --import both.ncu-rep -k f --export one.ncu-rep
equal "its module" "module 77" "$("$n" dump one.ncu-rep | sed -n 's/.*"line":"module".*"reference":\([0-9]*\),.*/module \1/p' | tr '\n' ' ' | sed 's/ $//')"
# Where there is no room: exit code, message, and no half file.
room() { # WORDS COMMAND...
    (
        trap '' XFSZ
        ulimit -f "$blocks"
        room_out=$("$n" "$@" -o "$tmp/large" 2>&1)
        echo "$? $room_out" | grep -c "^3 .*$words"
    )
}
blocks=0 words='File too large'
equal "an export without room" 1 "$(room --import one.ncu-rep -c 1)"
blocks=16
equal "a part without room" 1 "$(room slice canopy.ncu-rep)"
equal "a merge without room" 1 "$(room merge canopy.ncu-rep full.ncu-rep)"
equal "anonymize without room" 1 "$(room anonymize canopy.ncu-rep)"
words='could not be written'
equal "salvage without room" 1 "$(room salvage canopy.ncu-rep)"
equal "what is left where there was no room" "" "$(find "$tmp" -name 'large*')"
mkdir "$tmp/folder.ncu-rep"
says 3 "folder.ncu-rep: Is a directory" "$n" --import one.ncu-rep -f --export "$tmp/folder.ncu-rep"
equal "what is left beside the folder" "$tmp/folder.ncu-rep" "$(ls -d "$tmp"/folder*)"
says 3 "temporary file: No such file" env TMPDIR="$tmp/none" "$n" --import full.ncu-rep --export "$tmp/large.ncu-repz"

check "a section" "$n" slice --section Second full.ncu-rep -o second.ncu-rep
equal "what is of the section" 'section "Second" comment "Second" rule "Second"' \
    "$("$n" dump second.ncu-rep | sed -n -e 's/.*"line":"section",.*"identifier":\("[A-Za-z]*"\).*/section \1/p' -e 's/.*"line":"section_comment".*"section":\("[A-Za-z]*"\).*/comment \1/p' \
        -e 's/.*"line":"rule",.*"section":\("[A-Za-z]*"\).*/rule \1/p' | tr '\n' ' ' | sed 's/ $//')"

# Pages are summed without style, script and version, and in the width that stands before the command.
print() {
    case $1 in [0-9]*) COLUMNS=$1; shift ;; esac
    "$n" "$@" 2>&1 | sed -e '/^<style>$/,/^<\/style>$/d' -e '/^<script>$/,/^<\/script>$/d' -e "s/'sha256-[^']*'/HASH/" -e 's/ncurep [0-9.]*[0-9]/ncurep VERSION/'
}
head -c $(($(wc -c <full.ncu-rep) - 20)) full.ncu-rep >cut.ncu-rep
printf '* gpu__time_duration.sum <= 20 us\n* gpu__time_duration.sum <= baseline + 5%%\n' >limits
commands() {
    C=canopy.ncu-rep F=canopy_before.ncu-rep S=saxpy.ncu-rep O=orchard.ncu-rep M=mixed.ncu-rep A=full.ncu-rep
    for f in '' --json --csv; do
        printf '%s\n' "list $f $C $M $A" "summary $f --rules $O $M" "summary $f --group device $O $M" "summary $f --group range $O $A" "raw $f $M" "raw $f $A" "session $f $C $O $A" \
            "trend $f --as-given $F $C" "trend $f --by grid $C $F $S" "check $f $C $O $A" "check $f --limits limits --baseline $F --baseline $S $C $O" "chart $f $C" \
            "diff $f --baseline $F --baseline $C $F" "sass $f loops_sm75.cubin" "sass $f three_sm90.cubin" "sass $f $C" "cubin $f spills_old.fatbin" "cubin $f $C" \
            "unknown $f $O"
        for by in line address file ptx; do printf '%s\n' "source $f --by $by $C" "source $f --by $by --match order --baseline $F $C" "source $f --by $by $A"; done
    done
    for f in '' --json; do printf '%s\n' "digest $f $C $A" "digest $f $F $C" "digest $f --baseline $F $C" "digest $f $F $C $O $S" "digest $f $A"; done
    for f in '' --json --csv --md; do
        printf '%s\n' "details $f --print-details all --section-folder ../sections $C" "details $f --print-details all $A" "diff $f --all --by-line $F $C" "why $f $C"
    done
    printf '%s\n' "html --baseline $F $C" "html --match order --baseline $F --baseline $S $C" "html --all --section-folder ../sections $C" "html $M" "html $A" \
        "trend --html --as-given $F $C $S" "study --json ." "study --md ." "study --html ." "study ."
    for table in metrics results instances findings stalls warp-samples; do printf '%s\n' "export --table $table $C $A" "export --json --table $table $C $A"; done
    printf '%s\n' "export --trace $C $A" "export --folded nvtx $O $A" "export --folded calls $A" "dump $C" "dump $O" "blocks $O $A" "strings $M" "lines --text nested_sm80.cubin" "lines $C"
    for f in '' --csv; do printf '%s\n' "--import $A --page raw $f" "--import $A $f" "--import $C --page source --print-source ptx,sass -c 1 $f"; done
    printf '%s\n' "dump joined.ncu-rep" "dump both.ncu-rep" "sass --check --json debug_sm80.cubin" "sass --check --csv debug_sm80.cubin" "diff --match order full.ncu-rep joined.ncu-rep"
    printf '%s\n' "digest $F $C $O" "digest --json $F $C $O" "digest --baseline $F --baseline $S $C" "digest --json --baseline $F --baseline $S --match order $C" "sass -k two $O" \
        "source --by address --counters all --live --labels $C" "source --counters shown $C" "source --by line --self --top 9 $C" "source --json --by line --counters main --top 5 $C" \
        "source --by address --live --labels --json $O" "source --annotate nested.cu $S" "source --annotate nested.cu --md $S" "source --resolve-source-file nested.cu --by file $S" \
        "summary --group name --sort gain --kernel-name-base demangled $O" "summary --group launch --kernel-name-base mangled $O $A" "study --weigh result --json $C $O $S" \
        "html --baseline $F --section-folder ../sections $C" "html --rules --all --print-units base $S" "html -c 1 --most 20k $O" "dump anonymous.ncu-rep" "raw --print-units base $O" "raw -c 1 $A"
    printf '%s\n' "trend --by grid --metrics launch__registers_per_thread,gpu__time_duration.sum $C $F $S" "diff -k two $C $O" "diff -k two $O $C" "80 list --kernel-name-base demangled $S $A" \
        "--import $A --version" "sass -k plain spills_old.fatbin" "sass spills_old.fatbin" "unknown $A" "anonymize $A -o x.ncu-rep" "export --table results both.ncu-rep" "anonymize --json $O -o y.ncu-rep" \
        "html --match order --baseline $F --baseline $S --section-folder ../sections $C" "source --by address --live --labels --counters all $A" "source --json --by address $A" \
        "source --counters all --by line $A" "--import $A --page source --print-source sass --csv" "--import $A --page source --print-source cuda,sass" "why $A" "why --json $A" \
        "sass -k many $A" "check --json $A" "summary $A" "summary --json $A" "html --section-folder ../hostile ../hostile/hostile.ncu-rep" "details --section-folder ../hostile -c 1 --print-details all ../hostile/hostile.ncu-rep" "salvage --json cut.ncu-rep -o z.ncu-rep" "dump z.ncu-rep" "details --rules -k many $A"
    for of in values details; do for f in '' --json --csv; do printf '%s\n' "details $f --print-metric-instances $of --print-details all $A" "raw $f --print-metric-instances $of $A"; done; done
    for i in 1 2 3 4 5 6 7 8 9 10 11 12 13; do echo "chart --svg -c 1 --chart $i $C"; done
}
commands >"$tmp/commands"
while read -r words; do
    # shellcheck disable=SC2086
    print $words </dev/null >"$tmp/out"
    [ -z "${KEEP:-}" ] || cp "$tmp/out" "$KEEP/$(printf '%s' "$words" | tr ' /' '__')"
    echo "$(cksum <"$tmp/out") $words"
done <"$tmp/commands" >"$tmp/sums"
[ -z "${UPDATE:-}" ] || cp "$tmp/sums" "$want/sums.txt"
while IFS= read -r line; do
    if grep -qxF -e "$line" "$tmp/sums"; then ok; else fail "another sum: ${line#* * }"; fi
done <"$want/sums.txt"
equal "commands" "$(sed 's/^[0-9]* [0-9]* //' "$want/sums.txt")" "$(sed 's/^[0-9]* [0-9]* //' "$tmp/sums")"
finish
