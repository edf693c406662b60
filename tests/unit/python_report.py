"""The report interface of the Python package, method by method, on the samples and on reports made by hand.

    python3 tests/unit/python_report.py       or: pytest tests/unit/python_report.py
"""

import csv
import json
import math
import os
import pathlib
import pickle
import re
import struct
import sys
import tempfile
import unittest
import warnings
import weakref

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from python_tests import F32, TOP, Maker, corpus, main, message, real, sample  # noqa: E402

import ncurep  # noqa: E402
from ncurep import IAction, IMetric, INvtxRange  # noqa: E402


# Damage is loud; the tests that make it on purpose and do not ask for the warning are many.
warnings.simplefilter("ignore", ncurep.ReportWarning)

class Loading(unittest.TestCase):
    def test_paths(self):
        path = sample("saxpy")
        for given in (path, pathlib.Path(path), path.encode()):
            self.assertEqual(ncurep.load_report(given).num_ranges(), 1)
        self.assertEqual(ncurep.load_report(path, "/nowhere").path(), path)

    def test_missing(self):
        with self.assertRaises(FileNotFoundError):
            ncurep.load_report("no such file.ncu-rep")
        with self.assertRaises(OSError):
            ncurep.load_report(tempfile.gettempdir())
        with self.assertRaises(TypeError):
            ncurep.load_report(7.5)

    def test_no_report(self):
        for data in (b"", b"\x7fELF and so on", b"NVR", b"NVR\0\x02"):
            with self.assertRaises(ncurep.ReportError) as raised:
                ncurep.loads(data)
            self.assertIsInstance(raised.exception, ValueError)
            self.assertIn("byte %d" % raised.exception.offset, str(raised.exception))

    def test_every_prefix(self):
        with open(sample("mixed"), "rb") as f:
            data = f.read()
        whole = [a.name() for a in ncurep.loads(data).actions()]
        for n in list(range(0, 400)) + list(range(400, len(data), 97)):
            try:
                report = ncurep.loads(data[:n])
            except ncurep.ReportError:
                continue
            names = [a.name() for a in report.actions()]
            self.assertEqual(names, whole[: len(names)])
            for action in report.actions():
                self.assertEqual(len(action.values()), len(action))

    def test_damage(self):
        """Bytes turned over: an exception of ours, or another value, never a crash."""
        with open(sample("saxpy"), "rb") as f:
            data = bytearray(f.read())
        for at in range(0, len(data), 61):
            for bit in (1, 0x80):
                data[at] ^= bit
                try:
                    report = ncurep.loads(data)
                    for action in report.actions():
                        for m in action.metrics():
                            m.values(), m.ids()
                        action.rule_results_as_dicts(), action.nvtx_state(), action.sections(), action.source_files()
                        action.source_info(139637977776160), action.sass_by_pc(139637977776160), action.ptx_by_pc(139637977776160)
                    report.session(), report.unknown_fields()
                except ncurep.ReportError:
                    pass
                data[at] ^= bit

    def test_closing(self):
        with ncurep.load_report(sample("saxpy")) as report:
            action = report[0][0]
            metric = action["gpu__time_duration.sum"]
            instances = action["inst_executed"]
        self.assertGreater(metric.value(), 0)
        with self.assertRaises(ValueError):
            instances.value(0)
        with self.assertRaises(ValueError):
            action.rule_results()
        report.close()

    def test_children_outlive(self):
        action = ncurep.load_report(sample("orchard")).range_by_idx(0).action_by_idx(1)
        ids = ncurep.load_report(sample("orchard"))[0][0]["inst_executed"].correlation_ids()
        self.assertEqual((action.name(), ids.value(0)), ("two", 139637977784320))

    def test_packed(self):
        compress = None
        try:
            import zstandard

            compress = zstandard.ZstdCompressor().compress
        except ImportError:
            try:
                from compression import zstd

                compress = zstd.compress
            except ImportError:
                pass
        with open(sample("saxpy"), "rb") as f:
            data = f.read()
        if compress is None:  # a frame of raw blocks needs no compressor
            def compress(data):
                out = b"\x28\xb5\x2f\xfd" + bytes([0xA0]) + struct.pack("<I", len(data))
                for at in range(0, len(data), 100000):
                    piece = data[at : at + 100000]
                    out += struct.pack("<I", len(piece) << 3 | (at + 100000 >= len(data)))[:3] + piece
                return out
        packed = compress(data)
        try:
            report = ncurep.loads(packed)
        except ncurep.ReportError as e:
            self.assertIn("libzstd", str(e))
            self.skipTest("needs libzstd")
        self.assertEqual(report[0][0].name(), "saxpyish")
        for broken in (packed[: len(packed) // 2], packed[:40] + b"????" + packed[44:]):
            try:
                ncurep.loads(broken)
            except ncurep.ReportError:
                pass

    def test_names(self):
        for name in ("IContext", "IRange", "IAction", "IMetric", "INvtxState", "INvtxDomainInfo", "INvtxRange", "ISourceInfo",
                     "IRuleResult", "IBaseContext", "load_report", "MsgType", "MarkerKind", "SpeedupType", "FocusSeverity",
                     "StallReason", "MsgType_OK", "MsgType_ERR", "MarkerKind_SOURCE", "MarkerKind_SASS", "StallReason_DRAIN"):
            self.assertTrue(hasattr(ncurep, name), name)
        for name in ("IContext", "IRange", "IAction", "IMetric", "INvtxState", "INvtxRange", "ISourceInfo"):
            with self.assertRaises(AttributeError):
                getattr(ncurep, name)()
        self.assertEqual([int(m) for m in ncurep.MsgType], [0, 1, 2, 3, 4])
        self.assertEqual((ncurep.MsgType.OPTIMIZATION, ncurep.MsgType.WARNING, ncurep.StallReason.LONG_SCOREBOARD), (2, 3, 7))
        for m in (*ncurep.MsgType, *ncurep.MarkerKind, *ncurep.SpeedupType, *ncurep.FocusSeverity, *ncurep.StallReason):
            self.assertEqual((str(m), "%s" % m, "{}".format(m), "{:3d}".format(m), json.dumps(m)),
                             (str(int(m)),) * 3 + ("%3d" % int(m), str(int(m))))


    def test_documented(self):
        """Every member that docs/PYTHON.md lists is there and has a description; what is public and not listed is extra."""
        with open(os.path.join(TOP, "docs", "PYTHON.md"), encoding="utf-8") as f:
            rows = re.findall(r"^\| (I\w+) \| (.*?) \|", f.read(), re.M)
        self.assertEqual(len(rows), 10)
        for name, members in rows:
            words = " ".join(re.findall(r"`(.*?)`", members))
            listed = set(re.findall(r"\b([a-z]\w+)\b(?!\[)", re.sub(r"\(.*?\)|\[.*?\]", "", words))) - {"len", "in", "a", "c", "s"}
            cls = getattr(ncurep, name)
            for member in listed:
                self.assertTrue(getattr(cls, member).__doc__, name + "." + member)
            inherited = {m for base in cls.__mro__[1:] for m in vars(base)}
            for member, value in vars(cls).items():
                if callable(value) and not member.startswith("_") and member not in listed and member not in inherited:
                    self.assertIn("(Extra.)", value.__doc__ or "", name + "." + member)


class Sequences(unittest.TestCase):
    """What contexts and ranges have in common."""

    def setUp(self):
        maker = Maker()
        for i in range(3):
            maker.kernel("k%d" % i, process=10)
        maker.kernel("other", process=11)
        self.report = ncurep.loads(maker.bytes())

    def test_context(self):
        c = self.report
        self.assertEqual((c.num_ranges(), len(c), bool(c)), (2, 2, True))
        self.assertEqual([len(r) for r in c], [3, 1])
        self.assertIsNone(c.range_by_idx(2))
        self.assertEqual(c.range_by_idx(1)[0].name(), "other")
        self.assertRegex(c.get_version(), r"^\d{4}\.\d+\.\d+$")
        self.assertIsNone(c.handle_exception("text"))
        self.assertEqual(len(list(c.actions())), 4)

    def test_default_process(self):
        for pid, lengths in ((10, [2, 1]), (12, [1, 1, 1])):
            maker = Maker()
            maker.session = [(3, message((1, pid)))]
            for process in (10, None, 11):
                maker.kernel(process=process)
            self.assertEqual([len(r) for r in ncurep.loads(maker.bytes())], lengths)

    def test_none(self):
        empty = ncurep.loads(Maker().bytes())
        self.assertEqual((len(empty), bool(empty), list(empty), empty.range_by_idx(0)), (0, False, [], None))

    def test_index(self):
        for s in (self.report, self.report[0]):
            n = len(s)
            for i in range(n):
                self.assertEqual(str(s[i]) if s is not self.report else len(s[i]), str(s[i - n]) if s is not self.report else len(s[i - n]))
            for i in (n, -n - 1, 1 << 70):
                with self.assertRaises(IndexError):
                    s[i]
            for key in ("0", 0.0, None, (0,)):
                with self.assertRaises(TypeError):
                    s[key]
        r = self.report[0]
        self.assertEqual([a.name() for a in r[::-1]], ["k2", "k1", "k0"])
        self.assertIsInstance(r[1:], tuple)
        self.assertEqual(r[5:], ())
        self.assertEqual([str(a) for a in r], ["k0", "k1", "k2"])
        self.assertEqual([a.index() for a in self.report.actions()], [0, 1, 2, 3])

    def test_by_idx(self):
        r = self.report[0]
        self.assertEqual(r.action_by_idx(idx=2).name(), "k2")
        self.assertIsNone(r.action_by_idx(3))
        for call in (r.action_by_idx, self.report.range_by_idx):
            with self.assertRaises(OverflowError):
                call(-1)
            with self.assertRaises(OverflowError):
                call(1 << 64)
            for wrong in ("0", 1.0):
                with self.assertRaises(TypeError):
                    call(wrong)
            with self.assertRaises(TypeError):
                call()

    def test_identity(self):
        r = self.report[0]
        self.assertEqual(r[0], r.action_by_idx(0))
        self.assertEqual(hash(r[0]), hash(self.report.range_by_idx(0)[0]))
        self.assertNotEqual(r[0], r[1])
        self.assertNotEqual(r[0], 0)
        self.assertEqual({r[0]: 5}[self.report[0][0]], 5)
        again = ncurep.loads(self.report._core.data)
        self.assertNotEqual(again[0][0], r[0])
        anchored = weakref.WeakKeyDictionary()
        action = r[0]
        anchored[action] = 1
        action.mine = 1
        self.assertIn(r[0], self.report[0])

    def test_absent_names(self):
        for o in (self.report, self.report[0], self.report[0][0]):
            self.assertFalse(hasattr(o, "label"))


class Actions(unittest.TestCase):
    def setUp(self):
        self.a = ncurep.load_report(sample("orchard"))[0][0]

    def test_name(self):
        maker = Maker()
        maker.kernel("k")
        a = ncurep.loads(maker.bytes())[0][0]
        self.assertEqual((a.name(), a.name(IAction.NameBase_FUNCTION), a.name(a.NameBase_DEMANGLED), a.name(2), str(a)),
                         ("k", "k", "k(int)", "_Zk", "k"))
        with self.assertRaises(TypeError):
            a.name("x")
        with self.assertRaises(TypeError):
            a.name(0, 1)

    def test_workloads(self):
        actions = list(ncurep.load_report(sample("mixed")).actions())
        self.assertEqual([a.workload_type() for a in actions], [0, 1, 2, 3, 3])
        self.assertEqual([a.name() for a in actions], ["saxpyish", "range", "orchardLaunchBatch", "graph", "graph"])
        self.assertEqual((IAction.WorkloadType_KERNEL, IAction.WorkloadType_RANGE, IAction.WorkloadType_CMDLIST,
                          IAction.WorkloadType_GRAPH, actions[0].WorkloadType_SUBGRID_SCHEDULE), (0, 1, 2, 3, 4))
        grid = actions[1]["launch__grid_size"]
        self.assertEqual((grid.value(), grid.values(), grid.ids()), (2048, [1024, 2048], [0, 1]))
        self.assertEqual((actions[1].rule_results(), actions[1].source_markers(), actions[1].nvtx_state()), ((), [], None))
        self.assertEqual(actions[1].sass_by_pc(139637977776128), "MOV R1, c[0x0][0x28]")

    def test_metrics(self):
        a, names = self.a, self.a.metric_names()
        self.assertIsInstance(names, tuple)
        self.assertEqual(list(names), sorted(set(names)))
        self.assertEqual((len(a), tuple(a), tuple(iter(a))), (len(names), names, names))
        self.assertIn("inst_executed", a)
        for absent in ("no such metric", "", 5, None):
            self.assertNotIn(absent, a)
        with self.assertRaises(KeyError):
            a["no such metric"]
        for wrong in (0, None, b"inst_executed"):
            with self.assertRaises(TypeError):
                a[wrong]
            with self.assertRaises(TypeError):
                a.metric_by_name(wrong)
        self.assertIsNone(a.metric_by_name("no such metric"))
        self.assertEqual(a.metric_by_name(metric_name="inst_executed").name(), "inst_executed")
        self.assertEqual(set(a.values()), set(names))
        self.assertEqual(a.values()["inst_executed"], a["inst_executed"].value())
        self.assertEqual(len(list(a.metrics())), a.info()["metrics"])

    def test_source(self):
        a = self.a
        for function in a.functions():
            if function["name"] == "one":
                break
        pc, end = function["address"], function["address"] + function["size"]
        info = a.source_info(pc + 48)
        self.assertEqual((info.file_name(), str(info)), ("/src/kernels/three.cu", "/src/kernels/three.cu:%d" % info.line()))
        self.assertGreater(info.line(), 0)
        stack = info.inline_stack()
        self.assertIn((info.line(), info.file_name()), [(p["line"], p["file_name"]) for p in stack])
        self.assertIsNone(a.source_info(0))
        self.assertIsNone(a.source_info(end + (1 << 30)))
        self.assertEqual((a.sass_by_pc(pc), a.sass_by_pc(pc + 1), a.sass_by_pc(end), a.sass_by_pc(5)), ("LDC R1, c[0x0][0x28]", "N/A", "", ""))
        self.assertTrue(any(a.ptx_by_pc(at) for at in range(pc, end, 16)))
        self.assertTrue(all(a.ptx_by_pc(at) in a.ptx_text() for at in range(pc, end, 16)))
        self.assertEqual((a.ptx_by_pc(5), a.cubin()[:4]), ("", b"\x7fELF"))
        for call in (a.source_info, a.sass_by_pc, a.ptx_by_pc):
            with self.assertRaises(OverflowError):
                call(-1)
            with self.assertRaises(TypeError):
                call("0")
        files = a.source_files()
        self.assertEqual((list(files), files["/src/kernels/three.cu"]), (["/src/kernels/three.cu"], ""))
        self.assertTrue(files.has_key("/src/kernels/three.cu") and not files.has_key("x"))  # noqa: W601
        self.assertEqual((dict(files), len(files), bool(files)), (files.asdict(), 1, True))
        with self.assertRaises(KeyError):
            files["x"]

    def test_inline_stack(self):
        a = ncurep.load_report(sample("saxpy"))[0][0]
        f = a.functions()[0]
        found = [i for i in map(a.source_info, range(f["address"], f["address"] + f["size"], 16)) if i]
        self.assertGreater(max(len(i.inline_stack()) for i in found), 1)
        # A call and what was inlined at its own address: the call. Later instructions of it: the innermost place.
        ways = {next(k for k, p in enumerate(i.inline_stack()) if (p["file_name"], p["line"]) == (i.file_name(), i.line())) for i in found}
        self.assertGreater(len(ways), 1)

    def test_imported_source(self):
        maker = Maker()
        maker.kernel()
        source = message((1, 1), (8, message((1, message((1, "/src/a.cu"), (2, "one\ntwo\n"))), (1, message((1, "/src/b.cu"))))))
        maker.result(1, source)
        a = ncurep.loads(maker.bytes())[0][0]
        self.assertEqual(a.source_files(), {"/src/a.cu": "one\ntwo\n", "/src/b.cu": ""})
        self.assertEqual((a.functions(), a.cubin(), a.ptx_text(), a.sass_by_pc(0), a.source_info(0)), ([], b"", "", "", None))

    def test_disassembler(self):
        a = self.a
        one = next(f for f in a.functions() if f["name"] == "one")
        try:
            ncurep.set_disassembler(lambda cubin: {("one", 0): "MOV R1, R2 ", ("one", 16): "EXIT"} if cubin[:4] == b"\x7fELF" else {})
            self.assertEqual([a.sass_by_pc(one["address"] + i) for i in (0, 8, 16, 32)], ["MOV R1, R2 ", "N/A", "EXIT", "N/A"])
            with tempfile.TemporaryDirectory() as folder:
                program = os.path.join(folder, "nvdisasm")
                with open(program, "w") as f:
                    f.write("#!/bin/sh\ntest -s \"$2\" || exit 1\nprintf '.text.one:\\n        /*0000*/    @P0 LDG.E R1, [R2] ;  /* 0x */\\n"
                            "        /*0010*/                   EXIT ;\\n'\n")
                os.chmod(program, 0o755)
                if os.name == "posix":
                    ncurep.set_disassembler(ncurep.nvdisasm(program))
                    self.assertEqual([a.sass_by_pc(one["address"] + i) for i in (0, 16, 32)], ["@P0 LDG.E R1, [R2]", "EXIT", "N/A"])
                    ncurep.set_disassembler(None) # that of cubin.h
                    self.assertEqual(a.sass_by_pc(one["address"]), "LDC R1, c[0x0][0x28]")
                    os.environ["NCUREP_NVDISASM"] = program
                    ncurep.set_disassembler(None)
                    self.assertEqual(a.sass_by_pc(one["address"] + 16), "EXIT")
                failing, silent = os.path.join(folder, "failing"), os.path.join(folder, "silent")
                for path, text in ((failing, "echo 'bad cubin' >&2; echo more >&2; exit 3"), (silent, "exit 0")):
                    with open(path, "w") as f:
                        f.write("#!/bin/sh\n%s\n" % text)
                    os.chmod(path, 0o755)
                for path, why in ((os.path.join(folder, "absent"), "cannot be run"), (failing, "exit code 3: bad cubin;"),
                                  (silent, "no instructions")):
                    if os.name != "posix":
                        continue
                    with warnings.catch_warnings(record=True) as said:
                        warnings.simplefilter("always")
                        for _ in range(2):
                            ncurep.set_disassembler(ncurep.nvdisasm(path))
                            self.assertEqual(a.sass_by_pc(one["address"]), "LDC R1, c[0x0][0x28]")
                    self.assertEqual([(w.category, w.filename) for w in said], [(RuntimeWarning, __file__)])
                    self.assertIn(why, str(said[0].message))
        finally:
            os.environ.pop("NCUREP_NVDISASM", None)
            ncurep.set_disassembler(None)

    def test_paths(self):
        """Paths are as the vendor's tool shows them, links not followed; names of other systems stay as they are."""
        from ncurep.code import file_path

        for directory, file, path in (
                ("/a/b/../c", "d.h", "/a/c/d.h"), ("/a", "../../d.h", "/d.h"), ("", "a.cu", "a.cu"), ("/a", "/b/c.h", "/b/c.h"),
                ("a/./b", "c.h", "a/b/c.h"), ("/a//b", "c..h", "/a/b/c..h"), ("..", "c.h", "../c.h"), ("C:\\x\\..", "y.h", "C:\\x\\../y.h")):
            self.assertEqual(file_path(directory, file), path)
        maker = Maker()
        maker.kernel()
        maker.result(1, message((1, 1), (8, message((1, message((1, "/src/x/../a.cu"), (2, "text")))))))
        self.assertEqual(ncurep.loads(maker.bytes())[0][0].source_files(), {"/src/a.cu": "text"})

    @unittest.skipUnless(corpus(), "needs ../shared")
    def test_source_of_real_reports(self):
        """source_files() has every file that source_info() names, with its text where the report holds it; lines and PTX are
        there for reports before 2022.3, which do not say where functions were."""
        for mark, texts in (("2020.2.1", 0), ("3b5fa236", 0), ("3176628c", 0), ("b6420cbf", 1), ("9585ce90", 5), ("4376efaa", 6), ("4fb3ff3f", 29)):
            a = next(ncurep.load_report(real(mark)[0]).actions())
            files, names = a.source_files(), set()
            for f in a.functions():
                for pc in range(f["address"], f["address"] + f["size"], 16):
                    info = a.source_info(pc)
                    if info is not None:
                        names.add(info.file_name())
                        self.assertTrue(a.ptx_by_pc(pc) or f["name"] != a.name(2), (mark, pc))
            self.assertTrue(names and names <= set(files), mark)
            self.assertGreaterEqual(sum(files[n] != "" for n in names), texts, mark)
            self.assertFalse([n for n in files if "/../" in n or (texts and not files[n] and n in names)], mark)

    def test_old_addresses(self):
        """Without relocation data the kernel begins at its first program counter."""
        with open(os.path.join(os.path.dirname(sample("x")), "nested_sm80.cubin"), "rb") as f:
            cubin = f.read()
        for instances, base in (([(0x5010, 1), (0x5000, 2)], 0x5000), ([(0x7000, 1)], 0x7000)):
            maker = Maker()
            maker.kernel("k", [maker.metric("inst_executed", 3, instances)], mangled="saxpyish")
            maker.result(1, message((1, 1), (4, cubin), (6, 8 << 16)))
            a = ncurep.loads(maker.bytes())[0][0]
            self.assertEqual(a.functions(), [{"name": "saxpyish", "address": base, "size": 640}])
            self.assertEqual(a.source_info(base + 16).file_name(), "/src/kernels/nested.cu")
            self.assertEqual((a.sass_by_pc(base + 640), a.sass_by_pc(base)), ("", "MOV R1, c[0x0][0x28]"))
        maker = Maker()
        maker.kernel("k", [maker.metric("launch__function_pcs", 1, [(0, 0x9000)])], mangled="saxpyish")
        maker.result(1, message((1, 1), (4, cubin)))
        self.assertEqual(ncurep.loads(maker.bytes())[0][0].functions()[0]["address"], 0x9000)

    def test_own_metrics(self):
        a = self.a
        n = len(a)
        m = a.add_integer_metric("my__count", IMetric.ValueKind_UINT64, 5)
        self.assertEqual((m.name(), m.value(), m.kind(), a["my__count"].as_double(), len(a)), ("my__count", 5, 6, 5.0, n + 1))
        self.assertIn("my__count", a.metric_names())
        self.assertEqual(a.add_double_metric("my__count", a["my__count"].ValueKind_DOUBLE, 2.5).value(), 2.5)
        self.assertEqual((a["my__count"].kind(), len(a)), (4, n + 1))
        self.assertEqual(a.add_string_metric("my__text", 2, "hi").as_string(), "hi")
        self.assertEqual(ncurep.load_report(sample("orchard"))[0][0].metric_by_name("my__text"), None)
        m = a.add_metric(value_name="my__series")
        self.assertEqual((m.has_value(), m.value(), m.num_instances(), m.kind()), (False, None, 0, 0))
        self.assertTrue(m.set_uint64(1, IMetric.ValueKind_UINT64, 9))
        self.assertTrue(m.set_double(IMetric.ValueKind_ANY, 1))
        self.assertTrue(m.set_string(2, IMetric.ValueKind_ANY, "x"))
        self.assertFalse(m.set_uint64(IMetric.ValueKind_DOUBLE, 1))
        self.assertFalse(m.set_string(IMetric.ValueKind_UINT64, "1"))
        self.assertEqual((m.num_instances(), m.has_value(0), m.value(1), m.value(2), m.value(), m.kind(1)), (3, False, 9, "x", 1.0, 6))
        self.assertFalse(m.has_correlation_ids())
        self.assertTrue(m.mutable_correlation_ids().set_uint64(0, IMetric.ValueKind_UINT64, 77))
        self.assertEqual((m.has_correlation_ids(), m.correlation_ids().value(0), m.ids()), (True, 77, [77]))
        for wrong in ((), (1,), (1, 2, 3, 4), ("x", 1), (6, "x"), (6, -1), (6, 1 << 64)):
            with self.assertRaises((TypeError, OverflowError)):
                m.set_uint64(*wrong)
        a.add_integer_metric("inst_executed", 6, 1)
        self.assertEqual((a["inst_executed"].value(), a.values()["inst_executed"], len(a)), (1, 1, n + 3))

    def test_extra(self):
        a = self.a
        self.assertEqual([s["identifier"] for s in a.sections()], ["SpeedOfLight", "Occupancy", "LaunchStats"])
        text = a.section_text("Occupancy")
        self.assertIn('Identifier: "Occupancy"', text)
        with self.assertRaises(KeyError):
            a.section_text("x")
        self.assertEqual(a.call_stack()[0]["function"], "sort_apples(int)")
        self.assertEqual((a.info()["grid"], a.info()["kind"], a.section_comments()), ([1024, 1, 1], "kernel", []))
        self.assertEqual(a.rules()[0]["items"][0]["speedup"], [2, 17.6])
        self.assertEqual(a.timed_warp_samples(), [])


class Metrics(unittest.TestCase):
    def setUp(self):
        m = Maker()
        metrics = [
            m.metric("a", 5), m.metric("b", 2.5), m.metric("c", "text"), m.metric("d", F32(0.5)), m.metric("e", ("u32", 7)),
            m.metric("none"), m.metric("big", 0xFFFFFFFFFFFFFFFF), m.metric("nan", float("nan")), m.metric("inf", float("inf")),
            m.metric("minus", -3.5), m.metric("bytes", b"\xff\xfez"), m.metric("zero", 0),
            m.metric("pcs", 6, [(0x100, 1), (0x110, 2), (0x120, 3)]),
            m.metric("op", 3.0, [("FFMA", 1.5), ("LDG", 0.5)]),
            m.metric("mixed", None, [(1, "x"), (2, 3), (3, 0.5), (4, None), (5, F32(2.0))]),
            m.metric("plain", 1, [(None, 1), (None, 2)]),
            m.metric("times", None, [(1750000000000000000, 0.5)], id_kind=1),
            m.metric("twice", 1), m.metric("twice", 2), m.metric(99, 1),
        ]
        m.kernel(metrics=metrics)
        self.report = ncurep.loads(m.bytes())
        self.a = self.report[0][0]

    def test_kinds(self):
        kinds = {"a": 6, "b": 4, "c": 2, "d": 3, "e": 5, "none": 0, "op": 4, "mixed": 0}
        for name, kind in kinds.items():
            self.assertEqual(self.a[name].kind(), kind, name)
            self.assertEqual(self.a[name].has_value(), kind != 0)
        self.assertEqual((IMetric.ValueKind_UNKNOWN, IMetric.ValueKind_ANY, IMetric.ValueKind_STRING, IMetric.ValueKind_FLOAT,
                          IMetric.ValueKind_DOUBLE, IMetric.ValueKind_UINT32, self.a["a"].ValueKind_UINT64), tuple(range(7)))

    def test_values(self):
        expected = {"a": 5, "b": 2.5, "c": "text", "d": 0.5, "e": 7, "none": None, "big": 0xFFFFFFFFFFFFFFFF, "inf": math.inf,
                    "minus": -3.5, "bytes": "\udcff\udcfez", "zero": 0, "twice": 1}
        for name, value in expected.items():
            found = self.a[name].value()
            self.assertEqual((found, type(found)), (value, type(value)), name)
            self.assertEqual(self.a[name].value(idx=None), value)
        self.assertTrue(math.isnan(self.a["nan"].value()))
        self.assertEqual(self.a["bytes"].value().encode("utf-8", "surrogateescape"), b"\xff\xfez")

    def test_conversions(self):
        a = self.a
        self.assertEqual([a[n].as_double() for n in ("a", "b", "c", "none", "big")], [5.0, 2.5, 0.0, 0.0, 2.0 ** 64])
        self.assertEqual([a[n].as_uint64() for n in ("a", "b", "c", "none", "big", "nan", "inf", "minus")],
                         [5, 2, 0, 0, 2 ** 64 - 1, 0, 0, 0])
        self.assertEqual([a[n].as_string() for n in ("a", "b", "c", "none")], [None, None, "text", None])
        self.assertIs(type(a["a"].as_double()), float)

    def test_twice(self):
        self.assertEqual(self.a["twice"].value(), 1)
        self.assertEqual([m.value() for m in self.a.metrics() if m.name() == "twice"], [1, 2])
        self.assertEqual(self.a.metric_names().count("twice"), 1)
        self.assertEqual(len(list(self.a.metrics())), len(self.a) + 2)

    def test_instances(self):
        pcs = self.a["pcs"]
        ids = pcs.correlation_ids()
        self.assertEqual((pcs.num_instances(), pcs.has_correlation_ids(), ids.num_instances(), ids.name()), (3, True, 3, "pcs"))
        self.assertEqual([(ids.as_uint64(i), ids.value(i), pcs.value(i), pcs.as_uint64(i), pcs.as_double(i), pcs.kind(i))
                          for i in range(3)], [(0x100 + 16 * i, 0x100 + 16 * i, i + 1, i + 1, i + 1.0, 6) for i in range(3)])
        op = self.a["op"].correlation_ids()
        self.assertEqual((op.as_string(0), op.value(1), op.kind(0), op.as_uint64(0)), ("FFMA", "LDG", 2, 0))
        self.assertEqual((ids.value(), ids.has_value(), ids.kind(), ids.has_correlation_ids()), (None, False, 0, False))
        mixed = self.a["mixed"]
        self.assertEqual(mixed.values(), ["x", 3, 0.5, None, 2.0])
        self.assertEqual([mixed.kind(i) for i in range(6)], [2, 6, 4, 0, 3, 0])
        self.assertEqual([mixed.has_value(i) for i in range(6)], [True, True, True, False, True, False])
        plain = self.a["plain"]
        self.assertEqual((plain.has_correlation_ids(), plain.correlation_ids(), plain.num_instances()), (False, None, 2))
        self.assertEqual((self.a["a"].num_instances(), self.a["a"].correlation_ids(), self.a["a"].has_correlation_ids()), (0, None, False))
        self.assertEqual((self.a["times"].id_kind(), pcs.id_kind(), self.a["times"].ids()), (1, 0, [1750000000000000000]))

    def test_outside(self):
        m = self.a["pcs"]
        for i in (3, 1 << 40):
            self.assertEqual((m.as_double(i), m.as_uint64(i), m.as_string(i), m.kind(i), m.has_value(i), m.value(i)),
                             (0.0, 0, None, 0, False, None))
        for call in (m.as_double, m.as_uint64, m.as_string, m.kind, m.has_value, m.value):
            for wrong in (-1, 1 << 64, "0", 0.0):
                with self.assertRaises(TypeError):
                    call(wrong)
            with self.assertRaises(TypeError):
                call(0, 1)

    def test_facts(self):
        m = Maker()
        names = ["sm__throughput.avg.pct_of_peak_sustained_elapsed", "dram__bytes_read.sum.per_second", "launch__block_size", "smsp__x.max_rate"]
        m.kernel(metrics=[m.metric(n, 1) for n in names])
        a = ncurep.loads(m.bytes())[0][0]
        first, second, third = (a[n] for n in names[:3])
        self.assertEqual((first.metric_type(), first.metric_subtype(), first.rollup_operation(), first.unit()),
                         (IMetric.MetricType_THROUGHPUT, IMetric.MetricSubtype_PCT_OF_PEAK_SUSTAINED_ELAPSED, IMetric.RollupOperation_AVG, "%"))
        self.assertEqual((second.metric_type(), second.metric_subtype(), second.rollup_operation(), second.unit()),
                         (IMetric.MetricType_COUNTER, IMetric.MetricSubtype_PER_SECOND, IMetric.RollupOperation_SUM, "byte/second"))
        self.assertEqual((third.metric_subtype(), third.rollup_operation()), (None, None))
        self.assertIsInstance(first.description(), str)
        self.assertEqual((str(first), first.RollupOperation_MIN, first.MetricSubtype_RATIO), (names[0], 3, 21))

    def test_units_of_the_version(self):
        """The words changed with 2024.1."""
        with open(sample("saxpy"), "rb") as f:
            data = f.read()
        names = ["gpu__time_duration.sum", "dram__bytes.sum.per_second", "sm__cycles_elapsed.avg.per_second", "sm__warps_launched.sum"]
        for version, units in ((b"2025.1.0.0", ["ns", "byte/s", "hz", "warp"]), (b"2024.1.0.0", ["ns", "byte/s", "hz", "warp"]),
                               (b"2023.3.1.0", ["nsecond", "byte/second", "cycle/second", "warp"])):
            self.assertEqual(data.count(b"2025.1.0.0"), 1)
            action = ncurep.loads(data.replace(b"2025.1.0.0", version))[0][0]
            self.assertEqual([action.add_metric(n).unit() for n in names], units, version)
        m = Maker()
        m.kernel(metrics=[m.metric(n, 1) for n in names])
        action = ncurep.loads(m.bytes())[0][0]
        self.assertEqual([action[n].unit() for n in names], ["nsecond", "byte/second", "cycle/second", "warp"])

    def test_units_of_a_public_page(self):
        """A raw page of 2025.2.1 beside its report: scaled units are those of unit() with a prefix."""
        page = next((p[: -len(".ncu-rep")] + ".raw.csv" for p in corpus() if os.path.exists(p[: -len(".ncu-rep")] + ".raw.csv")), None)
        if page is None:
            raise unittest.SkipTest("needs a raw page beside a report in ../shared")
        with open(page, encoding="utf-8") as f:
            names, units = list(csv.reader(f))[:2]
        action = ncurep.load_report(page[: -len(".raw.csv")] + ".ncu-rep")[0][0]
        base = {"us": "ns", "ms": "ns", "s": "ns"}
        seen = set()
        for name, unit in zip(names, units):
            if name in action:
                seen.add(unit)
                self.assertEqual(action[name].unit(), base.get(unit, re.sub("[KMGT](?=byte|hz)", "", unit)), name)
        self.assertLessEqual({"us", "Ghz", "Kbyte", "warp", "%/Kbyte"}, seen)

    def test_numpy(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("needs numpy")
        pcs = self.a["pcs"]
        ids, values = pcs.ids_array(), pcs.values_array()
        self.assertEqual((ids.dtype, ids.tolist(), values.tolist()), (numpy.uint64, [0x100, 0x110, 0x120], [1, 2, 3]))
        self.assertFalse(ids.flags.owndata or ids.flags.writeable)
        self.assertTrue(numpy.shares_memory(ids, pcs.ids_array()))
        self.assertEqual(self.a["op"].values_array().dtype, numpy.float64)
        self.assertEqual(self.a["op"].ids_array().tolist(), ["FFMA", "LDG"])
        self.assertEqual(len(self.a["a"].values_array()), 0)
        self.report.close()
        self.assertEqual(ids[1], 0x110)

    def test_pandas(self):
        try:
            import pandas  # noqa: F401
        except ImportError:
            self.skipTest("needs pandas")
        frame = self.a.to_frame()
        self.assertEqual(frame[frame.metric == "big"].value.iloc[0], 2 ** 64 - 1)
        self.assertEqual(ncurep.load_report(sample("orchard")).to_frame(["gpu__*"]).kernel.tolist(), ["one", "two", "three", "one"])
        from ncurep import tables

        for name in tables.COLUMNS:
            found = tables.frame(ncurep.load_report(sample("mixed")), name)
            self.assertEqual(list(found.columns), [c for c, _ in tables.COLUMNS[name]])
            self.assertGreater(len(found), 4)


def range_message(name, attributes=None, call=None):
    return message((1, name), *([(2, attributes)] if attributes is not None else []), *([(3, call)] if call is not None else []))


def attributes(payload, text=None, handle=None, category=3, color=0xFF00FF00):
    kind = message((1, 1 if handle is None else 3), *([(2, text)] if text is not None else []), *([(3, handle)] if handle is not None else []))
    return message((1, 3), (2, category), (3, message((1, 1), (2, color))), (4, payload), (5, kind))


class Same(unittest.TestCase):
    """Equality, and pickles."""

    def test_equal_metrics(self):
        report = ncurep.load_report(sample("saxpy"))
        one, two = report[0][0], report[0][0]
        name = "gpu__time_duration.sum"
        self.assertEqual(one[name], two[name])
        self.assertEqual(hash(one[name]), hash(two[name]))
        self.assertEqual(len({one[name], two[name], one["launch__grid_size"]}), 2)
        self.assertNotEqual(one[name], one["launch__grid_size"])
        self.assertNotEqual(one[name], ncurep.load_report(sample("saxpy"))[0][0][name])
        self.assertFalse(one[name] == name)
        many = next(m for m in one.metrics() if m.has_correlation_ids())
        self.assertEqual(many.correlation_ids(), many.correlation_ids())
        self.assertNotEqual(many, many.correlation_ids())
        added = one.add_metric("mine")
        self.assertEqual(added, two["mine"])
        self.assertNotEqual(added, two.add_metric("mine"))
        self.assertEqual(report[0], report[0])
        self.assertEqual(len({report[0], report[0]}), 1)

    def test_repeated_names(self):
        m = Maker()
        m.kernel(metrics=[m.metric("a", 1), m.metric("a", 2)])
        first, second = ncurep.loads(m.bytes())[0][0].metrics()
        self.assertNotEqual(first, second)

    def test_pickle(self):
        report = ncurep.load_report(os.path.relpath(sample("orchard")))
        action = list(report.actions())[-1]
        metric = next(action.metrics())
        data = pickle.dumps([report, report[0], action, metric])
        self.assertLess(len(data), 1000)
        before = os.getcwd()
        os.chdir("/")
        try:
            again, range_, same, also = pickle.loads(data)
        finally:
            os.chdir(before)
        self.assertEqual(again.num_ranges(), report.num_ranges())
        self.assertEqual((range_, also), (again[0], next(same.metrics())))
        self.assertEqual(same, list(again.actions())[-1])
        self.assertEqual((same.name(), same.values()), (action.name(), action.values()))

    def test_pickle_of_another_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "r.ncu-rep")
            with open(sample("saxpy"), "rb") as f:
                data = f.read()
            with open(path, "wb") as f:
                f.write(data)
            pickled = pickle.dumps(ncurep.load_report(path))
            pickle.loads(pickled)
            with open(path, "wb") as f:
                f.write(data.replace(b"2025.1.0.0", b"2024.1.0.0"))
            with self.assertRaisesRegex(ncurep.ReportError, "r.ncu-rep: byte 0: is not the report it was"):
                pickle.loads(pickled)
            os.unlink(path)
            with self.assertRaises(FileNotFoundError):
                pickle.loads(pickled)

    def test_no_pickle(self):
        m = Maker()
        m.kernel(metrics=[m.metric("a", 1)])
        action = ncurep.loads(m.bytes())[0][0]
        for x in (action, action["a"], ncurep.loads(m.bytes())):
            with self.assertRaisesRegex(TypeError, "loaded from a file"):
                pickle.dumps(x)
        action = ncurep.load_report(sample("saxpy"))[0][0]
        many = next(m for m in action.metrics() if m.has_correlation_ids())
        for x in (many.correlation_ids(), action.add_metric("mine")):
            with self.assertRaisesRegex(TypeError, "ids or added"):
                pickle.dumps(x)


class Nvtx(unittest.TestCase):
    def setUp(self):
        payloads = [message((1, 1), (2, 2 ** 64 - 1)), message((1, 2), (3, -5)), message((1, 3), (4, 2.5)), message((1, 4), (5, 7)),
                    message((1, 5), (6, -7)), message((1, 6), (7, F32(0.25))), message((1, 7), (8, '{"a":1}')), message((1, 8), (2, 42)),
                    message((1, 0))]
        stack = [range_message("outer")] + [range_message("p%d" % i, attributes(p, text="m%d" % i)) for i, p in enumerate(payloads)]
        stack.append(range_message("registered", attributes(message((1, 0)), handle=43)))
        start = [message((1, 9), (2, "s0"), (5, 7)), message((1, 10), (2, "s1"), (3, attributes(payloads[0], "hello")), (5, 8))]
        strings = [(3, message((1, 42), (2, '{"b":2}'))), (3, message((1, 43), (2, "known")))]
        state = message((1, message((1, 0), (2, "<default domain>"), *strings)), (1, message((1, 5), (2, "solver"))),
                        (2, message((1, 7), (2, message((1, 0), *((3, r) for r in stack))))),
                        (2, message((1, 8), (2, message((1, 0), (3, range_message("another thread")))))),
                        (3, message((1, 0), *((3, r) for r in start))), (4, 0))
        maker = Maker()
        maker.kernel(nvtx=state)
        maker.kernel("without")
        self.range = ncurep.loads(maker.bytes())[0]
        self.state = self.range[0].nvtx_state()
        self.domain = self.state[0]

    def test_state(self):
        s = self.state
        self.assertEqual((s.domains(), len(s), list(s)), ((0, 5), 2, [0, 5]))
        self.assertIsNone(s.domain_by_id(1))
        self.assertEqual((s.domain_by_id(id=5).name(), str(s[0])), ("solver", "<default domain>"))
        with self.assertRaises(KeyError):
            s[1]
        for wrong in ("0", 0.0, None):
            with self.assertRaises(TypeError):
                s[wrong]
        with self.assertRaises(OverflowError):
            s.domain_by_id(-1)
        self.assertIsNone(self.range[1].nvtx_state())

    def test_domain(self):
        d = self.domain
        self.assertEqual(d.push_pop_ranges()[:2], ("outer", "p0"))
        self.assertEqual([d.push_pop_range(i).name() for i in range(3)], ["outer", "p0", "p1"])
        self.assertEqual((d.start_end_ranges(), d.start_end_range(1).name()), (("s0", "s1"), "s1"))
        self.assertEqual((d.push_pop_range(99), d.start_end_range(2), self.state[5].push_pop_ranges()), (None, None, ()))
        with self.assertRaises(OverflowError):
            d.push_pop_range(-1)
        with self.assertRaises(TypeError):
            d.start_end_range("0")

    def test_ranges(self):
        plain, first = self.domain.push_pop_range(0), self.domain.push_pop_range(1)
        self.assertEqual((plain.has_attributes(), plain.message(), plain.category(), plain.color(), plain.payload_type()), (False, "", 0, 0, 0))
        self.assertEqual((plain.payload_as_uint64(), plain.payload_as_double(), plain.payload_as_string()), (0, 0.0, ""))
        self.assertEqual((first.has_attributes(), first.message(), first.category(), first.color(), str(first)), (True, "m0", 3, 0xFF00FF00, "p0"))
        ranges = [self.domain.push_pop_range(i + 1) for i in range(9)]
        self.assertEqual([r.payload_type() for r in ranges], [1, 2, 3, 4, 5, 6, 7, 7, 0])
        self.assertEqual([r.payload_as_uint64() for r in ranges], [2 ** 64 - 1, 0, 2, 7, 0, 0, 0, 0, 0])
        self.assertEqual([r.payload_as_double() for r in ranges], [2.0 ** 64, -5.0, 2.5, 7.0, -7.0, 0.25, 0.0, 0.0, 0.0])
        self.assertEqual([r.payload_as_string() for r in ranges], [""] * 6 + ['{"a":1}', '{"b":2}', ""])
        self.assertEqual(self.domain.push_pop_range(10).message(), "known")
        self.assertEqual(self.domain.start_end_range(1).message(), "hello")
        self.assertEqual((INvtxRange.PayloadType_PAYLOAD_UNKNOWN, INvtxRange.PayloadType_PAYLOAD_JSON), (0, 7))

    def test_filters(self):
        r = ncurep.load_report(sample("orchard"))[0]
        for includes, excludes, expected in (
                ([], [], (0, 1, 2, 3)), (["sort]"], [], (1, 3)), (["load/sort"], [], (1,)), ([], ["sort]"], (0, 2)),
                (["solver@sweep/"], [], (2, 3)), (["solver@sweep/"], ["check/", "load/check"], (2,)), (["warm-up"], [], (1, 3)),
                (["frame 7,warm-up"], ["load/sort"], (3,)), (["regex:so.t]"], [], (1, 3)), (("nothing/",), (), ())):
            self.assertEqual(r.actions_by_nvtx(includes, excludes), expected, (includes, excludes))
        self.assertEqual(r.actions_by_nvtx(includes=iter(["load/sort"]), excludes=[]), (1,))
        with self.assertRaises(ValueError):
            r.actions_by_nvtx(["regex:(/"], [])
        for wrong in ("load/", [b"load/"], [1], None):
            with self.assertRaises(TypeError):
                r.actions_by_nvtx(wrong, [])
        with self.assertRaises(TypeError):
            r.actions_by_nvtx(["load/"])


class Rules(unittest.TestCase):
    def setUp(self):
        def item(text=None, kind=2, title=None, focus=(), speedup=None):
            fields = [(1, message((1, text), (2, kind), (3, 1), *([(4, title)] if title else [])))] if text else []
            fields += [(8, message((1, 1), (2, n), (3, v), (4, s), (5, i))) for n, v, s, i in focus]
            return message(*fields, *([(10, message((1, speedup[0]), (2, speedup[1])))] if speedup else []))

        def rule(name, items=None, markers=()):
            body = [(3, message(*((1, i) for i in items)))] if items is not None else []
            return message((1, name), (2, name + " rule"), *body, (4, "Sec"), *((5, m) for m in markers))

        rules = [
            rule("One", [item("first", 4, "T", [("m", 1.5, 2, "why"), ("n", 2.0, 0, "")], (2, 12.5)), item("second", 1), item("third", 3)],
                 [message((1, 0), (3, 0x10), (4, "here"), (5, 2)), message((1, 1), (2, 12), (4, "there"), (5, 4), (6, "/a.cu"))]),
            rule("Quiet"), rule("Empty", []), rule("Odd", [item("text", 9, speedup=(7, 1.0))])]
        maker = Maker()
        maker.kernel(rules=rules)
        self.a = ncurep.loads(maker.bytes())[0][0]

    def test_dicts(self):
        found = self.a.rule_results_as_dicts()
        self.assertEqual([r["rule_identifier"] for r in found], ["One", "One", "One", "Quiet", "Empty", "Odd"])
        first = found[0]
        self.assertEqual(sorted(first), sorted(["rule_identifier", "name", "section_identifier", "rule_message", "focus_metrics",
                                                "speedup_estimation", "result_tables"]))
        self.assertEqual(first["rule_message"], {"title": "T", "message": "first", "type": ncurep.MsgType.OPTIMIZATION})
        self.assertEqual(first["focus_metrics"], [{"name": "m", "value": 1.5, "severity": 2, "info": "why"},
                                                  {"name": "n", "value": 2.0, "severity": 0, "info": ""}])
        self.assertEqual(first["speedup_estimation"], {"type": ncurep.SpeedupType.GLOBAL, "speedup": 12.5})
        self.assertEqual([r["rule_message"]["type"].name for r in found[1:3]], ["OK", "ERROR"])
        self.assertEqual((found[3]["rule_message"], found[3]["speedup_estimation"], found[3]["result_tables"]), (None, None, []))
        self.assertEqual((found[5]["rule_message"]["type"], found[5]["speedup_estimation"]["type"]), (9, 7))
        self.assertEqual(json.loads(json.dumps(found))[0]["speedup_estimation"], {"type": 2, "speedup": 12.5})

    def test_objects(self):
        found = self.a.rule_results()
        first, quiet = found[0], found[3]
        self.assertEqual((first.rule_identifier(), first.name(), first.section_identifier(), str(first)), ("One", "One rule", "Sec", "One rule"))
        self.assertTrue(first.has_rule_message() and first.has_speedup_estimation())
        self.assertEqual((first.rule_message().title, first.rule_message()["message"]), ("T", "first"))
        self.assertEqual((first.speedup_estimation().speedup, first.focus_metrics()[0].name, first.result_tables()), (12.5, "m", []))
        self.assertFalse(quiet.has_rule_message() or quiet.has_speedup_estimation())
        self.assertEqual((quiet.rule_message(), quiet.speedup_estimation(), quiet.focus_metrics()), (None, None, []))
        with self.assertRaises(AttributeError):
            first.rule_message().absent

    def test_markers(self):
        here, there = self.a.source_markers()
        self.assertEqual(here, {"rule_identifier": "One", "section_identifier": "Sec", "kind": ncurep.MarkerKind.SASS, "message": "here",
                                "message_type": ncurep.MsgType.WARNING, "source_address": 0x10})
        self.assertEqual((there["source_location"], there["message_type"]), ({"file_name": "/a.cu", "line": 12}, ncurep.MsgType.OPTIMIZATION))
        self.assertTrue("source_location" not in here and "source_address" not in there)


class Extras(unittest.TestCase):
    def test_session(self):
        s = ncurep.load_report(sample("saxpy")).session()
        self.assertEqual((s["created"], dict(s["versions"])["CUDA Version"], s["processes"][0]["id"]), (1750000000, "13.0", 4242))
        self.assertTrue(s["devices"] and all(isinstance(d["attributes"], dict) for d in s["devices"]))

    def test_unknown(self):
        maker = Maker()
        maker.kernel(more=[(900, 5), (901, "x"), (902, 1.0)])
        found = ncurep.loads(maker.bytes()).unknown_fields()
        self.assertEqual([(u["of"], u["number"], u["wire"], u["value"], u["data"]) for u in found],
                         [("result", 900, 0, 5, None), ("result", 901, 2, None, b"x"), ("result", 902, 1, 0x3FF0000000000000, None)])

    def test_problems(self):
        with open(sample("saxpy"), "rb") as f:
            data = f.read()
        with self.assertWarnsRegex(ncurep.ReportWarning, "^at least 1 result missing; byte [0-9]+: the file is cut") as caught:
            cut = ncurep.loads(data[:-1])
        self.assertEqual(caught.filename, __file__)
        self.assertEqual([p["code"] for p in cut.problems()], ["truncated"])
        self.assertEqual(cut.info()["truncated"]["need"] - cut.info()["truncated"]["have"], 1)
        self.assertEqual(ncurep.loads(data).problems(), [])

    def test_damaged_result(self):
        """A damaged result or metric takes down only itself: the others are there, and problems() lists it."""
        maker = Maker()
        for name in "abc":
            maker.kernel(more=[(6, name)])
        data = bytearray(maker.bytes())
        whole = ncurep.loads(bytes(data))
        at = whole[0][1].info()["at"]
        data[at] = 7  # no wire type
        with self.assertWarns(ncurep.ReportWarning):
            report = ncurep.loads(bytes(data))
        self.assertEqual([a.info()["function"] for a in report.actions()], ["a", "c"])
        self.assertEqual(report.problems(), [{"code": "syntax", "offset": at, "message": report.problems()[0]["message"],
                                              "result": 1, "metric": None, "lost": None}])
        self.assertEqual(report.info()["damaged"], [1])

    def test_damaged_metric(self):
        """A damaged metric or instance takes down only itself, and counts and values agree about what is left."""
        maker = Maker()
        broken = maker.metric("bad", 1) + b"\x0f"  # no wire type
        holes = maker.metric("holes", 4, [(16, 1), (32, 2)]) + b"\x1a\x01\x0f" + maker.metric("holes", None, [(48, 3)])[2:]
        maker.kernel("k", [maker.metric("first", 5), broken, holes, maker.metric("last", 7)])
        with self.assertWarnsRegex(ncurep.ReportWarning, "^1 metric left out; 1 instance left out; byte "):
            report = ncurep.loads(maker.bytes())
        action = report[0][0]
        self.assertEqual(action.values(), {"first": 5, "holes": 4, "last": 7})
        metric = action["holes"]
        self.assertEqual((metric.num_instances(), metric.ids(), metric.values(), metric.value(2), metric.value(3)),
                         (3, [16, 32, 48], [1, 2, 3], 3, None))
        self.assertEqual([(p["result"], p["metric"], p["lost"]) for p in report.problems()], [(0, None, 1), (0, "holes", 1)])

    def test_damage_met_later(self):
        """Damage in what is only read when asked for is said then, once, and problems() finds it without that."""
        maker = Maker()
        maker.kernel("k", rules=[message((1, "One"), (3, message((1, message((1, message((1, "said"), (2, 1)))))))), b"\x0a\x7f"])
        data = maker.bytes()
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            report, other = ncurep.loads(data), ncurep.loads(data)
            found = other.problems()
        self.assertEqual([(p["code"], p["result"]) for p in found], [("syntax", 0)])
        with self.assertWarnsRegex(ncurep.ReportWarning, "^byte %d: .* left out" % found[0]["offset"]):
            self.assertEqual([r["rule_identifier"] for r in report[0][0].rule_results_as_dicts()], ["One"])
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            report[0][0].rules()
        self.assertEqual(report.problems(), found)
        self.assertEqual(report.unknown_fields(), [])

    @unittest.skipUnless(corpus(), "needs ../shared")
    def test_cut_real_reports(self):
        """Of a cut report every result before the cut is read as of the whole one, and the warning says what is missing."""
        for path in real("8399c713", "b6420cbf", "5e5f786c"):
            with open(path, "rb") as f:
                data = f.read()
            whole = [a.values() for a in ncurep.loads(data).actions()]
            for part in range(1, 12):
                with self.assertWarns(ncurep.ReportWarning) as caught:
                    report = ncurep.loads(data[: len(data) * part // 12])
                found = [a.values() for a in report.actions()]
                self.assertEqual(found, whole[: len(found)])
                said = re.match("at least ([0-9]+) result", str(caught.warning))
                self.assertLessEqual(len(found) + int(said.group(1)) if said else len(found), len(whole))
                self.assertIn("truncated", [p["code"] for p in report.problems()])

    @unittest.skipUnless(corpus(), "needs ../shared")
    def test_mutated_real_reports(self):
        """A changed byte in a result: what is left is read without an exception, counts and values agree, and nearly always the
        metrics around are there. (A changed length or field number may hide more: no format without checksums shows that.)"""
        for path in real("8399c713", "b6420cbf"):
            with open(path, "rb") as f:
                data = bytearray(f.read())
            report = ncurep.loads(bytes(data))
            places = [a.info()["at"] + a.info()["size"] * k // 29 for a in report.actions() for k in range(29)]
            count, loud, near = sum(len(list(a.metrics())) for a in report.actions()), 0, 0
            for at in places:
                for bit in (0x07, 0x80):
                    data[at] ^= bit
                    with warnings.catch_warnings(record=True) as said:
                        warnings.simplefilter("always")
                        report = ncurep.loads(bytes(data))
                        actions = list(report.actions())
                        metrics = [m for a in actions for m in a.metrics()]
                        for m in metrics:
                            self.assertEqual((len(m.ids()), len(m.values())), (m.num_instances(),) * 2)
                        for a in actions:
                            a.rule_results(), a.nvtx_state(), a.sections(), a.call_stack(), a.source_markers(), a.source_files()
                    data[at] ^= bit
                    self.assertFalse(said and not report.problems())
                    loud += bool(said)
                    near += len(metrics) >= count - 2
            self.assertGreater(loud, len(places) // 5)
            self.assertGreater(near, len(places) * 2 * 0.95)

    def test_strings_with_zero(self):
        maker = Maker()
        maker.kernel(metrics=[maker.metric("a\0b", 1), maker.metric("c", 2)])
        self.assertEqual(ncurep.loads(maker.bytes())[0][0].values(), {"a\0b": 1, "c": 2})

    def test_order_of_names(self):
        maker = Maker()
        names = ["b", "a", "\u00e9", "\U0001f600", "\uffff", b"\x80x", b"\xff"]
        maker.kernel(metrics=[maker.metric(n, 1) for n in names])
        found = ncurep.loads(maker.bytes())[0][0].metric_names()
        raw = [n.encode("utf-8", "surrogateescape") for n in found]
        self.assertEqual(raw, sorted(n if isinstance(n, bytes) else n.encode() for n in names))

    def test_device(self):
        """A device whose number is not written is number 0."""
        maker = Maker()
        attributes = [(3, message((1, "device__attribute_compute_capability_" + part), (2, maker.value(n))))
                      for part, n in (("major", 9), ("minor", 0))]
        maker.session = [(3, message((6, message((2, "GPU"), *attributes))))]
        maker.kernel()
        report = ncurep.loads(maker.bytes())
        row = dict(zip((name for name, _ in ncurep.tables.COLUMNS["results"]), next(ncurep.tables.rows(report, "results"))))
        self.assertEqual((row["device"], row["cc"]), (0, "9.0"))

    def test_sources(self):
        report = ncurep.load_report(sample("orchard"))
        self.assertEqual(len(report.sources()[0]["binary"]), 9376)
        self.assertEqual(sum(b["kernels"] for b in report.blocks()), 4)


if __name__ == "__main__":
    main()
