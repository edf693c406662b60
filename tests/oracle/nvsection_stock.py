"""The text of details with all stock sections, by section: its words, whatever the layout. Arguments: ncurep, the corpus.

Prints a line for each report and section: how many different words its part of the text has, and their checksum. With a third argument, the vendor's own CSV of the first report: each of its rows must be on one line of the
part of its section."""
import csv
import io
import os
import re
import subprocess
import sys
import zlib

NCUREP, CORPUS = sys.argv[1:3]
REPORTS = ("2025.2.1_b200_codegandee_b28316d4", "2024.1.1_a10080gbpcie_panjd123_4fb3ff3f")


def parts(report, *options):
    text = subprocess.run([NCUREP, "details", "-c", "1", "--print-details", "all", *options, f"{CORPUS}/ncurep/{report}.ncu-rep"],
                          capture_output=True, text=True, env=dict(os.environ, COLUMNS="400", LC_ALL="C"), check=False).stdout
    found, now = {}, None
    for line in text.splitlines():
        m = re.match(r" +Section: (.*)", line)
        if m:
            now = found.setdefault(m.group(1), [])
        elif now is not None:
            now.append(line)
    return found


def words(lines):
    for line in lines:
        for word in line.replace("Metric Name", "").replace("Metric Unit", "").replace("Metric Value", "").split():
            if not re.fullmatch(r"[-+=|#.*:]+", word):
                yield word


if len(sys.argv) < 4:
    for report in REPORTS:
        for title, lines in parts(report, "--section-folder", f"{CORPUS}/section/ncu-2025.1.1").items():
            found = sorted(set(words(lines)))
            print(report.split("_")[0], len(found), f"{zlib.crc32(chr(10).join(found).encode()):08x}", title, sep="\t")
else:
    text = parts(REPORTS[0])
    rows = missing = 0
    with open(sys.argv[3], encoding="utf-8") as f:
        for row in csv.DictReader(io.StringIO(f.read())):
            if row["ID"] != "0" or not row["Metric Name"]:
                continue
            rows += 1
            wanted = [row[k] for k in ("Metric Name", "Metric Unit", "Metric Value") if row[k]]
            if not any(re.search(r"\s+".join(map(re.escape, wanted)), line) for line in text.get(row["Section Name"], [])):
                missing += 1
                print("missing:", row["Section Name"], wanted)
    print(f"{rows} rows, {missing} missing")
    sys.exit(rows < 50 or missing > 0)
