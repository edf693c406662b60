"""Samples with wrong bytes: what ncurep reads is what libprotobuf reads, or both refuse. ncurep alone refuses numbers of more
than 64 bits and fields with the number 0, which libprotobuf cuts short and ends a message at.

    ncurep_mutants.py TOOL DECODER PROTO WORK REPORT...

DECODER: the folder of dump.py; PROTO: of report_pb2.py. Prints failures, and "N passed, N failed" last.
"""
import importlib.util
import io
import os
import random
import re
import subprocess
import sys

tool, decoder, proto, work, *reports = sys.argv[1:]
sys.path.insert(0, proto)
sys.dont_write_bytecode = True
spec = importlib.util.spec_from_file_location("decoder", os.path.join(decoder, "dump.py"))
reference = importlib.util.module_from_spec(spec)
spec.loader.exec_module(reference)


def theirs(path):
    try:
        out = io.BytesIO()
        with open(path, "rb") as f:
            reference.dump(reference.Report(reference.Container(f.read())), out, True)
        return out.getvalue().decode("utf-8", "replace")
    except Exception:  # of whatever kind: it refuses
        return None


def varint(data, at):
    """The number there, and where it ends; (None, at) when it does not end."""
    n = 0
    for i, b in enumerate(data[at:at + 10]):
        n |= (b & 0x7f) << 7 * i
        if b < 0x80:
            return n, at + i + 1
    return None, at


def is_strict(data, why):
    """Whether what ncurep says is so, and is one of the two things that it alone refuses."""
    m = re.search(r": byte (\d+): (.*)", why)
    at = int(m.group(1)) if m else len(data)
    first, end = varint(data, at)
    if m and m.group(2) == "a field has the number 0":
        return first is not None and first < 8
    numbers = [first, varint(data, end)[0]]  # of a field: after its tag
    return bool(m) and "more than 64 bits" in m.group(2) and any(n is not None and n >> 64 for n in numbers)


equal = refused = strict = failed = 0
path = os.path.join(work, "mutant.ncu-rep")
for report in reports:
    with open(report, "rb") as f:
        whole = f.read()
    chance = random.Random(7)
    for number in range(150):
        data = bytearray(whole)
        for _ in range(chance.choice((1, 1, 1, 2, 3))):
            at = chance.randrange(8, len(data))
            data[at] = chance.choice((0, 1, 0x7f, 0x80, 0xff, data[at] ^ 1 << chance.randrange(8), chance.randrange(256)))
        with open(path, "wb") as f:
            f.write(data)
        want = theirs(path)
        done = subprocess.run([tool, "dump", "--instances", path], capture_output=True, check=False)
        why = done.stderr.decode("utf-8", "replace")
        if done.returncode not in (0, 3):
            what = "exit code %d" % done.returncode
        elif want is None:
            what = None if done.returncode == 3 else "only libprotobuf refuses"
            refused += 1
        elif done.returncode == 0:
            what = None if done.stdout.decode("utf-8", "replace") == want else "not what libprotobuf reads"
            equal += 1
        elif '"line":"truncated"' in want:  # a cut file is dumped, with exit code 3
            what = None if done.stdout.decode("utf-8", "replace") == want else "not what libprotobuf reads of a cut file"
            equal += 1
        else:
            what = None if is_strict(bytes(data), why) else "only ncurep refuses: " + why
            strict += 1
        if what:
            failed += 1
            print("FAILED mutant %d of %s: %s" % (number, report, what))
if min(equal, refused) < 50:
    failed += 1
    print("FAILED %d mutants are read and %d refused: too few of one kind" % (equal, refused))
print("%d passed, %d failed" % (equal + refused + strict - failed, failed))
