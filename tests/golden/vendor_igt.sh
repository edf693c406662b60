# The patch of tools/vendor for igt-gpu-tools: names that begin alike have figures of their own, and no text ends the tool.
. tests/lib.sh
if [ ! -d "${PEER_IGT:-}" ]; then skip "needs PEER_IGT=FOLDER, a tree of igt-gpu-tools"; finish; exit; fi
if ! out=$(sh tools/vendor.sh igt "$PEER_IGT" 2>&1); then fail "tools/vendor.sh igt" "$out"; finish; exit; fi
ran=${B:-build}/vendor/igt
has "enc was taken for enc_1" '^sample-names: engine enc_1: 300 ns,' "$ran/before.out"
lacks "and had no figure" '^sample-names: engine enc:' "$ran/before.out"
has "enc_1 keeps its time" '^sample-names: engine enc_1: 500 ns,' "$ran/after.out"
has "enc has its own" '^sample-names: engine enc: 300 ns,' "$ran/after.out"
has "a region of the name's beginning" '^sample-regions: region vram: total 4096 ' "$ran/after.out"
has "the exact size stays" '^sample-resident: region vram: total 0 shared 0 resident 4097 ' "$ran/after.out"
has "more engines than there is room for ended it" '^sample-many: ended by signal 6$' "$ran/before.out"
has "those with room are there" '^sample-many: engine e16: 16 ns,' "$ran/after.out"
lacks "nothing ends it" 'ended by signal' "$ran/after.out"
for driver in amdgpu i915 xe v3d panfrost npu; do
    if grep "^$driver: " "$ran/before.out" >"$ran/one" && ! grep -vxFf "$ran/after.out" "$ran/one" >"$ran/two"; then ok
    else fail "$driver's text reads otherwise, or is not there" "$(cat "$ran/two")"; fi
done
finish
