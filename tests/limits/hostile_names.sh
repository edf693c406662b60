# Names that attack terminals and pages (tests/hostile.c): of kernels, sections, metrics, files, processes and profiles, through
# every verb of every tool. Text, messages, JSON and pages hold no byte of them that does something; CSV keeps the bytes for a
# pipe or a file and shows them escaped on a terminal. Verbs that write a document (a report, a section, a profile,
# the JSON of dump, whose form is fixed) keep its bytes; their messages are checked all the same.
. tests/lib.sh
B=${B:-build} top=$(pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
LC_ALL=C NO_COLOR=1 COLUMNS=100 HOME=$tmp
export LC_ALL NO_COLOR COLUMNS HOME
if ! ${CC:-cc} -std=c99 -w -o "$tmp/hostile" tests/hostile.c 2>"$tmp/log"; then
    skip "needs a compiler and pseudo terminals"
    finish
    exit
fi
h=$tmp/hostile
bad=$("$h" name 30 | tr -d '\r/') # of a file
printf '%s' "$bad" | "$h" see text >/dev/null && fail "the hostile name is harmless"
printf 'plain\tname\n\303\251' | "$h" see text >/dev/null || fail "a harmless name is called hostile"
terminal=yes
"$h" terminal true || { skip "needs a pseudo terminal"; terminal=; }
see() { # name, text or page, file
    if see_out=$("$h" see "$2" <"$3"); then ok; else fail "$1" "$see_out"; fi
}
limit=
if have timeout; then limit="timeout 20"; fi
ran=
# run KIND COMMAND...: KIND is text, json, page, csv or own, what standard output holds. A crash fails; any code from 0 to 3 is
# a tool's own.
run() {
    kind=$1
    shift
    said="$(basename "$1") $2 $3 $4"
    ran="$ran $(basename "$1"):$2"
    $limit "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
    code=$?
    if [ $code -gt 3 ]; then fail "$said ends with $code" "$(cat "$tmp/err")"; fi
    see "$said: messages" text "$tmp/err"
    case $kind in
    text | page) see "$said: $kind" $kind "$tmp/out" ;;
    json)
        see "$said: JSON" text "$tmp/out"
        if [ -s "$tmp/out" ] && { awk -f "$top/tests/json.awk" "$tmp/out" || awk -v whole=1 -f "$top/tests/json.awk" "$tmp/out"; } >"$tmp/log"; then ok
        elif [ -s "$tmp/out" ]; then fail "$said: JSON" "$(head -n 3 "$tmp/log")"; fi ;;
    csv)
        if [ "$terminal" ]; then
            "$h" terminal $limit "$@" >"$tmp/shown" 2>&1 </dev/null
            see "$said: CSV on a terminal" text "$tmp/shown"
        fi
        # Without anything hostile the terminal shows the same as the pipe.
        if "$h" see text <"$tmp/out" >/dev/null; then plain=$((plain + 1)); else kept=$((kept + 1)); fi ;;
    esac
}
kept=0 plain=0
printed() { [ -s "$tmp/out" ] && ok || fail "$said prints nothing"; }

# ncurep ---------------------------------------------------------------------------------------------------------
n=$top/$B/ncurep s=examples/data/samples/ncurep
if [ -x "$n" ]; then
    "$h" put saxpyish "Example GPU 80" leaf_area "greenhouse" nested.cu smsp__inst_executed.sum launch__registers_per_thread sass__block_histogram \
        127.0.0.1 "step 12" ISETP <$s/canopy.ncu-rep >"$tmp/$bad.ncu-rep" 2>"$tmp/log" || fail "canopy.ncu-rep has other names" "$(cat "$tmp/log")"
    "$h" put "Grid Size" Bottleneck "Device Memory Throughput" "Achieved Occupancy" "This load waits for device" "/src/kernels" apple_sort \
        three.cu <$s/orchard.ncu-rep >"$tmp/2$bad.ncu-rep" 2>"$tmp/log" || fail "orchard.ncu-rep has other names" "$(cat "$tmp/log")"
    head -c 9000 "$tmp/$bad.ncu-rep" >"$tmp/cut$bad.ncu-rep"
    mkdir "$tmp/sections$bad"
    printf 'Identifier: "%s"\nDisplayName: "%s"\nHeader { Metrics { Label: "%s" Name: "gpu__time_duration.sum" } }\n' \
        'A\033[2J\007' 'B\033[31m<xss>\233' 'C\007<xss>\302\233' >"$tmp/sections$bad/$bad.section"
    for report in "$tmp/$bad.ncu-rep" "$tmp/2$bad.ncu-rep" "$tmp/cut$bad.ncu-rep" "$tmp/none$bad.ncu-rep"; do
        for verb in list raw details source why session strings blocks unknown cubin sass check summary trend study digest chart follow; do
            # It would wait for a missing file.
            case $verb$report in follow*/none*) continue ;; esac
            [ $verb != follow ] || set -- --idle 0.2
            run text "$n" $verb "$@" "$report"
            case $report in */none*) continue ;; esac
            run json "$n" $verb --json "$@" "$report"
            run csv "$n" $verb --csv "$@" "$report"
            set --
        done
        for flags in "--rules --print-details all" "--md" "--section-folder"; do
            [ "$flags" != --section-folder ] || set -- "$tmp/sections$bad"
            run text "$n" details $flags "$@" "$report"
            set --
        done
        run page "$n" html --all "$report"
        run page "$n" chart -c 1 --chart 1 --svg "$report"
        run text "$n" diff --all "$s/canopy_before.ncu-rep" "$report"
        run text "$n" diff --all --md "$report" "$s/canopy.ncu-rep"
        run json "$n" diff --json "$report" "$s/canopy.ncu-rep"
        run csv "$n" diff --csv "$report" "$s/canopy.ncu-rep"
        run page "$n" html --baseline "$s/canopy_before.ncu-rep" "$report"
        run text "$n" diff --fail-on worse --github --junit "$tmp/junit$bad" "$s/canopy_before.ncu-rep" "$report"
        run page "$n" trend --html "$report"
        for number in 1 4 5 13; do run page "$n" chart --svg -c 1 --chart $number "$report"; done
        run text "$n" chart --svg "$report"
        run text "$n" lines --text "$report"
        run json "$n" lines "$report"
        run own "$n" dump "$report"
        run text "$n" --import "$report" --page raw
        for options in "--print-details all" "--page session" "--print-summary per-kernel" "--page source"; do run text "$n" --import "$report" $options; done
        run text "$n" digest --baseline "$s/canopy_before.ncu-rep" "$report"
        run text "$n" diff --baseline "$s/canopy_before.ncu-rep" "$report"
        run text "$n" trend --by grid "$report"
        run page "$n" study --html "$report"
        run csv "$n" --import "$report" --csv --page raw
        for verb in slice merge anonymize salvage pack unpack export; do run own "$n" $verb "$report" -o "$tmp/made$bad"; done
        for table in launches metrics; do run own "$n" export $table "$report"; done
    done
    run text "$n" list "$tmp/$bad.ncu-rep"
    printed
    printf '* %s <= 1\n' "$(printf 'x\033[2J')" >"$tmp/limits$bad"
    run text "$n" check --limits "$tmp/limits$bad" "$tmp/$bad.ncu-rep"
    run text "$n" check --github --baseline "$tmp/$bad.ncu-rep" --junit "$tmp/junit$bad" --limits "$tmp/limits$bad" "$tmp/$bad.ncu-rep"
    run text "$n" "$bad" "$tmp/$bad.ncu-rep"
    run text "$n" list "--$bad"
    run text "$n" list --color "$bad" x
    run text "$n" list -k "regex:($bad" "$tmp/$bad.ncu-rep"
    # Every verb in the help was tried: its lines are indented by two.
    for verb in $("$n" --help | sed -n '/^verbs/,/^$/s/^  \([a-z]\{1,\}\(, [a-z]*\)*\) .*/\1/p' | tr -d ,); do
        case " $ran " in *" ncurep:$verb "*) ;; *) echo "ncurep $verb" >>"$tmp/untried" ;; esac
    done
fi

# drmtop and drmfdinfo -------------------------------------------------------------------------------------------
rec="$tmp/rec$bad" proc="$tmp/proc$bad"
mkdir -p "$rec" "$proc/4711/fdinfo" "$proc/4711/fd"
sed "s/starfall/$(printf 'st\033[2Jr\007l')/; s/mira/$(printf 'm\033[1ma')/" examples/data/samples/drm/desktop/processes.txt >"$rec/processes.txt"
sed "s/^drm-driver:.*amdgpu/drm-driver:	$(printf 'a\033[2Jm\007\302\233')/; s/drm-engine-gfx/drm-engine-$(printf 'g\033[1mx')/" \
    examples/data/samples/drm/desktop/sweeps.txt >"$rec/sweeps.txt"
sed "s/xe/$(printf 'x\033[2J\233<xss>')/; s/drm-engine-rcs/drm-engine-$(printf 'g\033[1m\007')/; s/drm-total/drm-to\033tal/" examples/data/samples/drm/xe.txt >"$tmp/xe$bad"
cp "$tmp/xe$bad" "$proc/4711/fdinfo/3"
ln -s /dev/dri/renderD128 "$proc/4711/fd/3"
printf 'x\033[2J\007<xss>\n' >"$proc/4711/comm"
printf 'x\033[2J\000\007\000' >"$proc/4711/cmdline"
printf '4711 (x\033[2J) S 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 1 0 0\n' >"$proc/4711/stat"
printf 'Name:\tx\033[2J\nUid:\t0\t0\t0\t0\n' >"$proc/4711/status"
t=$top/$B/drmtop d=$top/$B/drmfdinfo
if [ -x "$t" ]; then
    for tree in none process device; do run text "$t" --once --replay "$rec" --sweep 8 --tree $tree; done
    run text "$t" --once --root "$proc" --interval 0.1
    run json "$t" --once --json --replay "$rec" --sweep 8
    run csv "$t" --once --csv --replay "$rec" --sweep 8
    run text "$t" --once --replay "$tmp/none$bad"
    run text "$t" --sort "$bad"
    [ ! "$terminal" ] || { "$h" terminal "$t" --once --replay "$rec" --sweep 8 >"$tmp/out"; see "drmtop --once on a terminal" text "$tmp/out"; }
fi
if [ -x "$d" ]; then
    run text "$d" watch --replay "$rec" --count 2
    run json "$d" watch --replay "$rec" --count 2 --json
    run csv "$d" watch --replay "$rec" --count 2 --csv
    for verb in show dump; do
        kind=text
        [ $verb = show ] || kind=json
        run $kind "$d" $verb "$tmp/xe$bad" "$tmp/none$bad"
    done
    run json "$d" show --json "$tmp/xe$bad"
    run csv "$d" show --csv "$tmp/xe$bad"
    run text "$d" record "$tmp/made$bad" --root "$proc" --count 1 --interval 0.1 --names
    run text "$d" "$bad"
fi

# nvprofile ------------------------------------------------------------------------------------------------------
p=$top/$B/nvprofile
if [ -x "$p" ]; then
    sed "s/moonharbor/$(printf 'm\033[2Jh\007\233')/g; s/smooth/$(printf 's\033[1m<xss>\302\233')/g; s/GLStudioFactor/$(printf 'G\033[2J\342\200\256')/" \
        examples/data/samples/nvprofile/studio.rc >"$tmp/rc$bad"
    { printf '{"rules":[{"pattern":"m\\u001b[2Jh","profile":"s\\u009b\\u202e"},{"pattern":{"feature":"\033x","matches":"y"},"profile":"n\033"}],\n'
      printf '"profiles":[{"name":"s\\u009b\\u202e","settings":["k\\u0007","v\\u001b]0;x"]},\033]}\n'; } >"$tmp/rc2$bad"
    for f in "$tmp/rc$bad" "$tmp/rc2$bad" "$tmp/none$bad" "$tmp"; do
        run text "$p" lint "$f"
        run json "$p" lint --json "$f"
        run csv "$p" lint --csv "$f"
        for name in moonharbor "$(printf 'm\033[2Jh\007\233')" "$(printf 'm\033[2Jh')"; do
            run text "$p" which --file "$f" --explain "$name"
            run text "$p" which --file "$f" "$name"
            run json "$p" which --json --file "$f" --explain "$name"
            run csv "$p" which --csv --file "$f" "$name"
        done
        run text "$p" show "$f"
        run json "$p" show --json "$f"
        run csv "$p" show --csv "$f"
        run text "$p" diff "$f" examples/data/samples/nvprofile/studio.rc
        run json "$p" diff --json examples/data/samples/nvprofile/studio.rc "$f"
        run csv "$p" diff --csv "$f" examples/data/samples/nvprofile/studio.rc
        run json "$p" dump "$f"
        run own "$p" fmt --check "$f"
        run own "$p" set "$f" "$bad" "k$bad" 1 -o -
        run own "$p" unset "$f" "$bad" "k$bad" -o -
        run own "$p" rule add "$f" "$bad" "x$bad" -o -
        run own "$p" rule rm "$f" 99 -o -
        run own "$p" profile rm "$f" "$bad" -o -
        run own "$p" profile rename "$f" "$bad" "x$bad" -o -
        run text "$p" keys --keys "$f"
    done
    sed "s/GLFSAAMode/$(printf 'G\033[2J\007')/; s/Which kind/$(printf 'W\033[1m\302\233')/" examples/data/samples/nvprofile/keys.json >"$tmp/keys$bad"
    run text "$p" keys --keys "$tmp/keys$bad"
    run json "$p" keys --json --keys "$tmp/keys$bad"
    run csv "$p" keys --csv --keys "$tmp/keys$bad"
    # A machine whose files, programs and values have such names.
    nvr=$tmp/nvr$bad
    mkdir -p "$nvr/h$bad/.nv/nvidia-application-profiles-rc" "$nvr/h$bad/.var/app/$bad/.nv" "$nvr/etc/nvidia" "$nvr/usr/share/nvidia"
    cp "$tmp/rc$bad" "$nvr/h$bad/.nv/nvidia-application-profiles-rc/$bad"
    cp "$tmp/rc$bad" "$nvr/h$bad/.var/app/$bad/.nv/nvidia-application-profiles-rc"
    : >"$nvr/etc/nvidia/nvidia-application-profile$bad"
    printf '0/SyncToVBlank=\033[2J\n0\033x/FSAA=\233\342\200\256\n' >"$nvr/h$bad/.nvidia-settings-rc"
    for form in "" --json --csv; do
        as=${form#--}
        run ${as:-text} "$p" lint $form --root "$nvr" --home "h$bad"
        run ${as:-text} "$p" show $form --root "$nvr"
        run ${as:-text} "$p" which $form -e --root "$nvr" --home "/h$bad" "$bad"
        run ${as:-text} "$p" add $form --root "$nvr" --home "/h$bad" "$bad" "k$bad=1"
        # The diff is a patch and keeps its bytes, but on a terminal.
        [ -z "$terminal" ] || "$h" terminal $limit "$p" add $form --root "$nvr" --home "/h$bad" "$bad" "GLYield=$bad" -n >"$tmp/shown" 2>&1 </dev/null
        see "nvprofile add $form on a terminal" text "$tmp/shown"
        run ${as:-own} "$p" add $form --root "$nvr" --home "/h$bad" "$bad" "k$bad=$bad" --force
        run ${as:-own} "$p" remove $form --root "$nvr" --home "/h$bad" "$bad" "$bad"
        run ${as:-text} "$p" disable $form --root "$nvr" --home "/h$bad" -n
        run ${as:-text} "$p" keys $form "$bad"
    done
    run text "$p" "$bad"
fi

# nvsection ------------------------------------------------------------------------------------------------------
v=$top/$B/nvsection
if [ -x "$v" ]; then
    mkdir -p "$tmp/nvs$bad"
    sed "s/SpeedOfLight/A\\\\033[2J\\\\007/; s/Waves in a basin/B\\\\033[1m<xss>\\\\302\\\\233/; s/tides__sum/t\\\\033[2J__sum/; s/\"Compute\"/\"C\\\\342\\\\200\\\\256\"/" \
        examples/data/samples/nvsection/wave.section >"$tmp/nvs$bad/$bad.section"
    printf 'Identifier: "x\033[2J"\nUnkno\033wn: 3\nHeader { Metrics { Name: "\233\007" } }\n' >"$tmp/nvs$bad/bad$bad.section"
    sed "s/tides__sum/t\\\\u001b[2J/; s/FFMA/F\\\\u001b[2J/" examples/data/samples/nvsection/wave.json >"$tmp/m$bad.json"
    for f in "$tmp/nvs$bad/$bad.section" "$tmp/nvs$bad/bad$bad.section" "$tmp/nvs$bad" "$tmp/none$bad"; do
        for verb in "metrics --cc 9.0" "select --cc 9.0 --dropped" list-sections list-sets lint "evaluate -m"; do
            set --
            [ "$verb" != "evaluate -m" ] || set -- "$tmp/m$bad.json"
            run text "$v" $verb "$@" "$f"
            run json "$v" $verb "$@" --json "$f"
            run csv "$v" $verb "$@" --csv "$f"
        done
        for metric in "$bad" "$(printf 't\033[2J__sum')"; do run text "$v" explain "$metric" "$f"; done
        run own "$v" fmt "$f" -o -
        run own "$v" fmt --check "$f"
        run json "$v" dump --parse "$f"
    done
    run text "$v" derive "$tmp/m$bad.json" "$bad"
    run text "$v" derive "$tmp/none$bad" x
    run text "$v" "$bad"
    if "$v" --help | grep -q '^  preview '; then run text "$v" preview "$tmp/nvs$bad/$bad.section"; fi
fi
if [ -s "$tmp/untried" ]; then fail "verbs that this test does not try" "$(cat "$tmp/untried")"; else ok; fi
# Bytes pass through a pipe: the CSV of the report's own names was not escaped there.
if [ $kept -ge 5 ]; then ok; else fail "CSV in a pipe keeps the bytes: only $kept of $((kept + plain)) outputs do"; fi
finish
