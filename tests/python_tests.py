"""For tests of the Python package: a runner that counts as tests/run.sh wants it, and reports made by hand."""

import os
import struct
import sys
import unittest

sys.dont_write_bytecode = True
TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
if not any(os.path.isdir(os.path.join(p, "ncurep")) for p in sys.path if p):
    sys.path.insert(0, os.path.join(TOP, "examples", "bindings", "python"))
SAMPLES = os.path.join(TOP, "examples", "data", "samples", "ncurep")
CORPUS = os.path.join(os.path.dirname(TOP), "shared", "corpus", "ncurep")


def sample(name):
    return os.path.join(SAMPLES, name + ".ncu-rep")


def corpus():
    """The real reports, where they are."""
    if not os.path.isdir(CORPUS):
        return []
    return sorted(os.path.join(CORPUS, n) for n in os.listdir(CORPUS) if n.endswith((".ncu-rep", ".nsight-cuprof-report")))


def real(*marks):
    """Those of the real reports whose names hold these."""
    return [p for p in corpus() if any(mark in os.path.basename(p) for mark in marks)]


def main():
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=0).run(unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"]))
    for _, why in result.skipped:
        print("skipped: " + why)
    failed = len(result.failures) + len(result.errors)
    print("%d passed, %d failed, %d skipped" % (result.testsRun - failed - len(result.skipped), failed, len(result.skipped)))
    sys.exit(failed > 0)


# The wire format: pairs of a field number and a value -----------------------------------------------------------------------

class F32(float):
    """A float that is stored with 32 bits."""


def varint(n):
    n &= 0xFFFFFFFFFFFFFFFF
    out = bytearray()
    while n > 0x7F:
        out.append(n & 0x7F | 0x80)
        n >>= 7
    out.append(n)
    return bytes(out)


def message(*fields):
    """int: a varint, float: eight bytes, F32: four, str and bytes: with a length."""
    out = b""
    for number, value in fields:
        if isinstance(value, F32):
            out += varint(number << 3 | 5) + struct.pack("<f", value)
        elif isinstance(value, float):
            out += varint(number << 3 | 1) + struct.pack("<d", value)
        elif isinstance(value, int):
            out += varint(number << 3) + varint(value)
        else:
            value = value.encode() if isinstance(value, str) else value
            out += varint(number << 3 | 2) + varint(len(value)) + value
    return out


class Maker:
    """A report: strings, then blocks of one result each."""

    def __init__(self):
        self.table = []
        self.session = []
        self.blocks = []

    def string(self, text):
        if text not in self.table:
            self.table.append(text)
        return self.table.index(text)

    def value(self, value):
        """A metric's value; ("u32", 1) for a 32-bit integer."""
        if value is None:
            return b""
        if isinstance(value, tuple):
            return message((4, value[1]))
        if isinstance(value, F32):
            return message((2, value))
        if isinstance(value, float):
            return message((3, value))
        return message((5 if isinstance(value, int) else 1, value))

    def metric(self, name, value=None, instances=(), id_kind=None):
        fields = [(1, name if isinstance(name, int) else self.string(name))]
        if value is not None:
            fields.append((2, self.value(value)))
        for i, x in instances:
            fields.append((3, message(*([(1, self.value(i))] if i is not None else []), (2, self.value(x)))))
        if id_kind is not None:
            fields.append((4, id_kind))
        return message(*fields)

    def kernel(self, name="k", metrics=(), rules=(), nvtx=None, process=None, thread=7, more=(), mangled=None):
        xyz = message((1, 2), (2, 1), (3, 1))
        fields = [(1, thread), (2, 1), (3, 0), (4, 0), (5, mangled or "_Z" + name), (6, name), (7, name + "(int)"), (8, 3), (9, message()), (10, xyz),
                  (11, xyz)]
        fields += [(13, m) for m in metrics] + [(15, message((1, 1)))] + [(19, r) for r in rules]
        if nvtx is not None:
            fields.append((21, nvtx))
        self.result(2, message(*fields, (25, message((1, 1), (2, 1))), *more), process)

    def result(self, count_field, data, process=None):
        self.blocks.append((count_field, data, process))

    def bytes(self):
        out = b"NVR\0" + struct.pack("<I", 2) + b"\x08\x07"
        header = message(*self.session, (4, message(*((1, s) for s in self.table))), (5, 0))
        out += struct.pack("<I", len(header)) + header
        for count_field, data, process in self.blocks:
            payload = struct.pack("<I", len(data)) + data
            fields = [(count_field, 1), (5, len(payload))]
            if process is not None:
                fields.append((6, message((1, process), (2, "host"), (3, "/bin/p%d" % process))))
            header = message(*fields)
            out += struct.pack("<I", len(header)) + header + payload
        return out
