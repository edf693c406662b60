# Whether each input line (with -v whole=1: the input as a whole) is one JSON value; says which is not and exits 1.
function tokens(text) {
    gsub(/"([^"\\]|\\["\\\/bfnrt]|\\u[0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F])*"/, "s", text)
    gsub(/-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?|true|false|null/, "n", text)
    gsub(/[ \t\n]/, "", text)
    return text
}
function check(text, where,    n) {
    do {
        n = gsub(/\[([sn](,[sn])*)?\]/, "n", text)
        n += gsub(/\{(s:[sn](,s:[sn])*)?\}/, "n", text)
    } while (n > 0)
    if (text != "n" && text != "s") {
        print "not JSON: " where ": " substr(text, 1, 200)
        bad = 1
    }
}
# A line at a time, for what mawk needs grows with the square of the text.
whole { all = all tokens($0); next }
{ check(tokens($0), "line " NR) }
END {
    if (whole) check(all, "all")
    exit bad
}
