"""Which NVTX ranges were open when an action was launched.

    python3 nvtx_ranges.py REPORT [FILTER...]

With filters in the syntax of --nvtx-include, only actions that match one; a leading - excludes.
"""

import sys

import ncurep as ncu_report


def show(action):
    print(action.name())
    state = action.nvtx_state()
    if state is None:
        print("  no NVTX state")
        return
    for number in state:
        domain = state[number]
        for depth, name in enumerate(domain.push_pop_ranges()):
            print("  %s: %s%s" % (domain.name(), "  " * depth, name))
            opened = domain.push_pop_range(depth)
            if opened.has_attributes():
                print("    category %d, color 0x%08x, message '%s'" % (opened.category(), opened.color(), opened.message()))
        for name in domain.start_end_ranges():
            print("  %s: %s (start/end)" % (domain.name(), name))


def main(path, filters):
    report = ncu_report.load_report(path)
    includes = [f for f in filters if not f.startswith("-")]
    excludes = [f[1:] for f in filters if f.startswith("-")]
    for actions in report:
        for number in actions.actions_by_nvtx(includes, excludes):
            show(actions[number])


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2:])
