"""The source lines where the most instructions are executed, or those with the most of another counter.

    python3 hot_lines.py REPORT [COUNTER]

A counter has an instance for each instruction; its correlation id is the address, and the address leads to file and line.
"""

import sys

import ncurep as ncu_report


def lines_of(action, counter):
    """Sums by file and line, and what could not be attributed."""
    metric = action.metric_by_name(counter)
    found, elsewhere = {}, 0
    if metric is None or not metric.has_correlation_ids():
        return found, elsewhere
    ids = metric.correlation_ids()
    for i in range(metric.num_instances()):
        where = action.source_info(ids.as_uint64(i))
        if where is None:
            elsewhere += metric.as_uint64(i)
        else:
            key = (where.file_name(), where.line())
            found[key] = found.get(key, 0) + metric.as_uint64(i)
    return found, elsewhere


def main(path, counter):
    for action in (a for r in ncu_report.load_report(path) for a in r):
        found, elsewhere = lines_of(action, counter)
        if not found and not elsewhere:
            continue
        total = sum(found.values()) + elsewhere
        print("%s: %d of %s" % (action.name(), total, counter))
        texts = action.source_files()
        for (file, line), count in sorted(found.items(), key=lambda x: (-x[1], x[0]))[:5]:
            text = texts.get(file, "").splitlines()[line - 1 : line]
            share = 100.0 * count / total if total else 0.0
            print(("  %5.1f %%  %s:%d  %s" % (share, file, line, text[0].strip() if text else "")).rstrip())
        if elsewhere:
            print("  %5.1f %%  without a line" % (100.0 * elsewhere / total))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "inst_executed")
