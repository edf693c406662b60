#!/usr/bin/env python3
"""Takes pictures of parts of HTML pages of ncurep with a Chromium: tools/charts.py NCUREP CHROMIUM FOLDER

`make pictures` calls it, for docs/REPORTS.md. Each picture is a page of its own with the style of the whole one and one part
of its body; the browser draws it, what is blank below is cut off, and colours are put together until a palette holds them.
"""
import base64
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import zlib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests"))
from browser import Browser  # noqa: E402

SAMPLES = "examples/samples/ncurep/"
FULL = ["--baseline", SAMPLES + "canopy_before.ncu-rep", SAMPLES + "canopy.ncu-rep"]
HISTOGRAM = ["--section-folder", "examples/samples/sections", SAMPLES + "canopy.ncu-rep"]

# name, options of ncurep html, pattern of the part (None: the source, as its script makes it), width, dark
FIGURE = r'<figure (?:id="f\d+" )?class="card %s">.*?</figure>\n'
CARDS = r'<section>\n<h3 id="k0s%d">.*?</section>\n'
PICTURES = [
    ("page-kernels", FULL, r'<section class="view" id="kernels".*?</section>\n', 980, 0),
    ("page-kernel", FULL, r'<article class="view kernel" id="k0".*?(?=<section>\n<h3 id="k0s1">)', 1240, 0),
    ("page-dark", FULL, r'<section>\n<h3 id="k0s1">.*?(?=<section>\n<h3 id="k0s3">)', 980, 1),
    ("page-narrow", FULL, r'<article class="view kernel" id="k0".*?(?=<section>\n<h3 id="k0s2">)', 400, 0),
    ("page-source", FULL, None, 1500, 0),
    ("page-finding", FULL, CARDS % 3, 980, 0),
    ("page-comparison", FULL, r'<section class="view" id="comparison".*?(?=<h3 id="c1">)', 900, 0),
    ("chart-roofline", FULL, FIGURE % "roofline", 900, 0),
    ("chart-bars", FULL, FIGURE % "bars", 460, 0),
    ("chart-stack", FULL, r'<figure (?:id="f\d+" )?class="card bars">\n<figcaption>Cycles in each state.*?</figure>\n', 560, 0),
    ("chart-lines", FULL, FIGURE % "lines", 480, 0),
    ("chart-histogram", HISTOGRAM, FIGURE % "histogram", 480, 0),
    ("chart-memory", FULL, FIGURE % "memory wide", 960, 0),
    ("chart-timeline", FULL, FIGURE % "timeline wide", 900, 0),
]


def read_png(data):
    """Rows of RGB of a PNG with 8 bits a channel, as Chromium writes it."""
    at, packed = 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        if kind == b"IHDR":
            width, height, _, color = struct.unpack(">IIBB", data[at + 8:at + 18])
        if kind == b"IDAT":
            packed += data[at + 8:at + 8 + size]
        at += size + 12
    step = {2: 3, 6: 4}[color]
    raw, rows, last = zlib.decompress(packed), [], bytearray(width * step)
    for y in range(height):
        at = y * (width * step + 1)
        row, how = bytearray(raw[at + 1:at + 1 + width * step]), raw[at]
        for i in range(len(row)):
            left = row[i - step] if i >= step else 0
            up = last[i]
            if how == 1:
                row[i] = row[i] + left & 255
            elif how == 2:
                row[i] = row[i] + up & 255
            elif how == 3:
                row[i] = row[i] + (left + up) // 2 & 255
            elif how == 4:
                corner = last[i - step] if i >= step else 0
                guess = left + up - corner
                a, b, c = abs(guess - left), abs(guess - up), abs(guess - corner)
                row[i] = row[i] + (left if a <= b and a <= c else up if b <= c else corner) & 255
        last = row
        rows.append([tuple(row[i:i + 3]) for i in range(0, len(row), step)])
    return rows


def write_png(path, rows):
    """With a palette; colours that are close become one until 256 are enough."""
    bits = 8
    while True:
        keep = 256 - (1 << 8 - bits)
        near = {}
        for row in rows:
            for c in row:
                key = (c[0] & keep, c[1] & keep, c[2] & keep)
                near.setdefault(key, {}).setdefault(c, 0)
                near[key][c] += 1
        if len(near) <= 256:
            break
        bits -= 1
    # The most frequent colour stands for those near it: plain areas keep theirs.
    palette = {key: max(of, key=of.get) for key, of in near.items()}
    number = {key: i for i, key in enumerate(palette)}
    lines = b"".join(b"\0" + bytes(number[(c[0] & keep, c[1] & keep, c[2] & keep)] for c in row) for row in rows)

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    with open(path, "wb") as f:
        f.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 3, 0, 0, 0)) +
                chunk(b"PLTE", b"".join(bytes(c) for c in palette.values())) + chunk(b"IDAT", zlib.compress(lines, 9)) + chunk(b"IEND", b""))


def main(tool, browser, folder, only):
    with tempfile.TemporaryDirectory() as temp:
        for name, options, part, width, dark in PICTURES:
            if only and name not in only:
                continue
            page = subprocess.run([tool, "html"] + options, check=True, stdout=subprocess.PIPE).stdout.decode()
            if part is None:
                write_png("%s/%s.png" % (folder, name), read_png(source(browser, temp, page, width)))
                print("%s/%s.png: %d bytes" % (folder, name, os.path.getsize("%s/%s.png" % (folder, name))))
                continue
            head = page[:page.index("<body>")].replace("@media screen and (prefers-color-scheme: dark)", "@media screen" if dark else "@media not all")
            figure = re.search(part, page, re.S).group(0)
            if name.startswith("chart"):
                figure = '<div class="cards">%s</div>' % figure
            if figure.startswith("<article"):
                figure += "</article>"
            with open(temp + "/part.html", "w") as f:
                f.write(head + "<body><main>" + figure + "</main></body></html>")
            draw(browser, temp, width)
            with open(temp + "/part.png", "rb") as f:
                rows = read_png(f.read())
            rows = [row[:width] for row in rows]
            blank = rows[-1]
            end = len(rows)
            while end > 1 and rows[end - 1] == blank:
                end -= 1
            write_png("%s/%s.png" % (folder, name), rows[:end + 14])
            print("%s/%s.png: %d bytes" % (folder, name, os.path.getsize("%s/%s.png" % (folder, name))))


def source(browser, temp, page, width):
    """A PNG of the source of the first kernel, with its hottest line chosen."""
    with open(temp + "/page.html", "w") as f:
        f.write(page)
    b = Browser(browser, width, 900)
    try:
        b.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        b.call("Emulation.setScrollbarsHidden", hidden=True)
        b.open("file://" + temp + "/page.html#k0src")
        b.wait("document.querySelector('.work') !== null")
        b.run("document.querySelector('.work button').click()")
        box = json.loads(b.run("JSON.stringify(document.querySelector('#k0 .source').getBoundingClientRect())"))
        top = b.run("scrollY")
        shot = b.call("Page.captureScreenshot", format="png", captureBeyondViewport=True,
                      clip={"x": box["x"] - 8, "y": box["y"] + top, "width": box["width"] + 16, "height": box["height"] + 8, "scale": 1})
    finally:
        b.close()
    return base64.b64decode(shot["data"])


def draw(browser, temp, width):
    page = "part.html"
    if width < 500:  # a window is at least so wide: a frame stands for a narrower one
        page = "narrow.html"
        with open(temp + "/" + page, "w") as f:
            f.write('<!DOCTYPE html><body style="margin:0"><iframe src="part.html" style="border:0;width:%dpx;height:2600px"></iframe></body>' % width)
    subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-device-scale-factor=1",
                    "--window-size=%d,2600" % max(width, 500), "--screenshot=" + temp + "/part.png", "file://" + temp + "/" + page],
                   check=True, stderr=subprocess.DEVNULL, timeout=120)


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:])
