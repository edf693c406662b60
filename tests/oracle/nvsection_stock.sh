# The text of all stock sections of 2025.1.1 on two real reports. UPDATE=1 sh tests/oracle/nvsection_stock.sh writes the expected
# words anew; read the pages before and after.
. tests/lib.sh
corpus=../shared/corpus
want=tests/oracle/nvsection_stock.txt
out=${B:-build}/nvsection_stock.txt
if [ ! -d $corpus/ncurep ]; then
    skip "needs $corpus"
elif ! have python3; then
    skip "needs python3"
else
    python3 tests/oracle/nvsection_stock.py "${B:-build}/ncurep" $corpus >"$out"
    [ -z "${UPDATE:-}" ] || cp "$out" $want
    if [ "$(wc -l <"$out")" -ge 35 ] && cmp -s $want "$out"; then ok; else fail "words of sections (report, count, checksum, section)" "$(diff $want "$out")"; fi
    check "each row of the vendor's details page is on a line of its section" \
        python3 tests/oracle/nvsection_stock.py "${B:-build}/ncurep" $corpus $corpus/ncurep/2025.2.1_b200_codegandee_b28316d4.details.csv
fi
finish
