#!/bin/sh
# Tries a header in a public project: takes the project's tree, which you have fetched, replaces the project's own reader by our
# header in one copy, builds both copies, runs the project's tests, and compares what both say about the same inputs.
#
#   make vendor PROJECT=htop FOLDER=TREE                     drmfdinfo.h in htop
#   make vendor PROJECT=nvidia-settings FOLDER=TREE          nvprofile.h in nvidia-settings
#   TEXTS='FILES' make vendor ...                            with these inputs, too
#
# The tree itself is not changed; copies are in build/vendor/PROJECT. tools/vendor/README.md has the results.
set -u
cd "$(dirname "$0")/.."
here=$(pwd) B=${B:-build}
stop() {
    echo "tools/vendor.sh: $*" >&2
    exit 2
}
[ $# -eq 2 ] && [ -f "tools/vendor/$1.sh" ] || stop "usage: make vendor PROJECT=$(ls tools/vendor/*.sh | sed 's|.*/||; s|\.sh||' | tr '\n' '|' | sed 's/|$//') FOLDER=TREE"
[ -d "$2" ] || stop "$2 is no folder"
. "tools/vendor/$1.sh"
work=$here/$B/vendor/$1
rm -rf "$work"
mkdir -p "$work"
cp -R "$2" "$work/before"
cp -R "$2" "$work/after"
patch_tree "$work/after"
(cd "$work" && diff -ru before after | grep -v '^Only in') >"$work/patch"
echo "patch: $(grep '^+' "$work/patch" | grep -vc '^+++ ') lines in, $(grep '^-' "$work/patch" | grep -vc '^--- ') lines out, $(grep -c '^+++ ' "$work/patch") file, and the header"
for tree in before after; do
    build_tree "$work/$tree" >"$work/$tree.log" 2>&1 || { tail -n 20 "$work/$tree.log"; stop "the copy \"$tree\" does not build or its tests fail; $work/$tree.log"; }
    echo "$tree: built, tests run; $(grep -c 'warning:' "$work/$tree.log") warnings"
done
inputs "$work/inputs"
for tree in before after; do run_tree "$work/$tree" "$work/inputs" >"$work/$tree.out" 2>"$work/$tree.err"; done
total=$(wc -l <"$work/before.out")
differ=$(diff "$work/before.out" "$work/after.out" | grep -c '^>')
echo "inputs: $total compared, $differ differ"
diff "$work/before.out" "$work/after.out" | cut -c1-200
if command -v valgrind >/dev/null 2>&1; then
    for tree in before after; do
        count=$(valgrind --tool=callgrind --callgrind-out-file="$work/$tree.callgrind" "$work/$tree/try" "$work/inputs"/sample* 2>&1 |
            sed -n 's/.*Collected : //p')
        echo "$tree: $count instructions of the whole program on the samples"
    done
fi
exit 0
