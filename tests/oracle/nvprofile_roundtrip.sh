# Real profile files: an edit that changes nothing gives the same bytes, and so does an edit that is undone.
. tests/lib.sh
tool=${B:-build}/nvprofile
corpus=../shared/corpus/nvprofile
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ ! -d $corpus ]; then skip "needs ../shared"
elif [ ! -x "$tool" ]; then skip "needs the tool nvprofile"
else
    edited=0
    for f in $corpus/*; do
        case $f in *MANIFEST* | *keydoc-*) continue ;; esac # key documentations have no rules
        name=${f##*/}
        cp "$f" "$work/file"
        if "$tool" rule move "$work/file" 0 0 >/dev/null 2>&1; then
            if cmp -s "$f" "$work/file"; then ok; else fail "$name: moving a rule to its own place changes bytes"; fi
        elif cmp -s "$f" "$work/file"; then ok # no rule, or a file with an error: refused, and left alone
        else fail "$name: a refused edit changes the file"; fi
        cp "$f" "$work/file"
        "$tool" rule add "$work/file" roundtrip-probe Key=1 >/dev/null 2>&1 || continue
        edited=$((edited + 1))
        if cmp -s "$f" "$work/file"; then fail "$name: adding a rule changes nothing"; fi
        "$tool" rule rm "$work/file" 0 >/dev/null 2>&1
        if cmp -s "$f" "$work/file"; then ok; else fail "$name: a rule added and removed leaves other bytes" "$(diff "$f" "$work/file" | head -8)"; fi
    done
    if [ $edited -gt 20 ]; then ok; else fail "only $edited files could be edited"; fi
fi
finish
