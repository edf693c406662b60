"""Public scripts that were written for the vendor's module, unmodified, on this package.

    SCRIPTS=FOLDER python3 tests/differential/python_scripts.py

FOLDER holds the scripts as the table MANIFEST names them (project/file). None of them is part of this repository. A script
whose sum is not that of the table is not run. What a script needs (pandas, matplotlib) and is not there is said.
"""

import glob
import hashlib
import importlib.util
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import types
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from python_tests import TOP, Maker, corpus, main, message, sample  # noqa: E402

import ncurep  # noqa: E402
from ncurep import _places  # noqa: E402

SCRIPTS = os.environ.get("SCRIPTS", "")
MANIFEST = os.path.join(os.path.dirname(TOP), "shared", "corpus", "scripts", "MANIFEST.md")
COMPAT = _places.compat()


def sums():
    """Sum by name, where the table is at hand."""
    out = {}
    if os.path.exists(MANIFEST):
        with open(MANIFEST) as f:
            for line in f:
                m = re.match(r"\| (\S+/\S+\.py) \| ([0-9a-f]{64}) \|", line)
                if m:
                    out[m.group(1)] = m.group(2)
    return out


SUMS = sums()
RAN = set()


def script(name):
    """Path of a script; skips the test where it cannot be run."""
    path = os.path.join(SCRIPTS, name)
    if not SCRIPTS or not os.path.exists(path):
        raise unittest.SkipTest("needs SCRIPTS=FOLDER with " + name)
    with open(path, "rb") as f:
        found = hashlib.sha256(f.read()).hexdigest()
    if SUMS and SUMS.get(name) != found:
        raise unittest.SkipTest("needs %s as it was published" % name)
    RAN.add(name)
    return path


def needs(*modules):
    for name in modules:
        if importlib.util.find_spec(name) is None:
            raise unittest.SkipTest("needs " + name)


def reports():
    """Samples, and some real reports: from the oldest to the newest, with and without source lines. REPORTS=all: every one."""
    real = corpus()
    if os.environ.get("REPORTS") != "all":
        real = [p for p in real if any(x in p for x in ("2022.3.0_rtx3070_nvidia_8399", "2024.2.1_t4_armleth_2ab", "2025.2.1_b200", "old_gtx"))]
    return [sample(n) for n in ("saxpy", "orchard")] + real


DISASSEMBLER = '''#!%s -B
import struct, sys
elf = open(sys.argv[-1], "rb").read()
table, = struct.unpack_from("<Q", elf, 40)
size, count, names = struct.unpack_from("<HHH", elf, 58)
section = [struct.unpack_from("<IIQQQQIIQQ", elf, table + i * size) for i in range(count)]
for s in section:
    at = section[names][4] + s[0]
    name = elf[at : elf.index(b"\\0", at)].decode()
    if name.startswith(".text."):
        print(name + ":")
        for offset in range(0, s[5], 8):
            print("        /*%%04x*/                   OP%%d R1, R2 ;" %% (offset, offset // 8 %% 5))
''' % sys.executable


class Scripts(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.program = os.path.join(self.folder.name, "disassembler")
        with open(self.program, "w") as f:
            f.write(DISASSEMBLER)
        os.chmod(self.program, 0o755)

    def run_script(self, path, *arguments, cwd=None):
        environment = dict(os.environ, PYTHONDONTWRITEBYTECODE="1", NCUREP_NVDISASM=self.program, MPLBACKEND="Agg")
        done = subprocess.run([sys.executable, path] + list(arguments), env=environment, cwd=cwd or self.folder.name,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        text = done.stdout.decode("utf-8", "replace")
        self.assertEqual(done.returncode, 0, "%s %s\n%s" % (path, arguments, text))
        self.assertNotIn("Traceback", text)
        return text

    def output(self, name):
        with open(os.path.join(self.folder.name, "analysis", name)) as f:
            return f.read() if name.endswith(".txt") else json.load(f)

    def first(self, path):
        try:
            ncurep.set_disassembler(ncurep.nvdisasm(self.program))
            return ncurep.load_report(path)[0][0]
        finally:
            self.addCleanup(ncurep.set_disassembler, None)

    def on_reports(self, name, *more):
        for path in reports():
            self.run_script(script(name), "--run-dir", self.folder.name, "--report", path, "--tag", "T", *more)
            yield path, self.first(path)

    def check_values(self, name):
        for path, action in self.on_reports(name):
            found = self.output("metrics_all_T.json")
            values = {x["name"]: x["value"] for x in found}
            self.assertEqual(sorted(values), sorted(action.metric_names()))
            for metric, value in action.values().items():
                same = values[metric] == value or (isinstance(value, float) and math.isnan(value) and math.isnan(values[metric]))
                self.assertTrue(same, "%s: %s" % (path, metric))
            self.assertEqual([x["unit"] for x in found], [action[x["name"]].unit() for x in found])

    def check_stalls(self, name):
        for path, action in self.on_reports(name, "--top", "100000"):
            text = self.output("stall_hotspots_T.txt")
            top = text[: text.index("===== Per-stall")]
            found = {}
            for stall, count in re.findall(r"([a-z_]+): (\d+)", top.split("-----\n")[-1]):
                found[stall] = found.get(stall, 0) + int(count)
            for stall, count in found.items():
                self.assertEqual(count, sum(action["smsp__pcsamp_warps_issue_stalled_" + stall].values()), path + ": " + stall)

    def test_atrex_analyze_reports(self):
        self.check_values("atrex/analyze_reports.py")

    def test_skill_analyze_reports(self):
        script("ncu-report-skill/ncu_utils.py")
        self.check_values("ncu-report-skill/analyze_reports.py")
        pair = ["--report", sample("saxpy"), "--tag", "A", "--report", sample("orchard"), "--tag", "B"]
        self.run_script(script("ncu-report-skill/analyze_reports.py"), "--run-dir", self.folder.name, *pair)
        self.assertEqual(len(self.output("metrics_all_A.json")), len(self.output("metrics_all_B.json")))

    def test_atrex_stalls(self):
        self.check_stalls("atrex/extract_stall_hotspots.py")

    def test_skill_stalls(self):
        self.check_stalls("ncu-report-skill/extract_stall_hotspots.py")

    def test_plot_timeline(self):
        for path, action in self.on_reports("ncu-report-skill/plot_timeline.py"):
            self.assertTrue(self.output("pm_timeline_plots.txt"))

    def test_disasm(self):
        for path, action in self.on_reports("atrex/disasm.py"):
            rows = self.output("disasm_T.json")["data"]["rows"]
            starts = [i for m in action.metrics() if m.has_correlation_ids() for i in m.ids() if isinstance(i, int) and action.sass_by_pc(i)]
            if not starts:
                self.assertEqual([x for r in rows for x in r["instructions"]], [])
                continue
            for x in rows[0]["instructions"]:
                pc = min(starts) + x["address"]
                self.assertEqual((x["opcode"] + " " + x["operands"]).strip(), action.sass_by_pc(pc))
                where = action.source_info(pc)
                self.assertEqual(x["source"] and (x["source"]["file"], x["source"]["line"]), where and (where.file_name(), where.line()))
            self.assertGreater(len(rows[0]["instructions"]), 1)

    def test_source_metrics(self):
        counters = ["inst_executed", "smsp__pcsamp_sample_count"]
        for by in ("line", "sass", "file"):
            for path, action in self.on_reports("atrex/source_metrics.py", "--by", by, "--counter", ",".join(counters), "--limit", "1000000",
                                                "--self-check"):
                data = self.output("source_metrics_%s_T.json" % by)["data"]
                for name in set(counters) & set(action):
                    if not action[name].num_instances():
                        continue
                    parts = [r["counters"].get(name) or 0 for r in data["rows"]]
                    extra = data["auxiliary"]
                    parts.append(extra["out_of_cubin_counter_totals"].get(name, 0))
                    if by != "sass":
                        parts.append(extra["unattributed_sass_counter_totals"].get(name, 0))
                    if extra["matched_counters"] and not any("cubin_load_base" in w for w in extra["warnings"]):
                        self.assertEqual(sum(parts), sum(action[name].values()), "%s: %s by %s" % (path, name, by))

    def test_warp_stalls(self):
        for by in ("reason", "line"):
            for path, action in self.on_reports("atrex/warp_stalls.py", "--by", by):
                self.assertEqual(self.output("warp_stalls_%s_T.json" % by)["data"]["rows"], [])

    def test_source_evidence(self):
        for name in ("__init__", "envelope", "ncu_utils", "row_key"):
            script("atrex/%s.py" % name)
        for path in reports():
            self.run_script(script("atrex/source_evidence.py"), "--run-dir", self.folder.name, "--report", path)
            evidence = self.output("source_evidence_manifest.json")["evidence"]
            self.assertEqual({e["status"] for e in evidence}, {"ok"})

    def load(self, name, **modules):
        """A library file, with stand-ins for what is around it."""
        path = script(name)
        spec = importlib.util.spec_from_file_location("under_test", path)
        module = importlib.util.module_from_spec(spec)
        modules["ncu_report"] = compat()
        before = {n: sys.modules.get(n) for n in modules}
        sys.modules.update(modules)
        try:
            spec.loader.exec_module(module)
        finally:
            for n, m in before.items():
                if m is None:
                    sys.modules.pop(n, None)
                else:
                    sys.modules[n] = m
        return module

    def test_tritonbench(self):
        names = ["dram__bytes_write.sum", "dram__bytes_read.sum", "dram__bytes.sum", "dram__bytes.sum.per_second", "gpu__time_duration.sum",
                 "smsp__cycles_elapsed.avg.per_second"]
        names += ["sm__sass_thread_inst_executed_op_%cfma_pred_on.sum.peak_sustained" % c for c in "fd"]
        names += ["smsp__sass_thread_inst_executed_op_%c%s_pred_on.sum.per_cycle_elapsed" % (c, op) for c in "fd" for op in ("add", "mul", "fma")]
        maker = Maker()
        for k in (1, 2):
            maker.kernel("k%d" % k, [maker.metric(n, float(k * (i + 1))) for i, n in enumerate(names)])
        path = os.path.join(self.folder.name, "made.ncu-rep")
        with open(path, "wb") as f:
            f.write(maker.bytes())
        with open(os.path.join(self.folder.name, "ncu"), "w") as f:
            f.write("#!/bin/sh\n")
        os.chmod(os.path.join(self.folder.name, "ncu"), 0o755)
        os.makedirs(os.path.join(self.folder.name, "extras"))
        os.symlink(COMPAT, os.path.join(self.folder.name, "extras", "python"))
        driver = os.path.join(self.folder.name, "driver.py")
        with open(driver, "w") as f:
            f.write("import sys, json\nsys.path.insert(0, %r)\nimport ncu_analyzer as n\n"
                    "r = n.read_ncu_report(sys.argv[1], ['memory_traffic', 'arithmetic_intensity', 'ncu_tflops'])\n"
                    "print(json.dumps(r))\n" % os.path.dirname(script("tritonbench/ncu_analyzer.py")))
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
        environment.update(PATH=self.folder.name + os.pathsep + os.environ["PATH"], PYTHONDONTWRITEBYTECODE="1")
        done = subprocess.run([sys.executable, driver, path], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        found = json.loads(done.stdout.decode())
        actions = ncurep.load_report(path)[0]
        self.assertEqual(found["memory_traffic"], [sum(a["dram__bytes_read.sum"].value() for a in actions),
                                                   sum(a["dram__bytes_write.sum"].value() for a in actions)])
        self.assertEqual(found["durations"], [a["gpu__time_duration.sum"].value() for a in actions])
        flops = [(a[names[8]].value() + a[names[9]].value() + 2 * a[names[10]].value()) * a[names[5]].value() for a in actions]
        self.assertEqual([f[0] for f in found["ncu_tflops_raw"]], flops)

    def test_thicket(self):
        needs("pandas")

        class Matcher:
            def match(self, *arguments):
                return self

            rel = match

            def apply(self, thicket):
                return thicket.nodes

        plain_bar = types.SimpleNamespace(tqdm=lambda items: Bar(items))

        class Bar(list):
            def set_description(self, text):
                pass

        class Node:
            def __init__(self, name):
                self.frame = {"name": name}

        module = self.load("thicket/ncu.py", hatchet=types.SimpleNamespace(QueryMatcher=Matcher), tqdm=plain_bar)
        for path in reports():
            report = ncurep.load_report(path)
            if any(a.nvtx_state() is None or 0 not in a.nvtx_state().domains() for a in report[0]):
                continue
            nodes = [Node(n) for n in sorted({a.name() for a in report[0]})]
            thicket = types.SimpleNamespace(profile_mapping={"hash": "profile"}, nodes=nodes)
            data, rollups = module.NCUReader._read_ncu(thicket, {path: "profile"})
            first = report[0][0]
            self.assertEqual(rollups, {n: first[n].rollup_operation() for n in first})
            taken = [a for a in report[0] if a.nvtx_state()[0].push_pop_ranges()]
            self.assertEqual(sum(map(len, data.values())), len(taken))
            for a in taken:
                rows = next(v for (node, _), v in data.items() if node.frame["name"] == a.name())
                self.assertIn({n: a[n].value() for n in first}, rows)

    def test_nsight_python(self):
        needs("pandas", "numpy")
        if sys.version_info < (3, 10):
            raise unittest.SkipTest("needs Python 3.10 for that package")
        maker = Maker()
        for k in range(2):
            nvtx = message((1, message((1, 1), (2, "made-up"))), (3, message((1, 1), (3, message((1, 1), (2, "apples"))))))
            maker.kernel("k%d" % k, [maker.metric("gpu__time_duration.sum", 100.0 + k), maker.metric("device__attribute_clock_rate", 1000),
                                     maker.metric("device__attribute_memory_clock_rate", 2000),
                                     maker.metric("device__attribute_display_name", "Apple 1")], nvtx=nvtx)
        path = os.path.join(self.folder.name, "made.ncu-rep")
        with open(path, "wb") as f:
            f.write(maker.bytes())

        class Data(types.SimpleNamespace):
            pass

        utils = types.ModuleType("nsight.utils")
        utils.NCUActionData, utils.NVTX_DOMAIN, utils.VerbosityLevel = Data, "made-up", types.SimpleNamespace(INFO=1)
        utils.is_scalar = lambda x: not isinstance(x, tuple)
        utils.batched = lambda items, n: [tuple(items[i : i + n]) for i in range(0, len(items), n)]
        Data.combine = staticmethod(lambda f: None)
        exceptions = types.ModuleType("nsight.exceptions")
        exceptions.ProfilerException = RuntimeError
        nsight = types.ModuleType("nsight")
        nsight.utils, nsight.exceptions = utils, exceptions
        module = self.load("nsight-python/extraction.py", **{"nsight": nsight, "nsight.utils": utils, "nsight.exceptions": exceptions})
        frame = module.extract_df_from_report(path, ["gpu__time_duration.sum"], [(1,), (2,)], 1, lambda size: None, None, None, 0)
        self.assertEqual(list(frame["Value"]), [100.0, 101.0])
        self.assertEqual((list(frame["GPU"]), list(frame["Annotation"]), list(frame["Kernel"])), (["Apple 1"] * 2, ["apples"] * 2, ["k0", "k1"]))
        with self.assertRaises(RuntimeError):
            module.extract_df_from_report("absent.ncu-rep", [], [], 1, lambda: None, None, None, 0)

    def test_llm_perf_opt(self):
        """Given a report on its command line this script ends in an error of its own (a function of it does not take an
        argument that it passes), so the function is called as it is."""
        needs("pandas", "matplotlib")
        path = script("llm-perf-opt/analyze_ncu_dir.py")
        driver = os.path.join(self.folder.name, "driver.py")
        with open(driver, "w") as f:
            f.write("import sys, pathlib\nsys.path.insert(0, %r)\nimport analyze_ncu_dir as n\n"
                    "n.analyze_ncu_report(pathlib.Path(sys.argv[1]))\n" % os.path.dirname(path))
        import csv
        import shutil

        for report in reports():
            copy = os.path.join(self.folder.name, os.path.basename(report))
            shutil.copy(report, copy)
            self.run_script(driver, copy)
            with open(os.path.join(self.folder.name, "analysis", "metrics_summary.csv")) as f:
                rows = list(csv.DictReader(f))
            actions = list(ncurep.load_report(report).actions())
            self.assertEqual([r["kernel_name_raw"] for r in rows], [a.name() for a in actions])
            for row, a in zip(rows, actions):
                time = a.metric_by_name("gpu__time_duration.sum")
                if time is not None and time.value() is not None and not math.isnan(time.value()):
                    self.assertAlmostEqual(float(row["duration_us"]), time.value() / 1000.0)


class TheTable(unittest.TestCase):
    def test_all_of_the_table(self):
        if not SCRIPTS:
            raise unittest.SkipTest("needs SCRIPTS=FOLDER with the scripts")
        absent = sorted(set(SUMS) - RAN - {n for n in SUMS if not glob.glob(os.path.join(SCRIPTS, n))})
        if importlib.util.find_spec("pandas") and importlib.util.find_spec("matplotlib"):
            self.assertEqual(absent, [])


def compat():
    spec = importlib.util.spec_from_file_location("ncu_report", os.path.join(COMPAT, "ncu_report.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    main()
