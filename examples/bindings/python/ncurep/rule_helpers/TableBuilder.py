"""Makes tables for IFrontend.generate_table out of sums by source line."""

from abc import ABC, abstractmethod
from typing import Any, Dict, List, Optional, Tuple

import NvRules
from MetricAggregation import ByOpcodeMetricAggregate, ByOpcodeMetricAggregator

Table = Tuple[List[str], List[List[Any]], Dict[str, Any]]  # header, data, config


class TableBuilder(ABC):
    """Makes a table."""

    @abstractmethod
    def build(self, *args: Any, **keywords: Any) -> Table:
        """Header, data and config. No data means no table."""


class AggregatedMetricByOpcodeTableBuilder(TableBuilder):
    """The source lines where instructions of some opcodes have most of a metric."""

    WIDTHS = (0.35, 0.4, 0.1, 0.15)
    WIDTHS_WITHOUT_SOURCE = (0.4, 0.3, 0.3)

    def __init__(self, workload: "NvRules.IAction", metric: "NvRules.IMetric", opcodes: Any, group_aggregation: bool) -> None:
        self.workload = workload
        self.opcodes = opcodes
        self.group_aggregation = group_aggregation
        self.aggregator = ByOpcodeMetricAggregator(workload, metric)
        self._aggregates: List[ByOpcodeMetricAggregate] = []

    def get_aggregates(self) -> List[ByOpcodeMetricAggregate]:
        """The sums in the last table."""
        return self._aggregates

    def build(self, title: str, description: str, metric_column_name: str, metric_column_tooltip: str,
              top_n: Optional[int]) -> Table:
        self._aggregates = self.aggregator.get_aggregates(self.opcodes, top_n, self.group_aggregation)
        files = self.workload.source_files()
        opcode_column = "Opcodes" if self.group_aggregation else "Opcode"
        header = ["Location", "Source", opcode_column, metric_column_name]
        widths: Tuple[float, ...] = self.WIDTHS
        if not files:
            header.remove("Source")
            widths = self.WIDTHS_WITHOUT_SOURCE
        data = []
        for a in self._aggregates:
            at = a.source_location
            name = at.path.replace("\\", "/").rpartition("/")[2]
            row: List[Any] = ["@source:%s:%d:%s:%d@" % (at.path, at.line - 1, name, at.line)]
            if files:
                row.append(self._line(files, at.path, at.line))
            data.append(row + [", ".join(sorted(a.opcodes)), a.value])
        tooltips = {"Location": "Where the instructions come from", opcode_column: "What the instructions do",
                    metric_column_name: metric_column_tooltip}
        config = {
            "title": title,
            "description": description,
            "sort_by": {"column": metric_column_name, "order": "descending"},
            "per_column_configs": {name: {"tooltip": tooltips.get(name, ""), "relative_width": width}
                                   for name, width in zip(header, widths)},
        }
        return header, data, config

    @staticmethod
    def _line(files: Any, path: str, line: int) -> str:
        if not files.has_key(path):
            return "???"
        lines = files[path].splitlines()
        return lines[line - 1].strip() if 0 < line <= len(lines) else "???"


class OpcodeTableBuilder(AggregatedMetricByOpcodeTableBuilder):
    """The lines that execute most instructions of some opcodes, each opcode for itself."""

    GROUPED = False

    def __init__(self, workload: "NvRules.IAction", instruction_metric: "NvRules.IMetric", opcodes: Any) -> None:
        super().__init__(workload, instruction_metric, opcodes, self.GROUPED)

    def build(self, title: str, description: str, top_n: Optional[int] = 3) -> Table:  # type: ignore[override]  # as rules call it
        return super().build(title, description, "Executed Instructions", "How often warps executed them", top_n)


class PipelineTableBuilder(OpcodeTableBuilder):
    """The lines that execute most instructions of a pipeline, given by its opcodes."""

    GROUPED = True
