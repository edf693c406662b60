"""Prints the canonical dump of reports from what the Python package gives, and compares it with what is expected.

    ncurep_python.py SUMS REPORT...      the sums are "SHA256  LINES  NAME" a line
    ncurep_python.py --dump REPORT
"""

import hashlib
import os
import struct
import sys

sys.dont_write_bytecode = True
import ncurep  # noqa: E402

ESCAPE = {c: "\\u%04x" % c for c in list(range(0x20)) + list(range(0xDC80, 0xDD00))}
ESCAPE.update({ord('"'): '\\"', ord("\\"): "\\\\"})


def encode(x):
    if isinstance(x, bool):
        return "true" if x else "false"
    if x is None:
        return "null"
    if isinstance(x, int):
        return str(x)
    if isinstance(x, dict):
        return "{" + ",".join('"%s":%s' % (k, encode(v)) for k, v in x.items()) + "}"
    if isinstance(x, str):
        return '"' + x.translate(ESCAPE) + '"'
    return "[" + ",".join(map(encode, x)) + "]"


def fnv(data):
    h = 0xCBF29CE484222325
    for byte in data:
        h = (h ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return "%016x" % h


BLOBS = {}


def blob(data):
    if data is None:
        return None
    if data not in BLOBS:
        BLOBS[data] = [len(data), fnv(data)]
    return BLOBS[data]


def raw(s):
    return s.encode("utf-8", "surrogateescape")


def bits(code, x):
    return None if x is None else struct.pack(">" + code, x).hex()


def stored(value):
    """[kind of the library, bits] as the dump shows it."""
    if value is None:
        return None
    kind, x = value
    return [("", "str", "f32", "f64", "u32", "u64", "i32", "i64")[kind],
            "%08x" % x if kind == 2 else "%016x" % x if kind == 3 else x]


def shown(kind, x):
    """A value of the interface."""
    if kind == 2:
        return ["str", x]
    if kind == 3:
        return ["f32", bits("f", x)]
    if kind == 4:
        return ["f64", bits("d", x)]
    return None if kind == 0 else ["u32" if kind == 5 else "u64", x]


def packed(kind, x):
    if kind == 2:
        return struct.pack("<BI", 1, len(raw(x))) + raw(x)
    if kind == 0:
        return b"\0"
    return struct.pack({3: "<Bf", 4: "<Bd", 5: "<BI", 6: "<BQ"}[kind], kind - 1, x)


def take(d, names):
    return {n: d[n] for n in names.split()}


def present(d, names):
    return {n: d[n] for n in names.split() if n in d}


def dump(report, emit):
    info, session, sources = report.info(), report.session(), report.sources()
    modules = {}
    for s in sources:
        modules.setdefault(s["reference"], []).append(s)
    number = {key: i for i, key in enumerate(modules)}
    results = info["results"]
    emit("file", size=info["size"], version=info["version"], blocks=info["blocks"], sources=info["sources"], modules=len(modules),
         results=results, strings=info["strings"])
    for i, b in enumerate(report.blocks()):
        emit("block", i=i, **take(b, "at header payload sources kernels ranges cmdlists graphs strings session process"),
             **present(b, "field10"))
    if info["truncated"]:
        emit("truncated", **info["truncated"])
    emit("session", **take(session, "pid created comments command"))
    for s in session["systems"]:
        emit("system", **s)
    for key, value in session["properties"]:
        emit("property", key=key, value=value)
    for i, d in enumerate(report._core.json("session")["devices"]):
        emit("device", i=i, id=d["id"], name=d["name"], attributes=len(d["attributes"]))
        for name, value in d["attributes"]:
            emit("attribute", device=i, name=name, value=stored(value))
    for provider, version in session["versions"]:
        emit("version", provider=provider, version=version)
    if session["executable"]:
        emit("executable", **session["executable"])
    if session["settings"]:
        emit("settings", **session["settings"])
    for i, p in enumerate(session["processes"]):
        emit("process", i=i, **p)
    table = [raw(t) for t in report._core.strings()]
    emit("strings", count=len(table), bytes=sum(map(len, table)), fnv=fnv(b"".join(struct.pack("<I", len(t)) + t for t in table)))
    for i, s in enumerate(sources):
        emit("source", i=i, **take(s, "block at size reference"), **about([s]))
    for i, (reference, pieces) in enumerate(modules.items()):
        emit("module", i=i, reference=reference, entries=len(pieces), **about(pieces))
        for s in pieces:
            for path, content in s["files"].items():
                emit("source_file", module=i, path=path, content=None if content is None else blob(raw(content)))
        for kind in "function", "object":
            for s in pieces:
                for name, address, index in s[kind + "s"]:
                    emit("symbol", module=i, kind=kind, name=name, address=address, index=index)
    actions = sorted(report.actions(), key=lambda a: a._result.index)
    for a in actions:
        dump_action(a, emit, number)
    for u in report.unknown_fields():
        u["path"] = [n for step in u["path"] for n in step]
        u["data"] = blob(u["data"])
        emit("unknown", **u)


def about(pieces):
    def last(key):
        return next((s[key] for s in reversed(pieces) if s[key] is not None), None)

    return dict({k: last(k) for k in ("sass", "revision", "flags")}, **{k: blob(last(k)) for k in ("code", "intermediate", "binary")},
                **{k: sum(len(s[k]) for s in pieces) for k in ("files", "functions", "objects")})


def dump_action(a, emit, number):
    r, i = a.info(), a._result.index
    emit("result", i=i, **take(r, "kind block at size process thread call display comments created api unsupported context"
         " context_name stream stream_name clock"), references=[[x, number.get(x)] for x in r["references"]],
         **take(r, "metrics sections section_comments rules nvtx frames"), **present(r, "stack_type warp_samples"))
    if r["kind"] == "kernel":
        r["field31"] = None if r["field31"] is None else blob(a._core.bytes_at(r["field31"]))
        r["driver"] = bits("f", r["driver"])
        emit("kernel", result=i, **take(r, "program kernel function mangled demangled dimensions offset global_size grid block_size"
             " sass series field31 driver"), **({"field38": blob(a._core.bytes_at(r["field38"]))} if "field38" in r else {}))
    for k, m in enumerate(a.metrics()):
        n = m.num_instances()
        ids = m.correlation_ids()
        array = b"".join(packed(ids.kind(j), ids.value(j)) + packed(m.kind(j), m.value(j)) if ids else
                         b"\0" + packed(m.kind(j), m.value(j)) for j in range(n))
        id_kind = m._table.id_kinds[m._i]
        emit("metric", result=i, i=k, id=m._table.name_ids[m._i], name=m._table.names[m._i], value=shown(m.kind(), m.value()),
             id_kind=None if id_kind < 0 else id_kind, instances=n, ids=sum(ids.has_value(j) for j in range(n)) if ids else 0,
             fnv=fnv(array) if n else None)
    for k, s in enumerate(a.sections()):
        s["metrics"] = len(s["metrics"])
        s["source_metrics"] = [len(x) for x in s["source_metrics"]]
        s["data"] = blob(s["data"])
        emit("section", result=i, i=k, **s)
    for c in a.section_comments():
        emit("section_comment", result=i, **c)
    for k, rule in enumerate(a.rules()):
        emit("rule", result=i, i=k, **take(rule, "identifier name section body"), items=len(rule["items"]),
             markers=len(rule["markers"]))
        for n, item in enumerate(rule["items"]):
            for f in item["focus"]:
                f["value"] = bits("d", f["value"])
            if item["speedup"]:
                item["speedup"][1] = bits("d", item["speedup"][1])
            item["tables"] = [[t["kind"], t["label"], t["metrics"]] for t in item["tables"]]
            emit("item", result=i, rule=k, i=n, **item)
        for n, m in enumerate(rule["markers"]):
            emit("marker", result=i, rule=k, i=n, kind=m["kind"], line_number=m["line"], **take(m, "address text type path"))
    dump_nvtx(a, emit, i)
    frames(a, emit, i)
    dump_warp_samples(a, emit, i)


def dump_warp_samples(a, emit, i):
    for k, w in enumerate(a._core.json("warp_samples", i)):
        times = records = not_issued = 0
        array, reasons = b"", {}
        for s in w["series"]:
            t, r = (a._core.bytes_at(s[key]) for key in ("times", "records"))
            t, r = t[:len(t) // 16 * 16], r[:len(r) // 16 * 16]
            array += struct.pack("<II", s["unit"], len(t) // 16) + t + struct.pack("<I", len(r) // 16) + r
            times += len(t) // 16
            records += len(r) // 16
            for j in range(0, len(r), 16):
                reasons[r[j + 13]] = reasons.get(r[j + 13], 0) + 1
                not_issued += r[j + 14] != 0
        emit("warp_samples", result=i, i=k, name=w["name"], series=len(w["series"]), times=times, samples=records,
             reasons=[list(x) for x in sorted(reasons.items())], not_issued=not_issued, fnv=fnv(array))


def frames(a, emit, i):
    for k, f in enumerate(a.call_stack()):
        emit("frame", result=i, i=k, **take(f, "module address file function"), line_number=f["line"])


def dump_nvtx(a, emit, i):
    if a.nvtx_state() is None:
        return
    state = a._result.once(a._core, "nvtx")
    emit("nvtx", result=i, domains=len(state["domains"]), threads=len(state["threads"]),
         start_end=[[d["domain"], len(d["ranges"])] for d in state["start_end"]], default=state["default"], **present(state, "field5"))
    for d in state["domains"]:
        emit("nvtx_domain", result=i, **d)
    for t in state["threads"]:
        emit("nvtx_thread", result=i, thread=t["id"], current=t["current"], domains=[[d["domain"], len(d["ranges"])] for d in t["domains"]])
        for d in t["domains"]:
            for depth, p in enumerate(d["ranges"]):
                emit("nvtx_push", result=i, thread=t["id"] or 0, domain=d["domain"], depth=depth, name=p["name"], call=p["call"],
                     attributes=attributes(p))
    for d in state["start_end"]:
        for p in d["ranges"]:
            emit("nvtx_start", result=i, domain=d["domain"], **take(p, "id name call thread"), attributes=attributes(p))


def attributes(p):
    x = p["attributes"]
    if x is None:
        return None
    kind, value = x["payload"]
    return dict(x, payload=[kind, stored(value)])


def markers(path):
    """Marks that rules stored by line, and those by address: each line is that of an address, as the rules took it from there."""
    bad = 0
    report = ncurep.load_report(path)
    symbols = any(s["functions"] for s in report.sources())
    for a in report.actions():
        found = a.source_markers()
        places = [a.source_info(m["source_address"]) for m in found if "source_address" in m]
        known = {(p.file_name(), p.line()) for p in places if p is not None}
        for m in found:
            if known and "source_location" in m and (m["source_location"].file_name, m["source_location"].line) not in known:
                bad += 1
                print("%s: no instruction is marked for %s" % (path, m["source_location"]))
        if "inst_executed" in a:
            # Before 2022.3 a report says where functions were, but not which: only the first one, the kernel, is known.
            pcs = a["launch__function_pcs"].values() if "launch__function_pcs" in a and not symbols else []
            outside = [hex(i) for i in a["inst_executed"].ids() if a.sass_by_pc(i) == "" and max((p for p in pcs if p <= i), default=0)
                       == (pcs or [0])[0]]
            if outside and a.cubin():
                bad += 1
                print("%s: outside of the code: %s" % (path, outside[:3]))
    return bad


def lines_of(path):
    out = []
    with ncurep.load_report(path) as report:
        dump(report, lambda line, **keys: out.append(encode(dict({"line": line}, **keys)) + "\n"))
    return out


def main():
    if sys.argv[1] == "--dump":
        for line in lines_of(sys.argv[2]):
            sys.stdout.buffer.write(raw(line))
        return 0
    sums = {}
    with open(sys.argv[1]) as f:
        for line in f:
            words = line.split()
            if len(words) == 3:
                sums[words[2]] = words[0]
    bad = 0
    for path in sys.argv[2:]:
        if not path.endswith("synthetic.ncu-rep"):
            bad += markers(path)
        data = raw("".join(lines_of(path)))
        expected = sums.get(os.path.basename(path))
        beside = os.path.join(os.path.dirname(sys.argv[1]), os.path.basename(path) + ".jsonl")
        if expected is None and path.endswith("synthetic.ncu-rep"):
            with open(path[: -len(".ncu-rep")] + ".jsonl", "rb") as f:
                expected = hashlib.sha256(f.read()).hexdigest()
        if hashlib.sha256(data).hexdigest() != expected:
            bad += 1
            print("%s: another dump" % path)
            if os.path.exists(beside):
                with open(beside, "rb") as f:
                    for mine, theirs in zip(data.splitlines(), f.read().splitlines()):
                        if mine != theirs:
                            print(mine.decode("utf-8", "replace")[:400])
                            print(theirs.decode("utf-8", "replace")[:400])
                            break
    print("%d reports, %d different" % (len(sys.argv) - 2, bad))
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
