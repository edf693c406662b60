# The patch of tools/vendor for btop: each process with a client has a figure, where none had one.
. tests/lib.sh
if [ ! -d "${PEER_BTOP:-}" ]; then skip "needs PEER_BTOP=FOLDER, a tree of btop (and CXX=GCC 14 or Clang 19)"; finish; exit; fi
if ! out=$(sh tools/vendor.sh btop "$PEER_BTOP" 2>&1); then fail "tools/vendor.sh btop" "$out"; finish; exit; fi
ran=${B:-build}/vendor/btop
has "two clients of xe, one of them open twice, had no figure" '^7 program-7: no figure$' "$ran/before.out"
has "they add up" '^7 program-7: 75\.0 %$' "$ran/after.out"
has "a client of amdgpu that is always busy" '^8 program-8: 100\.0 %$' "$ran/after.out"
has "a process without a client has none" '^9 program-9: none$' "$ran/after.out"
finish
