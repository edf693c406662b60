"""Whether units of a kind do the same work."""

from common import GLOBAL, HIGH, Tools, share


def get_identifier():
    return "WorkloadImbalance"


def get_name():
    return "Even work"


def get_description():
    return "Whether units of a kind do the same work"


def get_section_identifier():
    return "WorkloadDistribution"


def get_parent_rules_identifiers():
    return ["Compute"]


def apply(handle):
    t = Tools(handle)
    for unit in ("sm", "smsp", "l1tex", "lts", "dram"):
        names = ["%s__cycles_active.%s" % (unit, x) for x in ("avg", "max", "min", "sum")] + [unit + "__cycles_elapsed.sum"]
        if not all(map(t.has, names)):
            continue
        average, most, least, total, elapsed = map(t.number, names)
        if average == 0 or most == 0:
            continue
        percent = (1 - average / most) * 100 * share(total, elapsed)
        if (1 - average / most < 0.05 and 1 - least / average < 0.05) or percent < 5:
            continue
        m = t.say(t.hint, "Uneven work",
                  "Work is uneven across %s units: the busiest has %.2f %% more active cycles than the average, "
                  "the least busy %.2f %% fewer." % (unit, (most - average) / average * 100, (average - least) / average * 100))
        t.estimate(m, GLOBAL, percent)
        t.focus(m, names[0], average, HIGH)
