# The table of options in docs/DIFFERENCES-ncu.md: each example is run, and is taken or refused as the table says. Each
# option that the tool knows is listed.
. tests/lib.sh
n=${B:-build}/ncurep
s=examples/data/samples/ncurep
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
LC_ALL=C COLUMNS=80
export LC_ALL COLUMNS
echo '--page raw -k "one"' >"$tmp/options"
sed -n '/^## Options/,/^## Pages/p' docs/DIFFERENCES-ncu.md | sed -n 's/^| \([^|]*\) | `\([^`]*\)` | \([a-z ]*\) |.*/\1|\3|\2/p' >"$tmp/rows"
"$n" --import $s/orchard.ncu-rep >"$tmp/plain"
while IFS='|' read -r option says example; do
    example=$(printf '%s' "$example" | sed "s,OUT,$tmp,g")
    # shellcheck disable=SC2086
    "$n" --import $s/orchard.ncu-rep $example >"$tmp/out" 2>"$tmp/err" </dev/null
    code=$?
    case $says in
    refused) if [ $code -eq 2 ] && [ -s "$tmp/err" ] && [ ! -s "$tmp/out" ]; then ok; else fail "$option is refused: exit code $code" "$(cat "$tmp/err")"; fi ;;
    "no effect") if [ $code -eq 0 ] && cmp -s "$tmp/out" "$tmp/plain"; then ok; else fail "$option has no effect: exit code $code" "$(cat "$tmp/err")"; fi ;;
    taken | differs) if [ $code -eq 0 ] && [ ! -s "$tmp/err" ]; then ok; else fail "$option is taken: exit code $code" "$(cat "$tmp/err")"; fi ;;
    *) fail "$option: \"$says\" is no word of the table" ;;
    esac
done <"$tmp/rows"
if [ "$(wc -l <"$tmp/rows")" -ge 45 ]; then ok; else fail "rows of the table" "$(cat "$tmp/rows")"; fi
for file in "$tmp/log" "$tmp/again.ncu-rep"; do
    if [ -s "$file" ]; then ok; else fail "$file is written"; fi
done
# Options of the tool, from its source, and of the table.
{ grep -oE '[{ ]"[a-z-]+", &take_' examples/tools/ncurep/ncu/import.c
for macro in $(grep -oE 'OPT_[A-Z_]+' examples/tools/ncurep/ncu/import.c); do grep -E "define $macro " examples/tools/ncurep/verbs/options.h; done; } |
    sed -n 's/.*"\([a-z-]*\)", &take_.*/\1/p' >"$tmp/known"
if [ "$(wc -l <"$tmp/known")" -ge 40 ]; then ok; else fail "options in examples/tools/ncurep/ncu/import.c" "$(cat "$tmp/known")"; fi
while read -r option; do
    if grep -q -e "\`--$option\`" "$tmp/rows"; then ok; else fail "--$option is not in the table"; fi
done <"$tmp/known"
# Each option has a letter that can be typed, or none.
for verb in $("$n" --help | sed -n '/^verbs/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
    "$n" "$verb" --help >"$tmp/help"
    if [ "$(grep -c '^  *--\|^  -[a-z], --' "$tmp/help")" -gt 0 ] && ! grep -q '[[:cntrl:]]' "$tmp/help"; then ok; else fail "options of $verb" "$(grep '[[:cntrl:]]' "$tmp/help")"; fi
done
finish
