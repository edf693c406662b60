# Annotations for Frama-C's WP are kept outside the headers; this prints a header with them in their places.
#
#   awk -f tools/acsl.awk tests/proofs/NAME.acsl NAME.h
#
# The notes: "logic" and predicates; "function NAME" and its contract; "at TEXT" and the annotation for the line of that
# function which is TEXT, without indentation. A note that has no place, or more than one, is an error.
FNR == NR {
    if ($0 ~ /^#/ || $0 == "") next
    if ($1 == "logic") place = $1
    else if ($1 == "function") place = name = $2
    else if ($1 == "at") place = name SUBSEP substr($0, 4)
    else notes[place] = notes[place] "\n" $0
    next
}

function put(place) {
    if (!(place in notes)) return
    print "/*@" notes[place] " */"
    placed[place]++
}

{
    if (/^(static|[A-Z]+_API) .*\(/ && !/;[ \t]*$/) {
        name = $0
        sub(/\(.*/, "", name)
        sub(/.*[ *]/, "", name)
        if (name in notes && !("logic" in placed)) put("logic")
        put(name)
    } else if (/^}/) name = ""
    text = $0
    gsub(/^[ \t]+|[ \t]+$/, "", text)
    put(name SUBSEP text)
    print
}

END {
    for (place in notes)
        if (placed[place] + 0 != 1) {
            shown = place
            sub(SUBSEP, ": ", shown)
            print shown ": " (placed[place] > 0 ? "more than one place" : "no such place") >"/dev/stderr"
            bad = 1
        }
    exit bad
}
