# Files from the world, for tools whose other tests read made-up ones: texts of fifteen drivers, profiles, section files, reports.
. tests/lib.sh
B=${B:-build}
corpus=../shared/corpus
if [ ! -d $corpus ]; then skip "needs $corpus"; finish; exit; fi
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
LC_ALL=C COLUMNS=80
export LC_ALL COLUMNS
# fine NAME CODES COMMAND...: prints something, and ends with one of these codes.
fine() {
    fine_name=$1 fine_codes=$2
    shift 2
    "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
    fine_code=$?
    case " $fine_codes " in *" $fine_code "*) [ ! -s "$tmp/out" ] && fail "$fine_name: nothing" || ok ;; *) fail "$fine_name: exit code $fine_code" "$(cat "$tmp/err")" ;; esac
}
json() { check "$1: JSON" awk -v whole=1 -f tests/json.awk "$tmp/out"; }

# Texts: show explains each, and says so of one that is no DRM client's. A machine with all of them: every device with its driver,
# no line wider than the terminal, whole JSON, and metrics that promtool would take.
number=99
for text in $corpus/fdinfo/*.txt; do
    name=${text##*/} number=$((number + 1)) codes="0 1"
    mkdir -p "$tmp/proc/$number/fdinfo"
    cp "$text" "$tmp/proc/$number/fdinfo/3"
    case $name in nondrm-*) codes=1 ;; esac
    fine "show $name" "$codes" "$B/drmfdinfo" show "$text"
    case $name in
    nondrm-*) has "$name is not a DRM client" 'not a DRM client' "$tmp/out" ;;
    *) lacks "$name is a DRM client" 'not a DRM client' "$tmp/out" ;;
    esac
    fine "show --json $name" "$codes" "$B/drmfdinfo" show --json "$text"
    json "show $name"
done
fine "drmtop" 0 "$B/drmtop" --once --interval 0.05 --root "$tmp/proc"
for device in $(sed -n 's/^drm-pdev:[[:space:]]*\([0-9a-f:.]*\)[[:space:]]*$/\1/p' $corpus/fdinfo/*.txt | sort -u); do
    has "the device at $device" "^[0-9]* [a-z0-9_]* $device " "$tmp/out"
done
for driver in v3d msm panfrost panthor virtio_gpu; do has "a device of $driver" "^[0-9]* $driver " "$tmp/out"; done
equal "lines wider than the terminal" '' "$(awk 'length > 80' "$tmp/out")"
fine "drmtop --json" 0 "$B/drmtop" --json --interval 0.05 --root "$tmp/proc"
json drmtop
fine "metrics" 0 "$B/drmfdinfo" export --openmetrics --interval 0.05 --clients 9 --root "$tmp/proc"
equal "lines of metrics of another form" '' "$(grep -vE '^(# (HELP|TYPE|UNIT|EOF).*|[a-z_:]+(\{([a-z_]+="([^"\\]|\\.)*",?)*\})? -?[0-9.e+-]+)$' "$tmp/out")"

# Profiles: lint prints JSON of each, and fmt is the same when repeated and changes nothing that a program gets.
for rc in $corpus/nvprofile/*; do
    name=${rc##*/}
    case $name in MANIFEST.md) continue ;; esac
    fine "lint --json $name" "0 1" "$B/nvprofile" lint --json "$rc"
    json "lint $name"
    cp "$rc" "$tmp/once.rc"
    "$B/nvprofile" fmt "$tmp/once.rc" >/dev/null 2>&1 || continue
    cp "$tmp/once.rc" "$tmp/twice.rc"
    check "fmt of $name, again" "$B/nvprofile" fmt "$tmp/twice.rc"
    same "fmt of $name, again" "$tmp/once.rc" "$tmp/twice.rc"
    case $name in keydoc-*) ;; *) exits 0 "fmt of $name and what it was" "$B/nvprofile" diff "$rc" "$tmp/once.rc" ;; esac
done

# Section files: fmt is the same when repeated, and what a GPU is asked for stays.
for section in $corpus/section/ncu-2020.3.1*/*.section $corpus/section/ncu-2025.1.1/*.section $corpus/section/nersc*/*.section; do
    name=${section#"$corpus/section/"}
    "$B/nvsection" fmt --lenient "$section" >"$tmp/once.section" 2>"$tmp/err" || { fail "fmt $name" "$(cat "$tmp/err")"; continue; }
    "$B/nvsection" fmt --lenient "$tmp/once.section" >"$tmp/twice.section"
    same "fmt of $name, again" "$tmp/once.section" "$tmp/twice.section"
    "$B/nvsection" metrics --cc 9.0 "$section" >"$tmp/want" 2>/dev/null
    "$B/nvsection" metrics --cc 9.0 "$tmp/once.section" >"$tmp/got" 2>/dev/null
    alike "metrics of $name, formatted" "$tmp/want" "$tmp/got"
done

# Reports of up to 200 KB: follow shows what list does, a packed one is unpacked to the same bytes, the page has the figures of the
# text, and exports are whole.
rows() { sed 's/^[^,]*,//'; } # without the name of the file
have_zstd=0
"$B/ncurep" pack examples/data/samples/ncurep/saxpy.ncu-rep -o "$tmp/packed" 2>/dev/null && have_zstd=1 || skip "needs libzstd at build time"
for report in $corpus/ncurep/*-rep $corpus/ncurep/*-report; do
    [ "$(wc -c <"$report")" -lt 200000 ] || continue
    name=${report##*/}
    "$B/ncurep" list --csv "$report" 2>/dev/null | rows >"$tmp/want"
    "$B/ncurep" follow --idle 0 --csv - <"$report" 2>/dev/null | rows >"$tmp/got"
    same "follow of $name" "$tmp/want" "$tmp/got"
    if [ $have_zstd = 1 ]; then
        check "pack $name" "$B/ncurep" pack "$report" -o "$tmp/packed"
        check "unpack $name" "$B/ncurep" unpack "$tmp/packed" -o "$tmp/unpacked"
        same "$name packed and unpacked" "$report" "$tmp/unpacked"
    fi
    "$B/ncurep" html "$report" 2>/dev/null | awk -f tests/html_numbers.awk >"$tmp/got"
    "$B/ncurep" details --csv "$report" 2>/dev/null | awk -v csv=1 -f tests/html_numbers.awk >"$tmp/want"
    alike "figures on the page of $name" "$tmp/want" "$tmp/got"
    fine "trace of $name" "0 1" "$B/ncurep" export --trace "$report"
    json "trace of $name"
done
finish
