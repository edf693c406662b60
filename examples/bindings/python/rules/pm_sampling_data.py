"""Whether the sampling interval of metrics is short enough."""

from common import ERROR, WARNING, Tools, share

TIME, CYCLES = "profiler__pmsampler_interval_time", "profiler__pmsampler_interval_cycles"


def get_identifier():
    return "PMSamplingData"


def get_name():
    return "Metric samples"


def get_description():
    return "Whether the interval is short enough"


def get_section_identifier():
    return "PmSampling"


def apply(handle):
    t = Tools(handle)
    interval, whole = (TIME, "gpu__time_duration.sum") if t.has(TIME) else (CYCLES, "gpc__cycles_elapsed.max")
    for name in (interval, whole):
        if not t.has(name):
            t.missing(ERROR, name)
            return
    part = share(t.number(interval), t.number(whole))
    if part > 0.1:
        t.say(WARNING, "Few samples",
              "The sampling interval is %.1f times the duration of the workload: choose a shorter one." % part)
