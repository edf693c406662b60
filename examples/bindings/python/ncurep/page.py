"""HTML of reports, actions, sections and metrics for notebooks: the page that "ncurep html" writes, made by the same C code, or
parts of it. The parts need no script and no network, and follow the colours of the notebook."""

import ctypes
import html
import os
import re
import sys
import threading
from ctypes import byref, c_char_p, c_size_t, c_void_p
from typing import Any, Callable, List, Optional, Set, Tuple

from ._native import Core, folders, raw

ABI = 2
_NAME = {"darwin": "ncurep_page.dylib", "win32": "ncurep_page.dll"}.get(sys.platform, "ncurep_page.so")
_lock = threading.Lock()
_library: Any = None
_serial = 0


def _load() -> Any:
    """The library; False if it is not there."""
    global _library
    if _library is None:
        _library = False
        for folder in folders():
            for name in (_NAME, "ncurep_page.so"):
                path = os.path.join(folder, name)
                if os.path.exists(path):
                    library = ctypes.CDLL(path)
                    library.page_html.restype = c_void_p
                    library.page_html.argtypes = [c_char_p, c_char_p, c_size_t, c_char_p, ctypes.c_int, ctypes.POINTER(c_size_t)]
                    library.page_free.argtypes = [c_void_p]
                    library.page_free.restype = None
                    if library.page_abi() == ABI:
                        _library = library
                        return library
    return _library


def _page(core: Core, only: Optional[int], whole: bool = False) -> Optional[str]:
    """The page of a report, its kernels included if it is whole, of one result, of none (-1); None without the library or if there
    is not enough memory."""
    count = core.info["results"]
    chosen = None if only is None else bytes(i == only for i in range(count)) + b"\0"
    name = raw(os.path.basename(core.path or "")) or b"report"
    size = c_size_t()
    with _lock:
        library = _load()
        if not library:
            return None
        text = library.page_html(name, core.data, len(core.data), chosen, whole, byref(size))
        if not text:
            return None
        try:
            return ctypes.string_at(text, size.value).decode("utf-8", "replace")
        finally:
            library.page_free(text)


# The whole page -----------------------------------------------------------------------------------------------------------


class Shown:
    """What show returns: a notebook shows it as the page."""

    __slots__ = ("_html",)

    def __init__(self, text: str) -> None:
        self._html = text

    def _repr_html_(self) -> str:
        return self._html


def show(report: Any, height: int = 800) -> Shown:
    """The page of "ncurep html", charts, source and all, in a frame of this height in pixels, for the last line of a cell; report:
    what load_report returns, or a path. The page can reach neither the notebook nor the network. RuntimeError where the shared
    object of the page is missing (Windows) or there is not enough memory. (Extra.)"""
    from .report import IContext, load_report

    core = (report if isinstance(report, IContext) else load_report(report))._core
    page = _page(core, None, True)
    if page is None:
        raise RuntimeError("the page could not be made: the shared object ncurep_page is missing, or memory")
    page = page.replace("<head>", '<head><base href="about:srcdoc"/>', 1)  # its links would lead to the notebook
    return Shown('<iframe sandbox="allow-scripts" title="%s" style="width:100%%;height:%dpx;border:0" srcdoc="%s"></iframe>'
                 % (_text(os.path.basename(core.path or "report")), height, html.escape(page)))


# The style sheet, for this part of a notebook only ------------------------------------------------------------------------

_SCOPE = ".ncurep.ncurep.ncurep"  # stronger than what notebooks say of their tables


def _blocks(css: str) -> List[Tuple[str, str]]:
    """What is before each brace, and what is in it."""
    out: List[Tuple[str, str]] = []
    at = 0
    while True:
        begin = css.find("{", at)
        if begin < 0:
            return out
        depth, end = 1, begin + 1
        while depth and end < len(css):
            depth += {"{": 1, "}": -1}.get(css[end], 0)
            end += 1
        out.append((css[at:begin].strip(), css[begin + 1 : end - 1].strip()))
        at = end


def _selector(selector: str, used: Set[str]) -> str:
    """The selector within the scope, "" if nothing of these classes can match."""
    out = []
    for part in re.split(r",\s*(?![^(]*\))", selector):
        names = re.findall(r"[.#]([\w-]+)", re.sub(r"\[[^]]*\]|:not\([^)]*\)", "", part))
        if used.issuperset(names):
            whole = re.sub(r"^(:root|html|body)\b", _SCOPE, part)
            out.append(whole if whole != part else _SCOPE + " " + part)
    return ", ".join(out)


def _scoped(blocks: List[Tuple[str, str]], used: Set[str]) -> str:
    out = []
    for head, body in blocks:
        selector = "" if head.startswith("@") else _selector(head, used)
        inner = _scoped(_blocks(body), used) if head.startswith("@media") else body if selector else ""
        if inner:
            out.append("%s{%s}" % (selector or head, inner))
    return "\n".join(out)


def _style(page: str, used: Set[str]) -> str:
    """Those rules of the page that can match one of these classes."""
    blocks = _blocks(re.sub(r"/\*.*?\*/", "", page[page.index("<style>") + 7 : page.index("</style>")], flags=re.S))
    light = next((body for head, body in blocks if head == ":root"), "")
    dark = next((inner for head, body in blocks if "prefers-color-scheme: dark" in head for root, inner in _blocks(body)
                 if root == ":root"), "")
    own = [_SCOPE + " :where(:not(svg,svg *)){all:revert}",  # what the notebook says of its own tables and lists
           _scoped(blocks, used), _SCOPE + "{padding:.8rem;border-radius:10px;overflow-x:auto}",
           _SCOPE + " .kernel{display:block}", _SCOPE + " a:not([href]){color:inherit;text-decoration:none}",
           _SCOPE + ">section:first-of-type>:is(h2,h3){margin-top:0}", _SCOPE + ">:last-child{margin-bottom:0}"]
    # The notebook's own choice of colours counts more than the system's.
    for notebook, colors, scheme in (("[data-jp-theme-light=true]", light, "light"), ("[data-jp-theme-light=false]", dark, "dark"),
                                     (".vscode-light", light, "light"), (".vscode-dark", dark, "dark")):
        own.append("%s %s{%s;color-scheme:%s}" % (notebook, _SCOPE, colors.rstrip("; "), scheme))
    return "<style>\n%s\n</style>\n" % "\n".join(own)


# Parts of the page --------------------------------------------------------------------------------------------------------

def _element(page: str, name: str, start: int) -> str:
    """The element that begins here, of a name that may be nested."""
    depth = 0
    for m in re.compile("<(/?)%s\\b[^>]*>" % name).finditer(page, start):
        depth += -1 if m.group(1) else 1
        if depth == 0:
            return page[start : m.end()]
    return page[start:]


def _framed(page: str, part: str) -> str:
    """A part as HTML of its own: identifiers differ from those of any other output, links that lead out of it are text, and
    what only the page's script could use is gone."""
    global _serial
    with _lock:
        _serial += 1
        mark = "n%d-" % _serial
    for pattern in (r"<script\b.*?</script>", r"<noscript>.*?</noscript>", r'<div class="filter">.*?</div>', r"<nav\b.*?</nav>",
                    r'<p class="about">This page holds .*?</p>\n?'):
        part = re.sub(pattern, "", part, flags=re.S)
    known = set(re.findall(r'\bid="([^"]*)"', part))
    part = re.sub(r' href="#([^"]*)"', lambda m: ' href="#%s%s"' % (mark, m.group(1)) if m.group(1) in known else "", part)
    part = re.sub(r'\b(id|for|aria-labelledby|aria-describedby)="([^"]*)"',
                  lambda m: '%s="%s"' % (m.group(1), " ".join(mark + word for word in m.group(2).split())), part)
    used = {name for names in re.findall(r'\bclass="([^"]*)"', part) for name in names.split()}
    return '<div class="ncurep">\n%s%s\n</div>' % (_style(page, used), part)


def _kernel(page: str, index: int) -> str:
    start = re.search(r'<article\b[^>]* id="k%d"' % index, page)
    return _element(page, "article", start.start()) if start else ""


def of_report(core: Core) -> Optional[str]:
    """Name, damage, and the list of results."""
    page = _page(core, None)
    if page is None:
        return None
    head = page[page.index("<header>") + 8 : page.index("</header>")]
    start = re.search(r'<section\b[^>]* id="kernels"', page)
    return _framed(page, head + (_element(page, "section", start.start()) if start else ""))


def of_action(core: Core, index: int) -> Optional[str]:
    """A result with its sections, charts and findings; not its source, for which the page has too many rows."""
    page = _page(core, index)
    if page is None:
        return None
    part = _kernel(page, index)
    side = re.search(r'<div class="side">.*?(<h2\b.*?</h2>).*?</div>\s*(?=<div class="of">)', part, re.S)
    if side:
        part = part[: side.start()] + side.group(1) + part[side.end() :]
    source = re.search(r'<section\b[^>]*>\s*<h3 id="k%dsrc"' % index, part)
    if source:
        part = part.replace(_element(part, "section", source.start()), "")
    return _framed(page, part)


def of_section(core: Core, index: int, name: str, nth: int) -> Optional[str]:
    """The nth section of this name of a result."""
    page = _page(core, index)
    if page is None:
        return None
    part = _kernel(page, index)
    found = [m for m in re.finditer(r'<section\b[^>]*>\s*<h3 id="k%ds\d+">(.*?)</h3>' % index, part, re.S)
             if html.unescape(re.sub("<.*?>", "", m.group(1))).strip() == name]
    if nth < len(found):
        return _framed(page, _element(part, "section", found[nth].start()))
    return _framed(page, "<section>\n<h3>%s</h3>\n<p>The report has no values for this section.</p>\n</section>" % _text(name))


# A metric -----------------------------------------------------------------------------------------------------------------

_MOST = 10


def _text(value: Any) -> str:
    return html.escape(str(value).encode("utf-8", "replace").decode())


def _number(value: Any) -> str:
    if value is None:
        return "-"
    return _text("{:,}".format(value) if isinstance(value, int) else "{:,.6g}".format(value) if isinstance(value, float) else value)


def _line(times: List[int], values: List[float]) -> str:
    """Values over time."""
    begin, span, most = min(times), max(max(times) - min(times), 1), max(max(values), 0.0) or 1.0
    points = ["%.1f %.1f" % (600.0 * (t - begin) / span, 80 - 76 * max(v, 0.0) / most) for t, v in sorted(zip(times, values))]
    return ('<svg viewBox="0 0 600 80" preserveAspectRatio="none" style="height:80px;max-width:none;background:var(--soft)" role="img" aria-label='
            '"%d values over %s ns, the largest %s"><path class="l" style="stroke:var(--c1)" d="M%s"/></svg>\n'
            '<div class="axis"><span>0</span><span>%s ns</span></div>\n'
            % (len(times), _number(span), _number(most), " L".join(points), _number(span)))


def _bars(rows: List[Tuple[str, Any]], total: float) -> str:
    most = max([abs(v) for _, v in rows if isinstance(v, (int, float)) and v == v] or [0]) or 1
    out = ['<table class="bars"><thead><tr><th scope="col">Instance<th scope="col">Value<th scope="col">Share</thead><tbody>\n']
    for label, value in rows:
        share = 100.0 * value / total if isinstance(value, (int, float)) and total > 0 and value == value and abs(value) <= total else None
        width = 100.0 * abs(value) / most if isinstance(value, (int, float)) and value == value else 0
        out.append('<tr><th>%s<td class="n">%s<td class="n" style="--h:%.0f">%s\n'
                   % (_text(label), _number(value), width, "" if share is None else "%.1f%%" % share))
    return "".join(out) + "</tbody></table>\n"


def of_metric(core: Core, metric: Any, label: Callable[[Any], str]) -> Optional[str]:
    """Value and unit, and the instances: a line over time, or the largest. label: what an id is for people."""
    page = _page(core, -1)
    if page is None:
        return None
    part = '<figure class="card">\n<figcaption>%s</figcaption>\n<dl class="tiles"><div><dt>Value</dt><dd>%s %s <small>%s</small></dd></div></dl>\n' % (
        _text(metric.name()), _number(metric.value()), _text(metric.unit()), _text(metric.description()))
    if metric.num_instances():
        values = metric.values()
        ids = metric.ids() or list(range(len(values)))
        numbers = [v for v in values if isinstance(v, (int, float)) and v == v and abs(v) != float("inf")]
        part += '<p class="about">%s instances</p>\n' % _number(len(values))
        if metric.id_kind() == 1 and len(numbers) == len(values) and all(isinstance(i, int) for i in ids):
            part += _line(ids, numbers)
        else:
            rows = sorted(zip(ids, values), key=lambda x: -x[1] if isinstance(x[1], (int, float)) and x[1] == x[1] else float("inf"))
            part += _bars([(label(i), v) for i, v in rows[:_MOST]], float(sum(v for v in numbers if v > 0)))
            if len(rows) > _MOST:
                part += '<p class="about">The %d largest; values() has all.</p>\n' % _MOST
    return _framed(page, part + "</figure>")
