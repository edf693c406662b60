# Functions of more than `most` lines between their braces, and at the end how many there are and their median.
FNR == 1 { from = 0 }
$0 == "{" { from = FNR }
$0 == "}" && from {
    lines = FNR - from - 1
    if (lines > most) print FILENAME ":" from ": " lines " lines"
    count[lines]++
    n++
    from = 0
}
END {
    for (i = seen = 0; seen * 2 < n; i++) seen += count[i]
    print n + 0 " functions, median " i - 1
}
