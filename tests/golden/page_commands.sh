# The commands of README.md and docs/: each one that starts a tool runs, on samples with the names that the page uses, and exits with 0
# or 1. A verb or an option that a sentence names exists.
. tests/lib.sh
bin=$(cd "${B:-build}" && pwd)
top=$(pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
s=$top/examples/data/samples
sh tests/page_commands.sh README.md docs/*.md >"$tmp/commands"
mkdir -p "$tmp/w/build" "$tmp/w/nightly" "$tmp/w/bin" "$tmp/w/.nv"
for name in report after new new1 new2 run today sizes nightly/2; do cp "$s/ncurep/canopy.ncu-rep" "$tmp/w/$name.ncu-rep"; done
for name in old before main main1 main2 main3 yesterday nightly/1; do cp "$s/ncurep/canopy_before.ncu-rep" "$tmp/w/$name.ncu-rep"; done
cp "$s/ncurep/saxpy.ncu-rep" "$tmp/w/"
cp "$s/nvprofile/studio.rc" "$tmp/w/.nv/nvidia-application-profiles-rc"
cp "$s/nvsection/wave.section" "$tmp/w/Mine.section"
awk '/^A limits file/ {on = 1} on && /^    / {print substr($0, 5); n++} n && /^$/ {exit}' docs/REPORTS.md >"$tmp/w/limits.txt"
ln -s "$top/examples" "$tmp/w/examples"
for tool in ncurep nvsection nvprofile drmtop drmfdinfo; do ln -s "$bin/$tool" "$tmp/w/build/$tool"; done
# What a page pipes into: programs that need not be here.
printf '#!/bin/sh\nexec cat\n' >"$tmp/w/bin/consumer"
have jq || cp "$tmp/w/bin/consumer" "$tmp/w/bin/jq"
chmod +x "$tmp/w/bin/"*
if have rsvg-convert || ldconfig -p 2>/dev/null | grep -q librsvg-2; then png=yes; else png=no; fi

ran=0
while IFS='	' read -r place command; do
    # Once and soon, of this machine or a recording.
    run=$(printf '%s\n' "$command" | sed -e 's/ *#.*//; s/   .*//' -e 's/watch --json --interval 5/watch --json --count 1/; s/--count 60/--count 1/; s/--listen [0-9.:]*/--listen 127.0.0.1:0 --count 1/' \
        -e 's|/var/lib/node_exporter/|./|; s/which --json firefox/which --json moonharbor/' -e 's/^ncu \.\.\. |/cat run.ncu-rep |/; s/^make && //; s/-k saxpy /-k saxpyish /')
    case $run in
    *ncurep* | *nvsection* | *nvprofile* | *drmtop* | *drmfdinfo*) ;;
    *) continue ;;
    esac
    case $run in make* | pip* | python3* | PYTHONPATH* | export* | ncurep-py* | *'build/nvprofile which '* | *'ncurep.'*) continue ;; esac
    case $run in *--png*) [ $png = yes ] || { skip "$command: needs librsvg"; continue; } ;; esac
    ran=$((ran + 1))
    touch "$tmp/before"
    (cd "$tmp/w" && HOME=$tmp/w PATH=$bin:$tmp/w/bin:$PATH timeout 60 sh -c "$run") >"$tmp/out" 2>"$tmp/err" </dev/null
    code=$?
    # In a pipe only the tool's own messages show that it failed. Not all samples have the kernel, this shell uses no GPU, a server says
    # where it listens.
    said=$(grep -E '^(ncurep|nvsection|nvprofile|drmtop|drmfdinfo): ' "$tmp/err" | grep -v -e ': http://127' -e 'client can be seen' -e 'no result is chosen')
    # What jq picks may be nothing.
    case $run in *jq*) echo "jq" >>"$tmp/out" ;; esac
    if [ $code -le 1 ] && [ -z "$said" ] && [ -n "$(cat "$tmp/out" "$tmp/err"; find "$tmp/w" -type f -newer "$tmp/before")" ]; then ok; else fail "$place: $command: exit code $code" "$(cat "$tmp/err")"; fi
done <"$tmp/commands"
if [ $ran -ge 30 ]; then ok; else fail "$ran commands in the pages"; fi

# In sentences: `ncurep trend --by grid`.
grep -noE '`(ncurep|nvsection|nvprofile|drmtop|drmfdinfo) [^`]*`' README.md docs/*.md | tr -d '`' >"$tmp/named"
if [ "$(wc -l <"$tmp/named")" -ge 40 ]; then ok; else fail "tools in sentences" "$(cat "$tmp/named")"; fi
while IFS=: read -r file line words; do
    # shellcheck disable=SC2086
    set -f -- $words
    tool=$1 verb=$2
    case $verb in
    [a-z]*) if grep -qE "^\.It Cm (.* , )?$verb( |\$)" "man/$tool.1"; then ok; else fail "$file:$line: $tool has no verb $verb"; fi ;;
    esac
    for word; do
        case $word in
        --[a-z]*) if grep -qE "Fl -${word#--}([^a-z-]|\$)" "man/$tool.1"; then ok; else fail "$file:$line: $tool has no option $word"; fi ;;
        esac
    done
done <"$tmp/named"
finish
