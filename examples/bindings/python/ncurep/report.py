"""The classes of the report interface: contexts, ranges, actions, metrics, NVTX, rule results.

Names, arguments and results are those the vendor's guide documents for its module ncu_report; additions say so.
"""

import operator
import os
import re
import struct
from array import array
from ctypes import byref, create_string_buffer
from typing import TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Optional, Tuple, Type, TypeVar, Union, overload

from . import enums
from ._native import BOOKMARK, Core, facts, lib, raw, text
from .enums import StallReason
from .errors import warn

if TYPE_CHECKING:
    from .code import Code

__all__ = [
    "IBaseContext", "IContext", "IRange", "IAction", "IMetric", "IMutableMetric", "INvtxState", "INvtxDomainInfo",
    "INvtxRange", "ISourceInfo", "IRuleResult", "SourceFiles", "Record", "Section", "load_report", "loads", "set_disassembler",
    "INTERFACE_VERSION",
]

INTERFACE_VERSION = "2025.4.0"  # whose names and results these are


# Arguments ---------------------------------------------------------------------------------------------------------------

def _unsigned(value: Any, limit: int = 1 << 64) -> int:
    """An index or address: TypeError if it is not an integer, OverflowError if it does not fit."""
    number: int = operator.index(value)
    if not 0 <= number < limit:
        raise OverflowError("%d is out of range" % number)
    return number


def _index(args: Tuple[Any, ...], name: str) -> int:
    """The instance number of methods that take one or none."""
    if len(args) > 1:
        raise TypeError("%s takes at most one argument (%d given)" % (name, len(args)))
    number = operator.index(args[0])
    if not 0 <= number < 1 << 64:
        raise TypeError("%s: there is no instance %d" % (name, number))
    return number


def _name(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("expected str, found %s" % type(value).__name__)
    return value


def _item(sequence: Any, key: Any) -> Any:
    """What c[key] means for contexts and ranges: an integer or a slice."""
    count = len(sequence)
    if isinstance(key, slice):
        return tuple(sequence._at(i) for i in range(*key.indices(count)))
    try:
        index = operator.index(key)
    except TypeError:
        raise TypeError("expected int or slice, found %s" % type(key).__name__) from None
    if not -count <= index < count:
        raise IndexError("there is no element %d" % index)
    return sequence._at(index % count)


class Record(Dict[str, Any]):
    """A dict whose keys can be read as attributes."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


class Section(Record):
    """A section of an action: a dict, shown in notebooks with its charts. (Extra.)"""

    __slots__ = ("_of",)
    _of: Tuple[Core, int, int]

    def _repr_html_(self) -> Optional[str]:
        from .page import of_section

        core, result, nth = self._of
        return of_section(core, result, (self["name"] or "").rstrip("\0"), nth)


class _Closed:
    """Classes that only this module instantiates. Scripts may add attributes of their own."""

    __slots__ = ("__dict__", "__weakref__")

    def __init__(self, *args: Any, **kwargs: Any):
        raise AttributeError("No constructor defined")


_make = object.__new__
_T = TypeVar("_T")


def _new(cls: Type[_T], **members: Any) -> _T:
    made = _make(cls)
    for name, value in members.items():
        setattr(made, name, value)
    return made


# Values ------------------------------------------------------------------------------------------------------------------
# Kinds here are those of the interface: 0 nothing, 2 string, 3 float, 4 double, 5 uint32, 6 uint64. Those of the library are
# one less, but for 0.

_STRING, _FLOAT, _DOUBLE, _UINT32, _UINT64 = 2, 3, 4, 5, 6
# Stall reasons as metrics name them.
_STALLS = {("branch_resolving" if r.name == "BRANCH_RESOLVE" else r.name.lower()): r for r in StallReason}
_KIND = bytes((0, 2, 3, 4, 5, 6, 0, 0))


def _as_double(value: Any) -> float:
    return 0.0 if value is None or isinstance(value, str) else float(value)


def _as_uint64(value: Any) -> int:
    if value is None or isinstance(value, str):
        return 0
    if isinstance(value, float):
        return int(value) if 0.0 <= value < 18446744073709551616.0 else 0
    return int(value)


_FORMAT = bytes(b"d"[0] if k in (_FLOAT, _DOUBLE) else b"Q"[0] for k in range(256))
_OTHERS = re.compile(b"[\\0\\2]")


def _values(core: Core, kinds: bytes, words: Any, sizes: Any) -> List[Any]:
    """Python values of words that the library stored. The kinds make the struct format, so there is no loop over numbers."""
    out = list(struct.unpack("=" + kinds.translate(_FORMAT).decode(), words))
    for match in _OTHERS.finditer(kinds):
        i = match.start()
        out[i] = text(core.data[out[i] : out[i] + sizes[i]]) if kinds[i] == _STRING else None
    return out


class _Column:
    """Values side by side: words of one kind, or a list if kinds differ or for strings."""

    __slots__ = ("_kinds", "words", "_list")

    def __init__(self, core: Core, mask: int, words: memoryview, kinds: memoryview, sizes: memoryview):
        self._list: Optional[List[Any]] = None
        self.words: Any = None
        if mask == 1 << 5 or mask == 1 << 4:
            self._kinds = bytes((_KIND[mask.bit_length() - 1],))
            self.words = words
        elif mask in (1 << 2, 1 << 3):
            self._kinds = b"\3" if mask == 1 << 2 else b"\4"
            self.words = words.cast("B").cast("d")
        else:
            self._kinds = bytes(kinds).translate(_TO_KIND)
            self._list = _values(core, self._kinds, words, sizes)

    def kind(self, index: int) -> int:
        return self._kinds[0 if self.words is not None else index]

    def kinds(self) -> bytes:
        """The kinds, where they differ."""
        return self._kinds

    def any(self) -> bool:
        """Whether there is a value at all."""
        return any(self._kinds)

    def list(self) -> List[Any]:
        """The values, cached."""
        if self._list is None:
            self._list = self.words.tolist()
        return self._list

    def copy(self) -> List[Any]:
        """The values, for the caller to keep."""
        return self.words.tolist() if self._list is None else self._list[:]


class _Instances:
    """The instances of a metric: one block of memory that the library fills."""

    __slots__ = ("ids", "values")

    def __init__(self, core: Core, bookmarks: Any, metric: int, count: int):
        block = array("Q", bytes(8 * (3 * count + (2 * count + 7) // 8)))
        masks = array("I", (0, 0))
        with core.lock:
            lib.py_instances(core.live(), bookmarks, metric, count, block.buffer_info()[0], masks.buffer_info()[0])
        words = memoryview(block)
        sizes = words[2 * count : 3 * count].cast("B").cast("I")
        kinds = words[3 * count :].cast("B")
        self.ids = _Column(core, masks[0], words[:count], kinds[:count], sizes[:count])
        self.values = _Column(core, masks[1], words[count : 2 * count], kinds[count : 2 * count], sizes[count:])


_TO_KIND = _KIND + bytes(256 - len(_KIND))


class _Table:
    """The metrics of one result."""

    __slots__ = ("result", "name_ids", "names", "index", "kinds", "values", "counts", "id_kinds", "bookmarks", "instances")

    def __init__(self, core: Core, result: int, count: int):
        self.result = result
        name_ids, sizes, counts = (array("I", bytes(4 * count)) for _ in range(3))
        id_kinds = array("i", bytes(4 * count))
        kinds, words = array("B", bytes(count)), array("Q", bytes(8 * count))
        self.bookmarks = create_string_buffer(BOOKMARK * count + 1)
        strings = core.strings()
        with core.lock:
            fault = core.fault
            found = lib.py_metrics(
                core.live(), result, count, name_ids.buffer_info()[0], kinds.buffer_info()[0], words.buffer_info()[0],
                sizes.buffer_info()[0], counts.buffer_info()[0], id_kinds.buffer_info()[0], self.bookmarks, byref(fault))
            if fault.code:
                raise fault.exception(core.path)
        self.name_ids = name_ids[:found]
        self.names: List[Optional[str]]
        try:
            self.names = list(map(strings.__getitem__, self.name_ids))
        except IndexError:
            self.names = [strings[i] if i < len(strings) else None for i in self.name_ids]
        self.kinds = kinds[:found].tobytes().translate(_TO_KIND)
        self.values = _values(core, self.kinds, words[:found], sizes)
        self.counts = counts[:found].tolist()
        for _, _, _, owner, metric, _, lost in core.known:
            if owner == result and metric is not None:  # those that cannot be read do not count
                self.counts[metric] -= lost or 0
        self.id_kinds = id_kinds[:found].tolist()
        self.instances: Dict[int, _Instances] = {}
        self.index: Dict[Any, int] = dict(zip(self.names, range(found)))
        if len(self.index) < found:  # the first of a name counts
            self.index = {}
            for i, name in enumerate(self.names):
                self.index.setdefault(name, i)
        self.index.pop(None, None)


class _Result:
    """What has been read of a result so far; shared by all actions that stand for it."""

    __slots__ = ("index", "info", "_table", "_names", "added", "cache")

    def __init__(self, core: Core, index: int):
        self.index = index
        self.info = core.json("result", index)
        _has_short_units(core)  # units of what was read stay, too
        self._table: Optional[_Table] = None
        self._names: Optional[Tuple[str, ...]] = None
        self.added: Dict[str, "_Added"] = {}
        self.cache: Dict[str, Any] = {}

    def table(self, core: Core) -> _Table:
        if self._table is None:
            self._table = _Table(core, self.index, self.info["metrics"])
        return self._table

    def names(self, core: Core) -> Tuple[str, ...]:
        """All names once, in the order of their bytes."""
        if self._names is None:
            names = set(self.table(core).index).union(self.added)
            plain = all(map(str.isascii, names))
            self._names = tuple(sorted(names) if plain else sorted(names, key=raw))
        return self._names

    def once(self, core: Core, topic: str) -> Any:
        found = self.cache.get(topic)
        if found is None:
            found = self.cache[topic] = core.json(topic, self.index)
        return found


def tool_version(core: Core) -> Optional[Tuple[int, ...]]:
    """Year, month and patch of the tool that made the report; None if unknown."""
    for name, value in core.once("session")["versions"]:
        if name == "Nsight Compute Target":
            parts = re.match(r"\d+(\.\d+)*", value or "")
            return (*map(int, parts.group().split(".")), 0, 0)[:3] if parts else None
    return None


def _has_short_units(core: Core) -> bool:
    """Whether the tool that made the report writes "ns" rather than "nsecond"."""
    found: Optional[bool] = core.cache.get("short units")
    if found is None:
        found = core.cache["short units"] = (tool_version(core) or (0,)) >= (2024, 1)
    return found


# Metrics -----------------------------------------------------------------------------------------------------------------

class _Added:
    """A metric made by a script: its own value, the only one in its table, and its instances, each a kind and a value."""

    __slots__ = ("name", "kinds", "values", "instances", "ids")

    def __init__(self, name: str):
        self.name = name
        self.kinds: List[int] = [0]
        self.values: List[Any] = [None]
        self.instances: List[Tuple[int, Any]] = []
        self.ids: Optional["_Added"] = None


class IMetric(_Closed):
    """A metric of an action, or the correlation ids of one. Two look-ups of one metric are equal.

    TypeError for what is not the number of an instance. Instances are read when they are first asked for: ValueError once the
    report is closed, ReportError, which is one, where they are damaged."""

    __slots__ = ("_core", "_table", "_i")
    _core: Any
    _table: Any
    _i: int

    MetricType_OTHER, MetricType_COUNTER, MetricType_RATIO, MetricType_THROUGHPUT = range(4)
    (MetricSubtype_NONE, MetricSubtype_PEAK_SUSTAINED, MetricSubtype_PEAK_SUSTAINED_ACTIVE,
     MetricSubtype_PEAK_SUSTAINED_ACTIVE_PER_SECOND, MetricSubtype_PEAK_SUSTAINED_ELAPSED,
     MetricSubtype_PEAK_SUSTAINED_ELAPSED_PER_SECOND, MetricSubtype_PEAK_SUSTAINED_FRAME,
     MetricSubtype_PEAK_SUSTAINED_FRAME_PER_SECOND, MetricSubtype_PEAK_SUSTAINED_REGION,
     MetricSubtype_PEAK_SUSTAINED_REGION_PER_SECOND, MetricSubtype_PER_CYCLE_ACTIVE, MetricSubtype_PER_CYCLE_ELAPSED,
     MetricSubtype_PER_CYCLE_IN_FRAME, MetricSubtype_PER_CYCLE_IN_REGION, MetricSubtype_PER_SECOND,
     MetricSubtype_PCT_OF_PEAK_SUSTAINED_ACTIVE, MetricSubtype_PCT_OF_PEAK_SUSTAINED_ELAPSED,
     MetricSubtype_PCT_OF_PEAK_SUSTAINED_FRAME, MetricSubtype_PCT_OF_PEAK_SUSTAINED_REGION, MetricSubtype_MAX_RATE,
     MetricSubtype_PCT, MetricSubtype_RATIO) = range(22)
    RollupOperation_NONE, RollupOperation_AVG, RollupOperation_MAX, RollupOperation_MIN, RollupOperation_SUM = range(5)
    (ValueKind_UNKNOWN, ValueKind_ANY, ValueKind_STRING, ValueKind_FLOAT, ValueKind_DOUBLE, ValueKind_UINT32,
     ValueKind_UINT64) = range(7)

    def _identity(self) -> Tuple[Any, int]:
        """What two look-ups of one metric have in common: an object that both refer to, and a number."""
        return self._table, self._i

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, IMetric):
            return NotImplemented
        mine, theirs = self._identity(), other._identity()
        return mine[0] is theirs[0] and mine[1] == theirs[1]

    def __hash__(self) -> int:
        shared, number = self._identity()
        return hash((id(shared), number))

    def __reduce__(self) -> Any:
        index = next((r.index for r in self._core.results.values() if r._table is self._table), None)
        if index is None:
            raise TypeError("only metrics that a report holds can be pickled, not ids or added ones")
        return _metric_of, (self._core, index, self._i)

    def __repr__(self) -> str:
        return "<%s %s>" % (type(self).__name__, self.name())

    def __str__(self) -> str:
        return self.name()

    def _repr_html_(self) -> Optional[str]:
        from .page import of_metric

        return of_metric(self._core, self, self._label) if self._core is not None else None

    def _label(self, instance: Any) -> str:
        """An id for people: of an address the place in the source and the instruction."""
        result = self._core.results.get(getattr(self._table, "result", -1))
        if isinstance(instance, int) and result is not None:
            from .code import code_of

            code = code_of(self._core, result)
            if code.function_at(instance) is not None:
                file, line, _ = code.path(instance)[-1]
                place = "%s:%d" % (file.rpartition("/")[2], line) if line else hex(instance)
                return "%s  %s" % (place, code.sass(instance))
        return str(instance)

    # How to look into a metric; IMutableMetric and _IdMetric have their own ways to instances.

    def _count(self) -> int:
        count: int = self._table.counts[self._i]
        return count

    def _instances(self) -> _Instances:
        found: Optional[_Instances] = self._table.instances.get(self._i)
        if found is None:
            found = _Instances(self._core, self._table.bookmarks, self._i, self._table.counts[self._i])
            self._table.instances[self._i] = found
        return found

    def _column(self) -> _Column:
        return self._instances().values

    def _columns(self) -> Tuple[Optional[_Column], _Column]:
        """Ids and values."""
        found = self._instances()
        return found.ids, found.values

    def _at(self, index: int) -> Tuple[int, Any]:
        """Kind and value of an instance; nothing outside."""
        if index >= self._count():
            return 0, None
        column = self._column()
        return column.kind(index), column.list()[index]

    def name(self) -> str:
        """Name of the metric."""
        return self._table.names[self._i] or ""

    def metric_type(self) -> int:
        """One of MetricType_; derived from the name, like the next four: reports do not store them."""
        return facts(self.name())[0]

    def metric_subtype(self) -> Optional[int]:
        """One of MetricSubtype_, None for NONE."""
        return facts(self.name())[1] or None

    def rollup_operation(self) -> Optional[int]:
        """One of RollupOperation_, None for NONE."""
        return facts(self.name())[2] or None

    def unit(self) -> str:
        """Base unit in the words of the tool that made the report: "ns", "byte/s" since 2024.1, "nsecond", "byte/second" before;
        "" if there is none or it is unknown."""
        unit = facts(self.name())[3]
        if _has_short_units(self._core):
            return "ns" if unit == "nsecond" else unit[:-6] + "s" if unit.endswith("/second") else unit
        return "cycle/second" if unit == "hz" and self.name().endswith(".per_second") else unit

    def description(self) -> str:
        """A short description, "" if unknown."""
        return facts(self.name())[4]

    def kind(self, *args: int) -> int:
        """ValueKind_ of the value, or of the instance of this index."""
        kind: int = self._at(_index(args, "kind"))[0] if args else self._table.kinds[self._i]
        return kind

    def has_value(self, *args: int) -> bool:
        """Whether there is a value, or an instance of this index with one."""
        return (self._at(_index(args, "has_value"))[0] if args else self._table.kinds[self._i]) != 0

    def as_double(self, *args: int) -> float:
        """The value, or that of an instance, as a float; 0.0 for a string or if there is none."""
        value = self._at(_index(args, "as_double"))[1] if args else self._table.values[self._i]
        return value if value.__class__ is float else _as_double(value)

    def as_uint64(self, *args: int) -> int:
        """The value, or that of an instance, as an int: truncated; 0 if negative, too large or not a number."""
        value = self._at(_index(args, "as_uint64"))[1] if args else self._table.values[self._i]
        return value if value.__class__ is int else _as_uint64(value)

    def as_string(self, *args: int) -> Optional[str]:
        """The value, or that of an instance, if it is a string; else None."""
        value = self._at(_index(args, "as_string"))[1] if args else self._table.values[self._i]
        return value if isinstance(value, str) else None

    def value(self, idx: Optional[int] = None) -> Union[str, int, float, None]:
        """The value, or that of an instance, as str, int or float by its kind; None if there is none."""
        value: Union[str, int, float, None] = self._table.values[self._i] if idx is None else self._at(_index((idx,), "value"))[1]
        return value

    def num_instances(self) -> int:
        """Number of instances; 0 for a plain metric."""
        return self._count()

    def has_correlation_ids(self) -> bool:
        """Whether the instances have ids."""
        return self._count() > 0 and self._instances().ids.any()

    def correlation_ids(self) -> Optional["IMetric"]:
        """A metric whose instances are the ids, in the same order; None if there are none."""
        if not self.has_correlation_ids():
            return None
        return _new(_IdMetric, _core=self._core, _table=_Ids(self.name(), self._instances().ids, self._count()), _i=0)

    # Extra -----------------------------------------------------------------------------------------------------------

    def id_kind(self) -> int:
        """1 if the ids are timestamps in ns, else 0. (Extra.)"""
        kind: int = self._table.id_kinds[self._i]
        return max(kind, 0)

    def values(self) -> List[Any]:
        """The values of all instances. (Extra.)"""
        return self._column().copy() if self._count() else []

    def ids(self) -> List[Any]:
        """The ids of all instances. (Extra.)"""
        return self._instances().ids.copy() if self._count() else []

    def values_array(self) -> Any:
        """The values of all instances as a read-only numpy array that shares the memory of this metric: float64, uint64, or
        object if they are strings or of several kinds. Needs numpy. (Extra.)"""
        return _numpy(self._column() if self._count() else None)

    def ids_array(self) -> Any:
        """The ids in the same form. (Extra.)"""
        return _numpy(self._instances().ids if self._count() else None)


def _numpy(column: Optional[_Column]) -> Any:
    import numpy

    if column is None:
        made = numpy.empty(0)
    elif column.words is not None:
        made = numpy.frombuffer(column.words, dtype=numpy.float64 if column.words.format == "d" else numpy.uint64)
    else:
        made = numpy.array(column.list(), dtype=object)
    made.flags.writeable = False
    return made


class _Ids:
    """The table of one metric that stands for ids: no value, the ids as instances."""

    __slots__ = ("names", "column", "counts")
    kinds, values, id_kinds = (0,), (None,), (0,)

    def __init__(self, name: str, column: _Column, count: int):
        self.names, self.column, self.counts = (name,), column, (count,)


class _IdMetric(IMetric):
    """The correlation ids of a metric, as a metric."""

    __slots__ = ()

    def _identity(self) -> Tuple[Any, int]:
        return self._table.column, 0

    def _column(self) -> _Column:
        column: _Column = self._table.column
        return column

    def has_correlation_ids(self) -> bool:
        return False

    def ids(self) -> List[Any]:
        return []

    def ids_array(self) -> Any:
        return _numpy(None)


_IdMetric.__name__ = _IdMetric.__qualname__ = "IMetric"


class IMutableMetric(IMetric):
    """A metric made by a script or rule. It is not stored in the file.

    TypeError for an argument of another type, OverflowError for a number that is negative or does not fit into 64 bits."""

    __slots__ = ()

    def _count(self) -> int:
        return len(self._table.instances)

    def _at(self, index: int) -> Tuple[int, Any]:
        instances = self._table.instances
        return instances[index] if index < len(instances) else (0, None)

    def name(self) -> str:
        name: str = self._table.name
        return name

    def has_correlation_ids(self) -> bool:
        return self._table.ids is not None and bool(self._table.ids.instances)

    def correlation_ids(self) -> Optional[IMetric]:
        return self.mutable_correlation_ids() if self.has_correlation_ids() else None

    def mutable_correlation_ids(self) -> "IMutableMetric":
        """The ids as instances, to be set."""
        if self._table.ids is None:
            self._table.ids = _Added(self._table.name)
        return _new(IMutableMetric, _core=self._core, _table=self._table.ids, _i=0)

    def _set(self, args: Tuple[Any, ...], name: str, kinds: Tuple[int, ...], own_kind: int, convert: Any) -> bool:
        if len(args) not in (2, 3):
            raise TypeError("%s takes (kind, value) or (instance, kind, value)" % name)
        numbers = [operator.index(a) for a in args[:-1]]
        value = convert(args[-1])
        if numbers[-1] not in kinds:
            return False
        stored = (own_kind if numbers[-1] == IMetric.ValueKind_ANY else numbers[-1], value)
        if len(args) == 2:
            self._table.kinds[0], self._table.values[0] = stored
            return True
        if not 0 <= numbers[0] < 1 << 32:
            raise TypeError("%s: there is no instance %d" % (name, numbers[0]))
        instances = self._table.instances
        instances.extend([(0, None)] * (numbers[0] + 1 - len(instances)))
        instances[numbers[0]] = stored
        return True

    def set_double(self, *args: Any) -> bool:
        """(kind, value) or (instance, kind, value); False unless the kind is FLOAT, DOUBLE or ANY."""
        return self._set(args, "set_double", (1, _FLOAT, _DOUBLE), _DOUBLE, float)

    def set_uint64(self, *args: Any) -> bool:
        """(kind, value) or (instance, kind, value); False unless the kind is UINT32, UINT64 or ANY."""
        return self._set(args, "set_uint64", (1, _UINT32, _UINT64), _UINT64, _unsigned)

    def set_string(self, *args: Any) -> bool:
        """(kind, value) or (instance, kind, value); False unless the kind is STRING or ANY."""
        return self._set(args, "set_string", (1, _STRING), _STRING, _name)

    def id_kind(self) -> int:
        return 0

    def values(self) -> List[Any]:
        return [v for _, v in self._table.instances]

    def ids(self) -> List[Any]:
        return [v for _, v in self._table.ids.instances] if self._table.ids is not None else []

    def values_array(self) -> Any:
        import numpy

        return numpy.array(self.values())

    def ids_array(self) -> Any:
        import numpy

        return numpy.array(self.ids())


# NVTX --------------------------------------------------------------------------------------------------------------------

class INvtxRange(_Closed):
    """An open range. Its methods read nothing more: they never raise."""

    __slots__ = ("_range", "_domain")
    _range: Dict[str, Any]
    _domain: Dict[str, Any]

    (PayloadType_PAYLOAD_UNKNOWN, PayloadType_PAYLOAD_UINT64, PayloadType_PAYLOAD_INT64, PayloadType_PAYLOAD_DOUBLE,
     PayloadType_PAYLOAD_UINT32, PayloadType_PAYLOAD_INT32, PayloadType_PAYLOAD_FLOAT,
     PayloadType_PAYLOAD_JSON) = range(8)

    def _attributes(self) -> Dict[str, Any]:
        return self._range["attributes"] or {}

    def _registered(self, handle: Any) -> str:
        return next((s or "" for i, s in self._domain["strings"] if (i or 0) == handle), "")

    def __str__(self) -> str:
        return self.name()

    def name(self) -> str:
        """Name of the range."""
        return self._range["name"] or ""

    def has_attributes(self) -> bool:
        """Whether the program set attributes."""
        return self._range["attributes"] is not None

    def category(self) -> int:
        """Category number, 0 without attributes."""
        return self._attributes().get("category") or 0

    def color(self) -> int:
        """The color as one number, 0xAARRGGBB; 0 without attributes."""
        return self._attributes().get("color", (0, 0))[1] or 0

    def message(self) -> str:
        """Text of the message, "" without attributes."""
        kind, message, handle = self._attributes().get("message", (None, None, None))
        if message is None and handle is not None:
            return self._registered(handle)
        return message or ""

    def payload_type(self) -> int:
        """One of PayloadType_; registered JSON text also counts as JSON."""
        kind = self._attributes().get("payload", (0, None))[0] or 0
        return self.PayloadType_PAYLOAD_JSON if kind == 8 else kind

    def _payload(self) -> Any:
        kind, value = self._attributes().get("payload", (0, None))
        if value is None:
            return None
        if kind == 8:
            return self._registered(value[1])
        return _decode(value)

    def payload_as_uint64(self) -> int:
        """The payload as an int, 0 if negative or not a number."""
        return _as_uint64(max(v, 0) if isinstance(v := self._payload(), int) else v)

    def payload_as_double(self) -> float:
        """The payload as a float, 0.0 if not a number."""
        return _as_double(self._payload())

    def payload_as_string(self) -> str:
        """The payload if it is text, else ""."""
        value = self._payload()
        return value if isinstance(value, str) else ""


class INvtxDomainInfo(_Closed):
    """A domain and its open ranges: the stack of the action's thread, the start/end ranges of its process.

    TypeError for a position that is not a number, OverflowError for one below 0."""

    __slots__ = ("_domain", "_push", "_start")
    _domain: Dict[str, Any]
    _push: List[Dict[str, Any]]
    _start: List[Dict[str, Any]]

    def __str__(self) -> str:
        return self.name()

    def name(self) -> str:
        """Name of the domain; "<default domain>" for the default one."""
        return self._domain["name"] or ""

    def push_pop_ranges(self) -> Tuple[str, ...]:
        """Names on the stack, outermost first."""
        return tuple(r["name"] or "" for r in self._push)

    def push_pop_range(self, idx: int) -> Optional[INvtxRange]:
        """The range at this position on the stack; None if out of range."""
        idx = _unsigned(idx)
        return _new(INvtxRange, _range=self._push[idx], _domain=self._domain) if idx < len(self._push) else None

    def start_end_ranges(self) -> Tuple[str, ...]:
        """Names of the start/end ranges, in the order of the file."""
        return tuple(r["name"] or "" for r in self._start)

    def start_end_range(self, idx: int) -> Optional[INvtxRange]:
        """The start/end range with this number; None if out of range."""
        idx = _unsigned(idx)
        return _new(INvtxRange, _range=self._start[idx], _domain=self._domain) if idx < len(self._start) else None


class INvtxState(_Closed):
    """The NVTX domains at an action. TypeError for an id that is not a number, OverflowError for one below 0."""

    __slots__ = ("_state", "_domains")
    _state: Dict[str, Any]
    _domains: Dict[int, Dict[str, Any]]

    def domains(self) -> Tuple[int, ...]:
        """The ids of the domains, in the order of the file. Never raises."""
        return tuple(self._domains)

    def domain_by_id(self, id: int) -> Optional[INvtxDomainInfo]:
        """The domain with this id; None if there is none."""
        id = _unsigned(id)
        domain = self._domains.get(id)
        if domain is None:
            return None
        push = [r for t in self._state["threads"] if t["current"] for d in t["domains"] if d["domain"] == id for r in d["ranges"]]
        start = [r for d in self._state["start_end"] if d["domain"] == id for r in d["ranges"]]
        return _new(INvtxDomainInfo, _domain=domain, _push=push, _start=start)

    def __len__(self) -> int:
        return len(self._domains)

    def __iter__(self) -> Iterator[int]:
        return iter(tuple(self._domains))

    def __getitem__(self, key: int) -> INvtxDomainInfo:
        if not hasattr(type(key), "__index__"):
            raise TypeError("expected int, found %s" % type(key).__name__)
        found = self.domain_by_id(key) if operator.index(key) in self._domains else None
        if found is None:
            raise KeyError(key)
        return found


def _decode(value: Optional[List[Any]]) -> Any:
    """The Python value of [kind of the library, integer, bits or text]."""
    if value is None:
        return None
    kind, x = value
    if kind == 2:
        return memoryview(array("I", [x])).cast("B").cast("f")[0]
    if kind == 3:
        return _real(x)
    return x


def _real(bits: Optional[int]) -> Optional[float]:
    return None if bits is None else memoryview(array("Q", [bits])).cast("B").cast("d")[0]


# Source and rules --------------------------------------------------------------------------------------------------------

class ISourceInfo(_Closed):
    """Where an instruction comes from. If a call and the code inlined there share an address, this is the call.
    Its methods never raise."""

    __slots__ = ("_stack", "_shown")
    _shown: int
    _stack: List[Dict[str, Any]]

    def file_name(self) -> str:
        """Path of the source file, as recorded by the compiler, without ".." and "."; a key of source_files()."""
        return str(self._stack[self._shown]["file_name"])

    def line(self) -> int:
        """Number of the line, from 1."""
        return int(self._stack[self._shown]["line"])

    def inline_stack(self) -> List[Dict[str, Any]]:
        """The innermost place, then those it was inlined into, each with function, file_name and line; function is
        mangled. (Extra.)"""
        return [dict(p) for p in self._stack]

    def __str__(self) -> str:
        return "%s:%d" % (self.file_name(), self.line())


class _Map(Dict[str, Any]):
    __slots__ = ()

    def has_key(self, key: str) -> bool:
        """Whether this is one of the keys. Never raises."""
        return key in self

    def asdict(self) -> Dict[str, Any]:
        """The same as a plain dict. Never raises."""
        return dict(self)


class SourceFiles(_Map):
    """Source text by path, "" if it was not imported."""

    __slots__ = ()


class IRuleResult(_Closed):
    """A message of a rule that the collector ran, with its details. Its methods never raise."""

    __slots__ = ("_dict",)
    _dict: Record

    def __str__(self) -> str:
        return self.name()

    def rule_identifier(self) -> str:
        """Identifier of the rule."""
        return str(self._dict["rule_identifier"])

    def name(self) -> str:
        """Name of the rule for people."""
        return str(self._dict["name"])

    def section_identifier(self) -> str:
        """Identifier of the section the rule belongs to, or ""."""
        return str(self._dict["section_identifier"])

    def has_rule_message(self) -> bool:
        """Whether the rule said something."""
        return self._dict["rule_message"] is not None

    def rule_message(self) -> Optional[Record]:
        """title, message, type; None if the rule said nothing."""
        said: Optional[Record] = self._dict["rule_message"]
        return said

    def focus_metrics(self) -> List[Record]:
        """The metrics that the message is about: name, value, severity, info."""
        return list(self._dict["focus_metrics"])

    def has_speedup_estimation(self) -> bool:
        """Whether a speed-up was estimated."""
        return self._dict["speedup_estimation"] is not None

    def speedup_estimation(self) -> Optional[Record]:
        """type and speedup (percent); None if there is none."""
        estimate: Optional[Record] = self._dict["speedup_estimation"]
        return estimate

    def result_tables(self) -> List[Any]:
        """Tables of the rule. No report is known to store any: always empty."""
        return list(self._dict["result_tables"])


def _rule_dicts(rules: List[Dict[str, Any]]) -> List[Record]:
    """One entry per message; one without a message for a rule that said nothing."""
    out = []
    for rule in rules:
        items = [i for i in rule["items"] if i["message"] or i["focus"] or i["speedup"]] or [None]
        for item in items:
            entry = Record(rule_identifier=rule["identifier"] or "", name=rule["name"] or "",
                           section_identifier=rule["section"] or "", rule_message=None, focus_metrics=[],
                           speedup_estimation=None, result_tables=[])
            if item is not None:
                m = item["message"]
                if m:
                    entry["rule_message"] = Record(title=m["name"] or "", message=m["text"] or "",
                                                   type=enums.msg_type(m["type"] or 0))
                entry["focus_metrics"] = [
                    Record(name=f["name"] or "", value=_real(f["value"]) or 0.0,
                           severity=enums.member(enums.FocusSeverity, f["severity"] or 0), info=f["info"] or "")
                    for f in item["focus"]]
                if item["speedup"]:
                    kind, percent = item["speedup"]
                    entry["speedup_estimation"] = Record(type=enums.member(enums.SpeedupType, kind or 0),
                                                         speedup=_real(percent) or 0.0)
            out.append(entry)
    return out


def _marker_dicts(rules: List[Dict[str, Any]]) -> List[Record]:
    out = []
    for rule in rules:
        for m in rule["markers"]:
            entry = Record(rule_identifier=rule["identifier"] or "", section_identifier=rule["section"] or "",
                           kind=enums.member(enums.MarkerKind, m["kind"] or 0), message=m["text"] or "",
                           message_type=enums.msg_type(m["type"] or 0))
            if (m["kind"] or 0) == enums.MarkerKind.SASS:
                entry["source_address"] = m["address"] or 0
            else:
                entry["source_location"] = Record(file_name=m["path"] or "", line=m["line"] or 0)
            out.append(entry)
    return out


# Actions, ranges, contexts -----------------------------------------------------------------------------------------------

class IAction(_Closed):
    """A result: a kernel, a range, a command list or a graph. Two look-ups of one result are equal.

    TypeError for an argument of another type, OverflowError for a number that is negative or does not fit into 64 bits; ValueError
    once the report is closed, where more of it has to be read; ReportError, which is one, where it is damaged."""

    __slots__ = ("_core", "_range_number", "_number", "_result")
    _core: Core
    _range_number: int
    _number: int
    _result: _Result

    NameBase_FUNCTION, NameBase_DEMANGLED, NameBase_MANGLED = range(3)
    (WorkloadType_KERNEL, WorkloadType_RANGE, WorkloadType_CMDLIST, WorkloadType_GRAPH,
     WorkloadType_SUBGRID_SCHEDULE) = range(5)

    def __eq__(self, other: Any) -> Any:
        if not isinstance(other, IAction):
            return NotImplemented
        return self._core is other._core and self._result.index == other._result.index

    def __hash__(self) -> int:
        return hash((id(self._core), self._result.index))

    def __reduce__(self) -> Any:
        return _action_of, (self._core, self._range_number, self._number)

    def __repr__(self) -> str:
        return "<IAction %d: %s>" % (self._number, self.name())

    def __str__(self) -> str:
        return self.name()

    def _repr_html_(self) -> Optional[str]:
        from .page import of_action

        return of_action(self._core, self._result.index)

    def name(self, *args: int) -> str:
        """Name of the action in one of the NameBase_ (default FUNCTION)."""
        if len(args) > 1:
            raise TypeError("name takes at most one argument (%d given)" % len(args))
        base = operator.index(args[0]) if args else 0
        info = self._result.info
        kind: str = info["kind"]
        if kind == "kernel":
            return info[("function", "demangled", "mangled")[base] if 0 <= base < 3 else "function"] or ""
        return info["display"] or kind if kind == "cmdlist" else kind

    def workload_type(self) -> int:
        """One of WorkloadType_."""
        return ("kernel", "range", "cmdlist", "graph").index(self._result.info["kind"])

    def metric_names(self) -> Tuple[str, ...]:
        """Names of all metrics, each once, sorted by bytes."""
        return self._result.names(self._core)

    def metric_by_name(self, metric_name: str) -> Optional[IMetric]:
        """The metric with this name, the first if there are two; None if there is none."""
        result = self._result
        table = result._table or result.table(self._core)
        try:
            i = table.index[metric_name]
        except (KeyError, TypeError):
            i = -1
            _name(metric_name)
        if result.added and metric_name in result.added:
            return _new(IMutableMetric, _core=self._core, _table=result.added[metric_name], _i=0)
        if i < 0:
            return None
        metric = _make(IMetric)
        metric._core, metric._table, metric._i = self._core, table, i
        return metric

    def __len__(self) -> int:
        return len(self.metric_names())

    def __iter__(self) -> Iterator[str]:
        return iter(self.metric_names())

    def __contains__(self, key: Any) -> bool:
        return isinstance(key, str) and (key in self._result.table(self._core).index or key in self._result.added)

    def __getitem__(self, key: str) -> IMetric:
        found = self.metric_by_name(key)
        if found is None:
            raise KeyError(key)
        return found

    # Metrics of one's own

    def add_metric(self, value_name: str) -> IMutableMetric:
        """A new metric without a value; replaces any of that name."""
        added = _Added(_name(value_name))
        self._result.added[value_name] = added
        self._result._names = None
        return _new(IMutableMetric, _core=self._core, _table=added, _i=0)

    def add_integer_metric(self, value_name: str, value_kind: int, value: int) -> IMutableMetric:
        """A new metric with this value; replaces any of that name."""
        value = _unsigned(value)
        metric = self.add_metric(value_name)
        metric.set_uint64(value_kind, value)
        return metric

    def add_double_metric(self, value_name: str, value_kind: int, value: float) -> IMutableMetric:
        """The same with a float."""
        value = float(value)
        metric = self.add_metric(value_name)
        metric.set_double(value_kind, value)
        return metric

    def add_string_metric(self, value_name: str, value_kind: int, value: str) -> IMutableMetric:
        """The same with a string."""
        value = _name(value)
        metric = self.add_metric(value_name)
        metric.set_string(value_kind, value)
        return metric

    # Source

    def _code(self) -> "Code":
        from .code import code_of

        return code_of(self._core, self._result)

    def source_info(self, address: int) -> Optional[ISourceInfo]:
        """File and line of the instruction at this address; None if unknown."""
        shown, stack = self._code().places(_unsigned(address))
        return _new(ISourceInfo, _stack=stack, _shown=shown) if stack and stack[shown]["line"] else None

    def source_files(self) -> SourceFiles:
        """Text of the source files by path, "" if it was not imported."""
        return SourceFiles(self._code().files())

    def sass_by_pc(self, address: int) -> str:
        """The instruction at this address; "N/A" for an unknown architecture and inside an instruction; "" outside the code of
        this action. Another disassembler can be set: set_disassembler."""
        return self._code().sass(_unsigned(address))

    def ptx_by_pc(self, address: int) -> str:
        """The PTX line the instruction comes from; "" if unknown."""
        return self._code().ptx(_unsigned(address))

    def source_markers(self) -> List[Any]:
        """Markers that rules left in the source: dicts."""
        return _marker_dicts(self._result.once(self._core, "rules"))

    def rule_results(self) -> Tuple[IRuleResult, ...]:
        """What the rules said when the report was made."""
        return tuple(_new(IRuleResult, _dict=d) for d in self.rule_results_as_dicts())

    def rule_results_as_dicts(self) -> List[Record]:
        """rule_results() as dicts: rule_identifier, name, section_identifier, rule_message, focus_metrics, speedup_estimation,
        result_tables."""
        return _rule_dicts(self._result.once(self._core, "rules"))

    def timed_warp_samples(self) -> List[Dict[str, Any]]:
        """Warp samples in order of time: dicts with timestamp (ns since 1970; None before the first tick), pc, stall_reason
        (NONE where the reason is unknown), not_issued; and, extra, sm, place (of the warp on it) and reason as stored.
        Empty without raw samples: reports of 2025.4 and later with the section PmSampling have them."""
        out = []
        for series in self._warp_series():
            reasons = [_STALLS.get(name, StallReason.NONE) for name in series["reasons"]]
            ticks = list(struct.iter_unpack("<QQ", series["times"]))
            at, now = 0, None
            for i, (pc, _, place, reason, idle, _) in enumerate(struct.iter_unpack("<QIBBBB", series["records"])):
                while at < len(ticks) and ticks[at][1] <= i:
                    now = ticks[at][0]
                    at += 1
                out.append({"timestamp": now, "pc": pc, "stall_reason": reasons[reason], "not_issued": idle != 0,
                            "sm": series["unit"], "place": place, "reason": reason})
        out.sort(key=lambda x: -1 if x["timestamp"] is None else x["timestamp"])
        return out

    def _warp_series(self) -> Iterator[Dict[str, Any]]:
        """The raw samples of each SM: times and records as bytes, whole entries."""
        for samples in self._result.once(self._core, "warp_samples"):
            for series in samples["series"]:
                times, records = (self._core.bytes_at(series[key]) for key in ("times", "records"))
                yield {"unit": series["unit"], "reasons": samples["reasons"], "times": times[: len(times) // 16 * 16],
                       "records": records[: len(records) // 16 * 16]}

    def nvtx_state(self) -> Optional[INvtxState]:
        """The NVTX state at launch; None if the report was made without NVTX."""
        if not self._result.info["nvtx"]:
            return None
        state = self._result.once(self._core, "nvtx")
        return _new(INvtxState, _state=state, _domains={d["id"] or 0: d for d in state["domains"]})

    # Extra

    def info(self) -> Dict[str, Any]:
        """Everything else about this action: names, grid, block, context, stream, process, times. (Extra.)"""
        out = dict(self._result.info)
        if out.get("driver") is not None:
            out["driver"] = _real(out["driver"])
        return out

    def index(self) -> int:
        """Number of the result within its file. (Extra.)"""
        return self._result.index

    def metrics(self) -> Iterator[IMetric]:
        """All metrics in file order, including repeated names. (Extra.)"""
        table, core = self._result.table(self._core), self._core
        for i in range(len(table.names)):
            metric = _make(IMetric)
            metric._core, metric._table, metric._i = core, table, i
            yield metric

    def values(self) -> Dict[str, Any]:
        """Value by name of all metrics. (Extra.)"""
        table = self._result.table(self._core)
        values = table.values
        out = {name: values[i] for name, i in table.index.items()}
        for name, added in self._result.added.items():
            out[name] = added.values[0]
        return out

    def sections(self) -> List["Section"]:
        """The sections that were collected: identifier, name, order, header, metrics, definitions; data is the whole section in binary
        form. See section_text. (Extra.)"""
        made: List[Any] = []
        for s in self._result.once(self._core, "sections"):
            section = Section(s, data=self._core.bytes_at(s["data"]))
            section._of = self._core, self._result.index, sum(m["name"] == s["name"] for m in made)
            made.append(section)
        return made

    def section_text(self, identifier: str) -> str:
        """A section of this action as a section file. KeyError if there is none with this identifier. (Extra.)"""
        for i, s in enumerate(self._result.once(self._core, "sections")):
            if s["identifier"] == identifier:
                return self._core.section_text(self._result.index, i)
        raise KeyError(identifier)

    def section_comments(self) -> List[Dict[str, Any]]:
        """Comments that people wrote on sections. (Extra.)"""
        comments: List[Dict[str, Any]] = self._core.json("comments", self._result.index)
        return comments

    def rules(self) -> List[Dict[str, Any]]:
        """The rule results as stored, with the file's own numbers, charts and proposals. (Extra.)"""
        out: List[Dict[str, Any]] = self._core.json("rules", self._result.index)
        for rule in out:
            for item in rule["items"]:
                for f in item["focus"]:
                    f["value"] = _real(f["value"])
                if item["speedup"]:
                    item["speedup"][1] = _real(item["speedup"][1])
        return out

    def call_stack(self) -> List[Dict[str, Any]]:
        """Host call stack of the launch, innermost first: module, address, file, function, line. (Extra.)"""
        frames: List[Dict[str, Any]] = self._core.json("frames", self._result.index)
        return frames

    def ptx_text(self) -> str:
        """The whole PTX of the module, "" if missing. (Extra.)"""
        return self._code().ptx_text()

    def cubin(self) -> bytes:
        """The machine code of the module as an ELF file, b"" if missing. (Extra.)"""
        return self._code().cubin()

    def functions(self) -> List[Dict[str, Any]]:
        """Functions of the module: name, address, size. (Extra.)"""
        return self._code().function_list()

    def to_frame(self) -> Any:
        """A pandas DataFrame of the metrics: name, unit, kind, value, instances. Needs pandas. (Extra.)"""
        from .tables import action_frame

        return action_frame(self)


    def lines_frame(self, metrics: Optional[Iterable[str]] = None, inclusive: bool = False) -> Any:
        """A pandas DataFrame of the source lines with what was counted there. A row is a line of a function at one place:
        file, line (missing where unknown), function (mangled), depth (0: not inlined), parent (row of the call it was inlined
        into), the counters, text (None if the report does not hold it). Lines come in the order of files and lines, inlined
        code after its call. Counters: samples, executed (instructions) and stall_REASON (samples by reason to wait), missing
        if the report has none; or one column for each of metrics, names or patterns. They count each instruction once, so
        columns can be summed; with inclusive, a row also counts what was inlined there. Needs pandas. (Extra.)"""
        from .frames import lines

        return lines(self, metrics, inclusive)

    def warp_samples_frame(self) -> Any:
        """timed_warp_samples() as a pandas DataFrame, with the reason as metrics name it and the file and line of pc. Needs
        pandas. (Extra.)"""
        from .frames import warp_samples

        return warp_samples(self)


class IRange(_Closed):
    """The actions of one process. TypeError for what is not a number, OverflowError for a number below 0."""

    __slots__ = ("_core", "_number", "_results")
    _core: Core
    _number: int
    _results: List[int]

    _action_class = IAction

    def _at(self, index: int) -> IAction:
        core, number = self._core, self._results[index]
        result = core.results.get(number)
        if result is None:
            result = core.results.setdefault(number, _Result(core, number))
        return _new(self._action_class, _core=core, _range_number=self._number, _number=index, _result=result)

    def num_actions(self) -> int:
        """Number of actions."""
        return len(self._results)

    def action_by_idx(self, idx: int) -> Optional[IAction]:
        """The action with this number; None if out of range."""
        idx = _unsigned(idx)
        return self._at(idx) if idx < len(self._results) else None

    def actions_by_nvtx(self, includes: Iterable[str], excludes: Iterable[str]) -> Tuple[int, ...]:
        """Numbers of the actions that match one of includes (all if empty) and none of excludes: filter expressions as
        --nvtx-include takes them. ValueError for a malformed one."""
        for given in (includes, excludes):
            if isinstance(given, (str, bytes)):
                raise TypeError("expected a list of str, found %s" % type(given).__name__)
        wanted = [self._core.nvtx_match(_name(x)) for x in includes]
        unwanted = [self._core.nvtx_match(_name(x)) for x in excludes]
        return tuple(
            i for i, r in enumerate(self._results)
            if (not wanted or any(w[r] for w in wanted)) and not any(u[r] for u in unwanted))

    def __len__(self) -> int:
        return len(self._results)

    @overload
    def __getitem__(self, key: int) -> IAction: ...

    @overload
    def __getitem__(self, key: slice) -> Tuple[IAction, ...]: ...

    def __getitem__(self, key: Union[int, slice]) -> Any:
        return _item(self, key)

    def __iter__(self) -> Iterator[IAction]:
        return (self._at(i) for i in range(len(self._results)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, IRange):
            return NotImplemented
        return self._core is other._core and self._number == other._number

    def __hash__(self) -> int:
        return hash((id(self._core), self._number))

    def __reduce__(self) -> Any:
        return _range_of, (self._core, self._number)

    def __repr__(self) -> str:
        return "<IRange %d: %d actions>" % (self._number, len(self))


class IBaseContext(_Closed):
    """What contexts and evaluators share. TypeError for a message that is not text."""

    __slots__ = ()

    def get_version(self) -> str:
        """Version of the interface, not that of the program that wrote the report."""
        return INTERFACE_VERSION

    def handle_exception(self, msg: str) -> None:
        """Accepted for compatibility; does nothing."""
        _name(msg)


class IContext(IBaseContext):
    """An open report. As a context manager it is closed at the end of the block; otherwise when nothing refers to it or to
    anything obtained from it.

    TypeError for an argument of another type, OverflowError for a number below 0; ValueError once it is closed, where more of it has
    to be read; ReportError, which is one, where it is damaged."""

    __slots__ = ("_core", "_ranges")
    _core: Core
    _ranges: List[List[int]]

    _range_class = IRange

    def _at(self, index: int) -> IRange:
        return _new(self._range_class, _core=self._core, _number=index, _results=self._ranges[index])

    def num_ranges(self) -> int:
        """Number of ranges: one for each process that has results."""
        return len(self._ranges)

    def range_by_idx(self, idx: int) -> Optional[IRange]:
        """The range with this number; None if out of range."""
        idx = _unsigned(idx)
        return self._at(idx) if idx < len(self._ranges) else None

    def __len__(self) -> int:
        return len(self._ranges)

    @overload
    def __getitem__(self, key: int) -> IRange: ...

    @overload
    def __getitem__(self, key: slice) -> Tuple[IRange, ...]: ...

    def __getitem__(self, key: Union[int, slice]) -> Any:
        return _item(self, key)

    def __iter__(self) -> Iterator[IRange]:
        return (self._at(i) for i in range(len(self._ranges)))

    # Extra

    def _repr_html_(self) -> Optional[str]:
        from .page import of_report

        return of_report(self._core)

    def __enter__(self) -> "IContext":
        return self

    def __exit__(self, *args: Any) -> None:
        self.close()

    def close(self) -> None:
        """Closes the report. What was read before stays valid; reading more raises ValueError. (Extra.)"""
        self._core.close()

    def path(self) -> Optional[str]:
        """Where the report was loaded from. (Extra.)"""
        return self._core.path

    def actions(self) -> Iterator[IAction]:
        """The actions of all ranges. (Extra.)"""
        for r in self:
            yield from r

    def info(self) -> Dict[str, Any]:
        """The container: size, version, counts, where it is cut or damaged. (Extra.)"""
        return dict(self._core.info)

    def problems(self) -> List[Dict[str, Any]]:
        """All that is wrong in the file, in its order: dicts with code, offset and message; result, the number of the damaged
        result, and metric, the name of the damaged metric, None elsewhere; lost, how many metrics of the result or
        instances of the metric cannot be read, None if unknown. Whatever is intact can still be read. Reads the whole
        file the first time. (Extra.)"""
        return [{"code": code, "offset": offset, "message": message, "result": result, "metric": metric, "lost": lost}
                for code, offset, message, result, _, metric, lost in self._core.problems()]

    def session(self) -> Dict[str, Any]:
        """How the report was made: command, systems, devices with attributes, versions, settings, processes. (Extra.)"""
        out = dict(self._core.json("session"))
        for device in out["devices"]:
            device["attributes"] = {name: _decode(value) for name, value in device["attributes"]}
        return out

    def sources(self) -> List[Dict[str, Any]]:
        """The modules as stored: reference, functions, objects, files. (Extra.)"""
        out = []
        for s in self._core.once("sources"):
            s = dict(s)
            for key in ("code", "intermediate", "binary"):
                s[key] = None if s[key] is None else self._core.bytes_at(s[key])
            s["files"] = {path: None if at is None else text(self._core.bytes_at(at)) for path, at in s["files"]}
            out.append(s)
        return out

    def unknown_fields(self) -> List[Dict[str, Any]]:
        """Fields unknown to this package: of, i, path, number, wire, and value or data. (Extra.)"""
        out: List[Dict[str, Any]] = [u for u in self._core.json("unknown") if "problem" not in u]
        for u in out:
            if u["data"] is not None:
                u["data"] = self._core.bytes_at(u["data"])
        return out

    def blocks(self) -> List[Dict[str, Any]]:
        """The blocks of the container. (Extra.)"""
        blocks: List[Dict[str, Any]] = self._core.json("blocks")
        return blocks

    def to_frame(self, metrics: Optional[Iterable[str]] = None) -> Any:
        """A pandas DataFrame with a row for each action, whose number is the index: kernel, its name, then a column for each
        metric, or each of these: names or patterns with * and ?, in this order. Missing where an action lacks the metric;
        a column of integers keeps all digits. Needs pandas. (Extra.)"""
        from .tables import report_frame

        return report_frame(self, metrics)

    def rules_frame(self) -> Any:
        """A pandas DataFrame with a row for each message of a rule in the report, and one for a rule that said nothing:
        result, kernel, section, rule, type ("optimization", ...), title, message, speedup_type ("local" or "global"), speedup
        (percent), focus_metrics (a list of dicts). None and nan where there is none. Needs pandas. (Extra.)"""
        from .frames import rules

        return rules(self)

    def __reduce__(self) -> Any:
        return _context, (self._core,)

    def __repr__(self) -> str:
        return "<IContext %s: %d ranges>" % (self._core.path or "in memory", len(self))


def _summary(core: Core) -> str:
    """What is missing of a damaged report, in one sentence."""
    lost = [("at least %d result%s missing", core.info["missing"]),
            ("%%d of %d result%%s left out" % core.info["results"], len(core.info["damaged"])),
            ("%d metric%s left out", sum(p[6] for p in core.known if p[4] is None and p[6])),
            ("%d instance%s left out", sum(p[6] for p in core.known if p[4] is not None))]
    parts = [words % (n, "" if n == 1 else "s") for words, n in lost if n]
    first = "byte %d: %s" % (core.known[0][1], core.known[0][2])
    return "; ".join([*parts, first]) + ("; and more: see problems()" if len(core.known) > 1 else "")


def _context(core: Core, cls: type = IContext) -> IContext:
    """A context of this class on an open report."""
    ranges: Dict[Any, List[int]] = {}
    firsts = [(b["first_result"], b["process"]) for b in core.json("blocks") if b["first_result"] is not None]
    ends = [first for first, _ in firsts[1:]] + [core.info["results"]]
    default = None
    if any(process is None for _, process in firsts):  # a block without one belongs to the process of the session
        session = core.json("session")
        default = next((i for i, p in enumerate(session["processes"]) if p["id"] == session["pid"] is not None), None)
    damaged = set(core.info["damaged"])
    for (first, process), end in zip(firsts, ends):
        process = default if process is None else process
        ranges.setdefault(process, []).extend(i for i in range(first, end) if i not in damaged)
    if core.known:
        warn(core.path, _summary(core))
    return _new(cls, _core=core, _ranges=list(ranges.values()))


# Pickles hold the path of the report; all that one pickle holds of a report shares it when it is read again.

def _range_of(core: Core, number: int) -> IRange:
    return _context(core)._at(number)


def _action_of(core: Core, range_number: int, number: int) -> IAction:
    return _range_of(core, range_number)._at(number)


def _metric_of(core: Core, result: int, index: int) -> IMetric:
    action = next(a for a in _context(core).actions() if a.index() == result)
    return _new(IMetric, _core=core, _table=action._result.table(core), _i=index)


def load_report(file_name: Union[str, bytes, "os.PathLike[Any]"], lib_folder: Any = None) -> IContext:
    """Opens a report (.ncu-rep, .ncu-repz). lib_folder is accepted and ignored. FileNotFoundError and other
    OSError if it cannot be read, ReportError (a ValueError) if it is not a report."""
    path = os.fspath(file_name)
    with open(path, "rb") as f:
        data = f.read()
    return _context(Core(data, os.fsdecode(path)))


def loads(data: bytes) -> IContext:
    """Opens a report from bytes. ReportError (a ValueError) if they are none. (Extra.)"""
    return _context(Core(bytes(data)))


def set_disassembler(function: Any) -> None:
    """Sets what sass_by_pc uses: function(cubin: bytes) gives a mapping of (name of the function's section without ".text.",
    offset in it) to the text of the instruction, or None if it cannot. None: the one in cubin.h. See nvdisasm. Never raises; what the
    function raises, sass_by_pc does. (Extra.)"""
    from . import code

    code.set_disassembler(function)
