"""ncurep_vendor.py NCUREP FOLDER: the pages that ncu printed beside a report against those of ncurep --import, cell by cell, and lines of
text. The table of docs/DIFFERENCES-ncu.md is what this prints. Thousands separators are set aside: they come from the locale of the
machine that printed."""
import csv
import pathlib
import re
import subprocess
import sys

# The options are those of the public script that printed the pages.
CSV = {
    "raw.csv": ["--page", "raw", "--print-units", "base"],
    "details.csv": ["--page", "details", "--print-details", "all", "--print-units", "base"],
    "source_sass.csv": ["--page", "source", "--print-source", "sass"],
    "source_cuda_sass.csv": ["--page", "source", "--print-source", "cuda,sass"],
}
TEXT = {
    "details.txt": ["--page", "details", "--print-details", "all", "--print-units", "base"],
    "session.txt": ["--page", "session"],
    "source_sass.txt": ["--page", "source", "--print-source", "sass"],
    "source_cuda_sass.txt": ["--page", "source", "--print-source", "cuda,sass"],
}


def text_of(path):
    """Without the message of a program that failed after it printed the page."""
    return path.read_text(encoding="utf-8-sig").split("Traceback (most recent")[0].replace("\r", "")


def rows(text):
    """Cells. ncu does not double the quotes within one, so a cell ends where a quote is followed by a comma or the end of the line."""
    found = []
    for line in text.splitlines():
        if line.startswith('"'):
            cells = re.findall(r'"(.*?)"(?=,|$)', line)
            found.append([c.replace('""', '"') for c in cells] + [""] * line.endswith(","))
        elif line:
            found.extend(csv.reader([line]))
    return [[re.sub(r"(?<=\d),(?=\d{3})", "", c) for c in r] for r in found]


def words(text):
    """Of the details page: its words line by line, without rulers; a value that goes on in the next lines is one."""
    found = []
    for line in re.sub(r"(?<=\d),(?=\d{3})", "", text).splitlines():
        said = line.split()
        if not said or set(line) <= set(" -"):
            continue
        if found and line.startswith(" " * 12) and re.fullmatch(r"(\d+; )*\d+[;)]", line.strip()):
            found[-1] += " " + " ".join(said)
        elif found and line.startswith(" " * 10) and not line.startswith(" " * 11):
            found[-1] += " " + " ".join(said)
        else:
            found.append(" ".join(said))
    return [[f] for f in found]


def texts(name, want, got):
    if name == "details.txt":
        return words(want), words(got)
    return [[t] for t in want.splitlines()], [[t] for t in got.splitlines()]


def main():
    tool, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    report = folder / "profile.ncu-rep"
    bad = 0
    for pages, options in ((CSV, ["--csv"]), (TEXT, [])):
        for name, more in pages.items():
            path = folder / name
            if not path.exists():
                continue
            said = subprocess.run([tool, "--import", str(report), *more, *options], capture_output=True, check=False).stdout.decode()
            want, got = text_of(path), said
            want, got = (rows(want), rows(got)) if options else texts(name, want, got)
            total = sum(map(len, want))
            equal = 0
            other = []
            for i in range(max(len(want), len(got))):
                a, b = (want[i] if i < len(want) else []), (got[i] if i < len(got) else [])
                for k in range(max(len(a), len(b))):
                    x, y = (a[k] if k < len(a) else None), (b[k] if k < len(b) else None)
                    if x == y:
                        equal += 1
                    else:
                        other.append((i + 1, k + 1, x, y))
            print(f"{folder.name}/{name}: {equal} of {total} cells equal")
            for place in other[: int(sys.argv[3]) if len(sys.argv) > 3 else 5]:
                print("    row %d, cell %d: ncu %r, here %r" % place)
            bad += len(other)
    sys.exit(bad > 0)


main()
