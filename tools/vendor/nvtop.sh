# make vendor PROJECT=nvtop FOLDER=TREE: nvtop's drivers read fdinfo texts by drmfdinfo.h. Sourced by tools/vendor.sh.
#
# The sweep over /proc, the callbacks and the caches of counters stay; the loop over lines in each driver gives way to questions
# for the values that it uses. Two new files hold the text and the questions.

patch_tree() { # TREE
    s=$1/src
    mkdir -p "$1/include/nvtop"
    cp "$here/drmfdinfo.h" "$1/include/nvtop/"
    cp "$here/tools/vendor/nvtop_drm_fdinfo.h" "$1/include/nvtop/drm_fdinfo.h"
    cp "$here/tools/vendor/nvtop_drm_fdinfo.c" "$s/drm_fdinfo.c"
    swap "$s/CMakeLists.txt" '^    extract_processinfo_fdinfo.c' '.' <<'END'
    drm_fdinfo.c
    extract_processinfo_fdinfo.c
END
    for f in amdgpu intel_i915 intel_xe v3d mali_common msm; do
        c=$s/extract_gpuinfo_$f.c
        swap "$c" '^#include "nvtop/extract_processinfo_fdinfo.h"|^#include "nvtop/common.h"|^#include "extract_gpuinfo_intel.h"|^#include "mali_common.h"' '.' <<END
$(grep -m 1 -E '^#include "nvtop/extract_processinfo_fdinfo.h"|^#include "nvtop/common.h"|^#include "extract_gpuinfo_intel.h"|^#include "mali_common.h"' "$c")
#include "nvtop/drm_fdinfo.h"
END
        # The reader of lines: from its buffer to the end of its loop. That of /proc/meminfo, of the same form, stays.
        awk '
            /^(static )?bool .*parse_drm_fdinfo/ { inside = 1 }
            inside && /static char \*line = NULL;|static size_t line_buf_size = 0;|ssize_t count = 0;|bool client_id_set = false;|^  unsigned cid;/ { next }
            inside && /while \(\(count = getline/ { print "@lines@"; out = 1 }
            !out { print }
            out && /^  }$/ { out = inside = 0 }' "$c" >"$c.new"
        mv "$c.new" "$c"
    done
    for k in drm_amdgpu_pdev_old drm_amdgpu_vram_old drm_amdgpu_vram drm_amdgpu_gfx_old drm_amdgpu_gfx drm_amdgpu_compute_old \
        drm_amdgpu_compute drm_amdgpu_dec_old drm_amdgpu_dec drm_amdgpu_enc_old drm_amdgpu_enc; do
        sed -i "/^static const char $k\[\] = /d" "$s/extract_gpuinfo_amdgpu.c"
    done
    sed -i '/^static const char i915_drm_intel_[a-z_]*\[\] = /d' "$s/extract_gpuinfo_intel_i915.c"
    sed -i '/^static const char drm_msm_[a-z_]*\[\] = /d' "$s/extract_gpuinfo_msm.c"
    sed -i '/^static const char v3d_drm_[a-z_]*\[\] = /d' "$s/extract_gpuinfo_v3d.c"
    sed -i '/^static const char xe_drm_intel_[a-z_]*\[\] = /d; /^\/\/ static const char xe_drm_intel_gtt/d
        /^\/\/ \(Render\|Video Decode\|Video Enhance\|Copy\|Compute\)$/d
        /^static const char \*cycles_keys/,/;$/d; /^static const char \*total_cycles_keys/,/;$/d' "$s/extract_gpuinfo_intel_xe.c"

    swap "$s/extract_gpuinfo_amdgpu.c" '^@lines@' '.' <<'END'
  struct drm_fdinfo fdinfo;
  if (!drm_fdinfo_read(&fdinfo, fdinfo_file, DRMFD_READ_OLD_AMDGPU) || !drm_fdinfo_is_on(&fdinfo, gpu_info->base.pdev))
    return false;
  bool client_id_set = fdinfo.snapshot.has_client_id;
  unsigned cid = fdinfo.snapshot.client_id;
  uint64_t value;

  // see drivers/gpu/drm/amd/amdgpu/amdgpu_fdinfo.c amdgpu_show_fdinfo()
  // TODO: do we count "gtt mem" too?
  if (drm_fdinfo_memory(&fdinfo, DRMFD_REGION_HAS_MEMORY, "vram", &value))
    SET_GPUINFO_PROCESS(process_info, gpu_memory_usage, value);
  if (drm_fdinfo_engine_time(&fdinfo, "gfx", &value)) {
    process_info->type |= gpu_process_graphical;
    SET_GPUINFO_PROCESS(process_info, gfx_engine_used, value);
  }
  if (drm_fdinfo_engine_time(&fdinfo, "compute", &value)) {
    process_info->type |= gpu_process_compute;
    SET_GPUINFO_PROCESS(process_info, compute_engine_used, value);
  }
  // A chip with two encoders has both; one that is not there adds nothing
  uint64_t enc_1 = 0;
  bool has_enc_1 = drm_fdinfo_engine_time(&fdinfo, "enc_1", &enc_1);
  if (drm_fdinfo_engine_time(&fdinfo, "enc", &value))
    SET_GPUINFO_PROCESS(process_info, enc_engine_used, value + enc_1);
  else if (has_enc_1)
    SET_GPUINFO_PROCESS(process_info, enc_engine_used, enc_1);
  if (drm_fdinfo_engine_time(&fdinfo, "dec", &value))
    SET_GPUINFO_PROCESS(process_info, dec_engine_used, value);

  // The interface before kernel 5.19 exposes a usage percentage with an unknown update interval
  unsigned percent;
  if (drm_fdinfo_engine_load(&fdinfo, "gfx", &percent)) {
    process_info->type |= gpu_process_graphical;
    SET_GPUINFO_PROCESS(process_info, gpu_usage, process_info->gpu_usage + percent);
  }
  if (drm_fdinfo_engine_load(&fdinfo, "compute", &percent)) {
    process_info->type |= gpu_process_compute;
    SET_GPUINFO_PROCESS(process_info, gpu_usage, process_info->gpu_usage + percent);
  }
  if (drm_fdinfo_engine_load(&fdinfo, "dec", &percent))
    SET_GPUINFO_PROCESS(process_info, decode_usage, process_info->decode_usage + percent);
  if (drm_fdinfo_engine_load(&fdinfo, "enc", &percent))
    SET_GPUINFO_PROCESS(process_info, encode_usage, process_info->encode_usage + percent);
END
    swap "$s/extract_gpuinfo_intel_i915.c" '^@lines@' 'return false;' <<'END'
  struct drm_fdinfo fdinfo;
  if (!drm_fdinfo_read(&fdinfo, fdinfo_file, 0) || !drm_fdinfo_is_on(&fdinfo, gpu_info->base.pdev) ||
      !fdinfo.snapshot.has_client_id)
    return false;
  unsigned cid = fdinfo.snapshot.client_id;
  uint64_t value, system;

  bool has_local = drm_fdinfo_memory(&fdinfo, DRMFD_REGION_HAS_TOTAL, "local0", &value);
  bool has_system = drm_fdinfo_memory(&fdinfo, DRMFD_REGION_HAS_TOTAL, "system0", &system);
  if (has_local || has_system)
    SET_GPUINFO_PROCESS(process_info, gpu_memory_usage, (has_local ? value : 0) + (has_system ? system : 0));
  // TODO: what are copy and video-enhance?
  if (drm_fdinfo_engine_time(&fdinfo, "render", &value))
    SET_GPUINFO_PROCESS(process_info, gfx_engine_used, value);
  if (drm_fdinfo_engine_time(&fdinfo, "video", &value)) {
    // Video represents encode and decode
    SET_GPUINFO_PROCESS(process_info, dec_engine_used, value);
    SET_GPUINFO_PROCESS(process_info, enc_engine_used, value);
  }
  if (drm_fdinfo_engine_time(&fdinfo, "compute", &value))
    SET_GPUINFO_PROCESS(process_info, compute_engine_used, value);
END
    swap "$s/extract_gpuinfo_intel_xe.c" '^@lines@' '.' <<'END'
  static const char *engines[] = {"rcs", "vcs", "vecs", "bcs", "ccs"};
  struct drm_fdinfo fdinfo;
  if (!drm_fdinfo_read(&fdinfo, fdinfo_file, 0) || !drm_fdinfo_is_on(&fdinfo, gpu_info->base.pdev))
    return false;
  bool client_id_set = fdinfo.snapshot.has_client_id;
  unsigned cid = fdinfo.snapshot.client_id;
  uint64_t value;

  if (drm_fdinfo_memory(&fdinfo, DRMFD_REGION_HAS_TOTAL, "vram0", &value))
    SET_GPUINFO_PROCESS(process_info, gpu_memory_usage, value);
  for (unsigned i = 0; i < ARRAY_SIZE(engines); i++) {
    drm_fdinfo_engine_cycles(&fdinfo, engines[i], &gpu_cycles.array[i], &total_cycles.array[i]);
  }
END
    swap "$s/extract_gpuinfo_v3d.c" '^@lines@' 'return false;' <<'END'
  struct drm_fdinfo fdinfo;
  if (!drm_fdinfo_read(&fdinfo, fdinfo_file, 0) || !fdinfo.snapshot.has_client_id)
    return false;
  unsigned cid = fdinfo.snapshot.client_id;
  uint64_t value;

  if (drm_fdinfo_memory(&fdinfo, DRMFD_REGION_HAS_TOTAL, "memory", &value))
    SET_GPUINFO_PROCESS(process_info, gpu_memory_usage, value);
  if (drm_fdinfo_engine_time(&fdinfo, "render", &value))
    SET_GPUINFO_PROCESS(process_info, gfx_engine_used, value);
END
    swap "$s/extract_gpuinfo_msm.c" '^@lines@' 'return false;' <<'END'
  struct drm_fdinfo fdinfo;
  if (!drm_fdinfo_read(&fdinfo, fdinfo_file, 0) || !fdinfo.snapshot.has_client_id)
    return false;
  unsigned cid = fdinfo.snapshot.client_id;
  uint64_t value;

  if (drm_fdinfo_engine_time(&fdinfo, "gpu", &value))
    SET_GPUINFO_PROCESS(process_info, gfx_engine_used, value);
  if (drm_fdinfo_memory(&fdinfo, DRMFD_REGION_HAS_RESIDENT, "memory", &value))
    SET_GPUINFO_PROCESS(process_info, gpu_memory_usage, value);
END
    # panfrost and panthor say which engines are theirs by a list of names in place of a function that compares keys.
    sed -i 's/check_fdinfo_keys match_keys/const char *const *engines/' "$s/extract_gpuinfo_mali_common.c" "$s/mali_common.h"
    awk '/^typedef void \(\*check_fdinfo_keys\)/ { out = 1 } !out { print } out && /;$/ { out = 0 }' "$s/mali_common.h" >"$s/new" && mv "$s/new" "$s/mali_common.h"
    swap "$s/extract_gpuinfo_mali_common.c" '^@lines@' '.' <<'END'
  struct drm_fdinfo fdinfo;
  if (!drm_fdinfo_read(&fdinfo, fdinfo_file, 0) || !drm_fdinfo_is_of(&fdinfo, info->vendor->name))
    return false;
  bool client_id_set = fdinfo.snapshot.has_client_id;
  fid->cid = fdinfo.snapshot.client_id;

  for (; *engines; engines++) {
    uint64_t value, unused = 0;
    if (drm_fdinfo_engine_time(&fdinfo, *engines, &value)) {
      total_time += value;
      fid->engine_count++;
    }
    value = 0;
    drm_fdinfo_engine_cycles(&fdinfo, *engines, &value, &unused);
    fid->total_cycles += value;
    if (drm_fdinfo_engine_maxfreq(&fdinfo, *engines, &value))
      SET_GPUINFO_DYNAMIC(dynamic_info, gpu_clock_speed_max, value / 1000000);
    if (drm_fdinfo_engine_curfreq(&fdinfo, *engines, &value))
      SET_GPUINFO_DYNAMIC(dynamic_info, gpu_clock_speed, value / 1000000);
  }
  uint64_t resident;
  if (drm_fdinfo_memory(&fdinfo, DRMFD_REGION_HAS_RESIDENT, "memory", &resident))
    SET_GPUINFO_PROCESS(process_info, gpu_memory_usage, resident);
END
    for name in 'panfrost:"fragment", "vertex-tiler"' 'panthor:"panthor"'; do
        swap "$s/extract_gpuinfo_${name%%:*}.c" "^static void ${name%%:*}_check_fdinfo_keys" '^}' <<END
static const char *const ${name%%:*}_engines[] = {${name#*:}, NULL};
END
        sed -i "s/${name%%:*}_check_fdinfo_keys, &res/${name%%:*}_engines, \\&res/" "$s/extract_gpuinfo_${name%%:*}.c"
    done
    ! grep -l '@lines@' "$s"/*.c || stop "a loop over lines was not found where it was"
}

drivers="amdgpu intel_i915 intel_xe v3d msm panfrost panthor"

# The whole program, and one of ours for each driver that calls its reader of texts.
build_tree() { # TREE
    mkdir "$1/try.build" && (cd "$1/try.build" && cmake .. -DCMAKE_BUILD_TYPE=Debug -DBUILD_TESTING=OFF -DV3D_SUPPORT=ON -DMSM_SUPPORT=ON \
        -DPANFROST_SUPPORT=ON -DPANTHOR_SUPPORT=ON && make -j2) || return
    flags="-std=gnu11 -D_GNU_SOURCE -DUSING_LIBUDEV -DHAS_REALLOCARRAY -I$1/include -I$1/src -I$1/try.build/include $(pkg-config --cflags libdrm)"
    objects=$(find "$1/try.build" -name '*.o' | grep -v '/nvtop\.c\.o$')
    for driver in $drivers; do
        ${CC:-cc} $flags -w -DSOURCE="\"$1/src/extract_gpuinfo_$driver.c\"" -DPARSE=parse_drm_fdinfo_$driver -DIS_$driver -o "$1/try_$driver" \
            "$here/tools/vendor/nvtop_try.c" $(echo "$objects" | grep -v "/extract_gpuinfo_$driver\.c\.o$") -lm -ldl -lpthread -ludev \
            -lncursesw -ltinfo $(pkg-config --libs libsystemd) || return
    done
    printf '#!/bin/sh\nfor d in %s; do "%s/try_$d" "$1"; done\n' "$drivers" "$1" >"$1/try"
    chmod +x "$1/try"
}

inputs() { # FOLDER
    mkdir -p "$1"
    cp "$here"/examples/data/samples/drm/xe.txt "$1/sample-xe"
    for f in "$here"/fuzz/seeds/drmfdinfo_text/*; do tail -c +5 "$f" >"$1/$(basename "$f")"; done
    for f in ${TEXTS:-}; do cp "$f" "$1/$(basename "$f")"; done
    for d in $drivers; do
        mkdir -p "$1/pairs/$d"
        keys_of "$d" | awk -v d="$d" -v to="$1/pairs/$d" '
            { key[n++] = $0 }
            function text(a, b,    file) {
                file = to "/" a "-" b
                printf "drm-driver:\t%s\ndrm-client-id:\t7\ndrm-pdev:\t0000:03:00.0\n", d >file
                print key[a] >file
                if (b >= 0) print key[b] >file
                close(file)
            }
            END { for (a = 0; a < n; a++) for (b = -1; b < n; b++) text(a, b) }'
    done
}

# Every line that a driver prints about engines and regions, each number another power of two, so that a sum names its parts.
keys_of() { # DRIVER
    engines= cycles= regions=memory
    case $1 in
    amdgpu) engines='gfx compute dma dec enc enc_1 jpeg vpe' regions='vram gtt cpu' ;;
    intel_i915) engines='render copy video video-enhance compute' regions='system0 local0 stolen-system0 stolen-local0' ;;
    intel_xe) cycles='rcs vcs vecs bcs ccs' regions='system gtt vram0 vram1' ;;
    v3d) engines='bin render tfu csd cache_clean cpu' ;;
    msm) engines=gpu cycles=gpu ;;
    panfrost) engines='fragment vertex-tiler compute-only' cycles=$engines ;;
    panthor) engines=panthor cycles=panthor ;;
    esac
    n=1
    next() { n=$((2 * n)); }
    for e in $engines; do next; printf 'drm-engine-%s:\t%s ns\n' "$e" $n; done
    for e in $engines $cycles; do printf 'drm-engine-capacity-%s:\t2\n' "$e"; done
    for e in $cycles; do
        for key in cycles total-cycles; do next; printf 'drm-%s-%s:\t%s\n' $key "$e" $n; done
        for key in maxfreq curfreq; do next; printf 'drm-%s-%s:\t%s000000 Hz\n' $key "$e" $n; done
    done
    for r in $regions; do
        for key in memory total shared resident active purgeable; do next; printf 'drm-%s-%s:\t%s KiB\n' $key "$r" $n; done
    done
}

run_tree() { # TREE INPUTS
    for d in $drivers; do
        find "$2" -maxdepth 1 -type f | LC_ALL=C sort | xargs "$1/try_$d" 2>&1 | sed "s/^/$d: /"
        find "$2/pairs/$d" -type f | LC_ALL=C sort | xargs "$1/try_$d" 2>&1 | sed "s/^/$d: pair /"
    done
}
