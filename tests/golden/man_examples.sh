# The examples of the manual pages: each one runs, on samples with the names that the page uses, and exits with 0 or 1.
. tests/lib.sh
bin=$(cd "${B:-build}" && pwd)
top=$(pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
s=$top/examples/data/samples
mkdir -p "$tmp/.nv" "$tmp/my" "$tmp/bin"
ln -s "$top/examples" "$tmp/examples"
ln -s "$s/sections" "$tmp/my/sections"
cp "$s/ncurep/saxpy.ncu-rep" "$tmp/report.ncu-rep"
cp "$s/ncurep/canopy_before.ncu-rep" "$tmp/before.ncu-rep"
cp "$s/ncurep/canopy.ncu-rep" "$tmp/after.ncu-rep"
cp "$s/nvsection/wave.json" "$tmp/run.json"
cp "$s/nvprofile/studio.rc" "$tmp/.nv/nvidia-application-profiles-rc"
sed -n '/^\.Bd -literal -offset indent/,/^\.Ed/p' man/ncurep.1 | sed '1d;$d' >"$tmp/limits.txt"
if [ "$(wc -l <"$tmp/limits.txt")" -ge 2 ]; then ok; else fail "limits in man/ncurep.1" "$(cat "$tmp/limits.txt")"; fi

for tool in drmtop drmfdinfo nvprofile ncurep nvsection; do
    sed -n 's/^\.Dl //p' man/$tool.1 | grep -v '^alias' >"$tmp/examples.txt"
    if [ "$(wc -l <"$tmp/examples.txt")" -ge 3 ]; then ok; else fail "examples in man/$tool.1" "$(cat "$tmp/examples.txt")"; fi
    while read -r line; do
        # Short, and with what is here: what a page says of this machine also works for a recording and for this shell.
        run=$(printf '%s\n' "$line" | sed -e 's/watch --json/watch --count 1 --json/; s/--count [35]0/--count 1/; s/--pid [0-9]*/--pid $$/; s/--listen [0-9.:]*/--listen 127.0.0.1:0 --count 1/' \
            -e 's|/proc/[0-9]*/fdinfo/[0-9]*|examples/data/samples/drm/xe.txt|; s/| jq .*/| cat/' \
            -e 's|FILE PROFILE|FILE smooth|; s|FILE|.nv/nvidia-application-profiles-rc|g')
        out=$(cd "$tmp" && HOME=$tmp PATH=$bin:$PATH sh -c "$run" 2>"$tmp/err" </dev/null)
        code=$?
        # In a pipe only the tool's own messages show that it failed. No sample has a kernel of the name that the page uses, this shell uses no GPU, and a server says where it listens.
        said=$(grep "^$tool: " "$tmp/err" | grep -v -e 'no result is chosen' -e ': http://127' -e 'nothing matched' -e 'client can be seen')
        if [ $code -le 1 ] && [ -z "$said" ]; then ok; else fail "man/$tool.1: $line: exit code $code" "$out" "$(cat "$tmp/err")"; fi
    done <"$tmp/examples.txt"
done
finish
