# Adds up what gcov printed of several programs that have one header in them.
#
#   awk -v h=HEADER -v list=lines|branches|all -f tools/coverage.awk EXCEPTED ALL.gcov
#
# Counts are added by line, and for branches by line and number on it; branches of assertions do not count. EXCEPTED has
# lines "FUNCTION N": so many branches of it that nothing takes. Prints lines reached, lines, branches taken, branches, and
# branches neither taken nor excepted; list prints those to standard error. The name of the first file ends in "excepted".
FILENAME ~ /excepted$/ { excepted[$1] += $2; next }
/ 0:Source:/ { on = $0 ~ ":" h "$" || $0 ~ "/" h "$"; next }
!on { next }
/^function/ { begins = $2; next }
/^ *[^ :]+: *[0-9]+:/ {
    split($0, part, ":")
    line = part[2] + 0
    gsub(/[ *]/, "", part[1])
    if (begins != "") now = begins
    begins = ""
    if (part[1] == "-") next
    seen[line] = 1
    if (part[1] ~ /^[0-9]/) hit[line] += part[1]
    text[line] = substr($0, index($0, part[2] ":") + length(part[2]) + 1)
    of[line] = now
    next
}
/^branch/ {
    if (text[line] ~ /_ASSERT\(/) next
    key = line SUBSEP $2
    branch[key] = 1
    if ($3 == "taken") taken[key] += $4
}
END {
    for (l in seen) { lines++; if (hit[l] > 0) good++; else missed[++m] = l }
    for (k in branch) {
        branches++
        if (taken[k] > 0) full++
        else { split(k, part, SUBSEP); half[part[1]]++; which[part[1]] = which[part[1]] " " part[2]; short_of[of[part[1]]]++ }
    }
    if (list == "lines" || list == "all") for (i = 1; i <= m; i++) printf "%s:%d: %s: not reached:%s\n", h, missed[i], of[missed[i]], text[missed[i]] | "sort -t: -k2n >&2"
    if (list == "branches" || list == "all") for (l in half) if (short_of[of[l]] > excepted[of[l]])
        printf "%s:%d: %s: not taken:%s:%s\n", h, l, of[l], which[l], text[l] | "sort -t: -k2n >&2"
    for (f in short_of) open_branches += short_of[f] > excepted[f] ? short_of[f] - excepted[f] : 0
    printf "%d %d %d %d %d\n", good, lines, full, branches, open_branches
}
