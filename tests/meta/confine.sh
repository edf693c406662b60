# ncurep, nvsection and nvprofile lint give up their rights once they know their files: a library loaded into them, whose code
# runs when they end, can no longer read another file, write, start a program or connect. Output and results stay the same.
. tests/lib.sh
b=$(cd "${B:-build}" && pwd)
CC=${CC:-cc}
# Here and below /tmp, where nothing more is allowed than elsewhere.
if [ -z "${CONFINE_IN:-}" ]; then
    counted "below /tmp" env CONFINE_IN=/tmp/confine.XXXXXX sh tests/meta/confine.sh
    CONFINE_IN=$b/confine.XXXXXX
fi
tmp=$(mktemp -d "$CONFINE_IN")
trap 'rm -rf "$tmp"' EXIT
mkdir "$tmp/inside" "$tmp/temporary" "$tmp/out"
cp examples/data/samples/ncurep/saxpy.ncu-rep "$tmp/inside/report.ncu-rep"
cp examples/data/samples/ncurep/canopy.ncu-rep "$tmp/inside/charts.ncu-rep"
"$b/ncurep" pack -o "$tmp/inside/packed.ncu-repz" "$tmp/inside/report.ncu-rep" 2>/dev/null
cp examples/data/samples/nvprofile/studio.rc "$tmp/inside/studio.rc"
cp -r examples/data/samples/sections "$tmp/inside/sections"
echo secret >"$tmp/inside/other"
echo old >"$tmp/inside/old"
cat >"$tmp/late.c" <<'C'
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
static void word(const char *what, int worked)
{
    char text[64];
    snprintf(text, sizeof text, "late %s %s\n", what, worked ? "works" : "refused");
    if (write(2, text, strlen(text)) < 0) _exit(9);
}
__attribute__((destructor)) static void late(void)
{
    struct sockaddr_in to;
    word("read", open(getenv("LATE_READ"), O_RDONLY) >= 0);
    word("write", open(getenv("LATE_WRITE"), O_WRONLY | O_CREAT, 0600) >= 0);
    word("temporary", open(getenv("LATE_TEMPORARY"), O_WRONLY | O_CREAT, 0600) >= 0);
    word("remove", unlink(getenv("LATE_OLD")) == 0);
    memset(&to, 0, sizeof to);
    to.sin_family = AF_INET;
    to.sin_port = htons(9);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    word("connect", connect(socket(AF_INET, SOCK_STREAM, 0), (struct sockaddr *)&to, sizeof to) == 0 || errno != EACCES);
    execl("/bin/true", "true", (char *)NULL);
    word("run", 0);
}
C
$CC -shared -fPIC -o "$tmp/late.so" "$tmp/late.c" 2>"$tmp/err" || { skip "a preloaded library"; finish; }

# late FILE COMMAND...: what the late code could do, in FILE.
late() {
    file=$1
    shift
    (cd "$tmp/inside" && TMPDIR=$tmp/temporary LATE_READ=$tmp/inside/other LATE_WRITE=$tmp/inside/new LATE_TEMPORARY=$tmp/temporary/new LATE_OLD=$tmp/inside/old LD_PRELOAD=$tmp/late.so "$@" >"$tmp/out.txt" 2>"$tmp/err.txt" </dev/null)
    grep '^late' "$tmp/err.txt" >"$file"
}

# Nothing is refused where the tool is told not to, and so the late code can tell the difference.
export CLI_CONFINE=0
late "$tmp/free" "$b/ncurep" list report.ncu-rep
unset CLI_CONFINE
rm -f "$tmp/inside/new"
if grep -q 'late read works' "$tmp/free" && grep -q 'late write works' "$tmp/free" && ! grep -q 'late run' "$tmp/free"; then ok; else fail "without confinement" "$(cat "$tmp/free")"; fi
echo 'long syscall(long, ...); int main(void) { return syscall(444, (void *)0, 0L, 1L) < 1; }' >"$tmp/kernel.c"
if ! $CC -o "$tmp/kernel" "$tmp/kernel.c" 2>"$tmp/err" || ! "$tmp/kernel"; then
    skip "Landlock in the kernel"
    finish
fi
late "$tmp/got" "$b/ncurep" list report.ncu-rep

# Kernels before 6.7 know nothing of connections.
connect=
grep -q 'late connect refused' "$tmp/got" && connect=connect

# refuses NAME WORDS COMMAND...: each of the words is refused, and the command prints what it prints otherwise.
refuses() {
    name=$1
    words=$2
    shift 2
    late "$tmp/got" "$@"
    mv "$tmp/out.txt" "$tmp/confined.txt"
    [ -s "$tmp/confined.txt" ] || cp "$tmp/inside/page.out" "$tmp/confined.txt" 2>/dev/null
    for word in $words; do
        if grep -q "late $word refused" "$tmp/got"; then ok; else fail "$name: $word" "$(cat "$tmp/err.txt")"; fi
    done
    (cd "$tmp/inside" && CLI_CONFINE=0 "$@" >"$tmp/out.txt" 2>/dev/null </dev/null)
    [ -s "$tmp/out.txt" ] || cp "$tmp/inside/page.out" "$tmp/out.txt" 2>/dev/null
    if [ -s "$tmp/out.txt" ] && cmp -s "$tmp/out.txt" "$tmp/confined.txt"; then ok; else fail "$name: another output" "$(head -c 300 "$tmp/confined.txt")"; fi
}
# Every verb that neither writes files, nor waits, nor takes a cubin.
"$b/ncurep" --verbs >"$tmp/verbs"
for verb in $(awk -F '\t' '$1 != "" && $2 == ""  {print $1}' "$tmp/verbs"); do
    file=report.ncu-rep
    case $verb in
    cubin | follow) continue ;;
    diff | merge) file='report.ncu-rep report.ncu-rep' ;;
    unpack) [ -s "$tmp/inside/packed.ncu-repz" ] || continue
        file=packed.ncu-repz ;;
    esac
    PATH=/bin:/usr/bin refuses "ncurep $verb" "read write temporary remove run $connect" "$b/ncurep" $verb $file
done
PATH=/bin:/usr/bin "$b/ncurep" chart --png -c 1 --chart 1 "$tmp/inside/charts.ncu-rep" >"$tmp/picture.png" 2>"$tmp/err"
if grep -q librsvg "$tmp/err"; then skip "needs librsvg"
else PATH=/bin:/usr/bin refuses "ncurep chart --png" "read write run $connect" "$b/ncurep" chart --png -c 1 --chart 1 charts.ncu-rep; fi
# With an output, the file is all that is written: nothing else in its folder is.
refuses "ncurep list -o" "read write temporary remove run $connect" "$b/ncurep" list -o page.out report.ncu-rep
rm -f "$tmp/inside/page.out"
refuses "nvsection list-sections" "write run $connect" "$b/nvsection" list-sections sections
refuses "nvsection lint" "write run $connect" "$b/nvsection" lint sections
refuses "nvprofile lint" "write run $connect" "$b/nvprofile" lint studio.rc

# What must still work: -o FILE in place of another and anew, a folder of sections, two reports, a packed one.
(cd "$tmp/inside" && echo old >page.html && "$b/ncurep" html -o page.html report.ncu-rep && "$b/ncurep" html -o ../out/page.html report.ncu-rep)
if cmp -s "$tmp/inside/page.html" "$tmp/out/page.html" && grep -q '</html>' "$tmp/out/page.html"; then ok; else fail "-o FILE"; fi
if "$b/ncurep" details --section-folder examples/data/samples/sections "$tmp/inside/report.ncu-rep" >/dev/null 2>"$tmp/err"; then ok; else fail "--section-folder" "$(cat "$tmp/err")"; fi
rm -f "$tmp/inside/page.html"
(cd "$tmp/inside" && "$b/ncurep" list -o page.html no.ncu-rep report.ncu-rep 2>"$tmp/err")
has "-o FILE with an input that is missing" "no.ncu-rep" "$tmp/err"
has "-o FILE with an input that is missing" saxpy "$tmp/inside/page.html"
# What is killed leaves nothing behind.
mkfifo "$tmp/inside/pipe"
(cd "$tmp/inside" && exec "$b/ncurep" list -o killed.txt pipe) 2>"$tmp/err" &
killed=$!
exec 3>"$tmp/inside/pipe"
while ! ls "$tmp/inside" | grep -q '^killed.*part$'; do sleep 0.05; done
kill -9 $killed
wait $killed 2>/dev/null
exec 3>&-
n=0
while ls "$tmp/inside" | grep -q '^killed' && [ $n -lt 100 ]; do sleep 0.05; n=$((n + 1)); done
if [ $n -lt 100 ]; then ok; else fail "a file of a killed tool" "$(ls "$tmp/inside")"; fi
# Compressed reports are unpacked into a file without a name; several at once.
if [ ! -s "$tmp/inside/packed.ncu-repz" ]; then skip "needs libzstd"
else
    "$b/ncurep" diff "$tmp/inside/report.ncu-rep" "$tmp/inside/report.ncu-rep" | tail -n +3 >"$tmp/plain.txt"
    "$b/ncurep" diff "$tmp/inside/packed.ncu-repz" - <"$tmp/inside/packed.ncu-repz" | tail -n +3 >"$tmp/packed.txt"
    if [ -s "$tmp/plain.txt" ] && cmp -s "$tmp/plain.txt" "$tmp/packed.txt"; then ok; else fail "two compressed reports" "$(diff "$tmp/plain.txt" "$tmp/packed.txt")"; fi
fi
ln -s "$tmp/inside/report.ncu-rep" "$tmp/out/link.ncu-rep"
if "$b/ncurep" diff "$tmp/inside/report.ncu-rep" "$tmp/out/link.ncu-rep" >/dev/null 2>"$tmp/err"; then ok; else fail "two reports, one by a link" "$(cat "$tmp/err")"; fi
if "$b/ncurep" list - <"$tmp/inside/report.ncu-rep" | grep -q saxpy; then ok; else fail "standard input"; fi
finish
