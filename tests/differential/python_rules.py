"""The rules of examples/bindings/python/rules say what the native ones (examples/shared/rules/stock.c) say: the same messages, estimates and
focus metrics, word for word.

    python3 tests/differential/python_rules.py NCUREP REPORT...       NCUREP is the tool, with its details --rules --json

Besides the given reports it takes some made up ones, whose values lie around the thresholds of the rules.
"""

import collections
import json
import os
import random
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from python_tests import TOP, Maker, message  # noqa: E402

from ncurep import load_report  # noqa: E402
from ncurep.findings import with_findings  # noqa: E402
from ncurep.rules import RuleSet, run  # noqa: E402

WORDS = ("INF", "INF", "OPT", "WRN", "ERR")  # by MsgType
SPEEDUPS = {1: "local", 2: "global"}


def native(tool, path, stored=False):
    """By number of the result: identifiers of its sections, and what each rule said; or what the report holds of rules."""
    done = subprocess.run([tool, "details", "--json", path] + ["--rules"] * (not stored), stdout=subprocess.PIPE, check=False)
    found = {}
    for result in json.loads(done.stdout)[0]["results"]:
        said = {}
        for finding in [f for s in result["sections"] for f in s.get("rules", ())] + result["other_rules"]:
            said.setdefault(finding["rule"], []).append(
                (finding["type"], finding.get("title") or "", finding["text"].replace("-nan", "nan"),
                 finding.get("speedup_type"), finding.get("speedup"),
                 [(f["metric"], f["value"], f["info"]) for f in finding["focus"]]))
        found[result["result"]] = [s["identifier"] for s in result["sections"]], said
    return found


def finite(x):
    return x if x == x and abs(x) != float("inf") else None


def ours(action, rules, sections):
    said = {}
    for result in run(action, rules, sections):
        if result.failed:
            raise AssertionError("%s: %s" % (result.rule.identifier, result.traceback))
        for f in result.findings:
            kind, percent = f.speedup if f.speedup is not None and f.speedup[1] > 0 else (None, None)  # the tool shows no others
            said.setdefault(result.rule.identifier, []).append(
                (WORDS[f.type], f.title or "", f.text, SPEEDUPS.get(kind), None if percent is None else finite(percent),
                 [(x.name, finite(x.value), x.info) for x in f.focus]))
    return said


PERCENT, SMALL, COUNT, WHOLE = "percent", "small", "count", "whole"
METRICS = {
    "sm__throughput.avg.pct_of_peak_sustained_elapsed": PERCENT,
    "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed": PERCENT,
    "l1tex__throughput.avg.pct_of_peak_sustained_active": PERCENT,
    "l1tex__throughput.avg.pct_of_peak_sustained_elapsed": PERCENT,
    "lts__throughput.avg.pct_of_peak_sustained_elapsed": PERCENT,
    "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed": PERCENT,
    "sm__maximum_warps_per_active_cycle_pct": PERCENT,
    "sm__warps_active.avg.pct_of_peak_sustained_active": PERCENT,
    "dram__bytes_read.sum.pct_of_peak_sustained_elapsed": PERCENT,
    "lrc__average_ilc_input_sector_success_rate.pct": PERCENT,
    "lts__t_sector_op_read_hit_rate.pct": PERCENT,
    "lts__t_sector_op_write_hit_rate.pct": PERCENT,
    "smsp__issue_active.avg.per_cycle_active": SMALL,
    "launch__waves_per_multiprocessor": SMALL,
    "smsp__maximum_warps_avg_per_active_cycle": COUNT,
    "smsp__warps_active.avg.peak_sustained": COUNT,
    "smsp__warps_active.avg.per_cycle_active": COUNT,
    "smsp__warps_eligible.avg.per_cycle_active": COUNT,
    "smsp__average_warp_latency_per_inst_issued.ratio": COUNT,
    "smsp__thread_inst_executed_per_inst_executed.ratio": COUNT,
    "smsp__thread_inst_executed_pred_on_per_inst_executed.ratio": COUNT,
    "launch__block_size": WHOLE,
    "launch__grid_size": WHOLE,
    "launch__sm_count": WHOLE,
    "device__attribute_multiprocessor_count": WHOLE,
    "lrc__ilc_input_sectors.sum": WHOLE,
    "lts__t_sectors.sum": WHOLE,
    "smsp__pcsamp_sample_count": WHOLE,
    "profiler__pmsampler_interval_time": WHOLE,
    "profiler__pmsampler_interval_cycles": WHOLE,
    "gpu__time_duration.sum": WHOLE,
    "gpc__cycles_elapsed.max": WHOLE,
}
for _x in ("blocks", "registers", "shared_mem", "warps", "barriers"):
    METRICS["launch__occupancy_limit_" + _x] = WHOLE
for _x in ("long_scoreboard", "wait", "barrier", "selected", "not_selected", "drain"):
    METRICS["smsp__average_warps_issue_stalled_%s_per_issue_active.ratio" % _x] = COUNT
for _x in ("active", "elapsed"):
    for _pipe in ("alu", "fma", "fp64", "tensor_op_hmma", "other"):
        METRICS["sm__pipe_%s_cycles_active.avg.pct_of_peak_sustained_%s" % (_pipe, _x)] = PERCENT
    METRICS["sm__inst_executed_pipe_lsu.avg.pct_of_peak_sustained_" + _x] = PERCENT
    for _name in ("sm__instruction_throughput.avg", "sm__inst_issued.avg", "sm__inst_issued.max"):
        METRICS["%s.pct_of_peak_sustained_%s" % (_name, _x)] = PERCENT
for _x in "fd":
    METRICS["sm__sass_thread_inst_executed_op_%sfma_pred_on.sum.peak_sustained" % _x] = COUNT
    for _op in ("add", "mul", "fma"):
        METRICS["smsp__sass_thread_inst_executed_op_%s%s_pred_on.sum.per_cycle_elapsed" % (_x, _op)] = COUNT
for _unit in ("sm", "smsp", "l1tex", "lts", "dram"):
    METRICS[_unit + "__cycles_elapsed.sum"] = WHOLE
    for _x in ("avg", "max", "min", "sum"):
        METRICS["%s__cycles_active.%s" % (_unit, _x)] = COUNT
for _op in ("ld", "st"):
    METRICS["l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_%s.sum" % _op] = WHOLE
    METRICS["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_%s.sum" % _op] = WHOLE
    for _x in ("global", "local"):
        METRICS["smsp__sass_average_data_bytes_per_sector_mem_%s_op_%s.ratio" % (_x, _op)] = COUNT
        METRICS["smsp__sass_average_data_bytes_per_sector_mem_%s_op_%s.max_rate" % (_x, _op)] = COUNT
        METRICS["l1tex__t_sector_pipe_lsu_mem_%s_op_%s_hit_rate.pct" % (_x, _op)] = PERCENT
SECTIONS = ("SpeedOfLight", "LaunchStats", "Occupancy", "SchedulerStats", "WarpStateStats", "ComputeWorkloadAnalysis",
            "SpeedOfLight_RooflineChart", "InstructionStats", "WorkloadDistribution", "SourceCounters", "PmSampling",
            "MemoryWorkloadAnalysis_Tables", "MemoryWorkloadAnalysis_Chart")
VERSIONS = ("2021.2.2", "2022.3.0", "2022.4.1", "2023.1.0", "2023.2.2", "2023.3.1", "2024.1.0", "2024.3.2", "2025.1.0", "2025.3.1", "")


class RuleMaker(Maker):
    """A report of one version of the tool, with results made by chance."""

    def __init__(self, chance, version):
        super().__init__()
        self.chance = chance
        self.version = version

    def number(self, kind):
        c = self.chance
        if c.random() < 0.03:
            return c.choice((0.0, 1e30, -1.0, float("nan"), 0, 2 ** 64 - 1))
        if kind == PERCENT:
            return c.uniform(0, c.choice((25, 70, 110)))
        if kind == SMALL:
            return c.uniform(0, c.choice((1, 2, 6)))
        return c.uniform(0, 40) if kind == COUNT else c.randrange(c.choice((2, 70, 3000)))

    def pairs(self, name, ids, limit):
        return self.metric(name, self.number(WHOLE), [(i, self.chance.randrange(limit)) for i in ids])

    def random_kernel(self):
        c = self.chance
        kept = c.choice((1.0, 0.98, 0.9))
        metrics = [self.metric(name, self.number(kind)) for name, kind in METRICS.items() if c.random() < kept]
        opcodes = ("FADD", "FMUL", "FFMA", "DADD", "DMUL", "DFMA", "LDG")
        metrics.append(self.pairs("sass__inst_executed_per_opcode", [o for o in opcodes if c.random() < 0.8], 1000))
        for name in ("memory_l2_theoretical_sectors_global", "memory_l1_wavefronts_shared"):
            if c.random() < kept:
                addresses = [0x7F0000000000 + 16 * i for i in range(c.choice((0, 3, 15)))]
                metrics += [self.pairs(name, addresses, 100), self.pairs(name + "_ideal", addresses, 60)]
                metrics.append(self.metric("derived__%s_excessive" % name, self.number(WHOLE)))
        c.shuffle(metrics)
        wanted = [s for s in SECTIONS if c.random() < 0.9] or SECTIONS
        sections = [(17, message((1, s), (2, s), (3, 10 * i), (4, message((1, 3))))) for i, s in enumerate(wanted)]
        self.kernel("plum", metrics, more=sections)

    def bytes(self):
        data = super().bytes()
        if not self.version:
            return data
        header = message((3, message((8, message((1, "Nsight Compute Target"), (2, self.version))))), (5, 0))
        first = 8 + struct.unpack_from("<I", data, 4)[0]
        return data[:first] + struct.pack("<I", len(header)) + header + data[first:]


def made_up(folder):
    chance = random.Random(20250101)
    for i, version in enumerate(VERSIONS * 2):
        maker = RuleMaker(chance, version)
        for _ in range(8):
            maker.random_kernel()
        path = os.path.join(folder, "chance%d.ncu-rep" % i)
        with open(path, "wb") as f:
            f.write(maker.bytes())
        yield path


def main():
    tool, paths = sys.argv[1], sys.argv[2:]
    rules = RuleSet([os.path.join(TOP, "examples", "bindings", "python", "rules")])
    if rules.problems or len(rules.rules) != 22:
        print("rules: %s" % rules.problems)
        return 1
    with tempfile.TemporaryDirectory() as folder:
        return max(compare(tool, [*paths, *made_up(folder)], rules), written(tool, paths, rules, os.path.join(folder, "new.ncu-rep")))


def written(tool, paths, rules, new):
    """Reports with our findings, as the native tool reads them: they hold what the native rules say."""
    count = 0
    for path in paths:
        report = load_report(path)
        kernels = [a for a in report.actions() if a.workload_type() == a.WorkloadType_KERNEL and a.sections()]
        with open(new, "wb") as f:
            f.write(with_findings(report, {a._result.index: run(a, rules) for a in kernels}))
        expected, found = native(tool, path), native(tool, new, True)
        if len(expected) != len(found) or subprocess.run([tool, "check", new], stdout=subprocess.DEVNULL, check=False).returncode == 3:
            print("%s: the copy is not whole" % path)
            return 1
        for action in kernels:
            want, have = expected[action._result.index][1], found[action._result.index][1]
            have = {rule: said for rule, said in have.items() if rule in rules.rules}
            count += len(have)
            if have != want:
                print("%s, result %d: stored\n  %s\n  native\n  %s" % (path, action._result.index, have, want))
                return 1
    print("%d results of rules written and read back" % count)
    return 0


def compare(tool, paths, rules):
    results = 0
    bad, by_rule = [], collections.Counter()
    for path in paths:
        expected = native(tool, path)
        for action in load_report(path).actions():
            sections, want = expected[action._result.index]
            have = ours(action, rules, sections)
            results += 1
            by_rule.update({rule: len(said) for rule, said in want.items()})
            for rule in sorted(set(want) | set(have)):
                if want.get(rule) != have.get(rule):
                    bad.append("%s, result %d, %s:\n  native %s\n  python %s" % (os.path.basename(path), action._result.index, rule,
                                                                                 want.get(rule), have.get(rule)))
    silent = set(rules.rules) - set(by_rule) - {"Compute", "Memory"}  # these two only pass numbers on
    print("%d reports, %d results, %d messages" % (len(paths), results, sum(by_rule.values())))
    for line in bad[:20] + ["nothing was said by %s" % ", ".join(silent)] * bool(silent):
        print(line)
    return 1 if bad or silent else 0


sys.exit(main())
