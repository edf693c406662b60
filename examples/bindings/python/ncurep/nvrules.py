"""The services for rule files: what ``import NvRules`` provides.

A rule file has a function ``apply(handle)``. With the handle it gets a context, from that the action (one result of a
report) and the frontend, which takes what the rule has to say::

    import NvRules

    def get_identifier():
        return "SlowCopy"

    def apply(handle):
        context = NvRules.get_context(handle)
        action = context.range_by_idx(0).action_by_idx(0)
        if action["dram__throughput.avg.pct_of_peak_sustained_elapsed"].value() < 30:
            context.frontend().message(NvRules.MsgType.OPTIMIZATION, "The copy waits for memory.", "Slow copy")

Rules are run by ``python -m ncurep rules`` or by ncurep.rules.run.
"""

from __future__ import annotations

import ctypes
import os
import warnings
from typing import Any, Dict, Iterable, List, NamedTuple, Optional, Set, Tuple

from . import report as _reader
from ._native import Fault, lib, take
from .enums import *  # noqa: F403
from .enums import MarkerKind, MsgType
from .report import IBaseContext, IMetric, IMutableMetric, INvtxDomainInfo, INvtxRange, INvtxState, ISourceInfo

MAX_CHART = 16 << 20  # bytes of a chart file

# Containers ---------------------------------------------------------------------------------------------------------


class map_string_string(_reader._Map):
    """Text by text."""


class map_string_double(map_string_string):
    """Numbers by text."""


class set_string(Set[str]):
    """Texts."""


class set_ull(Set[int]):
    """Whole numbers."""


class vector_string(List[str]):
    """Texts in order."""


class vector_double(List[float]):
    """Numbers in order."""


class vector_longlong(List[int]):
    """Whole numbers in order."""


class vector_ull(List[int]):
    """Whole numbers from 0 in order."""


class vector_table_column(List["TableColumn"]):
    """Columns of a table."""


SwigPyIterator: type = type(iter([]))

# What rules say -----------------------------------------------------------------------------------------------------


class TableSortInfo:
    """The column a table is sorted by."""

    def __init__(self) -> None:
        self.column = 0
        self.is_ascending = True


class TableStyle:
    """How text looks."""

    def __init__(self) -> None:
        self.is_bold = False
        self.is_italic = False


class TableColumnConfig:
    """How a column looks."""

    def __init__(self) -> None:
        self.tooltip = ""
        self.relative_width = 0.0
        self.header_style = TableStyle()
        self.data_style = TableStyle()


class TableConfig:
    """How a table looks."""

    def __init__(self) -> None:
        self.title = ""
        self.description = ""
        self.use_sorting = False
        self.sort_by = TableSortInfo()
        self.use_styling = False
        self.style = TableStyle()


class TableColumn:
    """A column: its name, the kind of its values, and these. Its methods never raise."""

    def __init__(self) -> None:
        self.name = ""
        self.kind: TableElementKind = TableElementKind_INVALID
        self.double_values = vector_double()
        self.int_values = vector_longlong()
        self.string_values = vector_string()
        self.has_column_config = False
        self.column_config = TableColumnConfig()

    def values(self) -> List[Any]:
        """Values of any kind."""
        if self.kind == TableElementKind_DOUBLE:
            return self.double_values
        return self.int_values if self.kind == TableElementKind_INT else self.string_values

    def size(self) -> int:
        """Number of values."""
        return len(self.values())


class TableData:
    """A table."""

    def __init__(self) -> None:
        self.columns = vector_table_column()
        self.has_config = False
        self.config = TableConfig()


class RuleResultMessage:
    """What a rule said: title, message, type."""

    def __init__(self, title: str = "", message: str = "", type: int = MsgType.NONE) -> None:
        self.title = title
        self.message = message
        self.type = type


class SourceMarker:
    """A mark at an address or a source line."""

    def __init__(self) -> None:
        self.rule_identifier = ""
        self.section_identifier = ""
        self.kind = MarkerKind.NONE
        self.message_type = MsgType.NONE
        self.message = ""
        self.source_location: Optional[Tuple[str, int]] = None  # file and line
        self.source_address: Optional[int] = None


class Focus(NamedTuple):
    """A metric to look at."""

    name: str
    value: float
    severity: int
    info: str


class Finding:
    """A message and what belongs to it."""

    def __init__(self, id: int, type: MsgType, text: str, title: Optional[str]) -> None:
        self.id = id
        self.type = type
        self.text = text
        self.title = title
        self.speedup: Optional[Tuple[int, float]] = None  # SpeedupType, percent
        self.focus: List[Focus] = []
        self.tables: List[TableData] = []


class Chart(NamedTuple):
    """A chart or table file that a rule loaded."""

    filename: str
    path: str
    kind: str  # such as SourceMetricTable
    stored: bytes  # as reports hold it: fields of an item of a rule result
    problem: Optional[str]  # why it cannot be used


class Proposal(NamedTuple):
    """A rule to look at next."""

    identifier: str


# Charts: the kind for each field of a BodyItem, and the field for it in an item of a rule result.
_CHARTS = {1: ("Table", 2), 2: ("BarChart", 3), 3: ("HistogramChart", 4), 4: ("LineChart", 5), 6: ("RooflineChart", 7),
           7: ("SourceMetricTable", 9)}

lib.py_chart.restype = ctypes.c_void_p
lib.py_chart.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.POINTER(ctypes.c_size_t), ctypes.POINTER(Fault)]


def _chart(name: str, path: str) -> Chart:
    """Reads a chart file."""
    try:
        with open(path, "rb") as f:
            text = f.read(MAX_CHART + 1)
        if len(text) > MAX_CHART:
            return Chart(name, path, "", b"", "too large")
    except (OSError, ValueError) as e:
        return Chart(name, path, "", b"", getattr(e, "strerror", None) or str(e))
    size, fault = ctypes.c_size_t(), Fault()
    pointer = lib.py_chart(text, len(text), size, fault)
    if not pointer:
        return Chart(name, path, "", b"", "byte %d: %s" % (fault.offset, fault.message.decode()))
    item = take(pointer, size)
    kind, field = _CHARTS.get(item[0] >> 3 if item and item[0] < 128 else 0, ("", 0))
    length, digits = 0, 0  # of the one message that should be all of it
    while 1 + digits < len(item):
        length |= (item[1 + digits] & 127) << 7 * digits
        digits += 1
        if item[digits] < 128:
            break
    if not field or 1 + digits + length != len(item):
        return Chart(name, path, "", b"", "not one chart of a kind that rules can have")
    return Chart(name, path, kind, bytes((field << 3 | 2,)) + item[1:], None)


# Checks of arguments ------------------------------------------------------------------------------------------------


def _text(value: Any, what: str) -> str:
    if isinstance(value, bytes):
        return value.decode("utf-8", "surrogateescape")
    if not isinstance(value, str):
        raise TypeError("%s must be str, not %s" % (what, type(value).__name__))
    return value


def _number(value: Any, what: str) -> float:
    if isinstance(value, (str, bytes)) or not hasattr(value, "__float__"):
        raise TypeError("%s must be a number, not %s" % (what, type(value).__name__))
    return float(value)


def _whole(value: Any, what: str, most: int = 2 ** 64 - 1) -> int:
    if not hasattr(value, "__index__"):
        raise TypeError("%s must be int, not %s" % (what, type(value).__name__))
    number: int = value.__index__()
    if not 0 <= number <= most:
        raise OverflowError("%s is out of range: %d" % (what, number))
    return number


def _member(value: Any, kind: Any, what: str) -> Any:
    number = _whole(value, what, 2 ** 31 - 1)
    try:
        return kind(number)
    except ValueError:
        raise ValueError("%s has no value %d" % (what, number)) from None


def _arity(name: str, args: Tuple[Any, ...], least: int, most: int) -> None:
    if not least <= len(args) <= most:
        raise TypeError("%s takes %d to %d arguments, %d given" % (name, least, most, len(args)))


def metric_instances(metric: IMetric) -> List[Any]:
    """The values of all instances of a metric, each in its own kind. ReportError if they are damaged."""
    return [metric.value(i) for i in range(metric.num_instances())]


# The report as a rule sees it ---------------------------------------------------------------------------------------


class IRuleResult(_reader.IRuleResult):
    """What a rule said when the report was made. Its methods never raise."""

    __slots__ = ()

    def rule_message(self) -> Optional[RuleResultMessage]:  # type: ignore[override]  # the vendor's two modules differ here
        said = super().rule_message()
        return RuleResultMessage(said["title"], said["message"], said["type"]) if said else None


class IAction(_reader.IAction):
    """A result of a report. Metrics that a rule adds are visible to the rules after it. TypeError, OverflowError, ValueError,
    ReportError as of ncurep.IAction."""

    __slots__ = ("_missing", "_attributes")
    _missing: Dict[str, None]  # names that were asked for and are missing
    _attributes: Dict[str, Any]  # of the device

    def metric_by_name(self, metric_name: str) -> Optional[IMetric]:
        """The metric of this name; None if there is none. Also finds device attributes that only the session of the report
        holds."""
        found = super().metric_by_name(metric_name)
        if found is None:
            value = self._attributes.get(metric_name)
            if isinstance(value, str):
                return self.add_string_metric(metric_name, IMetric.ValueKind_STRING, value)
            if isinstance(value, float):
                return self.add_double_metric(metric_name, IMetric.ValueKind_DOUBLE, value)
            if isinstance(value, int) and value >= 0:
                return self.add_integer_metric(metric_name, IMetric.ValueKind_UINT64, value)
            self._missing[metric_name] = None
        return found

    def __contains__(self, key: Any) -> bool:
        return super().__contains__(key) or key in self._attributes

    def source_markers(self) -> List[SourceMarker]:
        """The markers that the report holds."""
        markers = []
        for stored in super().source_markers():
            marker = SourceMarker()
            for name in ("rule_identifier", "section_identifier", "kind", "message_type", "message"):
                setattr(marker, name, stored[name])
            marker.source_address = stored.get("source_address")
            place = stored.get("source_location")
            if place is not None:
                marker.source_location = (place["file_name"], place["line"])
            markers.append(marker)
        return markers

    def rule_results(self) -> Tuple[IRuleResult, ...]:
        """The rule results stored in the report."""
        return tuple(_reader._new(IRuleResult, _dict=d) for d in self.rule_results_as_dicts())


class IRange(_reader.IRange):
    """A rule's only range, with its only action."""

    __slots__ = ("_action",)
    _action: IAction

    def _at(self, index: int) -> IAction:
        return self._action


class IContext(_reader.IContext):
    """A rule's starting point: one range with one action, and the services. TypeError, OverflowError, ValueError, ReportError as of
    ncurep.IContext."""

    __slots__ = ("_run",)
    _run: RuleRun

    def _at(self, index: int) -> IRange:
        return self._run.shared.range

    def frontend(self) -> "IFrontend":
        """What takes messages, estimates, tables and charts. Never raises."""
        return self._run.frontend

    def controller(self) -> "IController":
        """What takes proposals, and leads to the message vault. Never raises."""
        return self._run.controller

    def handle_exception(self, msg: str) -> None:
        """Ends the rule with an error, a SystemError."""
        self._run.end(msg)

    def tool_version(self) -> Optional[Tuple[int, ...]]:
        """Year, month and patch number of the tool that made the report; None if unknown. (Extra.)"""
        return self._run.shared.tool_version


# Services -----------------------------------------------------------------------------------------------------------


class _OldName:
    """A number under a name that is still known, but no longer wanted where the new one can be seen."""

    def __init__(self, value: int, new: str) -> None:
        self.value = value
        self.new = new

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, instance: Any, owner: Optional[type] = None) -> int:
        if instance is not None:
            warnings.warn("%s is old: use %s" % (self.name, self.new), DeprecationWarning, stacklevel=2)
        return self.value


class IFrontend(_reader._Closed):
    """Takes what a rule has to say.

    TypeError for an argument of another type, OverflowError for a number that does not fit, ValueError for a type or kind that does
    not exist and for data that do not form a table."""

    _run: RuleRun

    MsgType_MSG_NONE = _OldName(MsgType.NONE, "MsgType.NONE")
    MsgType_MSG_OK = _OldName(MsgType.OK, "MsgType.OK")
    MsgType_MSG_OPTIMIZATION = _OldName(MsgType.OPTIMIZATION, "MsgType.OPTIMIZATION")
    MsgType_MSG_WARNING = _OldName(MsgType.WARNING, "MsgType.WARNING")
    MsgType_MSG_ERROR = _OldName(MsgType.ERROR, "MsgType.ERROR")
    MarkerKind_SASS = _OldName(MarkerKind.SASS, "MarkerKind.SASS")
    MarkerKind_SOURCE = _OldName(MarkerKind.SOURCE, "MarkerKind.SOURCE")
    Severity_SEVERITY_DEFAULT = 0
    Severity_SEVERITY_LOW = 1
    Severity_SEVERITY_HIGH = 2
    SpeedupType_UNKNOWN = 0
    SpeedupType_LOCAL = 1
    SpeedupType_GLOBAL = 2

    def message(self, *args: Any) -> int:
        """message([type,] text [, title]). Returns the number of the message, for the calls below."""
        _arity("message", args, 1, 3)
        if isinstance(args[0], str):
            _arity("message", args, 1, 2)
            kind, rest = MsgType.NONE, args
        else:
            _arity("message", args, 2, 3)
            kind, rest = _member(args[0], MsgType, "MsgType"), args[1:]
        title = rest[1] if len(rest) > 1 else None
        return self._run.message(kind, _text(rest[0], "the message"), None if title is None else _text(title, "the title"))

    def speedup(self, message_id: int, type: int, estimated_speedup: float) -> bool:
        """Sets the estimate of a message, in percent of the time. False if there is no such message."""
        finding = self._run.finding(message_id)
        kind = _whole(type, "type", 2)
        percent = _number(estimated_speedup, "estimated_speedup")
        if finding is None:
            return False
        finding.speedup = (kind, percent)
        return True

    def focus_metric(self, message_id: int, metric_name: str, metric_value: float, severity: int, info: str) -> bool:
        """Names a metric to look at. False if there is no such message."""
        finding = self._run.finding(message_id)
        focus = Focus(_text(metric_name, "metric_name"), _number(metric_value, "metric_value"),
                      _whole(severity, "severity", 2), _text(info, "info"))
        if finding is None:
            return False
        finding.focus.append(focus)
        return True

    def source_marker(self, *args: Any) -> None:
        """source_marker(text, address, kind [, type]) or source_marker(text, line, kind, file [, type])."""
        _arity("source_marker", args, 3, 5)
        marker = SourceMarker()
        marker.rule_identifier = self._run.identifier
        marker.section_identifier = self._run.section or ""
        marker.message = _text(args[0], "the message")
        marker.kind = _member(args[2], MarkerKind, "MarkerKind")
        if len(args) > 3 and isinstance(args[3], str):
            marker.source_location = (args[3], _whole(args[1], "line", 2 ** 32 - 1))
            rest = args[4:]
        else:
            _arity("source_marker", args, 3, 4)
            marker.source_address = _whole(args[1], "address")
            rest = args[3:]
        if rest:
            marker.message_type = _member(rest[0], MsgType, "MsgType")
        self._run.markers.append(marker)

    def generate_table(self, message_id: int, header: Any, data: Any, config: Optional[Dict[str, Any]] = None) -> None:
        """Adds a table to a message: names of columns, rows of values, and how it looks."""
        finding = self._run.finding(message_id)
        table = _table(header, data, config)
        if finding is not None:
            finding.tables.append(table)

    def load_chart_from_file(self, filename: str) -> None:
        """Adds a chart or table from a file in the section format beside the rule."""
        name = _text(filename, "filename")
        self._run.items.append(_chart(name, os.path.join(self._run.folder, name)))

    def send_dict_to_children(self, dict: Any) -> None:
        """Sends numbers to the rules that name this one as parent. Later calls add to it."""
        new = {_text(k, "a key"): _number(v, "a value") for k, v in dict.items()}
        self._run.shared.sent.setdefault(self._run.identifier, map_string_double()).update(new)

    def receive_dict_from_parent(self, parent_id: str) -> Dict[str, float]:
        """The values that a parent sent; empty if that rule is not a parent, did not run, or sent nothing."""
        parent = _text(parent_id, "parent_id")
        if parent not in self._run.parents:
            return map_string_double()
        return map_string_double(self._run.shared.sent.get(parent, {}))


class IMessageVault(_reader._Closed):
    """Numbers that rules leave for each other, by rule identifier. TypeError for what is not text or not a number."""

    _vault: Dict[str, map_string_double]

    def Put(self, ruleId: str, message: Any) -> None:
        """Leaves numbers by text under the identifier of a rule; later ones are added."""
        new = {_text(k, "a key"): _number(v, "a value") for k, v in message.items()}
        self._vault.setdefault(_text(ruleId, "ruleId"), map_string_double()).update(new)

    def Get(self, ruleId: str) -> Dict[str, float]:
        """The numbers under the identifier of a rule; empty if there are none."""
        return map_string_double(self._vault.get(_text(ruleId, "ruleId"), {}))


class IController(_reader._Closed):
    """What a rule can say about other rules. TypeError for what is not text."""

    _run: RuleRun

    def propose_rule(self, rule: str) -> None:
        """Names a rule to look at next."""
        self._run.items.append(Proposal(_text(rule, "rule")))

    def get_message_vault(self) -> IMessageVault:
        """The numbers that the rules of a result leave for each other."""
        return self._run.shared.vault


class IEvaluator(IBaseContext):
    """What a rule can require in evaluate, before any rule runs. TypeError for what is not text, RuntimeError outside evaluate."""

    _run: RuleRun

    def handle_exception(self, msg: str) -> None:
        """Ends the rule with an error, a SystemError."""
        self._run.end(msg)

    def require_metric(self, metric: str) -> None:
        """Results without this metric are skipped, with a message."""
        self._run.require(self._run.required_metrics, _text(metric, "metric"))

    def require_rule(self, rule: str) -> None:
        """That rule runs first, even if it was not asked for."""
        self._run.require(self._run.required_rules, _text(rule, "rule"))


# Tables -------------------------------------------------------------------------------------------------------------


def _style(config: Any, style: TableStyle) -> bool:
    if not isinstance(config, dict) or not ("bold" in config or "italic" in config):
        return False
    style.is_bold = bool(config.get("bold", False))
    style.is_italic = bool(config.get("italic", False))
    return True


def _sorting(config: Any, names: List[str], sort: TableSortInfo) -> None:
    if not isinstance(config, dict) or "column" not in config:
        raise ValueError("sort_by needs a column")
    column, order = config["column"], config.get("order", "ascending")
    if isinstance(column, str):
        if column not in names:
            raise ValueError("there is no column %r to sort by" % column)
        column = names.index(column)
    if not isinstance(column, int) or not 0 <= column < len(names):
        raise ValueError("there is no column %r to sort by" % (column,))
    if not isinstance(order, str) or order.lower() not in ("ascending", "descending"):
        raise ValueError("the order must be ascending or descending, not %r" % (order,))
    sort.column = int(column)
    sort.is_ascending = order.lower() == "ascending"


def _column(name: str, values: List[Any]) -> TableColumn:
    column = TableColumn()
    column.name = name
    kind = type(values[0])
    if any(type(v) is not kind for v in values):
        raise TypeError("column %r mixes types" % name)
    if issubclass(kind, int):
        for v in values:
            if not -2 ** 63 <= int(v) < 2 ** 63:
                raise OverflowError("a value of column %r is out of range" % name)
        column.kind = TableElementKind_INT
        column.int_values.extend(int(v) for v in values)
    elif issubclass(kind, float):
        column.kind = TableElementKind_DOUBLE
        column.double_values.extend(float(v) for v in values)
    elif issubclass(kind, str):
        column.kind = TableElementKind_STRING
        column.string_values.extend(str(v) for v in values)
    else:
        try:
            column.string_values.extend([str(v) for v in values])
            column.kind = TableElementKind_CUSTOM
        except Exception:  # of the class of the value
            column.kind = TableElementKind_INVALID
            column.string_values.extend("???" for v in values)
    return column


def _list(value: Any, what: str) -> List[Any]:
    try:
        return list(value)
    except TypeError:
        raise TypeError("%s must be a list, found %s" % (what, type(value).__name__)) from None


def _table(header: Any, data: Any, config: Optional[Dict[str, Any]]) -> TableData:
    rows = [_list(row, "a row of a table") for row in _list(data, "data")]
    names = _list(header, "header")
    if not rows:
        raise ValueError("a table needs at least one row")
    if not rows[0]:
        raise ValueError("a table needs at least one column")
    if any(len(row) != len(rows[0]) for row in rows):
        raise ValueError("all rows of a table must have the same length")
    if not names:
        raise ValueError("a table needs column names")
    if len(names) != len(rows[0]):
        raise ValueError("the table has %d names for %d columns" % (len(names), len(rows[0])))
    names = [_text(n, "the name of a column") for n in names]
    table = TableData()
    for i, name in enumerate(names):
        table.columns.append(_column(name, [row[i] for row in rows]))
    if config is None:
        return table
    table.has_config = True
    to = table.config
    to.title = _text(config.get("title", ""), "title")
    to.description = _text(config.get("description", ""), "description")
    if "sort_by" in config:
        _sorting(config["sort_by"], names, to.sort_by)
        to.use_sorting = True
    to.use_styling = _style(config.get("style"), to.style)
    for key, of in config.get("per_column_configs", {}).items():
        i = names.index(key) if key in names else key
        if not isinstance(i, int) or not 0 <= i < len(names):
            raise ValueError("there is no column %r" % (key,))
        column = table.columns[i]
        column.has_column_config = True
        column.column_config.tooltip = _text(of.get("tooltip", ""), "tooltip")
        column.column_config.relative_width = _number(of.get("relative_width", 0), "relative_width")
        style = of.get("style", {})
        _style(style.get("header"), column.column_config.header_style)
        _style(style.get("data"), column.column_config.data_style)
    return table


# Runs ---------------------------------------------------------------------------------------------------------------


class RuleEnded(SystemError):
    """How raise_exception ends a rule."""


def _attributes(action: _reader.IAction) -> Dict[str, Any]:
    """What the session says about the action's device."""
    metric = action.metric_by_name("launch__device_id")
    number = 0 if metric is None else metric.as_uint64()
    pairs = [p for d in action._core.once("session")["devices"] if (d["id"] or 0) == number for p in d["attributes"]]
    return {name: _reader._decode(value) for name, value in reversed(pairs)}


def _overlay(action: _reader.IAction) -> IAction:
    """The same action with room for metrics of its own."""
    core, result = action._core, action._result
    own = object.__new__(_reader._Result)
    own.index, own.info, own.cache = result.index, result.info, result.cache
    own._table, own._names, own.added = result.table(core), None, {}
    return _reader._new(IAction, _core=core, _range_number=0, _number=0, _result=own, _missing={},
                        _attributes=_attributes(action))


class Shared:
    """What the rules of one result have in common."""

    def __init__(self, action: _reader.IAction) -> None:
        core, number = action._core, action._result.index
        self.core = core
        self.number = number
        self.tool_version = _reader.tool_version(core)
        self.action = _overlay(action)
        self.range: IRange = _reader._new(IRange, _core=core, _number=0, _results=[number], _action=self.action)
        self.sent: Dict[str, map_string_double] = {}
        self.vault: IMessageVault = _reader._new(IMessageVault, _vault={})


class RuleRun:
    """One rule on one result: what it said. This is also the handle that the rule gets."""

    def __init__(self, shared: Shared, identifier: str, section: Optional[str], parents: Iterable[str], folder: str) -> None:
        self.shared = shared
        self.identifier = identifier
        self.section = section
        self.parents = tuple(parents)
        self.folder = folder
        self.items: List[Any] = []  # Finding, Chart, Proposal
        self.findings: List[Finding] = []  # those of the items; the id of each is its place here, from 1
        self.markers: List[SourceMarker] = []
        self.required_metrics: List[str] = []
        self.required_rules: List[str] = []
        self.evaluating = False
        self.context: IContext = _reader._new(IContext, _core=shared.core, _ranges=[[shared.number]], _run=self)
        self.frontend: IFrontend = _reader._new(IFrontend, _run=self)
        self.controller: IController = _reader._new(IController, _run=self)
        self.evaluator: IEvaluator = _reader._new(IEvaluator, _run=self)

    def message(self, kind: MsgType, text: str, title: Optional[str] = None) -> int:
        finding = Finding(len(self.findings) + 1, kind, text, title)
        self.findings.append(finding)
        self.items.append(finding)
        return finding.id

    def finding(self, number: int) -> Optional[Finding]:
        number = _whole(number, "message_id")
        return self.findings[number - 1] if 0 < number <= len(self.findings) else None

    def require(self, names: List[str], name: str) -> None:
        if not self.evaluating:
            raise RuntimeError("requirements must be declared in evaluate")
        if name not in names:
            names.append(name)

    def end(self, text: str) -> None:
        raise RuleEnded(_text(text, "msg"))


def _run_of(h: Any) -> RuleRun:
    if not isinstance(h, RuleRun):
        raise TypeError("this is not the handle passed to the rule")
    return h


def get_context(h: Any) -> IContext:
    """The context of a rule. TypeError if this is not the handle that the rule got."""
    return _run_of(h).context


def get_evaluator(h: Any) -> IEvaluator:
    """What evaluate asks for metrics and rules. TypeError if this is not the handle that the rule got."""
    return _run_of(h).evaluator


def get_version(h: Any) -> str:
    """The version of this interface. TypeError if this is not the handle that the rule got."""
    return _run_of(h).context.get_version()


def raise_exception(h: Any, msg: str) -> None:
    """Ends the rule with an error; to Python it is a SystemError."""
    _run_of(h).end(msg)


def require_metrics(handle: Any, metrics: Iterable[str]) -> None:
    """Requires metrics, from evaluate. TypeError for what is not text, RuntimeError elsewhere."""
    for metric in metrics:
        get_evaluator(handle).require_metric(metric)


def require_rules(handle: Any, rules: Iterable[str]) -> None:
    """Requires rules, from evaluate. TypeError for what is not text, RuntimeError elsewhere."""
    for rule in rules:
        get_evaluator(handle).require_rule(rule)


__all__ = [
    "Chart", "Finding", "Focus", "Proposal",
    "IAction", "IBaseContext", "IContext", "IController", "IEvaluator", "IFrontend", "IMessageVault", "IMetric",
    "IMutableMetric", "INvtxDomainInfo", "INvtxRange", "INvtxState", "IRange", "IRuleResult", "ISourceInfo",
    "MarkerKind", "MsgType", "RuleResultMessage", "SourceMarker", "SwigPyIterator", "TableColumn", "TableColumnConfig",
    "TableConfig", "TableData", "TableSortInfo", "TableStyle", "get_context", "get_evaluator", "get_version",
    "map_string_double", "map_string_string", "metric_instances", "raise_exception", "require_metrics", "require_rules",
    "set_string", "set_ull", "vector_double", "vector_longlong", "vector_string", "vector_table_column", "vector_ull",
    *(name for name in globals() if name.startswith(("MsgType_", "MarkerKind_", "RuleKind_", "TableElementKind_"))),
]
