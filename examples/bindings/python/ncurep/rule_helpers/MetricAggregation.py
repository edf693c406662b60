"""Adds up the instances of a metric: by source line and opcode."""

import re
from abc import ABC, abstractmethod
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any, Dict, FrozenSet, List, Optional, Sequence, Set, Tuple, Union

import NvRules


@dataclass(frozen=True)
class SourceLocation:
    """A line of a file, counted from 1."""

    path: str
    line: int


@dataclass(frozen=True)
class MetricAggregate:
    """A sum of instances."""

    name: str
    value: Union[int, float]


@dataclass(frozen=True)
class ByOpcodeMetricAggregate(MetricAggregate):
    """A sum over the instructions of a line that have certain opcodes."""

    source_location: SourceLocation
    opcodes: FrozenSet[str]


class PcCache:
    """Opcode and line of each address of an action, for the one that was asked for last."""

    MOST = 1
    _known: "OrderedDict[Any, Dict[int, Tuple[str, Optional[SourceLocation]]]]" = OrderedDict()
    _OPCODE = re.compile(r"\s*(?:@!?U?P\w+\s+)?([A-Z][\w.]*)")

    @classmethod
    def places(cls, workload: "NvRules.IAction") -> Dict[int, Tuple[str, Optional[SourceLocation]]]:
        found = cls._known.get(workload)
        if found is None:
            found = cls._known[workload] = {}
            while len(cls._known) > cls.MOST:
                cls._known.popitem(last=False)
        return found

    @classmethod
    def lookup(cls, workload: "NvRules.IAction", pc: int) -> Tuple[str, Optional[SourceLocation]]:
        """The opcode, "" if the instruction's text is unknown, and the line or None."""
        places = cls.places(workload)
        if pc not in places:
            text = cls._OPCODE.match(workload.sass_by_pc(pc))
            info = workload.source_info(pc)
            places[pc] = (text.group(1) if text else "",
                          SourceLocation(info.file_name(), info.line()) if info is not None else None)
        return places[pc]


class MetricAggregator(ABC):
    """Adds up what a metric has at the addresses of an action."""

    def __init__(self, workload: "NvRules.IAction", metric: "NvRules.IMetric") -> None:
        self.workload = workload
        self.metric = metric

    @abstractmethod
    def get_aggregates(self, *args: Any, **keywords: Any) -> Sequence[MetricAggregate]:
        """The sums, largest first."""


class ByOpcodeMetricAggregator(MetricAggregator):
    """Sums by line and opcode."""

    def get_aggregates(self, opcodes: Union[str, List[str]], top_n: Optional[int] = None,
                       group_aggregation: bool = False) -> List[ByOpcodeMetricAggregate]:
        """Sums over instructions with one of these opcodes: for each line and opcode, or with group_aggregation for each
        line, with the opcodes found there. FADD includes FADD.FTZ. top_n: only so many."""
        wanted = {opcodes} if isinstance(opcodes, str) else set(opcodes)
        ids = self.metric.correlation_ids()
        sums: Dict[Tuple[Any, ...], Tuple[Union[int, float], Set[str]]] = {}
        for i in range(self.metric.num_instances()):
            if ids is None:
                break
            opcode, location = PcCache.lookup(self.workload, ids.as_uint64(i))
            base = opcode.partition(".")[0]
            name = opcode if opcode in wanted else base if base in wanted else None
            value = self.metric.value(i)
            if name is None or location is None or value is None or isinstance(value, str):
                continue
            key = (location,) if group_aggregation else (location, name)
            total, met = sums.get(key, (0, set()))
            met.add(name)
            sums[key] = total + value, met
        found = [ByOpcodeMetricAggregate(self.metric.name(), total, key[0], frozenset(met)) for key, (total, met) in sums.items()]
        found.sort(key=lambda a: (-a.value, a.source_location.path, a.source_location.line, sorted(a.opcodes)))
        return found if top_n is None else found[:top_n]
