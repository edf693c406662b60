#!/usr/bin/env python3
"""Draws what a terminal shows as an SVG picture: COMMAND --color=always | tools/picture.py TITLE >picture.svg

Knows the colours that examples/shared/cli writes. The pictures of the README are made by `make pictures`.
"""
import re
import sys
from html import escape

COLORS = {31: "#e06c75", 32: "#98c379", 33: "#e5c07b", 34: "#61afef", 35: "#c678dd", 36: "#56b6c2"}
WIDTH, LINE, LEFT, TOP = 8.4, 18, 14, 46


def runs(line):
    """(column, text, style) of a line with escape sequences."""
    style, column = {}, 0
    for part in re.split(r"(\033\[[0-9;]*m)", line):
        if part.startswith("\033["):
            for code in (int(c or 0) for c in part[2:-1].split(";")):
                style = {} if code == 0 else dict(style, bold=1) if code == 1 else dict(style, dim=1) if code == 2 \
                    else dict(style, back=1) if code == 7 else dict(style, color=COLORS[code]) if code in COLORS else style
        elif part:
            yield column, part, style
            column += len(part)


def draw(title, lines):
    columns = max([60] + [sum(len(t) for _, t, _ in runs(line)) for line in lines])
    w, h = LEFT * 2 + columns * WIDTH, TOP + LINE * len(lines) + 10
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w:.0f} {h}" width="{w:.0f}" height="{h}" role="img" '
           f'font-family="ui-monospace,Menlo,Consolas,DejaVu Sans Mono,monospace" font-size="14">')
    yield f"<title>{escape(title)}</title>"
    yield f'<rect width="{w:.0f}" height="{h}" rx="8" fill="#1e2127"/>'
    yield f'<text x="{LEFT}" y="24" fill="#7f848e">$ {escape(title)}</text>'
    for row, line in enumerate(lines):
        for column, text, style in runs(line):
            x, y, n = LEFT + column * WIDTH, TOP + row * LINE, len(text)
            fill = style.get("color", "#abb2bf")
            if style.get("back"):
                yield f'<rect x="{x:.1f}" y="{y - 13}" width="{n * WIDTH:.1f}" height="{LINE}" fill="{fill}"/>'
                fill = "#1e2127"
            if text.strip():
                look = (' font-weight="bold"' if style.get("bold") else "") + (' opacity="0.6"' if style.get("dim") else "")
                yield (f'<text x="{x:.1f}" y="{y}" fill="{fill}"{look} xml:space="preserve" textLength="{n * WIDTH:.1f}" '
                       f'lengthAdjust="spacing">{escape(text)}</text>')
    yield "</svg>"


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    print("\n".join(draw(sys.argv[1], sys.stdin.read().rstrip("\n").split("\n"))))
