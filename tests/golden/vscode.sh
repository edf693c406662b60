# The extension for VS Code: its calls of the editor, against a stand-in under Node; what the file to install holds.
. tests/lib.sh
B=${B:-build}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
printf '<html><head><meta http-equiv="Content-Security-Policy" content="default-src '"'none'; connect-src 'none'; script-src 'sha256-x'"'"/><title>page</title></head></html>\n' >"$tmp/page.html"
report=examples/data/samples/ncurep/saxpy.ncu-rep
if have node; then
    mkdir "$tmp/folder"
    NODE_PATH=tests timeout 120 node tests/golden/vscode.js "$B" "$tmp/page.html" $report "$tmp/folder" >"$tmp/out" 2>&1
    code=$?
    passed=$((passed + $(grep -c '^ok ' "$tmp/out")))
    if [ $code = 0 ] && [ "$(grep -c '^ok ' "$tmp/out")" -ge 36 ]; then ok; else fail "the extension: exit code $code" "$(grep -v '^ok ' "$tmp/out")"; fi
else skip "needs node"; fi
if have python3 && have unzip; then
    check "packed" python3 tools/vsix.py "$tmp/page.html" "$tmp/a.vsix"
    check "packed again" python3 tools/vsix.py "$tmp/page.html" "$tmp/b.vsix"
    same "the same bytes" "$tmp/a.vsix" "$tmp/b.vsix"
    mkdir "$tmp/unpacked"
    check "a zip" unzip -q "$tmp/a.vsix" -d "$tmp/unpacked"
    (cd examples/editors/vscode && find . -type f | sed 's,^\.,extension,' && printf '%s\n' extension.vsixmanifest '[Content_Types].xml' extension/viewer.html extension/LICENSE.txt) | sort >"$tmp/want"
    (cd "$tmp/unpacked" && find . -type f | sed 's,^\./,,') | sort >"$tmp/got"
    same "its files" "$tmp/want" "$tmp/got"
    same "the page" "$tmp/page.html" "$tmp/unpacked/extension/viewer.html"
    check "XML with the names of the manifest" python3 -c 'import json, sys, xml.etree.ElementTree as E
d = sys.argv[1]
x = "{http://schemas.microsoft.com/developer/vsx-schema/2011}"
p, m = json.load(open(d + "/extension/package.json")), E.parse(d + "/extension.vsixmanifest").getroot()
i = m.find(f"{x}Metadata/{x}Identity")
assert (i.get("Id"), i.get("Publisher"), i.get("Version")) == (p["name"], p["publisher"], p["version"])
assert m.find(f"{x}Assets/{x}Asset").get("Path") == "extension/package.json"
ends = {e.get("Extension") for e in E.parse(d + "/[Content_Types].xml").getroot()}
assert {"." + n.strip().rsplit(".", 1)[-1] for n in open(sys.argv[2]) if "Content_Types" not in n} <= ends, ends' "$tmp/unpacked" "$tmp/got"
    equal "its version is that of the rest" "$(sed -n 's/^VERSION *= *//p' Makefile)" "$(sed -n 's/.*"version": "\(.*\)".*/\1/p' "$tmp/unpacked/extension/package.json")"
else skip "needs python3 and unzip"; fi
finish
