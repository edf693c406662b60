"""What is in cells of a page that a browser shows, and how: scripts that take a document, for tests of the page by itself and in the viewer."""
import re

# Figures that go on in another line, which reads as two figures. Hidden ones take no room. How many there are, and the first of those.
BROKEN = """(function (d) {
var out = [], seen = 0;
d.querySelectorAll('td:not(.t)').forEach(function (cell) {
  if (cell.closest('.work')) return;
  var texts = d.createTreeWalker(cell, NodeFilter.SHOW_TEXT), n, m, r, figure = /[0-9][0-9.,]*[0-9]/g;
  while ((n = texts.nextNode())) while ((m = figure.exec(n.data))) {
    r = d.createRange();
    r.setStart(n, m.index);
    r.setEnd(n, m.index + m[0].length);
    seen += r.getClientRects().length > 0;
    if (r.getClientRects().length > 1) out.push(m[0]);
  }
});
return [seen, out.slice(0, 5)];
}(%s))"""

# Cells of tables whose text reaches out of them, or that nobody can scroll to. How many there are, and the first of those.
CELLS_CLIPPED = """(function (d) {
var out = [], seen = 0, wide = d.documentElement.clientWidth, at = d.defaultView;
function scrolls(e) {
  for (; e && e !== d.body; e = e.parentElement) if (/auto|scroll/.test(at.getComputedStyle(e).overflowX)) return true;
  return false;
}
d.querySelectorAll('tr > *').forEach(function (cell) {
  var r = d.createRange(), text, box = cell.getBoundingClientRect();
  if (cell.closest('.work') || box.width === 0 || !cell.textContent.trim()) return;
  r.selectNodeContents(cell);
  text = r.getBoundingClientRect();
  seen++;
  if (text.left < box.left - 1 || text.right > box.right + 1 || (box.right > wide + 1 && !scrolls(cell))) out.push(cell.textContent.slice(0, 60));
});
return [seen, out.slice(0, 5)];
}(%s))"""

# Rows of sections: the name of the metric, its value, its unit, and of each baseline what stands beside it.
ROWS = """(function (d) {
var out = [];
d.querySelectorAll('.header tr, .plain tr').forEach(function (row) {
  out.push([row.cells[0].title, row.cells[1].textContent.trim(), row.cells[2].textContent.trim(), Array.prototype.map.call(row.querySelectorAll('.vs small'), function (x) {
    var b = x.querySelector('b');
    return [x.firstChild.className, x.textContent.slice(0, b ? -b.textContent.length : undefined).trim().replace(/^\\d /, '').trim(), b ? b.textContent : ''];
  })]);
});
return out;
}(%s))"""

UNITS = {"n": 1e-9, "u": 1e-6, "m": 1e-3, "": 1, "k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15}


def cells_of(tree, found=None):
    """By name, each {label, name, unit, value} in what "details --json" says of a result."""
    found = {} if found is None else found
    if isinstance(tree, list):
        for x in tree:
            cells_of(x, found)
    elif isinstance(tree, dict):
        if "unit" in tree and "value" in tree and "name" in tree:
            found.setdefault(tree["name"], []).append(tree)
        for x in tree.values():
            cells_of(x, found)
    return found


def factor(shown, base):
    """How much a unit on the page is in the base unit: "us" in "nsecond", "Gbyte/s" in "byte/second"; None: it is another one."""
    shown, base = (re.sub(r"^([num]?)second\b", r"\1s", (u or "").replace("/second", "/s")) for u in (shown, base))
    seconds = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1}
    if shown in seconds and base in seconds:
        return seconds[shown] / seconds[base]
    for prefix, by in UNITS.items():
        if shown.lower() == (prefix + base).lower() and shown[:len(prefix)] == prefix:
            return by
    return None


def is_shown(text, unit, cell):
    """Whether a figure is the value of a cell, to the two digits after the point that people see, or to six of all."""
    value = cell["value"]
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        return text == ("" if value is None else str(value))
    by = factor(unit, cell["unit"])
    try:
        figure = float(text.replace(",", ""))
    except ValueError:
        return False
    return by is not None and abs(figure * by - value) <= max(0.005001 * by, abs(value) * 5e-6)
