"""Whether compressed memory pays off."""

from common import GLOBAL, HIGH, LOW, WARNING, Tools, share

INPUTS = "lrc__ilc_input_sectors.sum"
RATE = "lrc__average_ilc_input_sector_success_rate.pct"
DRAM = "dram__bytes_read.sum.pct_of_peak_sustained_elapsed"
ALL = "lts__t_sectors.sum"


def get_identifier():
    return "MemoryL2Compression"


def get_name():
    return "Compression of L2"


def get_description():
    return "Whether compressed memory pays"


def get_section_identifier():
    return "MemoryWorkloadAnalysis_Chart"


def get_parent_rules_identifiers():
    return ["Memory"]


def apply(handle):
    t = Tools(handle)
    names = (INPUTS, RATE, DRAM, ALL) if t.since(2025, 1) else ()
    absent = [name for name in names if not t.has(name)]
    if absent or not names:
        t.missing(WARNING, absent[0] if absent else INPUTS)
        return
    sectors, rate, dram, every = map(t.number, names)
    if sectors == 0 or rate >= 20:
        return
    m = t.say(t.hint, "Compression that does not help",
              "%.0f bytes went through L2 compression, and %.2f %% of their sectors could be compressed." % (sectors * 32, rate))
    # The rate is taken as is, in percent, as stored results show.
    t.estimate(m, GLOBAL, (1 - rate) * (1 - share(sectors, every)) * dram)
    t.focus(m, RATE, rate, HIGH, "above 20 %")
    t.focus(m, INPUTS, sectors, HIGH, "fewer")
    t.focus(m, DRAM, dram, LOW)
