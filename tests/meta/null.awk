# Writes the C program of tests/meta/null.sh: reads a header after the preprocessor, with X_API defined as PUBLIC.
#
#   cc -E -P -DX_API=PUBLIC HEADER | awk -v low=x_ -v up=X_ -v made="TYPE TYPE..." -f tests/meta/null.awk
#
# made: types that tests/meta/null/NAME.h makes an object of, by a function made_TYPE(). Other structs are all zero; an object
# that an x_noun_open without needs gives is opened by it.
{ text = text " " $0 }
function squeeze(s) { gsub(/[ \t]+/, " ", s); sub(/^ /, "", s); sub(/ $/, "", s); return s }
function starts(s, with) { return substr(s, 1, length(with)) == with }

# base(PARAMETER): its type without const, the name and the last star. stars and what are set, too.
function base(d,    t) {
    d = squeeze(d)
    what = d; sub(/^.*[ *]/, "", what)
    t = substr(d, 1, length(d) - length(what))
    stars = gsub(/\*/, "", t)
    gsub(/(^| )(const|struct|enum) /, " ", t); gsub(/ const /, " ", t); gsub(/ const$/, "", t); gsub(/const /, "", t)
    return squeeze(t)
}
# A valid value of a parameter, as C; "" when nothing is known.
function valid(d, i, n, params,    t) {
    t = base(d)
    if (stars == 0) {
        if (t == low "view") return "some_view()"
        if (t in complete) return "zero_" t
        if (what ~ /^(size|len|room|buffer_size|bytes)$/) return after_pointer(i, params) ? "(size_t)16" : "0"
        return "(" t ")0"
    }
    if (stars == 2) return t in complete || t in opaque ? "list_" t "()" : "(" cast(d) ")(void *)memory()"
    if (t in has_made) return "made_" t "()"
    if (t in openers) return "opened_" t "()"
    if (t in complete) return "fresh_" t "()"
    if (t in opaque) return ""
    if (t == "void" || t == "char" || t ~ /^(unsigned char|u?int[0-9]*_t|size_t|int|double|unsigned|unsigned int)$/) return "(" cast(d) ")(void *)memory()"
    if (t in enums) return "(" cast(d) ")(void *)memory()"
    return ""
}
function cast(d,    t, w) { d = squeeze(d); w = d; sub(/^.*[ *]/, "", w); return squeeze(substr(d, 1, length(d) - length(w))) }
function is_pointer(d) { base(d); return stars > 0 }
function after_pointer(i, params) { return i > 1 && is_pointer(params[i - 1]) }
# What to pass for parameter i: NULL if it is the one or all are asked for.
function pass(i, n, params, null) {
    base(params[i])
    if (stars > 0 && (null == 0 || null == i)) return "NULL"
    # A list of which nobody knows what is in it has no elements; a NULL one is said to have some.
    if (stars == 0 && what ~ /count|^n$/ && after_pointer(i, params)) return (null == 0 || null == i - 1) ? "3" : "0"
    if (base(params[i]) == low "view" && stars == 0) return null == 0 ? "null_view()" : "some_view()"
    if (stars == 0 && what ~ /^(size|len|room|buffer_size|bytes)$/ && after_pointer(i, params)) return "16"
    return valid(params[i], i, n, params)
}
function call(f, null,    n, params, i, s, v) {
    n = split(arguments[f], params, ",")
    if (arguments[f] == "void") n = 0
    for (i = 1; i <= n; i++) {
        v = pass(i, n, params, null)
        if (v == "") { missing = base(params[i]); return "" }
        s = s (i > 1 ? ", " : "") v
    }
    return f "(" s ")"
}
END {
    gsub(/__attribute__ *\(\([^()]*(\([^()]*\))?[^()]*\)\)/, "", text); gsub(/PUBLIC/, ";PUBLIC", text); text = squeeze(text)
    # Types.
    s = text
    while (match(s, /(struct|union|enum) [A-Za-z0-9_]+ \{/)) {
        t = substr(s, RSTART, RLENGTH); s = substr(s, RSTART + RLENGTH); k = t
        sub(/ .*/, "", k); sub(/^[a-z]+ /, "", t); sub(/ \{$/, "", t)
        if (starts(t "_", low)) { if (k == "enum") enums[t]; else complete[t] }
    }
    s = text
    while (match(s, /typedef struct [A-Za-z0-9_]+ [A-Za-z0-9_]+ ?;/)) {
        t = substr(s, RSTART, RLENGTH); s = substr(s, RSTART + RLENGTH)
        sub(/ ?;$/, "", t); sub(/.* /, "", t)
        if (starts(t "_", low) && !(t in complete)) opaque[t]
    }
    s = text
    while (match(s, /typedef [A-Za-z0-9_]+ [A-Za-z0-9_]+ ?;/)) { # another name of a struct
        split(substr(s, RSTART, RLENGTH), word, /[ ;]+/); s = substr(s, RSTART + RLENGTH)
        if (word[2] in complete) complete[word[3]]
    }
    n = split(made, list, " "); for (i = 1; i <= n; i++) has_made[list[i]]
    # Functions.
    n = split(text, list, ";")
    for (i = 1; i <= n; i++) {
        d = squeeze(list[i])
        if (!starts(d, "PUBLIC ")) continue
        d = substr(d, 8); f = d; sub(/ *\(.*/, "", f); ret = f; sub(/^.*[ *]/, "", f)
        if (!starts(f, low)) continue
        returns[f] = squeeze(substr(ret, 1, length(ret) - length(f)))
        args = d; sub(/^[^(]*\(/, "", args); sub(/\)[^)]*$/, "", args); arguments[f] = squeeze(args)
        order[++count] = f
    }
    for (i = 1; i <= count; i++) {
        f = order[i]; t = f; sub(/_open$/, "", t)
        if (t != f && (t in opaque || t in complete) && !(t in has_made) && f != low "posix_open") openers[t] = f
    }
    for (t in complete) {
        print "static " t " zero_" t ";"
        print "static inline " t " *fresh_" t "(void) { memset(&zero_" t ", 0, sizeof zero_" t "); return &zero_" t "; }"
    }
    for (t in complete) print "static inline " t " **list_" t "(void) { static " t " *list[4]; list[0] = list[1] = list[2] = fresh_" t "(); return list; }"
    for (t in opaque) print "static inline " t " **list_" t "(void) { static " t " *list[4]; memset(list, 0, sizeof list); return list; }"
    # Objects that need others come after them.
    for (round = 0; round < 4; round++)
        for (t in openers) {
            if (t in written) continue
            if (!(f = call(openers[t], -1))) continue
            ready = 1; rest = f
            while (match(rest, /opened_[a-z0-9_]+/)) { k = substr(rest, RSTART + 7, RLENGTH - 7); rest = substr(rest, RSTART + RLENGTH); if (!(k in written)) ready = 0 }
            if (!ready) continue
            written[t]
            print "static inline " t " *opened_" t "(void) { " t " *o = (" t " *)" f "; if (o == NULL) no_object(\"" t "\"); return o; }"
        }
    for (t in openers) if (!(t in written)) print "static inline " t " *opened_" t "(void) { no_object(\"" t "\"); return NULL; }"
    print "static void one(int number)\n{\n    switch (number) {"
    for (i = 1; i <= count; i++) {
        f = order[i]; n = arguments[f] == "void" ? 0 : split(arguments[f], params, ",")
        # Options and errors may be left out, so with nothing else a call may work.
        needs = 0; pointers = 0
        for (k = 1; k <= n; k++) if (is_pointer(params[k])) { pointers++; if (params[k] !~ /_options \*|error \*/) needs++ }
        if (!pointers) continue
        r = returns[f]; p = r; sub(/ ?\*$/, "", p); gsub(/const /, "", p)
        names = names ",\n    \"" f ", everything NULL\""
        print "    case " ++number ":"
        c = call(f, 0)
        if (c == "") { print "        no_object(\"" missing "\"); break;"; continue }
        if (r == "void") print "        " c ";"
        else if (!needs || f == low "text") print "        (void)" c ";"
        else if (r ~ /\*$/ && p != "char") print "        expect(" c " == NULL, \"gives something\");"
        else if (r ~ /\*$/) print "        expect(" c " != NULL, \"gives no text\");"
        else if (r == low "code") print "        expect(" c " == " up "ARGUMENT, \"is not " up "ARGUMENT\");"
        else if (r == low "view") print "        { " r " v = " c "; expect(v.len == 0 && v.ptr != NULL, \"is not the empty view\"); }"
        else if (p in complete) print "        (void)" c ";"
        else print "        { " r " v = " c "; expect(v == (" r ")0 || (" r ")-1 > (" r ")0 && v == (" r ")-1, \"is not neutral\"); }"
        print "        break;"
        if (pointers == 1 && n == 1) continue
        for (k = 1; k <= n; k++) {
            if (!is_pointer(params[k])) continue
            name = what
            names = names ",\n    \"" f ", " name " NULL\""
            print "    case " ++number ":"
            c = call(f, k)
            if (c == "") print "        no_object(\"" missing "\"); break;"
            else print "        (void)" c "; break;"
        }
    }
    print "    default: break;\n    }\n}\nstatic const char *const names[] = {\"\"" names "};"
}
