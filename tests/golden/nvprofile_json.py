"""Runs every verb that prints JSON and compares the output with docs/nvprofile.schema.json and its page: each value fits the schema,
nothing is printed that it does not have, each member of it was printed at least once, and the page has the same members.
Arguments: the tool, the folder of samples, a folder to work in."""
import json
import os
import re
import subprocess
import sys

from json_schema import Schema

tool, samples, work = (os.path.abspath(a) for a in sys.argv[1:4])
top = os.getcwd()
schema = Schema("docs/nvprofile.schema.json")
report = schema.report


def run(name, *words, code=0, env=None):
    done = subprocess.run([tool, *words, "--json"], capture_output=True, cwd=work, env=dict(os.environ, HOME="/home", **(env or {})), check=False)
    try:
        value = json.loads(done.stdout)
    except ValueError as e:
        report(f"{' '.join(words)}: JSON", [str(e), done.stdout.decode(errors="replace")[:300]])
        return None
    report(f"{' '.join(words)}: exit code", [] if done.returncode in (code if isinstance(code, tuple) else (code,)) else [f"{done.returncode}, {done.stderr.decode()}"])
    report(f"{' '.join(words)}: schema", list(schema.check(value, schema.defs[name], name)))
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
write("p/home/.nv/nvidia-application-profiles-rc", '{"rules":[{"pattern":{"feature":"dso","matches":"libx"},"profile":["k",1]}]}')
run("which", "which", "a", "--root", "p", "--library", "libx.so", code=1)
write("probe.log", "nvprofile-probe 1\ndriver 1.2\n")
run("probe", "probe", "--read", "probe.log", code=1)
run("recipes", "recipes")
write("u/usr/share/nvidia/nvidia-application-profiles-rc", studio)
facts = run("which", "which", "-e", "moonharbor", "--root", "u", "--driver", "1.2")
if facts is not None:
    report("which: facts", [] if [f["fact"] for f in facts["driver_facts"]] == ["unversioned-file"] else [str(facts["driver_facts"])])
write("own/home/.nv/nvidia-application-profiles-rc", '{"rules":[{"pattern":[],"profile":["k",1]}]}')
write("with.rc", '{"rules":[{"pattern":[],"profile":["n",1]}]}')
run("session", "which", "--session", "--root", "own", "--with", os.path.join(work, "with.rc"), code=(0, 1))  # 1: this machine has a process that cannot be looked at
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
run("undo", "undo", "--root", "r")
run("undo", "undo", "-n", "--root", "r")
run("fmt", "fmt", "--check", sample["oneline.rc"], code=1)
run("enable", "disable", "--root", "r")
run("enable", "enable", "--root", "r")
with open("docs/JSON-nvprofile.md", encoding="utf-8") as f:
    page = f.read()
headings = {"which": "which", "session": "which --session", "recipes": "recipes", "probe": "probe --read", "show": "show", "show-files": "show FILE", "lint": "lint", "keys": "keys", "diff": "diff", "add": "add and remove", "undo": "undo", "fmt": "fmt --check", "enable": "enable and disable"}
schema.compare_page(page, headings)
titles = re.findall(r"^\| ([a-zA-Z, -]+) \| ([a-z_, ]+) \|$", page[page.index("## CSV"):], re.M)
runs = {"which": ["which", "x", "--root", "r"], "which --session": ["which", "--session", "--root", "r"], "recipes": ["recipes"], "show": ["show", "--root", "r"], "show FILE": ["show", "new.rc"], "lint": ["lint", "new.rc"], "keys": ["keys"],
        "diff": ["diff", "new.rc", "new.rc"], "add, remove": ["add", "x", "GLYield=NOTHING", "-n", "--root", "r"], "enable, disable": ["enable", "-n", "--root", "r"], "probe --read": ["probe", "--read", "probe.log"], "fmt --check": ["fmt", "--check", sample["oneline.rc"]]}
found = {}
for verb, words in runs.items():
    out = subprocess.run([tool, *words, "--csv"], capture_output=True, cwd=work, env=dict(os.environ, HOME="/home"), check=False).stdout.decode()
    found[verb] = out.split("\n", 1)[0].replace(",", ", ")
report("titles of CSV", [f"{k}: {found.get(k)} is not {v}" for k, v in titles if k != "verb" and found.get(k) != v] + [k for k in runs if k not in dict(titles)])
print(f"{schema.passed} passed, {len(schema.failures)} failed, 0 skipped")
sys.exit(bool(schema.failures))
