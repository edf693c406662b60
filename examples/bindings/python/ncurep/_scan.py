"""Thousands of reports at once: read in several processes, with progress.

A report that cannot be read, and even one that ends the process that reads it, takes down only itself.
"""

import collections
import os
import pickle
import signal
import subprocess
import sys
import threading
import warnings
from typing import Any, Callable, Deque, Dict, Iterable, Iterator, List, Optional, Sequence, Tuple, Union

from . import report as _report
from . import tables
from .errors import ReportError, ReportWarning

__all__ = ["scan"]

Path = Union[str, "os.PathLike[str]"]
Progress = Union[None, bool, Callable[[int, int], None]]
Problem = Dict[str, Any]  # file, code, offset, message, readable


def find(paths: Union[Path, Iterable[Path]]) -> List[str]:
    """The reports in a folder and the folders below it, sorted; files as given. FileNotFoundError for a path that is neither."""
    found: List[str] = []
    for path in [paths] if isinstance(paths, (str, os.PathLike)) else paths:
        path = os.fspath(path)
        if not os.path.isdir(path):
            if not os.path.exists(path):
                raise FileNotFoundError(2, "no such file or folder", path)
            found.append(path)
            continue
        for folder, folders, files in os.walk(path):
            folders.sort()
            found += [os.path.join(folder, f) for f in sorted(files) if f.endswith((".ncu-rep", ".ncu-repz"))]
    return found


def read(path: str, name: Optional[str] = None) -> Tuple[Optional["_report.IContext"], List[Problem]]:
    """An open report, and what is wrong with it; None if it cannot be read at all. name: what problems call it."""
    name = path if name is None else name
    try:
        report = _report.load_report(path)
    except ReportError as e:
        return None, [problem(name, "syntax", e.offset, e.message)]
    except MemoryError:
        return None, [problem(name, "memory", None, "out of memory")]
    except OSError as e:
        return None, [problem(name, "io", None, e.strerror or str(e))]
    return report, [problem(name, p["code"], p["offset"], p["message"], True) for p in report.problems()]


def problem(file: str, code: str, offset: Optional[int], message: str, readable: bool = False) -> Problem:
    return {"file": file, "code": code, "offset": offset, "message": message, "readable": readable}


# Workers -----------------------------------------------------------------------------------------------------------------
# Processes of our own instead of multiprocessing: a script needs no "if __name__", a notebook no module, and the death of one
# is an answer like any other.

def _call(function: Callable[..., Any], arguments: Tuple[Any, ...]) -> Tuple[bool, Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ReportWarning)  # problems() has what they say
        try:
            return True, function(*arguments)
        except Exception as e:  # an answer, too
            return False, "%s: %s" % (type(e).__name__, e)


def serve() -> None:
    """What a worker does: takes tasks from standard input, answers on standard output."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends its workers
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    tasks = sys.stdin.buffer
    while True:
        try:
            function, arguments = pickle.load(tasks)
        except EOFError:
            return
        pickle.dump(_call(function, arguments), answers, protocol=4)
        answers.flush()


class _Worker:
    def __init__(self) -> None:
        self.process: Optional["subprocess.Popen[bytes]"] = None

    def ask(self, function: Callable[..., Any], arguments: Tuple[Any, ...]) -> Tuple[bool, Any]:
        if self.process is None:
            self.process = subprocess.Popen(
                [sys.executable, "-c", "import sys; sys.path[:] = %r; from ncurep._scan import serve; serve()" % sys.path],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        process = self.process
        assert process.stdin and process.stdout
        try:
            pickle.dump((function, arguments), process.stdin, protocol=4)
            process.stdin.flush()
            answer: Tuple[bool, Any] = pickle.load(process.stdout)
            return answer
        except (OSError, EOFError, pickle.UnpicklingError):
            self.close()
            return False, "the process that read it ended with code %d" % process.wait()

    def kill(self) -> None:
        process = self.process
        if process is not None:
            process.kill()
            process.wait()

    def close(self) -> None:
        """Called where ask is called, since that uses the pipes."""
        process, self.process = self.process, None
        if process is not None:
            assert process.stdin and process.stdout
            try:
                process.stdin.close()  # ends it
            except OSError:
                process.kill()
            process.stdout.close()
            process.wait()


def each(function: Callable[..., Any], tasks: Sequence[Tuple[Any, ...]], workers: Optional[int],
         progress: Progress) -> Iterator[Tuple[int, bool, Any]]:
    """Number of the task, whether function(*task) returned, and what, or why not; in no order."""
    count = workers or min(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1, 32)
    count = max(1, min(count, len(tasks) // 2))
    if workers is not None and workers < 1:
        raise ValueError("workers: %d" % workers)
    show = _shown(progress, len(tasks))
    done = 0
    if count == 1:
        for i, task in enumerate(tasks):
            answer = _call(function, task)
            show(i + 1)
            yield (i, *answer)
        show(-1)
        return
    waiting = collections.deque(range(len(tasks)))
    answers: Deque[Tuple[int, bool, Any]] = collections.deque()
    ready = threading.Semaphore(0)
    pool = [_Worker() for _ in range(count)]

    def run(worker: _Worker) -> None:
        while True:
            try:
                i = waiting.popleft()
            except IndexError:
                break
            answers.append((i, *worker.ask(function, tasks[i])))
            ready.release()
        worker.close()

    threads = [threading.Thread(target=run, args=(worker,), daemon=True) for worker in pool]
    try:
        for thread in threads:
            thread.start()
        for done in range(1, len(tasks) + 1):
            ready.acquire()
            show(done)
            yield answers.popleft()
    finally:
        waiting.clear()
        if done < len(tasks):
            for worker in pool:
                worker.kill()
        for thread in threads:
            thread.join()
        show(-1)


def _shown(progress: Progress, total: int) -> Callable[[int], None]:
    """What to call with the number of reports that are done, and with -1 at the end."""
    if callable(progress):
        own = progress
        return lambda done: own(done, total) if done >= 0 else None
    if progress is False or (progress is None and not sys.stderr.isatty()):
        return lambda done: None
    try:
        import tqdm  # type: ignore[import-untyped,unused-ignore]
    except ImportError:
        return lambda done: print("\r%d/%d reports" % (done, total) if done >= 0 else "", end="" if done >= 0 else "\n",
                                  file=sys.stderr, flush=True)
    bar = tqdm.tqdm(total=total, unit=" reports")
    return lambda done: bar.update() if done >= 0 else bar.close()


# Frames ------------------------------------------------------------------------------------------------------------------

def _wide(report: "_report.IContext", path: str, metrics: Sequence[str]) -> Tuple[List[str], List[Dict[str, Any]]]:
    """A row for each result: its key and the values of metrics; and the names of these in order."""
    wanted = tables._wanted(metrics)
    names: Dict[str, None] = {}
    rows = []
    for action in sorted(report.actions(), key=lambda a: a.index()):
        row: Dict[str, Any] = {"file": path, "result": action.index(), "kernel": tables._kernel(action)}
        for name, value in action.values().items():
            if wanted(name):
                names[name] = None
                row[name] = value
        rows.append(row)
    return list(names), rows


def _scan_one(path: str, table: Optional[str], metrics: Sequence[str]) -> Tuple[Any, List[Problem]]:
    report, problems = read(path)
    if report is None:
        return None, problems
    with report:
        if table is None:
            return _wide(report, path, metrics), problems
        return list(zip(*tables.rows(report, table, metrics, path))), problems


def scan(paths: Union[Path, Iterable[Path]], metrics: Optional[Iterable[str]] = None, workers: Optional[int] = None,
         table: Optional[str] = None, progress: Progress = None) -> Any:
    """A pandas DataFrame of many reports, read in several processes. (Extra.)

    paths: a folder, searched with the folders below it, or files. metrics: names, or patterns with * and ?; None: all.
    workers: number of processes; None: one for each processor. table: "metrics", "results" or "instances", the long tables of
    tables.COLUMNS; None: a row for each result, with the columns file, result, kernel and one for each metric, in the unit that
    IMetric.unit() names. progress: whether to show it on standard error (by tqdm, where installed); None: if that is a terminal;
    or a function that is called with the number of reports that are done and of all.

    The order is that of the paths, whatever the number of processes. What cannot be read is left out and listed in
    frame.attrs["problems"], dicts with file, code, offset, message and readable (whether the rest of the report was read); a
    ReportWarning says how many. Raises FileNotFoundError for a path that does not exist, ValueError for an unknown table."""
    import pandas

    if table is not None and table not in tables.COLUMNS:
        raise ValueError("unknown table %r: one of %s" % (table, ", ".join(tables.COLUMNS)))
    files = find(paths)
    names = list(metrics or ())
    parts: List[Any] = [None] * len(files)
    problems: List[List[Problem]] = [[] for _ in files]
    for i, ok, answer in each(_scan_one, [(f, table, names) for f in files], workers, progress):
        if ok:
            parts[i], problems[i] = answer
        else:
            problems[i] = [problem(files[i], "memory" if "MemoryError" in answer else "io", None, answer)]
    if table is None:
        columns = {n: None for part in parts if part for n in part[0]}
        frame = pandas.DataFrame([row for part in parts if part for row in part[1]], columns=["file", "result", "kernel", *columns])
    else:
        data = [part for part in parts if part]
        frame = tables._typed_frame(table, [[x for part in data for x in part[k]] for k in range(len(tables.COLUMNS[table]))])
    bad = [p for one in problems for p in one]
    frame.attrs["problems"] = bad
    if bad:
        unread = len({p["file"] for p in bad if not p["readable"]})
        damaged = len({p["file"] for p in bad}) - unread
        warnings.warn("%d of %d reports cannot be read, %d are damaged: see frame.attrs[\"problems\"]" % (
            unread, len(files), damaged), ReportWarning, stacklevel=2)
    return frame
