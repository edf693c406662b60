"""What the two rules about uncoalesced accesses share."""

import NvRules
from common import DEFAULT, ERROR, GLOBAL, LOCAL, Tools, share

MOST = 10  # instructions that reports before 2022.4 name


def uncoalesced(handle, metric, unit, what):
    t = Tools(handle)
    every, ideal = t.action.metric_by_name(metric), t.action.metric_by_name(metric + "_ideal")
    if every is None or ideal is None:
        t.missing(ERROR, metric if every is None else metric + "_ideal")
        return
    ids = every.correlation_ids()
    found = []
    for i in range(min(every.num_instances(), ideal.num_instances())):
        made, needed = every.as_double(i), ideal.as_double(i)
        if made > needed:
            found.append((made, needed, i))
    if not found:
        return
    if not t.since(2022, 4):
        for rank, (made, *_) in enumerate(sorted(found, key=lambda f: -f[0])[:MOST]):
            m = t.say(t.hint, None, "An instruction makes %.0f %s, more than it needs." % (made, what))
            t.focus(m, "%s[%d]" % (metric, rank), made, DEFAULT)
        return
    total = sum(made - needed for made, needed, _ in found)
    whole = every.as_double()
    part = share(whole - ideal.as_double(), whole)
    active, elapsed = t.number(unit + "__cycles_active.sum"), t.number(unit + "__cycles_elapsed.sum")
    m = t.say(t.hint, "Threads of a warp touch scattered memory",
              "%.0f of %.0f %s (%.0f %%) would not be needed if the threads of each warp used neighbouring addresses."
              % (total, whole, what, part * 100))
    if active == 0 or elapsed == 0:
        t.estimate(m, LOCAL, 0)
    else:
        t.estimate(m, GLOBAL, active / elapsed * part * 100)
    excess = "derived__%s_excessive" % metric
    if t.has(excess):
        t.focus(m, excess, t.number(excess), DEFAULT, "0")
    for made, needed, i in found:
        if ids is not None and ids.kind(i) == NvRules.IMetric.ValueKind_UINT64:
            t.frontend.source_marker("%.0f of %.0f %s are not needed." % (made - needed, made, what), ids.as_uint64(i),
                                     NvRules.MarkerKind.SASS, t.hint)
