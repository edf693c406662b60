#!/usr/bin/env python3
"""Mutation test of a header or of the tools: which small mistakes in it would the tests not see?

    tools/mutants.py HEADER [-n 500] [-s SEED] [-j JOBS] [--only FUNCTIONS] [--quick] [--again] [--build build]
    tools/mutants.py examples/PART... [the same options]

Draws lines of the implementation part at random and changes one thing on each: an operator, a constant by one, a
condition negated, a statement dropped, a break or continue dropped. Each mutant is compiled alone, as a shared library;
the test programs of the header are compiled once against the interface and run with it, quickest first, until one fails.
A mutant that yields the same object code as the header at -O1 is no mutant, and one that does not compile does not count.

Of examples/ it takes files and folders. make says how each file is compiled and which tools and test programs have it in them;
these are linked anew. Of the tests of make check, scripts and programs that run a tool or have the file in them, those run
that reach the changed line, the ones that found most for their time first, up to the first failure. What each reaches is measured once, by gcov, and kept until the tools or the test
change; what no test reaches survives. The build folder must be whole: make check-build.

What survived is written to build/mutants/NAME.txt, as file:line, the line before and after. Those that tests/MUTANTS.md
lists as equivalent are counted apart. --only takes lines of functions whose name matches an expression; --quick leaves out
the tests that take half a second and more, of tools those that take three or run more than two tools; --again runs only what survived the last time, with all
tests, to see what the long or new ones catch. SIGTERM ends it after the mutants at hand.
Needs a Linux or other POSIX system and gcc; tcc is used where it is here, for it compiles ten times as fast, but not for
lines that only gcc sees.
"""
import argparse
import hashlib
import itertools
import json
import os
import random
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

POSIX = ['-D_POSIX_C_SOURCE=200809L', '-D_XOPEN_SOURCE=700']
KINDS = ('unit', 'golden', 'fault', 'limits', 'differential')

SWAP = {
    '<': ['<=', '>='], '<=': ['<', '>'], '>': ['>=', '<='], '>=': ['>', '<'], '==': ['!='], '!=': ['=='],
    '&&': ['||'], '||': ['&&'], '+': ['-'], '-': ['+'], '*': ['/'], '/': ['*'], '%': ['*'], '<<': ['>>'], '>>': ['<<'],
    '&': ['|'], '|': ['&'], '^': ['|'], '+=': ['-='], '-=': ['+='], '*=': ['+='], '|=': ['&='], '&=': ['|='],
    '<<=': ['>>='], '>>=': ['<<='], '++': ['--'], '--': ['++'],
}
TOKEN = re.compile(r'<<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*|&]=|[-+*/%&|^<>!]|'
                   r'0[xX][0-9a-fA-F]+[uUlL]*|(?<![\w.])\d+[uUlL]*(?![\w.])|[A-Za-z_]\w*|\S')
DECLARES = re.compile(r'(const|static|struct|enum|union|typedef|unsigned|int|char|double|size_t|ssize_t|off_t|u?int\d+_t|\w+)\s+\**\w+\s*(=|;|,|\[)')


def mask(text):
    """The text with comments, strings, character constants and preprocessor lines as spaces, of the same length."""
    out = list(text)
    pattern = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|^[ \t]*#(?:\\\n|[^\n])*', re.S | re.M)
    for m in pattern.finditer(text):
        for i in range(m.start(), m.end()):
            if out[i] != '\n':
                out[i] = ' '
    return ''.join(out)


def active(name, command):
    """Lines of a file that this preprocessor command sees."""
    out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    lines, at, inside = set(), 0, False
    for text in out.split('\n'):
        m = re.match(r'# (\d+) "([^"]*)"', text)
        if m:
            at, inside = int(m.group(1)), os.path.basename(m.group(2)) == os.path.basename(name)
            continue
        if inside and text.strip():
            lines.add(at)
        at += 1
    return lines


def candidates(text, first, last, seen):
    """Every change that can be made, by line: (line, column, old, new, what); and the function of each line."""
    blank = mask(text).split('\n')
    lines = text.split('\n')
    found = {}
    function = None
    functions = {}
    for n, line in enumerate(lines, 1):
        m = re.match(r'[A-Za-z].*?(\w+)\(', blank[n - 1])
        if m and not blank[n - 1].rstrip().endswith(';') and not line.startswith('#'):
            function = m.group(1)
        functions[n] = function
    before = ''
    for n in range(first, last):
        line = blank[n - 1]
        if not line.strip() or n not in seen or '_ASSERT(' in line:
            before = line.rstrip() or before
            continue
        here = []
        tokens = [(m.start(), m.group()) for m in TOKEN.finditer(line)]
        for i, (at, t) in enumerate(tokens):
            back = tokens[i - 1][1] if i else ''
            binary = bool(re.match(r'[\w)\]]', back[-1:])) and back not in ('return', 'case')
            ahead = line[at + len(t):at + len(t) + 1]
            if t in SWAP:
                if t in '+-*&' and (not binary or ahead != ' '):
                    continue  # a sign, a pointer, an address
                here += [(at, t, new, 'operator') for new in SWAP[t]]
            elif t == '!' and ahead != '=':
                here.append((at, t, '', 'negation dropped'))
            elif re.match(r'\d', t):
                m = re.match(r'(0[xX][0-9a-fA-F]+|\d+)([uUlL]*)$', t)
                if not m:
                    continue
                value = int(m.group(1), 0) if not re.match(r'0\d', m.group(1)) else int(m.group(1), 8)
                show = (lambda v: '0x%x' % v) if t[:2] in ('0x', '0X') else str
                for v in (value + 1, value - 1):
                    if v >= 0:
                        here.append((at, t, show(v) + m.group(2), 'constant'))
            elif t in ('if', 'while') and tokens[i + 1:i + 2] and tokens[i + 1][1] == '(':
                start, level = tokens[i + 1][0], 0
                for j in range(start, len(line)):
                    level += {'(': 1, ')': -1}.get(line[j], 0)
                    if level == 0:
                        old = lines[n - 1][start:j + 1]
                        here.append((start, old, '(!' + old + ')', 'condition negated'))
                        break
            elif t in ('break', 'continue') and ahead == ';':
                here.append((at, t, '', t + ' dropped'))
        whole = re.match(r'(\s+)([A-Za-z_*(+-][^;{}]*);\s*$', line)
        if whole and (before[-1:] in tuple(';{}:)') or before.endswith('else')) and not DECLARES.match(whole.group(2)):
            word = re.match(r'\w*', whole.group(2)).group()
            if word not in ('return', 'break', 'continue', 'goto', 'case', 'default', 'for', 'while', 'if', 'else', 'do', 'const', 'static'):
                start = len(whole.group(1))
                here.append((start, lines[n - 1][start:whole.end(2)], '', 'statement dropped'))
        before = line.rstrip()
        if here:
            found[n] = [(n,) + h for h in here]
    return found, functions


def limited(seconds):
    def set_limits():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    return set_limits


def run(command, seconds, **more):
    """Exit code of a command under a limit of CPU seconds, or None where it ran into the limit of wall time."""
    p = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                         preexec_fn=limited(seconds), **more)
    try:
        return p.wait(timeout=40 * seconds)
    except subprocess.TimeoutExpired:
        p.kill()
        p.wait()
        return None


class Bench:
    """Compiles tests once and mutants one by one, each job in a folder of its own."""

    def __init__(self, work, quick):
        name = HEADER[:-2]
        text = open(HEADER).read()
        prefix = re.search(r'^ *#define ([A-Z]+)_IMPLEMENTATION$', text, re.M).group(1)
        lines = text.split('\n')
        first = next(i for i, l in enumerate(lines, 1) if re.match(r'#if.*%s_IMPLEMENTATION\b' % prefix, l))
        last = max(i for i, l in enumerate(lines, 1) if re.match(r'#endif.*%s_IMPLEMENTATION\b' % prefix, l))
        self.work, self.name, self.prefix = work, name, prefix
        self.lines = text.split('\n')
        self.compilers = ['tcc', 'gcc'] if shutil.which('tcc') else ['gcc']
        self.stamp = 0
        face = os.path.join(work, 'face')
        os.makedirs(face, exist_ok=True)
        head = self.lines[:first - 1] + self.lines[last:]
        with open(os.path.join(face, HEADER), 'w') as f:
            f.write('#undef %s_STATIC\n' % prefix + '\n'.join(head))
        self.body = os.path.join(work, 'body.c')
        with open(self.body, 'w') as f:
            f.write('#include <stdlib.h>\n#define %s_ASSERT(e) ((e) ? (void)0 : abort())\n#define %s_POSIX\n'
                    '#define %s_IMPLEMENTATION\n#include "%s"\n' % (prefix, prefix, prefix, HEADER))
        # Those named for the header, and others that include it.
        tests = [f'tests/{k}/{f}' for k in KINDS if os.path.isdir(f'tests/{k}') for f in sorted(os.listdir(f'tests/{k}'))
                 if f.endswith('.c') and (re.match(name + r'(_\w+)?\.c$', f) or '#include "%s"' % HEADER in open(f'tests/{k}/{f}').read())]
        self.tests = []
        original = os.path.join(work, 'original')
        os.makedirs(original, exist_ok=True)
        seen = [active(HEADER, [cc, '-E', '-std=c99', *POSIX, '-I.', self.body]) for cc in (self.compilers[0], 'gcc')]
        self.quick_lines = seen[0]
        self.files = {HEADER: (text, first + 1, last, seen[1])}
        if not self.library(original, HEADER_DIR, self.compilers):
            sys.exit('the header does not compile')
        for t in tests:
            source = open(t).read()
            above = source[:source.find('"' + HEADER + '"')] if '"' + HEADER + '"' in source else ''
            private = prefix.lower() + '_i_' in source or prefix + '_I_' in source
            other = re.search(r'^#\s*define (?!%s_|_POSIX|_XOPEN|_GNU|_DEFAULT)' % prefix, above, re.M)
            whole = bool(private or other)
            program = os.path.join(work, t[6:-2].replace('/', '-'))
            if not whole:
                ok = subprocess.run(['gcc', '-std=c99', *POSIX, '-O0', '-w', '-I' + face, '-I.', '-Itests', '-Iexamples/shared', '-o', program, t,
                                     '-L' + original, '-lmutant', '-lm', '-lpthread'], capture_output=True, text=True)
                if ok.returncode != 0:
                    whole = True
            entry = {'test': t, 'program': program, 'whole': whole}
            if whole and not self.compile_whole(entry, original, HEADER_DIR, self.compilers):
                print(f'{t} does not compile here, left out', file=sys.stderr)
                continue
            begin = resource.getrusage(resource.RUSAGE_CHILDREN)
            code = self.execute(entry, original, 300) and self.execute(entry, original, 300)
            end = resource.getrusage(resource.RUSAGE_CHILDREN)
            entry['cost'] = end.ru_utime + end.ru_stime - begin.ru_utime - begin.ru_stime
            if code != 0:
                print(f'{t} fails with the header as it is ({code}), left out', file=sys.stderr)
                continue
            self.tests.append(entry)
        self.tests.sort(key=lambda e: e['cost'] + 0.2 * e['whole'])
        if quick:
            self.tests = [e for e in self.tests if e['cost'] < 0.5]
        self.plain = self.object_code(original, HEADER_DIR)

    def library(self, folder, include, compilers):
        out = os.path.join(folder, 'libmutant.so')
        flags = ['-std=c99', *POSIX, '-w', '-I' + include, '-I.', '-fPIC', '-shared', '-o', out, self.body]
        return any(subprocess.run([cc, *flags], capture_output=True).returncode == 0 for cc in compilers)

    def compile_whole(self, entry, folder, include, compilers):
        out = os.path.join(folder, os.path.basename(entry['program']))
        for cc in compilers:
            if subprocess.run([cc, '-std=c99', *POSIX, '-w', '-I' + include, '-I.', '-Itests', '-Iexamples/shared', '-o', out, entry['test'], '-lm', '-lpthread'],
                              capture_output=True).returncode == 0:
                return True
        return False

    def execute(self, entry, folder, seconds):
        program = os.path.join(folder, os.path.basename(entry['program'])) if entry['whole'] else entry['program']
        return run([os.path.abspath(program)], seconds, env=dict(os.environ, B=BUILD, LD_LIBRARY_PATH=os.path.abspath(folder)))

    def object_code(self, folder, include):
        out = os.path.join(folder, 'code.s')
        done = subprocess.run(['gcc', '-std=c99', *POSIX, '-w', '-O1', '-I' + include, '-I.', '-S', '-o', out, self.body], capture_output=True)
        return hashlib.sha256(open(out, 'rb').read()).digest() if done.returncode == 0 else None

    def mutant(self, change):
        """What became of one: 'broken', 'same', the name of the test that killed it, or None for a survivor."""
        _, n, at, old, new, _ = change
        folder = os.path.join(self.work, 'job-%d' % threading.get_ident())
        os.makedirs(folder, exist_ok=True)
        lines = self.lines[:]
        line = lines[n - 1]
        assert line[at:at + len(old)] == old
        lines[n - 1] = line[:at] + new + line[at + len(old):]
        with open(os.path.join(folder, HEADER), 'w') as f:
            f.write('\n'.join(lines))
        compilers = self.compilers if n in self.quick_lines else ['gcc']
        if not self.library(folder, folder, compilers):
            return 'broken'
        compared = False
        for e in self.tests:
            if e['cost'] > 0.5 and not compared:
                compared = True
                if self.object_code(folder, folder) == self.plain:
                    return 'same'
            if e['whole'] and not self.compile_whole(e, folder, folder, compilers):
                return 'broken'
            seconds = int(5 * e['cost']) + 3
            if self.execute(e, folder, seconds) != 0:
                return e['test']
        if not compared and self.object_code(folder, folder) == self.plain:
            return 'same'
        return None


class Tools:
    """Files of examples/: each job has a build folder of its own, whose files are links but for the mutated tools."""

    def __init__(self, work, paths, quick, everything):
        self.work, self.everything = work, everything
        names = sorted({f for p in paths for f in ([p] if p.endswith('.c') else glob(p))})
        listed = self.make('-s', '--eval=listed:;@echo $(CHECK_SCRIPTS) $(CHECK_PROGRAMS)', 'listed').split()
        scripts, programs = [t for t in listed if t.endswith('.sh')], [t for t in listed if not t.endswith('.sh')]
        self.compile, self.link = {}, {}
        for line in self.make('-n', 'V=1', 'all', *programs, *[w for f in names for w in ('-W', f)]).replace('\\\n', ' ').split('\n'):
            words = shlex.split(line) if ' -o ' in line else []
            if '-c' in words and words[-1] in names:
                self.compile[words[-1]] = words
            elif '-o' in words and '-c' not in words:
                self.link[words[words.index('-o') + 1]] = words
        for f in set(names) - set(self.compile):
            print(f'{f} is in no tool', file=sys.stderr)
        objects = {f: words[words.index('-o') + 1] for f, words in self.compile.items()}
        self.link = {out: words for out, words in self.link.items()
                     if set(words) & set(objects.values()) and (out in programs or os.path.dirname(out) == BUILD)}
        self.objects = objects
        self.files, self.plain = {}, {}
        for f in sorted(self.compile):
            text = open(f).read()
            self.files[f] = (text, 1, text.count('\n') + 2, active(f, self.flags(f) + ['-E', f]))
        self.folder('original')
        self.count_lines()
        tools = [os.path.basename(t) for t in self.link if t not in programs]
        wanted = [t for t in scripts if re.search(r'\b(%s)\b' % '|'.join(tools), open(t).read())]
        wanted += [t for t in programs if t in self.link or re.search(r'%%s/(%s)\b' % '|'.join(tools), open(source_of(t)).read())]
        store = os.path.join(work, 'reach.json')
        kept = json.load(open(store)) if os.path.exists(store) else {}
        state = b''.join(open(t, 'rb').read() for t in sorted(self.link) if t not in programs)
        for t in wanted:
            key = hashlib.sha256(state + open(t, 'rb').read()).hexdigest()
            if kept.get(t, {}).get('key') != key:
                kept[t] = dict(self.measure(t), test=t, key=key)
                with open(store, 'w') as out:
                    json.dump(kept, out)
        for t in wanted:
            if kept[t]['code'] != 0:
                print(f'{t} fails with the tools as they are ({kept[t]["code"]}), left out', file=sys.stderr)
        several = [t for t in scripts if len(set(re.findall(r'\b(ncurep|nvsection|nvprofile|drmtop|drmfdinfo)\b', open(t).read()))) > 2]
        self.tests = [dict(kept[t], found={}) for t in wanted
                      if kept[t]['code'] == 0 and not (quick and (t in several or kept[t]['cost'] > 3))]
        self.tests.sort(key=lambda e: e['cost'])

    @staticmethod
    def make(*words):
        return subprocess.run(['make', 'B=' + BUILD, *words], capture_output=True, text=True, check=True).stdout

    def flags(self, f):
        words = self.compile[f]
        words = [w for w in words[:words.index('-c')] if w != '-g' and not re.match(r'-O|-W|-MM?D|-MP', w)] + ['-w']
        return ['-I' + os.path.abspath(w[2:]) if w.startswith('-I') else w for w in words]

    def object_code(self, f, text):
        """The object file of a text in place of a file. As standard input in its folder it has the same neighbours."""
        out = os.path.abspath(os.path.join(self.work, 'object-%d.o' % threading.get_ident()))
        done = subprocess.run(self.flags(f) + ['-O1', '-x', 'c', '-c', '-o', out, '-'], cwd=os.path.dirname(f), input=text.encode(), capture_output=True)
        return open(out, 'rb').read() if done.returncode == 0 else None

    def folder(self, name):
        """A build folder of links; every program a script may find is there."""
        folder = os.path.join(self.work, name)
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        for f in os.listdir(BUILD):
            if f != 'mutants':
                os.symlink(os.path.abspath(os.path.join(BUILD, f)), os.path.join(folder, f))
        return folder

    def build(self, target, folder, made, more=()):
        """Links a tool or a test program anew, with other object files; its path, or None."""
        out, words = os.path.join(folder, os.path.basename(target)), self.link[target]
        if os.path.lexists(out):
            os.unlink(out)
        words = [made.get(w, out if w == target else w) for w in words if not re.match(r'-MM?D|-MP', w)]
        return out if subprocess.run(words + list(more), capture_output=True).returncode == 0 else None

    def count_lines(self):
        """A build folder whose tools count how often each line runs, by gcov."""
        folder = self.folder('counted')
        self.counted = {self.objects[f]: os.path.join(folder, re.sub(r'\W', '-', f) + '.o') for f in self.files}
        for f in self.files:
            subprocess.run(self.flags(f) + ['-O0', '--coverage', '-c', '-o', self.counted[self.objects[f]], f], check=True)
        for target in self.link:
            if not self.build(target, folder, self.counted, ['--coverage']):
                sys.exit(f'{target} cannot be linked')

    def measure(self, t):
        """What a test costs, how it ends, and which lines it reaches: by file [reached, all], or None where gcov fails."""
        folder = os.path.join(self.work, 'counted')
        for f in glob(folder, '.gcda'):
            os.unlink(f)
        # A confined process could not write down what it counts.
        code, cost, wall = self.execute(t, folder, 1800, CLI_CONFINE='0')
        lines = {f: self.lines_of(f) for f in self.files}
        if code != 0:
            code, cost, wall = self.execute(t, os.path.join(self.work, 'original'), 1800)
        return {'code': code, 'cost': cost, 'wall': wall, 'lines': lines}

    def lines_of(self, f):
        notes = os.path.basename(self.counted[self.objects[f]])[:-2] + '.gcno'
        done = subprocess.run(['gcov', '--json-format', '--stdout', notes], cwd=os.path.join(self.work, 'counted'), capture_output=True, text=True)
        try:
            lines = [l for one in done.stdout.splitlines() for x in json.loads(one)['files'] if x['file'] == f for l in x['lines']]
        except ValueError:
            return None
        return [sorted({l['line_number'] for l in lines if l['count'] > 0}), sorted({l['line_number'] for l in lines})] if lines else None

    def reaches(self, e, f, n):
        """Whether a test may notice a change on a line. A line without code of its own, as of a table, is reached where its file is."""
        if self.everything or e['lines'][f] is None:
            return True
        reached, known = e['lines'][f]
        own = n in known and not re.match(r'\s*case ', self.files[f][0].split('\n')[n - 1])
        return n in reached if own else bool(reached)

    @staticmethod
    def room():
        """A folder for the temporary files of tests. Its name is short because some tests depend on the length of paths; every user can enter it."""
        for i in itertools.count():
            try:
                os.mkdir(f'/tmp/m{i}', 0o755)
                return f'/tmp/m{i}'
            except FileExistsError:
                pass

    def execute(self, t, folder, seconds, cpu=None, **more):
        """Exit code of a test, or None where it took longer, its processor time and its time."""
        room = self.room()
        command = ['sh', t] if t.endswith('.sh') else [os.path.join(folder, os.path.basename(t)) if t in self.link else t]
        begin, before = time.time(), os.times()
        p = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
                             preexec_fn=limited(int(cpu or seconds)), env=dict(os.environ, B=folder, CC='cc', CXX='c++', TMPDIR=room, **more))
        try:
            code = p.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            code = None
        finally:
            try:
                os.killpg(p.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            p.wait()
            shutil.rmtree(room, ignore_errors=True)
        after = os.times()
        return code, after[2] + after[3] - before[2] - before[3], time.time() - begin

    def mutant(self, change):
        """As for a header."""
        f, n, at, old, new, _ = change
        lines = self.files[f][0].split('\n')
        line = lines[n - 1]
        assert line[at:at + len(old)] == old
        lines[n - 1] = line[:at] + new + line[at + len(old):]
        if f not in self.plain:
            self.plain[f] = self.object_code(f, self.files[f][0])
        code = self.object_code(f, '\n'.join(lines))
        if code is None or code == self.plain[f]:
            return 'broken' if code is None else 'same'
        folder = self.folder('job-%d' % threading.get_ident())
        made = {self.objects[f]: os.path.join(folder, 'mutant.o')}
        with open(made[self.objects[f]], 'wb') as out:
            out.write(code)
        concerned = [t for t, words in self.link.items() if self.objects[f] in words]
        tests = [e for e in self.tests if self.reaches(e, f, n) and (e['test'] not in self.link or e['test'] in concerned)]
        if tests and not all([self.build(t, folder, made) for t in concerned if os.path.dirname(t) == BUILD]):
            return 'broken'
        for e in sorted(tests, key=lambda e: e['cost'] / e['found'].get(f, 1)):
            if e['test'] in concerned and not self.build(e['test'], folder, made):
                return 'broken'
            if self.execute(e['test'], folder, 10 * e['wall'] + 20, 2 * e['cost'] + 3, STOP='1')[0] != 0:
                e['found'][f] = e['found'].get(f, 1) + 1
                return e['test']
        return None


def source_of(program):
    return program.replace(BUILD, '.', 1) + '.c'


def glob(folder, end='.c'):
    return [os.path.join(d, f) for d, _, inside in os.walk(folder) for f in inside if f.endswith(end)]


def equivalents(name):
    """Those that tests/MUTANTS.md lists, as (function, line before, line after)."""
    known, function, before = set(), None, None
    if not os.path.exists('tests/MUTANTS.md'):
        return known
    part = None
    for line in open('tests/MUTANTS.md'):
        line = line.rstrip('\n')
        m = re.match(r'### (\w+)(\.h)?$', line)
        if m:
            part = m.group(1)
        if part != name:
            continue
        if re.match(r'\w+$', line):
            function = line
        elif line.startswith('- '):
            before = line[2:].strip()
        elif line.startswith('+ '):
            known.add((function, before, line[2:].strip()))
    return known


def main():
    global HEADER, HEADER_DIR, BUILD
    a = argparse.ArgumentParser(description='Mutation test of a header or of the tools', epilog='example: tools/mutants.py drmfdinfo.h -n 500 -s 1')
    a.add_argument('what', nargs='+', help='a header, or files and folders of examples/')
    a.add_argument('-n', type=int, default=500, help='mutants that compile (500)')
    a.add_argument('-s', type=int, default=1, help='seed of the draw (1)')
    a.add_argument('-j', type=int, default=1, help='how many at a time (1)')
    a.add_argument('--only', metavar='FUNCTIONS', help='lines of functions whose whole name matches this expression')
    a.add_argument('--quick', action='store_true', help='without the long tests')
    a.add_argument('--again', action='store_true', help='only what survived the last time')
    a.add_argument('--build', default='build')
    o = a.parse_args()
    HEADER, HEADER_DIR, BUILD = os.path.basename(o.what[0]), '.', o.build
    tools = o.what[0].startswith('examples/')
    name = 'examples' if tools else HEADER[:-2]
    label = re.sub(r'\W+', '-', o.what[0][9:]) if tools else name
    work = os.path.join(o.build, 'mutants', label)
    os.makedirs(work, exist_ok=True)
    bench = Tools(work, o.what, o.quick, o.again) if tools else Bench(work, o.quick)
    print('tests, quickest first: ' + ', '.join('%s %.2f s' % (e['test'][6:], e['cost']) for e in bench.tests), flush=True)
    found, functions, texts = {}, {}, {}
    for f, (text, first, last, seen) in bench.files.items():
        here, functions[f] = candidates(text, first, last, seen)
        texts[f] = text.split('\n')
        for n, c in here.items():
            if not o.only or re.fullmatch(o.only, functions[f][n] or ''):
                found[f, n] = [(f,) + change for change in c]
    store = os.path.join(work, 'survivors.json')
    if o.again:
        changes = []
        for s in json.load(open(store)):
            f = s['file']
            where = [n for n, l in enumerate(texts[f], 1) if l == s['text'] and functions[f][n] == s['function']]
            if where:
                n = min(where, key=lambda x: abs(x - s['line']))
                changes.append((f, n, s['at'], s['old'], s['new'], s['what']))
        want = len(changes)
    else:
        draw = random.Random(o.s)
        left = {n: c[:] for n, c in found.items()}
        changes = []
        while left:
            for n in draw.sample(sorted(left), len(left)):
                c = left[n]
                changes.append(c.pop(draw.randrange(len(c))))
                if not c:
                    del left[n]
        want = o.n
    print('%d lines with %d possible mutants' % (len(found), sum(len(c) for c in found.values())), flush=True)
    known = equivalents(name)
    count = {'killed': 0, 'survived': 0, 'broken': 0, 'same': 0, 'equivalent': 0}
    killers, survivors, lock, start = {}, [], threading.Lock(), time.time()
    queue = iter(changes)

    def worker():
        while True:
            with lock:
                if stopped or count['killed'] + count['survived'] + count['equivalent'] + busy[0] >= want:
                    return
                change = next(queue, None)
                if change is None:
                    return
                busy[0] += 1
            f, n, at, old, new, what = change
            line, function = texts[f][n - 1], functions[f][n]
            after = line[:at] + new + line[at + len(old):]
            equivalent = (str(function), line.strip(), after.strip()) in known
            result = None if equivalent else bench.mutant(change)
            with lock:
                busy[0] -= 1
                if result in ('broken', 'same'):
                    count[result] += 1
                elif result is not None:
                    count['killed'] += 1
                    killers[result] = killers.get(result, 0) + 1
                else:
                    count['equivalent' if equivalent else 'survived'] += 1
                    survivors.append(dict(file=f, line=n, at=at, old=old, new=new, what=what, text=line, function=function, known=equivalent))
                    if not equivalent:
                        print('%s:%d: %s: %s\n- %s\n+ %s' % (f, n, function, what, line.strip(), after.strip()), flush=True)
                done = count['killed'] + count['survived'] + count['equivalent']
                if done % 50 == 0 and result not in ('broken', 'same'):
                    print('%d of %d, %d s: %s' % (done, want, time.time() - start, count), flush=True)

    busy, stopped = [0], []
    signal.signal(signal.SIGTERM, lambda *_: stopped.append(1))
    with ThreadPoolExecutor(o.j) as pool:
        for job in [pool.submit(worker) for _ in range(o.j)]:
            job.result()
    survivors.sort(key=lambda s: (s['file'], s['line']))
    json.dump(survivors, open(store, 'w'), indent=1)
    with open(os.path.join(o.build, 'mutants', label + '.txt'), 'w') as out:
        for s in survivors:
            if s['known']:
                continue
            after = s['text'][:s['at']] + s['new'] + s['text'][s['at'] + len(s['old']):]
            out.write('%s:%d: %s: %s\n- %s\n+ %s\n' % (s['file'], s['line'], s['function'], s['what'], s['text'].strip(), after.strip()))
    print('killed by: ' + ', '.join('%s %d' % (t, k) for t, k in sorted(killers.items(), key=lambda x: -x[1])))
    tried = count['killed'] + count['survived'] + count['equivalent']
    print('%s: %d mutants, %d killed, %d equivalent, %d survived; besides %d with the same object code, %d that do not compile; %d s'
          % (' '.join(o.what), tried, count['killed'], count['equivalent'], count['survived'], count['same'], count['broken'], time.time() - start))
    return 1 if count['survived'] else 0


if __name__ == '__main__':
    sys.exit(main())
