. tests/lib.sh
tool=${B:-build}/nvprofile
case $tool in /*) ;; *) tool=$PWD/$tool ;; esac
samples=$PWD/examples/samples/nvprofile
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
unset __GL_APPLICATION_PROFILE __GL_APPLICATION_PROFILE_LOG __GL_SYNC_TO_VBLANK __GL_YIELD
mkdir -p "$dir/root/home/.nv" "$dir/root/etc/nvidia/nvidia-application-profiles-rc.d" "$dir/root/usr/share/nvidia"
cp "$samples/oneline.rc" "$dir/root/home/.nv/nvidia-application-profiles-rc"
cp "$samples/studio.rc" "$dir/root/etc/nvidia/nvidia-application-profiles-rc.d/10-studio"
cp "$samples/broken.rc" "$dir/root/etc/nvidia/nvidia-application-profiles-rc.d/20-broken~"
export HOME=/home
cd "$dir" || exit 1

same() { # name, expected, found
    if [ "$2" = "$3" ]; then ok; else fail "$1" "expected:" "$2" "found:" "$3"; fi
}
holds() { # name, pattern, text
    if printf '%s\n' "$3" | grep -q -e "$2"; then ok; else fail "$1: no $2" "$3"; fi
}

# Use
exits 2 "no verb" "$tool"
exits 2 "unknown verb" "$tool" frobnicate
exits 2 "unknown option" "$tool" show --frobnicate
exits 2 "set without a value" "$tool" set a b c
exits 2 "rule without a verb" "$tool" rule
exits 2 "rule number" "$tool" rule rm x.rc one
exits 2 "two names" "$tool" which a b
exits 2 "show of a file" "$tool" show --file x.rc
exits 0 "help" "$tool" --help
exits 0 "version" "$tool" --version
exits 3 "no such file" "$tool" dump nowhere.rc
exits 3 "no such process" "$tool" which 999999999
holds "a made-up verb is named" "frobnicate" "$("$tool" frobnicate 2>&1)"

# dump prints a line for whatever is in a file
exits 0 "dump of a broken file" "$tool" dump "$samples/broken.rc"
same "dump of an empty text" '{"used":false,"rules":[],"profiles":[],"diagnostics":[["error","no-root",1,1]]}' "$(printf '' | "$tool" dump -)"

# Files without an end
if [ -c /dev/zero ]; then
    holds "lint: endless" 'too-large' "$("$tool" lint /dev/zero 2>&1)"
    holds "which: endless" 'exceeds the size limit' "$("$tool" which -f /dev/zero x 2>&1)"
    exits 3 "set: endless" "$tool" set /dev/zero a b c
    exits 3 "keys: endless" "$tool" keys --keys /dev/zero
else
    skip "needs /dev/zero"
fi

# which
out=$("$tool" which moonharbor --root "$dir/root" 2>&1)
holds "which: value" 'GLFSAAMode = .*05' "$out"
holds "which: place" '10-studio:27:80' "$out"
holds "which: rule" '10-studio:5:9  procname is "moonharbor"' "$out"
out=$("$tool" which --explain --root "$dir/root" kiteflight 2>&1)
holds "explain: matched" '^yes .*application-profiles-rc:1:11' "$out"
holds "explain: why not" 'procname is not "moonharbor-server"' "$out"
holds "explain: late" 'set earlier' "$out"
same "which: csv" "GLYield,NOTHING,,/home/.nv/nvidia-application-profiles-rc,1,56,0,/home/.nv/nvidia-application-profiles-rc,1" \
    "$("$tool" which --csv --root "$dir/root" kiteflight | sed -n 2p)"
holds "which: json" '"key": "GLVRRAllowed"' "$("$tool" which --json --root "$dir/root" kiteflight)"
holds "which: environment" '__GL_YIELD is set' "$(__GL_YIELD=x "$tool" which --root "$dir/root" kiteflight)"
holds "which: switched off" 'disabled by the environment' "$(__GL_APPLICATION_PROFILE=0 "$tool" which --root "$dir/root" kiteflight)"
holds "which: a command" 'GLYield' "$("$tool" which --root "$dir/root" -- /opt/kiteflight --csv)"
sleep 30 &
pid=$!
until [ "$(cat /proc/$pid/comm 2>/dev/null || echo sleep)" = sleep ]; do :; done # until then it is still the shell
holds "which: a process" 'GLVRRAllowed' "$("$tool" which --root "$dir/root" $pid)"
kill $pid
wait $pid 2>/dev/null

holds "which: a refused file" 'broken.rc:5:36: a comma is missing before this; the file is not used' \
    "$("$tool" which -f "$samples/broken.rc" marblequest 2>&1)"

# show
out=$("$tool" show --root "$dir/root")
same "show: finding" 1 $?
holds "show: refused" 'refused .*20-broken~  (looks like a leftover)' "$out"
holds "show: read" '4  read  .*10-studio' "$out"
holds "show: json" '"fate": "missing"' "$("$tool" show --json --root "$dir/root")"
holds "show: csv" '^4,read,0,1,5,2,0,0,0,/etc' "$("$tool" show --csv --root "$dir/root")"

# lint
exits 0 "lint of a good file" "$tool" lint "$samples/studio.rc"
exits 1 "lint of a bad file" "$tool" lint "$samples/broken.rc"
exits 1 "lint of lost rules" "$tool" lint "$samples/lost-rules.rc"
exits 3 "lint without the file" "$tool" lint nowhere.rc
out=$("$tool" lint --keys "$samples/keys.json" "$samples/lost-rules.rc")
for code in never-matches shadowed gives-nothing undefined-profile unused-profile key-spelling unknown-feature; do
    holds "lint: $code" "\[$code\]" "$out"
done
holds "lint: a known name" "0 errors, 6 warnings" "$("$tool" lint --known nowhere "$samples/lost-rules.rc")"
holds "lint: csv" '^.*broken.rc,5,36,error,missing-comma,' "$("$tool" lint --csv "$samples/broken.rc")"
holds "lint: json" '"code": "settings-value-type"' "$("$tool" lint --json "$samples/broken.rc")"
holds "lint: places" 'leftover' "$("$tool" lint --root "$dir/root")"
holds "lint: value type" 'value-type' "$(printf '{"rules":[{"pattern":"a","profile":["GLVRRAllowed",7]}]}' | "$tool" lint --keys "$samples/keys.json" -)"
holds "lint: hidden profile" 'hidden-profile' "$("$tool" lint "$samples/oneline.rc" "$samples/broken.rc" "$samples/oneline.rc")"

# keys
holds "keys" 'GLYield (string), beaten by __GL_YIELD' "$("$tool" keys "$samples/keys.json")"
holds "keys: csv" '^GLDoom3,boolean,__GL_DOOM3,' "$("$tool" keys --csv "$samples/keys.json")"
exits 3 "keys of another file" "$tool" keys "$samples/broken.rc"

# Changes: there and back
cp "$samples/studio.rc" a.rc
chmod 640 a.rc
"$tool" set a.rc smooth GLFSAAMode 9
holds "set" '"GLFSAAMode", 9 \]' "$(cat a.rc)"
same "set keeps the mode" 640 "$(stat -c %a a.rc 2>/dev/null || echo 640)"
"$tool" set a.rc smooth GLFSAAMode 05
check "set back" cmp a.rc "$samples/studio.rc"
"$tool" set a.rc house GLYield USLEEP && "$tool" set a.rc rule:1 GLNew 0x7
holds "set: a word is a string" '"GLYield", *"value" *: *"USLEEP"' "$(tr -s ' ' <a.rc)"
"$tool" unset a.rc house GLYield && "$tool" unset a.rc rule:1 GLNew
check "unset" cmp a.rc "$samples/studio.rc"
"$tool" rule add a.rc dso=libx.so house --at 2 && "$tool" rule rm a.rc 2
check "rule add and rm" cmp a.rc "$samples/studio.rc"
"$tool" rule add a.rc newgame A=1 B=two && holds "rule add: own settings" '"newgame", "profile" : \[ "A", 1, "B", "two" \]' "$(cat a.rc)"
"$tool" rule rm a.rc 0
"$tool" rule move a.rc 0 4 && "$tool" rule move a.rc 4 0
check "rule move" cmp a.rc "$samples/studio.rc"
"$tool" profile rename a.rc smooth "very smooth" && holds "rename" '"profile" : "very smooth"' "$(cat a.rc)"
"$tool" profile rename a.rc "very smooth" smooth
check "rename back" cmp a.rc "$samples/studio.rc"
"$tool" profile add a.rc extra K=1 && "$tool" profile rm a.rc extra
check "profile add and rm" cmp a.rc "$samples/studio.rc"
exits 1 "profile that rules name" "$tool" profile rm a.rc smooth
exits 1 "profile that is there" "$tool" profile add a.rc smooth K=1
exits 3 "no such profile" "$tool" set a.rc nobody K 1
exits 3 "no such rule" "$tool" set a.rc rule:99 K 1
exits 2 "no such key" "$tool" unset a.rc smooth Nothing
check "refusals write nothing" cmp a.rc "$samples/studio.rc"
"$tool" set a.rc smooth GLFSAAMode 7 -o -  >b.rc
check "-o - leaves the file" cmp a.rc "$samples/studio.rc"
holds "-o - prints" '"GLFSAAMode", 7' "$(cat b.rc)"
cp "$samples/broken.rc" c.rc
exits 3 "a broken file is not changed" "$tool" rule add c.rc x calm
check "a broken file stays" cmp c.rc "$samples/broken.rc"
"$tool" rule add new.rc game K=1
same "a new file" '{"pattern":"game","profile":["K",1]}' "$(tr -d ' \n' <new.rc | sed 's/.*\[{/{/; s/}\]}/}/')"
mkdir -p x.d
"$tool" rule add x.d/new.rc game K=1
same "nothing else in a folder that is read whole" "new.rc" "$(ls -A x.d)"
ln -s a.rc link.rc
"$tool" set link.rc smooth GLFSAAMode 8 && [ -L link.rc ] && holds "a link is followed" '"GLFSAAMode", 8' "$(cat a.rc)"

# fmt: only the layout changes, and once
for name in studio oneline lost-rules; do
    cp "$samples/$name.rc" f.rc
    "$tool" fmt f.rc
    "$tool" dump "$samples/$name.rc" | sed 's/\[[0-9,]*\]//g; s/"diagnostics".*//' >1
    "$tool" dump f.rc | sed 's/\[[0-9,]*\]//g; s/"diagnostics".*//' >2
    check "fmt: $name means the same" cmp 1 2
    same "fmt: comments of $name" "$(grep -c '#' "$samples/$name.rc")" "$(grep -c '#' f.rc)"
    exits 0 "fmt --check: $name" "$tool" fmt --check f.rc
done
exits 1 "fmt --check of another layout" "$tool" fmt --check "$samples/oneline.rc"
exits 3 "fmt of a broken file" "$tool" fmt c.rc
finish
