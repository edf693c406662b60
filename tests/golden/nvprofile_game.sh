# The verbs for the person at the keyboard: keys, add, remove, enable, disable, diff, show of files, and the mistakes of people.
. tests/lib.sh
tool=${B:-build}/nvprofile
case $tool in /*) ;; *) tool=$PWD/$tool ;; esac
samples=$PWD/examples/data/samples/nvprofile
corpus=$PWD/../shared/corpus/nvprofile
top=$PWD
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
unset __GL_APPLICATION_PROFILE __GL_APPLICATION_PROFILE_LOG __GL_SYNC_TO_VBLANK __GL_YIELD
cd "$dir" || exit 1
export HOME=/home
r=$dir/root
rc=$r/home/.nv/nvidia-application-profiles-rc
mkdir -p "$r"


# keys: without a driver, by name, with a file
out=$("$tool" keys --root "$r")
equal "keys without a driver" 0 $?
holds "keys: type, values, version, variable" '^GLLogMaxAniso (integer, 0 to 4; in 384.59 already), overridden by __GL_LOG_MAX_ANISO$' "$out"
holds "keys: a version that is known exactly" '^EGLVisibleDGPUDevices (integer, a mask of 32 bits; since 390.12)' "$out"
holds "keys: a version that is the last one" '^GLGSYNCAllowed (boolean; in 384.59 to 570.133.07)' "$out"
holds "keys: not documented" '^PinToPCores (type unknown; in 570.133.07 to 570.153.02)' "$out"
holds "keys: no version is known" '^0x166c5e (type unknown)$' "$out"
equal "keys: one" 1 "$("$tool" keys --csv --root "$r" glyield | grep -c '^GLYield,string,')"
equal "keys: only one" 2 "$("$tool" keys --csv --root "$r" glyield | wc -l | tr -d ' ')"
exits 1 "keys: unknown" "$tool" keys --root "$r" GLYeild
holds "keys: did you mean" 'unknown key GLYeild; is it GLYield?' "$("$tool" keys --root "$r" GLYeild 2>&1)"
holds "keys: newer than the list" 'driver 700.1 is newer than this list (580.105.08)' "$("$tool" keys --root "$r" --driver 700.1 GLSomethingElse 2>&1)"
holds "keys: older than the list" 'the list is not complete' "$("$tool" keys --root "$r" --driver 500.1 GLSomethingElse 2>&1)"
out=$("$tool" keys --csv --keys "$samples/keys.json")
holds "keys: the file comes first" '^GLSharpenValue,float,0 to 100,.*,file,How much sharpening' "$out"
equal "keys: once each" "$(printf '%s\n' "$out" | cut -d, -f1 | sort | uniq -d)" ""
holds "keys: and the rest" '^GLNoDsoFinalizer,boolean,.*,built-in,' "$out"
exits 3 "keys of another file" "$tool" keys --keys "$samples/broken.rc"
exits 2 "keys: two names" "$tool" keys a b
mkdir -p "$r/usr/share/nvidia"
cp "$samples/keys.json" "$r/usr/share/nvidia/nvidia-application-profiles-7.1-key-documentation"
holds "keys: the installed list of this driver" '^GLDoom3,.*,file,' "$("$tool" keys --csv --root "$r" --driver 7.1)"
omits "keys: not of another" ',file,' "$("$tool" keys --csv --root "$r" --driver 7.2)"
rm -r "$r/usr"
if [ -d "$corpus" ]; then # every key of every real key documentation is in the list, with its type
    for f in "$corpus"/keydoc-*; do
        "$tool" dump --keys "$f" | tr '{' '\n' | sed -n 's/^"key":"\([^"]*\)","type":"\([^"]*\)".*/\1,\2/p' | sort >want
        "$tool" keys --csv --root "$r" | cut -d, -f1,2 | sort >have
        equal "keys of ${f##*/}" "" "$(comm -23 want have)"
        [ "$(wc -l <want)" -ge 19 ] || fail "keys of ${f##*/}: only $(wc -l <want)"
    done
else
    skip "needs ../shared/corpus"
fi

# add: a new file, the folder, the diff, the effect
out=$("$tool" add --root "$r" /usr/bin/firefox glsynctovblank=0 GLYield=USLEEP -n)
equal "add --dry-run" 0 $?
holds "add --dry-run: says so" 'Nothing was written (--dry-run)' "$out"
holds "add --dry-run: the effect all the same" '^  GLYield = "USLEEP"' "$out"
[ ! -e "$r/home" ] || fail "add --dry-run wrote"
out=$("$tool" add --root "$r" /usr/bin/firefox glsynctovblank=0 GLYield=USLEEP)
equal "add" 0 $?
holds "add: diff" '^+.*"firefox", "profile": \[ "GLSyncToVblank", 0, "GLYield", "USLEEP" \]' "$out"
holds "add: effect" '^  GLSyncToVblank = 0  /home/.nv/nvidia-application-profiles-rc:3:64' "$out"
[ -f "$rc" ] && [ ! -e "$rc.backup" ] || fail "add: the file, and no backup of nothing" "$(ls -l "$r/home/.nv")"
cp "$rc" before
out=$("$tool" add --root "$r" firefox GLSyncToVblank=1)
holds "add: the same rule" '^  GLSyncToVblank = 1' "$out"
equal "add: still one rule" 1 "$(grep -c firefox "$rc")"
check "add: backup" cmp before "$rc.backup"
"$tool" add --root "$r" firefox GLSyncToVblank=0 >diff.txt
holds "add: nothing to do" 'has this already' "$("$tool" add --root "$r" firefox GLSyncToVblank=0)"
if have patch; then
    cp "$rc.backup" patched
    sed -n '/^---/,/^The old/p' diff.txt | sed '$d' | patch -s patched
    check "add: the diff is a patch" cmp patched "$rc"
else
    skip "needs patch"
fi
cp "$rc" before
for word in GLYield =1; do equal "add: $word" "nvprofile: settings are KEY=VALUE, not '$word'" "$("$tool" add --root "$r" firefox GLSyncToVblank=1 $word 2>&1 | sed '/^Try:/d')"; done
exits 2 "add: unknown key" "$tool" add --root "$r" firefox GLSyncToVblnk=0
holds "add: did you mean" 'is it GLSyncToVblank?' "$("$tool" add --root "$r" firefox GLSyncToVblnk=0 2>&1)"
exits 2 "add: type" "$tool" add --root "$r" firefox GLSyncToVblank=7
exits 2 "add: range" "$tool" add --root "$r" firefox GLLogMaxAniso=5
exits 2 "add: mask" "$tool" add --root "$r" firefox EGLVisibleDGPUDevices=0x100000000
exits 2 "add: no value" "$tool" add --root "$r" firefox GLYield
exits 2 "add: no setting" "$tool" add --root "$r" firefox
exits 2 "add: both files" "$tool" add --root "$r" --user --system firefox GLYield=x
exits 3 "add: no home" env -u HOME "$tool" add --root "$r" firefox GLYield=NOTHING
check "add: refusals write nothing" cmp before "$rc"
holds "add --force" '^  MadeUp = 7' "$("$tool" add --root "$r" firefox MadeUp=7 --force)"
holds "add: Wine" '"feature": "cmdline", "matches": "Game.EXE"' "$("$tool" add --root "$r" 'C:/Games/Game.EXE' GLYield=NOTHING)"
holds "add: a feature" '^  GLDoom3 = true' "$("$tool" add --root "$r" dso=libx.so GLDoom3=true)"
holds "add: json" '"in_force": true' "$("$tool" add --root "$r" firefox GLSharpenValue=1 --json)"
holds "add: csv" '^GLSharpenValue,1,/home/.nv' "$("$tool" add --root "$r" firefox GLSharpenValue=1 --csv)"
out=$("$tool" add --root "$r" --system firefox GLSyncToVblank=1)
equal "add: another file comes first" 1 $?
holds "add: and it is said" 'not in force: GLSyncToVblank = 1 (a rule of another file comes first)' "$out"
out=$(__GL_YIELD=x "$tool" add --root "$r" firefox GLYield=NOTHING)
equal "add: the environment" 1 $?
holds "add: the environment is named" 'not in force.*environment' "$out"
cp "$rc" before
printf '{"rules":[{"pattern":"a"' >"$rc"
exits 3 "add: a broken file is left alone" "$tool" add --root "$r" a GLYield=NOTHING
equal "add: a broken file stays" '{"rules":[{"pattern":"a"' "$(cat "$rc")"
cp before "$rc"
# Entry 1 may be a folder; a backup beside the file would be read.
f=$dir/folder
mkdir -p "$f/home/.nv/nvidia-application-profiles-rc"
"$tool" add --root "$f" game GLYield=NOTHING >/dev/null && "$tool" add --root "$f" game GLYield=USLEEP >out
holds "add: in a folder" 'GLYield = "USLEEP"' "$(cat out)"
equal "add: nothing else that is read" "nvprofile" "$(ls "$f/home/.nv/nvidia-application-profiles-rc")"
[ -f "$f/home/.nv/nvidia-application-profiles-rc/.backup/nvprofile" ] || fail "add: backup in a folder" "$(find "$f")"
# A name that is a script or a link here starts a process of another name.
mkdir bin
printf '#!/bin/sh\n' >bin/wrapper
chmod +x bin/wrapper
ln -s "$(command -v cat)" bin/linked
for name in wrapper linked; do
    holds "add: $name" "^note: $name is a link or a script here and starts /" "$(PATH=$dir/bin:$PATH "$tool" add --root "$f" $name GLYield=NOTHING)"
done
omits "add: a program of its own name" '^note:' "$("$tool" add --root "$f" "$(basename "$(readlink -f "$(command -v cat)")")" GLYield=NOTHING)"
# A setting that lies in a shared profile is not changed for others.
echo '{"rules":[{"pattern":"a","profile":"p"},{"pattern":"b","profile":"p"}],"profiles":[{"name":"p","settings":["GLYield","NOTHING"]}]}' >"$rc"
"$tool" add --root "$r" a GLYield=USLEEP >/dev/null
holds "add: a shared profile stays" 'GLYield = .*"NOTHING"' "$("$tool" which --root "$r" b)"
holds "add: and the program has its own" 'GLYield = .*"USLEEP"' "$("$tool" which --root "$r" a)"
cp before "$rc"

# remove
out=$("$tool" remove --root "$r" firefox glyield)
equal "remove: a key" 0 $?
holds "remove: the rest stays" '^  GLSyncToVblank = 0' "$out"
omits "remove: it is gone" '^  GLYield' "$out"
exits 1 "remove: a key that is not there" "$tool" remove --root "$r" firefox GLYield
"$tool" remove --root "$r" firefox >/dev/null
equal "remove: the rule" 0 "$(grep -c firefox "$rc")"
exits 1 "remove: no such rule" "$tool" remove --root "$r" firefox
exits 1 "remove: no such file" "$tool" remove --root "$dir/nowhere" firefox
exits 2 "remove: what" "$tool" remove --root "$r"
echo '{"rules":[{"pattern":"a","profile":"p"}],"profiles":[{"name":"p","settings":["GLYield","NOTHING"]}]}' >"$rc"
holds "remove: a key of a shared profile" 'nvprofile unset FILE PROFILE KEY changes it for all' "$("$tool" remove --root "$r" a GLYield 2>&1)"
echo '{"rules":[{"pattern":"a","profile":["GLYield","NOTHING"]}]}' >"$rc"
"$tool" remove --root "$r" a GLYield >/dev/null
equal "remove: the last key takes the rule along" 0 "$(grep -c pattern "$rc")"
rm -r "$r/etc"

# enable, disable
g=$r/home/.nv/nvidia-application-profile-globals-rc
holds "disable" 'disabled.* by the globals file' "$("$tool" disable --root "$r")"
equal "disable: the file" '{"enabled":false}' "$(tr -d ' \n' <"$g")"
holds "which: disabled" 'disabled' "$("$tool" which --root "$r" a)"
out=$(__GL_APPLICATION_PROFILE=0 "$tool" enable --root "$r" -n)
equal "enable: the environment has its say" 1 $?
holds "enable: and it is said" 'disabled.* by the environment' "$out"
equal "enable --dry-run" '{"enabled":false}' "$(tr -d ' \n' <"$g")"
exits 0 "enable" "$tool" enable --root "$r"
equal "enable: the file" '{"enabled":true}' "$(tr -d ' \n' <"$g")"
exits 2 "enable of a program" "$tool" enable --root "$r" firefox
exits 2 "enable for all users" "$tool" enable --system --root "$r"
for text in '{ "other": [1, "enabled"], "enabled": true, "z": {"enabled": 3} }' '{}' '{"other": 1}' 'junk' '{"enabled": [true]}' ''; do
    printf '%s' "$text" >"$g"
    "$tool" disable --root "$r" >/dev/null
    equal "disable: from $text" '"disabled": true' "$("$tool" show --json --root "$r" | sed -n 's/.*"enabled": false,/"disabled": true/p')"
done
printf '%s' '{ "other": [1, "enabled"], "enabled": true, "z": {"enabled": 3} }' >"$g"
"$tool" disable --root "$r" >/dev/null
equal "disable: other members stay" '{ "other": [1, "enabled"], "enabled": false, "z": {"enabled": 3} }' "$(cat "$g")"
holds "disable: json" '"enabled": false' "$("$tool" disable --root "$r" --json)"
rm "$g"

# which --explain: what nvidia-settings keeps loses to every profile
cp "$samples/oneline.rc" "$rc"
printf '# made up\nRcFileLocale = C\n0/SyncToVBlank=1\nhost:0.0/FSAA = 5 # five\n0/LogAniso=2\n0/CursorShadow=1\n[gpu:0]/Nothing\n' >"$r/home/.nvidia-settings-rc"
out=$(__GL_LOG_MAX_ANISO=1 "$tool" which -e --root "$r" kiteflight)
equal "explain: nvidia-settings" 0 $?
holds "explain: which file" '^Below all profiles, nvidia-settings keeps in /home/.nvidia-settings-rc:$' "$out"
holds "explain: a profile wins" '^    line 3  0/SyncToVBlank=1: no effect, since a profile sets GLSyncToVblank = 0$' "$out"
holds "explain: no profile" '^    line 4  host:0.0/FSAA=5: in force once nvidia-settings has loaded it; no profile sets GLFSAAMode$' "$out"
holds "explain: the environment" '^    line 5  0/LogAniso=2: no effect, since __GL_LOG_MAX_ANISO is set$' "$out"
equal "explain: nothing else" 3 "$(printf '%s\n' "$out" | grep -c '^    line')"
holds "explain: the switch" '^switch     /home/.nv/nvidia-application-profile-globals-rc$' "$out"
holds "explain: key documentation" '^keys       built in; no documentation is installed$' "$out"
holds "explain: json" '"lost_to": "profile"' "$("$tool" which -e --json --root "$r" kiteflight)"
omits "which without --explain" 'nvidia_settings' "$("$tool" which --json --root "$r" kiteflight)"
rm "$r/home/.nvidia-settings-rc"
omits "explain: no such file" 'nvidia-settings keeps' "$("$tool" which -e --root "$r" kiteflight)"
mkdir "$r/home/.nvidia-settings-rc"
out=$("$tool" which -e --root "$r" kiteflight)
equal "explain: what cannot be read is not what is not there" 1 $?
holds "explain: and it is said" '^unknown: what nvidia-settings keeps; /home/.nvidia-settings-rc cannot be read' "$out"
rmdir "$r/home/.nvidia-settings-rc"
exits 0 "explain: no such file" "$tool" which -e --root "$r" kiteflight

# diff
exits 0 "diff: the same" "$tool" diff "$samples/studio.rc" "$samples/studio.rc"
sed 's/GLFSAAMode", 05/GLFSAAMode", 06/' "$samples/studio.rc" >new.rc
out=$("$tool" diff "$samples/studio.rc" new.rc)
equal "diff: a value" 1 $?
holds "diff: by rule" '^~ procname "moonharbor"  smooth$' "$out"
equal "diff: by rule and by program, the two that have it" 4 "$(printf '%s\n' "$out" | grep -c '^    + GLFSAAMode = 06$')"
holds "diff: csv" '^setting,changed,"procname ""moonharbor""",,,GLFSAAMode,05,06$' "$("$tool" diff --csv "$samples/studio.rc" new.rc)"
holds "diff: json" '"complete": true' "$("$tool" diff --json "$samples/studio.rc" new.rc)"
# The order of rules counts only where it changes what a program gets.
echo '{"rules":[{"pattern":"a","profile":["k",1]},{"pattern":[],"profile":["k",2]}]}' >1.rc
echo '{"rules":[{"pattern":[],"profile":["k",2]},{"pattern":"a","profile":["k",1]}]}' >2.rc
out=$("$tool" diff 1.rc 2.rc)
holds "diff: order" '^  procname "a"$' "$out"
omits "diff: no rule is another" '^Rules' "$out"
echo '{"rules":[{"pattern":"a","profile":["k",1]},{"pattern":"b","profile":["k",2]}]}' >1.rc
echo '{"rules":[{"pattern":"b","profile":["k",2]},{"pattern":"a","profile":["k",1]}]}' >2.rc
exits 0 "diff: an order that changes nothing" "$tool" diff 1.rc 2.rc
mkdir -p old.d new.d "$r/usr/share/nvidia"
cp 1.rc old.d/10
cp 1.rc new.d/10
echo '{"rules":[{"pattern":"c","profile":["k",3]}]}' >new.d/20
holds "diff: folders" '^+ procname "c"  (inline)' "$("$tool" diff old.d new.d)"
cp 1.rc "$r/usr/share/nvidia/nvidia-application-profiles-1.1-rc"
cp new.d/20 "$r/usr/share/nvidia/nvidia-application-profiles-2.2-rc"
holds "diff: drivers" '^- procname "a"' "$("$tool" diff --root "$r" 1.1 2.2)"
exits 3 "diff: no such driver" "$tool" diff --root "$r" 1.1 3.3
exits 3 "diff: no such file" "$tool" diff 1.rc nowhere.rc
exits 2 "diff: one file" "$tool" diff 1.rc
exits 1 "diff: a broken file" "$tool" diff "$samples/broken.rc" "$samples/broken.rc"

# show of files, lint of folders
out=$("$tool" show "$samples/studio.rc")
equal "show FILE" 0 $?
holds "show FILE: pattern" '((procname "lanternfish" or commname "lanternfish-gl") and not findfile "editor.cfg:editor.bin")' "$out"
holds "show FILE: settings" 'profile "smooth": GLSyncToVblank = 1, GLFSAAMode = 05' "$out"
holds "show FILE: csv" '/studio.rc,rule,0,5,"procname ""moonharbor""",smooth,GLSyncToVblank,1$' "$("$tool" show --csv "$samples/studio.rc")"
holds "show FILE: json" '"gives": "settings"' "$("$tool" show --json "$samples/studio.rc")"
exits 1 "show FILE: not used" "$tool" show "$samples/broken.rc"
exits 3 "show FILE: not there" "$tool" show nowhere.rc
exits 0 "lint FOLDER" "$tool" lint new.d
holds "lint FOLDER: every file" '^2 files: ' "$("$tool" lint new.d)"
holds "lint: one file that is not there takes only itself down" '^1 file: ' "$("$tool" lint 1.rc nowhere.rc 2>/dev/null)"
exits 3 "lint: and that counts" "$tool" lint 1.rc nowhere.rc
mkdir empty.d closed.d
exits 3 "lint: an empty folder" "$tool" lint empty.d
chmod 000 closed.d
chmod 755 "$dir"
as= # root reads every folder, so somebody else has to look
if ls closed.d >/dev/null 2>&1; then as='setpriv --reuid=65534 --regid=65534 --clear-groups'; fi
if $as "$tool" --version >/dev/null 2>&1; then
    out=$($as "$tool" lint 1.rc closed.d 2>&1)
    equal "lint: a folder that cannot be read counts" 3 $?
    holds "lint: it is named" '^nvprofile: closed.d: ' "$out"
    omits "lint: and why" 'Success' "$out"
    holds "lint: the rest is looked at" '^1 file: ' "$out"
else
    skip "needs a user that cannot read every folder"
fi
chmod 700 closed.d

# Mistakes of people: code, rule
while IFS='|' read -r code text; do
    printf '%s\n' "$text" >m.rc
    holds "lint: $code" "\[$code\]" "$("$tool" lint --root "$r" m.rc)"
done <<'END'
procname-slash|{"rules":[{"pattern":"/usr/bin/game","profile":["GLYield","NOTHING"]}]}
not-a-regex|{"rules":[{"pattern":"game.*","profile":["GLYield","NOTHING"]}]}
not-a-regex|{"rules":[{"pattern":{"feature":"cmdline","matches":"Game*.exe"},"profile":["GLYield","NOTHING"]}]}
procname-cut|{"rules":[{"pattern":"F1_2020_dx12.ex","profile":["GLYield","NOTHING"]}]}
procname-cut|{"rules":[{"pattern":".quickshell-wra","profile":["GLYield","NOTHING"]}]}
procname-length|{"rules":[{"pattern":"xwayland-satell","profile":["GLYield","NOTHING"]}]}
procname-length|{"rules":[{"pattern":"systemsettings5","profile":["GLYield","NOTHING"]}]}
member-name|{"rule":[{"pattern":"a","profile":["GLYield","NOTHING"]}]}
member-name|{"rules":[{"patern":"a","profile":["GLYield","NOTHING"]}]}
member-name|{"rules":[],"profile":[]}
dso-prefix|{"rules":[{"pattern":{"feature":"dso","matches":"libmutter"},"profile":["GLYield","NOTHING"]}]}
unknown-key|{"rules":[{"pattern":"a","profile":["__GL_SYNC_TO_VBLANK",1]}]}
value-range|{"rules":[{"pattern":"a","profile":["GLVidHeapReuseRatio",-1]}]}
outer-space|{"rules":[{"pattern":"game ","profile":["GLYield","NOTHING"]}]}
cmdline-slash|{"rules":[{"pattern":{"feature":"cmdline","matches":"C:\\game.exe"},"profile":["GLYield","NOTHING"]}]}
cmdline-arguments|{"rules":[{"pattern":{"feature":"cmdline","matches":"game.exe -w"},"profile":["GLYield","NOTHING"]}]}
dso-slash|{"rules":[{"pattern":{"feature":"dso","matches":"/usr/lib/libx.so"},"profile":["GLYield","NOTHING"]}]}
dso-link|{"rules":[{"pattern":{"feature":"dso","matches":"libwhatever.so.2"},"profile":["GLYield","NOTHING"]}]}
ini-lines|[game]
ini-lines|GLSyncToVblank = 1
root-not-object|[{"pattern":"game","profile":["GLYield","NOTHING"]}]
rule-not-object|{"rules":[["game","smooth"]]}
profile-not-object|{"profiles":[["GLYield","NOTHING"]]}
value-range|{"rules":[{"pattern":"a","profile":["EGLVisibleDGPUDevices",0x1ffffffff]}]}
value-range|{"rules":[{"pattern":"a","profile":["EGLVisibleDGPUDevices",-1]}]}
value-range|{"rules":[{"pattern":"a","profile":["GLLogMaxAniso","9"]}]}
value-range|{"rules":[{"pattern":"a","profile":["GLFSAAMode",0xffffffffffffffff]}]}
value-word|{"rules":[{"pattern":"a","profile":["GLYield","usleep"]}]}
value-type|{"rules":[{"pattern":"a","profile":["GLSyncToVblank","on"]}]}
END
# What looks like a mistake and is none
while read -r text; do
    printf '%s\n' "$text" >m.rc
    equal "lint: fine" "1 file: 0 errors, 0 warnings, 0 notes" "$("$tool" lint --root "$r" m.rc)"
done <<'END'
{"rules":[{"pattern":"portal2.exe","profile":["GLYield","NOTHING"]}]}
{"rules":[{"pattern":{"feature":"commname","matches":"F1_2020_dx12.ex"},"profile":["GLYield","NOTHING"]}]}
{"rules":[{"pattern":{"feature":"cmdline","matches":"My Game.exe"},"profile":["GLYield","sched"]}]}
{"rules":[{"pattern":{"feature":"dso","matches":"libmutter-16.so"},"profile":["EGLVisibleDGPUDevices",0xffffffff]}]}
{"rules":[{"pattern":{"feature":"dso","matches":"libcogl.so"},"profile":["GLLogMaxAniso",4]}]}
{"rules":[{"pattern":"a","profile":"No VidMem Reuse"}]}
END
printf '{"rules":[{"pattern":"a","profile":["GLSyncToVblnk",1,"GLSomethingElse",2]}]}\n' >m.rc
out=$("$tool" lint --root "$r" --driver 700 m.rc)
holds "lint: did you mean" 'warning: unknown key: "GLSyncToVblnk"; is it "GLSyncToVblank"?' "$out"
holds "lint: newer than the list is a note" 'note: unknown key: "GLSomethingElse"; driver 700 is newer than this list' "$out"
out=$(printf '{"rule":[{"pattern":"a","profile":["GLYield","NOTHING"]}]}' | "$tool" lint --root "$r" -)
equal "lint: a misspelt member is an error" 1 $?
holds "lint: a misspelt member: what is meant" 'error: "rule" does nothing; is it "rules"?' "$out"
out=$(printf '{"rules":[{"pattern":"a","profile":["__GL_SYNC_TO_VBLANK",1,"GLVidHeapReuse",1,"UseATSGpuInMixedCoherencySystems",true]}]}' | "$tool" lint --root "$r" -)
holds "lint: a variable for a key" 'warning: unknown key: "__GL_SYNC_TO_VBLANK" is an environment variable; the key is "GLSyncToVblank"' "$out"
holds "lint: a key cut short" '"GLVidHeapReuse"; is it "GLVidHeapReuseRatio"?' "$out"
omits "lint: a key of another platform" 'UseATS.*unknown-key' "$out"
holds "keys: a variable" 'is it GLSyncToVblank?' "$("$tool" keys --root "$r" __GL_SYNC_TO_VBLANK 2>&1)"
holds "add: a variable" 'is it GLSyncToVblank?' "$("$tool" add --root "$r" a __GL_SYNC_TO_VBLANK=1 2>&1)"
mkdir -p "$r/usr/lib"
: >"$r/usr/lib/libreal.so.1.2.3"
ln -s libreal.so.1.2.3 "$r/usr/lib/libreal.so"
printf '{"rules":[{"pattern":{"feature":"dso","matches":"libreal.so"},"profile":["GLYield","NOTHING"]}]}\n' >m.rc
holds "lint: a link, and where it leads" '"libreal.so" is a link here; a process has "libreal.so.1.2.3"' "$("$tool" lint --root "$r" m.rc)"

# What decides whether profiles are enabled. The variables of lint are its own, so environment-unknown is for a program with the header.
mkdir -p "$dir/globals/home/.nv/nvidia-application-profile-globals-rc"
out=$(__GL_APPLICATION_PROFILE=on __GL_APPLICATION_PROFILE_LOG=yes "$tool" lint --root "$dir/globals" 2>&1)
equal "lint: variables that are no numbers" 1 $?
holds "lint: the switch" '__GL_APPLICATION_PROFILE is not an integer and is ignored \[switch-value\]' "$out"
holds "lint: the log" '__GL_APPLICATION_PROFILE_LOG is not an integer and is ignored \[log-value\]' "$out"
holds "lint: a folder in place of the globals" 'globals-rc: warning: the globals file cannot be read \[globals-unreadable\]' "$out"

# Every code of a remark is in the page
for code in $(cat "$top"/examples/tools/nvprofile/mistakes.c "$top"/examples/tools/nvprofile/lint.c | tr '\n' ' ' |
    grep -oE 'remark_add\([^"]*"[a-z-]+"|VALUE_RANGE \? "[a-z-]+" : "[a-z-]+"|_[A-Z]+, "[a-z]+-[a-z-]+"' | grep -oE '"[a-z-]+"' | tr -d '"' | sort -u); do
    if grep -q "^| .$code. |" "$top/docs/FORMAT-nvprofile.md"; then ok; else fail "docs/FORMAT-nvprofile.md: no code $code"; fi
done

# Files where the driver does not look, and copies for Flatpaks
rm -rf "$r"
share=$r/usr/share/nvidia
mkdir -p "$share/nvidia-application-profiles-rc.d" "$r/home/.nv" "$r/etc/nvidia" "$r/home/.config/nvidia" "$r/home/.var/app/org.a/.nv" "$r/home/.var/app/org.b/.nv"
out=$("$tool" lint --root "$r")
equal "lint: a folder below /usr/share" 1 $?
holds "lint: it is named" '^/usr/share/nvidia/nvidia-application-profiles-rc.d: warning: never read: .*\[not-read\]' "$out"
cp 1.rc "$share/nvidia-application-profiles-rc.d/limit-vram"
holds "lint: a file there" '\[not-read\]' "$("$tool" lint --root "$r" "$share/nvidia-application-profiles-rc.d/limit-vram")"
rm -r "$share/nvidia-application-profiles-rc.d"
cp 1.rc "$share/nvidia-application-profiles-535.129.03-rc"
cp 1.rc "$share/nvidia-application-profiles-rc"
echo '{"enabled":true}' >"$r/home/.nv/nvidia-application-profile-globals-rc"
cp 1.rc "$rc"
cp 1.rc "$rc.backup"
omits "lint: files that belong there" 'not-read' "$("$tool" lint --root "$r")"
for stray in home/.nv/nvidia-application-profiles-globals-rc home/.nv/nvidia-application-profile-rc etc/nvidia-application-profiles-rc \
    etc/nvidia/nvidia-application-profile-globals-rc home/.config/nvidia/nvidia-application-profiles-rc; do
    cp 1.rc "$r/$stray"
    holds "lint: $stray" "^/$stray: warning: never read" "$("$tool" lint --root "$r")"
    holds "lint: $stray in json" "\"file\": \"/$stray\"" "$("$tool" lint --json --root "$r")"
    rm "$r/$stray"
done
cp "$rc" "$r/home/.var/app/org.a/.nv/"
cp 2.rc "$r/home/.var/app/org.b/.nv/nvidia-application-profiles-rc"
out=$("$tool" lint --root "$r")
holds "lint: a copy for a Flatpak" 'org.a/.nv/nvidia-application-profiles-rc: note: read by the Flatpak org.a only; it does not follow.*\[flatpak-copy\]' "$out"
holds "lint: another one" 'org.b/.nv/nvidia-application-profiles-rc: warning: .*not the same as.*\[flatpak-copy\]' "$out"

rm -r "$r/home/.config/nvidia"
ln -s nvidia "$r/home/.config/nvidia"
holds "lint: a folder that cannot be looked into" '^/home/.config/nvidia: warning: cannot be looked into: .*\[unreadable\]' "$("$tool" lint --root "$r")"

# Real files: what lint says of each beyond the reader's own errors is true
if [ -d "$corpus" ]; then
    codes='procname-slash|procname-cut|not-a-regex|outer-space|cmdline-slash|cmdline-arguments|dso-slash|ini-lines|value-range|value-word|value-type|undefined-profile'
    files=0 alarms=
    for f in "$corpus"/*; do
        files=$((files + 1))
        alarms=$alarms$("$tool" lint --csv --root "$r" "$f" | grep -E ",($codes),")
    done
    equal "lint: no false alarm in $files real files" "" "$alarms"
    [ $files -ge 50 ] || fail "only $files real files"
    equal "lint: a library by the name of its link" 1 "$("$tool" lint --csv --root "$r" "$corpus/user-opengl-fix-dso.rc" | grep -c ',dso-link,')"
else
    skip "needs ../shared/corpus"
fi
# What is printed line by line: a switch where there was no file, a rule by its pattern, what is not there, a file without effect
rm -rf fresh
mkdir -p fresh/home
cd fresh || exit 1
out=$("$tool" disable -n --root .)
equal "disable without a file" "--- /dev/null
+++ ./home/.nv/nvidia-application-profile-globals-rc
@@ -0,0 +1,3 @@
+{
+    \"enabled\": false
+}
Nothing was written (--dry-run).
Profiles are disabled by the globals file." "$out"
out=$("$tool" add '{"feature":"procname","matches":"lamp"}' GLYield=USLEEP --root .; echo "exit $?")
equal "add: a pattern" '--- /dev/null
+++ ./home/.nv/nvidia-application-profiles-rc
@@ -0,0 +1,5 @@
+{
+    "rules": [
+        { "pattern": { "feature": "procname", "matches": "lamp" }, "profile": [ "GLYield", "USLEEP" ] }
+    ]
+}
exit 0' "$out"
equal "remove: no rule" "nvprofile: ./home/.nv/nvidia-application-profiles-rc: no rule for firefox alone" "$("$tool" remove firefox --root . 2>&1)"
equal "remove: no rule with a key" "nvprofile: ./home/.nv/nvidia-application-profiles-rc: no rule for firefox alone has these keys" "$("$tool" remove firefox GLYield --root . 2>&1)"
cp "$samples/broken.rc" b.rc
equal "lint: a file without effect" "b.rc: has no effect, because a file with such an error is not used
1 file: 4 errors, 0 warnings, 0 notes" "$("$tool" lint b.rc | tail -n 2)"
omits "recipes: programs where there are none" '^    programs *$' "$("$tool" recipes)"
finish
