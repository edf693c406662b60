"""Pages as people use them who do not see them, or have no mouse: names and roles in Chromium's accessibility tree, headings, tables,
contrast, the order and the look of the focus.

    access.py BROWSER TOOL WORK REPORT... : counts as the other tests do
"""
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import Browser  # noqa: E402

# What can be used or looked at needs a name; what can be focused has one of the first roles, or is a part that scrolls.
USED = {"link", "button", "textbox", "searchbox", "combobox", "checkbox", "radio", "switch", "slider", "spinbutton", "listbox", "tab", "menuitem",
        "option", "DisclosureTriangle", "DisclosureTriangleGrouped", "PopUpButton", "ComboBoxMenuButton"}
PICTURES = {"img", "image", "graphics-document", "SvgRoot"}
SCROLLED = {"treegrid", "group", "region", "table", "grid", "row", "RootWebArea", "generic", "list"}

# Contrast of each shown text with its background: the colours of its ancestors, and both colours where a bar fills part of a cell.
CONTRAST = """(function () {
  function rgba(text) {
    const m = text.match(/[\\d.]+/g);
    return m ? [+m[0], +m[1], +m[2], m.length > 3 ? +m[3] : 1] : [0, 0, 0, 0];
  }
  function over(top, below) { return [0, 1, 2].map(i => top[i] * top[3] + below[i] * (1 - top[3])); }
  function light(c) {
    const f = c.map(x => { x /= 255; return x <= .03928 ? x / 12.92 : Math.pow((x + .055) / 1.055, 2.4); });
    return .2126 * f[0] + .7152 * f[1] + .0722 * f[2];
  }
  function ratio(a, b) { a = light(a); b = light(b); return (Math.max(a, b) + .05) / (Math.min(a, b) + .05); }
  function backgrounds(e) {
    const layers = [];
    for (; e; e = e.parentElement) {
      const s = getComputedStyle(e), shades = [];
      if (s.backgroundImage !== 'none')
        (s.backgroundImage.match(/rgba?\\([^)]*\\)/g) || []).forEach(c => shades.push(rgba(c)));
      shades.push(rgba(s.backgroundColor));
      layers.push(shades);
      if (shades.length === 1 && shades[0][3] === 1) break;
    }
    let all = [[255, 255, 255]];
    layers.reverse().forEach(shades => { all = [].concat(...shades.map(top => all.map(below => over(top, below)))).slice(0, 16); });
    return all;
  }
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), bad = {};
  const known = new Map();
  let count = 0;
  for (let n; (n = walk.nextNode());) {
    const e = n.parentElement;
    if (!n.data.trim() || e.closest('script, style, title, desc') || !e.checkVisibility({visibilityProperty: true})) continue;
    const s = getComputedStyle(e), svg = e.closest('svg'), size = parseFloat(s.fontSize), large = size >= 24 || (size >= 18.66 && +s.fontWeight >= 700);
    const key = [s.color, s.fill, !!svg, large, e.className && e.className.baseVal === undefined ? e.className : '', e.parentElement.className, e.tagName, e.closest('td,th,tr,li,p') ? getComputedStyle(e.closest('td,th,tr,li,p')).backgroundImage : ''].join('|');
    count++;
    if (known.has(key)) continue;
    const shades = backgrounds(svg || e), color = rgba(svg ? s.fill : s.color), worst = Math.min(...shades.map(b => ratio(over(color, b), b)));
    known.set(key, worst);
    if (worst < (large ? 3 : 4.5)) bad[e.tagName.toLowerCase() + (e.getAttribute('class') ? '.' + e.getAttribute('class') : '') + ' in ' +
      e.parentElement.tagName.toLowerCase() + '.' + e.parentElement.getAttribute('class')] = worst.toFixed(2) + ' "' + n.data.trim().slice(0, 30) + '"';
  }
  return [count, Object.entries(bad).map(x => x.join(': '))];
})()"""

# Headings that skip a level, headings in all, tables without a header, focusable things that nobody sees.
STRUCTURE = """(function () {
  const shown = e => e.checkVisibility({visibilityProperty: true}), found = [];
  let last = 0;
  const heads = Array.from(document.querySelectorAll('h1,h2,h3,h4,h5,h6,[role=heading]')).filter(shown);
  heads.forEach(h => {
    const level = +(h.getAttribute('aria-level') || h.tagName[1]);
    if (level > last + 1) found.push('heading "' + h.textContent.slice(0, 40) + '" is of level ' + level + ' after ' + last);
    if (!h.textContent.trim()) found.push('a heading is empty');
    last = level;
  });
  if (heads.filter(h => h.tagName === 'H1').length !== 1) found.push('not one h1');
  Array.from(document.querySelectorAll('table')).filter(shown).forEach(t => {
    if (!t.querySelector('th')) found.push('a table without headers: ' + t.textContent.slice(0, 40));
  });
  document.querySelectorAll('[aria-hidden=true]').forEach(e => {
    if (e.matches('a[href],button,input,summary,[tabindex]') || e.querySelector('a[href],button,input,select,summary,[tabindex]'))
      found.push('focusable below aria-hidden: ' + e.outerHTML.slice(0, 80));
  });
  document.querySelectorAll('[tabindex]').forEach(e => { if (+e.getAttribute('tabindex') > 0) found.push('tabindex above 0'); });
  const ids = new Set();
  document.querySelectorAll('[id]').forEach(e => { if (ids.has(e.id)) found.push('id twice: ' + e.id); ids.add(e.id); });
  document.querySelectorAll('[aria-labelledby],[aria-controls],[aria-describedby]').forEach(e => ['labelledby', 'controls', 'describedby'].forEach(k =>
    (e.getAttribute('aria-' + k) || '').split(' ').filter(x => x && !document.getElementById(x)).forEach(x => found.push('aria-' + k + ' of nothing: ' + x))));
  return [heads.length, found.slice(0, 20)];
})()"""

# What has the focus: whether it follows the one before, whether it is seen, and whether its focus is.
FOCUS = """(function () {
  const e = document.activeElement;
  if (!e || e === document.body) return null;
  const before = !window.last || window.last === e || (window.last.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
  window.last = e;
  const s = getComputedStyle(e);
  return [before, s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2, e.outerHTML.slice(0, 90)];
})()"""
IN_SIGHT = """(function (e, r) {
  r = e.getBoundingClientRect();
  return r.width > 0 && r.height > 0 && r.right > 0 && r.bottom > 0 && r.top < innerHeight && e.checkVisibility({visibilityProperty: true});
})(document.activeElement)"""

TABS = 40  # of each view

passed = failed = 0


def check(ok, what, found=()):
    global passed, failed
    if ok:
        passed += 1
        return
    failed += 1
    print("FAILED", what)
    for line in list(found)[:12]:
        print("  " + str(line)[:200])


def tree(browser, where):
    nodes = browser.call("Accessibility.getFullAXTree")["nodes"]
    by_id = {n["nodeId"]: n for n in nodes}
    wrong, used, roles = [], 0, {}
    for n in nodes:
        if n.get("ignored"):
            continue
        role = n.get("role", {}).get("value", "")
        roles[role] = roles.get(role, 0) + 1
        name = n.get("name", {}).get("value", "").strip()
        focusable = any(p["name"] == "focusable" and p["value"].get("value") for p in n.get("properties", []))
        if (role in USED or role in PICTURES) and not name:
            wrong.append(f"{role} without a name, node {n.get('backendDOMNodeId')}: {describe(browser, n)}")
        if focusable:
            used += 1
            if role not in USED and role not in SCROLLED:
                wrong.append(f"focusable as {role}: {describe(browser, n)}")
            if role in SCROLLED and role != "RootWebArea" and not name:
                wrong.append(f"focusable {role} without a name: {describe(browser, n)}")
        if role == "table" and not has_header(by_id, n):
            wrong.append(f"a table without headers: {describe(browser, n)}")
    check(used > 3 and not wrong, f"{where}: names and roles of {used} focusable nodes of {len(nodes)}", wrong)


def has_header(by_id, n):
    todo = list(n.get("childIds", []))
    while todo:
        one = by_id.get(todo.pop())
        if one is None:
            continue
        if one.get("role", {}).get("value") in ("columnheader", "rowheader"):
            return True
        todo += one.get("childIds", [])
    return False


def describe(browser, n):
    try:
        html = browser.call("DOM.getOuterHTML", backendNodeId=n["backendDOMNodeId"])["outerHTML"]
    except (RuntimeError, KeyError):
        return "?"
    return html[:110].replace("\n", " ")


def focus(browser, where, start):
    browser.run(f"document.querySelector({json.dumps(start)}).focus(), window.last = null")
    wrong, count = [], 1
    for _ in range(TABS):
        for kind in ("rawKeyDown", "keyUp"):
            browser.call("Input.dispatchKeyEvent", type=kind, key="Tab", code="Tab", windowsVirtualKeyCode=9)
        at = browser.run(FOCUS)
        if at is None:
            break
        follows, ring, html = at
        if not follows:
            break  # round again
        count += 1
        if not browser.wait(IN_SIGHT, 2):  # what is above may still be drawn
            wrong.append("the focus is on what is not seen: " + html)
        if not ring:
            wrong.append("the focus is not seen on " + html)
    check(count >= 3 and not wrong, f"{where}: {count} stops of the focus", wrong)


def stays(browser, where, page):
    """What has the focus stays in sight while the source above it is made, in browsers that keep no place of their own, too."""
    browser.open("about:blank")
    browser.open("file://" + page + "#k0")
    browser.run("document.documentElement.style.overflowAnchor = 'none'")
    if not browser.run("""(function (s, found) {
        if (!s || s.querySelector('.work')) return false;
        found = Array.prototype.filter.call(document.querySelectorAll('.on button, .on summary, .on a[href]'),
            e => s.compareDocumentPosition(e) & 4 && e.offsetHeight > 0)[0];
        if (found) found.focus();
        return !!found;
    })(document.querySelector('#k0 .source'))"""):
        return
    check(browser.wait("document.querySelector('#k0 .source .work') !== null"), f"{where}: the source above the focus is made")
    check(browser.run(IN_SIGHT), f"{where}: what has the focus stays in sight")


def look(browser, where, dark):
    browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
    count, bad = browser.run(CONTRAST)
    check(count > 10 and not bad, f"{where}: contrast of {count} texts, {'dark' if dark else 'light'}", bad)


def main(program, tool, work, reports):
    browser = Browser(program, 1200, 900)
    browser.call("Accessibility.enable")
    try:
        for report in reports:
            page = os.path.join(os.path.abspath(work), "access.html")
            before = report.replace("canopy.", "canopy_before.")
            words = ["--baseline", before] if before != report else []
            subprocess.run([tool, "html", *words, report, "-o", page], stdout=subprocess.DEVNULL, check=False)
            name = os.path.basename(report)
            browser.open("about:blank")
            browser.open("file://" + page)
            for view in ["kernels", "k0", "session"] + (["comparison"] if words else []):
                browser.run(f"location.hash = '#{view}'")
                check(browser.wait(f"document.querySelector('.view.on').id === '{view}'"), f"{name}: #{view}")
                where = f"{name} #{view}"
                headings, wrong = browser.run(STRUCTURE)
                check(headings >= 2 and not wrong, f"{where}: structure", wrong)
                focus(browser, where, "a.skip")
                if view == "k0" and browser.run("document.querySelector('#k0 .source') !== null"):
                    browser.run("document.querySelector('#k0 .source').scrollIntoView()")
                    check(browser.wait("document.querySelector('#k0 .source .work') !== null"), f"{where}: the source is made when it is looked at")
                    focus(browser, where + " source", "#k0 .source .work select, #k0 .source .work input")
                if view == "k0":  # what is folded counts as well
                    browser.run("document.querySelectorAll('.on details').forEach(x => { x.open = true; })")
                tree(browser, where)
                look(browser, where, False)
                look(browser, where, True)
            stays(browser, name, page)
    finally:
        browser.close()
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]))
