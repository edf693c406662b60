#!/bin/sh
# Looks for mistakes without running anything: cppcheck, clang-tidy and gcc -fanalyzer over the headers, as C with libc
# and POSIX. What each tool may not say, and why, is listed below and nowhere else. Prints a line for each tool and header; exit
# code 1 when something is left.
#
#   make analyze
set -u
cd "$(dirname "$0")/.."
B=${B:-build}
work=$B/analyze
mkdir -p "$work"
have() { command -v "$1" >/dev/null 2>&1; }
status=0

# clang-tidy: the checks that find mistakes, and these left out of them:
#   bugprone-easily-swappable-parameters   two numbers beside each other are no mistake by themselves
#   bugprone-branch-clone                  tables written as switch have equal branches on purpose
#   bugprone-narrowing-conversions, cert-str34-c, bugprone-signed-char-misuse   gcc and clang look at conversions (-Wconversion)
#   bugprone-sizeof-expression             sizeof of a pointer to a pointer is what an array of pointers needs
#   bugprone-reserved-identifier, cert-dcl37-c, cert-dcl51-cpp   names that POSIX itself asks for (_POSIX_C_SOURCE)
#   bugprone-suspicious-include            the header is the body here
#   bugprone-implicit-widening-of-multiplication-result   products of small constants and counts that were checked
#   bugprone-macro-parentheses             what is not in parentheses is a name or a string literal
#   cert-err33-c                           snprintf into an array that holds the longest text there can be
#   clang-analyzer-security.insecureAPI.DeprecatedOrUnsafeBufferHandling   wants memcpy_s, which C libraries lack
tidy='bugprone-*,cert-*,clang-analyzer-*,-bugprone-easily-swappable-parameters,-bugprone-branch-clone,-bugprone-narrowing-conversions,-cert-str34-c,-bugprone-signed-char-misuse,-bugprone-sizeof-expression,-bugprone-reserved-identifier,-cert-dcl37-c,-cert-dcl51-cpp,-bugprone-suspicious-include,-bugprone-implicit-widening-of-multiplication-result,-bugprone-macro-parentheses,-cert-err33-c,-clang-analyzer-security.insecureAPI.DeprecatedOrUnsafeBufferHandling'
# cppcheck: unusedFunction and unusedStructMember (a library is used by others), missingIncludeSystem (no system headers are
# given), unmatchedSuppression, toomanyconfigs. And what it mistakes for errors in nvsection.h:
#   pointerOutOfBoundsCond  nvs_reader_begin: text + len where text is "": len is 0 then
#   uninitvar, waiting      nvs_i_expression_read: entries below count are written, those are the ones read
#   ctuuninitvar, partners  nvs_i_apply: entries below the count are written, those are the ones handed on
# gcc -fanalyzer:
#   'ignored.code' in nvprofile.h (one function inlined into several): nvp_i_arena_new fills it whenever it returns NULL
#   write to string literal in nvprofile.h: a text of no room points to one, and nvp_i_put makes room before it writes
false_alarms='pointerOutOfBoundsCond|Uninitialized variable: waiting|uninitialized variable partners|uninitialized value .ignored\.code.|nvprofile.*write to string literal'
quiet='--suppress=unusedFunction --suppress=unusedStructMember --suppress=missingIncludeSystem --suppress=unmatchedSuppression --suppress=toomanyconfigs'

say() { # TOOL HEADER LOG PATTERN
    found=$(grep -E "$4" "$3" | grep -vcE "$false_alarms")
    echo "$1, $2: $found findings"
    if [ "$found" -gt 0 ]; then
        grep -E "$4" "$3" | grep -vE "$false_alarms" | head -n 20
        status=1
    fi
}

for h in drmfdinfo nvprofile ncurep nvsection; do
    p=$(sed -n 's/^ *#define \([A-Z]*\)_IMPLEMENTATION$/\1/p' $h.h | head -n 1)
    printf '#define _POSIX_C_SOURCE 200809L\n#define _XOPEN_SOURCE 700\n#define %s_POSIX\n#define %s_IMPLEMENTATION\n#include "%s.h"\n' $p $p $h >"$work/$h.c"
    if have cppcheck; then
        cppcheck --std=c99 --enable=warning,portability,performance --inline-suppr $quiet -D${p}_IMPLEMENTATION -D__GNUC__=12 -U__SSE2__ \
            -I. --template='{file}:{line}: {severity}: {message} [{id}]' "$work/$h.c" >"$work/$h-cppcheck.log" 2>&1
        say cppcheck $h.h "$work/$h-cppcheck.log" '\[[a-zA-Z]*\]$'
    else
        echo "skipped: needs cppcheck"
    fi
    if have clang-tidy; then
        clang-tidy --quiet --checks="-*,$tidy" --header-filter="$h.h" "$work/$h.c" -- -std=c99 -I. >"$work/$h-tidy.log" 2>/dev/null
        say clang-tidy $h.h "$work/$h-tidy.log" ': (warning|error): '
    else
        echo "skipped: needs clang-tidy"
    fi
    if have gcc && gcc -fanalyzer -fsyntax-only -x c /dev/null 2>/dev/null; then
        gcc -std=c99 -O1 -fanalyzer -I. -c -o /dev/null "$work/$h.c" >"$work/$h-gcc.log" 2>&1
        say 'gcc -fanalyzer' $h.h "$work/$h-gcc.log" 'warning: '
    else
        echo "skipped: needs gcc with -fanalyzer"
    fi
done
exit $status
