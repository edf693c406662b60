"""How often schedulers issue."""

import NvRules
from common import DEFAULT, HIGH, ISSUE, LOCAL, WARPS_MOST, WARPS_PEAK, Tools, larger, share, smaller


def get_identifier():
    return "IssueSlotUtilization"


def get_name():
    return "Issue slots"


def get_description():
    return "How often schedulers issue"


def get_section_identifier():
    return "SchedulerStats"


def get_parent_rules_identifiers():
    return ["Compute"]


def evaluate(handle):
    NvRules.require_metrics(handle, [ISSUE, WARPS_MOST, WARPS_PEAK])


def apply(handle):
    t = Tools(handle)
    issue, most, peak = t.number(ISSUE), t.number(WARPS_MOST), t.number(WARPS_PEAK)
    if issue >= 0.6:
        return
    idle = 1 - issue
    sent = t.receive("Compute")
    if "compute" in sent and "memory" in sent:
        idle = smaller(1 - larger(sent["compute"], sent["memory"]), idle)
    m = t.say(t.hint, "Idle issue slots",
              "A scheduler issues an instruction only every %.1f cycles. It can hold %g warps and gets %.2f, of "
              "which %.2f are active and %.2f are ready to issue."
              % (share(1, issue), peak, most, t.number("smsp__warps_active.avg.per_cycle_active"),
                 t.number("smsp__warps_eligible.avg.per_cycle_active")))
    t.estimate(m, LOCAL, idle * 100)
    t.focus(m, ISSUE, issue, DEFAULT, "at least 0.6")
    if t.tree:
        t.send(issue=idle)
    elif share(most, peak) < 0.8:
        m = t.say(t.hint, "Few warps", "A scheduler gets at most %.2f of the %g warps it can hold." % (most, peak))
        t.estimate(m, LOCAL, (1 - share(most, peak)) * 100)
        t.focus(m, WARPS_MOST, most, HIGH, "more warps")
