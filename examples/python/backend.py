"""Builds the wheel: the package, and the shared object built with the C compiler at hand (CC; cc, gcc or clang, cl on Windows)
with CFLAGS from the environment.

    pip wheel --no-deps examples/python       or: python3 -m build examples/python

Needs nothing from a package index. The headers are those beside this file, in include/ of a source archive, or two folders up.
"""

import base64
import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import zipfile

NAME, VERSION = "ncurep", "1.0.0"
HERE = os.path.dirname(os.path.abspath(__file__))
HEADERS = ("cubin.h", "ncurep.h", "nvsection.h")
SOURCES = ("native.c", "findings.c")
SUFFIX = {"win32": "dll", "darwin": "dylib"}.get(sys.platform, "so")
METADATA = """Metadata-Version: 2.1
Name: %s
Version: %s
Summary: Reads Nsight Compute reports and runs their rules without NVIDIA software
License: MIT-0 OR Unlicense
Requires-Python: >=3.8
Provides-Extra: frames
Requires-Dist: numpy; extra == "frames"
Requires-Dist: pandas; extra == "frames"
Provides-Extra: parquet
Requires-Dist: pyarrow; extra == "parquet"
Description-Content-Type: text/markdown

""" % (NAME, VERSION)


def include_folder():
    for folder in (os.path.join(HERE, "include"), os.path.dirname(os.path.dirname(HERE))):
        if all(os.path.exists(os.path.join(folder, h)) for h in HEADERS):
            return folder
    raise SystemExit("ncurep: %s are not here" % " and ".join(HEADERS))


def zstd():
    """Compiler flags for libzstd, if it is installed."""
    if sys.platform == "win32" or not shutil.which("pkg-config"):
        return []
    done = subprocess.run(["pkg-config", "--cflags", "--libs", "libzstd"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return ["-DHAVE_ZSTD"] + done.stdout.decode().split() if done.returncode == 0 else []


def compile_to(folder):
    """Builds the shared object in this folder; returns its path."""
    out = os.path.join(folder, "ncurep_native." + SUFFIX)
    sources = [os.path.join(HERE, name) for name in SOURCES]
    named = os.environ.get("CC")
    found = shlex.split(named) if named else [c for c in ("cc", "gcc", "clang", "cl") if shutil.which(c)][:1]
    if not found:
        raise SystemExit("ncurep: needs a C compiler; CC names it")
    if os.path.basename(found[0]).lower() in ("cl", "cl.exe"):
        command = found + ["/nologo", "/O2", "/LD", "/I" + include_folder()] + sources + ["/Fe" + out]
    else:
        flags = ["-O2", "-ffp-contract=off"] + shlex.split(os.environ.get("CFLAGS", ""))
        command = found + flags + ["-shared", "-I" + include_folder(), "-o", out] + sources
        if sys.platform != "win32":
            command[1:1] = ["-fPIC", "-fvisibility=hidden", "-std=c99"]
            command += zstd() + ["-lm"]
    subprocess.run(command, check=True, cwd=folder)
    return out


def package_files():
    """(path, name in the archive) for each file of the package."""
    for top, prefix in ((NAME, NAME), ("compat", NAME + "/compat")):
        for folder, folders, files in os.walk(os.path.join(HERE, top)):
            folders[:] = sorted(f for f in folders if f != "__pycache__")
            inside = os.path.relpath(folder, os.path.join(HERE, top)).replace(os.sep, "/")
            for name in sorted(files):
                if name.endswith((".py", ".typed")):
                    yield os.path.join(folder, name), "/".join(p for p in (prefix, "" if inside == "." else inside, name) if p)


def tag():
    return "py3-none-" + sysconfig.get_platform().replace("-", "_").replace(".", "_")


def metadata():
    with open(os.path.join(HERE, "README.md"), encoding="utf-8") as f:
        return METADATA + f.read()


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    info = "%s-%s.dist-info" % (NAME, VERSION)
    name = "%s-%s-%s.whl" % (NAME, VERSION, tag())
    records = []
    with tempfile.TemporaryDirectory() as folder:
        native = compile_to(folder)
        with zipfile.ZipFile(os.path.join(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:

            def add(to, data):
                wheel.writestr(zipfile.ZipInfo(to, (2020, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
                digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
                records.append("%s,sha256=%s,%d" % (to, digest, len(data)))

            for path, to in list(package_files()) + [(native, NAME + "/" + os.path.basename(native))]:
                with open(path, "rb") as f:
                    add(to, f.read())
            add(info + "/METADATA", metadata().encode())
            add(info + "/WHEEL", ("Wheel-Version: 1.0\nGenerator: backend\nRoot-Is-Purelib: false\nTag: %s\n" % tag()).encode())
            records.append(info + "/RECORD,,")
            wheel.writestr(zipfile.ZipInfo(info + "/RECORD", (2020, 1, 1, 0, 0, 0)), "\n".join(records) + "\n")
    return name


def build_sdist(sdist_directory, config_settings=None):
    base = "%s-%s" % (NAME, VERSION)
    with tarfile.open(os.path.join(sdist_directory, base + ".tar.gz"), "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for name in ("pyproject.toml", "backend.py", "README.md") + SOURCES:
            archive.add(os.path.join(HERE, name), base + "/" + name)
        for header in HEADERS:
            archive.add(os.path.join(include_folder(), header), base + "/include/" + header)
        for path, to in package_files():
            inside = to.replace(NAME + "/compat/", "compat/", 1) if to.startswith(NAME + "/compat/") else to
            archive.add(path, base + "/" + inside)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "PKG-INFO")
            with open(path, "w", encoding="utf-8") as f:
                f.write(metadata())
            archive.add(path, base + "/PKG-INFO")
    return base + ".tar.gz"
