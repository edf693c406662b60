# make vendor PROJECT=nvidia-settings FOLDER=TREE: the reader of application profiles gives way to nvprofile.h. Sourced by
# tools/vendor.sh.
#
# src/app-profiles.c turns a file into JSON text, lets jansson parse that and walks the tree. The first two steps are taken out
# of the function that loads a file; tools/vendor/nvidia-settings_tree.c makes the tree. Built are the files that this needs,
# with the copy of jansson in the tree, not the program with its windows. The project has no tests of its own.
file=src/app-profiles.c

patch_tree() { # TREE
    grep -q 'orig_text = slurp(fp);' "$1/$file" && grep -q 'Parse the resulting JSON' "$1/$file" || stop "$file has other words than this script knows"
    awk -v new="$here/tools/vendor/nvidia-settings_tree.c" '
        /^static void app_profile_config_load_file\(/ { inside = 1; while ((getline line <new) > 0) print line }
        inside && /^}/ { inside = 0 }
        inside && /json_error_t error;|char \*(json|orig)_text = NULL;|free\((json|orig)_text\);/ { next }
        inside && /orig_text = slurp\(fp\);/ { out = 1 }
        inside && /new_file = json_object\(\);/ { out = 0 }
        inside && /Parse the resulting JSON/ { out = 1; print "    orig_file = profile_tree(fp, filename);\n    if (!orig_file) {\n        goto done;\n    }\n" }
        inside && /if \(!json_is_object\(orig_file\)\)/ { out = 0 }
        !out { print }' "$1/$file" >"$1/$file.new"
    mv "$1/$file.new" "$1/$file"
    cp "$here/nvprofile.h" "$1/src/"
}

build_tree() { # TREE
    # Its makefiles make this file.
    echo '#define NVIDIA_VERSION "0"' >"$1/src/version.h"
    (cd "$1" && ${CC:-cc} -std=gnu99 -O1 -g -Wall -DHAVE_CONFIG_H -DPROGRAM_NAME='"try"' -Isrc -Isrc/jansson -Isrc/common-utils -o try \
        "$here/tools/vendor/nvidia-settings_try.c" $file src/common-utils/common-utils.c src/common-utils/msg.c src/jansson/*.c)
}

inputs() { # FOLDER
    mkdir -p "$1"
    for f in "$here"/examples/data/samples/nvprofile/* "$here"/fuzz/seeds/nvprofile_file/* ${TEXTS:-}; do
        case $f in
        "$here"/fuzz/*) tail -c +5 "$f" >"$1/seed-$(basename "$f")" ;;
        "$here"/*) cp "$f" "$1/sample-$(basename "$f")" ;;
        *) cp "$f" "$1/" ;;
        esac
    done
}
run_tree() { # TREE INPUTS
    for f in "$2"/*; do echo "$(basename "$f"): $("$1/try" "$f")"; done
}
