#!/usr/bin/env python3
"""Writes examples/tools/nvsection/catalogue.inc: the names of metrics that nvsection names lists.

    tools/catalogue.py METRICS SECTIONS

METRICS: a folder of files collected_*_ccNN_*.tsv, whose first column has the names of the metrics of one report;
base_names_and_suffixes_seen.tsv: a base name, a tab, its suffixes; and query_*_ccNN.tsv: all base names of one GPU with type and
unit. SECTIONS: a folder of folders of stock section files. Neither is part of this repository. Names, their types, and where they
were seen, are all that is taken over.

    tools/catalogue.py METRICS SECTIONS FILE CC...

writes FILE instead, without what reports and lists of these GPUs and names seen alone tell: to measure what the others tell of
them."""
import pathlib
import re
import sys

if len(sys.argv) < 3:
    sys.exit(__doc__)
metrics, sections = map(pathlib.Path, sys.argv[1:3])
target = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
without = set(map(int, sys.argv[4:]))
ROLLUPS = {"sum", "avg", "min", "max", "pct", "ratio", "max_rate"}


def rows(path):
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line.split("\t")


def base_of(name):
    """Sampling names have dots in front, so the suffix begins at the first dot after the unit."""
    head, mark, tail = name.partition("__")
    if not mark:
        return name
    stem, dot, suffix = tail.partition(".")
    return head + mark + stem if dot and suffix.split(".")[0] in ROLLUPS else name


def cc_of(path):
    return int(re.search(r"_cc(\d+)[_.]", path.name)[1])


seen, types, units = {}, {}, {}
gpus = sorted({cc_of(p) for p in [*metrics.glob("collected_*.tsv"), *metrics.glob("query_*.tsv")]} - without)
for path in metrics.glob("collected_*.tsv"):
    for row in rows(path) if cc_of(path) in gpus else []:
        base = base_of(row[0])
        seen[base] = seen.get(base, 0) | 1 << gpus.index(cc_of(path))
for path in metrics.glob("query_*.tsv"):
    for row in rows(path) if cc_of(path) in gpus else []:
        seen[row[0]] = seen.get(row[0], 0) | 1 << gpus.index(cc_of(path))
        types[row[0]] = row[1]
        units[row[0]] = {"ns": "nsecond"}.get(row[2], row[2]) if len(row) > 2 else ""
used = {}
for path in sections.glob("ncu-*/**/*.section"):
    text = path.read_text(encoding="utf-8")
    identifier = re.search(r'^\s*Identifier:\s*"([^"]+)"', text, re.M)
    for name in re.findall(r'\bName:\s*"([^"]+)"', text) if identifier else []:
        used.setdefault(base_of(name), set()).add(identifier[1])
names = {}
for row in rows(metrics / "base_names_and_suffixes_seen.tsv"):
    name = re.sub("^(pm|warp)sampling:", "", row[0])
    if re.fullmatch(r"[A-Za-z0-9_.]+", name):
        names[name] = " ".join(sorted({*names.get(name, "").split(), *row[1].split()}))
if without:
    names = {n: s for n, s in names.items() if n in seen}
# What a list gives without the roll-ups that were seen: those of its type that people ask for.
USUAL = {"Counter": "avg max min sum", "Ratio": "max_rate pct ratio", "Throughput": "avg.pct_of_peak_sustained_elapsed"}
for name in types:
    names.setdefault(name, USUAL[types[name]])


def type_of(name):
    """Of a name that no list has, by its roll-ups: c, r, t; - for one that has none."""
    if name in types:
        return types[name][0].lower()
    first = {s.split(".")[0] for s in names[name].split()}
    return "-" if first == {"-"} else "r" if first & {"pct", "ratio", "max_rate"} else "t" if name.endswith("throughput") else "c"


suffixes = sorted(set(names.values()))
unit_list = sorted({"", *units.values()})
places = sorted({" ".join(sorted(used.get(n, ()))) for n in names})
out = ["/* Written by tools/catalogue.py: names of metrics in public reports and stock sections. Row: how many characters of",
       "   the name before it has, plus a space; the rest; GPUs, a bit for each of catalogue_gpus; numbers of its suffixes",
       "   and of the sections that use it; its type: counter, ratio, throughput, or - for what has no roll-ups;",
       "   the number of its unit in the list, the first one where it is not in it. Rows are lines of few long texts: pointers",
       "   to each would be relocated whenever the tool starts. */",
       "static const unsigned catalogue_gpus[] = {%s, 0};" % ", ".join(map(str, gpus)),
       "static const char *const catalogue_suffixes[] = {"]
out += ['    "%s",' % s for s in suffixes]
out += ["};", "static const char *const catalogue_sections[] = {"]
out += ['    "%s",' % s for s in places]
out += ["};", "static const char *const catalogue_units[] = {%s};" % ", ".join('"%s"' % u for u in unit_list)]
MOST = 4095  # characters that a compiler must take for a literal
out += ["static const char catalogue_rows[][%d] = {" % (MOST + 1)]
before, room = "", MOST
for name in sorted(names):
    keep = 0
    while keep < min(len(before), len(name), 90) and before[keep] == name[keep]:
        keep += 1
    row = "%s%s\t%x\t%d\t%d%s%d\n" % (chr(32 + keep), name[keep:], seen.get(name, 0), suffixes.index(names[name]),
                                    places.index(" ".join(sorted(used.get(name, ())))), type_of(name),
                                    unit_list.index(units.get(name, "")))
    if len(row) > room:
        out[-1] += ","
        room = MOST
    room -= len(row)
    out.append('    "%s"' % re.sub(r'[\\"]', r"\\\g<0>", row).replace("\t", "\\t").replace("\n", "\\n"))
    before = name
out.append("};")
target = target or pathlib.Path(__file__).resolve().parent.parent / "examples/tools/nvsection/catalogue.inc"
target.write_text("\n".join(out) + "\n", encoding="utf-8")
print(len(names), "names,", target.stat().st_size, "bytes")
