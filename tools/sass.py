#!/usr/bin/env python3
"""Turns the description of machine instructions (tools/sass/*.txt) into the tables of cubin.h.

    tools/sass.py            writes the tables between the markers of cubin.h
    tools/sass.py --check    says whether cubin.h has the tables of the description; exit 1 if not
    tools/sass.py --list     prints the rows: family, opcode, architectures, text

docs/FORMAT-cubin.md explains the notation."""
import pathlib
import re
import sys

top = pathlib.Path(__file__).resolve().parent.parent
BEGIN = "/* tables: written by tools/sass.py from tools/sass; edit those */\n"
END = "/* end of tables */\n"
IMMEDIATE = {"u": 0, "s": 1, "f": 2, "d": 3, "h": 4, "H": 5}
# One operand: letter -> (number, arguments). tools/sass.py and cubin_i_operand of cubin.h must agree.
OPERAND = {"d": 1, "a": 2, "b": 3, "c": 4, "y": 5, "z": 6, "r": 7, "v": 8, "p": 9, "P": 10, "u": 11, "Q": 12,
           "x": 13, "n": 15, "D": 16, "L": 17, "t": 18, "tr": 19, "t0": 20, "t24": 21, "m": 22, "ms": 23,
           "mu": 24, "l": 25, "lu": 26, "k": 27, "pi": 28, "ui": 29, "v6": 30, "w": 31, "cb": 33,
           "i": 36, "mo": 37, "E": 38, "R": 39, "s": 40, "hi": 41}
SLOTS = {"d", "a", "b", "c", "y", "z", "E"}
FLAG = {"": 0, "-": 1, "~": 2, "!": 3}
# What a row says about registers and flow: numbers of code 6, as in CUBIN_I_SAYS of cubin.h. Letters are operands.
SAYS = {"d": 0, "a": 1, "b": 2, "c": 3, "unknown": 4, "conditional": 5, "barrier": 6, "flow": 7, "predicates": 8,
        "store": 9, "sure": 10}
FLOWS = ["next", "branch", "indirect", "call", "return", "exit", "set", "sync"]


class Failure(Exception):
    pass


class Compiler:
    def __init__(self):
        self.code = bytearray()
        self.texts = bytearray()
        self.lists = {}
        self.named = {}
        self.macros = {}
        self.where = {}

    def words(self, entries):
        """Offset of a list of texts: each ends with 0; "-" (no source gives it) is 1; 2 and a count: so many of those."""
        out, run = bytearray(), 0
        for e in entries + [None]:
            if e == "-":
                run += 1
                continue
            while run:
                n = min(run, 255)
                out += bytes([2, n]) if n > 1 else b"\1"
                run -= n
            if e is not None:
                out += e.encode("ascii") + b"\0"
        out += b"\3"
        key = bytes(out)
        if key not in self.lists:
            self.lists[key] = len(self.texts)
            self.texts += out
        return self.lists[key]

    def u16(self, v):
        return bytes([v & 255, v >> 8])

    def field(self, text):
        m = re.fullmatch(r"(\d+)(?:\.(\d+))?", text)
        if not m:
            raise Failure("not a field: " + text)
        return int(m.group(1)), int(m.group(2) or 1)

    def condition(self, text):
        """Tests: code 1 with a field and the value that it must have, or another code with its bytes."""
        tests = []
        for part in text.split("&"):
            if m := re.fullmatch(r">=(\d+)", part):
                tests.append((2, int(m.group(1))))
            elif m := re.fullmatch(r"<(\d+)", part):
                tests.append((3, int(m.group(1))))
            elif part == "%pow2":
                tests.append((12,))
            else:
                m = re.fullmatch(r"(!?)(\d+(?:\.\d+)?)(?:(!?=)(\d+))?", part)
                if not m:
                    raise Failure("not a condition: " + part)
                at, n = self.field(m.group(2))
                invert, value = bool(m.group(1)), 0
                if m.group(3):
                    value, invert = int(m.group(4)), m.group(3) == "!="
                else:
                    invert = not invert
                if value > 0xffff:
                    raise Failure("value too large: " + part)
                tests.append((1, at, n | (128 if invert else 0), value))
        return tests

    def test(self, test, jump):
        """Code of a test and the distance to jump when it fails: 14 is 1 with 16 bits for both numbers."""
        if test[0] == 1 and test[2] < 128 and (test[3] > 255 or jump > 255):
            return bytes([14, test[1], test[2]]) + self.u16(test[3]) + self.u16(jump)
        if jump > 255:
            raise Failure("too long for this condition")
        return bytes(test) + bytes([jump])

    def split(self, text, mark):
        depth, parts, part = 0, [], ""
        for c in text:
            depth += (c == "{") - (c == "}")
            if c == mark and depth == 0:
                parts.append(part)
                part = ""
            else:
                part += c
        return parts + [part]

    def braces(self, body, inner):
        if body.startswith("~"):
            at, n = self.field(body[1:])
            return bytes([9, at, n])
        if body.startswith("="):
            at, value = body[1:].split(",")
            at, n = self.field(at)
            return bytes([8, at, n, int(value, 0)])
        halves = self.split(body, "?")
        if len(halves) > 1:
            yes, no = (self.split(body[len(halves[0]) + 1:], ";") + [""])[:2]
            yes, no = inner(yes), inner(no)
            tests = self.condition(halves[0])
            if no:
                if len(no) > 255:
                    raise Failure("what follows the ; is too long")
                yes += bytes([4, len(no)])
            out = b""
            for t in reversed(tests):
                out = self.test(t, len(out) + len(yes)) + out
            return out + yes + no
        if "@" in body:
            at, name = body.split("@")
            at, n = self.field(at)
            entries = self.named[name][:1 << n]
        else:
            at, texts = body.split(":", 1)
            at, n = self.field(at)
            entries = texts.split("|")
            if len(entries) == 1:
                if n == 1 and texts.endswith("!"):
                    entries = [texts[:-1], ""]
                elif n == 1:
                    entries = ["", texts]
                elif texts != "-":
                    raise Failure("one text for a field of %d bits: %s" % (n, body))
        if len(entries) > 1 << n:
            raise Failure("too many texts: " + body)
        return bytes([5, at, n]) + self.u16(self.words(["" if e == "=" else e for e in entries]))

    def operand(self, text, at):
        m = re.compile(r"%(tr|t0|t24|ms|mu|mo|lu|pi|ui|v6|cb|hi|[A-Za-z])(\(([\d,]*)\))?([-~!]?)").match(text, at)
        if not m:
            raise Failure("not an operand: " + text[at:])
        name, arguments, flag = m.group(1), [int(x) for x in (m.group(3) or "").split(",") if x], m.group(4)
        if name in ("A", "B", "C", "E", "Y", "Z"):
            name, flag, full = name if name == "E" else name.lower(), "", 4
        else:
            full = 0
        end = m.end()
        if name in SLOTS and m.group(2) is None:
            out = bytes([10, OPERAND[name], FLAG[flag] | full])
        else:
            if flag:
                end -= 1
            if name in SLOTS and name != "d":
                raise Failure("no arguments expected: " + text[at:])
            arguments += [0] * (3 - len(arguments))
            out = bytes([11, OPERAND[name]] + [x & 255 for x in arguments])
        return out, end

    def template(self, text):
        out, i = b"", 0
        while i < len(text):
            c = text[i]
            if c == "{":
                j = self.closed(text, i)
                out += self.braces(text[i + 1:j], self.template)
                i = j + 1
            elif c == "%":
                more, i = self.operand(text, i)
                out += more
            elif c == "$":
                name = re.match(r"[A-Z0-9]+", text[i + 1:]).group()
                if name not in self.macros:
                    raise Failure("no macro " + name)
                out += bytes([7]) + self.u16(self.macros[name])
                i += 1 + len(name)
            else:
                out += c.encode("ascii")
                i += 1
        return out

    def says(self, text):
        """What follows ";;" in a row: widths of operands in registers (d2), flow, conditions as in a text."""
        out, i = b"", 0
        while i < len(text):
            m = re.compile(r" +|([abcd])(\d+)(?:([*<])(\d+)\.(\d+))?|barrier(\d+)|[a-z]+").match(text, i)
            if text[i] == "{":
                j = self.closed(text, i)
                out += self.braces(text[i + 1:j], self.says)
                i = j + 1
            elif text[i] == "$":
                name = re.match(r"[A-Z0-9]+", text[i + 1:]).group()
                out += bytes([7]) + self.u16(self.macros[name])
                i += 1 + len(name)
            elif m:
                i = m.end()
                word = m.group()
                if m.group(3):
                    times = 128 if m.group(3) == "*" else 0
                    out += bytes([13, SAYS[m.group(1)], int(m.group(2)), int(m.group(4)), int(m.group(5)) | times])
                elif m.group(1):
                    out += bytes([6, SAYS[m.group(1)], int(m.group(2))])
                elif m.group(6):
                    out += bytes([6, SAYS["barrier"], int(m.group(6))])
                elif word in FLOWS:
                    out += bytes([6, SAYS["flow"], FLOWS.index(word)])
                elif word.strip():
                    out += bytes([6, SAYS[word], 1])
            else:
                raise Failure("not about registers: " + text[i:])
        return out

    def closed(self, text, at):
        """Where the brace at `at` is closed."""
        depth = 0
        for j in range(at, len(text)):
            depth += (text[j] == "{") - (text[j] == "}")
            if depth == 0:
                return j
        raise Failure("a brace is not closed: " + text)

    def put(self, text, compiled=None):
        body = (compiled or self.template)(text) + b"\0"
        if body not in self.where:
            self.where[body] = len(self.code)
            self.code += body
        return self.where[body]

    def define(self, line, compiled):
        _, name, body = line.split(" ", 2)
        if name in self.macros:
            raise Failure("defined twice: " + name)
        self.macros[name] = self.put(body, compiled)

    def named_list(self, words):
        entries = []
        for w in words:
            if m := re.fullmatch(r"(\d+):(.*)", w):
                entries += ["-"] * (int(m.group(1)) - len(entries))
                w = m.group(2)
            entries.append("" if w == "=" else w)
        return entries


def lines(path):
    whole, number = "", 0
    for n, line in enumerate(path.read_text().splitlines(), 1):
        line = line.rstrip()
        if line.endswith("\\"):
            whole += line[:-1] if not whole else line[:-1].lstrip()
            number = number or n
            continue
        whole += line if not whole else line.lstrip()
        if whole.strip() and not whole.startswith("#"):
            yield number or n, whole
        whole, number = "", 0


def archs(text):
    m = re.fullmatch(r"(\d+)(?:(\+)|-(\d+))?", text)
    return int(m.group(1)), 255 if m.group(2) else int(m.group(3) or m.group(1))


def read(compiler, path, first, listing):
    rows = []
    compiler.named, compiler.macros = {}, {}
    for number, line in lines(path):
        try:
            if line.startswith("list "):
                words = line.split()
                compiler.named[words[1]] = compiler.named_list(words[2:])
            elif line.startswith("macro "):
                compiler.define(line, compiler.template)
            elif line.startswith("says "):
                compiler.define(line, compiler.says)
            else:
                head, text = line.split(" : ", 1)
                text, _, says = text.partition(" ;; ")
                words = head.split()
                key, flags, low, high = words[0], 0, first, 255
                for w in words[1:]:
                    if w[0].isdigit():
                        low, high = archs(w)
                    else:
                        for c in w:
                            if c == "U":
                                flags |= 24
                            elif c == "P":
                                flags |= 16
                            elif c == "V":
                                flags |= 8
                            elif c == "N":
                                flags |= 32
                            elif c == "O":
                                flags |= 64
                            else:
                                flags |= IMMEDIATE[c]
                if listing:
                    print(path.stem, key, "%d-%d" % (low, high), text)
                rows.append((key, flags, low, high, compiler.put(text), compiler.put(says, compiler.says)))
        except (Failure, ValueError, KeyError, AttributeError) as e:
            sys.exit("%s:%d: %s" % (path, number, e))
    return rows


FORMS = {"A": (0x38, 0x4c, 0x5c), "B": (0x36, 0x4b, 0x5b), "C": (0x32, 0x49, 0x59), "D": (0x30, 0x48, 0x58)}
THIRD = {"B": 0x53, "C": 0x51} # the third operand is the constant


def forms(key):
    """Values and masks of the high 16 bits that a key of a 64-bit instruction stands for."""
    m = re.fullmatch(r"([ABCD]?)([0-9a-f]+)/([0-9a-f]+)(\+?)", key)
    value, mask = int(m.group(2), 16), int(m.group(3), 16)
    if not m.group(1):
        return [(value, mask)]
    tops = FORMS[m.group(1)]
    # Bit 56 is the sign of an immediate.
    out = [(tops[0] << 8 | value, 0xfe00 | mask), (tops[1] << 8 | value, 0xff00 | mask), (tops[2] << 8 | value, 0xff00 | mask)]
    if m.group(4):
        out.append((THIRD[m.group(1)] << 8 | value, 0xff00 | mask))
    return out


def array(kind, name, values, per=0):
    out, line = "static const %s %s[] = {\n" % (kind, name), "   "
    for i, v in enumerate(values):
        word = " " + str(v) + ","
        if len(line) + len(word) > 119:
            out += line + "\n"
            line = "   "
        line += word
    return out + line.rstrip(",") + "\n};\n"


def tables(listing=False):
    c = Compiler()
    volta = read(c, top / "tools/sass/volta.txt", 70, listing)
    maxwell = read(c, top / "tools/sass/maxwell.txt", 50, listing) if (top / "tools/sass/maxwell.txt").exists() else []
    wide = sorted(((int(k, 16), f, lo, hi, at, says) for k, f, lo, hi, at, says in volta), key=lambda r: r[:1] + r[2:4])
    flat = []
    for key, flags, low, high, at, says in wide:
        flat += [key | flags << 9, low | high << 8, at, says]
    narrow = []
    for key, flags, low, high, at, says in maxwell:
        for value, mask in forms(key):
            narrow += [value, mask, flags, at, says]
    size = len(c.code) + len(c.texts) + 2 * len(flat) + 2 * len(narrow)
    if len(c.code) > 65535 or len(c.texts) > 65535 or size > 80 << 10:
        sys.exit("the tables grow too large: %d bytes" % size)
    out = array("unsigned char", "cubin_i_code", c.code)
    out += array("unsigned char", "cubin_i_texts", c.texts)
    out += array("uint16_t", "cubin_i_wide", flat)
    out += array("uint16_t", "cubin_i_narrow", narrow or [0] * 5)
    return out, size, len(volta), len(maxwell)


def main():
    header = top / "cubin.h"
    text, size, wide, narrow = tables("--list" in sys.argv)
    if "--list" in sys.argv:
        return
    old = header.read_text()
    start, end = old.index(BEGIN) + len(BEGIN), old.index(END)
    new = old[:start] + text + old[end:]
    if "--check" in sys.argv:
        if new != old:
            sys.exit("cubin.h: its tables are not those of tools/sass; run tools/sass.py")
        return
    if new != old:
        header.write_text(new)
    print("%d + %d rows, %d bytes" % (wide, narrow, size))


main()
