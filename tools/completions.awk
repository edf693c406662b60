# Completions of a tool for a shell, from its manual page: awk -v shell=bash|zsh|fish -f tools/completions.awk man/TOOL.1
# tests/meta/man.sh holds the page to the options that the tool takes.
function trim(s) { gsub(/^[ \t]+|[ \t]+$/, "", s); return s }
# A line of mdoc as plain words.
function plain(s) {
    sub(/^\.Fl /, "-", s)
    if (s ~ /^\./) sub(/^\.[A-Z][a-z]+ ?/, "", s)
    gsub(/ Fl /, " -", s)
    gsub(/ (Cm|Ar|Pa|Ev|Dq|Pq|Ns|Li|Op) /, " ", s)
    gsub(/ (Cm|Ar|Pa|Ev|Dq|Pq|Ns|Li|Op) /, " ", s)
    gsub(/ :/, ":", s)
    gsub(/ ,/, ",", s)
    gsub(/ ;/, ";", s)
    gsub(/\\[&-]/, "", s)
    gsub(/["'`$\\]/, "", s)
    return trim(s)
}
# What an option takes: "" nothing, file, folder, =WORDS, text.
function kind_of(rest, name, words) {
    if (name == "color") return "=auto always never"
    if (rest ~ /^Cm / && rest !~ / Ns /) {
        words = rest
        sub(/^Cm /, "", words)
        gsub(/ *[|] */, " ", words)
        return "=" words
    }
    if (rest ~ /^Ar (FILE|FILES|FILE\.cu|PATH|SCENARIO|OTHER|REPORT)( |$)/) return "file"
    if (rest ~ /^Ar (DIR|FOLDER|TREE)( |$)/) return "folder"
    return rest ~ /^(Ar|Cm) / ? "text" : ""
}
function item(line, n, i, pieces, piece, name, rest, letter) {
    sub(/^\.It /, "", line)
    if (line ~ /^Cm / && section == "DESCRIPTION") {
        sub(/^Cm /, "", line)
        n = split(line, pieces, / , /)
        first_verb = verbs + 1
        for (i = 1; i <= n; i++) verb[++verbs] = pieces[i]
        of = "verb"
    } else if (line ~ /^Fl / && section == "OPTIONS") {
        n = split(line, pieces, / , /)
        first_option = options + 1
        letter = ""
        for (i = 1; i <= n; i++) {
            piece = pieces[i]
            sub(/^Fl /, "", piece)
            name = piece
            sub(/ .*/, "", name)
            rest = piece
            if (!sub(/^[^ ]+ /, "", rest)) rest = ""
            if (name ~ /^-/) {
                options++
                long[options] = substr(name, 2)
                short[options] = letter
                takes[options] = kind_of(rest, substr(name, 2))
                letter = ""
            } else letter = name
        }
        of = "option"
    } else of = ""
}
function describe(text, i) {
    sub(/[.;] .*/, "", text)
    sub(/\.$/, "", text)
    if (of == "verb") for (i = first_verb; i <= verbs; i++) verb_text[i] = text
    if (of == "option") for (i = first_option; i <= options; i++) text_of[i] = text
}
BEGIN { of = "" }
/^\.Dt / { tool = tolower($2) }
/^\.(It|El|Sh|Ss|Bl)/ { if (of != "") describe(about); of = ""; about = "" }
/^\.Sh / { section = $2 }
/^\.It / { item($0); next }
of != "" { about = trim(about " " plain($0)) }

function bash(i, k, name, files, folders, words, free, all, list) {
    for (i = 1; i <= options; i++) {
        name = "--" long[i] (short[i] != "" ? "|-" short[i] : "")
        all = all " --" long[i] (short[i] != "" ? " -" short[i] : "")
        if (takes[i] == "file") files = files (files != "" ? "|" : "") name
        else if (takes[i] == "folder") folders = folders (folders != "" ? "|" : "") name
        else if (takes[i] ~ /^=/) words = words sprintf("        %s) COMPREPLY=($(compgen -W '%s' -- \"$cur\")); return ;;\n", name, substr(takes[i], 2))
        else if (takes[i] == "text") free = free (free != "" ? "|" : "") name
    }
    for (i = 1; i <= verbs; i++) list = list (i > 1 ? " " : "") verb[i]
    printf "# Completion of %s for bash.\n_%s()\n{\n    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} i verb=\n", tool, tool
    printf "    COMPREPLY=()\n    # \"--option=value\" comes as three words.\n"
    printf "    if [[ $cur == = ]]; then cur=; elif [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
    printf "    local IFS=$' \\t\\n'\n    case $prev in\n%s", words
    printf "        %s) IFS=$'\\n'; compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- \"$cur\")); return ;;\n", files
    if (folders != "") printf "        %s) IFS=$'\\n'; compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- \"$cur\")); return ;;\n", folders
    if (free != "") printf "        %s) return ;;\n", free
    printf "    esac\n    if [[ $cur == -* ]]; then\n        COMPREPLY=($(compgen -W '%s' -- \"$cur\"))\n        return\n    fi\n", substr(all, 2)
    if (verbs > 0) {
        printf "    for ((i = 1; i < COMP_CWORD; i++)); do\n        case ${COMP_WORDS[i]} in\n            %s) verb=1 ;;\n        esac\n    done\n", joined()
        printf "    if [[ -z $verb ]]; then\n        COMPREPLY=($(compgen -W '%s' -- \"$cur\"))\n        [[ ${#COMPREPLY[@]} -gt 0 ]] && return\n    fi\n", list
        printf "    IFS=$'\\n'\n    compopt -o filenames 2>/dev/null\n    COMPREPLY=($(compgen -f -- \"$cur\"))\n"
    }
    printf "}\ncomplete -F _%s %s\n", tool, tool
}
function joined(i, s) {
    for (i = 1; i <= verbs; i++) s = s (i > 1 ? "|" : "") verb[i]
    return s
}
function zsh(i, what, text) {
    printf "#compdef %s\n# Completion of %s for zsh.\n_arguments \\\n", tool, tool
    for (i = 1; i <= options; i++) {
        text = text_of[i]
        gsub(/[][]/, "", text)
        gsub(/:/, "\\:", text)
        what = takes[i] == "file" ? ":file:_files" : takes[i] == "folder" ? ":folder:_files -/" : takes[i] ~ /^=/ ? ":word:(" substr(takes[i], 2) ")" : takes[i] == "text" ? ":value:" : ""
        if (short[i] != "") printf "    '*'{-%s%s,--%s%s}'[%s]%s' \\\n", short[i], what != "" ? "+" : "", long[i], what != "" ? "=" : "", text, what
        else printf "    '*--%s%s[%s]%s' \\\n", long[i], what != "" ? "=" : "", text, what
    }
    if (verbs == 0) { print "    && return 0"; return }
    printf "    '1:verb:(("
    for (i = 1; i <= verbs; i++) {
        text = verb_text[i]
        gsub(/:/, "\\:", text)
        printf "%s%s\\:\"%s\"", (i > 1 ? " " : ""), verb[i], text
    }
    printf "))' \\\n    '*:file:_files'\n"
}
function fish(i, rest) {
    printf "# Completion of %s for fish.\n", tool
    if (verbs == 0) printf "complete -c %s -f\n", tool
    for (i = 1; i <= verbs; i++) printf "complete -c %s -n __fish_use_subcommand -f -a '%s' -d '%s'\n", tool, verb[i], verb_text[i]
    for (i = 1; i <= options; i++) {
        rest = takes[i] == "file" ? " -r -F" : takes[i] == "folder" ? " -x -a '(__fish_complete_directories)'" : takes[i] ~ /^=/ ? " -x -a '" substr(takes[i], 2) "'" : takes[i] == "text" ? " -x" : ""
        printf "complete -c %s%s -l %s%s -d '%s'\n", tool, short[i] != "" ? " -s " short[i] : "", long[i], rest, text_of[i]
    }
}
END {
    if (shell == "bash") bash()
    if (shell == "zsh") zsh()
    if (shell == "fish") fish()
}
