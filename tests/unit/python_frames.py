"""The data frames of the Python package: lines, rules, warp samples, metrics.

    python3 tests/unit/python_frames.py       or: pytest tests/unit/python_frames.py
"""

import collections
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from python_tests import SAMPLES, Maker, corpus, main, message, real, sample  # noqa: E402

import ncurep  # noqa: E402

try:
    import pandas
except ImportError:
    pandas = None

SAMPLES_METRIC, STALL = "smsp__pcsamp_sample_count", "smsp__pcsamp_warps_issue_stalled_"


def tuples(frame, *columns):
    """Rows as tuples; what is missing is None."""
    return [tuple(None if pandas.isna(x) else x for x in row) for row in frame[list(columns)].itertuples(index=False)]


@unittest.skipIf(pandas is None, "needs pandas")
class Frames(unittest.TestCase):
    def made(self, metrics=(), text=None):
        """A kernel with two calls inlined into its code, and its source."""
        with open(os.path.join(SAMPLES, "nested_sm80.cubin"), "rb") as f:
            cubin = f.read()
        maker = Maker()
        maker.kernel("k", [maker.metric(*m) for m in metrics], mangled="saxpyish")
        files = [(8, message((1, message((1, "/src/kernels/nested.cu"), (2, text)))))] if text else []
        maker.result(1, message((1, 1), (4, cubin), (6, 8 << 16), *files))
        return ncurep.loads(maker.bytes())[0][0]

    def test_lines(self):
        pcs = [0x5000 + 16 * i for i in range(40)]
        a = self.made([("inst_executed", 40, [(pc, 1) for pc in pcs]), (SAMPLES_METRIC, 80, [(pc, 2) for pc in pcs]),
                       (STALL + "wait", 3, [(pcs[3], 3)]), (STALL + "wait_not_issued", 1, [(pcs[3], 1)]),
                       ("other", 2, [(pcs[0], 0.5), (pcs[1], 1.5)]), ("opcodes", 2, [("MOV", 1), ("EXIT", 1)])],
                      "".join("line %d\r\n" % (i + 1) for i in range(200)))
        frame = a.lines_frame()
        self.assertEqual(list(frame.columns), ["file", "line", "function", "depth", "parent", "samples", "executed", "stall_wait", "text"])
        self.assertEqual((frame.samples.sum(), frame.executed.sum(), frame.stall_wait.sum()), (80, 40, 3))
        self.assertGreater(frame.depth.max(), 0)
        self.assertEqual(set(frame.file), {"/src/kernels/nested.cu"})
        self.assertEqual(list(frame.text), ["line %d" % n for n in frame.line])
        for i, (depth, parent) in enumerate(tuples(frame, "depth", "parent")):
            self.assertEqual(parent is None, depth == 0)
            if parent is not None:
                self.assertLess(parent, i)
                self.assertEqual(frame.depth[parent], depth - 1)
        # What each instruction counts, added up by hand.
        sums = collections.Counter()
        for pc in pcs:
            info = a.source_info(pc)
            sums[info.file_name(), info.line()] += 1
        found = collections.Counter()
        for file, line, n in tuples(frame, "file", "line", "executed"):
            found[file, line] += n
        self.assertEqual(+found, sums)
        whole = a.lines_frame(inclusive=True)
        self.assertEqual((whole[whole.depth == 0].samples.sum(), list(whole.line)), (80, list(frame.line)))
        for i in range(len(frame)):
            self.assertEqual(whole.executed[i], frame.executed[i] + whole.executed[whole.parent == i].sum())
        chosen = a.lines_frame(["other", "inst_*", "opcodes", "absent"])
        self.assertEqual(list(chosen.columns[5:]), ["other", "inst_executed", "opcodes", "absent", "text"])
        self.assertEqual((chosen.other.sum(), chosen.other.dtype.kind, str(chosen.inst_executed.dtype)), (2.0, "f", "UInt64"))
        self.assertTrue(chosen.opcodes.isna().all() and chosen.absent.isna().all())
        with self.assertRaises(TypeError):
            a.lines_frame("inst_executed")

    def test_lines_unknown(self):
        """Without counters no lines; without samples the column is missing, not 0; outside the code no file and no line."""
        self.assertEqual(len(self.made().lines_frame()), 0)
        frame = self.made([("inst_executed", 9, [(0x5000, 4), (0x9000000, 5)])]).lines_frame()
        self.assertTrue(frame.samples.isna().all())
        self.assertEqual(tuples(frame, "file", "line", "executed", "text")[0], (None, None, 5, None))
        self.assertEqual(frame.executed.sum(), 9)

    def test_rules(self):
        frame = ncurep.load_report(sample("orchard")).rules_frame()
        report = ncurep.load_report(sample("orchard"))
        expected = [(a.index(), a.name(), r) for a in report.actions() for r in a.rule_results_as_dicts()]
        self.assertTrue(expected and len(frame) == len(expected))
        for row, (index, name, r) in zip(frame.itertuples(index=False), expected):
            said, speedup = r["rule_message"] or {}, r["speedup_estimation"] or {}
            self.assertEqual((row.result, row.kernel, row.rule, row.section), (index, name, r["rule_identifier"], r["section_identifier"]))
            self.assertEqual((row.message, row.title), (said.get("message"), said.get("title")))
            self.assertEqual(row.type, said["type"].name.lower() if said else None)
            self.assertEqual(None if pandas.isna(row.speedup) else row.speedup, speedup.get("speedup"))
            self.assertEqual(row.speedup_type, {1: "local", 2: "global", None: None}[speedup.get("type")])
            self.assertEqual(row.focus_metrics, r["focus_metrics"])
        empty = ncurep.loads(Maker().bytes()).rules_frame()
        self.assertEqual((len(empty), list(empty.columns)), (0, list(frame.columns)))

    def test_metrics(self):
        maker = Maker()
        big = 2 ** 64 - 1
        maker.kernel("one", [maker.metric("b", big), maker.metric("a", 1.5), maker.metric("t", "x"), maker.metric("m", 1)])
        maker.kernel("two", [maker.metric("a", 2.5), maker.metric("m", 2.5)])
        report = ncurep.loads(maker.bytes())
        frame = report.to_frame(metrics=["t", "[ab]", "absent", "m"])
        self.assertEqual((list(frame.columns), list(frame.index), frame.index.name), (["kernel", "t", "b", "a", "absent", "m"], [0, 1], "result"))
        self.assertEqual(tuples(frame, *frame.columns), [("one", "x", big, 1.5, None, 1.0), ("two", None, None, 2.5, None, 2.5)])
        self.assertEqual(list(report.to_frame().columns), ["kernel", "b", "a", "t", "m"])
        self.assertEqual(len(ncurep.loads(Maker().bytes()).to_frame(["a"])), 0)
        with self.assertRaises(TypeError):
            report.to_frame("a")

    def test_instances(self):
        """The table by columns is the table by rows."""
        maker = Maker()
        maker.kernel("k", [maker.metric("n", 1, [(1, 2), (3, 2 ** 64 - 1)]), maker.metric("x", 1.0, [("op\0", 0.5), ("", 1.5)]),
                           maker.metric("mixed", None, [(None, "s"), (4, 0.5), (2, None), ("i", 7)]), maker.metric("none", 1),
                           maker.metric("t", None, [(1750000000000000000, float("nan"))], id_kind=1)])
        for report in (ncurep.loads(maker.bytes()), ncurep.load_report(sample("mixed"))):
            frame = ncurep.tables.frame(report, "instances")
            rows = [tuple(None if x != x else x for x in row) for row in ncurep.tables.rows(report, "instances")]
            self.assertEqual(tuples(frame, *frame.columns), rows)
            self.assertEqual([str(t) for t in frame.dtypes[["result", "id", "id_integer", "value_integer"]]],
                             ["uint32", "float64", "UInt64", "UInt64"])
        self.assertEqual(len(ncurep.tables.frame(report, "instances", ["absent"])), 0)

    def test_floats(self):
        """Floats of 32 bits are an array of doubles, without a copy."""
        from python_tests import F32

        maker = Maker()
        maker.kernel("k", [maker.metric("f", 1.0, [(1, F32(0.5)), (2, F32(1.5))])])
        metric = ncurep.loads(maker.bytes())[0][0]["f"]
        self.assertEqual((metric.values_array().tolist(), metric.values_array().dtype.kind, metric.kind(1)), ([0.5, 1.5], "f", 3))

    @unittest.skipUnless(corpus(), "needs ../shared")
    def test_real_lines(self):
        """On real reports every sample is on one line, and inlined code adds up."""
        for mark in ("2020.2.1", "b6420cbf", "9585ce90", "4376efaa", "4fb3ff3f", "8cde278d", "5e5f786c"):
            for a in ncurep.load_report(real(mark)[0]).actions():
                frame, whole = a.lines_frame(), a.lines_frame(inclusive=True)
                for name, column in ((SAMPLES_METRIC, "samples"), ("inst_executed", "executed")):
                    metric = a.metric_by_name(name)
                    if metric is not None and metric.num_instances():
                        self.assertEqual(frame[column].sum(), sum(metric.values()))
                        self.assertEqual(whole[whole.depth == 0][column].sum(), sum(metric.values()))
                self.assertFalse(frame.duplicated(["file", "line", "function", "depth", "parent"]).any())

    @unittest.skipUnless(corpus(), "needs ../shared")
    def test_real_warp_samples(self):
        """Samples by reason and tick are what the report counts; the frame has the rows of the list."""
        paths = real("2025.4.1", "e6159472")
        self.assertEqual(len(paths), 2)
        for path in paths:
            a = ncurep.load_report(path)[0][0]
            samples = a.timed_warp_samples()
            ticks = [s["timestamp"] for s in samples]
            self.assertTrue(samples and ticks == sorted(ticks))
            found = collections.defaultdict(collections.Counter)
            frame = a.warp_samples_frame()
            for s, row in zip(samples, frame.itertuples(index=False)):
                found[row.stall_reason][s["timestamp"]] += 1
                self.assertEqual((s["timestamp"], s["pc"], s["not_issued"], s["sm"], s["place"], s["reason"]),
                                 (row.timestamp, row.pc, row.not_issued, row.sm, row.place, row.reason))
            self.assertEqual(len(frame), len(samples))
            reasons = 0
            for name in a:
                if name.startswith("warpsampling:" + STALL) and not name.endswith("_not_issued"):
                    counts = {t: n for t, n in zip(a[name].ids(), a[name].values()) if n}
                    reason = name.rpartition("stalled_")[2]
                    self.assertEqual(dict(found.pop(reason, {})), counts, name)
                    reasons += 1
            self.assertTrue(reasons > 10 and not found)
            places = {pc: a.source_info(pc) for pc in set(frame.pc)}
            for pc, file, line in tuples(frame.drop_duplicates("pc"), "pc", "file", "line"):
                self.assertEqual((file, line), (places[pc].file_name(), places[pc].line()) if places[pc] else (None, None))

    def test_no_warp_samples(self):
        frame = ncurep.load_report(sample("saxpy"))[0][0].warp_samples_frame()
        self.assertEqual((len(frame), list(frame.columns)), (0, ["timestamp", "pc", "stall_reason", "not_issued", "sm", "place", "reason",
                                                                 "file", "line"]))


if __name__ == "__main__":
    main()
