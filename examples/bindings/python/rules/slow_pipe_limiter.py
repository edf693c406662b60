"""Whether a slow pipeline holds the others up."""

from common import ERROR, GLOBAL, HIGH, LOCAL, Tools, share


def get_identifier():
    return "SlowPipeLimiter"


def get_name():
    return "Slow pipelines"


def get_description():
    return "Whether a slow pipeline holds the others up"


def get_section_identifier():
    return "ComputeWorkloadAnalysis"


def get_parent_rules_identifiers():
    return ["Compute"]


def apply(handle):
    t = Tools(handle)
    peak = "pct_of_peak_sustained_" + ("elapsed" if t.since(2025, 3) else "active")
    names = ["sm__instruction_throughput.avg." + peak, "sm__inst_issued.avg." + peak, "sm__inst_issued.max." + peak]
    for name in names:
        if not t.has(name):
            t.missing(ERROR, name)
            return
    busy, average, most = map(t.number, names)
    if busy < 80 or average >= 20 or most - average <= 25:
        return
    m = t.say(t.hint, "A slow pipeline holds the others up",
              "Pipelines are busy %.1f %% of the time, yet instructions are issued in %.1f %% of it." % (busy, average))
    sent = t.receive("Compute")
    if "compute" in sent:
        t.estimate(m, GLOBAL, share(most - average, most) * sent["compute"] * 100)
    else:
        t.estimate(m, LOCAL, share(most - average, most) * 100)
    t.focus(m, names[1], average, HIGH)
