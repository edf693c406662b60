"""Fetches the metrics a rule needs, and says which are missing.

    metrics = RequestedMetricsParser(handle, action).parse([
        MetricRequest("sm__cycles_active.avg", "active"),
        MetricRequest("lts__t_sectors.sum", None, Importance.OPTIONAL, 0),
    ])
    metrics["active"].value()
"""

from enum import Enum
from typing import Any, Dict, Iterable, NamedTuple, Optional

import NvRules


class Importance(Enum):
    """Whether a rule can do without a metric."""

    OPTIONAL = 1
    REQUIRED = 2


class MetricRequest(NamedTuple):
    """A metric that a rule wants: its name, a shorter one, and what happens when it is missing."""

    name: str
    alias: Optional[str] = None
    importance: Importance = Importance.REQUIRED
    default_value: Any = 0.0
    warn_when_missing: bool = True


class RequestedMetrics(Dict[str, Any]):
    """Metrics by name or alias. None: missing and without a default."""

    def __init__(self) -> None:
        super().__init__()
        self.aliases: Dict[str, str] = {}

    def __missing__(self, key: str) -> Any:
        if key in self.aliases:
            return dict.__getitem__(self, self.aliases[key])
        raise KeyError(key)

    def __contains__(self, key: object) -> bool:
        return dict.__contains__(self, key) or key in self.aliases

    def get(self, key: str, default: Any = None) -> Any:
        return self[key] if key in self else default


class RequestedMetricsParser:
    """Looks requests up in an action."""

    def __init__(self, handle: Any, action: "NvRules.IAction") -> None:
        self.handle = handle
        self.action = action

    def parse(self, requests: Iterable[MetricRequest]) -> RequestedMetrics:
        """The metrics. If required ones are missing, adds an error for each and ends the rule."""
        found = RequestedMetrics()
        absent = []
        warned = False
        for request in requests:
            name = request.name
            if request.alias is not None and found.aliases.setdefault(request.alias, name) != name:
                raise KeyError("%s is the alias of %s and of %s" % (request.alias, found.aliases[request.alias], name))
            metric = self.action.metric_by_name(name)
            if metric is None and request.importance == Importance.OPTIONAL:
                if request.warn_when_missing and not warned:
                    warned = True
                    self._say(NvRules.MsgType.WARNING, "The metric %s is missing; the rule continues without it." % name)
                if request.default_value is not None:
                    metric = self._add(name, request.default_value)
            elif metric is None:
                absent.append(name)
                self._say(NvRules.MsgType.ERROR, "The metric %s is missing." % name)
            found[name] = metric
        if absent:
            NvRules.raise_exception(self.handle, "metrics are missing: %s" % ", ".join(absent))
        return found

    def _say(self, kind: int, text: str) -> None:
        NvRules.get_context(self.handle).frontend().message(kind, text)

    def _add(self, name: str, value: Any) -> "NvRules.IMetric":
        kinds = NvRules.IMetric
        if isinstance(value, int) and value >= 0:
            metric = self.action.add_metric(name)
            metric.set_uint64(kinds.ValueKind_UINT64, int(value))
        elif isinstance(value, float):
            metric = self.action.add_metric(name)
            metric.set_double(kinds.ValueKind_DOUBLE, value)
        elif isinstance(value, str):
            metric = self.action.add_metric(name)
            metric.set_string(kinds.ValueKind_STRING, value)
        else:
            raise ValueError("%r cannot be the value of a metric" % (value,))
        return metric
