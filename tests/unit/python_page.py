"""What notebooks show of reports, actions, sections and metrics.

    python3 tests/unit/python_page.py       or: pytest tests/unit/python_page.py
"""

import html
import html.parser
import os
import re
import sys
import threading
import unittest
import warnings

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from python_tests import Maker, corpus, main, real, sample  # noqa: E402

import ncurep  # noqa: E402
from ncurep import page  # noqa: E402

warnings.simplefilter("ignore", ncurep.ReportWarning)


class Look(html.parser.HTMLParser):
    """What is in a piece of HTML."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.ids, self.links, self.refs, self.text, self.style, self.open = [], [], [], [], "", "", ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.text += "" if tag in ("a", "b", "small") else " "
        self.open = tag
        for name, value in attributes:
            if name == "id":
                self.ids.append(value)
            elif name in ("href", "src"):
                self.links.append(value)
            elif name in ("for", "aria-labelledby", "aria-describedby"):
                self.refs += value.split()
            elif name.startswith("on"):
                raise AssertionError("a handler: %s" % name)

    def handle_endtag(self, tag):
        self.open = ""

    def handle_data(self, data):
        if self.open == "style":
            self.style += data
        else:
            self.text += data


@unittest.skipUnless(page._load(), "needs the shared object of the page (make python, not on Windows)")
class Page(unittest.TestCase):
    def check(self, text):
        """What holds for every piece; what is in it."""
        self.assertTrue(isinstance(text, str), type(text))
        text.encode()
        look = Look(text)
        for tag in ("script", "iframe", "link", "img", "html", "body", "head", "noscript", "input", "meta"):
            self.assertNotIn(tag, look.tags)
        self.assertEqual(len(look.ids), len(set(look.ids)))
        self.assertTrue(all(link.startswith("#") and link[1:] in look.ids for link in look.links), look.links)
        self.assertLessEqual(set(look.refs), set(look.ids))
        self.assertNotRegex(look.style, r"@import|url\(|expression|</")
        self.assertIn("prefers-color-scheme: dark", look.style)
        for selectors in re.findall(r"(?:^|[{}])\s*([^{}@]+)\{", look.style):
            for selector in re.split(r",\s*(?![^(]*\))", selectors.strip()):
                self.assertIn(".ncurep.ncurep", selector)
        self.assertEqual(look.style.count("{"), look.style.count("}"))
        return look

    def test_report(self):
        report = ncurep.load_report(sample("orchard"))
        look = self.check(report._repr_html_())
        for word in ("orchard.ncu-rep", "Kernels", "one", "two", "three", "Duration"):
            self.assertIn(word, look.text)
        self.assertNotIn("Filter", look.text)
        many = Maker()
        for i in range(40):
            many.kernel("kernel%d" % i, [many.metric("gpu__time_duration.sum", 5.0 + i)])
        report = ncurep.loads(many.bytes())
        look = self.check(report._repr_html_())
        self.assertTrue(all("kernel%d" % i in look.text for i in range(40)))
        self.assertNotIn("This page holds", look.text)
        # Only a page that the tool makes names its command line.
        self.assertRegex(page._page(report._core, None), "This page holds the [0-9]+ longest of 40 results. Of the others it has this list.</p>")

    def test_show(self):
        """The whole page, in a frame that can reach nothing."""
        for given in (sample("orchard"), ncurep.load_report(sample("orchard"))):
            text = ncurep.show(given, height=321)._repr_html_()
            frame = re.match(r'^<iframe sandbox="allow-scripts" title="orchard.ncu-rep" style="[^"]*height:321px[^"]*" srcdoc="([^"<>]*)"></iframe>$', text)
            self.assertTrue(frame, text[:200])
            page = html.unescape(frame.group(1))
            for name in ("one", "two", "three"):
                self.assertRegex(page, r'<article\b[^>]* id="k\d+"[^>]*>(?s:.*?)<h2[^>]*>(?s:.{0,200}?)\b%s\b' % name)
            self.assertIn('<base href="about:srcdoc"/>', page)
            self.assertIn("default-src 'none'", page)
        bad = Maker()
        bad.kernel('x"></iframe><script>')
        hostile = ncurep.show(ncurep.loads(bad.bytes()))._repr_html_()
        self.assertEqual((hostile.count("<"), hostile.count(">")), (2, 2))
        with self.assertRaises(OSError):
            ncurep.show("no such file")

    def test_damage(self):
        with open(sample("orchard"), "rb") as f:
            data = f.read()
        look = self.check(ncurep.loads(data[: len(data) - 9])._repr_html_())
        self.assertIn("This report is cut", look.text)

    def test_action(self):
        for name in ("saxpy", "mixed", "orchard"):
            for a in ncurep.load_report(sample(name)).actions():
                look = self.check(a._repr_html_())
                self.assertIn(a.name() if a.info()["kind"] == "kernel" else str(a.index()), look.text)
                for other in ("one", "two", "three"):
                    self.assertEqual(bool(re.search(r"\b%d %s\b" % (a.index(), other), look.text)), other == a.name(), (name, other))
        self.assertIn("Est. ", self.check(ncurep.load_report(sample("saxpy"))[0][0]._repr_html_()).text)
        self.assertGreater(self.check(ncurep.load_report(sample("canopy"))[0][0]._repr_html_()).tags.count("svg"), 4)

    def test_sections(self):
        a = ncurep.load_report(sample("orchard"))[0][0]
        for s in a.sections():
            look = self.check(s._repr_html_())
            self.assertIn(s["name"], look.text)
            self.assertEqual(look.tags.count("h3"), 1)
        self.assertEqual(a.sections()[0], dict(a.sections()[0]))
        self.assertEqual(a.sections()[0].identifier, "SpeedOfLight")

    def test_metric(self):
        maker = Maker()
        evil = "<b onclick=x>&amp;'\""
        maker.kernel("k", [maker.metric("plain", 1234567), maker.metric(evil, 0.5), maker.metric("text", "<i>" + "\u00e9"),
                           maker.metric("t", 1.0, [(10 ** 18 + i, float(i)) for i in range(50)], id_kind=1),
                           maker.metric("ops", 6, [(evil, 1), ("ADD", 5)]), maker.metric("many", 6, [(i, i) for i in range(99)]),
                           maker.metric("odd", None, [(1, float("nan")), (2, "x"), (3, float("inf")), (4, -5), (None, None)]),
                           maker.metric("now", None, [(5, float("nan"))], id_kind=1), maker.metric("none"), maker.metric(b"\xff\xfe", 1)])
        a = ncurep.loads(maker.bytes())[0][0]
        texts = {m.name(): self.check(m._repr_html_()) for m in a.metrics()}
        self.assertIn("1,234,567", texts["plain"].text)
        self.assertIn(evil, texts[evil].text)
        self.assertNotIn("b", texts[evil].tags)
        self.assertIn("<i>\u00e9", texts["text"].text)
        self.assertIn("path", texts["t"].tags)
        self.assertEqual([texts["ops"].text.count(x) for x in ("ADD", evil, "83.3%")], [1, 1, 1])
        self.assertEqual(re.findall(r"99 instances|\b(?:98|89|88)\b|10 largest", texts["many"].text),
                         ["99 instances", "98", "98", "89", "89", "10 largest"])
        self.check(a.add_double_metric("mine", 4, 2.5)._repr_html_())
        self.assertIn("99 instances", self.check(a["many"].correlation_ids()._repr_html_()).text)
        place = self.check(ncurep.load_report(sample("orchard"))[0][0]["inst_executed"]._repr_html_())
        self.assertRegex(place.text, r"three\.cu:[0-9]+  [A-Z]")

    def test_two_outputs(self):
        """Two outputs of one notebook share no identifier."""
        a = ncurep.load_report(sample("saxpy"))[0][0]
        first, second = (set(Look(a._repr_html_()).ids) for _ in range(2))
        self.assertTrue(first and not first & second)

    def test_threads(self):
        def plain(text):
            return re.sub(r"\bn[0-9]+-", "", text)

        reports = [ncurep.load_report(sample(n)) for n in ("saxpy", "orchard", "mixed")] * 4
        expected = [plain(r._repr_html_()) for r in reports]
        found = [None] * len(reports)

        def work(i):
            found[i] = plain(reports[i]._repr_html_())

        threads = [threading.Thread(target=work, args=(i,)) for i in range(len(reports))]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(found, expected)

    def test_without(self):
        """Without the library notebooks show the text."""
        kept, page._library = page._library, False
        try:
            a = ncurep.load_report(sample("saxpy"))[0][0]
            for x in (a, a.sections()[0], next(a.metrics()), ncurep.load_report(sample("saxpy"))):
                self.assertIsNone(x._repr_html_())
        finally:
            page._library = kept

    @unittest.skipUnless(corpus(), "needs ../shared")
    def test_real_reports(self):
        """Every section that the page shows of a kernel is found by its name, with its charts."""
        for mark in ("8399c713", "4376efaa", "5e5f786c", "8cde278d", "2020.2.1"):
            report = ncurep.load_report(real(mark)[0])
            self.check(report._repr_html_())
            a = next(report.actions())
            whole = self.check(a._repr_html_())
            shown = [s for s in a.sections() if "The report has no values for this section." not in self.check(s._repr_html_()).text]
            self.assertEqual(len(shown), len([i for i in whole.ids if re.search(r"k[0-9]+s[0-9]+$", i)]), mark)
            self.assertNotIn("src", " ".join(whole.ids))


if __name__ == "__main__":
    main()
