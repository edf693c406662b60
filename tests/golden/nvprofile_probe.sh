# probe: the files and the script it writes, and what becomes of logs, good and hostile ones. The driver here is a program that
# reads the files with nvprofile and logs as published: "Parsing file PATH".
. tests/lib.sh
tool=${B:-build}/nvprofile
case $tool in /*) ;; *) tool=$PWD/$tool ;; esac
facts=$PWD/examples/data/driver-facts.tsv
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
unset __GL_APPLICATION_PROFILE __GL_APPLICATION_PROFILE_LOG
cd "$tmp" || exit 1
exits 0 "probe" "$tool" probe q
says 3 "is there already" "$tool" probe q
says 2 "probe takes a folder" "$tool" probe
says 2 "probe takes a folder" "$tool" probe q --read log
equal "a home for each question, the order, the baseline and the control" 12 "$(ls q/homes | wc -l)"

# A driver that compares beginnings of names, or whole ones
cat >gl <<'END2'
#!/bin/sh
for f in "$HOME"/.nv/nvidia-application-profiles-rc "$HOME"/.nv/nvidia-application-profiles-rc.d/* "$HOME"/.nv/nvidia-application-profiles-rc.d/.h*; do
    if [ -f "$f" ]; then echo "Parsing file $f" >&2; fi
done
echo "another line of the driver" >&2
"$TOOL" which --dso "$COMPARES" --library libc.so.6 --csv --exe /bin/gl -f "$HOME/.nv/nvidia-application-profiles-rc" gl 2>/dev/null | cut -d, -f1,2 | tr A-Z a-z
exit 0
END2
chmod +x gl
export TOOL="$tool"
for compares in prefix equal; do
    COMPARES=$compares sh q/run.sh ./gl >$compares.log
    sed -i.bak 's/^driver .*/driver 570.1/' $compares.log
    out=$("$tool" probe --read $compares.log)
    equal "$compares: all is known" 0 $?
    holds "$compares: the driver" '^570.1	dso-equal	yes	' "$out"
    holds "$compares: dso" "^570.1	dso-prefix	$([ $compares = prefix ] && echo yes || echo no)	" "$out"
    holds "$compares: a piece" '^570.1	dso-inside	no	' "$out"
    holds "$compares: order" '^570.1	folder-order	.*a-first' "$out"
    holds "$compares: a trailing comma" '^570.1	trailing-comma	no	' "$out"
    "$tool" probe --read $compares.log >$compares.tsv
done

# which takes facts: of this driver, else of all
mkdir -p r/home/.nv
export HOME=/home
printf '{"rules":[{"pattern":{"feature":"dso","matches":"libx"},"profile":["k",1]}]}\n' >r/home/.nv/nvidia-application-profiles-rc
holds "which: facts of this driver" '^k = 1' "$("$tool" which --root r --driver 570.1 --facts prefix.tsv --library libx.so a)"
says 0 "no settings (1 rule" "$tool" which --root r --driver 570.1 --facts equal.tsv --library libx.so a
says 1 "unknown: the rule" "$tool" which --root r --driver 571 --facts prefix.tsv --library libx.so a
says 1 "unknown: the rule" "$tool" which --root r --driver 570.1 --facts "$facts" --library libx.so a
says 3 "nowhere" "$tool" which --root r --facts nowhere a
says 0 "no settings (1 rule" "$tool" which --root r --driver 570.1 --dso equal --facts prefix.tsv --library libx.so a
holds "which -e: the fact that decides" '^fact  *dso-prefix: yes, driver 570.1; dso has the beginning' "$("$tool" which -e --root r --driver 570.1 --facts prefix.tsv --library libx.so a)"
omits "which -e --dso: no fact decides" "^fact  *dso" "$("$tool" which -e --root r --driver 570.1 --dso prefix --facts prefix.tsv --library libx.so a)"
decides() { # WHAT CODE PATTERN LINE: which with one more fact
    printf "$4\n" >one.tsv
    out=$("$tool" which -e --root r --driver 570.1 --facts one.tsv a 2>&1)
    equal "$1: exit code" "$2" $?
    holds "$1" "$3" "$out"
}
printf '{"rules":[{"pattern":"a","profile":["k",1]},{"pattern":"a","profile":["K",2]},{"pattern":7},{"pattern":"a","profile":"p"}],"profiles":[{"name":"p","settings":["p",1]},{"name":"p","settings":["p",2]}]}\n' >r/home/.nv/nvidia-application-profiles-rc
decides "without a fact the first profile counts" 0 '^p = 1' '570.2\tfirst-profile\tno\tx'
decides "a fact: the last profile counts" 0 '^p = 2' '570.1\tfirst-profile\tno\tx'
decides "without a fact case does not count" 0 '^p = 1' '*\tkey-case\tyes\tx'
omits "without a fact there is one key" '^K = 2' "$out"
decides "a fact: letter case counts" 0 '^K = 2' '*\tkey-case\tno\tx'
decides "a fact: a bad rule takes the file with it" 1 'no settings' '570.1\tbad-rule\tno\tx'
decides "a line of this driver counts before one of all" 0 '^K = 2' '*\tkey-case\tyes\tx\n570.1\tkey-case\tno\ty'

# The table that is built in: it proves that the file without a version counts, until a line of this driver says otherwise
rm r/home/.nv/nvidia-application-profiles-rc
mkdir -p r/usr/share/nvidia
printf '{"rules":[{"pattern":"a","profile":["k",1]}]}\n' >r/usr/share/nvidia/nvidia-application-profiles-rc
out=$("$tool" which -e --root r --driver 570.1 a)
equal "built in: certain" 0 $?
holds "built in: the setting" '^k = 1' "$out"
holds "built in: the fact and its source" '^fact  *unversioned-file: yes, every driver; a packager' "$out"
holds "built in: json" '"fact": "unversioned-file"' "$("$tool" which -e --json --root r --driver 570.1 a)"
decides "a file of facts counts before the table: unknown" 1 '^unknown: whether the rules of /usr/share/nvidia/nvidia-application-profiles-rc count: no fact' '*\tunversioned-file\tunknown\tx'
holds "a file of facts counts before the table: perhaps" '^k =? 1' "$out"
decides "a file of facts counts before the table: no" 1 '^unknown: .* a fact says that this driver does not read it' '570.1\tunversioned-file\tno\tx'
decides "another driver's line decides nothing" 0 '^k = 1' '570.2\tunversioned-file\tno\tx'
printf '\033[31m\tunversioned-file\tyes\t\033[31mx\n' >one.tsv
omits "facts: escape sequences stay out" "$(printf '\033')" "$("$tool" which -e --root r --driver "$(printf '\033[31m')" --facts one.tsv a)"
decides "hostile lines decide nothing" 0 '^k = 1' '\t\t\t\n570.1\n570.1\tunversioned-file\n*\t\tno\n\n'
rm r/usr/share/nvidia/nvidia-application-profiles-rc
has "facts: the file is a table" '^\*	folder-order	' "$facts"
equal "facts: every line has four columns" "" "$(grep -v '^#' "$facts" | awk -F'	' 'NF != 4')"

# Logs that answer nothing, or lie
sed '/^case control/,/^end/d' prefix.log >log
out=$("$tool" probe --read log)
equal "without the control" 1 $?
omits "without the control nothing is certain" '	yes	\|	no	' "$out"
sed 's/^end 0 .*/end 0 1 1/' prefix.log >log
omits "a mark without an effect answers nothing" '	yes	\|	no	' "$("$tool" probe --read log)"
sed 's/^end 0/end 1/' prefix.log >log
omits "a program that failed answers nothing" '	yes	\|	no	' "$("$tool" probe --read log)"
sed 's/^driver.*/driver ; rm -rf/' prefix.log >log
says 1 "unknown	dso-prefix" "$tool" probe --read log
printf 'case control\n' >log
says 3 "not a log" "$tool" probe --read log
: >log
says 3 "not a log" "$tool" probe --read log
printf 'nvprofile-probe 1\n\0case x\n' >log
says 3 "not a log" "$tool" probe --read log
printf 'nvprofile-probe 1\nend\ncase\ncase order\n| Parsing file \n| Parsing file /nvidia-application-profiles-rc.d/\033[31mx\nend 0' >log
out=$("$tool" probe --read log)
equal "cut" 1 $?
holds "cut: what its last whole line says" '^unknown	folder-order	[^	/]*x	' "$out"
omits "escape sequences stay out" "$(printf '\033')" "$out"
head -c 3000000 /dev/zero | tr '\0' 'x' >big
{ echo 'nvprofile-probe 1'; cat big; } >log
exits 1 "one long line" "$tool" probe --read log
exits 3 "no such log" "$tool" probe --read nowhere
finish
