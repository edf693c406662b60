# Every row of section 3 of docs/FORMAT-nvprofile.md has a check here that bears its number and its question.
. tests/lib.sh
. tests/profiles.sh
sed -n '/^## 3\./,/^## 4\./s/^| \([0-9][0-9]*[a-z]*\) | \([^|]*\) |.*/\1 \2/p' "$page" >rows
: >seen
row() { # N: its title
    echo "$1" >>seen
    echo "row $(grep "^$1 " rows || echo "$1: no such row")"
}

# 3.1 Syntax
wrong 1 '{"rules":[],}' trailing-comma
gets 1 '{"rules":[{"pattern":"a","profile":["k",1]},]}' '^k = 1' --lenient
wrong 2 '{"rules":[] "profiles":[]}' missing-comma
gets 3 '{"rules":[{"pattern":"a","profile":["k",1],"profile":["k",2]}]}' '^k = 2'
gets 3 '{"rules":[{"pattern":"a","profile":["k",1],"profile":["k",2]}]}' 'not used' --strict
reads 4 '{"x":1}' '^{"used":true,.*"note","unknown-member"'
reads 5 "{'rules':[]}" '^{"used":true,.*"warning","single-quoted-name"'
wrong 5 "{\"rules\":[{\"pattern\":'a'}]}" single-quoted-value
fine 6 '{"rules":[]} # end' ''
reads 7 '# a\r{"rules":[]}' '"no-root"'
fine 7 '# a\r\n{"rules":[]}\r\n' ''
wrong 8 '// a\n{}' slash-comment
wrong 8 '/* a */ {}' slash-comment
wrong 9 '' no-root
wrong 9 '# a\n' no-root
wrong 10 '{} {}' text-after-root
wrong 11 '\357\273\277{}' bom
printf '\357\273\277{"rules":[]}' >f.rc
omits "$(row 11), --lenient" 'not used' "$("$tool" which --lenient -f f.rc a 2>&1)"
wrong 12 '{"rules":[]\000}' nul-byte
wrong 13 '{"rules":[{"pattern":"a\tb","profile":[]}]}' control-character
wrong 14 '{"rules":[{"pattern":"\\q","profile":[]}]}' bad-escape
wrong 14 '{"rules":[{"pattern":"\\ud800","profile":[]}]}' lone-surrogate
wrong 14 '{"rules":[{"pattern":"\\u0000","profile":[]}]}' nul-escape
reads 15 '{"rules":[{"pattern":"a\377","profile":[]}]}' '^{"used":true,.*"warning","invalid-utf8"'
nested() { printf "%${1}s" '' | tr ' ' '['; printf "%${1}s" '' | tr ' ' ']'; }
reads 16 "{\"x\":$(nested 127)}" '^{"used":true'
wrong 16 "{\"x\":$(nested 128)}" depth
head -c 4194305 /dev/zero | tr '\0' ' ' >f.rc
holds "$(row 17)" 'exceeds the size limit and was not read; the file is not used' "$("$tool" which -f f.rc a 2>&1)"
for text in '[]' '1'; do wrong 18 "$text" root-not-object; done
wrong 18 '{"rules":{}}' rules-not-array
wrong 18 '{"profiles":{}}' profiles-not-array

# 3.2 Numbers
for n in 08 09 0778; do no_value 19 $n bad-number; done
value 20 00 int 0
value 20 007 int 7
for n in 0x 0xFG; do no_value 21 $n bad-number; done
value 22 0XfF int 255
for n in -0x10:-16 -010:-8; do reads 23 "{\"rules\":[{\"pattern\":\"a\",\"profile\":[\"k\",${n%%:*}]}]}" "\"value\":${n##*:},.*\"note\",\"signed-base\""; done
for n in 01.5 0x1.8 017e2; do no_value 24 $n bad-number; done
value 25 0.5 real 0.5
value 25 0e5 real 0
value 26 1e+010 real 10000000000
for n in +1 .5 1.; do no_value 27 $n bad-number; done
no_value 27 NaN bad-word
value 28 9223372036854775807 int 9223372036854775807
value 28 0xFFFFFFFFFFFFFFFF uint 18446744073709551615
reads 28 '{"rules":[{"pattern":"a","profile":["k",18446744073709551616]}]}' '^{"used":true,.*"type":"real".*"warning","integer-range"'
no_value 29 1e999 number-overflow

# 3.3 Meaning
gets 30 "$(rule '{"feature":"tomorrow","matches":"a"}')" "$none"
gets 30 "$(rule '{"op":"not","sub":{"feature":"tomorrow","matches":"a"}}')" '^k = 1'
reads 31 "$(rule '{"op":"OR","sub":[]}')" '"error","pattern-op"'
gets 31 "$(rule '{"op":"OR","sub":[]}')" "$none"
b='{"feature":"procname","matches":"b"}'
for sub in '[]' "[$b,$b]"; do gets 32 "$(rule "{\"op\":\"not\",\"sub\":$sub}")" "$none"; done
gets 32 "$(rule "{\"op\":\"not\",\"sub\":[$b]}")" '^k = 1'
gets 32 "$(rule "{\"op\":\"not\",\"sub\":{\"op\":\"not\",\"sub\":[$b,$b]}}")" '^k = 1'
gets 33 "$(rule '{"op":"and","sub":[]}')" '^k = 1'
gets 33 "$(rule '{"op":"or","sub":[]}')" "$none"
gets 34 "$(rule '["a"]')" "$none"
gets 34 "$(rule '["a"]')" '^k = 1' --lenient
reads 35 "$(rule '{"op":"and","sub":[],"feature":"true","matches":""}')" '"error","pattern-both"'
reads 35 "$(rule '{}')" '"error","pattern-neither"'
gets 36 "$(rule '{"feature":"procname"}')" "$none"
gets 36 "$(rule '{"feature":"true","matches":1}')" '^k = 1'
gets 37 '{"rules":[{"profile":["k",1]}]}' "$none"
for profile in '' ',"profile":1'; do gets 38 "{\"rules\":[{\"pattern\":\"a\"$profile}]}" "$none"; done
gets 39 '{"rules":[{"pattern":7},{"pattern":"a","profile":["k",1]}]}' '^k = 1'
gets 39 '{"rules":[{"pattern":7},{"pattern":"a","profile":["k",1]}]}' 'not used' --atomic
mkdir -p r/home/.nv
printf '{"rules":[{"pattern":"a","profile":"nowhere"}]}' >r/home/.nv/nvidia-application-profiles-rc
holds "$(row 40): matches, gives nothing" "$none" "$("$tool" which --root r --driver 1.2 a)"
holds "row 40: a warning" ',warning,undefined-profile,' "$("$tool" lint --csv --root r --driver 1.2)"
omits "row 40: known names" 'undefined-profile' "$("$tool" lint --root r --driver 1.2 --known nowhere; echo end)"
printf '{"profiles":[{"name":"p","settings":["k",2]}]}' >g.rc
two='{"rules":[{"pattern":"a","profile":"p"}],"profiles":[{"name":"p","settings":["k",1]}]}'
gets 41 "$two" '^k = 1' -f g.rc
gets 41 "$two" '^k = 2' -f g.rc --last-profile
same='{"rules":[{"pattern":"a","profile":"p"}],"profiles":[{"name":"p","settings":["k",1]},{"name":"p","settings":["k",2]}]}'
gets 42 "$same" '^k = 1'
reads 42 "$same" '"warning","duplicate-profile"'
inline='{"rules":[{"pattern":"b","profile":{"name":"p","settings":["k",1]}},{"pattern":"a","profile":"p"}]'
gets 43 "$inline}" '^k = 1'
gets 43 "$inline,\"profiles\":[{\"name\":\"p\",\"settings\":[\"k\",2]}]}" '^k = 2'
gets 43 '{"rules":[{"pattern":"a","profile":{"name":"p","settings":["k",1]}}],"profiles":[{"name":"p","settings":["k",2]}]}' '^k = 1'
gets 44 '{"rules":[{"pattern":"a","profile":"P"}],"profiles":[{"name":"p","settings":["k",1]}]}' '"P"'
reads 44 '{"profiles":[{"name":"","settings":[]}]}' '"warning","empty-name"'
gives() { # N SETTINGS CODE: nothing of it counts
    reads "$1" "$(list "$2")" "\"error\",\"$3\""
    omits "$(row "$1"): gives nothing" '^[kl] = ' "$("$tool" which -f f.rc a 2>&1)"
}
gives 45 '"k",1,"l"' settings-odd
gives 46 '1,1,"k",1' settings-key-type
for v in null '[]' '{}'; do gives 46 "\"k\",$v" settings-value-type; done
gives 47 '"k",1,{"k":"l","v":1}' settings-mixed
for s in '{"k":"k","value":1}' '{"key":"k","v":1}'; do gets 48 "$(list "$s")" '^k = 1'; done
gets 49 "$(list '{"k":"l","key":"k","v":2,"value":1}')" '^k = 1'
reads 49 "$(list '{"k":"l","key":"k","v":2,"value":1}')" '"warning","setting-both"'
fine 50 "$(list '')" ''
gets 51 "$(list '"k",1,"k",2')" '^k = 1'
gets 52 "$(list '"k",1,"K",2')" '^k = 1'
gets 52 "$(list '"k",1,"K",2')" '^K = 2' --exact-keys
fine 53 "$(list '"k","1","l",1,"m",true')" '"type":"string".*"type":"int".*"type":"bool"'
dso=$(rule '{"feature":"dso","matches":"libx"}')
gets 54 "$dso" '^unknown: ' --library libx.so
gets 54 "$dso" '^k = 1' --library libx.so --dso prefix
gets 54 "$dso" "$none" --library libx.so --dso equal
printf '{"files":["f.rc"],"exe":"/bin/a","dso":["/y/libx.so"]}' >sun.json
for v in /y/libx.so libx.so; do
    rule "{\"feature\":\"dso\",\"matches\":\"$v\"}" >f.rc
    holds "$(row 55)" '"key":"k"' "$("$tool" dump --resolve sun.json)"
done
gets 98 "$dso" "$none" --library /libx/y.so --dso prefix
gets 98 "$dso" '^k = 1' --library /y/libx.so --dso prefix
for p in 'a*' '.*' A 'a '; do gets 56 "$(rule "\"$p\"")" "$none"; done
reads 57 "$(rule '{"feature":"commname","matches":"0123456789abcdef"}')" '"warning","commname-long"'
cmdline=$(rule '{"feature":"cmdline","matches":"x.exe"}')
for v in 'C:\d\x.exe' /d/x.exe 'd/e\x.exe' x.exe; do gets 58 "$cmdline" '^k = 1' --argv "$v"; done
for v in 'x.exe/y' X.EXE ''; do gets 58 "$cmdline" "$none" --argv "$v"; done
mkdir -p bin && touch bin/a bin/b
for v in b a:b :b a::b b:; do gets 59 "$(findfile $v)" '^k = 1' --exe "$dir/bin/a"; done
for v in '' : ::; do
    gets 59 "$(findfile "$v")" "$none" --exe "$dir/bin/a"
    reads 59 "$(findfile "$v")" '"warning","findfile-empty"'
done
gets 60 "$(findfile ../bin/b)" "$none" --exe "$dir/bin/a"
reads 60 "$(findfile ../bin/b)" '"warning","findfile-slash"'
mkdir -p bin/folder
gets 61 "$(findfile folder)" '^k = 1' --exe "$dir/bin/a"
gets 61 "$(findfile B)" "$none" --exe "$dir/bin/a"
gets 62 "$(rule '{"feature":"dso","matches":"libx.so"}')" '^unknown: '

# 3.4 Files and environment
fresh
mkdir r/$rc.d r/$rc.d/sub
mkfifo r/$rc r/$rc.d/fifo
put $rc.d/sub/x 1
on 63 "$none"
put real 2
rm r/$rc
ln -s /real r/$rc
on 63 '^k = 2'
fresh
ln -s /nowhere r/$rc
on 64 "$none"
put etc/nvidia/nvidia-application-profiles-rc 1
chmod 0 r/etc/nvidia/nvidia-application-profiles-rc
on_denied 64 '^unknown: the rules of /etc/nvidia/nvidia-application-profiles-rc (unreadable)'
fresh
mkdir r/$rc.d
put $rc.d/9 9
put $rc.d/10 10
LC_ALL=C on 65 '^k = 10'
fresh
mkdir r/$rc.d
put $rc.d/.x~ 3
on 66 '^k = 3'
for name in .x x~ x.swp x.rpmsave x.pacnew; do
    rm -rf r/$rc.d && mkdir r/$rc.d
    put $rc.d/$name 1
    holds "$(row 97): $name" ',leftover,' "$("$tool" lint --csv --root r)"
done
fresh
put $rc 1
ln -s /$rc r/$rc.d
holds "$(row 67)" ',same-file,' "$("$tool" lint --csv --root r)"
fresh
mkdir r/usr/share/nvidia/nvidia-application-profiles-rc.d
put usr/share/nvidia/nvidia-application-profiles-rc.d/x 1
on 68 "$none"
holds "row 68: lint" ',not-read,' "$("$tool" lint --csv --root r)"
fresh
put $rc 1
put etc/nvidia/nvidia-application-profiles-rc 2
(unset HOME; "$tool" which --root r --driver 1.2 a) >out 2>&1
has "$(row 69): unset" '^k = 2' out
mkdir -p r/.nv
put .nv/nvidia-application-profiles-rc 3
(HOME=; export HOME; "$tool" which --root r --driver 1.2 a) >out 2>&1
has "row 69: empty" '^k = 3' out
mkdir -p r/root/.nv
put root/.nv/nvidia-application-profiles-rc 4
for home in root:4 home:1; do # whoever asks
    (HOME=/${home%%:*} SUDO_USER=nobody SUDO_UID=65534; export HOME SUDO_USER SUDO_UID; "$tool" which --root r --driver 1.2 a) >out 2>&1
    has "$(row 70): /${home%%:*}" "^k = ${home##*:}" out
done
fresh
mkdir -p r/home/.config/.nv r/home/.config/nvidia
put home/.config/.nv/nvidia-application-profiles-rc 1
XDG_CONFIG_HOME=/home/.config on 71 "$none"
put home/.config/.nv/nvidia-application-profiles-rc 1
on 72 '^k = 1' --home /home/.config
put real 2
ln -s ../../../../../../real r/$rc
on 72 '^k = 2'
fresh
put $rc 1
for text in '{"enabled":false' '{}' '{"enabled":0}' '{"enabled":"false"}'; do
    echo "$text" >$globals
    on 73 '^k = 1'
done
echo '{"enabled":false} # off' >$globals
on 74 "$off"
on 94 "$off by the globals file"
for v in 1 2 -1 +1; do __GL_APPLICATION_PROFILE=$v on 75 '^k = 1'; done
for v in '' x 1x ' 1'; do __GL_APPLICATION_PROFILE=$v on 75 "$off"; done
__GL_APPLICATION_PROFILE=0 on 76 "$off by the environment; whether CUDA heeds that is not certain"
__GL_APPLICATION_PROFILE=1 on 94 '^k = 1'
rm $globals
for v in 0 00 -0 +0; do __GL_APPLICATION_PROFILE=$v on 93 "$off"; done
for v in 0x0 0.0 '0 '; do __GL_APPLICATION_PROFILE=$v on 93 '^k = 1'; done
on 94 '^k = 1'
echo '{"enabled":false}' >$globals
chmod 0 $globals
on_denied 73a '^unknown: whether profiles are enabled'
rm -f $globals
head -c 4194305 /dev/zero | tr '\0' ' ' >r/$rc
put etc/nvidia/nvidia-application-profiles-rc 2
on 73b '^unknown: the rules of /home/.nv/nvidia-application-profiles-rc (too-large)'
on 73b '^k = 2'
fresh
put usr/share/nvidia/nvidia-application-profiles-1.2-rc 5
put usr/share/nvidia/nvidia-application-profiles-rc 6
on 77 '^k = 5'
holds "row 77: no version" '^k = 6' "$("$tool" which --root r a 2>&1)"
fresh
mkdir r/$rc.d
put $rc.d/x 1
"$tool" set r/$rc.d/x rule:0 k 2 >/dev/null
on 78 '^k = 2'
equal "row 78: nothing is left in the folder that would be read" x "$(find r/$rc.d -type f | sed 's,.*/,,')"

# 3.6
gets 79 "$(rule '{"op":"not","sub":{"feature":"procname"}}')" "$none"
gets 80 '{"rules":[{"pattern":"a","profile":["k"]}]}' "$none"
gets 81 '{"rules":[{"pattern":"a","profile":"p"}],"profiles":[{"name":"p","settings":["k"]},{"name":"p","settings":["k",2]}]}' "$none"
gets 82 '{"rules":[{"pattern":7,"profile":{"name":"p","settings":["k",1]}},{"pattern":"a","profile":"p"}]}' '^k = 1'
reads 83 "$(list '{"k":"k","v":1},"x",{"k":"l"}')" '"settings-mixed"'
reads 84 '{"rules":[],"x":1,"rules":[]}' '"warning","duplicate-member",1,19,1,2\]'
reads 85 "$(rule '{"feature":"true","matches":"","sub":[]}')" '"note","unknown-member"'
reads 85 "$(rule '{"op":"and","sub":[],"matches":"a"}')" '"note","unknown-member"'
fine 86 '# \377\n{}' ''
reads 87 "{\"rules\":[{\"pattern\":\"a\",\"profile\":[\"k\",9007199254740993000000]}]}" '"value":9.007199254740993e+21,'
no_value 87 "1$(printf '%0400d' 0)" number-overflow
value 88 -0 int 0
gets 89 "$(findfile ':/')" "$none" --exe "$dir/bin/a"
reads 89 "$(findfile ':b/:')" '"findfile-slash"'
reads 89 "$(findfile '::')" '"findfile-empty"'
printf '{"rules":[{"pattern":[{"feature":"procname","matches":"a"},{"feature":"procname","matches":"x"}],"profile":["k",1]}]}' >f.rc
holds "$(row 90)" '^ *procname is not "x"' "$("$tool" which -e -f f.rc a)"
holds "$(row 91): never" ',never-matches,' "$(rule '{"feature":"tomorrow","matches":"a"}' >f.rc; "$tool" lint --csv f.rc)"
holds "row 91: nothing" ',gives-nothing,' "$(echo '{"rules":[{"pattern":"a","profile":[]}]}' >f.rc; "$tool" lint --csv f.rc)"
holds "row 91: shadowed" ',shadowed,' "$(echo '{"rules":[{"pattern":[],"profile":["k",1]},{"pattern":"a","profile":["k",2]}]}' >f.rc; "$tool" lint --csv f.rc)"
printf '{"rules":[{"pattern":"a","profile":["GLSyncToVblank",1]}]}' >f.rc
holds "$(row 92)" '__GL_SYNC_TO_VBLANK is set and beats it' "$(__GL_SYNC_TO_VBLANK= "$tool" which -f f.rc a)"
gets 95 "$(rule '"a\377"')" 'not used' --strict
gets 95 "$(rule '["a"]')" '^k = 1' --lenient
gets 95 "$(rule '"a"' | sed 's/]}]}/]},7]}/')" 'not used' --atomic
gets 96 "$same" '^k = 2' --last-profile

equal "every row has a check" "" "$(cut -d' ' -f1 rows | grep -vxF -f seen)"
finish
