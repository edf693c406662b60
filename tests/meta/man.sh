# Help and manual pages: each option that a tool's --help, or that of a verb, names is in its page and the reverse, each option that the
# tool takes is in both, every verb is described and has an example that it takes, the pages are well formed, and help fits 80 columns.
. tests/lib.sh
B=${B:-build}
work=$B/man
mkdir -p "$work"
# Options that all tools have; and words of other programs in examples.
common='-h --help --version --color -o --output --json --csv'
others='-w -l'
less() { comm -23 "$1" "$2" | tr '\n' ' '; }
words() { printf '%s\n' $1 | sort -u; }
options() { grep -oE "(^|[[:space:],[|(\"'])(--[a-z][a-z-]*|-[A-Za-z])([^A-Za-z-]|\$)" | grep -oE -e '--?[A-Za-z][a-z-]*' | sort -u; }

for tool in drmtop drmfdinfo nvprofile ncurep nvsection; do
    page=man/$tool.1
    if [ ! -f $page ]; then fail "$page is missing"; continue; fi
    if [ ! -x "$B/$tool" ]; then fail "$B/$tool is missing"; continue; fi
    "$B/$tool" --verbs >"$work/$tool.verbs" # rows: verb, or TAB, option, TAB, letter, TAB, use
    verbs=$(cut -f 1 "$work/$tool.verbs" | grep . | grep -vx "$tool")
    "$B/$tool" --help >"$work/help"
    for verb in $verbs; do
        "$B/$tool" $verb --help >"$work/one"
        cat "$work/one" >>"$work/help"
        "$B/$tool" help $verb >"$work/other"
        if [ -s "$work/one" ] && cmp -s "$work/one" "$work/other"; then ok; else fail "$tool help $verb is not $tool $verb --help"; fi
        tried=$("$B/$tool" $verb --no-such-option 2>&1 >/dev/null | tail -n 1)
        if [ "$tried" = "Try: $tool $verb --help" ]; then ok; else fail "$tool $verb: which help a mistake points to" "$tried"; fi
        # An example names options of its verb only.
        grep -oE "(^  |\| )$tool $verb( [^|]*|\$)" "$work/one" | sed 's/   .*//; s/ -- .*//' >"$work/examples"
        if [ -s "$work/examples" ]; then ok; else fail "$tool $verb --help: no example"; fi
        { grep '^  -' "$work/one" | sed 's/[[:space:]]/  /g; s/,/, /g; s/|/ | /g' | options; words "$common"; } | sort -u >"$work/own"
        wrong=$(sed 's/[[:space:]]/  /g' "$work/examples" | options | comm -23 - "$work/own")
        if [ -z "$wrong" ]; then ok; else fail "$tool $verb --help: its examples use" "$wrong"; fi
    done
    blank=$(grep -n " $" "$work/help")
    if [ -z "$blank" ]; then ok; else fail "$tool: help with spaces at the end of a line" "$blank"; fi
    wide=$(awk 'length($0) > 80' "$work/help")
    if [ -z "$wide" ]; then ok; else fail "$tool --help is wider than 80 columns" "$wide"; fi
    words "$common $others" >"$work/common"
    # "--name" with a second option right after it is cut by the first grep, so spaces are doubled.
    sed 's/[[:space:]]/  /g; s/,/, /g; s/|/ | /g' "$work/help" | options | comm -23 - "$work/common" >"$work/in-help"
    # The macro Fl of mdoc: "Fl o", "Fl -output".
    grep -E '^\.(It|Op|Nm|Fl|Ar|Cm)' $page | grep -oE 'Fl -?[A-Za-z][a-z-]*' | sed 's/Fl /-/' | sort -u >"$work/in-page-all"
    comm -23 "$work/in-page-all" "$work/common" >"$work/in-page"
    awk -F '\t' '$1 == "" {print "--" $2; if ($3 != "") print "-" $3}' "$work/$tool.verbs" >"$work/taken"
    sort -u "$work/taken" | comm -23 - "$work/common" >"$work/taken-all"
    count=$(wc -l <"$work/taken-all")
    if [ "$count" -ge 6 ]; then ok; else fail "$tool: only $count options found in its source"; fi
    for pair in "in-help in-page" "in-page in-help" "taken-all in-help" "taken-all in-page"; do
        set -- $pair
        missing=$(less "$work/$1" "$work/$2")
        if [ -z "$missing" ]; then ok; else fail "$tool: $1 but not $2" "$missing"; fi
    done
    missing=
    for verb in $verbs; do grep -qE "^\.(It )?Cm .*\b$verb\b" $page || missing="$missing $verb"; done
    if [ -z "$missing" ]; then ok; else fail "$page: verbs that it lacks" "$missing"; fi
    missing=
    for o in --help --version --color --output --json --csv; do grep -qx -e $o "$work/in-page-all" || missing="$missing $o"; done
    if [ -z "$missing" ]; then ok; else fail "$page: options of all tools that it lacks" "$missing"; fi
    # Options in examples and synopses of other forms exist.
    grep -E '^\.Dl' $page | sed 's/[[:space:]]/  /g' | options | grep -vxFf "$work/common" >"$work/used"
    missing=$(less "$work/used" "$work/taken-all")
    case $tool in ncurep) missing=$(printf %s "$missing" | sed 's/--import//; s/--page//; s/ //g') ;; esac
    if [ -z "$missing" ]; then ok; else fail "$page: examples use what the tool does not take" "$missing"; fi
    for section in NAME SYNOPSIS DESCRIPTION OPTIONS ENVIRONMENT 'EXIT STATUS' EXAMPLES 'SEE ALSO'; do
        check "$page: $section" grep -qx "\.Sh $section" $page
    done
    long=$(awk 'length($0) > 125 { print FILENAME ": " FNR }' $page)
    if [ -z "$long" ]; then ok; else fail "$page: long lines" "$long"; fi
done

if have mandoc; then
    for page in man/*.1; do
        out=$(mandoc -T lint -W warning $page 2>&1)
        if [ -z "$out" ]; then ok; else fail "mandoc: $page" "$out"; fi
        # A word of a heading that is a macro by chance becomes what that macro makes: In, <place>.
        mandoc -T utf8 $page 2>/dev/null | col -b >"$work/shown"
        sed -nE 's/^\.(Sh|Ss) (\\&)?//p' $page | while read -r heading; do
            grep -qiE "^ *$heading\$" "$work/shown" || echo "$heading"
        done >"$work/lost"
        if [ ! -s "$work/lost" ]; then ok; else fail "$page: headings that do not appear" "$(cat "$work/lost")"; fi
        dashes=$(grep -nE '(^|[ ,(])-[a-z]{2,}' "$work/shown")
        if [ -z "$dashes" ]; then ok; else fail "$page: options with one dash" "$dashes"; fi
    done
else
    skip "needs mandoc"
fi
if have groff; then
    for page in man/*.1; do
        out=$(groff -ww -mandoc -Tutf8 -z $page 2>&1)
        if [ -z "$out" ]; then ok; else fail "groff: $page" "$out"; fi
    done
else
    skip "needs groff"
fi
finish
