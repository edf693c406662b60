#!/usr/bin/env python3
"""Writes examples/tools/nvsection/catalogue.inc: the names of metrics that nvsection names lists.

    tools/catalogue.py METRICS SECTIONS

METRICS: a folder of files collected_*_ccNN_*.tsv, whose first column has the names of the metrics of one report, and
base_names_and_suffixes_seen.tsv: a base name, a tab, its suffixes. SECTIONS: a folder of folders of stock section files.
Neither is part of this repository. Names, and where they were seen, are all that is taken over."""
import pathlib
import re
import sys

if len(sys.argv) != 3:
    sys.exit(__doc__)
metrics, sections = map(pathlib.Path, sys.argv[1:])
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


seen = {}
gpus = sorted({int(re.search(r"_cc(\d+)_", p.name)[1]) for p in metrics.glob("collected_*.tsv")})
for path in metrics.glob("collected_*.tsv"):
    bit = 1 << gpus.index(int(re.search(r"_cc(\d+)_", path.name)[1]))
    for row in rows(path):
        base = base_of(row[0])
        seen[base] = seen.get(base, 0) | bit
used = {}
for path in sections.glob("ncu-*/**/*.section"):
    text = path.read_text(encoding="utf-8")
    identifier = re.search(r'^\s*Identifier:\s*"([^"]+)"', text, re.M)
    for name in re.findall(r'\bName:\s*"([^"]+)"', text) if identifier else []:
        used.setdefault(base_of(name), set()).add(identifier[1])
names = {row[0]: row[1] for row in rows(metrics / "base_names_and_suffixes_seen.tsv")
         if ":" not in row[0] and re.fullmatch(r"[A-Za-z0-9_.]+", row[0])}
suffixes = sorted(set(names.values()))
places = sorted({" ".join(sorted(used.get(n, ()))) for n in names})
out = ["/* Written by tools/catalogue.py: names of metrics in public reports and stock sections. Row: how many characters of",
       "   the name before it has, plus a space; the rest; GPUs, a bit for each of catalogue_gpus; numbers of its suffixes",
       "   and of the sections that use it. */",
       "static const unsigned catalogue_gpus[] = {%s};" % ", ".join(map(str, gpus)),
       "static const char *const catalogue_suffixes[] = {"]
out += ['    "%s",' % s for s in suffixes]
out += ["};", "static const char *const catalogue_sections[] = {"]
out += ['    "%s",' % s for s in places]
out += ["};", "static const char *const catalogue_rows[] = {"]
before = ""
for name in sorted(names):
    keep = 0
    while keep < min(len(before), len(name), 90) and before[keep] == name[keep]:
        keep += 1
    first = chr(32 + keep)
    first = "\\" + first if first in '"\\' else first
    out.append('    "%s%s\\t%x\\t%d\\t%d",' % (first, name[keep:], seen.get(name, 0), suffixes.index(names[name]),
                                             places.index(" ".join(sorted(used.get(name, ()))))))
    before = name
out.append("};")
target = pathlib.Path(__file__).resolve().parent.parent / "examples/tools/nvsection/catalogue.inc"
target.write_text("\n".join(out) + "\n", encoding="utf-8")
print(len(names), "names,", target.stat().st_size, "bytes")
