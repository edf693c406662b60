#!/bin/sh
# Builds build/bench/cubin-peer from PEER_ENVYTOOLS=FOLDER, a source tree of envytools that you fetched. Of it only the
# disassembler is compiled, without its parser, so neither flex nor bison is needed.
set -eu
B=${B:-build} CC=${CC:-cc}
e=${PEER_ENVYTOOLS:-}
rm -f "$B/bench/cubin-peer"
if [ -z "$e" ]; then
    echo "envydis: absent (PEER_ENVYTOOLS=folder of its sources)"
elif [ ! -f "$e/envydis/core-dis.c" ]; then
    echo "envydis: no envydis/core-dis.c in $e"
else
    set --
    for f in core core-as core-dis g80 gf100 gk110 gm107 ctx falcon hwsq xtensa vuc macro vp1 vcomp; do set -- "$@" "$e/envydis/$f.c"; done
    for f in easm easm_print easm_xfrm; do set -- "$@" "$e/easm/$f.c"; done
    for f in mask symtab hash vardata varinfo varselect colors astr aprintf yy; do set -- "$@" "$e/util/$f.c"; done
    if $CC -O2 -w -std=gnu11 -no-pie -ffunction-sections -Wl,--gc-sections -I"$e/include" -I"$e/envydis" -o "$B/bench/cubin-peer" \
        bench/peers/cubin_envydis.c "$@" >"$B/bench/cubin-peer.log" 2>&1; then
        echo "envydis: built from $e"
    else
        echo "envydis: could not be built"
        head -n 5 "$B/bench/cubin-peer.log"
    fi
fi
