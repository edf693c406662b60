# Pages: every link leads somewhere, headings included; every page that a file of the project names exists; every page is
# linked from another one.
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

# Pages that code, scripts, help texts and manual pages name.
grep -rnoE --include='*.[ch1]' --include='*.py' --include='*.sh' --include='*.md' --include=Makefile --include='*.toml' \
    '\b(docs|fuzz|tests|tools|examples)/[A-Za-z0-9_/-]*\.md\b' --exclude-dir=build . | sed 's|^\./||' >"$work/named"
if [ "$(wc -l <"$work/named")" -ge 10 ]; then ok; else fail "pages named in files" "$(cat "$work/named")"; fi
while IFS=: read -r file line page; do
    if [ -f "$page" ]; then ok; else fail "$file:$line names $page"; fi
done <"$work/named"
finish
