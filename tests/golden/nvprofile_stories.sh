# What people come for, each from a fresh home directory: recipes, a whole session, an editor, and back again.
. tests/lib.sh
tool=${B:-build}/nvprofile
case $tool in /*) ;; *) tool=$PWD/$tool ;; esac
samples=$PWD/examples/data/samples/nvprofile
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
unset __GL_APPLICATION_PROFILE __GL_APPLICATION_PROFILE_LOG __GL_SYNC_TO_VBLANK __GL_YIELD VISUAL EDITOR
cd "$dir" || exit 1
fresh() { # a new home directory, and nothing else on the machine
    rm -rf "$dir/root"
    mkdir -p "$dir/root/home"
    export HOME=/home
}
r=$dir/root
rc=$r/home/.nv/nvidia-application-profiles-rc

# Recipes: each of them can be used, its keys are known, and what to look at is said
"$tool" recipes --csv | sed 1d | cut -d, -f1 | grep -v '^cuda-peer$' >names
[ "$(wc -l <names)" -ge 8 ] && ok || fail "only $(wc -l <names) recipes"
while read -r name; do
    fresh
    out=$("$tool" add painter --recipe "$name" --root "$r")
    equal "add --recipe $name" 0 $?
    holds "add --recipe $name: its effect" '^  [A-Za-z0-9]* = ' "$out"
    holds "add --recipe $name: what to look at" '^Start the program again, then look at: ' "$out"
    holds "recipes $name: source" '^    source    ' "$("$tool" recipes "$name")"
    exits 0 "lint of recipe $name" "$tool" lint --root "$r"
done <names
for name in niri Hyprland sway kwin_wayland mutter gnome-shell gamescope; do
    fresh
    holds "memory of $name" '^  GLVidHeapReuseRatio = 0' "$("$tool" add $name --recipe vram --root "$r")"
    holds "memory of $name: the recipe names it" " $name" " $("$tool" recipes vram | grep programs)"
done
fresh
holds "recipes: an old driver" '^note: driver 550.1 is older than 565.77' "$("$tool" add niri --recipe vram --driver 550.1 --root "$r")"
holds "recipes: a driver that is not known" '^note: for drivers from 565.77 on; the version of this one is not known' "$("$tool" add niri --recipe vram --root "$r")"
says 2 "unknown recipe vrma; is it vram" "$tool" add niri --recipe vrma --root "$r"
says 2 "unknown recipe" "$tool" recipes nothing
fresh
"$tool" add niri --recipe vram GLYield=USLEEP --root "$r" >out
has "recipes: with settings of one's own" 'GLYield = "USLEEP"' out
has "recipes: both" 'GLVidHeapReuseRatio = 0' out
# CUDA peer access: no key, and what to do instead
fresh
out=$("$tool" recipes cuda-peer)
equal "CUDA peer access" 0 $?
holds "CUDA peer access: no key" '^    no key of profiles for peer access is known' "$out"
holds "CUDA peer access: what else" 'nvidia-smi topo -p2p r.*NCCL_P2P_DISABLE=1' "$out"
holds "CUDA peer access: json" '"no_key": "no key of profiles for peer access' "$("$tool" recipes cuda-peer --json)"
holds "the others have one: json" '"no_key": null' "$("$tool" recipes vram --json)"
says 2 "no key of profiles for peer access is known" "$tool" add train --recipe cuda-peer --root "$r"
[ ! -e "$rc" ] && ok || fail "CUDA peer access: a file was written"
for word in Proton NixOS Flatpak Snap; do holds "recipes: where $word loads the driver" "^$word\|$word:" "$("$tool" recipes)"; done

# A wrapper of NixOS: the process is .X-wrapped
fresh
mkdir -p store
cp "$(readlink -f "$(command -v cat)")" store/.painter-wrapped
printf '#!/bin/sh\nexec "%s/store/.painter-wrapped" "$@"\n' "$dir" >store/painter
chmod +x store/painter
"$tool" add .painter-wrapped --recipe vram --root "$r" >/dev/null
out=$("$tool" which --root "$r" -- "$dir/store/painter")
equal "NixOS: known" 0 $?
holds "NixOS: .X-wrapped" '^GLVidHeapReuseRatio = 0' "$out"
echo '{"rules":[{"pattern":{"feature":"commname","matches":".painter-wrappe"},"profile":["GLYield","USLEEP"]}]}' >comm.rc
holds "NixOS: its command name" '^GLYield = "USLEEP"' "$("$tool" which -f comm.rc --root "$r" -- "$dir/store/painter")"

# Wine: argument 0 is the Windows program
fresh
"$tool" add Game.exe --recipe no-vsync --root "$r" >/dev/null
holds "Wine: by argument 0" '^GLSyncToVblank = false' "$("$tool" which --root "$r" --exe /opt/wine64-preloader --argv 'C:\Games\Game.exe' game)"

# A Flatpak and a Snap: a home of their own
fresh
mkdir -p "$r/home/.var/app/org.a"
"$tool" add painter --recipe yield --home /home/.var/app/org.a --root "$r" >/dev/null
check "Flatpak: the file is in its home" test -f "$r/home/.var/app/org.a/.nv/nvidia-application-profiles-rc"
holds "Flatpak: it gets it" '^GLYield = ' "$("$tool" which --home /home/.var/app/org.a --root "$r" painter)"
omits "Flatpak: nobody else does" '^GLYield = ' "$("$tool" which --root "$r" painter)"

fresh
mkdir -p "$r/home/snap/painter/7"
ln -s 7 "$r/home/snap/painter/current"
"$tool" add painter --recipe yield --home /home/snap/painter/current --root "$r" >/dev/null
check "Snap: the file is in its home" test -f "$r/home/snap/painter/7/.nv/nvidia-application-profiles-rc"
check "Snap: current is still a link" test -L "$r/home/snap/painter/current"
holds "Snap: it gets it" '^GLYield = ' "$("$tool" which --home /home/snap/painter/current --root "$r" painter)"
holds "Snap: by its revision, too" '^GLYield = ' "$("$tool" which --home /home/snap/painter/7 --root "$r" painter)"
omits "Snap: nobody else does" '^GLYield = ' "$("$tool" which --root "$r" painter)"
exits 0 "Snap: lint" "$tool" lint --home /home/snap/painter/current --root "$r"
"$tool" remove painter --home /home/snap/painter/current --root "$r" >/dev/null
omits "Snap: and back" '^GLYield = ' "$("$tool" which --home /home/snap/painter/current --root "$r" painter)"
holds "Snap: recipes say where" 'snap/NAME/current/.nv/nvidia-application-profiles-rc' "$("$tool" recipes)"

# A whole session
fresh
cp "$(readlink -f "$(command -v sleep)")" painter
./painter 60 &
pid=$!
until [ "$(cat /proc/$pid/comm 2>/dev/null || echo painter)" = painter ]; do :; done
if [ -r /proc/$pid/exe ]; then
    "$tool" add painter GLYield=USLEEP --root "$r" >/dev/null
    out=$("$tool" which --session --root "$r")
    holds "session: the process" "^ *$pid  painter" "$out"
    holds "session: what it gets" '^      GLYield = "USLEEP"' "$out"
    sed 's/USLEEP/NOTHING/' "$rc" >new.rc
    out=$("$tool" which --session --with new.rc --root "$r")
    holds "session: what would change" '^    ~ GLYield = "USLEEP", then "NOTHING"' "$out"
    holds "session: csv" "^$pid,painter,GLYield,\"\"\"USLEEP\"\"\",\"\"\"NOTHING\"\"\"" "$("$tool" which --session --with new.rc --csv --root "$r")"
    holds "session: json" '"then": "\\"NOTHING\\""' "$("$tool" which --session --with new.rc --json --root "$r")"
    equal "session: json ends its last line" "5d 0a" "$("$tool" which --session --with new.rc --json --root "$r" | tail -c 2 | od -An -tx1 | sed 's/^ *//')"
    equal "session: csv ends its last line" 0a "$("$tool" which --session --with new.rc --csv --root "$r" | tail -c 1 | od -An -tx1 | tr -d ' ')"
    echo '{"rules":[]}' >none.rc
    holds "session: a setting that would go" '^    ~ GLYield = "USLEEP", then nothing' "$("$tool" which --session --with none.rc --root "$r")"
    says 2 "takes no name" "$tool" which --session painter
    says 2 "--with goes with --session" "$tool" which --with none.rc painter
    says 3 "nowhere.rc" "$tool" which --session --with nowhere.rc
else
    skip "needs /proc"
fi

# edit: what an editor does to a copy
editor() { # a program that edits: sed EXPRESSION
    printf '#!/bin/sh\nsed "%s" "$1" >"$1.new" && cat "$1.new" >"$1" && rm "$1.new"\n' "$1" >editor.sh
    chmod +x editor.sh
    export EDITOR="$dir/editor.sh"
}
editor 's/USLEEP/NOTHING/'
cp "$rc" before
out=$("$tool" edit --root "$r" 2>&1 </dev/null)
equal "edit" 0 $?
holds "edit: the difference" '^+.*NOTHING' "$out"
[ ! -r /proc/$pid/exe ] || holds "edit: which running programs change" "^ *$pid  painter" "$out"
[ ! -r /proc/$pid/exe ] || holds "edit: how many change" '^[1-9][0-9]* running process\(es\)\{0,1\} would get other settings' "$out"
check "edit: a backup" cmp before "$rc.backup"
exits 0 "edit: nothing to do" "$tool" edit --root "$r"
check "edit: then the backup stays" cmp before "$rc.backup"
cp "$rc" after
# A file that lint refuses is not saved without being asked twice
editor 's/\]/)/'
for answers in '' 'x\n' 's\n' 's\nn\n' 'y\n' 's\nx\n'; do
    out=$(printf "$answers" | "$tool" edit --root "$r" 2>&1)
    equal "edit: a broken file, answered '$answers'" 1 $?
    check "edit: a broken file, answered '$answers', is not saved" cmp after "$rc"
done
holds "edit: a broken file: the first question" 'e: edit again, x: leave it as it was, s: save it all the same?' "$out"
holds "edit: a broken file: the second question" 'may have no effect at all. Save it?' "$(printf 's\nn\n' | "$tool" edit --root "$r" 2>&1)"
holds "edit: where the error is" 'nvidia-application-profiles-rc:3:' "$out"
printf 's\ny\n' | "$tool" edit --root "$r" >/dev/null 2>&1
check "edit: asked twice, it is saved" grep -q ')' "$rc"
"$tool" undo --root "$r" >/dev/null
check "undo" cmp after "$rc"
"$tool" undo --root "$r" >/dev/null
check "undo of undo" grep -q ')' "$rc"
"$tool" undo --root "$r" >/dev/null
out=$("$tool" undo -n --root "$r")
holds "undo --dry-run" 'Nothing was written' "$out"
check "undo --dry-run writes nothing" cmp after "$rc"
EDITOR=false says 3 "false failed" "$tool" edit --root "$r"
equal "edit leaves no copy" "" "$(find "${TMPDIR:-/tmp}" -maxdepth 1 -name 'nvprofile-*' -newer before 2>/dev/null)"
fresh
says 1 "there is no backup" "$tool" undo --root "$r"
printf '#!/bin/sh\nprintf %s >"$1"\n' "'{\"rules\":[{\"pattern\":\"a\",\"profile\":[\"GLYield\",\"USLEEP\"]}]}'" >editor.sh
exits 0 "edit: a new file" "$tool" edit --root "$r"
holds "edit: it counts" '^GLYield = ' "$("$tool" which --root "$r" a)"
ln -s nowhere "$dir/link.rc"
says 3 "a link to nowhere" "$tool" edit "$dir/link.rc"
says 2 "edit takes one file" "$tool" edit a b
kill $pid
wait $pid 2>/dev/null
finish
