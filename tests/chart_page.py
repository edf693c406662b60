"""What one does with the charts of a page: copy them as pictures, look at a timeline more closely.

    chart_page.py BROWSER TOOL WORK REPORT : counts as the other tests do; the report has a timeline and a roofline
"""
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import Browser  # noqa: E402

passed = failed = 0


def check(ok, what, found=""):
    global passed, failed
    if ok:
        passed += 1
        return
    failed += 1
    print("FAILED", what)
    print("  " + str(found)[:1500])


# Stands in for the clipboard, which a page without a person at it may not have.
CLIPBOARD = """Object.defineProperty(navigator, 'clipboard', {value: {write: async items => {
  const blob = await items[0].getType(items[0].types[0]);
  const got = {type: blob.type, text: blob.type.includes('svg') ? await blob.text() : '', size: blob.size};
  if (!blob.type.includes('svg')) { const i = await createImageBitmap(blob); got.width = i.width; got.height = i.height; }
  window.copied = got;
}}})"""

# The picture that was copied: whether it is whole, its texts, elements, and those of the figure.
LOOK = """(function (figure) {
  const doc = new DOMParser().parseFromString(copied.text, 'image/svg+xml'), svg = doc.documentElement;
  const own = Array.from(figure.querySelectorAll('svg')).filter(s => s.getClientRects().length);
  return {bad: doc.querySelector('parsererror') !== null, title: svg.querySelector('title').textContent, texts: Array.from(svg.querySelectorAll('text')).map(t => t.textContent),
    pictures: svg.querySelectorAll('svg > svg').length, own: own.length, width: +svg.getAttribute('width'), box: figure.getBoundingClientRect().width,
    classes: svg.querySelectorAll('[class]').length, refers: /url\\(|href|var\\(|currentColor/i.test(copied.text), strokes: new Set(Array.from(svg.querySelectorAll('path, polyline')).map(p => p.getAttribute('stroke'))).size};
})(%s)"""


def click(browser, selector):
    browser.run(f"document.querySelector({json.dumps(selector)}).click()")


def drag(browser, selector, start, end):
    """With the mouse, over parts of the width of an element."""
    box = browser.run(f"(function (e) {{ e.scrollIntoView({{block: 'center'}}); const r = e.getBoundingClientRect(); return [r.left, r.top, r.width, r.height]; }})(document.querySelector({json.dumps(selector)}))")
    y = box[1] + box[3] / 2
    for kind, part in (("mousePressed", start), ("mouseMoved", (start + end) / 2), ("mouseMoved", end), ("mouseReleased", end)):
        browser.call("Input.dispatchMouseEvent", type=kind, x=box[0] + box[2] * part, y=y, button="left", buttons=0 if kind == "mouseReleased" else 1, clickCount=1)


def window(browser):
    return browser.run("Array.from(new Set(Array.from(document.querySelectorAll('.on figure.timeline svg[data-time]')).map(s => s.getAttribute('viewBox'))))")


def axis(browser):
    return browser.run("Array.from(document.querySelectorAll('.on figure.timeline .axis span')).map(s => s.textContent)")


def main(program, tool, work, report):
    page = os.path.join(os.path.abspath(work), "chart_page.html")
    subprocess.run([tool, "html", "-c", "1", report, "-o", page], stdout=subprocess.DEVNULL, check=False)
    browser = Browser(program, 1200, 900)
    try:
        browser.call("Page.addScriptToEvaluateOnNewDocument", source=CLIPBOARD)
        browser.open("file://" + page + "#k0")
        browser.wait("document.querySelector('.view.on').id === 'k0'")
        kinds = browser.run("Array.from(new Set(Array.from(document.querySelectorAll('.on figure.card:not(.empty)')).map(f => f.classList[1])))")
        check("timeline" in kinds and "roofline" in kinds and "bars" in kinds, "kinds of charts", kinds)
        for kind in kinds:
            figure = f"document.querySelector('.on figure.{kind}')"
            browser.run("window.copied = null")
            click(browser, f".on figure.{kind} .save button[data-as=SVG]")
            check(browser.wait("window.copied", 10), f"{kind}: copied as SVG")
            got = browser.run(LOOK % figure)
            check(not got["bad"] and not got["refers"] and got["classes"] == 0, f"{kind}: a document that needs nothing else", got)
            check(got["pictures"] == got["own"] and got["own"] > 0 and abs(got["width"] - got["box"]) < 1, f"{kind}: every picture of it", got)
            words = browser.run(f"(function (f) {{ const c = f.querySelector('figcaption'); return c ? c.textContent : ''; }})({figure})")
            check(" ".join(got["texts"]).find(words) >= 0 and len(got["texts"]) > (kind != "lines"), f"{kind}: its texts", got)
            if kind == "timeline" or kind == "roofline":
                check(got["strokes"] > (kind == "roofline"), f"{kind}: colours of its lines", got)
            browser.run("window.copied = null")
            click(browser, f".on figure.{kind} .save button[data-as=PNG]")
            check(browser.wait("window.copied && window.copied.type === 'image/png' && window.copied.size > 2000", 10), f"{kind}: copied as PNG", browser.run("window.copied"))
            check(abs((browser.run("copied && copied.width") or 0) - 2 * got["box"]) <= 2, f"{kind}: twice as wide", browser.run("copied"))

        # One axis for all series: closer, aside, back.
        whole, ends = window(browser), axis(browser)
        check(whole == ["0 0 1000 40"], "all of the time at first", whole)
        def zoom(name):
            click(browser, f".on figure.timeline .zoom button[aria-label='{name}']")
        zoom("Closer")
        check(window(browser) == ["250 0 500 40"], "closer", window(browser))
        check(axis(browser)[1] == ends[1] and axis(browser)[0] != ends[0], "the axis", axis(browser))
        zoom("Later")
        check(window(browser) == ["375 0 500 40"], "later", window(browser))
        zoom("Earlier")
        zoom("Earlier")
        zoom("Earlier")
        zoom("Earlier")
        check(window(browser) == ["0 0 500 40"], "no earlier than the begin", window(browser))
        zoom("Less close")
        check(window(browser) == ["0 0 1000 40"] and axis(browser) == ends, "back", (window(browser), axis(browser)))
        drag(browser, ".on figure.timeline svg[data-time]", 0.25, 0.5)
        got = [float(x) for x in window(browser)[0].split()]
        check(len(window(browser)) == 1 and abs(got[0] - 250) < 5 and abs(got[2] - 250) < 5, "a range drawn with the mouse", window(browser))
        # A cursor says the value of every row at the time there, and goes with the pointer.
        values = "Array.from(document.querySelectorAll('.on figure.timeline .row b')).map(b => b.textContent)"
        highest = browser.run(values)
        browser.run("(function (s) { const r = s.getBoundingClientRect(); s.dispatchEvent(new MouseEvent('mousemove', {bubbles: true, clientX: r.left + r.width / 3, clientY: r.top + 5})); })"
                    "(document.querySelector('.on figure.timeline svg[data-time]'))")
        there = browser.run(values)
        check(len(there) > 2 and sum(a != b for a, b in zip(highest, there)) > len(there) / 2, "the cursor reads all rows", (highest, there))
        check(browser.run("/^-?[0-9.]+ [nmu]?s$/.test(document.querySelector('.on .cursor').getAttribute('data-at'))"), "and says the time")
        browser.run("document.body.dispatchEvent(new MouseEvent('mousemove', {bubbles: true}))")
        check(browser.run(values) == highest and browser.run("document.querySelector('.cursor') === null"), "and goes", browser.run(values))
        browser.run("(function (r) { r.focus(); ['ArrowRight', 'ArrowRight'].forEach(k => r.dispatchEvent(new KeyboardEvent('keydown', {key: k, bubbles: true}))); })(document.querySelector('.on figure.timeline .rows'))")
        check(browser.run("document.querySelector('.on .cursor') !== null") and browser.run(values) != highest, "keys move it, too", browser.run(values))
        browser.run("document.querySelector('.on figure.timeline .rows').dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true}))")
        check(browser.run(values) == highest, "Escape takes it away")
        # The axis is in sight wherever the rows are.
        browser.run("document.querySelector('.on figure.timeline').scrollIntoView()")
        check(browser.run("(function (a) { const r = a.getBoundingClientRect(); return r.bottom <= innerHeight + 1 && r.top >= 0; })(document.querySelector('.on figure.timeline .axis'))"), "the axis is in sight")
        # A roofline over the page, and back.
        click(browser, ".on figure.roofline button[aria-pressed]")
        check(browser.run("document.querySelector('.on figure.roofline > svg').getBoundingClientRect().width") > 800, "a roofline is enlarged")
        check(browser.run("/^[0-9.]+% of its roof: /.test(document.querySelector('.on figure.roofline text.k').textContent)"), "its point has a name and says how far the roof is")
        browser.run("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true}))")
        check(browser.run("document.querySelector('.large') === null"), "Escape puts it back")
        zoom("All of the time")
        check(window(browser) == whole and axis(browser) == ends, "all of it again", axis(browser))
        problems = [e["params"]["exceptionDetails"].get("exception", {}).get("description", "?") for e in browser.events if e.get("method") == "Runtime.exceptionThrown"]
        check(not problems, "the script of the page", problems)
    finally:
        browser.close()
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
