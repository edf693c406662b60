# Sections from a folder, on a report: definitions, units, suffixes, what is missing, and what is wrong with the folder.
. tests/lib.sh
n=${B:-build}/ncurep
s=examples/samples/ncurep/saxpy.ncu-rep
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir "$tmp/sections" "$tmp/empty" "$tmp/bad" "$tmp/some"
cat >"$tmp/sections/mine.section" <<'END'
Identifier: "Mine"
DisplayName: "Mine"
MetricDefinitions { MetricDefinitions { Name: "launch__block_size" Expression: "2 * launch__block_size" } }
Header {
  Metrics { Label: "Threads" Name: "launch__block_size" }
  Metrics { Label: "Grid" Name: "launch__grid_size" Unit: "tiles" }
  Metrics { Label: "Gone" Name: "launch__gone" }
}
Body { Items { SuffixTable { Suffixes { Suffix { Name: "block_size" Label: "Block" } Suffix { Name: "grid_size" } } BaseNames { BaseName { Label: "Size" Name: "launch__" } } } } }
END
printf 'Identifier: }' >"$tmp/bad/a.section"
cp "$tmp/bad/a.section" "$tmp/sections/mine.section" "$tmp/some"
says() { # description, text of a line, exit code, command...
    what=$1 text=$2 want=$3
    shift 3
    "$@" >"$tmp/said" 2>&1 </dev/null
    code=$?
    if [ $code != "$want" ]; then fail "$what: expected exit code $want, found $code" "$(cat "$tmp/said")"
    elif ! grep -qF -e "$text" "$tmp/said"; then fail "$what: no line with \"$text\"" "$(cat "$tmp/said")"; else ok; fi
}
d="$n details -c 1 --section-folder $tmp/sections --print-details all"
says "a definition wins, and the stored value is named" 'Threads                 512 (stored 256)' 0 $d $s
says "the same in JSON" '"stored": 256' 0 $d --json $s
says "CSV has the value alone" '"Mine","Threads","","512",' 0 $d --csv $s
says "the section's own unit" 'Grid              tiles             1024' 0 $d $s
says "a suffix keeps its place in the label" 'Size Block              512' 0 $d $s
says "a suffix without a label is named" '"Mine","Size grid_size","","1024",' 0 $d --csv $s
says "what is missing" '    Not in this result: launch__gone' 0 $d $s
says "what is missing, in JSON" '"name": "launch__gone"' 0 $d --json $s
says "a folder without sections" "$tmp/empty: no sections in it" 3 $n details --section-folder "$tmp/empty" $s
says "a folder without a good section" "$tmp/bad/a.section: not a section, skipped" 3 $n details --section-folder "$tmp/bad" $s
says "one bad section takes only itself down" 'Threads                 512 (stored 256)' 3 $n details -c 1 --section-folder "$tmp/some" $s
says "a folder that is not there" 'no such folder' 3 $n details --section-folder "$tmp/none" $s
says "a section that is not there" 'no section here is what --section asks for' 1 $n details --section Nothing $s
says "a section that is there" 'Duration' 0 $n details --section SpeedOfLight $s
finish
