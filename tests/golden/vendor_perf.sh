# The patch of tools/vendor for perf: reading an event without a unit gives its value, where an assertion ended perf.
. tests/lib.sh
if [ ! -d "${PEER_PERF:-}" ]; then skip "needs PEER_PERF=FOLDER, a tree of Linux"; finish; exit; fi
if ! out=$(sh tools/vendor.sh perf "$PEER_PERF" 2>&1); then fail "tools/vendor.sh perf" "$out"; finish; exit; fi
ran=${B:-build}/vendor/perf
has "xe's clock had no value" '^sample-xe: drm_xe drm-total-cycles-rcs: ended by signal 6$' "$ran/before.out"
has "it has one, in cycles" '^sample-xe: drm_xe drm-total-cycles-rcs: 4000000001 cycles$' "$ran/after.out"
has "a size in bytes had none" '^sample-bytes: drm_v3d drm-total-memory: ended by signal 6$' "$ran/before.out"
has "it has one, in bytes" '^sample-bytes: drm_v3d drm-total-memory: 4097 bytes$' "$ran/after.out"
lacks "nothing else ends perf" 'ended by signal' "$ran/after.out"
if out=$(grep -v -e 'ended by signal' -e ' drm-total-cycles-' "$ran/before.out" | grep -vxFf "$ran/after.out"); then
    fail "other values changed" "$out"
else ok; fi
finish
