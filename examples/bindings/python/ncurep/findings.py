"""Writes what rules said into a copy of a report."""

from __future__ import annotations

import ctypes
import os
import struct
import tempfile
from typing import Mapping, Sequence

from . import nvrules
from ._native import Fault, lib, take
from .enums import _FROM_FILE, MarkerKind
from .report import IContext
from .rules import RuleResult

_RULES = 19  # field of a kernel
_STORED = {kind: number for number, kind in enumerate(_FROM_FILE)}


class _Addition(ctypes.Structure):
    _fields_ = [("result", ctypes.c_uint32), ("name_count", ctypes.c_uint32), ("names", ctypes.c_char_p),
                ("fields", ctypes.c_char_p), ("size", ctypes.c_size_t)]


lib.py_add_findings.restype = ctypes.c_void_p
lib.py_add_findings.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.POINTER(_Addition), ctypes.c_uint32,
                                ctypes.POINTER(ctypes.c_size_t), ctypes.POINTER(Fault)]


def _varint(n: int) -> bytes:
    out = bytearray()
    while n > 127:
        out.append(n & 127 | 128)
        n >>= 7
    out.append(n)
    return bytes(out)


def _int(field: int, n: int) -> bytes:
    return _varint(field << 3) + _varint(n & 0xFFFFFFFFFFFFFFFF)


def _double(field: int, x: float) -> bytes:
    return _varint(field << 3 | 1) + struct.pack("<d", x)


def _bytes(field: int, data: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(data)) + data


def _text(field: int, s: str) -> bytes:
    try:
        data = s.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        data = s.encode("utf-8", "replace")
    return _bytes(field, data)


def _message(f: nvrules.Finding) -> bytes:
    """A message with its focus metrics and its speed-up, as one item."""
    out = _bytes(1, _text(1, f.text) + _int(2, _STORED[f.type]) + _int(3, f.id) + (b"" if f.title is None else _text(4, f.title)))
    for x in f.focus:
        out += _bytes(8, _int(1, f.id) + _text(2, x.name) + _double(3, x.value) + _int(4, x.severity) + _text(5, x.info))
    if f.speedup is not None:
        out += _bytes(10, _int(1, f.speedup[0]) + _double(2, f.speedup[1]))
    return _bytes(1, out)


def _marker(m: nvrules.SourceMarker) -> bytes:
    if m.source_location is not None:
        path, line = m.source_location
        out = _int(1, MarkerKind.SOURCE) + _int(2, line) + _text(4, m.message) + _int(5, _STORED[m.message_type]) + _text(6, path)
    else:
        out = _int(1, MarkerKind.SASS) + _int(3, m.source_address or 0) + _text(4, m.message) + _int(5, _STORED[m.message_type])
    return _bytes(5, out)


def _rule(r: RuleResult) -> bytes:
    body = b""
    for item in r.items:
        if isinstance(item, nvrules.Finding):
            body += _message(item)
        elif isinstance(item, nvrules.Chart) and item.stored:
            body += _bytes(1, item.stored)
        elif isinstance(item, nvrules.Proposal):
            body += _bytes(1, _bytes(6, _text(1, item.identifier)))
    out = _text(1, r.rule.identifier) + _text(2, r.rule.name)
    if body:
        out += _bytes(3, body)
    if r.rule.section is not None:
        out += _text(4, r.rule.section)
    return _bytes(_RULES, out + b"".join(map(_marker, r.markers)))


def with_findings(report: IContext, found: Mapping[int, Sequence[RuleResult]]) -> bytes:
    """The bytes of a copy of the report with what rules said, by number of the result. Stored results of a rule are
    replaced if the rule was applied again; everything else stays. Tables are left out: no report
    is known to hold any. ValueError for a result that is not a kernel: only kernels can hold rule results."""
    core = report._core
    additions = (_Addition * max(len(found), 1))()
    for a, (number, results) in zip(additions, sorted(found.items())):
        fields = b"".join(map(_rule, results))
        a.result, a.name_count = number, len(results)
        a.names = b"".join(r.rule.identifier.encode("utf-8", "replace") + b"\0" for r in results)
        a.fields, a.size = fields, len(fields)
    size, fault = ctypes.c_size_t(), Fault()
    with core.lock:
        core.live()
        pointer = lib.py_add_findings(core.data, len(core.data), additions, len(found), size, fault)
    if not pointer:
        raise fault.exception(core.path)
    return take(pointer, size)


def write_file(path: str, data: bytes) -> None:
    """Writes a file; if that fails, the old one stays. Devices and pipes are written to directly."""
    path = os.path.realpath(path)
    if os.path.exists(path) and not os.path.isfile(path):
        with open(path, "wb") as f:
            f.write(data)
        return
    folder, name = os.path.split(path)
    handle, temporary = tempfile.mkstemp(prefix="." + name, dir=folder)
    try:
        with os.fdopen(handle, "wb") as f:
            f.write(data)
            f.flush()
            os.fsync(f.fileno())
        mode = os.stat(path).st_mode & 0o777 if os.path.exists(path) else 0o666 & ~_umask()
        os.chmod(temporary, mode)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
