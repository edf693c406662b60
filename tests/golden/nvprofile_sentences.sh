# Every sentence of sections 1 and 2 of docs/FORMAT-nvprofile.md that binds a reader has a check here that bears it as its name; the
# rest, which tells of the past, of drivers or of nvidia-settings, is listed at the end.
. tests/lib.sh
. tests/profiles.sh
awk '/^## / { on = /^## [12]\./ }
    !on || /^#/ || /^ *$/ { head = 1; next }
    /^\| *-/ { next }
    /^\|/ { if (!head) { split($0, cell, / \| /); sub(/^\| */, "", cell[1]); print cell[1] } head = 0; next }
    { head = 1; sub(/^(- |[0-9]\. )/, ""); gsub(/\.\)? [A-Z`(*_]/, "&\001"); count = split($0, part, "\001"); begin = ""
      for (i = 1; i < count; i++) { end = length(part[i]); print begin substr(part[i], 1, end - 2); begin = substr(part[i], end) }
      print begin part[count] }' "$page" >sentences
: >seen
row() { # WORDS: the sentence that begins with them
    awk -v words="$1" 'index($0, words) == 1 { print; found = 1; exit } END { if (!found) print "no sentence begins: " words }' sentences >row
    head -n 1 row | tee -a seen
}
given() { printf "$2" >"$1"; } # FILE TEXT
rules() { printf '{"rules":[%s]}' "$1"; }
feature() { rule "{\"feature\":\"$1\",\"matches\":\"$2\"}"; }

# 1.1 to 1.3: the model, switches, places
p='{"rules":[{"pattern":"a","profile":"p"}],"profiles":[{"name":"p","settings":["k",1,"l",2]}]}'
gets 'A *profile* is' "$p" '^k = 1'
gets 'A *profile* is' "$p" '^l = 2'
gets 'A *rule* ties' "$(rule '"a"')" '^k = 1'
gets 'A *rule* ties' "$(rule '"b"')" "$none"
gets 'In practice EGL' "$(rules '{"pattern":"a","profile":["VKDirectGSYNCAllowed",1]}')" '^VKDirectGSYNCAllowed = 1'
fresh
put $rc 1
echo '{"enabled":false}' >$globals
on 'Global switch: ' "$off by the globals file"
__GL_APPLICATION_PROFILE=1 on '`__GL_APPLICATION_PROFILE=1` enables' '^k = 1'
put root.rc 2
holds "$(row 'If HOME is unset')" '^k = 2' "$(unset HOME; cp r/root.rc r/etc/nvidia/nvidia-application-profiles-rc; "$tool" which --root r --driver 1.2 a)"
echo '{"enabled":' >$globals
on 'A file that is missing' '^k = 1'
mv $globals r/home/.nv/nvidia-application-profiles-globals-rc
echo '{"enabled":false}' >r/home/.nv/nvidia-application-profiles-globals-rc
on '(Spelling: ' '^k = 1'
on 'A file that is missing' '^k = 1'
__GL_APPLICATION_PROFILE=0 on '`__GL_APPLICATION_PROFILE=1` enables' "$off by the environment"
for log in 1:true 0:false; do
    holds "$(row '`__GL_APPLICATION_PROFILE_LOG=1`')" "\"log\": ${log#*:}" "$(__GL_APPLICATION_PROFILE_LOG=${log%:*} "$tool" which --json --root r a)"
done
holds "$(row 'Off when unset.')" '"log": false' "$("$tool" which --json --root r a)"
fresh
n=1
for place in '$HOME/.nv/nvidia-application-profiles-rc' '$HOME/.nv/nvidia-application-profiles-rc.d' /etc/nvidia/nvidia-application-profiles-rc \
    /etc/nvidia/nvidia-application-profiles-rc.d '/usr/share/nvidia/nvidia-application-profiles-<driver version>-rc' /usr/share/nvidia/nvidia-application-profiles-rc; do
    path=$(printf '%s' "$place" | sed "s,\$HOME,/home,; s,<driver version>,1.2,")
    case $path in *.d) mkdir "r/$path" && put "$path/x" $n ;; *) put "$path" $n ;; esac
    echo "$n $path $place" >>places
    n=$((n + 1))
done
while read -r n path place; do
    on "\`$place\`" "^k = $n"
    rm -r "r/$path"
done <places
put usr/share/nvidia/nvidia-application-profiles-rc 6
on 'FreeBSD installs only' '^k = 6'
fresh
mkdir r/$rc
put $rc/x 1
on 'Any entry may be' '^k = 1'
put $rc.d 2
rm -r r/$rc
on 'Any entry may be' '^k = 2'
mv r/$rc.d r/real
ln -s /real r/$rc.d
on 'Real case: ' '^k = 2'
fresh
mkdir -p r/$rc.d/y.d r/away
mkfifo r/etc/nvidia/nvidia-application-profiles-rc r/$rc.d/0
on 'Other file types' "$none"
put away/real 1
put $rc.d/y.d/x 3
put away/in-it 4
ln -s /away r/$rc.d/z
on 'Sub-directories, links' "$none"
ln -s /away/real r/$rc.d/10
put $rc.d/9 9
LC_ALL=C on 'A directory: ' '^k = 1'
rm r/$rc.d/9 r/$rc.d/10
put $rc.d/.x.swp~ 5
on 'There is **no name filter**' '^k = 5'

# 1.4 and 1.5: the language
fine 'JSON plus exactly' '{"rules":[{"pattern":"#","profile":["k",017,"l",0x1F,"m",0X1f]}]} # {' '"#".*"value":15,.*"value":31,.*"value":31,'
for text in '{}' '{"rules":[]}' '{"profiles":[]}' '{"profiles":[],"rules":[]}'; do fine 'Root: ' "$text" ''; done
fine 'Rule: ' "$(rule '"a"')" '"rules":\[{"at":\[1,11\],"pattern":.*,"profile":'
a='{"feature":"procname","matches":"a"}' b='{"feature":"procname","matches":"b"}'
for pattern in '"a"' "$a" "[$a]" "[$a,$a]"; do gets '`pattern`: a string' "$(rule "$pattern")" '^k = 1'; done
for pattern in '"b"' "[$a,$b]"; do gets '`pattern`: a string' "$(rule "$pattern")" "$none"; done
gets 'Empty array: ' "$(rule '[]')" '^k = 1'
given later.rc '{"profiles":[{"name":"p","settings":["k",1]}]}'
for profile in '"p"' '{"name":"q","settings":["k",1]}' '{"settings":["k",1]}' '["k",1]'; do
    gets '`profile`: a string' "$(rules "{\"pattern\":\"a\",\"profile\":$profile}")" '^k = 1' -f later.rc
done
reads 'Profile: `name`' '{"profiles":[{"settings":[]}]}' '"error","profile-no-name"'
fine 'Profile: `name`' "$(rules '{"pattern":"a","profile":{"settings":[]}}')" ''
for s in '"k",1,"l",2' '{"k":"k","v":1},{"key":"l","value":2}'; do gets '`settings`: either' "$(list "$s")" '^l = 2'; done
fine 'Value: ' "$(list '"k","x","l",1.5,"m",true,"n",false')" '"string".*"real".*"bool","value":true.*"bool","value":false'
reads 'Pattern primitive: ' "$(rule '{"feature":1,"matches":"a"}')" '"error","pattern-feature"'
reads 'Pattern primitive: ' "$(rule '{"feature":"procname","matches":1}')" '"error","pattern-matches"'
op() { printf '{"op":"%s","sub":%s}' "$1" "$2"; } # OP SUB
for pattern in "$(op and "[$a,$a]")" "$(op or "[$b,$a]")" "$(op not "$b")" "$(op and "$a")" "$(op or "$a")"; do
    gets 'Pattern operation: ' "$(rule "$pattern")" '^k = 1'
done
for pattern in "$(op and "[$a,$b]")" "$(op or "[$b,$b]")" "$(op not "$a")"; do gets 'Pattern operation: ' "$(rule "$pattern")" "$none"; done
for sub in '[]' "[$b,$b]"; do gets '`not` takes exactly' "$(rule "$(op not "$sub")")" "$none"; done
gets 'Nesting is allowed.' "$(rule "$(op not "$(op and "[$a,$(op or "[$b,$b]")]")")")" '^k = 1'
gets 'string as `pattern`' "$(rule '"a"')" '^k = 1'
gets 'string as a value' "$(rules '{"pattern":"a","profile":["k","1"]}')" '^k = "1"'
gets '`profile` as array' "$(rule '"a"')" '^k = 1'
reads 'empty `sub`' "$(rule "$(op and '[]')")" '"warning","empty-sub"'
reads 'quotes of member names' "{'rules':[]}" '"warning","single-quoted-name"'
value 'hexadecimal prefix' 0XF int 15
value 'hexadecimal prefix' 0xF int 15
reads 'sign before' "$(list '"k",-0xF')" '"value":-15,.*"note","signed-base"'
reads 'members' '{"x":1,"rules":[],"rules":[]}' '"note","unknown-member".*"warning","duplicate-member"'

# 1.6: precedence
given second.rc "$(rules '{"pattern":"a","profile":["k",3]}')"
gets 'Within a file' "$(rules '{"pattern":"a","profile":["k",1]},{"pattern":"a","profile":["k",2]}')" '^k = 1' -f second.rc
gets 'Within a file' "$(rules '{"pattern":"b","profile":["k",1]}')" '^k = 3' -f second.rc
example=$(rules '{"pattern":"a","profile":["a",1]},{"pattern":"a","profile":["a",0,"b",2]}')
given second.rc "$(rules '{"pattern":"a","profile":["a",0,"b",0,"c",3]}')"
for line in 'a = 1' 'b = 2' 'c = 3'; do
    gets 'All rules that match' "$example" "^$line" -f second.rc
    gets 'Documented example: ' "$example" "^$line" -f second.rc
done
gets 'Two rules with the same' "$(rules '{"pattern":"a","profile":{"name":"p","settings":["k",1]}},{"pattern":"a","profile":{"name":"q","settings":["l",2]}}')" '^l = 2'
__GL_YIELD=NOTHING gets 'Profiles beat global' "$(rules '{"pattern":"a","profile":["GLYield","USLEEP"]}')" '__GL_YIELD is set and beats it'

# 1.7: features
gets '`true`' "$(feature true anything)" '^k = 1'
gets '`procname`' "$(feature procname a)" '^k = 1' --exe /x/a
gets '`procname`' "$(feature procname /x/a)" "$none" --exe /x/a
gets '`commname`' "$(feature commname c)" '^k = 1' --comm c
gets '`cmdline`' "$(feature cmdline c)" '^k = 1' --argv 'x:\\b/c'
gets '`dso`' "$(feature dso libx.so)" '^k = 1' --library /y/libx.so
gets '`dso`' "$(feature dso /y/libx.so)" "$none" --library /y/libx.so --driver 1.2
mkdir bin
touch bin/a bin/b bin/c
gets '`findfile`' "$(findfile b:c)" '^k = 1' --exe "$dir/bin/a"
gets '`findfile`' "$(findfile b:d)" "$none" --exe "$dir/bin/a"
feature dso libGL.so.1 >f.rc
holds "$(row '`dso`: real names')" '\[dso-link\]' "$("$tool" lint f.rc)"
gets 'Detection happens once' "$(feature dso libx.so)" '^unknown: .*dso is not known'
printf '{"files":["f.rc"],"exe":"/bin/a","dso":["/y/libx.so"]}' >sun.json
feature dso /y/libx.so >f.rc
holds "$(row 'SunOS does *not* say')" '"key":"k"' "$("$tool" dump --resolve sun.json)"
gets '`cmdline` is meant' "$(feature cmdline Game.exe)" '^k = 1' --exe /opt/wine64-preloader --argv 'C:\\x\\Game.exe'
reads '**An unsupported' "$(rules "{\"pattern\":{\"feature\":\"tomorrow\",\"matches\":\"a\"},\"profile\":[]},{\"pattern\":\"a\",\"profile\":[\"k\",1]}")" '^{"used":true,.*"warning","unknown-feature"'
gets '**An unsupported' "$(cat f.rc)" '^k = 1'

# 1.8 to 1.10: keys
"$tool" keys --csv --root r >keys.csv
since() { has "$(row "$1")" "^$2,.*,$3,$4,[0-9.]*,$5," keys.csv; } # WORDS KEY VERSION EXACT DOCUMENTED
for key in EGLVisibleDGPUDevices:390.12 EGLVisibleTegraDevices:390.12 GLVidHeapReuseRatio:565.77; do
    since '319.12 first release' "${key%:*}" "${key#*:}" 1 1
done
row 'Documented list' | sed 's/.*: //; s/[,.]//g' | tr ' ' '\n' >documented
equal "$(row 'Documented list'): their number" 26 "$(wc -l <documented | tr -d ' ')"
while read -r key; do has "$(row 'Documented list')" "^$key,.*,580.105.08,1,built-in," keys.csv; done <documented
for key in $(tail -n 3 documented); do since 'Linux 440 lacks' "$key" 460.67 0 1; done
for key in $(grep -v ^EGL documented); do has "$(row 'Each except the two')" "^$key,.*,__GL_" keys.csv; done
for pair in GLFSAAMode:FSAA_MODE GLExtensionStringVersion:ExtensionStringVersion GLConformantBlitFramebufferScissor:ConformantBlitFramebufferScissor; do
    has "$(row 'Each except the two')" "^${pair%:*},.*,__GL_${pair#*:}," keys.csv
done
lacks "$(row 'Each except the two')" '^EGL.*,__GL_' keys.csv
for key in GLGSYNCAllowed ForceGLXTrueColorVisual GLVidHeapReuseRatio; do has "$(row 'It still has')" "^$key," keys.csv; done
echo '{"rules":[{"pattern":"a","profile":["Tomorrow",1]}]}' >f.rc
exits 0 "$(row 'Neither list is complete')" "$tool" lint f.rc
for key in ForceRequestedESVersion OVERRIDE_VENDORID HWSTATE_PER_CTX __GL_CPMM HostVisibleVidmem PinToPCores VKDirectGSYNCAllowed 0x528ab3 0x306c59 0xbb93f8 \
    0xe6056f 0x166c5e 10572898 GL23cd0e; do
    has "$(row 'Undocumented keys in V')" "^$key,.*,0,built-in," keys.csv
done
has "$(row '`nvprofile keys` has both')" '^PinToPCores,.*,570.133.07,0,570.153.02,0,' keys.csv
gets 'Keys are opaque' "$(rules '{"pattern":"a","profile":["0x0A",1,"10",2]}')" '^0x0A = 1'
gets 'Keys are opaque' "$(cat f.rc)" '^10 = 2'
fine '`EGLVisibleDGPUDevices` is' "$(list '"EGLVisibleDGPUDevices",0xFFFFFFFFFFFFFFFF')" '"type":"uint"'
fresh
doc() { printf '# a\n{"registry_keys":[%s]} # b\n' "$1"; } # ENTRIES
doc '{"key":"With","description":"d","type":"float"}' >r/usr/share/nvidia/nvidia-application-profiles-1.2-key-documentation
doc '{"key":"Without","description":"d","type":"integer"}' >r/usr/share/nvidia/nvidia-application-profiles-key-documentation
where='`/usr/share/nvidia/nvidia-application-profiles-<version>-key-documentation`'
for driver in 1.2:With 1.3:Without; do
    holds "$(row "$where")" "^${driver#*:},.*,file,d" "$("$tool" keys --csv --root r --driver "${driver%:*}")"
done
holds "$(row 'Same comment syntax')" '^With,float' "$("$tool" keys --csv --root r --driver 1.2)"
doc '7,{"key":1,"description":"d","type":"t"},{"key":"k"},{"key":"Last","description":"d","type":"string"}' >keys.json
holds "$(row 'Root object, member')" '"keys":\[{"key":"Last","type":"string","description":"d"}\],"skipped":3,' "$("$tool" dump --keys keys.json)"
holds "$(row 'G skips entries')" '"skipped":3,' "$("$tool" dump --keys keys.json)"
for type in boolean:true integer:1 string:'"x"' float:1.5; do
    doc "{\"key\":\"New\",\"description\":\"d\",\"type\":\"${type%%:*}\"}" >keys.json
    echo "{\"rules\":[{\"pattern\":\"a\",\"profile\":[\"New\",${type#*:}]}]}" >f.rc
    omits "$(row 'Types seen: ')" value-type "$("$tool" lint --keys keys.json f.rc)"
done
[ ! -d "$corpus" ] || for f in keydoc-linux-384.59.json:19 keydoc-freebsd-415.25.json:20 keydoc-linux-440.44.json:20 keydoc-linux-460.67.json:23 \
    keydoc-freebsd-535.129.03.json:24 keydoc-freebsd-570.133.07.json:25; do
    equal "$(row 'The key documentation file lists')" "${f#*:}" "$("$tool" dump --keys "$corpus/${f%:*}" | grep -o '"key":' | wc -l | tr -d ' ')"
done

# 1.11: shapes, in one file and in all that were found
cat >f.rc <<'END'
# head
{	"profiles"   : [ { "name":"one","settings":["a",1] },{"name":"two","settings":[{"key":"b","value":0x8001}]} ],
"rules":[{"pattern":"a","profile":"one"},{"pattern":{"feature":"procname","matches":"a"},"profile":"two"},{"pattern":[],"profile":["c",32769]},
{"pattern":{"op":"not","sub":{"feature":"procname","matches":"b"}},"profile":{"name":"three","settings":["d",true]}},{"pattern":"a","profile":"vendor's"}]}
END
printf %s "$(cat f.rc)" >g.rc
out=$("$tool" which -f g.rc -f f.rc a)
for line in 'a = 1' 'b = 0x8001' 'c = 32769' 'd = true'; do holds "$(row 'Both settings forms')" "^$line" "$out"; done
holds "$(row 'Both settings forms')" "^unknown: .*vendor's" "$out"
if [ -d "$corpus" ]; then
    for f in "$corpus"/vendor-*.rc; do
        fine 'All 21 vendor files' "$(sed 's/\\/\\\\/g; s/%/%%/g' "$f")" '"rules":\[{'
        omits "$(row 'All 21 vendor files')" '\[\(duplicate-profile\|undefined-profile\)\]' "$("$tool" lint --strict "$f")"
    done
else
    skip "needs ../shared/corpus"
fi

# 2: what nvidia-settings accepts and refuses, and what this reader makes of it (section 6)
gets 'pattern array, also' "$(rule '[]')" '^k = 1'
for text in "$(rules '{"profile":[]}')" "$(rules '{"pattern":[]}')" '{"profiles":[{"settings":[]}]}' "$(rules '{"pattern":[],"profile":{}}')" \
    "$(rules '{"pattern":[],"profile":{"name":1,"settings":[]}}')"; do
    reads 'rule without `pattern`' "$text" '^{"used":true,.*"error",'
done
reads '`matches` not a string' "$(rule '{"feature":"true","matches":1}')" '^{"used":true,.*"warning","true-matches"'
reads 'unknown feature name' "$(feature tomorrow a)" '^{"used":true,.*"warning"'
printf '{"x":1,"rules":[{"pattern":"a","profile":["k",1]}]}' >f.rc
"$tool" set f.rc rule:0 k 2
equal "$(row 'unknown members'): kept" '{"x":1,"rules":[{"pattern":"a","profile":["k",2]}]}' "$(cat f.rc)"
gets 'duplicate members' "$(rules '{"pattern":"b","pattern":"a","profile":["k",1]}')" '^k = 1'
gets 'undefined profile' "$(rules '{"pattern":"a","profile":"p"},{"pattern":"a","profile":["k",1]}')" '^k =? 1'
two='"profiles":[{"name":"p","settings":["k",1]},{"name":"p","settings":["k",2]}]'
gets 'same profile name twice' "{\"rules\":[{\"pattern\":\"a\",\"profile\":\"p\"}],$two}" '^k = 1'
given second.rc '{"rules":[{"pattern":"a","profile":"p"}],"profiles":[{"name":"p","settings":["k",2]}]}'
gets 'same profile name in a later' '{"profiles":[{"name":"p","settings":["k",1]}]}' '^k = 1' -f second.rc
gets 'inline object with name' "$(rules '{"pattern":"b","profile":{"name":"p","settings":["k",1]}},{"pattern":"a","profile":"p"}')" '^k = 1'
gets 'inline without name' "$(rules '{"pattern":"b","profile":{"settings":["k",1]}},{"pattern":"a","profile":"inline_0"},{"pattern":"a","profile":["k",2]}')" '^k =? 2'
reads 'settings form' "$(list '"k",1,{"k":"l","v":1}')" '"error","settings-mixed"'
gets 'setting object with both' "$(list '{"k":"l","key":"k","v":2,"value":1}')" '^k = 1'
for s in '"k"' '1,2' '"k",null' '"k",[]' '"k",{}'; do reads 'odd number of elements' "$(list "$s")" '^{"used":true,.*"error","settings-'; done
reads 'empty settings array' '{"profiles":[{"name":"","settings":[]}]}' '^{"used":true,.*"warning","empty-name"'
for n in 0xF00D:61453 0XF:15 017:15 00:0; do value '`0xF00D`, `0XF`' "${n%:*}" int "${n#*:}"; done
for n in 08 0x 0xFG 01.5; do no_value '`08`, `0x`' $n bad-number; done
reads '`08`, `0x`' "$(list '"k",0x10000000000000000')" '^{"used":true,.*"warning","integer-range"'
value 'integer over' 0xFFFFFFFFFFFFFFFF uint 18446744073709551615
value '`1e+010`' 1e+010 real 10000000000
for text in '{"rules":[],}' "$(rule "'a'")" '// a\n{}' '/* a */{}' '\357\273\277{}' '{}{}' "$(rule True)"; do
    reads 'trailing comma, single' "$text" '^{"used":false,'
done
reads 'invalid UTF-8, lone' "$(rule '"\377"')" '^{"used":true,.*"warning","invalid-utf8"'
for text in '\\ud800' '\\u0000' '\001'; do reads 'invalid UTF-8, lone' "$(rule "\"$text\"")" '^{"used":false,'; done
for text in '' '# a' '[]'; do reads 'empty file, file' "$text" '^{"used":false,'; done
fine '`{}`' '{}' ''
deep() { printf '{"x":'; printf "%$1s" '' | tr ' ' '['; printf "%$1s" '' | tr ' ' ']'; printf '}'; } # LEVELS
reads '2047 arrays nested' "$(deep 127)" '^{"used":true,'
wrong '2047 arrays nested' "$(deep 128)" depth
fresh
mkdir r/$rc.d
put $rc.d/.x 1
on 'Hidden files and' '^k = 1'
rm r/$rc.d/.x
mkfifo r/$rc.d/x
on 'Look at the type first' "$none"
echo '{"enabled":false} # off' >$globals
on 'A `#` comment there' "$off"
for text in '{"enabled":0}:type' '{"Enabled":false}:no-enabled' '[]:malformed'; do
    echo "${text%:*}" >$globals
    put $rc 2
    on 'A `#` comment there' '^k = 2'
    holds "$(row 'A `#` comment there')" "\\[globals-${text##*:}\\]" "$("$tool" lint --root r)"
done
echo '{"enabled":false,"enabled":true}' >$globals
on 'Of duplicate members' '^k = 2'

# What tells of drivers, of their past and their texts, and of what nvidia-settings does by itself
while read -r words; do row "$words" >/dev/null; done <<'END'
Settings are applied when
The documented scope is
(Until 319.x
P: the path table
The printed grammar disagrees
Prose and sample win
The Linux text suggests
GUI history
V: the Linux and FreeBSD
Largest file
The only public implementation
Reads by line.
It drops empty lines
Hence the line numbers
Turns the superset
Parses with jansson
Builds its model
A comment in its source
Search path: entries 1 to 4
Directory: scandir
`10` sorts
It opens each entry
Missing files are ignored
Globals file: plain
Indented by four
Comments, number bases
Reals get 17
Writing is not atomic
Backup of a top
Backup of a file in
A regular file in the way
Parent directories
A file counts as
Fatal: 
Not fatal: 
Hints: 
It warns when
Integers are shown
Quirks: 
END
equal "no name of a check without its sentence" "" "$(grep '^no sentence' seen)"
equal "every sentence has its check" "" "$(grep -vxF -f seen sentences)"
finish
