# Both language servers, as the clients of Neovim, VS Code, Vim and Kate talk to them.
. tests/lib.sh
B=${B:-build}
if have python3; then
    tmp=$(mktemp -d)
    trap 'rm -rf "$tmp"' EXIT
    python3 tests/golden/lsp_clients.py $B/nvsection $B/nvprofile "$tmp" >"$tmp/out" 2>&1
    code=$?
    passed=$((passed + $(grep -c '^ok ' "$tmp/out")))
    if [ $code = 0 ] && [ "$(grep -c '^ok ' "$tmp/out")" -ge 90 ]; then ok; else fail "the clients: exit code $code" "$(grep -v '^ok ' "$tmp/out")"; fi
else
    skip "needs python3"
fi
finish
