"""Every public name of the package has a docstring that says type, unit and errors.

Type: the parameters and what is returned are annotated. Unit: whoever returns a number says of what. Errors: the docstring, or that
of the class, names the exceptions; every one that a wrong argument or a closed report causes is among them.
"""

import inspect
import os
import re
import sys
import typing
import unittest
import warnings

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from python_tests import main, sample  # noqa: E402

import ncurep  # noqa: E402
from ncurep import dataset, nvrules, rules, tables  # noqa: E402

MODULES = {"ncurep": ncurep, "ncurep.tables": tables, "ncurep.dataset": dataset, "ncurep.rules": rules, "ncurep.nvrules": nvrules}
UNIT = re.compile(
    r"\b(ns|seconds?|bytes?|percent|[Nn]umbers?|[Cc]ount|lines?|address(es)?|index|[Kk]inds?|[Oo]ne of|unit\(\)|values?|id|ids|type)\b|%")
ERROR = re.compile(r"\b[A-Z]\w*(Error|Exit)\b|[Nn]ever raises?\b")


def names_of(module, prefix):
    """(name, object) of what a module offers."""
    public = getattr(module, "__all__", None)
    if public is None:
        public = [n for n, x in vars(module).items() if not n.startswith("_") and getattr(x, "__module__", None) == module.__name__]
    for name in sorted(public):
        yield prefix + "." + name, getattr(module, name)


def public_things():
    """(name, function or class, its class or None), each once."""
    seen = set()
    for prefix, module in MODULES.items():
        for name, x in names_of(module, prefix):
            if not (inspect.isclass(x) or inspect.isfunction(x)) or not x.__module__.startswith("ncurep") or x in seen:
                continue
            seen.add(x)
            yield name, x, None
            if inspect.isclass(x):
                for member, f in inspect.getmembers(x):
                    if member.startswith("_") or f in seen:
                        continue
                    function = f.fget if isinstance(f, property) else f
                    if inspect.isfunction(function) and function.__module__.startswith("ncurep"):
                        seen.add(f)
                        yield name + "." + member, function, x


def texts(function, of):
    """The docstring, and with those of its class and what that extends."""
    own = (inspect.getdoc(function if of is None else getattr(of, function.__name__)) or "").strip()
    classes = [c for c in (of.__mro__ if of is not None else ()) if c.__module__.startswith("ncurep")]
    return own, "\n".join([own] + [c.__doc__ or "" for c in classes])


def numbers(hint):
    """Whether a type holds an int or a float that is not a bool."""
    return hint in (int, float) or any(numbers(a) for a in typing.get_args(hint)) if hasattr(typing, "get_args") else False


class Docs(unittest.TestCase):
    maxDiff = None
    def lacking(self, wrong):
        self.assertEqual([], sorted(wrong), "%d names" % len(wrong))

    def test_text(self):
        self.lacking([n for n, x, of in public_things() if not texts(x, of)[0].strip()] +
                     [n for n, m in MODULES.items() if not (m.__doc__ or "").strip()])

    def test_that_there_are_many(self):
        count = sum(1 for _ in public_things())
        print("%d public names" % count)
        self.assertGreater(count, 180)

    def test_type(self):
        wrong = []
        for name, x, of in public_things():
            if inspect.isfunction(x):
                signature = inspect.signature(x)
                given = list(signature.parameters.values())[0 if of is None else 1:]
                wrong += [name + ": " + p.name for p in given if p.annotation is p.empty]
                wrong += [name + ": what it returns"] * (signature.return_annotation is signature.empty)
        self.lacking(wrong)

    def test_unit(self):
        wrong = []
        for name, x, of in public_things():
            if inspect.isfunction(x):
                try:
                    hint = typing.get_type_hints(x).get("return")
                except NameError:  # a name for type checkers only
                    continue
                if numbers(hint) and not UNIT.search(texts(x, of)[0]):
                    wrong.append(name)
        self.lacking(wrong)

    def test_errors(self):
        self.lacking([n for n, x, of in public_things() if inspect.isfunction(x) and not ERROR.search(texts(x, of)[1])])

    def test_errors_that_come(self):
        """What is raised is what the docstring names: for arguments of a wrong type or out of range, and by a closed report."""
        wrong = []
        for path in (sample("orchard"), sample("mixed")):
            for closed in (False, True):
                report = ncurep.load_report(path)
                action = next(report.actions())
                things = [report, report[0], action, *list(action.metrics())[:3], action.add_metric("mine")]
                many = [m for m in action.metrics() if m.has_correlation_ids()]
                things += many[:1] + [m.correlation_ids() for m in many[:1]]
                state = action.nvtx_state()
                things += [x for x in (state, *(state[i] for i in state or ())) if x is not None]
                things += [x for x in (action.source_info(i) for i in (action.values().get("x") or 0, 0)) if x is not None]
                things += list(action.rule_results())[:1]
                if closed:
                    report.close()
                for thing in things:
                    wrong += self.tried(thing)
        self.lacking(set(wrong))

    def tried(self, thing):
        for member, function in inspect.getmembers(type(thing)):
            if member.startswith("_") or not inspect.isfunction(function) or member == "close":
                continue
            count = len(inspect.signature(function).parameters) - 1
            for value in ("x", -1, 1 << 70, None, 3.5, []):
                for arguments in {(), (value,) * max(count, 1), (value, value)} if value != [] else {()}:
                    try:
                        with warnings.catch_warnings():
                            warnings.simplefilter("ignore")
                            found = getattr(thing, member)(*arguments)
                            if inspect.isgenerator(found):
                                list(found)
                    except TypeError as e:
                        if "positional argument" in str(e) or "takes" in str(e):
                            continue  # too many or too few
                        error = e
                    except Exception as e:
                        error = e
                    else:
                        continue
                    named = {m.group() for m in ERROR.finditer(texts(function, type(thing))[1])}
                    if not any(k.__name__ in named for k in type(error).__mro__[:-2]):
                        yield "%s.%s%r: %s" % (type(thing).__name__, member, arguments, type(error).__name__)


if __name__ == "__main__":
    main()
