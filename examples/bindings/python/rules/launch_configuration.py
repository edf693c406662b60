"""Block size, grid size and the last wave."""

import NvRules
from common import ACHIEVED, DEFAULT, ERROR, GLOBAL, HIGH, LOW, THEORETICAL, WAVES, Tools, share

COUNTED, ATTRIBUTE = "launch__sm_count", "device__attribute_multiprocessor_count"


def get_identifier():
    return "LaunchConfiguration"


def get_name():
    return "Launch"


def get_description():
    return "Block size, grid size and the last wave"


def get_section_identifier():
    return "LaunchStats"


def get_parent_rules_identifiers():
    return ["SOLBottleneck"]


def evaluate(handle):
    NvRules.require_metrics(handle, ["launch__block_size", "launch__grid_size", WAVES])


def apply(handle):
    t = Tools(handle)
    block, grid, waves = t.number("launch__block_size"), t.number("launch__grid_size"), t.number(WAVES)
    name = COUNTED if t.has(COUNTED) else ATTRIBUTE
    if not t.has(name):
        t.missing(ERROR, ATTRIBUTE)
        return
    sms = t.number(name)
    threads = int(block) if 0 < block < 1e9 else 0
    rest = threads % 32
    if rest != 0:
        m = t.say(t.hint, "Block size",
                  "Warps have 32 threads; the block has %.0f, so its last warp is only partly used." % block)
        t.estimate(m, GLOBAL, (1 / ((threads + 31) // 32)) * (1 - rest / 32) * 100)
        t.focus(m, "launch__block_size", block, LOW, "a multiple of 32")
    if grid < sms:
        m = t.say(t.hint, "Small grid", "The grid has %.0f blocks for %.0f multiprocessors: some stay idle." % (grid, sms))
        t.estimate(m, GLOBAL, share(sms - grid, sms) * 100)
        t.focus(m, "launch__grid_size", grid, HIGH, "at least one block each")
    elif grid < 2 * sms:
        m = t.say(t.hint, "Small grid", "The grid has %.0f blocks for %.0f multiprocessors: fewer than two each, "
                                        "so waiting at barriers is not hidden." % (grid, sms))
        t.focus(m, "launch__grid_size", grid, LOW, "two blocks each")
    whole = int(waves) if 0 < waves < 1e15 else 0
    if whole >= 1 and waves > whole and 1 / (whole + 1) >= 0.2:
        known = t.has(THEORETICAL) and t.has(ACHIEVED)
        if not t.since(2025, 1) and (not known or t.number(ACHIEVED) >= 0.8 * t.number(THEORETICAL)):
            return
        m = t.say(t.hint, "Last wave",
                  "After %.0f full wave%s comes a partial one of about %.0f blocks. It may take as long as a "
                  "full one: up to %.1f %% of the time." % (whole, "s" if whole > 1 else "", (waves - whole) / waves * grid, 1 / (whole + 1) * 100))
        t.estimate(m, GLOBAL, 1 / (whole + 1) * 100)
        t.focus(m, WAVES, waves, DEFAULT, "a whole number")
