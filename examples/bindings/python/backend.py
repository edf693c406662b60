"""Builds the wheels and the source archive: the package with its shared object, made by the C compiler at hand, and the shim.

    pip wheel --no-deps examples/bindings/python       or: python3 -m build examples/bindings/python
    make wheels                               wheels for other people's systems, the shim and the source archive: tools/wheels.sh

Needs nothing from a package index. From the environment: CC (else cc, gcc or clang, cl on Windows), CFLAGS, SOURCE_DATE_EPOCH;
NCUREP_ZSTD=no builds without libzstd; NCUREP_BUILT names a folder of shared objects that are ready; NCUREP_VIEWER names
build/viewer.html, without which there is no extension of JupyterLab (a source archive has it); NCUREP_URL and NCUREP_MAINTAINER
("Name <mail>") go into the metadata.
"""

import base64
import email.utils
import gzip
import hashlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
NAME = "ncurep"
HEADERS = ("cubin.h", "ncurep.h", "nvsection.h")
SOURCES = ("native.c", "findings.c")
SHARED = "report/model/metric_text.c"  # in examples/shared/
# What the page for notebooks is made of, in examples/shared/ of the repository, in page/shared/ of the source archive.
PAGE = ("cli", "rules", "write", "report/input", "report/model", "report/draw", "report/pages")
PAGE_WITHOUT = ("follow.c", "grow.c", "disassembler.c", "demangle.c")
SUFFIX = {"win32": "dll", "darwin": "dylib"}.get(sys.platform, "so")
# Folder here, folder in the wheel, what belongs to it.
FOLDERS = (
    ("ncurep", NAME, (".py", ".typed")),
    ("compat", NAME + "/compat", (".py",)),
    ("rules", NAME + "/rule_files", (".py",)),
    ("sections", NAME + "/section_files", (".section",)),  # examples/data/sections in the repository
)
SHIM = os.path.join(HERE, "shim")
CLASSIFIERS = """Development Status :: 5 - Production/Stable
Environment :: GPU :: NVIDIA CUDA
Intended Audience :: Developers
Intended Audience :: Science/Research
License :: OSI Approved :: MIT No Attribution License (MIT-0)
License :: OSI Approved :: The Unlicense (Unlicense)
Operating System :: MacOS
Operating System :: Microsoft :: Windows
Operating System :: POSIX :: Linux
Programming Language :: C
Programming Language :: Python :: 3
Topic :: Software Development :: Debuggers
Topic :: System :: Benchmark
Typing :: Typed""".splitlines()
SUMMARY = "Reads Nsight Compute reports and runs their rules without NVIDIA software"
SHIM_SUMMARY = "The module name ncu_report for the package ncurep, so that scripts for Nsight Compute's module run unchanged"
EXTRAS = (("frames", ("numpy", "pandas")), ("parquet", ("pyarrow",)), ("zstd", ('zstandard; python_version < "3.14"',)))


def version():
    with open(os.path.join(HERE, "ncurep", "__init__.py"), encoding="utf-8") as f:
        return re.search(r'^__version__ = "(.*)"', f.read(), re.M).group(1)


def moment():
    """The time that archives give their files, in seconds: not before 1980, where zip begins."""
    return max(int(os.environ.get("SOURCE_DATE_EPOCH") or 315532800), 315532800)


def find(name, *folders):
    for folder in folders:
        path = os.path.join(folder, name)
        if os.path.exists(path):
            return path
    raise SystemExit("ncurep: %s is not in %s" % (name, " or ".join(folders)))


def read(*path):
    with open(os.path.join(*path), "rb") as f:
        return f.read()


# The shared object --------------------------------------------------------------------------------------------------------


def zstd():
    """Compiler flags for libzstd, if it is installed and wanted."""
    if sys.platform == "win32" or os.environ.get("NCUREP_ZSTD") == "no" or not shutil.which("pkg-config"):
        return []
    done = subprocess.run(["pkg-config", "--cflags", "--libs", "libzstd"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return ["-DHAVE_ZSTD"] + done.stdout.decode().split() if done.returncode == 0 else []


def architectures():
    """On macOS: for which processors, as ARCHFLAGS or the name of the platform say."""
    if sys.platform != "darwin":
        return []
    if os.environ.get("ARCHFLAGS"):
        return shlex.split(os.environ["ARCHFLAGS"])
    return ["-arch", "arm64", "-arch", "x86_64"] if sysconfig.get_platform().endswith("universal2") else []


def compiler():
    named = os.environ.get("CC")
    found = shlex.split(named) if named else [c for c in ("cc", "gcc", "clang", "cl") if shutil.which(c)][:1]
    if not found:
        raise SystemExit("ncurep: needs a C compiler; CC names it")
    return found


def headers():
    return os.path.dirname(find(HEADERS[0], os.path.join(HERE, "include"), TOP))


def shared():
    return find("shared", os.path.join(HERE, "page"), os.path.join(TOP, "examples"))


def compile_to(folder):
    """Builds the shared object in this folder; returns its path."""
    out = os.path.join(folder, "ncurep_native." + SUFFIX)
    sources = [os.path.join(HERE, name) for name in SOURCES] + [os.path.join(shared(), SHARED)]
    include = headers()
    command = compiler()
    if os.path.basename(command[0]).lower() in ("cl", "cl.exe"):
        command += ["/nologo", "/O2", "/LD", "/I" + include, "/I" + shared()] + sources + ["/Fe" + out]
    else:
        command += ["-O2", "-ffp-contract=off"] + architectures() + shlex.split(os.environ.get("CFLAGS", ""))
        command += ([] if sys.platform == "win32" else ["-fPIC", "-fvisibility=hidden", "-std=c99"]) + ["-shared", "-I" + include, "-I" + shared(), "-o", out] + sources
        if sys.platform != "win32":
            command += zstd() + ["-lm"]
    subprocess.run(command, check=True, cwd=folder)
    return out


def page_files():
    """(path, path below shared/) of what the page is made of."""
    top = shared()
    for inside in PAGE:
        for name in sorted(os.listdir(os.path.join(top, inside))):
            if name.endswith((".c", ".h", ".css", ".js")) and name not in PAGE_WITHOUT:
                yield os.path.join(top, inside, name), inside + "/" + name


def characters(lines):
    """Lines as characters of an array of C, for a file to be included."""
    return "".join("'\\%03o',\n" % byte for line in lines for byte in (line + "\n").encode())


def compile_page(folder):
    """Builds the shared object of the page for notebooks; returns its path, None on systems without it."""
    if sys.platform == "win32":
        return None
    out = os.path.join(folder, "ncurep_page." + SUFFIX)
    with tempfile.TemporaryDirectory() as work:
        sources = [os.path.join(HERE, "page.c")]
        for path, inside in page_files():
            if inside.endswith(".c"):
                sources.append(path)
            elif not inside.endswith(".h"):  # style and script: without spaces in front and lines that are comments
                lines = [line.lstrip(" ") for line in read(path).decode().split("\n")]
                with open(os.path.join(work, os.path.basename(path) + ".inc"), "w", encoding="utf-8") as f:
                    f.write(characters(x for x in lines if x.strip() and not re.match(r"/\*.*\*/$", x)))
        sections = find("sections", HERE, os.path.join(TOP, "examples", "data"))
        with open(os.path.join(work, "sections.inc"), "w", encoding="utf-8") as f:
            for name in sorted(n for n in os.listdir(sections) if n.endswith(".section")):
                lines = read(sections, name).decode().rstrip("\n").split("\n")
                f.write(characters(["\001" + name] + [x for x in lines if not re.match(" *#", x)]))
        top = shared()
        linux = sys.platform.startswith("linux")
        flags = ["-O2", "-ffp-contract=off"] + architectures() + shlex.split(os.environ.get("CFLAGS", "")) + [
            "-std=c99", "-D_POSIX_C_SOURCE=200809L", "-D_XOPEN_SOURCE=700", '-DVERSION="%s"' % version(), "-fPIC", "-fvisibility=hidden",
            "-ffunction-sections", "-fdata-sections", "-I" + headers(), "-I" + top, "-I" + work]

        def compile_one(numbered):
            name = os.path.join(work, "%d.o" % numbered[0])
            subprocess.run(compiler() + [f for f in flags if not f.startswith("-Wl,") and not f.endswith(".so")] +
                           ["-c", "-o", name, numbered[1]], check=True, cwd=work)
            return name

        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            objects = list(pool.map(compile_one, enumerate(sources)))
        link = ["-Wl,--gc-sections"] + ["-Wl,--wrap=" + name for name in ("stat", "fstat", "fstatat", "pow")] if linux else []
        subprocess.run(compiler() + flags + ["-shared", "-o", out] + objects + link + ["-lm"], check=True, cwd=work)
    return out


# Metadata -----------------------------------------------------------------------------------------------------------------


def metadata(name=NAME):
    """METADATA of a wheel, PKG-INFO of the source archive; a source archive has it ready."""
    shim = name != NAME
    if not shim and os.path.exists(os.path.join(HERE, "PKG-INFO")):
        return read(HERE, "PKG-INFO")
    lines = ["Metadata-Version: 2.1", "Name: " + name, "Version: " + version(), "Summary: " + (SHIM_SUMMARY if shim else SUMMARY)]
    person, address = email.utils.parseaddr(os.environ.get("NCUREP_MAINTAINER", ""))
    lines += ["Maintainer: " + person] if person else []
    lines += ["Maintainer-email: %s <%s>" % (person, address) if person else address] if address else []
    lines += ["License: MIT-0 OR MIT OR Unlicense", "Keywords: cuda,gpu,ncu,nsight-compute,ncu-rep,profiling"]
    url = os.environ.get("NCUREP_URL", "").rstrip("/")
    lines += ["Project-URL: Homepage, " + url] if url else []
    lines += ["Classifier: " + c for c in CLASSIFIERS]
    lines += ["Requires-Python: >=3.8"]
    if shim:
        lines += ["Requires-Dist: %s >=%s" % (NAME, version())]
    else:
        for extra, needs in EXTRAS:
            lines += ["Provides-Extra: " + extra]
            for need in needs:
                package, _, marker = need.partition("; ")
                lines += ["Requires-Dist: %s; %sextra == \"%s\"" % (package, marker + " and " if marker else "", extra)]
    lines += ["Description-Content-Type: text/markdown", "", ""]
    return "\n".join(lines).encode() + read(SHIM if shim else HERE, "README.md")


def tag():
    return "py3-none-" + sysconfig.get_platform().replace("-", "_").replace(".", "_")


# JupyterLab ---------------------------------------------------------------------------------------------------------------


def viewer():
    """The page that the extension shows; None without it."""
    path = os.environ.get("NCUREP_VIEWER") or os.path.join(HERE, "jupyter", "static", "viewer.html")
    return read(path) if os.path.exists(path) or os.environ.get("NCUREP_VIEWER") else None


def lab_files():
    """(path below jupyter/, bytes) of the extension; none without the viewer."""
    page = viewer()
    names = ("install.json", "package.json", "static/remoteEntry.js") if page else ()
    return [(name, read(HERE, "jupyter", *name.split("/"))) for name in names] + ([("static/viewer.html", page)] if page else [])


# Archives -----------------------------------------------------------------------------------------------------------------


def package_files():
    """(path, path in the source archive, path in the wheel) for each file of the package that is not built."""
    for base, to, endings in FOLDERS:
        top = find(base, HERE, os.path.join(TOP, "examples", "data"))
        for folder, folders, files in os.walk(top):
            folders[:] = sorted(f for f in folders if f != "__pycache__")
            inside = os.path.relpath(folder, top).replace(os.sep, "/")
            inside = "" if inside == "." else inside + "/"
            for name in sorted(files):
                if name.endswith(endings):
                    yield os.path.join(folder, name), base + "/" + inside + name, to + "/" + inside + name


def write_wheel(directory, name, wheel_tag, files):
    """A wheel of these (path in it, bytes); returns its name."""
    base = "%s-%s" % (name.replace("-", "_"), version())
    info = base + ".dist-info/"
    when = time.gmtime(moment())[:6]
    pure = "true" if wheel_tag.endswith("-any") else "false"
    files = list(files) + [
        (info + "LICENSE", read(find("LICENSE", HERE, TOP))),
        (info + "METADATA", metadata(name)),
        (info + "WHEEL", ("Wheel-Version: 1.0\nGenerator: backend\nRoot-Is-Purelib: %s\nTag: %s\n" % (pure, wheel_tag)).encode())]
    if name == NAME:
        files += [(info + "entry_points.txt", b"[console_scripts]\nncurep-py = ncurep.__main__:main\n")]
    records = []
    for to, data in files:
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        records.append("%s,sha256=%s,%d\n" % (to, digest, len(data)))
    files += [(info + "RECORD", ("".join(records) + info + "RECORD,,\n").encode())]
    wheel_name = "%s-%s.whl" % (base, wheel_tag)
    with zipfile.ZipFile(os.path.join(directory, wheel_name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for to, data in files:
            entry = zipfile.ZipInfo(to, when)
            entry.external_attr = 0o100644 << 16
            wheel.writestr(entry, data, zipfile.ZIP_DEFLATED)
    return wheel_name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    with tempfile.TemporaryDirectory() as folder:
        files = [(to, read(path)) for path, _, to in package_files()]
        built = os.environ.get("NCUREP_BUILT")
        made = [find("%s.%s" % (n, SUFFIX), built) for n in ("ncurep_native", "ncurep_page")] if built else [
            compile_to(folder), compile_page(folder)]
        for path in filter(None, made):
            files.append((NAME + "/" + os.path.basename(path), read(path)))
        lab = "%s-%s.data/data/share/jupyter/labextensions/%s/" % (NAME, version(), NAME)
        files += [(lab + to, data.replace(b"@VERSION@", version().encode())) for to, data in lab_files()]
        return write_wheel(wheel_directory, NAME, tag(), files)


def build_shim(wheel_directory):
    """The wheel ncu-report-shim."""
    names = ("__init__.py", "__init__.pyi", "py.typed")
    files = [("ncu_report/" + name, read(SHIM, "ncu_report", name)) for name in names]
    return write_wheel(wheel_directory, "ncu-report-shim", "py3-none-any", files)


def build_sdist(sdist_directory, config_settings=None):
    base = "%s-%s" % (NAME, version())
    files = [(name, read(HERE, name)) for name in ("pyproject.toml", "backend.py", "README.md", "page.c") + SOURCES]
    files += [("page/shared/" + to, read(path)) for path, to in page_files()]
    files += [("include/" + name, read(find(name, os.path.join(HERE, "include"), TOP))) for name in HEADERS]
    files += [(to, read(path)) for path, to, _ in package_files()] + [("jupyter/" + to, data) for to, data in lab_files()]
    files += [("LICENSE", read(find("LICENSE", HERE, TOP))), ("PKG-INFO", metadata())]
    with open(os.path.join(sdist_directory, base + ".tar.gz"), "wb") as out:
        with gzip.GzipFile("", "wb", 9, out, moment()) as packed, tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
            for name, data in files:
                member = tarfile.TarInfo(base + "/" + name)
                member.size, member.mtime, member.mode = len(data), moment(), 0o644
                archive.addfile(member, io.BytesIO(data))
    return base + ".tar.gz"


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in ("wheel", "shim", "sdist", "page"):
        sys.exit("usage: backend.py wheel|shim|sdist|page FOLDER")
    print({"wheel": build_wheel, "shim": build_shim, "sdist": build_sdist, "page": compile_page}[sys.argv[1]](os.path.abspath(sys.argv[2])))
