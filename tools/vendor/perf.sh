# make vendor PROJECT=perf FOLDER=TREE: perf keeps its own reader of DRM usage, and two mistakes in it are mended. Sourced by
# tools/vendor.sh. TREE is a tree of Linux, or that file alone in its folders.
#
# That file is built by itself: tools/vendor/perf_try.c stands in for what it includes.
file=./tools/perf/util/drm_pmu.c

patch_tree() { # TREE
    grep -q 'assert(count == 0);' "$1/$file" && grep -q '"drm-total-cycles-"' "$1/$file" || stop "$file has other words than this script knows"
    sed -i -e '/"drm-total-cycles-"/{n;s/DRM_PMU_UNIT_BYTES/DRM_PMU_UNIT_CYCLES/;}' \
        -e 's|assert(count == 0);.*|count *= 1; /* The unit is optional, see drm_fdinfo_print_size(). */|' "$1/$file"
}

build_tree() { # TREE
    mkdir -p "$1/try.build"
    cp "$1/$file" "$1/try.build/"
    (
        cd "$1/try.build" || exit
        for h in drm_pmu.h counts.h cpumap.h debug.h evsel.h pmu.h perf/threadmap.h api/fs/fs.h api/io.h linux/zalloc.h; do
            mkdir -p "$(dirname $h)" && : >$h
        done
    )
    ${CC:-cc} -std=gnu11 -O2 -Wall -Wextra -Wno-sign-compare -Wno-unused-parameter -I"$1/try.build" -DSOURCE="\"$1/try.build/drm_pmu.c\"" \
        -o "$1/try" "$here/tools/vendor/perf_try.c"
}

# Folders like /proc with one process; samples of the two mistakes, and the texts of the fuzzer.
inputs() { # FOLDER
    text='drm-driver:\txe\ndrm-client-id:\t7\ndrm-cycles-rcs:\t1500\ndrm-total-cycles-rcs:\t4000000001\n'
    put sample-xe "$1" && printf "$text" >"$1/sample-xe/1/fdinfo/3"
    text='drm-driver:\tv3d\ndrm-client-id:\t7\ndrm-engine-render:\t5000 ns\ndrm-total-memory:\t4097\ndrm-shared-memory:\t0\ndrm-resident-memory:\t4 KiB\n'
    put sample-bytes "$1" && printf "$text" >"$1/sample-bytes/1/fdinfo/3"
    for f in "$here"/fuzz/seeds/drmfdinfo_text/* ${TEXTS:-}; do
        put "$(basename "$f")" "$1"
        case $f in
        "$here"/fuzz/*) tail -c +5 "$f" ;;
        *) cat "$f" ;;
        esac >"$1/$(basename "$f")/1/fdinfo/3"
    done
}
put() { # NAME FOLDER
    mkdir -p "$2/$1/1/fd" "$2/$1/1/fdinfo" && ln -s /dev/null "$2/$1/1/fd/3"
}
run_tree() { # TREE INPUTS
    "$1/try" "$2"/*
}
