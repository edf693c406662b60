"""Whether compute, memory or waiting limits the kernel."""

import NvRules
from common import COMPUTE, HIGH, LOW, MEMORY, OK, WAVES, Tools, larger


def get_identifier():
    return "SOLBottleneck"


def get_name():
    return "Bottleneck"


def get_description():
    return "Whether compute, memory or waiting limits the kernel"


def get_section_identifier():
    return "SpeedOfLight"


def evaluate(handle):
    NvRules.require_metrics(handle, [COMPUTE, MEMORY])


def apply(handle):
    t = Tools(handle)
    compute, memory = t.number(COMPUTE), t.number(MEMORY)
    most = larger(compute, memory)
    if t.tree:
        t.send(compute=compute / 100, memory=memory / 100)
    if most >= 80:
        t.say(OK, "High throughput",
              "The kernel uses %.1f %% of what the GPU can do. To go faster, take work off the busiest unit." % most)
    elif compute < 60 and memory < 60:
        if t.has(WAVES) and t.number(WAVES) < 1:
            waves = t.number(WAVES)
            m = t.say(t.hint, "Small grid",
                      "The grid is too small to fill the GPU: it makes %.1f waves over all multiprocessors." % waves)
            t.focus(m, WAVES, waves, HIGH, "at least one full wave")
        else:
            m = t.say(t.hint, "Latency",
                      "Neither compute (%.1f %%) nor memory (%.1f %%) is near its limit: the kernel waits. The "
                      "scheduler and warp state sections show what for." % (compute, memory))
            t.focus(m, COMPUTE, compute, HIGH, "above 60 %")
            t.focus(m, MEMORY, memory, HIGH, "above 60 %")
    elif abs(compute - memory) >= 10:
        by_compute = compute > memory
        m = t.say(t.hint, "Bound by compute" if by_compute else "Bound by memory",
                  "%s is the limit: %.1f %% against %.1f %%."
                  % ("Compute" if by_compute else "Memory", most, memory if by_compute else compute))
        t.focus(m, COMPUTE if by_compute else MEMORY, most, LOW, "the larger side")
    else:
        t.say(OK, "Balanced", "Compute (%.1f %%) and memory (%.1f %%) are equally busy: to go faster, both need "
                              "less work."
              % (compute, memory))
