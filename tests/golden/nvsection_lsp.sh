# nvsection lsp, as an editor talks to it.
. tests/lib.sh
tool=${B:-build}/nvsection
exits 2 "lsp takes no files" $tool lsp a.section
equal "an input that ends without exit" 1 "$($tool lsp </dev/null; echo $?)"
if have python3; then
    tmp=$(mktemp -d)
    trap 'rm -rf "$tmp"' EXIT
    python3 tests/golden/nvsection_lsp.py $tool "$tmp" >"$tmp/out" 2>&1
    code=$?
    passed=$((passed + $(grep -c '^ok ' "$tmp/out")))
    if [ $code = 0 ] && [ "$(grep -c '^ok ' "$tmp/out")" -ge 30 ]; then ok; else fail "the client: exit code $code" "$(grep -v '^ok ' "$tmp/out")"; fi
else
    skip "needs python3"
fi
finish
