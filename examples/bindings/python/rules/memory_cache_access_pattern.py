"""How much of each sector is used, as reported since 2024.1."""

from common import DEFAULT, GLOBAL, HIGH, LOW, WARNING, Tools

LEVELS = (("L1", "l1tex__throughput.avg.pct_of_peak_sustained_elapsed"),
          ("L2", "lts__throughput.avg.pct_of_peak_sustained_elapsed"),
          ("device memory", "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed"))


def get_identifier():
    return "MemoryCacheAccessPattern"


def get_name():
    return "Bytes of a sector"


def get_description():
    return "How much of each sector is used"


def get_section_identifier():
    return "MemoryWorkloadAnalysis_Tables"


def get_parent_rules_identifiers():
    return ["Memory"]


def apply(handle):
    t = Tools(handle)
    if not t.since(2024, 1):
        return
    for space in ("global", "local"):
        for operation in ("ld", "st"):
            access(t, space, operation)


def access(t, space, operation):
    used_name = "smsp__sass_average_data_bytes_per_sector_mem_%s_op_%s.ratio" % (space, operation)
    most_name = used_name.replace(".ratio", ".max_rate")
    l1_name = "l1tex__t_sector_pipe_lsu_mem_%s_op_%s_hit_rate.pct" % (space, operation)
    l2_name = "lts__t_sector_op_%s_hit_rate.pct" % ("read" if operation == "ld" else "write")
    used, most = t.number(used_name), t.number(most_name)
    if not t.has(used_name) or not t.has(most_name) or not 0 < used < most:
        return
    for name in (l1_name, l2_name) + tuple(name for _, name in LEVELS):
        if not t.has(name):
            t.missing(WARNING, name)
            return
    l1, l2 = t.number(l1_name), t.number(l2_name)
    misses = (1, 1 - l1 / 100, (1 - l1 / 100) * (1 - l2 / 100))
    costs = [(1 - used / most) * miss * t.number(name) for miss, (_, name) in zip(misses, LEVELS)]
    level = costs.index(max(costs))
    m = t.say(t.hint, "Partly used sectors",
              "%s of %s memory use %.1f of the %.1f bytes of each sector; this costs most at %s."
              % ("Loads" if operation == "ld" else "Stores", space, used, most, LEVELS[level][0]))
    t.estimate(m, GLOBAL, costs[level])
    t.focus(m, used_name, used, HIGH, "all bytes")
    if level > 0:
        t.focus(m, l1_name, l1, DEFAULT)
    if level > 1:
        t.focus(m, l2_name, l2, DEFAULT)
    t.focus(m, LEVELS[level][1], t.number(LEVELS[level][1]), LOW)
