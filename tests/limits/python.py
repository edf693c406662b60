"""The Python package over time and in several threads."""

import gc
import os
import sys
import threading
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from python_tests import corpus, main, sample  # noqa: E402

import ncurep  # noqa: E402

OPENS = int(os.environ.get("OPENS", "10000"))


def resident():
    """Resident bytes of this process."""
    with open("/proc/self/statm") as f:
        return int(f.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def everything(report):
    """Everything that can be read from a report, as one value that can be compared."""
    out = []
    for a in report.actions():
        out.append((a.name(), sorted(a.values().items(), key=str), [(m.ids(), m.values()) for m in a.metrics()], a.rule_results_as_dicts(),
                    a.source_markers(), [str(a.source_info(pc)) for pc in a["inst_executed"].ids()[:50]] if "inst_executed" in a else [],
                    a.nvtx_state() and [d.push_pop_ranges() for d in map(a.nvtx_state().domain_by_id, a.nvtx_state())]))
    return repr(out)


class Memory(unittest.TestCase):
    @unittest.skipUnless(os.path.exists("/proc/self/statm"), "needs /proc")
    def grows(self, use, times):
        for _ in range(times // 10):
            use()
        gc.collect()
        before = resident()
        for _ in range(times):
            use()
        gc.collect()
        return resident() - before

    def test_open_and_close(self):
        def use():
            with ncurep.load_report(sample("saxpy")) as report:
                report[0][0]["inst_executed"].value(0)

        self.assertLess(self.grows(use, OPENS), 1 << 20)

    def test_open_and_forget(self):
        def use():
            a = ncurep.load_report(sample("saxpy"))[0][0]
            a.source_info(a["inst_executed"].ids()[0])
            a.add_metric("x").set_string(0, 2, "y")

        self.assertLess(self.grows(use, OPENS // 20), 1 << 20)

    def test_failures(self):
        def use():
            for data in (b"NVR\0\x02", b"\x28\xb5\x2f\xfd" + b"?" * 50):
                try:
                    ncurep.loads(data)
                except ncurep.ReportError:
                    pass

        self.assertLess(self.grows(use, OPENS // 2), 1 << 20)


class Threads(unittest.TestCase):
    def run_all(self, work, count=8):
        found, errors = [None] * count, []

        def one(i):
            try:
                found[i] = work(i)
            except BaseException as e:  # noqa: B902
                errors.append(e)

        threads = [threading.Thread(target=one, args=(i,)) for i in range(count)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(errors, [])
        return found

    def setUp(self):
        self.paths = [sample(n) for n in ("saxpy", "orchard", "mixed")] + corpus()[:4]
        self.expected = {p: everything(ncurep.load_report(p)) for p in self.paths}

    def test_own_reports(self):
        def work(i):
            order = self.paths[i % len(self.paths):] + self.paths[: i % len(self.paths)]
            return all(everything(ncurep.load_report(p)) == self.expected[p] for p in order)

        self.assertEqual(self.run_all(work), [True] * 8)

    def test_one_report(self):
        for path in self.paths:
            report = ncurep.load_report(path)
            self.assertEqual(set(self.run_all(lambda i: everything(report))), {self.expected[path]})

    def test_close_while_reading(self):
        """What was read before is right, and everything else is a ValueError."""
        report = ncurep.load_report(sample("orchard"))
        started = threading.Event()

        def work(i):
            if i == 0:
                started.wait(10)
                report.close()
                return True
            try:
                for _ in range(200):
                    for a in report.actions():
                        a.rules(), a.sections(), a.call_stack()
                        started.set()
            except ValueError as e:
                return "closed" in str(e)
            return True

        self.assertEqual(self.run_all(work), [True] * 8)


if __name__ == "__main__":
    main()
