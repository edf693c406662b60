# A short program for each header, as somebody writes it from the first page: C99 and C++98 of gcc and clang, without a warning.
. tests/lib.sh
. tests/compile.sh
# {0} for a struct is C; long long came to C++ with C++11.
plus="-x c++ -std=c++98 -Wno-long-long -Wno-c++11-long-long -Wno-missing-field-initializers"
for program in fdinfo_lines profile_lint ncurep_stdio section_on_report cubin_lines; do
    for how in "gcc -std=c99" "clang -std=c99" "g++ $plus" "clang++ $plus"; do
        if ! have "${how%% *}"; then skip "needs ${how%% *}"; continue; fi
        # shellcheck disable=SC2086
        out=$($how -O2 -Wall -Wextra -Wpedantic -D_POSIX_C_SOURCE=200809L -I. -c -o "$work/short.o" examples/short/$program.c 2>&1)
        if [ $? -eq 0 ] && [ -z "$out" ]; then ok; else fail "$program with $how" "$out"; fi
    done
done
finish
