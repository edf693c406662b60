"""pandas DataFrames of what scripts ask for most: source lines, rules, warp samples."""

from typing import Any, Dict, Iterable, List, Optional, Tuple

from . import report as _report
from .tables import _chosen as _pick

_SAMPLES = "smsp__pcsamp_sample_count"
_STALL = "smsp__pcsamp_warps_issue_stalled_"
_COUNTERS = {_SAMPLES: "samples", "inst_executed": "executed"}

Place = Tuple[str, int, str]  # file, line, function
Path = Tuple[Place, ...]  # of an instruction, the outermost place first


def _chosen(action: "_report.IAction", metrics: Optional[Iterable[str]]) -> Dict[str, str]:
    """Column by name of the metric."""
    if metrics is None:
        chosen = dict(_COUNTERS)
        chosen.update((name, "stall_" + name[len(_STALL):]) for name in action
                      if name.startswith(_STALL) and not name.endswith("_not_issued"))
        return chosen
    return {name: name for name in _pick(metrics, action)}


def _by_code(action: "_report.IAction", name: str) -> Optional[Tuple[List[int], List[Any]]]:
    """Addresses and values of a metric whose ids are addresses; None for any other."""
    metric = action.metric_by_name(name)
    if metric is None or not metric.num_instances() or metric.id_kind() != 0:
        return None
    ids, values = metric.ids(), metric.values()
    if not ids or not all(isinstance(i, int) for i in ids) or action._code().function_at(ids[0]) is None:
        return None
    return ids, [0 if v is None else v for v in values]


def lines(action: "_report.IAction", metrics: Optional[Iterable[str]], inclusive: bool) -> Any:
    """See IAction.lines_frame."""
    import pandas

    chosen = _chosen(action, metrics)
    columns = {column: _by_code(action, name) for name, column in chosen.items()}
    code = action._code()
    path_of: Dict[int, Path] = {}
    for address in {a for found in columns.values() if found is not None for a in found[0]}:
        path_of[address] = code.path(address)
    paths = {path[: depth + 1] for path in path_of.values() for depth in range(len(path))}
    rows = sorted(paths)  # each after the one it was inlined into
    index = {path: i for i, path in enumerate(rows)}
    parents = [index[path[:-1]] if len(path) > 1 else None for path in rows]
    texts = {name: text.split("\n") for name, text in action.source_files().items() if text}

    def text_of(file: str, line: int) -> Optional[str]:
        known = texts.get(file, ())
        return known[line - 1].rstrip("\r") if 0 < line <= len(known) else None

    out: Dict[str, Any] = {
        "file": pandas.array([path[-1][0] or None for path in rows], dtype="object"),
        "line": pandas.array([path[-1][1] or None for path in rows], dtype="UInt32"),
        "function": pandas.array([path[-1][2] for path in rows], dtype="object"),
        "depth": pandas.array([len(path) - 1 for path in rows], dtype="uint32"),
        "parent": pandas.array(parents, dtype="UInt32"),
    }
    for column, found in columns.items():
        sums: List[Any] = [0] * len(rows)
        if found is None:
            out[column] = pandas.array([None] * len(rows), dtype="UInt64")
            continue
        for address, value in zip(*found):
            if not isinstance(value, str):
                sums[index[path_of[address]]] += value
        if inclusive:
            for i in range(len(rows) - 1, -1, -1):
                parent = parents[i]
                if parent is not None:
                    sums[parent] += sums[i]
        whole = all(isinstance(x, int) for x in sums)
        out[column] = pandas.array(sums, dtype="UInt64" if whole else "float64")
    out["text"] = pandas.array([text_of(*path[-1][:2]) for path in rows], dtype="object")
    return pandas.DataFrame(out)


_SPEEDUPS = {1: "local", 2: "global"}


def rules(report: "_report.IContext") -> Any:
    """See IContext.rules_frame."""
    import pandas

    names = ("result", "kernel", "section", "rule", "type", "title", "message", "speedup_type", "speedup", "focus_metrics")
    out = []
    for action in report.actions():
        for r in action.rule_results_as_dicts():
            said, speedup = r["rule_message"], r["speedup_estimation"]
            kind = None if said is None else getattr(said["type"], "name", str(said["type"])).lower()
            out.append((action.index(), action.name(), r["section_identifier"], r["rule_identifier"], kind,
                        None if said is None else said["title"], None if said is None else said["message"],
                        None if speedup is None else _SPEEDUPS.get(speedup["type"], "unknown"),
                        None if speedup is None else speedup["speedup"], [dict(f) for f in r["focus_metrics"]]))
    frame = pandas.DataFrame(out, columns=names)
    return frame.astype({"result": "uint32", "speedup": "float64"})


def warp_samples(action: "_report.IAction") -> Any:
    """See IAction.warp_samples_frame."""
    import numpy
    import pandas

    record = numpy.dtype([("pc", "<u8"), ("known", "<u4"), ("place", "u1"), ("reason", "u1"), ("idle", "u1"), ("zero", "u1")])
    tick = numpy.dtype([("time", "<u8"), ("before", "<u8")])
    parts: List[Any] = []
    reasons: List[str] = []
    for series in action._warp_series():
        reasons = series["reasons"]
        samples = numpy.frombuffer(series["records"], dtype=record)
        ticks = numpy.frombuffer(series["times"], dtype=tick)
        last = numpy.searchsorted(ticks["before"], numpy.arange(len(samples)), side="right") - 1
        times = numpy.where(last >= 0, ticks["time"][last] if len(ticks) else 0, 0)
        parts.append((times, last < 0, samples, numpy.full(len(samples), series["unit"], dtype="uint32")))
    columns = [numpy.concatenate(x) if parts else numpy.zeros(0, dtype=kind)
               for x, kind in zip(list(zip(*parts)) or [()] * 4, ("uint64", "bool", record, "uint32"))]
    order = numpy.lexsort((columns[0], ~columns[1]))  # those without a time first
    times, unknown, samples, units = (x[order] for x in columns)
    places = {pc: action.source_info(pc) for pc in numpy.unique(samples["pc"]).tolist()}
    found = [places[pc] for pc in samples["pc"].tolist()]
    return pandas.DataFrame({
        "timestamp": pandas.arrays.IntegerArray(times.astype("uint64"), unknown),
        "pc": samples["pc"], "stall_reason": pandas.Categorical([reasons[r] for r in samples["reason"].tolist()]),
        "not_issued": samples["idle"] != 0, "sm": units, "place": samples["place"], "reason": samples["reason"],
        "file": pandas.array([None if p is None else p.file_name() for p in found], dtype="object"),
        "line": pandas.array([None if p is None else p.line() for p in found], dtype="UInt32")})
