"""Conflicts in shared memory."""

from common import ERROR, GLOBAL, HIGH, LOCAL, Tools


def get_identifier():
    return "SharedMemoryConflicts"


def get_name():
    return "Bank conflicts"


def get_description():
    return "Conflicts in shared memory"


def get_section_identifier():
    return "MemoryWorkloadAnalysis_Tables"


def get_parent_rules_identifiers():
    return ["Memory"]


def apply(handle):
    t = Tools(handle)
    sent = t.receive("Memory")
    for operation, what in (("ld", "loads"), ("st", "stores")):
        conflicts_name = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_%s.sum" % operation
        wavefronts_name = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_%s.sum" % operation
        for name in (conflicts_name, wavefronts_name):
            if not t.has(name):
                t.missing(ERROR, name)
                return
        conflicts, wavefronts = t.number(conflicts_name), t.number(wavefronts_name)
        if wavefronts == 0 or conflicts / wavefronts < 0.1:
            continue
        part = conflicts / wavefronts
        m = t.say(t.hint, "Bank conflicts",
                  "%.1f %% of the wavefronts of shared %s come from bank conflicts." % (part * 100, what))
        if "l1tex" in sent:
            t.estimate(m, GLOBAL, part * sent["l1tex"])
        else:
            t.estimate(m, LOCAL, part * 100)
        t.focus(m, conflicts_name, conflicts, HIGH, "0")
