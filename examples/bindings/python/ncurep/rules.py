"""Runs rule files on results of a report.

From a shell: ``python -m ncurep rules REPORT``. From a program::

    import ncurep
    from ncurep.rules import RuleSet, run

    rules = RuleSet(["my_rules"])
    for result in run(ncurep.load_report("report.ncu-rep")[0][0], rules):
        for finding in result.findings:
            print(result.rule.identifier, finding.type.name, finding.text)
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import os
import re
import sys
import threading
import traceback
import types
from typing import Any, Callable, Dict, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Tuple

from . import nvrules
from .enums import MsgType
from .report import IAction

HELPERS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "rule_helpers")
FAILURES = ("failed", "missing_metric", "internal")
MAX_RULE = 16 << 20  # bytes of a rule file
_DISTRIBUTED = getattr(sys, "stdlib_module_names", frozenset(sys.builtin_module_names))
_lock = threading.RLock()
_numbers = iter(range(sys.maxsize))


class Problem(NamedTuple):
    """Why a file is not a rule that can be run."""

    path: str
    text: str  # one line
    traceback: str  # may be empty


class Rule(NamedTuple):
    """A rule file and what it says about itself."""

    identifier: str
    name: str
    description: str
    section: Optional[str]
    parents: Tuple[str, ...]
    path: str
    code: types.CodeType
    folder: "_Folder"


class RuleResult:
    """What a rule said about a result.

    status: "ok"; "ended" if the rule gave up by a test of its own (raise_exception, a missing requirement). Three words for
    an exception, whose text is traceback: "missing_metric" if the rule used a metric that the result does not have without
    looking, "internal" if this package is to blame, or lacks what the rule calls, "failed" for any other. All but "ok" add a
    message of type ERROR after any earlier ones.
    missing: names of metrics it asked for and did not get.
    """

    def __init__(self, rule: Rule, handle: nvrules.RuleRun) -> None:
        self.rule = rule
        self.status = "ok"
        self.traceback = ""
        self.missing: Tuple[str, ...] = ()
        self._handle = handle
        self._module: Optional[types.ModuleType] = _new_module(rule.path)

    @property
    def failed(self) -> bool:
        """Whether it raised an exception. Never raises."""
        return self.status in FAILURES

    @property
    def items(self) -> List[Any]:
        """nvrules.Finding, Chart and Proposal, in the order they were given. Never raises."""
        return self._handle.items

    @property
    def findings(self) -> List[nvrules.Finding]:
        """The messages among the items. Never raises."""
        return self._handle.findings

    @property
    def markers(self) -> List[nvrules.SourceMarker]:
        """The marks that the rule put into the source. Never raises."""
        return self._handle.markers

    @property
    def charts(self) -> List[nvrules.Chart]:
        """The charts among the items. Never raises."""
        return [i for i in self.items if isinstance(i, nvrules.Chart)]

    @property
    def proposals(self) -> List[str]:
        """Identifiers of the rules to look at next. Never raises."""
        return [i.identifier for i in self.items if isinstance(i, nvrules.Proposal)]


# Loading ------------------------------------------------------------------------------------------------------------


class _Folder:
    """A folder of rules: its files import by plain name from there first, then from our helper modules, and nothing else
    sees those modules. NvRules is always ours."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._modules: Dict[str, types.ModuleType] = {}
        names = {"NvRules"}
        for folder in (self.path, HELPERS):
            with contextlib.suppress(OSError):
                for name in os.listdir(folder):
                    stem, ending = os.path.splitext(name)
                    if ending == ".py" or os.path.isdir(os.path.join(folder, name)):
                        names.add(stem)
        self._own = names - _DISTRIBUTED
        importlib.invalidate_caches()

    @contextlib.contextmanager
    def entered(self) -> Iterator[None]:
        with _lock:

            def is_own(name: str) -> bool:
                return name.partition(".")[0] in self._own

            hidden = {name: module for name, module in sys.modules.items() if is_own(name)}
            path, written = list(sys.path), sys.dont_write_bytecode
            for name in hidden:
                del sys.modules[name]
            sys.modules.update(self._modules)
            sys.modules["NvRules"] = nvrules
            sys.path[:0] = [self.path, HELPERS]
            sys.dont_write_bytecode = True
            try:
                with contextlib.redirect_stdout(sys.stderr):
                    yield
            finally:
                self._modules = {n: m for n, m in sys.modules.items() if is_own(n) and n != "NvRules"}
                for name in [n for n in sys.modules if is_own(n)]:
                    del sys.modules[name]
                sys.modules.update(hidden)
                sys.path[:] = path
                sys.dont_write_bytecode = written


@contextlib.contextmanager
def _registered(module: types.ModuleType) -> Iterator[None]:
    sys.modules[module.__name__] = module
    try:
        yield
    finally:
        sys.modules.pop(module.__name__, None)


def _new_module(path: str) -> types.ModuleType:
    """An empty module for a rule file."""
    module = types.ModuleType("ncurep_rule_%d_%s" % (next(_numbers), os.path.splitext(os.path.basename(path))[0]))
    module.__file__ = path
    return module


def _is_rule(tree: ast.Module) -> bool:
    """Whether get_identifier or apply is defined in the file, or may be."""
    names = set()
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            names.update((alias.asname or alias.name) for alias in node.names)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names.update(t.id for t in targets if isinstance(t, ast.Name))
        elif isinstance(node, (ast.If, ast.Try, ast.With)):
            names.update(n.name for n in ast.walk(node) if isinstance(n, ast.FunctionDef))
    return bool(names & {"get_identifier", "apply", "*"})


def _trace(path: str) -> str:
    """The traceback of the current exception, from the rule file on."""
    kind, error, tb = sys.exc_info()
    first = tb
    while first is not None and first.tb_frame.f_code.co_filename != path:
        first = first.tb_next
    if first is None and not isinstance(error, SyntaxError):
        first = tb
    return "".join(traceback.format_exception(kind, error, first))


def _reason(error: BaseException) -> str:
    text = str(error)
    if not text:
        return type(error).__name__
    return "KeyError: " + text if isinstance(error, KeyError) else text


class _Wrong(Exception):
    """A rule file that breaks the contract."""


def _said(module: types.ModuleType, function: str, needed: bool, default: Any = None) -> Any:
    f = getattr(module, function, None)
    if f is None and not needed:
        return default
    if not callable(f):
        raise _Wrong("has no function %s" % function)
    return f()


def _describe(path: str, code: types.CodeType, folder: _Folder) -> Rule:
    module = _new_module(path)
    with folder.entered(), _registered(module):
        exec(code, module.__dict__)
        identifier = _said(module, "get_identifier", True)
        if not isinstance(identifier, str):
            raise _Wrong("get_identifier does not return text")
        if not identifier or not identifier.isprintable() or any(c.isspace() for c in identifier):
            raise _Wrong("the identifier %r is empty or contains spaces" % identifier)
        if not callable(getattr(module, "apply", None)):
            raise _Wrong("has no function apply")
        name = _said(module, "get_name", False, identifier)
        description = _said(module, "get_description", False, "")
        section = _said(module, "get_section_identifier", False)
        parents = _said(module, "get_parent_rules_identifiers", False, ())
    for what, value in (("get_name", name), ("get_description", description)):
        if not isinstance(value, str):
            raise _Wrong("%s does not return text" % what)
    if section is not None and not isinstance(section, str):
        raise _Wrong("get_section_identifier does not return text")
    if isinstance(parents, str) or not isinstance(parents, Iterable):
        raise _Wrong("get_parent_rules_identifiers does not return a list")
    parents = tuple(parents)
    if not all(isinstance(p, str) for p in parents):
        raise _Wrong("get_parent_rules_identifiers returns items that are not text")
    return Rule(identifier, name, description, section or None, parents, path, code, folder)


class RuleSet:
    """The rules of folders, and single rule files. rules: by identifier; problems: what could not be loaded.

    Files without get_identifier and apply are modules that rules import. A folder with a file .ncu-ignore is skipped.
    """

    def __init__(self, places: Sequence[str], recursive: bool = False) -> None:
        self.rules: Dict[str, Rule] = {}
        self.problems: List[Problem] = []
        folders: Dict[str, _Folder] = {}
        seen = set()
        for place in places:
            for path in self._files(os.path.abspath(place), recursive):
                if path not in seen:
                    seen.add(path)
                    self._load(path, folders.setdefault(os.path.dirname(path), _Folder(os.path.dirname(path))))

    def _files(self, place: str, recursive: bool) -> Iterator[str]:
        if os.path.isfile(place):
            yield place
            return
        try:
            names = sorted(os.listdir(place))
        except OSError as e:
            self.problems.append(Problem(place, e.strerror or str(e), ""))
            return
        if ".ncu-ignore" in names:
            return
        for name in names:
            path = os.path.join(place, name)
            if os.path.isfile(path):
                if name.endswith(".py"):
                    yield path
            elif recursive and os.path.isdir(path) and not os.path.islink(path) and name != "__pycache__":
                yield from self._files(path, True)

    def _load(self, path: str, folder: _Folder) -> None:
        try:
            with open(path, "rb") as f:
                text = f.read(MAX_RULE + 1)
            if len(text) > MAX_RULE:
                raise _Wrong("is too large for a rule file")
            tree = ast.parse(text, path)
            if not _is_rule(tree):
                return
            rule = _describe(path, compile(tree, path, "exec", dont_inherit=True), folder)
            if rule.identifier in self.rules:
                raise _Wrong("the identifier %s is already used by %s" % (rule.identifier, self.rules[rule.identifier].path))
            self.rules[rule.identifier] = rule
        except KeyboardInterrupt:
            raise
        except (_Wrong, OSError) as e:
            self.problems.append(Problem(path, _reason(e), ""))
        except BaseException as e:
            self.problems.append(Problem(path, "%s: %s" % (type(e).__name__, e), _trace(path)))


# Running ------------------------------------------------------------------------------------------------------------


_OURS = os.path.dirname(os.path.abspath(__file__)) + os.sep
_DELIBERATE = re.compile(r"\braise\b|\b(operator\.index|float|int)\(")
_NO_ATTRIBUTE = re.compile(r"(?:type object '(\w+)'|'(\w+)' object|module '([\w.]+)') has no attribute")


def _is_ours(path: str) -> bool:
    return os.path.abspath(path).startswith(_OURS) and not os.path.abspath(path).startswith(HELPERS + os.sep)


def _status(error: BaseException, missing: Iterable[str]) -> str:
    """Which of FAILURES an exception is."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = 0
    while ours < len(frames) and _is_ours(frames[-1 - ours].filename):
        ours += 1
    deliberate = not ours or _DELIBERATE.search(frames[-1].line or "") is not None
    text = str(error)
    if missing and deliberate and (isinstance(error, (AttributeError, TypeError)) and "NoneType" in text
                                   or isinstance(error, KeyError) and error.args[:1] and error.args[0] in missing):
        return "missing_metric"
    if isinstance(error, AttributeError) and not ours:
        match = _NO_ATTRIBUTE.match(text)
        name = next(filter(None, match.groups()), "") if match else ""
        if name in ("NvRules", nvrules.__name__) or getattr(getattr(nvrules, name, None), "__module__", "").startswith(__package__ + "."):
            return "internal"
    if isinstance(error, ImportError) and not ours and error.name in ("NvRules", nvrules.__name__):
        return "internal"
    wrong_argument = ours == 1 and isinstance(error, (TypeError, ValueError, OverflowError))
    if ours and not deliberate and not wrong_argument and not isinstance(error, (RecursionError, MemoryError)):
        return "internal"
    return "failed"


def _call(result: RuleResult, function: str, needed: bool) -> None:
    """Calls a function of the rule; an exception becomes an error in the result."""
    rule, handle, module = result.rule, result._handle, result._module
    assert module is not None  # it is gone once the rule has run
    missing: Dict[str, None] = {}
    handle.shared.action._missing = missing
    try:
        with rule.folder.entered(), _registered(module):
            if not hasattr(module, "get_identifier"):
                exec(rule.code, module.__dict__)
            if needed or getattr(module, function, None) is not None:
                getattr(module, function)(handle)
    except KeyboardInterrupt:
        raise
    except nvrules.RuleEnded as e:
        result.status = "ended"
        if not any(f.type == MsgType.ERROR for f in handle.findings):
            handle.message(MsgType.ERROR, _reason(e))
    except BaseException as e:
        result.status = _status(e, missing)
        result.traceback = _trace(rule.path)
        last = next((f for f in reversed(traceback.extract_tb(e.__traceback__)) if f.filename == rule.path), None)
        if result.status == "missing_metric" and last is not None and "metric_by_name" in (last.line or ""):
            handle.message(MsgType.ERROR, "There is no metric %s in this result." % list(missing)[-1])
        place = "" if last is None else " (%s:%s)" % (os.path.basename(rule.path), last.lineno)
        handle.message(MsgType.ERROR, _reason(e) + place)
    result.missing += tuple(missing)


def _evaluate(wanted: Iterable[str], known: Dict[str, Rule], shared: nvrules.Shared) -> Dict[str, RuleResult]:
    """Lets rules say what they need; rules that others need are added."""
    results: Dict[str, RuleResult] = {}
    waiting = list(wanted)
    while waiting:
        identifier = waiting.pop(0)
        if identifier in results or identifier not in known:
            continue
        rule = known[identifier]
        handle = nvrules.RuleRun(shared, identifier, rule.section, rule.parents, rule.folder.path)
        results[identifier] = result = RuleResult(rule, handle)
        handle.evaluating = True
        _call(result, "evaluate", False)
        handle.evaluating = False
        waiting.extend(handle.required_rules)
    return results


def section_place(sections: Sequence[str]) -> Callable[[Optional[str]], int]:
    """A function that gives the number of a section's place among these: other sections come after them, no section comes last.
    Never raises."""
    place = {s: i for i, s in reversed(list(enumerate(sections)))}
    return lambda section: len(sections) + 1 if section is None else place.get(section, len(sections))


def _ordered(results: Dict[str, RuleResult], sections: Sequence[str]) -> List[str]:
    """Parents and required rules first; else in the order of sections, rules without a section last, ties by identifier. In
    a cycle of parents, the first goes as if it had none."""
    place = section_place(sections)

    def key(identifier: str) -> Tuple[int, str]:
        return place(results[identifier].rule.section), identifier

    before = {i: {b for b in (*r.rule.parents, *r._handle.required_rules) if b in results and b != i} for i, r in results.items()}
    waiting, order = sorted(results, key=key), []
    while waiting:
        pick = next((i for i in waiting if before[i].isdisjoint(waiting)), waiting[0])
        waiting.remove(pick)
        order.append(pick)
    return order


def collected(action: IAction) -> List[str]:
    """Identifiers of the sections that were collected for a result, in their order. ValueError if the report is closed."""
    sections = [s for s in action.sections() if s["identifier"]]
    last = max((s["order"] or 0 for s in sections), default=0) + 1
    return [s["identifier"] for s in sorted(sections, key=lambda s: last if s["order"] is None else s["order"])]


def run(action: IAction, rules: RuleSet, sections: Optional[Sequence[str]] = None,
        wanted: Optional[Iterable[str]] = None) -> List[RuleResult]:
    """Applies rules to a result; returns what they said, in the order they ran. What a rule raises is in its result; ValueError if
    the report is closed, ReportError, which is one, where it is damaged.

    sections: identifiers of sections, in order; rules of other sections are left out. None: those that were collected, or
    where the report does not name any, all. wanted: identifiers of rules; None: all. Rules that one of these requires in
    evaluate are applied, too.
    """
    if sections is None:
        sections = collected(action) or None
    chosen = [r.identifier for r in rules.rules.values() if (wanted is None or r.identifier in wanted)
              and (sections is None or r.section is None or r.section in sections)]
    results = _evaluate(sorted(chosen), rules.rules, nvrules.Shared(action))
    order = _ordered(results, sections or ())
    for identifier in order:
        result = results[identifier]
        if result.status == "ok":
            _require(result, rules.rules)
        if result.status == "ok":
            _call(result, "apply", True)
        result._module = None
    return [results[identifier] for identifier in order]


def _require(result: RuleResult, known: Dict[str, Rule]) -> None:
    """Reports what the rule requires and the result lacks."""
    handle = result._handle
    for metric in handle.required_metrics:
        if metric not in handle.shared.action:
            handle.message(MsgType.ERROR, "This rule needs the metric %s, which is missing." % metric)
            result.status = "ended"
            return
    for rule in handle.required_rules:
        if rule not in known:
            handle.message(MsgType.ERROR, "This rule needs the rule %s, which is missing." % rule)
            result.status = "ended"
            return
