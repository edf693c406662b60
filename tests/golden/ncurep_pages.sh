# The pages of ncurep for the bundled reports, the command line of ncu, exit codes.
# UPDATE=1 sh tests/golden/ncurep_pages.sh writes the expected pages anew; read the difference before you keep it.
. tests/lib.sh
n=${B:-build}/ncurep
s=examples/data/samples/ncurep
want=tests/golden/ncurep_pages
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
# The pages must not depend on the machine: no terminal, no disassembler.
LC_ALL=C COLUMNS=80 PATH=/usr/bin:/bin
export LC_ALL COLUMNS PATH


page details.txt $n details $s/saxpy.ncu-rep
page details_all.txt $n details --section-folder examples/data/sections --print-details all $s/saxpy.ncu-rep
page details_rules.txt $n details --rules --print-rule-details -c 1 $s/orchard.ncu-rep
page details_mixed.txt $n details --print-metric-name label-name $s/mixed.ncu-rep
page details.csv $n details --csv --print-metric-instances details $s/orchard.ncu-rep
page details.json $n details --json --section-folder examples/data/sections --print-details all -c 1 $s/saxpy.ncu-rep
page details.md $n details --md --section-folder examples/data/sections --print-details all $s/saxpy.ncu-rep
page details_memory.txt $n details --section-folder examples/data/samples/sections --print-details body -c 1 $s/canopy.ncu-rep
page details_section.txt $n details --section regex:Occ.* --metrics 'dram__*' --print-units base $s/saxpy.ncu-rep
COLUMNS=160 page details_wide.txt $n details --section-folder examples/data/sections --print-details body -k two $s/orchard.ncu-rep
page source.txt $n source $s/saxpy.ncu-rep
page source_address.txt $n source --by address -k three $s/orchard.ncu-rep
COLUMNS=160 page source_wide.txt $n source --by address --top 6 $s/saxpy.ncu-rep
page source_ptx.txt $n source --by ptx $s/saxpy.ncu-rep
COLUMNS=120 page source_text.txt $n source --resolve-source-file $s/nested.cu $s/saxpy.ncu-rep
ncu_source() { for view in sass ptx cuda cuda,sass ptx,sass; do $n --import $s/saxpy.ncu-rep -c 1 --page source --print-source $view "$@" || return; done; }
page ncu_source.txt ncu_source
page ncu_source.csv ncu_source --csv
says 3 "" $n --import $s/saxpy.ncu-rep --page source --print-source cuda --resolve-source-file "$tmp/none"
page source_top.txt $n source --top 3 $s/orchard.ncu-rep
page source.csv $n source --csv --top 8 $s/saxpy.ncu-rep
page source.json $n source --json --top 4 $s/saxpy.ncu-rep
page source_waits.json $n source --json -c 1 --top 3 $s/canopy.ncu-rep
page annotate.txt $n source --annotate $s/nested.cu $s/saxpy.ncu-rep
page summary.txt $n summary $s/saxpy.ncu-rep $s/orchard.ncu-rep $s/mixed.ncu-rep
page summary.csv $n summary --csv --group range --sort name $s/orchard.ncu-rep
page summary.json $n summary --json --group device $s/orchard.ncu-rep
COLUMNS=160 page summary_wide.txt $n summary --group result --sort mean --rules $s/orchard.ncu-rep
page diff.txt $n diff --match order --by-line $s/orchard.ncu-rep $s/mixed.ncu-rep
page diff.md $n diff --match order --md --by-line -c 1 $s/saxpy.ncu-rep $s/orchard.ncu-rep
page diff.json $n diff --match order --json -c 1 --metrics 'gpu__*,launch__*' $s/saxpy.ncu-rep $s/orchard.ncu-rep
page diff.csv $n diff --match order --csv --tolerance 0 $s/orchard.ncu-rep $s/mixed.ncu-rep

# As ncu: the same pages, whatever the order and the form of the options.
$n details --csv $s/orchard.ncu-rep >"$tmp/a"
$n --import $s/orchard.ncu-rep --csv >"$tmp/b"
same "the details page is the default" "$tmp/a" "$tmp/b"
$n raw --csv $s/orchard.ncu-rep >"$tmp/a"
$n --csv --page=raw -i $s/orchard.ncu-rep >"$tmp/b"
same "the raw page" "$tmp/a" "$tmp/b"
$n session --csv $s/orchard.ncu-rep >"$tmp/a"
$n --pag session --cs --impor $s/orchard.ncu-rep >"$tmp/b"
same "beginnings of names" "$tmp/a" "$tmp/b"
printf -- '--page raw\n--csv "--import" %s -k regex:^t\n' $s/orchard.ncu-rep >"$tmp/options"
$n raw --csv -k regex:^t $s/orchard.ncu-rep >"$tmp/a"
$n "@$tmp/options" >"$tmp/b"
same "a response file" "$tmp/a" "$tmp/b"
$n --import $s/orchard.ncu-rep --page raw --csv --log-file "$tmp/log" -k regex:^t
same "a log file" "$tmp/a" "$tmp/log"
page import.txt $n --import $s/orchard.ncu-rep --launch-count 1
page import_source.csv $n --import $s/saxpy.ncu-rep --page source --csv --print-source sass
page import_summary.txt $n --import $s/orchard.ncu-rep --print-summary per-kernel
page import_summary.csv $n --import $s/orchard.ncu-rep --print-summary per-nvtx --page raw --metrics gpu__time_duration.sum --csv
ids() { $n --import $s/orchard.ncu-rep --page raw --csv "$@" 2>/dev/null | sed -n 's/^"\([0-9]\)".*/\1/p' | tr -d '\n'; }
chosen() { # IDS OPTION...
    chosen_want=$1
    shift
    chosen_got=$(ids "$@")
    if [ "$chosen_got" = "$chosen_want" ]; then ok; else fail "$*: expected $chosen_want, found $chosen_got"; fi
}
chosen 0123
chosen 03 -k one
chosen 12 -k regex:^t
chosen 3 --kernel-id ::one:2
chosen 03 --kernel-id '::regex:^o:.*'
chosen 0 --kernel-id '1:7:one:1|5'
chosen "" --kernel-id 2:::
chosen 12 --launch-skip 1 --launch-count 2
chosen 3 --launch-skip-before-match 1 -k one
chosen 0123 --devices 0,1
chosen "" --devices 1
chosen 12 -s 1 -c 2 --filter-mode per-gpu
chosen 1 --nvtx-include sort/ -k regex:^t
chosen 2 --nvtx-exclude sort/ -k regex:^t
if $n --import $s/orchard.ncu-rep --page raw --csv --print-nvtx-rename kernel | cut -d, -f5 | grep -q '"sweep"'; then ok
else fail "names of ranges for those of kernels"; fi
if $n --import $s/saxpy.ncu-rep --page raw --csv --print-kernel-base function | cut -d, -f5 | grep -q '^"saxpyish"$'; then ok
else fail "the function name of a kernel"; fi
check "an export" $n --import $s/orchard.ncu-rep --export "$tmp/all"
same "an export of everything is the file" $s/orchard.ncu-rep "$tmp/all.ncu-rep"
says 2 "exists; --force-overwrite" $n --import $s/orchard.ncu-rep --export "$tmp/all"
check "an export of some" $n --import $s/orchard.ncu-rep -f -o "$tmp/all" -k regex:^t
$n raw --csv -k regex:^t $s/orchard.ncu-rep | cut -d, -f5- >"$tmp/a"
$n raw --csv "$tmp/all.ncu-rep" | cut -d, -f5- >"$tmp/b"
same "what was exported is what was chosen" "$tmp/a" "$tmp/b"
says 0 "every field is known" $n unknown "$tmp/all.ncu-rep"
check "a number in the name" $n --import $s/saxpy.ncu-rep -o "$tmp/n%i"
check "another one" $n --import $s/saxpy.ncu-rep -o "$tmp/n%i"
if [ -f "$tmp/n0.ncu-rep" ] && [ -f "$tmp/n1.ncu-rep" ]; then ok; else fail "files n0 and n1" "$(ls "$tmp")"; fi
# --metrics leaves no sections, but a summary.
says 0 "dram__bytes_read.sum       Mbyte    4.20" $n --import $s/saxpy.ncu-rep --print-summary per-kernel --metrics dram__bytes_read.sum
# A kernel without a demangled name goes by the name it has.
plain=../shared/corpus/ncutxt/basic/profile.ncu-rep
if [ ! -f $plain ]; then skip "needs $plain"; else
    for page in "--page raw --csv -i" "--csv -i" "--print-summary per-kernel --csv -i" "raw --csv" "details --csv"; do
        # shellcheck disable=SC2086
        says 0 probe_timer_only $n $page $plain
    done
    says 0 "  probe_timer_only (1, 1, 1)x(1, 1, 1), Context 1" $n --import $plain --kernel-name-base demangled -k probe_timer_only
fi
says 2 "does not profile" $n --page raw
says 2 "--section chooses among the sections of the report" $n --set full ./app
says 2 "profiling is for" $n --csv ./app
says 2 "is not one of" $n --import $s/saxpy.ncu-rep --page all
says 2 "is ambiguous" $n --import $s/saxpy.ncu-rep --print-m value
says 2 "not supported here" $n --import $s/saxpy.ncu-rep --native-include main
says 2 "needs a value" $n --import
says 3 "" $n --import "$tmp/none.ncu-rep"
says 0 "no result is chosen" $n --import $s/saxpy.ncu-rep -k nothing

# Text of instructions, by a disassembler that this test makes up.
mkdir "$tmp/bin"
cat >"$tmp/bin/nvdisasm" <<'EOF'
#!/bin/sh
: >"${0%/*}/started"
[ "$1" = -c ] && [ -s "$2" ] || exit 1
echo '.text.saxpyish:'
echo '        /*0040*/                   ISETP.GE.AND P0, PT, R0, c[0x0][0x160], PT ;'
echo '        /*0080*/              @!P0 LDG.E R2, [R2.64] ;'
EOF
chmod +x "$tmp/bin/nvdisasm"
page source_sass.txt $n source --by address --top 3 --disassembler "$tmp/bin/nvdisasm" $s/saxpy.ncu-rep
page source_baseline.txt $n source --by address --top 6 --match order -c 1 --baseline $s/saxpy.ncu-rep $s/orchard.ncu-rep
page source_baseline_lines.txt $n source --match order -c 1 --baseline $s/canopy_before.ncu-rep $s/canopy.ncu-rep
page source_baseline.csv $n source --csv --by line --counters main --match order -c 1 --baseline $s/saxpy.ncu-rep $s/orchard.ncu-rep
says 1 "no kernel matches one in the baseline by name and launch size" $n source --baseline $s/saxpy.ncu-rep $s/orchard.ncu-rep
says 2 "both reports must be files" $n source --baseline - $s/canopy.ncu-rep
says 3 "No such file" $n source --baseline $s/none.ncu-rep $s/canopy.ncu-rep
if [ -e "$tmp/bin/started" ]; then ok; else fail "--disassembler starts it"; fi
printf '#!/bin/sh\nexit 5\n' >"$tmp/bin/broken"
chmod +x "$tmp/bin/broken"
says 3 "broken: ended with code 5" $n source --disassembler "$tmp/bin/broken" $s/saxpy.ncu-rep
says 3 "none: cannot be started" $n source --disassembler "$tmp/bin/none" $s/saxpy.ncu-rep
# Nothing starts it unasked.
rm "$tmp/bin/started"
for verb in source html digest details; do PATH=$tmp/bin:$PATH "$n" $verb $s/saxpy.ncu-rep >"$tmp/out" 2>&1; done
if [ -s "$tmp/out" ] && [ ! -e "$tmp/bin/started" ]; then ok; else fail "a program on PATH is started"; fi
finish
