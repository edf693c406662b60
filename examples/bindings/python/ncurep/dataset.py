"""Folders of reports as one partitioned dataset of Parquet files. Needs pyarrow. (Extra.)

    import ncurep.dataset

    ncurep.dataset.write("fleet", "reports/")

Layout: TABLE/date=YYYY-MM-DD/NAME-HASH.parquet below the dataset, one file for each table and report. The date is the day (UTC) on
which the report was made; docs/PYTHON.md has the rest.
"""

import datetime
import hashlib
import os
from typing import Any, Callable, Dict, Iterable, List, Optional, Sequence, Tuple, Union

from . import _scan, tables
from . import report as _report
from ._scan import Path, Problem, Progress

__all__ = ["TABLES", "COLUMNS", "write"]

BOOLEAN, FOCUS = "boolean", "focus"
TEXT, NUMBER, INTEGER, COUNT = tables.TEXT, tables.NUMBER, tables.INTEGER, tables.COUNT

COLUMNS: Dict[str, List[Tuple[str, str]]] = {
    "reports": [
        ("file", TEXT), ("state", TEXT), ("bytes", INTEGER), ("created", INTEGER), ("collector", TEXT), ("command", TEXT),
        ("host", TEXT), ("devices", TEXT), ("result_count", COUNT), ("problem_count", COUNT)],
    "problems": [("file", TEXT), ("readable", BOOLEAN), ("code", TEXT), ("offset", INTEGER), ("message", TEXT)],
    "results": tables.COLUMNS["results"],
    "metrics": tables.COLUMNS["metrics"],
    "instances": tables.COLUMNS["instances"],
    "rules": [
        ("file", TEXT), ("result", COUNT), ("kernel", TEXT), ("rule", TEXT), ("name", TEXT), ("section", TEXT), ("type", TEXT),
        ("title", TEXT), ("text", TEXT), ("speedup_type", TEXT), ("speedup", NUMBER), ("focus", FOCUS)],
    "source": [
        ("file", TEXT), ("result", COUNT), ("kernel", TEXT), ("address", INTEGER), ("function", TEXT), ("source_file", TEXT),
        ("line", COUNT), ("metric", TEXT), ("value", NUMBER)],
}
TABLES = tuple(COLUMNS)
_TYPES = {0: "INF", 1: "INF", 2: "WRN", 3: "ERR", 4: "OPT"}
_SCOPES = {1: "local", 2: "global"}
# Counters by address that say where time goes and what ran; the others are in the table of instances.
_BY_ADDRESS = ("inst_executed", "thread_inst_executed", "smsp__pcsamp_sample_count", "smsp__pcsamp_warps_issue_stalled_*")
NO_DATE = "__HIVE_DEFAULT_PARTITION__"  # what Hive, Spark, DuckDB and pyarrow read as null


def _type_of(kind: str) -> Any:
    import pyarrow

    if kind == FOCUS:
        return pyarrow.list_(pyarrow.struct([("metric", pyarrow.string()), ("value", pyarrow.float64()), ("info", pyarrow.string())]))
    return {TEXT: pyarrow.string, NUMBER: pyarrow.float64, INTEGER: pyarrow.uint64, COUNT: pyarrow.uint32,
            BOOLEAN: pyarrow.bool_}[kind]()


def schema(table: str) -> Any:
    """The pyarrow.Schema of a table."""
    import pyarrow

    return pyarrow.schema([(name, _type_of(kind)) for name, kind in COLUMNS[table]])


# Rows --------------------------------------------------------------------------------------------------------------------

def _actions(report: "_report.IContext") -> List["_report.IAction"]:
    return sorted(report.actions(), key=lambda a: a.index())


def _report_row(report: Optional["_report.IContext"], path: str, name: str, problems: Sequence[Problem]) -> List[Any]:
    size = os.path.getsize(path) if os.path.exists(path) else None
    if report is None:
        return [name, "unreadable", size, None, None, None, None, None, None, len(problems)]
    session, info = report.session(), report.info()
    collector = dict(session["versions"]).get("Nsight Compute Target")
    hosts = [s["computer"] for s in session["systems"] if s["role"] == "target" and s["computer"]]
    devices = ", ".join(d["name"] for d in session["devices"] if d["name"])
    return [name, "damaged" if problems else "whole", size, session["created"], collector, session["command"],
            hosts[0] if hosts else None, devices or None, info["results"], len(problems)]


def _rules(report: "_report.IContext", name: str) -> List[List[Any]]:
    rows = []
    for action in _actions(report):
        for d in action.rule_results_as_dicts():
            message, speedup = d["rule_message"], d["speedup_estimation"]
            focus = [{"metric": f["name"], "value": f["value"], "info": f["info"]} for f in d["focus_metrics"]]
            rows.append([
                name, action.index(), tables._kernel(action), d["rule_identifier"], d["name"], d["section_identifier"] or None,
                _TYPES.get(int(message["type"])) if message else None, message["title"] if message else None,
                message["message"] if message else None, _SCOPES.get(int(speedup["type"])) if speedup else None,
                speedup["speedup"] if speedup else None, focus])
    return rows


def _source(report: "_report.IContext", name: str) -> List[List[Any]]:
    """A row for each counter of each instruction; zeros are left out."""
    rows = []
    wanted = tables._wanted(_BY_ADDRESS)
    for action in _actions(report):
        kernel = tables._kernel(action)
        functions = sorted((f["address"], f["name"]) for f in action.functions() if f["address"] is not None)
        places: Dict[int, Tuple[Optional[str], Optional[str], Optional[int]]] = {}
        for metric in action.metrics():
            if not metric.num_instances() or not wanted(metric.name()):
                continue
            for address, value in zip(metric.ids(), metric.values()):
                if not isinstance(address, int) or not value or isinstance(value, str):
                    continue
                if address not in places:
                    info = action.source_info(address)
                    function = next((n for a, n in reversed(functions) if a <= address), None)
                    places[address] = (function, info.file_name() if info else None, info.line() if info else None)
                rows.append([name, action.index(), kernel, address, *places[address], metric.name(), float(value)])
    return rows


def _table(table: str, rows: Iterable[Sequence[Any]]) -> Any:
    import pyarrow

    fields = schema(table)
    data: List[Sequence[Any]] = list(zip(*rows)) or [()] * len(fields)
    return pyarrow.Table.from_arrays([tables._arrow(values, field.type) for values, field in zip(data, fields)], schema=fields)


# Files -------------------------------------------------------------------------------------------------------------------

def _date(created: Optional[int]) -> str:
    try:
        return datetime.datetime.fromtimestamp(created, datetime.timezone.utc).strftime("%Y-%m-%d") if created else NO_DATE
    except (OverflowError, OSError, ValueError):
        return NO_DATE


def _stem(name: str) -> str:
    """The name of a report's files: that of the report, for people, and a part of the hash of its path."""
    plain = "".join(c if c.isalnum() and c.isascii() or c in "._-" else "_" for c in os.path.basename(name))[:80].lstrip("._")
    return "%s-%s" % (plain.rsplit(".ncu-rep", 1)[0] or "report", hashlib.sha256(os.fsencode(name)).hexdigest()[:12])


def _put(to: str, table: str, date: str, stem: str, data: Any) -> None:
    """A file appears whole, by its last name, or not at all."""
    import pyarrow.parquet

    folder = os.path.join(to, table, "date=" + date)
    os.makedirs(folder, exist_ok=True)
    temporary = os.path.join(folder, "." + stem + ".new")
    pyarrow.parquet.write_table(data, temporary, compression="zstd")
    os.replace(temporary, os.path.join(folder, stem + ".parquet"))
    for other in os.listdir(os.path.join(to, table)):  # where it was if it had another date before
        if other != "date=" + date:
            try:
                os.unlink(os.path.join(to, table, other, stem + ".parquet"))
            except OSError:
                pass


def _of_problems(problems: Sequence[Problem]) -> Any:
    return _table("problems", [[p[name] for name, _ in COLUMNS["problems"]] for p in problems])


def _write_one(to: str, path: str, name: str, wanted_tables: Sequence[str], metrics: Sequence[str]) -> List[Problem]:
    """Writes the files of a report; what is wrong in it."""
    report, problems = _scan.read(path, name)
    row = _report_row(report, path, name, problems)
    date, stem = _date(row[3]), _stem(name)
    made: Dict[str, Callable[[], Any]] = {
        "reports": lambda: _table("reports", [row]),
        "problems": lambda: _of_problems(problems)}
    if report is not None:
        opened = report
        made.update({
            "results": lambda: tables.arrow_table(opened, "results", metrics, name),
            "metrics": lambda: tables.arrow_table(opened, "metrics", metrics, name),
            "instances": lambda: tables.arrow_table(opened, "instances", metrics, name),
            "rules": lambda: _table("rules", _rules(opened, name)),
            "source": lambda: _table("source", _source(opened, name))})
    for table in wanted_tables:
        _put(to, table, date, stem, made[table]() if table in made else _table(table, []))
    if report is not None:
        report.close()
    return problems


def write(to: Path, paths: Union[Path, Iterable[Path]], tables: Optional[Iterable[str]] = None, metrics: Optional[Iterable[str]] = None,
          workers: Optional[int] = None, progress: Progress = None) -> List[Problem]:
    """Writes the reports of a folder, or these files, into the dataset in the folder to, which may exist; a report that is in it
    is replaced. The same reports give the same bytes. (Extra.)

    tables: of TABLES; None: all. metrics: names or patterns for the tables metrics and instances; None: all. workers, progress:
    as for scan. Returns what is wrong in the reports, as the table "problems" has it: a list of dicts with file, code, offset,
    message, readable. The column file is the path below the folder, or the path as given. Raises FileNotFoundError if there is no
    report, ValueError for an unknown table, OSError if nothing can be written."""
    chosen = list(TABLES if tables is None else tables)
    for table in chosen:
        if table not in COLUMNS:
            raise ValueError("unknown table %r: one of %s" % (table, ", ".join(TABLES)))
    to = os.fspath(to)
    files = _scan.find(paths)
    base = os.fspath(paths) if isinstance(paths, (str, os.PathLike)) and os.path.isdir(paths) else None
    names = [os.path.relpath(f, base).replace(os.sep, "/") if base is not None else f for f in files]
    if not files:
        raise FileNotFoundError(2, "no reports", str(base))
    os.makedirs(to, exist_ok=True)
    problems: List[List[Problem]] = [[] for _ in files]
    patterns = list(metrics or ())
    tasks = [(to, f, n, chosen, patterns) for f, n in zip(files, names)]
    failed: List[int] = []
    for i, ok, answer in _scan.each(_write_one, tasks, workers, progress):
        if ok:
            problems[i] = answer
        else:
            failed.append(i)
            problems[i] = [_scan.problem(names[i], "memory" if "MemoryError" in answer else "io", None, answer)]
    for i in failed:  # in the dataset, too, if anything can be written there
        made = {"reports": _table("reports", [_report_row(None, files[i], names[i], problems[i])]), "problems": _of_problems(problems[i])}
        for table in chosen:
            _put(to, table, NO_DATE, _stem(names[i]), made.get(table) or _table(table, []))
    return [p for one in problems for p in one]
