"""The source of a kernel in a browser whose window changes: BROWSER NCUREP FOLDER REPORT..."""
import os
import subprocess
import sys

import browser as browsers

counts = [0, 0]

# Of the rows in view: the first, and those whose text is cut and begins in the right half of its cell.
ROWS = """[...document.querySelectorAll('#k0 .work .pane')].map(function (pane) {
  var grid = pane.querySelector('[role=treegrid]'), top = grid.getBoundingClientRect().top + pane.querySelector('.head').offsetHeight, low = grid.getBoundingClientRect().bottom, first = '', cut = 0, late = [];
  pane.querySelectorAll('.r').forEach(function (row) {
    var cell = row.querySelector('.c'), box = cell.getBoundingClientRect(), text = [...cell.childNodes].find(function (n) { return n.nodeType === 3; }), range = document.createRange(), at;
    if (row.getBoundingClientRect().bottom < top + 4 || row.getBoundingClientRect().top > low) return;
    first = first || row.cells || row.querySelector('.n').textContent;
    if (!text || !text.data.trim() || cell.scrollWidth <= cell.clientWidth) return;
    at = text.data.search(/\\S/);
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    cut++;
    if (range.getBoundingClientRect().left > box.left + .62 * box.width) late.push(cell.title.slice(0, 60));
  });
  return {first: first, cut: cut, late: late, rows: grid.getAttribute('aria-rowcount') - 1};
})"""


def check(ok, what, *more):
    counts[0 if ok else 1] += 1
    if not ok:
        print("FAILED", what, *more)


def main(program, tool, folder, reports):
    browser = browsers.start(program)
    cut = 0
    for report in reports:
        name = os.path.basename(report)
        page = os.path.join(os.path.abspath(folder), "source.html")
        subprocess.run([tool, "html", report, "-o", page], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        browser.resize(1440, 900)
        browser.open("about:blank")
        browser.open("file://" + page + "#k0")
        browser.run("document.querySelector('#k0 .source').scrollIntoView()")
        check(browser.wait("document.querySelector('#k0 .work .r') !== null"), f"{name}: the source is there")
        for width in (400, 1024, 1440):
            browser.run("document.querySelectorAll('#k0 .work [role=treegrid]').forEach(function (g) { g.scrollTop = g.scrollHeight / 3; })")
            browser.wait("new Promise(function (done) { requestAnimationFrame(function () { requestAnimationFrame(function () { done(true); }); }); })")
            before = browser.run(ROWS)
            browser.resize(width, 900)
            browser.wait("new Promise(function (done) { requestAnimationFrame(function () { requestAnimationFrame(function () { done(true); }); }); })")
            after = browser.run(ROWS)
            long = [i for i, x in enumerate(after) if x["rows"] > 100]  # others fit where there is more height, and have no place to keep
            check([before[i]["first"] for i in long] == [after[i]["first"] for i in long], f"{name}: the same rows stay in view at {width}", before, after)
            check(not any(x["late"] for x in after), f"{name}: the code of deep lines is seen at {width}", after)
            cut += sum(x["cut"] for x in after)
            check(sum(x["rows"] for x in after) > 20, f"{name}: there are rows", after)
    check(cut > 10, "some lines have no room", cut)
    check(not browser.errors(), "no error", browser.errors()[:3])
    browser.close()
    print(f"{counts[0]} passed, {counts[1]} failed, 0 skipped")


main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:])
