# Samples with wrong bytes, read with an independent decoder.
. tests/lib.sh
tool=${B:-build}/ncurep
decoder=../shared/oracle/ncurep
python=
for p in ${PYTHON:-} python3 /usr/bin/python3; do # the first that has protobuf
    [ -n "$python" ] || ! "$p" -c 'import google.protobuf' 2>/dev/null || python=$p
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ ! -f $decoder/dump.py ]; then skip "needs ../shared"
elif [ ! -x "$tool" ]; then skip "needs the tool ncurep"
elif [ -z "$python" ]; then skip "needs python3 with protobuf (or PYTHON=...)"
elif ! have protoc || ! protoc -I$decoder --python_out="$work" report.proto 2>/dev/null; then skip "needs protoc"
else
    out=$("$python" tests/oracle/ncurep_mutants.py "$tool" $decoder "$work" "$work" examples/data/samples/ncurep/saxpy.ncu-rep \
        $decoder/synthetic.ncu-rep 2>"$work/err")
    set -- $(printf '%s\n' "$out" | sed -n '$s/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p')
    if [ $# -ne 2 ]; then fail "the decoder stopped" "$(printf '%s\n' "$out" | tail -n 20)" "$(grep -v '^.libprotobuf' "$work/err")"
    else
        passed=$((passed + $1)) failed=$((failed + $2))
        [ "$2" -eq 0 ] || printf '%s\n' "$out" | grep FAILED | head -n 30
    fi
fi
finish
