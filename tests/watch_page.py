"""nvsection watch in a browser: a cell that changes is changed by itself. Arguments: the address, the section file."""
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, "tests")
from browser import Browser  # noqa: E402

URL, FILE = sys.argv[1:3]
PAGE = "document.getElementById('now').contentDocument"


def check(what, ok):
    print("ok" if ok else "FAILED", what)


def save(title, label):
    with open(FILE, "w") as f:
        f.write('Identifier: "Mine"\nDisplayName: "%s"\nHeader { Metrics { Label: "%s" Name: "gpu__time_duration.sum" } }\n' % (title, label))


b = Browser()
b.open(URL)
check("the page is there", b.wait("!!%s && %s.body.textContent.indexOf('Time') >= 0" % (PAGE, PAGE)))
time.sleep(0.5)  # the frame knows the first state
b.run("%s.body.kept = 1" % PAGE)
save("Six", "How long")
check("a label changes", b.wait("%s.body.textContent.indexOf('How long') >= 0" % PAGE))
check("nothing else does", b.run("%s.body.kept" % PAGE) == 1)
with open(FILE, "a") as f:
    f.write("Hedr {\n")
check("problems are shown", b.wait("document.getElementById('said').textContent.indexOf('unknown field: Hedr') >= 0"))
b.close()
