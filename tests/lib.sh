# For tests that are scripts: ". tests/lib.sh", then check and skip, then finish. They run in the top folder.
passed=0 failed=0 skipped=0
ok() { passed=$((passed + 1)); }
fail() { # what, details
    failed=$((failed + 1))
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
# exits CODE NAME COMMAND...: passes when the command exits with this code.
exits() {
    exits_code=$1 exits_name=$2
    shift 2
    exits_out=$("$@" 2>&1 </dev/null)
    exits_got=$?
    if [ $exits_got -eq "$exits_code" ]; then ok; else fail "$exits_name: expected exit code $exits_code, found $exits_got" "$exits_out"; fi
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
have() { command -v "$1" >/dev/null 2>&1; }
finish() {
    echo "$passed passed, $failed failed, $skipped skipped"
    [ $failed -eq 0 ]
}
