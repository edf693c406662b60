"""What is in the wheels and the source archive: ARCHIVE... (tests/unit/python_wheel.sh makes them)"""

import base64
import email
import hashlib
import os
import re
import sys
import tarfile
import unittest
import zipfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import python_tests  # noqa: E402

ARCHIVES = sys.argv[1:]
TOP = python_tests.TOP


def contents(path):
    if path.endswith(".whl"):
        with zipfile.ZipFile(path) as z:
            return {i.filename: z.read(i) for i in z.infolist() if not i.is_dir()}
    with tarfile.open(path) as t:
        return {m.name.split("/", 1)[1]: t.extractfile(m).read() for m in t.getmembers()}


class Archives(unittest.TestCase):
    def wheels(self):
        found = [(os.path.basename(p), contents(p)) for p in ARCHIVES if p.endswith(".whl")]
        self.assertGreaterEqual(len(found), 2)
        return found

    def test_metadata(self):
        for name, files in self.wheels():
            info = next(f for f in files if f.endswith(".dist-info/METADATA"))
            m = email.message_from_bytes(files[info])
            self.assertEqual("ncu-report-shim" if "shim" in name else "ncurep", m["Name"])
            self.assertEqual("1.0.0", m["Version"])
            self.assertEqual(">=3.8", m["Requires-Python"])
            self.assertIn("Typing :: Typed", m.get_all("Classifier"))
            self.assertIn("License :: OSI Approved :: MIT No Attribution License (MIT-0)", m.get_all("Classifier"))
            self.assertTrue(m.get_payload().startswith("# "), name)
            self.assertTrue(files[info.replace("METADATA", "LICENSE")])
            if "shim" in name:
                self.assertEqual(["ncurep >=1.0.0"], m.get_all("Requires-Dist"))
            else:
                self.assertIn('zstandard; python_version < "3.14" and extra == "zstd"', m.get_all("Requires-Dist"))

    def test_record(self):
        for name, files in self.wheels():
            record = next(f for f in files if f.endswith(".dist-info/RECORD"))
            listed = {line.split(",")[0]: line.split(",")[1] for line in files[record].decode().splitlines()}
            self.assertEqual(set(listed), set(files), name)
            for file, wanted in listed.items():
                if file != record:
                    found = base64.urlsafe_b64encode(hashlib.sha256(files[file]).digest()).rstrip(b"=").decode()
                    self.assertEqual("sha256=" + found, wanted, file)

    def test_all_that_git_has(self):
        """Nothing of the package is left out."""
        for name, files in self.wheels():
            if "shim" in name:
                continue
            for folder, inside in (("ncurep", "ncurep"), ("compat", "ncurep/compat"), ("rules", "ncurep/rule_files"),
                                   ("../../data/sections", "ncurep/section_files")):
                top = os.path.join(TOP, "examples", "bindings", "python", folder)
                self.assertTrue(os.listdir(top), folder)
                for at, folders, names in os.walk(top):
                    folders[:] = [f for f in folders if f not in ("__pycache__", ".mypy_cache")]
                    for n in names:
                        path = os.path.join(at, n)
                        with open(path, "rb") as f:
                            self.assertEqual(f.read(), files.get(os.path.normpath(os.path.join(inside, os.path.relpath(path, top)))), path)

    def test_no_place_of_this_machine(self):
        for path in ARCHIVES:
            for file, data in contents(path).items():
                for place in (os.path.dirname(os.path.dirname(path)), TOP):
                    self.assertNotIn(place.encode(), data, file)

    def test_the_archives_name_no_one(self):
        for path in ARCHIVES:
            if path.endswith(".tar.gz"):
                with tarfile.open(path) as t:
                    for m in t.getmembers():
                        self.assertEqual(("", "", 0, 0, 0o644, 1700000000), (m.uname, m.gname, m.uid, m.gid, m.mode, m.mtime), m.name)

    def test_compiled_object_exports_only_its_calls(self):
        for name, files in self.wheels():
            for file, data in files.items():
                if file.endswith(".so"):
                    self.assertEqual([], re.findall(rb"\0(?:ncurep|nvs|cubin)_[a-z_]+\0", data), file)


if __name__ == "__main__":
    sys.argv[1:] = []
    python_tests.main()
