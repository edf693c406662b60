# tools/hooks/commit-msg takes what CONTRIBUTING asks for, and says what is missing.
. tests/lib.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# message CODE WORDS TEXT
message() {
    printf "$3" >"$work/message"
    says "$1" "$2" tools/hooks/commit-msg "$work/message"
}
long=$(printf 'x%.0s' 1 2 3 4 5 6 7 8 9)
message 0 '' 'Numbers in base 8\n\nSome files hold them.\n'
message 0 '' '# an empty message ends a commit by itself\n'
message 0 '' 'Merge: numbers in base 8\n'
message 0 '' 'Numbers\n\nWhy.\n# ------------------------ >8 ------------------------\nsecond\nthird\n'
message 1 'no body' 'Numbers in base 8\n'
message 1 'no body' 'Numbers in base 8\n\n# a remark of git\n'
message 1 'has 81 characters' "$long$long$long$long$long$long$long$long$long\n\nWhy.\n"
message 1 'ends in a period' 'Numbers.\n\nWhy.\n'
message 1 'second line' 'Numbers\nWhy.\nAnd so.\n'
message 1 'which branch' "Merge branch 'numbers'\n\nWhy.\n"
finish
