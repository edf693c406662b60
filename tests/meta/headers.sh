# What must hold of every header as a file: nothing writable or relocated, no names but its own, shared blocks and tables equal,
# one version everywhere, the code in README.md compiles, messages are unique.
. tests/lib.sh
. tests/compile.sh
none() { # what, lines that should not be there
    if [ -z "$2" ]; then ok; else fail "$1" "$2"; fi
}

# writable HEADER COMPILER: the bytes that a program writes to, or that the loader relocates, of code for a library, for a
# program as the compiler makes them unasked (PIE on most systems), and for one at a fixed address.
writable() {
    { has_posix "$1" && echo "#define $(prefix_of "$1")_POSIX"
      printf '#define %s_IMPLEMENTATION\n#include "%s"\n' "$(prefix_of "$1")" "$1"; } >"$work/writable.c"
    for writable_how in "-fPIC -O2" "-fPIC -O0" "-O2" "-Os" "-fPIE -O3" "-fno-pic -fno-pie -O2"; do
        $2 -std=c99 $posix -I. $writable_how -c -o "$work/writable.o" "$work/writable.c" && size -A "$work/writable.o"
    done 2>&1 | awk '/^\.(data|bss|tdata|tbss|ldata|lbss)/ { n += $2 } /error/ { n += 1000000 } /^Total/ { objects++ }
        END { print objects == 6 ? n + 0 : "unknown" }'
}
# The compilers at hand: the one that builds, and others that may put tables where it does not.
compilers=$CC
for other in gcc clang; do
    if have $other && [ "$($other --version | sed "1s/^[^ ]*//;q")" != "$($CC --version | sed "1s/^[^ ]*//;q")" ]; then compilers="$compilers
$other"; fi
done
if have size; then
    toy=tests/meta/toy/toy.h
    equal "the toy: writable bytes" 0 "$(writable $toy "$CC")"
    sed 's/^TOY_I_DEFINE_NAME(kind, .*/TOY_API const char *toy_kind_name(toy_kind kind) { static const char *const names[] = {"ball", "doll"}; return names[(int)kind \& 1]; }/' $toy >"$work/relocated.h"
    equal "the toy with pointers in a table: writable bytes" 80 "$(writable "$work/relocated.h" "$CC")"
    sed 's/^    return toy != NULL ? toy->size/    static int asked; if (asked++) return 7;\
&/' $toy >"$work/counts.h"
    equal "the toy with a variable: writable bytes" 24 "$(writable "$work/counts.h" "$CC")"
fi

check "shared blocks" sh tools/sync.sh --check
if have python3; then check "the tables of cubin.h" python3 tools/sass.py --check; else skip "needs python3"; fi

for h in $headers; do
    p=$(prefix_of $h) n=${h%.h} low=$(lower $(prefix_of $h))
    { has_posix $h && echo "#define ${p}_POSIX"
      printf '#define %s_IMPLEMENTATION\n#include "%s"\n' "$p" "$h"; } >"$work/$n.c"
    if ! out=$($CC -std=c99 $posix -I. -O2 -fno-pic -fno-pie -c -o "$work/$n.o" "$work/$n.c" 2>&1); then
        fail "$h does not build" "$out"
        continue
    fi

    if have size; then
        printf '%s\n' "$compilers" >"$work/compilers"
        while read -r compiler; do equal "$h, $compiler: writable bytes" 0 "$(writable $h "$compiler")"; done <"$work/compilers"
    else
        skip "needs size"
    fi
    # Names that the linker sees, and the private ones.
    if have nm; then
        none "$h: symbols of other names" "$(nm --defined-only "$work/$n.o" | awk '{ print $NF }' | grep -vE "^${low}_|\.[0-9]+$|^\.L")"
        none "$h: public symbols that are private" "$(nm -g --defined-only "$work/$n.o" | awk '{ print $NF }' | grep "^${low}_i_")"
    else
        skip "needs nm"
    fi
    none "$h: macros of other names" "$(sed -n 's/^# *define *\([A-Za-z0-9_]*\).*/\1/p' $h | grep -vE "^${p}_|^$(printf %s "$n" | tr '[:lower:]' '[:upper:]')_" | sort -u)"
    if $CC -E -dM -x c - </dev/null >/dev/null 2>&1; then
        none "$h: private macros left" "$($CC -std=c99 $posix -I. -E -dM "$work/$n.c" | sed -n "s/^#define \(${p}_I_[A-Za-z0-9_]*\).*/\1/p")"
    else
        skip "needs a compiler with -dM"
    fi

    # One version.
    version=$(sed -n '1s/^.* - v\([0-9]*\.[0-9]*\.[0-9]*\) - .*/\1/p' $h)
    text=$(sed -n "s/^#define ${p}_VERSION \"\(.*\)\"/\1/p" $h)
    numbers=$(sed -n "s/^#define ${p}_VERSION_\(MAJOR\|MINOR\|PATCH\) \([0-9]*\).*/\2/p" $h | tr '\n' '.' | sed 's/\.$//')
    equal "$h: ${p}_VERSION" "$version" "$text"
    equal "$h: numbers of the version" "$version" "$numbers"
    equal "$h: VERSION in Makefile" "$version" "$(sed -n 's/^VERSION *= *//p' Makefile)"
    if [ -f CHANGELOG.md ]; then
        if grep -qE "^#+ *\[?v?$version\]?( |$)" CHANGELOG.md; then ok; else fail "CHANGELOG.md has no heading for $version"; fi
    fi
    check "$h: line 1 names the file and the licences" grep -qE "^/\* $h - v$version - .* - no warranty - SPDX: MIT-0 OR MIT OR Unlicense" $h

    # Messages: a constant occurs once, so that it can be found.
    none "$h: messages that stand more than once" "$(tr '\n' ' ' <$h | grep -oE "${low}_i_[a-z_]*fail[a-z_]*\([^;]*;" |
        grep -oE '"([^"\\]|\\.)*"' | grep ' ' | sort | uniq -d)"
done

# The C code in README.md and in the pages.
for page in README.md docs/*.md; do
    [ -f "$page" ] || continue
    name=$work/$(basename "$page" .md)
    awk -v name="$name" '/^```/ { if (inside) { inside = 0; close(file) } else if ($0 ~ /^```c *$/) { inside = 1; file = name "-" ++count ".c" } next }
                         inside { print >file }' "$page"
    for block in "$name"-*.c; do
        [ -f "$block" ] || continue
        check "$block, the code of $page" $CC -std=c99 $posix -Wall -Wextra -Werror -I. -fsyntax-only "$block"
    done
done
finish
