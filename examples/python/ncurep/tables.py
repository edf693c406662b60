"""Long tables of reports, with the columns of docs/REPORTS.md; pandas and Parquet, if installed.

A typed column cannot mix integers and doubles, so "value" and "id" are doubles, and the columns
value_integer and id_integer at the end hold integers with all their digits.
"""

import fnmatch
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


def wanted(metrics: Optional[Iterable[str]]) -> Callable[[str], bool]:
    """Names, or patterns with * and ?; none means all."""
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
        is_kernel = r["kind"] == "kernel"
        process = session["processes"][r["process"]] if r["process"] is not None else {"id": session["pid"]}
        device, cc = _device(action, session)
        time = next((m for m in map(action.metric_by_name, _TIMES) if m is not None and m.value() is not None), None)
        yield [path, action.index(), r["kind"], process["id"] or 0, (process.get("name") or "").rstrip("\0") or None,
               (process.get("host") or "").rstrip("\0") or None, r["thread"] or 0, r["call"] or 0, kernel(action),
               *((r["demangled"] or "", r["mangled"] or "") if is_kernel else (None, None)),
               *(r["grid"] if is_kernel else [None] * 3), *(r["block_size"] if is_kernel else [None] * 3), r["context"], r["stream"],
               device, cc, r["created"], time.as_uint64() if time is not None else None, r["module"]]


def kernel(action: "_report.IAction") -> str:
    r = action.info()
    name = r.get("function") if r["kind"] == "kernel" else r["display"] or r["kind"].replace("cmdlist", "command list")
    return (name or "").rstrip("\0")


def _metrics(report: "_report.IContext", path: str, wanted: Callable[[str], bool]) -> Iterator[List[Any]]:
    for action in _in_order(report):
        launched = kernel(action)
        for metric in action.metrics():
            name = metric.name()
            if wanted(name):
                kind, number, text, integer = _parts(metric.kind(), metric.value())
                yield [path, action.index(), launched, name, facts(name)[3] or None, kind, number, text, metric.num_instances(), integer]


def _instances(report: "_report.IContext", path: str, wanted: Callable[[str], bool]) -> Iterator[List[Any]]:
    for action in _in_order(report):
        for metric in action.metrics():
            name = metric.name()
            if not wanted(name):
                continue
            meaning = "time" if metric.id_kind() == 1 else None
            ids = metric.correlation_ids()
            for i in range(metric.num_instances()):
                id_kind, id_number, id_text, id_integer = _parts(ids.kind(i), ids.value(i)) if ids is not None else _parts(0, None)
                kind, number, text, integer = _parts(metric.kind(i), metric.value(i))
                yield [path, action.index(), name, i, meaning, id_kind, id_number, id_text, kind, number, text, id_integer, integer]


_ROWS = {"results": _results, "metrics": _metrics, "instances": _instances}


def _in_order(report: "_report.IContext") -> List["_report.IAction"]:
    return sorted(report.actions(), key=lambda a: a.index())


def rows(report: "_report.IContext", table: str = "metrics", metrics: Optional[Iterable[str]] = None,
         path: Optional[str] = None) -> Iterator[List[Any]]:
    """The rows of one of the tables of COLUMNS. metrics: names or patterns."""
    return _ROWS[table](report, report.path() or "" if path is None else path, wanted(metrics))


def frame(report: "_report.IContext", table: str = "metrics", metrics: Optional[Iterable[str]] = None) -> Any:
    """The same as a pandas DataFrame."""
    return typed_frame(table, list(zip(*rows(report, table, metrics))))


def typed_frame(table: str, data: Sequence[Sequence[Any]]) -> Any:
    """The columns of one of the tables as a pandas DataFrame; data may be empty."""
    import pandas

    types = {TEXT: "object", NUMBER: "float64", INTEGER: "UInt64", COUNT: "uint32"}
    columns = COLUMNS[table]
    data = data or [()] * len(columns)
    return pandas.DataFrame({name: pandas.array(list(values), dtype=types[kind]) for (name, kind), values in zip(columns, data)})


def report_frame(report: "_report.IContext", metrics: Optional[Iterable[str]] = None) -> Any:
    """A pandas DataFrame with a row for each action: its name, then the values of its metrics."""
    import pandas

    wants = wanted(metrics)
    lines = []
    for action in report.actions():
        line = {"kernel": action.name()}
        line.update((name, value) for name, value in action.values().items() if wants(name))
        lines.append(line)
    return pandas.DataFrame(lines)


def action_frame(action: "_report.IAction") -> Any:
    """A pandas DataFrame with a row for each metric."""
    import pandas

    lines = [(m.name(), m.unit(), _KINDS[m.kind()], m.value(), m.num_instances()) for m in map(action.__getitem__, action)]
    return pandas.DataFrame(lines, columns=["metric", "unit", "kind", "value", "instance_count"])


def write_parquet(to: str, paths: Sequence[str], table: str = "metrics", metrics: Optional[Iterable[str]] = None) -> int:
    """Writes one table of these reports, a row group per report; returns the number of rows. Needs pyarrow."""
    import pyarrow
    import pyarrow.parquet

    types = {TEXT: pyarrow.string(), NUMBER: pyarrow.float64(), INTEGER: pyarrow.uint64(), COUNT: pyarrow.uint32()}
    schema = pyarrow.schema([(name, types[kind]) for name, kind in COLUMNS[table]])
    metrics = list(metrics or ())
    count = 0
    with pyarrow.parquet.ParquetWriter(to, schema) as writer:
        for path in paths:
            with _report.load_report(path) as report:
                data = list(zip(*rows(report, table, metrics))) or [()] * len(schema)
            arrays = [pyarrow.array(clean(values), type=field.type) for values, field in zip(data, schema)]
            batch = pyarrow.Table.from_arrays(arrays, schema=schema)
            count += batch.num_rows
            writer.write_table(batch)
    return count


def clean(values: Sequence[Any]) -> List[Any]:
    """Text that is not UTF-8 cannot be stored: bad bytes become U+FFFD."""
    return [v.encode("utf-8", "replace").decode() if isinstance(v, str) and not v.isascii() and _lone(v) else v for v in values]


def _lone(text: str) -> bool:
    return any("\ud800" <= c <= "\udfff" for c in text)
