# The tools on systems where nothing is installed: the static programs of make binaries in an empty root and as a Python package on a
# bare Debian, those of Windows under Wine, with the same bytes as here.
. tests/lib.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
top=$PWD
PYTHON=${PYTHON:-python3}
samples=examples/data/samples

# Every command prints here what it prints there. CODE is that of both; paths in them are those of the samples.
cat >"$work/commands" <<EOF
ncurep list $samples/ncurep/canopy.ncu-rep
ncurep list --json $samples/ncurep/canopy.ncu-rep $samples/ncurep/saxpy.ncu-rep
ncurep details $samples/ncurep/canopy.ncu-rep
ncurep details --md $samples/ncurep/canopy.ncu-rep
ncurep details --json $samples/ncurep/saxpy.ncu-rep
ncurep raw --csv $samples/ncurep/canopy.ncu-rep
ncurep --page raw --csv -i $samples/ncurep/canopy.ncu-rep
ncurep source $samples/ncurep/canopy.ncu-rep
ncurep source --json $samples/ncurep/canopy.ncu-rep
ncurep sass $samples/ncurep/canopy.ncu-rep
ncurep why $samples/ncurep/canopy.ncu-rep
ncurep digest $samples/ncurep/canopy.ncu-rep
ncurep diff $samples/ncurep/canopy_before.ncu-rep $samples/ncurep/canopy.ncu-rep
ncurep html $samples/ncurep/canopy.ncu-rep
ncurep chart --svg $samples/ncurep/canopy.ncu-rep
ncurep study $samples/ncurep
ncurep summary $samples/ncurep/canopy.ncu-rep
ncurep dump $samples/ncurep/canopy.ncu-rep
ncurep list $samples/none.ncu-rep
ncurep list $samples
ncurep list --no-such-option
ncurep --help
nvprofile lint $samples/nvprofile/studio.rc
nvprofile show --json $samples/nvprofile/studio.rc
nvprofile keys --csv
nvprofile dump $samples/nvprofile/studio.rc
nvsection lint $samples/nvsection/wave.section
nvsection preview -m $samples/ncurep/saxpy.ncu-rep $samples/nvsection/wave.section
nvsection evaluate --json -m $samples/ncurep/saxpy.ncu-rep $samples/nvsection/wave.section
nvsection metrics --cc 9.0 examples/data/sections
nvsection dump --parse $samples/nvsection/wave.section
EOF
# as_here NAME RUN...: RUN TOOL ARGUMENT... carries out a command.
as_here() {
    name=$1
    shift
    while read -r tool arguments; do
        # shellcheck disable=SC2086
        { LC_ALL=C.UTF-8 "$B/$tool" $arguments; echo "code $?"; } >"$work/here" 2>"$work/messages" </dev/null
        # shellcheck disable=SC2086
        { "$@" "$tool" $arguments; echo "code $?"; } >"$work/there" 2>"$work/messages.there" </dev/null
        cat "$work/messages" >>"$work/here"
        cat "$work/messages.there" >>"$work/there"
        same "$name: $tool $arguments" "$work/here" "$work/there"
    done <"$work/commands"
}

for python in "$PYTHON" "$B/venv/bin/python" build/venv/bin/python; do
    ! "$python" -c 'import ziglang' 2>/dev/null || { zig=$python; break; }
done
machine=$(uname -m)
if [ -z "${zig:-}" ] || [ "$(uname -s)" != Linux ]; then skip "needs ziglang of the Python registry"
else
    JOBS=1 B=$work/b ZSTD_SOURCE=${ZSTD_SOURCE:-$top/build/zstd} PYTHON=$zig sh tools/binaries.sh "$machine-linux" aarch64-linux >"$work/log" 2>&1 ||
        fail "make binaries" "$(tail -n 20 "$work/log")"
    lacks "no warning of Zig's compiler" 'warning:' "$work/log"
    archive=$(ls "$work"/b/binaries/*-"$machine-linux.tar.gz") wheel=$(ls "$work"/b/binaries/*_"$machine".whl)
    mkdir "$work/root"
    tar -C "$work/root" --strip-components=1 -xzf "$archive"
    for tool in ncurep nvsection nvprofile drmtop drmfdinfo; do
        size=$(wc -c <"$work/root/$tool")
        if [ "$size" -le 3145728 ]; then ok; else fail "$tool: $size bytes"; fi
        check "$tool has a manual page" test -s "$work/root/man/$tool.1"
        check "$tool has completions" test -s "$work/root/completions/$tool.fish"
    done
    if [ "$(id -u)" != 0 ]; then skip "a root with nothing in it: needs root"
    else
        mkdir "$work/root/examples"
        cp -r examples/data "$work/root/examples/"
        in_empty() { tool=$1; shift; LC_ALL=C.UTF-8 chroot "$work/root" "/$tool" "$@"; }
        as_here "an empty root" in_empty
        says 0 'drmtop 1' chroot "$work/root" /drmtop --version
    fi
    # The image of packaging/container, made and run without a daemon.
    if [ "$(id -u)" != 0 ] || ! command -v buildah >/dev/null; then skip "the container: needs root and buildah"
    else
        image() { buildah --root "$work/images" --runroot "$work/running" --storage-driver vfs "$@"; }
        check "buildah bud" image bud --isolation chroot -t gpuloupe -f packaging/container/Containerfile "$work/root"
        box=$(image from gpuloupe)
        size=$(du -sb "$(image mount "$box")" | cut -f1)
        if [ "${size:-9999999}" -le 5000000 ]; then ok; else fail "the container: $size bytes"; fi
        in_image() { image run --isolation chroot --env LC_ALL=C.UTF-8 -v "$top/examples:/reports/examples:ro" "$box" -- "$@"; }
        for verb in list details html; do
            LC_ALL=C.UTF-8 "$B/ncurep" $verb $samples/ncurep/canopy.ncu-rep >"$work/here"
            in_image /ncurep $verb $samples/ncurep/canopy.ncu-rep >"$work/there" 2>&1
            same "the container: ncurep $verb" "$work/here" "$work/there"
        done
        says 0 'drmfdinfo 1' in_image /drmfdinfo --version
        image rm --all >/dev/null
    fi
    if [ "$machine" = aarch64 ] || ! command -v qemu-aarch64 >/dev/null; then skip "aarch64: needs qemu-user"
    else
        mkdir "$work/arm"
        tar -C "$work/arm" --strip-components=1 -xzf "$(ls "$work"/b/binaries/*-aarch64-linux.tar.gz)"
        in_arm() { tool=$1; shift; LC_ALL=C.UTF-8 qemu-aarch64 "$work/arm/$tool" "$@"; }
        as_here aarch64 in_arm
    fi
    # On a Debian that has nothing but Python, from the wheel.
    if [ "$(id -u)" != 0 ] || ! command -v debootstrap >/dev/null; then skip "a bare Debian: needs root and debootstrap"
    elif ! debootstrap --variant=minbase --include=python3,python3-pip,python3-venv stable "$work/debian" >"$work/log" 2>&1; then
        skip "a bare Debian: needs a mirror that debootstrap reaches"
    else
        cp "$wheel" $samples/ncurep/canopy.ncu-rep "$work/debian/root/"
        in_debian() { chroot "$work/debian" /usr/bin/env -i PATH=/root/venv/bin:/usr/bin:/bin HOME=/root LC_ALL=C.UTF-8 "$@"; }
        check "pip install" in_debian sh -c 'python3 -m venv /root/venv && pip install --no-index /root/*.whl'
        "$B/ncurep" html $samples/ncurep/canopy.ncu-rep >"$work/here"
        in_debian sh -c 'cd /root && ncurep html canopy.ncu-rep' >"$work/there" 2>&1
        sed "s|$samples/ncurep/canopy|canopy|g" "$work/here" >"$work/here.named"
        same "ncurep html from the wheel" "$work/here.named" "$work/there"
        for tool in nvsection nvprofile drmtop drmfdinfo; do says 0 "$tool 1" in_debian "$tool" --version; done
    fi
fi

# Windows. gcc's programs here; make binaries builds them by Zig's compiler.
if ! command -v x86_64-w64-mingw32-gcc >/dev/null || ! command -v wine >/dev/null; then skip "Windows: needs mingw-w64 and wine"
else
    ${MAKE:-make} -s B="$work/windows" CC=x86_64-w64-mingw32-gcc CFLAGS=-O1 ZSTD= all >"$work/log" 2>&1 ||
        fail "the tools for Windows" "$(tail -n 20 "$work/log")"
    lacks "no warning" 'warning' "$work/log"
    export WINEDEBUG=-all WINEPREFIX="$work/wine"
    wine "$work/windows/ncurep.exe" --version >/dev/null 2>&1
    # Debian's server ends with each program, and one that starts meanwhile now and then ends, too, with 1 and without a word: once in
    # some thousand runs. So another one takes its place, which stays; while the first one runs, it could not start. That made it rare
    # and not impossible on a busy machine, so a run that ends so is made once more. None of our tools ends with 1 and says nothing.
    wineserver -w
    if wineserver -p >/dev/null 2>&1; then ok; else fail "a server of Wine that stays"; fi
    cat >"$work/run" <<EOF
#!/bin/sh
said=\$(mktemp "$work/said.XXXXXX")
wine "\$@" >"\$said" 2>"\$said.2"
code=\$?
if [ \$code -eq 1 ] && [ ! -s "\$said" ] && [ ! -s "\$said.2" ]; then
    echo again >>"$work/again"
    wine "\$@" >"\$said" 2>"\$said.2"
    code=\$?
fi
cat "\$said"
cat "\$said.2" >&2
rm -f "\$said" "\$said.2"
exit \$code
EOF
    chmod +x "$work/run"
    in_wine() { tool=$1; shift; "$work/run" "$work/windows/$tool.exe" "$@"; }
    as_here Windows in_wine
    # From outside and by names that only UTF-16 holds; backslashes; a path of more than 260 characters; -o; standard input.
    long=$work/$(printf 'b%.0s' $(seq 150))/$(printf 'c%.0s' $(seq 150))
    mkdir -p "$long"
    cp $samples/ncurep/canopy.ncu-rep "$long/листва_叶_🌳.ncu-rep"
    "$B/ncurep" list "$long/листва_叶_🌳.ncu-rep" >"$work/here" 2>&1
    in_wine ncurep list "$long/листва_叶_🌳.ncu-rep" >"$work/there" 2>&1
    same "a long name beyond ASCII" "$work/here" "$work/there"
    "$B/ncurep" list $samples/ncurep/canopy.ncu-rep >"$work/here"
    in_wine ncurep list "$(echo $samples/ncurep/canopy.ncu-rep | tr / '\\')" >"$work/there" 2>&1
    same "backslashes" "$work/here" "$work/there"
    "$B/ncurep" list - <$samples/ncurep/canopy.ncu-rep >"$work/here"
    in_wine ncurep list - <$samples/ncurep/canopy.ncu-rep >"$work/there"
    same "standard input" "$work/here" "$work/there"
    cat $samples/ncurep/canopy.ncu-rep | in_wine ncurep list - >"$work/there"
    same "a pipe" "$work/here" "$work/there"
    "$B/ncurep" html $samples/ncurep/canopy.ncu-rep -o "$work/here"
    echo old >"$work/page.html"
    exits 0 "-o replaces" in_wine ncurep html $samples/ncurep/canopy.ncu-rep -o "$work/page.html"
    same "-o" "$work/here" "$work/page.html"
    echo old >"$work/page.html"
    exits 3 "-o keeps what is there where nothing comes" in_wine ncurep html $samples/none.ncu-rep -o "$work/page.html"
    equal "-o keeps" old "$(cat "$work/page.html")"
    equal "-o leaves nothing behind" '' "$(ls "$work" | grep part)"
    # Whole scripts of tests; what is missing in this list reads /proc, needs a Linux program, or takes Wine too long.
    mkdir "$work/tools"
    for tool in ncurep nvsection nvprofile; do
        printf '#!/bin/sh\nexec "%s" "%s" "$@"\n' "$work/run" "$work/windows/$tool.exe" >"$work/tools/$tool"
        chmod +x "$work/tools/$tool"
    done
    for script in golden/ncurep_gates golden/ncurep_options golden/ncurep_lines golden/ncurep_sections golden/ncurep_trend golden/ncurep_study \
        golden/nvsection_lint golden/nvsection_schema golden/nvsection_values; do
        B="$work/tools" sh "tests/$script.sh" >"$work/log" 2>&1 </dev/null
        case $(tail -n 1 "$work/log") in
            [1-9]*' passed, 0 failed, '*) ok ;;
            *) fail "tests/$script.sh under Wine" "$(tail -n 20 "$work/log")" ;;
        esac
    done
    wineserver -k 2>/dev/null
    [ ! -s "$work/again" ] || [ "$(wc -l <"$work/again")" -lt 4 ] || fail "Wine ends programs without a word" "$(wc -l <"$work/again") runs were made once more"
fi
finish
