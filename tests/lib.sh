# For tests that are scripts: ". tests/lib.sh", then check and skip, then finish. They run in the top folder.
passed=0 failed=0 skipped=0
ok() { passed=$((passed + 1)); }
fail() { # what, details; with STOP=1 the script ends here
    failed=$((failed + 1))
    [ -z "${STOP:-}" ] || exit 1
    echo "FAILED $1"
    shift
    [ $# -eq 0 ] || printf '%s\n' "$@" | head -n 40
}
skip() { # why
    skipped=$((skipped + 1))
    echo "skipped: $1"
}
# check NAME COMMAND...: passes when the command exits 0; prints its output when not.
check() {
    check_name=$1
    shift
    if check_out=$("$@" 2>&1); then ok; else fail "$check_name" "$check_out"; fi
}
# exits CODE NAME COMMAND...: passes when the command exits with this code, and, unless that is 0, does not do so without a word.
exits() {
    exits_code=$1 exits_name=$2
    shift 2
    exits_out=$("$@" 2>&1 </dev/null)
    exits_got=$?
    if [ $exits_got -ne 0 ] && [ -z "$exits_out" ]; then fail "$exits_name: exit code $exits_got without a word"
    elif [ $exits_got -eq "$exits_code" ]; then ok; else fail "$exits_name: expected exit code $exits_code, found $exits_got" "$exits_out"; fi
}
# says CODE WORDS COMMAND...: exits with CODE and says WORDS, on either stream.
says() {
    says_code=$1 says_words=$2
    shift 2
    says_out=$("$@" 2>&1 </dev/null)
    says_got=$?
    if [ $says_got -ne "$says_code" ]; then fail "$*: expected exit code $says_code, found $says_got" "$says_out"
    else case $says_out in
        *"$says_words"*) ok ;;
        *) fail "$*: does not say \"$says_words\"" "$says_out" ;;
    esac; fi
}
# says_line CODE LINE COMMAND...: the same, and LINE is a whole line.
says_line() {
    line_code=$1 line_text=$2
    shift 2
    line_out=$("$@" 2>&1 </dev/null)
    line_got=$?
    if [ $line_got -ne "$line_code" ]; then fail "$*: expected exit code $line_code, found $line_got" "$line_out"
    elif printf '%s\n' "$line_out" | grep -qxF -e "$line_text"; then ok
    else fail "$*: no line \"$line_text\"" "$line_out"; fi
}
# equal NAME EXPECTED FOUND: two texts.
equal() { if [ "$2" = "$3" ]; then ok; else fail "$1" "expected: $2" "found:    $3"; fi; }
# Nothing is no answer: the following fail where what they look at is missing or empty, as it is when a command did not run.
there() { # NAME FILE
    if [ -s "$2" ]; then return 0; fi
    fail "$1: $2 is missing or empty"
    return 1
}
# same NAME EXPECTED FOUND: two files.
same() { if there "$1" "$2" && { cmp -s "$2" "$3" || { fail "$1" "$(diff "$2" "$3" 2>&1)"; false; }; }; then ok; fi; }
# alike NAME EXPECTED FOUND: two files that may well be empty; something else shows that the commands ran.
alike() { if [ -f "$2" ] && cmp -s "$2" "$3"; then ok; else fail "$1" "$(diff "$2" "$3" 2>&1)"; fi; }
# has NAME PATTERN FILE, lacks NAME PATTERN FILE: a line of the file matches, or none does.
has() { if grep -q -e "$2" "$3"; then ok; else fail "$1: nothing matches $2" "$(head -c 2000 "$3")"; fi; }
lacks() { there "$1" "$3" && if grep -q -e "$2" "$3"; then fail "$1: $2 is there" "$(grep -e "$2" "$3" | cut -c 1-300)"; else ok; fi; }
# holds NAME PATTERN TEXT, omits NAME PATTERN TEXT: the same of a text.
holds() { if printf '%s\n' "$3" | grep -q -e "$2"; then ok; else fail "$1: nothing matches $2" "$3"; fi; }
omits() {
    if [ -z "$3" ]; then fail "$1: the text is empty"
    elif printf '%s\n' "$3" | grep -q -e "$2"; then fail "$1: $2 is there" "$3"
    else ok; fi
}

# The following keep what a command prints in the script's own folder, $tmp or $work.
# prints NAME COMMAND...: it prints what is on standard input; messages do not matter.
prints() {
    prints_name=$1 prints_in=${tmp:-$work}
    shift
    cat >"$prints_in/want"
    "$@" >"$prints_in/got" 2>"$prints_in/errors" </dev/null
    if cmp -s "$prints_in/want" "$prints_in/got"; then ok
    else fail "$prints_name" "$(diff "$prints_in/want" "$prints_in/got")" "$(cat "$prints_in/errors")"; fi
}
# page FILE COMMAND...: it prints that file of the folder $want, without a message. UPDATE=1 writes the file anew.
page() {
    page_file=$want/$1 page_in=${tmp:-$work}
    shift
    "$@" >"$page_in/out" 2>"$page_in/err" </dev/null
    [ -z "${UPDATE:-}" ] || cp "$page_in/out" "$page_file"
    if cmp -s "$page_in/out" "$page_file" && [ ! -s "$page_in/err" ]; then ok
    else fail "$*" "$(diff "$page_file" "$page_in/out")" "$(cat "$page_in/err")"; fi
}
# golden NAME COMMAND...: its messages, its output and its exit code are those in NAME.txt of the folder $want. UPDATE=1 as above.
golden() {
    golden_file=$want/$1.txt golden_in=${tmp:-$work}
    shift
    "$@" >"$golden_in/said" 2>"$golden_in/out" </dev/null
    golden_code=$?
    cat "$golden_in/said" >>"$golden_in/out"
    echo "exit $golden_code" >>"$golden_in/out"
    [ -z "${UPDATE:-}" ] || cp "$golden_in/out" "$golden_file"
    if cmp -s "$golden_in/out" "$golden_file"; then ok; else fail "$*" "$(diff "$golden_file" "$golden_in/out")"; fi
}
# counted NAME COMMAND...: it counts as the tests do; its counts are added, and what it says is printed if anything failed.
counted() {
    counted_name=$1
    shift
    counted_out=$("$@" 2>&1 </dev/null)
    counted_last=$(printf '%s\n' "$counted_out" | tail -n 1 | sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed, \([0-9]*\) skipped$/\1 \2 \3/p')
    if [ -z "$counted_last" ]; then fail "$counted_name ended without a count" "$counted_out"
    else
        # shellcheck disable=SC2086
        set -- $counted_last
        passed=$((passed + $1)) failed=$((failed + $2)) skipped=$((skipped + $3))
        [ "$2" -eq 0 ] || printf '%s\n' "$counted_out" | sed '$d' | head -n 200
    fi
}
# The Chromium that is here; empty: none.
find_browser() {
    browser=
    for browser_name in chromium chromium-browser google-chrome; do
        if [ -z "$browser" ] && have $browser_name; then browser=$browser_name; fi
    done
}
# file PATH FORMAT: makes a file below $tmp, by printf.
file() {
    mkdir -p "$tmp/$(dirname "$1")"
    printf "$2" >"$tmp/$1"
}
have() { command -v "$1" >/dev/null 2>&1; }
finish() {
    echo "$passed passed, $failed failed, $skipped skipped"
    [ $failed -eq 0 ]
    exit
}
