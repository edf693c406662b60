# make vendor PROJECT=htop FOLDER=TREE: htop's reader of fdinfo texts gives way to drmfdinfo.h. Sourced by tools/vendor.sh.
#
# linux/GPU.c keeps its walk over files, its list of clients and its sums; what lies between the read of a file and the end
# of the loop over files is replaced by tools/vendor/htop_texts.c.
file=linux/GPU.c

patch_tree() { # TREE
    grep -q 'char\* buf = buffer;' "$1/$file" && grep -q 'finished parsing fdinfo entries' "$1/$file" || stop "$file has other words than this script knows"
    awk -v new="$here/tools/vendor/htop_texts.c" '
        /#include "linux\/GPU.h"/ { print "#define DRMFD_STATIC\n#define DRMFD_IMPLEMENTATION\n#include \"drmfdinfo.h\"\n" }
        /ClientID client_id = INVALID_CLIENT_ID;/ || /enum section_state sstate/ || /^#include <(ctype|errno)\.h>/ { next }
        /^enum section_state \{/ { skip = 1 }
        skip { if (/^};/) skip = 0; next }
        /char\* buf = buffer;/ { while ((getline line <new) > 0) print line; out = 1 }
        /finished parsing fdinfo entries/ { out = 0 }
        !out { print }' "$1/$file" >"$1/$file.new"
    mv "$1/$file.new" "$1/$file"
    cp "$here/drmfdinfo.h" "$1/"
}

build_tree() { # TREE
    (cd "$1" && { [ -x configure ] || autoreconf -fi; } && { [ -f Makefile ] || ./configure --disable-sensors --disable-hwloc; } &&
        make -j2 && make check) || return
    objects=$(cd "$1" && ls *.o linux/*.o generic/*.o zfs/*.o 2>/dev/null | grep -v '^htop.o$\|htop-htop.o')
    (cd "$1" && ${CC:-cc} -D_GNU_SOURCE -DNDEBUG -DHAVE_CONFIG_H -I. -Ilinux -o try "$here/tools/vendor/htop_try.c" $objects $(sed -n 's/^LIBS = //p' Makefile))
}

# Folders of the shape PID/fdinfo/N, from the bundled texts and the seeds of the fuzzer (4 bytes in front).
inputs() { # FOLDER
    mkdir -p "$1/sample/fdinfo"
    cp "$here"/examples/data/samples/drm/xe.txt "$1/sample/fdinfo/3"
    cp "$here"/examples/data/samples/drm/xe.txt "$1/sample/fdinfo/4"
    for f in "$here"/fuzz/seeds/drmfdinfo_text/* ${TEXTS:-}; do
        name=$(basename "$f")
        mkdir -p "$1/$name/fdinfo"
        case $f in
        "$here"/fuzz/*) tail -c +5 "$f" >"$1/$name/fdinfo/3" ;;
        *) cp "$f" "$1/$name/fdinfo/3" ;;
        esac
    done
}
run_tree() { # TREE INPUTS
    for d in "$2"/*; do echo "$(basename "$d"): $("$1/try" "$d")"; done
}
