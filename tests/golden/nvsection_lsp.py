"""A client of nvsection lsp: what an editor sends, and what comes back. Arguments: the tool, an empty folder."""
import json
import os
import subprocess
import sys
import urllib.parse

sys.dont_write_bytecode = True
sys.path.insert(0, "tests")
from lsp_client import Server, changed_sessions, check, done  # noqa: E402

TOOL, FOLDER = sys.argv[1:3]


def uri_of(name):
    return "file://" + urllib.parse.quote(os.path.join(os.path.abspath(FOLDER), name))


HEAD = 'Identifier: "A"\nDisplayName: "A"\n'
s = Server(TOOL)
r = s.start()
check("capabilities", r["capabilities"]["textDocumentSync"]["change"] == 2 and r["capabilities"]["hoverProvider"] is True and
      "completionProvider" in r["capabilities"] and r["capabilities"]["positionEncoding"] == "utf-16", r)
uri = uri_of("a b.section")
s.open(uri, HEAD + 'Heder { }\n')
s.settle()
d = s.diagnostics[uri]
check("a diagnostic", len(d) == 1 and d[0]["message"] == 'unknown field: Heder; is "Header" meant?' and d[0]["severity"] == 1 and
      d[0]["code"] == "unknown-field" and d[0]["source"] == "nvsection", d)
check("its range", d[0]["range"] == {"start": {"line": 2, "character": 0}, "end": {"line": 2, "character": 5}}, d)
s.change(uri, HEAD + 'Header { }\n')
s.settle()
check("a correction", s.diagnostics[uri] == [], s.diagnostics)
s.change(uri, HEAD + 'Description: "\U0001F600 \u00e9" Metrics { Metrics { Name: "regex:(" } }\r\nZ: 1\r\n')
s.settle()
d = s.diagnostics[uri]
check("a line after UTF-16 and CR LF", [x["range"] for x in d] == [{"start": {"line": 3, "character": 0}, "end": {"line": 3, "character": 1}}], d)
s.change(uri, HEAD + 'Description: "\U0001F600 \u00e9" Metrics { Metrics { Name: "regex:(" } }\r\n')
s.settle()
d = s.diagnostics[uri]
check("UTF-16 columns", [x["range"] for x in d] == [{"start": {"line": 2, "character": 40}, "end": {"line": 2, "character": 55}}], d)

# The other sections of the folder: on the disk, then open.
with open(os.path.join(FOLDER, "b.section"), "w") as f:
    f.write('Identifier: "B" DisplayName: "B" Metrics { Metrics { Name: "x.sum" } }\n')
needs = HEAD + 'MetricDefinitions { MetricDefinitions { Name: "d" Expression: "2.0 * x.sum" } }\n'
s.change(uri, needs)
s.settle()
check("what another section of the folder collects", s.diagnostics[uri] == [], s.diagnostics[uri])
other = uri_of("b.section")
s.open(other, 'Identifier: "B" DisplayName: "B"\n')
s.settle()
check("an open text takes the place of the file, and others of the folder are looked at again",
      [x["code"] for x in s.diagnostics[uri]] == ["operand"] and s.diagnostics[other] == [], s.diagnostics)
s.change(other, 'Identifier: "A" DisplayName: "B"\n')
s.settle()
check("an Identifier twice", any(x["code"] == "duplicate-section" for u in (uri, other) for x in s.diagnostics[u]), s.diagnostics)
s.notify("textDocument/didClose", {"textDocument": {"uri": other}})
s.change(uri, needs)
s.settle()
check("closed: the file counts again", s.diagnostics[uri] == [] and s.diagnostics[other] == [], s.diagnostics)
chart = uri_of("c.chart")
s.open(chart, 'SourceMetricTable { Metrics { Nme: "x" Name: "y" } }')
s.settle()
check("a chart", [x["message"] for x in s.diagnostics[chart]] == ['unknown field: Nme; is "Name" meant?'], s.diagnostics[chart])
s.open("untitled:Untitled-1", 'Identifier: "U"')
s.settle()
check("a text that is no file", [x["code"] for x in s.diagnostics["untitled:Untitled-1"]] == ["required"], s.diagnostics)

s.frame(json.dumps({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": {"uri": "untitled:slash", "text": 'Identifier: "S"'}}})
        .replace("/", "\\/").replace("method", "\\u006dethod"))
s.settle()
check("strings are decoded before they are compared", [x["code"] for x in s.diagnostics.get("untitled:slash", [])] == ["required"], s.diagnostics)


# Completion.
def labels(text, where=uri):
    return [x["label"] for x in s.at("textDocument/completion", where, text)["result"]]


top = labels(HEAD + '|')
check("fields of a section that are not there yet", "Header" in top and "Body" in top and "Identifier" not in top, top)
check("half a word", "Header" in labels(HEAD + 'Hea|\n'))
check("a repeated field again", "Sets" in labels(HEAD + 'Sets { Identifier: "a" }\n|'))
check("fields of a message", labels('Body { Items { Table { |') == ["Label", "Rows", "Columns", "Order", "Metrics", "SortKey", "SortDirection", "Description"], labels('Body { Items { Table { |'))
check("after a message", "BarChart" in labels('Body { Items { Table { Columns: 1 } |'))
check("values of an enum", labels('Body { Items { Table { SortKey: |') == ["ByLabel", "ByValue"])
check("values of a bool", labels('Body { SetDefault: |') == ["true", "false"])
check("values in a list", "CollectionScope_Range" in labels('Filter { CollectionFilter { CollectionScopes: [CollectionScope_Launch, |'))
check("fields in a list of messages", "Name" in labels('Header { Metrics [{ Label: "a" }, { |'))
check("a comment", labels('# Hea|') == [])
check("a text", labels('Identifier: "Hea|') == [])
check("after a text", "Header" in labels('Identifier: "Hea" |'))
check("a message that is not known", labels('Nothing { |') == [])
check("a chart has the fields of an item", "SourceMetricTable" in labels('|', chart) and "Identifier" not in labels('|', chart))


# Names of metrics: those of the sections around, in a Name and in an Expression. b.section collects x.sum.
def names(text):
    r = s.at("textDocument/completion", uri, text)["result"]
    return [x["label"] for x in r["items"]] if isinstance(r, dict) else r


kept = HEAD + 'Metrics { Metrics { Name: "sm__cycles_active.avg" } } '
check("names of metrics", names(kept + 'Header { Metrics { Name: "sm__cyc|') [:1] == ["sm__cycles_active.avg"], names(kept + 'Header { Metrics { Name: "sm__cyc|'))
check("all of them", names(kept + 'Header { Metrics { Name: "|') [:2] == ["sm__cycles_active.avg", "x.sum"], names(kept + 'Header { Metrics { Name: "|'))
check("names of public reports", "dram__bytes_read.sum.per_second" in names(kept + 'Header { Metrics { Name: "dram__bytes_rea|'))
r = names(kept + 'Header { Metrics { Name: "sm__cycles_active.|')
check("each once", len(r) > 3 and len(r) == len(set(r)) and all(x.startswith("sm__cycles_active.") for x in r), r)
r = s.at("textDocument/completion", uri, kept + '\nMetricDefinitions { MetricDefinitions { Expression: "2.0 * sm__cycles_active.|')["result"]
check("in an expression, the whole name in place of what is there", r["items"][0]["textEdit"]["newText"] == "sm__cycles_active.avg" and
      r["items"][0]["textEdit"]["range"] == {"start": {"line": 3, "character": 59}, "end": {"line": 3, "character": 77}}, r)
misspelt = HEAD + 'MetricDefinitions { MetricDefinitions { Name: "my_ratio" Expression: "1.0" } } Metrics { Metrics { Name: "my_ratoi" } } '
check("no misspelt names", names(misspelt + 'Header { Metrics { Name: "my_r|') == ["my_ratio"], names(misspelt + 'Header { Metrics { Name: "my_r|'))
r = [x for x in s.at("textDocument/completion", uri, kept + 'Header { Metrics { Name: "dram__bytes_rea|')["result"]["items"] if x["label"] == "dram__bytes_read.sum.per_second"]
check("what an offered name says", len(r) == 1 and r[0].get("detail") == "byte/second", r)
check("not in a label", names(kept + 'Header { Metrics { Label: "sm|') == [])
check("not in a comment", names(kept + 'Header { Metrics { Name: # "sm|') == [])

item = [x for x in s.at("textDocument/completion", uri, 'Body { Items { Table { |')["result"] if x["label"] == "Columns"][0]
check("what an item says", item["detail"] == "uint32" and item["insertText"] == "Columns: " and "number of columns" in item["documentation"]["value"], item)


# Hover.
def hover(text):
    return s.at("textDocument/hover", uri, text)["result"]


h = hover('Header {\n  Metrics { La|bel: "x" }\n}')
check("hover of a field", h and "**Label** string, optional, since 2019" in h["contents"]["value"] and
      h["range"] == {"start": {"line": 1, "character": 12}, "end": {"line": 1, "character": 17}}, h)
check("hover of a value", "**MinArch** enum GpuArch" in hover('Filter { MinArch: CC_|80 }')["contents"]["value"])
h = hover('Header { Metrics { Name: "dram__byt|es.sum.per_second" } }')
check("hover of a metric", h["contents"]["value"] .startswith("**dram__bytes.sum.per_second**\n\ndevice memory: bytes; sum over all of them, per second.\n\n"
      "Unit: byte/second\n\nCounter: .sum, .avg, .min, .max\n\nSeen on compute capability 7.5, "), h)
check("hover of a metric in an expression", "inst_executed**" in hover('MetricDefinitions { MetricDefinitions { Expression: "100.0 * inst_exec|uted / n" } }')["contents"]["value"])
check("hover of a name that says nothing", "**Name** string" in hover('Header { Metrics { Name: "xyz|zy" } }')["contents"]["value"])
check("hover of a brace", hover('Header |{ }') is None)
check("hover of a comment", hover('# La|bel') is None)
check("hover of an unknown field", hover('Lab|el: "x"') is None)
check("hover beyond the end", s.request("textDocument/hover", {"textDocument": {"uri": uri}, "position": {"line": 999, "character": 999}})["result"] is None)

# Formatting, as fmt does it.
s.change(uri, 'Identifier:"A",DisplayName: "A" # \u00e9\nHeader<Rows:2>')
e = s.request("textDocument/formatting", {"textDocument": {"uri": uri}, "options": {}})["result"]
check("formatting", len(e) == 1 and e[0]["newText"] == 'Identifier: "A"\nDisplayName: "A"  # \u00e9\nHeader {\n  Rows: 2\n}\n' and
      e[0]["range"] == {"start": {"line": 0, "character": 0}, "end": {"line": 1, "character": 14}}, e)
s.change(uri, e[0]["newText"])
check("formatted already", s.request("textDocument/formatting", {"textDocument": {"uri": uri}})["result"] == [])
s.change(uri, 'Identifier: }')
check("a text with mistakes in its form is not formatted", s.request("textDocument/formatting", {"textDocument": {"uri": uri}})["result"] == [])
s.change(uri, 'Identifier:   "A"\nHeader { Rows: }\nBody {\n Items { Table { Columns: 1 } } }\n')
e = s.request("textDocument/formatting", {"textDocument": {"uri": uri}})["result"]
check("its fields without any are", [(x["range"]["start"]["line"], x["newText"]) for x in e] ==
      [(0, 'Identifier: "A"\n'), (2, "Body {\n  Items {\n    Table {\n      Columns: 1\n    }\n  }\n}\n")], e)
s.change(uri, 'Identifier: "A"\nNothing:   1\n')
e = s.request("textDocument/formatting", {"textDocument": {"uri": uri}})["result"]
check("unknown fields are formatted", [x["newText"] for x in e] == ['Identifier: "A"\nNothing: 1\n'], e)

s.change(chart, 'SourceMetricTable{Metrics{Name:"y"}}')
e = s.request("textDocument/formatting", {"textDocument": {"uri": chart}})["result"]
check("a chart is formatted as one", [x["newText"] for x in e] == ['SourceMetricTable {\n  Metrics {\n    Name: "y"\n  }\n}\n'], e)
s.change(chart, 'Table{Columns:"x"}')
check("one with a value of another kind is not", s.request("textDocument/formatting", {"textDocument": {"uri": chart}})["result"] == [])

# Fixes.
s.change(uri, HEAD + 'Body { Items { Table { Columns: 1 SortKey: ByValu } } }')
s.settle()
d = s.diagnostics[uri]
a = s.request("textDocument/codeAction", {"textDocument": {"uri": uri}, "range": d[0]["range"], "context": {"diagnostics": d}})["result"]
check("a fix", [x["title"] for x in a] == ["Change to ByValue"] and a[0]["edit"]["changes"][uri] == [{"range": d[0]["range"], "newText": "ByValue"}] and
      d[0]["range"] == {"start": {"line": 2, "character": 43}, "end": {"line": 2, "character": 49}}, (a, d))
top = {"start": {"line": 0, "character": 0}, "end": {"line": 1, "character": 3}}
check("no fix there", s.request("textDocument/codeAction", {"textDocument": {"uri": uri}, "range": top, "context": {"diagnostics": []}})["result"] == [])
check("no diagnostics", s.request("textDocument/codeAction", {"textDocument": {"uri": uri}})["result"] == [])

# Names across the folder: b.section is on the disk, closed.
with open(os.path.join(FOLDER, "b.section"), "w") as f:
    f.write('Identifier: "B" DisplayName: "B"\nMetrics { Metrics { Name: "pmsampling:own" } Metrics { Name: "x.sum" } }\n')
owner = HEAD + ('Group { Name: "g" }\nMetricDefinitions {\n  MetricDefinitions { Name: "own" Expression: "100.0 * x.sum / y" }\n'
                '  MetricDefinitions { Name: "other" Expression: "own + own2 * own" }\n}\nMetrics { Metrics { Name: "own" Groups: "g" } }\n')


def places(method, text, **more):
    before, after = text.split("|")
    s.change(uri, before + after)
    r = s.request(method, {"textDocument": {"uri": uri}, "position": {"line": before.count("\n"), "character": len(before.rsplit("\n", 1)[-1])}, **more})
    return r.get("result", r.get("error"))


def short(r):
    return sorted((x["uri"].rsplit("/", 1)[-1], x["range"]["start"]["line"], x["range"]["start"]["character"], x["range"]["end"]["character"]) for x in r)


r = places("textDocument/definition", owner.replace('"own + own2', '"o|wn + own2'))
check("definition", short(r) == [("a%20b.section", 4, 29, 32)], r)
r = places("textDocument/references", owner.replace('Name: "own" E', 'Name: "own|" E'), context={"includeDeclaration": False})
check("references, in files that are closed as well", short(r) == [("a%20b.section", 5, 49, 52), ("a%20b.section", 5, 62, 65), ("a%20b.section", 7, 27, 30),
                                                                   ("b.section", 1, 38, 41)], r)
r = places("textDocument/references", owner.replace('Groups: "g', 'Groups: "|g'))
check("references of a group", short(r) == [("a%20b.section", 2, 15, 16), ("a%20b.section", 7, 41, 42)], r)
r = places("textDocument/prepareRename", owner.replace('"own + own2', '"own| + own2'))
check("what can be renamed", r["placeholder"] == "own", r)
check("a metric of the hardware cannot", places("textDocument/prepareRename", owner.replace("x.sum", "x.|sum")) is None)
r = places("textDocument/rename", owner.replace('"own + own2', '"own| + own2'), newName="mine.now")
check("rename", sorted((u.rsplit("/", 1)[-1], len(e), {x["newText"] for x in e} == {"mine.now"}) for u, e in r["changes"].items()) ==
      [("a%20b.section", 4, True), ("b.section", 1, True)], r)
for name, text, word in (("a b", owner.replace('"own + own2', '"own| + own2'), "letters"), ("other", owner.replace('"own + own2', '"own| + own2'), "already"),
                         ("z", owner.replace("x.sum", "x.|sum"), "defines can be changed")):
    r = places("textDocument/rename", text, newName=name)
    check("no rename to " + name, r.get("code") == -32602 and word in r["message"], r)
r = s.request("workspace/symbol", {"query": "ow"})["result"]
check("workspace symbols", [(x["name"], x["kind"]) for x in r] == [("own", 14)], r)
r = s.request("workspace/symbol", {"query": ""})["result"]
check("kinds of workspace symbols", sorted((x["name"], x["kind"]) for x in r if x["name"] in "Ag") == [("A", 5), ("g", 5)], r)
check("all workspace symbols", {"own", "other", "g", "A", "B"} <= {x["name"] for x in s.request("workspace/symbol", {"query": ""})["result"]})
r = hover(owner.replace('"own + own2', '"own| + own2'))
check("hover of one's own metric", "    100.0 * x.sum / y" in r["contents"]["value"], r)
own = HEAD + 'MetricDefinitions { MetricDefinitions { Name: "rate" Expression: "1.0 * launch__block_size" } MetricDefinitions { Name: "per" Expression: "lts__t_sectors.sum / smsp__inst_executed.sum" } }\n'
check("its unit", "Unit: sector/inst" in hover(own.replace('"per"', '"p|er"'))["contents"]["value"], hover(own.replace('"per"', '"p|er"')))
s.notify("workspace/didChangeConfiguration", {"settings": {"nvsection": {"report": "examples/data/samples/ncurep/saxpy.ncu-rep"}}})
check("its value in a report", "Value: 256" in hover(own.replace('"rate"', '"ra|te"'))["contents"]["value"], hover(own.replace('"rate"', '"ra|te"')))
summed = own.replace("1.0 * launch__block_size", "sass__inst_executed_per_opcode + launch__block_size").replace('"rate"', '"ra|te"')
check("its value in the arithmetic of the report's version", "Value: 163,840" in hover(summed)["contents"]["value"], hover(summed))
s.notify("workspace/didChangeConfiguration", {"settings": {"nvsection": {}}})

# The shape of a text.
s.change(uri, '# a\n# b\nIdentifier: "A"\nBody {\n  Items {\n    Table {\n      Label: "T"\n      SortKey: ByValue\n    }\n  }\n}\n')
r = s.request("textDocument/documentSymbol", {"textDocument": {"uri": uri}})["result"]
check("document symbols", r[0]["name"] == "Body" and r[0]["children"][0]["children"][0]["name"] == "T" and
      r[0]["range"]["end"] == {"line": 10, "character": 1} and len(r) == 1, r)
r = r[0]["children"][0]
check("where inner ones end", [x["range"]["end"] for x in (r, r["children"][0])] == [{"line": 9, "character": 3}, {"line": 8, "character": 5}], r)
r = s.request("textDocument/foldingRange", {"textDocument": {"uri": uri}})["result"]
check("folding", sorted((x["startLine"], x["endLine"]) for x in r) == [(0, 1), (3, 9), (4, 8), (5, 7)], r)
r = s.request("textDocument/semanticTokens/full", {"textDocument": {"uri": uri}})["result"]["data"]
check("semantic tokens", r[:20] == [0, 0, 3, 0, 0, 1, 0, 3, 0, 0, 1, 0, 10, 1, 0, 0, 12, 3, 2, 0] and len(r) % 5 == 0 and
      [r[i + 3] for i in range(0, len(r), 5)] == [0, 0, 1, 2, 1, 1, 1, 1, 2, 1, 4], r)

# Changes in part, one after the other, in UTF-16.
s.change(uri, HEAD + 'Description: "\U0001F600x" Heder { }\n')
s.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": 3}, "contentChanges": [
    {"range": {"start": {"line": 2, "character": 19}, "end": {"line": 2, "character": 24}}, "text": "Heeder"},
    {"range": {"start": {"line": 2, "character": 21}, "end": {"line": 2, "character": 22}}, "text": "a"}]})
s.settle()
check("changes in part", s.diagnostics[uri] == [], s.diagnostics[uri])

# A request that is taken back before it is dealt with.
frames = b""
for m in ({"id": 71, "method": "textDocument/hover", "params": {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 1}}},
          {"id": 72, "method": "textDocument/hover", "params": {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 1}}},
          {"method": "$/cancelRequest", "params": {"id": 72}}):
    data = json.dumps(m).encode()
    frames += b"Content-Length: %d\r\n\r\n" % len(data) + data
s.raw(frames)
check("cancelled", "result" in s.answer(71) and s.answer(72).get("error", {}).get("code") == -32800)

# Requests that cannot be answered.
check("a text that is not open", s.request("textDocument/hover", {"textDocument": {"uri": "file:///none"}, "position": {"line": 0, "character": 0}})["error"]["code"] == -32602)
check("no position", s.request("textDocument/completion", {"textDocument": {"uri": uri}})["error"]["code"] == -32602)
check("an id that is a text", s.request("workspace/nothing", id="a\u00e9")["error"]["code"] == -32601)
for text in ("{", "", "[1 2]", '{"a":1 "b":2}', "nul", "[1,]", '{"a":1,}', '{"a" 1}', "[" * 300 + "]" * 300, '"\\x"', '"\x01"', "01", "{}}", '{"method":"\\ud800"'):
    if text:
        s.frame(text)
        check("not JSON: " + text[:12], s.answer(None)["error"]["code"] == -32700)
s.frame("[]")
check("no object", s.answer(None)["error"]["code"] == -32600)
s.notify("$/setTrace", {"value": "off"})
s.notify("textDocument/didChange", {"textDocument": {"uri": uri}, "contentChanges": 7})
s.notify("textDocument/didClose", 3)
s.settle()
check("after shutdown", s.request("shutdown")["result"] is None and s.request("textDocument/hover", {})["error"]["code"] == -32600)
s.notify("exit", None)
check("exit code 0", s.p.wait(20) == 0, s.p.returncode)

s = Server(TOOL)
check("a request before initialize", s.request("textDocument/hover", {})["error"]["code"] == -32002)
check("UTF-8, when the client has it", s.start(["utf-16", "utf-8"])["capabilities"]["positionEncoding"] == "utf-8")
s.open(uri, HEAD + 'Description: "\U0001F600 \u00e9" Metrics { Metrics { Name: "regex:(" } }\r\n')
s.settle()
check("UTF-8 columns", s.diagnostics[uri][0]["range"]["start"]["character"] == 43, s.diagnostics[uri])
s.notify("exit", None)
check("exit without shutdown", s.p.wait(20) == 1, s.p.returncode)

with open(os.path.join(FOLDER, "names"), "w") as f:
    f.write("sm__cycles_active.avg\n")
s = Server(TOOL, "--names", os.path.join(FOLDER, "names"))
s.start()
s.open("untitled:1", HEAD + 'Metrics { Metrics { Name: "sm__cycles_actve.avg" } }')
s.settle()
check("--names", ["sm__cycles_active.avg" in x["message"] for x in s.diagnostics["untitled:1"]] == [True], s.diagnostics)
check("exit code", s.stop() == 0)

for what, data in (("a length that is no number", b"Content-Length: x\r\n\r\n{}"), ("a negative length", b"Content-Length: -5\r\n\r\n{}"),
                   ("a length beyond all bounds", b"Content-Length: 99999999999999999999\r\n\r\n{}"), ("no length", b"\r\n{}"),
                   ("a long line", b"A" * 5000 + b"\r\n\r\n")):
    p = subprocess.run([TOOL, "lsp"], input=data, capture_output=True, timeout=20)
    check(what, p.returncode == 3 and b"Content-Length" in p.stderr, (p.returncode, p.stderr))
p = subprocess.run([TOOL, "lsp"], input=b"Content-Length: 500\r\n\r\n{", capture_output=True, timeout=20)
check("a message that is cut", p.returncode == 1, p.returncode)

changed_sessions(TOOL, ({"id": 1, "method": "initialize", "params": {"capabilities": {"general": {"positionEncodings": ["utf-8"]}}}},
          {"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "untitled:2", "text": needs + "\u00e9\u4e2d\U0001F600 Header { Metrics [{ Name: 'a' }, {"}}},
          {"id": 2, "method": "textDocument/hover", "params": {"textDocument": {"uri": "untitled:2"}, "position": {"line": 2, "character": 30}}},
          {"id": 3, "method": "textDocument/completion", "params": {"textDocument": {"uri": "untitled:2"}, "position": {"line": 3, "character": 30}}},
          {"id": 5, "method": "textDocument/formatting", "params": {"textDocument": {"uri": "untitled:2"}}},
          {"id": 6, "method": "textDocument/codeAction", "params": {"textDocument": {"uri": "untitled:2"}, "range": {
              "start": {"line": 1, "character": 0}, "end": {"line": 9, "character": 4}}}},
          {"method": "textDocument/didChange", "params": {"textDocument": {"uri": "untitled:2"}, "contentChanges": [{"text": "Body { Items"}]}},
          {"id": 7, "method": "textDocument/rename", "params": {"textDocument": {"uri": "untitled:2"}, "position": {"line": 2, "character": 56}, "newName": "dd"}},
          {"id": 8, "method": "textDocument/references", "params": {"textDocument": {"uri": "untitled:2"}, "position": {"line": 2, "character": 56}}},
          {"id": 9, "method": "workspace/symbol", "params": {"query": ""}},
          {"id": 10, "method": "textDocument/documentSymbol", "params": {"textDocument": {"uri": "untitled:2"}}},
          {"id": 11, "method": "textDocument/foldingRange", "params": {"textDocument": {"uri": "untitled:2"}}},
          {"id": 12, "method": "textDocument/semanticTokens/full", "params": {"textDocument": {"uri": "untitled:2"}}},
          {"method": "textDocument/didChange", "params": {"textDocument": {"uri": "untitled:2"}, "contentChanges": [
              {"range": {"start": {"line": 1, "character": 2}, "end": {"line": 0, "character": 9}}, "text": "{ x"}]}},
          {"method": "$/cancelRequest", "params": {"id": 12}},
          {"id": 4, "method": "shutdown"}, {"method": "exit"}))
done()
