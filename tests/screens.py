"""What pages of reports look like, against what they looked like: light, dark, and on 400 pixels.

    screens.py BROWSER TOOL CORPUS STORED WORK [NAME...] : counts as the other tests do; UPDATE=1 stores what is there now; without
        names those of the reports below
    screens.py CORPUS : the paths of the reports

Of each page, the first block of every kind (a table, a chart, findings...) is pictured by itself, so that what is above it does not
matter. Of a picture is stored: where it is and how wide, in percent of the page, and how many columns a table shows; the colours of
its plain areas; a grid of average colours, of 24 columns, a row for every 20 pixels, and a character each for red, green and blue.
Another font moves texts, so a cell may be as its neighbours were, and rows are aligned first, as a line diff does; the share of
cells that differ is judged. Nothing in a block may lie on something else. Of a block that fails, WORK gets the picture.
"""
import base64
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import Browser  # noqa: E402

REPORTS = [
    "2020.2.1_rtx3080_iamcoleman_3d528bfb", "2021.3.1_gtx1650_bautista-garcia_74ef3945", "2022.3.0_rtx3070_nvidia_8399c713",
    "2023.1.0_rtx4090_lashi0812_b6420cbf", "2024.1.1_gtx1660super_lakshyasingh354_7bc2a745", "2024.2.1_t4_armleth_2abc6e23",
    "2025.1.0_gh200480gb_alprielse_076bc542", "2025.2.1_b200_codegandee_b28316d4", "2026.1.1_rtx5070tilaptopgpu_florianmattana_00ae3ec1",
    "2026.2.1_rtx5060laptopgpu_abhishek7204_ca437891"]
LOOKS = [("light", 1200, False), ("dark", 1200, True), ("narrow", 400, False)]
VIEWS = [("kernels", ["body > header", "#kernels .tiles", "#kernels .filter", "#kernels .list"]),
         ("k0", ["#k0 .side", "#k0 .tiles", "#k0 .card:has(> .gains)", "#k0 .says li", "#k0 .card:has(> .header)", "#k0 .card:has(> .plain)",
                 "#k0 .bars", "#k0 .lines", "#k0 .roofline", "#k0 .memory", "#k0 .timeline", "#k0 .histogram", "#k0 .stalls", "#k0 .source"])]
COLUMNS, ROW, HIGHEST = 24, 20, 400
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
NEAR = 2     # letters: cells that far apart are the same
MOST = 0.25  # of the cells of a block may differ
ASIDE = 4    # percent of the page by which a block may lie elsewhere or be wider
PLAIN = 0.01 # of a block: areas of a colour that are looked at
SAME = 10    # of 255: colours of areas that are the same

# The average colour of each cell of a picture, and the colours of plain areas with their share.
GRID = """(async function (data) {
  const bytes = Uint8Array.from(atob(data), c => c.charCodeAt(0)), image = await createImageBitmap(new Blob([bytes]));
  const w = image.width, h = image.height, canvas = new OffscreenCanvas(w, h), context = canvas.getContext('2d'), rows = [];
  context.drawImage(image, 0, 0);
  const p = context.getImageData(0, 0, w, h).data;
  for (let y = 0; y < h; y += ROW) {
    let row = '';
    for (let c = 0; c < COLUMNS; c++) {
      const x0 = Math.floor(w * c / COLUMNS), x1 = Math.floor(w * (c + 1) / COLUMNS), y1 = Math.min(h, y + ROW), sum = [0, 0, 0];
      for (let j = y; j < y1; j++)
        for (let i = x0; i < x1; i++)
          for (let k = 0; k < 3; k++) sum[k] += p[4 * (w * j + i) + k];
      row += sum.map(s => 'LETTERS'[Math.round(s / ((x1 - x0) * (y1 - y)) / 255 * 63)]).join('');
    }
    rows.push(row);
  }
  const areas = {};
  for (let i = 0; i < 4 * w * (h - 1) - 4; i += 4) {
    const same = j => p[i] === p[j] && p[i + 1] === p[j + 1] && p[i + 2] === p[j + 2];
    if (!same(i + 4) || !same(i + 4 * w) || !same(i + 4 * w + 4)) continue;
    const key = (p[i] << 16 | p[i + 1] << 8 | p[i + 2]).toString(16).padStart(6, '0');
    areas[key] = (areas[key] || 0) + 1;
  }
  return [rows, Object.entries(areas).filter(a => a[1] / w / h >= PLAIN / 4).map(a => a[0] + ':' + (a[1] / w / h).toFixed(3))];
})""".replace("COLUMNS", str(COLUMNS)).replace("ROW", str(ROW)).replace("LETTERS", LETTERS).replace("PLAIN", str(PLAIN))

# Where the first block of a kind that is shown lies, how many columns of a table it shows, and what overlaps in it.
PLACE = """(function (what) {
  for (const e of document.querySelectorAll(what)) {
    const r = e.getBoundingClientRect();
    if (r.width <= 0 || r.height <= 0) continue;
    const shown = x => x.getBoundingClientRect().width > 0, columns = Array.from(e.querySelectorAll('tr')).slice(0, 20)
      .map(tr => Array.from(tr.cells).filter(shown).length), over = [];
    const parts = Array.from(e.querySelectorAll('figcaption, h2, h4, p, table, svg, ol, ul, summary, .axis, .row > div')).filter(shown).slice(0, 120)
      .filter(x => x.checkVisibility ? x.checkVisibility() : true).map(x => [x, x.getBoundingClientRect()]);
    parts.forEach(([a, p], i) => parts.slice(i + 1).forEach(([b, q]) => {
      if (a.contains(b) || b.contains(a)) return;
      const wide = Math.min(p.right, q.right) - Math.max(p.left, q.left), high = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
      if (wide > 3 && high > 3) over.push(a.tagName + ' and ' + b.tagName);
    }));
    return [r.x + scrollX, r.y + scrollY, r.width, r.height, document.documentElement.clientWidth, Math.max(0, ...columns), over];
  }
  return null;
})(%s)"""


def cells_of(row):
    return [[LETTERS.index(c) for c in row[i:i + 3]] for i in range(0, len(row), 3)]


def ranges(rows):
    """For each cell the lowest and highest colours of it and its neighbours."""
    for i in range(len(rows)):
        row = []
        for k in range(COLUMNS):
            near = [rows[j][c] for j in range(max(i - 1, 0), min(i + 2, len(rows))) for c in range(max(k - 1, 0), min(k + 2, COLUMNS))]
            row.append(([min(x) - NEAR for x in zip(*near)], [max(x) + NEAR for x in zip(*near)]))
        yield row


def differing(a, wide_a, b, wide_b):
    """The cells of two rows that differ: either is not as the other's surroundings are."""
    def fits(cell, limits):
        return all(p <= x <= q for p, x, q in zip(limits[0], cell, limits[1]))
    return [i for i in range(COLUMNS) if a[i] != b[i] and not (fits(a[i], wide_b[i]) and fits(b[i], wide_a[i]))]


def compare(stored, now):
    """The share of cells that differ, and for each row of the picture those that do. A row that only one side has is as bad as
    one of which a quarter differs."""
    a, b = [cells_of(row) for row in stored], [cells_of(row) for row in now]
    wide_a, wide_b = list(ranges(a)), list(ranges(b))
    alone = COLUMNS / 4
    cost, pairs = [[j * alone for j in range(len(b) + 1)]], {}
    for i in range(1, len(a) + 1):
        cost.append([i * alone])
        for j in range(1, len(b) + 1):
            pairs[i, j] = differing(a[i - 1], wide_a[i - 1], b[j - 1], wide_b[j - 1])
            cost[i].append(min(cost[i - 1][j - 1] + len(pairs[i, j]), cost[i - 1][j] + alone, cost[i][j - 1] + alone))
    where, i, j = [], len(a), len(b)
    while i > 0 or j > 0:
        if i > 0 and j > 0 and cost[i][j] == cost[i - 1][j - 1] + len(pairs[i, j]):
            i, j = i - 1, j - 1
            if pairs[i + 1, j + 1]:
                where.append((j, pairs[i + 1, j + 1]))
        elif i > 0 and cost[i][j] == cost[i - 1][j] + alone:
            i -= 1
            where.append((j, "a row is missing here"))
        else:
            j -= 1
            where.append((j, "a row is new"))
    return cost[-1][-1] / (COLUMNS * max(len(a), 1)), where[::-1]


def new_colors(of, among):
    """Colours of areas that are large on one side and missing on the other."""
    def split(x):
        return [int(x[i:i + 2], 16) for i in (0, 2, 4)], float(x[7:])
    others = [split(x)[0] for x in among]
    return [x[:6] for x in of if split(x)[1] >= PLAIN and not any(max(abs(p - q) for p, q in zip(split(x)[0], o)) <= SAME for o in others)]


def blocks(browser, width, dark):
    """(name, its place and columns, its colours, grid, what overlaps, base64 of the PNG) of each block of the page that is open."""
    browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
    browser.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
    for view, kinds in VIEWS:
        browser.run(f"location.hash = '#{view}'")
        browser.wait(f"document.querySelector('.view.on').id === '{view}'")
        # What is made when it is looked at.
        browser.run("document.querySelector('.on .source') && document.querySelector('.on .source').scrollIntoView()")
        if not browser.wait("!document.querySelector('.on .source') || document.querySelector('.on .source .work') !== null"):
            raise RuntimeError("the source is not made")
        browser.run("scrollTo(0, 0)")
        # An axis that stays in sight lies on rows while it does so; here it stands in its own place.
        browser.run("document.querySelectorAll('.on .timeline .axis').forEach(function (axis) { axis.style.position = 'static'; })")
        for what in kinds:
            place = browser.run(PLACE % json.dumps(what))
            if not place:
                continue
            x, y, w, h, page, columns, over = place
            shot = browser.call("Page.captureScreenshot", format="png", captureBeyondViewport=True,
                                clip={"x": x, "y": y, "width": w, "height": min(h, HIGHEST), "scale": 1})["data"]
            grid, colors = browser.run(f"{GRID}({json.dumps(shot)})")
            yield what, f"{100 * x / page:.0f} {100 * w / page:.0f} {columns}", " ".join(sorted(colors)), grid, over, shot


def read_stored(path):
    """By name: place, colours, grid."""
    stored = {}
    if os.path.exists(path):
        with open(path, encoding="ascii") as f:
            for block in f.read().rstrip("\n").split("\n\n"):
                name, place, colors, *grid = block.split("\n")
                stored[name] = (place, colors, grid)
    return stored


def judge(was, place, colors, grid, over):
    """What is wrong with a block: "" for nothing."""
    if over:
        return "overlapping: " + ", ".join(sorted(set(over)))
    if was is None:
        return "is new"
    before, now = was[0].split(), place.split()
    if any(abs(int(a) - int(b)) > ASIDE for a, b in zip(before[:2], now)):
        return f"begins at {now[0]}% of the page and is {now[1]}% wide, not {before[0]}% and {before[1]}%"
    if before[2] != now[2]:
        return f"shows {now[2]} columns, not {before[2]}"
    lost, new = new_colors(was[1].split(), colors.split()), new_colors(colors.split(), was[1].split())
    if lost or new:
        return f"areas of {', '.join(new) or 'no other colour'} instead of {', '.join(lost) or 'none'}"
    share, where = compare(was[2], grid)
    if share <= MOST:
        return ""
    lines = [f"{100 * share:.0f}% of it differs, {100 * MOST:.0f}% may"]
    for row, cells in where[:12]:
        lines.append(f"  y {row * ROW}: " + (cells if isinstance(cells, str) else f"columns {cells[0] + 1} to {cells[-1] + 1} of {COLUMNS}"))
    return "\n".join(lines + ([f"  and {len(where) - 12} rows more"] if len(where) > 12 else []))


def main(program, tool, corpus, folder, work, *names):
    passed = failed = 0
    os.makedirs(folder, exist_ok=True)
    browser = Browser(program, 1200, 900)
    try:
        for report in names or REPORTS:
            page = os.path.join(os.path.abspath(work), report + ".html")
            done = subprocess.run([tool, "html", os.path.join(corpus, report + ".ncu-rep"), "-o", page], stdout=subprocess.DEVNULL, check=False)
            if done.returncode not in (0, 1):
                failed += 1
                print(f"FAILED ncurep html {report}: exit code {done.returncode}")
                continue
            browser.open("file://" + page)
            for look, width, dark in LOOKS:
                path = os.path.join(folder, f"{report}_{look}.txt")
                now = list(blocks(browser, width, dark))
                if os.environ.get("UPDATE"):
                    with open(path, "w", encoding="ascii") as f:
                        f.write("\n\n".join("\n".join([name, place, colors, *grid]) for name, place, colors, grid, _, _ in now) + "\n")
                stored = read_stored(path)
                wrong = [(name, judge(stored.pop(name, None), *rest), shot) for name, *rest, shot in now]
                wrong += [(name, "is not there any more", None) for name in stored]
                for name, what, shot in wrong:
                    if not what:
                        passed += 1
                        continue
                    failed += 1
                    print(f"FAILED {report}, {look}, {name}: {what}")
                    if shot:
                        picture = os.path.join(work, f"{report}_{look}_{failed}.png")
                        with open(picture, "wb") as f:
                            f.write(base64.b64decode(shot))
                        print(f"  it is {picture}")
    finally:
        browser.close()
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) == 2:
        for one in REPORTS:
            print(os.path.join(sys.argv[1], one + ".ncu-rep"))
        sys.exit()
    if len(sys.argv) < 6:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
