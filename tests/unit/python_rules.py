"""Rules in Python: the services of NvRules, the runner, the helper modules, and python -m ncurep rules.

    python3 tests/unit/python_rules.py       or: pytest tests/unit/python_rules.py
"""

import contextlib
import csv
import io
import json
import os
import subprocess
import sys
import tempfile
import textwrap
import unittest
import warnings

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from python_tests import TOP, Maker, main, message, sample  # noqa: E402

import ncurep  # noqa: E402
from ncurep import _places, nvrules  # noqa: E402
from ncurep.findings import with_findings, write_file  # noqa: E402
from ncurep.rules import RuleSet, run  # noqa: E402
from ncurep.rules_main import main as rules_main  # noqa: E402

OURS = os.path.join(TOP, "examples", "bindings", "python", "rules")


def plum(sections=("Skin", "Stone"), metrics=()):
    """A report of one kernel."""
    maker = Maker()
    found = [maker.metric("plum__size.sum", 7), maker.metric("plum__sugar.avg", 12.5), maker.metric("plum__kind", "blue"), *metrics]
    maker.kernel("plum", found, more=[(17, message((1, s), (2, s), (3, i), (4, message((1, 3))))) for i, s in enumerate(sections)])
    return maker.bytes()


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(__import__("shutil").rmtree, self.folder)

    def write(self, name, text, folder=""):
        path = os.path.join(self.folder, folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as f:
            f.write(text if isinstance(text, bytes) else textwrap.dedent(text).encode("utf-8", "surrogateescape"))
        return path

    def rule(self, identifier, apply="pass", folder="", **more):
        """A rule file whose functions give these values; apply: its body; other: text in front."""
        lines = ["import NvRules", more.pop("other", ""), "def get_identifier():", "    return %r" % identifier]
        for name, value in more.items():
            if name == "evaluate":
                lines += ["def evaluate(handle):", textwrap.indent(textwrap.dedent(value), "    ")]
            else:
                lines += ["def get_%s():" % name, "    return %r" % (value,)]
        lines += ["def apply(handle):", "    context = NvRules.get_context(handle)", "    action = context[0][0]",
                  "    fe = context.frontend()", textwrap.indent(textwrap.dedent(apply), "    ")]
        return self.write(identifier.strip() + ".py", "\n".join(lines) + "\n", folder)

    def results(self, folder="", data=None, wanted=None, sections=None):
        self.rules = RuleSet([os.path.join(self.folder, folder)])
        action = ncurep.loads(plum() if data is None else data)[0][0]
        with contextlib.redirect_stderr(io.StringIO()):
            return run(action, self.rules, sections, wanted)

    def one(self, apply, **more):
        """The result of one rule with this body."""
        self.rule("One", apply, **more)
        return self.results(wanted=["One"])[-1]

    def fine(self, apply, **more):
        result = self.one(apply, **more)
        self.assertEqual(result.status, "ok", result.traceback)
        return result


class Frontend(Case):
    def test_messages(self):
        result = self.fine("""
            T = NvRules.MsgType
            assert fe.message("a") == 1
            assert fe.message("b", "title") == 2
            assert fe.message(T.WARNING, "c") == 3
            assert fe.message(2, "d", "title") == 4
            assert fe.message(NvRules.IFrontend.MsgType_MSG_ERROR, "e", None) == 5
            for wrong in ((), ("a", "b", "c"), (T.OK,), (T.OK, 5), ("a", 5), (T.OK, "a", "b", "c"), (1.5, "a"), (None, "a")):
                try:
                    fe.message(*wrong)
                except TypeError:
                    continue
                raise AssertionError(wrong)
            try:
                fe.message(7, "a")
            except ValueError:
                pass
        """)
        self.assertEqual([(f.id, f.type.name, f.title, f.text) for f in result.findings],
                         [(1, "NONE", None, "a"), (2, "NONE", "title", "b"), (3, "WARNING", None, "c"),
                          (4, "OPTIMIZATION", "title", "d"), (5, "ERROR", None, "e")])

    def test_speedup_and_focus(self):
        result = self.fine("""
            F = NvRules.IFrontend
            m = fe.message("a")
            assert fe.speedup(m, F.SpeedupType_LOCAL, 5) is True
            assert fe.speedup(message_id=m, type=F.SpeedupType_GLOBAL, estimated_speedup=12.5) is True
            assert fe.speedup(m + 1, F.SpeedupType_LOCAL, 5) is False
            assert fe.speedup(0, F.SpeedupType_LOCAL, 5) is False
            assert fe.focus_metric(m, "x", 3, F.Severity_SEVERITY_HIGH, "why") is True
            assert fe.focus_metric(message_id=m, metric_name="y", metric_value=2.5, severity=0, info="") is True
            assert fe.focus_metric(9, "x", 3, 0, "") is False
            for call in (lambda: fe.focus_metric(m, 5, 3, 0, ""), lambda: fe.focus_metric(m, "x", "3", 0, ""),
                         lambda: fe.focus_metric(m, "x", None, 0, ""), lambda: fe.focus_metric(m, "x", 3, 0),
                         lambda: fe.speedup(m, 1.0, 3), lambda: fe.speedup("1", 1, 3)):
                try:
                    call()
                except TypeError:
                    continue
                raise AssertionError
            for call in (lambda: fe.speedup(-1, 1, 3), lambda: fe.focus_metric(m, "x", 3, 7, "")):
                try:
                    call()
                except OverflowError:
                    continue
                raise AssertionError
        """)
        self.assertEqual(result.findings[0].speedup, (2, 12.5))
        self.assertEqual(result.findings[0].focus, [("x", 3.0, 2, "why"), ("y", 2.5, 0, "")])

    def test_markers(self):
        result = self.fine("""
            K, T = NvRules.MarkerKind, NvRules.MsgType
            fe.source_marker("a", 0x7f0000000010, K.SASS)
            fe.source_marker("b", 2 ** 64 - 1, K.SASS, T.OPTIMIZATION)
            fe.source_marker("c", 12, K.SOURCE, "plum.cu")
            fe.source_marker("d", 13, NvRules.IFrontend.MarkerKind_SOURCE, "plum.cu", T.WARNING)
            for wrong in (("a", 1), ("a", "1", K.SASS), ("a", -1, K.SASS), ("a", 1, K.SOURCE, "f", T.OK, 5), ("a", 1, 9), ("a", 1, K.SASS, 9)):
                try:
                    fe.source_marker(*wrong)
                except (TypeError, OverflowError, ValueError):
                    continue
                raise AssertionError(wrong)
        """, section_identifier="Skin")
        self.assertEqual([(m.message, m.kind, m.source_address, m.source_location, m.message_type, m.rule_identifier, m.section_identifier)
                          for m in result.markers],
                         [("a", 0, 0x7F0000000010, None, 0, "One", "Skin"), ("b", 0, 2 ** 64 - 1, None, 2, "One", "Skin"),
                          ("c", 1, None, ("plum.cu", 12), 0, "One", "Skin"), ("d", 1, None, ("plum.cu", 13), 3, "One", "Skin")])

    def test_tables(self):
        result = self.fine("""
            m = fe.message("a")
            assert fe.generate_table(m, ["n", "x", "t", "o"], [[1, 2.5, "a", None], [True and 2, 3.5, "b", None]]) is None
            fe.generate_table(m, ("n", "t"), ((1, "a"), (2, "b")), {
                "title": "T", "description": "D", "sort_by": {"column": "n", "order": "DESCENDING"}, "style": {"bold": True},
                "per_column_configs": {"t": {"tooltip": "tip", "relative_width": 0.5, "style": {"header": {"italic": True}}}, 0: {}},
                "unknown": 5})
            fe.generate_table(7, ["n"], [[1]])
        """)
        first, second = result.findings[0].tables
        self.assertEqual([(c.name, c.kind, list(c.values()), c.size()) for c in first.columns],
                         [("n", 2, [1, 2], 2), ("x", 1, [2.5, 3.5], 2), ("t", 3, ["a", "b"], 2), ("o", 4, ["None", "None"], 2)])
        self.assertFalse(first.has_config)
        self.assertEqual((second.config.title, second.config.description, second.config.use_sorting, second.config.sort_by.column,
                          second.config.sort_by.is_ascending, second.config.use_styling, second.config.style.is_bold),
                         ("T", "D", True, 0, False, True, True))
        column = second.columns[1]
        self.assertEqual((column.has_column_config, column.column_config.tooltip, column.column_config.relative_width,
                          column.column_config.header_style.is_italic), (True, "tip", 0.5, True))

    def test_wrong_tables(self):
        cases = [("ValueError", "['n'], []"), ("ValueError", "['n'], [[]]"), ("ValueError", "['n'], [[1], [1, 2]]"),
                 ("ValueError", "[], [[1]]"), ("ValueError", "['n', 'm'], [[1]]"), ("TypeError", "['n'], [[1], [1.0]]"),
                 ("TypeError", "['n'], [[1], [True]]"), ("OverflowError", "['n'], [[2 ** 63]]"), ("TypeError", "[5], [[1]]")]
        for sort in ("{}", "{'column': 'm'}", "{'column': 1}", "{'column': -1}", "{'column': 0, 'order': 'up'}", "{'column': 1.5}"):
            cases.append(("ValueError", "['n'], [[1]], {'sort_by': %s}" % sort))
        cases.append(("ValueError", "['n'], [[1]], {'per_column_configs': {'m': {}}}"))
        for error, arguments in cases:
            with self.subTest(arguments):
                result = self.one("fe.generate_table(fe.message('a'), %s)" % arguments)
                self.assertEqual(result.status, "failed")
                self.assertIn(error, result.traceback)
                self.assertEqual([f.type.name for f in result.findings], ["NONE", "ERROR"])

    def test_values_without_text(self):
        result = self.fine("""
            class Bad:
                def __str__(self):
                    raise ValueError
            fe.generate_table(fe.message('a'), ['n'], [[Bad()]])
        """)
        self.assertEqual((result.findings[0].tables[0].columns[0].kind, result.findings[0].tables[0].columns[0].values()), (0, ["???"]))

    def test_old_names(self):
        result = self.fine("""
            import warnings
            with warnings.catch_warnings(record=True) as seen:
                warnings.simplefilter("always")
                assert NvRules.IFrontend.MsgType_MSG_WARNING == NvRules.MsgType.WARNING and not seen
                assert fe.MsgType_MSG_WARNING == 3 and fe.MarkerKind_SASS == 0
                fe.message("%d %s" % (len(seen), seen[0].category.__name__))
                assert "MsgType.WARNING" in str(seen[0].message)
        """)
        self.assertEqual(result.findings[0].text, "2 DeprecationWarning")

    def test_charts(self):
        files = {"source.chart": 'SourceMetricTable { Label: "Plums" Metrics { Name: "plum__size.sum" } }\n',
                 "long.chart": 'LineChart { Label: "%s" }' % ("x" * 300), "flat.chart": "BarChart { }",
                 "two.chart": 'Table { } BarChart { }', "other.chart": "MemoryChart { }", "wrong.chart": "Table {", "field.chart": "Plum { }",
                 "empty.chart": "", "bytes.chart": b"\xff\0\xfe"}
        for name, text in files.items():
            self.write(name, text)
        names = [*files, "no.chart", "no\0.chart"]
        result = self.fine("for n in %r:\n    fe.load_chart_from_file(n)" % names)
        charts = {c.filename: c for c in result.charts}
        self.assertEqual([c.filename for c in result.charts], names)
        self.assertEqual({n: c.kind for n, c in charts.items() if c.problem is None},
                         {"source.chart": "SourceMetricTable", "long.chart": "LineChart", "flat.chart": "BarChart"})
        self.assertEqual(charts["source.chart"].stored, message((9, message((1, "Plums"), (3, message((1, "plum__size.sum")))))))
        self.assertEqual(charts["long.chart"].stored[:3], bytes((5 << 3 | 2, 0xAF, 2)))
        self.assertEqual(charts["flat.chart"].stored, message((3, b"")))
        for name, chart in charts.items():
            self.assertEqual((chart.stored == b"", bool(chart.problem)), (chart.kind == "",) * 2, name)


class Context(Case):
    def test_walk(self):
        self.fine("""
            assert context.num_ranges() == len(context) == 1 and context.range_by_idx(1) is None
            r = context.range_by_idx(0)
            assert r.num_actions() == len(r) == 1 and r.action_by_idx(1) is None and context[-1][-1] == action
            assert r.action_by_idx(0) is r[0] and [a.name() for x in context for a in x] == ["plum"]
            assert context[:] == (r,) and r.actions_by_nvtx([], []) == (0,) and r.actions_by_nvtx(["x/"], []) == ()
            for call, error in ((lambda: context[1], IndexError), (lambda: r["0"], TypeError), (lambda: r.action_by_idx(-1), OverflowError)):
                try:
                    call()
                except error:
                    continue
                raise AssertionError
            assert NvRules.get_version(handle) == context.get_version() == NvRules.get_evaluator(handle).get_version()
            assert action.workload_type() == NvRules.IAction.WorkloadType_KERNEL == action.WorkloadType_KERNEL
            assert str(action) == "plum" and action in {action: 1}
            assert action.nvtx_state() is None and action.timed_warp_samples() == [] and not action.source_files()
        """)

    def test_metrics(self):
        self.fine("""
            assert action.metric_names() == ("plum__kind", "plum__size.sum", "plum__sugar.avg")
            assert action["plum__size.sum"].value() == 7 and "plum__size.sum" in action and len(action) == 3
            assert isinstance(action["plum__size.sum"], NvRules.IMetric)
            for key, error in (("none", KeyError), (5, TypeError)):
                try:
                    action[key]
                except error:
                    continue
                raise AssertionError
            K = NvRules.IMetric
            action.add_integer_metric("plum__stones", K.ValueKind_UINT64, 1)
            action.add_double_metric(value_name="plum__x", value_kind=K.ValueKind_DOUBLE, value=2)
            action.add_string_metric("plum__kind", K.ValueKind_STRING, "red")
            m = action.add_metric("plum__by_day")
            assert m.kind() == K.ValueKind_UNKNOWN and m.value() is None and not m.has_value()
            assert m.set_uint64(K.ValueKind_UINT64, 9) and m.set_double(2, K.ValueKind_DOUBLE, 1.5) and not m.set_string(K.ValueKind_DOUBLE, "x")
            assert m.mutable_correlation_ids().set_uint64(2, K.ValueKind_UINT64, 77)
            assert isinstance(m, NvRules.IMutableMetric) and isinstance(m, K)
            again = action["plum__by_day"]
            assert again.value() == 9 and NvRules.metric_instances(again) == [None, None, 1.5] and again.correlation_ids().value(2) == 77
            assert action["plum__kind"].value() == "red" and action.metric_names()[0] == "plum__by_day"
        """)

    def test_added_metrics_go_on(self):
        """Later rules see them, later runs and the report do not."""
        self.rule("A", "action.add_integer_metric('plum__new', NvRules.IMetric.ValueKind_UINT64, 5)")
        self.rule("B", "fe.message(str(action['plum__new'].value()))")
        report = ncurep.loads(plum())
        rules = RuleSet([self.folder])
        for _ in range(2):
            self.assertEqual([f.text for r in run(report[0][0], rules) for f in r.findings], ["5"])
        self.assertEqual([r.status for r in run(report[0][0], rules, wanted=["B"])], ["missing_metric"])
        self.assertNotIn("plum__new", report[0][0])

    def test_attributes_of_the_device(self):
        rules = RuleSet([OURS])
        action = ncurep.load_report(sample("orchard"))[0][0]
        self.assertNotIn("device__attribute_multiprocessor_count", action)
        result = [r for r in run(action, rules) if r.rule.identifier == "LaunchConfiguration"][0]
        self.assertEqual([f.title for f in result.findings], ["Last wave"])

    def test_stored_results(self):
        rule = message((1, "Old"), (2, "old"), (3, message((1, message((1, message((1, "m"), (2, 4), (3, 1), (4, "t"))))))),
                       (5, message((1, 0), (3, 16), (4, "n"), (5, 2))))
        maker = Maker()
        maker.kernel("plum", rules=[rule])
        self.rule("One", """
            marker = action.source_markers()[0]
            assert marker.rule_identifier == "Old" and marker.source_address == 16 and marker.message_type == NvRules.MsgType.WARNING
            said = action.rule_results()[0]
            assert said.rule_message().title == "t" and said.rule_message().type == NvRules.MsgType.OPTIMIZATION and str(said) == "old"
        """)
        result = self.results(data=maker.bytes())[0]
        self.assertEqual(result.status, "ok", result.traceback)

    def test_no_constructors(self):
        for name in ("IContext", "IRange", "IAction", "IMetric", "IMutableMetric", "IFrontend", "IController", "IEvaluator",
                     "IMessageVault", "IRuleResult"):
            with self.assertRaises(AttributeError):
                getattr(nvrules, name)()
        for name in ("TableData", "TableConfig", "TableColumn", "TableColumnConfig", "TableSortInfo", "TableStyle", "SourceMarker"):
            getattr(nvrules, name)()

    def test_wrong_handle(self):
        for call in (nvrules.get_context, nvrules.get_evaluator, nvrules.get_version):
            with self.assertRaises(TypeError):
                call(17)

    def test_compat(self):
        code = "import NvRules; print(NvRules.IMetric.ValueKind_UINT64, int(NvRules.MsgType_ERR), *sorted(NvRules.__all__)[:1])"
        environment = dict(os.environ, PYTHONPATH=_places.compat(), PYTHONDONTWRITEBYTECODE="1")
        done = subprocess.run([sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, check=True)
        self.assertEqual(done.stdout.split()[:2], [b"6", b"4"])


class Running(Case):
    def names(self, results):
        return [r.rule.identifier for r in results]

    def test_order(self):
        """Parents first, then sections in their order, rules without section last, then by identifier."""
        self.rule("A", parent_rules_identifiers=["Z"], section_identifier="Skin")
        self.rule("Z", section_identifier="Stone")
        self.rule("Y")
        self.rule("X", section_identifier="Stone")
        self.rule("B", section_identifier="Skin")
        self.assertEqual(self.names(self.results()), ["B", "X", "Z", "A", "Y"])

    def test_sections(self):
        self.rule("A", section_identifier="Skin")
        self.rule("B", section_identifier="Leaf")
        self.rule("C")
        self.assertEqual(self.names(self.results()), ["A", "C"])
        self.assertEqual(self.names(self.results(sections=["Leaf"])), ["B", "C"])
        self.assertEqual(self.names(self.results(data=plum(()))), ["A", "B", "C"])
        self.assertEqual(self.names(self.results(wanted=["A", "B"])), ["A"])

    def test_loop_of_parents(self):
        self.rule("A", "fe.message(str(dict(fe.receive_dict_from_parent('B'))))", parent_rules_identifiers=["B"])
        self.rule("B", "fe.send_dict_to_children({'x': 1})\nfe.message(str(dict(fe.receive_dict_from_parent('B'))))",
                  parent_rules_identifiers=["A", "B", "None"])
        results = self.results()
        self.assertEqual(self.names(results), ["A", "B"])
        self.assertEqual([r.findings[0].text for r in results], ["{}", "{'x': 1.0}"])

    def test_numbers_for_children(self):
        self.rule("P", """
            fe.send_dict_to_children({"a": 1, "b": 2.5})
            fe.send_dict_to_children({"b": 3, "c": True})
            for wrong in ({"a": "1"}, {5: 1}, {"a": None}):
                try:
                    fe.send_dict_to_children(wrong)
                except TypeError:
                    continue
                raise AssertionError
        """)
        self.rule("C", """
            got = fe.receive_dict_from_parent("P")
            assert {**got} == {"a": 1.0, "b": 3.0, "c": 1.0} and got["a"] == 1 and "z" not in got
            assert fe.receive_dict_from_parent("B") == {} and fe.receive_dict_from_parent("Absent") == {}
            got["a"] = 5
            assert fe.receive_dict_from_parent("P")["a"] == 1
            fe.send_dict_to_children(got)
        """, parent_rules_identifiers=["P", "Absent"])
        self.rule("B", "fe.send_dict_to_children({'q': 1})")  # goes before C, which does not name it
        for r in self.results():
            self.assertEqual(r.status, "ok", r.traceback)

    def test_failed_parent(self):
        self.rule("P", "fe.message('before')\nfe.send_dict_to_children({'a': 1})\nraise RuntimeError('no \\033[31m more')")
        self.rule("C", "fe.message('%d' % len(fe.receive_dict_from_parent('P')))", parent_rules_identifiers=["P"])
        parent, child = self.results()
        self.assertEqual((parent.status, child.status), ("failed", "ok"))
        self.assertEqual([(f.type.name, f.text.partition(" (")[0]) for f in parent.findings],
                         [("NONE", "before"), ("ERROR", "no \033[31m more")])
        self.assertIn("RuntimeError", parent.traceback)
        self.assertIn("P.py", parent.traceback)
        self.assertNotIn("ncurep/rules.py", parent.traceback.replace("\\", "/"))

    def test_ways_to_end(self):
        for body, status, messages in (
                ("NvRules.raise_exception(handle, 'gone')", "ended", ["gone"]),
                ("context.handle_exception('gone')", "ended", ["gone"]),
                ("fe.message(NvRules.MsgType.ERROR, 'said')\nNvRules.raise_exception(handle, 'gone')", "ended", ["said"]),
                ("try:\n    NvRules.raise_exception(handle, 'gone')\nexcept SystemError as e:\n    fe.message(str(e))", "ok", ["gone"]),
                ("raise SystemExit(3)", "failed", ["3"]),
                ("import sys\nsys.exit()", "failed", ["SystemExit"]),
                ("raise KeyError('k')", "failed", ["KeyError: 'k'"]),
                ("raise Exception", "failed", ["Exception"]),
                ("raise BaseException('all')", "failed", ["all"]),
                ("def f():\n    f()\nf()", "failed", ["maximum recursion depth exceeded"]),
                ("fe.message(5 + None)", "failed", ["unsupported operand"]),
                ("None.x", "failed", ["'NoneType'"]),
                ("action[5]", "failed", ["expected str"]),
                ("fe.message(None)", "failed", ["message"]),
                ("fe.generate_table(fe.message('a'), 5, 5)", "failed", ["a", ""]),
                ("fe.no_such_call()", "internal", ["'IFrontend' object has no attribute 'no_such_call'"]),
                ("NvRules.no_such_name", "internal", ["module '"]),
                ("from NvRules import absent", "internal", ["cannot import name 'absent'"]),
                ("action['plum__none']", "missing_metric", ["KeyError: 'plum__none'"]),
                ("5 / action.metric_by_name('plum__none')", "missing_metric", ["There is no metric plum__none", "unsupported operand"]),
                ("m = action.metric_by_name('plum__none')\n1 / 0", "failed", ["division by zero"]),
                ("action.metric_by_name('plum__none').value()", "missing_metric", ["There is no metric plum__none in this result.",
                                                                          "'NoneType' object has no attribute 'value'"])):
            with self.subTest(body):
                result = self.one(body)
                self.assertEqual(result.status, status, result.traceback)
                self.assertEqual(len(result.findings), len(messages))
                for f, text in zip(result.findings, messages):
                    self.assertTrue(f.text.startswith(text), f.text)
        self.assertEqual(result.missing, ("plum__none",))

    def test_our_mistake(self):
        """A failure inside the package is not the rule's."""
        from ncurep import report

        names, report._Result.names = report._Result.names, None
        try:
            result = self.one("len(action)")
        finally:
            report._Result.names = names
        self.assertEqual(result.status, "internal", result.traceback)

    def test_evaluate(self):
        self.rule("A", "fe.message('a')", evaluate="NvRules.require_metrics(handle, ['plum__size.sum'])\nNvRules.require_rules(handle, ['Z'])")
        self.rule("B", "fe.message('b')", evaluate="NvRules.require_metrics(handle, ['plum__size.sum', 'plum__none'])")
        self.rule("C", "fe.message('c')", evaluate="NvRules.get_evaluator(handle).require_rule(rule='Absent')")
        self.rule("D", "fe.message('d')", evaluate="raise ValueError('not today')")
        self.rule("E", "NvRules.require_metrics(handle, ['plum__size.sum'])")
        self.rule("Z", "fe.message('z')", section_identifier="Leaf", evaluate="NvRules.require_rules(handle, ['A'])")
        found = {r.rule.identifier: r for r in self.results()}
        self.assertEqual({i: r.status for i, r in found.items()},
                         {"A": "ok", "B": "ended", "C": "ended", "D": "failed", "E": "failed", "Z": "ok"})
        self.assertEqual({i: found[i].findings[0].text.partition(" (")[0] for i in "BCD"},
                         {"B": "This rule needs the metric plum__none, which is missing.",
                          "C": "This rule needs the rule Absent, which is missing.", "D": "not today"})
        self.assertEqual(sorted(self.names(self.results(wanted=["A"]))), ["A", "Z"])  # each requires the other
        self.rule("A", "fe.message('a')", evaluate="NvRules.require_rules(handle, ['Z'])")
        self.rule("Z", "fe.message('z')")
        self.assertEqual(self.names(self.results(wanted=["A"])), ["Z", "A"])

    def test_state(self):
        """Each run begins with a new module; evaluate and apply of one run share theirs."""
        self.rule("One", "seen.append(2)\nfe.message(str(seen))", other="seen = []", evaluate="seen.append(1)")
        self.rule("Two", "fe.message('x')", other="import dataclasses\n@dataclasses.dataclass\nclass D:\n    a: 'int' = 5")
        rules = RuleSet([self.folder])
        action = ncurep.loads(plum())[0][0]
        for _ in range(3):
            self.assertEqual([f.text for r in run(action, rules) for f in r.findings], ["[1, 2]", "x"])

    def test_modules(self):
        """Helper modules belong to their folder, and nothing of them remains."""
        for folder, value in (("a", "1"), ("b", "2")):
            self.write("basket.py", "count = []\nvalue = %s\n" % value, folder)
            for identifier in "XY":
                self.rule(identifier + folder, "import basket, crate\nbasket.count.append(1)\nfe.message('%d %d' % (basket.value, len(basket.count)))", folder)
            self.write("crate.py", "", folder)
        self.write("NvRules.py", "raise AssertionError('this one is not wanted')\n", "a")
        mine = sys.modules["basket"] = type(sys)("basket")
        self.addCleanup(sys.modules.pop, "basket")
        before = set(sys.modules), list(sys.path)
        rules = RuleSet([os.path.join(self.folder, "a"), os.path.join(self.folder, "b")])
        self.assertEqual(rules.problems, [])
        texts = [f.text for r in run(ncurep.loads(plum())[0][0], rules) for f in r.findings]
        self.assertEqual(sorted(texts), ["1 1", "1 2", "2 1", "2 2"])
        self.assertEqual((set(sys.modules) ^ before[0], list(sys.path)), (set(), before[1]))
        self.assertIs(sys.modules["basket"], mine)
        self.assertEqual([m for m in sys.modules if m in ("NvRules", "crate") or m.startswith("ncurep_rule_")], [])

    def test_print(self):
        out, errors = io.StringIO(), io.StringIO()
        self.rule("One", "print('hello')")
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
            run(ncurep.loads(plum())[0][0], RuleSet([self.folder]))
        self.assertEqual((out.getvalue(), errors.getvalue()), ("", "hello\n"))

    def test_proposals_and_vault(self):
        self.rule("A", """
            context.controller().propose_rule("B")
            context.controller().propose_rule(rule="C")
            vault = context.controller().get_message_vault()
            vault.Put("B", {"x": 1})
            vault.Put("B", {"y": 2})
            assert vault.Get("A") == {}
        """)
        self.rule("B", "assert context.controller().get_message_vault().Get('B') == {'x': 1.0, 'y': 2.0}")
        a, b = self.results()
        self.assertEqual((a.proposals, b.status), (["B", "C"], "ok"))

    def test_many_messages(self):
        result = self.fine("for i in range(20000):\n    fe.focus_metric(fe.message('m'), 'x', i, 0, '')")
        self.assertEqual((len(result.findings), result.findings[-1].focus[0].value), (20000, 19999.0))

    def test_threads(self):
        """Runs in several threads do not disturb each other."""
        import concurrent.futures

        self.write("basket.py", "def full(action):\n    return action['plum__size.sum'].value() > 5\n")
        self.rule("A", "import basket\nfe.send_dict_to_children({'x': 1})\nfe.message(str(basket.full(action)))")
        self.rule("B", "fe.message(str(fe.receive_dict_from_parent('A')['x']))", parent_rules_identifiers=["A"])
        rules, report = RuleSet([self.folder]), ncurep.loads(plum())
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            found = list(pool.map(lambda i: [f.text for r in run(report[0][0], rules) for f in r.findings], range(200)))
        self.assertEqual(found, [["True", "1.0"]] * 200)

    def test_memory(self):
        """Nothing of a run is held once it is over."""
        import gc
        import weakref

        self.rule("One", "fe.message('m')\naction.add_metric('x')")
        rules = RuleSet([self.folder])
        core = ncurep.loads(plum())
        held = weakref.ref(core._core)
        run(core[0][0], rules)
        del core
        gc.collect()
        self.assertIsNone(held())


class Loading(Case):
    def problem(self, name, text):
        self.write(name, text)
        rules = RuleSet([self.folder])
        os.remove(os.path.join(self.folder, name))
        self.assertEqual(len(rules.problems), 1, rules.problems)
        return rules.problems[0].text

    GOOD = "def get_identifier():\n    return 'X'\ndef apply(handle):\n    pass\n"

    def test_broken_files(self):
        for text, want in ((self.GOOD + "def broken(:\n", "SyntaxError"), (self.GOOD + "\0", "null"),
                           (b"\xff\xfe" + self.GOOD.encode(), "SyntaxError"), ("import no_such_module\n" + self.GOOD, "ModuleNotFoundError"),
                           ("from NvRules import nothing\n" + self.GOOD, "ImportError"), (self.GOOD + "1 / 0\n", "ZeroDivisionError"),
                           (self.GOOD + "raise SystemExit(2)\n", "SystemExit"), (self.GOOD + "x = " + "(" * 5000 + ")" * 5000, "Error"),
                           ("def get_identifier():\n    return 'X'\n", "no function apply"),
                           ("def apply(handle):\n    pass\n", "no function get_identifier"),
                           ("apply = 5\nget_identifier = 6\n", "no function get_identifier"),
                           (self.GOOD.replace("'X'", "1 / 0"), "ZeroDivisionError"), (self.GOOD.replace("'X'", "5"), "does not return text"),
                           (self.GOOD.replace("'X'", "''"), "empty"), (self.GOOD.replace("'X'", "'a b'"), "contains spaces"),
                           (self.GOOD.replace("'X'", "'a\\n'"), "contains spaces"), (self.GOOD.replace("'X'", "'\\x1b[2J'"), "contains spaces"),
                           (self.GOOD + "def get_name():\n    return 5\n", "get_name does not return text"),
                           (self.GOOD + "def get_description():\n    pass\n", "get_description does not return text"),
                           (self.GOOD + "def get_section_identifier():\n    return 5\n", "get_section_identifier does not return text"),
                           (self.GOOD + "def get_parent_rules_identifiers():\n    return 'X'\n", "does not return a list"),
                           (self.GOOD + "def get_parent_rules_identifiers():\n    return [5]\n", "items that are not text"),
                           (self.GOOD + "get_name = 'x'\n", "no function get_name")):
            with self.subTest(want):
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    self.assertIn(want, self.problem("x.py", text))

    def test_others_go_on(self):
        self.write("a.py", self.GOOD + "(")
        self.write("b.py", self.GOOD)
        self.write("c.py", self.GOOD)
        rules = RuleSet([self.folder])
        self.assertEqual((list(rules.rules), [os.path.basename(p.path) for p in rules.problems]), (["X"], ["a.py", "c.py"]))
        self.assertIn("b.py", rules.problems[1].text)

    def test_helpers(self):
        self.write("helper.py", "raise AssertionError('not a rule')\n")
        self.write("text.txt", "no Python")
        self.assertEqual(RuleSet([self.folder]).problems, [])

    def test_places(self):
        for folder in ("", "below", "left_out"):
            self.rule("R" + folder, folder=folder)
        self.write(".ncu-ignore", "", "left_out")
        self.assertEqual(list(RuleSet([self.folder]).rules), ["R"])
        self.assertEqual(sorted(RuleSet([self.folder], recursive=True).rules), ["R", "Rbelow"])
        self.assertEqual(list(RuleSet([os.path.join(self.folder, "below", "Rbelow.py")]).rules), ["Rbelow"])
        self.assertEqual(list(RuleSet([self.folder, self.folder]).problems), [])
        self.assertEqual(len(RuleSet([os.path.join(self.folder, "nowhere")]).problems), 1)

    def test_defaults(self):
        self.write("x.py", self.GOOD)
        rule = RuleSet([self.folder]).rules["X"]
        self.assertEqual((rule.name, rule.description, rule.section, rule.parents), ("X", "", None, ()))

    def test_page(self):
        """The rule of docs/PYTHON.md says what the page shows."""
        with open(os.path.join(TOP, "docs", "PYTHON.md"), encoding="utf-8") as f:
            code, shown = f.read().split("```")[1:4:2]
        self.write("few_warps.py", code.partition("\n")[2])
        out = io.StringIO()
        with tempfile.TemporaryFile("w+", encoding="utf-8") as f:
            before, sys.stdout = sys.stdout, f
            try:
                self.assertEqual(rules_main(["rules", sample("saxpy"), "--rules-folder", self.folder, "--details"]), 0)
            finally:
                sys.stdout = before
            f.seek(0)
            out = f.read()
        self.assertEqual(out, shown.partition("\n")[2])

    def test_ours(self):
        rules = RuleSet([OURS])
        self.assertEqual((len(rules.rules), rules.problems), (22, []))


class Helpers(Case):
    HEAD = "from RequestedMetrics import Importance, MetricRequest, RequestedMetricsParser\n"

    def parse(self, requests, then="", status="ok"):
        result = self.one("parser = RequestedMetricsParser(handle, action)\nm = parser.parse([%s])\n%s" % (requests, textwrap.dedent(then)), other=self.HEAD)
        self.assertEqual(result.status, status, result.traceback)
        return result

    def test_requests(self):
        result = self.parse("""
            MetricRequest("plum__size.sum", "size"), MetricRequest("plum__none", "none", Importance.OPTIONAL, None, False),
            MetricRequest("plum__a", None, Importance.OPTIONAL, 5, False),
            MetricRequest(name="plum__b", alias="b", importance=Importance.OPTIONAL, default_value=2.5, warn_when_missing=False),
            MetricRequest("plum__c", None, Importance.OPTIONAL, "text", False), MetricRequest("plum__d", None, Importance.OPTIONAL, True, False)
        """, """
            assert m["size"].value() == m["plum__size.sum"].value() == 7 and m["none"] is None and m["plum__none"] is None
            assert m["plum__a"].kind() == NvRules.IMetric.ValueKind_UINT64 and action["plum__a"].value() == 5
            assert m["b"].value() == 2.5 and m["plum__c"].value() == "text" and m["plum__d"].value() == 1
            assert list(m) == ["plum__size.sum", "plum__none", "plum__a", "plum__b", "plum__c", "plum__d"]
            assert "size" in m and "plum__size.sum" in m and "other" not in m and len(m.values()) == 6 and m.get("size") is m["size"]
            assert MetricRequest("x") == ("x", None, Importance.REQUIRED, 0.0, True)
            assert (Importance.OPTIONAL.value, Importance.REQUIRED.value) == (1, 2)
            try:
                m["other"]
            except KeyError:
                fe.message("done")
        """)
        self.assertEqual([f.text for f in result.findings], ["done"])

    def test_missing(self):
        result = self.parse('MetricRequest("a", "x"), MetricRequest("plum__size.sum"), MetricRequest("b")', "fe.message('not reached')", "ended")
        self.assertEqual([(f.type.name, f.text) for f in result.findings],
                         [("ERROR", "The metric a is missing."), ("ERROR", "The metric b is missing.")])

    def test_warnings(self):
        result = self.parse('MetricRequest("a", None, Importance.OPTIONAL, 0), MetricRequest("b", None, Importance.OPTIONAL)',
                            'parser.parse([MetricRequest("c", None, Importance.OPTIONAL, None)])')
        self.assertEqual([(f.type.name, f.text.split()[2]) for f in result.findings], [("WARNING", "a"), ("WARNING", "c")])

    def test_wrong_requests(self):
        for requests, error in (('MetricRequest("plum__size.sum", "x"), MetricRequest("plum__kind", "x")', "KeyError"),
                                ('MetricRequest("a", None, Importance.OPTIONAL, -1)', "ValueError"),
                                ('MetricRequest("a", None, Importance.OPTIONAL, [])', "ValueError")):
            self.assertIn(error, self.parse(requests, status="failed").traceback)

    SASS = ("FADD R1, R2, R3", "@P0 FMUL.FTZ R1, R2, R3", "@!PT FFMA R1, R2, R3, R4", "LDG.E R1, [R2]", "FADD.FTZ R5, R6, R7", "N/A")

    def tables(self, then):
        """A rule on a kernel with code, whose instructions are made up."""
        lines = textwrap.dedent("""
            class Code:
                def __init__(self, action): self.action = action
                def __getattr__(self, name): return getattr(self.action, name)
                def __hash__(self): return 1
                def __eq__(self, other): return True
                def sass_by_pc(self, pc): return "  " + SASS[(pc // 16) % len(SASS)]
        """)
        body = "w = Code(action)\nm = action['inst_executed']\n" + textwrap.dedent(then)
        self.rule("One", body, other="SASS = %r\nfrom TableBuilder import *\nfrom MetricAggregation import *\n%s" % (self.SASS, lines))
        rules = RuleSet([self.folder])
        self.assertEqual(rules.problems, [])
        result = run(ncurep.load_report(sample("saxpy"))[0][0], rules)[0]
        self.assertEqual(result.status, "ok", result.traceback)
        return result

    def test_aggregates(self):
        self.tables("""
            a = ByOpcodeMetricAggregator(w, m)
            apart, together = a.get_aggregates(["FADD", "FMUL"]), a.get_aggregates(["FADD", "FMUL"], group_aggregation=True)
            assert apart and all(x.value >= y.value for x, y in zip(apart, apart[1:]))
            assert {o for x in apart for o in x.opcodes} == {"FADD", "FMUL"} and all(len(x.opcodes) == 1 for x in apart)
            assert any(x.opcodes == {"FADD", "FMUL"} for x in together)
            assert sum(x.value for x in apart) == sum(x.value for x in together)
            ids = m.correlation_ids()
            assert sum(x.value for x in apart) == sum(m.value(i) for i in range(m.num_instances())
                if action.source_info(ids.value(i)) and w.sass_by_pc(ids.value(i)).split("FADD")[0].strip() in ("",) + ("@P0 FMUL.FTZ R1, R2, R3",)
                and ("FADD" in w.sass_by_pc(ids.value(i)) or "FMUL" in w.sass_by_pc(ids.value(i))))
            assert a.get_aggregates("FADD", top_n=1) == a.get_aggregates(["FADD"])[:1] and a.get_aggregates("NONE") == []
            assert isinstance(apart[0].source_location, SourceLocation) and apart[0].name == "inst_executed"
            assert [x.value for x in a.get_aggregates("FADD.FTZ")] and isinstance(a, MetricAggregator)
        """)

    def test_builder(self):
        result = self.tables("""
            b = OpcodeTableBuilder(workload=w, instruction_metric=m, opcodes=["FADD", "FMUL"])
            header, data, config = b.build(title="T", description="D")
            assert header == ["Location", "Source", "Opcode", "Executed Instructions"] and 0 < len(data) <= 3 == len(b.get_aggregates())
            line = b.get_aggregates()[0].source_location.line
            assert data[0][:2] == ["@source:/src/kernels/nested.cu:%d:nested.cu:%d@" % (line - 1, line), "???"]
            fe.generate_table(fe.message("t"), header, data, config)
            header, data, config = PipelineTableBuilder(w, m, ["FADD", "FMUL"]).build("T", "D", top_n=1)
            assert header[2] == "Opcodes" and len(data) == 1
            # The real instructions, and no file that was imported: 0xf0, 0x110, 0x130 and 0x150; 0xc0, 0xd0 and 0x160.
            assert OpcodeTableBuilder(action, m, "FADD").build("T", "D")[1] == [
                ["@source:/src/kernels/nested.cu:%d:nested.cu:%d@" % (line - 1, line), "???", "FADD", value]
                for line, value in ((8, 8192 + 8064 + 7936 + 8128), (14, 8064 + 8000 + 8064))]
            assert isinstance(b, TableBuilder) and isinstance(b, AggregatedMetricByOpcodeTableBuilder)
        """)
        table = result.findings[0].tables[0]
        self.assertEqual((table.config.title, table.config.sort_by.column, table.config.sort_by.is_ascending), ("T", 3, False))


class Program(Case):
    def ncurep(self, *arguments, data=b""):
        """Exit code, output and errors of the program."""
        streams = sys.stdin, sys.stdout, sys.stderr
        sys.stdin, sys.stdout, sys.stderr = (io.TextIOWrapper(io.BytesIO(b), "utf-8", newline="\n") for b in (data, b"", b""))
        try:
            code = rules_main(["rules", *arguments])
        except SystemExit as e:  # --help
            code = e.code
        finally:
            made = sys.stdout, sys.stderr
            sys.stdin, sys.stdout, sys.stderr = streams
        for stream in made:
            stream.flush()
        return code, *(stream.buffer.getvalue().decode() for stream in made)

    def setUp(self):
        super().setUp()
        self.report = self.write("plum.ncu-rep", plum())
        self.folder = os.path.join(self.folder, "rules")

    def test_usage(self):
        self.rule("A")
        for arguments, code in (((), 2), ((self.report,), 0), (("--list-rules",), 0), (("--rules-folder", self.folder), 2), (("--help",), 0), (("--no-such",), 2),
                                ((self.report, "--rules-folder", self.folder, "--json", "--csv"), 2),
                                ((self.report, "--rules-folder", self.folder, "--rule", "None"), 2),
                                ((self.report, "--rules-folder", self.folder, "--rule", "regex:("), 2),
                                ((self.report, "--rules-folder", self.folder, "--section", "None"), 2),
                                ((self.report, "--rules-folder", self.folder, "--apply-to", "x"), 2),
                                ((self.report, "--rules-folder", self.folder, "-c", "-1"), 2),
                                ((self.report, "--rules-folder", self.folder, "--nvtx-include", "a//["), 2),
                                ((self.report, self.report, "--rules-folder", self.folder, "--write", "x"), 2),
                                ((self.report, "--rules-folder", self.folder + "/none"), 3),
                                ((self.report + ".none", "--rules-folder", self.folder), 3),
                                ((os.path.join(self.folder, "A.py"), "--rules-folder", self.folder), 3),
                                ((self.report, "--rules-folder", self.folder, "-o", self.folder + "/no/file"), 3),
                                ((self.report, "--rules-folder", self.folder), 0), (("--rules-folder", self.folder, "--list-rules"), 0)):
            with self.subTest(arguments):
                found = self.ncurep(*arguments)
                self.assertEqual(found[0], code, found)
                self.assertNotIn("Traceback", found[2])
                self.assertEqual(bool(found[2]), code != 0)

    def test_text(self):
        self.rule("A", """
            m = fe.message(NvRules.MsgType.OPTIMIZATION, "See @section:Leaf:the leaves@ and @url:more:https://plum.example@.", "Sour")
            fe.speedup(m, 2, 12.345678)
            fe.focus_metric(m, "plum__sugar.avg", 12.5, 2, "sweeter")
            fe.generate_table(m, ["Day", "Weight"], [["Monday", 2], ["Tuesday", 31]], {"title": "By day", "sort_by": {"column": 1, "order": "descending"}})
            fe.source_marker("here", 12, NvRules.MarkerKind.SOURCE, "plum.cu")
            context.controller().propose_rule("B")
            fe.load_chart_from_file("none.chart")
        """, section_identifier="Skin")
        self.rule("B", "1 / 0")
        self.rule("C")
        code, out, errors = self.ncurep(self.report, "--rules-folder", self.folder, "--details")
        self.assertEqual((code, errors), (1, ""))
        for text in ("0  plum", "  A (Skin)\n    OPT   Sour. Est. Speedup: 12.35%\n          See the leaves and more (https://plum.example).\n",
                     "plum__sugar.avg: 12.5\n            sweeter\n", "By day", "Tuesday     31\n          Monday       2", "plum.cu:12\n          here",
                     "look next at the rule B", "chart none.chart: No such file", "  B: failed\n    ERR   division by zero (B.py:", "| ZeroDivisionError",
                     "Nothing to say: C", "3 rules on 1 result: 2 messages, 1 failed"):
            self.assertIn(text, out)
        self.assertLess(max(map(len, out.split("\n"))), 100)

    def test_json_and_csv(self):
        self.rule("A", "fe.speedup(fe.message(3, 'a, \"b\"\\n', 't'), 1, 5)\nfe.focus_metric(1, 'x', float('nan'), 1, 'i')\n"
                       "fe.generate_table(1, ['a'], [[float('inf')]])\nfe.source_marker('m', 16, NvRules.MarkerKind.SASS)\nfe.message('no estimate')")
        self.write("bad.py", "def apply(:", "")
        code, out, errors = self.ncurep(self.report, "--rules-folder", self.folder, "--json")
        self.assertEqual(code, 1)
        self.assertIn("SyntaxError", errors)
        report = json.loads(out)[0]
        self.assertEqual(report["problems"][0]["file"], os.path.join(self.folder, "bad.py"))
        rule = report["results"][0]["rules"][0]
        self.assertEqual((rule["rule"], rule["status"], rule["markers"]), ("A", "ok", [{"kind": "sass", "type": "INF", "text": "m", "address": 16}]))
        said = rule["messages"][0]
        self.assertEqual((said["type"], said["title"], said["speedup_type"], said["speedup"], said["focus"][0]["value"],
                          said["tables"][0]["columns"][0]["values"]), ("WRN", "t", "local", 5, None, [None]))
        self.assertEqual([rule["messages"][1][key] for key in ("speedup_type", "speedup")], [None, None])
        path = os.path.join(self.folder, "out.csv")
        self.assertEqual(self.ncurep(self.report, "--rules-folder", self.folder, "--csv", "-o", path)[:2], (1, ""))
        with open(path, newline="", encoding="utf-8") as f:
            rows = list(csv.DictReader(f))
        self.assertEqual((rows[0]["Rule Name"], rows[0]["Rule Description"], rows[0]["Estimated Speedup"]), ("A", 'a, "b"\n', "5.0"))

    def test_failures_are_told_apart(self):
        self.rule("A", "action.metric_by_name('plum__none').value()")
        self.rule("B", "fe.no_such_call()")
        self.rule("C", "1 / 0")
        self.rule("D", "NvRules.raise_exception(handle, 'gone')")
        code, out, _ = self.ncurep(self.report, "--rules-folder", self.folder)
        self.assertEqual(code, 1)
        for text in ("  A: failed, a metric is missing\n", "  B: failed in ncurep\n", "  C: failed\n", "  D\n",
                     "4 rules on 1 result: 5 messages, 3 failed (1 for want of a metric, 1 in ncurep)\n"):
            self.assertIn(text, out)
        rules = json.loads(self.ncurep(self.report, "--rules-folder", self.folder, "--json")[1])[0]["results"][0]["rules"]
        self.assertEqual([r["status"] for r in rules], ["missing_metric", "internal", "failed", "ended"])
        for name in "ABC":
            os.unlink(os.path.join(self.folder, name + ".py"))
        self.assertEqual(self.ncurep(self.report, "--rules-folder", self.folder)[0], 0)

    def test_rules_of_the_package(self):
        """Without a folder, the rules of the package run."""
        code, out, errors = self.ncurep("--list-rules", "--json")
        self.assertEqual((code, len(json.loads(out)), errors), (0, 22, ""))
        code, out, errors = self.ncurep(sample("saxpy"), "--json")
        ran = json.loads(out)[0]["results"][0]["rules"]
        self.assertTrue(len(ran) > 5 and any(r["messages"] for r in ran))

    def test_hostile_strings(self):
        """Nothing from a rule or a report reaches the terminal as a control code."""
        maker = Maker()
        maker.kernel("k\x1b[2J\u202e")
        report = self.write("hostile.ncu-rep", maker.bytes())
        text = "\\x1b]0;x\\x07 \\ud800 \\udcff \\u202e \\0 @url:@ @source:@ @section:x@ %s {} \\r"
        self.rule("A", "m = fe.message(4, '%s', '%s')\nfe.focus_metric(m, '%s', 1, 0, '%s')\nraise ValueError('%s')" % ((text,) * 5))
        for arguments in ((), ("--details",), ("--json",), ("--csv",)):
            code, out, errors = self.ncurep(report, "--rules-folder", self.folder, *arguments)
            self.assertEqual((code, errors), (1, ""), errors)
            if arguments != ("--csv",):
                self.assertFalse(set(out) & set("\x1b\x07\u202e\0\r"), arguments)
            if arguments == ("--json",):
                json.loads(out)
        self.assertEqual(self.ncurep(report, "--rules-folder", self.folder, "--write", self.report)[0], 1)
        again = ncurep.load_report(self.report)[0][0].rule_results_as_dicts()[0]
        self.assertEqual(again["rule_identifier"], "A")

    def test_choice(self):
        maker = Maker()
        for name in ("plum", "pear", "plum", "fig"):
            maker.kernel(name)
        report = self.write("fruit.ncu-rep", maker.bytes())
        self.rule("A", "fe.message('a')")
        self.rule("B", "fe.message('b')", section_identifier="Skin")

        def ids(*arguments):
            code, out, errors = self.ncurep(report, "--rules-folder", self.folder, "--json", *arguments)
            self.assertEqual(code, 0, errors)
            return [r["result"] for r in json.loads(out)[0]["results"]]

        self.assertEqual(ids(), [0, 1, 2, 3])
        self.assertEqual(ids("-k", "plum"), [0, 2])
        self.assertEqual(ids("-k", "regex:^p"), [0, 1, 2])
        self.assertEqual(ids("-k", "plum(int)", "--kernel-name-base", "demangled"), [0, 2])
        self.assertEqual(ids("-k", "_Zfig", "--kernel-name-base", "mangled"), [3])
        self.assertEqual(ids("-s", "1", "-c", "2"), [1, 2])
        self.assertEqual(ids("-k", "plum", "--launch-skip-before-match", "1", "-c", "1"), [2])
        self.assertEqual(ids("-k", "plum", "-s", "1"), [2])
        self.assertEqual(ids("--apply-to", "0,2-3"), [0, 2, 3])
        self.assertEqual(ids("--nvtx-include", "x/"), [])
        out = json.loads(self.ncurep(self.report, "--rules-folder", self.folder, "--json", "--rule", "regex:^[AB]$", "--section", "Skin")[1])
        self.assertEqual([r["rule"] for r in out[0]["results"][0]["rules"]], ["B"])
        leafless = self.write("leafless.ncu-rep", plum(("Leaf",)))
        for more, want in (((), ["A"]), (("--any-section",), ["B", "A"])):
            out = json.loads(self.ncurep(leafless, "--rules-folder", self.folder, "--json", *more)[1])
            self.assertEqual([r["rule"] for r in out[0]["results"][0]["rules"]], want)

    def test_process(self):
        self.rule("A", "fe.message(action.name())")
        environment = dict(os.environ, PYTHONDONTWRITEBYTECODE="1",
                           PYTHONPATH=os.path.dirname(os.path.dirname(ncurep.__file__)))
        for arguments, code in ((["rules", self.report, "--rules-folder", self.folder], 0), (["tables"], 2), ([], 2), (["--help"], 0)):
            done = subprocess.run([sys.executable, "-m", "ncurep", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  env=environment, check=False)
            self.assertEqual(done.returncode, code, done.stderr)

    def test_damaged_reports(self):
        """Only complete reports are read."""
        self.rule("A", "fe.message(action.name())")
        with open(sample("orchard"), "rb") as f:
            data = f.read()
        made = []
        for pear in (message((6, "pear")) + b"\x08\xff", message((6, "pear"), (13, b"\x08\xff"))):
            maker = Maker()
            maker.kernel("plum")
            maker.result(2, pear)
            made.append(maker.bytes())
        for name, data, count in (("cut", data[:-3], 3), ("wrong", made[0], 1), ("metric", made[1], 2)):
            path = os.path.join(os.path.dirname(self.report), name + ".ncu-rep")
            with open(path, "wb") as f:
                f.write(data)
            code, out, errors = self.ncurep(path, "--rules-folder", self.folder, "--json")
            self.assertEqual((code, len(json.loads(out)[0]["results"])), (3, count), errors)
            self.assertIn(name + ".ncu-rep: byte ", errors)
            new = os.path.join(self.folder, "new.ncu-rep")
            self.assertEqual(self.ncurep(path, "--rules-folder", self.folder, "--write", new)[0], 3)
            self.assertFalse(os.path.exists(new))
            self.assertNotIn("Traceback", errors)

    def test_damage_in_unknown_parts(self):
        """What no rule asks for is damaged: the rules run, and nothing is written."""
        self.rule("A", "fe.message(action.name())")
        maker = Maker()
        maker.kernel("plum", more=[(28, message((1, b"\x0f")))])
        with open(self.report, "wb") as f:
            f.write(maker.bytes())
        code, out, errors = self.ncurep(self.report, "--rules-folder", self.folder, "--write", self.report + ".new")
        self.assertEqual((code, "plum" in out, "is not written" in errors, os.path.exists(self.report + ".new")), (3, True, True, False), errors)

    def test_standard_input(self):
        self.rule("A", "fe.message(action.name())")
        with open(self.report, "rb") as f:
            code, out, _ = self.ncurep("-", "--rules-folder", self.folder, data=f.read())
        self.assertEqual(code, 0)
        self.assertIn("plum", out)

    def test_list(self):
        self.rule("A", parent_rules_identifiers=["B"], section_identifier="Skin", name="Apples")
        self.rule("B")
        code, out, _ = self.ncurep("--rules-folder", self.folder, "--list-rules")
        self.assertEqual((code, out.split("\n")[3].split()), (0, ["A", "Skin", "B"]))
        self.assertEqual([r["rule"] for r in json.loads(self.ncurep("--rules-folder", self.folder, "--list-rules", "--json")[1])], ["A", "B"])


class Writing(Case):
    @unittest.skipUnless(hasattr(os, "mkfifo"), "needs named pipes")
    def test_files(self):
        """A file is replaced, following links; what is not a file stays as it is."""
        import stat
        import threading

        path, link, pipe = (os.path.join(self.folder, n) for n in ("file", "link", "pipe"))
        write_file(path, b"one")
        os.chmod(path, 0o640)
        before = os.stat(path).st_ino
        os.symlink("file", link)
        write_file(link, b"two")
        with open(path, "rb") as f:
            self.assertEqual(f.read(), b"two")
        self.assertTrue(os.path.islink(link))
        self.assertEqual((stat.S_IMODE(os.stat(path).st_mode), os.stat(path).st_ino != before), (0o640, True))
        os.mkfifo(pipe)
        got = []

        def read():
            with open(pipe, "rb") as f:
                got.append(f.read())

        reader = threading.Thread(target=read)
        reader.start()
        write_file(pipe, b"three")
        reader.join()
        self.assertEqual((got, stat.S_ISFIFO(os.stat(pipe).st_mode)), ([b"three"], True))
        with self.assertRaises(OSError):
            write_file(os.path.join(self.folder, "none", "file"), b"")
        with self.assertRaises(OSError):
            write_file(self.folder, b"")
        self.assertEqual(sorted(os.listdir(self.folder)), ["file", "link", "pipe"])

    def test_copy(self):
        """The copy holds the findings, and everything else unchanged."""
        self.rule("One", """
            m = fe.message(NvRules.MsgType.OPTIMIZATION, "text \\u00e9", "title")
            fe.speedup(m, 2, 33.25)
            fe.focus_metric(m, "x", 1.5, 2, "info")
            fe.focus_metric(m, "y", float("inf"), 0, "")
            fe.message("plain")
            fe.source_marker("at", 0x7f0000000010, NvRules.MarkerKind.SASS, NvRules.MsgType.WARNING)
            fe.source_marker("line", 12, NvRules.MarkerKind.SOURCE, "plum.cu")
            context.controller().propose_rule("Two")
        """, section_identifier="SpeedOfLight", name="The one")
        self.rule("OrchardBottleneck", "pass", section_identifier="SpeedOfLight")
        rules = RuleSet([self.folder])
        for name in ("saxpy", "orchard", "mixed"):
            report = ncurep.load_report(sample(name))
            kernels = [a for a in report.actions() if a.workload_type() == 0]
            found = {a._result.index: run(a, rules) for a in kernels}
            copy = ncurep.loads(with_findings(report, found))
            self.assertEqual(copy.problems(), [])
            self.assertEqual(copy.session(), report.session())
            self.assertEqual([a.name(2) for a in copy.actions()], [a.name(2) for a in report.actions()])
            for a, b in zip(report.actions(), copy.actions()):
                self.assertEqual({k: v for k, v in a.info().items() if k not in ("at", "size", "rules")},
                                 {k: v for k, v in b.info().items() if k not in ("at", "size", "rules")})
                self.assertEqual([(m.name(), m.value(), m.values(), m.ids()) for m in a.metrics()],
                                 [(m.name(), m.value(), m.values(), m.ids()) for m in b.metrics()])
                self.assertEqual(a.sections(), b.sections())
                if a.workload_type() != 0:
                    continue
                said = {}
                for r in b.rule_results_as_dicts():
                    said.setdefault(r["rule_identifier"], []).append(r)
                first, second = said["One"]
                self.assertEqual((first["name"], first["section_identifier"], dict(first["rule_message"]), dict(first["speedup_estimation"])),
                                 ("The one", "SpeedOfLight", {"title": "title", "message": "text \u00e9", "type": 2}, {"type": 2, "speedup": 33.25}))
                self.assertEqual([tuple(f.values()) for f in first["focus_metrics"]], [("x", 1.5, 2, "info"), ("y", float("inf"), 0, "")])
                self.assertEqual(second["rule_message"]["message"], "plain")
                self.assertEqual([m.get("source_address") or m["source_location"]["line"] for m in b.source_markers() if m["rule_identifier"] == "One"],
                                 [0x7F0000000010, 12])
                if "OrchardBottleneck" in {r["rule_identifier"] for r in a.rule_results_as_dicts()}:
                    self.assertIsNone(said["OrchardBottleneck"][0]["rule_message"])  # replaced
                self.assertEqual([r["items"][-1]["proposal"] for r in b.rules() if r["identifier"] == "One"], ["Two"])

    def test_twice(self):
        self.rule("One", "fe.message('m')")
        rules = RuleSet([self.folder])
        data = plum()
        for _ in range(3):
            report = ncurep.loads(data)
            data = with_findings(report, {0: run(report[0][0], rules)})
        self.assertEqual(len(ncurep.loads(data)[0][0].rules()), 1)
        self.assertEqual(with_findings(ncurep.loads(data), {}), with_findings(ncurep.loads(with_findings(ncurep.loads(data), {})), {}))

    def test_large(self):
        """Whatever can be read can be copied: the header adds no limit of its own."""
        maker = Maker()
        maker.kernel("large", [maker.metric("a", 1)], more=[(60, b"x" * (70 << 20))])
        data = maker.bytes()
        self.assertGreaterEqual(len(with_findings(ncurep.loads(data), {0: []})), len(data))

    def test_not_there(self):
        self.rule("One", "fe.message('m')")
        rules = RuleSet([self.folder])
        report = ncurep.load_report(sample("mixed"))
        found = run(report[0][0], rules)
        for number in (1, 77):
            with self.assertRaises(ValueError):
                with_findings(report, {number: found})


if __name__ == "__main__":
    main()
