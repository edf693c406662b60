# A header without some of its parts, as a file of its own:
#
#   awk -v version=1.0.0 -v style=tabs -f tools/single.awk tools/single/reader.txt drmfdinfo.h
#
# The first file is the page that takes the place of the header's first comment. Conditions on the macros below are worked out and
# leave no trace. style: empty, or tabs for the indentation of the kernel, tabs of eight and a star in front of each line of a comment.
BEGIN {
    if (style != "" && style != "tabs") stop("STYLE is \"tabs\" or nothing")
    value["DRMFD_NO_TRACKER"] = value["DRMFD_NO_SCANNER"] = 1
    value["DRMFD_NO_MEASURE"] = value["DRMFD_POSIX"] = 0
    live[0] = done = 1
}
FNR == NR { gsub(/@VERSION@/, version); put($0); next }
!begun { begun = /\*\/$/; next } # the first comment
/^\/\* shared: memory \*\/$/ { dropping = 1 } # only the tracker and the scanner allocate
dropping { dropping = !/^\/\* end of shared \*\/$/; next }
/^\/\* (shared: [a-z_]+|end of shared) \*\/$/ || /^#include <stdlib\.h>$/ { next }
/^#if/ {
    known[++depth] = condition()
    live[depth] = live[depth - 1] && known[depth] != 0
    if (known[depth] >= 0) next
}
/^#el/ && known[depth] >= 0 {
    if (!/^#else/) stop("cannot work out " $0)
    live[depth] = live[depth - 1] && !known[depth]
    next
}
/^#endif/ {
    shown = live[depth] && known[depth] < 0
    depth--
    if (!shown) next
}
live[depth] { put($0) }
END {
    if (!failed && (depth != 0 || !begun)) stop("the header ends too early")
    exit failed
}

function stop(why) {
    print "tools/single.awk: " why >"/dev/stderr"
    failed = 2
    exit failed
}
# Of the line's condition: 1 or 0 if the macros above decide it, -1 if they are not in it.
function condition(    text, word, n, i, name, no, said, all, macro) {
    all = 1
    text = $0
    sub(/^#if(n?def)? +/, "", text)
    n = split(text, word, / *&& */)
    for (i = 1; i <= n; i++) {
        name = word[i]
        no = name ~ /^!/ || /^#ifndef/
        gsub(/^!?defined\(|\)?( *\/\*.*)?$/, "", name)
        if (!(name in value)) {
            for (macro in value) if (index(name, macro)) stop("cannot work out " $0)
            all = 0
            continue
        }
        if (value[name] == no) return 0
        said = 1
    }
    if (said && !all) stop("cannot work out " $0)
    return said ? 1 : -1
}
# Of several empty lines one stays.
function put(line) {
    if (line == "" && last == "") return
    last = line
    if (style == "tabs") tabs(line); else print line
}
function lead(columns,    s) {
    s = ""
    for (; columns >= 8; columns -= 8) s = s "\t"
    for (; columns > 0; columns--) s = s " "
    return s
}
# A comment that begins a line and does not end on it gets its stars, a statement twice its indentation, and what goes on with a
# statement moves by as much.
function tabs(line,    c, text) {
    match(line, /^ */)
    c = RLENGTH
    text = substr(line, c + 1)
    if (comment) {
        star(substr(line, (c < strip ? c : strip) + 1))
        return
    }
    if (text ~ /^\/\*/ && text !~ /\*\/$/) {
        comment = 1
        base = lead(2 * c)
        strip = FNR == NR || text == "/*" ? 0 : c + 3
        print base "/*"
        if (text != "/*") star(substr(text, 4))
        return
    }
    if (text == "") { print ""; return }
    if (!aside && parens == 0 && ((done && c % 4 == 0) || c <= start || (c == start + 4 && before ~ /(\)|else|do)$/))) start = c
    print lead(c + start) text
    code(text)
}
function star(text,    ends) {
    ends = sub(/ *\*\/$/, "", text)
    if (text != "" || !ends) print base " *" (text == "" ? "" : " ") text
    if (ends) print base " */"
    comment = !ends
}
# What the next line has to know of this one: parentheses, a comment that goes on, and whether the statement is over.
function code(text,    at) {
    if (aside) {
        aside = text !~ /\*\//
        return
    }
    gsub(/'([^'\\]|\\.)'/, "0", text)
    gsub(/"([^"\\]|\\.)*"/, "0", text)
    while ((at = index(text, "/*")) > 0) {
        aside = !match(substr(text, at), /\*\//)
        text = substr(text, 1, at - 1) (aside ? "" : substr(text, at + RSTART + 1))
    }
    sub(/ *\\?$/, "", text)
    parens += gsub(/[[(]/, "&", text) - gsub(/[])]/, "&", text)
    if (text == "") return
    before = text
    done = text ~ /[;{},:]$/ || (text ~ /^#/ && text !~ /\)$/)
}
