# The patch of tools/vendor for frame-pacer: each driver that counts time has a figure, where only two had one.
. tests/lib.sh
if [ ! -d "${PEER_FRAME_PACER:-}" ]; then skip "needs PEER_FRAME_PACER=FOLDER, a tree of frame-pacer"; finish; exit; fi
if ! out=$(sh tools/vendor.sh frame-pacer "$PEER_FRAME_PACER" 2>&1); then fail "tools/vendor.sh frame-pacer" "$out"; finish; exit; fi
ran=${B:-build}/vendor/frame-pacer
for driver in amdgpu msm panfrost panthor; do
    has "$driver had no figure" "^sample-$driver: nothing\$" "$ran/before.out"
    has "$driver has one" "^sample-$driver: client 7, 5000000 ns\$" "$ran/after.out"
done
for driver in i915 v3d; do has "$driver keeps its figure" "^sample-$driver: client 7, 5000000 ns\$" "$ran/after.out"; done
has "an engine of another name is none" '^sample-xe: nothing$' "$ran/after.out"
finish
