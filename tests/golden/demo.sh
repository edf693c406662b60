# make demo: every tool does what is shown, and says nothing else; what the demo says itself fits into 80 columns.
. tests/lib.sh
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
exits 0 "the demo" sh tools/demo.sh
printf '%s\n' "$exits_out" >"$tmp/out"
for tool in ncurep drmtop nvprofile nvsection; do
    has "$tool is introduced" "^== .*$tool" "$tmp/out"
    has "$tool is started" "^\$ [^ ]*/$tool " "$tmp/out"
    lacks "a message of $tool" "^$tool: " "$tmp/out"
done
equal "wide lines" '' "$(awk 'length > 80 && /^(   |\$ )[^ ]/' "$tmp/out")"
equal "blanks at the end of a line" '' "$(grep ' $' "$tmp/out" | head -n 3)"
# It would be noticed: a tool that fails.
mkdir "$tmp/broken"
for tool in ncurep drmtop nvprofile; do cp "${B:-build}/$tool" "$tmp/broken/"; done
printf '#!/bin/sh\nexit 3\n' >"$tmp/broken/nvsection"
chmod +x "$tmp/broken/nvsection"
exits 1 "a demo with a tool that fails" env B="$tmp/broken" sh tools/demo.sh
finish
