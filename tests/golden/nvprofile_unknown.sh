# What is not known is never "no": which follows env and scripts to the process, and says what it could not find out.
. tests/lib.sh
tool=${B:-build}/nvprofile
case $tool in /*) ;; *) tool=$PWD/$tool ;; esac
samples=$PWD/examples/data/samples/nvprofile
corpus=$PWD/../shared/corpus/nvprofile
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
unset __GL_APPLICATION_PROFILE __GL_APPLICATION_PROFILE_LOG __GL_SYNC_TO_VBLANK __GL_YIELD
export HOME=/home
cd "$dir" || exit 1
r=$dir/root
rc=$r/home/.nv/nvidia-application-profiles-rc
mkdir -p "$r/home/.nv" bin
real=$(readlink -f "$(command -v cat)")
name=$(basename "$real")
cp "$real" "bin/painter"
printf '{"rules":[{"pattern":"painter","profile":["k",1]},{"pattern":{"feature":"commname","matches":"painter"},"profile":["c",2]},{"pattern":{"feature":"cmdline","matches":"brush"},"profile":["a",3]}]}\n' >"$rc"

# env: the process is the program that env starts
env=$(command -v env)
script() { # NAME, LINE...: a script beginning with these lines
    s_name=$1
    shift
    printf '%s\n' "$@" >"$s_name"
    chmod +x "$s_name"
}
starts() { # WHAT CODE PATTERN WORDS...: which -e of a command
    st_what=$1 st_code=$2 st_pattern=$3
    shift 3
    st_out=$(PATH=$dir/bin:$PATH "$tool" which -e --root "$r" -- "$@" 2>&1)
    equal "$st_what: exit code" "$st_code" $?
    holds "$st_what" "$st_pattern" "$st_out"
}
runs() { # the same as one check
    st_what=$1 st_code=$2 st_pattern=$3
    shift 3
    st_out=$(PATH=$dir/bin:$PATH "$tool" which -e --root "$r" -- "$@" 2>&1)
    st_got=$?
    if [ $st_got = "$st_code" ] && printf '%s\n' "$st_out" | grep -q -e "$st_pattern"; then ok; else fail "$st_what: exit code $st_got, or nothing matches $st_pattern" "$st_out"; fi
}
script g.py "#!$env painter"
starts "env in a script" 0 "^exe  *$dir/bin/painter\$" ./g.py
starts "env in a script: its setting" 0 '^k = 1' ./g.py
starts "env in a script: command name" 0 '^c = 2' ./g.py
starts "env in a script: argument 0" 0 '^argv0  *painter$' ./g.py
script g.py "#!$env -S A=1 painter -u"
starts "env -S" 0 '^k = 1' ./g.py
script g.py "#!$env -S -i PATH=$dir/bin HOME=/home painter"
starts "env -S -i PATH=" 0 '^k = 1' ./g.py
script g.py "#!$env -S -u HOME painter"
starts "env -u HOME: no file of the user" 0 'no settings' ./g.py
script g.py "#!$env -S \"painter\" 'a b'"
starts "env -S with quotes" 0 '^k = 1' ./g.py
script g.py "#!$env -S --argv0=brush painter"
starts "env --argv0" 0 '^a = 3' ./g.py
script g.py "#!$env painter -u"
starts "env without -S takes one word" 1 '^unknown: .*painter -u' ./g.py
script g.py "#!$env nowhere-to-be-found"
starts "env: no such program" 1 '^unknown: .*nowhere-to-be-found' ./g.py
omits "env: no such program is not a no" 'no settings (' "$st_out"
script g.py "#!$env --strange painter"
starts "env: an option of tomorrow" 1 '^unknown: ' ./g.py
script g.py "#!$dir/bin/nothing"
starts "an interpreter that is not there" 1 '^unknown: ' ./g.py
starts "env on the command line" 0 '^k = 1' env A=1 painter x
starts "env on the command line: a variable counts" 0 'disabled by the environment' env __GL_APPLICATION_PROFILE=0 painter
starts "env -C" 0 '^k = 1' env -C "$dir/bin" ./painter
for words in "-i HOME=/home PATH=$dir/bin" "-v" "-0" "-u A" "-uA" "--unset A" "--unset=A" "--ignore-environment HOME=/home PATH=$dir/bin" "-C /" "--chdir /" "--chdir=/" \
    "--debug" "--null" "--block-signal" "--block-signal=INT" "--default-signal" "--ignore-signal=INT" "--list-signal-handling" "--" "A=1 B=2"; do
    # shellcheck disable=SC2086
    runs "env $words" 0 '^k = 1' env $words painter
done
for words in "-a brush" "-abrush" "--argv0 brush"; do
    # shellcheck disable=SC2086
    runs "env $words" 0 '^a = 3' env $words painter
done
for words in "-u" "--unset" "-x painter" "--unsett A painter" "--debu painter" "A=1"; do
    # shellcheck disable=SC2086
    runs "env $words" 1 '^unknown: ' env $words
done
export GAME=painter
for text in '${GAME}' 'pain"ter"' "'painter'" 'A=\_b\tc painter' 'painter # ${GONE}' 'painter\c ${'; do runs "env -S $text" 0 '^k = 1' env -S "$text"; done
for text in '$GAME' '${GAME' '"painter' '\q' "'painter"; do
    runs "env -S $text" 1 "^unknown: what runs: env -S cannot split" env -S "$text"
    holds "env -S $text: which text" "$(printf '%s' "$text" | sed 's/[$\\]/\\&/g')\"" "$st_out"
done
script one "#!$dir/two"
script two "#!$dir/one"
starts "scripts in a circle" 1 '^unknown: ' ./one
printf 'text\n' >plain
chmod +x plain
starts "neither a program nor a script" 1 '^unknown: ' ./plain
for fact in exe comm argv0; do holds "neither a program nor a script: $fact" "^$fact  *unknown\$" "$st_out"; done
holds "env: json names what is not known" '"what": "program"' "$("$tool" which --json --root "$r" -- ./plain)"
script shell "#!/bin/sh" "exec painter"
starts "a shell script starts others" 1 '^unknown: .*shell script' ./shell
for words in "sh -c painter" "sh ./shell" "env nice painter" "timeout 5 painter"; do
    # shellcheck disable=SC2086
    starts "$words starts others" 1 '^unknown: what .* starts: this is what .* gets; --exe PATH' $words
done
starts "a shell alone" 0 'no settings' sh

# Files beside the program: those of the folder that the command is in
printf '{"rules":[{"pattern":{"feature":"findfile","matches":"brush"},"profile":["k",5]}]}\n' >"$rc"
touch bin/brush
runs "a file beside the program" 0 '^k = 5' painter
runs "a file beside the program, by its path" 0 '^k = 5' bin/painter
mv bin/brush brush
runs "a file beside the caller" 0 'no settings' painter

# A profile that no file defines, and the file of the driver that was not read
printf '{"rules":[{"pattern":"painter","profile":"No VidMem Reuse"}]}\n' >"$rc"
out=$("$tool" which --root "$r" painter)
equal "an undefined profile without the driver's file" 1 $?
holds "an undefined profile is named" '^unknown: .*"No VidMem Reuse"' "$out"
omits "an undefined profile is not a no" 'no settings (' "$out"
out=$("$tool" which --json --root "$r" painter)
holds "an undefined profile: json counts it" '"unknown": 1,' "$out"
holds "an undefined profile: json names it" '"what": "profile"' "$out"
out=$("$tool" which --root "$r" --driver 1.2 painter)
equal "an undefined profile with a known driver is defined nowhere" 0 $?
mkdir -p "$r/usr/share/nvidia"
printf '{"profiles":[{"name":"No VidMem Reuse","settings":["GLVidHeapReuseRatio",0]}]}\n' >"$r/usr/share/nvidia/nvidia-application-profiles-1.2-rc"
holds "with the driver's file it is a setting" '^GLVidHeapReuseRatio = 0' "$("$tool" which --root "$r" --driver 1.2 painter)"
out=$("$tool" which --root "$r" painter)
holds "the version that is missing is named" '^unknown: .*--driver 1.2' "$out"
printf '{"rules":[{"pattern":"painter","profile":["k",1]}]}\n' >"$rc"
says 1 "--driver 1.2" "$tool" which --root "$r" other
says 1 "--driver 1.2" "$tool" show --root "$r"
exits 0 "with the version all is known" "$tool" which --root "$r" --driver 1.2 other
printf '{"rules":[{"pattern":"a","profile":"made up"}]}\n' >m.rc
says 1 '"made up"' "$tool" which -f m.rc --known "made up" a
omits "lint knows the driver's profiles where its file is left out" 'undefined-profile' "$(rm "$r"/usr/share/nvidia/*; printf '{"rules":[{"pattern":"a","profile":"No VidMem Reuse"}]}\n' >"$rc"; "$tool" lint --root "$r")"
if [ -d "$corpus" ]; then
    cp "$corpus/popos-vram-limit" "$rc"
    says 1 "No VidMem Reuse" "$tool" which --root "$r" niri
    cp "$corpus/cachyos-limit-vram-usage" "$rc"
    says 1 "No VidMem Reuse" "$tool" which --root "$r" discord
    # dso: a prefix is not a no
    cp "$corpus/vendor-freebsd-570.133.07.rc" "$rc"
    out=$("$tool" which --root "$r" --library /usr/lib/libmutter-16.so.0 magpie)
    equal "dso: a prefix" 1 $?
    holds "dso: a prefix with equal" '^unknown: .*"libmutter"' "$out"
    holds "dso: a prefix with prefix" 'with --dso prefix: GL' "$out"
    says 0 "GL" "$tool" which --root "$r" --dso prefix --library /usr/lib/libmutter-16.so.0 magpie
    exits 0 "dso: equal" "$tool" which --root "$r" --dso equal --library /usr/lib/libmutter-16.so.0 magpie
    has "lint: names that only a prefix matches" '"libmutter".*\[dso-prefix\]' /dev/stdin <<END2
$("$tool" lint --root "$r" "$rc")
END2
else
    skip "needs ../shared/corpus"
fi
printf '{"rules":[{"pattern":{"feature":"dso","matches":"libx"},"profile":["k",1]},{"pattern":"a","profile":["k",2]}]}\n' >"$rc"
out=$("$tool" which --root "$r" --library libx.so.1 a)
equal "dso: unknown" 1 $?
holds "dso: what is certain is shown with a question" '^k =? 2' "$out"
holds "dso: with prefix" 'with --dso prefix: k = 1' "$out"
holds "dso: with equal" 'with --dso equal: k = 2' "$out"
holds "dso: json has both" '"dso": *"prefix"' "$("$tool" which --json --root "$r" --library libx.so.1 a)"
says 2 "equal, prefix" "$tool" which --dso both a
printf '{"rules":[{"pattern":"a","profile":["k",2]},{"pattern":{"feature":"dso","matches":"libx"},"profile":["k",1]}]}\n' >"$rc"
exits 0 "a rule that can change nothing is no doubt" "$tool" which --root "$r" --library libx.so.1 a
omits "and no reason for two answers" 'with --dso' "$("$tool" which --root "$r" --library libx.so.1 a)"
holds "and no reason for two answers: json" '"answers": \[\]' "$("$tool" which --json --root "$r" --library libx.so.1 a)"

# What only another user may read: for root, a user without rights and without processes asks
chmod 755 "$dir"
mkdir closed nothing
if [ "$(id -u)" = 0 ] && setpriv --reuid 54321 --clear-groups "$tool" --version >/dev/null 2>&1; then
    chmod 700 closed
    other() { setpriv --reuid 54321 --clear-groups "$@"; }
    says_line 0 "1 other process: no settings" other "$tool" which --session --root nothing
    printf '{"rules":[{"pattern":[],"profile":["k",6]}]}\n' >"$rc"
    says_line 0 "0 other processes: no settings" other "$tool" which --session --root "$r"
    says_line 1 "unknown: what nvidia-settings keeps, since the home directory cannot be read" other "$tool" which -e --root nothing $$
    says_line 1 "home       unknown" other "$tool" which -e --root nothing $$
else
    chmod 0 closed
    other() { "$@"; }
    skip "needs root and setpriv"
fi
if [ "$(id -u)" != 0 ] || [ "$(other id -u)" != 0 ]; then
    echo '{"rules":[]}' >m.rc
    for word in show lint; do says_line 3 "nvprofile: closed: Permission denied" other "$tool" $word closed m.rc; done
fi
chmod 755 closed

# --home where it changes nothing
echo '{"rules":[]}' >m.rc
says 0 "--home changes nothing" "$tool" lint --home /nowhere m.rc
says 0 "--home changes nothing" "$tool" show --home /nowhere m.rc
holds "lint: --home" '^/other/.nv' "$(mkdir -p "$r/other/.nv"; echo '{"enabled":' >"$r/other/.nv/nvidia-application-profile-globals-rc"; "$tool" lint --root "$r" --home /other)"
holds "show: --home" ' /other/.nv/nvidia-application-profiles-rc' "$(rm -r "$r/other/.nv"; "$tool" show --root "$r" --home /other)"

# A rule that cannot be decided names what is missing, whatever else holds
cat >m.rc <<'END'
{"rules":[{"pattern":{"op":"and","sub":[{"feature":"procname","matches":"painter"},{"op":"not","sub":[{"feature":"dso","matches":"libred.so"}]}]},"profile":["r",1]},
 {"pattern":{"op":"or","sub":[{"feature":"dso","matches":"libgreen.so"},{"feature":"procname","matches":"other"}]},"profile":["g",2]},
 {"pattern":{"op":"or","sub":[{"feature":"dso","matches":"libblue.so"},{"feature":"procname","matches":"painter"}]},"profile":["b",3]}]}
END
prints "rules that are not certain" sh -c "'$tool' which -e -f m.rc painter | sed -n '/^yes/,/^\$/p'" <<'END'
yes?  m.rc:1:11
      all patterns hold, but dso is not known here: "libred.so": 1 in force
no?   m.rc:2:2
      no pattern holds, but dso is not known here: "libgreen.so"
yes   m.rc:3:2
      procname is "painter": 1 in force

END
prints "rules that are certain" sh -c "'$tool' which -e --library libred.so -f m.rc painter | sed -n '/^no /,/^\$/p'" <<'END'
no    m.rc:1:11
      dso has "libred.so", below a 'not'
no    m.rc:2:2
      no pattern holds
yes   m.rc:3:2
      procname is "painter": 1 in force

END

# A link that leads nowhere is not replaced
rm "$rc"
ln -s ../dotfiles/rc "$rc"
says 3 "a link to ../dotfiles/rc" "$tool" add --root "$r" firefox GLYield=NOTHING
[ -L "$rc" ] && ok || fail "a link that leads nowhere is still one"
rm "$rc"
finish
