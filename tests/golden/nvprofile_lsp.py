"""A client of nvprofile lsp: what an editor sends, and what comes back. Arguments: the tool, an empty folder."""
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, "tests")
from lsp_client import Server, changed_sessions, check, done  # noqa: E402

TOOL, FOLDER = sys.argv[1:3]
URI = "untitled:1"
s = Server(TOOL)
r = s.start()["capabilities"]
check("capabilities", r["hoverProvider"] is True and r["documentFormattingProvider"] is True and r["codeActionProvider"] is True and
      r["completionProvider"]["triggerCharacters"] == ['"'] and "renameProvider" not in r, r)


def diagnose(text, uri=URI):
    s.change(uri, text)
    s.settle()
    return s.diagnostics[uri]


RULE = '{ "rules": [ { "pattern": "x", "profile": [ %s ] } ] }\n'
s.open(URI, "", "nvprofile")
check("no mistakes", diagnose(RULE % '"GLYield", "USLEEP"') == [], s.diagnostics)
d = diagnose("# \U0001F600\n" + RULE % '"GLYeild", "USLEEP"')
check("an unknown key", [(x["severity"], x["code"], x["range"]["start"], x["range"]["end"]["character"]) for x in d] ==
      [(2, "unknown-key", {"line": 1, "character": 44}, 53)], d)
r = s.request("textDocument/codeAction", {"textDocument": {"uri": URI}, "range": d[0]["range"], "context": {"diagnostics": d}})["result"]
check("its fix", [x["edit"]["changes"][URI][0]["newText"] for x in r] == ['"GLYield"'], r)
d = diagnose(RULE % '"GLFSAAMode", 99')
check("a value out of range", [(x["code"], x["severity"]) for x in d] == [("value-range", 2)], d)
d = diagnose('{ "rule": [] }')
check("a member that does nothing", [(x["code"], x["severity"]) for x in d] == [("member-name", 1)], d)
d = diagnose('{ "rules": [ ')
check("a text being written", d and all(x["severity"] == 1 for x in d), d)
d = diagnose('{ "rules": [ { "pattern": "x", "profile": "nowhere" } ] }')
check("a profile that is not there", [x["code"] for x in d] == ["undefined-profile"], d)
d = diagnose('{ "rules": [ { "pattern": { "feature": "dso", "matches": "/usr/lib/libx.so" }, "profile": [ "GLYield", "USLEEP" ] } ] }')
check("what people get wrong", [x["code"] for x in d] == ["dso-slash"], d)

# A folder that the driver reads as one: open texts take the place of files.
folder = os.path.join(FOLDER, "nvidia-application-profiles-rc.d")
os.mkdir(folder)
with open(os.path.join(folder, "10-profiles"), "w") as f:
    f.write('{ "profiles": [ { "name": "mine", "settings": [ "GLYield", "USLEEP" ] } ] }\n')
one, two = "file://" + os.path.join(folder, "20-rules"), "file://" + os.path.join(folder, "10-profiles")
s.open(one, '{ "rules": [ { "pattern": "x", "profile": "mine" } ] }\n', "nvprofile")
s.settle()
check("a profile of another file", s.diagnostics[one] == [], s.diagnostics)
s.open(two, '{ "profiles": [ { "name": "yours", "settings": [ "GLYield", "USLEEP" ] } ] }\n', "nvprofile")
s.settle()
check("another file is changed", [x["code"] for x in s.diagnostics[one]] == ["undefined-profile"] and
      [x["code"] for x in s.diagnostics[two]] == ["unused-profile"], s.diagnostics)


def offered(text):
    return {x["label"]: x for x in s.at("textDocument/completion", URI, text)["result"]}


def completed(text):
    return {label: x["textEdit"] for label, x in offered(text).items()}


for what, text, some, none in (
        ("members of the root", "{ | }", {"rules", "profiles"}, {"pattern"}),
        ("members of a rule", '{ "rules": [ { "|" } ] }', {"pattern", "profile"}, {"rules"}),
        ("members of a pattern", '{ "rules": [ { "pattern": [ { "op": "and", "sub": [ { | } ] } ] } ] }', {"feature", "matches", "op", "sub"}, {"name"}),
        ("members of a profile", '{ "profiles": [ { "|', {"name", "settings"}, {"rules"}),
        ("members of a setting", '{ "profiles": [ { "settings": [ { "|" } ] } ] }', {"key", "value"}, {"name"}),
        ("features", '{ "rules": [ { "pattern": { "feature": "|" } } ] }', {"procname", "dso", "true"}, {"and"}),
        ("operators", '{ "rules": [ { "pattern": { "op": | } } ] }', {"and", "or", "not"}, {"dso"}),
        ("keys", RULE % '"|"', {"GLYield", "GLFSAAMode"}, {"USLEEP"}),
        ("keys of objects", '{ "profiles": [ { "settings": [ { "key": "GL|', {"GLYield"}, {"USLEEP"}),
        ("words of a key", RULE % '"GLYield", "|"', {"USLEEP", "NOTHING"}, {"GLYield"}),
        ("the value of the second key", RULE % '"GLFSAAMode", 1, "GLYield", "|"', {"USLEEP", "NOTHING"}, {"GLYield"}),
        ("the third key", RULE % '"GLFSAAMode", 1, "GLYield", "USLEEP", "|"', {"GLYield", "GLFSAAMode"}, {"USLEEP"}),
        ("the value of the third key", RULE % '"A", 1, "GLFSAAMode", 2, "GLYield", "|"', {"USLEEP", "NOTHING"}, {"GLYield"}),
        ("true and false", RULE % '"GLSyncToVblank", |', {"true", "false"}, {"0"}),
        ("a small range", RULE % '"GLFSAAMode", |', {"0", "15"}, {"16", "true"}),
        ("values of objects", '{ "profiles": [ { "settings": [ { "k": "GLYield", "v": "|" } ] } ] }', {"USLEEP"}, {"GLYield"}),
        ("profiles", '{ "profiles": [ { "name": "p" } ], "rules": [ { "pattern": "x", "profile": "|" } ] }', {"p", "CudaNoStablePerfLimit"}, {"x"}),
        ("nothing in a comment", "{ # |\n }", set(), {"rules"}),
        ("nothing for a name that is free", '{ "profiles": [ { "name": "|" } ] }', set(), {"name", "GLYield"})):
    got = set(completed(text))
    check("completion: " + what, some <= got and not none & got, got)
e = completed(RULE % '"GLY|eild", "USLEEP"')["GLYield"]
check("the whole text is replaced", (e["newText"], e["range"]["start"]["character"], e["range"]["end"]["character"]) == ('"GLYield"', 44, 53), e)


def hovered(text):
    r = s.at("textDocument/hover", URI, text)["result"]
    return r["contents"]["value"] if r else None


h = hovered(RULE % '"GLY|ield", "USLEEP"')
check("hover of a key", h.startswith('**GLYield** string, "USLEEP", "NOTHING"') and "__GL_YIELD" in h, h)
check("hover of a value is about its key", hovered(RULE % '"GLYield", "U|SLEEP"') == h, h)
check("hover of a member", "list of rules" in (hovered('{ "ru|les": [] }') or ""), hovered('{ "ru|les": [] }'))
h = hovered('{ "rules": [ { "pattern": { "feature": "|dso" } } ] }')
check("hover of a feature", h and h.startswith("**dso**"), h)
check("hover of nothing", hovered('{ "rules": [ | ] }') is None)

for quote in ('"', ""):
    for label, item in (
            ("GLYield", {"kind": 5, "detail": "string", "documentation": {"kind": "markdown", "value": hovered(RULE % '"GLY|ield", "USLEEP"')}}),
            ("GLFSAAMode", {"kind": 5, "detail": "integer", "documentation": {"kind": "markdown", "value": hovered(RULE % '"GLFS|AAMode", 0')}})):
        if quote:
            item["filterText"] = '"%s"' % label
        x = offered(RULE % (quote + "|" + quote))[label]
        check("all that is said of a key, quote '%s'" % quote, {k: v for k, v in x.items() if k not in ("label", "textEdit")} == item, x)
h = hovered(RULE % '"GLFS|AAMode", 0')
check("hover: type, values, text, variable and drivers, each once", [h.count(x) for x in (
    "**GLFSAAMode** integer, 0 to 15\n\n", "Antialiasing forced on OpenGL programs", "The environment variable __GL_FSAA_MODE overrides it.", "Drivers: in 384.59 already.")] == [1, 1, 1, 1], h)
x = offered(RULE % '"GLYield", |')["USLEEP"]
check("a value", (x["kind"], x["textEdit"]["newText"], "filterText" in x) == (20, '"USLEEP"', False), x)
x = offered('{ "rules": [ { "pattern": "x", "profile": "|" } ] }')["CudaNoStablePerfLimit"]
check("a profile", (x["kind"], x["detail"], x["filterText"]) == (9, "comes with drivers", '"CudaNoStablePerfLimit"'), x)
x = offered('{ "rules": [ { "pattern": { "feature": "|" } } ] }')["dso"]
check("a feature", (x["kind"], x["detail"]) == (20, "a library that is loaded when the driver's is: the name of its file, without folders"), x)
x = offered('{ | }')["rules"]
check("a member", (x["kind"], "a list of rules" in x["detail"], x["textEdit"]["newText"]) == (5, True, '"rules"'), x)

s.change(URI, '{"rules":[{"pattern":"x","profile":["GLYield","USLEEP"]}]}')
r = s.request("textDocument/formatting", {"textDocument": {"uri": URI}})["result"]
check("formatting", len(r) == 1 and r[0]["newText"].startswith('{\n    "rules": [\n'), r)
s.change(URI, r[0]["newText"])
check("it is stable", s.request("textDocument/formatting", {"textDocument": {"uri": URI}})["result"] == [])
s.change(URI, '{"rules":[')
check("a text with a mistake stays", s.request("textDocument/formatting", {"textDocument": {"uri": URI}})["result"] == [])
d = diagnose('{ "profiles": [ "' + "x" * (5 << 20) + '" ] }')
check("a text above the limit", d and d[0]["severity"] == 1, d[:3])
check("exit code", s.stop() == 0)

AT = {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 46}}
changed_sessions(TOOL, (
    {"id": 1, "method": "initialize", "params": {"capabilities": {"general": {"positionEncodings": ["utf-8"]}}}},
    {"method": "textDocument/didOpen", "params": {"textDocument": {"uri": URI, "text": RULE % '"GLYield", "US"' + "# \u00e9\u4e2d"}}},
    {"id": 2, "method": "textDocument/hover", "params": AT}, {"id": 3, "method": "textDocument/completion", "params": AT},
    {"id": 5, "method": "textDocument/formatting", "params": AT},
    {"method": "textDocument/didChange", "params": {"textDocument": {"uri": URI}, "contentChanges": [
        {"range": {"start": {"line": 0, "character": 12}, "end": {"line": 0, "character": 13}}, "text": '{ "sub": ['}]}},
    {"id": 6, "method": "textDocument/completion", "params": AT},
    {"id": 4, "method": "shutdown"}, {"method": "exit"}))
done()
