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
           "i": 36, "mo": 37, "E": 38, "R": 39, "s": 40, "hi": 41, "W": 42}
SLOTS = {"d", "a", "b", "c", "y", "z", "E"}
FLAG = {"": 0, "-": 1, "~": 2, "!": 3}
# What a row says about registers and flow: numbers of code 6, as in CUBIN_I_SAYS of cubin.h. Letters are operands.
SAYS = {"d": 0, "a": 1, "b": 2, "c": 3, "unknown": 4, "conditional": 5, "barrier": 6, "flow": 7, "predicates": 8,
        "store": 9, "sure": 10, "w": 11, "spread": 12}
FLOWS = ["next", "branch", "indirect", "call", "return", "exit", "set", "sync"]


class Failure(Exception):
    pass


class Compiler:
    def __init__(self):
        self.bodies = [] # lists of items: bytes, or (tests, items if they hold, items if not)
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
            return [bytes([9, at, n])]
        if body.startswith("="):
            at, value = body[1:].split(",")
            at, n = self.field(at)
            return [bytes([8, at, n, int(value, 0)])]
        halves = self.split(body, "?")
        if len(halves) > 1:
            yes, no = (self.split(body[len(halves[0]) + 1:], ";") + [""])[:2]
            return [(tuple(self.condition(halves[0])), tuple(inner(yes)), tuple(inner(no)))]
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
        return [bytes([5, at, n]) + self.u16(self.words(["" if e == "=" else e for e in entries]))]

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
            flags = FLAG[flag] | full
            out = bytes([10, OPERAND[name], flags] if flags or OPERAND[name] > 6 else [20 + OPERAND[name]])
        else:
            if flag:
                end -= 1
            if name in SLOTS and name != "d":
                raise Failure("no arguments expected: " + text[at:])
            while arguments and arguments[-1] == 0:
                arguments.pop()
            out = bytes([16 + len(arguments), OPERAND[name]] + [x & 255 for x in arguments])
        return out, end

    def template(self, text):
        out, i = [], 0
        while i < len(text):
            c = text[i]
            if c == "{":
                j = self.closed(text, i)
                out += self.braces(text[i + 1:j], self.template)
                i = j + 1
            elif c == "%":
                more, i = self.operand(text, i)
                out.append(more)
            elif text[i:i + 2] == ", ":
                out.append(bytes([20]))
                i += 2
            elif c == "$":
                name = re.match(r"[A-Z0-9]+", text[i + 1:]).group()
                if name not in self.macros:
                    raise Failure("no macro " + name)
                out += self.macros[name]
                i += 1 + len(name)
            else:
                out.append(c.encode("ascii"))
                i += 1
        return out

    def says(self, text):
        """What follows ";;" in a row: widths of operands in registers (d2), flow, conditions as in a text."""
        out, i = [], 0
        while i < len(text):
            m = re.compile(r" +|([abcdw])(\d+)(?:([*<])(\d+)\.(\d+))?|barrier(\d+)|[a-z]+").match(text, i)
            if text[i] == "{":
                j = self.closed(text, i)
                out += self.braces(text[i + 1:j], self.says)
                i = j + 1
            elif text[i] == "$":
                name = re.match(r"[A-Z0-9]+", text[i + 1:]).group()
                out += self.macros[name]
                i += 1 + len(name)
            elif m:
                i = m.end()
                word = m.group()
                if m.group(3):
                    times = 128 if m.group(3) == "*" else 0
                    out.append(bytes([13, SAYS[m.group(1)], int(m.group(2)), int(m.group(4)), int(m.group(5)) | times]))
                elif m.group(1):
                    out.append(bytes([6, SAYS[m.group(1)], int(m.group(2))]))
                elif m.group(6):
                    out.append(bytes([6, SAYS["barrier"], int(m.group(6))]))
                elif word in FLOWS:
                    out.append(bytes([6, SAYS["flow"], FLOWS.index(word)]))
                elif word.strip():
                    out.append(bytes([6, SAYS[word], 1]))
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
        body = tuple((compiled or self.template)(text))
        if body not in self.where:
            self.where[body] = len(self.bodies)
            self.bodies.append(body)
        return self.where[body]

    def define(self, line, compiled):
        _, name, body = line.split(" ", 2)
        if name in self.macros:
            raise Failure("defined twice: " + name)
        self.macros[name] = compiled(body)

    def named_list(self, words):
        entries = []
        for w in words:
            if m := re.fullmatch(r"(\d+):(.*)", w):
                entries += ["-"] * (int(m.group(1)) - len(entries))
                w = m.group(2)
            entries.append("" if w == "=" else w)
        return entries


LONGEST = 20 # items of a phrase
SHORT = 128  # phrases whose call takes one byte


DEEPEST = 16 # back[] of cubin_i_run


class Packer:
    """Bodies as texts, a character an item, and in place of what occurs often a call. Greedy: what saves most comes first."""

    def __init__(self, bodies):
        self.items, self.number, self.texts = [], {}, []
        self.bodies = [self.text(b) for b in bodies]
        self.called = []

    def text(self, items):
        """Number of a text; equal ones, the two of each condition included, are not kept twice."""
        text = ""
        for item in items:
            if not isinstance(item, bytes):
                item = (item[0], self.text(item[1]), self.text(item[2]))
            text += self.item(item)
        if text not in self.texts:
            self.texts.append(text)
        return self.texts.index(text)

    def item(self, item):
        if item not in self.number:
            self.number[item] = chr(len(self.items) + 1)
            self.items.append(item)
        return self.number[item]

    def emit(self, text):
        """A test that fails jumps: 15 is a bit, 1 a field, 14 that with 16 bits for both numbers."""
        out = b""
        for c in text:
            item = self.items[ord(c) - 1]
            if isinstance(item, bytes):
                out += item
                continue
            yes, no, more = self.emit(self.texts[item[1]]), self.emit(self.texts[item[2]]), b""
            if no:
                yes += bytes([4, len(no)])
            for t in reversed(item[0]):
                jump = len(more) + len(yes)
                if t[0] == 1 and t[2] & 127 == 1 and jump < 256:
                    more = bytes([15, t[1] | (128 if (t[2] < 128) == (t[3] != 0) else 0), jump]) + more
                elif t[0] == 1 and t[2] < 128 and (t[3] > 255 or jump > 255):
                    more = bytes([14, t[1], t[2], t[3] & 255, t[3] >> 8, jump & 255, jump >> 8]) + more
                else:
                    more = bytes(t) + bytes([jump]) + more
            out += more + yes + no
        return out

    def depth(self, text):
        """How deep the calls of a text go."""
        deep = 0
        for c in set(text):
            item = self.items[ord(c) - 1]
            if not isinstance(item, bytes):
                deep = max(deep, self.depth(self.texts[item[1]]), self.depth(self.texts[item[2]]))
            elif item[0] == 7 or item[0] >= 128:
                n = item[0] - 128 if item[0] >= 128 else SHORT + item[1] + 256 * item[2]
                deep = max(deep, 1 + self.depth(self.texts[self.called[n]]))
        return deep

    def call(self, n):
        return bytes([128 + n]) if n < SHORT else bytes([7, n - SHORT & 255, n - SHORT >> 8])

    def saving(self, size, count):
        return (count - 1) * size - count * len(self.call(len(self.called))) - 3

    def pack(self):
        while True:
            seen, size = {}, {c: len(self.emit(c)) for c in set("".join(self.texts))}
            for text in self.texts:
                for i in range(len(text)):
                    for n in range(1, min(LONGEST, len(text) - i) + 1):
                        phrase = text[i:i + n]
                        seen[phrase] = seen.get(phrase, 0) + 1
            best = sorted(((self.saving(sum(map(size.get, p)), c), p) for p, c in seen.items() if c > 1), reverse=True)
            before = len(self.called)
            for worth, phrase in best:
                if worth <= 0 or (worth < best[0][0] and len(self.called) > before):
                    break
                if self.saving(sum(map(size.get, phrase)), "\0".join(self.texts).count(phrase)) < worth * 9 // 10:
                    continue
                by = self.item(self.call(len(self.called)))
                self.texts = [t.replace(phrase, by) for t in self.texts]
                self.called.append(len(self.texts))
                self.texts.append(phrase)
            if len(self.called) == before:
                return


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
    maxwell = read(c, top / "tools/sass/maxwell.txt", 50, listing)
    packer = Packer(c.bodies)
    packer.pack()
    if max(map(packer.depth, packer.texts)) > DEEPEST:
        sys.exit("calls of the tables go too deep")
    code, at, calls = b"", [], []
    for starts, numbers in ((at, packer.bodies), (calls, packer.called)):
        for n in numbers:
            starts.append(len(code))
            code += packer.emit(packer.texts[n]) + b"\0"
    wide = sorted(((int(k, 16), f, lo, hi, text, says) for k, f, lo, hi, text, says in volta), key=lambda r: r[:1] + r[2:4])
    # Few architectures, few masks, and few sayings about registers: each once, and its number in the rows.
    sayings = sorted({at[r[5]] for r in wide} | {at[r[5]] for r in maxwell})
    spans = sorted({low | high << 8 for key, flags, low, high, text, says in wide})
    flat = []
    for key, flags, low, high, text, says in wide:
        flat += [key & 7 | flags << 3 | spans.index(low | high << 8) << 10, at[text]]
    wide_says = [sayings.index(at[r[5]]) for r in wide]
    eighths = [sum(r[0] < 8 * k for r in wide) for k in range(65)] # the first row of each eight opcodes, and the end
    rows = [(value, mask, flags, at[text], at[says]) for key, flags, low, high, text, says in maxwell for value, mask in forms(key)]
    before = {row: i for i, row in enumerate(rows)}
    rows.sort()
    if any((a[0] ^ b[0]) & a[1] & b[1] == 0 and before[a] > before[b] for i, a in enumerate(rows) for b in rows[i + 1:]):
        sys.exit("rows of 64 bits that both fit an instruction would change places")
    # For each value of the four high bits, the first row that may fit.
    starts = [next((i for i, r in enumerate(rows) if (r[0] ^ k << 12) & r[1] & 0xf000 == 0), len(rows)) for k in range(16)]
    masks = sorted({r[1] for r in rows})
    kinds = sorted({r[2:] for r in rows})
    narrow = [v for r in rows for v in (r[0], masks.index(r[1]) | kinds.index(r[2:]) << 8)]
    narrow_kinds = [v for flags, text, says in kinds for v in (text, flags | sayings.index(says) << 8)]
    if len(spans) > 64 or len(kinds) > 256 or len(sayings) > 256 or max(eighths) > 255:
        sys.exit("more different rows than a number has room for")
    size = len(code) + len(c.texts) + len(wide_says) + len(eighths) + len(starts) + 2 * sum(
        map(len, (flat, narrow, calls, sayings, spans, masks, narrow_kinds)))
    if len(code) > 65535 or len(c.texts) > 65535 or size > 80 << 10:
        sys.exit("the tables grow too large: %d bytes" % size)
    out = array("unsigned char", "cubin_i_code", code)
    out += array("unsigned char", "cubin_i_texts", c.texts)
    out += array("uint16_t", "cubin_i_calls", calls)
    out += array("uint16_t", "cubin_i_sayings", sayings)
    out += array("unsigned char", "cubin_i_eighths", eighths)
    out += array("uint16_t", "cubin_i_spans", spans)
    out += array("uint16_t", "cubin_i_wide", flat)
    out += array("unsigned char", "cubin_i_wide_says", wide_says)
    out += array("unsigned char", "cubin_i_narrow_from", starts)
    out += array("uint16_t", "cubin_i_masks", masks)
    out += array("uint16_t", "cubin_i_narrow_kinds", narrow_kinds)
    out += array("uint16_t", "cubin_i_narrow", narrow)
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
