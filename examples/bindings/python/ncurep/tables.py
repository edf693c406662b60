"""Long tables of reports, with the columns of docs/REPORTS.md; pandas and Parquet, if installed.

A typed column cannot mix integers and doubles, so "value" and "id" are doubles, and the columns
value_integer and id_integer at the end hold integers with all their digits.
"""

import contextlib
import fnmatch
import importlib
import itertools
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Sequence, Tuple

from . import report as _report
from ._native import facts

TEXT, NUMBER, INTEGER, COUNT = "text", "number", "integer", "count"

COLUMNS: Dict[str, List[Tuple[str, str]]] = {
    "results": [
        ("file", TEXT), ("result", COUNT), ("kind", TEXT), ("process", INTEGER), ("process_name", TEXT), ("host", TEXT),
        ("thread", INTEGER), ("call", INTEGER), ("kernel", TEXT), ("demangled", TEXT), ("mangled", TEXT), ("grid_x", INTEGER),
        ("grid_y", INTEGER), ("grid_z", INTEGER), ("block_x", INTEGER), ("block_y", INTEGER), ("block_z", INTEGER),
        ("context", INTEGER), ("stream", INTEGER), ("device", INTEGER), ("cc", TEXT), ("created", INTEGER), ("duration_ns", INTEGER),
        ("module", INTEGER)],
    "metrics": [
        ("file", TEXT), ("result", COUNT), ("kernel", TEXT), ("metric", TEXT), ("unit", TEXT), ("kind", TEXT), ("value", NUMBER),
        ("text", TEXT), ("instance_count", COUNT), ("value_integer", INTEGER)],
    "instances": [
        ("file", TEXT), ("result", COUNT), ("metric", TEXT), ("instance", COUNT), ("id_meaning", TEXT), ("id_kind", TEXT),
        ("id", NUMBER), ("id_text", TEXT), ("kind", TEXT), ("value", NUMBER), ("text", TEXT), ("id_integer", INTEGER),
        ("value_integer", INTEGER)],
}

_KINDS = ("", "", "str", "f32", "f64", "u32", "u64")
_TIMES = ("gpu__time_duration.sum", "gpu__time_duration.avg", "gpu__time_duration.max", "gpu__time_duration",
          "gpu__time_duration_measured_user")
_CC = "device__attribute_compute_capability_"


def _parts(kind: int, value: Any) -> Tuple[Optional[str], Optional[float], Optional[str], Optional[int]]:
    """Kind, number, text, integer."""
    if isinstance(value, str):
        return "str", None, value.rstrip("\0"), None
    if value is None:
        return None, None, None, None
    return _KINDS[kind], float(value), None, value if isinstance(value, int) else None


def _chosen(metrics: Iterable[str], known: Iterable[str]) -> List[str]:
    """The names, and of those that are known the ones that fit the patterns among them, each once."""
    if isinstance(metrics, str):
        raise TypeError("expected a list of str, found str")
    known = list(known)
    found: List[str] = []
    for name in metrics:
        fits = _wanted([name])
        found += filter(fits, known) if set(name) & set("*?[") else [name]
    return list(dict.fromkeys(found))


def _wanted(metrics: Optional[Iterable[str]]) -> Callable[[str], bool]:
    """Names, or patterns with * and ?; none means all."""
    if isinstance(metrics, str):
        raise TypeError("expected a list of str, found str")
    patterns = list(metrics or ())
    if not patterns:
        return lambda name: True
    plain = {p for p in patterns if not set(p) & set("*?[")}
    globs = [p for p in patterns if p not in plain]
    return lambda name: name in plain or any(fnmatch.fnmatchcase(name, g) for g in globs)


def _number(action: "_report.IAction", name: str) -> Optional[int]:
    metric = action.metric_by_name(name)
    if metric is None or metric.value() is None or isinstance(metric.value(), str):
        return None
    return metric.as_uint64()


def _device(action: "_report.IAction", session: Dict[str, Any]) -> Tuple[Optional[int], Optional[str]]:
    number = _number(action, "launch__device_id")
    devices = session["devices"]
    shown = number if number is not None else 0 if len(devices) == 1 else None
    found: List[str] = []
    for part in ("major", "minor"):
        value = _number(action, _CC + part)
        if value is None:
            value = next((d["attributes"][_CC + part] for d in devices
                          if (d["id"] or 0) == (number or 0) and isinstance(d["attributes"].get(_CC + part), int)), None)
        if value is not None:
            found.append(str(value))
    return shown, ".".join(found) if len(found) == 2 else None


def _results(report: "_report.IContext", path: str, wanted: Callable[[str], bool]) -> Iterator[List[Any]]:
    session = report.session()
    for action in _in_order(report):
        r = action.info()
        kernel = r["kind"] == "kernel"
        process = session["processes"][r["process"]] if r["process"] is not None else {"id": session["pid"]}
        device, cc = _device(action, session)
        time = next((m for m in map(action.metric_by_name, _TIMES) if m is not None and m.value() is not None), None)
        yield [path, action.index(), r["kind"], process["id"] or 0, (process.get("name") or "").rstrip("\0") or None,
               (process.get("host") or "").rstrip("\0") or None, r["thread"] or 0, r["call"] or 0, _kernel(action),
               *((r["demangled"] or "", r["mangled"] or "") if kernel else (None, None)),
               *(r["grid"] if kernel else [None] * 3), *(r["block_size"] if kernel else [None] * 3), r["context"], r["stream"],
               device, cc, r["created"], time.as_uint64() if time is not None else None, r["module"]]


def _kernel(action: "_report.IAction") -> str:
    r = action.info()
    name = r.get("function") if r["kind"] == "kernel" else r["display"] or r["kind"].replace("cmdlist", "command list")
    return (name or "").rstrip("\0")


def _metrics(report: "_report.IContext", path: str, wanted: Callable[[str], bool]) -> Iterator[List[Any]]:
    for action in _in_order(report):
        kernel = _kernel(action)
        for metric in action.metrics():
            name = metric.name()
            if wanted(name):
                kind, number, text, integer = _parts(metric.kind(), metric.value())
                yield [path, action.index(), kernel, name, facts(name)[3] or None, kind, number, text, metric.num_instances(), integer]


class _Same:
    """A value that a run of rows shares."""

    __slots__ = ("value",)

    def __init__(self, value: Any):
        self.value = value


_NOTHING = (_Same(None),) * 4


def _split(column: Any, numbers: Callable[[Any], Any], doubles: Callable[[Any], Any]) -> Sequence[Any]:
    """What _parts gives, for a whole column: each a _Same or a sequence."""
    if column is None:
        return _NOTHING
    words = column.words
    if words is None:
        return tuple(zip(*map(_parts, column.kinds(), column.list())))
    integer = words.format != "d"
    return (_Same(_KINDS[column.kind(0)]), doubles(words) if integer else numbers(words), _Same(None),
            numbers(words) if integer else _Same(None))


def _instance_runs(report: "_report.IContext", path: str, wanted: Callable[[str], bool], numbers: Callable[[Any], Any],
                   doubles: Callable[[Any], Any]) -> Iterator[Tuple[int, List[Any]]]:
    """The instances of each metric: how many, and the columns."""
    for action in _in_order(report):
        for metric in action.metrics():
            name = metric.name()
            if not metric.num_instances() or not wanted(name):
                continue
            ids, values = metric._columns()
            count = metric.num_instances()
            id_parts = _split(ids if ids is not None and ids.any() else None, numbers, doubles)
            parts = _split(values, numbers, doubles)
            yield count, [_Same(path), _Same(action.index()), _Same(name), range(count), _Same("time" if metric.id_kind() == 1 else None),
                          *id_parts[:3], *parts[:3], id_parts[3], parts[3]]


def _instances(report: "_report.IContext", path: str, wanted: Callable[[str], bool]) -> Iterator[List[Any]]:
    for count, run in _instance_runs(report, path, wanted, lambda words: words.tolist(), lambda words: map(float, words)):
        yield from map(list, zip(*(itertools.repeat(x.value, count) if isinstance(x, _Same) else x for x in run)))


def _arrays(report: "_report.IContext", path: str, wanted: Callable[[str], bool]) -> List[Tuple[Any, Any]]:
    """The columns of the table of instances as numpy arrays, each with a mask of what is missing."""
    import numpy

    types = {TEXT: object, NUMBER: numpy.float64, INTEGER: numpy.uint64, COUNT: numpy.uint32}
    runs = list(_instance_runs(report, path, wanted, numpy.asarray, lambda words: numpy.asarray(words).astype(numpy.float64)))
    total = sum(count for count, _ in runs)
    out = []
    for i, (_, kind) in enumerate(COLUMNS["instances"]):
        values = numpy.full(total, numpy.nan if kind == NUMBER else None if kind == TEXT else 0, dtype=types[kind])
        missing = numpy.zeros(total, dtype=bool)
        at = 0
        for count, run in runs:
            part, here = run[i], slice(at, at + count)
            if isinstance(part, tuple) and kind != TEXT:
                missing[here] = [x is None for x in part]
                values[here] = [values[at] if x is None else x for x in part]
            elif isinstance(part, range):
                values[here] = numpy.arange(count)
            elif not isinstance(part, _Same):
                values[here] = numpy.array(part, dtype=object) if kind == TEXT else part
            elif part.value is None:
                missing[here] = True
            else:
                values[here] = part.value
            at += count
        out.append((values, missing))
    return out


_ROWS = {"results": _results, "metrics": _metrics, "instances": _instances}


def _in_order(report: "_report.IContext") -> List["_report.IAction"]:
    return sorted(report.actions(), key=lambda a: a.index())


def rows(report: "_report.IContext", table: str = "metrics", metrics: Optional[Iterable[str]] = None,
         path: Optional[str] = None) -> Iterator[List[Any]]:
    """The rows of one of the tables of COLUMNS; metrics: names or patterns. KeyError for another table, TypeError if metrics is a
    str, ValueError if the report is closed, ReportError, which is one, where it is damaged."""
    return _ROWS[table](report, report.path() or "" if path is None else path, _wanted(metrics))


def frame(report: "_report.IContext", table: str = "metrics", metrics: Optional[Iterable[str]] = None) -> Any:
    """The same as a pandas DataFrame, with the errors of rows(); ImportError without pandas and numpy."""
    import pandas

    if table == "instances":
        filled = zip(COLUMNS[table], _arrays(report, report.path() or "", _wanted(metrics)))
        return pandas.DataFrame({name: pandas.arrays.IntegerArray(values, missing) if kind == INTEGER else values
                                 for (name, kind), (values, missing) in filled}, copy=False)
    return _typed_frame(table, list(zip(*rows(report, table, metrics))))


def _typed_frame(table: str, data: Sequence[Sequence[Any]]) -> Any:
    """The columns of a table as a pandas DataFrame; none if there are no rows."""
    import pandas

    types = {TEXT: "object", NUMBER: "float64", INTEGER: "UInt64", COUNT: "uint32"}
    columns = COLUMNS[table]
    data = data or [()] * len(columns)
    return pandas.DataFrame({name: pandas.array(list(values), dtype=types[kind]) for (name, kind), values in zip(columns, data)})


def report_frame(report: "_report.IContext", metrics: Optional[Iterable[str]] = None) -> Any:
    """What IContext.to_frame returns. TypeError if metrics is a str, ValueError if the report is closed, ImportError without
    pandas."""
    import pandas

    actions = list(report.actions())
    values = [action.values() for action in actions]
    known = list(dict.fromkeys(name for found in values for name in found))
    names = known if metrics is None else _chosen(metrics, known)
    columns: Dict[str, Any] = {"kernel": pandas.array([a.name() for a in actions], dtype="object")}
    for name in names:
        cells = [found.get(name) for found in values]
        kinds = {type(x) for x in cells if x is not None}
        columns[name] = pandas.array(cells, dtype="UInt64" if kinds == {int} else "object" if str in kinds or not kinds else "float64")
    return pandas.DataFrame(columns, index=pandas.Index([a.index() for a in actions], name="result", dtype="int64"))


def action_frame(action: "_report.IAction") -> Any:
    """What IAction.to_frame returns: a row for each metric. ValueError if the report is closed, ImportError without pandas."""
    import pandas

    lines = [(m.name(), m.unit(), _KINDS[m.kind()], m.value(), m.num_instances()) for m in map(action.__getitem__, action)]
    return pandas.DataFrame(lines, columns=["metric", "unit", "kind", "value", "instance_count"])


def arrow_schema(table: str) -> Any:
    """The pyarrow.Schema of a table. KeyError for another table, ImportError without pyarrow."""
    import pyarrow

    types = {TEXT: pyarrow.string(), NUMBER: pyarrow.float64(), INTEGER: pyarrow.uint64(), COUNT: pyarrow.uint32()}
    return pyarrow.schema([(name, types[kind]) for name, kind in COLUMNS[table]])


def arrow_table(report: "_report.IContext", table: str = "metrics", metrics: Optional[Iterable[str]] = None,
                path: Optional[str] = None) -> Any:
    """The same as a pyarrow.Table, with the errors of rows(); ImportError without pyarrow."""
    import pyarrow

    numpy: Any = None
    with contextlib.suppress(ImportError):
        numpy = importlib.import_module("numpy")
    schema = arrow_schema(table)
    if table == "instances" and numpy is not None:
        columns = _arrays(report, report.path() or "" if path is None else path, _wanted(metrics))
        arrays = [_arrow(values, field.type, missing) for (values, missing), field in zip(columns, schema)]
    else:
        data = list(zip(*rows(report, table, metrics, path))) or [()] * len(schema)
        arrays = [_arrow(values, field.type) for values, field in zip(data, schema)]
    return pyarrow.Table.from_arrays(arrays, schema=schema)


def write_parquet(to: str, paths: Sequence[str], table: str = "metrics", metrics: Optional[Iterable[str]] = None) -> int:
    """Writes one table of these reports, a row group per report; returns the number of rows. OSError if a file cannot be read or
    written, ReportError if one is no report, KeyError for another table, ImportError without pyarrow."""
    import pyarrow
    import pyarrow.parquet

    metrics = list(metrics or ())
    count = 0
    with pyarrow.parquet.ParquetWriter(to, arrow_schema(table)) as writer:
        for path in paths:
            with _report.load_report(path) as report:
                batch = arrow_table(report, table, metrics, path)
            count += batch.num_rows
            writer.write_table(batch)
    return count


def _arrow(values: Any, kind: Any, missing: Any = None) -> Any:
    """An Arrow array. Text that is not UTF-8 cannot be stored: bad bytes become U+FFFD."""
    import pyarrow

    try:
        return pyarrow.array(values, type=kind, mask=missing)
    except UnicodeEncodeError:
        clean = [v.encode("utf-8", "replace").decode() if isinstance(v, str) else v for v in values]
        return pyarrow.array(clean, type=kind, mask=missing)
