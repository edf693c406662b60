# The program of a header's first page: its lines up to the end of main, without their indentation.
/\*\// { exit }
{ line[NR] = $0; match($0, /^ */); indent[NR] = $0 ~ /^ *$/ ? 99 : RLENGTH }
/^ *int main\(/ { m = NR }
END {
    for (s = m; s > 1 && indent[s - 1] >= indent[m]; s--) { }
    for (e = m; e < NR && !(indent[e] == indent[m] && line[e] ~ /^ *}$/); e++) { }
    if (m) for (; s <= e; s++) print substr(line[s], indent[m] + 1)
}
