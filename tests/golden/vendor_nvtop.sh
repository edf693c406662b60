# The patch of tools/vendor for nvtop, over every single key that a driver prints and every pair of them: what the patched readers
# say differs from what they said only where tools/vendor/README.md names it.
. tests/lib.sh
if [ ! -d "${PEER_NVTOP:-}" ]; then skip "needs PEER_NVTOP=FOLDER, a tree of nvtop"; finish; exit; fi
if ! out=$(sh tools/vendor.sh nvtop "$PEER_NVTOP" 2>&1); then fail "tools/vendor.sh nvtop" "$out"; finish; exit; fi
ran=${B:-build}/vendor/nvtop
pairs=$(find "$ran/inputs/pairs" -type f | wc -l)
[ "$pairs" -gt 2000 ] && ok || fail "$pairs pairs"
# The two keys of each pair that reads otherwise, and the driver.
diff "$ran/before.out" "$ran/after.out" | sed -n 's/^> \([a-z0-9_]*\): pair \([-0-9]*\): .*/\1 \2/p' | sort -u | while read -r driver pair; do
    echo "$driver $(sed -n '4,$s/:.*//p' "$ran/inputs/pairs/$driver/$pair" | tr '\n' ' ')"
done >"$work/differ"
other=$(awk '
    $2 == $3 { next } # a key that repeats adds up, or its last value counts
    $1 == "amdgpu" && ($2 $3 == "drm-engine-encdrm-engine-enc_1" || $2 $3 == "drm-engine-enc_1drm-engine-enc") { next }
    $1 ~ /^(msm|panfrost|panthor)$/ && ($2 == "drm-memory-memory" || $3 == "drm-memory-memory") { next } # stands for resident
    $1 == "panfrost" && $2 ~ /^drm-(cur|max)freq-vertex-tiler$/ && $3 ~ /^drm-(cur|max)freq-fragment$/ { next } # the last of its list
    { print }' "$work/differ")
[ -z "$other" ] && ok || fail "these read otherwise and are not named" "$other"
for pair in 4-5 5-4; do # both encoders of a card are added up
    has "enc and enc_1" "amdgpu: pair $pair: 0000:03:00.0 1 type 0 enc_engine_used 96" "$ran/after.out"
done
finish
