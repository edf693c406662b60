#!/bin/sh
# Tries a header in a public project: takes the project's tree, which you have fetched, replaces the project's own reader by our
# header in one copy, builds both copies, runs the project's tests, and compares what both say about the same inputs.
#
#   make vendor PROJECT=htop FOLDER=TREE                     drmfdinfo.h in htop
#   make vendor PROJECT=nvtop FOLDER=TREE                    drmfdinfo.h in nvtop
#   make vendor PROJECT=mangohud FOLDER=TREE                 drmfdinfo.h in MangoHud
#   make vendor PROJECT=frame-pacer FOLDER=TREE              drmfdinfo.h in frame-pacer
#   make vendor PROJECT=btop FOLDER=TREE                     drmfdinfo-reader.h in btop
#   make vendor PROJECT=nvidia-settings FOLDER=TREE          nvprofile.h in nvidia-settings
#   make vendor PROJECT=perf FOLDER=TREE                     perf (Linux) keeps its reader, which is mended
#   make vendor PROJECT=igt FOLDER=TREE                      igt-gpu-tools, too
#   TEXTS='FILES' make vendor ...                            with these inputs, too
#
# The tree itself is not changed; copies are in build/vendor/PROJECT. Where tools/vendor/PROJECT.txt has a message, the change is
# also there as git format-patch makes it, with a cover letter. tools/vendor/README.md has the results.
set -u
cd "$(dirname "$0")/.."
here=$(pwd) B=${B:-build}
stop() {
    echo "tools/vendor.sh: $*" >&2
    exit 2
}
# swap FILE FIRST LAST <NEW: puts the input in place of the lines from the one that matches FIRST to the next that matches LAST.
swap() {
    cat >"$work/new"
    awk -v first="$2" -v last="$3" -v new="$work/new" '
        !done && $0 ~ first { while ((getline line <new) > 0) print line; done = out = 1 }
        !out { print }
        out && $0 ~ last { out = 0 }
        END { exit !done || out }' "$1" >"$work/swapped" || stop "$1 has other words than this script knows: $2"
    cat "$work/swapped" >"$1"
}
# letter TREE: commits the change in TREE and writes it as patches, with the words of tools/vendor/PROJECT.txt: a message, "---", and
# the text of the cover letter.
letter() {
    (
        cd "$1" || exit
        git config user.name >/dev/null || export GIT_AUTHOR_NAME=nobody GIT_COMMITTER_NAME=nobody
        git config user.email >/dev/null || export GIT_AUTHOR_EMAIL=nobody@example.org GIT_COMMITTER_EMAIL=nobody@example.org
        sed '/^---$/,$d' "$text" >"$work/message"
        git add -A && git commit -q -F "$work/message" && git format-patch -q --cover-letter -1 -o "$work/patches" || exit
        subject=$(head -n 1 "$work/message" | sed 's|[\\/&]|\\&|g')
        {
            sed "s/\*\*\* SUBJECT HERE \*\*\*/$subject/; /\*\*\* BLURB HERE \*\*\*/,\$d" "$work/patches/0000-cover-letter.patch"
            sed '1,/^---$/d' "$text"
            echo
            echo "${header:+Without the header: }$in lines in, $gone lines out, $files file(s)."
            sed -n '/\*\*\* BLURB HERE \*\*\*/,$p' "$work/patches/0000-cover-letter.patch" | sed 1d
        } >"$work/cover" && cat "$work/cover" >"$work/patches/0000-cover-letter.patch"
    )
}
[ $# -eq 2 ] && [ -f "tools/vendor/$1.sh" ] || stop "usage: make vendor PROJECT=$(ls tools/vendor/*.sh | sed 's|.*/||; s|\.sh||' | tr '\n' '|' | sed 's/|$//') FOLDER=TREE"
[ -d "$2" ] || stop "$2 is no folder"
. "tools/vendor/$1.sh"
work=$here/$B/vendor/$1
rm -rf "$work"
mkdir -p "$work"
cp -R "$2" "$work/before"
cp -R "$2" "$work/after"
text=$here/tools/vendor/$1.txt
if [ -f "$text" ]; then # the history of the tree may be partial
    find "$work/after" -name .git -prune -exec rm -rf {} +
    (cd "$work/after" && git init -q && git add -A && git -c user.name=nobody -c user.email=nobody@example.org commit -q -m before)
fi
patch_tree "$work/after"
header=$(cd "$work/after" && find . -name drmfdinfo.h -o -name drmfdinfo-reader.h -o -name nvprofile.h) # empty where the project's own reader is mended
(cd "$work" && diff -ruN -x .git -x drmfdinfo.h -x drmfdinfo-reader.h -x nvprofile.h -x try.build before after) >"$work/patch"
in=$(grep '^+' "$work/patch" | grep -vc '^+++ ') gone=$(grep '^-' "$work/patch" | grep -vc '^--- ') files=$(grep -c '^+++ ' "$work/patch")
echo "patch: $in lines in, $gone lines out, $files file(s)${header:+, and the header}"
if [ -f "$text" ]; then
    letter "$work/after" || stop "git could not write the patches"
    echo "patches: $(ls "$work/patches" | tr '\n' ' ')"
fi
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
if [ "$header" ] && command -v valgrind >/dev/null 2>&1; then
    for tree in before after; do
        count=$(valgrind --tool=callgrind --callgrind-out-file="$work/$tree.callgrind" "$work/$tree/try" "$work/inputs"/sample* 2>&1 |
            sed -n 's/.*Collected : //p')
        echo "$tree: $count instructions of the whole program on the samples"
    done
fi
exit 0
