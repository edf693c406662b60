# What a program can check of the grammar that all headers share (docs/DESIGN.md). Prints "CHECK: what is wrong" a line.
#
#   awk -v name=NAME.h -f tests/meta/grammar.awk NAME.h
#
# A C file is read here as its lines are written in this project: a declaration begins at column 0, and so do banners.

function wrong(check, text) { print check ": " text }
function up(s) { return toupper(s) }
function squeeze(s) { gsub(/[ \t]+/, " ", s); sub(/^ /, "", s); sub(/ $/, "", s); return s }
function starts(s, with) { return substr(s, 1, length(with)) == with }
function ends(s, with) { return length(s) >= length(with) && substr(s, length(s) - length(with) + 1) == with }
# The piece of the name after the prefix of the header.
function own(s) { return substr(s, length(low) + 1) }

# A macro of the interface: the rows of an enum, or a constant.
function take_directive(d,    m) {
    gsub(/\/\*[^*]*\*\/|\\/, "", d)
    if (d !~ /^#define /) return
    m = substr(d, 9); sub(/[ (].*/, "", m)
    if (d ~ /^#define [A-Z_0-9]+\(ROW\)/) { sub(/^#define [A-Z_0-9]+\(ROW\)/, "", d); rows[m] = squeeze(d) }
    else if (d ~ /^#define [A-Z_0-9]+ +\(?1u? *<</) wrong("rows", m " is a flag, not an enumerator")
}

NR == 1 { part = "page" }
# Columns, not bytes: what continues a character of UTF-8 has none.
{ cols = $0; gsub(/[\200-\277]/, "", cols); if (length(cols) > 120) wrong("width", "line " NR " has " length(cols) " columns") }
/[ \t]$/ { wrong("width", "line " NR " ends with whitespace") }
/\t/ { wrong("width", "line " NR " has a tab") }

/^ *#define [A-Z]+_IMPLEMENTATION$/ && macro == "" { macro = $2; sub(/_IMPLEMENTATION$/, "", macro); low = tolower(macro) "_"; up_low = macro "_" }

/^\/\* ==== / {
    if ($0 !~ /==== \*\/$/ || length($0) != 120) wrong("banners", "line " NR ": not filled with = to column 120")
    title = $0; gsub(/=|^\/\*|\*\/$/, "", title); title = squeeze(title)
    if (title ~ /^interface/) { part = "interface"; seen_interface++ }
    else if (title ~ /^end of the interface/) { part = "between"; seen_end++ }
    else if (title ~ /^implementation/) { part = "implementation"; seen_implementation++ }
    else if (title ~ /^end of the implementation|^licen[cs]e|^end/) part = "after"
    else wrong("banners", "line " NR ": \"" title "\" is neither interface nor implementation")
    next
}
/^\/\* ---- / {
    if ($0 !~ /---- \*\/$/ || length($0) != 120) wrong("banners", "line " NR ": not filled with - to column 120")
    title = $0; gsub(/-- |--+|^\/\*|\*\/$/, "", title); title = squeeze(title)
    if (part == "interface") outer[++outers] = title
    else if (part == "implementation") inner[++inners] = title
    else wrong("banners", "line " NR ": \"" title "\" is in neither interface nor implementation")
    next
}

/^#error/ || /^# *error/ { if (!included && part != "implementation") wrong("posix", "line " NR ": #error before the first include") }
/^# *include/ { included = 1 }
/^#ifndef [A-Z_]+_H$/ && guard == "" { guard = $2 }
/^#define [A-Z]+_IMPLEMENTED$/ { second = $2 }
/[^A-Za-z_]rows? [1-9]/ && part != "after" { wrong("sources", "line " NR ": refers to a row of a page: " squeeze($0)) }
/docs\/|[A-Za-z]\.md[^A-Za-z]/ && part != "after" { wrong("sources", "line " NR ": refers to a file of the project: " squeeze($0)) }

part == "page" {
    page[++pages] = $0
    if ($0 ~ /\*\/ *$/) part = "before"
    next
}

# The public part without comments, directives and literals, as one text; its comments as another.
part == "interface" {
    s = $0
    if (!in_comment && !in_directive && s ~ /^ *#/) directive = ""
    if ((!in_comment && s ~ /^ *#/) || in_directive) {
        directive = directive " " s; in_directive = s ~ /\\$/
        if (!in_directive) take_directive(squeeze(directive))
        next
    }
    while (s != "") {
        if (in_comment) {
            at = index(s, "*/")
            piece = at ? substr(s, 1, at - 1) : s
            if (tolower(piece) ~ /(^|[^a-z])private([^a-z]|$)/) wrong("private", "line " NR ": " squeeze($0))
            if (!at) break
            in_comment = 0; s = substr(s, at + 2)
        } else {
            at = index(s, "/*")
            code = code " " (at ? substr(s, 1, at - 1) : s)
            if (!at) break
            in_comment = 1; s = substr(s, at + 2)
        }
    }
}

# heading TITLE: the number of the line of the first page that begins with it, else 0.
function heading(title,    i) {
    for (i = 1; i <= pages; i++)
        if (starts(page[i], title) && (length(page[i]) == length(title) || substr(page[i], length(title) + 1, 1) ~ /[ ,]/)) return i
    return 0
}
# The paragraph that begins with a line: continued while lines are indented by more.
function paragraph(i,    s, indent, d) {
    s = page[i]; match(s, /^ */); indent = RLENGTH
    for (i++; i <= pages; i++) {
        match(page[i], /^ */); d = RLENGTH
        if (page[i] ~ /^ *$/ || d <= indent) break
        s = s " " page[i]
    }
    sub(/\*\/ *$/, "", s)
    return squeeze(s)
}
function fixed(i, want,    got) {
    got = i ? paragraph(i) : ""
    if (!starts(got, want)) wrong("page", "expected \"" want "\", found \"" got "\"")
}
function starts_at(text, from,    i) {
    for (i = from; i <= pages; i++) if (starts(squeeze(page[i]), text " ") || squeeze(page[i]) == text) return i
    return 0
}

function first_page(    n, titles, i, at, last, promise, macros, lines) {
    if (page[1] !~ ("^/\\* " name " - v[0-9]+\\.[0-9]+\\.[0-9]+ - .* - no warranty - SPDX: MIT-0 OR MIT OR Unlicense$")) wrong("page", "line 1")
    n = split("Do this in one C file:|A whole program:|PROMISES, each tested|TRUST|OWNERSHIP|THREADS|ERRORS|NULL|LIMITS|NOT SUPPORTED|MACROS, all optional; define them identically everywhere the header is included|PARTS that can be left out|SOURCES", titles, "|")
    last = 0
    for (i = 1; i <= n; i++) {
        at = 0
        if (titles[i] ~ /:$/) { for (at = pages; at > 0 && !starts(page[at], titles[i]); at--) { } }
        else at = heading(titles[i])
        if (!at) wrong("page", "no \"" titles[i] "\" at column 0")
        else if (at < last) wrong("page", "\"" titles[i] "\" comes too early")
        else last = at
        place[titles[i]] = at
    }
    for (i = 2; i <= pages; i++) {
        if (page[i] ~ /^[A-Z][A-Z]+( |,|$)/ && !(i in known)) {
            at = 0
            for (last = 1; last <= n; last++) if (place[titles[last]] == i) at = 1
            if (!at) wrong("page", "line " i ": a heading that the other pages do not have: " page[i])
        }
    }
    i = place[titles[1]]
    if (i) {
        if (squeeze(page[i + 1]) != "#define " macro "_IMPLEMENTATION" || squeeze(page[i + 2]) != "#include \"" name "\"" || page[i + 3] != "and include it plainly everywhere else.")
            wrong("page", "the three lines after \"" titles[1] "\"")
    }
    split("P1 No read outside the input.|P2 No write outside the library's own memory and what the caller passes in.|P3 Every view lies in the input or in the memory of the object that gave it.|P4 Time is linear in input plus output, n log n where a comment says so.|P5 Memory stays within max_memory.|P6 At most 2 KiB of C stack below a public call, callbacks not counted. No recursion.|P7 The same input gives the same result on every machine.|P8 A failed call changes nothing visible.|P9 No other effect: no locale, environment, signals or globals; files only in the POSIX part.", promise, "|")
    for (i = 1; i <= 9; i++) {
        # A header without files of its own may leave out the last words.
        if (i == 9 && !posix) sub(/; files only in the POSIX part./, "", promise[i])
        # Where a call needs more stack the promise says so.
        if (i == 6 && starts_at("P6", 1) && paragraph(starts_at("P6", 1)) ~ /callbacks not counted; .* KiB .*\. No recursion\./) continue
        fixed(starts_at("P" i, 1), promise[i])
    }
    fixed(place["THREADS"], "THREADS No shared state: different objects in different threads are fine, one object in one thread at a time.")
    fixed(place["NULL"], "NULL Every function accepts NULL for every pointer: it does nothing and returns the neutral value.")
    if (place["TRUST"] && paragraph(place["TRUST"]) !~ /^TRUST INPUT +may be hostile/) wrong("page", "TRUST does not begin with \"INPUT  may be hostile\"")
    lines = split("_IMPLEMENTATION compile the bodies here|_STATIC make everything static|_API linkage of the functions; default extern|_NO_LIBC call nothing of libc: slower, and memory must be given|_ASSERT(e) internal checks; default nothing", macros, "|")
    last = place["MACROS, all optional; define them identically everywhere the header is included"]
    for (i = 1; i <= lines && last; i++) {
        at = starts_at(macro substr(macros[i], 1, index(macros[i], " ") - 1), last)
        if (!at) wrong("page", "MACROS has no " macro macros[i])
        else { fixed(at, macro macros[i]); last = at }
    }
    if (posix && place["SOURCES"] && !starts_at(macro "_POSIX", place["NOT SUPPORTED"] + 1)) wrong("page", "MACROS has no " macro "_POSIX")
}

function enums(    s, body, tag, i, n, list, e, want, m) {
    s = code
    while (match(s, /enum *[A-Za-z0-9_]* *\{[^}]*\}/)) {
        body = substr(s, RSTART, RLENGTH); s = substr(s, RSTART + RLENGTH)
        tag = body; sub(/^enum */, "", tag); sub(/ *\{.*/, "", tag)
        sub(/^[^{]*\{/, "", body); sub(/\}.*/, "", body)
        if (tag == "") { split(body, list, ","); wrong("enums", "an enum without a name: " squeeze(list[1])); continue }
        if (!starts(tag, low)) wrong("names", "enum " tag " does not begin with " low)
        enum_seen[tag] = 1
        want = up(tag) "_"
        if (tag == low "code") want = up_low
        # Its rows come from a list, which gives each a word; the enumerator after them is their count.
        m = squeeze(body); sub(/\(.*/, "", m)
        if (m in rows) {
            sub(/^[^)]*\) */, "", body); body = rows[m] body
            while (match(body, /ROW\([A-Z0-9_]+, "[^"]*"[^)]*\)/)) {
                e = substr(body, RSTART + 4); sub(/,.*/, "", e)
                body = substr(body, 1, RSTART - 1) e "," substr(body, RSTART + RLENGTH)
            }
            if (squeeze(body) !~ (up(tag) "_COUNT( = [0-9]+)?$")) wrong("rows", tag " does not end with " up(tag) "_COUNT")
        } else wrong("rows", tag " is not made from a list of rows")
        n = split(body, list, ",")
        for (i = 1; i <= n; i++) {
            e = list[i]; sub(/=.*/, "", e); e = squeeze(e)
            if (e == "") continue
            if (e in enumerator) wrong("enums", e " stands in two enums")
            enumerator[e] = tag
            if (!starts(e, want)) wrong("enums", e " of " tag " does not begin with " want)
        }
    }
    # A prefix that is the beginning of another's enumerators would be shared.
    for (e in enumerator) for (tag in enum_seen)
        if (tag != enumerator[e] && tag != low "code" && starts(e, up(tag) "_") && length(tag) >= length(enumerator[e]))
            wrong("enums", e " of " enumerator[e] " begins like those of " tag)
}

function structs(    s, body, tag, first, rest, m, i, list, ret) {
    s = code
    while (match(s, /(struct|union) *[A-Za-z0-9_]* *\{[^{}]*(\{[^{}]*\}[^{}]*)*\}/)) {
        body = substr(s, RSTART, RLENGTH); s = substr(s, RSTART + RLENGTH)
        tag = body; sub(/^(struct|union) */, "", tag); sub(/ *\{.*/, "", tag)
        sub(/^[^{]*\{/, "", body); sub(/\}$/, "", body)
        if (tag == "") continue
        struct_seen[tag] = 1
        members[tag] = body
        if (!starts(tag, low) && tag "_" != low) wrong("names", "struct " tag " does not begin with " low)
        if (tag ~ /_i_/ && tag !~ /_state$/) wrong("private", tag " in the public part")
        first = squeeze(substr(body, 1, index(body, ";") - 1))
        if (ends(tag, "_options") && first != low "memory memory") wrong("options", tag " begins with \"" first "\", not with \"" low "memory memory\"")
        # What a callback returns, and that user is its last parameter; deeper ones, passed to a callback, have their own.
        m = split(body, list, ";")
        for (i = 1; i <= m; i++) {
            if (!match(list[i], /\( *\* *[a-z_0-9]+_fn *\) *\(/)) continue
            ret = squeeze(substr(list[i], 1, RSTART - 1)); rest = list[i]
            if (rest ~ /int *\( *\*compare_fn *\)/) ret = "order" # one, as that of strcmp
            if (ret != "order" && ret !~ ("^(" low "reply|void|void \\*|size_t|u?int64_t|u?int32_t)$")) wrong("replies", tag " has a callback that returns " ret)
            if (ret ~ /^(size_t|u?int[36][24]_t)$/ && rest !~ (low "reply \\* *reply")) wrong("replies", tag ": a callback that delivers has no \"" low "reply *reply\"")
            if (ret != "void" || rest ~ /,/) if (rest !~ /void \*user *\) *$/) wrong("replies", tag ": user is not the last parameter of" squeeze(rest))
            if (rest ~ /\*write_fn/ && tag != low "output") wrong("replies", tag " has a write_fn: that is " low "output")
        }
        rest = body
        while (match(rest, /\( *\* *[a-z_0-9]+ *\)/)) {
            m = substr(rest, RSTART, RLENGTH); rest = substr(rest, RSTART + RLENGTH)
            gsub(/[(* )]/, "", m)
            if (!ends(m, "_fn")) wrong("callbacks", m " of " tag " does not end in _fn")
            if (body !~ /void *\* *user *;/) wrong("callbacks", tag " has callbacks and no \"void *user\"")
        }
    }
}

# Whether a struct says why an iterator stopped: in a member error, or in that of a list in it.
function has_error(tag,    t) {
    if (members[tag] ~ ("(^|[;{]) *" low "error error;")) return 1
    for (t in struct_seen) if (t != tag && members[t] ~ ("(^|[;{]) *" low "error error;") && members[tag] ~ ("(^|[;{]) *" t " [a-z_]+;")) return 1
    return 0
}
# given(F, TYPE): whether a struct has a member of a type, or a function fills one that is not its first argument.
function given(f, type,    i) {
    if (index(code, " " type " ") && match(code, "[{;] *" type " [a-z_]+[,;]")) return 1
    for (i = 1; i <= count; i++)
        if (arguments[order[i]] ~ (", " type " \\*")) return 1
    return 0
}
function functions(    s, list, n, i, d, f, ret, args, params, k, p, last) {
    s = code
    gsub(/extern "C" \{/, "", s)
    while (match(s, /\{[^{}]*\}/)) s = substr(s, 1, RSTART - 1) " " substr(s, RSTART + RLENGTH)
    n = split(s, list, ";")
    for (i = 1; i <= n; i++) {
        d = squeeze(list[i])
        if (!match(d, up_low "API ")) continue
        d = substr(d, RSTART + RLENGTH)
        f = d; sub(/ *\(.*/, "", f); ret = f; sub(/^.*[ *]/, "", f)
        ret = substr(ret, 1, length(ret) - length(f)); gsub(/ *\* */, " *", ret); ret = squeeze(ret)
        args = d; sub(/^[^(]*\(/, "", args); sub(/\)[^)]*$/, "", args)
        returns[f] = ret; arguments[f] = args; order[++count] = f
    }
    if (count == 0) wrong("names", "no public function was found")
    for (i = 1; i <= count; i++) {
        f = order[i]; ret = returns[f]; args = arguments[f]
        if (!starts(f, low)) wrong("names", f " does not begin with " low)
        if (f ~ /_(new|free|init|start|create|destroy|delete|done)$/) wrong("verbs", f ": the words are open and close, begin and next")
        k = f; sub(/_[a-z]*$/, "", k)
        if (ends(f, "_open")) {
            if (!((k "_close") in returns)) wrong("pairs", f " has no " k "_close")
            if (f == low "posix_open") { if (ret != low "code") wrong("verbs", f " returns " ret ", not " low "code") }
            else if (ret !~ /\*$/) wrong("verbs", f " returns " ret ", not an object")
            if (args !~ (low "error \\* ?error$")) wrong("verbs", f ": the last argument is not \"" low "error *error\"")
        }
        if (ends(f, "_close")) {
            p = args; sub(/^const /, "", p); sub(/ *\*.*/, "", p)
            if (args ~ /,/ || (p != k && p "_" != low)) wrong("verbs", f " takes \"" args "\", not one " k)
            if (ret != "void") wrong("verbs", f " returns " ret)
            last = 0
            for (p = 1; p <= count; p++) if (returns[order[p]] == k " *" || returns[order[p]] == "const " k " *" || (order[p] == k "_open")) last = 1
            if (!last) wrong("pairs", f ": nothing gives a " k)
        }
        if (ends(f, "_problem_at")) {
            p = substr(f, 1, length(f) - 11)
            if (args !~ ("^const " p " \\*[a-z_]+, uint32_t index, " low "problem \\*[a-z_]+$")) wrong("problems", f " takes \"" args "\"")
        }
        if (ends(f, "_close") && !starts(f, low "posix_") && (f ~ /_close$/) && returns[k "_memory_used"] != "size_t") wrong("memory", k " has no size_t " k "_memory_used")
        if (ends(f, "_next")) {
            # The reader is set up by its own begin, or comes ready in a struct or from another call.
            p = args; sub(/ *\*.*/, "", p); sub(/^const /, "", p)
            if (!((p "_begin") in returns) && !given(f, p)) wrong("pairs", f ": nothing begins a " p)
            if (ret != "int") wrong("verbs", f " returns " ret ", not int")
            if (!has_error(p)) wrong("iterators", p " has no " low "error error")
        }
        if (ends(f, "_begin") && !((k "_next") in returns) && !((k "_end") in returns)) wrong("pairs", f " has neither " k "_next nor " k "_end")
        if ((ends(f, "_at") || ends(f, "_find")) && ret != "int") wrong("verbs", f " returns " ret ", not int")
        if (f ~ /_name$/ && args !~ /[,*]/) { p = args; sub(/ .*/, "", p); if (starts(p, low) && !(p in enum_seen)) wrong("verbs", f " is not of an enum: " args) }
        p = split(args, params, ",")
        for (last = 1; last <= p; last++) {
            d = squeeze(params[last])
            if (d ~ ("^(const )?" low "memory \\*")) wrong("options", f " takes a bare " low "memory")
            if (d ~ ("^" low "error \\*") && last < p) wrong("verbs", f ": the error is not the last argument")
            if (d ~ /^const char \*[a-z_]*$/ && f != low "text" && f !~ (low "posix_")) wrong("views", f " takes \"" d "\", not a view")
            if (d ~ /_options \*/ && d !~ /^const /) wrong("options", f ": options are not const")
        }
        # A writer keeps its first failure for the call that finishes.
        if (returns[f] == low "code" && args !~ (low "error \\* ?error$") && !(starts(f, low "write_") && starts(args, low "writer *"))) wrong("verbs", f " returns a code and has no error as its last argument")
    }
    for (tag in enum_seen) if (!((tag "_name") in returns)) wrong("rows", tag " has no " tag "_name")
    if (!((low "text") in returns)) wrong("names", "no " low "text")
    if (!((low "code_name") in returns)) wrong("names", "no " low "code_name")
}

END {
    if (macro == "") { wrong("page", "no #define X_IMPLEMENTATION"); exit }
    for (i = 1; i <= pages; i++) if (page[i] ~ (macro "_POSIX")) posix = 1
    if (seen_interface != 1 || seen_end != 1 || seen_implementation != 1) wrong("banners", "interface, end of the interface and implementation: each once")
    if (outer[1] != "Basics") wrong("banners", "the first part is \"" outer[1] "\", not \"Basics\"")
    for (i = 1; i < outers; i++) if (outer[i] == "POSIX") wrong("banners", "POSIX is not the last part")
    k = outers > inners ? outers : inners
    for (i = 1; i <= k; i++) if (outer[i] != inner[i]) { wrong("banners", "part " i " is \"" outer[i] "\" in the interface, \"" inner[i] "\" in the implementation"); break }
    want = toupper(name); sub(/\.H$/, "_H", want)
    if (guard != want) wrong("guards", "the guard is " guard ", not " want)
    if (second != macro "_IMPLEMENTED") wrong("guards", "the second guard is \"" second "\", not " macro "_IMPLEMENTED")
    first_page()
    if (seen_interface == 1) { enums(); structs(); functions() }
}
