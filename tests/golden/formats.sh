# --json and --csv of every verb: what comes is JSON or CSV and not the text, or the verb refuses the option. None ignores it.
. tests/lib.sh
B=${B:-build}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
s=$PWD/examples/data/samples
r=$s/ncurep/canopy.ncu-rep
export HOME="$tmp/home" XDG_CONFIG_HOME="$tmp/home" DISPLAY=
mkdir -p "$HOME/.nv"
cubin=$s/ncurep/three_sm90.cubin
# What it has, j JSON, c CSV; TOOL VERB ARGUMENT...; a file that is changed is a fresh copy each time; OUT is written.
cat >"$tmp/rows" <<END
jc ncurep raw $r
jc ncurep list $r
jc ncurep details $r
jc ncurep source $r
jc ncurep why $r
jc ncurep session $r
jc ncurep strings $r
jc ncurep blocks $r
jc ncurep unknown $r
jc ncurep cubin $r
jc ncurep check $r
jc ncurep summary $r
j ncurep digest $r
jc ncurep diff $s/ncurep/canopy_before.ncu-rep $r
jc ncurep trend $s/ncurep/canopy_before.ncu-rep $r
j ncurep study $s/ncurep
- ncurep html $r
jc ncurep chart $r
j ncurep lines $cubin
jc ncurep sass $cubin
j ncurep dump $r
j ncurep slice $r -o OUT
j ncurep merge $s/ncurep/canopy_before.ncu-rep $r -o OUT
jc ncurep follow $r
j ncurep anonymize $r -o OUT
jc ncurep export $r
j ncurep salvage $r -o OUT
jc nvsection metrics --cc 9.0 $s/nvsection/wave.section
jc nvsection select --cc 9.0 $s/nvsection/wave.section
jc nvsection explain --cc 9.0 sm__throughput.avg.pct_of_peak_sustained_elapsed $s/nvsection/wave.section
jc nvsection evaluate -m $s/ncurep/saxpy.ncu-rep $s/nvsection/wave.section
jc nvsection preview -m $s/ncurep/saxpy.ncu-rep $s/nvsection/wave.section
jc nvsection derive -m $s/ncurep/saxpy.ncu-rep $s/nvsection/wave.section
jc nvsection names sm__cycles_elapsed.max
jc nvsection list-sections $s/sections
jc nvsection list-sets $s/sections
jc nvsection lint $s/nvsection/wave.section
- nvsection fmt $s/nvsection/wave.section
- nvsection new Mine
jc nvsection schema Section
j nvsection dump --parse $s/nvsection/wave.section
jc nvprofile which --file $s/nvprofile/studio.rc moonharbor
jc nvprofile add -n moonharbor GLSyncToVblank=1
jc nvprofile remove -n moonharbor
jc nvprofile recipes
jc nvprofile show RC
jc nvprofile lint RC
jc nvprofile keys
jc nvprofile diff RC $s/nvprofile/oneline.rc
jc nvprofile enable
jc nvprofile disable
- nvprofile set RC smooth GLSyncToVblank 0
- nvprofile unset RC smooth GLSyncToVblank
- nvprofile rule rm RC 0
- nvprofile profile rename RC smooth rough
- nvprofile fmt RC
- nvprofile probe $tmp/probe
j nvprofile dump RC
jc drmfdinfo watch --count 1
- drmfdinfo record $tmp/record --count 1
- drmfdinfo export --openmetrics
jc drmfdinfo show $s/drm/xe.txt
j drmfdinfo dump $s/drm/xe.txt
jc drmtop --once --replay $s/drm/desktop --sweep 8
END
run() { # TOOL ARGUMENT... [FORMAT]: into $tmp/out and $code
    rm -rf "$tmp/probe" "$tmp/record" "$tmp/OUT"
    cp "$s/nvprofile/studio.rc" "$tmp/RC"
    cp "$s/nvprofile/studio.rc" "$HOME/.nv/nvidia-application-profiles-rc"
    # shellcheck disable=SC2046
    "$B/$1" $(shift; printf '%s\n' "$@" | sed "s|^OUT\$|$tmp/OUT|; s|^RC\$|$tmp/RC|") >"$tmp/out" 2>"$tmp/err" </dev/null
    code=$?
}
while read -r has row; do
    # shellcheck disable=SC2086
    run $row
    mv "$tmp/out" "$tmp/text"
    if [ $code -gt 1 ]; then fail "$row: exit code $code" "$(cat "$tmp/err")"; fi
    for format in json csv; do
        # shellcheck disable=SC2086
        run $row --$format
        case $has:$format in
        *j*:json | *c:csv) ;;
        *) if [ $code -eq 2 ] && [ -s "$tmp/err" ]; then ok; else fail "$row --$format is not refused: exit code $code" "$(cat "$tmp/err")"; fi
            continue ;;
        esac
        if [ $code -ge 2 ]; then fail "$row --$format: exit code $code" "$(cat "$tmp/err")"
        elif [ ! -s "$tmp/out" ]; then fail "$row --$format prints nothing" "$(cat "$tmp/err")"
        elif [ $format = json ]; then
            if awk -v whole=1 -f tests/json.awk "$tmp/out" >/dev/null || awk -f tests/json.awk "$tmp/out" >"$tmp/err"; then ok
            else fail "$row --json" "$(cat "$tmp/err")"; fi
        elif [ "${row#ncurep export}" = "$row" ] && cmp -s "$tmp/text" "$tmp/out"; then fail "$row --csv prints the text"
        else ok; fi
    done
done <"$tmp/rows"
# Each verb has a row, but those that need a terminal, an editor, a backup or zstd.
for tool in ncurep nvsection nvprofile drmfdinfo drmtop; do
    for verb in $("$B/$tool" --verbs | grep -v '^	' | cut -f 1 | grep -vxE 'watch|lsp|edit|undo|pack|unpack' ); do
        if grep -qE "^[jc-]* $tool ($verb|--once)( |\$)" "$tmp/rows"; then ok; else fail "$tool $verb is not in the table"; fi
    done
done
finish
