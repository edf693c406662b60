# Demangled names: those of c++filt, for every mangled name in the reports and in the libraries that are here.
. tests/lib.sh
B=${B:-build}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
LC_ALL=C
export LC_ALL
for need in c++filt nm; do have $need || { skip "needs $need"; finish; exit; }; done
if [ "$(echo _ZN3geo4areaEff | "$B/tests/ncurep_names")" != 'geo::area(float, float)' ]; then skip "needs libstdc++.so.6 or libc++abi.so.1"; finish; exit; fi
for library in $(ldconfig -p 2>/dev/null | sed -n 's/.*=> //p' | grep -E '/lib(stdc\+\+|icuuc|icui18n|gmpxx|apt-pkg|clang|re2|protobuf|brotli|snappy|leveldb|z3)[-.]' | sort -u); do nm -D "$library" 2>/dev/null; done |
    awk '$NF ~ /^_Z/ {sub(/@.*/, "", $NF); print $NF}' | sort -u | head -n 20000 >"$tmp/libraries"
if [ -d ../shared/corpus/ncurep ]; then
    for report in ../shared/corpus/ncurep/202[4-6]*rep; do grep -aoE '_Z[A-Za-z0-9_]+' "$report"; done | sort -u >"$tmp/reports"
    if [ "$(wc -l <"$tmp/reports")" -ge 50 ]; then ok; else fail "too few names in the reports" "$(wc -l <"$tmp/reports")"; fi
else skip "needs ../shared/corpus/ncurep"; : >"$tmp/reports"; fi
# Some that a short reader gets wrong: operators, lambdas, packs, literals, substitutions, ABI tags, expressions.
cat >"$tmp/hard" <<'END'
_ZN9__gnu_cxx13new_allocatorIcED2Ev
_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE4sizeEv
_ZlsRSoRK3Foo
_ZN3FoocvT_IiEEv
_ZZ4mainENKUlvE_clEv
_ZZ4mainENKUliT_E0_clIfEEDaiS_
_Z1fIJiflEEvDpT_
_Z1gILb1ELi3ELj4ELl5EEvv
_Z1hIXadL_Z1kvEEEvv
_Z3sumIiEDTplfp_fp0_ET_S1_
_ZN1AaSEOS_
_ZNSt6vectorIN1B1CIXsr1DIiE5valueEEESaIS3_EE9push_backEOS3_
_ZGVZN3foo3barEvE1x
_ZTVN10__cxxabiv117__class_type_infoE
_ZThn16_N1X1fEv
_Z4funcB5cxx11v
_Z1fDv4_f
_Z5emptyIJEEvDpT_
_ZN2nsL6staticEv
END
cat "$tmp/libraries" "$tmp/reports" "$tmp/hard" >"$tmp/names"
count=$(wc -l <"$tmp/names" | tr -d ' ')
if [ "$count" -ge 1000 ]; then ok; else fail "only $count names"; fi
# c++filt spells out what the standard abbreviates: Ss, Si, So, Sd.
spelled='s/std::basic_\([io]*stream\)<char, std::char_traits<char> >/std::\1/g; s/std::basic_string<char, std::char_traits<char>, std::allocator<char> >/std::string/g'
c++filt <"$tmp/names" | sed "$spelled" >"$tmp/theirs"
"$B/tests/ncurep_names" <"$tmp/names" | sed "$spelled" >"$tmp/ours"
if cmp -s "$tmp/ours" "$tmp/theirs"; then ok; else fail "$(diff "$tmp/ours" "$tmp/theirs" | grep -c '^<') of $count names differ" "$(diff "$tmp/ours" "$tmp/theirs" | head -n 20 | cut -c 1-400)"; fi
if [ "$(grep -vc '^_Z' "$tmp/ours")" -ge 1000 ]; then ok; else fail "few names were demangled"; fi
finish
