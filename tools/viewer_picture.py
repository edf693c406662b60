"""Makes docs/pictures/viewer.png: the viewer with two made-up reports, a kernel of one compared with a kernel of the other.

    viewer_picture.py BROWSER PAGE PICTURE REPORT BASELINE
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests"))
from browser import start  # noqa: E402

program, page, picture, *reports = sys.argv[1:]
browser = start(program)
browser.resize(1100, 700)
browser.dark(False)
browser.open("file://" + os.path.abspath(page))
browser.choose("#files", reports)
busy = "document.getElementById('page').hasAttribute('aria-busy')"
if not browser.wait("document.querySelector('#base option[value=r1k0]') !== null"):
    sys.exit("the reports were not shown")
browser.run("location.hash = '#r0/k0?base=r1k0'")
frame = "document.getElementById('page').contentDocument"
if not browser.wait(f"!{busy} && {frame} && {frame}.getElementById('k0') && /against the baseline/.test({frame}.getElementById('k0').textContent)"):
    sys.exit("the kernel was not shown")
browser.picture(picture)
browser.close()
