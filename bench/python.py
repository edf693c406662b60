"""Times the Python package over a folder of reports, and protobuf's Python code (upb) over the same bytes.

    make bench-python            PYTHON=... for another interpreter; FOLDER=../shared/corpus/ncurep

Every figure is the least of several rounds over all files, which lie in memory: processor time. The peer is there when
bench/peers/python.sh could build it (protoc, the package protobuf).
"""

import glob
import os
import re
import struct
import sys
import time

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
B = os.environ.get("B", "build")
sys.path.insert(0, os.path.join(TOP, "examples", "bindings", "python"))
sys.path.insert(1, os.path.join(B, "bench", "peer"))

ROUNDS = 9
DURATION = "gpu__time_duration.sum"


def ours_list(data):
    n = 0
    for a in ncurep.loads(data).actions():
        info = a.info()
        n += len(a.name()) + info["grid"][0] + info["block_size"][0] if info["kind"] == "kernel" else 0
        m = a.metric_by_name(DURATION)
        if m is not None:
            n += m.as_double()
    return n


def ours_values(data):
    """As a script does it: by name."""
    n = 0
    for a in ncurep.loads(data).actions():
        for name in a:
            n += len(name) + a[name].as_double()
    return n


def ours_values_bulk(data):
    n = 0
    for a in ncurep.loads(data).actions():
        for name, value in a.values().items():
            n += len(name) + (value if value.__class__ in (int, float) else 0)
    return n


def ours_instances(data):
    n = 0
    for a in ncurep.loads(data).actions():
        for m in a.metrics():
            if m.num_instances():
                n += len(m.ids()) + len(m.values())
    return n


def ours_instances_frame(data):
    """As a table of pandas."""
    return len(ncurep.tables.frame(ncurep.loads(data), "instances"))


def blocks(data):
    """The messages of a report, as protobuf's user has to find them."""
    at, end = 8 + struct.unpack_from("<I", data, 4)[0], len(data)
    strings, results = [], []
    while at < end:
        size, = struct.unpack_from("<I", data, at)
        header = pb.BlockHeader.FromString(data[at + 4 : at + 4 + size])
        at += 4 + size
        strings += header.StringTable.Strings
        here = at
        for count, kind in ((header.NumSources, pb.SourceData), (header.NumResults, pb.ProfileResult)):
            for _ in range(count):
                size, = struct.unpack_from("<I", data, here)
                message = kind.FromString(data[here + 4 : here + 4 + size])
                here += 4 + size
                if kind is pb.ProfileResult:
                    results.append(message)
        at += header.PayloadSize
    return strings, results


def peer_parse(data):
    return len(blocks(data)[1])


def read(v):
    kind = v.WhichOneof("Kind")
    return getattr(v, kind) if kind else None


def peer_list(data):
    strings, results = blocks(data)
    wanted = strings.index(DURATION) if DURATION in strings else -1
    n = 0
    for r in results:
        n += len(r.KernelFunctionName) + r.GridSize.X + r.BlockSize.X
        for m in r.MetricResults:
            if m.NameId == wanted:
                n += read(m.Value) or 0
    return n


def peer_values(data):
    strings, results = blocks(data)
    n = 0
    for r in results:
        for m in r.MetricResults:
            value = read(m.Value)
            n += len(strings[m.NameId]) + (value if value.__class__ in (int, float) else 0)
    return n


def peer_instances(data):
    strings, results = blocks(data)
    n = 0
    for r in results:
        for m in r.MetricResults:
            ids = [read(x.CorrelationId) for x in m.Instances]
            values = [read(x.Value) for x in m.Instances]
            n += len(ids) + len(values)
    return n


def least(work, files):
    best = None
    for _ in range(ROUNDS):
        start = time.process_time()
        for data in files:
            work(data)
        spent = time.process_time() - start
        best = spent if best is None or spent < best else best
    return best * 1e3


def word(text):
    """A word without spaces."""
    return re.sub(r"[^A-Za-z0-9._+]+", "-", text).strip("-")


def import_peer():
    global pb
    try:
        import report_pb2 as pb
    except Exception:  # without protobuf, or with another version of it than protoc's
        return False
    return True


def peer_name():
    from google.protobuf.internal import api_implementation

    return "protobuf Python (%s)" % api_implementation.Type()


def main():
    folder = os.environ.get("FOLDER") or os.path.join(TOP, "..", "shared", "corpus", "ncurep")
    paths = sorted(glob.glob(os.path.join(folder, "*.ncu-rep")) + glob.glob(os.path.join(folder, "*.nsight-cuprof-report")))
    files = []
    for path in paths:
        with open(path, "rb") as f:
            files.append(f.read())
    if not files:
        print("skipped: no reports in %s" % folder)
        return
    print("python    %s" % sys.version.split()[0])
    print("%d reports, %.1f MB; milliseconds, the least of %d rounds" % (len(files), sum(map(len, files)) / 1e6, ROUNDS))
    global ncurep
    import ncurep

    ours = {}
    jobs = [("list", ours_list), ("values", ours_values), ("values at once", ours_values_bulk), ("instances", ours_instances)]
    try:
        import pandas  # noqa: F401
    except ImportError:
        print("no pandas: no frames")
    else:
        jobs.append(("instances as a frame", ours_instances_frame))
    for name, work in jobs:
        ours[name] = least(work, files)
        print("%-34s %9.1f" % (name, ours[name]))
    if not import_peer():
        print("no peer: bench/peers/python.sh builds it where the package protobuf and protoc are")
        return
    kind = peer_name()
    parse = least(peer_parse, files)
    print("%-34s %9.1f" % (kind + ", parse only", parse))
    for name, work in (("list", peer_list), ("values", peer_values), ("instances", peer_instances)):
        peers = least(work, files)
        print("%-34s %9.1f" % (kind + ", " + name, peers))
        for job in [j for j in ours if j.split()[0] == name]:
            for what, figure in ((", " + name, peers), (", parse only", parse)):
                print("BENCH python-%s %.6g ms %s %.6g %.2f" % (word(job), ours[job], word(kind + what), figure, figure / ours[job]))


if __name__ == "__main__":
    main()
