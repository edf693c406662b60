# Reading or writing fails at each call in turn, or the program ends there: the old file stays whole.
. tests/lib.sh
tool=${B:-build}/ncurep
samples=examples/data/samples/ncurep
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ ! -x "$tool" ]; then skip "needs the tool ncurep"; finish; exit; fi
. tests/broken.sh
[ $have_preload -eq 1 ] || { finish; exit; }

# writer VERB ARGUMENT...
writer() {
    for fault in pread fwrite fflush fsync rename; do broken "$1" $fault fail "$@"; done
    for fault in fwrite fsync rename; do broken "$1" $fault kill "$@"; done
}
writer slice -c 2 --metrics 'gpu__*' $samples/orchard.ncu-rep
writer merge $samples/saxpy.ncu-rep $samples/mixed.ncu-rep
writer anonymize $samples/mixed.ncu-rep
for fault in fflush fsync rename; do broken follow $fault fail follow --idle 0 $samples/saxpy.ncu-rep; done
for fault in fsync rename; do broken follow $fault kill follow --idle 0 $samples/saxpy.ncu-rep; done
head -c 20000 $samples/orchard.ncu-rep >"$work/cut"
writer salvage "$work/cut"
if "$tool" pack $samples/orchard.ncu-rep >"$work/z" 2>/dev/null; then
    writer pack $samples/orchard.ncu-rep
    writer unpack "$work/z"
else
    skip "needs libzstd at build time"
fi
# A disk that is full from the first byte.
if [ -c /dev/full ]; then
    for verb in slice anonymize "merge $samples/saxpy.ncu-rep" salvage pack export "follow --idle 0"; do
        case $verb in pack) [ -s "$work/z" ] || continue ;; esac
        exits 3 "$verb on a full disk" "$tool" $verb $samples/orchard.ncu-rep -o /dev/full
        case $exits_out in *"No space"* | *"not be written"*) ok ;; *) fail "$verb on a full disk: what it says" "$exits_out" ;; esac
    done
else
    skip "needs /dev/full"
fi
finish
