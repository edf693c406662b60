"""What is in a report: each action with its name, its duration and a few metrics.

    python3 first_look.py REPORT [METRIC...]

Written for the vendor's interface; only the next line differs.
"""

import sys

import ncurep as ncu_report

METRICS = ["launch__grid_size", "launch__block_size", "sm__throughput.avg.pct_of_peak_sustained_elapsed",
           "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed"]


def show(value):
    return "%.2f" % value if isinstance(value, float) else str(value)


def main(path, wanted):
    report = ncu_report.load_report(path)
    for number, actions in enumerate(report):
        print("range %d of %d: %d actions" % (number, report.num_ranges(), len(actions)))
        for action in actions:
            duration = action.metric_by_name("gpu__time_duration.sum")
            time = "" if duration is None else ", %s %s" % (show(duration.value()), duration.unit())
            print("  %s%s, %d metrics" % (action.name(), time, len(action)))
            for name in wanted:
                if name in action:
                    metric = action[name]
                    print(("    %s = %s %s" % (name, show(metric.value()), metric.unit())).rstrip())


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2:] or METRICS)
