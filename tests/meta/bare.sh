# What README.md and docs/ tell a reader to type, on a Debian that has nothing but what the pages name: first a C compiler and make, then
# also Python. Commands that start a tool are those of tests/golden/page_commands.sh, which runs there as well; each of the others has a row here.
. tests/lib.sh
if [ "$(id -u)" != 0 ] || ! have debootstrap; then skip "needs root and debootstrap"; finish; exit; fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
debian=$work/debian
if ! debootstrap --variant=minbase --include=gcc,libc6-dev,make stable "$debian" >"$work/log" 2>&1; then
    skip "needs a mirror that debootstrap reaches"
    finish
    exit
fi
source=$debian/root/gpuloupe
mkdir "$source"
{ git ls-files 2>/dev/null | grep . || find . -type f ! -path './build/*'; } >"$work/source"
tar -cf - -T "$work/source" 2>/dev/null | tar -C "$source" -xf -
samples=examples/data/samples
cp $samples/ncurep/canopy.ncu-rep "$source/report.ncu-rep"
mkdir "$source/reports"
cp $samples/ncurep/*.ncu-rep "$source/reports/"
awk '/^## First script/ {on = 1; next} /^[^ ]/ {on = 0} on && /^    / {print substr($0, 5)}' docs/PYTHON.md |
    sed "s|saxpy.ncu-rep|$samples/ncurep/saxpy.ncu-rep|" >"$source/my_script.py"
printf 'import ncu_report\nfor r in ncu_report.load_report("report.ncu-rep"):\n    print(r.num_actions(), "actions")\n' >"$source/their_script.py"
typed() { chroot "$debian" /usr/bin/env -i PATH=/root/venv/bin:/usr/local/bin:/usr/bin:/bin HOME=/root LC_ALL=C.UTF-8 sh -c "cd /root/gpuloupe && $1"; }

# row PLACE COMMAND: what the command does at this stage; those of tools and of other stages do nothing.
row() {
    case $stage:$2 in
        compiler:'make && build/ncurep html report.ncu-rep -o page.html')
            check "$1: $2" typed "$2"
            has "$1: the page" '<title>.*report.ncu-rep' "$source/page.html" ;;
        compiler:'make demo') says 0 'To try next' typed "$2" ;;
        compiler:'make single PART=reader') check "$1: $2" typed "$2 && cc -std=c99 -fsyntax-only -x c build/drmfdinfo-reader.h" ;;
        compiler:'make && sudo make install')
            check "$1: $2" typed 'make && make install'
            says 0 'ncurep 1' typed 'cd / && ncurep --version' ;;
        # What is missing has a name.
        compiler:'make viewer'*) says 2 'clang that compiles for wasm32 (Debian: clang)' typed "$2" ;;
        compiler:'make binaries') says 2 'pip install ziglang' typed "$2" ;;
        python:'make wheels' | python:'make python' | python:'pip install ./examples/bindings/python' | python:'pip install --no-index '*) check "$1: $2" typed "$2" ;;
        python:*my_script.py) says 0 'saxpyish 18432.0 ns' typed "$2" ;;
        python:*their_script.py) says 0 ' actions' typed "$2" ;;
        python:'python3 -m ncurep rules report.ncu-rep') says 0 'rules on ' typed "$2" ;;
        python:'python3 -m ncurep rules report.ncu-rep --rules-folder '*) says 3 'NVIDIA Nsight Compute' typed "$2" ;;
        python:'ncurep-py export '*) says 2 pyarrow typed "$2" ;;
        compiler:*) return ;; # once Python is there
        python:make* | python:*REPORT...*) ;; # before; a synopsis
        python:'export PYTHONPATH='*) ;; # for the line after it, which the package is there for
        python:'pip install gpuloupe-'*) ;; # tests/meta/reach.sh
        python:duckdb*) ;; # tests/golden/ncurep_export.sh, python_dataset.sh
        python:ncu\ *) ;; # not ours
        *) fail "$1: $2 has no row in tests/meta/bare.sh" ;;
    esac
}
rows() {
    stage=$1
    while IFS='	' read -r place command; do row "$place" "$command"; done <"$work/commands"
}
sh tests/page_commands.sh README.md docs/*.md | grep -vE '	(build/)?(ncurep|nvsection|nvprofile|drmtop|drmfdinfo) ' >"$work/commands"
if [ "$(wc -l <"$work/commands")" -ge 25 ]; then ok; else fail "commands that start no tool" "$(cat "$work/commands")"; fi
rows compiler
counted "tests/golden/page_commands.sh" typed 'B=build sh tests/golden/page_commands.sh'
if typed 'apt-get install -y -qq --no-install-recommends python3 python3-venv' >"$work/log" 2>&1; then
    check "a virtual environment" typed 'python3 -m venv /root/venv'
    rows python
else fail "Python of Debian" "$(tail -n 5 "$work/log")"; fi
finish
