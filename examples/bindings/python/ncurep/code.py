"""From an address to function, source line, PTX and machine instruction."""

import os
import posixpath
import re
import struct
import subprocess
import tempfile
import threading
import warnings
from bisect import bisect_right
from typing import Any, Callable, Dict, List, Mapping, Optional, Set, Tuple

from ._native import Core, Lines, text
from .errors import level

Texts = Mapping[Tuple[str, int], str]
Disassembler = Callable[[bytes], Optional[Texts]]

_disassembler: Optional[Disassembler] = None
_generation = 0


def set_disassembler(function: Optional[Disassembler]) -> None:
    global _disassembler, _generation
    _disassembler = function
    _generation += 1


def _current() -> Optional[Disassembler]:
    if _disassembler is not None:
        return _disassembler
    program = os.environ.get("NCUREP_NVDISASM")
    return nvdisasm(program) if program else None


def file_path(directory: str, file: str) -> str:
    """A path as the vendor's tool shows it: compilers record "include/../lib/a.h", reports hold the text of "lib/a.h". Links
    are not followed: the report may come from another machine."""
    path = posixpath.join(directory, file)
    return posixpath.normpath(path) if "/../" in path or "/./" in path or "//" in path else path


_failures: Set[str] = set()  # said already


def _failed(program: str, why: str) -> None:
    if program not in _failures:
        _failures.add(program)
        warnings.warn("%s: %s; sass_by_pc gives the text of cubin.h" % (program, why), RuntimeWarning, stacklevel=level())


_SECTION = re.compile(r"^\.text\.(.*):\s*$")
_INSTRUCTION = re.compile(r"^\s*/\*([0-9a-fA-F]+)\*/\s*(.*?)\s*;")


def nvdisasm(program: str = "nvdisasm") -> Disassembler:
    """A disassembler for set_disassembler that runs nvdisasm, or a program that prints like it: text by function and byte. If
    it fails, a RuntimeWarning says so, once a program, and the text is that of cubin.h. Never raises."""

    def run(cubin: bytes) -> Optional[Texts]:
        handle, path = tempfile.mkstemp(suffix=".cubin")
        try:
            with os.fdopen(handle, "wb") as f:
                f.write(cubin)
            done = subprocess.run([program, "-c", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        except OSError as e:
            _failed(program, "cannot be run (%s)" % (e.strerror or e))
            return None
        finally:
            os.unlink(path)
        out: Dict[Tuple[str, int], str] = {}
        section = ""
        for line in text(done.stdout).splitlines():
            m = _SECTION.match(line)
            if m:
                section = m.group(1)
                continue
            m = _INSTRUCTION.match(line)
            if m:
                out[section, int(m.group(1), 16)] = m.group(2)
        if done.returncode != 0 or not out:
            said = text(done.stderr).strip().partition("\n")[0]
            _failed(program, "exit code %d%s" % (done.returncode, ": " + said if said else "" if done.returncode else ", no instructions"))
            return None
        return out

    return run


class _Function:
    __slots__ = ("name", "address", "symbol", "size", "section", "start")

    def __init__(self, name: str, address: int, symbol: Optional[int]):
        self.name, self.address, self.symbol = name, address, symbol
        self.size, self.section, self.start = 0, "", 0


class _Module:
    """One module: its cubin, its line tables, its functions by address."""

    def __init__(self, core: Core, reference: int, old_base: Optional[Tuple[str, int]]):
        self.cubin = b""
        self.texts: Dict[str, str] = {}
        self.functions: List[_Function] = []
        self.step = 16
        self._lines: Optional[Lines] = None
        self._sass: Optional[Texts] = None
        self._sass_generation = -1
        self._places: Dict[int, Any] = {}
        self._ptx: Dict[int, str] = {}
        self._lock = threading.Lock()
        for s in core.once("sources"):
            if s["reference"] != reference:
                continue
            if s["revision"]:
                self.step = 8 if s["revision"] >> 16 < 7 else 16
            if s["binary"] and s["binary"][1]:
                self.cubin = core.bytes_at(s["binary"])
            for path, at in s["files"]:
                self.texts[file_path("", path or "")] = "" if at is None else text(core.bytes_at(at))
            for name, address, index in s["functions"]:
                if address is not None:
                    self.functions.append(_Function(name or "", address, index or 0))
        by_name = False
        if not self.functions and old_base is not None:
            by_name = True
            self.functions.append(_Function(old_base[0], old_base[1], None))
        try:
            self._read_symbols(by_name)
        except (struct.error, IndexError):
            pass
        self.functions.sort(key=lambda f: (f.address, f.symbol or 0))
        self._addresses = [f.address for f in self.functions]

    def _read_symbols(self, by_name: bool) -> None:
        """Size and position of the functions, from the ELF file's symbol table."""
        elf = self.cubin
        if elf[:6] != b"\x7fELF\x02\x01":
            return
        table, = struct.unpack_from("<Q", elf, 40)
        size, count, name_section = struct.unpack_from("<HHH", elf, 58)
        if size < 64:
            return

        def section(i: int) -> Tuple[Any, ...]:
            if i >= count:
                raise IndexError(i)
            return struct.unpack_from("<IIQQQQIIQQ", elf, table + i * size)

        def string(at: int) -> str:
            return text(elf[at : elf.index(b"\0", at)]) if 0 < at < len(elf) and elf.find(b"\0", at) >= 0 else ""

        symtab = next((section(i) for i in range(count) if section(i)[1] == 2), None)
        if symtab is None:
            return
        symbols = min(symtab[5] // 24, max(len(elf) - symtab[4], 0) // 24)
        names = section(symtab[6])[4]
        section_names = section(name_section)[4]
        for f in self.functions:
            if by_name:
                for i in range(symbols):
                    name, info = struct.unpack_from("<IB", elf, symtab[4] + 24 * i)
                    if info & 15 == 2 and string(names + name) == f.name:
                        f.symbol = i
                        break
            if f.symbol is None or f.symbol >= symbols:
                continue
            _, _, _, index, value, f.size = struct.unpack_from("<IBBHQQ", elf, symtab[4] + 24 * f.symbol)
            if index < count:
                # The oldest reports hold the address at run time here: such a function is all of its section.
                f.start = value if value + f.size <= section(index)[5] else 0
                f.section = re.sub(r"^\.text\.", "", string(section_names + section(index)[0]))

    def find(self, address: int) -> Optional[_Function]:
        i = bisect_right(self._addresses, address) - 1
        if i < 0:
            return None
        f = self.functions[i]
        return f if address - f.address < f.size else None

    def lines(self) -> Lines:
        with self._lock:
            if self._lines is None:
                self._lines = Lines(self.cubin)
            return self._lines

    def places(self, address: int) -> Tuple[int, List[Dict[str, Any]]]:
        found = self._places.get(address)
        if found is None:
            f = self.find(address)
            shown, stack = 0, []
            if f is not None and f.symbol is not None:
                shown, places = self.lines().place(f.symbol, address - f.address)
                for function, directory, file, line in places:
                    stack.append({"function": function, "file_name": file_path(directory, file), "line": line})
            found = self._places[address] = (shown, stack)
        return found

    def ptx(self, address: int) -> str:
        found = self._ptx.get(address)
        if found is None:
            f = self.find(address)
            line = self.lines().ptx(f.symbol, address - f.address) if f is not None and f.symbol is not None else None
            found = self._ptx[address] = line[1] if line else ""
        return found

    def sass(self, address: int) -> str:
        f = self.find(address)
        if f is None:
            return ""
        offset = address - f.address
        if offset % self.step:
            return "N/A"
        with self._lock:
            if self._sass_generation != _generation:
                run = _current()
                self._sass = run(self.cubin) if run is not None else None
                self._sass_generation = _generation
            texts = self._sass
        if texts is not None:
            return texts.get((f.section, f.start + offset)) or "N/A"
        own = self.lines().sass(f.symbol, offset) if f.symbol is not None else None
        return own or "N/A"


def _old_base(core: Core, result: Any) -> Optional[Tuple[str, int]]:
    """Reports before 2022.3 do not say where functions were: the kernel begins at its first program counter, or at the
    lowest address of any counter."""
    if result.info["kind"] != "kernel":
        return None
    table = result.table(core)
    for name in ("launch__function_pcs", "inst_executed", "smsp__pcsamp_sample_count"):
        i = table.index.get(name)
        if i is None or not table.counts[i]:
            continue
        from .report import _Instances

        instances = table.instances.get(i)
        if instances is None:
            instances = table.instances[i] = _Instances(core, table.bookmarks, i, table.counts[i])
        column = instances.values if name == "launch__function_pcs" else instances.ids
        numbers = [x for x in column.list() if isinstance(x, int)]
        if numbers:
            return result.info["mangled"] or "", numbers[0] if name == "launch__function_pcs" else min(numbers)
    return None


class Code:
    """The modules of one action."""

    def __init__(self, modules: List[_Module]):
        self.modules = modules

    def _of(self, address: int) -> Optional[_Module]:
        return next((m for m in self.modules if m.find(address) is not None), None)

    def places(self, address: int) -> Tuple[int, List[Dict[str, Any]]]:
        """Which place is the instruction's, and all that it was inlined into, innermost first."""
        module = self._of(address)
        return module.places(address) if module is not None else (0, [])

    def function_at(self, address: int) -> Optional[str]:
        """The mangled name of the function that holds the instruction."""
        module = self._of(address)
        found = module.find(address) if module is not None else None
        return found.name if found is not None else None

    def path(self, address: int) -> Tuple[Tuple[str, int, str], ...]:
        """File, line and function of the instruction, after those of the calls it was inlined into, the outermost first; one
        place without file and line if they are unknown."""
        shown, stack = self.places(address)
        if stack and stack[shown]["line"]:
            return tuple((p["file_name"], p["line"], p["function"]) for p in reversed(stack[shown:]))
        return (("", 0, self.function_at(address) or ""),)

    def ptx(self, address: int) -> str:
        module = self._of(address)
        return module.ptx(address) if module is not None else ""

    def sass(self, address: int) -> str:
        module = self._of(address)
        return module.sass(address) if module is not None else ""

    def files(self) -> Dict[str, str]:
        out: Dict[str, str] = {}
        for module in self.modules:
            for directory, file in module.lines().files():
                out.setdefault(file_path(directory, file), "")
            out.update(module.texts)
        return out

    def ptx_text(self) -> str:
        return "".join(m.lines().ptx_text() for m in self.modules)

    def cubin(self) -> bytes:
        return next((m.cubin for m in self.modules if m.cubin), b"")

    def function_list(self) -> List[Dict[str, Any]]:
        return [{"name": f.name, "address": f.address, "size": f.size} for m in self.modules for f in m.functions]


def code_of(core: Core, result: Any) -> Code:
    """The code of a result, built once."""
    found: Optional[Code] = result.cache.get("code")
    if found is not None:
        return found
    modules = []
    for reference in result.info["references"]:
        key: Any = reference
        old = None
        if not any(s["reference"] == reference and s["functions"] for s in core.once("sources")):
            old = _old_base(core, result)
            key = (reference, old)
        module = core.code.get(key)
        if module is None:
            module = core.code.setdefault(key, _Module(core, reference, old))
        modules.append(module)
    found = result.cache["code"] = Code(modules)
    return found
