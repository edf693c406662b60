# make vendor PROJECT=igt FOLDER=TREE: igt-gpu-tools keeps its own reader of fdinfo texts, which is mended. Sourced by tools/vendor.sh.
#
# lib/igt_drm_fdinfo.c is built by itself, with an empty drmtest.h.
file=lib/igt_drm_fdinfo.c

patch_tree() { # TREE
    for word in '!strncmp(name, name_map\[i\], name_len)' '!strncmp(name, info->names\[i\], name_len)' '!strncmp(name, region_map\[i\], name_len)' \
        '!strncmp(name, info->region_names\[i\], name_len)' 'assert((info->num_engines + 1) < ARRAY_SIZE(info->names));' \
        'assert(name_len  < sizeof(info->names\[0\]));' 'assert((info->num_regions + 1) < ARRAY_SIZE(info->region_names));' \
        'assert((strlen(name) + 1) < sizeof(info->region_names\[0\]));' 'UPDATE_REGION(idx, resident, val);'; do
        grep -q "$word" "$1/$file" || stop "$file has other words than this script knows: $word"
    done
    swap "$1/$file" '^static int parse_engine' '^static int parse_engine' <<'C'
/* Names are compared whole: "enc" is not the beginning of "enc_1". */
static bool same_name(const char *a, const char *b, size_t len)
{
	return !strncmp(a, b, len) && !b[len];
}

static int parse_engine(const char *name, struct drm_client_fdinfo *info,
C
    sed -i -e 's/!strncmp(name, \(name_map\|region_map\|info->names\|info->region_names\)\[i\], name_len)/same_name(name, \1[i], name_len)/' \
        -e '/assert(name_len  < sizeof(info->names/d' -e '/assert((strlen(name) + 1) < sizeof(info->region_names/d' \
        -e 's/assert((info->num_engines + 1) < ARRAY_SIZE(info->names));/if (info->num_engines == ARRAY_SIZE(info->names) ||\
			    name_len >= sizeof(info->names[0]))\
				return -1;/' \
        -e 's/assert((info->num_regions + 1) < ARRAY_SIZE(info->region_names));/if (info->num_regions == ARRAY_SIZE(info->region_names) ||\
			    name_len >= sizeof(info->region_names[0]))\
				return -1;/' "$1/$file"
    # The exact size of drm-resident- stays, whichever of the two comes last.
    sed -i -e '/amdgpu legacy key/,/UPDATE_REGION/s/UPDATE_REGION(idx, resident, val);/if (idx >= 0 \&\& !info->region_mem[idx].resident)\
				UPDATE_REGION(idx, resident, val);/' "$1/$file"
}

build_tree() { # TREE
    mkdir -p "$1/try.build"
    printf '#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))\n' >"$1/try.build/drmtest.h"
    ${CC:-cc} -std=gnu11 -O2 -Wall -Wextra -Wno-sign-compare -I"$1/try.build" -I"$1/lib" -o "$1/try" "$1/$file" "$here/tools/vendor/igt_try.c"
}

# Samples of what was lost, and the texts of the fuzzer.
inputs() { # FOLDER
    mkdir -p "$1"
    head='drm-driver:\tamdgpu\ndrm-client-id:\t7\n'
    printf "${head}drm-engine-enc_1:\t500 ns\ndrm-engine-enc:\t300 ns\n" >"$1/sample-names"
    printf "${head}drm-total-vram0:\t8 KiB\ndrm-total-vram:\t4 KiB\n" >"$1/sample-regions"
    printf "${head}drm-resident-vram:\t4097\ndrm-memory-vram:\t4 KiB\n" >"$1/sample-resident"
    for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17; do printf 'drm-engine-e%d:\t%d ns\n' $i $i; done >"$1/more"
    { printf "$head" && cat "$1/more"; } >"$1/sample-many" && rm "$1/more"
    for f in "$here"/fuzz/seeds/drmfdinfo_text/* ${TEXTS:-}; do
        case $f in
        "$here"/fuzz/*) tail -c +5 "$f" ;;
        *) cat "$f" ;;
        esac >"$1/$(basename "$f")"
    done
}
run_tree() { # TREE INPUTS
    "$1/try" "$2"/*
}
