# sh tests/page_commands.sh PAGE...: the commands of pages, a line each: "PAGE:LINE<tab>COMMAND". A command stands in an indented block, in
# a fence of "sh" or, in README.md, between backticks, and begins with a program that a reader starts.
awk '
function command(s) {
    return s ~ /^([A-Z_]+=("[^"]*"|[^ ]*) )*(sudo )?(make|pip|pipx|uvx|python3|cmake|duckdb|cibuildwheel|sh|export|ncu|ncurep-py|(build\/)?(ncurep|nvsection|nvprofile|drmtop|drmfdinfo))( |$)/
}
function found(s) {
    sub(/^ +/, "", s)
    if (!command(s)) return
    sub(/ +#.*/, "", s)
    sub(/   .*/, "", s) # what stands beside it
    print FILENAME ":" FNR "\t" s
}
FNR == 1 { fence = "" }
/^```/ { fence = fence == "" ? substr($0, 4) " " : ""; next }
fence == "sh " || fence == "" && /^    [^ ]/ { found($0); next }
fence == "" && FILENAME == "README.md" { n = split($0, part, "`"); for (i = 2; i < n; i += 2) if (part[i] ~ / /) found(part[i]) }
' "$@"
