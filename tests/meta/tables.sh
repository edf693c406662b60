# Each row of a table has as many cells as the table has columns: the tools, linked with a table.c that ends where it has not, pass
# scripts that print every table.
. tests/lib.sh
B=${B:-build}
strict=$B/strict
mkdir -p "$strict"
steps() { ${MAKE:-make} -n B="$B" -W examples/shared/write/table.c "$@" 2>/dev/null | sed -n 's/^[^;]*; *\([^ ]*cc .*\|[^ ]*clang .*\)/\1/p'; }
for f in "$B"/*; do [ "$f" = "$strict" ] || [ -e "$strict/${f##*/}" ] || ln -s "$(cd "$B" && pwd)/${f##*/}" "$strict/"; done
rm -f "$strict/table.o" # of an earlier run
compile=$(steps "$B/obj/shared/write/table.o" | grep -e ' -c ' | tail -n 1)
check "table.c that looks" sh -c "$(echo "$compile" | sed "s| -o $B/obj/shared/write/table.o| -DTABLE_STRICT -o $strict/table.o|")"
for tool in ncurep nvsection nvprofile drmfdinfo drmtop; do
    rm -f "$strict/$tool"
    link=$(steps "$B/$tool" | grep -e " -o $B/$tool ")
    check "$tool that looks" sh -c "$(echo "$link" | sed "s| -o $B/$tool | -o $strict/$tool |; s| $B/obj/shared/write/table.o| $strict/table.o|")"
    if [ -x "$strict/$tool" ] && ! cmp -s "$strict/$tool" "$B/$tool"; then ok; else fail "$tool is the one that does not look"; fi
done
for script in formats ncurep_json ncurep_kernels ncurep_tool ncurep_options ncurep_export ncurep_trend ncurep_why ncurep_sass ncurep_chart ncurep_study \
    ncurep_digest ncurep_gates ncurep_material ncurep_damage nvsection_tool nvsection_lint nvsection_evaluate nvsection_values nvsection_names \
    nvprofile_tool nvprofile_game nvprofile_stories nvprofile_decisions nvprofile_json drmtop_once drmtop_tables drmfdinfo_watch drmfdinfo_export \
    drm_hardware drm_sight; do
    [ -f tests/golden/$script.sh ] || { fail "no tests/golden/$script.sh"; continue; }
    out=$(B=$strict sh tests/golden/$script.sh 2>&1)
    case $out in *' 0 failed, '*) ok ;; *) fail "$script with tools that look" "$(echo "$out" | tail -n 12)" ;; esac
done
finish
