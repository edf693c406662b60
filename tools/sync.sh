#!/bin/sh
# Keeps the helpers that every header repeats identical, byte for byte.
#
#   tools/sync.sh           writes the blocks of tools/shared into the headers
#   tools/sync.sh --check   says which header differs; exit 1 if one does
#
# A block lies between "/* shared: NAME */" and "/* end of shared */"; pfx_ and PFX_ in tools/shared/NAME.h become
# the header's prefix.
set -eu
cd "$(dirname "$0")/.."
status=0
sync() { # header, prefix in lower case, prefix in upper case
    [ -f "$1" ] || return 0
    tmp=$(mktemp)
    awk -v low="$2" -v up="$3" '
        /^\/\* shared: [a-z_]+ \*\/$/ {
            print
            file = "tools/shared/" $3 ".h"
            while ((got = getline line < file) > 0) { gsub(/pfx_/, low "_", line); gsub(/PFX_/, up "_", line); print line }
            if (got < 0) { print "tools/sync.sh: no " file > "/dev/stderr"; exit 2 }
            close(file); inside = 1; next
        }
        /^\/\* end of shared \*\/$/ { inside = 0 }
        !inside { print }' "$1" >"$tmp"
    if ! cmp -s "$tmp" "$1"; then
        if [ "${check:-}" ]; then
            echo "$1: a shared block differs from tools/shared; edit it there and run tools/sync.sh"
            diff "$1" "$tmp" | head -20
            status=1
        else
            cat "$tmp" >"$1"
            echo "$1: written"
        fi
    fi
    rm -f "$tmp"
}
[ "${1:-}" = --check ] && check=yes
sync drmfdinfo.h drmfd DRMFD
sync nvprofile.h nvp NVP
sync ncurep.h ncurep NCUREP
sync nvsection.h nvs NVS
sync cubin.h cubin CUBIN
sync tests/meta/toy/toy.h toy TOY
exit $status
