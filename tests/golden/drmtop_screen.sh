# The screen of drmtop in a real terminal of 80 by 24: keys are pressed, the screen is read.
. tests/lib.sh
if ! have tmux; then
    skip "needs tmux"
    finish
    exit
fi
tmp=$(mktemp -d)
. tests/terminal.sh
trap 'terminal kill-server 2>/dev/null; rm -rf "$tmp"' EXIT
drmtop="${B:-build}/drmtop"
rec=examples/data/samples/drm/desktop
here=$PWD
program=$(cd "${B:-build}" && pwd)/drmtop

line() { screen | sed -n "$1p"; }

if ! terminal new-session -d -x 80 -y 24 "env LC_ALL=C XDG_CONFIG_HOME=$tmp/config PS1='ready>' PATH=\"$PATH\" sh" 2>"$tmp/err"; then
    skip "needs a tmux that starts: $(cat "$tmp/err")"
    finish
    exit
fi
terminal set-option -g status off
shows "a shell" 'ready>'
# Slow, so that the sweep on the screen stays the same while keys are pressed.
keys "$drmtop --replay $rec --sweep 8 --speed 0.1" Enter
shows "the title" '^drmtop  11 clients in 11 processes, 3 hidden'
shows "the position" 'recording 8/14 7.0s'
shows "a device" '^0 amdgpu 0000:03:00.0  4 clients'
shows "an engine" 'gfx      \[||||||||73.2%\]'
shows "the titles of the list" 'PID USER .* BUSYv .*COMMAND'
shows "the busiest client is marked" '^>  *3702 ml '
shows "no figure is no 0" '3766 ml  *2  *- -'
shows "the keys" '^?:Help'
[ "$(screen | awk '{if (length($0) > 80) bad = 1} END {print NR, bad + 0}')" = '24 0' ] && ok || fail "24 lines of 80 columns" "$(screen)"

keys M
shows "sorted by memory" '^>  *3702'
shows "the mark on the memory column" 'VRAMv'
line 13 | grep -q ' 4310 mira' && ok || fail "most memory first" "$(screen)"
keys r
shows "the other way round" 'VRAM^'
keys P r
keys Home Down
shows "one line down" '^>  *4310'
keys G
shows "the last line" '^>  *3766'
keys g

keys /
shows "the prompt of the filter" '^Filter: '
keys l u m e n
shows "only some clients" '^>  *1204 mira  *1  *16.8'
hides "the others" starfall
keys BSpace BSpace BSpace BSpace BSpace z z z
shows "no client" 'nothing passes the filter'
keys Escape
shows "the filter is given up" starfall
keys / h a r b o r Enter
hides "only the browser" starfall
shows "the filter stays" '^/harbor'
keys Escape
shows "the filter is taken away" starfall

keys t
shows "by process" 'Tree by process'
shows "a process and its clients" '|- lumen-shell +1'
keys t
shows "by device" '  0  *73.2 gfx 73.2 '
keys t d
shows "a line for each device" '^1 xe           vcs '
keys d
hides "no device" '^1 xe'
keys d
shows "all of the devices again" '^  vecs '

keys Home Enter
shows "details" 'device    amdxdna_accel_driver 0000:c5:00.1'
shows "an engine of the client" '^npu-amdxdna  *89.72 %'
shows "an engine over time" 'npu-amdxdna  *89\.7 % |.*| 100 %'
shows "memory of unknown size looks not full" 'memory  *1\.2G | *-*| 2\.0G'
keys q
shows "back from the details" 'COMMAND'
keys '?'
shows "help" 'all about the marked client'
keys G
shows "all of the help" "the kernel's own work"
keys Escape
shows "back from the help" 'COMMAND'

keys K
shows "no signal to the processes of a recording" 'not processes of this machine'

keys Space
shows "paused" PAUSED
keys Right
shows "the next sweep" '9/14 8.0s'
keys Left Left
shows "back again" '7/14 6.0s'
keys 0
shows "the first sweep" '1/14 0.0s'
shows "the first sweep has no figures" 'gfx      \[ *-\]'
keys Space + + + + + + +
shows "faster" 'x1[0-9]'
shows "the end" 'End of the recording'

terminal resize-window -x 40 -y 10 2>/dev/null
shows "a small screen" '^drmtop [0-9]* clients, 3 .*14/14'
[ "$(screen | awk '{if (length($0) > 40) bad = 1} END {print NR, bad + 0}')" = '10 0' ] && ok || fail "10 lines of 40 columns" "$(screen)"
terminal resize-window -x 120 -y 50 2>/dev/null
shows "a graph for each device on a large screen" '^  100  *[#:.]'
terminal resize-window -x 7 -y 2 2>/dev/null
sleep 0.3
terminal resize-window -x 80 -y 24 2>/dev/null
shows "the old size again" '^?:Help\|^End of'

keys C-z
shows "stopped: the shell is back" 'ready>'
keys 'stty -a | grep -c " icanon"' Enter
shows "lines are edited by the terminal again" '^1$'
keys 'jobs; fg' Enter
shows "it goes on" '^drmtop  '
keys q
shows "the end" 'ready>'
keys 'echo code $?' Enter
shows "exit code 0" 'code 0'
[ "$(terminal display-message -p '#{cursor_flag} #{alternate_on} #{wrap_flag}')" = '1 0 1' ] && ok || fail "cursor, screen and wrapping as before"

# Signals: the terminal is put back.
for signal in INT TERM HUP QUIT SEGV; do
    keys "clear; ulimit -c 0; sh -c 'echo \$\$ >$tmp/pid; exec $drmtop --replay $rec --speed 0.1'" Enter
    shows "it runs" '^drmtop  '
    kill -$signal "$(cat "$tmp/pid")"
    shows "the shell is back after SIG$signal" 'ready>'
    [ "$(terminal display-message -p '#{cursor_flag} #{alternate_on}')" = '1 0' ] && ok || fail "the terminal after SIG$signal"
done

# Colours.
keys "clear; sh -c 'echo \$\$ >$tmp/pid; exec $drmtop --replay $rec --speed 0.1'" Enter
shows "it runs" '^drmtop  '
terminal capture-pane -p -e | grep -q "$(printf '\033')\[[0-9;]*7m.*PID" && ok || fail "the titles are not in reverse" "$(terminal capture-pane -p -e | cat -v)"
keys q
shows "the end" 'ready>'

# A client that goes while its page is shown: the page stays, greyed out, then closes. It says why there is no figure.
mkdir -p "$tmp/root/7/fdinfo" "$tmp/root/8/fdinfo"
printf 'drm-driver:\tpanthor\ndrm-client-id:\t1\ndrm-maxfreq-panthor:\t5 Hz\n' >"$tmp/root/7/fdinfo/3"
printf 'drm-driver:\tx\ndrm-client-id:\t2\ndrm-engine-e:\t5 ns\n' >"$tmp/root/8/fdinfo/3"
keys "clear; $drmtop --interval 0.2 --sort pid --root $tmp/root" Enter
shows "two clients" '^drmtop  2 clients'
keys g Enter
shows "why there is no figure" '^panthor has no figure: profiling is off'
printf 'pos:\t0\n' >"$tmp/root/7/fdinfo/3" # a file stays readable when its folder goes
rm -r "$tmp/root/7"
shows "the client is gone" '^This client is gone'
shows "its page stays" '^panthor has no figure: profiling is off'
shows "then the list" '^drmtop  1 client in 1 process'
keys q
shows "the end" 'ready>'

# A recording that disappears while it is shown: the reason stays on the shell's screen.
cp -r $rec "$tmp/rec"
keys "clear; $drmtop --replay $tmp/rec --sweep 8 --speed 0.1" Enter
shows "a recording" 'recording 8/14'
rm -r "$tmp/rec"
keys 0
shows "the shell is back" 'ready>'
shows "the reason, after the alternate screen is left" "^drmtop: $tmp/rec/sweeps.txt: No such file or directory"
[ "$(terminal display-message -p '#{cursor_flag} #{alternate_on}')" = '1 0' ] && ok || fail "the terminal after an error"
keys 'echo code $?' Enter
shows "exit code 3" 'code 3'

# Columns are chosen, saved, and back the next time; options override settings; a wrong line is reported and ignored.
keys "clear; cd $tmp && $program --replay $here/$rec --sweep 8 --speed 0.1" Enter
shows "the usual columns" 'PID USER     DEV BUSYv ENGINES % .*VRAM   SYS COMMAND'
keys o
shows "the setup" '^> \[x\] pid '
shows "by the width" '^chosen by the width'
keys Down Space Down Space Down Space
shows "a column is switched on" '^> \[x\] type '
keys Escape
shows "other columns" 'PID TYPE BUSYv ENGINES %'
shows "the type of a client" '^>  *3702 C  *89.7'
keys r t
shows "by process" 'Tree by process'
keys W
shows "the settings are saved" "^Saved to $tmp/config/drmtop/settings"
keys w
shows "a snapshot" '^Saved to drmtop-[0-9]*-[0-9]*.txt'
keys q
shows "the end" 'ready>'
[ "$(grep -v '^#' "$tmp/config/drmtop/settings" | tr '\n' ' ')" = 'interval 1 sort busy reverse yes tree process full no devices full columns pid type busy engines vram sys command ' ] &&
    ok || fail "the settings" "$(cat "$tmp/config/drmtop/settings")"
grep -q '^ *PID  TYPE  BUSY%' "$tmp"/drmtop-*.txt && grep -q '^0 amdgpu 0000:03:00.0  4 clients' "$tmp"/drmtop-*.txt &&
    [ "$(grep -c '|-\|`-' "$tmp"/drmtop-*.txt)" -eq 2 ] && ok || fail "the snapshot" "$(cat "$tmp"/drmtop-*.txt)"
keys "clear; $program --replay $here/$rec --sweep 8 --speed 0.1 --tree none" Enter
shows "the settings are there" 'PID TYPE BUSY^ ENGINES %'
hides "an option overrides a setting" '(2 clients)'
keys q
shows "the end" 'ready>'
printf 'sort size\ntree device\n' >"$tmp/config/drmtop/settings"
keys "clear; $program --replay $here/$rec --sweep 8 --speed 0.1 --user ml" Enter
shows "a wrong setting is reported" "^$tmp/config/drmtop/settings:1:1: error: not understood: sort"
shows "the next one is taken" '  0  *55.5 '
hides "--user" mira
keys q
shows "the end" 'ready>'
rm -r "$tmp/config"
keys "clear; cd $here" Enter

# A client that has gone stays in the list for some seconds; a page shows its process over time; the mouse.
mkdir -p "$tmp/mouse/7/fdinfo" "$tmp/mouse/8/fdinfo" "$tmp/mouse/9/fdinfo"
for i in 7 8 9; do
    printf 'drm-driver:\tx\ndrm-client-id:\t%d\ndrm-engine-e:\t5 ns\ndrm-resident-vram:\t%d MiB\n' $i $i >"$tmp/mouse/$i/fdinfo/3"
    printf 'job%d\n' $i >"$tmp/mouse/$i/comm"
done
click() { terminal send-keys -l "$(printf '\033[<0;%d;%dM\033[<0;%d;%dm' "$1" "$2" "$1" "$2")"; } # column, line
keys "clear; $drmtop --interval 0.2 --sort pid --columns pid,busy,vram,command --root $tmp/mouse" Enter
shows "three clients" '^drmtop  3 clients'
shows "the first is marked" '^> *7 .* job7'
at=$(screen | grep -n '  9 .* job9' | cut -d: -f1)
click 10 "$at"
shows "a click marks a line" '^> *9 .* job9'
click 10 "$at"
shows "a second one opens its page" '^vram .* 9.0M .* device$'
shows "its engine over time" '^x e  *0.0 % *|.*_.*| 100 %'
shows "its region over time" '^x vram  *9.0M | *\.*| 16M'
keys q
shows "the list again" 'COMMAND'
head=$(screen | grep -n 'PID.*BUSY.*VRAM' | cut -d: -f1)
column=$(screen | grep 'PID.*BUSY.*VRAM' | sed 's/VRAM.*//' | wc -c)
click "$column" "$head"
shows "a click on a title sorts" 'Sorted by memory'
shows "the largest is first" 'VRAMv'
terminal send-keys -l "$(printf '\033[<65;5;5M')"
shows "the wheel moves the mark" '^> *7 .* job7'
printf 'pos:\t0\n' >"$tmp/mouse/9/fdinfo/3"
rm -r "$tmp/mouse/9"
shows "it is gone" '9 .* job9 (gone)'
shows "it is counted no longer" '^drmtop  2 clients'
hides "and after some seconds it is not there" 'job9'
keys q
shows "the end" 'ready>'

# The devices themselves: their line, and plots of busy and memory for the one that says so.
for d in 0 1; do mkdir -p "$tmp/live/sys/class/drm/card$d/device" "$tmp/live/proc"; done
printf 'DRIVER=i915\nPCI_SLOT_NAME=0000:00:02.0\n' >"$tmp/live/sys/class/drm/card0/device/uevent"
echo 350 >"$tmp/live/sys/class/drm/card0/gt_act_freq_mhz"
printf 'DRIVER=amdgpu\nPCI_SLOT_NAME=0000:03:00.0\n' >"$tmp/live/sys/class/drm/card1/device/uevent"
echo 97 >"$tmp/live/sys/class/drm/card1/device/gpu_busy_percent"
echo 8581545984 >"$tmp/live/sys/class/drm/card1/device/mem_info_vram_used"
echo 17163091968 >"$tmp/live/sys/class/drm/card1/device/mem_info_vram_total"
terminal resize-window -x 120 -y 30
keys "clear; $drmtop --interval 0.2 --root $tmp/live/proc" Enter
shows "a device without clients" '^0 i915 0000:00:02.0  no client'
line 30 | grep -q '^?:Help' && ok || fail "the keys are in the last line of 30" "$(screen)"
shows "its clock" '^  mem -  350 MHz '
shows "how busy the other one is, and its memory" '^  busy 97%  mem 8.0G/16G '
shows "both plots" '^  100  *[.:#][.:#]*  *16G *$'
shows "half of the memory" '^ *[.:#][.:#]*  *[.:#][.:#]*$'
[ "$(screen | grep -c '^  100 ')" -eq 1 ] && ok || fail "one device has nothing to plot" "$(screen)"
keys q
shows "the end" 'ready>'

# Memory of a device of unknown size: an axis that says so, and a plot that is not full.
mkdir -p "$tmp/free/7/fdinfo"
printf 'drm-driver:\tx\ndrm-client-id:\t2\ndrm-engine-e:\t5 ns\ndrm-resident-vram:\t700 MiB\n' >"$tmp/free/7/fdinfo/3"
keys "clear; $drmtop --interval 0.1 --root $tmp/free" Enter
shows "how full it is, some time later" '[#:.][#:.][#:.]$'
shows "the end of its axis is a guess" '^  100  *1\.0G? *$'
keys q
shows "the end" 'ready>'
keys "clear; $drmtop --interval 0.2 --root $tmp/live/proc" Enter
shows "the devices again" '^  busy 97%'
terminal resize-window -x 80 -y 24
keys d
shows "one line each" '^1 amdgpu  *busy  *\[|*97.0%\] mem 8.0G/16G'
keys q
shows "the end" 'ready>'

# The tree of parents, by its key.
for p in 7 8; do
    mkdir -p "$tmp/family/$p/fdinfo"
    printf 'drm-driver:\tx\ndrm-client-id:\t%s\ndrm-engine-e:\t5 ns\n' $p >"$tmp/family/$p/fdinfo/3"
    echo "job$p" >"$tmp/family/$p/comm"
    echo "$p (x) S $((p == 8 ? 7 : 1)) 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 5 0 10 0" >"$tmp/family/$p/stat"
done
keys "clear; $drmtop --interval 0.2 --root $tmp/family" Enter
shows "a list" ' job8'
keys t t t
shows "its message" 'Tree by parent'
shows "the child under its parent" '`- job8\|└─ job8'
keys t
shows "the list again" 'List of clients'
hides "no branch" '`- job8\|└─ job8'
keys q
shows "the end" 'ready>'

# This machine, whatever it has.
keys "clear; $drmtop --interval 0.1" Enter
shows "this machine" '^drmtop  [0-9]* client'
keys + +
shows "a longer interval" '0.5s$'
keys q
shows "the end" 'ready>'
finish
