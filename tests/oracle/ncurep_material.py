"""What the writing verbs of ncurep make of reports, read with the independent decoder.

    ncurep_material.py TOOL DECODER_FOLDER PB_FOLDER WORK REPORT...

Prints a line for each failure and "N passed, N failed" last.
"""
import csv
import io
import json
import os
import shutil
import subprocess
import sys

tool, decoder, generated, work, *reports = sys.argv[1:]
sys.path[:0] = [generated, decoder]
from dump import Container, Report  # noqa: E402

passed = failed = 0


def check(ok, *what):
    global passed, failed
    passed, failed = passed + bool(ok), failed + (not ok)
    if not ok:
        print("FAILED", *what)
    return ok


def path(name):
    return os.path.join(work, name)


def call(*args):
    return subprocess.run([tool, *args], stdin=subprocess.DEVNULL, capture_output=True)


def run(*args, code=0):
    done = call(*args)
    check(done.returncode == code, args, "exit code", done.returncode, done.stderr[-300:])
    return done


def read(name):
    with open(name, "rb") as f:
        return Report(Container(f.read()))


def one(report, entry, keep=None, sections=None, module=None):
    """A result as bytes that do not depend on string ids, keys of modules and place."""
    m = type(entry.message)()
    m.CopyFrom(entry.message)
    names = []
    for x in m.MetricResults:
        name = report.name(x)
        x.NameId = 0
        if keep is None or keep(name):
            names.append((name, x.SerializeToString(deterministic=True)))
    del m.MetricResults[:]
    keys = [m.Source.Reference] if entry.kind == "kernel" else list(m.References)
    keys = [module(k) if module else k for k in keys]
    if entry.kind == "kernel":
        m.Source.Reference = 0
    else:
        del m.References[:]
    if sections is not None:
        for field, name in (("Sections", lambda s: s.Identifier), ("SectionComments", lambda s: s.ID.SectionID),
                            ("RuleResults", lambda s: s.SectionIdentifier)):
            if field in m.DESCRIPTOR.fields_by_name:
                kept = [s for s in getattr(m, field) if sections(name(s))]
                del getattr(m, field)[:]
                getattr(m, field).extend(kept)
    process = report.container.blocks[entry.block].header.Process.ProcessID or report.session.ProcessID
    return entry.kind, names, keys, m.SerializeToString(deterministic=True), process


def code_of(report):
    def code(key):
        if key not in report.modules:
            return None
        m = report.modules[key][0]
        return m.Binary, m.SourceFiles, m.RelocationData
    return code


def same(what, got, want):
    if check(len(got) == len(want), what, len(got), "results instead of", len(want)):
        check(all(a == b for a, b in zip(got, want)), what, "a result differs")


def nameless(r):
    return sum(r.name(x) is None for e in r.results for x in e.message.MetricResults)


def in_table(what, r, *of):
    check(nameless(r) <= sum(map(nameless, of)), what, "a name is missing")


def slices(file, a):
    out = path("slice")
    run("slice", "--sources", "all", "-o", out, file)
    b = read(out)
    same("slice of all", [one(b, e) for e in b.results], [one(a, e) for e in a.results])
    check(b.session == a.session, file, "slice: session")
    check([m[0] for m in b.modules.values()] == [m[0] for m in a.modules.values()], file, "slice: modules")
    check(b.processes == a.processes, file, "slice: processes")
    check(list(map(str, b.unknown())) == list(map(str, a.unknown())) or b.container.blocks != a.container.blocks, file, "slice: unknown fields")
    run("slice", "-s", "1", "-c", "2", "-o", out, file)
    b = read(out)
    same("slice of two", [one(b, e) for e in b.results], [one(a, e) for e in a.results[1:3]])
    used = {k for e in b.results for k in ([e.message.Source.Reference] if e.kind == "kernel" else e.message.References)}
    check(set(b.modules) == used & set(a.modules), file, "slice: modules of the results")
    check(os.path.getsize(out) <= os.path.getsize(file), file, "slice: not smaller")
    run("slice", "--sources", "none", "--metrics", "launch__*,regex:^gpu__", "--section", "SpeedOfLight", "-o", out, file)
    b = read(out)
    same("slice of metrics", [one(b, e) for e in b.results],
         [one(a, e, lambda n: n is not None and n.startswith(("gpu__", "launch__")), lambda s: s == "SpeedOfLight") for e in a.results])
    check(not b.modules and b.session == a.session, file, "slice: modules and session")
    in_table(file, b, a)


def merges(file, a, other, b):
    out = path("merge")
    run("merge", file, other, "-o", out)
    c = read(out)
    same("merge " + file + " " + other, [one(c, e, module=code_of(c)) for e in c.results],
         [one(r, e, module=code_of(r)) for r in (a, b) for e in r.results])
    in_table(out, c, a, b)
    codes = [m[0].Binary for m in c.modules.values()]
    check({bytes(x) for x in codes} == {bytes(m[0].Binary) for r in (a, b) for m in r.modules.values()}, file, "merge: machine code")
    check(len({s for s in c.strings}) == len(c.strings), file, "merge: strings twice")
    check(c.session.ProcessID == a.session.ProcessID and c.session.HostSystemInfo == a.session.HostSystemInfo, file, "merge: session")
    run("merge", file, file, "-o", out)
    c = read(out)
    check(len(c.results) == 2 * len(a.results), file, "merge with itself: results")
    check(list(c.modules) == list(a.modules) and len(c.sources) == len(a.sources), file, "merge with itself: sources once")
    check(c.session == a.session, file, "merge with itself: session")


def joins(file, a):
    x, y, out = path("x"), path("y"), path("join")
    run("slice", "--metrics", "regex:^[a-k]", "--section", "regex:[A-L].*", "-o", x, file)
    run("slice", "--metrics", "regex:^([^a-g]|$)", "--section", "regex:([^A-L].*)?", "-o", y, file)
    run("merge", "--join", x, y, "-o", out)
    c = read(out)

    def flat(r, e):
        kind, names, keys, rest, process = one(r, e, sections=lambda s: False)
        m = e.message
        rules = m.RuleResults if kind == "kernel" else []
        return (kind, 0, {(repr(n), m) for n, m in names if n is not None}, keys, rest, process, sorted(s.Identifier for s in m.Sections),
                len(rules) > 0)

    want = [flat(a, e) for e in a.results]
    got = [flat(c, e) for e in c.results]
    check(len(got) == len(want), file, "join: results")
    for g, w in zip(got, want):
        check(g[2] == w[2], file, "join: metrics", len(g[2]), len(w[2]))
        check(g[3:7] == w[3:7], file, "join: the rest")
    check(set(c.modules) == set(read(x).modules), file, "join: modules")


def salvages(file, a):
    cut, out = path("cut"), path("saved")
    with open(file, "rb") as f:
        data = f.read()
    blocks = a.container.blocks
    middle = blocks[len(blocks) // 2]
    for size in sorted({middle.at + 2, middle.at + 4 + middle.size // 2, middle.at + 4 + middle.size, blocks[-1].at + 300,
                        len(data) // 2, len(data) * 3 // 4, len(data) - 1}):
        with open(cut, "wb") as f:
            f.write(data[:size])
        want = Report(Container(data[:size]))
        if os.path.exists(out):
            os.unlink(out)
        if not want.results and not want.sources and call("salvage", cut, "-o", out).returncode == 3:
            check(not os.path.exists(out), file, size, "salvage: a file of nothing")
            continue
        run("salvage", cut, "-o", out)
        b = read(out)
        check(b.results or b.sources, file, size, "salvage: nothing is saved, and it says 0")
        check(b.container.cut is None and nameless(b) == 0, file, size, "salvage: not whole")
        check(len(b.results) >= len(want.results) and len(b.sources) >= len(want.sources), file, size, "salvage: too little")
        named = sum(len(e.message.MetricResults) for e in want.results) - nameless(want)
        check(sum(len(e.message.MetricResults) for e in b.results) >= named, file, size, "salvage: metrics are lost")
        for e, w in zip(b.results, a.results):
            got = one(b, e)
            names = {n for n, _ in got[1]}
            full = one(a, w, lambda n: n in names)
            check(got[:2] + got[3:4] == full[:2] + full[3:4], file, size, "salvage: a result differs")


def packs(file):
    if subprocess.run([tool, "pack", file], capture_output=True).returncode:  # built without libzstd
        return
    out = path("packed")
    run("pack", file, "-o", out)
    run("unpack", out, "-o", path("unpacked"))
    with open(file, "rb") as f, open(path("unpacked"), "rb") as g:
        check(f.read() == g.read(), file, "pack and unpack")
    check(run("strings", out).stdout == run("strings", file).stdout, file, "packed: strings")
    if not shutil.which("zstd"):
        return
    with open(file, "rb") as f:
        data = f.read()

    def zstd(part, *options):
        return subprocess.run(["zstd", "-q", "-c", *options], input=part, capture_output=True, check=True).stdout

    half, skip = len(data) // 2, b"\x57\x2a\x4d\x18\x03\0\0\0abc"
    frames = {"checksum": zstd(data), "bare": zstd(data, "--no-check", "--no-content-size"), "size": zstd(data, f"--stream-size={len(data)}"),
              "two": skip + zstd(data[:half]) + skip + zstd(data[half:], "-9") + skip}
    for what, frame in frames.items():
        with open(out, "wb") as f:
            f.write(frame)
        run("unpack", out, "-o", path("unpacked"))
        with open(path("unpacked"), "rb") as f:
            check(f.read() == data, file, "unpack", what)
        check(run("dump", out).stdout == run("dump", file).stdout, file, "dump of a packed report", what)
        with open(out, "wb") as f:
            f.write(frame[:len(frame) * 2 // 3])
        run("unpack", out, "-o", path("unpacked"), code=3)
    spoiled = bytearray(frames["checksum"])
    spoiled[len(spoiled) // 2] ^= 0x10
    with open(out, "wb") as f:
        f.write(spoiled)
    run("list", out, code=3)


def text(x):
    return x.decode("utf-8", "replace") if isinstance(x, bytes) else x


def exports(file, a):
    """Every metric and instance of the tables, as CSV and as JSON Lines."""
    def plain(v):
        kind = v.WhichOneof("Kind")
        x = getattr(v, kind) if kind else None
        return x if isinstance(x, (int, float)) else None, text(x).rstrip("\0") if isinstance(x, (str, bytes)) else None

    metrics, instances = [], []
    for i, e in enumerate(a.results):
        for m in e.message.MetricResults:
            name = text(a.name(m) or "")
            metrics.append((i, name, *plain(m.Value), len(m.Instances)))
            instances += [(i, name, k, *plain(n.CorrelationId), *plain(n.Value)) for k, n in enumerate(m.Instances)]
    lines = [json.loads(x.decode("utf-8", "replace")) for x in run("export", "--json", file).stdout.splitlines()]
    got = [(x["result"], x["metric"], x["value"], x["text"], x["instance_count"]) for x in lines]
    check(list(map(finite, got)) == list(map(finite, metrics)), file, "export: metrics, JSON")
    lines = [json.loads(x.decode("utf-8", "replace")) for x in run("export", "--json", "--table", "instances", file).stdout.splitlines()]
    got = [(x["result"], x["metric"], x["instance"], x["id"], x["id_text"], x["value"], x["text"]) for x in lines]
    check(list(map(finite, got)) == list(map(finite, instances)), file, "export: instances, JSON")
    rows = list(csv.DictReader(io.StringIO(run("export", file).stdout.decode("utf-8", "replace"), newline="")))
    check([(int(x["result"]), x["metric"], x["text"], int(x["instance_count"])) for x in rows] == [(m[0], m[1], m[3] or "", m[4]) for m in metrics],
          file, "export: metrics, CSV")
    check(all(x["value"] == ("" if m[2] is None else str(m[2])) if not isinstance(m[2], float) else float(x["value"]) == m[2] or m[2] != m[2]
              for x, m in zip(rows, metrics)), file, "export: values, CSV")
    rows = run("export", "--table", "results", "--json", file).stdout.splitlines()
    check(len(rows) == len(a.results), file, "export: results")
    trace = json.loads(run("export", "--trace", file).stdout)["traceEvents"]
    check(sum(x.get("cat") == "kernel" for x in trace) == len(a.results), file, "export: trace")
    samples = sum(m.IdKind == 1 and n.Value.WhichOneof("Kind") not in (None, "StringValue")
                  for e in a.results for m in e.message.MetricResults for n in m.Instances)
    check(sum(x["ph"] == "C" for x in trace) == samples, file, "export: samples in the trace")
    for how in "nvtx", "calls":
        check(len(run("export", "--folded", how, file).stdout.splitlines()) == len(a.results), file, "export: folded", how)


def follows(file):
    """The same lines as of the whole, also of the first part of a file."""
    for size in (None, os.path.getsize(file) * 2 // 3):
        part = file
        if size is not None:
            part = path("part")
            with open(file, "rb") as f, open(part, "wb") as g:
                g.write(f.read(size))
        followed = subprocess.run([tool, "follow", "--csv", "--idle", "0", part], stdin=subprocess.DEVNULL, capture_output=True).stdout
        listed = subprocess.run([tool, "list", "--csv", part], stdin=subprocess.DEVNULL, capture_output=True).stdout
        check(followed == listed and followed, file, size, "follow: not what list shows")


def paths_of(r):
    """Every path of a report, in order."""
    found = [text(p.ProcessName) for p in (b.header.Process for b in r.container.blocks)]
    found.append(text(r.session.ExecutableSettings.ExecutablePath))
    for s in r.sources:
        found += [text(f.FileName) for f in (s.message if hasattr(s, "message") else s).SourceFiles.Files]
    for e in r.results:
        for f in e.message.CpuStack.Frames:
            found += [text(f.ModuleName), text(f.FileName)]
        for rule in e.message.RuleResults if e.kind == "kernel" else []:
            found += [text(m.Path) for m in rule.SourceMarkers]
    return found


PUBLIC = {"127.0.0.1", "root", "ubuntu", "home", "test", "build", "nvidia", "ec2-user"}


def anonymizes(file, a):
    out = path("anonymous")
    told = json.loads(run("anonymize", "--json", file, "-o", out).stdout)
    check(told["searched_for"] > 0, file, "anonymize: searched for nothing")
    b = read(out)
    with open(out, "rb") as f:
        data = f.read()
    session = a.session
    # Numbers, metrics and names are those of before.
    check(len(b.results) == len(a.results) and list(b.modules) == list(a.modules), file, "anonymize: results and modules")

    def numbers(r, e):
        def plain(v):
            kind = v.WhichOneof("Kind")
            return kind if kind == "StringValue" else (kind, getattr(v, kind) if kind else None)

        m = e.message
        return [(text(r.name(x) or ""), repr(plain(x.Value)), [repr((plain(i.CorrelationId), plain(i.Value))) for i in x.Instances], x.IdKind)
                for x in m.MetricResults]

    check(all(numbers(a, x) == numbers(b, y) for x, y in zip(a.results, b.results)), file, "anonymize: metrics")
    for x, y in zip(a.results, b.results):
        m, n = x.message, y.message
        if x.kind == "kernel":
            check((m.GridSize, m.BlockSize, m.CreationTime, m.ContextID, m.StreamID, m.ClockStatus, m.Source) ==
                  (n.GridSize, n.BlockSize, n.CreationTime, n.ContextID, n.StreamID, n.ClockStatus, n.Source), file, "anonymize: launch")
            check([r.Identifier for r in m.RuleResults] == [r.Identifier for r in n.RuleResults], file, "anonymize: rules")
        check([s.Identifier for s in m.Sections] == [s.Identifier for s in n.Sections], file, "anonymize: sections")
        check([(f.PC, f.Line) for f in m.CpuStack.Frames] == [(f.PC, f.Line) for f in n.CpuStack.Frames], file, "anonymize: call stack")
    # No code, no text of the source.
    for pieces in b.modules.values():
        check(not pieces[0].Binary and not any(f.Content for f in pieces[0].SourceFiles.Files), file, "anonymize: code or source")
    check(b"\x7fELF" not in data and not list(b.unknown()), file, "anonymize: ELF, unknown fields")
    # A path has one made-up path, and no two have the same.
    old, new = paths_of(a), paths_of(b)
    pairs = set(zip(old, new))
    check(len(old) == len(new) and len(pairs) == len({p for p, _ in pairs}) == len({p for _, p in pairs}), file, "anonymize: paths")
    check(all(p == q for p, q in pairs if not p) and not any(p == q for p, q in pairs if len(p) > 3), file, "anonymize: paths stay")
    # Nothing private is left: parts of paths and commands only where a name or text that stays has them.
    strong = {text(session.HostSystemInfo.ComputerName), text(session.TargetSystemInfo.ComputerName), text(session.ProfilerCmdline).strip(),
              *(text(x.Address) for s in (session.HostSystemInfo, session.TargetSystemInfo) for x in s.IPAddresses),
              *(text(b.header.Process.Hostname) for b in a.container.blocks), *(p for p in old if p.count("/") + p.count("\\") > 1)}
    users = {p.replace("\\", "/").split("/")[i + 1] for p in old for i, x in enumerate(p.replace("\\", "/").split("/")[:-1]) if x in ("home", "Users")}
    for x in {x.strip("\0") for x in strong | users}:  # a computer without a name: 16 zero bytes
        check(len(x) < 4 or x.lower() in PUBLIC or x.encode() not in data, file, "anonymize: left", x)
    parts = {x.strip("\0") for p in [*old, *text(session.ProfilerCmdline).split()] for x in p.replace("\\", "/").split("/")}
    parts |= {line.strip() for m in a.modules.values() for f in m[0].SourceFiles.Files for line in text(f.Content).splitlines() if len(line.strip()) > 24}
    rest = b"\0".join([*(v.SerializeToString() for v in session.VersionInfos), text(session.HostSystemInfo.Architecture).encode(), *(s if isinstance(s, bytes) else s.encode() for s in a.strings),
                       *(z if isinstance(z, bytes) else z.encode() for e in a.results for z in
                         ([e.message.KernelFunctionName, e.message.KernelMangledName, e.message.KernelDemangledName] if e.kind == "kernel" else [])),
                       *(s.SerializeToString() for e in a.results for f in ("Sections", "RuleResults") if f in e.message.DESCRIPTOR.fields_by_name
                         for s in getattr(e.message, f)),
                       *(x.SerializeToString() for e in a.results for x in e.message.MetricResults),
                       *(f.FuncName.encode() if isinstance(f.FuncName, str) else f.FuncName for e in a.results for f in e.message.CpuStack.Frames),
                       *(x.SerializeToString() for m in a.modules.values() for x in m[0].RelocationData.Functions)])
    for x in parts:
        x = x.encode("utf-8", "surrogateescape")
        check(len(x) < 4 or x not in data or x in rest or not any(c > 0x39 for c in x), file, "anonymize: left", x)
    # Other names, on demand.
    run("anonymize", "--kernel-names", "number", "--nvtx", "number", "-o", out, file)
    c = read(out)
    with open(out, "rb") as f:
        data = f.read()
    names = [(text(e.message.KernelMangledName), text(f.message.KernelMangledName)) for e, f in zip(a.results, c.results) if e.kind == "kernel"]
    check(len(set(names)) == len({x for x, _ in names}) == len({x for _, x in names}), file, "anonymize: numbered kernels")
    check(all(len(x) < 8 or "_" not in x or x.encode() not in data for x, _ in names), file, "anonymize: a kernel's name is left")


def finite(row):
    return tuple(None if isinstance(x, float) and (x != x or abs(x) == float("inf")) else x for x in row)


before = None
for file in reports:
    a = read(file)
    slices(file, a)
    merges(file, a, *(before or (file, a)))
    joins(file, a)
    salvages(file, a)
    packs(file)
    exports(file, a)
    follows(file)
    if b"synthetic" not in os.fsencode(file):  # of another version of the format
        anonymizes(file, a)
    before = file, a
print(passed, "passed,", failed, "failed")
