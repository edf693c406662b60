"""The page of a report with several baselines: what its memory tables and charts show of each baseline is what ncurep details and raw
say of that report, by --json.

    ncurep_besides.py TOOL SECTIONS REPORT BASELINE... : prints what differs, last how often; of memory tables, the memory chart, its diagram, line
    charts, timelines, histograms, stacks (of warp samples and of the source, too) and the source how many figures are equal, and how many of those differ from the report's own
"""
import csv
import html.parser
import io
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from cells import factor, is_shown  # noqa: E402

TOOL, SECTIONS, *REPORTS = sys.argv[1:]
VOID = {"br", "meta", "input"}
OPEN_ENDED = {"tr": {"tr", "td", "th", "tbody", "table", "thead"}, "td": {"td", "th", "tr", "tbody", "table", "thead"}, "th": {"td", "th", "tr", "tbody", "table", "thead"}}
KEYS = {"Instructions": "executed_instructions", "Requests": "requests", "Wavefronts": "wavefronts", "% Peak": "peak_pct", "Bank Conflicts": "bank_conflicts",
        "Conflicts/Wavefront": "conflicts_per_wavefront", "Sectors": "sectors", "Sectors/Req": "sectors_per_request", "Hit Rate": "hit_rate_pct", "Bytes": "bytes",
        "Throughput": "bytes_per_second", "Sector Misses to L2": "sector_misses_to_l2", "Sector Misses to Device": "sector_misses_to_device",
        "Sector Misses to System": "sector_misses_to_system", "Sector Misses to Peer": "sector_misses_to_peer"}
STALL = "smsp__pcsamp_warps_issue_stalled_"
ADDED = {k for k in KEYS.values() if not k.endswith(("_pct", "_per_request", "_per_wavefront", "_second"))}
count = {kind: [0, 0] for kind in ("memory table", "memory chart", "diagram", "lines", "timeline", "histogram", "stack", "lacking", "source")}
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
        return "".join(x if isinstance(x, str) else x.text() for x in self.inside).rstrip("\n")

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
        figure = figure.replace(",", "")
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
        return text in ("", "\u2013") or say(what, "has", text, "and should have nothing")
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
        name = named(n)
        if cells[0].text() != name:
            say(what, at, "names", cells[0].text(), "in place of", name)
        was = partners[n].get(label, {}).get(at)
        for title, cell in zip(titles, cells[1:]):
            key = KEYS.get(title)
            if key is None:
                continue
            unit = {"bytes": "byte", "bytes_per_second": "byte/second"}.get(key, "")
            if was is None and key in ADDED and re.fullmatch(r"[0.]+", number(cell.text().strip() or "0")[0].replace("\u2013", "0")) is None:
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
            if was is None and split(cell)[0] not in ("", "\u2013"):
                continue  # another metric stands in for it
            same("memory chart", f"{what}: memory chart: {name}: {n + 1}", cell, None if was is None else (was * by, ""), None if now is None else now * by)


def short_change(now, was):
    """As the diagram says it: in three or four digits, and no more."""
    change = 100 * (now - was) / abs(was) if was and now != was else 0
    return "" if now == was or not was else ">999%" if change >= 999.5 else f"{change:+.0f}%" if abs(change) >= 9.95 else f"{change:+.1f}%"


def check_diagram(what, figure, bases, raw, own):
    """Below each value those of the baselines, in the order and with the words of the table, and in their colours."""
    picture, marks, texts = next(figure.all("svg")), [], []
    for x in picture.inside:
        if isinstance(x, Element) and x.tag == "rect":
            marks.append(x)
        elif isinstance(x, Element) and x.tag == "text" and x.has.get("class") == "b":
            texts.append((marks[-1], x))
    rows = [(r.cells()[3], r.cells()[2].text() in ("Hits", "Busy"), r.cells()[0].text()) for r in list(figure.all("tr"))[1:] if "vs" not in r.has.get("class", "").split()]
    # Units come first in the picture, and last in the table.
    expected = [(cell.has.get("title") or NAMES[cell.has["data-m"]], unit, n) for cell, unit, _ in sorted(rows, key=lambda r: not r[1]) for n in bases]
    names = [named(n) for n in bases]
    if [x.text().strip() for _, x in texts[len(expected):]] != names:
        say(what, "names", [x.text() for _, x in texts[len(expected):]], "in place of", names)
    for (mark, x), (metric, unit, n) in zip(texts, expected + [(None, 0, n) for n in bases]):
        if mark.has["class"] != f"c{n + 2}" or int(mark.has["y"]) + 7 != int(x.has["y"]):
            say(what, metric, "has the colour", mark.has["class"], "for", n)
        if metric is None:
            continue
        text, was, now = x.text(), raw[n].get(metric), own[metric]
        if len(text) > (30 if int(x.has["x"]) < 292 else 16):
            say(what, metric, named(n), "has", text, "which its gap is too narrow for")
        if len(REPORTS) > 2:
            number, text = text.split(" ", 1)
            if number != str(n + 1):
                say(what, metric, "has", number, "for", n + 1)
        if was is None:
            if text != "\u2013" and not re.search("[A-Za-z]$", text):
                say(what, metric, named(n), "has", text, "and should have nothing")
            continue
        by = 32 if "sectors" in metric and not unit else 1
        text, change = re.fullmatch(r"(.*?)( [>+-][^ ]*%)?", text).groups()
        if not is_figure(text.rstrip("B").rstrip() if not unit else text, was * by) or (change or "").strip() != short_change(now, was):
            say(what, "diagram", metric, named(n), "has", x.text(), "for", was * by, "changed by", short_change(now, was))
        count["diagram"][0] += 1
        count["diagram"][1] += was != now


def named(n):
    return f"{n + 1} " * (len(REPORTS) > 2) + os.path.basename(REPORTS[n + 1])


def items(result):
    """By section, type and label, the parts of charts."""
    return {(s["identifier"], i["type"], i["label"]): i["parts"] for s in result["sections"] for i in s.get("items", []) if "parts" in i}


def values_of(part):
    return [v for v in (part or {}).get("instances", []) if isinstance(v, (int, float))]


def curve(picture, line):
    """The points of a line in the units of the page, and its unit."""
    b = [float(x) for x in picture.has["data-b"].split()]
    at = [[float(x) for x in p.split(",")] for p in line.has["points"].split()]
    return [(b[4] + (x - b[0]) / (b[1] - b[0]) * (b[5] - b[4]), b[6] + (b[3] - y) / (b[3] - b[2]) * (b[7] - b[6])) for x, y in at], picture.has["data-u"], b


def check_curve(what, picture, line, part):
    """Whether the highest point of a line in the picture is where the report has it."""
    points, unit, b = curve(picture, line)
    by, values = factor(unit, part["unit"]) or 1, values_of(part)
    if abs(max(y for _, y in points) - max(values) / by) > 0.06 * (b[7] - b[6]) / (b[3] - b[2]) + 1e-9:
        say(what, "the picture goes up to", max(y for _, y in points), "and the report to", max(values) / by)


def rise(picture, other):
    """When a series is first above half of its highest value, and how exact that is; of what another picture of it has room for, too."""
    points, _, b = curve(picture, next(picture.all("polyline")))
    from_ = max(b[4], curve(other, next(other.all("polyline")))[2][4])
    points = [p for p in points if p[0] > from_] or [(b[4], 0)]
    half = max(y for _, y in points) / 2
    return next((x for x, y in points if y > half), b[4]), (b[5] - b[4]) / 60


def check_lines(what, figure, kind, bases, own, was):
    """The table of a line chart or a timeline, and what is drawn of each baseline."""
    rows, pictures, at = list(list(figure.all("table"))[-1].all("tr"))[1:], [x for x in figure.all("svg") if "data-b" in x.has], -1
    for r in rows:
        cells = r.cells()
        if "vs" not in r.has.get("class", "").split():
            seen, at, label = 0, at + 1, cells[0].text()
            part = next((p for p in own if p["label"] == ("" if label == "now" else label) and "highlight" not in p), None)
            if part is None:
                say(what, "shows", label)
            continue
        n = bases[seen]
        seen += 1
        before = next((p for p in was[n] if part is not None and p.get("name") == part["name"]), None)
        if cells[0].text() != named(n):
            say(what, "names", cells[0].text(), "in place of", named(n))
        if not values_of(before):
            if [c.text() for c in cells[1:]] != ["\u2013", "", ""] and cells[1].text() != "0":
                say(what, label, named(n), "has", [c.text() for c in cells])
            continue
        now = values_of(part)
        if cells[1].text() != str(len(before["instances"])):
            say(what, label, named(n), "has", cells[1].text(), "points")
        for cell, pick in ((cells[2], min), (cells[3], max)):
            same(kind, f"{what}: {label}: {named(n)}", cell, (pick(values_of(before)), before["unit"]), pick(now))
        for picture in pictures:
            if kind == "lines":
                for line in picture.all("polyline", f"r{at % 4}"):
                    if line.has.get("data-n") == (str(n + 1) if len(REPORTS) > 2 else "baseline"):
                        check_curve(what, picture, line, before)
                        count[kind][0] += 1
            elif picture.has.get("aria-label") == f"{label} over time, {os.path.basename(REPORTS[n + 1])}":
                check_curve(what, picture, next(picture.all("polyline")), before)
                if max(values_of(before)) <= max(now) / 6:
                    continue  # too flat on the common scale
                alone = next(x for x in PAGES[n].top.all("article") if x.has.get("id") == what.split()[1]).all("svg")
                alone = next(x for x in alone if x.has.get("aria-label") == f"{label} over time")
                (here, exact), (there, other) = rise(picture, alone), rise(alone, picture)
                if abs(here - there) > exact + other:
                    say(what, label, named(n), "rises at", here, "and by itself at", there)
                count[kind][0] += 1


def check_bins(what, figure, bases, own, was):
    seen, found = -1, {}
    for r in list(next(figure.all("table")).all("tr"))[1:]:
        cells = [c.text() for c in r.cells()]
        if len(cells) == 1:
            seen += 1
            if cells[0].removesuffix(": none") != named(bases[seen]):
                say(what, "names", cells[0])
        elif seen >= 0:
            found.setdefault(bases[seen], []).append(cells)
    for n in bases:
        bins = [[f"{b['from']:.6g}", f"{b['to']:.6g}", str(b["count"])] for b in was[n] if "count" in b]
        if bins != found.get(n, []):
            say(what, named(n), "has", found.get(n), "for", bins)
        count["histogram"][0] += len(bins)
        count["histogram"][1] += sum(b != [f"{o['from']:.6g}", f"{o['to']:.6g}", str(o["count"])] for b, o in zip(bins, [o for o in own if "count" in o]))


def parts_of(parts):
    return {(p["label"], p.get("id")): p["value"] for p in parts if isinstance(p["value"], (int, float)) and p["value"] > 0}


def check_stack(what, figure, bases, own, was):
    """A bar of parts, and those of the baselines. own, was: sizes by label and id."""
    def shares(sizes):
        return {key: 100 * v / sum(sizes.values()) for key, v in sizes.items()}
    now, was = shares(own), {n: shares(x) for n, x in was.items()}
    expected = [named(n) + ("" if was[n] else "\u2013") for n in bases]
    count["lacking"][0] += sum(not was[n] for n in bases)
    if [x.text().strip() for x in figure.all("div", "vs")] != expected:
        say(what, "names", [x.text() for x in figure.all("div", "vs")], "in place of", expected)
    for li in figure.all("li"):
        label = li.inside[1].strip()
        for small in li.all("small"):
            number, text = re.fullmatch(r"(?:(\d) )?([\d.]+)%", small.text()).groups()
            n = int(number) - 1 if number else 0
            if n not in bases:
                say(what, "has a share of", n)
                continue
            of = was[n]
            named_so = [key for key in now if key[0] == label]
            shown = {x.inside[1].strip() for x in figure.all("li")}
            expected = sum(of.get(key, 0) for key in named_so) if label != "Others" else 100 - sum(v for key, v in of.items() if key in now and key[0] in shown)
            if abs(float(text) - expected) > 0.0501:
                say(what, label, named(n), "has", text, "for", expected)
            count["stack"][0] += 1
            count["stack"][1] += label != "Others" and f"{sum(now[key] for key in named_so):.1f}" != text


def check_charts(k, kernel, bases, own, was):
    for figure in kernel.all("figure"):
        kind = figure.has.get("class", "card").split()
        caption = next((x.text() for x in figure.all("figcaption")), "")
        type_of = {"lines": "LineChart", "timeline": "Timeline", "histogram": "HistogramChart", "bars": "BarChart"}.get(kind[1] if len(kind) > 1 else "")
        key = next((key for key in own if key[1] == type_of and (caption.split(": ")[0] == key[2] or caption == key[2])), None)
        if key is None:
            continue
        before, what = {n: was[n].get(key, []) for n in bases}, f"kernel k{k} {caption}"
        if type_of in ("LineChart", "Timeline"):
            check_lines(what, figure, kind[1], bases, own[key], before)
        elif type_of == "HistogramChart":
            check_bins(what, figure, bases, own[key], before)
        elif next(figure.all("div", "stack"), None) is not None:
            check_stack(what, next(figure.all("div", "stack")), bases, parts_of(own[key]), {n: parts_of(x) for n, x in before.items()})


def warps(n):
    """By result, what the samples of a report wait for."""
    found = {}
    for row in csv.DictReader(io.StringIO(run("export", "--table", "warp-samples", REPORTS[n]))):
        reasons = found.setdefault(int(row["result"]), {})
        reasons[row["stall"], None] = reasons.get((row["stall"], None), 0) + 1
    return found


def check_warps(k, kernel, bases, all_warps):
    of = next((x for x in kernel.all("section") if x.has.get("id") == f"k{k}w"), None)
    stack = next(of.all("div", "stack"), None) if of is not None else None
    if stack is not None:
        check_stack(f"kernel k{k}: warp samples", stack, bases, all_warps[0][k], {n: all_warps[n + 1].get(k, {}) for n in bases})


def stalls(rows):
    """What is waited for, by the counters of instructions."""
    sums = {}
    for row in rows:
        for name, v in (row or {}).get("counters", {}).items():
            if name.startswith(STALL) and not name.endswith("_not_issued") and isinstance(v, (int, float)) and v > 0:
                sums[name[len(STALL):], None] = sums.get((name[len(STALL):], None), 0) + v
    return sums


def check_stalls(k, kernel, bases, sources):
    figure = next(kernel.all("figure", "stalls"), None)
    if figure is None or not bases:
        return
    found = {n: next(x for x in sources[n][0] if x["result"] == k) for n in bases}
    own = stalls(next(iter(found.values()))["instructions"])
    check_stack(f"kernel k{k}: stalls", next(figure.all("div", "stack")), bases, own,
                {n: stalls([r["before"] for r in x["instructions"]] + x["gone"]) for n, x in found.items()})


def counters(data, values):
    """Values of the page by name; 0 is left out."""
    return {data["columns"][i][0]: v for i, v in zip(values[::2], values[1::2])}


def counted(row):
    return {name: v for name, v in row.items() if isinstance(v, (int, float)) and v}


def check_source_rows(what, data, was, gone, now, left, key):
    """Rows of the page that have a baseline's, in the order of ncurep source --json."""
    if len(was) != len(now):
        return say(what, "has", len(was), "rows for", len(now))
    known = {x[0] for x in data["columns"]}
    for at, (old, row) in enumerate(zip(was, now)):
        before = row["before"]
        if (old == 0) != (before is None) or old and old[0] != before.get(key, 0):
            say(what, at, "was", old, "for", before)
        elif old:
            has, want = counters(data, old[1]), counted({k: v for k, v in before["counters"].items() if k in known})
            if {k: v for k, v in has.items() if abs(v - want.get(k, 0)) > 1e-6 * abs(v)} or set(want) != set(has):
                say(what, at, "had", has, "for", want)
            count["source"][0] += 1
            count["source"][1] += has != counted({k: v for k, v in row["counters"].items() if k in known})
        else:
            count["source"][0] += 1
    if [x[0] for x in gone] != [x.get(key, 0) for x in left]:
        say(what, "lost", [x[0] for x in gone], "for", [x.get(key, 0) for x in left])
    count["source"][0] += len(gone)


def check_hottest(what, k, kernel, lacks, n, rows):
    """The tables for those without a script have a column for each baseline: of lines with the words of the text, of instructions with the
    differences of JSON. lacks: the baseline has not counted what they are hot by."""
    text = run("source", "--match", "order", "--by", "line", "--counters", "all", "-s", str(k), "-c", "1", "--baseline", REPORTS[n + 1], REPORTS[0])
    for table in kernel.all("table", "src"):
        lines = list(table.all("tr"))
        titles = [c.text() for c in lines[0].cells()]
        title = f"Diff {n + 1}" if len(REPORTS) > 2 else "Diff"
        if title not in titles:
            say(what, "has no column", title)
            continue
        for r in lines[1:]:
            anchor, cells = r.has.get("id", "").split("-", 1)[-1], [c.text() for c in r.cells()]
            samples, change = cells[1], cells[titles.index(title)]
            if lacks or change in ("?", "new"):
                if change not in ("?", "new") or change == "?" and not lacks:
                    say(what, anchor, "differs by", change)
                continue
            if re.fullmatch("L[0-9]+", anchor):
                words = f"{samples} ({change})" if change != "0" else samples
                if not any(re.match(f" *{anchor[1:]} .* {re.escape(words)}(  |$)", x) for x in text.splitlines()):
                    say(what, anchor, "has", words, "and the text does not")
            elif anchor in rows:
                expected = rows[anchor]["differences"].get(rows["heat"], 0)
                if abs(float(change.replace(",", "")) - expected) > 1e-5 * abs(expected):
                    say(what, anchor, "differs by", change, "for", expected)
            else:
                continue
            count["source"][0] += 1
            count["source"][1] += change != "0"


def check_source(k, kernel, bases, sources):
    script = next(kernel.all("pre", "data"), None)
    if script is None:
        return
    data = json.loads(script.text())
    if [n for n, x in enumerate(data["baselines"]) if x] != bases:
        say("kernel", k, "has the baselines", [n for n, x in enumerate(data["baselines"]) if x], "in place of", bases)
    for n in bases:
        what, one = f"kernel {k}: source: {named(n)}", data["baselines"][n]
        rows, lines = (next(x for x in found if x["result"] == k) for found in sources[n])
        if [one[0], one[1]] != [os.path.basename(REPORTS[n + 1]), rows["baseline"]["before_result"]]:
            say(what, "names", one[:2])
        check_source_rows(what, data, one[3], one[4], rows["instructions"], rows["gone"], "offset")
        shown = [(data["names"][f[0]], line[0]) for f in data["files"] for line in f[3]]
        by_line = {(x.get("file", ""), x.get("line", 0)): x for x in lines["lines"]}
        check_source_rows(what + ": lines", data, one[7], [], [by_line[x] for x in shown], [], "line")
        if len(one[8]) != len(lines["gone"]):
            say(what, "lost", len(one[8]), "lines for", len(lines["gone"]))
        rows = {f"I{x['offset']:x}": x for x in rows["instructions"] if x["function"] == rows["instructions"][0]["function"]}
        rows["heat"] = data["columns"][data["heat"]][0]
        check_hottest(what, k, kernel, data["heat"] in one[2], n, rows)


def results(path):
    found = json.loads(run("details", "--json", "--print-details", "all", "--print-metric-instances", "values", "--section-folder", SECTIONS, path))[0]["results"]
    raw = json.loads(run("raw", "--json", "--print-units", "base", path))[0]["results"]
    return [(tables(f), {m["name"]: m["value"] for m in r["metrics"] if isinstance(m["value"], (int, float))}, items(f)) for f, r in zip(found, raw)]


page = Page(run("html", "--match", "order", "--section-folder", SECTIONS, *[w for b in REPORTS[1:] for w in ("--baseline", b)], REPORTS[0]))
PAGES = [Page(run("html", "--section-folder", SECTIONS, b)) for b in REPORTS[1:]]
sources = [[json.loads(run("source", "--match", "order", "--by", by, "--json", "--baseline", b, REPORTS[0]) or "[]") for by in ("address", "file")] for b in REPORTS[1:]]
everything = [results(path) for path in REPORTS]
all_warps = [warps(n) for n in range(len(REPORTS))]
NAMES = {x.has["id"][1:]: x.has["title"] for x in page.top.all() if re.fullmatch("m[0-9]+", x.has.get("id", "")) and "title" in x.has}
for k, (own_tables, own_raw, own_items) in enumerate(everything[0]):
    kernel = next((x for x in page.top.all("article") if x.has.get("id") == f"k{k}"), None)
    bases = [n for n in range(len(REPORTS) - 1) if k < len(everything[n + 1])]
    if kernel is None:
        continue
    for card in kernel.all("div", "card"):
        head = next(card.all("h4"), None)
        label = next((key for key in set(own_tables).union(*(everything[n + 1][k][0] for n in bases)) if head is not None and key[1] == head.text()), None)
        if label is not None:
            check_memory_table(f"kernel {k}: {label[1]}", list(card.all("tr")), bases, own_tables, {n: everything[n + 1][k][0] for n in bases}, label)
    for figure in kernel.all("figure", "memory"):
        check_memory_chart(f"kernel {k}", list(figure.all("tr"))[1:], bases, {n: everything[n + 1][k][1] for n in bases}, own_raw)
        check_diagram(f"kernel {k}", figure, bases, {n: everything[n + 1][k][1] for n in bases}, own_raw)
    check_source(k, kernel, bases, sources)
    check_stalls(k, kernel, bases, sources)
    check_warps(k, kernel, bases, all_warps)
    check_charts(k, kernel, bases, own_items, {n: everything[n + 1][k][2] for n in bases})
print(wrong, *[n for pair in count.values() for n in pair])
