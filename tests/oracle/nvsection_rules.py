"""Metrics of stored reports as lines for nvsection_rules.c: one block a result.

R report result year month patch | U rule of the result | M name number | T name (no number) |
I name count, then "S text number" or "N number number" an instance | E
"""
import pathlib
import sys

shared = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(shared / "oracle/nvsection"))
import extract  # noqa: E402

INSTANCES = ("sass__inst_executed_per_opcode", "memory_l2_theoretical_sectors_global",
             "memory_l2_theoretical_sectors_global_ideal", "memory_l1_wavefronts_shared", "memory_l1_wavefronts_shared_ideal")
table = shared / "oracle/nvsection/rules-golden.tsv"
for name in sorted({row.split("\t")[0] for row in table.read_text().splitlines()[1:]}):
    path = shared / "corpus/ncurep" / name
    if not path.exists():
        continue
    report = extract.load(str(path))
    for index, raw in enumerate(report.results):
        print("R", name, index, *(report.version or "0.0.0").split("."))
        for rule in extract.rule_results(raw):
            print("U", rule["rule"])
        for metric, data in extract.metrics(report, raw).items():
            value = data["value"]
            if value is None or value[0] == "string":
                print("T", metric)
            else:
                print("M", metric, repr(float(value[1])))
            if metric in INSTANCES:
                print("I", metric, len(data["instances"]))
                for key, number in data["instances"]:
                    kind = "S" if key and key[0] == "string" else "N"
                    print(kind, key[1] if key else 0, repr(float(number[1])))
        print("E")
