# Completions: each shell takes them as they are, every option and verb of a page is in them, and bash gives what a user expects.
. tests/lib.sh
B=${B:-build}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
for tool in drmtop drmfdinfo nvprofile ncurep nvsection; do
    for shell in bash zsh fish; do
        file=$tmp/$tool.$shell
        awk -v shell=$shell -f tools/completions.awk man/$tool.1 >"$file"
        if [ -s "$file" ]; then ok; else fail "$file is empty"; continue; fi
        if have $shell; then check "$shell -n: $tool" $shell -n "$file"; else skip "needs $shell"; fi
        case $shell in fish) dashes='-l ' ;; *) dashes=-- ;; esac
        missing=
        for o in $(awk '/^\.Sh/ { inside = $2 == "OPTIONS" } inside && /^\.It/' man/$tool.1 | grep -oE 'Fl -[a-z-]+' | sed 's/Fl -//'); do
            grep -qE -e "$dashes$o([^a-z-]|\$)" "$file" || missing="$missing --$o"
        done
        if [ -z "$missing" ]; then ok; else fail "$tool, $shell: no$missing"; fi
        for v in $(awk '/^\.Sh/ { inside = $2 == "DESCRIPTION" } inside && /^\.It Cm/ { gsub(/[.,]|It Cm/, ""); print }' man/$tool.1); do
            if grep -qE -e "[' (]$v[' )\\\\]" "$file"; then ok; else fail "$tool, $shell: no verb $v"; fi
        done
    done
    "$B/$tool" --verbs >"$tmp/verbs" # rows: a verb, or TAB, option, TAB, letter, TAB, use
    odd=$(LC_ALL=C awk -F'\t' '$1 != "" { split("", seen) } $1 == "" && ($2 !~ /^[a-z][a-z0-9-]*$/ || $3 !~ /^[A-Za-z]?$/ || ($3 != "" && seen[$3]++))' "$tmp/verbs")
    if [ -s "$tmp/verbs" ] && [ -z "$odd" ]; then ok; else fail "$tool: an option that cannot be typed, or a letter that two of a verb have" "$odd"; fi
done

# What bash offers after these words; the last one is the one under the cursor.
offers() {
    words=
    for w; do words="$words '$w'"; done
    bash -c "cd '$tmp'; source '$tmp/$1.bash'; COMP_WORDS=($words); COMP_CWORD=$(($# - 1)); _$1; printf '%s\n' \"\${COMPREPLY[@]}\"" 2>&1 | LC_ALL=C sort | tr '\n' ' '
}
if have bash; then
    mkdir "$tmp/folder" "$tmp/a name"
    : >"$tmp/fine.rc"
    equal "a verb" "diff disable dump " "$(offers nvprofile d)"
    equal "an option" "--dso " "$(offers nvprofile which --ds)"
    equal "a word of an option" "always auto " "$(offers nvprofile which --color a)"
    equal "a word of an option after =" "always auto never " "$(offers nvprofile which --color =)"
    equal "the beginning of one after =" "never " "$(offers nvprofile which --color = n)"
    equal "words from the page" "count gain mean name total " "$(offers ncurep summary --sort '')"
    equal "a file" "fine.rc folder " "$(offers nvprofile lint f)"
    equal "a file with a space" "a name " "$(offers nvprofile lint a)"
    equal "a folder for a folder" "folder " "$(offers nvprofile show --root f)"
    equal "a number is not offered" " " "$(offers drmtop --pid '')"
    equal "no verbs of a tool that has none" " " "$(offers drmtop w)"
    equal "a verb after an option" "which " "$(offers nvprofile --json w)"
else
    skip "needs bash"
fi
if have fish; then
    equal "fish: a verb" "diff disable dump" "$(fish -N -c "source $tmp/nvprofile.fish; complete -C 'nvprofile d'" | cut -f1 | sort | tr '\n' ' ' | sed 's/ $//')"
    equal "fish: a word" "always auto never" "$(fish -N -c "source $tmp/nvprofile.fish; complete -C 'nvprofile which --color '" | cut -f1 | sort | tr '\n' ' ' | sed 's/ $//')"
fi
if have zsh; then # what the file says to zsh's own function
    zsh -f -c "_arguments() { print -l -- \"\$@\"; }; source $tmp/nvprofile.zsh" >"$tmp/specs" 2>&1
    for spec in '*-f+[' '*--file=[' '*--explain[' ':word:(auto always never)' ':folder:_files -/' '1:verb:((which' '*:file:_files'; do
        if grep -qF -e "$spec" "$tmp/specs"; then ok; else fail "zsh: no $spec" "$(cat "$tmp/specs")"; fi
    done
fi
finish
