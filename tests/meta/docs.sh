# Pages: every link leads somewhere, headings included; every page is linked from another one. Files and targets of make that a
# file of the project names exist.
. tests/lib.sh
work=${B:-build}/docs
mkdir -p "$work"
pages() { find . -name build -prune -o -name .git -prune -o -name '*.md' -print | sed 's|^\./||' | sort; }
# anchors FILE: what GitHub makes of its headings.
anchors() {
    awk '/^```/ { code = !code } !code && /^#+ / { sub(/^#+ /, ""); s = tolower($0); gsub(/[^a-z0-9 _-]/, "", s); gsub(/ /, "-", s); print s }' "$1"
}
pages >"$work/pages"
if [ "$(wc -l <"$work/pages")" -ge 10 ]; then ok; else fail "pages" "$(cat "$work/pages")"; fi

: >"$work/linked"
while read -r page; do
    folder=$(dirname "$page")
    awk '/^```/ { code = !code } !code' "$page" | grep -oE '\]\([^) ]+\)' | sed 's/^](//; s/)$//' | grep -v '^[a-z]*:' >"$work/links"
    while read -r link; do
        file=${link%%#*} anchor=
        case $link in *#*) anchor=${link#*#} ;; esac
        if [ -z "$file" ]; then target=$page; else target=$(printf '%s/%s\n' "$folder" "$file" |
            sed -e 's|^\./||' -e ':a' -e 's|[^/]*[^/.]/\.\./||' -e 'ta'); fi
        if [ -e "$target" ]; then ok; else fail "$page: link to $link"; continue; fi
        if [ -n "$anchor" ]; then
            if anchors "$target" | grep -qxF -e "$anchor"; then ok; else fail "$page: heading $link"; fi
        fi
        echo "$target" >>"$work/linked"
    done <"$work/links"
done <"$work/pages"

for page in docs/*.md tests/*.md; do
    if grep -qxF "$page" "$work/linked"; then ok; else fail "no page links to $page"; fi
done

# Files that pages, code, scripts, help texts and manual pages name by their folder. A name in capitals stands for any.
{ git ls-files 2>/dev/null | grep . || find . -type f ! -path './build/*' ! -path './.git/*'; } | sed 's|^\./||' >"$work/files"
grep -E '\.([ch1]|py|sh|awk|md|toml|js|mjs|cpp|txt|mk)$|^Makefile$|^\.ci/' "$work/files" | grep -vE '^(tests/golden/.*/|examples/data/samples/|fuzz/(seeds|regress|corpus)/)' |
    xargs grep -noE '(^|[^A-Za-z0-9_./$}>-])(docs|fuzz|tests|tools|examples|bench|man|packaging)/[A-Za-z0-9_./*-]*[A-Za-z0-9*]' /dev/null |
    sed -E 's/^([^:]*:[0-9]*):[^a-z]*/\1:/' >"$work/named"
if [ "$(wc -l <"$work/named")" -ge 200 ]; then ok; else fail "files named in files" "$(head "$work/named")"; fi
while IFS=: read -r file line name; do
    case $name in */[A-Z][A-Z]* | *_[A-Z]* | */no-such*) continue ;; esac
    case $file:$name in tests/meta/layers.sh:tools/*) name=examples/$name ;; esac # its rows are folders below
    # shellcheck disable=SC2086
    set -- $name*
    if [ -e "$1" ]; then ok; else fail "$file:$line names $name"; fi
done <"$work/named"

# Names without a folder, in the pages for contributors: a file somewhere.
sed 's|.*/||' "$work/files" | sort -u >"$work/names"
for page in CONTRIBUTING.md docs/DESIGN.md $(grep -E '^(tests|fuzz|tools|bench)/.*\.md$' "$work/files"); do
    grep -noE '`[a-z][A-Za-z0-9_-]*\.(c|h|sh|py|awk|md|acsl|mjs)`' "$page" | tr -d '`' >"$work/bare"
    while IFS=: read -r line name; do
        if grep -qxF "$name" "$work/names"; then ok; else fail "$page:$line names $name"; fi
    done <"$work/bare"
done

# Targets of make, in pages, in comments of scripts and in what make help prints.
sed -n 's/^\([a-z][a-z-]*\):.*/\1/p' Makefile tools/*.mk | sort -u >"$work/targets"
{ grep -E '\.md$' "$work/files" | xargs grep -noE '(`|^    |^)make [a-z][a-z-]*' /dev/null
  grep -E '\.(sh|py)$' "$work/files" | xargs grep -noE '^# +make [a-z][a-z-]*' /dev/null
  grep -noE '^# make [a-z][a-z-]*|, make [a-z][a-z-]*' Makefile tools/*.mk
} | sed -E 's/^([^:]*:[0-9]*):.*make /\1:/' >"$work/made"
if [ "$(wc -l <"$work/made")" -ge 40 ]; then ok; else fail "targets named in files" "$(head "$work/made")"; fi
while IFS=: read -r file line target; do
    case $target in
    build) continue ;; # a file of it
    bench-*) for name in bench/"${target#bench-}".*; do [ ! -f "$name" ] || target=bench; done ;;
    esac
    [ "$target" != bench- ] || target=bench # bench-NAME
    if grep -qxF -e "$target" "$work/targets"; then ok; else fail "$file:$line names make $target"; fi
done <"$work/made"
finish
