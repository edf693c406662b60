#!/bin/sh
# Runs all benchmarks in one go and puts their figures into a page: make bench-page
#
#   PEER_IGT=FOLDER PYTHON=INTERPRETER ... sh tools/bench_page.sh bench/README.md
#
# A block of the page that begins with "== NAME, DATE" becomes the new output of that benchmark. Folders and interpreters that
# were named for peers are written as FOLDER and INTERPRETER. All output is left in build/bench.txt.
set -eu
cd "$(dirname "$0")/.."
B=${B:-build} page=${1:?usage: tools/bench_page.sh PAGE}
: "${MAKE:=make}"
$MAKE -s --no-print-directory B="$B" bench >"$B/bench.log" 2>&1 || { tail -n 20 "$B/bench.log" >&2; exit 1; }
hide=
for f in "${PEER_IGT:-}" "${PEER_NVTOP:-}" "${PEER_HTOP:-}" "${PEER_YYJSON:-}" "${PEER_NVIDIA_SETTINGS:-}" "${PEER_ENVYTOOLS:-}"; do
    [ -z "$f" ] || hide="$hide;s|$f|FOLDER|g"
done
case ${PYTHON:-} in */*) hide="$hide;s|$PYTHON|INTERPRETER|g" ;; esac
sed "${hide#;}" "$B/bench.log" >"$B/bench.txt"
awk -v page="$page" '
    FNR == NR { if (/^== [a-z_]+, /) name = $2; if (name != "") block[name] = block[name] $0 "\n"; next }
    /^== [a-z_]+, / && $2 in block { sub(/\n+$/, "\n", block[$2]); printf "%s", block[$2]; skip = 1; seen[$2] = 1 }
    /^```$/ { skip = 0 }
    !skip
    END { for (n in block) if (!(n in seen)) print "tools/bench_page.sh: " page " has no block for " n | "cat >&2" }
' "$B/bench.txt" "$page" >"$B/bench.page"
cp "$B/bench.page" "$page"
