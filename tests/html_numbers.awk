# The metrics in the header tables of sections, one per line as SECTION|NAME|UNIT|VALUE: of an HTML page of ncurep, or, with
# -v csv=1, of what "ncurep details --csv" prints.
function plain(s) {
    gsub(/&lt;/, "<", s); gsub(/&gt;/, ">", s); gsub(/&quot;/, "\"", s); gsub(/&#39;/, "'", s); gsub(/&amp;/, "\\&", s)
    return s
}
csv {
    # Cells are in quotes with quotes inside doubled; a metric has 15 and a comma after.
    line = $0
    while (sub(/,"",/, ",\"\002\",", line)) {}
    gsub(/""/, "\001", line)
    n = split(line, cell, /","/)
    if (NR == 1 || n != 15) next
    sub(/",$/, "", cell[15])
    for (i = 12; i <= 15; i++) { gsub(/\001/, "\"", cell[i]); sub(/\002/, "", cell[i]) }
    print cell[12] "|" cell[13] "|" cell[14] "|" cell[15]
    next
}
/^<h3 id="k[0-9]+s[0-9]+">/ { section = $0; sub(/^<h3[^>]*>/, "", section); sub(/<\/h3>$/, "", section); section = plain(section) }
/<table class="header">/ { inside = 1; next }
/<\/table>/ { inside = 0 }
inside && /^<tr>/ {
    split($0, part, /<t[hd][^>]*>/)
    print section "|" plain(part[2]) "|" plain(part[4]) "|" plain(part[3])
}
