# Strings of 16 bytes and more with control characters and bytes from 128 on, where char is unsigned: sixteen of them were
# once compared as unsigned numbers, and nothing was said about such bytes.
. tests/lib.sh
B=${B:-build} CC=${CC:-cc}
mkdir -p "$B/regress"
if $CC -funsigned-char -fsyntax-only -x c /dev/null 2>/dev/null; then
    check "nvprofile_text with -funsigned-char builds" $CC -O1 -std=c99 -D_POSIX_C_SOURCE=200809L -D_XOPEN_SOURCE=700 -I. -Itests -Iexamples/shared \
        -ffp-contract=off -funsigned-char -o "$B/regress/unsigned_char" tests/unit/nvprofile_text.c
    check "nvprofile_text with -funsigned-char" "$B/regress/unsigned_char"
else
    skip "needs a compiler with -funsigned-char"
fi
finish
