# Every header as C and as C++, with each macro alone and all together, in one file and in two. Uses $CC and $CXX.
. tests/lib.sh
. tests/compile.sh
c="$CC -std=c99 $warn -Werror -I. -ffp-contract=off"
cxx="$CXX -std=c++98 -Wno-long-long $warn -Werror -I. -ffp-contract=off"
have "${CXX%% *}" || { skip "needs a C++ compiler"; cxx=; }

# tu FILE LINE...: writes a source file.
tu() {
    tu_file=$work/$1
    shift
    printf '%s\n' "$@" >"$tu_file"
}
# both NAME FLAGS: compiles NAME.c as C and as C++ without a warning; C++ without making code, which takes half the time.
both() {
    check "$1 as C" $c $posix $2 -c -o "$work/$1.o" "$work/$1.c"
    [ -z "$cxx" ] || check "$1 as C++" $cxx $posix -fsyntax-only -x c++ "$work/$1.c"
}

# What a host in C++ may ask for beyond $warn, of each compiler at hand that knows it.
for more in "$CXX" clang++; do
    have "${more%% *}" || continue
    echo 'int main() { return 0; }' >"$work/knows.cpp"
    flags=
    for flag in -Wold-style-cast -Wuseless-cast; do
        ! $more -Werror $flag -fsyntax-only "$work/knows.cpp" 2>/dev/null || flags="$flags $flag"
    done
    for h in $headers; do
        p=$(prefix_of $h)
        tu face.cpp "#include \"$h\"" '#ifdef NCUREP_HAS' \
            'int has(const ncurep_metric *m); int has(const ncurep_metric *m) { return NCUREP_HAS(m, 1) != 0; }' '#endif' \
            '#ifdef DRMFD_METER_BYTES' 'char room[DRMFD_METER_BYTES(3)];' '#endif'
        check "the interface of $h by $more,$flags" $more -std=c++11 $posix $warn $flags "-D${p}_POSIX" -Werror -I. -fsyntax-only "$work/face.cpp"
        # In the bodies a cast may be useless on one machine and needed on another.
        tu casts.cpp "#define ${p}_IMPLEMENTATION" "#include \"$h\""
        for macros in "" "-D${p}_POSIX" "-D${p}_POSIX -D${p}_NO_LIBC" "-D${p}_STATIC"; do
            check "$h by $more, -Wold-style-cast $macros" $more -std=c++11 $posix $warn -Wno-unused-function -Wold-style-cast $macros -Werror \
                -I. -fsyntax-only "$work/casts.cpp"
        done
    done
done

for h in $headers; do
    p=$(prefix_of $h) n=${h%.h} code_name=$(lower $(prefix_of $h))_code_name
    impl="#define ${p}_IMPLEMENTATION"
    use="int main(void) { return $code_name((${code_name%_name})0)[0] != 'o'; }"
    no_posix= all_posix=
    if has_posix $h; then all_posix="#define ${p}_POSIX"; else no_posix=yes; fi

    tu $n-interface.c "#include \"$h\"" "extern int $n; int $n;"
    both $n-interface
    tu $n-plain.c "$impl" "#include \"$h\"" "$use"
    both $n-plain
    tu $n-static.c "#define ${p}_STATIC" "$impl" "#include \"$h\"" "extern int $n; int $n;"
    both $n-static
    tu $n-api.c "#define ${p}_API extern __attribute__((visibility(\"hidden\")))" "$impl" "#include \"$h\"" "$use"
    both $n-api
    tu $n-no_libc.c "#define ${p}_NO_LIBC" "$impl" "#include \"$h\"" "extern int $n; int $n;"
    both $n-no_libc
    tu $n-assert.c "#include <assert.h>" "#define ${p}_ASSERT(e) assert(e)" "$impl" "#include \"$h\"" "$use"
    both $n-assert
    if [ "$no_posix" ]; then :; else
        tu $n-posix.c "#define ${p}_POSIX" "$impl" "#include \"$h\"" "$use"
        both $n-posix
        tu $n-no_source.c "#undef _POSIX_C_SOURCE" "#undef _XOPEN_SOURCE" "#define ${p}_POSIX" "$impl" "#include \"$h\"" "$use"
        exits 1 "$h: ${p}_POSIX asks for _POSIX_C_SOURCE" $CC -std=c99 -I. -c -o "$work/no_source.o" "$work/$n-no_source.c"
    fi
    # Static, with everything else: the functions of one file are not seen by another.
    tu $n-all.c "#include <assert.h>" "#define ${p}_STATIC" "$all_posix" "#define ${p}_ASSERT(e) assert(e)" \
        "$impl" "#include \"$h\"" "extern int $n; int $n;"
    both $n-all
    tu $n-all-no_libc.c "#include <assert.h>" "#define ${p}_STATIC" "#define ${p}_NO_LIBC" "#define ${p}_ASSERT(e) assert(e)" \
        "$impl" "#include \"$h\"" "extern int $n; int $n;"
    both $n-all-no_libc
    tu $n-twice.c "#include \"$h\"" "$impl" "#include \"$h\"" "#include \"$h\"" "$impl" "#include \"$h\"" "$use"
    check "$n-twice as C" $CC -std=c99 $posix -I. -o "$work/$n-twice" "$work/$n-twice.c"
    check "$n-twice runs" "$work/$n-twice"
    # Two files: one has the bodies, the other uses them.
    tu $n-body.c "$impl" "#include \"$h\""
    tu $n-user.c "#include \"$h\"" "$use"
    check "$n in two files" $c -o "$work/$n-two" "$work/$n-body.c" "$work/$n-user.c"
    check "$n in two files runs" "$work/$n-two"
    tu $n-static-user.c "#define ${p}_STATIC" "$impl" "#include \"$h\"" "$use"
    check "$n static in two files" $c -o "$work/$n-two-static" "$work/$n-static.c" "$work/$n-static-user.c"
    if [ "$cxx" ]; then
        check "$n: body as C" $c -c -o "$work/$n-body.o" "$work/$n-body.c"
        check "$n: C++ uses C" $cxx -o "$work/$n-mixed" -x c++ "$work/$n-user.c" -x none "$work/$n-body.o"
    fi
    # Without libc the linker has nothing left to find. Some systems' gcc guards stacks unless told otherwise, with a
    # function of libc.
    if have nm; then
        for cc in gcc clang; do
            if ! have $cc; then skip "needs $cc"; continue; fi
            for level in 1 2 3 s; do
                check "$n without libc by $cc -O$level" $cc -std=c99 -O$level -fno-stack-protector -I. -c -o "$work/$n-$cc.o" \
                    "$work/$n-no_libc.c"
                undefined=$(nm -u "$work/$n-$cc.o" | grep -v _GLOBAL_OFFSET_TABLE_)
                if [ -z "$undefined" ]; then ok; else fail "$n: ${p}_NO_LIBC with $cc -O$level needs" "$undefined"; fi
            done
        done
    else
        skip "needs nm"
    fi
    if grep -q __FAST_MATH__ $h; then
        exits 1 "$h stops under -ffast-math" $CC -std=c99 -ffast-math -I. -c -o "$work/fast.o" "$work/$n-plain.c"
    fi
done

# All headers in one file, twice over.
for h in $headers; do echo "#include \"$h\""; done >"$work/all.c"
for h in $headers; do echo "#define $(prefix_of $h)_IMPLEMENTATION"; echo "#include \"$h\""; done >>"$work/all.c"
for h in $headers; do echo "#include \"$h\""; done >>"$work/all.c"
echo "int main(void) { return 0; }" >>"$work/all.c"
both all
finish
