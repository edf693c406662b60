. tests/lib.sh
tool=${B:-build}/nvprofile
case $tool in /*) ;; *) tool=$PWD/$tool ;; esac
samples=$PWD/examples/data/samples/nvprofile want=$PWD/tests/golden keys=$PWD/tests/golden/nvprofile_keys.csv
dir=$(mktemp -d)
tmp=$dir
trap 'rm -rf "$dir"' EXIT
unset __GL_APPLICATION_PROFILE __GL_APPLICATION_PROFILE_LOG __GL_SYNC_TO_VBLANK __GL_YIELD
mkdir -p "$dir/root/home/.nv" "$dir/root/etc/nvidia/nvidia-application-profiles-rc.d" "$dir/root/usr/share/nvidia"
cp "$samples/oneline.rc" "$dir/root/home/.nv/nvidia-application-profiles-rc"
cp "$samples/studio.rc" "$dir/root/etc/nvidia/nvidia-application-profiles-rc.d/10-studio"
cp "$samples/broken.rc" "$dir/root/etc/nvidia/nvidia-application-profiles-rc.d/20-broken~"
export HOME=/home
cd "$dir" || exit 1


# Use
exits 2 "no verb" "$tool"
exits 2 "unknown verb" "$tool" frobnicate
exits 2 "unknown option" "$tool" show --frobnicate
exits 2 "set without a value" "$tool" set a b c
exits 2 "rule without a verb" "$tool" rule
exits 2 "rule number" "$tool" rule rm x.rc one
exits 2 "two names" "$tool" which a b
exits 2 "show with --file" "$tool" show --file x.rc
exits 0 "help" "$tool" --help
exits 0 "version" "$tool" --version
exits 3 "no such file" "$tool" dump nowhere.rc
exits 3 "no such process" "$tool" which 999999999
holds "a made-up verb is named" "frobnicate" "$("$tool" frobnicate 2>&1)"

# dump prints a line for whatever is in a file
exits 0 "dump of a broken file" "$tool" dump "$samples/broken.rc"
equal "dump of an empty text" '{"used":false,"rules":[],"profiles":[],"diagnostics":[["error","no-root",1,1]]}' "$(printf '' | "$tool" dump -)"

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
equal "which: csv" "GLYield,NOTHING,,/home/.nv/nvidia-application-profiles-rc,1,56,0,/home/.nv/nvidia-application-profiles-rc,1" \
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
equal "show: finding" 1 $?
holds "show: refused" 'refused .*20-broken~  (looks like a leftover)' "$out"
holds "show: read" '4  read  .*10-studio' "$out"
holds "show: json" '"state": "missing"' "$("$tool" show --json --root "$dir/root")"
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

# Changes: there and back
cp "$samples/studio.rc" a.rc
chmod 640 a.rc
"$tool" set a.rc smooth GLFSAAMode 9
holds "set" '"GLFSAAMode", 9 \]' "$(cat a.rc)"
equal "set keeps the mode" 640 "$(stat -c %a a.rc 2>/dev/null || echo 640)"
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
says 3 'no profile "rules"' "$tool" set a.rc rules K 1
says 3 'no profile "hous"' "$tool" set a.rc hous K 1
says 3 'no profile "housf"' "$tool" set a.rc housf K 1
exits 2 "no such key" "$tool" unset a.rc smooth Nothing
check "refusals write nothing" cmp a.rc "$samples/studio.rc"
"$tool" set a.rc smooth GLFSAAMode 7 -o -  >b.rc
check "-o - leaves the file" cmp a.rc "$samples/studio.rc"
holds "-o - prints" '"GLFSAAMode", 7' "$(cat b.rc)"
printf '{"rules":[{"pattern":{"feature":"tomorrow","matches":"a"},"profile":"p"}\n{"pattern":"b","profile":"p"}]}\n' >w.rc
says 3 'w.rc:2:1: error: a comma is missing before this; nothing was written' "$tool" set w.rc p k 1
cp "$samples/broken.rc" c.rc
exits 3 "a broken file is not changed" "$tool" rule add c.rc x calm
check "a broken file stays" cmp c.rc "$samples/broken.rc"
"$tool" rule add new.rc game K=1
equal "a new file" '{"pattern":"game","profile":["K",1]}' "$(tr -d ' \n' <new.rc | sed 's/.*\[{/{/; s/}\]}/}/')"
mkdir -p x.d
"$tool" rule add x.d/new.rc game K=1
equal "nothing else in a folder that is read whole" "new.rc" "$(ls -A x.d)"
ln -s a.rc link.rc
"$tool" set link.rc smooth GLFSAAMode 8 && [ -L link.rc ] && holds "a link is followed" '"GLFSAAMode", 8' "$(cat a.rc)"

# A name that is taken, a move to where it is, the definition that counts
cp "$samples/studio.rc" m.rc
exits 2 "rename onto a name that is there" "$tool" profile rename m.rc smooth house
holds "rename: why" "there is a profile of the new name already" "$("$tool" profile rename m.rc smooth house 2>&1)"
exits 1 "a move by nothing" "$tool" rule move m.rc 1 1
holds "a move by nothing says so" "rule 1 is there already" "$("$tool" rule move m.rc 1 1 2>&1)"
check "neither writes" cmp m.rc "$samples/studio.rc"
echo '{"profiles":[{"name":"p","settings":["k",1]},{"name":"p","settings":["k",2]}]}' >two.rc
"$tool" set --last-profile two.rc p k 3
equal "set --last-profile" '{"profiles":[{"name":"p","settings":["k",1]},{"name":"p","settings":["k",3]}]}' "$(cat two.rc)"

# Changes at the same time: none is lost
echo '{"profiles":[{"name":"p","settings":[]}]}' >race.rc
for n in 1 2 3 4 5 6 7 8; do "$tool" set race.rc p "k$n" "$n" & done
wait
equal "eight at once" 8 "$(grep -o '"k[0-9]"' race.rc | wc -l | tr -d ' ')"

# What cannot be read is not what is not there
mkdir -p "$dir/lost/etc/nvidia/nvidia-application-profiles-rc.d" "$dir/lost/home/.nv"
echo '{"rules":[{"pattern":"a","profile":["k",1]}]}' >"$dir/lost/etc/nvidia/nvidia-application-profiles-rc.d/10-good"
awk 'BEGIN { printf "["; for (i = 0; i < 400000; i++) printf "{},         " }' >"$dir/lost/etc/nvidia/nvidia-application-profiles-rc.d/20-large"
out=$("$tool" which --root "$dir/lost" a)
equal "which: a file that is too large" 1 $?
holds "which: the rest counts" '^k = 1' "$out"
holds "which: and it is said" '^unknown: the rules of .*/20-large (too-large)' "$out"
holds "which: json, too" '"state": "too-large"' "$("$tool" which --json --root "$dir/lost" a)"
says_line 1 "What cannot be read may hold rules as well." "$tool" show --root "$dir/lost"
holds "lint: a file that is too large" '20-large: warning: .*\[too-large\]' "$("$tool" lint --root "$dir/lost")"
rm "$dir/lost/etc/nvidia/nvidia-application-profiles-rc.d/20-large"
exits 0 "which: all is there" "$tool" which --root "$dir/lost" a
echo '{"rules":[{"pattern":{"feature":"dso","matches":"libx.so"},"profile":["k",2]}]}' >"$dir/lost/etc/nvidia/nvidia-application-profiles-rc.d/05-dso"
out=$("$tool" which --root "$dir/lost" a)
holds "which: libraries of a program that does not run" '^unknown: the rule at .*05-dso:1:11  dso is not known here: "libx.so"' "$out"
holds "which: so its setting is not certain" '^k =? 1' "$out"
holds "which: --dso" '^k = 2' "$("$tool" which --root "$dir/lost" --library /usr/lib/libx.so a)"
rm "$dir/lost/etc/nvidia/nvidia-application-profiles-rc.d/05-dso"
echo '{"rules":[{"pattern":"a","profile":["k",1' >"$dir/lost/etc/nvidia/nvidia-application-profiles-rc.d/10-good"
out=$("$tool" which --root "$dir/lost" a 2>&1)
equal "which: a refused file" 1 $?
holds "which: json of a refused file" '"used": false' "$("$tool" which --json --root "$dir/lost" a 2>/dev/null)"
echo '{"enabled":' >"$dir/lost/home/.nv/nvidia-application-profile-globals-rc"
holds "lint: a broken globals file" 'globals-rc: warning: .*\[globals-malformed\]' "$("$tool" lint --root "$dir/lost")"
exits 1 "lint: its exit code" "$tool" lint --root "$dir/lost"
exits 1 "show: its exit code" "$tool" show --root "$dir/lost"
echo '{"enabled":false}' >"$dir/lost/home/.nv/nvidia-application-profile-globals-rc"
holds "lint: switched off" '\[disabled\]' "$("$tool" lint --root "$dir/lost")"

# A root is a root: links stay inside, absolute ones and those that climb
mkdir -p "$dir/farm/etc/nvidia" "$dir/farm/store/x"
echo '{"rules":[{"pattern":"a","profile":["inside",1]}]}' >"$dir/farm/store/x/rc"
echo '{"rules":[{"pattern":"a","profile":["outside",1]}]}' >"$dir/host.rc"
ln -s /store/x/rc "$dir/farm/etc/nvidia/nvidia-application-profiles-rc"
mkdir "$dir/farm/etc/nvidia/nvidia-application-profiles-rc.d"
ln -s "$dir/host.rc" "$dir/farm/etc/nvidia/nvidia-application-profiles-rc.d/10-absolute"
ln -s ../../../../../../../../../../../../../../../../../../../../..$dir/host.rc "$dir/farm/etc/nvidia/nvidia-application-profiles-rc.d/20-climbs"
out=$("$tool" which --root "$dir/farm" a)
holds "root: an absolute link starts at it" '^inside = 1' "$out"
equal "root: nothing from outside" "" "$(printf '%s\n' "$out" | grep outside)"
holds "root: links that leave it lead nowhere" 'broken-link.*20-climbs' "$("$tool" show --root "$dir/farm")"

# Facts: printed, and set
printf '#!/bin/sh\nexit 0\n' >game.sh
chmod +x game.sh
out=$("$tool" which -e --root "$dir/farm" -- ./game.sh)
holds "facts: of a script the interpreter" "^exe  *$(readlink -f /bin/sh)\$" "$out"
holds "facts: its name" '^comm  *game.sh' "$out"
holds "facts: argument 0" '^argv0  *.*/sh$' "$out"
holds "facts: no libraries yet" '^libraries  *unknown' "$out"
holds "facts: the root" "^root  *$dir/farm" "$out"
holds "facts: --exe" '^inside = 1' "$("$tool" which --root "$dir/farm" --exe /opt/a other)"
holds "facts: --home" '^home  */nowhere' "$("$tool" which -e --root "$dir/farm" --home /nowhere a)"
holds "facts: json" '"argv0": "b"' "$("$tool" which --json --root "$dir/farm" --argv b a)"

# fmt: only the layout changes, and once
for name in studio oneline lost-rules; do
    cp "$samples/$name.rc" f.rc
    "$tool" fmt f.rc >printed
    there "fmt prints $name" printed && same "fmt only prints $name" "$samples/$name.rc" f.rc
    "$tool" fmt -i f.rc
    same "fmt -i writes $name" printed f.rc
    "$tool" dump "$samples/$name.rc" | sed 's/\[[0-9,]*\]//g; s/"diagnostics".*//' >1
    "$tool" dump f.rc | sed 's/\[[0-9,]*\]//g; s/"diagnostics".*//' >2
    check "fmt: $name means the same" cmp 1 2
    equal "fmt: comments of $name" "$(grep -c '#' "$samples/$name.rc")" "$(grep -c '#' f.rc)"
    exits 0 "fmt --check: $name" "$tool" fmt --check f.rc
done
cp "$samples/oneline.rc" 1.rc
cp "$samples/oneline.rc" 2.rc
exits 1 "fmt --check of another layout" "$tool" fmt --check 1.rc
equal "fmt --check: the names alone" "1.rc 2.rc " "$("$tool" fmt --check 1.rc f.rc 2.rc | tr '\n' ' ')"
equal "fmt --check --csv" "file 1.rc 2.rc " "$("$tool" fmt --check --csv 1.rc f.rc 2.rc | tr '\n' ' ')"
equal "fmt --check --json" '["1.rc","2.rc"]' "$("$tool" fmt --check --json 1.rc f.rc 2.rc | tr -d ' \n')"
exits 3 "fmt of a broken file" "$tool" fmt c.rc

# diff: what a program gets that has one of the files of a rule beside it
for value in 1 2; do
    echo '{"rules":[{"pattern":{"feature":"findfile","matches":"other:marker"},"profile":["k",'$value']}]}' >find$value.rc
done
equal "diff of rules for files" 'findfile "other:marker" - k = 1 + k = 2' \
    "$("$tool" diff find1.rc find2.rc | sed -n '/^What programs get/,$p' | sed 1d | tr -s ' \n' ' ' | sed 's/^ //; s/ $//')"

# dump: each member of its line
printf '{"rules":[{"pattern":{"feature":"procname","matches":"a"},"profile":["GLYield","USLEEP","K",0x10,"T",true,"R",1.5]}]}\n' >d.rc
prints "dump" "$tool" dump d.rc <<'END'
{"used":true,"rules":[{"at":[1,11],"pattern":{"at":[1,22],"feature":"procname","matches":"a"},"profile":{"name":null,"name_at":null,"at":[1,69],"bad":false,"settings":[{"key":"GLYield","type":"string","value":"USLEEP","text":null,"key_at":[1,70],"value_at":[1,80]},{"key":"K","type":"int","value":16,"text":"0x10","key_at":[1,89],"value_at":[1,93]},{"key":"T","type":"bool","value":true,"text":null,"key_at":[1,98],"value_at":[1,102]},{"key":"R","type":"real","value":1.5,"text":"1.5","key_at":[1,107],"value_at":[1,111]}]}}],"profiles":[],"diagnostics":[]}
END

# What a process gets on a made-up machine, its search path, and a documentation of keys: every member differs from its neighbours.
cat >a.rc <<'END'
{"rules":[{"pattern":{"feature":"procname","matches":"x"},"profile":"p"},
{"pattern":{"op":"and","sub":[{"feature":"commname","matches":"w"},{"op":"not","sub":{"feature":"dso","matches":"libgone.so"}}]},"profile":["K",1,"T",false]},
{"pattern":{"feature":"findfile","matches":"marker:other"},"profile":"nowhere"},
{"pattern":{"feature":"cmdline","matches":"y"},"profile":"q"},
{"pattern":[],"profile":"assumed"}],
"profiles":[{"name":"p","settings":["K",2,"GLYield","USLEEP"]},{"name":"q","settings":[]}]}
END
echo '{"rules":[{"pattern":{"feature":"procname","matches":"x"},"profile":["R",1.5]}],"profiles":[{"name":"p","settings":["K",3]},]}' >b.rc
echo '{"enabled":true}' >globals
cat >machine <<'END'
{"files":["a.rc","b.rc"],"exe":"/usr/bin/x","comm":"w","dso":["libc.so.6"],"entries":["marker"],"env":{"HOME":"/home/u","__GL_YIELD":"NOTHING","__GL_APPLICATION_PROFILE_LOG":"x"},
"known":["assumed"],"options":["lenient"],"globals":"globals"}
END
cat >path <<'END'
{"env":{"HOME":"/home/u"},"version":"570.153.02","tree":{"/home/u/.nv":"dir","/home/u/.nv/nvidia-application-profiles-rc":"link:/home/u/mine",
"/home/u/mine":"file","/etc/nvidia":"link:/opt/nv","/opt/nv":"dir","/opt/nv/nvidia-application-profiles-rc.d":"dir",
"/opt/nv/nvidia-application-profiles-rc.d/10":"file","/opt/nv/nvidia-application-profiles-rc.d/a.bak":"file",
"/etc/nvidia/nvidia-application-profiles-rc":"unreadable",
"/usr/share/nvidia/nvidia-application-profiles-570.153.02-rc":"link:/usr/share/nvidia/gone",
"/usr/share/nvidia/nvidia-application-profiles-rc":"link:/usr/share/nvidia/nvidia-application-profiles-rc"}}
END
echo '{"registry_keys":[{"key":"GLYield","description":"how to wait","type":"string"},{"key":"K","type":"integer"},{"type":"integer"}]}' >keys.json
golden nvprofile_dump sh -c "'$tool' dump --resolve machine; '$tool' dump --path path; '$tool' dump --keys keys.json"
cat >c.rc <<'END'
{"rules":[{"pattern":{"feature":"procname","matches":"x"},"profile":"p"},
{"pattern":"lantern","profile":["K",1]},
{"pattern":{"feature":"cmdline","matches":"y"},"profile":"q"}],
"profiles":[{"name":"p","settings":["K",4,"GLYield","USLEEP"]},{"name":"q","settings":["L","old"]}]}
END
sed 's/"K",4/"K",5/; s/lantern/ember/' c.rc >e.rc
for text in '{1:2}' '{"files" 1}' '{"files":}' '{"files":["a.rc"' '[[[[[[[[[1]]]]]]]]]' ''; do
    echo "$text" >bad
    says_line 3 "nvprofile: bad: not a scenario" "$tool" dump --resolve bad
done

# A machine, a program for which each feature holds or not, mistakes in files, a documentation of keys, and what edits change
mkdir -p m/home/.nv m/etc/nvidia/nvidia-application-profiles-rc.d m/usr/share/nvidia bin
echo '{"rules":[{"pattern":"lantern","profile":["GLYield","USLEEP","GLFSAAMode",05]}]}' >m/home/.nv/nvidia-application-profiles-rc
echo '{"rules":[{"pattern":"x" "profile":"p"}]}' >m/etc/nvidia/nvidia-application-profiles-rc.d/20-broken~
echo '{"rules":[{"pattern":"ember","profile":[]}],"profiles":[{"name":"p","settings":[]}]}' >m/usr/share/nvidia/nvidia-application-profiles-570.153.02-rc
cp keys.json m/usr/share/nvidia/nvidia-application-profiles-570.153.02-key-documentation
printf '# nvidia-settings\n0/FSAA=5   # a profile sets it\n0/SyncToVBlank=10\n[gpu:0]/ShowGraphicsVisualIndicator = 1\n0/Unknown=3\n' >m/home/.nvidia-settings-rc
touch bin/x bin/wick
cat >w.rc <<'END'
{"rules":[{"pattern":{"feature":"procname","matches":"x"},"profile":"empty"},
{"pattern":{"feature":"commname","matches":"0123456789abcdef"},"profile":["K",1]},
{"pattern":{"feature":"dso","matches":"libx.so"},"profile":["K",2]},
{"pattern":{"feature":"dso","matches":"libnone.so"},"profile":["K",4]},
{"pattern":{"feature":"findfile","matches":"wick"},"profile":["GLYield","USLEEP","Long",18446744073709551615]},
{"pattern":{"feature":"findfile","matches":"::"},"profile":["K",6]},
{"pattern":{"feature":"findfile","matches":"a/b"},"profile":["K",7]},
{"pattern":{"feature":"tomorrow","matches":"dawn"},"profile":["K",8]},
{"pattern":{"op":"not","sub":[]},"profile":["K",9]},
{"pattern":{"op":"not","sub":{"feature":"procname","matches":"x"}},"profile":["K",10]},
{"pattern":{"op":"not","sub":{"feature":"findfile","matches":"wick"}},"profile":["K",11]},
{"pattern":{"op":"or","sub":[]},"profile":["K",12]},
{"pattern":{"op":"or","sub":[{"feature":"cmdline","matches":"y"},{"feature":"true","matches":""}]},"profile":["K",13,"R",-0.5]},
{"pattern":{"feature":"dso","matches":"libg"},"profile":["N",3]},
{"pattern":7,"profile":["K",14]},{"pattern":[],"profile":["odd"]}],
"profiles":[{"name":"empty","settings":[]}]}
END
cat >v.rc <<'END'
{"rule":[],"rules":[{"pattern":"lantern","profile":["GLYield","usleep","GLLogMaxAniso",7,"GLFSAAMode",16,"GLSyncToVblnk",0]},
{"pattern":"lantern","profile":"idle"},{"pattern":{"feature":"dso","matches":"/lib/libx.so"},"profile":["glyield","NOTHING"]}],
"profiles":[{"name":"calm","settings":["GLSharpenValue",101,"GLYield",3]},{"name":"calm","settings":[]}]}
END
cat >l.rc <<'END'
# kept: what is before the root
{"rules":[{"pattern":"lantern","profile":["GLYield","USLEEP","GLLogMaxAniso",2]},   # beside it
# on a line of its own

{"pattern":{"op":"and","sub":[{"feature":"procname","matches":"ember"},{"feature":"dso","matches":"libglow.so"},{"feature":"findfile","matches":"wick"}]},"profile":"warm"},
{"pattern":[],"profile":[

]},{"pattern":{},"profile":{"name":"inner",   "settings":[{"k":"GLYield","v":"NOTHING"}  # within
]}}],
"profiles":[{"name":"warm","settings":[]},{"name":"a","settings":["K",0x10 , "L" , -0.5,"M",true]}]}
# at the end
END
printf '{"registry_keys":[{"key":"GLWick","description":"How long the flame is.\\nA second paragraph, whose words go on for more than one line of a terminal, in \\u706f\\u706f\\u706f as well, up to here.  ","type":"integer"}]}' >doc.json
printf '%s\n' one two three four five six seven eight nine ten >u.rc
printf '%s\n' one two three four new newer six seven eight nine ten >u.rc.backup
printf 'a\nb\n' >d.rc
printf 'a\nb\nc' >d.rc.backup
: >n.rc
echo x >n.rc.backup
cat >commands <<'END'
show a.rc
show --color always v.rc
show --csv a.rc c.rc
show --json v.rc
show --root m --driver 570.153.02
show --color always --root m
diff c.rc e.rc
diff --color always w.rc v.rc
diff --csv c.rc e.rc
diff --json c.rc e.rc
which --root root --driver 570.153.02 -f a.rc -f c.rc --exe /usr/bin/x --comm w x
which --root root --driver 570.153.02 -e -f a.rc -f c.rc --exe /usr/bin/x --comm w --argv x x
which --root root --driver 570.153.02 -e --csv -f a.rc -f c.rc --exe /usr/bin/x --comm w x
which --root root --driver 570.153.02 --color always -e -f w.rc --exe bin/x --comm 0123456789abcde --library libx.so --library libglow.so x
which --root root --driver 570.153.02 --json -f a.rc -f c.rc --exe /usr/bin/x --comm w --library libgone.so.6 x
which --root m --driver 570.153.02 -e lantern
which --root m --driver 570.153.02 -e --json lantern
which --root m --driver 570.153.02 -- 4711
lint --color always v.rc
lint --csv v.rc w.rc
keys --color always --keys doc.json GLWick
undo --dry-run u.rc
undo --color always --dry-run d.rc
undo --dry-run n.rc
fmt l.rc
END
golden nvprofile_pages sh -c 'while read -r how; do
    echo "== $how"
    '"'$tool'"' $how >page 2>&1 </dev/null
    code=$?
    tr "\033" "^" <page
    echo "-- exit $code"
done <commands'
for word in show lint; do says_line 3 "nvprofile: $dir/nowhere: the root cannot be opened as a folder" "$tool" $word --root "$dir/nowhere"; done

# Files of a folder come in the order of the locale, here b a c A B; those of the search path, too.
printf 'comment_char %%\nescape_char /\nLC_COLLATE\norder_start forward\n<U0062>\n<U0061>\n<U0063>\n<U0041>\n<U0042>\norder_end\nEND LC_COLLATE\n' >order
mkdir -p f.d o/home/.nv
for name in c a b B A; do echo '{"rules":[]}' >f.d/$name; done
cp -r f.d o/home/.nv/nvidia-application-profiles-rc.d
if have localedef && { localedef -c -i ./order -f ANSI_X3.4-1968 ./by-letter || [ -s by-letter/LC_COLLATE ]; } >/dev/null 2>&1; then
    for order in C:ABabc by-letter:bacAB; do
        export LOCPATH="$dir" LC_ALL=${order%%:*}
        equal "a folder, ${order%%:*}" "${order##*:}" "$("$tool" show f.d | sed -n 's,^f.d/\(.\): .*,\1,p' | tr -d '\n')"
        equal "a folder of the search path, ${order%%:*}" "${order##*:}" "$("$tool" show --csv --root o | sed -n 's,.*rc.d/\(.\)$,\1,p' | tr -d '\n')"
        unset LOCPATH LC_ALL
    done
else
    skip "needs localedef"
fi

# The whole table of keys, where no documentation of the driver is installed. A new row or figure belongs there, too.
"$tool" keys --csv --root "$dir/root" >out
same "the keys" "$keys" out
finish
