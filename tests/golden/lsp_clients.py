"""Other editors, as their clients write: what each says of itself, how it frames messages and changes a text, and how it ends. One
session each with both servers. Arguments: nvsection, nvprofile, an empty folder."""
import json
import os
import sys
import urllib.parse

sys.dont_write_bytecode = True
sys.path.insert(0, "tests")
from lsp_client import Server, check, done  # noqa: E402

SECTIONS, PROFILES, FOLDER = sys.argv[1:4]
KINDS = list(range(1, 27))


def range_of(line, start, end):
    return {"start": {"line": line, "character": start}, "end": {"line": line, "character": end}}


class Editor(Server):
    """As most write: a change replaces a range; "initialized" and "exit" have what initialized and end hold, None for nothing."""
    first, version, end, options = 1, 1, None, {}

    def __init__(self, tool):
        super().__init__(tool)
        self.id = self.first - 1

    def order(self, message):
        return message

    def write(self, message):
        self.frame(json.dumps(self.order({"jsonrpc": "2.0", **message}), separators=(",", ":"), ensure_ascii=False))

    def notify(self, method, params):
        self.write({"method": method} | ({} if params is None else {"params": params}))

    def request(self, method, params=None, id=None):
        self.id += 1
        here = self.id
        self.write({"id": here, "method": method} | ({} if params is None else {"params": params}))
        return self.answer(here)

    def settle(self):
        self.request("workspace/nothing")

    def replace(self, uri, line, start, end, text):
        self.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": self.version + 1}, "contentChanges": [
            {"range": range_of(line, start, end), "rangeLength": end - start, "text": text}]})

    def fix_of(self, uri, diagnostic):
        return self.request("textDocument/codeAction", {"textDocument": {"uri": uri}, "range": diagnostic["range"],
                                                        "context": {"diagnostics": [diagnostic], **self.options}})["result"]


# Neovim 0.11.4, runtime/lua/vim/lsp: "params" first, offers UTF-8, versions from 0, asks for tokens at once.
class Neovim(Editor):
    name, version, asks_first = "Neovim", 0, "textDocument/semanticTokens/full"
    initialize = {"trace": "off", "processId": 4711, "clientInfo": {"name": "Neovim", "version": "0.11.4"}, "workspaceFolders": None,
                  "rootUri": None, "rootPath": None, "workDoneToken": "1", "capabilities": {
        "general": {"positionEncodings": ["utf-8", "utf-16", "utf-32"]}, "window": {"workDoneProgress": True, "showDocument": {"support": True}},
        "workspace": {"configuration": True, "workspaceFolders": True, "applyEdit": True, "semanticTokens": {"refreshSupport": True}},
        "textDocument": {
            "semanticTokens": {"dynamicRegistration": True, "requests": {"range": False, "full": {"delta": True}}, "formats": ["relative"],
                               "tokenTypes": ["property", "comment"], "tokenModifiers": []},
            "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["", "quickfix"]}}, "isPreferredSupport": True},
            "documentSymbol": {"hierarchicalDocumentSymbolSupport": True, "symbolKind": {"valueSet": KINDS}},
            "rename": {"dynamicRegistration": True, "prepareSupport": True}, "publishDiagnostics": {"dataSupport": True},
            "completion": {"completionList": {"itemDefaults": ["editRange", "data"]}, "completionItem": {"snippetSupport": True}}}}}
    options = {"triggerKind": 1}

    def order(self, m):
        return {k: m[k] for k in ("params", "id", "jsonrpc", "method") if k in m}


# Visual Studio Code, vscode-languageclient of 2026: ids from 0, takes UTF-16 alone, settings right after the start.
class Code(Editor):
    name, first, asks_first = "VS Code", 0, "textDocument/foldingRange"
    initialize = {"processId": 4711, "clientInfo": {"name": "Visual Studio Code", "version": "1.120.0"}, "locale": "en", "rootPath": FOLDER,
                  "rootUri": "file://" + FOLDER, "trace": "off", "workspaceFolders": [{"uri": "file://" + FOLDER, "name": "x"}], "capabilities": {
        "workspace": {"applyEdit": True, "workspaceEdit": {"documentChanges": True, "resourceOperations": ["create", "rename", "delete"],
                                                           "failureHandling": "textOnlyTransactional", "snippetEditSupport": True},
                      "configuration": True, "didChangeConfiguration": {"dynamicRegistration": True}, "workspaceFolders": True},
        "general": {"staleRequestSupport": {"cancel": True, "retryOnContentModified": ["textDocument/semanticTokens/full"]},
                    "regularExpressions": {"engine": "ECMAScript", "version": "ES2020"}, "positionEncodings": ["utf-16"]},
        "textDocument": {"publishDiagnostics": {"relatedInformation": True, "dataSupport": True, "codeDescriptionSupport": True},
                         "synchronization": {"dynamicRegistration": True, "willSave": True, "willSaveWaitUntil": True, "didSave": True},
                         "documentSymbol": {"hierarchicalDocumentSymbolSupport": True, "labelSupport": True},
                         "foldingRange": {"rangeLimit": 5000, "lineFoldingOnly": True},
                         "codeAction": {"dataSupport": True, "resolveSupport": {"properties": ["edit", "command"]}}}}}
    options = {"triggerKind": 1}

    def order(self, m):
        if m["method"] == "initialized":
            self.frame(json.dumps({"jsonrpc": "2.0", "method": "$/setTrace", "params": {"value": "off"}}))
        return m


# vim-lsp in Vim 9: the order of Vim's dictionaries, the first change is the whole text, no hierarchy of symbols.
class Vim(Editor):
    name, asks_first = "vim-lsp", "textDocument/foldingRange"
    initialize = {"rootUri": "file://" + FOLDER, "rootPath": FOLDER, "clientInfo": {"name": "vim-lsp"}, "processId": 4711, "trace": "off", "capabilities": {
        "workspace": {"workspaceFolders": False, "configuration": True, "applyEdit": True, "symbol": {"dynamicRegistration": False}},
        "window": {"workDoneProgress": False}, "textDocument": {
            "codeAction": {"disabledSupport": True, "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["", "quickfix"]}}},
            "completion": {"completionItem": {"snippetSupport": False, "insertReplaceSupport": True}},
            "documentSymbol": {"labelSupport": False, "hierarchicalDocumentSymbolSupport": False, "symbolKind": {"valueSet": KINDS[9:] + KINDS[:9]}},
            "semanticTokens": {"requests": {"full": False, "range": False}, "tokenTypes": [], "tokenModifiers": [], "formats": ["relative"]},
            "foldingRange": {"rangeLimit": 5000, "lineFoldingOnly": True}, "synchronization": {"didSave": True, "willSave": False}}}}
    options = {"only": ["", "quickfix", "refactor", "source"]}
    hierarchy = False

    def order(self, m):
        return {k: m[k] for k in ("id", "method", "jsonrpc", "params") if k in m}

    def replace(self, uri, line, start, end, text):
        lines = self.text.split("\n")
        lines[line] = lines[line][:start] + text + lines[line][end:]
        self.text = "\n".join(lines)
        self.change(uri, self.text)


# Kate, addons/lspclient of 2026: indented JSON with sorted members; "initialized" and "exit" with empty parameters; it gives diagnostics
# back without their data, and takes a member of the capabilities for a promise whatever its value.
class Kate(Editor):
    name, end, asks_first = "Kate", {}, "textDocument/documentSymbol"
    initialize = {"rootPath": None, "rootUri": None, "initializationOptions": None, "processId": 4711, "capabilities": {
        "textDocument": {
            "documentSymbol": {"hierarchicalDocumentSymbolSupport": True}, "publishDiagnostics": {"relatedInformation": True},
            "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "refactor", "source"]}}},
            "semanticTokens": {"requests": {"range": True, "full": {"delta": True}}, "tokenTypes": ["type", "property"], "tokenModifiers": [],
                               "formats": ["relative"]},
            "synchronization": {"didSave": True}, "selectionRange": {"dynamicRegistration": False},
            "hover": {"contentFormat": ["markdown", "plaintext"]}, "completion": {"completionItem": {"snippetSupport": False, "labelDetailsSupport": True}},
            "inlayHint": {"dynamicRegistration": False}, "diagnostic": {"dynamicRegistration": False, "relatedInformation": True}},
        "window": {"workDoneProgress": True, "showMessage": {"messageActionItem": {"additionalPropertiesSupport": True}}},
        "workspace": {"configuration": True}}}

    def write(self, message):
        self.frame(json.dumps({"jsonrpc": "2.0", **message}, indent=4, sort_keys=True) + "\n")

    def fix_of(self, uri, diagnostic):
        return super().fix_of(uri, {k: v for k, v in diagnostic.items() if k != "data"} | {"relatedInformation": []})


PROMISES = {"nvsection": {"completionProvider", "hoverProvider", "definitionProvider", "referencesProvider", "documentSymbolProvider",
                          "documentFormattingProvider", "renameProvider", "codeActionProvider", "workspaceSymbolProvider",
                          "foldingRangeProvider", "semanticTokensProvider"},
            "nvprofile": {"completionProvider", "hoverProvider", "documentFormattingProvider", "codeActionProvider"}}
# A text with one mistake; where it is, what it should be; where to ask for help, and what comes.
SECTION = ('Identifier: "\u00e9\U0001F600" Heder { }\nDisplayName: "A"\nMetricDefinitions {\n  MetricDefinitions { Name: "own" Expression: "1.0" }\n}\n', 0,
           ("unknown-field", "Header"), (1, 2, "**DisplayName** string"), ("Meta", "MetricDefinitions"))
PROFILE = ('{ "rules": [ { "pattern": "\u00e9\U0001F600", "profile": "p" } ],\n"profiles": [ { "name": "p", "settings": [ "GLYeild", "NOTHING" ] } ] }\n', 1,
           ("unknown-key", '"GLYield"'), (0, 4, "**rules**"), None)


def session(editor, tool, name, text, mistake_line, fix, help_at, outline):
    what = editor.name + " with " + name + ": "
    e = editor(tool)
    promised = e.request("initialize", e.initialize)["result"]["capabilities"]
    check(what + "no more promised than is true", {x for x in promised if x.endswith("Provider")} == PROMISES[name], promised)
    check(what + "positions in what it offers", promised["positionEncoding"] == ("utf-8" if editor is Neovim else "utf-16"), promised)
    e.notify("initialized", {})
    uri = "file://" + urllib.parse.quote(os.path.join(FOLDER, "a " + name + (".section" if outline else "-rc")))
    e.text = text
    e.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": name, "version": e.version, "text": text}})
    r = e.request(e.asks_first, {"textDocument": {"uri": uri}})
    check(what + "what it asks first", ("result" in r) == bool(outline) and ("error" in r) == (not outline), r)
    d = e.diagnostics.get(uri, [])
    check(what + "the mistake", [x["code"] for x in d if x["code"] == fix[0]] == [fix[0]], d)
    d = [x for x in d if x["code"] == fix[0]][0]
    a = e.fix_of(uri, d)
    edit = a[0]["edit"]["changes"][uri][0] if a else None
    check(what + "its fix", len(a) == 1 and a[0]["kind"] == "quickfix" and edit == {"range": d["range"], "newText": fix[1]}, a)
    line = text.split("\n")[mistake_line]
    encoded = "utf-8" if promised["positionEncoding"] == "utf-8" else "utf-16-le"
    width = 1 if encoded == "utf-8" else 2
    found = line.encode(encoded)[d["range"]["start"]["character"] * width:d["range"]["end"]["character"] * width].decode(encoded)
    check(what + "its place", d["range"]["start"]["line"] == mistake_line and found in ("Heder", '"GLYeild"'), (d, found))
    if editor is Vim:  # it counts characters of its own lines
        start = line.index(found)
        e.replace(uri, mistake_line, start, start + len(found), fix[1])
    else:
        e.replace(uri, mistake_line, d["range"]["start"]["character"], d["range"]["end"]["character"], fix[1])
    e.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
    e.settle()
    check(what + "the text without it", [x for x in e.diagnostics[uri] if x["code"] == fix[0]] == [], e.diagnostics[uri])
    h = e.request("textDocument/hover", {"textDocument": {"uri": uri}, "position": {"line": help_at[0], "character": help_at[1]}})["result"]
    check(what + "help", h["contents"]["kind"] == "markdown" and h["contents"]["value"].startswith(help_at[2]), h)
    c = e.request("textDocument/completion", {"textDocument": {"uri": uri}, "position": {"line": help_at[0], "character": help_at[1]},
                                              "context": {"triggerKind": 1}})
    check(what + "words", "result" in c, c)
    f = e.request("textDocument/formatting", {"textDocument": {"uri": uri}, "options": {"tabSize": 8, "insertSpaces": True}})["result"]
    check(what + "layout", len(f) == 1 and fix[1] in f[0]["newText"], f)
    if outline:
        s = e.request("textDocument/documentSymbol", {"textDocument": {"uri": uri}})["result"]
        check(what + "symbols in the form that it takes", outline[1] in [x["name"] for x in s] and
              all(("location" in x) != getattr(e, "hierarchy", True) for x in s), s)
    e.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    check(what + "the end", e.request("shutdown", e.end) == {"jsonrpc": "2.0", "id": e.id, "result": None})
    e.notify("exit", e.end)
    check(what + "exit code 0", e.p.wait(20) == 0, e.p.returncode)


for editor in (Neovim, Code, Vim, Kate):
    session(editor, SECTIONS, "nvsection", *SECTION)
    session(editor, PROFILES, "nvprofile", *PROFILE)
done()
