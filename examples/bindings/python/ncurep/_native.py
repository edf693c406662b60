"""The shared object built from ncurep.h and nvsection.h, and the handles of its reports."""

import ctypes
import json
import os
import sys
import threading
import zlib
from ctypes import POINTER, byref, c_char_p, c_int32, c_size_t, c_uint8, c_uint32, c_uint64, c_void_p
from typing import Any, Callable, Dict, List, Optional, Set, Tuple

from .errors import ReportError, warn

ABI = 3
CODES = ("ok", "argument", "memory", "io", "truncated", "syntax", "limit", "unsupported")  # ncurep_code_name
NAMES = ("ncurep_native.so", "ncurep_native.dylib", "ncurep_native.dll")


class Fault(ctypes.Structure):
    _fields_ = [("code", c_int32), ("pad", c_int32), ("offset", c_uint64), ("message", c_char_p)]

    def exception(self, path: Optional[str] = None) -> Exception:
        message = (self.message or b"cannot be read").decode()
        if self.code == 2:
            return MemoryError(message)
        return ReportError(message, self.offset, path)


def folders() -> List[str]:
    """Where shared objects may be."""
    here = os.path.dirname(os.path.abspath(__file__))
    source = os.path.abspath(os.path.join(here, "..", "..", "..", ".."))  # of a checkout
    named = os.environ.get("NCUREP_NATIVE")
    return ([os.path.dirname(named)] if named else []) + [here, os.path.join(source, "build", "python")]


def _load() -> ctypes.CDLL:
    named = os.environ.get("NCUREP_NATIVE")
    names = {"win32": NAMES[2:], "darwin": (NAMES[1], NAMES[0])}.get(sys.platform, NAMES[:1])
    paths = [named] if named else [os.path.join(f, n) for f in folders() for n in names]
    for path in paths:
        if os.path.exists(path):
            library = ctypes.CDLL(path)
            break
    else:
        raise ImportError("ncurep: no shared object (%s): run 'make python' or set NCUREP_NATIVE" % ", ".join(paths))
    if library.py_abi() != ABI:
        raise ImportError("ncurep: %s belongs to another version of this package" % library._name)
    handle, size, fault = c_void_p, POINTER(c_size_t), POINTER(Fault)
    for name, result, arguments in (
        ("py_open", c_void_p, [c_char_p, c_size_t, fault]),
        ("py_close", None, [handle]),
        ("py_free", None, [c_void_p]),
        ("py_is_packed", ctypes.c_int, [c_char_p, c_size_t]),
        ("py_unpack", c_void_p, [c_char_p, c_size_t, size, fault]),
        ("py_strings", c_void_p, [handle, size]),
        ("py_json", c_void_p, [handle, c_char_p, c_uint32, size, fault]),
        ("py_section_text", c_void_p, [handle, c_uint32, c_uint32, size, fault]),
        ("py_bookmark_size", c_size_t, []),
        ("py_metrics", c_uint32, [handle, c_uint32, c_uint32] + [c_void_p] * 7 + [fault]),
        ("py_instances", c_uint32, [handle, c_void_p, c_uint32, c_uint32, c_void_p, c_void_p]),
        ("py_nvtx_match", ctypes.c_int, [handle, c_char_p, c_size_t, c_uint32, c_void_p, fault]),
        ("py_facts", None, [c_char_p, c_size_t, c_void_p, c_char_p, c_char_p, c_size_t]),
        ("py_lines_open", c_void_p, [c_char_p, c_size_t]),
        ("py_lines_close", None, [c_void_p]),
        ("py_lines_files", c_void_p, [c_void_p, size]),
        ("py_lines_sass", c_void_p, [c_void_p, c_uint32, c_uint64, size]),
        ("py_lines_place", c_void_p, [c_void_p, c_uint32, c_uint64, size]),
        ("py_lines_ptx", c_void_p, [c_void_p, c_uint32, c_uint64, size]),
        ("py_lines_ptx_all", c_void_p, [c_void_p, size]),
    ):
        function = getattr(library, name)
        function.restype = result
        function.argtypes = arguments
    return library


lib = _load()
BOOKMARK = lib.py_bookmark_size()


def text(data: bytes) -> str:
    """Text of a report: UTF-8, with other bytes as lone surrogates, so that they can be recovered."""
    return data.decode("utf-8", "surrogateescape")


def raw(s: str) -> bytes:
    return s.encode("utf-8", "surrogateescape")


def take(pointer: Optional[int], size: c_size_t) -> bytes:
    """The bytes of one of the library's buffers, which is then freed."""
    if not pointer:
        raise MemoryError("out of memory")
    try:
        return ctypes.string_at(pointer, size.value)
    finally:
        lib.py_free(pointer)


_facts: Dict[str, Tuple[int, int, int, str, str]] = {}


def facts(name: str) -> Tuple[int, int, int, str, str]:
    """What a metric's name implies: type, subtype, roll-up, unit, description."""
    found = _facts.get(name)
    if found is None:
        numbers = (c_int32 * 3)()
        unit = ctypes.create_string_buffer(24)
        description = ctypes.create_string_buffer(1024)
        bytes_ = raw(name)
        lib.py_facts(bytes_, len(bytes_), numbers, unit, description, len(description))
        found = (numbers[0], numbers[1], numbers[2], text(unit.value), description.value.decode("utf-8", "replace"))
        if len(_facts) > 100000:
            _facts.clear()
        _facts[name] = found
    return found


class Lines:
    """Line tables of one cubin. The bytes belong to an open report, so the report is kept alive."""

    __slots__ = ("handle", "cubin", "lock", "__weakref__")

    def __init__(self, cubin: bytes):
        self.cubin = cubin
        self.lock = threading.Lock()
        self.handle = lib.py_lines_open(cubin, len(cubin))

    def __del__(self) -> None:
        handle, self.handle = getattr(self, "handle", None), None
        if handle:
            lib.py_lines_close(handle)

    def _json(self, function: Callable[..., Any], *arguments: int) -> Any:
        if not self.handle:
            return None
        size = c_size_t()
        return json.loads(text(take(function(self.handle, *arguments, byref(size)), size)))

    def files(self) -> List[List[str]]:
        return self._json(lib.py_lines_files) or []

    def sass(self, symbol: int, offset: int) -> Optional[str]:
        """Text of the instruction at an offset of a function; None if there is none."""
        found: Optional[str] = self._json(lib.py_lines_sass, symbol, offset)
        return found

    def place(self, symbol: int, offset: int) -> List[Any]:
        """[index of the place that source_info names, [[function, directory, file, line]...]], innermost first."""
        return self._json(lib.py_lines_place, symbol, offset) or [0, []]

    def ptx(self, symbol: int, offset: int) -> Optional[List[Any]]:
        found: Optional[List[Any]] = self._json(lib.py_lines_ptx, symbol, offset)
        return found

    def ptx_text(self) -> str:
        if not self.handle:
            return ""
        size = c_size_t()
        return text(take(lib.py_lines_ptx_all(self.handle, byref(size)), size))


def _unpack(data: bytes, path: Optional[str]) -> bytes:
    fault, size = Fault(), c_size_t()
    pointer = lib.py_unpack(data, len(data), byref(size), byref(fault))
    if pointer:
        return take(pointer, size)
    if fault.code != 7:
        raise fault.exception(path)
    try:
        from compression import zstd  # Python 3.14
    except ImportError:
        try:
            import zstandard
        except ImportError:
            raise ReportError("compressed, and this build has no libzstd (zstd -d unpacks such reports)", 0, path) from None
        import io

        try:
            return bytes(zstandard.ZstdDecompressor().stream_reader(io.BytesIO(data), read_across_frames=True).read())
        except zstandard.ZstdError as e:
            raise ReportError(str(e), 0, path) from None
    try:
        return bytes(zstd.decompress(data))
    except zstd.ZstdError as e:
        raise ReportError(str(e), 0, path) from None


class Core:
    """An open report: its bytes and the handle on them. Every library call on it happens under the lock."""

    __slots__ = ("data", "handle", "lock", "fault", "path", "info", "results", "_strings", "code", "cache", "known", "_offsets", "_checked",
                 "__weakref__")

    def __init__(self, data: bytes, path: Optional[str] = None):
        self.handle = None
        self.path = path
        self.lock = threading.RLock()
        self.fault = Fault()  # to be used with the lock held
        if lib.py_is_packed(data, len(data)):
            data = _unpack(data, path)
        self.data = data
        fault = Fault()
        self.handle = lib.py_open(data, len(data), byref(fault))
        if not self.handle:
            raise fault.exception(path)
        self._strings: Optional[List[str]] = None
        self.results: Dict[int, Any] = {}
        self.code: Dict[Any, Any] = {}
        self.cache: Dict[str, Any] = {}
        self.info = self.json("info")
        if self.info["version"] is None and (self.info["damaged_at"] is not None or not self.info["blocks"]):
            _, offset, message = (self.info["problems"] or [["syntax", 0, "not a report"]])[0][:3]
            self.close()
            raise ReportError(message, offset, path)
        found = self.info.pop("problems")
        self.info["damaged"] = [p[3] for p in found if p[3] is not None and p[6] is None]
        self.known: List[List[Any]] = []  # problems: see put_problem in native.c
        self._offsets: Set[int] = set()
        self._checked = False
        for problem in found:
            self._keep(problem)

    def __reduce__(self) -> Any:
        if self.path is None:
            raise TypeError("only reports that were loaded from a file can be pickled: a pickle holds the path")
        return _again, (os.path.abspath(self.path), len(self.data), zlib.crc32(self.data))

    def close(self) -> None:
        with self.lock:
            handle, self.handle = self.handle, None
            if handle:
                lib.py_close(handle)

    def __del__(self) -> None:
        if getattr(self, "handle", None):
            self.close()

    def live(self) -> int:
        """The handle; called with the lock held."""
        handle: Optional[int] = self.handle
        if not handle:
            raise ValueError("the report is closed")
        return handle

    def json(self, topic: str, index: int = 0) -> Any:
        fault, size = Fault(), c_size_t()
        with self.lock:
            pointer = lib.py_json(self.live(), topic.encode(), index, byref(size), byref(fault))
            if not pointer:
                raise fault.exception(self.path)
            data = take(pointer, size)
            new = fault.code != 0 and self._keep([CODES[fault.code], fault.offset, fault.message.decode(), None, None, None, None])
        if new:
            warn(self.path, "byte %d: %s; what it belongs to is left out: see problems()" % (fault.offset, fault.message.decode()))
        return json.loads(text(data))

    def _keep(self, problem: List[Any]) -> bool:
        """Keeps a problem; False if it is known. One that names a result is better than one that does not."""
        offset = problem[1]
        if offset in self._offsets:
            if problem[3] is not None:
                for i, other in enumerate(self.known):
                    if other[1] == offset and other[3] is None:
                        self.known[i] = problem
            return False
        self._offsets.add(offset)
        self.known.append(problem)
        return True

    def problems(self) -> List[List[Any]]:
        """All that is wrong in the file, in its order."""
        with self.lock:
            if not self._checked:
                for entry in self.json("unknown"):
                    if "problem" in entry:
                        self._keep(entry["problem"])
                self._checked = True
            return sorted(self.known, key=lambda p: p[1])

    def once(self, topic: str) -> Any:
        """The same, cached."""
        found = self.cache.get(topic)
        if found is None:
            found = self.cache[topic] = self.json(topic)
        return found

    def strings(self) -> List[str]:
        found = self._strings
        if found is None:
            size = c_size_t()
            with self.lock:
                data = take(lib.py_strings(self.live(), byref(size)), size)
            found = text(data).split("\0")
            del found[-1]
            if len(found) != self.info["strings"]:
                found = self.json("strings")
            self._strings = found
        return found

    def bytes_at(self, place: List[int]) -> bytes:
        return self.data[place[0] : place[0] + place[1]]

    def section_text(self, result: int, section: int) -> str:
        fault, size = Fault(), c_size_t()
        with self.lock:
            pointer = lib.py_section_text(self.live(), result, section, byref(size), byref(fault))
            if not pointer:
                raise fault.exception(self.path)
            return text(take(pointer, size))

    def nvtx_match(self, expression: str) -> bytes:
        """A byte for each result: 1 where it matches."""
        data = raw(expression)
        count = self.info["results"]
        hits, fault = (c_uint8 * count)(), Fault()
        with self.lock:
            if not lib.py_nvtx_match(self.live(), data, len(data), count, hits, byref(fault)):
                if fault.code in (5, 6):
                    raise ValueError("%s: at byte %d: %s" % (expression, fault.offset, fault.message.decode()))
                raise fault.exception(self.path)
        return bytes(hits)


def _again(path: str, size: int, checksum: int) -> Core:
    """The report that a pickle is about."""
    with open(path, "rb") as f:
        core = Core(f.read(), path)
    if (len(core.data), zlib.crc32(core.data)) != (size, checksum):
        raise ReportError("is not the report it was when the pickle was made", 0, path)
    return core
