# The proofs of tests/proofs fit the headers: every harness compiles, and every annotation has its place. Frama-C itself is run
# by "make proofs".
. tests/lib.sh
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
printf 'void Frama_C_make_unknown(char *, unsigned long);\nint Frama_C_interval(int, int);\n' >"$tmp/__fc_builtin.h"
for f in tests/proofs/*.c; do
    if out=$($CC -std=c99 -fsyntax-only -Wimplicit-function-declaration -Werror -I. -I"$tmp" "$f" 2>&1); then ok; else fail "$f" "$out"; fi
done
for f in tests/proofs/*.acsl; do
    header=$(basename "$f" .acsl).h
    if out=$(awk -f tools/acsl.awk "$f" "$header" 2>&1 >"$tmp/$header"); then ok; else fail "$f" "$out"; fi
    # Nothing but annotations is added.
    awk '/^\/\*@/ { inside = 1 } !inside { print } inside && /\*\/$/ { inside = 0 }' "$tmp/$header" | cmp -s - "$header" && ok || fail "$f changes code"
done
# An annotation whose line has gone is found.
sed 's/^at while (p < end/at while (q < end/' tests/proofs/drmfdinfo.acsl >"$tmp/notes"
if awk -f tools/acsl.awk "$tmp/notes" drmfdinfo.h >/dev/null 2>"$tmp/err"; then fail "a line that is gone is not found"; else ok; fi
finish
