# For tests of docs/FORMAT-nvprofile.md, after tests/lib.sh: what a file says, what program a gets from it, and a machine to put
# files on. N is what the script's own function row makes the name of the check of.
tool=${B:-build}/nvprofile
case $tool in /*) ;; *) tool=$PWD/$tool ;; esac
page=$PWD/docs/FORMAT-nvprofile.md
corpus=$PWD/../shared/corpus/nvprofile
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
unset __GL_APPLICATION_PROFILE __GL_APPLICATION_PROFILE_LOG __GL_SYNC_TO_VBLANK
export HOME=/home
cd "$dir" || exit 1
reads() { # N TEXT PATTERN: how a file is read
    printf "$2" >f.rc
    holds "$(row "$1")" "$3" "$("$tool" dump f.rc 2>&1)"
}
wrong() { reads "$1" "$2" '^{"used":false,.*'"\"$3\""; } # N TEXT CODE: an error, and the file is not used
fine() { reads "$1" "$2" '^{"used":true,.*'"$3"'.*"diagnostics":\[\]}$'; }
value() { fine "$1" "{\"rules\":[{\"pattern\":\"a\",\"profile\":[\"k\",$2]}]}" "\"type\":\"$3\",\"value\":$4,"; } # N NUMBER TYPE VALUE
no_value() { wrong "$1" "{\"rules\":[{\"pattern\":\"a\",\"profile\":[\"k\",$2]}]}" "$3"; }
gets() { # N TEXT PATTERN OPTIONS...: what program a gets
    printf "$2" >f.rc
    gets_row=$1 gets_pattern=$3
    shift 3
    holds "$(row "$gets_row")" "$gets_pattern" "$("$tool" which -f f.rc "$@" a 2>&1)"
}
none='^a: no settings ('
rule() { printf '{"rules":[{"pattern":%s,"profile":["k",1]}]}' "$1"; } # PATTERN
list() { printf '{"rules":[{"pattern":"a","profile":[%s]},{"pattern":"a","profile":["other",1]}]}' "$1"; } # SETTINGS
findfile() { rule "{\"feature\":\"findfile\",\"matches\":\"$1\"}"; }

# A machine below r
fresh() {
    rm -rf r
    mkdir -p r/home/.nv r/etc/nvidia r/usr/share/nvidia
}
put() { rule '"a"' | sed "s/\"k\",1/\"k\",$2/" >"r/$1"; } # PATH VALUE
on() { # N PATTERN OPTIONS...: what a gets on that machine
    on_row=$1 on_pattern=$2
    shift 2
    holds "$(row "$on_row")" "$on_pattern" "$("$tool" which --root r --driver 1.2 "$@" a 2>&1)"
}
on_denied() { # N PATTERN: the same where permissions count, so not for root
    set -- "$1" "$2" "$("$tool" which --root r --driver 1.2 a 2>&1)"
    if [ "$(id -u)" = 0 ] && chmod 755 . && setpriv --reuid 65534 --clear-groups "$tool" --version >/dev/null 2>&1; then
        set -- "$1" "$2" "$(setpriv --reuid 65534 --clear-groups "$tool" which --root r --driver 1.2 a 2>&1)"
    elif [ "$(id -u)" = 0 ]; then
        skip "needs a user without all rights: $(row "$1")"
        return
    fi
    holds "$(row "$1")" "$2" "$3"
}
rc=home/.nv/nvidia-application-profiles-rc
globals=r/home/.nv/nvidia-application-profile-globals-rc
off='no settings, since profiles are disabled'
