# Python's protobuf over the same files; prints "NAME<tab>MILLISECONDS" lines for bench/ncurep.
import os
import struct
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "peer", "python"))
try:
    from google.protobuf.internal import api_implementation
    import report_pb2
except ImportError as e:
    sys.exit(f"no protobuf for Python: {e}")

files = []
for name in sorted(os.listdir(sys.argv[1])):
    if ".ncu-rep" in name or ".nsight-cuprof-report" in name:
        with open(os.path.join(sys.argv[1], name), "rb") as f:
            files.append(f.read())


def messages(data):
    """Every block header, source and kernel of a report, parsed."""
    view = memoryview(data)
    at = 8 + struct.unpack_from("<I", data, 4)[0]
    while at < len(data):
        size = struct.unpack_from("<I", data, at)[0]
        header = report_pb2.BlockHeader.FromString(view[at + 4 : at + 4 + size])
        yield header
        at += 4 + size
        payload = at + header.PayloadSize
        for kind, count in ((report_pb2.SourceData, header.NumSources), (report_pb2.ProfileResult, header.NumResults)):
            for _ in range(count):
                size = struct.unpack_from("<I", data, at)[0]
                yield kind.FromString(view[at + 4 : at + 4 + size])
                at += 4 + size
        at = payload


def parse():
    for data in files:
        for _ in messages(data):
            pass


def read():
    total = 0
    for data in files:
        for message in messages(data):
            if isinstance(message, report_pb2.ProfileResult):
                for metric in message.MetricResults:
                    for i in metric.Instances:
                        total += i.CorrelationId.Uint64Value + i.Value.Uint64Value
    return total


def row(name, work, rounds):
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append((time.process_time() - start) * 1e3)
    print(f"protobuf, Python ({api_implementation.Type()}), {name}\t{sorted(times)[rounds // 2]:.3f}", flush=True)


row("parse only", parse, 11)
row("every instance read", read, 3)
