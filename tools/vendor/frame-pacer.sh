# make vendor PROJECT=frame-pacer FOLDER=TREE: frame-pacer's reader of fdinfo texts gives way to drmfdinfo.h. Sourced by
# tools/vendor.sh.
#
# src/hud_drm_fdinfo.c keeps its walk over files, its clients and its percentage; the loop over lines goes.
file=src/hud_drm_fdinfo.c

patch_tree() { # TREE
    swap "$1/$file" '^#include <unistd' '^#include <unistd' <<'C'
#include <unistd.h>
#define DRMFD_STATIC
#define DRMFD_NO_MEASURE
#define DRMFD_IMPLEMENTATION
#include "drmfdinfo.h"
C
    swap "$1/$file" 'char path\[112\]' 'bool have_client' <<'C'
    /* What drivers that count in ns call the engine that draws. */
    static const char *const names[] = {"render", "gfx", "gpu", "fragment", "panthor"};
    char path[112], text[8192];
    drmfd_engine engine, engines[32];
    drmfd_snapshot snapshot = {.engines = engines, .engine_room = 32};
    size_t size, index;
C
    swap "$1/$file" 'while \(fgets' 'return have_client' <<'C'
    size = fread(text, 1, sizeof(text), file);
    (void)fclose(file);
    (void)drmfd_parse(&snapshot, text, size, size == sizeof(text) ? DRMFD_READ_CUT : 0, NULL);
    if (!snapshot.has_client_id) return false;
    (void)snprintf(client, client_size, "%llu", (unsigned long long)snapshot.client_id);
    for (index = 0; index < sizeof(names) / sizeof(*names); ++index) {
        if (!drmfd_engine_find(&snapshot, drmfd_text(names[index]), &engine) ||
            !(engine.has & DRMFD_ENGINE_HAS_NS))
            continue;
        *render_ns = engine.ns / engine.capacity;
        return true;
    }
    return false;
C
    cp "$here/drmfdinfo.h" "$1/src/"
}

build_tree() { # TREE
    ${CC:-cc} -std=c11 -O2 -Wall -Wextra -Werror -I"$1/src" -DSOURCE="\"$1/$file\"" -o "$1/try" "$here/tools/vendor/frame-pacer_try.c"
}

# Folders of the shape PID/fd, PID/fdinfo; a text for each driver, and those of the bundled recordings.
inputs() { # FOLDER
    for pair in i915:render amdgpu:gfx msm:gpu panfrost:fragment panthor:panthor v3d:render xe:none; do
        mkdir -p "$1/sample-${pair%:*}/fdinfo"
        printf 'pos:\t0\ndrm-driver:\t%s\ndrm-client-id:\t7\ndrm-engine-copy:\t9 ns\ndrm-engine-%s:\t5000000 ns\n' "${pair%:*}" "${pair#*:}" \
            >"$1/sample-${pair%:*}/fdinfo/3"
    done
    for f in "$here"/fuzz/seeds/drmfdinfo_text/* ${TEXTS:-}; do
        mkdir -p "$1/$(basename "$f")/fdinfo"
        case $f in
        "$here"/fuzz/*) tail -c +5 "$f" >"$1/$(basename "$f")/fdinfo/3" ;;
        *) cp "$f" "$1/$(basename "$f")/fdinfo/3" ;;
        esac
    done
}
run_tree() { # TREE INPUTS
    for d in "$2"/*; do echo "$(basename "$d"): $("$1/try" "$d/fd")"; done
}
