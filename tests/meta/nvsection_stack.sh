# P6: how much C stack a public call of nvsection.h takes, from what gcc says of each function and of who calls whom. Calls
# through pointers (callbacks) end a path. A cycle would be a recursion.
. tests/lib.sh
if ! have gcc || ! have python3; then skip "needs gcc and python3"; finish; exit; fi
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
printf '#define NVS_IMPLEMENTATION\n#include "nvsection.h"\n' >"$tmp/s.c"
here=$PWD
if ! (cd "$tmp" && gcc -std=c99 -O2 -I"$here" -fcallgraph-info=su -c s.c) 2>"$tmp/err"; then skip "needs gcc with -fcallgraph-info"; finish; exit; fi
out=$(python3 - "$tmp"/*.ci <<'PY'
import re, sys
text = open(sys.argv[1]).read()
size = {n: int(b) for n, b in re.findall(r'node: \{ title: "([^"]+)" label: "[^"]*?\\n(\d+) bytes', text)}
calls = {}
for a, b in re.findall(r'edge: \{ sourcename: "([^"]+)" targetname: "([^"]+)"', text):
    calls.setdefault(a, set()).add(b)
deep, busy = {}, set()
def depth(f):
    if f in busy:
        print("recursion", f)
        return 0
    if f not in deep:
        busy.add(f)
        deep[f] = size.get(f, 0) + 8 + max([depth(c) for c in calls.get(f, ())], default=0)
        busy.discard(f)
    return deep[f]
short = lambda f: f.rsplit(":", 1)[-1].split(".")[0]
for f in sorted(size, key=lambda f: -depth(f)):
    name = short(f)
    if name.startswith("nvs_") and not name.startswith("nvs_i_"):
        print(depth(f), name)
PY
)
if printf '%s\n' "$out" | grep -q '^recursion'; then fail "recursion" "$out"; else ok; fi
deep=$(printf '%s\n' "$out" | awk '$1 > 4096')
if [ -z "$deep" ]; then ok; else fail "more than 4 KiB" "$deep"; fi
printf '%s\n' "$out" | head -5
finish
