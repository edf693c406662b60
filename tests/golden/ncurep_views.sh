# What one looks for on the pages of real reports: timelines, gains, the way to the source, names of kernels, links, sizes.
. tests/lib.sh
n=${B:-build}/ncurep
corpus=../shared/corpus/ncurep
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
LC_ALL=C COLUMNS=80
export LC_ALL COLUMNS
if ! [ -d $corpus ]; then skip "needs $corpus"; finish; exit; fi

# Timelines: every area begins and ends on the ground, and what was taken in several passes is aligned where the kernel began.
h100=$corpus/2025.1.0_h100pcie_alprielse_5e5f786c.ncu-rep
$n html -c 1 --section PmSampling $h100 >"$tmp/page"
grep -o 'class="l area c1" points="[^"]*"' "$tmp/page" | sed 's/.*points="//; s/"//' >"$tmp/areas"
equal "areas of the timeline" 10 "$(wc -l <"$tmp/areas" | tr -d ' ')"
has "the eleventh row is 0 throughout" '<summary>1 row is 0 throughout</summary>' "$tmp/page"
equal "areas that do not begin and end at 0" 0 "$(awk '{split($1, a, ","); split($NF, b, ","); n += a[2] != 38 || b[2] != 38} END {print n + 0}' "$tmp/areas")"
has "aligned passes are said to be" '<p class="about">Several passes: 0 is where the kernel began in each.</p>' "$tmp/page"
# The axis is that of the kernel, which took 9.6 us, and a tenth on each side: 264 and 436 us of samples were taken.
equal "the axis" '<div class="axis"><span>-956.8 ns</span><span>4.784 us</span><span>10.52 us</span></div>' "$(grep -o '<div class="axis">.*</div>' "$tmp/page")"
# A counter of each pass rises where the kernel begins.
rise() { grep -o "title=\"pmsampling:$1\".*" "$tmp/page" | sed 's/.*points="//; s/".*//' | awk '{for (i = 2; i < NF; i++) {split($i, a, ","); if (a[2] < 37) {print a[1]; exit}}}'; }
equal "counters of two passes rise far from each other" 0 "$(echo "$(rise sm__cycles_active.avg) $(rise l1tex__data_pipe_lsu_wavefronts.avg)" | awk '{d = $1 - $2; print (NF != 2 || d > 200 || d < -200)}')"
$n html -c 1 --section PmSampling $corpus/2024.1.1_a10080gbpcie_panjd123_4fb3ff3f.ncu-rep >"$tmp/page"
has "passes without a begin are said to be not aligned" '<p class="about">Several passes, each from its own first sample: ' "$tmp/page"
$n details -c 1 --section PmSampling --print-details body $h100 >"$tmp/text"
has "passes in text" '^    Rows are of 2 passes, and not aligned.$' "$tmp/text"

# Gains: estimates of the kernel rank; those of a part are named so, and are no gain of the kernel.
t4=$corpus/2024.2.1_t4_armleth_cad96ed8.ncu-rep # 10.49 % of the kernel, 91.86 % of a part
$n summary $t4 >"$tmp/text"
has "the gain of the kernel" ' 10.49%$' "$tmp/text"
lacks "the gain of a part" '91.86' "$tmp/text"
equal "both in CSV" '10.488877274061037,AchievedOccupancy,91.8578839752635,HighPipeUtilization' "$($n summary --csv $t4 | sed -n 2p | cut -d, -f9-12)"
equal "both in JSON" 2 "$($n summary --json $t4 | grep -c '"speedup": 10.488877274061037\|"local_speedup": 91.8578839752635')"
$n html $t4 >"$tmp/page"
has "the tile" '<dt>Best estimated gain</dt><dd>10.49% ' "$tmp/page"
has "what it saves, of the time of all" '<dt>Best estimated gain</dt><dd>10.49% <small>[0-9]* [^<]*, [0-9.]*% of the time of all</small>' "$tmp/page"
has "columns of the profiler's summary" '>Saves<th[^>]*>Compute<th[^>]*>Memory<th[^>]*>Registers<th[^>]*>Cycles<th' "$tmp/page"
has "the list" '<td class="n" data-v="10.488877274061037">10.49%<td class="n" data-v="' "$tmp/page"
equal "the kernel's own first" '10.49% the kernel' "$(grep -A 3 'What the rules would gain' "$tmp/page" | sed -n '/<td class="n"/s/.*>\([0-9.]*%\)<td class="t">\([a-z ]*\)<.*/\1 \2/p' | head -n 1)"
a10=$corpus/2023.2.0_a10_spymaster2h_76e87892.ncu-rep # nothing of the kernel
$n summary $a10 >"$tmp/text"
has "a part is named where there is nothing else" ' 14.12% local$' "$tmp/text"
$n html -c 2 $a10 >"$tmp/page"
has "the same on the page" '<span class="same">[0-9.]*% of a part</span>' "$tmp/page"
lacks "and no tile" 'Best estimated gain' "$tmp/page"
$n details -c 1 $t4 | sed -n '/^    Estimated speedups/,$p' >"$tmp/text"
equal "order in text" 'global local' "$(sed -n 's/.* \(global\|local\) .*/\1/p' "$tmp/text" | uniq | tr '\n' ' ' | sed 's/ $//')"

# The source is reached from the list of sections, which stays in view with the name.
$n html -c 2 $h100 >"$tmp/page"
sed -n '/<article.* id="k1"/,/<div class="of">/p' "$tmp/page" >"$tmp/side"
has "the name is in what stays" '<h2 id="k1h">1 rms_norm_vector_kernel_float4</h2>' "$tmp/side"
equal "the list is in what stays, its last entry is the source" '<li><a href="#k1src">Source</a></li>' "$(grep '^<li>\|</nav>.*<li>' "$tmp/side" | tail -n 1)"
has "what stays" '^\.side { position: sticky; top: 0;' "$tmp/page"
equal "sources, and links to them" '2 2' "$(grep -c '<h3 id="k[01]src">Source</h3>' "$tmp/page") $(grep -c '<a href="#k[01]src">' "$tmp/page")"
$n html $corpus/2020.3.1_a100pcie40gb_extra-p_a63b0b98.ncu-rep >"$tmp/page"
lacks "a source without counters" 'src">' "$tmp/page"

# Kernels of one template are told apart by what differs, launches of other sizes by those; the full name is folded away.
$n merge -o "$tmp/merged.ncu-rep" $corpus/2023.1.1_a10g_averyclapp_263b23de.ncu-rep $corpus/2024.1.1_a10080gbpcie_panjd123_4fb3ff3f.ncu-rep \
    $corpus/2025.2.1_rtx5060ti_2388612861_bf1d76d5.ncu-rep 2>"$tmp/notes"
$n list "$tmp/merged.ncu-rep" >"$tmp/text"
has "one of a template" ' 3  Kernel<cutlass_80_simt_sgemm_...  256 2 ' "$tmp/text"
has "another" ' 5  Kernel<cutlass::gemm::kernel:... ' "$tmp/text"
COLUMNS=100 $n summary "$tmp/merged.ncu-rep" >"$tmp/text"
equal "launches of four sizes, and one of none" '11 11 11 11 1' "$(sed -n 's/^transposeMatrixOccupa[^ ]* \(([0-9,]*)x([0-9,]*)\)* *\([0-9]*\) .*/\2/p' "$tmp/text" | tr '\n' ' ' | sed 's/ $//')"
equal "sizes are named" 4 "$(grep -c ' (\(32\|64\),\(32\|64\))x(\(16\|32\),\(16\|32\)) ' "$tmp/text")"
equal "by name alone they are one" 45 "$($n summary --group name --csv "$tmp/merged.ncu-rep" | sed -n 's/^transposeMatrixOccupancyOptimized,\([0-9]*\),.*/\1/p')"
equal "programs get the name" 'transposeMatrixOccupancyOptimized' "$($n summary --json "$tmp/merged.ncu-rep" | sed -n 's/.*"name": "\(transpose[^"]*\)".*/\1/p' | sort -u)"
for page in list summary details source raw; do
    $n $page --kernel-name-base mangled -c 1 $corpus/2023.1.1_a10g_averyclapp_263b23de.ncu-rep | head -n 4 >"$tmp/text" 2>/dev/null
    has "--kernel-name-base mangled: $page" '_Z14one_warptilin' "$tmp/text"
    $n $page --kernel-name-base function -c 1 $corpus/2023.1.1_a10g_averyclapp_263b23de.ncu-rep | head -n 4 >"$tmp/text" 2>/dev/null
    lacks "--kernel-name-base function: $page" '(int)128' "$tmp/text"
done
$n html -c 1 --kernel-name-base demangled $corpus/2023.1.1_a10g_averyclapp_263b23de.ncu-rep >"$tmp/page"
has "--kernel-name-base demangled: html" '<h2 id="k0h">0 void one_warptiling&lt;(int)128, ' "$tmp/page"
$n html -s 5 -c 1 "$tmp/merged.ncu-rep" >"$tmp/page"
has "the full name is folded" '<details class="full raw"><summary>Full name</summary><span class="code">void cutlass::Kernel&lt;' "$tmp/page"

# Links: no markup of a rule is left, and what a rule names is reached, if it is an instruction.
$n html -c 1 $corpus/2021.2.2_a100pcie40gb_bwcurless_3b5fa236.ncu-rep >"$tmp/page"
has "an instruction that a rule names" '<a href="#k0-Ia0">0x14f3db282fa0</a>' "$tmp/page"
equal "its row, once" 1 "$(grep -c '<tr id="k0-Ia0">' "$tmp/page")"
equal "links to instructions without a row" 0 "$(grep -o 'href="#k0-I[0-9a-f]*"' "$tmp/page" | sed 's/.*#//; s/"//' | sort -u | while read -r id; do grep -q "<tr id=\"$id\"" "$tmp/page" || echo "$id"; done | wc -l | tr -d ' ')"
$n html -c 1 $h100 >"$tmp/page"
has "a section that a rule names" '<p>.*<a href="#k0s[0-9]*">Scheduler Statistics</a>.*</p>' "$tmp/page"
lacks "an address in the net is no link" 'href="http' "$tmp/page"
for report in $corpus/*rep; do
    $n html "$report" 2>"$tmp/notes" | grep -oE '@(section|source|sass|url):' >"$tmp/marks"
    if [ ! -s "$tmp/marks" ]; then ok; else fail "$report: marks of rules are left" "$(head -n 3 "$tmp/marks")"; fi
done
has "underlines are below underscores" 'text-underline-offset: .28em; text-decoration-skip-ink: none' "$tmp/page"

# Paper: raw tables that are shut stay shut, and are not printed.
$n html -c 1 --all $h100 >"$tmp/page"
has "raw tables" '<h3>All metrics</h3>$' "$tmp/page"
equal "tables of many rows that paper would open" 0 "$(grep -o '<details[^>]*><summary>[0-9]* instructions\|<details[^>]*><summary>Table<\|<details[^>]*><summary>Values<' "$tmp/page" | grep -vc 'class="raw"')"
has "what paper opens" "each('.on details:not(\[open\]):not(.raw)'" "$tmp/page"
has "what paper leaves out" 'details.raw:not(\[open\]) { display: none; }' "$tmp/page"

# A kernel without counters is no table of nothing.
bare=$corpus/2020.3.1_a100pcie40gb_extra-p_a63b0b98.ncu-rep
says 1 'The report has no instruction counters of this kernel' $n source -c 1 $bare
$n source -c 1 $bare >"$tmp/text"
lacks "headings without rows" 'Samples' "$tmp/text"
says 1 'no instruction counters of what is chosen' $n source --csv -c 1 $bare
says 1 'no instruction counters of what is chosen' $n source --json -c 1 $bare
says 1 'IMAD.MOV.U32 R1' $n source --by address -c 1 $bare
says 0 'Samples' $n source -c 1 $h100

# Charts of occupancy: no more than 100 percent, and each with a title of its own.
$n html -c 1 --section Occupancy $h100 >"$tmp/page"
equal "titles" 8 "$(grep -o '<figcaption>[^<]*' "$tmp/page" | sort -u | grep -c 'Impact of Varying .*: [%#] ')"
equal "axes of percentages, and above 100" '4 0' "$(grep -c 'aria-label="Line chart: [^"]*" data-b="[^"]* 0 100"' "$tmp/page") $(grep -c 'data-b="[^"]* 0 1[1-9][0-9]"' "$tmp/page")"
$n details -c 1 --section Occupancy --print-details body $h100 >"$tmp/text"
has "titles in text" '^    Impact of Varying Block Size: # Warps$' "$tmp/text"
# Long numbers have a sign for their size.
lacks "a number with an exponent" '<td[^>]*>[0-9.]*e+[0-9]' "$tmp/page"
$n html $corpus/2025.4.1_rtx5090_darrellthomas_8cde278d.ncu-rep >"$tmp/page"
lacks "a number with an exponent" '<td[^>]*>[0-9.]*e+[0-9]' "$tmp/page"
lacks "a long number in a source or a table of the memory system" '^<tr[^>]*>\(<th>[A-Z][A-Za-z0-9 ,/()]*\)*<td.*<td>[0-9]\{7,\}<td>' "$tmp/page"
has "but a short one" '^<tr><th>L1/TEX Load<td>1.114 M<td>4.456 M<td>4.00<td[^>]*>19.72 %<td>91.18 %<td>142.61 Mbyte<td>1.10 Tbyte/s' "$tmp/page"
# The key of a roofline names each roof by the sign at its bend.
$n details -c 1 --section SpeedOfLight_HierarchicalSingleRooflineChart --print-details body $h100 >"$tmp/text"
for roof in '1 DRAM Roofline' '2 L2 Roofline' '3 L1 Roofline (Global/Local)' 'A DRAM Achieved Value'; do has "key" "^    $roof " "$tmp/text"; done
equal "the plot has every sign of the key" '1 2 3 A B C' "$(grep '^ *[0-9.e+-]* |' "$tmp/text" | sed 's/.*|//' | grep -o '[1-9A-Z]' | sort | tr '\n' ' ' | sed 's/ $//')"
# Back leads to where one was.
has "the place is kept" 'history.replaceState({y: window.scrollY}' "$tmp/page"

# A page of many kernels: texts until they are shown, and not more of them than fit.
$n merge -o "$tmp/many.ncu-rep" $a10 $a10 $a10 $a10 $a10 $a10 $a10 $a10 $a10 $a10 2>"$tmp/notes"
$n html "$tmp/many.ncu-rep" >"$tmp/page"
equal "kernels" 1050 "$(grep -c '^<script type="text/html" id="i[0-9]*">$' "$tmp/page")"
sed '/^<script type="text\/html"/,/^<\/script>$/d' "$tmp/page" >"$tmp/open"
lacks "a kernel that is open" '<article' "$tmp/open"
if [ "$(grep -o '<[a-z]' "$tmp/open" | wc -l)" -lt 20000 ]; then ok; else fail "too many elements" "$(grep -o '<[a-z]' "$tmp/open" | wc -l)"; fi
$n html --most 1M "$tmp/many.ncu-rep" >"$tmp/page"
has "what is left out is said" '<p class="about">This page holds the [0-9]* longest of 1050 results\. Of the others it has this list; ncurep html -s ID -c 1 REPORT makes' "$tmp/page"
held=$(grep -c '^<script type="text/html"' "$tmp/page")
equal "rows with a kernel on the page" "$held" "$(grep -c '^<tr><td data-v="[0-9]*">[0-9]*<th><a href="#k' "$tmp/page")"
equal "rows" 1050 "$(grep -c '^<tr><td data-v="[0-9]*">[0-9]*<th>' "$tmp/page")"
if [ "$held" -gt 50 ] && [ "$held" -lt 500 ]; then ok; else fail "$held kernels in 1 MB"; fi
# The longest ones: none that is left out took longer than one that is there.
sed -n 's/^<tr><td data-v="[0-9]*">[0-9]*<th>\(<a\)*.*<td class="n" data-v="\([0-9]*\)">.*<td data-v="[0-9]*" style.*/\1 \2/p' "$tmp/page" |
    awk 'NF == 2 {if (least == "" || $2 < least) least = $2} NF == 1 {if ($1 > most) most = $1} END {print least, most, NR, (least >= most)}' >"$tmp/order"
equal "the longest" '1050 1' "$(awk '{print $3, $4}' "$tmp/order")"
if have chromium || have google-chrome; then
    chrome=$(command -v chromium || command -v google-chrome)
    $n html $a10 >"$tmp/page.html"
    "$chrome" --headless --no-sandbox --disable-gpu --user-data-dir="$tmp/profile" --virtual-time-budget=5000 --dump-dom "file://$tmp/page.html#k57" >"$tmp/dom" 2>/dev/null
    has "a kernel that is shown" '<article class="view kernel on" id="k57"' "$tmp/dom"
    equal "others stay texts" 104 "$(grep -c '<script type="text/html"' "$tmp/dom")"
    sed -n '/id="k57"/,/<\/article>/p' "$tmp/dom" >"$tmp/of"
    equal "names without a title, of those that another kernel spells out" 0 "$(grep -o '<[a-z]* [^>]*data-m="[0-9]*"[^>]*>' "$tmp/of" | grep -vc ' title="')"
else skip "needs chromium"; fi

# Of the source there are rows for paper and where no script runs: the hottest, and those that rules name.
equal "hottest lines" '25 <h4>Hottest lines</h4>' "$($n html -c 1 $corpus/2025.4.1_rtx5090_darrellthomas_8cde278d.ncu-rep | sed -n '/<h4>Hottest/,/<\/table>/p' |
    awk '/^<tr id/ {n++} /<h4>/ {h = $0} END {print n, h}')"
finish
