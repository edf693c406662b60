"""Stock rules, unmodified, on real reports.

    RULES=FOLDER python3 tests/oracle/python_rules.py

FOLDER holds the files that shared/corpus/rules/MANIFEST.md names, under the paths that it gives. They are not ours, and are
not in the repository.
"""

import ast
import collections
import hashlib
import inspect
import os
import re
import shutil
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from python_tests import TOP, corpus, main  # noqa: E402

from ncurep import MsgType, load_report, loads, nvrules  # noqa: E402
from ncurep.findings import with_findings  # noqa: E402
from ncurep.rules import RuleSet, run  # noqa: E402

RULES = os.environ.get("RULES", "")
SHARED = os.path.join(os.path.dirname(TOP), "shared")
MANIFEST = os.path.join(SHARED, "corpus", "rules", "MANIFEST.md")
GOLDEN = os.path.join(SHARED, "oracle", "nvsection", "rules-golden.tsv")
STORED = {MsgType.NONE: 0, MsgType.OK: 1, MsgType.WARNING: 2, MsgType.ERROR: 3, MsgType.OPTIMIZATION: 4}

# Which rules say what reports of which version hold. Between the two the rules did not change where it shows.
FITTING = {
    "ncu-2022.3.0": ("2022.3.0", "2022.4.0", "2023.1.1"),
    "ncu-2022.4-inferred": ("2022.3.0", "2022.4.0", "2023.1.1"),
    "ncu-2025.1.1": ("2024.3.0", "2024.3.2", "2025.1.0", "2025.2.1"),
    "ncu-2025.3-inferred": ("2024.3.2", "2025.2.1"),
}


def folders():
    return {name: RuleSet([os.path.join(RULES, name)]) for name in FITTING}


def near(a, b):
    return a == b or abs(a - b) <= 1e-12 * max(abs(a), abs(b))


def golden():
    """What is stored: by report, version and number of the result, then by rule: kind, type, percent and focus of each message."""
    found = {}
    with open(GOLDEN, encoding="utf-8") as f:
        lines = f.read().split("\n")[1:]
    for line in filter(None, lines):
        report, version, result, rule, item, kind, type, percent, _, _, _, _, focus, _ = line.split("\t")
        messages = found.setdefault((report, version, int(result)), {}).setdefault(rule, [])
        if item != "-" and kind != "-":
            pairs = [] if focus == "-" else [pair.rsplit("=", 1) for pair in focus.split(";")]
            messages.append((int(kind), 0 if type == "-" else int(type), 0.0 if percent == "-" else float(percent),
                             [(name, float(value)) for name, value in pairs]))
    return found


def said(result):
    return [(STORED[f.type], *(f.speedup if f.speedup is not None else (0, 0.0)), [(x.name, x.value) for x in f.focus])
            for f in result.findings]


def same(a, b):
    return len(a) == len(b) and all(
        x[:2] == y[:2] and near(x[2], y[2]) and len(x[3]) == len(y[3])
        and all(p[0] == q[0] and near(p[1], q[1]) for p, q in zip(x[3], y[3])) for x, y in zip(a, b))


@unittest.skipUnless(os.path.isdir(RULES), "needs RULES=folder")
@unittest.skipUnless(sys.version_info >= (3, 11), "needs Python 3.11, as rules of 2025 do")
class Stock(unittest.TestCase):
    def test_files(self):
        """Every rule file is there, as it should be, and is taken as a rule."""
        if not os.path.exists(MANIFEST):
            self.skipTest("needs ../shared")
        with open(MANIFEST, encoding="utf-8") as f:
            rows = re.findall(r"^\| (ncu-[^| ]+) \| ([0-9a-f]{64}) \|", f.read().partition("## Not copied")[0], re.M)
        for path, digest in rows:
            with open(os.path.join(RULES, path), "rb") as f:
                self.assertEqual(hashlib.sha256(f.read()).hexdigest(), digest, path)
        loaded = folders()
        self.assertEqual({name: len(s.rules) for name, s in loaded.items()},
                         {"ncu-2022.3.0": 16, "ncu-2022.4-inferred": 16, "ncu-2025.1.1": 22, "ncu-2025.3-inferred": 22})
        for s in loaded.values():
            self.assertEqual(s.problems, [])

    def test_every_rule_on_every_report(self):
        """No exception, but that of a rule which takes a metric for granted that the report does not have."""
        if not corpus():
            self.skipTest("needs ../shared")
        loaded = folders()
        count, absent = 0, collections.Counter()
        for path in corpus():
            for action in load_report(path).actions():
                for name, rules in loaded.items():
                    for result in run(action, rules):
                        count += 1
                        if not result.failed:
                            continue
                        self.assertEqual(result.status, "missing_metric", result.traceback)
                        self.assertIn("AttributeError: 'NoneType' object has no attribute", result.traceback, path)
                        self.assertTrue(result.missing and not any(m in action for m in result.missing), path)
                        absent[name, result.rule.identifier, os.path.basename(path).partition("_")[0]] += 1
        print("%d runs of rules; in %d of them a rule of one version takes a metric for granted that the report does not have"
              % (count, sum(absent.values())))
        for key, n in sorted(absent.items()):
            print("  %s %s on %s: %d" % (*key, n))

    def test_stored_findings(self):
        """The rules that made a report say again what it holds: kinds, estimates, focus metrics."""
        if not os.path.exists(GOLDEN):
            self.skipTest("needs ../shared")
        loaded, reports, equal = folders(), {}, collections.Counter()
        for (name, version, number), rules in golden().items():
            if not any(version in fitting for fitting in FITTING.values()):
                continue
            if name not in reports:
                path = os.path.join(SHARED, "corpus", "ncurep", name)
                reports[name] = {a._result.index: a for a in load_report(path).actions()}
            for folder, fitting in FITTING.items():
                if version not in fitting:
                    continue
                for result in run(reports[name][number], loaded[folder], wanted=set(rules)):
                    want = rules[result.rule.identifier]
                    with self.subTest(rules=folder, report=name, result=number, rule=result.rule.identifier):
                        self.assertTrue(same(said(result), want), "%s\n%s" % (said(result), want))
                    equal[folder, version] += 1
        for key, n in sorted(equal.items()):
            print("%s on reports of %s: %d results of rules, all as stored" % (*key, n))
        self.assertGreater(sum(equal.values()), 900)

    def test_stored_markers(self):
        """The same for marks in the source, where the report was made by rules of the same version."""
        if not corpus():
            self.skipTest("needs ../shared")
        rules, count = folders()["ncu-2025.1.1"], 0
        for path in corpus():
            if not os.path.basename(path).startswith("2025.1.0"):
                continue
            for action in load_report(path).actions():
                want = collections.Counter((m["rule_identifier"], m["kind"], m.get("source_address"), m["message_type"], m["message"])
                                           for m in action.source_markers() if m["kind"] == nvrules.MarkerKind_SASS)
                have = collections.Counter((m.rule_identifier, m.kind, m.source_address, m.message_type, m.message)
                                           for r in run(action, rules) for m in r.markers if m.kind == nvrules.MarkerKind_SASS)
                self.assertEqual(have, want, path)
                count += sum(want.values())
        print("%d marks at addresses, all as stored" % count)

    def test_stored_charts(self):
        """The charts that two rules load, with the files of the section corpus beside the rules."""
        charts = os.path.join(SHARED, "corpus", "section", "ncu-2025.1.1")
        if not os.path.isdir(charts):
            self.skipTest("needs ../shared")
        names, count = ("UncoalescedAccess", "UncoalescedSharedAccess"), 0
        with tempfile.TemporaryDirectory() as folder:
            for name in names:
                shutil.copy(os.path.join(RULES, "ncu-2025.1.1", name + ".py"), folder)
                shutil.copy(os.path.join(charts, name + ".chart"), folder)
            rules = RuleSet([folder])
            for path in corpus():
                if not os.path.basename(path).startswith("2025.1.0"):
                    continue
                report = load_report(path)
                kernels = {a._result.index: a for a in report.actions() if a.workload_type() == 0}
                found = {number: run(action, rules, wanted=[r["identifier"] for r in action.rules()]) for number, action in kernels.items()}
                self.assertFalse([c.problem for said in found.values() for r in said for c in r.charts if c.problem])
                for action in loads(with_findings(report, found)).actions():
                    want = {r["identifier"]: [i["tables"] for i in r["items"]] for r in kernels[action._result.index].rules()}
                    have = {r["identifier"]: [i["tables"] for i in r["items"]] for r in action.rules()}
                    self.assertEqual(have, want)
                    count += sum(bool(t) for tables in have.values() for t in tables)
        print("%d charts, all as stored" % count)
        self.assertGreater(count, 0)

    def test_surface(self):
        """Names and arguments of the wrapper of each version, by its syntax tree."""
        containers = re.compile(r"(map|set|vector)_|SwigPyIterator|.*ConfigParser")
        functions = re.compile(r"ncu_report_|I[A-Z][A-Za-z]+__?[a-z]|wrapped_")
        for folder in FITTING:
            with open(os.path.join(RULES, folder, "interface", "NvRules.py"), encoding="utf-8") as f:
                tree = ast.parse(f.read())
            for node in tree.body:
                if isinstance(node, ast.FunctionDef) and not node.name.startswith("_") and not functions.match(node.name):
                    self.check(folder, nvrules, node)
                elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                    name = node.targets[0].id
                    if not name.startswith("_") and not functions.match(name):
                        self.assertTrue(hasattr(nvrules, name), "%s: %s" % (folder, name))
                elif isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    if containers.match(node.name):
                        continue
                    owner = getattr(nvrules, node.name)
                    made = owner() if node.name.startswith(("Table", "SourceMarker", "RuleResultMessage")) else owner
                    for member in node.body:
                        if isinstance(member, ast.FunctionDef) and not member.name.startswith("_"):
                            self.check(folder, made, member)
                        elif isinstance(member, ast.Assign) and isinstance(member.targets[0], ast.Name):
                            name = member.targets[0].id
                            if not name.startswith("_") and name not in ("thisown", "deprecated_attributes"):
                                self.assertTrue(hasattr(made, name), "%s: %s.%s" % (folder, node.name, name))

    def check(self, folder, owner, node):
        what = "%s: %s.%s" % (folder, getattr(owner, "__name__", type(owner).__name__), node.name)
        self.assertTrue(hasattr(owner, node.name), what)
        function = getattr(owner, node.name)
        if not callable(function) or node.args.vararg is not None:
            return
        want = [a.arg for a in node.args.args if a.arg != "self"]
        have = [p.name for p in inspect.signature(function).parameters.values()
                if p.kind == p.POSITIONAL_OR_KEYWORD and p.name != "self"]
        self.assertEqual(have, want, what)


if __name__ == "__main__":
    main()
