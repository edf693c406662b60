"""Single against double precision."""

import NvRules
from common import GLOBAL, LOCAL, OK, Tools, share

PEAK = "sm__sass_thread_inst_executed_op_%sfma_pred_on.sum.peak_sustained"
DONE = "smsp__sass_thread_inst_executed_op_%s_pred_on.sum.per_cycle_elapsed"


def get_identifier():
    return "SOLFPRoofline"


def get_name():
    return "Floating point"


def get_description():
    return "Single against double precision"


def get_section_identifier():
    return "SpeedOfLight_RooflineChart"


def get_parent_rules_identifiers():
    return ["HighPipeUtilization"]


def evaluate(handle):
    NvRules.require_metrics(handle, [PEAK % "f", PEAK % "d"] + [DONE % (x + y) for x in "fd" for y in ("add", "mul", "fma")])


def apply(handle):
    t = Tools(handle)
    peak = [t.number(PEAK % x) * 2 for x in "fd"]
    done = [t.number(DONE % (x + "add")) + t.number(DONE % (x + "mul")) + 2 * t.number(DONE % (x + "fma")) for x in "fd"]
    part = [share(d, p) for d, p in zip(done, peak)]
    ratio = share(peak[0], peak[1])
    if part[0] < 0.6 and part[1] > 0.15:
        slow = share(done[1], done[0] + done[1]) * (1 - share(peak[1], peak[0]))
        m = t.say(t.hint, "Double precision takes the time",
                  "The GPU does %.0f single-precision operations per double; the kernel reaches %.0f %% of the "
                  "single and %.0f %% of the double peak. If single precision is enough, it is faster." % (ratio, part[0] * 100, part[1] * 100))
        sent = t.receive("HighPipeUtilization")
        if peak[1] > peak[0]:
            t.estimate(m, LOCAL, 0)
        elif "fp64" in sent:
            t.estimate(m, GLOBAL, slow * sent["fp64"])
        else:
            t.estimate(m, LOCAL, slow * 100)
        return
    close = ["close to " if 0 < p < 0.01 else "" for p in part]
    t.say(OK, "Near the peak" if part[0] > 0.6 and part[1] > 0.6 else None,
          "The ratio of single to double peak is %.0f to 1; the kernel reaches %s%.0f %% of the single and "
          "%s%.0f %% of the double one."
          % (ratio, close[0], part[0] * 100, close[1], part[1] * 100))
