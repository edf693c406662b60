#!/usr/bin/env python3
"""Takes pictures of parts of HTML pages of ncurep with a Chromium: tools/charts.py NCUREP CHROMIUM FOLDER [NAME]...

`make pictures` calls it, for docs/REPORTS.md. Each picture is a part of the page as a reader has it open; colours are put together
until a palette holds them.
"""
import base64
import os
import struct
import subprocess
import sys
import tempfile
import zlib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests"))
from browser import Browser  # noqa: E402

SAMPLES = "examples/data/samples/ncurep/"
FULL = ["--baseline", SAMPLES + "canopy_before.ncu-rep", SAMPLES + "canopy.ncu-rep"]
HISTOGRAM = ["--section-folder", "examples/data/samples/sections", SAMPLES + "canopy.ncu-rep"]
# Of a section of the kernel, by the text of its title.
SECTION = "Array.from(document.querySelectorAll('#k0 section')).find(s => s.querySelector('h3').textContent === %r)"
FIGURE = "document.querySelector('#k0 figure.%s')"

# name, options of ncurep html, view, the part, width of the window, dark, height at most
PICTURES = [
    ("page-kernels", FULL, "kernels", "document.querySelector('main')", 980, False, 700),
    ("page-kernel", FULL, "k0", "document.querySelector('#k0')", 1240, False, 900),
    ("page-dark", FULL, "k0", SECTION % "Roofline", 980, True, 900),
    ("page-narrow", FULL, "k0", "document.querySelector('main')", 400, False, 1200),
    ("page-source", [SAMPLES + "canopy.ncu-rep"], "k0-Ic0", "document.querySelector('#k0 .work')", 1440, False, 900),
    ("page-source-wide", [SAMPLES + "orchard.ncu-rep"], "k1-I80", "document.querySelector('#k1 .work')", 1600, False, 900),
    ("page-source-narrow", ["--resolve-source-file", SAMPLES + "nested.cu", SAMPLES + "saxpy.ncu-rep"], "k0-L14", "document.querySelector('#k0 .work')", 400, False, 1200),
    ("page-source-baseline", FULL, "k0-L14", "document.querySelector('#k0 .work')", 1240, False, 620),
    ("page-finding", FULL, "k0", SECTION % "Memory", 980, False, 900),
    ("page-comparison", FULL, "comparison", "document.querySelector('main')", 900, False, 900),
    ("chart-roofline", FULL, "k0", FIGURE % "roofline", 980, False, 900),
    ("chart-bars", FULL, "k0", FIGURE % "bars", 980, False, 900),
    ("chart-stack", FULL, "k0", "document.querySelector('#k0 figure.bars .stack').parentNode", 980, False, 900),
    ("chart-lines", FULL, "k0", FIGURE % "lines", 980, False, 900),
    ("chart-histogram", HISTOGRAM, "k0", FIGURE % "histogram", 980, False, 900),
    ("chart-memory", FULL, "k0", FIGURE % "memory", 980, False, 900),
    ("chart-timeline", FULL, "k0", FIGURE % "timeline", 980, False, 900),
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


def main(tool, program, folder, only):
    browser = Browser(program)
    with tempfile.TemporaryDirectory() as temp:
        for name, options, view, part, width, dark, most in PICTURES:
            if only and name not in only:
                continue
            page = os.path.join(temp, "page.html")
            subprocess.run([tool, "html", *options, "-o", page], check=True)
            browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
            browser.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
            browser.open("about:blank")
            browser.open(f"file://{page}#{view}")
            # The source of a kernel is made when it is looked at.
            if ".source" in part:
                browser.run(part + ".scrollIntoView()")
                browser.wait("document.querySelector('.on .source .work') !== null")
                browser.run("scrollTo(0, 0)")
            x, y, w, h = browser.run("(function (r) { return [r.x + scrollX, r.y + scrollY, r.width, r.height]; })(" + part + ".getBoundingClientRect())")
            shot = browser.call("Page.captureScreenshot", format="png", captureBeyondViewport=True,
                                clip={"x": max(x - 10, 0), "y": max(y - 10, 0), "width": min(w + 20, width), "height": min(h, most) + 20, "scale": 1})["data"]
            write_png(f"{folder}/{name}.png", read_png(base64.b64decode(shot)))
            print(f"{folder}/{name}.png: {os.path.getsize(f'{folder}/{name}.png')} bytes")
    browser.close()


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:])
