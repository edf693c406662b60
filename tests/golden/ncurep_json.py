"""Runs every verb that prints JSON, on the samples, on real reports where they are, and on cut and damaged ones, and compares the
output with docs/ncurep.schema.json and its page: each value fits the schema, nothing is printed that it does not have, the page has
the same members, and where there are real reports, each member was printed at least once. Each verb of --help has a definition or is
known to print no JSON.
Arguments: the tool, the folder of samples, a folder to work in, the folder of real reports."""
import json
import os
import re
import subprocess
import sys

from json_schema import Schema

tool, samples, work, corpus = sys.argv[1:5]
schema = Schema("docs/ncurep.schema.json")
report = schema.report
SHARED = ["damage", "result", "metric", "cell", "finding", "written"]
OTHER = {"html", "lines", "dump"}  # no JSON, or described elsewhere
LINES = ["follow", "export", "sass"]  # an object per line
REAL = ["2020.3.1_a100pcie40gb_extra-p_a63b0b98", "2021.3.1_gtx1650_bautista-garcia_74ef3945", "2022.3.0_rtx3070_nvidia_8399c713", "2023.1.0_rtx4090_lashi0812_b6420cbf",
        "2024.2.1_t4_armleth_2abc6e23", "2025.4.1_rtx5090_darrellthomas_8cde278d",
        "2026.2.1_rtx5060laptopgpu_abhishek7204_ca437891"]


# Whatever a verb says belongs to a report, which is "file", and to a result of it, which is "result".
PATHS = {"file", "inputs", "same_as"}


def paths_elsewhere(value, key, given):
    """Members that hold the path of a report and are not named as they should be."""
    if isinstance(value, dict):
        for k, member in value.items():
            yield from paths_elsewhere(member, k, given)
    elif isinstance(value, list):
        for member in value:
            yield from paths_elsewhere(member, key, given)
    elif value in given and key not in PATHS:
        yield f"{key}: {value}"


def names_a_file(value):
    if isinstance(value, list):
        return any(map(names_a_file, value))
    return isinstance(value, dict) and (not PATHS.isdisjoint(value) or any(map(names_a_file, value.values())))


def run(name, *words, codes=(0,)):
    done = subprocess.run([tool, *words, "--json"], capture_output=True, check=False)
    what = " ".join(words)
    if name not in schema.defs:
        report(what, [f"the schema has no definition {name}"])
        return None
    problems = [] if done.returncode in codes else [f"exit code {done.returncode}, {done.stderr.decode(errors='replace')}"]
    value = None
    try:
        value = [json.loads(line) for line in done.stdout.splitlines()] if words[0] in LINES else json.loads(done.stdout)
        for one in value if words[0] in LINES else [value]:
            problems += schema.check(one, schema.defs[name], name)
            problems += paths_elsewhere(one, "", [w for w in words if "/" in w])
            if not names_a_file(one) and one != []:
                problems.append("it does not say of which report")
    except ValueError as e:
        problems += [str(e), done.stdout.decode(errors="replace")[:300]]
    report(what, problems)
    return value


def put(name, data):
    path = os.path.join(work, name)
    with open(path, "wb") as f:
        f.write(data)
    return path


def read(path):
    with open(path, "rb") as f:
        return f.read()


def with_unknown(data):
    """A report whose first block has fields that no report has, a number and a text, at the end of its header."""
    at, size = 10, int.from_bytes(data[10:14], "little")
    more = b"\xf8\x07\x05\x82\x08\x02hi"
    return data[:at] + (size + len(more)).to_bytes(4, "little") + data[at + 4:at + 4 + size] + more + data[at + 4 + size:]


def with_comment(data):
    """A report with one more block, whose result has a comment on a section."""
    def field(number, value):
        return bytes([number << 3 & 0x7f | 0x82, number >> 4, len(value)]) + value
    comment = field(18, field(1, field(1, b"Elsewhere")) + field(2, b"The absent") + field(3, b"a word"))
    result = field(5, b"cedar") + comment
    payload = len(result).to_bytes(4, "little") + result
    header = bytes([0x10, 1, 0x28, len(payload)])
    return data + len(header).to_bytes(4, "little") + header + payload


def everything(path, damaged=False):
    """All verbs on one report. Those that find something exit with 1."""
    codes = (3,) if damaged else (0, 1)
    for verb in ["list", "session", "strings", "blocks", "unknown", "cubin", "check", "digest", "sass", "why"]:
        run(verb, verb, path, codes=codes)
    run("raw", "raw", path, codes=codes)
    run("raw", "raw", "--metrics", "*.sum", "--print-metric-instances", "values", path, codes=codes)
    run("details", "details", path, codes=codes)
    run("details", "details", "--print-details", "all", "--print-metric-instances", "details", path, codes=codes)
    run("details", "details", "--print-details", "all", path, codes=codes)
    run("details", "details", "--metrics", "launch__*", path, codes=codes)
    run("details", "details", "--rules", "--print-rule-details", path, codes=codes)
    run("session", "session", "--all", path, codes=codes)
    run("check-limits", "check", "--limits", limits, "--baseline", first, path, codes=(1, 3))
    for by in ["line", "file", "address", "ptx"]:
        run("source", "source", "--by", by, path, codes=codes)
        run("source", "source", "--by", by, "--match", "order", "--baseline", first, path, codes=(0, 1, 3))
    for group in ["launch", "name", "range", "device", "result"]:
        run("summary", "summary", "--group", group, path, codes=codes)
    for table in ["metrics", "results", "instances", "warp-samples", "findings", "stalls"]:
        run(f"export-{table}", "export", "--table", table, path, codes=codes)
    run("sass", "sass", "--live", "--blocks", "--ranges", "--scheduling", "--encodings", path, codes=codes)
    run("chart", "chart", path, codes=codes)
    run("trend", "trend", first, path, codes=codes)
    run("study", "study", first, path, codes=codes)
    run("digest-baseline", "digest", "--baseline", first, path, codes=(0, 1, 3))
    run("digest-baselines", "digest", "--match", "order", "--baseline", first, "--baseline", path, path, codes=(0, 1, 3))
    run("trend-by", "trend", "--by", "grid", first, path, codes=codes)
    run("diff-runs", "diff", "--baseline", first, "--baseline", path, path, codes=(0, 1, 3))
    run("diff", "diff", "--match", "order", first, path, codes=(0, 1, 3))
    run("diff", "diff", "--by-line", "--all", path, path, codes=codes)
    if not damaged:
        run("follow", "follow", "--idle", "0.01", path)
        run("anonymize", "anonymize", "--kernel-names", "number", path, "-o", os.path.join(work, "anonymous.ncu-rep"), codes=(0, 1))
        for verb, inputs in [("slice", ["-c", "1", path]), ("merge", [path, first]), ("salvage", [path]), ("pack", [path])]:
            wrote(verb, *inputs)


def wrote(verb, *words):
    """A verb that writes a report: -o FILE --json, then --json alone, which must leave the report alone on standard output."""
    to = os.path.join(work, verb)
    value = run(verb, verb, *words, "-o", to)
    report(f"{verb}: size", [] if value and value["file"] == to and value["bytes"] == os.path.getsize(to) else [str(value)])
    done = subprocess.run([tool, verb, *words, "--json"], capture_output=True, check=False)
    notes = b"".join(line for line in done.stderr.splitlines(True) if not line.startswith(b"ncurep: "))
    told = json.loads(notes)
    report(f"{verb}: into a pipe", [] if done.stdout == read(to) and told["file"] is None and told["bytes"] is None else [notes.decode()])
    done = subprocess.run([tool, verb, *words, "--csv", "-o", to], capture_output=True, check=False)
    report(f"{verb}: has no CSV", [] if done.returncode == 2 and b"no --csv" in done.stderr else [str(done)])


def same_types(path, by, seen):
    """Collects, by the name of a member, its types and where it has them; a number may be an integer, anything may be null."""
    while by.get("type") == "array":
        by = by["items"]
    for key, member in by.get("properties", {}).items():
        types = member.get("type", "object")
        types = {t.replace("integer", "number") for t in (types if isinstance(types, list) else [types])} - {"null"}
        seen.setdefault(key, {}).setdefault(tuple(sorted(types)), []).append(f"{path}.{key}")
        same_types(f"{path}.{key}", member, seen)


sample = {n: os.path.join(samples, n) for n in sorted(os.listdir(samples))}
first = sample["canopy.ncu-rep"]
limits = put("limits", b"* gpu__time_duration.sum <= 2 ns\n* launch__registers_per_thread <= 512\nnosuch gpu__time_duration.sum <= 1 s\n"
                       b"* gpu__time_duration.sum <= baseline + 5%\n")
run("details", "details", "--print-details", "all", "--section-folder", os.path.join(samples, "..", "sections"), first)
for name, path in sample.items():
    if name.endswith(".ncu-rep"):
        everything(path)
    elif name.endswith(".cubin"):
        run("sass", "sass", "--live", "--blocks", "--ranges", path)
        run("sass", "sass", "--check", path)
strange = put("strange.cubin", read(sample["nested_sm80.cubin"]).replace(b"\x19\x79\x04\x00\x00\x00\x00\x00", b"\xff\x7f\x04\x00\x00\x00\x00\x00", 1))
run("sass", "sass", strange)
run("sass", "sass", "--check", strange, codes=(1,))
few = bytearray(read(sample["nested_sm80.cubin"]))
few[few.index(b"\x04\x2f\x08\0") + 8] = 5  # registers, of which it uses more
run("sass", "sass", "--check", put("few.cubin", bytes(few)), codes=(1,))
old, new = sample["spills_old.fatbin"], sample["spills_new.fatbin"]
run("cubin-programs", "cubin", new)
run("cubin-diff", "cubin", "--diff", old, new, codes=(1,))
run("check-code", "check", "--code", "--no-spills", new, codes=(1,))
orchard = read(sample["orchard.ncu-rep"])
unknown = run("unknown", "unknown", put("unknown.ncu-rep", with_unknown(orchard)))
report("unknown fields are listed", [] if unknown and len(unknown[0]["unknown"]) == 2 else [str(unknown)])
everything(put("comment.ncu-rep", with_comment(orchard)))
cut = put("cut.ncu-rep", orchard[:-2000])
everything(cut, True)
everything(put("damaged.ncu-rep", orchard[:12000] + b"\xff" * 400 + orchard[12400:]), True)
two = run("list", "list", cut, first, codes=(3,))
report("one damaged report among two", [] if two and ["damage" in r for r in two] == [True, False] else [str(two)[:300]])
for verb in ["list", "raw", "details", "session", "strings", "blocks", "unknown", "cubin", "check", "digest", "why"]:
    at = schema.defs.get(verb, {}).get("items", {"required": [], "properties": {}})
    report(f"{verb}: has file and damage", [] if "file" in at["required"] and "damage" in at["properties"] else [str(at)])
real = [os.path.join(corpus, n + ".ncu-rep") for n in REAL]
have_real = os.path.isdir(corpus)
if have_real:
    for path in real:
        everything(path)
    everything(put("real.ncu-rep", read(real[4])[:-5000]), True)
    run("summary", "summary", *real)
    run("diff", "diff", real[2], real[4], codes=(1,))
    run("export-warp-samples", "export", "--table", "warp-samples", "-c", "1", os.path.join(corpus, "2025.4.1_rtx5090_darrellthomas_8cde278d.ncu-rep"))

for path in [cut, *(real[4:5] if have_real else [])]:
    wrote("salvage", path)
run("unpack", "unpack", os.path.join(work, "pack"), "-o", os.path.join(work, "unpacked"))
def names_of_results(path, by):
    """Members that are said to be the index of a result under another name, and others that have that name."""
    while by.get("type") == "array" or "array" in by.get("type", []) and "items" in by:
        by = by["items"]
    for key, member in by.get("properties", {}).items():
        said = member.get("description", "")
        is_index = said.startswith("index of") and "result" in said or said.startswith("index of its longest launch") or "index in the" in said and key.endswith("result")
        if (key == "result" or key.endswith("_result")) != is_index and "index in the report, from 0" not in said and not said.startswith("as in a result"):
            yield f"{path}.{key}: {said}"
        if key == "id" and "correlation id" not in said:
            yield f"{path}.id: {said}"
        yield from names_of_results(f"{path}.{key}", member)


report("results have one name", [p for name, by in schema.defs.items() for p in names_of_results(name, by)])
types = {}
for name, by in schema.defs.items():
    same_types(name, by, types)
# Values of metrics are of any type; "shown" is a line of source in one place.
several = {key: by for key, by in types.items() if len(by) > 1 and key not in ("value", "before", "after", "id", "shown")}
report("a name has the same type everywhere", [f"{key}: {by}" for key, by in several.items()])

usage = subprocess.run([tool, "--help"], capture_output=True, check=False).stdout.decode()
verbs = set(re.findall(r"^  ([a-z]+) +\S", usage[usage.index("\nverbs "):].split("\n\n")[0], re.M))
defined = {name.split("-")[0] for name in schema.defs if name not in SHARED}
report("each verb has a definition", sorted(verbs ^ (defined | OTHER)))
for words in ["html", "--json"], ["html", "--csv"], ["digest", "--csv"], ["lines", "--csv"], ["dump", "--csv"]:
    done = subprocess.run([tool, *words, first], capture_output=True, check=False)
    report(" ".join(words), [] if done.returncode == 2 and not done.stdout else [str(done)])

with open("docs/JSON-ncurep.md", encoding="utf-8") as f:
    page = f.read()
headings = {name: name for name in schema.defs}
headings.update({"result": "a result", "metric": "a metric", "finding": "a finding", "cell": "a cell", "written": "a written report", "check-limits": "check --limits", "check-code": "check --code", "cubin-programs": "cubin of programs",
                 "cubin-diff": "cubin --diff", "export-metrics": "export",
                 **{f"export-{t}": f"export --table {t}" for t in ["results", "instances", "warp-samples"]},
                 "diff-runs": "diff --baseline", "trend-by": "trend --by", "digest-baseline": "digest --baseline", "digest-baselines": "digest, several --baseline", "export-findings": "export --findings", "export-stalls": "export --stalls"})
unprinted = set() if have_real else {f"{n}.{p}" for n in schema.defs for p in dict(schema.members(schema.defs[n]))}
schema.compare_page(page, headings, unprinted)
if not have_real:
    print("skipped: whether each member is printed needs ../shared/corpus")
print(f"{schema.passed} passed, {len(schema.failures)} failed, {int(not have_real)} skipped")
sys.exit(bool(schema.failures))
