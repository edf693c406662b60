"""The page of a report with several baselines: what its memory tables and charts show of each baseline is what ncurep details and raw
say of that report, by --json.

    ncurep_besides.py TOOL SECTIONS REPORT BASELINE... : prints what differs, last how many figures of memory tables and of the memory
    chart are equal, and how many of those differ from the report's own
"""
import html.parser
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from cells import is_shown  # noqa: E402

TOOL, SECTIONS, *REPORTS = sys.argv[1:]
VOID = {"br", "meta", "input"}
OPEN_ENDED = {"tr": {"tr", "td", "th", "tbody", "table", "thead"}, "td": {"td", "th", "tr", "tbody", "table", "thead"}, "th": {"td", "th", "tr", "tbody", "table", "thead"}}
KEYS = {"Instructions": "executed_instructions", "Requests": "requests", "Wavefronts": "wavefronts", "% Peak": "peak_pct", "Bank Conflicts": "bank_conflicts",
        "Conflicts/Wavefront": "conflicts_per_wavefront", "Sectors": "sectors", "Sectors/Req": "sectors_per_request", "Hit Rate": "hit_rate_pct", "Bytes": "bytes",
        "Throughput": "bytes_per_second", "Sector Misses to L2": "sector_misses_to_l2", "Sector Misses to Device": "sector_misses_to_device",
        "Sector Misses to System": "sector_misses_to_system", "Sector Misses to Peer": "sector_misses_to_peer"}
ADDED = {k for k in KEYS.values() if not k.endswith(("_pct", "_per_request", "_per_wavefront", "_second"))}
count = {"memory table": [0, 0], "memory chart": [0, 0]}
wrong = 0


class Element:
    def __init__(self, tag, attributes, parent):
        self.tag, self.has, self.parent, self.inside = tag, dict(attributes), parent, []

    def all(self, tag=None, kind=None):
        for x in self.inside:
            if isinstance(x, Element):
                if (tag is None or x.tag == tag) and (kind is None or kind in x.has.get("class", "").split()):
                    yield x
                yield from x.all(tag, kind)

    def text(self):
        return "".join(x if isinstance(x, str) else x.text() for x in self.inside)

    def cells(self):
        return [x for x in self.inside if isinstance(x, Element) and x.tag in ("td", "th")]


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.top = self.at = Element("top", (), None)
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        if tag in OPEN_ENDED:
            while self.at.tag in ("tr", "td", "th") and self.at.tag in OPEN_ENDED[tag] and not (tag in ("td", "th") and self.at.tag == "tr"):
                self.at = self.at.parent
        one = Element(tag, attributes, self.at)
        self.at.inside.append(one)
        if tag not in VOID:
            self.at = one

    def handle_startendtag(self, tag, attributes):
        self.at.inside.append(Element(tag, attributes, self.at))

    def handle_endtag(self, tag):
        x = self.at
        while x is not None and x.tag != tag:
            x = x.parent
        if x is not None and x.parent is not None:
            self.at = x.parent

    def handle_data(self, data):
        self.at.inside.append(data)


def run(*words):
    return subprocess.run([TOOL, *words], capture_output=True, text=True).stdout


def say(*words):
    global wrong
    wrong += 1
    if wrong < 20:
        print(*words)


def number(text):
    """A figure of the page, its unit spelled as in JSON."""
    m = re.fullmatch(r"(-?[\d.,]+(?:e[+-]\d+)?) ?(\S*)", text)
    return (m[1], m[2]) if m else (text, "")


def is_figure(text, value, unit=""):
    figure, word = number(text)
    if not re.match("-?[0-9]", figure):
        return False
    if word in ("K", "M", "G", "T", "P", "E") or word.endswith("B"):  # four digits
        return abs(float(figure) * 1000 ** " KMGTPE".index(word.rstrip("B") or " ") - value) <= abs(value) * 5.1e-4
    if word in ("", "%", "req", "inst", "wavefronts"):
        return abs(float(figure) - value) <= (max(0.0051, abs(value) * 5.1e-6) if "." in figure else 0.51)
    return is_shown(figure, word, {"value": value, "unit": unit})


def split(cell):
    """The figure of a baseline, and how far the value of now is from it."""
    change = next(cell.all("b"), None)
    words = change.text() if change else ""
    return cell.text().replace(words, "").strip() if words else cell.text().strip(), words


def change_of(now, was):
    return f"{100 * (now - was) / abs(was):+.2f}%" if was and now != was else ""


def same(kind, what, cell, was, now):
    """Whether a cell of a baseline says what that report has."""
    text, change = split(cell)
    if was is None:
        return text in ("", "-") or say(what, "has", text, "and should have nothing")
    if not is_figure(text, *was):
        return say(what, "has", text, "for", was)
    if now is not None and change != change_of(now, was[0]) and abs(float(change.rstrip("%") or 0) - 100 * (now - was[0]) / (abs(was[0]) or 1)) > 0.011:
        return say(what, "changed by", change, "from", was, "to", now)
    count[kind][0] += 1
    count[kind][1] += now is not None and now != was[0]
    return True


def tables(result):
    """By section and label, the rows of memory tables."""
    return {(s["identifier"], i["label"]): {r["label"]: r for r in i["rows"]} for s in result["sections"] for i in s.get("items", []) if "rows" in i}


def check_memory_table(what, rows, bases, own, partners, label):
    titles, at, row = [c.text() for c in rows[0].cells()][1:], None, None
    for r in rows[1:]:
        cells = r.cells()
        if "vs" not in r.has.get("class", "").split():
            at, row, seen = cells[0].text(), own.get(label, {}).get(cells[0].text(), {}), 0
            continue
        n = bases[seen]
        seen += 1
        name = f"{n + 1} " * (len(REPORTS) > 2) + os.path.basename(REPORTS[n + 1])
        if cells[0].text() != name:
            say(what, at, "names", cells[0].text(), "in place of", name)
        was = partners[n].get(label, {}).get(at)
        for title, cell in zip(titles, cells[1:]):
            key = KEYS.get(title)
            if key is None:
                continue
            unit = {"bytes": "byte", "bytes_per_second": "byte/second"}.get(key, "")
            if was is None and key in ADDED and re.fullmatch(r"[0.]+", number(cell.text().strip() or "0")[0].replace("-", "0")) is None:
                say(what, at, title, "has", cell.text(), "but nothing happened")
            elif was is not None:
                same("memory table", f"{what}: {at}: {title}: {name}", cell, (was[key], unit) if key in was else None, row.get(key))


def check_memory_chart(what, rows, bases, raw, own):
    for r in rows:
        cells = r.cells()
        if "vs" not in r.has.get("class", "").split():
            metric, seen, names = cells[3].has.get("title") or NAMES[cells[3].has["data-m"]], 0, cells
            continue
        n = bases[seen]
        seen += 1
        for cell, name in ((cells[1], metric), (cells[2], metric + ".pct_of_peak_sustained_elapsed")):
            was, now = raw[n].get(name), own.get(name)
            by = 32 if "sectors" in metric and name == metric else 1
            if was is None and split(cell)[0] not in ("", "-"):
                continue  # another metric stands in for it
            same("memory chart", f"{what}: memory chart: {name}: {n + 1}", cell, None if was is None else (was * by, ""), None if now is None else now * by)


def results(path):
    found = json.loads(run("details", "--json", "--print-details", "all", "--section-folder", SECTIONS, path))[0]["results"]
    raw = json.loads(run("raw", "--json", "--print-units", "base", path))[0]["results"]
    return [(tables(f), {m["name"]: m["value"] for m in r["metrics"] if isinstance(m["value"], (int, float))}) for f, r in zip(found, raw)]


page = Page(run("html", "--match", "order", "--section-folder", SECTIONS, *[w for b in REPORTS[1:] for w in ("--baseline", b)], REPORTS[0]))
everything = [results(path) for path in REPORTS]
NAMES = {x.has["id"][1:]: x.has["title"] for x in page.top.all() if re.fullmatch("m[0-9]+", x.has.get("id", "")) and "title" in x.has}
for k, (own_tables, own_raw) in enumerate(everything[0]):
    kernel = next((x for x in page.top.all("article") if x.has.get("id") == f"k{k}"), None)
    bases = [n for n in range(len(REPORTS) - 1) if k < len(everything[n + 1])]
    if kernel is None:
        continue
    sections = {x.all("h3").__next__().text(): x for x in kernel.all("section")}
    for card in kernel.all("div", "card"):
        head = next(card.all("h4"), None)
        label = next((key for key in set(own_tables).union(*(everything[n + 1][k][0] for n in bases)) if head is not None and key[1] == head.text()), None)
        if label is not None:
            check_memory_table(f"kernel {k}: {label[1]}", list(card.all("tr")), bases, own_tables, {n: everything[n + 1][k][0] for n in bases}, label)
    for figure in kernel.all("figure", "memory"):
        check_memory_chart(f"kernel {k}", list(figure.all("tr"))[1:], bases, {n: everything[n + 1][k][1] for n in bases}, own_raw)
print(wrong, *[n for pair in count.values() for n in pair])
