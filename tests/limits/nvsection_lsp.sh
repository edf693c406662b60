# Instructions that nvsection lsp takes for a keystroke in a file of 2,000 lines beside our own sections, by callgrind: unlike times they
# do not depend on the machine's load. 5 ms are some 15 million.
. tests/lib.sh
B=${B:-build} most=15000000 keys=10
if ! have valgrind; then
    skip "needs valgrind"
    finish
    exit
fi
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir "$tmp/folder"
cp examples/data/sections/*.section "$tmp/folder"
cat "$tmp"/folder/*.section | awk '/Name: "[a-z0-9_]+__[a-z0-9_.]+"/ { sub(/.*Name: /, ""); sub(/" .*/, "\""); name[n++] = $0 }
    END {
        print "Identifier: \"Big\"\nDisplayName: \"Big\"\nHeader {"
        for (i = 0; i < 499; i++) printf "  Metrics {\n    Label: \"L%d\"\n    Name: %s\n  }\n", i, name[i % n]
        print "}"
    }' >"$tmp/folder/Big.section"
if [ "$(wc -l <"$tmp/folder/Big.section")" = 2000 ]; then ok; else fail "the file has $(wc -l <"$tmp/folder/Big.section") lines"; fi
frame() { printf 'Content-Length: %d\r\n\r\n%s' "${#1}" "$1"; }
uri=file://$tmp/folder/Big.section
# session N: one with N keystrokes in a label.
session() {
    frame '{"id":1,"method":"initialize","params":{}}'
    frame "{\"method\":\"textDocument/didOpen\",\"params\":{\"textDocument\":{\"uri\":\"$uri\",\"text\":\"$(sed -e 's/"/\\"/g' -e 's/$/\\n/' "$tmp/folder/Big.section" | tr -d '\n')\"}}}"
    i=0
    while [ $i -lt "$1" ]; do
        frame "{\"method\":\"textDocument/didChange\",\"params\":{\"textDocument\":{\"uri\":\"$uri\"},\"contentChanges\":[{\"range\":{\"start\":{\"line\":1000,\"character\":13},\"end\":{\"line\":1000,\"character\":13}},\"text\":\"x\"}]}}"
        i=$((i + 1))
    done
    frame '{"id":2,"method":"shutdown"}'
    frame '{"method":"exit"}'
}
# count N: instructions of such a session.
count() {
    session "$1" | valgrind --tool=callgrind --callgrind-out-file="$tmp/out.$1" "$B/nvsection" lsp >"$tmp/said.$1" 2>"$tmp/log"
    awk '/^totals:/ { print $2 }' "$tmp/out.$1"
}
none=$(count 0) some=$(count $keys)
if [ "$(grep -c publishDiagnostics "$tmp/said.$keys")" = $((keys + 1)) ]; then ok; else fail "each keystroke is answered" "$(tail -n 3 "$tmp/log")"; fi
each=$(((some - none) / keys))
if [ $each -gt 1000000 ] && [ $each -le $most ]; then ok; else fail "$each instructions for a keystroke, at most $most (and more than 1000000) expected"; fi
[ -z "${VERBOSE:-}" ] || echo "$each of $most"
finish
