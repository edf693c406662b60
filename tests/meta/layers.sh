# The floors of examples: no file includes or calls what stands on a floor above its own, and each floor calls only what its
# row allows of the C library. A model and its pages know no files, environment, options, clock or locale, neither end the
# program nor keep anything between two calls, and their memory is that of the heap they are called on.
. tests/lib.sh
B=${B:-build}
work=$B/layers
rm -rf "$work"
mkdir -p "$work/obj"

# Rank, folder below examples/ ("name.c": one file), what its objects may call of the C library besides $plain. The headers are
# below all of them; two floors of one rank know nothing of each other.
plain='memchr memcmp memcpy memmove memset bcmp strchr strcmp strcspn strlen strncmp strrchr strspn strstr strpbrk strcpy
    strtoul strtoull strtol strtod qsort bsearch snprintf vsnprintf exp log pow sqrt log10 log2 fabs floor ceil'
to_a_file='fprintf fputc fputs fwrite putc'
files='access close closedir fclose fdopen fdopendir ferror feof fflush fgets fileno fopen fread fstat fstatat fsync ftell ftello getc
    lseek lstat mkdir open openat opendir pread read readdir readlinkat realpath remove rename rewinddir stat unlink write'
heap='calloc free malloc realloc'
rows() {
    cat <<EOF
1 shared/cli/ $files $heap $to_a_file _exit _setjmp signal __sysv_signal longjmp abort exit fork ftruncate mkstemp socketpair waitpid clock_gettime fchmod fchown fopencookie getenv getpid isatty prctl syscall
    ioctl printf putchar vfprintf strerror stderr stdout
2 shared/rules/
2 shared/profiles/
3 shared/report/input/ $files clearerr free fseeko ftruncate malloc dirfd dlopen dlsym __cxa_demangle dup2 _exit execlp fcntl fork waitpid mkstemp nanosleep pipe poll getenv
    fwrite isatty strerror stdout madvise mmap munmap ZSTD_decompress ZSTD_CCtx_setParameter ZSTD_CCtx_setPledgedSrcSize ZSTD_compressStream2 ZSTD_createCCtx ZSTD_createDStream
    ZSTD_DCtx_setParameter ZSTD_decompressStream ZSTD_freeCCtx ZSTD_freeDStream ZSTD_getErrorCode ZSTD_getErrorName ZSTD_isError
4 shared/report/model/
2 shared/write/ $to_a_file vfprintf fileno isatty
5 shared/report/draw/ $to_a_file
6 shared/report/pages/
2 shared/listen/ accept bind close fcntl free freeaddrinfo getaddrinfo getnameinfo getsockname listen poll recv send setsockopt shutdown socket strerror
    strncasecmp atoi
2 shared/lsp/ fclose fflush fwrite fprintf free open_memstream poll read
3 shared/drm/ access close closedir fclose fdopendir fopen fread fstatat open openat pread read readdir readlinkat realpath rewinddir
    stat free malloc syscall readlink sscanf clock_gettime dlclose dlerror dlopen dlsym geteuid getpwuid getrlimit gmtime_r strftime
    sysconf
7 tools/drmtop/ close fclose fdopen ferror fopen fread mkdir open read stat unlink write free atexit ioctl isatty kill localtime_r
    nanosleep poll pselect raise sigaction sigaddset sigdelset sigemptyset sigprocmask strerror strftime syscall tcgetattr tcsetattr
    time getenv
7 tools/drmfdinfo/ fclose fflush fopen mkdir remove stat $to_a_file free clock_nanosleep sigaction sigemptyset stderr stdout strerror
7 tools/nvprofile/ $files $to_a_file free malloc _exit execl fork getuid mkdtemp rmdir stdin waitpid fgets flock getenv isatty setlocale strcoll readlink stderr strerror
7 tools/nvsection/ closedir fclose fflush fileno fopen getc opendir readdir stat $to_a_file free isatty open_memstream poll sigaction
    strncasecmp stderr
7 tools/ncurep/verbs/ closedir fclose ferror fflush fileno fopen fread ftell lstat mkdir opendir readdir stat fwrite free dlopen dlsym
    getenv isatty sigaction stderr stdout strerror
8 tools/ncurep/ncu/ fclose fopen lstat remove rename stat free getenv gethostname getpid printf stderr strerror
9 tools/ncurep/ncurep.c mallopt
EOF
}
rows | sed -e ':again' -e 'N' -e 's/\n  */ /' -e 'tagain' -e 'P' -e 'D' >"$work/rows"

# rank PATH: that of a file below examples/; 0 for the headers and what the build makes.
rank() {
    rank=0
    while read -r r folder allowed; do
        case $1 in examples/"$folder"*) rank=$r floor=$folder; return ;; esac
    done <"$work/rows"
    case $1 in examples/*) fail "$1 stands on no floor" ;; esac
}

# By what they include: beside themselves, below examples/shared, or below the top.
files=0
for file in $(find examples/shared examples/tools -name '*.[ch]' ! -path '*/windows/*'); do
    rank "$file"
    own=$rank own_floor=$floor files=$((files + 1)) up=
    for name in $(sed -n 's/^#include "\(.*\)"$/\1/p' "$file"); do
        path=$(dirname "$file")/$name
        [ -f "$path" ] || path=examples/shared/$name
        [ -f "$path" ] || path=$name
        path=$(printf '%s\n' "$path" | sed -e ':again' -e 's,[^/.][^/]*/\.\./,,' -e 'tagain')
        rank "$path"
        [ $rank -lt $own ] || [ $rank -eq $own -a "$floor" = "$own_floor" ] || up="$up $path"
    done
    if [ -z "$up" ]; then ok; else fail "$file includes from above:$up"; fi
done
if [ $files -ge 200 ]; then ok; else fail "only $files files"; fi

# A page, or a verb, says what it shows; only write/ asks for the format, and a page does not name one either.
asks() { grep -nE 'format *[=!]=|switch *\(.*format\)|\[.*(->|\.)format\]|format_of' "$@"; }
names_format() { grep -nE 'OUT_(TEXT|MARKDOWN|CSV|JSON)|CLI_(TEXT|CSV|JSON)|shape_of' "$@"; }
printf 'if (to->format == x) switch (pg->to->format) {}\nlist[to.format]\nc.format != OUT_JSON\n' >"$work/asks.c"
if [ "$(asks "$work/asks.c" | wc -l)" -eq 3 ]; then ok; else fail "lines that ask for a format are found"; fi
if [ "$(names_format "$work/asks.c" | wc -l)" -eq 1 ]; then ok; else fail "lines that name a format are found"; fi
writers=$(find examples -name '*.[ch]' | grep -vE '/shared/(write|cli|report/draw)/|/windows/|/short/')
if [ "$(echo "$writers" | wc -l)" -ge 300 ]; then ok; else fail "too few files that show something"; fi
if asks $writers >"$work/asked"; then fail "pages or verbs that ask for the format" "$(cat "$work/asked")"; else ok; fi
if grep -n shape_of $writers >"$work/asked"; then fail "pages or verbs that ask for the shape" "$(cat "$work/asked")"; else ok; fi
if names_format examples/shared/report/pages/*.[ch] examples/shared/report/model/*.[ch] examples/shared/drm/*.[ch] examples/tools/nvprofile/*.[ch] \
    examples/tools/drmfdinfo/*.[ch] >"$work/asked"; then fail "pages that name a format" "$(cat "$work/asked")"; else ok; fi

if ! have nm; then skip "needs nm"; finish; fi
# What Windows lacks is below every floor, and not built here.
objects=$(find examples/shared examples/tools -name '*.c' ! -path '*/windows/*' ! -path '*/bpf/*' | sed "s,^examples/\(.*\)c\$,$B/obj/\1o,")
if ! ls $objects >/dev/null 2>&1; then skip "needs the object files of the tools"; finish; fi

# names OBJECT: "has" or "uses" and a symbol; one name for what compilers and libraries call differently.
names() {
    nm -g "$1" | awk '{
        name = $NF
        if (name ~ /^_GLOBAL_OFFSET_TABLE_$|^__stack_chk_fail|^__(asan|ubsan|tsan|gcov|sanitizer|llvm)|^__errno_location$|^__ctype_/) next
        sub(/^__isoc[0-9]*_/, "", name)
        if (name ~ /^__.*_chk$/) { sub(/^__/, "", name); sub(/_chk$/, "", name) }
        sub(/^(__x|__fx|__lx)stat(at)?(64)?$/, "stat", name)
        if (name ~ /^(fopen|open|openat|lseek|pread|fstat|lstat|stat|fstatat|readdir|mkstemp|ftello|getrlimit|fopencookie|fcntl)64$/) sub(/64$/, "", name)
        print ($(NF - 1) == "U" ? "uses" : "has"), name
    }'
}

# judge SYMBOLS: lines "has|uses NAME RANK FLOOR OBJECT" against the rows. Two tools may call things alike.
judge() {
    awk -v plain="$plain" 'FNR == NR { for (i = 3; i <= NF; i++) allowed[$2, $i] = 1; n = split(plain, p, " "); for (i = 1; i <= n; i++) allowed[$2, p[i]] = 1; next }
        $1 == "has" { here[$2, $4] = 1; where[$2] = $5; if (!($2 in rank) || $3 < rank[$2]) rank[$2] = $3; next }
        { by[++count] = $0 }
        END {
            for (i = 1; i <= count; i++) {
                split(by[i], f, " ")
                if (f[2] ~ /^(cubin|drmfd|ncurep|nvp|nvs)_/ || (f[2], f[4]) in here) continue
                if (!(f[2] in rank)) { if (!((f[4], f[2]) in allowed)) print f[5], "uses", f[2], "of the C library" }
                else if (rank[f[2]] >= f[3]) print f[5], "uses", f[2], "of", where[f[2]]
            }
        }' "$work/rows" "$1"
}
for object in $objects; do
    rank "examples/$(printf '%s' "${object#"$B"/obj/}" | sed 's/o$/c/')"
    names "$object" | sed "s|\$| $rank $floor $object|"
done >"$work/symbols"
# Bodies of headers have memory of their own, which their users do not take.
sed '/^uses \(malloc\|free\|realloc\|calloc\) .*\/report\/model\/cubin\.o$/d' "$work/symbols" >"$work/judged"
judge "$work/judged" >"$work/wrong"
if [ ! -s "$work/wrong" ]; then ok; else fail "calls that a floor may not make" "$(cat "$work/wrong")"; fi
if [ "$(grep -c ^uses "$work/symbols")" -ge 3000 ]; then ok; else fail "too few symbols to judge by" "$(wc -l <"$work/symbols")"; fi

# No program replaces at link time what another one has: what differs comes in as a callback. Two tools, of which no program is made
# of both, may call things alike; bodies of headers are in every program.
doubled() { # lines as in symbols
    awk '$1 == "has" && $2 !~ /^(cubin|drmfd|ncurep|nvp|nvs)_|^main$/ {
            if ($2 in at && ($4 !~ /^tools\// || floor[$2] !~ /^tools\//)) print $2, at[$2], $5
            at[$2] = $5; floor[$2] = $4
        }' "$1"
}
for source in examples/bindings/*/*.c; do
    object=$work/obj/$(printf '%s' "$source" | tr / _).o
    if ${CC:-cc} -std=c99 -D_POSIX_C_SOURCE=200809L -D_XOPEN_SOURCE=700 -O0 -w -I. -Iexamples/shared -I"$B/gen" -c -o "$object" "$source" 2>"$work/said"; then
        names "$object" | sed "s|\$| 0 ${source%/*}/ $source|"
    else
        fail "$source does not compile" "$(cat "$work/said")" >&2
    fi
done >"$work/bound"
cat "$work/symbols" "$work/bound" >"$work/made"
twice=$(doubled "$work/made")
if [ -z "$twice" ]; then ok; else fail "symbols that are defined twice" "$twice"; fi
if [ "$(cut -d' ' -f5 "$work/bound" | sort -u | wc -l)" -ge 5 ]; then ok; else fail "too few bindings to judge by"; fi
for object in "0 bindings/python/ page.c" "4 shared/report/model/ made.o" "7 tools/drmtop/ made.o"; do
    { cat "$work/symbols"; echo "has demangle $object"; } >"$work/made"
    if doubled "$work/made" | grep -q '^demangle '; then ok; else fail "a second demangle is found in $object"; fi
done

# What no page may do is found: each call alone, and one to a verb.
for call in opendir setlocale setenv getenv time getpid stdout stderr _Exit exit fopen malloc system fork sigaction details_verb; do
    { cat "$work/judged"; echo "uses $call 6 shared/report/pages/ made.o"; } >"$work/made"
    if judge "$work/made" | grep -q "^made.o uses $call of "; then ok; else fail "a page that uses $call is not found"; fi
done
{ cat "$work/judged"; echo "uses memcpy 6 shared/report/pages/ made.o"; } >"$work/made"
if [ -z "$(judge "$work/made")" ]; then ok; else fail "memcpy is allowed everywhere"; fi

# Each floor is held to its row: of these calls exactly those that it lacks are found, and a verb of another tool or of one above.
calls='system opendir fopen malloc getenv setlocale poll fprintf abort socket'
while read -r r folder allowed; do
    for call in $calls details_verb; do echo "uses $call $r $folder made:$folder:$call"; done
done <"$work/rows" >"$work/broken"
cat "$work/judged" "$work/broken" >"$work/made"
judge "$work/made" | sed -n 's/^\(made:[^ ]*\) uses .*/\1/p' | sort >"$work/found"
while read -r r folder allowed; do
    for call in $calls; do
        case " $(echo $plain $allowed) " in *" $call "*) ;; *) echo "made:$folder:$call" ;; esac
    done
    case $folder in tools/ncurep/*) ;; *) echo "made:$folder:details_verb" ;; esac
done <"$work/rows" | sort >"$work/expected"
if [ "$(wc -l <"$work/expected")" -ge 120 ]; then ok; else fail "too few calls that are not allowed"; fi
same "calls that no floor may make, once a floor" "$work/expected" "$work/found"

# What is kept between two calls: nothing below the tools but in cli/. Tables of pointers are constant once the program is loaded.
kept() { size -A "$1" | awk '($1 ~ /^\.data(\.rel\.local|\.rel)?$/ || $1 == ".bss") && $2 > 0'; }
echo 'static int count; int made(void) { return ++count; }' >"$work/kept.c"
if have size && ${CC:-cc} -c -o "$work/kept.o" "$work/kept.c" 2>/dev/null && [ -n "$(kept "$work/kept.o")" ]; then
    for object in $objects; do
        case $object in "$B"/obj/shared/cli/* | "$B"/obj/shared/drm/* | "$B"/obj/tools/*) continue ;; esac
        kept=$(kept "$object")
        if [ -z "$kept" ]; then ok; else fail "$object holds variables" "$kept"; fi
    done
else
    skip "needs size -A"
fi

# No files of a floor call each other around. In write/ and draw/ what people ask for calls its back ends, which share its words.
# circles OBJECT...: the files that do.
circles() {
    nm -P -A "$@" | awk '{sub(/^.*obj\//, "", $1); sub(/\.o:$/, "", $1)}
        $3 ~ /^[TDBR]$/ {where[$2] = $1}
        $3 == "U" && $2 !~ /^(drmfd|nvp|ncurep|nvs|cubin)_/ {from[++n] = $1; name[n] = $2}
        END {for (i = 1; i <= n; i++) if (name[i] in where && where[name[i]] != from[i]) print from[i], where[name[i]]}' |
        tsort 2>&1 >/dev/null | sed -n 's/^tsort: \([a-z].*\)/\1/p' | sort -u
}
for floor in $(for object in $objects; do dirname "$object"; done | sort -u); do
    case $floor in */shared/write | */shared/report/draw) continue ;; esac
    # shellcheck disable=SC2046
    found=$(circles $(echo "$objects" | grep "^$floor/[^/]*\$"))
    if [ -z "$found" ]; then ok; else fail "$floor: a circle" "$found"; fi
done
for pair in 'one two' 'two one'; do
    printf 'void %s(void);\nvoid %s(void) { %s(); }\n' ${pair#* } ${pair% *} ${pair#* } >"$work/obj/${pair% *}.c"
    ${CC:-cc} -c -o "$work/obj/${pair% *}.o" "$work/obj/${pair% *}.c"
done
circles "$work/obj/one.o" "$work/obj/two.o" >"$work/found"
printf 'one\ntwo\n' >"$work/expected"
same "a circle is found" "$work/expected" "$work/found"

# Functions stay short, in the headers too.
find examples -name '*.[ch]' | sort | xargs awk -v most=80 -f tests/long.awk ./*.h >"$work/long"
case $(tail -n 1 "$work/long") in
    [3-9][0-9][0-9][0-9]" functions, median "[0-9] | [3-9][0-9][0-9][0-9]" functions, median 1"[0-4]) ok ;;
    *) fail "half of the functions below 15 lines" "$(tail -n 1 "$work/long")" ;;
esac
if [ "$(wc -l <"$work/long")" -eq 1 ]; then ok; else fail "functions above 80 lines" "$(sed '$d' "$work/long")"; fi
printf '{\n1\n2\n3\n}\n{\n}\n' >"$work/two.c"
printf '%s:1: 3 lines\n2 functions, median 0\n' "$work/two.c" >"$work/wanted"
awk -v most=2 -f tests/long.awk "$work/two.c" >"$work/long"
same "a function that is too long is found" "$work/wanted" "$work/long"
finish
