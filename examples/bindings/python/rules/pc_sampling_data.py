"""Whether there are samples of the program counter."""

from common import ERROR, WARNING, Tools

SAMPLES = "smsp__pcsamp_sample_count"


def get_identifier():
    return "PCSamplingData"


def get_name():
    return "Program counter samples"


def get_description():
    return "Whether there are any"


def get_section_identifier():
    return "SourceCounters"


def apply(handle):
    t = Tools(handle)
    if not t.tree:
        return
    if not t.has(SAMPLES):
        t.missing(ERROR, SAMPLES)
    elif t.number(SAMPLES) == 0:
        t.say(WARNING, "No samples", "No samples were taken: the kernel is too short or the interval too long.")
