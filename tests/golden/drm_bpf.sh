# The BPF programs: what the object holds, and, where the kernel takes them, that they find what /proc shows, for users without rights.
. tests/lib.sh
B=${B:-build}
if ! clang --version >/dev/null 2>&1 || ! pkg-config --exists 'libbpf >= 1.0' 2>/dev/null; then
    skip "needs clang and libbpf"
    finish
    exit
fi
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
check "make bpf" make -s B="$B" bpf
object=$B/drmfdinfo.bpf.o load=$B/drmfdinfo-bpf
if have llvm-objdump; then
    llvm-objdump -h "$object" >"$tmp/sections"
    has "the program that finds files" ' iter/task_file .* TEXT' "$tmp/sections"
    has "the program that counts closes, which is loaded where it can be" ' ?fexit/drm_file_free .* TEXT' "$tmp/sections"
    has "what the running kernel lays out differently" ' \.BTF\.ext ' "$tmp/sections"
    llvm-objdump -d "$object" >"$tmp/code"
    has "output as records" 'call [01][x2]7f*$' "$tmp/code" # bpf_seq_write
else skip "needs llvm-objdump"; fi
says 2 'usage: drmfdinfo-bpf OBJECT FOLDER' "$load"
says 3 'no-such-object' "$load" "$tmp/no-such-object" "$tmp"
says 3 'drmfdinfo.bpf.o' "$load" "$object" "$tmp" # no bpf file system

# In a mount namespace of its own, as what the tools read is at a fixed place.
inside() { unshare -m sh -c "mount -t tmpfs tmpfs /run && mkdir /run/gpuloupe && mount -t bpf -o mode=755 bpf /run/gpuloupe && $1"; }
if ! inside "$load $object /run/gpuloupe" >"$tmp/loaded" 2>&1 || ! mknod "$tmp/node" c 226 128 2>/dev/null; then
    skip "needs the right to mount and to load BPF programs, and a kernel with its own types"
    finish
    exit
fi
has "what was loaded" '^files are found' "$tmp/loaded"
check "the same files as /proc shows, of 100,000" inside "$load $object /run/gpuloupe >/dev/null && $B/tests/unit/drm_bpf /run/gpuloupe/files $tmp/node"
inside "$load $object /run/gpuloupe >/dev/null; $B/drmtop --json --interval 0.05" >"$tmp/out"
has "JSON says it" '"files_found_by": "bpf"' "$tmp/out"
inside "$load $object /run/gpuloupe >/dev/null; setpriv --reuid 65534 --regid 65534 --clear-groups $B/drmfdinfo export --openmetrics --interval 0.05" >"$tmp/out"
has "a metric, without rights" '^drm_files_found_by_bpf 1$' "$tmp/out"
says 0 'BPF found the files of devices' inside "$load $object /run/gpuloupe >/dev/null; $B/drmtop --once --interval 0.05"
inside "$B/drmfdinfo export --openmetrics --interval 0.05" >"$tmp/out"
has "nothing is loaded" '^drm_files_found_by_bpf 0$' "$tmp/out"
inside "$load $object /run/gpuloupe >/dev/null; $load $object /run/gpuloupe >/dev/null; ls /run/gpuloupe" >"$tmp/out"
has "loaded again, in place of the first" '^files$' "$tmp/out"
# The rights of its unit suffice; without them it is said.
unit=$(sed -n 's/^CapabilityBoundingSet=//p' packaging/systemd/drmfdinfo-bpf.service | tr A-Z a-z | sed 's/cap_/+/g; s/ /,/g')
inside "setpriv --inh-caps -all,$unit --bounding-set -all,$unit $load $object /run/gpuloupe" >"$tmp/out" 2>&1
has "the rights of the unit suffice" '^files are found' "$tmp/out"
says 3 'Operation not permitted' inside "setpriv --inh-caps -all --bounding-set -all $load $object /run/gpuloupe"
# Closes are counted on another function here, which this test can call: the kernel may have no DRM at all.
inside "$load $object /run/gpuloupe tty_release; script -qc true /dev/null; $B/drmfdinfo export --openmetrics --interval 0.05" >"$tmp/out" 2>&1
if grep -q 'closes are counted' "$tmp/out"; then has "closes are counted" '^drm_clients_closed_total [1-9]' "$tmp/out"
else skip "needs a kernel that takes fexit programs"; fi
finish
