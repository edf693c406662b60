"""Runs every verb that prints JSON and compares the output with docs/nvprofile.schema.json and its page: each value fits the schema,
nothing is printed that it does not have, each member of it was printed at least once, and the page has the same members.
Arguments: the tool, the folder of samples, a folder to work in."""
import json
import os
import re
import subprocess
import sys

tool, samples, work = (os.path.abspath(a) for a in sys.argv[1:4])
top = os.getcwd()
schema = json.load(open("docs/nvprofile.schema.json", encoding="utf-8"))
defs = schema["$defs"]
failures = []
passed = 0
seen = set()
TYPES = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "boolean": bool, "null": type(None)}


def is_type(value, name):
    if isinstance(value, bool) and name in ("integer", "number"):
        return False
    return isinstance(value, TYPES[name])


def check(value, by, where):
    """Problems of a value, with members that the schema lacks among them."""
    if "$ref" in by:
        by = defs[by["$ref"].rsplit("/", 1)[1]]
    names = by["type"] if isinstance(by["type"], list) else [by["type"]]
    if not any(is_type(value, n) for n in names):
        yield f"{where}: {value!r} is no {names}"
        return
    if "enum" in by and value not in by["enum"]:
        yield f"{where}: {value!r} is none of {by['enum']}"
    if isinstance(value, dict):
        for key in by["required"]:
            if key not in value:
                yield f"{where}: no {key}"
        for key, member in value.items():
            if key not in by["properties"]:
                yield f"{where}: the schema lacks {key}"
                continue
            seen.add((id(by), key))
            yield from check(member, by["properties"][key], f"{where}.{key}")
    if isinstance(value, list):
        for i, member in enumerate(value):
            yield from check(member, by["items"], f"{where}[{i}]")


def report(name, problems):
    global passed
    if problems:
        failures.append(name)
        print(f"FAILED {name}", *problems[:20], sep="\n    ")
    else:
        passed += 1


def run(name, *words, code=0, env=None):
    done = subprocess.run([tool, *words, "--json"], capture_output=True, cwd=work, env=dict(os.environ, HOME="/home", **(env or {})), check=False)
    report(f"{' '.join(words)}: exit code", [] if done.returncode == code else [f"{done.returncode}, {done.stderr.decode()}"])
    try:
        value = json.loads(done.stdout)
    except ValueError as e:
        report(f"{' '.join(words)}: JSON", [str(e), done.stdout.decode(errors="replace")[:300]])
        return None
    report(f"{' '.join(words)}: schema", list(check(value, defs[name], name)))
    return value


def write(path, text):
    path = os.path.join(work, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)


for variable in list(os.environ):
    if variable.startswith("__GL_"):
        del os.environ[variable]
sample = {n: os.path.join(samples, n) for n in os.listdir(samples)}
with open(sample["studio.rc"], encoding="utf-8") as f:
    studio = f.read()
write("r/home/.nv/nvidia-application-profiles-rc", '{"rules":[{"pattern":"moonharbor","profile":["GLSyncToVblank",0,"GLBig",0xffffffffffffffff]}]}')
write("r/etc/nvidia/nvidia-application-profiles-rc.d/10-studio", studio)
write("r/etc/nvidia/nvidia-application-profiles-rc.d/20-broken~", "{")
write("r/home/.nvidia-settings-rc", "0/SyncToVBlank=1\n0/LogAniso=2\n")
write("new.rc", studio.replace("05", "06").replace('"house"', '"home"'))
which = run("which", "which", "-e", "moonharbor", "--root", "r", code=1)
if which is not None:
    report("which: what is not known", [] if which["facts"]["libraries"] is None and which["facts"]["unknown"] == ["libraries"] else [str(which["facts"])])
    report("which: shadows", [] if any(s["shadows"] for s in which["settings"]) else ["none"])
run("which", "which", "moonharbor", "--root", "r", "--home", "/nowhere", env={"__GL_SYNC_TO_VBLANK": "1", "__GL_APPLICATION_PROFILE": "x"}, code=1)
run("which", "which", str(os.getpid()))
run("show", "show", "--root", "r", code=1)
run("show-files", "show", sample["studio.rc"], sample["oneline.rc"], sample["lost-rules.rc"])
run("show-files", "show", sample["broken.rc"], code=1)
run("lint", "lint", sample["broken.rc"], sample["lost-rules.rc"], code=1)
run("lint", "lint", "--root", "r", code=1)
run("keys", "keys")
run("keys", "keys", "--keys", sample["keys.json"])
run("diff", "diff", sample["studio.rc"], "new.rc", code=1)
run("diff", "diff", sample["studio.rc"], sample["oneline.rc"], code=1)
run("diff", "diff", "new.rc", "new.rc")
run("add", "add", "game", "GLYield=NOTHING", "--root", "r")
run("add", "add", "game", "GLLogMaxAniso=1", "--root", "r", "-n")
run("add", "remove", "game", "--root", "r")
run("enable", "disable", "--root", "r")
run("enable", "enable", "--root", "r")


def members(by, prefix=""):
    """Paths of the members of a definition, and the objects they are in."""
    while by.get("type") == "array":
        by = by["items"]
    for key, member in by.get("properties", {}).items():
        yield prefix + key, (id(by), key)
        yield from members(member, prefix + key + ".")


with open("docs/JSON-nvprofile.md", encoding="utf-8") as f:
    page = f.read()
headings = {"which": "which", "show": "show", "show-files": "show FILE", "lint": "lint", "keys": "keys", "diff": "diff", "add": "add and remove", "enable": "enable and disable"}
for name, heading in headings.items():
    paths = dict(members(defs[name]))
    report(f"{name}: members that nothing printed", [p for p, key in paths.items() if key not in seen])
    part = re.search(rf"^## {heading}$(.*?)(?=^## |\Z)", page, re.S | re.M)
    rows = re.findall(r"^\| `([a-z0-9_.]+)` \|", part.group(1), re.M) if part else []
    report(f"{name}: the page has the members of the schema", sorted(set(rows) ^ set(paths)))
titles = re.findall(r"^\| ([a-zA-Z, ]+) \| ([a-z_, ]+) \|$", page[page.index("## CSV"):], re.M)
runs = {"which": ["which", "x", "--root", "r"], "show": ["show", "--root", "r"], "show FILE": ["show", "new.rc"], "lint": ["lint", "new.rc"], "keys": ["keys"],
        "diff": ["diff", "new.rc", "new.rc"], "add, remove": ["add", "x", "GLYield=NOTHING", "-n", "--root", "r"], "enable, disable": ["enable", "-n", "--root", "r"]}
found = {}
for verb, words in runs.items():
    out = subprocess.run([tool, *words, "--csv"], capture_output=True, cwd=work, env=dict(os.environ, HOME="/home"), check=False).stdout.decode()
    found[verb] = out.split("\n", 1)[0].replace(",", ", ")
report("titles of CSV", [f"{k}: {found.get(k)} is not {v}" for k, v in titles if k != "verb" and found.get(k) != v] + [k for k in runs if k not in dict(titles)])
print(f"{passed} passed, {len(failures)} failed, 0 skipped")
sys.exit(bool(failures))
