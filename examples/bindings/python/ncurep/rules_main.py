"""ncurep-py rules: runs rule files on reports."""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import shutil
import sys
import textwrap
import warnings
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, Tuple

from . import _places
from . import findings as _findings
from . import nvrules
from .enums import MarkerKind, MsgType
from .errors import ReportError, ReportWarning
from .report import IAction, IContext, load_report, loads
from .rules import RuleResult, RuleSet, collected, run, section_place

FINE, FAILED, USAGE, INPUT = 0, 1, 2, 3
_WORDS = {MsgType.NONE: "INF", MsgType.OK: "INF", MsgType.WARNING: "WRN", MsgType.ERROR: "ERR", MsgType.OPTIMIZATION: "OPT"}
_SPEEDUPS = {0: "unknown", 1: "local", 2: "global"}
_SEVERITIES = ("default", "low", "high")

_EXAMPLES = """
  ncurep-py rules report.ncu-rep
  ncurep-py rules report.ncu-rep --rules-folder my_rules
  ncurep-py rules report.ncu-rep --rules-folder my_rules --rule SlowCopy
  ncurep-py rules report.ncu-rep --rules-folder my_rules -k regex:copy --details
  ncurep-py rules report.ncu-rep --rules-folder my_rules --json -o found.json
  ncurep-py rules report.ncu-rep --rules-folder my_rules --write new.ncu-rep
  ncurep-py rules --list-rules
"""
_EPILOG = """examples:
%s
A rule file is Python with get_identifier() and apply(handle); see
docs/PYTHON.md. A rule runs on the results that have its section, or
on all if it has none. One that fails is shown with its traceback; the others
go on.

exit code: 0 fine, 1 a rule failed or a rule file could not be loaded, 2 wrong
usage, 3 a report or folder cannot be read
""" % _EXAMPLES


class _Usage(Exception):
    """Wrong arguments."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> Any:
        raise _Usage(message)


def _count(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise argparse.ArgumentTypeError("%r is not a number" % text)
    return int(text)


def _parser() -> argparse.ArgumentParser:
    p = _Parser(prog="ncurep-py rules", usage="ncurep-py rules REPORT... [OPTION]...",
                description="Runs rules written in Python on the results of reports, and prints what they find.",
                epilog=_EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False, add_help=False)
    p.add_argument("reports", nargs="*", metavar="REPORT", help="report files; - for standard input")
    g = p.add_argument_group("rules")
    g.add_argument("--rules-folder", action="append", default=[], metavar="DIR",
                   help="a folder of rule files, or one rule file; repeatable; default: the rules of this package")
    g.add_argument("--recursive", action="store_true", help="subfolders too")
    g.add_argument("--rule", action="append", metavar="ID|regex:EXPR", help="only these rules; repeatable")
    g.add_argument("--section", action="append", metavar="ID|regex:EXPR", help="only rules of these sections; repeatable")
    g.add_argument("--any-section", action="store_true", help="also rules of sections that were not collected")
    g.add_argument("--list-rules", action="store_true", help="list the rules and exit")
    g = p.add_argument_group("results")
    g.add_argument("-k", "--kernel-name", metavar="NAME|regex:EXPR", help="only kernels of this name")
    g.add_argument("--kernel-name-base", choices=("function", "demangled", "mangled"), default="function", metavar="BASE",
                   help="which name: function (default), demangled, mangled")
    g.add_argument("--apply-to", metavar="LIST", help="only results of these numbers, such as 0,3-5")
    g.add_argument("--launch-skip-before-match", type=_count, default=0, metavar="N", help="skip the first N results")
    g.add_argument("-s", "--launch-skip", type=_count, default=0, metavar="N", help="skip N of those that match")
    g.add_argument("-c", "--launch-count", type=_count, metavar="N", help="at most N of those that match")
    g.add_argument("--nvtx-include", action="append", default=[], metavar="EXPR", help="only in matching ranges; repeatable")
    g.add_argument("--nvtx-exclude", action="append", default=[], metavar="EXPR", help="the opposite; repeatable")
    g = p.add_argument_group("output")
    g.add_argument("--details", action="store_true", help="focus metrics, tables, markers, rules that found nothing")
    g.add_argument("--json", action="store_true", help="everything as JSON")
    g.add_argument("--csv", action="store_true", help="a line per message")
    g.add_argument("-o", "--output", metavar="FILE", help="write to FILE instead of standard output")
    g.add_argument("--write", metavar="NEW", help="write a copy of the report with the findings")
    g.add_argument("-h", "--help", action="help", help="show this and exit")
    return p


# Choosing -----------------------------------------------------------------------------------------------------------


def _matcher(pattern: str) -> Callable[[str], bool]:
    """NAME, or regex:EXPR, which may match anywhere in the name."""
    if not pattern.startswith("regex:"):
        return lambda name: name == pattern
    try:
        search = re.compile(pattern[6:]).search
    except (re.error, RecursionError, OverflowError) as e:
        raise _Usage("%s: %s" % (pattern, e)) from None
    return lambda name: search(name) is not None


def _any(patterns: Sequence[str]) -> Callable[[str], bool]:
    matchers = [_matcher(p) for p in patterns]
    return lambda name: any(m(name) for m in matchers)


def _numbers(text: str) -> Callable[[int], bool]:
    parts = []
    for part in text.split(","):
        m = re.fullmatch(r"\s*([0-9]{1,9})(?:-([0-9]{1,9}))?\s*", part)
        if m is None:
            raise _Usage("%r is not a list of numbers such as 0,3-5" % text)
        parts.append((int(m.group(1)), int(m.group(2) or m.group(1))))
    return lambda n: any(a <= n <= b for a, b in parts)


def _chosen(report: IContext, o: argparse.Namespace) -> Iterator[Tuple[int, IAction]]:
    """Number and action of each chosen result."""
    name_base = ("function", "demangled", "mangled").index(o.kernel_name_base)
    by_name = _matcher(o.kernel_name) if o.kernel_name is not None else None
    by_number = _numbers(o.apply_to) if o.apply_to is not None else None
    actions: List[Tuple[int, IAction, bool]] = []
    for r in report:
        fits = set(r.actions_by_nvtx(o.nvtx_include, o.nvtx_exclude))
        actions.extend((a._result.index, a, i in fits) for i, a in enumerate(r))
    actions.sort(key=lambda entry: entry[0])
    skip, left = o.launch_skip, o.launch_count
    for number, action, inside in actions[o.launch_skip_before_match:]:
        if not inside or (by_number is not None and not by_number(number)):
            continue
        if by_name is not None and not by_name(action.name(name_base)):
            continue
        if skip > 0:
            skip -= 1
            continue
        if left is not None:
            if left == 0:
                return
            left -= 1
        yield number, action


def _wanted(rules: RuleSet, o: argparse.Namespace) -> Optional[List[str]]:
    """Identifiers of the chosen rules; None: all."""
    if o.rule is None and o.section is None:
        return None
    sections = {r.section for r in rules.rules.values()}
    for what, patterns, known in (("rule", o.rule, set(rules.rules)), ("section", o.section, sections)):
        for p in patterns or ():
            if not any(k is not None and _matcher(p)(k) for k in known):
                raise _Usage("no rule matches --%s %s (--list-rules lists them)" % (what, p))
    by_rule = _any(o.rule) if o.rule is not None else lambda name: True
    by_section = _any(o.section) if o.section is not None else lambda name: True
    return [r.identifier for r in rules.rules.values()
            if by_rule(r.identifier) and (o.section is None or (r.section is not None and by_section(r.section)))]


# Text ---------------------------------------------------------------------------------------------------------------

_LINK = re.compile(r"@(section|url|source|sass):([^@]*)@")


def _link(m: "re.Match[str]") -> str:
    kind, rest = m.group(1), m.group(2)
    if kind == "url":
        text, _, address = rest.partition(":")
        return "%s (%s)" % (text, address) if address else m.group()
    if kind == "source":
        parts = rest.rsplit(":", 2)
        text = re.sub(r"^.*:\d+:", "", rest) if len(parts) == 3 else ""
        return text or m.group()
    return rest.partition(":")[2] or m.group()


def _clean(text: str) -> str:
    """Text for a terminal: without control characters."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode("ascii") for c in text)


def _plain(text: str) -> str:
    """Text for people: links become the text they show, whitespace is collapsed."""
    return _clean(" ".join(_LINK.sub(_link, text).split()))


def _indent(text: str, indent: int, width: int) -> str:
    pad = " " * indent
    return "\n".join(textwrap.wrap(text, width, initial_indent=pad, subsequent_indent=pad, break_on_hyphens=False,
                                   break_long_words=False)) or pad


def _grid(rows: List[List[str]], right: Sequence[bool], indent: int) -> List[str]:
    """Lines of a table whose first row is the heading."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(right))]
    rule = " " * indent + " ".join("-" * w for w in widths)
    lines = []
    for row in rows:
        cells = [c.rjust(w) if r else c.ljust(w) for c, w, r in zip(row, widths, right)]
        lines.append(" " * indent + " ".join(cells).rstrip())
    return [rule, lines[0], rule, *lines[1:], rule]


def _short(x: float) -> str:
    return "%.6g" % x


def _table_lines(table: nvrules.TableData) -> List[str]:
    lines = [" " * 10 + _plain(table.config.title)] if table.config.title else []
    cells = [c.values() for c in table.columns]
    order = list(range(table.columns[0].size()))
    if table.config.use_sorting:
        by = cells[table.config.sort_by.column]
        order.sort(key=lambda i: by[i], reverse=not table.config.sort_by.is_ascending)
    number = [c.kind in (nvrules.TableElementKind_INT, nvrules.TableElementKind_DOUBLE) for c in table.columns]
    rows = [[_plain(c.name) for c in table.columns]]
    rows += [[_short(v[i]) if isinstance(v[i], float) else _plain(str(v[i])) for v in cells] for i in order]
    return lines + _grid(rows, number, 10)


def _place(m: nvrules.SourceMarker) -> str:
    if m.source_location is not None:
        return "%s:%d" % (_clean(m.source_location[0]), m.source_location[1])
    return "0x%x" % (m.source_address or 0)


def _text_of_rule(r: RuleResult, details: bool, width: int) -> List[str]:
    lines = []
    for f in r.findings:
        head = [_plain(f.title)] if f.title else []
        if f.speedup is not None:
            head.append("Est. %sSpeedup: %.4g%%" % ("Local " if f.speedup[0] == 1 else "", f.speedup[1]))
        text = _indent(_plain(f.text), 10, width)
        lines.append("    %s   %s" % (_WORDS[f.type], ". ".join(head) if head else text.lstrip()))
        if head:
            lines.append(text)
        for x in f.focus if details else ():
            lines.append("          %s: %s" % (_plain(x.name), _short(x.value)))
            if x.info:
                lines.append(_indent(_plain(x.info), 12, width))
        if details:
            for table in f.tables:
                lines += _table_lines(table)
        lines.append("")
    if details:
        for m in r.markers:
            lines += ["    %s   %s" % (_WORDS[m.message_type], _place(m)), _indent(_plain(m.message), 10, width)]
        for c in r.charts:
            problem = "" if c.problem is None else ": " + _clean(c.problem)
            lines.append(_indent("%s %s%s" % (c.kind or "chart", _clean(c.filename), problem), 4, width))
        if r.missing and r.status != "ok":
            more = ", and %d more" % (len(r.missing) - 4) if len(r.missing) > 4 else ""
            lines.append(_indent("metrics that are not there: %s%s" % (_clean(", ".join(r.missing[:4])), more), 4, width))
        lines += ["    look next at the rule %s" % _clean(p) for p in r.proposals]
        if lines and lines[-1]:
            lines.append("")
    if r.failed:
        lines += ["    | " + _clean(line) for line in r.traceback.splitlines()] + [""]
    return lines


def _heading(number: int, action: IAction) -> str:
    info = action.info()
    grid, block = info.get("grid"), info.get("block_size")
    text = "%d  %s" % (number, _clean(action.name()))
    if grid and block:
        text += " (%s)x(%s)" % tuple(", ".join(map(str, x)) for x in (grid, block))
    return text


_FAILURES = {"failed": ": failed", "missing_metric": ": failed, a metric is missing", "internal": ": failed in ncurep"}
_REASONS = (("missing_metric", "for want of a metric"), ("internal", "in ncurep"))
Found = List[Tuple[int, IAction, List[RuleResult]]]


def _as_text(reports: List[Tuple[str, Found]], rules: RuleSet, o: argparse.Namespace) -> str:
    width = max(shutil.get_terminal_size((80, 24)).columns if sys.stdout.isatty() else 80, 40)
    lines = []
    runs = messages = results = 0
    failures: Dict[str, int] = {}
    for path, found in reports:
        if len(reports) > 1:
            lines += [_clean(path), ""]
        for number, action, said in found:
            results += 1
            lines += [_heading(number, action), ""]
            quiet = []
            for r in said:
                runs += 1
                messages += len(r.findings)
                if r.failed:
                    failures[r.status] = failures.get(r.status, 0) + 1
                text = _text_of_rule(r, o.details, width)
                if text:
                    section = "" if r.rule.section is None else " (%s)" % _clean(r.rule.section)
                    failure = _FAILURES.get(r.status, "")
                    lines += ["  %s%s%s" % (_clean(r.rule.identifier), section, failure), *text]
                else:
                    quiet.append(r.rule.identifier)
            if quiet and o.details:
                lines += [_indent("Nothing to say: %s" % _clean(", ".join(quiet)), 2, width), ""]
    counts = _many(len(rules.rules), "rule"), _many(results, "result"), _many(messages, "message"), sum(failures.values())
    why = ", ".join("%d %s" % (failures[s], words) for s, words in _REASONS if s in failures)
    lines.append("%s on %s: %s, %d failed" % counts + (" (%s)" % why if why else ""))
    return "\n".join(lines) + "\n"


def _many(n: int, word: str) -> str:
    return "%d %s%s" % (n, word, "" if n == 1 else "s")


# JSON and CSV -------------------------------------------------------------------------------------------------------


def _finite(x: float) -> Optional[float]:
    return x if math.isfinite(x) else None


def _style(s: nvrules.TableStyle) -> Dict[str, bool]:
    return {"bold": s.is_bold, "italic": s.is_italic}


def _table_json(t: nvrules.TableData) -> Dict[str, Any]:
    out: Dict[str, Any] = {"title": t.config.title, "description": t.config.description, "columns": []}
    for c in t.columns:
        column: Dict[str, Any] = {"name": c.name, "kind": ("invalid", "double", "int", "string", "custom")[c.kind],
                                  "values": [_finite(v) if isinstance(v, float) else v for v in c.values()]}
        if c.has_column_config:
            column["tooltip"] = c.column_config.tooltip
            column["width"] = _finite(c.column_config.relative_width)
            column["style"] = {"header": _style(c.column_config.header_style), "data": _style(c.column_config.data_style)}
        out["columns"].append(column)
    if t.config.use_sorting:
        out["sort_by"] = {"column": t.config.sort_by.column, "ascending": t.config.sort_by.is_ascending}
    if t.config.use_styling:
        out["style"] = _style(t.config.style)
    return out


def _rule_json(r: RuleResult) -> Dict[str, Any]:
    messages = []
    for f in r.findings:
        kind, percent = f.speedup if f.speedup is not None else (None, None)
        m: Dict[str, Any] = {"id": f.id, "type": _WORDS[f.type], "title": f.title, "text": f.text,
                             "speedup_type": None if kind is None else _SPEEDUPS[kind],
                             "speedup": None if percent is None else _finite(percent)}
        m["focus"] = [{"metric": x.name, "value": _finite(x.value), "severity": _SEVERITIES[x.severity], "info": x.info}
                      for x in f.focus]
        m["tables"] = [_table_json(t) for t in f.tables]
        messages.append(m)
    markers = []
    for k in r.markers:
        marker: Dict[str, Any] = {"kind": MarkerKind(k.kind).name.lower(), "type": _WORDS[k.message_type], "text": k.message}
        if k.source_location is not None:
            marker["file"], marker["line"] = k.source_location
        else:
            marker["address"] = k.source_address
        markers.append(marker)
    return {"rule": r.rule.identifier, "name": r.rule.name, "section": r.rule.section, "status": r.status, "messages": messages,
            "markers": markers, "charts": [{"file": c.filename, "kind": c.kind, "problem": c.problem} for c in r.charts],
            "proposals": r.proposals, "missing": list(r.missing), "traceback": r.traceback or None}


def _as_json(reports: List[Tuple[str, Found]], rules: RuleSet, o: argparse.Namespace) -> str:
    out = [{"file": path,
            "results": [{"result": number, "name": action.name(), "demangled": action.name(1), "rules": [_rule_json(r) for r in said]}
                        for number, action, said in found],
            "problems": [{"file": p.path, "text": p.text, "traceback": p.traceback or None} for p in rules.problems]}
           for path, found in reports]
    return json.dumps(out, indent=1, allow_nan=False) + "\n"


_COLUMNS = ("File", "ID", "Kernel Name", "Section Name", "Rule Name", "Rule Status", "Rule Type", "Title", "Rule Description",
            "Estimated Speedup Type", "Estimated Speedup")


def _as_csv(reports: List[Tuple[str, Found]], rules: RuleSet, o: argparse.Namespace) -> str:
    rows: List[Tuple[Any, ...]] = [_COLUMNS]
    for path, found in reports:
        for number, action, said in found:
            for r in said:
                for f in r.findings:
                    speedup = ("", "") if f.speedup is None else (_SPEEDUPS[f.speedup[0]], repr(f.speedup[1]))
                    rows.append((path, number, action.name(1), r.rule.section or "", r.rule.identifier, r.status, _WORDS[f.type],
                                 f.title or "", f.text, *speedup))
    return "".join(",".join(_quoted(str(cell)) for cell in row) + "\n" for row in rows)


def _quoted(cell: str) -> str:
    return '"%s"' % cell.replace('"', '""') if re.search('[",\r\n\0]', cell) else cell


def _rules_list(rules: RuleSet, o: argparse.Namespace) -> str:
    known = sorted(rules.rules.values(), key=lambda r: r.identifier)
    if o.json:
        return json.dumps([{"rule": r.identifier, "name": r.name, "description": r.description, "section": r.section,
                            "parents": list(r.parents), "file": r.path} for r in known], indent=1) + "\n"
    rows = [["Rule", "Section", "Parents"]]
    rows += [[_clean(r.identifier), _clean(r.section or ""), _clean(", ".join(r.parents))] for r in known]
    return "\n".join(_grid(rows, (False,) * 3, 0)) + "\n"


# The whole ----------------------------------------------------------------------------------------------------------


def _complain(text: str) -> None:
    print("ncurep: %s" % text, file=sys.stderr)


def _put(text: str, o: argparse.Namespace) -> None:
    data = text.encode("utf-8", "backslashreplace")
    if o.output is not None:
        _findings.write_file(o.output, data)
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


def _open(path: str) -> IContext:
    return loads(sys.stdin.buffer.read()) if path == "-" else load_report(path)


def _nvtx(report: IContext, expression: str) -> None:
    try:
        report._core.nvtx_match(expression)
    except ReportError:
        raise
    except ValueError as e:
        raise _Usage(str(e)) from None


def _apply(report: IContext, rules: RuleSet, wanted: Optional[List[str]], o: argparse.Namespace) -> Tuple[Found, List[str]]:
    """What the rules said about each result, and why results could not be read."""
    found, wrong = [], []
    for number, action in _chosen(report, o):
        try:
            found.append((number, action, _apply_to(action, rules, wanted, o)))
        except ReportError as e:
            wrong.append(str(e))
    return found, wrong


def _apply_to(action: IAction, rules: RuleSet, wanted: Optional[List[str]], o: argparse.Namespace) -> List[RuleResult]:
    sections = collected(action)
    if o.any_section or not sections:
        known = sorted({r.section for r in rules.rules.values() if r.section is not None} - set(sections))
        sections = [*sections, *known]
    said = run(action, rules, sections, wanted)
    place = section_place(sections)
    said.sort(key=lambda r: place(r.rule.section))
    return said


def _rules(arguments: Sequence[str]) -> int:
    o = _parser().parse_args(arguments)
    if not o.reports and not o.list_rules:
        raise _Usage("no REPORT")
    if o.json and o.csv:
        raise _Usage("--json or --csv, not both")
    if o.write is not None and (len(o.reports) != 1 or o.list_rules):
        raise _Usage("--write takes one report")
    for text in (o.kernel_name, *(o.rule or ()), *(o.section or ())):
        if text is not None:
            _matcher(text)
    if o.apply_to is not None:
        _numbers(o.apply_to)
    code = FINE
    if not o.rules_folder:
        o.rules_folder = [_places.rules()]
    for folder in o.rules_folder:
        if not os.path.exists(folder):
            _complain("%s: No such file or directory" % folder)
            return INPUT
    rules = RuleSet(o.rules_folder, o.recursive)
    for p in rules.problems:
        _complain("%s: %s" % (_clean(p.path), _clean(p.text)))
        for line in p.traceback.splitlines():
            print("  | " + _clean(line), file=sys.stderr)
        code = FAILED
    if o.list_rules:
        _put(_rules_list(rules, o), o)
        return code
    if not rules.rules and not rules.problems:
        _complain("%s: no rules there" % ", ".join(o.rules_folder))
        return INPUT
    wanted = _wanted(rules, o)
    reports: List[Tuple[str, Found]] = []
    for path in o.reports:
        try:
            report = _open(path)
            for expression in (*o.nvtx_include, *o.nvtx_exclude):
                _nvtx(report, expression)
            found, wrong = _apply(report, rules, wanted, o)
            wrong += ["byte %d: %s" % (p["offset"], p["message"]) for p in report.problems()]
        except OSError as e:
            _complain("%s: %s" % (path, e.strerror or e))
            code = INPUT
            continue
        except ValueError as e:
            _complain(str(e) if path in str(e) else "%s: %s" % (path, e))
            code = INPUT
            continue
        reports.append((path, found))
        for text in wrong:
            _complain(text if text.startswith(path) else "%s: %s" % (path, text))
            code = INPUT
        if code == FINE and any(r.failed for _, _, said in found for r in said):
            code = FAILED
        if o.write is not None and wrong:
            _complain("%s: not whole, so %s is not written (ncurep salvage makes a report from what is intact)" % (path, o.write))
        elif o.write is not None:
            kernels = {n: said for n, a, said in found if a.workload_type() == IAction.WorkloadType_KERNEL and said}
            try:
                _findings.write_file(o.write, _findings.with_findings(report, kernels))
            except ReportError as e:
                _complain("%s is not written: %s" % (o.write, e))
                code = INPUT
    if reports:
        _put((_as_json if o.json else _as_csv if o.csv else _as_text)(reports, rules, o), o)
    return code


def main(arguments: Sequence[str]) -> int:
    """The program; returns its exit code."""
    try:
        if list(arguments[:1]) != ["rules"]:
            raise _Usage("unknown verb %s" % "".join(arguments[:1]))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ReportWarning)  # said in the program's own words
            return _rules(arguments[1:])
    except _Usage as e:
        _complain("%s (--help shows the usage)" % e)
        return USAGE
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return FINE
    except OSError as e:
        _complain("%s: %s" % (e.filename or "cannot write", e.strerror or e))
        return INPUT
    except KeyboardInterrupt:
        return 130
