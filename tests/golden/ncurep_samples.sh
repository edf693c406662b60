# The sample reports are what their program makes, they are consistent, and the examples print what they should.
. tests/lib.sh
B=${B:-build}
folder=$B/samples
mkdir -p "$folder"
cp examples/data/samples/ncurep/*.cubin examples/data/samples/ncurep/*.cu "$folder"
check "make_sample_reports" "$B/examples/make_sample_reports" "$folder"
check "make_chart_report" "$B/examples/make_chart_report" "$folder"
for name in saxpy orchard mixed canopy canopy_before; do
    check "$name.ncu-rep is as committed" cmp "$folder/$name.ncu-rep" "examples/data/samples/ncurep/$name.ncu-rep"
    check "$name.ncu-rep holds together" "$B/ncurep" check "$folder/$name.ncu-rep"
done
says 0 "Threads: 262144" "$B/examples/section_on_report" examples/data/sections/LaunchStats.section examples/data/samples/ncurep/saxpy.ncu-rep
equal "section_on_report: not a report" 3 "$("$B/examples/section_on_report" examples/data/sections/LaunchStats.section examples/data/sections/LaunchStats.section 2>&1; echo $?)"
check "ncurep_pick" "$B/examples/ncurep_pick" "$folder/picked.ncu-rep" "$folder/orchard.ncu-rep" two
check "the picked report holds together" "$B/ncurep" check "$folder/picked.ncu-rep"
picked=$("$B/ncurep" list "$folder/picked.ncu-rep" | grep -c ' two ')
if [ "$picked" = 1 ] && [ "$("$B/ncurep" list "$folder/picked.ncu-rep" | wc -l)" = 3 ]; then ok; else
    fail "ncurep_pick" "$("$B/ncurep" list "$folder/picked.ncu-rep")"
fi
got=$("$B/examples/ncurep_hot" "$folder/saxpy.ncu-rep" | head -n 4)
want='saxpyish: smsp__pcsamp_sample_count 323
 43.03 %   nested.cu:15
 20.12 %   nested.cu:8 < nested.cu:14
 18.89 %   nested.cu:14'
if [ "$got" = "$want" ]; then ok; else fail "ncurep_hot" "$got"; fi
got=$("$B/examples/ncurep_stdio" "$folder/orchard.ncu-rep")
want='one: 60 metrics
two: 60 metrics
three: 60 metrics
one: 60 metrics'
if [ "$got" = "$want" ]; then ok; else fail "ncurep_stdio" "$got"; fi
head -c 9000 "$folder/orchard.ncu-rep" >"$folder/cut.ncu-rep"
exits 3 "ncurep_stdio on a cut report" "$B/examples/ncurep_stdio" "$folder/cut.ncu-rep"
exits 3 "ncurep_stdio on something else" "$B/examples/ncurep_stdio" Makefile
exits 3 "ncurep_stdio on a folder" "$B/examples/ncurep_stdio" "$folder"
exits 2 "ncurep_stdio without a file" "$B/examples/ncurep_stdio"
# Pages made without the tool equal those of the tool, and mistakes arrive as messages and a code.
for page in list session html; do
    COLUMNS=80 LC_ALL=C "$B/ncurep" $page examples/data/samples/ncurep/orchard.ncu-rep >"$folder/page"
    check "ncurep_page $page" sh -c "'$B/examples/ncurep_page' $page examples/data/samples/ncurep/orchard.ncu-rep | cmp - '$folder/page'"
done
for format in text md csv json html; do
    for page in list details source session; do
        "$B/examples/ncurep_page" $page examples/data/samples/ncurep/orchard.ncu-rep $format >"$folder/$page.$format"
        case $page.$format in
        details.md) want='^## one (1024, 1, 1)x(256' ;;
        details.html) want='^<h2 id="k0">one (1024, 1, 1)x(256' ;;
        *.json) want='"one"\|"three.cu"\|"launch_settings"' ;;
        *) want='one\|three.cu\|orchard' ;;
        esac
        if grep -q "$want" "$folder/$page.$format"; then ok; else fail "ncurep_page $page in $format" "$(head -5 "$folder/$page.$format")"; fi
    done
done
check "an unknown format" sh -c "! '$B/examples/ncurep_page' list examples/data/samples/ncurep/orchard.ncu-rep pdf 2>/dev/null"
if have python3; then
    for page in list details session; do check "$page is one JSON value" python3 -c 'import json, sys; json.load(open(sys.argv[1]))' "$folder/$page.json"; done
fi
head -c 9000 examples/data/samples/ncurep/orchard.ncu-rep >"$folder/cut"
exits 3 "ncurep_page on a cut report" "$B/examples/ncurep_page" details "$folder/cut"
case $exits_out in *"the file is cut"*) ok ;; *) fail "ncurep_page on a cut report: what it says" "$exits_out" ;; esac
# Cut in a block whose header is there, so that its results are known to be missing.
head -c -9 examples/data/samples/ncurep/orchard.ncu-rep >"$folder/cut_late"
says 3 "at least 1 is missing" "$B/examples/ncurep_page" html "$folder/cut_late"
exits 2 "ncurep_page without a report" "$B/examples/ncurep_page"
# Choosing by NVTX ranges.
ids() { "$B/ncurep" list --csv "$@" examples/data/samples/ncurep/orchard.ncu-rep | sed -n 's/^[^,]*,\([0-9][0-9]*\),.*/\1/p' | tr '\n' ' '; }
expect() { # ids, options
    want=$1
    shift
    got=$(ids "$@")
    if [ "$got" = "$want" ]; then ok; else fail "list $*: expected \"$want\", found \"$got\""; fi
}
expect '0 1 2 3 ' --nvtx-include load/
expect '1 3 ' --nvtx-include 'sort]'
expect '1 ' --nvtx-include 'load/sort'
expect '3 ' --nvtx-include 'load/+/sort'
expect '1 ' --nvtx-include 'load/*/sort' --nvtx-exclude check/
expect '2 3 ' --nvtx-include 'solver@sweep/'
expect '1 3 ' --nvtx-include 'frame 7,warm-up'
expect '0 2 ' --nvtx-exclude warm-up
expect '1 2 3 ' --nvtx-include sort/ --nvtx-include 'regex:^solv@sw.+p/'
exits 2 "a malformed filter" "$B/ncurep" list --nvtx-include 'a//b' examples/data/samples/ncurep/orchard.ncu-rep
finish
